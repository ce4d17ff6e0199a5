// What a wrong answer says of the mistake behind it: for each exercise, in their order, the usual mistakes. Nothing here says the answer.

const minus = (p, q) => p.map((x, k) => x - q[k]);
const plus = (p, q, t = 1) => p.map((x, k) => x + t * q[k]);
const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);
const times = (p, t) => p.map((x) => x * t);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const length = (p) => Math.hypot(...p);
const farthest = (list, d) => list.reduce((best, p) => (dot(p, d) > dot(best, d) ? p : best));
const brief = (x) => String(Math.round(x * 100) / 100).replace("-", "−");
const near = (x, y) => Math.abs(x - y) <= Math.max(0.0051, 0.005 * Math.abs(y));
const same = (p, q) => p.length === q.length && p.every((x, k) => near(x, q[k]));
const parallel = (p, q) => p.length === q.length && length(p) > 0 && length(q) > 0 && dot(p, q) > 0.9999 * length(p) * length(q);
/** The first hint whose mistake was made: a list of [what was answered by mistake, the hint]. */
const first = (wrong, mistakes, alike = Array.isArray(wrong) ? same : near) => mistakes.find(([mistaken]) => mistaken !== null && alike(wrong, mistaken))?.[1];
/** The numbers of a choice that is a point. */
const numbers = (text) => text.replaceAll("−", "-").match(/-?\d+(\.\d+)?/g).map(Number);

const SIGN = "Right, but for the sign. WO leads from W to the origin: it is −W.";
const TESTS = "Take the tests one after the other. Is the origin beyond an edge? Only if it is beyond none, the inside or the face is left.";
/** Of a simplex in space, by the name of a face: whether the origin is beyond it. */
function isBeyond([w, x, y, z], face) {
  const [p, q] = { WXY: [x, y], WYZ: [y, z], WZX: [z, x] }[face];
  return dot(cross(minus(p, w), minus(q, w)), w) < 0;
}
const foot = (p, q, o) => plus(p, minus(q, p), dot(minus(o, p), minus(q, p)) / dot(minus(q, p), minus(q, p)));

export const HINTS = [
  ({ half, other, center }, wrong) => {
    const gaps = center.map((x, k) => Math.max(0, Math.abs(x) - half[k] - other[k]));
    return first(wrong, [[length(center), "That is how far the centers are apart. Half the widths of both boxes come off."],
      [gaps[0] && gaps[1] ? gaps[0] + gaps[1] : null, "The gaps in width and in height are the legs of a right triangle. The distance is its longest side."],
      [length(center.map((x, k) => Math.max(0, Math.abs(x) - half[k]))), "That is how far the center of B is from A. B reaches half its width farther."],
      [length(center.map((x, k) => Math.max(0, Math.abs(x) - 2 * half[k] - 2 * other[k]))), "From its center a box reaches half of its width, not all of it."]]);
  },
  (_, wrong) => first(wrong, [[9, "There are nine differences of two vertices, but not all are corners of the hull."], [3, "The difference has edges of both triangles."],
    [6, "Two edges are parallel, with their outsides on the same side. They become one."], [5, "No two edges become one here: are they parallel, and are their outsides on the same side?"], [4, "Count the edges of A and those of −B. Only parallel ones become one."]]),
  ({ list, d }, text) => {
    const p = numbers(text);
    if (same(p, farthest(list, times(d, -1)))) return "That is the farthest along −d.";
    if (near(length(p), Math.max(...list.map(length)))) return "That is the farthest from the origin. Along d counts the product with d.";
    return `Its product with d is ${brief(dot(p, d))}. Another point has a larger one.`;
  },
  ({ a, b, d }, wrong) => {
    const [p, q] = [farthest(a, d), farthest(b, times(d, -1))];
    return first(wrong, [[minus(p, farthest(b, d)), "Of B the farthest point along −d counts."], [minus(q, p), "That is b − a. A comes first."], [plus(p, q), "It is a − b, not a + b."], [p, "That is the point of A. The one of B is still to be taken off."]]);
  },
  ({ center, radius, d }, wrong) => first(wrong, [[plus(center, d, radius), "d has to be brought to length 1 first: divide it by its length."], [plus(center, d, -radius / length(d)), "That is the farthest along −d."],
    [times(d, radius / length(d)), "That is measured from the center. Add where the center is."], [plus(center, d), "The step from the center is as long as the radius."]]),
  ({ list, d }) => `The farthest vertex along d decides. Its product with d is ${brief(dot(farthest(list, d), d))}, and the origin's is 0.`,
  ({ a, b }, text) => {
    const d = numbers(text);
    const [most, least] = [dot(farthest(a, d), d), dot(farthest(b, times(d, -1)), d)];
    if (dot(farthest(b, d), d) < dot(farthest(a, times(d, -1)), d)) return "It separates them the other way round: here A is farther along it than B.";
    return `Along it A comes to ${brief(most)}, and B begins at ${brief(least)} already.`;
  },
  ({ w }, text) => (same(numbers(text), w) ? "That leads away from the origin." : "That is perpendicular to W. From a single vertex one looks straight to the origin."),
  ({ kept: [p, q] }, wrong) => first(wrong, [[Math.min(length(p), length(q)), "That is the distance of the nearer vertex. Points of the edge between them are nearer."], [Math.max(length(p), length(q)), "That is the distance of the farther vertex."]]),
  ({ vertices: [w, x] }, wrong) => {
    const wx = minus(x, w);
    return first(wrong, [[dot([-wx[1], wx[0]], w), SIGN], [dot(wx, times(w, -1)), "That is WX · WO. WX⊥ is turned by a quarter to the left: (x, y) becomes (−y, x)."]]);
  },
  ({ vertices: [w, x] }, wrong) => {
    const [wx, wo] = [minus(x, w), times(w, -1)];
    const n = cross(cross(wx, wo), wx);
    return first(wrong, [[times(n, -1), "That leads away from the origin."], [cross(wx, wo), "That is perpendicular to WX and to WO. One more product with WX turns it towards the origin."], [wo, "That leads from W to the origin, but it is not perpendicular to the edge."]], parallel);
  },
  () => "Is the origin ahead of W along WX? That is the sign of WX · WO.",
  () => TESTS,
  ({ vertices: [w, x, y], edge }, wrong) => {
    const [side, other] = edge === "WX" ? [minus(x, w), minus(y, w)] : [minus(y, w), minus(x, w)];
    const left = [-side[1], side[0]];
    const out = dot(left, other) > 0 ? times(left, -1) : left;
    return first(wrong, [[dot(out, w), `Right, but for the sign. Either ${edge}⊥ is turned the wrong way, towards the third vertex, or W was taken for WO.`], [dot(side, times(w, -1)), `That is ${edge} · WO. ${edge}⊥ is turned by a quarter.`]]);
  },
  ({ vertices: [w, x, y] }, text) => {
    const [wx, wy, wo] = [minus(x, w), minus(y, w), minus(numbers(text), w)];
    const left = [-wx[1], wx[0]];
    return `There WX⊥ · WO is ${brief(dot(dot(left, wy) > 0 ? times(left, -1) : left, wo))}: not beyond.`;
  },
  ({ vertices: [w, x, y] }, wrong) => first(wrong, [[dot(cross(minus(x, w), minus(y, w)), w), "Right, but for the sign. WO is −W, and WX comes first in the cross product."], [dot(cross(x, y), w), "WX is X − W, and WY is Y − W."]]),
  () => "If WXY · WO is positive, WXY points to the origin, and from there W, X, Y turn counter-clockwise.",
  () => TESTS,
  ({ vertices }, text) => {
    const said = ["WXY", "WYZ", "WZX"].filter((face) => text.includes(face));
    const not = said.find((face) => !isBeyond(vertices, face));
    return not ? `It is not beyond ${not}: that product with WO is not positive.` : "It is beyond another one, too. Test all three.";
  },
  ({ vertices }, text) => {
    const face = ["WXY", "WYZ", "WZX"].find((name) => text.endsWith(name));
    if (text === "the inside" || (face && !isBeyond(vertices, face))) return text === "the inside" ? "Inside it would be beyond no face." : `The origin is not beyond ${face}.`;
    return "Which faces is it beyond? Then take the triangle's tests in that face; if there are two, the test of their shared edge says which one to look at.";
  },
  ({ vertices }, text) => (isBeyond(vertices, text.slice(-3)) ? "A larger product does not make a face nearer. The test of the shared edge decides." : "The origin is not beyond that face."),
  () => "On which side of the segment are the two other points? If all are on one side, nothing is beyond the segment.",
  ({ vertices: [w, x] }, wrong) => {
    const wx = minus(x, w);
    return first(wrong, [[1 + dot(w, wx) / dot(wx, wx), "That is the weight of W. The two add up to 1."], [-dot(w, wx), "Divide it by WX·WX."], [dot(w, wx) / dot(wx, wx), SIGN]]);
  },
  ({ p, q, c, s, t }, wrong) => {
    const square = dot(minus(q, p), minus(q, p));
    const part = Math.min(Math.max(dot(minus(c, p), minus(q, p)) / square, 0), 1);
    const core = length(minus(c, plus(p, minus(q, p), part)));
    return first(wrong, [[core, "That is the distance of the cores. Both radii come off."], [core - s, "The radius of the disc comes off, too."], [core - t, "The radius of the capsule comes off, too."]]);
  },
  ({ p, q, o }, wrong) => {
    const f = foot(p, q, o);
    return first(wrong, [[f, "That is the nearest point of the whole line. It is beyond the end of the segment."], [p, "That is an end. Is the foot of the perpendicular on the segment?"], [q, "That is an end. Is the foot of the perpendicular on the segment?"]]);
  },
  ({ half, other, center }, wrong) => {
    const ways = center.map((x, k) => half[k] + other[k] - Math.abs(x));
    return first(wrong, [[Math.max(...ways), "The other way out is shorter."], [length(ways), "They part when they are apart in one direction. The corner need not be left diagonally."], [ways[0] + ways[1], "They part when they are apart in one direction."]]);
  },
  (_, text, { choices }) => (choices.indexOf(text) < 2 ? "That edge is new, but another one is nearer. The distance of a segment counts." : "That edge was there before. Is one of the new edges nearer?"),
  ({ now, seen, border }, wrong) => first(wrong, [[now - seen, "From each edge of the horizon a new facet leads to the vertex."], [now + border, "The facets that it sees go."], [now - seen + 1, "More than one facet is new: one for each edge of the horizon."], [now + 2, "It is so for each vertex that sees a single one. Count here."]]),
  ({ a, d, v }, wrong) => first(wrong, [[dot(v, d) / dot(a, d), "The other way round: the distance divided by the speed."], [-dot(a, d) / dot(v, d), "Right, but for the sign."]]),
  ({ place }) => `The numbers of f32 near 10<sup>n</sup> are about 10<sup>n−7</sup> apart, those of f64 about 10<sup>n−16</sup>. Here n is ${Math.round(Math.log10(place))}.`,
  ({ list, n }, wrong) => first(wrong, [[farthest(list, times(n, -1)), "That is the farthest along −n."], [list.reduce((best, p) => (length(p) > length(best) ? p : best)), "That is the farthest from the origin. Along n counts the product with n."]]),
  () => "Compute n = PQ × PR and n·P. The origin is inside, so n points outward if n·P is positive.",
  ({ width, p, q }, wrong) => first(wrong, [[q, "That end is beyond the end of the reference edge."], [p, "That end is kept. The other one is cut."], [[width, p[1]], "Between its ends the height changes, too."], [[width, q[1]], "The height there is between those of the ends."]]),
  () => "There are two ways out of the tile: up by how deep it has sunk in, sideways by how far it reaches. The shorter one is taken.",
];

/** What a wrong answer to an exercise says of the mistake; nothing, if that is not known. */
export function hint(found, wrong) {
  const text = HINTS[found.index - 1](found.given, wrong, found);
  return text || null;
}
