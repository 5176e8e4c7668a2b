/* The sheet in which a player announces a box. */

import { iconOf } from "../parts/dice.js";
import { element } from "../parts/elements.js";
import { flash } from "../parts/notes.js";
import { button, openSheet } from "../parts/sheets.js";
import { has } from "../rules/engine.js";
import { cardFrom, entriesOf, momentIn } from "../rules/match.js";
import { legalEntries, nextBoxes, rollOf } from "../rules/turns.js";
import { plain, say } from "../rules/words.js";
import { game, rowName, rowTitle, turns } from "../state/data.js";
import { isolated, page, tableHere } from "../state/page.js";
import { announceBox } from "../state/play.js";
import { lateText } from "../state/sayings.js";
import { pgettext } from "../state/texts.js";
import { handIsFull, isNamedBefore, mayName, namedIn, waitsHere, whoseTurn } from "../state/turn.js";

/** Let the player at turn announce an open box of a column; it shows what the dice are worth there.
 *
 * @param {string} prefix
 */
export function askName(prefix) {
  const player = whoseTurn();
  if (!player) {
    return; // the game is over
  }
  const isForNext = isNamedBefore(prefix);
  if (waitsHere() && !(isForNext && tableHere().me)) {
    flash(say(pgettext("page", "%(player)s rolls"), { player: isolated(player) }));
    return;
  }
  const card = cardFrom(entriesOf(page.match, player));
  const all = handIsFull() ? legalEntries(game, turns, card, rollOf(page.turn.dice), momentIn(turns, page.turn)) : {};
  if (!mayName(prefix)) {
    flash(
      page.turn.named ? pgettext("page", "announced: %(row)s", { row: rowName(page.turn.named) }) : lateText(prefix)
    );
    return;
  }
  const item = (/** @type {NextBox} */ { box }) => {
    const worth = has(all, box) ? [element("b", {}, plain(Math.max(...all[box].points)))] : [];
    return element(
      "button",
      {
        type: "button",
        class: "chip offer",
        "data-box": box,
        click: () => {
          dialog.close();
          announceBox(box);
          const words = { player: isolated(player), row: rowName(box) };
          flash(
            isForNext
              ? pgettext("page", "%(row)s is named for %(player)s.", words)
              : pgettext("page", "%(player)s announces %(row)s.", words)
          );
        },
      },
      iconOf(box),
      element("span", { class: "what" }, rowTitle(box)),
      ...worth
    );
  };
  const nothing = isForNext ? [button(pgettext("page", "Nothing"), () => dialog.close())] : [];
  const dialog = openSheet({
    title: isForNext
      ? pgettext("page", "%(player)s: the player before names a box for you", { player: isolated(player) })
      : pgettext("page", "Announce a box"),
    sub: [pgettext("page", "This turn must then end in it.")],
    kind: "sheet naming",
    body: [
      element(
        "div",
        { class: "instead" },
        ...nextBoxes(turns, card)
          .filter((next) => namedIn(next.box) === prefix)
          .map(item),
        ...nothing
      ),
    ],
  });
}
