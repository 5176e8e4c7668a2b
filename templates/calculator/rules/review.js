/* A sheet that was read from a picture, while a person corrects it. Touches no page.
 *
 * A cell is {row, kind, text, sure, likely}: its text is what a person sees and
 * changes, `sure` means that nobody has to check it any more. The cells of a card are in the order of the paper.
 */

import { addUp, brokenBound, canHold, comesTo, has, roomForYachts, sumOfBoxes } from "./engine.js";
import { say } from "./words.js";

/**
 * @param {any[]} read
 * @returns {ReadCell}
 */
export function cellOfRead([row, kind, rect, value, sure, likely]) {
  const read = sure || !likely.length ? value : likely[0][0];
  return {
    row,
    kind,
    rect,
    sure: sure || kind === "name",
    text: read === null ? "" : String(read),
    likely: likely.map((/** @type {any[]} */ each) => each[0]),
  };
}

/** Check whether Enter settles a cell. A box that could not be read stays open: nobody said that it is blank.
 *
 * @param {ReadCell} readCell
 */
export function isSettledByEnter({ sure, text, likely }) {
  return sure || text !== "" || likely.includes(null);
}

/** Read a cell as `sheetgen check` does: a number, 0 for a dash or a struck box, null for a blank; else its text.
 *
 * @param {ReadCell} readCell
 * @returns {number | string | null}
 */
function writtenIn({ text, kind }) {
  const bare = text.trim();
  if (bare === "") {
    return null;
  }
  if (/^[-–—−‒]$/.test(bare) || (kind === "box" && /^[xX×/]$/.test(bare))) {
    return 0;
  }
  return /^[-–−+]?[0-9]{1,9}([.,]0{1,2})?$/.test(bare) ? Number(bare.replace(/^[–−]/, "-").replace(",", ".")) : bare;
}

/** Return the numbers of a card by row; the first, if a row is there more than once.
 *
 * @param {ReadCell[]} cells
 */
function numbersIn(cells) {
  /** @type {Record<string, number>} */
  const found = {};
  cells.forEach((cell) => {
    const value = writtenIn(cell);
    if (cell.kind !== "name" && typeof value === "number" && !has(found, cell.row)) {
      found[cell.row] = value;
    }
  });
  return found;
}

/** Return the faults of a card as {cell, text}. Totals are compared with the boxes, right or wrong.
 *
 * @param {Game} game
 * @param {ReadWords} words
 * @param {ReadCell[]} cells
 */
export function findingsIn(game, words, cells) {
  const numbers = numbersIn(cells);
  /** @type {Card} */
  const card = {};
  game.boxes
    .filter((box) => has(numbers, box))
    .forEach((box) => {
      card[box] = numbers[box];
    });
  const yachts = has(numbers, words.bonus) ? numbers[words.bonus] / words.bonus_points : null;
  const totals = addUp(game, card, Number.isInteger(yachts) ? yachts : null);
  const paper = { game, words, cells, numbers, card, totals };
  return cells
    .filter((cell) => cell.kind !== "name")
    .flatMap((cell) => {
      const text = wrongIn(paper, cell, writtenIn(cell));
      return text ? [{ cell, text }] : [];
    });
}

/** Return the fault of a cell in words; empty if there is none.
 *
 * @param {Paper} paper
 * @param {ReadCell} cell
 * @param {number | string | null} value
 */
function wrongIn(paper, cell, value) {
  const { words, cells, numbers } = paper;
  if (typeof value === "string") {
    return say(words.no_number, { written: value });
  }
  if (value !== null && value !== numbers[cell.row]) {
    return words.twice;
  }
  if (paper.game.boxes.includes(cell.row)) {
    const isElsewhere = value === null && cells.some((other) => other.row === cell.row && writtenIn(other) !== null);
    return isElsewhere ? "" : wrongInBox(paper, cell.row, value);
  }
  if (value === null) {
    return ""; // a total that nobody wrote is not wrong
  }
  return cell.row === words.bonus ? wrongBonus(paper, value) : wrongSum(paper, cell.row, value);
}

/**
 * @param {Paper} paper
 * @param {string} box
 * @param {number | null} value
 */
function wrongInBox({ game, words, card }, box, value) {
  if (value === null || !canHold(game, box, value)) {
    return value === null ? words.missing : words.can_hold[box];
  }
  const bound = brokenBound(game, card, box, value);
  return bound && bound[0] === box
    ? say(words.below, { lower: words.names[bound[0]], higher: words.names[bound[1]] })
    : "";
}

/** Return the fault of points for further Yachts; empty if the card has room for them.
 *
 * @param {Paper} paper
 * @param {number} value
 */
function wrongBonus({ game, words, card }, value) {
  const room = roomForYachts(game, card);
  const yachts = value / words.bonus_points;
  if (value !== 0 && room === 0) {
    return words.no_yacht;
  }
  return Number.isInteger(yachts) && yachts >= 0 && yachts <= room
    ? ""
    : say(words.no_room, { most: room * words.bonus_points });
}

/** Return the fault of a sum or bonus; one that fits the written sums above it follows from those.
 *
 * @param {Paper} paper
 * @param {string} row
 * @param {number} value
 */
function wrongSum({ game, words, numbers, card, totals }, row, value) {
  const total = game.totals.find((each) => each.id === row);
  if (!total && !has(words.several, row)) {
    return "";
  }
  const right = (total ? totals[row] : sumOfBoxes(card, words.several[row])) || 0;
  if (value === right) {
    return "";
  }
  const follows = total && comesTo(total, card, { ...totals, ...numbers }) === value;
  return say(follows ? words.follows : words.wrong, { written: value, right });
}

/** Return the value of a cell for a card file; an unsure one stays unsure.
 *
 * @param {ReadCell} cell
 */
function savedValue(cell) {
  const likely = cell.likely.filter((value) => value !== null);
  return cell.sure ? writtenIn(cell) : `${likely.join(" / ")}?`;
}

/** Return the result of a sheet for files.js: its rows as [key, name], and values by key.
 *
 * A row with two values in a column is listed twice. Its second key ends with a space, which is ignored in names.
 *
 * @param {Game} game
 * @param {string[][]} rows
 * @param {ReadCard[]} cards
 */
export function reviewed(game, rows, cards) {
  /* where columns decide, only old sheets have a grand total */
  const isOnPaper = (/** @type {string} */ where) =>
    !game.winner || where !== "total" || cards.some((card) => card.cells.some((cell) => cell.row === where));
  const onPaper = rows.filter(([where]) => isOnPaper(where));
  const saved = onPaper.flatMap(([where, name]) => {
    const columns = cards.map((card) =>
      [...new Set(card.cells.filter((cell) => cell.row === where).map(savedValue))].filter((value) => value !== null)
    );
    const times = Math.max(1, ...columns.map((values) => values.length));
    return Array.from({ length: times }, (_, time) => ({
      where,
      name,
      key: where + " ".repeat(time),
      values: columns.map((values) => (time in values ? values[time] : null)),
    }));
  });
  /** @param {boolean} isBox */
  const table = (isBox) =>
    Object.fromEntries(
      saved.filter((row) => game.boxes.includes(row.where) === isBox).map((row) => [row.key, row.values])
    );
  return {
    rows: saved.map((row) => [row.key, row.name]),
    result: { players: cards.map((card) => card.name), boxes: table(true), totals: table(false) },
  };
}
