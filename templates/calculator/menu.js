/* The menu, which holds all that is not the game itself; themes. */

/** What the menu holds: {order, icon, text, note: () => what stands beside it, act}. */
const menuEntries = [
  { order: 10, icon: "plus", text: words.new_game, note: () => "", act: () => startNew() },
  { order: 20, icon: "people", text: words.players, note: () => words.players_note, act: showPlayers },
  { order: 25, icon: "redo", text: words.redo, note: () => (next.length ? "" : words.nothing_to_redo), act: redo },
  { order: 30, icon: "help", text: words.explanation, note: () => "", act: explainAll },
  { order: 50, icon: "print", text: words.print_card, note: () => "", act: () => window.print() },
  { order: 80, icon: "theme", text: words.theme, note: () => words.themes[themeNow()], act: nextTheme, stays: true, everywhere: true },
  { order: 100, icon: "keys", text: words.shortcuts, note: () => (setting("keys") === false ? words.off : words.on), act: () => setSetting("keys", setting("keys") === false), stays: true },
];

function showMenu() {
  const notes = [], list = element("ul", { class: "menu" }, ...menuEntries.filter((entry) => gameChosen || entry.everywhere).sort((one, other) => one.order - other.order).map((entry) => {
    const note = element("em", {});
    notes.push(() => setText(note, entry.note()));
    const act = () => {
      if (!entry.stays) {
        dialog.close();
      }
      entry.act();
      notes.forEach((show) => show());
    };
    return element("li", {}, element("button", { type: "button", "data-entry": entry.icon, click: act }, glyph(entry.icon), element("span", {}, entry.text), note));
  }));
  const dialog = openSheet({ title: gameChosen ? DATA.title : words.menu, kind: "sheet tall", body: [list] });
  notes.forEach((show) => show());
}

const themeNow = () => { const theme = setting("theme"); return typeof theme === "string" && has(words.themes, theme) ? theme : "auto"; };

function nextTheme() {
  const themes = Object.keys(words.themes);
  setSetting("theme", themes[(themes.indexOf(themeNow()) + 1) % themes.length]);
  showTheme();
}

function showTheme() {
  document.documentElement.dataset.theme = themeNow();
}
