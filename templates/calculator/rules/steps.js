/* Turns, and steps between the states of a game, which can be undone and done again. Touches no page.
 *
 * A step has [value before, value after] of each field that differs.
 */

import { canHold, has } from "./engine.js";
import { checkedEntry, checkedMatch, checkedThrows, countsOf, isDice, listOf, nextPlayer } from "./match.js";

export const MOST_SEEN = 200;

export const newTurn = () => ({ dice: [], kept: [], throws: [], first: false });

/** Return the key of the turn that is next in a match: the match, the player and the number of the turn. */
export const turnKey = (game, match) => {
  const { id } = nextPlayer(game, match) || {};
  return `${match.id} ${id} ${countsOf(match)[id]}`;
};

/** Return the step from one state to another. */
export function stepBetween(one, other) {
  const step = { turn: [one.turn, other.turn] };
  if (one.match.id !== other.match.id) {
    return { ...step, match: [one.match, other.match] };
  }
  ["players", "starter", "won"]
    .filter((name) => one.match[name] !== other.match[name])
    .forEach((name) => {
      step[name] = [one.match[name], other.match[name]];
    });
  const [before, after] = [one.match.entries, other.match.entries];
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

/** Return the state after a step: `way` is 1 forward, 0 back. */
export function stepped(state, step, way) {
  if (step.match) {
    return { match: step.match[way], turn: step.turn[way] };
  }
  const next = { ...state.match };
  ["players", "starter", "won"]
    .filter((name) => step[name])
    .forEach((name) => {
      next[name] = step[name][way];
    });
  if (step.entries) {
    next.entries = state.match.entries.slice();
    next.entries.splice(step.at, step.entries[1 - way].length, ...step.entries[way]);
  }
  return { match: next, turn: step.turn[way] };
}

export const changesTurnAlone = (step) =>
  !["match", "players", "starter", "won", "entries"].some((name) => has(step, name));

/* Checks of what was stored, by the data of a game */

/** Return the usable part of a stored turn. */
export function checkedTurn({ game, turns, rolls }, kept) {
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
    kept: throws.length ? kept.dice.map((_, at) => marks[at] === true) : [],
    throws,
    first: kept.first === true,
    ...named,
    ...number,
  };
}

export function checkedSeen(data, kept) {
  const entries = kept && typeof kept === "object" ? Object.entries(kept).slice(-MOST_SEEN) : [];
  return Object.fromEntries(
    entries.map(([key, turn]) => [key, checkedTurn(data, turn)]).filter(([, turn]) => turn.throws.length)
  );
}

/** Return a stored step if it is valid; else null. */
export function checkedStep(data, step) {
  const { game } = data;
  const pair = (value, check) => (Array.isArray(value) && value.length === 2 ? value.map(check) : null);
  const turnPair = step && pair(step.turn, (each) => checkedTurn(data, each));
  if (!turnPair) {
    return null;
  }
  const found = { turn: turnPair };
  const every = {
    players: (list) => (checkedMatch(game, { id: "", players: list }, data.most_players) || {}).players || null,
  };
  if (step.match) {
    found.match = pair(step.match, (each) => checkedMatch(game, each, data.most_players));
  }
  if (step.players) {
    found.players = pair(step.players, every.players);
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
  return Object.values(found).every((value) => value !== null && !(Array.isArray(value) && value.includes(null)))
    ? found
    : null;
}

const isEntry = (game, entry) =>
  Boolean(entry) &&
  typeof entry.player === "string" &&
  canHold(game, entry.box, entry.points) &&
  Number.isInteger(entry.bonus);

export const isTime = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
