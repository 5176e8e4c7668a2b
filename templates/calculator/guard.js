/* The guard: a control that has just appeared, or has just changed its action, ignores input for a moment. Without it
   the second tap of a double tap would press what the first one has put under the finger. */

const MOMENT = 350; // ms; the taps of a double tap are at most 300 apart
const CONTROLS = "button, a[href], input, select, summary, #shade";
const AWAKE = "#undo, #menu, .seat"; // each stands where it has stood, and does what it has done

/** Return the control that an event is for; null for none. */
const controlOf = (node) => (node instanceof Element ? node.closest(CONTROLS) : null);

/** Let the controls in an element sleep: their presses do nothing, and their lines are thin and without colour. */
function lull(node, stays = AWAKE) {
  const wakes = performance.now() + MOMENT;
  [node, ...findAll(CONTROLS, node)]
    .filter((each) => each.matches(CONTROLS) && !(stays && each.matches(stays)))
    .forEach((each) => {
      page.asleep.set(each, wakes);
      toggle(each, "asleep", true);
    });
  if (!page.wakeTimer) {
    page.wakeTimer = setTimeout(wake, MOMENT);
  }
}

/** Wake the controls whose moment has passed. */
function wake() {
  const now = performance.now();
  page.asleep.forEach((wakes, each) => {
    if (wakes <= now || !each.isConnected) {
      page.asleep.delete(each);
      toggle(each, "asleep", false);
    }
  });
  page.wakeTimer = page.asleep.size ? setTimeout(wake, Math.max(1, Math.min(...page.asleep.values()) - now)) : 0;
}

/** Check whether a control sleeps. If so, the moment begins anew for all that sleep. */
function isAsleep(node) {
  wake();
  const sleeps = page.asleep.has(node);
  if (sleeps) {
    [...page.asleep.keys()].forEach((each) => lull(each, ""));
  }
  return sleeps;
}

/** Lull what has appeared, or does something else than before. */
function notice({ type, target, addedNodes, removedNodes, attributeName }) {
  const isGone = (what) => [...removedNodes].some((each) => each instanceof Element && each.matches(what));
  const node = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
  const isNote = (each) => each instanceof Element && each.closest(".note-over");
  if (isNote(node) || (type === "childList" && [...addedNodes, ...removedNodes].every((each) => isNote(each)))) {
    return; // a note over a sheet moves nothing
  }
  const control = node && controlOf(node);
  if (attributeName === "data-phase") {
    lull(find("#offers")); // which may hold the offers of the last turn, out of sight
  } else if (control) {
    const isDie = type !== "attributes" && control.closest("#dice"); // which tumbles; data-does says what it does
    if (!isDie && (attributeName !== "aria-disabled" || control.getAttribute(attributeName) !== "true")) {
      lull(control);
    }
  } else if (isGone("dialog") || (target.id === "end" && target.hidden)) {
    lull(document.body, ""); // all that was under it
  } else if (isGone("#first-hint") || (target.id === "unkept" && target.hidden)) {
    lull(find("main"));
  } else if (type === "childList" && node.closest("dialog")) {
    lull(node.closest("dialog")); // which may have another height now
    lull(find("#shade"));
  } else if (type === "childList") {
    addedNodes.forEach((each) => each instanceof Element && lull(each));
  } else if (attributeName === "hidden" && node && !node.hidden) {
    lull(node);
  }
}

/** Stop a press on what sleeps now, or slept when the finger went down. */
function guard(event) {
  const control = controlOf(event.target);
  const slept = page.pressedAsleep === control;
  page.pressedAsleep = null;
  if (control && (isAsleep(control) || slept)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/** Start to watch the page. */
function startGuard() {
  new MutationObserver((changes) => changes.forEach(notice)).observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["hidden", "aria-disabled", "data-does", "data-phase"],
  });
  document.addEventListener(
    "pointerdown",
    (event) => {
      const control = controlOf(event.target);
      page.pressedAsleep = control && isAsleep(control) ? control : null;
    },
    true
  );
  document.addEventListener("click", guard, true);
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.repeat && event.key === "Enter" && controlOf(event.target)) {
        event.preventDefault(); // a key that repeats presses nothing
      }
    },
    true
  );
}
