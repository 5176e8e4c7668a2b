/* Own games: files of house rules that are kept on this device, each with what its game is. */

import { gameOf } from "./data.js";
import { keep, kept } from "./kept.js";
import { change, wish } from "./wish.js";

/** @type {OwnGame[]} */
export const ownGames = [];

/** Read the own games that were kept. */
export async function loadOwnGames() {
  const before = await kept("games");
  if (Array.isArray(before)) {
    ownGames.push(...before);
  }
}

/** Keep the game of the wish among the own ones, if it is one: a new one, or in its own place. */
export async function keepOwnGame() {
  const { game, own, about } = wish;
  if (!own || !about) {
    return;
  }
  const ids = ownGames.map(({ id }) => id);
  const id = ids.includes(wish.mine) ? wish.mine : Math.max(0, ...ids) + 1;
  const entry = { id, game, own, about };
  if (ids.includes(id)) {
    ownGames[ids.indexOf(id)] = entry;
  } else {
    ownGames.push(entry);
  }
  if (wish.mine !== id) {
    change({ mine: id });
  }
  await keep("games", ownGames);
}

/** Take an own game away. What is on the page stays.
 *
 * @param {OwnGame} own
 */
export function forgetOwnGame(own) {
  ownGames.splice(ownGames.indexOf(own), 1);
  keep("games", ownGames);
  change(wish.mine === own.id ? { mine: 0 } : {});
}

/** Return the facts of the game of the wish; of one with house rules, those of its file. */
export const gameNow = () =>
  wish.own && wish.about ? { ...gameOf(wish.game), known: [], ...wish.about } : gameOf(wish.game);

/** Give a part of the page the accent of an own game, or that of one that ships.
 *
 * @param {HTMLElement} part
 * @param {string} game
 * @param {OwnFacts | null} about
 */
export function showAccent(part, game, about) {
  if (about) {
    const [light, dark] = about.accent;
    part.style.setProperty("--own-light", light);
    part.style.setProperty("--own-dark", dark);
    part.dataset.own = "";
    delete part.dataset.game;
  } else {
    part.dataset.game = game;
    delete part.dataset.own;
  }
}
