/* The choice of a language and of a game, and the page as an app. */

import { glyph, rowIcon } from "../parts/dice.js";
import { element, findAll } from "../parts/elements.js";
import { menuEntries } from "../parts/menu.js";
import { button, openSheet } from "../parts/sheets.js";
import { checkedMatch, isFinished, isPlaying } from "../rules/match.js";
import {
  ALL,
  GAME,
  LANGUAGE,
  dataOf,
  gameChosen,
  gamesHere,
  language,
  languagesHere,
  ownOr,
  runKeyOf,
} from "../state/data.js";
import { notify } from "../state/events.js";
import { roundText } from "../state/sayings.js";
import { read, setSetting, setting } from "../state/storage.js";
import { listed, nameIn, pgettext } from "../state/texts.js";

/** @param {string} code */
function languageName(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) || code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

if (languagesHere.length > 1) {
  menuEntries.push({
    order: 70,
    icon: "lang",
    text: pgettext("page", "Language"),
    note: () => languageName(language),
    act: showLanguages,
    everywhere: true,
  });
}

function showLanguages() {
  const choose = (/** @type {string} */ code) => {
    setSetting(LANGUAGE, code);
    location.reload();
  };
  const item = (/** @type {string} */ code) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", lang: code, "aria-current": code === language ? "true" : null, click: () => choose(code) },
        element("span", {}, code === language ? glyph("check") : ""),
        element("span", {}, languageName(code))
      )
    );
  openSheet({
    title: pgettext("page", "Language"),
    kind: "sheet",
    body: [element("ul", { class: "menu" }, ...languagesHere.map(item))],
  });
}

/* Several games: the first screen, from which one is chosen */

if (gamesHere.length > 1 && gameChosen) {
  setSetting(GAME, gameChosen);
  menuEntries.push({
    order: 15,
    icon: "back",
    text: pgettext("page", "Another game"),
    note: () => "",
    act: () => {
      location.hash = "";
    },
  });
}

/** Return the unfinished game that was played last: {data, match}; null if there is none. */
function unfinished() {
  const last = ownOr(ALL.games, setting(GAME), "");
  const data = last ? dataOf(last) : null;
  const kept = data && read(runKeyOf(data));
  const match = data && kept ? checkedMatch(data.game, kept.match, data.most_players) : null;
  return data && match && match.entries.length && !isFinished(data.game, match) ? { data, match } : null;
}

export function showShelf() {
  const running = unfinished();
  const go = (/** @type {string} */ id) => {
    location.hash = id;
  };
  const title = (/** @type {PageData} */ data) =>
    element("span", {}, element("b", {}, data.title), element("span", {}, data.variant));
  const { compare } = new Intl.Collator(language);
  const inOrder = (/** @type {PageData} */ one, /** @type {PageData} */ other) =>
    compare(one.title, other.title) || compare(one.variant, other.variant);
  const item = (/** @type {PageData} */ data) => {
    const icon = rowIcon({ dice: data.signature });
    return element(
      "li",
      { "data-game": data.ruleset },
      element(
        "button",
        { type: "button", click: () => go(data.ruleset) },
        element("span", {}, ...icon),
        title(data),
        element("em", {}, pgettext("page", "%(n)s boxes", { n: data.game.boxes.length }))
      )
    );
  };
  const players = (/** @type {Match} */ each) =>
    listed(isPlaying(each).map((player) => `\u2068${nameIn(each.players, player)}\u2069`));
  const goOn = (/** @type {PageData} */ data, /** @type {Match} */ kept) => {
    const made = button("", () => go(data.ruleset), { class: "goon main", "data-game": data.ruleset });
    made.append(
      element(
        "span",
        {},
        pgettext("page", "Go on with %(game)s", { game: data.title }),
        element("small", {}, `${players(kept)} · ${roundText(kept, data.game.boxes.length)}`)
      ),
      glyph("next")
    );
    return made;
  };
  const menu = button("", () => notify("show menu"), {
    icon: "menu",
    name: pgettext("page", "Menu"),
    class: "tile",
    "aria-haspopup": "dialog",
  });
  findAll("main, #dock").forEach((each) => {
    each.hidden = true;
  });
  document.body.append(
    element(
      "section",
      { id: "shelf", "aria-labelledby": "shelf-head" },
      element("header", {}, element("h1", { id: "shelf-head" }, pgettext("page", "Which game?")), menu),
      ...(running ? [goOn(running.data, running.match)] : []),
      element("ul", {}, ...gamesHere.map(dataOf).sort(inOrder).map(item))
    )
  );
}

/* An app: the page was put on a web space with what makes it one */

if (document.querySelector('link[rel="manifest"]') && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("service-worker.js").catch(() => {}); // opened as a file, it is a page
}
