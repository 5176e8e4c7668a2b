/* The players at a table: who has which phone, who types for whom, who sits down or stops; and the question which of
 * two values is the right one. */

import { timeOfDay } from "../parts/clock.js";
import { die, glyph, seatDice } from "../parts/dice.js";
import { element, setAttribute, toggle } from "../parts/elements.js";
import { flash } from "../parts/notes.js";
import { actions, ask, button, closeSheet, openSheet, openSheets, phrase } from "../parts/sheets.js";
import { drawnQr } from "../parts/square.js";
import { entriesOf, momentIn } from "../rules/match.js";
import { categoryOf, countingDice } from "../rules/offers.js";
import { qrOf } from "../rules/qr.js";
import { cardOf, seatsOf, typistOf } from "../rules/shared.js";
import { choiceText, plain } from "../rules/words.js";
import { columnOfEntries } from "../state/cards.js";
import { DATA, categoryName, shownFace, turns } from "../state/data.js";
import { notify } from "../state/events.js";
import { page, tableHere } from "../state/page.js";
import { addSeat, answerDoubt, isOfThisGame, leaveSeat, nameSeat, ownDoubts, seat, typeFor } from "../state/seat.js";
import { listed, nameIn, npgettext, pgettext } from "../state/texts.js";
import { whoseTurn } from "../state/turn.js";

const seatsState = { asked: /** @type {number[]} */ ([]) };

/** @param {string} player */
const seatName = (player) => {
  const own = seat.state.seats.find((each) => each.player === player);
  return nameIn(page.match.players, { id: player, name: own ? own.name : "" });
};

/* The list of players */

export function showSeatList() {
  const list = element("ul", { class: "menu joins" }, ...seatsOf(seat.state).map(seatRow));
  openSheet({
    title: pgettext("page", "Players at the table"),
    sub: watchers(),
    kind: "sheet tall",
    body: [
      list,
      ...(tableHere().me
        ? []
        : [actions(button(pgettext("page", "Sit down"), () => notify("sit down"), { class: "main" }))]),
      actions(
        button(pgettext("page", "Somebody else"), askSeat, { icon: "plus" }),
        ...(location.search ? [button(pgettext("page", "QR code"), showAddress, { icon: "qr" })] : [])
      ),
      element(
        "p",
        { class: "soft" },
        pgettext("page", "Tap a name to type for it, to change it, or to stop. All phones see what you change.")
      ),
    ],
  });
}

/** Return who only watches: the big screen, and phones; empty for nobody. */
function watchers() {
  const screens = Math.min(1, seat.here.screens);
  const { watching } = seat.here;
  const who = listed([
    ...(screens ? [pgettext("page", "the big screen")] : []),
    ...(watching ? [npgettext("page", "%(n)s phone", "%(n)s phones", watching)] : []),
  ]);
  return who ? [npgettext("page", "watching: %(who)s", "watching: %(who)s", screens + watching, { who })] : [];
}

/** @param {Seat} own */
function seatRow(own, place = 0) {
  const turnOf = whoseTurn();
  const isTurn = turnOf !== null && turnOf.id === own.player;
  return element(
    "li",
    {},
    element(
      "button",
      { type: "button", click: () => showOneSeat(own.player) },
      seatDice(place, isTurn ? "solid" : "open"),
      element("span", {}, element("bdi", {}, seatName(own.player)), element("small", {}, phoneOf(own, isTurn))),
      glyph("next")
    )
  );
}

/** Return on which phone a player plays, in words.
 *
 * @param {Seat} own
 * @param {boolean} isTurn
 */
function phoneOf({ player, device, left }, isTurn) {
  if (left) {
    return pgettext("page", "stopped");
  }
  if (device === seat.device) {
    return pgettext("page", "this phone");
  }
  if (device && !seat.here.players.includes(device)) {
    return pgettext("page", "own phone, asleep");
  }
  if (device) {
    return isTurn ? pgettext("page", "own phone, at turn") : pgettext("page", "own phone, at the table");
  }
  const by = typistOf(seat.state, player);
  if (by && by === tableHere().me) {
    return pgettext("page", "no phone; plays on this one");
  }
  return by
    ? pgettext("page", "no phone; %(player)s types", { player: seatName(by) })
    : pgettext("page", "no phone; whoever likes types");
}

/** Show the address of the table as a square. */
function showAddress() {
  const address = location.href.replace(/#.*/, "");
  const rows = qrOf(address, 10);
  openSheet({
    title: pgettext("page", "Join, or just watch"),
    sub: [location.host],
    kind: "sheet square",
    body: rows ? [drawnQr(rows)] : [element("p", {}, address)],
  });
}

/** Ask for a name, and do something with it.
 *
 * @param {string} title
 * @param {string} before
 * @param {(name: string) => unknown} act
 */
function askSeatName(title, before, act) {
  const input = element("input", {
    autocomplete: "off",
    maxlength: DATA.longest_name,
    dir: "auto",
    "aria-label": title,
  });
  input.value = before;
  const done = button(pgettext("page", "Done"), null, { type: "submit", class: "main" });
  const form = element("form", { class: "named" }, input, actions(done));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = input.value.trim().replace(/\s+/g, " ");
    closeSheet();
    if (name && name !== before) {
      act(name);
    }
  });
  openSheet({ title, body: [form] });
  input.focus();
}

const askSeat = () => askSeatName(pgettext("page", "Somebody else"), "", addSeat);

/* One player */

/** @param {string} player */
function showOneSeat(player) {
  const name = seatName(player);
  const points = columnOfEntries({ id: player, name }, entriesOf(page.match, { id: player, name })).total;
  const seats = seatsOf(seat.state);
  const place = seats.findIndex((each) => each.player === player);
  const always = { is: true };
  const isThis = (/** @type {Seat} */ each) => each.device === seat.device;
  const phones = seats.filter(({ device }) => device);
  const own = phones.filter((each) => each.player === player);
  const others = phones.filter((each) => each.player !== player);
  const ordered = [...own, ...others.filter(isThis), ...others.filter((each) => !isThis(each))];
  const typists = ordered.map((each) => ({
    by: each.player === player ? "" : each.player,
    where: isThis(each)
      ? [pgettext("page", "This phone")]
      : phrase(pgettext("page", "Phone of %(player)s"), { player: element("bdi", {}, seatName(each.player)) }),
    who: seatName(each.player),
  }));
  if (!own.length) {
    const who = pgettext("page", "or whoever likes");
    typists.push({ by: "", where: [pgettext("page", "The big screen")], who });
  }
  const rows = typists.map(({ by, where, who }) => {
    const row = button("", () => pick(by), { role: "radio" });
    row.append(die(0, "open"), element("span", {}, ...where), element("em", {}, who));
    return row;
  });
  const times = [true, false].map((is) =>
    button(is ? pgettext("page", "Always") : pgettext("page", "This turn only"), () => {
      always.is = is;
      const by = typistOf(seat.state, player);
      if (by) {
        typeFor(player, by, is);
      }
      show();
    })
  );
  const pick = (/** @type {string} */ by) => {
    typeFor(player, by, always.is);
    show();
  };
  const show = () => {
    const by = typistOf(seat.state, player);
    rows.forEach((row, at) => {
      const isChosen = typists[at].by === by;
      setAttribute(row, "aria-checked", String(isChosen));
      row.querySelectorAll("svg").forEach((drawing) => {
        setAttribute(drawing, "class", isChosen ? "die solid" : "die open");
      });
    });
    times.forEach((node, at) => {
      setAttribute(node, "aria-pressed", String(always.is === (at === 0)));
      toggle(node, "chosen", always.is === (at === 0));
    });
  };
  const stop = cardOf(seat.state, player).length
    ? pgettext("page", "%(player)s stops", { player: name })
    : pgettext("page", "Take the seat away");
  openSheet({
    title: name,
    sub: [pgettext("page", "player %(n)s, %(points)s points", { n: place + 1, points: plain(points) })],
    kind: "sheet tall",
    body: [
      element("p", { class: "asked" }, pgettext("page", "Who types for %(player)s?", { player: name })),
      element(
        "ul",
        { class: "menu typists", role: "radiogroup" },
        ...rows.map((row) => element("li", { role: "none" }, row))
      ),
      element("div", { class: "actions halves" }, ...times),
      actions(
        button(stop, () => askStop(player, name, stop)),
        button(pgettext("page", "Another name"), () =>
          askSeatName(pgettext("page", "Another name"), name, (next) => nameSeat(player, next))
        )
      ),
      actions(button(pgettext("page", "Done"), () => closeSheet(), { class: "main" })),
    ],
  });
  show();
}

/**
 * @param {string} player
 * @param {string} name
 * @param {string} what
 */
function askStop(player, name, what) {
  ask(pgettext("page", "Does %(player)s stop? The points on the card stay.", { player: name }), what, () => {
    closeSheet();
    leaveSeat(player);
  });
}

/** Say that somebody has sat down.
 *
 * @param {TableEvent} event
 */
export function tellSat({ player }) {
  const place = seatsOf(seat.state).findIndex((each) => each.player === player);
  if (place < 0) {
    return;
  }
  const places = { player: seatName(player), n: place + 1 };
  const missed = Math.max(0, ...seatsOf(seat.state).map((each) => cardOf(seat.state, each.player).length));
  flash(
    missed > 1
      ? pgettext("page", "%(player)s plays too, as number %(n)s, and first makes up the missed turns.", places)
      : pgettext("page", "%(player)s plays too, as number %(n)s.", places)
  );
}

/* Two values */

/** Ask the questions that this phone has to answer, each once, when nothing else is open. */
export function askDoubts() {
  const doubt = ownDoubts().find((each) => !seatsState.asked.includes(each.number));
  if (doubt && !openSheets().length) {
    seatsState.asked.push(doubt.number);
    askDoubt(doubt);
  }
}

/** @param {Doubt} doubt */
function askDoubt(doubt) {
  const isOwn = (/** @type {TableEntry} */ each) => each.devices.includes(seat.device);
  const entries = [...doubt.entries.filter(isOwn), ...doubt.entries.filter((each) => !isOwn(each))];
  const [first] = entries;
  const isOneBox = entries.every((each) => each.box === first.box);
  const values = entries.map((each) => (isOneBox ? choiceText(each) : `${categoryName(each.box)} ${choiceText(each)}`));
  const title = isOneBox
    ? pgettext("page", "%(row)s: %(values)s?", { row: categoryName(first.box), values: listed(values, "disjunction") })
    : pgettext("page", "%(values)s?", { values: listed(values, "disjunction") });
  const counting = doubt.entries.find((each) => each.number === doubt.counts) || first;
  const other = button(pgettext("page", "Something else"), () => {
    dialog.close();
    notify("tap box", { where: counting.box, player: { id: doubt.player, name: seatName(doubt.player) } });
  });
  const dialog = openSheet({
    title,
    sub: [pgettext("page", "%(player)s, turn %(n)s: written twice", { player: seatName(doubt.player), n: first.turn })],
    kind: "sheet doubt",
    body: [
      ...entries.map((each) => valueButton(doubt, each, () => answer(each.number))),
      element(
        "p",
        { class: "soft" },
        pgettext(
          "page",
          "Only you are asked, once. Until you choose, the %(points)s counts: it came first. All see it.",
          { points: choiceText(counting) }
        )
      ),
      actions(
        ...(isOfThisGame(doubt) ? [other] : []),
        button(pgettext("page", "Later"), () => dialog.close())
      ),
    ],
  });
  const answer = (/** @type {number} */ number) => {
    dialog.close();
    answerDoubt(doubt, number);
  };
}

/** Return a button with a value, who wrote it, when, with which dice, and the total that follows from it.
 *
 * @param {Doubt} doubt
 * @param {TableEntry} entry
 * @param {() => void} act
 */
function valueButton(doubt, entry, act) {
  const { me } = tableHere();
  const event = [...seat.log, ...seat.outbox].find((each) => each.number === entry.number);
  const by = seat.state.seats.find((each) => each.device && entry.devices.includes(each.device));
  const isOwn = entry.devices.includes(seat.device);
  const who = isOwn
    ? pgettext("page", "On this phone")
    : by
      ? pgettext("page", "On the phone of %(player)s", { player: by.player === me ? seatName(me) : by.name })
      : pgettext("page", "On another phone");
  const dice = entry.dice.dice || [];
  const offer = { category: categoryOf(turns, entry.box), points: entry.points, value: entry.points + entry.bonus };
  const counts = countingDice(turns, offer, dice, momentIn(turns, entry.dice));
  const when = event ? whenWritten(event) : "";
  return element(
    "button",
    { type: "button", class: "doubted", click: act },
    element(
      "span",
      {},
      element("strong", {}, who),
      ...(when ? [element("small", {}, when)] : []),
      dice.length
        ? element(
            "span",
            { class: "faces" },
            ...dice.map((face, at) => die(shownFace(face), counts[at] ? "solid" : "open"))
          )
        : element("small", {}, pgettext("page", "without dice"))
    ),
    element(
      "span",
      {},
      element("b", {}, choiceText(entry)),
      ...(isOfThisGame(doubt)
        ? [element("small", {}, pgettext("page", "total %(total)s", { total: plain(totalWith(doubt, entry)) }))]
        : [])
    )
  );
}

/** Return when an event was written, and whether without connection, in words; empty if it has no clock.
 *
 * @param {TableEvent} event
 */
function whenWritten({ alone, clock }) {
  if (!clock) {
    return "";
  }
  const time = { time: timeOfDay(clock) };
  return alone ? pgettext("page", "at %(time)s, without connection", time) : pgettext("page", "at %(time)s", time);
}

/** Return the total of a player if a value of a doubt counts instead of the others.
 *
 * @param {Doubt} doubt
 * @param {TableEntry} entry
 */
function totalWith(doubt, entry) {
  const player = { id: doubt.player, name: "" };
  const boxes = [...doubt.entries, entry].map(({ box }) => box);
  const others = entriesOf(page.match, player).filter(({ box }) => !boxes.includes(box));
  const { box, points, bonus } = entry;
  return columnOfEntries(player, [...others, { player: player.id, box, points, bonus }]).total;
}
