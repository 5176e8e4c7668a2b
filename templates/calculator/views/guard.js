/* The guard: a press on a control that has just appeared, or has just changed its action, does nothing. Without it the
 * second tap of a double tap would press what the first one has put under the finger.
 *
 * The time of a press is that of the finger, which a busy phone handles much later. It counts from the time at which
 * the control was painted as it is now: before that the finger was on something else.
 */

import { find, toggle } from "../parts/elements.js";

const guardState = {
  // by control: when its last change was `seen`, and the press `after` which it changed
  changes: /** @type {WeakMap<Element, { seen: number, after: Press | null }>} */ (new WeakMap()),
  // controls whose last change is not painted yet
  unseen: /** @type {Set<Element>} */ (new Set()),
  // a finger or a key that went down and has not clicked yet
  press: /** @type {Press | null} */ (null),
  // the last press that did something
  acted: /** @type {Press | null} */ (null),
};

const MOMENT = 350; // ms; the taps of a double tap are at most 300 apart
const CONTROLS = "button, a[href], input, select, summary, #shade";
const AWAKE = "#undo, #menu, .seat"; // each stands where it has stood, and does what it has done
const TYPED = "#faces button, #erase, #dice .slot"; // write nothing: only the second tap of a double tap is stopped
const NEAR = 16; // px; a double tap is closer, and the middles of two keys are 44 apart

/** Return the control that an event is for; null for none.
 *
 * @param {EventTarget | null} node
 */
const controlOf = (node) => (node instanceof Element ? node.closest(CONTROLS) : null);

/** Let the controls in an element sleep: their presses do nothing, and their lines are thin and without colour.
 *
 * @param {Element} node
 * @param {string} [stays]
 */
function lull(node, stays = AWAKE) {
  if (!guardState.unseen.size) {
    requestAnimationFrame(watchPaint);
  }
  [node, ...node.querySelectorAll(CONTROLS)]
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
      const change = guardState.changes.get(each);
      if (change && !guardState.unseen.has(each)) {
        change.seen = seen;
      }
    });
    setTimeout(() => wake(painted, seen), MOMENT);
  });
}

/** Wake the controls that have not changed since they were seen.
 *
 * @param {Set<Element>} painted
 * @param {number} seen
 */
function wake(painted, seen) {
  painted.forEach((each) => {
    const change = guardState.changes.get(each);
    if (change && change.seen === seen) {
      toggle(each, "asleep", false);
    }
  });
}

/** Check whether a press was made before its control had been seen for a moment.
 *
 * @param {Element} control
 * @param {Press} press
 */
function isTooEarly(control, press) {
  const change = guardState.changes.get(control);
  if (!change || press.when >= change.seen + MOMENT) {
    return false;
  }
  return !control.matches(TYPED) || isNear(press, change.after);
}

/** Check whether two presses were made by a finger in one place. Those of keys have no place.
 *
 * @param {Press} one
 * @param {Press | null} other
 */
const isNear = (one, other) =>
  one.at !== undefined &&
  other !== null &&
  other.at !== undefined &&
  Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y) <= NEAR;

/** Lull what has appeared, or does something else than before.
 *
 * @param {MutationRecord} record
 */
function notice({ type, target, addedNodes, removedNodes, attributeName }) {
  const node = target instanceof HTMLElement ? target : target.parentElement;
  const isGone = (/** @type {string} */ what) =>
    [...removedNodes].some((each) => each instanceof Element && each.matches(what));
  const isNowHidden = (/** @type {string} */ id) => node !== null && node.id === id && node.hidden;
  const isNote = (/** @type {Node | null} */ each) => each instanceof Element && each.closest(".note-over");
  if (isNote(node) || (type === "childList" && [...addedNodes, ...removedNodes].every((each) => isNote(each)))) {
    return; // a note over a sheet moves nothing
  }
  const control = controlOf(node);
  const sheet = node && node.closest("dialog");
  if (attributeName === "data-phase") {
    lull(find("#offers")); // which may hold the offers of the last turn, out of sight
  } else if (control) {
    const isDie = type !== "attributes" && control.closest("#dice"); // which tumbles; data-does says what it does
    if (!isDie && (attributeName !== "aria-disabled" || control.getAttribute(attributeName) !== "true")) {
      lull(control);
    }
  } else if (isGone("dialog") || isNowHidden("end")) {
    lull(document.body, ""); // all that was under it
  } else if (isGone("#first-hint") || isNowHidden("unkept")) {
    lull(find("main"));
  } else if (type === "childList" && sheet) {
    lull(sheet); // which may have another height now
    lull(find("#shade"));
  } else if (type === "childList") {
    addedNodes.forEach((each) => {
      if (each instanceof Element) {
        lull(each);
      }
    });
  } else if (attributeName === "hidden" && node && !node.hidden) {
    lull(node);
  }
}

/** Note when and where a finger or a key went down: the click that it makes comes later.
 *
 * @param {KeyboardEvent | PointerEvent} press
 */
function notePress(press) {
  const at = press instanceof PointerEvent ? { x: press.clientX, y: press.clientY } : undefined;
  guardState.press = { when: press.timeStamp, at };
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

/** Stop a click whose press came too early. A screen reader clicks without a press.
 *
 * @param {MouseEvent} event
 */
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
