/* What is wished for: the game, the names, the document and its options. Views read it; `change` alone writes it. */

import { DATA } from "./data.js";
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
  tables: null, // {per, blanks}, if there are more names than one sheet takes
};

/** @type {(() => void)[]} */
const listeners = [];

/** Run a function at each change of the wish.
 *
 * @param {() => void} act
 */
export const onWish = (act) => listeners.push(act);

/** Change what is wished for, and keep it on this device.
 *
 * @param {Partial<Wish>} part
 */
export function change(part) {
  Object.assign(wish, part);
  keep("wish", wish);
  listeners.forEach((act) => {
    act();
  });
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
