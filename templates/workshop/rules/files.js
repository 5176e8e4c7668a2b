/* Files of names as `--names-file` reads them: a table a line, with headings or without. Touches no page. */

/** Separators of cells, of which the commonest in the first line counts. */
const SEPARATORS = [",", ";", "\t"];

/** Return the cells of the lines that have any.
 *
 * @param {string} text
 */
export function cellsIn(text) {
  const lines = text.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== "");
  const counts = SEPARATORS.map((separator) => (lines[0] ?? "").split(separator).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))];
  return lines.map((line) => cellsOf(line, separator));
}

/** Return the cells of a line; a separator in quotes is none.
 *
 * @param {string} line
 * @param {string} separator
 */
function cellsOf(line, separator) {
  const cells = [""];
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') {
      isQuoted = !isQuoted;
    } else if (letter === separator && !isQuoted) {
      cells.push("");
    } else {
      cells[cells.length - 1] += letter;
    }
  }
  return cells.map((cell) => cell.trim());
}

/** Return the fields of the columns, such as "table" and "player"; none if the first line has names.
 *
 * @param {string[][]} lines
 * @param {Record<string, string>} headings fields by the words for them
 */
export function columnsOf(lines, headings) {
  const [first, second] = lines.slice(0, 2).map((cells) => fieldsOf(cells, headings));
  const isHeading = first !== undefined && first.length > 0 && first.every((field) => field !== "");
  const isTwice = second !== undefined && second.every((field) => field !== ""); // players who are called so
  return isHeading && !isTwice ? first : [];
}

/** @param {string[]} cells @param {Record<string, string>} headings */
const fieldsOf = (cells, headings) =>
  cells.map((cell) => {
    const word = cell.toLowerCase().replace(/[\s\d]+$/, "");
    return Object.hasOwn(headings, word) ? headings[word] : "";
  });

/** Return the names of each line under the headings of players.
 *
 * @param {string[][]} lines with the headings
 * @param {string[]} columns
 */
export const namesByLine = (lines, columns) =>
  lines.slice(1).map((cells) => cells.filter((cell, place) => columns[place] === "player" && cell !== ""));

/** Return a file with a table a line, numbered for a round if there is one.
 *
 * @param {string[][]} tables the names at each table
 * @param {number} round 0 for no numbers
 */
export function fileOf(tables, round) {
  const most = Math.max(...tables.map((names) => names.length));
  const heading = ["table", "round", ...Array(most).fill("player")].join(",");
  const lines = tables.map((names, place) => {
    const cells = names.map(quoted);
    return (round ? [place + 1, round, ...cells] : cells).join(",");
  });
  return (round ? [heading, ...lines] : lines).join("\n");
}

/** Return a name as a cell.
 *
 * @param {string} name
 */
const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
