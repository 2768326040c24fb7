// The library: questions in text, answers as values. `library.js` beside the page has packed
// WebAssembly in it; it is a script and not a file to fetch, so that the page works when it is
// opened from a disk.

import { unpack, initSync as startUnpacking } from "page/unpacking";
import * as bindings from "page/bindings";

/** What a question was wrong with. */
export class Refused extends Error {}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** Starts the library; it is there when this has returned. */
export async function start() {
  const { unpacker, code, memory, address } = globalThis.packed;
  delete globalThis.packed;
  const exports = startUnpacking({ module: await WebAssembly.compile(bytesOf(unpacker)) });
  const bytes = (it) => new Uint8Array(exports.memory.buffer, it.address, it.length);
  // It is compiled elsewhere, while its memory is unpacked here.
  const unpackedCode = unpack(bytesOf(code));
  const module = WebAssembly.compile(bytes(unpackedCode));
  unpackedCode.free();
  const contents = unpack(bytesOf(memory));
  const library = await bindings.default({ module_or_path: await module });
  // What it begins with is not in the module: nothing has run until now that would read it.
  new Uint8Array(library.memory.buffer).set(bytes(contents), address);
  contents.free();
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
