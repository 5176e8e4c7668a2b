/* Widths: of texts, of the head, and which players have room beside each other. */

import { DATA, isOneCard } from "../state/data.js";
import { page, view } from "../state/page.js";
import { find, penOf, toggle } from "./elements.js";

/** Widths that are measured once for each shape of the table. */
const sizeState = { measured: /** @type {Record<string, any>} */ ({}) };

export const MOST_COLUMNS = 4;
const MOST_FIGURES = 7;
const COLUMN_ROOM = 48; // px: a box to hit, and the gap beside it
const TOTAL_ROOM = 41; // px at letters of 16: a total of three digits in its box, and the gap beside it
const FIGURE_ROOM = 20; // px at letters of 16: two digits
export const TAB_ROOM = 40; // px at letters of 16, as in page.css
export const isLying = matchMedia("(max-height: 479.98px) and (min-width: 560px)");
const pen = penOf(document.createElement("canvas"));
const widths = new Map();

/** Measure a width once, because it forces a layout.
 *
 * @template Width
 * @param {string} name
 * @param {() => Width} how
 * @returns {Width}
 */
export const measure = (name, how) => {
  sizeState.measured[name] = name in sizeState.measured ? sizeState.measured[name] : how();
  return sizeState.measured[name];
};

/** Return how large the letters of the root are, in proportion to 16 pixels. */
export const unit = () => measure("unit", () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);

/** Return the width of a text in pixels. The size of its font is that at letters of 16.
 *
 * @param {string} text
 * @param {string} font
 */
export function widthOf(text, font) {
  const key = `${font} ${text}`;
  if (!widths.has(key)) {
    pen.font = `${font} ${measure("family", () => getComputedStyle(document.body).fontFamily)}`;
    widths.set(key, pen.measureText(text).width * unit());
  }
  return widths.get(key);
}

/** Return a text that fits, without its middle if there is no room for all of it.
 *
 * @param {string} text
 * @param {string} font
 * @param {number} room
 */
export function shortened(text, font, room) {
  const letters = [...text];
  const without = (/** @type {number} */ count) => {
    const start = Math.ceil((letters.length - count) / 2);
    return count ? [...letters.slice(0, start), "…", ...letters.slice(start + count)].join("") : text;
  };
  for (let count = 0; count < Math.max(1, letters.length - 1); count += 1) {
    if (widthOf(without(count), font) <= room) {
      return without(count);
    }
  }
  return `${letters[0]}…`;
}

/** Return the size of the letters of an element, in pixels at letters of 16.
 *
 * @param {string} selector
 */
export const letterSize = (selector) =>
  measure(`letters ${selector}`, () => parseFloat(getComputedStyle(find(selector)).fontSize) / unit());

/** Return the width between the margins of the head. */
export const headRoom = () => measure("head", () => find("#head").clientWidth) - 8;

/** Check whether the window is that of a phone at a zoom of 200 %. */
export const isTiny = () => innerWidth < 280;

/** Return the width of the names of the rows, and of them and the card that is shown; page.css has both. */
export const labelRoom = () => (headRoom() < 330 ? 112 : 123);
export const ownRoom = () => labelRoom() + (headRoom() < 330 ? 54 : 58);

/** Return the number of players whose columns have room beside the names of the rows; none in a tiny window. */
const mostColumns = () =>
  isTiny() || (unit() >= 1.75 && headRoom() < 500)
    ? 0
    : Math.min(MOST_COLUMNS, Math.floor((headRoom() - labelRoom()) / Math.max(COLUMN_ROOM, TOTAL_ROOM * unit())));

/** Check whether there are tabs in the head, because the columns of all have no room. */
export const isTabs = () => page.match.players.length > mostColumns();

/** Return the number of players whose figures have room beside the card that is shown. */
const mostFigures = () =>
  Math.max(0, Math.min(MOST_FIGURES, Math.floor((headRoom() - ownRoom()) / (FIGURE_ROOM * unit()))));

/** Check whether there are more tabs than have room.
 *
 * @param {number} count
 */
export const isCrowded = (count) => isTabs() && (isTiny() ? count > 1 : count * TAB_ROOM * unit() > headRoom() + 8);

/** Return the players in the table: all if it has columns, else the shown one and then the others.
 *
 * @param {Column[]} columns
 */
export function orderOf(columns) {
  const all = columns.map((_, place) => place);
  if (isInColumns()) {
    return all;
  }
  const own = all.find((place) => columns[place].player.id === view.shownPlayer) || 0;
  const rest = [...all.slice(own + 1), ...all.slice(0, own)];
  return [
    own,
    ...(isOneCard
      ? []
      : rest.length > mostFigures()
        ? rest.slice(0, mostFigures())
        : all.filter((place) => place !== own)),
  ];
}
export const isInColumns = () => view.isPrinting || (!isOneCard && !isTabs());

/** Measure the page anew, for another shape of the table; with `isAll` also texts, for other letters.
 *
 * @param {boolean} [isAll]
 */
export function measureAnew(isAll = false) {
  sizeState.measured = {};
  if (isAll) {
    widths.clear();
  }
}

/** Fit the title to its place: in smaller letters, then in two lines. */
export function fitTitle() {
  const title = find("#head h1");
  const room = find("#game").clientWidth - 4;
  title.style.removeProperty("font-size");
  const size = parseFloat(getComputedStyle(title).fontSize) / unit();
  const sizeFor = (/** @type {string} */ text) =>
    Math.floor(Math.min(size, (size * room) / widthOf(text, `900 ${size}px`)));
  const least = isLying.matches ? 17 : 21; // px at letters of 16
  const isCrowded = view.table !== null && DATA.title.includes(" ");
  const most = isCrowded ? 16 : least; // of two lines: a table has its mark below
  const isWhole = sizeFor(DATA.title) >= least;
  const fit = isWhole ? sizeFor(DATA.title) : Math.min(most, ...DATA.title.split(" ").map(sizeFor));
  toggle(title, "two", !isWhole);
  if (room > 0 && fit < size) {
    title.style.fontSize = `${Math.max(12, fit) / 16}rem`;
  }
}
