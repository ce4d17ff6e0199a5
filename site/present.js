// Lets the live figures of a page, or a page that is one figure, be presented to a class.

import { presents } from "./explorer/present.js";

for (const button of document.querySelectorAll("figure .present")) {
  const figure = button.closest("figure");
  const page = () => `${location.origin}${location.pathname}`;
  if (figure.matches(".game")) presents(button, figure, { address: page, keys: "<kbd>←</kbd> <kbd>→</kbd> walk · <kbd>↑</kbd> jumps · <kbd>C</kbd> shows contacts · <kbd>Esc</kbd> ends", focus: figure.querySelector("canvas") });
  else if (figure.matches(".made")) presents(button, figure, { address: page, keys: "Drag the points and shapes · <kbd>Esc</kbd> ends" });
  else presents(button, figure, { address: () => figure.querySelector(".open")?.href ?? page() });
}
const whole = document.querySelector(".present-page");
if (whole) presents(whole, document.querySelector("main"), { address: () => location.href, keys: "<kbd>Esc</kbd> ends" });
