// On every page: keeps the site for when there is no network. Where that cannot be, nothing is lost but that.

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  const keep = () => navigator.serviceWorker.register(new URL("sw.js", import.meta.url)).catch(() => {});
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}
