/* Step 2: a field for each name, and one more. */

import { element, find, findAllOf, findOf, setAttribute, setText } from "../../calculator/parts/elements.js";
import { isList, isLong, namesIn } from "../rules/names.js";
import { pgettext } from "../state/data.js";
import { result } from "../state/result.js";
import { change, mostSeats, takeList, wish } from "../state/wish.js";
import { button, die } from "./parts.js";

/** Letters that can be typed; the program says from where on a name is too long. */
const LONGEST = 200;

/** @param {number} place */
const numberDice = (place) => (place < 6 ? [place + 1] : place < 12 ? [6, place - 5] : []);

/** Return the list of fields; it keeps its nodes, so that typing is not disturbed.
 *
 * @returns {HTMLElement}
 */
export function nameFields() {
  const list = element("div", { class: "names" });
  showNames(list);
  return list;
}

/** Show as many fields as there are names, and one more.
 *
 * @param {HTMLElement} list
 */
export function showNames(list) {
  const count = wish.names.length + 1;
  while (list.children.length > count) {
    list.lastElementChild?.remove();
  }
  while (list.children.length < count) {
    list.append(nameRow(list.children.length));
  }
  findAllOf(HTMLInputElement, "input", list).forEach((field, place) => {
    const name = wish.names[place] ?? "";
    if (field.value !== name) {
      field.value = name;
    }
    setAttribute(
      field,
      "placeholder",
      place === 0 ? pgettext("workshop", "name") : pgettext("workshop", "anyone else?")
    );
    const row = /** @type {HTMLElement} */ (field.parentElement);
    row.classList.toggle("filled", name.trim() !== "");
    row.classList.toggle("last", place === wish.names.length);
    const fault = faultOf(place);
    setText(find(".fault", row), fault);
    setAttribute(field, "aria-invalid", fault ? "true" : null);
  });
}

/** Return what is wrong with the name of a field; empty if nothing is.
 *
 * @param {number} place of the field: empty ones are not counted among the names
 */
function faultOf(place) {
  const isFilled = (/** @type {string | undefined} */ name) => (name ?? "").trim() !== "";
  const number = wish.names.slice(0, place).filter(isFilled).length;
  const fault = isFilled(wish.names[place]) && result.nameFaults.find((found) => found.place === number);
  return fault ? fault.message : "";
}

/** @param {number} place */
function nameRow(place) {
  const label = pgettext("workshop", "Name of player %(n)s", { n: place + 1 });
  const field = element("input", {
    type: "text",
    maxlength: LONGEST,
    autocomplete: "off",
    enterkeyhint: "next",
    "aria-label": label,
  });
  field.addEventListener("input", () => write(place, field.value));
  field.addEventListener("keydown", (event) => pressed(event, place));
  field.addEventListener("paste", (event) => pasted(event, place));
  const away = button("close", "", () => remove(place), {
    class: "bare",
    "aria-label": pgettext("workshop", "Take player %(n)s away", { n: place + 1 }),
  });
  const faces = numberDice(place);
  const number = element(
    "span",
    { class: "seat", "aria-hidden": "true" },
    ...(faces.length ? faces.map((face) => die(face, "open")) : [String(place + 1)])
  );
  const id = `fault-${place}`;
  field.setAttribute("aria-describedby", id);
  return element("div", { class: "name" }, number, field, away, element("small", { class: "fault", id }));
}

/** Write a name; a comma goes on to the next field.
 *
 * @param {number} place
 * @param {string} text
 */
function write(place, text) {
  const [name, ...more] = text.split(",").map((part, number) => (number ? part.trimStart() : part));
  const names = [...wish.names];
  names.splice(place, 1, name, ...more.filter((other) => other !== ""));
  change({ names: withoutLast(names) });
  if (more.length && name.trim()) {
    focusOn(place + 1);
  }
}

/** Return names without the empty ones at the end.
 *
 * @param {string[]} names
 */
function withoutLast(names) {
  const filled = names.findLastIndex((name) => name !== "");
  return names.slice(0, filled + 1);
}

/** @param {number} place */
function remove(place) {
  change({ names: wish.names.filter((_, other) => other !== place) });
  focusOn(Math.min(place, wish.names.length));
}

/** Enter goes on to the next field; Backspace in an empty one goes back.
 *
 * @param {KeyboardEvent} event
 * @param {number} place
 */
function pressed(event, place) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (event.key === "Enter") {
    event.preventDefault();
    focusOn(field.value.trim() ? place + 1 : place);
  } else if (event.key === "Backspace" && field.value === "" && place > 0) {
    event.preventDefault();
    focusOn(place - 1);
  }
}

/** Take a pasted list over, from this field on.
 *
 * @param {ClipboardEvent} event
 * @param {number} place
 */
function pasted(event, place) {
  const text = event.clipboardData?.getData("text") ?? "";
  if (!isList(text)) {
    return;
  }
  event.preventDefault();
  const before = wish.names.slice(0, place);
  const names = [...before, ...namesIn(text)];
  if (isLong(text) || names.length > mostSeats()) {
    takeList(text, before);
    const list = findOf(HTMLTextAreaElement, ".club textarea");
    list.focus();
    list.setSelectionRange(0, 0);
    list.scrollTop = 0;
  } else {
    change({ names });
    focusOn(names.length);
  }
}

/** @param {number} place */
function focusOn(place) {
  findAllOf(HTMLInputElement, ".names input")[place]?.focus();
}
