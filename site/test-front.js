// The front page, what leads through the site, and figures before a class: a test for each thing that a visitor is promised.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import jsQR from "jsqr";

const repository = join(dirname(fileURLToPath(import.meta.url)), "..");
const WIDTHS = [[360, 740], [768, 1024], [1440, 900]];

/** What a reader of QR codes finds in a path of dark squares. */
function scanned(path) {
  const squares = [...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x) + 4, Number(y) + 4]);
  const [step, width] = [4, 4 * (Math.max(...squares.flat()) + 5)];
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255);
  for (const [x, y] of squares) {
    for (let k = 0; k < step; k += 1) pixels.fill(0, 4 * ((step * y + k) * width + step * x), 4 * ((step * y + k) * width + step * (x + 1)));
  }
  // Black, but not transparent.
  for (let k = 3; k < pixels.length; k += 4) pixels[k] = 255;
  return (jsQR.default ?? jsQR)(pixels, width, width)?.data;
}

export function frontTests({ browser, url, dist }) {
  async function visit(path, { width = 1440, height = 900, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, ...options });
    const page = await context.newPage();
    page.complaints = [];
    // Except for what the test of the game does.
    page.on("console", (message) => { if (!message.text().includes("getImageData")) page.complaints.push(message.text()); });
    page.on("pageerror", (error) => page.complaints.push(error.message));
    await page.goto(url + path);
    return page;
  }
  const ready = (page, what = "figure.game") => page.waitForFunction((what) => document.querySelector(what).dataset.ready, what);
  const read = (path) => readFileSync(join(dist, path), "utf8");

  return {
    async "the game runs by itself, takes all coins, and is left alone where nothing may move"() {
      const page = await visit("index.html");
      await ready(page);
      const steps = () => page.evaluate(() => game.steps);
      const was = await steps();
      await page.waitForFunction((was) => game.steps > was + 5, was);
      const run = await page.evaluate(async () => {
        const { LENGTH } = await import("./front/game.js");
        game.begin();
        for (let k = 0; k < LENGTH; k += 1) game.follow();
        return game.score();
      });
      assert.deepEqual([run.taken, run.coins.length, run.falls, run.stands], [6, 6, 0, true]);
      assert.deepEqual(page.complaints, []);
      const still = await visit("index.html", { reducedMotion: "reduce" });
      await ready(still);
      const before = await still.evaluate(() => game.steps);
      await still.waitForTimeout(300);
      assert.equal(await still.evaluate(() => game.steps), before);
      // Without script there is a picture.
      const plain = await visit("index.html", { javaScriptEnabled: false });
      assert(await plain.locator(".game img").isVisible() && await plain.locator(".game canvas").isHidden());
    },

    async "the game is played by keys, where they are meant for it, and by fingers"() {
      const page = await visit("index.html", { height: 500, hasTouch: true });
      await ready(page);
      const place = () => page.evaluate(() => game.list("places").slice(-2));
      /** How many pixels have the color of a name, now or in the first of 300 frames where there are enough. */
      const colored = (name, enough = 0) => page.evaluate(async ([name, enough]) => {
        const { COLORS } = await import("./front/game.js");
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(COLORS.light[name].slice(at, at + 2), 16));
        const canvas = document.querySelector("canvas");
        for (let frame = 0; ; frame += 1) {
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let k = 0; k < data.length; k += 4) if (data[k] === r && data[k + 1] === g && data[k + 2] === b) count += 1;
          if (count >= enough || frame === 300) return count;
          await new Promise(requestAnimationFrame);
        }
      }, [name, enough]);
      // Keys that nobody meant for it scroll the page; so does the wheel over it.
      await page.keyboard.press("Space");
      await page.waitForFunction(() => scrollY > 0);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      const canvas = await page.locator(".game canvas").boundingBox();
      await page.mouse.move(canvas.x + 50, canvas.y + 50);
      await page.mouse.wheel(0, 100);
      await page.waitForFunction(() => scrollY > 0);
      assert.notEqual(await page.locator(".game canvas").evaluate((canvas) => getComputedStyle(canvas).touchAction), "none");
      assert.match(await page.locator(".game output").textContent(), /by itself/);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      await page.locator(".game canvas").click();
      await page.keyboard.down("ArrowRight");
      await page.waitForFunction(() => !document.querySelector(".game output").textContent.includes("by itself") && game.list("places").at(-2) > 1);
      await page.keyboard.up("ArrowRight");
      assert.equal(await page.evaluate(() => scrollX), 0);
      await page.waitForFunction(() => game.score().stands);
      const [, y] = await place();
      await page.keyboard.down("Space");
      await page.waitForFunction((y) => game.list("places").at(-1) > y + 0.5, y);
      await page.keyboard.up("Space");
      // Contacts are drawn while their key is held.
      await page.waitForFunction(() => game.score().stands);
      assert.equal(await colored("contact"), 0);
      await page.keyboard.down("c");
      assert((await colored("contact", 20)) >= 20, "contacts are not drawn");
      // Where it stands depends on the machine's speed; while it jumps, the ground is near.
      await page.keyboard.down("Space");
      assert((await colored("distance", 20)) >= 20, "distances are not drawn");
      await page.keyboard.up("Space");
      await page.keyboard.up("c");
      await page.keyboard.press("r");
      assert((await place())[0] < 0);
      await page.keyboard.press("Escape");
      await page.keyboard.down("ArrowRight");
      await page.waitForTimeout(200);
      await page.keyboard.up("ArrowRight");
      assert((await place())[0] < 0, "no longer");
      await page.locator('[data-hold="right"]').scrollIntoViewIfNeeded();
      const button = await page.locator('[data-hold="right"]').boundingBox();
      const finger = await page.context().newCDPSession(page);
      const touch = (type) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: button.x + 10, y: button.y + 10 }] });
      await touch("touchStart");
      await page.waitForFunction(() => game.list("places").at(-2) > 0.5);
      await touch("touchEnd");
      await page.waitForTimeout(300);
      const stopped = await place();
      await page.waitForTimeout(200);
      assert(Math.abs((await place())[0] - stopped[0]) < 0.2);
      assert.deepEqual(page.complaints, []);
    },

    async "the front page: code to copy, a line that gets the library, figures with sources, one left edge"() {
      const page = await visit("index.html", { permissions: ["clipboard-read", "clipboard-write"] });
      // The code is an example, which is compiled and run.
      const [get, code] = await page.locator(".start pre").allTextContents();
      const example = readFileSync(join(repository, "examples/first.rs"), "utf8");
      assert(example.endsWith(`${code}\n`) && code.split("\n").filter(Boolean).length <= 8, code);
      for (const [k, text] of [get, code].entries()) {
        await page.locator(".start .copy").nth(k).click();
        await page.waitForFunction((k) => document.querySelectorAll(".start .copy")[k].textContent === "Copied", k);
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
      }
      // The line is run. An address of somewhere else is not asked.
      if (get.includes("tar xf")) {
        const folder = mkdtempSync(join(tmpdir(), "gjk-"));
        const archive = await page.locator(".start a[download]").getAttribute("href");
        writeFileSync(join(folder, archive), readFileSync(join(dist, archive)));
        writeFileSync(join(folder, "Cargo.toml"), '[package]\nname = "first"\nversion = "0.1.0"\nedition = "2024"\n');
        mkdirSync(join(folder, "src"));
        writeFileSync(join(folder, "src/main.rs"), code);
        const { status, stderr } = spawnSync("bash", ["-c", `set -e\n${get}`], { cwd: folder, encoding: "utf8" });
        assert.equal(status, 0, stderr);
        assert.match(readFileSync(join(folder, "Cargo.toml"), "utf8"), /gjk = \{ .*path = "gjk-/);
        rmSync(folder, { recursive: true });
      }
      // Each figure stands in the row of the table that it is from.
      const figures = await page.locator(".figures li").evaluateAll((all) => all.map((item) => [item.dataset.row, item.querySelector("b").textContent, item.textContent, item.querySelector("a").getAttribute("href")]));
      assert.equal(figures.length, 3);
      for (const [row, figure, text, href] of figures) {
        const [path, id] = href.split("#");
        const section = read(path).split(/(?=<h2 )/).find((part) => part.includes(`id="${id}"`));
        const rows = section.split("<tr>").map((line) => line.replace(/<\/t[dh]>/g, " | ").replace(/<[^>]*>/g, "").replace(/\s+/g, " "));
        const [number] = /^[\d.]+/.exec(figure);
        const own = rows.filter((line) => row.split(" | ").every((cell) => line.includes(cell)) && new RegExp(`(^|[^\\d.])${number.replace(".", "\\.")}([^\\d.]|$)`).test(line));
        assert.equal(own.length, 1, `${figure}: ${rows.filter((line) => line.includes(row.split(" | ")[0])).join("\n")}`);
        for (const [, other] of text.matchAll(/([\d,]{6,}|10⁸|parry [\d.]*\d)/g)) assert(own[0].includes(other), `${other}: ${own[0]}`);
      }
      assert.match(await page.locator(".without").textContent(), /broad phase.*solver.*concave/);
      // Everything that begins at the left begins at one edge.
      for (const [width, height] of WIDTHS) {
        await page.setViewportSize({ width, height });
        const edges = await page.evaluate(() => [...document.querySelectorAll(".site, main > :is(h1, h2, .lead, .without, figure), .game, .figures, .doors, .doors section:first-child h2, footer p")].map((each) => Math.round(each.getBoundingClientRect().left)));
        assert.equal(new Set(edges).size, 1, `${width}: ${edges}`);
        assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
        if (width < 1440) continue;
        for (const part of [".game", ".start", ".to-doors", ".figures", ".without"]) assert(await page.locator(part).evaluate((part) => part.getBoundingClientRect().bottom <= innerHeight), `${part} is on the first screen`);
      }
      assert.deepEqual(page.complaints, []);
    },

    async "links to a page show what it is"() {
      const picture = readFileSync(join(dist, "preview.png"));
      assert.deepEqual([16, 20].map((at) => picture.readUInt32BE(at)), [1200, 630]);
      const page = await visit("preview.png");
      assert.equal(await page.evaluate(() => document.images[0].naturalWidth), 1200);
      const seen = new Map();
      for (const path of [...readdirSync(dist), "explorer/index.html", "explorer/regions.html", "playground/index.html"].filter((name) => name.endsWith(".html"))) {
        const [head] = read(path).split("</head>");
        const description = /<meta name="description" content="([^"]+)">/.exec(head)?.[1] ?? "";
        assert(description.length >= 20 && description.length <= 210, `${path}: ${description}`);
        assert(head.includes(`<meta property="og:description" content="${description}">`), path);
        const [, image] = /<meta property="og:image" content="([^"]+)">/.exec(head);
        assert(/^https?:/.test(image) || existsSync(join(dist, dirname(path), image)), `${path}: ${image}`);
        seen.set(description, path);
      }
      assert(seen.size > 40, "each has its own");
    },

    async "one search over guide, documentation and reference"() {
      const page = await visit("search.html");
      await page.waitForSelector("html[data-found]");
      for (const [words, wanted] of [["Ball", "crate/gjk/shape/struct.Ball.html"], ["shape_cast", "crate/gjk/fn.shape_cast.html"], ["with_cache", "crate/gjk/struct.Query.html#method.with_cache"], ["Mover", "crate/gjk_scene/struct.Mover.html"], ["advance", "crate/gjk_scene/struct.Mover.html#method.advance"],
        ["conveyor belt", "crate/gjk_scene/struct.Mover.html"], ["voronoi region", "guide-glossary.html"], ["ghost collisions", "levels.html"]]) {
        await page.fill("#words", words);
        await page.waitForSelector(`html[data-found="${words}"]`);
        const found = await page.locator("#found li a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
        assert(found.slice(0, 5).some((href) => href.startsWith(wanted)), `${words}: ${found.slice(0, 5)}`);
      }
    },

    async "the reference has pages for all crates, and leads back"() {
      const list = read("reference.html");
      const libraries = readdirSync(join(repository, "crates")).filter((name) => existsSync(join(repository, "crates", name, "src/lib.rs")) && !["oracle", "gjk-python"].includes(name));
      assert(libraries.length >= 8, `${libraries}`);
      for (const name of ["gjk", ...libraries]) {
        const [, href, about] = new RegExp(`<li><a href="([^"]+)"><b>${name}</b></a>: ([^<]+)</li>`).exec(list) ?? [];
        assert(about?.length > 20 && existsSync(join(dist, href)), name);
        if (name !== "gjk-parry") assert.match(href, /^crate\//);
      }
      const page = await visit("crate/gjk/shape/struct.Ball.html", { width: 360, height: 740 });
      assert(await page.locator(".way-back").isVisible());
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      // On a phone the picture of the first page scrolls, and has no room above and below; its words can be read.
      await page.goto(`${url}crate/gjk/index.html`);
      const [box, words] = await page.locator(".docblock svg").first().evaluate((svg) => [svg.viewBox.baseVal.width / svg.viewBox.baseVal.height - svg.clientWidth / svg.clientHeight,
        Math.min(...[...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))]);
      assert.deepEqual(await page.locator(".docblock td:first-child code").evaluateAll((all) => all.filter((code) => code.getClientRects().length > 1).map((code) => code.textContent)), []);
      assert(Math.abs(box) < 0.1 && words > 10, `${box}, ${words}`);
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.locator(".way-back a", { hasText: "Guide" }).click();
      assert.equal(page.url(), `${url}guide.html`);
      await page.goto(`${url}crate/src/gjk/lib.rs.html`);
      await page.locator(".way-back a", { hasText: "Search" }).click();
      assert.equal(page.url(), `${url}search.html`);
    },

    async "contents are beside long texts, and say where one is"() {
      const page = await visit("proof.html");
      const boxes = () => page.evaluate(() => [".contents", "main h1"].map((each) => document.querySelector(each).getBoundingClientRect()));
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      await page.waitForFunction(() => document.querySelector(".contents [aria-current]"));
      const [contents, title] = await boxes();
      assert(contents.right <= title.left && contents.top >= 0 && contents.bottom <= 900, "beside it, and still to be seen");
      const current = await page.locator(".contents [aria-current]").getAttribute("href");
      assert(await page.evaluate((id) => document.getElementById(decodeURIComponent(id.slice(1))).getBoundingClientRect().top < innerHeight / 2, current));
      for (const [width, height] of WIDTHS.slice(0, 2)) {
        await page.setViewportSize({ width, height });
        const [contents, title] = await boxes();
        assert(contents.top >= title.bottom, `${width}: below the title`);
      }
      for (const path of ["precision.html", "reliability.html", "architecture.html", "performance.html", "characters.html"]) assert(read(path).includes('<nav class="contents'), path);
    },

    async "a page that is not there says so, and where else to look"() {
      for (const path of ["guide-lop.html", "some/where/shape-cast.html"]) {
        const page = await visit("guide.html");
        assert.equal((await page.goto(url + path)).status(), 404);
        await ready(page, "html");
        assert.match(await page.locator("h1").textContent(), /no such page/);
        assert.equal(await page.locator("#words").inputValue(), path === "guide-lop.html" ? "lop" : "shape cast");
        assert.equal(await page.evaluate(() => document.querySelector("main a").href), `${url}index.html`);
        await page.waitForFunction(() => getComputedStyle(document.querySelector("main")).maxWidth !== "none");
        await page.locator("#words").fill("support mapping");
        await page.locator("#words").press("Enter");
        await page.waitForSelector('html[data-found="support mapping"]');
        assert(await page.locator("#found li").count() > 3);
      }
    },

    async "before a class type and strokes are at least twice as large, in every kind of figure"() {
      /** The least height of type and the least width of strokes of each kind of what is drawn, in pixels of the screen. */
      const measured = (page, root) => page.evaluate((root) => {
        const found = {};
        const note = (key, size) => { found[key] = Math.min(found[key] ?? Infinity, size); };
        for (const element of document.querySelectorAll(`${root} *`)) {
          if (!element.checkVisibility() || element.closest(".present-bar, .handles") || element.matches(".hold, .grasp")) continue;
          const { fontSize, stroke, strokeWidth } = getComputedStyle(element);
          const key = [element.localName, ...element.classList].join(".");
          const svg = element.ownerSVGElement;
          const unit = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : element.currentCSSZoom;
          if ([...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) note(`type of ${key}`, parseFloat(fontSize) * unit);
          if (svg && element.localName !== "text" && element.localName !== "g" && stroke !== "none") note(`stroke of ${key}`, parseFloat(strokeWidth) * unit);
          if (element.localName !== "canvas") continue;
          const { width, height } = element.getBoundingClientRect();
          // The game is drawn in metres.
          if (!element.id) note("canvas", height);
          for (const [what, size] of Object.entries(globalThis.strokes?.get(element) ?? {})) note(`${what} on ${element.id}`, (size * width) / element.width);
        }
        return found;
      }, root);
      const made = readdirSync(dist).filter((name) => name.endsWith(".html") && read(name).includes('<figure class="made"'));
      const kinds = [...made.map((path) => [path, "figure.made", 3]), ["index.html", "figure.live", 10], ["index.html", "figure.game", 2], ["guide-two.html", "figure.live", 12], ["guide-triangle-in-space.html", "figure.live", 10],
        ["explorer/index.html#preset=worked&step=3", "main", 15], ["explorer/index.html#preset=two-acd-adb&step=4", "main", 15], ["explorer/regions.html", "main", 15], ["explorer/regions.html#points=[[2,-3,-3],[-1,2,0],[-3,0,2],[-3,0,-1],[0,0,0]]", "main", 15],
        ["playground/index.html#scene=stack&size=4&step=30&show=f32,contacts,normals", "main", 12], ["playground/index.html#scene=stack&size=4&dim=3&step=30&show=f32,contacts,normals", "main", 12]];
      assert(made.length >= 12, `${made}`);
      const page = await visit("search.html", { reducedMotion: "reduce" });
      await page.addInitScript(() => {
        globalThis.strokes = new Map();
        const { prototype } = CanvasRenderingContext2D;
        const note = (context, what, size) => {
          const { a, b } = context.getTransform();
          const of = strokes.get(context.canvas) ?? strokes.set(context.canvas, {}).get(context.canvas);
          of[what] = Math.min(of[what] ?? Infinity, size * Math.hypot(a, b));
        };
        const { stroke, fillText } = prototype;
        prototype.stroke = function (...path) { note(this, `stroke ${this.strokeStyle}`, this.lineWidth); stroke.apply(this, path); };
        prototype.fillText = function (...text) { note(this, "type", parseFloat(this.font)); fillText.apply(this, text); };
      });
      for (const [path, figure, most] of kinds) {
        assert.deepEqual(page.complaints, []);
        await page.goto("about:blank");
        // What the last page was still fetching.
        page.complaints.length = 0;
        await page.goto(url + path);
        await page.evaluate((figure) => document.querySelector(figure).scrollIntoView({ behavior: "instant" }), figure);
        await page.waitForSelector(figure === "main" ? "html[data-ready]" : `${figure}[data-ready]`);
        const drawn = async () => {
          if (path.startsWith("playground")) {
            await page.waitForFunction(() => !playground.busy);
            await page.evaluate(() => { strokes.clear(); document.querySelector("#step").click(); });
          }
          return measured(page, figure);
        };
        const before = await drawn();
        await page.locator(figure === "main" ? "#present, .present-page" : `${figure} .present`).first().click();
        await page.waitForSelector(".presented .present-bar");
        await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 100)));
        const now = await drawn();
        const both = Object.keys(before).filter((key) => key in now);
        assert(both.length >= most, `${path}: ${both}`);
        assert.deepEqual(both.filter((key) => now[key] < 1.99 * before[key]).map((key) => `${key}: ${before[key].toFixed(1)}, ${now[key].toFixed(1)}`), [], path);
        // Nothing of it is cut off.
        assert(await page.evaluate(() => [...document.querySelectorAll(".presented :is(.stage, svg, .why, canvas, .controls, .player)")].filter((each) => each.checkVisibility()).every((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        })), `${path} fits the screen`);
      }
      assert.deepEqual(page.complaints, []);
    },

    async "figures before a class: the screen filled, keys and address"() {
      for (const [path, figure, stage, keys] of [["guide-two.html", "figure.live", "figure.live .stage >> nth=0", true], ["explorer/index.html#preset=worked&step=3", "main", "#difference", true], ["guide-difference.html", "figure.made", "figure.made .panes svg >> nth=0", false]]) {
        const page = await visit(path, { width: 1280, height: 720, reducedMotion: "reduce" });
        await page.evaluate((figure) => document.querySelector(figure).scrollIntoView(), figure);
        await ready(page, figure === "main" ? "html" : figure);
        await page.locator(`${figure} .present, #present`).first().click();
        await page.waitForFunction((figure) => document.querySelector(figure).classList.contains("presented"), figure);
        const box = await page.locator(figure).first().boundingBox();
        assert(box.x <= 0 && box.y <= 0 && box.width >= 1280 && box.height >= 720, `${path}: ${JSON.stringify(box)}`);
        const { y, height } = await page.locator(stage).boundingBox();
        assert(y + height < 720 && height > 200, path);
        const bar = page.locator(".present-bar");
        const own = await bar.boundingBox();
        assert(own.y + own.height <= 720, `${path}: keys and address are seen`);
        assert.match(await bar.textContent(), keys ? /← → .*Space.*Esc/ : /Drag.*Esc/);
        const address = await bar.locator(".address").textContent();
        assert(address.startsWith(url.slice(0, -1)), address);
        // For phones. The address follows the camera, so it is read once more.
        await bar.locator(".qr-code").click();
        const drawn = await bar.locator(".qr svg path").last().getAttribute("d");
        assert.equal(scanned(drawn), await bar.locator(".address").textContent());
        await bar.locator(".qr").click();
        if (keys) {
          await page.locator(figure).first().focus();
          const count = () => page.locator(`${figure} .player output`).first().textContent();
          const before = await count();
          await page.keyboard.press("ArrowRight");
          assert.notEqual(await count(), before);
          const [step] = (await count()).split(" / ");
          await page.waitForFunction((step) => new RegExp(`step=${step}(&|$)`).test(document.querySelector(".present-bar .address").textContent), step);
          const other = await visit((await bar.locator(".address").textContent()).slice(url.length));
          await ready(other, "html");
          assert.equal(await other.locator(".player output").textContent(), await count(), "the address is of this step");
        }
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => !document.querySelector(".presented"));
        assert.equal(await bar.count(), 0);
        assert.deepEqual(page.complaints, [], path);
      }
    },

    async "the game, the regions and the playground before a class end where they began"() {
      for (const [path, stage, button] of [["index.html", ".game canvas", ".game .present"], ["explorer/regions.html", "#stage", ".present-page"], ["playground/index.html", "#world", ".present-page"]]) {
        const page = await visit(path, { width: 1280, height: 720 });
        await page.waitForSelector("[data-ready]");
        // The text above may have got another line in the meantime.
        const place = async () => { const { x, width, height } = await page.locator(stage).boundingBox(); return [x, width, height]; };
        const was = await place();
        await page.locator(button).click();
        await page.waitForSelector(".presented .present-bar");
        const box = await page.locator(stage).boundingBox();
        assert(box.y + box.height <= 720 && box.height > 300, `${path}: ${JSON.stringify(box)}`);
        // What is taken hold of is where it is seen.
        if (stage === "#stage") {
          const [x, y] = await page.evaluate(() => {
            const { left, top, width } = document.querySelector("#stage").getBoundingClientRect();
            const unit = width / document.querySelector("#stage").clientWidth;
            return regions.toPixel(regions.state.points[0]).map((p, k) => [left, top][k] + p * unit);
          });
          const first = await page.evaluate(() => regions.state.points[0].join());
          await page.mouse.move(x, y);
          await page.mouse.down();
          await page.mouse.move(x + 40, y, { steps: 2 });
          await page.mouse.up();
          assert.notEqual(await page.evaluate(() => regions.state.points[0].join()), first);
        }
        await page.locator(".present-bar button", { hasText: "End" }).click();
        await page.waitForFunction(() => !document.querySelector(".presented, .present-bar"));
        assert.deepEqual(await place(), was);
        assert.deepEqual(page.complaints, [], path);
      }
    },

    async "first pictures within two seconds on a processor that is four times slower"() {
      const told = [];
      for (const [path, what] of [["index.html", "figure.game"], ["guide-early.html", "figure.live"], ["explorer/index.html", "html"]]) {
        let best = Infinity;
        // Other processes run, too: so up to five times.
        for (let k = 0; k < 5 && best > 2000; k += 1) {
          const page = await visit("search.html");
          const client = await page.context().newCDPSession(page);
          await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
          await page.goto(url + path, { waitUntil: "commit" });
          await ready(page, what);
          best = Math.min(best, await page.evaluate(() => performance.now()));
          await page.context().close();
        }
        told.push(`${path}: ${best.toFixed(0)} ms`);
        assert(best <= 2000, told.at(-1));
      }
      console.log(`      ${told.join(", ")}`);
    },
  };
}
