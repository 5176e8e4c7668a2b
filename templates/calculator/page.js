/* The page: shows a match, and turns taps into entries. Stands after engine.js, turns.js and match.js. */

const DATA = JSON.parse(document.getElementById("data").textContent);
const { game, turns, words } = DATA;
const MOST_UNDO = 50, MOST_KEPT_UNDO = 10;
const LONGEST_NAME = 80;
const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

let hand = []; // the dice that were tapped
let firstRoll = false;
let roving = ""; // the one button of the table that Tab stops at
let { match, past, finished } = load();

/* Words */

const say = (text, places = {}) => text.replace(/%\((\w+)\)s/g, (place, name) => (name in places ? places[name] : place));
const listed = (names, type = "conjunction") => new Intl.ListFormat(DATA.language, { type }).format(names);
const nameIn = (players, player) => player.name || say(words.player, { n: players.indexOf(player) + 1 });
const nameOf = (player) => nameIn(match.players, player);
/** A name in the middle of a sentence, whichever way it is written. */
const isolated = (player) => `\u2068${nameOf(player)}\u2069`;
const rowName = (where) => DATA.rows.find(([id]) => id === where)[1];
const choiceText = (choice) => (choice.bonus ? `${choice.points} + ${choice.bonus}` : String(choice.points));
const pointsText = (entry) => listed(entry.points.map((points) => choiceText({ points, bonus: entry.bonus })), "disjunction");

function announce(text) {
  find("#live").textContent = text;
}

/** A note that goes away by itself, and that a screen reader hears. */
function flash(text) {
  announce(text);
  const note = find("#note");
  note.textContent = text;
  note.hidden = false;
  clearTimeout(flash.timer);
  flash.timer = setTimeout(() => { note.hidden = true; }, 5000);
}

/* Keeping */

function load() {
  const kept = read(DATA.key) || {}, check = (each) => checkedMatch(game, each, DATA.most_players);
  const list = (value) => (Array.isArray(value) ? value : []);
  const fresh = newMatch(DATA.players);
  return {
    match: check(kept.match) || fresh,
    past: list(kept.past).map((each) => each && { match: check(each.match), dice: null }).filter((each) => each && each.match),
    finished: list(kept.finished).map(check).filter((each) => each && each.when),
  };
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch (error) {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch (error) {
    return false;
  }
}

function keep() {
  const shorter = [past.slice(-MOST_KEPT_UNDO), []].map((some) => JSON.stringify({ match, past: some, finished }));
  find("#unkept").hidden = shorter.some((text) => write(DATA.key, text));
}

/** Every change of the match goes through here, so that it can be undone; `dice` are those that it used up. */
function change(next, dice = null) {
  past = [...past, { match, dice }].slice(-MOST_UNDO);
  become(next);
}

function undo() {
  if (!past.length) {
    return;
  }
  const before = past[past.length - 1], what = difference(before.match, match);
  past = past.slice(0, -1);
  if (before.dice) {
    ({ hand, firstRoll } = before.dice);
  }
  become(before.match);
  flash(what ? say(words.undone_entry, { what }) : words.undone);
}

/** What an undone step had written, in words; empty if it was something else. */
function difference(before, after) {
  const gone = after.entries.find((entry) => !before.entries.some((old) => JSON.stringify(old) === JSON.stringify(entry)));
  const player = gone && after.id === before.id && match.players.find((each) => each.id === gone.player);
  return player ? `${rowName(gone.box)}, ${isolated(player)}: ${choiceText(gone)}` : "";
}

/** Take this match for the one that is played. A finished one is kept, and stays so until it is finished anew. */
function become(next) {
  match = next;
  if (isFinished(game, match)) {
    const known = finished.find((each) => each.id === match.id);
    const when = known ? known.when : new Date().toISOString();
    finished = [...finished.filter((each) => each.id !== match.id), { ...match, when }];
  }
  keep();
  render();
}

/* Building blocks */

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
const setIdle = (button, idle) => button.setAttribute("aria-disabled", idle ? "true" : "false");

/* The table */

function render() {
  const turn = nextPlayer(game, match);
  const columns = match.players.map((player) => columnOf(player, turn));
  fit(find("#heads"), columns.length, headCell);
  columns.forEach(showHead);
  findAll("tr[data-row]").forEach((row) => showRow(row, columns));
  findAll("tr.band th").forEach((band) => band.setAttribute("colspan", columns.length + 1));
  find("table").style.setProperty("--players", columns.length);
  showState(turn);
  showHand(turn);
  rove(roving);
  if (turn && render.turn !== turn.id && find(".scroll").classList.contains("wide")) {
    reveal(find("#heads").cells[match.players.indexOf(turn) + 1]);
  }
  render.turn = turn && turn.id;
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
  const button = element("button", { type: "button", "data-key": `player ${place}`, click: () => askPlayer(match.players[place]) });
  return element("th", { scope: "col" }, button);
}

function showHead(column, place) {
  const cell = find("#heads").cells[place + 1], button = find("button", cell);
  cell.classList.toggle("turn", column.isTurn);
  button.replaceChildren(element("bdi", {}, nameOf(column.player)));
  button.title = words.rename;
  button.setAttribute("aria-current", column.isTurn ? "true" : "false");
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
  button.textContent = text;
  button.classList.toggle("offer", Boolean(offer));
  button.classList.toggle("yacht", Boolean(written && written.bonus));
  const value = written ? choiceText(written) : offer ? say(words.offered, { points: pointsText(offer) }) : words.open;
  button.setAttribute("aria-label", `${rowName(where)}, ${nameOf(column.player)}: ${value}`);
}

function showTotal(cell, where, column) {
  const points = column.totals[where], total = game.totals.find((each) => each.id === where);
  cell.replaceChildren(points === null ? "" : String(points));
  const left = total.kind === "threshold" && points !== null && toGo(game, column.card, yachtsAmong(column.entries), total);
  if (left && (left.reachable || !points)) {
    cell.append(...progress(left));
  }
}

/** How far off a bonus is: in words, and as a bar. */
function progress(left) {
  const text = left.reachable ? say(words.to_go, { points: left.missing }) : words.out_of_reach;
  return [element("small", {}, text), element("progress", { max: left.sum + left.missing, value: left.sum, "aria-label": text })];
}

function showState(turn) {
  const state = find("#state");
  state.textContent = turn ? say(words.turn, { player: isolated(turn) }) : outcome();
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

/* Entries */

function tapBox(where, player) {
  const isOpen = !entriesOf(match, player).some((entry) => entry.box === where);
  if (!isOpen || !handIsFull()) {
    askEntry(where, player, choicesFor(game, turns, entriesOf(match, player), where));
    return;
  }
  const legal = legalFor(player), entry = legal[where];
  if (!entry) {
    const rows = Object.keys(legal).map(rowName);
    flash(say(words.not_here, { row: rowName(where), rows: listed(rows.length > 4 ? [...rows.slice(0, 4), "…"] : rows, "disjunction") }));
    showOffers();
    return;
  }
  const choices = entry.points.map((points) => ({ points, bonus: entry.bonus }));
  if (choices.length === 1 && player === nextPlayer(game, match)) {
    enter(where, player, choices[0], true);
  } else {
    askEntry(where, player, choices, true);
  }
}

/** Write something into a box, or empty it; `byDice` if that uses up the dice on the table. */
function enter(where, player, choice, byDice = false) {
  const before = entriesOf(match, player).find((entry) => entry.box === where);
  if (!hasPlayer(match, player) || (before && choice && before.points === choice.points && before.bonus === choice.bonus)) {
    return;
  }
  const dice = byDice ? { hand, firstRoll } : null;
  if (byDice) {
    clearHand();
  }
  change(withEntry(match, player, where, choice), dice);
  const total = totalsOf(game, entriesOf(match, player)).total, value = choice ? choiceText(choice) : words.open;
  const said = `${rowName(where)}, ${nameOf(player)}: ${value}. ${rowName("total")}: ${total === null ? 0 : total}.`;
  announce(isFinished(game, match) ? `${said} ${outcome()}` : said);
}

/** Offer what the box can hold now. */
function askEntry(where, player, choices, byDice = false) {
  const dialog = find("#entry"), entries = entriesOf(match, player);
  const full = entries.find((entry) => entry.box === where);
  find("h2", dialog).replaceChildren(rowName(where), " · ", element("bdi", {}, nameOf(player)));
  find(".rule", dialog).textContent = find(`tr[data-row="${where}"] small`).textContent;
  find(".values", dialog).replaceChildren(...choices.map((choice) => element("button", {
    type: "button", class: choice.bonus ? "value yacht" : "value", "aria-pressed": full && choiceText(full) === choiceText(choice) ? "true" : null,
    click: () => { dialog.close(); enter(where, player, choice, byDice); },
  }, choiceText(choice))));
  find(".bonus", dialog).hidden = !choices.some((choice) => choice.bonus);
  const isLast = full && entries[entries.length - 1] === full;
  find(".none", dialog).textContent = full ? words.depends : words.not_now;
  find(".none", dialog).hidden = full ? isLast : choices.length > 0;
  const empty = find(".empty", dialog);
  empty.hidden = !full || !canEmpty(game, turns, entries, where);
  empty.onclick = () => { dialog.close(); enter(where, player, null); };
  dialog.showModal();
}

/* Dice */

const handIsFull = () => hand.length === turns.dice.count;
const legalFor = (player) => legalEntries(game, turns, cardFrom(entriesOf(match, player)), rollOf(hand), firstRoll);

function showHand(turn) {
  const slots = find("#hand");
  while (slots.children.length < turns.dice.count) {
    slots.append(element("button", { type: "button", class: "slot", click: (event) => dropDie([...slots.children].indexOf(event.currentTarget)) }));
  }
  [...slots.children].forEach((slot, place) => {
    const face = hand[place];
    slot.replaceChildren(die(face === undefined ? 0 : face));
    slot.setAttribute("aria-label", face === undefined ? words.no_die : say(words.drop, { face }));
    setIdle(slot, face === undefined);
  });
  findAll("#faces button").forEach((button) => setIdle(button, handIsFull() || !turn));
  setIdle(find("#drop"), !hand.length);
  if (find("#first")) {
    find("#first").checked = firstRoll;
  }
  find("#dice-head").textContent = turn ? isolated(turn) : words.dice;
  find("#hint").textContent = handIsFull() ? words.tap_box : words.tap_dice;
}

function setHand(dice) {
  const offered = handIsFull();
  hand = dice;
  if (offered || handIsFull()) {
    render();
  } else {
    showHand(nextPlayer(game, match));
  }
}

function clearHand() {
  hand = [];
  firstRoll = false;
}

function addDie(face, byKey) {
  if (handIsFull() || !nextPlayer(game, match)) {
    return;
  }
  setHand([...hand, face]);
  announce(handIsFull() ? `${hand.join(" ")}. ${words.tap_box}` : hand.join(" "));
  showOffers();
  if (byKey && handIsFull()) {
    const first = find("button.offer");
    if (first) {
      first.focus();
    }
  }
}

function dropDie(place) {
  if (place < hand.length) {
    setHand(hand.filter((_, at) => at !== place));
  }
}

/** Bring a box that the dice can go to into sight, if none is. */
function showOffers() {
  const offers = findAll("button.offer"), floor = find("#dice").getBoundingClientRect().top;
  const sheet = find(".scroll").getBoundingClientRect(), names = find("#heads").cells[0].getBoundingClientRect();
  const isSeen = (button) => {
    const box = button.getBoundingClientRect();
    const isAcross = box.left >= names.right - 1 && box.right <= sheet.right + 1;
    return names.top >= -1 && isAcross && box.top >= names.bottom && box.bottom <= Math.min(floor, innerHeight, sheet.bottom);
  };
  if (offers.length && !offers.some(isSeen)) {
    reveal(offers[0].parentElement);
  }
}

/* Players */

function askPlayer(player) {
  const dialog = find("#player"), input = find("input", dialog), remove = find(".remove", dialog);
  input.value = player ? player.name : "";
  find("h2", dialog).textContent = player ? words.rename : words.add;
  remove.hidden = !player || match.players.length <= DATA.least_players;
  remove.onclick = () => { dialog.close(); removePlayer(player); };
  find("form", dialog).onsubmit = () => savePlayer(player, input.value.trim().slice(0, LONGEST_NAME));
  dialog.showModal();
  input.select();
}

function savePlayer(player, name) {
  if (!player) {
    change({ ...match, players: [...match.players, { id: newId(), name }] });
    announce(say(words.added, { player: isolated(match.players[match.players.length - 1]) }));
  } else if (hasPlayer(match, player) && player.name !== name) {
    change(withName(match, player, name));
  }
}

function removePlayer(player) {
  const act = () => {
    if (hasPlayer(match, player)) {
      const said = say(words.removed, { player: isolated(player) });
      change(withoutPlayer(match, player));
      flash(said);
      find("#heads").cells[match.players.length].querySelector("button").focus();
    }
  };
  if (entriesOf(match, player).length) {
    ask(say(words.remove_question, { player: isolated(player) }), words.remove, act);
  } else {
    act();
  }
}

/* Games */

function startNew() {
  const next = { ...newMatch([]), players: match.players };
  const act = () => { clearHand(); change(next); };
  if (isFinished(game, match)) {
    act();
  } else if (match.entries.length) {
    ask(words.leave, words.start, act);
  }
}

function ask(question, yes, act) {
  const dialog = find("#question");
  find("p", dialog).textContent = question;
  find(".yes", dialog).textContent = yes;
  find(".yes", dialog).onclick = () => { dialog.close(); act(); };
  dialog.showModal();
}

function showGames() {
  const dialog = find("#games"), isKept = finished.some((each) => each.id === match.id);
  const kept = [...(match.entries.length && !isKept ? [match] : []), ...finished.slice().reverse()];
  find("ul", dialog).replaceChildren(...kept.map(gameItem));
  find(".none", dialog).hidden = Boolean(kept.length);
  find(".all", dialog).hidden = !finished.length;
  if (!dialog.open) {
    dialog.showModal();
  }
}

const whenOf = (kept) => kept.when || new Date().toISOString();

function gameItem(kept) {
  const when = kept.when ? new Date(kept.when).toLocaleString(DATA.language, { dateStyle: "medium", timeStyle: "short" }) : words.running;
  const places = ranking(game, kept).map((each) =>
    element("span", {}, element("bdi", {}, nameIn(kept.players, each.player)), ` ${each.total}`));
  const result = resultOf(game, kept), name = `${DATA.ruleset}-${whenOf(kept).slice(0, 10)}`;
  const csv = () => download(`${name}.csv`, "\ufeff" + asCsv(DATA.ruleset, DATA.rows, DATA.separator, result), "text/csv");
  const json = () => download(`${name}.json`, asJson(DATA.ruleset, result), "application/json");
  const buttons = [["CSV", csv], ["JSON", json], ...(kept.when ? [[words.forget, () => forget(kept)]] : [])];
  return element("li", {}, element("strong", {}, when), element("span", { class: "places" }, ...places),
    ...buttons.map(([text, click]) => element("button", { type: "button", "aria-label": `${text}, ${when}`, click }, text)));
}

function forget(kept) {
  ask(words.forget_question, words.forget, () => {
    finished = finished.filter((each) => each.id !== kept.id);
    keep();
    showGames();
    find("#games .actions button:last-child").focus();
  });
}

function saveAll() {
  const labels = finished.map((each) => whenOf(each).slice(0, 16));
  download(`${DATA.ruleset}.jsonl`, asLines(DATA.ruleset, finished.map((each) => resultOf(game, each)), labels), "application/jsonl");
}

function download(name, text, type) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/* Keys, themes, and starting */

/** Let Tab stop at one button of the table alone: the one used last, or the first. */
function rove(key) {
  const buttons = findAll("table button"), stop = buttons.find((button) => button.dataset.key === key) || buttons[0];
  roving = stop.dataset.key;
  buttons.forEach((button) => { button.tabIndex = button === stop ? 0 : -1; });
}

/** The arrow keys go from box to box. */
function moveFocus(event) {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const cell = event.target.closest("td, th"), step = steps[event.key];
  if (!cell || !step) {
    return;
  }
  const rows = findAll("table tr"), column = cell.cellIndex + step[1];
  const buttonIn = (row) => row && row.cells[column] && find("button", row.cells[column]);
  let at = rows.indexOf(cell.parentElement) + step[0];
  while (rows[at] && step[0] && !buttonIn(rows[at])) {
    at += step[0];
  }
  if (buttonIn(rows[at])) {
    event.preventDefault();
    buttonIn(rows[at]).focus();
  }
}

function nextTheme() {
  const themes = Object.keys(words.themes), now = document.documentElement.dataset.theme;
  setTheme(themes[(themes.indexOf(now) + 1) % themes.length]);
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  find("#theme").textContent = words.themes[theme];
  write("sheetgen theme", JSON.stringify(theme));
}

/** Another window has played on: show what it has kept. An open question here is about what is no more. */
function follow(event) {
  if (event.key === DATA.key) {
    findAll("dialog[open]").forEach((dialog) => dialog.close());
    ({ match, past, finished } = load());
    render();
  }
}

/** A wide table scrolls by itself, with the names of rows and players staying in sight. */
function fitTable() {
  find(".scroll").classList.toggle("wide", find("table").offsetWidth > find(".scroll").clientWidth + 1);
}

/** Let a button act when it is pressed, but not while it is idle. */
function onPress(selector, act) {
  findAll(selector).forEach((button) => button.addEventListener("click", (event) => {
    if (button.getAttribute("aria-disabled") !== "true") {
      act(event);
    }
  }));
}

function start() {
  onPress("#undo", undo);
  onPress("#new", startNew);
  onPress("#show-games", showGames);
  onPress("#print", () => window.print());
  onPress("#theme", nextTheme);
  onPress("#add", () => askPlayer(null));
  onPress("#drop", () => { clearHand(); render(); });
  onPress("#games .all", saveAll);
  onPress("#player .cancel", () => find("#player").close());
  onPress("#faces button", (event) => addDie(Number(event.currentTarget.value), event.detail === 0));
  if (find("#first")) {
    find("#first").addEventListener("change", (event) => { firstRoll = event.target.checked; render(); });
  }
  onPress("dialog", (event) => { if (event.target === event.currentTarget) { event.target.close(); } });
  find("table").addEventListener("keydown", moveFocus);
  find("table").addEventListener("focusin", (event) => rove(event.target.dataset.key));
  window.addEventListener("storage", follow);
  new ResizeObserver(fitTable).observe(find("table"));
  new ResizeObserver(fitTable).observe(find(".scroll"));
  const theme = read("sheetgen theme");
  setTheme(has(words.themes, theme) ? theme : "auto");
  render();
}

start();
