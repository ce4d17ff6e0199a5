// A picture of each exercise, from its numbers. Nothing here needs a browser: the pages without script have them, too.

import { Pane, SIZE } from "./pictures.js";

const minus = (p, q) => p.map((x, k) => x - q[k]);
const plus = (p, q, t = 1) => p.map((x, k) => x + t * q[k]);
const unit = (p) => p.map((x) => x / (Math.hypot(...p) || 1));
const around = (center, half) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map((side) => center.map((x, k) => x + side[k] * half[k]));
/** A disc, or what is within a radius of a segment, as a polygon. */
const round = (p, q, radius) => {
  const along = Math.atan2(q[1] - p[1], q[0] - p[0]);
  return Array.from({ length: 48 }, (_, k) => {
    const angle = along - Math.PI / 2 + (k / 24) * Math.PI;
    return plus(k < 24 ? q : p, [Math.cos(angle), Math.sin(angle)], radius);
  });
};
/** In pixels: where a name is beside a place, and not on the arrow that begins there. */
const behind = (d) => [-15 * unit(d)[0], 5 + 15 * unit(d)[1]];
/** The corners of a hull, counter-clockwise (A. M. Andrew, 1979). */
const hull = (points) => {
  const sorted = points.toSorted(([a, b], [c, d]) => a - c || b - d);
  const half = (list) => list.reduce((kept, p) => {
    const turns = () => {
      const [u, v] = [minus(kept.at(-1), kept.at(-2)), minus(p, kept.at(-2))];
      return u[0] * v[1] - u[1] * v[0] > 0;
    };
    while (kept.length > 1 && !turns()) kept.pop();
    kept.push(p);
    return kept;
  }, []);
  return [...half(sorted).slice(0, -1), ...half(sorted.toReversed()).slice(0, -1)];
};

/** What is drawn: first where it is, then how. */
class Drawing {
  constructor() {
    Object.assign(this, { points: [], parts: [], arrows: [], angles: null });
  }

  part(points, draw) {
    this.points.push(...points);
    this.parts.push(draw);
    return this;
  }

  polygon(points, cls) {
    return this.part(points, (pane) => pane.polygon(points, cls));
  }

  line(p, q, cls) {
    return this.part([p, q], (pane) => pane.line(p, q, cls));
  }

  dots(points, cls) {
    return this.part(points, (pane) => points.forEach((p) => pane.dot(p, cls)));
  }

  name(p, words, cls = "label", by = [0, 0]) {
    return this.part([p], (pane) => pane.text(p, words, cls, by));
  }

  /** The vertices of a simplex, with their letters away from the middle, if there is one. */
  vertices(points, letters, alone = [15, -13]) {
    const middle = points[0].map((_, k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
    return this.part(points, (pane) => points.forEach((p, k) => {
      const away = unit(minus(pane.at(p), pane.at(middle)));
      pane.vertex(p, letters[k], away.some(Boolean) ? [17 * away[0], 17 * away[1]] : alone, letters[k] === "W" ? "newest" : "kept");
    }));
  }

  /** A direction, drawn from a place, as long as a fifth of the picture. */
  arrow(from, d, words) {
    this.arrows.push([from, d]);
    return this.part([from], (pane) => {
      const to = plus(from, unit(d), 62 / pane.scale);
      pane.arrow(from, to, "direction");
      pane.text(to, words, "label newest", [unit(d)[0] * 14, 5 - unit(d)[1] * 14]);
    });
  }

  /** With its name opposite to a direction that begins there. */
  origin(dim = 2, d = null) {
    const zero = Array(dim).fill(0);
    return this.part([zero], (pane) => pane.origin(zero, "0", d ? behind(d) : undefined));
  }

  svg(label) {
    const flat = this.angles ? new Pane(this.points[0].map(() => 0), 1, this.angles) : null;
    const points = flat ? this.points.map((p) => minus(flat.at(p), [SIZE[0] / 2, SIZE[1] / 2])) : this.points;
    const fit = (seen) => {
      const [low, high] = [Math.min, Math.max].map((best) => [0, 1].map((axis) => best(...seen.map((p) => p[axis]))));
      return { low, high, scale: Math.min(...[0, 1].map((axis) => (SIZE[axis] - 76) / Math.max(high[axis] - low[axis], 1e-3)), 60) };
    };
    // Arrows have a length in pixels: at the first scale they reach so far.
    const first = fit(points).scale;
    const { low, high, scale } = fit([...points, ...this.arrows.map(([from, d]) => plus(from, unit(d), 62 / first))]);
    const middle = [0, 1].map((axis) => (low[axis] + high[axis]) / 2);
    // In space a point whose picture is there: along the right of the picture, and along the vertical.
    const center = flat ? [middle[0] * Math.cos(this.angles[0]), -middle[0] * Math.sin(this.angles[0]), -middle[1] / Math.cos(this.angles[1])] : middle;
    const pane = new Pane(center, scale, this.angles);
    for (const part of this.parts) part(pane);
    return `<svg class="picture" viewBox="0 0 ${SIZE.join(" ")}" role="img" aria-label="${label}">${pane.svg}</svg>`;
  }
}

/** How each kind of numbers is drawn: the first whose names are all there. */
const KINDS = [
  [["half", "other", "center"], ({ half, other, center }) => new Drawing().polygon(around([0, 0], half), "shape a").polygon(around(center, other), "shape b").name([0, 0], "A", "label name a", [0, 5]).name(center, "B", "label name b", [0, 5])],
  [["a", "d", "v"], ({ a, d, v }) => new Drawing().origin(2, v).vertices([a], "W", [-17 * unit(d)[0], 17 * unit(d)[1]]).arrow(a, d, "d").part([], (pane) => {
    const [side, way] = [[-unit(d)[1], unit(d)[0]], unit(v)];
    pane.line(plus(a, side, 999 / pane.scale), plus(a, side, -999 / pane.scale), "end");
    pane.line([0, 0], plus([0, 0], unit(v), 999 / pane.scale), "next");
    pane.text(plus([0, 0], way, 50 / pane.scale), "v", "label", [14 * way[1], 5 + 14 * way[0]]);
  })],
  [["a", "b"], ({ a, b, d }) => {
    const middle = (list) => [0, 1].map((k) => (list[0][k] + list[1][k] + list[2][k]) / 3);
    const drawing = new Drawing().polygon(a, "shape a").polygon(b, "shape b").name(middle(a), "A", "label name a", d ? behind(d) : [0, 5]).name(middle(b), "B", "label name b", [0, 5]);
    return d ? drawing.arrow(middle(a), d, "d") : drawing;
  }],
  [["center", "radius", "d"], ({ center, radius, d }) => new Drawing().polygon(round(center, center, radius), "shape a").dots([center], "a").name(center, "c", "label", [-10, -8]).arrow(center, d, "d")],
  [["list", "n"], ({ list, n }) => new Drawing().polygon(hull(list), "shape difference").line(list[0], list[1], "simplex").dots(list, "kept").arrow([0, 0], n, "n").origin(2, n)],
  [["list", "d"], ({ list, d }) => (list.length === 3 ? new Drawing().polygon(list, "shape difference") : new Drawing().dots(list, "a")).arrow([0, 0], d, "d").origin(2, d)],
  [["w"], ({ w }) => new Drawing().vertices([w], "W").origin()],
  [["kept"], ({ kept }) => new Drawing().line(kept[0], kept[1], "simplex").vertices(kept, "WX").origin()],
  [["vertices"], ({ vertices, places }) => {
    const drawing = new Drawing();
    const dim = vertices[0].length;
    if (dim === 3) drawing.angles = [0.6, 0.45];
    if (vertices.length === 3) drawing.polygon(vertices, "simplex");
    vertices.forEach((p, k) => vertices.slice(k + 1).forEach((q) => drawing.line(p, q, "simplex")));
    drawing.vertices(vertices, "WXYZ");
    if (!places) return drawing.origin(dim);
    // Each name is above its dot, or below it where a vertex is near.
    return drawing.dots(places, "clip").part(places, (pane) => places.forEach((p) => {
      const isNear = vertices.some((q) => Math.abs(pane.at(q)[0] - pane.at(p)[0]) < 60 && pane.at(p)[1] - pane.at(q)[1] > -10 && pane.at(p)[1] - pane.at(q)[1] < 50);
      pane.text(p, `(${p.join(", ")})`.replaceAll("-", "−"), "label", [0, isNear ? 20 : -9]);
    }));
  }],
  [["p", "others", "q"], ({ p, q, others }) => new Drawing().polygon(hull([p, q, ...others]), "shape difference").line(p, q, "simplex").dots([p, q], "kept").origin()],
  [["p", "q", "c"], ({ p, q, c, s, t }) => new Drawing().polygon(round(p, q, s), "shape a").line(p, q, "simplex").polygon(round(c, c, t), "shape b").dots([c], "b")],
  [["p", "q", "o", "vertex"], ({ p, q, o, vertex }) => new Drawing().polygon([p, q, o], "simplex").line(p, q, "simplex chosen").vertices([vertex], "W").origin()],
  [["p", "q", "o"], ({ p, q, o }) => new Drawing().line(p, q, "simplex").dots([p, q], "kept").dots([o], "newest")],
  [["now"], ({ border }) => {
    const ring = Array.from({ length: border }, (_, k) => [Math.cos((2 * Math.PI * k) / border), Math.sin((2 * Math.PI * k) / border)]);
    return new Drawing().polygon(ring, "facet seen").part(ring, (pane) => ring.forEach((p, k) => pane.line(p, ring[(k + 1) % border], "horizon"))).vertices([[0, 0]], "W").name([0, -1], "the horizon", "label", [0, 24]);
  }],
  [["place", "gap"], () => new Drawing().polygon(around([-1.15, 0], [1, 1]), "shape a").polygon(around([1.15, 0], [1, 1]), "shape b").name([0, -1], "not to scale", "label", [0, 24])],
  [["p", "q", "s"], ({ p, q, s }) => Object.assign(new Drawing(), { angles: [0.6, 0.45] }).polygon([p, q, s], "simplex").vertices([p, q, s], "PQR").origin(3)],
  [["width"], ({ width, p, q }) => new Drawing().polygon([[0, -2], [width, -2], [width, 0], [0, 0]], "shape a").line(p, q, "simplex").dots([p, q], "kept").name(p, "P", "label", [-4, 20]).name(q, "Q", "label", [8, -8])],
  [["deep"], ({ deep, over }) => new Drawing().polygon([[-4, -2], [0, -2], [0, 0], [-4, 0]], "shape a").polygon([[0, -2], [4, -2], [4, 0], [0, 0]], "shape a").polygon(around([over - 1, 1 - deep], [1, 1]), "shape b").name([2, -1], "this tile", "label", [0, 5])],
];

export function drawing({ index, given }) {
  const [, draw] = KINDS.find(([names]) => names.every((name) => name in given));
  return draw(given).svg(`The picture of exercise ${index}`);
}
