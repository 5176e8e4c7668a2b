/* Python in a worker: it loads the program once, and answers calls of `desk.py`, one after the other. */

/** Where a file lies in the packed file, from its first byte to behind its last.
 * @typedef {{ from: number, to: number, gzip: boolean }} Place */
/** What `pieces.json` says.
 * @typedef {{ pieces: number, size: number, files: Record<string, Place> }} Index */

/** The address of the folder of Python; its name has a hash of the files in it. */
let folder = "";
/** Milliseconds until a piece is asked for again, if the browser does not say that it is online. */
const AGAIN = 10000;

/** The module `desk.py`, once Python is here.
 * @type {any} */
let desk = null;

/** @param {object} message @param {Transferable[]} [moved] */
const tell = (message, moved = []) => self.postMessage(message, { transfer: moved });

/** Return a file of the folder, from what is kept or from the network. */
async function stored(/** @type {string} */ name) {
  const address = folder + name;
  const store = await caches.open(`sheetgen workshop ${folder}`).catch(() => null); // a private window can refuse
  if (!store) {
    tell({ kind: "unkept" });
  }
  const kept = await store?.match(address);
  if (kept) {
    return kept.arrayBuffer();
  }
  const response = await fetch(address);
  if (!response.ok) {
    throw new TypeError(`${name}: ${response.status}`);
  }
  await store?.put(address, response.clone()).catch(() => tell({ kind: "unkept" }));
  return response.arrayBuffer();
}

/** Return a file of the folder; while there is no connection, wait for one. */
async function fetched(/** @type {string} */ name) {
  for (;;) {
    try {
      return await stored(name);
    } catch {
      tell({ kind: "stopped" });
      await new Promise((again) => {
        const timer = setTimeout(again, AGAIN, null);
        retry = () => {
          clearTimeout(timer);
          again(null);
        };
      });
      tell({ kind: "goesOn" });
    }
  }
}
let retry = () => {};

/** Return the packed file, piece after piece; each is told when it is there. */
async function allPieces(/** @type {Index} */ index) {
  const whole = new Uint8Array(index.size);
  let size = 0;
  for (let number = 0; number < index.pieces; number += 1) {
    const piece = new Uint8Array(await fetched(`piece-${number}.bin`));
    whole.set(piece, size);
    size += piece.length;
    tell({ kind: "piece", count: number + 1, of: index.pieces, size, whole: index.size });
  }
  return whole;
}

/** Return a file out of the packed one. */
function unpacked(/** @type {Uint8Array<ArrayBuffer>} */ whole, /** @type {Place} */ place) {
  const part = new Blob([whole.subarray(place.from, place.to)]);
  return place.gzip ? new Response(part.stream().pipeThrough(new DecompressionStream("gzip"))) : new Response(part);
}

/** Start Python with the program. */
async function start() {
  const index = /** @type {Index} */ (JSON.parse(new TextDecoder().decode(await fetched("pieces.json"))));
  await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map(fetched)); // kept for later visits
  const whole = await allPieces(index);
  const types = { "pyodide.asm.wasm": "application/wasm" };
  const network = self.fetch;
  self.fetch = async (wanted, options) => {
    const name = String(wanted instanceof Request ? wanted.url : wanted)
      .split("/")
      .at(-1);
    const place = index.files[name ?? ""];
    if (!place) {
      return network(wanted, options);
    }
    const type = types[/** @type {keyof typeof types} */ (name)] ?? "application/octet-stream";
    return new Response(unpacked(whole, place).body, { headers: { "content-type": type } });
  };
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: folder });
  self.fetch = network;
  const program = await unpacked(whole, index.files["program.zip"]).arrayBuffer();
  python.unpackArchive(program, "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program')");
  desk = python.pyimport("desk");
  tell({ kind: "ready" });
}

/** Call a function of the desk, and answer with its value and the files that it made. */
function call(/** @type {{ id: number, name: string, given: object }} */ { id, name, given }) {
  try {
    const answer = desk.answer(name, JSON.stringify(given));
    const [said, files] = /** @type {[string, Uint8Array[]]} */ (answer.toJs());
    answer.destroy(); // or Python keeps the files until the browser thinks of it
    tell(
      { kind: "answer", id, ...JSON.parse(said), files },
      files.map((file) => file.buffer)
    );
  } catch (error) {
    tell({ kind: "tripped", id, report: String(error) });
  }
}

self.addEventListener("message", ({ data }) => {
  if (data.kind === "start") {
    folder = data.folder;
    start().catch((error) => tell({ kind: "tripped", id: 0, report: String(error) }));
  } else if (data.kind === "retry") {
    retry();
  } else {
    call(data);
  }
});
self.addEventListener("online", () => retry());
