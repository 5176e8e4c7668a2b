/* The table of the page: a column for each player, what the dice are worth, and how far off a bonus is. */

/** A die: solid if it counts, open if it does not, blank if it may show anything. */
const die = (face, kind) => drawn("svg", { class: `die ${kind}`, "aria-hidden": "true" }, drawn("use", { href: `#die${face}` }));

/** A button that does nothing now keeps the focus, unlike a disabled one. */
const setIdle = (button, idle) => setAttribute(button, "aria-disabled", idle ? "true" : "false");

function render() {
  const turn = nextPlayer(game, match);
  const columns = match.players.map((player) => columnOf(player, turn));
  fit(find("#heads"), columns.length, headCell);
  columns.forEach(showHead);
  findAll("tr[data-totals]").forEach((row) => showRow(row, columns));
  if (shownPlayers !== columns.length) {
    shownPlayers = columns.length;
    findAll("tr.head th").forEach((head) => head.setAttribute("colspan", columns.length + 1));
    document.documentElement.style.setProperty("--players", columns.length);
  }
  showState(turn);
  showHand(turn);
  rove(roving);
  if (turn && shownTurn !== turn.id && find(".scroll").classList.contains("wide")) {
    reveal(find("#heads").cells[match.players.indexOf(turn) + 1]);
  }
  shownTurn = turn ? turn.id : "";
}

/** What a column shows, computed once. */
function columnOf(player, turn) {
  const entries = entriesOf(match, player), card = cardFrom(entries), isTurn = player === turn;
  const legal = isTurn && handIsFull() ? legalFor(player) : Object.create(null);
  return { player, entries, card, isTurn, legal, totals: addUp(game, card, yachtsAmong(entries)) };
}

/** Give a row of the table a cell for each player, after its first cell. */
function fit(row, count, make) {
  while (row.cells.length > count + 1) {
    row.deleteCell(-1);
  }
  while (row.cells.length < count + 1) {
    row.append(make(row.cells.length - 1));
  }
}

function headCell(place) {
  const faces = DATA.numbers[place], number = faces ? faces.map((face) => die(face, "open")) : [String(place + 1)];
  const button = element("button", { type: "button", class: "box", "data-key": `player ${place}`, title: words.rename, click: () => askPlayer(match.players[place]) },
    element("span", { class: "faces", "aria-hidden": "true" }, ...number), element("bdi"));
  return element("th", { scope: "col" }, button);
}

function showHead(column, place) {
  const cell = find("#heads").cells[place + 1], button = find("button", cell);
  cell.classList.toggle("turn", column.isTurn);
  setText(find("bdi", button), nameOf(column.player));
  setAttribute(button, "aria-current", column.isTurn ? "true" : "false");
}

function showRow(row, columns) {
  fit(row, columns.length, (place) => cellOf(row, place));
  columns.forEach((column, place) => {
    const cell = row.cells[place + 1], { boxes, totals } = partsOf.get(cell);
    cell.classList.toggle("turn", column.isTurn);
    boxes.forEach(([where, button]) => showBox(button, where, column));
    totals.forEach(([where, box]) => showTotal(box, where, column, boxes));
  });
}

const partsOf = new WeakMap(); // of each cell, the boxes to tap and those for totals, with what they are for

/** What a player has in a row: a box, a total, or the boxes of a category with their sum and its points. */
function cellOf(row, place) {
  const namesIn = (list) => (list || "").split(" ").filter(Boolean);
  const boxes = namesIn(row.dataset.boxes).map((where) => [where, boxButton(where, place)]);
  const names = namesIn(row.dataset.totals), isAlone = boxes.length + names.length === 1;
  const totals = names.map((where) => [where, totalBox(where, place, isAlone)]);
  const made = [boxes, totals].map((parts) => parts.map(([, part]) => part)), among = (name, parts) => element("div", { class: name }, ...parts);
  const cell = element("td", {}, ...(isAlone ? made.flat() : [among("across", [among("boxes", made[0]), among("ends", made[1])])]));
  partsOf.set(cell, { boxes, totals });
  return cell;
}

function boxButton(where, place) {
  return element("button", {
    type: "button", class: "box", "data-key": `${where} ${place}`, click: () => tapBox(where, match.players[place]),
  });
}

/** A box for a total; one that shares its cell with others is named for those who do not see where it stands. */
function totalBox(where, place, isAlone) {
  const name = element("span", { class: "heard" }, `${where === "=" ? words.sum : rowName(where)}: `);
  return element("div", { class: "box", "data-key": `${where} ${place}` }, ...(isAlone ? [] : [name]));
}

function showBox(button, where, column) {
  const written = column.entries.find((entry) => entry.box === where), offer = column.legal[where];
  const text = written ? String(written.points) : offer ? choiceText({ points: offer.points[offer.points.length - 1], bonus: offer.bonus }) : "";
  setText(button, text);
  button.classList.toggle("offer", Boolean(offer));
  button.classList.toggle("nought", Boolean(offer) && text === "0");
  button.classList.toggle("yacht", Boolean(written && written.bonus));
  const value = written ? choiceText(written) : offer ? say(words.offered, { points: pointsText(offer) }) : words.open;
  setAttribute(button, "aria-label", `${rowName(where)}, ${nameOf(column.player)}: ${value}`);
}

function showTotal(box, where, column, boxes) {
  const points = where === "=" ? sumIn(boxes, column) : column.totals[where], total = totalsById.get(where);
  const left = total && total.kind === "threshold" ? toGo(game, column.card, yachtsAmong(column.entries), total) : null;
  const shown = JSON.stringify([points, left]);
  if (box.dataset.shown !== shown) {
    box.dataset.shown = shown;
    box.replaceChildren(...findAll(".heard", box), points === null ? "" : String(points), ...(left ? [leftToGo(left)] : []));
  }
}

/** The sum of what stands in some boxes; null if nothing does. */
function sumIn(boxes, column) {
  const found = boxes.filter(([where]) => has(column.card, where)).map(([where]) => column.card[where]);
  return found.length ? found.reduce((sum, points) => sum + points) : null;
}

/** How far off a bonus is; where there is no room, the words around the figure can be heard alone. */
function leftToGo(left) {
  const [before, after] = words.to_go.split("%(points)s"), word = (text) => element("span", { class: "word" }, text);
  return element("small", {}, ...(left.reachable ? [word(before), String(left.missing), word(after)] : [words.out_of_reach]));
}

function showState(turn) {
  const state = find("#state");
  setText(state, turn ? say(words.turn, { player: isolated(turn) }) : outcome());
  state.classList.toggle("finished", !turn);
  setIdle(find("#undo"), !past.length);
  setIdle(find("#add"), match.players.length >= DATA.most_players);
}

/** Who has won, in words. */
function outcome() {
  const places = ranking(game, match), best = places.filter((each) => each.total === places[0].total);
  if (match.players.length === 1) {
    return say(words.alone, { total: places[0].total });
  }
  const names = listed(best.map((each) => isolated(each.player)));
  return say(best.length > 1 ? words.shared : words.wins, { names, total: places[0].total });
}

/** Bring a cell into sight: of a wide table beside and below the names, which stay. */
function reveal(cell) {
  const sheet = find(".scroll");
  if (!sheet.classList.contains("wide")) {
    cell.scrollIntoView({ block: "center", inline: "nearest" });
    return;
  }
  sheet.scrollIntoView({ block: "nearest" });
  const box = cell.getBoundingClientRect(), outer = sheet.getBoundingClientRect();
  const inner = find("#heads").cells[0].getBoundingClientRect();
  sheet.scrollLeft += Math.min(0, box.left - inner.right) + Math.max(0, box.right - outer.right);
  if (box.top < inner.bottom || box.bottom > outer.bottom) {
    sheet.scrollTop += box.top - (inner.bottom + outer.bottom) / 2;
  }
}
