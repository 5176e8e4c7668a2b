/* More options: every option of the document that is shown, by the program's own entries. */

import { element, find, setAttribute } from "../../calculator/parts/elements.js";
import { folded } from "../rules/search.js";
import { npgettext, pgettext, sentence } from "../state/data.js";
import { changedOptions, optionsOf, reasonOff } from "../state/options.js";
import { gameNow } from "../state/own.js";
import { result } from "../state/result.js";
import { change, choose, valuesOf, wish } from "../state/wish.js";
import { close } from "../state/windows.js";
import { button, choiceRow, counter, glyph, renew, toggle, windowHead } from "./parts.js";
import { shareChoices } from "./sharing.js";
import { faultAt } from "./wrong.js";

let heading = "";
let searched = "";

/** Return the view, and the function that shows the options in it. */
export function makeOptions() {
  const groups = element("nav", { class: "groups", "aria-label": pgettext("workshop", "Kinds of options") });
  const list = element("div", { class: "options" });
  const preview = element("img", { alt: "" });
  const said = element("p", { class: "soft" });
  const chips = element("div", { class: "chips" });
  const search = element("input", {
    type: "search",
    placeholder: pgettext("workshop", "Search, such as margin or label"),
  });
  search.addEventListener("input", () => {
    searched = search.value;
    show();
  });
  const aside = element("span", { class: "aside" });
  const view = element(
    "section",
    { class: "window", id: "options", "aria-label": pgettext("workshop", "More options"), hidden: true },
    element(
      "header",
      { class: "top" },
      ...windowHead(pgettext("workshop", "More options")),
      aside,
      element("label", { class: "searched" }, glyph("search"), search)
    ),
    element("div", { class: "three" }, groups, list, element("aside", { class: "beside-options" }, preview, said)),
    element(
      "footer",
      { class: "foot" },
      element("span", {}, pgettext("workshop", "Not as usual:")),
      chips,
      button(
        "reset",
        pgettext("workshop", "All as usual"),
        () => change({ values: { ...wish.values, [wish.tab]: {} } }),
        { class: "bare" }
      ),
      button("share", pgettext("workshop", "Share"), shareChoices, { class: "bare shared" }),
      element("button", { type: "button", class: "main", click: close }, pgettext("workshop", "Done"))
    )
  );

  async function show() {
    if (view.hidden) {
      return;
    }
    const entries = await optionsOf(wish.tab);
    const headings = [...new Set(entries.map((entry) => entry.heading))];
    if (!headings.includes(heading)) {
      heading = headings[0] ?? "";
    }
    aside.textContent = [gameNow().title, documentName()].join(", ");
    const note = element("p", { class: "soft" }, pgettext("workshop", "A black square marks what you have changed."));
    renew(groups, [...headings.map((each) => groupButton(each, entries, show)), note]);
    const shown = searched
      ? entries.filter((entry) => folded(`${entry.label} ${entry.help} ${entry.name}`).includes(folded(searched)))
      : entries.filter((entry) => entry.heading === heading);
    const title = searched ? pgettext("workshop", "Found") : heading || pgettext("workshop", "Most used");
    const none = element("p", { class: "soft" }, pgettext("workshop", "No option says that."));
    renew(list, [element("h2", {}, title), ...(shown.length ? shown.map(optionRow) : [none])]);
    const changed = changedOptions();
    renew(chips, changed.map(chip));
    find(".foot", view).classList.toggle("none", changed.length === 0);
    setAttribute(preview, "src", result.made?.pictures[0] ?? null);
    said.replaceChildren(...saidNodes());
  }
  return { view, show };
}

/** Return the name of the document of the wish, as its tab has it. */
function documentName() {
  const names = {
    sheet: pgettext("workshop", "score sheet"),
    rules: pgettext("workshop", "rules"),
    form: pgettext("workshop", "PDF form"),
    phone: pgettext("workshop", "phone"),
    all: pgettext("workshop", "all of it"),
  };
  return names[wish.tab];
}

/** Return what is said below the picture: what is wrong, or what comes out of the printer, and its command. */
function saidNodes() {
  const { made, wrong } = result;
  if (wrong) {
    return [element("b", { class: "changed" }, sentence(wrong.head)), " ", sentence(wrong.rest)];
  }
  if (!made) {
    return [];
  }
  const size = npgettext("workshop", "%(n)s sheet of %(paper)s", "%(n)s sheets of %(paper)s", made.sheets, {
    paper: made.paper,
  });
  const words = made.command.split(/ (?=--)/).flatMap((word) => [element("span", { class: "whole" }, word), " "]);
  const lead = made.paper ? `${size}, ${made.how}` : made.how;
  return [element("b", {}, lead), element("small", {}, ...words)];
}

/** @param {string} each @param {OptionEntry[]} entries @param {() => void} show */
function groupButton(each, entries, show) {
  const inside = entries.filter((entry) => entry.heading === each);
  const changed = inside.filter((entry) => valuesOf(wish.tab)[entry.field] !== undefined).length;
  const press = () => {
    heading = each;
    searched = "";
    show();
  };
  return element(
    "button",
    { type: "button", "aria-pressed": String(each === heading), click: press },
    element("span", {}, each || pgettext("workshop", "Most used")),
    element("span", { class: changed ? "changed" : "" }, changed ? String(changed) : ""),
    element("span", {}, String(inside.length))
  );
}

/** @param {OptionEntry} entry */
function optionRow(entry) {
  const value = valuesOf(wish.tab)[entry.field];
  const isChanged = value !== undefined;
  const reason = reasonOff(entry);
  const isOff = reason !== "" && !isChanged;
  const back = button("reset", "", () => choose(entry.field, undefined), {
    class: "bare square",
    "aria-label": pgettext("workshop", "%(option)s as usual", { option: entry.label }),
  });
  const words = element(
    "span",
    {},
    element("b", {}, entry.label),
    element("small", {}, isOff ? reason : entry.help),
    ...faultAt(entry.field)
  );
  return element(
    "div",
    { class: `option${isOff ? " off" : ""}${isChanged ? " is-changed" : ""}` },
    words,
    ...(isChanged ? [back] : []),
    controlOf(entry, value, isOff)
  );
}

/** Return the control of an option, by its kind.
 *
 * @param {OptionEntry} entry
 * @param {any} value
 * @param {boolean} isOff
 */
function controlOf(entry, value, isOff) {
  const set = (/** @type {unknown} */ chosen) => choose(entry.field, chosen === entry.default ? undefined : chosen);
  if (entry.kind === "flag") {
    const isOn = value ?? entry.default ?? false;
    return toggle(entry.label, isOn, () => set(!isOn), { "data-control": entry.field, disabled: isOff });
  }
  if (entry.kind === "choice") {
    const choices = entry.choices.map((choice) => ({ value: choice.value, words: choice.label }));
    return choiceRow(entry.label, choices, value ?? entry.default, set);
  }
  if (entry.kind === "count") {
    const bounds = {
      value: value ?? null,
      least: entry.least ?? 0,
      most: entry.most ?? Number.MAX_SAFE_INTEGER,
    };
    return counter(entry.label, bounds, set);
  }
  const list = `suggest-${entry.field}`;
  const field = element("input", {
    type: "text",
    "aria-label": entry.label,
    "data-control": entry.field,
    placeholder: entry.usual,
    value: value ?? "",
    list,
    disabled: isOff,
  });
  field.addEventListener("change", () => set(field.value.trim() === "" ? undefined : field.value.trim()));
  const suggestions = element(
    "datalist",
    { id: list },
    ...entry.suggest.map((each) => element("option", { value: each }))
  );
  return element("span", { class: "typed-in" }, field, suggestions);
}

/** @param {OptionEntry} entry */
function chip(entry) {
  const value = valuesOf(wish.tab)[entry.field];
  const words = entry.kind === "flag" ? entry.label : `${entry.label}: ${wordsOf(entry, value)}`;
  return element(
    "button",
    {
      type: "button",
      class: "chip",
      "aria-label": pgettext("workshop", "%(option)s as usual", { option: entry.label }),
      click: () => choose(entry.field, undefined),
    },
    element("span", { class: "changed" }, words),
    "×"
  );
}

/** @param {OptionEntry} entry @param {unknown} value */
const wordsOf = (entry, value) => entry.choices.find((choice) => choice.value === value)?.label ?? String(value);
