/* Charts: running totals as lines, and the totals of well-played cards as bars. Lengths are in pixels. */

import { plain, scaleFor } from "../rules/words.js";
import { DATA, game } from "../state/data.js";
import { pgettext } from "../state/texts.js";
import { faceNodes } from "./dice.js";
import { drawn } from "./elements.js";
import { shortened, widthOf } from "./measure.js";

const DASHES = ["", "9 5", "0.1 5.2", "11 4.5 0.1 4.5"];
export const APART = 19; // from the name at one line to the next
const STROKES = [3, 2.6, 3.6, 2.6];

/** Return a small die with the number of a player, in the colour of the player, at a place of a chart.
 *
 * @param {{ place: number, colour: number }} line
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {number} [side]
 */
const chartDie = ({ place, colour }, kind, x, y, side = 16) =>
  (DATA.numbers[place] || [0]).map((face, at) =>
    drawn(
      "svg",
      {
        class: `die tinted p${colour} ${kind}`,
        viewBox: "0 0 100 100",
        x: x + at * (side - 2),
        y: y - side / 2,
        width: side,
        height: side,
      },
      ...faceNodes(face)
    )
  );

/** Return a chart of running totals; the first line is on top. Each total is of a turn, or of one of several `steps` in
 * it. Letters are in circles on the lines. Lines of a chart that `grows` have no names yet.
 *
 * @param {ChartLine[]} lines
 * @param {number} wide
 * @param {number} high
 * @param {string} label
 * @param {{ mark?: { at: number, total: number, name: string } | null, scale?: number[], steps?: number,
 *   letters?: ChartLetter[], grows?: boolean }} [how]
 */
export function lineChart(lines, wide, high, label, how = {}) {
  const { mark = null, steps = 1, letters = [], grows = false } = how;
  const count = game.boxes.length * steps;
  const every = lines.flatMap((line) => line.totals);
  const scale = how.scale || scaleFor([...every, 0, 10]);
  const [low] = scale;
  const top = scale[scale.length - 1];
  const left = 16 + widthOf(plain(top), "400 14px");
  const fits = (/** @type {ChartLine} */ line) => shortened(line.name, "700 15px", wide * 0.26);
  const shown = lines.filter((line) => !line.stopped);
  const names = shown.map(
    (line) => widthOf(fits(line), "700 15px") + 4 + (line.colour ? 36 + 14 * Number(line.place > 5) : 8)
  );
  const right = wide - Math.max(0, ...names);
  const x = (/** @type {number} */ at) => left + ((right - left) * at) / count;
  const y = (/** @type {number} */ total) => 10 + ((high - 34) * (top - total)) / (top - low);
  const end = (/** @type {ChartLine} */ line) => [x(line.totals.length - 1), y(line.totals[line.totals.length - 1])];
  const sorted = shown.slice().sort((one, other) => end(one)[1] - end(other)[1]);
  const places = new Map();
  sorted.forEach((line, at) => {
    places.set(line, Math.max(end(line)[1], at ? places.get(sorted[at - 1]) + APART : 8));
  });
  sorted.reverse().forEach((line, at) => {
    places.set(line, Math.min(places.get(line), at ? places.get(sorted[at - 1]) - APART : high - 8));
  });
  const written = (/** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y, more = {}) =>
    drawn("text", { x, y, ...more }, words);
  const draw = (/** @type {ChartLine} */ line) => {
    const kind = line.colour ? (line.colour - 1) % 4 : line.far ? 1 : 0;
    const width = line.far ? 1.75 : line.colour > 4 ? 1.75 : STROKES[kind];
    const points = line.totals.map((total, at) => [x(at).toFixed(1), y(total).toFixed(1)].join(" "));
    const d = `M${points.join("L")}`;
    const [ex, ey] = end(line);
    const squares =
      line.colour > 4
        ? line.totals.map((total, at) => [x(at), y(total)]).filter((_, at) => at % (3 * steps) === 2 * steps)
        : [];
    return drawn(
      "g",
      { class: line.colour ? `line p${line.colour}` : line.far ? "line far" : "line own" },
      drawn("path", { class: "edge", d, "stroke-width": width + 2.4 }),
      drawn("path", { d, "stroke-width": width, "stroke-dasharray": line.far ? "5 4" : DASHES[kind] }),
      ...squares.map(([sx, sy]) =>
        drawn("rect", { x: sx - 3.5, y: sy - 3.5, width: 7, height: 7, "stroke-width": 1.75 })
      ),
      ...(line.stopped ? [drawn("path", { d: `M${ex + 5} ${ey - 7}v14`, "stroke-width": 3 })] : [])
    );
  };
  /* What is at the end of a line: number and name, or that the player has stopped. */
  const ending = (/** @type {ChartLine} */ line) => {
    const [ex, ey] = end(line);
    const at = places.get(line);
    if (line.stopped) {
      return [
        written(pgettext("page", "%(player)s stopped", { player: fits(line) }), ex + 12, Math.min(ey + 20, high - 26)),
      ];
    }
    const name = written(fits(line), right + (line.colour ? 36 + 14 * Number(line.place > 5) : 8), at + 5, {
      class: line.far ? null : "name",
    });
    return line.colour
      ? [
          drawn("path", { class: `pointer p${line.colour}`, d: `M${ex + 3} ${ey}L${right + 14} ${at}` }),
          ...chartDie(line, line === lines[0] ? "solid" : "open", right + 16, at),
          name,
        ]
      : [name];
  };
  const turnsShown = Array.from({ length: Math.floor(game.boxes.length / 5) }, (_, at) => 5 * (at + 1));
  return drawn(
    "svg",
    { class: "chart", viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, role: "img", "aria-label": label },
    ...scale.flatMap((each) => [
      drawn("path", { class: "grid", d: `M${left} ${y(each)}H${right}` }),
      written(plain(each), left - 6, y(each) + 5, { "text-anchor": "end" }),
    ]),
    written(pgettext("page", "turn"), left, high - 4),
    ...turnsShown.map((each) => written(String(each), x(each * steps), high - 4, { "text-anchor": "middle" })),
    ...letters.map(({ at }) => drawn("path", { class: "when", d: `M${x(at)} ${y(top)}V${y(low)}` })),
    ...lines.slice().reverse().map(draw),
    ...(grows ? [] : lines.flatMap(ending)),
    ...letters.flatMap(({ at, total, letter }) => [
      drawn("circle", { class: "letter", cx: x(at), cy: y(total), r: 10 }),
      drawn("text", { class: "letter", x: x(at), y: y(total) + 5, "text-anchor": "middle" }, letter),
    ]),
    ...(mark
      ? [
          drawn("rect", { class: "mark", x: x(mark.at) - 5, y: y(mark.total) - 5, width: 10, height: 10, rx: 2 }),
          written(mark.name, x(mark.at) - 9, y(mark.total) - 9, { class: "name", "text-anchor": "end" }),
        ]
      : [])
  );
}

/** Return the totals of well-played cards in bars of ten, solid up to a total, and half of them marked.
 *
 * @param {Odds} odds
 * @param {number} total
 * @param {number} wide
 * @param {number} high
 */
export function barChart({ better, bars, from }, total, wide, high) {
  const low = Math.min(from, total - (((total % 10) + 10) % 10));
  const top = Math.max(from + 10 * bars.length, total + 10);
  const x = (/** @type {number} */ points) => (wide * (points - low)) / (top - low);
  const most = Math.max(...bars);
  const step = wide / ((top - low) / 10);
  const foot = high - 22;
  const half = better[49] - 1;
  /** @returns {Attributes} */
  const anchor = (/** @type {number} */ place) =>
    place > wide / 2 ? { x: place - 5, "text-anchor": "end" } : { x: place + 5 };
  const marks = Array.from({ length: Math.floor(top / 50) + 1 }, (_, at) => 50 * at).filter(
    (each) => x(each) > 12 && x(each) < wide - 12
  );
  return drawn(
    "svg",
    { class: "chart bars", viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, "aria-hidden": "true" },
    ...bars.map((count, at) => {
      const tall = ((foot - 38) * count) / most;
      const is = from + 10 * at <= total ? "solid" : "open";
      return drawn("rect", {
        class: is,
        x: x(from + 10 * at) + 1,
        y: foot - tall,
        width: Math.max(1, step - 2),
        height: tall,
        rx: 1.5,
      });
    }),
    drawn("path", { class: "foot", d: `M0 ${foot}H${wide}` }),
    drawn("path", { class: "half", d: `M${x(half)} 4V${foot}` }),
    drawn("path", { class: "today", d: `M${x(total)} 20V${foot}` }),
    drawn("text", { y: 14, ...anchor(x(half)) }, pgettext("page", "half the games: %(total)s", { total: half })),
    drawn("text", { class: "name", y: 32, ...anchor(x(total)) }, plain(total)),
    ...marks.map((each) => drawn("text", { x: x(each), y: high - 5, "text-anchor": "middle" }, String(each)))
  );
}
