// Judges a search in exact arithmetic by the directions in which it asked, step by step. It knows nothing of the code that asked: after each
// vertex it finds the feature nearest the origin by trying all of them, and compares the next direction, or the end, with it.

const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0n);
const minus = (p, q) => p.map((x, k) => x - q[k]);
const negative = (p) => p.map((x) => -x);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const whole = (p) => p.map(BigInt);
const isZero = (p) => p.every((x) => x === 0n);
const determinant = (rows) => (rows.length === 2 ? rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0] : dot(rows[0], cross(rows[1], rows[2])));

/** A vector of floating-point numbers as whole numbers, times a power of two. */
function exact(vector) {
  let most = 0;
  const parts = vector.map((x) => {
    if (x === 0) return [0n, 0];
    const exponent = Math.floor(Math.log2(Math.abs(x))) - 53;
    // In two steps, as 2 to the power of −exponent may be too large.
    const half = Math.trunc(exponent / 2);
    return [BigInt(Math.round((x / 2 ** half) / 2 ** (exponent - half))), exponent];
  });
  const least = Math.min(...parts.map(([m, e]) => (m ? e : Infinity)));
  most = Number.isFinite(least) ? least : 0;
  return parts.map(([m, e]) => (m ? m << BigInt(e - most) : 0n));
}

/** The point nearest the origin in the affine hull of some points, times a whole number, with that number and the weights times it; or nothing. */
function foot(points) {
  const [a, ...others] = points;
  const sides = others.map((p) => minus(p, a));
  if (!sides.length) return { q: a, scale: 1n, weights: [1n] };
  if (sides.length === 1) {
    const [ab] = sides;
    const [scale, part] = [dot(ab, ab), -dot(a, ab)];
    return scale ? { q: a.map((x, k) => scale * x + part * ab[k]), scale, weights: [scale - part, part] } : null;
  }
  if (sides.length === a.length) {
    const scale = determinant(sides);
    const parts = sides.map((_, k) => determinant(sides.map((side, i) => (i === k ? negative(a) : side))));
    const sign = scale > 0n ? 1n : -1n;
    const weights = [scale - parts.reduce((sum, x) => sum + x, 0n), ...parts].map((x) => sign * x);
    return scale ? { q: a.map(() => 0n), scale: sign * scale, weights } : null;
  }
  const [ab, ac] = sides;
  const n = cross(ab, ac);
  const scale = dot(n, n);
  const [b, c] = [dot(n, cross(negative(a), ac)), dot(n, cross(ab, negative(a)))];
  return scale ? { q: n.map((x) => dot(n, a) * x), scale, weights: [scale - b - c, b, c] } : null;
}

/** The features of so many vertices, as lists of their numbers, the smallest first. */
const features = (count) => Array.from({ length: 2 ** count - 1 }, (_, k) => Array.from({ length: count }, (__, i) => i).filter((i) => ((k + 1) >> i) & 1))
  .sort((p, q) => p.length - q.length);

/** The feature of some points that is nearest the origin, with the fewest vertices. */
function nearest(points) {
  for (const chosen of features(points.length)) {
    const found = foot(chosen.map((k) => points[k]));
    if (found && found.weights.every((w) => w >= 0n) && points.every((p) => dot(found.q, p) * found.scale >= dot(found.q, found.q))) return { chosen, ...found };
  }
  throw new Error("some feature is nearest");
}

/** Directions perpendicular to a feature, towards the origin; of a face in space both, that towards the origin first. */
function perpendicular(points) {
  const found = foot(points);
  if (!found) return [0n];
  // Where the origin is on it, that is the zero vector.
  return negative(found.q);
}

/** Whether a direction is a positive multiple of another, up to rounding. */
function along(d, n) {
  const inner = dot(d, n);
  const rest = dot(d, d) * dot(n, n) - inner * inner;
  return inner > 0n && rest * 10n ** 14n <= inner * inner;
}

const FACES = ["WXY", "WYZ", "WZX"];
export const letters = (chosen) => {
  const name = chosen.map((k) => "WXYZ"[k]).join("");
  return name === "WXZ" ? "WZX" : name;
};
const named = (chosen, dim) => (chosen.length === dim + 1 ? "the inside" : `${["the vertex", "the edge", "the face"][chosen.length - 1]} ${letters(chosen)}`);

/** The faces at A of a tetrahedron that the origin is beyond. */
function beyond([a, b, c, d]) {
  return [[b, c, d], [c, d, b], [d, b, c]].flatMap(([p, q, rest], k) => {
    const n = cross(minus(p, a), minus(q, a));
    return dot(n, a) * dot(n, minus(rest, a)) > 0n ? [FACES[k]] : [];
  });
}

export class Wrong extends Error {
  constructor(name, sentence, more = {}) {
    super(sentence);
    Object.assign(this, { name, ...more });
  }
}

/** The name of the mistake that keeps one feature where another is nearest, or looks the wrong way. */
function mistake(points, right, d, dim) {
  const wanted = perpendicular(right.chosen.map((k) => points[k]));
  const faces = points.length === 4 ? beyond(points) : [];
  const told = `${named(right.chosen, dim)} is nearest the origin`;
  // Which feature's perpendicular it is; one with A first.
  const of = features(points.length).filter((chosen) => chosen[0] === 0 && chosen.length <= dim).find((chosen) => along(d, perpendicular(chosen.map((k) => points[k]))));
  if (along(negative(d), wanted)) {
    const isOld = points.length === 4;
    return new Wrong(isOld ? "wrong winding" : "normal away from the origin", `The next direction leads away from the origin, though ${told}.${isOld ? " The normals of a tetrahedron point outward only if the base was kept counter-clockwise, as seen from the origin." : ""}`, { kept: right.chosen });
  }
  if (of) {
    const what = `The next direction belongs to ${named(of, dim)}, but ${told}.`;
    // Which faces give this feature, if they are tested alone: such as the origin is beyond, and others.
    const alone = FACES.filter((face) => {
      const corners = [...face].map((name) => "WXYZ".indexOf(name));
      return points.length === 4 && corners.every((k) => k < points.length) && String(nearest(corners.map((k) => points[k])).chosen.map((i) => corners[i]).sort()) === String([...of].sort());
    });
    if (faces.length > 1 && alone.some((face) => faces.includes(face))) return new Wrong("one face tested alone", `${what} The origin is beyond ${faces.join(" and ")}.`, { kept: of });
    if (alone.length && !alone.some((face) => faces.includes(face))) {
      return new Wrong("wrong winding", `${what} That is the feature of ${alone[0]}, which the origin is not beyond. The normals of a tetrahedron point outward only if the base was kept counter-clockwise, as seen from the origin.`, { kept: of });
    }
    if (right.chosen.every((k) => of.includes(k))) return new Wrong("missing edge test", what, { kept: of });
    return new Wrong("not the nearest feature", what, { kept: of });
  }
  const flipped = features(points.length).filter((chosen) => chosen[0] === 0 && chosen.length === 3).find((chosen) => along(negative(d), perpendicular(chosen.map((k) => points[k]))));
  if (flipped && dim === 3) return new Wrong(points.length === 4 ? "wrong winding" : "normal away from the origin", `The next direction is the normal of ${named(flipped, dim)} that points away from the origin. There ${told}.`, { kept: flipped });
  return new Wrong("not perpendicular", `The next direction is not perpendicular to any feature that has W. There ${told}.`, { kept: null });
}

/** Whether the search may end here, and how: `apart`, `stuck` (W is no farther than what was kept), `inside`, or the origin is `on` a feature. Else with what it goes on. */
function outcome(kept, d, w, first) {
  const points = [w, ...kept];
  if (dot(w, d) < 0n) return { points, end: "apart" };
  if (!first && kept.some((p) => dot(w, d) <= dot(p, d))) return { points, end: "stuck" };
  const { chosen, q, scale } = nearest(points);
  const next = negative(q);
  if (isZero(q)) return { points, chosen, next, end: chosen.length === w.length + 1 ? "inside" : "on" };
  // What is as near, and on the same side, may be kept, too.
  const beside = points.map((_, k) => k).filter((k) => dot(q, points[k]) * scale === dot(q, q));
  const options = features(points.length).filter((f) => f.length <= w.length && chosen.every((k) => f.includes(k)) && f.every((k) => beside.includes(k)) && foot(f.map((k) => points[k])));
  return { points, chosen, next, options: options.map((f) => ({ kept: f.map((k) => points[k]), d: next })) };
}

/** What the page says about a wrong end, or about an end that was missed. */
const MISSED = {
  apart: ["the search goes on", "W is not as far along d as the origin, so d separates the shapes, and the search ends. It goes on."],
  stuck: ["duplicate vertex not seen", "W is no farther along d than what was kept, so the origin is on that, and the search ends. It goes on."],
  inside: ["missing end", "The origin is inside of all vertices, so the search ends, and the shapes intersect. It goes on."],
};
const DENIED = {
  apart: ["wrong verdict", "W is not as far along d as the origin: the shapes are apart. The answer is that they intersect."],
  stuck: ["touching called apart", "W is no farther along d than what was kept, and as far as the origin: the shapes have a point in common. The answer is that they do not."],
  inside: ["wrong verdict", "The origin is inside of all vertices: the shapes intersect. The answer is that they do not."],
  on: ["touching called apart", "The origin is on a feature of the simplex: the shapes intersect. The answer is that they do not."],
};

/**
 * Judges a search: `calls` are the directions in which it asked, and the vertex of each; `answer` is what it said, if it said something, or `failure`
 * why not. `pair` has the points. Returns the steps, with what is right in each; and of the first wrong one, which is the last, the mistake.
 */
export function judge({ dim, a, b }, calls, answer, failure) {
  const [as, bs] = [a.map(whole), b.map(whole)];
  const steps = [];
  const wrong = (name, sentence, more) => ({ steps, wrong: new Wrong(name, sentence, more) });
  let states = [];
  let isLoose = false;
  for (const [k, { direction, vertex }] of calls.entries()) {
    if (direction.length !== dim || !direction.every(Number.isFinite)) return wrong("a direction that is none", `Its coordinates are ${direction.join(", ") || "missing"}.`);
    const d = exact(direction);
    const w = minus(as[vertex[0]], bs[vertex[1]]);
    let ways = k ? states.flatMap(({ options }) => options.filter((option) => along(d, option.d))) : [{ kept: [], d }];
    // The second direction may be the opposite of the first. Then a line through vertices is kept that its ends may be nearer than.
    const isOpposite = k === 1 && along(d, negative(exact(calls[0].direction)));
    isLoose ||= isOpposite;
    if (isOpposite) ways = [...ways, { kept: states[0].points, d, first: true }];
    if (isLoose && k > 1 && k < 5) {
      ways = [...ways, ...states.flatMap(({ points }) => features(points.length).filter((f) => f[0] === 0 && f.length <= dim).map((f) => f.map((i) => points[i]))
        .filter((kept) => foot(kept) && along(d, perpendicular(kept))).map((kept) => ({ kept, d: perpendicular(kept) })))];
    }
    if (!ways.length) {
      const { points, chosen, next } = states[0];
      steps.at(-1).asked = d;
      return isZero(d) ? wrong("a zero direction", `The next direction is zero, though ${named(chosen, dim)} is nearest.`) : { steps, wrong: mistake(points, { chosen, next }, d, dim) };
    }
    const last = k === calls.length - 1;
    const found = ways.map(({ kept, d, first = false }) => outcome(kept, d, w, first));
    const [{ points, chosen = null, next = null, end = null }] = found;
    steps.push({ d, w, points, chosen, next, end });
    if (last && failure) return wrong(failure.name, failure.message);
    if (last && answer === true) {
      if (found.some(({ end }) => end && end !== "apart")) break;
      if (end === "apart") return wrong(...DENIED.apart);
      return wrong(points.length === dim + 1 ? (dim === 2 ? "missing edge test" : "missing face test") : "the search ends too early",
        `The answer is that the shapes intersect, but the origin is not inside: ${named(chosen, dim)} is nearest.`, { kept: points.map((_, i) => i) });
    }
    if (last && answer === false) {
      if (found.some(({ end }) => end === "apart")) break;
      if (end) return wrong(...DENIED[end]);
      if (dot(w, ways[0].d) === 0n) return wrong("touching called apart", "W is exactly as far along d as the origin. So nothing is known yet: the shapes may touch. (If directions are made unit vectors, rounding decides.)");
      return wrong("the search ends too early", "The answer is that the shapes are apart, but W passed the origin: nothing is known yet.");
    }
    if (!last) {
      // On a feature it may look on, perpendicular to that.
      if (found.some(({ end }) => end === "on")) {
        if (isZero(exact(calls[k + 1].direction.map((x) => (Number.isFinite(x) ? x : 1)))) && answer !== true) {
          return wrong("a zero direction", `The origin is on ${named(chosen, dim)}, so the shapes intersect. The next direction is zero, and tells nothing.`);
        }
        break;
      }
      states = found.filter(({ end }) => !end);
      if (!states.length && end === "inside" && dim === 3) return wrong("wrong winding", `${MISSED.inside[1]} The normals of a tetrahedron point outward only if the base was kept counter-clockwise, as seen from the origin.`);
      if (!states.length) return wrong(...MISSED[end]);
    }
  }
  if (failure) return wrong(failure.name, failure.message);
  if (answer !== true && answer !== false) return wrong("no answer", "The function returns neither true nor false.");
  if (answer !== intersect({ dim, a, b })) return wrong("wrong verdict", `The answer is that the shapes ${answer ? "intersect" : "are apart"}. Exactly they ${answer ? "are apart" : "intersect"}.`);
  return { steps, wrong: null };
}

/** Whether the hulls of some points intersect, by the definition: no plane through vertices of the difference separates them. */
export function intersect({ a, b, dim }) {
  // The nearest point of the difference, by the walk of P. Wolfe (1976), in fractions.
  const [as, bs] = [a.map(whole), b.map(whole)];
  const least = (q) => {
    const farthest = (points, sign) => points.reduce((best, p) => (sign * dot(p, q) < sign * dot(best, q) ? p : best));
    return minus(farthest(as, 1n), farthest(bs, -1n));
  };
  let simplex = [minus(as[0], bs[0])];
  for (;;) {
    const { q, scale } = nearest(simplex);
    if (isZero(q)) return true;
    const w = least(q);
    if (dot(q, w) * scale >= dot(q, q)) return false;
    const { chosen } = nearest([w, ...simplex].slice(0, dim + 2));
    simplex = chosen.map((k) => [w, ...simplex][k]);
  }
}
