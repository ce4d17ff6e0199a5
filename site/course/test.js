// The exercises over 1,000 seeds: `node site/course/test.js [SEEDS]`, after site/explorer/build. Each answer, which is the library's, is compared with
// one that shares no code with it: by enumeration, or by hand. Then what counts as right, and what is printed for lecturers.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Engine } from "../explorer/dist/engine.js";
import { answered, exercise, EXERCISES, isRight, told } from "./exercises.js";
import { hint } from "./hints.js";
import { drawing } from "../drawings.js";

const here = dirname(fileURLToPath(import.meta.url));
const engine = new Engine(new WebAssembly.Module(readFileSync(join(here, "../explorer/dist/explorer.wasm"))));
const seeds = Number(process.argv[2] ?? 1000);

const minus = (p, q) => p.map((x, k) => x - q[k]);
const plus = (p, q, t) => p.map((x, k) => x + t * q[k]);
const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const turn = ([a, b], [c, d]) => a * d - b * c;
const zero = (p) => p.map(() => 0);
const farthest = (list, d) => list.reduce((best, p) => (dot(p, d) > dot(best, d) ? p : best));
const show = (p) => `(${p.map((x) => String(Math.round(x * 1e4) / 1e4).replace("-", "−")).join(", ")})`;

/** The point of a segment nearest to another, by the weight. */
function onSegment([p, q], o) {
  const side = minus(q, p);
  const t = Math.max(0, Math.min(1, dot(minus(o, p), side) / (dot(side, side) || 1)));
  return plus(p, side, t);
}

/** The feature of a simplex of whole numbers that is nearest the origin, by trying all: its letters. */
function nearest(points) {
  const dim = points[0].length;
  let best = null;
  for (let mask = 1; mask < 1 << points.length; mask += 1) {
    const chosen = points.filter((_, k) => mask & (1 << k));
    const letters = points.map((_, k) => (mask & (1 << k) ? "WXYZ"[k] : "")).join("");
    // Weights by Gram's equations of the sides, solved by elimination.
    const sides = chosen.slice(1).map((p) => minus(p, chosen[0]));
    const rows = sides.map((u) => [...sides.map((v) => dot(u, v)), -dot(u, chosen[0])]);
    const weights = solved(rows);
    if (!weights || weights.some((w) => w < -1e-12) || weights.reduce((sum, w) => sum + w, 0) > 1 + 1e-12) continue;
    const q = sides.reduce((sum, side, k) => plus(sum, side, weights[k]), chosen[0]);
    const far = dot(q, q);
    if (!best || far < best.far - 1e-9) best = { far, letters, size: chosen.length };
  }
  assert(best.size <= dim + 1);
  return best.letters === "WXZ" ? "WZX" : best.letters;
}

function solved(rows) {
  const n = rows.length;
  for (let k = 0; k < n; k += 1) {
    const pivot = rows.slice(k).reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    if (Math.abs(rows[k][k]) < 1e-9) return null;
    for (let i = 0; i < n; i += 1) if (i !== k) rows[i] = plus(rows[i], rows[k], -rows[i][k] / rows[k][k]);
  }
  return rows.map((row, k) => row[n] / row[k]);
}

const words = (letters, whole) => (letters.length === whole ? "the inside" : `${["the vertex", "the edge", "the face"][letters.length - 1]} ${letters}`);
const beyondFaces = ([a, b, c, d]) => [["WXY", b, c, d], ["WYZ", c, d, b], ["WZX", d, b, c]].filter(([, p, q, rest]) => {
  const n = cross(minus(p, a), minus(q, a));
  return dot(n, minus(rest, a)) * -dot(n, a) < 0;
}).map(([name]) => name);
const hullSize = (points) => {
  const sorted = points.map(String).filter((p, k, all) => all.indexOf(p) === k).map((p) => p.split(",").map(Number)).sort(([a, b], [c, d]) => a - c || b - d);
  const half = (list) => list.reduce((kept, p) => {
    while (kept.length > 1 && turn(minus(kept.at(-1), kept.at(-2)), minus(p, kept.at(-2))) <= 0) kept.pop();
    return [...kept, p];
  }, []);
  return half(sorted).length + half(sorted.toReversed()).length - 2;
};
const perpendicular = ([a, end, other]) => {
  const edge = minus(end, a);
  const left = [-edge[1], edge[0]];
  return dot(left, minus(other, a)) > 0 ? left.map((x) => -x) : left;
};

/** What each exercise's answer is, from its numbers. */
const KNOWN = [
  ({ half, other, center }) => Math.hypot(...center.map((x, k) => Math.max(0, Math.abs(x) - half[k] - other[k]))),
  ({ a, b }) => hullSize(a.flatMap((p) => b.map((q) => minus(p, q)))),
  ({ list, d }) => show(farthest(list, d)),
  ({ a, b, d }) => minus(farthest(a, d), farthest(b, d.map((x) => -x))),
  ({ center, radius, d }) => plus(center, d, radius / Math.hypot(...d)),
  ({ list, d }) => (dot(farthest(list, d), d) < 0 ? "the shapes are apart" : "nothing yet: W passed the origin"),
  ({ a, b }, { choices }) => choices.find((text) => {
    const d = text.replaceAll("−", "-").match(/-?\d+/g).map(Number);
    return dot(farthest(a, d), d) < dot(farthest(b, d.map((x) => -x)), d);
  }),
  ({ w }) => show(w.map((x) => -x)),
  ({ kept }) => Math.hypot(...onSegment(kept, [0, 0])),
  ({ vertices: [a, b] }) => turn(minus(b, a), minus([0, 0], a)),
  ({ vertices: [a, b] }) => minus(zero(a), plus(a, minus(b, a), -dot(a, minus(b, a)) / dot(minus(b, a), minus(b, a)))),
  ({ vertices }) => words(nearest(vertices), 3),
  ({ vertices }) => words(nearest(vertices), 3),
  ({ vertices: [a, b, c], edge }) => dot(perpendicular(edge === "WX" ? [a, b, c] : [a, c, b]), minus([0, 0], a)),
  ({ vertices, places }) => show(places.find((o) => dot(perpendicular(vertices), minus(o, vertices[0])) > 0)),
  ({ vertices: [a, b, c] }) => -dot(cross(minus(b, a), minus(c, a)), a),
  ({ vertices: [a, b, c] }) => (-dot(cross(minus(b, a), minus(c, a)), a) > 0 ? "W, X, Y" : "W, Y, X"),
  ({ vertices }) => words(nearest(vertices), 4),
  ({ vertices }) => beyondFaces(vertices).join(" and ").replace("WZX and WXY", "WXY and WZX") || "none",
  ({ vertices }) => words(nearest(vertices), 4),
  ({ vertices }) => words(nearest(vertices), 4),
  ({ p, others: [o, other] }) => (turn(p, o) * turn(p, other) > 0 ? "they touch" : "they overlap"),
  ({ vertices: [a, b] }) => Math.hypot(...minus(onSegment([a, b], [0, 0]), a)) / Math.hypot(...minus(b, a)),
  ({ p, q, c, s, t }) => Math.hypot(...minus(onSegment([p, q], c), c)) - s - t,
  ({ p, q, o }) => onSegment([p, q], o),
  ({ half, other, center }) => Math.min(...center.map((x, k) => half[k] + other[k] - Math.abs(x))),
  ({ p, q, o, vertex }) => {
    const far = ([a, b]) => Math.hypot(...onSegment([a, b], [0, 0]));
    const edge = [[p, vertex], [vertex, q], [q, o], [o, p]].reduce((best, other) => (far(other) < far(best) ? other : best));
    return `from ${show(edge[0])} to ${show(edge[1])}`;
  },
  ({ now, seen, border }) => now - seen + border,
  ({ a, d, v }) => dot(a, d) / dot(v, d),
  ({ place, gap }) => {
    const tells = (round) => round(place + gap) > round(place);
    return tells(Math.fround) ? "f32 and f64" : tells((x) => x) ? "f64 only" : "neither";
  },
  ({ list, n }) => farthest(list, n),
  ({ p, q, s }) => (dot(p, cross(q, s)) > 0 ? "P, Q, R" : "P, R, Q"),
  ({ width, p, q }) => [width, p[1] + ((width - p[0]) / (q[0] - p[0])) * (q[1] - p[1])],
  ({ deep, over }) => (over < deep ? "sideways" : "up"),
];

/** A usual mistake in each exercise whose answer is written, by its number. */
const MISTAKES = {
  1: ({ center }) => Math.hypot(...center), 2: () => 9, 4: (_, { answer }) => answer.map((x) => -x), 5: ({ center, radius, d }) => plus(center, d, -radius / Math.hypot(...d)),
  9: ({ kept }) => Math.min(...kept.map((p) => Math.hypot(...p))), 10: (_, { answer }) => -answer, 11: (_, { answer }) => answer.map((x) => -x), 14: (_, { answer }) => -answer, 16: (_, { answer }) => -answer,
  23: (_, { answer }) => 1 - answer, 24: ({ s, t }, { answer }) => answer + s + t, 25: ({ p }) => p, 26: ({ half, other, center }) => Math.max(...center.map((x, k) => half[k] + other[k] - Math.abs(x))),
  28: ({ now, seen }) => now - seen, 29: (_, { answer }) => -answer, 31: ({ list, n }) => farthest(list, n.map((x) => -x)), 33: ({ q }) => q,
};

const count = EXERCISES.length;
assert.equal(KNOWN.length, count);
let traps = 0;
for (let index = 1; index <= count; index += 1) {
  const [asked, right] = [new Set(), new Map()];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const found = exercise(index, seed, engine);
    const known = KNOWN[index - 1](found.given, found);
    const where = `exercise ${index}, seed ${seed}: ${found.ask}\n${answered(found)}, not ${known}`;
    if (found.kind === "choice") {
      assert.equal(found.answer, known, where);
      assert.equal(new Set(found.choices).size, found.choices.length, where);
      assert(found.choices.includes(found.answer), where);
      right.set(found.choices.indexOf(found.answer), (right.get(found.choices.indexOf(found.answer)) ?? 0) + 1);
      assert.equal(found.choices.filter((choice) => isRight(found, choice)).length, 1, where);
    } else {
      const [got, wanted] = [[found.answer].flat(), [known].flat()];
      const length = found.scaled ? (v) => v.map((x) => x / Math.hypot(...v)) : (v) => v;
      length(got).forEach((x, k) => assert(Math.abs(x - length(wanted)[k]) < 1e-9 * (1 + Math.abs(x)), where));
      assert(isRight(found, answered(found)), where);
      assert(!isRight(found, got.map((x) => x + 1 + Math.abs(x)).join()) || found.scaled, where);
      if (found.scaled) assert(!isRight(found, got.map((x) => -x).join()), where);
    }
    // Each wrong choice has a hint, and each usual mistake.
    for (const wrong of found.choices?.filter((choice) => choice !== found.answer) ?? [MISTAKES[index](found.given, found)]) {
      const text = hint(found, wrong);
      if (!found.choices && isRight(found, [wrong].flat().join())) continue;
      assert(text && !/undefined|NaN|null/.test(text), `${where}: ${wrong} has the hint ${text}`);
    }
    if (seed <= 20) assert.doesNotMatch(drawing(found), /NaN|undefined|Infinity/, where);
    asked.add(found.ask);
    if (index === 21 && /and/.test(found.ask)) traps += beyondFaces(found.given.vertices)[0] !== found.answer.split(" ").at(-1);
    if (seed === 1) {
      assert.equal(exercise(index, seed, engine).ask, found.ask, "the same again");
      assert.match(told(found), /<details><summary>Answer<\/summary>/);
    }
  }
  // Numbers differ with the seed, and no choice is always, or never, the right one.
  assert(asked.size >= Math.min(30, seeds / 8), `exercise ${index}: ${asked.size} different ones`);
  if (right.size) assert(right.size >= 2 && Math.max(...right.values()) < 0.9 * seeds, `exercise ${index}: ${[...right]}`);
}
assert(traps > 0.2 * seeds, `${traps} exercises 21 in which the first face is wrong`);

// What a reader may write.
const of = (kind, answer, more = {}) => ({ kind, answer, ...more });
for (const [found, text, right] of [
  [of("number", 0.75), "3/4", true], [of("number", 0.75), "0.75", true], [of("number", 0.75), "0.8", false], [of("number", -5), "−5", true], [of("number", -5), "5", false],
  [of("number", 2), "", false], [of("number", 2), "2, 2", false], [of("number", 2), "two", false], [of("number", 2), "1/0", false],
  [of("point", [4, -2]), "(4, −2)", true], [of("point", [4, -2]), "4 -2", true], [of("point", [4, -2]), "(−2, 4)", false],
  [of("point", [0, 3, 4], { scaled: true }), "0, 6, 8", true], [of("point", [0, 3, 4], { scaled: true }), "0, −3, −4", false], [of("point", [0, 3, 4], { scaled: true }), "0 0 0", false],
]) assert.equal(isRight(found, text), right, `${JSON.stringify(found)}: ${text}`);

const print = (...more) => spawnSync(join(here, "answers"), more, { encoding: "utf8" });
const { stdout, status } = print("7");
assert.equal(status, 0);
for (let index = 1; index <= count; index += 1) assert(stdout.includes(`\n${index}. `) || stdout.startsWith("1. "), `answer ${index}`);
assert(stdout.includes(`${answered(exercise(20, 7, engine))}.`) && !/[<>]|undefined|NaN/.test(stdout), stdout);
assert.notEqual(print("8").stdout, stdout);
assert.equal(print("x").status, 2);
assert.equal(print().status, 2);
console.log(`${count} exercises, ${seeds} seeds each; in ${traps} of those about two faces the first one is wrong`);
