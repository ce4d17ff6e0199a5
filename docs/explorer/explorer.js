// The page: what is asked, which step is seen, and where that is kept (in the address).

import { Engine } from "./engine.js";
import { panel, verdict } from "./panel.js";
import { Plane } from "./plane.js";
import { Player } from "./player.js";
import { atAngle, GALLERY, nameOf, placed, plain, round, toLocal, translation } from "./shapes.js";

const byId = (id) => document.getElementById(id);
const QUERIES = { intersect: "Verdict", distance: "Distance", contact: "Contact" };
const SCALARS = { f32: "f32", f64: "f64", exact: "exact" };
const MODES = { move: "Move", turn: "Turn", add: "Add" };

const stages = [byId("shapes"), byId("difference")];
const engine = await Engine.load("explorer.wasm");
const presets = await (await fetch("presets.json")).json();
const meshes = {};
let spaces = null; // space.js, once it is needed

/** What is asked, and what was answered. */
const state = { preset: presets[0], query: "intersect", scalar: "f64", shapes: {}, time: null, changed: false };
let reply = null; // the last one that was an answer
let scene = null; // the pane pair
const player = new Player(byId("player"), () => { draw(); remember(); });

const host = {
  mode: "move",
  selected: "b",
  shading: true,
  shape: (name) => state.shapes[name],
  select: (name) => { host.selected = name; },
  change(name, shape) {
    state.shapes[name] = shape;
    state.changed = true;
    ask();
    fields(name);
  },
  add(point) {
    const shape = state.shapes[host.selected];
    if (shape.type !== "points" || shape.margin) {
      return say(`${host.selected.toUpperCase()} is not made of points: choose a polygon or a hull to add some.`, true);
    }
    host.change(host.selected, { ...shape, points: [...shape.points, toLocal(shape, point)] });
  },
  removePoint(name, index) {
    const shape = state.shapes[name];
    if (shape.points.length > 1) host.change(name, { ...shape, points: shape.points.filter((_, k) => k !== index) });
    else say("The last point stays.", true);
  },
  redraw: () => draw(),
};

function say(text, bad = false) {
  byId("status").textContent = text;
  byId("status").classList.toggle("bad", bad);
}

/** The question, as `gjk trace` takes it. */
export function question() {
  const [a, b] = ["a", "b"].map((name) => plain(state.shapes[name], meshes));
  return { dim: state.preset.dim, query: state.query, a, b };
}

function ask() {
  // The panes are being changed for those of another dimension.
  if (scene?.dim !== state.preset.dim) return;
  const scalars = [state.scalar, ...Object.keys(SCALARS).filter((scalar) => scalar !== state.scalar)];
  const found = engine.ask(question(), state.start, scalars, scene.size());
  const [first] = found.traces;
  if (first.error && state.scalar === "exact" && found.traces.some(({ error }) => !error)) {
    state.scalar = "f64";
    check("scalar", "f64");
    ask();
    return say(`${first.error}. So it is f64 again.`, true);
  }
  if (first.error) {
    say(`${first.error}. What is shown is the last that worked.`, true);
    return remember();
  }
  say("");
  reply = { ...found, scalars, trace: first };
  offer();
  if (state.refit || !scene.fitted) {
    scene.fit(state.preset.dim === 2 ? found.views : found.scene);
    scene.fitted = true;
    state.refit = false;
  }
  player.set(first.steps.length);
  const parted = scalars.map((scalar, k) => [scalar, found.parts[k]]).filter(([, step]) => step !== null);
  const earliest = parted.length ? Math.min(...parted.map(([, step]) => step)) : null;
  player.mark(earliest === null ? null : Math.min(earliest, first.steps.length - 1), `${state.scalar} and another arithmetic part here`);
  byId("parted").textContent = parted.map(([scalar, step]) => `${scalar} parts from ${state.scalar} at step ${step + 1}.`).join(" ");
  byId("verdict").textContent = verdict(first.answer);
  draw();
  remember();
}

/** Which arithmetics there are for this question. */
function offer() {
  reply.scalars.forEach((scalar, k) => {
    const input = document.querySelector(`#scalar input[value="${scalar}"]`);
    const { error } = reply.traces[k];
    input.disabled = Boolean(error);
    input.closest("label").title = error ?? `Compute in ${scalar}`;
  });
}

function draw() {
  if (!reply || !scene?.fitted) return;
  const { step } = player;
  if (state.preset.dim === 2) scene.show(shaded(engine.draw(0, step, scene.views)));
  else scene.show(reply.scene, reply.trace, step);
  const current = reply.trace.steps[step];
  byId("panel").innerHTML = current ? panel(current) : "";
}

function shaded([shapes, difference]) {
  return [shapes, host.shading ? difference : difference.replace(/<polygon class="(excluded|empty)"[^>]*>\s*/g, "")];
}

// ---- The address.

let writing = null;
function remember() {
  clearTimeout(writing);
  // Browsers refuse too many changes a second.
  writing = setTimeout(() => history.replaceState(null, "", address()), 120);
}

export function address() {
  const parts = { preset: state.preset.id, query: state.query, scalar: state.scalar, step: player.step + 1 };
  if (state.time !== null) parts.t = round(state.time, 2);
  if (state.changed) {
    for (const name of ["a", "b"]) parts[name] = JSON.stringify(state.shapes[name]);
    if (state.start.length) parts.start = JSON.stringify(state.start);
  }
  return `#${new URLSearchParams(parts)}`;
}

async function recall() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const parsed = (name) => {
    try {
      return parts.has(name) ? JSON.parse(parts.get(name)) : null;
    } catch {
      say(`The address has a shape ${name.toUpperCase()} that cannot be read.`, true);
      return null;
    }
  };
  await open(presets.find((preset) => preset.id === parts.get("preset")) ?? presets[0], {
    query: parts.get("query"), scalar: parts.get("scalar"), step: Number.parseInt(parts.get("step"), 10),
    time: parts.has("t") ? Number(parts.get("t")) : null, a: parsed("a"), b: parsed("b"), start: parsed("start"),
  });
}

// ---- Examples.

async function open(preset, { query, scalar, step, time, a, b, start } = {}) {
  player.pause();
  stop();
  if (!scene || scene.dim !== preset.dim) await enter(preset.dim);
  const shapes = { a: a ?? preset.a, b: b ?? preset.b };
  await Promise.all(Object.values(shapes).filter((shape) => shape.type === "mesh").map((shape) => load(shape.mesh)));
  Object.assign(state, {
    preset, shapes, query: query in QUERIES ? query : preset.query, scalar: scalar in SCALARS ? scalar : state.scalar,
    start: start ?? (a || b ? [] : preset.start ?? []), changed: Boolean(a || b), refit: true, time: null,
  });
  if (preset.motion && !state.changed) {
    state.time = time ?? preset.motion.time;
    swing();
  }
  byId("motion").hidden = state.time === null;
  byId("preset").value = preset.id;
  byId("note").textContent = preset.note;
  check("query", state.query);
  check("scalar", state.scalar);
  galleries();
  player.step = Number.isInteger(step) ? step - 1 : (preset.step ?? 1) - 1;
  player.count = Infinity;
  ask();
  ["a", "b"].forEach((name) => fields(name));
}

async function enter(dim) {
  scene?.dispose();
  scene = null;
  if (dim === 3) spaces ??= await import("./space.js");
  scene = dim === 2 ? new Plane(stages, host) : new spaces.Space(stages, host);
  scene.dim = dim;
}

async function load(name) {
  spaces ??= await import("./space.js");
  meshes[name] ??= await spaces.mesh(`meshes/${name}.obj`);
}

// ---- Motion.

let running = null;
function swing() {
  const { shape, sway, turn } = state.preset.motion;
  const at = sway.map((x) => x * Math.sin(state.time));
  state.shapes = { ...state.shapes, [shape]: atAngle(placed(state.preset[shape], at), turn * state.time) };
  byId("time").value = state.time;
  byId("clock").textContent = `t = ${state.time.toFixed(2)}`;
}

function moment(time) {
  if (state.time === null) return;
  state.time = Math.min(Math.max(time, 0), 25);
  swing();
  ask();
  player.go(player.count - 1);
  ["a", "b"].forEach((name) => fields(name));
}

function stop() {
  cancelAnimationFrame(running);
  running = null;
  byId("run").setAttribute("aria-pressed", "false");
  byId("run").textContent = "Run";
}

byId("run").onclick = () => {
  if (running) return stop();
  byId("run").setAttribute("aria-pressed", "true");
  byId("run").textContent = "Stop";
  let last = null;
  const tick = (now) => {
    if (last !== null) moment(state.time >= 25 ? 0 : state.time + Math.min(now - last, 50) / 1000);
    last = now;
    running = requestAnimationFrame(tick);
  };
  running = requestAnimationFrame(tick);
};
byId("time").oninput = () => { stop(); moment(byId("time").valueAsNumber); };

// ---- Controls.

function segments(id, choices, chosen, act) {
  byId(id).insertAdjacentHTML("beforeend", Object.entries(choices).map(([value, label]) =>
    `<label><input type="radio" name="${id}" value="${value}"${value === chosen ? " checked" : ""}><span>${label}</span></label>`).join(""));
  byId(id).addEventListener("change", (event) => act(event.target.value));
}

function check(id, value) {
  const input = document.querySelector(`#${id} input[value="${value}"]`);
  if (input) input.checked = true;
}

function galleries() {
  for (const name of ["a", "b"]) {
    const current = nameOf(state.shapes[name], state.preset.dim);
    byId(`gallery-${name}`).innerHTML = `<option value=""${current ? "" : " selected"}>of this example</option>` +
      Object.keys(GALLERY[state.preset.dim]).map((key) => `<option${key === current ? " selected" : ""}>${key}</option>`).join("");
  }
}

/** Numbers to type: where a shape is, and its size. */
function fields(name) {
  const shape = state.shapes[name];
  const at = translation(shape, state.preset.dim);
  const numbers = at.map((x, k) => ["xyz"[k], x, (value) => placed(shape, at.map((old, axis) => (axis === k ? value : old)))]);
  for (const key of ["radius", "half_height", "margin"]) {
    if (key in shape) numbers.push([key.replace("_", " "), shape[key], (value) => ({ ...shape, [key]: value })]);
  }
  const root = byId(`fields-${name}`);
  if (root.contains(document.activeElement)) return;
  root.innerHTML = numbers.map(([label, value], k) =>
    `<label class="field">${label}<input type="number" step="any" data-k="${k}" value="${value}" aria-label="${label} of ${name.toUpperCase()}"></label>`).join("");
  root.onchange = (event) => {
    const value = event.target.valueAsNumber;
    if (!Number.isFinite(value)) return say("That is not a number.", true);
    const [, , make] = numbers[event.target.dataset.k];
    event.target.blur();
    host.change(name, make(value));
  };
}

segments("query", QUERIES, state.query, (query) => { state.query = query; player.step = 0; ask(); });
segments("scalar", SCALARS, state.scalar, (scalar) => { state.scalar = scalar; ask(); });
segments("mode", MODES, host.mode, (mode) => { host.mode = mode; });
byId("fit").onclick = () => { state.refit = true; ask(); };
byId("shading").onchange = () => { host.shading = byId("shading").checked; draw(); };
for (const name of ["a", "b"]) {
  byId(`gallery-${name}`).onchange = async (event) => {
    const chosen = event.target.value;
    const bare = chosen ? GALLERY[state.preset.dim][chosen] : state.preset[name];
    if (bare.type === "mesh") await load(bare.mesh);
    host.select(name);
    const { pose } = state.shapes[name];
    host.change(name, chosen && pose ? { ...bare, pose } : bare);
    byId("motion").hidden = true;
    state.time = null;
    stop();
  };
}
const groups = Map.groupBy ? Map.groupBy(presets, (preset) => preset.group) : presets.reduce(
  (map, preset) => map.set(preset.group, [...(map.get(preset.group) ?? []), preset]), new Map());
byId("preset").innerHTML = [...groups].map(([group, list]) =>
  `<optgroup label="${group}">${list.map(({ id, title }) => `<option value="${id}">${title}</option>`).join("")}</optgroup>`).join("");
byId("preset").onchange = (event) => open(presets.find((preset) => preset.id === event.target.value));

// A choice made by hand gives the keys back to the player.
let byHand = false;
document.addEventListener("pointerdown", () => { byHand = true; }, true);
document.addEventListener("keydown", () => { byHand = false; }, true);
document.addEventListener("change", (event) => {
  if (byHand && event.target.matches("select, input[type=radio], input[type=checkbox]")) event.target.blur();
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest?.('input:not([type="range"]), select, textarea') || event.ctrlKey || event.metaKey) return;
  if (event.key === "," || event.key === ".") moment((state.time ?? 0) + (event.key === "." ? 0.05 : -0.05));
  if (event.key === "Delete") {
    const { points } = state.shapes[host.selected];
    if (points) host.removePoint(host.selected, points.length - 1);
  }
});
addEventListener("hashchange", () => recall());
let resizing = null;
new ResizeObserver(() => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    if (!reply) return;
    state.refit = true;
    ask();
  }, 60);
}).observe(stages[0]);

await recall();
// For tests and the curious.
window.explorer = { state, player, question, address, get reply() { return reply; }, presets };
document.documentElement.dataset.ready = "true";
