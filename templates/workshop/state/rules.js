/* House rules: a ruleset file, the choices in it, and what is wrong with it. The file alone is kept. */

import { makeChanges } from "./changes.js";
import { language } from "./data.js";
import { ask, whenReady } from "./python.js";
import { change, wish } from "./wish.js";

/** The house rules that are edited: those of the wish, and the last ones in which nothing was wrong. */
export const house = {
  text: "",
  rules: /** @type {HouseRules | null} */ (null),
  faults: /** @type {TextFault[]} */ ([]),
  before: /** @type {string[]} */ ([]), // earlier texts, the last one first to come back
};
/** Earlier texts at most. */
const MOST_BEFORE = 200;
const { listen, tell } = makeChanges();
/** Run a function at each change of the house rules. */
export const onRules = listen;

/** Begin with the house rules of the wish, or with the game as it comes. */
export async function openRules() {
  house.rules = null;
  house.before = [];
  await show(wish.own);
}

/** Return the faults that keep a file from being a game. */
export const errors = () => house.faults.filter((fault) => fault.severity === "error");

/** Take the text of a file over, and look what it chooses and what is wrong with it.
 *
 * @param {string} text
 */
export async function takeText(text) {
  if (text !== house.text) {
    house.before = [...house.before, house.text].slice(-MOST_BEFORE);
  }
  await show(text);
}

/** Show the text that was there before the last change. */
export async function undo() {
  const text = house.before.pop();
  if (text !== undefined) {
    await show(text);
  }
}

/** Show a text, and make the wish one of its game once it is known what the text says.
 *
 * @param {string} text
 */
async function show(text) {
  house.text = text;
  const said = await readRules(wish.game, text);
  if (house.text !== text || !said) {
    return; // something else was typed in the meantime
  }
  house.faults = said.faults;
  house.rules = said.rules ?? (errors().length ? house.rules : null);
  change({ own: text, about: text ? (said.about ?? wish.about) : null });
  tell();
}

/** Return what is in a file of house rules; null if the program refuses to look at it.
 *
 * @param {string} game
 * @param {string} own
 * @returns {Promise<{ faults: TextFault[], rules: HouseRules | null, about: OwnFacts | null } | null>}
 */
export async function readRules(game, own) {
  await whenReady();
  const answer = await ask("read_rules", { game, own, language });
  return "value" in answer ? answer.value : null;
}

/** Change the choices, and with them the file.
 *
 * @param {(rules: HouseRules) => void} alter
 */
export async function chooseRules(alter) {
  if (!house.rules || errors().length) {
    return;
  }
  const rules = structuredClone(house.rules);
  alter(rules);
  house.rules = rules;
  tell();
  const chosen = {
    readings: rules.readings.flatMap((reading, place) => (reading.chosen ? [place] : [])),
    numbers: Object.fromEntries(
      rules.numbers.filter((number) => number.value !== number.usual).map((number) => [number.key, number.value])
    ),
    without: rules.boxes.filter((box) => box.left_out).map((box) => box.id),
  };
  const file = await ask("write_rules", { game: wish.game, name: rules.name, chosen, own: house.text, language });
  if ("value" in file) {
    await takeText(file.value);
  }
}

/** Return how many things differ from the game as it comes.
 *
 * @param {HouseRules} rules
 */
export const changesOf = (rules) =>
  rules.readings.filter((reading) => reading.chosen).length +
  rules.numbers.filter((number) => number.value !== number.usual).length +
  rules.boxes.filter((box) => box.left_out).length +
  rules.others;
