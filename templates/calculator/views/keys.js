/* Keys: faces, offers and rolls from anywhere on the page; arrows from box to box. */

import { find, findAll, setAttribute } from "../parts/elements.js";
import { openSheets } from "../parts/sheets.js";
import { turns } from "../state/data.js";
import { notify } from "../state/events.js";
import { page, view } from "../state/page.js";
import { redo, undo } from "../state/play.js";
import { setting } from "../state/storage.js";
import { bestOffer, chosenOffer } from "../state/turn.js";

const keyState = {
  tabStop: "", // the one box that Tab stops at
  typedAt: null, // the element that had the focus when the last die was typed
};

export function rove(key = keyState.tabStop) {
  const boxes = findAll("table td .cell:enabled");
  const stop = boxes.find((box) => box.dataset.key === key) || boxes[0];
  if (stop) {
    keyState.tabStop = stop.dataset.key;
    boxes.forEach((box) => setAttribute(box, "tabindex", box === stop ? "0" : "-1"));
  }
}

/** Return the boxes and the names of rows, line by line. */
function linesOfBoxes() {
  return findAll("tr[data-totals]")
    .filter((row) => row.offsetParent)
    .flatMap((row) => {
      const lines = new Map();
      const topOf = (node) => Math.round(node.getBoundingClientRect().top);
      const boxes = findAll(".cell:enabled", row);
      boxes.forEach((node) => lines.set(topOf(node), [...(lines.get(topOf(node)) || []), node]));
      const found = [...lines.values()];
      return found.length ? [[find(".label", row), ...found[0]], ...found.slice(1)] : [[find(".label", row)]];
    });
}

/** Move the focus by arrow keys, between boxes and the names of rows. */
function moveFocus(event) {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const step = steps[event.key];
  const lines = step ? linesOfBoxes() : [];
  const at = lines.findIndex((line) => line.includes(event.target));
  if (at < 0) {
    return false;
  }
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return box.left + box.width / 2;
  };
  const off = (node) => Math.abs(middle(node) - middle(event.target));
  const isBox = event.target.classList.contains("cell");
  const beyond = lines.slice(step[0] > 0 ? at + 1 : 0, step[0] > 0 ? lines.length : at);
  const line = step[0]
    ? (step[0] > 0 ? beyond : beyond.reverse()).find(
        (each) => !isBox || each.some((node) => node.classList.contains("cell"))
      ) || []
    : lines[at];
  const candidates = step[0] && isBox ? line.filter((node) => node.classList.contains("cell")) : line;
  const next = step[0]
    ? candidates.reduce((best, node) => (best && off(best) <= off(node) ? best : node), null)
    : candidates[candidates.indexOf(event.target) + step[1]];
  event.preventDefault();
  if (next) {
    next.focus();
  }
  return true;
}

/** Move to the next offer up or down; at first from the best one, which Enter would write. */
function moveAlong(way) {
  const chips = findAll("#offers .offer").filter((node) => node.offsetParent);
  if (!chips.length) {
    return;
  }
  const now = chips.indexOf(document.activeElement);
  const from = now < 0 && bestOffer() ? 0 : now;
  chips[Math.max(0, Math.min(chips.length - 1, from + way))].focus();
}

const isTyping = (target) => Boolean(target.closest("input, textarea, select"));

/** Check whether Enter presses the element with the focus. It does not if dice were typed there, which it writes, nor
 * if the element is idle or gone. */
function isPressing(target) {
  const node = target.closest("button, a, label, summary");
  return (
    Boolean(node && node.offsetParent) &&
    node.getAttribute("aria-disabled") !== "true" &&
    (target !== keyState.typedAt || target.matches(".offered, .chip, #roll"))
  );
}

/** Write the chosen offer. If none is known to be the best, the first gets the focus: Enter then writes it. */
function takeOffer() {
  const offer = chosenOffer();
  if (offer) {
    chipOf(offer).click();
  } else {
    chipOf(view.offers.best).focus();
  }
}

const chipOf = (offer) => find(`#offers .offer[data-box="${offer.box}"]`);

export function pressKey(event) {
  if (event.defaultPrevented || isTyping(event.target) || openSheets().length) {
    return;
  }
  const isIn = (selector) => Boolean(event.target.closest(selector));
  const isOn = setting("keys") !== false;
  if (event.key.startsWith("Arrow") && isIn("table")) {
    moveFocus(event);
    return;
  }
  if (!isOn || event.altKey || (event.repeat && !/^(Arrow|Backspace)/.test(event.key))) {
    return; // a key that repeats neither rolls nor writes
  }
  const act = (event.ctrlKey || event.metaKey ? withControl : plainKey)(event);
  if (act) {
    event.preventDefault();
    act();
    keyState.typedAt = /^[1-9]$/.test(event.key) ? document.activeElement : null;
  }
}

function withControl(event) {
  const key = event.key.toLowerCase();
  return key === "z" ? (event.shiftKey ? redo : undo) : key === "y" ? redo : null;
}

/** Return the action of a key without Ctrl; null for none. */
function plainKey(event) {
  const face = Number(event.key);
  if (Number.isInteger(face) && face >= 1 && face <= Math.max(turns.sides, turns.dice)) {
    const key = findAll(page.turn.throws.length ? "#dice button" : "#faces button")[face - 1];
    return key ? () => key.click() : null;
  }
  const keys = {
    Backspace: () => find("#erase").click(),
    g: () => find("#roll").click(),
    m: () => notify("show menu"),
    ArrowDown: event.target.closest("main") ? null : () => moveAlong(1),
    ArrowUp: event.target.closest("main") ? null : () => moveAlong(-1),
    Enter: view.offers && !isPressing(event.target) ? takeOffer : null,
  };
  return keys[event.key] || keys[event.key.toLowerCase()] || null;
}
export function onPress(selector, act) {
  findAll(selector).forEach((node) =>
    node.addEventListener("click", (event) => {
      if (node.getAttribute("aria-disabled") !== "true") {
        act(event);
      }
    })
  );
}

/** Forget where dice were typed if the focus was lost there: some may have been typed meanwhile. */
export function followTyping() {
  keyState.typedAt = keyState.typedAt && document.activeElement;
}
