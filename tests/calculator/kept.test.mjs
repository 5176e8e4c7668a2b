// What a window stores, and what it hears of other windows. The document and the storage of a browser are replaced.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const DATA = {
  same: { most_players: 8, longest_name: 30 },
  languages: ["en"],
  language: "en",
  translations: {},
  games: {
    small: {
      same: {
        key: "small",
        rules: "1",
        players: ["An", "Bram"],
        turns: { dice: 5, sides: 6, numbers: null, first_rolls: false },
        rolls: 3,
        rows: [],
        table: [],
        game: { boxes: ["ones", "twos"], values: { ones: [0, 1, 2, 3, 4, 5], twos: [0, 2, 4, 6, 8, 10] }, totals: [] },
      },
      said: { en: { title: "Small", signature: [] } },
    },
  },
};

/** Storage like that of a browser. */
class Storage {
  #texts = new Map();
  getItem(key) {
    return this.#texts.has(key) ? this.#texts.get(key) : null;
  }
  setItem(key, text) {
    this.#texts.set(key, text);
  }
  removeItem(key) {
    this.#texts.delete(key);
  }
}

globalThis.localStorage = new Storage();
globalThis.history = { state: null, replaceState() {} };
globalThis.location = { pathname: "/", hash: "" };
globalThis.window = new EventTarget();
globalThis.document = Object.assign(new EventTarget(), {
  visibilityState: "visible",
  getElementById: () => ({ textContent: JSON.stringify(DATA) }),
});

const { PAGE, RUN } = await import("../../templates/calculator/state/data.js");
const { listen } = await import("../../templates/calculator/state/events.js");
const { follow, keepAsFinished, keepNow, keepSoon, load } = await import("../../templates/calculator/state/kept.js");
const { page } = await import("../../templates/calculator/state/page.js");
const { logAfter } = await import("../../templates/calculator/rules/log.js");

let timesLoaded = 0;
listen("loaded", () => {
  timesLoaded += 1;
});

/** Type some dice in this window. */
function type(dice) {
  page.log = logAfter(DATA.games.small.same.game, page.log, { kind: "type", dice, first: false });
}

beforeEach(() => {
  load();
  keepSoon(0);
  keepNow();
  timesLoaded = 0;
});

test("a window follows what another one stores", () => {
  type([1, 2]);
  keepSoon(0);
  keepNow();
  const stored = JSON.parse(localStorage.getItem(RUN));
  localStorage.setItem(RUN, JSON.stringify({ ...stored, turn: { ...stored.turn, dice: [3] } }));
  follow({ key: RUN });
  assert.equal(timesLoaded, 1);
  assert.deepEqual(page.turn.dice, [3]);
  localStorage.setItem(
    PAGE,
    JSON.stringify({ finished: { 1: [{ ...page.match, when: "2026-01-01T00:00:00.000Z" }] } })
  );
  follow({ key: PAGE });
  assert.equal(timesLoaded, 2);
  assert.equal(page.finished.length, 1);
});

test("what a window has stored itself is no news", () => {
  type([1, 2]);
  keepAsFinished([{ ...page.match, when: "2026-01-02T00:00:00.000Z" }]);
  keepSoon(0);
  keepNow();
  follow({ key: RUN });
  follow({ key: PAGE });
  assert.equal(timesLoaded, 0);
});

test("what a window has loaded is no news, when it hears of it late", () => {
  type([4]);
  keepSoon(0);
  keepNow(); // the page before, when it is closed
  load(); // the page after it
  type([4, 4]); // which is not stored yet
  follow({ key: RUN });
  follow({ key: PAGE });
  assert.equal(timesLoaded, 0);
  assert.deepEqual(page.turn.dice, [4, 4]);
});

test("other keys are no concern of this game", () => {
  localStorage.setItem("sheetgen settings", "{}");
  follow({ key: "sheetgen settings" });
  follow({ key: null });
  assert.equal(timesLoaded, 0);
});
