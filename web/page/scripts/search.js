// Instructions by name, opcode, format, and what they read or write.

import { replace, toInstruction } from "page/address";
import { byId, later, make, table } from "page/elements";
import * as library from "page/library";

let processor = () => "";

function search() {
  const query = byId("query").value.trim();
  const everywhere = byId("everywhere").checked;
  const count = byId("search-count");
  const results = byId("results");
  replace(query ? `#search/${encodeURIComponent(query)}` : "#search");
  try {
    const { found, more } = library.find(everywhere ? "" : processor(), query);
    const rows = found.map((it) => [
      make("a", { href: toInstruction(it.processor, it.mnemonic) }, it.mnemonic),
      it.processor, it.encodings.join(", "), it.documentation,
    ]);
    results.replaceChildren(...table(["mnemonic", "processor", "formats and opcodes", "what it does"], rows).childNodes);
    count.textContent = `${found.length}${more ? ` of ${found.length + more}` : ""} instructions`;
  } catch (error) {
    results.replaceChildren();
    count.textContent = error.message;
  }
}

/** Shows what an address asks for. */
export function open([query]) {
  if (query !== undefined) byId("query").value = query;
  search();
  byId("query").focus();
}

export function begin(chosen) {
  processor = chosen;
  byId("query").addEventListener("input", later(60, search));
  byId("everywhere").addEventListener("change", search);
  byId("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    search();
    byId("results").querySelector("a")?.focus();
  });
}

/** The processor is another one. */
export const refresh = search;
