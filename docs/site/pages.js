// Makes docs/site/dist: `node pages.js DOC`, DOC being what `cargo doc` wrote; `build` calls it. Each text of docs/ becomes a page,
// whose links are relative; what a link means in the repository it means on the site.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { Marked } from "marked";

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "../..");
const dist = join(here, "dist");
const documentation = process.argv[2];

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

/** The texts, by their paths in the repository, and the pages they become. Whatever stands in docs/ is one. */
const pages = new Map([["README.md", "index.html"], ["CHANGELOG.md", "changelog.html"], ["docs/README.md", "documentation.html"]]);
for (const name of readdirSync(join(repository, "docs"))) {
  if (name.endsWith(".md") && name !== "README.md") pages.set(`docs/${name}`, name.replace(/\.md$/, ".html"));
}
/** Folders that are taken as they are, if they are there: the last is for a report that is HTML already. */
const folders = new Map([["docs/explorer/dist", "explorer"], ["docs/figures", "figures"], ["docs/study", "study"]]);
for (const [from, to] of folders) if (existsSync(join(repository, from))) cpSync(join(repository, from), join(dist, to), { recursive: true });
if (documentation && existsSync(join(documentation, "gjk"))) {
  cpSync(documentation, join(dist, "crate"), { recursive: true, filter: (path) => !path.endsWith(".lock") });
  writeFileSync(join(dist, "crate/index.html"), '<!doctype html><meta charset="utf-8"><title>gjk</title><meta http-equiv="refresh" content="0; url=gjk/index.html"><a href="gjk/index.html">gjk</a>\n');
}

const NAVIGATION = [["guide.html", "Guide"], ["explorer/index.html", "Explorer"], ["crate/gjk/index.html", "Crate"], ["study/index.html", "Study"]]
  .filter(([path]) => path.endsWith("guide.html") || existsSync(join(dist, path)));

/** What an address in a text means on the site. */
function target(href, source) {
  if (/^[a-z]+:/i.test(href) || href.startsWith("#")) return href;
  const [path, hash] = href.split("#");
  const fragment = hash === undefined ? "" : `#${hash}`;
  const meant = normalize(join(dirname(source), decodeURI(path))).replace(/\/$/, "");
  if (pages.has(meant)) return pages.get(meant) + fragment;
  if (meant === "docs/explorer") return `explorer/index.html${fragment}`;
  for (const [from, to] of [["docs/explorer/dist", "explorer"], ["docs/figures", "figures"], ["docs/study", "study"]]) {
    if (meant.startsWith(`${from}/`) && extname(meant)) return join(to, relative(from, meant)) + fragment;
  }
  const file = join(repository, meant);
  if (!existsSync(file)) throw new Error(`${source}: ${href} leads nowhere`);
  if (statSync(file).isDirectory()) return null;
  // A figure that is in none of these folders.
  if (extname(meant) === ".svg") {
    cpSync(file, join(dist, basename(meant)));
    return basename(meant) + fragment;
  }
  // A file of the repository, to be read.
  const copy = join("files", `${meant}.txt`);
  mkdirSync(dirname(join(dist, copy)), { recursive: true });
  cpSync(file, join(dist, copy));
  return copy;
}

const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const slug = (text) => text.toLowerCase().replace(/<[^>]*>/g, "").replace(/[^\p{L}\p{N} -]/gu, "").trim().replace(/ /g, "-");

function render(source, page) {
  const headings = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const id = slug(text);
        headings.push({ depth, text, id });
        return `<h${depth} id="${id}">${text}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = target(href, source);
        return to === null ? text : `<a href="${escaped(to)}">${text}</a>`;
      },
      image({ href, text }) {
        const to = target(href, source);
        const size = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(readFileSync(join(dist, to), "utf8"));
        return `<img src="${escaped(to)}" alt="${escaped(text)}"${size ? ` width="${size[1]}" height="${size[2]}"` : ""} loading="lazy">`;
      },
      table(token) {
        const cell = (wanted) => ({ tokens, align, text }) => {
          const tag = text ? wanted : "td";
          return `<${tag}${align ? ` class="${align}"` : ""}>${this.parser.parseInline(tokens)}</${tag}>`;
        };
        const rows = token.rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`).join("\n");
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${token.header.map(cell("th")).join("")}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
    },
  });
  const body = marked.parse(readFileSync(join(repository, source), "utf8"));
  const title = (headings[0]?.text ?? basename(page)).replace(/<[^>]*>/g, "");
  const chapters = headings.filter(({ depth }) => depth === 2);
  const contents = chapters.length > 5 ? `<nav class="contents" aria-label="Contents"><ol>${chapters.map(({ text, id }) => `<li><a href="#${id}">${text}</a></li>`).join("")}</ol></nav>` : "";
  const current = (path) => (path === page ? ' aria-current="page"' : "");
  const others = [...pages].filter(([, path]) => !["index.html", "guide.html"].includes(path)).map(([, path]) => [path, path.replace(".html", "")]);
  const links = (list) => list.map(([path, name]) => `<a href="${path}"${current(path)}>${name}</a>`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${title === "gjk" ? "" : " – gjk"}</title>
<link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M2 13L14 11 7 2z' fill='%232f6fdb'/></svg>">
<link rel="stylesheet" href="site.css">
<script type="module" src="site.js"></script>
</head>
<body>
<header><nav aria-label="Site"><a class="home" href="index.html"${current("index.html")}>gjk</a>${links(NAVIGATION)}</nav></header>
<main>
${body.replace(/(<h1[^>]*>.*?<\/h1>)/s, `$1\n${contents}`)}</main>
<footer><nav aria-label="More">${links(others)}</nav></footer>
</body>
</html>
`;
}

for (const [source, page] of pages) writeFileSync(join(dist, page), render(source, page));
for (const name of ["site.css", "site.js"]) cpSync(join(here, name), join(dist, name));
// The explorer is kept for when there is no network, too, and knows its way back.
const explorer = join(dist, "explorer/index.html");
if (existsSync(explorer)) {
  const text = readFileSync(explorer, "utf8").replace("</head>", '<script type="module" src="../site.js"></script>\n</head>')
    .replace("</main>", '  <p class="site"><a href="../index.html">gjk</a> <a href="../guide.html">The guide</a></p>\n</main>');
  writeFileSync(explorer, text);
}

const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  const path = join(folder, entry.name);
  return entry.isDirectory() ? files(path) : [path];
});
const all = files(dist).sort();

// What is kept once the site was visited: all but the documentation of the crate and the sources, which are kept as they are read.
const kept = all.map((path) => relative(dist, path)).filter((path) => !/^(crate|files|study)\//.test(path) && path !== "sw.js");
const version = createHash("sha256");
for (const path of kept) version.update(path).update(readFileSync(join(dist, path)));
writeFileSync(join(dist, "sw.js"), readFileSync(join(here, "sw.js"), "utf8")
  .replace('"VERSION"', JSON.stringify(version.digest("hex").slice(0, 16))).replace("[/* FILES */]", JSON.stringify(kept)));

/** Beside each text its compressed copies, for hosts that send them. */
let [plain, packed] = [0, 0];
for (const path of [...all, join(dist, "sw.js")]) {
  const body = readFileSync(path);
  plain += body.length;
  if (body.length < 600 || !/\.(css|html|js|json|md|obj|svg|txt|wasm)$/.test(path)) continue;
  const quality = body.length > 400_000 && !path.endsWith(".wasm") ? 6 : 11;
  const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
  packed += brotli.length;
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}
console.log(`${all.length + 1} files, ${plain} bytes; compressed ${packed}. Kept for offline: ${kept.length} files.`);
