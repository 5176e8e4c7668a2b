/* Names over the columns, where a player has several. */

import { has } from "../rules/engine.js";
import { nextPlayer } from "../rules/match.js";
import { ORDERS, game, turns } from "../state/data.js";
import { notify } from "../state/events.js";
import { nameOf, page, view } from "../state/page.js";
import { pgettext } from "../state/texts.js";
import { mayName } from "../state/turn.js";
import { element, find, findAll } from "./elements.js";
import { measure, shortened, widthOf } from "./measure.js";
import { setIdle } from "./notes.js";
import { heard, seen } from "./sheets.js";

/** Return the head of a column: its name, its order, and the button that announces one of its boxes.
 *
 * @param {GameColumn} column
 */
function columnHead({ prefix, name, fill, marks }) {
  const said = [
    ...(has(ORDERS, fill) ? [seen("span", { class: "order" }, ORDERS[fill])] : []),
    element("span", {}, name),
    ...(marks ? [element("small", {}, marks)] : []),
  ];
  const isNamed = has(turns.announced || {}, prefix);
  return element(
    "th",
    { scope: "col" },
    isNamed
      ? element(
          "button",
          { type: "button", class: "names", "data-prefix": prefix, click: () => notify("announce", prefix) },
          ...said
        )
      : element("div", {}, ...said)
  );
}

/** Show whose columns these are, and the name of each.
 *
 * @param {GameColumn[]} heads
 * @param {number[]} order
 * @param {Column[]} columns
 */
export function showColumnHeads(heads, order, columns) {
  const row = find("#names");
  const shape = JSON.stringify([order, order.map((place) => nameOf(columns[place].player)), view.isPrinting]);
  if (row.dataset.shown !== shape) {
    row.dataset.shown = shape;
    const whose = order.map((place) => shortened(nameOf(columns[place].player), "700 15px", 150));
    const owner = element(
      "th",
      { scope: "col", class: "owner" },
      order.length > 1 || columns.length === 1 ? heard(pgettext("page", "Box")) : element("bdi", {}, whose[0])
    );
    row.replaceChildren(owner, ...order.flatMap(() => heads.map(columnHead)));
    findAll("thead .owners").forEach((each) => {
      each.remove();
    });
    if (order.length > 1) {
      row.before(
        element(
          "tr",
          { class: "owners" },
          element("td", {}),
          ...whose.map((each) => element("th", { scope: "colgroup", colspan: heads.length }, element("bdi", {}, each)))
        )
      );
    }
  }
  const room = () => measure("column", () => find("#names > :last-child").clientWidth);
  row.classList.toggle("upright", !view.isPrinting && areTight(heads, room()));
  findAll(".names", row).forEach((node) => {
    setIdle(node, !nextPlayer(game, page.match) || !mayName(String(node.dataset.prefix)));
  });
}

/** Check whether a word in a head is wider than its column or button.
 *
 * @param {GameColumn[]} heads
 * @param {number} room
 */
const areTight = (heads, room) =>
  heads.some(({ prefix, name }) =>
    name.split(" ").some((word) => widthOf(word, "700 14px") > room - (has(turns.announced || {}, prefix) ? 7 : 0))
  );
