/* Sheets, whole screens and questions, which take the focus. */

import { notify } from "../state/events.js";
import { nameOf } from "../state/page.js";
import { inside } from "../state/storage.js";
import { pgettext } from "../state/texts.js";
import { glyph } from "./dice.js";
import { afterwards, element, find, findAll, findAllOf, focused, setAttribute } from "./elements.js";
import { shortened } from "./measure.js";
import { flash } from "./notes.js";

const sheetState = {
  sheetNumber: 0,
  heldAt: history.state && history.state.sheets ? location.href : "", // the address at which Back closes a sheet
  // the element of the page that had the focus before a sheet was opened
  opener: /** @type {HTMLElement | null} */ (null),
};

/** Return a button with an icon and text, or with an icon and a name for screen readers.
 *
 * @param {Content} text
 * @param {((event: Event) => unknown) | null} act
 * @param {Attributes & { icon?: string | null, name?: string }} more
 */
export const button = (text, act, { icon, name, ...more } = {}) =>
  element(
    "button",
    { type: "button", "aria-label": name || null, click: act, ...more },
    ...(icon ? [glyph(icon)] : []),
    ...(text ? [text] : [])
  );

/** Return a text with nodes in its places, as a list without empty parts.
 *
 * @param {string} text
 * @param {Record<string, Content>} nodes
 */
export function phrase(text, nodes) {
  return text
    .split(/(%\(\w+\)s)/)
    .filter(Boolean)
    .map((part) => {
      const name = (/^%\((\w+)\)s$/.exec(part) || [])[1];
      return name && name in nodes ? nodes[name] : part;
    });
}

/** Parts that are only seen, and parts that only screen readers hear.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Content} children
 */
export const seen = (name, attributes, ...children) =>
  element(name, { ...attributes, "aria-hidden": "true" }, ...children);
/** @param {string} [text] */
export const heard = (text = "") => element("span", { class: "heard" }, text);

/** Return the name of a player in bold; `short` if there is little room.
 *
 * @param {Player} player
 * @param {boolean} short
 */
export const nameNode = (player, short) =>
  element("b", {}, element("bdi", {}, short ? shortened(nameOf(player), "700 15px", 130) : nameOf(player)));

/* A sheet takes the focus and returns it. It is not a modal dialog of the browser, which would compute the style of the
   whole page first: a shade takes the taps, the page is hidden from screen readers, and Tab stays inside. */

export const openSheets = () => findAllOf(HTMLDialogElement, "dialog[open]");

/** Open a sheet, or with `kind` full a whole screen: {title, icon, sub, body, role, onClose}.
 *
 * @param {SheetParts} parts
 */
export function openSheet({ title, kind = "sheet", icon = null, sub = [], body, role = null, onClose = null }) {
  sheetState.sheetNumber += 1;
  const name = `sheet-${sheetState.sheetNumber}`;
  const now = focused();
  const isNested = now.closest("dialog[open]");
  const close = button("", () => dialog.close(), {
    icon: kind.startsWith("full") ? "back" : "close",
    name: pgettext("page", "Close"),
    class: "tile close",
  });
  const head = element(
    "div",
    { class: sub.length ? "titled" : "titled alone" },
    ...(icon ? [icon] : []),
    element(
      "div",
      {},
      element("h2", { id: name }, ...[title].flat()),
      ...(sub.length ? [element("p", { class: "who" }, ...sub)] : [])
    ),
    close
  );
  const dialog = element(
    "dialog",
    { class: kind, "aria-labelledby": name, "aria-modal": "true", closedby: "closerequest", role },
    head,
    ...body
  );
  // one sheet may give way to another
  sheetState.opener = now.closest("dialog") || now === document.body ? sheetState.opener : now;
  document.body.append(find("#shade"), dialog);
  find("#shade").hidden = false;
  dialog.show();
  holdBack();
  afterwards(isolate);
  dialog.addEventListener("close", () => {
    dialog.remove();
    const below = openSheets().pop();
    find("#shade").hidden = !below;
    if (below) {
      below.before(find("#shade"));
    }
    if (onClose) {
      onClose();
    }
    afterwards(() => {
      isolate();
      giveBack(isNested ? now : sheetState.opener);
    });
  });
  return dialog;
}

/** Let the last sheet alone be heard. */
function isolate() {
  const top = openSheets().pop();
  const around = findAll("body > :is(main, section, dialog, div:not(#live, #shade))");
  around.forEach((node) => {
    setAttribute(node, "aria-hidden", top && node !== top ? "true" : null);
  });
}

/** Let Tab go round in a sheet.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} sheet
 */
function goRound(event, sheet) {
  const stops = findAll("a[href], button, input, select, textarea, summary, [tabindex]", sheet).filter(
    (node) => node.tabIndex >= 0 && !node.matches(":disabled") && node.getClientRects().length
  );
  const at = stops.indexOf(focused());
  const next = event.shiftKey ? (at < 0 ? stops.length : at) - 1 : at + 1;
  if (at < 0 || !stops[next]) {
    event.preventDefault();
    (stops[next] || stops[event.shiftKey ? stops.length - 1 : 0]).focus();
  }
}

/** Give the focus back to an element; if it is gone, to the next control.
 *
 * @param {HTMLElement | null} node
 */
function giveBack(node) {
  if (focused() === document.body && node && node.isConnected) {
    node.focus({ preventScroll: true });
  }
  notify("focus returned");
}

/** Let the focus go to an element when the sheet that is open is closed.
 *
 * @param {HTMLElement} node
 */
export function returnTo(node) {
  sheetState.opener = node;
}

/** Close a sheet, or all.
 *
 * @param {HTMLDialogElement} [dialog]
 */
export function closeSheet(dialog) {
  (dialog ? [dialog] : openSheets().reverse()).forEach((each) => {
    each.close();
  });
}

/** Close the last sheet, and return whether there was one. */
function closeLast() {
  const top = openSheets().pop();
  if (top) {
    top.close();
  }
  return Boolean(top);
}

/* The browser's Back closes a sheet instead of leaving the page. The first sheet adds an entry to the history, which
   stays for the next one: going back by script is not done at once, and would meet the entry of another sheet. */

const isHeld = () => Boolean(history.state && history.state.sheets);

/** Let Back come here first. */
function holdBack() {
  if (!isHeld()) {
    history.pushState({ ...history.state, sheets: true }, "");
  }
  sheetState.heldAt = location.href;
}

window.addEventListener("popstate", () => {
  if (isHeld() || location.href !== sheetState.heldAt) {
    return; // forward, or another game
  }
  history.replaceState({ ...inside }, ""); // what the window keeps was kept in the entry that is gone
  if (!closeLast()) {
    history.back(); // the entry was left by a sheet that was closed
  } else if (openSheets().length) {
    holdBack();
  }
});

find("#shade").addEventListener("click", closeLast);
document.addEventListener("keydown", (event) => {
  const top = openSheets().pop();
  if (event.key === "Escape" && closeLast()) {
    event.preventDefault();
  } else if (event.key === "Tab" && top) {
    goRound(event, top);
  }
});

/** @param {...HTMLButtonElement} buttons */
export const actions = (...buttons) => element("div", { class: "actions" }, ...buttons);

/** Ask a question with one button to confirm.
 *
 * @param {string} question
 * @param {string} yes
 * @param {() => void} act
 */
export function ask(question, yes, act) {
  const dialog = openSheet({
    title: question,
    kind: "sheet question",
    role: "alertdialog",
    body: [
      actions(
        button(
          yes,
          () => {
            dialog.close();
            act();
          },
          { class: "yes" }
        ),
        button(pgettext("page", "Cancel"), () => dialog.close(), { class: "main", autofocus: true })
      ),
    ],
  });
  return dialog;
}

/** Show a note over the open sheet, which hides everything outside of it.
 *
 * @param {string} text
 */
export function flashOver(text) {
  const sheets = openSheets();
  const note = element("p", { class: "note-over", role: "status" });
  if (!sheets.length) {
    flash(text);
    return;
  }
  const sheet = sheets[sheets.length - 1];
  sheet.insertBefore(note, sheet.querySelector(".foot"));
  setTimeout(() => {
    note.textContent = text;
  }, 50); // what is there from the start is not said
  setTimeout(() => note.remove(), 8000);
}

/** Return the parts of a text, those between two asterisks in bold.
 *
 * @param {string} text
 */
export const bolded = (text) => text.split("**").map((part, at) => (at % 2 ? element("b", {}, part) : part));
