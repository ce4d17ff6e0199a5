// What the address holds: the scene, how it is run, what was done to it, and the step that is shown. So a link gives the same bits.

import { ADD, HOLD, RELEASE, REMOVE, SCENES, SIZES } from "./engine.js";

/** Longer records are kept in a file. */
export const MOST = 8000;
export const LAST_STEP = 20000;
export const SHOWN = ["f32", "mixed", "control", "contacts", "normals", "impulses", "sleep"];
/** What is shown, if nothing else is said. */
export const USUAL = ["f32"];
export const BEGINNING = { scene: "pile", dim: 2, size: SIZES.pile[2], km: 0, rounds: 4, sleeps: true };

/** The records as text: each a letter and numbers. */
export function packed(log, dim) {
  let [step, held, to] = [0, "", []];
  return log.map(([at, what, ...numbers]) => {
    let list = numbers;
    const hold = numbers.slice(0, 1 + dim).join();
    // On with the same: only the way of the hand.
    const goesOn = what === HOLD && hold === held;
    if (what === HOLD) {
      const next = numbers.slice(1 + dim);
      if (goesOn) list = next.map((x, k) => x - to[k]);
      [held, to] = [hold, next];
    } else held = "";
    const text = (goesOn ? "m" : what) + [at - step, ...list].map((x) => x.toString(36)).join(".");
    step = at;
    return text;
  }).join("_");
}

/** The records again; nothing, if it is no such text. */
export function unpacked(text, dim) {
  const log = [];
  let [step, held] = [0, null];
  const lengths = { [HOLD]: 1 + 2 * dim, m: dim, [RELEASE]: 0, [ADD]: 1 + dim, [REMOVE]: 1 };
  for (const entry of text.split("_").filter(Boolean)) {
    const what = entry[0];
    const numbers = entry.slice(1).split(".").map((part) => (/^-?[0-9a-z]{1,6}$/.test(part) ? Number.parseInt(part, 36) : NaN));
    if (numbers.length !== 1 + (lengths[what] ?? NaN) || !numbers.every((x) => Math.abs(x) < 1e7)) return null;
    const [later, ...rest] = numbers;
    step += later;
    if (later < 0 || step > LAST_STEP || (what === "m" ? !held : rest[0] < 0)) return null;
    if (what === "m") held = [...held.slice(0, 1 + dim), ...held.slice(1 + dim).map((x, k) => x + rest[k])];
    else held = what === HOLD ? rest : null;
    log.push(held ? [step, HOLD, ...held] : [step, what, ...rest]);
  }
  return log;
}

/** The address of what is shown. Records that are too long for it are left out, and it says so. */
export function written({ scene, dim, size, km, rounds, sleeps }, log, step, show, most = MOST) {
  const parts = { scene, dim, size, km, rounds, sleep: sleeps ? 1 : 0, step };
  const text = packed(log, dim);
  if (text.length <= most) {
    if (text) parts.log = text;
  } else parts.log = "file";
  if (show.join() !== USUAL.join()) parts.show = show.join();
  return `#${new URLSearchParams(parts)}`;
}

/** The same from an address: with what is wrong with it, in sentences. */
export function read(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const wrong = [];
  const name = (key) => parts.get(key).slice(0, 40);
  const whole = (key, least, most, usual) => {
    if (!parts.has(key)) return usual;
    const x = Number(parts.get(key));
    if (Number.isInteger(x) && x >= least && x <= most) return x;
    wrong.push(`In the address ${key} is “${name(key)}”, and not a whole number from ${least} to ${most}.`);
    return usual;
  };
  let scene = parts.get("scene") ?? BEGINNING.scene;
  if (!SCENES.includes(scene)) {
    wrong.push(`There is no scene “${name("scene")}”.`);
    scene = BEGINNING.scene;
  }
  const state = {
    scene, dim: whole("dim", 2, 3, 2), size: whole("size", ...SIZES[scene]), km: whole("km", 0, 10000, 0),
    rounds: whole("rounds", 1, 16, BEGINNING.rounds), sleeps: whole("sleep", 0, 1, 1) === 1,
  };
  let log = [];
  if (parts.get("log") === "file") wrong.push("What was done is too long for an address: open the file that was saved.");
  else if (parts.has("log")) {
    log = unpacked(parts.get("log"), state.dim);
    if (!log) wrong.push("What was done cannot be read from the address.");
    log ??= [];
  }
  let show = parts.get("show")?.split(",").filter(Boolean) ?? USUAL;
  if (!show.every((key) => SHOWN.includes(key))) {
    wrong.push("What to show is not said in words that there are.");
    show = USUAL;
  }
  return { state, log, step: parts.has("step") ? whole("step", 0, LAST_STEP, 0) : null, show, wrong };
}
