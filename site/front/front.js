// The front page: a game to play. It runs by itself until somebody takes over; a still picture of it stands there before, and without script.

import { COLORS, Game, HIGH, LENGTH, view } from "./game.js";

const figure = document.querySelector("figure.game");
const canvas = figure.querySelector("canvas");
const output = figure.querySelector("output");
const KEYS = {
  ArrowLeft: "left", KeyA: "left", ArrowRight: "right", KeyD: "right", ArrowUp: "jump", KeyW: "jump", Space: "jump", KeyC: "contacts",
};
/** What is held, by keys or fingers. */
const held = new Set();
/** Whether nothing may move by itself. */
const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
const dark = matchMedia("(prefers-color-scheme: dark)");
const game = (await Game.load(new URL("game.wasm", import.meta.url))).toStill();
/** Whether it runs by itself; so many steps after its end the run begins again. */
let alone = true;
const PAUSE = 120;
/** When the last coin was taken, in seconds; or nothing. */
let finished = null;

function press(what, down) {
  if (!down) return held.delete(what);
  held.add(what);
  if (!alone || what === "contacts") return;
  alone = false;
  game.begin();
}

canvas.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.code === "KeyR") again();
  else if (event.key === "Escape") canvas.blur();
  else if (!KEYS[event.code]) return;
  else press(KEYS[event.code], true);
  event.preventDefault();
});
canvas.addEventListener("keyup", (event) => press(KEYS[event.code], false));
canvas.addEventListener("blur", () => held.clear());
for (const button of figure.querySelectorAll("[data-hold]")) {
  const what = button.dataset.hold;
  const set = (down) => {
    press(what, down);
    button.classList.toggle("held", down);
  };
  button.addEventListener("pointerdown", (event) => {
    // The finger may slide off.
    button.setPointerCapture(event.pointerId);
    set(true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(end, () => set(false));
  for (const [type, down] of [["keydown", true], ["keyup", false]]) {
    button.addEventListener(type, (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      set(down);
    });
  }
  // A long press is no wish for a menu.
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}
figure.querySelector(".again").onclick = again;

function again() {
  alone = false;
  game.begin();
  draw();
}

function step() {
  if (!alone) return game.step(Number(held.has("right")) - Number(held.has("left")), held.has("jump"));
  if (game.steps > LENGTH + PAUSE) game.begin();
  game.follow();
}

function draw() {
  const sharp = Math.min(devicePixelRatio, 2);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.round(size * sharp));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const { at, shapes } = game.picture(alone || held.has("contacts"));
  const [left, lowest] = view(at, width / height);
  const scale = height / HIGH;
  const context = canvas.getContext("2d");
  const colors = COLORS[dark.matches ? "dark" : "light"];
  context.clearRect(0, 0, width, height);
  for (const { name, points } of shapes) {
    context.fillStyle = colors[name];
    context.beginPath();
    for (const [x, y] of points) context.lineTo((x - left) * scale, height - (y - lowest) * scale);
    context.fill();
  }
  const { seconds, falls, taken, coins } = game.score();
  if (taken < coins.length) finished = null;
  else finished ??= seconds;
  const fell = falls ? ` · ${falls} ${falls === 1 ? "fall" : "falls"}` : "";
  output.textContent = alone ? "It runs by itself until you take over." : `${taken} of ${coins.length} coins · ${(finished ?? seconds).toFixed(1)} s${fell}`;
}

// ---- Sixty steps a second, while it is seen.

let running = null;
function run(whether) {
  cancelAnimationFrame(running);
  running = null;
  if (!whether) return;
  let before = null;
  let owed = 0;
  const tick = (now) => {
    owed += before === null ? 0 : Math.min((now - before) / 1000, 0.1);
    before = now;
    for (; owed >= 1 / 60; owed -= 1 / 60) if (!alone || !quiet) step();
    draw();
    running = requestAnimationFrame(tick);
  };
  running = requestAnimationFrame(tick);
}
let seen = false;
const update = () => run(seen && !document.hidden);
new IntersectionObserver(([entry]) => {
  seen = entry.isIntersecting;
  update();
}).observe(canvas);
document.addEventListener("visibilitychange", update);
new ResizeObserver(draw).observe(canvas);
dark.addEventListener("change", draw);
draw();
figure.classList.add("on");
figure.dataset.ready = "true";
// For tests and the curious.
window.game = game;
