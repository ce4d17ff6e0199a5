// The documentation of the crates, as `cargo doc` wrote it: a way back to the site on each of its pages, and what the search finds in it.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { words } from "./words.js";

const pagesIn = (folder) => readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html"));

/** The crates in a folder, `gjk` first. */
export const crates = (folder) => readdirSync(folder).filter((name) => /^gjk/.test(name) && existsSync(join(folder, name, "all.html"))).sort();

/** The picture of the first page is as high as it is wide enough; on a phone it scrolls, so that its words can be read; names stay whole. */
const SCROLLED = "<style>.docblock > svg, .docblock p > svg { height: auto; } @media (max-width: 700px) { .docblock:has(> svg, p > svg) { overflow-x: auto; } .docblock > svg, .docblock p > svg { min-width: 760px; } .docblock td:first-child code { white-space: nowrap; } }</style>";

/** Puts links to the site, which is so many folders above, on each page. */
export function linkBack(folder, links) {
  for (const name of pagesIn(folder)) {
    const file = join(folder, name);
    const up = "../".repeat(relative(folder, file).split("/").length);
    const way = `<nav class="way-back" aria-label="Site" style="display:flex;flex-wrap:wrap;gap:4px 16px;margin-bottom:12px">${links.map(([path, title]) => `<a href="${up}${path}">${title}</a>`).join("")}</nav>${name === "gjk/index.html" ? SCROLLED : ""}`;
    writeFileSync(file, readFileSync(file, "utf8").replace(/<section id="main-content"[^>]*>/, (begin) => begin + way));
  }
}

/** Every item with what is said of it, and every method with the first paragraph. */
export function items(folder, crate) {
  const all = [...readFileSync(join(folder, crate, "all.html"), "utf8").matchAll(/<li><a href="([^"]+)">([^<]+)<\/a><\/li>/g)];
  const first = (html) => words(/^.{0,600}?class="docblock">\s*<p>(.*?)<\/p>/s.exec(html)?.[1] ?? "");
  const found = all.flatMap(([, path, name]) => {
    const page = `crate/${crate}/${path}`;
    const text = readFileSync(join(folder, crate, path), "utf8");
    const [, about = ""] = /class="toggle top-doc".*?class="docblock">(.*?)<\/details>/s.exec(text) ?? [];
    const own = { page, id: "", title: `${crate}::${name}`, heading: name.split("::").at(-1), text: words(about.replace(/<pre[\s\S]*?<\/pre>/g, " ")) };
    const methods = [...text.matchAll(/<section id="((?:ty)?method\.(\w+))" class="method">/g)];
    return [own, ...methods.map(({ 1: id, 2: method, index }) =>
      ({ page, id, title: `${crate}::${name}::${method}`, heading: method, text: first(text.slice(text.indexOf("</section>", index))) }))];
  });
  // What is exported twice is found where its path is shorter.
  const paths = new Map();
  for (const item of found.sort((p, q) => p.title.length - q.title.length)) {
    const key = `${item.title.split("::").slice(item.id ? -2 : -1).join()} ${item.text}`;
    if (!paths.has(key)) paths.set(key, item);
  }
  return [...paths.values()];
}
