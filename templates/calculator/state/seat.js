/* The place of this phone at a table: the log of the table, what this phone wrote and the table does not have yet, and
 * the game that follows from both. Changes of the game go through the table (`relay` in play.js). */

import { listOf, newId, nextPlayer } from "../rules/match.js";
import {
  askedDevice,
  countedFrom,
  earlierMatches,
  entryAt,
  gameNumber,
  gameStates,
  goesOnFrom,
  isBoxEvent,
  isWithoutTypist,
  joinedOutbox,
  markOf,
  mergedLog,
  numberedAfter,
  ownLastWrite,
  seatAt,
  seatOf,
  sharedMatch,
  tableAfter,
  turnOfPlayer,
  typistOf,
  unsentEvents,
} from "../rules/shared.js";
import { newTurn } from "../rules/steps.js";
import { ALL, DATA, game } from "./data.js";
import { listen, notify } from "./events.js";
import { page, tableHere, view } from "./page.js";
import { announceBox, keepShared, mark, relay, showShared, take, typeAgain } from "./play.js";
import { read, storageKeys, write } from "./storage.js";
import { pgettext } from "./texts.js";
import { isNamedBefore, mayName, namedIn } from "./turn.js";
import { askTable, closeWire, openWire, wakeWire } from "./wire.js";

const TABLE_KEYS = "table ";
const KEY = `${ALL.screen ? "screen " : TABLE_KEYS}${ALL.table}`;
const MOST_AT_ONCE = 200;
const A_WHILE = 11000; // more than a beat of the stream
const NOBODY = "nobody"; // id of the player of a table at which nobody sits
const DRAFT_PAUSE = 300; // dice are sent some three times a second

export const seat = {
  device: "",
  started: "",
  log: /** @type {TableEvent[]} */ ([]),
  outbox: /** @type {TableEvent[]} */ ([]),
  here: /** @type {Presence} */ ({ players: [], watching: 0, choosing: 0, screens: 0 }),
  role: "", // what the table was told that this device is
  base: tableAfter([]), // the state after the log
  state: tableAfter([]), // the state with the outbox
  drafts: /** @type {Record<string, Partial<Turn>>} */ ({}),
  sentDraft: "",
  named: "", // the box that was announced here last
  draftTimer: 0,
  turn: "", // the player and turn for which dice are typed here, or shown
  kept: 0, // the number of games that are in the history of this phone
  shownEarlier: /** @type {TableState[] | null} */ (null), // those that were taken to the history as they are now
  isSending: false,
  isRefused: false, // the table does not take the log that this phone has
  isBehind: false, // others may have written while nothing was heard
};

/** Take the place that this phone had, and listen to the table. */
export function takeSeat() {
  const stored = read(KEY) || {};
  seat.device = stored.device || newId();
  seat.started = stored.started || "";
  seat.kept = stored.kept || 0;
  seat.log = mergedLog([], listOf(stored.log));
  seat.outbox = unsentEvents(listOf(stored.outbox), seat.log);
  seat.base = tableAfter(seat.log);
  seat.isBehind = seat.log.length > 0;
  if (!stored.device) {
    store();
  }
  tableHere().watches = stored.watches === true;
  relay.to = { takes: takesEvent, mayUndo: () => Boolean(lastOwn()), undo: takeBack };
  settle();
  openWire({
    device: seat.device,
    role: () => seat.role,
    last: () => seat.log.length,
    known: () => ({ after: seat.log.length, mark: markOf(seat.log) }),
    waits: hearWaiting,
    game: hearGame,
    events: hearEvents,
    draft: hearDraft,
    drafts: hearDrafts,
    here: hearPresence,
    lost: (when) => lose("out", when),
    closed: () => lose("closed", Date.now()),
    barred: () => notify("barred"),
  });
}

/** Leave the table: the page plays on alone. */
export function leaveTable() {
  closeWire();
  relay.to = null;
  view.table = null;
}

function store() {
  const { device, started, log, outbox, kept } = seat;
  write(KEY, { rules: DATA.rules, device, started, log, outbox, kept, watches: tableHere().watches });
}

/** Take what another window of this phone has stored: both are one device, which counts its events once. */
function followWindow() {
  const stored = read(KEY);
  if (!stored || stored.device !== seat.device) {
    return;
  }
  const log = mergedLog([], listOf(stored.log));
  if (goesOnFrom(log, seat.log)) {
    seat.base = tableAfter(log.slice(seat.log.length), seat.base);
    seat.log = log;
  }
  seat.outbox = unsentEvents(joinedOutbox(seat.outbox, listOf(stored.outbox)), seat.log);
  seat.kept = Math.max(seat.kept, stored.kept || 0);
}

window.addEventListener("storage", ({ key }) => {
  if (key === KEY && view.table) {
    followWindow();
    settle();
    send();
  }
});

/* What is heard */

/** Hear the whole state.
 *
 * @param {any} told
 * @param {number} silence
 */
async function hearGame({ last, known, started, here, drafts }, silence) {
  if (!known) {
    await takeLogAnew();
  }
  seat.isBehind = seat.log.length > 0 && (seat.isBehind || silence > A_WHILE);
  seat.started = started;
  seat.here = here;
  seat.drafts = drafts;
  if (last === seat.log.length) {
    goOn();
  } else {
    settle();
  }
  send();
}

/** Take the whole log of a table that does not have the one that was known here. What this phone wrote, and the table
 * has lost, is sent once more. */
async function takeLogAnew() {
  const { status, data } = await askTable("/events?after=0");
  const log = status === 200 ? mergedLog([], data.events) : [];
  if (status !== 200 || goesOnFrom(log, seat.log)) {
    return;
  }
  const own = seat.log.filter(({ device }) => device === seat.device).map(({ number, ...event }) => event);
  seat.outbox = unsentEvents([...own, ...seat.outbox], log);
  seat.log = log;
  seat.base = tableAfter(log);
  store();
}

/* A table whose file is gone */

/** Hear that the table waits for its log; return whether nothing else is to be done now.
 *
 * @param {any} told
 */
function hearWaiting({ id, last }) {
  if (last === 0) {
    notify("log wanted");
    return true;
  }
  const isFuller = id === ALL.table && seat.log.length > last && !seat.isRefused;
  if (isFuller) {
    bringBack({ id, started: seat.started, log: seat.log });
  }
  return isFuller;
}

/** Return the tables of this game that this phone knows, the last one first.
 *
 * @returns {KnownTable[]}
 */
export const knownTables = () =>
  storageKeys()
    .filter((key) => key.startsWith(TABLE_KEYS))
    .map((key) => ({ id: key.slice(TABLE_KEYS.length), ...read(key) }))
    .filter(({ rules, log }) => rules === DATA.rules && listOf(log).length > 0)
    .map(({ id, started, log }) => ({ id, started, log: mergedLog([], log) }))
    .sort((one, other) => lastClock(other.log) - lastClock(one.log));

/** Return the time of the last event of a log, in milliseconds since 1970.
 *
 * @param {TableEvent[]} log
 */
export const lastClock = (log) => Math.max(0, ...log.map(({ clock = 0 }) => clock));

/** Bring the log of a table back to it.
 *
 * @param {KnownTable} known
 */
export async function bringBack({ id, started, log }) {
  const { status, data } = await askTable("/log", { id, started, events: log });
  if (status === 422) {
    seat.isRefused = true;
    notify("refused", data.error);
  }
  wakeWire(); // which loads the page of that table
}

/** @param {TableEvent[]} events */
function hearEvents(events) {
  const before = seat.log.length;
  const boxes = unsentEvents(seat.outbox, seat.log).filter(isBoxEvent);
  merge(events);
  const game = gameNumber(seat.base);
  const heard = seat.log
    .slice(before)
    .filter((event) => isBoxEvent(event) && (event.game || 1) === game && event.device !== seat.device);
  const isMissed = seat.isBehind;
  heard.forEach(({ player }) => {
    delete seat.drafts[player];
  });
  const isBegun = before > 0 && seat.state.entries.length > 0;
  goOn();
  const others = seat.log.slice(before).filter((event) => isBegun && event.device !== seat.device);
  others
    .filter((event) => event.kind === "seat")
    .forEach((event) => {
      notify("sat", event);
    });
  others
    .filter((event) => event.kind === "again")
    .forEach((event) => {
      notify("begun", event);
    });
  const sent = boxes.filter((event) => unsentEvents([event], seat.log).length === 0);
  if (isMissed && (heard.length > 1 || sent.length)) {
    notify("caught up", { heard, sent });
  } else {
    heard.forEach(tellEvent);
  }
}

/** Note that the table is there again. */
function goOn() {
  const table = tableHere();
  seat.isBehind = false;
  if (table.is !== "on") {
    table.is = "on";
    notify("table found");
  }
  settle();
  send();
}

/** @param {TableEvent[]} events */
function merge(events) {
  followWindow();
  const log = mergedLog(seat.log, events);
  seat.base = tableAfter(log.slice(seat.log.length), seat.base);
  seat.log = log;
  seat.outbox = unsentEvents(seat.outbox, log);
  store();
}

/** Mark a box that another phone has written, and tell of a correction.
 *
 * @param {TableEvent} event
 */
function tellEvent(event) {
  mark(event.box || "", { id: event.player });
  notify("heard", event);
  notify("refresh");
}

/** @param {Partial<Turn> & { player: string }} draft */
function hearDraft({ player, ...dice }) {
  seat.drafts[player] = dice;
  settle();
  takeName();
}

/** Hear all dice that lie on the table.
 *
 * @param {Record<string, Partial<Turn>>} drafts
 */
function hearDrafts(drafts) {
  seat.drafts = drafts;
  settle();
  takeName();
}

/** @param {Presence} here */
function hearPresence(here) {
  seat.here = here;
  notify("table");
  if (tableHere().is !== "on") {
    goOn();
  }
}

/**
 * @param {"out" | "closed"} how
 * @param {number} when
 */
function lose(how, when) {
  const table = tableHere();
  if (table.is !== how || !table.when) {
    table.is = how;
    table.when = when;
    seat.isBehind = true;
    settle();
    notify("table lost");
  }
}

/* What is sent */

/** Add an event of this phone.
 *
 * @param {Omit<TableEvent, "device" | "count">} event
 */
function push(event) {
  followWindow();
  const { device, log, outbox } = seat;
  const number = gameNumber(seat.state);
  const ofGame = number > 1 && isOfGame(event.kind) ? { game: number } : {};
  const counts = [...log, ...outbox].filter((each) => each.device === device).map((each) => each.count);
  const alone = isBoxEvent(event) && tableHere().is !== "on" ? { alone: true } : {};
  outbox.push({ ...ofGame, ...event, ...alone, device, count: Math.max(0, ...counts) + 1, clock: Date.now() });
  store();
  settle();
  send();
}

/** Check whether events of a kind belong to one game of the table.
 *
 * @param {string} kind
 */
const isOfGame = (kind) => ["write", "correct", "win", "choose", "types-for"].includes(kind);

/** Send what the table does not have yet. */
async function send() {
  const events = seat.outbox.slice(0, MOST_AT_ONCE);
  if (seat.isSending || !events.length || !relay.to) {
    return;
  }
  seat.isSending = true;
  const { status, data } = await askTable("/events", events);
  seat.isSending = false;
  if (status === 200) {
    merge(data.events);
    settle();
  } else if (status === 409) {
    await countAnew(data.count);
  } else if (status === 422) {
    refuse(events, data.error);
  }
  if (seat.outbox.length && view.table && view.table.is === "on") {
    setTimeout(send, status === 200 || status === 409 ? 200 : 2000);
  }
}

/** Count what waits from the number on for which the table waits. What it has already may be in the outbox still:
 * another window has sent it, or the answer was lost.
 *
 * @param {number} count
 */
async function countAnew(count) {
  if (!seat.outbox.length) {
    return; // the stream was faster
  }
  if (count > seat.outbox[0].count) {
    const known = Math.max(0, seat.log.length - 1); // the last one comes again, so that nothing waits for the next
    const { status, data } = await askTable(`/events?after=${known}`);
    if (status !== 200) {
      return;
    }
    merge(data.events);
  }
  seat.outbox = countedFrom(seat.outbox, count);
  store();
}

/** Leave out an event that the table refused, and say so. Several are sent one by one from then on.
 *
 * @param {TableEvent[]} events
 * @param {string} said
 */
async function refuse(events, said) {
  const [first, ...others] = events;
  seat.outbox = countedFrom(others, first.count);
  store();
  settle();
  notify("refused", said);
}

/** Return the turn that is being played, as the table takes it.
 *
 * @param {string} player
 * @param {string | undefined} named
 */
function draftFor(player, named) {
  const { dice, first, number = 0, throws } = page.turn;
  return { player, dice, first, number, throws, named };
}

function sendDraft() {
  const { dice, named } = page.turn;
  const table = tableHere();
  const player = table.types;
  const draft = JSON.stringify(draftFor(player, named));
  if (player && table.is === "on" && draft !== seat.sentDraft && (dice.length || named || seat.sentDraft)) {
    seat.named = named || seat.named;
    clearTimeout(seat.draftTimer);
    seat.draftTimer = setTimeout(() => {
      seat.sentDraft = draft;
      askTable("/drafts", JSON.parse(draft));
    }, DRAFT_PAUSE);
  }
}

/** Name a box for the player who rolls, on whose phone it is announced then.
 *
 * @param {string} box
 */
function sendName(box) {
  const next = nextPlayer(game, page.match);
  if (next && tableHere().me && isNamedBefore(namedIn(box) || "")) {
    askTable("/drafts", draftFor(next.id, box));
  }
}

/** Announce the box that another phone has named for the player who rolls here, once: it may be taken back. */
function takeName() {
  const { types, waits } = tableHere();
  const { named = "" } = seat.drafts[types] || {};
  const column = namedIn(named) || "";
  if (isNamedBefore(column) && !waits && named !== seat.named && mayName(column)) {
    seat.named = named;
    announceBox(named);
  }
}

listen("typed", () => view.table && sendDraft());
listen("moved on", () => view.table && sendDraft());

/* The game that follows */

/** Show the game as it is after all events. */
function settle() {
  const { log, outbox, base, device } = seat;
  const table = tableHere();
  const before = seatOf(seat.state, table.me);
  seat.state = tableAfter(numberedAfter(outbox, log.length), base);
  const own = seatAt(seat.state, device);
  if (own && own.player !== table.me) {
    view.shownPlayer = own.player;
  }
  const isTakenOver = before !== undefined && !isTakenAway(before); // by another phone
  table.watches = own ? false : table.watches || isTakenOver;
  table.me = own ? own.player : "";
  keepEarlier();
  if (seat.state.seats.length) {
    showMatch(tableMatch());
  }
  notify("table");
  if (seat.role !== roleHere()) {
    seat.role = roleHere();
    wakeWire();
  }
}

/** Return what this device is besides a phone of a player or of nobody yet, as the server names it. */
const roleHere = () => (ALL.screen ? "screen" : tableHere().watches ? "watches" : "");

/** Check whether a seat was taken away, so that its phone is asked anew whose it is; who has left is not asked.
 *
 * @param {Seat} before
 */
function isTakenAway({ player, left }) {
  const own = seatOf(seat.state, player);
  return own !== undefined && own.gone && !left;
}

const aboutTable = () => ({ id: ALL.table, started: seat.started, boxes: game.boxes.length });

/** Return the game of the table; if all seats were taken away, one of a player without a name. */
function tableMatch() {
  const match = sharedMatch(seat.state, aboutTable());
  return match.players.length ? match : { ...match, starter: NOBODY, players: [{ id: NOBODY, name: "" }] };
}

/** Take the games that are over to the history of this phone, once: they may be deleted there. */
function keepEarlier() {
  const { earlier } = seat.state;
  if (earlier === seat.shownEarlier) {
    return;
  }
  seat.shownEarlier = earlier;
  keepShared(earlierMatches(seat.state, aboutTable(), [...seat.log, ...seat.outbox]), seat.kept);
  if (earlier.length > seat.kept) {
    seat.kept = earlier.length;
    store();
  }
}

/** @param {Match} match */
function showMatch(match) {
  const table = tableHere();
  const next = nextPlayer(game, match);
  const types = playerHere(match, next ? next.id : "");
  if (types !== table.types || view.shownPlayer === "") {
    view.shownPlayer = types || table.me || view.shownPlayer; // one's own card, or that for which dice are typed
  }
  const isMyTurn = types !== "" && types === table.me && table.waits && match.entries.length > 0;
  table.types = types;
  table.waits = next !== null && !table.types;
  const open = boxesInDoubt();
  table.open = new Set(open.map(({ player, box }) => `${box} ${player}`));
  table.unsent = seat.outbox.filter(isBoxEvent).length;
  const whose = table.types || (next ? next.id : "");
  const turn = keyOfTurn(whose, table.waits);
  const draft = table.waits ? seat.drafts[whose] || {} : null;
  showShared(match, draft, turn !== seat.turn);
  seat.named = turn === seat.turn ? seat.named : "";
  seat.turn = turn;
  if (isMyTurn) {
    notify("my turn");
  }
}

/** Check whether dice of a player lie here, whose turn it was: somebody who sits down late, or takes back a box, comes
 * before that player, but takes no dice away.
 *
 * @param {string} player
 */
function isAmidTurn(player) {
  const { me } = tableHere();
  const isTypedHere = ALL.screen
    ? isWithoutTypist(seat.state, player)
    : player === me || (me !== "" && typistOf(seat.state, player) === me);
  return isTypedHere && page.turn.dice.length > 0 && seat.turn === keyOfTurn(player, false);
}

/** Return the key of a turn in the game that is played, and of whether dice are only shown here.
 *
 * @param {string} player
 * @param {boolean} waits
 */
const keyOfTurn = (player, waits) =>
  [gameNumber(seat.state), player, turnOfPlayer(seat.state, player), waits].join(" ");

/** Return the player for whom dice are typed on this phone now: its own one, if it is the turn of that player or nobody
 * knows whose it is; or one for whom it types; else none. On the big screen it is one for whom nobody else types.
 *
 * @param {Match} match
 * @param {string} next
 */
function playerHere(match, next) {
  const { me, is, types } = tableHere();
  if (next && isAmidTurn(types)) {
    return types;
  }
  if (ALL.screen && next) {
    return isWithoutTypist(seat.state, next) ? next : "";
  }
  if (!me || !next) {
    return "";
  }
  if (next === me || typistOf(seat.state, next) === me) {
    return next;
  }
  const isOpen = match.entries.filter((entry) => entry.player === me).length < game.boxes.length;
  return is === "out" && isOpen ? me : "";
}

/** Return the values that are not at the table, or not for certain. */
function boxesInDoubt() {
  const unsent = seat.state.entries.filter((entry) => entry.number > seat.log.length);
  const asked = seat.state.doubts.filter((doubt) => doubt.isOpen);
  return [...unsent, ...asked.flatMap((doubt) => doubt.entries.filter((entry) => entry.number === doubt.counts))];
}

/** Return the doubts that this phone, or the big screen, is asked about, of all games. */
export const ownDoubts = () =>
  gameStates(seat.state)
    .flatMap((state) => state.doubts)
    .filter((doubt) => doubt.isOpen && askedDevice(seat.state, doubt) === (ALL.screen ? "" : seat.device));

/** Return the number of the game in which a doubt is.
 *
 * @param {Doubt} doubt
 */
const gameOf = ({ number }) =>
  1 + gameStates(seat.state).findIndex((state) => state.doubts.some((doubt) => doubt.number === number));

/** Check whether a doubt is about the game that is played.
 *
 * @param {Doubt} doubt
 */
export const isOfThisGame = (doubt) => gameOf(doubt) === gameNumber(seat.state);

/** Take an event of the page to the table, and return whether it goes there.
 *
 * @param {GameEvent} event
 */
function takesEvent(event) {
  if (event.kind === "open" || (event.kind === "start" && tableHere().is === "closed")) {
    leaveTable(); // another game is played on this page alone
    if (event.kind === "start") {
      notify("refused", pgettext("page", "The table is closed: this game is on this phone alone."));
    }
    return false;
  }
  if (event.kind === "seat") {
    return true;
  }
  if (event.kind === "announce" && tableHere().waits) {
    sendName(event.box);
    return true;
  }
  if (event.kind !== "write" && event.kind !== "win" && event.kind !== "start") {
    return false;
  }
  const { me, types } = tableHere();
  if (!me && !(types && event.kind !== "start")) {
    notify("refused", pgettext("page", "Those who watch see everything, and write nothing."));
  } else if (event.kind === "start") {
    push({ kind: "again", player: event.match.starter, game: gameNumber(seat.state) + 1 });
  } else {
    takeBox(event);
  }
  return true;
}

/** @param {WriteEvent | WinEvent} event */
function takeBox({ kind, player, box, choice, dice = {} }) {
  const there = entryAt(seat.state, player, box);
  const turn = there ? there.turn : turnOfPlayer(seat.state, player);
  const points = choice && { points: choice.points, bonus: choice.bonus };
  push({ kind: there && kind === "write" ? "correct" : kind, player, box, turn, choice: points, dice });
}

const lastOwn = () => ownLastWrite([...seat.log, ...seat.outbox], seat.device, gameNumber(seat.state));

/** Take back what this phone wrote last; its dice lie there again. */
function takeBack() {
  const last = lastOwn();
  if (last) {
    const { player, box = "", turn = 1, dice = {} } = last;
    push({ kind: "write", player, box, turn, choice: null });
    if (tableHere().types === player) {
      typeAgain(dice);
    }
  }
}

/* What a person decides */

/** Note that this phone only watches. */
export function watchOnly() {
  tableHere().watches = true;
  store();
  settle();
}

/** @param {string} player */
export const joinAs = (player) => push({ kind: "join", player });

/** Return the event of the box that was written last in this game; undefined if all are open. */
export function lastBoxEvent() {
  const game = gameNumber(seat.state);
  return [...seat.log, ...seat.outbox]
    .filter((event) => isBoxEvent(event) && event.choice && (event.game || 1) === game)
    .pop();
}

/** Take a new seat, and sit there.
 *
 * @param {string} name
 */
export function joinNew(name) {
  const player = addSeat(name);
  joinAs(player);
}

/** @param {string} name */
export function addSeat(name) {
  const player = newId();
  push({ kind: "seat", player, name });
  return player;
}

/** Let a player type for another one: in the present turn, or always; `by` is empty for nobody.
 *
 * @param {string} player
 * @param {string} by
 * @param {boolean} isAlways
 */
export const typeFor = (player, by, isAlways) =>
  push({ kind: "types-for", player, by, turn: isAlways ? 0 : turnOfPlayer(seat.state, player) });

/**
 * @param {string} player
 * @param {string} name
 */
export const nameSeat = (player, name) => push({ kind: "name", player, name });
/** @param {string} player */
export const leaveSeat = (player) => push({ kind: "leave", player });
/**
 * @param {Doubt} doubt
 * @param {number} number
 */
export const answerDoubt = (doubt, number) =>
  push({ kind: "choose", player: doubt.player, question: doubt.number, write: number, game: gameOf(doubt) });

/** Give a box the points again that it had before a correction.
 *
 * @param {TableEvent} event
 * @param {Choice} choice
 */
export const setBack = ({ player, box = "", turn = 1, game = 1 }, choice) =>
  push({ kind: "correct", player, box, turn, choice, game });

/** Play on with the game of the table on this page alone; the table can go on without. */
export function playOnHere() {
  const { match } = page;
  leaveTable();
  take({ match: { ...match, id: newId() }, turn: newTurn(), seen: {}, rolling: false });
}
