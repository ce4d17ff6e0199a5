// Runs tests of pages in a browser.

import assert from "node:assert/strict";

/**
 * What Chromium is started with. For the address bar of each window it makes two pages of its own, which take longer than many a test; the list
 * without them takes the place of Playwright's, from which the other features are.
 */
export const SWITCHES = [
  "--no-sandbox", "--disable-gpu",
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AcceptCHFrame,HttpsUpgrades,PaintHolding,RenderDocument,ThirdPartyStoragePartitioning,Translate",
];

/**
 * Runs the tests whose names match the regular expression in ONLY, one after the other, and closes what each has opened; how many failed.
 * `complaints` are what the pages have said on the console: a test has to leave none.
 */
export async function runTests(tests, browser, complaints = []) {
  const only = new RegExp(process.env.ONLY ?? "");
  let failed = 0;
  for (const [name, test] of Object.entries(tests).filter(([name]) => only.test(name))) {
    const started = Date.now();
    try {
      await test();
      assert.deepEqual(complaints, [], "the console is silent");
      console.log(`ok    ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${name}\n${String(error.stack).slice(0, 3000)}`);
    }
    complaints.length = 0;
    for (const context of browser.contexts()) await context.close();
  }
  return failed;
}

/** Every third of what is alike, from a place of the test's choice; all of it with ALL=1. */
export const some = (list, from = 0) => list.filter((_, k) => process.env.ALL || k % 3 === from % 3);

/** In a page: how many names stand in pictures, and which lie on a line, though their rings or letters could be beside it. */
export function onLines(pictures) {
  const LINES = "line:not(.grid, .axis, .leader, .stem, .grasp, .heading), path:is(.direction, .next, .perpendicular, .end), polygon:is(.shape, .facet, .where)";
  const covered = [];
  let names = 0;
  for (const svg of document.querySelectorAll(pictures)) {
    const lines = [...svg.querySelectorAll(LINES)].filter((line) => line.checkVisibility() && line.getTotalLength() > 0).map((line) => {
      const [length, matrix] = [line.getTotalLength(), line.getScreenCTM()];
      const count = Math.min(Math.ceil(length / 2), 2000);
      return [line, Array.from({ length: count + 1 }, (_, k) => line.getPointAtLength((length * k) / count).matrixTransform(matrix))];
    });
    for (const text of svg.querySelectorAll("text:not(.tick-name)")) {
      names += 1;
      const ring = text.previousElementSibling?.matches(".ring");
      const { left, right, top, bottom, height } = (ring ? text.previousElementSibling : text).getBoundingClientRect();
      const [high, low] = ring ? [top, bottom] : [top + 0.25 * height, bottom - 0.2 * height];
      const line = lines.find(([, points]) => points.some(({ x, y }) => x > left + 0.5 && x < right - 0.5 && y > high + 0.5 && y < low - 0.5))?.[0];
      if (line) covered.push(`${text.textContent} on ${line.getAttribute("class")}`);
    }
  }
  return { names, covered };
}
