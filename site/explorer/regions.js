// The regions of a simplex, to be taken hold of: its vertices and the origin are dragged, and the library says where the origin is.

import { Engine } from "./engine.js";
import { allowed, cross, impossible, left, passed, says, textbook } from "./kept.js";
import { apart } from "./labels.js";
import { hull, Sheet, turnedTo } from "./orbit.js";
import { brief, lettered } from "./panel.js";

const byId = (id) => document.getElementById(id);
const REACH = 24;
const NAMES = { 2: ["W", "X", "Y", "0"], 3: ["W", "X", "Y", "Z", "0"] };

/** What to begin with, and where cases that look at one face alone go wrong: [title, W, X, Y, (Z,) 0]. */
const EXAMPLES = {
  2: [
    ["Beyond WX", [-2, -1], [2, 0], [-1, 2], [0.6, -1]],
    ["Inside", [0.5, -1.5], [2, 1], [-2, 1], [0.3, -0.2]],
    ["Beyond WY", [0.5, -1.5], [2, 1], [-2, 1], [-0.9, -0.9]],
    ["Where GJK never gets: X alone would have been kept", [0.5, -1.5], [2, 1], [-2, 1], [2.6, 0.2]],
  ],
  3: [
    ["One face: WXY", [2, -3, -3], [-1, 2, 0], [-3, 0, 2], [-3, 0, -1], [0, 0, 0]],
    ["None: inside", [2, 1, -2], [-2, 3, 2], [0, -1, 3], [-1, -2, -1], [0, 0, 0]],
    ["Two faces: WZX", [-1, -2, 0], [2, 2, 3], [-2, -2, 1], [-1, 3, -2], [0, 0, 0]],
    ["One face tested alone fails: WY, but it is WYZ", [-3, 0, -3], [-2, 2, 1], [0, 1, 2], [0, -2, 3], [0, 0, 0]],
    ["One face tested alone fails: WX, but it is WZX", [2, 1, -1], [0, 0, 1], [1, 1, 1], [1, -2, -1], [0, 0, 0]],
    ["One face tested alone fails: WZ, but it is WZX", [-1, -2, 2], [2, -1, 1], [-3, 2, 1], [0, 1, 0], [0, 0, 0]],
    ["One face tested alone fails: WX, but it is WZ", [2, -2, -1], [-4, 2, -3], [-3, -3, -4], [-4, 4, -3], [0, 0, 0]],
    ["Where GJK never gets: beyond XY", [2, 1, -2], [-2, 3, 2], [0, -1, 3], [-1, -2, -1], [-2, 2, 4]],
  ],
};

const engine = await Engine.load("explorer.wasm").catch((error) => {
  byId("missing").textContent = `The library could not be loaded: ${error.message}.`;
  byId("missing").hidden = false;
  throw error;
});

/** `home` is where it is seen from, `angles` the same now: a test that is pointed at turns it for as long. */
const state = { dim: 2, points: [], lit: null, home: null, angles: null, view: null, found: null };
const FRONT = { yaw: 0.56, pitch: 0.4 };
const stage = byId("stage");
const minus = (p, q) => p.map((x, k) => x - q[k]);
const mean = (points) => points[0].map((_, k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);

/** The vertices as the library wants them: with the origin at 0. */
const vertices = () => state.points.slice(0, -1).map((p) => minus(p, state.points.at(-1)));

// ---- What is seen.

function fit() {
  const size = [Math.max(stage.clientWidth, 40), Math.max(stage.clientHeight, 40)];
  const center = mean(state.points);
  const radius = Math.max(...state.points.map((p) => Math.hypot(...minus(p, center))), 1e-3);
  state.view = { center, radius, size, scale: (Math.min(...size) / 2 - 30) / radius };
}

function toPixel(p) {
  if (state.dim === 3) return new Sheet(state.view, state.angles).at(p);
  const { center, scale, size: [w, h] } = state.view;
  return [w / 2 + (p[0] - center[0]) * scale, h / 2 - (p[1] - center[1]) * scale];
}

/** The part of a polygon of pixels where a point is over a plane. */
function clipped(polygon, [point, normal]) {
  const at = toPixel(point);
  const height = ([x, y]) => (x - at[0]) * normal[0] - (y - at[1]) * normal[1];
  return polygon.flatMap((p, k) => {
    const q = polygon[(k + 1) % polygon.length];
    const [hp, hq] = [height(p), height(q)];
    const cut = hp > 0 !== hq > 0 ? [p.map((x, i) => x + (hp / (hp - hq)) * (q[i] - x))] : [];
    return hp > 0 ? [p, ...cut] : cut;
  });
}
const list = (polygon) => polygon.map((p) => p.map((x) => x.toFixed(1)).join()).join(" ");
const path = (polygon) => (polygon.length ? `M${polygon.map((p) => p.map((x) => x.toFixed(1)).join(" ")).join("L")}z` : "");

/** The half-space that a test leaves to the origin: a point and a normal into it. */
function leftBy({ normal, value }) {
  return [state.points[0], value > 0 ? normal : normal.map((x) => -x)];
}

/** In the plane: where the origin can be, where it is by the tests, and what each of these excludes. */
function plane() {
  const [w, h] = state.view.size;
  // A little more than the frame, so that it cuts no borders.
  const all = [[-9, -9], [w + 9, -9], [w + 9, h + 9], [-9, h + 9]];
  const moved = allowed(vertices()).map(([point, normal]) => [point.map((x, k) => x + state.points.at(-1)[k]), normal]);
  const { tests, region } = state.found;
  const where = tests.map(leftBy).reduce(clipped, moved.reduce(clipped, all));
  let svg = `<path class="never" fill-rule="evenodd" d="${path(all)}${path(moved.reduce(clipped, all))}"/>`;
  if (where.length > 2 && region) svg += `<polygon class="where" points="${list(where)}"/>`;
  tests.forEach((test, k) => {
    const [point, normal] = leftBy(test);
    if (!normal.some(Boolean)) return;
    const out = clipped(all, [point, normal.map((x) => -x)]);
    const along = left(normal).map((x) => (x * 3000) / Math.hypot(...normal));
    const [x, y] = toPixel(point);
    const line = `x1="${x - along[0]}" y1="${y + along[1]}" x2="${x + along[0]}" y2="${y - along[1]}"`;
    const lit = k === state.lit ? " lit" : "";
    svg += `<polygon class="excluded${lit}" data-k="${k}" points="${list(out)}"/><line class="border${lit}" ${line}/><line class="grasp" data-k="${k}" ${line}/>`;
  });
  return svg + simplex(toPixel) + names();
}

/** In the plane: the regions of the features that GJK looks for, by name. */
function names() {
  const [w, x, y] = state.points.map(toPixel);
  const middle = mean([w, x, y]);
  const beside = (p, q) => {
    const [side, at] = [minus(q, p), mean([p, q])];
    const out = [side[1], -side[0]].map((v) => (v * 46) / (Math.hypot(...side) || 1));
    const sign = out[0] * (at[0] - middle[0]) + out[1] * (at[1] - middle[1]) < 0 ? -1 : 1;
    return at.map((v, k) => v + sign * out[k]);
  };
  const away = minus(w, middle);
  const places = { W: w.map((v, k) => v + (away[k] * 62) / (Math.hypot(...away) || 1)), WX: beside(w, x), WY: beside(w, y), WXY: middle };
  return Object.entries(places).map(([name, at]) => label(name, at)).join("");
}

/** The name of a region, kept inside of the frame. */
function label(name, [x, y]) {
  const [w, h] = state.view.size;
  const at = [Math.min(Math.max(x, 44), w - 44), Math.min(Math.max(y, 16), h - 8)];
  return `<text class="region-name${name === state.found.region ? " current" : ""}" x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}">${named(name)}</text>`;
}

/** In space: where the origin can be for the nearest feature to stay the same, as far as it is drawn; and where its name stands. */
function region() {
  const letters = [...(state.found.region ?? "")];
  const corner = Object.fromEntries(state.points.slice(0, -1).map((p, k) => ["WXYZ"[k], p]));
  const unit = (v) => v.map((x) => x / (Math.hypot(...v) || 1));
  const far = state.view.radius * 0.55;
  const out = (p, d, share = 1) => p.map((x, k) => x + share * far * d[k]);
  /** The outward normal of the face opposite to a vertex. */
  const normal = (opposite) => {
    const [p, q, r] = [..."WXYZ"].filter((name) => name !== opposite).map((name) => corner[name]);
    const n = unit(cross(minus(q, p), minus(r, p)));
    return n.reduce((sum, x, k) => sum + x * (corner[opposite][k] - p[k]), 0) > 0 ? n.map((x) => -x) : n;
  };
  const points = letters.map((name) => corner[name]);
  // Each face that has all of the feature's vertices is opposite to one that is not among them.
  const normals = [..."WXYZ"].filter((name) => !letters.includes(name)).map(normal);
  if (!points.length || normals.flat().some((x) => !Number.isFinite(x))) return null;
  const toward = unit(mean([...normals, [0, 0, 0]]));
  const place = out(mean(points), toward, 1.12);
  if (letters.length === 4) return { faces: [..."WXYZ"].map((name) => [..."WXYZ"].filter((other) => other !== name).map((other) => corner[other])), place: mean(points) };
  const sides = points.map((p, k) => [p, points[(k + 1) % points.length]]);
  if (letters.length === 3) return { faces: [points.map((p) => out(p, normals[0])), ...sides.map(([p, q]) => [p, q, out(q, normals[0]), out(p, normals[0])])], place };
  if (letters.length === 2) {
    const fan = [0, 1, 2, 3, 4].map((k) => unit(mean([normals[0].map((x) => x * (4 - k)), normals[1].map((x) => x * k)])));
    const [p, q] = points;
    return { faces: [...[0, 4].map((k) => [p, q, out(q, fan[k]), out(p, fan[k])]), ...points.map((end) => [end, ...fan.map((d) => out(end, d))]), [...fan.map((d) => out(p, d)), ...fan.toReversed().map((d) => out(q, d))]], place };
  }
  const [p] = points;
  return { faces: [...normals.map((n, k) => [p, out(p, n), out(p, normals[(k + 1) % 3])]), normals.map((n) => out(p, n))], place };
}

/** The simplex with its nearest feature. */
function simplex(at) {
  const points = state.points.slice(0, -1).map(at);
  const corners = [...(state.found.region ?? "")].map((name) => points["WXYZ".indexOf(name)]);
  let svg = "";
  points.forEach((p, i) => points.slice(0, i).forEach((q, j) => {
    const near = corners.length === 2 && corners.includes(p) && corners.includes(q);
    // In space the solid has its edges already.
    if (near || state.dim === 2) svg += `<line class="side${near ? " nearest" : ""}" data-side="${j}${i}" x1="${p[0]}" y1="${p[1]}" x2="${q[0]}" y2="${q[1]}"/>`;
  }));
  if (corners.length === 3) svg = `<polygon class="nearest" points="${list(corners)}"/>${svg}`;
  if (corners.length === 1) svg += `<circle class="dot nearest" cx="${corners[0][0]}" cy="${corners[0][1]}" r="6"/>`;
  return svg;
}

/** In space: the region of the nearest feature, the simplex, and the half-space of a test. */
function space() {
  const sheet = new Sheet(state.view, state.angles);
  const found = impossible(vertices()).length ? null : region();
  if (found) for (const face of found.faces) sheet.put(`<polygon class="where" points="${list(face.map((p) => sheet.at(p)))}"/>`);
  sheet.solid(hull(state.points.slice(0, -1)), "difference");
  const test = state.found.tests[state.lit];
  if (test) {
    const [point, normal] = leftBy(test);
    sheet.halfSpace({ point, normal: normal.map((x) => -x), of: "origin" }, state.lit, test.name, state.points.at(-1));
  }
  const [x, y] = toPixel(state.points.at(-1));
  const never = impossible(vertices()).length ? `<circle class="never" cx="${x}" cy="${y}" r="46"/>` : "";
  return sheet.svg + never + simplex((p) => sheet.at(p)) + (found ? label(state.found.region, sheet.at(found.place)) : "");
}

const HATCH = '<defs><pattern id="hatch" class="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="9"/></pattern></defs>';

function draw() {
  state.found = engine.locate(vertices());
  if (!state.found.tests[state.lit]) state.lit = null;
  picture();
  tell();
}

function picture() {
  if (!state.view) fit();
  const marks = state.points.map((p, k) => {
    const [x, y] = toPixel(p);
    const name = NAMES[state.dim][k];
    const away = 17;
    const mid = toPixel(mean(state.points.slice(0, -1)));
    const far = Math.hypot(x - mid[0], y - mid[1]) || 1;
    const [u, v] = [x + ((x - mid[0]) / far) * away, y + ((y - mid[1]) / far) * away];
    if (name === "0") return `<path class="origin" d="M${x - 8} ${y}h16M${x} ${y - 8}v16"/><text class="label point origin" x="${x + 12}" y="${y - 8}">0</text>`;
    const cls = name === "W" ? "newest" : "kept";
    return `<circle class="dot ${cls}" cx="${x}" cy="${y}" r="5"/><circle class="ring ${cls}" cx="${u}" cy="${v}" r="9"/><text class="label vertex ${cls}" x="${u}" y="${v + 5}">${name}</text>`;
  }).join("");
  const [w, h] = state.view.size;
  stage.innerHTML = `<svg aria-hidden="true" viewBox="0 0 ${w} ${h}">${HATCH}${state.dim === 2 ? plane() : space()}${marks}</svg>`;
  apart(stage.firstElementChild, [w, h]);
}

// ---- What is said.

const feature = (region) => (["", "vertex ", "edge ", "face "][region.length] ?? "") + region;
const named = (region) => (region.length === state.dim + 1 ? "inside" : feature(region));

function tell() {
  const { tests, region } = state.found;
  const all = vertices();
  const reasons = impossible(all);
  byId("answer").classList.toggle("never-here", reasons.length > 0);
  byId("answer").innerHTML = reasons.length ? "GJK never gets here." : region ? `Nearest the origin: ${lettered(named(region))}` : "The simplex is flat.";
  byId("tests").innerHTML = `<table class="tests"><caption>The tests of the library, in order</caption><thead><tr><th scope="col">product</th><th scope="col" class="number">value</th>` +
    `<th scope="col">sign</th><th scope="col">so the origin is</th></tr></thead><tbody>${tests.map(({ name, value }, k) =>
      `<tr data-k="${k}" tabindex="0"${k === state.lit ? ' class="lit"' : ""}><th scope="row">${name}</th><td class="number">${brief(value)}</td>` +
      `<td class="sign" data-sign="${Math.sign(value)}">${value > 0 ? "+" : value < 0 ? "−" : "0"}</td><td>${says(name, value)}</td></tr>`).join("")}</tbody></table>`;
  const base = state.dim === 3 ? "XYZ" : "XY";
  let known = reasons.length ? `<p>The tests rely on how W was found, and on the order of what was kept. With the origin here they would give ${lettered(named(region ?? ""))}. But:</p>` +
    `<ul>${reasons.map((reason) => `<li>${lettered(reason)}</li>`).join("")}</ul>` :
    `<p>${lettered(`${base} was kept: it was nearest the origin. W was sought from there towards the origin. So no feature without W is nearest, and the tests ask only about those at W.`)}</p>`;
  if (!reasons.length && !passed(all)) known += `<p>${lettered("W did not pass the origin: the shapes are apart. Only a search for their distance goes on from here.")}</p>`;
  if (state.dim === 3 && region && !reasons.length) {
    const other = textbook(all);
    known += other === region ? "<p>Cases that look at the first face with the origin beyond it, and at no other, say the same here.</p>" :
      `<p><b class="wrong">Cases that look at one face fail here:</b> they take the first face with the origin beyond it, and say ${lettered(named(other))}. But ${lettered(named(region))} is nearer.</p>`;
  }
  byId("known").innerHTML = known;
}

/** Lights a test and its half-space. */
function light(k) {
  if (k === state.lit) return;
  state.lit = k;
  state.angles = state.dim === 3 && k !== null ? turnedTo(state.home, leftBy(state.found.tests[k])[1]) : state.home;
  for (const row of byId("tests").querySelectorAll("[data-k]")) row.classList.toggle("lit", Number(row.dataset.k) === k);
  picture();
}

for (const [event, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  byId("tests").addEventListener(event, ({ target, relatedTarget }) => {
    const row = target.closest("[data-k]");
    if (!row || row.contains(relatedTarget)) return;
    light(on ? Number(row.dataset.k) : null);
  });
}

// ---- What is moved.

/** A point moved by pixels, in the plane of the picture. */
function moved(p, [dx, dy]) {
  const { scale } = state.view;
  if (state.dim === 2) return [p[0] + dx / scale, p[1] - dy / scale].map((x) => Math.round(x * 100) / 100);
  const { right, up } = new Sheet(state.view, state.angles).eye;
  return p.map((x, k) => Math.round((x + (right[k] * dx - up[k] * dy) / scale) * 100) / 100);
}

let held = null;
const spot = ({ clientX, clientY }) => {
  const box = stage.getBoundingClientRect();
  // Before a class it is shown larger than it is drawn.
  return [clientX - box.left, clientY - box.top].map((x, k) => (x * [stage.clientWidth, stage.clientHeight][k]) / ([box.width, box.height][k] || 1));
};
const nearest = (at, reach = REACH) => {
  const far = state.points.map((p) => Math.hypot(...minus(toPixel(p), at)));
  const k = far.indexOf(Math.min(...far));
  return far[k] < reach ? k : null;
};
stage.addEventListener("pointerdown", (event) => {
  stage.setPointerCapture(event.pointerId);
  const at = spot(event);
  const k = nearest(at);
  held = { k, at, from: k === null ? null : state.points[k], angles: state.angles, center: state.view.center };
});
stage.addEventListener("pointermove", (event) => {
  const at = spot(event);
  if (!held) {
    const k = event.target.dataset?.k;
    return light(k === undefined ? null : Number(k));
  }
  const by = minus(at, held.at);
  if (held.k !== null) state.points[held.k] = moved(held.from, by);
  else if (state.dim === 3) state.angles = state.home = { yaw: held.angles.yaw - by[0] / 130, pitch: Math.min(Math.max(held.angles.pitch + by[1] / 130, -1.5), 1.5) };
  else state.view = { ...state.view, center: [held.center[0] - by[0] / state.view.scale, held.center[1] + by[1] / state.view.scale] };
  draw();
});
for (const name of ["pointerup", "pointercancel"]) {
  stage.addEventListener(name, () => {
    held = null;
    remember();
  });
}
stage.addEventListener("pointerleave", () => { if (!held) light(null); });
// A finger on a point does not scroll the page.
stage.addEventListener("touchstart", (event) => {
  if (nearest(spot(event.changedTouches[0])) !== null) event.preventDefault();
}, { passive: false });

const WAYS = { ArrowLeft: [-6, 0], ArrowRight: [6, 0], ArrowUp: [0, -6], ArrowDown: [0, 6] };
byId("handles").addEventListener("keydown", (event) => {
  const way = WAYS[event.key];
  if (!way) return;
  event.preventDefault();
  const { k } = event.target.dataset;
  state.points[k] = moved(state.points[k], way);
  draw();
  remember();
});

// ---- Examples, and the address.

function open(dim, points) {
  Object.assign(state, { dim, points: points.map((p) => [...p]), lit: null, view: null, home: FRONT });
  if (dim === 3) {
    // The face that is nearest is seen.
    const [a, b, c] = [...(engine.locate(vertices()).region ?? "")].map((name) => points["WXYZ".indexOf(name)]);
    if (c) state.home = turnedTo(FRONT, cross(minus(b, a), minus(c, a)));
  }
  state.angles = state.home;
  document.documentElement.dataset.dim = dim;
  document.querySelector(`#dim input[value="${dim}"]`).checked = true;
  byId("example").innerHTML = EXAMPLES[dim].map(([title], k) => `<option value="${k}">${title}</option>`).join("");
  const same = EXAMPLES[dim].findIndex(([, ...example]) => JSON.stringify(example) === JSON.stringify(points));
  if (same >= 0) byId("example").value = same;
  else byId("example").insertAdjacentHTML("afterbegin", "<option selected>as you put it</option>");
  byId("handles").innerHTML = "<span>Arrow keys move</span>" + NAMES[dim].map((name, k) => `<button type="button" data-k="${k}" aria-label="Move ${name} by arrow keys">${name}</button>`).join("");
  draw();
}

const address = () => `#${new URLSearchParams({ points: JSON.stringify(state.points) })}`;
let known = null;
function remember() {
  history.replaceState(null, "", address());
  known = location.hash;
}

function recall() {
  if (location.hash === known) return;
  known = location.hash;
  let points = null;
  try {
    points = JSON.parse(new URLSearchParams(location.hash.slice(1)).get("points"));
  } catch {
    // It is not an address of this page: the first example.
  }
  const right = (dim) => points?.length === dim + 2 && points.every((p) => p?.length === dim && p.every((x) => Number.isFinite(x) && Math.abs(x) < 1e6));
  const dim = [2, 3].find(right);
  if (dim) open(dim, points);
  else open(2, EXAMPLES[2][0].slice(1));
}

byId("dim").onchange = ({ target }) => {
  open(Number(target.value), EXAMPLES[target.value][0].slice(1));
  remember();
};
byId("example").onchange = ({ target }) => {
  const example = EXAMPLES[state.dim][target.value];
  if (!example) return;
  open(state.dim, example.slice(1));
  remember();
};
addEventListener("hashchange", recall);
new ResizeObserver(() => {
  if (!state.view || (stage.clientWidth === state.view.size[0] && stage.clientHeight === state.view.size[1])) return;
  fit();
  draw();
}).observe(stage);

recall();
// For tests and the curious.
window.regions = { state, vertices, toPixel, region, EXAMPLES, engine };
document.documentElement.dataset.ready = "true";
