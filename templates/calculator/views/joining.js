/* Sitting down at a table: who this phone is for, and the digits for those who typed the address. */

import { timeOfDay } from "../parts/clock.js";
import { die, glyph, seatDice } from "../parts/dice.js";
import { digitsForm } from "../parts/digits.js";
import { element } from "../parts/elements.js";
import { actions, button, closeSheet, openSheet } from "../parts/sheets.js";
import { seatsOf, tableAfter } from "../rules/shared.js";
import { DATA, language } from "../state/data.js";
import { page, tableHere } from "../state/page.js";
import { roundText } from "../state/sayings.js";
import { bringBack, joinAs, joinNew, knownTables, lastClock, seat, watchOnly } from "../state/seat.js";
import { listed, nameIn, npgettext, pgettext } from "../state/texts.js";
import { wakeWire } from "../state/wire.js";

const MOST_ASKED = 4;
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

const joinState = {
  screen: /** @type {HTMLDialogElement | null} */ (null),
  list: element("ul", { class: "menu joins" }),
  progress: element("span"), // of the game, above the question
  shown: "",
  isLogAsked: false, // for the log of a table whose file is gone
};

/** Ask who this phone is for, as long as nobody has said so. */
export function showJoining() {
  const table = tableHere();
  if (table.me || table.watches || table.is !== "on") {
    if (joinState.screen && table.me) {
      joinState.screen.close();
    }
    return;
  }
  fillNames();
  if (!joinState.screen) {
    openJoining();
  }
}

/** Fill the list of names, if one of them has changed, and say how far the game is. */
function fillNames() {
  joinState.progress.textContent = page.match.entries.length ? roundText() : pgettext("page", "not begun yet");
  const shown = JSON.stringify([seat.state.seats, seat.here.players]);
  if (shown !== joinState.shown) {
    joinState.shown = shown;
    joinState.list.replaceChildren(...seatsOf(seat.state).map(seatItem), newItem());
  }
}

/** Open the screen with all names, also for somebody who watches. */
export function openJoining() {
  fillNames();
  const dialog = openSheet({
    title: pgettext("page", "Who are you?"),
    kind: "full joining",
    body: [
      // it has the focus: a frame around the first name would look like a choice
      element(
        "p",
        { class: "over", tabindex: "-1", autofocus: true },
        element("b", {}, pgettext("page", "%(game)s at the table", { game: DATA.title })),
        joinState.progress
      ),
      element(
        "p",
        {},
        pgettext(
          "page",
          "This phone remembers it. One phone for several players is possible, too: later, under Players."
        )
      ),
      joinState.list,
      element(
        "div",
        { class: "below" },
        button(pgettext("page", "I only watch"), () => dialog.close(), { icon: "eye", class: "watch" }),
        element("p", { class: "soft" }, pgettext("page", "Those who watch see everything, and write nothing."))
      ),
    ],
    onClose: () => {
      joinState.screen = null;
      if (!tableHere().me) {
        watchOnly();
      }
    },
  });
  joinState.screen = dialog;
}

/** Return the row of a seat.
 *
 * @param {Seat} own
 * @param {number} place
 */
function seatItem(own, place) {
  const isTaken = own.device !== "";
  const name = nameIn(page.match.players, { id: own.player, name: own.name });
  const note = isTaken ? pgettext("page", "taken, on another phone") : pgettext("page", "free");
  return item(
    seatDice(place, isTaken ? "open" : "solid"),
    name,
    note,
    isTaken ? "check" : "next",
    () => {
      if (isTaken) {
        askTaken(own, name);
      } else {
        sit(own.player);
      }
    },
    isTaken ? "taken" : ""
  );
}

/** Return the row for somebody who is not on the list. */
const newItem = () =>
  item(
    glyph("plus"),
    seatsOf(seat.state).length ? pgettext("page", "Another name") : pgettext("page", "My name"),
    seatsOf(seat.state).length ? pgettext("page", "sits down last") : "",
    "next",
    askNewName
  );

/** Return a row with a sign, a name, a note below it and a sign at its end.
 *
 * @param {Element} sign
 * @param {string} name
 * @param {string} note
 * @param {string} end
 * @param {() => void} act
 * @param {string} [kind]
 */
const item = (sign, name, note, end, act, kind = "") =>
  element(
    "li",
    { class: kind },
    element(
      "button",
      { type: "button", click: act },
      sign,
      element("span", {}, element("bdi", {}, name), element("small", {}, note)),
      glyph(end)
    )
  );

/** @param {string} player */
function sit(player) {
  closeSheet();
  joinAs(player);
}

/** Ask before a name is taken over from another phone.
 *
 * @param {Seat} own
 * @param {string} name
 */
function askTaken(own, name) {
  const isHere = seat.here.players.includes(own.device);
  const since = sittingSince(own);
  const dialog = openSheet({
    title: pgettext("page", "%(player)s is at the table already", { player: name }),
    sub: [
      isHere
        ? pgettext("page", "with a phone since %(time)s, awake now", { time: since })
        : pgettext("page", "with a phone since %(time)s, asleep now", { time: since }),
    ],
    role: "alertdialog",
    body: [
      element(
        "p",
        { class: "told" },
        pgettext(
          "page",
          "You then play on here as %(player)s. The other phone watches, and says so. Boxes that are written stay.",
          { player: name }
        )
      ),
      element(
        "div",
        { class: "actions stacked" },
        button(pgettext("page", "Yes, I am %(player)s", { player: name }), () => sit(own.player), { class: "main" }),
        button(pgettext("page", "Back to the names"), () => dialog.close())
      ),
    ],
  });
}

/** Return the time of day at which the phone of a player sat down.
 *
 * @param {Seat} own
 */
function sittingSince({ player, device }) {
  const joins = seat.log.filter((each) => each.kind === "join" && each.device === device && each.player === player);
  return timeOfDay(lastClock(joins));
}

/** Ask for the name of somebody who is not on the list. */
function askNewName() {
  const input = nameInput(pgettext("page", "My name"));
  const form = element(
    "form",
    { class: "named" },
    input,
    actions(button(pgettext("page", "Sit down"), null, { type: "submit", class: "main" }))
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = cleanName(input.value);
    if (name) {
      closeSheet();
      joinNew(name);
    }
  });
  openSheet({ title: pgettext("page", "Another name"), body: [form] });
  input.focus();
}

/** @param {string} label */
const nameInput = (label) =>
  element("input", {
    autocomplete: "off",
    maxlength: DATA.longest_name,
    dir: "auto",
    "aria-label": label,
    placeholder: label,
  });

/** Return a name with single spaces between its words.
 *
 * @param {string} text
 */
const cleanName = (text) => text.trim().replace(/\s+/g, " ").slice(0, DATA.longest_name);

/** Ask once which of its games this phone shall bring back to the table, whose file is gone. */
export function askLog() {
  if (joinState.isLogAsked) {
    return;
  }
  joinState.isLogAsked = true;
  const known = knownTables().slice(0, MOST_ASKED);
  const text = known.length
    ? pgettext("page", "Its file is gone. This phone has the whole game: which one was it?")
    : pgettext("page", "Its file is gone, and this phone knows no game of it. A phone that has played brings it back.");
  const dialog = openSheet({
    title: pgettext("page", "The table asks for its game"),
    kind: "sheet tall",
    body: [
      element("p", {}, text),
      element(
        "ul",
        { class: "menu joins" },
        ...known.map((each) =>
          knownItem(each, () => {
            dialog.close();
            bringBack(each);
          })
        )
      ),
      actions(button(pgettext("page", "Not now"), () => dialog.close())),
    ],
  });
}

/** Return the row of a game that this phone has.
 *
 * @param {KnownTable} known
 * @param {() => void} act
 */
function knownItem({ log }, act) {
  const state = tableAfter(log);
  const boxes = npgettext("page", "%(n)s box", "%(n)s boxes", state.entries.length);
  const names = seatsOf(state).map(({ name }) => name);
  return item(die(0, "solid"), listed(names), `${moment.format(lastClock(log))}, ${boxes}`, "next", act);
}

/** Ask for the digits under the square. */
export function askDigits() {
  if (document.querySelector("dialog.digits")) {
    return;
  }
  const submit = actions(button(pgettext("page", "Sit down"), null, { type: "submit", class: "main" }));
  const { input, form } = digitsForm("named", submit, () => {
    dialog.close();
    wakeWire();
  });
  const dialog = openSheet({ title: pgettext("page", "Which table?"), kind: "sheet digits", body: [form] });
  input.focus();
}
