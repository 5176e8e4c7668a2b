/* The choice of a game: all of them, found under any name. */

import { element, find } from "../../calculator/parts/elements.js";
import { bestName, folded, matches } from "../rules/search.js";
import { minutesOf } from "../rules/times.js";
import { games, language, npgettext, pgettext, root } from "../state/data.js";
import { forgetOwnGame, ownGames, showAccent } from "../state/own.js";
import { change, typedNames, wish } from "../state/wish.js";
import { close, onWindow, openWindow } from "../state/windows.js";
import { headActs } from "./head.js";
import { button, choiceRow, counter, die, glyph, signature, timeInWords, windowHead } from "./parts.js";

const MOST_PLAYERS = 12;
/** Players if less than two names were typed. */
const USUAL_PLAYERS = 4;
/** Bounds of a choice of time, in minutes. */
const LIMITS = [0, 30, 60];
const filters = { typed: "", dice: 0, players: USUAL_PLAYERS, minutes: 0 };
/** Games as answers to a name, the likeliest first. */
const likeliest = [...games].sort((one, other) => placeOf(one) - placeOf(other));

/** Return the place of a game among all answers; behind all of them if it is none.
 *
 * @param {WorkshopGame} game
 */
function placeOf(game) {
  return game.answers[0]?.place ?? Number.MAX_SAFE_INTEGER;
}

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
  const count = element("span", { class: "aside", role: "status" });
  const list = element("div", { class: "all" });
  search.addEventListener("input", () => {
    filters.typed = search.value;
    show();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      find("[data-game]", list).click();
    }
  });
  const view = element(
    "section",
    { class: "window", id: "chooser", "aria-label": pgettext("workshop", "Which game?"), hidden: true },
    element(
      "header",
      { class: "top" },
      ...windowHead(pgettext("workshop", "Which game?")),
      count,
      element("span", { class: "acts" }, ...headActs())
    ),
    element("div", { class: "search" }, element("label", { class: "searched" }, glyph("search"), search), controls),
    list
  );

  function show() {
    if (view.hidden) {
      return;
    }
    controls.replaceChildren(...filterControls(show));
    count.textContent = countInWords();
    list.replaceChildren(...(isTyped() ? answerNodes() : allNodes(changeRules)));
  }
  onWindow(() => {
    if (openWindow === "chooser") {
      filters.typed = "";
      filters.players = typedNames().length > 1 ? typedNames().length : USUAL_PLAYERS;
      search.value = "";
      setTimeout(() => search.focus()); // after the window took the focus
    }
  });
  return { view, show };
}

const isTyped = () => folded(filters.typed) !== "";

/** Return the games that answer what was typed, the best first; those that the filters dim at the end. */
function found() {
  const places = matches(
    filters.typed,
    likeliest.map((game) => game.names)
  );
  return dimmedLast(places.map((place) => likeliest[place]));
}

/** @param {WorkshopGame[]} some */
const dimmedLast = (some) => [...some.filter(isFitting), ...some.filter((game) => !isFitting(game))];

function countInWords() {
  const all = npgettext("workshop", "%(n)s game", "%(n)s games", games.length);
  if (!isTyped()) {
    return all;
  }
  const words = { all: games.length, typed: filters.typed.trim() };
  return npgettext(
    "workshop",
    "%(n)s of %(all)s answers to “%(typed)s”",
    "%(n)s of %(all)s answer to “%(typed)s”",
    found().length,
    words
  );
}

/** Return all games, then the own ones, and the way to a new one.
 *
 * @param {() => void} changeRules
 */
function allNodes(changeRules) {
  return [
    element("div", { class: "tiles" }, ...ownGames.map(ownTile), ...dimmedLast(games).map(tile), newTile(changeRules)),
    element("p", { class: "soft" }, footnote()),
  ];
}

/** Return the games that answer what was typed, with what is different in them; then the others. */
function answerNodes() {
  const answers = found();
  const others = dimmedLast(games.filter((game) => !answers.includes(game)));
  const mine = ownGames.filter(({ about }) => matches(filters.typed, [[about.title, about.variant]]).length > 0);
  const none = pgettext("workshop", "No game here is known as “%(typed)s”.", { typed: filters.typed.trim() });
  return [
    ...(mine.length ? [element("div", { class: "tiles" }, ...mine.map(ownTile))] : []),
    ...(answers.length || mine.length ? [] : [element("p", { class: "known" }, element("b", {}, none))]),
    ...knownNodes(answers),
    element("div", { class: "answers" }, ...answers.map((game, place) => answer(game, place === 0))),
    element("h3", {}, answers.length ? pgettext("workshop", "Like it") : pgettext("workshop", "All games")),
    element("div", { class: "tiles" }, ...others.map(tile)),
  ];
}

/** Return how a game is called here that is known by another name, with the sentence on such names.
 *
 * @param {WorkshopGame[]} answers
 */
function knownNodes(answers) {
  const [first] = answers;
  const names = first?.answers.flatMap((known) => known.names) ?? [];
  const name = bestName(filters.typed, names);
  if (!name || answers.some((game) => folded(game.title) === folded(name))) {
    return [];
  }
  const here = pgettext("workshop", "%(name)s is called %(game)s here.", { name, game: first.title });
  const marks = pgettext(
    "workshop",
    "Such names can be trade marks of others; these sheets have nothing to do with them."
  );
  return [element("p", { class: "known" }, element("b", {}, here), " ", element("span", { class: "soft" }, marks))];
}

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

/** Return the first lines of a tile: the dice, title and variant of a game.
 *
 * @param {{ title: string, variant: string, signature: WorkshopGame["signature"] }} game
 * @param {...HTMLElement} more
 */
const wordsOf = (game, ...more) =>
  element(
    "span",
    { class: "words" },
    element("span", { class: "row", "aria-hidden": "true" }, ...game.signature.map(([face, kind]) => die(face, kind))),
    element("b", {}, game.title),
    element("i", {}, game.variant),
    ...more
  );

/** @param {WorkshopGame} game */
const pictureOf = (game) =>
  element("img", {
    src: `${root}${language}/${game.picture}`,
    alt: "",
    loading: "lazy",
    width: game.size[0],
    height: game.size[1],
  });

/** Return the attributes of the button that takes a game.
 *
 * @param {WorkshopGame} game
 * @param {string} kind
 */
const taking = (game, kind) => ({
  type: "button",
  class: isFitting(game) ? kind : `${kind} dim`,
  "data-game": game.id,
  "aria-pressed": String(game.id === wish.game && wish.own === ""),
  click: () => take(game),
});

/** @param {WorkshopGame} game */
function tile(game) {
  const names = game.known.filter((name) => folded(name) !== folded(game.title));
  const other = names.length
    ? pgettext("workshop", "also: %(names)s", { names: names.join(", ") })
    : npgettext("workshop", "%(n)s turn", "%(n)s turns", game.turns);
  return element(
    "button",
    taking(game, "tile"),
    pictureOf(game),
    wordsOf(game),
    element("small", { class: "by-name" }, other),
    element("small", {}, timeInWords(minutes(game)))
  );
}

/** Return a game that answers to a name, with what is different in it.
 *
 * @param {WorkshopGame} game
 * @param {boolean} isNext Enter takes it
 */
function answer(game, isNext) {
  const known = game.answers.find(({ names }) => bestName(filters.typed, names)) ?? game.answers[0];
  const mind = known?.mind ?? "";
  const sentence = mind ? `${mind[0].toLocaleUpperCase(language)}${mind.slice(1)}.` : "";
  const turns = npgettext("workshop", "%(n)s turn", "%(n)s turns", game.turns);
  const facts = `${turns} · ${timeInWords(minutes(game))}`;
  return element(
    "button",
    taking(game, isNext ? "tile answer next" : "tile answer"),
    pictureOf(game),
    wordsOf(game, element("span", { class: "mind" }, sentence), element("small", {}, facts))
  );
}

/** Return a game of one's own, and the button that takes it away.
 *
 * @param {OwnGame} own
 */
function ownTile(own) {
  const { about } = own;
  const turns = npgettext("workshop", "%(n)s turn", "%(n)s turns", about.turns);
  const act = () => {
    change({ game: own.game, own: own.own, about, mine: own.id, isChosen: true });
    close();
  };
  const choose = element(
    "button",
    { type: "button", class: "tile", "aria-pressed": String(wish.mine === own.id && wish.own !== ""), click: act },
    signature(about),
    wordsOf(about),
    element("small", { class: "by-name" }, turns),
    element("small", {}, timeInWords(minutesOf(about.turns, filters.players)))
  );
  const away = button("close", "", () => forgetOwnGame(own), {
    class: "bare square",
    "aria-label": pgettext("workshop", "Take %(game)s away", { game: about.title }),
  });
  const place = element("div", { class: "mine" }, choose, away);
  showAccent(place, own.game, about);
  return place;
}

/** @param {() => void} changeRules */
const newTile = (changeRules) =>
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
  change({ game: game.id, own: "", about: null, mine: 0, isChosen: true });
  close();
}

const footnote = () =>
  npgettext(
    "workshop",
    "After “also” stands the name under which you may know it; it can be a trade mark of others. Time: %(n)s player, 35 seconds a turn.",
    "After “also” stands the name under which you may know it; it can be a trade mark of others. Time: %(n)s players, 35 seconds a turn.",
    filters.players
  );

/** Return the games of a first visit: the one of the page, and those that most people look for.
 *
 * @param {() => void} chooseGame shows all games
 */
export function firstGames(chooseGame) {
  const ids = [wish.game, "numbers-hands", "yatzy", "maxi-yatzy", "dice-play"];
  const first = [...new Set(ids)]
    .map((id) => games.find((game) => game.id === id))
    .filter((game) => game !== undefined);
  const words = pgettext("workshop", "I know it as… Yahtzee, Kniffel, Yams");
  const all = npgettext("workshop", "All %(n)s game", "All %(n)s games", games.length);
  return [
    element(
      "button",
      { type: "button", class: "ask-games", click: chooseGame },
      glyph("search"),
      element("span", {}, words)
    ),
    ...first.slice(0, 4).map(firstGame),
    button("list", all, chooseGame, { class: "bare" }),
  ];
}

/** @param {WorkshopGame} game */
function firstGame(game) {
  const name = game.known.find((other) => folded(other) !== folded(game.title));
  const known = name ? pgettext("workshop", "known as %(name)s", { name }) : "";
  return element(
    "button",
    {
      type: "button",
      class: "first-game",
      "data-game": game.id,
      "aria-pressed": String(game.id === wish.game),
      click: () => change({ game: game.id, own: "", about: null, mine: 0, isChosen: true }),
    },
    signature(game),
    element(
      "span",
      { class: "words" },
      element("b", {}, game.title, " ", element("small", {}, known)),
      element("i", {}, game.variant)
    )
  );
}
