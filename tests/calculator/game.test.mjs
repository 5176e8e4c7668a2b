// Modules of the page that need no document, in node: a game is a function of its events.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { stateAfter, turnIn } from "../../templates/calculator/rules/events.js";
import {
  canUndo,
  checkedEvent,
  checkedLog,
  logAfter,
  newLog,
  ofThisGame,
  openingOf,
  storedLog,
} from "../../templates/calculator/rules/log.js";
import { bestEntry, newId, newMatch, nextPlayer } from "../../templates/calculator/rules/match.js";
import { furtherRolls, mostRolls, rollsInTurn } from "../../templates/calculator/rules/rolls.js";
import { checkedSeen, checkedTurn, newTurn, turnKey } from "../../templates/calculator/rules/steps.js";
import { drawnFaces, plain, say, scaleFor, signed } from "../../templates/calculator/rules/words.js";

const game = { boxes: ["ones", "twos"], totals: [] };
const begin = () => ({
  match: newMatch([
    { id: "a", name: "An" },
    { id: "b", name: "Bram" },
  ]),
  turn: newTurn(),
  seen: {},
  rolling: false,
});
const typed = { kind: "type", dice: [1, 1, 1, 2, 5], first: false };
const written = {
  kind: "write",
  player: "a",
  box: "ones",
  choice: { points: 3, bonus: 0 },
  byDice: true,
  dice: { dice: [1, 1, 1, 2, 5] },
};

/** Return the states before and after each of some events. */
function statesOf(events) {
  const states = [begin()];
  for (const event of events) {
    states.push(stateAfter(game, states[states.length - 1], event));
  }
  return states;
}

test("an entry ends the turn with its dice", () => {
  const last = statesOf([typed, written]).pop();
  assert.deepEqual(last.match.entries, [{ player: "a", box: "ones", points: 3, bonus: 0, dice: [1, 1, 1, 2, 5] }]);
  assert.deepEqual(last.turn, newTurn());
});

test("a correction leaves the turn of another player alone", () => {
  const events = [
    written,
    { ...typed, dice: [6] },
    { ...written, choice: { points: 2, bonus: 0 }, byDice: false, dice: {} },
  ];
  const last = statesOf(events).pop();
  assert.deepEqual(last.match.entries, [{ player: "a", box: "ones", points: 2, bonus: 0, fixed: true, was: 3 }]);
  assert.deepEqual(last.turn.dice, [6]);
});

test("players who are gone take their entries with them", () => {
  const last = statesOf([written, { kind: "seat", players: [{ id: "b", name: "Bram" }] }]).pop();
  assert.deepEqual(last.match.entries, []);
  assert.equal(last.match.starter, "b");
});

test("a win at once ends the game", () => {
  const { match } = statesOf([{ kind: "win", player: "b", box: "", choice: null }]).pop();
  assert.equal(match.won, "b");
});

test("a game that is won before any entry has no best one", () => {
  const { match } = statesOf([{ kind: "win", player: "b", box: "", choice: null }]).pop();
  assert.equal(bestEntry(match), null);
});

test("the best entry counts the bonus for a further Yacht", () => {
  const twos = { ...written, player: "b", box: "twos", choice: { points: 2, bonus: 100 } };
  const best = bestEntry(statesOf([written, twos]).pop().match);
  assert.deepEqual([best.player.name, best.entry.box, best.worth], ["Bram", "twos", 102]);
});

test("a win goes with the player who won", () => {
  const win = { kind: "win", player: "b", box: "", choice: null };
  const seat = { kind: "seat", players: [{ id: "a", name: "An" }] };
  assert.equal("won" in statesOf([win, seat]).pop().match, false);
  const renamed = { kind: "seat", players: [{ id: "b", name: "Bo" }] };
  assert.equal(statesOf([win, renamed]).pop().match.won, "b");
});

test("an event of an unknown kind is refused", () => {
  assert.throws(() => stateAfter(game, begin(), { kind: "guess" }), RangeError);
  assert.throws(() => stateAfter(game, begin(), { ...written, player: "c" }), RangeError);
});

/* Logs: drawn games lead back and forth */

const KINDS = {
  plain: { boxes: ["ones", "twos", "threes"], names: ["An", "Bram"], dice: 5 },
  columns: {
    boxes: ["down.ones", "down.twos", "named.ones", "named.twos"],
    names: ["An", ""],
    dice: 5,
    announces: true,
  },
  alone: { boxes: ["pair", "generala"], names: ["An"], dice: 5, wins: true },
  many: { boxes: ["ones", "twos"], names: ["An", "Bram", "Cleo", "Dirk"], dice: 6 },
};
const VALUES = [0, 5, 10, 25];

/** Return the data of a kind of game, as far as logs need them. */
function dataOf({ boxes, dice }) {
  const values = Object.fromEntries(boxes.map((box) => [box, VALUES]));
  return { game: { boxes, values, totals: [] }, turns: { dice, sides: 6 }, rolls: 3, most_players: 8 };
}

/** Return a function that draws whole numbers below a bound, the same ones for the same seed. */
function chanceOf(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % bound;
  };
}

const newGame = ({ names }) => newMatch(names.map((name) => ({ name })));
const freshLog = (kind) => newLog({ match: newGame(kind), turn: newTurn(), seen: {}, rolling: false });

/** Return an event that may come next, drawn from all of them. */
function drawnEvent(kind, { state }, chance) {
  const { match, turn } = state;
  const pick = (list) => list[chance(list.length)];
  const faces = () => Array.from({ length: kind.dice }, () => 1 + chance(6));
  const { throws, dice, kept, first, named } = turn;
  const naming = named ? { named } : {};
  const next = nextPlayer({ boxes: kind.boxes }, match);
  const { players } = match;
  const isTyped = dice.length > 0 && !throws.length;
  const others = [
    { kind: "undo" },
    { kind: "undo" },
    { kind: "redo" },
    { kind: "rename", from: pick(players).name, to: pick(["An", "Zoë", "Bo"]) },
    ...(match.won
      ? []
      : [
          [...players.slice(1), players[0]],
          [...players.slice(0, 4), { id: newId(), name: "Eva" }],
          [{ id: players[0].id, name: "Ann" }, ...players.slice(1, 2)],
        ]
    ).map((list) => ({ kind: "seat", players: list })),
    { kind: "start", match: newGame(kind) },
    { kind: "open", match: newGame(kind), turn: newTurn(), seen: {}, rolling: chance(2) > 0 },
    writing(pick(players).id, pick(kind.boxes), { byDice: false }),
    ...(named || isTyped ? [] : match.entries.slice(-1)).map(({ player, box }) => ({
      ...writing(player, box, { byDice: false }),
      choice: null,
    })),
    ...(kind.wins && next ? [{ ...writing(next.id, "", {}), kind: "win", choice: null }] : []),
  ];
  if (!next || !chance(6)) {
    return pick(others);
  }
  const open = kind.boxes.filter(
    (box) => !match.entries.some((entry) => entry.player === next.id && entry.box === box)
  );
  const own = [
    ...(dice.length === kind.dice
      ? [writing(next.id, pick(open), { byDice: true, dice: { dice, ...(throws.length ? { throws } : {}) } })]
      : []),
    ...(kind.announces && !named ? [{ kind: "announce", box: pick(kind.boxes) }] : []),
    ...(throws.length ? [{ kind: "keep", kept: kept.map(() => chance(2) > 0) }] : []),
    ...(isTyped ? [{ kind: "type", dice, first: !first, number: 1 + chance(3) }] : []),
    ...(throws.length < 3 && !isTyped
      ? [{ kind: "roll", dice: faces(), kept: Array(kind.dice).fill(false), ...naming }]
      : []),
    ...(!throws.length && dice.length < kind.dice ? [{ kind: "type", dice: [...dice, 1 + chance(6)], first }] : []),
  ];
  const event = pick(own);
  return event.kind === "roll" ? { ...event, throws: [...throws, { roll: event.dice }] } : event;

  function writing(player, box, more) {
    return { kind: "write", player, box, choice: { points: pick(VALUES), bonus: 0 }, dice: {}, ...more };
  }
}

/** Return the log of a game after some drawn events. */
function drawnLog(kind, seed, count = 80) {
  const { game: rules } = dataOf(kind);
  const chance = chanceOf(seed);
  let log = freshLog(kind);
  for (let at = 0; at < count; at += 1) {
    log = logAfter(rules, log, drawnEvent(kind, log, chance));
  }
  return log;
}

/** Return all logs that undo leads to, from the present one to the first. */
function wayBack(rules, log) {
  const logs = [log];
  while (canUndo(logs[logs.length - 1])) {
    logs.push(logAfter(rules, logs[logs.length - 1], { kind: "undo" }));
  }
  return logs;
}

/** Return everything as JSON has it, without keys whose value is undefined. */
const plainly = (value) => JSON.parse(JSON.stringify(value));
const statesIn = (logs) => plainly(logs.map(({ state }) => state));

for (const [name, kind] of Object.entries(KINDS)) {
  const data = dataOf(kind);
  const rules = data.game;
  const logs = Array.from({ length: 60 }, (_, seed) => drawnLog(kind, seed));

  test(`every log leads back and forward again: ${name}`, () => {
    for (const log of logs) {
      const back = wayBack(rules, log);
      const forth = [back[back.length - 1]];
      for (const _ of back.slice(1)) {
        forth.push(logAfter(rules, forth[forth.length - 1], { kind: "redo" }));
      }
      assert.deepEqual(statesIn(forth.reverse()), statesIn(back));
    }
    assert.ok(logs.some((log) => wayBack(rules, log).length > 15));
  });

  test(`a stored log is the same when it is opened: ${name}`, () => {
    for (const log of logs) {
      const opened = checkedLog(data, plainly(storedLog(log)));
      assert.deepEqual(statesIn(wayBack(rules, opened)), statesIn(wayBack(rules, log)));
      assert.deepEqual(plainly(opened.undone), plainly(log.undone));
    }
  });

  test(`events for which there is no room are in the start: ${name}`, () => {
    for (const log of logs) {
      for (const most of [0, 4]) {
        const opened = checkedLog(data, plainly(storedLog(log, most)));
        const back = statesIn(wayBack(rules, opened));
        assert.ok(opened.done.length <= most && opened.undone.length <= most);
        assert.equal(opened.done.length, Math.min(most, log.done.length));
        assert.deepEqual(back, statesIn(wayBack(rules, log)).slice(0, back.length));
      }
    }
  });

  test(`a game that is opened here has its events here: ${name}`, () => {
    for (const [at, log] of logs.entries()) {
      const other = ofThisGame(logs[(at + 1) % logs.length]);
      const after = logAfter(rules, log, openingOf(other));
      const back = wayBack(rules, after);
      const own = wayBack(rules, other);
      const games = (all) => plainly(all.map(({ state: { match, turn } }) => ({ match, turn })));
      assert.deepEqual(games(back.slice(0, own.length)), games(own));
      assert.deepEqual(games(back.slice(own.length)), games(wayBack(rules, log)));
      assert.deepEqual(ofThisGame(after).done.length, other.done.length);
    }
  });

  test(`a checked event is the event: ${name}`, () => {
    for (const event of logs.flatMap((log) => log.done.map((entry) => entry.event))) {
      assert.deepEqual(plainly(checkedEvent(data, plainly(event))), plainly(event));
    }
  });
}

test("taps of one turn are few events", () => {
  const kinds = (events) =>
    events.reduce((log, event) => logAfter(game, log, event), newLog(begin())).done.map(({ event }) => event.kind);
  const taps = [1, 2, 3, 4, 5].map((count) => ({ ...typed, dice: typed.dice.slice(0, count) }));
  assert.deepEqual(kinds(taps), ["type"]);
  assert.deepEqual(kinds([...taps, { kind: "undo" }, ...taps]), ["type"]);
  const roll = (times) => ({
    kind: "roll",
    dice: [1, 2, 3, 4, 6],
    kept: [],
    throws: Array(times).fill(rolled.throws[0]),
  });
  const keep = { kind: "keep", kept: rolled.kept };
  const announced = { kind: "announce", box: "twos" };
  assert.deepEqual(kinds([roll(1), keep, keep]), ["roll", "keep"]);
  assert.deepEqual(kinds([announced, roll(1), keep, roll(2), written]), ["roll", "write"]);
  assert.deepEqual(kinds([written, roll(1), { kind: "undo" }]), []);
});

test("a name is another one in everything that undo leads to", () => {
  const events = [written, { kind: "seat", players: [{ id: "b", name: "Bram" }] }, { kind: "undo" }];
  const rename = { kind: "rename", from: "Bram", to: "Bo" };
  const log = [...events, rename].reduce((last, event) => logAfter(game, last, event), newLog(begin()));
  const all = [...wayBack(game, log), logAfter(game, log, { kind: "redo" })];
  assert.deepEqual(
    all.map(({ state }) => state.match.players.map(({ name }) => name)),
    [["An", "Bo"], ["An", "Bo"], ["Bo"]]
  );
});

test("a game that was stored with steps or with wrong events opens without undo", () => {
  const { game: rules, ...more } = dataOf(KINDS.plain);
  const log = [typed, { ...written, choice: { points: 5, bonus: 0 } }, typed].reduce(
    (last, event) => logAfter(rules, last, event),
    newLog(begin())
  );
  const stored = plainly(storedLog(log));
  const { start, events, undone, ...older } = stored;
  const wrong = [
    { ...older, past: [{ turn: [newTurn(), newTurn()] }], next: [] },
    { ...stored, events: events.slice(1, 2) },
    { ...stored, events: [...events, null] },
    { ...stored, events: [...events, { kind: "guess" }] },
    { ...stored, start: { match: { ...start.match, players: [] }, turn: 3 } },
    { ...stored, events: [{ ...events[1], player: "c" }], undone: [{ ...events[1], player: "c" }, 7] },
  ];
  for (const kept of wrong) {
    const opened = checkedLog({ game: rules, ...more }, kept);
    assert.deepEqual(plainly(opened.state), plainly(log.state));
    assert.deepEqual([opened.done, opened.undone], [[], []]);
  }
  assert.equal(checkedLog({ game: rules, ...more }, { match: 1, events }), null);
});

test("numbers and names in texts", () => {
  assert.deepEqual([plain(-3), signed(-3), signed(4)], ["−3", "−3", "+4"]);
  assert.equal(say("%(row)s. %(n)s", { row: "Yacht!", n: 2 }), "Yacht! 2");
});

const data = { game, turns: { dice: 5, sides: 6 }, rolls: 3 };
const rolled = { ...newTurn(), dice: [1, 2, 3, 4, 6], kept: Array(5).fill(true), throws: [{ roll: [1, 2, 3, 4, 6] }] };

test("a roll that was seen in a turn comes back with the turn", () => {
  const { match } = begin();
  const seen = { [turnKey(game, match)]: rolled };
  assert.equal(turnIn(game, seen, match), rolled);
  const kept = { ...rolled, kept: Array(5).fill(false) };
  assert.deepEqual(turnIn(game, { [turnKey(game, match)]: kept }, match, rolled), kept);
  const after = stateAfter(game, begin(), { ...written, dice: { throws: rolled.throws } });
  const nextSeen = { [turnKey(game, after.match)]: rolled };
  assert.deepEqual(turnIn(game, nextSeen, after.match), newTurn(), "these rolls were written already");
});

test("a stored turn is taken if it is sound", () => {
  assert.deepEqual(checkedTurn(data, rolled), rolled);
  const wrong = [null, { dice: [7] }, { dice: [1, 1, 1, 1, 1, 1] }, { ...rolled, dice: [1] }];
  wrong.forEach((turn) => {
    assert.deepEqual(checkedTurn(data, turn), newTurn());
  });
  assert.deepEqual(checkedSeen(data, { one: rolled, other: { dice: [1] } }), { one: rolled });
});

test("drawn faces are those of the dice", () => {
  const faces = drawnFaces(600, 6);
  assert.deepEqual([...new Set(faces)].sort(), [1, 2, 3, 4, 5, 6]);
  assert.equal(faces.length, 600);
});

test("a scale has three to six round numbers around the totals", () => {
  assert.deepEqual(scaleFor([120, 290]), [100, 150, 200, 250, 300]);
  assert.deepEqual(scaleFor([0]), [0, 1]);
});

/* Further rolls: the rows of a table that the engine is tested against as well. */

const FURTHER = readFileSync(new URL("../rules/further_rolls.txt", import.meta.url), "utf-8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split(" | "));

/** Return the data of turns for the rules of a row, and the entries for the rolls of earlier turns. */
function asOnThePage([rules, used]) {
  const [usual, last, saved, spare] = rules.split(" ");
  const varies = last !== "-" || saved !== "-" || spare !== "0";
  const further = {
    usual: Number(usual),
    last_turn: Number(last === "-" ? usual : last),
    saved: saved === "-" ? 0 : Number(saved) || 1000,
    spare: Number(spare),
    most: 20,
  };
  const turns = varies ? { further } : {};
  const rolls = used === "-" ? [] : used.split(" ").map(Number);
  return { turns, entries: rolls.map((number) => ({ number })) };
}

for (const row of FURTHER) {
  test(`rolls of the next turn: ${row.join(" | ")}`, () => {
    const { turns, entries } = asOnThePage(row);
    const boxes = Array.from({ length: Number(row[2]) }, (_, at) => `b${at}`);
    assert.equal(rollsInTurn({ boxes }, { turns, rolls: Number(row[0].split(" ")[0]) }, entries), Number(row[3]));
    assert.equal(furtherRolls(turns, entries), Number(row[4]));
  });
}

test("an entry of which the rolls are not known saves none", () => {
  const turns = { further: { usual: 3, last_turn: 3, saved: 1000, spare: 0, most: 20 } };
  const rolled = { throws: [{ roll: [1], keep: [1] }, { roll: [1] }] };
  assert.equal(furtherRolls(turns, [{}]), 0);
  assert.equal(furtherRolls(turns, [{ first: true }]), 2);
  assert.equal(furtherRolls({ ...turns, together: [0] }, [{ first: true }]), 0); // thrown together, on any roll
  assert.equal(furtherRolls(turns, [rolled]), 1);
  assert.equal(mostRolls({ turns, rolls: 3 }), 20);
  assert.equal(mostRolls({ turns: {}, rolls: 3 }), 3);
});

/* One roll for all */

test("dice of all players stay until all have written them, and come back with undo", () => {
  const all = { ...game, shared: true };
  const after = (states, event) => [...states, stateAfter(all, states[states.length - 1], event)];
  const rolled = { kind: "roll", dice: [1, 1, 2, 2, 2], kept: [], throws: [{ roll: [1, 1, 2, 2, 2] }] };
  const other = { ...written, player: "b", box: "twos", choice: { points: 6, bonus: 0 } };
  let states = after([begin()], rolled);
  states = after(states, written);
  assert.deepEqual(states[2].turn, { ...newTurn(), dice: [1, 1, 2, 2, 2], first: true, number: 1 });
  states = after(states, other);
  assert.deepEqual(states[3].turn, newTurn());
  const log = [rolled, written].reduce((done, event) => logAfter(all, done, event), newLog(begin()));
  assert.equal(logAfter(all, log, { kind: "undo" }).state.turn.throws.length, 1);
});

test("without that rule a new turn has no dice", () => {
  assert.deepEqual(stateAfter(game, stateAfter(game, begin(), typed), written).turn, newTurn());
});
