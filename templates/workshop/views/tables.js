/* Step 2 for a club: a list of names, spread over tables. */

import { element } from "../../calculator/parts/elements.js";
import { namesIn, shuffled, tablesOf } from "../rules/names.js";
import { npgettext, pgettext } from "../state/data.js";
import { change, typedNames, wish } from "../state/wish.js";
import { button, choiceRow, counter } from "./parts.js";

/** Blank sheets at most. */
const MOST_BLANKS = 100;
/** The order before the names were shuffled; null if they were not. @type {string[] | null} */
let before = null;

/** Return the part of the panel for many names, and the function that shows them.
 *
 * @param {number} most players that one sheet takes
 */
export function makeTables(most) {
  const list = element("textarea", {
    rows: 8,
    "aria-label": pgettext("workshop", "Names, one a line"),
    spellcheck: "false",
  });
  list.addEventListener("input", () => {
    before = null;
    change({ names: namesIn(list.value) });
  });
  const acts = element("div", { class: "beside" });
  const lines = element("div", {});
  const part = element("div", { class: "club" }, list, acts, lines);

  function show() {
    const names = typedNames();
    if (document.activeElement !== list) {
      list.value = names.join("\n");
    }
    acts.replaceChildren(
      button("shuffle", before ? pgettext("workshop", "As before") : pgettext("workshop", "Shuffle"), mix),
      button("close", pgettext("workshop", "Clear"), () => change({ names: [], tables: null }), { class: "bare" })
    );
    const tables = wish.tables ?? { per: Math.min(4, most), blanks: 0, fields: "" };
    const set = (/** @type {Partial<typeof tables>} */ part_) => change({ tables: { ...tables, ...part_ } });
    const sizes = tablesOf(names, tables.per).map((table) => table.length);
    const count = npgettext("workshop", "%(n)s table", "%(n)s tables", sizes.length);
    const isFull = sizes.every((size) => size === tables.per);
    const fields = [
      { value: "table,round", words: pgettext("workshop", "table and round") },
      { value: "date", words: pgettext("workshop", "date") },
      { value: "none", words: pgettext("workshop", "nothing") },
    ];
    const per = pgettext("workshop", "Per table");
    const above = pgettext("workshop", "Above");
    const extra = pgettext("workshop", "Extra");
    lines.replaceChildren(
      line(
        per,
        counter(per, { value: tables.per, least: 2, most }, (value) => set({ per: value })),
        isFull ? pgettext("workshop", "%(tables)s, all full", { tables: count }) : count
      ),
      line(
        above,
        choiceRow(above, fields, tables.fields || "table,round", (value) => set({ fields: value })),
        ""
      ),
      line(
        extra,
        counter(extra, { value: tables.blanks, least: 0, most: MOST_BLANKS }, (value) => set({ blanks: value })),
        pgettext("workshop", "blank sheets")
      )
    );
  }
  return { part, show };
}

/** Shuffle the names, or take it back. */
function mix() {
  const names = typedNames();
  const mixed = before ?? shuffled(names, (below) => Math.floor(Math.random() * below));
  before = before ? null : names;
  change({ names: mixed });
}

/** @param {string} label @param {HTMLElement} control @param {string} after */
const line = (label, control, after) =>
  element(
    "div",
    { class: "line" },
    element("span", {}, label),
    element("span", { class: "with" }, control, element("span", {}, after))
  );
