/* The state of the page: stored, undone and done again. Runs after elements.js and the scripts that touch no page. */

const { game, turns } = DATA;
const weights = (DATA.odds || {}).worth || null; // of boxes, where best play is known (offers.js)
const pageOf = (data) => data.key; // where the games of a ruleset that are over are kept, by their rules
const rulesOf = (data) => `${data.key} ${data.rules}`; // where those that run are kept
const runKeyOf = (data) => `${rulesOf(data)} ${JSON.stringify(data.players)}`; // and the one of pages for these players
const PAGE = pageOf(DATA);
const RUN = runKeyOf(DATA);
const MOST_STEPS = 4000;
const MOST_KEPT = 500;
const MOST_SEEN = 200;

const newTurn = () => ({ dice: [], kept: [], throws: [], first: false });

/** State that changes while the page is open. Scripts have no other variables. */
const page = {
  /* the game: state.js */
  match: null, // the game that is played, as match.js describes it
  turn: null, // the dice of the turn that is played
  done: [], // steps that can be undone
  undone: [], // steps that can be done again
  finished: [], // earlier games that are over
  rolling: false, // the page rolls, until somebody taps a face
  seen: {}, // turns in which the page rolled, by player and turn: what was seen stays, whatever is undone
  bestTotals: {}, // the best total of an earlier game, by name
  bestBefore: "", // the id of the game that `bestTotals` are earlier than
  hasRoom: hasStorage(), // storage took what was kept last; what is in the window alone is lost with it
  isWarned: false, // the warning that nothing is stored was closed
  saved: "", // how far the game was that was last saved as a file
  keepTimer: 0,
  isNewlyFinished: false, // the finished games have to be kept
  noteTimer: 0,

  /* the table: table.js, head.js, keys.js */
  rows: [], // rows of the table, each with its cells
  tableShape: "", // the number of columns and the like that `rows` were made for
  shownPlayer: "", // the id of the player whose card is shown, where one is shown at a time
  lastTurn: "", // the id of the player whose turn was shown last
  isPrinting: false,
  offers: null, // what the dice on the table can be written as, and by whom
  lastBox: "", // the box that was written a moment ago, and its player
  boxBefore: "", // the `lastBox` that was shown before
  measured: {}, // widths that are measured once for each shape of the table
  deciding: null, // match points by player, where these decide and not the total
  tabStop: "", // the one box that Tab stops at
  typedAt: null, // the element that had the focus when the last die was typed

  /* dice and offers: dock.js */
  chosenBox: "", // the box of the offer that has the focus; empty for the best
  rollTimers: [],
  lastEntry: null, // the entry that was written last, in words, and its player
  isScrolled: false, // the line of offers was scrolled
  justTimer: 0,

  /* sheets: sheets.js */
  sheetNumber: 0,
  heldAt: history.state && history.state.sheets ? location.href : "", // the address at which Back closes a sheet
  opener: null, // the element of the page that had the focus before a sheet was opened

  /* the end: end.js */
  isCardShown: false, // the finished card is looked at
  endTimer: 0,
  shownEnd: "", // the result that is shown, to draw it once
  nextStarter: "", // the id of the player who begins the next game

  /* what sleeps: guard.js */
  changes: new WeakMap(), // by control: when its last change was `seen`, and the press `after` which it changed
  unseen: new Set(), // controls whose last change is not painted yet
  press: null, // when and where a finger or a key went down that has not clicked yet
  acted: null, // the last press that did something

  /* sound and screen: comfort.js */
  wakeLock: null,
  isAsking: false, // the browser was asked for a wake lock and has not answered
  sleepTimer: 0,
  audio: null,
};

/* Events of the game. */

const listeners = {};

function listen(name, act) {
  (listeners[name] = listeners[name] || []).push(act);
}

function notify(name, detail) {
  (listeners[name] || []).forEach((act) => act(detail));
}

/* Words */

const lists = Object.fromEntries(
  ["conjunction", "disjunction"].map((type) => [type, new Intl.ListFormat(language, { type })])
);
const listed = (names, type = "conjunction") => lists[type].format(names);
const nameIn = (players, player) =>
  player.name || pgettext("page", "Player %(n)s", { n: players.findIndex((each) => each.id === player.id) + 1 });
const nameOf = (player) => nameIn(page.match.players, player);
/** Return a name that keeps its writing direction inside a sentence. */
const isolated = (player) => `\u2068${nameOf(player)}\u2069`;
const rowNames = new Map(DATA.rows);
const totalsById = new Map(game.totals.map((total) => [total.id, total]));
const rowName = (where) => rowNames.get(where);
const gameColumns = DATA.columns || null; // {prefix, name, fill, marks}, if a player has several
/** Return the id of a box or total without its column. */
const plainId = (where) => where.slice(where.indexOf(".") + 1);
/** Return every box of a row, in all columns. */
const boxesOfRow = (row) =>
  (gameColumns || [{ prefix: "" }]).flatMap(({ prefix }) => (row.boxes || [row.id]).map((where) => prefix + where));
/** Return the points of an entry, and the bonus beside them. */
const choiceText = (choice) => (choice.bonus ? `${choice.points} + ${choice.bonus}` : String(choice.points));
/** Return a number with a minus that is as wide as a plus. */
const plain = (points) => String(points).replace("-", "−");
/** Return a number with its sign. */
const signed = (points) => (points < 0 ? plain(points) : `+${points}`);

function announce(text) {
  setText(find("#live"), text);
}

/** Show a note for five seconds; screen readers hear it. */
function flash(text) {
  announce(text);
  const note = find("#note");
  note.textContent = text;
  note.hidden = false;
  clearTimeout(page.noteTimer);
  page.noteTimer = setTimeout(() => {
    note.hidden = true;
  }, 5000);
}

/* Keeping */

function load() {
  const own = keptAt(RUN);
  ({ turn: page.turn, past: page.done, next: page.undone, rolling: page.rolling, seen: page.seen } = own);
  page.match = own.match || newMatch(DATA.players.map((name) => ({ name })));
  page.finished = finishedOf(DATA).filter((each) => each.when);
  rememberBest();
}

/** Return the finished games that are stored for the rules of a game. */
const finishedOf = (data) => {
  const found = ((read(pageOf(data)) || {}).finished || {})[data.rules];
  return listOf(found)
    .map((each) => checkedMatch(data.game, each, data.most_players))
    .filter(Boolean);
};

/** Return what is stored under a key: a match or null, its turn, and steps to undo and redo. */
function keptAt(key) {
  const kept = read(key) || {};
  const check = (each) => checkedMatch(game, each, DATA.most_players);
  const found = check(kept.match);
  return {
    key,
    match: found,
    turn: checkedTurn(found && kept.turn),
    rolling: kept.rolling === true,
    seen: checkedSeen(kept.seen),
    saved: isTime(kept.saved) ? kept.saved : null, // when it was saved elsewhere, if it was read in
    past: found ? listOf(kept.past).map(checkedStep).filter(Boolean) : [],
    next: found ? listOf(kept.next).map(checkedStep).filter(Boolean) : [],
  };
}

/** Return the usable part of a stored turn. */
function checkedTurn(kept) {
  const isFace = (face) => face <= turns.sides;
  const throws = checkedThrows(kept && kept.throws);
  if (
    !kept ||
    !isDice(kept.dice) ||
    !kept.dice.every(isFace) ||
    kept.dice.length > turns.dice ||
    (throws.length && kept.dice.length < turns.dice)
  ) {
    return newTurn();
  }
  const marks = listOf(kept.kept);
  const named = game.boxes.includes(kept.named) ? { named: kept.named } : {};
  const number =
    Number.isInteger(kept.number) && kept.number > 0 && kept.number <= DATA.rolls ? { number: kept.number } : {};
  return {
    dice: kept.dice,
    kept: throws.length ? kept.dice.map((_, at) => marks[at] === true) : [],
    throws,
    first: kept.first === true,
    ...named,
    ...number,
  };
}

function checkedSeen(kept) {
  const entries = kept && typeof kept === "object" ? Object.entries(kept).slice(-MOST_SEEN) : [];
  return Object.fromEntries(
    entries.map(([key, turn]) => [key, checkedTurn(turn)]).filter(([, turn]) => turn.throws.length)
  );
}

/** Return the unfinished games of other pages with these rules (other players, an older sheetgen), the newest first. */
function others() {
  const isOther = (key) => key !== RUN && key.startsWith(`${rulesOf(DATA)} `);
  const games = storageKeys()
    .filter(isOther)
    .map(keptAt)
    .filter((each) => each.match && each.match.entries.length);
  return games
    .filter((each) => !isFinished(game, each.match))
    .sort((one, other) => (one.match.id < other.match.id ? 1 : -1));
}

/** Play on with another game, of another page or of a file; the one that runs here stays in the list of games. */
function take(other) {
  if (isRunning()) {
    park({ ...runningNow(), past: page.done, next: page.undone });
  }
  if (other.key) {
    const { match: gone, turn: dice, past: steps, next: redone, ...rest } = read(other.key) || {};
    write(other.key, rest);
  }
  ({ match: page.match, turn: page.turn, seen: page.seen, rolling: page.rolling } = other);
  ({ past: page.done = [], next: page.undone = [] } = other);
  arrive();
  keepNow();
}

/** Store a running game beside the one that is played. */
function park(run) {
  page.hasRoom = write(`${rulesOf(DATA)} ${run.match.id}`, run) && page.hasRoom;
}

/** Store the game with as many of its steps as there is room for. */
function keep() {
  const state = (some) => ({
    match: page.match,
    turn: page.turn,
    rolling: page.rolling,
    seen: page.seen,
    past: page.done.slice(-some),
    next: page.undone.slice(-some),
  });
  page.hasRoom = [MOST_STEPS, 40, 0].some((some) =>
    write(RUN, some ? state(some) : { match: page.match, turn: page.turn, seen: page.seen })
  );
  page.hasRoom = page.hasRoom && !Object.keys(inside).length; // of another game, say
  showUnkept();
}

/** Store the finished games. */
function keepFinished() {
  const { finished } = read(PAGE) || {};
  const ofOtherRules = typeof finished === "object" ? finished : {}; // which stay as they are
  const all = { ...ofOtherRules, [DATA.rules]: page.finished.slice(-MOST_KEPT) };
  page.hasRoom = write(PAGE, { finished: all, ...summaryOf(DATA, page.finished) }) && page.hasRoom;
  rememberBest();
  showUnkept();
}

/** Say above the dock that nothing is stored, until it is closed. */
function showUnkept() {
  setHidden(find("#unkept"), page.hasRoom || page.isWarned);
}

window.addEventListener("beforeunload", (event) => {
  if (!page.hasRoom && page.match.entries.length && page.saved !== stateKey(page.match)) {
    event.preventDefault(); // the browser asks whether to leave
  }
});

function rememberBest() {
  page.bestTotals = Object.create(null);
  page.bestBefore = page.match.id;
  page.finished.forEach((each) =>
    ranking(game, each).forEach(({ player, total }) => {
      if (player.name && each.id !== page.match.id) {
        page.bestTotals[player.name] = Math.max(
          total,
          has(page.bestTotals, player.name) ? page.bestTotals[player.name] : total
        );
      }
    })
  );
}

/** Return the best earlier total of a name; null if there is none. */
const bestOf = (name) => (name in page.bestTotals ? page.bestTotals[name] : null);

/* Steps are changes that can be undone and done again: [value before, value after] of each field that differs. */

/** Return the step from one state to another. */
function stepBetween(one, other) {
  const step = { turn: [one.turn, other.turn] };
  if (one.match.id !== other.match.id) {
    return { ...step, match: [one.match, other.match] };
  }
  ["players", "starter", "won"]
    .filter((name) => one.match[name] !== other.match[name])
    .forEach((name) => {
      step[name] = [one.match[name], other.match[name]];
    });
  const [before, after] = [one.match.entries, other.match.entries];
  if (before !== after) {
    let at = 0;
    let end = 0;
    while (at < before.length && before[at] === after[at]) {
      at += 1;
    }
    while (
      end < Math.min(before.length, after.length) - at &&
      before[before.length - 1 - end] === after[after.length - 1 - end]
    ) {
      end += 1;
    }
    step.entries = [before.slice(at, before.length - end), after.slice(at, after.length - end)];
    step.at = at;
  }
  return step;
}

/** Return the state after a step: `way` is 1 forward, 0 back. */
function stepped(state, step, way) {
  if (step.match) {
    return { match: step.match[way], turn: step.turn[way] };
  }
  const next = { ...state.match };
  ["players", "starter", "won"]
    .filter((name) => step[name])
    .forEach((name) => {
      next[name] = step[name][way];
    });
  if (step.entries) {
    next.entries = state.match.entries.slice();
    next.entries.splice(step.at, step.entries[1 - way].length, ...step.entries[way]);
  }
  return { match: next, turn: step.turn[way] };
}

/** Return a stored step if it is valid; else null. */
function checkedStep(step) {
  const pair = (value, check) => (Array.isArray(value) && value.length === 2 ? value.map(check) : null);
  const turnPair = step && pair(step.turn, checkedTurn);
  if (!turnPair) {
    return null;
  }
  const found = { turn: turnPair };
  const every = {
    players: (list) => (checkedMatch(game, { id: "", players: list }, DATA.most_players) || {}).players || null,
  };
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
    found.entries = pair(step.entries, (list) =>
      Array.isArray(list) && list.every(isEntry) ? list.map(checkedEntry) : null
    );
    found.at = Number.isInteger(step.at) && step.at >= 0 ? step.at : 0;
  }
  return Object.values(found).every((value) => value !== null && !(Array.isArray(value) && value.includes(null)))
    ? found
    : null;
}

const isEntry = (entry) =>
  Boolean(entry) &&
  typeof entry.player === "string" &&
  canHold(game, entry.box, entry.points) &&
  Number.isInteger(entry.bonus);

/** Change the game by a step that can be undone. Dice that are tapped one after the other (`own`) are one step. */
function change(nextMatch, nextTurn = page.turn, own = false) {
  const before = { match: page.match, turn: page.turn };
  const after = { match: nextMatch, turn: nextTurn };
  const last = page.done[page.done.length - 1];
  if (own && last && last.own && !page.undone.length) {
    last.turn = [last.turn[0], nextTurn];
  } else {
    page.done = [...page.done.slice(1 - MOST_STEPS), { ...stepBetween(before, after), ...(own ? { own } : {}) }];
  }
  page.undone = [];
  ({ match: page.match, turn: page.turn } = after);
  arrive(own && [before, after].every((each) => each.turn.dice.length < turns.dice));
}

/** Change what belongs to the last step: which dice are kept, or with `isRoll` what was rolled. */
function amend(nextTurn, isRoll = false) {
  if (isRoll) {
    page.undone = [];
    while (page.done.length && changesTurnAlone(page.done[page.done.length - 1])) {
      page.done.pop(); // a roll that was seen stays, and so does what was announced before it
    }
  }
  const last = page.done[page.done.length - 1];
  if (last) {
    last.turn = [last.turn[0], nextTurn];
  }
  page.turn = nextTurn;
  if (nextTurn.throws.length) {
    const key = turnKey(page.match);
    const { [key]: old, ...rest } = page.seen;
    page.seen = { ...Object.fromEntries(Object.entries(rest).slice(1 - MOST_SEEN)), [key]: nextTurn };
  }
  arrive(!isRoll);
}

const changesTurnAlone = (step) => !["match", "players", "starter", "won", "entries"].some((name) => has(step, name));

/** Return the key of the turn that is next in a match: the match, the player and the number of the turn. */
const turnKey = (match, { id } = nextPlayer(game, match) || {}) => `${match.id} ${id} ${countsOf(match)[id]}`;

/** Return the turn that is next in a match: with the rolls of the page that were seen in it, if not written yet. */
function turnIn(match, turn = newTurn()) {
  const seen = has(page.seen, turnKey(match)) ? page.seen[turnKey(match)] : turn;
  const rolls = JSON.stringify(seen.throws);
  const isWritten = match.entries.some((entry) => JSON.stringify(entry.throws) === rolls);
  return seen.throws.length > turn.throws.length && !isWritten ? seen : turn;
}

function undo() {
  move(page.done, 0);
}

function redo() {
  move(page.undone, 1);
}

function move(from, way) {
  if (!from.length) {
    return;
  }
  const step = from[from.length - 1];
  const rest = from.slice(0, -1);
  const said = saidOf(step);
  [page.done, page.undone] = way ? [[...page.done, step], rest] : [rest, [...page.undone, step]];
  const { match, turn } = stepped({ match: page.match, turn: page.turn }, step, way);
  ({ match: page.match, turn: page.turn } = { match, turn: turnIn(match, turn) });
  arrive();
  const text = way
    ? [pgettext("page", "Done again."), pgettext("page", "Done again: %(what)s")]
    : [pgettext("page", "Undone."), pgettext("page", "Undone: %(what)s")];
  flash(said ? say(text[1], { what: said }) : text[0]);
}

/** Return what a step wrote, in words; empty if it wrote nothing. */
function saidOf(step) {
  const gone =
    step.entries && (step.entries[1].find((entry) => !step.entries[0].includes(entry)) || step.entries[0][0]);
  const player = gone && page.match.players.find((each) => each.id === gone.player);
  return player ? `${rowName(gone.box)}, ${isolated(player)}: ${choiceText(gone)}` : "";
}

/* A tap is shown first and stored after it; at once before the page is closed or hidden. */

function keepSoon(after) {
  clearTimeout(page.keepTimer);
  page.keepTimer = setTimeout(keepNow, after);
}

/** Store everything that is not stored yet. */
function keepNow() {
  if (page.keepTimer) {
    clearTimeout(page.keepTimer);
    page.keepTimer = 0;
    keep();
  }
  if (page.isNewlyFinished) {
    page.isNewlyFinished = false;
    keepFinished();
  }
}

window.addEventListener("pagehide", keepNow);
window.addEventListener("pageshow", (event) => event.persisted && follow({ key: RUN })); // it heard of no other window
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") {
    keepNow();
  }
});

/** Show what has become of the game, and keep it. A finished one is kept, and stays so until it is finished anew. */
function arrive(isHandAlone = false) {
  if (isFinished(game, page.match)) {
    const known = page.finished.find((each) => each.id === page.match.id);
    const when = known ? known.when : new Date().toISOString();
    const made = { ...page.match, when };
    if (!known || JSON.stringify(known) !== JSON.stringify(made)) {
      page.finished = [...page.finished.filter((each) => each.id !== page.match.id), made];
      page.isNewlyFinished = true;
    }
  }
  if (page.bestBefore !== page.match.id) {
    rememberBest();
    showRecords();
  }
  if (isHandAlone) {
    showDock(nextPlayer(game, page.match)); // a tap on a face changes nothing else
  } else {
    render();
  }
  keepSoon(isHandAlone ? 250 : 0); // dice with the last of them, or a moment later
  notify("changed", page.match);
}

/** Show what another window has stored, and close questions that are outdated. */
function follow(event) {
  if (event.key === PAGE || event.key === RUN) {
    closeSheet();
    load();
    render();
  }
}
