/* The workshop, laid over the page that works without it. */

import { element, find, focused, setText } from "../calculator/parts/elements.js";
import { CHOICES, linkText, RULES } from "./rules/links.js";
import { DATA, games, isGame, language, npgettext, pgettext, pythonFolder, root, sentence } from "./state/data.js";
import { keep, kept } from "./state/kept.js";
import { loadOwnGames, showAccent } from "./state/own.js";
import { onPrinted, readPrinter } from "./state/printing.js";
import { letWait, onPython, python, startPython } from "./state/python.js";
import { drawWishes, onResult, result } from "./state/result.js";
import { openRules } from "./state/rules.js";
import { onWindow, open, openWindow } from "./state/windows.js";
import { change, onWish, wish } from "./state/wish.js";
import { makeChooser } from "./views/chooser.js";
import { makeDock } from "./views/dock.js";
import { makeHead, showState, showTheme } from "./views/head.js";
import { makeOptions } from "./views/options.js";
import { makePanel } from "./views/panel.js";
import { makeRules, offerRules } from "./views/rules.js";
import { offerChoices } from "./views/sharing.js";
import { documentTitle, makeStage } from "./views/stage.js";

/** GB of memory from which on Python is loaded at once. */
const ENOUGH = 4;
/** The sentence of a screen reader. */
const status = element("p", { class: "heard", role: "status" });

/** Show the workshop as it was left on this device. */
async function begin() {
  await showTheme();
  await loadOwnGames();
  await readPrinter();
  const before = await kept("wish");
  if (before && isGame(before.game)) {
    Object.assign(wish, before);
  }
  if (DATA.chosen) {
    Object.assign(wish, { game: DATA.chosen, own: "", about: null, mine: 0, isChosen: true });
  }
  const acts = {
    chooseGame: () => open("chooser"),
    chooseOptions: () => open("options"),
    changeRules: () => {
      change({ tab: "sheet" });
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
    showAccent(document.documentElement, wish.game, wish.own ? wish.about : null);
    showPanel();
    showDock();
    showStage();
    app.classList.toggle("late", result.isLate && python.stage === "ready");
    showState(state);
    showChooser();
    showOptions();
    showRules();
    setText(status, saidOf());
  }
  /** What had the focus when a window was opened. */
  let opener = find("#print", app);
  function turnWindow() {
    if (openWindow && !app.inert && !app.classList.contains("previewing")) {
      opener = focused();
    }
    const isPreview = openWindow === "preview"; // a window of its own on phones, where the dock stays below it
    windows.forEach((view) => {
      view.hidden = view.id !== openWindow;
    });
    app.inert = openWindow !== "" && !isPreview;
    app.classList.toggle("previewing", isPreview);
    show();
    const view = windows.find(({ id }) => id === openWindow);
    if (view) {
      find("h1", view).focus();
    } else if (isPreview) {
      find(".preview-head h1", app).focus();
    } else {
      opener.focus();
    }
  }
  find("#ready").hidden = true;
  find("#ready").before(app, ...windows); // the first link of the page leads to Print
  onWindow(turnWindow);
  onWish(show);
  onPython(show);
  onResult(show);
  onPrinted(show);
  addEventListener("online", show);
  addEventListener("offline", show);
  show();
  drawWishes();
  if (isSparing() && (await kept("python")) !== pythonFolder) {
    letWait();
  } else {
    startPython();
  }
  offerLink();
  addEventListener("hashchange", offerLink);
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register(`${root}service-worker.js`).catch(() => null); // a private window can refuse
    navigator.serviceWorker.addEventListener("controllerchange", show);
  }
  onPython(keepPictures);
}

/** Check whether a device saves data, or has little memory: it loads Python only when asked. */
const isSparing = () => navigator.connection?.saveData === true || (navigator.deviceMemory ?? ENOUGH) < ENOUGH;

/** Ask whether what the address carries behind its hash is taken over. */
async function offerLink() {
  const hash = location.hash.slice(1);
  if (hash.startsWith(RULES)) {
    offerRules(await linkText(RULES, hash), isGame);
  } else if (hash.startsWith(CHOICES)) {
    offerChoices(await linkText(CHOICES, hash));
  }
}

let isKeeping = false;

/** Note that Python is here, and fetch the pictures of the games, so that the worker keeps them. */
function keepPictures() {
  if (python.stage === "ready" && !isKeeping) {
    isKeeping = true;
    if (python.isKept) {
      keep("python", pythonFolder);
    }
    games.forEach((game) => {
      fetch(`${root}${language}/${game.picture}`).catch(() => null);
    });
  }
}

/** Return what a screen reader says: progress at its start, at half and at its end, then what was made or is wrong. */
function saidOf() {
  const { made, wrong, isLate } = result;
  if (python.stage === "tripped") {
    return pgettext("workshop", "The workshop tripped. Your names are kept.");
  }
  if (python.stage === "stopped") {
    return pgettext("workshop", "The last part did not arrive");
  }
  if (python.stage === "loading") {
    return python.pieces * 2 < python.of
      ? pgettext("workshop", "The workshop is being set up")
      : pgettext("workshop", "Half of the workshop is here");
  }
  if (python.stage === "ready" && wrong) {
    return `${sentence(wrong.head)} ${sentence(wrong.rest)}`;
  }
  if (python.stage === "ready" && made && !isLate) {
    const { sheets: n, paper } = made;
    const size = paper
      ? npgettext("workshop", "%(n)s sheet of %(paper)s", "%(n)s sheets of %(paper)s", n, { paper })
      : "";
    return pgettext("workshop", "Ready: %(what)s.", { what: [documentTitle(), size].filter(Boolean).join(", ") });
  }
  return status.textContent ?? "";
}

if (document.documentElement.dataset.old === undefined) {
  begin();
}
