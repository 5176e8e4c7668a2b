/* The document of the wish: drawn anew after each change, ready before Print is pressed. */

import { tablesOf } from "../rules/names.js";
import { language } from "./data.js";
import { ask, onPython, python } from "./python.js";
import { onWish, typedNames, valuesOf, wish } from "./wish.js";

/** Milliseconds after the last change until the document is drawn. */
const PAUSE = 150;
/** The command that makes each document, what is usual for it here, and what is always chosen. */
export const COMMANDS = /** @type {const} */ ({
  sheet: { command: "pdf", usual: {}, fixed: {} },
  rules: { command: "rules", usual: { form: "booklet" }, fixed: {} },
  form: { command: "form", usual: {}, fixed: {} },
  phone: { command: "form", usual: {}, fixed: { format: "html" } },
  all: { command: "kit", usual: {}, fixed: {} },
});
/** Players that a sheet takes; with more, they are spread over tables. */
export const MOST_SEATS = 12;
/** Tabs whose documents show the names of players. */
const NAMED = ["sheet", "form", "phone", "all"];

/** What was drawn last, and what is wrong with the wish now. */
export const result = /** @type {ResultState} */ ({
  made: null, // the last good document, and for which tab and game it is
  wrong: null, // what is wrong with what is asked for now
  isLate: false, // what is shown is not yet what is wished for
});

/** Return the document of the wish; null if the last good one is of another game or kind. */
export function madeNow() {
  const { made } = result;
  return made && made.game === wish.game && made.tab === wish.tab ? made : null;
}

/** Return the option that something wrong is about, or the one that helps; empty if neither is known.
 *
 * @param {Wrong} wrong
 */
export const optionOf = (wrong) => wrong.key || (wrong.cures[0]?.option ?? "");

/** @type {(() => void)[]} */
const listeners = [];

/** Run a function at each change of the result.
 *
 * @param {() => void} act
 */
export const onResult = (act) => listeners.push(act);

function changed() {
  listeners.forEach((act) => {
    act();
  });
}

/** Return what a document is to be made from.
 *
 * @param {Wish["tab"]} [tab]
 */
export function requestOf(tab = wish.tab) {
  const { command, usual, fixed } = COMMANDS[tab];
  const people = NAMED.includes(tab) ? peopleOf(tab) : {};
  const values = { ...usual, ...valuesOf(tab), ...people, ...fixed };
  return { command, game: wish.game, own: wish.own, language, values };
}

/** Return the options that say who plays: names, or a file with a table a line.
 *
 * @param {Tab} tab
 */
function peopleOf(tab) {
  const names = typedNames();
  if (tab === "sheet" && names.length > MOST_SEATS) {
    const { per, blanks, fields } = wish.tables ?? { per: 4, blanks: 0, fields: "" };
    const lines = tablesOf(names, per).map((table) => table.map(quoted).join(","));
    return { names_file: lines.join("\n"), fields: fields || "table,round", ...(blanks ? { blanks } : {}) };
  }
  return names.length ? { names } : {};
}

/** Return a name as a cell of a CSV file.
 *
 * @param {string} name
 */
const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

let wished = 0;
let isBusy = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function soon() {
  wished += 1;
  result.isLate = true;
  clearTimeout(timer);
  timer = setTimeout(draw, PAUSE);
}

/** Draw the wish as it is now. While one is drawn, only the newest of those that come waits. */
async function draw() {
  if (isBusy || python.stage !== "ready") {
    return;
  }
  isBusy = true;
  const drawn = wished;
  const { tab, game } = wish;
  const values = valuesOf(tab);
  const answer = await ask("make", requestOf());
  isBusy = false;
  if (drawn !== wished) {
    draw();
    return;
  }
  result.isLate = false;
  if ("wrong" in answer) {
    result.wrong = answer.wrong;
  } else {
    const [content, ...pictures] = answer.files;
    if (result.made) {
      [result.made.address, ...result.made.pictures].forEach((address) => {
        URL.revokeObjectURL(address);
      });
    }
    const type = answer.value.type;
    const file = new File([content], answer.value.name, { type });
    const drawn = pictures.map((picture) => URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" })));
    result.wrong = null;
    result.made = { ...answer.value, tab, game, values, file, address: URL.createObjectURL(file), pictures: drawn };
  }
  changed();
}

/** Draw each wish from now on. */
export function drawWishes() {
  onWish(soon);
  onPython(() => {
    if (python.stage === "ready") {
      draw();
    } else {
      isBusy = false; // what Python was asked before it stopped is never answered
    }
  });
  soon();
}
