// Draws the figures that are made for the guide as they begin, for pages without script: `node stills.js WASM FOLDER`.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Engine } from "./dist/explorer/engine.js";
import { drawn, PICTURES, SIZE } from "./dist/pictures.js";

const [wasm, folder] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const engine = new Engine(new WebAssembly.Module(readFileSync(wasm)));
const style = readFileSync(join(here, "../crates/gjk-trace/src/figure.css"), "utf8") + readFileSync(join(here, "pictures.css"), "utf8");
const GAP = 12;

for (const name of Object.keys(PICTURES)) {
  const { panes, said } = drawn(name, PICTURES[name].begin(), engine);
  const [w, h] = SIZE;
  const words = said.replace(/<[^>]*>/g, "").replaceAll('"', "&quot;");
  const size = [panes.length * (w + GAP) - GAP, h];
  // What only a hand needs is left out.
  const inner = panes.map(({ svg }, k) => `<svg x="${k * (w + GAP)}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><rect class="pane" width="${w}" height="${h}" rx="6"/>${svg.replace(/<circle class="hold"[^>]*>/g, "")}</svg>`);
  writeFileSync(join(folder, `${name}.svg`), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(" ")}" width="${size[0]}" height="${size[1]}" role="img" aria-label="${words}">\n<style>${style}</style>\n${inner.join("\n")}\n</svg>\n`);
}
