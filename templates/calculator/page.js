/* The page: what it knows, keeps and undoes, and how it starts. Stands after all the other scripts. */

const DATA = JSON.parse(document.getElementById("data").textContent);
const { game, turns, words } = DATA;
const OWN = `${DATA.key} ${JSON.stringify(DATA.players)}`; // of a page for these players; the key of the rules is for all
const MOST_UNDO = 50, MOST_KEPT_UNDO = 10;

let hand = []; // the dice that were tapped
let firstRoll = false;
let roving = ""; // the one button of the table that Tab stops at
let shownTurn = ""; // whose column was brought into sight
let shownPlayers = 0; // the columns of the table
let noteTimer = 0;
let { match, past, finished } = load();

/* Words */

const lists = Object.fromEntries(["conjunction", "disjunction"].map((type) => [type, new Intl.ListFormat(DATA.language, { type })]));
const listed = (names, type = "conjunction") => lists[type].format(names);
const nameIn = (players, player) => player.name || say(words.player, { n: players.indexOf(player) + 1 });
const nameOf = (player) => nameIn(match.players, player);
/** A name in the middle of a sentence, whichever way it is written. */
const isolated = (player) => `\u2068${nameOf(player)}\u2069`;
const rowNames = new Map(DATA.rows), totalsById = new Map(game.totals.map((total) => [total.id, total]));
const rowName = (where) => rowNames.get(where);
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
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => { note.hidden = true; }, 5000);
}

/* Keeping */

function load() {
  const own = keptAt(OWN);
  return { ...own, match: own.match || newMatch(DATA.players), finished: keptAt(DATA.key).finished };
}

/** What is kept under a key: a match, null if there is none, the steps that can be undone, and games that are finished. */
function keptAt(key) {
  const kept = read(key) || {}, check = (each) => checkedMatch(game, each, DATA.most_players);
  const list = (value) => (Array.isArray(value) ? value : []);
  return {
    key,
    match: check(kept.match),
    past: list(kept.past).map((each) => each && { match: check(each.match), dice: null }).filter((each) => each && each.match),
    finished: list(kept.finished).map(check).filter((each) => each && each.when),
  };
}

/** The games that other pages of these rules, for other players or of an older sheetgen, left unfinished; the newest first. */
function others() {
  const isOther = (key) => key !== OWN && (key === DATA.key || key.startsWith(`${DATA.key} `));
  const games = keys().filter(isOther).map(keptAt).filter((each) => each.match && each.match.entries.length);
  return games.filter((each) => !isFinished(game, each.match)).sort((one, other) => (one.match.id < other.match.id ? 1 : -1));
}

function keys() {
  try {
    return Object.keys(localStorage);
  } catch (error) {
    return [];
  }
}

/** Play on here with the game of another page, which keeps it no longer. */
function take(other) {
  const { match: gone, past: steps, ...rest } = read(other.key) || {};
  write(other.key, rest);
  ({ match, past } = other);
  clearHand();
  become(match);
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch (error) {
    return null;
  }
}

/** Keep some data; whether that worked. */
function write(key, data) {
  try {
    localStorage.setItem(key, JSON.stringify(data));
    return true;
  } catch (error) {
    return false;
  }
}

function keep() {
  const isKept = [past.slice(-MOST_KEPT_UNDO), []].some((some) => write(OWN, { match, past: some }));
  find("#unkept").hidden = write(DATA.key, { ...read(DATA.key), finished }) && isKept;
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

/* Keys, themes, and starting */

/** Let Tab stop at one button of the table alone: the one used last, or the first. */
function rove(key) {
  const buttons = findAll("table button"), stop = buttons.find((button) => button.dataset.key === key) || buttons[0];
  roving = stop.dataset.key;
  buttons.forEach((button) => setAttribute(button, "tabindex", button === stop ? "0" : "-1"));
}

/** The buttons of the table, line by line as they stand. */
function linesOfButtons() {
  return findAll("table tr").flatMap((row) => {
    const lines = new Map(), topOf = (button) => Math.round(button.getBoundingClientRect().top);
    findAll("button", row).forEach((button) => lines.set(topOf(button), [...(lines.get(topOf(button)) || []), button]));
    return [...lines.values()];
  });
}

/** The arrow keys go from box to box. */
function moveFocus(event) {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }, step = steps[event.key];
  if (!step) {
    return;
  }
  const lines = linesOfButtons(), at = lines.findIndex((line) => line.includes(event.target));
  const middle = (button) => { const box = button.getBoundingClientRect(); return box.left + box.width / 2; };
  const off = (button) => Math.abs(middle(button) - middle(event.target));
  const next = step[0] ? (lines[at + step[0]] || []).reduce((best, button) => (best && off(best) <= off(button) ? best : button), null)
    : (lines[at] || [])[lines[at].indexOf(event.target) + step[1]];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}

function nextTheme() {
  const themes = Object.keys(words.themes), now = document.documentElement.dataset.theme;
  setTheme(themes[(themes.indexOf(now) + 1) % themes.length]);
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  find("#theme").textContent = words.themes[theme];
  write("sheetgen theme", theme);
}

/** Another window has played on: show what it has kept. An open question here is about what is no more. */
function follow(event) {
  if (event.key === DATA.key || event.key === OWN) {
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
  setTheme(Object.keys(words.themes).includes(theme) ? theme : "auto"); // whatever else is there, it may be no text
  render();
  offer();
}

/** Ask, when a page is opened for the first time, whether the game of another one is to be played on. */
function offer() {
  const [other] = read(OWN) ? [] : others();
  if (other) {
    keep();
    const players = listed(other.match.players.map((player) => `\u2068${nameIn(other.match.players, player)}\u2069`));
    ask(say(words.other, { players }), words.play_on, () => take(other));
  }
}

start();
