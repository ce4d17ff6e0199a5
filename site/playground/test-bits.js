// Without a browser: `node test-bits.js`, after `build`. The worlds in WebAssembly have the bits that worlds/tests/bits.txt keeps, which a test there
// compares with those of a program; and a step takes no longer than is said. It also tries the records of what is done.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packed, read, unpacked, written } from "./address.js";
import { F32, F64, MIXED, SCENES, SIZES, Worlds } from "./engine.js";
import { conclusion, rested } from "./verdict.js";

const here = dirname(fileURLToPath(import.meta.url));
const modules = { 2: "plane", 3: "space" };
const made = (dim) => new Worlds(new WebAssembly.Module(readFileSync(join(here, `dist/${modules[dim]}.wasm`))), dim);

const wanted = readFileSync(join(here, "../../worlds/tests/bits.txt"), "utf8").trim().split("\n").map((line) => line.split(" "));
const names = [...new Set(wanted.map(([, , name]) => name))];
assert.equal(wanted.length, 24);
const worlds = { 2: made(2), 3: made(3) };
for (const [dim, bits, name, ...prints] of wanted) {
  const { exports } = worlds[dim];
  const at = exports.compared(names.indexOf(name), Number(bits));
  const found = [...new BigUint64Array(exports.memory.buffer, at, 11)].map((print) => print.toString(16).padStart(16, "0"));
  assert.deepEqual(found, prints, `${dim}D, f${bits}, ${name}: not the bits of a program`);
}
console.log(`ok    the bits of ${wanted.length} runs of 1,000 steps are those of a program`);

// What sleeps does not creep, and a verdict once given stays, in each scene: for ten seconds of few bodies, or for SECONDS of as many as the page has.
const whole = Number(process.env.SECONDS) || 0;
const verdicts = { firm: 0, asleep: 0 };
for (const dim of [2, 3]) for (const scene of SCENES) for (const km of [0, 50]) {
  const own = made(dim);
  const size = Math.min(SIZES[scene][2], whole ? (dim === 3 ? 100 : 300) : 8);
  const state = { scene, size, km, rounds: 4, sleeps: true };
  own.start(state);
  let [verdict, rest] = [null, null];
  const is = `${dim}D, ${scene}, ${km} km`;
  for (let k = 0; k < 60 * (whole || 10); k += 1) {
    own.step();
    if (k % 20) continue;
    const rests = [F64, F32, MIXED].map((which) => own.resting(which));
    for (const { asleep, movable, creep } of rests) {
      assert(asleep < movable || creep === 0, `${is}: asleep, and creeps`);
      verdicts.asleep += asleep === movable;
    }
    const said = conclusion(own.history(), 1e-7);
    if (verdict) assert.equal(said, verdict, is);
    else if (/^Chaos|own\.$/.test(said)) {
      verdict = said;
      verdicts.firm += 1;
    }
    const now = rested(rests[0], rests[1], own.steps, state);
    // After ten seconds of sleep in f64 there may be sleep in f32, too, and nothing else.
    if (/ten seconds/.test(rest)) assert.match(now, /ten seconds|^All sleep/, is);
    rest = now;
  }
}
assert(verdicts.firm >= 6 && verdicts.asleep > 100, JSON.stringify(verdicts));
console.log(`ok    what sleeps does not creep, and verdicts stay: ${verdicts.firm} of them, asleep at ${verdicts.asleep} moments`);

// Of a processor, in milliseconds, while it settles, with sleep off. The second is what the issue of a slow page would begin with.
for (const [dim, scene, size, most] of [[2, "pile", 300, 1.8], [2, "pyramid", 20, 1.0], [3, "pile", 100, 4]]) {
  const told = [];
  for (const which of [0, 1]) {
    const own = made(dim);
    own.start({ scene, size, km: 0, rounds: 4, sleeps: false });
    const times = [];
    for (let k = 0; k < 600; k += 1) {
      const started = process.cpuUsage();
      own.exports.step(which);
      const { user, system } = process.cpuUsage(started);
      times.push((user + system) / 1000);
    }
    times.sort((p, q) => p - q);
    told.push(`f${which ? 32 : 64} ${times[300].toFixed(2)} (mean ${(times.reduce((sum, time) => sum + time) / 600).toFixed(2)}, worst ${times[599].toFixed(1)})`);
  }
  console.log(`      ${dim}D ${scene} of ${size}: a step takes ${told.join(", ")} ms of a processor; at most ${most} are aimed at`);
}

// Records: as text and back; and again with the same bits.
let seed = 1;
const random = (most) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * most);
};
for (const dim of [2, 3]) {
  for (let round = 0; round < 200; round += 1) {
    const log = [];
    let step = 0;
    for (let k = 0; k < 40; k += 1) {
      step += random(20);
      const place = () => Array.from({ length: dim }, () => random(20000) - 10000);
      const held = log.findLast(([, what]) => what === "h");
      log.push([[step, "h", random(100), ...place(), ...place()], held ? [step, "h", ...held.slice(2, 3 + dim), ...place()] : [step, "r"], [step, "r"], [step, "a", random(4), ...place()], [step, "d", random(100)]][random(5)]);
    }
    const text = packed(log, dim);
    assert.deepEqual(unpacked(text, dim), log);
    const state = { scene: "bowl", dim, size: 7, km: 20, rounds: 2, sleeps: false };
    assert.deepEqual(read(written(state, log, step, ["sleep"])), { state, log, step, show: ["sleep"], wrong: [] });
    // Whatever is done to a text, it is read or refused.
    const hostile = [...text];
    for (let k = 0; k < 3; k += 1) hostile[random(hostile.length)] = "hmrad_.-0z~9"[random(12)];
    const found = unpacked(hostile.join(""), dim);
    assert(found === null || found.every((record) => record.every((part) => typeof part === "string" || Number.isSafeInteger(part))));
  }
}
const log = [[5, "h", 12, 100, -50, 0, 6000], [11, "h", 12, 100, -50, 3000, 7000], [40, "r"], [41, "a", 3, 0, 9000], [60, "d", 4], [60, "h", 999, 0, 0, 1, 1], [66, "r"]];
const runs = [0, 1].map(() => {
  const own = made(2);
  own.start({ scene: "pile", size: 30, km: 0, rounds: 4, sleeps: true });
  for (let next = 0; own.steps < 200;) next = own.step(log, next);
  // The second goes on from what was saved on the way.
  return [0, 1, 2, 3].map((which) => own.fingerprint(which));
});
assert.deepEqual(runs[0], runs[1]);
assert.equal(new Set(runs[0]).size, 4);
const saved = made(2);
saved.start({ scene: "pile", size: 30, km: 0, rounds: 4, sleeps: true });
let next = 0;
while (saved.steps < 50) next = saved.step(log, next);
const other = made(2);
other.load(saved.save());
while (other.steps < 200) next = other.step(log, next);
assert.deepEqual([0, 1, 2, 3].map((which) => other.fingerprint(which)), runs[0]);
console.log("ok    records are read as they were written, and give the same bits again, also from a moment that was saved");

// 2,000 random actions, and numbers that are none: nothing stops, and all that can be drawn is a number.
const own = made(2);
let lost = 0;
for (let k = 0; k < 2000; k += 1) {
  if (k % 250 === 0) own.start({ scene: ["pile", "bowl", "bullets", "stack"][random(4)], size: 12 + random(20), km: [0, 20, 1000][random(3)], rounds: [1, 4][random(2)], sleeps: random(2) === 1 });
  const x = () => [random(20000) - 10000, 0, 1e7, -1e7, NaN, Infinity][random(40) ? 0 : random(6)];
  const body = () => [random(40), 0, 4e9, -1][random(10) ? 0 : random(4)];
  own.apply([[0, "h", body(), x(), x(), x(), x()], [0, "r"], [0, "a", body(), x(), x()], [0, "d", body()], [0, "r"]][random(5)]);
  own.step();
  lost += [...own.list("poses", 0)].filter((number) => !Number.isFinite(number)).length;
  own.contacts();
  own.list("resting", 1);
}
console.log(`ok    2,000 hostile actions; ${lost} numbers were none`);
