/* Links that carry something behind their hash: the field of one that is shared, and the question of one that came. */

import { element } from "../../calculator/parts/elements.js";
import { linkPart } from "../rules/links.js";
import { pgettext } from "../state/data.js";
import { button, showDialog } from "./parts.js";

/** Return the field of a link, the button that copies it, and the function that writes the link of a text. */
export function linkField() {
  const field = element("input", { type: "text", readonly: true, "aria-label": pgettext("workshop", "Link") });
  const copy = button("copy", pgettext("workshop", "Copy"), async () => {
    await navigator.clipboard.writeText(field.value);
    copy.replaceChildren(pgettext("workshop", "Copied"));
  });
  copy.classList.add("main");
  /** @param {string} mark @param {string} text */
  const write = async (mark, text) => {
    const address = new URL(location.href);
    address.hash = await linkPart(mark, text);
    field.value = address.href;
    return field.value;
  };
  return { field, copy, write };
}

/** Return a dialog about a link.
 *
 * @param {string} heading
 * @param {...HTMLElement} nodes
 */
export const linkDialog = (heading, ...nodes) =>
  element("dialog", { class: "of-link", "aria-label": heading }, element("h2", {}, heading), ...nodes);

/** Return a button that closes a dialog.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string} words
 */
export const closing = (dialog, words) => element("button", { type: "button", click: () => dialog.close() }, words);

/** Ask whether what a link carries is taken over. The hash that brought it goes with the question.
 *
 * @param {string} heading
 * @param {{ words: string, take: () => Promise<string> } | null} offer what it carries, and what takes it: that returns
 *   what was not taken, in words, or nothing; null for a broken link
 */
export function offerLink(heading, offer) {
  const broken = pgettext("workshop", "This link is not whole, or of another program. Ask for it once more.");
  const words = element("p", {}, offer?.words ?? broken);
  const dialog = linkDialog(heading, words);
  const no = closing(dialog, pgettext("workshop", "Not now"));
  const acts = element("div", { class: "beside" }, no);
  dialog.append(acts);
  if (offer) {
    const take = async () => {
      const lack = await offer.take();
      if (lack) {
        words.textContent = lack;
        yes.remove();
        no.textContent = pgettext("workshop", "Close");
      } else {
        dialog.close();
      }
    };
    const yes = element("button", { type: "button", class: "main", click: take }, pgettext("workshop", "Take them"));
    acts.prepend(yes);
  }
  dialog.addEventListener("close", () => history.replaceState(history.state, "", location.pathname));
  showDialog(dialog);
}
