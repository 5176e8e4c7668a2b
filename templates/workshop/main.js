/* The workshop, laid over the page that works without it. */

import { element, find } from "../calculator/parts/elements.js";
import { linkText, RULES } from "./rules/links.js";
import { DATA, games, isGame, language, pgettext, root } from "./state/data.js";
import { kept } from "./state/kept.js";
import { onPrinted, readPrinter } from "./state/printing.js";
import { onPython, python, startPython } from "./state/python.js";
import { drawWishes, onResult, result } from "./state/result.js";
import { openRules } from "./state/rules.js";
import { onWindow, open, openWindow } from "./state/windows.js";
import { onWish, wish } from "./state/wish.js";
import { makeChooser } from "./views/chooser.js";
import { makeDock } from "./views/dock.js";
import { makeHead, showState, showTheme } from "./views/head.js";
import { makeOptions } from "./views/options.js";
import { makePanel } from "./views/panel.js";
import { makeRules, offerRules } from "./views/rules.js";
import { makeStage } from "./views/stage.js";

/** Show the workshop as it was left on this device. */
async function begin() {
  await showTheme();
  await readPrinter();
  const before = await kept("wish");
  if (before && isGame(before.game)) {
    Object.assign(wish, before);
  }
  if (DATA.chosen) {
    wish.game = DATA.chosen;
  }
  const acts = {
    chooseGame: () => open("chooser"),
    chooseOptions: () => open("options"),
    changeRules: () => {
      openRules();
      open("rules");
    },
  };
  const { panel, show: showPanel } = makePanel(acts);
  const { view: chooser, show: showChooser } = makeChooser(acts.changeRules);
  const { view: options, show: showOptions } = makeOptions();
  const { view: rules, show: showRules } = makeRules();
  const windows = [chooser, options, rules];
  const { dock, show: showDock } = makeDock();
  const { stage, show: showStage } = makeStage();
  const head = makeHead();
  const status = element("p", { class: "heard", role: "status" });
  const skip = element("a", { class: "skip", href: "#print" }, pgettext("workshop", "To Print"));
  const left = element("div", { class: "left" }, panel, dock);
  const app = element(
    "div",
    { id: "workshop" },
    skip,
    head,
    element("main", { class: "columns" }, left, stage),
    status
  );
  const state = find(".state", app);

  function show() {
    document.documentElement.dataset.game = wish.game;
    showPanel();
    showDock();
    showStage();
    showState(state);
    showChooser();
    showOptions();
    showRules();
    status.textContent = saidOf();
  }
  function turnWindow() {
    windows.forEach((view) => {
      view.hidden = view.id !== openWindow;
    });
    app.inert = openWindow !== "";
    show();
    const shown = windows.find((view) => view.id === openWindow);
    find(shown ? "h1" : "#print", shown ?? app).focus();
  }
  find("#ready").hidden = true;
  document.body.append(app, ...windows);
  onWindow(turnWindow);
  onWish(show);
  onPython(show);
  onResult(show);
  onPrinted(show);
  addEventListener("online", show);
  addEventListener("offline", show);
  show();
  drawWishes();
  startPython();
  const said = await linkText(RULES, location.hash.slice(1));
  if (said !== null) {
    offerRules(said, isGame);
  }
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register(`${root}service-worker.js`).catch(() => null); // a private window can refuse
    navigator.serviceWorker.addEventListener("controllerchange", show);
  }
  onPython(keepPictures);
}

let isKeeping = false;

/** Fetch the pictures of the games once Python is here, so that the worker keeps them. */
function keepPictures() {
  if (python.stage === "ready" && !isKeeping) {
    isKeeping = true;
    games.forEach((game) => {
      fetch(`${root}${language}/${game.picture}`).catch(() => null);
    });
  }
}

/** Return what a screen reader says about the document. */
function saidOf() {
  if (result.wrong && python.stage === "ready") {
    return `${result.wrong.head} ${result.wrong.rest}`;
  }
  if (result.made && !result.isLate) {
    return pgettext("workshop", "Ready: %(what)s", { what: result.made.alt || result.made.name });
  }
  return python.stage === "loading" && python.pieces === 0 ? pgettext("workshop", "The workshop is being set up") : "";
}

begin();
