/* Choices that travel as a link: the window that makes one, and the question of one that was opened. */

import { element } from "../../calculator/parts/elements.js";
import { CHOICES, checkedValues, choicesIn, linkPart } from "../rules/links.js";
import { gameOf, isGame, language, pgettext } from "../state/data.js";
import { optionsOf } from "../state/options.js";
import { whenReady } from "../state/python.js";
import { COMMANDS } from "../state/result.js";
import { change, typedNames, valuesOf, wish } from "../state/wish.js";
import { button } from "./parts.js";

/** Show a link with the choices of the document; names are in it only if that is asked for. */
export function shareChoices() {
  const field = element("input", { type: "text", readonly: true, "aria-label": pgettext("workshop", "Link") });
  const named = element("input", { type: "checkbox" });
  const copy = button("copy", pgettext("workshop", "Copy"), async () => {
    await navigator.clipboard.writeText(field.value);
    copy.replaceChildren(pgettext("workshop", "Copied"));
  });
  copy.classList.add("main");
  const write = async () => {
    const { game, tab } = wish;
    const names = named.checked ? { names: typedNames() } : {};
    const address = new URL(location.href);
    address.hash = await linkPart(CHOICES, JSON.stringify({ game, tab, values: valuesOf(tab), ...names }));
    field.value = address.href;
  };
  named.addEventListener("change", write);
  const dialog = makeDialog(
    pgettext("workshop", "Share these choices"),
    element(
      "p",
      {},
      wish.own
        ? pgettext("workshop", "The link has the game and its options. House rules have a link of their own.")
        : pgettext("workshop", "The link has the game and its options. They reach no server.")
    ),
    field,
    ...(typedNames().length
      ? [element("label", { class: "with-names" }, named, pgettext("workshop", "with the names"))]
      : [])
  );
  dialog.append(element("div", { class: "beside" }, copy, closing(dialog, pgettext("workshop", "Close"))));
  write();
  dialog.showModal();
}

/** Ask whether the choices of a link are taken over. One that is broken is said to be so.
 *
 * @param {string | null} text what the link carries; null if it is broken
 */
export function offerChoices(text) {
  const choices = choicesIn(text ?? "", { isGame, tabs: Object.keys(COMMANDS) });
  const heading = pgettext("workshop", "Choices from a link");
  if (!choices) {
    const sentence = pgettext("workshop", "This link is not whole, or of another program. Ask for it once more.");
    const broken = makeDialog(heading, element("p", {}, sentence));
    broken.append(element("div", { class: "beside" }, closing(broken, pgettext("workshop", "Not now"))));
    broken.showModal();
    return;
  }
  const { names } = choices;
  const words = element(
    "p",
    {},
    pgettext(
      "workshop",
      "Somebody sent you their choices for %(game)s. Your own stay as they are until you take these.",
      {
        game: gameOf(choices.game).title,
      }
    ),
    names.length
      ? ` ${pgettext("workshop", "They come with the names of %(names)s.", { names: namesInWords(names) })}`
      : ""
  );
  const dialog = makeDialog(heading, words);
  const take = async () => {
    const dropped = await takeChoices(choices);
    if (dropped.length) {
      const options = new Intl.ListFormat(language).format(dropped);
      words.textContent = pgettext("workshop", "Taken, but for what this program does not know: %(options)s.", {
        options,
      });
      yes.remove();
      no.textContent = pgettext("workshop", "Close");
    } else {
      dialog.close();
    }
  };
  const yes = element("button", { type: "button", class: "main", click: take }, pgettext("workshop", "Take them"));
  const no = closing(dialog, pgettext("workshop", "Not now"));
  dialog.append(element("div", { class: "beside" }, yes, no));
  dialog.showModal();
}

/** Take choices over, and return the names of options that are unknown or have a wrong value.
 *
 * @param {SharedChoices} choices
 */
async function takeChoices({ game, tab, names, values }) {
  await whenReady();
  const { right, dropped } = checkedValues(values, await optionsOf(tab));
  const people = names.length ? { names, tables: null } : {};
  change({
    game,
    own: "",
    about: null,
    mine: 0,
    isChosen: true,
    tab,
    ...people,
    values: { ...wish.values, [tab]: right },
  });
  return dropped;
}

/** Return the first names in words, so that a long list does not fill the screen.
 *
 * @param {string[]} names
 */
function namesInWords(names) {
  const first = names.slice(0, 3).map((name) => name.slice(0, 40));
  return new Intl.ListFormat(language).format(names.length > 3 ? [...first, "…"] : first);
}

/** Return a dialog that goes when it is closed, and with it the hash that brought it.
 *
 * @param {string} heading
 * @param {...HTMLElement} nodes
 */
function makeDialog(heading, ...nodes) {
  const dialog = element(
    "dialog",
    { class: "sharing-choices", "aria-label": heading },
    element("h2", {}, heading),
    ...nodes
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    history.replaceState(history.state, "", location.pathname);
  });
  document.body.append(dialog);
  return dialog;
}

/** @param {HTMLDialogElement} dialog @param {string} words */
const closing = (dialog, words) => element("button", { type: "button", click: () => dialog.close() }, words);
