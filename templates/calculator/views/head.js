/* The head: every player with total and distance to the bonus, always in sight. */

import { die, seatDice, signNode } from "../parts/dice.js";
import { element, find, findAll, setAttribute, setHidden, setText, toggle } from "../parts/elements.js";
import {
  MOST_COLUMNS,
  TAB_ROOM,
  headRoom,
  isCrowded,
  isInColumns,
  isLying,
  isTabs,
  isTiny,
  labelRoom,
  letterSize,
  measure,
  orderOf,
  ownRoom,
  shortened,
  unit,
  widthOf,
} from "../parts/measure.js";
import { flash, reach } from "../parts/notes.js";
import { heard, seen } from "../parts/sheets.js";
import { ranking } from "../rules/match.js";
import { plain } from "../rules/words.js";
import { game, isOneCard, score } from "../state/data.js";
import { notify } from "../state/events.js";
import { bestOf, nameOf, page, view } from "../state/page.js";
import { farText, roundText, seatLabel, shortRoundText } from "../state/sayings.js";

/**
 * @param {Column[]} columns
 * @param {Player | null} turnOf
 */
export function showHead(columns, turnOf) {
  const seats = find("#seats");
  const tabs = isTabs();
  findAll(".seat", seats)
    .slice(columns.length)
    .forEach((seat) => {
      seat.remove();
    });
  for (let place = seats.children.length; place < columns.length; place += 1) {
    seats.append(seatButton(place));
  }
  const all = findAll(".seat", seats);
  view.deciding = game.winner
    ? new Map(ranking(game, page.match).map(({ player, decides }) => [player.id, decides]))
    : null;
  const points = (/** @type {Column} */ column) =>
    view.deciding ? view.deciding.get(column.player.id) || 0 : column.total;
  // who has stopped does not lead
  const value = (/** @type {Column} */ column) => (column.player.left ? -1 : points(column));
  const most = Math.max(...columns.map(value));
  const fit = fitOf(columns, tabs);
  columns.forEach((column, place) => {
    showSeat(all[place], column, place, most > 0 && value(column) === most, fit);
  });
  const shownLeader = columns.findIndex((column) => value(column) === most);
  const isScrolling = isCrowded(columns.length);
  seats.classList.toggle("scrolls", isScrolling);
  all.forEach((seat, place) => {
    seat.classList.toggle("stays", most > 0 && place === shownLeader);
  });
  const isWide =
    view.table !== null && widthOf(roundText(), `400 ${letterSize("#round")}px`) > find("#game").clientWidth;
  setText(find("#round"), isWide ? shortRoundText() : roundText()); // a table has its mark below
  showRecord(columns);
  showUnder(columns, tabs);
  if (turnOf && isScrolling) {
    reach(seats, all[page.match.players.indexOf(turnOf)]);
  }
}

/** @param {number} place */
const seatButton = (place) =>
  element(
    "button",
    { type: "button", class: "seat", click: () => tapSeat(place) },
    seen("span", { class: "nm" }, element("span"), element("bdi")),
    seen("span", { class: "tot" }),
    seen("span", { class: "far" }),
    heard()
  );

/** Return what fits into every seat: the sign and the words beside the distance, and the die beside the name.
 *
 * @param {Column[]} columns
 * @param {boolean} tabs
 */
function fitOf(columns, tabs) {
  const room = seatRoom(columns.length);
  const name = `700 ${letterSize(".seat .nm")}px`;
  const less = `400 ${letterSize(".seat .far")}px`;
  const most = (/** @type {string} */ font, /** @type {(column: Column) => string} */ textOf) =>
    Math.max(...columns.map((column) => widthOf(textOf(column), font)));
  const seat =
    4 + measure("seat die", () => parseFloat(getComputedStyle(find(".seat .nm")).getPropertyValue("--seat")) || 15);
  const far = isLying.matches
    ? room - most(`900 ${letterSize(".seat .tot")}px`, ({ total }) => plain(total)) - 14
    : room; // beside the total
  const left = (/** @type {boolean} */ inWords) => far - most(less, (column) => farText(column, inWords));
  const words = columns.length < MOST_COLUMNS && left(true) >= 0;
  return {
    room,
    far,
    font: name,
    less,
    seat,
    die: tabs || most(name, ({ player }) => nameOf(player)) + seat <= room,
    words,
    sign: left(words) >= 15,
  };
}

/** Return the width that letters have in a seat, between the corners of who plays.
 *
 * @param {number} count
 */
const seatRoom = (count) =>
  isTabs()
    ? isTiny()
      ? 40
      : Math.max(TAB_ROOM * unit(), (headRoom() + 8) / count) - 2
    : measure("seats", () => find("#seats").clientWidth) / count - 8;

/**
 * @param {HTMLElement} seat
 * @param {Column} column
 * @param {number} place
 * @param {boolean} leads
 * @param {ReturnType<typeof fitOf>} fit
 */
function showSeat(seat, column, place, leads, fit) {
  const { player, isTurn } = column;
  const far = farText(column, fit.words || (player.left && widthOf(farText(column, true), fit.less) <= fit.far));
  seat.classList.toggle("turn", isTurn);
  seat.classList.toggle("shown", player.id === view.shownPlayer);
  seat.classList.toggle("lead", leads);
  seat.classList.toggle("gone", Boolean(player.left));
  setAttribute(seat, "data-key", `player ${place}`);
  setAttribute(seat, "aria-current", isTurn ? "true" : "false");
  setAttribute(seat, "title", nameOf(player));
  setText(find(".heard", seat), seatLabel(column, leads));
  const [faces, name] = find(".nm", seat).children;
  const room = fit.room - (fit.die && !isTabs() ? fit.seat : 0);
  const isWhole = !isTabs() && widthOf(nameOf(player), fit.font) <= room;
  const hasDie = fit.die || (!player.name && !isWhole); // the number die is the name of who has none
  if (hasDie !== faces.hasChildNodes()) {
    faces.replaceChildren(...(hasDie ? [seatDice(place, "open")] : []));
  }
  faces.querySelectorAll("svg").forEach((drawing) => {
    setAttribute(drawing, "class", isTurn ? "die solid" : "die open");
  });
  setText(name, hasDie && !player.name && !isWhole ? "" : shortened(nameOf(player), fit.font, room));
  const total = find(".tot", seat);
  setText(total, plain(column.total));
  toggle(total, "long", column.total > 999);
  const sign = player.left
    ? far
      ? []
      : [die(0, "blank")]
    : far && fit.sign && !view.deciding
      ? [signNode(score ? "sum" : "plus")]
      : [];
  const shown = JSON.stringify([far, sign.length]);
  const below = find(".far", seat);
  if (below.dataset.shown !== shown) {
    below.dataset.shown = shown;
    below.replaceChildren(...sign, far);
  }
}

/** Show the best earlier total, if there is one player.
 *
 * @param {Column[]} columns
 */
function showRecord(columns) {
  const record = find("#record");
  const most = columns.length === 1 ? bestOf(columns[0].player.name) : null;
  setHidden(record, most === null);
  setText(find("b", record), most === null ? "" : plain(most));
}

/** Show whose card is shown and whose figures are beside it, if there are tabs.
 *
 * @param {Column[]} columns
 * @param {boolean} tabs
 */
function showUnder(columns, tabs) {
  const under = find("#under");
  const [own, ...rest] = orderOf(columns);
  const others = tabs && !isOneCard ? rest : [];
  const [round, whose, ...spans] = findAll(":scope > *", under);
  setHidden(under, !tabs);
  const name = nameOf(page.match.players[own]);
  const both = (isOneCard ? headRoom() : ownRoom()) - 16;
  const isShort = widthOf(roundText(), "400 14px") < (isOneCard ? both - 60 : labelRoom() - 8);
  const text = isShort ? roundText() : "";
  setText(round, text);
  setText(whose, shortened(name, "700 14px", both - widthOf(text, "400 14px")));
  spans.slice(others.length).forEach((span) => {
    span.remove();
  });
  others.forEach((place, at) => {
    const span = spans[at] || under.appendChild(element("span"));
    if (span.dataset.place !== String(place)) {
      span.dataset.place = String(place);
      span.replaceChildren(seatDice(place, "open"));
    }
  });
}

/** Show the card of a tapped player, or the whole name if it is shortened.
 *
 * @param {number} place
 */
function tapSeat(place) {
  const player = page.match.players[place];
  if (isInColumns()) {
    flash(String(findAll("#seats .heard")[place].textContent));
    return;
  }
  view.shownPlayer = player.id;
  notify("refresh");
}

/** Show the card of the next player on a swipe.
 *
 * @param {HTMLElement} sheet
 */
export function swipe(sheet) {
  /** @type {Touch | null} */
  let from = null;
  sheet.addEventListener(
    "touchstart",
    (event) => {
      from = event.touches.length === 1 ? event.touches[0] : null;
    },
    { passive: true }
  );
  sheet.addEventListener(
    "touchend",
    (event) => {
      const to = event.changedTouches[0];
      const across = from ? to.clientX - from.clientX : 0;
      const down = from ? to.clientY - from.clientY : 0;
      if (!isInColumns() && Math.abs(across) > 60 && Math.abs(across) > 2 * Math.abs(down)) {
        const at = page.match.players.findIndex((player) => player.id === view.shownPlayer);
        const count = page.match.players.length;
        tapSeat((at + (across < 0 ? 1 : count - 1)) % count);
      }
    },
    { passive: true }
  );
}
