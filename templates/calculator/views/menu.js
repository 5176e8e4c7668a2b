/* The menu: everything but the game itself; themes. */

import { glyph } from "../parts/dice.js";
import { element, setText } from "../parts/elements.js";
import { saveGame } from "../parts/games.js";
import { menuEntries } from "../parts/menu.js";
import { openSheet } from "../parts/sheets.js";
import { has } from "../rules/engine.js";
import { DATA, gameChosen } from "../state/data.js";
import { page } from "../state/page.js";
import { redo } from "../state/play.js";
import { setSetting, setting } from "../state/storage.js";
import { pgettext } from "../state/texts.js";

/** @type {Record<string, string>} */
const THEMES = {
  auto: pgettext("page", "as the device"),
  light: pgettext("page", "light"),
  dark: pgettext("page", "dark"),
};

menuEntries.push(
  {
    order: 5,
    icon: "file",
    text: pgettext("page", "Save this game as a file"),
    note: () => "",
    act: () => saveGame(page.match),
    isShown: () => !page.hasRoom,
  },
  {
    order: 25,
    icon: "redo",
    text: pgettext("page", "Redo"),
    note: () => (page.log.undone.length ? "" : pgettext("page", "nothing")),
    act: redo,
  },
  { order: 50, icon: "print", text: pgettext("page", "Print the card"), note: () => "", act: () => window.print() },
  {
    order: 80,
    icon: "theme",
    text: pgettext("page", "Theme"),
    note: () => THEMES[themeNow()],
    act: nextTheme,
    stays: true,
    everywhere: true,
  },
  {
    order: 100,
    icon: "keys",
    text: pgettext("page", "Keys"),
    note: () => (setting("keys") === false ? pgettext("page", "off") : pgettext("page", "on")),
    act: () => setSetting("keys", setting("keys") === false),
    stays: true,
  }
);

export function showMenu() {
  /** @type {(() => void)[]} */
  const notes = [];
  const list = element(
    "ul",
    { class: "menu" },
    ...menuEntries
      .filter((entry) => (gameChosen || entry.everywhere) && (!entry.isShown || entry.isShown()))
      .sort((one, other) => one.order - other.order)
      .map((entry) => {
        const note = element("em", {});
        notes.push(() => setText(note, entry.note()));
        const act = () => {
          if (!entry.stays) {
            dialog.close();
          }
          entry.act();
          notes.forEach((show) => {
            show();
          });
        };
        return element(
          "li",
          {},
          element(
            "button",
            { type: "button", "data-entry": entry.icon, click: act },
            glyph(entry.icon),
            element("span", {}, entry.text),
            note
          )
        );
      })
  );
  const dialog = openSheet({
    title: gameChosen ? DATA.title : pgettext("page", "Menu"),
    kind: "sheet tall",
    body: [list],
  });
  notes.forEach((show) => {
    show();
  });
}

const themeNow = () => {
  const theme = setting("theme");
  return typeof theme === "string" && has(THEMES, theme) ? theme : "auto";
};

function nextTheme() {
  const themes = Object.keys(THEMES);
  setSetting("theme", themes[(themes.indexOf(themeNow()) + 1) % themes.length]);
  showTheme();
}

export function showTheme() {
  document.documentElement.dataset.theme = themeNow();
}
