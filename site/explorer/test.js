// The explorer in a browser: `node test.js GJK CHROMIUM [FOLDER]`, after `build`. GJK is the program; FOLDER gets screenshots.
// ONLY=words runs the tests whose names match these words, a regular expression.
//
// Every example, in each arithmetic, is stepped through to its end and shows exactly the steps that `gjk trace` gives for
// the same question; dragging, keys, touch, the address, bad shapes and narrow screens are tried here, what the page shows and
// how it lies on the screen in test-page.js, how it is looked at in test-look.js, what is asked in test-predict.js, and the page of the regions in test-regions.js. Nothing may be said on the console, and nothing but this folder be asked for.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { SWITCHES, runTests, some } from "../run-tests.js";
import { lookTests } from "./test-look.js";
import { pageTests } from "./test-page.js";
import { predictTests } from "./test-predict.js";
import { regionTests } from "./test-regions.js";

const here = dirname(fileURLToPath(import.meta.url));
const [program, browserPath, folder] = process.argv.slice(2);
assert(program && browserPath, "usage: node test.js GJK CHROMIUM [FOLDER]");

const server = spawn(process.execPath, [join(here, "../serve.js"), join(here, "dist"), "0"]);
const url = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(String(text).trim())));
const browser = await chromium.launch({ executablePath: browserPath, args: SWITCHES });

const complaints = [];
/** A page, without motion, and with its drawer open, unless something else is said. */
async function visit(hash = "", { drawer = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.on("console", (message) => {
    complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) complaints.push(`asked for ${request.url()}`); });
  await page.goto(url + hash);
  await page.waitForSelector("html[data-ready]");
  if (drawer && !hash.includes("embed")) await page.evaluate(() => document.querySelector("#open").click());
  if (!hash.startsWith("regions")) await settled(page);
  return page;
}

/** Until the panes have the sizes that they are drawn in. */
const settled = (page) => page.waitForFunction(() => !explorer.scene?.views || explorer.scene.size().every((size, k) => size.join() === explorer.scene.views[k].size.join()));

/** What the program says of a question. */
function native(question, start, scalar) {
  const directions = start.flatMap((direction) => ["--start", direction.join(",")]);
  const { stdout, stderr, status } = spawnSync(program, ["trace", "--json", "--scalar", scalar, ...directions], {
    input: JSON.stringify(question), encoding: "utf8", maxBuffer: 1 << 26,
  });
  assert.equal(status, 0, stderr);
  const { scalar: _, ...trace } = JSON.parse(stdout);
  return trace;
}

const asked = (page) => page.evaluate(() => ({
  question: explorer.question(), start: explorer.state.start, trace: explorer.reply.trace, scalar: explorer.state.scalar,
}));
const said = (page) => page.locator("#panel .why").textContent();
const count = (page) => page.locator(".player output").textContent();
/** Until the address is that of what is shown. */
const written = (page) => page.waitForFunction(() => location.hash === explorer.address());
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** For tests that look at words: pictures take their time. */
const small = { viewport: { width: 480, height: 400 } };

let steps = 0;
async function follows(page, name) {
  const { question, start, trace, scalar } = await asked(page);
  const wanted = native(question, start, scalar);
  assert.deepEqual(trace, wanted, `${name} in ${scalar}: not the steps of the program`);
  // In one go, in the page.
  const shown = await page.evaluate((count) => {
    const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    press("Home");
    return Array.from({ length: count + 1 }, () => {
      const seen = {
        count: document.querySelector(".player output").textContent,
        why: document.querySelector("#panel .why").textContent,
        tests: document.querySelectorAll("#panel .tests tbody tr").length,
        drawn: document.querySelectorAll("#difference .dot.newest").length > 0,
      };
      press("ArrowRight");
      return seen;
    });
  }, wanted.steps.length);
  const last = shown.pop();
  for (const [k, step] of wanted.steps.entries()) {
    const { length } = wanted.steps;
    assert.deepEqual(shown[k], { count: `${k + 1} / ${length}`, why: step.why, tests: step.tests.length, drawn: true }, `${name}, step ${k + 1}`);
    assert(step.why.length > 20, `${name}, step ${k + 1} says why`);
    steps += 1;
  }
  assert.deepEqual(last, shown.at(-1), "the end is the end");
}

const tests = {
  async "every example shows the program's steps"() {
    const page = await visit("", small);
    const presets = await page.evaluate(() => explorer.presets);
    assert(presets.length >= 20);
    for (const [k, { id }] of presets.entries()) {
      await page.selectOption("#preset", id);
      await page.waitForFunction((id) => explorer.state.preset.id === id && explorer.reply, id);
      // Each example in one of the three arithmetics.
      const scalars = some(["f32", "f64", "exact"], k);
      for (const scalar of scalars.filter((scalar) => scalar !== "exact")) {
        await page.locator(`#scalar input[value="${scalar}"]`).check({ force: true });
        await follows(page, id);
      }
      const exact = page.locator('#scalar input[value="exact"]');
      // Nor are casts: in exact arithmetic they are linear programs.
      const rounded = await page.evaluate(() => /"(cone|cylinder|ellipsoid|frustum|shapecast)"/.test(JSON.stringify(explorer.question())));
      assert.equal(await exact.isEnabled(), !rounded, id);
      if (!rounded && scalars.includes("exact")) {
        await exact.check({ force: true });
        await follows(page, id);
        await page.locator('#scalar input[value="f64"]').check({ force: true });
      }
    }
    assert(steps > 150, `${steps} steps were seen`);
  },

  async "the tetrahedron's examples have the cases that they name"() {
    const page = await visit();
    const presets = await page.evaluate(() => explorer.presets.filter(({ group }) => group.includes("tetrahedron")));
    const seen = new Set();
    for (const { id, title } of presets) {
      await page.selectOption("#preset", id);
      await page.waitForFunction((id) => explorer.state.preset.id === id, id);
      const step = await page.evaluate(() => explorer.reply.trace.steps[explorer.player.step]);
      assert.equal(step.case, "tetrahedron", id);
      const fronts = step.tests.filter(({ name }) => /^W.. · WO$/.test(name));
      assert.equal(fronts.length, 3);
      const seeing = fronts.filter(({ sign }) => sign > 0).map(({ name }) => name.slice(0, 3));
      if (!title.startsWith("All")) assert.deepEqual(seeing.sort(), title.split(/: (?=[W-Z][a-z]|edge|W[W-Z]*$)/)[0].match(/W[X-Z]{2}/g)?.sort() ?? [title.slice(-3)], title);
      assert(step.region.endsWith(title.split(/[ :]/).at(-1)), `${title}: ${step.region}`);
      seen.add(seeing.sort().join(" "));
    }
    assert.deepEqual([...seen].sort(), ["WXY", "WXY WYZ", "WXY WYZ WZX", "WXY WZX", "WYZ", "WYZ WZX", "WZX"]);
  },

  async "one face tested alone gives a wrong region"() {
    const page = await visit("#preset=acute", small);
    const { tests, region } = await page.evaluate(() => explorer.reply.trace.steps[explorer.player.step]);
    const sign = (wanted) => tests.find(({ name }) => name === wanted).sign;
    assert(sign("WXY · WO") > 0 && sign("WY⊥ · WO in WXY") > 0, "by WXY alone it is the edge WY");
    assert.equal(region, "face WYZ");
  },

  async "every query of every kind of shape in the gallery"() {
    const page = await visit("#preset=apart", small);
    for (const preset of ["apart", "cone"]) {
      await page.selectOption("#preset", preset);
      await page.waitForFunction((id) => explorer.state.preset.id === id, preset);
      const names = await page.locator("#gallery-a option").allTextContents();
      for (const [k, name] of names.slice(1).entries()) {
        const was = await page.evaluate(() => JSON.stringify(explorer.state.shapes.a));
        await page.selectOption("#gallery-a", name);
        await page.waitForFunction((was) => JSON.stringify(explorer.state.shapes.a) !== was, was);
        for (const query of some(["intersect", "distance", "contact", "shapecast"], k)) {
          await page.locator(`#query input[value="${query}"]`).check({ force: true });
          const { question, start, trace, scalar } = await asked(page);
          assert.deepEqual(trace, native(question, start, scalar), `${name}, ${query}`);
          if (query === "shapecast") continue;
          // On meshes exact arithmetic takes its time.
          if (preset !== "apart" || /"ellipsoid"/.test(JSON.stringify(question))) continue;
          await page.locator('#scalar input[value="exact"]').check({ force: true });
          assert.deepEqual((await asked(page)).trace, native(question, start, "exact"), `${name}, ${query}, exact`);
          await page.locator('#scalar input[value="f64"]').check({ force: true });
        }
      }
    }
  },

  async "dragging changes the answer, in the plane"() {
    const page = await visit("#preset=apart");
    await page.locator("#tell").click();
    const before = await page.locator("#verdict").textContent();
    assert.match(before, /apart/);
    const box = await page.locator("#shapes").boundingBox();
    const [x, y] = await middle(page, ".shape.b");
    await drag(page, [x, y], [x - box.width * 0.4, y]);
    assert.match(await page.locator("#verdict").textContent(), /intersecting/);
    const { question, start, trace } = await asked(page);
    assert.deepEqual(trace, native(question, start, "f64"));
    // The difference, too; and a corner; and the handle that turns.
    const shapes = () => page.evaluate(() => JSON.stringify(explorer.state.shapes));
    for (const [what, selector] of [["difference", ".shape.difference"], ["corner", ".handle.a[data-kind=grip]"], ["handle", ".handle.b[data-kind=turn]"]]) {
      const was = await shapes();
      const from = await middle(page, selector);
      await drag(page, from, [from[0] + 24, from[1] + 31]);
      assert.notEqual(await shapes(), was, what);
    }
    const rotation = await page.evaluate(() => explorer.state.shapes.b.pose.rotation);
    assert(rotation && Math.abs(rotation[0][1]) > 0.01, "B was turned");
    // Adding a point, and taking it away.
    await page.locator('#mode input[value="add"]').check({ force: true });
    const points = () => page.evaluate(() => explorer.state.shapes.b.points.length);
    const had = await points();
    await page.mouse.click(box.x + box.width - 20, box.y + 20);
    assert.equal(await points(), had + 1);
    await page.locator("h1").click();
    await page.keyboard.press("Delete");
    assert.equal(await points(), had);
  },

  async "dragging changes the answer, in space"() {
    const page = await visit("#preset=cone");
    const before = await asked(page);
    const box = await page.locator("#shapes").boundingBox();
    // Somewhere on a line through the middle there is a shape.
    let changed = false;
    for (const share of [0.3, 0.4, 0.6, 0.7]) {
      const from = [box.x + box.width / 2, box.y + box.height * share];
      await drag(page, from, [from[0] + 30, from[1] + 40]);
      changed = await page.evaluate((was) => JSON.stringify(explorer.state.shapes) !== was, JSON.stringify({ a: before.question.a, b: before.question.b }));
      if (changed) break;
    }
    assert(changed);
    const { question, start, trace } = await asked(page);
    assert.notDeepEqual(trace.answer, before.trace.answer);
    assert.deepEqual(trace, native(question, start, "f64"));
    // Dragging the background orbits: the picture changes, the answer stays.
    const picture = () => page.evaluate(() => document.querySelector("#shapes .drawing").innerHTML);
    const was = await picture();
    await drag(page, [box.x + 8, box.y + 8], [box.x + 120, box.y + 60]);
    assert.notEqual(await picture(), was);
    assert.deepEqual((await asked(page)).trace, trace);
  },

  async "keys, buttons and the slider step"() {
    const page = await visit("#preset=worked-depth");
    const at = async (k) => assert.match(await count(page), new RegExp(`^${k} /`));
    await at(1);
    assert.equal(await page.locator("#player .phases i").evaluateAll((all) => all.map((part) => part.className).join()), "gjk,gjk,gjk,gjk,expansion,expansion");
    await page.keyboard.press("ArrowRight");
    await at(2);
    await page.keyboard.press("ArrowLeft");
    await at(1);
    await page.keyboard.press("End");
    await at(6);
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => explorer.player.step >= 2);
    await page.keyboard.press("Space");
    const stopped = await count(page);
    await page.waitForTimeout(1300);
    assert.equal(await count(page), stopped, "paused");
    await page.locator('[data-do="last"]').click();
    await at(6);
    await page.locator('[data-do="back"]').click();
    await at(5);
    await page.locator(".player input").fill("2");
    await at(2);
  },

  async "shapes move in time, and back"() {
    const page = await visit("#preset=motion");
    const where = () => page.evaluate(() => explorer.state.shapes.b.pose.translation[0]);
    const was = await where();
    await page.keyboard.press(".");
    assert.notEqual(await where(), was);
    await page.keyboard.press(",");
    assert.equal(await where(), was);
    await page.locator("#run").click();
    await page.waitForFunction((was) => Math.abs(explorer.state.shapes.b.pose.translation[0] - was) > 0.2, was);
    await page.locator("#run").click();
    const { question, start, trace } = await asked(page);
    assert.deepEqual(trace, native(question, start, "f64"));
  },

  async "the address holds the state"() {
    const page = await visit("#preset=worked-depth&query=contact&scalar=f32&step=5");
    assert.match(await count(page), /^5 \/ 6/);
    assert(await page.locator('#scalar input[value="f32"]').isChecked());
    const from = await middle(page, ".shape.a");
    await drag(page, from, [from[0] + 30, from[1] - 12]);
    await page.keyboard.press("ArrowLeft");
    await written(page);
    const hash = await page.evaluate(() => location.hash);
    const other = await visit(hash);
    assert.deepEqual(await asked(other), await asked(page));
    assert.equal(await count(other), await count(page));
    assert.equal(await said(other), await said(page));
    for (const nonsense of ["#step=x&preset=none&scalar=f16&query=?", "#a=%7B&step=-4", "#step=999"]) {
      const page = await visit(nonsense);
      assert.match(await count(page), /\d \/ \d/, nonsense);
    }
  },

  async "a bad shape is said to be bad, and life goes on"() {
    const page = await visit("#preset=round");
    await page.locator("#tell").click();
    const radius = page.getByLabel("radius of B");
    await radius.fill("-1");
    await radius.press("Enter");
    assert.match(await page.locator("#status").textContent(), /`b\.radius` is negative/);
    assert.match(await page.locator("#verdict").textContent(), /apart/, "the last that worked is shown");
    await radius.fill("5");
    await radius.press("Enter");
    assert.equal(await page.locator("#status").textContent(), "");
    assert.match(await page.locator("#verdict").textContent(), /intersecting/);
    // By a drag of the handle for the size, past the middle and back.
    await page.locator("#preset").selectOption("apart");
    await page.locator("#preset").selectOption("round");
    await page.waitForFunction(() => explorer.state.shapes.b.radius === 1);
    const from = await middle(page, ".handle.b[data-kind=size]");
    await page.mouse.move(...from);
    await page.mouse.down();
    const center = await middle(page, ".label.name.b");
    await page.mouse.move(3 * center[0] - 2 * from[0], 3 * center[1] - 2 * from[1], { steps: 4 });
    assert.match(await page.locator("#status").textContent(), /negative/);
    await page.mouse.move(...from, { steps: 4 });
    await page.mouse.up();
    assert.equal(await page.locator("#status").textContent(), "");
  },

  async "arithmetics part where they do"() {
    const page = await visit("#preset=hair");
    await page.locator("#tell").click();
    assert.match(await page.locator("#parted").textContent(), /^f32 rounds 1.00000001 to 1 before the first step. f32 parts from f64 at step \d/);
    assert.doesNotMatch(await page.locator("#parted").textContent(), /exact/);
    assert(await page.locator(".player .mark").isVisible());
    for (const preset of ["beside-line", "beside-plane"]) {
      await page.selectOption("#preset", preset);
      await page.waitForFunction((id) => explorer.state.preset.id === id, preset);
      await page.locator("#tell").click();
      await page.locator('#scalar input[value="exact"]').check({ force: true });
      const { question, start, trace } = await asked(page);
      const others = ["f32", "f64"].map((scalar) => native(question, start, scalar));
      const parted = await page.locator("#parted").textContent();
      for (const [k, scalar] of ["f32", "f64"].entries()) {
        const [, step] = parted.match(new RegExp(`${scalar} parts from exact at step (\\d+)`));
        // Where the first sign says otherwise: the edge is the same there, and the way on is not.
        if (preset === "beside-line") assert.equal(step, "2");
        const seen = ({ steps }, k) => steps[k] && [steps[k].phase, steps[k].region, steps[k].stop];
        const says = ({ steps }, k) => steps[k]?.tests.map((test) => test.says);
        for (let at = 0; at < step - 1; at += 1) assert.deepEqual(seen(trace, at), seen(others[k], at));
        const all = (found) => [seen(found, step - 1), says(found, step - 1), found.steps[step - 1]?.newest];
        assert.notDeepEqual(all(trace), all(others[k]));
      }
      assert(await page.locator(".player .mark").isVisible());
    }
    // Where exact arithmetic cannot be, the page says so and goes on.
    await page.selectOption("#preset", "cone");
    await page.waitForFunction(() => explorer.state.preset.id === "cone");
    assert.match(await page.locator("#status").textContent(), /cylinder.*f64 again/);
    assert.equal((await asked(page)).scalar, "f64");
    await page.selectOption("#preset", "touching");
    await page.waitForFunction(() => explorer.state.preset.id === "touching");
    assert(await page.locator(".player .mark").isHidden());
  },

  async "nothing overflows, and every control has a name"() {
    for (const width of [360, 768, 1440]) {
      for (const preset of ["worked", "motion", "boxes", "two-abc-acd", "cast", "cast-boxes"]) {
        const page = await visit(`#preset=${preset}&step=3`, { viewport: { width, height: 800 }, hasTouch: width < 500, isMobile: width < 500 });
        assert(await overflow(page) <= 0, `${preset} overflows at ${width}`);
        const outside = await page.evaluate(() => [...document.querySelectorAll("button, select, input, .stage, #panel *")]
          .filter((e) => e.getClientRects().length && !e.closest(".segments")).map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
          .filter(([, box]) => box.right > innerWidth + 0.5 || box.left < -0.5).map(([html]) => html));
        assert.deepEqual(outside, [], `${preset} at ${width}`);
        const nameless = await page.evaluate(() => [...document.querySelectorAll("button, select, input, [role]")]
          .filter((e) => !(e.getAttribute("aria-label") || e.labels?.[0]?.textContent.trim() || e.textContent.trim() || ["status", "missing"].includes(e.id))).map((e) => e.outerHTML.slice(0, 120)));
        assert.deepEqual(nameless, []);
        await page.context().close();
      }
    }
  },

  async "a finger drags and taps"() {
    const page = await visit("#preset=apart", { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    await page.locator('[data-do="forward"]').tap();
    assert.match(await count(page), /^2 \//);
    // The step has made the difference the large pane.
    await page.locator("#shapes").tap({ position: { x: 20, y: 20 } });
    await page.waitForSelector('html[data-large="shapes"]');
    await settled(page);
    const was = await page.evaluate(() => JSON.stringify(explorer.state.shapes.a));
    const [x, y] = await middle(page, ".shape.a");
    const touch = await page.context().newCDPSession(page);
    const finger = (type, dx) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: x + dx, y }] });
    await finger("touchStart", 0);
    for (const dx of [10, 30, 60]) await finger("touchMove", dx);
    await finger("touchEnd", 60);
    assert.notEqual(await page.evaluate(() => JSON.stringify(explorer.state.shapes.a)), was);
  },

  ...pageTests({ visit, asked, said, count, written, overflow, middle, drag, small }),
  ...predictTests({ visit, said, count, written, middle }),
  ...regionTests({ visit, drag }),
  ...lookTests({ visit, asked, said, count, written, settled, middle, drag }),

  async "the page that the program writes"() {
    const file = join(mkdtempSync(join(tmpdir(), "gjk-")), "traced.html");
    const question = { dim: 3, query: "contact", a: { type: "cuboid", half_extents: [1, 1, 1] }, b: { type: "ball", radius: 1, center: [1.2, 1.1, 0.4] } };
    const { status, stderr } = spawnSync(program, ["trace", "--html", file], { input: JSON.stringify(question), encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const context = await browser.newContext({ viewport: { width: 360, height: 700 } });
    const page = await context.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`file://${file}`);
    const wanted = native(question, [], "f64").steps;
    for (const [k, step] of wanted.entries()) {
      assert.equal(await page.locator(".why").last().textContent(), step.why);
      assert.equal(await count(page), `${k + 1} / ${wanted.length}`);
      assert(await overflow(page) <= 0);
      await page.keyboard.press("ArrowRight");
    }
    // It can be turned.
    const picture = () => page.locator("#film").innerHTML();
    const was = await picture();
    const box = await page.locator("#film svg").last().boundingBox();
    await drag(page, [box.x + 20, box.y + 20], [box.x + 90, box.y + 50]);
    assert.notEqual(await picture(), was, "it turns");
    assert(await page.locator("#film .dot.newest").count() > 0);
    // On paper each step is a slide, in the plane and in space.
    const flat = { dim: 2, query: "intersect", a: { type: "points", points: [[3, 5], [5, 7], [9, 6]] }, b: { type: "points", points: [[7, 4], [12, 4], [8, 7]] } };
    for (const asked of [question, flat]) {
      assert.equal(spawnSync(program, ["trace", "--html", file], { input: JSON.stringify(asked) }).status, 0);
      await page.goto("about:blank");
      await page.goto(`file://${file}`);
      const { steps } = native(asked, [], "f64");
      const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      assert.equal((paper.match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length, steps.length, "a sheet for each step");
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await page.emulateMedia({ media: "print" });
      assert.deepEqual(await page.locator(".slide .panel .why").allTextContents(), steps.map(({ why }) => why));
      assert(!(await page.locator("main").isVisible()));
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      await page.emulateMedia({ media: null });
      assert(await page.locator("main").isVisible() && await page.locator(".slide").count() === 0);
    }
    await context.close();
  },
};

async function middle(page, selector) {
  // In one go: the drawing may be replaced at any moment.
  return page.evaluate((selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, selector);
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 5 });
  await page.mouse.up();
}

async function screenshots() {
  mkdirSync(folder, { recursive: true });
  for (const [width, height] of [[360, 740], [768, 1024], [1440, 900]]) {
    for (const colorScheme of ["light", "dark"]) {
      for (const [name, hash] of [["parted", "#preset=hair&step=3"], ["plane", "#preset=worked&step=3"], ["depth", "#preset=worked-depth&step=6"], ["cast", "#preset=cast&step=4"], ["cast-space", "#preset=cast-boxes&step=6"], ["space", "#preset=two-acd-adb&step=4"], ["boxes", "#preset=boxes&step=9"]]) {
        const page = await visit(hash, { viewport: { width, height }, colorScheme, drawer: false });
        await page.waitForTimeout(150);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: false });
        await page.context().close();
      }
    }
  }
}

const failed = await runTests(tests, browser, complaints);
if (folder) await screenshots();
console.log(`${steps} steps compared; ${failed} tests failed`);
await browser.close();
server.kill();
process.exit(failed ? 1 : 0);
