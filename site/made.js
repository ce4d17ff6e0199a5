// Figures that are made for the guide (pictures.js), to be taken hold of: each becomes live when it comes near the window. In print, and
// where something fails, the still ones stay.

import { apart } from "./explorer/labels.js";
import { library } from "./explorer/live.js";
import { drawn, PICTURES, SIZE } from "./pictures.js";

/** The least share of its usual size that a drawing is shrunk to, beside its words. */
const LEAST = 0.65;

class Made {
  constructor(root, name, engine) {
    Object.assign(this, { root, name, engine, picture: PICTURES[name], state: PICTURES[name].begin(), held: null });
    const { captions, controls = [] } = this.picture;
    const parts = document.createElement("template");
    parts.innerHTML = `<div class="made panes">${captions.map((caption) =>
      `<div><p class="caption">${caption}</p><svg viewBox="0 0 ${SIZE.join(" ")}" role="group" aria-label="${caption.replace(/<[^>]*>/g, "")}"></svg></div>`).join("")}</div>` +
      `<div class="controls">${controls.map((control) => this.control(control)).join("")}</div><p class="why" aria-live="polite"></p><p class="tools"><button type="button" class="again" hidden>As it was</button></p>`;
    root.insertBefore(parts.content, root.querySelector("figcaption"));
    this.stages = [...root.querySelectorAll(".made svg")];
    this.usual = 1;
    new ResizeObserver(() => this.draw()).observe(root.querySelector(".made.panes"));
    this.stages.forEach((stage, pane) => this.listen(stage, pane));
    for (const input of root.querySelectorAll(".controls input")) {
      input.oninput = () => this.change(() => { this.state[input.dataset.key] = input.type === "range" ? Number(input.value) : input.value; });
    }
    root.querySelector(".again").onclick = () => {
      this.state = this.picture.begin();
      for (const input of root.querySelectorAll(".controls input")) {
        const value = this.state[input.dataset.key];
        if (input.type === "range") input.value = value;
        else input.checked = input.value === value;
      }
      this.draw();
      root.querySelector(".again").hidden = true;
    };
    this.draw();
  }

  control({ key, label, choices, min, max, step }) {
    const value = this.state[key];
    if (!choices) return `<label class="slider"><span>${label}</span><input type="range" data-key="${key}" min="${min}" max="${max}" step="${step}" value="${value}"></label>`;
    const radio = (choice) => `<label><input type="radio" name="${this.name}-${key}" data-key="${key}" value="${choice}"${choice === value ? " checked" : ""}><span>${choice}</span></label>`;
    return `<fieldset class="choices"><legend>${label}</legend>${choices.map(radio).join("")}</fieldset>`;
  }

  change(how) {
    how();
    this.root.querySelector(".again").hidden = false;
    this.draw();
  }

  /** The point of a pane in the plane at a spot of the window. */
  place(pane, { clientX, clientY }) {
    const { left, top, width } = this.stages[pane].getBoundingClientRect();
    const unit = this.panes[pane].size[0] / width;
    return this.panes[pane].from([(clientX - left) * unit, (clientY - top) * unit]).map((x) => Math.round(x * 50) / 50);
  }

  move(key, p) {
    const { picture, state } = this;
    this.change(() => (picture.hold ? picture.hold(state, key, p) : (state[key] = p)));
  }

  listen(stage, pane) {
    const turns = this.picture.views[pane][0].length === 3;
    if (turns) stage.classList.add("turns");
    stage.onpointerdown = (event) => {
      const key = event.target.dataset.hold;
      if (!key && !turns) return;
      stage.setPointerCapture(event.pointerId);
      this.held = { key, from: [event.clientX, event.clientY], angles: this.state.angles };
      event.preventDefault();
    };
    stage.onpointermove = (event) => {
      if (!this.held) return;
      const { key, from, angles } = this.held;
      if (key) return this.move(key, this.place(pane, event));
      const [yaw, pitch] = [angles[0] + (event.clientX - from[0]) / 120, angles[1] + (event.clientY - from[1]) / 120];
      this.change(() => { this.state.angles = [yaw, Math.min(Math.max(pitch, -1.5), 1.5)]; });
    };
    stage.onpointerup = stage.onpointercancel = () => { this.held = null; };
    stage.onkeydown = (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      const key = event.target.dataset.hold;
      if (!step || !key) return;
      event.preventDefault();
      const at = this.panes[pane].from(["cx", "cy"].map((name) => Number(event.target.getAttribute(name))));
      this.move(key, at.map((x, k) => x + step[k] * 0.1));
      stage.querySelector(`[data-hold="${key}"]`)?.focus();
    };
  }

  /** The sizes to draw in: before a class what is drawn is as large as it was, in the pixels of the figure, which are twice as large. */
  sizes() {
    const isPresented = this.root.classList.contains("presented");
    return this.stages.map((stage) => {
      const { clientWidth: width, clientHeight: height } = stage;
      if (!isPresented && width) this.usual = width / SIZE[0];
      // A low screen has less room: then not all of it.
      const unit = Math.min(this.usual, width / SIZE[0] / LEAST, height / SIZE[1] / LEAST);
      return isPresented && unit > 0 ? [width / unit, height / unit] : SIZE;
    });
  }

  draw() {
    const { panes, said } = drawn(this.name, this.state, this.engine, this.sizes());
    this.panes = panes;
    panes.forEach(({ svg, size }, pane) => {
      this.stages[pane].setAttribute("viewBox", `0 0 ${size.join(" ")}`);
      this.stages[pane].innerHTML = svg;
      apart(this.stages[pane], size);
    });
    this.root.querySelector(".why").innerHTML = said;
  }
}

async function enliven(figure) {
  try {
    const [engine] = await library();
    figure.made = new Made(figure, figure.dataset.made, engine.another());
    figure.classList.add("on");
    figure.dataset.ready = "true";
  } catch (error) {
    for (const part of figure.querySelectorAll(".panes, .controls, .why, .tools")) part.remove();
    console.warn(`The figure stays still: ${error.message}`);
  }
}

if (typeof WebAssembly !== "undefined" && location.protocol !== "file:") {
  const near = new IntersectionObserver((entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => {
    near.unobserve(target);
    enliven(target);
  }), { rootMargin: "400px" });
  document.querySelectorAll("figure.made").forEach((figure) => near.observe(figure));
}
