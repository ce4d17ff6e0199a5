// Goes through numbered steps: by buttons, a slider, a swipe, and keys (← → Home End, space to play and pause).

const BUTTONS = [
  ["first", "First step", "M6 5v14M19 5l-9 7 9 7z"],
  ["back", "Step back", "M17 5l-10 7 10 7z"],
  ["play", "Play", "M7 4l13 8-13 8z"],
  ["forward", "Step forward", "M7 5l10 7-10 7z"],
  ["last", "Last step", "M18 5v14M5 5l9 7-9 7z"],
];
const PAUSE = "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z";
const PACE = 1100; // milliseconds a step

export class Player {
  /** Puts the controls into `root`; `show(step)` is called whenever another step is to be seen. Keys are heard in `keys`. */
  constructor(root, show, keys = document) {
    this.show = show;
    this.count = 0;
    this.step = 0;
    /** The step that was chosen. An answer with fewer steps shows its last one, and one with more shows this again. */
    this.wanted = 0;
    /** The farthest step that can be gone to, and whether there are more is not told; or nothing. */
    this.limit = null;
    this.timer = null;
    root.classList.add("player");
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", "Player");
    const icon = (path) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
    root.innerHTML =
      `<div class="buttons">${BUTTONS.map(([name, label, path]) =>
        `<button type="button" data-do="${name}" aria-label="${label}" title="${label}">${icon(path)}</button>`).join("")}</div>` +
      `<div class="track"><input type="range" min="1" step="1" aria-label="Step"><span class="phases" aria-hidden="true"></span><i class="mark" hidden></i></div>` +
      `<output class="count" aria-live="off"></output>`;
    this.root = root;
    this.phases = [];
    this.line = root.querySelector(".phases");
    this.slider = root.querySelector("input");
    this.output = root.querySelector("output");
    this.flag = root.querySelector(".mark");
    this.playButton = root.querySelector('[data-do="play"]');
    this.icon = icon;
    const actions = {
      first: () => this.go(0),
      back: () => this.go(this.step - 1),
      play: () => this.toggle(),
      forward: () => this.go(this.step + 1),
      last: () => this.go(this.count - 1),
    };
    root.addEventListener("click", (event) => {
      const name = event.target.closest("button")?.dataset.do;
      if (!name) return;
      if (name !== "play") this.pause();
      actions[name]();
    });
    this.slider.addEventListener("input", () => {
      const wanted = this.slider.valueAsNumber - 1;
      this.pause();
      this.go(wanted);
    });
    keys.addEventListener("keydown", (event) => {
      const typing = event.target.closest?.('input:not([type="range"]), select, textarea');
      // A slider other than the player's has these keys for itself.
      if (event.target.matches?.('input[type="range"]') && event.target !== this.slider) return;
      if (typing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const name = { ArrowLeft: "back", ArrowRight: "forward", " ": "play", Home: "first", End: "last" }[event.key];
      // A button that has the focus answers the space key itself.
      if (!name || (event.key === " " && event.target.closest?.("button, summary"))) return;
      event.preventDefault();
      if (name !== "play") this.pause();
      actions[name]();
    });
  }

  /** Takes the phases of a new answer's steps: GJK and the expansion have a color each. */
  set(phases) {
    this.phases = phases.map((phase) => (/completion|expansion|refinement/.test(phase) ? "expansion" : "gjk"));
    this.count = phases.length;
    this.step = Math.min(Math.max(this.wanted, 0), Math.max(this.count - 1, 0));
    this.line.innerHTML = this.phases.map((phase) => `<i class="${phase}"></i>`).join("");
    this.update();
  }

  /** Marks a step, or none. */
  mark(step, title = "") {
    this.flag.hidden = step === null || this.count < 1;
    if (this.flag.hidden) return;
    // The middle of the thumb goes from 16 pixels after the start to 16 before the end.
    const share = this.count > 1 ? step / (this.count - 1) : 0;
    this.flag.style.left = `calc(16px + ${share} * (100% - 32px))`;
    this.flag.title = title;
  }

  /** The last step that can be gone to. */
  get end() {
    return Math.min(this.count - 1, this.limit ?? Infinity);
  }

  go(step) {
    const next = Math.min(Math.max(step, 0), this.end);
    if (next < 0) return;
    this.wanted = next;
    if (next === this.step) return;
    this.step = next;
    this.update();
    this.show(next);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.step >= this.end) this.go(0);
    this.timer = setInterval(() => {
      if (this.step >= this.end) this.pause();
      else this.go(this.step + 1);
    }, PACE);
    this.update();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.update();
  }

  /** A swipe over `area` steps, too. */
  swipe(area) {
    let start = null;
    area.addEventListener("pointerdown", (event) => { start = event.pointerType === "touch" ? event.clientX : null; });
    area.addEventListener("pointerup", (event) => {
      if (start === null || Math.abs(event.clientX - start) < 40) return;
      this.pause();
      this.go(this.step + (event.clientX < start ? 1 : -1));
    });
  }

  update() {
    // How many steps there are is not told before the last one is seen.
    const count = this.end < this.count - 1 ? "?" : this.count;
    this.slider.max = Math.max(this.end + 1, 1);
    this.slider.value = this.step + 1;
    const phase = this.phases[this.step] ?? "gjk";
    this.root.dataset.phase = phase;
    // What is not told before the last step is seen.
    this.line.hidden = this.end < this.count - 1;
    this.line.title = { gjk: "GJK", expansion: "The expansion" }[phase];
    this.slider.setAttribute("aria-valuetext", `step ${this.step + 1} of ${count}, ${phase === "gjk" ? "GJK" : "the expansion"}`);
    this.slider.disabled = this.end < 1;
    this.output.textContent = this.count ? `${this.step + 1} / ${count}` : "–";
    const playing = this.timer !== null;
    this.playButton.innerHTML = this.icon(playing ? PAUSE : BUTTONS[2][2]);
    this.playButton.setAttribute("aria-label", playing ? "Pause" : "Play");
  }
}
