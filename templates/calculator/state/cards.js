/* The cards of the players as they stand, and how they compare. */

import { addUp, mostOf, toGo } from "../rules/engine.js";
import { cardFrom, entriesOf, inTurn, isPlaying, ranking, totalsOf, yachtsAmong } from "../rules/match.js";
import { nextBoxes } from "../rules/turns.js";
import { DATA, game, gameColumns, goal, turns } from "./data.js";
import { page } from "./page.js";
import { npgettext } from "./texts.js";

/** Return how far off the bonus is; null if it is reached, or if there is none.
 *
 * @param {PlayerCard} column
 * @returns {Goal | null}
 */
export function goalOf(column) {
  if (column.left === undefined) {
    column.left =
      !goal || column.totals[goal.id] !== null
        ? goal && toGo(game, column.card, column.yachts, goal)
        : { sum: 0, missing: goal.steps[0][0], reachable: goal.steps[0][0] <= mostOf(game, column.card, goal) };
  }
  return column.left;
}

/** Return the match points so far, of players who still play.
 *
 * @param {Map<string, number>} deciding
 * @param {PlayerCard} column
 */
export function columnsDecide(deciding, column) {
  const points = deciding.get(column.player.id);
  return deciding.size > 1 && points !== undefined
    ? npgettext("page", "%(n)s match point", "%(n)s match points", points)
    : "";
}

const columnsBefore = new WeakMap(); // by player

/** Return the contents of a column, the same object as long as nothing in it changes.
 *
 * @param {Player} player
 * @param {boolean} isTurn
 */
export function columnOf(player, isTurn) {
  const entries = entriesOf(page.match, player);
  const old = columnsBefore.get(player);
  if (
    old &&
    old.isTurn === isTurn &&
    old.entries.length === entries.length &&
    entries.every((entry, at) => entry === old.entries[at])
  ) {
    return old;
  }
  const card = cardFrom(entries);
  const yachts = yachtsAmong(game, entries);
  const totals = addUp(game, card, yachts);
  const byBox = new Map(entries.map((entry) => [entry.box, entry]));
  const open = gameColumns && new Set(nextBoxes(turns, card).map((next) => next.box));
  const column = { player, entries, byBox, card, isTurn, yachts, totals, total: totals.total || 0, open };
  columnsBefore.set(player, column);
  return column;
}

/**
 * @param {Player} player
 * @param {Entry[]} entries
 */
export function columnOfEntries(player, entries) {
  const card = cardFrom(entries);
  const yachts = yachtsAmong(game, entries);
  const totals = addUp(game, card, yachts);
  return { player, entries, card, yachts, totals, total: totals.total || 0 };
}

/** Return the running totals of some entries, from 0 before the first.
 *
 * @param {Entry[]} entries
 */
export const runningTotals = (entries) => [
  0,
  ...entries.map((_, at) => totalsOf(game, entries.slice(0, at + 1)).total || 0),
];

/** Return the share of well-played cards that a total beats, from 0 to 100 per cent; null if it is not known.
 *
 * @param {number} total
 */
export const shareBelow = (total) => (DATA.odds ? DATA.odds.better.filter((least) => total >= least).length : null);

/** Return who begins the next game: the next player in the order of play. */
export function starterAfter() {
  const people = isPlaying(page.match);
  const order = inTurn(page.match).filter((player) => people.includes(player));
  return (order[1] || order[0]).id;
}

/** Return the earlier cards of a player in finished games: {total, entries}.
 *
 * @param {Player} player
 */
export const earlierGames = (player) =>
  page.finished
    .filter((each) => each.id !== page.match.id)
    .flatMap((each) =>
      ranking(game, each)
        .filter((other) => other.player.name === player.name)
        .map((other) => ({ total: other.total, entries: entriesOf(each, other.player) }))
    );

export const stopped = () => page.match.players.filter((player) => player.left);

/** Return the ids of the players in the lead. */
export function leaders() {
  const places = ranking(game, page.match);
  return places.filter((each) => each.decides > 0 && each.place === 1).map((each) => each.player.id);
}
