// What a canvas shows: bodies in f64 filled, those of the other worlds as outlines; contacts, and the hand that pulls.

import { CONTROL, F32, F64, MIXED } from "./engine.js";

/** How outlines of the other worlds are drawn: the name of the color, and the dashes. */
const OUTLINED = [["control", CONTROL, "control", [2, 3]], ["mixed", MIXED, "mixed", [6, 3]], ["f32", F32, "b", []]];
/** What polygons in space are; what is none of these is an outline. */
const [GROUND, SHADOW, SILHOUETTE, FACE] = [0, 1, 2, 3];
/** How high the walls of a box are drawn: they go on. */
const WALL = 7;

/** The colors of the page, which has two sets of them. */
export function colors() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(["a", "a-too", "b", "ground", "control", "mixed", "ink", "quiet", "line", "pane", "newest", "simplex"].map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** A color between two: all as #rrggbb. */
function mixed(one, other, part) {
  const of = (color, k) => Number.parseInt(color.slice(1 + 2 * k, 3 + 2 * k), 16);
  return `#${[0, 1, 2].map((k) => Math.round(of(one, k) * (1 - part) + of(other, k) * part).toString(16).padStart(2, "0")).join("")}`;
}

/** Bodies that are neighbours in the list have different colors, all of them between two. */
const tint = (k, colors) => mixed(colors.a, colors["a-too"], (k * 7 % 5) / 4);

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

/** A form in the plane as a path, in metres; pieces of ground can be marked where they begin. */
function outline({ kind, numbers }, isMarked) {
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
    if (isMarked && points.length === 2) path.lineTo(points[0][0], points[0][1] - 0.12);
  }
  return path;
}

/** The room of a scene in space: how high the floor is, from where to where it is drawn, and the walls, each by its axis, side and place. */
function room(scene, forms, poses) {
  const walls = [];
  forms.forEach(({ kind, numbers }, k) => {
    if (kind !== 0 || numbers[1] < 50) return;
    const axis = numbers[0] < 10 ? 0 : 2;
    const side = Math.sign(poses[k][axis]);
    walls.push({ axis, side, at: poses[k][axis] - side * numbers[axis] });
  });
  const movable = poses.filter((pose) => pose.at(-1) < 2);
  const end = (side, axis) => walls.find((wall) => wall.axis === axis && wall.side === side)?.at ??
    side * (2 + Math.max(...movable.map((pose) => Math.min(side * pose[axis], 12)), scene === "bowl" ? 7 : 2));
  const [low, high] = [-1, 1].map((side) => [0, 2].map((axis) => end(side, axis)));
  return { floor: scene === "joints" ? null : scene === "bowl" ? -1 : 0, low, high, walls };
}

/** How many dots a pixel of a canvas is drawn with. Before a class it is shown twice as large as it is told. */
const sharpness = (canvas) => Math.min((devicePixelRatio || 1) * (canvas.getBoundingClientRect().width / canvas.clientWidth || 1), 2);

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
    this.forms = worlds.forms();
    this.paths = worlds.dim === 2 ? this.forms.map((form) => outline(form, worlds.scene === "joints")) : null;
    [this.poses, this.marks, this.silhouettes] = [worlds.poses(), [], []];
    // As the scene begins, whatever flies away later.
    if (worlds.steps === 0) this.room = room(worlds.scene, this.forms, this.poses);
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
    const dots = sharpness(this.canvas);
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
    const wall = mixed(colors.ground, colors.pane, 0.6);
    const asleep = mixed(colors.quiet, colors.pane, 0.62);
    paths.forEach((path, k) => {
      if (!this.own(this.poses[k])) return;
      const isFixed = state(k) === 2;
      const color = tint(k, colors);
      context.fillStyle = isFixed ? wall : show.includes("sleep") && state(k) === 1 ? asleep : mixed(color, colors.pane, 0.5);
      context.strokeStyle = isFixed ? colors.ground : mixed(color, colors.ink, 0.25);
      if (isFixed) context.lineWidth = 2 / this.scale;
      context.fill(path);
      context.stroke(path);
    });
    for (const [name, which, color, dashes] of OUTLINED) {
      if (!show.includes(name)) continue;
      const poses = worlds.poses(which);
      context.strokeStyle = colors[color];
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

  /** A polygon of the world as a path in pixels. */
  path(places) {
    const path = new Path2D();
    for (const place of places) path.lineTo(...this.pixels(this.seen(place)));
    path.closePath();
    return path;
  }

  /** The polygons of a list, as paths in pixels. */
  *polygons(numbers) {
    for (let at = 0; at < numbers.length; at += 4 + 2 * numbers[at + 3]) {
      const [body, kind, light, count] = numbers.slice(at, at + 4);
      const corners = Array.from({ length: count }, (_, k) => this.pixels(numbers.slice(at + 4 + 2 * k, at + 6 + 2 * k)));
      const path = new Path2D();
      for (const corner of corners) path.lineTo(...corner);
      path.closePath();
      yield { body, kind, light, path, corners };
    }
  }

  /** The floor, with a line every metre, and walls: those behind are planes, those in front are only lines. */
  stand(behind) {
    const { context, colors, room: { floor, walls, low, high } } = this;
    const at = (axis, x, other, y) => (axis === 0 ? [x, y, other] : [other, y, x]);
    context.lineWidth = 1;
    if (behind && floor !== null) {
      this.floor = this.path([[low[0], floor, low[1]], [high[0], floor, low[1]], [high[0], floor, high[1]], [low[0], floor, high[1]]]);
      context.fillStyle = mixed(colors.ground, colors.pane, 0.45);
      context.fill(this.floor);
      context.strokeStyle = mixed(colors.ground, colors.pane, 0.15);
      context.beginPath();
      for (const axis of [0, 1]) {
        for (let x = Math.ceil(low[axis]); x <= high[axis]; x += 1) {
          for (const end of [low, high]) context[end === low ? "moveTo" : "lineTo"](...this.pixels(this.seen(at(2 * axis, x, end[1 - axis], floor))));
        }
      }
      context.stroke();
    }
    const [, , towards] = this.axes();
    for (const { axis, side, at: x } of walls) {
      // Towards the inside it looks away from its side.
      if (behind !== -side * towards[axis] > 0) continue;
      const [from, to] = [low, high].map((end) => end[axis === 0 ? 1 : 0]);
      const corners = [at(axis, x, from, 0), at(axis, x, to, 0), at(axis, x, to, WALL), at(axis, x, from, WALL)];
      if (behind) {
        // In the axes of the wall, so that it fades upwards everywhere.
        const [p, q, , r] = corners.map((place) => this.pixels(this.seen(place)));
        const fade = context.createLinearGradient(0, 0, 0, 1);
        const color = mixed(colors.ground, colors.pane, axis === 0 ? 0.62 : 0.75);
        [[0, color], [0.6, color], [1, `${color}00`]].forEach((stop) => fade.addColorStop(...stop));
        context.save();
        context.transform(q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1], ...p);
        context.fillStyle = fade;
        context.fillRect(0, 0, 1, 1);
        context.restore();
      } else {
        context.strokeStyle = colors.quiet;
        context.stroke(this.path(corners.slice(0, 2)));
      }
    }
  }

  space(show, chosen) {
    const { context, colors, worlds } = this;
    context.setTransform(this.dots, 0, 0, this.dots, 0, 0);
    context.lineJoin = "round";
    [this.silhouettes, this.floor] = [[], null];
    this.stand(true);
    const outlined = OUTLINED.filter(([name]) => show.includes(name));
    const bits = outlined.reduce((bits, [, which]) => bits + 2 ** which, 0);
    let shadows = new Path2D();
    for (const { body, kind, light, path, corners } of this.polygons([...worlds.list("picture", ...this.eye, bits)])) {
      if (kind === SHADOW) {
        shadows.addPath(path);
        continue;
      }
      if (kind === SILHOUETTE && shadows) {
        this.shade(shadows);
        shadows = null;
      }
      const isAsleep = show.includes("sleep") && this.poses[body].at(-1) === 1;
      const color = isAsleep ? colors.quiet : tint(body, colors);
      context.lineWidth = 1;
      context.setLineDash([]);
      if (kind === GROUND && light < 0) {
        // Seen from below: as if of glass.
        [context.strokeStyle, context.lineWidth] = [mixed(colors.ground, colors.quiet, 0.25), 0.6];
        context.stroke(path);
        continue;
      }
      if (kind === GROUND) {
        context.fillStyle = mixed(colors.ground, colors.pane, 0.1 + 0.7 * light);
        context.strokeStyle = mixed(colors.ground, colors.quiet, 0.2);
        context.lineWidth = 0.5;
      } else if (kind === SILHOUETTE) {
        context.fillStyle = this.forms[body].kind === 1 || this.forms[body].kind === 2 ? this.round(color, corners) : color;
        context.strokeStyle = mixed(color, "#000000", 0.55);
        this.silhouettes.push({ body, path });
      } else if (kind === FACE) {
        // Towards the light it is lighter.
        const lit = light - 0.62;
        context.fillStyle = lit > 0 ? mixed(color, "#ffffff", 1.3 * lit) : mixed(color, "#000000", -0.9 * lit);
        context.strokeStyle = mixed(color, "#000000", 0.25);
      } else {
        // An outline of another world: the number of that is in the place of light.
        const [, , name, dashes] = OUTLINED.find(([, which]) => which === light);
        context.setLineDash([]);
        [context.strokeStyle, context.lineWidth] = [colors.pane, 3.6];
        context.stroke(path);
        context.setLineDash(dashes);
        [context.strokeStyle, context.lineWidth] = [colors[name], 1.8];
        context.stroke(path);
        continue;
      }
      context.fill(path);
      context.stroke(path);
    }
    context.setLineDash([]);
    this.stand(false);
    const ring = this.silhouettes.find(({ body }) => body === chosen);
    if (ring) {
      [context.strokeStyle, context.lineWidth] = [colors.newest, 3];
      context.stroke(ring.path);
    }
  }

  /** Shadows, where there is floor. */
  shade(shadows) {
    const { context } = this;
    context.save();
    if (this.room.floor === 0) context.clip(this.floor);
    context.fillStyle = "#00000038";
    context.fill(shadows);
    context.restore();
  }

  /** What is round is light where the light comes from. */
  round(color, corners) {
    const [low, high] = [Math.min, Math.max].map((best) => [0, 1].map((axis) => best(...corners.map((corner) => corner[axis]))));
    const at = (part, axis) => low[axis] + part * (high[axis] - low[axis]);
    const fill = this.context.createRadialGradient(at(0.36, 0), at(0.3, 1), 0, at(0.5, 0), at(0.5, 1), Math.max(high[0] - low[0], high[1] - low[1]) / 1.8);
    [[0, mixed(color, "#ffffff", 0.45)], [0.5, color], [1, mixed(color, "#000000", 0.4)]].forEach((stop) => fill.addColorStop(...stop));
    return fill;
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
  const dots = sharpness(canvas);
  [canvas.width, canvas.height] = [w * dots, h * dots];
  const context = canvas.getContext("2d");
  context.scale(dots, dots);
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  const count = Math.max(history.length, 120);
  const x = (k) => 44 + ((w - 52) * k) / count;
  const y = (apart) => 8 + ((h - 30) * (2 - Math.log10(Math.min(Math.max(apart, 1e-10), 100)))) / 12;
  for (const [power, name] of [[1, "1 m"], [1e-3, "1 mm"], [1e-6, "1 µm"], [1e-9, "1 nm"]]) {
    [context.strokeStyle, context.lineWidth, context.fillStyle] = [colors.line, 1, colors.quiet];
    context.beginPath();
    context.moveTo(44, y(power));
    context.lineTo(w - 8, y(power));
    context.stroke();
    context.fillText(name, 6, y(power));
  }
  // The time, in seconds.
  const every = [1, 2, 5, 10, 20, 50, 100].find((seconds) => count / 60 / seconds <= 6) ?? 200;
  context.textAlign = "center";
  for (let second = every; second * 60 < count * 0.97; second += every) context.fillText(`${second} s`, x(60 * second), h - 9);
  for (const [which, color] of [[1, colors.control], [2, colors.mixed], [0, colors.b]]) {
    [context.strokeStyle, context.lineWidth] = [color, 1.8];
    context.beginPath();
    const every = Math.max(1, Math.floor(history.length / (2 * w)));
    for (let k = 0; k < history.length; k += every) context.lineTo(x(k), y(history[k][which]));
    context.stroke();
  }
}
