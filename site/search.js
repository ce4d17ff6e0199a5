// Searches the texts of the site, section by section, in the page: nothing is sent anywhere. What is looked for stands in the address.

const input = document.querySelector("#words");
const list = document.querySelector("#found");
const sections = await fetch(new URL("search.json", import.meta.url)).then((response) => response.json());
/** The most that is shown. */
const MOST = 30;
const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/** The sections that have all words, those with them in their heading first, then those that have them most often for their length. */
export function find(words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  // Within another word it counts little.
  const times = (text, word) => text.split(word).slice(0, -1).reduce((sum, before) => sum + (/[\p{L}\p{N}]$/u.test(before) ? 0.1 : 1), 0);
  const rank = ({ id, title, heading, text }) => {
    const [head, body] = [heading.toLowerCase(), text.toLowerCase()];
    if (!wanted.every((word) => head.includes(word) || body.includes(word))) return 0;
    // Of what is named exactly so a function or type comes before methods, and the shorter path before the longer one.
    const exact = wanted.join(" ") === head ? (id ? 20 : 40) - title.length / 4 : 0;
    return wanted.reduce((sum, word) => sum + 10 * Math.min(times(head, word), 1) + times(body, word) / Math.sqrt(1 + body.length / 500), 1 + exact);
  };
  return sections.map((section) => [rank(section), section]).filter(([rank]) => rank > 0).sort(([p], [q]) => q - p).map(([, section]) => section);
}

function around(text, words) {
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)));
  const from = Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 40)));
  const part = escaped(`${from ? "… " : ""}${text.slice(from, at + 180).trim()}${at + 180 < text.length ? " …" : ""}`);
  return words.reduce((marked, word) => marked.replace(new RegExp(escaped(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi"), (hit) => `<mark>${hit}</mark>`), part);
}

function show() {
  const words = input.value.trim();
  const found = find(words);
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  document.querySelector("#count").textContent = words ? `${found.length} ${found.length === 1 ? "section" : "sections"}` : "";
  list.innerHTML = found.slice(0, MOST).map(({ page, id, title, heading, text }) =>
    `<li><a href="${page}${id ? `#${id}` : ""}">${escaped(title)}${heading && heading !== title && !page.startsWith("crate/") ? `: ${escaped(heading)}` : ""}</a><br>${around(text, parts)}</li>`).join("");
  document.documentElement.dataset.found = words;
}

const read = () => {
  input.value = new URLSearchParams(location.hash.slice(1)).get("q") ?? "";
  show();
};
input.oninput = () => {
  history.replaceState(null, "", `#${new URLSearchParams({ q: input.value.trim() })}`);
  show();
};
addEventListener("hashchange", read);
read();
