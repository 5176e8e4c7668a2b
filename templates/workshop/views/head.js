/* The head: what this is, whether it works without a network, the language, light or dark. */

import { element } from "../../calculator/parts/elements.js";
import { DATA, language, pgettext, root } from "../state/data.js";
import { keep, kept } from "../state/kept.js";
import { python, worksOffline } from "../state/python.js";
import { openMenu } from "./menu.js";
import { button, die, glyph } from "./parts.js";

/** Faces of the dice that fill up while the workshop loads: those of a code in the foot of a sheet. */
const LOADING = [2, 1, 1, 5, 5, 6, 6, 3, 2, 5];

/** Return ten dice: solid what is here, open what comes now, blank what is to come.
 *
 * @param {number} count
 */
export const loadingDice = (count) =>
  element(
    "span",
    { class: "loading", "aria-hidden": "true" },
    ...LOADING.map((face, place) =>
      place < count ? die(face, "solid") : place === count ? die(face, "open") : die(0, "blank")
    )
  );

/** Return the head of the workshop. */
export function makeHead() {
  const heading = element("h1", {}, pgettext("workshop", "The workshop"));
  const aside = element(
    "span",
    { class: "aside" },
    pgettext("workshop", "score sheets for dice games, made to measure")
  );
  return element(
    "header",
    { class: "top" },
    element("span", { class: "mark", "aria-hidden": "true" }, die(5, "solid"), die(3, "open"), die(0, "blank")),
    heading,
    aside,
    element("span", { class: "state" }),
    ...headActs()
  );
}

/** Return what can be done in every head: the language, light or dark, help. Narrow windows have it in a menu. */
export const headActs = () => [
  ...choices(),
  button("help", "", () => openMenu(), { class: "bare square wide", "aria-label": pgettext("workshop", "Help") }),
  button("menu", "", () => openMenu(...choices()), {
    class: "bare square narrow",
    "aria-label": pgettext("workshop", "Menu"),
  }),
];

const choices = () => [
  languageChoice(),
  button("theme", "", turnTheme, { class: "bare square theme", "aria-label": pgettext("workshop", "Dark or light") }),
];

/** Show in the head how far it is, and whether there is a network.
 *
 * @param {HTMLElement} state
 */
export function showState(state) {
  if (!navigator.onLine) {
    state.replaceChildren(glyph("noweb"), element("b", {}, pgettext("workshop", "no internet")));
  } else if (python.stage === "loading" || python.stage === "stopped") {
    state.replaceChildren(loadingDice(python.pieces));
  } else if (worksOffline()) {
    state.replaceChildren(die(6, "solid"), element("span", {}, pgettext("workshop", "works without internet now")));
  } else {
    state.replaceChildren();
  }
}

function languageChoice() {
  const page = DATA.chosen ? `${DATA.chosen}/index.html` : "index.html";
  const choices = Object.entries(DATA.languages).map(([code, name]) =>
    element("option", { value: `${root}${code}/${page}`, selected: code === language, lang: code }, name)
  );
  const select = element("select", { "aria-label": pgettext("workshop", "Language") }, ...choices);
  select.addEventListener("change", () => location.assign(select.value + location.hash));
  return element("span", { class: "bare language" }, glyph("lang"), select);
}

/** Show the page light or dark, as it was chosen on this device. */
export async function showTheme() {
  const theme = await kept("theme");
  if (theme) {
    document.documentElement.dataset.theme = theme;
  }
}

function turnTheme() {
  const { theme } = document.documentElement.dataset;
  const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = isDark ? "light" : "dark";
  keep("theme", document.documentElement.dataset.theme);
}
