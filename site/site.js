// On every page: keeps the site for when there is no network (where that cannot be, nothing is lost but that), copies code, and marks
// the chapter that is read in the contents.

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  const keep = () => navigator.serviceWorker.register(new URL("sw.js", import.meta.url)).catch(() => {});
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}

for (const button of document.querySelectorAll(".code .copy")) {
  button.onclick = async () => {
    const done = await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent).then(() => true, () => false);
    button.textContent = done ? "Copied" : "Select it and copy";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
}

const links = [...document.querySelectorAll(".contents a")];
if (links.length) {
  const chapters = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = () => {
    const current = chapters.findLastIndex((chapter) => chapter.getBoundingClientRect().top < innerHeight / 3);
    links.forEach((link, k) => {
      if (k === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}
