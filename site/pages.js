// Makes site/dist: `node pages.js DOC`, DOC being what `cargo doc` wrote; `build` calls it. Each text of docs/ becomes a page,
// whose links are relative; what a link means in the repository it means on the site.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gunzipSync, gzipSync } from "node:zlib";
import { Marked } from "marked";
import { frontPage } from "./front/make.js";
import { formula, inlineFormula } from "./math.js";
import { crates, items, linkBack } from "./reference.js";
import { words } from "./words.js";

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "..");
const dist = join(here, "dist");
const documentation = process.argv[2];
/** The size of the picture that links to the site show, in pixels. */
const PREVIEW = [1200, 630];

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

/** The texts, by their paths in the repository, and the pages they become. Whatever stands in docs/ is one. */
const pages = new Map([["README.md", "readme.html"], ["CHANGELOG.md", "changelog.html"], ["CONTRIBUTING.md", "contributing.html"], ["examples/README.md", "examples.html"], ["games/README.md", "games.html"], ["docs/README.md", "documentation.html"], ["site/course/lab/README.md", "lab.html"],
  ["site/course/exercises.md", "exercises.html"], ["site/course/README.md", "course.html"]]);
for (const name of readdirSync(join(repository, "docs"))) {
  if (name.endsWith(".md") && name !== "README.md") pages.set(`docs/${name}`, name.replace(/\.md$/, ".html"));
}
/** The chapters of the guide. */
for (const name of readdirSync(join(repository, "docs/guide"))) if (name.endsWith(".md")) pages.set(`docs/guide/${name}`, `guide-${name.replace(/\.md$/, ".html")}`);
const isGuide = (page) => /^guide[-.]/.test(page);
/** Folders that are taken as they are, if they are there: the last is for a report that is HTML already. */
const folders = new Map([["site/explorer/dist", "explorer"], ["site/playground/dist", "playground"], ["site/front/dist", "front"], ["docs/figures", "figures"], ["docs/guide", "guide"], ["study", "study"]]);
for (const [from, to] of folders) {
  if (existsSync(join(repository, from))) cpSync(join(repository, from), join(dist, to), { recursive: true, filter: (path) => !path.endsWith(".md") });
}
/** Reports that are kept compressed are pages. */
const unpacked = (path) => path.replace(/\.html\.gz$/, ".html");
const studies = ["large", "ways"].map((name) => join(dist, "study", name)).filter(existsSync);
for (const study of studies) for (const name of readdirSync(study)) {
  if (name !== unpacked(name)) writeFileSync(join(study, unpacked(name)), gunzipSync(readFileSync(join(study, name))));
}
/** The crates whose documentation there is, with what their manifests say of them. */
const reference = new Map();
if (documentation && existsSync(join(documentation, "gjk"))) {
  cpSync(documentation, join(dist, "crate"), { recursive: true, filter: (path) => !path.endsWith(".lock") });
  for (const name of crates(documentation)) reference.set(name, about(name));
}
function about(crate) {
  const manifest = crate === "gjk" ? "Cargo.toml" : `crates/${crate.replaceAll("_", "-")}/Cargo.toml`;
  return /^description = "(.*)"/m.exec(readFileSync(join(repository, manifest), "utf8"))[1];
}

/** On every page. A part of the site that is not built is left out. */
const NAVIGATION = [
  ["guide.html", "Guide"], ["explorer/index.html", "Explorer"], ["explorer/regions.html", "Regions"], ["playground/index.html", "Playground"],
  ["precision.html", "Study"], ["documentation.html", "Documentation"], ["reference.html", "Reference"], ["search.html", "Search"],
].filter(([path]) => path === "search.html" || path === "reference.html" && reference.size || [...pages.values()].includes(path) || existsSync(join(dist, path)));

/** The navigation of a page so many folders deep. */
function navigation(page) {
  const up = "../".repeat(page.split("/").length - 1);
  const link = ([path, name], cls = "") => `<a${cls} href="${up}${path}"${path === page ? ' aria-current="page"' : isGuide(path) && isGuide(page) ? ' aria-current="true"' : ""}>${name}</a>`;
  return `<nav class="site" aria-label="Site">${link(["index.html", "gjk"], ' class="home"')}${NAVIGATION.map((entry) => link(entry)).join("")}</nav>`;
}

/** What an address in a text means on the site. */
function target(href, source) {
  if (/^[a-z]+:/i.test(href) || href.startsWith("#")) return href;
  const [path, hash] = href.split("#");
  const fragment = hash === undefined ? "" : `#${hash}`;
  const meant = normalize(join(dirname(source), decodeURI(path))).replace(/\/$/, "");
  if (pages.has(meant)) return pages.get(meant) + fragment;
  if (meant === "site/explorer") return `explorer/index.html${fragment}`;
  if (meant === "site/playground") return `playground/index.html${fragment}`;
  if (meant === "site/lab/page.html") return `your-code.html${fragment}`;
  if (meant === "site/explorer/regions.html") return `explorer/regions.html${fragment}`;
  for (const [from, to] of folders) {
    if (meant.startsWith(`${from}/`) && extname(meant)) return unpacked(join(to, relative(from, meant))) + fragment;
  }
  const crate = /^(?:crates\/([^/]+)\/)?src\/lib\.rs$/.exec(meant);
  const name = crate && (crate[1] ?? "gjk").replaceAll("-", "_");
  if (reference.has(name)) return `crate/${name}/index.html${fragment}`;
  const file = join(repository, meant);
  if (!existsSync(file)) throw new Error(`${source}: ${href} leads nowhere`);
  if (statSync(file).isDirectory()) return null;
  // A picture that is in none of these folders.
  if ([".svg", ".png"].includes(extname(meant))) {
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
/** Whether the button that copies code would cover it: on a phone, on a tablet, everywhere. */
function long(text) {
  const first = Math.max(...text.split("\n").slice(0, 2).map((line) => line.length));
  return [[27, " long"], [72, " longer"], [95, " longest"]].map(([most, name]) => (first > most ? name : "")).join("");
}
/** Code with a button that copies it. */
const copied = (text) => `<div class="code${long(text)}"><pre tabindex="0"><code>${escaped(text)}</code></pre><button type="button" class="copy">Copy</button></div>`;
const slug = (text) => text.toLowerCase().replace(/<[^>]*>/g, "").replace(/[^\p{L}\p{N} -]/gu, "").trim().replace(/ /g, "-");

/** On a figure, for a class. It needs the script that shows it. */
const PRESENT = '<button type="button" class="present" hidden>Present</button>';

/** A step of the explorer that a link leads to, or nothing. */
const stepOf = (token) => (token?.type === "link" ? /^(?:\.\.\/)*site\/explorer\/#(.*)$/.exec(token.href)?.[1] : undefined);

/** A still figure: its panes beside each other, on a narrow screen below each other, and never so small that its words are below 12 pixels. */
function still(to, alt, attributes = "") {
  if (to.endsWith(".png")) {
    const [width, height] = [16, 20].map((at) => readFileSync(join(dist, to)).readUInt32BE(at));
    return `<img src="${escaped(to)}" alt="${escaped(alt)}" width="${width}" height="${height}" loading="lazy">`;
  }
  const svg = readFileSync(join(dist, to), "utf8");
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  if (!width) return `<img src="${escaped(to)}" alt="${escaped(alt)}" loading="lazy">`;
  const smallest = Math.min(...[...svg.matchAll(/font-size[:="]+\s*([\d.]+)/g)].map(([, size]) => Number(size)), 16);
  const pane = (src, w, h, alt) => `<img src="${escaped(src)}" alt="${escaped(alt)}" width="${w}" height="${h}" style="--share: ${w}; --least: ${Math.ceil((w * 12) / smallest)}px" loading="lazy">`;
  // Panes are drawings inside of the drawing, or rectangles with round corners. Each gets a file of its own.
  const inner = [...svg.matchAll(/<svg x="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g), ...svg.matchAll(/<rect x="([\d.]+)" width="([\d.]+)" height="[\d.]+" rx="6"/g)];
  if (inner.length < 2) return `<span class="still"${attributes}>${pane(to, width, height, alt)}</span>`;
  const panes = inner.map(([, x, own, h = height], k) => {
    // Words below a rectangle may go on beside it.
    const w = h === height && inner[k + 1] ? inner[k + 1][1] - x - 1 : own;
    const file = to.replace(/\.svg$/, `-${k + 1}.svg`);
    writeFileSync(join(dist, file), svg.replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"/, `viewBox="${x} 0 ${w} ${h}" width="${w}" height="${h}"`));
    return pane(file, w, h, k ? "" : alt);
  });
  return `<span class="still"${attributes}>${panes.join("")}</span>`;
}

/** The sentence of a figure of the library, which stands below its panes there. */
const sentence = (to) => /aria-label="([^"]*)"/.exec(readFileSync(join(dist, to), "utf8"))[1];

/** The exercises of a chapter, or of all, for the first seed: on the page they are asked anew. */
const { Engine } = await import(join(dist, "explorer/engine.js"));
const { exercise, EXERCISES, told } = await import(join(repository, "site/course/exercises.js"));
const engine = new Engine(new WebAssembly.Module(readFileSync(join(dist, "explorer/explorer.wasm"))));
const { drawing } = await import(join(here, "drawings.js"));
const { lettered } = await import(join(here, "pictures.js"));
const sheet = EXERCISES.map(([chapter], k) => {
  const found = exercise(k + 1, 1, engine);
  return [chapter, told(found, drawing(found), lettered)];
});
const titleOf = (chapter) => /^# (.*)/.exec(readFileSync(join(repository, `docs/guide/${chapter}.md`), "utf8"))[1];
const another = '<button type="button" id="another">Other numbers</button>';
const solved = '<span class="score" role="status"></span> <button type="button" class="forget" hidden>Forget them</button>';
function exercises(chapter) {
  const of = (wanted) => sheet.filter(([chapter]) => chapter === wanted).map(([, text]) => text).join("\n");
  if (chapter !== "all") return `${of(chapter)}\n<p class="seed" data-seed hidden>${another} ${solved}</p>`;
  const all = [...new Set(sheet.map(([chapter]) => chapter))].map((name) => `<h2 id="${slug(titleOf(name))}">${titleOf(name)}</h2>\n<p><a href="guide-${name}.html">The chapter</a></p>\n${of(name)}`);
  return `<p class="seed" data-seed hidden><label>Seed <input id="seed" type="number" min="1" max="999999999" value="1"></label> ${another} ${solved}</p>\n${all.join("\n")}`;
}

/** The sections of all texts, for the search. */
const sections = [];
function note(page, title, body) {
  for (const part of body.split(/(?=<h[123] id=)/)) {
    const [, id = "", heading = ""] = /^<h[123] id="([^"]*)">(.*?)<\/h/.exec(part) ?? [];
    const text = words(part.replace(/^<h[123][^>]*>.*?<\/h[123]>/, ""));
    if (text) sections.push({ page, id, title, heading: words(heading), text });
  }
}

function render(source, page) {
  const headings = [];
  const marked = new Marked({
    extensions: [inlineFormula],
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const id = slug(text);
        headings.push({ depth, text, id });
        return `<h${depth} id="${id}">${text}</h${depth}>\n`;
      },
      strong({ tokens, text }) {
        const name = /^[AB]$/.test(text) && isGuide(page) ? ` class="name ${text.toLowerCase()}"` : "";
        return `<strong${name}>${this.parser.parseInline(tokens)}</strong>`;
      },
      text(token) {
        if (token.tokens) return this.parser.parseInline(token.tokens);
        const text = token.escaped ? token.text : escaped(token.text);
        // Between two shapes: their difference stays on one line.
        if (text === " − ") return "&nbsp;−&nbsp;";
        // Authors have initials.
        return isGuide(page) && headings.at(-1)?.id !== "references" ? lettered(text) : text;
      },
      // A paragraph that is a link to a step of the explorer is a figure, which can be live.
      paragraph({ tokens }) {
        // So is an image alone that is made for the guide, by pictures.js.
        const made = tokens.length === 1 && tokens[0].type === "image" ? /^(\w+)\.svg$/.exec(tokens[0].href)?.[1] : undefined;
        if (made && source.startsWith("docs/guide/")) {
          const drawn = target(tokens[0].href, source);
          return `<figure class="made" data-made="${made}"><span class="drawn" tabindex="0" role="group" aria-label="Figure">${still(drawn, tokens[0].text)}</span><figcaption>${escaped(tokens[0].text)}. As it is drawn here: ${sentence(drawn)}</figcaption>${PRESENT}</figure>\n`;
        }
        const step = tokens.length === 1 ? stepOf(tokens[0]) : undefined;
        if (step === undefined) return `<p>${this.parser.parseInline(tokens)}</p>\n`;
        const [image] = tokens[0].tokens;
        const drawn = image.type === "image" ? target(image.href, source) : null;
        const caption = drawn ? sentence(drawn) : this.parser.parseInline(tokens[0].tokens);
        const link = escaped(target(tokens[0].href, source));
        return `<figure class="live" data-at="${escaped(step)}">${drawn ? `<a class="drawn" href="${link}">${still(drawn, image.text)}</a>` : ""}` +
          `<figcaption>${drawn ? caption : `<a href="${link}">${caption}</a>`}</figcaption>${PRESENT}</figure>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = target(href, source);
        return to === null ? text : `<a href="${escaped(to)}">${text}</a>`;
      },
      codespan({ text }) {
        // A line of text is not broken after the hyphens that an option begins with.
        return `<code>${escaped(text).replace(/(?<![\w-])--?\w[\w-]*/g, '<span class="unbroken">$&</span>')}</code>`;
      },
      image({ href, text }) {
        return still(target(href, source), text, ' tabindex="0" role="group" aria-label="Figure"');
      },
      table(token) {
        const cell = (wanted) => ({ tokens, align, text }) => {
          const tag = text ? wanted : "td";
          return `<${tag}${align ? ` class="${align}"` : ""}>${this.parser.parseInline(tokens)}</${tag}>`;
        };
        const rows = token.rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`).join("\n");
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${token.header.map(cell("th")).join("")}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
      code({ text, lang }) {
        const [language, name] = (lang ?? "").split(" ");
        if (language === "math") return `<div class="formula" tabindex="0" role="group" aria-label="Formula">${formula(text, false)}</div>\n`;
        if (name === "loop") return `<pre class="loop" tabindex="0"><code>${text.split("\n").map((line) => `<span>${escaped(line)}</span>`).join("\n")}</code></pre>\n`;
        // Lines that only the documentation's tests need are hidden, as they are there.
        const shown = language === "rust" ? text.split("\n").filter((line) => !/^\s*#( |$)/.test(line)).join("\n") : text;
        return `${copied(shown)}\n`;
      },
    },
  });
  const body = marked.parse(readFileSync(join(repository, source), "utf8")).replace(/<!-- exercises: ([a-z-]+) -->/, (_, chapter) => exercises(chapter));
  const title = (headings[0]?.text ?? basename(page)).replace(/<[^>]*>/g, "");
  note(page, title, body);
  const chapters = headings.filter(({ depth }) => depth === 2);
  // Beside the text where there is room; above it only a long one.
  const contents = chapters.length > 2 ? `<nav class="contents${chapters.length > 5 ? " long" : ""}" aria-label="Contents"><ol>${chapters.map(({ text, id }) => `<li><a href="#${id}">${text}</a></li>`).join("")}</ol></nav>` : "";
  return whole(page, title === "gjk" ? "gjk: read me" : `${title} – gjk`, body.replace(/(<h1[^>]*>.*?<\/h1>)/s, `$1\n${contents}`));
}

/** The first sentences of a text, as many as a list of links has room for. */
function described(body) {
  const paragraphs = [...body.matchAll(/<p(?: class="lead")?>(?!<em>)(.*?)<\/p>/gs)].map(([, text]) => words(text));
  const text = paragraphs.find((text) => text.length > 40) ?? paragraphs[0];
  const ends = [...text.matchAll(/[.?!](?= |$)/g)].map(({ index }) => index + 1).filter((end) => end <= 200);
  return escaped(text.slice(0, ends.at(-1) ?? 200));
}

/** What links to a page show of it. Addresses are whole if SITE, where the site will be, is set as it is built. */
const SITE = process.env.SITE?.replace(/\/?$/, "/");
function linked(page, title, description) {
  const up = SITE ?? "../".repeat(page.split("/").length - 1);
  return `<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:image" content="${up}preview.png">
<meta property="og:image:width" content="${PREVIEW[0]}">
<meta property="og:image:height" content="${PREVIEW[1]}">
<meta property="og:image:alt" content="A capsule among boxes, with lines to the nearest points of what is around it">
<meta name="twitter:card" content="summary_large_image">`;
}

/** A page around a text. */
function whole(page, title, body, description = described(body)) {
  const [live, made, asks] = ['class="live', 'class="made', 'class="exercise"'].map((part) => body.includes(part));
  const isFront = page === "index.html";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${linked(page, title, description)}
<link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M2 13L14 11 7 2z' fill='%232f6fdb'/></svg>">
${isFront ? `<link rel="preload" href="front/game.wasm" as="fetch" type="application/wasm" crossorigin>
<link rel="modulepreload" href="front/game.js">
<script type="module" src="front/front.js"></script>
` : ""}${live || made || asks ? `${isFront ? "" : '<link rel="preload" href="explorer/explorer.wasm" as="fetch" type="application/wasm" crossorigin>\n'}<link rel="stylesheet" href="explorer/figure.css">
<link rel="stylesheet" href="explorer/panes.css">
<link rel="stylesheet" href="explorer/present.css">
${made || asks ? '<link rel="stylesheet" href="pictures.css">\n' : ""}` : ""}<link rel="stylesheet" href="site.css">
<script type="module" src="site.js"></script>
${live || made ? '<script type="module" src="present.js"></script>\n' : ""}${live ? '<script type="module" src="figures.js"></script>\n' : ""}${made ? '<script type="module" src="made.js"></script>\n' : ""}${asks ? '<script type="module" src="course.js"></script>\n' : ""}</head>
<body${isFront ? ' class="wide"' : ""}>
<a class="skip" href="#main">Skip to the text</a>
<header>${navigation(page)}</header>
<main id="main">
${body}</main>
<footer><p>gjk, a Rust library for convex shapes. <a href="documentation.html">All pages</a>. Apache 2.0 or MIT, at your option.</p></footer>
</body>
</html>
`;
}

for (const [source, page] of pages) writeFileSync(join(dist, page), render(source, page));
cpSync(join(repository, "docs/overview.svg"), join(dist, "overview.svg"));

const front = frontPage(repository, dist, PREVIEW, copied)
  .replace("<!-- overview -->", () => still("overview.svg", "Two convex shapes, apart: their nearest points; overlapping: how deep; and moving: when they meet."));
writeFileSync(join(dist, "index.html"), whole("index.html", "gjk: collision detection for convex shapes", front));

if (reference.size) {
  linkBack(join(dist, "crate"), [["index.html", "gjk: the site"], ["guide.html", "Guide"], ["documentation.html", "Documentation"], ["reference.html", "All crates"], ["search.html", "Search"]]);
  const all = new Map(reference);
  // Compiling what it is for takes long, so it need not be there.
  if (!all.has("gjk_parry")) all.set("gjk_parry", about("gjk_parry"));
  const list = [...all].map(([name, about]) => `<li><a href="${reference.has(name) ? `crate/${name}/index.html` : `${name.replaceAll("_", "-")}.html`}"><b>${name.replaceAll("_", "-")}</b></a>: ${about}</li>`);
  const body = `<h1>Reference</h1>\n<p>Every public item of every crate, with an example that is run as a test. <a href="search.html">Search</a> looks through all of them.</p>\n<ul>\n${list.join("\n")}\n</ul>\n<p>In Python: <a href="python.html">gjk for Python</a>.</p>\n`;
  writeFileSync(join(dist, "reference.html"), whole("reference.html", "Reference – gjk", body));
  for (const name of reference.keys()) sections.push(...items(join(dist, "crate"), name));
}
writeFileSync(join(dist, "your-code.html"), whole("your-code.html", "Your GJK, step by step – gjk", readFileSync(join(here, "lab/page.html"), "utf8")));
cpSync(join(here, "lab"), join(dist, "lab"), { recursive: true, filter: (path) => !path.endsWith(".html") });
writeFileSync(join(dist, "search.json"), JSON.stringify(sections));
writeFileSync(join(dist, "search.html"), whole("search.html", "Search – gjk", `<h1>Search</h1>
<p><label>Words, or a function of your tutorial <input id="words" type="search" autocomplete="off"></label> <span id="count" role="status"></span></p>
<p>It looks through the guide, the documentation${reference.size ? ", and every item and method of the <a href=\"reference.html\">reference</a>" : ""}.</p>
<ol id="found"></ol>
<noscript><p>The search needs JavaScript, which is off.</p></noscript>
<script type="module" src="search.js"></script>
`));
writeFileSync(join(dist, "404.html"), whole("404.html", "Not found – gjk", readFileSync(join(here, "404.html"), "utf8"), "There is no such page."));
for (const name of ["present.js", "search.js", "site.css", "site.js", "figures.js", "made.js", "pictures.js", "pictures.css", "drawings.js", "course.js"]) cpSync(join(here, name), join(dist, name));
for (const name of ["exercises.js", "hints.js"]) cpSync(join(here, "course", name), join(dist, name));
// The pages that are there already are kept for when there is no network, too, and know their way back.
for (const name of ["explorer/index.html", "explorer/regions.html", "playground/index.html"]) {
  const path = join(dist, name);
  if (!existsSync(path)) continue;
  const text = readFileSync(path, "utf8");
  const [, title] = /<title>(.*?)<\/title>/.exec(text);
  const [, description] = /<meta name="description" content="(.*?)">/.exec(text);
  // The explorer presents itself.
  const presents = name === "explorer/index.html" ? "" : '<link rel="stylesheet" href="../explorer/present.css">\n<script type="module" src="../present.js"></script>\n';
  writeFileSync(path, text.replace("</head>", `${linked(name, title, description)}\n${presents}<script type="module" src="../site.js"></script>\n</head>`)
    .replace("<main>", `${presents ? navigation(name).replace("</nav>", '<button type="button" class="present-page" hidden>Present</button></nav>') : navigation(name)}\n<main>`));
}

const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  const path = join(folder, entry.name);
  return entry.isDirectory() ? files(path) : [path];
});
const all = files(dist).sort();

// What is kept once the site was visited: all but the documentation of the crate, the sources, and what the playground asks for in 3D, which are kept as they are read.
const kept = all.map((path) => relative(dist, path)).filter((path) => !/^(crate|files|study)\/|^playground\/space\.wasm$|^sw\.js$|\.crate$|^preview\.png$|^404\.html$/.test(path));
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
  // The documentation of the crate is many files, which took two thirds of the time of this script; and large files take long.
  const many = relative(dist, path).startsWith("crate/") || body.length > 400_000;
  const quality = many && !path.endsWith(".wasm") ? 6 : 11;
  const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
  packed += brotli.length;
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}
console.log(`${all.length + 1} files, ${plain} bytes; compressed ${packed}. Kept for offline: ${kept.length} files.`);
