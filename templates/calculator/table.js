/* The table of the page: a column for each player, what the dice are worth, and how far off a bonus is. */

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => {
    if (key === "click") {
      made.addEventListener("click", value);
    } else if (value !== false && value !== null) {
      made.setAttribute(key, value === true ? "" : value);
    }
  });
  made.append(...children);
  return made;
}

function die(face) {
  if (!find(`#die${face}`)) {
    return element("span", { class: "die" }, String(face));
  }
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#die${face}`);
  picture.setAttribute("class", "die");
  picture.setAttribute("aria-hidden", "true");
  picture.append(use);
  return picture;
}

/** A button that does nothing now keeps the focus, unlike a disabled one. */
const setIdle = (button, idle) => setAttribute(button, "aria-disabled", idle ? "true" : "false");

/* What stays as it is is not touched, for the browser lays out anew whatever is. */

function setText(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) {
    node.setAttribute(name, value);
  }
}

function render() {
  const turn = nextPlayer(game, match);
  const columns = match.players.map((player) => columnOf(player, turn));
  fit(find("#heads"), columns.length, headCell);
  columns.forEach(showHead);
  findAll("tr[data-row]").forEach((row) => showRow(row, columns));
  if (shownPlayers !== columns.length) {
    shownPlayers = columns.length;
    findAll("tr.band th").forEach((band) => band.setAttribute("colspan", columns.length + 1));
    find("table").style.setProperty("--players", columns.length);
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
  const button = element("button", { type: "button", "data-key": `player ${place}`, title: words.rename, click: () => askPlayer(match.players[place]) }, element("bdi"));
  return element("th", { scope: "col" }, button);
}

function showHead(column, place) {
  const cell = find("#heads").cells[place + 1], button = find("button", cell);
  cell.classList.toggle("turn", column.isTurn);
  setText(find("bdi", button), nameOf(column.player));
  setAttribute(button, "aria-current", column.isTurn ? "true" : "false");
}

function showRow(row, columns) {
  const where = row.dataset.row, isBox = has(game.values, where);
  fit(row, columns.length, (place) => (isBox ? boxCell(where, place) : element("td")));
  columns.forEach((column, place) => {
    const cell = row.cells[place + 1];
    cell.classList.toggle("turn", column.isTurn);
    if (isBox) {
      showBox(find("button", cell), where, column);
    } else {
      showTotal(cell, where, column);
    }
  });
}

function boxCell(where, place) {
  return element("td", {}, element("button", {
    type: "button", "data-key": `${where} ${place}`, click: () => tapBox(where, match.players[place]),
  }));
}

function showBox(button, where, column) {
  const written = column.entries.find((entry) => entry.box === where), offer = column.legal[where];
  const text = written ? String(written.points) : offer ? choiceText({ points: offer.points[offer.points.length - 1], bonus: offer.bonus }) : "";
  setText(button, text);
  button.classList.toggle("offer", Boolean(offer));
  button.classList.toggle("yacht", Boolean(written && written.bonus));
  const value = written ? choiceText(written) : offer ? say(words.offered, { points: pointsText(offer) }) : words.open;
  setAttribute(button, "aria-label", `${rowName(where)}, ${nameOf(column.player)}: ${value}`);
}

function showTotal(cell, where, column) {
  const points = column.totals[where], total = game.totals.find((each) => each.id === where);
  const left = total.kind === "threshold" ? toGo(game, column.card, yachtsAmong(column.entries), total) : null;
  const shown = JSON.stringify([points, left]);
  if (cell.dataset.shown !== shown) {
    cell.dataset.shown = shown;
    cell.replaceChildren(points === null ? "" : String(points), ...(left ? progress(left) : []));
  }
}

/** How far off a bonus is: in words, and as a bar. */
function progress(left) {
  const text = left.reachable ? say(words.to_go, { points: left.missing }) : words.out_of_reach;
  return [element("small", {}, text), element("progress", { max: left.sum + left.missing, value: left.sum, "aria-label": text })];
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
