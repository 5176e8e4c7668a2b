/* What the page shows of its table: the mark of the connection, whose phone this is, what is not at the table yet, the
 * dock of who waits, and notes when the connection goes and comes. */

import { timeOfDay } from "../parts/clock.js";
import { die, glyph, seatDice } from "../parts/dice.js";
import { element, find, findAll, setAttribute, setHidden, setText, toggle } from "../parts/elements.js";
import { isTabs, shortened } from "../parts/measure.js";
import { announce, flash } from "../parts/notes.js";
import { bolded, button, nameNode, phrase } from "../parts/sheets.js";
import { entriesOf, ranking } from "../rules/match.js";
import { isWithoutTypist, seatsOf } from "../rules/shared.js";
import { choiceText, plain, say } from "../rules/words.js";
import { stopped } from "../state/cards.js";
import { categoryName, game } from "../state/data.js";
import { isolated, nameOf, page, tableHere, view } from "../state/page.js";
import { correctionText, furtherText, namedText, roundText } from "../state/sayings.js";
import { lastBoxEvent, playOnHere, seat, setBack, typeFor } from "../state/seat.js";
import { setSetting, setting } from "../state/storage.js";
import { npgettext, pgettext } from "../state/texts.js";
import { afterThis, phaseOf, whoseTurn } from "../state/turn.js";
import { wakeWire } from "../state/wire.js";

const MOST_NEWS = 6;

const companyState = {
  isSleepTold: false,
  me: "", // the player of this phone when it was shown last
  last: element("div", { id: "lastbox" }), // the box that was written last, where others have their keys
  mark: element("span", { id: "company" }),
};

/** Show what the table knows; on a page that has left it, nothing. */
export function showCompany() {
  const root = document.documentElement;
  setAttribute(root, "data-table", view.table && view.table.is);
  setAttribute(root, "data-seat", view.table && (view.table.me ? "own" : "none"));
  if (!view.table) {
    companyState.mark.remove();
    companyState.last.remove();
    noteNothing();
    return;
  }
  showMark();
  showSeats();
  showOpenBoxes();
  showTurn();
  showOwnPlace();
  tellTaken();
}

/* The end */

/** Show below the heading of the end how the player of this phone did, in place of the date. */
function showOwnPlace() {
  if (!find("#end").hidden) {
    const line = find("#end .over span");
    setText(line, ownPlace() || line.dataset.when || "");
  }
}

/** Return on which place the player of this phone came, in words; empty for who has no place. */
function ownPlace() {
  const all = ranking(game, page.match);
  const own = all.find(({ player }) => player.id === tableHere().me);
  if (!own || all.length + stopped().length === 1) {
    return "";
  }
  const { place } = own;
  const player = shortened(nameOf(own.player), "400 15px", 110);
  if (place === 1) {
    return all.filter((each) => each.place === 1).length > 1
      ? pgettext("page", "%(player)s, you share the win", { player })
      : pgettext("page", "%(player)s, you won", { player });
  }
  if (place === 2) {
    return pgettext("page", "%(player)s, you came second", { player });
  }
  return place === 3
    ? pgettext("page", "%(player)s, you came third", { player })
    : pgettext("page", "%(player)s, you came %(place)sth", { player, place });
}

/* The head */

function showMark() {
  const { is, me, watches, when } = tableHere();
  const { mark } = companyState;
  const place = find(isTabs() ? "#head" : "#game p");
  if (mark.parentElement !== place) {
    place.append(mark);
  }
  const words = {
    on: me || !watches ? pgettext("page", "at the table") : pgettext("page", "watching"),
    out: when
      ? pgettext("page", "news %(time)s", { time: timeOfDay(when) })
      : pgettext("page", "looking for the table"),
    closed: pgettext("page", "table closed"),
  };
  const shown = JSON.stringify([is, words[is]]);
  if (mark.dataset.shown !== shown) {
    mark.dataset.shown = shown;
    const sign = is === "on" && watches && !me ? glyph("eye") : die(0, is === "on" ? "solid" : "open");
    mark.replaceChildren(sign, element("span", {}, words[is]));
  }
}

/** Mark the name of this phone's player; the figures of others are old news when the connection is gone. */
function showSeats() {
  const { me, is } = tableHere();
  findAll("#seats .seat").forEach((node, place) => {
    const isMine = Boolean(me) && page.match.players[place] !== undefined && page.match.players[place].id === me;
    toggle(node, "me", isMine);
    toggle(node, "old", is === "out" && !isMine);
  });
}

/** Mark boxes that are not at the table yet, or of which somebody is asked. */
function showOpenBoxes() {
  const { open, me, is } = tableHere();
  page.match.players.forEach(({ id }, place) => {
    findAll(`[data-key$=" ${place}"]`, find("table")).forEach((node) => {
      const box = String(node.dataset.key).split(" ")[0];
      toggle(node, "unsent", open.has(`${box} ${id}`));
      toggle(node, "old", is === "out" && id !== me);
    });
  });
}

/* The dock */

function showTurn() {
  const { unsent } = tableHere();
  const turnOf = whoseTurn();
  const [line, aside] = findAll("#speech > span");
  const [text, second] = speechAtTable(turnOf);
  if (text) {
    sayPhrase(line, text, turnOf);
  }
  if (unsent) {
    sayPhrase(aside, npgettext("page", "%(n)s box waiting", "%(n)s boxes waiting", unsent), null);
  } else if (second !== null) {
    sayPhrase(aside, second, turnOf && afterThis(turnOf));
  }
  toggle(find("#menu"), "waiting", unsent > 0);
  showLast();
}

/** Return what the dock says at a table, and at its end: empty or null where it says what it says on a page alone.
 *
 * @param {Player | null} turnOf
 * @returns {[string, string | null]}
 */
function speechAtTable(turnOf) {
  const { is, me, types, waits } = tableHere();
  if (!turnOf) {
    return ["", null];
  }
  if (!seatsOf(seat.state).length) {
    return [pgettext("page", "Nobody has sat down yet"), ""];
  }
  if (waits) {
    const after = afterThis(turnOf);
    return [
      is === "closed" ? pgettext("page", "%(player)s is up") : pgettext("page", "%(player)s rolls"),
      page.turn.named
        ? namedText()
        : after && after.id === me
          ? pgettext("page", "then you, %(player)s")
          : after
            ? pgettext("page", "then %(player)s")
            : "",
    ];
  }
  if (is === "out") {
    return [pgettext("page", "%(player)s, your turn again?"), ""];
  }
  const phase = phaseOf(turnOf);
  const own = {
    offers: pgettext("page", "**Your turn**, choose a box"),
    rolled: pgettext("page", "**Your turn**, tap what you keep"),
    other: pgettext("page", "**Your turn**, tap what you rolled"),
  };
  const others = {
    offers: pgettext("page", "You type for %(player)s, choose a box"),
    rolled: pgettext("page", "You type for %(player)s, tap what stays"),
    other: pgettext("page", "You type for %(player)s"),
  };
  const isChoosing = phase === "offers" || phase === "rolled";
  const isFree = phase === "empty" && !page.turn.named;
  const next = afterThis(turnOf) ? pgettext("page", "then %(player)s") : "";
  return [(types === me ? own : others)[isChoosing ? phase : "other"], isFree ? furtherText() || next : null];
}

/** Let a line say a text with the name of a player in it, and in bold what stands between two asterisks.
 *
 * @param {HTMLElement} line
 * @param {string} text
 * @param {Player | null} player
 */
function sayPhrase(line, text, player) {
  const name = player ? nameNode(player, true) : "";
  const parts = bolded(text).flatMap((part) => (typeof part === "string" ? phrase(part, { player: name }) : [part]));
  line.replaceChildren(...parts);
  line.dataset.shown = "";
}

/** Show the box that was written last where who rolls has keys. */
function showLast() {
  const { last } = companyState;
  const { waits } = tableHere();
  if (!last.isConnected) {
    find("#low").append(last);
  }
  last.hidden = !waits;
  const turnOf = whoseTurn();
  const event = lastBoxEvent();
  const shown = JSON.stringify([event && event.number, turnOf && turnOf.id, seat.state.seats, seat.state.typing]);
  if (last.dataset.shown !== shown) {
    last.dataset.shown = shown;
    last.replaceChildren(...(turnOf && isWithoutPhone(turnOf) ? [typeButton(turnOf)] : event ? lastParts(event) : []));
  }
}

/** Check whether nobody types for a player: any phone at the table may.
 *
 * @param {Player} player
 */
const isWithoutPhone = ({ id }) => Boolean(tableHere().me) && isWithoutTypist(seat.state, id);

/** @param {Player} player */
const typeButton = (player) =>
  button(
    element("span", {}, ...phrase(pgettext("page", "Type for %(player)s"), { player: nameNode(player, true) })),
    () => typeFor(player.id, tableHere().me, false),
    { icon: "keys" }
  );

/** @param {TableEvent} event */
function lastParts({ player, box = "", choice }) {
  const who = page.match.players.find((each) => each.id === player);
  return who && choice
    ? [
        seatDice(page.match.players.indexOf(who), "open"),
        nameNode(who, true),
        element("span", {}, pgettext("page", "wrote %(row)s", { row: categoryName(box) })),
        element("strong", {}, choiceText(choice)),
      ]
    : [];
}

/* Notes */

/** Show a note above the dock: a text, rows below it over the whole width, and buttons.
 *
 * @param {HTMLElement} text
 * @param {HTMLElement[]} buttons
 * @param {HTMLElement[]} [rows]
 */
function showNote(text, buttons, rows = []) {
  noteNothing();
  setHidden(find("#note"), true);
  const note = element(
    "section",
    { id: "table-note", role: "status" },
    text,
    button("", noteNothing, { icon: "close", name: pgettext("page", "Close"), class: "tile" }),
    ...(rows.length ? [element("div", { class: "rows" }, ...rows)] : []),
    ...(buttons.length ? [element("div", { class: "choices" }, ...buttons)] : [])
  );
  find("#dock").before(note);
}

function noteNothing() {
  document.querySelectorAll("#table-note").forEach((note) => {
    note.remove();
  });
}

/** Say once that the connection is gone, or that the table is closed. */
export function noteLost() {
  const { is, when } = tableHere();
  const time = timeOfDay(when);
  if (is === "closed") {
    const text = whoseTurn()
      ? pgettext("page", "The game is kept, %(turn)s. When the table opens again, you are back by yourself.", {
          turn: roundText(),
        })
      : pgettext("page", "The game is kept. When the table opens again, you are back by yourself.");
    showNote(notePart(pgettext("page", "The table closed at %(time)s.", { time }), text), [
      button(pgettext("page", "Wait"), noteNothing, { class: "main" }),
      button(pgettext("page", "Play on here"), () => {
        playOnHere();
        showCompany();
      }),
    ]);
    return;
  }
  const text = pgettext(
    "page",
    "Last news: %(time)s. Play on: what you write stays on this phone and is sent by itself.",
    { time }
  );
  showNote(notePart(pgettext("page", "No connection to the table."), text), [
    button(pgettext("page", "Try now"), wakeWire, { class: "main" }),
    button(pgettext("page", "What can I do?"), tellHelp),
  ]);
}

/**
 * @param {string} first
 * @param {string} rest
 */
const notePart = (first, rest) => element("p", {}, element("b", {}, first), ` ${rest}`);

function tellHelp() {
  const text = pgettext(
    "page",
    "Is this phone in the Wi-Fi of the table, %(address)s? In a Wi-Fi for guests, use the hotspot of a phone.",
    { address: location.host }
  );
  showNote(notePart(pgettext("page", "I cannot reach the table."), text), []);
}

export function noteFound() {
  noteNothing();
}

/** Say what was written while there was no connection.
 *
 * @param {PageEvents["caught up"]} missed
 */
export function noteMissed({ heard, sent }) {
  const rows = heard.filter((event) => event.choice).map((event) => newsRow(event, "open", rowText(event)));
  const own = sent.map((event) => {
    const row = categoryName(event.box || "");
    return newsRow(event, "solid", pgettext("page", "Everyone has your %(row)s now", { row }));
  });
  own.slice(0, 1).forEach((row) => {
    row.classList.add("own");
  });
  const rest = rows.length - MOST_NEWS;
  const more = rest > 0 ? [element("p", {}, pgettext("page", "and %(n)s more", { n: rest }))] : [];
  const text = pgettext("page", "Written meanwhile:");
  showNote(
    notePart(pgettext("page", "Back at the table."), rows.length ? text : ""),
    [],
    [...rows.slice(0, MOST_NEWS), ...more, ...own]
  );
}

/**
 * @param {TableEvent} event
 * @param {string} kind
 * @param {string} text
 */
function newsRow({ player, choice }, kind, text) {
  const place = page.match.players.findIndex((each) => each.id === player);
  return element(
    "div",
    { class: "news" },
    seatDice(Math.max(0, place), kind),
    element("span", {}, text),
    element("strong", {}, choice ? choiceText(choice) : "")
  );
}

/** @param {TableEvent} event */
function rowText({ player, box = "" }) {
  const who = page.match.players.find((each) => each.id === player);
  return `${who ? isolated(who) : ""}, ${categoryName(box)}`;
}

/** Let a screen reader say what another phone wrote; a correction is shown, and its player can set it back.
 *
 * @param {TableEvent} event
 */
export function tellHeard(event) {
  const text = event.choice ? `${rowText(event)}: ${choiceText(event.choice)}` : rowText(event);
  if (event.kind !== "correct") {
    announce(text);
    return;
  }
  const by = seat.state.seats.find((each) => each.device === event.device);
  const corrected = say(pgettext("page", "%(player)s corrected this:"), {
    player: by ? by.name : pgettext("page", "Somebody"),
  });
  const player = page.match.players.find((each) => each.id === event.player);
  const entry = player && entriesOf(page.match, player).find((each) => each.box === event.box);
  const isAgain = entry !== undefined && entry.was !== undefined; // the box held something before
  const said =
    player && event.choice && isAgain
      ? correctionText(by ? by.player : "", player, event.box || "", plain(Number(entry.was)), choiceText(event.choice))
      : `${corrected} ${text}`;
  if (!isAgain || event.player !== tableHere().me) {
    noteNothing();
    flash(said);
    return;
  }
  const points = Number(entry.was);
  const back = button(pgettext("page", "Set it back to %(points)s", { points }), () => {
    noteNothing();
    setBack(event, { points, bonus: entry.bonus });
  });
  showNote(notePart(said, ""), [button(pgettext("page", "All right"), noteNothing, { class: "main" }), back]);
}

/** Say that another game has begun, and where the last one is.
 *
 * @param {TableEvent} event
 */
export function tellBegun({ player }) {
  const starter = page.match.players.find((each) => each.id === player) || page.match.players[0];
  const text = pgettext("page", "Another game: %(player)s starts. The last one is under Games.");
  flash(say(text, { player: isolated(starter) }));
  find("main").scrollTop = 0;
}

/** Say once that the screen goes to sleep, where nothing can keep it on. */
export function tellSleep() {
  const isHeard = !companyState.isSleepTold && !setting("sleep told") && !document.querySelector("#table-note");
  if (!isHeard || !view.table || !view.table.me) {
    return;
  }
  companyState.isSleepTold = true;
  const text = pgettext(
    "page",
    "Nothing is lost: wake it, and you are up to date. You alone can set it to stay awake for longer."
  );
  const where = navigator.vendor.startsWith("Apple")
    ? pgettext("page", "**On an iPhone:** Settings › Display & Brightness › Auto-Lock")
    : pgettext("page", "**On Android:** Settings › Display › Screen timeout › 10 minutes");
  showNote(
    notePart(pgettext("page", "This screen will go to sleep."), text),
    [
      button(pgettext("page", "All right"), noteNothing, { class: "main" }),
      button(pgettext("page", "Do not say it again"), () => {
        setSetting("sleep told", true);
        noteNothing();
      }),
    ],
    [element("p", { class: "own" }, ...bolded(where))]
  );
}

/** Say that another phone has taken over the player of this one. */
function tellTaken() {
  const { me, is } = tableHere();
  const before = page.match.players.find((player) => player.id === companyState.me);
  if (before && !me && is === "on") {
    flash(pgettext("page", "%(player)s plays on another phone now. This one watches.", { player: isolated(before) }));
  }
  companyState.me = me;
}
