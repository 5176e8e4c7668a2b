/* The dock: the instruction, the dice, and keys, offers or the roll button below them. */

import { chip } from "../parts/chips.js";
import { die, turnTo } from "../parts/dice.js";
import {
  afterwards,
  element,
  find,
  findAll,
  findOf,
  focused,
  setAttribute,
  setHidden,
  setText,
} from "../parts/elements.js";
import { isLying, isTiny } from "../parts/measure.js";
import { announce, flash, isStill, setIdle, showBest } from "../parts/notes.js";
import { button, nameNode, openSheet, openSheets, phrase } from "../parts/sheets.js";
import { has } from "../rules/engine.js";
import { hasToStay, isPlaying, momentIn, nextPlayer } from "../rules/match.js";
import { countingDice } from "../rules/offers.js";
import { say } from "../rules/words.js";
import { leaders } from "../state/cards.js";
import { DATA, MOMENTS, faceName, game, gameColumns, rowName, shownFace, turns } from "../state/data.js";
import { notify } from "../state/events.js";
import { isolated, nameOf, page, view } from "../state/page.js";
import { addDie, mayUndo, roll, takeDie, tellMoment, turnKept } from "../state/play.js";
import { diceText, furtherText, offersText, outcome, speechOf } from "../state/sayings.js";
import { pgettext } from "../state/texts.js";
import {
  afterThis,
  bestOffer,
  chosenOffer,
  handIsFull,
  isMarked,
  mostSaid,
  mustName,
  phaseOf,
  rollsLeft,
  waitsHere,
} from "../state/turn.js";

const dockState = {
  rollTimers: /** @type {number[]} */ ([]),
  isScrolled: false, // the line of offers was scrolled
};

/** @param {Player | null} turnOf */
export function showDock(turnOf) {
  const phase = phaseOf(turnOf);
  const root = document.documentElement;
  const place = focused().closest("#keys, #offers"); // which may be gone below
  setAttribute(root, "data-phase", phase);
  setAttribute(root, "data-rolls", page.rolling ? "yes" : "no");
  showSpeech(turnOf, phase);
  showOffers(phase);
  showDice(phase);
  showMoment(phase);
  setIdle(find("#undo"), !mayUndo());
  const roll = find("#roll");
  const [label, number] = findAll("span", roll);
  const again = phase === "rolled";
  const open = page.turn.kept.filter((kept) => !kept).length;
  setText(label, again ? pgettext("page", "Roll %(n)s again", { n: open }) : pgettext("page", "Roll"));
  setText(number, [again ? nextRollText() : "", furtherText()].filter(Boolean).join(", "));
  const isHeld = gameColumns !== null && turnOf !== null && mustName(turnOf);
  setIdle(roll, isHeld || (again ? !open : phase !== "empty"));
  roll.classList.toggle("main", !isHeld && (again ? open > 0 : page.rolling && phase === "empty"));
  findAll("#faces button").forEach((key) => {
    setIdle(key, phase !== "empty" && phase !== "tapping");
  });
  setHidden(find("#result"), phase !== "over");
  if (place) {
    afterwards(keepFocus);
  }
}

/** Return which roll is next, and of how many. */
function nextRollText() {
  const n = page.turn.throws.length + 1;
  return pgettext("page", "roll %(n)s of %(most)s", { n, most: mostSaid(n) });
}

/** Move the focus to the next control if the element that had it is gone or finished. */
function keepFocus() {
  const { phase } = document.documentElement.dataset;
  const now = focused();
  const isDone = phase === "offers" && now.closest("#keys");
  /** @type {Record<string, string>} */
  const places = {
    offers: bestOffer() ? "#offers .offer" : "#offers", // Enter presses the button that has the focus
    rolled: "#roll",
    empty: page.rolling ? "#roll" : "#faces button",
  };
  const [control] = phase && has(places, phase) ? findAll(places[phase]) : [];
  if (control && (isDone || now === document.body || !now.offsetParent)) {
    control.focus({ preventScroll: true });
  }
}

/* Speech: one line to see, and whole sentences for a screen reader. */

/**
 * @param {Player | null} turnOf
 * @param {Phase} phase
 */
function showSpeech(turnOf, phase) {
  const [line, aside] = findAll("#speech > span");
  const many = isPlaying(page.match).length > 1;
  const [text, second] = speechOf(turnOf, phase, many);
  const { lastEntry } = view;
  const what = lastEntry ? lastEntry.text : "";
  const isEntry = lastEntry && text === pgettext("page", "%(player)s: %(what)s");
  fillPhrase(line, text, isEntry ? lastEntry.player : turnOf, what);
  fillPhrase(
    aside,
    second,
    turnOf && second === pgettext("page", "then %(player)s") ? afterThis(turnOf) : turnOf,
    what
  );
}

/** Let a line say a text with the name of a player and what was written in it.
 *
 * @param {HTMLElement} line
 * @param {string} text
 * @param {Player | null} player
 * @param {string} what
 */
function fillPhrase(line, text, player, what) {
  const state = JSON.stringify([text, player && nameOf(player), what]);
  if (!text.includes("%(")) {
    setText(line, text);
  } else if (line.dataset.shown !== state) {
    line.replaceChildren(...phrase(text, { player: player ? nameNode(player, true) : "", what }));
  }
  line.dataset.shown = state;
}

/* Dice */

/** @param {Phase} phase */
export function showDice(phase) {
  dockState.rollTimers.forEach(clearTimeout);
  const hand = find("#dice");
  const counts =
    view.offers && phase === "offers"
      ? countingDice(turns, chosenOffer(), page.turn.dice, momentIn(turns, page.turn))
      : [];
  for (let place = hand.children.length; place < turns.dice; place += 1) {
    hand.append(element("button", { type: "button", class: "slot", click: () => tapDie(place) }, die(0, "blank")));
  }
  findAll(".slot", hand).forEach((slot, place) => {
    const face = page.turn.dice[place];
    const kept = phase === "rolled" && page.turn.kept[place];
    const counting = phase === "rolled" ? kept : counts[place];
    const kind = face === undefined ? "blank" : counting ? "solid" : "open";
    const drawing = drawingIn(slot);
    const stays = phase === "rolled" && hasToStay(turns, page.turn, place);
    setAttribute(drawing, "class", `die ${kind}${face && phase === "tapping" ? " lands" : ""}`);
    turnTo(drawing, shownFace(face || 0));
    const label =
      face === undefined
        ? pgettext("page", "no die")
        : phase === "rolled"
          ? say(
              stays
                ? pgettext("page", "%(face)s, stays")
                : kept
                  ? pgettext("page", "%(face)s, kept")
                  : pgettext("page", "%(face)s, will be rolled"),
              { face: faceName(face) }
            )
          : counting
            ? pgettext("page", "%(face)s, counts", { face: faceName(face) })
            : faceName(face);
    setAttribute(slot, "aria-label", label);
    setAttribute(slot, "aria-pressed", phase === "rolled" ? String(kept) : null);
    const { length } = page.turn.dice; // where one is taken away, the others move up
    const does = phase === "rolled" ? `keep ${page.turn.throws.length} ${kept}` : `take ${length}`;
    setAttribute(slot, "data-does", face === undefined ? null : does);
    setIdle(
      slot,
      face === undefined || stays || phase === "waits" || (page.turn.throws.length > 0 && phase !== "rolled")
    );
  });
}

/** Return the drawing of a die of the hand.
 *
 * @param {HTMLElement} slot
 */
const drawingIn = (slot) => findOf(SVGElement, "svg", slot);

/** Add a die with a tapped face, and say it.
 *
 * @param {number} face
 */
export function tapFace(face) {
  if (addDie(face)) {
    announce(handIsFull() ? offersText() : diceText());
    afterwards(showBest);
  }
}

/** Keep or free a rolled die, unless it must stay; remove a typed one.
 *
 * @param {number} place
 */
function tapDie(place) {
  if (place >= page.turn.dice.length || waitsHere()) {
    return;
  }
  if (!page.turn.throws.length) {
    takeDie(place);
  } else if (rollsLeft() > 0 && hasToStay(turns, page.turn, place)) {
    flash(pgettext("page", "%(face)s, stays", { face: faceName(page.turn.dice[place]) }));
  } else if (rollsLeft() > 0) {
    turnKept(place);
    announce(String(findAll("#dice .slot")[place].getAttribute("aria-label")));
  }
}

export const dropDie = () => {
  if (!page.turn.throws.length) {
    tapDie(page.turn.dice.length - 1);
  }
};

/** @param {string} what */
function tapMoment(what) {
  tellMoment(what);
  announce(offersText());
}

/** Let the page roll, and say what was rolled. */
export function rollDice() {
  const stays = roll();
  if (stays) {
    const words = pgettext("page", "Roll %(n)s of %(most)s", {
      n: page.turn.throws.length,
      most: mostSaid(page.turn.throws.length),
    });
    announce(`${words}: ${offersText()}`);
    notify("rolled");
    tumble(stays);
    afterwards(showBest);
  }
}

/** Let dice tumble for the eyes: what they show is decided.
 *
 * @param {boolean[]} stays
 */
function tumble(stays) {
  dockState.rollTimers = [];
  if (isStill()) {
    return;
  }
  findAll("#dice .slot")
    .map((slot, at) => ({ slot, last: page.turn.dice[at], stays: stays[at] }))
    .filter((each) => !each.stays)
    .forEach(({ slot, last }, place) => {
      slot.animate([{ transform: "rotate(-14deg)" }, {}], { duration: 400, delay: 40 * place, fill: "backwards" });
      [0, 133, 266, 400].forEach((after, step) => {
        dockState.rollTimers.push(
          setTimeout(
            () => {
              turnTo(drawingIn(slot), shownFace(step < 3 ? 1 + ((last + 2 * step + place) % turns.sides) : last));
            },
            40 * place + after
          )
        );
      });
    });
}

/* Offers */

// Offers are a list where there is room, else a line without zeros and icons.
const asList = () => isLying.matches || innerWidth >= 900;

/** Show the offers there are; without dice they are out of sight, and stay as they are.
 *
 * @param {Phase} phase
 */
function showOffers(phase) {
  const box = find("#offers");
  if (!view.offers && phase !== "offers") {
    return;
  }
  const isWaiting = phase === "rolled";
  const all = view.offers ? view.offers.list : [];
  const isNothing = all.length > 0 && !all.some((offer) => offer.value);
  const isList = asList();
  const list = all.filter((offer) => isList || offer.value || isNothing || isMarked(offer));
  const state = JSON.stringify([
    list.map((offer) => [offer.box, offer.points, offer.brings, offer.wins]),
    isWaiting,
    isList,
    isTiny(),
  ]);
  if (box.dataset.shown === state) {
    return;
  }
  box.dataset.shown = state;
  box.classList.toggle("nothing", isNothing);
  const shown = isTiny() ? list.slice(0, 1) : list;
  box.replaceChildren(
    ...shown.map((offer, place) => chip(offer, place, isWaiting, isList)),
    ...(shown.length < list.length ? [restButton(list)] : [])
  );
  if (dockState.isScrolled) {
    box.scrollLeft = 0; // which lays out the page there and then
  }
}

/** Show the buttons that tell which roll typed dice are of.
 *
 * @param {Phase} phase
 */
function showMoment(phase) {
  const box = find("#moment");
  setHidden(box, phase !== "offers" || page.turn.throws.length > 0 || !MOMENTS.length);
  if (!box.firstChild) {
    box.append(
      ...MOMENTS.map((what) =>
        button("", () => tapMoment(what), { icon: what === "first" ? "check" : null, class: "chip toggle" })
      )
    );
    findAll("button", box).forEach((node) => {
      node.append(element("span"));
    });
  }
  const words = findAll("span", box);
  findAll("button", box).forEach((node, at) => {
    const what = MOMENTS[at];
    const { first, number = DATA.rolls } = page.turn;
    setAttribute(node, "aria-pressed", what === "first" ? String(first) : null);
    setText(
      words[at],
      what === "number"
        ? pgettext("page", "roll %(n)s of %(most)s", { n: number, most: Math.max(number, DATA.rolls) })
        : turns.together
          ? pgettext("page", "all at once")
          : pgettext("page", "First roll")
    );
  });
}

/** Return a button that lists all offers, where there is room for the best one alone.
 *
 * @param {PageOffer[]} list
 */
const restButton = (list) =>
  button(
    `+${list.length - 1}`,
    () => {
      const chips = list.map((offer, place) => chip(offer, place, false, false));
      const dialog = openSheet({
        title: pgettext("page", "Choose a box"),
        body: [element("div", { class: "instead", click: () => dialog.close() }, ...chips)],
      });
    },
    { class: "chip rest", name: pgettext("page", "What the dice are worth") }
  );

/** Let a screen reader say an entry, and who is in the lead.
 *
 * @param {PageEvents["written"]} written
 */
export function sayWritten({ where, player, led }) {
  const now = leaders();
  const after = nextPlayer(game, page.match);
  const parts = [
    `${isolated(player)}: ${view.lastEntry ? view.lastEntry.text : `${rowName(where)} ${pgettext("page", "open")}`}.`,
  ];
  if (now.includes(player.id) && !led.includes(player.id)) {
    parts.push(
      say(now.length > 1 ? pgettext("page", "%(player)s leads too now.") : pgettext("page", "%(player)s leads now."), {
        player: isolated(player),
      })
    );
  }
  parts.push(
    after
      ? isPlaying(page.match).length > 1
        ? say(`${pgettext("page", "%(player)s rolls")}.`, { player: isolated(after) })
        : ""
      : outcome()
  );
  announce(parts.join(" ").trim());
}

/** @param {PageEvents["moved"]} moved */
export function sayMoved({ said, isAgain }) {
  const text = isAgain
    ? [pgettext("page", "Done again."), pgettext("page", "Done again: %(what)s")]
    : [pgettext("page", "Undone."), pgettext("page", "Undone: %(what)s")];
  flash(said ? say(text[1], { what: said }) : text[0]);
}

/** Move the focus on if it was lost with a sheet. */
export function catchFocus() {
  if (document.activeElement === document.body && !openSheets().length) {
    keepFocus();
  }
}

/** Note whether the line of offers is scrolled.
 *
 * @param {HTMLElement} line
 */
export function noteScroll(line) {
  dockState.isScrolled = line.scrollLeft > 0;
}
