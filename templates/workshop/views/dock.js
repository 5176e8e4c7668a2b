/* The dock: Print, and what to mind with it. */

import { element } from "../../calculator/parts/elements.js";
import { gameOf, pgettext, readyMade } from "../state/data.js";
import { printed, printFile, saveFile } from "../state/printing.js";
import { python } from "../state/python.js";
import { madeNow, result } from "../state/result.js";
import { wish } from "../state/wish.js";
import { button, glyph } from "./parts.js";
import { printDocument } from "./printing.js";

/** What the ready-made document of each tab is. */
const READY_MADE = {
  sheet: "sheets",
  rules: "rules-booklet",
  form: "calculator",
  phone: "calculator-for-phones",
  all: "sheets",
};

/** Return the dock, and the function that shows in it what Print does now.
 *
 * @param {() => void} shown called when the print dialog is closed again
 */
export function makeDock(shown) {
  const words = element("span", {});
  const go = element(
    "button",
    { type: "button", class: "go main", id: "print", click: () => press(shown) },
    glyph("print"),
    words
  );
  const under = element("span", { class: "how" });
  const save = button("in", pgettext("workshop", "Save as PDF"), keepIt, { class: "bare" });
  const dock = element("div", { class: "dock" }, go, element("div", { class: "under" }, under, save));
  function show() {
    const isReady = python.stage === "ready" && result.made !== null && result.made.game === wish.game;
    const isWrong = result.wrong !== null && python.stage === "ready";
    words.textContent =
      isReady || isWrong ? pgettext("workshop", "Print") : pgettext("workshop", "Print a blank sheet");
    go.toggleAttribute("disabled", isWrong);
    under.textContent = isWrong ? (result.wrong?.head ?? "") : isReady ? (result.made?.how ?? "") : beforeReady();
  }
  return { dock, show };
}

function beforeReady() {
  return python.stage === "stopped"
    ? pgettext("workshop", "With names: once the rest is here")
    : pgettext("workshop", "With names: in a few seconds");
}

/** Print the document of the wish, or the ready-made one until there is one.
 *
 * @param {() => void} shown
 */
function press(shown) {
  const made = madeNow();
  if (made) {
    printDocument(made, () => {
      const ask = () => {
        printed.isAsked = true;
        shown();
      };
      addEventListener("focus", ask, { once: true });
    });
  } else {
    const game = gameOf(wish.game);
    printFile(null, readyMade(game, READY_MADE[wish.tab]));
  }
}

function keepIt() {
  const made = madeNow();
  if (made) {
    saveFile(made.name, made.address);
  } else {
    const game = gameOf(wish.game);
    saveFile(`${game.id}.pdf`, readyMade(game, READY_MADE[wish.tab]));
  }
}
