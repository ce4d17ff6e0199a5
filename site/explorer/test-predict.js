// Predict, then reveal: what is asked, what is answered, and what is not told before.

import assert from "node:assert/strict";
import { some } from "../run-tests.js";

export function predictTests({ visit, said, count, written, middle }) {
  const asked = (page) => page.evaluate(() => {
    const { kind, ask, choices } = explorer.quiz.current ?? {};
    return kind && { kind, ask, choices: choices.map(({ text, letter, right }) => ({ text, letter, right })) };
  });
  const right = async (page) => (await asked(page)).choices.findIndex(({ right }) => right);
  /** Answers, rightly or not, by the buttons. */
  const answer = async (page, rightly = true) => {
    const k = await right(page);
    const { choices } = await asked(page);
    await page.locator(`#panel [data-choice="${rightly ? k : (k + 1) % choices.length}"]`).click();
  };
  const choose = async (page, id) => {
    await page.selectOption("#preset", id);
    await page.waitForFunction((id) => explorer.state.preset.id === id && explorer.reply, id);
  };
  const visible = (page, selector) => page.evaluate((selector) => [...document.querySelectorAll(selector)].filter((e) => getComputedStyle(e).display !== "none").length, selector);

  return {
    async "every question has one right choice, and it is the library's"() {
      const page = await visit("#preset=worked", { drawer: false });
      const kinds = {};
      for (const id of await page.evaluate(() => explorer.presets.map(({ id }) => id))) {
        await choose(page, id);
        const list = await page.evaluate(async () => {
          const { questions } = await import("./predict.js");
          const { reply } = explorer;
          return reply.trace.steps.map((step, k) => ({ step, list: questions(reply.trace, k, reply.scene) }));
        });
        for (const [k, { step, list: questions }] of list.entries()) {
          for (const { kind, choices, why } of questions) {
            const where = `${id}, step ${k + 1}, ${kind}`;
            const best = choices.filter(({ right }) => right);
            assert.equal(best.length, 1, where);
            assert(choices.length >= 2 && new Set(choices.map(({ text }) => text)).size === choices.length, where);
            assert(why.length > 20, where);
            const dot = (p, q) => p.reduce((sum, x, axis) => sum + x * q[axis], 0);
            if (kind === "support") {
              // No other choice comes as far.
              const far = (p) => dot(p, step.direction);
              for (const choice of choices) if (!choice.right) assert(far(choice.at) < far(best[0].at), where);
              assert.deepEqual(best[0].at, step.newest.w, where);
            }
            if (kind === "direction") assert.deepEqual(best[0].way, step.towards, where);
            if (kind === "region" && step.region && step.phase !== "expansion" && step.phase !== "cast") assert.equal(best[0].text, step.region, where);
            kinds[kind] = (kinds[kind] ?? 0) + 1;
          }
        }
      }
      assert(kinds.support > 60 && kinds.region > 60 && kinds.direction > 50, JSON.stringify(kinds));
    },

    async "a step is asked for before it is shown, and nothing later is told"() {
      for (const id of ["worked", "apart", "worked-depth", "two-acd-adb", "cast"]) {
        const page = await visit(`#preset=${id}&step=1&predict=1`, { drawer: false });
        const steps = await page.evaluate(() => explorer.reply.trace.steps);
        let questions = 0;
        for (let k = 0; k < steps.length; k += 1) {
          assert.match(await count(page), k < steps.length - 1 ? /\/ \?$/ : new RegExp(`/ ${steps.length}$`), `${id}, step ${k + 1}`);
          for (let question = await asked(page); question; question = await asked(page)) {
            const shown = await page.locator("#panel").textContent();
            assert(!shown.includes(steps[k].why), "the sentence is not shown");
            assert.equal(await visible(page, "#difference .drawing .next, #difference .drawing .witness"), 0);
            if (question.kind === "support") assert.equal(await visible(page, "#difference .drawing .newest, #shapes .drawing .newest, #shapes .drawing .direction"), 0);
            if (question.kind === "region" && steps[k].phase === "search") assert.equal(await visible(page, "#difference .drawing .simplex, #difference .drawing .excluded"), 0);
            assert.equal(await page.locator("#verdict").textContent(), "");
            // Nobody gets past it.
            await page.evaluate(() => document.activeElement.blur());
            await page.keyboard.press("End");
            assert.equal(await page.evaluate(() => explorer.player.step), k);
            await answer(page, questions % 3 !== 1);
            assert.match(await page.locator("#panel .why").textContent(), questions % 3 !== 1 ? /^Right\. / : /^No\. /);
            questions += 1;
            await page.locator("#go-on").click();
          }
          assert.equal(await said(page), steps[k].why, "then it is shown");
          await page.evaluate(() => document.activeElement.blur());
          await page.keyboard.press("ArrowRight");
        }
        assert(questions >= steps.length, `${questions} questions`);
        assert.notEqual(await page.locator("#verdict").textContent(), "");
        const wrong = Math.floor((questions + 1) / 3);
        assert.equal(await page.locator("#score").textContent(), `${questions - wrong} of ${questions} right`);
        await page.context().close();
      }
    },

    async "a click in the pane answers: a vertex, a feature, a direction"() {
      const page = await visit("#preset=worked&step=3&predict=1", { drawer: false });
      for (const kind of ["support", "region", "direction"]) {
        assert.equal((await asked(page)).kind, kind);
        const k = await right(page);
        const place = await page.evaluate((k) => {
          const [x, y] = explorer.quiz.places(explorer.scene)[k];
          const box = document.querySelector("#difference").getBoundingClientRect();
          return [box.left + x, box.top + y];
        }, k);
        const was = await page.evaluate(() => JSON.stringify(explorer.state.shapes));
        await page.mouse.click(place[0] + 4, place[1] - 3);
        assert.match(await page.locator("#panel .why").textContent(), /^Right\. /, kind);
        assert.equal(await page.locator("#difference .choice.right").count(), 1);
        assert.equal(await page.evaluate(() => JSON.stringify(explorer.state.shapes)), was, "and drags nothing");
        await page.locator("#go-on").click();
      }
      // One that is not right says why, by the tests.
      await page.keyboard.press("ArrowRight");
      for (let question = await asked(page); question.kind !== "region"; question = await asked(page)) {
        await answer(page);
        await page.locator("#go-on").click();
      }
      await answer(page, false);
      assert.match(await page.locator("#panel .why").textContent(), /^No\. .*WX⊥ · WO = .*not beyond WX.*inside/);
    },

    async "choices in the pane do not lie on each other, on a phone either"() {
      const page = await visit("#preset=worked&step=1&predict=1", { viewport: { width: 360, height: 740 }, drawer: false });
      // Pressed from within: what moves a hand is tried elsewhere, and takes a tenth of a second.
      const press = (selector) => page.evaluate((selector) => {
        document.querySelector(selector).click();
        return new Promise((resolve) => requestAnimationFrame(() => resolve()));
      }, selector);
      let seen = 0;
      for (const id of some(await page.evaluate(() => explorer.presets.map(({ id }) => id)), 1)) {
        await choose(page, id);
        for (let questions = 0; questions < 12; questions += 1) {
          if (!(await asked(page))) {
            if (!(await page.locator("#go-on").count())) break;
            await press("#go-on");
            continue;
          }
          const met = await page.evaluate(() => {
            const frame = document.querySelector("#difference").getBoundingClientRect();
            const boxes = [...document.querySelectorAll("#difference .choice rect")].map((rect) => rect.getBoundingClientRect());
            const outside = boxes.filter((p) => p.left < frame.left || p.right > frame.right || p.top < frame.top || p.bottom > frame.bottom).length;
            return [boxes.length, outside, boxes.flatMap((p, i) => boxes.slice(0, i).filter((q) => p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1)).length];
          });
          assert.deepEqual(met.slice(1), [0, 0], `${id}, question ${questions + 1}`);
          seen += met[0];
          await press(`#panel [data-choice="${await right(page)}"]`);
          await press("#go-on");
        }
      }
      assert(seen > 80, `${seen} choices`);
    },

    async "predicting by keyboard alone, and by an address"() {
      const page = await visit("#preset=touching&step=1", { drawer: false });
      await page.locator("#predict").focus();
      await page.keyboard.press("Enter");
      assert.equal(await page.locator("#predict").getAttribute("aria-pressed"), "true");
      await written(page);
      const other = await visit(await page.evaluate(() => location.hash), { drawer: false });
      assert.deepEqual(await asked(other), await asked(page));
      await other.context().close();
      const { length } = await page.evaluate(() => explorer.reply.trace.steps);
      await page.locator("#panel [data-choice]").first().focus();
      for (let presses = 0; presses < 60 && await page.locator("#verdict").textContent() === ""; presses += 1) await page.keyboard.press("Enter");
      assert.match(await page.locator("#verdict").textContent(), /touching|intersecting/);
      assert.equal(await page.evaluate(() => explorer.player.step), length - 1, "Enter chooses, goes on, and steps");
    },

    async "what was told is forgotten with another example"() {
      const page = await visit("#preset=hair", { drawer: false });
      await page.locator("#tell").click();
      assert.notEqual(await page.locator("#verdict").textContent(), "");
      await choose(page, "apart");
      assert.equal(await page.locator("#verdict").textContent(), "");
      assert.equal(await page.locator("#tell").getAttribute("aria-pressed"), "false");
      // Predicting goes on, with the step that the example begins with.
      await page.locator("#predict").click();
      await choose(page, "acute");
      assert.match(await count(page), /^4 \/ \?/);
      assert((await asked(page)).choices.length > 1);
      // And ends where it is switched off.
      await page.locator("#predict").click();
      assert.equal(await page.locator(".ask").count(), 0);
      assert.match(await count(page), /^4 \/ \d/);
    },
  };
}
