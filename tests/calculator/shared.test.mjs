// A table that phones share, in node: the state after its log, and events that come twice, late, or not yet.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  askedDevice,
  countedFrom,
  joinedOutbox,
  mergedLog,
  numberedAfter,
  ownLastWrite,
  sharedMatch,
  tableAfter,
  typistOf,
  unsentEvents,
} from "../../templates/calculator/rules/shared.js";

const seats = [
  { kind: "seat", device: "pc", count: 1, number: 1, player: "a", name: "An" },
  { kind: "seat", device: "pc", count: 2, number: 2, player: "b", name: "Bram" },
  { kind: "join", device: "phone-a", count: 1, number: 3, player: "a" },
];
const write = (number, device, box, points, turn = 1, player = "a") => ({
  kind: "write",
  device,
  count: number,
  number,
  player,
  box,
  turn,
  choice: points === null ? null : { points, bonus: 0 },
});
const match = (events) => sharedMatch(tableAfter(events), { id: "yatzy" });

test("the match of a table is that of the page", () => {
  const dice = { dice: [1, 1, 1, 2, 5] };
  assert.deepEqual(match([...seats, { ...write(4, "phone-a", "ones", 3), dice }]), {
    id: "yatzy",
    starter: "a",
    players: [
      { id: "a", name: "An" },
      { id: "b", name: "Bram" },
    ],
    entries: [{ player: "a", box: "ones", points: 3, bonus: 0, ...dice }],
  });
});

test("events are taken once, and in their order", () => {
  const [first, second, third] = seats;
  assert.deepEqual(mergedLog([first], [third, first, second, second]), seats);
  assert.deepEqual(mergedLog([first], [third]), [first]);
});

test("an outbox loses what the log has", () => {
  const own = write(4, "phone-a", "ones", 3);
  const next = { ...write(5, "phone-a", "twos", 4), number: 0 };
  assert.deepEqual(unsentEvents([{ ...own, number: 0 }, next], [...seats, own]), [next]);
  assert.equal(numberedAfter([next], 4)[0].number, 5);
  assert.equal(countedFrom([next], 9)[0].count, 9);
});

test("two windows that gave one count to two events lose neither", () => {
  const own = { ...write(0, "phone-a", "ones", 3), count: 5, clock: 1 };
  const other = { ...write(0, "phone-a", "twos", 4), count: 5, clock: 2 };
  assert.deepEqual(unsentEvents([other], [...seats, { ...own, number: 4 }]), [other]);
  assert.deepEqual(joinedOutbox([other], [own, other]), [other, own]);
});

test("two values for a box are one question to its player, and the first one counts", () => {
  const state = tableAfter([...seats, write(4, "phone-b", "twos", 6), write(5, "phone-a", "twos", 8)]);
  const [doubt, ...others] = state.doubts;
  assert.deepEqual(others, []);
  assert.equal(doubt.counts, 4);
  assert.equal(askedDevice(state, doubt), "phone-a");
  assert.equal(state.entries[0].points, 6);
  const answer = { kind: "choose", device: "phone-a", count: 6, number: 6, player: "a", question: 5, write: 5 };
  const after = tableAfter([answer], state);
  assert.deepEqual([after.doubts[0].isOpen, after.entries[0].points, after.entries[0].was], [false, 8, null]);
});

test("the same value twice asks nothing", () => {
  const state = tableAfter([...seats, write(4, "phone-b", "twos", 6), write(5, "phone-a", "twos", 6)]);
  assert.deepEqual([state.doubts, state.entries[0].devices], [[], ["phone-a", "phone-b"]]);
});

test("a phone takes back its write while that is the last one", () => {
  const events = [...seats, write(4, "phone-a", "ones", 3)];
  assert.equal(ownLastWrite(events, "phone-a").number, 4);
  assert.equal(ownLastWrite([...events, write(5, "phone-b", "ones", 2, 1, "b")], "phone-a"), undefined);
  const back = write(5, "phone-a", "ones", null);
  assert.equal(ownLastWrite([...events, back], "phone-a"), undefined);
  assert.deepEqual(match([...events, back]).entries, []);
});

test("who leaves after the last turn has not stopped, and a game that all have left waits", () => {
  const leave = (number, player) => ({ kind: "leave", device: "pc", count: number, number, player });
  const begun = [...seats, write(4, "phone-a", "ones", 3), write(5, "pc", "ones", 2, 1, "b")];
  const left = (events, boxes) =>
    sharedMatch(tableAfter([...begun, ...events]), { id: "yatzy", boxes }).players.map((player) => player.left);
  assert.deepEqual(left([leave(6, "a")], 15), [true, undefined]);
  assert.deepEqual(left([leave(6, "a")], 1), [undefined, undefined]);
  assert.deepEqual(left([leave(6, "a"), leave(7, "b")], 15), [undefined, undefined]);
  const again = { kind: "again", device: "pc", count: 8, number: 8, player: "b", game: 2 };
  const next = tableAfter([...begun, leave(6, "a"), leave(7, "b"), again]);
  assert.deepEqual(
    sharedMatch(next, { id: "yatzy", boxes: 1 }).players.map(({ id }) => id),
    ["a", "b"]
  );
});

test("somebody types for a player, for a turn or always", () => {
  const typesFor = { kind: "types-for", device: "phone-a", count: 4, number: 4, player: "b", by: "a", turn: 1 };
  const state = tableAfter([...seats, typesFor]);
  assert.equal(typistOf(state, "b"), "a");
  assert.equal(typistOf(tableAfter([write(5, "phone-a", "ones", 3, 1, "b")], state), "b"), "");
});

test("a correction keeps the first points, and the turn of its box", () => {
  const corrected = { ...write(5, "phone-b", "ones", 2), kind: "correct" };
  assert.deepEqual(match([...seats, write(4, "phone-a", "ones", 3), corrected]).entries, [
    { player: "a", box: "ones", points: 2, bonus: 0, fixed: true, was: 3 },
  ]);
});
