/* Names that are typed before Python is here: grey, in the cells of the picture. They turn black once it is. */

import { element } from "../../calculator/parts/elements.js";
import { gameOf } from "../state/data.js";
import { madeNow } from "../state/result.js";
import { typedNames, wish } from "../state/wish.js";

/** Milliseconds in which the names turn black. */
const TURNING = 200;

/** Return the layer over the picture, and functions that show the names in it and say whether they turn black now.
 *
 * @param {() => void} turned called when they are black
 */
export function makeTyped(turned) {
  const part = element("span", { class: "typed", "aria-hidden": "true" });
  let isTurning = false;

  function turn() {
    isTurning = true;
    part.classList.add("black");
    setTimeout(() => {
      isTurning = false;
      part.replaceChildren();
      part.classList.remove("black");
      turned();
    }, TURNING);
  }

  function show() {
    if (isTurning) {
      return;
    }
    if (madeNow() === null && wish.tab === "sheet") {
      part.replaceChildren(...nameNodes());
    } else if (part.firstChild && madeNow() && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      turn();
    } else {
      part.replaceChildren();
    }
  }
  return { part, show, isTurning: () => isTurning };
}

/** Return the typed names, each in its cell. */
function nameNodes() {
  const { cells } = gameOf(wish.game);
  return typedNames()
    .slice(0, cells.length)
    .map((name, place) => {
      const [left, top, width, height] = cells[place].map((share) => `${share * 100}%`);
      const node = element("span", {}, element("span", {}, name));
      Object.assign(node.style, { left, top, width, height });
      return node;
    });
}
