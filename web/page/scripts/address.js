// What the address of the page says: `#gfx1100/v_add_f32` is a page of an instruction,
// `#gfx1100/=v_add_f32 v0, v1, v2` a text, `#search/reads:vcc`, `#compare/gfx900/gfx906`, `#run`.

const PARTS = ["search", "compare", "run"];

/** The address in parts: `{ part, cpu, mnemonic, text, rest }`. */
export function read() {
  const words = location.hash.slice(1).split("/").map((word) => {
    try {
      return decodeURIComponent(word);
    } catch {
      return word;
    }
  });
  const [first, ...rest] = words;
  if (PARTS.includes(first)) return { part: first, rest };
  const behind = rest.join("/");
  if (behind.startsWith("=")) return { part: "instruction", cpu: first, text: behind.slice(1) };
  return { part: "instruction", cpu: first, mnemonic: behind };
}

/** A link to the page of an instruction. */
export const toInstruction = (cpu, mnemonic) => `#${encodeURIComponent(cpu)}/${encodeURIComponent(mnemonic)}`;

/** A link to a text. */
export const toText = (cpu, text) => `#${encodeURIComponent(cpu)}/=${encodeURIComponent(text)}`;

/** Puts an address in the place of the present one, without going anywhere. */
export function replace(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash || "#");
}
