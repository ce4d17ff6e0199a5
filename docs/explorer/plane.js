// Two panes in the plane. What is seen is drawn by the library; here it is put on the page, taken hold of, and moved.

import { angle, atAngle, gripped, grips, middle, moved, round, size, toLocal, toWorld } from "./shapes.js";

const REACH = 22; // how near, in pixels, a finger has to come

export class Plane {
  /** `host` has the state: `shape(name)`, `change(name, shape)`, `mode`, `selected`, `redraw()`. */
  constructor(stages, host) {
    this.host = host;
    this.stages = stages;
    this.views = null;
    this.held = null;
    this.fingers = new Map();
    stages.forEach((stage, pane) => {
      stage.innerHTML = `<svg><g class="grips"></g><g class="drawing"></g></svg>`;
      stage.onpointerdown = (event) => this.down(event, pane);
      stage.onpointermove = (event) => this.move(event, pane);
      stage.onpointerup = stage.onpointercancel = (event) => this.up(event);
      stage.ondblclick = (event) => this.remove(event, pane);
      stage.onwheel = (event) => {
        event.preventDefault();
        this.zoom(pane, this.spot(event, pane), Math.exp(-event.deltaY / 400));
      };
    });
  }

  dispose() {
    for (const stage of this.stages) {
      stage.innerHTML = "";
      stage.onpointerdown = stage.onpointermove = stage.onpointerup = stage.onpointercancel = stage.ondblclick = stage.onwheel = null;
    }
  }

  size() {
    const { clientWidth, clientHeight } = this.stages[0];
    return [Math.max(clientWidth, 40), Math.max(clientHeight, 40)];
  }

  /** Shows everything, with some room. */
  fit(views) {
    this.views = views.map((view) => ({ ...view, scale: view.scale * 0.86 }));
  }

  show(drawings) {
    const [w, h] = this.views[0].size;
    this.stages.forEach((stage, pane) => {
      const svg = stage.firstElementChild;
      svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
      svg.querySelector(".drawing").innerHTML = drawings[pane];
    });
    this.stages[0].querySelector(".grips").innerHTML = ["a", "b"].map((name) => this.handles(name)).join("");
  }

  toPixel(pane, p) {
    const { center, scale, size } = this.views[pane];
    return [size[0] / 2 + (p[0] - center[0]) * scale, size[1] / 2 - (p[1] - center[1]) * scale];
  }

  toPoint(pane, [x, y]) {
    const { center, scale, size } = this.views[pane];
    return [center[0] + (x - size[0] / 2) / scale, center[1] - (y - size[1] / 2) / scale];
  }

  /** Handles: a point each, one to turn, one for the size. */
  handles(name) {
    const shape = this.host.shape(name);
    let svg = "";
    const circle = ([x, y], kind, key, r) =>
      `<circle class="handle ${name}" data-shape="${name}" data-kind="${kind}" data-key='${JSON.stringify(key)}' cx="${x}" cy="${y}" r="${r}"/>`;
    for (const { key, p } of grips(shape)) svg += circle(this.toPixel(0, toWorld(shape, p)), "grip", key, 5);
    const [from, handle] = this.turner(name);
    svg += `<line class="stem" x1="${from[0]}" y1="${from[1]}" x2="${handle[0]}" y2="${handle[1]}"/>`;
    svg += circle(handle, "turn", [], 6);
    const number = size(shape);
    if (number) svg += circle(this.sizer(name, number.value), "size", [number.key], 6);
    return svg;
  }

  turner(name) {
    const shape = this.host.shape(name);
    const [x, y] = this.toPixel(0, middle(shape, 2));
    const turn = angle(shape) + Math.PI / 2;
    return [[x, y], [x + 34 * Math.cos(turn), y - 34 * Math.sin(turn)]];
  }

  sizer(name, value) {
    const shape = this.host.shape(name);
    const [x, y] = this.toPixel(0, middle(shape, 2));
    const turn = angle(shape) - Math.PI / 4;
    const far = 18 + value * this.views[0].scale;
    return [x + far * Math.cos(turn), y - far * Math.sin(turn)];
  }

  spot(event, pane) {
    const box = this.stages[pane].getBoundingClientRect();
    const [w, h] = this.views[pane].size;
    return [((event.clientX - box.left) * w) / box.width, ((event.clientY - box.top) * h) / box.height];
  }

  /** What is under a finger: a handle nearby, a shape, or nothing. */
  under(event, pane) {
    const spot = this.spot(event, pane);
    if (pane === 0) {
      let nearest = null;
      for (const handle of this.stages[0].querySelectorAll(".handle")) {
        const far = Math.hypot(handle.cx.baseVal.value - spot[0], handle.cy.baseVal.value - spot[1]);
        if (far < REACH && (!nearest || far < nearest.far)) nearest = { far, handle };
      }
      if (nearest) {
        const { shape, kind, key } = nearest.handle.dataset;
        return { shape, kind, key: JSON.parse(key) };
      }
    }
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      if (!element.classList.contains("shape")) continue;
      if (element.classList.contains("difference")) return { shape: "b", kind: "difference" };
      return { shape: element.classList.contains("a") ? "a" : "b", kind: "shape" };
    }
    if (pane === 0) {
      for (const shape of ["a", "b"]) {
        const [x, y] = this.toPixel(0, middle(this.host.shape(shape), 2));
        if (Math.hypot(x - spot[0], y - spot[1]) < REACH) return { shape, kind: "shape" };
      }
    }
    return { kind: "view" };
  }

  down(event, pane) {
    if (!this.views) return;
    this.stages[pane].setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, this.spot(event, pane));
    if (this.fingers.size > 1) {
      this.held = null;
      return;
    }
    const held = this.under(event, pane);
    const spot = this.spot(event, pane);
    if (held.shape) this.host.select(held.shape);
    if (this.host.mode === "add" && pane === 0 && held.kind !== "grip") {
      this.host.add(this.toPoint(0, spot).map((x) => round(x, 3)));
      return;
    }
    if (this.host.mode === "turn" && held.kind === "shape") held.kind = "turn";
    this.held = { ...held, pane, spot, view: this.views[pane], before: held.shape && this.host.shape(held.shape) };
  }

  move(event, pane) {
    if (!this.fingers.has(event.pointerId)) return;
    const spot = this.spot(event, pane);
    if (this.fingers.size === 2) return this.pinch(event.pointerId, spot, pane);
    this.fingers.set(event.pointerId, spot);
    const { held } = this;
    if (!held || held.pane !== pane) return;
    const [dx, dy] = [(spot[0] - held.spot[0]) / held.view.scale, -(spot[1] - held.spot[1]) / held.view.scale];
    const { before } = held;
    switch (held.kind) {
      case "view":
        this.views[pane] = { ...held.view, center: [held.view.center[0] - dx, held.view.center[1] - dy] };
        return this.host.redraw();
      case "shape":
        return this.host.change(held.shape, moved(before, this.fine(dx, dy)));
      case "difference":
        return this.host.change("b", moved(before, this.fine(-dx, -dy)));
      case "grip":
        return this.host.change(held.shape, gripped(before, held.key, toLocal(before, this.toPoint(0, spot)).map((x) => this.snap(x))));
      case "turn": {
        const [mx, my] = this.toPixel(0, middle(before, 2));
        const at = ([x, y]) => Math.atan2(my - y, x - mx);
        return this.host.change(held.shape, atAngle(before, angle(before) + at(spot) - at(held.spot)));
      }
      case "size": {
        // Along the handle's own direction: past the middle it is negative, and the library says so.
        const [mx, my] = this.toPixel(0, middle(before, 2));
        const turn = angle(before) - Math.PI / 4;
        const along = (spot[0] - mx) * Math.cos(turn) - (spot[1] - my) * Math.sin(turn);
        return this.host.change(held.shape, { ...before, [held.key[0]]: this.snap((along - 18) / this.views[0].scale) });
      }
    }
  }

  /** As fine as a tenth of a pixel. */
  snap(x) {
    const digits = Math.min(Math.max(Math.ceil(Math.log10(this.views[0].scale * 10)), 0), 12);
    return round(x, digits);
  }

  fine(dx, dy) {
    return [this.snap(dx), this.snap(dy)];
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
    const fixed = this.toPoint(pane, spot);
    const view = this.views[pane];
    const scale = view.scale * factor;
    if (!(scale > 1e-12 && scale < 1e15)) return;
    const center = fixed.map((x, k) => x + ((view.center[k] - x) * view.scale) / scale);
    this.views[pane] = { ...view, scale, center };
    this.host.redraw();
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    this.held = null;
  }

  remove(event, pane) {
    const held = this.under(event, pane);
    if (held.kind === "grip" && held.key[0] === "points") this.host.removePoint(held.shape, held.key[1]);
  }
}
