/* The page of a review: a field for each box, its marks on the picture, and the keys. */

import { download, drawn, element, find, findAll, findOf, setAttribute, setText } from "../parts/elements.js";
import { asCsv, asJson } from "../rules/files.js";
import { cellOfRead, findingsIn, isSettledByEnter, reviewed } from "../rules/review.js";
import { say } from "../rules/words.js";

/** @type {ReviewData} */
const DATA = JSON.parse(String(find("#data").textContent));
const { game, words } = DATA;
/** @type {Map<string, string>} */
const rowNames = new Map();
DATA.sums.forEach(([row, name]) => {
  rowNames.set(row, say(words.sum, { row: name }));
});
DATA.rows.forEach(([row, name]) => {
  rowNames.set(row, name);
});
/** Sheets with changes that are in no file yet.
 *
 * @type {Set<ReviewedSheet>}
 */
const unsaved = new Set();

/** @type {ReviewedSheet[]} */
const sheets = DATA.sheets.map((sheet, number) => {
  const section = findAll(".read")[number];
  const cards = sheet.cards.map((card, place) => ({
    place,
    name: card.name,
    caption: element("bdi"),
    cells: card.boxes.map(cellOfRead),
    findings: [],
    told: [],
  }));
  return { ...sheet, number, section, cards };
});
/** State that changes while the page is open. */
const page = {
  current: /** @type {ReadCell | null} */ (null), // the cell whose field had the focus last
  cells: /** @type {ReadCell[]} */ ([]), // all cells, in the order of their fields
};
/** @type {Map<ReadCell, CellParts>} */
const parts = new Map();

/** Return what stands on the page for a cell, which has a field.
 *
 * @param {ReadCell} cell
 */
const partsOf = (cell) => /** @type {CellParts} */ (parts.get(cell));

/** @param {ReviewedCard} card */
const columnName = (card) => card.name || say(words.column, { n: card.place + 1 });
/**
 * @param {ReviewedCard} card
 * @param {ReadCell} cell
 */
const placeOf = (card, cell) => `${rowNames.get(cell.row)}, \u2068${columnName(card)}\u2069`;
/**
 * @param {string} place
 * @param {string} what
 */
const said = (place, what) => say(words.said, { place, what });

/* Making the page */

/** @param {ReviewedSheet} sheet */
function show(sheet) {
  const cells = sheet.cards.flatMap((card) => {
    const own = fieldsOf(card);
    own.forEach((cell) => {
      makeField(sheet, card, cell);
    });
    return own;
  });
  const group = (/** @type {HTMLElement} */ caption, /** @type {ReadCell[]} */ some) =>
    element("fieldset", {}, element("legend", {}, caption), ...some.map((cell) => partsOf(cell).row));
  const unsure = cells.filter((cell) => !cell.sure);
  const rest = cells.filter((cell) => cell.sure);
  const groups = sheet.cards.map((card) =>
    group(
      card.caption,
      rest.filter((cell) => card.cells.includes(cell))
    )
  );
  const first = unsure.length ? [group(element("bdi", {}, words.unsure_first), unsure)] : [];
  first.forEach((fieldset) => {
    fieldset.classList.add("first");
  });
  find(".open", sheet.section).append(...first);
  find(".cells", sheet.section).append(...groups);
  findOf(SVGElement, "svg", sheet.section).append(
    ...sheet.cards.flatMap((card) => card.cells.flatMap((cell) => (cell.rect ? [makeMark(card, cell, cell.rect)] : [])))
  );
  page.cells.push(...unsure, ...rest);
  find(".csv", sheet.section).onclick = () => save(sheet, "csv");
  find(".json", sheet.section).onclick = () => save(sheet, "json");
}

/** Return the cells of a card that have a field: all, but a name only once; a card without a name gets one.
 *
 * @param {ReviewedCard} card
 */
function fieldsOf(card) {
  /** @type {ReadCell} */
  const noName = { row: "name", kind: "name", text: "", sure: true, likely: [], rect: null };
  const name = card.cells.find((cell) => cell.kind === "name") || noName;
  name.text = card.name;
  if (!card.cells.includes(name)) {
    card.cells.unshift(name);
  }
  return card.cells.filter((cell) => cell.kind !== "name" || cell === name);
}

/**
 * @param {ReviewedSheet} sheet
 * @param {ReviewedCard} card
 * @param {ReadCell} cell
 */
function makeField(sheet, card, cell) {
  const id = `field${parts.size}`;
  const isName = cell.kind === "name";
  const field = element("input", {
    id,
    autocomplete: "off",
    spellcheck: "false",
    maxlength: isName ? DATA.longest_name : 12,
    ...(isName ? { dir: "auto" } : { inputmode: "numeric", "aria-describedby": `${id}-why` }),
  });
  const label = element("label", { for: id });
  const why = element("p", { class: "why", id: `${id}-why` });
  const chips = cell.sure
    ? []
    : cell.likely.map((value) =>
        element(
          "button",
          {
            type: "button",
            tabindex: -1,
            "aria-label": said(placeOf(card, cell), value === null ? words.empty : String(value)),
            click: () => {
              writeIn(cell, value === null ? "" : String(value));
              goOn(cell);
            },
          },
          value === null ? words.empty : String(value)
        )
      );
  const row = element(
    "div",
    { class: `cell ${cell.kind}` },
    label,
    cutOut(sheet, cell),
    element("span", { class: "likely" }, ...chips),
    field,
    why
  );
  field.addEventListener("input", () => writeIn(cell, field.value));
  field.addEventListener("change", () => tell(cell));
  field.addEventListener("focus", () => {
    field.select();
    point(cell);
  });
  field.addEventListener("keydown", (event) => press(cell, event));
  field.value = cell.text;
  const read = { text: cell.text, sure: cell.sure };
  parts.set(cell, { sheet, card, field, row, why, label, mark: null, read });
}

/** Return the part of the picture with a cell and some margin, as large as there is room.
 *
 * @param {ReviewedSheet} sheet
 * @param {ReadCell} cell
 */
function cutOut(sheet, cell) {
  if (!cell.rect) {
    return element("span", { class: "cut" });
  }
  const [x, y, width, height] = cell.rect;
  const around = 0.15 * Math.min(width, height);
  const size = { width: width + 2 * around, height: height + 2 * around };
  const viewBox = [x - around, y - around, size.width, size.height].join(" ");
  return drawn(
    "svg",
    { class: "cut", viewBox, width: 9 * size.width, height: 9 * size.height, "aria-hidden": "true" },
    drawn("use", { href: `#picture${sheet.number}` })
  );
}

/** Return the outline of a cell on the picture, with a sign in its corner.
 *
 * @param {ReviewedCard} card
 * @param {ReadCell} cell
 * @param {number[]} rect
 */
function makeMark(card, cell, [x, y, width, height]) {
  const size = 0.42 * height;
  const mark = drawn(
    "g",
    { class: "mark", click: () => focusOn(fieldFor(card, cell)) },
    drawn("rect", { x, y, width, height, rx: 0.15 * height, class: "line" }),
    drawn("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 0.2 * size, class: "sign" }),
    drawn("text", { x, y: y + 0.36 * size, "font-size": size, "text-anchor": "middle" })
  );
  if (parts.has(cell)) {
    partsOf(cell).mark = mark;
  }
  return mark;
}

/**
 * @param {ReviewedCard} card
 * @param {ReadCell} cell
 */
const fieldFor = (card, cell) => (cell.kind === "name" && card.cells.find((other) => other.kind === "name")) || cell;

/* Changes */

/** Set the text that a person entered; the cell is sure from then on.
 *
 * @param {ReadCell} cell
 * @param {string} text
 */
function writeIn(cell, text) {
  const { sheet, card, field } = partsOf(cell);
  cell.text = text;
  cell.sure = true;
  unsaved.add(sheet);
  if (field.value !== text) {
    field.value = text;
  }
  if (cell.kind === "name") {
    card.name = text.trim();
  }
  renderCard(card);
  showProgress();
}

/**
 * @param {ReadCell} cell
 * @param {KeyboardEvent} event
 */
function press(cell, event) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const to = step ? page.cells[page.cells.indexOf(cell) + step] : null;
  if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  if (to) {
    focusOn(to);
  } else if (event.key === "Enter") {
    if (isSettledByEnter(cell)) {
      writeIn(cell, cell.text);
      tell(cell);
    }
    goOn(cell);
  } else if (event.key === "Escape") {
    bringBack(cell);
  } else {
    return;
  }
  event.preventDefault();
}

/** Restore what was read in a cell.
 *
 * @param {ReadCell} cell
 */
function bringBack(cell) {
  const { read, field, card } = partsOf(cell);
  writeIn(cell, read.text);
  cell.sure = read.sure;
  field.select();
  renderCard(card);
  showProgress();
  tell(cell);
}

/** Go to the next unsure cell, else to the next wrong one, else to the button that saves the sheet.
 *
 * @param {ReadCell | null} cell
 */
function goOn(cell) {
  const at = cell ? page.cells.indexOf(cell) : -1;
  const after = page.cells.slice(at + 1);
  const wrong = new Set(allFindings().map((each) => each.cell));
  const next =
    [...after, ...page.cells.slice(0, at + 1)].find((each) => !each.sure) || after.find((each) => wrong.has(each));
  if (next) {
    focusOn(next);
  } else {
    find(".csv", (cell ? partsOf(cell).sheet : sheets[0]).section).focus();
  }
}

/** @param {ReadCell} cell */
const focusOn = (cell) => partsOf(cell).field.focus();
const allFindings = () => sheets.flatMap((sheet) => sheet.cards.flatMap((card) => card.findings));

/* Showing */

/** @param {ReviewedCard} card */
function renderCard(card) {
  card.findings = findingsIn(game, words, card.cells);
  const wrong = new Map(card.findings.map(({ cell, text }) => [cell, text]));
  setText(card.caption, columnName(card));
  card.cells
    .filter((cell) => parts.has(cell))
    .forEach((cell) => {
      showCell(card, cell, wrong.get(cell) || "");
    });
}

/**
 * @param {ReviewedCard} card
 * @param {ReadCell} cell
 * @param {string} why
 */
function showCell(card, cell, why) {
  const { row, field, label, mark, why: note } = partsOf(cell);
  const name = cell.kind === "name" ? words.name : String(rowNames.get(cell.row));
  const sign = cell.sure ? (why ? "!" : "") : "?";
  [row, ...(mark ? [mark] : [])].forEach((each) => {
    each.classList.toggle("unsure", !cell.sure);
    each.classList.toggle("wrong", Boolean(why));
  });
  label.replaceChildren(
    element("b", {}, name),
    element("small", { class: "column" }, " ", element("bdi", {}, columnName(card))),
    ...(cell.sure
      ? []
      : [
          element(
            "span",
            { class: "heard" },
            ` ${say(words.likely, { values: cell.likely.map((each) => each ?? words.empty).join(" / ") })}`
          ),
        ])
  );
  setText(note, why);
  setAttribute(field, "aria-invalid", why ? "true" : "false");
  setAttribute(row, "data-sign", sign);
  if (mark) {
    setText(findOf(SVGElement, "text", mark), sign);
  }
}

/** Show the progress, and every finding with a link to its box. */
function showProgress() {
  const open = page.cells.filter((cell) => !cell.sure).length;
  const findings = allFindings().length;
  const said = [
    open ? say(words.to_check, { n: open }) : words.checked,
    findings ? say(words.findings, { n: findings }) : words.right,
  ];
  setText(find("#state"), said.join(" · "));
  sheets.forEach((sheet) => {
    const found = sheet.cards.flatMap((card) => card.findings.map((each) => ({ card, ...each })));
    setText(find(".count", sheet.section), found.length ? say(words.findings, { n: found.length }) : words.right);
    find(".findings", sheet.section).replaceChildren(
      ...found.map(({ card, cell, text }) =>
        element(
          "li",
          {},
          element("button", { type: "button", click: () => focusOn(cell) }, placeOf(card, cell)),
          " ",
          text
        )
      )
    );
  });
}

/** Let a screen reader say the value of a cell and the new faults of its card.
 *
 * @param {ReadCell} cell
 */
function tell(cell) {
  const { card } = partsOf(cell);
  const noted = cell.kind === "name" ? "" : `${said(placeOf(card, cell), cell.text.trim() || words.empty)}.`;
  const found = card.findings.map((each) => said(placeOf(card, each.cell), each.text));
  setText(
    find("#live"),
    [noted, ...found.filter((text) => !card.told.includes(text)), `${find("#state").textContent}.`]
      .filter(Boolean)
      .join(" ")
  );
  card.told = found;
}

/** Show where a cell stands: bring its place on the picture into sight, and mark it.
 *
 * @param {ReadCell} cell
 */
function point(cell) {
  page.current = cell;
  const { sheet, mark } = partsOf(cell);
  const photo = find(".photo", sheet.section);
  document.querySelectorAll(".mark.here").forEach((each) => {
    each.classList.remove("here");
  });
  if (mark && cell.rect) {
    const [x, y, width, height] = cell.rect;
    const scale = findOf(SVGElement, "svg", photo).clientWidth / sheet.width;
    mark.classList.add("here");
    photo.scrollTo({
      left: scale * (x + width / 2) - photo.clientWidth / 2,
      top: scale * (y + height / 2) - photo.clientHeight / 2,
    });
  }
}

/* The result */

/**
 * @param {ReviewedSheet} sheet
 * @param {string} kind
 */
function save(sheet, kind) {
  const { rows, result } = reviewed(game, DATA.rows, sheet.cards);
  const name = fileName(sheet.title) || DATA.ruleset;
  if (kind === "csv") {
    download(`${name}.csv`, `\ufeff${asCsv(DATA.ruleset, rows, DATA.separator, result)}`, "text/csv");
  } else {
    download(`${name}.json`, asJson(DATA.ruleset, result), "application/json");
  }
  unsaved.delete(sheet);
}

/** Return the name of a picture without folders and ending, safe for a file name.
 *
 * @param {string} title
 */
const fileName = (title) =>
  title
    .replace(/^.*[/\\]/, "")
    .replace(/\.[A-Za-z]{1,5}$/, "")
    .replace(/[^\p{L}\p{N} _-]+/gu, "-")
    .replace(/^[-\s]+|[-\s]+$/g, "")
    .slice(0, 80);

sheets.forEach(show);
sheets.forEach((sheet) => {
  sheet.cards.forEach(renderCard);
});
showProgress();
find("#next").onclick = () => goOn(page.current);
window.addEventListener("beforeunload", (event) => unsaved.size && event.preventDefault());
