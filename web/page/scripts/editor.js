// Two texts that say the same: assembly and bytes. The one that is typed into makes the other.

import * as library from "page/library";
import { byId, make } from "page/elements";
import { show } from "page/explanation";

/** The processor and the syntax, of the page. */
let target = () => ({ cpu: "", syntax: "" });
let changed = () => {};
let lines = [];
let source = "text";
let shown = "";

/** Marks what is wrong in a text, below it: the same letters, with carets under some. */
function mark(id, problems) {
  const area = byId(id);
  const text = area.value;
  const parts = [];
  let at = 0;
  for (const { start, end } of [...problems].sort((one, other) => one.start - other.start)) {
    if (start < at) continue;
    parts.push(text.slice(at, start), make("mark", {}, text.slice(start, Math.max(end, start + 1)) || " "));
    at = Math.max(end, start + 1);
  }
  parts.push(text.slice(at), "\n");
  const marks = byId(`${id}-marks`);
  marks.replaceChildren(...parts);
  marks.scrollTop = area.scrollTop;
  area.setAttribute("aria-invalid", problems.length > 0);
}

function excerpt(text, { start, end }) {
  const begin = text.lastIndexOf("\n", start - 1) + 1;
  const stop = text.indexOf("\n", start);
  const line = text.slice(begin, stop < 0 ? undefined : stop).replaceAll("\t", " ");
  const carets = Math.max(1, Math.min(end, begin + line.length) - start);
  return `${line}\n${" ".repeat(start - begin)}${"^".repeat(carets)}`;
}

function tell(text, { problems, more }) {
  const items = problems.map((problem) => make("li", {},
    make("button", { type: "button", class: "place", onclick: () => jump(problem) },
      `line ${text.slice(0, problem.start).split("\n").length}`), " ",
    `error[${problem.code}]: ${problem.message}`,
    make("pre", {}, excerpt(text, problem))));
  if (more) items.push(make("li", {}, `and ${more} more`));
  byId("problems").replaceChildren(...items);
}

function jump({ start, end }) {
  const area = byId(source);
  area.focus();
  area.setSelectionRange(start, Math.max(end, start + 1));
}

/** Makes the other text of the one that was typed. */
export function update(from = source) {
  source = from;
  const { cpu, syntax } = target();
  const other = from === "text" ? "hex" : "text";
  const text = byId(from).value;
  let listing;
  try {
    listing = from === "text" ? library.assemble(cpu, syntax, text) : library.disassemble(cpu, syntax, text);
  } catch (error) {
    listing = { lines: [], problems: [{ start: 0, end: 0, code: "?", message: error.message }], more: 0, other: "" };
  }
  lines = listing.lines;
  byId(other).value = listing.other;
  mark(from, listing.problems);
  mark(other, []);
  tell(text, listing);
  shown = "";
  explainCursor();
  changed(byId("text").value.trim());
}

/** The line at the cursor of either text; the first one if the cursor is in none. */
function current() {
  const active = document.activeElement?.id === "hex" ? "hex" : "text";
  const area = byId(active);
  if (active === source) {
    const at = area.selectionStart;
    return lines.find((it) => at <= it.end) ?? lines.at(-1);
  }
  const number = area.value.slice(0, area.selectionStart).split("\n").length - 1;
  return lines[Math.min(number, lines.length - 1)];
}

function explainCursor() {
  const line = current();
  const element = byId("explanation");
  if (!line?.is_instruction) {
    shown = "";
    if (!line) element.replaceChildren();
    return;
  }
  const { cpu, syntax } = target();
  const key = `${cpu} ${syntax} ${line.hex}`;
  if (key === shown) return;
  shown = key;
  try {
    show(element, library.explain(cpu, syntax, line.hex));
  } catch (error) {
    element.replaceChildren(make("p", { class: "warning" }, error.message));
  }
}

/** Puts a text in and shows what it is. */
export function set(text) {
  byId("text").value = text;
  byId("text").setSelectionRange(0, 0);
  update("text");
}

/** Begins: `chosen` gives processor and syntax, `whenChanged` is told each new text. */
export function begin(chosen, whenChanged) {
  [target, changed] = [chosen, whenChanged];
  for (const id of ["text", "hex"]) {
    const area = byId(id);
    area.addEventListener("input", () => update(id));
    area.addEventListener("scroll", () => { byId(`${id}-marks`).scrollTop = area.scrollTop; });
    for (const kind of ["keyup", "click", "focus"]) area.addEventListener(kind, explainCursor);
  }
}
