/* The big screen at the end of a game: the winner on dice, and how it came. */

import { lineChart } from "../parts/chart.js";
import { curveChart, curveTitle, decidedRows } from "../parts/curve.js";
import { die, seatDice } from "../parts/dice.js";
import { element } from "../parts/elements.js";
import { doesFit, fitted } from "../parts/fitting.js";
import { phrase } from "../parts/sheets.js";
import { invitationSquare } from "../parts/square.js";
import { bestEntry, entriesOf, ranking } from "../rules/match.js";
import { choiceText, plain, say } from "../rules/words.js";
import { columnOfEntries, starterAfter, stopped } from "../state/cards.js";
import { hasChances } from "../state/chances.js";
import { DATA, categoryName, game, language } from "../state/data.js";
import { whyNoChances } from "../state/no_chances.js";
import { nameOf, page, tableHere } from "../state/page.js";
import { playerLines } from "../state/sayings.js";
import { chanceTime, screen } from "../state/screen.js";
import { listed, npgettext, pgettext } from "../state/texts.js";

const SIDES = [186, 142, 112]; // of the dice of the first three places
const BETWEEN = 18;
const ROOM_LEFT = 476;
const LEAST_TITLE = 40; // longer ones have several lines
const LARGER = 1.25; // the chart is drawn for phones, whose letters are smaller
const FULL_CHART = [680, 560];
const CHANCES_CHART = [682, 384];

/** Return the screen of a finished game. */
export const standingsView = () => element("div", { class: "finish" }, leftPart(), rightPart());

function leftPart() {
  const all = ranking(game, page.match);
  const winners = all.filter((each) => each.place === 1);
  const names = listed(winners.map((each) => nameOf(each.player)));
  const isAlone = all.length + stopped().length === 1;
  const wins = winners.length > 1 ? pgettext("page", "%(names)s share the win") : pgettext("page", "%(names)s wins");
  const title = isAlone ? npgettext("page", "%(n)s point", "%(n)s points", all[0].total) : say(wins, { names });
  const others = restRows(all);
  return element(
    "section",
    {},
    aboutLine(),
    doesFit(title, 900, LEAST_TITLE, ROOM_LEFT)
      ? fitted("h1", {}, title, { weight: 900, size: 88, room: ROOM_LEFT })
      : element("h1", { class: "long" }, title),
    element("p", { class: "leadby" }, ...(isAlone ? [] : leadWords(all, winners))),
    ...(isAlone ? [] : [threePlaces(all), ...others]),
    ...(others.length && others[0].childElementCount > 4 ? [] : [againPart()])
  );
}

function aboutLine() {
  const began = Date.parse(page.match.started || "");
  const ended = Math.max(
    ...page.finished.filter(({ id }) => id === page.match.id).map(({ when }) => Date.parse(when || ""))
  );
  const day = new Date(ended > 0 ? ended : Date.now());
  const date = day.toLocaleDateString(language, { day: "numeric", month: "long" });
  const minutes = began ? Math.max(1, Math.round((day.getTime() - began) / 60000)) : 0;
  const isShort = minutes > 0 && minutes < 24 * 60;
  return element(
    "p",
    { class: "about" },
    element("b", {}, pgettext("page", "%(game)s is over", { game: DATA.title })),
    element("span", {}, isShort ? `${date}, ${npgettext("page", "%(n)s minute", "%(n)s minutes", minutes)}` : date)
  );
}

/** Return by how much the winner leads, and over whom.
 *
 * @param {Ranked[]} all
 * @param {Ranked[]} winners
 */
function leadWords(all, winners) {
  const others = all.filter((each) => each.place > 1);
  if (page.match.won) {
    return [pgettext("page", "A win at once")];
  }
  if (all[0].won) {
    return [npgettext("page", "%(n)s match point", "%(n)s match points", all[0].decides)];
  }
  if (!others.length) {
    return [pgettext("page", "%(total)s points each.", { total: all[0].total })];
  }
  const points = all[0].total - others[0].total;
  const player = element("bdi", {}, nameOf(others[0].player));
  return winners.length > 1
    ? phrase(
        pgettext("page", "%(total)s points each, %(points)s more than %(player)s.", { total: all[0].total, points }),
        { player }
      )
    : phrase(npgettext("page", "%(n)s point more than %(player)s.", "%(n)s points more than %(player)s.", points), {
        player,
      });
}

/** Return the first three as dice in the order 2-1-3; equal places have equal dice.
 *
 * @param {Ranked[]} all
 */
function threePlaces(all) {
  const three = all.slice(0, 3);
  const [first, second, third] = three;
  const order = second && second.place > 1 ? [second, first, ...(third ? [third] : [])] : three;
  const sides = order.map((each) => SIDES[each.place - 1]);
  const wide = sides.reduce((sum, side) => sum + side + BETWEEN, -BETWEEN);
  const steps = order.map((each, at) => {
    const side = sides[at] * Math.min(1, ROOM_LEFT / wide);
    const room = ROOM_LEFT / 3 - 12;
    const node = element(
      "div",
      { class: `step place${each.place}` },
      fitted("b", {}, nameOf(each.player), { weight: 700, size: 24, room }),
      element("strong", {}, plain(each.decides)),
      die(each.place, each.place === 1 ? "solid" : "open")
    );
    node.style.setProperty("--side", `${side}px`);
    return node;
  });
  return element("div", { class: "places" }, ...steps);
}

/** Return the list of those below the first three, and of those who have stopped; nothing without any.
 *
 * @param {Ranked[]} all
 */
function restRows(all) {
  const places = all.slice(3).map(({ player, decides }) => ({ player, points: decides, kind: "open" }));
  const gone = stopped().map((player) => ({
    player,
    points: columnOfEntries(player, entriesOf(page.match, player)).total,
    kind: "blank",
  }));
  const rows = [...places, ...gone].map(({ player, points, kind }) =>
    element(
      "li",
      {},
      seatDice(page.match.players.indexOf(player), kind),
      fitted("bdi", {}, nameOf(player), { weight: 700, size: 22, room: 130 }),
      element("b", {}, plain(points))
    )
  );
  return rows.length ? [element("ol", { class: rows.length > 2 ? "others two" : "others" }, ...rows)] : [];
}

function againPart() {
  const { invitation } = screen;
  const first = page.match.players.find(({ id }) => id === starterAfter()) || page.match.players[0];
  const starter = element("bdi", {}, nameOf(first));
  const isClosed = tableHere().is === "closed";
  return element(
    "div",
    { class: "again" },
    invitation ? invitationSquare(invitation.link) : "",
    element(
      "p",
      {},
      element("b", {}, ...phrase(pgettext("page", "Play again? %(player)s begins."), { player: starter })),
      element("span", {}, isClosed ? pgettext("page", "table closed") : pgettext("page", "Tap Play again on a phone.")),
      element(
        "span",
        {},
        showsChances()
          ? pgettext("page", "Card and chances are there, too.")
          : pgettext("page", "Every phone keeps this game.")
      )
    )
  );
}

const showsChances = () => hasChances(page.match) && chanceTime() !== "off";

function rightPart() {
  if (showsChances()) {
    return element("aside", {}, ...chancesNodes());
  }
  const [wide, high] = FULL_CHART;
  const chart = lineChart(playerLines(), wide / LARGER, high / LARGER, pgettext("page", "Running totals"));
  const best = bestEntry(page.match);
  const about =
    best && best.worth
      ? [
          pgettext("page", "Best box: %(row)s, %(points)s", {
            row: categoryName(best.entry.box),
            points: choiceText(best.entry),
          }),
          nameOf(best.player),
        ]
      : [];
  return element(
    "aside",
    {},
    element("h2", { class: "sub" }, pgettext("page", "Running totals")),
    enlarged(chart, wide, high),
    element("p", { class: "bestbox" }, about.join(" · ")),
    element("p", { class: "how" }, chanceTime() === "off" ? "" : whyNoChances(page.match))
  );
}

/** Return a chart that was drawn for a phone, at the size of the big screen.
 *
 * @param {SVGElement} chart
 * @param {number} wide
 * @param {number} high
 */
function enlarged(chart, wide, high) {
  chart.setAttribute("width", String(wide));
  chart.setAttribute("height", String(high));
  return chart;
}

/** Return the chances to win after each box, and the turns that decided the game, once they are known. */
function chancesNodes() {
  const [wide, high] = CHANCES_CHART;
  const rows = decidedRows();
  const count = rows.filter((row) => !row.matches(".open")).length;
  const titles = [
    pgettext("page", "One turn decided it"),
    pgettext("page", "Two turns decided it"),
    pgettext("page", "Three turns decided it"),
  ];
  return [
    curveTitle(pgettext("page", "2000 playouts after each box, everyone plays well")),
    enlarged(curveChart(wide / LARGER, high / LARGER), wide, high),
    ...(count ? [element("h2", { class: "sub" }, titles[count - 1])] : []),
    element("ol", { class: "decided" }, ...rows),
  ];
}
