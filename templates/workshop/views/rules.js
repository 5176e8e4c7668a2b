/* House rules: choose them, write them in the file, share them as a link. */

import { drawn, element, setAttribute } from "../../calculator/parts/elements.js";
import { qrOf } from "../../calculator/rules/qr.js";
import { LONGEST_SQUARE, linkPart, RULES } from "../rules/links.js";
import { gameOf, npgettext, pgettext } from "../state/data.js";
import { saveFile } from "../state/printing.js";
import { result } from "../state/result.js";
import { changesOf, chooseRules, house, onRules, takeText } from "../state/rules.js";
import { change, wish } from "../state/wish.js";
import { close } from "../state/windows.js";
import { button, choiceRow, counter, die, toggle, windowHead } from "./parts.js";

/** Milliseconds after the last key until a file is looked at. */
const PAUSE = 300;
/** Bytes of a file at most, as the program reads them. */
const MOST_BYTES = 64_000;
let way = "choose";

/** Return the view, and the function that shows the rules in it. */
export function makeRules() {
  const ways = element("span", { class: "ways" });
  const aside = element("span", { class: "aside" });
  const body = element("div", { class: "rules" });
  const preview = element("img", { alt: "" });
  const said = element("div", { class: "said" });
  const count = element("span", {});
  const editor = makeEditor();
  const view = element(
    "section",
    { class: "window", id: "rules", "aria-label": pgettext("workshop", "House rules"), hidden: true },
    element("header", { class: "top" }, ...windowHead(pgettext("workshop", "House rules")), aside, ways),
    element("div", { class: "two" }, body, element("aside", { class: "beside-options" }, said, preview)),
    element(
      "footer",
      { class: "foot" },
      element("span", { class: "chips" }, count),
      button("reset", pgettext("workshop", "Back to the game"), () => takeText("")),
      element("button", { type: "button", class: "main", click: close }, pgettext("workshop", "Play like this"))
    )
  );
  const kinds = [
    { value: "choose", words: pgettext("workshop", "Choose") },
    { value: "file", words: pgettext("workshop", "The file") },
    { value: "share", words: pgettext("workshop", "Share") },
  ];

  function show() {
    if (view.hidden) {
      return;
    }
    const turn = (/** @type {string} */ value) => {
      way = value;
      show();
    };
    ways.replaceChildren(choiceRow(pgettext("workshop", "House rules"), kinds, way, turn));
    aside.textContent = gameOf(wish.game).title;
    const number = house.rules ? changesOf(house.rules) : 0;
    count.textContent = npgettext("workshop", "%(n)s thing is not as usual", "%(n)s things are not as usual", number);
    if (way === "file") {
      editor.show();
      if (body.firstChild !== editor.part) {
        body.replaceChildren(editor.part);
      }
    } else if (way === "share") {
      body.replaceChildren(...shareNodes(body));
    } else {
      body.replaceChildren(...choiceNodes());
    }
    said.replaceChildren(...saidNodes());
    setAttribute(preview, "src", result.made?.pictures[0] ?? null);
  }
  onRules(show);
  return { view, show };
}

/** Return the choices as switches, numbers and boxes. */
function choiceNodes() {
  const { rules } = house;
  if (!rules) {
    return [];
  }
  const name = element("input", { type: "text", id: "rules-name", maxlength: 60, value: rules.name });
  name.addEventListener("change", () => chooseRules((all) => Object.assign(all, { name: name.value.trim() })));
  const readings = rules.readings.map((reading, place) =>
    row(
      reading.text,
      reading.chosen,
      toggle(reading.text, reading.chosen, () =>
        chooseRules((all) => {
          all.readings[place].chosen = !reading.chosen;
        })
      )
    )
  );
  const numbers = rules.numbers.map((number, place) => {
    const isChanged = number.value !== number.usual;
    const words = isChanged
      ? `${number.label} · ${pgettext("workshop", "was %(n)s", { n: number.usual })}`
      : number.label;
    const set = (/** @type {number} */ value) =>
      chooseRules((all) => {
        all.numbers[place].value = value;
      });
    return row(words, isChanged, counter(number.label, number, set));
  });
  const boxes = rules.boxes.map((box, place) =>
    row(
      box.label,
      box.left_out,
      toggle(box.label, !box.left_out, () =>
        chooseRules((all) => {
          all.boxes[place].left_out = !box.left_out;
        })
      )
    )
  );
  const others = rules.others
    ? [
        element(
          "p",
          { class: "changed" },
          npgettext("workshop", "and %(n)s more thing, in the file", "and %(n)s more things, in the file", rules.others)
        ),
      ]
    : [];
  return [
    element("p", { class: "line" }, element("label", { for: "rules-name" }, pgettext("workshop", "Call it")), name),
    ...(readings.length ? [heading(pgettext("workshop", "Where the rules are open")), ...readings] : []),
    ...(numbers.length ? [heading(pgettext("workshop", "What families change")), ...numbers] : []),
    heading(pgettext("workshop", "Boxes")),
    ...boxes,
    ...others,
  ];
}

/** @param {string} words */
const heading = (words) => element("h2", {}, words);

/** @param {string} words @param {boolean} isChanged @param {HTMLElement} control */
const row = (words, isChanged, control) =>
  element("div", { class: "option" }, element("span", { class: isChanged ? "changed" : "" }, words), control);

/** Return the editor of the file. Tab leaves it. */
function makeEditor() {
  const field = element("textarea", {
    class: "editor",
    spellcheck: "false",
    autocapitalize: "off",
    wrap: "off",
    "aria-label": pgettext("workshop", "The file"),
  });
  const faults = element("div", { class: "faults", role: "status" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => takeText(field.value), PAUSE);
  });
  const chosen = element("input", { type: "file", accept: ".toml,text/plain", hidden: true });
  chosen.addEventListener("change", async () => {
    const file = chosen.files?.[0];
    if (file && file.size <= MOST_BYTES) {
      takeText(await file.text());
    }
  });
  const save = () => saveFile(`${wish.game}-own.toml`, URL.createObjectURL(new Blob([house.text])));
  const part = element(
    "div",
    { class: "file" },
    field,
    faults,
    element(
      "div",
      { class: "beside" },
      chosen,
      button("in", pgettext("workshop", "Open a file"), () => chosen.click()),
      button("file", pgettext("workshop", "Save"), save)
    )
  );
  function show() {
    if (document.activeElement !== field) {
      field.value = house.text;
    }
    faults.replaceChildren(...house.faults.map((fault) => faultNode(fault, field)));
  }
  return { part, show };
}

/** Return a fault with its line, and a button for the near word.
 *
 * @param {TextFault} fault
 * @param {HTMLTextAreaElement} field
 */
function faultNode(fault, field) {
  const lines = house.text.split("\n");
  const start = lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + fault.column - 1;
  const cured = () => {
    const value = house.text.slice(start, start + fault.length);
    const word = value.startsWith('"') ? JSON.stringify(fault.cure) : fault.cure;
    takeText(house.text.slice(0, start) + word + house.text.slice(start + fault.length));
    field.value = house.text;
  };
  const seen = () => {
    field.focus();
    field.setSelectionRange(start, start + fault.length);
  };
  return element(
    "div",
    { class: fault.severity },
    element(
      "button",
      { type: "button", class: "where", click: seen },
      pgettext("workshop", "Line %(n)s", { n: fault.line })
    ),
    element("span", {}, fault.message, element("small", {}, fault.key)),
    ...(fault.cure
      ? [
          element(
            "button",
            { type: "button", click: cured },
            pgettext("workshop", "Make it %(word)s", { word: fault.cure })
          ),
        ]
      : [])
  );
}

/** Return how the rules are shared: a link, and its square if it is short enough.
 *
 * @param {HTMLElement} body
 */
function shareNodes(body) {
  const field = element("input", { type: "text", readonly: true, "aria-label": pgettext("workshop", "Link") });
  const square = element("span", { class: "square-code" });
  const copy = button("copy", pgettext("workshop", "Copy"), async () => {
    await navigator.clipboard.writeText(field.value);
    copy.replaceChildren(pgettext("workshop", "Copied"));
  });
  copy.classList.add("main");
  linkPart(RULES, `${wish.game}\n${house.text}`).then((part) => {
    if (body.isConnected) {
      const address = new URL(location.href);
      address.hash = part;
      field.value = address.href;
      square.replaceChildren(...(field.value.length <= LONGEST_SQUARE ? [squareOf(field.value)] : []));
    }
  });
  return [
    heading(pgettext("workshop", "Share")),
    element(
      "p",
      {},
      pgettext("workshop", "The rules are in the link itself: they reach no server. Who opens it is asked first.")
    ),
    element("div", { class: "line" }, copy, field),
    square,
  ];
}

/** Return a QR code as a picture.
 *
 * @param {string} text
 */
function squareOf(text) {
  const rows = qrOf(text) ?? [];
  const size = rows.length + 8;
  const path = rows
    .flatMap((cells, y) => [...cells].map((cell, x) => (cell ? `M${x + 4} ${y + 4}h1v1h-1z` : "")))
    .join("");
  return drawn(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      "aria-label": pgettext("workshop", "Link as a square"),
    },
    drawn("path", { d: path })
  );
}

/** Return what there is to say about the file. */
function saidNodes() {
  const errors = house.faults.filter((fault) => fault.severity === "error");
  if (errors.length) {
    return [
      element("p", { class: "changed" }, npgettext("workshop", "%(n)s fault", "%(n)s faults", errors.length)),
      element(
        "p",
        { class: "soft" },
        pgettext("workshop", "The sheet is that of before; it can be printed once they are gone.")
      ),
    ];
  }
  return [
    element("h3", {}, pgettext("workshop", "The game is right")),
    element("p", {}, die(1, "solid"), pgettext("workshop", "sheet, booklet, form and calculator follow it")),
  ];
}

/** Ask whether the house rules of a link are taken over, and take them if so.
 *
 * @param {string} said the game and its file, as the link has them
 * @param {(id: string) => boolean} isGame
 */
export function offerRules(said, isGame) {
  const [game, ...lines] = said.split("\n");
  if (!isGame(game)) {
    return;
  }
  const dialog = element("dialog", {}, element("h2", {}, pgettext("workshop", "House rules from a link")));
  const take = () => {
    dialog.close();
    change({ game, own: "" });
    takeText(lines.join("\n"));
  };
  dialog.append(
    element(
      "p",
      {},
      pgettext(
        "workshop",
        "Somebody sent you their rules of %(game)s. Your own stay as they are until you take these.",
        { game: gameOf(game).title }
      )
    ),
    element(
      "div",
      { class: "beside" },
      element("button", { type: "button", class: "main", click: take }, pgettext("workshop", "Take them")),
      element("button", { type: "button", click: () => dialog.close() }, pgettext("workshop", "Not now"))
    )
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    history.replaceState(null, "", location.pathname);
  });
  document.body.append(dialog);
  dialog.showModal();
}
