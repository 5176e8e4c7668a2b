/* The turn that is played: its phase, and what the dice can be written as. */

import { has } from "../rules/engine.js";
import { cardFrom, entriesOf, inTurn, isFull, isTogether, momentIn, nextPlayer } from "../rules/match.js";
import { categoryOf, rankedOffers } from "../rules/offers.js";
import { furtherRolls, rollsInTurn } from "../rules/rolls.js";
import { isForcedJoker, legalEntries, momentAt, openBoxes, rollOf } from "../rules/turns.js";
import { DATA, game, turns, weights } from "./data.js";
import { page, view } from "./page.js";

/** Return the player whose dice lie there: who is next, or at a table the one for whom this phone types. */
export function whoseTurn() {
  const { types } = view.table || { types: "" };
  return page.match.players.find((player) => player.id === types) || nextPlayer(game, page.match);
}

/** Check whether another phone of the table types the dice that lie there. */
export const waitsHere = () => view.table !== null && view.table.waits;

/* Boxes that are named */

/** Return the prefix of the column of a box if its boxes have to be announced; else undefined.
 *
 * @param {string} where
 * @returns {string | undefined}
 */
export const namedIn = (where) => Object.keys(turns.announced || {}).find((prefix) => where.startsWith(prefix));

/** Check whether the player before names the box of such a column.
 *
 * @param {string} prefix
 */
export const isNamedBefore = (prefix) => (turns.named_before || []).includes(prefix);

/** Check whether a box of such a column may still be announced. For typed dice the page cannot know, and allows it.
 *
 * @param {string} prefix
 */
export const mayName = (prefix) => !page.turn.named && page.turn.throws.length <= turns.announced[prefix];

/** Check whether the next roll must wait: a box has to be announced first, or no open box could take the roll.
 *
 * @param {Player} player
 */
export function mustName(player) {
  const next = momentAt(turns, Math.min(page.turn.throws.length + 1, DATA.rolls), false);
  const open = openBoxes(turns, cardFrom(entriesOf(page.match, player)), next);
  return (
    !page.turn.named &&
    open
      .map(({ box }) => namedIn(box))
      .every((prefix) => prefix !== undefined && page.turn.throws.length >= turns.announced[prefix])
  );
}

/** Return the offers that may be written: the announced box, else those of columns without announcement.
 *
 * @param {PageOffer[]} offers
 */
const namedOffers = (offers) =>
  offers.filter(({ box }) => (page.turn.named ? box === page.turn.named : namedIn(box) === undefined));

/* A roll that wins at once */

/** Return the offer of a roll that wins at once: its box if that is open, else the win alone; none for other rolls.
 *
 * @param {Offer[]} legal
 * @returns {PageOffer[]}
 */
function winningOffers(legal) {
  const roll = rollOf(page.turn.dice);
  const isFirst = page.turn.throws.length
    ? page.turn.throws.length === 1
    : page.turn.number === 1 || (page.turn.first && !turns.together);
  const boxes = isFirst && has(turns.wins || {}, roll) ? turns.wins[roll] : [];
  const [offer] = legal.filter((each) => boxes.includes(each.box));
  return boxes.length
    ? [
        offer
          ? { ...offer, wins: true }
          : {
              box: boxes[0],
              category: categoryOf(turns, boxes[0]),
              points: 0,
              bonus: 0,
              brings: 0,
              choices: [],
              loss: 0,
              value: 1,
              weight: 1,
              wins: true,
              isBare: true,
            },
      ]
    : [];
}

/** Check whether an offer is said to be first: as the best one or, without weights, as the one with most points.
 *
 * @param {PageOffer} offer
 */
export function isMarked(offer) {
  const best = view.offers && view.offers.best;
  return offer === best && (offer.value > 0 || Boolean(weights));
}

/** Return the best offer; null if it is not known. The one with most points may be far from the best. */
export function bestOffer() {
  if (!view.offers) {
    return null;
  }
  const { best, list } = view.offers;
  return isMarked(best) && (weights || best.wins || list.length === 1) ? best : null;
}

/** Return the offer that has the focus, or else the best one; null if there is neither. */
export const chosenOffer = () => (view.offers && view.offers.by.get(view.chosenBox)) || bestOffer();

/** Return the offers once all dice are there: {list, by box, best, player, categories, jokers: the forced ones}.
 *
 * @param {Player | null} turnOf
 * @returns {Offers | null}
 */
export function offersFor(turnOf) {
  if (!turnOf || page.turn.dice.length < turns.dice || waitsHere()) {
    return null;
  }
  const entries = entriesOf(page.match, turnOf);
  const card = cardFrom(entries);
  const legal = rankedOffers(game, turns, entries, page.turn.dice, momentIn(turns, page.turn), {
    worth: weights,
    isEarly: rollsLeft() > 0,
  });
  const winning = turns.wins ? winningOffers(legal) : [];
  const list = winning.length ? winning : turns.announced ? namedOffers(legal) : legal;
  const roll = rollOf(page.turn.dice);
  if (!list.length) {
    return null;
  }
  const isJoker = (/** @type {PageOffer} */ { category, box }) =>
    isForcedJoker(turns, card, roll, { category: Object.keys(turns.boxes)[category], box });
  return {
    list,
    best: list[0],
    player: turnOf,
    by: new Map(list.map((offer) => [offer.box, offer])),
    categories: new Set(list.map((offer) => offer.category)),
    jokers: new Set(list.filter(isJoker)),
  };
}

/** Check whether the dice count as a first roll. */
export const isFirst = () =>
  page.turn.throws.length
    ? page.turn.throws.length === 1 || (Boolean(turns.together) && isTogether(page.turn.throws))
    : page.turn.first;
export const handIsFull = () => page.turn.dice.length === turns.dice;
export const rollsLeft = () => (page.turn.throws.length ? rollsNow() - page.turn.throws.length : 0);

/** Return the entries of the player whose dice lie there. */
function entriesNow() {
  const player = whoseTurn();
  return player ? entriesOf(page.match, player) : [];
}

/** Return the maximum number of rolls in this turn. */
export const rollsNow = () => rollsInTurn(game, DATA, entriesNow());

/** Return how many rolls the turn is said to have at the roll of this number: saved and spare ones once they are taken.
 *
 * @param {number} n
 */
export const mostSaid = (n) => Math.max(n, rollsNow() - savedNow());

/** Return the number of saved or spare rolls that are left in this turn, without those that it took. */
export function savedNow() {
  const taken = Math.max(0, page.turn.throws.length - DATA.rolls);
  return Math.max(0, furtherRolls(turns, entriesNow()) - taken);
}

/** Return the phase: over, waits (for another phone of the table), empty, tapping, rolled (and to be rolled again), or
 * offers.
 *
 * @param {Player | null} turnOf
 * @returns {Phase}
 */
export function phaseOf(turnOf) {
  return !turnOf
    ? "over"
    : waitsHere()
      ? "waits"
      : rollsLeft() > 0
        ? "rolled"
        : handIsFull()
          ? "offers"
          : page.turn.dice.length
            ? "tapping"
            : "empty";
}

/** Return the player whose turn is next; null if there is no other.
 *
 * @param {Player} player
 * @returns {Player | null}
 */
export function afterThis(player) {
  const order = inTurn(page.match).filter((each) => !each.left && !isFull(game, page.match, each));
  const at = order.findIndex((each) => each.id === player.id);
  const after = order[(at + 1) % order.length];
  return after && after.id !== player.id ? after : null;
}

/** Return what the dice are worth in a box of a player who is not at turn; null if they may not be written there.
 *
 * @param {string} where
 * @param {Player} player
 * @returns {Choice[] | null}
 */
export function diceFor(where, player) {
  const legal = legalEntries(
    game,
    turns,
    cardFrom(entriesOf(page.match, player)),
    rollOf(page.turn.dice),
    momentIn(turns, page.turn)
  )[where];
  return legal ? legal.points.map((points) => ({ points, bonus: legal.bonus })) : null;
}
