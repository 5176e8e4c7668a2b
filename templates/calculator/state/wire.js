/* The connection of a page with its table: the stream of its events, a long poll where no stream comes through, and
 * requests. It knows no game. Phones drop connections without a word: the page asks anew whenever it wakes. */

import { ALL } from "./data.js";

const SILENCE = 15000; // a stream beats every 10 s
const POLL_SILENCE = 32000; // a long poll is answered after 25 s
const ASLEEP = 5000; // a page that looks once a second, and did not for so long, was asleep
const TIME_TO_WAKE = 3000; // which a phone that wakes up has to find the table
const PAUSES = [1000, 2000, 4000, 8000, 10000];
const PATIENCE_OF_REQUEST = 10000;

const wireState = {
  to: /** @type {WireListener | null} */ (null),
  stream: /** @type {EventSource | null} */ (null),
  polling: 0, // the number of the poll that runs; another one ends it
  isCalling: false,
  hasNoStream: false, // something on the way keeps streams back
  hasSpoken: false, // the stream has told something
  isLost: false,
  tries: 0,
  timer: 0,
  heardAt: 0,
  lookedAt: 0, // when the page last looked whether something was heard
};

/** Begin to listen to the table.
 *
 * @param {WireListener} to
 */
export function openWire(to) {
  wireState.to = to;
  wireState.heardAt = Date.now();
  wireState.lookedAt = Date.now();
  setInterval(checkSilence, 1000);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wakeWire());
  window.addEventListener("pageshow", (event) => event.persisted && wakeWire());
  window.addEventListener("online", wakeWire);
  document.addEventListener("pointerdown", () => wireState.timer && wakeWire());
  wakeWire();
}

/** Stop listening. */
export function closeWire() {
  hangUp();
  clearTimeout(wireState.timer);
  wireState.to = null;
}

/** Ask for the whole state, and listen anew. */
export async function wakeWire() {
  if (!wireState.to || wireState.isCalling) {
    return;
  }
  wireState.isCalling = true;
  clearTimeout(wireState.timer);
  wireState.timer = 0;
  hangUp();
  try {
    await callTable(wireState.to);
  } finally {
    wireState.isCalling = false;
  }
}

/** @param {WireListener} to */
async function callTable(to) {
  const silence = Date.now() - wireState.heardAt;
  const { after, mark } = to.known();
  const { status, data } = await askTable(`/game?after=${after}&mark=${mark}`);
  if (!wireState.to) {
    return;
  }
  if (status === 401) {
    to.barred();
  } else if (status !== 200) {
    callLater();
  } else if (data.waits && to.waits(data)) {
    hear();
    callLater();
  } else if (data.id !== ALL.table) {
    location.reload(); // another table is at this address now
  } else {
    hear();
    await to.game(data, silence);
    listenOn();
  }
}

/** Send a request, and return its answer; of status 0 if there is none.
 *
 * @param {string} path
 * @param {object} [data]
 * @param {number} [patience]
 * @returns {Promise<{ status: number, data: any }>}
 */
export async function askTable(path, data, patience = PATIENCE_OF_REQUEST) {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), patience);
  const body = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  try {
    const answer = await fetch(path, { cache: "no-store", signal: end.signal, ...(data ? body : {}) });
    const text = await answer.text();
    return { status: answer.status, data: text ? JSON.parse(text) : null };
  } catch {
    return { status: 0, data: null };
  } finally {
    clearTimeout(timer);
  }
}

function hear() {
  wireState.heardAt = Date.now();
  wireState.tries = 0;
  wireState.isLost = false;
}

function hangUp() {
  wireState.polling += 1;
  if (wireState.stream) {
    wireState.stream.close();
    wireState.stream = null;
  }
}

function callLater() {
  hangUp();
  clearTimeout(wireState.timer);
  wireState.timer = setTimeout(wakeWire, PAUSES[Math.min(wireState.tries, PAUSES.length - 1)]);
  wireState.tries += 1;
}

function checkSilence() {
  const now = Date.now();
  if (now - wireState.lookedAt > ASLEEP) {
    wireState.heardAt = Math.max(wireState.heardAt, now - SILENCE + TIME_TO_WAKE);
  }
  wireState.lookedAt = now;
  const silence = wireState.hasNoStream ? POLL_SILENCE : SILENCE;
  if (!wireState.to || wireState.isLost || Date.now() - wireState.heardAt < silence) {
    return;
  }
  wireState.isLost = true;
  wireState.to.lost(wireState.heardAt);
  if (wireState.stream) {
    wireState.hasNoStream = !wireState.hasSpoken;
    callLater();
  }
}

function listenOn() {
  if (wireState.hasNoStream) {
    wireState.polling += 1;
    poll(wireState.polling);
  } else {
    stream();
  }
}

/** @param {WireListener} to */
const placeOf = (to) => `/events?after=${to.last()}&device=${to.device}&as=${to.role()}`;

function stream() {
  const { to } = wireState;
  if (!to) {
    return;
  }
  const source = new EventSource(placeOf(to));
  wireState.stream = source;
  wireState.hasSpoken = false;
  /** @type {Record<string, (data: any) => void>} */
  const does = {
    events: to.events,
    draft: to.draft,
    here: to.here,
    beat: () => {},
    closed: closeTable,
  };
  Object.entries(does).forEach(([kind, act]) => {
    source.addEventListener(kind, (event) => {
      if (wireState.stream === source) {
        wireState.hasSpoken = true;
        hear();
        act(JSON.parse(event.data));
      }
    });
  });
  source.onerror = () => {
    if (wireState.stream === source) {
      callLater();
    }
  };
}

/** Ask for events, again and again, until there is another poll.
 *
 * @param {number} number
 */
async function poll(number) {
  let version = 0; // of what the last answer told
  while (wireState.to && wireState.polling === number) {
    const place = `${placeOf(wireState.to)}&version=${version}`;
    const { status, data } = await askTable(place, undefined, POLL_SILENCE);
    if (wireState.polling !== number || !wireState.to) {
      return;
    }
    if (status !== 200) {
      callLater();
      return;
    }
    hear();
    ({ version } = data);
    wireState.to.events(data.events);
    wireState.to.drafts(data.drafts);
    wireState.to.here(data.here);
    if (data.closed) {
      closeTable();
    }
  }
}

function closeTable() {
  if (wireState.to) {
    wireState.to.closed();
    wireState.isLost = true; // nothing more is said of it
    callLater();
  }
}
