/* What is stored: the running game with its events, the finished ones, and those of other pages. */

import { has } from "../rules/engine.js";
import { MOST_EVENTS, checkedLog, checkedState, newLog, ofThisGame, storedLog } from "../rules/log.js";
import { checkedMatch, isFinished, listOf, newMatch, ranking } from "../rules/match.js";
import { isTime } from "../rules/steps.js";
import { ALL, DATA, PAGE, RUN, game, pageOf, rulesOf } from "./data.js";
import { notify } from "./events.js";
import { page, stateKey } from "./page.js";
import { summaryOf } from "./people.js";
import { inside, read, storageKeys, storedText, write } from "./storage.js";

const MOST_KEPT = 500;

const keepState = {
  timer: 0,
  isNewlyFinished: false, // the finished games have to be kept
  /** The texts that this window has loaded or stored last, by their keys. */
  texts: /** @type {Record<string, string | null>} */ ({}),
};

/** Note that the state has all of what is stored under a key.
 *
 * @param {string} key
 */
function noteText(key) {
  keepState.texts[key] = storedText(key);
}

export function load() {
  page.log = logAt(RUN) || newLog({ ...checkedState(DATA, read(RUN)), match: matchHere() });
  noteText(RUN);
  loadFinished();
  rememberBest();
}

/** Return a new game of the players of this page. */
const matchHere = () => newMatch(DATA.players.map((name) => ({ name })));

export function loadFinished() {
  page.finished = finishedOf(DATA).filter((each) => each.when);
  noteText(PAGE);
}

/** Return the finished games that are stored for the rules of a game.
 *
 * @param {PageData} data
 * @returns {Match[]}
 */
export const finishedOf = (data) => {
  const found = ((read(pageOf(data)) || {}).finished || {})[data.rules];
  return listOf(found)
    .map((each) => checkedMatch(data.game, each, data.most_players))
    .filter((match) => match !== null);
};

/** Return the log of the game that is stored under a key; null if there is none.
 *
 * @param {string} key
 */
export const logAt = (key) => checkedLog(DATA, read(key));

/** Return where games with these rules are stored that are not played on this page now. */
const keysBeside = () => storageKeys().filter((key) => key !== RUN && key.startsWith(`${rulesOf(DATA)} `));

/** Return the unfinished games of other pages with these rules (other players, an older sheetgen), the newest first.
 *
 * @returns {Run[]}
 */
export function others() {
  /** @type {Run[]} */
  const runs = [];
  keysBeside().forEach((key) => {
    const kept = read(key) || {};
    const { match, ...state } = checkedState(DATA, kept);
    const saved = isTime(kept.saved) ? kept.saved : null; // when it was saved elsewhere, if it was read in
    if (match && match.entries.length && !isFinished(game, match)) {
      runs.push({ key, match, ...state, saved });
    }
  });
  return runs.sort((one, other) => (one.match.id < other.match.id ? 1 : -1));
}

/** Store a running game beside the one that is played.
 *
 * @param {GameLog} log
 */
export function park(log) {
  page.hasRoom = write(`${rulesOf(DATA)} ${log.state.match.id}`, storedLog(ofThisGame(log))) && page.hasRoom;
}

/** Take the game that is played now from where it was stored beside another one; rolls that were seen stay there. */
export function unpark() {
  keysBeside().forEach((key) => {
    const { match, turn, start, events, undone, past, next, ...others } = read(key) || {};
    if (match && match.id === page.match.id) {
      write(key, others);
    }
  });
}

/** Store the game with as many of its events as there is room for. */
export function keep() {
  if (ALL.screen) {
    return; // the phones keep the game
  }
  page.hasRoom = [MOST_EVENTS, 40, 0].some((most) => write(RUN, storedLog(page.log, most)));
  page.hasRoom = page.hasRoom && !Object.keys(inside).length; // of another game, say
  noteText(RUN);
  notify("kept");
}

/** Store the finished games. */
export function keepFinished() {
  if (ALL.screen) {
    return;
  }
  const { finished } = read(PAGE) || {};
  const ofOtherRules = typeof finished === "object" ? finished : {}; // which stay as they are
  const all = { ...ofOtherRules, [DATA.rules]: page.finished.slice(-MOST_KEPT) };
  page.hasRoom = write(PAGE, { finished: all, ...summaryOf(DATA, page.finished) }) && page.hasRoom;
  noteText(PAGE);
  rememberBest();
  notify("kept");
}

/** Take a list of finished games that has to be stored soon.
 *
 * @param {Match[]} finished
 */
export function keepAsFinished(finished) {
  page.finished = finished;
  keepState.isNewlyFinished = true;
}

/** @param {string} id */
export function forgetFinished(id) {
  page.finished = page.finished.filter((each) => each.id !== id);
  keepFinished();
}

export function rememberBest() {
  page.bestTotals = Object.create(null);
  page.bestBefore = page.match.id;
  page.finished.forEach((each) => {
    ranking(game, each).forEach(({ player, total }) => {
      if (player.name && each.id !== page.match.id) {
        page.bestTotals[player.name] = Math.max(
          total,
          has(page.bestTotals, player.name) ? page.bestTotals[player.name] : total
        );
      }
    });
  });
}

/* A tap is shown first and stored after it; at once before the page is closed or hidden. */

/** @param {number} after */
export function keepSoon(after) {
  clearTimeout(keepState.timer);
  keepState.timer = setTimeout(keepNow, after);
}

/** Store everything that is not stored yet. */
export function keepNow() {
  if (keepState.timer) {
    clearTimeout(keepState.timer);
    keepState.timer = 0;
    keep();
  }
  if (keepState.isNewlyFinished) {
    keepState.isNewlyFinished = false;
    keepFinished();
  }
}

/** Note that the game was saved as a file, so that nothing is lost with the window.
 *
 * @param {Match | null} match
 */
export function noteSaved(match) {
  page.saved = match ? stateKey(match) : "";
}

window.addEventListener("beforeunload", (event) => {
  if (!page.hasRoom && page.match.entries.length && page.saved !== stateKey(page.match)) {
    event.preventDefault(); // the browser asks whether to leave
  }
});

window.addEventListener("pagehide", keepNow);
window.addEventListener("pageshow", (event) => event.persisted && follow({ key: RUN })); // it heard of no other window
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") {
    keepNow();
  }
});

/** Take what another window has stored. A window also hears, late, of what it has loaded: of what the page before it
 * stored when it was closed. That is no news, and must not close a dialog.
 *
 * @param {{ key: string | null }} event
 */
export function follow({ key }) {
  if ((key === PAGE || key === RUN) && storedText(key) !== keepState.texts[key]) {
    load();
    notify("loaded");
  }
}
