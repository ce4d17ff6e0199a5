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
