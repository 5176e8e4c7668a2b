/* The dock: Print, and what to mind with it. */

import { element, setAttribute, setText } from "../../calculator/parts/elements.js";
import { gameOf, npgettext, pgettext, readyMade } from "../state/data.js";
import { edgeOf, openPage, printed, printFile, saveFile, sharesFiles } from "../state/printing.js";
import { python, worksOffline } from "../state/python.js";
import { madeNow, optionOf, printedNow, result } from "../state/result.js";
import { open } from "../state/windows.js";
import { isClub, wish } from "../state/wish.js";
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

/** Kinds of the files that the tabs save. */
const KEPT_AS = { sheet: "PDF", rules: "PDF", form: "PDF", phone: "HTML", all: "ZIP" };

/** Return the dock, and the function that shows in it what Print does now.
 */
export function makeDock() {
  const words = element("span", {});
  const sign = element("span", { class: "sign" });
  const go = element("button", { type: "button", class: "go main", id: "print", click: press }, sign, words);
  const under = element("span", { class: "how", id: "how" });
  const offline = element("span", { class: "narrow offline" });
  const sharing = element("span", { class: "sharing" }, sharingWords());
  const wide = element("span", { class: "wide" });
  const narrow = element("span", { class: "narrow" });
  const save = button("in", "", keepIt, { class: "bare save" });
  save.append(wide, narrow);
  const picture = element("img", { alt: "" });
  const look = element(
    "button",
    { type: "button", class: "thumb", "aria-label": pgettext("workshop", "Look at the sheet"), click: openPreview },
    picture
  );
  const dock = element(
    "div",
    { class: "dock" },
    look,
    go,
    element("div", { class: "under" }, under, offline, sharing),
    save
  );
  function show() {
    const isReady = madeNow() !== null;
    const isWrong = result.wrong !== null && python.stage === "ready";
    const isDone = isReady && printed.isAsked;
    const isOff = isWrong || python.stage === "tripped";
    setText(words, isDone ? pgettext("workshop", "Once more") : goesBy(isReady || isOff));
    go.classList.toggle("main", !isDone);
    setAttribute(save, "aria-label", keepsAs());
    setText(wide, keepsAs());
    setText(narrow, KEPT_AS[wish.tab]);
    sign.replaceChildren(glyph(sharesFiles() && isReady ? "share" : "print"));
    go.toggleAttribute("disabled", isOff);
    setText(under, underPrint());
    setText(offline, worksOffline() ? pgettext("workshop", "without internet") : "");
    setAttribute(picture, "src", pictureNow());
  }
  return { dock, show };
}

const openPreview = () => open("preview");

/** Return what Print does: phones share the document, which lists printing. */
const printWords = () => (sharesFiles() ? pgettext("workshop", "Print or share") : pgettext("workshop", "Print"));

/** Return what a phone does at the press, in the window of the preview. */
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
  return howOf(printedNow());
}

/** Return what the large button does.
 *
 * @param {boolean} isMade the document is there, or what is wrong with it
 */
function goesBy(isMade) {
  if (wish.tab === "phone") {
    return pgettext("workshop", "Open");
  }
  const made = madeNow();
  if (made && wish.tab === "sheet" && isClub() && !sharesFiles()) {
    return npgettext("workshop", "Print %(n)s sheet", "Print %(n)s sheets", made.sheets);
  }
  return isMade ? printWords() : pgettext("workshop", "Print a blank sheet");
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
  const how = made?.how ?? "";
  return how.slice(0, 1).toUpperCase() + how.slice(1);
}

function beforeReady() {
  if (python.stage === "waiting") {
    return pgettext("workshop", "With names: once 10 MB are loaded");
  }
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
