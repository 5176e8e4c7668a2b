/* The question for the digits of a table: phones and the big screen ask it of those who typed the address. */

import { pgettext } from "../state/texts.js";
import { askTable } from "../state/wire.js";
import { element } from "./elements.js";

/** Return the field for the digits, and a form with it that goes on once the table has let in.
 *
 * @param {string} kind
 * @param {HTMLElement} submit
 * @param {() => void} goOn
 */
export function digitsForm(kind, submit, goOn) {
  const input = element("input", {
    autocomplete: "off",
    inputmode: "numeric",
    maxlength: 4,
    "aria-label": pgettext("page", "Digits"),
  });
  const said = element("p", { role: "status" });
  const asked = pgettext("page", "Scan the square of the table, or type the four digits below it.");
  const form = element("form", { class: kind }, element("p", {}, asked), input, said, submit);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { status, data } = await askTable("/enter", { digits: input.value.trim() });
    if (status === 204) {
      goOn();
    } else {
      said.textContent = data ? data.error : pgettext("page", "I cannot reach the table.");
    }
  });
  return { input, form };
}
