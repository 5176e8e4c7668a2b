/* Turns, and steps between the states of a game, which can be undone and done again. Touches no page.
 *
 * A step has [value before, value after] of each field that differs.
 */

import { canHold, has } from "./engine.js";
import { checkedEntry, checkedMatch, checkedThrows, countsOf, isDice, listOf, nextPlayer } from "./match.js";

export const MOST_SEEN = 200;

/** @returns {Turn} */
export const newTurn = () => ({ dice: [], kept: [], throws: [], first: false });

/** Return the key of the turn that is next in a match: the match, the player and the number of the turn.
 *
 * @param {Game} game
 * @param {Match} match
 */
export const turnKey = (game, match) => {
  const next = nextPlayer(game, match);
  const counts = countsOf(match);
  return next ? `${match.id} ${next.id} ${counts[next.id]}` : `${match.id} end`;
};

/** Return the step from one state to another.
 *
 * @param {State} one
 * @param {State} other
 * @returns {HistoryStep}
 */
export function stepBetween(one, other) {
  /** @type {HistoryStep} */
  const step = { turn: [one.turn, other.turn] };
  if (one.match.id !== other.match.id) {
    return { ...step, match: [one.match, other.match] };
  }
  if (one.match.players !== other.match.players) {
    step.players = [one.match.players, other.match.players];
  }
  if (one.match.starter !== other.match.starter) {
    step.starter = [one.match.starter, other.match.starter];
  }
  if (one.match.won !== other.match.won) {
    step.won = [one.match.won, other.match.won];
  }
  const before = one.match.entries;
  const after = other.match.entries;
  if (before !== after) {
    let at = 0;
    let end = 0;
    while (at < before.length && before[at] === after[at]) {
      at += 1;
    }
    while (
      end < Math.min(before.length, after.length) - at &&
      before[before.length - 1 - end] === after[after.length - 1 - end]
    ) {
      end += 1;
    }
    step.entries = [before.slice(at, before.length - end), after.slice(at, after.length - end)];
    step.at = at;
  }
  return step;
}

/** Return the state after a step: `way` is 1 forward, 0 back.
 *
 * @param {{ match: Match, turn: Turn }} state
 * @param {HistoryStep} step
 * @param {number} way
 * @returns {{ match: Match, turn: Turn }}
 */
export function stepped(state, step, way) {
  if (step.match) {
    return { match: step.match[way], turn: step.turn[way] };
  }
  const next = { ...state.match };
  if (step.players) {
    next.players = step.players[way];
  }
  if (step.starter) {
    next.starter = step.starter[way];
  }
  if (step.won) {
    next.won = step.won[way];
  }
  if (step.entries) {
    next.entries = state.match.entries.slice();
    next.entries.splice(step.at || 0, step.entries[1 - way].length, ...step.entries[way]);
  }
  return { match: next, turn: step.turn[way] };
}

/** @param {HistoryStep} step */
export const changesTurnAlone = (step) =>
  !["match", "players", "starter", "won", "entries"].some((name) => has(step, name));

/* Checks of what was stored, by the data of a game */

/** Return the usable part of a stored turn.
 *
 * @param {GameData} gameData
 * @param {any} kept
 * @returns {Turn}
 */
export function checkedTurn({ game, turns, rolls }, kept) {
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
    Number.isInteger(kept.number) && kept.number > 0 && kept.number <= rolls ? { number: kept.number } : {};
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

/** Return a stored step if it is valid; else null.
 *
 * @param {GameData} data
 * @param {any} step
 * @returns {HistoryStep | null}
 */
export function checkedStep(data, step) {
  const { game } = data;
  /**
   * @param {any} value
   * @param {(item: any) => any} check
   */
  const pair = (value, check) => (Array.isArray(value) && value.length === 2 ? value.map(check) : null);
  const turnPair = step && pair(step.turn, (each) => checkedTurn(data, each));
  if (!turnPair) {
    return null;
  }
  /** @type {Record<string, any>} */
  const found = { turn: turnPair };
  /** @param {any} list */
  const checkedPlayers = (list) => {
    const match = checkedMatch(game, { id: "", players: list }, data.most_players);
    return match && match.players;
  };
  if (step.match) {
    found.match = pair(step.match, (each) => checkedMatch(game, each, data.most_players));
  }
  if (step.players) {
    found.players = pair(step.players, checkedPlayers);
  }
  if (step.starter) {
    found.starter = pair(step.starter, String);
  }
  if (step.won) {
    found.won = pair(step.won, (id) => (typeof id === "string" ? id : undefined));
  }
  if (step.entries) {
    found.entries = pair(step.entries, (list) =>
      Array.isArray(list) && list.every((entry) => isEntry(game, entry)) ? list.map(checkedEntry) : null
    );
    found.at = Number.isInteger(step.at) && step.at >= 0 ? step.at : 0;
  }
  const isWhole = (/** @type {any} */ value) => value !== null && !(Array.isArray(value) && value.includes(null));
  return Object.values(found).every(isWhole) ? /** @type {HistoryStep} */ (/** @type {any} */ (found)) : null;
}

/**
 * @param {Game} game
 * @param {any} entry
 */
const isEntry = (game, entry) =>
  Boolean(entry) &&
  typeof entry.player === "string" &&
  canHold(game, entry.box, entry.points) &&
  Number.isInteger(entry.bonus);

/** @param {any} value */
export const isTime = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
