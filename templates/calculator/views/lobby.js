/* The big screen before the first roll: the square, and who has sat down. */

import { die, glyph, seatDice } from "../parts/dice.js";
import { element } from "../parts/elements.js";
import { fitted } from "../parts/fitting.js";
import { bolded, nameNode, phrase } from "../parts/sheets.js";
import { invitationSquare } from "../parts/square.js";
import { seatsOf } from "../rules/shared.js";
import { DATA, game } from "../state/data.js";
import { tableHere } from "../state/page.js";
import { screen, startTyping } from "../state/screen.js";
import { seat } from "../state/seat.js";
import { npgettext, pgettext } from "../state/texts.js";
import { whoseTurn } from "../state/turn.js";

const MOST_HIGH = 72; // of a row
const ROOM = 424; // of all rows

/** Return the screen before the first roll. */
export const lobbyView = () =>
  element("div", { class: "lobby" }, invitationPart(), element("aside", {}, gamePart(), ...seatedPart(), beginPart()));

function invitationPart() {
  const { invitation } = screen;
  return element(
    "section",
    {},
    fitted("h1", {}, pgettext("page", "Scan and join in"), { weight: 900, size: 64, room: 460, least: 30 }),
    fitted("p", { class: "each" }, pgettext("page", "Everyone on their own phone, in this Wi-Fi"), {
      weight: 400,
      size: 22,
      room: 470,
    }),
    ...(invitation
      ? [
          invitationSquare(invitation.link),
          element(
            "p",
            { class: "typed" },
            ...phrase(pgettext("page", "or type %(address)s, then the digits %(digits)s"), {
              address: element("b", {}, invitation.address),
              digits: element("b", {}, invitation.digits),
            })
          ),
        ]
      : [])
  );
}

function gamePart() {
  const facts = pgettext("page", "%(turns)s turns, %(rolls)s rolls", { turns: game.boxes.length, rolls: DATA.rolls });
  return element(
    "header",
    {},
    fitted("h1", {}, DATA.title, { weight: 900, size: 64, room: 400, least: 30 }),
    element("span", {}, facts)
  );
}

/** Return who has sat down, who only watches, and how many phones have not been asked yet. */
function seatedPart() {
  const seats = seatsOf(seat.state);
  const { watching, choosing } = seat.here;
  const high = Math.min(MOST_HIGH, ROOM / Math.max(1, seats.length + Number(watching > 0)));
  const turnOf = whoseTurn();
  const rows = seats.map((each, place) => {
    const isHere = seat.here.players.includes(each.device);
    const kind = isHere ? "solid" : each.device ? "open" : "blank";
    const said = isHere
      ? pgettext("page", "at the table")
      : each.device
        ? pgettext("page", "asleep")
        : pgettext("page", "no phone yet");
    const player = { id: each.player, name: each.name };
    const name = each.name || pgettext("page", "Player %(n)s", { n: place + 1 });
    const node = element(
      "li",
      {
        class: isHere ? "here" : null,
        "data-player": each.player,
        click: () => turnOf && turnOf.id === each.player && !each.device && startTyping(player),
      },
      each.device ? seatDice(place, kind) : die(0, "blank"),
      fitted("b", {}, name, { weight: isHere ? 900 : 400, size: Math.min(32, 0.62 * high), room: 380 }),
      element("span", {}, said)
    );
    node.style.height = `${high}px`;
    return node;
  });
  if (watching) {
    rows.push(watchingRow(watching, high));
  }
  const list = element("ol", { class: "seated" }, ...rows);
  list.style.setProperty("--die", `${Math.min(42, high - 8)}px`);
  const chooses = npgettext("page", "%(n)s phone still chooses a name", "%(n)s phones still choose a name", choosing);
  return [
    element(
      "h2",
      { class: "sub" },
      pgettext("page", "At the table"),
      ...(choosing ? [element("span", {}, chooses)] : [])
    ),
    list,
  ];
}

/** Return the row of all phones that only watch, this high: their owners were not asked for a name.
 *
 * @param {number} watching
 * @param {number} high
 */
function watchingRow(watching, high) {
  const node = element(
    "li",
    {},
    glyph("eye"),
    fitted("b", {}, npgettext("page", "%(n)s phone", "%(n)s phones", watching), {
      weight: 400,
      size: Math.min(32, 0.62 * high),
      room: 380,
    }),
    element("span", {}, npgettext("page", "only watches", "only watch", watching))
  );
  node.style.height = `${high}px`;
  return node;
}

const keysSaid = () =>
  screen.hasChances
    ? pgettext("page", "Keys here: Q large square, R turned around, D dark, K chances to win")
    : pgettext("page", "Keys here: Q large square, R turned around, D dark");

function beginPart() {
  const turnOf = seatsOf(seat.state).length ? whoseTurn() : null;
  const { is } = tableHere();
  const said = !turnOf
    ? pgettext("page", "Nobody has sat down yet: who scans the square types a name.")
    : pgettext(
        "page",
        "**Begins by itself** once %(player)s types a roll. A player who comes later makes up the missed turns."
      );
  const begin = bolded(said).flatMap((part) =>
    typeof part === "string" && turnOf ? phrase(part, { player: nameNode(turnOf, true) }) : [part]
  );
  return element(
    "footer",
    {},
    element("p", {}, ...(is === "closed" ? [pgettext("page", "table closed")] : begin)),
    element("small", { class: "kept" }, pgettext("page", "Phone asleep, Wi-Fi gone, computer off: the game is kept.")),
    element("small", {}, keysSaid())
  );
}
