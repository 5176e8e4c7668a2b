/* The names of all games of this browser: how often each played and won, the best totals, and the colours of charts. */

import { glyph, rowIcon, seatDice } from "../parts/dice.js";
import { drawn, element, setAttribute } from "../parts/elements.js";
import { fileActions } from "../parts/games.js";
import { menuEntries } from "../parts/menu.js";
import { poolOf } from "../parts/names.js";
import { actions, ask, button, closeSheet, openSheet, openSheets } from "../parts/sheets.js";
import { plain } from "../rules/words.js";
import { ALL, gameChosen } from "../state/data.js";
import { notify } from "../state/events.js";
import { STORED } from "../state/files.js";
import { keepNow, loadFinished } from "../state/kept.js";
import { COLOUR_NAMES, chosenColours, keptPeople, people } from "../state/people.js";
import { renamePlayer } from "../state/play.js";
import { read, setSetting, storageKeys, write } from "../state/storage.js";
import { npgettext, pgettext } from "../state/texts.js";

menuEntries.push({
  order: 35,
  icon: "best",
  text: pgettext("page", "Names, colours, best totals"),
  note: () => "",
  act: showPool,
  isShown: () => !gameChosen,
  everywhere: true,
});

/** @param {number[]} figures */
const figuresText = ([games, won]) =>
  `${npgettext("page", "%(n)s game", "%(n)s games", games)}, ${pgettext("page", "%(n)s won", { n: won })}`;

/** Return the line of a colour as it is in charts: it is told by its pattern, too.
 *
 * @param {number} colour
 * @param {number} wide
 */
const lineOf = (colour, wide) =>
  drawn(
    "svg",
    { class: `stroke colour${colour}`, viewBox: `0 0 ${wide} 12`, width: wide, height: 12, "aria-hidden": "true" },
    drawn("path", { d: `M2 6H${wide - 2}`, class: `pattern${(colour - 1) % 4}` }),
    ...(colour > 4 ? [drawn("rect", { x: wide / 2 - 4, y: 2, width: 8, height: 8, rx: 2 })] : [])
  );

/** Show the names with their figures, and the table of best totals. */
export function showPool() {
  const { rows, names, figures } = poolOf();
  const players = names.map((name) => ({ id: name, name }));
  const line = (/** @type {{ id: string, name: string }} */ player) => {
    const row = button("", () => showPerson(player.name), { class: "person" });
    row.append(
      lineOf(people.colour(player, { players }), 30),
      element("bdi", {}, player.name),
      element("small", {}, figuresText(figures.get(player.name) || [0, 0])),
      glyph("next")
    );
    return element("li", {}, row);
  };
  const more = button(pgettext("page", "Name"), () => showPerson(""), { icon: "plus", class: "new" });
  const shown = names.filter((name) => rows.some((row) => row.people.some(([other]) => other === name)));
  closeSheet(openSheets().find((sheet) => sheet.matches(".pool"))); // itself, or what it was opened from
  openSheet({
    title: pgettext("page", "Players"),
    kind: "full games pool",
    body: [
      more,
      element("ul", {}, ...players.map(line)),
      ...(rows.length
        ? [
            bestTable(rows, shown),
            element(
              "p",
              { class: "soft" },
              pgettext("page", "All games of this browser. Solid: the best of that game.")
            ),
          ]
        : [element("p", { class: "none" }, pgettext("page", "There are no finished games yet."))]),
      fileActions(),
    ],
  });
}

/** Return the table of the best total of each name in each game.
 *
 * @param {GameSummary[]} rows
 * @param {string[]} names
 */
function bestTable(rows, names) {
  const line = (/** @type {GameSummary} */ row) => {
    const best = new Map(row.people.map(([name, , , total]) => [name, total]));
    const most = Math.max(...best.values());
    const cell = (/** @type {string} */ name) => {
      const total = best.get(name);
      return element("td", {}, total === undefined ? "" : element(total === most ? "b" : "span", {}, plain(total)));
    };
    return element(
      "tr",
      { "data-game": row.ruleset },
      element("th", { scope: "row" }, element("span", {}, ...rowIcon({ dice: row.signature })), row.title),
      ...names.map(cell)
    );
  };
  const head = (/** @type {string} */ name) => element("th", { scope: "col" }, element("bdi", {}, name));
  return element(
    "div",
    { class: "swiped", tabindex: 0, role: "group", "aria-label": pgettext("page", "Best totals") },
    element(
      "table",
      { class: "best-totals" },
      element("thead", {}, element("tr", {}, element("th", {}, pgettext("page", "Best totals")), ...names.map(head))),
      element("tbody", {}, ...rows.map(line))
    )
  );
}

/** Show a name with its colour, to change both; an empty one is new.
 *
 * @param {string} name
 */
function showPerson(name) {
  const { names, figures } = poolOf();
  const players = [...names, ...(name ? [] : [""])].map((each) => ({ id: each, name: each }));
  const place = players.findIndex((each) => each.name === name);
  let colour = people.colour(players[place], { players });
  let isChosen = (chosenColours().get(name) || 0) > 0;
  const input = element("input", {
    autocomplete: "off",
    maxlength: ALL.same.longest_name,
    dir: "auto",
    "aria-label": pgettext("page", "Name, the same in all games"),
  });
  input.value = name;
  const swatches = COLOUR_NAMES.map((text, at) => {
    const swatch = button(
      "",
      () => {
        colour = at + 1;
        isChosen = true;
        show();
      },
      { name: text, class: `colour${at + 1}` }
    );
    swatch.append(seatDice(place, "solid"), lineOf(at + 1, 48));
    return swatch;
  });
  const show = () =>
    swatches.forEach((each, at) => {
      setAttribute(each, "aria-pressed", String(at + 1 === colour));
    });
  show();
  const keepAs = (/** @type {string} */ to) => {
    if (name && to !== name) {
      rename(name, to);
    }
    const rest = keptPeople().filter(([each]) => each !== name && each !== to);
    setSetting("people", [...rest, [to, isChosen ? colour : chosenColours().get(to) || 0]]);
    closeSheet(dialog);
    showPool();
    if (gameChosen) {
      notify("refresh");
    }
  };
  const join = (/** @type {string} */ other) =>
    ask(
      pgettext("page", "Are %(one)s and %(other)s the same person? All their games then go under %(other)s.", {
        one: `\u2068${name}\u2069`,
        other: `\u2068${other}\u2069`,
      }),
      pgettext("page", "The same person"),
      () => keepAs(other)
    );
  const done = () => {
    const to = input.value.trim().slice(0, ALL.same.longest_name);
    if (!to) {
      closeSheet(dialog);
    } else if (name && to !== name && names.includes(to)) {
      join(to);
    } else {
      keepAs(to);
    }
  };
  const others = names.filter((each) => each !== name);
  const same = button(pgettext("page", "Same as…"), () => {
    const list = openSheet({
      title: pgettext("page", "Same as…"),
      kind: "sheet",
      body: [
        element(
          "div",
          { class: "suggested" },
          ...others.map((other) =>
            button(element("bdi", {}, other), () => {
              closeSheet(list);
              isChosen = false;
              join(other);
            })
          )
        ),
      ],
    });
  });
  const dialog = openSheet({
    title: name ? element("bdi", {}, name) : pgettext("page", "Name"),
    kind: "sheet person-told",
    body: [
      element("label", {}, pgettext("page", "Name, the same in all games"), input),
      element("p", {}, pgettext("page", "Colour and line in charts")),
      element("div", { class: "swatches" }, ...swatches),
      element(
        "p",
        { class: "told" },
        ...(name ? [`${figuresText(figures.get(name) || [0, 0])}. `] : []),
        pgettext("page", "If two in a game have one colour, the later takes the next that is free.")
      ),
      actions(...(name && others.length ? [same] : []), button(pgettext("page", "Done"), done, { class: "main" })),
    ],
  });
}

/** Give a player another name in all games of this browser.
 *
 * @param {string} name
 * @param {string} to
 */
function rename(name, to) {
  keepNow();
  const renamed = (/** @type {unknown[]} */ [own, ...rest]) => [own === name ? to : own, ...rest];
  const changed = (/** @type {string} */ field, /** @type {unknown} */ value) =>
    field === "name" && value === name ? to : value;
  storageKeys()
    .filter((key) => STORED.test(key))
    .forEach((key) => {
      const kept = JSON.parse(JSON.stringify(read(key), changed));
      const figures = kept && Array.isArray(kept.people) ? { people: kept.people.map(renamed) } : {};
      write(key, { ...kept, ...figures });
    });
  if (gameChosen) {
    loadFinished();
    renamePlayer(name, to);
  }
}
