/* What stays on this device, in IndexedDB. A browser that keeps nothing is no fault: the page works without it. */

const DATABASE = "sheetgen workshop";
const STORE = "kept";

/** @type {Promise<IDBDatabase | null>} */
const opened = new Promise((found) => {
  try {
    const asked = indexedDB.open(DATABASE, 1);
    asked.addEventListener("upgradeneeded", () => asked.result.createObjectStore(STORE));
    asked.addEventListener("success", () => found(asked.result));
    asked.addEventListener("error", () => found(null));
    asked.addEventListener("blocked", () => found(null));
  } catch {
    found(null); // storage is switched off
  }
});

/** Return what was kept under a name; null if nothing was.
 *
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function kept(name) {
  const database = await opened;
  if (!database) {
    return null;
  }
  return new Promise((found) => {
    const asked = database.transaction(STORE).objectStore(STORE).get(name);
    asked.addEventListener("success", () => found(asked.result ?? null));
    asked.addEventListener("error", () => found(null));
  });
}

/** Keep a value that can be copied, in place of the one before. What was kept earlier is kept once this is.
 *
 * @param {string} name
 * @param {unknown} value
 */
export async function keep(name, value) {
  const database = await opened;
  if (!database) {
    return;
  }
  const transaction = database.transaction(STORE, "readwrite");
  transaction.objectStore(STORE).put(structuredClone(value), name);
  await new Promise((done) => {
    transaction.addEventListener("complete", done);
    transaction.addEventListener("abort", done); // there is no room
  });
}

/** Forget all that is kept: values, and the documents that were opened. The workshop itself stays. */
export async function forgetAll() {
  const database = await opened;
  if (database) {
    await new Promise((done) => {
      const store = database.transaction(STORE, "readwrite").objectStore(STORE);
      store.clear().addEventListener("success", () => done(null));
    });
  }
  const names = await caches.keys().catch(() => []);
  await Promise.all(names.filter((name) => name.endsWith(" opened")).map((name) => caches.delete(name)));
}
