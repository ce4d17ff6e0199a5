// Hulls of meshes.

import { hull } from "./orbit.js";

/** The vertices of the hull of a mesh, from its file, about their middle. */
export async function mesh(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const used = new Set();
  const vertices = [];
  for (const line of (await response.text()).split("\n")) {
    const [kind, ...rest] = line.trim().split(/\s+/);
    if (kind === "v") vertices.push(rest.slice(0, 3).map(Number));
    if (kind === "f") for (const corner of rest) used.add(Number.parseInt(corner, 10) - 1);
  }
  const body = hull(vertices.filter((_, k) => used.has(k)));
  const corners = new Set(body.faces.flatMap((face) => face.corners));
  const kept = body.points.filter((_, k) => corners.has(k));
  const center = [0, 1, 2].map((k) => {
    const along = kept.map((p) => p[k]);
    return (Math.min(...along) + Math.max(...along)) / 2;
  });
  return kept.map((p) => p.map((x, k) => x - center[k]));
}
