/* Keep the workshop on the device, so that it opens without a network. Runs with VERSION and FILES.
 *
 * Pages and scripts of a version are kept together: a new version is fetched in the background and used from the next
 * visit. Pictures and documents are kept when they are opened. Python keeps itself (worker.js). */

const OWN = `sheetgen workshop ${registration.scope} `;
const OPENED = `${OWN}opened`;

async function keepAll() {
  const cache = await caches.open(OWN + VERSION);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
}

async function forgetOthers() {
  const names = (await caches.keys()).filter(
    (name) => name.startsWith(OWN) && name !== OWN + VERSION && name !== OPENED
  );
  await Promise.all(names.map((name) => caches.delete(name)));
  await clients.claim();
}

/** Answer a request from what is kept, else from the network. A folder is its page. */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const address = origin + (pathname.endsWith("/") ? `${pathname}index.html` : pathname);
  const kept = await caches.match(address);
  if (kept) {
    return kept;
  }
  const response = await fetch(request);
  if (response.ok && response.status === 200) {
    const cache = await caches.open(OPENED);
    await cache.put(address, response.clone()).catch(() => null); // no room: it is fetched again next time
  }
  return response;
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
