/* Texts that fit their places on the big screen. Lengths are in units of a screen of 1280 by 720. */

import { element } from "./elements.js";
import { shortened, widthOf } from "./measure.js";

/** The smallest letters of the big screen. */
export const LEAST = 15;

/** Return the size at which a text fits: at most `size`, at least `least`.
 *
 * @param {string} text
 * @param {number} weight
 * @param {number} size
 * @param {number} room
 * @param {number} [least]
 */
function sizeThatFits(text, weight, size, room, least = LEAST) {
  const wide = widthOf(text, `${weight} ${size}px`);
  const fit = wide > room ? Math.floor((10 * size * room) / wide) / 10 : size;
  return Math.max(least, Math.min(size, fit));
}

/** Check whether a text fits at some size.
 *
 * @param {string} text
 * @param {number} weight
 * @param {number} size
 * @param {number} room
 */
export const doesFit = (text, weight, size, room) => widthOf(text, `${weight} ${size}px`) <= room + 0.5;

/** Return a text that fits, in smaller letters, or without its middle where even the smallest have no room.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {string} text
 * @param {{ weight: number, size: number, room: number, least?: number }} fit
 */
export function fitted(name, attributes, text, { weight, size, room, least = LEAST }) {
  const fit = sizeThatFits(text, weight, size, room, least);
  const isWhole = doesFit(text, weight, fit, room);
  const node = element(name, attributes, isWhole ? text : shortened(text, `${weight} ${fit}px`, room));
  node.style.fontSize = `${fit}px`;
  return node;
}
