// Runs a reader's code on pairs. Each use of the support mapping is told at once, so that an endless loop is known up to its last step. The
// page ends this worker from outside. Nothing that could reach a network is left to the code.

for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts", "Worker", "SharedWorker", "BroadcastChannel", "indexedDB", "caches", "RTCPeerConnection"]) {
  if (name in self) Object.defineProperty(self, name, { value: undefined });
}
const post = self.postMessage.bind(self);

/** The most evaluations of a search. */
const MOST = 100;

class Endless extends Error {}

/** A direction as a list of numbers, and a point in the form of the direction: a list, or an object with x, y, z. */
const listed = (v) => (Array.isArray(v) || ArrayBuffer.isView(v) ? Array.from(v) : [v?.x, v?.y, v?.z].filter((x) => x !== undefined)).map(Number);
const like = (form, p) => (Array.isArray(form) || ArrayBuffer.isView(form) ? p : Object.assign(Object.create(Object.getPrototypeOf(form ?? {})), { x: p[0], y: p[1] }, p.length === 3 ? { z: p[2] } : {}));

function farthest(points, d) {
  let best = 0;
  for (let k = 1; k < points.length; k += 1) if (dot(points[k], d) > dot(points[best], d)) best = k;
  return best;
}
const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);

onmessage = ({ data: { code, pairs } }) => {
  let gjk;
  try {
    gjk = new Function(`"use strict";\n${code}\n;return typeof gjk === "function" ? gjk : typeof GJK === "function" ? GJK : undefined;`)();
    if (!gjk) throw new Error("There is no function gjk.");
  } catch (error) {
    return post({ kind: "fault", message: String(error.message ?? error) });
  }
  for (const [index, { dim, a, b, size }] of pairs.entries()) {
    const scale = 2 ** size;
    const [as, bs] = [a, b].map((points) => points.map((p) => p.map((x) => x * scale)));
    let count = 0;
    post({ kind: "pair", index });
    // As support(d), or as support(shapeA, shapeB, d).
    const look = (...given) => {
      const direction = given.at(-1);
      const d = listed(direction);
      count += 1;
      const vertex = [farthest(as, d), farthest(bs, d.map((x) => -x))];
      post({ kind: "call", index, direction: d, vertex });
      if (count > MOST) throw new Endless();
      return like(direction, as[vertex[0]].map((x, k) => x - bs[vertex[1]][k]));
    };
    try {
      const answer = gjk(look, dim);
      post({ kind: "answer", index, answer: typeof answer === "object" ? answer !== null : answer });
    } catch (error) {
      post({ kind: "answer", index, failure: error instanceof Endless ? { name: "no end", message: `It asked for more than ${MOST} vertices.` } : { name: "an exception", message: String(error?.message ?? error) } });
    }
  }
  post({ kind: "done" });
};
