/* A table that several phones share: its state after a log of events, as `sheetgen/live/table.py` computes it on the
 * server, and what a phone does with events that come and go. Touches no page.
 *
 * The kinds of events are in `sheetgen/live/events.py`. An event that has not reached the server yet has the number
 * after those that have; it is in the outbox of its phone. Two values for one box of a player, or two boxes for one
 * turn, raise a doubt: the value that came first counts until somebody is asked.
 *
 * A table has one game after the other. An event about a box of an earlier game changes the cards of that game.
 */

/** @returns {TableState} */
const emptyTable = () => ({
  seats: [],
  entries: [],
  doubts: [],
  typing: [],
  wins: [],
  starter: "",
  begun: 0,
  earlier: [],
});

/** Return the state of a table after events.
 *
 * @param {TableEvent[]} events
 * @param {TableState} [before]
 * @returns {TableState}
 */
export const tableAfter = (events, before = emptyTable()) => events.reduce(afterTableEvent, before);

/**
 * @param {TableState} state
 * @param {TableEvent} event
 * @returns {TableState}
 */
function afterTableEvent(state, event) {
  const { game = 1 } = event;
  if (isOfCards(event) && game < gameNumber(state)) {
    return afterLateEvent(state, event, game);
  }
  switch (event.kind) {
    case "again":
      return afterBeginning(state, event);
    case "seat":
      return afterSitting(state, event);
    case "join":
      return afterJoining(state, event);
    case "name":
      return withSeat(state, event.player, { name: event.name });
    case "leave":
      return afterLeaving(state, event);
    case "types-for":
      return afterTypingFor(state, event);
    case "choose":
      return afterAnswering(withSeat(state, event.player, { gone: false }), event);
    default:
      return afterBoxEvent(state, event);
  }
}

/* Games */

/** Return the number of the game that is played, from 1.
 *
 * @param {TableState} state
 */
export const gameNumber = ({ earlier }) => earlier.length + 1;

/** Return the states of all games: of earlier ones at their end, of the last one now.
 *
 * @param {TableState} state
 */
export const gameStates = (state) => [...state.earlier, state];

/** Begin another game, with all who have not left, or with all if everyone has. Two phones may ask for it at once.
 *
 * @param {TableState} state
 * @param {TableEvent} event
 * @returns {TableState}
 */
function afterBeginning(state, { player, clock = 0, game = 1 }) {
  if (game <= gameNumber(state)) {
    return state;
  }
  const haveAllLeft = seatsOf(state).every((seat) => seat.left);
  const seats = state.seats.map((seat) =>
    seat.left && !haveAllLeft ? { ...seat, left: false, gone: true, device: "" } : { ...seat, left: false }
  );
  const typing = state.typing.filter((each) => each.turn === 0);
  const earlier = [...state.earlier, { ...state, earlier: [] }];
  return { ...emptyTable(), seats, typing, starter: player, begun: clock, earlier };
}

/** Return the state after an event of a game that is over; it changes no other, and empties no box.
 *
 * @param {TableState} state
 * @param {TableEvent} event
 * @param {number} game
 */
function afterLateEvent(state, event, game) {
  if (isBoxEvent(event) && !event.choice) {
    return state;
  }
  const ofItsGame = { ...event, game: 1 };
  return {
    ...state,
    earlier: state.earlier.map((each, at) => (at === game - 1 ? afterTableEvent(each, ofItsGame) : each)),
  };
}

/* Seats */

/**
 * @param {TableState} state
 * @param {string} player
 */
export const seatOf = (state, player) => state.seats.find((seat) => seat.player === player);

/** Return the seat of a device; undefined if it only watches.
 *
 * @param {TableState} state
 * @param {string} device
 */
export const seatAt = (state, device) => state.seats.find((seat) => device !== "" && seat.device === device);

/** Return the seats that were not taken away.
 *
 * @param {TableState} state
 */
export const seatsOf = (state) => state.seats.filter((seat) => !seat.gone);

/**
 * @param {TableState} state
 * @param {string} player
 * @param {Partial<Seat>} changes
 * @returns {TableState}
 */
function withSeat(state, player, changes) {
  const seats = state.seats.map((seat) => (seat.player === player ? { ...seat, ...changes } : seat));
  return { ...state, seats };
}

/**
 * @param {TableState} state
 * @param {TableEvent} event
 */
function afterSitting(state, { player, name = "" }) {
  if (seatOf(state, player)) {
    return withSeat(state, player, { name, gone: false });
  }
  return { ...state, seats: [...state.seats, { player, name, device: "", left: false, gone: false }] };
}

/** Let a device be that of a player. It leaves its old seat, and so does the old device.
 *
 * @param {TableState} state
 * @param {TableEvent} event
 */
function afterJoining(state, { player, device }) {
  const own = seatAt(state, device);
  const free = own ? withSeat(state, own.player, { device: "" }) : state;
  return withSeat(free, player, { device, gone: false, left: false });
}

/**
 * @param {TableState} state
 * @param {TableEvent} event
 */
function afterLeaving(state, { player }) {
  const stays = cardOf(state, player).length > 0 || winnerOf(state) === player;
  return withSeat(state, player, stays ? { left: true } : { gone: true, device: "" });
}

/**
 * @param {TableState} state
 * @param {TableEvent} event
 * @returns {TableState}
 */
function afterTypingFor(state, { player, by = "", turn = 0, game = 1 }) {
  if (turn && game < gameNumber(state)) {
    return state; // that turn is over
  }
  const others = state.typing.filter((each) => each.player !== player || (turn !== 0 && each.turn === 0));
  return { ...state, typing: by ? [...others, { player, by, turn }] : others };
}

/** Return who types for a player in the present turn; empty if nobody does.
 *
 * @param {TableState} state
 * @param {string} player
 */
export function typistOf(state, player) {
  const turn = turnOfPlayer(state, player);
  const those = state.typing.filter((each) => each.player === player && (each.turn === 0 || each.turn === turn));
  return those.length ? those[those.length - 1].by : ""; // a later one is of this turn alone
}

/** Check whether a player is at the table without a phone, and nobody types for this player now.
 *
 * @param {TableState} state
 * @param {string} player
 */
export function isWithoutTypist(state, player) {
  const own = seatOf(state, player);
  return own !== undefined && !own.device && !typistOf(state, player);
}

/** Return the device that is asked about a doubt: that of the player or of who types for the player; empty for the big
 * screen.
 *
 * @param {TableState} state
 * @param {Doubt} doubt
 */
export function askedDevice(state, { player }) {
  const own = seatOf(state, player);
  const other = seatOf(state, typistOf(state, player));
  return (own && own.device) || (other && other.device) || "";
}

/* Boxes */

/** Return what counts on the card of a player.
 *
 * @param {TableState} state
 * @param {string} player
 */
export const cardOf = (state, player) => state.entries.filter((entry) => entry.player === player);

/**
 * @param {TableState} state
 * @param {string} player
 * @param {string} box
 */
export const entryAt = (state, player, box) =>
  state.entries.find((entry) => entry.player === player && entry.box === box);

/** Return the player who won at once; empty if nobody did.
 *
 * @param {TableState} state
 */
const winnerOf = ({ wins }) => (wins.length ? wins[0].player : "");

/** Return the number of the next turn of a player: the lowest without an entry.
 *
 * @param {TableState} state
 * @param {string} player
 */
export function turnOfPlayer(state, player) {
  const turns = cardOf(state, player).map((entry) => entry.turn);
  let turn = 1;
  while (turns.includes(turn)) {
    turn += 1;
  }
  return turn;
}

/** Return the entry that an event with a choice makes.
 *
 * @param {TableEvent} event
 * @returns {TableEntry}
 */
function entryFrom({ player, box = "", turn = 1, choice, number = 0, device, dice = {} }) {
  const { points = 0, bonus = 0 } = choice || {};
  return { player, box, turn, points, bonus, number, devices: [device], dice, was: null };
}

/**
 * @param {any} one
 * @param {any} other
 */
const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Check whether two entries have the same value in the same box.
 *
 * @param {TableEntry} one
 * @param {TableEntry} other
 */
const isSameValue = (one, other) =>
  one.player === other.player && one.box === other.box && one.points === other.points && one.bonus === other.bonus;

/** Return the state after something was written, which brings its player back to the table.
 *
 * @param {TableState} before
 * @param {TableEvent} event
 */
function afterBoxEvent(before, event) {
  if (event.kind === "write" && !event.choice) {
    return afterTakingBack(before, event);
  }
  const state = withSeat(before, event.player, { gone: false });
  if (event.kind === "correct") {
    return afterCorrecting(state, event);
  }
  if (event.kind === "win") {
    const won = { ...state, wins: [...state.wins, event] };
    return event.choice ? afterFilling(won, event) : won;
  }
  return afterFilling(state, event);
}

/** Write a box, unless it, or the turn, has a value already: then there is a doubt.
 *
 * @param {TableState} state
 * @param {TableEvent} event
 * @returns {TableState}
 */
function afterFilling(state, event) {
  const entry = entryFrom(event);
  const rival =
    entryAt(state, entry.player, entry.box) || cardOf(state, entry.player).find((each) => each.turn === entry.turn);
  if (!rival) {
    return { ...state, entries: [...state.entries, entry] };
  }
  const known = knownValue(state, rival, entry);
  if (known) {
    return withDevices(state, known, [...new Set([...known.devices, ...entry.devices])].sort());
  }
  const isDoubted = (/** @type {Doubt} */ doubt) => doubt.isOpen && doubt.counts === rival.number;
  const doubts = state.doubts.map((doubt) =>
    isDoubted(doubt) ? { ...doubt, entries: [...doubt.entries, entry] } : doubt
  );
  if (!state.doubts.some(isDoubted)) {
    doubts.push({
      number: entry.number,
      player: entry.player,
      entries: [rival, entry],
      counts: rival.number,
      isOpen: true,
    });
  }
  return { ...state, doubts };
}

/** Return a known entry of the same value, so that nothing is asked: what counts, or a value that was asked about
 * beside what counts; undefined without one.
 *
 * @param {TableState} state
 * @param {TableEntry} rival
 * @param {TableEntry} entry
 */
function knownValue(state, rival, entry) {
  if (isSameValue(rival, entry)) {
    return rival;
  }
  return state.doubts
    .filter((doubt) => doubt.entries.some((value) => isSameValue(rival, value)))
    .flatMap((doubt) => doubt.entries)
    .find((value) => isSameValue(value, entry));
}

/** Let devices stand for an entry, wherever it is.
 *
 * @param {TableState} state
 * @param {TableEntry} entry
 * @param {string[]} devices
 * @returns {TableState}
 */
function withDevices(state, entry, devices) {
  const changed = (/** @type {TableEntry} */ each) => (isEqual(each, entry) ? { ...entry, devices } : each);
  const doubts = state.doubts.map((doubt) => ({ ...doubt, entries: doubt.entries.map(changed) }));
  return { ...state, entries: state.entries.map(changed), doubts };
}

/** Take back what a device wrote in a box, and a win of its player there. A value that another device wrote as well,
 * or corrected, stays.
 *
 * @param {TableState} before
 * @param {TableEvent} event
 */
function afterTakingBack(before, { player, box, device }) {
  const wins = before.wins.filter((win) => win.player !== player || win.box !== box || win.device !== device);
  const state = { ...before, wins };
  const asked = state.doubts.filter((doubt) => doubt.isOpen).flatMap((doubt) => doubt.entries);
  const entry = [...asked, ...state.entries].find(
    (each) => each.player === player && each.box === box && each.devices.includes(device)
  );
  if (!entry) {
    return state;
  }
  const devices = entry.devices.filter((each) => each !== device);
  return devices.length ? withDevices(state, entry, devices) : withoutEntry(state, entry);
}

/** Return the state without an entry. If it counted, the next value of its doubt does.
 *
 * @param {TableState} state
 * @param {TableEntry} entry
 */
function withoutEntry(state, entry) {
  /** @type {TableEntry | undefined} */
  let next;
  const doubts = state.doubts.map((doubt) => {
    const values = doubt.entries.filter((each) => each.number !== entry.number);
    if (!doubt.isOpen || values.length === doubt.entries.length) {
      return doubt;
    }
    let { counts } = doubt;
    if (counts === entry.number) {
      next = values.find((value) => {
        const there = entryAt(state, value.player, value.box);
        return !there || isEqual(there, entry);
      });
      counts = next ? next.number : 0;
    }
    return { ...doubt, entries: values, counts, isOpen: values.length > 1 && counts > 0 };
  });
  return withOther({ ...state, doubts }, entry, next);
}

/** Return the state with another entry, or none, in the place of one that may count.
 *
 * @param {TableState} state
 * @param {TableEntry} entry
 * @param {TableEntry} [other]
 * @returns {TableState}
 */
function withOther(state, entry, other) {
  /** @type {TableEntry[]} */
  const entries = [];
  state.entries.forEach((each) => {
    const isInItsBox = other && each.player === other.player && each.box === other.box;
    if (each.number === entry.number) {
      entries.push(...(other ? [other] : []));
    } else if (!isInItsBox) {
      entries.push(each);
    }
  });
  if (other && !entries.includes(other)) {
    entries.push(other);
  }
  return { ...state, entries };
}

/** Give a box another value, or empty it: who corrects has seen what was there.
 *
 * @param {TableState} state
 * @param {TableEvent} event
 * @returns {TableState}
 */
function afterCorrecting(state, event) {
  const old = entryAt(state, event.player, event.box || "");
  if (!event.choice) {
    return old ? withoutEntry(state, old) : state;
  }
  const entry = entryFrom(event);
  if (!old) {
    const isTaken = cardOf(state, event.player).some((each) => each.turn === entry.turn);
    const turn = isTaken ? turnOfPlayer(state, event.player) : entry.turn;
    return { ...state, entries: [...state.entries, { ...entry, turn }] };
  }
  const corrected = { ...entry, turn: old.turn, was: firstPoints(old) };
  const doubts = state.doubts.map((doubt) => {
    if (!doubt.isOpen || doubt.counts !== old.number) {
      return doubt;
    }
    const values = doubt.entries.map((each) => (each.number === old.number ? corrected : each));
    const isOneBox = new Set(values.map((each) => each.box)).size === 1; // which the correction answers
    return { ...doubt, entries: values, counts: corrected.number, isOpen: !isOneBox };
  });
  return withOther({ ...state, doubts }, old, corrected);
}

/** @param {TableEntry} entry */
const firstPoints = ({ points, was }) => (was === null ? points : was);

/** Answer a doubt. An answer to one that is answered already is a correction.
 *
 * @param {TableState} state
 * @param {TableEvent} event
 */
function afterAnswering(state, { question, write }) {
  const doubt = state.doubts.find((each) => each.number === question);
  const chosen = doubt && doubt.entries.find((each) => each.number === write);
  if (!doubt || !chosen) {
    return state;
  }
  const first = doubt.entries.find((each) => each.number === doubt.counts) || chosen;
  const counting = entryAt(state, first.player, first.box) || first;
  const isLate = !doubt.isOpen && counting.box === chosen.box && counting.number !== chosen.number;
  const entry = isLate ? { ...chosen, was: firstPoints(counting) } : chosen;
  const answered = { ...doubt, counts: entry.number, isOpen: false };
  const doubts = state.doubts.map((each) => (each.number === question ? answered : each));
  return withOther({ ...state, doubts }, counting, entry);
}

/* The game of a table */

/** Return the match of the game that is played, which has to have a player.
 *
 * @param {TableState} state
 * @param {{ id: string, started?: string, boxes?: number }} about The table, with the time at which it began.
 * @param {number} [number] The number of the game.
 * @returns {Match}
 */
export function sharedMatch(state, { id, started, boxes = 0 }, number = gameNumber(state)) {
  const stopped = stoppedPlayers(state, boxes);
  const players = seatsOf(state).map(({ player, name }) => ({
    id: player,
    name,
    ...(stopped.includes(player) ? { left: true } : {}),
  }));
  const entries = state.entries.map(({ player, box, points, bonus, dice, was }) => ({
    player,
    box,
    points,
    bonus,
    ...dice,
    ...(was === null ? {} : { fixed: true, was }),
  }));
  const winner = winnerOf(state);
  const [first = { id: "" }] = players;
  const starts = players.some((player) => player.id === state.starter) ? state.starter : first.id;
  const begun = number > 1 ? new Date(state.begun).toISOString() : started;
  return {
    id: number > 1 ? `${id}-${number}` : id,
    ...(begun ? { started: begun } : {}),
    starter: starts,
    players,
    entries,
    ...(winner ? { won: winner } : {}),
  };
}

/** Return the ids of the players who have stopped, as `stopped_players` of `sheetgen/live/table.py`.
 *
 * @param {TableState} state
 * @param {number} boxes Their number on a full card.
 */
function stoppedPlayers(state, boxes) {
  const seats = seatsOf(state);
  const stopped = seats.filter(
    ({ player, left }) => left && cardOf(state, player).length !== boxes && player !== winnerOf(state)
  );
  return stopped.length < seats.length ? stopped.map(({ player }) => player) : [];
}

/** Return the matches of the games before this one, with the times at which they ended.
 *
 * @param {TableState} state
 * @param {{ id: string, started?: string, boxes?: number }} about
 * @param {TableEvent[]} log
 * @returns {Match[]}
 */
export const earlierMatches = (state, about, log) =>
  state.earlier
    .map((each, at) => ({ each, number: at + 1 }))
    .filter(({ each }) => seatsOf(each).length > 0)
    .map(({ each, number }) => {
      const clocks = log
        .filter((event) => isOfCards(event) && (event.game || 1) === number)
        .map(({ clock = 0 }) => clock);
      return { ...sharedMatch(each, about, number), when: new Date(Math.max(0, ...clocks)).toISOString() };
    });

/* Events that come and go */

/** Return a log with events that came: each once, and none before the one that it follows.
 *
 * @param {TableEvent[]} log
 * @param {TableEvent[]} events
 */
export function mergedLog(log, events) {
  const merged = log.slice();
  events
    .slice()
    .sort((one, other) => (one.number || 0) - (other.number || 0))
    .forEach((event) => {
      if (event.number === merged.length + 1) {
        merged.push(event);
      }
    });
  return merged;
}

/** Return what tells an event from all others: two windows of a phone may give one count to two events.
 *
 * @param {TableEvent} event
 */
const idOfEvent = ({ device, count, clock = 0 }) => `${device} ${count} ${clock}`;

/** Return the events of an outbox that are not in the log.
 *
 * @param {TableEvent[]} outbox
 * @param {TableEvent[]} log
 */
export function unsentEvents(outbox, log) {
  const sent = new Set(log.map(idOfEvent));
  return outbox.filter((event) => !sent.has(idOfEvent(event)));
}

/** Return the mark of a log, as `mark_after` of `sheetgen/live/events.py`: equal logs have equal ones.
 *
 * @param {TableEvent[]} log
 */
export function markOf(log) {
  let mark = 0;
  log.forEach((event) => {
    const text = `${idOfEvent(event)}\n`;
    for (let at = 0; at < text.length; at += 1) {
      mark = Math.imul(mark ^ text.charCodeAt(at), 16777619);
    }
  });
  return mark >>> 0;
}

/** Check whether a log goes on from another one.
 *
 * @param {TableEvent[]} log
 * @param {TableEvent[]} start
 */
export const goesOnFrom = (log, start) =>
  log.length >= start.length && markOf(log.slice(0, start.length)) === markOf(start);

/** Return the outbox of two windows of one phone, in the order of its counts.
 *
 * @param {TableEvent[]} own
 * @param {TableEvent[]} other
 */
export const joinedOutbox = (own, other) =>
  [...own, ...unsentEvents(other, own)].sort((one, next) => one.count - next.count);

/** Return an outbox with the counts from one on: that which the server waits for.
 *
 * @param {TableEvent[]} outbox
 * @param {number} count
 */
export const countedFrom = (outbox, count) => outbox.map((event, at) => ({ ...event, count: count + at }));

/** Return an outbox with the numbers that its events would have.
 *
 * @param {TableEvent[]} outbox
 * @param {number} last
 */
export const numberedAfter = (outbox, last) => outbox.map((event, at) => ({ ...event, number: last + 1 + at }));

/** Check whether an event is about a box, or about a win without one.
 *
 * @param {{ kind: string }} event
 */
export const isBoxEvent = ({ kind }) => kind === "write" || kind === "correct" || kind === "win";

/** Check whether an event changes what is on a card.
 *
 * @param {TableEvent} event
 */
const isOfCards = (event) => isBoxEvent(event) || event.kind === "choose";

/** Return the write of a device that it can take back: the last one of a game; undefined if it is another's.
 *
 * @param {TableEvent[]} events
 * @param {string} device
 * @param {number} [game] The number of the game.
 */
export function ownLastWrite(events, device, game = 1) {
  const last = events.filter((event) => isBoxEvent(event) && (event.game || 1) === game).pop();
  const isOwn = last && last.device === device && last.kind !== "correct" && (last.choice || last.kind === "win");
  return isOwn ? last : undefined;
}
