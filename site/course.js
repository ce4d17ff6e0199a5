// The exercises of a page: answers are checked by the library as they are given. Without script they are there with their answers folded.

import { library } from "./explorer/live.js";
import { answered, exercise, isRight } from "./exercises.js";

const sections = [...document.querySelectorAll(".exercise")];
const score = document.querySelector("#score");

/** The seed stands in the address, so that a class can be given one. */
const seed = () => Math.max(1, Math.floor(Number(/seed=(\d{1,9})/.exec(location.hash)?.[1] ?? 1)));

function ask(section, engine) {
  const found = exercise(Number(section.dataset.exercise), seed(), engine);
  const { index, grade, choices, kind, why } = found;
  const field = choices
    ? `<div class="choices" role="group" aria-label="Choices of exercise ${index}">${choices.map((choice) => `<button type="button">${choice}</button>`).join("")}</div>`
    : `<form><label>Answer <input autocomplete="off" inputmode="text" placeholder="${kind === "point" ? "(1, 2)" : "3/4 or 0.75"}"></label> <button>Check</button></form>`;
  section.innerHTML = `<p class="asked"><b>${index}.</b> <span class="grade" title="${grade} of three">${"★".repeat(grade)}</span> ${found.ask}</p>${field}<p class="verdict" role="status"></p>` +
    `<details><summary>Answer</summary><p><b>${answered(found)}.</b> ${why}</p></details>`;
  section.classList.remove("solved");
  const verdict = section.querySelector(".verdict");
  const check = (text, button = null) => {
    const right = isRight(found, text);
    verdict.innerHTML = right ? `<b class="right">Right.</b> ${why}` : '<b class="wrong">No.</b> Try again, or unfold the answer.';
    button?.classList.add(right ? "right" : "wrong");
    if (right) section.classList.add("solved");
    if (score) score.textContent = `${document.querySelectorAll(".exercise.solved").length} of ${sections.length} are solved.`;
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
  const all = () => {
    sections.forEach((section) => ask(section, own));
    if (score) score.textContent = "";
    const input = document.querySelector("#seed");
    if (input) input.value = seed();
    document.documentElement.dataset.exercises = seed();
  };
  const another = document.querySelector("#another");
  if (another) another.onclick = () => { location.hash = `seed=${seed() + 1}`; };
  const input = document.querySelector("#seed");
  if (input) input.onchange = () => { location.hash = `seed=${Math.max(1, Math.floor(Number(input.value)) || 1)}`; };
  document.querySelectorAll("[data-seed]").forEach((tools) => { tools.hidden = false; });
  addEventListener("hashchange", () => { if (/seed=/.test(location.hash)) all(); });
  all();
}
