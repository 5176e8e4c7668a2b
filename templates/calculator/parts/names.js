/* The names of all games of this browser, with what each has played. */

import { listOf } from "../rules/match.js";
import { dataOf, gamesHere } from "../state/data.js";
import { STORED } from "../state/files.js";
import { finishedOf, keepNow } from "../state/kept.js";
import { page } from "../state/page.js";
import { keptPeople, summaryOf } from "../state/people.js";
import { read, storageKeys } from "../state/storage.js";
import { symbolOf } from "./dice.js";

/** Return the usable part of a summary that the page of another game has stored.
 *
 * @param {any} summary
 * @param {string} ruleset
 * @returns {GameSummary}
 */
function checkedSummary({ title, signature, people: figures }, ruleset) {
  const isFigures = (/** @type {any} */ each) =>
    Array.isArray(each) && typeof each[0] === "string" && each.length === 4 && each.slice(1).every(Number.isInteger);
  // a stored text may hold any sign, so that it is compared with the id of a symbol and never part of a selector
  const hasSymbol = (/** @type {Face} */ face) => document.getElementById(symbolOf(face).slice(1)) !== null;
  const isDie = (/** @type {any} */ each) =>
    Array.isArray(each) && hasSymbol(each[0]) && /^(solid|open|blank)$/.test(each[1]);
  const dice = listOf(signature);
  return {
    ruleset,
    title: typeof title === "string" ? title.slice(0, 80) : ruleset,
    signature: dice.length <= 12 && dice.every(isDie) ? dice : [],
    people: listOf(figures).filter(isFigures),
  };
}

/** Return the names of all games of this browser, those who play most first, with their figures and best totals. */
export function poolOf() {
  keepNow();
  const known = gamesHere.map(dataOf).map((data) => ({
    ruleset: data.ruleset,
    ...summaryOf(
      data,
      finishedOf(data).filter((each) => each.when)
    ),
  }));
  const others = storageKeys()
    .map((key) => /** @type {any} */ (STORED.exec(key)))
    .filter((named) => named && !named[2] && !gamesHere.includes(named[1]))
    .map(([key, ruleset]) => checkedSummary(read(key) || {}, ruleset));
  const rows = [...known, ...others].filter((each) => each.people.length);
  /** @type {Map<string, [games: number, won: number]>} */
  const figures = new Map(keptPeople().map(([name]) => [name, [0, 0]]));
  const playing = page.match ? page.match.players.filter(({ name }) => name && !figures.has(name)) : [];
  playing.forEach(({ name }) => {
    figures.set(name, [0, 0]);
  });
  rows.forEach((row) => {
    row.people.forEach(([name, games, won]) => {
      const [all, wins] = figures.get(name) || [0, 0];
      figures.set(name, [all + games, wins + won]);
    });
  });
  const names = [...figures]
    .sort(([one, [games]], [other, [more]]) => more - games || one.localeCompare(other))
    .map(([name]) => name);
  return { rows, names, figures };
}
