/* House rules: choose them, write them in the file, share them as a link. */

import { drawn, element, findAllOf, focused, setAttribute } from "../../calculator/parts/elements.js";
import { qrOf } from "../../calculator/rules/qr.js";
import { LONGEST_SQUARE, RULES } from "../rules/links.js";
import { gameOf, language, npgettext, pgettext } from "../state/data.js";
import { keepOwnGame } from "../state/own.js";
import { saveFile } from "../state/printing.js";
import { ask } from "../state/python.js";
import { result } from "../state/result.js";
import { changesOf, chooseRules, errors, house, onRules, readRules, takeText, undo } from "../state/rules.js";
import { change, wish } from "../state/wish.js";
import { close, onWindow, openWindow } from "../state/windows.js";
import { faultCard, makeEditor, wordsCard } from "./editor.js";
import { linkField, offerLink } from "./links.js";
import { button, choiceRow, counter, die, toggle, windowHead } from "./parts.js";

/** Bytes of a file at most, as the program reads them. */
const MOST_BYTES = 64_000;
/** Milliseconds after the last key until a name is taken over. */
const PAUSE = 300;
let way = "choose";
/** The line of which the words are shown that can stand there; 0 for none. */
let asked = { line: 0, words: /** @type {string[]} */ ([]) };
let isTooLarge = false;

/** Return the view, and the function that shows the rules in it. */
export function makeRules() {
  const ways = element("span", { class: "ways" });
  const aside = element("span", { class: "aside" });
  const body = element("div", { class: "rules" });
  const name = nameField();
  const preview = element("img", { alt: "" });
  const said = element("div", { class: "said" });
  const foot = element("footer", { class: "foot" });
  const editor = makeEditor({ take: takeText, undo });
  const chosen = element("input", { type: "file", accept: ".toml,text/plain", hidden: true });
  chosen.addEventListener("change", () => openFile(chosen));
  const view = element(
    "section",
    { class: "window", id: "rules", "aria-label": pgettext("workshop", "House rules"), hidden: true },
    element("header", { class: "top" }, ...windowHead(pgettext("workshop", "House rules")), aside, ways),
    element("div", { class: "two", tabindex: 0 }, body, element("aside", { class: "beside-rules" }, preview, said)),
    foot,
    chosen
  );
  const kinds = [
    { value: "choose", words: pgettext("workshop", "Choose") },
    { value: "file", words: pgettext("workshop", "The file") },
    { value: "share", words: pgettext("workshop", "Share") },
  ];
  /** @type {unknown[]} */
  let inEditor = [];

  /** Show the file, unless it is there as it is. */
  function showEditor() {
    const shown = [house.text, house.faults, asked];
    if (shown.some((value, place) => value !== inEditor[place])) {
      inEditor = shown;
      editor.show(house.text, cardsOf());
    }
  }
  async function askWords() {
    const line = editor.caretLine();
    const answer = await ask("words", { text: house.text, line, language });
    asked = { line, words: "value" in answer ? answer.value : [] };
    show();
  }

  function show() {
    if (view.hidden) {
      return;
    }
    const turn = (/** @type {string} */ value) => {
      way = value;
      asked = { line: 0, words: [] };
      show();
    };
    ways.replaceChildren(choiceRow(pgettext("workshop", "House rules"), kinds, way, turn));
    const game = gameOf(wish.game);
    aside.textContent = [game.title, game.variant].filter(Boolean).join(", ");
    view.dataset.way = way;
    if (way === "file") {
      if (body.firstChild !== editor.part) {
        body.replaceChildren(editor.part);
      }
      showEditor();
      foot.replaceChildren(...fileActs(editor.back, () => chosen.click(), askWords));
    } else if (way === "share") {
      body.replaceChildren(...shareNodes());
      foot.replaceChildren(...chooseActs());
    } else {
      keepFocus(body, () => body.replaceChildren(...choiceNodes(name, () => turn("file"))));
      foot.replaceChildren(...chooseActs());
    }
    said.replaceChildren(...saidNodes());
    preview.classList.toggle("old", errors().length > 0);
    setAttribute(preview, "src", result.made?.pictures[0] ?? null);
    preview.alt = result.made?.alt ?? "";
  }
  let wasOpen = false;
  onWindow(() => {
    if (wasOpen && openWindow !== "rules") {
      keepOwnGame();
    }
    wasOpen = openWindow === "rules";
  });
  onRules(show);
  return { view, show };
}

/** Change the controls of a part, and give the focus back to the one that had it.
 *
 * @param {HTMLElement} part
 * @param {() => void} alter
 */
function keepFocus(part, alter) {
  const before = findAllOf(HTMLElement, "button, input", part).indexOf(focused());
  const scrolled = part.scrollTop;
  alter();
  part.scrollTop = scrolled;
  findAllOf(HTMLElement, "button, input", part)[before]?.focus();
}

/** Take over a file of this device, unless it is too large to be one.
 *
 * @param {HTMLInputElement} field
 */
async function openFile(field) {
  const file = field.files?.[0];
  if (file) {
    isTooLarge = file.size > MOST_BYTES;
    takeText(isTooLarge ? house.text : await file.text());
  }
  field.value = "";
}

/** Return the lower edge of the choices: what differs, the way back, and the way on. */
function chooseActs() {
  const { title } = gameOf(wish.game);
  const number = house.rules ? changesOf(house.rules) : 0;
  const things = npgettext("workshop", "%(n)s thing", "%(n)s things", number);
  const ready = element(
    "button",
    { type: "button", class: way === "share" ? "" : "main", click: close },
    pgettext("workshop", "Play like this")
  );
  ready.toggleAttribute("disabled", errors().length > 0);
  return [
    element(
      "span",
      { class: "chips" },
      element("span", {}, pgettext("workshop", "Not as in %(game)s:", { game: title }), " ", element("b", {}, things))
    ),
    button("reset", pgettext("workshop", "Back to %(game)s", { game: title }), () => takeText("")),
    ready,
  ];
}

/** Return the lower edge of the file.
 *
 * @param {() => void} back
 * @param {() => void} openIt
 * @param {() => void} askWords
 */
function fileActs(back, openIt, askWords) {
  const lines = house.text.split("\n").length - 1;
  const name = wish.about?.file || "own.toml";
  const save = () => saveFile(name, URL.createObjectURL(new Blob([house.text])));
  return [
    button("undo", pgettext("workshop", "Undo"), back, { disabled: house.before.length === 0 }),
    button("in", pgettext("workshop", "Open a file"), openIt),
    button("help", pgettext("workshop", "All words"), askWords),
    element("span", { class: "chips" }),
    element(
      "span",
      { class: "soft" },
      `${name} · ${npgettext("workshop", "%(n)s line", "%(n)s lines", Math.max(0, lines))}`
    ),
    button("file", pgettext("workshop", "Save"), save),
  ];
}

/** Return the choices as switches, numbers and boxes.
 *
 * @param {HTMLInputElement} name the field of the name, which stays while it is written in
 * @param {() => void} toFile
 */
function choiceNodes(name, toFile) {
  const { rules } = house;
  if (errors().length) {
    return [
      element("p", {}, pgettext("workshop", "The file has a fault; the choices come back once it is gone.")),
      element("div", { class: "beside" }, button("file", pgettext("workshop", "The file"), toFile)),
    ];
  }
  if (!rules) {
    const words = house.text
      ? pgettext("workshop", "This file is a game of its own: change it in the file.")
      : pgettext("workshop", "The workshop is being set up");
    return [element("p", {}, words)];
  }
  const usual = usualName();
  const choose = (/** @type {(all: HouseRules) => void} */ alter) =>
    chooseRules((all) => {
      all.name ||= usual;
      alter(all);
    });
  showName(name, rules.name);
  const readings = rules.readings.map((reading, place) => {
    const turn = () =>
      choose((all) => {
        all.readings[place].chosen = !reading.chosen;
      });
    return row([reading.text], reading.chosen, toggle(reading.text, reading.chosen, turn));
  });
  const numbers = rules.numbers.map((number, place) => numberRow(number, place, choose));
  const boxes = rules.boxes.map((box, place) => boxRow(box, place, choose));
  const others = npgettext(
    "workshop",
    "and %(n)s more thing, in the file",
    "and %(n)s more things, in the file",
    rules.others
  );
  return [
    element("p", { class: "line" }, element("label", { for: "rules-name" }, pgettext("workshop", "Call it")), name),
    ...(readings.length ? [heading(pgettext("workshop", "Where the rules are open")), ...readings] : []),
    heading(pgettext("workshop", "What families change")),
    ...numbers,
    ...boxes,
    ...(rules.others ? [element("p", { class: "changed more" }, button("", others, toFile, { class: "bare" }))] : []),
  ];
}

/** Return the name of house rules that have none yet. */
const usualName = () => pgettext("workshop", "%(game)s, our way", { game: gameOf(wish.game).title });

/** Return the field for the name of the house rules. */
function nameField() {
  const name = element("input", { type: "text", id: "rules-name", maxlength: 60 });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const take = () =>
    chooseRules((all) => {
      all.name = name.value.trim() || usualName();
    });
  name.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(take, PAUSE);
  });
  return name;
}

/** Show a name in its field, unless it is written in.
 *
 * @param {HTMLInputElement} field
 * @param {string} name
 */
function showName(field, name) {
  field.placeholder = usualName();
  if (document.activeElement !== field) {
    field.value = name;
  }
}

/** @param {string} words */
const heading = (words) => element("h2", {}, words);

/** @param {(string | HTMLElement)[]} words @param {boolean} isChanged @param {HTMLElement} control */
const row = (words, isChanged, control) =>
  element("div", { class: isChanged ? "option is-changed" : "option" }, element("span", {}, ...words), control);

/** Return the row of a number that families change.
 *
 * @param {HouseRules["numbers"][number]} number
 * @param {number} place
 * @param {(alter: (all: HouseRules) => void) => void} choose
 */
function numberRow(number, place, choose) {
  const isChanged = number.value !== number.usual;
  const was = pgettext("workshop", "was %(n)s", { n: number.usual });
  const words = isChanged ? [number.label, " ", element("small", { class: "was" }, was)] : [number.label];
  const set = (/** @type {number} */ value) =>
    choose((all) => {
      all.numbers[place].value = value;
    });
  return row(words, isChanged, counter(number.label, number, set));
}

/** Return the row of a box that can be left out.
 *
 * @param {HouseRules["boxes"][number]} box
 * @param {number} place
 * @param {(alter: (all: HouseRules) => void) => void} choose
 */
function boxRow(box, place, choose) {
  const set = () =>
    choose((all) => {
      all.boxes[place].left_out = !box.left_out;
    });
  if (!box.left_out) {
    const words = pgettext("workshop", "Box %(name)s", { name: box.label });
    return row([words], false, toggle(words, true, set));
  }
  const back = button("reset", "", set, {
    class: "bare square",
    "aria-label": pgettext("workshop", "Put %(name)s back", { name: box.label }),
  });
  return row([pgettext("workshop", "Without box"), " ", element("s", {}, box.label)], true, back);
}

/** Return the cards of the file: its faults, and the words that were asked for. */
function cardsOf() {
  const faults = house.faults.map((fault) => ({
    ...fault,
    isError: fault.severity === "error",
    node: faultCard(fault, (word) => writeAt(fault, word)),
  }));
  if (!asked.line) {
    return faults;
  }
  const away = () => {
    asked = { line: 0, words: [] };
    takeText(house.text);
  };
  const line = house.text.split("\n")[asked.line - 1] ?? "";
  const spot = { line: asked.line, column: line.length + 1, length: 0 };
  const write = (/** @type {string} */ word) => {
    asked = { line: 0, words: [] };
    writeAt(spot, word);
  };
  return [...faults, { ...spot, isError: false, node: wordsCard(asked.words, write, away) }];
}

/** Write a word in a place of the file. A word in quotes keeps them, whatever their kind.
 *
 * @param {{ line: number, column: number, length: number }} spot
 * @param {string} word
 */
function writeAt({ line, column, length }, word) {
  const rows = house.text.split("\n");
  const row = rows[line - 1];
  const from = column - 1;
  const old = row.slice(from, from + length);
  const isQuoted = /^["']/.test(old) && !word.startsWith('"');
  rows[line - 1] = row.slice(0, from) + (isQuoted ? JSON.stringify(word) : word) + row.slice(from + length);
  takeText(rows.join("\n"));
}

/** Return how the rules are shared: a link, and its square if it is short enough. */
function shareNodes() {
  const square = element("span", { class: "square-code" });
  const { field, copy, write } = linkField();
  write(RULES, `${wish.game}\n${house.text}`).then((link) => {
    square.replaceChildren(...(link.length <= LONGEST_SQUARE ? [squareOf(link)] : []));
  });
  return [
    heading(pgettext("workshop", "Share")),
    element(
      "p",
      {},
      pgettext("workshop", "The rules are in the link itself: they reach no server. Who opens it is asked first.")
    ),
    element("div", { class: "line" }, copy, field),
    square,
  ];
}

/** Return a QR code as a picture.
 *
 * @param {string} text
 */
function squareOf(text) {
  const rows = qrOf(text) ?? [];
  const size = rows.length + 8;
  const path = rows
    .flatMap((cells, y) => [...cells].map((cell, x) => (cell ? `M${x + 4} ${y + 4}h1v1h-1z` : "")))
    .join("");
  return drawn(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      "aria-label": pgettext("workshop", "Link as a square"),
    },
    drawn("path", { d: path })
  );
}

/** Return what there is to say about the file. */
function saidNodes() {
  const wrong = errors();
  if (isTooLarge) {
    isTooLarge = false;
    return [
      element("p", { class: "changed" }, pgettext("workshop", "That file is too large: a game has 64 kB at most.")),
    ];
  }
  if (wrong.length) {
    const words = pgettext(
      "workshop",
      "The sheet is that of before line %(n)s; it can be printed again once the fault is gone.",
      { n: wrong[0].line }
    );
    const count = npgettext("workshop", "%(n)s fault.", "%(n)s faults.", wrong.length);
    return [element("p", { class: "changed" }, element("b", {}, count), " ", words)];
  }
  if (!house.rules && !house.text) {
    return [];
  }
  if (result.wrong) {
    return [element("p", { class: "changed" }, element("b", {}, result.wrong.head), " ", result.wrong.rest)];
  }
  return rightNodes();
}

/** Return what is right about the game. */
function rightNodes() {
  const doubts = house.faults.length;
  const { turns, best } = wish.about ?? { turns: gameOf(wish.game).turns, best: "" };
  const boxes = npgettext("workshop", "%(n)s box", "%(n)s boxes", turns);
  const total = pgettext("workshop", "highest total %(total)s", { total: best });
  const rows = [
    best ? `${boxes}, ${total}` : boxes,
    doubts
      ? npgettext("workshop", "no fault, %(n)s warning", "no fault, %(n)s warnings", doubts)
      : pgettext("workshop", "no fault, no warning"),
    pgettext("workshop", "sheet, booklet, form and calculator follow it"),
  ];
  const lines = house.text.split("\n").length - 1;
  const file = npgettext("workshop", "This makes a file of %(n)s line.", "This makes a file of %(n)s lines.", lines);
  return [
    element("h2", {}, pgettext("workshop", "The game is right")),
    element(
      "ul",
      { class: "dice" },
      ...rows.map((words, place) => element("li", {}, die(place + 1, "solid"), element("span", {}, words)))
    ),
    ...(house.text
      ? [
          element(
            "p",
            { class: "soft" },
            file,
            " ",
            pgettext("workshop", "Under “The file” you can change everything.")
          ),
        ]
      : []),
  ];
}

/** Ask whether the house rules of a link are taken over, and take them if so and if they are right.
 *
 * @param {string | null} said the game and its file, as the link has them; null if it is broken
 * @param {(id: string) => boolean} isGame
 */
export function offerRules(said, isGame) {
  const heading = pgettext("workshop", "House rules from a link");
  const [game, ...lines] = (said ?? "").split("\n");
  if (!isGame(game)) {
    offerLink(heading, null);
    return;
  }
  const words = pgettext(
    "workshop",
    "Somebody sent you their rules of %(game)s. Your own stay as they are until you take these.",
    { game: gameOf(game).title }
  );
  offerLink(heading, { words, take: () => takeRules(game, lines.join("\n")) });
}

/** Take house rules over, and return what is wrong with them, in words; empty if they were taken.
 *
 * @param {string} game
 * @param {string} own
 */
async function takeRules(game, own) {
  const read = await readRules(game, own);
  const fault = read?.faults.find(({ severity }) => severity === "error");
  if (read?.about && !fault) {
    change({ game, own, about: read.about, mine: 0, isChosen: true });
    await keepOwnGame(); // the question stays until they would outlast a reload
    return "";
  }
  const sentence = pgettext("workshop", "These rules have a fault, so they were not taken:");
  return `${sentence} ${fault ? `${fault.key} ${fault.message}` : ""}`;
}
