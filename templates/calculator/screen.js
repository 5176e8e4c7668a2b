/* The big screen of a table: what it shows, its keys, and what keeps it awake. */

import { canStayOn, lockScreen } from "./parts/awake.js";
import { digitsForm } from "./parts/digits.js";
import { element, find, setAttribute } from "./parts/elements.js";
import { measureAnew } from "./parts/measure.js";
import { flash } from "./parts/notes.js";
import { button } from "./parts/sheets.js";
import { invitationSquare } from "./parts/square.js";
import { isFinished, ranking } from "./rules/match.js";
import { seatsOf } from "./rules/shared.js";
import { columnOf } from "./state/cards.js";
import { chancesOf, hasChances } from "./state/chances.js";
import { DATA, game, language } from "./state/data.js";
import { listen } from "./state/events.js";
import { load } from "./state/kept.js";
import { whyNoChances } from "./state/no_chances.js";
import { page, tableHere, view } from "./state/page.js";
import { askInvitation, chanceTime, isBegun, isTurned, nextChanceTime, screen, turnAround } from "./state/screen.js";
import { seat, takeSeat } from "./state/seat.js";
import { setSetting, setting } from "./state/storage.js";
import { pgettext } from "./state/texts.js";
import { offersFor, whoseTurn } from "./state/turn.js";
import { cardsView, panelWidth } from "./views/cards.js";
import { lobbyView } from "./views/lobby.js";
import { fitPanel, panelView } from "./views/panel.js";
import { standingsView } from "./views/standings.js";

const MOMENT = 30; // milliseconds

const screenState = {
  isDue: false, // it is drawn anew in a moment
  isBarred: false,
  lock: /** @type {ScreenLock | null} */ (null),
};

/* What is shown */

/** Draw the screen in a moment, once for all that happens until then: many boxes may come at once. */
function drawSoon() {
  if (!screenState.isDue) {
    screenState.isDue = true;
    setTimeout(drawScreen, MOMENT);
  }
}

function drawScreen() {
  screenState.isDue = false;
  if (screenState.isBarred) {
    return; // the digits are being typed
  }
  const root = document.documentElement;
  setAttribute(root, "data-table", tableHere().is);
  toggleTurned();
  const nodes = screen.isSquareLarge && screen.invitation ? [squareView(screen.invitation)] : partsNow();
  find("#stage").replaceChildren(...nodes);
  fitPanel();
}

/** Return what the state of the game asks for: the square and the names, the cards, or the end. */
function partsNow() {
  const isSeated = seatsOf(seat.state).length > 0;
  const turnOf = isSeated ? whoseTurn() : null;
  view.offers = offersFor(turnOf);
  screen.hasChances = isSeated && hasChances(page.match);
  screen.chances = chanceTime() === "on" && turnOf ? chancesOf(page.match, { during: true }) : null;
  if (isSeated && page.match.entries.length && isFinished(game, page.match)) {
    return [standingsView()];
  }
  if (!turnOf || !isBegun()) {
    return [lobbyView()];
  }
  view.deciding = game.winner
    ? new Map(ranking(game, page.match).map(({ player, decides }) => [player.id, decides]))
    : null;
  const columns = page.match.players.map((player) => columnOf(player, player.id === turnOf.id));
  return [
    element("div", { class: "board" }, cardsView(columns), panelView(columns, turnOf, panelWidth(columns.length))),
  ];
}

/** @param {Invitation} invitation */
const squareView = ({ link, address, digits }) =>
  element(
    "div",
    { class: "wholesquare", click: toggleSquare },
    invitationSquare(link),
    element("p", {}, element("b", {}, address), ` ${pgettext("page", "digits %(digits)s", { digits })}`)
  );

/** Ask who has typed the address for the digits of the table. */
function askDigitsHere() {
  screenState.isBarred = true;
  const submit = button(pgettext("page", "All right"), null, { type: "submit", class: "main" });
  const { input, form } = digitsForm("digits", submit, () => location.reload());
  form.prepend(element("h1", {}, pgettext("page", "Which table?")));
  find("#stage").replaceChildren(form);
  input.focus();
}

/* How it is shown */

/** Let the picture fill the window: all lengths are for one of 1280 by 720. */
function fillWindow() {
  document.documentElement.style.setProperty("--scale", String(Math.min(innerWidth / 1280, innerHeight / 720)));
}

const toggleTurned = () => setAttribute(document.documentElement, "data-turned", isTurned() ? "yes" : null);

function toggleSquare() {
  screen.isSquareLarge = !screen.isSquareLarge;
  drawScreen();
}

function toggleDark() {
  const isDark = themeHere() === "dark";
  setSetting("screen theme", isDark ? "light" : "dark");
  showThemeHere();
}

/** @returns {string} */
function themeHere() {
  const kept = setting("screen theme");
  const ofSystem = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return kept === "dark" || kept === "light" ? kept : ofSystem;
}

function showThemeHere() {
  document.documentElement.dataset.theme = themeHere();
  drawScreen();
}

function changeChances() {
  if (!screen.hasChances) {
    flash(whyNoChances(page.match));
    return;
  }
  nextChanceTime();
  const said = {
    end: pgettext("page", "Chances to win: at the end"),
    on: pgettext("page", "Chances to win: on"),
    off: pgettext("page", "Chances to win: off"),
  };
  flash(said[/** @type {"end" | "on" | "off"} */ (chanceTime())]);
  drawScreen();
}

/** What the keys do. */
const SCREEN_KEYS = /** @type {Record<string, () => void>} */ ({
  q: toggleSquare,
  r: () => {
    turnAround();
    drawScreen();
  },
  d: toggleDark,
  k: changeChances,
});

/** @param {KeyboardEvent} event */
function pressScreenKey(event) {
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement;
  const act = SCREEN_KEYS[event.key.toLowerCase()];
  if (act && !isOther) {
    act();
  }
}

/* What keeps it awake */

/** Keep the screen on while it is in sight. Browsers allow it on the computer of the table; where they refuse it, the
 * screen says so. */
async function keepAwake() {
  if (document.visibilityState !== "visible" || screenState.lock) {
    return;
  }
  try {
    if (!canStayOn) {
      throw new TypeError("no wake lock");
    }
    const lock = await lockScreen();
    lock.addEventListener("release", () => {
      screenState.lock = null;
    });
    screenState.lock = lock;
  } catch {
    flash(pgettext("page", "This screen will go to sleep. Nothing is lost: wake it, and it is up to date."));
  }
}

/* The start */

document.documentElement.lang = language;
document.documentElement.dataset.game = DATA.ruleset;
document.title = DATA.title;
["table", "moved on", "typed", "refresh", "table lost", "table found"].forEach((name) => {
  listen(/** @type {"table"} */ (name), drawSoon);
});
listen("chances", drawSoon);
listen("table found", askInvitation);
listen("log wanted", askInvitation);
listen("refused", flash);
listen("barred", askDigitsHere);
listen("ask zero", (offer) => {
  screen.zero = offer;
  drawSoon();
});
listen("written", () => {
  screen.zero = null;
});
document.addEventListener("keydown", pressScreenKey);
document.addEventListener("visibilitychange", keepAwake);
window.addEventListener("resize", fillWindow);
document.fonts.addEventListener("loadingdone", () => {
  measureAnew(true);
  drawSoon();
});
load();
takeSeat();
fillWindow();
showThemeHere();
keepAwake();
