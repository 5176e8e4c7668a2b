/* Card files that `sheetgen check` reads, of results as plain values. */

/** A cell of a CSV: no spreadsheet takes it for a formula, and nothing in it ends the cell. */
function csvCell(value, separator) {
  let text = value === null ? "" : String(value).replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, " ");
  if (typeof value === "string" && /^'*\s*[=+\-@]/.test(text)) {
    text = "'" + text;
  }
  return text.includes(separator) || /["\n\r]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
}

/** The card file of a result: a row for each box and total, a column for each player. */
function asCsv(ruleset, rows, separator, result) {
  const values = { ...result.boxes, ...result.totals };
  const lines = [[ruleset, ...result.players], ...rows.map(([where, name]) => [name, ...values[where]])];
  return lines.map((cells) => cells.map((cell) => csvCell(cell, separator)).join(separator) + "\n").join("");
}

const asJson = (ruleset, result) => JSON.stringify({ ruleset, ...result }, null, 1) + "\n";
