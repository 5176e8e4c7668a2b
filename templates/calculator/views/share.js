/* Sharing a game, from the menu and from its end. */

import { menuEntries } from "../parts/menu.js";
import { openSheet } from "../parts/sheets.js";
import { canShare, cardFile, handOver, pictureFile, runFile, shareWays } from "../parts/ways.js";
import { isFinished } from "../rules/match.js";
import { DATA, game, language } from "../state/data.js";
import { whenOf } from "../state/files.js";
import { page } from "../state/page.js";
import { roundText } from "../state/sayings.js";
import { pgettext } from "../state/texts.js";

menuEntries.push({
  order: 60,
  icon: "share",
  text: pgettext("page", "Share this game"),
  note: () => "",
  act: () => chooseShare(page.match),
});

/** Share a game if the device can; else offer its files.
 *
 * @param {Match} shared
 */
export function shareGame(shared) {
  if (canShare()) {
    shareNow(shared);
  } else {
    chooseShare(shared);
  }
}

/** Share text, picture and card, as far as the device accepts them.
 *
 * @param {Match} shared
 */
async function shareNow(shared) {
  const files = [await pictureFile(shared), cardFile(shared), runFile(shared)];
  if (
    !(await handOver(
      shared,
      [3, 2, 1, 0].map((most) => files.slice(0, most))
    ))
  ) {
    chooseShare(shared);
  }
}

/** @param {Match} shared */
function chooseShare(shared) {
  const isOver = isFinished(game, shared);
  const date = new Date(whenOf(shared)).toLocaleDateString(language, { dateStyle: "long" });
  openSheet({
    title: pgettext("page", "Share this game"),
    sub: [
      isOver
        ? `${DATA.title}, ${date}`
        : `${DATA.title}, ${roundText(shared)}. ${pgettext("page", "It goes on here as well.")}`,
    ],
    kind: "sheet",
    body: shareWays(shared),
  });
}
