/* What is said above the dock: that nothing is stored, how it works, and that another game is not finished. */

import { die } from "../parts/dice.js";
import { element, find, setHidden } from "../parts/elements.js";
import { saveGame } from "../parts/games.js";
import { ask, bolded, button } from "../parts/sheets.js";
import { isPlaying } from "../rules/match.js";
import { DATA, RUN } from "../state/data.js";
import { listen } from "../state/events.js";
import { keep, others } from "../state/kept.js";
import { page, view } from "../state/page.js";
import { take } from "../state/play.js";
import { read, setSetting, setting } from "../state/storage.js";
import { listed, nameIn, pgettext } from "../state/texts.js";

const hintState = { isWarned: false }; // the warning that nothing is stored was closed

/** Say above the dock that nothing is stored, until it is closed. */
export function showUnkept() {
  setHidden(find("#unkept"), page.hasRoom || hintState.isWarned);
}

/** Say at once if this browser stores nothing, with a way out; the first hint waits until it is closed. */
export function warn() {
  find("#unkept").append(
    element(
      "p",
      {},
      pgettext("page", "This browser keeps nothing here. Save your games as files before you close the page.")
    ),
    element(
      "div",
      {},
      button(pgettext("page", "Save this game as a file"), () => saveGame(page.match), { class: "keeps" }),
      button("", dismiss, { icon: "close", name: pgettext("page", "Close"), class: "tile" })
    )
  );
  showUnkept();
  if (page.hasRoom) {
    showHint();
  }
}

function dismiss() {
  hintState.isWarned = true;
  showUnkept();
  showHint();
}

/** Show the instructions on the first visit. */
function showHint() {
  if (view.table || setting("hinted") || page.match.entries.length || page.turn.dice.length) {
    return;
  }
  const step = (/** @type {number} */ face, /** @type {Content[]} */ text) =>
    element("li", {}, die(face, "solid"), element("span", {}, ...text));
  const close = () => {
    if (hint.isConnected) {
      hint.remove();
      setSetting("hinted", true);
    }
  };
  const hint = element(
    "section",
    { id: "first-hint", "aria-label": pgettext("page", "How it works") },
    element(
      "ol",
      {},
      step(1, bolded(pgettext("page", "**Roll** your dice, %(n)s times at most.", { n: DATA.rolls }))),
      step(2, bolded(pgettext("page", "**Tap below** what you rolled."))),
      step(3, bolded(pgettext("page", "**Choose a box.** The points stand there already.")))
    ),
    element(
      "div",
      {},
      element("span", {}, ...bolded(pgettext("page", "No dice at hand? **Roll** lets the page roll."))),
      button(pgettext("page", "Got it"), close)
    )
  );
  find("#dock").before(hint);
  listen("changed", close);
}

/** Ask on the first visit whether to continue the game of another page. */
export function offer() {
  const [other] = read(RUN) ? [] : others();
  if (other) {
    keep();
    const players = listed(
      isPlaying(other.match).map((player) => `\u2068${nameIn(other.match.players, player)}\u2069`)
    );
    ask(
      pgettext("page", "A game is not finished here: %(players)s. Play on with it?", { players }),
      pgettext("page", "Play on"),
      () => take(other)
    );
  }
}
