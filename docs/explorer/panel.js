// A step in words and numbers.

/** A number in few digits. */
export function brief(x) {
  if (x === null || !Number.isFinite(x)) return "not a number";
  const size = Math.abs(x);
  if (x === 0) return "0";
  const text = size < 1e-3 || size >= 1e6 ? x.toExponential(2) : x.toFixed(4).replace(/\.?0+$/, "");
  return text.replace("-", "−");
}

export const point = (p) => `(${p.map(brief).join(", ")})`;

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

const STRETCHES = {
  search: "Search: is the origin inside?",
  approach: "Approach: to the nearest point",
  completion: "Completion: to full dimension",
  expansion: "Expansion: to the way out",
  polish: "Polish: downhill, from where the bounds do not meet",
  evidence: "Evidence: is anything beyond?",
};

/** The step as HTML. */
export function panel(step) {
  const length = Math.hypot(...step.direction);
  const unit = step.direction.map((x) => x / length);
  const rows = [
    ["looked along", point(unit)],
    ["found on a", point(step.newest.a)],
    ["found on b", point(step.newest.b)],
    ["A = a − b", point(step.newest.w)],
    ["reaches", `${brief(step.reached)} along the direction`],
  ];
  const names = (vertices, first) =>
    vertices.map((v, k) => `${String.fromCharCode(first + k)} ${point(v.w)}`).join(", ");
  if (step.before.length) rows.push(["had", names(step.before, 66)]);
  if (step.after.length && step.region) rows.push(["keeps", step.after.map((v) => point(v.w)).join(", ")]);
  if (step.polytope) {
    rows.push(["facets", `${step.polytope.facets.length}`]);
    rows.push(["depth", `from ${brief(step.polytope.lower)} to ${brief(step.polytope.upper)}`]);
  }
  const signs = { "-1": "−", 0: "0", 1: "+" };
  const tests = step.tests.map((test) =>
    `<tr><td>${escape(test.name)}</td><td class="number">${brief(test.value)}</td>` +
    `<td class="sign" data-sign="${test.sign}">${signs[test.sign]}</td><td>${escape(test.says)}</td></tr>`).join("");
  return `<p class="stretch">${STRETCHES[step.stretch] ?? step.stretch}` +
    `<span class="region">${escape(step.case)}${step.region ? ` → ${escape(step.region)}` : ""}</span></p>` +
    `<p class="why">${escape(step.why)}</p>` +
    `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>` +
    (tests ? `<table class="tests"><caption>Tests, in order</caption><thead><tr><th scope="col">sign of</th>` +
      `<th scope="col" class="number">value</th><th scope="col"></th><th scope="col">so the origin is</th></tr></thead>` +
      `<tbody>${tests}</tbody></table>` : "");
}

/** The answer, in a line. */
export function verdict(answer) {
  const parts = [answer.verdict];
  if (answer.separation != null) {
    parts.push(answer.separation > 0 ? `distance ${brief(answer.separation)}` : `depth ${brief(-answer.separation)}`);
  }
  parts.push(`${answer.evaluations} evaluation${answer.evaluations === 1 ? "" : "s"}`);
  return parts.join(" · ");
}
