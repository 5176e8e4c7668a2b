/* What is wrong with the wish: the card that says it with its cures, the arithmetic, and the asked paper on the sheet. */

import { element } from "../../calculator/parts/elements.js";
import { DATA, paperInWords, pgettext, sentence } from "../state/data.js";
import { madeNow, result } from "../state/result.js";
import { change, choose, valuesOf, wish } from "../state/wish.js";

/** Share of the row of bars that the longer one takes. */
const LONGEST_BAR = 0.86;
/** Share of the row from which on words are inside a bar. */
const ROOM_FOR_WORDS = 0.5;

/** Return the card in ink: what is wrong, and a button for each cure, the first one solid.
 *
 * @param {Wrong} wrong
 */
export function wrongCard(wrong) {
  const cures = wrong.cures.map(({ option, value, words }) => ({ words, act: () => choose(option, value) }));
  return element(
    "section",
    { class: "ink-card", "aria-label": sentence(wrong.head) },
    element("h2", {}, wrong.head.slice(0, 1).toUpperCase() + wrong.head.slice(1)),
    element("p", {}, sentence(wrong.rest)),
    ...[...cures, ...wayBack(wrong)].map(({ words, act }, place) =>
      element("button", { type: "button", class: place === 0 ? "first" : "", click: act }, words)
    )
  );
}

/** Return the way back to the last good document, if its options were others and no cure leads there.
 *
 * @param {Wrong} wrong
 */
function wayBack(wrong) {
  const made = madeNow();
  if (!made || JSON.stringify(made.values) === JSON.stringify(valuesOf(wish.tab))) {
    return [];
  }
  const paper = made.paper.toLowerCase();
  if (wrong.cures.some((cure) => cure.option === "paper" && cure.value === paper)) {
    return [];
  }
  const words =
    askedPaper() === paper
      ? pgettext("workshop", "Back to the last sheet")
      : pgettext("workshop", "Back to %(paper)s", { paper: made.paper });
  return [{ words, act: () => change({ values: { ...wish.values, [wish.tab]: made.values } }) }];
}

const askedPaper = () => String(valuesOf(wish.tab).paper ?? DATA.paper);

/** Return what is needed and what there is as two bars to one scale; nothing for faults without figures.
 *
 * @param {Wrong} wrong
 */
export function figureBars({ key, figures }) {
  if (!figures) {
    return [];
  }
  const { need, have, unit } = figures;
  const isForBoxes = key === "paper" && unit === "mm";
  const lack = `${Math.round((need - have) * 10) / 10} ${unit}`;
  return [
    element("h3", { class: "lack" }, pgettext("workshop", "%(lack)s too little", { lack })),
    element(
      "div",
      { class: "bars" },
      bar("need", pgettext("workshop", "needed"), need, LONGEST_BAR),
      bar("have", pgettext("workshop", "there is"), have, (LONGEST_BAR * have) / need)
    ),
    ...(isForBoxes
      ? [
          element(
            "p",
            { class: "soft" },
            pgettext(
              "workshop",
              "A box is never lower than 8 mm or narrower than 12 mm: nobody likes to write in smaller ones."
            )
          ),
        ]
      : []),
  ];
}

/** @param {string} kind @param {string} words @param {number} length @param {number} share */
function bar(kind, words, length, share) {
  const isInside = share > ROOM_FOR_WORDS;
  const drawn = element("span", { class: `bar ${kind}` }, isInside ? words : "");
  drawn.style.width = `${share * 100}%`;
  return element("div", {}, drawn, element("span", {}, isInside ? "" : `${words} `, element("b", {}, String(length))));
}

/** Return what is drawn over the last good sheet: the outline of the asked paper, to scale, and what the sheet is. */
export function outlines() {
  const made = madeNow();
  if (!result.wrong || !made) {
    return [];
  }
  const asked = DATA.papers[askedPaper()];
  const last = DATA.papers[made.paper.toLowerCase()];
  if (!asked || !last || asked[0] >= last[0]) {
    return [];
  }
  const outline = element(
    "span",
    { class: "asked", "aria-hidden": "true" },
    element("b", {}, pgettext("workshop", "%(paper)s, to the same scale", { paper: paperInWords(askedPaper()) }))
  );
  outline.style.width = `${(100 * asked[0]) / last[0]}%`;
  outline.style.height = `${(100 * asked[1]) / last[1]}%`;
  const caption = pgettext("workshop", "the last sheet, %(paper)s", { paper: made.paper });
  return [outline, element("b", { class: "last-sheet" }, caption)];
}

/** Return the message at the control of an option, if the program says that it is about that one.
 *
 * @param {string} option
 */
export function faultAt(option) {
  const { wrong } = result;
  return wrong?.key === option
    ? [element("p", { class: "fault", id: `fault-${option}` }, `${sentence(wrong.head)} ${sentence(wrong.rest)}`)]
    : [];
}
