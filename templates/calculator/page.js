/* The page: shows a match, and turns taps into entries. Stands after engine.js, turns.js and match.js. */

const DATA = JSON.parse(document.getElementById("data").textContent);
const { game, turns, words } = DATA;
const MOST_UNDO = 50;
const LONGEST_NAME = 80;
const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

let hand = []; // the dice that were tapped
let firstRoll = false;
let { match, past, finished } = load();

/* Words */

const say = (text, places = {}) => Object.entries(places).reduce((said, [name, value]) => said.split(`%(${name})s`).join(value), text);
const listed = (names) => new Intl.ListFormat(DATA.language, { type: "conjunction" }).format(names);
const nameOf = (player) => player.name || say(words.player, { n: match.players.indexOf(player) + 1 });
/** A name in the middle of a sentence, whichever way it is written. */
const isolated = (player) => `\u2068${nameOf(player)}\u2069`;
const choiceText = (choice) => (choice.bonus ? `${choice.points} + ${choice.bonus}` : String(choice.points));

function announce(text) {
  find("#live").textContent = text;
}

/* Keeping */

function load() {
  const kept = read(DATA.key) || {};
  const sound = (list) => (Array.isArray(list) ? list.filter((each) => checkedMatch(game, each)) : []);
  const fresh = newMatch(DATA.players);
  return { match: checkedMatch(game, kept.match) || fresh, past: sound(kept.past), finished: sound(kept.finished) };
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch (error) {
    return null;
  }
}

function keep() {
  try {
    localStorage.setItem(DATA.key, JSON.stringify({ match, past, finished }));
    find("#unkept").hidden = true;
  } catch (error) {
    find("#unkept").hidden = false;
  }
}

/** Every change of the match goes through here, so that it can be undone. */
function change(next) {
  past = [...past, match].slice(-MOST_UNDO);
  become(next);
}

function undo() {
  if (past.length) {
    const before = past[past.length - 1];
    past = past.slice(0, -1);
    become(before);
    announce(words.undone);
  }
}

function become(next) {
  const others = finished.filter((each) => each.id !== next.id), known = finished.find((each) => each.id === next.id);
  const when = known ? known.when : new Date().toISOString();
  match = next;
  finished = isFinished(game, match) ? [...others, { ...match, when }] : others;
  keep();
  render();
}

/* Building blocks */

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => {
    if (key === "click") {
      made.addEventListener("click", value);
    } else if (value === true) {
      made.setAttribute(key, "");
    } else if (value !== false && value !== null) {
      made.setAttribute(key, value);
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

/* The table */

function render() {
  const keptFocus = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : null;
  const turn = nextPlayer(game, match);
  const legal = turn && handIsFull() ? legalFor(turn) : {};
  fit(find("#heads"), match.players.length, (place) => headCell(place));
  match.players.forEach((player, place) => showHead(player, place, player === turn));
  findAll("tbody tr[data-row]").forEach((row) => showRow(row, turn, legal));
  findAll("tbody .band th").forEach((band) => band.setAttribute("colspan", match.players.length + 1));
  find("table").style.setProperty("--players", match.players.length);
  find(".scroll").classList.toggle("wide", find("table").offsetWidth > find(".scroll").clientWidth);
  showState(turn);
  showHand(turn);
  const focus = keptFocus && find(`[data-key="${keptFocus}"]`);
  if (focus && document.activeElement !== focus) {
    focus.focus();
  }
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

function showHead(player, place, isTurn) {
  const cell = find("#heads").cells[place + 1], button = find("button", cell);
  cell.classList.toggle("turn", isTurn);
  button.replaceChildren(element("bdi", {}, nameOf(player)));
  button.title = words.rename;
  button.setAttribute("aria-current", isTurn ? "true" : "false");
}

function showRow(row, turn, legal) {
  const where = row.dataset.row, isBox = has(game.values, where);
  fit(row, match.players.length, (place) => (isBox ? boxCell(where, place) : element("td")));
  match.players.forEach((player, place) => {
    const cell = row.cells[place + 1];
    cell.classList.toggle("turn", player === turn);
    if (isBox) {
      showBox(find("button", cell), row, player, player === turn ? legal[where] : undefined);
    } else {
      showTotal(cell, where, player);
    }
  });
}

function boxCell(where, place) {
  return element("td", {}, element("button", {
    type: "button", "data-key": `${where} ${place}`, click: () => tapBox(where, match.players[place]),
  }));
}

function showBox(button, row, player, entry) {
  const written = entriesOf(match, player).find((each) => each.box === row.dataset.row);
  const offer = entry && choiceText({ points: entry.points[entry.points.length - 1], bonus: entry.bonus });
  button.textContent = written ? written.points : offer || "";
  button.classList.toggle("offer", !written && Boolean(entry));
  button.classList.toggle("yacht", Boolean(written && written.bonus));
  const value = written ? choiceText(written) : entry ? say(words.offered, { points: offer }) : words.open;
  button.setAttribute("aria-label", `${rowName(row.dataset.row)}, ${nameOf(player)}: ${value}`);
}

function showTotal(cell, where, player) {
  const entries = entriesOf(match, player), points = totalsOf(game, entries)[where];
  const total = game.totals.find((each) => each.id === where);
  cell.replaceChildren(points === null ? "" : String(points));
  if (total.kind === "threshold" && points !== null) {
    const left = toGo(game, cardFrom(entries), yachtsAmong(entries), total);
    if (left) {
      cell.append(...progress(left));
    }
  }
}

/** How far off a bonus is: in words, and as a bar. */
function progress(left) {
  const text = left.reachable ? say(words.to_go, { points: left.missing }) : words.out_of_reach;
  const whole = left.sum + left.missing;
  return [element("small", {}, text), element("progress", { max: whole, value: left.sum, "aria-label": text })];
}

const rowName = (where) => DATA.rows.find(([id]) => id === where)[1];

function showState(turn) {
  const state = find("#state");
  find("#undo").disabled = !past.length;
  find("#add").disabled = match.players.length >= DATA.most_players;
  if (turn) {
    state.textContent = say(words.turn, { player: isolated(turn) });
  } else {
    state.textContent = outcome();
  }
  state.classList.toggle("finished", !turn);
}

/** Who has won, in words. */
function outcome() {
  const places = ranking(game, match), best = places.filter((each) => each.total === places[0].total);
  const names = listed(best.map((each) => isolated(each.player)));
  if (match.players.length === 1) {
    return say(words.alone, { total: places[0].total });
  }
  return say(best.length > 1 ? words.shared : words.wins, { names, total: places[0].total });
}

/* Entries */

function tapBox(where, player) {
  const open = !entriesOf(match, player).some((entry) => entry.box === where);
  if (!open || !handIsFull()) {
    askEntry(where, player, choicesFor(game, turns, entriesOf(match, player), where), open);
    return;
  }
  const entry = legalFor(player)[where];
  if (!entry) {
    announce(say(words.not_here, { row: rowName(where) }));
    flash(words.not_here, { row: rowName(where) });
    return;
  }
  const choices = entry.points.map((points) => ({ points, bonus: entry.bonus }));
  if (choices.length === 1) {
    enter(where, player, choices[0]);
  } else {
    askEntry(where, player, choices, true);
  }
}

function enter(where, player, choice) {
  hand = [];
  firstRoll = false;
  change(withEntry(match, player, where, choice));
  const total = totalsOf(game, entriesOf(match, player)).total;
  const value = choice ? choiceText(choice) : words.open;
  const said = `${rowName(where)}, ${nameOf(player)}: ${value}. ${rowName("total")}: ${total === null ? 0 : total}.`;
  announce(isFinished(game, match) ? `${said} ${outcome()}` : said);
}

/** Offer what the box can hold now. */
function askEntry(where, player, choices, open) {
  const dialog = find("#entry"), full = !open && entriesOf(match, player).find((entry) => entry.box === where);
  find("h2", dialog).replaceChildren(rowName(where), " · ", element("bdi", {}, nameOf(player)));
  find(".rule", dialog).textContent = find(`tr[data-row="${where}"] small`).textContent;
  const isNow = (choice) => full && full.points === choice.points && full.bonus === choice.bonus;
  const buttons = choices.map((choice) => element("button", {
    type: "button", class: choice.bonus ? "value yacht" : "value", "aria-pressed": isNow(choice) ? "true" : null,
    click: () => { dialog.close(); enter(where, player, choice); },
  }, choiceText(choice)));
  find(".values", dialog).replaceChildren(...buttons);
  find(".bonus", dialog).hidden = !choices.some((choice) => choice.bonus);
  find(".none", dialog).textContent = full ? words.depends : words.not_now;
  find(".none", dialog).hidden = Boolean(choices.length) && !full;
  const empty = find(".empty", dialog);
  empty.hidden = !full || !canEmpty(game, turns, entriesOf(match, player), where);
  empty.onclick = () => { dialog.close(); enter(where, player, null); };
  dialog.showModal();
}

/* Dice */

const handIsFull = () => hand.length === turns.dice.count;
const legalFor = (player) => legalEntries(game, turns, cardFrom(entriesOf(match, player)), rollOf(hand), firstRoll);

function showHand(turn) {
  const slots = Array.from({ length: turns.dice.count }, (_, place) => {
    const face = hand[place];
    return element("button", {
      type: "button", class: "slot", "data-key": `slot ${place}`, disabled: face === undefined,
      "aria-label": face === undefined ? words.no_die : say(words.drop, { face }),
      click: () => { hand.splice(place, 1); render(); },
    }, face === undefined ? die(0) : die(face));
  });
  find("#hand").replaceChildren(...slots);
  findAll("#faces button").forEach((button) => { button.disabled = handIsFull() || !turn; });
  find("#drop").disabled = !hand.length;
  if (find("#first")) {
    find("#first").checked = firstRoll;
  }
  find("#hint").textContent = handIsFull() ? words.tap_box : words.tap_dice;
}

function addDie(face) {
  if (!handIsFull()) {
    hand.push(face);
    render();
    announce(handIsFull() ? `${hand.join(" ")}. ${words.tap_box}` : hand.join(" "));
    showOffers();
  }
}

/** Bring a box that the dice can go to into sight, if none is. */
function showOffers() {
  const offers = findAll("button.offer"), floor = find("#dice").getBoundingClientRect().top;
  const isSeen = (button) => { const { top, bottom } = button.getBoundingClientRect(); return top >= 0 && bottom <= floor; };
  if (offers.length && !offers.some(isSeen)) {
    offers[0].scrollIntoView({ block: "center", inline: "nearest" });
  }
}

/* Players */

function askPlayer(player) {
  const dialog = find("#player"), input = find("input", dialog);
  input.value = player ? player.name : "";
  find("h2", dialog).textContent = player ? words.rename : words.add;
  find(".remove", dialog).hidden = !player || match.players.length === 1;
  find(".remove", dialog).onclick = () => { dialog.close(); removePlayer(player); };
  find("form", dialog).onsubmit = () => savePlayer(player, input.value.trim().slice(0, LONGEST_NAME));
  dialog.showModal();
  input.select();
}

function savePlayer(player, name) {
  const players = player
    ? match.players.map((each) => (each === player ? { ...each, name } : each))
    : [...match.players, { id: newId(), name }];
  change({ ...match, players });
}

function removePlayer(player) {
  const players = match.players.filter((each) => each !== player);
  change({ ...match, players, entries: match.entries.filter((entry) => entry.player !== player.id) });
}

/* Games */

function startNew() {
  const next = { ...newMatch([]), players: match.players };
  if (!match.entries.length || isFinished(game, match)) {
    change(next);
  } else {
    ask(words.leave, words.start, () => change(next));
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
  const dialog = find("#games"), running = match.entries.length && !isFinished(game, match) ? [match] : [];
  const kept = [...running, ...finished.slice().reverse()];
  find("ul", dialog).replaceChildren(...kept.map(gameItem));
  find(".none", dialog).hidden = Boolean(kept.length);
  find(".all", dialog).hidden = !finished.length;
  if (!dialog.open) {
    dialog.showModal();
  }
}

function gameItem(kept) {
  const when = kept.when ? new Date(kept.when).toLocaleString(DATA.language, { dateStyle: "medium", timeStyle: "short" }) : words.running;
  const places = ranking(game, kept).map((each) => element("span", {},
    element("bdi", {}, each.player.name || say(words.player, { n: kept.players.indexOf(each.player) + 1 })), ` ${each.total}`));
  const result = resultOf(game, kept), name = `${DATA.ruleset}-${(kept.when || "").slice(0, 10) || "now"}`;
  const csv = () => download(`${name}.csv`, "\ufeff" + asCsv(DATA.ruleset, DATA.rows, DATA.separator, result), "text/csv");
  const json = () => download(`${name}.json`, asJson(DATA.ruleset, result), "application/json");
  const label = (kind) => `${kind}, ${when}`;
  const buttons = [["CSV", csv], ["JSON", json], ...(kept.when ? [[words.forget, () => forget(kept)]] : [])];
  return element("li", {}, element("strong", {}, when), element("span", { class: "places" }, ...places),
    ...buttons.map(([text, click]) => element("button", { type: "button", "aria-label": label(text), click }, text)));
}

function forget(kept) {
  ask(words.forget_question, words.forget, () => {
    finished = finished.filter((each) => each.id !== kept.id);
    keep();
    showGames();
  });
}

function download(name, text, type) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/* Keys, themes, and starting */

/** A note that goes away by itself; the screen reader has heard it already. */
function flash(text, places) {
  const note = find("#note");
  note.textContent = say(text, places);
  note.hidden = false;
  clearTimeout(flash.timer);
  flash.timer = setTimeout(() => { note.hidden = true; }, 4000);
}

/** The arrow keys go from box to box. */
function moveFocus(event) {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const cell = event.target.closest("td, th"), step = steps[event.key];
  if (!cell || !step) {
    return;
  }
  let row = cell.parentElement, column = cell.cellIndex + step[1];
  const rows = findAll("table tr");
  for (let at = rows.indexOf(row) + step[0]; rows[at] && step[0]; at += step[0]) {
    row = rows[at];
    if (row.cells[column] && find("button", row.cells[column])) {
      break;
    }
  }
  const button = row.cells[column] && find("button", row.cells[column]);
  if (button) {
    event.preventDefault();
    button.focus();
  }
}

function nextTheme() {
  const themes = ["auto", "light", "dark"], now = document.documentElement.dataset.theme || "auto";
  setTheme(themes[(themes.indexOf(now) + 1) % themes.length]);
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  find("#theme").textContent = words.themes[theme];
  try {
    localStorage.setItem("sheetgen theme", theme);
  } catch (error) {
    // the choice lasts as long as the page
  }
}

function storedTheme() {
  try {
    const kept = localStorage.getItem("sheetgen theme");
    return has(words.themes, kept) ? kept : "auto";
  } catch (error) {
    return "auto";
  }
}

function start() {
  find("#undo").addEventListener("click", undo);
  find("#new").addEventListener("click", startNew);
  find("#show-games").addEventListener("click", showGames);
  find("#print").addEventListener("click", () => window.print());
  find("#theme").addEventListener("click", nextTheme);
  find("#add").addEventListener("click", () => askPlayer(null));
  find("#drop").addEventListener("click", () => { hand = []; render(); });
  find("#games .all").addEventListener("click", () =>
    download(`${DATA.ruleset}.jsonl`, asLines(DATA.ruleset, finished.map((each) => resultOf(game, each))), "application/jsonl"));
  findAll("#faces button").forEach((button) => button.addEventListener("click", () => addDie(Number(button.value))));
  if (find("#first")) {
    find("#first").addEventListener("change", (event) => { firstRoll = event.target.checked; render(); });
  }
  find("#player .cancel").addEventListener("click", () => find("#player").close());
  findAll("dialog").forEach((dialog) => dialog.addEventListener("click", (event) => {
    if (event.target === dialog) {
      dialog.close();
    }
  }));
  find("table").addEventListener("keydown", moveFocus);
  window.addEventListener("storage", (event) => {
    if (event.key === DATA.key) {
      ({ match, past, finished } = load());
      render();
    }
  });
  setTheme(storedTheme());
  render();
}

start();
