/* What the dice can be written as, the best first, and which dice count for it. Touches no page.
 *
 * An offer is {box, category, points, bonus, brings, choices, loss, value, weight}: `points` are the most that may be
 * written, `choices` all of them, `brings` the bonuses that follow at once. Offers are sorted by `weight`. Where the
 * page has weights of boxes, made from best play by tools/weigh_offers.py, it is the points less what the box is worth
 * while it is open, with the progress towards the bonus. Otherwise it is what the entry adds to the total.
 */

import { bonusesOf, brought, cardFrom, totalsOf } from "./match.js";
import { allRolls, codeAt, legalEntries, placesOf, rollOf } from "./turns.js";

/**
 * @param {Turns} turns
 * @param {number} category
 * @param {number} moment
 * @returns {any[]}
 */
function worthOfRolls(turns, category, moment) {
  const worth = turns.worth[category];
  const at = worth.signs.length > 1 ? moment : 0;
  worth.lists = worth.lists || [];
  worth.lists[at] =
    worth.lists[at] || rollsOf(turns).map((_, place) => worth.points[codeAt(turns, worth, worth.signs[at], place)]);
  return worth.lists[at];
}

/** Return all rolls in the order of the table, as lists of dice.
 *
 * @param {Turns} turns
 * @returns {number[][]}
 */
function rollsOf(turns) {
  turns.rolls = turns.rolls || allRolls(turns.dice, turns.sides, 1);
  return turns.rolls;
}

/**
 * @param {Turns} turns
 * @param {string} box
 */
export const categoryOf = (turns, box) =>
  Object.keys(turns.boxes).findIndex((category) => turns.boxes[category].includes(box));

/** Return the offers for some dice, the best first; with rolls left, or without `worth`, those of 0 are last.
 *
 * @param {Game} game
 * @param {Turns} turns
 * @param {Entry[]} entries
 * @param {number[]} dice
 * @param {number} moment
 * @param {{ worth?: BoxWorth | null, isEarly?: boolean }} how
 * @returns {Offer[]}
 */
export function rankedOffers(game, turns, entries, dice, moment, { worth = null, isEarly = false } = {}) {
  const legal = legalEntries(game, turns, cardFrom(entries), rollOf(dice), moment);
  const before = bonusesOf(game, entries);
  const total = totalsOf(game, entries).total;
  const offers = Object.keys(legal).map((box) => {
    const { points: choices, bonus } = legal[box];
    const values = game.values[box];
    const points = choices[choices.length - 1];
    const entry = { box, points, bonus };
    return {
      ...entry,
      category: categoryOf(turns, box),
      brings: brought(game, entries, entry, before),
      choices,
      loss: values[values.length - 1],
      value: points + bonus,
      weight: worth
        ? points + bonus - worth.boxes[box] + progressOf(game, cardFrom([...entries, entry]), worth.bonus)
        : totalsOf(game, [...entries, entry]).total - total,
    };
  });
  const isZeroLast = isEarly || !worth;
  return offers.sort(
    (one, other) =>
      (isZeroLast && Number(other.value > 0) - Number(one.value > 0)) ||
      other.weight - one.weight ||
      one.loss - other.loss
  );
}

/** Return the worth of the progress of a card towards each step of its bonus.
 *
 * @param {Game} game
 * @param {Card} card
 * @param {Progress[]} [steps]
 */
const progressOf = (game, card, steps = []) =>
  steps.reduce((worth, step) => worth + progressTowards(game, card, step), 0);

/** Return the worth of the progress of a card towards a sum.
 *
 * @param {Game} game
 * @param {Card} card
 * @param {Progress} progress
 */
function progressTowards(game, card, { at, pars, first, step, slopes }) {
  /** @param {(box: string) => number} value */
  const sum = (value) => Object.keys(pars).reduce((all, box) => all + value(box), 0);
  /** @param {string} box */
  const has = (box) => card[box] !== undefined;
  const held = sum((box) => card[box] || 0);
  const most = sum((box) => (has(box) ? 0 : game.values[box][game.values[box].length - 1]));
  const open = sum((box) => (has(box) ? 0 : pars[box]));
  const ahead = held >= at ? Infinity : held + most < at ? -Infinity : held + open - at;
  return slopes.reduce(
    (all, slope, place) => all + slope * Math.max(0, Math.min(step, ahead - first - step * place)),
    0
  );
}

/** Return which dice count for an offer: no other face could replace them, or the others could be worth less alone.
 *
 * Where dice are chosen and the fewest points are best, `fewest` has the category: the others could then be worth more.
 *
 * @param {Turns} turns
 * @param {Pick<Offer, "category" | "points" | "value"> | null} offer
 * @param {number[]} dice
 * @param {number} moment
 */
export function countingDice(turns, offer, dice, moment) {
  if (!offer || !offer.value) {
    return dice.map(() => false);
  }
  const list = worthOfRolls(turns, offer.category, moment);
  const places = placesOf(turns);
  const worth = list[places[rollOf(dice)]];
  if (worth < offer.points) {
    return dice.map(() => true); // a joker: all of them
  }
  const needed = dice.map(() => true);
  const sign = (turns.fewest || []).includes(Object.keys(turns.boxes)[offer.category]) ? -1 : 1;
  const gains = sign > 0 ? list : list.map((points) => -points);
  const inOrder = dice.map((_, place) => place).sort((one, other) => sign * (dice[one] - dice[other]) || one - other);
  inOrder.forEach((place) => {
    needed[place] = false;
    const kept = dice.filter((_, at) => needed[at]);
    needed[place] = leastWith(turns, gains, kept) < sign * worth;
  });
  const notChosen = inOrder.filter((place) => !needed[place]).slice(0, turns.use ? dice.length - turns.use : 0);
  return dice.map(
    (_, place) =>
      needed[place] || (!notChosen.includes(place) && isIrreplaceable(turns, list, places, dice, place, worth))
  );
}

/** Return the least that a roll with these dice is worth.
 *
 * @param {Turns} turns
 * @param {number[]} list
 * @param {number[]} kept
 */
function leastWith(turns, list, kept) {
  const counts = new Map();
  kept.forEach((face) => {
    counts.set(face, (counts.get(face) || 0) + 1);
  });
  const wanted = [...counts];
  return rollsOf(turns).reduce(
    (least, roll, place) =>
      list[place] < least && wanted.every(([face, count]) => roll.filter((each) => each === face).length >= count)
        ? list[place]
        : least,
    Infinity
  );
}

/** Check whether every other face in place of a die would be worth something else.
 *
 * @param {Turns} turns
 * @param {number[]} list
 * @param {Record<string, number>} places
 * @param {number[]} dice
 * @param {number} place
 * @param {number} worth
 */
function isIrreplaceable(turns, list, places, dice, place, worth) {
  return Array.from({ length: turns.sides }, (_, at) => at + 1)
    .filter((face) => face !== dice[place])
    .every((face) => list[places[rollOf(dice.map((each, at) => (at === place ? face : each)))]] !== worth);
}
