// A kernel run instruction by instruction.

import { byId, make, table } from "page/elements";
import * as library from "page/library";
import { SAMPLES } from "page/sample";

/** Lines of code around the next one that are shown. */
const AROUND = 12;
const BUFFER = 256;

let processor = () => "";
let file = null;
let run = null;
let code = [];

function refuse(error) {
  byId("run-problem").textContent = error ? error.message ?? String(error) : "";
}

/** Reads a number of a buffer. */
function numbers(hex, type) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const view = new DataView(bytes.buffer);
  const size = Number(type.slice(1)) / 8;
  const read = {
    i8: "getInt8", u8: "getUint8", i16: "getInt16", u16: "getUint16", i32: "getInt32", u32: "getUint32",
    i64: "getBigInt64", u64: "getBigUint64", f32: "getFloat32", f64: "getFloat64", f16: "getUint16",
  }[type];
  const all = [];
  for (let at = 0; at + size <= bytes.length; at += size) {
    const value = view[read](at, true);
    all.push(type === "f16" ? `0x${value.toString(16)}` : type.startsWith("f") ? Number(value.toPrecision(7)) : value);
  }
  return all;
}

function showCode(state) {
  const at = code.findIndex((line) => line.address === state.address);
  const first = Math.max(0, Math.min(at - AROUND, code.length - 2 * AROUND));
  const items = code.slice(first, first + 2 * AROUND).map((line) => make("li", { "aria-current": line.address === state.address ? "step" : null },
    line.label ? make("strong", {}, `${line.label}:`) : null,
    make("button", { type: "button", class: "place", title: "Run to here", onclick: () => show(run.runTo(line.address)) }, line.address.slice(2)),
    make("code", {}, line.text)));
  return make("ol", { class: "code", "aria-label": "Code" }, items);
}

function showRegisters(state) {
  const [scalar, vector] = state.titles;
  const scalars = table([scalar, "value"], state.scalars.map((it) => ({
    attributes: { class: it.is_changed ? "changed" : null }, cells: [it.name, `0x${it.values[0]}`],
  })));
  const lanes = Array.from({ length: state.lanes }, (_, lane) => `${lane}`);
  const vectors = table([vector, ...lanes], state.vectors.map((it) => ({
    attributes: { class: it.is_changed ? "changed" : null },
    cells: [it.name, ...it.values.map((value) => value || "·")],
  })));
  const region = (label, contents) => make("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": label }, contents);
  return make("div", { class: "registers" }, region(`Each ${scalar} and state`, scalars), region(`Each ${vector} by lane`, vectors));
}

function showMemory(state) {
  return state.buffers.map((buffer, index) => {
    const values = numbers(run.memory(index, 0, BUFFER), buffer.show);
    return make("section", {}, make("h3", {}, `${buffer.name}: ${buffer.bytes} bytes of ${buffer.show} at ${buffer.address}`),
      make("p", { class: "numbers-list" }, values.join(" ") + (buffer.bytes > BUFFER ? " …" : "")));
  });
}

function show(state) {
  byId("run-state").textContent = `${state.place}, ${state.instructions} instructions run${state.stopped ? `: ${state.stopped}` : ""}`;
  byId("run-state").classList.toggle("warning", Boolean(state.stopped));
  byId("run-views").replaceChildren(
    make("div", { class: "two" }, showCode(state),
      make("ul", { class: "events", "aria-label": "What the last instruction did" }, state.events.slice(0, 40).map((it) => make("li", {}, it)))),
    showRegisters(state), ...showMemory(state));
  for (const id of ["step", "step-many", "to-end"]) byId(id).disabled = state.address === null;
}

function begun() {
  const button = (id, name, key, action) => make("button", { type: "button", id, accesskey: key, onclick: () => show(action()) }, name);
  byId("debugger").replaceChildren(
    make("div", { class: "row" },
      button("step", "Step", "s", () => run.step(1)),
      button("step-many", "16 steps", "d", () => run.step(16)),
      button("to-end", "To the end", "e", () => run.runTo("")),
      make("button", { type: "button", id: "again", onclick: start }, "Again")),
    make("p", { id: "run-state", role: "status" }),
    make("div", { id: "run-views" }));
  byId("debugger").hidden = false;
}

function start() {
  refuse(null);
  const form = byId("launch");
  const value = (name) => form.elements[name].value;
  const values = [...form.querySelectorAll("[data-argument]")].map((it) => it.value);
  try {
    const next = new library.Debugger(processor(), file, { kernel: value("kernel"), grid: value("grid"), group: value("group"), values });
    run?.close();
    run = next;
    code = run.code();
    begun();
    show(run.state());
    byId("step").focus();
  } catch (error) {
    refuse(error);
  }
}

function showArguments(kernel, counted) {
  const group = kernel.group?.join(",") ?? "64";
  return [
    make("label", {}, `grid, in ${counted} `, make("input", { name: "grid", value: group, required: true })),
    make("label", {}, "group ", make("input", { name: "group", value: group, required: true })),
    ...kernel.arguments.map((it, at) => make("label", {}, `${it.name || `argument ${at}`} `,
      make("span", { class: "type" }, it.type), " ",
      make("input", { "data-argument": at, value: it.suggestion, spellcheck: "false" }))),
    make("button", { type: "submit" }, "Start"),
  ];
}

/** A file was given: its kernels are offered. */
function open_(bytes) {
  refuse(null);
  byId("debugger").hidden = true;
  const form = byId("launch");
  form.hidden = true;
  file = bytes;
  try {
    const { kernels, counted, processor: name } = library.kernels(processor(), bytes);
    const rest = make("div", { class: "arguments" });
    const select = make("select", { name: "kernel", onchange: () => rest.replaceChildren(...showArguments(kernels[select.selectedIndex], counted)) },
      kernels.map((it) => make("option", {}, it.name)));
    form.replaceChildren(make("label", {}, `kernel for ${name} `, select), rest);
    rest.replaceChildren(...showArguments(kernels[0], counted));
    form.hidden = false;
    select.focus();
  } catch (error) {
    refuse(error);
  }
}

async function take(given) {
  if (given) open_(new Uint8Array(await given.arrayBuffer()));
}

export function begin(chosen, choose) {
  processor = chosen;
  byId("file").addEventListener("change", (event) => take(event.target.files[0]));
  for (const { id, processor: name, text } of SAMPLES) {
    byId(id).addEventListener("click", () => {
      choose(name);
      open_(new TextEncoder().encode(text));
    });
  }
  byId("launch").addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
  const drop = byId("drop");
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  document.addEventListener("dragleave", () => drop.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const given = event.dataTransfer?.files[0];
    if (!given) return;
    location.hash = "#run";
    take(given);
  });
}
