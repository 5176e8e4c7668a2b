/* A game as it is played: who plays, what was written when, and what may be written next. Touches no page.
 *
 * A match is {id, started, starter, players: [{id, name, left}], entries: [entry]}
 * with the entries in the order in which they were made. An entry is {player, box, points, bonus} and, where it is
 * known: the `dice`; `first` for the first roll (or all dice thrown together, where that counts); the `number` of the
 * roll; `throws` as {roll, keep} if the page rolled; `fixed` if it was corrected, with what it `was` first. A player
 * who has `left` keeps the points and has no more turns. A match that a player won at once has the id of that player
 * as `won`.
 */

import { addUp, bonusOf, canHold, has, matchPoints } from "./engine.js";
import { choicesIn, legalEntries, momentAt, rollOf } from "./turns.js";

export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** Return a new match of these players; the player with the id `starter` begins.
 *
 * @param {{ id?: string, name: string }[]} players
 * @param {string} [starter]
 */
export function newMatch(players, starter) {
  const all = players.map((player) => ({ id: player.id || newId(), name: player.name }));
  return { id: newId(), started: new Date().toISOString(), starter: starter || all[0].id, players: all, entries: [] };
}

/**
 * @param {Match} match
 * @param {Player} player
 */
export const entriesOf = (match, player) => match.entries.filter((entry) => entry.player === player.id);

/** Return the card that some entries of one player make.
 *
 * @param {BoxChoice[]} entries
 * @returns {Card}
 */
export function cardFrom(entries) {
  /** @type {Card} */
  const card = {};
  entries.forEach((entry) => {
    card[entry.box] = entry.points;
  });
  return card;
}

/** Return the number of further Yachts among some entries; null if there is none.
 *
 * @param {Game} game
 * @param {BoxChoice[]} entries
 */
export function yachtsAmong(game, entries) {
  const bonus = game.totals.find((total) => total.kind === "extra_yachts");
  return bonus ? entries.reduce((sum, entry) => sum + entry.bonus, 0) / bonus.points || null : null;
}

/**
 * @param {Game} game
 * @param {BoxChoice[]} entries
 * @returns {Card}
 */
export function totalsOf(game, entries) {
  return addUp(game, cardFrom(entries), yachtsAmong(game, entries));
}

/** Return what can be written in a box, as {points, bonus}; in a full one, what leaves later entries legal.
 *
 * @param {Game} game
 * @param {Turns} turns
 * @param {Entry[]} entries
 * @param {string} box
 */
export function choicesFor(game, turns, entries, box) {
  const at = entries.findIndex((entry) => entry.box === box);
  const before = at < 0 ? entries : entries.slice(0, at);
  const choices = choicesIn(game, turns, cardFrom(before), box);
  const isFree = at < 0 || !bindsOthers(game, turns, box);
  return isFree
    ? choices
    : choices.filter((choice) => canFollow(game, turns, [...before, { box, ...choice }], entries.slice(at + 1)));
}

/** Check whether further Yachts depend on the points of a box.
 *
 * @param {Game} game
 * @param {string} box
 */
export const isYachtBox = (game, box) =>
  Object.values(game.yachts).some((column) => column.boxes.some((group) => group.includes(box)));

/** Check whether other boxes depend on the points of this one, and not only on its being full.
 *
 * @param {Game} game
 * @param {Turns} turns
 * @param {string} box
 */
export const bindsOthers = (game, turns, box) =>
  isYachtBox(game, box) || [...game.bounds, ...Object.values(turns.needs)].some((bound) => bound.includes(box));

/** Check whether later entries stay legal if a full box is emptied.
 *
 * @param {Game} game
 * @param {Turns} turns
 * @param {Entry[]} entries
 * @param {string} box
 */
export function canEmpty(game, turns, entries, box) {
  const at = entries.findIndex((entry) => entry.box === box);
  return canFollow(game, turns, entries.slice(0, at), entries.slice(at + 1));
}

/** Check whether later entries are legal after earlier ones.
 *
 * @param {Game} game
 * @param {Turns} turns
 * @param {BoxChoice[]} before
 * @param {Entry[]} after
 */
function canFollow(game, turns, before, after) {
  const card = cardFrom(before);
  return after.every((next) => {
    const isLegal =
      isWorth(game, turns, card, next) ||
      choicesIn(game, turns, card, next.box).some(
        (choice) => choice.points === next.points && choice.bonus === next.bonus
      );
    card[next.box] = next.points;
    return isLegal;
  });
}

/** Check whether the known dice of an entry are worth it now; then no other rolls have to be tried.
 *
 * @param {Game} game
 * @param {Turns} turns
 * @param {Card} card
 * @param {Entry} entry
 */
function isWorth(game, turns, card, entry) {
  const legal =
    entry.dice && entry.dice.length
      ? legalEntries(game, turns, card, rollOf(entry.dice), momentIn(turns, entry))[entry.box]
      : null;
  return legal !== null && legal.bonus === entry.bonus && legal.points.includes(entry.points);
}

/** Return the match with an entry made, changed or, without a choice, removed; `more` are further keys of it.
 *
 * @param {Match} match
 * @param {{ id: string }} player
 * @param {string} box
 * @param {Choice | null} choice
 * @param {EntryFacts | undefined} [more]
 */
export function withEntry(match, player, box, choice, more = {}) {
  const at = match.entries.findIndex((entry) => entry.player === player.id && entry.box === box);
  const entries = match.entries.slice();
  const { points, was = points } = entries[at] || {};
  const fixed = at < 0 ? {} : { fixed: true, was };
  const made = choice
    ? [{ player: player.id, box, points: choice.points, bonus: choice.bonus, ...more, ...fixed }]
    : [];
  entries.splice(at < 0 ? entries.length : at, at < 0 ? 0 : 1, ...made);
  return { ...match, entries };
}

/** Check whether all dice were thrown on the last of some rolls.
 *
 * @param {Throw[]} throws
 */
export const isTogether = (throws) => throws.length === 1 || (throws[throws.length - 2].keep || [0]).length === 0;

/** Return the moment of a turn or entry. Typed dice count as the last roll unless the player says which roll it was.
 *
 * @param {Turns} turns
 * @param {{ first?: boolean, number?: number, throws?: Throw[] }} made
 */
export const momentIn = (turns, { first, number, throws = [] }) =>
  throws.length
    ? momentAt(turns, throws.length, isTogether(throws))
    : momentAt(turns, number || (first && !turns.together ? 1 : 0), first);

/** Check whether a die must stay: kept dice stay in this game, and no more of its face are kept than before.
 *
 * @param {Turns} turns
 * @param {Turn} turn
 * @param {number} place
 */
export function hasToStay(turns, { dice, kept, throws }, place) {
  const before = turns.stays && throws.length > 1 ? throws[throws.length - 2].keep || [] : [];
  /** @param {number[]} faces */
  const alike = (faces) => faces.filter((face) => face === dice[place]).length;
  return Boolean(kept[place]) && alike(dice.filter((_, at) => kept[at])) <= alike(before);
}

/**
 * @param {Match} match
 * @param {{ id: string }} player
 */
export const hasPlayer = (match, player) => match.players.some((each) => each.id === player.id);

/**
 * @param {Game} game
 * @param {Match} match
 * @param {Player} player
 */
export const isFull = (game, match, player) => entriesOf(match, player).length === game.boxes.length;

/** @param {Match} match */
export const isPlaying = (match) => match.players.filter((player) => !player.left);

/**
 * @param {Game} game
 * @param {Match} match
 */
export const isFinished = (game, match) =>
  Boolean(match.won) || isPlaying(match).every((player) => isFull(game, match, player));

/** Return the players in the order of play, from the one who begins.
 *
 * @param {Match} match
 */
export function inTurn(match) {
  const at = Math.max(
    0,
    match.players.findIndex((player) => player.id === match.starter)
  );
  return [...match.players.slice(at), ...match.players.slice(0, at)];
}

/** Return whose turn it is: the first in turn of those with the fewest entries; null if all cards are full.
 *
 * @param {Game} game
 * @param {Match} match
 * @param {Record<string, number>} [counts]
 * @returns {Player | null}
 */
export function nextPlayer(game, match, counts = countsOf(match)) {
  const open = inTurn(match).filter((player) => !match.won && !player.left && counts[player.id] < game.boxes.length);
  const least = Math.min(...open.map((player) => counts[player.id]));
  return open.find((player) => counts[player.id] === least) || null;
}

/** Return the number of entries of each player.
 *
 * @param {Match} match
 * @returns {Record<string, number>}
 */
export function countsOf(match) {
  const counts = Object.fromEntries(match.players.map((player) => [player.id, 0]));
  match.entries.forEach((entry) => {
    counts[entry.player] += 1;
  });
  return counts;
}

/** Return the entry with the most points, with its bonus for a further Yacht: {player, entry, worth}; null if no box
 * is filled, as in a game that was won at once.
 *
 * @param {Match} match
 */
export function bestEntry({ players, entries }) {
  if (!entries.length) {
    return null;
  }
  const worthOf = (/** @type {Entry} */ { points, bonus }) => points + bonus;
  const best = entries.reduce((top, entry) => (worthOf(entry) > worthOf(top) ? entry : top));
  const player = players.find(({ id }) => id === best.player) || players[0];
  return { entry: best, player, worth: worthOf(best) };
}

/** Rank the players who still play, the best first: {player, total, decides, won, place}. Equal players share a place;
 * the player who won at once is first.
 *
 * @param {Game} game
 * @param {Match} match
 * @returns {Ranked[]}
 */
export function ranking(game, match) {
  const cards = isPlaying(match).map((player) => {
    const entries = entriesOf(match, player);
    /** @type {Card} */
    const card = { ...cardFrom(entries), ...totalsOf(game, entries) };
    return card;
  });
  const won = game.winner && cards.length > 1 ? matchPoints(game, cards) : null;
  /** @param {number[]} points */
  const sum = (points) => points.reduce((all, each) => all + each, 0);
  const all = isPlaying(match).map((player, at) => {
    const total = cards[at].total || 0;
    return { player, total, decides: won ? sum(won[at]) : total, ...(won ? { won: won[at] } : {}) };
  });
  /**
   * @param {Omit<Ranked, "place">} one
   * @param {Omit<Ranked, "place">} other
   */
  const isAhead = (one, other) =>
    match.won && one.player !== other.player
      ? one.player.id === match.won || (other.player.id !== match.won && one.decides > other.decides)
      : one.decides > other.decides;
  return all
    .map((each) => ({ ...each, place: 1 + all.filter((other) => isAhead(other, each)).length }))
    .sort((one, other) => one.place - other.place);
}

/** Return what an entry brings in addition: bonuses that it reaches, and points for further Yachts.
 *
 * @param {Game} game
 * @param {BoxChoice[]} entries
 * @param {BoxChoice} entry
 * @param {Record<string, number>} [before]
 */
export function brought(game, entries, entry, before = bonusesOf(game, entries)) {
  const after = bonusesOf(game, [...entries, entry]);
  return Object.keys(after).reduce((sum, where) => sum + after[where] - before[where], 0);
}

/** Return every bonus of a card by id; a blank one counts as its step for 0.
 *
 * @param {Game} game
 * @param {BoxChoice[]} entries
 * @returns {Record<string, number>}
 */
export function bonusesOf(game, entries) {
  const totals = totalsOf(game, entries);
  const bonuses = game.totals.filter((total) => !["sum", "difference"].includes(total.kind));
  return Object.fromEntries(
    bonuses.map((total) => [
      total.id,
      totals[total.id] === null ? (total.steps ? bonusOf(total, 0) : 0) : totals[total.id],
    ])
  );
}

/** Return a match as plain results: names, and the values of all rows, null for a blank.
 *
 * @param {Game} game
 * @param {Match} match
 * @returns {Result}
 */
export function resultOf(game, match) {
  const cards = match.players.map((player) => {
    const entries = entriesOf(match, player);
    /** @type {Card} */
    const card = { ...totalsOf(game, entries), ...cardFrom(entries) };
    return card;
  });
  /**
   * @param {string} where
   * @returns {[string, any[]]}
   */
  const row = (where) => [where, cards.map((card) => (has(card, where) ? card[where] : null))];
  return {
    players: match.players.map((player) => player.name),
    ...(match.won
      ? { won: match.players.filter((player) => player.id === match.won).map((player) => player.name) }
      : {}),
    boxes: Object.fromEntries(game.boxes.map(row)),
    totals: Object.fromEntries(game.totals.map((total) => row(total.id))),
  };
}

/**
 * @param {any} value
 * @returns {any[]}
 */
export const listOf = (value) => (Array.isArray(value) ? value : []);

/** Return the usable part of a stored match; null if there is none. Without a `game` boxes may hold any number.
 *
 * @param {Game | null} game
 * @param {any} match
 * @param {number} most
 * @returns {Match | null}
 */
export function checkedMatch(game, match, most) {
  /** @param {any} value */
  const isText = (value) => typeof value === "string" && value.length < 200;
  /** @param {any} value */
  const isDate = (value) => isText(value) && !Number.isNaN(Date.parse(value));
  /** @param {any} value */
  const list = (value) => listOf(value).filter(Boolean);
  if (!match || !isText(match.id)) {
    return null;
  }
  const players = list(match.players)
    .filter(
      (player, place, all) =>
        isText(player.id) && isText(player.name) && all.findIndex((other) => other.id === player.id) === place
    )
    .slice(0, most)
    .map(({ id, name, left }) => ({ id, name, ...(left === true ? { left } : {}) }));
  const entries = list(match.entries)
    .filter(
      (entry, place, all) =>
        isText(entry.box) &&
        (game ? canHold(game, entry.box, entry.points) : Number.isInteger(entry.points)) &&
        Number.isInteger(entry.bonus) &&
        players.some((player) => player.id === entry.player) &&
        all.findIndex((other) => other.player === entry.player && other.box === entry.box) === place
    )
    .map(checkedEntry);
  const dates = Object.fromEntries(
    ["started", "when"].filter((name) => isDate(match[name])).map((name) => [name, match[name]])
  );
  const starter = players.some((player) => player.id === match.starter) ? match.starter : (players[0] || {}).id;
  const won = players.some((player) => player.id === match.won) ? { won: match.won } : {};
  return players.length && players.some((player) => !player.left)
    ? { id: match.id, starter, players, entries, ...dates, ...won }
    : null;
}

/** Return a stored entry with its usable keys.
 *
 * @param {any} entry
 * @returns {Entry}
 */
export function checkedEntry({ player, box, points, bonus, dice, throws, first, number, fixed, was }) {
  const rolls = checkedThrows(throws);
  return {
    player,
    box,
    points,
    bonus,
    ...(isDice(dice) && dice.length ? { dice } : {}),
    ...(rolls.length ? { throws: rolls } : {}),
    ...(first === true ? { first } : {}),
    ...(Number.isInteger(number) && number > 0 && number <= 20 ? { number } : {}),
    ...(fixed === true ? { fixed, ...(Number.isInteger(was) ? { was } : {}) } : {}),
  };
}

/** @param {any} value */
export const isDice = (value) =>
  Array.isArray(value) && value.length <= 20 && value.every((face) => Number.isInteger(face) && face > 0 && face < 100);

/**
 * @param {any} value
 * @returns {Throw[]}
 */
export function checkedThrows(value) {
  const list = listOf(value).filter((each) => each && isDice(each.roll));
  return list.slice(0, 20).map(({ roll, keep }) => (isDice(keep) ? { roll, keep } : { roll }));
}
