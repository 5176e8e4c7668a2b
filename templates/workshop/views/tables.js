/* Step 2 for a club: a list of names, spread over tables; and its sheets. */

import { element, setText } from "../../calculator/parts/elements.js";
import { namesIn, shuffled } from "../rules/names.js";
import { npgettext, pgettext } from "../state/data.js";
import { result } from "../state/result.js";
import { change, clubTables, isClub, mostSeats, seated, takeList, typedNames, wish } from "../state/wish.js";
import { pageButton } from "./pages.js";
import { button, choiceRow, counter, renew } from "./parts.js";

/** Blank sheets, and rounds, at most. */
const MOST_BLANKS = 100;
const MOST_ROUNDS = 99;
/** The order before the names were shuffled; null if they were not. @type {string[] | null} */
let before = null;

/** Return the part of the panel for a club, and the function that shows it. */
export function makeTables() {
  const numbers = element("div", { class: "numbers", "aria-hidden": "true" });
  const list = element("textarea", {
    rows: 9,
    wrap: "off",
    "aria-label": pgettext("workshop", "Names, one a line"),
    spellcheck: "false",
    autocomplete: "off",
  });
  list.addEventListener("input", () => {
    before = null;
    takeWritten(list.value);
  });
  list.addEventListener("scroll", () => {
    numbers.scrollTop = list.scrollTop;
  });
  const faults = element("div", { class: "name-faults", role: "status" });
  const acts = element("div", { class: "beside" });
  const lines = element("div", {});
  const part = element("div", { class: "club" }, element("div", { class: "list" }, numbers, list), faults, acts, lines);

  function show() {
    const names = typedNames();
    const { file } = clubTables();
    if (document.activeElement !== list) {
      list.value = file || names.join("\n");
    }
    const count = list.value.split("\n").length;
    setText(numbers, Array.from({ length: count }, (_, place) => place + 1).join("\n"));
    const said = result.nameFaults.map(({ place, message }) =>
      element("p", { class: "fault" }, `${place + 1}. ${message}`)
    );
    renew(faults, said);
    renew(acts, [
      button("list", pgettext("workshop", "Paste a list"), () => paste(list)),
      button("shuffle", before ? pgettext("workshop", "As before") : pgettext("workshop", "Shuffle"), mix, {
        disabled: file !== "",
      }),
      button("close", pgettext("workshop", "Clear"), clear, { class: "bare" }),
    ]);
    renew(lines, settings());
  }
  return { part, show };
}

/** Take over what was written in the list; headings stay where they are.
 *
 * @param {string} text
 */
function takeWritten(text) {
  if (clubTables().file) {
    takeList(text);
  } else {
    change({ names: namesIn(text), tables: clubTables() });
  }
}

/** Paste what was copied elsewhere; a browser that does not give it lets it be pasted by hand.
 *
 * @param {HTMLTextAreaElement} list
 */
async function paste(list) {
  try {
    before = null;
    takeList(await navigator.clipboard.readText());
  } catch {
    list.focus();
    list.select();
  }
}

function clear() {
  before = null;
  change({ names: [], tables: null });
}

/** Shuffle the names, or take it back. */
function mix() {
  const names = typedNames();
  const mixed = before ?? shuffled(names, (below) => Math.floor(Math.random() * below));
  before = before ? null : names;
  change({ names: mixed });
}

/** Return the lines below the list: how the tables are filled, and what stands above the rows. */
function settings() {
  const tables = clubTables();
  const set = (/** @type {Partial<Tables>} */ part) => change({ tables: { ...tables, ...part } });
  const fields = [
    { value: "table,round", words: pgettext("workshop", "table and round") },
    { value: "date", words: pgettext("workshop", "date") },
    { value: "none", words: pgettext("workshop", "nothing") },
  ];
  const per = pgettext("workshop", "Per table");
  const above = pgettext("workshop", "Above");
  const round = pgettext("workshop", "Round");
  const extra = pgettext("workshop", "Extra");
  const most = mostSeats();
  const seats = { value: Math.min(tables.per, most), least: 2, most };
  const rounds = { value: tables.round, least: 1, most: MOST_ROUNDS };
  const blanks = { value: tables.blanks, least: 0, most: MOST_BLANKS };
  const own = [
    line(
      per,
      counter(per, seats, (value) => set({ per: value })),
      tableCount()
    ),
    line(
      above,
      choiceRow(above, fields, tables.fields, (value) => set({ fields: value })),
      ""
    ),
  ];
  const numbered = line(
    round,
    counter(round, rounds, (value) => set({ round: value })),
    ""
  );
  return [
    ...(tables.file ? [] : own),
    ...(tables.file || tables.fields !== "table,round" ? [] : [numbered]),
    line(
      extra,
      counter(extra, blanks, (value) => set({ blanks: value })),
      pgettext("workshop", "blank sheets")
    ),
  ];
}

/** Return how many tables there are, and whether each is full. */
function tableCount() {
  const sizes = seated().map((names) => names.length);
  const count = npgettext("workshop", "%(n)s table", "%(n)s tables", sizes.length);
  const isFull = sizes.length > 0 && sizes.every((size) => size === clubTables().per);
  return isFull ? pgettext("workshop", "%(tables)s, all full", { tables: count }) : count;
}

/** @param {string} label @param {HTMLElement} control @param {string} after */
const line = (label, control, after) =>
  element(
    "div",
    { class: "line" },
    element("span", {}, label),
    element("span", { class: "with" }, control, element("span", {}, after))
  );

/** Return how many names there are, for the heading of the step. */
export const nameCount = () => npgettext("workshop", "%(n)s name", "%(n)s names", typedNames().length);

/** Return a card for each table of a club, with the picture of its sheet; nothing where tables have not a page each.
 *
 * @param {MadeDocument} made
 */
export function tableNodes(made) {
  const tables = seated();
  const sheets = tables.length + clubTables().blanks;
  const pagesEach = made.pictures.length / sheets;
  if (wish.tab !== "sheet" || !isClub() || sheets < 2 || !Number.isInteger(pagesEach)) {
    return [];
  }
  const cards = Array.from({ length: sheets }, (_, place) => {
    const names = tables[place] ?? [];
    const words = names.length
      ? pgettext("workshop", "Table %(n)s", { n: place + 1 })
      : pgettext("workshop", "blank sheet");
    const below = [element("b", {}, words), ...shortList(names).map((name) => element("small", {}, name))];
    return pageButton(made.pictures[place * pagesEach], place * pagesEach, `${words} ${names.join(", ")}`, below);
  });
  return [
    element("div", { class: "small-pages", role: "group", "aria-label": pgettext("workshop", "Tables") }, ...cards),
  ];
}

/** Return the first and the last of some names, by their first words.
 *
 * @param {string[]} names
 */
function shortList(names) {
  const [first, last] = [names[0], names.at(-1)].map((name) => name?.split(" ")[0] ?? "");
  return names.length > 1 ? [`${first} …`, last] : names.length ? [first] : [];
}

/** Return the headline of the sheets of a club. */
export function clubTitle() {
  const count = npgettext("workshop", "%(n)s table", "%(n)s tables", seated().length);
  const { fields, round, file } = clubTables();
  return file || fields !== "table,round"
    ? count
    : pgettext("workshop", "%(tables)s, round %(n)s", { tables: count, n: round });
}
