/* The picture of a game: the card as on paper, in the colours of the page.
 *
 * Lengths are those of a phone of 360 by any height.
 */

import { ranking, resultOf } from "../rules/match.js";
import { plain, sumOfAll } from "../rules/words.js";
import { DATA, game, gameColumns, language } from "../state/data.js";
import { whenOf } from "../state/files.js";
import { nameIn } from "../state/texts.js";
import { symbolOf } from "./dice.js";
import { element, findOf, penOf } from "./elements.js";

/* The picture: the card as on paper, in the colours of the page. Lengths are those of a phone of 360 by any height. */

const SCALE = 3;
const LABEL = 150;
const MARGIN = 12;
const LINE = 26;
const LEAST_COLUMN = 44;

/** Return the finished card as a picture.
 *
 * @param {Match} shared
 */
export async function pictureOf(shared) {
  await Promise.all(
    ["400", "700", "900"].map((weight) => document.fonts.load(`${weight} 15px "Sofia Sans Semi Condensed"`))
  );
  const rows = DATA.table.flat().filter((row) => !row.within);
  const columns = columnsOf(shared);
  const heights = rows.map((row) => LINE * Math.ceil((row.boxes || [1]).length / 2));
  const column = Math.max(LEAST_COLUMN, (360 - 2 * MARGIN - LABEL) / columns.length);
  const wide = 2 * MARGIN + LABEL + column * columns.length;
  const head = gameColumns ? 112 : 92;
  const canvas = element("canvas", {
    width: Math.ceil(SCALE * wide),
    height: Math.ceil(SCALE * (head + sumOfAll(heights) + 2 * MARGIN)),
  });
  const pen = penOn(canvas);
  pen.scale(SCALE, SCALE);
  pen.fill("paper", 0, 0, wide, canvas.height);
  pen.write(DATA.title, MARGIN, 34, { size: 30, weight: 900, room: wide - 2 * MARGIN });
  pen.write(
    [DATA.variant, new Date(whenOf(shared)).toLocaleDateString(language, { dateStyle: "long" })]
      .filter(Boolean)
      .join(" · "),
    MARGIN,
    54,
    { size: 14, colour: "soft", room: wide - 2 * MARGIN }
  );
  columns.forEach((each, at) => {
    const many = each.wide || 1;
    pen.write(each.name, MARGIN + LABEL + (at + many / 2) * column, head - (gameColumns ? 30 : 10), {
      weight: 700,
      align: "center",
      room: many * column - 4,
      colour: each.isBest ? "accent" : "ink",
    });
    pen.write(each.below, MARGIN + LABEL + (at + 0.5) * column, head - 10, {
      size: 14,
      align: "center",
      room: column - 4,
    });
  });
  let top = head;
  rows.forEach((row, at) => {
    drawRow(pen, row, columns, { top, high: heights[at], column, wide });
    top += heights[at];
  });
  return new Promise((done) => {
    canvas.toBlob(done, "image/png");
  });
}

/** Return the columns of a game with their values by box and total. A player's first column has the name and the values
 * that belong to all columns.
 *
 * @param {Match} shared
 * @returns {PictureColumn[]}
 */
function columnsOf(shared) {
  const result = resultOf(game, shared);
  const all = { ...result.boxes, ...result.totals };
  const best = ranking(game, shared)
    .filter((each) => each.place === 1)
    .map((each) => each.player.id);
  return shared.players.flatMap((player, at) =>
    (gameColumns || [{ prefix: "", name: "" }]).map(({ prefix, name }, place) => ({
      name: place ? "" : nameIn(shared.players, player),
      below: name,
      prefix,
      wide: place ? 0 : (gameColumns || [0]).length,
      isBest: shared.players.length > 1 && best.includes(player.id),
      values: Object.fromEntries(Object.entries(all).map(([where, values]) => [where, values[at]])),
    }))
  );
}

/**
 * @param {ReturnType<typeof penOn>} pen
 * @param {Row} row
 * @param {PictureColumn[]} columns
 * @param {{ top: number, high: number, column: number, wide: number }} place
 */
function drawRow(pen, row, columns, { top, high, column, wide }) {
  const middle = top + high / 2 + 5;
  const isTotal = row.kind === "grand";
  const isSum = row.kind === "sum";
  if (row.kind === "head") {
    pen.write(row.name, MARGIN, top + 18, { weight: 900, colour: "accent" });
    pen.fill("accent", MARGIN, top + high - 3, wide - 2 * MARGIN, 2);
    return;
  }
  if (isTotal) {
    pen.fill("accent", MARGIN, top + 1, wide - 2 * MARGIN, high - 2);
  } else {
    pen.fill("hair", MARGIN, top + high - 1, wide - 2 * MARGIN, isSum ? 1.5 : 0.75);
  }
  const colour = isTotal ? "paper" : "ink";
  const icon = row.dice || isSum ? 34 : 0;
  pen.dice(row.dice || [], MARGIN, top + high / 2 - 10, 20);
  if (isSum && row.sign) {
    pen.symbol(row.sign === "=" ? "#sum" : "#plus", MARGIN, top + high / 2 - 8, 16);
  }
  pen.write(row.name, MARGIN + icon + (isTotal ? 6 : 0), middle, {
    weight: isSum || isTotal ? 900 : 700,
    colour,
    room: LABEL - icon - 6,
  });
  columns
    .filter((each) => !row.across || each.wide)
    .forEach((each) => {
      const at = columns.indexOf(each);
      const centre = MARGIN + LABEL + (at + (row.across ? each.wide : 1) / 2) * column;
      const prefix = row.across ? "" : each.prefix;
      const boxes = row.boxes || [row.id];
      const texts = boxes
        .map((box) => each.values[prefix + box])
        .map((value) => (value === null ? "" : value === 0 && row.kind === "box" ? "–" : plain(value)));
      const lines = row.boxes
        ? texts
            .filter((_, place) => place % 2 === 0)
            .map((_, place) => texts.slice(2 * place, 2 * place + 2).join("  "))
        : texts;
      lines.forEach((line, place) => {
        pen.write(line, centre, row.boxes ? top + 18 + place * LINE : middle, {
          size: isTotal ? 18 : 15,
          weight: isTotal || isSum ? 900 : 400,
          colour,
          align: "center",
          room: column - 4,
        });
      });
    });
}

/** Return functions that draw on a canvas in the colours and the font of the page.
 *
 * @param {HTMLCanvasElement} canvas
 */
function penOn(canvas) {
  const context = penOf(canvas);
  const style = getComputedStyle(document.documentElement);
  const of = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const write = (
    /** @type {string} */ words,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {Lettering} */ { size = 15, weight = 400, colour = "ink", align = "left", room }
  ) => {
    context.font = `${weight} ${size}px "Sofia Sans Semi Condensed", "Roboto Condensed", "Arial Narrow", sans-serif`;
    context.fillStyle = of(colour);
    context.textAlign = align;
    context.fillText(words, x, y, room);
  };
  const fill = (
    /** @type {string} */ colour,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ wide,
    /** @type {number} */ high
  ) => {
    context.fillStyle = of(colour);
    context.fillRect(x, y, wide, high);
  };
  const dice = (
    /** @type {[face: Face, kind: string][]} */ list,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ size
  ) => {
    const top = Math.ceil(list.length / 2);
    const side = list.length > 1 ? 0.47 * size : size;
    list.forEach(([face, kind], at) => {
      drawSymbol(
        context,
        of,
        symbolOf(face),
        kind,
        x + (at % top) * 0.53 * size,
        y + (at < top ? 0 : 0.53 * size),
        side
      );
    });
  };
  const symbol = (
    /** @type {string} */ name,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ side
  ) => drawSymbol(context, of, name, "solid", x, y, side);
  return {
    write,
    fill,
    dice,
    symbol,
    scale: (/** @type {number} */ across, /** @type {number} */ down) => context.scale(across, down),
  };
}

/** Draw a die or sign from its symbol on the page, which a selector matches.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {(name: string) => string} of
 * @param {string} symbol
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {number} side
 */
function drawSymbol(context, of, symbol, kind, x, y, side) {
  const pips = document.querySelector(`${symbol} path`);
  const face = document.querySelector(`${symbol} text`);
  const solid = kind === "solid";
  const corner = Number(findOf(SVGElement, `${symbol} rect`).getAttribute("rx"));
  context.save();
  context.translate(x, y);
  context.scale(side / 100, side / 100);
  const body = new Path2D();
  body.roundRect(4, 4, 92, 92, corner);
  Object.assign(context, {
    fillStyle: of("accent"),
    strokeStyle: of(kind === "blank" ? "others" : "accent"),
    lineWidth: 8,
    lineCap: "round",
  });
  context[solid ? "fill" : "stroke"](body);
  if (pips) {
    context.lineWidth = Number(pips.getAttribute("stroke-width"));
    context.strokeStyle = of(solid ? "paper" : "accent");
    context.stroke(new Path2D(String(pips.getAttribute("d"))));
  } else if (face) {
    Object.assign(context, {
      font: "700 68px sans-serif",
      textAlign: "center",
      fillStyle: of(solid ? "paper" : "accent"),
    });
    context.fillText(String(face.textContent), 50, 74, 86);
  }
  context.restore();
}
