// What the address holds: the question, the step, and how it is looked at, so that it restores the very picture.

import { fault } from "./shapes.js";

export const QUERIES = { intersect: "Verdict", distance: "Distance", contact: "Contact", shapecast: "Cast" };
export const SCALARS = { f32: "f32", f64: "f64", exact: "exact" };
export const SHOWN = { shading: "exclusions", grid: "grid", axes: "axes", coordinates: "coordinates", handles: "handles", turn: "turn to the face" };
/** What is shown, if nothing else is said. */
export const USUAL = { shading: true, grid: false, axes: false, coordinates: false, handles: true, turn: true };

/** The address of what is asked (`state`), at a step, as it is seen. `velocity` is that of B, where it has one. */
export function written(state, { step, velocity, show, scene, predict }) {
  const parts = { preset: state.preset.id, query: state.query, scalar: state.scalar, step: step + 1 };
  if (state.time !== null) parts.t = state.time;
  if (state.changed) {
    for (const name of ["a", "b"]) parts[name] = JSON.stringify(state.shapes[name]);
    if (state.start.length) parts.start = JSON.stringify(state.start);
    if (velocity) parts.v = JSON.stringify(velocity);
  }
  if (Object.keys(USUAL).some((key) => show[key] !== USUAL[key])) parts.show = Object.keys(show).filter((key) => show[key]).join();
  const places = scene?.places() ?? [];
  if (places.some(Boolean)) parts.view = places.map((place) => place?.join() ?? "").join(";");
  if (scene?.byHand) parts.eye = [scene.home.yaw, scene.home.pitch].join();
  if (predict) parts.predict = 1;
  return `#${new URLSearchParams(parts)}`;
}

/** The same from an address: with the example, and with what is wrong with it, in sentences. */
export function read(hash, presets) {
  const parts = new URLSearchParams(hash.slice(1));
  const wrong = [];
  const name = (key) => parts.get(key).slice(0, 40);
  let preset = presets.find(({ id }) => id === parts.get("preset"));
  if (!preset && parts.has("preset")) wrong.push(`There is no example “${name("preset")}”.`);
  preset ??= presets[0];
  const { dim } = preset;
  const vector = (v, length = dim) => Array.isArray(v) && v.length === length && v.every(Number.isFinite);
  /** What stands at a key, if it is as it is to be. */
  const given = (key, parse, fits, otherwise) => {
    if (!parts.has(key)) return null;
    let value;
    try {
      value = parse(parts.get(key));
    } catch {
      value = undefined;
    }
    if (value !== undefined && fits(value)) return value;
    wrong.push(otherwise);
    return null;
  };
  const shape = (key) => {
    let why = "cannot be read";
    const fits = (value) => { why = fault(value, dim); return !why; };
    const found = given(key, JSON.parse, fits, "");
    if (found === null && parts.has(key)) wrong[wrong.length - 1] = `Shape ${key.toUpperCase()} in the address ${why}.`;
    return found;
  };
  const numbers = (text) => text.split(",").map(Number);
  const places = (text) => text.split(";").map((place) => (place ? numbers(place) : null));
  const found = {
    step: Number.parseInt(parts.get("step"), 10),
    a: shape("a"),
    b: shape("b"),
    predict: parts.get("predict") === "1",
    start: given("start", JSON.parse, (list) => Array.isArray(list) && list.every((d) => vector(d)), "The start in the address cannot be read."),
    velocity: given("v", JSON.parse, (v) => vector(v) && v.every((x) => Math.abs(x) <= 1e9), "The velocity in the address cannot be read."),
    show: given("show", (text) => text.split(",").filter(Boolean), (list) => list.every((key) => Object.hasOwn(SHOWN, key)), "What to show is not said in words that there are."),
    view: given("view", places, (list) => list.length === 2 && list.every((place) => !place || (vector(place, dim + 1) && place[dim] > 0)), "The view in the address cannot be read."),
    eye: given("eye", numbers, (v) => vector(v, 2), "The direction to look in cannot be read."),
  };
  for (const [key, choices] of [["query", QUERIES], ["scalar", SCALARS]]) {
    found[key] = parts.get(key);
    if (parts.has(key) && !Object.hasOwn(choices, parts.get(key))) wrong.push(`There is no ${key} “${name(key)}”.`);
  }
  const time = parts.has("t") ? Number(parts.get("t")) : null;
  return { preset, ...found, time: Number.isFinite(time) ? time : null, wrong };
}
