/* The worker in which Python runs: how far it is, and what it answers. */

import { makeChanges } from "./changes.js";
import { appFolder, pythonFolder } from "./data.js";

/** How far the download is, and whether Python can be called. */
export const python = /** @type {PythonState} */ ({
  stage: "loading", // "waiting" for a press, "loading", "stopped" without a connection, "ready", or "tripped"
  pieces: 0,
  of: 10,
  size: 0,
  whole: 0,
  begun: performance.now(),
  isKept: true, // the browser keeps what was loaded
  report: "", // what went wrong, if it tripped
});

/** @type {Worker | null} */
let worker = null;
let calls = 0;
/** @type {Map<number, (answer: PythonAnswer) => void>} */
const waiting = new Map();
const { listen, tell } = makeChanges();
/** Run a function at each change of the state. */
export const onPython = listen;

/** @param {Partial<PythonState>} change */
function changed(change) {
  Object.assign(python, change);
  tell();
}

/** Load nothing until the reader asks for it. */
export const letWait = () => changed({ stage: "waiting" });

/** Load Python, or load it anew. */
export function startPython() {
  worker?.terminate();
  waiting.clear();
  changed({ stage: "loading", pieces: 0, begun: performance.now(), report: "" });
  const folder = new URL(pythonFolder, location.href).href;
  worker = new Worker(`${appFolder}workshop/worker.js`, { type: "module" });
  worker.addEventListener("message", ({ data }) => heard(data));
  worker.addEventListener("error", (event) => changed({ stage: "tripped", report: event.message }));
  worker.postMessage({ kind: "start", folder });
}

/** Check whether the page works without a network from now on. */
export const worksOffline = () =>
  python.stage === "ready" && python.isKept && Boolean(navigator.serviceWorker?.controller);

/** Try again at once to load what did not come. */
export const tryNow = () => worker?.postMessage({ kind: "retry" });

/** @param {any} said */
function heard(said) {
  if (said.kind === "piece") {
    changed({ stage: "loading", pieces: said.count, of: said.of, size: said.size, whole: said.whole });
  } else if (said.kind === "stopped") {
    changed({ stage: "stopped" });
  } else if (said.kind === "goesOn") {
    changed({ stage: "loading" });
  } else if (said.kind === "unkept") {
    changed({ isKept: false });
  } else if (said.kind === "ready") {
    changed({ stage: "ready" });
  } else if (said.kind === "answer") {
    waiting.get(said.id)?.(said);
    waiting.delete(said.id);
  } else {
    waiting.clear();
    changed({ stage: "tripped", report: said.report });
  }
}

/** Wait until Python can be called. */
export async function whenReady() {
  if (python.stage !== "ready") {
    await new Promise((go) => {
      onPython(() => python.stage === "ready" && go(null));
    });
  }
}

/** Call a function of `desk.py`; the answer has its value and files, or what is wrong with what was asked for.
 *
 * @param {string} name
 * @param {object} given
 * @returns {Promise<PythonAnswer>}
 */
export function ask(name, given) {
  calls += 1;
  const id = calls;
  return new Promise((answered) => {
    waiting.set(id, answered);
    worker?.postMessage({ kind: "call", id, name, given });
  });
}
