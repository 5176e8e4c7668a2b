/* Texts: English in the scripts, from which Babel extracts them and calculator/page.py looks up their translations. */

import { say } from "../rules/words.js";
import { ALL, language, languagesHere } from "./data.js";

const translated = languagesHere.filter((each) => each !== "en").indexOf(language); // the place of its translations
const plurals = new Intl.PluralRules(language);

/** Return the translation of an English text in its context, with its places filled if some are given.
 *
 * @param {string} context
 * @param {string} english
 * @param {Record<string, any> | null} [places]
 */
export function pgettext(context, english, places = null) {
  const found = translation(context, english) || english;
  return places ? say(found, places) : found;
}

/** Return the translation of a text that counts something, in the form for `n`, which is one of its places.
 *
 * @param {string} context
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, any>} [places]
 */
export function npgettext(context, one, many, n, places = {}) {
  const form = plurals.select(n);
  const found = (translation(context, one) || {})[form] || (form === "one" ? one : many);
  return say(found, { n, ...places });
}

/** Return what the data has for an English text: its translation, or its forms by plural category; else undefined.
 *
 * @param {string} context
 * @param {string} english
 * @returns {any}
 */
const translation = (context, english) => ((ALL.translations[context] || {})[english] || [])[translated];

/* Words */

const lists = Object.fromEntries(
  /** @type {const} */ (["conjunction", "disjunction"]).map((type) => [type, new Intl.ListFormat(language, { type })])
);
/**
 * @param {string[]} names
 * @param {"conjunction" | "disjunction"} [type]
 */
export const listed = (names, type = "conjunction") => lists[type].format(names);
/**
 * @param {Player[]} players
 * @param {{ id: string, name: string }} player
 */
export const nameIn = (players, player) =>
  player.name || pgettext("page", "Player %(n)s", { n: players.findIndex((each) => each.id === player.id) + 1 });

/** @param {Intl.NumberFormatOptions} options */
const numbersOf = (options) => new Intl.NumberFormat(language, options);
export const tenths = numbersOf({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
export const wholes = numbersOf({ maximumFractionDigits: 0 });
export const shares = numbersOf({ style: "percent" });
