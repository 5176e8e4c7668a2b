/* Choices that travel as a link: the window that makes one, and the question of one that was opened. */

import { element } from "../../calculator/parts/elements.js";
import { CHOICES, checkedValues, choicesIn } from "../rules/links.js";
import { gameOf, isGame, listOf, pgettext } from "../state/data.js";
import { optionsOf } from "../state/options.js";
import { whenReady } from "../state/python.js";
import { COMMANDS } from "../state/result.js";
import { change, typedNames, valuesOf, wish } from "../state/wish.js";
import { closing, linkDialog, linkField, offerLink } from "./links.js";
import { showDialog } from "./parts.js";

/** Show a link with the choices of the document; names are in it only if that is asked for. */
export function shareChoices() {
  const { field, copy, write } = linkField();
  const named = element("input", { type: "checkbox" });
  const rewrite = () => {
    const { game, tab } = wish;
    const names = named.checked ? { names: typedNames() } : {};
    write(CHOICES, JSON.stringify({ game, tab, values: valuesOf(tab), ...names }));
  };
  named.addEventListener("change", rewrite);
  const dialog = linkDialog(
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
  rewrite();
  showDialog(dialog);
}

/** Ask whether the choices of a link are taken over. One that is broken is said to be so.
 *
 * @param {string | null} text what the link carries; null if it is broken
 */
export function offerChoices(text) {
  const heading = pgettext("workshop", "Choices from a link");
  const choices = choicesIn(text ?? "", { isGame, tabs: Object.keys(COMMANDS) });
  if (!choices) {
    offerLink(heading, null);
    return;
  }
  const words = pgettext(
    "workshop",
    "Somebody sent you their choices for %(game)s. Your own stay as they are until you take these.",
    { game: gameOf(choices.game).title }
  );
  const people = choices.names.length
    ? ` ${pgettext("workshop", "They come with the names of %(names)s.", { names: namesInWords(choices.names) })}`
    : "";
  offerLink(heading, {
    words: words + people,
    take: async () => {
      const dropped = await takeChoices(choices);
      return dropped.length
        ? pgettext("workshop", "Taken, but for what this program does not know: %(options)s.", {
            options: listOf(dropped),
          })
        : "";
    },
  });
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
  return listOf(names.length > 3 ? [...first, "…"] : first);
}
