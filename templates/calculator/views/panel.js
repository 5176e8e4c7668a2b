/* The panel of the big screen: whose turn it is, the dice, what was just written, the chances, and the square. */

import { timeOfDay } from "../parts/clock.js";
import { die, seatDice } from "../parts/dice.js";
import { drawn, element, findAll } from "../parts/elements.js";
import { LEAST, doesFit, fitted } from "../parts/fitting.js";
import { button, nameNode, phrase } from "../parts/sheets.js";
import { invitationSquare } from "../parts/square.js";
import { choiceText, plain, say, signed } from "../rules/words.js";
import { columnOfEntries, goalOf } from "../state/cards.js";
import { DATA, MOMENTS, categoryName, faceName, shownFace, turns } from "../state/data.js";
import { nameOf, page, tableHere, view } from "../state/page.js";
import { addDie, choice, enter, mayUndo, takeDie, tellMoment, undo, writeOffer } from "../state/play.js";
import { furtherText, namedText } from "../state/sayings.js";
import { chanceTime, isTypingHere, lastWritten, screen, startTyping, stopTyping } from "../state/screen.js";
import { answerDoubt, ownDoubts, seat } from "../state/seat.js";
import { listed, npgettext, pgettext } from "../state/texts.js";
import { afterThis, mostSaid, phaseOf } from "../state/turn.js";

const MARGINS = 44; // on both sides, with the line at the left
const MOST_DOUBTS = 2;
const MOST_OFFERS = 6;
const FEW = 6; // players from which on rows are lower

/** Return the panel.
 *
 * @param {Column[]} columns
 * @param {Player} turnOf
 * @param {number} wide
 */
export function panelView(columns, turnOf, wide) {
  const room = wide - MARGINS;
  const isTyping = isTypingHere();
  const low = isTyping ? typingParts(turnOf, room) : [...newsParts(columns, room), ...chanceParts(columns, room)];
  const node = element(
    "aside",
    { class: "panel" },
    saidTurn(turnOf, room),
    saidNext(turnOf, room),
    diceRow(turnOf, room, isTyping),
    ...(isTyping ? [] : turnFacts(room)),
    ...low,
    ...(isTyping ? [] : [joinPart(columns.length)])
  );
  node.style.width = `${wide}px`;
  return node;
}

/** What gives way, one after the other, where the panel has no room: see screen.css. */
const GIVES_WAY = ["closer", "tight", "unexplained", "uninviting"];

const FOOT_OF_PANEL = 10; // below the last line; the white around the square may reach into it

/** Let parts of the panel give way until all that is left has room. */
export function fitPanel() {
  findAll(".panel").forEach((panel) => {
    const parts = findAll(":scope > *", panel);
    const last = parts[parts.length - 1];
    GIVES_WAY.forEach((way) => {
      if (last.offsetTop + last.offsetHeight > panel.clientHeight - FOOT_OF_PANEL) {
        panel.classList.add(way);
      }
    });
  });
}

/* The turn */

/**
 * @param {Player} turnOf
 * @param {number} room
 */
function saidTurn(turnOf, room) {
  const said = pgettext("page", "%(player)s rolls");
  return fitted("h2", { class: "whose" }, say(said, { player: nameOf(turnOf) }), {
    weight: 900,
    size: 44,
    room,
    least: 24,
  });
}

/** Return who comes next; without news of the table, since when.
 *
 * @param {Player} turnOf
 * @param {number} room
 */
function saidNext(turnOf, room) {
  const { is, when } = tableHere();
  if (is !== "on") {
    const news = {
      out: when
        ? pgettext("page", "news %(time)s", { time: timeOfDay(when) })
        : pgettext("page", "looking for the table"),
      closed: pgettext("page", "table closed"),
    };
    return element("p", { class: "next lost" }, die(0, "open"), news[is]);
  }
  const after = afterThis(turnOf);
  const later = after && afterThis(after);
  const isLong = later && page.match.players.length >= FEW && later.id !== turnOf.id;
  const short = after ? pgettext("page", "Then %(player)s", { player: nameOf(after) }) : "";
  const long =
    after && isLong
      ? pgettext("page", "Then %(player)s, then %(other)s", { player: nameOf(after), other: nameOf(later) })
      : "";
  const text = long && doesFit(long, 400, LEAST, room) ? long : short;
  return fitted("p", { class: "next" }, text, { weight: 400, size: 18, room });
}

/**
 * @param {Player} turnOf
 * @param {number} room
 * @param {boolean} isTyping
 */
function diceRow(turnOf, room, isTyping) {
  const { dice } = page.turn;
  const side = Math.min(56, (room - 8 * (turns.dice - 1)) / turns.dice);
  const row = element(
    "div",
    {
      class: "thrown",
      role: "group",
      "aria-label": pgettext("page", "The dice on the table"),
      click: () => !isTyping && tableHere().types === turnOf.id && startTyping(turnOf),
    },
    ...Array.from({ length: turns.dice }, (_, at) => {
      const face = dice[at];
      const drawing = face ? die(shownFace(face), "open") : die(0, "blank");
      return isTyping && face
        ? button(drawing, () => takeDie(at), { name: pgettext("page", "Take back a die"), class: "lies" })
        : element("span", { class: "lies" }, drawing);
    })
  );
  row.style.setProperty("--side", `${side}px`);
  return row;
}

/** Return what else is known of the turn, if anything: the box that is announced, the roll, and rolls that are saved.
 *
 * @param {number} room
 */
function turnFacts(room) {
  const { named, throws, number = 0 } = page.turn;
  const n = number || throws.length;
  const facts = [
    named ? namedText() : "",
    n ? pgettext("page", "after roll %(n)s of %(most)s", { n, most: mostSaid(n) }) : "",
    furtherText(),
  ].filter(Boolean);
  return facts.map((fact) => fitted("p", { class: "fact" }, fact, { weight: 400, size: 18, room }));
}

/* What was just written, and what is asked */

/**
 * @param {Column[]} columns
 * @param {number} room
 */
function newsParts(columns, room) {
  const doubts = seat.state.doubts.filter((doubt) => doubt.isOpen);
  const { types } = tableHere();
  const waiting = columns.find(({ player }) => player.id === types);
  return [
    ...justWritten(columns, room),
    ...doubts.slice(0, MOST_DOUBTS).map(doubtPart),
    ...(waiting ? [typeHere(waiting.player)] : []),
  ];
}

/** @param {Player} player */
const typeHere = (player) =>
  button(
    element("span", {}, ...phrase(pgettext("page", "Type for %(player)s"), { player: nameNode(player, true) })),
    () => startTyping(player),
    { icon: "keys", class: "typehere" }
  );

/**
 * @param {Column[]} columns
 * @param {number} room
 */
function justWritten(columns, room) {
  const event = lastWritten();
  const column = event && columns.find(({ player }) => player.id === event.player);
  if (!event || !column || !event.choice) {
    return [];
  }
  const { player, total } = column;
  const { box = "" } = event;
  const others = column.entries.filter((entry) => entry.box !== box);
  const before = columnOfEntries(player, others).total;
  const points = choiceText(event.choice);
  const left = goalOf(column);
  const isOpen = left !== null && left.reachable;
  const far = isOpen ? pgettext("page", "%(points)s short of the bonus", { points: left.missing }) : "";
  const sums = `${plain(before)} → ${plain(total)}`;
  const whole = [sums, far].filter(Boolean).join(", ");
  const roomBeside = (/** @type {number} */ size) => room - 40 - 0.6 * size * points.length;
  const size = doesFit(categoryName(box), 400, LEAST, roomBeside(40)) ? 40 : 28;
  const words = roomBeside(size);
  return [
    element("h2", { class: "sub" }, pgettext("page", "Just written")),
    element(
      "div",
      { class: "written" },
      seatDice(page.match.players.indexOf(player), "open"),
      element(
        "div",
        {},
        fitted("b", {}, nameOf(player), { weight: 700, size: 21, room: words }),
        fitted("span", {}, categoryName(box), { weight: 400, size: 21, room: words })
      ),
      fitted("strong", {}, points, { weight: 900, size, room: 0.6 * size * points.length + 4 })
    ),
    fitted("p", { class: "sums" }, doesFit(whole, 400, LEAST, room) ? whole : sums, { weight: 400, size: 17, room }),
  ];
}

/** Return a question of the table: who is asked, or here the values to choose from.
 *
 * @param {Doubt} doubt
 */
function doubtPart(doubt) {
  const player = page.match.players.find(({ id }) => id === doubt.player);
  const isOneBox = new Set(doubt.entries.map(({ box }) => box)).size === 1;
  const valueText = (/** @type {TableEntry} */ entry) =>
    isOneBox ? choiceText(entry) : `${categoryName(entry.box)} ${choiceText(entry)}`;
  const values = listed(doubt.entries.map(valueText), "disjunction");
  const what = isOneBox ? `${categoryName(doubt.entries[0].box)} ${values}` : values;
  const name = element("b", {}, player ? nameOf(player) : "");
  const mark = die(0, "open");
  if (!ownDoubts().some(({ number }) => number === doubt.number)) {
    const said = pgettext("page", "%(player)s has yet to choose: %(what)s");
    return element("p", { class: "doubt" }, mark, element("span", {}, ...phrase(said, { player: name, what })));
  }
  const asked = phrase(pgettext("page", "%(player)s: which is right?"), { player: name });
  return element(
    "div",
    { class: "doubt own", role: "group" },
    element("p", {}, mark, element("span", {}, ...asked)),
    element(
      "div",
      { class: "values" },
      ...doubt.entries.map((entry) =>
        button(`${categoryName(entry.box)} ${choiceText(entry)}`, () => answerDoubt(doubt, entry.number))
      )
    )
  );
}

/* The chances, or who is which die */

/**
 * @param {Column[]} columns
 * @param {number} room
 */
function chanceParts(columns, room) {
  const { chances } = screen;
  const count = columns.length;
  if (chances === null || chanceTime() !== "on") {
    return count > 8 ? [namesOfDice(columns)] : [];
  }
  const isLow = count > 4;
  const rows = columns.map(({ player, isTurn }, place) => {
    const change = chances.changes[place];
    return element(
      "li",
      {},
      seatDice(place, isTurn ? "solid" : "open"),
      fitted("b", {}, nameOf(player), { weight: 700, size: 19, room: 100 }),
      tenBoxes(chances.percents[place]),
      fitted("strong", {}, chances.texts[place], { weight: 900, size: isLow ? 21 : 30, room: isLow ? 58 : 74 }),
      element("small", {}, change ? signed(change) : "")
    );
  });
  const kinds = ["chances", ...(isLow ? ["low"] : []), ...(count > 8 ? ["lowest"] : [])];
  return [
    element("h2", { class: "sub" }, pgettext("page", "Chance to win")),
    element("ol", { class: [...kinds, ...(chances.isOld ? ["old"] : [])].join(" ") }, ...rows),
    element(
      "p",
      { class: "how" },
      fitted("span", {}, pgettext("page", "if everyone plays well, 2000 playouts"), { weight: 400, size: 15, room }),
      fitted("span", {}, pgettext("page", "+ and −: in the last round, from 3"), { weight: 400, size: 15, room })
    ),
  ];
}

/** Return ten boxes in two lines, as many of them full as there are tens of per cent.
 *
 * @param {number} percent
 */
function tenBoxes(percent) {
  const side = 14;
  const step = 17;
  const boxes = Array.from({ length: 10 }, (_, at) => {
    const x = (at % 5) * step;
    const y = Math.floor(at / 5) * step;
    const share = Math.min(1, Math.max(0, percent / 10 - at));
    return [
      drawn("rect", { class: "edge", x: x + 0.75, y: y + 0.75, width: side - 1.5, height: side - 1.5, rx: 2.8 }),
      ...(share ? [drawn("rect", { class: "full", x, y, width: side * share, height: side, rx: 2 })] : []),
    ];
  });
  return drawn("svg", { class: "ten", viewBox: "0 0 82 31", "aria-hidden": "true" }, ...boxes.flat());
}

/** Return the names of all players, where the cards have their dice alone.
 *
 * @param {Column[]} columns
 */
const namesOfDice = (columns) =>
  element(
    "ol",
    { class: "legend" },
    ...columns.map(({ player, isTurn, total }, place) =>
      element(
        "li",
        {},
        seatDice(place, isTurn ? "solid" : "open"),
        fitted("bdi", {}, nameOf(player), { weight: 700, size: 17, room: 210 }),
        element("b", {}, plain(total))
      )
    )
  );

/* The square */

/** @param {number} count */
function joinPart(count) {
  const { invitation } = screen;
  const here = seat.here.players.length;
  const room = count < FEW ? 114 : 130;
  return element(
    "div",
    { class: count < FEW ? "join" : count > 8 ? "join low lowest" : "join low" },
    invitation ? invitationSquare(invitation.link) : "",
    element(
      "div",
      {},
      element("b", { class: "too" }, pgettext("page", "Join, or just watch")),
      ...(invitation
        ? [
            element("span", {}, pgettext("page", "Scan this, or type:")),
            ...addressLines(invitation.address).map((line) => fitted("b", {}, line, { weight: 700, size: 16, room })),
            element("span", {}, pgettext("page", "digits %(digits)s", { digits: invitation.digits })),
          ]
        : []),
      element("small", {}, npgettext("page", "%(n)s phone at the table", "%(n)s phones at the table", here))
    )
  );
}

/** Return an address in two lines: the computer, and its port.
 *
 * @param {string} address
 */
function addressLines(address) {
  const at = address.lastIndexOf(":");
  return [address.slice(0, at), address.slice(at)];
}

/* Typing for who has no phone */

/**
 * @param {Player} turnOf
 * @param {number} room
 */
function typingParts(turnOf, room) {
  const phase = phaseOf(turnOf);
  const { zero } = screen;
  const isOver = phase === "offers";
  const middle = zero ? zeroParts(turnOf, zero) : isOver ? offerParts(room) : keyParts();
  return [
    element("p", { class: "guide" }, page.turn.named ? namedText() : guideOf(isOver)),
    ...middle,
    element(
      "div",
      { class: "below" },
      button(pgettext("page", "Undo"), undo, { icon: "undo", "aria-disabled": String(!mayUndo()) }),
      button(pgettext("page", "Close"), stopTyping, { icon: "close" })
    ),
  ];
}

/** @param {boolean} isOver */
const guideOf = (isOver) => (isOver ? pgettext("page", "Choose a box") : pgettext("page", "Tap what you rolled"));

function keyParts() {
  const keys = Array.from({ length: turns.sides }, (_, at) =>
    button(die(shownFace(at + 1), "open"), () => addDie(at + 1), { name: faceName(at + 1), class: "key" })
  );
  return [element("div", { class: "keys", role: "group" }, ...keys)];
}

/** @param {number} room */
function offerParts(room) {
  const list = view.offers ? view.offers.list : [];
  const worth = list.filter(({ value }) => value);
  const shown = worth.slice(0, MOST_OFFERS);
  const said = !list.length
    ? turns.announced
      ? pgettext("page", "Announce a box first")
      : pgettext("page", "Nothing can be written here yet.")
    : shown.length < list.length
      ? pgettext("page", "Others: tap them on the card.")
      : "";
  return [
    ...momentButtons(),
    element(
      "div",
      { class: "offers" },
      ...shown.map((offer) => {
        const what = offer.wins ? pgettext("page", "A win at once") : categoryName(offer.box);
        const points = offer.isBare ? "" : plain(offer.points);
        return element(
          "button",
          { type: "button", "data-offer": offer.box, click: () => writeOffer(offer) },
          fitted("span", {}, what, { weight: 700, size: 19, room: room - 90 }),
          element("b", {}, points)
        );
      })
    ),
    element("p", { class: "guide" }, said),
  ];
}

function momentButtons() {
  return MOMENTS.map((what) => {
    const { first, number = DATA.rolls } = page.turn;
    const text =
      what === "number"
        ? pgettext("page", "roll %(n)s of %(most)s", { n: number, most: DATA.rolls })
        : turns.together
          ? pgettext("page", "all at once")
          : pgettext("page", "First roll");
    return button(text, () => tellMoment(what), { "aria-pressed": what === "first" ? String(first) : null });
  });
}

/**
 * @param {Player} player
 * @param {PageOffer} offer
 */
function zeroParts(player, offer) {
  const write = () => {
    screen.zero = null;
    enter(offer.box, player, choice(offer), true);
  };
  const back = () => {
    screen.zero = null;
    startTyping(player);
  };
  return [
    element("p", { class: "asks" }, pgettext("page", "Strike %(row)s?", { row: categoryName(offer.box) })),
    element("p", { class: "guide" }, pgettext("page", "These dice are worth nothing here.")),
    element(
      "div",
      { class: "offers" },
      button(
        offer.bonus
          ? pgettext("page", "Write %(points)s", { points: choiceText(offer) })
          : pgettext("page", "Strike it: 0"),
        write
      ),
      button(pgettext("page", "Back"), back)
    ),
  ];
}
