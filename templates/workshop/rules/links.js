/* Links that carry house rules or choices behind the hash, where no server sees them. Touches no page. */

/** Marks of what a link carries. */
export const RULES = "h1.";
export const CHOICES = "s1.";
/** Letters of a link at most, and of what it says. */
const LONGEST_LINK = 20_000;
const LONGEST_TEXT = 100_000;
/** Names, options, and letters of a value and of a word, at most. */
const MOST_NAMES = 400;
const MOST_OPTIONS = 100;
const LONGEST_VALUE = 200;
const LONGEST_WORD = 40;
/** Letters of an address of which a QR code can be made, as the program makes them. */
export const LONGEST_SQUARE = 1003;

/** Return what a link carries behind its hash.
 *
 * @param {string} mark
 * @param {string} text
 */
export async function linkPart(mark, text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return mark + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Return the text that a link carries; null if it is broken, too long, or carries something else.
 *
 * @param {string} mark
 * @param {string} hash the part behind the hash
 */
export async function linkText(mark, hash) {
  if (!hash.startsWith(mark) || hash.length > LONGEST_LINK) {
    return null;
  }
  try {
    const letters = atob(hash.slice(mark.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await readText(stream);
  } catch {
    return null;
  }
}

/** Return the text of a stream; throw if it is too long or not UTF-8, before all of it is unpacked.
 *
 * @param {ReadableStream<Uint8Array>} stream
 */
async function readText(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    text += decoder.decode(value, { stream: true });
    if (text.length > LONGEST_TEXT) {
      await reader.cancel();
      throw new RangeError("too long");
    }
  }
}

/** Return the choices that a link carries, before its options are checked; null if it says nothing sensible.
 *
 * @param {string} text
 * @param {{ isGame: (id: string) => boolean, tabs: string[] }} known
 * @returns {SharedChoices | null}
 */
export function choicesIn(text, { isGame, tabs }) {
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof said !== "object" || said === null || typeof said.game !== "string" || !isGame(said.game)) {
    return null;
  }
  const tab = tabs.includes(said.tab) ? said.tab : "sheet";
  const names = Array.isArray(said.names) ? said.names.filter(isShortText).slice(0, MOST_NAMES) : [];
  const values = typeof said.values === "object" && said.values !== null ? said.values : {};
  return { game: said.game, tab, names, values };
}

/** Return the values of a link that options of the program can have, and the names of those that are left out.
 *
 * The program checks texts further. A file of the sender's is not here.
 *
 * @param {Record<string, unknown>} values
 * @param {OptionEntry[]} entries
 */
export function checkedValues(values, entries) {
  /** @type {Record<string, unknown>} */
  const right = {};
  /** @type {string[]} */
  const dropped = [];
  for (const [field, value] of Object.entries(values).slice(0, MOST_OPTIONS)) {
    const entry = entries.find((each) => each.field === field);
    if (entry && isRight(entry, value)) {
      right[field] = value;
    } else {
      dropped.push(entry?.label ?? field.slice(0, LONGEST_WORD));
    }
  }
  return { right, dropped };
}

/** @param {OptionEntry} entry @param {unknown} value */
function isRight({ kind, choices, least, most }, value) {
  if (kind === "flag") {
    return typeof value === "boolean";
  }
  if (kind === "choice") {
    return choices.some((choice) => choice.value === value);
  }
  if (kind === "count") {
    return (
      Number.isInteger(value) && Number(value) >= (least ?? 0) && Number(value) <= (most ?? Number.MAX_SAFE_INTEGER)
    );
  }
  return kind !== "file" && isShortText(value);
}

/** @param {unknown} text */
const isShortText = (text) => typeof text === "string" && text.length <= LONGEST_VALUE;
