/* The data of the chosen game in the chosen language, and what follows from them.
 *
 * The language is stored for this page, the game is in the address. The page is reloaded to change one. */

import { has } from "../rules/engine.js";
import { setting } from "./storage.js";

/** @type {AllData} */
export const ALL = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("data")).textContent || "");
const PLACE = location.pathname.replace(/index\.html$/, ""); // where an app is opened under both
export const LANGUAGE = `language ${PLACE}`;
export const GAME = `game ${PLACE}`;
export const gamesHere = Object.keys(ALL.games);
export const languagesHere = ALL.languages;
/** Return a name if a table has it; else another one.
 *
 * @param {object} table
 * @param {unknown} name
 * @param {string} other
 */
export const ownOr = (table, name, other) => (typeof name === "string" && has(table, name) ? name : other);
export const language = languagesHere.find((each) => each === setting(LANGUAGE)) || ALL.language;
export const gameChosen =
  gamesHere.length > 1 ? ownOr(ALL.games, location.hash.slice(1).split("/")[0], "") : gamesHere[0];
/**
 * @param {string} id
 * @returns {PageData}
 */
export const dataOf = (id) => ({ ...ALL.same, ...ALL.games[id].same, ...ALL.games[id].said[language], language });
export const DATA = dataOf(gameChosen || gamesHere[0]);
export const game = DATA.game;
export const turns = DATA.turns;
export const weights = (DATA.odds && DATA.odds.worth) || null; // of boxes, where best play is known (rules/offers.js)
/** @param {PageData} data */
export const pageOf = (data) => data.key; // where the games of a ruleset that are over are kept, by their rules
/** @param {PageData} data */
export const rulesOf = (data) => `${data.key} ${data.rules}`; // where those that run are kept
/** Return where the game of pages for these players is kept.
 *
 * @param {PageData} data
 */
export const runKeyOf = (data) => `${rulesOf(data)} ${JSON.stringify(data.players)}`;
export const PAGE = pageOf(DATA);
export const RUN = ALL.table ? `${rulesOf(DATA)} ${ALL.table}` : runKeyOf(DATA);
const rowNames = new Map(DATA.rows);
export const totalsById = new Map(game.totals.map((total) => [total.id, total]));
/** @param {string} where */
export const rowName = (where) => rowNames.get(where) || "";
export const gameColumns = DATA.columns || null; // {prefix, name, fill, marks}, if a player has several
/** Return the id of a box or total without its column.
 *
 * @param {string} where
 */
const plainId = (where) => where.slice(where.indexOf(".") + 1);
/** Return every box of a row, in all columns.
 *
 * @param {Row} row
 */
export const boxesOfRow = (row) =>
  (gameColumns || [{ prefix: "" }]).flatMap(({ prefix }) => (row.boxes || [row.id]).map((where) => prefix + where));

/** Return the symbol or number of a face of this game.
 *
 * @param {number} face
 * @returns {Face}
 */
export const shownFace = (face) => (DATA.faces && face ? DATA.faces[face - 1].symbol || face : face);
/** @param {number} face */
export const faceName = (face) => (DATA.faces && face ? DATA.faces[face - 1].name : String(face));
/** @type {Record<string, string>} */
export const ORDERS = { down: "↓", up: "↑", outwards: "↕", inwards: "⇅" };

/** Return the name of the row of a box, without its column.
 *
 * @param {string} where
 */
export const rowTitle = (where) => rowOf(where).name;

export const several = DATA.table.some((group) => group.some((row) => row.boxes));
export const goal =
  several || DATA.columns
    ? null
    : game.totals.find((total) => total.kind === "threshold" && total.steps.length === 1) || null;
export const score = several ? game.totals.find((total) => total.kind === "sum" && total.id !== "total") || null : null;

export const isOneCard = several || Boolean(gameColumns); // at a time, whoever plays

/** @type {Map<string, Row>} */
const boxRows = new Map();
DATA.table
  .flat()
  .filter((row) => row.kind === "box")
  .forEach((row) => {
    (row.boxes || [row.id]).forEach((box) => {
      boxRows.set(box, row);
    });
  });

/** Return the table row of a box, which must have one, and its hint.
 *
 * @param {string} where
 */
export const rowOf = (where) => /** @type {Row} */ (boxRows.get(plainId(where)));
/** @param {string} where */
export const hintOf = (where) => rowOf(where).hint || rowOf(where).short || "";

/** Return the name of the category of a box, with its column if there are several, without the number of the box.
 *
 * @param {string} where
 */
export const categoryName = (where) => (gameColumns ? rowName(where) : rowTitle(where));

/** What can be told of typed dice, where it matters: the number of their roll, or that it was a first one. */
export const MOMENTS = [
  ...(new Set(turns.numbers).size > 1 || turns.further ? ["number"] : []),
  ...(turns.first_rolls && (turns.together || !(turns.numbers || turns.further)) ? ["first"] : []),
];
