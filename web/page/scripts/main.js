// The page: which part is shown, for which processor.

import * as address from "page/address";
import * as compare from "page/compare";
import * as editor from "page/editor";
import { byId, make } from "page/elements";
import * as library from "page/library";
import * as run from "page/run";
import * as search from "page/search";

const FIRST = { cpu: "gfx1100", text: "v_add_f32 v0, s1, v2" };
/** A text longer than this does not stand in the address. */
const SHARED = 400;

let machines = [];
const processor = () => byId("processor").value;
const target = () => ({ cpu: processor(), syntax: byId("syntax").value });

function machineOf(cpu) {
  return machines.find((it) => it.processors.some((other) => other.name === cpu));
}

function fillProcessors() {
  for (const id of ["processor", "old", "new"]) {
    const groups = machines.flatMap((machine) => {
      const archs = Map.groupBy
        ? Map.groupBy(machine.processors, (it) => it.title)
        : machine.processors.reduce((all, it) => all.set(it.title, [...(all.get(it.title) ?? []), it]), new Map());
      return [...archs].map(([title, rows]) => make("optgroup", { label: title === rows[0].name ? machine.title : title },
        rows.map((it) => make("option", { value: it.name }, it.name))));
    });
    byId(id).replaceChildren(...groups);
  }
  byId("old").value = "gfx900";
  byId("new").value = "gfx1100";
}

/** Chooses a processor; says whether there is one of that name. */
function choose(cpu) {
  const machine = machineOf(cpu);
  if (!machine) return false;
  byId("processor").value = cpu;
  const before = byId("syntax").value;
  byId("syntax").replaceChildren(...machine.syntaxes.map((it) => make("option", {}, it)));
  if (machine.syntaxes.includes(before)) byId("syntax").value = before;
  byId("syntax-label").hidden = machine.syntaxes.length < 2;
  return true;
}

function showPart(name) {
  for (const part of ["instruction", "search", "compare", "run"]) {
    byId(`part-${part}`).hidden = part !== name;
    const link = document.querySelector(`nav [data-part=${part}]`);
    if (part === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = name === "instruction" ? "isa-mc" : `isa-mc: ${name}`;
}

function openInstruction({ cpu, mnemonic, text }) {
  if (cpu && !choose(cpu)) {
    editor.set("");
    byId("explanation").replaceChildren(make("p", { class: "warning" }, `There is no processor ${cpu}.`));
    return;
  }
  if (text !== undefined) return editor.set(text);
  if (!mnemonic) {
    if (byId("text").value === "") editor.set(FIRST.text);
    return;
  }
  try {
    const { examples, mnemonic: name, syntax } = library.examples(processor(), mnemonic);
    if (syntax) byId("syntax").value = syntax;
    keeping(() => editor.set(examples.join("\n")));
    document.title = `${name} on ${processor()}: isa-mc`;
  } catch (error) {
    keeping(() => editor.set(""));
    byId("explanation").replaceChildren(make("p", { class: "warning" }, error.message));
  }
}

let isKeeping = false;

/** Does something that leaves the address as it is. */
function keeping(action) {
  isKeeping = true;
  try {
    action();
  } finally {
    isKeeping = false;
  }
}

function open() {
  const to = address.read();
  showPart(to.part);
  if (to.part === "instruction") openInstruction(to);
  else if (to.part === "search") search.open(to.rest);
  else if (to.part === "compare") compare.open(to.rest);
}

/** Light or dark as the system has it, or as the button says. */
function beginTheme() {
  const button = byId("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const apply = () => {
    const isDark = chosen ?? system.matches;
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    button.setAttribute("aria-pressed", isDark);
  };
  button.addEventListener("click", () => {
    chosen = !(chosen ?? system.matches);
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

async function begin() {
  beginTheme();
  await library.start();
  machines = library.machines();
  fillProcessors();
  choose(FIRST.cpu);
  editor.begin(target, (text) => {
    if (isKeeping || !text) return;
    address.replace(text.length <= SHARED ? address.toText(processor(), text) : "");
  });
  search.begin(processor);
  compare.begin();
  run.begin(processor, choose);
  byId("processor").addEventListener("change", () => {
    const to = address.read();
    choose(processor());
    if (to.part === "search") search.refresh();
    if (to.part !== "instruction") return;
    if (to.mnemonic) location.hash = address.toInstruction(processor(), to.mnemonic);
    else editor.update();
  });
  byId("syntax").addEventListener("change", () => editor.update("hex"));
  addEventListener("hashchange", open);
  byId("loading").hidden = true;
  open();
  performance.mark("first-answer");
}

begin().catch((error) => {
  byId("loading").textContent = `The instruction sets could not be loaded: ${error.message}`;
  throw error;
});
