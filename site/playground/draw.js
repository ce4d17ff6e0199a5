// What a canvas shows: bodies in f64 filled, in f32 and in the control as outlines; contacts, and the hand that pulls.

import { CONTROL, F32, F64 } from "./engine.js";

/** The colors of the page, which has two sets of them. */
export function colors() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(["a", "b", "ground", "control", "ink", "quiet", "line", "pane", "newest", "simplex"].map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** A color between two: both as #rrggbb. */
function mixed(one, other, part) {
  const of = (color, k) => Number.parseInt(color.slice(1 + 2 * k, 3 + 2 * k), 16);
  return `rgb(${[0, 1, 2].map((k) => Math.round(of(one, k) * (1 - part) + of(other, k) * part)).join()})`;
}

/** The corners of a hull, counter-clockwise: Andrew's monotone chain, 1979. */
function hull(points) {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list) => {
    const chain = [];
    for (const r of list) {
      while (chain.length > 1) {
        const [p, q] = chain.slice(-2);
        if ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0) break;
        chain.pop();
      }
      chain.push(r);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** A form in the plane as a path, in metres. */
function outline({ kind, numbers }) {
  const path = new Path2D();
  if (kind === 0) path.rect(-numbers[0], -numbers[1], 2 * numbers[0], 2 * numbers[1]);
  else if (kind === 1) {
    path.arc(0, 0, numbers[0], 0, 2 * Math.PI);
    // So that one sees it turn.
    path.moveTo(0, 0);
    path.lineTo(numbers[0], 0);
  } else if (kind === 2) {
    const [x, y, , radius] = numbers;
    const along = Math.atan2(y, x);
    path.arc(x, y, radius, along - Math.PI / 2, along + Math.PI / 2);
    path.arc(-x, -y, radius, along + Math.PI / 2, along + 1.5 * Math.PI);
    path.closePath();
  } else if (kind === 3) {
    const points = Array.from({ length: numbers.length / 3 }, (_, k) => [numbers[3 * k], numbers[3 * k + 1]]);
    for (const [x, y] of points.length > 2 ? hull(points) : points) path.lineTo(x, y);
    path.closePath();
    // A piece of ground, and where it begins.
    if (points.length === 2) path.lineTo(points[0][0], points[0][1] - 0.12);
  }
  return path;
}

export class Picture {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.eye = [0.5, 0.45, 0.9];
    this.center = [0, 5];
    this.half = [10, 6];
    this.colors = colors();
  }

  /** Begins with other bodies. */
  begin(worlds) {
    this.worlds = worlds;
    this.paths = worlds.dim === 2 ? worlds.forms().map(outline) : null;
    [this.poses, this.marks, this.silhouettes] = [worlds.poses(), [], []];
  }

  /** What is to be seen: a rectangle in metres. */
  frame(center, half) {
    [this.center, this.half] = [center, half];
  }

  /** Right, up and towards whoever looks, in space. */
  axes() {
    const unit = (v) => v.map((x) => x / Math.hypot(...v));
    const towards = unit(this.eye);
    const right = unit([towards[2], 0, -towards[0]]);
    return [right, [towards[1] * right[2], towards[2] * right[0] - towards[0] * right[2], -towards[1] * right[0]], towards];
  }

  /** A place of the world as one of the picture, in metres. */
  seen(place) {
    if (this.worlds.dim === 2) return place;
    const dot = (v) => v[0] * place[0] + v[1] * place[1] + v[2] * place[2];
    const [right, up] = this.axes();
    return [dot(right), dot(up)];
  }

  /** Pixels of the page to metres of the picture, and back. */
  metres([x, y]) {
    return [this.center[0] + (x - this.size[0] / 2) / this.scale, this.center[1] - (y - this.size[1] / 2) / this.scale];
  }

  pixels([x, y]) {
    return [this.size[0] / 2 + (x - this.center[0]) * this.scale, this.size[1] / 2 - (y - this.center[1]) * this.scale];
  }

  fit() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const dots = Math.min(devicePixelRatio || 1, 2);
    if (this.canvas.width !== Math.round(w * dots) || this.canvas.height !== Math.round(h * dots)) [this.canvas.width, this.canvas.height] = [Math.round(w * dots), Math.round(h * dots)];
    this.size = [w, h];
    this.dots = dots;
    this.scale = Math.min(w / this.half[0], h / this.half[1]) / 2;
  }

  /** Draws it all: `show` is what is shown besides f64, `chosen` the body and the contact that are selected, `hold` the hand. */
  draw({ show, chosen, contact, hold }) {
    this.fit();
    const { context, worlds } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.poses = worlds.poses(F64);
    if (worlds.dim === 2) this.plane(show, chosen);
    else this.space(show, chosen);
    context.setTransform(this.dots, 0, 0, this.dots, 0, 0);
    this.marks = show.some((name) => ["contacts", "normals", "impulses"].includes(name)) || contact !== null ? worlds.contacts() : [];
    this.marks.forEach((mark, k) => this.contact(mark, show, k === contact));
    if (hold) this.hand(hold);
  }

  /** The context in a body's own coordinates, in metres; nothing for one that is lost. */
  own([x, y, c, s, state]) {
    if (!(Math.abs(x) < 1e5 && Math.abs(y) < 1e5)) return false;
    const scale = this.scale * this.dots;
    const [left, top] = this.pixels([x, y]).map((p) => p * this.dots);
    this.context.setTransform(scale * c, -scale * s, -scale * s, -scale * c, left, top);
    this.context.lineWidth = 1.4 / this.scale;
    return state < 3;
  }

  plane(show, chosen) {
    const { context, colors, worlds, paths } = this;
    const state = (k) => this.poses[k][4];
    const awake = mixed(colors.a, colors.pane, 0.55);
    const asleep = mixed(colors.quiet, colors.pane, 0.62);
    paths.forEach((path, k) => {
      if (!this.own(this.poses[k])) return;
      const isFixed = state(k) === 2;
      context.fillStyle = isFixed ? colors.ground : show.includes("sleep") && state(k) === 1 ? asleep : awake;
      context.strokeStyle = isFixed ? colors.ground : mixed(colors.a, colors.pane, 0.1);
      if (isFixed) context.lineWidth = 3 / this.scale;
      context.fill(path);
      context.stroke(path);
    });
    for (const [name, which, color, dashes] of [["control", CONTROL, colors.control, [2, 3]], ["f32", F32, colors.b, []]]) {
      if (!show.includes(name)) continue;
      const poses = worlds.poses(which);
      context.strokeStyle = color;
      context.setLineDash(dashes.map((x) => x / this.scale));
      paths.forEach((path, k) => { if (state(k) !== 2 && this.own(poses[k])) context.stroke(path); });
      context.setLineDash([]);
    }
    if (chosen !== null && this.own(this.poses[chosen])) {
      context.strokeStyle = colors.newest;
      context.lineWidth = 3 / this.scale;
      context.stroke(paths[chosen]);
    }
  }

  /** The polygons of a list, as paths in pixels. */
  *polygons(numbers) {
    for (let at = 0; at < numbers.length; at += 3 + 2 * numbers[at + 2]) {
      const path = new Path2D();
      for (let k = 0; k < numbers[at + 2]; k += 1) path.lineTo(...this.pixels([numbers[at + 3 + 2 * k], numbers[at + 4 + 2 * k]]));
      path.closePath();
      yield { body: numbers[at], shade: numbers[at + 1], path };
    }
  }

  space(show, chosen) {
    const { context, colors, worlds } = this;
    context.setTransform(this.dots, 0, 0, this.dots, 0, 0);
    context.lineJoin = "round";
    this.silhouettes = [];
    for (const { body, shade, path } of this.polygons([...worlds.list("picture", ...this.eye)])) {
      const isAsleep = show.includes("sleep") && this.poses[body].at(-1) === 1;
      const color = isAsleep ? colors.quiet : colors.a;
      context.lineWidth = 1;
      if (shade <= 1) {
        context.fillStyle = mixed(colors.ground, colors.pane, 0.55 * shade);
        context.strokeStyle = mixed(colors.ground, colors.quiet, 0.25);
        context.lineWidth = 0.5;
      } else if (shade === 2) {
        context.fillStyle = color;
        context.strokeStyle = mixed(color, "#000000", 0.5);
        this.silhouettes.push({ body, path });
      } else {
        // Towards the light it is lighter.
        const lit = shade - 3.6;
        context.fillStyle = lit > 0 ? mixed(color, "#ffffff", 1.3 * lit) : mixed(color, "#000000", -1.1 * lit);
        context.strokeStyle = context.fillStyle;
      }
      context.fill(path);
      context.stroke(path);
    }
    for (const [name, which, color, dashes] of [["control", CONTROL, colors.control, [2, 3]], ["f32", F32, colors.b, []]]) {
      if (!show.includes(name)) continue;
      context.strokeStyle = color;
      context.lineWidth = 1.2;
      context.setLineDash(dashes);
      for (const { path } of this.polygons([...worlds.list("outlines", which, ...this.eye)])) context.stroke(path);
      context.setLineDash([]);
    }
    const ring = this.silhouettes.find(({ body }) => body === chosen);
    if (ring) {
      [context.strokeStyle, context.lineWidth] = [colors.newest, 3];
      context.stroke(ring.path);
    }
  }

  contact({ place, normal, push }, show, isChosen) {
    const { context, colors } = this;
    const [x, y] = this.pixels(this.seen(place));
    const line = (length, color, width) => {
      const [u, v] = this.seen(normal);
      [context.strokeStyle, context.lineWidth] = [color, width];
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + u * length, y - v * length);
      context.stroke();
    };
    // An impulse is that of a sub-step; as a force it does not depend on how many there are. Its length grows as the root.
    if (show.includes("impulses")) line(3 * Math.sqrt(240 * push), colors.newest, 2.5);
    if (show.includes("normals")) line(13, colors.ink, 1.2);
    context.fillStyle = isChosen ? colors.newest : colors.simplex;
    context.beginPath();
    context.arc(x, y, isChosen ? 5 : 2.6, 0, 2 * Math.PI);
    context.fill();
  }

  /** The spring: from the point that is held to the hand. */
  hand({ from, to }) {
    const { context, colors } = this;
    const [a, b] = [from, to].map((place) => this.pixels(this.seen(place)));
    [context.strokeStyle, context.lineWidth, context.fillStyle] = [colors.newest, 1.6, colors.newest];
    context.setLineDash([5, 4]);
    context.beginPath();
    context.moveTo(...a);
    context.lineTo(...b);
    context.stroke();
    context.setLineDash([]);
    for (const [x, y] of [a, b]) {
      context.beginPath();
      context.arc(x, y, 4, 0, 2 * Math.PI);
      context.fill();
    }
  }

  /** The body at a place in pixels: one that can move. */
  bodyAt([x, y]) {
    const { context, worlds } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (worlds.dim === 3) return this.silhouettes.findLast(({ path }) => context.isPointInPath(path, x, y))?.body ?? null;
    const [u, v] = this.metres([x, y]);
    let near = null;
    for (const [k, path] of this.paths.entries()) {
      const [px, py, c, s, state] = this.poses[k];
      if (state >= 2) continue;
      const at = [c * (u - px) + s * (v - py), c * (v - py) - s * (u - px)];
      if (context.isPointInPath(path, ...at)) return k;
      // Small ones have a rim.
      context.lineWidth = 16 / this.scale;
      if (context.isPointInStroke(path, ...at)) near ??= k;
    }
    return near;
  }

  /** The contact at a place in pixels. */
  contactAt([x, y]) {
    const away = this.marks.map(({ place }) => Math.hypot(...this.pixels(this.seen(place)).map((p, k) => p - [x, y][k])));
    const least = Math.min(...away);
    return least < 9 ? away.indexOf(least) : null;
  }

  /** The center of what a body's shape is given by. */
  place(k) {
    return this.poses[k].slice(0, this.worlds.dim);
  }
}

/** How far apart the worlds were, over the steps: the distances as powers of ten. */
export function chart(canvas, history, colors) {
  const [w, h] = [canvas.clientWidth, canvas.clientHeight];
  const dots = Math.min(devicePixelRatio || 1, 2);
  [canvas.width, canvas.height] = [w * dots, h * dots];
  const context = canvas.getContext("2d");
  context.scale(dots, dots);
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  const count = Math.max(history.length / 2, 120);
  const x = (k) => 44 + ((w - 52) * k) / count;
  const y = (apart) => 8 + ((h - 16) * (2 - Math.log10(Math.min(Math.max(apart, 1e-10), 100)))) / 12;
  for (const [power, name] of [[1, "1 m"], [1e-3, "1 mm"], [1e-6, "1 µm"], [1e-9, "1 nm"]]) {
    [context.strokeStyle, context.lineWidth, context.fillStyle] = [colors.line, 1, colors.quiet];
    context.beginPath();
    context.moveTo(44, y(power));
    context.lineTo(w - 8, y(power));
    context.stroke();
    context.fillText(name, 6, y(power));
  }
  for (const [which, color] of [[1, colors.control], [0, colors.b]]) {
    [context.strokeStyle, context.lineWidth] = [color, 1.8];
    context.beginPath();
    const every = Math.max(1, Math.floor(history.length / 2 / (2 * w)));
    for (let k = 0; 2 * k < history.length; k += every) context.lineTo(x(k), y(history[2 * k + which]));
    context.stroke();
  }
}
