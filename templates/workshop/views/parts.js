/* Parts of which the views are made: dice, signs, steps, buttons and rows of choices. */

import { drawn, element, findAll, findOf, focused, toggle as toggleClass } from "../../calculator/parts/elements.js";
import { npgettext, pgettext } from "../state/data.js";
import { close } from "../state/windows.js";

/** Return a sign.
 *
 * @param {string} name
 */
export const glyph = (name) =>
  drawn("svg", { class: "glyph", "aria-hidden": "true" }, drawn("use", { href: `#g-${name}` }));

/** Return a die: solid counts, open lies there, blank is any.
 *
 * @param {number | string} face
 * @param {string} kind
 */
export const die = (face, kind) =>
  drawn(
    "svg",
    { class: `die ${kind}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    drawn("use", { href: `#${typeof face === "string" ? "face-" : "die"}${face}` })
  );

/** Return the dice of a game in two lines, the larger half above.
 *
 * @param {{ signature: WorkshopGame["signature"] }} game
 */
export function signature(game) {
  const dice = game.signature.map(([face, kind]) => die(face, kind));
  const above = Math.ceil(dice.length / 2);
  return element(
    "span",
    { class: "signature", "aria-hidden": "true" },
    element("span", {}, ...dice.slice(0, above)),
    element("span", {}, ...dice.slice(above))
  );
}

/** Return the heading of a step: its number as a die, solid if it can be done now (`showStep`).
 *
 * @param {number} number
 * @param {string} words
 * @param {string} [aside]
 */
export const step = (number, words, aside = "") =>
  element("h2", { class: "step" }, die(number, "solid"), element("span", {}, words), element("small", {}, aside));

/** Show whether a step can be done now: its die is solid then, else open.
 *
 * @param {HTMLElement} heading
 * @param {boolean} isOpen
 */
export function showStep(heading, isOpen) {
  const number = findOf(SVGElement, ".die", heading);
  toggleClass(number, "solid", !isOpen);
  toggleClass(number, "open", isOpen);
}

/** Return a button with a sign, words, or both; a label for what is only a sign.
 *
 * @param {string} sign
 * @param {string} words
 * @param {() => void} press
 * @param {Attributes} [attributes]
 */
export const button = (sign, words, press, attributes = {}) =>
  element(
    "button",
    { type: "button", click: press, ...attributes },
    ...(sign ? [glyph(sign)] : []),
    ...(words ? [element("span", {}, words)] : [])
  );

/** Show nodes in a place. One that equals what is there leaves it alone, with the press that it may be in the middle of;
 * if one that is replaced has the focus, the new one gets it, on the same control.
 *
 * @param {HTMLElement} place
 * @param {HTMLElement[]} nodes
 */
export function renew(place, nodes) {
  const before = [...place.children];
  before.slice(nodes.length).forEach((node) => {
    node.remove();
  });
  nodes.forEach((node, number) => {
    const old = before[number];
    if (!old) {
      place.append(node);
    } else if (!old.isEqualNode(node)) {
      const control = controlsOf(old).indexOf(focused());
      old.replaceWith(node);
      controlsOf(node)[control]?.focus();
    }
  });
}

/** Return what can have the focus in a node, itself included.
 *
 * @param {Element} node
 */
function controlsOf(node) {
  const controls = findAll("button, input, a, select", node);
  return node instanceof HTMLElement && node.matches("button") ? [node, ...controls] : controls;
}

/** Return a row of choices of which one is on.
 *
 * @template Value
 * @param {string} label
 * @param {{ value: Value, words: string }[]} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} choose
 */
export function choiceRow(label, choices, chosen, choose) {
  const buttons = choices.map(({ value, words }) =>
    element("button", { type: "button", "aria-pressed": String(value === chosen), click: () => choose(value) }, words)
  );
  return element("div", { class: "choices", role: "group", "aria-label": label }, ...buttons);
}

/** Return a control for a number: less, the number, more.
 *
 * @param {string} label
 * @param {{ value: number | null, least: number, most: number }} bounds
 * @param {(value: number) => void} choose
 */
export function counter(label, { value, least, most }, choose) {
  const now = value ?? least;
  const stepButton = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {number} */ next) =>
    button(sign, "", () => choose(next), { "aria-label": words, disabled: next < least || next > most });
  return element(
    "div",
    { class: "choices", role: "group", "aria-label": label },
    stepButton("minus", pgettext("workshop", "less"), value === null ? least : now - 1),
    element("output", {}, value === null ? "–" : String(value)),
    stepButton("plus", pgettext("workshop", "more"), value === null ? least : now + 1)
  );
}

/** Return a time in words: minutes, or hours and minutes.
 *
 * @param {number} minutes
 */
export function timeInWords(minutes) {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) {
    return pgettext("workshop", "%(minutes)s min", { minutes });
  }
  return rest
    ? pgettext("workshop", "%(hours)s h %(minutes)s", { hours, minutes: String(rest).padStart(2, "0") })
    : npgettext("workshop", "%(n)s hour", "%(n)s hours", hours);
}

/** Return a switch.
 *
 * @param {string} label
 * @param {boolean} isOn
 * @param {() => void} press
 * @param {Attributes} [attributes]
 */
export const toggle = (label, isOn, press, attributes = {}) =>
  element("button", {
    type: "button",
    class: "toggle",
    role: "switch",
    "aria-checked": String(isOn),
    "aria-label": label,
    click: press,
    ...attributes,
  });

/** Return the way back and the title with which a view that takes the whole window begins.
 *
 * @param {string} title
 */
export const windowHead = (title) => [
  button("back", "", close, { class: "bare square", "aria-label": pgettext("workshop", "Back") }),
  element("h1", { tabindex: -1 }, title),
];

/** Show a dialog over the page. It goes when it is closed.
 *
 * @param {HTMLDialogElement} dialog
 */
export function showDialog(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
