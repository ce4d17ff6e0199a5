// The worlds, compiled to WebAssembly: one scene in f64, the same in f32, with places in f64 and shapes in f32, and a control. For the page, for
// its worker, and for tests.

export const SCENES = ["stack", "pyramid", "pile", "bowl", "bullets", "joints"];
/** How many bodies, or rows, a scene has, at least and at most, and if nothing is said. */
export const SIZES = { stack: [1, 20, 10], pyramid: [1, 20, 14], pile: [4, 300, 100], bowl: [5, 60, 30], bullets: [1, 1, 1], joints: [1, 1, 1] };
export const KINDS = { 2: ["Box", "Ball", "Capsule", "Polygon"], 3: ["Box", "Ball", "Capsule", "Hull", "Cylinder", "Cone"] };
export const [F64, F32, CONTROL, MIXED] = [0, 1, 2, 3];
const ALL = [F64, F32, CONTROL, MIXED];

/** What a record of what was done does. Lengths are in millimetres, and whole. */
export const [HOLD, RELEASE, ADD, REMOVE] = ["h", "r", "a", "d"];

export class Worlds {
  static async load(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const typed = response.headers.get("content-type") === "application/wasm";
    return typed ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
  }

  constructor(module, dim) {
    this.dim = dim;
    this.exports = new WebAssembly.Instance(module, {}).exports;
    /** How long a step of each world takes, in milliseconds: a mean of about the last second. */
    this.times = ALL.map(() => null);
  }

  /** Begins anew. */
  start({ scene, size, km, rounds, sleeps }) {
    this.scene = scene;
    this.exports.start(SCENES.indexOf(scene), size, km, rounds, sleeps ? 1 : 0);
  }

  get steps() {
    return this.exports.steps();
  }

  /** A step, before which happens what is recorded for it: [step, what, numbers…], in order, from number `next` on. The number of the next one. */
  step(log = [], next = 0) {
    while (next < log.length && log[next][0] <= this.steps) this.apply(log[next++]);
    for (const which of ALL) {
      const started = performance.now();
      this.exports.step(which);
      const time = performance.now() - started;
      this.times[which] = this.times[which] === null ? time : this.times[which] + (time - this.times[which]) / 60;
    }
    this.exports.compare();
    return next;
  }

  apply([, what, ...numbers]) {
    const metres = (list) => [0, 1, 2].map((k) => (list[k] ?? 0) / 1000);
    const [k, ...rest] = numbers;
    if (what === HOLD) this.exports.grab(k, ...metres(rest.slice(0, this.dim)), ...metres(rest.slice(this.dim)));
    else if (what === RELEASE) this.exports.release();
    else if (what === ADD) this.exports.add(k, ...metres(rest));
    else if (what === REMOVE) this.exports.remove(k);
  }

  /** A list that a function makes: valid until the next call. */
  list(name, ...args) {
    const at = this.exports[name](...args);
    return new Float64Array(this.exports.memory.buffer, at, this.exports.length());
  }

  /** Of each body the pose of its shape: the place, how it is turned, and last 0, or 1 if it sleeps, 2 if it never moves, 3 if it is lost. */
  poses(which = F64) {
    const [numbers, width] = [this.list("poses", which), this.dim === 2 ? 5 : 8];
    return Array.from({ length: numbers.length / width }, (_, k) => [...numbers.subarray(k * width, (k + 1) * width)]);
  }

  fingerprint(which) {
    return BigInt.asUintN(64, this.exports.fingerprint(which)).toString(16).padStart(16, "0");
  }

  /** Of each body what it is made from. */
  forms() {
    const numbers = this.list("forms");
    const forms = [];
    for (let at = 0; at < numbers.length; at += 2 + numbers[at + 1]) forms.push({ kind: numbers[at], numbers: [...numbers.subarray(at + 2, at + 2 + numbers[at + 1])] });
    return forms;
  }

  /** A point of a body in its own axes, in whole millimetres. */
  local(k, place) {
    return [...this.list("local", k, place[0], place[1], place[2] ?? 0)].map(millimetres);
  }

  /** How quietly a world rests. */
  resting(which) {
    const [asleep, movable, creep, deepest, energy, quiet] = this.list("resting", which);
    return { asleep, movable, creep, deepest, energy, quiet };
  }

  /** After each step, how far a world is from f64: beside f32 and the control places in f64 with shapes in f32. */
  history() {
    const numbers = this.list("history");
    return Array.from({ length: numbers.length / 3 }, (_, k) => [...numbers.subarray(3 * k, 3 * k + 3)]);
  }

  /** Points of contact. */
  contacts() {
    const [width, dim] = [4 + 2 * this.dim, this.dim];
    const numbers = this.list("contacts");
    return Array.from({ length: numbers.length / width }, (_, k) => {
      const [a, b, ...rest] = numbers.subarray(k * width, (k + 1) * width);
      return { pair: [a, b], place: rest.slice(0, dim), normal: rest.slice(dim, 2 * dim), push: rest[2 * dim], separation: rest[2 * dim + 1] };
    });
  }

  /** All that there is, as bytes: a copy of the memory. */
  save() {
    return this.exports.memory.buffer.slice(0);
  }

  load(bytes) {
    const { memory } = this.exports;
    if (memory.buffer.byteLength < bytes.byteLength) memory.grow((bytes.byteLength - memory.buffer.byteLength) / 65536);
    new Uint8Array(memory.buffer).set(new Uint8Array(bytes));
  }
}

export const millimetres = (x) => Math.round(1000 * x);

/** A body as the explorer's questions have it: the form, and the pose among all of those. */
export function shape({ kind, numbers }, pose, dim, km) {
  const points = (list) => Array.from({ length: list.length / 3 }, (_, k) => list.slice(3 * k, 3 * k + dim));
  const own = [
    () => ({ type: "cuboid", half_extents: numbers.slice(0, dim) }),
    () => ({ type: "ball", radius: numbers[0] }),
    () => ({ type: "capsule", a: numbers.slice(0, dim).map((x) => -x), b: numbers.slice(0, dim), radius: numbers[3] }),
    () => ({ type: "points", points: points(numbers) }),
    () => ({ type: "cylinder", half_height: numbers[0], radius: numbers[1] }),
    () => ({ type: "cone", half_height: numbers[0], radius: numbers[1] }),
  ][kind]();
  const translation = [...pose.slice(0, dim)];
  translation[0] += 1000 * km;
  const [c, s] = pose.slice(2);
  return { ...own, pose: { translation, rotation: dim === 2 ? [[c, -s], [s, c]] : [...pose.slice(3, 7)] } };
}

/** The address of a pair in the explorer. */
export function pairAddress(worlds, [a, b], km) {
  const { dim } = worlds;
  const [forms, poses] = [worlds.forms(), worlds.poses()];
  const told = (k) => JSON.stringify(shape(forms[k], poses[k], dim, km));
  return `../explorer/index.html#${new URLSearchParams({ preset: dim === 2 ? "apart" : "boxes", query: "contact", scalar: "f64", a: told(a), b: told(b) })}`;
}
