/* The list of games, finished and not. */

import { glyph } from "../parts/dice.js";
import { element } from "../parts/elements.js";
import { fileActions, momentOf, savedText, toPool } from "../parts/games.js";
import { menuEntries } from "../parts/menu.js";
import { ask, button, closeSheet, openSheet } from "../parts/sheets.js";
import { shareWays } from "../parts/ways.js";
import { ranking } from "../rules/match.js";
import { plain } from "../rules/words.js";
import { game } from "../state/data.js";
import { notify } from "../state/events.js";
import { whenOf } from "../state/files.js";
import { forgetFinished, others } from "../state/kept.js";
import { isRunning, page } from "../state/page.js";
import { take } from "../state/play.js";
import { nameIn, pgettext } from "../state/texts.js";

menuEntries.push({
  order: 40,
  icon: "card",
  text: pgettext("page", "Games and statistics"),
  note: gamesNote,
  act: showGames,
});

/** Return the number of games in a few words. */
function gamesNote() {
  const waiting = others().length + (isRunning() ? 1 : 0);
  return [
    ...(page.finished.length ? [pgettext("page", "%(n)s over", { n: page.finished.length })] : []),
    ...(waiting ? [pgettext("page", "%(n)s running", { n: waiting })] : []),
  ].join(", ");
}

export function showGames() {
  const running = isRunning() ? [gameItem(page.match)] : [];
  const over = page.finished.slice().sort((one, other) => Date.parse(whenOf(other)) - Date.parse(whenOf(one)));
  const items = [
    ...running,
    ...others().map((other) => gameItem(other.match, other)),
    ...over.map((each) => gameItem(each)),
  ];
  const told = button(pgettext("page", "Statistics"), () => notify("show statistics"), { class: "tostats" });
  told.append(glyph("next"));
  openSheet({
    title: pgettext("page", "Games and statistics"),
    kind: "full games",
    body: [
      toPool(),
      ...(page.finished.length ? [told] : []),
      items.length
        ? element("ul", {}, ...items)
        : element("p", { class: "none" }, pgettext("page", "There are no finished games yet.")),
      fileActions(),
    ],
  });
}

/** Return an item of the list; `other` is a game that another page has stored.
 *
 * @param {Match} kept
 * @param {Run | null} [other]
 */
function gameItem(kept, other = null) {
  const title = kept.when
    ? momentOf(kept.when)
    : other
      ? [pgettext("page", "Another game, not finished"), ...(other.saved ? [savedText(other.saved)] : [])].join(", ")
      : pgettext("page", "This game, not finished");
  const ranked = ranking(game, kept);
  const places = ranked.map(({ player, decides, place }) =>
    element(
      kept.when && place === 1 ? "b" : "span",
      {},
      element("bdi", {}, nameIn(kept.players, player)),
      ` ${plain(decides)}`
    )
  );
  const open = button("", () => showGame(kept, other, title), { class: "game" });
  open.append(
    element("span", {}, element("strong", {}, title), element("span", { class: "places" }, ...places)),
    glyph("next")
  );
  return element("li", {}, open);
}

/** Show one game: its totals, and buttons to share or delete it.
 *
 * @param {Match} kept
 * @param {Run | null} other
 * @param {string} title
 */
function showGame(kept, other, title) {
  const own = [
    ...(other
      ? [
          button(
            pgettext("page", "Play on"),
            () => {
              closeSheet();
              take(other);
            },
            { class: "main" }
          ),
        ]
      : []),
    ...(kept.when ? [button(pgettext("page", "Delete"), () => forget(kept))] : []),
  ];
  openSheet({
    title,
    kind: "sheet game-told",
    body: [totalsList(kept), ...shareWays(kept), ...(own.length ? [element("div", { class: "choices" }, ...own)] : [])],
  });
}

/** Return the players of a game with their totals, the best first.
 *
 * @param {Match} kept
 */
const totalsList = (kept) =>
  element(
    "ol",
    { class: "ranked" },
    ...ranking(game, kept).map(({ player, decides }) =>
      element("li", {}, element("bdi", {}, nameIn(kept.players, player)), element("b", {}, plain(decides)))
    )
  );

/** @param {Match} kept */
function forget(kept) {
  ask(
    pgettext("page", "Delete this game from this browser? It cannot be brought back."),
    pgettext("page", "Delete"),
    () => {
      forgetFinished(kept.id);
      closeSheet();
      showGames();
    }
  );
}
