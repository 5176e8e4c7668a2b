/* The workshop, laid over the page that works without it. */

import { element, find } from "../calculator/parts/elements.js";
import { DATA, isGame, pgettext } from "./state/data.js";
import { kept } from "./state/kept.js";
import { onPython, python, startPython } from "./state/python.js";
import { drawWishes, onResult, result } from "./state/result.js";
import { onWish, wish } from "./state/wish.js";
import { makeDock } from "./views/dock.js";
import { makeHead, showState, showTheme } from "./views/head.js";
import { makePanel } from "./views/panel.js";
import { makeStage } from "./views/stage.js";

/** Show the workshop as it was left on this device. */
async function open() {
  await showTheme();
  const before = await kept("wish");
  if (before && isGame(before.game)) {
    Object.assign(wish, before);
  }
  if (DATA.chosen) {
    wish.game = DATA.chosen;
  }
  const { panel, show: showPanel } = makePanel({ chooseGame() {}, chooseOptions() {}, changeRules() {} });
  const { dock, show: showDock } = makeDock();
  const { stage, show: showStage } = makeStage();
  const head = makeHead();
  const status = element("p", { class: "heard", role: "status" });
  const skip = element("a", { class: "skip", href: "#print" }, pgettext("workshop", "To Print"));
  const left = element("div", { class: "left" }, panel, dock);
  const app = element("div", { id: "workshop" }, skip, head, element("main", { class: "columns" }, left, stage), status);
  const state = find(".state", app);

  function show() {
    document.documentElement.dataset.game = wish.game;
    showPanel();
    showDock();
    showStage();
    showState(state);
    status.textContent = saidOf();
  }
  find("#ready").hidden = true;
  document.body.append(app);
  onWish(show);
  onPython(show);
  onResult(show);
  addEventListener("online", show);
  addEventListener("offline", show);
  show();
  drawWishes();
  startPython();
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

open();
