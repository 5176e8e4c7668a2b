/* The page of a review: a field for each box, its marks on the picture, and the keys. Stands after all other scripts. */

const DATA = JSON.parse(find("#data").textContent);
const { game, words } = DATA;
const rowNames = new Map([...DATA.sums.map(([row, name]) => [row, say(words.sum, { row: name })]), ...DATA.rows]);
let here; // the cell whose field had the focus last
const unsaved = new Set(); // the sheets with changes that are in no file yet

const sheets = DATA.sheets.map((sheet, number) => {
  const section = findAll(".read")[number];
  const cards = sheet.cards.map((card, place) => ({ place, name: card.name, cells: card.boxes.map(cellOfRead), findings: [], told: [] }));
  return { ...sheet, number, section, cards };
});
const parts = new Map(); // of each cell, what stands for it on the page: {field, row, why, label, mark, sheet, card}
let order = []; // the cells in the order of their fields

const columnName = (card) => card.name || say(words.column, { n: card.place + 1 });
const placeOf = (card, cell) => `${rowNames.get(cell.row)}, \u2068${columnName(card)}\u2069`;
const said = (place, what) => say(words.said, { place, what });

/* Making the page */

function show(sheet) {
  const made = sheet.cards.flatMap((card) => fieldsOf(card).map((cell) => [cell, makeField(sheet, card, cell)]));
  const group = (name, cells) => element("fieldset", {}, element("legend", {}, element("bdi", {}, name)), ...cells.map(([, row]) => row));
  const unsure = made.filter(([cell]) => !cell.sure), rest = made.filter(([cell]) => cell.sure);
  const groups = sheet.cards.map((card) => (card.group = group("", rest.filter(([cell]) => card.cells.includes(cell)))));
  const first = unsure.length ? [group(words.unsure_first, unsure)] : [];
  first.forEach((fieldset) => fieldset.classList.add("first"));
  find(".open", sheet.section).append(...first);
  find(".cells", sheet.section).append(...groups);
  find("svg", sheet.section).append(...sheet.cards.flatMap((card) => card.cells.filter((cell) => cell.rect).map((cell) => makeMark(card, cell))));
  order.push(...unsure, ...rest);
  find(".csv", sheet.section).onclick = () => save(sheet, "csv");
  find(".json", sheet.section).onclick = () => save(sheet, "json");
}

/** The cells of a card that have a field of their own: all, but a name only once; a card without a name gets one. */
function fieldsOf(card) {
  const name = card.cells.find((cell) => cell.kind === "name") || { row: "name", kind: "name", sure: true, likely: [], rect: null };
  name.text = card.name;
  if (!card.cells.includes(name)) {
    card.cells.unshift(name);
  }
  return card.cells.filter((cell) => cell.kind !== "name" || cell === name);
}

function makeField(sheet, card, cell) {
  const id = `field${parts.size}`, isName = cell.kind === "name";
  const field = element("input", { id, autocomplete: "off", spellcheck: "false", maxlength: isName ? DATA.longest_name : 12,
    ...(isName ? { dir: "auto" } : { inputmode: "numeric", "aria-describedby": `${id}-why` }) });
  const label = element("label", { for: id }), why = element("p", { class: "why", id: `${id}-why` });
  const chips = cell.sure ? [] : cell.likely.map((value) => element("button", {
    type: "button", tabindex: -1, "aria-label": said(placeOf(card, cell), value === null ? words.empty : value),
    click: () => { writeIn(cell, value === null ? "" : String(value)); goOn(cell); },
  }, value === null ? words.empty : String(value)));
  const row = element("div", { class: `cell ${cell.kind}` }, label, cutOut(sheet, cell), element("span", { class: "likely" }, ...chips), field, why);
  field.addEventListener("input", () => writeIn(cell, field.value));
  field.addEventListener("change", () => tell(cell));
  field.addEventListener("focus", () => { field.select(); point(cell); });
  field.addEventListener("keydown", (event) => press(cell, event));
  field.value = cell.text;
  parts.set(cell, { sheet, card, field, row, why, label, mark: null });
  return row;
}

/** The place of a cell, cut out of the picture with a little of what stands around it, as large as there is room. */
function cutOut(sheet, cell) {
  if (!cell.rect) {
    return element("span", { class: "cut" });
  }
  const [x, y, width, height] = cell.rect, around = 0.15 * Math.min(width, height);
  const size = { width: width + 2 * around, height: height + 2 * around };
  const viewBox = [x - around, y - around, size.width, size.height].join(" ");
  return drawn("svg", { class: "cut", viewBox, width: 9 * size.width, height: 9 * size.height, "aria-hidden": "true" }, drawn("use", { href: `#picture${sheet.number}` }));
}

/** The outline of a cell on the picture: a sign in its corner says more than its line does. */
function makeMark(card, cell) {
  const [x, y, width, height] = cell.rect, size = 0.42 * height;
  const mark = drawn("g", { class: "mark", click: () => parts.get(fieldFor(card, cell)).field.focus() },
    drawn("rect", { x, y, width, height, rx: 0.15 * height, class: "line" }),
    drawn("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 0.2 * size, class: "sign" }),
    drawn("text", { x, y: y + 0.36 * size, "font-size": size, "text-anchor": "middle" }));
  if (parts.has(cell)) {
    parts.get(cell).mark = mark;
  }
  return mark;
}

const fieldFor = (card, cell) => (cell.kind === "name" ? card.cells.find((other) => other.kind === "name") : cell);

/* Changes */

/** A person has written this: nobody has to look at it any more. */
function writeIn(cell, text) {
  const { sheet, card, field } = parts.get(cell);
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

function press(cell, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], to = step && order[order.findIndex(([each]) => each === cell) + step];
  if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  if (to) {
    focusOn(to[0]);
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

/** What was read stands in the cell again, as unsure as it was. */
function bringBack(cell) {
  const { read } = parts.get(cell);
  writeIn(cell, read.text);
  cell.sure = read.sure;
  parts.get(cell).field.select();
  renderCard(parts.get(cell).card);
  showProgress();
  tell(cell);
}

/** To the next cell that is unsure, else to the next that is wrong, else to the button that saves the sheet. */
function goOn(cell) {
  const at = order.findIndex(([each]) => each === cell), after = order.slice(at + 1), wrong = new Set(allFindings().map((each) => each.cell));
  const next = [...after, ...order.slice(0, at + 1)].find(([each]) => !each.sure) || after.find(([each]) => wrong.has(each));
  if (next) {
    focusOn(next[0]);
  } else {
    find(".csv", (cell ? parts.get(cell).sheet : sheets[0]).section).focus();
  }
}

const focusOn = (cell) => parts.get(cell).field.focus();
const allFindings = () => sheets.flatMap((sheet) => sheet.cards.flatMap((card) => card.findings));

/* Showing */

function renderCard(card) {
  card.findings = findingsIn(game, words, card.cells);
  const wrong = new Map(card.findings.map(({ cell, text }) => [cell, text]));
  setText(find("bdi", card.group), columnName(card));
  card.cells.filter((cell) => parts.has(cell)).forEach((cell) => showCell(card, cell, wrong.get(cell) || ""));
}

function showCell(card, cell, why) {
  const { row, field, label, mark, why: note } = parts.get(cell), name = cell.kind === "name" ? words.name : rowNames.get(cell.row);
  const sign = cell.sure ? (why ? "!" : "") : "?";
  [row, ...(mark ? [mark] : [])].forEach((each) => { each.classList.toggle("unsure", !cell.sure); each.classList.toggle("wrong", Boolean(why)); });
  label.replaceChildren(element("b", {}, name), element("small", { class: "column" }, " ", element("bdi", {}, columnName(card))),
    ...(cell.sure ? [] : [element("span", { class: "heard" }, ` ${say(words.likely, { values: cell.likely.map((each) => (each === null ? words.empty : each)).join(" / ") })}`)]));
  setText(note, why);
  setAttribute(field, "aria-invalid", why ? "true" : "false");
  setAttribute(row, "data-sign", sign);
  if (mark) {
    setText(find("text", mark), sign);
  }
}

/** How far the review has come, and every finding with a way to its box. */
function showProgress() {
  const open = order.filter(([cell]) => !cell.sure).length, findings = allFindings().length;
  const said = [open ? say(words.to_check, { n: open }) : words.checked, findings ? say(words.findings, { n: findings }) : words.right];
  setText(find("#state"), said.join(" · "));
  sheets.forEach((sheet) => {
    const found = sheet.cards.flatMap((card) => card.findings.map((each) => [card, each]));
    setText(find(".count", sheet.section), found.length ? say(words.findings, { n: found.length }) : words.right);
    find(".findings", sheet.section).replaceChildren(...found.map(([card, { cell, text }]) =>
      element("li", {}, element("button", { type: "button", click: () => focusOn(cell) }, placeOf(card, cell)), " ", text)));
  });
}

/** Say what stands in a cell now, and what is wrong on its card that was not said yet. */
function tell(cell) {
  const { card } = parts.get(cell);
  const noted = cell.kind === "name" ? "" : `${said(placeOf(card, cell), cell.text.trim() || words.empty)}.`;
  const found = card.findings.map((each) => said(placeOf(card, each.cell), each.text));
  setText(find("#live"), [noted, ...found.filter((text) => !card.told.includes(text)), `${find("#state").textContent}.`].filter(Boolean).join(" "));
  card.told = found;
}

/** Show where a cell stands: bring its place on the picture into sight, and mark it. */
function point(cell) {
  here = cell;
  const { sheet, mark } = parts.get(cell), photo = find(".photo", sheet.section);
  findAll(".mark.here").forEach((each) => each.classList.remove("here"));
  if (mark) {
    const [x, y, width, height] = cell.rect, scale = find("svg", photo).clientWidth / sheet.width;
    mark.classList.add("here");
    photo.scrollTo({ left: scale * (x + width / 2) - photo.clientWidth / 2, top: scale * (y + height / 2) - photo.clientHeight / 2 });
  }
}

/* The result */

function save(sheet, kind) {
  const { rows, result } = reviewed(game, DATA.rows, sheet.cards), name = fileName(sheet.title) || DATA.ruleset;
  if (kind === "csv") {
    download(`${name}.csv`, "\ufeff" + asCsv(DATA.ruleset, rows, DATA.separator, result), "text/csv");
  } else {
    download(`${name}.json`, asJson(DATA.ruleset, result), "application/json");
  }
  unsaved.delete(sheet);
}

/** The name of a picture without its folders and ending, as a file can be called. */
const fileName = (title) => title.replace(/^.*[/\\]/, "").replace(/\.[A-Za-z]{1,5}$/, "").replace(/[^\p{L}\p{N} _-]+/gu, "-").replace(/^[-\s]+|[-\s]+$/g, "").slice(0, 80);

sheets.forEach(show);
parts.forEach((part, cell) => { part.read = { text: cell.text, sure: cell.sure }; });
sheets.forEach((sheet) => sheet.cards.forEach(renderCard));
showProgress();
find("#next").onclick = () => goOn(here);
window.addEventListener("beforeunload", (event) => unsaved.size && event.preventDefault());
