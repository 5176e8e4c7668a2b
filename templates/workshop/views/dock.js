/* The dock: Print, and what to mind with it. */

import { element } from "../../calculator/parts/elements.js";
import { gameOf, pgettext, readyMade } from "../state/data.js";
import { edgeOf, printed, openPage, printFile, saveFile } from "../state/printing.js";
import { python } from "../state/python.js";
import { madeNow, printedNow, result } from "../state/result.js";
import { wish } from "../state/wish.js";
import { glyph } from "./parts.js";
import { printDocument } from "./printing.js";

/** What the ready-made document of each tab is. */
const READY_MADE = {
  sheet: "sheets",
  rules: "rules-booklet",
  form: "calculator",
  phone: "calculator-for-phones",
  all: "sheets",
};

/** Return the dock, and the function that shows in it what Print does now. */
export function makeDock() {
  const words = element("span", {});
  const go = element("button", { type: "button", class: "go main", id: "print", click: press }, glyph("print"), words);
  const under = element("span", { class: "how" });
  const keepWords = element("span", {});
  const save = element("button", { type: "button", class: "bare", click: keepIt }, glyph("in"), keepWords);
  const dock = element("div", { class: "dock" }, go, element("div", { class: "under" }, under, save));
  function show() {
    const isReady = python.stage === "ready" && result.made !== null && result.made.game === wish.game;
    const isWrong = result.wrong !== null && python.stage === "ready";
    const isDone = isReady && printed.isAsked;
    words.textContent = isDone ? pgettext("workshop", "Once more") : goesBy(isReady || isWrong);
    go.classList.toggle("main", !isDone);
    keepWords.textContent = keepsAs();
    go.toggleAttribute("disabled", isWrong);
    under.textContent = isWrong ? (result.wrong?.head ?? "") : isReady ? howOf(printedNow()) : beforeReady();
  }
  return { dock, show };
}

/** Return what the large button does.
 *
 * @param {boolean} isMade the document is there, or what is wrong with it
 */
function goesBy(isMade) {
  if (wish.tab === "phone") {
    return pgettext("workshop", "Open");
  }
  return isMade ? pgettext("workshop", "Print") : pgettext("workshop", "Print a blank sheet");
}

/** Return what the button beside Print saves. */
function keepsAs() {
  if (wish.tab === "all") {
    return pgettext("workshop", "Save the folder");
  }
  return wish.tab === "phone" ? pgettext("workshop", "Save the page") : pgettext("workshop", "Save as PDF");
}

/** Return how a document is printed: by the edge over which this printer turns sheets, or as the program says.
 *
 * @param {MadeDocument | null} made
 */
function howOf(made) {
  const edge = edgeOf(made?.duplex ?? "");
  if (edge) {
    return edge === "long"
      ? pgettext("workshop", "Both sides, long edge, at 100 %")
      : pgettext("workshop", "Both sides, short edge, at 100 %");
  }
  return made?.how ?? "";
}

function beforeReady() {
  return python.stage === "stopped"
    ? pgettext("workshop", "With names: once the rest is here")
    : pgettext("workshop", "With names: in a few seconds");
}

/** Print the document of the wish, or the ready-made one until there is one. */
function press() {
  const made = printedNow();
  if (made && wish.tab === "phone") {
    openPage(made);
  } else if (made) {
    printDocument(made);
  } else {
    const { address, name } = readyToPrint();
    printFile(address, name, null);
  }
}

function keepIt() {
  const { name, address } = madeNow() ?? readyToPrint();
  saveFile(name, address);
}

/** Return the ready-made document of the tab. */
function readyToPrint() {
  const address = readyMade(gameOf(wish.game), READY_MADE[wish.tab]);
  return { address, name: address.split("/").slice(-2).join("-") };
}
