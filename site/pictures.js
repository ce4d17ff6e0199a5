// The figures that are made for the guide: what each shows in a state that a reader can change. Numbers are the library's. Nothing here needs
// a browser: site/stills.js draws them for pages without script.

import { brief, point } from "./explorer/panel.js";

const minus = (p, q) => p.map((x, k) => x - q[k]);
const plus = (p, q, t = 1) => p.map((x, k) => x + t * q[k]);
const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);
const unit = (p) => p.map((x) => x / (Math.hypot(...p) || 1));
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const mean = (points) => points[0].map((_, k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
/** The vertices in a sentence, in their colors: W is the newest. */
export const lettered = (html) => html.replace(/(?<![\w"#&])(W|[XYZ]|[W-Z]{2,4}|[W-Z]{1,3}O)(?![\w"])/g, (name) => `<i class="vertex${name === "W" ? " newest" : ""}">${name}</i>`)
  .replace(/\(−?[\d.]+(?:, −?[\d.]+)+\)/g, '<span class="unbroken">$&</span>');
const short = (p) => point(p.map((x) => Math.round(x * 100) / 100));

/** A number that may be small, as the guide writes it. */
function small(x) {
  if (x >= 0.001) return brief(x);
  const [factor, power] = x.toExponential(2).split("e").map(Number);
  return `${factor === 1 ? "" : `${factor}·`}10${[...String(power)].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]).join("")}`;
}

/** The size of a pane. */
export const SIZE = [340, 300];

/** A pane on which to draw: in the plane, or in space as seen from a direction. The scale is that of a pane of the usual size. */
export class Pane {
  constructor(center, scale, angles = null, size = SIZE) {
    const share = Math.min(...size.map((length, k) => length / SIZE[k]));
    Object.assign(this, { center, scale: scale * share, angles, size, svg: "" });
  }

  /** A point in pixels; in space, turned. */
  at(p) {
    const q = minus(p, this.center);
    let [x, y] = q;
    if (this.angles) {
      const [yaw, pitch] = this.angles;
      const [right, ahead] = [q[0] * Math.cos(yaw) - q[1] * Math.sin(yaw), q[0] * Math.sin(yaw) + q[1] * Math.cos(yaw)];
      [x, y] = [right, q[2] * Math.cos(pitch) + ahead * Math.sin(pitch)];
    }
    return [this.size[0] / 2 + x * this.scale, this.size[1] / 2 - y * this.scale].map((x) => Math.round(x * 10) / 10);
  }

  /** The point in the plane at pixels. */
  from([x, y]) {
    return [this.center[0] + (x - this.size[0] / 2) / this.scale, this.center[1] - (y - this.size[1] / 2) / this.scale];
  }

  polygon(points, cls) {
    this.svg += `<polygon class="${cls}" points="${points.map((p) => this.at(p).join()).join(" ")}"/>`;
  }

  line(p, q, cls) {
    const [[x, y], [u, v]] = [this.at(p), this.at(q)];
    this.svg += `<line class="${cls}" x1="${x}" y1="${y}" x2="${u}" y2="${v}"/>`;
  }

  arrow(p, q, cls) {
    const [from, to] = [this.at(p), this.at(q)];
    const [ex, ey] = unit(minus(to, from));
    const wing = (side) => [to[0] - 9 * ex + side * 4.5 * ey, to[1] - 9 * ey - side * 4.5 * ex].map((x) => x.toFixed(1)).join(" ");
    this.svg += `<path class="${cls}" d="M${from.join(" ")}L${to.join(" ")}M${wing(1)}L${to.join(" ")}L${wing(-1)}"/>`;
  }

  dot(p, cls, r = 4.5) {
    const [x, y] = this.at(p);
    this.svg += `<circle class="dot ${cls}" cx="${x}" cy="${y}" r="${r}"/>`;
  }

  text(p, words, cls, [dx, dy] = [0, 0]) {
    const [x, y] = this.at(p);
    this.svg += `<text class="${cls}" x="${x + dx}" y="${y + dy}">${words}</text>`;
  }

  /** A vertex of the simplex: its letter in a ring, beside it. */
  vertex(p, name, [dx, dy] = [14, -12], cls = name === "W" ? "newest" : "kept") {
    this.dot(p, cls);
    const [x, y] = this.at(p);
    this.svg += `<circle class="ring ${cls}" cx="${x + dx}" cy="${y + dy}" r="9"/><text class="label vertex ${cls}" x="${x + dx}" y="${y + dy + 4.5}">${name}</text>`;
  }

  origin(p = this.center.map(() => 0), words = "0", [dx, dy] = [10, 16]) {
    const [x, y] = this.at(p);
    this.svg += `<path class="origin" d="M${x - 6} ${y}H${x + 6}M${x} ${y - 6}V${y + 6}"/><text class="label origin" x="${x + dx}" y="${y + dy}">${words}</text>`;
  }

  /** The half-plane beyond a line through p, as far as the pane reaches. */
  half(p, normal, cls) {
    const n = unit(normal);
    const [far, side] = [999 / this.scale, [-n[1], n[0]]];
    this.polygon([plus(p, side, far), plus(plus(p, side, far), n, far), plus(plus(p, side, -far), n, far), plus(p, side, -far)], cls);
  }

  /** What can be taken hold of. */
  hold(p, key, name) {
    const [x, y] = this.at(p);
    this.svg += `<circle class="hold" data-hold="${key}" tabindex="0" role="button" aria-label="${name}; arrow keys move it" cx="${x}" cy="${y}" r="15"/>`;
  }
}

const polygon = (points) => ({ type: "points", points });
const ask = (engine, question, start = [], scalars = ["f64"]) => engine.ask({ dim: question.a.points[0].length, ...question }, start, scalars, SIZE);
const moved = (points, by) => points.map((p) => plus(p, by));

const TRIANGLE = [[-1.2, -0.8], [1.3, -0.4], [-0.4, 1.2]];
const QUAD = [[-0.9, -0.9], [0.9, -0.5], [0.7, 0.8], [-0.6, 0.6]];

/** The point of a shape that is nearest to where the hand is. */
function into(engine, points, p) {
  const { traces: [{ answer }] } = ask(engine, { query: "distance", a: polygon(points), b: { type: "point", at: p } });
  return answer.intersects || !answer.points ? p : answer.points[0];
}

/** A point of a closed polygon's boundary, a share of its length along. */
function along(points, share) {
  const sides = points.map((p, k) => [p, points[(k + 1) % points.length]]);
  let left = share * sides.reduce((sum, [p, q]) => sum + Math.hypot(...minus(q, p)), 0);
  for (const [p, q] of sides) {
    const length = Math.hypot(...minus(q, p));
    if (left <= length) return plus(p, minus(q, p), left / length);
    left -= length;
  }
  return points[0];
}

const difference = {
  captions: ['Shape <b class="name a">A</b> and shape <b class="name b">B</b>', 'Their difference, <b class="name a">A</b> − <b class="name b">B</b>'],
  begin: () => ({ a: [0.6, 0.3], b: [2.6, 1.3], p: [0.9, 0.2], q: [2.5, 1.6], share: 0.36 }),
  views: [[[1.7, 0.8], 62], [[-0.9, -0.5], 47]],
  controls: [{ key: "share", label: "Sweep −B around A", min: 0, max: 1, step: 0.01 }],
  hold(state, key, p) {
    // The points go with their shapes.
    const point = { a: "p", b: "q" }[key];
    if (point) state[point] = plus(state[point], minus(p, state[key]));
    state[key] = p;
  },
  draw(state, engine, [left, right]) {
    const [a, b] = [moved(TRIANGLE, state.a), moved(QUAD, state.b)];
    const [p, q] = [into(engine, a, state.p), into(engine, b, state.q)];
    Object.assign(state, { p, q });
    const { traces: [{ answer }], scene } = ask(engine, { query: "contact", a: polygon(a), b: polygon(b) });
    const place = along(a, state.share);
    left.polygon(a, "shape a");
    left.polygon(b, "shape b");
    left.text(state.a, "A", "label name a", [-22, 4]);
    left.text(state.b, "B", "label name b", [20, 14]);
    left.arrow(q, p, "direction");
    left.dot(p, "a");
    left.dot(q, "b");
    // Beside the arrow between them.
    const side = unit([p[1] - q[1], q[0] - p[0]]);
    for (const [at, name] of [[p, "a"], [q, "b"]]) left.text(at, name, "label", [13 * side[0], 5 - 13 * side[1]]);
    right.polygon(scene.difference, "shape difference");
    right.polygon(a, "shape a faint");
    right.polygon(b.map((r) => minus(place, r)), "shape b faint");
    right.text(mean(a), "A", "label name a", [0, 5]);
    right.text(minus(place, state.b), "−B", "label name b", [0, 5]);
    right.dot(place, "a", 4);
    right.origin();
    right.arrow([0, 0], minus(p, q), "direction");
    right.dot(minus(p, q), "newest");
    const tip = unit(minus(p, q));
    right.text(minus(p, q), "a − b", "label", [30 * tip[0], 5 - 18 * tip[1]]);
    for (const [at, key, name] of [[state.a, "a", "Shape A"], [state.b, "b", "Shape B"], [p, "p", "Point a"], [q, "q", "Point b"]]) left.hold(at, key, name);
    const verdict = answer.intersects ? `0 is in the difference: the shapes intersect, ${brief(-answer.separation)} deep.` : `0 is ${brief(answer.separation)} from the difference, and so the shapes are that far apart.`;
    return `<i>a</i> − <i>b</i> = ${short(p)} − ${short(q)} = ${short(minus(p, q))}. ${verdict} On the way around A, −B draws the outline of the difference.`;
  },
};

const play = {
  captions: ["Two shapes: drag them", "One shape, and a cross"],
  begin: () => ({ a: [0.6, 0.3], b: [2.2, 1.1], step: 0 }),
  views: [[[1.5, 0.7], 62], [[-0.8, -0.4], 47]],
  controls: [{ key: "step", label: "Look for the cross", min: 0, max: 5, step: 1 }],
  draw(state, engine, [left, right]) {
    const [a, b] = [moved(TRIANGLE, state.a), moved(QUAD, state.b)];
    const { traces: [{ steps }], scene } = ask(engine, { query: "intersect", a: polygon(a), b: polygon(b) }, [[1, 0.2]]);
    const count = Math.min(state.step, steps.length);
    left.polygon(a, "shape a");
    left.polygon(b, "shape b");
    left.hold(state.a, "a", "The first shape");
    left.hold(state.b, "b", "The second shape");
    const overlap = steps.at(-1).stop !== "separated";
    const { newest, before, after, from, direction, towards, towards_from: next, stop } = steps[count - 1] ?? {};
    if (count && stop === "separated") right.half(newest.w, direction, "empty");
    right.polygon(scene.difference, "shape difference");
    if (count) {
      const corners = (stop ? [newest, ...before] : after).map(({ w }) => w);
      if (corners.length > 2) right.polygon(corners, "simplex");
      if (corners.length === 2) right.line(...corners, "simplex");
      right.arrow(from, plus(from, unit(direction), 0.9), "direction");
      if (!stop) right.arrow(next, plus(next, unit(towards), 0.7), "next");
      for (const corner of corners) right.dot(corner, corner === newest.w ? "newest" : "kept", 5.5);
    }
    right.origin([0, 0], "");
    if (!count) {
      const { traces: [{ answer }] } = ask(engine, { query: "contact", a: polygon(a), b: polygon(b) });
      const far = brief(Math.abs(answer.separation));
      return overlap ? `The shapes overlap by ${far}, and the cross is covered: it is ${far} from the border.` : `The shapes are ${far} apart, and the cross is not covered: it is ${far} from the gray shape.`;
    }
    const look = `Look ${count}: the farthest corner in the direction of the red arrow.`;
    if (stop === "separated") return `${look} Even that does not come as far as the cross, so nothing does: the shapes are apart.`;
    if (stop) return `${look} Now the cross is among the corners that were found: the shapes overlap.`;
    return `${look} It lies beyond the cross, or beside it, so nothing is sure yet. The next look goes from what was found towards the cross.`;
  },
};

const support = {
  captions: difference.captions,
  begin: () => ({ d: [0.7, 0.55] }),
  views: [[[1.9, 0.7], 62], [[-1.7, -1], 52]],
  hold(state, key, p) {
    const d = minus(p, [-3.7, 0.6]);
    if (Math.hypot(...d) > 0.05) state.d = unit(d);
  },
  draw(state, engine, [left, right]) {
    const [a, b] = [moved(TRIANGLE, [0.5, 0.2]), moved(QUAD, [2.9, 1.3])];
    const { traces: [{ steps: [{ newest, reached }] }], scene } = ask(engine, { query: "intersect", a: polygon(a), b: polygon(b) }, [state.d]);
    const d = unit(state.d);
    const side = [-d[1], d[0]];
    const bar = (pane, p) => pane.line(plus(p, side, -9), plus(p, side, 9), "end");
    left.polygon(a, "shape a");
    left.polygon(b, "shape b");
    bar(left, newest.a);
    bar(left, newest.b);
    left.arrow([0.5, 0.2], plus([0.5, 0.2], d, 0.75), "direction");
    left.text(plus([0.5, 0.2], d, 0.75), "d", "label newest", [12, 4]);
    left.arrow([2.9, 1.3], plus([2.9, 1.3], d, -0.75), "direction");
    left.text(plus([2.9, 1.3], d, -0.75), "−d", "label newest", [-12, 14]);
    left.text(mean(a), "A", "label name a", [-26, 18]);
    left.text(mean(b), "B", "label name b", [22, -10]);
    left.dot(newest.a, "a");
    left.dot(newest.b, "b");
    if (reached < 0) right.half(newest.w, d, "empty");
    right.polygon(scene.difference, "shape difference");
    bar(right, newest.w);
    right.origin();
    right.arrow([-3.7, 0.6], plus([-3.7, 0.6], d, 0.8), "direction");
    right.text([-3.7, 0.6], "turn d", "label", [0, 22]);
    right.vertex(newest.w, "W", [-15, 13]);
    right.hold(plus([-3.7, 0.6], d, 0.8), "d", "The direction d");
    return `Along d = ${short(d)} the farthest point of <b class="name a">A</b> is ${short(newest.a)}; along −d that of <b class="name b">B</b> is ${short(newest.b)}. So W = ${short(newest.w)} is the farthest point of the difference: ` +
      `W·d = ${brief(reached)}. ${reached < 0 ? "0 is farther along d, so it is not in the difference: the shapes are apart." : "It comes past 0, so along this d nothing is known yet."}`;
  },
};

const facts = {
  captions: ["The newest vertex, what was kept, and the way from q to W", "How far from 0, squared, from q (left) to W (right)"],
  begin: () => ({ a: [1.3, 0.6] }),
  views: [[[0.1, -0.2], 84], [[0, 0], 1]],
  hold(state, key, p) {
    state.a = p;
  },
  draw(state, engine, [left, right]) {
    const { a } = state;
    const [b, c, q] = [[-1.3, -1], [1.1, -1], [0, -1]];
    left.half(q, [0, 1], "excluded");
    left.half([0, 0], [0, 1], "excluded");
    left.line(b, c, "simplex");
    left.line(q, a, "next");
    left.arrow(q, [0, -0.35], "direction");
    left.text([0, -0.4], "n", "label newest", [-12, 4]);
    left.text([-1.3, 0], "W passed 0", "region-name", [10, -10]);
    left.text([1.3, -1], "W is farther than q", "region-name", [-10, -30]);
    left.origin([0, 0]);
    left.dot(q, "clip");
    left.text(q, "q", "label", [0, 20]);
    left.vertex(b, "X", [-14, 10]);
    left.vertex(c, "Y", [14, 10]);
    left.vertex(a, "W");
    left.hold(a, "a", "Vertex W");
    const { traces: [{ answer }] } = ask(engine, { query: "distance", a: polygon([q, a]), b: { type: "point", at: [0, 0] } });
    const nearest = answer.intersects ? [0, 0] : answer.points[0];
    const t = Math.hypot(...minus(nearest, q)) / (Math.hypot(...minus(a, q)) || 1);
    left.line([0, 0], nearest, "separation");
    left.dot(nearest, "witness");
    const square = (t) => { const p = plus(q, minus(a, q), t); return dot(p, p); };
    const most = Math.max(1, square(1)) * 1.15;
    const spot = (t) => [-140 + 280 * t, -110 + (220 * square(t)) / most];
    right.line([-140, -110], [140, -110], "perpendicular");
    right.line([-140, -110], [-140, 120], "perpendicular");
    for (let k = 0; k < 40; k += 1) right.line(spot(k / 40), spot((k + 1) / 40), "simplex");
    right.dot(spot(0), "clip");
    right.dot(spot(t), "witness");
    right.dot(spot(1), "newest");
    // What the curve is at both ends.
    right.text(spot(0), brief(square(0)), "label", [-14, 5]);
    right.text(spot(1), brief(Math.round(100 * square(1)) / 100), "label", [0, -10]);
    right.text([-140, 120], "distance² to 0", "region-name", [50, 2]);
    right.text([-140, -110], "q", "label", [0, 20]);
    right.text([140, -110], "W", "label", [0, 20]);
    const farther = a[1] > -1;
    return `Nearest to 0 on the way is ${t < 1e-9 ? "q itself" : t > 1 - 1e-9 ? "W itself" : `a point ${brief(t)} of the way`}, at ${brief(Math.hypot(...nearest))}; q is at 1, W at ${brief(Math.hypot(...a))}. ` +
      (farther ? a[1] >= 0 ? "W passed 0, so it is neither q nor W." : "W is farther than q, so it is not q. W has not passed 0: the shapes are apart, and it can be W." : "W is no farther than q: the loop has ended.");
  },
};

const three = {
  captions: ["The triangle, and where the origin can be", "The same, measured from W: WO = x WX + y WY"],
  begin: () => ({ a: [0.1, 1.3], o: [1.3, 0.2] }),
  views: [[[0, 0.2], 78], [[0, 0.2], 78]],
  hold(state, key, p) {
    // W stays farther than XY, or it would not have been kept.
    state[key] = key === "a" ? [p[0], Math.max(p[1], -0.4)] : p;
  },
  draw(state, engine, [left, right]) {
    const [a, b, c, o] = [state.a, [-1.5, -1], [1.4, -1], state.o];
    const { tests, region } = engine.locate([a, b, c].map((p) => minus(p, o)));
    const [ab, ac] = [minus(b, a), minus(c, a)];
    const value = (name) => tests.find((test) => test.name === name);
    const [outB, outC] = ["WX⊥ · WO", "WY⊥ · WO"].map(value);
    // How far along WX and WY: by the same two products.
    const y = outB.value / dot(outB.normal, ac);
    const x = outC.value / dot(outC.normal, ab);
    const up = [0, 1];
    const out = o[1] < -1 || o[1] > a[1];
    left.half(b, [0, -1], "excluded");
    left.half(a, up, "excluded");
    for (const pane of [left, right]) pane.polygon([a, b, c], "simplex");
    left.line(b, c, "simplex");
    for (const [name, end] of [["WX", b], ["WY", c]]) {
      const chosen = region === name;
      left.line(a, end, chosen ? "simplex chosen" : "simplex");
      right.line(a, end, "simplex");
      const middle = mean([a, end]);
      const { normal } = name === "WX" ? outB : outC;
      left.arrow(middle, plus(middle, unit(normal), 0.5), "perpendicular");
      left.text(plus(middle, unit(normal), 0.5), `${name}⊥`, "label", [name === "WX" ? -14 : 14, -6]);
    }
    left.text([0, -1], "excluded by 1", "region-name", [0, 24]);
    left.text([-0.9, a[1]], "W passed 0", "region-name", [0, -8]);
    right.line(b, c, "simplex");
    right.arrow(a, plus(a, ab, x), "direction");
    right.arrow(plus(a, ab, x), o, "next");
    right.text(plus(a, ab, x / 2), `x = ${brief(Math.round(x * 100) / 100)}`, "label", [0, -10]);
    right.text(mean([plus(a, ab, x), o]), `y = ${brief(Math.round(y * 100) / 100)}`, "label", [0, 18]);
    for (const pane of [left, right]) {
      pane.origin(o);
      pane.vertex(a, "W", [0, -16]);
      pane.vertex(b, "X", [-14, 10]);
      pane.vertex(c, "Y", [14, 10]);
    }
    left.hold(a, "a", "Vertex W");
    left.hold(o, "o", "The origin");
    const signs = `WX⊥ · WO = ${brief(outB.value)}, so y is ${y < 0 ? "negative: beyond WX" : "not negative: not beyond WX"}. WY⊥ · WO = ${brief(outC.value)}, so x is ${x < 0 ? "negative: beyond WY" : "not negative: not beyond WY"}.`;
    const nearest = region === "WXY" ? "The origin is inside." : `Nearest is ${region.length === 1 ? "the vertex" : "the edge"} ${region}.`;
    return `${signs} ${out ? `Here GJK never gets: the origin is in the gray. ${x < 0 && y < 0 ? "Only there x and y can both be negative." : ""}` : nearest}`;
  },
};

const CORNERS = { W: [-3, 0, -3], X: [-2, 2, 1], Y: [0, 1, 2], Z: [0, -2, 3] };
const FACES = { WXY: "WXY", WYZ: "WYZ", WZX: "WZX" };

const four = {
  captions: ["The tetrahedron; turn it. The dashed line drops from 0 to the plane of the face", "Looking along WY: each face is a line from it"],
  begin: () => ({ angles: [4.2, 0.6], face: "WXY", o: [0.8, 0, -1.5] }),
  views: [[[-1, 0.2, -0.2], 38], [[-0.3, -0.3], 42]],
  turns: 0,
  controls: [{ key: "face", label: "Face", choices: Object.keys(FACES) }],
  /** The plane of the slice: its axes are m and n, and its middle W. */
  axes() {
    const { W, X, Y } = CORNERS;
    const n = unit(cross(minus(X, W), minus(Y, W)));
    return [unit(cross(n, minus(Y, W))), n];
  },
  hold(state, key, [u, v]) {
    const [m, n] = this.axes();
    const { W } = CORNERS;
    const w = minus(state.o, W);
    // What is along WY stays as it is.
    state.o = plus(plus(plus(W, minus(minus(w, m.map((x) => x * dot(w, m))), n.map((x) => x * dot(w, n)))), m, u), n, v);
  },
  draw(state, engine, [left, right]) {
    const { W, X, Y, Z } = CORNERS;
    const { o } = state;
    const { tests, region } = engine.locate([W, X, Y, Z].map((p) => minus(p, o)));
    const beyond = tests.find(({ name }) => name === `${state.face} · WO`);
    const shared = tests.find(({ name }) => name === "WY⊥ · WO in WXY");
    const corners = [...state.face].map((name) => CORNERS[name]);
    left.polygon(corners, "simplex face");
    for (const [p, q] of [[W, X], [W, Y], [W, Z], [X, Y], [Y, Z], [X, Z]]) left.line(p, q, p === W && q === Y ? "simplex chosen" : "simplex");
    const foot = plus(o, beyond.normal, -beyond.value / dot(beyond.normal, beyond.normal));
    left.line(o, foot, "end");
    left.dot(foot, "clip", 3.5);
    left.arrow(mean(corners), plus(mean(corners), unit(beyond.normal), 1.1), "perpendicular");
    left.origin(o);
    const middle = mean([W, X, Y, Z]);
    for (const [name, p] of Object.entries(CORNERS)) {
      const away = unit(minus(left.at(p), left.at(middle)));
      left.vertex(p, name, [15 * away[0], 15 * away[1]]);
    }
    const [m, n] = this.axes();
    const seen = (p) => [dot(minus(p, W), m), dot(minus(p, W), n)];
    const [b, d, zero, here] = [seen(X), seen(Z), seen(o), [0, 0]];
    right.half(here, [1, 0], "excluded");
    right.polygon([here, b, d], "simplex");
    right.line(here, b, "simplex");
    right.line(here, d, "simplex");
    right.arrow(here, [1.6, 0], "direction");
    right.text([1.6, 0], "m", "label newest", [12, -6]);
    right.arrow(here, [0, 1.6], "direction");
    right.text([0, 1.6], "n", "label newest", [-12, -4]);
    right.text(plus(here, unit(b), 1.5), "WXY", "region-name", [0, -8]);
    right.text(plus(here, unit(d), 2.2), "WYZ", "region-name", [22, 10]);
    right.text(plus(here, unit(plus(unit(b), unit(d))), 0.6), "θ", "label", [0, 4]);
    right.text([2, 2.7], "beyond WY in WXY", "region-name");
    right.line(zero, [zero[0], 0], "end");
    right.dot([zero[0], 0], "clip", 3);
    const ofD = unit(d);
    right.line(zero, plus(here, ofD, dot(zero, ofD)), "end");
    right.dot(plus(here, ofD, dot(zero, ofD)), "clip", 3);
    right.dot(here, "newest");
    right.text(here, "W, Y", "label vertex newest", [-16, -10]);
    right.origin(zero);
    right.hold(zero, "o", "The origin");
    const each = ["WXY", "WYZ", "WZX"].filter((face) => tests.find(({ name }) => name === `${face} · WO`).value > 0);
    const number = each.length ? `The origin is beyond ${each.join(" and ")}. ` : "The origin is beyond none of the three faces: inside. ";
    return `${state.face} · WO = ${brief(beyond.value)}: ${beyond.value > 0 ? "beyond" : "not beyond"} ${state.face}. ${number}` +
      (shared && each.length === 2 ? `WY⊥ · WO in WXY = ${brief(shared.value)}: ${shared.value > 0 ? "beyond" : "not beyond"} WY in WXY, so ${shared.value > 0 ? "WYZ" : "WXY"} is looked at. ` : "") +
      (each.length ? `Nearest is ${region}.` : "");
  },
};

const LUMP = [[2, 0, 0], [-2, 0, 0], [0, 2, 0], [0, -2, 0], [0, 0, 2], [0, 0, -2], [1.5, 1.5, 1.2], [-1.5, 1.2, -1.4], [1.3, -1.4, 1.5], [-1.2, -1.5, -1.2]];

const horizon = {
  captions: ["The polytope, and the vertex beyond its nearest facet; turn it", "The next polytope"],
  begin: () => ({ angles: [3.1, 0.2], step: 8 }),
  views: [[[-0.3, -0.2, 0], 58], [[-0.3, -0.2, 0], 58]],
  turns: 0,
  controls: [{ key: "step", label: "Step", min: 5, max: 8, step: 1 }],
  draw(state, engine, panes) {
    const { traces: [{ steps }] } = ask(engine, { query: "contact", a: polygon(LUMP), b: { type: "point", at: [0.3, 0.2, 0.5] } });
    const [now, next] = [steps[state.step - 1], steps[state.step]];
    const key = (facet) => facet.map(String).sort().join(" ");
    const [had, has] = [now, next].map(({ polytope }) => new Set(polytope.facets.map(key)));
    const seen = now.polytope.facets.filter((facet) => !has.has(key(facet)));
    const added = next.polytope.facets.filter((facet) => !had.has(key(facet)));
    const sides = (facet) => facet.map((p, k) => [p, facet[(k + 1) % 3]]);
    const name = (side) => side.map(String).sort().join(" ");
    const times = new Map();
    seen.flatMap(sides).forEach((side) => times.set(name(side), (times.get(name(side)) ?? 0) + 1));
    const border = seen.flatMap(sides).filter((side) => times.get(name(side)) === 1);
    const [yaw, pitch] = state.angles;
    const towards = [Math.sin(yaw) * Math.cos(pitch) * -1, -Math.cos(yaw) * Math.cos(pitch), Math.sin(pitch)];
    const deep = (facet) => dot(mean(facet), towards);
    const paint = (pane, facets, marked, cls, nearest) => facets.toSorted((f, g) => deep(f) - deep(g)).forEach((facet) =>
      pane.polygon(facet, `facet${marked.has(key(facet)) ? ` ${cls}` : ""}${facet === nearest ? " chosen" : ""}`));
    paint(panes[0], now.polytope.facets, new Set(seen.map(key)), "seen", now.polytope.facets[0]);
    for (const [p, q] of border) panes[0].line(p, q, "horizon");
    panes[0].line([0, 0, 0], now.polytope.foot, "perpendicular");
    panes[0].arrow(now.polytope.foot, plus(now.polytope.foot, unit(now.direction), 0.5), "direction");
    paint(panes[1], next.polytope.facets, new Set(added.map(key)), "added", null);
    for (const [p, q] of border) panes[1].line(p, q, "horizon");
    panes.forEach((pane) => {
      pane.origin([0, 0, 0]);
      pane.vertex(now.newest.w, "W");
    });
    return `Step ${state.step}: the nearest of ${now.polytope.facets.length} facets is ${brief(now.polytope.lower)} from 0. W, the vertex beyond it, sees ${seen.length} ${seen.length === 1 ? "facet" : "facets"} (red). ` +
      `They go, and from each of the ${border.length} edges of the horizon (thick) a new facet leads to W: ${next.polytope.facets.length} facets.`;
  },
};

/** The vertex of some points' hull that is farthest along a direction. */
const farthest = (engine, points, d) => ask(engine, { query: "intersect", a: polygon(points), b: { type: "point", at: points[0].map(() => 0) } }, [d]).traces[0].steps[0].newest.w;

/** Features that the origin is on. */
const ON = { "a point": [[-1.6, -1.2, 0]], "a segment": [[2, 0, 0.6], [-2, 0, -0.6]], "a triangle": [[2, 0, 0], [-1, 1.8, 0], [-1, -1.8, 0]] };
const TO_BOTH_SIDES = { 1: [1, 0, 0], 2: [0, 1, 0], 3: [0, 0, 1] };

const starting = {
  captions: ["What the search ended on, with 0 on it; turn it", "With the vertex that is added next"],
  begin: () => ({ angles: [0.5, 0.35], on: "a segment", step: 2 }),
  views: [[[0, 0, 0], 58], [[0, 0, 0], 58]],
  controls: [{ key: "step", label: "Vertices added", min: 1, max: 3, step: 1 }, { key: "on", label: "0 was found on", choices: Object.keys(ON) }],
  turns: 0,
  draw(state, engine, panes) {
    const first = ON[state.on];
    // A whole body around the feature: 0 is a vertex of it, or on an edge or a face of the simplex inside.
    const shift = state.on === "a point" ? first[0] : [0, 0, 0];
    const body = [...LUMP.slice(0, 6), ...first, [-1.6, -1.2, 0]].map((p) => minus(p, shift));
    const kept = first.map((p) => minus(p, shift));
    const count = Math.min(state.step, 4 - kept.length);
    const said = [];
    let looked = null;
    for (let k = 0; k < count; k += 1) {
      const sides = kept.slice(1).map((p) => minus(p, kept[0]));
      // Perpendicular to what is kept; of the point any direction is.
      const n = sides.length === 2 ? cross(...sides) : sides.length ? cross(sides[0], cross(sides[0], TO_BOTH_SIDES[2]).some(Boolean) ? TO_BOTH_SIDES[2] : TO_BOTH_SIDES[3]) : TO_BOTH_SIDES[1];
      const both = [n, n.map((x) => -x)].map((d) => [d, farthest(engine, body, d)]);
      const level = dot(n, kept[0]);
      const reach = both.map(([, w]) => Math.abs(dot(n, w) - level) / Math.hypot(...n));
      const better = Number(reach[1] > reach[0]);
      looked = { before: kept.slice(), both, better, n };
      kept.push(both[better][1]);
      said.push(`along ${short(unit(n))} it reaches ${brief(Math.round(reach[0] * 100) / 100)} farther, along the opposite ${brief(Math.round(reach[1] * 100) / 100)}`);
    }
    const edges = (list) => list.flatMap((p, k) => list.slice(k + 1).map((q) => [p, q]));
    const [left, right] = panes;
    for (const [pane, list] of [[left, looked.before], [right, kept]]) {
      for (const [p, q] of edges(body.slice(0, 6))) if (dot(p, q) !== -dot(p, p)) pane.line(p, q, "shape difference faint");
      if (list.length > 2) for (const out of list.length === 3 ? [null] : list) pane.polygon(list.filter((p) => p !== out), "simplex");
      edges(list).forEach(([p, q]) => pane.line(p, q, "simplex"));
    }
    const from = mean(looked.before);
    looked.both.forEach(([d, w], k) => {
      left.arrow(from, plus(from, unit(d), 1), k === looked.better ? "direction" : "next");
      left.dot(w, k === looked.better ? "newest" : "clip");
    });
    kept.forEach((p, k) => right.vertex(p, "ZYXW"[4 - kept.length + k] ?? "W", [14, -12], k === kept.length - 1 ? "newest" : "kept"));
    panes.forEach((pane) => pane.origin([0, 0, 0]));
    return `0 is on ${state.on}. ${count < state.step ? `After ${count} ${count === 1 ? "vertex" : "vertices"} it is a tetrahedron already. ` : ""}Vertex ${count}: ${said.at(-1)}. The farther one is added: ${kept.length === 4 ? "that is a tetrahedron, and the expansion starts." : `${kept.length} of 4 vertices.`}`;
  },
};

const winding = {
  captions: ["A face of the polytope; turn it. Its normal follows from the order", "The polygon: the nearest edge is replaced by two. Move W"],
  begin: () => ({ angles: [0.4, 0.35], order: "P, Q, R", a: [0.4, 1.7] }),
  views: [[[0, 0, 0.4], 84], [[0, 0.25], 68]],
  turns: 0,
  controls: [{ key: "order", label: "Order", choices: ["P, Q, R", "P, R, Q"] }],
  hold(state, key, p) {
    state.a = p;
  },
  draw(state, engine, [left, right]) {
    const corners = { P: [1.3, -0.6, 0.9], Q: [-0.1, 1.3, 0.9], R: [-1.2, -0.7, 0.9] };
    const order = state.order.split(", ");
    const face = order.map((name) => corners[name]);
    const n = cross(minus(face[1], face[0]), minus(face[2], face[0]));
    const level = dot(n, face[0]);
    left.polygon(face, "simplex face");
    face.forEach((p, k) => left.arrow(plus(p, minus(face[(k + 1) % 3], p), 0.2), plus(p, minus(face[(k + 1) % 3], p), 0.8), "next"));
    const middle = mean(face);
    left.arrow(middle, plus(middle, unit(n), 0.9), level > 0 ? "perpendicular" : "direction");
    left.text(plus(middle, unit(n), 0.9), "n", "label", [12, 4]);
    left.line([0, 0, 0], middle, "end");
    for (const [name, p] of Object.entries(corners)) left.vertex(p, name, [12, -12], "kept");
    left.origin([0, 0, 0]);
    const polygon2 = [[-1.5, 0.7], [-0.6, -1.3], [1.5, -0.6], [1.1, 0.8]];
    const [q, p] = [polygon2[0], polygon2[3]];
    const { a } = state;
    const turn = (u, v, w) => (v[0] - u[0]) * (w[1] - u[1]) - (v[1] - u[1]) * (w[0] - u[0]);
    const whole = [...polygon2, a];
    const seen = polygon2.map((u, k) => turn(u, polygon2[(k + 1) % 4], a) < 0);
    const beyond = seen[3];
    right.polygon(beyond ? whole : polygon2, "shape difference faint");
    polygon2.slice(0, 3).forEach((u, k) => right.arrow(u, polygon2[k + 1], "perpendicular"));
    right.line(p, q, "end");
    right.arrow(p, a, "next");
    right.arrow(a, q, "next");
    const outward = (u, v) => unit([v[1] - u[1], u[0] - v[0]]);
    for (const [u, v] of [[p, a], [a, q]]) right.arrow(mean([u, v]), plus(mean([u, v]), outward(u, v), 0.4), "direction");
    right.vertex(p, "P", [14, -2], "kept");
    right.vertex(q, "Q", [-14, -2], "kept");
    right.vertex(a, "W", [0, -16]);
    right.hold(a, "a", "The new vertex W");
    right.origin([0, 0]);
    const others = seen.slice(0, 3).filter(Boolean).length;
    const levels = [[p, a], [a, q]].map(([u, v]) => brief(Math.round(dot(outward(u, v), u) * 100) / 100));
    return `In the order ${state.order} the normal has n·P = ${brief(Math.round(level * 100) / 100)}: ${level > 0 ? "it points away from 0, outward." : "it points to 0. A search along it finds the other side of the difference."} ` +
      `In the polygon ${beyond ? `PQ is replaced by PW and WQ, both counter-clockwise. Their distances from 0 are ${levels.join(" and ")}. ${others ? "W is beyond another edge, too: such a vertex is not farthest along the normal of PQ." : ""}` : "W is not beyond PQ, so nothing is replaced."}`;
  },
};

const FLOOR = [[-2.2, -1], [2.2, -1], [2.2, 0], [-2.2, 0]];
const turned = ([x, y], t) => [x * Math.cos(t) - y * Math.sin(t), x * Math.sin(t) + y * Math.cos(t)];
const HALF = [[-1.1, -0.6], [1.1, -0.6], [1.1, 0.6], [-1.1, 0.6]];

/** The part of a convex polygon on the inner side of a line through p. */
const clipped = (list, p, out) => list.flatMap((u, k) => {
  const v = list[(k + 1) % list.length];
  const [s, t] = [dot(minus(u, p), out), dot(minus(v, p), out)];
  return [...(s <= 0 ? [u] : []), ...(s * t < 0 ? [plus(u, minus(v, u), s / (s - t))] : [])];
});

const clip = {
  captions: ['From the side: the edge of <b class="name b">B</b> is cut where the edge of <b class="name a">A</b> ends', "Along the normal, in space: the two faces, and what they share"],
  begin: () => ({ b: [1.6, 0.56], tilt: 3, turn: 30 }),
  views: [[[0.25, 0.2], 61], [[0.4, 0], 53]],
  controls: [{ key: "tilt", label: "Tilt", min: -20, max: 20, step: 1 }, { key: "turn", label: "Turn", min: 0, max: 90, step: 1 }],
  hold(state, key, p) {
    state.b = key === "b" ? [p[0], Math.max(0.3, p[1])] : [p[0], state.b[1]];
  },
  draw(state, engine, [left, right]) {
    const t = (state.tilt * Math.PI) / 180;
    const b = HALF.map((p) => plus(turned(p, t), state.b));
    const { traces: [{ answer }] } = ask(engine, { query: "contact", a: polygon(FLOOR), b: polygon(b) });
    const n = answer.normal;
    // The edge of each shape that faces the other one most.
    const facing = (list, d) => list.map((p, k) => [p, list[(k + 1) % 4]]).map(([p, q]) => [p, q, dot(unit([q[1] - p[1], p[0] - q[0]]), d)]).sort((x, y) => y[2] - x[2])[0];
    const [reference, incident] = [facing(FLOOR, n), facing(b, n.map((x) => -x))];
    left.polygon(FLOOR, "shape a");
    left.polygon(b, "shape b");
    const flat = reference[2] > 0.9 && incident[2] > 0.5;
    let kept = [];
    if (flat) {
      const [p, q] = reference;
      const along = unit(minus(q, p));
      const out = [along[1], -along[0]];
      const ends = [incident[0], incident[1]].map((w) => {
        const other = w === incident[0] ? incident[1] : incident[0];
        for (const [end, side] of [[p, along.map((x) => -x)], [q, along]]) {
          const over = dot(minus(w, end), side);
          if (over > 0) return plus(w, minus(other, w), over / (over - dot(minus(other, end), side)));
        }
        return w;
      });
      for (const end of [p, q]) left.line(plus(end, out, -0.7), plus(end, out, 1.9), "end");
      left.line(p, q, "simplex chosen");
      left.line(incident[0], incident[1], "separation");
      kept = ends.map((w) => [w, dot(minus(w, p), out)]).filter(([, height]) => height < 0.05);
      for (const [w, height] of kept) {
        left.dot(w, "witness");
        left.line(w, plus(w, out, -height), "separation");
      }
    }
    const [x] = state.b;
    const floor = [[-2.2, -1.4], [2.2, -1.4], [2.2, 1.4], [-2.2, 1.4]];
    const r = (state.turn * Math.PI) / 180;
    const foot = [[-1.1, -1.1], [1.1, -1.1], [1.1, 1.1], [-1.1, 1.1]].map((p) => plus(turned(p, r), [x, 0.6]));
    right.polygon(floor, "shape a");
    right.polygon(foot, "shape b");
    let shared = foot;
    for (const [k, out] of [[0, [0, -1]], [1, [1, 0]], [2, [0, 1]], [3, [-1, 0]]]) shared = clipped(shared, floor[k], out);
    if (shared.length) right.polygon(shared, "simplex face");
    shared.forEach((p) => right.dot(p, "witness"));
    left.text([-1.9, -0.5], "A", "label name a", [0, 5]);
    left.text(state.b, "B", "label name b", [0, -6]);
    right.hold([x, 0.6], "x", "B along the floor");
    left.hold(state.b, "b", "Shape B");
    return `The contact's normal is ${short(n)}, the depth ${brief(Math.round(-answer.separation * 1000) / 1000)}. ` +
      (flat ? `In the plane the points are the ends below the reference edge, or within 0.05 of it: ${kept.map(([w, height]) => `${short(w)} at the height ${brief(Math.round(height * 1000) / 1000)}`).join(" and ") || "none"}. ` : "The edges do not face each other along this normal: the contact has one point. ") +
      `In space the faces share a polygon of ${shared.length} corners${shared.length > 4 ? "; a solver needs four of them" : ""}.`;
  },
};

const tiles = {
  captions: ["Three tiles, and a box that slides along them", "The same ground as one shape"],
  begin: () => ({ b: [0.23, 0.42] }),
  views: [[[0, 0.1], 74], [[0, 0.1], 74]],
  hold(state, key, p) {
    state.b = [p[0], Math.min(Math.max(p[1], 0.2), 1.2)];
  },
  draw(state, engine, [left, right]) {
    const b = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map((p) => plus(p, state.b));
    const box = (from, to) => [[from, -1], [to, -1], [to, 0], [from, 0]];
    const told = (pane, ground) => ground.map((list) => {
      const { traces: [{ answer }] } = ask(engine, { query: "contact", a: polygon(list), b: polygon(b) });
      pane.polygon(list, "shape a");
      if (!answer.intersects || -answer.separation < 1e-9) return null;
      const middle = mean(list);
      const from = [Math.min(Math.max(state.b[0], list[0][0] + 0.1), list[1][0] - 0.1), middle[1] + 0.5];
      pane.arrow(from, plus(from, answer.normal, 0.7), Math.abs(answer.normal[0]) > 0.5 ? "direction" : "perpendicular");
      return answer;
    }).filter(Boolean);
    const [many, one] = [told(left, [box(-2.1, -0.7), box(-0.7, 0.7), box(0.7, 2.1)]), told(right, [box(-2.1, 2.1)])];
    for (const pane of [left, right]) {
      pane.polygon(b, "shape b");
      pane.text(state.b, "B", "label name b", [0, 5]);
    }
    left.hold(state.b, "b", "The box");
    const words = ({ normal, separation }) => `${Math.abs(normal[0]) > 0.5 ? "<b>sideways</b>" : "up"} by ${brief(Math.round(-separation * 100) / 100)}`;
    return `${many.length ? `The tiles push the box ${many.map(words).join(" and ")}. ` : "The box touches no tile. "}${one.length ? `As one shape the ground pushes it ${one.map(words).join("")}.` : ""}`;
  },
};

const POWERS = Array.from({ length: 41 }, (_, k) => k / 2);
const WEDGE = [[0, 0], [3, 1], [0, 1]];

/** What each arithmetic says of a point so far below the line from (0, 0) to (3, 1). */
const verdicts = (engine, gap) => ask(engine, { query: "distance", a: polygon(WEDGE), b: { type: "point", at: [0.9, 0.3 - gap] } }, [], ["f32", "f64", "exact"])
  .traces.map(({ answer }) => answer);

const rounding = {
  captions: ['A triangle, <b class="name a">A</b>, and a point, <b class="name b">B</b>, below its side', "What each arithmetic says, gap by gap"],
  begin: () => ({ power: 8 }),
  views: [[[1.5, 0.35], 98], [[0, 0], 1]],
  controls: [{ key: "power", label: "Gap: ten to the power of minus", min: 0, max: 20, step: 0.5 }],
  draw(state, engine, [left, right]) {
    const gap = 10 ** -state.power;
    left.polygon(WEDGE, "shape a");
    left.text(mean(WEDGE), "A", "label name a", [0, 5]);
    left.dot([0.9, 0.3 - gap], "b");
    left.text([0.9, 0.3 - gap], "B", "label name b", [14, 16]);
    const names = ["f32", "f64", "exact"];
    this.known ??= POWERS.map((power) => verdicts(engine, 10 ** -power).map(({ intersects }) => intersects));
    const x = (power) => -94 + power * 12.1;
    names.forEach((name, row) => {
      const y = 80 - row * 55;
      right.text([-140, y], name, "title", [-14, 4]);
      POWERS.forEach((power, k) => right.dot([x(power), y], this.known[k][row] ? "touches" : "apart", power === state.power ? 7.5 : 3.6));
    });
    for (const [power, words] of [[0, "1"], [5, "10⁻⁵"], [10, "10⁻¹⁰"], [15, "10⁻¹⁵"], [20, "10⁻²⁰"]]) right.text([x(power), -80], words, "label", [power ? 0 : 4, 0]);
    right.dot([-92, -120], "apart", 4.5);
    right.text([-92, -120], "apart", "region-name", [28, 4]);
    right.dot([20, -120], "touches", 4.5);
    right.text([20, -120], "they touch", "region-name", [42, 4]);
    const said = verdicts(engine, gap).map(({ intersects, separation }, k) => `${names[k]} says ${intersects ? "that they touch" : `${small(separation)} apart`}`);
    return `B is (0.9, 0.3 − ${small(gap)}). ${said.join("; ")}.`;
  },
};

/** All figures, by the names that stand in the chapters. */
export const PICTURES = { play, difference, support, facts, three, four, horizon, starting, winding, clip, tiles, rounding };

/** A figure in a state: its panes, of sizes that can be given, and what is said below. */
export function drawn(name, state, engine, sizes = []) {
  const picture = PICTURES[name];
  const panes = picture.views.map(([center, scale], k) => new Pane(center, scale, picture.turns === k || (picture.turns !== undefined && center.length === 3) ? state.angles : null, sizes[k]));
  const said = picture.draw(state, engine, panes);
  return { panes, said: lettered(said) };
}
