/* How a document gets to the printer: through a frame, a new tab, or a file, in this order; and what is known of the
 * printer of this device. */

import { makeChanges } from "./changes.js";
import { root } from "./data.js";
import { keep, kept } from "./kept.js";

/** What went to the printer last, on which way, and whether its questions are not answered yet. */
export const printed = {
  document: /** @type {MadeDocument | null} */ (null), // null for one that was ready to print
  way: /** @type {PrintingWay} */ (""),
  isAsked: false,
};
/** What is known of the printer. */
export const printer = {
  isTurning: false, // turns sheets over the other edge than is asked
  known: /** @type {string[]} */ ([]), // edges of which nothing is to be said any more
  backOffset: "", // moves the reverse, as the option of that name
};

/** Milliseconds in which a frame must have loaded; after five seconds a browser opens no tab any more. */
const PATIENCE = 3000;
/** Milliseconds until the file of a tab is forgotten. */
const LONG = 600_000;
const { listen, tell } = makeChanges();
/** Run a function when a document went on its way, and when its questions come or are answered. */
export const onPrinted = listen;

/** Ask, or ask no more, how the document came out.
 *
 * @param {boolean} isAsked
 */
export function askAfter(isAsked) {
  printed.isAsked = isAsked;
  tell();
}

/** Read what was kept about the printer. */
export async function readPrinter() {
  Object.assign(printer, await kept("printer"));
}

/** Note something about the printer, and keep it on this device.
 *
 * @param {Partial<typeof printer>} part
 */
export function notePrinter(part) {
  Object.assign(printer, part);
  keep("printer", printer);
}

/** Return the edge over which to turn sheets: the other one, if this printer was found to turn them so.
 *
 * @param {MadeDocument["duplex"]} duplex
 */
export function edgeOf(duplex) {
  if (!duplex || !printer.isTurning) {
    return duplex;
  }
  return duplex === "long" ? "short" : "long";
}

/** Check whether the browser prints a PDF in a frame: Safari prints it blank, phones do not print it. */
function printsFrames() {
  const isSafari = /^((?!chrome|android|chromium).)*safari/i.test(navigator.userAgent);
  const isPhone = matchMedia("(pointer: coarse)").matches;
  return !isSafari && !isPhone && navigator.pdfViewerEnabled;
}

/** Check whether the device shares files instead of printing them, as phones do. */
export function sharesFiles() {
  const file = new File([], "sheet.pdf", { type: "application/pdf" });
  return !printsFrames() && navigator.canShare?.({ files: [file] }) === true;
}

/** Print a document. Phones share it, which lists printing; what can do neither opens it in a new tab, or saves it.
 *
 * @param {string} address
 * @param {string} name
 * @param {MadeDocument | null} made the document, if it was made here
 */
export function printFile(address, name, made) {
  const file = made?.file;
  printed.document = made;
  if (printsFrames()) {
    printInFrame(address, name);
  } else if (file && navigator.canShare?.({ files: [file] })) {
    shareFile(file).then((isShared) => (isShared ? went("share") : openTab(address, name)));
  } else {
    openTab(address, name);
  }
}

/** Note on which way a document went, and ask how it came out once the window is looked at again.
 *
 * @param {PrintingWay} way
 */
function went(way) {
  printed.way = way;
  askAfter(false);
  if (printed.document) {
    addEventListener("focus", () => askAfter(true), { once: true });
  }
}

/** @param {string} address @param {string} name */
function printInFrame(address, name) {
  document.querySelector("#printed")?.remove();
  const frame = document.createElement("iframe");
  frame.id = "printed";
  frame.title = "PDF";
  const otherwise = () => openTab(address, name);
  const timer = setTimeout(otherwise, PATIENCE);
  frame.addEventListener("load", () => {
    clearTimeout(timer);
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
      went("frame");
    } catch {
      otherwise();
    }
  });
  frame.src = address;
  document.body.append(frame);
}

/** @param {string} address @param {string} name */
function openTab(address, name) {
  if (window.open(address)) {
    went("tab");
  } else {
    saveFile(name, address);
    went("file");
  }
}

/** Share a file with the apps of the device; the answer tells whether the browser could.
 *
 * @param {File} file
 */
export async function shareFile(file) {
  try {
    await navigator.share({ files: [file], title: file.name });
    return true;
  } catch (reason) {
    return reason instanceof DOMException && reason.name === "AbortError"; // somebody thought better of it
  }
}

/** Save a document as a file.
 *
 * @param {string} name
 * @param {string} address
 */
export function saveFile(name, address) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Open a page in a new tab, or save it.
 *
 * A blob would have the policy of this page, under which its scripts do not run. The service worker answers with it
 * as with a file of the workshop; without a worker it is saved.
 *
 * @param {MadeDocument} made
 */
export async function openPage(made) {
  if (!navigator.serviceWorker?.controller) {
    saveFile(made.name, made.address);
    return;
  }
  const address = new URL(`${root}made/${made.name}`, location.href).href;
  const tab = window.open("");
  const cache = await caches.open("sheetgen workshop made");
  await cache.put(address, new Response(made.file));
  setTimeout(() => cache.delete(address), LONG);
  if (tab) {
    tab.location.href = address;
  } else {
    location.assign(address);
  }
}
