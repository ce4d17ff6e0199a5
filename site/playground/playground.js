// The page: what is chosen, pressed and dragged, and what is said of the worlds. Everything that is done is recorded, so that it can be done again.

import { BEGINNING, LAST_STEP, MOST, SHOWN, USUAL, packed, read, written } from "./address.js";
import { ADD, CONTROL, F32, F64, HOLD, KINDS, MIXED, RELEASE, REMOVE, SCENES, SIZES, Worlds, millimetres, pairAddress } from "./engine.js";
import { Picture, chart, colors } from "./draw.js";
import { about, conclusion, grid, rested, stillMoves, told } from "./verdict.js";

const get = (id) => document.getElementById(id);
const canvas = get("world");
const KM = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
const NAMES = { stack: "A stack", pyramid: "A pyramid", pile: "A pile", bowl: "All kinds in a bowl", bullets: "Bullets at a thin wall", joints: "A ball over joints" };
const SHOW = { f32: "f32", mixed: "f64 places, f32 shapes", control: "the control", contacts: "contact points", normals: "normals", impulses: "impulses", sleep: "sleep" };
/** A hand is recorded ten times a second. */
const EVERY = 6;

let state = BEGINNING;
let worlds = null;
let log = [];
/** How many records have been applied. */
let next = 0;
let show = USUAL;
let running = false;
let [chosen, contact] = [null, null];
/** The hand: the body, the point in its axes, where it is, and at which step it was recorded last. */
let hand = null;
/** Whether the worker is on the way. */
let busy = 0;
let picture = null;
let wanted = true;
let [due, before] = [0, 0];

const modules = {};
const moduleOf = (dim) => (modules[dim] ??= Worlds.load(dim === 2 ? "plane.wasm" : "space.wasm"));
const replayer = new Worker(new URL("worker.js", import.meta.url), { type: "module" });

// What is said.

function say(text, bad = false) {
  get("status").textContent = text;
  get("status").classList.toggle("bad", bad);
}

/** The last step at which something was done from outside. */
const touched = () => log.slice(0, next).at(-1)?.[0] ?? 0;

const ROWS = { [F64]: "f64", [MIXED]: "mixed", [F32]: "f32" };
function tell() {
  const history = worlds.history();
  const last = history.at(-1) ?? [[F32], [CONTROL], [MIXED]].map(([which]) => apartNow(which));
  ["f32", "control", "mixed"].forEach((name, k) => { get(`apart-${name}`).textContent = told(last[k]); });
  get("verdict").textContent = conclusion(history, apartNow(F32), state.km);
  const rests = Object.fromEntries([F64, F32, MIXED].map((which) => [which, worlds.resting(which)]));
  for (const [which, name] of Object.entries(ROWS)) {
    const { asleep, movable, creep, deepest, energy } = rests[which];
    const moves = stillMoves(rests[which], worlds.steps - touched());
    const time = worlds.times[which];
    const cells = [`${asleep} of ${movable}`, moves ? "moves" : (1e3 * creep).toFixed(1), (1e3 * deepest).toFixed(1), Number.isFinite(energy) ? energy.toFixed(1) : "lost", time === null ? "–" : time.toFixed(2)];
    document.querySelectorAll(`td.${name}`).forEach((cell, k) => { cell.textContent = cells[k]; });
  }
  get("rested").textContent = rested(rests[F64], rests[F32], worlds.steps - touched(), state);
  chart(get("chart"), history, picture.colors);
}

/** Before the first step nothing has been measured. */
function apartNow(which) {
  if (worlds.steps > 0) return which === F32 ? began : 0;
  const other = worlds.poses(which);
  const far = Math.max(...worlds.poses().map((pose, k) => Math.hypot(...pose.slice(0, state.dim).map((x, axis) => x - other[k][axis]))));
  if (which === F32) began = far;
  return far;
}
/** How far f32 is from f64 in the beginning. */
let began = 0;

// What is seen.

/** All that can move, when it begins, and in space the floor. */
function frame() {
  if (state.scene === "bullets") picture.eye = [-0.5, 0.4, 0.9];
  if (state.scene === "bullets" && state.dim === 2) return picture.frame([1, 5.5], [14, 6]);
  const places = worlds.poses().filter((pose) => pose.at(-1) < 2 && Math.abs(pose[0]) < 15).map((pose) => picture.seen(pose));
  const { low: from, high: to, floor } = picture.room;
  if (state.scene !== "joints") places.push(picture.seen([0, 0, 0]));
  if (state.scene !== "joints" && state.dim === 3) places.push(...[from[0], to[0]].flatMap((x) => [from[1], to[1]].map((z) => picture.seen([x, floor, z]))));
  if (state.scene === "bullets") places.push(picture.seen([10, 7, -4]));
  // A bowl is highest in its corners.
  if (state.scene === "bowl") places.push(...[-6, 6].flatMap((x) => (state.dim === 2 ? [[x, 4.5], [x, -1]] : [-6, 6].map((z) => picture.seen([x, 9, z])))));
  const [low, high] = [Math.min, Math.max].map((best) => [0, 1].map((axis) => best(...places.map((place) => place[axis]))));
  const margin = state.scene === "joints" ? 4 : 0.9;
  picture.frame([0, 1].map((axis) => (low[axis] + high[axis]) / 2), [0, 1].map((axis) => (high[axis] - low[axis]) / 2 + margin));
}

function draw() {
  const held = [...worlds.list("held")];
  // Until the next step the hand is where the pointer is.
  const hold = held.length ? { from: held.slice(1, 1 + state.dim), to: hand ? hand.place : held.slice(1 + state.dim) } : null;
  if (state.scene === "joints") {
    const place = picture.seen(last());
    // It is followed.
    if (place.every(Number.isFinite)) picture.center = [place[0], picture.center[1]];
  }
  picture.draw({ show, chosen, contact, hold });
  get("count").textContent = `step ${worlds.steps}, ${(worlds.steps / 60).toFixed(1)} s`;
}

/** Where the last body is. */
const last = () => worlds.poses().at(-1);

function settle() {
  wanted = true;
  get("play").textContent = running ? "Pause" : "Run";
  get("remove").disabled = chosen === null;
  get("replay").disabled = get("back").disabled = worlds.steps === 0;
}

let timer = 0;
/** The address follows, a little later. */
function note() {
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, "", address()), 200);
}
const address = () => written(state, log, worlds.steps, show);

// What is done.

/** Begins a scene. */
async function begin(to, records = [], step = 0, run = false) {
  busy += 1;
  const id = busy;
  try {
    const module = await moduleOf(to.dim);
    if (id !== busy) return;
    worlds = new Worlds(module, to.dim);
  } catch (error) {
    say(`The worlds could not be loaded: ${error.message}`, true);
    return;
  }
  [state, log, next, chosen, contact, hand] = [to, records, 0, null, null, null];
  worlds.start(state);
  while (next < log.length && log[next][0] === 0) worlds.apply(log[next++]);
  picture ??= new Picture(canvas);
  picture.begin(worlds);
  picture.eye = [0.5, 0.45, 0.9];
  frame();
  fill();
  apartNow(F32);
  running = run;
  due = 0;
  settle();
  if (step > 0) await go(step);
  else {
    busy = 0;
    refresh();
  }
  note();
}

/** Shows a step: the worker replays what leads there. */
async function go(step) {
  const id = (busy += 1);
  running = false;
  hand = null;
  say("Going there …");
  settle();
  const module = await moduleOf(state.dim);
  replayer.postMessage({ id, module, state, log, step: Math.min(Math.max(step, 0), LAST_STEP) });
}

replayer.onmessage = ({ data }) => {
  if (data.id !== busy) return;
  busy = 0;
  if (data.error) return say(`That step could not be reached: ${data.error}`, true);
  worlds.load(data.memory);
  next = data.next;
  picture.begin(worlds);
  // What was added later is not there yet.
  if (chosen >= picture.poses.length) chosen = null;
  contact = null;
  say("");
  refresh();
  note();
};

function refresh() {
  settle();
  draw();
  tell();
  document.documentElement.dataset.ready = "";
  document.documentElement.dataset.step = worlds.steps;
}

/** Does something now, and records it. What was to happen later, in what was done before, is forgotten. */
function act(what, ...numbers) {
  log.length = next;
  const record = [worlds.steps, what, ...numbers];
  worlds.apply(record);
  log.push(record);
  next = log.length;
  if (what === ADD || what === REMOVE) picture.begin(worlds);
  wanted = true;
  note();
}

function step() {
  if (busy || worlds.steps >= LAST_STEP) {
    if (!busy && running) say("That is as far as it goes: 20,000 steps.");
    running = busy > 0 && running;
    return;
  }
  if (hand && worlds.steps - hand.recorded >= EVERY) pull();
  next = worlds.step(log, next);
}

function pull() {
  hand.recorded = worlds.steps;
  const record = [hand.body, ...hand.at, ...hand.place.map(millimetres)];
  if (record.join() === hand.record) return;
  hand.record = record.join();
  act(HOLD, ...record);
}

/** Takes hold of a body at a place. */
function take(body, place, byKey = false) {
  if (busy) return;
  [chosen, contact] = [body, null];
  const at = worlds.local(body, place);
  hand = { body, at, place: [...place], start: [...place], recorded: 0, byKey };
  pull();
  describe();
  settle();
}

function letGo() {
  if (!hand) return;
  hand = null;
  act(RELEASE);
}

const kindOf = (k) => KINDS[state.dim][worlds.forms()[k]?.kind] ?? "piece";

function describe() {
  say(chosen === null ? "" : `${kindOf(chosen)}, number ${chosen}${hand ? ": held. Arrows pull, Enter lets go" : ""}`);
}

function add() {
  if (busy) return;
  const poses = worlds.poses();
  const movable = poses.filter((pose) => pose.at(-1) < 2 && Math.abs(pose[0]) < 30 && pose[1] < 60);
  // Above all others, and a little beside the one before.
  const top = Math.max(2, ...movable.map((pose) => pose[1])) + 1.2;
  const x = state.scene === "joints" ? last()[0] + 3 : ((poses.length * 0.37) % 1.6) - 0.8;
  act(ADD, Number(get("kind").value), ...[x, top, 0].slice(0, state.dim).map(millimetres));
  say(`${kindOf(poses.length)} added`);
  settle();
}

function remove() {
  if (chosen === null || busy) return;
  hand = null;
  say(`${kindOf(chosen)} removed`);
  act(REMOVE, chosen);
  [chosen, contact] = [null, null];
  settle();
}

function choose(by) {
  const poses = worlds.poses();
  const count = poses.length;
  letGo();
  for (let k = 1; k <= count; k += 1) {
    const at = ((chosen ?? (by > 0 ? -1 : 0)) + by * k + 2 * count) % count;
    if (poses[at].at(-1) < 2) {
      chosen = at;
      break;
    }
  }
  describe();
  settle();
}

/** Goes from contact to contact. */
function chooseContact() {
  const marks = worlds.contacts();
  contact = marks.length ? ((contact ?? -1) + 1) % marks.length : null;
  if (!show.includes("contacts")) toggle("contacts");
  offer(marks[contact]);
  wanted = true;
}

/** A link to the pair of the contact that is selected. */
function offer(mark = worlds.contacts()[contact]) {
  const place = get("pair");
  place.textContent = "";
  if (!mark) return null;
  const { pair, separation } = mark;
  const link = document.createElement("a");
  link.href = pairAddress(worlds, pair, state.km);
  link.target = "_blank";
  link.textContent = `${kindOf(pair[0])} ${pair[0]} and ${kindOf(pair[1])} ${pair[1]}, ${separation > 0 ? "apart" : "overlapping"} by ${told(Math.abs(separation))}: open in the explorer`;
  place.append(link);
  return link.href;
}

function open(mark) {
  const to = offer(mark);
  if (to) window.open(to, "_blank");
}

function toggle(name) {
  show = SHOWN.filter((key) => show.includes(key) !== (key === name));
  get(`show-${name}`).checked = show.includes(name);
  wanted = true;
  note();
}

function run(whether) {
  running = whether && !busy;
  due = 0;
  if (!running) refresh();
  settle();
  note();
}

const back = () => { if (worlds.steps > 0) go((busy ? Number(document.documentElement.dataset.step) : worlds.steps) - 1); };
const replay = () => begin(state, log, 0, running);

function onward() {
  run(false);
  step();
  refresh();
  note();
}

// The fields.

function fill() {
  get("scene").value = state.scene;
  const [least, most] = SIZES[state.scene];
  Object.assign(get("size"), { min: least, max: most, value: state.size });
  get("of-size").hidden = most === 1;
  get("size-name").textContent = { stack: "Boxes", pyramid: "Rows" }[state.scene] ?? "Bodies";
  for (const input of get("dim").querySelectorAll("input")) input.checked = Number(input.value) === state.dim;
  get("km").value = Math.max(0, KM.findIndex((km) => km >= state.km));
  get("km-says").textContent = `${state.km.toLocaleString("en")} km`;
  if (![...get("rounds").options].some(({ value }) => Number(value) === state.rounds)) get("rounds").add(new Option(state.rounds));
  get("rounds").value = state.rounds;
  get("sleeps").checked = state.sleeps;
  get("kind").replaceChildren(...KINDS[state.dim].map((name, k) => new Option(name, k)));
  for (const name of SHOWN) get(`show-${name}`).checked = show.includes(name);
  get("pair").textContent = "";
  get("about").textContent = about(state);
  get("grid").textContent = `The next number of f32 is ${told(grid(state.km))} away here.`;
  canvas.classList.toggle("space", state.dim === 3);
}

const change = (part) => begin({ ...state, ...part }, [], 0, running || worlds.steps === 0 && !still);
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

get("scene").replaceChildren(...SCENES.map((name) => new Option(NAMES[name], name)));
get("show").append(...SHOWN.map((name) => {
  const label = document.createElement("label");
  label.innerHTML = `<input type="checkbox" id="show-${name}"> ${SHOW[name]}`;
  label.firstChild.addEventListener("change", () => toggle(name));
  return label;
}));
get("scene").addEventListener("change", ({ target }) => change({ scene: target.value, size: SIZES[target.value][2] }));
get("size").addEventListener("change", ({ target }) => {
  const [least, most] = SIZES[state.scene];
  change({ size: Math.min(Math.max(Math.round(Number(target.value)) || least, least), most) });
});
get("dim").addEventListener("change", ({ target }) => change({ dim: Number(target.value), size: target.value === "3" ? Math.min(state.size, 100) : state.size }));
get("km").addEventListener("input", ({ target }) => { get("km-says").textContent = `${KM[target.value].toLocaleString("en")} km`; });
get("km").addEventListener("change", ({ target }) => change({ km: KM[target.value] }));
get("rounds").addEventListener("change", ({ target }) => change({ rounds: Number(target.value) }));
get("sleeps").addEventListener("change", ({ target }) => change({ sleeps: target.checked }));
get("play").addEventListener("click", () => run(!running));
get("step").addEventListener("click", onward);
get("back").addEventListener("click", back);
get("replay").addEventListener("click", replay);
get("reset").addEventListener("click", () => begin(state, [], 0, running));
get("add").addEventListener("click", add);
get("remove").addEventListener("click", remove);

get("link").addEventListener("click", async () => {
  history.replaceState(null, "", address());
  if (packed(log, state.dim).length > MOST) return say("What was done is too long for a link: save it as a file.", true);
  try {
    await navigator.clipboard.writeText(location.href);
    say("Copied: it shows this very step.");
  } catch {
    say("The link is in the address bar: it shows this very step.");
  }
});
get("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ playground: written(state, log, worlds.steps, show, Infinity) })], { type: "application/json" }));
  link.download = `playground-${state.scene}-${worlds.steps}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
get("open").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  target.value = "";
  if (!file) return;
  let hash = null;
  try {
    if (file.size < 1e7) hash = JSON.parse(await file.text()).playground;
  } catch {
    // Said below.
  }
  if (typeof hash === "string" && hash.startsWith("#")) visit(hash);
  else say("That is no file of the playground.", true);
});

// The pointer.

const at = (event) => {
  const { left, top, width } = canvas.getBoundingClientRect();
  // Before a class it is shown larger than it is drawn.
  return [event.clientX - left, event.clientY - top].map((x) => (x * canvas.clientWidth) / width);
};
/** Where a pointer is, in the plane of the picture through a place. */
function inPlane(pixels, start, from) {
  const [u, v] = picture.metres(pixels);
  if (state.dim === 2) return [u, v];
  const [right, up] = picture.axes();
  return start.map((x, k) => x + right[k] * (u - from[0]) + up[k] * (v - from[1]));
}
let press = null;

canvas.addEventListener("pointerdown", (event) => {
  if (busy || press) return;
  canvas.setPointerCapture(event.pointerId);
  const pixels = at(event);
  letGo();
  press = { id: event.pointerId, pixels, last: pixels, from: picture.metres(pixels), contact: show.includes("contacts") ? picture.contactAt(pixels) : null, body: picture.bodyAt(pixels), moved: false };
  press.mark = picture.marks[press.contact];
  if (press.contact === null && press.body !== null) grip();
  else if (press.contact === null) {
    chosen = null;
    describe();
    settle();
  }
});

function grip() {
  // It may have been taken out since it was pressed.
  if (press.body >= picture.poses.length) return;
  // In space the point that is held is in the plane of the body's center.
  const center = picture.place(press.body);
  press.from = picture.metres(press.pixels);
  take(press.body, state.dim === 2 ? press.from : inPlane(press.pixels, center, picture.seen(center)));
  press.start = hand?.start;
}

// A finger on a body pulls it; beside the bodies it scrolls the page, and in space it turns the view if it moves sideways.
canvas.addEventListener("touchstart", (event) => {
  const { clientX, clientY } = event.changedTouches[0];
  if (picture && picture.bodyAt(at({ clientX, clientY })) !== null) event.preventDefault();
}, { passive: false });

canvas.addEventListener("pointermove", (event) => {
  if (press?.id !== event.pointerId) return;
  const pixels = at(event);
  if (!press.moved && Math.hypot(pixels[0] - press.pixels[0], pixels[1] - press.pixels[1]) < 4) return;
  press.moved = true;
  if (!hand && press.contact !== null && press.body !== null && !press.start) grip();
  if (hand) hand.place = inPlane(pixels, press.start, press.from).map((x) => Math.min(Math.max(x, -500), 500));
  else if (press.body === null && state.dim === 3) {
    const { eye } = picture;
    const [across, far] = [Math.atan2(eye[0], eye[2]) - (pixels[0] - press.last[0]) / 150, Math.hypot(eye[0], eye[2])];
    const above = Math.min(Math.max(Math.atan2(eye[1], far) + (pixels[1] - press.last[1]) / 150, 0.03), 1.5);
    picture.eye = [Math.sin(across) * Math.cos(above), Math.sin(above), Math.cos(across) * Math.cos(above)];
  }
  press.last = pixels;
  wanted = true;
});

for (const name of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(name, (event) => {
    if (press?.id !== event.pointerId) return;
    const { contact: pressed, mark, moved } = press;
    press = null;
    letGo();
    describe();
    if (pressed !== null && !moved && name === "pointerup") {
      contact = pressed;
      open(mark);
    }
    settle();
  });
}

// Keys.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ON_CANVAS = {
  n: () => choose(1), p: () => choose(-1), a: add, Delete: remove, Backspace: remove, c: chooseContact, o: () => open(),
  Enter() {
    if (hand) letGo();
    else if (chosen !== null) take(chosen, picture.place(chosen), true);
    describe();
  },
  Escape() {
    letGo();
    chosen = null;
    describe();
    settle();
  },
};
canvas.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || busy) return;
  const arrow = ARROWS[event.key];
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (arrow && hand) {
    const far = event.shiftKey ? 1 : 0.25;
    const [right, up] = state.dim === 2 ? [[1, 0], [0, 1]] : picture.axes();
    hand.place = hand.place.map((x, k) => x + far * (right[k] * arrow[0] + up[k] * arrow[1]));
  } else if (Object.hasOwn(ON_CANVAS, key)) ON_CANVAS[key]();
  else return;
  event.preventDefault();
  wanted = true;
});
const EVERYWHERE = { " ": () => run(!running), ".": onward, ",": back, Home: replay };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || busy || !worlds || /^(input|select|button|summary|a)$/i.test(event.target.tagName)) return;
  if (!Object.hasOwn(EVERYWHERE, event.key)) return;
  event.preventDefault();
  EVERYWHERE[event.key]();
});

// Time.

let frames = 0;
function onFrame(now) {
  requestAnimationFrame(onFrame);
  const past = Math.min(now - before, 100);
  before = now;
  if (!worlds || !picture) return;
  if (running && !busy) {
    due += (past * 0.06) * Number(get("speed").value);
    const started = performance.now();
    try {
      while (due >= 1 && running) {
        due -= 1;
        step();
        // Rather slower than jerky.
        if (performance.now() - started > 24) due = 0;
      }
    } catch (error) {
      running = false;
      say(`The worlds stopped: ${error.message}. Reset begins anew.`, true);
    }
    wanted = true;
    if (worlds.steps % 120 === 0) note();
  }
  if (!wanted || busy) return;
  wanted = false;
  draw();
  frames += 1;
  if (!running || frames % 8 === 0) tell();
}

// The beginning.

function visit(hash) {
  const { state: to, log: records, step: until, show: shown, wrong } = read(hash);
  show = shown;
  return begin(to, records, until ?? 0, until === null && !still).then(() => { if (wrong.length) say(wrong.join(" "), true); });
}

addEventListener("hashchange", () => { if (location.hash !== address()) visit(location.hash); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  picture.colors = colors();
  refresh();
});
new ResizeObserver(() => { wanted = true; }).observe(canvas);

window.playground = {
  address, get worlds() { return worlds; }, get state() { return state; }, get log() { return log; }, get running() { return running; }, get picture() { return picture; },
  get busy() { return busy > 0; }, get chosen() { return chosen; }, get contact() { return contact; }, get hand() { return hand; }, go,
};
visit(location.hash);
requestAnimationFrame(onFrame);
