// Two panes in space. Both have the same projection, and are drawn anew whenever something moves.

import { Panes, spacing } from "./panes.js";
import { around, differenceIn, extents, eye, facing, hull, Sheet, shapesIn, telling, turnedTo } from "./orbit.js";
import { gripped, grips, middle, moved, round, toLocal, toWorld, turned } from "./shapes.js";

export class Space extends Panes {
  constructor(stages, host) {
    super(stages, host, 3);
    this.angles = { yaw: 0.56, pitch: 0.4 };
    this.cache = new Map();
    this.last = null;
  }

  fit({ scene, traces: [trace] }) {
    const sizes = this.size();
    this.views = extents(scene, trace).map((points, pane) => around(points, sizes[pane]));
  }

  show({ scene, trace, index, lit }) {
    const { show } = this.host;
    const step = trace.steps[index];
    const solids = Object.fromEntries(["a", "b", "difference"].map((name) => [name, this.solid(name, scene[name])]));
    // While something is dragged, round shapes are drawn as outlines.
    const coarse = Boolean(this.held?.shape) && scene.difference.length > 60;
    const key = `${index} ${lit} ${trace.steps.length}`;
    if (step && key !== this.last && !this.held && show.turn) {
      const side = facing(step, lit ?? telling(step));
      if (side) this.angles = turnedTo(this.angles, side);
    }
    this.last = key;
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
        this.angles = { yaw: held.angles.yaw - pixels[0] / 130, pitch: Math.min(Math.max(held.angles.pitch + pixels[1] / 130, -1.5), 1.5) };
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
