// How the explorer is looked at: the view, the step, the selection, the names, the room they have, and what moves.

import assert from "node:assert/strict";
import { onLines, some } from "../run-tests.js";

export function lookTests({ visit, asked, said, count, written, settled, middle, drag }) {
  const angles = (page) => page.evaluate(() => explorer.scene.angles);
  const views = (page) => page.evaluate(() => explorer.scene.views);
  const picture = (page) => page.evaluate(() => [...document.querySelectorAll(".drawing")].map((layer) => layer.innerHTML));
  const presets = (page) => page.evaluate(() => explorer.presets.map(({ id }) => id));
  const length = (page) => page.evaluate(() => explorer.reply.trace.steps.length);
  const choose = async (page, id) => {
    await page.selectOption("#preset", id);
    await page.waitForFunction((id) => explorer.state.preset.id === id && explorer.reply, id);
  };
  const zoom = (page, by) => page.evaluate((by) => explorer.scene.zoom(1, [120, 90], by), by);

  return {
    async "a view turned by hand stays, and is forgotten with the example"() {
      const page = await visit("#preset=two-acd-adb&step=1");
      const first = await angles(page);
      await page.keyboard.press("End");
      assert.notDeepEqual(await angles(page), first, "the camera follows the faces");
      const box = await page.locator("#shapes").boundingBox();
      await drag(page, [box.x + 10, box.y + 10], [box.x + 90, box.y + 40]);
      const turned = await angles(page);
      for (const key of ["Home", "ArrowRight", "ArrowRight", "End"]) {
        await page.keyboard.press(key);
        assert.deepEqual(await angles(page), turned, key);
      }
      // A test that is pointed at turns it for as long.
      await page.keyboard.press("ArrowLeft");
      await page.locator("#panel .tests [data-k]").first().hover();
      await page.mouse.move(5, 5);
      assert.deepEqual(await angles(page), turned, "and back");
      await choose(page, "boxes");
      assert.equal(await page.evaluate(() => explorer.scene.byHand), false);
    },

    async "what a test shows is not seen edge on, in any example"() {
      const page = await visit("#preset=boxes");
      let [rows, turned] = [0, 0];
      for (const id of some(await presets(page), 1)) {
        await choose(page, id);
        if (await page.evaluate(() => explorer.state.preset.dim) === 2) continue;
        const steps = await length(page);
        for (let k = 0; k < Math.min(steps, 8); k += 1) {
          const found = await page.evaluate((k) => {
            explorer.player.go(k);
            const { scene, host, reply } = explorer;
            const level = (half) => {
              const { yaw, pitch } = scene.angles;
              const toward = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
              return toward.reduce((sum, x, axis) => sum + x * half.normal[axis], 0) / Math.hypot(...half.normal);
            };
            const before = JSON.stringify(scene.angles);
            return reply.trace.steps[k].excluded.map((half, i) => {
              host.light(i);
              const seen = [level(half), JSON.stringify(scene.angles) !== before];
              host.light(null);
              return seen;
            });
          }, k);
          for (const [level, moved] of found) {
            assert(Math.abs(level) > 0.29, `${id}, step ${k + 1}: ${level}`);
            rows += 1;
            turned += moved ? 1 : 0;
          }
        }
      }
      assert(rows > 50 && turned > 10, `${rows} half-spaces, ${turned} times the camera turned`);
    },

    async "a step is kept when a shape is dragged away and back"() {
      const page = await visit("#preset=worked-depth&step=6");
      const [x, y] = await middle(page, ".label.name.b");
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 260, y, { steps: 4 });
      const { trace } = await asked(page);
      assert(trace.steps.length < 6, "there are fewer steps on the way");
      assert.equal(await count(page), `${trace.steps.length} / ${trace.steps.length}`);
      await page.mouse.move(x, y, { steps: 4 });
      await page.mouse.up();
      assert.match(await count(page), /^6 \//);
    },

    async "adding adds to the selected shape, and the selection shows"() {
      const page = await visit("#preset=apart");
      const points = () => page.evaluate(() => ["a", "b"].map((name) => explorer.state.shapes[name].points.length));
      const width = (name) => page.evaluate((name) => parseFloat(getComputedStyle(document.querySelector(`#shapes .shape.${name}`)).strokeWidth), name);
      await page.locator('#mode input[value="add"]').check({ force: true });
      for (const [name, other] of [["a", "b"], ["b", "a"]]) {
        await page.locator(`#select-${name}`).click();
        assert(await width(name) > await width(other), `${name} is seen to be selected`);
        assert.equal(await page.locator(`#select-${name}`).getAttribute("aria-pressed"), "true");
        assert.equal(await page.locator(`#select-${other}`).getAttribute("aria-pressed"), "false");
        // On the other shape, even.
        const before = await points();
        const [x, y] = await middle(page, `.label.name.${other}`);
        await page.mouse.click(x + 3, y + 14);
        const wanted = name === "a" ? [before[0] + 1, before[1]] : [before[0], before[1] + 1];
        assert.deepEqual(await points(), wanted, name);
      }
      // By touching a shape it is selected.
      await page.locator('#mode input[value="move"]').check({ force: true });
      await page.mouse.click(...await middle(page, ".label.name.a"));
      assert.equal(await page.locator("#select-a").getAttribute("aria-pressed"), "true");
    },

    async "the address holds the camera, the zoom and what is shown"() {
      for (const preset of ["worked", "two-acd-adb"]) {
        const page = await visit(`#preset=${preset}&step=3`);
        await page.evaluate(() => new Promise((resolve) => { setTimeout(resolve, 200); }));
        assert.doesNotMatch(await page.evaluate(() => explorer.address()), /view|eye|show/, "nothing that is as usual");
        for (const name of ["grid", "coordinates"]) await page.locator(`#show input[value=${name}]`).check();
        await page.locator("#show input[value=handles]").uncheck();
        const box = await page.locator("#difference").boundingBox();
        await drag(page, [box.x + 8, box.y + 8], [box.x + 61, box.y + 30]);
        await zoom(page, 1.7);
        await page.mouse.move(2, 2);
        await written(page);
        const other = await visit(await page.evaluate(() => location.hash));
        assert.deepEqual(await views(other), await views(page));
        assert.deepEqual(await picture(other), await picture(page), preset);
        assert.equal(await other.evaluate(() => explorer.address()), await page.evaluate(() => explorer.address()));
        assert(!(await other.locator("#show input[value=handles]").isChecked()));
        // At another size the same part is seen.
        const small = await visit(await page.evaluate(() => location.hash), { viewport: { width: 800, height: 700 } });
        const span = ([, view]) => Math.min(...view.size) / view.scale;
        assert(Math.abs(span(await views(small)) / span(await views(page)) - 1) < 1e-6);
        // As does a step that was come to by keys, and not turned by hand.
        await page.locator("#fit").click();
        for (const key of ["Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
        await written(page);
        const again = await visit(await page.evaluate(() => location.hash));
        assert.deepEqual(await picture(again), await picture(page));
        await again.context().close();
        // Fitting forgets it.
        await other.locator("#fit").click();
        await written(other);
        assert.doesNotMatch(await other.evaluate(() => location.hash), /view|eye/);
        for (const each of [page, other, small]) await each.context().close();
      }
      const page = await visit("#preset=worked&view=1,2;x&show=none&eye=1");
      assert.match(await page.locator("#status").textContent(), /What to show.*The view.*The direction/);
    },

    async "the zoom survives a resize"() {
      for (const preset of ["apart", "boxes"]) {
        const page = await visit(`#preset=${preset}`);
        await zoom(page, 2);
        const was = await views(page);
        await page.setViewportSize({ width: 900, height: 600 });
        await page.waitForFunction((size) => explorer.scene.views[1].size.join() !== size, was[1].size.join());
        await settled(page);
        const now = await views(page);
        const span = (view) => Math.min(...view.size) / view.scale;
        assert.deepEqual(now[1].center, was[1].center);
        assert(Math.abs(span(now[1]) / span(was[1]) - 1) < 1e-6, `${span(now[1])}, not ${span(was[1])}`);
        // The other pane was not touched: it shows everything, and fills its room.
        const room = await page.evaluate(() => {
          const pane = document.querySelector("#shapes").getBoundingClientRect();
          const boxes = [...document.querySelectorAll("#shapes .shape")].map((shape) => shape.getBoundingClientRect());
          return [Math.min(...boxes.map(({ top }) => top)) - pane.top, pane.bottom - Math.max(...boxes.map(({ bottom }) => bottom)),
            Math.min(...boxes.map(({ left }) => left)) - pane.left, pane.right - Math.max(...boxes.map(({ right }) => right))];
        });
        assert(room.every((x) => x >= 0) && Math.min(...room) < 70, room.join());
        await page.context().close();
      }
    },

    async "no name lies on another, nor on a line: every example and step, in one of three widths"() {
      let names = 0;
      const covered = [];
      for (const [turn, [width, height]] of [[360, 740], [768, 1024], [1440, 900]].entries()) {
        const page = await visit("#preset=worked", { viewport: { width, height }, drawer: false });
        for (const id of some(await presets(page), turn)) {
          await choose(page, id);
          for (const coordinates of width === 768 ? [false, true] : [false]) {
            const found = await page.evaluate((coordinates) => {
              const { host, player, reply } = explorer;
              host.show.coordinates = coordinates;
              const met = [];
              let seen = 0;
              for (let k = 0; k < reply.trace.steps.length; k += 1) {
                player.go(k ? 0 : 1);
                player.go(k);
                for (const pane of ["shapes", "difference"]) {
                  const frame = document.querySelector(`#${pane}`).getBoundingClientRect();
                  // What the eye sees of a name: not the room above and below its letters.
                  const boxes = [...document.querySelectorAll(`#${pane} text`)].map((text) => {
                    const { left, right, top, height } = text.getBoundingClientRect();
                    return { name: text.textContent, left, right, top: top + height * 0.2, bottom: top + height * 0.8 };
                  }).filter(({ left, right }) => right > left);
                  const rings = [...document.querySelectorAll(`#${pane} .ring`)].map((ring) => ({ name: "ring", ...ring.getBoundingClientRect().toJSON(), of: ring.nextElementSibling.textContent }));
                  seen += boxes.length;
                  const all = [...boxes, ...rings];
                  all.forEach((p, i) => {
                    if (p.left < frame.left - 1 || p.right > frame.right + 1 || p.top < frame.top - 1 || p.bottom > frame.bottom + 1) met.push(`step ${k + 1}: ${p.name} is cut off`);
                    all.slice(0, i).forEach((q) => {
                      if ((p.of ?? q.of) && (p.of === q.name || q.of === p.name)) return;
                      if (p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom) met.push(`step ${k + 1}, ${pane}: ${q.name} and ${p.name}`);
                    });
                  });
                }
              }
              host.show.coordinates = false;
              return { met, seen };
            }, coordinates);
            assert.deepEqual(found.met, [], `${id} at ${width}${coordinates ? ", coordinates" : ""}`);
            names += found.seen;
          }
          if (width !== 1440) continue;
          for (const step of [0, 99]) {
            await page.evaluate((step) => explorer.player.go(step), step);
            covered.push(...(await page.evaluate(onLines, ".stage svg")).covered.map((name) => `${id}: ${name}`));
          }
        }
        await page.context().close();
      }
      assert(names > 1300, `${names} names`);
      // Where half-planes are narrower than their names, and lines lie side by side.
      assert(covered.length < 12 && covered.every((name) => /^(overlap|parallel|cast-boxes):/.test(name)), covered.join("\n"));
    },

    async "every vertex of the simplex keeps its name"() {
      const page = await visit("#preset=worked", { viewport: { width: 360, height: 740 }, drawer: false });
      for (const id of some(await presets(page), 2)) {
        await choose(page, id);
        const steps = await length(page);
        for (let k = 0; k < steps; k += 1) {
          const [names, wanted] = await page.evaluate((k) => {
            explorer.player.go(k);
            const { before, polytope } = explorer.reply.trace.steps[k];
            return [[...document.querySelectorAll("#difference .label.vertex")].map((e) => e.textContent), polytope ? ["W"] : [..."WXYZV"].slice(0, before.length + 1)];
          }, k);
          for (const name of wanted) assert(names.includes(name), `${id}, step ${k + 1}: ${name} of ${names}`);
        }
      }
    },

    async "evaluations that no step shows are said why"() {
      const page = await visit("#preset=worked");
      const reasons = new Set();
      for (const id of some(await presets(page), 2)) {
        await choose(page, id);
        for (const query of ["intersect", "distance", "contact", "shapecast"]) {
          await page.locator(`#query input[value="${query}"]`).check({ force: true });
          await page.keyboard.press("End");
          const { answer, steps } = (await asked(page)).trace;
          const untold = answer.evaluations - steps.filter(({ evaluation }) => evaluation !== null).length;
          const [, told = "0", why = ""] = (await page.locator("#verdict").textContent()).match(/and (\d+) more that no step shows, for (.*)$/) ?? [];
          assert.equal(Number(told), Math.max(untold, 0), `${id}, ${query}`);
          if (untold > 0) reasons.add(`${query}: ${why}`);
        }
      }
      assert(reasons.size >= 2, [...reasons].join("\n"));
    },

    async "the minimum translation follows from bounds that meet"() {
      const page = await visit("#preset=same");
      await page.keyboard.press("End");
      const step = await page.evaluate(() => explorer.reply.trace.steps.at(-1));
      assert.equal(step.stop, "bounds-met");
      assert.match(await said(page), /none is nearer than 2: .* at least that.*reaches 2: .* at most that\. The bounds meet, so/);
      // And so it is: with two edges in place of the marked one none is nearer than the upper bound.
      const { facets: [[p, q], ...rest], upper } = step.polytope;
      const a = step.newest.w;
      const level = ([[x, y], [u, v]]) => Math.abs(x * v - y * u) / Math.hypot(u - x, v - y);
      assert(Math.abs(Math.min(...[[p, a], [a, q], ...rest].map(level)) - upper) < 1e-9);
    },

    async "the panes take more than half of the window, and the controls are in a drawer"() {
      for (const [width, height] of [[360, 740], [768, 1024], [1440, 900], [1920, 1080]]) {
        const page = await visit("#preset=worked&step=3", { viewport: { width, height }, drawer: false });
        const high = await page.evaluate(() => {
          const [p, q] = [...document.querySelectorAll(".stage")].map((stage) => stage.getBoundingClientRect());
          return Math.max(p.bottom, q.bottom) - Math.min(p.top, q.top);
        });
        assert(high > height / 2, `${high} of ${height}`);
        assert(await page.locator("#drawer").isHidden());
        assert(await page.locator("#gallery-a").isHidden());
        // What is needed to follow is not.
        assert(await page.locator(".legend").isVisible());
        await page.locator("#open").click();
        assert(await page.locator("#gallery-a").isVisible());
        assert.equal(await page.locator("#open").getAttribute("aria-expanded"), "true");
        await settled(page);
        // The panes are still to be seen beside it.
        assert(await page.evaluate(() => {
          const drawer = document.querySelector("#drawer").getBoundingClientRect();
          const pane = document.querySelector("#shapes").getBoundingClientRect();
          return pane.right <= drawer.left || pane.bottom <= drawer.top;
        }), `${width}: the drawer hides the shapes`);
        await page.locator("#open").click();
        assert(await page.locator("#drawer").isHidden());
        await page.context().close();
      }
    },

    async "two rows of controls at most, numbers folded away, examples in groups"() {
      for (const [width, height] of [[360, 740], [768, 1024], [1440, 900]]) {
        for (const preset of ["worked", "motion", "boxes", "cast"]) {
          const page = await visit(`#preset=${preset}`, { viewport: { width, height }, drawer: false });
          const rows = await page.evaluate(() => {
            const boxes = [...document.querySelectorAll("main :is(button, select, input, .segments)")].filter((each) => each.checkVisibility() && !each.closest(".segments label, .panel, svg")).map((each) => each.getBoundingClientRect()).sort((p, q) => p.top - q.top);
            // What overlaps in height is in one row.
            return boxes.reduce(({ count, bottom }, box) => (box.top < bottom ? { count, bottom: Math.max(bottom, box.bottom) } : { count: count + 1, bottom: box.bottom }), { count: 0, bottom: -1 }).count;
          });
          assert(rows <= 2, `${preset} at ${width}: ${rows} rows`);
          await page.context().close();
        }
      }
      const page = await visit("#preset=worked&step=2", { drawer: false });
      assert(await page.locator("#panel dl").isHidden());
      await page.locator("#panel .numbers summary").click();
      assert(await page.locator("#panel dl").isVisible());
      await page.locator('[data-do="forward"]').click();
      assert(await page.locator("#panel dl").isVisible(), "they stay");
      const groups = await page.locator("#preset optgroup").evaluateAll((all) => all.map((group) => group.children.length));
      assert(groups.length >= 6 && Math.max(...groups) <= 6, `${groups}`);
    },

    async "on a phone one pane is large enough for fingers"() {
      const page = await visit("#preset=apart", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, drawer: false });
      const box = (selector) => page.evaluate((selector) => document.querySelector(selector).getBoundingClientRect().toJSON(), selector);
      assert((await box("#shapes")).height >= 280);
      for (const name of ["a", "b"]) {
        const { width, height } = await box(`#shapes .shape.${name}`);
        assert(Math.max(width, height) > 90, `${name}: ${width} × ${height}`);
      }
      assert((await box("#panel .why")).bottom < 740, "and the sentence is seen");
      const finger = await page.context().newCDPSession(page);
      const drag = async ([x, y]) => {
        for (const [type, dx] of [["touchStart", 0], ["touchMove", 15], ["touchMove", 40], ["touchEnd", 40]]) await finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: x + dx, y }] });
      };
      // What is dragged on the small one stays where it is; a tap makes it the large one.
      const shapes = () => page.evaluate(() => JSON.stringify(explorer.state.shapes));
      const was = await shapes();
      await drag(await middle(page, "#difference .shape.difference"));
      assert.equal(await shapes(), was);
      const large = async (name) => {
        await page.waitForSelector(`html[data-large="${name}"]`);
        await settled(page);
      };
      await page.locator("#difference").tap();
      await large("difference");
      assert((await box("#difference")).height >= 280 && (await box("#shapes")).height < 140);
      const { width, height } = await box("#difference .shape.difference");
      assert(Math.max(width, height) > 150, `the difference is ${width} × ${height}`);
      await drag(await middle(page, "#difference .shape.difference"));
      assert.notEqual(await shapes(), was);
      await page.locator("#shapes").tap();
      await large("shapes");
      // A step shows the difference.
      await page.locator('[data-do="forward"]').tap();
      await large("difference");
      assert((await box("#difference")).height >= 280);
    },

    async "a motion is run with the drawer closed"() {
      const page = await visit("#preset=motion", { drawer: false });
      assert(await page.locator("#motion").isVisible());
      const was = await page.evaluate(() => explorer.state.time);
      await page.locator("#run").click();
      await page.waitForFunction((was) => explorer.state.time > was, was);
      await page.locator("#run").click();
    },

    async "what moves takes 200 ms, and nothing moves where that is not wanted"() {
      for (const preset of ["worked", "two-acd-adb"]) {
        for (const reducedMotion of ["no-preference", "reduce"]) {
          const page = await visit(`#preset=${preset}&step=1`, { reducedMotion });
          // The drawing at the moment of a step, on the way, and in the end.
          const seen = await page.evaluate(async () => {
            const place = () => ["path.direction", ".dot.newest"].map((each) => {
              const mark = document.querySelector(`#difference ${each}`);
              return mark.getAttribute("d") ?? mark.getAttribute("cx");
            }).join();
            const began = performance.now();
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
            const list = [place()];
            let last = 0;
            while (performance.now() - began < 600) {
              await new Promise(requestAnimationFrame);
              if (place() !== list.at(-1)) {
                list.push(place());
                last = performance.now() - began;
              }
            }
            return { list, last };
          });
          if (reducedMotion === "reduce") assert.equal(seen.list.length, 1, "at once");
          else assert(seen.list.length > 2 && seen.last > 100 && seen.last < 450, `${preset}: ${seen.list.length} places until ${seen.last} ms`);
          const still = await visit(`#preset=${preset}&step=2`);
          assert.deepEqual(await picture(page), await picture(still), `${preset}: and ends where it is to be`);
          await page.context().close();
          await still.context().close();
        }
      }
    },
  };
}
