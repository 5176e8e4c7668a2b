// pdf.js with its viewer component and its scripts, as Firefox shows a form; tests/viewers.py drives it.
import * as pdfjs from "./node_modules/pdfjs-dist/build/pdf.mjs";
import { EventBus, PDFLinkService, PDFScriptingManager, PDFViewer } from "./node_modules/pdfjs-dist/web/pdf_viewer.mjs";

const home = new URL("node_modules/pdfjs-dist/", import.meta.url).href;
pdfjs.GlobalWorkerOptions.workerSrc = `${home}build/pdf.worker.mjs`;

const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const scriptingManager = new PDFScriptingManager({
  eventBus,
  sandboxBundleSrc: `${home}build/pdf.sandbox.mjs`,
  wasmUrl: `${home}wasm/`,
});
const viewer = new PDFViewer({
  container: document.getElementById("container"),
  eventBus,
  linkService,
  scriptingManager,
  annotationMode: pdfjs.AnnotationMode.ENABLE_FORMS,
});
linkService.setViewer(viewer);
scriptingManager.setViewer(viewer);

const happened = (name, wanted) =>
  new Promise((resolve) => {
    const heard = (event) => {
      if (wanted(event)) {
        eventBus.off(name, heard);
        resolve();
      }
    };
    eventBus.on(name, heard);
  });

let pdf;

/** Shows a document; fulfilled when every page has its fields and the scripts of opening have run. */
async function open(address) {
  pdf = await pdfjs.getDocument({
    url: address,
    standardFontDataUrl: `${home}standard_fonts/`,
    wasmUrl: `${home}wasm/`,
  }).promise;
  const scripted = happened("sandboxcreated", () => true);
  const first = happened("annotationlayerrendered", (event) => event.pageNumber === 1);
  viewer.setDocument(pdf);
  linkService.setDocument(pdf);
  await viewer.firstPagePromise;
  viewer.currentScaleValue = "page-fit";
  await first;
  await drawRest();
  if ((await pdf.hasJSActions()) || (await pdf.getFieldObjects())) {
    await scripted;
  }
  await settled();
}

async function drawRest() {
  for (let number = 2; number <= pdf.numPages; number++) {
    const drawn = happened("annotationlayerrendered", (event) => event.pageNumber === number);
    viewer.currentPageNumber = number;
    await drawn;
  }
  viewer.currentPageNumber = 1;
}

/** Fulfilled when every script that was under way has run: pdf.js starts each in a timer of zero. */
async function settled() {
  for (let turn = 0; turn < 2; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Where a page, counted from 0, is on the screen, once it is in view. */
function pageBox(page) {
  const box = () => viewer.getPageView(page).div.querySelector(".canvasWrapper").getBoundingClientRect();
  if (box().top < 0 || box().bottom > innerHeight) {
    viewer.currentPageNumber = page + 1;
  }
  return box();
}

/** What the fields show, by the ids of their widgets. */
function shown(ids) {
  const fields = ids.map((id) => [id, document.querySelector(`[data-element-id="${id}"]:is(input,textarea)`)]);
  return Object.fromEntries(fields.filter(([, field]) => field).map(([id, field]) => [id, field.value]));
}

/** The document as the viewer saves it, in base 64. */
async function save() {
  await scriptingManager.dispatchWillSave();
  const bytes = await pdf.saveDocument();
  await scriptingManager.dispatchDidSave();
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

window.forms = { open, settled, pageBox, shown, save };
