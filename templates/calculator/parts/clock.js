/* Times of the day, as a table says them. */

import { pgettext } from "../state/texts.js";

/** Return hours and minutes of a time in milliseconds in 24 hours, as the language writes them.
 *
 * Browsers have no such format: theirs for English has AM and PM, and that for Dutch has a colon.
 *
 * @param {number} time
 */
export function timeOfDay(time) {
  const at = new Date(time);
  const [hour, minute] = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, "0"));
  return pgettext("page", "%(hour)s:%(minute)s", { hour, minute });
}
