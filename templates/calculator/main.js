/* The start of the page, and which views are shown when the state changes. */

import { closest, find, focused } from "./parts/elements.js";
import { measureAnew, orderOf } from "./parts/measure.js";
import { announce } from "./parts/notes.js";
import { closeSheet } from "./parts/sheets.js";
import { hasPlayer } from "./rules/match.js";
import { columnOf } from "./state/cards.js";
import { DATA, gameChosen, language } from "./state/data.js";
import { listen, notify } from "./state/events.js";
import { follow, load } from "./state/kept.js";
import { STATISTICS, forgetAddress } from "./state/link.js";
import { page, view } from "./state/page.js";
import { undo } from "./state/play.js";
import { outcome } from "./state/sayings.js";
import { pgettext } from "./state/texts.js";
import { offersFor, phaseOf, whoseTurn } from "./state/turn.js";
import { askName } from "./views/announcing.js";
import { askCorrection, askZero, explain, tapBox } from "./views/ask.js";
import {
  catchFocus,
  dropDie,
  noteScroll,
  rollDice,
  sayMoved,
  sayWritten,
  showDice,
  showDock,
  tapFace,
} from "./views/dock.js";
import { showEnd } from "./views/end.js";
import { showGames } from "./views/games.js";
import { startGuard } from "./views/guard.js";
import { showHead, swipe } from "./views/head.js";
import { offer, showUnkept, warn } from "./views/hints.js";
import { followTyping, onPress, pressKey, rove } from "./views/keys.js";
import { showShelf } from "./views/languages.js";
import { showTurns } from "./views/log.js";
import { showMenu, showTheme } from "./views/menu.js";
import { startNew } from "./views/people.js";
import { showPool } from "./views/pool.js";
import { askRead, readAddress } from "./views/reading.js";
import { shareGame } from "./views/share.js";
import { makeShell } from "./views/shell.js";
import { showStatistics } from "./views/stats.js";
import { fillTable, forgetShape, makeTable, showRecords } from "./views/table.js";
import "./views/comfort.js";

document.documentElement.lang = language;
document.documentElement.dataset.game = DATA.ruleset;
document.documentElement.style.setProperty("--dice", String(DATA.turns.dice));
document.title = gameChosen ? [DATA.title, DATA.variant].filter(Boolean).join(" · ") : pgettext("page", "Which game?");
window.addEventListener("hashchange", () => location.reload());

makeShell();

/** Show the state of the game. */
function render() {
  const turnOf = whoseTurn();
  if (view.lastTurn !== (turnOf ? turnOf.id : "")) {
    view.lastTurn = turnOf ? turnOf.id : "";
    view.shownPlayer = (!view.table && view.lastTurn) || view.shownPlayer; // a phone at a table stays with a card
    view.chosenBox = "";
  }
  view.shownPlayer = hasPlayer(page.match, { id: view.shownPlayer })
    ? view.shownPlayer
    : (turnOf || page.match.players[0]).id;
  view.offers = offersFor(turnOf);
  const columns = page.match.players.map((player) => columnOf(player, player === turnOf));
  const order = orderOf(columns);
  makeTable(columns, order);
  showHead(columns, turnOf);
  fillTable(columns, order);
  showEnd(turnOf);
  rove();
  showDock(turnOf); // the last, for it may move the focus, which lays out the page there and then
  notify("shown");
}

/* What is shown when the state changes */

listen("moved on", render);
listen("typed", () => {
  showDock(whoseTurn()); // a tap on a face changes nothing else
  notify("shown");
});
listen("refresh", render);
listen("remembered", showRecords);
listen("kept", showUnkept);
listen("loaded", () => {
  closeSheet();
  render();
});
listen("written", sayWritten);
listen("won", () => announce(outcome()));
listen("moved", sayMoved);
listen("focus returned", catchFocus);
listen("focus returned", followTyping);

/* Views that other views ask for */

listen("tap box", ({ where, player }) => tapBox(where, player));
listen("correct", ({ where, player, entry }) => askCorrection(where, player, entry));
listen("ask zero", askZero);
listen("announce", askName);
listen("show menu", showMenu);
listen("show turns", showTurns);
listen("show games", showGames);
listen("show names", showPool);
listen("show statistics", showStatistics);
listen("share", shareGame);
listen("read", askRead);
listen("new game", startNew);

/** Mark the dice that count for the offer with the focus. */
function followFocus() {
  const now = focused();
  const box = (now.matches("#offers .offer") && now.dataset.box) || "";
  if (box !== view.chosenBox) {
    view.chosenBox = box;
    showDice(phaseOf(whoseTurn()));
  }
}

function start() {
  load();
  onPress("#undo", undo);
  onPress("#menu", showMenu);
  onPress("#roll", rollDice);
  onPress("#erase", dropDie);
  onPress("#result", () => {
    view.isCardShown = false;
    render();
  });
  onPress("#faces button", (key) => tapFace(Number(key.getAttribute("value"))));
  onPress("table .label", (label) => explain(closest(label, "tr")));
  find("table").addEventListener("focusin", () => {
    const { key } = focused().dataset;
    if (key) {
      rove(key);
    }
  });
  document.addEventListener("focusin", followFocus);
  document.addEventListener("keydown", pressKey);
  window.addEventListener("storage", follow);
  swipe(find("main"));
  const offers = find("#offers");
  offers.addEventListener("scroll", () => noteScroll(offers), { passive: true });
  const print = (/** @type {boolean} */ isNow) => {
    if (view.isPrinting !== isNow) {
      view.isPrinting = isNow;
      render();
    }
  };
  window.addEventListener("beforeprint", () => print(true));
  window.addEventListener("afterprint", () => print(false));
  matchMedia("print").addEventListener("change", (event) => print(event.matches));
  new ResizeObserver(fitAnew).observe(find("#head"));
  document.fonts.ready.then(fitAnew);
  showTheme();
  render();
  warn();
  startGuard();
  if (!readAddress() && !view.table) {
    offer();
  }
  if (location.hash.endsWith(STATISTICS) && page.finished.length) {
    forgetAddress();
    showStatistics();
  }
}

/** Measure and render again, for another width or after fonts have loaded. */
function fitAnew() {
  measureAnew(true);
  forgetShape();
  render();
}

if (gameChosen) {
  start();
} else {
  showTheme();
  showShelf();
  startGuard();
  readAddress();
}
