/* Chances to win, from the shares of totals with which each card may end. Touches no page.
 *
 * Players do not depend on each other until the end. So each card is played out alone (rules/playouts.js), and only
 * the card that was written has to be played out anew. A tie is shared. In games with a roll that wins at once its
 * chance is the same in each turn, and is added up here.
 */

import { countsOf, entriesOf, isPlaying, nextPlayer } from "./match.js";
import { standingOf } from "./plan.js";

const LEAST_CHANGE = 3; // percent: playouts are 1 to 2 off
const LEAST_DECIDING = 10; // percent: what has changed more has decided the game
const MOST_DECIDING = 3;

/** Return the number of entries of a match; one more if a player won at once without an entry.
 *
 * @param {Match} match
 */
export function countOfSteps({ won, entries }) {
  const last = entries[entries.length - 1];
  return entries.length + Number(won !== undefined && (!last || last.player !== won));
}

/** Return a match as it was after some of its steps. Who has left by the end was there until the last own entry.
 *
 * @param {Match} match
 * @param {number} count
 * @returns {Match}
 */
export function matchAfter(match, count) {
  if (count >= countOfSteps(match)) {
    return match;
  }
  const { won, ...others } = match;
  const owners = match.entries.map((entry) => entry.player);
  const players = match.players.map(({ left, ...player }) =>
    left && count > owners.lastIndexOf(player.id) + 1 ? { ...player, left } : player
  );
  return { ...others, players, entries: match.entries.slice(0, count) };
}

/** Return the chance of each player, in the order of the match; null while the shares of a card are not known.
 *
 * @param {Game} game
 * @param {Plan} plan
 * @param {Match} match
 * @param {(standing: Standing) => Shares | null} sharesOf
 * @returns {Chance[] | null}
 */
export function chancesIn(game, plan, match, sharesOf) {
  const none = match.players.map(() => ({ percent: 0, isPossible: false }));
  if (match.won) {
    return match.players.map(({ id }) => ({ percent: id === match.won ? 100 : 0, isPossible: id === match.won }));
  }
  const playing = isPlaying(match);
  const standings = playing.map((player) => standingOf(plan, entriesOf(match, player)));
  const shares = standings.map(sharesOf);
  const known = shares.filter((each) => each !== null);
  if (known.length < shares.length) {
    return null;
  }
  const atOnce = chancesAtOnce(game, plan, match);
  const left = 1 - [...atOnce.values()].reduce((sum, chance) => sum + chance, 0);
  const chances = winShares(known).map((share, at) => (atOnce.get(playing[at].id) || 0) + left * share);
  const ranges = standings.map((standing) => rangeOf(plan, standing));
  const percents = wholePercents(chances);
  playing.forEach((player, at) => {
    const isOpen = ranges.every(({ least }) => ranges[at].most >= least);
    const isPossible = chances[at] > 0 || isOpen || Boolean(plan.winChance && ranges[at].turns);
    none[match.players.indexOf(player)] = { percent: percents[at], isPossible };
  });
  return none;
}

/** Return the share of wins of each card, a tie being shared.
 *
 * @param {Shares[]} cards
 */
export function winShares(cards) {
  const below = cards.map(({ shares }) => {
    const sums = [0];
    shares.forEach((share, at) => {
      sums.push(sums[at] + share);
    });
    return sums;
  });
  return cards.map((card, own) => {
    const reached = cards.map(() => 0); // the first total of each card that is not lower
    let wins = 0;
    card.totals.forEach((total, at) => {
      let ties = [card.shares[at]]; // the chance that so many others have this total, and all others less
      cards.forEach((other, place) => {
        if (place === own) {
          return;
        }
        while (other.totals[reached[place]] < total) {
          reached[place] += 1;
        }
        const first = reached[place];
        const less = below[place][first];
        const same = other.totals[first] === total ? other.shares[first] : 0;
        ties = [...ties, 0].map((chance, count) => chance * less + (count ? ties[count - 1] * same : 0));
      });
      wins += ties.reduce((all, chance, count) => all + chance / (count + 1), 0);
    });
    return wins;
  });
}

/** Return the chance of each player to win at once, by id.
 *
 * @param {Game} game
 * @param {Plan} plan
 * @param {Match} match
 */
function chancesAtOnce(game, plan, match) {
  /** @type {Map<string, number>} */
  const chances = new Map();
  const counts = countsOf(match);
  let still = 1;
  let next = plan.winChance ? nextPlayer(game, match, counts) : null;
  while (next) {
    chances.set(next.id, (chances.get(next.id) || 0) + still * plan.winChance);
    still *= 1 - plan.winChance;
    counts[next.id] += 1;
    next = nextPlayer(game, match, counts);
  }
  return chances;
}

/** Return the least and the most that a card may come to, each open box taken by itself, and the number of its turns.
 *
 * @param {Plan} plan
 * @param {Standing} standing
 */
function rangeOf(plan, { full, held, flags, points }) {
  const open = plan.boxes.map((_, box) => box).filter((box) => !((full >> box) & 1));
  const mayBring = flags & 1 || open.some((box) => (plan.yachtBoxes >> box) & 1);
  /** @param {number[]} values */
  const end = (values) => {
    const sum = held + open.filter((box) => plan.counting.includes(box)).reduce((all, box) => all + values[box], 0);
    const bonus = plan.bonus.reduce((best, [least, worth]) => (least <= sum ? worth : best), 0);
    return points + bonus + open.reduce((all, box) => all + values[box], 0);
  };
  const extra = mayBring ? plan.yachtPoints * open.length : 0;
  return { least: end(plan.least), most: end(plan.most) + extra, turns: open.length };
}

/** Return chances as whole percents with the sum 100: those with the largest rests are rounded up.
 *
 * @param {number[]} chances
 */
export function wholePercents(chances) {
  const percents = chances.map((chance) => Math.floor(100 * chance + 1e-9));
  const rests = chances.map((chance, at) => ({ at, rest: 100 * chance - percents[at] }));
  rests.sort((one, other) => other.rest - one.rest || one.at - other.at);
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  rests.slice(0, missing).forEach(({ at }) => {
    percents[at] += 1;
  });
  return percents;
}

/** Return the change of each chance, 0 for one that is too small to be told from chance; without `before` for all.
 *
 * @param {Chance[]} now
 * @param {Chance[] | null} before
 */
export const changesSince = (now, before) =>
  now.map(({ percent }, at) => {
    const change = before ? percent - before[at].percent : 0;
    return Math.abs(change) < LEAST_CHANGE ? 0 : change;
  });

/** Return the entries that changed the chance of their own player most, in order of play; of equal ones the later.
 *
 * `chances` are those after each number of entries, from none on.
 *
 * @param {Match} match
 * @param {Chance[][]} chances
 * @returns {Deciding[]}
 */
export function decidingEntries(match, chances) {
  const changes = match.entries.map((entry, at) => {
    const place = match.players.findIndex(({ id }) => id === entry.player);
    const [before, after] = [chances[at][place].percent, chances[at + 1][place].percent];
    return { at: at + 1, entry, before, after };
  });
  return changes
    .filter(({ before, after }) => Math.abs(after - before) > LEAST_DECIDING)
    .sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before) || other.at - one.at)
    .slice(0, MOST_DECIDING)
    .sort((one, other) => one.at - other.at);
}
