/* Keep an installed page on the phone, so that it opens without a network. Runs with VERSION and FILES.
 *
 * VERSION changes with every byte of the files: then all are fetched again, and the old ones are deleted. A server can
 * have several such pages, which keep their files under the addresses of their folders.
 */

const OWN = `sheetgen ${registration.scope} `;

async function keepAll() {
  const cache = await caches.open(OWN + VERSION);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await skipWaiting();
}

async function forgetOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== OWN + VERSION);
  await Promise.all(names.map((name) => caches.delete(name)));
  await clients.claim();
}

/** Answer a request from the cache, else from the network. The folder itself is its page. */
async function answer(request) {
  const { origin, pathname } = new URL(request.url),
    address = origin + pathname;
  const file = address === registration.scope ? `${address}index.html` : address;
  return (await caches.match(file, { cacheName: OWN + VERSION })) || fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
