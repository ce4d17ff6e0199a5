// From one step to the next: what moves goes there within a moment, and nothing moves where that is not wanted.

/** How long, in milliseconds. */
const MOMENT = 200;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** What moves: the simplex and the polytope, the directions, the half-planes. */
const MOVING = "polygon.simplex, line.simplex, .facet.chosen, path.direction, path.next, polygon.excluded, polygon.empty, .dot.newest";
const PLACES = { polygon: ["points"], line: ["x1", "y1", "x2", "y2"], path: ["d"], circle: ["cx", "cy"] };

/** What moves in some layers: by its kind, in the order in which it is drawn, where it is. */
function moving(layers) {
  const found = new Map();
  layers.forEach((layer, pane) => {
    for (const element of layer.querySelectorAll(MOVING)) {
      const kind = [pane, element.tagName, ...element.classList].join(" ").replace(/ (lit|off)\b/g, "");
      found.set(kind, [...(found.get(kind) ?? []), { element, at: PLACES[element.tagName].map((key) => element.getAttribute(key)) }]);
    }
  });
  return found;
}

const NUMBER = /-?\d+(\.\d+)?/g;

/** A place between two, as a text with numbers in it. Between polygons of different corners corners meet. */
function between(from, to, share) {
  const [p, q] = [from, to].map((text) => text.match(NUMBER).map(Number));
  if (p.length < 2 || !q.length) return to;
  let k = -1;
  return to.replace(NUMBER, () => {
    k += 1;
    const start = p[k < p.length ? k : p.length - 2 + (k % 2)];
    return String(Math.round((start + share * (q[k] - start)) * 100) / 100);
  });
}

/** Puts what moves between where it was and where it is now; what was not there appears. */
function put(layers, before, share) {
  for (const [kind, list] of moving(layers)) {
    list.forEach(({ element, at }, k) => {
      const was = before.get(kind)?.[k]?.at;
      if (!was) return element.setAttribute("opacity", share);
      PLACES[element.tagName].forEach((key, i) => element.setAttribute(key, between(was[i], at[i], share)));
    });
  }
}

/** One motion at a time. */
export class Passage {
  constructor() {
    this.waiting = null;
  }

  /**
   * Draws `frame(share)` with shares from 0 to 1, and moves in `layers` what was there before to where each of these drawings has
   * it. At once, where motion is not wanted.
   */
  run(layers, frame) {
    this.cancel();
    if (reduced.matches || document.hidden) return frame(1);
    const before = moving(layers);
    if (!before.size) return frame(1);
    const began = performance.now();
    const step = () => {
      const part = Math.min((performance.now() - began) / MOMENT, 1);
      this.waiting = part < 1 ? requestAnimationFrame(step) : null;
      // Slow at both ends.
      const share = part * part * (3 - 2 * part);
      frame(share);
      if (part < 1) put(layers, before, share);
    };
    step();
  }

  /** Something else is drawn now. */
  cancel() {
    cancelAnimationFrame(this.waiting);
    this.waiting = null;
  }
}
