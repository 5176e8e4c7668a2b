/* The fixed parts of the page: the rows of the table, the keys, and names for screen readers. */

import { die, rowIcon } from "../parts/dice.js";
import { element, find } from "../parts/elements.js";
import { DATA, faceName, gameColumns, several, shownFace, turns, weights } from "../state/data.js";
import { pgettext } from "../state/texts.js";

/** Return the steps of a bonus as a ladder of sums and points.
 *
 * @param {Step[]} steps
 */
const ladder = (steps) =>
  element(
    "span",
    { class: "ladder" },
    ...steps.map(([least, points]) =>
      element(
        "span",
        {},
        element("small", {}, String(least)),
        element("span", { class: "heard" }, ": "),
        element("b", {}, String(points).replace("-", "−"))
      )
    )
  );

/** @param {Row} row */
function tableRow(row) {
  if (row.kind === "head") {
    return element(
      "tr",
      { class: "head" },
      element(
        "th",
        { scope: "rowgroup", colspan: "2" },
        element(
          "div",
          {},
          element("span", {}, row.name),
          ...(several
            ? [element("span", { class: "whose" }), element("small", {}, pgettext("page", "points"))]
            : [element("small", { class: "beside", hidden: true, "aria-hidden": "true" }, pgettext("page", "best"))])
        )
      )
    );
  }
  const { level = 1 } = row;
  const isBox = row.kind === "box";
  const small = (/** @type {string} */ name, /** @type {string | undefined} */ text) =>
    text ? [" ", element("small", { class: name }, text)] : [];
  const name = element(
    "span",
    { class: "name" },
    element("span", { class: "words" }, row.name),
    ...small("need", row.need),
    ...small("hint", row.short || row.hint),
    ...small("whole", row.short ? row.hint : "")
  );
  const worth = row.worth
    ? [element("b", { class: "worth" }, row.worth)]
    : row.most
      ? [element("small", { class: "most" }, row.most)]
      : [];
  const label = element(
    "button",
    { type: "button", class: "label", tabindex: "-1" },
    ...rowIcon(row),
    name,
    ...worth,
    ...(row.points && !row.boxes ? [ladder(row.steps || [])] : [])
  );
  const isDrawn =
    gameColumns && row.dice && DATA.table.flat().filter((each) => String(each.dice) === String(row.dice)).length === 1;
  const kinds = [
    isBox ? "score" : row.kind,
    ...(isDrawn ? ["drawn"] : []),
    ...(level > 1 ? ["level2"] : []),
    ...(level > 2 ? ["level3"] : []),
    ...(row.boxes ? ["many"] : []),
    ...(row.within || (several && row.points && !row.boxes) ? ["within"] : []),
  ];
  return element(
    "tr",
    {
      class: kinds.join(" "),
      "data-row": row.id,
      "data-boxes": isBox ? (row.boxes || [row.id]).join(" ") : null,
      "data-across": row.across ? "yes" : null,
      "data-totals": [
        ...(row.boxes ? ["="] : []),
        ...(isBox ? [] : [row.id]),
        ...(row.points ? [row.points] : []),
      ].join(" "),
    },
    element("th", { scope: "row" }, label)
  );
}

/** Keys and their actions. */
const KEYS = [
  ["1–6", pgettext("page", "one die more")],
  ["⌫", pgettext("page", "one die less")],
  ["⏎", weights ? pgettext("page", "write the solid one") : pgettext("page", "write the chosen one")],
  ["↑ ↓", pgettext("page", "choose a box")],
  ["G", pgettext("page", "let the page roll")],
  ["Ctrl Z", pgettext("page", "undo")],
];

export function makeShell() {
  const name = (/** @type {string} */ selector, /** @type {string} */ text) =>
    find(selector).setAttribute("aria-label", text);
  const fill = (/** @type {string} */ selector, /** @type {string} */ text) => {
    find(selector).textContent = text;
  };
  document.documentElement.classList.toggle("several", several);
  if (gameColumns) {
    document.documentElement.dataset.columns = String(gameColumns.length);
  }
  find("table").append(...DATA.table.map((group) => element("tbody", {}, ...group.map(tableRow))));
  find("#faces").append(
    ...Array.from({ length: turns.sides }, (_, at) =>
      element(
        "button",
        { type: "button", value: String(at + 1), "aria-label": faceName(at + 1) },
        die(shownFace(at + 1), "open")
      )
    )
  );
  find("#card").append(
    ...KEYS.map(([keys, what]) =>
      element("div", {}, element("dt", {}, element("kbd", {}, keys)), element("dd", {}, what))
    )
  );
  fill("h1", DATA.title);
  fill(".onpaper", [DATA.variant, DATA.facts].filter(Boolean).join(" · "));
  fill("#record small", pgettext("page", "your best"));
  document.documentElement.dataset.dice = String(turns.dice);
  fill("#names span", pgettext("page", "Players"));
  fill(".reminders", DATA.reminders);
  fill("#result", pgettext("page", "Result"));
  name("#seats", pgettext("page", "Players"));
  name("table", pgettext("page", "Score sheet"));
  name("#dock", pgettext("page", "Dice"));
  name("#dice", pgettext("page", "The dice on the table"));
  name("#undo", pgettext("page", "Undo"));
  name("#menu", pgettext("page", "Menu"));
  name("#faces", pgettext("page", "Tap what you rolled"));
  name("#erase", pgettext("page", "Take back a die"));
  name("#offers", pgettext("page", "What the dice are worth"));
  name("#card", pgettext("page", "Keys"));
}
