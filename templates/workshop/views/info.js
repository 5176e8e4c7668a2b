/* What to know about the document, beside the paper. */

import { element } from "../../calculator/parts/elements.js";
import { withoutNames } from "../rules/report.js";
import { language, npgettext, paperInWords, pgettext, root, sentence, tenths } from "../state/data.js";
import { gameNow } from "../state/own.js";
import { printed } from "../state/printing.js";
import { python, startPython, tryNow } from "../state/python.js";
import { madeNow, result } from "../state/result.js";
import { openRules } from "../state/rules.js";
import { open } from "../state/windows.js";
import { change, valuesOf, wish } from "../state/wish.js";
import { loadingDice } from "./head.js";
import { button, die, glyph, signature } from "./parts.js";
import { pagesNodes } from "./pages.js";
import { afterPrinting } from "./printed.js";
import { clubTitle, tableNodes } from "./tables.js";
import { figureBars, wrongCard } from "./wrong.js";

/** Return what is said beside the paper in this state. */
export function infoNodes() {
  if (python.stage === "tripped") {
    return trippedNodes();
  }
  if (python.stage !== "ready") {
    return loadingNodes();
  }
  if (result.wrong) {
    return result.wrong.is_in_file
      ? [faultyRules(result.wrong), privacy()]
      : [wrongCard(result.wrong), ...figureBars(result.wrong), privacy()];
  }
  const made = madeNow();
  if (!made) {
    return [];
  }
  return printed.isAsked && printed.document ? afterPrinting(printed.document) : madeNodes(made);
}

/** Return what works now, and what comes with Python, as two lists.
 *
 * @param {string} soon
 */
function promises(soon) {
  const list = (/** @type {string} */ kind, /** @type {string[]} */ rows) =>
    element("ul", { class: "dice" }, ...rows.map((row) => element("li", {}, die(6, kind), element("span", {}, row))));
  return [
    element("h3", {}, pgettext("workshop", "Works now")),
    list("solid", [
      pgettext("workshop", "look at all games"),
      pgettext("workshop", "print blank sheets"),
      pgettext("workshop", "rules, form and calculator"),
    ]),
    element("h3", {}, soon),
    list("open", [
      pgettext("workshop", "names on it: type them now"),
      pgettext("workshop", "other paper, more options"),
      pgettext("workshop", "your own house rules"),
    ]),
    ...unkept(),
    privacy(),
  ];
}

function loadingNodes() {
  if (python.stage === "waiting") {
    return [
      element("h2", {}, pgettext("workshop", "Ready to print, without names")),
      element(
        "p",
        { class: "soft" },
        pgettext("workshop", "This device saves data or memory. For names, 10 MB are loaded once, when you ask for it.")
      ),
      ...promises(pgettext("workshop", "Still to come")),
    ];
  }
  const isStopped = python.stage === "stopped";
  const seconds = (performance.now() - python.begun) / 1000;
  const left = python.size ? Math.ceil((seconds / python.size) * (python.whole - python.size)) : 0;
  const amount = element(
    "b",
    {},
    pgettext("workshop", "%(here)s of %(all)s MB", { here: tenths(python.size / 1e6), all: tenths(python.whole / 1e6) })
  );
  const aside = isStopped
    ? pgettext("workshop", "are on this device already")
    : npgettext("workshop", "about %(n)s second more", "about %(n)s seconds more", Math.max(1, left));
  return [
    element(
      "h2",
      {},
      isStopped
        ? pgettext("workshop", "The last part did not arrive")
        : pgettext("workshop", "The workshop is being set up")
    ),
    loadingDice(python.pieces),
    element("p", {}, ...(python.size ? [amount, " ", element("small", {}, `${isStopped ? "" : "· "}${aside}`)] : [])),
    element(
      "p",
      { class: "soft" },
      isStopped
        ? pgettext("workshop", "The connection was lost. Once it is back, it goes on by itself where it was.")
        : pgettext("workshop", "Once. From then on it opens by itself, without internet too.")
    ),
    ...(isStopped ? [button("reset", pgettext("workshop", "Try now"), tryNow, { class: "try" })] : []),
    ...promises(isStopped ? pgettext("workshop", "Still to come") : pgettext("workshop", "In a moment")),
  ];
}

/** Return the note that this browser keeps nothing, where that is so. */
const unkept = () =>
  python.isKept
    ? []
    : [
        element(
          "p",
          { class: "changed" },
          pgettext("workshop", "This browser keeps nothing here: it will load again next time.")
        ),
      ];

/** Return the card that leads to the file of house rules, where the fault is.
 *
 * @param {Wrong} wrong
 */
const faultyRules = (wrong) =>
  element(
    "section",
    { class: "ink-card", "aria-labelledby": "faulty-rules" },
    element("h2", { id: "faulty-rules" }, pgettext("workshop", "The house rules have a fault")),
    element("p", {}, [wrong.head, wrong.rest].filter(Boolean).join(": ")),
    element("button", { type: "button", class: "first", click: toRules }, pgettext("workshop", "To the house rules"))
  );

function toRules() {
  openRules();
  open("rules");
}

/** @param {MadeDocument} made */
function madeNodes(made) {
  const title = npgettext("workshop", "%(n)s sheet of %(paper)s", "%(n)s sheets of %(paper)s", made.sheets, {
    paper: made.paper,
  });
  const tables = tableNodes(made);
  const warnings = made.warnings.map((warning) => element("p", { class: "changed" }, warning));
  return [
    element("h2", {}, tables.length ? clubTitle() : made.paper ? title : made.name),
    element("p", { class: "soft" }, usedInWords(made)),
    ...warnings,
    ...offlineNodes(),
    ...(tables.length ? tables : pagesNodes(made)),
    ...unkept(),
    ...(isOffline() || tables.length ? [] : tipNodes()),
    ...(wish.tab === "sheet" && !tables.length ? [alsoPart()] : []),
    ...(made.command
      ? [element("p", { class: "label" }, pgettext("workshop", "This sheet as a command")), commandLine(made.command)]
      : []),
    privacy(),
  ];
}

let isCardClosed = false;
const isOffline = () => !navigator.onLine && !isCardClosed;

/** Return the card that says that all works without a network; it is there until it is closed. */
function offlineNodes() {
  if (!isOffline()) {
    return [];
  }
  const close = () => {
    isCardClosed = true;
    change({});
  };
  return [
    element(
      "section",
      { class: "ink-card offline", "aria-label": pgettext("workshop", "no internet") },
      glyph("noweb"),
      element(
        "p",
        {},
        element("b", {}, pgettext("workshop", "It just keeps working.")),
        " ",
        pgettext("workshop", "There is no internet, but the workshop is on this device.")
      ),
      button("close", "", close, { class: "bare square", "aria-label": pgettext("workshop", "Close") })
    ),
  ];
}

/** Return on how many sides it is printed, how large its boxes are, and what the program says on printing it.
 *
 * @param {MadeDocument} made
 */
function usedInWords(made) {
  const sides = ["", pgettext("workshop", "One-sided."), pgettext("workshop", "On both sides.")][made.sides];
  return [sides, made.box, sentence(made.how)].filter(Boolean).join(" ");
}

/** Return what helps with the sheet as it is wished for. */
function tipNodes() {
  const values = valuesOf("sheet");
  if (wish.tab !== "sheet") {
    return [];
  }
  const tips = [];
  if (!values.pad && !values.series) {
    tips.push(
      tip(
        "copy",
        pgettext("workshop", "Good for one game."),
        pgettext("workshop", "More games tonight? Ask for more copies in the print dialog.")
      )
    );
  }
  if (!values.back) {
    const rules = pgettext("workshop", "Put the rules on the reverse.");
    tips.push(tip("book", pgettext("workshop", "New to the game?"), rules));
  }
  return tips.length ? [element("ul", { class: "tips" }, ...tips)] : [];
}

/** @param {string} sign @param {string} lead @param {string} words */
const tip = (sign, lead, words) =>
  element("li", {}, glyph(sign), element("span", {}, element("b", {}, lead), " ", words));

/** Return the other documents for tonight; each leads to its tab. */
function alsoPart() {
  const game = gameNow();
  const { "rules-booklet": booklet, "rules-in-short": card } = game.also;
  const toRulesAs = (/** @type {string} */ form) => () =>
    change({ tab: "rules", values: { ...wish.values, rules: { ...valuesOf("rules"), form } } });
  const sheets = npgettext("workshop", "%(n)s sheet", "%(n)s sheets", booklet.sheets);
  const device = element("span", { class: "device" }, signature(game));
  return element(
    "section",
    { class: "also" },
    element("p", { class: "soft" }, pgettext("workshop", "Also for tonight")),
    element(
      "div",
      {},
      alsoButton(pictureOf(booklet, "book"), pgettext("workshop", "Booklet"), sheets, toRulesAs("booklet")),
      alsoButton(pictureOf(card, "card"), pgettext("workshop", "Card"), paperInWords(card.paper), toRulesAs("quick")),
      alsoButton(device, pgettext("workshop", "Phone"), pgettext("workshop", "adds up for you"), () =>
        change({ tab: "phone" })
      )
    )
  );
}

/** Return the tiny picture of a document; a sign if the house rules change it.
 *
 * @param {WorkshopGame["also"][string]} about
 * @param {string} sign
 */
const pictureOf = ({ picture, width }, sign) =>
  wish.own
    ? glyph(sign)
    : element("img", { src: `${root}${language}/${picture}`, alt: "", width: width / 2, height: 104 });

/** @param {Element} picture @param {string} words @param {string} aside @param {() => void} press */
const alsoButton = (picture, words, aside, press) =>
  element(
    "button",
    { type: "button", click: press },
    element("i", {}, picture),
    element("span", {}, words),
    element("small", {}, aside)
  );

/** @param {string} command */
function commandLine(command) {
  const words = command.split(/ (?=--)/).flatMap((word) => [element("span", { class: "whole" }, word), " "]);
  const copy = button("copy", "", () => copied(command, copy), {
    class: "bare square",
    "aria-label": pgettext("workshop", "Copy"),
  });
  return element("div", { class: "command" }, element("code", {}, ...words), copy);
}

/** @param {string} command @param {HTMLElement} copy */
async function copied(command, copy) {
  await navigator.clipboard.writeText(command);
  copy.replaceChildren(element("small", {}, pgettext("workshop", "Copied")));
  setTimeout(() => copy.replaceChildren(glyph("copy")), 2000);
}

function trippedNodes() {
  const copy = button("copy", pgettext("workshop", "Copy the report"), () => copyReport(copy));
  return [
    element("h2", {}, pgettext("workshop", "The workshop tripped. Your names are kept.")),
    element(
      "button",
      { type: "button", class: "main", click: startPython },
      glyph("reset"),
      pgettext("workshop", "Start it again")
    ),
    copy,
    element("p", { class: "soft" }, pgettext("workshop", "There are no names in the report.")),
    privacy(),
  ];
}

/** @param {HTMLElement} copy */
async function copyReport(copy) {
  await navigator.clipboard.writeText(withoutNames(python.report, wish.names));
  copy.replaceChildren(glyph("check"), pgettext("workshop", "Copied"));
}

const privacy = () =>
  element(
    "p",
    { class: "private soft" },
    glyph("lock"),
    element("span", {}, pgettext("workshop", "Names and choices stay on this device. Nothing is sent."))
  );
