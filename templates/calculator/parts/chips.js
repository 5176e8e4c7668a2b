/* Buttons that write an offer. */

import { has } from "../rules/engine.js";
import { plain, signed } from "../rules/words.js";
import { ORDERS, categoryName, gameColumns, rowTitle } from "../state/data.js";
import { writeOffer } from "../state/play.js";
import { entryWords, markedText } from "../state/sayings.js";
import { pgettext } from "../state/texts.js";
import { bestOffer, isMarked } from "../state/turn.js";
import { iconOf } from "./dice.js";
import { element } from "./elements.js";
import { heard, seen } from "./sheets.js";

/** Return the row of a box and below it its column, for a list of offers.
 *
 * @param {string} where
 */
function titleAndColumn(where) {
  const columns = (gameColumns || []).filter(({ prefix }) => where.startsWith(prefix));
  const texts = columns.map(({ name, fill }) => `${has(ORDERS, fill) ? ORDERS[fill] : ""} ${name}`.trim());
  return [rowTitle(where), ...texts.map((text) => element("small", {}, text))];
}

/** Return a button that writes an offer.
 *
 * @param {PageOffer} offer
 * @param {number} place
 * @param {boolean} isWaiting
 * @param {boolean} isList
 */
export function chip(offer, place, isWaiting, isList) {
  const isFirst = place === 0 && isMarked(offer);
  const isBest = isFirst && offer === bestOffer() && !isWaiting;
  const name = `${entryWords(offer.box, offer.points, offer.brings)}${isFirst ? `, ${markedText()}` : ""}`;
  return element(
    "button",
    {
      type: "button",
      class: `chip offer${isBest ? " best" : offer.value ? "" : " zero"}`,
      "data-box": offer.box,
      click: () => writeOffer(offer),
    },
    ...(isList
      ? [seen("span", { class: "place" }, String(place + 1)), seen("span", { class: "icon" }, iconOf(offer.box))]
      : []),
    seen(
      "span",
      { class: "what" },
      ...(offer.wins
        ? [pgettext("page", "A win at once")]
        : isList && gameColumns
          ? titleAndColumn(offer.box)
          : [categoryName(offer.box)])
    ),
    ...(offer.isBare ? [] : [seen("b", {}, plain(offer.points))]),
    ...(offer.brings ? [seen("small", {}, signed(offer.brings))] : []),
    heard(name)
  );
}
