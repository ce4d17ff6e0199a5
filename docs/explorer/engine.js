// The library, compiled to WebAssembly: questions in, traces and drawings out. Nothing here knows any geometry.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine {
  static async load(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
    return new Engine(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
  }

  call(name, value) {
    const { memory, room, reply, length } = this.exports;
    const text = encoder.encode(JSON.stringify(value));
    // Making room can grow the memory, which then has another buffer.
    const at = room(text.length);
    new Uint8Array(memory.buffer, at, text.length).set(text);
    this.exports[name]();
    return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, reply(), length())));
  }

  /** Traces a question in each of the arithmetics. */
  ask(question, start, scalars, size) {
    return this.call("ask", { question, start, scalars, size });
  }

  /** The contents of both panes, as SVG, at a step of what was asked last. */
  draw(scalar, step, views) {
    return this.call("draw", [scalar, step, ...views.flatMap(({ center, scale, size }) => [...center, scale, ...size])]);
  }
}
