/* Names that were typed or pasted, and how players are spread over tables. Touches no page. */

/** A number or bullet in front of a name in a list. */
const MARK = /^\s*(?:\d+\s*[.):]|[-*•–·])\s*/;

/** Players that a sheet takes, if its game sets no limit. */
const MOST_SEATS = 12;

/** Return how many players a sheet takes.
 *
 * @param {number | null} most of the game
 */
export const seatsOf = (most) => Math.min(most ?? MOST_SEATS, MOST_SEATS);

/** Return the names of a pasted list: one a line, or between tabs, semicolons or commas.
 *
 * Numbers and bullets in front are left out, and so are empty places.
 *
 * @param {string} text
 */
export function namesIn(text) {
  const lines = text.split(/\r\n|[\n\r\t;]/);
  const pieces = lines.length > 1 ? lines : text.split(",");
  return pieces.map((piece) => piece.replace(MARK, "").trim()).filter((name) => name !== "");
}

/** Check whether a text that was pasted in a field is a list of names.
 *
 * @param {string} text
 */
export const isList = (text) => namesIn(text).length > 1;

/** Check whether a list has its names on lines or in cells, as those of a club.
 *
 * @param {string} text
 */
export const isLong = (text) => isList(text) && /[\n\r\t;]/.test(text.trim());

/** Return how many sit at each table: as many tables as are needed for at most `per` each.
 *
 * Tables differ by one player at most, the full ones first.
 *
 * @param {number} players
 * @param {number} per
 */
export function tableSizes(players, per) {
  const tables = Math.ceil(players / per);
  const least = Math.floor(players / tables);
  const larger = players - least * tables;
  return Array.from({ length: tables }, (_, table) => least + (table < larger ? 1 : 0));
}

/** Return the names table by table.
 *
 * @param {string[]} names
 * @param {number} per
 */
export function tablesOf(names, per) {
  let seated = 0;
  return tableSizes(names.length, per).map((size) => {
    seated += size;
    return names.slice(seated - size, seated);
  });
}

/** Return the names in another order, each order as likely as any other.
 *
 * @param {string[]} names
 * @param {(below: number) => number} draw a whole number from 0 to below its argument
 */
export function shuffled(names, draw) {
  const mixed = [...names];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
