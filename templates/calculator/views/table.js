/* The table: in columns for up to four players; for more of them one card, with figures for the others beside it. */

import { die } from "../parts/dice.js";
import {
  closest,
  element,
  find,
  findAll,
  findAllOf,
  findOf,
  setAttribute,
  setHidden,
  setText,
  toggle,
} from "../parts/elements.js";
import { showColumnHeads } from "../parts/heads.js";
import {
  MOST_COLUMNS,
  fitTitle,
  headRoom,
  isInColumns,
  isTabs,
  measure,
  measureAnew,
  shortened,
  unit,
  widthOf,
} from "../parts/measure.js";
import { heard, seen } from "../parts/sheets.js";
import { has, mostOf, sumOf, sumOfBoxes, toGo } from "../rules/engine.js";
import { categoryOf } from "../rules/offers.js";
import { plain, signed } from "../rules/words.js";
import { goalOf } from "../state/cards.js";
import { DATA, game, gameColumns, goal, rowName, score, several, totalsById, turns } from "../state/data.js";
import { notify } from "../state/events.js";
import { nameOf, page, view } from "../state/page.js";
import { boxText } from "../state/sayings.js";
import { pgettext } from "../state/texts.js";
import { bestOffer, isMarked, rollsLeft } from "../state/turn.js";

const tableState = {
  rows: /** @type {TableRow[]} */ ([]), // rows of the table, each with its cells
  tableShape: "", // the number of columns and the like that `rows` were made for
};

/* Rows and cells. They are made again when the players or the layout change. */

/**
 * @param {Column[]} columns
 * @param {number[]} order
 */
export function makeTable(columns, order) {
  const made = JSON.stringify([isInColumns(), isTabs(), columns.length, order.length, hasRecords()]);
  if (made === tableState.tableShape) {
    showNames(order, columns);
    return;
  }
  tableState.tableShape = made;
  measureAnew();
  const root = document.documentElement;
  root.style.setProperty("--n", String(columns.length));
  root.dataset.players = isTabs()
    ? "many"
    : columns.length === 1
      ? "one"
      : columns.length === MOST_COLUMNS
        ? "four"
        : "few";
  if (gameColumns) {
    const { length } = gameColumns; // where there is no room beside the boxes, names stand above them, as with eight
    root.dataset.columns = String(headRoom() - 44 * length < 44 ? 8 : length);
  }
  root.dataset.letters = unit() > 1.2 ? "large" : "";
  root.dataset.shows = isInColumns() ? "columns" : "focus";
  tableState.rows = findAllOf(HTMLTableRowElement, "tr[data-totals]").map((row) => makeRow(row, order));
  findAll("tr.head th").forEach((head) => {
    head.setAttribute("colspan", String(order.length * (gameColumns || [1]).length + (hasRecords() ? 2 : 1)));
  });
  showNames(order, columns);
  showRecords();
  // The width of the scrollbar, on systems where it takes room.
  root.style.setProperty("--bar", `${find("main").offsetWidth - find("main").clientWidth}px`);
  fitTitle();
  findAll("tr.sum .label").forEach((label) => {
    label.classList.toggle("tight", isTight(label));
  });
  fitWords();
}

const LEAST_LETTERS = 14; // px; beside an icon, which goes before letters get small, at letters of 16

/** Make room for the words in the names of rows, because browsers hyphenate few languages: their letters are smaller
 * where a word is too wide, and where that is not enough their icon goes. */
function fitWords() {
  const all = findAll("tr[data-row] .words");
  all.forEach((words) => {
    words.style.removeProperty("font-size");
    toggle(closest(words, ".label"), "bare", false);
  });
  const names = all.filter(canBreak);
  shrinkWords(names, LEAST_LETTERS * unit());
  const cramped = names.filter((words) => widestOf(words) > roomFor(words));
  cramped.forEach((words) => {
    words.style.removeProperty("font-size");
    toggle(closest(words, ".label"), "bare", true);
  });
  shrinkWords(cramped, LEAST_LETTERS);
}

/** Return the width that the words of a name can have.
 *
 * @param {HTMLElement} words
 */
const roomFor = (words) => closest(words, ".name").clientWidth;

/** Check whether a name is in sight and has to break. Beside narrow columns some are only said, or are in one line.
 *
 * @param {HTMLElement} words
 */
const canBreak = (words) => roomFor(words) > 1 && getComputedStyle(words).whiteSpace !== "nowrap";

/** Make the letters of some names smaller, as far as they need it. All are measured before any is changed.
 *
 * @param {HTMLElement[]} names
 * @param {number} least
 */
function shrinkWords(names, least) {
  const fits = names.map((words) => {
    const size = parseFloat(getComputedStyle(words).fontSize);
    const share = (roomFor(words) - 1) / widestOf(words); // widths are rounded
    const fit = Math.max(least, Math.floor(10 * size * share) / 10);
    return share < 1 && fit < size ? `${fit}px` : "";
  });
  names.forEach((words, at) => {
    words.style.fontSize = fits[at];
  });
}

/** Return the width of the widest word of a name.
 *
 * @param {HTMLElement} words
 */
function widestOf(words) {
  const { fontSize, fontWeight, letterSpacing } = getComputedStyle(words);
  const font = `${fontWeight} ${parseFloat(fontSize) / unit()}px`;
  const spacing = parseFloat(letterSpacing) || 0;
  return Math.max(
    ...String(words.textContent)
      .split(/\s/)
      .map((word) => widthOf(word, font) + spacing * word.length)
  );
}

/** Check whether a word in the name of a sum leaves no room for its sign.
 *
 * @param {HTMLElement} label
 */
const isTight = (label) =>
  String(find(".words", label).textContent)
    .split(" ")
    .some((word) => widthOf(word, "900 14px") > label.clientWidth - 28);

/** Return the cells of a row: one for each player, or for each of the columns of a player.
 *
 * @param {HTMLElement} row
 * @param {number[]} order
 */
const slotsOf = (row, order) =>
  order.flatMap((_, at) =>
    gameColumns && !row.dataset.across ? gameColumns.map(({ prefix }) => ({ at, prefix })) : [{ at, prefix: "" }]
  );

/** Show the names above the columns, for screen readers and on paper.
 *
 * @param {number[]} order
 * @param {Column[]} columns
 */
function showNames(order, columns) {
  if (gameColumns) {
    showColumnHeads(gameColumns, order, columns);
    return;
  }
  const row = findOf(HTMLTableRowElement, "#names");
  const names = [
    ...order.map((place) => nameOf(columns[place].player)),
    ...(hasRecords() ? [pgettext("page", "best so far")] : []),
  ];
  while (row.cells.length > names.length + 1) {
    row.deleteCell(-1);
  }
  while (row.cells.length < names.length + 1) {
    row.append(element("th", { scope: "col" }, element("bdi", { class: "heard" })));
  }
  const words = findAll("bdi", row);
  names.forEach((name, at) => {
    setText(words[at], name);
  });
}

/**
 * @param {HTMLTableRowElement} row
 * @param {number[]} order
 * @returns {TableRow}
 */
function makeRow(row, order) {
  while (row.cells.length > 1) {
    row.deleteCell(-1);
  }
  const cells = slotsOf(row, order).map(({ at, prefix }) => ({
    ...makeCell(row, at > 0 && !isInColumns(), prefix),
    at,
  }));
  row.append(...cells.map((cell) => cell.node));
  if (hasRecords()) {
    row.append(element("td", { class: "record fig" }));
  }
  return { row, cells };
}

/** @param {string | undefined} list */
const namesIn = (list) => (list || "").split(" ").filter(Boolean);

/** Make the cell of a player in a row: boxes to tap and totals, or figures alone.
 *
 * @param {HTMLElement} row
 * @param {boolean} isFigure
 * @param {string} prefix
 */
function makeCell(row, isFigure, prefix) {
  if (isFigure) {
    const [where] = [...namesIn(row.dataset.boxes), ...namesIn(row.dataset.totals)];
    const node = element("td", { class: "fig" });
    return { node, boxes: [], totals: [], figure: where };
  }
  const boxes = namesIn(row.dataset.boxes).map((where) => ({ where: prefix + where, node: makeBox(prefix + where) }));
  const names = namesIn(row.dataset.totals).map((where) => (where === "=" ? where : prefix + where));
  const isAlone = boxes.length + names.length === 1;
  const totals = names.map((where) => ({ where, node: makeTotal(where, isAlone) }));
  const boxNodes = boxes.map(({ node }) => node);
  const totalNodes = totals.map(({ node }) => node);
  const inside = isAlone
    ? [...boxNodes, ...totalNodes]
    : [
        element(
          "div",
          { class: "across" },
          element("div", { class: "boxes" }, ...boxNodes),
          element("div", { class: "ends" }, ...totalNodes)
        ),
      ];
  return {
    node: element("td", { colspan: gameColumns && row.dataset.across ? gameColumns.length : null }, ...inside),
    boxes,
    totals,
    figure: "",
  };
}

/** @param {string} where */
function makeBox(where) {
  /** @type {HTMLButtonElement} */
  const box = element(
    "button",
    { type: "button", class: "cell", click: () => notify("tap box", { where, player: playerOf(box) }) },
    seen("span", { class: "box" })
  );
  return box;
}

/** @param {HTMLElement} node */
const playerOf = (node) => page.match.players[Number(String(node.dataset.key).split(" ")[1])];

/** Return the box of a total; one that shares its cell has a name for screen readers.
 *
 * @param {string} where
 * @param {boolean} isAlone
 */
const makeTotal = (where, isAlone) =>
  element(
    "div",
    { class: "box total" },
    ...(isAlone
      ? []
      : [element("span", { class: "heard" }, `${where === "=" ? pgettext("sheet", "Sum") : rowName(where)}: `)])
  );

/**
 * @param {TableCell} cell
 * @param {Column} column
 * @param {number} place
 */
function fillCell(cell, column, place) {
  const isMarked =
    view.lastBox !== view.boxBefore &&
    [view.lastBox, view.boxBefore].some((each) => each.endsWith(` ${column.player.id}`));
  if (cell.column === column && cell.place === place && !column.isTurn && !isMarked) {
    return;
  }
  Object.assign(cell, { column, place });
  toggle(cell.node, "mine", column.isTurn);
  toggle(cell.node, "gone", Boolean(column.player.left));
  cell.boxes.forEach(({ where, node }) => {
    showBox(node, where, column, place);
  });
  cell.totals.forEach(({ where, node }) => {
    showTotal(node, where, column, cell.boxes, place);
  });
  if (cell.figure) {
    const entry = column.byBox.get(cell.figure);
    const points = entry ? entry.points : totalsById.has(cell.figure) ? figureOf(cell.figure, column) : null;
    setText(cell.node, points === null || points === undefined ? "" : entry && !points ? "–" : String(points));
    const { length } = cell.node.textContent;
    setAttribute(cell.node, "class", entry && !points ? "fig struck" : length > 2 ? "fig long" : "fig");
  }
}

/** Return the figure of a total; of an open bonus, the sum that it depends on.
 *
 * @param {string} where
 * @param {Column} column
 */
const figureOf = (where, column) =>
  goal && where === goal.id && !column.totals[where] ? (goalOf(column) || { sum: "–" }).sum : column.totals[where];

/**
 * @param {HTMLButtonElement} node
 * @param {string} where
 * @param {Column} column
 * @param {number} place
 */
function showBox(node, where, column, place) {
  const entry = column.byBox.get(where);
  const own = view.offers && column.isTurn ? view.offers : null;
  const offer = own && !entry ? own.by.get(where) : null;
  const isWaiting = own && rollsLeft() > 0;
  const isFirstOffer = offer ? isMarked(offer) : false;
  const isLater = column.open !== null && !entry && !column.open.has(where);
  const isNamed = column.isTurn && page.turn.named === where;
  const isShut = own !== null && !entry && !offer && !gameColumns && !own.categories.has(categoryOf(turns, where));
  const kind = entry
    ? `full${entry.points || entry.bonus ? "" : " struck"}${entry.fixed ? " fix" : ""}${entry.bonus ? " yacht" : ""}`
    : offer
      ? offer === bestOffer() && !isWaiting
        ? "offer best"
        : offer.value
          ? "offer"
          : "offer zero"
      : isShut
        ? "shut"
        : isLater
          ? "later"
          : isNamed
            ? "open named"
            : "open";
  const isJust = view.lastBox === `${where} ${column.player.id}`;
  const joker = Boolean(own && offer && own.jokers.has(offer));
  const value = entry
    ? [plain(entry.points)]
    : offer
      ? [plain(offer.points), offer.brings ? signed(offer.brings) : ""]
      : [""];
  const key = `${where} ${place}`;
  const state = JSON.stringify([kind, isJust, joker, value, column.isTurn]);
  setAttribute(node, "data-key", key);
  setAttribute(node, "data-does", `${kind.split(" ")[0]} ${key}`);
  setAttribute(
    node,
    "aria-label",
    `${rowName(where)}, ${nameOf(column.player)}: ${boxText(entry, offer, isFirstOffer, isShut || isLater, joker)}`
  ); // a label is not laid out
  node.disabled = Boolean(column.player.left && !entry);
  const box = find(".box", node);
  if (box.dataset.shown !== state) {
    box.dataset.shown = state;
    setAttribute(box, "class", `box ${kind}${isJust ? " just" : ""}${value[1] ? " more" : ""}${joker ? " any" : ""}`);
    setAttribute(node, "class", offer ? "cell offered" : "cell");
    if (joker || value[1] || box.firstElementChild) {
      box.replaceChildren(
        ...(joker ? [die(0, "blank")] : []),
        value[0],
        ...(value[1] ? [element("span", { class: "plus" }, value[1])] : [])
      );
    } else {
      setText(box, value[0]);
    }
  }
}

/**
 * @param {HTMLElement} node
 * @param {string} where
 * @param {Column} column
 * @param {CellPart<HTMLButtonElement>[]} boxes
 * @param {number} place
 */
function showTotal(node, where, column, boxes, place) {
  const points = where === "=" ? sumIn(boxes, column) : column.totals[where];
  const total = totalsById.get(where);
  const left =
    goal && total === goal
      ? goalOf(column)
      : total && total.kind === "threshold" && !several
        ? toGo(game, column.card, column.yachts, total)
        : null;
  const state = JSON.stringify([points, left, place]);
  if (node.dataset.shown === state) {
    return;
  }
  node.dataset.shown = state;
  setAttribute(node, "data-key", `${where} ${place}`);
  setAttribute(node, "data-points", points === null ? "" : String(points));
  const heard = findAll(":scope > .heard", node);
  const got = Boolean(total && total.steps && points > 0);
  toggle(node, "got", got);
  toggle(node, "lost", Boolean(several && total && total.steps && !got && !canReach(total, column)));
  const parts = left
    ? [String(left.sum), leftToGo(left)]
    : got && total === goal
      ? [element("b", {}, signed(points)), element("small", {}, String(sumOf(goal, column.card, column.totals)))]
      : [
          several && total && total.steps && !points
            ? node.classList.contains("lost")
              ? "–"
              : ""
            : points === null
              ? ""
              : plain(points),
        ];
  if (parts.length > 1 || node.firstElementChild) {
    node.replaceChildren(...heard, ...parts);
  } else {
    setText(node, String(parts[0]));
  }
}

/** Return the sum of some boxes; null if all are blank.
 *
 * @param {CellPart<HTMLButtonElement>[]} boxes
 * @param {Column} column
 */
function sumIn(boxes, column) {
  const sum = sumOfBoxes(
    column.card,
    boxes.map((each) => each.where)
  );
  return sum === "" ? null : sum;
}

/** Check whether the boxes of a category can still earn its points.
 *
 * @param {Total} total
 * @param {Column} column
 */
function canReach(total, column) {
  const open = (/** @type {string} */ box) => !has(column.card, box) || column.card[box] > 0;
  return total.kind === "count"
    ? total.steps[0][0] <= total.of.filter(open).length
    : total.steps.some(([least, points]) => points > 0 && least <= mostOf(game, column.card, total));
}

/** Return how far off a bonus is; without room only screen readers hear the words.
 *
 * @param {Goal} left
 */
function leftToGo(left) {
  const text = left.reachable
    ? pgettext("form", "%(points)s to go", { points: left.missing })
    : pgettext("form", "missed");
  const isFour = isInColumns() && page.match.players.length === MOST_COLUMNS;
  const isWide = left.reachable && (isFour || widthOf(text, "400 14px") > totalRoom());
  return element("small", {}, ...(isWide ? [seen("span", {}, String(left.missing)), heard(text)] : [text]));
}

/** Return the width that a text in the box of a total can have. */
const totalRoom = () => measure("total", () => find("tr:not(.within) > td > .box.total").clientWidth - 2);

/** Show the points for the sum of all scores in the row of the grand total, if they have no row.
 *
 * @param {Column} column
 */
function showTotalOfScore(column) {
  if (!score) {
    return;
  }
  const { id } = score;
  const worth = (DATA.table.flat().find((row) => row.id === id) || { points: "" }).points;
  if (!worth) {
    return;
  }
  const label = find("tr.grand .label");
  const old = findAll(".gives", label)[0] || element("small", { class: "gives" });
  if (!old.parentNode) {
    label.append(old);
  }
  const points = column.totals[id];
  setText(
    old,
    points === null
      ? ""
      : pgettext("page", "%(row)s %(sum)s gives %(points)s", {
          row: rowName(id),
          sum: points,
          points: signed(column.totals[worth]).replace("+0", "0"),
        })
  );
}

/** Show the best earlier value of each row. */
export function showRecords() {
  /** @type {Map<string, number>} */
  const most = new Map();
  page.finished
    .filter((each) => each.id !== page.match.id)
    .forEach((each) => {
      each.entries.forEach((entry) => {
        most.set(entry.box, Math.max(entry.points, most.get(entry.box) || 0));
      });
    });
  tableState.rows.forEach(({ row }) => {
    const [cell] = findAll(".record", row);
    if (cell) {
      const best = most.get(String(row.dataset.row));
      setText(cell, best === undefined ? "" : String(best));
    }
  });
  findAll(".head .beside")
    .slice(0, 1)
    .forEach((head) => {
      setHidden(head, !hasRecords() || !most.size);
    });
}

/* One player: the best that was ever written in each box. */

const hasRecords = () =>
  isInColumns() &&
  page.match.players.length === 1 &&
  !view.isPrinting &&
  page.finished.some((each) => each.id !== page.match.id);

/** Fill the table for the players in this order.
 *
 * @param {Column[]} columns
 * @param {number[]} order
 */
export function fillTable(columns, order) {
  tableState.rows.forEach((row) => {
    row.cells.forEach((cell) => {
      fillCell(cell, columns[order[cell.at]], order[cell.at]);
    });
  });
  view.boxBefore = view.lastBox;
  showTotalOfScore(columns[order[0]]);
  findAll("tr.head .whose").forEach((node) => {
    setText(node, shortened(nameOf(columns[order[0]].player), "700 15px", 150));
  });
}

/** Make the table anew when it is shown next. */
export function forgetShape() {
  tableState.tableShape = "";
}
