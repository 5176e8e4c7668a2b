/* The stage: the documents as tabs, and the paper as it will be. */

import { element, setAttribute } from "../../calculator/parts/elements.js";
import { gameOf, npgettext, pgettext, root, language } from "../state/data.js";
import { python } from "../state/python.js";
import { printed } from "../state/printing.js";
import { madeNow, printedNow, result } from "../state/result.js";
import { change, typedNames, wish } from "../state/wish.js";
import { infoNodes } from "./info.js";
import { makeKit } from "./kit.js";
import { glyph } from "./parts.js";

/** @type {{ tab: Tab, sign: string, words: () => string, aside: () => string }[]} */
const TABS = [
  { tab: "sheet", sign: "card", words: () => pgettext("workshop", "Score sheet"), aside: () => sheets() },
  {
    tab: "rules",
    sign: "book",
    words: () => pgettext("workshop", "Rules"),
    aside: () => pgettext("workshop", "booklet, card"),
  },
  {
    tab: "form",
    sign: "form",
    words: () => pgettext("workshop", "PDF form"),
    aside: () => pgettext("workshop", "on a screen"),
  },
  {
    tab: "phone",
    sign: "phone",
    words: () => pgettext("workshop", "Phone"),
    aside: () => pgettext("workshop", "adds up for you"),
  },
  {
    tab: "all",
    sign: "zip",
    words: () => pgettext("workshop", "All of it"),
    aside: () => pgettext("workshop", "for tonight"),
  },
];

/** Return the number of sheets of paper in words. */
function sheets() {
  const { made } = result;
  if (result.wrong && wish.tab === "sheet") {
    return pgettext("workshop", "does not fit");
  }
  return npgettext("workshop", "%(n)s page", "%(n)s pages", made?.tab === "sheet" ? made.sheets : 1);
}

/** Return the stage, and the function that shows in it what was made. */
export function makeStage() {
  const tabs = element("div", { class: "tabs", role: "group", "aria-label": pgettext("workshop", "Documents") });
  const picture = element("img", { alt: "" });
  const typed = element("span", { class: "typed", "aria-hidden": "true" });
  const paper = element("div", { class: "paper" }, picture, typed);
  const info = element("aside", { class: "info" });
  const desk = element("div", { class: "desk" }, paper, info);
  const { view: kit, show: showKit } = makeKit();
  const stage = element("section", { class: "stage", "aria-label": pgettext("workshop", "Preview") }, tabs, desk, kit);

  function show() {
    tabs.replaceChildren(...TABS.map(tabButton));
    stage.classList.toggle("late", result.isLate && python.stage === "ready");
    const game = gameOf(wish.game);
    const made = madeNow();
    const isKit = made !== null && made.parts.length > 0 && result.wrong === null && !printed.isAsked;
    kit.hidden = !isKit;
    desk.hidden = isKit;
    if (isKit) {
      showKit(made);
    }
    const asked = printed.isAsked ? printed.document : null;
    const drawn = (asked ?? printedNow())?.pictures[asked ? 0 : result.page];
    setAttribute(picture, "src", drawn ?? `${root}${language}/${game.picture}`);
    picture.alt = made && drawn ? made.alt : pgettext("workshop", "Score sheet: %(game)s", { game: game.title });
    paper.classList.toggle("old", result.wrong !== null);
    typed.textContent = drawn ? "" : typedNames().join(" · ");
    info.replaceChildren(...infoNodes());
  }
  return { stage, show };
}

/** @param {{ tab: Tab, sign: string, words: () => string, aside: () => string }} entry */
function tabButton({ tab, sign, words, aside }) {
  return element(
    "button",
    { type: "button", "aria-pressed": String(wish.tab === tab), click: () => change({ tab }) },
    glyph(sign),
    element("span", {}, words(), element("small", {}, aside()))
  );
}
