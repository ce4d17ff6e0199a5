// What GJK knows when it comes to a simplex, and what code does that knows less.
//
// The vertices are W, the newest, and X, Y (in space also Z), which were kept; all relative to the origin.

const minus = (p, q) => p.map((x, k) => x - q[k]);
const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);
const negated = (p) => p.map((x) => -x);
export const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
export const left = ([x, y]) => [-y, x];

/** From what was kept to the side where it has the origin, if it winds as the library has it. */
export function upward([, b, c, d]) {
  return d ? cross(minus(c, b), minus(d, b)) : left(minus(c, b));
}

/** The sides of what was kept that the origin cannot be beyond, or less would have been kept: [name, a point, the outward normal]. */
function sides([, b, c, d]) {
  if (!d) return [["X", b, minus(b, c)], ["Y", c, minus(c, b)]];
  const n = upward([null, b, c, d]);
  return [["XY", b, c], ["YZ", c, d], ["ZX", d, b]].map(([name, p, q]) => [name, p, cross(minus(q, p), n)]);
}

/** The half-spaces, as a point and a normal into them, where the origin has to be for GJK to get here. */
export function allowed(vertices) {
  const [, b] = vertices;
  return [[b, upward(vertices)], ...sides(vertices).map(([, p, normal]) => [p, negated(normal)])];
}

/** Why GJK never gets to these vertices with the origin where it is; nothing, if it can. */
export function impossible(vertices) {
  const [a, b, , d] = vertices;
  const n = upward(vertices);
  const base = d ? "XYZ" : "XY";
  if (!n.some(Boolean)) return [`${base} is flat: its vertices would not all have been kept.`];
  const reasons = [];
  if (dot(n, negated(b)) < 0) {
    reasons.push(d ? "XYZ would wind the other way: with Y and Z exchanged. It is kept so that it turns counter-clockwise, seen from the origin." :
      "X and Y would be exchanged. XY is kept so that the origin is to the left of it, seen from X.");
  } else {
    if (dot(n, minus(a, b)) <= 0) reasons.push(`W is no farther towards the origin than ${base}, along which it was sought: the search would have ended.`);
  }
  for (const [name, p, normal] of sides(vertices)) {
    const beyond = dot(normal, negated(p));
    // On its border a vertex is kept alone, but not an edge.
    if (d ? beyond > 0 : beyond >= 0) reasons.push(d ? `The origin is beyond ${name} of the base: not all of XYZ would have been kept, but ${name} or a vertex of it.` :
      `${name} is nearer the origin than the rest of XY: it alone would have been kept.`);
  }
  return reasons;
}

/** Whether A came as far as the origin. If not, the shapes are apart, and only a search for their distance goes on from here. */
export const passed = (vertices) => dot(upward(vertices), vertices[0]) >= 0;

/**
 * The cases as they are often written: of the three faces at A the first is taken that has the origin beyond it, and nothing is asked of
 * the others.
 */
export function textbook([a, ...rest]) {
  const ao = negated(a);
  const spokes = rest.map((p) => minus(p, a));
  const faces = [["WXY", "WX", "WY"], ["WYZ", "WY", "WZ"], ["WZX", "WZ", "WX"]];
  for (const [i, [face, first, second]] of faces.entries()) {
    const [u, v] = [spokes[i], spokes[(i + 1) % 3]];
    const n = cross(u, v);
    if (dot(n, ao) <= 0) continue;
    if (dot(cross(u, n), ao) > 0) return dot(u, ao) > 0 ? first : "W";
    if (dot(cross(n, v), ao) > 0) return dot(v, ao) > 0 ? second : "W";
    return face;
  }
  return "WXYZ";
}

/** Where the origin is, as a test says it, from its name and sign. */
export function says(name, value) {
  const [, product, , face] = /^(\w+)(⊥)? · WO(?: in (\w+))?$/.exec(name);
  const not = value > 0 ? "" : "not ";
  if (product.length === 2 && !name.includes("⊥")) return `${not}ahead of W along ${product}`;
  return `${not}beyond ${product}${face ? ` in ${face}` : ""}`;
}
