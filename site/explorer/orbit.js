// Space on paper: a parallel projection that can be turned, as SVG in the figures' own classes. The explorer and the page of
// `gjk trace --html` draw with it; it imports nothing, so that it can be copied into one file.

const minus = (p, q) => p.map((x, k) => x - q[k]);
const along = (p, d, by) => p.map((x, k) => x + by * d[k]);
const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const unit = (v) => {
  const length = Math.hypot(...v);
  return length > 0 && Number.isFinite(length) ? v.map((x) => x / length) : v.map(() => 0);
};
const mean = (points) => points[0].map((_, k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/**
 * The convex hull of points in space: its faces, counter-clockwise from outside, and its edges with the faces beside them.
 * Points are added one after the other; the faces that a new one sees are replaced by those from the horizon to it.
 */
export function hull(given) {
  const points = given.filter((p) => p.every(Number.isFinite));
  if (!points.length) return { points, faces: [], edges: [] };
  const far = (height) => points.reduce((best, p, k) => (height(p) > height(points[best]) ? k : best), 0);
  const size = points.reduce((most, p) => Math.max(most, ...minus(p, points[0]).map(Math.abs)), 0);
  const flat = 1e-7 * size;
  const p = points[0];
  const b = far((q) => Math.hypot(...minus(q, p)));
  const ab = unit(minus(points[b], p));
  if (!(size > 0)) return { points, faces: [], edges: [] };
  const across = (q) => along(minus(q, p), ab, -dot(minus(q, p), ab));
  const c = far((q) => Math.hypot(...across(q)));
  if (!(Math.hypot(...across(points[c])) > flat)) {
    // On a line: from one end to the other.
    return { points, faces: [], edges: [{ ends: [far((q) => -dot(q, ab)), far((q) => dot(q, ab))], beside: [] }] };
  }
  const n = unit(cross(ab, across(points[c])));
  const height = (q) => dot(minus(q, p), n);
  const d = far((q) => Math.abs(height(q)));
  if (!(Math.abs(height(points[d])) > flat)) {
    const order = outline(points.map((q) => [dot(q, ab), dot(q, cross(n, ab))]));
    const faces = [{ corners: order, normal: n, both: true }];
    const edges = order.map((k, i) => ({ ends: [k, order[(i + 1) % order.length]], beside: [] }));
    return { points, faces, edges };
  }
  const inner = mean([p, points[b], points[c], points[d]]);
  const face = (i, j, k) => {
    const normal = unit(cross(minus(points[j], points[i]), minus(points[k], points[i])));
    const out = dot(normal, minus(points[i], inner)) >= 0;
    return out ? { corners: [i, j, k], normal, level: dot(normal, points[i]) } :
      { corners: [i, k, j], normal: normal.map((x) => -x), level: -dot(normal, points[i]) };
  };
  let faces = [face(0, b, c), face(0, b, d), face(0, c, d), face(b, c, d)];
  const tolerance = 1e-10 * size;
  const count = points.length;
  for (let k = 0; k < count; k += 1) {
    const [x, y, z] = points[k];
    const kept = [];
    const seen = [];
    for (const face of faces) {
      const { normal } = face;
      (normal[0] * x + normal[1] * y + normal[2] * z - face.level > tolerance ? seen : kept).push(face);
    }
    if (!seen.length) continue;
    const ways = new Set();
    for (const { corners: [i, j, l] } of seen) ways.add(i * count + j).add(j * count + l).add(l * count + i);
    for (const way of ways) {
      const [s, t] = [Math.floor(way / count), way % count];
      if (ways.has(t * count + s)) continue;
      const normal = unit(cross(minus(points[t], points[s]), minus(points[k], points[s])));
      kept.push({ corners: [s, t, k], normal, level: dot(normal, points[s]) });
    }
    faces = kept;
  }
  const beside = new Map();
  for (const face of faces) {
    face.corners.forEach((s, i) => {
      const t = face.corners[(i + 1) % 3];
      const key = Math.min(s, t) * count + Math.max(s, t);
      if (beside.has(key)) beside.get(key).push(face);
      else beside.set(key, [face]);
    });
  }
  const edges = [...beside].map(([key, beside]) => ({ ends: [Math.floor(key / count), key % count], beside }));
  return { points, faces, edges };
}

/** The corners of the hull of points in the plane, counter-clockwise, by number (A. M. Andrew, 1979). */
export function outline(points) {
  const order = points.map((_, k) => k).sort((i, j) => points[i][0] - points[j][0] || points[i][1] - points[j][1]);
  const turn = (i, j, k) => (points[j][0] - points[i][0]) * (points[k][1] - points[i][1]) - (points[j][1] - points[i][1]) * (points[k][0] - points[i][0]);
  const half = (list) => {
    const chain = [];
    for (const k of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), k) <= 0) chain.pop();
      chain.push(k);
    }
    chain.pop();
    return chain;
  };
  const found = [...half(order), ...half(order.toReversed())];
  return found.length ? found : order.slice(0, 1);
}

/** Where it is seen from: angles about the vertical and above the horizontal. */
export function eye({ yaw, pitch }) {
  const [s, c, t, u] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return { right: [c, 0, -s], up: [-s * t, u, -c * t], toward: [s * u, t, c * u] };
}

/** Turns the view as little as possible, so that a plane with this normal is seen neither edge on nor from right above. */
export function turnedTo(angles, normal) {
  const n = unit(normal);
  const { toward } = eye(angles);
  const level = dot(toward, n);
  if (!n.some(Boolean) || (level > 0.3 && level < 0.9)) return angles;
  const aimed = level <= 0.3 ? 0.45 : 0.8;
  const rest = along(toward, n, -level);
  const side = Math.hypot(...rest) > 1e-3 ? unit(rest) : unit(cross(n, Math.abs(n[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const [x, y, z] = along(n.map((v) => v * aimed), side, Math.sqrt(1 - aimed * aimed));
  return { yaw: Math.atan2(x, z), pitch: Math.min(Math.max(Math.asin(Math.max(-1, Math.min(1, y))), -1.35), 1.35) };
}

/** A view of some points, with room around them. */
export function around(points, size) {
  const finite = points.filter((p) => p.every(Number.isFinite));
  const bound = (pick, k) => finite.reduce((best, p) => pick(best, p[k]), finite[0][k]);
  const center = [0, 1, 2].map((k) => (bound(Math.min, k) + bound(Math.max, k)) / 2);
  const radius = finite.reduce((most, p) => Math.max(most, Math.hypot(...minus(p, center))), 1e-9);
  const room = Math.min(...size);
  return { center, radius, scale: Math.max(room / 2 - 14, room / 4) / radius, size };
}

/** The exclusion that a step in space shows, if none is pointed at: the one that decided. */
export function telling(step) {
  if (step.stop === "separated" || step.progress) return step.excluded.findIndex(({ of }) => of === "set");
  const tests = step.excluded.map(({ test }, k) => [test, k]).filter(([test]) => test !== null);
  const positive = tests.filter(([test]) => step.tests[test].sign > 0);
  return (positive.at(-1) ?? tests.at(-1) ?? [null, -1])[1];
}

/** The side from which the chosen face is seen. */
export function facing(step, lit) {
  const half = step.excluded[lit ?? -1];
  if (half) return half.normal.map((x) => (half.of === "set" ? x : -x));
  if (step.polytope) return step.polytope.foot.some(Boolean) ? step.polytope.foot : step.direction;
  return step.towards ?? null;
}

/** A drawing: SVG text, and the places where points and letters are already. */
export class Sheet {
  constructor(view, angles) {
    this.view = view;
    this.eye = eye(angles);
    this.svg = "";
    this.taken = [];
  }

  at(p) {
    const { center, scale, size: [w, h] } = this.view;
    const d = minus(p, center);
    const limit = (x) => (Number.isFinite(x) ? Math.round(Math.max(-1e5, Math.min(1e5, x)) * 10) / 10 : 0);
    return [limit(w / 2 + dot(this.eye.right, d) * scale), limit(h / 2 - dot(this.eye.up, d) * scale)];
  }

  put(svg) {
    this.svg += svg;
  }

  line(p, q, cls) {
    const [[x, y], [u, v]] = [this.at(p), this.at(q)];
    this.put(`<line class="${cls}" x1="${x}" y1="${y}" x2="${u}" y2="${v}"/>`);
  }

  polygon(points, cls, more = "") {
    this.put(`<polygon class="${cls}"${more} points="${points.map((p) => this.at(p).join()).join(" ")}"/>`);
  }

  dot(p, cls, radius) {
    const [x, y] = this.at(p);
    this.taken.push([x, y]);
    this.put(`<circle class="dot ${cls}" cx="${x}" cy="${y}" r="${radius}"/>`);
  }

  arrow(from, direction, length, cls) {
    const d = unit(direction);
    const [dx, dy] = [dot(this.eye.right, d), -dot(this.eye.up, d)];
    const seen = Math.hypot(dx, dy);
    if (!(seen > 0.02)) return;
    const [x, y] = this.at(from);
    const [ex, ey] = [dx / seen, dy / seen];
    // It gets shorter as it turns towards the reader.
    const tip = [x + dx * length, y + dy * length];
    const wing = (side) => [tip[0] - 8 * ex + side * 4 * ey, tip[1] - 8 * ey - side * 4 * ex];
    const spot = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    this.taken.push(tip, [(x + tip[0]) / 2, (y + tip[1]) / 2]);
    this.put(`<path class="${cls}" d="M${spot([x, y])}L${spot(tip)}M${spot(wing(1))}L${spot(tip)}L${spot(wing(-1))}"/>`);
  }

  /** A name beside a point, on the side where there is most room. */
  label(p, text, cls, { ring = false, coordinates = null } = {}) {
    const [x, y] = this.at(p);
    const [w, h] = this.view.size;
    let best = null;
    for (let k = 0; k < 12; k += 1) {
      const spot = [x + 17 * Math.cos((k * Math.PI) / 6 - 0.8), y + 17 * Math.sin((k * Math.PI) / 6 - 0.8)];
      const room = Math.min(...this.taken.map((other) => Math.hypot(other[0] - spot[0], other[1] - spot[1])),
        spot[0] - 2, spot[1] - 2, w - spot[0] - 2, h - spot[1] - 2, 24);
      if (!best || room > best.room + 0.5) best = { spot, room };
    }
    const [u, v] = best.spot.map((x) => Math.round(x * 10) / 10);
    this.taken.push([u, v]);
    if (ring) this.put(`<circle class="ring ${cls}" cx="${u}" cy="${v}" r="9"/>`);
    this.put(`<text class="label ${cls}" x="${u}" y="${v + 5}">${escaped(text)}</text>`);
    if (coordinates) this.put(`<text class="coordinates" x="${u + 12}" y="${v + 5}">${escaped(coordinates)}</text>`);
  }

  /** The name of a solid, in its middle, or beside it if that place is taken. */
  name(p, text, cls) {
    const [x, y] = this.at(p);
    const spots = [[x, y], ...Array.from({ length: 8 }, (_, k) => [x + 16 * Math.cos((k * Math.PI) / 4), y + 16 * Math.sin((k * Math.PI) / 4)])];
    const room = ([u, v]) => Math.min(...this.taken.map((other) => Math.hypot(other[0] - u, other[1] - v)), 15);
    const [u, v] = spots.reduce((best, next) => (room(next) > room(best) + 0.5 ? next : best)).map((x) => Math.round(x * 10) / 10);
    this.taken.push([u, v]);
    this.put(`<text class="label ${cls}" x="${u}" y="${v + 5}">${escaped(text)}</text>`);
  }

  /** A solid: its faces lit from the reader's left, its edges, the hidden ones dashed. */
  solid(body, name, { faces = true } = {}) {
    const { points } = body;
    const front = (face) => dot(face.normal, this.eye.toward) > 0;
    const sun = unit(along(along(this.eye.toward, this.eye.right, -0.5), this.eye.up, 0.9));
    if (!body.faces.length && !body.edges.length && points.length) return this.dot(points[0], name, 4);
    const seen = points.map((p) => this.at(p));
    const list = (corners) => corners.map((k) => seen[k].join()).join(" ");
    if (body.faces.length) this.put(`<polygon class="shape ${name}" points="${list(outline(seen))}"/>`);
    if (faces && points.length > 4) {
      // One path for each of a few shades.
      const shades = new Map();
      for (const face of body.faces.filter((face) => !face.both && front(face))) {
        const shade = Math.round((1 - Math.max(dot(face.normal, sun), 0)) * 5);
        shades.set(shade, `${shades.get(shade) ?? ""}M${face.corners.map((k) => seen[k].join(" ")).join("L")}z`);
      }
      for (const [shade, path] of shades) if (shade) this.put(`<path class="shade ${name}" fill-opacity="${shade * 0.05}" d="${path}"/>`);
    }
    const sharp = points.length > 100 ? 0.8 : 0.9998;
    for (const { ends: [p, q], beside } of body.edges) {
      if (beside.length === 2) {
        if (dot(beside[0].normal, beside[1].normal) > sharp) continue;
        const hidden = !beside.some(front);
        if (hidden && points.length > 60) continue;
        this.put(`<line class="shape ${name} ${hidden ? "hidden " : ""}edge" x1="${seen[p][0]}" y1="${seen[p][1]}" x2="${seen[q][0]}" y2="${seen[q][1]}"/>`);
      } else this.put(`<line class="shape ${name} edge" x1="${seen[p][0]}" y1="${seen[p][1]}" x2="${seen[q][0]}" y2="${seen[q][1]}"/>`);
    }
  }

  /** The boundary of a half-space as a disc, with strokes into the side where nothing can be. */
  halfSpace({ point, normal, of }, k, name, origin) {
    const n = unit(normal);
    if (!n.some(Boolean)) return;
    const { center, radius } = this.view;
    // The point of the plane that is nearest the middle of the view.
    const foot = along(center, n, dot(minus(point, center), n));
    const side = unit(cross(n, Math.abs(n[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
    const other = cross(n, side);
    const rim = Array.from({ length: 48 }, (_, i) => {
      const turn = (i * Math.PI) / 24;
      return along(along(foot, side, radius * 0.85 * Math.cos(turn)), other, radius * 0.85 * Math.sin(turn));
    });
    const cls = of === "origin" ? "excluded" : "empty";
    this.polygon(rim, `${cls} disc`, ` data-k="${k}"`);
    rim.forEach((p, i) => { if (i % 2 === 0) this.line(p, along(p, n, radius * 0.14), `tick ${cls}`); });
    // The origin's height over it.
    const height = dot(minus(point, origin), n);
    if (Math.abs(height) > 1e-9 * radius) {
      const under = along(origin, n, height);
      this.line(origin, under, "drop");
      this.dot(under, "drop", 2.5);
    }
    const high = rim.reduce((best, p) => (this.at(p)[1] < this.at(best)[1] ? p : best), rim[0]);
    const [x, y] = this.at(high);
    const [w] = this.view.size;
    const at = [Math.max(40, Math.min(w - 40, x)), Math.max(14, y - 6)];
    this.taken.push(at);
    this.put(`<text class="region-name of-${cls}" data-k="${k}" x="${at[0]}" y="${at[1]}">${escaped(name)}</text>`);
  }

  /** Lines of a floor through the origin. */
  grid(spacing) {
    const { center, radius } = this.view;
    const reach = Math.min(Math.ceil((radius * 1.3) / spacing), 40) * spacing;
    const start = [0, 2].map((k) => Math.round(center[k] / spacing) * spacing);
    for (let t = -reach; t <= reach * 1.0001; t += spacing) {
      this.line([start[0] + t, 0, start[1] - reach], [start[0] + t, 0, start[1] + reach], "grid");
      this.line([start[0] - reach, 0, start[1] + t], [start[0] + reach, 0, start[1] + t], "grid");
    }
  }

  axes() {
    const { radius, center } = this.view;
    const reach = radius * 1.1 + Math.hypot(...center) * 0.5;
    ["x", "y", "z"].forEach((name, k) => {
      const end = [0, 0, 0].map((_, i) => (i === k ? reach : 0));
      this.line(end.map((x) => -x), end, "axis");
      this.label(end, name, "axis-name");
    });
  }
}

/** What there is to be seen in each pane: with the shapes, in a cast, where they are when it ends. */
export function extents(scene, trace) {
  const progress = trace.steps.at(-1)?.progress;
  const moved = (name) => there(trace, name, progress)(scene[name]);
  return [[...scene.a, ...scene.b, ...moved("a"), ...moved("b")], [...scene.difference, [0, 0, 0], ...(progress ? [progress.point] : [])]];
}

/** Moves points of a shape to where they are at the time that a cast has come to; to nowhere, if the shape is at rest. */
function there({ ray }, name, progress) {
  const velocity = ray?.velocities[name === "a" ? 0 : 1];
  const rests = !progress || !velocity?.some((v) => v * progress.lower !== 0);
  return (points) => (rests ? [] : points.map((p) => along(p, velocity, progress.lower)));
}

/** A number with few digits, as on the page. */
const short = (x) => (x === 0 ? "0" : String(Number(x.toPrecision(4))).replace("-", "−"));
const place = (p) => `(${p.map(short).join(", ")})`;

/** The shapes with a step's support points, or with the witness points at the end. */
export function shapesIn(sheet, { solids, trace, index, coordinates, coarse }) {
  const step = trace.steps[index];
  for (const name of ["a", "b"]) sheet.solid(solids[name], name, { faces: !coarse });
  for (const name of ["a", "b"]) {
    const points = there(trace, name, step?.progress)(solids[name].points);
    if (!points.length) continue;
    sheet.solid({ ...solids[name], points }, `${name} moved`, { faces: false });
    sheet.line(mean(solids[name].points), mean(points), `way ${name}`);
  }
  if (step) {
    for (const vertex of step.before) for (const name of ["a", "b"]) sheet.dot(vertex[name], `kept ${name}`, 3.5);
    sheet.arrow(step.newest.a, step.direction, 44, "direction");
    sheet.arrow(step.newest.b, step.direction.map((x) => -x), 44, "direction");
    for (const name of ["a", "b"]) {
      sheet.dot(step.newest[name], "newest", 5);
      sheet.label(step.newest[name], name, "point newest", { coordinates: coordinates && place(step.newest[name]) });
    }
  }
  // Drawn last, so that nothing hides them.
  for (const name of ["a", "b"]) if (solids[name].points.length) sheet.name(mean(solids[name].points), name.toUpperCase(), `name ${name}`);
  const { points } = trace.answer;
  if (index === trace.steps.length - 1 && points) {
    sheet.line(...points, "separation");
    for (const p of points) sheet.dot(p, "witness", 4.5);
  }
}

/** The difference with the origin, the simplex or the polytope, and one thing that is excluded. */
export function differenceIn(sheet, { solids, trace, index, lit, shading = true, coordinates, coarse, axes, grid }) {
  const step = trace.steps[index];
  if (grid) sheet.grid(grid);
  sheet.solid(solids.difference, "difference", { faces: !coarse });
  if (axes) sheet.axes();
  if (step) {
    const shown = lit ?? (shading ? telling(step) : -1);
    const half = step.excluded[shown];
    if (half) sheet.halfSpace(half, shown, exclusion(half, step), index > 0 ? reachedBefore(trace, index) : [0, 0, 0]);
    if (step.progress) alongRay(sheet, trace, step.progress);
    const [before, after] = [step.before, step.after].map((list) => list.map(({ w }) => w));
    const { polytope } = step;
    if (polytope) {
      const depth = (facet) => dot(mean(facet), sheet.eye.toward);
      const [chosen, ...rest] = polytope.facets;
      rest.toSorted((f, g) => depth(f) - depth(g)).forEach((facet) => sheet.polygon(facet, "facet"));
      sheet.polygon(chosen, "facet chosen");
      sheet.line([0, 0, 0], polytope.foot, "perpendicular");
      sheet.dot(polytope.foot, "drop", 2.5);
      bounds(sheet, polytope);
    }
    const all = [...before, step.newest.w];
    all.forEach((p, i) => all.slice(0, i).forEach((q) => sheet.line(p, q, "grown")));
    for (let i = 0; i < after.length; i += 1) {
      for (let j = 0; j < i; j += 1) {
        for (let k = 0; k < j; k += 1) sheet.polygon([after[i], after[j], after[k]], "simplex");
      }
    }
    after.forEach((p, i) => after.slice(0, i).forEach((q) => sheet.line(p, q, "simplex")));
    if (step.towards) sheet.arrow(step.towards_from, step.towards, 44, "next");
    sheet.arrow(step.from, step.direction, 52, "direction");
    before.forEach((p) => sheet.dot(p, "kept", 4));
    sheet.dot(step.newest.w, "newest", 5.5);
    sheet.label(step.newest.w, "W", "vertex newest", { ring: true, coordinates: coordinates && place(step.newest.w) });
    if (!polytope) {
      before.forEach((p, k) => sheet.label(p, "XYZV"[k], "vertex kept", { ring: true, coordinates: coordinates && place(p) }));
    }
    numbered(trace, polytope).forEach(([p, number]) => {
      sheet.dot(p, "kept", 3);
      sheet.label(p, number, "vertex kept", { ring: true, coordinates: coordinates && place(p) });
    });
  }
  const [x, y] = sheet.at([0, 0, 0]);
  sheet.put(`<path class="origin" d="M${x - 7} ${y}h14M${x} ${y - 7}v14"/>`);
  const { answer } = trace;
  if (step?.progress) times(sheet, trace, index);
  else if (index === trace.steps.length - 1 && answer.points) {
    const w = minus(...answer.points);
    sheet.line([0, 0, 0], w, "separation");
    sheet.dot(w, "witness", 4.5);
  }
  sheet.label([0, 0, 0], "0", "point origin");
}

/** Where the origin of a cast was before a step. */
const reachedBefore = ({ steps }, index) => steps[index - 1].progress?.point ?? [0, 0, 0];

/** The ray of a cast, and what is clipped of it. */
function alongRay(sheet, { ray }, { point }) {
  if (!ray) return;
  const velocity = minus(ray.velocities[1], ray.velocities[0]);
  const far = 8 * (sheet.view.radius + Math.hypot(...sheet.view.center));
  sheet.line([0, 0, 0], ray.until == null ? along([0, 0, 0], unit(velocity), far) : velocity.map((v) => v * ray.until), "ray");
  sheet.line([0, 0, 0], point, "ray clipped");
}

/** The times on the ray: where it was clipped, how far it is clipped, and at the end the time of impact. */
function times(sheet, { steps, answer }, index) {
  for (const { progress } of steps.slice(0, index)) if (progress?.advanced) sheet.dot(progress.point, "clip", 3);
  const { point } = steps[index].progress;
  sheet.dot(point, "lower", 5);
  if (index === steps.length - 1 && answer.toi != null) {
    sheet.dot(point, "toi", 3);
    sheet.label(point, "toi", "time toi");
  }
  sheet.label(point, "lower", "time lower");
}

/** The vertices of a polytope, each with the number of the step that found it. */
export function numbered(trace, polytope) {
  const found = new Map();
  for (const w of polytope?.facets.flat() ?? []) {
    const key = JSON.stringify(w);
    if (found.has(key)) continue;
    const step = trace.steps.findIndex(({ newest }) => JSON.stringify(newest.w) === key);
    if (step >= 0) found.set(key, [w, step + 1]);
  }
  return [...found.values()];
}

/** The spheres that bound the depth, drawn as circles. */
function bounds(sheet, { lower, upper }) {
  const [x, y] = sheet.at([0, 0, 0]);
  for (const [name, radius] of [["lower", lower], ["upper", upper]]) {
    const r = radius * sheet.view.scale;
    if (r > 2 && r < 1e4) sheet.put(`<circle class="bound ${name}" cx="${x}" cy="${y}" r="${r.toFixed(1)}"/>`);
  }
}

/** What a half-space is called: by its test, or by the argument. */
export function exclusion(half, step) {
  if (half.test !== null) return step.tests[half.test].name;
  return half.of === "set" ? "beyond W" : `behind ${"XYZV".slice(0, step.before.length)}`;
}
