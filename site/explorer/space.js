// Two panes in space. Both have the same projection, and are drawn anew whenever something moves.

import { Panes, spacing } from "./panes.js";
import { around, differenceIn, extents, eye, facing, hull, Sheet, shapesIn, telling, turnedTo } from "./orbit.js";
import { gripped, grips, middle, moved, round, toLocal, toWorld, turned } from "./shapes.js";

const FRONT = { yaw: 0.56, pitch: 0.4 };

export class Space extends Panes {
  constructor(stages, host) {
    super(stages, host, 3);
    /** Where it is seen from: as it was turned by hand, or else so that the faces of the steps are seen. */
    this.home = FRONT;
    this.byHand = false;
    /** The same now: a test that is pointed at turns it for as long. */
    this.angles = this.home;
    this.cache = new Map();
  }

  fit({ scene, traces: [trace] }) {
    const sizes = this.size();
    this.placed = [false, false];
    this.views = extents(scene, trace).map((points, pane) => around(points, sizes[pane]));
  }

  /** As it was turned by hand, or again as the steps want it. */
  turn(angles) {
    this.byHand = Boolean(angles);
    this.home = angles ? { yaw: round(angles.yaw, 3), pitch: round(Math.min(Math.max(angles.pitch, -1.5), 1.5), 3) } : FRONT;
  }

  show(what, passing) {
    this.way = [this.angles, this.held ? this.angles : this.aim(what)];
    super.show(what, passing);
  }

  /** Where a step, or a test that is pointed at, is seen from. */
  aim({ trace, index, lit }) {
    const step = trace.steps[index];
    if (!step || !this.host.show.turn) return this.home;
    if (!this.byHand) {
      // From the front, whatever was seen before: so a step always looks the same.
      const side = facing(step, telling(step));
      this.home = side ? turnedTo(FRONT, side) : FRONT;
    }
    const pointed = lit === null ? null : facing(step, lit);
    return pointed ? turnedTo(this.home, pointed) : this.home;
  }

  paint({ scene, trace, index, lit }, share) {
    const { show } = this.host;
    const step = trace.steps[index];
    this.angles = share < 1 ? between(...this.way, share) : this.way[1];
    const solids = Object.fromEntries(["a", "b", "difference"].map((name) => [name, this.solid(name, scene[name])]));
    // While something is dragged, round shapes are drawn as outlines.
    const coarse = Boolean(this.held?.shape) && scene.difference.length > 60;
    const sheets = this.views.map((view) => new Sheet(view, this.angles));
    const { coordinates, axes } = show;
    const { shading } = show;
    shapesIn(sheets[0], { solids, trace, index, coordinates, coarse });
    differenceIn(sheets[1], { solids, trace, index, lit, shading, coordinates, coarse, axes, grid: show.grid && spacing(this.views[1].scale) });
    sheets.forEach(({ svg }, pane) => this.put(pane, { drawing: svg }));
    this.layer(0, "grips").innerHTML = this.handles(step);
  }

  solid(name, points) {
    const text = JSON.stringify(points);
    if (this.cache.get(name)?.text !== text) this.cache.set(name, { text, body: hull(points) });
    return this.cache.get(name).body;
  }

  toPixel(pane, p) {
    return new Sheet(this.views[pane], this.angles).at(p);
  }

  /** The point under a spot, at the depth of the middle of the selected shape. */
  toPoint(spot) {
    const from = middle(this.host.shape(this.host.selected), 3);
    const [x, y] = this.toPixel(0, from);
    return this.across(from, [spot[0] - x, spot[1] - y], this.views[0].scale).map((x) => round(x, 3));
  }

  /** A point moved by pixels in the plane of the picture. */
  across(p, [px, py], scale) {
    const { right, up } = eye(this.angles);
    return p.map((x, k) => x + (right[k] * px - up[k] * py) / scale);
  }

  grasp() {
    return { angles: this.angles };
  }

  drag(held, spot, pixels) {
    const { before, view, shape } = held;
    const fine = (x) => round(x, Math.min(Math.max(Math.ceil(Math.log10(view.scale)), 0), 12));
    const by = (sign) => this.across([0, 0, 0], pixels, view.scale).map((x) => fine(x * sign));
    switch (held.kind) {
      case "view":
        this.turn({ yaw: held.angles.yaw - pixels[0] / 130, pitch: held.angles.pitch + pixels[1] / 130 });
        this.angles = this.home;
        return this.host.redraw();
      case "shape":
        return this.host.change(shape, moved(before, by(1)));
      case "difference":
        return this.host.change("b", moved(before, by(-1)));
      case "grip": {
        const grip = grips(before).find(({ key }) => String(key) === String(held.key));
        if (!grip) return;
        const p = toWorld(before, grip.p);
        const d = by(1);
        return this.host.change(shape, gripped(before, held.key, toLocal(before, p.map((x, k) => x + d[k]))));
      }
      case "velocity":
        return this.host.aim(held.velocity.map((x, k) => fine(x + by(1)[k])));
      case "turn": {
        const { right, up } = eye(this.angles);
        const far = Math.hypot(...pixels);
        if (far < 1) return;
        const axis = right.map((x, k) => (x * pixels[1] + up[k] * pixels[0]) / far);
        return this.host.change(shape, turned(before, axis, far / 110));
      }
      case "size":
        return this.host.change(shape, { ...before, [held.key[0]]: fine(this.sized(held, spot)) });
    }
  }

  zoomed(view, _, scale) {
    return { ...view, scale, radius: (view.radius * view.scale) / scale };
  }
}

/** Between two sides, the shorter way around. */
function between(from, to, share) {
  const around = to.yaw - from.yaw;
  const turn = around - 2 * Math.PI * Math.round(around / (2 * Math.PI));
  return { yaw: from.yaw + share * turn, pitch: from.pitch + share * (to.pitch - from.pitch) };
}
