/* The data of the page: its games, its language, and the translations of its texts. */

import { say } from "../../calculator/rules/words.js";

/** @type {WorkshopData} */
export const DATA = JSON.parse(document.querySelector("#data")?.textContent ?? "");
export const { language, games } = DATA;
/** Where the workshop lies, seen from this page. */
export const root = document.body.dataset.root ?? "";
/** The folder of scripts and style, and that of Python. */
export const appFolder = `${root}${document.body.dataset.app}/`;
export const pythonFolder = `${root}${document.body.dataset.python}/`;

const gamesById = new Map(games.map((game) => [game.id, game]));

/** Return a game by its id, or the first one if there is none of that name.
 *
 * @param {string} id
 */
export const gameOf = (id) => gamesById.get(id) ?? /** @type {WorkshopGame} */ (gamesById.get(DATA.first)) ?? games[0];
/** @param {string} id */
export const isGame = (id) => gamesById.has(id);

/** Return the address of a document of a game that is ready to print.
 *
 * @param {WorkshopGame} game
 * @param {string} what
 */
export const readyMade = (game, what) => `${root}${language}/${game.files[what]}`;

/** Return the name of a paper as people write it, such as A4 or Letter.
 *
 * @param {string} name
 */
export const paperInWords = (name) =>
  name.length < 4 ? name.toUpperCase() : name.slice(0, 1).toUpperCase() + name.slice(1);

/** Return a message of the program as a sentence on the page.
 *
 * @param {string} message
 */
export function sentence(message) {
  const begun = message.slice(0, 1).toUpperCase() + message.slice(1);
  return /^$|[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

const plurals = new Intl.PluralRules(language);

/** Return the translation of an English text in its context.
 *
 * @param {string} context
 * @param {string} english
 * @param {Record<string, string | number>} [places]
 */
export function pgettext(context, english, places = {}) {
  const translated = DATA.texts[context]?.[english];
  return say(typeof translated === "string" ? translated : english, places);
}

/** Return the translation of a text that counts something, in the form for `n`, which is one of its places.
 *
 * @param {string} context
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [places]
 */
export function npgettext(context, one, many, n, places = {}) {
  const form = plurals.select(n);
  const forms = DATA.texts[context]?.[one];
  const translated = typeof forms === "object" ? forms[form] : undefined;
  return say(translated ?? (form === "one" ? one : many), { n, ...places });
}

/** Return words as a list, as the language writes it.
 *
 * @param {string[]} words
 */
export const listOf = (words) => new Intl.ListFormat(language).format(words);

/** Return a number with one decimal, as the language writes it.
 *
 * @param {number} number
 */
export const tenths = (number) =>
  number.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
