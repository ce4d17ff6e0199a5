// The exercises of a page: answers are checked by the library as they are given, a usual mistake gets a hint, and what is solved is remembered.
// Without script they are there with their answers folded.

import { library } from "./explorer/live.js";
import { answered, exercise, EXERCISES, isRight, read } from "./exercises.js";

const sections = [...document.querySelectorAll(".exercise")];
const scores = [...document.querySelectorAll(".score")];

/** The seed stands in the address, so that a class can be given one. */
const seed = () => Math.max(1, Math.floor(Number(/seed=(\d{1,9})/.exec(location.hash)?.[1] ?? 1)));

/** What is solved: the numbers of exercises, in this browser; with any seed. Where nothing can be kept, for as long as the page is open. */
const KEY = "gjk-solved";
let known = [];
try {
  known = JSON.parse(localStorage.getItem(KEY) ?? "[]");
} catch {
  // Then it begins anew.
}
const solved = new Set(Array.isArray(known) ? known.filter((index) => Number.isInteger(index) && index >= 1 && index <= EXERCISES.length) : []);
function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved].sort((j, k) => j - k)));
  } catch {
    // It is not remembered.
  }
  count();
}
function count() {
  const here = sections.filter((section) => solved.has(Number(section.dataset.exercise)));
  sections.forEach((section) => section.classList.toggle("solved", here.includes(section)));
  for (const score of scores) score.textContent = `${here.length} of ${sections.length} solved`;
  document.querySelectorAll(".forget").forEach((button) => { button.hidden = !here.length; });
}

/** What is loaded later. */
const tools = {};

function ask(section, engine) {
  const { drawing, hint, lettered } = tools;
  const found = exercise(Number(section.dataset.exercise), seed(), engine);
  const { index, grade, choices, kind, why } = found;
  const field = choices
    ? `<div class="choices" role="group" aria-label="Choices of exercise ${index}">${choices.map((choice) => `<button type="button">${choice}</button>`).join("")}</div>`
    : `<form><label>Answer <input autocomplete="off" inputmode="text" placeholder="${kind === "point" ? `(${found.answer.map((_, k) => k + 1).join(", ")})` : "a number"}"></label> <button>Check</button></form>`;
  section.innerHTML = `${drawing(found)}<p class="asked"><b>${index}.</b> <span class="grade" title="${grade} of three">${"★".repeat(grade)}</span> ${lettered(found.ask)}</p>${field}<p class="verdict" role="status"></p>` +
    `<details><summary>Answer</summary><p><b>${answered(found)}.</b> ${lettered(why)}</p></details>`;
  const verdict = section.querySelector(".verdict");
  const check = (text, button = null) => {
    const right = isRight(found, text);
    const given = kind === "choice" ? text : kind === "number" ? read(text)[0] : read(text);
    const isNumber = kind === "choice" || (read(text).length === (kind === "number" ? 1 : found.answer.length) && read(text).every(Number.isFinite));
    const help = !isNumber ? (kind === "number" ? "A number is asked, such as 2, 0.75 or 3/4." : `A point is asked, such as (${found.answer.map((_, k) => k + 1).join(", ")}).`) : hint(found, given);
    verdict.innerHTML = right ? `<b class="right">Right.</b> ${lettered(why)}` : `<b class="wrong">No.</b> ${help ? lettered(help) : "Try again, or unfold the answer."}`;
    button?.classList.add(right ? "right" : "wrong");
    if (right) {
      solved.add(index);
      keep();
    }
  };
  section.querySelectorAll(".choices button").forEach((button) => { button.onclick = () => check(button.textContent, button); });
  const form = section.querySelector("form");
  if (form) {
    form.onsubmit = (event) => {
      event.preventDefault();
      check(form.querySelector("input").value);
    };
  }
}

if (typeof WebAssembly !== "undefined" && location.protocol !== "file:" && sections.length) {
  const [engine] = await library();
  const own = engine.another();
  // The figures of the page come first.
  await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve, { timeout: 2000 }));
  Object.assign(tools, ...await Promise.all([import("./drawings.js"), import("./hints.js"), import("./pictures.js"), import("./explorer/labels.js")]));
  const all = () => {
    sections.forEach((section) => {
      ask(section, own);
      tools.apart(section.querySelector(".picture"), tools.SIZE);
    });
    count();
    const input = document.querySelector("#seed");
    if (input) input.value = seed();
    document.documentElement.dataset.exercises = seed();
  };
  const another = document.querySelector("#another");
  if (another) another.onclick = () => { location.hash = `seed=${seed() + 1}`; };
  const input = document.querySelector("#seed");
  if (input) input.onchange = () => { location.hash = `seed=${Math.max(1, Math.floor(Number(input.value)) || 1)}`; };
  document.querySelectorAll(".forget").forEach((button) => {
    button.onclick = () => {
      sections.forEach((section) => solved.delete(Number(section.dataset.exercise)));
      keep();
    };
  });
  document.querySelectorAll("[data-seed]").forEach((tools) => { tools.hidden = false; });
  addEventListener("hashchange", () => { if (/seed=/.test(location.hash)) all(); });
  all();
}
