/* Parts of screens that list games: when one was played, its totals, and the buttons for files. */

import { nextPlayer, ranking } from "../rules/match.js";
import { plain } from "../rules/words.js";
import { game, language } from "../state/data.js";
import { notify } from "../state/events.js";
import { fileName, gameFile, gamesFile, gamesIn, heldGames, parsed } from "../state/files.js";
import { noteSaved } from "../state/kept.js";
import { page } from "../state/page.js";
import { setting } from "../state/storage.js";
import { nameIn, pgettext } from "../state/texts.js";
import { glyph, seatDice } from "./dice.js";
import { download, element } from "./elements.js";
import { button, flashOver } from "./sheets.js";

const MOST_BYTES = 20e6;
/** @param {string} when */
export const momentOf = (when) => new Date(when).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/* Files: all games of this browser out, and in again on this or another device */

export const fileActions = () =>
  element(
    "div",
    { class: "foot" },
    ...(heldGames().length
      ? [button(pgettext("page", "Save everything"), saveAll, { icon: "file", class: "saves" })]
      : []),
    button(pgettext("page", "Read in"), chooseFile, { icon: "in", class: "reads" })
  );

/** Save every game of this browser as one file: those that run after those that are over. */
function saveAll() {
  const name = `games-${new Date().toISOString().slice(0, 10)}.json`;
  download(name, gamesFile(heldGames(), { people: setting("people") }), "application/json");
  noteSaved(page.match);
  flashOver(pgettext("page", "Saved: %(file)s", { file: name }));
}

/** Save one game as a file, with the dice that lie there if it runs, and say so.
 *
 * @param {Match} shared
 */
export function saveGame(shared) {
  const name = `${fileName(shared)}.json`;
  download(name, gameFile(shared), "application/json");
  noteSaved(shared);
  flashOver(pgettext("page", "Saved: %(file)s", { file: name }));
}

function chooseFile() {
  const input = element("input", { type: "file", accept: ".json,.txt,application/json,text/plain", hidden: true });
  input.addEventListener("change", async () => {
    const file = input.files && input.files[0];
    input.remove();
    if (file) {
      notify("read", file.size > MOST_BYTES ? null : gamesIn(parsed(await file.text())));
    }
  });
  document.body.append(input);
  input.click();
}

/** Return when a game was saved, in words.
 *
 * @param {string} saved
 */
export function savedText(saved) {
  const time = new Date(saved);
  const isToday = time.toDateString() === new Date().toDateString();
  const today = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "day");
  const when = isToday ? `${today} ${time.toLocaleTimeString(language, { timeStyle: "short" })}` : momentOf(saved);
  return pgettext("page", "saved %(when)s", { when });
}

/** Return the players of a running game with their totals, side by side.
 *
 * @param {Match} kept
 */
export function totalsBeside(kept) {
  const ranked = ranking(game, kept);
  const next = nextPlayer(game, kept);
  const column = (/** @type {Ranked} */ { player, decides, place }) =>
    element(
      "div",
      { class: place === 1 ? "lead" : null },
      element(
        "span",
        {},
        seatDice(kept.players.indexOf(player), next && next.id === player.id ? "solid" : "open"),
        element("bdi", {}, nameIn(kept.players, player))
      ),
      element("b", {}, plain(decides))
    );
  const inOrder = (/** @type {Ranked} */ one, /** @type {Ranked} */ other) =>
    kept.players.indexOf(one.player) - kept.players.indexOf(other.player);
  return element("div", { class: "beside" }, ...ranked.sort(inOrder).map(column));
}

/** Return a row that opens the names. */
export const toPool = () => {
  const row = button(pgettext("page", "Names, colours, best totals"), () => notify("show names"), { class: "topool" });
  row.append(glyph("next"));
  return row;
};
