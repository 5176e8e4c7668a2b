/* A game in an address: numbers of known ranges, joined to one large number, in letters that an address can hold. */

import { unitsIn } from "../rules/engine.js";
import { checkedEntry } from "../rules/match.js";
import { mostRolls } from "../rules/rolls.js";
import { turnKey } from "../rules/steps.js";
import { DATA, game, gameChosen, turns } from "./data.js";
import { asRun, fileHead } from "./files.js";

export const STATISTICS = "/statistics"; // at the end of an address that opens them

/** Leave the game in the address alone, without what it opened. */
export function forgetAddress() {
  history.replaceState(history.state, "", `#${gameChosen}`);
}
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Name of how this page writes a game in letters; another one is needed when that changes. */
export const VERSION = "g1";
const LINKED = new RegExp(`^#[^/]*/${VERSION}\\.([\\w-]{9,9000})$`); // the form of an address with a game
const SECONDS = 2 ** 34; // until the year 2514
const ALL_ROLLS = 2; // how much of the dice a link has
const LAST_ROLLS = 1;

/** Return a coder. Its `code` notes a whole number from 0 to `base` - 1; with a text it returns the next one in it.
 *
 * @param {string} [text]
 */
function coder(text = "") {
  /** @type {[number, number][]} */
  const noted = [];
  let rest = [...text].reduce((sum, letter) => sum * 64n + BigInt(LETTERS.indexOf(letter)), 0n);
  /** @type {Coder} */
  const code = (value, base) => {
    if (text) {
      const found = Number(rest % BigInt(base));
      rest /= BigInt(base);
      return found;
    }
    if (!Number.isInteger(value) || value < 0 || value >= base) {
      throw new RangeError(`${value} of ${base}`);
    }
    noted.push([value, base]);
    return value;
  };
  const written = () => {
    let sum = noted.reduceRight((all, [value, base]) => all * BigInt(base) + BigInt(value), 0n);
    let letters = "";
    for (; sum; sum /= 64n) {
      letters = LETTERS[Number(sum % 64n)] + letters;
    }
    return letters;
  };
  return { code, written };
}

/** Return four letters that show whether a link is complete, and of the same rules.
 *
 * @param {string} letters
 */
function checkOf(letters) {
  const sum = [...`${letters}${DATA.rules}`].reduce((all, each) => Math.imul(all ^ each.charCodeAt(0), 16777619), 9);
  return [0, 6, 12, 18].map((at) => LETTERS[(sum >>> at) & 63]).join("");
}

/* Each function below writes a part of a game with `code`, or reads it: the value is then not used, but returned. */

/**
 * @param {Coder} code
 * @param {any} value
 */
const codeFlag = (code, value) => code(value ? 1 : 0, 2) === 1;
/**
 * @param {Coder} code
 * @param {any[]} list
 * @param {number} most
 * @param {(item: any) => any} codeItem
 * @returns {any[]}
 */
const codeList = (code, list, most, codeItem) =>
  Array.from({ length: code(list.length, most + 1) }, (_, at) => codeItem(list[at]));
/**
 * @param {Coder} code
 * @param {any[]} list
 * @param {any} value
 */
const codeIn = (code, list, value) => list[code(list.indexOf(value), list.length)];

/** Write or read a text: ids have small letters and digits alone.
 *
 * @param {Coder} code
 * @param {string} [text]
 * @returns {string}
 */
function codeText(code, text = "") {
  if (codeFlag(code, /^[0-9a-z]*$/.test(text))) {
    return codeList(code, [...text], 200, (letter) => code(parseInt(letter, 36), 36).toString(36)).join("");
  }
  const bytes = codeList(code, [...new TextEncoder().encode(text)], 800, (byte) => code(byte, 256));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** Write or read a time; none is undefined.
 *
 * @param {Coder} code
 * @param {any} time
 */
const codeTime = (code, time) =>
  codeFlag(code, time) ? new Date(1000 * code(Math.floor(Date.parse(time) / 1000), SECONDS)).toISOString() : undefined;

/**
 * @param {Coder} code
 * @param {number[]} dice
 * @param {number} [most]
 */
const codeFaces = (code, dice, most = turns.dice) =>
  codeList(code, dice, most, (face) => code(face - 1, turns.sides) + 1);

/** Write or read the rolls of a turn. A roll has new faces only; the dice that were kept lie in their places.
 *
 * @param {Coder} code
 * @param {any[]} throws
 */
function codeThrows(code, throws) {
  /** @type {any[]} */
  let lying = [];
  let at = -1;
  return codeList(code, throws, mostRolls(DATA), (each = { roll: [] }) => {
    at += 1;
    const roll = Array.from({ length: turns.dice }, (_, place) =>
      lying[place] ? lying[place] : code(each.roll[place] - 1, turns.sides) + 1
    );
    const next = throws[at + 1] || { roll: [] };
    const left = [...(each.keep || [])];
    lying = [];
    if (!codeFlag(code, each.keep)) {
      return { roll };
    }
    roll.forEach((face, place) => {
      const isKept = left[0] === face && next.roll[place] === face; // faces that are kept are in the order of the dice
      if (isKept) {
        left.shift();
      }
      lying[place] = codeFlag(code, isKept) && face;
    });
    return { roll, keep: lying.filter(Boolean) };
  });
}

/** Write or read the dice of a turn or an entry, with as much `detail` as a link has.
 *
 * @param {Coder} code
 * @param {any} made
 * @param {number} detail
 * @returns {any}
 */
function codeDice(code, { dice = [], throws = [], first, number }, detail) {
  const kind = code(throws.length && detail === ALL_ROLLS ? 2 : dice.length && detail ? 1 : 0, 3);
  if (kind === 2) {
    const rolls = codeThrows(code, throws);
    return { dice: rolls[rolls.length - 1].roll, throws: rolls };
  }
  return kind
    ? {
        dice: codeFaces(code, dice),
        ...(codeFlag(code, first) ? { first: true } : {}),
        ...(codeFlag(code, number) ? { number: code(number, mostRolls(DATA) + 1) } : {}),
      }
    : {};
}

/** Write or read a running game as it is in a file.
 *
 * @param {Coder} code
 * @param {any} run
 * @param {number} detail
 * @returns {any}
 */
function codeRun(code, run, detail) {
  const id = codeText(code, run.id);
  const [started, saved] = [run.started, run.saved].map((time) => codeTime(code, time));
  const players = codeList(code, run.players, DATA.most_players, ({ id: own, name, left } = {}) => ({
    id: codeText(code, own),
    name: codeText(code, name),
    ...(codeFlag(code, left) ? { left: true } : {}),
  }));
  const ids = players.map((player) => player.id);
  const starter = codeIn(code, ids, run.starter);
  const entries = codeList(code, run.entries, ids.length * game.boxes.length, (entry = {}) => {
    const player = codeIn(code, ids, entry.player);
    const box = codeIn(code, game.boxes, entry.box);
    const points = codeIn(code, game.values[box], entry.points);
    const bonus = codeIn(code, [0, turns.bonus * unitsIn(game, box)], entry.bonus);
    const fixed = codeFlag(code, entry.fixed) ? { fixed: true } : {};
    return { player, box, points, bonus, ...codeDice(code, entry, detail), ...fixed };
  });
  const { kept = [], named } = run.turn;
  const dice = codeDice(code, run.turn, ALL_ROLLS);
  const turn = {
    dice: [],
    ...dice,
    kept: dice.throws
      ? dice.dice.map((/** @type {number} */ _, /** @type {number} */ at) => codeFlag(code, kept[at]))
      : [],
    ...(codeFlag(code, named) ? { named: codeIn(code, game.boxes, named) } : {}),
  };
  return { id, started, saved, players, starter, entries, turn, rolling: codeFlag(code, run.rolling) };
}

/** @param {any} letters */
const readRun = (letters) => codeRun(coder(letters).code, { players: [], entries: [], turn: {} }, ALL_ROLLS);

/** Return a running game in letters; null if it cannot be written so.
 *
 * @param {any} run
 * @param {any} detail
 */
function lettersOf(run, detail) {
  try {
    const { code, written } = coder();
    codeRun(code, run, detail);
    const letters = written();
    return detail < ALL_ROLLS || entriesRead(readRun(letters)) === entriesRead(run) ? letters + checkOf(letters) : null;
  } catch {
    return null;
  }
}

/** @param {any} run */
const entriesRead = ({ entries }) => JSON.stringify(entries.map(checkedEntry));

/** Return the addresses of a running game, the one with most of its dice first.
 *
 * @param {Run} run
 */
export function linksOf(run) {
  const start = `${location.href.replace(/#.*/, "")}#${DATA.ruleset}/${VERSION}.`;
  return [ALL_ROLLS, LAST_ROLLS, 0]
    .map((detail) => lettersOf({ ...asRun(run), saved: new Date().toISOString() }, detail))
    .filter(Boolean)
    .map((letters) => start + letters);
}

/** Return the version of the letters in an address, which may lack the name of the ruleset before them; an empty text
 * if it has no game.
 *
 * @param {string} hash
 */
export const versionOf = (hash) => (/^#(?:[^/]*\/)?(g\d+)\./.exec(hash) || ["", ""])[1];

/** Return the file of the game in an address; null if it has none that this page can read.
 *
 * @param {string} hash
 */
export function gameInAddress(hash) {
  const [, text = ""] = LINKED.exec(hash) || [];
  const letters = text.slice(0, -4);
  if (!letters || checkOf(letters) !== text.slice(-4)) {
    return null;
  }
  try {
    const { saved, ...run } = readRun(letters);
    const seen = run.turn.throws ? { [turnKey(game, run)]: run.turn } : {};
    return { ...fileHead(DATA.ruleset, DATA.rules), saved, games: [{ ...run, seen }] };
  } catch {
    return null;
  }
}
