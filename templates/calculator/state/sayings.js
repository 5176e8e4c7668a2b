/* The state in words, for the eyes and for screen readers. */

import { countsOf, entriesOf, isPlaying, ranking } from "../rules/match.js";
import { choiceText, plain, say } from "../rules/words.js";
import { columnsDecide, goalOf, runningTotals } from "./cards.js";
import { DATA, categoryName, faceName, game, goal, rowName, rowTitle, score, turns, weights } from "./data.js";
import { isolated, nameOf, page, view } from "./page.js";
import { people } from "./people.js";
import { listed, npgettext, pgettext } from "./texts.js";
import { afterThis, mostSaid, savedNow, whoseTurn } from "./turn.js";

/** @param {string} prefix */
export const lateText = (prefix) =>
  turns.announced[prefix]
    ? pgettext("page", "A box is announced after roll %(n)s at the latest.", { n: turns.announced[prefix] })
    : pgettext("page", "A box is announced before the first roll.");

/** Return the text below a total: how far off the bonus is, or the bonus; with rows of several boxes all points.
 *
 * @param {PlayerCard} column
 * @param {boolean} [inWords]
 */
export function farText(column, inWords = false) {
  if (column.player.left) {
    return inWords ? pgettext("page", "stopped") : "";
  }
  if (view.deciding) {
    const said = columnsDecide(view.deciding, column);
    return inWords ? said : said && plain(view.deciding.get(column.player.id) || 0);
  }
  if (score) {
    return String(column.totals[score.id] || 0);
  }
  const left = goalOf(column);
  return !goal
    ? ""
    : left
      ? left.reachable
        ? inWords
          ? pgettext("form", "%(points)s to go", { points: left.missing })
          : String(left.missing)
        : pgettext("form", "missed")
      : String(column.totals[goal.id] || 0);
}

/** Return a player for a screen reader: turn, lead, total, distance to the bonus.
 *
 * @param {Column} column
 * @param {boolean} leads
 */
export function seatLabel(column, leads) {
  const left = goalOf(column);
  const parts = [nameOf(column.player)];
  parts.push(
    ...(column.isTurn ? [pgettext("page", "at turn")] : []),
    ...(leads ? [pgettext("page", "in the lead")] : []),
    ...(column.player.left ? [pgettext("page", "has stopped")] : [])
  );
  parts.push(npgettext("page", "%(n)s point", "%(n)s points", column.total));
  if (view.deciding) {
    parts.push(...[columnsDecide(view.deciding, column)].filter(Boolean));
  } else if (score) {
    parts.push(`${rowName(score.id)} ${column.totals[score.id] || 0}`);
  } else if (goal) {
    parts.push(
      left
        ? left.reachable
          ? pgettext("page", "%(points)s short of the bonus", { points: left.missing })
          : pgettext("page", "bonus missed")
        : pgettext("page", "bonus %(points)s", { points: column.totals[goal.id] || 0 })
    );
  }
  return parts.join(", ");
}

/** Return which turn it is, and of how many.
 *
 * @param {Match} [kept]
 * @param {number} [most]
 */
export function roundText(kept = page.match, most = game.boxes.length) {
  return pgettext("page", "turn %(n)s of %(most)s", { n: roundOf(kept, most), most });
}

/** Return the same in fewer letters. */
export function shortRoundText() {
  const most = game.boxes.length;
  return pgettext("page", "turn %(n)s/%(most)s", { n: roundOf(page.match, most), most });
}

/**
 * @param {Match} kept
 * @param {number} most
 */
function roundOf(kept, most) {
  const counts = countsOf(kept);
  const least = Math.min(...isPlaying(kept).map((player) => counts[player.id]));
  return Math.min(least + 1, most);
}

export const markedText = () => (weights ? pgettext("page", "best") : pgettext("page", "most points"));

/** Return a box for a screen reader.
 *
 * @param {Entry | undefined} entry
 * @param {Offer | null | undefined} offer
 * @param {boolean} isFirst
 * @param {boolean} isShut
 * @param {boolean} joker
 */
export function boxText(entry, offer, isFirst, isShut, joker) {
  if (entry) {
    return [choiceText(entry), ...(entry.fixed ? [pgettext("page", "corrected")] : [])].join(", ");
  }
  if (!offer) {
    return isShut ? pgettext("page", "not allowed now") : pgettext("page", "open");
  }
  const said = say(
    offer.brings > 0
      ? pgettext("page", "open, the dice are worth %(points)s and bring %(brings)s more")
      : pgettext("page", "open, the dice are worth %(points)s"),
    { points: offer.points, brings: offer.brings }
  );
  return [said, ...(joker ? [pgettext("page", "as a joker")] : []), ...(isFirst ? [markedText()] : [])].join(", ");
}

/** @param {number} n */
const zerosText = (n) => npgettext("page", "%(n)s box is worth 0", "%(n)s boxes are worth 0", n);

/** Return the instruction, and the text at its end.
 *
 * @param {Player | null} turnOf
 * @param {Phase} phase
 * @param {boolean} many
 * @returns {string[]}
 */
export function speechOf(turnOf, phase, many) {
  const zeros = view.offers ? view.offers.list.filter((offer) => !offer.value).length : 0;
  const noughts =
    view.offers && zeros === view.offers.list.length
      ? pgettext("page", "Every box is worth 0")
      : zeros
        ? zerosText(zeros)
        : many && turnOf && afterThis(turnOf)
          ? pgettext("page", "then %(player)s")
          : "";
  switch (phase) {
    case "over":
      return [outcome(), ""];
    case "rolled":
      return [
        many ? pgettext("page", "%(player)s, tap what you keep") : pgettext("page", "Tap what you keep"),
        page.turn.named
          ? namedText()
          : pgettext("page", "after roll %(n)s of %(most)s", {
              n: page.turn.throws.length,
              most: mostSaid(page.turn.throws.length),
            }),
      ];
    case "offers":
      return view.offers
        ? [
            view.offers.best.wins
              ? pgettext("page", "A win at once")
              : many
                ? pgettext("page", "%(player)s, choose a box")
                : pgettext("page", "Choose a box"),
            page.turn.named ? namedText() : noughts,
          ]
        : [
            turns.announced
              ? pgettext("page", "Announce a box first")
              : pgettext("page", "Nothing can be written here yet."),
            "",
          ];
    case "tapping":
      return [
        many ? pgettext("page", "%(player)s, tap what you rolled") : pgettext("page", "Tap what you rolled"),
        page.turn.named
          ? namedText()
          : npgettext("page", "%(n)s die to go", "%(n)s dice to go", turns.dice - page.turn.dice.length),
      ];
    default:
      if (page.turn.named) {
        return [many ? pgettext("page", "%(player)s rolls") : pgettext("page", "Tap what you rolled"), namedText()];
      }
      if (!page.match.entries.length) {
        return [
          many ? pgettext("page", "%(player)s starts") : pgettext("page", "Tap what you rolled"),
          pgettext("page", "%(turns)s turns, %(rolls)s rolls", { turns: game.boxes.length, rolls: DATA.rolls }),
        ];
      }
      return view.lastEntry
        ? [pgettext("page", "%(player)s: %(what)s"), many ? pgettext("page", "%(player)s rolls") : ""]
        : [many ? pgettext("page", "%(player)s rolls") : pgettext("page", "Tap what you rolled"), ""];
  }
}

/** Return the box in which the turn must end, in words. */
export const namedText = () => pgettext("page", "announced: %(row)s", { row: rowTitle(String(page.turn.named)) });

/** Return how many rolls the player at turn has saved, or may take beyond those of a turn; empty for none. */
export function furtherText() {
  const { further } = turns;
  const n = whoseTurn() ? savedNow() : 0;
  if (!further || !n) {
    return "";
  }
  return further.saved
    ? npgettext("page", "%(n)s saved", "%(n)s saved", n)
    : npgettext("page", "%(n)s spare", "%(n)s spare", n);
}

/** Return the points in a box and the bonus they bring, as part of a sentence.
 *
 * @param {string} where
 * @param {number} points
 * @param {number} brings
 */
export function entryWords(where, points, brings) {
  return brings > 0
    ? pgettext("page", "%(row)s %(points)s and bonus %(brings)s", { row: categoryName(where), points, brings })
    : `${categoryName(where)} ${points}`;
}

/** Return what the dice are worth, for a screen reader. */
export function offersText() {
  if (!view.offers) {
    return diceText();
  }
  const zeros = view.offers.list.filter((offer) => !offer.value).length;
  const { best: offer } = view.offers;
  const isNothing = zeros === view.offers.list.length;
  const marked = weights ? pgettext("page", "Best: %(what)s") : pgettext("page", "Most points: %(what)s");
  const first = isNothing
    ? pgettext("page", "Every box is worth 0")
    : say(marked, { what: entryWords(offer.box, offer.points, offer.brings) });
  const rest = zeros && !isNothing ? ` ${zerosText(zeros)}.` : "";
  return `${diceText()}. ${first}.${rest}`.replace("..", ".");
}

export const diceText = () => page.turn.dice.map(faceName).join(" ");

/** Return the lines of all players, the leader first: {totals, colour, name, place, whether the player has stopped}. */
export function playerLines() {
  const { match } = page;
  const ranked = ranking(game, match).map(({ player }) => player);
  return [...ranked, ...match.players.filter((each) => !ranked.includes(each))].map((player) => ({
    totals: runningTotals(entriesOf(match, player)),
    colour: people.colour(player),
    name: nameOf(player),
    place: match.players.indexOf(player),
    stopped: player.left,
  }));
}

/** Return the result in words. */
export function outcome() {
  const all = ranking(game, page.match);
  const winners = all.filter((each) => each.place === 1);
  const total = plain(all[0].decides);
  const isByColumns = Boolean(all[0].won);
  if (all.length === 1) {
    return pgettext("page", "The game is over. Your total is %(total)s.", { total });
  }
  const names = listed(winners.map((each) => isolated(each.player)));
  if (isByColumns && !page.match.won) {
    return say(
      winners.length > 1
        ? pgettext("page", "%(names)s share first place with %(total)s match points.")
        : pgettext("page", "%(names)s wins with %(total)s match points."),
      { names, total }
    );
  }
  return say(
    page.match.won
      ? pgettext("page", "%(names)s wins at once, with %(total)s points.")
      : winners.length > 1
        ? pgettext("page", "%(names)s share first place with %(total)s points.")
        : pgettext("page", "%(names)s wins with %(total)s points."),
    { names, total }
  );
}

/** Return who corrected which box of whom, from what to what.
 *
 * @param {string} by
 * @param {Player} player
 * @param {string} where
 * @param {string} before
 * @param {string} after
 */
export function correctionText(by, player, where, before, after) {
  const corrector = page.match.players.find(({ id }) => id === by);
  const places = {
    by: corrector ? isolated(corrector) : pgettext("page", "Somebody"),
    player: isolated(player),
    row: rowName(where),
    change: `${before} → ${after}`,
  };
  return by === player.id
    ? pgettext("page", "%(by)s corrected %(row)s: %(change)s.", places)
    : pgettext("page", "%(by)s corrected %(player)s: %(row)s %(change)s.", places);
}

/** Return what was written or emptied between two states of a game, in words; empty if nothing was.
 *
 * @param {Match} earlier
 * @param {Match} later
 */
export function saidOf(earlier, later) {
  const [entry] = [...entriesWithout(later, earlier), ...entriesWithout(earlier, later)];
  const player = entry && later.players.find((each) => each.id === entry.player);
  return player && earlier.id === later.id ? `${rowName(entry.box)}, ${isolated(player)}: ${choiceText(entry)}` : "";
}

/** Return the entries of a match that another one does not have.
 *
 * @param {Match} match
 * @param {Match} other
 */
const entriesWithout = ({ entries }, other) =>
  entries.filter((entry) => !other.entries.some((each) => isSameEntry(each, entry)));

/**
 * @param {Entry} one
 * @param {Entry} other
 */
const isSameEntry = (one, other) =>
  one.player === other.player && one.box === other.box && one.points === other.points && one.bonus === other.bonus;
