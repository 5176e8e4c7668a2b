/* Keeps an installed page on the phone, so that it opens without a network. Before this stand VERSION and FILES.
 *
 * VERSION changes with every byte of the files: then all of them are fetched anew, and what was kept before goes. A web
 * space can have several such pages: each keeps its files under the address of its own folder.
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

/** What is kept for a request; from the network what is not. The folder itself is its page. */
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
