/* Results as card files for `sheetgen check`. */

const FORMULAS = /(^|[,;])(?=["'\s]*[=+\-@\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/g;

/** Return a cell of a CSV that is no formula for a spreadsheet and does not end early.
 *
 * @param {any} value
 */
function csvCell(value) {
  const text =
    value === null
      ? ""
      : String(value).replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, " ");
  const safe = typeof value === "string" ? text.replace(FORMULAS, "$1'") : text;
  return /[,;"]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** Return the card file of a result: a row for each box and total, a column for each player.
 *
 * @param {string} ruleset
 * @param {string[][]} rows
 * @param {string} separator
 * @param {Result} result
 */
export function asCsv(ruleset, rows, separator, result) {
  const values = { ...result.boxes, ...result.totals };
  const lines = [[ruleset, ...result.players], ...rows.map(([where, name]) => [name, ...values[where]])];
  return lines.map((cells) => `${cells.map(csvCell).join(separator)}\n`).join("");
}

/**
 * @param {string} ruleset
 * @param {Result} result
 */
export const asJson = (ruleset, result) => `${JSON.stringify({ ruleset, ...result }, null, 1)}\n`;
