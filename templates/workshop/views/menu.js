/* The menu of the head: help in short, what is kept on this device, and what this is. */

import { element } from "../../calculator/parts/elements.js";
import { DATA, pgettext, root } from "../state/data.js";
import { forgetAll } from "../state/kept.js";
import { button, showDialog } from "./parts.js";

/** Show the menu over the page; Escape closes it.
 *
 * @param {...HTMLElement} acts what else can be done there, where the head has no room for it
 */
export function openMenu(...acts) {
  const heading = element("h2", { id: "menu-title" }, pgettext("workshop", "The workshop"));
  const away = button("close", "", () => dialog.close(), {
    class: "bare square",
    "aria-label": pgettext("workshop", "Close"),
  });
  const dialog = element(
    "dialog",
    { class: "menu", "aria-labelledby": "menu-title" },
    element("header", {}, heading, away),
    element("div", { class: "acts" }, ...acts),
    ...helpNodes(),
    element("h3", {}, pgettext("workshop", "On this device")),
    forgetPart(),
    aboutPart()
  );
  showDialog(dialog);
}

/** Return what the workshop does, its keys, and what it leaves to the command line. */
function helpNodes() {
  const keys = [
    [pgettext("workshop", "Enter or a comma"), pgettext("workshop", "goes to the next name")],
    [pgettext("workshop", "Backspace in an empty field"), pgettext("workshop", "goes back to the name before")],
    [
      pgettext("workshop", "Escape"),
      pgettext("workshop", "closes what lies over the page, as the browser’s back does"),
    ],
    [pgettext("workshop", "Tab"), pgettext("workshop", "goes on, out of the file too")],
  ];
  return [
    element(
      "p",
      {},
      pgettext(
        "workshop",
        "Choose a game, type the names if you like, and print. The sheet beside it is what comes out of the printer."
      )
    ),
    element("h3", {}, pgettext("workshop", "Keys")),
    element("dl", {}, ...keys.flatMap(([key, words]) => [element("dt", {}, key), element("dd", {}, words)])),
    element("h3", {}, pgettext("workshop", "Photos, odds and advice")),
    element(
      "p",
      {},
      pgettext(
        "workshop",
        "They are not here but on the command line: “sheetgen check” reads a photo of a finished card, “sheetgen odds” has the odds of each box, and “sheetgen advise” says what to keep."
      )
    ),
  ];
}

/** Return the button that empties what is kept here. It asks once. */
function forgetPart() {
  const part = element("div", { class: "forget" });
  const ask = () =>
    part.replaceChildren(
      element("p", {}, element("b", {}, pgettext("workshop", "Names, choices and your own games go. Sure?"))),
      element(
        "div",
        { class: "beside" },
        element("button", { type: "button", class: "main", click: forget }, pgettext("workshop", "Forget them")),
        element("button", { type: "button", click: show }, pgettext("workshop", "Keep them"))
      )
    );
  const show = () =>
    part.replaceChildren(
      element(
        "p",
        {},
        pgettext(
          "workshop",
          "Game, names, paper, options, own games and notes on the printer are kept here, and nowhere else."
        )
      ),
      button("erase", pgettext("workshop", "Forget everything here"), ask)
    );
  show();
  return part;
}

async function forget() {
  await forgetAll();
  location.replace(location.pathname);
}

const aboutPart = () =>
  element(
    "p",
    { class: "soft about" },
    pgettext("workshop", "sheetgen %(version)s, free software under the MIT licence.", { version: DATA.version }),
    " ",
    element("a", { href: `${root}licences.txt` }, pgettext("workshop", "What is in it, and its licences"))
  );
