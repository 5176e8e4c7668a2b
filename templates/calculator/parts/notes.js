/* Notes to be seen and heard, and scrolling. */

import { gameColumns } from "../state/data.js";
import { page, view } from "../state/page.js";
import { find, setAttribute, setText } from "./elements.js";

const noteState = { noteTimer: 0 };

/** @param {string} text */
export function announce(text) {
  setText(find("#live"), text);
}

/** Show a note for five seconds; screen readers hear it.
 *
 * @param {string} text
 */
export function flash(text) {
  announce(text);
  const note = find("#note");
  note.textContent = text;
  note.hidden = false;
  clearTimeout(noteState.noteTimer);
  noteState.noteTimer = setTimeout(() => {
    note.hidden = true;
  }, 5000);
}

/** Scroll a row to one of its items.
 *
 * @param {HTMLElement} row
 * @param {HTMLElement} item
 */
export function reach(row, item) {
  const left = item.offsetLeft - row.offsetLeft;
  if (left < row.scrollLeft + 48 || left + item.offsetWidth > row.scrollLeft + row.clientWidth - 34) {
    row.scrollLeft = left - row.clientWidth / 2;
  }
}
/**
 * @param {Element} node
 * @param {boolean} idle
 */
export const setIdle = (node, idle) => setAttribute(node, "aria-disabled", idle ? "true" : "false");

/** Scroll the best offer to the middle if it is out of sight. */
export function showBest() {
  const { offers } = view;
  const best =
    offers && document.querySelector(`[data-key="${offers.best.box} ${page.match.players.indexOf(offers.player)}"]`);
  const sheet = find("main");
  if (best) {
    const box = best.getBoundingClientRect();
    const room = sheet.getBoundingClientRect();
    const top = find(gameColumns ? "#names" : "#head").getBoundingClientRect().bottom;
    if (box.top < top || box.bottom > room.bottom) {
      const by = (box.top + box.bottom) / 2 - (top + room.bottom) / 2;
      sheet.scrollBy({ top: by, behavior: isStill() ? "auto" : "smooth" });
    }
  }
}

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
