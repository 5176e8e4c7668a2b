/* The turns of a game: a chart of the running totals, and every turn with its rolls, the last first. */

import { lineChart } from "../parts/chart.js";
import { die, tintedDice } from "../parts/dice.js";
import { element, find, findAll } from "../parts/elements.js";
import { menuEntries } from "../parts/menu.js";
import { heard, openSheet, seen } from "../parts/sheets.js";
import { brought, entriesOf, momentIn } from "../rules/match.js";
import { categoryOf, countingDice } from "../rules/offers.js";
import { plain, signed } from "../rules/words.js";
import { runningTotals } from "../state/cards.js";
import { DATA, categoryName, game, shownFace, turns } from "../state/data.js";
import { listen, notify } from "../state/events.js";
import { nameOf, page } from "../state/page.js";
import { playerLines } from "../state/sayings.js";
import { pgettext } from "../state/texts.js";

const MOST_NAMED = 4;

menuEntries.push({
  order: 22,
  icon: "turns",
  text: pgettext("page", "Turns"),
  note: () => String(page.match.entries.length),
  act: showTurns,
});

listen("changed", () =>
  findAll(".turns").forEach((body) => {
    body.dispatchEvent(new Event("changed"));
  })
);

export function showTurns() {
  const body = element("div", { class: "turns" });
  let shown = "";
  const show = (/** @type {string} */ id) => {
    const { match } = page;
    shown = id;
    const wide = body.clientWidth || Math.min(innerWidth - 28, 730);
    body.replaceChildren(
      lineChart(playerLines(), wide, 168, pgettext("page", "Running totals")),
      ...(match.players.length > 1 ? [filter(match)] : []),
      element(
        "p",
        { class: "key" },
        ...[
          ["solid", pgettext("page", "kept, or counts")],
          ["open", pgettext("page", "rolled again")],
        ].map(([kind, words]) => element("span", {}, die(5, kind), words)),
        element("span", {}, pgettext("page", "last first"))
      ),
      ...turnsOf(match.players.filter((each) => !shown || each.id === shown))
    );
  };
  const choose = (/** @type {string} */ id, /** @type {Content[]} */ ...nodes) =>
    element(
      "button",
      {
        type: "button",
        "aria-pressed": id === shown ? "true" : "false",
        click: () => {
          show(id);
          find("[aria-pressed=true]", body).focus();
        },
      },
      ...nodes
    );
  const filter = (/** @type {Match} */ { players }) =>
    element(
      "div",
      { class: "segments", role: "group", "aria-label": pgettext("page", "Whose turns") },
      choose("", pgettext("page", "All")),
      ...players.map((player) =>
        choose(
          player.id,
          tintedDice(player, "open"),
          players.length > MOST_NAMED ? heard(nameOf(player)) : element("bdi", {}, nameOf(player))
        )
      )
    );
  openSheet({
    title: pgettext("page", "Turns"),
    kind: "full games log",
    sub: [
      pgettext("page", "%(game)s, %(n)s of %(most)s", {
        game: DATA.title,
        n: page.match.entries.length,
        most: page.match.players.length * game.boxes.length,
      }),
    ],
    body: [body],
  });
  body.addEventListener("changed", () => show(shown));
  show("");
}

/** Return the turns of some players under their headings, the last first.
 *
 * @param {Player[]} players
 */
function turnsOf(players) {
  const all = players.map((player) => entriesOf(page.match, player));
  const count = Math.max(...all.map((entries) => entries.length));
  const placeOf = (/** @type {Entry} */ entry) => page.match.entries.indexOf(entry);
  return Array.from({ length: count }, (_, at) => count - 1 - at).map((turn) =>
    element(
      "section",
      {},
      element("h2", { class: "sub" }, pgettext("page", "Turn %(n)s", { n: turn + 1 })),
      ...players
        .map((player, place) => ({ player, entries: all[place] }))
        .filter(({ entries }) => entries[turn])
        .sort((one, other) => placeOf(other.entries[turn]) - placeOf(one.entries[turn]))
        .map(({ player, entries }) => turnRow(player, entries, turn))
    )
  );
}

/** Return a turn as a button that corrects it: who, roll by roll, which box, and the total before and after.
 *
 * @param {Player} player
 * @param {Entry[]} entries
 * @param {number} turn
 */
function turnRow(player, entries, turn) {
  const entry = entries[turn];
  const [before, after] = runningTotals(entries.slice(0, turn + 1)).slice(-2);
  const brings = brought(game, entries.slice(0, turn), entry);
  const rolls = rollsIn(entry);
  return element(
    "button",
    { type: "button", class: "turnrow", click: () => notify("correct", { where: entry.box, player, entry }) },
    element("span", { class: "by" }, tintedDice(player, "solid"), element("bdi", {}, nameOf(player))),
    rolls.length
      ? seen("span", { class: "rolls" }, ...rolls.map((dice) => element("span", {}, ...dice)))
      : element("span", {}, pgettext("page", "typed in, without dice")),
    element(
      "span",
      {},
      element("b", {}, categoryName(entry.box)),
      after === before
        ? pgettext("page", "stays at %(total)s", { total: plain(after) })
        : `${plain(before)} → ${plain(after)}`,
      ...(entry.fixed
        ? [
            element(
              "i",
              {},
              entry.was !== undefined
                ? pgettext("page", "was %(points)s", { points: plain(entry.was) })
                : pgettext("page", "corrected")
            ),
          ]
        : [])
    ),
    element(
      "span",
      { class: "gain" },
      entry.points || entry.bonus ? plain(entry.points) : "–",
      ...(brings ? [element("b", {}, signed(brings))] : [])
    )
  );
}

/** Return the dice of each roll: solid are those that were kept, and at last those that count in the box.
 *
 * @param {Entry} entry
 */
function rollsIn(entry) {
  /** @type {Throw[]} */
  const typed = entry.dice ? [{ roll: entry.dice }] : [];
  const throws = entry.throws && entry.throws.length ? entry.throws : typed;
  const offer = { ...entry, category: categoryOf(turns, entry.box), value: entry.points + entry.bonus };
  return throws.map(({ roll, keep }, at) => {
    const left = (keep || []).slice();
    const isLast = at === throws.length - 1;
    const counts = isLast ? countingDice(turns, offer, roll, momentIn(turns, entry)) : [];
    return roll.map((face, place) => {
      const found = left.indexOf(face);
      const isKept = isLast ? counts[place] : found >= 0;
      left.splice(found, found >= 0 ? 1 : 0);
      return die(shownFace(face), isKept ? "solid" : "open");
    });
  });
}
