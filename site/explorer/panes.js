// What panes in the plane and in space have in common: fingers, the wheel, handles. A subclass says where a point is in its
// pane, and what a drag over so many pixels does.

import { apart } from "./labels.js";
import { Passage } from "./motion.js";
import { grips, middle, round, size, toWorld } from "./shapes.js";

/** How near, in pixels, a pointer has to come to a handle. */
const REACH = { touch: 22, mouse: 13, pen: 16 };
/** The distance from a shape to its handle for turning, and to that for the size. */
const STEM = 38;

export class Panes {
  /** `host` has the state: `shape(name)`, `change(name, shape)`, `velocity` of B in a cast, `aim(velocity)`, `mode`, `selected`, `redraw()`, `light(k)`, `settled()`;
   * and, where they are wanted, `looked()` after a view was changed by hand, and `asked`, what is asked there and may be clicked. */
  constructor(stages, host, dimension) {
    this.host = host;
    this.stages = stages;
    this.dimension = dimension;
    this.views = null;
    /** Whether each pane was zoomed or moved by hand. */
    this.placed = [false, false];
    this.passage = new Passage();
    this.held = null;
    this.fingers = new Map();
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    stages.forEach((stage, pane) => {
      stage.innerHTML = `<svg aria-hidden="true"><g class="behind"></g><g class="drawing"></g><g class="asked"></g><g class="grips"></g></svg>`;
      const listen = (name, act, options = {}) => stage.addEventListener(name, act, { signal, ...options });
      listen("pointerdown", (event) => this.down(event, pane));
      listen("pointermove", (event) => this.move(event, pane));
      listen("pointerup", (event) => this.up(event));
      listen("pointercancel", (event) => this.up(event));
      listen("pointerleave", () => { if (!this.held && pane === 1) this.host.light(null); });
      listen("dblclick", (event) => this.remove(event, pane));
      // A finger on something that can be dragged does not scroll the page.
      listen("touchstart", (event) => {
        const [touch] = event.changedTouches;
        if (event.touches.length > 1 || this.host.mode === "add" || this.under(touch, pane, "touch").kind !== "view") event.preventDefault();
      }, { passive: false });
      listen("wheel", (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.zoom(pane, this.spot(event, pane), Math.exp(-event.deltaY / 200));
      }, { passive: false });
    });
  }

  dispose() {
    this.passage.cancel();
    this.listeners.abort();
    for (const stage of this.stages) stage.innerHTML = "";
  }

  /** The sizes that are drawn in. */
  size() {
    return this.stages.map((stage) => [stage.clientWidth, stage.clientHeight].map((size) => Math.max(size, 40)));
  }

  layer(pane, name) {
    return this.stages[pane].firstElementChild.querySelector(`.${name}`);
  }

  put(pane, { behind = "", drawing }) {
    const [w, h] = this.views[pane].size;
    this.stages[pane].firstElementChild.setAttribute("viewBox", `0 0 ${w} ${h}`);
    this.layer(pane, "behind").innerHTML = behind;
    this.layer(pane, "drawing").innerHTML = drawing;
    apart(this.layer(pane, "drawing"), [w, h]);
    if (pane === 1) this.layer(1, "asked").innerHTML = this.host.asked?.drawn(this) ?? "";
  }

  /** Shows a step: after another one as a passage between the two. */
  show(what, passing = false) {
    if (passing) return this.passage.run([0, 1].map((pane) => this.layer(pane, "drawing")), (share) => this.paint(what, share));
    this.passage.cancel();
    this.paint(what, 1);
  }

  /** Shows everything, with some room, but for the panes that were placed by hand: these show the same part in their new sizes. */
  resize(found) {
    const [views, placed] = [this.views, this.placed];
    this.fit(found);
    views.forEach((view, pane) => { if (placed[pane]) this.place(pane, view.center, span(view)); });
  }

  /** Shows the part of a pane about a center whose shorter side has this length. */
  place(pane, center, span) {
    const view = this.views[pane];
    const length = Number(span.toPrecision(5));
    const digits = Math.min(Math.max(3 - Math.floor(Math.log10(length)), 0), 12);
    const scale = Math.min(...view.size) / length;
    if (!(scale > 1e-9 && scale < 1e12)) return;
    this.views[pane] = { ...view, scale, center: center.map((x) => round(x, digits)), ...(view.radius && { radius: (view.radius * view.scale) / scale }) };
    this.placed[pane] = true;
  }

  /** The panes that were placed by hand, for the address: their centers and lengths. */
  places() {
    return this.views?.map((view, pane) => (this.placed[pane] ? [...view.center, Number(span(view).toPrecision(5))] : null)) ?? [];
  }

  /** Handles are squares, unlike vertices: one for each point, one for turning, one for the size. */
  handles(step) {
    if (this.host.bare) return "";
    const arrows = step ? [["a", 1], ["b", -1]].map(([name, sign]) => this.shaft(step.newest[name], step.direction.map((x) => x * sign), 50)) : [];
    // The letters are to stay readable.
    const placed = [...this.layer(0, "drawing").querySelectorAll(".label")].map((label) => [Number(label.getAttribute("x")), label.getAttribute("y") - 5]);
    let svg = "";
    for (const name of ["a", "b"]) {
      const shape = this.host.shape(name);
      const put = ([x, y], kind, key, icon) => {
        const dim = kind === "grip" && arrows.some(([from]) => Math.hypot(from[0] - x, from[1] - y) < 9);
        placed.push([x, y]);
        svg += `<g class="handle ${name}${dim ? " covered" : ""}" data-shape="${name}" data-kind="${kind}" data-key='${JSON.stringify(key)}' data-at="${x},${y}">` +
          `<rect x="${x - icon.half}" y="${y - icon.half}" width="${2 * icon.half}" height="${2 * icon.half}" rx="2"/>` +
          `${icon.path ? `<path transform="translate(${x} ${y})" d="${icon.path}"/>` : ""}</g>`;
      };
      for (const { key, p } of grips(shape)) put(this.toPixel(0, toWorld(shape, p)), "grip", key, { half: 4.5 });
      const [x, y] = this.toPixel(0, middle(shape, this.dimension));
      const { velocity } = this.host;
      if (name === "b" && velocity) {
        const tip = this.toPixel(0, middle(shape, this.dimension).map((p, k) => p + velocity[k]));
        svg += `<line class="heading" x1="${x}" y1="${y}" x2="${tip[0]}" y2="${tip[1]}"/>`;
        put(tip, "velocity", [], { half: 8, path: "M-5 0H4M1 -3.5L4.5 0L1 3.5" });
      }
      const slot = this.slot(name, [x, y], shape, arrows, placed);
      if (this.dimension === 2) {
        svg += `<line class="stem" x1="${x}" y1="${y}" x2="${slot.turn[0]}" y2="${slot.turn[1]}"/>`;
        put(slot.turn, "turn", [], { half: 8, path: "M4 -2A4.5 4.5 0 1 0 4.5 1M4.6 -5V-1.6H1.2" });
      }
      if (slot.size) put(slot.size, "size", [slot.key], { half: 8, path: "M-4.5 4.5L4.5 -4.5M0 -4.5H4.5V0M-4.5 0V4.5H0" });
    }
    return svg;
  }

  /** Both ends of an arrow in the first pane. */
  shaft(from, direction, length) {
    const [x, y] = this.toPixel(0, from);
    const ahead = this.toPixel(0, from.map((p, k) => p + direction[k] / (Math.hypot(...direction) || 1) / this.views[0].scale));
    return [[x, y], [x + (ahead[0] - x) * length, y + (ahead[1] - y) * length]];
  }

  /** Where the handles of a shape are: around it, away from arrows. They stay while one of them is held. */
  slot(name, [x, y], shape, arrows, placed) {
    const number = size(shape);
    const far = 26 + Math.abs(number?.value ?? 0) * this.views[0].scale;
    const [w, h] = this.views[0].size;
    const clear = ([u, v]) => Math.min(...arrows.map((arrow) => distance([u, v], arrow)), ...placed.map((p) => Math.hypot(p[0] - u, p[1] - v)),
      u - 10, v - 10, w - u - 10, h - v - 10);
    const choose = (length, first) => {
      let best = null;
      for (let k = 0; k < 16; k += 1) {
        const turn = first + (k * Math.PI) / 8;
        const room = Math.min(clear([x + length * Math.cos(turn), y - length * Math.sin(turn)]), 30);
        if (!best || room > best.room + 1) best = { room, turn };
      }
      return best.turn;
    };
    this.slots ??= {};
    const held = this.held?.shape === name && (this.held.kind === "turn" || this.held.kind === "size") ? this.slots[name] : null;
    const turnAt = held?.turnAt ?? choose(STEM, Math.PI / 2);
    const spot = (length, turn) => [x + length * Math.cos(turn), y - length * Math.sin(turn)].map((x) => Math.round(x * 10) / 10);
    const turn = spot(STEM, turnAt);
    let sizeAt = null;
    if (number) {
      if (this.dimension === 2) placed.push(turn);
      sizeAt = held?.sizeAt ?? choose(far, -Math.PI / 4);
      if (this.dimension === 2) placed.pop();
    }
    this.slots[name] = { turnAt, sizeAt };
    const out = 26 + (number?.value ?? 0) * this.views[0].scale;
    return { turn, size: number && spot(out, sizeAt), key: number?.key };
  }

  /** The size after a drag of its handle to a spot. Past the middle it is negative, which the library refuses. */
  sized(held, spot) {
    const [x, y] = this.toPixel(0, middle(held.before, this.dimension));
    const turn = this.slots[held.shape].sizeAt;
    return ((spot[0] - x) * Math.cos(turn) - (spot[1] - y) * Math.sin(turn) - 26) / this.views[0].scale;
  }

  spot(event, pane) {
    const box = this.stages[pane].getBoundingClientRect();
    const [w, h] = this.views?.[pane].size ?? [1, 1];
    return [((event.clientX - box.left) * w) / (box.width || 1), ((event.clientY - box.top) * h) / (box.height || 1)];
  }

  /** What is under a pointer: a handle nearby, a shape, or nothing. */
  under(event, pane, pointer = event.pointerType) {
    const spot = this.spot(event, pane);
    if (pane === 0) {
      let nearest = null;
      for (const handle of this.stages[0].querySelectorAll(".handle")) {
        const [x, y] = handle.dataset.at.split(",").map(Number);
        const far = Math.hypot(x - spot[0], y - spot[1]);
        if (far < (REACH[pointer] ?? 13) && (!nearest || far < nearest.far)) nearest = { far, handle };
      }
      if (nearest) {
        const { shape, kind, key } = nearest.handle.dataset;
        return { shape, kind, key: JSON.parse(key) };
      }
    }
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      if (!this.stages[pane].contains(element) || !element.classList.contains("shape")) continue;
      if (element.classList.contains("difference")) return { shape: "b", kind: "difference" };
      return { shape: element.classList.contains("a") ? "a" : "b", kind: "shape" };
    }
    if (pane === 0 && this.views) {
      for (const shape of ["a", "b"]) {
        const [x, y] = this.toPixel(0, middle(this.host.shape(shape), this.dimension));
        if (Math.hypot(x - spot[0], y - spot[1]) < 18) return { shape, kind: "shape" };
      }
    }
    return { kind: "view" };
  }

  down(event, pane) {
    if (!this.views) return;
    try {
      this.stages[pane].setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
    const spot = this.spot(event, pane);
    this.fingers.set(event.pointerId, spot);
    if (this.fingers.size > 1) {
      this.held = null;
      return;
    }
    const held = this.under(event, pane);
    if (pane === 1 && this.host.asked?.clicked(spot, this)) return;
    if (this.host.mode === "add" && pane === 0 && held.kind !== "grip") {
      this.host.add(this.toPoint(spot));
      return;
    }
    if (held.shape) this.host.select(held.shape);
    if (this.host.mode === "turn" && held.kind === "shape") held.kind = "turn";
    this.held = { ...held, pane, spot, view: this.views[pane], before: held.shape && this.host.shape(held.shape), velocity: this.host.velocity, ...this.grasp?.() };
  }

  move(event, pane) {
    if (!this.views) return;
    if (!this.fingers.has(event.pointerId)) {
      if (pane === 1 && event.pointerType === "mouse") this.pointed(event);
      return;
    }
    const spot = this.spot(event, pane);
    if (this.fingers.size === 2) return this.pinch(event.pointerId, spot, pane);
    this.fingers.set(event.pointerId, spot);
    const { held } = this;
    if (!held || held.pane !== pane) return;
    this.drag(held, spot, [spot[0] - held.spot[0], spot[1] - held.spot[1]]);
  }

  /** A half-plane, or its name, is pointed at. */
  pointed(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    // The name can be on the difference, which hides the half-plane.
    const name = found.find((element) => element.classList.contains("region-name"));
    if (!name && found.some((element) => element.classList.contains("shape"))) return this.host.light(null);
    const half = name ?? found.find((element) => element.dataset?.k && this.stages[1].contains(element));
    this.host.light(half ? Number(half.dataset.k) : null);
  }

  pinch(id, spot, pane) {
    const [one, other] = [...this.fingers.keys()];
    const still = this.fingers.get(id === one ? other : one);
    const last = this.fingers.get(id);
    const far = (p) => Math.max(Math.hypot(p[0] - still[0], p[1] - still[1]), 1);
    this.fingers.set(id, spot);
    this.zoom(pane, still, far(spot) / far(last));
  }

  zoom(pane, spot, factor) {
    const view = this.views?.[pane];
    const scale = view?.scale * factor;
    if (!(scale > 1e-9 && scale < 1e12)) return;
    const { center } = this.zoomed(view, spot, scale);
    this.place(pane, center, Math.min(...view.size) / scale);
    this.host.redraw();
    this.host.looked?.();
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    const { held } = this;
    this.held = null;
    if (held?.shape) this.host.settled(held.shape);
    else if (held) this.host.looked?.();
  }

  remove(event, pane) {
    const held = this.under(event, pane);
    if (held.kind === "grip" && held.key[0] === "points") this.host.removePoint(held.shape, held.key[1]);
  }
}

/** The length that the shorter side of a view shows. */
const span = ({ size, scale }) => Math.min(...size) / scale;

/** How far a point is from an arrow. */
function distance([x, y], [[u, v], [s, t]]) {
  const square = (s - u) ** 2 + (t - v) ** 2;
  const share = square > 0 ? Math.max(0, Math.min(1, ((x - u) * (s - u) + (y - v) * (t - v)) / square)) : 0;
  return Math.hypot(x - u - share * (s - u), y - v - share * (t - v));
}

/** A round distance between lines of a grid that are some sixty pixels apart. */
export function spacing(scale) {
  const wanted = 60 / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((x) => x * power).find((x) => x >= wanted * 0.7) ?? power;
}
