// A figure of the explorer in another page: both panes, a player and the sentence, at a step. Its shapes can be dragged; the library
// answers anew.

import { read, USUAL, written } from "./address.js";
import { Engine } from "./engine.js";
import { colored, verdict } from "./panel.js";
import { Plane } from "./plane.js";
import { Player } from "./player.js";
import { fault } from "./shapes.js";

let loading = null;

/** The library and the examples, loaded once for all figures of a page. */
export function library() {
  const at = (name) => new URL(name, import.meta.url);
  loading ??= Promise.all([Engine.load(at("explorer.wasm")), fetch(at("presets.json")).then((response) => response.json())]);
  return loading;
}

const PANES = [
  ["Shape <b class=\"name a\">A</b> and shape <b class=\"name b\">B</b>", "Shapes A and B. Drag to move them."],
  ["Their difference, <b class=\"name a\">A</b> − <b class=\"name b\">B</b>", "The Minkowski difference with the origin, and the simplex. What it shows is said below."],
];

export class Live {
  /** Puts the figure into `root`. `hash` is what the explorer's address would have; `plain` says the answer alone, and begins with the last step. */
  static async in(root, hash, { plain = false } = {}) {
    const [engine, presets] = await library();
    const figure = new Live(root, engine.another(), read(hash, presets), plain);
    await figure.begin();
    return figure;
  }

  constructor(root, engine, { preset, ...found }, plain) {
    Object.assign(this, { root, engine, preset, found, plain });
    this.query = found.query ?? preset.query;
    this.scalar = found.scalar ?? "f64";
    const parts = document.createElement("template");
    parts.innerHTML = `<div class="panes">${PANES.map(([caption, label]) =>
      `<div><p class="caption">${caption}</p><div class="stage" role="group" aria-label="${label}"></div></div>`).join("")}</div>` +
      `<div class="steps"></div><div class="told" aria-live="polite"><p class="why"></p></div>` +
      `<p class="tools"><button type="button" class="again" hidden>As it was</button> <a class="open">Open in the explorer</a>${plain ? "" : ' <a class="ask">Predict the steps</a>'}</p>`;
    root.insertBefore(parts.content, root.querySelector("figcaption"));
    this.stages = [...root.querySelectorAll(".stage")];
    this.player = new Player(root.querySelector(".steps"), () => this.draw(true), root);
    root.querySelector(".again").onclick = () => this.reset();
    this.watch = new ResizeObserver(() => this.resized());
  }

  async begin() {
    const { dim } = this.preset;
    const { Space } = dim === 3 ? await import("./space.js") : {};
    this.scene = new (dim === 2 ? Plane : Space)(this.stages, this.host());
    this.player.wanted = this.plain ? Infinity : Math.max((this.found.step || this.preset.step || 1) - 1, 0);
    this.reset();
    this.stages.forEach((stage) => this.watch.observe(stage));
  }

  /** What the panes are told and asked. */
  host() {
    return {
      mode: "move", selected: null, bare: true, show: { ...USUAL, handles: false }, velocity: null,
      shape: (name) => this.shapes[name],
      select() {},
      change: (name, shape) => {
        if (fault(shape, this.preset.dim)) return;
        this.shapes = { ...this.shapes, [name]: shape };
        this.ask();
      },
      settled: () => { this.root.querySelector(".again").hidden = false; },
      looked: () => { this.root.querySelector(".again").hidden = false; },
      redraw: () => this.draw(),
      light: (k) => { this.lit = k; this.draw(); },
      add() {},
      removePoint() {},
    };
  }

  reset() {
    this.shapes = { a: this.found.a ?? this.preset.a, b: this.found.b ?? this.preset.b };
    this.lit = null;
    this.scene.turn?.(null);
    this.root.querySelector(".again").hidden = true;
    this.ask(true);
  }

  get moved() {
    return ["a", "b"].some((name) => this.shapes[name] !== (this.found[name] ?? this.preset[name]));
  }

  /** The question, as `gjk trace` takes it. */
  question() {
    const { dim, velocity } = this.preset;
    return { dim, query: this.query, ...this.shapes, ...(this.query === "shapecast" && { velocity_b: velocity }) };
  }

  /** The first directions, if the example has some and its shapes are where they were. */
  start() {
    return (!this.moved && this.preset.start) || [];
  }

  ask(fit = false) {
    const found = this.engine.ask(this.question(), this.start(), [this.scalar], this.scene.size()[0]);
    const [trace] = found.traces;
    if (trace.error) return;
    this.reply = { ...found, trace };
    if (fit) this.scene.fit(found);
    this.player.set(trace.steps.map(({ phase }) => phase));
    this.draw();
  }

  /** How many steps of each phase there are, in their colors. */
  counted() {
    const { phases } = this.player;
    const of = (wanted, name) => {
      const count = phases.filter((phase) => phase === wanted).length;
      return count ? `<span class="of-${wanted}">${name}: ${count} ${count === 1 ? "step" : "steps"}</span>. ` : "";
    };
    return of("gjk", "GJK") + of("expansion", "The expansion");
  }

  get index() {
    return this.player.step;
  }

  draw(passing = false) {
    if (!this.reply) return;
    const { trace, scene } = this.reply;
    const { index } = this;
    const drawings = this.preset.dim === 2 ? this.engine.draw(0, index, this.scene.views) : null;
    this.scene.show({ drawings, scene, trace, index, lit: this.lit }, passing);
    const step = trace.steps[index];
    const ended = index === trace.steps.length - 1;
    const answer = ended ? `<b class="verdict">${verdict(trace.answer)}</b> ` : "";
    this.root.querySelector(".why").innerHTML = `${this.plain ? this.counted() : colored(step.why)} ${answer}`;
    const state = { preset: this.preset, query: this.query, scalar: this.scalar, time: null, changed: this.moved, shapes: this.shapes, start: this.start(), velocity: this.preset.velocity };
    const address = (seen) => new URL(`index.html${written(state, { velocity: null, show: USUAL, scene: null, ...seen })}`, import.meta.url);
    this.root.querySelector(".open").href = address({ step: index });
    if (!this.plain) this.root.querySelector(".ask").href = address({ step: 0, predict: true });
    this.root.dispatchEvent(new CustomEvent("step", { detail: { step, trace } }));
  }

  resized() {
    if (!this.reply || this.scene.size().every((size, k) => size.join() === this.scene.views[k].size.join())) return;
    const found = this.engine.ask(this.question(), this.start(), [this.scalar], this.scene.size()[0]);
    this.scene.resize(found);
    this.draw();
  }
}
