// Two processors side by side.

import { replace, toInstruction } from "page/address";
import { byId, later, make, table } from "page/elements";
import * as library from "page/library";

/** Rows of a kind that are shown at once. */
const MOST = 300;

let found = null;

function showSections() {
  const only = byId("only").value.trim().toLowerCase();
  const [before, after] = [byId("old").value, byId("new").value];
  const sections = found.sections.map(({ title, heads, rows }) => {
    const chosen = rows.filter((row) => row.some((cell) => cell.toLowerCase().includes(only)));
    if (chosen.length === 0) return null;
    const cells = chosen.slice(0, MOST).map((row) => row.map((cell, at) => {
      if (heads[at] !== "mnemonic") return cell;
      return make("a", { href: toInstruction(title === "gone" ? before : after, cell) }, cell);
    }));
    const more = chosen.length > MOST ? make("p", {}, `and ${chosen.length - MOST} more: say which names`) : null;
    return make("details", { open: chosen.length <= 40 || only !== "" },
      make("summary", {}, `${title}: ${chosen.length}`),
      make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, table(heads, cells)), more);
  });
  const shown = sections.filter((it) => it);
  byId("compare-count").textContent = shown.length ? `from ${before} to ${after}` : "no differences";
  byId("differences").replaceChildren(...shown);
}

function compare() {
  const [before, after] = [byId("old").value, byId("new").value];
  replace(`#compare/${before}/${after}`);
  try {
    found = library.differences(before, after);
    showSections();
  } catch (error) {
    byId("compare-count").textContent = error.message;
    byId("differences").replaceChildren();
  }
}

/** Shows what an address asks for. */
export function open([before, after]) {
  if (before) byId("old").value = before;
  if (after) byId("new").value = after;
  compare();
}

export function begin() {
  for (const id of ["old", "new"]) byId(id).addEventListener("change", compare);
  byId("only").addEventListener("input", later(100, () => found && showSections()));
  byId("compare-form").addEventListener("submit", (event) => event.preventDefault());
}
