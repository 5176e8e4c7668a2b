/* The options of the documents as the program describes them, and which of them are not as usual. */

import { language } from "./data.js";
import { ask, whenReady } from "./python.js";
import { COMMANDS } from "./result.js";
import { valuesOf, wish } from "./wish.js";

/** @type {Partial<Record<Tab, OptionEntry[]>>} */
const entriesByTab = {};
/** Options with a place of their own on the page. */
const ELSEWHERE = ["lang", "names"];

/** Return the options of a document, in the order of the program's help. They are asked for once.
 *
 * @param {Tab} tab
 */
export async function optionsOf(tab) {
  const known = entriesByTab[tab];
  if (known) {
    return known;
  }
  await whenReady();
  const answer = await ask("options", { command: COMMANDS[tab].command, language });
  const all = /** @type {OptionEntry[]} */ ("value" in answer ? answer.value : []);
  const entries = all.filter((entry) => !ELSEWHERE.includes(entry.field));
  entriesByTab[tab] = entries;
  return entries;
}

/** Return the entries of the shown document that differ from what is usual, if they are known by now. */
export const changedOptions = () =>
  (entriesByTab[wish.tab] ?? []).filter((entry) => valuesOf(wish.tab)[entry.field] !== undefined);

/** Return why an option does nothing now: it needs another one, or another one excludes it; else an empty text.
 *
 * @param {OptionEntry} entry
 */
export function reasonOff(entry) {
  const values = valuesOf(wish.tab);
  const isOn = (/** @type {string} */ field) => values[field] !== undefined;
  const unmet = entry.needs.find(({ cures }) => !cures.some((cure) => isOn(cure.option)));
  if (unmet) {
    return unmet.reason;
  }
  return entry.excludes.find(({ option }) => isOn(option))?.reason ?? "";
}
