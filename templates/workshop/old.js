/* Say so if this browser is too old for the workshop: the documents that are ready to print stay. A script without
 * modules, in words that a browser of any age understands; main.js lays nothing over the page then. */

function tellIfTooOld() {
  if (
    "noModule" in document.createElement("script") &&
    "inert" in document.createElement("div") &&
    window.WebAssembly &&
    window.DecompressionStream &&
    window.structuredClone &&
    Array.prototype.findLastIndex
  ) {
    return;
  }
  document.documentElement.setAttribute("data-old", "");
  document.getElementById("too-old").removeAttribute("hidden");
  document.getElementById("plain").setAttribute("hidden", "");
}

tellIfTooOld();
