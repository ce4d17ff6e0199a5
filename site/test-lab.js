// The page that runs a reader's own GJK: right code is called right, six planted mistakes are called by their names at the step where they are, and
// what does not end is stopped.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What is replaced in the sample, by the name that it has to get. */
const MISTAKES = {
  "one face tested alone": ["i = sameDirection(cross(normal(first), minus(p[next], a)), ao) ? next : first;", "i = seen.indexOf(true);"],
  "missing edge test": ["if (sameDirection(cross(ab, abc), ao)) return line(a, b);", ""],
  "wrong winding": ["? [[a, b, c], abc] : [[a, c, b], negative(abc)]", "? [[a, b, c], abc] : [[a, b, c], negative(abc)]"],
  "normal away from the origin": ["return sameDirection(abc, ao) ? [[a, b, c], abc] : [[a, c, b], negative(abc)];", "return [[a, b, c], abc];"],
  "absolute tolerance": ["if (direction.every((x) => x === 0)) return true;", "if (direction.every((x) => Math.abs(x) < 1e-9)) return true;"],
  "touching called apart": ["if (dot(a, direction) < 0) return false;", "if (dot(a, direction) <= 0) return false;"],
};

export const labTests = ({ browser, url, dist }) => ({
  async "the judge of a reader's code is right about pairs, as exact arithmetic is"() {
    const { intersect } = await import(join(dist, "lab/judge.js"));
    const { pairs } = await import(join(dist, "lab/pairs.js"));
    const { Engine } = await import(join(dist, "explorer/engine.js"));
    const engine = new Engine(new WebAssembly.Module(readFileSync(join(dist, "explorer/explorer.wasm"))));
    let meet = 0;
    for (const pair of pairs(400, 9, [2, 3])) {
      const shape = (points) => ({ type: "points", points });
      const { traces: [{ answer }] } = engine.ask({ dim: pair.dim, query: "intersect", a: shape(pair.a), b: shape(pair.b) }, [], ["exact"], [300, 300]);
      assert.equal(intersect(pair), answer.intersects, JSON.stringify(pair));
      meet += answer.intersects;
    }
    assert(meet > 100 && meet < 300, `${meet} of 400 intersect`);
  },

  async "a reader's own GJK: six planted mistakes, an endless loop, and what cannot be run"() {
    const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
    const complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${url}your-code.html?pairs=200`);
    await page.waitForSelector("html[data-ready]");
    // Nothing leaves the page.
    let asked = [];
    page.on("request", (request) => asked.push(request.url()));
    const sample = await page.inputValue("#code");
    const run = async (code, dims = "2,3") => {
      await page.locator(`input[name="dims"][value="${dims}"]`).check();
      await page.fill("#code", code);
      await page.click("#run");
      await page.waitForSelector("html[data-judged]");
      return page.locator("#told").textContent();
    };
    assert.match(await run(sample), /^Each step of 200 searches is right\.$/);
    assert(await page.locator("#replay").isHidden());
    // With objects, unit vectors, other names, and the opposite of the first direction.
    const objects = `${sample}
      const right = gjk;
      function GJK(supportOf, dim) {
        return right((d) => { const l = Math.hypot(...d); const p = supportOf("A", "B", { x: d[0] * 3 / l, y: d[1] * 3 / l, ...(dim === 3 && { z: d[2] * 3 / l }) }); return dim === 3 ? [p.x, p.y, p.z] : [p.x, p.y]; }, dim);
      }`.replace("function gjk(", "function gjk_(").replace("const right = gjk;", "const right = gjk_;");
    assert.match(await run(objects), /^Each step of 200 searches is right\.$/);
    for (const [name, [from, to]] of Object.entries(MISTAKES)) {
      assert(sample.includes(from), name);
      const said = await run(sample.replace(from, to), name === "absolute tolerance" || name === "touching called apart" ? "2,3" : "3");
      assert.match(said, /of 200 searches takes? a wrong step/, name);
      assert.equal(await page.locator("#mistake").textContent(), `The first wrong step: ${name}`);
      // The most of them have that name, too.
      assert.match(said, new RegExp(`wrong step: ${name} \\(`), said);
      const slider = page.locator("#step");
      const last = await slider.getAttribute("max");
      assert.match(await page.locator("#why").textContent(), new RegExp(`^Step ${last}: ${name}\\.`));
      assert(await page.locator("#yours .ring").count() > 1);
      // Steps before it are right.
      await slider.fill("1");
      assert.match(await page.locator("#why").textContent(), /^Step 1 is right\./);
      assert.match(await page.locator("#pair a").getAttribute("href"), /^explorer\/index\.html#preset=(overlap|boxes)&query=intersect&step=\d/);
    }
    const began = Date.now();
    assert.match(await run(sample.replace("for (;;) {", "for (;;) {\n    while (kept.length === 2);"), "3"), /an endless loop \(1\)/);
    assert(Date.now() - began < 4000);
    assert.match(await page.locator("#why").textContent(), /It had asked for 2\.$/);
    assert.match(await run("for (;;);"), /did not end within a second/);
    assert.match(await run("function gjk( {"), /^The code cannot be run/);
    assert.match(await run("const x = 1;"), /There is no function gjk/);
    assert.match(await run("function gjk(support) { return fetch('https://example.org'); }"), /an exception/);
    assert.match(await run("function gjk(support) { for (;;) support([1, 0, 0].slice(0, arguments[1])); }"), /wrong step/);
    await page.click("#sample");
    assert.equal(await page.inputValue("#code"), sample);
    // The worker is the only file.
    assert.deepEqual([...new Set(asked)], [`${url}lab/worker.js`]);
    // Its pair opens in the explorer.
    await run(sample.replace(...MISTAKES["one face tested alone"]), "3");
    await page.locator("#pair a").click();
    await page.waitForSelector("html[data-ready]");
    await page.waitForFunction(() => globalThis.explorer?.reply);
    assert.equal(await page.locator("#status").textContent(), "");
    assert.deepEqual(complaints, []);
    await page.context().close();
  },
});
