// An address as a QR code, for phones that look at a screen. The build puts lean-qr beside this file.

import { correction, generate } from "./lean-qr.js";

/** A picture of the code with the white margin that it needs; nothing if the text is too long. */
export function picture(text) {
  // A screen is read without dirt: the lowest level of correction is enough. 1,200 bytes are still squares that a phone can tell apart.
  if (text.length > 1200) return null;
  const code = generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.L });
  const { size } = code;
  const squares = Array.from({ length: size * size }, (_, k) => [k % size, Math.floor(k / size)]).filter(([x, y]) => code.get(x, y));
  const dark = squares.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
  return `<svg viewBox="-4 -4 ${size + 8} ${size + 8}" role="img" aria-label="The address as a QR code" shape-rendering="crispEdges"><path fill="#fff" d="M-4 -4h${size + 8}v${size + 8}h-${size + 8}z"/><path fill="#000" d="${dark}"/></svg>`;
}
