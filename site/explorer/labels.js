// Names in a picture are moved apart, so that none lies on another. What draws them knows roughly where there is room; here they are
// measured as they are on the page.

const NAMES = ".label, .region-name, .coordinates, .tick-name";
/** Which names keep their places, and which give way. */
const ORDER = ["vertex", "point", "name", "time", "label", "region-name", "coordinates", "tick-name"];
/** How far a name may be moved, in pixels. */
const FARTHEST = 76;
/** From here on a line leads back to where it was. */
const LED = 15;

/** Where a name can go: around its place, the nearest first. */
const AROUND = [[0, 0], ...Array.from({ length: FARTHEST / 4 }, (_, ring) => Array.from({ length: 16 }, (_, k) =>
  [Math.cos((k * Math.PI) / 8), Math.sin((k * Math.PI) / 8)].map((x) => Math.round(x * (ring + 1) * 40) / 10))).flat()];

const meet = ([x, y, w, h], [u, v, s, t]) => x < u + s && u < x + w && y < v + t && v < y + h;

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
  // So are arrows, along their way.
  for (const arrow of layer.querySelectorAll("path.direction, path.next")) {
    const [x, y, u, v] = arrow.getAttribute("d").match(/-?[\d.]+/g).map(Number);
    for (const part of [0.4, 0.6, 0.8, 1]) dots.push([x + part * (u - x) - 3, y + part * (v - y) - 3, 6, 6]);
  }
  const moves = spread(names.map(({ box }) => box), [w, h], dots);
  names.forEach(({ text, ring }, k) => {
    if (!moves[k]) {
      text.remove();
      ring?.remove();
    } else if (moves[k].some(Boolean)) shift(text, ring, moves[k]);
  });
}

/** How far each box (left, top, width, height) has to be moved, so that none meets another and all are inside; nothing, if there is no room. */
export function spread(boxes, [w, h], dots = []) {
  const taken = [];
  return boxes.map(([x, y, width, height]) => {
    const at = ([dx, dy]) => [x + dx, y + dy, width, height];
    const inside = ([x, y]) => x >= 1 && y >= 1 && x + width <= w - 1 && y + height <= h - 1;
    const free = (by) => inside(at(by)) && !taken.some((other) => meet(at(by), other));
    // Points are better seen, too; but names come first.
    const by = AROUND.find((by) => free(by) && !dots.some((dot) => meet(at(by), dot))) ?? AROUND.find(free) ?? null;
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
