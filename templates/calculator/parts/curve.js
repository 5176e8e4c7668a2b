/* The chances to win after each box of a finished game: a curve, and the turns that decided it. */

import { brought, entriesOf } from "../rules/match.js";
import { plain } from "../rules/words.js";
import { chanceLines, chanceTexts, curveOf } from "../state/chances.js";
import { categoryName, game } from "../state/data.js";
import { nameOf, page } from "../state/page.js";
import { pgettext } from "../state/texts.js";
import { lineChart } from "./chart.js";
import { element } from "./elements.js";
import { phrase } from "./sheets.js";

const TURN_LETTERS = ["A", "B", "C"];
const PERCENTS = [0, 25, 50, 75, 100];

/** Return the heading of the curve, with a note at its right end.
 *
 * @param {string} note
 */
export const curveTitle = (note) =>
  element(
    "p",
    { class: "plot-title" },
    element("b", {}, pgettext("page", "Chance to win, in %")),
    element("span", {}, note)
  );

/** Return the chart of the chances, as far as they are known, with the letters of the list beside it. Lengths are in
 * pixels.
 *
 * @param {number} wide
 * @param {number} high
 * @param {boolean} [hasList]
 */
export function curveChart(wide, high, hasList = true) {
  const { match } = page;
  const { chances, deciding } = curveOf(match) || { chances: [], deciding: null };
  const letters = ((hasList && deciding) || []).map(({ at, after }, place) => ({
    at,
    total: after,
    letter: TURN_LETTERS[place],
  }));
  const lines = chances.length ? chanceLines(match, chances) : [];
  return lineChart(lines, wide, high, pgettext("page", "Chance to win, in %"), {
    scale: PERCENTS,
    steps: match.players.length,
    letters,
    grows: deciding === null,
  });
}

/** Return the rows of the turns that decided the game: one that says so if there are none,
 * or if they are not known yet.
 */
export function decidedRows() {
  const curve = curveOf(page.match);
  if (!curve || !curve.deciding) {
    return [
      element("li", { class: "open wait" }, pgettext("page", "The game is played on 2000 times after each box …")),
    ];
  }
  const { chances, deciding } = curve;
  const rows = deciding.map((each, place) => decidedRow(each, TURN_LETTERS[place], chances[each.at]));
  return rows.length ? rows : [element("li", { class: "open" }, pgettext("page", "It was open until the last roll"))];
}

/** Return the row of an entry that decided the game: its letter, what was written in which turn, and both chances.
 *
 * @param {Deciding} deciding
 * @param {string} letter
 * @param {Chance[]} chances
 */
function decidedRow({ at, entry, before }, letter, chances) {
  const { match } = page;
  const place = match.players.findIndex(({ id }) => id === entry.player);
  const player = match.players[place];
  const own = entriesOf({ ...match, entries: match.entries.slice(0, at) }, player);
  const brings = brought(game, own.slice(0, -1), entry);
  const places = { row: categoryName(entry.box), points: plain(entry.points), brings };
  let written = pgettext("page", "%(player)s: %(row)s struck", places);
  if (entry.points) {
    written =
      brings > 0
        ? pgettext("page", "%(player)s: %(row)s %(points)s, bonus %(brings)s", places)
        : pgettext("page", "%(player)s: %(row)s %(points)s", places);
  }
  return element(
    "li",
    {},
    element("b", { class: "letter", "aria-hidden": "true" }, letter),
    element(
      "span",
      {},
      element("b", {}, ...phrase(written, { player: element("bdi", {}, nameOf(player)) })),
      element("small", {}, pgettext("page", "turn %(n)s", { n: own.length }))
    ),
    element("span", { class: "change" }, `${before} → `, element("b", {}, chanceTexts(chances)[place]))
  );
}
