// Bits drawn as manuals draw them: rows of 32, the highest bit first, a box for each field.

import { make } from "page/elements";

const ROW = 32;

/** Which field each bit belongs to; -1 where none does. */
function owners(fields, count) {
  const owner = new Array(count).fill(-1);
  fields.forEach((field, index) => {
    for (const [low, width] of field.pieces) {
      for (let bit = low; bit < Math.min(low + width, count); bit++) owner[bit] = index;
    }
  });
  return owner;
}

/** The bit of a number in bytes, the lowest one of the first byte first. */
function bitOf(hex, bit) {
  return (parseInt(hex.substr((bit >> 3) * 2, 2), 16) >> (bit & 7)) & 1;
}

/** The colour of a field: eight that can be told apart, those of fixed bits grey. */
export function colour(field, index) {
  return ["encoding", "opcode", "reserved", "ignored"].includes(field.name) ? "fixed" : `hue${index % 8}`;
}

/**
 * Draws an instruction. Words have their highest bit first; bytes of streams stand one after the
 * other, each with its highest bit first.
 */
export function draw(view) {
  const count = view.hex.length * 4;
  const owner = owners(view.fields, count);
  const rows = [];
  const isStream = view.words.length === 0;
  for (let low = 0; low < count; low += ROW) {
    const width = Math.min(ROW, count - low);
    const order = Array.from({ length: width }, (_, at) => (isStream ? low + (at & ~7) + 7 - (at & 7) : low + width - 1 - at));
    const boxes = [];
    for (let at = 0; at < width; ) {
      const index = owner[order[at]];
      let end = at + 1;
      while (end < width && owner[order[end]] === index && index >= 0) end++;
      const bits = order.slice(at, end);
      const field = view.fields[index];
      const [high, last] = [bits[0], bits[bits.length - 1]];
      boxes.push(make("div", {
        class: `box ${field ? colour(field, index) : "fixed"}`,
        style: `--bits: ${bits.length}`,
        "data-field": field ? index : null,
        title: field ? `${field.name} [${field.range}] = ${field.value}: ${field.meaning}` : null,
      },
        make("span", { class: "numbers" }, high === last ? `${high}` : `${high}`, high === last ? "" : make("span", {}, `${last}`)),
        make("span", { class: "digits" }, bits.map((bit) => bitOf(view.hex, bit)).join("")),
        make("span", { class: "name" }, field ? field.name : "")));
      at = end;
    }
    rows.push(make("div", { class: "bits-row", style: `--width: ${width}` }, boxes));
  }
  return make("div", { class: "bits", role: "img", "aria-label": `${count} bits; the table below says what they are` }, rows);
}
