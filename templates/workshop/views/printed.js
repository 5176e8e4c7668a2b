/* After printing: whether it came out right, and what helps. */

import { element } from "../../calculator/parts/elements.js";
import { pgettext } from "../state/data.js";
import { askAfter, edgeOf, notePrinter, printed, printer, saveFile } from "../state/printing.js";
import { change, choose, valuesOf, wish } from "../state/wish.js";
import { button, glyph } from "./parts.js";

/** Largest shift of a printer that can be typed in, in millimetres. */
const MOST_SHIFT = 20;
/** Whether the fields for the shift are shown, and whether the ruler is on the sheet for a test alone. */
const test = { isShift: false, isRuler: false };

/** Return the questions that come after printing, each with its cure.
 *
 * @param {MadeDocument} made
 */
export function afterPrinting(made) {
  const isSheet = wish.tab === "sheet";
  const edge = edgeOf(made.duplex);
  return [
    element("h2", {}, pgettext("workshop", "Did it come out right?")),
    element("p", { class: "soft" }, wayInWords()),
    element(
      "button",
      { type: "button", class: "main", click: finish },
      glyph("check"),
      pgettext("workshop", "Yes, done")
    ),
    ...(edge ? [upsideDown(edge)] : []),
    ...(isSheet ? [tooSmall()] : []),
    ...(isSheet && edge ? [shifted()] : []),
    cure(pgettext("workshop", "Nothing came out"), pgettext("workshop", "Save it as PDF and print that"), () =>
      saveFile(made.name, URL.createObjectURL(made.file))
    ),
    element("p", { class: "soft" }, pgettext("workshop", "What you choose is kept on this device, for this printer.")),
  ];
}

/** Return what to do now, by the way on which the document went. */
function wayInWords() {
  if (printed.way === "tab") {
    return pgettext("workshop", "It is open in a new tab. Print it there, with Ctrl P or ⌘P.");
  }
  if (printed.way === "file") {
    return pgettext("workshop", "Your browser opened no print dialog, so it was saved. Open the file and print it.");
  }
  return pgettext("workshop", "Lay the sheet beside the screen.");
}

/** Show what there is to know about the document again; a ruler that was there for a test goes. */
function finish() {
  test.isShift = false;
  askAfter(false);
  if (test.isRuler) {
    test.isRuler = false;
    choose("ruler", undefined);
  }
}

/** Print a ruler and a test page the next time. */
function measure() {
  test.isRuler = valuesOf("sheet").ruler === undefined;
  askAfter(false);
  choose("ruler", true);
}

/** @param {"long" | "short"} edge */
const upsideDown = (edge) =>
  cure(
    pgettext("workshop", "The reverse is upside down"),
    edge === "long"
      ? pgettext("workshop", "Choose “short edge”; it is said from now on")
      : pgettext("workshop", "Choose “long edge”; it is said from now on"),
    () => {
      notePrinter({ isTurning: !printer.isTurning, known: [] });
      finish();
    }
  );

const tooSmall = () =>
  cure(
    pgettext("workshop", "It is too small or cut off"),
    pgettext("workshop", "Print with a ruler and a test page"),
    measure
  );

/** Return the cure for a shifted reverse: the test page, then how far it is off. */
function shifted() {
  const words = pgettext("workshop", "The reverse is shifted");
  const open = () => {
    test.isShift = true;
    askAfter(true);
  };
  return test.isShift ? shiftFields(words) : cure(words, pgettext("workshop", "Measure it with the test page"), open);
}

/** Return fields for how far the reverse is off, as measured on the test page.
 *
 * @param {string} heading
 */
function shiftFields(heading) {
  const [right, up] = printer.backOffset.split(",");
  const field = (/** @type {string} */ label, /** @type {string | undefined} */ value) => {
    const input = element("input", {
      type: "number",
      step: "0.5",
      min: -MOST_SHIFT,
      max: MOST_SHIFT,
      value: value ?? "0",
    });
    return { input, row: element("label", {}, element("span", {}, label), input, " mm") };
  };
  const across = field(pgettext("workshop", "move it to the right"), right);
  const upwards = field(pgettext("workshop", "move it up"), up);
  const take = () => {
    const isZero = Number(across.input.value) === 0 && Number(upwards.input.value) === 0;
    notePrinter({ backOffset: isZero ? "" : `${across.input.valueAsNumber},${upwards.input.valueAsNumber}` });
    finish();
    change({}); // the sheet is drawn with it
  };
  return element(
    "div",
    { class: "shift" },
    element("b", {}, heading),
    element(
      "small",
      {},
      pgettext("workshop", "Hold the test page against the light: how far is the cross of the back off?")
    ),
    button("print", pgettext("workshop", "Print with a ruler and a test page"), measure),
    across.row,
    upwards.row,
    button("check", pgettext("workshop", "Remember it"), take)
  );
}

/** Return a button with what went wrong, and below it what helps.
 *
 * @param {string} words
 * @param {string} aside
 * @param {() => void} press
 */
const cure = (words, aside, press) =>
  element(
    "button",
    { type: "button", class: "cure", click: press },
    element("span", {}, words, element("small", {}, aside)),
    glyph("next")
  );
