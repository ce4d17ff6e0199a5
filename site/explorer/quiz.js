// Predict, then reveal: a step is asked for before it is shown. Which step, and how far the answer is known, the page says.

import { spread } from "./labels.js";
import { lettered } from "./panel.js";
import { questions } from "./predict.js";

/** How near, in pixels, a click has to come to a choice in a pane. */
const REACH = 20;
const ARROW = 56;

export class Quiz {
  /** `changed()` is called when something was answered, `revealed(step)` when all of a step was. */
  constructor({ changed, revealed }) {
    this.on = false;
    this.hooks = { changed, revealed };
    this.score = { right: 0, of: 0 };
    this.forget();
  }

  /** The questions belong to one answer of the library. */
  forget() {
    this.list = [];
    this.step = null;
    this.chosen = null;
  }

  /** The question of a step that is not known yet; nothing, if all has been answered. */
  question(trace, step, scene) {
    if (this.step !== step || this.trace !== trace) {
      Object.assign(this, { trace, step, list: questions(trace, step, scene), chosen: null });
    }
    return this.list[0] ?? null;
  }

  get current() {
    return this.list[0] ?? null;
  }

  answer(k) {
    const choice = this.current?.choices[k];
    if (!choice || this.chosen) return;
    this.chosen = choice;
    this.score.of += 1;
    this.score.right += choice.right ? 1 : 0;
    this.hooks.changed();
  }

  /** To the next question, or to the step itself. */
  goOn() {
    this.list = this.list.slice(1);
    this.chosen = null;
    if (this.list.length) this.hooks.changed();
    else this.hooks.revealed(this.step);
  }

  /** A click into the pane of the difference, which may be an answer. */
  clicked(spot, scene) {
    if (!this.current || this.chosen) return false;
    const far = this.places(scene).map((place) => (place ? Math.hypot(place[0] - spot[0], place[1] - spot[1]) : Infinity));
    const k = far.indexOf(Math.min(...far));
    if (!(far[k] < REACH)) return false;
    this.answer(k);
    return true;
  }

  /** What the choices are about in the pane, those that have a place. */
  anchors(scene) {
    return this.current.choices.map(({ at, from, way }) => (at ? scene.toPixel(1, at) : way ? tip(scene, from, way) : null));
  }

  /** Where the choices are: there, or beside it, so that each can be read and hit. */
  places(scene) {
    const anchors = this.anchors(scene);
    const boxes = anchors.map((p, k) => p && [p[0] - half(name(this.current.choices[k])), p[1] - 11, 2 * half(name(this.current.choices[k])), 22]);
    const moves = spread(boxes.filter(Boolean), scene.views[1].size);
    return anchors.map((p) => {
      const by = p && (moves.shift() ?? [0, 0]);
      return p && p.map((x, k) => Math.round((x + by[k]) * 10) / 10);
    });
  }

  /** The choices in the pane of the difference. */
  drawn(scene) {
    if (!this.current) return "";
    const { kept = [], choices } = this.current;
    const [anchors, places] = [this.anchors(scene), this.places(scene)];
    const seen = kept.map((p) => scene.toPixel(1, p));
    let svg = seen.flatMap((p, k) => seen.slice(0, k).map((q) => `<line class="simplex" x1="${p[0]}" y1="${p[1]}" x2="${q[0]}" y2="${q[1]}"/>`)).join("");
    choices.forEach((choice, k) => {
      const { from, way, right } = choice;
      if (!places[k]) return;
      if (way) svg += shaft(scene.toPixel(1, from), anchors[k]);
      if (String(anchors[k]) !== String(places[k])) svg += `<line class="leader" x1="${anchors[k][0]}" y1="${anchors[k][1]}" x2="${places[k][0]}" y2="${places[k][1]}"/>`;
      const [x, y] = places[k];
      const cls = this.chosen && (right ? " right" : this.chosen === choices[k] ? " wrong" : " past");
      svg += `<g class="choice${cls || ""}">${pill(x, y, name(choice))}</g>`;
    });
    return svg;
  }

  /** The question in words, with a button for each choice; once answered, why. */
  told() {
    const { ask, choices, why } = this.current;
    const { chosen } = this;
    const button = ({ letter, text, right }, k) => {
      const cls = chosen ? (right ? "right" : chosen === choices[k] ? "wrong" : "past") : "";
      return `<button type="button" data-choice="${k}" class="${cls}"${chosen ? " disabled" : ""}>${letter ? `<b>${letter}</b> ` : ""}${lettered(text)}</button>`;
    };
    const verdict = chosen ? `<p class="why"><b class="${chosen.right ? "right" : "wrong"}">${chosen.right ? "Right." : "No."}</b> ${lettered(why)}</p>` +
      `<button type="button" id="go-on">${this.list.length > 1 ? "Go on" : "Show the step"}</button>` : "";
    return `<p class="ask">${ask}</p><div class="choices" role="group" aria-label="Choices">${choices.map(button).join("")}</div>${verdict}`;
  }
}

/** A letter in a ring, or a name in a longer one. */
function pill(x, y, name) {
  return `<rect x="${x - half(name)}" y="${y - 11}" width="${2 * half(name)}" height="22" rx="11"/><text x="${x}" y="${y + 5}">${name}</text>`;
}
const name = ({ letter, mark = letter }) => mark;
const half = (name) => (name.length > 1 ? 4 + 4.6 * name.length : 11);

function tip(scene, from, way) {
  const [x, y] = scene.toPixel(1, from);
  const length = Math.hypot(...way);
  const ahead = scene.toPixel(1, from.map((p, k) => p + ((way[k] / length) * ARROW) / scene.views[1].scale));
  return [ahead[0], ahead[1]].map((p, k) => Math.round((p + (ahead[k] - [x, y][k]) * 0.25) * 10) / 10);
}

function shaft(p, tip) {
  const far = Math.hypot(tip[0] - p[0], tip[1] - p[1]);
  if (far < 20) return "";
  const [ex, ey] = [(tip[0] - p[0]) / far, (tip[1] - p[1]) / far];
  const end = [tip[0] - 12 * ex, tip[1] - 12 * ey];
  const spot = (spot) => spot.map((x) => x.toFixed(1)).join(" ");
  const wing = (side) => spot([end[0] - 8 * ex + side * 4 * ey, end[1] - 8 * ey - side * 4 * ex]);
  return `<path class="next" d="M${spot(p)}L${spot(end)}M${wing(1)}L${spot(end)}L${wing(-1)}"/>`;
}
