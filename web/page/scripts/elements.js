// Elements of the page, made and found.

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** A new element: attributes by name, listeners as `on…`, and what is in it. */
export function make(name, attributes = {}, ...contents) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...contents.flat().filter((it) => it !== null && it !== undefined));
  return element;
}

/** A table of rows of cells, each a text or elements; the first row names the columns. */
export function table(heads, rows, caption) {
  const head = make("thead", {}, make("tr", {}, heads.map((it) => make("th", { scope: "col" }, it))));
  const body = make("tbody", {}, rows.map((row) => make("tr", row.attributes ?? {}, (row.cells ?? row).map((it) => make("td", {}, it)))));
  return make("table", {}, caption ? make("caption", {}, caption) : null, head, body);
}

/** Calls something once nothing has happened for a while. */
export function later(milliseconds, action) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}
