/* Events: everything that can happen in a game, and the game after it. Touches no page.
 *
 * An event is {kind, ...}; the kinds are the cases of `stateAfter`. A state is {match, turn, seen}. The state after an
 * event depends on nothing else, so that it can be computed anywhere from the events alone.
 */

import { has } from "./engine.js";
import { nextPlayer, withEntry } from "./match.js";
import { newTurn, turnKey } from "./steps.js";

/** Return the turn that is next in a match: with the rolls of the page that were seen in it, if not written yet.
 *
 * @param {Game} game
 * @param {Record<string, Turn>} seenTurns
 * @param {Match} match
 * @param {Turn} [turn]
 */
export function turnIn(game, seenTurns, match, turn = newTurn()) {
  const key = turnKey(game, match);
  const seen = has(seenTurns, key) ? seenTurns[key] : turn;
  const rolls = JSON.stringify(seen.throws);
  const isWritten = match.entries.some((entry) => JSON.stringify(entry.throws) === rolls);
  return seen.throws.length > turn.throws.length && !isWritten ? seen : turn;
}

/** Return the match and the turn after an event.
 *
 * @param {Game} game
 * @param {State} state
 * @param {GameEvent} event
 * @returns {{ match: Match, turn: Turn }}
 */
export function stateAfter(game, { match, turn, seen }, event) {
  switch (event.kind) {
    case "type": // dice were typed or taken back
      return { match, turn: { ...turn, dice: event.dice } };
    case "tell": // which roll typed dice are of
      return { match, turn: { ...turn, ...event.moment } };
    case "announce":
      return { match, turn: { ...turn, named: event.box } };
    case "roll":
      return { match, turn: { ...turn, dice: event.dice, kept: event.kept, throws: event.throws, first: false } };
    case "keep":
      return { match, turn: { ...turn, kept: event.kept } };
    case "write":
      return afterWriting(game, { match, turn, seen }, event);
    case "win":
      return {
        match: { ...(event.choice ? written(match, event) : match), won: event.player },
        turn: newTurn(),
      };
    case "seat":
      return afterSeating(game, { match, turn, seen }, event.players);
    case "start": // another game begins
      return { match: event.match, turn: newTurn() };
    case "go on": // with the game as it is elsewhere
      return { match: event.match, turn: event.turn };
    default:
      throw new RangeError(JSON.stringify(event));
  }
}

/**
 * @param {Match} match
 * @param {WriteEvent | WinEvent} writeEvent
 */
const written = (match, { player, box, choice, dice }) => withEntry(match, { id: player }, box, choice, dice);

/** Write, change or, without a choice, remove an entry. The turn ends with it, unless it is that of another one.
 *
 * @param {Game} game
 * @param {State} state
 * @param {WriteEvent} event
 */
function afterWriting(game, { match, turn, seen }, event) {
  const next = written(match, event);
  const [had, has] = [match, next].map((each) => (nextPlayer(game, each) || {}).id);
  const isNew = !match.entries.some((entry) => entry.player === event.player && entry.box === event.box);
  const isEnd = event.byDice || (had === event.player && isNew) || had !== has;
  return { match: next, turn: isEnd ? turnIn(game, seen, next) : turn };
}

/** Change who plays, under which names, and in which order. Entries of players who are gone go with them.
 *
 * @param {Game} game
 * @param {State} state
 * @param {Player[]} players
 */
function afterSeating(game, { match, turn, seen }, players) {
  /** @param {string} id */
  const isHere = (id) => players.some((player) => player.id === id);
  const first = players.filter((player) => !player.left)[0].id;
  const stays = match.entries.length && players.some((player) => player.id === match.starter && !player.left);
  const next = {
    ...match,
    players,
    entries: match.entries.filter((entry) => isHere(entry.player)),
    starter: stays ? match.starter : first,
  };
  const [had, has] = [match, next].map((each) => nextPlayer(game, each));
  return { match: next, turn: had && has && had.id === has.id ? turn : turnIn(game, seen, next) };
}
