/* The state of the page. Scripts have no other variables that more than one of them knows. */

import { isFinished } from "../rules/match.js";
import { ALL, game } from "./data.js";
import { hasStorage } from "./storage.js";
import { nameIn } from "./texts.js";

/** The game and what is stored with it. The modules of `state` alone change it: `play.js` by events. */
export const page = /** @type {PageState} */ ({
  log: /** @type {any} */ (null), // the state of the game, and the events that led to it (rules/log.js)
  /** The game that is played, as rules/match.js describes it. */
  get match() {
    return page.log.state.match;
  },
  /** The dice of the turn that is played. */
  get turn() {
    return page.log.state.turn;
  },
  /** Flag: the page rolls, until somebody taps a face. */
  get rolling() {
    return page.log.state.rolling;
  },
  finished: [], // earlier games that are over
  bestTotals: {}, // the best total of an earlier game, by name
  bestBefore: "", // the id of the game that `bestTotals` are earlier than
  hasRoom: hasStorage(), // storage took what was kept last; what is in the window alone is lost with it
  saved: "", // how far the game was that was last saved as a file
});

/** What is looked at; it is not stored. */
export const view = /** @type {ViewState} */ ({
  shownPlayer: "", // the id of the player whose card is shown, where one is shown at a time
  lastTurn: "", // the id of the player whose turn was shown last
  isPrinting: false,
  offers: null, // what the dice on the table can be written as, and by whom
  chosenBox: "", // the box of the offer that has the focus; empty for the best
  lastBox: "", // the box that was written a moment ago, and its player
  boxBefore: "", // the `lastBox` that was shown before
  lastEntry: null, // the entry that was written last, in words, and its player
  deciding: null, // match points by player, where these decide and not the total
  isCardShown: false, // the finished card is looked at
  // where this page is at a table that phones share (state/seat.js); null for a page alone
  table: ALL.table
    ? { is: "out", when: 0, me: "", types: "", waits: true, watches: false, open: new Set(), unsent: 0 }
    : null,
});

/** Return where this page is at its table, which there has to be. */
export const tableHere = () => /** @type {TableView} */ (view.table);

/** @param {Player} player */
export const nameOf = (player) => nameIn(page.match.players, player);
/** Return a name that keeps its writing direction inside a sentence.
 *
 * @param {Player} player
 */
export const isolated = (player) => `\u2068${nameOf(player)}\u2069`;

/** Return a key of how far a game is.
 *
 * @param {Match} match
 */
export const stateKey = ({ id, entries }) => `${id} ${entries.length}`;

/** Check whether a game is under way, other than a finished one that was undone.
 *
 * @param {Match} [match]
 */
export const isRunning = (match = page.match) =>
  match.entries.length > 0 && !isFinished(game, match) && !page.finished.some((each) => each.id === match.id);

/** Return the best earlier total of a name; null if there is none.
 *
 * @param {string} name
 */
export const bestOf = (name) => (name in page.bestTotals ? page.bestTotals[name] : null);
