/* The log of a game: its state, the events that led to it, and those that were undone. Touches no page.
 *
 * A log is {state, done: [{event, before}], undone: [event]}, with the state `before` each event. What was seen stays:
 * undo and redo change neither the rolls of the page nor whether it rolls.
 */

import { canHold } from "./engine.js";
import { stateAfter, turnIn } from "./events.js";
import { checkedEntry, checkedMatch, listOf } from "./match.js";
import { checkedSeen, checkedTurn } from "./steps.js";

export const MOST_EVENTS = 4000;

/**
 * @param {State} state
 * @returns {GameLog}
 */
export const newLog = (state) => ({ state, done: [], undone: [] });

/** Return the log after an event.
 *
 * @param {Game} game
 * @param {GameLog} log
 * @param {GameEvent} event
 * @returns {GameLog}
 */
export function logAfter(game, log, event) {
  switch (event.kind) {
    case "undo":
      return afterUndo(game, log);
    case "redo":
      return afterRedo(game, log);
    case "open":
      return withOpening(game, log, event);
    case "rename":
      return withNewName(game, log, event);
    default:
      return withEvent(game, log, event);
  }
}

/** Return the log with one more event, in the place of those that it makes needless.
 *
 * @param {Game} game
 * @param {GameLog} log
 * @param {LoggedEvent} event
 * @returns {GameLog}
 */
function withEvent(game, log, event) {
  const stays = log.done.length - needless(log, event);
  const before = stays < log.done.length ? log.done[stays].before : log.state;
  const done = [...log.done.slice(0, stays), { event, before }].slice(-MOST_EVENTS);
  return { state: stateAfter(game, log.state, event), done, undone: event.kind === "keep" ? log.undone : [] };
}

/** Kinds of events that are needless after one that says the same and more. */
const REPLACED = /** @type {Record<string, string[]>} */ ({
  type: ["type"], // dice that are typed one after the other are taken back together
  keep: ["keep"],
  roll: ["type", "announce", "roll", "keep"], // a roll that was seen stays, and so does what was announced before it
});

/** Return how many of the last events a new one makes needless.
 *
 * @param {GameLog} log
 * @param {LoggedEvent} event
 */
function needless({ done, undone }, event) {
  const replaced = REPLACED[event.kind] || [];
  const isAfterUndo = event.kind === "type" && undone.length > 0; // undo leads back to these dice once more
  let count = 0;
  while (!isAfterUndo && count < done.length && replaced.includes(done[done.length - 1 - count].event.kind)) {
    count += 1;
  }
  return count;
}

/** Check whether an event is part of the one before it: undo takes back no roll alone.
 *
 * @param {LoggedEvent} event
 */
const isShown = (event) => event.kind === "roll" || event.kind === "keep";

/** Return the place of the event that undo takes back; -1 if there is none.
 *
 * @param {GameLog} log
 */
function lastPlace({ done }) {
  let place = done.length - 1;
  while (place >= 0 && isShown(done[place].event)) {
    place -= 1;
  }
  return place;
}

/** @param {GameLog} log */
export const canUndo = (log) => lastPlace(log) >= 0;

/** Take back the last event, together with rolls and kept dice after it.
 *
 * @param {Game} game
 * @param {GameLog} log
 * @returns {GameLog}
 */
function afterUndo(game, log) {
  const place = lastPlace(log);
  if (place < 0) {
    return log;
  }
  const taken = log.done.slice(place).map(({ event }) => event);
  const state = withSeen(game, log.state, log.done[place].before);
  return { state, done: log.done.slice(0, place), undone: [...log.undone, ...taken.reverse()] };
}

/** Let the event that was undone last happen again, together with rolls and kept dice after it.
 *
 * @param {Game} game
 * @param {GameLog} log
 * @returns {GameLog}
 */
function afterRedo(game, log) {
  const undone = log.undone.slice();
  const events = undone.splice(-1);
  while (undone.length && isShown(undone[undone.length - 1])) {
    events.push(...undone.splice(-1));
  }
  const { state, done } = replayed(game, log.state, events);
  return { state, done: [...log.done, ...done], undone };
}

/** Return a state that is gone to with what was seen in the one that is left.
 *
 * @param {Game} game
 * @param {State} left
 * @param {State} next
 * @returns {State}
 */
const withSeen = (game, { seen, rolling }, { match, turn }) => ({
  match,
  turn: turnIn(game, seen, match, turn),
  seen,
  rolling,
});

/** Let events happen again, of which everything was seen, and return the state after them with their part of a log.
 *
 * @param {Game} game
 * @param {State} start
 * @param {LoggedEvent[]} events
 * @returns {{ state: State, done: LogEntry[] }}
 */
function replayed(game, start, events) {
  /** @type {LogEntry[]} */
  const done = [];
  let state = start;
  events.forEach((event) => {
    done.push({ event, before: state });
    const unseen = { ...state, seen: {} }; // a roll would copy all of them
    state = withSeen(game, start, stateAfter(game, unseen, event));
  });
  return { state, done };
}

/** Go on with a game as it is elsewhere, with the events that led to it and those that were undone there.
 *
 * @param {Game} game
 * @param {GameLog} log
 * @param {OpenEvent} event
 * @returns {GameLog}
 */
function withOpening(game, log, { events = [], undone = [], ...opening }) {
  const next = withEvent(game, log, opening);
  const { state, done } = replayed(game, next.state, events);
  return { state, done: [...next.done, ...done].slice(-MOST_EVENTS), undone };
}

/** Give a player another name, as if it had always been that one: undo does not bring the old one back.
 *
 * @param {Game} game
 * @param {GameLog} log
 * @param {RenameEvent} event
 * @returns {GameLog}
 */
function withNewName(game, log, { from, to }) {
  /**
   * @template T
   * @param {T} value
   * @returns {T}
   */
  const renamed = (value) =>
    JSON.parse(JSON.stringify(value), (key, field) => (key === "name" && field === from ? to : field));
  const { seen, rolling } = log.state;
  const start = { ...renamed(startOf(log)), seen, rolling };
  const { done } = replayed(game, start, renamed(eventsOf(log)));
  return { state: renamed(log.state), done, undone: renamed(log.undone) };
}

/** Return the match and the turn before the first event of a log.
 *
 * @param {GameLog} log
 */
function startOf({ state, done }) {
  const { match, turn } = done.length ? done[0].before : state;
  return { match, turn };
}

/** @param {GameLog} log */
const eventsOf = ({ done }) => done.map(({ event }) => event);

/** Return the log of the game that is played now, without games that were played before it.
 *
 * @param {GameLog} log
 * @returns {GameLog}
 */
export function ofThisGame(log) {
  const { state, done, undone } = log;
  let first = done.length;
  while (first > 0 && done[first - 1].before.match.id === state.match.id) {
    first -= 1;
  }
  return { state, done: done.slice(first), undone };
}

/** Return the event that opens a game, from its log.
 *
 * @param {GameLog} log
 * @returns {OpenEvent}
 */
export function openingOf(log) {
  const { seen, rolling } = log.state;
  return { kind: "open", ...startOf(log), seen, rolling, events: eventsOf(log), undone: log.undone };
}

/* Logs as they are stored: {match, turn, seen, rolling}, and {start, events, undone} for undo and redo. */

/** Return a log as it is stored, with this number of events at most; earlier ones are in its start.
 *
 * @param {GameLog} log
 * @param {number} [most]
 * @returns {StoredLog}
 */
export function storedLog(log, most = MOST_EVENTS) {
  const { state, done, undone } = log;
  const last = { state, done: done.slice(Math.max(0, done.length - most)), undone };
  return {
    ...state,
    start: startOf(last),
    events: eventsOf(last),
    undone: undone.slice(Math.max(0, undone.length - most)),
  };
}

/** Return the usable part of a stored state; its match is null if there is none.
 *
 * @param {GameData} data
 * @param {any} stored
 * @returns {{ match: Match | null, turn: Turn, seen: Record<string, Turn>, rolling: boolean }}
 */
export function checkedState(data, stored) {
  const { match, turn, seen, rolling } = stored || {};
  const usable = checkedMatch(data.game, match, data.most_players);
  return {
    match: usable,
    turn: checkedTurn(data, usable && turn),
    seen: checkedSeen(data, seen),
    rolling: rolling === true,
  };
}

/** Return the log of a stored game; null if there is none. Without events that lead to its state nothing can be
 * undone.
 *
 * @param {GameData} data
 * @param {any} stored
 * @returns {GameLog | null}
 */
export function checkedLog(data, stored) {
  const { match, ...others } = checkedState(data, stored);
  if (!match) {
    return null;
  }
  const state = { match, ...others };
  const start = checkedState(data, stored.start);
  const past = start.match && checkedReplay(data, { ...state, match: start.match, turn: start.turn }, stored.events);
  const next = checkedReplay(data, state, listOf(stored.undone).slice().reverse());
  return {
    state,
    done: past && isSameGame(data, past.state, state) ? past.done : [],
    undone: next ? next.done.map(({ event }) => event).reverse() : [],
  };
}

/** Let stored events happen again; null if one of them is unusable.
 *
 * @param {GameData} data
 * @param {State} start
 * @param {any} events
 */
function checkedReplay(data, start, events) {
  try {
    const usable = listOf(events).map((event) => checkedEvent(data, event));
    return replayed(data.game, start, usable);
  } catch {
    return null;
  }
}

/** Check whether two states have the same match and turn, by what is stored of them.
 *
 * @param {GameData} data
 * @param {State} one
 * @param {State} other
 */
function isSameGame(data, one, other) {
  const [first, second] = [one, other].map((state) => {
    const { match, turn } = checkedState(data, state);
    return JSON.stringify([match, turn]);
  });
  return first === second;
}

/** Return an event with its usable fields. One that lacks a field is refused with a RangeError.
 *
 * @param {GameData} data
 * @param {any} event
 * @returns {LoggedEvent}
 */
export function checkedEvent(data, event) {
  const { kind } = event;
  switch (kind) {
    case "type": {
      const { dice, first, number } = checkedTurn(data, { ...event, throws: [] });
      return { kind, dice, first, ...(number ? { number } : {}) };
    }
    case "announce":
      return { kind, box: required(event, data.game.boxes.includes(event.box) && event.box) };
    case "roll": {
      const { dice, kept, throws, named } = checkedTurn(data, event);
      required(event, throws.length);
      return { kind, dice, kept, throws, ...(named ? { named } : {}) };
    }
    case "keep":
      return { kind, kept: listOf(event.kept).map(Boolean) };
    case "write":
      return { kind, ...checkedWriting(data.game, event), byDice: event.byDice === true };
    case "win":
      return { kind, ...checkedWriting(data.game, event) };
    case "seat": {
      const { players } = required(event, checkedMatch(data.game, { ...event, id: "" }, data.most_players));
      return { kind, players };
    }
    case "start":
      return { kind, match: required(event, checkedMatch(data.game, event.match, data.most_players)) };
    case "open": {
      const state = checkedState(data, event);
      return { kind, ...state, match: required(event, state.match) };
    }
    default:
      throw new RangeError(JSON.stringify(event));
  }
}

/** Return a value of an event that it must have.
 *
 * @template T
 * @param {any} event
 * @param {T} value
 * @returns {NonNullable<T>}
 */
function required(event, value) {
  if (!value) {
    throw new RangeError(JSON.stringify(event));
  }
  return value;
}

/**
 * @param {Game} game
 * @param {any} event
 */
function checkedWriting(game, event) {
  const { player, box, choice } = event;
  const isLegal = choice && canHold(game, box, choice.points) && Number.isInteger(choice.bonus);
  required(event, typeof player === "string" && typeof box === "string" && (choice === null || isLegal));
  const { player: _, box: __, points, bonus, fixed, was, ...dice } = checkedEntry(event.dice || {});
  return { player, box, choice: choice && { points: choice.points, bonus: choice.bonus }, dice };
}
