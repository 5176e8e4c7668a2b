/* The documents as tabs: above the paper, on phones a strip in step 3. */

import { element } from "../../calculator/parts/elements.js";
import { npgettext, pgettext } from "../state/data.js";
import { result } from "../state/result.js";
import { change, wish } from "../state/wish.js";
import { glyph, renew } from "./parts.js";

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

/** Return the tabs, and the function that shows which one is chosen. */
export function makeDocuments() {
  const tabs = element("div", { class: "tabs" });
  const documents = element(
    "section",
    { class: "documents", "aria-label": pgettext("workshop", "Documents") },
    tabs,
    element("span", { class: "run", "aria-hidden": "true" })
  );
  return { documents, show: () => renew(tabs, TABS.map(tabButton)) };
}

/** @param {{ tab: Tab, sign: string, words: () => string, aside: () => string }} entry */
function tabButton({ tab, sign, words, aside }) {
  const press = () => {
    change({ tab });
    document.querySelector('.tabs [aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  return element(
    "button",
    { type: "button", "aria-pressed": String(wish.tab === tab), click: press },
    glyph(sign),
    element("span", {}, words(), element("small", {}, aside()))
  );
}
