/* Views that take the whole window. The browser's back and Escape close them. */

/** The name of the open one; empty if none is. */
export let openWindow = "";
/** @type {(() => void)[]} */
const listeners = [];

/** Run a function when a window opens or closes.
 *
 * @param {() => void} act
 */
export const onWindow = (act) => listeners.push(act);

/** @param {string} name */
function turnTo(name) {
  openWindow = name;
  listeners.forEach((act) => {
    act();
  });
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
