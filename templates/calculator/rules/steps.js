/* The turn that is played, and checks of turns that were stored. Touches no page. */

import { checkedThrows, countsOf, isDice, listOf, nextPlayer } from "./match.js";
import { mostRolls } from "./rolls.js";

export const MOST_SEEN = 200;

/** @returns {Turn} */
export const newTurn = () => ({ dice: [], kept: [], throws: [], first: false });

/** Return the key of the turn that is next in a match: the match, the player and the number of the turn.
 *
 * @param {Game} game
 * @param {Match} match
 */
export const turnKey = (game, match) => {
  const counts = countsOf(match);
  const next = nextPlayer(game, match, counts);
  return next ? `${match.id} ${next.id} ${counts[next.id]}` : `${match.id} end`;
};

/* Checks of what was stored, by the data of a game */

/** Return the usable part of a stored turn.
 *
 * @param {GameData} data
 * @param {any} kept
 * @returns {Turn}
 */
export function checkedTurn(data, kept) {
  const { game, turns } = data;
  /** @param {number} face */
  const isFace = (face) => face <= turns.sides;
  const throws = checkedThrows(kept && kept.throws);
  if (
    !kept ||
    !isDice(kept.dice) ||
    !kept.dice.every(isFace) ||
    kept.dice.length > turns.dice ||
    (throws.length && kept.dice.length < turns.dice)
  ) {
    return newTurn();
  }
  const marks = listOf(kept.kept);
  const named = game.boxes.includes(kept.named) ? { named: kept.named } : {};
  const number =
    Number.isInteger(kept.number) && kept.number > 0 && kept.number <= mostRolls(data) ? { number: kept.number } : {};
  return {
    dice: kept.dice,
    kept: throws.length ? kept.dice.map((/** @type {number} */ _, /** @type {number} */ at) => marks[at] === true) : [],
    throws,
    first: kept.first === true,
    ...named,
    ...number,
  };
}

/** Return the usable turns of those whose rolls were seen, by their keys.
 *
 * @param {GameData} data
 * @param {any} stored
 */
export function checkedSeen(data, stored) {
  const entries = stored && typeof stored === "object" ? Object.entries(stored).slice(-MOST_SEEN) : [];
  /** @type {Record<string, Turn>} */
  const seen = {};
  entries.forEach(([key, kept]) => {
    const turn = checkedTurn(data, kept);
    if (turn.throws.length) {
      seen[key] = turn;
    }
  });
  return seen;
}

/** @param {any} value */
export const isTime = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
