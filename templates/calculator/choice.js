/* Storage, and the data (DATA) of the chosen game in the chosen language. Runs before state.js. */

/* Storage. Without localStorage the data stays in the history of the window, so that a reload keeps it. */

function read(key) {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? inWindow(key) : JSON.parse(kept);
  } catch (error) {
    return inWindow(key);
  }
}

/** Data that the window keeps, in each entry of its history. */
const inside = { ...(history.state && typeof history.state === "object" ? history.state : {}) };
delete inside.sheets; // which belongs to one entry
const inWindow = (key) => (has(inside, key) ? inside[key] : null);

/** Check whether there is room for another game. */
function hasStorage() {
  try {
    localStorage.setItem("sheetgen room", "0".repeat(10000));
    localStorage.removeItem("sheetgen room");
    return !Object.keys(inside).length;
  } catch (error) {
    return false;
  }
}

/** Store data, and return whether it is stored for good. */
function write(key, data) {
  try {
    localStorage.setItem(key, JSON.stringify(data));
    delete inside[key];
    return true;
  } catch (error) {
    keepInWindow(key, data);
    return false;
  }
}

function keepInWindow(key, data) {
  try {
    localStorage.removeItem(key); // what is older is not to come before it
  } catch (error) {
    /* there is nothing to forget */
  }
  try {
    inside[key] = data;
    history.replaceState({ ...history.state, ...inside }, "");
  } catch (error) {
    /* the page plays on without */
  }
}

function forgetKey(key) {
  localStorage.removeItem(key);
  delete inside[key];
}

function storageKeys() {
  try {
    return [...Object.keys(localStorage), ...Object.keys(inside)];
  } catch (error) {
    return Object.keys(inside);
  }
}

/** Return a setting that all pages share, such as the theme. */
const setting = (name) => {
  const settings = read("sheetgen settings");
  return settings && has(settings, name) ? settings[name] : undefined;
};

function setSetting(name, value) {
  const settings = read("sheetgen settings");
  write("sheetgen settings", {
    ...(settings && typeof settings === "object" && !Array.isArray(settings) ? settings : {}),
    [name]: value,
  });
}

/* Choosing: the language is stored for this page, the game is in the address. The page is reloaded to change one. */

const ALL = JSON.parse(document.getElementById("data").textContent);
const PLACE = location.pathname.replace(/index\.html$/, ""); // where an app is opened under both
const LANGUAGE = `language ${PLACE}`;
const GAME = `game ${PLACE}`;
const gamesHere = Object.keys(ALL.games);
const languagesHere = ALL.languages;
const ownOr = (table, name, other) => (typeof name === "string" && has(table, name) ? name : other);
const language = languagesHere.find((each) => each === setting(LANGUAGE)) || ALL.language;
const gameChosen = gamesHere.length > 1 ? ownOr(ALL.games, location.hash.slice(1).split("/")[0], "") : gamesHere[0];
const dataOf = (id) => ({ ...ALL.same, ...ALL.games[id].same, ...ALL.games[id].said[language], language });
const DATA = dataOf(gameChosen || gamesHere[0]);

/* Texts: English in the scripts, from which Babel extracts them and calculator/page.py looks up their translations. */

const translated = languagesHere.filter((each) => each !== "en").indexOf(language); // the place of its translations
const plurals = new Intl.PluralRules(language);

/** Return the translation of an English text in its context, with its places filled if some are given. */
function pgettext(context, english, places = null) {
  const found = translation(context, english) || english;
  return places ? say(found, places) : found;
}

/** Return the translation of a text that counts something, in the form for `n`, which is one of its places. */
function npgettext(context, one, many, n, places = {}) {
  const form = plurals.select(n);
  const found = (translation(context, one) || {})[form] || (form === "one" ? one : many);
  return say(found, { n, ...places });
}

/** Return what the data has for an English text: its translation, or its forms by plural category; else undefined. */
const translation = (context, english) => ((ALL.translations[context] || {})[english] || [])[translated];

document.documentElement.lang = language;
document.documentElement.dataset.game = DATA.ruleset;
document.documentElement.style.setProperty("--dice", DATA.turns.dice);
document.title = gameChosen ? [DATA.title, DATA.variant].filter(Boolean).join(" · ") : pgettext("page", "Which game?");
window.addEventListener("hashchange", () => location.reload());
