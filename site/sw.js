// Keeps the site for when there is no network. A new version of it is fetched whole before it takes the place of the old one.

const CACHE = `gjk-${new URL(self.registration.scope).pathname}-${"VERSION"}`;
const FILES = [/* FILES */];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))
    .then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const prefix = CACHE.slice(0, CACHE.lastIndexOf("-") + 1);
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith(prefix) && name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const address = new URL(request.url);
  address.hash = "";
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  address.search = "";
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const path = address.href.slice(self.registration.scope.length);
    if (FILES.includes(path)) {
      const kept = await cache.match(address.href);
      if (kept) return kept;
    }
    try {
      const answer = await fetch(request);
      if (answer.ok && answer.type === "basic") cache.put(address.href, answer.clone());
      return answer;
    } catch (error) {
      const kept = await cache.match(address.href);
      if (kept) return kept;
      throw error;
    }
  })());
});
