// Formulas as MathML. They are written as they are read, in Unicode, with `\max` for the name of a function: `|A|² − q·A`.

const TOKEN = /\s+|\\[a-z]+|\d+(?:\.\d+)?|[A-Z]+|\p{L}|[²³⁻¹]+|[⊥′]|./gu;
const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/** One thing of a formula. Several capitals are one name: an edge, a face. */
function atom(token, before) {
  if (token.startsWith("\\")) return `<mi>${token.slice(1)}</mi><mspace width=".17em"/>`;
  if (/^\d/.test(token)) return `<mn>${token}</mn>`;
  if (/^\p{L}/u.test(token)) return `<mi${/^[W-Z]+O?$/.test(token) ? ` class="vertex${token === "W" ? " newest" : ""}"` : ""}>${token}</mi>`;
  if ("()[]|".includes(token)) return `<mo stretchy="false" lspace="0" rspace="0">${token}</mo>`;
  // A minus after nothing, or after a bracket, is a sign; before a relation at the beginning there is the space of the text.
  if (before === null || before === "(") return `<mo form="prefix" lspace="0"${token === "−" ? ' rspace="0"' : ""}>${escaped(token)}</mo>`;
  return `<mo>${escaped(token)}</mo>`;
}

const isName = (token) => token && /^(\d|\p{L})/u.test(token);

/** A formula; alone on its lines, if it is not `inline`. */
export function formula(text, inline = true) {
  const lines = text.trim().split("\n").map((line) => {
    const parts = [];
    let before = null;
    let gap = false;
    for (const token of line.match(TOKEN) ?? []) {
      if (/^\s/.test(token)) {
        gap = true;
        continue;
      }
      // As the figures and the text write them. Many phones have no font for formulas, and raise an exponent onto the line above.
      if (/^[²³⁻¹]/.test(token)) parts.push(`<mn>${token}</mn>`);
      else if (/^[⊥′]/.test(token)) parts.push(`<mo lspace="0" rspace="0">${token}</mo>`);
      else {
        // Names beside each other are factors.
        if (gap && (isName(before) || /[⊥′)]/.test(before ?? "")) && (isName(token) || token === "(")) parts.push('<mspace width=".2em"/>');
        parts.push(atom(token, before));
      }
      before = token;
      gap = false;
    }
    return parts.join("");
  });
  const body = lines.length === 1 ? `<mrow>${lines[0]}</mrow>` : `<mtable>${lines.map((line) => `<mtr><mtd style="text-align: left">${line}</mtd></mtr>`).join("")}</mtable>`;
  return `<math${inline ? "" : ' display="block"'}>${body}</math>`;
}

/** For marked: `$…$` in a text. */
export const inlineFormula = {
  name: "formula",
  level: "inline",
  start: (text) => text.indexOf("$"),
  tokenizer(text) {
    const found = /^\$([^$]+)\$([).,:;]*)/.exec(text);
    if (found) return { type: "formula", raw: found[0], text: found[1], mark: found[2] };
  },
  // A line of text can be broken before a relation or a bracket, which a formula cannot; but not before the mark that follows.
  renderer({ text, mark }) {
    const parts = text.split(/\s+(?=[=<>≤≥]|− \()/).map((part) => formula(part));
    const last = parts.pop();
    return [...parts, mark ? `<span class="unbroken">${last}${mark}</span>` : last].join(" ");
  },
};
