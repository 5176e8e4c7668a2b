/* What the page knows, keeps, undoes and does again. Stands after the scripts without a page in them, and elements.js. */

const { game, turns, words } = DATA;
const pageOf = (data) => `${data.key} ${PLACE}`; // where this file keeps what is over; the key of the rules is for all
const runOf = (data) => `${pageOf(data)} ${JSON.stringify(data.players)}`; // and what runs, of a page for these players
const PAGE = pageOf(DATA), RUN = runOf(DATA);
const MOST_STEPS = 4000, MOST_KEPT = 500;

const newTurn = () => ({ dice: [], kept: [], throws: [], first: false });

let match, turn, past, next, finished;
let rolling = false; // the page rolls, until somebody taps a face
let draws = {}; // what was drawn for whom in which turn, so that the same dice fall again
let best = {}, bestBefore = ""; // the best earlier total by name, and the match that it is earlier than

/* Events of the game, for what has to do with them. */

const listeners = {};

function listen(name, act) {
  (listeners[name] = listeners[name] || []).push(act);
}

function notify(name, detail) {
  (listeners[name] || []).forEach((act) => act(detail));
}

/* Words */

const lists = Object.fromEntries(["conjunction", "disjunction"].map((type) => [type, new Intl.ListFormat(language, { type })]));
const listed = (names, type = "conjunction") => lists[type].format(names);
const nameIn = (players, player) => player.name || say(words.player, { n: players.findIndex((each) => each.id === player.id) + 1 });
const nameOf = (player) => nameIn(match.players, player);
/** A name in the middle of a sentence, whichever way it is written. */
const isolated = (player) => `\u2068${nameOf(player)}\u2069`;
const rowNames = new Map(DATA.rows), totalsById = new Map(game.totals.map((total) => [total.id, total]));
const rowName = (where) => rowNames.get(where);
const gameColumns = DATA.columns || null; // {prefix, name, fill, marks}, if a player has several
/** The id of a box or total without its column. */
const plainId = (where) => where.slice(where.indexOf(".") + 1);
/** Every box of a row, in all columns. */
const boxesOfRow = (row) => (gameColumns || [{ prefix: "" }]).flatMap(({ prefix }) => (row.boxes || [row.id]).map((where) => prefix + where));
/** What an entry is, in words: its points, and what it earns beside them. */
const choiceText = (choice) => (choice.bonus ? `${choice.points} + ${choice.bonus}` : String(choice.points));
/** A number with a minus that is as wide as a plus. */
const plain = (points) => String(points).replace("-", "−");
/** A number with its sign before it. */
const signed = (points) => (points < 0 ? plain(points) : `+${points}`);
const plurals = new Intl.PluralRules(language);
/** One of two words, for one thing and for more, as the language counts: in French nothing is one, too. */
const counted = (n, [one, more]) => say(plurals.select(n) === "one" ? one : more, { n });

function announce(text) {
  setText(find("#live"), text);
}

let noteTimer = 0;

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
  const own = keptAt(RUN), page = read(PAGE);
  ({ turn, past, next, rolling, draws } = own);
  match = own.match || newMatch(DATA.players.map((name) => ({ name })));
  finished = keptAt(page ? PAGE : DATA.key).finished; // once all pages of a game kept what was finished together
  rememberBest();
}

/** What is kept under a key: a match, null if there is none, its turn, the steps to undo and to do again, and finished games. */
function keptAt(key) {
  const kept = read(key) || {}, list = (value) => (Array.isArray(value) ? value : []), check = (each) => checkedMatch(game, each, DATA.most_players);
  const found = check(kept.match);
  return {
    key, match: found, turn: checkedTurn(found && kept.turn), rolling: kept.rolling === true, draws: checkedDraws(kept.draws),
    past: found ? list(kept.past).map(checkedStep).filter(Boolean) : [], next: found ? list(kept.next).map(checkedStep).filter(Boolean) : [],
    finished: list(kept.finished).map(check).filter((each) => each && each.when),
  };
}

/** A turn that was kept, as far as it is one. */
function checkedTurn(kept) {
  const isFace = (face) => face <= turns.sides, throws = checkedThrows(kept && kept.throws);
  if (!kept || !isDice(kept.dice) || !kept.dice.every(isFace) || kept.dice.length > turns.dice || (throws.length && kept.dice.length < turns.dice)) {
    return newTurn();
  }
  const marks = Array.isArray(kept.kept) ? kept.kept : [];
  const named = game.boxes.includes(kept.named) ? { named: kept.named } : {}, number = Number.isInteger(kept.number) && kept.number > 0 && kept.number <= DATA.rolls ? { number: kept.number } : {};
  return { dice: kept.dice, kept: throws.length ? kept.dice.map((_, at) => marks[at] === true) : [], throws, first: kept.first === true, ...named, ...number };
}

function checkedDraws(kept) {
  const isRoll = (roll) => isDice(roll) && roll.length === turns.dice && roll.every((face) => face <= turns.sides);
  const entries = kept && typeof kept === "object" ? Object.entries(kept).slice(-1000) : [];
  return Object.fromEntries(entries.filter(([, rolls]) => Array.isArray(rolls) && rolls.every(isRoll)));
}

/** The games that other pages of these rules, for other players or of an older sheetgen, left unfinished; the newest first. */
function others() {
  const isOther = (key) => key !== RUN && (key === DATA.key || key.startsWith(`${DATA.key} `));
  const games = storageKeys().filter(isOther).map(keptAt).filter((each) => each.match && each.match.entries.length);
  return games.filter((each) => !isFinished(game, each.match)).sort((one, other) => (one.match.id < other.match.id ? 1 : -1));
}

/** Play on here with the game of another page, which keeps it no longer. */
function take(other) {
  const { match: gone, turn: dice, past: steps, next: redone, ...rest } = read(other.key) || {};
  write(other.key, rest);
  ({ match, turn, past, next, draws, rolling } = other);
  arrive();
  keepNow();
}

let isRoom = inWindow(RUN) === null; // what is kept in the window alone was not kept for good

/** Keep the game with as many of its steps as there is room for. */
function keep() {
  const state = (some) => ({ match, turn, rolling, draws, past: past.slice(-some), next: next.slice(-some) });
  isRoom = [MOST_STEPS, 40, 0].some((some) => write(RUN, some ? state(some) : { match, turn, draws }));
  showUnkept();
}

/** Keep the games that are finished. */
function keepFinished() {
  isRoom = write(PAGE, { finished: finished.slice(-MOST_KEPT) }) && isRoom;
  rememberBest();
  showUnkept();
}

const showUnkept = () => { find("#unkept").hidden = isRoom; };

function rememberBest() {
  best = Object.create(null);
  bestBefore = match.id;
  finished.forEach((each) => ranking(game, each).forEach(({ player, total }) => {
    if (player.name && each.id !== match.id) {
      best[player.name] = Math.max(total, has(best, player.name) ? best[player.name] : total);
    }
  }));
}

/** The best total that somebody of that name had in an earlier game; null if there was none. */
const bestOf = (name) => (name in best ? best[name] : null);

/* Steps: what was changed, so that it can be undone and done again. Each is {what it was, what it is} of what differs. */

/** What makes one state of the other. */
function stepBetween(one, other) {
  const step = { turn: [one.turn, other.turn] };
  if (one.match.id !== other.match.id) {
    return { ...step, match: [one.match, other.match] };
  }
  ["players", "starter", "won"].filter((name) => one.match[name] !== other.match[name]).forEach((name) => {
    step[name] = [one.match[name], other.match[name]];
  });
  const [before, after] = [one.match.entries, other.match.entries];
  if (before !== after) {
    let at = 0, end = 0;
    while (at < before.length && before[at] === after[at]) {
      at += 1;
    }
    while (end < Math.min(before.length, after.length) - at && before[before.length - 1 - end] === after[after.length - 1 - end]) {
      end += 1;
    }
    step.entries = [before.slice(at, before.length - end), after.slice(at, after.length - end)];
    step.at = at;
  }
  return step;
}

/** The state that a step leads to: 1 forward, 0 back. */
function stepped(state, step, way) {
  if (step.match) {
    return { match: step.match[way], turn: step.turn[way] };
  }
  const next = { ...state.match };
  ["players", "starter", "won"].filter((name) => step[name]).forEach((name) => { next[name] = step[name][way]; });
  if (step.entries) {
    next.entries = state.match.entries.slice();
    next.entries.splice(step.at, step.entries[1 - way].length, ...step.entries[way]);
  }
  return { match: next, turn: step.turn[way] };
}

/** A step that was kept, if it is one. */
function checkedStep(step) {
  const pair = (value, check) => (Array.isArray(value) && value.length === 2 ? value.map(check) : null);
  const turnPair = step && pair(step.turn, checkedTurn);
  if (!turnPair) {
    return null;
  }
  const found = { turn: turnPair }, every = { players: (list) => (checkedMatch(game, { id: "", players: list }, DATA.most_players) || {}).players || null };
  if (step.match) {
    found.match = pair(step.match, (each) => checkedMatch(game, each, DATA.most_players));
  }
  if (step.players) {
    found.players = pair(step.players, every.players);
  }
  if (step.starter) {
    found.starter = pair(step.starter, String);
  }
  if (step.won) {
    found.won = pair(step.won, (id) => (typeof id === "string" ? id : undefined));
  }
  if (step.entries) {
    found.entries = pair(step.entries, (list) => (Array.isArray(list) && list.every(isEntry) ? list.map(checkedEntry) : null));
    found.at = Number.isInteger(step.at) && step.at >= 0 ? step.at : 0;
  }
  return Object.values(found).every((value) => value !== null && !(Array.isArray(value) && value.includes(null))) ? found : null;
}

const isEntry = (entry) => Boolean(entry) && typeof entry.player === "string" && canHold(game, entry.box, entry.points) && Number.isInteger(entry.bonus);

/** Every change of the game goes through here, so that it can be undone. `own` dice count as one step while they are tapped. */
function change(nextMatch, nextTurn = turn, own = false) {
  const before = { match, turn }, after = { match: nextMatch, turn: nextTurn }, last = past[past.length - 1];
  if (own && last && last.own && !next.length) {
    last.turn = [last.turn[0], nextTurn];
  } else {
    past = [...past.slice(1 - MOST_STEPS), { ...stepBetween(before, after), ...(own ? { own } : {}) }];
  }
  next = [];
  ({ match, turn } = after);
  arrive(own && [before, after].every((each) => each.turn.dice.length < turns.dice));
}

/** Change what belongs to the last step: which dice are kept. */
function amend(nextTurn) {
  const last = past[past.length - 1];
  if (last) {
    last.turn = [last.turn[0], nextTurn];
  }
  turn = nextTurn;
  arrive(true);
}

function undo() {
  move(past, 0);
}

function redo() {
  move(next, 1);
}

function move(from, way) {
  if (!from.length) {
    return;
  }
  const step = from[from.length - 1], rest = from.slice(0, -1), said = saidOf(step);
  [past, next] = way ? [[...past, step], rest] : [rest, [...next, step]];
  ({ match, turn } = stepped({ match, turn }, step, way));
  arrive();
  const text = way ? [words.redone, words.redone_entry] : [words.undone, words.undone_entry];
  flash(said ? say(text[1], { what: said }) : text[0]);
}

/** What a step had written, in words; empty if it was something else. */
function saidOf(step) {
  const gone = step.entries && (step.entries[1].find((entry) => !step.entries[0].includes(entry)) || step.entries[0][0]);
  const player = gone && match.players.find((each) => each.id === gone.player);
  return player ? `${rowName(gone.box)}, ${isolated(player)}: ${choiceText(gone)}` : "";
}

/* A tap is answered first, and then kept; before the page is gone or out of sight, at once. */

let keepTimer = 0, isNewlyFinished = false;

function keepSoon(after) {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(keepNow, after);
}

/** Keep what is not kept yet. */
function keepNow() {
  if (keepTimer) {
    clearTimeout(keepTimer);
    keepTimer = 0;
    keep();
  }
  if (isNewlyFinished) {
    isNewlyFinished = false;
    keepFinished();
  }
}

window.addEventListener("pagehide", keepNow);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") { keepNow(); } });

/** Show what has become of the game, and keep it. A finished one is kept, and stays so until it is finished anew. */
function arrive(isHandAlone = false) {
  if (isFinished(game, match)) {
    const known = finished.find((each) => each.id === match.id);
    const when = known ? known.when : new Date().toISOString(), made = { ...match, when };
    if (!known || JSON.stringify(known) !== JSON.stringify(made)) {
      finished = [...finished.filter((each) => each.id !== match.id), made];
      isNewlyFinished = true;
    }
  }
  if (bestBefore !== match.id) {
    rememberBest();
    showRecords();
  }
  if (isHandAlone) {
    showDock(nextPlayer(game, match)); // a tap on a face changes nothing else
  } else {
    render();
  }
  keepSoon(isHandAlone ? 250 : 0); // dice with the last of them, or a moment later
  notify("changed", match);
}

/** Another window has played on: show what it has kept. An open question here is about what is no more. */
function follow(event) {
  if (event.key === PAGE || event.key === RUN) {
    closeSheet();
    load();
    render();
  }
}
