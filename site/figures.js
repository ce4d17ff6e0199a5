// Figures that link to a step of the explorer become live, each when it comes near the window. In print, and where something fails,
// the still ones stay.

import { Live } from "./explorer/live.js";

const figures = [...document.querySelectorAll("figure.live")];

/** The line of the loop that a step ends with, counted from 0; the last one, if the loop goes on. */
const ENDS = { separated: 4, "on-feature": 5, enclosed: 7 };
const AGAIN = 8;

/** Lights the line of the pseudocode before a figure that its step ends with. */
function follow(figure, code) {
  figure.addEventListener("step", ({ detail: { step } }) => {
    const end = step.phase === "search" ? ENDS[step.stop] ?? AGAIN : AGAIN;
    code.querySelectorAll("span").forEach((line, k) => {
      line.classList.toggle("ran", k > 2 && k < end);
      line.classList.toggle("current", k === end);
      if (k === end) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
  });
}

async function enliven(figure) {
  if (figure.classList.contains("on")) return;
  // What is seen does not jump.
  figure.style.minHeight = `${figure.offsetHeight}px`;
  figure.classList.add("on");
  try {
    const code = figure.previousElementSibling?.matches("pre.loop") ? figure.previousElementSibling : null;
    if (code) follow(figure, code);
    figure.live = await Live.in(figure, `#${figure.dataset.at}`, { plain: "plain" in figure.dataset });
    figure.dataset.ready = "true";
  } catch (error) {
    figure.classList.remove("on");
    for (const part of figure.querySelectorAll(".panes, .steps, .told, .tools")) part.remove();
    console.warn(`The figure stays still: ${error.message}`);
  }
}

if (typeof WebAssembly !== "undefined" && location.protocol !== "file:") {
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      enliven(target);
    }
  }, { rootMargin: "400px" });
  figures.forEach((figure) => near.observe(figure));
  // The first one at once, unless there is something before it to look at.
  if (figures.length && !figures[0].matches(".front")) enliven(figures[0]);
}
