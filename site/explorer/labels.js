// Moves the names in a picture apart, so that none lies on another, nor on a line if there is room beside it. What draws the picture puts
// each name roughly where it belongs; here names are measured as they are on the page.

const NAMES = ".label, .region-name, .coordinates, .tick-name";
/** Which names keep their places, and which give way. */
const ORDER = ["vertex", "point", "name", "time", "label", "region-name", "coordinates", "tick-name"];
/** How far a name may be moved, in pixels. */
const FARTHEST = 76;
/** How far it is moved to be off a line, unless it is the name of a part. */
const OFF_LINES = 44;
/** From here on a line leads back to where it was. */
const LED = 15;

/** Where a name can go: around its place, the nearest first. */
const AROUND = [[0, 0], ...Array.from({ length: FARTHEST / 4 }, (_, ring) => Array.from({ length: 16 }, (_, k) =>
  [Math.cos((k * Math.PI) / 8), Math.sin((k * Math.PI) / 8)].map((x) => Math.round(x * (ring + 1) * 40) / 10))).flat()];

const meet = ([x, y, w, h], [u, v, s, t]) => x < u + s && u < x + w && y < v + t && v < y + h;

/** What is drawn as lines; and the borders between parts of the plane, which the name of a part does not cross. */
const LINES = "line:not(.grid, .axis, .leader, .stem, .grasp), path:is(.direction, .next, .perpendicular, .end), polygon:is(.shape, .facet, .where), polyline";
const PARTS = ".end:not(.earlier), .border";

/** The segments of a line, an arrow or a polygon. */
function segments(element) {
  if (element.localName === "line") return [["x1", "y1", "x2", "y2"].map((key) => Number(element.getAttribute(key)))];
  const numbers = (element.getAttribute("points") ?? element.getAttribute("d")).match(/[A-Za-z]|-?[\d.]+(?:e-?\d+)?/g);
  const found = [];
  let [from, start] = [null, null];
  for (let at = 0; at < numbers.length;) {
    const begins = numbers[at] === "M";
    if (/[a-z]/i.test(numbers[at])) at += 1;
    if (at + 1 >= numbers.length) break;
    const to = [Number(numbers[at]), Number(numbers[at + 1])];
    if (from && !begins) found.push([...from, ...to]);
    if (begins || !from) start = to;
    from = to;
    at += 2;
  }
  if (element.localName === "polygon" && from) found.push([...from, ...start]);
  return found;
}

/** Whether a segment comes into a box. */
export function crosses([x, y, u, v], [left, top, width, height]) {
  let [from, to] = [0, 1];
  for (const [start, way, low, high] of [[x, u - x, left, left + width], [y, v - y, top, top + height]]) {
    if (Math.abs(way) < 1e-9) {
      if (start <= low || start >= high) return false;
      continue;
    }
    const [p, q] = [(low - start) / way, (high - start) / way];
    [from, to] = [Math.max(from, Math.min(p, q)), Math.min(to, Math.max(p, q))];
  }
  return from < to;
}

/** Whether two segments cross. */
function meets([a, b, c, d], [x, y, u, v]) {
  const side = (p, q, r, s, t, w) => (r - p) * (w - q) - (s - q) * (t - p);
  return side(a, b, c, d, x, y) * side(a, b, c, d, u, v) < 0 && side(x, y, u, v, a, b) * side(x, y, u, v, c, d) < 0;
}

/** The part of a name that is ink: without the room above and below the letters; with its ring, if it has one. */
function inked(text, ring) {
  const { x, y, width, height } = text.getBBox();
  if (!ring) return [x - 1, y + height * 0.16, width + 2, height * 0.7];
  const [u, v, r] = ["cx", "cy", "r"].map((key) => Number(ring.getAttribute(key)));
  return [u - r - 1, v - r - 1, 2 * r + 2, 2 * r + 2];
}

/** Moves the names of a layer of so many pixels. A name for which there is no room is left out. */
export function apart(layer, [w, h]) {
  const rank = ({ classList }) => ORDER.findIndex((name) => classList.contains(name));
  const names = [...layer.querySelectorAll(NAMES)].map((text) => {
    const ring = text.previousElementSibling?.classList.contains("ring") ? text.previousElementSibling : null;
    return { text, ring, rank: rank(text), box: inked(text, ring) };
  }).filter(({ box }) => box[2] > 2).sort((one, other) => one.rank - other.rank);
  const dots = [...layer.querySelectorAll("circle.dot")].map((dot) => {
    const [x, y, r] = ["cx", "cy", "r"].map((key) => Number(dot.getAttribute(key)));
    return [x - r, y - r, 2 * r, 2 * r];
  });
  for (const cross of layer.querySelectorAll("path.origin")) {
    const { x, y, width, height } = cross.getBBox();
    dots.push([x, y, width, height]);
  }
  const lines = [...layer.querySelectorAll(LINES)].flatMap(segments);
  const borders = [...layer.querySelectorAll(PARTS)].flatMap(segments);
  const moves = spread(names.map(({ box }) => box), [w, h], dots, lines, names.map(({ text }) => (text.matches(".region-name") ? borders : null)));
  names.forEach(({ text, ring }, k) => {
    if (!moves[k]) {
      text.remove();
      ring?.remove();
    } else if (moves[k].some(Boolean)) shift(text, ring, moves[k]);
  });
}

/**
 * How far each box (left, top, width, height) has to be moved, so that none meets another and all are inside; nothing, if there is no room.
 * Beside dots and lines is better, but not across the borders of the box.
 */
export function spread(boxes, [w, h], dots = [], lines = [], borders = []) {
  const taken = [];
  return boxes.map(([x, y, width, height], k) => {
    const at = ([dx, dy]) => [x + dx, y + dy, width, height];
    const inside = ([x, y]) => x >= 1 && y >= 1 && x + width <= w - 1 && y + height <= h - 1;
    const free = (by) => inside(at(by)) && !taken.some((other) => meet(at(by), other));
    const around = [x - FARTHEST, y - FARTHEST, width + 2 * FARTHEST, height + 2 * FARTHEST];
    const near = lines.filter((line) => crosses(line, around));
    const isClear = (by) => free(by) && !dots.some((dot) => meet(at(by), dot));
    const center = [x + width / 2, y + height / 2];
    const stays = (by) => !borders[k]?.some((border) => meets([...center, center[0] + by[0], center[1] + by[1]], border));
    const by = AROUND.find((by) => Math.hypot(...by) <= (borders[k] ? FARTHEST : OFF_LINES) && isClear(by) && stays(by) && !near.some((line) => crosses(line, at(by)))) ??
      AROUND.find(isClear) ?? AROUND.find(free) ?? null;
    if (by) taken.push(at(by));
    return by;
  });
}

function shift(text, ring, by) {
  const add = (element, key, d) => element.setAttribute(key, Math.round((Number(element.getAttribute(key)) + d) * 10) / 10);
  const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y")) - 5];
  [["x", "cx"], ["y", "cy"]].forEach(([key, center], k) => {
    add(text, key, by[k]);
    if (ring) add(ring, center, by[k]);
  });
  if (Math.hypot(...by) < LED || !text.matches(".label")) return;
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  line.setAttribute("class", "leader");
  Object.entries({ x1: x, y1: y, x2: x + by[0], y2: y + by[1] }).forEach(([key, value]) => line.setAttribute(key, value));
  (ring ?? text).before(line);
}
