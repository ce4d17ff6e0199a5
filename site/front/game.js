// The game, compiled to WebAssembly, and what there is to draw of it: for the page, and for its still pictures.

/** A view is so many metres high, and shows at least this much of the ground. */
export const HIGH = 8.4;
const LOWEST = -1.2;
/** The ends of the level. */
const [LEFT, RIGHT] = [-2.6, 27.4];
/** The crates and the character are last; the ferry and the lift move, too. */
const [CRATES, MOVING] = [2, [5, 8]];

/** A run through the level, which takes all coins: from each step on, which way it walks, and whether it jumps. */
export const RUN = [
  [0, 1, 0], [24, 1, 1], [28, 1, 0], [96, 1, 1], [100, 1, 0], [144, 1, 1], [148, 1, 0], [228, 1, 1], [232, 1, 0], [252, 0, 0], [336, 1, 1], [340, 1, 0],
  [408, 0, 0], [444, 0, 0],
];
/** How many steps it has, and the one that still pictures show. */
export const [LENGTH] = RUN.at(-1);
export const STILL = 200;

export const COLORS = {
  light: { sky: "#f7f8fa", ground: "#c0c8d3", moving: "#7f93b0", crate: "#c98a4b", player: "#1f5fcb", eye: "#ffffff", coin: "#e3aa2e", distance: "#7c3aed", contact: "#c2185b" },
  dark: { sky: "#191f27", ground: "#3c4755", moving: "#6881a6", crate: "#c98a4b", player: "#6fa5ff", eye: "#0d1420", coin: "#e3b448", distance: "#b99cff", contact: "#ff6f9f" },
};

export class Game {
  static async load(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const typed = response.headers.get("content-type") === "application/wasm";
    return new Game(typed ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer()));
  }

  constructor(module) {
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.begin();
  }

  begin() {
    this.exports.start();
    const numbers = this.list("outlines");
    this.outlines = [];
    for (let at = 0; at < numbers.length; at += 1 + 2 * numbers[at]) this.outlines.push(pairs(numbers.slice(at + 1, at + 1 + 2 * numbers[at])));
  }

  /** A sixtieth of a second. */
  step(walk, jumps) {
    this.exports.step(walk, jumps ? 1 : 0);
  }

  /** The same, as the run has it. */
  follow() {
    const [, walk, jumps] = RUN.findLast(([from]) => from <= this.steps);
    this.step(walk, jumps);
  }

  /** Begins the run, and goes on to the step of the still pictures. */
  toStill() {
    this.begin();
    while (this.steps < STILL) this.follow();
    return this;
  }

  list(name) {
    const at = this.exports[name]();
    return [...new Float32Array(this.exports.memory.buffer, at, this.exports.length())];
  }

  get steps() {
    return this.list("score")[0];
  }

  /** What has happened, and the coins. */
  score() {
    const [steps, falls, stands, ...coins] = this.list("score");
    const all = pairs(coins, 3).map(([x, y, taken]) => ({ at: [x, y], taken: taken > 0 }));
    return { seconds: steps / 60, falls, stands: stands > 0, coins: all, taken: all.filter(({ taken }) => taken).length };
  }

  /** All that is seen, from back to front, in metres: polygons and lines, each with the name of its color. */
  picture(showsContacts) {
    const places = pairs(this.list("places"));
    const player = places.length - 1;
    const name = (k) => (k === player ? "player" : k >= player - CRATES ? "crate" : MOVING.includes(k) ? "moving" : "ground");
    const drawn = this.outlines.map((outline, k) => ({ name: name(k), points: outline.map(([x, y]) => [x + places[k][0], y + places[k][1]]) }));
    const coins = this.score().coins.filter(({ taken }) => !taken).map(({ at }) => ({ name: "coin", points: circle(at, 0.25) }));
    const lines = [];
    if (showsContacts) {
      for (const [ax, ay, bx, by, , touches] of pairs(this.list("contacts"), 6)) {
        const name = touches ? "contact" : "distance";
        lines.push({ name, points: stroke([ax, ay], [bx, by], 0.05) }, ...[[ax, ay], [bx, by]].map((at) => ({ name, points: circle(at, touches ? 0.13 : 0.08) })));
      }
    }
    const [x, y] = places[player];
    const eyes = [-0.05, 0.21].map((right) => ({ name: "eye", points: circle([x + right, y + 0.36], 0.08) }));
    return { at: places[player], shapes: [...coins, ...drawn, ...eyes, ...lines] };
  }
}

/** What is in a view that is so many times as wide as high: its left end, and the level of its lower edge. */
export function view([x], ratio) {
  const wide = HIGH * ratio;
  return [wide > RIGHT - LEFT ? (LEFT + RIGHT - wide) / 2 : Math.min(Math.max(x - wide / 2, LEFT), RIGHT - wide), LOWEST];
}

function pairs(numbers, count = 2) {
  return Array.from({ length: Math.floor(numbers.length / count) }, (_, k) => numbers.slice(count * k, count * (k + 1)));
}

const circle = ([x, y], radius) => Array.from({ length: 24 }, (_, k) => [x + radius * Math.cos((k * Math.PI) / 12), y + radius * Math.sin((k * Math.PI) / 12)]);

/** A line as a polygon. */
function stroke([ax, ay], [bx, by], width) {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const [x, y] = [((ay - by) / long) * (width / 2), ((bx - ax) / long) * (width / 2)];
  return [[ax + x, ay + y], [bx + x, by + y], [bx - x, by - y], [ax - x, ay - y]];
}
