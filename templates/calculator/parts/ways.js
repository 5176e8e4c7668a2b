/* Ways to share a game: as text, as a picture of its card, as a file, as a square. */

import { asCsv, asJson } from "../rules/files.js";
import { isFinished, ranking, resultOf } from "../rules/match.js";
import { LARGEST_QR, qrOf } from "../rules/qr.js";
import { plain } from "../rules/words.js";
import { DATA, game, language } from "../state/data.js";
import { notify } from "../state/events.js";
import { fileName, gameFile, runOf, whenOf } from "../state/files.js";
import { linksOf } from "../state/link.js";
import { roundText } from "../state/sayings.js";
import { nameIn, npgettext, pgettext } from "../state/texts.js";
import { glyph } from "./dice.js";
import { download, element, focused } from "./elements.js";
import { saveGame, totalsBeside } from "./games.js";
import { pictureOf } from "./picture.js";
import { actions, bolded, button, flashOver, openSheet, openSheets } from "./sheets.js";
import { drawnQr } from "./square.js";

/** Return the totals of all players as text.
 *
 * @param {Match} shared
 */
function wordsOf(shared) {
  const date = new Date(whenOf(shared)).toLocaleDateString(language, { dateStyle: "long" });
  return `${DATA.title}, ${date}: ${ranking(game, shared)
    .map(({ player, decides }) => `${nameIn(shared.players, player)} ${plain(decides)}`)
    .join(", ")}`;
}

/** Return the card file of a game, without a grand total where columns decide.
 *
 * @param {Match} shared
 */
function csvOf(shared) {
  const rows = DATA.rows.filter(([where]) => !game.winner || where !== "total");
  return `\ufeff${asCsv(DATA.ruleset, rows, DATA.separator, resultOf(game, shared))}`;
}

export const canShare = () => typeof navigator.share === "function";

/** @param {Match} shared */
export const pictureFile = async (shared) =>
  new File([await pictureOf(shared)], `${fileName(shared)}.png`, { type: "image/png" });
/** @param {Match} shared */
export const cardFile = (shared) => new File([csvOf(shared)], `${fileName(shared)}.csv`, { type: "text/csv" });
/** Return the file for another phone, as text: browsers share no JSON.
 *
 * @param {Match} shared
 */
export const runFile = (shared) => new File([gameFile(shared)], `${fileName(shared)}.txt`, { type: "text/plain" });

/** Hand the first of some lists of files to the device that it accepts. Return false if that failed.
 *
 * @param {Match} shared
 * @param {File[][]} lists
 */
export async function handOver(shared, lists) {
  const all = lists.map((files) => ({
    text: wordsOf(shared),
    title: DATA.title,
    ...(files.length ? { files } : {}),
  }));
  const data = all.find((each) => !each.files || (navigator.canShare && navigator.canShare(each)));
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof Error && error.name === "AbortError"; // which is nobody's fault: the list was closed
  }
}

/** Check whether the device takes a file of a kind from pages.
 *
 * @param {string} name
 * @param {string} type
 */
const canSend = (name, type) =>
  canShare() && Boolean(navigator.canShare) && navigator.canShare({ files: [new File(["-"], name, { type })] });

/** Return a row for a way to share; without `act` it is off, and its line says why.
 *
 * @param {string} icon
 * @param {string} title
 * @param {string} line
 * @param {(() => unknown) | null} act
 * @param {Attributes} [more]
 */
function wayRow(icon, title, line, act, more = {}) {
  const row = button("", act, { class: "way", disabled: !act, ...more });
  row.append(glyph(icon), element("span", {}, title, element("small", {}, line)), ...(act ? [glyph("next")] : []));
  return element("li", {}, row);
}

/** Return the ways to share a game: rows, and buttons for what is wanted less often.
 *
 * @param {Match} shared
 */
export function shareWays(shared) {
  const name = fileName(shared);
  const isOver = isFinished(game, shared);
  const run = runOf(shared);
  const send = async () => {
    if (!canSend("game.txt", "text/plain") || !(await handOver(shared, [[runFile(shared)]]))) {
      saveGame(shared);
    }
  };
  const picture = async () => {
    const file = await pictureFile(shared);
    if (!canSend("card.png", "image/png") || !(await handOver(shared, [[file]]))) {
      download(file.name, file, file.type);
    }
  };
  const isRun = run && !isOver && shared.entries.length > 0;
  const links = isRun && hasAddress ? linksOf(run) : [];
  const square = links.map((link) => qrOf(link, mostQr())).find(Boolean);
  const why = hasAddress
    ? pgettext("page", "Too long for a square")
    : pgettext("page", "Needs an address; this page is a file");
  return [
    element(
      "ul",
      { class: "ways" },
      wayRow(
        "file",
        canSend("game.txt", "text/plain")
          ? pgettext("page", "Send file")
          : pgettext("page", "Save this game as a file"),
        isOver
          ? pgettext("page", "Another phone reads it in")
          : pgettext("page", "Another phone reads it in and plays on"),
        send,
        { class: "way keeps" }
      ),
      ...(isRun
        ? [
            wayRow(
              "qr",
              pgettext("page", "QR code"),
              square ? pgettext("page", "Scan it with another phone, and play on") : why,
              square ? () => showSquare(run.match, square, qrOf(links[0], mostQr()) === null) : null
            ),
          ]
        : []),
      wayRow(
        "picture",
        pgettext("page", "Picture"),
        pgettext("page", "The card as it stands, only to look at"),
        picture
      )
    ),
    element(
      "div",
      { class: "choices" },
      button(pgettext("page", "Copy as words"), () => copy(wordsOf(shared))),
      ...(links.length ? [button(pgettext("page", "Copy as a link"), () => copy(links[0]))] : []),
      button(pgettext("page", "Table (%(kind)s)", { kind: "CSV" }), () =>
        download(`${name}.csv`, csvOf(shared), "text/csv")
      ),
      button(pgettext("page", "Table (%(kind)s)", { kind: "JSON" }), () =>
        download(`${name}.json`, asJson(DATA.ruleset, resultOf(game, shared)), "application/json")
      )
    ),
  ];
}

/* Copying */

/** Copy a text and say so. If the browser refuses, show the text, to be copied by hand.
 *
 * @param {string} text
 */
async function copy(text) {
  let isCopied = false;
  if (navigator.clipboard) {
    isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false
    );
  }
  if (isCopied || copyByCommand(text)) {
    flashOver(pgettext("page", "Copied."));
  } else {
    showToCopy(text);
  }
}

/** Return a field with a text that can be selected, but not changed.
 *
 * @param {string} text
 * @param {Attributes} [more]
 */
function fieldToCopy(text, more = {}) {
  const field = element("textarea", { readonly: true, rows: 5, ...more });
  field.value = text;
  return field;
}

/** Copy a text by the browser's own command, which works without https, but only during a tap. Return its success.
 *
 * @param {string} text
 */
function copyByCommand(text) {
  const before = focused();
  const field = fieldToCopy(text, { class: "heard" });
  (openSheets().pop() || document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  before.focus({ preventScroll: true });
  return isCopied;
}

/** @param {string} text */
function showToCopy(text) {
  const title = pgettext("page", "This browser does not let the page copy.");
  const field = fieldToCopy(text, { "aria-label": title });
  field.style.width = "100%";
  openSheet({ title, body: [field] });
  field.select();
}

/* A running game as a square, which the camera of another phone opens as a link */

const hasAddress = /^https?:$/.test(location.protocol);
/** Return the largest version of a QR code whose modules a camera still tells apart on this screen. */
const mostQr = () => (innerWidth < 340 ? 18 : LARGEST_QR);

/**
 * @param {Match} kept
 * @param {number[][]} rows
 * @param {boolean} isWithoutRolls
 */
function showSquare(kept, rows, isWithoutRolls) {
  const text = npgettext(
    "page",
    "Point the other phone’s camera here and open the link. It gets the game **as it is now**, %(n)s turn.",
    "Point the other phone’s camera here and open the link. It gets the game **as it is now**, all %(n)s turns.",
    kept.entries.length
  );
  const back = button(pgettext("page", "Other ways"), () => dialog.close(), { icon: "back" });
  const dialog = openSheet({
    title: pgettext("page", "Scan this game"),
    sub: [`${DATA.title}, ${roundText(kept)}`],
    kind: "sheet square",
    body: [
      drawnQr(rows),
      totalsBeside(kept),
      element(
        "p",
        {},
        ...bolded(text),
        ...(isWithoutRolls ? [` ${pgettext("page", "The rolls of earlier turns do not fit.")}`] : [])
      ),
      actions(back),
    ],
    onClose: () => notify("square"),
  });
  notify("square");
}
