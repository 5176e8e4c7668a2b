/* Keys: faces, offers and rolls from anywhere on the page; arrows from box to box. */

import { find, findAll, focused, setAttribute } from "../parts/elements.js";
import { openSheets } from "../parts/sheets.js";
import { has } from "../rules/engine.js";
import { turns } from "../state/data.js";
import { notify } from "../state/events.js";
import { page, view } from "../state/page.js";
import { redo, undo } from "../state/play.js";
import { setting } from "../state/storage.js";
import { bestOffer, chosenOffer } from "../state/turn.js";

const keyState = {
  tabStop: "", // the one box that Tab stops at
  // the element that had the focus when the last die was typed
  typedAt: /** @type {HTMLElement | null} */ (null),
};

/** @param {string} [key] */
export function rove(key = keyState.tabStop) {
  const boxes = findAll("table td .cell:enabled");
  const stop = boxes.find((box) => box.dataset.key === key) || boxes[0];
  if (stop) {
    keyState.tabStop = String(stop.dataset.key);
    boxes.forEach((box) => {
      setAttribute(box, "tabindex", box === stop ? "0" : "-1");
    });
  }
}

/** Return the boxes and the names of rows, line by line. */
function linesOfBoxes() {
  return findAll("tr[data-totals]")
    .filter((row) => row.offsetParent)
    .flatMap((row) => {
      const topOf = (/** @type {HTMLElement} */ node) => Math.round(node.getBoundingClientRect().top);
      const boxes = findAll(".cell:enabled", row);
      const tops = [...new Set(boxes.map(topOf))];
      const [first = [], ...others] = tops.map((top) => boxes.filter((node) => topOf(node) === top));
      return [[find(".label", row), ...first], ...others];
    });
}

/** Steps of arrow keys: lines down, and places to the right.
 *
 * @type {Record<string, [down: number, right: number]>}
 */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Move the focus by arrow keys, between boxes and the names of rows.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} from
 */
function moveFocus(event, from) {
  const lines = has(STEPS, event.key) ? linesOfBoxes() : [];
  const at = lines.findIndex((line) => line.includes(from));
  if (at < 0) {
    return;
  }
  const [down, right] = STEPS[event.key];
  const next = down ? nearestIn(lines, at, down, from) : lines[at][lines[at].indexOf(from) + right];
  event.preventDefault();
  if (next) {
    next.focus();
  }
}

/** Return the nearest of a line above or below; from a box to a box, past lines without one.
 *
 * @param {HTMLElement[][]} lines
 * @param {number} at
 * @param {number} down
 * @param {HTMLElement} from
 */
function nearestIn(lines, at, down, from) {
  const middle = (/** @type {HTMLElement} */ node) => {
    const box = node.getBoundingClientRect();
    return box.left + box.width / 2;
  };
  const off = (/** @type {HTMLElement} */ node) => Math.abs(middle(node) - middle(from));
  const kind = from.classList.contains("cell") ? ".cell" : "*";
  const beyond = down > 0 ? lines.slice(at + 1) : lines.slice(0, at).reverse();
  const [candidates] = beyond.map((line) => line.filter((node) => node.matches(kind))).filter((line) => line.length);
  return candidates && candidates.reduce((best, node) => (off(best) <= off(node) ? best : node));
}

/** Move to the next offer up or down; at first from the best one, which Enter would write.
 *
 * @param {number} way
 */
function moveAlong(way) {
  const chips = findAll("#offers .offer").filter((node) => node.offsetParent);
  if (!chips.length) {
    return;
  }
  const now = chips.indexOf(focused());
  const from = now < 0 && bestOffer() ? 0 : now;
  chips[Math.max(0, Math.min(chips.length - 1, from + way))].focus();
}

/** @param {HTMLElement} target */
const isTyping = (target) => Boolean(target.closest("input, textarea, select"));

/** Check whether Enter presses the element with the focus. It does not if dice were typed there, which it writes, nor
 * if the element is idle or gone.
 *
 * @param {HTMLElement} target
 */
function isPressing(target) {
  const node = target.closest("button, a, label, summary");
  return (
    node instanceof HTMLElement &&
    node.offsetParent !== null &&
    node.getAttribute("aria-disabled") !== "true" &&
    (target !== keyState.typedAt || target.matches(".offered, .chip, #roll"))
  );
}

/** Write the chosen offer. If none is known to be the best, the first gets the focus: Enter then writes it. */
function takeOffer() {
  const offer = chosenOffer();
  if (offer) {
    chipOf(offer).click();
  } else if (view.offers) {
    chipOf(view.offers.best).focus();
  }
}

/** @param {PageOffer} offer */
const chipOf = (offer) => find(`#offers .offer[data-box="${offer.box}"]`);

/** @param {KeyboardEvent} event */
export function pressKey(event) {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof HTMLElement) || isTyping(target) || openSheets().length) {
    return;
  }
  const isOn = setting("keys") !== false;
  if (event.key.startsWith("Arrow") && target.closest("table")) {
    moveFocus(event, target);
    return;
  }
  if (!isOn || event.altKey || (event.repeat && !/^(Arrow|Backspace)/.test(event.key))) {
    return; // a key that repeats neither rolls nor writes
  }
  const act = event.ctrlKey || event.metaKey ? withControl(event) : plainKey(event, target);
  if (act) {
    event.preventDefault();
    act();
    keyState.typedAt = /^[1-9]$/.test(event.key) ? focused() : null;
  }
}

/**
 * @param {KeyboardEvent} event
 * @returns {(() => void) | null}
 */
function withControl(event) {
  const key = event.key.toLowerCase();
  return key === "z" ? (event.shiftKey ? redo : undo) : key === "y" ? redo : null;
}

/** Return the action of a key without Ctrl; null for none.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 * @returns {(() => void) | null}
 */
function plainKey(event, target) {
  const face = Number(event.key);
  if (Number.isInteger(face) && face >= 1 && face <= Math.max(turns.sides, turns.dice)) {
    const key = findAll(page.turn.throws.length ? "#dice button" : "#faces button")[face - 1];
    return key ? () => key.click() : null;
  }
  /** @type {Record<string, (() => void) | null>} */
  const keys = {
    Backspace: () => find("#erase").click(),
    g: () => find("#roll").click(),
    m: () => notify("show menu"),
    ArrowDown: target.closest("main") ? null : () => moveAlong(1),
    ArrowUp: target.closest("main") ? null : () => moveAlong(-1),
    Enter: view.offers && !isPressing(target) ? takeOffer : null,
  };
  return keys[event.key] || keys[event.key.toLowerCase()] || null;
}
/**
 * @param {string} selector
 * @param {(node: HTMLElement) => unknown} act
 */
export function onPress(selector, act) {
  findAll(selector).forEach((node) => {
    node.addEventListener("click", () => {
      if (node.getAttribute("aria-disabled") !== "true") {
        act(node);
      }
    });
  });
}

/** Forget where dice were typed if the focus was lost there: some may have been typed meanwhile. */
export function followTyping() {
  keyState.typedAt = keyState.typedAt && focused();
}
