// The library, compiled to WebAssembly: questions in, traces and drawings out. Nothing here knows any geometry.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A value as bytes, as ../wasm/src/explorer/exchange.rs reads them. */
function written(value) {
  const bytes = [];
  const length = (count) => bytes.push(count & 255, (count >> 8) & 255, (count >> 16) & 255, count >>> 24);
  const text = (string) => {
    const encoded = encoder.encode(string);
    length(encoded.length);
    bytes.push(...encoded);
  };
  const write = (value) => {
    if (value === null || value === undefined) bytes.push(0);
    else if (typeof value === "boolean") bytes.push(1, Number(value));
    else if (typeof value === "number") bytes.push(2, ...new Uint8Array(Float64Array.of(value).buffer));
    else if (typeof value === "string") {
      bytes.push(3);
      text(value);
    } else if (Array.isArray(value)) {
      bytes.push(4);
      length(value.length);
      value.forEach(write);
    } else {
      const entries = Object.entries(value);
      bytes.push(5);
      length(entries.length);
      for (const [key, entry] of entries) {
        text(key);
        write(entry);
      }
    }
  };
  write(value);
  return Uint8Array.from(bytes);
}

export class Engine {
  static async load(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    // Some hosts send another content type. Then it cannot be compiled while it is loaded.
    const typed = response.headers.get("content-type") === "application/wasm";
    return new Engine(typed ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer()));
  }

  /** Another one of the same code, which answers other questions. */
  another() {
    return new Engine(this.module);
  }

  constructor(module) {
    this.module = module;
    this.begin();
  }

  begin() {
    this.exports = new WebAssembly.Instance(this.module, {}).exports;
  }

  call(name, value) {
    const { memory, room, reply, length } = this.exports;
    const bytes = written(value);
    // Making room can grow the memory, which then has another buffer.
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    try {
      this.exports[name]();
    } catch (error) {
      // The engine stopped: start a new one. The answer to the question is the error.
      this.begin();
      throw error;
    }
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

  /** Where the origin is, by the library's cases, seen from the vertices A, B, C, …; with each test. */
  locate(vertices) {
    return this.call("locate", [vertices[0].length, ...vertices.flat()]);
  }
}
