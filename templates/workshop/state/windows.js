/* Views that take the whole window. The browser's back and Escape close them. */

import { makeChanges } from "./changes.js";

/** The name of the open one; empty if none is. */
export let openWindow = "";
const { listen, tell } = makeChanges();
/** Run a function when a window opens or closes. */
export const onWindow = listen;

/** @param {string} name */
function turnTo(name) {
  openWindow = name;
  tell();
}

/** Open a window over the page.
 *
 * @param {string} name
 */
export function open(name) {
  history.pushState({ window: name }, "");
  turnTo(name);
}

/** Close the open window, as the browser's back does. */
export function close() {
  if (openWindow) {
    history.back();
  }
}

addEventListener("popstate", ({ state }) => {
  const name = state?.window ?? "";
  if (name !== openWindow) {
    turnTo(name);
  }
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented) {
    close();
  }
});
