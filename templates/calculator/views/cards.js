/* The cards on the big screen: totals above, boxes below. Lengths are in units of a screen of 1280 by 720. */

import { rowIcon, seatDice, signNode } from "../parts/dice.js";
import { element } from "../parts/elements.js";
import { LEAST, doesFit, fitted } from "../parts/fitting.js";
import { widthOf } from "../parts/measure.js";
import { has, sumOf, sumOfBoxes, toGo } from "../rules/engine.js";
import { inTurn, ranking } from "../rules/match.js";
import { plain, signed } from "../rules/words.js";
import { goalOf } from "../state/cards.js";
import {
  DATA,
  ORDERS,
  game,
  gameColumns,
  goal,
  isOneCard,
  rowName,
  score,
  several,
  totalsById,
  turns,
} from "../state/data.js";
import { nameOf, page, tableHere, view } from "../state/page.js";
import { announceBox, writeOffer } from "../state/play.js";
import { boxText, farText, roundText, seatLabel } from "../state/sayings.js";
import { isTypingHere, lastWritten, startTyping } from "../state/screen.js";
import { pgettext } from "../state/texts.js";
import { isMarked, mayName, namedIn } from "../state/turn.js";

const MARGIN = 18;
const GAP = 6; // between players
const HEAD = 106; // with its line
const GRAND = 48; // the row of the total, with the gap above it
const FOOT = 14;
const MOST_ROW = 40;
const LEAST_HEADING = 20;
const MOST_BESIDE = 8; // cards of more than twelve players
const BOX_ROOM = 34; // one of several boxes of a row
const SUM_ROOM = 46;

/** Return the width of the panel beside the cards.
 *
 * @param {number} count
 */
export const panelWidth = (count) => (count > 6 ? 344 : 356);

/** Return the cards of all players.
 *
 * @param {Column[]} columns
 */
export function cardsView(columns) {
  const shape = shapeOf(columns);
  const node = element("section", { class: "cards" }, cardsHead(columns, shape), cardsTable(columns, shape));
  node.style.width = `${shape.wide}px`;
  return node;
}

/* The shape */

/** Return the lengths of the cards, and the places of the players whose cards are shown.
 *
 * @param {Column[]} columns
 * @returns {CardsShape}
 */
function shapeOf(columns) {
  const count = columns.length;
  const wide = 1280 - panelWidth(count);
  const label = count > 8 && !isOneCard ? 150 : count > 6 && !isOneCard ? 176 : 200;
  const room = wide - 2 * MARGIN - label + GAP / 2; // the last gap is half in the margin
  const shown = placesShown(columns, room);
  const isAll = shown.length === count;
  const lines = DATA.table.flat().filter((row) => !row.within && row.kind !== "grand");
  const heads = lines.filter((row) => row.kind === "head").length;
  const strips = (isAll ? 0 : 26) + (gameColumns ? 26 : 0);
  const high = 720 - HEAD - GRAND - FOOT - strips;
  const even = (high + 7 * heads) / lines.length;
  const row = Math.min(
    MOST_ROW,
    even - 7 < LEAST_HEADING ? (high - LEAST_HEADING * heads) / (lines.length - heads) : even
  );
  return {
    wide,
    label,
    row: Math.floor(2 * row) / 2,
    heading: Math.max(LEAST_HEADING, Math.floor(2 * row) / 2 - 7),
    seat: room / count - GAP,
    card: room / shown.length - GAP,
    shown,
    isAll,
    last: lastWritten(),
  };
}

/** Return the least width of the card of one player. */
function leastCard() {
  if (gameColumns) {
    const heads = gameColumns.map((column) => widthOf(columnText(column), `700 ${LEAST}px`) + 8);
    return GAP + gameColumns.length * Math.max(44, ...heads);
  }
  const most = Math.max(...DATA.table.flat().map((row) => (row.boxes || []).length));
  return most ? GAP + most * BOX_ROOM + 2 * SUM_ROOM : 0;
}

/** Return the places of the players whose cards have room: all, or those who are next in turn, with who wrote last.
 *
 * @param {Column[]} columns
 * @param {number} room
 */
function placesShown(columns, room) {
  const all = columns.map((_, place) => place);
  const fits = isOneCard ? Math.max(1, Math.floor(room / leastCard())) : columns.length > 12 ? MOST_BESIDE : 12;
  if (columns.length <= fits) {
    return all;
  }
  const order = inTurn(page.match).map((player) => page.match.players.indexOf(player));
  const now = Math.max(
    0,
    order.findIndex((place) => columns[place].isTurn)
  );
  const first = now + order.length - (fits > 1 ? 1 : 0);
  return Array.from({ length: fits }, (_, at) => order[(first + at) % order.length]);
}

/** @param {GameColumn} column */
const columnText = ({ name, fill }) => [has(ORDERS, fill) ? ORDERS[fill] : "", name].filter(Boolean).join(" ");

/** Return the name of a column with its sign, or one of them alone where both together have no room.
 *
 * @param {GameColumn} column
 * @param {number} room
 */
function columnTextIn(column, room) {
  const { name, fill } = column;
  const texts = [columnText(column), name, has(ORDERS, fill) ? ORDERS[fill] : ""].filter(Boolean);
  return texts.find((text) => doesFit(text, 700, LEAST, room)) || texts[0];
}

/* The head */

/**
 * @param {Column[]} columns
 * @param {CardsShape} shape
 */
function cardsHead(columns, shape) {
  const title = element(
    "div",
    { class: "title" },
    fitted("h1", {}, DATA.title, { weight: 900, size: 50, room: shape.label - 6, least: 22 }),
    fitted("p", {}, roundText(), { weight: 400, size: 18, room: shape.label - 6 })
  );
  title.style.width = `${shape.label}px`;
  const places = ranking(game, page.match);
  const leaders = places.filter((each) => each.place === 1 && each.decides > 0).map((each) => each.player.id);
  const seats = columns.map((column, place) => headSeat(column, place, leaders.includes(column.player.id), shape));
  return element("header", { class: "heads" }, title, ...seats);
}

/**
 * @param {Column} column
 * @param {number} place
 * @param {boolean} leads
 * @param {CardsShape} shape
 */
function headSeat(column, place, leads, { seat }) {
  const { player, isTurn } = column;
  const kinds = ["seat", ...(isTurn ? ["turn"] : []), ...(leads ? ["lead"] : []), ...(player.left ? ["gone"] : [])];
  const count = page.match.players.length;
  const total = plain(column.total);
  const space = count > 8 ? 4 : count > 5 ? 9 : 14;
  const totalNode = fitted("span", { class: "tot" }, total, {
    weight: 900,
    size: count > 5 ? 34 : 40,
    room: seat - 2 * space,
  });
  totalNode.style.padding = `0 ${space}px`;
  const node = element(
    "div",
    {
      class: kinds.join(" "),
      role: "group",
      "aria-label": seatLabel(column, leads),
      "data-player": player.id,
      click: () => isTurn && startTyping(player),
    },
    element("span", { class: "nm" }, ...nameParts(column, place, seat)),
    totalNode,
    element("span", { class: "far" }, ...farParts(column, seat))
  );
  node.style.width = `${seat + GAP}px`;
  return node;
}

/** Return the die of a player and the name, or one of them where both have no room.
 *
 * @param {Column} column
 * @param {number} place
 * @param {number} room
 */
function nameParts({ player, isTurn }, place, room) {
  const count = page.match.players.length;
  const dice = seatDice(place, player.left ? "blank" : isTurn ? "solid" : "open");
  if (count > 8) {
    return [dice];
  }
  const name = nameOf(player);
  const size = count > 6 ? 18 : 20;
  const besideDice = room - (place < 6 ? 24 : 35);
  const hasDice = doesFit(name, 700, LEAST, besideDice);
  const betweenCorners = room - 12;
  const node = fitted("bdi", {}, name, { weight: 700, size, room: hasDice ? besideDice : betweenCorners });
  return hasDice ? [dice, node] : [node];
}

/**
 * @param {Column} column
 * @param {number} room
 */
function farParts(column, room) {
  const words = farText(column, true);
  const isShort = page.match.players.length > 5 || !doesFit(words, 400, LEAST, room - 18);
  const text = isShort ? farText(column) : words;
  const sign = text && !view.deciding && !column.player.left ? [signNode(score ? "sum" : "plus")] : [];
  const left = room - 18 * sign.length;
  if (!doesFit(text, 400, LEAST, left)) {
    return doesFit(text, 400, LEAST, room) ? [text] : [];
  }
  return [...sign, fitted("span", {}, text, { weight: 400, size: 17, room: left })];
}

/* The table */

/**
 * @param {Column[]} columns
 * @param {CardsShape} shape
 */
function cardsTable(columns, shape) {
  const rows = DATA.table.flat().filter((row) => !row.within);
  const cards = shape.shown.map((place) => columns[place]);
  const table = element(
    "table",
    { "aria-label": pgettext("page", "Score sheet") },
    element("colgroup", {}, ...columnWidths(shape)),
    element("thead", {}, namesRow(cards, shape), ...(gameColumns ? [columnsRow(cards, shape)] : [])),
    element("tbody", {}, ...rows.map((row) => cardsRow(row, cards, shape)))
  );
  const letters = Math.max(LEAST, Math.min(20, 0.66 * shape.row));
  Object.entries({ "--row": shape.row, "--heading": shape.heading, "--letters": letters }).forEach(([name, value]) => {
    table.style.setProperty(name, `${value}px`);
  });
  return table;
}

/** @param {CardsShape} shape */
function columnWidths(shape) {
  const widths = [
    shape.label,
    ...shape.shown.flatMap(() => (gameColumns || [1]).map((_, __, parts) => (shape.card + GAP) / parts.length)),
  ];
  return widths.map((width) => {
    const node = element("col");
    node.style.width = `${width}px`;
    return node;
  });
}

/** Return the names above the cards: to be seen where the head has others as well, else for screen readers.
 *
 * @param {Column[]} cards
 * @param {CardsShape} shape
 */
const namesRow = (cards, shape) =>
  element(
    "tr",
    { class: shape.isAll ? "names unseen" : "names" },
    element("td", {}),
    ...cards.map(({ player, isTurn }) =>
      element(
        "th",
        { scope: "colgroup", colspan: (gameColumns || [1]).length, class: isTurn ? "turn" : null },
        element(
          "span",
          {},
          seatDice(page.match.players.indexOf(player), isTurn ? "solid" : "open"),
          fitted("bdi", {}, nameOf(player), { weight: 700, size: 18, room: shape.card - 44 })
        )
      )
    )
  );

/** Return the names of the columns of each player.
 *
 * @param {Column[]} cards
 * @param {CardsShape} shape
 */
function columnsRow(cards, shape) {
  const columns = gameColumns || [];
  const room = (shape.card + GAP) / columns.length - 4;
  const heads = cards.flatMap(() =>
    columns.map((column) =>
      element(
        "th",
        { scope: "col", "aria-label": columnText(column) },
        fitted("span", {}, columnTextIn(column, room), { weight: 700, size: 17, room })
      )
    )
  );
  return element("tr", { class: "columns" }, element("td", {}), ...heads);
}

/**
 * @param {Row} row
 * @param {Column[]} cards
 * @param {CardsShape} shape
 */
function cardsRow(row, cards, shape) {
  if (row.kind === "head") {
    const all = 1 + cards.length * (gameColumns || [1]).length;
    return element("tr", { class: "head" }, element("th", { colspan: all }, element("span", {}, row.name)));
  }
  const kind = row.kind === "box" ? "score" : row.kind;
  const cells = cards.flatMap((column) => cellsOf(row, column, shape));
  return element("tr", { class: `${kind} level${row.level || 1}` }, rowLabel(row, shape), ...cells);
}

/** Return the name of a row with its dice and what it brings, as far as there is room.
 *
 * @param {Row} row
 * @param {CardsShape} shape
 */
function rowLabel(row, shape) {
  const isGrand = row.kind === "grand";
  const weight = isGrand || (row.level || 1) > 1 ? 900 : 700;
  const size = isGrand ? 20 : Math.max(LEAST, Math.min(18, 0.6 * shape.row));
  const room = shape.label - (isGrand ? 26 : 8);
  const icons = rowIcon(row);
  const need = row.need && !isGrand ? row.need : "";
  const needRoom = need ? widthOf(need, `400 ${LEAST}px`) + 6 : 0;
  const iconRoom = icons.length ? 1.62 * Math.min(23, shape.row - 4) + 6 : 0;
  const hasNeed = need !== "" && doesFit(row.name, weight, LEAST, room - iconRoom - needRoom);
  const hasIcon = icons.length > 0 && (hasNeed || doesFit(row.name, weight, LEAST, room - iconRoom));
  const left = room - (hasIcon ? iconRoom : 0) - (hasNeed ? needRoom : 0);
  return element(
    "th",
    { scope: "row" },
    element(
      "div",
      { class: "label" },
      ...(hasIcon ? [element("span", { class: "icon" }, ...icons)] : []),
      fitted("span", { class: "words" }, row.name, { weight, size, room: left }),
      ...(hasNeed
        ? [
            fitted("small", {}, need, {
              weight: 400,
              size: 16,
              room: needRoom + left - widthOf(row.name, `${weight} ${size}px`),
            }),
          ]
        : [])
    )
  );
}

/** Return the cells of a player in a row: one, or one for each column.
 *
 * @param {Row} row
 * @param {Column} column
 * @param {CardsShape} shape
 */
function cellsOf(row, column, shape) {
  const prefixes = gameColumns && !row.across ? gameColumns.map(({ prefix }) => prefix) : [""];
  return prefixes.map((prefix, at) => {
    const isTurn = column.isTurn ? " mine" : "";
    const first = at === 0 ? " first" : "";
    const inside = row.kind === "box" ? boxNodes(row, prefix, column, shape) : [totalNode(row, prefix, column, shape)];
    return element(
      "td",
      {
        class: `cell${isTurn}${first}${column.player.left ? " gone" : ""}`,
        colspan: gameColumns && row.across ? gameColumns.length : null,
        click: () => column.isTurn && !isTypingHere() && startTyping(column.player),
      },
      inside.length > 1 ? element("div", { class: "across" }, ...inside) : inside[0]
    );
  });
}

/* Boxes and totals */

/**
 * @param {Row} row
 * @param {string} prefix
 * @param {Column} column
 * @param {CardsShape} shape
 */
function boxNodes(row, prefix, column, { last }) {
  const boxes = (row.boxes || [row.id]).map((box) => boxNode(prefix + box, column, last));
  if (!row.boxes) {
    return boxes;
  }
  const sum = sumOfBoxes(column.card, row.boxes);
  const ends = [element("div", { class: "box total" }, plain(sum))];
  if (row.points) {
    const points = column.totals[row.points];
    ends.push(element("div", { class: "box total" }, points ? plain(points) : ""));
  }
  return [...boxes, ...ends];
}

/**
 * @param {string} where
 * @param {Column} column
 * @param {TableEvent | undefined} last
 */
function boxNode(where, column, last) {
  const entry = column.byBox.get(where);
  const isOwn = column.isTurn && isTypingHere() && view.offers !== null;
  const offer = isOwn && !entry && view.offers ? view.offers.by.get(where) : undefined;
  const kinds = ["box"];
  if (entry) {
    kinds.push("full", ...(entry.points || entry.bonus ? [] : ["struck"]), ...(entry.fixed ? ["fix"] : []));
    kinds.push(...(entry.bonus ? ["yacht"] : []));
  } else if (offer) {
    kinds.push("offer", ...(offer.value ? [] : ["zero"]));
  } else if (column.open && !column.open.has(where)) {
    kinds.push("later");
  }
  if (column.isTurn && page.turn.named === where) {
    kinds.push("named");
  }
  if (last && last.box === where && last.player === column.player.id) {
    kinds.push("just");
  }
  if (tableHere().open.has(`${where} ${column.player.id}`)) {
    kinds.push("unsent");
  }
  const text = entry ? plain(entry.points) : offer ? plain(offer.points) : "";
  const act = actOf(where, column, offer);
  const said = boxText(entry, offer, Boolean(offer && isMarked(offer)), false, false);
  const label = `${rowName(where)}, ${nameOf(column.player)}: ${said}`;
  const attributes = { class: kinds.join(" "), "data-box": where, "data-player": column.player.id };
  return act
    ? element("button", { ...attributes, type: "button", "aria-label": label, click: act }, text)
    : element("div", attributes, text);
}

/** Return what a tap on a box does while its player's dice are typed here: it writes, or announces; null for nothing.
 *
 * @param {string} where
 * @param {Column} column
 * @param {PageOffer | undefined} offer
 * @returns {(() => void) | null}
 */
function actOf(where, column, offer) {
  if (offer) {
    return () => writeOffer(offer);
  }
  const prefix = turns.announced ? namedIn(where) : undefined;
  const mayAnnounce = prefix !== undefined && column.isTurn && isTypingHere() && mayName(prefix);
  return mayAnnounce && column.open !== null && column.open.has(where) ? () => announceBox(where) : null;
}

/**
 * @param {Row} row
 * @param {string} prefix
 * @param {Column} column
 * @param {CardsShape} shape
 */
function totalNode(row, prefix, column, shape) {
  const where = prefix + row.id;
  const total = totalsById.get(where);
  const points = column.totals[where];
  const isGrand = row.kind === "grand";
  const wide = shape.card / (gameColumns && !row.across ? gameColumns.length : 1) - 12;
  const kinds = ["box", "total", ...(isGrand ? ["grandtotal"] : [])];
  const most = isGrand ? 26 : Math.max(LEAST, Math.min(19, 0.64 * shape.row));
  if (total && total.kind === "threshold" && !several && !points) {
    const left = total === goal ? goalOf(column) : toGo(game, column.card, column.yachts, total);
    if (left) {
      return element("div", { class: kinds.join(" ") }, ...distanceParts(left, wide, most));
    }
  }
  if (total && total === goal && points > 0) {
    const sum = String(sumOf(total, column.card, column.totals));
    const got = signed(points);
    const hasSum = doesFit(`${got}  ${sum}`, 700, LEAST, wide);
    return element(
      "div",
      { class: [...kinds, "got"].join(" ") },
      fitted("b", {}, got, { weight: 900, size: most, room: wide }),
      ...(hasSum ? [element("small", {}, sum)] : [])
    );
  }
  const text = points === null || points === undefined ? "" : plain(points);
  const worth = row.points && several ? column.totals[row.points] : null;
  const said = worth === null || worth === undefined ? text : `${text} · ${signed(worth)}`;
  const weight = isGrand ? 900 : 700;
  return element("div", { class: kinds.join(" ") }, fitted("span", {}, said, { weight, size: most, room: wide }));
}

/** Return the sum on which a bonus depends, and how far off the bonus is, as far as there is room.
 *
 * @param {Goal} left
 * @param {number} wide
 * @param {number} most
 */
function distanceParts({ sum, missing, reachable }, wide, most) {
  const words = (/** @type {number} */ points) => pgettext("form", "%(points)s to go", { points });
  const missed = pgettext("form", "missed");
  // what has room in every row, so that all cards say it in the same way
  const fits = (/** @type {string} */ text) => doesFit(`88  ${text}`, 700, LEAST, wide);
  const hasWords = fits(words(88)) && fits(missed);
  const said = hasWords
    ? reachable
      ? words(missing)
      : missed
    : fits(signed(88))
      ? reachable
        ? signed(missing)
        : "–"
      : "";
  return [
    fitted("span", {}, String(sum), { weight: 700, size: most, room: wide }),
    ...(said ? [element("small", {}, said)] : []),
  ];
}
