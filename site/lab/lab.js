// The page: a reader's code is run in a worker, each search is judged, and the first wrong one is drawn up to the step that is wrong.

import { Pane } from "../pictures.js";
import { judge, letters } from "./judge.js";
import { pairs } from "./pairs.js";

const byId = (id) => document.getElementById(id);
/** As many as the address says. */
const COUNT = Math.min(Math.max(Math.floor(Number(new URLSearchParams(location.search).get("pairs"))) || 400, 1), 5000);
/** How long the code may be silent, in milliseconds. */
const PATIENCE = 1000;
const here = (name) => new URL(name, import.meta.url);
const numbers = (v) => v.map(Number);
const escaped = (text) => String(text).replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

/** Runs code on pairs: for each its evaluations, and its answer or why there is none. Ends with the pair at which the code was stopped, or failed. */
function searches(code, list) {
  return new Promise((resolve) => {
    const worker = new Worker(here("worker.js"));
    const found = [];
    let fault = null;
    let [patience, index] = [null, -1];
    const end = () => {
      clearTimeout(patience);
      worker.terminate();
      resolve({ found, fault });
    };
    const wait = () => {
      clearTimeout(patience);
      patience = setTimeout(() => {
        if (index < 0) fault = "The code did not end within a second, before it was asked anything.";
        else found[index].failure = { name: "an endless loop", message: `The code was stopped after a second in which it asked for no vertex. It had asked for ${found[index].calls.length}.` };
        end();
      }, PATIENCE);
    };
    worker.onmessage = ({ data }) => {
      wait();
      if (data.kind === "pair") {
        index = data.index;
        found.push({ pair: list[index], calls: [] });
      } else if (data.kind === "call") found[data.index].calls.push({ direction: data.direction, vertex: data.vertex });
      else if (data.kind === "answer") Object.assign(found[data.index], { answer: data.answer, failure: data.failure });
      else {
        if (data.kind === "fault") fault = data.message;
        end();
      }
    };
    worker.onerror = (event) => {
      fault = event.message ?? "The code could not be run.";
      end();
    };
    wait();
    worker.postMessage({ code, pairs: list });
  });
}

/** Judges all of them: how many, the mistakes by their names, and the first wrong search. */
function judged(found) {
  const tally = new Map();
  let first = null;
  const isRight = [];
  for (const search of found) {
    const { pair, calls, answer, failure } = search;
    const { steps, wrong } = judge(pair, calls, answer, failure);
    isRight.push(!wrong);
    if (!wrong) continue;
    let { name, message } = wrong;
    if (pair.twin !== undefined && isRight[pair.twin]) {
      name = "absolute tolerance";
      message += ` The same pair at size 1 is searched rightly: something is compared with a fixed number.`;
    }
    tally.set(name, (tally.get(name) ?? 0) + 1);
    first ??= { ...search, steps, name, message, kept: wrong.kept };
  }
  return { tally, first };
}

const view = { angles: [0.6, 0.35], first: null };

const mean = (points) => points[0].map((_, k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
const length = (v) => Math.hypot(...v);
const plus = (p, q, t) => p.map((x, k) => x + t * q[k]);

/** The convex hull of points in the plane, in order. */
function hull(points) {
  const sorted = [...new Set(points.map(String))].map((p) => p.split(",").map(Number)).sort(([a, b], [c, d]) => a - c || b - d);
  const half = (list) => list.reduce((kept, p) => {
    const turn = ([a, b], [c, d]) => (c - a) * (p[1] - b) - (d - b) * (p[0] - a);
    while (kept.length > 1 && turn(kept.at(-2), kept.at(-1)) <= 0) kept.pop();
    return [...kept, p];
  }, []);
  return [...half(sorted).slice(0, -1), ...half(sorted.toReversed()).slice(0, -1)];
}

function draw() {
  const { first } = view;
  const at = Number(byId("step").value) - 1;
  const step = first.steps[at];
  const isLast = at === first.steps.length - 1;
  const { dim, a, b } = first.pair;
  const points = step ? step.points.map(numbers) : [Array(dim).fill(0)];
  const zero = Array(dim).fill(0);
  const all = [...points, zero];
  const middle = mean(all);
  const size = Math.max(1, ...all.map((p) => length(plus(p, middle, -1))));
  const scale = 105 / size;
  const panes = [0, 1].map(() => new Pane(middle, scale, dim === 3 ? view.angles : null));
  const [yours, right] = panes;
  for (const pane of panes) {
    if (dim === 2) pane.polygon(hull(a.flatMap((p) => b.map((q) => plus(p, q, -1)))), "shape difference faint");
    if (points.length === 3) pane.polygon(points, "simplex");
    points.forEach((p, k) => points.slice(k + 1).forEach((q) => pane.line(p, q, "simplex")));
  }
  const arrow = (pane, from, d, cls) => {
    if (!length(d) || !d.every(Number.isFinite)) return;
    pane.arrow(from, plus(from, d, (0.5 * size) / length(d)), cls);
  };
  if (step) {
    const next = isLast ? (step.asked ? numbers(step.asked) : null) : first.calls[at + 1]?.direction;
    const kept = isLast && first.kept?.length ? first.kept : step.chosen;
    if (next) arrow(yours, mean((kept ?? [0]).map((k) => points[k])), next, "direction");
    if (step.chosen) {
      const corners = step.chosen.map((k) => points[k]);
      if (corners.length === 3) right.polygon(corners, "simplex face");
      corners.forEach((p, k) => corners.slice(k + 1).forEach((q) => right.line(p, q, "simplex chosen")));
      arrow(right, mean(corners), numbers(step.next), "next");
    }
    points.forEach((p, k) => panes.forEach((pane) => pane.vertex(p, "WXYZ"[k])));
  }
  panes.forEach((pane) => pane.origin(zero));
  [byId("yours"), byId("right")].forEach((svg, k) => {
    svg.innerHTML = panes[k].svg;
    svg.classList.toggle("turns", dim === 3);
  });
  const words = step?.chosen ? (step.end ? `The origin is ${step.end === "on" ? `on ${letters(step.chosen)}` : "inside"}.` : `Nearest is ${letters(step.chosen)}.`) : step?.end === "apart" ? "W is not as far along d as the origin: apart." : step ? "W is no farther than what was kept: touching." : "";
  byId("why").innerHTML = isLast ? `<b>Step ${at + 1}: ${escaped(first.name)}.</b> ${escaped(first.message)}` : `Step ${at + 1} is right. ${words}`;
}

function show(first) {
  view.first = first;
  byId("replay").hidden = false;
  byId("mistake").textContent = `The first wrong step: ${first.name}`;
  const slider = byId("step");
  slider.max = Math.max(first.steps.length, 1);
  slider.value = slider.max;
  slider.disabled = first.steps.length < 2;
  const { dim, a, b, size, id } = first.pair;
  const scaled = (points) => ({ type: "points", points: points.map((p) => p.map((x) => x * 2 ** size)) });
  const start = first.calls[0]?.direction;
  const parts = new URLSearchParams({ preset: dim === 2 ? "overlap" : "boxes", query: "intersect", step: Math.max(first.steps.length, 1), a: JSON.stringify(scaled(a)), b: JSON.stringify(scaled(b)), ...(start?.length === dim && start.every(Number.isFinite) && { start: JSON.stringify([start]) }) });
  byId("pair").innerHTML = `It is pair ${escaped(id)}: A − B with A ${escaped(JSON.stringify(a))} and B ${escaped(JSON.stringify(b))}${size ? `, times 2<sup>${size}</sup>` : ""}. <a href="explorer/index.html#${escaped(parts)}">The library’s steps, in the explorer</a>.`;
  draw();
}

async function run() {
  byId("run").disabled = true;
  byId("replay").hidden = true;
  byId("told").textContent = "Running …";
  delete document.documentElement.dataset.judged;
  const dims = document.querySelector('input[name="dims"]:checked').value.split(",").map(Number);
  const list = pairs(COUNT, Math.max(1, Math.floor(Number(byId("seed").value)) || 1), dims);
  const { found, fault } = await searches(byId("code").value, list);
  const { tally, first } = judged(found);
  const wrong = [...tally.values()].reduce((sum, count) => sum + count, 0);
  if (fault) byId("told").textContent = `The code cannot be run: ${fault}`;
  else if (!first) byId("told").innerHTML = `<b class="right">Each step of ${found.length} searches is right.</b>`;
  else {
    const told = [...tally].sort(([, p], [, q]) => q - p).map(([name, count]) => `${name} (${count})`).join(", ");
    byId("told").textContent = `${wrong} of ${found.length} searches ${wrong === 1 ? "takes" : "take"} a wrong step: ${told}.`;
    show(first);
  }
  byId("run").disabled = false;
  document.documentElement.dataset.judged = "true";
}

const sample = await fetch(here("sample.js")).then((response) => response.text());
const reset = () => { byId("code").value = sample; };
reset();
byId("sample").onclick = reset;
byId("run").onclick = run;
byId("step").oninput = draw;
for (const svg of [byId("yours"), byId("right")]) {
  let held = null;
  svg.onpointerdown = (event) => {
    if (view.first?.pair.dim !== 3) return;
    svg.setPointerCapture(event.pointerId);
    held = { from: [event.clientX, event.clientY], angles: view.angles };
  };
  svg.onpointermove = ({ clientX, clientY }) => {
    if (!held) return;
    view.angles = [held.angles[0] + (clientX - held.from[0]) / 120, Math.min(Math.max(held.angles[1] + (clientY - held.from[1]) / 120, -1.5), 1.5)];
    draw();
  };
  svg.onpointerup = svg.onpointercancel = () => { held = null; };
}
document.documentElement.dataset.ready = "true";
