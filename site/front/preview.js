// Still pictures of the game: an SVG that stands in its place until it runs, and a PNG for who shares a link.

import { crc32, deflateSync } from "node:zlib";
import { COLORS, HIGH, view } from "./game.js";

/** The shapes in a picture of so many pixels, whose second axis points down. */
function placed(game, width, height) {
  const { at, shapes } = game.picture(true);
  const [left, lowest] = view(at, width / height);
  const scale = height / HIGH;
  return shapes.map(({ name, points }) => ({ name, points: points.map(([x, y]) => [(x - left) * scale, height - (y - lowest) * scale]) }));
}

export function svg(game, width, height) {
  const rules = (colors) => Object.entries(colors).map(([name, color]) => `.${name}{fill:${color}}`).join("");
  const shapes = placed(game, width, height).map(({ name, points }) => `<path class="${name}" d="M${points.map((point) => point.map((x) => x.toFixed(1)).join()).join(" ")}z"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${rules(COLORS.light)}@media (prefers-color-scheme: dark){${rules(COLORS.dark)}}</style>${shapes.join("")}</svg>\n`;
}

export function png(game, width, height) {
  const rgb = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const sky = rgb(COLORS.light.sky);
  const pixels = Float64Array.from({ length: 3 * width * height }, (_, k) => sky[k % 3]);
  for (const { name, points } of placed(game, width, height)) fill(pixels, width, height, points, rgb(COLORS.light[name]));
  // Each row begins with its filter, which is none.
  const rows = Buffer.alloc((3 * width + 1) * height);
  pixels.forEach((value, k) => { rows[k + Math.floor(k / (3 * width)) + 1] = value + 0.5; });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

/** A convex polygon: of each pixel so much as four lines across it are inside. */
function fill(pixels, width, height, points, color) {
  const LINES = 4;
  const heights = points.map(([, y]) => y);
  const [top, bottom] = [Math.max(Math.floor(Math.min(...heights)), 0), Math.min(Math.ceil(Math.max(...heights)), height)];
  const covered = new Float64Array(width);
  for (let row = top; row < bottom; row += 1) {
    covered.fill(0);
    for (let line = 0; line < LINES; line += 1) {
      const y = row + (line + 0.5) / LINES;
      const crossed = points.flatMap(([px, py], k) => {
        const [qx, qy] = points[(k + 1) % points.length];
        return py <= y !== qy <= y ? [px + ((qx - px) * (y - py)) / (qy - py)] : [];
      });
      const [from, to] = [Math.max(Math.min(...crossed), 0), Math.min(Math.max(...crossed), width)];
      for (let x = Math.floor(from); x < to; x += 1) covered[x] += (Math.min(x + 1, to) - Math.max(x, from)) / LINES;
    }
    for (let x = 0; x < width; x += 1) {
      const at = 3 * (row * width + x);
      if (covered[x]) for (let k = 0; k < 3; k += 1) pixels[at + k] += (color[k] - pixels[at + k]) * covered[x];
    }
  }
}

/** A part of a PNG file: length, name, contents, checksum. */
function chunk(name, contents) {
  const body = Buffer.concat([Buffer.from(name), contents]);
  const [length, sum] = [contents.length, crc32(body)].map((number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(number);
    return bytes;
  });
  return Buffer.concat([length, body, sum]);
}
