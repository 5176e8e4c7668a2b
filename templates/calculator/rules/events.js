/* Events: everything that can happen in a game, and the state after it. Touches no page.
 *
 * An event is {kind, ...}; the kinds are the cases of `stateAfter`, and docs/how-it-is-built.md lists them. A state is
 * {match, turn, seen, rolling}. The state after an event depends on nothing else, so that it can be computed anywhere
 * from the events alone. `rules/log.js` undoes them.
 */

import { has } from "./engine.js";
import { countsOf, hasPlayer, nextPlayer, withEntry } from "./match.js";
import { MOST_SEEN, newTurn, turnKey } from "./steps.js";

/** Return the turn that is next in a match: the one in which rolls of the page were seen, if they are not written yet.
 * Other rolls that lie there stay.
 *
 * @param {Game} game
 * @param {Record<string, Turn>} seenTurns
 * @param {Match} match
 * @param {Turn} [turn]
 * @returns {Turn}
 */
export function turnIn(game, seenTurns, match, turn = newTurn()) {
  const key = turnKey(game, match);
  const seen = has(seenTurns, key) ? seenTurns[key] : newTurn();
  const isWritten = match.entries.some((entry) => isAlike(entry.throws, seen.throws));
  const isOther = turn.throws.length > 0 && !isAlike(turn.throws[0].roll, (seen.throws[0] || {}).roll);
  if (!seen.throws.length || isWritten || isOther) {
    return turn;
  }
  return turn.named ? { ...seen, named: turn.named } : seen; // it may have been announced after the roll
}

/**
 * @param {any} one
 * @param {any} other
 */
const isAlike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Return the state after an event.
 *
 * @param {Game} game
 * @param {State} state
 * @param {LoggedEvent} event
 * @returns {State}
 */
export function stateAfter(game, state, event) {
  switch (event.kind) {
    case "type":
      return { ...state, turn: typedTurn(state.turn, event), rolling: false };
    case "announce":
      return { ...state, turn: { ...state.turn, named: event.box } };
    case "roll":
      return afterRolling(game, state, event);
    case "keep":
      return afterKeeping(game, state, event.kept);
    case "write":
      return afterWriting(game, state, event);
    case "win":
      return afterWinning(state, event);
    case "seat":
      return afterSeating(game, state, event.players);
    case "start":
      return { ...state, match: event.match, turn: newTurn() };
    case "open":
      return afterOpening(game, state, event);
    default:
      throw new RangeError(JSON.stringify(event));
  }
}

/**
 * @param {Turn} turn
 * @param {TypeEvent} event
 * @returns {Turn}
 */
const typedTurn = ({ named }, { kind, ...typed }) => ({ ...newTurn(), ...(named ? { named } : {}), ...typed });

/** Take the dice that the page rolled, and note that they were seen.
 *
 * @param {Game} game
 * @param {State} state
 * @param {RollEvent} event
 * @returns {State}
 */
function afterRolling(game, state, { kind, ...rolled }) {
  const turn = { ...newTurn(), ...rolled };
  const key = turnKey(game, state.match);
  const { [key]: old, ...others } = state.seen;
  const seen = Object.fromEntries([...Object.entries(others), [key, turn]].slice(-MOST_SEEN));
  return { ...state, turn, seen, rolling: true };
}

/** Keep other dice. A box that was announced after the roll is not noted with them, for undo takes it back.
 *
 * @param {Game} game
 * @param {State} state
 * @param {boolean[]} kept
 * @returns {State}
 */
function afterKeeping(game, state, kept) {
  const { match, turn, seen } = state;
  const key = turnKey(game, match);
  const rolled = has(seen, key) ? seen[key] : turn;
  return { ...state, turn: { ...turn, kept }, seen: { ...seen, [key]: { ...rolled, kept } } };
}

/** Return the match with the entry of an event. Nothing is written for a player who is not there.
 *
 * @param {Match} match
 * @param {WriteEvent | WinEvent} event
 */
function written(match, event) {
  const player = { id: event.player };
  if (!hasPlayer(match, player)) {
    throw new RangeError(JSON.stringify(event));
  }
  return event.box ? withEntry(match, player, event.box, event.choice, event.dice) : match;
}

/** Write, change or, without a choice, remove an entry. The turn ends with it, unless it is that of another one. Dice
 * that were typed stay when their player empties a box; those of the page belong to the turn in which it rolled them.
 *
 * @param {Game} game
 * @param {State} state
 * @param {WriteEvent} event
 * @returns {State}
 */
function afterWriting(game, state, event) {
  const { match, turn, seen } = state;
  const next = written(match, event);
  const isOtherTurn = turnKey(game, match) !== turnKey(game, next);
  const isOtherPlayer = idOf(nextPlayer(game, match)) !== idOf(nextPlayer(game, next));
  const staysTyped = event.choice === null && !isOtherPlayer && !turn.throws.length;
  const isEnd = event.byDice || (isOtherTurn && !staysTyped);
  const lies = isEnd ? turnAfter(game, match, next, event, turn) : turn;
  return { ...state, match: next, turn: turnIn(game, seen, next, lies) };
}

/** Return the turn after an entry: a new one or, where one player rolls for all, the same dice until all have written
 * them.
 *
 * @param {Game} game
 * @param {Match} before
 * @param {Match} next
 * @param {WriteEvent} event
 * @param {Turn} turn
 * @returns {Turn}
 */
function turnAfter(game, before, next, event, { dice, first, number, throws }) {
  const player = nextPlayer(game, next);
  const isSameRound = player && countsOf(next)[player.id] === countsOf(before)[event.player];
  if (!game.shared || !event.byDice || !isSameRound) {
    return newTurn();
  }
  const rolled = throws.length || number;
  return { ...newTurn(), dice, first: first || throws.length === 1, ...(rolled ? { number: rolled } : {}) };
}

/** @param {Player | null} player */
const idOf = (player) => (player ? player.id : "");

/** End the game with a win at once. Its box is written if it has one.
 *
 * @param {State} state
 * @param {WinEvent} event
 * @returns {State}
 */
function afterWinning(state, event) {
  const match = written(state.match, event);
  return { ...state, match: { ...match, won: event.player }, turn: newTurn() };
}

/** Change who plays, under which names, and in which order. Entries of players who are gone go with them, and so does
 * their win at once.
 *
 * @param {Game} game
 * @param {State} state
 * @param {Player[]} players
 * @returns {State}
 */
function afterSeating(game, state, players) {
  const { match, turn, seen } = state;
  /** @param {string} id */
  const isHere = (id) => players.some((player) => player.id === id);
  const first = players.filter((player) => !player.left)[0].id;
  const stays = match.entries.length && players.some((player) => player.id === match.starter && !player.left);
  const { won, ...undecided } = match;
  const next = {
    ...(won && isHere(won) ? match : undecided),
    players,
    entries: match.entries.filter((entry) => isHere(entry.player)),
    starter: stays ? match.starter : first,
  };
  const had = nextPlayer(game, match);
  const has = nextPlayer(game, next);
  return { ...state, match: next, turn: had && has && had.id === has.id ? turn : turnIn(game, seen, next) };
}

/** Go on with a game as it is elsewhere.
 *
 * @param {Game} game
 * @param {State} state
 * @param {OpenEvent} event
 * @returns {State}
 */
function afterOpening(game, state, { match, turn, seen, rolling }) {
  const lying = turn.throws.length ? { [turnKey(game, match)]: turn } : {}; // a link has no more than these
  return { match, turn, seen: { ...state.seen, ...lying, ...seen }, rolling };
}
