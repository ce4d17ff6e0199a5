// What is said of the worlds. A conclusion follows from the first steps that allow it: so to go on, or back and on again, does not change it.

/** Growth is compared between two distances: of the control, which begins a nanometre away, and of f32. What is farther apart has no room to grow. */
const GROWS = { control: [1e-8, 1e-2], f32: [1e-4, 1e-2] };
/** Without chaos the control stays below ten nanometres. */
const STILL = 1e-8;
/** f32 has parted without the control, for so many steps. */
const ALONE = 300;

/** A length in words, with two digits. */
export function told(metres) {
  if (!(metres >= 1e-12)) return metres >= 0 ? "0" : "lost";
  const [unit, name] = [[1, "m"], [1e-3, "mm"], [1e-6, "µm"], [0, "nm"]].find(([unit]) => metres >= 0.1 * unit);
  const x = metres / (unit || 1e-9);
  return `${x >= 100 ? Math.round(x).toLocaleString("en") : x.toPrecision(2)} ${name}`;
}

/** How far the next number of f32 is from where a scene is. */
export const grid = (km) => 2 ** (Math.floor(Math.log2(1000 * km + 8)) - 23);

/** How many steps a distance takes to become ten times as large, on its way from one value up to another; nothing if it does not get there. */
export function tenfold(distances, [low, high]) {
  const to = distances.findIndex((distance) => distance >= high);
  const from = distances.slice(0, Math.max(to, 0)).findLastIndex((distance) => distance <= low);
  return from < 0 ? null : Math.max(1, Math.round((to - from) / Math.log10(high / low)));
}

/** The first step at which it can be said why the worlds part, and why: "chaos" or "f32"; or nothing. */
export function cause(history) {
  for (let k = 0; k < history.length; k += 1) {
    const [single, control] = history[k];
    if (Math.min(single, control) >= GROWS.f32[1]) return { step: k, why: "chaos" };
    if (k >= ALONE && history[k - ALONE][0] >= GROWS.f32[1] && control < STILL) return { step: k, why: "f32" };
  }
  return null;
}

/** Whether the worlds part, and why: from how far f32 and the control were from f64 after each step, and how far f32 began. */
export function conclusion(history, began) {
  const from = began < 1e-12 ? "at the same places" : `${told(began)} away`;
  if (!history.length) return began > 1e-6 ? `In f32 the bodies begin up to ${told(began)} from their places: its numbers are that coarse here.` : "All begin at the same places.";
  const found = cause(history);
  if (!found) {
    const [single, control] = history.at(-1);
    if (control >= STILL) return "Too early to say: collisions have begun to multiply the nanometre of the control.";
    return single > 1e-3 ? "Too early to say: f32 has parted by millimetres, and nothing has multiplied the nanometre of the control yet." :
      `They are still together, but for rounding: f32 began ${from}, and nothing has multiplied the nanometre of the control yet.`;
  }
  if (found.why === "f32") return "For five seconds f32 has been a centimetre off or more, and the control has kept its nanometre. Nothing multiplies differences here: this is f32’s own.";
  const grown = history.slice(0, found.step + 1);
  const [single, control] = ["f32", "control"].map((name, which) => tenfold(grown.map((apart) => apart[which]), GROWS[name]));
  const every = (count) => (count === 1 ? "each step" : `every ${count} steps`);
  const growth = control === null ? "jumps at the first contacts" : `grows tenfold ${every(control)}`;
  const other = single === null ? `f32 began ${from}, so it has no room to grow` : `that of f32 grows tenfold ${every(single)}. f32 parts first because it begins ${from}`;
  return `Chaos: collisions multiply every difference. That of the control ${growth}, ${other}.`;
}

/** Whether things still fall, fly or roll: then nothing is said of creep. */
export const stillMoves = ({ asleep, movable, creep }, since) => asleep < movable && (creep > 1 || (creep > 0.05 && since < ALONE));

/** How f64 and f32 rest, so many steps after the last touch. */
export function rested(double, single, since, { scene, sleeps, km }) {
  if (scene === "joints") return "Nothing rests here: the ball rolls on.";
  if (!sleeps) return "Bodies do not fall asleep: that is switched off.";
  if (double.quiet >= 0 && single.quiet >= 0) return "All sleep, in f64 and in f32.";
  const coarse = grid(km) > 1e-3;
  if (coarse && double.quiet >= 2 * ALONE) return `In f64 all have slept for ten seconds, in f32 not yet: its numbers are ${told(grid(km))} apart here, more than a body at rest moves in a step. This is f32’s own.`;
  if ([double, single].some((rest) => stillMoves(rest, since))) return "Bodies still move.";
  if (!coarse && since >= 2 * ALONE) return "Which world sleeps first is chance here: by now they are different piles, and f32’s numbers are fine enough to rest.";
  return "Not all are at rest yet.";
}

/** What a scene is about. */
const ABOUT = {
  stack: "A stack that stands multiplies nothing: the nanometre stays one. Pull out a box, and see what collisions do.",
  pyramid: "As long as the pyramid stands, nothing multiplies: the nanometre stays one. Pull out a brick, and collisions begin.",
  pile: "In a pile each collision multiplies a difference: in a second or two a nanometre becomes a body’s width.",
  bowl: "Bodies slide down the same way and meet at the bottom: differences grow only while they collide.",
  bullets: "A bullet hits a box, and the box hits others: each hit multiplies a difference.",
  joints: "One ball rolls over a hundred joints and hits nothing: nothing multiplies differences, so what f32 loses adds up slowly.",
};
const IN_SPACE = "In space the nanometre becomes a millimetre while the boxes settle, and stays one. Pull out a box, and see what collisions do.";
export const about = ({ scene, dim }) => (dim === 3 && (scene === "stack" || scene === "pyramid") ? IN_SPACE : ABOUT[scene]);
