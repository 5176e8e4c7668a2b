// Play matches of games out as the page does, for a test in Python: a JSON file in, JSON out.

import { readFileSync } from "node:fs";
import { chancesIn, countOfSteps, decidingEntries, matchAfter } from "./templates/calculator/rules/chances.js";
import { planOf, standingOf } from "./templates/calculator/rules/plan.js";
import { playerOf } from "./templates/calculator/rules/playouts.js";

const found = JSON.parse(readFileSync(process.argv[2], "utf-8")).map(({ data, worth, cards, match }) => {
  const plan = planOf(data, worth);
  const known = new Map();
  const play = playerOf(plan);
  const sharesOf = (standing) => {
    const key = JSON.stringify(standing);
    known.set(key, known.get(key) || play(standing));
    return known.get(key);
  };
  const steps = Array.from({ length: match ? countOfSteps(match) + 1 : 0 }, (_, at) =>
    chancesIn(data.game, plan, matchAfter(match, at), sharesOf)
  );
  return {
    plan,
    shares: cards.map((entries) => play(standingOf(plan, entries))),
    steps,
    deciding: match ? decidingEntries(match, steps) : [],
  };
});
console.log(JSON.stringify(found));
