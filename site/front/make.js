// Makes the front page: what it says of the library, which it takes from the repository, and pictures of its game.

import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Game } from "./game.js";
import { png, svg } from "./preview.js";

const here = dirname(fileURLToPath(import.meta.url));

/** The page's text. `preview` is the size of the picture that links show; `copied` makes code that can be copied. */
export function frontPage(repository, dist, preview, copied) {
  const game = new Game(new WebAssembly.Module(readFileSync(join(dist, "front/game.wasm")))).toStill();
  writeFileSync(join(dist, "game.svg"), svg(game, 1280, 720));
  writeFileSync(join(dist, "preview.png"), png(game, ...preview));
  const program = readFileSync(join(repository, "examples/first.rs"), "utf8").replace(/^\/\/!.*\n/gm, "").trim();
  return readFileSync(join(here, "page.html"), "utf8").replace("<!-- get -->", () => got(repository, dist, copied)).replace("<!-- first -->", () => copied(program));
}

/** How to get the library: from the repository, if Cargo.toml has its address; else the package is on the site itself. */
function got(repository, dist, copied) {
  const manifest = readFileSync(join(repository, "Cargo.toml"), "utf8");
  const [address, version] = ["repository", "version"].map((key) => new RegExp(`^${key} = "(.*)"`, "m").exec(manifest)?.[1]);
  if (address) return `<p>In the folder of your program (<a href="${address}">source</a>):</p>\n${copied(`cargo add gjk --git ${address}`)}`;
  const archive = `gjk-${version}.crate`;
  execFileSync("cargo", ["package", "--quiet", "--locked", "--no-verify", "--allow-dirty", "--package", "gjk"], { cwd: repository, stdio: ["ignore", "inherit", "pipe"] });
  cpSync(join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "package", archive), join(dist, archive));
  return `<p><a href="${archive}" download>Download ${archive}</a>, and in the folder of your program:</p>\n${copied(`tar xf ${archive}\ncargo add gjk --path gjk-${version}`)}`;
}
