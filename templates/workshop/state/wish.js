/* What is wished for: the game, the names, the document and its options. Views read it; `change` alone writes it. */

import { cellsIn, columnsOf, namesByLine } from "../rules/files.js";
import { namesIn, seatsOf, tablesOf } from "../rules/names.js";
import { makeChanges } from "./changes.js";
import { DATA, gameOf } from "./data.js";
import { keep } from "./kept.js";

/** @type {Wish} */
export const wish = {
  game: DATA.first,
  own: "", // the ruleset file of house rules; empty for the game as it comes
  about: null, // what its game is, as long as nothing was wrong with it
  mine: 0, // its number among the own games; 0 for one that is not kept among them
  isChosen: DATA.chosen !== "", // the game was chosen, and is not only that of a first visit
  tab: "sheet",
  names: [],
  values: {}, // options that differ from the usual ones, by the tab
  tables: null, // if the names are those of a club
};

const { listen, tell } = makeChanges();
/** Run a function at each change of the wish. */
export const onWish = listen;

/** Change what is wished for, and keep it on this device.
 *
 * @param {Partial<Wish>} part
 */
export function change(part) {
  Object.assign(wish, part);
  keep("wish", wish);
  tell();
}

/** Set an option of the document that is shown; undefined is what is usual.
 *
 * @param {string} name
 * @param {unknown} value
 */
export function choose(name, value) {
  const { [name]: _, ...others } = valuesOf(wish.tab);
  const chosen = value === undefined ? others : { ...others, [name]: value };
  change({ values: { ...wish.values, [wish.tab]: chosen } });
}

/** Return the options of a document that were chosen.
 *
 * @param {Tab} tab
 */
export const valuesOf = (tab) => wish.values[tab] ?? {};

/** Return the names that were typed, without the empty places. */
export const typedNames = () => wish.names.map((name) => name.trim()).filter((name) => name !== "");

/** Return how many players a sheet of the game takes. */
export const mostSeats = () => seatsOf(gameOf(wish.game).players[1]);

/** Check whether the names are those of a club, which sits at several tables. */
export const isClub = () => wish.tables !== null || typedNames().length > mostSeats();

/** Return how a club is spread over tables, also before anything was chosen.
 *
 * @returns {Tables}
 */
export const clubTables = () => ({
  per: Math.min(4, mostSeats()),
  blanks: 0,
  fields: "table,round",
  round: 1,
  file: "",
  ...wish.tables,
});

/** Return the names at each table of a club. */
export function seated() {
  const { file, per } = clubTables();
  if (file) {
    const lines = cellsIn(file);
    return namesByLine(lines, columnsOf(lines, DATA.headings));
  }
  const names = typedNames();
  return names.length ? tablesOf(names, Math.min(per, mostSeats())) : [];
}

/** Take a list of a club over: names, or tables if it has headings for more than names.
 *
 * @param {string} text
 * @param {string[]} [before] names that come first
 */
export function takeList(text, before = []) {
  const lines = cellsIn(text);
  const columns = columnsOf(lines, DATA.headings);
  const names = columns.length ? namesByLine(lines, columns).flat() : namesIn(text);
  const file = columns.length > 1 ? text : "";
  change({ names: [...before, ...names], tables: { ...clubTables(), file } });
}
