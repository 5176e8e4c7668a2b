/* All of it: the documents of a game night side by side, and one folder with them. */

import { element } from "../../calculator/parts/elements.js";
import { gameOf, listOf, npgettext, pgettext, tenths } from "../state/data.js";
import { openPage, saveFile, shareFile } from "../state/printing.js";
import { typedNames, wish } from "../state/wish.js";
import { button } from "./parts.js";
import { printDocument } from "./printing.js";

/** Pages of a booklet on each side of a sheet, and on that of a pocket booklet. */
const ON_A_SIDE = 2;
const ON_A_POCKET_SIDE = 8;

/** What is said of a document.
 * @typedef {{ title: string, count: string, words: string }} Said */

/** @type {Record<string, (made: MadeDocument) => Said>} */
const SAID = {
  sheets: (made) => ({
    title: pgettext("workshop", "Score sheet"),
    count: `${sheetsOf(made)}, ${pgettext("workshop", "one side")}`,
    words: withNames(),
  }),
  "rules-booklet": (made) => ({
    title: pgettext("workshop", "Rules, booklet"),
    count: pagesOn(made, ON_A_SIDE),
    words: pgettext("workshop", "Both sides over the short edge, then fold."),
  }),
  pocket: (made) => ({
    title: pgettext("workshop", "Rules, pocket booklet"),
    count: pagesOn(made, ON_A_POCKET_SIDE),
    words: pgettext("workshop", "One side. Fold, and cut once."),
  }),
  "rules-in-short": (made) => ({
    title: pgettext("workshop", "Rules in short"),
    count: npgettext("workshop", "%(n)s side of %(paper)s", "%(n)s sides of %(paper)s", made.pages, {
      paper: made.paper,
    }),
    words: pgettext("workshop", "One for each player."),
  }),
  calculator: (made) => ({
    title: pgettext("workshop", "PDF form"),
    count: npgettext("workshop", "%(n)s page, on a screen", "%(n)s pages, on a screen", made.pages),
    words: pgettext("workshop", "The totals add themselves up."),
  }),
  "calculator-for-phones": (made) => ({
    title: pgettext("workshop", "Calculator, phone"),
    count: pgettext("workshop", "1 file, %(size)s MB", { size: tenths(made.file.size / 1e6) }),
    words: pgettext("workshop", "Tap what you rolled: it adds up."),
  }),
};
/** Documents in the order of their cards; the pocket booklet is not in the folder. */
const ORDER = ["sheets", "rules-booklet", "pocket", "rules-in-short", "calculator", "calculator-for-phones"];

/** Return the view of a kit, and the function that shows its documents. */
export function makeKit() {
  const heading = element("h2", {});
  const cards = element("div", { class: "cards" });
  const folder = element("section", { class: "folder" });
  const view = element("div", { class: "kit" }, heading, cards, folder);

  /** @param {WishedDocument} made */
  function show(made) {
    heading.textContent = pgettext("workshop", "What would you like of %(game)s?", {
      game: gameOf(wish.game).title,
    });
    cards.replaceChildren(...ORDER.flatMap((what) => cardsOf(what, made)));
    folder.replaceChildren(...folderNodes(made));
  }
  return { view, show };
}

/** Return the card of a document, if the kit has it.
 *
 * @param {string} what
 * @param {MadeDocument} kit
 */
function cardsOf(what, kit) {
  const made = what === "pocket" ? kit.pocket : kit.parts.find((part) => part.what === what);
  if (!made) {
    return [];
  }
  const { title, count, words } = SAID[what](made);
  const attributes = { class: what === "sheets" ? "document chosen" : "document" };
  return [
    element(
      "section",
      attributes,
      what === "calculator-for-phones" ? handheld(kit) : pictureOf(made),
      element(
        "div",
        {},
        element("h3", {}, title),
        element("p", { class: "count" }, count),
        element("p", { class: "soft" }, words),
        element("span", { class: "acts" }, ...actsOf(what, made, title))
      )
    ),
  ];
}

/** Return the buttons of a document.
 *
 * @param {string} what
 * @param {MadeDocument} made
 * @param {string} title
 */
function actsOf(what, made, title) {
  const act = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {() => void} */ press) =>
    button(sign, words, press, { "aria-label": `${words}: ${title}` });
  if (what === "calculator") {
    return [act("in", pgettext("workshop", "Save"), () => saveFile(made.name, made.address))];
  }
  if (what === "calculator-for-phones") {
    const isShared = navigator.canShare?.({ files: [made.file] });
    const open = act("phone", pgettext("workshop", "Open"), () => openPage(made));
    const away = isShared
      ? act("share", pgettext("workshop", "Share"), () => shareFile(made.file))
      : act("in", pgettext("workshop", "Save"), () => saveFile(made.name, made.address));
    return [open, away];
  }
  return [act("print", pgettext("workshop", "Print"), () => printDocument(made))];
}

/** Return a phone with the form of a kit on it, which a page for phones is like.
 *
 * @param {MadeDocument} kit
 */
function handheld(kit) {
  const form = kit.parts.find((part) => part.what === "calculator");
  const screen = element("img", { src: form?.pictures[0] ?? null, alt: "" });
  return element("span", { class: "pages", "aria-hidden": "true" }, element("span", { class: "handheld" }, screen));
}

/** Return the first two pages of a document, the second behind the first.
 *
 * @param {MadeDocument} made
 */
function pictureOf(made) {
  const pages = made.pictures.slice(0, 2).map((address) => element("img", { src: address, alt: "" }));
  return element("span", { class: pages.length > 1 ? "pages two-pages" : "pages", "aria-hidden": "true" }, ...pages);
}

/** Return what is in the folder, how it is printed, and the button that saves it.
 *
 * @param {WishedDocument} kit
 */
function folderNodes(kit) {
  const titles = kit.parts.map((part) => SAID[part.what ?? ""](part).title);
  const files = npgettext("workshop", "%(n)s file in one folder", "%(n)s files in one folder", kit.parts.length);
  const fan = kit.parts.filter((part) => part.pictures.length).map((part) => part.pictures[0]);
  return [
    element("span", { class: "fan", "aria-hidden": "true" }, ...fan.map((src) => element("img", { src, alt: "" }))),
    element(
      "div",
      {},
      element("h3", {}, pgettext("workshop", "All for a game night")),
      element("p", { class: "count" }, `${files}: ${listOf(titles)}`),
      element("p", { class: "soft" }, `${toPrint(kit)} ${pgettext("workshop", "Each file says how it is printed.")}`)
    ),
    button("in", pgettext("workshop", "Save the folder"), () => saveFile(kit.name, kit.address)),
  ];
}

/** Return how much paper a kit takes.
 *
 * @param {WishedDocument} kit
 */
function toPrint(kit) {
  const [sheets, short, booklet] = kit.parts;
  return pgettext("workshop", "To print: %(sheets)s, %(booklet)s on both sides, and %(short)s for each player.", {
    sheets: sheetsOf(sheets),
    booklet: sheetsOf(booklet),
    short: sheetsOf({ ...short, sheets: 1 }),
  });
}

/** @param {MadeDocument} made */
const sheetsOf = (made) =>
  npgettext("workshop", "%(n)s sheet of %(paper)s", "%(n)s sheets of %(paper)s", made.sheets, { paper: made.paper });

/** @param {MadeDocument} made @param {number} each pages on a side */
const pagesOn = (made, each) =>
  npgettext("workshop", "%(n)s page on %(sheets)s", "%(n)s pages on %(sheets)s", made.pages * each, {
    sheets: sheetsOf(made),
  });

function withNames() {
  const names = typedNames();
  return names.length
    ? pgettext("workshop", "With the names of %(names)s.", { names: listOf(names) })
    : pgettext("workshop", "With empty boxes for names.");
}
