// The library: questions in text, answers as values. `library.js` beside the page has packed
// WebAssembly in it; it is a script and not a file to fetch, so that the page works when it is
// opened from a disk.

import * as unpacking from "page/unpacking";
import * as bindings from "page/bindings";

/** What a question was wrong with. */
export class Refused extends Error {}

/** What is packed in a text, as bytes. It stands alone: a worker is made of its own text. */
function unpacked({ unpack, initSync }, unpacker, packed) {
  const bytesOf = (base64) => Uint8Array.fromBase64?.(base64)
    ?? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const { memory } = initSync({ module: new WebAssembly.Module(bytesOf(unpacker)) });
  const there = unpack(bytesOf(packed));
  const bytes = new Uint8Array(memory.buffer, there.address, there.length).slice();
  there.free();
  return bytes;
}

/** The same in another thread, or here where a browser has none for a page from a disk. */
function unpackedElsewhere(unpacker, packed) {
  const script = `import * as unpacking from ${JSON.stringify(import.meta.resolve("page/unpacking"))};
    ${unpacked}
    onmessage = ({ data }) => {
      const bytes = unpacked(unpacking, ...data);
      postMessage(bytes, [bytes.buffer]);
    };`;
  const elsewhere = new Promise((resolve, reject) => {
    const worker = new Worker(`data:text/javascript,${encodeURIComponent(script)}`, { type: "module" });
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = reject;
    worker.postMessage([unpacker, packed]);
  });
  return elsewhere.catch(() => unpacked(unpacking, unpacker, packed));
}

/** Starts the library; it is there when this has returned. */
export async function start() {
  const { unpacker, code, memory, address } = globalThis.packed;
  delete globalThis.packed;
  const contents = unpackedElsewhere(unpacker, memory);
  const module = await WebAssembly.compile(unpacked(unpacking, unpacker, code));
  const library = await bindings.default({ module_or_path: module });
  // What it begins with is not in the module: nothing has run until now that would read it.
  new Uint8Array(library.memory.buffer).set(await contents, address);
}

function answer(json) {
  const value = JSON.parse(json);
  if (value.error !== undefined) throw new Refused(value.error);
  return value;
}

export const machines = () => answer(bindings.machines());
export const assemble = (cpu, syntax, text) => answer(bindings.assemble(cpu, syntax, text));
export const disassemble = (cpu, syntax, hex) => answer(bindings.disassemble(cpu, syntax, hex));
export const explain = (cpu, syntax, hex) => answer(bindings.explain(cpu, syntax, hex));
export const examples = (cpu, mnemonic) => answer(bindings.examples(cpu, mnemonic));
export const find = (cpu, query) => answer(bindings.find(cpu, query));
export const differences = (before, after) => answer(bindings.differences(before, after));
export const kernels = (cpu, file) => answer(bindings.kernels(cpu, file));

/** A kernel that runs step by step. */
export class Debugger {
  constructor(cpu, file, { kernel, grid, group, values }) {
    try {
      this.inner = bindings.Debugger.new(cpu, file, kernel, grid, group, values.join("\n"));
    } catch (error) {
      throw new Refused(String(error));
    }
  }

  code() { return JSON.parse(this.inner.code()); }
  state() { return JSON.parse(this.inner.state()); }
  step(count) { return JSON.parse(this.inner.step(count)); }
  runTo(address) { return JSON.parse(this.inner.run_to(address)); }
  memory(buffer, offset, count) { return this.inner.memory(buffer, offset, count); }
  close() { this.inner.free(); }
}
