// All about one instruction: bits, fields, operation, other processors.

import { toInstruction } from "page/address";
import { colour, draw } from "page/bits";
import { make, table } from "page/elements";

function definition(rows) {
  return make("dl", {}, rows.filter(([, value]) => value).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

function fields(view) {
  const rows = view.fields.map((field, index) => ({
    attributes: { "data-field": index, tabindex: "0" },
    cells: [make("span", { class: `swatch ${colour(field, index)}` }), `[${field.range}]`, field.name, field.value, field.meaning],
  }));
  const heads = [make("span", { class: "hidden" }, "colour"), "bits", "name", "value", "meaning"];
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Fields" }, table(heads, rows));
}

function operation(view) {
  const it = view.operation;
  if (!it) return null;
  const around = it.around.length === 0 ? null : make("details", {},
    make("summary", {}, "What its family declares around it"), make("pre", {}, it.around.join("\n")));
  return make("section", {},
    make("h3", {}, `Operation${it.lanes === null ? "" : `, for each lane${it.lanes ? ` ${it.lanes}` : ""}`}`),
    make("pre", { class: "operation", tabindex: "0" }, it.body || "nothing changes: no register, state or memory"),
    around,
    make("details", {}, make("summary", {}, "For every encoding and every value"), make("pre", {}, it.full)),
    definition([["reads", it.reads.join(", ")], ["writes", it.writes.join(", ")]]));
}

function elsewhere(view) {
  if (view.elsewhere.length === 0) return null;
  const rows = view.elsewhere.map((other) => [
    other.archs.join(", "),
    make("a", { href: toInstruction(other.processors.at(-1), other.mnemonic) }, other.mnemonic),
    other.encodings.join(", "),
  ]);
  return make("section", {}, make("h3", {}, "On other processors"),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Other processors" },
      table(["architectures", "mnemonic", "formats and opcodes"], rows)));
}

function operands(view) {
  return view.operands.map((it) => [it.name, `${it.value}, ${it.access}${it.modifiers.length ? ` with ${it.modifiers.join(", ")}` : ""}`]);
}

/** Where the words of the text stand that fields say, by field: what can be hovered in it. */
function wordsOf(view) {
  const named = new Map();
  view.operands.forEach((operand) => {
    const index = view.fields.findIndex((field) => field.name === operand.name);
    if (index >= 0) named.set(operand.value, index);
  });
  view.fields.forEach((field, index) => {
    const value = field.meaning.split(" (")[0];
    if (value && !named.has(value)) named.set(value, index);
  });
  const opcode = view.fields.findIndex((field) => field.name === "opcode");
  return view.text.split(/([\s,|()-]+)/).map((word, at) => {
    const index = at === 0 ? opcode : named.get(word) ?? view.fields.findIndex((field) => word.split(":")[0] === field.name);
    return index >= 0 && word.trim()
      ? make("span", { class: `word ${colour(view.fields[index], index)}`, "data-field": index }, word)
      : word;
  });
}

/** Marks a field in text, bits and table alike while it is pointed at. */
function follow(element) {
  const mark = (event) => {
    const found = event.target.closest?.("[data-field]");
    for (const it of element.querySelectorAll("[data-field]")) {
      it.classList.toggle("marked", Boolean(found) && it.dataset.field === found.dataset.field);
    }
  };
  for (const kind of ["pointerover", "focusin", "pointerleave", "focusout"]) element.addEventListener(kind, mark);
}

/** Shows a view in an element. */
export function show(element, view) {
  const bytes = view.hex.match(/../g).join(" ");
  const contents = make("div", {},
    make("h2", {}, view.mnemonic, " ", make("a", { class: "link", href: toInstruction(view.processor, view.mnemonic), "aria-label": `Link to ${view.mnemonic} on ${view.processor}` }, "#")),
    make("p", { class: "instruction-text" }, wordsOf(view)),
    view.unsayable ? make("p", { class: "warning" }, `no text gives these bytes: ${view.unsayable}`) : null,
    definition([
      ["on", `${view.processor} (${view.arch})`],
      ["format", view.format],
      ["bytes", bytes],
      ["words", view.words.join(" ")],
    ]),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Bits" }, draw(view)),
    fields(view),
    definition([...operands(view), ...view.effects]),
    view.documentation.map((text) => make("p", { class: "documentation" }, text)),
    operation(view),
    elsewhere(view));
  follow(contents);
  element.replaceChildren(contents);
}
