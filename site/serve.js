// Serves a folder on localhost, as a static host would: `node serve.js FOLDER [PORT [PREFIX]]`. Types, compressed copies where
// they are beside a file, entity tags, and nothing from outside the folder.

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { readFile, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";

const [folder, port = "8000", prefix = "/"] = process.argv.slice(2);
const root = await realpath(folder).catch(() => null);
if (!root) {
  console.error(`${folder} is not there yet: build it first.`);
  process.exit(1);
}
const TYPES = {
  ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".ico": "image/x-icon", ".js": "text/javascript; charset=utf-8",
  ".json": "application/json", ".md": "text/markdown; charset=utf-8", ".obj": "text/plain; charset=utf-8", ".png": "image/png",
  ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const ENCODINGS = [["br", ".br"], ["gzip", ".gz"]];

/** The file that an address means, or nothing: in the folder, and by its true name. */
async function meant(path) {
  if (!path.startsWith(prefix) || path.includes("\0") || path.includes("\\")) return null;
  const inside = path.slice(prefix.length);
  if (inside.split("/").includes("..")) return null;
  let file = join(root, inside);
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) {
    if (!path.endsWith("/")) return { moved: `${path}/` };
    file = join(file, "index.html");
  }
  const real = await realpath(file).catch(() => null);
  if (!real || !real.startsWith(root + sep) || !(await stat(real)).isFile()) return null;
  return { file: real };
}

async function answer(request) {
  if (request.method !== "GET" && request.method !== "HEAD") return [405, { allow: "GET, HEAD" }, "only GET and HEAD"];
  let path;
  try {
    // Not by URL, which would resolve `..` silently.
    path = decodeURIComponent(request.url.split(/[?#]/)[0]);
  } catch {
    return [400, {}, "that is no address"];
  }
  const found = await meant(path);
  if (!found) return [404, { "content-type": TYPES[".html"] }, await readFile(join(root, "404.html")).catch(() => "not found")];
  if (found.moved) return [301, { location: encodeURI(found.moved) }, ""];
  const { file } = found;
  const accepted = String(request.headers["accept-encoding"] ?? "").split(",").map((part) => part.split(";")[0].trim());
  let body = null;
  const headers = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache", vary: "accept-encoding", "x-content-type-options": "nosniff" };
  for (const [name, ending] of ENCODINGS) {
    if (body || !accepted.includes(name)) continue;
    body = await readFile(file + ending).catch(() => null);
    if (body) headers["content-encoding"] = name;
  }
  body ??= await readFile(file);
  headers.etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  if (request.headers["if-none-match"] === headers.etag) return [304, headers, ""];
  return [200, headers, body];
}

const server = createServer(async (request, response) => {
  let [status, headers, body] = [500, {}, "something went wrong"];
  try {
    [status, headers, body] = await answer(request);
  } catch (error) {
    console.error(error);
  }
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers, ...(status === 304 ? {} : { "content-length": Buffer.byteLength(body) }) });
  response.end(request.method === "HEAD" ? undefined : body);
});
server.listen(Number(port), "127.0.0.1", () => {
  console.log(`http://localhost:${server.address().port}${prefix}`);
});
