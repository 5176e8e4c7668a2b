/* What the big screen knows besides its table: how phones come to it, for whom it types, and how it is shown. */

import { isBoxEvent, numberedAfter } from "../rules/shared.js";
import { notify } from "./events.js";
import { isolated, page, tableHere } from "./page.js";
import { seat } from "./seat.js";
import { setSetting, setting } from "./storage.js";
import { pgettext } from "./texts.js";
import { askTable } from "./wire.js";

/** When the chances to win are shown: K goes through these, and the screen remembers. */
const CHANCE_TIMES = ["end", "on", "off"];

export const screen = {
  invitation: /** @type {Invitation | null} */ (null),
  /** Id of the player for whom somebody wanted to type here; empty for nobody. */
  typing: "",
  /** The offer of 0 points that is asked about. */
  zero: /** @type {PageOffer | null} */ (null),
  isSquareLarge: false,
  /** Flag: something here works out the chances to win. */
  hasChances: false,
  /** Chances to win now; null where they are not known. */
  chances: /** @type {ShownChances | null} */ (null),
};

/** Ask how phones come to the table. */
export async function askInvitation() {
  const { status, data } = await askTable("/invitation");
  if (status === 200) {
    screen.invitation = data;
    notify("refresh");
  }
}

/* Typing for who has no phone */

/** Check whether the dice of the turn are typed here. */
export const isTypingHere = () => screen.typing !== "" && screen.typing === tableHere().types;

/** Let the dice of a turn be typed here, if the player has no phone.
 *
 * @param {Player} player
 */
export function startTyping(player) {
  if (player.id === tableHere().types) {
    screen.typing = player.id;
    notify("refresh");
  } else {
    notify("refused", pgettext("page", "%(player)s has a phone that types.", { player: isolated(player) }));
  }
}

export function stopTyping() {
  screen.typing = "";
  screen.zero = null;
  notify("refresh");
}

/** Check whether the game has begun: a box is written or announced, dice lie there, or somebody types here. */
export const isBegun = () =>
  seat.state.seats.length > 0 &&
  (page.match.entries.length > 0 || page.turn.dice.length > 0 || Boolean(page.turn.named) || isTypingHere());

/** Return the event of the box that was written last and counts; undefined before the first.
 *
 * @returns {TableEvent | undefined}
 */
export function lastWritten() {
  const counting = new Set(seat.state.entries.map(({ number }) => number));
  const events = [...seat.log, ...numberedAfter(seat.outbox, seat.log.length)];
  return events.filter((event) => isBoxEvent(event) && counting.has(event.number || 0)).pop();
}

/* How it is shown */

export const isTurned = () => setting("screen turned") === true;
export const turnAround = () => setSetting("screen turned", !isTurned());
/** @returns {string} */
export const chanceTime = () => {
  const kept = setting("screen chances");
  return CHANCE_TIMES.includes(kept) ? kept : CHANCE_TIMES[0];
};
export const nextChanceTime = () =>
  setSetting("screen chances", CHANCE_TIMES[(CHANCE_TIMES.indexOf(chanceTime()) + 1) % CHANCE_TIMES.length]);
