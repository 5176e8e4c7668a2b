/* Texts with places, numbers as they are shown, and small sums. Touches no page. */

/** Fill the places of a text. A value that ends with a mark, such as Yacht!, gets no full stop after it.
 *
 * @param {string} text
 * @param {Record<string, any>} [places]
 */
export const say = (text, places = {}) =>
  text
    .replace(/%\((\w+)\)s/g, (place, name) => (name in places ? places[name] : place))
    .replace(/([!?\u2026])\./g, "$1");
/** Return the points of an entry, and the bonus beside them.
 *
 * @param {Choice} choice
 */
export const choiceText = (choice) => (choice.bonus ? `${choice.points} + ${choice.bonus}` : String(choice.points));
/** Return a number with a minus that is as wide as a plus.
 *
 * @param {number | string} points
 */
export const plain = (points) => String(points).replace("-", "−");
/** Return a number with its sign.
 *
 * @param {number} points
 */
export const signed = (points) => (points < 0 ? plain(points) : `+${points}`);

/* Rolls: dice are drawn and stored before they are shown. What was seen stays: undo takes back what was written. */

/** Draw one fair face for each place: bytes from the last, incomplete part of their range are dropped.
 *
 * @param {number} count
 * @param {number} sides
 */
export function drawnFaces(count, sides) {
  const even = 256 - (256 % sides);
  const faces = [];
  while (faces.length < count) {
    faces.push(
      ...crypto
        .getRandomValues(new Uint8Array(2 * count))
        .filter((byte) => byte < even)
        .map((byte) => byte % sides)
    );
  }
  return faces.slice(0, count).map((face) => face + 1);
}

/** @param {number[]} numbers */
export const sumOfAll = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
/** @param {number[]} numbers */
export const meanOf = (numbers) => (numbers.length ? sumOfAll(numbers) / numbers.length : 0);

/** Return three to six round numbers around the totals.
 *
 * @param {number[]} totals
 */
export function scaleFor(totals) {
  const low = Math.min(...totals);
  const high = Math.max(...totals);
  const range = high - low || Math.abs(high);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 5000].find((each) => range / each <= 4) || 10000;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
