/* Statistics of finished games, for one player or for all: figures, a plot and a table. */

import { rowIcon } from "../parts/dice.js";
import { drawn, element, findAll, focused } from "../parts/elements.js";
import { fileActions } from "../parts/games.js";
import { openSheet } from "../parts/sheets.js";
import { entriesOf, isPlaying, ranking, totalsOf } from "../rules/match.js";
import { meanOf, scaleFor } from "../rules/words.js";
import { DATA, boxesOfRow, dataOf, game, gameChosen, gamesHere, goal, language } from "../state/data.js";
import { whenOf } from "../state/files.js";
import { finishedOf } from "../state/kept.js";
import { STATISTICS, forgetAddress } from "../state/link.js";
import { page } from "../state/page.js";
import { nameIn, npgettext, pgettext, shares, tenths, wholes } from "../state/texts.js";

const MOST_PLOTTED = 40;
const MOST_SEGMENTS = 4;

/** Return every card of finished games, the oldest first. Players without a name are identified by their place.
 *
 * @param {Match[]} games
 * @returns {FinishedCard[]}
 */
function cardsIn(games) {
  const inOrder = games.slice().sort((one, other) => Date.parse(whenOf(one)) - Date.parse(whenOf(other)));
  return inOrder.flatMap((each) => {
    const ranked = ranking(game, each);
    const people = isPlaying(each);
    return people.map((player) => {
      const entries = entriesOf(each, player);
      const totals = totalsOf(game, entries);
      return {
        name: nameIn(each.players, player),
        when: whenOf(each),
        total: totals.total || 0,
        alone: people.length === 1,
        won: people.length > 1 && ranked.some((other) => other.player === player && other.place === 1),
        entries: new Map(entries.map((entry) => [entry.box, entry])),
        totals,
        isFull: entries.length === game.boxes.length,
      };
    });
  });
}

/** Return figures of some cards: their number, mean and best total, wins, bonuses, and each row.
 *
 * Totals and bonuses are those of full cards; a game that was won at once counts for its boxes only.

 *
 * @param {FinishedCard[]} cards
 */
function statisticsOf(cards) {
  const full = cards.filter((card) => card.isFull);
  const goalId = goal ? goal.id : "";
  const all = full.map((card) => card.total);
  const rows = DATA.table.flat().filter((row) => row.kind === "box");
  return {
    count: cards.length,
    full,
    mean: meanOf(all),
    best: Math.max(...all),
    won: cards.filter((card) => card.won).length,
    alone: cards.every((card) => card.alone),
    bonus: goal ? full.filter((card) => card.totals[goalId] > 0).length : null,
    rows: rows.map((row) => {
      const boxes = boxesOfRow(row);
      const found = cards.flatMap((card) => [...card.entries.values()].filter(({ box }) => boxes.includes(box)));
      const points = found.map((entry) => entry.points);
      return {
        row,
        mean: meanOf(points),
        best: points.length ? Math.max(...points) : 0,
        zeros: found.filter((entry) => !entry.points && !entry.bonus).length,
      };
    }),
  };
}

/** Return the names on some cards, the most frequent first.
 *
 * @param {FinishedCard[]} cards
 */
function namesOf(cards) {
  const counts = new Map();
  cards.forEach(({ name }) => {
    counts.set(name, (counts.get(name) || 0) + 1);
  });
  return [...counts].sort((one, other) => other[1] - one[1]).map(([name]) => name);
}

export function showStatistics() {
  const cards = cardsIn(page.finished);
  const names = namesOf(cards);
  const body = element("div", { class: "stats" });
  let name = names.length > 1 ? names[0] : "";
  let order = /** @type {StatisticsOrder} */ ("zeros");
  const show = () => {
    const focus = focused().dataset.stat;
    const chosen = name ? cards.filter((card) => card.name === name) : cards;
    const found = statisticsOf(chosen);
    const choose = (/** @type {string} */ next) => {
      name = next;
      show();
    };
    body.replaceChildren(
      ...(names.length > 1 ? [whose(names, name, choose)] : []),
      figures(found),
      ...(found.full.length ? [plot(found.full, name), legend(found)] : []),
      boxTable(found, order, (next) => {
        order = next;
        show();
      })
    );
    const [again] = focus ? findAll(`[data-stat="${CSS.escape(focus)}"]`, body) : [];
    if (again) {
      again.focus();
    }
  };
  show();
  openSheet({
    title: pgettext("page", "Statistics"),
    kind: "full games",
    body: [...otherStatistics(), body, fileActions()],
    onClose: forgetAddress,
  });
}

/** Return a list of the games with results, to choose another one; empty if the page has one game. */
function otherStatistics() {
  const isPlayed = (/** @type {string} */ id) => id === gameChosen || finishedOf(dataOf(id)).length > 0;
  const played = gamesHere.filter(isPlayed).map(dataOf);
  const list = element(
    "select",
    { class: "which", "aria-label": pgettext("page", "Which game?") },
    ...played.map((data) =>
      element(
        "option",
        { value: data.ruleset, selected: data.ruleset === gameChosen },
        [data.title, data.variant].filter(Boolean).join(" · ")
      )
    )
  );
  list.addEventListener("change", () => {
    location.hash = `${list.value}${STATISTICS}`;
  });
  return played.length > 1 ? [list] : [];
}

/** Return a choice of names: buttons, or a list if there are many.
 *
 * @param {string[]} names
 * @param {string} name
 * @param {(name: string) => void} choose
 */
function whose(names, name, choose) {
  if (names.length <= MOST_SEGMENTS) {
    return element(
      "div",
      { class: "segments", role: "group", "aria-label": pgettext("page", "Whose games") },
      ...[...names, ""].map((each) =>
        element(
          "button",
          {
            type: "button",
            "data-stat": `name ${each}`,
            "aria-pressed": each === name ? "true" : "false",
            click: () => choose(each),
          },
          element("bdi", {}, each || pgettext("page", "All"))
        )
      )
    );
  }
  const list = element(
    "select",
    { "aria-label": pgettext("page", "Whose games"), "data-stat": "names" },
    ...[...names, ""].map((each) =>
      element("option", { value: each, selected: each === name }, each || pgettext("page", "All"))
    )
  );
  list.addEventListener("change", () => choose(list.value));
  return list;
}

/** @param {ReturnType<typeof statisticsOf>} found */
function figures(found) {
  const last =
    found.bonus !== null
      ? [[shares.format(found.bonus / Math.max(1, found.full.length)), pgettext("page", "with bonus")]]
      : found.alone
        ? []
        : [[wholes.format(found.won), pgettext("page", "won")]];
  const all = [
    [wholes.format(found.count), npgettext("page", "game", "games", found.count)],
    [found.full.length ? wholes.format(found.mean) : "–", pgettext("page", "average")],
    [found.full.length ? wholes.format(found.best) : "–", pgettext("page", "best")],
    ...last,
  ];
  return element(
    "dl",
    { class: "figures" },
    ...all.map(([figure, what]) => element("div", {}, element("dt", {}, what), element("dd", {}, figure)))
  );
}

/* The plot: a die for each card, solid if it won, at the height of its total. */

const WIDE = 336;
const HIGH = 142;
const LEFT = 34;
const TOP = 18;
const BOTTOM = 22;

/**
 * @param {FinishedCard[]} cards
 * @param {string} name
 */
function plot(cards, name) {
  const plotted = cards.slice(-MOST_PLOTTED);
  const totals = plotted.map((card) => card.total);
  const scale = scaleFor(totals);
  const [low] = scale;
  const high = scale[scale.length - 1];
  const x = (/** @type {number} */ at) =>
    plotted.length > 1 ? LEFT + ((WIDE - LEFT - 6) * at) / (plotted.length - 1) : (LEFT + WIDE) / 2;
  const y = (/** @type {number} */ total) => TOP + ((HIGH - TOP - BOTTOM) * (high - total)) / (high - low);
  const top = totals.indexOf(Math.max(...totals));
  const label = (/** @type {string} */ words, /** @type {Attributes} */ more) => drawn("text", more, words);
  const mean = meanOf(totals);
  const mark = (/** @type {FinishedCard} */ card, /** @type {number} */ at) => {
    const size = at === top ? 11 : plotted.length > 25 ? 7 : 8.5;
    return drawn("rect", {
      class: card.won ? "won" : "lost",
      x: x(at) - size / 2,
      y: y(card.total) - size / 2,
      width: size,
      height: size,
      rx: 2,
    });
  };
  const edge = Math.min(Math.max(x(top), LEFT + 14), WIDE - 14);
  return drawn(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": npgettext(
        "page",
        "Totals of %(player)s",
        "Totals of %(player)s, the last %(n)s games",
        plotted.length,
        { player: name || pgettext("page", "All") }
      ),
    },
    ...scale.flatMap((each) => [
      drawn("path", { class: "grid", d: `M${LEFT} ${y(each)}H${WIDE}` }),
      label(String(each), { x: LEFT - 6, y: y(each) + 5, "text-anchor": "end" }),
    ]),
    drawn("path", { class: "mean", d: `M${LEFT} ${y(mean)}H${WIDE}` }),
    drawn("path", { class: "line", d: `M${plotted.map((card, at) => `${x(at)} ${y(card.total)}`).join("L")}` }),
    ...plotted.map(mark),
    label(String(totals[top]), { class: "top", x: edge, y: y(totals[top]) - 8, "text-anchor": "middle" }),
    label(dayOf(plotted[0].when), { x: LEFT, y: HIGH - 4 }),
    ...(plotted.length > 1
      ? [label(dayOf(plotted[plotted.length - 1].when), { x: WIDE, y: HIGH - 4, "text-anchor": "end" })]
      : [])
  );
}

/** Return a day in a few letters.
 *
 * @param {string} when
 */
function dayOf(when) {
  const date = new Date(when);
  const now = new Date();
  return date.toDateString() === now.toDateString()
    ? pgettext("page", "today")
    : date.toLocaleDateString(language, {
        day: "numeric",
        month: "short",
        ...(date.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
      });
}

/** @param {ReturnType<typeof statisticsOf>} found */
function legend(found) {
  const item = (/** @type {string} */ kind, /** @type {string} */ text) =>
    element(
      "span",
      {},
      drawn(
        "svg",
        { class: "plot", viewBox: "0 0 18 12", "aria-hidden": "true" },
        kind === "mean"
          ? drawn("path", { class: kind, d: "M0 6H18" })
          : drawn("rect", { class: kind, x: 4, y: 1, width: 10, height: 10, rx: 2 })
      ),
      text
    );
  return element(
    "p",
    { class: "legend" },
    ...(found.alone
      ? []
      : [item("won", pgettext("page", "won: %(n)s", { n: found.won })), item("lost", pgettext("page", "not won"))]),
    item("mean", pgettext("page", "average"))
  );
}

/* The table */

/** @type {[order: StatisticsOrder, title: string][]} */
const COLUMNS = [
  ["mean", pgettext("page", "average")],
  ["best", pgettext("page", "best")],
  ["zeros", pgettext("page", "zeros")],
];

/**
 * @param {ReturnType<typeof statisticsOf>} found
 * @param {StatisticsOrder} order
 * @param {(order: StatisticsOrder) => void} sort
 */
function boxTable(found, order, sort) {
  const most = Math.max(1, ...found.rows.map((each) => each.zeros));
  const head = COLUMNS.map(([name, title]) =>
    element(
      "th",
      { scope: "col", "aria-sort": name === order ? "descending" : null },
      element(
        "button",
        {
          type: "button",
          "data-stat": `sort ${name}`,
          class: name === order ? "sorted" : null,
          click: () => sort(name),
        },
        title,
        ...(name === order ? [" ↓"] : [])
      )
    )
  );
  const rows = found.rows
    .slice()
    .sort((one, other) => other[order] - one[order])
    .map((each) => {
      const bar = drawn(
        "svg",
        { class: "bar", width: (34 * each.zeros) / most, height: 9, "aria-hidden": "true" },
        drawn("rect", { width: "100%", height: 9, rx: 2 })
      );
      return element(
        "tr",
        {},
        element(
          "th",
          { scope: "row" },
          element("span", { class: "pic" }, ...rowIcon(each.row)),
          element("span", {}, each.row.name)
        ),
        element("td", {}, tenths.format(each.mean)),
        element("td", {}, element("b", {}, String(each.best))),
        element("td", {}, ...(each.zeros ? [bar] : []), String(each.zeros))
      );
    });
  return element(
    "table",
    { class: "boxes-told" },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col" }, element("span", { class: "heard" }, pgettext("page", "Box"))),
        ...head
      )
    ),
    element("tbody", {}, ...rows)
  );
}
