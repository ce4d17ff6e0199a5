// Two panes in the plane. The library draws the pictures; here they are put on the page, and shapes are dragged.

import { Panes, spacing } from "./panes.js";
import { brief, point } from "./panel.js";
import { angle, atAngle, gripped, middle, moved, round, toLocal } from "./shapes.js";

export class Plane extends Panes {
  constructor(stages, host) {
    super(stages, host, 2);
  }

  /** Shows everything, with some room. */
  fit({ views }) {
    const sizes = this.size();
    this.placed = [false, false];
    this.views = views.map((view, pane) => {
      const [w, h] = sizes[pane];
      // The library draws both panes in one size.
      const scale = Math.min(w / view.size[0], h / view.size[1]) * view.scale;
      return { center: view.center, scale: Math.min(Math.max(scale, 1e-9), 1e12), size: [w, h] };
    });
  }

  paint({ drawings, trace, index, lit }) {
    const { show } = this.host;
    const step = trace.steps[index];
    [0, 1].forEach((pane) => {
      this.put(pane, { behind: this.paper(pane), drawing: drawings[pane] + (show.coordinates && step ? this.coordinates(pane, step) : "") });
    });
    this.light(lit);
    this.layer(0, "grips").innerHTML = this.handles(step);
  }

  /** The one half-plane that is pointed at, or all. */
  light(lit) {
    for (const half of this.stages[1].querySelectorAll("[data-k]")) {
      half.classList.toggle("off", lit === null ? !this.host.show.shading : Number(half.dataset.k) !== lit);
      half.classList.toggle("lit", Number(half.dataset.k) === lit);
    }
  }

  paper(pane) {
    const { grid, axes } = this.host.show;
    const { center, scale, size: [w, h] } = this.views[pane];
    const step = spacing(scale);
    let svg = "";
    const lines = (k, length) => {
      const [low, high] = [center[k] - length / 2 / scale, center[k] + length / 2 / scale];
      return Array.from({ length: Math.min(Math.floor(high / step) - Math.ceil(low / step) + 1, 100) }, (_, i) => (Math.ceil(low / step) + i) * step);
    };
    if (grid) {
      for (const x of lines(0, w)) svg += `<line class="grid" x1="${this.toPixel(pane, [x, 0])[0]}" y1="0" x2="${this.toPixel(pane, [x, 0])[0]}" y2="${h}"/>`;
      for (const y of lines(1, h)) svg += `<line class="grid" x1="0" y1="${this.toPixel(pane, [0, y])[1]}" x2="${w}" y2="${this.toPixel(pane, [0, y])[1]}"/>`;
    }
    if (axes) {
      const [x, y] = this.toPixel(pane, [0, 0]);
      svg += `<line class="axis" x1="0" y1="${y}" x2="${w}" y2="${y}"/><line class="axis" x1="${x}" y1="0" x2="${x}" y2="${h}"/>`;
      const [top, left] = [Math.min(Math.max(y, 0), h - 16), Math.min(Math.max(x, 0), w - 30)];
      for (const t of lines(0, w)) if (Math.abs(t) > step / 2) svg += `<text class="tick-name" x="${this.toPixel(pane, [t, 0])[0]}" y="${top + 13}">${brief(t)}</text>`;
      for (const t of lines(1, h)) if (Math.abs(t) > step / 2) svg += `<text class="tick-name y" x="${left + 4}" y="${this.toPixel(pane, [0, t])[1] + 4}">${brief(t)}</text>`;
    }
    return svg;
  }

  /** The coordinates of a step's vertices, beside them. */
  coordinates(pane, { newest, before, polytope }) {
    const corners = polytope?.facets.flat() ?? [];
    const points = pane === 0 ? [newest.a, newest.b, ...before.flatMap(({ a, b }) => [a, b])] : [newest.w, ...before.map(({ w }) => w), ...corners];
    const seen = new Set();
    const taken = [];
    const [w, h] = this.views[pane].size;
    let svg = "";
    for (const p of points) {
      const text = point(p);
      if (seen.has(text)) continue;
      seen.add(text);
      const [x, y] = this.toPixel(pane, p);
      const half = text.length * 3.2 + 2;
      const spots = [[0, 20], [0, -12], [half + 12, 4], [-half - 12, 4], [0, 34], [0, -26]].map(([dx, dy]) => [x + dx, y + dy]);
      const room = ([u, v]) => Math.min(0, u - half, w - u - half, v - 12, h - v - 4, ...taken.map((t) => Math.max(Math.abs(t[0] - u) - t[2] - half, Math.abs(t[1] - v) - 13)));
      const spot = spots.reduce((best, next) => (room(next) > room(best) + 0.5 ? next : best));
      taken.push([...spot, half]);
      svg += `<text class="coordinates" x="${spot[0].toFixed(1)}" y="${spot[1].toFixed(1)}">${text}</text>`;
    }
    return svg;
  }

  toPixel(pane, p) {
    const { center, scale, size } = this.views[pane];
    const limit = (x) => Math.round(Math.max(-1e5, Math.min(1e5, x)) * 10) / 10;
    return [limit(size[0] / 2 + (p[0] - center[0]) * scale), limit(size[1] / 2 - (p[1] - center[1]) * scale)];
  }

  toPoint([x, y], pane = 0) {
    const { center, scale, size } = this.views[pane];
    return [center[0] + (x - size[0] / 2) / scale, center[1] - (y - size[1] / 2) / scale].map((x) => this.snap(x));
  }

  drag(held, spot, [px, py]) {
    const { before, pane, view, shape } = held;
    const [dx, dy] = [px / view.scale, -py / view.scale];
    switch (held.kind) {
      case "view":
        this.place(pane, [view.center[0] - dx, view.center[1] - dy], Math.min(...view.size) / view.scale);
        return this.host.redraw();
      case "shape":
        return this.host.change(shape, moved(before, [dx, dy].map((x) => this.snap(x))));
      case "difference":
        return this.host.change("b", moved(before, [-dx, -dy].map((x) => this.snap(x))));
      case "grip":
        return this.host.change(shape, gripped(before, held.key, toLocal(before, this.toPoint(spot))));
      case "velocity":
        return this.host.aim(held.velocity.map((x, k) => this.snap(x + [dx, dy][k])));
      case "turn": {
        const [x, y] = this.toPixel(0, middle(before, 2));
        const at = ([u, v]) => Math.atan2(y - v, u - x);
        return this.host.change(shape, atAngle(before, angle(before) + at(spot) - at(held.spot)));
      }
      case "size":
        return this.host.change(shape, { ...before, [held.key[0]]: this.snap(this.sized(held, spot)) });
    }
  }

  /** Rounded to a tenth of a pixel. */
  snap(x) {
    return round(x, Math.min(Math.max(Math.ceil(Math.log10(this.views[0].scale * 10)), 0), 12));
  }

  zoomed(view, [x, y], scale) {
    const [u, v] = [x - view.size[0] / 2, view.size[1] / 2 - y];
    return { ...view, scale, center: [view.center[0] + u / view.scale - u / scale, view.center[1] + v / view.scale - v / scale] };
  }
}
