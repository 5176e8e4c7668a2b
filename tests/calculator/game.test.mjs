// Modules of the page that need no document, in node: a game is a function of its events.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateAfter, turnIn } from "../../templates/calculator/rules/events.js";
import { newMatch } from "../../templates/calculator/rules/match.js";
import {
  checkedSeen,
  checkedTurn,
  newTurn,
  stepBetween,
  stepped,
  turnKey,
} from "../../templates/calculator/rules/steps.js";
import { drawnFaces, plain, say, scaleFor, signed } from "../../templates/calculator/rules/words.js";

const game = { boxes: ["ones", "twos"], totals: [] };
const begin = () => ({
  match: newMatch([
    { id: "a", name: "An" },
    { id: "b", name: "Bram" },
  ]),
  turn: newTurn(),
  seen: {},
});
const typed = { kind: "type", dice: [1, 1, 1, 2, 5] };
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
    const before = states[states.length - 1];
    states.push({ seen: before.seen, ...stateAfter(game, before, event) });
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
    { kind: "type", dice: [6] },
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
  const { match } = statesOf([{ kind: "win", player: "b" }]).pop();
  assert.equal(match.won, "b");
});

test("an event of an unknown kind is refused", () => {
  assert.throws(() => stateAfter(game, begin(), { kind: "guess" }), RangeError);
});

test("every step leads back to where it began, and forward again", () => {
  const others = [
    { kind: "tell", moment: { first: true } },
    { kind: "announce", box: "twos" },
    { kind: "roll", dice: [1, 2, 3, 4, 5], kept: [], throws: [{ roll: [1, 2, 3, 4, 5] }] },
    { kind: "keep", kept: [true, false, false, false, false] },
    {
      kind: "seat",
      players: [
        { id: "b", name: "Bo" },
        { id: "a", name: "An", left: true },
      ],
    },
    { kind: "start", match: newMatch([{ id: "c", name: "Cleo" }]) },
  ];
  const states = statesOf([typed, written, ...others]).map(({ match, turn }) => ({ match, turn }));
  for (const [at, after] of states.slice(1).entries()) {
    const before = states[at];
    const step = JSON.parse(JSON.stringify(stepBetween(before, after)));
    assert.deepEqual(stepped(before, step, 1), after);
    assert.deepEqual(stepped(after, step, 0), before);
  }
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
  const after = stateAfter(game, { match, turn: newTurn(), seen: {} }, { ...written, dice: { throws: rolled.throws } });
  const nextSeen = { [turnKey(game, after.match)]: rolled };
  assert.deepEqual(turnIn(game, nextSeen, after.match), newTurn(), "these rolls were written already");
});

test("a stored turn is taken if it is sound", () => {
  assert.deepEqual(checkedTurn(data, rolled), rolled);
  const wrong = [null, { dice: [7] }, { dice: [1, 1, 1, 1, 1, 1] }, { ...rolled, dice: [1] }];
  wrong.forEach((turn) => assert.deepEqual(checkedTurn(data, turn), newTurn()));
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
