/* Around the print dialog: what to set in it, and whether it came out right. */

import { element } from "../../calculator/parts/elements.js";
import { pgettext } from "../state/data.js";
import { edgeOf, notePrinter, printer, printFile } from "../state/printing.js";
import { button, die, glyph, showDialog } from "./parts.js";

/** Milliseconds after the dialog came up in which a press is an old one. */
const GUARD = 350;

/** Return the drawing of a sheet that is turned over an edge, right or wrong.
 *
 * @param {boolean} isRight
 */
const turning = (isRight) =>
  element(
    "span",
    { class: isRight ? "turning" : "turning wrong", "aria-hidden": "true" },
    element("i", {}),
    element("i", {}),
    glyph(isRight ? "check" : "close")
  );

/** Return the settings for a document on both sides, as rows of words and what they mean.
 *
 * @param {"long" | "short"} edge
 */
function settingsOf(edge) {
  return [
    [pgettext("workshop", "100 %"), pgettext("workshop", "or “actual size”; not “fit to page”")],
    [pgettext("workshop", "Two-sided"), pgettext("workshop", "on both sides of one sheet")],
    edge === "long"
      ? [pgettext("workshop", "Flip on the long edge"), pgettext("workshop", "not “short edge”")]
      : [pgettext("workshop", "Flip on the short edge"), pgettext("workshop", "not “long edge”")],
  ];
}

/** Print a document. Where the dialog needs more than 100 %, say first what to set, unless that is known.
 *
 * @param {MadeDocument} made
 */
export function printDocument(made) {
  const edge = edgeOf(made.duplex);
  if (edge === "" || printer.known.includes(edge)) {
    printFile(made.address, made.name, made);
  } else {
    sayBefore(made, edge);
  }
}

/** Say what to set in the print dialog, which one button opens.
 *
 * @param {MadeDocument} made
 * @param {"long" | "short"} edge
 */
function sayBefore(made, edge) {
  const known = element("input", { type: "checkbox" });
  const rows = settingsOf(edge).map(([words, aside], place) =>
    element(
      "li",
      {},
      die(place + 1, "solid"),
      element("span", {}, element("b", {}, words), element("small", {}, aside))
    )
  );
  const drawing = (/** @type {boolean} */ isRight, /** @type {string} */ words) =>
    element("figure", {}, turning(isRight), element("figcaption", {}, words));
  const isLong = edge === "long";
  const dialog = element("dialog", { class: "before", "aria-labelledby": "before-head" });
  const begun = performance.now();
  const go = element(
    "button",
    { type: "button", class: "go main" },
    glyph("print"),
    pgettext("workshop", "Open the print dialog")
  );
  go.addEventListener("click", () => {
    if (performance.now() - begun < GUARD) {
      return;
    }
    if (known.checked) {
      notePrinter({ known: [...printer.known, edge] });
    }
    dialog.close();
    printFile(made.address, made.name, made);
  });
  dialog.append(
    element(
      "header",
      {},
      element("h2", { id: "before-head" }, pgettext("workshop", "In the print dialog")),
      button("close", "", () => dialog.close(), { class: "square", "aria-label": pgettext("workshop", "Close") })
    ),
    element("ol", {}, ...rows),
    element(
      "div",
      { class: "edges" },
      drawing(true, isLong ? pgettext("workshop", "long edge: right") : pgettext("workshop", "short edge: right")),
      drawing(
        false,
        isLong ? pgettext("workshop", "short edge: upside down") : pgettext("workshop", "long edge: upside down")
      )
    ),
    go,
    element("label", {}, known, pgettext("workshop", "I know this; skip it from now on"))
  );
  showDialog(dialog);
}
