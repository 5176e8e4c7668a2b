/* The names of all games of this browser, with their colours and figures. */

import { listOf, ranking } from "../rules/match.js";
import { ALL } from "./data.js";
import { page } from "./page.js";
import { setSetting, setting } from "./storage.js";
import { pgettext } from "./texts.js";

export const people = {
  /** Return the colour of a player, from 1 to 8: the chosen one, or that of the place in the game. Of two players with
   * one colour the later takes the next that is free; chosen colours come first. */
  colour: (/** @type {{ id: string }} */ player, /** @type {{ players: Player[] }} */ { players } = page.match) => {
    const chosen = chosenColours();
    const wanted = players.map(({ id, name }, at) => ({ id, chosen: chosen.get(name), place: 1 + (at % COLOURS) }));
    const found = new Map();
    let taken = new Set();
    [...wanted.filter((each) => each.chosen), ...wanted.filter((each) => !each.chosen)].forEach((each) => {
      taken = taken.size < COLOURS ? taken : new Set();
      let colour = each.chosen || each.place;
      while (taken.has(colour)) {
        colour = 1 + (colour % COLOURS);
      }
      taken.add(colour);
      found.set(each.id, colour);
    });
    return found.get(player.id);
  },
};
const COLOURS = 8;
const MOST_NAMES = 200;
export const COLOUR_NAMES = [
  pgettext("page", "blue"),
  pgettext("page", "orange"),
  pgettext("page", "green"),
  pgettext("page", "violet"),
  pgettext("page", "pink"),
  pgettext("page", "teal"),
  pgettext("page", "brown"),
  pgettext("page", "grey"),
];

/** Return the usable names of a list, each with its colour: from 1 to 8, or 0 if none was chosen.
 *
 * @param {any} list
 * @returns {[string, number][]}
 */
export const checkedPeople = (list) =>
  listOf(list)
    .filter(
      (each) => Array.isArray(each) && typeof each[0] === "string" && each[0] && each[0].length <= ALL.same.longest_name
    )
    .map(
      ([name, colour]) =>
        /** @type {[string, number]} */ ([name, Number.isInteger(colour) && COLOUR_NAMES[colour - 1] ? colour : 0])
    )
    .slice(0, MOST_NAMES);

export const keptPeople = () => checkedPeople(setting("people"));
export const chosenColours = () => new Map(keptPeople());

/** Add names to those that are kept; a colour that was chosen here stays.
 *
 * @param {[string, number][]} names
 */
export function addPeople(names) {
  const added = names.filter(([name, colour]) => colour || !chosenColours().has(name));
  if (added.length) {
    setSetting("people", [
      ...new Map([...added, ...keptPeople().filter(([name, own]) => own || !new Map(added).has(name))]),
    ]);
  }
}

/** Return what the games of a ruleset say of each name: [name, games, won, best total].
 *
 * @param {Game} played
 * @param {Match[]} finished
 * @returns {NameFigures[]}
 */
function tallyOf(played, finished) {
  /** @type {Map<string, [games: number, won: number, best: number]>} */
  const found = new Map();
  finished.forEach((match) => {
    const ranked = ranking(played, match);
    ranked
      .filter(({ player }) => player.name)
      .forEach(({ player: { name }, total, place }) => {
        const [games, won, best] = found.get(name) || [0, 0, total];
        found.set(name, [games + 1, won + Number(place === 1 && ranked.length > 1), Math.max(best, total)]);
      });
  });
  return [...found].map(([name, figures]) => [name, ...figures]);
}

/** Return what pages of other games can show of a ruleset: its title and dice, and the figures of each name.
 *
 * @param {PageData} data
 * @param {Match[]} finished
 */
export const summaryOf = (data, finished) => ({
  title: data.title,
  signature: data.signature,
  people: tallyOf(data.game, finished),
});
