/* Chances to win, as a worker finds them card by card (rules/playouts.js). Until it has answered, older ones are shown.
 *
 * Nobody should play by them: while a game runs, only a page that asks for them `during` it gets any.
 */

import { chancesIn, changesSince, countOfSteps, decidingEntries, matchAfter } from "../rules/chances.js";
import { isFinished, isPlaying, ranking } from "../rules/match.js";
import { planOf } from "../rules/plan.js";
import { DATA, game, weights } from "./data.js";
import { notify } from "./events.js";
import { nameOf } from "./page.js";
import { people } from "./people.js";
import { shares } from "./texts.js";

const MOST_KNOWN = 2000;
const OFTEN = 300; // milliseconds between two pictures of a curve that grows

const plan = planOf(DATA, weights);
const chanceState = {
  worker: /** @type {Worker | null} */ (null),
  isBroken: typeof Worker === "undefined",
  known: /** @type {Map<string, Shares>} */ (new Map()), // by where the card stands
  asked: /** @type {Set<string>} */ (new Set()),
  kept: /** @type {WeakMap<Match, (Chance[] | null)[]>} */ (new WeakMap()), // by the number of steps
  told: 0, // time at which views were told of answers
  last: { id: "", chances: /** @type {ShownChances | null} */ (null) }, // what was shown last, and of which match
};

/** Flag: it is known how much each box of the game is worth. */
export const hasWeights = plan !== null;

/** Check whether this browser works chances out. */
export const canWorkOut = () => !chanceState.isBroken;

/** Check whether the chances in a match can be worked out: for two players or more, in a game whose weights are known.
 *
 * @param {Match} match
 */
export const hasChances = (match) => hasWeights && canWorkOut() && isPlaying(match).length > 1;

/** Return the shares of the totals of a card, or ask the worker for them and return null.
 *
 * @param {Standing} standing
 */
function sharesOf(standing) {
  const { known, asked } = chanceState;
  const key = Object.values(standing).join(" ");
  const found = known.get(key);
  if (!found && !asked.has(key)) {
    asked.add(key);
    sendToWorker({ key, standing });
  }
  return found || null;
}

/** Send a question to the worker, which is made for the first one.
 *
 * @param {{ key: string, standing: Standing }} question
 */
function sendToWorker(question) {
  try {
    chanceState.worker = chanceState.worker || newWorker();
    chanceState.worker.postMessage(question);
  } catch {
    giveUp();
  }
}

function newWorker() {
  const { textContent } = /** @type {HTMLElement} */ (document.getElementById("worker"));
  const address = URL.createObjectURL(new Blob([textContent || ""], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.addEventListener("message", ({ data }) => learn(data));
  worker.addEventListener("error", giveUp);
  worker.postMessage({ plan });
  return worker;
}

/** Go on without chances where a browser allows no worker. */
function giveUp() {
  chanceState.isBroken = true;
  notify("chances");
}

/** Take an answer of the worker, and tell the views: at the last one, and now and then.
 *
 * @param {{ key: string, shares: Shares }} answer
 */
function learn({ key, shares }) {
  const { known, asked } = chanceState;
  if (known.size >= MOST_KNOWN) {
    known.clear();
  }
  known.set(key, shares);
  asked.delete(key);
  const now = performance.now();
  if (!asked.size || now - chanceState.told > OFTEN) {
    chanceState.told = now;
    notify("chances");
  }
}

/** Return the chances after some steps of a match, which are kept once they are known; null before.
 *
 * @param {Match} match
 * @param {number} count
 */
function chancesAfter(match, count) {
  const kept = chanceState.kept.get(match) || [];
  chanceState.kept.set(match, kept);
  kept[count] = kept[count] || (plan && chancesIn(game, plan, matchAfter(match, count), sharesOf));
  return kept[count];
}

/** Return the chances in a match now; null where there are none, or none yet.
 *
 * @param {Match} match
 * @param {{ during?: boolean }} [when]
 * @returns {ShownChances | null}
 */
export function chancesOf(match, { during = false } = {}) {
  if (!plan || !hasChances(match) || !(during || isFinished(game, match))) {
    return null;
  }
  const steps = countOfSteps(match);
  const round = isPlaying(match).length;
  const chances = chancesAfter(match, steps);
  const before = steps >= round ? chancesAfter(match, steps - round) : null;
  if (!chances) {
    const { id, chances: old } = chanceState.last;
    return id === match.id && old ? { ...old, isOld: true } : null;
  }
  const percents = chances.map(({ percent }) => percent);
  const changes = changesSince(chances, before);
  const shown = { percents, texts: chanceTexts(chances), changes, isOld: false };
  chanceState.last = { id: match.id, chances: shown };
  return shown;
}

/** Return chances in words: 0 only for what is impossible, 100 only for what is certain.
 *
 * @param {Chance[]} chances
 */
export function chanceTexts(chances) {
  const isCertain = chances.filter(({ isPossible }) => isPossible).length === 1;
  return chances.map(({ percent, isPossible }) => {
    if (percent === 0 && isPossible) {
      return `<${shares.format(0.01)}`;
    }
    return percent === 100 && !isCertain ? `>${shares.format(0.99)}` : shares.format(percent / 100);
  });
}

/** Return the chances after each step of a finished match as far as they are known, and what decided it.
 *
 * @param {Match} match
 * @returns {ChanceCurve | null}
 */
export function curveOf(match) {
  if (!plan || !hasChances(match) || !isFinished(game, match)) {
    return null;
  }
  const steps = countOfSteps(match);
  const every = Array.from({ length: steps + 1 }, (_, at) => chancesAfter(match, at));
  const unknown = every.indexOf(null);
  const chances = every.slice(0, unknown < 0 ? every.length : unknown).filter((each) => each !== null);
  return { chances, deciding: unknown < 0 ? decidingEntries(match, chances) : null };
}

/** Return the lines of all players for a chart of their chances, the leader first; of who has left, until then.
 *
 * @param {Match} match
 * @param {Chance[][]} chances
 * @returns {ChartLine[]}
 */
export function chanceLines(match, chances) {
  const ranked = ranking(game, match).map(({ player }) => player);
  return [...ranked, ...match.players.filter((each) => !ranked.includes(each))].map((player) => {
    const place = match.players.indexOf(player);
    const last = match.entries.map((entry) => entry.player).lastIndexOf(player.id) + 1;
    const own = chances.slice(0, player.left ? last + 1 : chances.length);
    return {
      totals: own.map((each) => each[place].percent),
      colour: people.colour(player),
      name: nameOf(player),
      place,
      stopped: player.left,
    };
  });
}
