/* The chances to win in a finished game: their chart, and the turns that decided it. */

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

/** Return the rows of the turns that decided the game; none before all chances are known. */
export function decidedRows() {
  const curve = curveOf(page.match);
  if (!curve || !curve.deciding) {
    return [];
  }
  const rows = curve.deciding.map((each, place) => decidedRow(each, TURN_LETTERS[place]));
  return rows.length ? rows : [element("li", { class: "open" }, pgettext("page", "It was open until the last roll"))];
}

/** Return the row of an entry that decided the game: its letter, what was written in which turn, and both chances.
 *
 * @param {Deciding} deciding
 * @param {string} letter
 */
function decidedRow({ at, entry, before, after, isPossible }, letter) {
  const { match } = page;
  const player = match.players.find(({ id }) => id === entry.player) || match.players[0];
  const own = entriesOf({ ...match, entries: match.entries.slice(0, at) }, player);
  const brings = brought(game, own.slice(0, -1), entry);
  const row = categoryName(entry.box);
  const places = { row, points: plain(entry.points), brings };
  const written = entry.points
    ? brings > 0
      ? pgettext("page", "%(player)s: %(row)s %(points)s, bonus %(brings)s", places)
      : pgettext("page", "%(player)s: %(row)s %(points)s", places)
    : pgettext("page", "%(player)s: %(row)s struck", places);
  const [text] = chanceTexts([{ percent: after, isPossible: isPossible && after < 100 }]);
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
    element("span", { class: "change" }, `${before} → `, element("b", {}, text))
  );
}

/** Return the chart of the chances to win, as far as they are known.
 *
 * @param {number} wide
 * @param {number} high
 */
export function chancesChart(wide, high) {
  const { match } = page;
  const { chances, deciding } = curveOf(match) || { chances: [], deciding: null };
  const letters = (deciding || []).map(({ at, after }, place) => ({ at, total: after, letter: TURN_LETTERS[place] }));
  const lines = chances.length ? chanceLines(match, chances) : [];
  return lineChart(lines, wide, high, pgettext("page", "Chance to win, in %"), {
    scale: [0, 25, 50, 75, 100],
    steps: match.players.length,
    letters,
    grows: deciding === null,
  });
}
