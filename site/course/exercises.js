// The exercises of the guide. Numbers and placements follow from a seed; answers are the library's, which is asked about the same numbers.
// Nothing here needs a browser: site/course/answers prints them for lecturers.

/** Random numbers from a seed: Mulberry32. */
function generator(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low, high) => low + Math.floor(next() * (high - low + 1));
  const point = (dim, reach) => Array.from({ length: dim }, () => whole(-reach, reach));
  const pick = (list) => list[whole(0, list.length - 1)];
  const shuffled = (list) => list.map((item) => [next(), item]).sort(([x], [y]) => x - y).map(([, item]) => item);
  return { whole, point, pick, shuffled };
}

const minus = (p, q) => p.map((x, k) => x - q[k]);
const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);
const brief = (x) => String(Math.round(x * 1e4) / 1e4).replace("-", "−").replace(/^−0$/, "0");
const at = (p) => `(${p.map(brief).join(", ")})`;
const named = (points, letters = "WXYZ") => points.map((p, k) => `${letters[k]} = ${at(p)}`).join(", ");
const points = (list) => ({ type: "points", points: list });
const spot = (p) => ({ type: "point", at: p });
const box = (half, translation) => ({ type: "cuboid", half_extents: half, pose: { translation } });

/** The library, asked about an exercise. */
class Library {
  constructor(engine) {
    this.engine = engine;
  }

  traces(question, start = [], scalars = ["f64"]) {
    return this.engine.ask(question, start, scalars, [300, 300]);
  }

  trace(dim, query, a, b, more = {}, start = []) {
    return this.traces({ dim, query, a, b, ...more }, start).traces[0];
  }

  /** The first vertex along a direction. */
  first(a, b, d) {
    return this.trace(d.length, "intersect", a, b, {}, [d]).steps[0];
  }

  locate(...vertices) {
    return this.engine.locate(vertices);
  }
}

/** Three points of a triangle that is no sliver, counter-clockwise. */
function triangle(random, reach) {
  for (;;) {
    const [p, q, r] = [0, 1, 2].map(() => random.point(2, reach));
    const area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    if (Math.abs(area) >= reach) return area > 0 ? [p, q, r] : [p, r, q];
  }
}

const choice = (choices, answer, why) => ({ kind: "choice", choices, answer, why });
const number = (answer, why) => ({ kind: "number", answer, why });
const place = (answer, why, scaled = false) => ({ kind: "point", answer, why, scaled });
const valueOf = (located, name) => located.tests.find((test) => test.name === name)?.value;
const tests = (located) => [...new Set(located.tests.map(({ name, value }) => `${name} = ${brief(value)}`))].join(", ");
const KIND = { 1: "the vertex", 2: "the edge", 3: "the face" };
const feature = (name, whole) => (name.length === whole ? "the inside" : `${KIND[name.length]} ${[...name].sort().join("") === "WXZ" ? "WZX" : [...name].sort().join("")}`);
const FEATURES = {
  2: { 1: ["the vertex W", "the edge WX"], 2: ["the edge WX", "the edge WY", "the inside"] },
  3: { 2: ["the edge WX", "the edge WY", "the face WXY"], 3: ["the edge WX", "the edge WY", "the edge WZ", "the face WXY", "the face WYZ", "the face WZX", "the inside"] },
};

const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];

/** A simplex as GJK comes to it: kept is nearest the origin, wound as it is kept, W is farther towards the origin, and passed it. */
function reached(random, dim, count, reach) {
  for (;;) {
    const [a, ...kept] = Array.from({ length: count + 1 }, () => random.point(dim, reach));
    let n = kept[0].map((x) => -x);
    if (count === 2) {
      const bc = minus(kept[1], kept[0]);
      if (dot(bc, kept[0]) >= 0 || dot(bc, kept[1]) <= 0) continue;
      n = dim === 2 ? [-bc[1], bc[0]] : cross(cross(bc, n), bc);
      if (dot(n, kept[0]) >= 0) continue;
    }
    if (count === 3) {
      const [b, c, d] = kept;
      n = cross(minus(c, b), minus(d, b));
      if (dot(n, b) >= 0) continue;
      if ([[b, c], [c, d], [d, b]].some(([p, q]) => dot(cross(minus(q, p), n), p) <= 0)) continue;
    }
    if (dot(n, a) < 0 || !n.some(Boolean) || dot(n, minus(a, kept[0])) <= 0) continue;
    return [a, ...kept];
  }
}

/** Vertices that are reached and whose kind is the one wanted. The kind is drawn first, since some are rare; nothing if none is found. */
function reachedAs(random, library, dim, count, reach, kinds, kindOf) {
  const wanted = random.pick(kinds);
  for (let tries = 0; tries < 400; tries += 1) {
    const vertices = reached(random, dim, count, reach);
    const located = library.locate(...vertices);
    if (located.tests.every(({ value }) => value !== 0) && kindOf(located) === wanted) return { vertices, located };
  }
  return null;
}
const seenFaces = (located) => ["WXY", "WYZ", "WZX"].filter((face) => valueOf(located, `${face} · WO`) > 0);

/** All of them: chapter, how hard (1 to 3), and how it is made. What is made of unlucky numbers is nothing; then others are taken. */
export const EXERCISES = [
  ["difference", 1, (r, library) => {
    const [half, other] = [r.point(2, 1), r.point(2, 1)].map((p) => p.map((x) => x + 2));
    const center = r.pick([[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1]]).map((x, k) => x * (half[k] + other[k] + [3, 4][k]));
    const { answer } = library.trace(2, "distance", box(half, [0, 0]), box(other, center));
    return { given: { half, other, center }, ask: `<b class="name a">A</b> is a box ${2 * half[0]} wide and ${2 * half[1]} high, with its center at (0, 0); <b class="name b">B</b> is ${2 * other[0]} wide and ${2 * other[1]} high, with its center at ${at(center)}. How far is the origin from <b class="name a">A</b> − <b class="name b">B</b>?`,
      ...number(answer.separation, `The difference is ${2 * (half[0] + other[0])} wide and ${2 * (half[1] + other[1])} high, with its center at ${at(center.map((x) => -x))}. The distance is that of the boxes.`) };
  }],
  ["difference", 2, (r, library) => {
    const [a, b] = [triangle(r, 4), triangle(r, 4)];
    const { scene } = library.traces({ dim: 2, query: "intersect", a: points(a), b: points(b) });
    const turned = (p, q) => p[0] * q[1] - p[1] * q[0];
    const side = (list, k) => minus(list[(k + 1) % 3], list[k]);
    // Nearly parallel ones would be told apart by nobody.
    if (a.some((_, i) => b.some((_, j) => [1, 2].includes(Math.abs(turned(side(a, i), side(b, j))))))) return null;
    return { given: { a, b }, ask: `<b class="name a">A</b> is the triangle ${a.map(at).join(", ")}, <b class="name b">B</b> the triangle ${b.map(at).join(", ")}. How many vertices has their difference?`,
      ...number(scene.difference.length, "Each edge of A and each edge of −B is an edge of the difference; two that are parallel, with their outsides on the same side, make one.") };
  }],
  ["support", 1, (r, library) => {
    const list = Array.from({ length: 5 }, () => r.point(2, 6));
    const d = r.point(2, 3);
    const heights = list.map((p) => dot(p, d)).sort((x, y) => y - x);
    if (!d.some(Boolean) || heights[0] === heights[1]) return null;
    const { newest } = library.first(points(list), spot([0, 0]), d);
    return { given: { list, d }, ask: `Which of the points ${list.map(at).join(", ")} is farthest along d = ${at(d)}?`, ...choice(list.map(at), at(newest.a), `The products with d are ${list.map((p) => brief(dot(p, d))).join(", ")}.`) };
  }],
  ["support", 2, (r, library) => {
    const [a, b] = [triangle(r, 5), triangle(r, 5)];
    const d = r.point(2, 2);
    const tie = (list) => { const h = list.map((p) => dot(p, d)).sort((x, y) => y - x); return h[0] === h[1] || h[1] === h[2]; };
    if (!d.some(Boolean) || tie(a) || tie(b)) return null;
    const { newest } = library.first(points(a), points(b), d);
    return { given: { a, b, d }, ask: `<b class="name a">A</b> is the triangle ${a.map(at).join(", ")}, <b class="name b">B</b> the triangle ${b.map(at).join(", ")}. Which point of the difference is farthest along d = ${at(d)}?`,
      ...place(newest.w, `The farthest point of A along d is ${at(newest.a)}, that of B along −d is ${at(newest.b)}.`) };
  }],
  ["support", 2, (r, library) => {
    const [center, radius] = [r.point(2, 5), 5 * r.whole(1, 3)];
    const d = r.pick([[3, 4], [4, 3], [-3, 4], [4, -3], [-4, -3], [3, -4], [0, 1], [-1, 0]]);
    const { answer } = library.trace(2, "distance", { type: "ball", radius, pose: { translation: center } }, spot(center.map((x, k) => x + 100 * d[k])));
    return { given: { center, radius, d }, ask: `A disc has its center at ${at(center)} and the radius ${radius}. Which of its points is farthest along d = ${at(d)}?`,
      ...place(answer.points[0], "It is c + r d/|d|: the witness point of the disc for a point far away along d.") };
  }],
  ["early", 1, (r, library) => {
    const shift = r.point(2, 6);
    const list = triangle(r, 4).map((p) => p.map((x, k) => x + shift[k]));
    const d = r.point(2, 3);
    const most = Math.max(...list.map((p) => dot(p, d)));
    if (!d.some(Boolean) || most === 0) return null;
    const { stop, newest } = library.first(points(list), spot([0, 0]), d);
    const choices = ["the shapes are apart", "nothing yet: W passed the origin"];
    return { given: { list, d }, ask: `The difference of two shapes is the triangle ${list.map(at).join(", ")}. What is known after the first evaluation, along d = ${at(d)}?`, ...choice(choices, choices[stop === "separated" ? 0 : 1], `W = ${at(newest.w)}, and W·d = ${brief(dot(newest.w, d))}.`) };
  }],
  ["early", 2, (r, library) => {
    const [a, b] = [triangle(r, 3), triangle(r, 3).map((p) => [p[0] + r.pick([-5, 5]), p[1] + r.whole(-3, 3)])];
    const ways = r.shuffled([[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1]]);
    // So that the library is not asked in vain.
    const gap = (d) => Math.min(...b.map((p) => dot(p, d))) - Math.max(...a.map((p) => dot(p, d)));
    const chosen = r.shuffled([...ways.filter((d) => gap(d) > 0).slice(0, 1), ...ways.filter((d) => gap(d) <= 0).slice(0, 3)]);
    if (chosen.length < 4 || chosen.every((d) => gap(d) <= 0)) return null;
    const good = chosen.filter((d) => library.first(points(a), points(b), d).stop === "separated");
    if (good.length !== 1) return null;
    const choices = chosen.map(at);
    return { given: { a, b }, ask: `<b class="name a">A</b> is the triangle ${a.map(at).join(", ")}, <b class="name b">B</b> is the triangle ${b.map(at).join(", ")}. Which direction is a separating axis, with <b class="name b">B</b> farther along it than <b class="name a">A</b>?`,
      ...choice(choices, at(good[0]), `Along it all of A comes to at most ${brief(Math.max(...a.map((p) => dot(p, good[0]))))}, and B begins at ${brief(Math.min(...b.map((p) => dot(p, good[0]))))}.`) };
  }],
  ["loop", 1, (r, library) => {
    const [a, b] = [triangle(r, 5), triangle(r, 5)];
    const { steps: [{ newest, towards, stop }] } = library.trace(2, "intersect", points(a), points(b), {}, [[1, 0]]);
    if (stop || !newest.w.every(Boolean) || Math.abs(newest.w[0]) === Math.abs(newest.w[1])) return null;
    const [x, y] = newest.w;
    return { given: { w: newest.w }, ask: `The first vertex is W = ${at([x, y])}. Along which direction is the next one sought?`, ...choice(r.shuffled([[-x, -y], [x, y], [-y, x], [y, -x]]).map(at), at(towards.map((t) => (t * Math.abs(x)) / Math.abs(towards[0]))), "From W towards the origin: WO = −W.") };
  }],
  ["loop", 2, (r, library) => {
    const [a, b] = [triangle(r, 5), triangle(r, 5)];
    const { steps } = library.trace(2, "intersect", points(a), points(b), {}, [[1, 0]]);
    const [first, second] = steps;
    if (!second || second.stop || second.region !== "edge WX") return null;
    const kept = [second.newest.w, first.newest.w];
    const { answer } = library.trace(2, "distance", points(kept), spot([0, 0]));
    if (!(answer.separation > 0.2)) return null;
    return { given: { kept }, ask: `The first vertex was ${at(kept[1])}, the second one is ${at(kept[0])}. How far is the origin from what is kept now?`, ...number(answer.separation, "The edge between them is nearest, by both facts: it is the distance of the origin from its line.") };
  }],
  ["two", 1, (r, library) => {
    const vertices = reached(r, 2, 1, 6);
    const value = valueOf(library.locate(...vertices), "WX⊥ · WO");
    if (!value) return null;
    return { given: { vertices }, ask: `${named(vertices)}. Compute WX⊥ · WO, with WX⊥ the vector WX turned to the left.`, ...number(value, `${value > 0 ? "Positive: the origin is to the left of WX" : "Negative: the origin is to the right of WX"}.`) };
  }],
  ["two", 2, (r, library) => {
    const vertices = reached(r, 3, 1, 3);
    const { towards, region } = library.locate(...vertices);
    if (region !== "WX" || !towards.some(Boolean) || !dot(cross(vertices[0], vertices[1]), cross(vertices[0], vertices[1]))) return null;
    return { given: { vertices }, ask: `In space ${named(vertices)}. In which direction is the next vertex sought? (Any length will do.)`, ...place(towards, "(WX × WO) × WX: perpendicular to WX, towards the origin.", true) };
  }],
  ["two", 2, (r, library) => {
    const vertices = [r.point(2, 6), r.point(2, 6)];
    const ab = minus(vertices[1], vertices[0]);
    const [first, last] = [-dot(ab, vertices[0]), dot(ab, vertices[1])];
    // X is not nearest.
    if (first === 0 || last <= 0 || !ab.some(Boolean) || cross([...ab, 0], [...vertices[0], 0])[2] === 0) return null;
    const { region } = library.locate(...vertices);
    return { given: { vertices }, ask: `The distance is sought: W may not have passed the origin. ${named(vertices)}. Which feature is nearest?`, ...choice(FEATURES[2][1], feature(region, 3), `WX · WO = ${brief(first)}: the origin is ${first > 0 ? "" : "not "}ahead of W along WX.`) };
  }],
  ["three", 1, (r, library) => {
    const found = reachedAs(r, library, 2, 2, 6, ["WX", "WY", "WXY"], ({ region }) => region);
    if (!found) return null;
    const { vertices, located } = found;
    return { given: { vertices }, ask: `${named(vertices)}; XY was kept. Which feature is nearest?`, ...choice(FEATURES[2][2], feature(located.region, 3), `${tests(located)}.`) };
  }],
  ["three", 1, (r, library) => {
    const vertices = reached(r, 2, 2, 5);
    const edge = r.pick(["WX", "WY"]);
    const value = valueOf(library.locate(...vertices), `${edge}⊥ · WO`);
    if (!value) return null;
    return { given: { vertices, edge }, ask: `${named(vertices)}. Compute ${edge}⊥ · WO, with ${edge}⊥ the vector ${edge} turned by a quarter, away from ${edge === "WX" ? "Y" : "X"}.`, ...number(value, `${value > 0 ? "Positive: beyond" : "Negative: not beyond"} ${edge}.`) };
  }],
  ["three", 2, (r, library) => {
    const vertices = triangle(r, 5);
    const places = Array.from({ length: 4 }, () => r.point(2, 6));
    const beyond = places.map((o) => valueOf(library.locate(...vertices.map((p) => minus(p, o))), "WX⊥ · WO"));
    if (beyond.some((value) => !value) || beyond.filter((value) => value > 0).length !== 1 || new Set(places.map(String)).size < 4) return null;
    return { given: { vertices, places }, ask: `${named(vertices)}. For which place of the origin is it beyond WX?`, ...choice(places.map(at), at(places[beyond.findIndex((value) => value > 0)]), `WX⊥ · WO is ${beyond.map(brief).join(", ")} for the four.`) };
  }],
  ["triangle-in-space", 1, (r, library) => {
    const vertices = reached(r, 3, 2, 3);
    const value = valueOf(library.locate(...vertices), "WXY · WO");
    if (!value) return null;
    return { given: { vertices }, ask: `${named(vertices)}. Compute WXY · WO, with WXY = WX × WY.`, ...number(value, value > 0 ? "Positive: the origin is on the side that WXY points to." : "Negative: the origin is on the other side.") };
  }],
  ["triangle-in-space", 2, (r, library) => {
    const vertices = reached(r, 3, 2, 4);
    const located = library.locate(...vertices);
    const value = valueOf(located, "WXY · WO");
    if (!value || located.region.length !== 3) return null;
    const choices = ["W, X, Y", "W, Y, X"];
    return { given: { vertices }, ask: `${named(vertices)}, and the face is nearest. In which order is it counter-clockwise, as seen from the origin?`, ...choice(choices, choices[value > 0 ? 0 : 1], `WXY · WO = ${brief(value)}.`) };
  }],
  ["triangle-in-space", 3, (r, library) => {
    const vertices = reached(r, 3, 2, 4);
    const located = library.locate(...vertices);
    if (located.tests.some(({ value }) => value === 0)) return null;
    return { given: { vertices }, ask: `${named(vertices)}; XY was kept. Which feature is nearest?`, ...choice(FEATURES[3][2], feature(located.region, 4), `${tests(located)}.`) };
  }],
  ["four", 2, (r, library) => {
    const found = reachedAs(r, library, 3, 3, 4, [0, 1, 2], (located) => seenFaces(located).length);
    if (!found) return null;
    const { vertices, located } = found;
    const right = seenFaces(located);
    const choices = ["none", "WXY", "WYZ", "WZX", "WXY and WYZ", "WYZ and WZX", "WXY and WZX"];
    return { given: { vertices }, ask: `${named(vertices)}; XYZ was kept. Which faces is the origin beyond?`, ...choice(choices, right.join(" and ") || "none", `${tests(located)}.`) };
  }],
  ["four", 2, (r, library) => {
    const kindOf = (located) => (located.region.length === 3 && seenFaces(located).length === 2 ? "one of two" : located.region.length);
    const found = reachedAs(r, library, 3, 3, 4, [2, 3, 4, "one of two"], kindOf);
    if (!found) return null;
    const { vertices, located } = found;
    return { given: { vertices }, ask: `${named(vertices)}; XYZ was kept. Which feature is nearest?`, ...choice(FEATURES[3][3], feature(located.region, 4), `${tests(located)}.`) };
  }],
  ["four", 3, (r, library) => {
    // To take the face with the larger product is right in half of them, and no more.
    const kindOf = (located) => {
      const seen = seenFaces(located);
      if (seen.length !== 2 || located.region.length !== 3) return "";
      const [one, other] = seen.map((face) => valueOf(located, `${face} · WO`));
      return one === other ? "" : String(located.region === seen[Number(other > one)]);
    };
    const found = reachedAs(r, library, 3, 3, 4, ["true", "false"], kindOf);
    if (!found) return null;
    const { vertices, located } = found;
    return { given: { vertices }, ask: `${named(vertices)}. The origin is beyond ${seenFaces(located).join(" and ")}. Which face is nearest?`, ...choice(["the face WXY", "the face WYZ", "the face WZX"], feature(located.region, 4), `${tests(located)}.`) };
  }],
  ["touching", 2, (r, library) => {
    const [p, others] = [r.point(2, 3), [r.point(2, 5), r.point(2, 5)]];
    const q = p.map((x) => -x * r.whole(1, 2));
    const sides = others.map((o) => p[0] * o[1] - p[1] * o[0]);
    if (q.some((x, k) => x * p[1 - k] !== q[1 - k] * p[k]) || !sides.every(Boolean)) return null;
    const { answer } = library.trace(2, "intersect", points([p, q, ...others]), spot([0, 0]));
    const choices = ["they touch", "they overlap"];
    return { given: { p, q, others }, ask: `The difference of two shapes is the hull of ${[p, q, ...others].map(at).join(", ")}. The origin was found on the segment from ${at(p)} to ${at(q)}. Do the shapes only touch?`, ...choice(choices, choices[answer.verdict === "touching" ? 0 : 1], `Along the perpendicular of the segment the other two are at ${sides.map(brief).join(" and ")}: ${sides[0] * sides[1] > 0 ? "nothing is beyond it on one side" : "there are some on both sides"}.`) };
  }],
  ["distance", 1, (r, library) => {
    const vertices = [r.point(2, 6), r.point(2, 6)];
    const ab = minus(vertices[1], vertices[0]);
    const square = dot(ab, ab);
    const part = -dot(ab, vertices[0]);
    if (!square || part <= 0 || part >= square || cross([...ab, 0], [...vertices[0], 0])[2] === 0) return null;
    const { answer } = library.trace(2, "distance", points(vertices), spot([0, 0]));
    const weight = dot(minus(answer.points[0], vertices[0]), ab) / square;
    return { given: { vertices }, ask: `The edge from ${named(vertices).replace(", X", " to X")} is kept. What is the weight of X in its point nearest the origin?`, ...number(weight, `WX·WO/WX·WX = ${brief(part)}/${brief(square)}.`) };
  }],
  ["distance", 2, (r, library) => {
    const [p, q, c] = [r.point(2, 6), r.point(2, 6), r.point(2, 8)];
    const [s, t] = [r.whole(1, 3) / 2, r.whole(1, 3) / 2];
    if (!minus(p, q).some(Boolean)) return null;
    const capsule = { type: "capsule", a: p, b: q, radius: s };
    const { answer } = library.trace(2, "distance", capsule, { type: "ball", radius: t, pose: { translation: c } });
    if (!(answer.separation > 0.3)) return null;
    return { given: { p, q, c, s, t }, ask: `A capsule has the core from ${at(p)} to ${at(q)} and the radius ${brief(s)}; a disc has its center at ${at(c)} and the radius ${brief(t)}. How far are they apart?`, ...number(answer.separation, `The cores are ${brief(answer.separation + s + t)} apart; the margins are subtracted.`) };
  }],
  ["distance", 2, (r, library) => {
    const [p, q, o] = [r.point(2, 6), r.point(2, 6), r.point(2, 6)];
    const { answer } = library.trace(2, "distance", points([p, q]), spot(o));
    if (!minus(p, q).some(Boolean) || !(answer.separation > 0.3)) return null;
    return { given: { p, q, o }, ask: `Which point of the segment from ${at(p)} to ${at(q)} is nearest to ${at(o)}?`, ...place(answer.points[0], `It is ${brief(answer.separation)} away.`) };
  }],
  ["depth", 1, (r, library) => {
    const [half, other] = [r.point(2, 1), r.point(2, 1)].map((p) => p.map((x) => x + 3));
    const center = [0, 1].map((k) => r.pick([-1, 1]) * r.whole(1, half[k] + other[k] - 1));
    const ways = [0, 1].map((k) => half[k] + other[k] - Math.abs(center[k]));
    if (ways[0] === ways[1]) return null;
    const { answer } = library.trace(2, "contact", box(half, [0, 0]), box(other, center));
    return { given: { half, other, center }, ask: `A box is ${2 * half[0]} wide and ${2 * half[1]} high, with its center at (0, 0), another ${2 * other[0]} wide and ${2 * other[1]} high, with its center at ${at(center)}. How deep do they overlap?`, ...number(-answer.separation, `They overlap by ${ways[0]} in width and by ${ways[1]} in height; the shorter way out is the depth.`) };
  }],
  ["depth", 2, (r, library) => {
    const list = triangle(r, 6);
    const far = (p, q) => library.trace(2, "distance", points([p, q]), spot([0, 0])).answer.separation;
    const turned = (p, q, o) => (q[0] - p[0]) * (o[1] - p[1]) - (q[1] - p[1]) * (o[0] - p[0]);
    const sides = [0, 1, 2].map((k) => [list[k], list[(k + 1) % 3], list[(k + 2) % 3]]);
    if (sides.some(([p, q]) => turned(p, q, [0, 0]) <= 0)) return null;
    const [p, q, o] = sides.sort(([a, b], [c, d]) => far(a, b) - far(c, d))[0];
    // Beyond the nearest edge alone, so that all four are corners.
    const vertex = Array.from({ length: 40 }, () => r.point(2, 8)).find((v) => turned(p, q, v) < 0 && turned(q, o, v) > 0 && turned(o, p, v) > 0);
    if (!vertex) return null;
    const edges = [[p, vertex], [vertex, q], [q, o], [o, p]];
    const distances = edges.map(([a, b]) => far(a, b));
    const sorted = distances.toSorted((x, y) => x - y);
    if (sorted[1] - sorted[0] < 0.05 || far(p, q) > Math.min(far(q, o), far(o, p)) - 0.05) return null;
    const choices = edges.map(([a, b]) => `from ${at(a)} to ${at(b)}`);
    return { given: { p, q, o, vertex }, ask: `A polygon that is grown is the triangle ${[p, q, o].map(at).join(", ")}, and its nearest edge is that ${`from ${at(p)} to ${at(q)}`}. Beyond it W = ${at(vertex)} is found. Which edge is nearest now?`, ...choice(choices, choices[distances.indexOf(sorted[0])], `The edge is replaced by two to W. The four are ${distances.map(brief).join(", ")} from the origin.`) };
  }],
  ["depth", 3, (r, library) => {
    const list = Array.from({ length: 30 }, () => r.point(3, 9));
    const { steps } = library.trace(3, "contact", points(list), spot([0, 0, 0]));
    const grown = steps.filter(({ phase, polytope }) => phase === "expansion" && polytope);
    if (grown.length < 3) return null;
    const k = r.whole(Math.floor(grown.length / 3), grown.length - 2);
    const [now, next] = [grown[k].polytope.facets, grown[k + 1].polytope.facets];
    const key = (facet) => facet.map(String).sort().join(" ");
    const has = new Set(next.map(key));
    const seen = now.filter((facet) => !has.has(key(facet))).length;
    const border = next.length - now.length + seen;
    if (seen < 1 || next.length <= now.length || border < 3) return null;
    return { given: { now: now.length, seen, border }, ask: `A polytope in space has ${now.length} facets, all triangles. The new vertex sees ${seen} of them, and the horizon has ${border} edges. How many facets has the next polytope?`, ...number(next.length, `${now.length} − ${seen} + ${border}.`) };
  }],
  ["casts", 2, (r, library) => {
    const [a, d, v] = [r.point(2, 6), r.point(2, 3), r.point(2, 3)];
    if (!(dot(a, d) < 0) || !(dot(v, d) < 0)) return null;
    // The line through A as a long segment, which the ray has to meet.
    const ends = [-100, 100].map((t) => [a[0] - t * d[1], a[1] + t * d[0]]);
    const { answer } = library.trace(2, "shapecast", points(ends), spot([0, 0]), { velocity_b: v });
    if (!answer.toi) return null;
    return { given: { a, d, v }, ask: `W = ${at(a)} is farthest along d = ${at(d)}, and <b class="name b">B</b> moves with v = ${at(v)}. Up to which time is the ray clipped?`, ...number(answer.toi, `W·d / v·d = ${brief(dot(a, d))}/${brief(dot(v, d))}.`) };
  }],
  ["rounding", 2, (r, library) => {
    const [big, small] = [r.whole(0, 6), r.whole(2, 14)];
    const [place, gap] = [10 ** big, 10 ** -small];
    const square = (x) => points([[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]]);
    const other = points([[place - 1, 0], [place, 0], [place, 1], [place - 1, 1]]);
    const { traces } = library.traces({ dim: 2, query: "intersect", a: other, b: square(place + gap) }, [], ["f32", "f64"]);
    const [single, double] = traces.map(({ answer }) => !answer.intersects);
    if (single && !double) return null;
    // Not near the border between the two.
    const near = (epsilon) => Math.abs(Math.log10(gap / (place * epsilon))) < 0.8;
    if (near(2 ** -24) || near(2 ** -53)) return null;
    const choices = ["f32 and f64", "f64 only", "neither"];
    return { given: { place, gap }, ask: `Two squares are 10<sup>−${small}</sup> apart, and at the gap x is near 10<sup>${big}</sup>. Which arithmetic can tell that they are apart?`, ...choice(choices, choices[single ? 0 : double ? 1 : 2], `Numbers near 10<sup>${big}</sup> are about ${(place * 2 ** -23).toExponential(0)} apart in f32, and ${(place * 2 ** -52).toExponential(0)} in f64.`.replace(/e([+-]\d+)/g, (_, power) => `·10<sup>${Number(power)}</sup>`.replace("-", "−"))) };
  }],
  ["starting", 2, (r, library) => {
    const p = r.point(2, 4);
    const q = p.map((x) => -x * r.whole(1, 2));
    const list = [p, q, ...Array.from({ length: 4 }, () => r.point(2, 6))];
    const n = [p[1], -p[0]];
    const heights = list.map((o) => dot(o, n)).sort((x, y) => y - x);
    if (!p.some(Boolean) || heights[0] === heights[1] || heights[0] <= 0) return null;
    const { newest } = library.first(points(list), spot([0, 0]), n);
    return { given: { list, n }, ask: `The difference of two shapes is the hull of ${list.map(at).join(", ")}. The origin was found on the segment from ${at(p)} to ${at(q)}. Which vertex is added along n = ${at(n)}?`,
      ...place(newest.w, `It is farthest along n: at ${brief(dot(newest.w, n))}, and the segment is at 0.`) };
  }],
  ["winding", 2, (r, library) => {
    const [p, q, s] = [r.point(3, 4), r.point(3, 4), r.point(3, 4)];
    const value = valueOf(library.locate(p, q, s), "WXY · WO");
    if (!value) return null;
    const choices = ["P, Q, R", "P, R, Q"];
    return { given: { p, q, s }, ask: `A face of the polytope has the corners P = ${at(p)}, Q = ${at(q)}, R = ${at(s)}, and the origin is inside the polytope. In which order is it counter-clockwise, as seen from outside?`,
      ...choice(choices, choices[value < 0 ? 0 : 1], `n = PQ × PR has n·P = ${brief(-value)}: it points ${value < 0 ? "outward" : "inward"}.`) };
  }],
  ["contact-points", 2, (r, library) => {
    const width = r.whole(3, 8);
    const [p, q] = [[r.whole(0, width - 1), -r.whole(1, 3) / 4], [width + r.whole(1, 4), r.whole(0, 4) / 4]];
    const { answer } = library.trace(2, "shapecast", points([[width, -9], [width, 9]]), spot(p), { velocity_b: minus(q, p) });
    if (!answer.toi) return null;
    const cut = p.map((x, k) => x + answer.toi * (q[k] - x));
    return { given: { width, p, q }, ask: `The reference edge runs from (0, 0) to ${at([width, 0])}, with its normal upwards. The incident edge runs from ${at(p)} to ${at(q)}. Where is it cut?`,
      ...place(cut, `At x = ${width}, a part ${brief(answer.toi)} of the way from P to Q.`) };
  }],
  ["sat", 1, (r, library) => {
    const [deep, over] = [r.whole(1, 9) / 10, r.whole(1, 9) / 10];
    if (deep === over) return null;
    const { answer } = library.trace(2, "contact", box([2, 2], [2, -2]), box([1, 1], [over - 1, 1 - deep]));
    const choices = ["up", "sideways"];
    return { given: { deep, over }, ask: `A floor is a row of tiles, 4 wide and 4 high. A box 2 wide and 2 high has sunk in by ${brief(deep)}, and reaches ${brief(over)} into the next tile. Which way does the contact with this tile push it?`,
      ...choice(choices, choices[Math.abs(answer.normal[0]) > 0.5 ? 1 : 0], `The shorter way out: ${brief(-answer.separation)}.`) };
  }],
];

/** The exercise of a number, from 1, for a seed. */
export function exercise(index, seed, engine) {
  const [chapter, grade, make] = EXERCISES[index - 1];
  const random = generator(seed * 1000 + index);
  const library = new Library(engine);
  for (let tries = 0; tries < 3000; tries += 1) {
    const made = make(random, library);
    if (made && new Set(made.choices).size === (made.choices?.length ?? 0)) return { index, chapter, grade, ...made };
  }
  throw new Error(`exercise ${index} finds no numbers`);
}

/** The answer in words. */
export const answered = ({ kind, answer }) => (kind === "choice" ? answer : kind === "number" ? brief(answer) : at(answer));

/** The numbers of what a reader has written: `3/4`, `(1, −2)`, `0.5`. */
export const read = (text) => text.replaceAll("−", "-").replace(/[()]/g, " ").split(/[,;]|\s+/).filter(Boolean).map((part) => {
  const [above, below = "1"] = part.split("/");
  return Number(above) / Number(below);
});

/** Whether that is right: numbers to two places after the point, or to one in a hundred. */
export function isRight({ kind, answer, scaled }, text) {
  if (kind === "choice") return text === answer;
  const [found, wanted] = [read(text), kind === "number" ? [answer] : answer];
  if (found.length !== wanted.length || !found.every(Number.isFinite)) return false;
  if (scaled) {
    const length = (v) => Math.hypot(...v);
    return length(found) > 0 && dot(found, wanted) > 0.9999 * length(found) * length(wanted);
  }
  return found.every((x, k) => Math.abs(x - wanted[k]) <= Math.max(0.0051, 0.005 * Math.abs(wanted[k])));
}

const STARS = ["", "★", "★★", "★★★"];

/** An exercise as HTML, with its answer folded; a page has a picture, and colors for letters. */
export function told(found, picture = "", lettered = (text) => text) {
  return `<section class="exercise" data-exercise="${found.index}">${picture}<p class="asked"><b>${found.index}.</b> <span class="grade" title="of three">${STARS[found.grade]}</span> ${lettered(found.ask)}</p>` +
    `<details><summary>Answer</summary><p><b>${answered(found)}.</b> ${lettered(found.why)}</p></details></section>`;
}
