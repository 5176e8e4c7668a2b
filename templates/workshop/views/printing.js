/* Around the print dialog: what to set in it, and whether it came out right. */

import { element } from "../../calculator/parts/elements.js";
import { pgettext } from "../state/data.js";
import { keep, kept } from "../state/kept.js";
import { printFile, saveFile } from "../state/printing.js";
import { choose } from "../state/wish.js";
import { button, die, glyph } from "./parts.js";

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

/** Return the edge over which sheets are turned: the other one, if this printer was found to turn them so.
 *
 * @param {MadeDocument["duplex"]} duplex
 */
async function edgeOf(duplex) {
  if (!duplex || !(await kept("turned"))) {
    return duplex;
  }
  return duplex === "long" ? "short" : "long";
}

/** Return the settings for a document on both sides, as rows of words and what they mean.
 *
 * @param {MadeDocument["duplex"]} edge
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
 * @param {() => void} printed called when the dialog was opened
 */
export async function printDocument(made, printed) {
  const turned = await edgeOf(made.duplex);
  const isKnown = await kept(`known ${turned}`);
  if (!made.duplex || isKnown) {
    printFile(made.file, made.address);
    printed();
    return;
  }
  const known = element("input", { type: "checkbox" });
  const rows = settingsOf(turned).map(([words, aside], place) =>
    element(
      "li",
      {},
      die(place + 1, "solid"),
      element("span", {}, element("b", {}, words), element("small", {}, aside))
    )
  );
  const edge = (/** @type {boolean} */ isRight, /** @type {string} */ words) =>
    element("figure", {}, turning(isRight), element("figcaption", {}, words));
  const isLong = turned === "long";
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
      keep(`known ${turned}`, true);
    }
    dialog.close();
    printFile(made.file, made.address);
    printed();
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
      edge(true, isLong ? pgettext("workshop", "long edge: right") : pgettext("workshop", "short edge: right")),
      edge(
        false,
        isLong ? pgettext("workshop", "short edge: upside down") : pgettext("workshop", "long edge: upside down")
      )
    ),
    go,
    element("label", {}, known, pgettext("workshop", "I know this; skip it from now on"))
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Return the questions that come after printing, each with its cure.
 *
 * @param {MadeDocument} made
 * @param {() => void} done
 */
export function afterPrinting(made, done) {
  const cures = [
    ...(made.duplex
      ? [
          {
            words: pgettext("workshop", "The reverse is upside down"),
            aside: pgettext("workshop", "Choose the other edge; it is said from now on"),
            act: async () => keep("turned", !(await kept("turned"))),
          },
          {
            words: pgettext("workshop", "The reverse is shifted"),
            aside: pgettext("workshop", "Measure it with the test page"),
            act: () => choose("ruler", true),
          },
        ]
      : []),
    {
      words: pgettext("workshop", "It is too small or cut off"),
      aside: pgettext("workshop", "Print with a ruler and a test page"),
      act: () => choose("ruler", true),
    },
    {
      words: pgettext("workshop", "Nothing came out"),
      aside: pgettext("workshop", "Save it as PDF and print that"),
      act: () => saveFile(made.name, made.address),
    },
  ];
  return [
    element("h2", {}, pgettext("workshop", "Did it come out right?")),
    element("p", { class: "soft" }, pgettext("workshop", "Lay the sheet beside the screen.")),
    element(
      "button",
      { type: "button", class: "main", click: done },
      glyph("check"),
      pgettext("workshop", "Yes, done")
    ),
    ...cures.map(({ words, aside, act }) => {
      const press = () => {
        act();
        done();
      };
      return element(
        "button",
        { type: "button", class: "cure", click: press },
        element("span", {}, words, element("small", {}, aside)),
        glyph("next")
      );
    }),
    element("p", { class: "soft" }, pgettext("workshop", "What you choose is kept on this device, for this printer.")),
  ];
}
