/* The rules of the workshop's page that touch no page: names, search, times, links. Run by test_workshop.py. */

import assert from "node:assert/strict";
import test from "node:test";
import { cellsIn, columnsOf, fileOf, namesByLine } from "../../templates/workshop/rules/files.js";
import { CHOICES, checkedValues, choicesIn, linkPart, linkText, RULES } from "../../templates/workshop/rules/links.js";
import {
  isList,
  isLong,
  namesIn,
  seatsOf,
  shuffled,
  tableSizes,
  tablesOf,
} from "../../templates/workshop/rules/names.js";
import { withoutNames } from "../../templates/workshop/rules/report.js";
import { bestName, isNear, matches } from "../../templates/workshop/rules/search.js";
import { minutesOf } from "../../templates/workshop/rules/times.js";

test("a pasted list gives its names, without numbers, bullets and empty lines", () => {
  const lists = {
    "1. An\n2. Bram\n\n3) Cleo": ["An", "Bram", "Cleo"],
    "- An\r\n• Bram\r\n": ["An", "Bram"],
    "An\tBram\tCleo": ["An", "Bram", "Cleo"],
    "An; Bram ;": ["An", "Bram"],
    "An, Bram": ["An", "Bram"],
    "An de Vries, Bram\nCleo": ["An de Vries, Bram", "Cleo"],
    "": [],
  };
  for (const [text, names] of Object.entries(lists)) {
    assert.deepEqual(namesIn(text), names, text);
  }
  assert.equal(isList("An Bram"), false);
  for (const [text, isOfClub] of [
    ["An, Bram", false],
    ["An\n", false],
    ["An\nBram", true],
    ["An; Bram", true],
    ["An\tBram", true],
  ]) {
    assert.equal(isLong(text), isOfClub, text);
  }
});

test("a file with headings is read by them; one of names alone has none", () => {
  const headings = { table: "table", tafel: "table", round: "round", naam: "player", player: "player" };
  const files = [
    ["table,round,player,player\n1,1,An,Bo\n2,1,Cy,", ["table", "round", "player", "player"], [["An", "Bo"], ["Cy"]]],
    ['Tafel;Naam 1;Naam 2\n1;"Vos; An";Bo', ["table", "player", "player"], [["Vos; An", "Bo"]]],
    ["naam\nAn\n\nBo\n", ["player"], [["An"], ["Bo"]]],
    ["An,Bo\nCy,Di", []],
    ["Player\nTable", []],
    ["constructor\nAn", []],
    ["", []],
  ];
  for (const [text, columns, names] of files) {
    const lines = cellsIn(text);
    assert.deepEqual(columnsOf(lines, headings), columns, text);
    if (names) {
      assert.deepEqual(namesByLine(lines, columns), names, text);
    }
  }
});

test("tables become a file with a line each, which is read back", () => {
  const tables = [["An", 'Bo "B"'], ["Cy"]];
  assert.equal(fileOf(tables, 0), '"An","Bo ""B"""\n"Cy"');
  assert.equal(fileOf(tables, 2), 'table,round,player,player\n1,2,"An","Bo ""B"""\n2,2,"Cy"');
});

test("no table is smaller than another by more than one, and each name sits once", () => {
  for (let players = 2; players <= 400; players += 1) {
    for (let per = 2; per <= 12; per += 1) {
      const sizes = tableSizes(players, per);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      assert.equal(total, players);
      assert.ok(Math.max(...sizes) <= per && Math.max(...sizes) - Math.min(...sizes) <= 1);
      assert.deepEqual(
        [...sizes].sort((one, other) => other - one),
        sizes
      );
    }
  }
  assert.deepEqual(tableSizes(48, 4), Array(12).fill(4));
  assert.deepEqual(tableSizes(50, 4), [...Array(11).fill(4), 3, 3]);
  const names = Array.from({ length: 50 }, (_, place) => `name ${place}`);
  assert.deepEqual(tablesOf(names, 4).flat(), names);
  assert.deepEqual([null, 20, 6].map(seatsOf), [12, 12, 6]);
  assert.deepEqual(tablesOf(["a", "b", "c", "d", "e"], 3), [
    ["a", "b", "c"],
    ["d", "e"],
  ]);
});

test("shuffling keeps every name and makes each order as likely as another", () => {
  const orders = {};
  for (let one = 0; one < 3; one += 1) {
    for (let other = 0; other < 2; other += 1) {
      const draws = [one, other];
      const order = shuffled(["a", "b", "c"], () => draws.shift()).join("");
      orders[order] = (orders[order] ?? 0) + 1;
    }
  }
  assert.equal(Object.keys(orders).length, 6);
});

test("words are near with one letter another, more, less, or two that changed places", () => {
  for (const word of ["kniffel", "knifel", "kniffels", "kniftel", "kinffel", "kniffle"]) {
    assert.ok(isNear("kniffel", word), word);
  }
  for (const word of ["kniefl", "kiffeln", "yatzy", "knif"]) {
    assert.ok(!isNear("kniffel", word), word);
  }
});

test("a game is found under any of its names, the best answer first", () => {
  const names = [
    ["Yatzy", "yatzy"],
    ["Jacht", "numbers-hands", "Yahtzee", "Kniffel"],
    ["Générala", "generala"],
    ["Maxi Yatzy"],
  ];
  assert.deepEqual(matches("kniffel", names), [1]);
  assert.deepEqual(matches("Knifel", names), [1]);
  assert.deepEqual(matches("generala", names), [2]);
  assert.deepEqual(matches("yatzy", names), [0, 3]);
  assert.deepEqual(matches("", names), [0, 1, 2, 3]);
  assert.deepEqual(matches("poker", names), []);
});

test("the name that answers best is found, also with a wrong letter", () => {
  assert.equal(bestName("knifel", ["Yahtzee", "Kniffel", "Yam’s"]), "Kniffel");
  assert.equal(bestName("yahtzee", ["Triple Yahtzee", "Yahtzee"]), "Yahtzee");
  assert.equal(bestName("poker", ["Yahtzee"]), "");
});

test("a game takes 35 seconds a turn, in steps of five minutes", () => {
  assert.equal(minutesOf(15, 4), 35);
  assert.equal(minutesOf(48, 4), 110);
  assert.equal(minutesOf(1, 1), 5);
});

test("a link brings a text back, and nothing that is broken, foreign or too long", async () => {
  const text = 'format = 1\nname = "Oma’s spel"\n'.repeat(40);
  const part = await linkPart(RULES, text);
  assert.match(part, /^h1\.[\w-]+$/);
  assert.equal(await linkText(RULES, part), text);
  const bomb = await linkPart(RULES, "0".repeat(10_000_000));
  const wrong = [
    "",
    "h1.",
    "h1.%%%",
    "h1.AAAA",
    part.slice(0, -9),
    part.replace("h1", "h2"),
    `h1.${"A".repeat(30_000)}`,
    bomb,
  ];
  for (const hash of wrong) {
    assert.equal(await linkText(RULES, hash), null, hash.slice(0, 20));
  }
});

test("choices in a link are a known game, a known document and short names", async () => {
  const known = { isGame: (id) => id === "yatzy", tabs: ["sheet", "rules"] };
  const said = { game: "yatzy", tab: "rules", names: ["An", 5, "x".repeat(300)], values: { paper: "a5" } };
  const text = await linkText(CHOICES, await linkPart(CHOICES, JSON.stringify(said)));
  assert.deepEqual(choicesIn(text, known), { game: "yatzy", tab: "rules", names: ["An"], values: { paper: "a5" } });
  const other = choicesIn('{"game":"yatzy","tab":"__proto__","names":"An","values":7}', known);
  assert.deepEqual(other, { game: "yatzy", tab: "sheet", names: [], values: {} });
  const deep = "[".repeat(90_000);
  for (const wrong of ["", "[]", "null", '{"game":"poker"}', '{"game":{}}', "{", deep, '{"game":"yatzy\\u0000"}']) {
    assert.equal(choicesIn(wrong, known), null, wrong.slice(0, 20));
  }
});

test("options of a link are known ones with values that they can have", () => {
  const entry = (field, kind, more = {}) => ({
    field,
    kind,
    label: `${field}!`,
    choices: [],
    least: null,
    most: null,
    ...more,
  });
  const entries = [
    entry("paper", "text"),
    entry("ruler", "flag"),
    entry("back", "choice", { choices: [{ value: "rules" }] }),
    entry("players", "count", { least: 1, most: 12 }),
    entry("theme", "file"),
  ];
  const right = { paper: "a5", ruler: true, back: "rules", players: 4 };
  assert.deepEqual(checkedValues(right, entries), { right, dropped: [] });
  const wrong = {
    paper: { deep: [] },
    ruler: "yes",
    back: "poker",
    players: 13,
    theme: "/etc/passwd",
    ["x".repeat(99)]: 1,
    ["__proto__"]: 1,
  };
  const { right: none, dropped } = checkedValues(wrong, entries);
  assert.deepEqual(none, {});
  assert.deepEqual(dropped, ["paper!", "ruler!", "back!", "players!", "theme!", "x".repeat(40), "__proto__"]);
});

test("the report of a crash names nobody", () => {
  const report = "KeyError: 'Zoë (2)' in names ['An', 'Anna', 'Zoë (2)'], after Anna: Analysis";
  assert.equal(
    withoutNames(report, ["An", "", "Anna", "Zoë (2)"]),
    "KeyError: '…' in names ['…', '…', '…'], after …: Analysis"
  );
});
