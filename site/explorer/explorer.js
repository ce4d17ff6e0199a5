// The page: what is asked, which step is seen, and what is done about it.

import * as addresses from "./address.js";
import { Engine } from "./engine.js";
import { compared, panel, verdict } from "./panel.js";
import { Plane } from "./plane.js";
import { Player } from "./player.js";
import { Quiz } from "./quiz.js";
import { atAngle, fault, GALLERY, middle, nameOf, numbers, placed, plain, round, toLocal } from "./shapes.js";

const { QUERIES, SCALARS, SHOWN, USUAL } = addresses;

const byId = (id) => document.getElementById(id);
const MODES = { move: "Move", turn: "Turn", add: "Add" };
/** The most changes that can be undone. */
const REMEMBERED = 200;

const stages = [byId("shapes"), byId("difference")];
const [engine, presets] = await Promise.all([
  Engine.load("explorer.wasm"),
  fetch("presets.json").then((response) => response.json()),
]).catch((error) => {
  missing(`The explorer could not be loaded: ${error.message}.`);
  throw error;
});
const meshes = {};
let modules = null; // what space needs, once it is needed

/** What is asked, and what was answered. */
const state = { preset: presets[0], query: "intersect", scalar: "f64", shapes: {}, start: [], velocity: [], time: null, changed: false };
let reply = null; // the last one that was an answer
let scene = null; // the pane pair
let lit = null; // the exclusion that is pointed at
/** The farthest step of this answer that was shown. Nothing later is told. */
let reached = 0;
let told = false;
const player = new Player(byId("player"), () => {
  lit = null;
  enlarge("difference");
  if (!quiz.on) reached = Math.max(reached, player.step);
  draw(true);
  remember();
});
/** In this mode a step is asked for before it is shown: the one after those that were reached. */
const quiz = new Quiz({
  changed: () => draw(),
  revealed(step) {
    reached = Math.max(reached, step);
    limit();
    draw(true);
  },
});

const host = {
  mode: "move",
  selected: "b",
  show: { ...USUAL },
  get bare() { return !host.show.handles; },
  get asked() { return asked() ? quiz : null; },
  shape: (name) => state.shapes[name],
  select(name) {
    host.selected = name;
    byId("shapes").dataset.selected = name;
    for (const key of ["a", "b"]) byId(`select-${key}`).setAttribute("aria-pressed", String(key === name));
  },
  /** The velocity of B, where it has one. */
  get velocity() { return state.query === "shapecast" ? state.velocity : null; },
  aim(velocity) {
    const wrong = velocity.some((x) => Math.abs(x) > 1e9);
    if (wrong) return say("That is too fast: numbers up to 10⁹ can be drawn.", true);
    state.velocity = velocity;
    state.changed = true;
    still();
    ask();
    aimed();
  },
  change(name, shape) {
    const wrong = fault(shape, state.preset.dim);
    if (wrong) return say(`Shape ${name.toUpperCase()} ${wrong}.`, true);
    state.shapes = { ...state.shapes, [name]: shape };
    state.changed = true;
    still();
    ask();
    fields(name);
  },
  /** A drag has ended. */
  settled(name) {
    note();
    galleries();
    fields(name);
    draw();
  },
  add(point) {
    const shape = state.shapes[host.selected];
    if (shape.type !== "points" || shape.margin) {
      return say(`Shape ${host.selected.toUpperCase()} is not made of points: choose a polygon or a hull to add some.`, true);
    }
    host.change(host.selected, { ...shape, points: [...shape.points, toLocal(shape, point)] });
    host.settled(host.selected);
  },
  removePoint(name, index) {
    const shape = state.shapes[name];
    if (shape.type !== "points") return;
    if (shape.points.length < 2) return say("The last point stays.", true);
    host.change(name, { ...shape, points: shape.points.filter((_, k) => k !== index) });
    host.settled(name);
  },
  redraw: () => draw(),
  /** A view was changed by hand. */
  looked: () => remember(),
  light(k) {
    if (k === lit) return;
    lit = k;
    if (state.preset.dim === 2) scene?.light(k);
    else picture(true);
    mark();
  },
};

function say(text, bad = false) {
  byId("status").textContent = text;
  byId("status").classList.toggle("bad", bad);
}

function missing(text) {
  // The page may already say what is missing.
  if (!byId("missing").hidden) return;
  byId("missing").textContent = text;
  byId("missing").hidden = false;
}

/** The question, as `gjk trace` takes it. */
export function question() {
  const [a, b] = ["a", "b"].map((name) => plain(state.shapes[name], meshes));
  const moves = host.velocity ? { velocity_b: state.velocity } : {};
  return { dim: state.preset.dim, query: state.query, a, b, ...moves };
}

/** Towards the middle of A, in a unit of time. */
function towards({ a, b }, dim) {
  const [from, to] = [middle(b, dim), middle(a, dim)];
  const way = to.map((x, k) => round(x - from[k], 3));
  return way.some(Boolean) ? way : way.map((_, k) => (k ? 0 : -1));
}

/** The library's answer, with views for a pane of the size that the larger one has. */
const inquire = (scalars) => engine.ask(question(), state.start, scalars, scene.size().reduce((p, q) => (q[0] * q[1] > p[0] * p[1] ? q : p)));

function ask() {
  // The panes for another dimension are not ready yet.
  if (!scene || scene.dimension !== state.preset.dim) return;
  const scalars = [state.scalar, ...Object.keys(SCALARS).filter((scalar) => scalar !== state.scalar)];
  let found;
  try {
    found = inquire(scalars);
  } catch {
    // A new engine knows no step.
    reply = null;
    return say("This question is too much for the engine. Undo, or reset.", true);
  }
  const [first] = found.traces;
  if (first.error && state.scalar === "exact" && found.traces.some(({ error }) => !error)) {
    state.scalar = "f64";
    check("scalar", "f64");
    ask();
    return say(`${first.error}. So it is f64 again.`, true);
  }
  if (first.error) {
    say(`${first.error}.${reply ? " What is shown is the last that worked." : ""}`, true);
    return remember();
  }
  say("");
  reply = { ...found, scalars, trace: first, dim: state.preset.dim };
  lit = null;
  offer();
  if (state.refit || !scene.views) {
    scene.fit(found);
    state.view?.forEach((place, pane) => { if (place) scene.place(pane, place.slice(0, -1), place.at(-1)); });
    Object.assign(state, { refit: false, view: null });
  }
  quiz.forget();
  player.limit = null;
  player.set(first.steps.map(({ phase }) => phase));
  reached = quiz.on ? player.step - 1 : player.step;
  limit();
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

/** Both panes; after another step, `passing` from there. */
function picture(passing = false) {
  if (!reply || !scene?.views || scene.dimension !== reply.dim) return false;
  const index = player.step;
  for (const stage of stages) stage.dataset.hidden = asked()?.kind ?? "";
  const drawings = reply.dim === 2 ? engine.draw(0, index, scene.views) : null;
  scene.show({ drawings, scene: reply.scene, trace: reply.trace, index, lit }, passing);
  return true;
}

/** What is asked now, where a step is to be predicted. */
function asked() {
  return quiz.on && reply && player.step > reached ? quiz.question(reply.trace, player.step, reply.scene) : null;
}

/** Nobody goes beyond the step that is asked for. */
function limit() {
  player.limit = quiz.on ? reached + 1 : null;
  player.update();
}

/** After a step that was predicted. */
const NEXT = '<button type="button" id="go-on">Next step</button>';

function draw(passing = false) {
  // A step of which nothing can be asked is shown.
  if (quiz.on && reply && player.step > reached && !asked()) return quiz.hooks.revealed(player.step);
  if (!picture(passing)) return;
  const current = reply.trace.steps[player.step];
  byId("panel").innerHTML = asked() ? quiz.told() : current ? panel(current, lit) + (quiz.on && player.step < player.count - 1 ? NEXT : "") : "";
  byId("score").textContent = quiz.on && quiz.score.of ? `${quiz.score.right} of ${quiz.score.of} right` : "";
  tell();
}

/** All numbers in a value. */
const coordinates = (value) => (typeof value === "number" ? [value] : typeof value === "object" ? Object.values(value ?? {}).flatMap(coordinates) : []);

/** The answer, if it has been reached. */
function tell() {
  const { trace, scalars, parts } = reply;
  const end = trace.steps.length - 1;
  const ended = told || reached >= end;
  byId("verdict").textContent = ended ? verdict(trace.answer, trace.steps, state.query) : "";
  byId("tell").hidden = reached >= end && !told;
  const parted = scalars.map((scalar, k) => [scalar, parts[k]]).filter(([, step]) => step !== null);
  const earliest = parted.length ? Math.min(...parted.map(([, step]) => step)) : null;
  const known = parted.filter(([, step]) => told || reached >= Math.min(step, end));
  // A number that `f32` rounds is another question, before any step.
  const single = known.length > 0 && (state.scalar === "f32" || known.some(([scalar]) => scalar === "f32"));
  const rounded = single ? coordinates(state.shapes).find((x) => Math.fround(x) !== x) : undefined;
  const first = rounded === undefined ? [] : [`f32 rounds ${rounded} to ${Math.fround(rounded)} before the first step.`];
  byId("parted").textContent = first.concat(known.map(([scalar, step]) => `${scalar} parts from ${state.scalar} at step ${step + 1}.`)).join(" ");
  player.mark(known.length ? Math.min(earliest, end) : null, `${state.scalar} and another arithmetic part here`);
  const apart = earliest !== null && known.length && !asked() && player.step >= Math.min(earliest, end);
  const columns = scalars.map((scalar, k) => [scalar, reply.traces[k]]).filter(([, { error }]) => !error);
  columns.sort(([p], [q]) => Object.keys(SCALARS).indexOf(p) - Object.keys(SCALARS).indexOf(q));
  const number = Math.max(player.step, earliest ?? 0);
  byId("compared").innerHTML = apart ? compared(columns.map(([scalar, { steps }]) => [scalar, steps[number]]), number + 1) : "";
}

/** The row of the exclusion that is pointed at. */
function mark() {
  for (const row of byId("panel").querySelectorAll("[data-k]")) row.classList.toggle("lit", Number(row.dataset.k) === lit);
}

// ---- The address.

let writing = null;
/** The address as it was last read or written. */
let known = null;
function remember() {
  clearTimeout(writing);
  // Browsers refuse too many changes a second. An address that has not been read yet is not overwritten.
  writing = setTimeout(() => { if (location.hash === known) write("replaceState", address()); }, 120);
}

function write(how, hash) {
  clearTimeout(writing);
  history[how](null, "", hash);
  known = location.hash;
}

export const address = () => addresses.written(state, { step: player.wanted, velocity: host.velocity, show: host.show, scene, predict: quiz.on });

async function recall() {
  known = location.hash;
  const { preset, wrong, ...found } = addresses.read(location.hash, presets);
  await open(preset, found);
  if (wrong.length) say(`${wrong.join(" ")} ${byId("status").textContent}`.trim(), true);
}

// ---- Examples.

let opening = 0;
async function open(preset, { query, scalar, step, time, a, b, start, velocity, show, view, eye, predict: predicts } = {}) {
  opening += 1;
  const ticket = opening;
  player.pause();
  stop();
  const shapes = { a: a ?? preset.a, b: b ?? preset.b };
  try {
    if (preset.dim === 3) modules ??= { ...await import("./space.js"), ...await import("./mesh.js") };
    await Promise.all(Object.values(shapes).filter((shape) => shape.type === "mesh").map((shape) => load(shape.mesh)));
  } catch (error) {
    return say(`This example could not be loaded: ${error.message}`, true);
  }
  // Another example was chosen in the meantime.
  if (ticket !== opening) return;
  if (scene?.dimension !== preset.dim) {
    scene?.dispose();
    scene = preset.dim === 2 ? new Plane(stages, host) : new modules.Space(stages, host);
    reply = null;
  }
  scene.turn?.(eye && { yaw: eye[0], pitch: eye[1] });
  if (show) for (const key of Object.keys(SHOWN)) host.show[key] = show.includes(key);
  for (const input of byId("show").querySelectorAll("input")) input.checked = host.show[input.value];
  document.documentElement.dataset.dim = preset.dim;
  Object.assign(state, {
    preset, shapes, query: Object.hasOwn(QUERIES, query ?? "") ? query : preset.query,
    scalar: Object.hasOwn(SCALARS, scalar ?? "") ? scalar : state.scalar,
    start: start ?? (a || b ? [] : preset.start ?? []), velocity: velocity ?? preset.velocity ?? towards(shapes, preset.dim),
    changed: Boolean(a || b || start || velocity), refit: true, view, time: null,
  });
  if (preset.motion && !state.changed) {
    state.time = round(Math.min(Math.max(time ?? preset.motion.time, 0), 25), 2);
    swing();
  }
  byId("motion").hidden = state.time === null;
  byId("preset").value = preset.id;
  byId("note").textContent = preset.note;
  check("query", state.query);
  check("scalar", state.scalar);
  galleries();
  player.wanted = Number.isInteger(step) ? Math.max(step, 1) - 1 : (preset.step ?? 1) - 1;
  enlarge(player.wanted ? "difference" : "shapes");
  tellNow(false);
  if (predicts !== undefined) predict(predicts);
  ask();
  ["a", "b"].forEach((name) => fields(name, true));
  aimed(true);
  past.length = future.length = 0;
  last = snapshot();
  offerUndo();
}

async function load(name) {
  modules ??= { ...await import("./space.js"), ...await import("./mesh.js") };
  meshes[name] ??= await modules.mesh(`meshes/${name}.obj`);
}

/** A choice by hand gets its own entry in the browser's history. */
function choose(preset) {
  write("replaceState", address());
  write("pushState", `#preset=${preset.id}`);
  return open(preset);
}

// ---- Undoing.

const past = [];
const future = [];
let last = null;
const snapshot = () => JSON.stringify({ shapes: state.shapes, start: state.start, velocity: state.velocity, time: state.time, changed: state.changed, query: state.query, scalar: state.scalar });

/** Records a change that can be undone. */
function note() {
  const now = snapshot();
  if (now === last) return;
  past.push(last);
  if (past.length > REMEMBERED) past.shift();
  future.length = 0;
  last = now;
  offerUndo();
}

function travel(from, to) {
  if (!from.length) return;
  to.push(last);
  last = from.pop();
  stop();
  Object.assign(state, JSON.parse(last));
  byId("motion").hidden = state.time === null;
  if (state.time !== null) swing();
  check("query", state.query);
  check("scalar", state.scalar);
  galleries();
  ask();
  ["a", "b"].forEach((name) => fields(name, true));
  aimed(true);
  offerUndo();
}

const undo = () => travel(past, future);
const redo = () => travel(future, past);

/** Resets the example; this can be undone, too. */
function reset() {
  const { preset } = state;
  stop();
  Object.assign(state, {
    shapes: { a: preset.a, b: preset.b }, start: preset.start ?? [], velocity: preset.velocity ?? towards(preset, preset.dim), query: preset.query, changed: false, refit: true, time: preset.motion?.time ?? null,
  });
  if (preset.motion) swing();
  byId("motion").hidden = state.time === null;
  check("query", state.query);
  galleries();
  player.wanted = (preset.step ?? 1) - 1;
  ask();
  ["a", "b"].forEach((name) => fields(name, true));
  aimed(true);
  note();
}

function offerUndo() {
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
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
  state.time = round(Math.min(Math.max(time, 0), 25), 2);
  swing();
  ask();
  player.go(player.count - 1);
  ["a", "b"].forEach((name) => fields(name));
}

/** A shape was moved by hand, so it has no place in its motion. */
function still() {
  if (state.time === null) return;
  stop();
  state.time = null;
  byId("motion").hidden = true;
}

function stop() {
  cancelAnimationFrame(running);
  running = null;
  byId("run").setAttribute("aria-pressed", "false");
  byId("run").textContent = "Run";
}

byId("run").onclick = () => {
  if (running) {
    stop();
    return note();
  }
  byId("run").setAttribute("aria-pressed", "true");
  byId("run").textContent = "Stop";
  let before = null;
  let owed = 0;
  const tick = (now) => {
    // In hundredths of a second, as the address has it.
    if (before !== null) owed += Math.min(now - before, 50) / 1000;
    before = now;
    const due = Math.floor(owed * 100) / 100;
    owed -= due;
    if (due > 0) moment(state.time >= 25 ? 0 : state.time + due);
    if (running) running = requestAnimationFrame(tick);
  };
  running = requestAnimationFrame(tick);
};
byId("time").oninput = () => { stop(); moment(byId("time").valueAsNumber); };
byId("time").onchange = note;

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

/** Numbers to type: where a shape is, how it is turned, how large it is, and its vertices. */
function fields(name, anew = false) {
  const shape = state.shapes[name];
  const list = numbers(shape, state.preset.dim);
  const root = byId(`fields-${name}`);
  const inputs = root.querySelectorAll("input");
  const title = name.toUpperCase();
  root.onchange = (event) => {
    const value = event.target.valueAsNumber;
    if (!Number.isFinite(value)) return say("That is not a number.", true);
    const [, , make] = numbers(state.shapes[name], state.preset.dim)[event.target.dataset.k];
    host.change(name, make(value));
    host.settled(name);
  };
  root.onkeydown = (event) => { if (event.key === "Enter") setTimeout(() => event.target.blur()); };
  const labels = list.map(([label]) => label).join();
  if (!anew && root.dataset.labels === labels) {
    list.forEach(([, value], k) => { if (inputs[k] !== document.activeElement) inputs[k].value = value; });
    return;
  }
  const input = ([label, value], k) =>
    `<label class="field"><span>${label}</span><input type="number" step="any" data-k="${k}" value="${value}" aria-label="${label} of ${title}"></label>`;
  const inputList = list.map(input);
  const ends = list.findIndex(([label]) => /^(vertex|end)/.test(label));
  const [own, corners] = ends < 0 ? [inputList, []] : [inputList.slice(0, ends), inputList.slice(ends)];
  root.dataset.labels = labels;
  root.innerHTML = own.join("") + (corners.length ? `<details><summary>Vertices of ${title}</summary><div class="corners">${corners.join("")}</div></details>` : "");
}

/** The velocity of B, to type. */
function aimed(anew = false) {
  const row = byId("velocity");
  row.hidden = !host.velocity;
  document.documentElement.dataset.query = state.query;
  if (row.hidden) return;
  const inputs = row.querySelectorAll("input");
  if (!anew && inputs.length === state.velocity.length) {
    state.velocity.forEach((x, k) => { if (inputs[k] !== document.activeElement) inputs[k].value = x; });
    return;
  }
  for (const field of row.querySelectorAll(".field")) field.remove();
  row.insertAdjacentHTML("beforeend", state.velocity.map((x, k) =>
    `<label class="field"><span>${"xyz"[k]}</span><input type="number" step="any" data-k="${k}" value="${x}" aria-label="velocity ${"xyz"[k]} of B"></label>`).join(""));
}
byId("velocity").onchange = ({ target }) => {
  const value = target.valueAsNumber;
  if (!Number.isFinite(value)) return say("That is not a number.", true);
  host.aim(state.velocity.map((x, k) => (k === Number(target.dataset.k) ? value : x)));
  host.settled("b");
};
byId("velocity").onkeydown = (event) => { if (event.key === "Enter") setTimeout(() => event.target.blur()); };

segments("query", QUERIES, state.query, (query) => { state.query = query; player.wanted = 0; state.refit ||= query === "shapecast"; ask(); aimed(true); note(); });
segments("scalar", SCALARS, state.scalar, (scalar) => { state.scalar = scalar; ask(); note(); });
segments("mode", MODES, host.mode, (mode) => { host.mode = mode; });
byId("show").insertAdjacentHTML("beforeend", Object.entries(SHOWN).map(([key, label]) =>
  `<label${key === "turn" ? ' class="in-space"' : ""}><input type="checkbox" value="${key}"${host.show[key] ? " checked" : ""}> ${label}</label>`).join(""));
byId("show").onchange = ({ target }) => {
  host.show[target.value] = target.checked;
  if (target.value === "turn" && target.checked) scene.turn?.(null);
  draw();
  remember();
};
byId("fit").onclick = () => {
  state.refit = true;
  scene.turn?.(null);
  ask();
};
for (const [id, factor] of [["nearer", 1.25], ["farther", 0.8]]) {
  byId(id).onclick = () => [0, 1].forEach((pane) => scene?.views && scene.zoom(pane, scene.views[pane].size.map((x) => x / 2), factor));
}
byId("undo").onclick = undo;
byId("redo").onclick = redo;
byId("reset").onclick = reset;
/** Whether the answer is told before it is reached: until another example is chosen. */
function tellNow(whether) {
  told = whether;
  byId("tell").setAttribute("aria-pressed", String(told));
  if (reply) tell();
}
byId("tell").onclick = () => tellNow(!told);

/** From here on steps are asked for, the present one first; or no more. */
function predict(whether) {
  if (whether) enlarge("difference");
  quiz.on = whether;
  quiz.score = { right: 0, of: 0 };
  byId("predict").setAttribute("aria-pressed", String(whether));
  player.pause();
  if (reply) {
    quiz.forget();
    reached = whether ? player.step - 1 : Math.max(reached, player.step);
    tellNow(false);
    limit();
    draw();
  }
}
byId("predict").onclick = () => {
  predict(!quiz.on);
  remember();
};
byId("panel").addEventListener("click", ({ target }) => {
  const choice = target.closest("[data-choice]");
  if (choice) {
    quiz.answer(Number(choice.dataset.choice));
    byId("go-on")?.focus({ preventScroll: true });
  } else if (target.id === "go-on") {
    if (asked()) quiz.goOn();
    else player.go(player.step + 1);
    // The keyboard goes on where it was.
    byId("panel").querySelector("[data-choice], #go-on")?.focus({ preventScroll: true });
  }
});
for (const kind of ["svg", "png"]) {
  byId(`save-${kind}`).onclick = async () => {
    if (!reply) return;
    const current = reply.trace.steps[player.step];
    const { figure, save } = await import("./export.js");
    const text = await figure(stages, current?.why ?? "", `Step ${player.step + 1}: ${current?.region ?? current?.case ?? ""}`);
    await save(text, kind, `gjk-${state.preset.id}-${player.step + 1}`).catch((error) => say(String(error.message ?? error), true));
  };
}
for (const name of ["a", "b"]) {
  byId(`select-${name}`).onclick = () => host.select(name);
  byId(`gallery-${name}`).onchange = async (event) => {
    const chosen = event.target.value;
    const { preset } = state;
    const bare = chosen ? GALLERY[preset.dim][chosen] : preset[name];
    if (bare.type === "mesh") await load(bare.mesh);
    if (state.preset !== preset) return;
    host.select(name);
    const { pose } = state.shapes[name];
    host.change(name, chosen && pose ? { ...bare, pose } : bare);
    host.settled(name);
  };
}
const groups = presets.reduce((map, preset) => map.set(preset.group, [...(map.get(preset.group) ?? []), preset]), new Map());
byId("preset").innerHTML = [...groups].map(([group, list]) =>
  `<optgroup label="${group}">${list.map(({ id, title }) => `<option value="${id}">${title}</option>`).join("")}</optgroup>`).join("");
byId("preset").onchange = (event) => choose(presets.find((preset) => preset.id === event.target.value));

// A test, and the half-plane that it excludes.
for (const [event, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  byId("panel").addEventListener(event, ({ target, relatedTarget }) => {
    const row = target.closest?.("[data-k]");
    if (!row || row.contains(relatedTarget)) return;
    host.light(on ? Number(row.dataset.k) : null);
  });
}

// After a choice by hand the keys belong to the player again.
let byHand = false;
document.addEventListener("pointerdown", () => { byHand = true; }, true);
document.addEventListener("keydown", () => { byHand = false; }, true);
document.addEventListener("change", (event) => {
  if (byHand && event.target.matches("select, input[type=radio], input[type=checkbox]")) event.target.blur();
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest?.('input:not([type="range"]):not([type="radio"]):not([type="checkbox"]), select, textarea')) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
    event.preventDefault();
    return key === "y" || event.shiftKey ? redo() : undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "," || key === ".") {
    moment((state.time ?? 0) + (key === "." ? 0.05 : -0.05));
    note();
  }
  if (key === "delete") {
    const { points } = state.shapes[host.selected];
    if (points) host.removePoint(host.selected, points.length - 1);
  }
});
addEventListener("hashchange", () => recall());
addEventListener("popstate", () => recall());
let resizing = null;
const watch = new ResizeObserver(() => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    if (!reply || !scene?.views) return;
    const same = scene.size().every((size, k) => size.join() === scene.views[k].size.join());
    if (same) return;
    try {
      scene.resize(inquire([state.scalar]));
    } catch {
      return;
    }
    draw();
  }, 60);
});
stages.forEach((stage) => watch.observe(stage));

// ---- What a window has room for: on a phone the question is asked in the drawer, and one pane is large.

const narrow = matchMedia("(max-width: 760px)");
function arrange() {
  if (narrow.matches) byId("asked").append(byId("query"), byId("scalar"));
  else byId("open").before(byId("query"), byId("scalar"));
}
narrow.onchange = arrange;
arrange();

/** The large pane is the one that is worked with. */
function enlarge(name) {
  document.documentElement.dataset.large = name;
}
stages.forEach((stage) => {
  const name = stage.id;
  const isSmall = () => narrow.matches && !document.documentElement.dataset.embed && document.documentElement.dataset.large !== name;
  // A finger on the small one only makes it large, unless it scrolls.
  let start = null;
  stage.parentElement.addEventListener("touchstart", (event) => { if (isSmall()) event.stopPropagation(); }, true);
  stage.parentElement.addEventListener("pointerdown", (event) => {
    start = isSmall() ? [event.clientX, event.clientY] : null;
    if (start) event.stopPropagation();
  }, true);
  stage.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (start && Math.hypot(clientX - start[0], clientY - start[1]) < 10) enlarge(name);
    start = null;
  });
});

byId("present").onclick = async () => {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "present.css" }));
  const { presents } = await import("./present.js");
  presents(byId("present"), document.querySelector("main"), { address: () => location.href });
  byId("present").click();
};

// ---- The drawer.

byId("open").onclick = () => {
  const opened = byId("drawer").hidden;
  byId("drawer").hidden = !opened;
  byId("open").setAttribute("aria-expanded", String(opened));
};
host.select(host.selected);
await recall();
// For tests and the curious.
window.explorer = { state, player, quiz, question, address, host, get reply() { return reply; }, get scene() { return scene; }, presets };
document.documentElement.dataset.ready = "true";
