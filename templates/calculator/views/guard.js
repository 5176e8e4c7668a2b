/* The guard: a press on a control that has just appeared, or has just changed its action, does nothing. Without it the
 * second tap of a double tap would press what the first one has put under the finger.
 *
 * The time of a press is that of the finger, which a busy phone handles much later. It counts from the time at which
 * the control was painted as it is now: before that the finger was on something else.
 */

import { find, findAll, toggle } from "../parts/elements.js";

const guardState = {
  changes: new WeakMap(), // by control: when its last change was `seen`, and the press `after` which it changed
  unseen: new Set(), // controls whose last change is not painted yet
  press: null, // when and where a finger or a key went down that has not clicked yet
  acted: null, // the last press that did something
};

const MOMENT = 350; // ms; the taps of a double tap are at most 300 apart
const CONTROLS = "button, a[href], input, select, summary, #shade";
const AWAKE = "#undo, #menu, .seat"; // each stands where it has stood, and does what it has done
const TYPED = "#faces button, #erase, #dice .slot"; // write nothing: only the second tap of a double tap is stopped
const NEAR = 16; // px; a double tap is closer, and the middles of two keys are 44 apart

/** Return the control that an event is for; null for none. */
const controlOf = (node) => (node instanceof Element ? node.closest(CONTROLS) : null);

/** Let the controls in an element sleep: their presses do nothing, and their lines are thin and without colour. */
function lull(node, stays = AWAKE) {
  if (!guardState.unseen.size) {
    requestAnimationFrame(watchPaint);
  }
  [node, ...findAll(CONTROLS, node)]
    .filter((each) => each.matches(CONTROLS) && !(stays && each.matches(stays)))
    .forEach((each) => {
      guardState.unseen.add(each);
      guardState.changes.set(each, { seen: Infinity, after: guardState.acted });
      toggle(each, "asleep", !each.matches(TYPED));
    });
}

/** Note when the frame that begins now has been painted, which is before the next one begins. */
function watchPaint() {
  const painted = guardState.unseen;
  guardState.unseen = new Set();
  requestAnimationFrame(() => {
    const seen = performance.now();
    painted.forEach((each) => {
      if (!guardState.unseen.has(each)) {
        guardState.changes.get(each).seen = seen;
      }
    });
    setTimeout(() => wake(painted, seen), MOMENT);
  });
}

/** Wake the controls that have not changed since they were seen. */
function wake(painted, seen) {
  painted.forEach((each) => {
    if (guardState.changes.get(each).seen === seen) {
      toggle(each, "asleep", false);
    }
  });
}

/** Check whether a press was made before its control had been seen for a moment. */
function isTooEarly(control, press) {
  const change = guardState.changes.get(control);
  if (!change || press.when >= change.seen + MOMENT) {
    return false;
  }
  return !control.matches(TYPED) || isNear(press, change.after);
}

/** Check whether two presses were made by a finger in one place. Those of keys have no place. */
const isNear = (one, other) => Boolean(other) && Math.hypot(one.x - other.x, one.y - other.y) <= NEAR;

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

/** Note when and where a finger or a key went down: the click that it makes comes later. */
function notePress({ timeStamp, clientX, clientY }) {
  guardState.press = { when: timeStamp, x: clientX, y: clientY };
}

/** Forget a press once the click that it may make has come: Space clicks after `keyup`. */
function forgetPress() {
  const { press } = guardState;
  setTimeout(() => {
    if (guardState.press === press) {
      guardState.press = null;
    }
  });
}

/** Stop a click whose press came too early. A screen reader clicks without a press. */
function guard(event) {
  const control = controlOf(event.target);
  const press = guardState.press || { when: event.timeStamp };
  guardState.press = null;
  if (control && isTooEarly(control, press)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    guardState.acted = press;
  }
}

/** Start to watch the page. */
export function startGuard() {
  new MutationObserver((changes) => changes.forEach(notice)).observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["hidden", "aria-disabled", "data-does", "data-phase"],
  });
  document.addEventListener("pointerdown", notePress, true);
  document.addEventListener("pointercancel", forgetPress, true);
  document.addEventListener("keyup", forgetPress, true);
  document.addEventListener("click", guard, true);
  document.addEventListener(
    "keydown",
    (event) => {
      notePress(event);
      if (event.repeat && event.key === "Enter" && controlOf(event.target)) {
        event.preventDefault(); // a key that repeats presses nothing
      }
    },
    true
  );
}
