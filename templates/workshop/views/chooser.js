/* The choice of a game: all of them, found under any name. */

import { element } from "../../calculator/parts/elements.js";
import { matches } from "../rules/search.js";
import { minutesOf } from "../rules/times.js";
import { games, language, npgettext, pgettext, root } from "../state/data.js";
import { change, typedNames, wish } from "../state/wish.js";
import { close } from "../state/windows.js";
import { choiceRow, counter, die, glyph, windowHead } from "./parts.js";

const MOST_PLAYERS = 12;
/** Bounds of a choice of time, in minutes. */
const LIMITS = [0, 30, 60];
const filters = { typed: "", dice: 0, players: 4, minutes: 0 };

/** Return the view, and the function that shows the games in it.
 *
 * @param {() => void} changeRules
 */
export function makeChooser(changeRules) {
  const search = element("input", {
    type: "search",
    "aria-label": pgettext("workshop", "Search for a game"),
    placeholder: pgettext("workshop", "I know it as… Yahtzee, Kniffel, Yams"),
  });
  const controls = element("div", { class: "filters" });
  const tiles = element("div", { class: "tiles" });
  search.addEventListener("input", () => {
    filters.typed = search.value;
    show();
  });
  search.addEventListener("keydown", (event) => {
    const [first] = found();
    if (event.key === "Enter" && first) {
      take(first);
    }
  });
  const view = element(
    "section",
    { class: "window", id: "chooser", "aria-label": pgettext("workshop", "Which game?"), hidden: true },
    element(
      "header",
      { class: "top" },
      ...windowHead(pgettext("workshop", "Which game?")),
      element("span", { class: "aside" }, npgettext("workshop", "%(n)s game", "%(n)s games", games.length))
    ),
    element("div", { class: "search" }, search, controls),
    element("div", { class: "all" }, tiles, element("p", { class: "soft" }, footnote()))
  );

  function show() {
    if (view.hidden) {
      return;
    }
    controls.replaceChildren(...filterControls(show));
    const shown = found();
    const fitting = shown.filter(isFitting);
    const others = shown.filter((game) => !isFitting(game));
    tiles.replaceChildren(
      ...fitting.map((game) => tile(game, false)),
      ...others.map((game) => tile(game, true)),
      ownTile(changeRules)
    );
  }
  return { view, show };
}

/** Return the games that answer what was typed, the best first. */
const found = () =>
  matches(
    filters.typed,
    games.map((game) => [game.title, `${game.title} ${game.variant}`, game.id, ...game.known])
  ).map((place) => games[place]);

/** @param {WorkshopGame} game */
const minutes = (game) => minutesOf(game.turns, filters.players);

/** @param {WorkshopGame} game */
function isFitting(game) {
  const [least, most] = game.players;
  return (
    (filters.dice === 0 || game.dice === filters.dice) &&
    least <= filters.players &&
    filters.players <= (most ?? MOST_PLAYERS) &&
    (filters.minutes === 0 || minutes(game) <= filters.minutes)
  );
}

/** @param {() => void} show */
function filterControls(show) {
  const set = (/** @type {Partial<typeof filters>} */ part) => {
    Object.assign(filters, part);
    show();
  };
  const all = { value: 0, words: pgettext("workshop", "all") };
  const counts = [...new Set(games.map((game) => game.dice))].sort((one, other) => one - other);
  const dice = pgettext("workshop", "Dice");
  const players = pgettext("workshop", "Players");
  const time = pgettext("workshop", "Time");
  const bounds = {
    value: filters.players,
    least: 1,
    most: MOST_PLAYERS,
  };
  const times = [
    all,
    { value: LIMITS[1], words: pgettext("workshop", "half an hour") },
    { value: LIMITS[2], words: pgettext("workshop", "an hour") },
  ];
  const labelled = (/** @type {string} */ label, /** @type {HTMLElement} */ control) =>
    element("span", { class: "labelled" }, element("span", {}, label), control);
  return [
    labelled(
      dice,
      choiceRow(
        dice,
        [all, ...counts.map((count) => ({ value: count, words: String(count) }))],
        filters.dice,
        (value) => set({ dice: value })
      )
    ),
    labelled(
      players,
      counter(players, bounds, (value) => set({ players: value }))
    ),
    labelled(
      time,
      choiceRow(time, times, filters.minutes, (value) => set({ minutes: value }))
    ),
  ];
}

/** @param {WorkshopGame} game @param {boolean} isDim */
function tile(game, isDim) {
  const other = game.known.length
    ? pgettext("workshop", "also: %(names)s", { names: game.known.join(", ") })
    : npgettext("workshop", "%(n)s turn", "%(n)s turns", game.turns);
  return element(
    "button",
    {
      type: "button",
      class: isDim ? "tile dim" : "tile",
      "data-game": game.id,
      "aria-pressed": String(game.id === wish.game),
      click: () => take(game),
    },
    element("img", {
      src: `${root}${language}/${game.picture}`,
      alt: "",
      loading: "lazy",
      width: game.size[0],
      height: game.size[1],
    }),
    element(
      "span",
      { class: "words" },
      element(
        "span",
        { class: "row", "aria-hidden": "true" },
        ...game.signature.map(([face, kind]) => die(face, kind))
      ),
      element("b", {}, game.title),
      element("i", {}, game.variant)
    ),
    element("small", {}, other),
    element("small", {}, pgettext("workshop", "%(minutes)s min", { minutes: minutes(game) }))
  );
}

/** @param {() => void} changeRules */
const ownTile = (changeRules) =>
  element(
    "button",
    { type: "button", class: "tile own", click: changeRules },
    element("span", { class: "row", "aria-hidden": "true" }, die(0, "blank"), die(0, "blank"), die(0, "blank")),
    element(
      "span",
      { class: "words" },
      element("b", {}, pgettext("workshop", "Your game is not among them?")),
      element("small", {}, pgettext("workshop", "Begin with a game that is like it, and change the rules."))
    ),
    glyph("next")
  );

/** @param {WorkshopGame} game */
function take(game) {
  change({ game: game.id, own: "" });
  close();
}

const footnote = () =>
  pgettext(
    "workshop",
    "After “also” stands the name under which you may know it; it can be a trade mark of others. Time: %(n)s players, 35 seconds a turn.",
    { n: typedNames().length || 4 }
  );
