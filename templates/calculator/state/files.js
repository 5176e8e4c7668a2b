/* Games as a file: all of this browser or one, out and in again. */

import { checkedMatch, isFinished, listOf } from "../rules/match.js";
import { checkedSeen, checkedTurn, isTime } from "../rules/steps.js";
import { ALL, DATA, dataOf, game, gameChosen, ownOr } from "./data.js";
import { keepNow, others } from "./kept.js";
import { page } from "./page.js";
import { checkedPeople } from "./people.js";
import { forgetKey, read, storageKeys, write } from "./storage.js";

const FILE_VERSION = 1;

/**
 * @param {any} kept
 * @returns {string}
 */
export const whenOf = (kept) => kept.when || kept.started || new Date().toISOString();

/**
 * @param {string} ruleset
 * @param {string} rules
 */
export const fileHead = (ruleset, rules) => ({ sheetgen: "games", version: FILE_VERSION, ruleset, rules });

/** Return the games that this browser holds, a part of a file for each ruleset, with the own one first. */
export function heldGames() {
  keepNow();
  const parts = new Map();
  /**
   * @param {any} named
   * @param {any} kept
   */
  const add = ([, ruleset, rules], kept) => {
    const key = `${ruleset} ${rules}`;
    const part = parts.get(key) || { ...fileHead(ruleset, rules), games: [] };
    const known = knownGame(ruleset);
    const match = checkedMatch(known, kept, MOST_IN_FILE);
    const isUsable = match && match.entries.length && (match.when || !known || !isFinished(known, match));
    if (isUsable && part.games.every((/** @type {Match} */ { id }) => id !== match.id)) {
      parts.set(key, { ...part, games: [...part.games, { ...kept, ...match }] });
    }
  };
  const stored = storageKeys()
    .map((key) => ({ named: /** @type {any} */ (STORED.exec(key)), kept: STORED.test(key) && read(key) }))
    .filter(({ kept }) => kept && typeof kept === "object");
  stored
    .flatMap(({ named, kept }) => Object.entries((!named[2] && kept.finished) || {}).map((each) => [named[1], ...each]))
    .forEach(([ruleset, rules, games]) => {
      listOf(games).forEach((each) => {
        add(["", ruleset, rules], each);
      });
    });
  stored
    .filter(({ named, kept }) => named[2] && kept.match)
    .forEach(({ named, kept }) => {
      add(named, asRun(kept));
    });
  const isElsewhere = (/** @type {FilePart} */ part) => Number(!isOwn(part));
  return [...parts.values()].sort((one, other) => isElsewhere(one) - isElsewhere(other));
}

/** A key of games that are over or, with its rules, of one that runs. */
export const STORED = /^sheetgen (?!(?:settings|room)(?: |$))([\w-]+)(?: (\S+) .+)?$/;
const MOST_IN_FILE = 100; // players in a game of a ruleset that this page does not have
/** @param {{ ruleset: string, rules: string }} part */
export const isOwn = ({ ruleset, rules }) => Boolean(gameChosen) && ruleset === DATA.ruleset && rules === DATA.rules;

/** Return the rules of a game that this page has, for `checkedMatch`; else null.
 *
 * @param {string} ruleset
 * @returns {Game | null}
 */
const knownGame = (ruleset) => (ownOr(ALL.games, ruleset, "") ? dataOf(ruleset).game : null);

/** Return a running game as it stands in a file: the match with its turn, and the rolls that were seen.
 *
 * @param {any} run
 * @returns {FiledRun}
 */
export const asRun = ({ match, turn, rolling, seen }) => ({ ...match, turn, ...(rolling ? { rolling } : {}), seen });

/** Return a game that runs here or beside, as it is stored; undefined if it does not run.
 *
 * @param {Match} shared
 * @returns {any}
 */
export const runOf = (shared) => [page.log.state, ...others()].find(({ match }) => match.id === shared.id);

/** Return the file of one game: as it was finished, or as it runs here or beside.
 *
 * @param {Match} shared
 */
export function gameFile(shared) {
  const over = isFinished(game, shared) && page.finished.find((each) => each.id === shared.id);
  const run = runOf(shared);
  return gamesFile([{ ...fileHead(DATA.ruleset, DATA.rules), games: [over || (run ? asRun(run) : shared)] }]);
}

/** Return the file of some parts: the first one, and the others in it. A game is a line, for programs that read so.
 *
 * @param {any[]} parts
 * @param {Record<string, any>} [more]
 */
export function gamesFile([first = fileHead(DATA.ruleset, DATA.rules), ...rest], more = {}) {
  const text = (/** @type {any} */ { games = [], ...head }) => {
    const lines = games.map((/** @type {any} */ each) => JSON.stringify(each)).join(",\n");
    return `${JSON.stringify(head).slice(0, -1)}, "games": [\n${lines}\n]`;
  };
  const others = rest.map((part) => `${text(part)}}`).join(",\n");
  const head = text({ ...first, ...more, saved: new Date().toISOString() });
  return `${head}${others ? `, "others": [\n${others}\n]` : ""}}\n`;
}

/**
 * @param {string} text
 * @returns {any}
 */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Return what is in a file: {parts, saved, people}; null if it is no such file.
 *
 * @param {any} data
 * @returns {GamesRead | null}
 */
export function gamesIn(data) {
  const isPart = (/** @type {any} */ part) =>
    part && part.sheetgen === "games" && part.version === FILE_VERSION && Array.isArray(part.games);
  return isPart(data)
    ? {
        parts: [data, ...listOf(data.others).filter(isPart)].map(checkedPart),
        saved: isTime(data.saved) ? data.saved : null,
        people: checkedPeople(data.people),
      }
    : null;
}

/** Return the usable games of a ruleset in a file, and the number of the others. Those of a ruleset that this page does
 * not have are checked again by the page that has it.
 *
 * @param {any} part
 * @returns {CheckedPart}
 */
function checkedPart({ ruleset, rules, games }) {
  const known = ownOr(ALL.games, ruleset, "") ? dataOf(ruleset) : null;
  const isStorable = Boolean(known) || (typeof rules === "string" && STORED.test(`sheetgen ${ruleset} ${rules} x`));
  const checked = listOf(isStorable ? games : null)
    .map((kept) => ({
      kept,
      match: /** @type {any} */ (checkedMatch(known && known.game, kept, known ? known.most_players : MOST_IN_FILE)),
    }))
    .filter(
      ({ match }, at, all) => match && all.findIndex((other) => other.match && other.match.id === match.id) === at
    );
  const isOver = (/** @type {Match} */ match) => !known || isFinished(known.game, match);
  const over = checked.filter(({ match }) => match.when && isOver(match)).map(({ match }) => ({ match }));
  const running = checked
    .filter(({ match }) => !match.when && match.entries.length && !(known && isOver(match)))
    .map(({ kept, match }) => ({
      match,
      turn: ruleset === DATA.ruleset ? checkedTurn(DATA, kept.turn) : kept.turn,
      rolling: kept.rolling === true,
      seen: ruleset === DATA.ruleset ? checkedSeen(DATA, kept.seen) : kept.seen,
    }));
  const all = [...over, ...running];
  return { ruleset, rules: known ? known.rules : rules, isStorable, all, wrong: games.length - all.length };
}

/** Return the entries of a game in a form that can be compared: a link may not have their dice.
 *
 * @param {Match} match
 */
const entriesIn = ({ entries, players }) =>
  entries.map(({ player, box, points, bonus }) =>
    [players.findIndex((each) => each.id === player), box, points, bonus].join(" ")
  );

/** Check whether a game has nothing that another one does not have, in the same order.
 *
 * @param {Match} short
 * @param {Match} long
 */
export function isStart(short, long) {
  const [one, other] = [short, long].map(entriesIn);
  return one.every((each, at) => each === other[at]);
}

/** Return a key of a ruleset's part where one of its games that run is stored.
 *
 * @param {{ ruleset: string, rules: string }} part
 * @param {Match} match
 */
const keyBeside = ({ ruleset, rules }, match) => `sheetgen ${ruleset} ${rules} ${match.id}`;

/** Return the games of a part that are not here, or not as far. One that went on differently gets an id of its own.
 *
 * @param {CheckedPart} part
 * @returns {any[]}
 */
export function freshOf(part) {
  const held = heldGames().find(({ ruleset, rules }) => ruleset === part.ruleset && rules === part.rules);
  const here = [...(held ? held.games : []), ...(isOwn(part) ? [page.match] : [])];
  const find = (/** @type {Match} */ { id }) => here.find((each) => each.id === id);
  return part.all
    .filter(({ match }) => !find(match) || !isStart(match, find(match)))
    .map((run) => {
      const text = entriesIn(run.match).join();
      const sum = [...text].reduce((all, letter) => (31 * all + letter.charCodeAt(0)) >>> 0, 7).toString(36);
      return find(run.match) ? { ...run, match: { ...run.match, id: `${run.match.id}.${sum}` } } : run;
    })
    .filter(({ match }) => !find(match));
}

/** Store the games of a part that are not here, and return their number; null where there is no room for them.
 *
 * @param {CheckedPart} part
 * @param {string | null} saved
 */
export function storePart(part, saved) {
  const fresh = freshOf(part);
  const key = `sheetgen ${part.ruleset}`;
  const kept = read(key) || {};
  const over = fresh.filter(({ match }) => match.when).map(({ match }) => match);
  const had = kept.finished || {};
  const finished = [...listOf(had[part.rules]), ...over];
  finished.sort((one, other) => Date.parse(one.when) - Date.parse(other.when));
  const next = [
    ...(over.length ? [[key, { ...kept, finished: { ...had, [part.rules]: finished } }]] : []),
    ...fresh
      .filter(({ match }) => !match.when)
      .map((run) => [keyBeside(part, run.match), { ...run, ...(saved ? { saved } : {}) }]),
  ];
  const before = next.map(([name]) => [name, read(name)]);
  if (next.map(([name, data]) => write(name, data)).every(Boolean) || !page.hasRoom) {
    return fresh.length;
  }
  for (const [name, data] of before) {
    if (data === null) {
      forgetKey(name);
    } else {
      write(name, data);
    }
  }
  return null;
}

/** @param {Match} shared */
export const fileName = (shared) => `${DATA.ruleset}-${whenOf(shared).slice(0, 10)}`;
