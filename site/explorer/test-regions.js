// The page of the regions: what is nearest is checked against a search of all features, where GJK never gets against GJK itself.

import assert from "node:assert/strict";

const minus = (p, q) => p.map((x, k) => x - q[k]);
const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);

/** The weights of the point of an affine hull that is nearest the origin: normal equations, by Cramer's rule. */
function weights(points) {
  const [a, ...rest] = points;
  const edges = rest.map((p) => minus(p, a));
  const det = (m) => (m.length === 0 ? 1 : m.length === 1 ? m[0][0] : m[0].reduce((sum, x, k) => sum + (k % 2 ? -1 : 1) * x * det(m.slice(1).map((row) => row.filter((_, j) => j !== k))), 0));
  const gram = edges.map((u) => edges.map((v) => dot(u, v)));
  const whole = det(gram);
  if (!whole) return null;
  const shares = edges.map((_, k) => det(gram.map((row, i) => row.map((x, j) => (j === k ? -dot(edges[i], a) : x)))) / whole);
  return [1 - shares.reduce((sum, x) => sum + x, 0), ...shares];
}

/** How far the origin is from each feature that has the foot of its perpendicular: by name. */
function feet(points) {
  const found = {};
  for (let set = 1; set < 1 << points.length; set += 1) {
    const corners = points.map((p, k) => [p, "WXYZ"[k]]).filter((_, k) => set & (1 << k));
    const share = weights(corners.map(([p]) => p));
    if (!share || share.some((w) => w < -1e-12)) continue;
    const foot = points[0].map((_, axis) => corners.reduce((sum, [p], k) => sum + share[k] * p[axis], 0));
    const name = corners.map(([, letter]) => letter).join("");
    found[name === "WXZ" ? "WZX" : name] = Math.hypot(...foot);
  }
  return found;
}

/** Whether a feature has the point of the simplex that is nearest the origin. */
function isNearest(points, name) {
  const found = feet(points);
  return found[name] !== undefined && found[name] < Math.min(...Object.values(found)) + 1e-9;
}

export function regionTests({ visit, drag }) {
  const open = (hash, options) => visit(`regions.html${hash}`, { drawer: false, ...options });
  const at = (page, name) => page.evaluate((name) => {
    const { state, toPixel } = regions;
    const k = state.points.length - 1;
    const [x, y] = toPixel(state.points[name === "0" ? k : "WXYZ".indexOf(name)]);
    const box = document.querySelector("#stage").getBoundingClientRect();
    return [box.left + x, box.top + y];
  }, name);
  const answer = (page) => page.locator("#answer").textContent();
  const address = (points) => `#${new URLSearchParams({ points: JSON.stringify(points) })}`;

  return {
    async "where GJK gets, the region is the nearest feature; a face tested alone is not"() {
      const page = await open("");
      // Seeded: small integers, so that borders are met, too.
      const found = await page.evaluate(async () => {
        const { impossible, passed, textbook } = await import("./kept.js");
        let seed = 4_711;
        const random = () => { seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0; return Math.floor((seed / 2 ** 32) * 9) - 4; };
        const list = [];
        for (let k = 0; k < 40_000; k += 1) {
          const dim = 2 + (k % 2);
          const vertices = Array.from({ length: dim + 1 }, () => Array.from({ length: dim }, random));
          if (impossible(vertices).length || !passed(vertices)) continue;
          const { region } = regions.engine.locate(vertices);
          if (region) list.push({ vertices, region, other: dim === 3 ? textbook(vertices) : region });
        }
        return list;
      });
      let [wrong, seen] = [0, new Set()];
      for (const { vertices, region, other } of found) {
        assert(isNearest(vertices, region), `${region} of ${JSON.stringify(vertices)}`);
        seen.add(`${vertices[0].length} ${region}`);
        wrong += isNearest(vertices, other) ? 0 : 1;
      }
      assert(found.length > 4000 && seen.size >= 2 + 1 + 7, `${found.length}, ${[...seen]}`);
      assert(wrong > 30, `${wrong} that a face alone gets wrong`);
    },

    async "what GJK comes to is never hatched"() {
      // The simplices of real searches: all examples of the explorer, in every step.
      const page = await visit("#preset=worked", { drawer: false });
      let checked = 0;
      for (const id of await page.evaluate(() => explorer.presets.map(({ id }) => id))) {
        // In these two rounding decides.
        if (id.startsWith("beside")) continue;
        await page.selectOption("#preset", id);
        await page.waitForFunction((id) => explorer.state.preset.id === id && explorer.reply, id);
        const [reasons, count] = await page.evaluate(async () => {
          const { impossible } = await import("./kept.js");
          const { trace, dim } = explorer.reply;
          const full = trace.steps.filter(({ phase, before, stop, excluded, region }) => ["search", "approach"].includes(phase) && before.length === dim && region && excluded[0]?.why.startsWith("W was sought"));
          return [full.flatMap(({ newest, before }) => impossible([newest, ...before].map(({ w }) => w))), full.length];
        });
        assert.deepEqual(reasons, [], id);
        checked += count;
      }
      assert(checked > 15, `${checked} simplices`);
    },

    async "dragging a point, and the origin: the region lights up, or the place is hatched"() {
      const page = await open("");
      assert.match(await answer(page), /edge WX/);
      assert.equal(await page.locator("#stage .side.nearest").count(), 1);
      const inside = await page.evaluate(() => {
        const { toPixel, state } = regions;
        const [a, b, c] = state.points.map(toPixel);
        const box = document.querySelector("#stage").getBoundingClientRect();
        return [0, 1].map((k) => (a[k] + b[k] + c[k]) / 3 + (k ? box.top : box.left));
      });
      await drag(page, await at(page, "0"), inside);
      assert.match(await answer(page), /inside/);
      assert.equal(await page.locator("#stage polygon.nearest").count(), 1);
      // Behind XY: never.
      const behind = await page.evaluate(() => {
        const { toPixel, state } = regions;
        const [, b, c] = state.points.map(toPixel);
        const box = document.querySelector("#stage").getBoundingClientRect();
        return [(b[0] + c[0]) / 2 + box.left + 30, (b[1] + c[1]) / 2 + box.top - 45];
      });
      await drag(page, await at(page, "0"), behind);
      assert.match(await answer(page), /GJK never gets here/);
      assert.match(await page.locator("#known").textContent(), /X and Y would be exchanged/);
      // The hatched place is where the reasons are: each spot of a raster.
      const differ = await page.evaluate(async () => {
        const { impossible } = await import("./kept.js");
        const { state, toPixel } = regions;
        const hatch = document.querySelector("#stage path.never");
        const { center, scale, size: [w, h] } = state.view;
        let [same, other, never] = [0, 0, 0];
        for (let x = 7; x < w; x += 23) {
          for (let y = 5; y < h; y += 23) {
            const origin = [center[0] + (x - w / 2) / scale, center[1] - (y - h / 2) / scale];
            const hatched = hatch.isPointInFill(new DOMPoint(x, y));
            const reasons = impossible(state.points.slice(0, -1).map((p) => p.map((v, k) => v - origin[k]))).length > 0;
            if (hatched === reasons) same += 1;
            else other += 1;
            never += reasons ? 1 : 0;
          }
        }
        return { same, other, never };
      });
      assert.equal(differ.other, 0);
      assert(differ.never > differ.same * 0.2 && differ.never < differ.same * 0.95, JSON.stringify(differ));
      // Of the tetrahedron the same, and a vertex can be dragged.
      await page.locator('#dim input[value="3"]').check({ force: true });
      assert.match(await answer(page), /face WXY/);
      const [x, y] = await at(page, "Z");
      const was = await page.evaluate(() => JSON.stringify(regions.state.points));
      await drag(page, [x, y], [x + 40, y - 25]);
      assert.notEqual(await page.evaluate(() => JSON.stringify(regions.state.points)), was);
      await page.selectOption("#example", { label: "Where GJK never gets: beyond XY" });
      assert.match(await answer(page), /never/);
      assert.equal(await page.locator("#stage circle.never").count(), 1);
    },

    async "regions are drawn and named, in the plane and in space, and what cannot be recedes"() {
      const page = await open("");
      const labels = () => page.locator("#stage .region-name").allTextContents();
      const current = () => page.locator("#stage .region-name.current").allTextContents();
      assert.deepEqual((await labels()).sort(), ["edge WX", "edge WY", "inside", "vertex W"]);
      assert.deepEqual(await current(), ["edge WX"]);
      // The hatching is no stronger than the region.
      const strength = await page.evaluate(() => {
        const [hatch, where] = ["#stage .hatch line", "#stage .where"].map((selector) => getComputedStyle(document.querySelector(selector)));
        return [Number(hatch.strokeOpacity), Number(where.strokeOpacity)];
      });
      assert(strength[0] < 0.4 * strength[1], `${strength}`);
      // In space every region that an example has: points of it, by the library, are of that feature.
      await page.locator('#dim input[value="3"]').check({ force: true });
      const kinds = new Set();
      for (const title of await page.locator("#example option").allTextContents()) {
        await page.selectOption("#example", { label: title });
        const found = await page.evaluate(() => ({ region: regions.state.found.region, answer: document.querySelector("#answer").textContent, polygons: document.querySelectorAll("#stage polygon.where").length, names: [...document.querySelectorAll("#stage .region-name")].map((text) => text.textContent) }));
        if (/never/.test(found.answer)) {
          assert.equal(found.polygons, 0, title);
          continue;
        }
        kinds.add(found.region.length);
        assert.equal(found.polygons, { 1: 4, 2: 5, 3: 4, 4: 4 }[found.region.length], title);
        assert.equal(found.names.length, 1, title);
        assert(found.answer.endsWith(found.names[0]), `${title}: ${found.names}, ${found.answer}`);
        const others = await page.evaluate(() => {
          const { state, region, engine } = regions;
          const { faces } = region();
          const middle = faces.flat().reduce((sum, p) => sum.map((x, k) => x + p[k] / faces.flat().length), [0, 0, 0]);
          return faces.map((face) => face.reduce((sum, p) => sum.map((x, k) => x + p[k] / face.length), [0, 0, 0]).map((x, k) => 0.9 * x + 0.1 * middle[k]))
            .map((origin) => engine.locate(state.points.slice(0, -1).map((p) => p.map((x, k) => x - origin[k]))).region).filter((name) => name !== state.found.region);
        });
        // The library looks at one face first, which is enough only where GJK can be.
        assert(others.length <= 2, `${title}: ${others}`);
      }
      assert(kinds.size >= 3, [...kinds].join());
    },

    async "a test lights its half-space, and the other way round"() {
      const page = await open("");
      const row = page.locator("#tests [data-k]").nth(1);
      await row.hover();
      assert.equal(await page.locator("#stage polygon.excluded.lit").getAttribute("data-k"), "1");
      await page.mouse.move(3, 3);
      assert.equal(await page.locator("#stage .lit").count(), 0);
      // By the line of the first test, at a place where no other is near.
      const spot = await page.evaluate(() => {
        const line = document.querySelector('#stage line.grasp[data-k="0"]');
        const box = document.querySelector("#stage").getBoundingClientRect();
        const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((key) => Number(line.getAttribute(key)));
        for (let t = 0.3; t < 0.7; t += 0.005) {
          const [x, y] = [x1 + t * (x2 - x1) + box.left, y1 + t * (y2 - y1) + box.top];
          if (document.elementFromPoint(x, y)?.dataset?.k === "0") return [x, y];
        }
        return null;
      });
      await page.mouse.move(...spot);
      assert.equal(await page.locator("#tests tr.lit").getAttribute("data-k"), "0");
      // In space by keyboard, and the camera turns to it.
      await page.locator('#dim input[value="3"]').check({ force: true });
      for (let k = 0; k < await page.locator("#tests [data-k]").count(); k += 1) {
        await page.locator("#tests [data-k]").nth(k).focus();
        assert.equal(await page.locator("#stage .disc").getAttribute("data-k"), String(k));
        const level = await page.evaluate((k) => {
          const { angles: { yaw, pitch }, found } = regions.state;
          const { normal } = found.tests[k];
          const toward = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
          return toward.reduce((sum, x, axis) => sum + x * normal[axis], 0) / Math.hypot(...normal);
        }, k);
        assert(Math.abs(level) > 0.29, `test ${k}: ${level}`);
      }
    },

    async "the tetrahedra on which a face alone fails say so"() {
      const page = await open("");
      await page.locator('#dim input[value="3"]').check({ force: true });
      let failing = 0;
      for (const option of await page.locator("#example option").allTextContents()) {
        await page.selectOption("#example", { label: option });
        const [, says, is] = /fails: (\w+), but it is (\w+)/.exec(option) ?? [];
        const known = await page.locator("#known").textContent();
        assert.equal(/fail here/.test(known), Boolean(says), option);
        if (!says) continue;
        failing += 1;
        assert.match(known, new RegExp(`say \\w+ ${says}\\. But \\w+ ${is} is nearer`), option);
        const vertices = await page.evaluate(() => regions.vertices());
        assert(isNearest(vertices, is) && !isNearest(vertices, says), option);
      }
      assert(failing >= 4);
    },

    async "regions by keyboard, by an address, on a phone"() {
      const page = await open("");
      const where = () => page.evaluate(() => regions.state.points.at(-1));
      const was = await where();
      await page.locator("#handles button").last().focus();
      for (let k = 0; k < 5; k += 1) await page.keyboard.press("ArrowUp");
      const now = await where();
      assert(now[1] > was[1] && now[0] === was[0]);
      const hash = await page.evaluate(() => location.hash);
      const other = await open(hash);
      assert.deepEqual(await other.evaluate(() => regions.state.points), await page.evaluate(() => regions.state.points));
      assert.equal(await answer(other), await answer(page));
      for (const nonsense of ["#points=x", "#points=[[1,2],[3]]", "#points=[[1e99,0],[0,1],[1,1],[0,0]]", address([[0, 0], [0, 0], [0, 0], [0, 0]]), address([[1, 1, 1], [1, 1, 1], [2, 2, 2], [0, 0, 0], [0, 0, 0]])]) {
        const odd = await open(nonsense);
        assert((await answer(odd)).length > 5, nonsense);
        await odd.context().close();
      }
      const phone = await open("", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      assert(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert(await phone.evaluate(() => document.querySelector("#answer").getBoundingClientRect().bottom < innerHeight), "the answer is on the first screen");
    },
  };
}
