// Chances to win from the shares of totals, in node: ties, whole percents, matches as they were, what decided them.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changesSince,
  countOfSteps,
  decidingEntries,
  matchAfter,
  wholePercents,
  winShares,
} from "../../templates/calculator/rules/chances.js";

const entry = (player, box) => ({ player, box, points: 5, bonus: 0 });
const match = {
  id: "m",
  starter: "a",
  players: [
    { id: "a", name: "An" },
    { id: "b", name: "Bram", left: true },
    { id: "c", name: "Cleo" },
  ],
  entries: [entry("a", "ones"), entry("b", "ones"), entry("c", "ones"), entry("a", "twos"), entry("c", "twos")],
};
const chances = (...percents) => percents.map((percent) => ({ percent, isPossible: percent > 0 }));

test("the higher total wins, and a tie is shared", () => {
  const certain = (total) => ({ totals: [total], shares: [1] });
  assert.deepEqual(winShares([certain(5), certain(7), certain(7)]), [0, 0.5, 0.5]);
  const even = { totals: [1, 2], shares: [0.5, 0.5] };
  assert.deepEqual(winShares([even, certain(2)]), [0.25, 0.75]);
  assert.deepEqual(winShares([even, even]), [0.5, 0.5]);
});

test("whole percents add up to 100, and the largest rests are rounded up", () => {
  assert.deepEqual(wholePercents([1 / 3, 1 / 3, 1 / 3]), [34, 33, 33]);
  assert.deepEqual(wholePercents([0.004, 0.006, 0.99]), [0, 1, 99]);
  assert.deepEqual(wholePercents([1, 0]), [100, 0]);
});

test("who has left by the end was there until the last own entry", () => {
  const isThere = (count) => !matchAfter(match, count).players[1].left;
  assert.deepEqual([0, 1, 2, 3, 5].map(isThere), [true, true, true, false, false]);
  assert.equal(matchAfter(match, 3).entries.length, 3);
});

test("a win at once without an entry is a step of its own", () => {
  assert.equal(countOfSteps(match), 5);
  assert.equal(countOfSteps({ ...match, won: "c" }), 5);
  assert.equal(countOfSteps({ ...match, won: "a" }), 6);
  assert.equal(matchAfter({ ...match, won: "a" }, 5).won, undefined);
  assert.equal(matchAfter({ ...match, won: "a" }, 6).won, "a");
});

test("a change is shown from 3 percent on", () => {
  assert.deepEqual(changesSince(chances(30, 40, 30), chances(27, 42, 31)), [3, 0, 0]);
  assert.deepEqual(changesSince(chances(30, 70), null), [0, 0]);
});

test("entries that changed the chance of their own player most decided the game", () => {
  const steps = [
    chances(33, 33, 34),
    chances(53, 23, 24), // An: 20 more
    chances(60, 12, 28), // Bram: 11 less
    chances(40, 12, 48), // Cleo: 20 more
    chances(20, 0, 80), // An: 20 less
    chances(10, 0, 90), // Cleo: 10 more, which is not enough
  ];
  const found = decidingEntries(match, steps).map(({ at, before, after }) => [at, before, after]);
  assert.deepEqual(found, [
    [1, 33, 53],
    [3, 28, 48],
    [4, 40, 20],
  ]);
  const four = { ...match, entries: match.entries.slice(0, 4) };
  steps[2] = chances(60, 3, 37); // Bram: 20 less, too: the first of four equal ones is left out
  steps[3] = chances(40, 3, 57);
  assert.deepEqual(
    decidingEntries(four, steps.slice(0, 5)).map(({ at }) => at),
    [2, 3, 4]
  );
});
