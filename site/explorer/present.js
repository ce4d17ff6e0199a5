// Shows a figure to a class: it fills the screen, its type and strokes are twice as large, and its keys and its address are said.

const KEYS = "<kbd>←</kbd> <kbd>→</kbd> a step back or on · <kbd>Space</kbd> plays · <kbd>Esc</kbd> ends";

/**
 * Lets a button present an element. `address` returns where others find what is shown, and `focus` hears its keys.
 * Where the screen cannot be filled, the window is.
 */
export function presents(button, element, { address, keys = KEYS, focus = element }) {
  const bar = document.createElement("div");
  bar.className = "present-bar";
  let telling = null;
  const show = (whether) => {
    if (element.classList.contains("presented") === whether) return;
    element.classList.toggle("presented", whether);
    clearInterval(telling);
    if (!whether) return bar.remove();
    bar.innerHTML = `<span class="keys">${keys}</span> <span class="address"></span> <button type="button" class="qr-code">QR code</button> <button type="button">End</button>`;
    bar.querySelector("button:last-child").onclick = end;
    bar.querySelector(".qr-code").onclick = code;
    element.append(bar);
    // After a step it is another one.
    telling = setInterval(say, 200);
    say();
    // The keys belong to the figure.
    if (focus === element) element.tabIndex = -1;
    focus.focus({ preventScroll: true });
  };
  const say = () => { bar.querySelector(".address").textContent = address(); };
  /** The address for phones, over the figure, until it is clicked again. */
  const code = async () => {
    const shown = bar.querySelector(".qr");
    if (shown) return shown.remove();
    const { picture } = await import("./qr.js");
    const part = document.createElement("div");
    part.className = "qr";
    part.innerHTML = picture(address()) ?? "This address is too long for a code: begin with an example as it is.";
    part.onclick = () => part.remove();
    bar.append(part);
  };
  const end = () => {
    if (document.fullscreenElement === element) document.exitFullscreen();
    show(false);
    button.focus({ preventScroll: true });
  };
  button.onclick = async () => {
    show(true);
    await element.requestFullscreen?.().catch(() => {});
  };
  button.hidden = false;
  document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) show(false); });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && element.classList.contains("presented")) end();
  });
}
