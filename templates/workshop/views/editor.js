/* The editor of a ruleset file: its lines with numbers, and each fault below its line.
 *
 * Every edit is made in the text, which is then shown anew, so that lines can be marked and have cards between them. Only
 * what is composed of several keys, such as accents, is left to the browser until it is done. */

import { element } from "../../calculator/parts/elements.js";
import { pgettext } from "../state/data.js";
import { button } from "./parts.js";

/** Milliseconds after the last key until a text is looked at. */
const PAUSE = 300;
/** A line that begins a table. */
const HEADER = /^\s*\[[^\]]*\]+\s*(#.*)?$/;

/** A card below a line: a fault, or the words that can stand there.
 *
 * @typedef {{ line: number, column: number, length: number, isError: boolean, node: HTMLElement }} Card */

/** Return the editor, and functions that show a text in it and say where its caret is.
 *
 * @param {{ take: (text: string) => void, undo: () => void }} acts
 */
export function makeEditor({ take, undo }) {
  const lines = element("div", {
    class: "lines",
    contenteditable: "true",
    role: "textbox",
    "aria-multiline": "true",
    "aria-label": pgettext("workshop", "The file"),
    spellcheck: "false",
    autocapitalize: "off",
    translate: "no",
  });
  const layer = element("div", { class: "cards", role: "status" });
  const part = element("div", { class: "editor" }, lines, layer);
  let text = "";
  let caret = 0;
  /** @type {Card[]} */
  let cards = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const sizes = new ResizeObserver(() => placeCards());

  function draw() {
    const rows = text.split("\n");
    lines.replaceChildren(...rows.map((row, place) => lineNode(row, place + 1, cards)));
    layer.replaceChildren(...cards.map(({ node }) => node));
    sizes.disconnect();
    cards.forEach(({ node }) => {
      sizes.observe(node);
    });
    placeCards();
  }

  /** Make room below the lines that have cards, and put these there. */
  function placeCards() {
    Array.from(lines.children).forEach((row) => {
      if (row instanceof HTMLElement) {
        row.style.marginBottom = "";
      }
    });
    cards.forEach(({ line, node }) => {
      const row = lines.children[line - 1];
      if (row instanceof HTMLElement) {
        const room = Number.parseFloat(row.style.marginBottom) || 0;
        node.style.top = `${row.offsetTop + row.offsetHeight + room}px`;
        row.style.marginBottom = `${room + node.offsetHeight + 8}px`;
      }
    });
  }

  /** Put a text in place of a part of it, as a key press does. */
  function replace(/** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ added) {
    text = text.slice(0, from) + added + text.slice(to);
    cards = [];
    draw();
    putCaret(lines, text, from + added.length);
    soon();
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      take(text);
    }, PAUSE);
  }

  lines.addEventListener("beforeinput", (event) => {
    if (event.isComposing || event.inputType === "insertCompositionText") {
      return;
    }
    event.preventDefault();
    const [range] = event.getTargetRanges();
    const isInsertion = event.inputType.startsWith("insert");
    if (range && (isInsertion || event.inputType.startsWith("delete"))) {
      const from = offsetAt(lines, range.startContainer, range.startOffset);
      const to = offsetAt(lines, range.endContainer, range.endOffset);
      replace(from, to, isInsertion ? insertedBy(event) : "");
    }
  });
  lines.addEventListener("compositionend", () => {
    caret = caretIn(lines);
    text = Array.from(lines.children, (row) => row.textContent).join("\n");
    cards = [];
    draw();
    putCaret(lines, text, caret);
    soon();
  });
  lines.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      event.preventDefault();
      back();
    }
  });
  document.addEventListener("selectionchange", () => {
    if (document.activeElement === lines) {
      caret = caretIn(lines);
    }
  });
  ["dragstart", "drop"].forEach((kind) => {
    lines.addEventListener(kind, (event) => event.preventDefault());
  });

  /** Take the last change back; what was typed just now is one. */
  function back() {
    clearTimeout(timer);
    timer = undefined;
    undo();
  }

  /** Show a text with cards below its lines; the caret stays where it is, as well as can be. */
  function show(/** @type {string} */ shown, /** @type {Card[]} */ below) {
    if (timer) {
      return; // something was typed just now
    }
    const isFocused = document.activeElement === lines;
    text = shown;
    cards = [...below].sort((one, other) => one.line - other.line);
    draw();
    if (isFocused) {
      putCaret(lines, text, Math.min(caret, text.length));
    }
  }
  const caretLine = () => text.slice(0, caret).split("\n").length;
  return { part, show, back, caretLine };
}

/** Return the words that an event puts in.
 *
 * @param {InputEvent} event
 */
function insertedBy(event) {
  if (event.inputType === "insertParagraph" || event.inputType === "insertLineBreak") {
    return "\n";
  }
  const added = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
  return added.replace(/\r\n?/g, "\n");
}

/** Return a line, with what is wrong in it marked.
 *
 * @param {string} row
 * @param {number} number
 * @param {Card[]} cards
 */
function lineNode(row, number, cards) {
  const wrong = cards.find((card) => card.isError && card.line === number);
  const kind = `row${HEADER.test(row) ? " head" : ""}${wrong ? " bad" : ""}`;
  if (row === "") {
    return element("div", { class: kind }, element("br", {}));
  }
  if (!wrong) {
    return element("div", { class: kind }, row);
  }
  const from = wrong.column - 1;
  const to = from + wrong.length;
  return element("div", { class: kind }, row.slice(0, from), element("b", {}, row.slice(from, to)), row.slice(to));
}

/** Return the place in the text of a point in the lines.
 *
 * @param {HTMLElement} lines
 * @param {Node} node
 * @param {number} offset
 */
function offsetAt(lines, node, offset) {
  const rows = [...lines.children];
  const starts = [0];
  rows.forEach((row) => {
    starts.push(starts[starts.length - 1] + (row.textContent?.length ?? 0) + 1);
  });
  if (node === lines) {
    const end = starts[rows.length] - 1;
    return Math.max(0, Math.min(starts[offset] ?? end, end));
  }
  const place = rows.findIndex((row) => row.contains(node));
  if (place < 0) {
    return 0;
  }
  const range = document.createRange();
  range.setStart(rows[place], 0);
  range.setEnd(node, offset);
  return starts[place] + range.toString().length;
}

/** Return the place of the caret in the text; 0 if it is not in the lines.
 *
 * @param {HTMLElement} lines
 */
function caretIn(lines) {
  const { focusNode, focusOffset } = getSelection() ?? {};
  return focusNode && lines.contains(focusNode) ? offsetAt(lines, focusNode, focusOffset ?? 0) : 0;
}

/** Put the caret at a place of the text, and show its line.
 *
 * @param {HTMLElement} lines
 * @param {string} text
 * @param {number} caret
 */
function putCaret(lines, text, caret) {
  const above = text.slice(0, caret).split("\n");
  const row = lines.children[above.length - 1];
  let left = above[above.length - 1].length;
  const nodes = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  let node = nodes.nextNode();
  while (node && left > (node.textContent?.length ?? 0)) {
    left -= node.textContent?.length ?? 0;
    node = nodes.nextNode();
  }
  getSelection()?.collapse(node ?? row, node ? left : 0);
  row.scrollIntoView({ block: "nearest" });
}

/** Return the card of a fault, with a button for the near word and one for all that can stand there.
 *
 * @param {TextFault} fault
 * @param {(word: string) => void} write puts a word in place of what is wrong
 */
export function faultCard(fault, write) {
  const cure = fault.cure
    ? [
        element(
          "button",
          { type: "button", class: "first", click: () => write(fault.cure) },
          pgettext("workshop", "Make it %(word)s", { word: fault.cure })
        ),
      ]
    : [];
  const words = element("div", { class: "words-here", hidden: true }, ...wordButtons(fault.words, write));
  const ask = element(
    "button",
    {
      type: "button",
      "aria-expanded": "false",
      click: () => {
        words.hidden = !words.hidden;
        ask.setAttribute("aria-expanded", String(!words.hidden));
      },
    },
    pgettext("workshop", "What can stand here?")
  );
  const node = element(
    "div",
    { class: `card ${fault.severity}` },
    element(
      "p",
      {},
      element("b", {}, pgettext("workshop", "Line %(n)s", { n: fault.line }), ": ", fault.message),
      element("small", {}, fault.key)
    ),
    element("span", { class: "acts" }, ...cure, ...(fault.words.length ? [ask] : [])),
    words
  );
  return node;
}

/** Return the card with the words that can stand in a line.
 *
 * @param {string[]} words
 * @param {(word: string) => void} write
 * @param {() => void} away
 */
export const wordsCard = (words, write, away) =>
  element(
    "div",
    { class: "card" },
    element(
      "p",
      {},
      element(
        "b",
        {},
        words.length
          ? pgettext("workshop", "What can stand here?")
          : pgettext("workshop", "Here stands a text or a number of your own.")
      )
    ),
    element(
      "span",
      { class: "acts" },
      button("close", "", away, { class: "bare square", "aria-label": pgettext("workshop", "Close") })
    ),
    element("div", { class: "words-here" }, ...wordButtons(words, write))
  );

/** @param {string[]} words @param {(word: string) => void} write */
const wordButtons = (words, write) =>
  words.map((word) => element("button", { type: "button", click: () => write(word) }, element("code", {}, word)));
