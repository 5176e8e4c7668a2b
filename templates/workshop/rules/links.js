/* Links that carry house rules or choices behind the hash, where no server sees them. Touches no page. */

/** Marks of what a link carries. */
export const RULES = "h1.";
export const CHOICES = "s1.";
/** Letters of a link at most, and of what it says. */
const LONGEST_LINK = 20_000;
const LONGEST_TEXT = 100_000;
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

/** Return the choices that a link may set, out of what it carries; null if it says nothing sensible.
 *
 * @param {string} text
 * @param {{ isGame: (id: string) => boolean, tabs: string[] }} known
 * @returns {Partial<Wish> | null}
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
  const names = Array.isArray(said.names) ? said.names.filter(isShortText).slice(0, 400) : [];
  return { game: said.game, own: "", tab, names, values: { [tab]: simpleValues(said.values) } };
}

/** @param {unknown} text */
const isShortText = (text) => typeof text === "string" && text.length <= 200;

/** Return the values that an option can have: texts, numbers and flags. The program checks them further.
 *
 * @param {unknown} values
 */
function simpleValues(values) {
  if (typeof values !== "object" || values === null) {
    return {};
  }
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => isShortText(value) || typeof value === "number" || typeof value === "boolean")
      .slice(0, 100)
  );
}
