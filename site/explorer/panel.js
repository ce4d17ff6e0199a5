// A step in words and numbers.

/** A number with few digits. */
export function brief(x) {
  if (x === null || !Number.isFinite(x)) return "not a number";
  const size = Math.abs(x);
  if (x === 0) return "0";
  const text = size < 1e-3 || size >= 1e6 ? x.toExponential(2) : x.toFixed(4).replace(/\.?0+$/, "");
  return withMinus(text);
}

/** A number with all the digits it has. */
export const whole = (x) => (x === null || !Number.isFinite(x) ? "not a number" : withMinus(String(x)));

/** The minus sign, which is as wide as a plus. */
const withMinus = (text) => text.replaceAll("-", "−");

export const point = (p) => `(${p.map(brief).join(", ")})`;

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/** A sentence as HTML. The vertices in it (W, XY, WXY) get a style of their own, so that they are told from shapes; W is the newest. */
export const lettered = (text) =>
  escape(text).replace(/\b(W|[X-ZV]|[W-ZV]{2,5}|[W-Z]{1,3}O)\b/g, (name) => `<i class="vertex${name === "W" ? " newest" : ""}">${name}</i>`);

/** The same in the colors of what the words name. */
export const colored = (text) => lettered(text)
  .replace(/\b(the (?:next )?direction|the difference|the origin|the shapes|the simplex)\b/gi, (words) => `<span class="of-${words.split(" ").at(-1).toLowerCase()}${/next/i.test(words) ? " next" : ""}">${words}</span>`);

const PHASES = {
  search: "Search: is the origin inside?",
  approach: "Approach: to the nearest point",
  completion: "Completion: to full dimension",
  expansion: "Expansion: to the nearest facet",
  refinement: "Local refinement, where the bounds do not meet",
  evidence: "Evidence: is anything beyond?",
  cast: "Cast: along the ray, to the difference",
};

const SIGNS = { "-1": "−", 0: "0", 1: "+" };

/** Whether the step's numbers are unfolded: they stay so at the next step. */
let unfolded = false;
globalThis.document?.addEventListener("toggle", ({ target }) => { if (target.matches?.(".numbers")) unfolded = target.open; }, true);

/** How the step relates to the evaluations of the support mapping. */
function evaluated(step) {
  if (step.evaluation === null || step.evaluation === undefined) return "no evaluation";
  return `evaluation ${step.evaluation}${step.again === null || step.again === undefined ? "" : ", a vertex again"}`;
}

/** The step as HTML. `lit` is the exclusion that is pointed at. */
export function panel(step, lit = null) {
  const length = Math.hypot(...step.direction) || 1;
  const unit = step.direction.map((x) => x / length);
  const rows = [
    ["looked along", point(unit)],
    ["from", step.from.some(Boolean) ? point(step.from) : "0"],
    ["of shape A", `<i>a</i> = ${point(step.newest.a)}`],
    ["of shape B", `<i>b</i> = ${point(step.newest.b)}`],
    ["the newest vertex", `<i class="vertex newest">W</i> = <i>a</i> − <i>b</i> = ${point(step.newest.w)}`],
    ["reaches", `${brief(step.reached)} along the direction`],
  ];
  const names = (vertices, first) =>
    vertices.map((v, k) => `<i class="vertex">${String.fromCharCode(first + k)}</i> ${point(v.w)}`).join(", ");
  if (step.before.length) rows.push(["kept before", names(step.before, 66)]);
  if (step.after.length && step.region) rows.push(["kept now", step.after.map((v) => point(v.w)).join(", ")]);
  if (step.towards) {
    const next = Math.hypot(...step.towards) || 1;
    rows.push(["looks next", `along ${point(step.towards.map((x) => x / next))} from ${point(step.towards_from)}`]);
  }
  if (step.polytope) {
    rows.push(["facets", `${step.polytope.facets.length}`]);
    rows.push(["perpendicular", `from 0 to ${point(step.polytope.foot)}`]);
    rows.push(["depth", `from ${brief(step.polytope.lower)} to ${brief(step.polytope.upper)}`]);
  }
  if (step.progress) rows.push(["lower", `${brief(step.progress.lower)}, where the ray is at ${point(step.progress.point)}`]);
  const half = (k) => step.excluded.findIndex(({ test }) => test === k);
  const attributes = (k) => (k < 0 ? "" : ` data-k="${k}" tabindex="0"${k === lit ? ' class="lit"' : ""}`);
  const tests = step.tests.map((test, k) =>
    `<tr${attributes(half(k))}><th scope="row">${escape(test.name)}</th><td class="number">${brief(test.value)}</td>` +
    `<td class="sign" data-sign="${test.sign}">${SIGNS[test.sign]}</td><td>${escape(test.says)}</td></tr>`).join("");
  const argued = step.excluded.map((half, k) => [half, k]).filter(([{ test }]) => test === null).map(([{ of, why }, k]) =>
    `<li${attributes(k)}><b class="${of === "set" ? "of-empty" : "of-excluded"}">` +
    `${of === "set" ? "beyond W" : `behind ${"XYZV".slice(0, step.before.length)}`}</b> ${lettered(why)}.</li>`).join("");
  return `<p class="phase">${PHASES[step.phase] ?? step.phase} <span class="evaluation">${evaluated(step)}</span>` +
    `<span class="region">${escape(step.case)}${step.region ? ` → ${escape(step.region)}` : ""}</span></p>` +
    `<p class="why">${lettered(step.why)}</p>` +
    `<div class="facts"><div>` +
    (tests ? `<table class="tests"><caption>Tests, in order</caption><thead><tr><th scope="col">product</th>` +
      `<th scope="col" class="number">value</th><th scope="col">sign</th><th scope="col">so the origin is</th></tr></thead>` +
      `<tbody>${tests}</tbody></table>` : "") +
    (argued ? `<ul class="argued" aria-label="Excluded without a test">${argued}</ul>` : "") +
    `</div><details class="numbers"${unfolded ? " open" : ""}><summary>Numbers</summary><dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl></details></div>`;
}

/** One step in several arithmetics, side by side: `columns` are [name, step or nothing, whether it is the first one]. */
export function compared(columns, number) {
  const all = (list) => [...new Set(list)];
  const cell = (row) => columns.map(([, step]) => (step ? row(step) : "–"));
  const rows = [
    ["looked along", cell(({ direction }) => `(${direction.map((x) => brief(x / (Math.hypot(...direction) || 1))).join(", ")})`)],
    ["the newest vertex", cell(({ newest }) => `(${newest.w.map(whole).join(", ")})`)],
    ["of shape A", cell(({ newest }) => `(${newest.a.map(whole).join(", ")})`)],
    ["of shape B", cell(({ newest }) => `(${newest.b.map(whole).join(", ")})`)],
    ["reaches", cell(({ reached }) => whole(reached))],
  ];
  for (const name of all(columns.flatMap(([, step]) => step?.tests.map((test) => test.name) ?? []))) {
    rows.push([name, cell(({ tests }) => {
      const test = tests.find((test) => test.name === name);
      return test ? `${whole(test.value)} <b class="sign" data-sign="${test.sign}">${SIGNS[test.sign]}</b>` : "–";
    })]);
  }
  rows.push(["so", cell(({ region, stop, case: name }) => escape(region ?? stop ?? name))]);
  const differ = (cells) => new Set(cells).size > 1;
  return `<table class="compared"><caption>Step ${number} in each arithmetic</caption><thead><tr><td></td>` +
    `${columns.map(([name]) => `<th scope="col">${name}</th>`).join("")}</tr></thead><tbody>` +
    rows.map(([name, cells]) => `<tr${differ(cells) ? ' class="differs"' : ""}><th scope="row">${escape(name)}</th>` +
      `${cells.map((text) => `<td>${text}</td>`).join("")}</tr>`).join("") + `</tbody></table>`;
}

/** What the evaluations were for that no step shows: they follow the search. */
function untoldFor(query, { verdict }) {
  if (query === "shapecast") return "for the contact of shapes that meet at once";
  if (verdict === "apart") return "for the witness points: what was kept gives them with fewer digits than the distance";
  return "for the witness points: the minimum translation ends beside the facet that was found";
}

/** The answer to a query, in a line. There were `steps` steps. */
export function verdict(answer, steps = [], query = "") {
  const parts = [answer.verdict];
  if (answer.separation != null) {
    parts.push(answer.separation > 0 ? `distance ${brief(answer.separation)}` : `depth ${brief(-answer.separation)}`);
  }
  if (answer.toi != null) parts.push(`toi ${brief(answer.toi)}`);
  if (answer.lower != null) parts.push(`lower ${whole(answer.lower)}`);
  const count = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;
  const without = steps.filter(({ evaluation }) => evaluation === null).length;
  const untold = answer.evaluations - (steps.length - without);
  let counted = count(answer.evaluations, "evaluation");
  if (steps.length && (without || untold > 0)) {
    const reasons = [];
    if (without) reasons.push(`${without} of them without one`);
    if (untold > 0) reasons.push(`and ${untold} more that no step shows, ${untoldFor(query, answer)}`);
    counted += ` in ${count(steps.length, "step")}, ${reasons.join(", ")}`;
  }
  parts.push(counted);
  return parts.join(" · ");
}
