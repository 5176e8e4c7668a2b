/* House rules: a ruleset file, the choices in it, and what is wrong with it. The file alone is kept. */

import { language } from "./data.js";
import { ask } from "./python.js";
import { change, wish } from "./wish.js";

/** The house rules that are edited; they are those of the wish once they are taken. */
export const house = {
  text: "",
  rules: /** @type {HouseRules | null} */ (null),
  faults: /** @type {TextFault[]} */ ([]),
};
/** @type {(() => void)[]} */
const listeners = [];

/** Run a function at each change of the house rules.
 *
 * @param {() => void} act
 */
export const onRules = (act) => listeners.push(act);

function changed() {
  listeners.forEach((act) => {
    act();
  });
}

/** Begin with the house rules of the wish, or with the game as it comes. */
export async function openRules() {
  await takeText(wish.own);
}

/** Take the text of a file over, and look what it chooses and what is wrong with it.
 *
 * @param {string} text
 */
export async function takeText(text) {
  house.text = text;
  const found = text ? await ask("faults", { text, language }) : null;
  if (house.text !== text) {
    return; // something else was typed in the meantime
  }
  house.faults = found && "value" in found ? found.value : [];
  const isRight = house.faults.every((fault) => fault.severity !== "error");
  if (isRight) {
    const rules = await ask("house_rules", { game: wish.game, own: text, language });
    house.rules = "value" in rules ? rules.value : house.rules;
    change({ own: text });
  }
  changed();
}

/** Change the choices, and with them the file.
 *
 * @param {(rules: HouseRules) => void} alter
 */
export async function chooseRules(alter) {
  if (!house.rules) {
    return;
  }
  const rules = structuredClone(house.rules);
  alter(rules);
  const chosen = {
    readings: rules.readings.flatMap((reading, place) => (reading.chosen ? [place] : [])),
    numbers: Object.fromEntries(
      rules.numbers.filter((number) => number.value !== number.usual).map((number) => [number.key, number.value])
    ),
    without: rules.boxes.filter((box) => box.left_out).map((box) => box.id),
  };
  const file = await ask("write_rules", { game: wish.game, name: rules.name, chosen, language });
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
