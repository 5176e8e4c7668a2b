/* The dock: Print, and what to mind with it. */

import { element, setAttribute, setText } from "../../calculator/parts/elements.js";
import { gameOf, pgettext, readyMade } from "../state/data.js";
import { printed, printFile, saveFile, sharesFiles } from "../state/printing.js";
import { python } from "../state/python.js";
import { madeNow, optionOf, result } from "../state/result.js";
import { open } from "../state/windows.js";
import { wish } from "../state/wish.js";
import { button, glyph } from "./parts.js";
import { printDocument } from "./printing.js";
import { pictureNow } from "./stage.js";

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
  const sign = element("span", { class: "sign" });
  const go = element(
    "button",
    { type: "button", class: "go main", id: "print", click: () => press(shown) },
    sign,
    words
  );
  const under = element("span", { class: "how", id: "how" });
  const sharing = element("span", { class: "sharing" }, sharingWords());
  const save = button("in", "", keepIt, { class: "bare save", "aria-label": pgettext("workshop", "Save as PDF") });
  save.append(
    element("span", { class: "wide" }, pgettext("workshop", "Save as PDF")),
    element("span", { class: "narrow" }, "PDF")
  );
  const picture = element("img", { alt: "" });
  const look = element(
    "button",
    { type: "button", class: "thumb", "aria-label": pgettext("workshop", "Look at the sheet"), click: openPreview },
    picture
  );
  const dock = element("div", { class: "dock" }, look, go, element("div", { class: "under" }, under, sharing), save);
  function show() {
    const isReady = madeNow() !== null;
    const isWrong = result.wrong !== null && python.stage === "ready";
    const isOff = isWrong || python.stage === "tripped";
    setText(words, isReady || isOff ? printWords() : pgettext("workshop", "Print a blank sheet"));
    sign.replaceChildren(glyph(sharesFiles() && isReady ? "share" : "print"));
    go.toggleAttribute("disabled", isOff);
    go.classList.toggle("main", !printed.isAsked);
    setText(under, underPrint());
    setAttribute(picture, "src", pictureNow());
  }
  return { dock, show };
}

const openPreview = () => open("preview");

/** Return what Print does: phones share the document, which lists printing. */
function printWords() {
  if (printed.isAsked) {
    return pgettext("workshop", "Once more");
  }
  return sharesFiles() ? pgettext("workshop", "Print or share") : pgettext("workshop", "Print");
}

const sharingWords = () =>
  sharesFiles()
    ? pgettext(
        "workshop",
        "Your phone opens its share window: choose Print there, or send it to someone with a printer."
      )
    : "";

/** Return the line under Print: what to set, or why it is off. */
function underPrint() {
  if (python.stage === "tripped") {
    return pgettext("workshop", "Start it again first");
  }
  if (python.stage !== "ready") {
    return beforeReady();
  }
  if (result.wrong) {
    return optionOf(result.wrong) === "paper" ? pgettext("workshop", "Choose another paper first") : result.wrong.head;
  }
  return madeNow()?.how ?? "";
}

function beforeReady() {
  if (python.stage === "waiting") {
    return pgettext("workshop", "With names: once 10 MB are loaded");
  }
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
