/* The document of the wish: drawn anew after each change, ready before Print is pressed. */

import { fileOf } from "../rules/files.js";
import { makeChanges } from "./changes.js";
import { language } from "./data.js";
import { printed, printer } from "./printing.js";
import { ask, onPython, python, startPython } from "./python.js";
import { clubTables, isClub, onWish, seated, typedNames, valuesOf, wish } from "./wish.js";

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
/** Tabs whose documents show the names of players. */
const NAMED = ["sheet", "form", "phone", "all"];

/** What was drawn last, and what is wrong with the wish now. */
export const result = /** @type {ResultState} */ ({
  made: null, // the last good document, and for which tab and game it is
  page: 0, // the page of it that is shown
  wrong: null, // what is wrong with what is asked for now
  nameFaults: [], // what is wrong with names, by their places
  isLate: false, // what is shown is not yet what is wished for
});

/** Return the document of the wish; null if the last good one is of another game or kind. */
export function madeNow() {
  const { made } = result;
  return made && made.game === wish.game && made.tab === wish.tab ? made : null;
}

/** Return the document that Print prints: that of the wish, and of a kit its score sheets. */
export function printedNow() {
  const made = madeNow();
  return made?.parts[0] ?? made;
}

/** Return the option that something wrong is about, or the one that helps; empty if neither is known.
 *
 * @param {Wrong} wrong
 */
export const optionOf = (wrong) => wrong.key || (wrong.cures[0]?.option ?? "");

const { listen, tell } = makeChanges();
/** Run a function at each change of the result. */
export const onResult = listen;

/** Show a page of the document.
 *
 * @param {number} page
 */
export function showPage(page) {
  result.page = page;
  tell();
}

/** Return what a document is to be made from.
 *
 * @param {Wish["tab"]} [tab]
 */
export function requestOf(tab = wish.tab) {
  const { command, usual, fixed } = COMMANDS[tab];
  const people = NAMED.includes(tab) ? peopleOf(tab) : {};
  const values = { ...usual, ...ofPrinter(tab), ...valuesOf(tab), ...people, ...fixed };
  return { command, game: wish.game, own: wish.own, language, values };
}

/** Return how far the printer of this device shifts the reverse, if there is one.
 *
 * @param {Tab} tab
 */
const ofPrinter = (tab) =>
  tab === "sheet" && valuesOf(tab).back && printer.backOffset ? { back_offset: printer.backOffset } : {};

/** Return the options that say who plays: names, or for a club a file with a table a line.
 *
 * @param {Tab} tab
 */
function peopleOf(tab) {
  const names = typedNames();
  if (!isClub()) {
    return names.length ? { names } : {};
  }
  return tab === "sheet" ? clubOf() : {};
}

/** Return the options of the sheets of a club. */
function clubOf() {
  const { blanks, fields, round, file } = clubTables();
  const tables = seated();
  const extra = blanks ? { blanks } : {};
  if (!tables.length) {
    return extra;
  }
  if (file) {
    return { names_file: file, ...extra };
  }
  return { names_file: fileOf(tables, fields === "table,round" ? round : 0), fields, ...extra };
}

/** Milliseconds after which a wish is given up for a newer one: Python is started again for it. */
const LONGEST = 30000;
let wished = 0; // number of the newest wish
let drawn = 0; // that of the one that is drawn now, or was last
let begun = 0; // when that began
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
  if (python.stage !== "ready") {
    return;
  }
  if (isBusy) {
    giveUpLater();
    return;
  }
  isBusy = true;
  begun = performance.now();
  drawn = wished;
  const { tab, game } = wish;
  const values = valuesOf(tab);
  const answer = await ask("make", requestOf());
  const faults = "wrong" in answer ? await ask("name_faults", { names: typedNames(), language }) : null;
  const pocket = tab === "all" && "value" in answer ? await ask("make", pocketRequest()) : null;
  isBusy = false;
  clearTimeout(timer);
  if (drawn !== wished) {
    draw();
    return;
  }
  result.isLate = false;
  printed.isAsked = false;
  result.nameFaults = faults && "value" in faults ? faults.value : [];
  if ("wrong" in answer) {
    result.wrong = answer.wrong;
  } else {
    forget(result.made);
    result.wrong = null;
    const isOther = result.made?.tab !== tab || result.made.game !== game;
    result.made = { ...documentOf(answer.value, answer.files), tab, game, values };
    result.page = isOther ? 0 : Math.min(result.page, Math.max(0, result.made.pictures.length - 1));
    if (pocket && "value" in pocket) {
      result.made.pocket = documentOf(pocket.value, pocket.files);
    }
  }
  tell();
}

/** Give up what is drawn if it takes too long and a newer wish waits. */
function giveUpLater() {
  const left = begun + LONGEST - performance.now();
  clearTimeout(timer);
  if (drawn === wished) {
    return;
  }
  if (left > 0) {
    timer = setTimeout(draw, left);
  } else {
    startPython();
  }
}

/** Return what the pocket booklet is made from that is shown beside a kit. */
function pocketRequest() {
  const { paper, theme } = valuesOf("all");
  const values = { form: "zine", ...(paper ? { paper } : {}), ...(theme ? { theme } : {}) };
  return { command: "rules", game: wish.game, own: wish.own, language, values };
}

/** Return a document with addresses for its file and its pictures.
 *
 * @param {any} about what `desk.py` says about it
 * @param {Uint8Array<ArrayBuffer>[]} files its own, then those of its parts
 * @returns {MadeDocument}
 */
function documentOf(about, files) {
  const [content, ...others] = files;
  const file = new File([content], about.name, { type: about.type });
  /** @type {MadeDocument[]} */
  const parts = [];
  about.parts.forEach((/** @type {MadeDocument} */ part) => {
    parts.push(documentOf(part, others.splice(0, 1 + part.pages)));
  });
  const pictures = others.map((picture) => URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" })));
  return { ...about, file, address: URL.createObjectURL(file), pictures, parts, pocket: null };
}

/** Let the browser forget the files of a document.
 *
 * @param {MadeDocument | null} made
 */
function forget(made) {
  if (made) {
    [made.address, ...made.pictures].forEach((address) => {
      URL.revokeObjectURL(address);
    });
    [...made.parts, made.pocket].forEach(forget);
  }
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
