/* What is stored: the running game with its steps, the finished ones, and those of other pages. */

import { has } from "../rules/engine.js";
import { checkedMatch, isFinished, listOf, newMatch, ranking } from "../rules/match.js";
import { checkedSeen, checkedStep, checkedTurn, isTime } from "../rules/steps.js";
import { DATA, PAGE, RUN, game, pageOf, rulesOf } from "./data.js";
import { notify } from "./events.js";
import { page, stateKey } from "./page.js";
import { summaryOf } from "./people.js";
import { inside, read, storageKeys, write } from "./storage.js";

export const MOST_STEPS = 4000;
const MOST_KEPT = 500;

const keepState = {
  timer: 0,
  isNewlyFinished: false, // the finished games have to be kept
};

export function load() {
  const own = keptAt(RUN);
  ({ turn: page.turn, past: page.done, next: page.undone, rolling: page.rolling, seen: page.seen } = own);
  page.match = own.match || newMatch(DATA.players.map((name) => ({ name })));
  loadFinished();
  rememberBest();
}

export function loadFinished() {
  page.finished = finishedOf(DATA).filter((each) => each.when);
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

/** Return what is stored under a key: a match or null, its turn, and steps to undo and redo.
 *
 * @param {string} key
 * @returns {any}
 */
function keptAt(key) {
  const kept = read(key) || {};
  const check = (/** @type {any} */ each) => checkedMatch(game, each, DATA.most_players);
  const found = check(kept.match);
  return {
    key,
    match: found,
    turn: checkedTurn(DATA, found && kept.turn),
    rolling: kept.rolling === true,
    seen: checkedSeen(DATA, kept.seen),
    saved: isTime(kept.saved) ? kept.saved : null, // when it was saved elsewhere, if it was read in
    past: found
      ? listOf(kept.past)
          .map((step) => checkedStep(DATA, step))
          .filter(Boolean)
      : [],
    next: found
      ? listOf(kept.next)
          .map((step) => checkedStep(DATA, step))
          .filter(Boolean)
      : [],
  };
}

/** Return the unfinished games of other pages with these rules (other players, an older sheetgen), the newest first. */
export function others() {
  const isOther = (/** @type {string} */ key) => key !== RUN && key.startsWith(`${rulesOf(DATA)} `);
  const games = storageKeys()
    .filter(isOther)
    .map(keptAt)
    .filter((each) => each.match && each.match.entries.length);
  return games
    .filter((each) => !isFinished(game, each.match))
    .sort((one, other) => (one.match.id < other.match.id ? 1 : -1));
}

/** Store a running game beside the one that is played.
 *
 * @param {Run} run
 */
export function park(run) {
  page.hasRoom = write(`${rulesOf(DATA)} ${run.match.id}`, run) && page.hasRoom;
}

/** Store the game with as many of its steps as there is room for. */
export function keep() {
  const state = (/** @type {number} */ some) => ({
    match: page.match,
    turn: page.turn,
    rolling: page.rolling,
    seen: page.seen,
    past: page.done.slice(-some),
    next: page.undone.slice(-some),
  });
  page.hasRoom = [MOST_STEPS, 40, 0].some((some) =>
    write(RUN, some ? state(some) : { match: page.match, turn: page.turn, seen: page.seen })
  );
  page.hasRoom = page.hasRoom && !Object.keys(inside).length; // of another game, say
  notify("kept");
}

/** Store the finished games. */
export function keepFinished() {
  const { finished } = read(PAGE) || {};
  const ofOtherRules = typeof finished === "object" ? finished : {}; // which stay as they are
  const all = { ...ofOtherRules, [DATA.rules]: page.finished.slice(-MOST_KEPT) };
  page.hasRoom = write(PAGE, { finished: all, ...summaryOf(DATA, page.finished) }) && page.hasRoom;
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
  page.finished.forEach((each) =>
    ranking(game, each).forEach(({ player, total }) => {
      if (player.name && each.id !== page.match.id) {
        page.bestTotals[player.name] = Math.max(
          total,
          has(page.bestTotals, player.name) ? page.bestTotals[player.name] : total
        );
      }
    })
  );
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

/** Take what another window has stored.
 *
 * @param {{ key: string | null }} event
 */
export function follow(event) {
  if (event.key === PAGE || event.key === RUN) {
    load();
    notify("loaded");
  }
}
