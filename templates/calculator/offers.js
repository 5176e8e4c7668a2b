/* What the dice can be written as, the best first, and which dice count for it. Touches no page; runs after match.js.
 *
 * An offer is {box, category, points, bonus, brings, choices, weight}: `points` are the most that may be written,
 * `choices` all of them, `brings` the bonuses that follow at once. Its weight is points plus what they bring, times
 * log2(1/P), times the factor of its column. P is the chance that one roll of all dice is worth as much in this box.
 * A box that counts in a difference alone is weighed by its distance from the mean, times the other box.
 */

/** Return what every roll is worth in a category, in the order of the table; computed once. */
function worthOfRolls(turns, category, moment) {
  const worth = turns.worth[category];
  const at = worth.signs.length > 1 ? moment : 0;
  worth.lists = worth.lists || [];
  worth.lists[at] =
    worth.lists[at] || rollsOf(turns).map((dice, place) => worth.points[codeAt(turns, worth, worth.signs[at], place)]);
  return worth.lists[at];
}

/** Return all rolls in the order of the table, as lists of dice. */
function rollsOf(turns) {
  turns.rolls = turns.rolls || allRolls(turns.dice, turns.sides, 1);
  return turns.rolls;
}

/** Return the number of ways in which each roll can fall. */
function waysOfRolls(turns) {
  const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
  turns.ways =
    turns.ways ||
    rollsOf(turns).map((dice) => {
      const counts = new Map();
      dice.forEach((face) => counts.set(face, (counts.get(face) || 0) + 1));
      return [...counts.values()].reduce((ways, count) => ways / factorial(count), factorial(turns.dice));
    });
  return turns.ways;
}

/** Return the chance that one roll of all dice is worth at least these points in a category; never 0. */
function chanceOf(turns, category, moment, points) {
  const all = turns.sides ** turns.dice;
  const ways = waysOfRolls(turns);
  const good = worthOfRolls(turns, category, moment).reduce(
    (sum, worth, place) => (worth >= points ? sum + ways[place] : sum),
    0
  );
  return Math.max(good, 1) / all;
}

/** Return the weight of points in a category, with what they bring at once. */
const weightOf = (turns, category, moment, points, brings) =>
  (points + brings) * Math.log2(1 / chanceOf(turns, category, moment, points));

const categoryOf = (turns, box) =>
  Object.keys(turns.boxes).findIndex((category) => turns.boxes[category].includes(box));

/** Return the offers for some dice, the best first; of those worth 0 the cheapest first. */
function rankedOffers(game, turns, entries, dice, moment) {
  const legal = legalEntries(game, turns, cardFrom(entries), rollOf(dice), moment);
  const before = bonusesOf(game, entries);
  const offers = Object.keys(legal).map((box) => offerOf(game, turns, entries, moment, box, legal[box], before));
  return offers.sort(
    (one, other) => (other.value > 0) - (one.value > 0) || other.weight - one.weight || one.loss - other.loss
  );
}

function offerOf(game, turns, entries, moment, box, { points: choices, bonus }, before) {
  const points = choices[choices.length - 1];
  const category = categoryOf(turns, box);
  const brings = brought(game, entries, { box, points, bonus }, before);
  const values = game.values[box];
  const times = factorOf(turns, box);
  const pull = (turns.pulls || {})[box];
  const weight = pull
    ? weightOfPull(game, turns, entries, moment, { category, points, pull })
    : points + bonus
      ? weightOf(turns, category, moment, points, brings)
      : 0;
  return {
    box,
    category,
    points,
    bonus,
    brings,
    choices,
    loss: times * values[values.length - 1],
    value: points + bonus,
    weight: times * weight,
  };
}

/** Return how often the column of a box counts in totals across columns. */
const factorOf = (turns, box) => (turns.factors || {})[box.slice(0, box.indexOf(".") + 1)] || 1;

/** Return the weight of points in a box that counts in a difference alone; `pull` has its sign and its factor. */
function weightOfPull(game, turns, entries, moment, { category, points, pull: [way, other] }) {
  const list = worthOfRolls(turns, category, moment);
  const ways = waysOfRolls(turns);
  const card = cardFrom(entries);
  const all = turns.sides ** turns.dice;
  const mean = list.reduce((sum, worth, place) => sum + worth * ways[place], 0) / all;
  const values = game.values[other] || [1];
  const gain = way * (points - mean) * (has(card, other) ? card[other] : values[Math.floor(values.length / 2)]);
  const good = list.reduce((sum, worth, place) => (way * worth >= way * points ? sum + ways[place] : sum), 0);
  return gain > 0 ? gain * Math.log2(all / Math.max(good, 1)) : gain;
}

/** Return which dice count for an offer: no other face could replace them, or the others could be worth less alone. */
function countingDice(turns, offer, dice, moment) {
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
  dice
    .map((face, place) => place)
    .sort((one, other) => dice[one] - dice[other] || one - other)
    .forEach((place) => {
      needed[place] = false;
      needed[place] =
        leastWith(
          turns,
          list,
          dice.filter((face, at) => needed[at])
        ) < worth;
    });
  return dice.map((face, place) => needed[place] || isIrreplaceable(turns, list, places, dice, place, worth));
}

/** Return the least that a roll with these dice is worth. */
function leastWith(turns, list, kept) {
  const counts = new Map();
  kept.forEach((face) => counts.set(face, (counts.get(face) || 0) + 1));
  const wanted = [...counts];
  return rollsOf(turns).reduce(
    (least, roll, place) =>
      list[place] < least && wanted.every(([face, count]) => roll.filter((each) => each === face).length >= count)
        ? list[place]
        : least,
    Infinity
  );
}

/** Check whether every other face in place of a die would be worth something else. */
function isIrreplaceable(turns, list, places, dice, place, worth) {
  return Array.from({ length: turns.sides }, (_, at) => at + 1)
    .filter((face) => face !== dice[place])
    .every((face) => list[places[rollOf(dice.map((each, at) => (at === place ? face : each)))]] !== worth);
}
