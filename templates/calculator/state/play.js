/* Everything that changes the game: each change is an event (rules/events.js, rules/log.js). */

import { turnIn } from "../rules/events.js";
import { canUndo, logAfter, newLog, ofThisGame, openingOf } from "../rules/log.js";
import { brought, entriesOf, hasPlayer, isFinished, isPlaying, newMatch } from "../rules/match.js";
import { newTurn } from "../rules/steps.js";
import { drawnFaces } from "../rules/words.js";
import { leaders } from "./cards.js";
import { DATA, categoryName, game, gameColumns, turns } from "./data.js";
import { notify } from "./events.js";
import { keepAsFinished, keepNow, keepSoon, logAt, park, rememberBest, unpark } from "./kept.js";
import { isRunning, page, view } from "./page.js";
import { entryWords, saidOf } from "./sayings.js";
import { pgettext } from "./texts.js";
import { handIsFull, isFirst, mustName, rollsLeft, rollsNow, waitsHere, whoseTurn } from "./turn.js";

const playState = { markTimer: 0 };

/** What takes changes of a game to the table where other phones play, too; nothing for a page alone. */
export const relay = { to: /** @type {Relay | null} */ (null) };

/** Let an event happen, and tell the views.
 *
 * @param {GameEvent} event
 */
function play(event) {
  if (relay.to && relay.to.takes(event)) {
    return;
  }
  const before = page.log;
  page.log = logAfter(game, before, event);
  if (isOpening(event, before)) {
    changeGames(before);
  }
  const isHalf = [before.state, page.log.state].every(({ turn }) => turn.dice.length < turns.dice);
  arrive(event.kind === "keep" || (event.kind === "type" && isHalf));
}

/** Check whether an event opens another game, or goes back to the one before it.
 *
 * @param {GameEvent} event
 * @param {GameLog} before
 */
function isOpening(event, before) {
  const moves = { undo: page.log.undone, redo: before.undone };
  const moved = event.kind === "undo" || event.kind === "redo" ? moves[event.kind].slice(-1)[0] : event;
  return moved.kind === "open" && page.match.id !== before.state.match.id;
}

/** Store the game that is left beside the one that is played now.
 *
 * @param {GameLog} left
 */
function changeGames(left) {
  if (isRunning(left.state.match)) {
    park(left);
  }
  unpark();
}

/** Check whether there is anything to take back: on this page, or else at its table. */
export const mayUndo = () => canUndo(page.log) || (relay.to !== null && relay.to.mayUndo());

export function undo() {
  if (!canUndo(page.log)) {
    if (relay.to) {
      relay.to.undo();
    }
  } else {
    const { match } = page;
    play({ kind: "undo" });
    notify("moved", { said: saidOf(page.match, match), isAgain: false });
  }
}

export function redo() {
  if (page.log.undone.length) {
    const { match } = page;
    play({ kind: "redo" });
    notify("moved", { said: saidOf(match, page.match), isAgain: true });
  }
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
export function take({ key, match, turn, seen, rolling }) {
  const log = key ? logAt(key) : null;
  play(log ? openingOf(ofThisGame(log)) : { kind: "open", match, turn, seen, rolling });
  keepNow();
}

/** Show the game of a table as it is now. Dice that are typed here stay, unless it is another turn.
 *
 * @param {Match} match
 * @param {Partial<Turn> | null} draft The dice that another phone types.
 * @param {boolean} isOtherTurn
 */
export function showShared(match, draft, isOtherTurn) {
  const { log } = page;
  const { turn, seen, rolling } = log.state;
  const lies = draft ? { ...newTurn(), ...draft } : isOtherTurn ? turnIn(game, seen, match) : turn;
  const isSame = JSON.stringify([match, lies]) === JSON.stringify([page.match, turn]);
  if (isSame) {
    notify("refresh"); // whose phone types may be another one
    return;
  }
  page.log = newLog({ match, turn: lies, seen, rolling });
  if (match.id !== log.state.match.id) {
    changeGames(log);
  }
  arrive();
}

/** Take games of a table that are over to the history: those after the first ones, which it has had already, and of
 * the first ones those that it still has.
 *
 * @param {Match[]} matches
 * @param {number} count The number of the first ones.
 */
export function keepShared(matches, count) {
  const news = matches.filter((match, at) => at >= count || page.finished.some((each) => each.id === match.id));
  if (!news.length) {
    return;
  }
  const made = news.map((match) => {
    const known = page.finished.find((each) => each.id === match.id);
    return known ? { ...match, when: known.when } : match;
  });
  const others = page.finished.filter((each) => !made.some((match) => match.id === each.id));
  keepAsFinished([...others, ...made]);
  keepSoon(0);
}

/** Let dice lie there again that were written, and are not any more.
 *
 * @param {EntryFacts} facts
 */
export function typeAgain({ dice = [], first = false, number, throws = [] }) {
  if (!throws.length) {
    play({ kind: "type", dice, first, ...(number ? { number } : {}) });
  }
}

/* Dice */

/** Add a die with a tapped face, and return whether there was room for it. The page stops rolling.
 *
 * @param {number} face
 */
export function addDie(face) {
  if (handIsFull() || page.turn.throws.length || !whoseTurn() || waitsHere()) {
    return false;
  }
  typeDice({ dice: [...page.turn.dice, face] });
  return true;
}

/** @param {number} place */
export const takeDie = (place) => typeDice({ dice: page.turn.dice.filter((_, at) => at !== place) });

/** Type dice, or tell which roll they are of; the rest of what was typed stays.
 *
 * @param {Partial<Turn>} typed
 */
function typeDice(typed) {
  const { dice, first, number } = page.turn;
  play({ kind: "type", dice, first, ...(number ? { number } : {}), ...typed });
}

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
  typeDice(what === "first" ? { first: !first } : { number: (number % rollsNow()) + 1 });
}

/** Roll the dice that are not kept, and return which stayed; null if there is nothing to roll. Dice are drawn and
 * stored before they are shown. What was seen stays: undo takes back what was written. */
export function roll() {
  const player = whoseTurn();
  const { throws, kept, named } = page.turn;
  const isNew = !throws.length;
  if (
    !player ||
    waitsHere() ||
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
  play({ kind: "roll", dice, kept: stays, throws: [...before, { roll: dice }], ...(named ? { named } : {}) });
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
 * @param {{ id: string }} player
 */
export function mark(where, player) {
  view.lastBox = `${where} ${player.id}`;
  clearTimeout(playState.markTimer);
  playState.markTimer = setTimeout(() => {
    view.lastBox = "";
    notify("refresh");
  }, 1200);
}

/* Players and games */

/** Save the list of players, if anything has changed.
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
 * @param {string} from
 * @param {string} to
 */
export function renamePlayer(from, to) {
  play({ kind: "rename", from, to });
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
  const entries = [...page.match.entries, ...match.entries.slice(page.match.entries.length)];
  const { turn = newTurn(), seen = {}, rolling = false } = run; // a finished game has the match alone
  play({ kind: "open", match: { ...match, entries }, turn, seen, rolling });
}
