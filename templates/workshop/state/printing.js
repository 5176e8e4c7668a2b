/* How a document gets to the printer: through a frame, a new tab, or a file, in this order. */

/** Whether a document went to the printer and its questions are not answered yet. */
export const printed = { isAsked: false };

/** Milliseconds in which a frame must have loaded. */
const PATIENCE = 5000;

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

/** Print a document. Phones share it, which lists printing; what cannot do either opens it in a new tab.
 *
 * @param {File | null} file the document, if it was made here
 * @param {string} address
 */
export function printFile(file, address) {
  if (printsFrames()) {
    printInFrame(address);
  } else if (file && navigator.canShare?.({ files: [file] })) {
    navigator.share({ files: [file], title: file.name }).catch((reason) => {
      if (reason.name !== "AbortError") {
        openTab(address, file.name);
      }
    });
  } else {
    openTab(address, file?.name ?? "");
  }
}

/** @param {string} address */
function printInFrame(address) {
  document.querySelector("#printed")?.remove();
  const frame = document.createElement("iframe");
  frame.id = "printed";
  frame.title = "PDF";
  const timer = setTimeout(() => openTab(address, ""), PATIENCE);
  frame.addEventListener("load", () => {
    clearTimeout(timer);
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
    } catch {
      openTab(address, "");
    }
  });
  frame.src = address;
  document.body.append(frame);
}

/** @param {string} address @param {string} name */
function openTab(address, name) {
  if (!window.open(address)) {
    saveFile(name || "sheet.pdf", address);
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
