/* The end of a game: the winner on dice, the facts, and the next game. */

import { APART, barChart, lineChart } from "../parts/chart.js";
import { curveChart, curveTitle, decidedRows } from "../parts/curve.js";
import { die, iconOf, seatDice } from "../parts/dice.js";
import { closest, drawn, element, find, findAll, setHidden } from "../parts/elements.js";
import { isLying, shortened, widthOf } from "../parts/measure.js";
import { announce } from "../parts/notes.js";
import { button, openSheets, phrase } from "../parts/sheets.js";
import { sumOf } from "../rules/engine.js";
import { bestEntry, entriesOf, isPlaying, ranking } from "../rules/match.js";
import { choiceText, meanOf, plain, say, signed } from "../rules/words.js";
import { columnOfEntries, earlierGames, runningTotals, shareBelow, starterAfter, stopped } from "../state/cards.js";
import { hasChances } from "../state/chances.js";
import { DATA, categoryName, game, gameColumns, goal, language } from "../state/data.js";
import { listen, notify } from "../state/events.js";
import { bestOf, isolated, nameOf, page, view } from "../state/page.js";
import { playerLines } from "../state/sayings.js";
import { listed, npgettext, pgettext, shares } from "../state/texts.js";

const TITLE = 28; // pixels of the heading of a chart
const LEAST_CURVE = 198; // pixels of a curve of chances with its title, for which facts give way
const endState = {
  shownEnd: "", // the result that is shown, to draw it once
  nextStarter: "", // the id of the player who begins the next game
};

/** @param {Player | null} turnOf */
export function showEnd(turnOf) {
  const isOver = !turnOf;
  const end = find("#end");
  const { players, entries } = page.match;
  const id = isOver ? JSON.stringify([page.match.id, players, entries]) : "";
  if (!isOver) {
    view.isCardShown = false;
    endState.shownEnd = "";
  }
  const isWaiting = isOver && view.lastBox && endState.shownEnd !== id;
  const isShown = isOver && !view.isCardShown && !isWaiting;
  const isNew = isShown && endState.shownEnd !== id;
  if (isNew) {
    endState.shownEnd = id;
    endState.nextStarter = starterAfter();
    end.replaceChildren(...endNodes());
  }
  if (end.hidden === isShown) {
    end.hidden = !isShown;
    document.documentElement.classList.toggle("ended", isShown);
  }
  if (isNew) {
    fitEnd();
  }
  if (isNew || end.dataset.shown !== String(isShown)) {
    end.dataset.shown = String(isShown);
    if (isShown && !openSheets().length) {
      find("#end-head").focus({ preventScroll: true });
    }
  }
}

function endNodes() {
  const all = ranking(game, page.match);
  const isAlone = all.length + stopped().length === 1;
  const winners = all.filter((each) => each.place === 1);
  const names = listed(winners.map((each) => nameOf(each.player)));
  const wins = winners.length > 1 ? pgettext("page", "%(names)s share the win") : pgettext("page", "%(names)s wins");
  const room = Math.min(600, innerWidth - 32) / (isLying.matches ? 2 : 1);
  const points = npgettext("page", "%(n)s point", "%(n)s points", all[0].total);
  const title = isAlone ? [points] : phrase(wins, { names: element("bdi", {}, names) });
  const fits = (/** @type {number} */ size) =>
    widthOf(isAlone ? points : say(wins, { names }), `900 ${size}px`) <= room;
  const began = Date.parse(page.match.started || "");
  const { when = Date.now() } = page.finished.find((each) => each.id === page.match.id) || {};
  const ended = new Date(when);
  const minutes = began ? Math.max(1, Math.round((ended.getTime() - began) / 60000)) : 0;
  const date = ended.toLocaleDateString(language, { day: "numeric", month: "long" });
  const whenText =
    minutes && minutes < 24 * 60 ? `${date}, ${npgettext("page", "%(n)s minute", "%(n)s minutes", minutes)}` : date;
  const about = element(
    "p",
    { class: "over" },
    element("b", {}, pgettext("page", "%(game)s is over", { game: DATA.title })),
    element("span", { "data-when": whenText }, whenText)
  );
  return [
    element(
      "div",
      { class: isAlone ? "final single" : hasChances(page.match) ? "final charted" : "final" },
      element(
        "div",
        {},
        about,
        element("h2", { id: "end-head", tabindex: "-1", class: fits(isAlone ? 60 : 56) ? null : "long" }, ...title),
        element("p", { class: "lead-by" }, ...(isAlone ? aloneText(all[0]) : leadText(all, winners))),
        isAlone ? aloneFigures(all[0]) : podium(all)
      ),
      element(
        "div",
        {},
        ...(isAlone ? [] : [restOf(all)]),
        ...(hasChances(page.match)
          ? [
              chartPlace("chances", curveTitle(pgettext("page", "if everyone plays well"))),
              element("ol", { class: "decided" }),
            ]
          : [chartPlace("lines")]),
        ...(isAlone && DATA.odds ? [barsPlace(all[0].total)] : []),
        ...bestFact(isAlone),
        ...(isAlone ? [] : shareFact(winners))
      )
    ),
    endActions(),
  ];
}

/** Return the place of a chart, which is drawn once its height is known.
 *
 * @param {string} kind
 * @param {...Content} title
 */
function chartPlace(kind, ...title) {
  const place = element("div", { class: `plotted ${kind}` }, ...title, element("div", {}));
  const names = APART * isPlaying(page.match).length + 4;
  place.style.minHeight = `${Math.max(120, title.length ? names + TITLE : names)}px`;
  return place;
}

listen("chances", () => {
  if (!find("#end").hidden && document.querySelector(".plotted.chances")) {
    fitEnd();
  }
});

/** Let what has no room give way, the bars of one player first, then the lines, then the best box; draw the charts. Of
 * chances the facts give way first, then the list of what decided the game, then the curve.
 */
function fitEnd() {
  const final = find(".final");
  const places = findAll(".plotted > div", final);
  const order = document.querySelector(".plotted.chances")
    ? [".share", ".best", ".decided", ".chances"]
    : [".bars", ".lines", ".best"];
  const parts = order.flatMap((each) => findAll(each, final));
  findAll(".decided", final).forEach((list) => {
    list.replaceChildren(...decidedRows());
  });
  parts.forEach((part) => {
    setHidden(part, false);
  });
  places.forEach((place) => {
    place.replaceChildren();
  });
  const [curve] = findAll(".plotted.chances", final);
  parts.forEach((part) => {
    const isLow = curve !== undefined && curve.offsetHeight < LEAST_CURVE && part.matches(".fact");
    setHidden(part, isLow || final.scrollHeight > final.clientHeight + 1);
  });
  places
    .filter((place) => place.clientHeight)
    .map((place) => ({ place, wide: place.clientWidth, high: place.clientHeight }))
    .forEach(({ place, wide, high }) => {
      place.append(endChart(closest(place, ".plotted"), wide, high));
    });
}

addEventListener("resize", () => {
  if (!find("#end").hidden) {
    fitEnd();
  }
});

/**
 * @param {HTMLElement} place
 * @param {number} wide
 * @param {number} high
 */
function endChart(place, wide, high) {
  const [first] = ranking(game, page.match);
  if (DATA.odds && place.matches(".bars")) {
    return barChart(DATA.odds, first.total, wide, high);
  }
  if (place.matches(".chances")) {
    return curveChart(wide, high, !find(".decided").hidden);
  }
  const label = pgettext("page", "Running totals");
  if (!document.querySelector(".final.single")) {
    return lineChart(playerLines(), wide, high, label);
  }
  const top = bestEntry(page.match);
  const totals = runningTotals(page.match.entries);
  const earlier = earlierGames(first.player).map(({ entries }) => runningTotals(entries));
  const full = earlier.filter((each) => each.length === totals.length);
  const mean = totals.map((_, place) => meanOf(full.map((each) => each[place])));
  const at = top ? page.match.entries.indexOf(top.entry) + 1 : 0;
  const mark = top ? { at, total: totals[at], name: categoryName(top.entry.box) } : undefined;
  return lineChart(
    [
      { totals, name: pgettext("page", "this game"), place: 0, colour: 0 },
      ...(full.length
        ? [{ totals: mean, name: pgettext("page", "your average"), place: 0, colour: 0, far: true }]
        : []),
    ],
    wide,
    high,
    label,
    { mark }
  );
}

/** Return how the total of one player compares with earlier ones.
 *
 * @param {Ranked} ranked
 */
function aloneText({ player, total }) {
  const earlier = earlierGames(player).map((each) => each.total);
  const best = Math.max(...earlier);
  return [
    !earlier.length
      ? pgettext("page", "Your first game on this page.")
      : total > best
        ? npgettext(
            "page",
            "Your best of %(games)s games, by %(n)s point.",
            "Your best of %(games)s games, by %(n)s points.",
            total - best,
            { games: earlier.length + 1 }
          )
        : total === best
          ? pgettext("page", "As many as in your best game.")
          : npgettext("page", "%(n)s point below your best.", "%(n)s points below your best.", best - total),
  ];
}

/** Return the figures of one player.
 *
 * @param {Ranked} ranked
 */
function aloneFigures({ player, total }) {
  const earlier = earlierGames(player).map((each) => each.total);
  const { card, totals } = columnOfEntries(player, page.match.entries);
  const off = total - Math.round(meanOf(earlier));
  const figures = [
    ...(earlier.length
      ? [
          [signed(off), pgettext("page", "to your average")],
          [plain(Math.max(...earlier)), pgettext("page", "best until now")],
        ]
      : []),
    ...(goal
      ? [
          [
            totals[goal.id] ? signed(totals[goal.id]) : "0",
            pgettext("page", "bonus, %(sum)s in all", { sum: sumOf(goal, card, totals) }),
          ],
        ]
      : []),
  ];
  return element(
    "dl",
    { class: "figures" },
    ...figures.map(([figure, what]) => element("div", {}, element("dt", {}, what), element("dd", {}, figure)))
  );
}

/** @param {number} total */
function barsPlace(total) {
  const share = shareText(total);
  return chartPlace(
    "bars",
    ...(share
      ? [element("b", {}, share), ` ${pgettext("page", "of well-played games")}`]
      : [element("b", {}, pgettext("page", "Totals of well-played games"))])
  );
}

/** Return the share of well-played cards that a total beats, in words; empty if it is not known, or less than 1 %.
 *
 * @param {number} total
 */
function shareText(total) {
  const share = page.match.won ? 0 : shareBelow(total);
  if (!share) {
    return "";
  }
  return share > 99
    ? pgettext("page", "Better than all but 1 in 100")
    : pgettext("page", "Better than %(share)s", { share: shares.format(share / 100) });
}

/** Return by how much the winner leads over whom, and whether it is a record.
 *
 * @param {Ranked[]} all
 * @param {Ranked[]} winners
 */
function leadText(all, winners) {
  const others = all.filter((each) => each.place > 1);
  const name = (/** @type {Ranked} */ each) => element("bdi", {}, nameOf(each.player));
  const record = winners.find(({ player, total }) => {
    const best = bestOf(player.name);
    return player.name && best !== null && total > best;
  });
  const said = () => {
    if (page.match.won) {
      return [pgettext("page", "A win at once")];
    }
    if (all[0].won) {
      return columnNodes(all, name);
    }
    if (!others.length) {
      const { total } = all[0];
      return all.length > 1
        ? [pgettext("page", "%(total)s points each.", { total })]
        : [npgettext("page", "%(n)s point", "%(n)s points", total)];
    }
    const points = all[0].total - others[0].total;
    return phrase(
      winners.length > 1
        ? pgettext("page", "%(total)s points each, %(points)s more than %(player)s.", { total: all[0].total, points })
        : npgettext("page", "%(n)s point more than %(player)s.", "%(n)s points more than %(player)s.", points),
      { player: name(others[0]) }
    );
  };
  return record
    ? [...said(), " ", ...phrase(pgettext("page", "%(player)s never had as many."), { player: name(record) })]
    : said();
}

/** Return who won which column, and its match points.
 *
 * @param {Ranked[]} all
 * @param {(ranked: Ranked) => Node} name
 */
function columnNodes(all, name) {
  const { worth, sweep } = game.winner;
  const each = Object.values(worth);
  const of = (/** @type {number} */ at) => all.filter(({ won }) => won && won[at] > 0);
  const said = (gameColumns || [])
    .map((column, at) => ({ points: each[at], what: `${column.name} ${each[at]}`, who: of(at) }))
    .filter(({ points }) => points);
  const whole = { points: sweep, what: `${pgettext("page", "All columns")} ${sweep}`, who: of(each.length) };
  return [...said, ...(whole.who.length ? [whole] : [])].flatMap(({ what, who }, place) => [
    place ? " · " : "",
    `${what}: `,
    ...(who.length ? who.map(name) : [pgettext("page", "nobody")]),
  ]);
}

/** Return the first three places as dice, in the order 2-1-3; equal totals have equal dice.
 *
 * @param {Ranked[]} all
 */
function podium(all) {
  const three = all.slice(0, 3);
  const order =
    three.length === 3 && three[1].place > 1
      ? [three[1], three[0], three[2]]
      : three.length === 2 && three[1].place > 1
        ? [three[1], three[0]]
        : three;
  return element(
    "div",
    { class: `podium of${three.filter((each) => each.place === 1).length}` },
    ...order.map((each) =>
      element(
        "div",
        { class: `step place${each.place}` },
        element("b", { class: "who" }, element("bdi", {}, shortened(nameOf(each.player), "700 18px", 110))),
        element("b", { class: "points" }, plain(each.decides)),
        die(each.place, each.place === 1 ? "solid" : "open")
      )
    )
  );
}

/** @param {Ranked} each */
const restRow = (each) =>
  element(
    "p",
    {},
    seatDice(each.place - 1, "open"),
    element("b", {}, element("bdi", {}, nameOf(each.player))),
    element("b", { class: "points" }, plain(each.decides))
  );

/** Return the line of a player who has stopped: no place, after which turn, and the total.
 *
 * @param {Player} player
 */
function stoppedRow(player) {
  const entries = entriesOf(page.match, player);
  const said = npgettext(
    "page",
    "%(player)s stopped after %(n)s turn",
    "%(player)s stopped after %(n)s turns",
    entries.length
  );
  return element(
    "p",
    { class: "stopped" },
    seatDice(page.match.players.indexOf(player), "blank"),
    element("span", {}, ...phrase(said, { player: element("bdi", {}, nameOf(player)) })),
    element("span", { class: "points" }, plain(columnOfEntries(player, entries).total))
  );
}

/** Return the players below the podium: those on later places, and those who have stopped.
 *
 * @param {Ranked[]} all
 */
const restOf = (all) => element("div", { class: "rest" }, ...all.slice(3).map(restRow), ...stopped().map(stoppedRow));

/**
 * @param {string} kind
 * @param {Node} icon
 * @param {string} title
 * @param {Content[]} text
 */
const fact = (kind, icon, title, text) =>
  element(
    "div",
    { class: `fact ${kind}` },
    icon,
    element("span", {}, element("b", {}, title), element("small", {}, ...text))
  );

/** Return the fact of the best box; none if every box holds 0.
 *
 * @param {boolean} isAlone
 */
function bestFact(isAlone) {
  const top = bestEntry(page.match);
  if (!top || !top.worth) {
    return [];
  }
  const n = entriesOf(page.match, top.player).indexOf(top.entry) + 1;
  return [
    fact(
      "best",
      iconOf(top.entry.box),
      pgettext("page", "Best box: %(row)s, %(points)s", {
        row: categoryName(top.entry.box),
        points: choiceText(top.entry),
      }),
      isAlone
        ? [pgettext("page", "in turn %(n)s", { n })]
        : phrase(pgettext("page", "%(player)s, in turn %(n)s", { n }), {
            player: element("bdi", {}, nameOf(top.player)),
          })
    ),
  ];
}

/** Return the fact of how many well-played games the winners beat, with ten little dice; none if it is not known.
 *
 * @param {Ranked[]} winners
 */
function shareFact(winners) {
  const [{ total }] = winners;
  const text = shareText(total);
  if (!text) {
    return [];
  }
  const share = (shareBelow(total) || 0) / 10;
  const tenths = Array.from({ length: 10 }, (_, at) => {
    const place = { x: 3 + 20 * (at % 5), y: at < 5 ? 3 : 23, height: 16, rx: 4 };
    return [
      drawn("rect", { ...place, width: 16 }),
      drawn("rect", { ...place, class: "won", width: 16 * Math.max(0, Math.min(1, share - at)) }),
    ];
  }).flat();
  return [
    fact(
      "share",
      drawn("svg", { class: "tenths", viewBox: "0 0 102 42", "aria-hidden": "true" }, ...tenths),
      text,
      phrase(pgettext("page", "of well-played games: %(player)s, with %(total)s", { total }), {
        player: element("bdi", {}, listed(winners.map((each) => nameOf(each.player)))),
      })
    ),
  ];
}

/* What comes next. */

function endActions() {
  const starter = () => {
    const people = isPlaying(page.match);
    return people.find((player) => player.id === endState.nextStarter) || people[0];
  };
  const many = isPlaying(page.match).length > 1;
  const name = element("bdi", {});
  const choose = button(
    "",
    () => {
      const people = isPlaying(page.match);
      const at = people.findIndex((player) => player.id === endState.nextStarter);
      endState.nextStarter = people[(at + 1) % people.length].id;
      show();
      announce(pgettext("page", "%(player)s starts", { player: isolated(starter()) }));
    },
    { class: "starter main" }
  );
  const show = () => {
    name.textContent = shortened(nameOf(starter()), "700 16px", 90);
    choose.replaceChildren(...phrase(pgettext("page", "%(player)s starts"), { player: name }));
  };
  if (many) {
    show();
  }
  const again = element(
    "div",
    { class: "again" },
    button(pgettext("page", "Play again"), () => notify("new game", endState.nextStarter), { class: "main rematch" }),
    ...(many ? [choose] : [])
  );
  const card = () => {
    view.isCardShown = true;
    notify("refresh");
    find("#result").focus({ preventScroll: true });
  };
  return element(
    "div",
    { class: "acts" },
    again,
    element(
      "div",
      { class: "four" },
      button(pgettext("page", "Share"), () => notify("share", page.match), { icon: "share", class: "share" }),
      button(pgettext("page", "Turns"), () => notify("show turns"), { icon: "turns", class: "toturns" }),
      button(pgettext("page", "Card"), card, { icon: "card", class: "card" }),
      button("", () => notify("show menu"), {
        icon: "menu",
        name: pgettext("page", "Menu"),
        class: "menu",
        "aria-haspopup": "dialog",
      })
    )
  );
}
