// What can be asked of a step before it is shown. Each question has choices, one of which is the library's own answer.

import { brief, point } from "./panel.js";

const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);
const norm = (v) => Math.hypot(...v);
const unit = (v) => v.map((x) => x / (norm(v) || 1));
const minus = (p, q) => p.map((x, k) => x - q[k]);
/** The letters of choices: none is the name of a vertex or a shape. */
const LETTERS = "PQRSTU";
/** How many choices of a place or a direction there are at most. */
const MOST = 4;

/** The questions of step number `k` of a trace, in their order. `scene` has the outlines. */
export function questions(trace, k, scene) {
  const step = trace.steps[k];
  return [support(trace, k, scene), outcome(step), direction(step)].filter(Boolean);
}

/** Letters from the left to the right, so that the order tells nothing. */
function lettered(choices, places) {
  const order = choices.map((_, k) => k).sort((i, j) => places[i][0] - places[j][0] || places[i][1] - places[j][1]);
  return order.map((k, i) => ({ ...choices[k], letter: LETTERS[i] }));
}

/** Which vertex of the difference is farthest along the direction? */
function support(trace, k, { difference }) {
  const { phase, evaluation, newest, direction, reached, before, polytope } = trace.steps[k];
  if (evaluation === null || !norm(direction) || phase === "refinement") return null;
  const along = unit(direction);
  const size = Math.max(...difference.map(norm), 1e-300);
  const height = (p) => dot(p, along);
  // Of round shapes the vertices are those of the cores, which lie inside of what is drawn: then only these are offered.
  const round = Math.max(...difference.map(height)) > reached + 1e-6 * size;
  const others = round ? trace.steps.map((step) => step.newest.w) : difference;
  const found = [{ at: newest.w, right: true }];
  const width = Math.max(...difference.map((p) => norm(minus(p, newest.w))));
  for (const p of others.toSorted((p, q) => height(q) - height(p))) {
    if (found.length === MOST) break;
    if (height(p) < reached - 1e-3 * size && found.every(({ at }) => norm(minus(p, at)) > 0.08 * width)) found.push({ at: p, right: false });
  }
  if (found.length < 2) return null;
  const choices = lettered(found.map((choice) => ({ ...choice, text: point(choice.at) })), found.map(({ at }) => at));
  const said = choices.map(({ letter, at }) => `${letter} comes to ${brief(height(at))}`).join(", ");
  const best = choices.find(({ right }) => right).letter;
  return {
    kind: "support", ask: "Which vertex of the difference is farthest along the arrow?", choices, kept: polytope ? [] : before.map(({ w }) => w),
    why: `Along the direction ${said}. So ${best} is the support point, the newest vertex W.`,
  };
}

/** The features of W and so many vertices kept that a search can be left with. */
const FEATURES = {
  2: { 1: ["vertex W", "edge WX"], 2: ["edge WX", "edge WY", "inside"] },
  3: { 1: ["vertex W", "edge WX"], 2: ["edge WX", "edge WY", "face WXY"], 3: ["edge WX", "edge WY", "edge WZ", "face WXY", "face WYZ", "face WZX", "inside"] },
};
const APART = "none: they are apart";
const ENDED = "none is nearer than before: the search ends";

/** A feature by its name: where it can be clicked. */
function placed(text, vertices) {
  const [, name] = /^(?:vertex|edge|face) ([V-Z]+)$/.exec(text) ?? [];
  if (!name && text !== "inside") return {};
  const corners = name ? [...name].map((letter) => vertices["WXYZV".indexOf(letter)]) : vertices;
  return { at: corners[0].map((_, k) => corners.reduce((sum, p) => sum + p[k], 0) / corners.length), mark: name ?? "inside" };
}

/** What the newest vertex leads to. */
function outcome(step) {
  const { phase, stop, before, region, tests, newest, progress, polytope, why } = step;
  const vertices = [newest, ...before].map(({ w }) => w);
  const list = (ask, texts, right, more = "") => ({
    kind: "region", ask, choices: texts.map((text) => ({ text, right: text === right, ...placed(text, vertices) })), why: more + why,
  });
  if (phase === "expansion" && polytope && (!stop || stop === "on-boundary")) {
    return list("Is the marked facet on the boundary of the difference?", ["yes", "no"], stop ? "yes" : "no");
  }
  if (phase === "cast" && progress && !stop) return list("Does the plane through A clip the ray?", ["yes", "no"], progress.advanced ? "yes" : "no");
  if ((phase !== "search" && phase !== "approach") || !before.length) return null;
  const features = FEATURES[newest.w.length][before.length] ?? [];
  const right = stop === "separated" ? APART : stop === "on-feature" || stop === "nearest" ? ENDED : region;
  if (!right || (stop && ![...features, APART, ENDED].includes(right))) return null;
  const texts = [...new Set([...features, ...(features.includes(right) || right === APART || right === ENDED ? [] : [right]), phase === "search" ? APART : ENDED, right])];
  const said = tests.map(({ name, value, says }) => `${name} = ${brief(value)}: ${says}`).join("; ");
  return list("Which feature of the simplex is nearest the origin?", texts, right, said && `${said}. `);
}

/** Where the next vertex is sought. A start may give the second direction, too: that one cannot be predicted. */
function direction({ towards, towards_from: from, newest, before, direction, region, phase }) {
  if (!towards || !norm(towards) || phase === "cast") return null;
  if (!before.length && dot(unit(towards), unit(newest.w)) > -0.999) return null;
  const ways = [{ way: towards, right: true }];
  for (const way of [minus(newest.w.map(() => 0), newest.w), towards.map((x) => -x), direction]) {
    if (ways.length < 3 && norm(way) && ways.every((other) => dot(unit(other.way), unit(way)) < 0.94)) ways.push({ way, right: false });
  }
  if (ways.length < 2) return null;
  const choices = lettered(ways.map((choice) => ({ ...choice, from, text: `along ${point(unit(choice.way))}` })), ways.map(({ way }) => unit(way)));
  const best = choices.find(({ right }) => right);
  const why = region === "vertex W" || region === "vertex X" ? "from the vertex towards the origin" : `perpendicular to ${region}, on the side of the origin`;
  return { kind: "direction", ask: "Where is the next vertex sought?", choices, why: `${best.letter} is ${why}.` };
}
