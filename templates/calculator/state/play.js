/* Everything that changes the game. It is an event (rules/events.js), which becomes a step that can be undone. */

import { stateAfter, turnIn } from "../rules/events.js";
import { brought, entriesOf, hasPlayer, isFinished, isPlaying, newMatch, nextPlayer } from "../rules/match.js";
import { MOST_SEEN, changesTurnAlone, newTurn, stepBetween, stepped, turnKey } from "../rules/steps.js";
import { drawnFaces } from "../rules/words.js";
import { leaders } from "./cards.js";
import { DATA, categoryName, game, gameColumns, turns } from "./data.js";
import { notify } from "./events.js";
import { MOST_STEPS, keepAsFinished, keepNow, keepSoon, park, rememberBest } from "./kept.js";
import { isRunning, page, runningNow, view } from "./page.js";
import { entryWords, saidOf } from "./sayings.js";
import { read, write } from "./storage.js";
import { pgettext } from "./texts.js";
import { handIsFull, isFirst, mustName, rollsLeft } from "./turn.js";

const playState = { markTimer: 0 };

/** Let an event happen: store the step that it makes, and tell the views.
 *
 * @param {GameEvent} event
 */
function play(event) {
  const before = { match: page.match, turn: page.turn, seen: page.seen };
  const after = stateAfter(game, before, event);
  if (event.kind === "roll" || event.kind === "keep") {
    amend(after.turn, event.kind === "roll");
  } else {
    const isTyped = event.kind === "type" || event.kind === "tell";
    change(before, after, isTyped);
  }
}

/** Change the game by a step that can be undone. Dice that are typed one after the other are one step.
 *
 * @param {State} before
 * @param {{ match: Match, turn: Turn }} after
 * @param {boolean} isTyped
 */
function change(before, after, isTyped) {
  const last = page.done[page.done.length - 1];
  if (isTyped && last && last.own && !page.undone.length) {
    last.turn = [last.turn[0], after.turn];
  } else {
    const own = isTyped ? { own: true } : {};
    page.done = [...page.done.slice(1 - MOST_STEPS), { ...stepBetween(before, { ...before, ...after }), ...own }];
  }
  page.undone = [];
  ({ match: page.match, turn: page.turn } = after);
  arrive(isTyped && [before, after].every((each) => each.turn.dice.length < turns.dice));
}

/** Change what belongs to the last step: which dice are kept, or with `isRoll` what was rolled.
 *
 * @param {Turn} nextTurn
 * @param {boolean} [isRoll]
 */
function amend(nextTurn, isRoll = false) {
  if (isRoll) {
    page.undone = [];
    while (page.done.length && changesTurnAlone(page.done[page.done.length - 1])) {
      page.done.pop(); // a roll that was seen stays, and so does what was announced before it
    }
  }
  const last = page.done[page.done.length - 1];
  if (last) {
    last.turn = [last.turn[0], nextTurn];
  }
  page.turn = nextTurn;
  if (nextTurn.throws.length) {
    const key = turnKey(game, page.match);
    const { [key]: old, ...rest } = page.seen;
    page.seen = { ...Object.fromEntries(Object.entries(rest).slice(1 - MOST_SEEN)), [key]: nextTurn };
  }
  arrive(!isRoll);
}

export function undo() {
  move(page.done, 0);
}

export function redo() {
  move(page.undone, 1);
}

/**
 * @param {HistoryStep[]} from
 * @param {number} way
 */
function move(from, way) {
  if (!from.length) {
    return;
  }
  const step = from[from.length - 1];
  const rest = from.slice(0, -1);
  const said = saidOf(step);
  [page.done, page.undone] = way ? [[...page.done, step], rest] : [rest, [...page.undone, step]];
  const { match, turn } = stepped({ match: page.match, turn: page.turn }, step, way);
  ({ match: page.match, turn: page.turn } = { match, turn: turnIn(game, page.seen, match, turn) });
  arrive();
  notify("moved", { said, isAgain: way === 1 });
}

/** Tell what has become of the game, and keep it. A finished one is kept, and stays so until it is finished anew.
 *
 * @param {boolean} [isHandAlone]
 */
function arrive(isHandAlone = false) {
  if (isFinished(game, page.match)) {
    const known = page.finished.find((each) => each.id === page.match.id);
    const when = known ? known.when : new Date().toISOString();
    const made = { ...page.match, when };
    if (!known || JSON.stringify(known) !== JSON.stringify(made)) {
      keepAsFinished([...page.finished.filter((each) => each.id !== page.match.id), made]);
    }
  }
  if (page.bestBefore !== page.match.id) {
    rememberBest();
    notify("remembered");
  }
  notify(isHandAlone ? "typed" : "moved on");
  keepSoon(isHandAlone ? 250 : 0); // dice with the last of them, or a moment later
  notify("changed", page.match);
}

/** Play on with another game, of another page or of a file; the one that runs here stays in the list of games.
 *
 * @param {Run} other
 */
export function take(other) {
  if (isRunning()) {
    park({ ...runningNow(), past: page.done, next: page.undone });
  }
  if (other.key) {
    const { match: gone, turn: dice, past: steps, next: redone, ...rest } = read(other.key) || {};
    write(other.key, rest);
  }
  ({ match: page.match, turn: page.turn, seen: page.seen, rolling: page.rolling } = other);
  ({ past: page.done = [], next: page.undone = [] } = other);
  arrive();
  keepNow();
}

/* Dice */

/** Add a die with a tapped face, and return whether there was room for it. The page stops rolling.
 *
 * @param {number} face
 */
export function addDie(face) {
  if (handIsFull() || page.turn.throws.length || !nextPlayer(game, page.match)) {
    return false;
  }
  page.rolling = false;
  play({ kind: "type", dice: [...page.turn.dice, face] });
  return true;
}

/** @param {number} place */
export const takeDie = (place) => play({ kind: "type", dice: page.turn.dice.filter((_, at) => at !== place) });

/** Keep or free a rolled die.
 *
 * @param {number} place
 */
export const turnKept = (place) =>
  play({ kind: "keep", kept: page.turn.kept.map((kept, at) => (at === place ? !kept : kept)) });

/** Take typed dice for a first roll or not, or for the next roll; after the last one comes the first.
 *
 * @param {string} what
 */
export function tellMoment(what) {
  const { first, number = DATA.rolls } = page.turn;
  play({ kind: "tell", moment: what === "first" ? { first: !first } : { number: (number % DATA.rolls) + 1 } });
}

/** Roll the dice that are not kept, and return which stayed; null if there is nothing to roll. Dice are drawn and
 * stored before they are shown. What was seen stays: undo takes back what was written. */
export function roll() {
  const player = nextPlayer(game, page.match);
  const { throws, kept } = page.turn;
  const isNew = !throws.length;
  if (
    !player ||
    (gameColumns && mustName(player)) ||
    (isNew ? page.turn.dice.length : !rollsLeft() || kept.every(Boolean))
  ) {
    return null;
  }
  const faces = drawnFaces(turns.dice, turns.sides);
  const stays = isNew ? faces.map(() => false) : kept;
  const dice = faces.map((face, place) => (stays[place] ? page.turn.dice[place] : face));
  const before = throws.map((each, at) =>
    at === throws.length - 1 ? { ...each, keep: page.turn.dice.filter((_, place) => kept[place]) } : each
  );
  page.rolling = true;
  play({ kind: "roll", dice, kept: stays, throws: [...before, { roll: dice }] });
  return stays;
}

/** Announce a box: the turn must end in it.
 *
 * @param {string} where
 */
export const announceBox = (where) => play({ kind: "announce", box: where });

/* Boxes */

/** @param {Choice} offer */
export const choice = (offer) => ({ points: offer.points, bonus: offer.bonus });

/** Write points into a box, or empty it; `byDice` if this uses the dice on the table.
 *
 * @param {string} where
 * @param {Player} player
 * @param {Choice | null} what
 * @param {boolean} [byDice]
 */
export function enter(where, player, what, byDice = false) {
  const entries = entriesOf(page.match, player);
  const before = entries.find((entry) => entry.box === where);
  if (
    !hasPlayer(page.match, player) ||
    (before && what && before.points === what.points && before.bonus === what.bonus)
  ) {
    return;
  }
  const brings = what && !before ? brought(game, entries, { box: where, ...what }) : 0;
  const led = leaders();
  view.lastEntry = what
    ? { player, text: brings > 0 ? entryWords(where, what.points, brings) : `${categoryName(where)} ${what.points}` }
    : null;
  mark(where, player);
  const dice = byDice ? playedDice() : {};
  play({ kind: "write", player: player.id, box: where, choice: what, byDice, dice });
  notify("written", { player, where, led });
  if (isFinished(game, page.match)) {
    notify("finished");
  }
}

/** Return the dice on the table and their roll, in the form of an entry. */
const playedDice = () => ({
  dice: page.turn.dice,
  ...(isFirst() ? { first: true } : {}),
  ...(page.turn.number && !page.turn.throws.length ? { number: page.turn.number } : {}),
  ...(page.turn.throws.length ? { throws: page.turn.throws } : {}),
});

/** Write an offer; a 0 is asked about first, also one that brings a bonus.
 *
 * @param {PageOffer} offer
 */
export function writeOffer(offer) {
  if (!view.offers) {
    return; // the dice were taken back
  }
  if (offer.wins) {
    winAtOnce(offer, view.offers.player);
  } else if (offer.points) {
    enter(offer.box, view.offers.player, choice(offer), true);
  } else {
    notify("ask zero", offer);
  }
}

/** End the game with a win at once. Its box is written if it is open.
 *
 * @param {PageOffer} offer
 * @param {Player} player
 */
function winAtOnce(offer, player) {
  const entry = offer.isBare
    ? { box: "", choice: null }
    : { box: offer.box, choice: choice(offer), dice: playedDice() };
  view.lastEntry = { player, text: pgettext("page", "A win at once") };
  mark(offer.box, player);
  play({ kind: "win", player: player.id, ...entry });
  notify("won");
  notify("finished");
}

/** Mark a box as just written.
 *
 * @param {string} where
 * @param {Player} player
 */
function mark(where, player) {
  view.lastBox = `${where} ${player.id}`;
  clearTimeout(playState.markTimer);
  playState.markTimer = setTimeout(() => {
    view.lastBox = "";
    notify("refresh");
  }, 1200);
}

/* Players and games */

/** Save the list of players as one step, if anything has changed.
 *
 * @param {Player[]} list
 */
export function savePlayers(list) {
  const players = list.map(({ id, name, left }) => ({ id, name, ...(left ? { left } : {}) }));
  if (JSON.stringify(players) !== JSON.stringify(page.match.players)) {
    play({ kind: "seat", players });
  }
}

/** Give a player another name in the game that runs here.
 *
 * @param {string} name
 * @param {string} to
 */
export function renamePlayer(name, to) {
  const players = page.match.players.map((each) => ({ ...each, name: each.name === name ? to : each.name }));
  page.match = { ...page.match, players }; // a game without an entry is not stored
  rememberBest();
}

/** Start a game with the same players.
 *
 * @param {string} [starter]
 */
export function startNow(starter) {
  view.lastEntry = null;
  play({ kind: "start", match: newMatch(isPlaying(page.match), starter) });
}

/** Go on with the game of this page as it is elsewhere, with as many entries as it has here already.
 *
 * @param {Run} run
 */
export function goFurther(run) {
  const { when, ...match } = run.match;
  page.seen = { ...page.seen, ...run.seen };
  page.rolling = Boolean(run.rolling);
  const entries = [...page.match.entries, ...match.entries.slice(page.match.entries.length)];
  play({ kind: "go on", match: { ...match, entries }, turn: run.turn || newTurn() });
}
