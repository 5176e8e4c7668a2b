/* What playouts need of a game, as plain numbers that a worker can be sent. Touches no page.
 *
 * Boxes are numbered in the order of their categories, sets of boxes are bits. A game is played out if its total alone
 * decides, in one column, and if weights of its boxes are known (rules/offers.js), by which the page chooses, too.
 */

import { has } from "./engine.js";
import { allRolls, codeAt, placesOf, rollOf } from "./turns.js";

/** The most different throws of all dice: with more, tables would take too long. Seven dice have 279,936. */
const MOST_THROWS = 50000;

/** Return the plan of a game; null for one that is not played out.
 *
 * @param {GameData} data
 * @param {BoxWorth | null} worth
 * @returns {Plan | null}
 */
export function planOf({ game, turns, rolls }, worth) {
  if (!worth || !isPlain(game, turns)) {
    return null;
  }
  const categories = Object.keys(turns.boxes);
  const boxes = categories.map((category) => turns.boxes[category][0]);
  const shares = bonusParts(game);
  if (!shares) {
    return null;
  }
  /** @param {string[]} ids */
  const setOf = (ids) => ids.reduce((set, id) => set | (1 << boxes.indexOf(id)), 0);
  /** @param {string[]} names */
  const setOfCategories = (names) => names.reduce((set, name) => set | (1 << categories.indexOf(name)), 0);
  const places = placesOf(turns);
  const moments = turns.first_rolls ? [0, 1] : [0];
  const steps = worth.bonus || [];
  const counting = steps.length ? Object.keys(steps[0].pars) : [];
  if (shares.boxes.length && setOf(shares.boxes) !== setOf(counting)) {
    return null;
  }
  return {
    dice: turns.dice,
    sides: turns.sides,
    rolls,
    boxes,
    runs: turns.runs.map((run) => run.map((box) => boxes.indexOf(box))),
    points: moments.map((moment) => boxes.map((_, category) => pointsOf(turns, category, moment))),
    most: boxes.map((box) => game.values[box][game.values[box].length - 1]),
    least: boxes.map((box) => game.values[box][0]),
    worth: boxes.map((box) => worth.boxes[box]),
    counting: counting.map((box) => boxes.indexOf(box)),
    progress: steps.map(({ at, pars, first, step, slopes }) => ({
      at,
      pars: Object.values(pars),
      first,
      step,
      slopes,
    })),
    bonus: shares.steps,
    yachts: turns.yachts.map((roll) => places[roll]),
    yachtPoints: turns.bonus,
    yachtBoxes: setOf(ofTheColumn(game.yachts)?.boxes.flat() || []),
    jokers: Object.keys(turns.jokers).map((roll) => {
      const joker = turns.jokers[roll];
      const needed = ofTheColumn(joker.boxes || turns.joker_boxes);
      return {
        roll: places[roll],
        early: joker.early.map(setOfCategories),
        late: joker.late.map(setOfCategories),
        full: needed ? setOf(needed) : -1, // -1: never
        points: (joker.worth || []).map((list) => list.map((points) => Math.max(...[points].flat()))),
      };
    }),
    needs: Object.keys(turns.needs).map((box) => ({ box: boxes.indexOf(box), others: setOf(turns.needs[box]) })),
    wins: Object.keys(turns.wins || {}).map((roll) => places[roll]),
    winChance: chanceOfWin(turns),
  };
}

/** Return what belongs to the only column of a game; undefined where it has nothing of this kind.
 *
 * @template T
 * @param {Record<string, T>} byColumn
 * @returns {T | undefined}
 */
const ofTheColumn = (byColumn) => Object.values(byColumn)[0];

/** Check whether a game has one column, and no rules that playouts do not know.
 *
 * @param {Game} game
 * @param {Turns} turns
 */
function isPlain(game, turns) {
  const isKnown = !game.winner && !game.bounds.length && !turns.stays;
  const isMoment = Boolean(turns.numbers || turns.together || turns.spent || turns.announced);
  const hasOneBox = Object.values(turns.boxes).every((boxes) => boxes.length === 1);
  const hasOneValue = turns.worth.every(({ points }) => points.every(Number.isFinite));
  return isKnown && !isMoment && hasOneBox && hasOneValue && turns.sides ** turns.dice <= MOST_THROWS;
}

/** Return the points of all rolls in a category.
 *
 * @param {Turns} turns
 * @param {number} category
 * @param {number} moment
 * @returns {number[]}
 */
function pointsOf(turns, category, moment) {
  const worth = turns.worth[category];
  const signs = worth.signs[worth.signs.length > 1 ? moment : 0];
  return allRolls(turns.dice, turns.sides, 1).map((_, place) => worth.points[codeAt(turns, worth, signs, place)]);
}

/** Return the chance of a first roll that wins at once.
 *
 * @param {Turns} turns
 */
function chanceOfWin(turns) {
  const winning = allRolls(turns.dice, turns.sides, 1).filter((dice) => has(turns.wins || {}, rollOf(dice)));
  const ways = winning.map((dice) =>
    dice.reduce(
      (count, face, at) => (count * (at + 1)) / dice.slice(0, at + 1).filter((each) => each === face).length,
      1
    )
  );
  return ways.reduce((sum, count) => sum + count, 0) / turns.sides ** turns.dice;
}

/** Return the boxes and steps of the bonus; null unless the total is all boxes, at most one bonus and further Yachts.
 *
 * @param {Game} game
 * @returns {{ boxes: string[], steps: Step[] } | null}
 */
function bonusParts(game) {
  const totals = new Map(game.totals.map((total) => [total.id, total]));
  /** @type {(id: string) => string[]} */
  const partsOf = (id) => {
    const total = totals.get(id);
    return total && total.kind === "sum" ? total.of.flatMap(partsOf) : [id];
  };
  const parts = partsOf("total");
  const others = parts.filter((id) => !game.boxes.includes(id)).map((id) => totals.get(id));
  const bonuses = others.filter((total) => total && total.kind === "threshold");
  const further = others.filter((total) => total && total.kind === "extra_yachts");
  const isWhole = game.boxes.every((box) => parts.filter((id) => id === box).length === 1);
  if (!isWhole || bonuses.length > 1 || bonuses.length + further.length < others.length) {
    return null;
  }
  const [bonus] = bonuses;
  return bonus ? { boxes: bonus.of.flatMap(partsOf), steps: bonus.steps } : { boxes: [], steps: [] };
}

/** Return what is left to play on a card: its full boxes, and what the rest of the game depends on.
 *
 * @param {Plan} plan
 * @param {BoxChoice[]} entries
 * @returns {Standing}
 */
export function standingOf(plan, entries) {
  const standing = { full: 0, held: 0, flags: 0, points: 0 };
  entries.forEach(({ box, points, bonus }) => {
    const place = plan.boxes.indexOf(box);
    standing.full |= 1 << place;
    standing.points += points + bonus;
    standing.held += plan.counting.includes(place) ? points : 0;
    standing.flags |= points ? flagsOf(plan, place) : 0;
  });
  return standing;
}

/** Return the flags that points in a box set: the first for further Yachts, the others for boxes that need it.
 *
 * @param {Plan} plan
 * @param {number} place
 */
const flagsOf = (plan, place) =>
  [plan.yachtBoxes, ...plan.needs.map((need) => need.others)].reduce(
    (flags, set, at) => flags | (((set >> place) & 1) << at),
    0
  );
