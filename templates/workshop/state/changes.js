/* Who is told when a part of the state changes. */

/** Return the function by which others listen to changes, and the one that tells them of a change. */
export function makeChanges() {
  /** @type {(() => void)[]} */
  const listeners = [];
  return {
    /** @param {() => void} act */
    listen(act) {
      listeners.push(act);
    },
    tell() {
      listeners.forEach((act) => {
        act();
      });
    },
  };
}
