// Shapes as the page handles them: those of the batch protocol, each with a pose, and meshes by name. This file moves and
// changes them. Whether they are valid the library says.

const ring = (n, turn = 0) =>
  Array.from({ length: n }, (_, k) => [Math.cos(turn + (2 * Math.PI * k) / n), Math.sin(turn + (2 * Math.PI * k) / n)].map((x) => round(x)));

export const round = (x, digits = 6) => (Math.abs(x) < 1e15 ? Number(x.toFixed(digits)) + 0 : x);

/** What can be chosen, by dimension. */
export const GALLERY = {
  2: {
    Triangle: { type: "points", points: ring(3, Math.PI / 2) },
    Square: { type: "cuboid", half_extents: [1, 1] },
    Pentagon: { type: "points", points: ring(5, Math.PI / 2) },
    Octagon: { type: "points", points: ring(8, Math.PI / 8) },
    Sliver: { type: "points", points: [[-2, 0], [2, 0.1], [2, -0.1]] },
    Ball: { type: "ball", radius: 1 },
    Capsule: { type: "capsule", a: [-1, 0], b: [1, 0], radius: 0.5 },
    Ellipse: { type: "ellipsoid", radii: [1.6, 0.8] },
    "Rounded square": { type: "cuboid", half_extents: [0.8, 0.8], margin: 0.3 },
    Segment: { type: "segment", a: [-1.2, 0], b: [1.2, 0] },
    Point: { type: "point", at: [0, 0] },
  },
  3: {
    Box: { type: "cuboid", half_extents: [1, 0.7, 0.8] },
    Tetrahedron: { type: "points", points: [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]] },
    Hull: {
      type: "points",
      points: [[1.2, 0.1, 0], [0.3, 1, 0.4], [-1, 0.5, 0.5], [-0.6, -0.9, 0.3], [0.5, -0.7, 0.9], [0.2, 0.2, -1.2], [-0.8, 0.6, -0.7], [0.6, -0.8, -0.6]],
    },
    Cylinder: { type: "cylinder", radius: 0.8, half_height: 0.9 },
    Cone: { type: "cone", radius: 0.9, half_height: 0.9 },
    Frustum: { type: "frustum", fov_y: 0.9, aspect: 1.5, near: 0.6, far: 2.4 },
    Ball: { type: "ball", radius: 1 },
    Capsule: { type: "capsule", a: [0, -0.8, 0], b: [0, 0.8, 0], radius: 0.5 },
    Ellipsoid: { type: "ellipsoid", radii: [1.3, 0.6, 0.9] },
    Bunny: { type: "mesh", mesh: "bunny", scale: 0.25 },
    Teapot: { type: "mesh", mesh: "teapot", scale: 0.06 },
    Segment: { type: "segment", a: [-1.2, 0, 0], b: [1.2, 0, 0] },
    Point: { type: "point", at: [0, 0, 0] },
  },
};

/** The name of a shape in the gallery, whatever its pose. */
export function nameOf(shape, dim) {
  const { pose, ...bare } = shape;
  const text = JSON.stringify(bare);
  return Object.keys(GALLERY[dim]).find((name) => JSON.stringify(GALLERY[dim][name]) === text) ?? "";
}

export const translation = (shape, dim) => shape.pose?.translation ?? Array(dim).fill(0);

export function moved(shape, by) {
  const at = translation(shape, by.length).map((x, k) => round(x + by[k]));
  return { ...shape, pose: { ...shape.pose, translation: at } };
}

export function placed(shape, at) {
  return { ...shape, pose: { ...shape.pose, translation: at } };
}

const multiply = ([a, b, c, d], [e, f, g, h]) => [
  a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e,
];

/** The angle of a shape in the plane. */
export function angle(shape) {
  const rows = shape.pose?.rotation;
  return rows ? Math.atan2(rows[1][0], rows[0][0]) : 0;
}

/** The middle of a shape, about which it turns. */
export function middle(shape, dim) {
  return toWorld(shape, ownMiddle(shape, dim));
}

function ownMiddle(shape, dim) {
  const mean = (points) => points[0].map((_, k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  switch (shape.type) {
    case "points": return mean(shape.points);
    case "segment":
    case "capsule": return mean([shape.a, shape.b]);
    case "point": return shape.at;
    case "frustum": return [0, 0, -(shape.near + shape.far) / 2];
    default: return shape.center ?? Array(dim).fill(0);
  }
}

/** With another rotation, and the middle where it was. */
function rotated(shape, rotation) {
  const still = ownMiddle(shape, rotation.length === 2 ? 2 : 3);
  const stays = toWorld(shape, still);
  const turned = { ...shape, pose: { translation: stays.map(() => 0), rotation } };
  const moves = toWorld(turned, still);
  return placed(turned, stays.map((x, k) => round(x - moves[k], 9)));
}

/** A shape in the plane at an angle. */
export function atAngle(shape, turn) {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return rotated(shape, [[c, -s], [s, c]]);
}

/** A shape in space turned about its middle: by an angle about a unit vector. */
export function turned(shape, axis, by) {
  const [c, s] = [Math.cos(by / 2), Math.sin(by / 2)];
  const product = multiply([c, ...axis.map((x) => x * s)], shape.pose?.rotation ?? [1, 0, 0, 0]);
  const length = Math.hypot(...product);
  return rotated(shape, product.map((x) => x / length));
}

function matrix(shape, dim) {
  const r = shape.pose?.rotation;
  if (!r) return null;
  if (dim === 2) return r;
  const [w, x, y, z] = r;
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** From the shape's own coordinates to the world's, and back. */
export function toWorld(shape, p) {
  const [rows, t] = [matrix(shape, p.length), translation(shape, p.length)];
  return t.map((x, i) => x + (rows ? rows[i].reduce((sum, m, k) => sum + m * p[k], 0) : p[i]));
}
export function toLocal(shape, p) {
  const rows = matrix(shape, p.length);
  const d = translation(shape, p.length).map((x, k) => p[k] - x);
  return d.map((x, i) => round(rows ? rows.reduce((sum, row, k) => sum + row[i] * d[k], 0) : x));
}

/** The points of a shape that can be dragged, with the places where they are kept. */
export function grips(shape) {
  switch (shape.type) {
    case "points": return shape.points.length <= 24 ? shape.points.map((p, k) => ({ key: ["points", k], p })) : [];
    case "segment":
    case "capsule": return [{ key: ["a"], p: shape.a }, { key: ["b"], p: shape.b }];
    default: return [];
  }
}

/** The shape with one of those points moved. */
export function gripped(shape, [key, index], p) {
  if (index === undefined) return { ...shape, [key]: p };
  return { ...shape, [key]: shape[key].map((q, k) => (k === index ? p : q)) };
}

/** The number of the shape that its size handle changes. */
export function size(shape) {
  for (const key of ["radius", "margin", "half_height"]) if (typeof shape[key] === "number") return { key, value: shape[key] };
  return null;
}

/** What can be typed about a shape: [name, value, the shape with another value]. */
export function numbers(shape, dim) {
  const at = translation(shape, dim);
  const list = at.map((x, k) => ["xyz"[k], x, (value) => placed(shape, at.map((old, axis) => (axis === k ? value : old)))]);
  const degrees = (x) => round((x * 180) / Math.PI, 4);
  const radians = (x) => (x * Math.PI) / 180;
  if (dim === 2) list.push(["angle °", degrees(angle(shape)), (value) => atAngle(shape, radians(value))]);
  else {
    const turns = euler(shape);
    ["x", "y", "z"].forEach((name, k) => {
      list.push([`turn ${name} °`, degrees(turns[k]), (value) => byEuler(shape, turns.map((old, axis) => (axis === k ? radians(value) : old)))]);
    });
  }
  if (shape.type === "frustum") list.push(["field of view °", degrees(shape.fov_y), (value) => ({ ...shape, fov_y: radians(value) })]);
  for (const key of ["radius", "half_height", "aspect", "near", "far", "margin", "scale"]) {
    if (typeof shape[key] === "number") list.push([key.replace("_", " "), shape[key], (value) => ({ ...shape, [key]: value })]);
  }
  for (const key of ["half_extents", "radii"]) {
    (shape[key] ?? []).forEach((x, k) => list.push([`${key.replace("_", " ")} ${"xyz"[k]}`, x,
      (value) => ({ ...shape, [key]: shape[key].map((old, axis) => (axis === k ? value : old)) })]));
  }
  for (const { key, p } of grips(shape)) {
    const name = key.length > 1 ? `vertex ${key[1] + 1}` : `end ${key[0]}`;
    p.forEach((x, k) => list.push([`${name} ${"xyz"[k]}`, x, (value) => gripped(shape, key, p.map((old, axis) => (axis === k ? value : old)))]));
  }
  return list;
}

/** The angles about x, then y, then z that a shape in space is turned by. */
function euler(shape) {
  const [w, x, y, z] = shape.pose?.rotation ?? [1, 0, 0, 0];
  return [
    Math.atan2(2 * (w * x - y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(Math.max(-1, Math.min(1, 2 * (w * y + x * z)))),
    Math.atan2(2 * (w * z - x * y), 1 - 2 * (y * y + z * z)),
  ];
}

function byEuler(shape, angles) {
  const [a, b, c] = angles.map((x, k) => [Math.cos(x / 2), ...[0, 1, 2].map((axis) => (axis === k ? Math.sin(x / 2) : 0))]);
  return rotated(shape, multiply(multiply(a, b), c));
}

/** The largest coordinate that is drawn. */
const FAR = 1e9;

/** What is wrong with the form of a shape, or nothing. The library checks its numbers. */
export function fault(shape, dim) {
  const number = (x) => typeof x === "number" && Number.isFinite(x);
  const vector = (v, length = dim) => Array.isArray(v) && v.length === length && v.every(number);
  const far = (v) => [v].flat(3).some((x) => Math.abs(x) > FAR);
  if (shape === null || typeof shape !== "object" || Array.isArray(shape)) return "is no shape";
  const needs = {
    points: () => Array.isArray(shape.points) && shape.points.length > 0 && shape.points.length < 2000 && shape.points.every((p) => vector(p)),
    segment: () => vector(shape.a) && vector(shape.b),
    capsule: () => vector(shape.a) && vector(shape.b) && number(shape.radius),
    point: () => vector(shape.at),
    ball: () => number(shape.radius) && (shape.center === undefined || vector(shape.center)),
    cuboid: () => vector(shape.half_extents),
    ellipsoid: () => vector(shape.radii),
    cylinder: () => dim === 3 && number(shape.radius) && number(shape.half_height),
    cone: () => dim === 3 && number(shape.radius) && number(shape.half_height),
    frustum: () => dim === 3 && ["fov_y", "aspect", "near", "far"].every((key) => number(shape[key])),
    mesh: () => dim === 3 && ["bunny", "teapot"].includes(shape.mesh) && number(shape.scale),
  };
  if (!Object.hasOwn(needs, shape.type)) return "is of no type that there is";
  if (!needs[shape.type]()) return "lacks a number, or has one that is none";
  const { pose, margin } = shape;
  if (margin !== undefined && !number(margin)) return "has a margin that is no number";
  if (pose !== undefined) {
    if (pose === null || typeof pose !== "object") return "has a pose that cannot be read";
    if (pose.translation !== undefined && !vector(pose.translation)) return "has a position that cannot be read";
    const { rotation } = pose;
    const turned = dim === 2 ? Array.isArray(rotation) && rotation.length === 2 && rotation.every((row) => vector(row)) : vector(rotation, 4);
    if (rotation !== undefined && !turned) return "has a rotation that cannot be read";
  }
  const lengths = ["points", "a", "b", "at", "center", "radius", "half_height", "half_extents", "radii", "near", "far", "margin", "scale"].map((key) => shape[key] ?? 0);
  if (shape.type === "frustum") lengths.push(shape.far * Math.tan(shape.fov_y / 2) * Math.max(1, shape.aspect));
  return far([lengths, pose?.translation ?? 0].flat()) ? "is too large or too far off to be drawn: numbers up to 10⁹ can be" : null;
}

/** The question as the protocol has it: meshes become points. */
export function plain(shape, meshes) {
  if (shape.type !== "mesh") return shape;
  const { type, mesh, scale, ...rest } = shape;
  const points = (meshes[mesh] ?? [[0, 0, 0]]).map((p) => p.map((x) => round(x * scale)));
  return { ...rest, type: "points", points };
}
