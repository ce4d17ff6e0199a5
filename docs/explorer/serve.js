// Serves docs/explorer/dist on localhost: docs/explorer/serve [PORT]

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "dist");
const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".wasm": "application/wasm", ".obj": "text/plain",
};
const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  const file = join(root, path.endsWith("/") ? "index.html" : path);
  try {
    if (!file.startsWith(root)) throw new Error("outside");
    const body = await readFile(file);
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" });
    response.end(body);
  } catch {
    response.writeHead(404).end("not found");
  }
});
server.listen(Number(process.argv[2] ?? 8000), "127.0.0.1", () => {
  console.log(`http://localhost:${server.address().port}/`);
});
