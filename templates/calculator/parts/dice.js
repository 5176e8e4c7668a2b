/* Drawings: dice, glyphs, and the icons of rows. */

import { DATA, rowOf } from "../state/data.js";
import { page } from "../state/page.js";
import { people } from "../state/people.js";
import { drawn, element, findOf } from "./elements.js";

/** @param {string} name */
export const glyph = (name) =>
  drawn("svg", { class: "glyph", "aria-hidden": "true" }, drawn("use", { href: `#g-${name}` }));

/** Return the selector of the symbol of a face.
 *
 * @param {Face} face
 */
export const symbolOf = (face) => (typeof face === "string" ? `#face-${face}` : `#die${face}`);

/** Return the drawing of a face: copies, because browsers compute the style of every reference anew.
 *
 * @param {Face} face
 */
export const faceNodes = (face) => [...findOf(SVGElement, symbolOf(face)).children].map((node) => node.cloneNode(true));

/** Return a die: solid if it counts, open if it does not, blank if it may show anything.
 *
 * @param {Face} face
 * @param {string} kind
 */
export const die = (face, kind) =>
  drawn(
    "svg",
    { class: `die ${kind}`, viewBox: "0 0 100 100", "data-face": face, "aria-hidden": "true" },
    ...faceNodes(face)
  );

/** Let a die show another face.
 *
 * @param {SVGElement} drawing
 * @param {Face} face
 */
export function turnTo(drawing, face) {
  if (drawing.dataset.face !== String(face)) {
    drawing.dataset.face = String(face);
    drawing.replaceChildren(...faceNodes(face));
  }
}

/** Return the number of a player as dice: seven is a six and a one.
 *
 * @param {number} place
 * @param {string} kind
 */
export function seatDice(place, kind) {
  const faces = DATA.numbers[place];
  return element(
    "span",
    { class: "faces", "aria-hidden": "true" },
    ...(faces ? faces.map((face) => die(face, kind)) : [String(place + 1)])
  );
}

/** Return the dice of a row in two lines, the larger half above; for a sum its sign.
 *
 * @param {Pick<Row, "dice" | "sign">} row
 * @returns {SVGElement[]}
 */
export function rowIcon({ dice, sign }) {
  if (!dice) {
    return sign ? [signNode(sign === "=" ? "sum" : "plus")] : [];
  }
  const top = Math.ceil(dice.length / 2);
  const side = dice.length > 1 ? 47 : 100;
  const step = 5300 / side;
  const placed = dice.map(([face, kind], at) => ({ face, kind, x: (at % top) * step, y: at < top ? 0 : step }));
  const kinds = [...new Set(placed.map((each) => each.kind))].map((kind) =>
    placed.filter((each) => each.kind === kind)
  );
  return [
    drawn(
      "svg",
      {
        class: "block",
        viewBox: `0 0 ${top * (side + 6) - 6} 100`,
        preserveAspectRatio: "xMinYMid",
        "aria-hidden": "true",
      },
      drawn("g", { transform: `scale(${side / 100})` }, ...kinds.flatMap(diceTogether))
    ),
  ];
}

/** Return dice of one kind as few drawings, because a table has a hundred dice.
 *
 * @param {{ face: Face, kind: string, x: number, y: number }[]} dice
 */
function diceTogether(dice) {
  /** @type {Record<string, string>} */
  const pips = {};
  const drawnPips = (/** @type {Face} */ face) => document.querySelector(`${symbolOf(face)} path.pip`);
  const apart = dice.filter(({ face }) => face && !drawnPips(face));
  const together = dice.filter((each) => !apart.includes(each));
  const round = together.length
    ? Number(findOf(SVGElement, `${symbolOf(together[0].face)} .body`).getAttribute("rx"))
    : 0;
  const side = 92 - 2 * round;
  const arc = (/** @type {number} */ x, /** @type {number} */ y) =>
    `a${round} ${round} 0 0 1 ${x * round} ${y * round}`;
  const outline = `h${side}${arc(1, 1)}v${side}${arc(-1, 1)}h-${side}${arc(-1, -1)}v-${side}${arc(1, -1)}z`;
  const bodies = together.map(({ x, y }) => `M${x + 4 + round} ${y + 4}${outline}`);
  together
    .filter(({ face }) => face)
    .forEach(({ face, x, y }) => {
      const pip = findOf(SVGElement, `${symbolOf(face)} path.pip`);
      const width = String(pip.getAttribute("stroke-width"));
      const path = String(pip.getAttribute("d")).replace(
        /M([\d.]+) ([\d.]+)/g,
        (_, across, down) => `M${Number(across) + x} ${Number(down) + y}`
      );
      pips[width] = (pips[width] || "") + path;
    });
  return [
    drawn(
      "g",
      { class: `die ${dice[0].kind}` },
      ...(bodies.length ? [drawn("path", { class: "body", d: bodies.join("") })] : []),
      ...Object.entries(pips).map(([width, d]) => drawn("path", { class: "pip", "stroke-width": width, d }))
    ),
    ...apart.map(({ face, kind, x, y }) =>
      drawn("use", { class: `die ${kind}`, href: symbolOf(face), x, y, width: 100, height: 100 })
    ),
  ];
}

/** @param {string} name */
export const signNode = (name) =>
  drawn(
    "svg",
    { class: "sign die solid", viewBox: "0 0 100 100", "aria-hidden": "true" },
    drawn("use", { href: `#${name}` })
  );

/** Return the drawing of a row: dice, or a sign.
 *
 * @param {string} where
 */
export function iconOf(where) {
  return rowIcon(rowOf(where))[0] || die(0, "blank");
}

/** Return the number of a player as dice in the colour of the player.
 *
 * @param {Player} player
 * @param {string} kind
 */
export const tintedDice = (player, kind) => {
  const dice = seatDice(page.match.players.indexOf(player), kind);
  dice.classList.add("tinted", `p${people.colour(player)}`);
  return dice;
};
