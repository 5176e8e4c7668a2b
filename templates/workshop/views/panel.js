/* The panel: which game, who plays, how it comes on paper. */

import { element, find, setText } from "../../calculator/parts/elements.js";
import { minutesOf } from "../rules/times.js";
import { DATA, npgettext, paperInWords, pgettext } from "../state/data.js";
import { gameNow } from "../state/own.js";
import { python, startPython } from "../state/python.js";
import { choose, clubTables, isClub, typedNames, valuesOf, wish } from "../state/wish.js";
import { firstGames } from "./chooser.js";
import { makeDocuments } from "./documents.js";
import { nameFields, showNames } from "./names.js";
import { button, choiceRow, counter, glyph, renew, showStep, signature, step } from "./parts.js";
import { makeTables, nameCount } from "./tables.js";
import { faultAt } from "./wrong.js";

/** Sheets of a game night at most. */
const MOST_SHEETS = 50;
/** Papers of the row of choices: that of the country, its half, and the other one of that size. */
const PAPERS = DATA.paper === "letter" ? ["letter", "half-letter", "a4"] : ["a4", "a5", "letter"];

/** Return the panel, and the function that shows the wish in it.
 *
 * @param {{ chooseGame: () => void, chooseOptions: () => void, changeRules: () => void }} acts
 */
export function makePanel({ chooseGame, chooseOptions, changeRules }) {
  const gamePlace = element("div", {});
  const names = nameFields();
  const who = step(2, pgettext("workshop", "Who is playing?"), pgettext("workshop", "or leave it blank"));
  const { part: club, show: showClub } = makeTables();
  const load = button("in", pgettext("workshop", "Put names on it (10 MB, once)"), startPython, { class: "load" });
  const namesPlace = element("section", {}, who, names, club, load);
  const formPlace = element("section", {});
  const { documents, show: showDocuments } = makeDocuments();
  const how = step(3, pgettext("workshop", "How should it be printed?"));
  const what = step(3, pgettext("workshop", "What would you like?"));
  how.classList.add("wide");
  what.classList.add("narrow");
  const paperPlace = element("div", {});
  const third = element("section", { class: "third" }, how, what, documents, paperPlace);
  const more = element(
    "div",
    { class: "beside" },
    button("sliders", pgettext("workshop", "More options"), chooseOptions),
    button("die", pgettext("workshop", "House rules"), changeRules)
  );
  const panel = element(
    "section",
    { class: "panel", "aria-label": pgettext("workshop", "Choices") },
    element("section", {}, step(1, pgettext("workshop", "Which game?")), gamePlace),
    namesPlace,
    formPlace,
    third,
    more
  );
  function show() {
    const isFirst = !wish.isChosen && wish.own === "" && (python.stage !== "ready" || typedNames().length === 0);
    renew(gamePlace, isFirst ? firstGames(chooseGame) : [gameCard(chooseGame)]);
    namesPlace.hidden = wish.tab === "rules";
    renew(formPlace, wish.tab === "rules" ? formChoice() : []);
    const isMany = isClub();
    names.hidden = isMany;
    club.hidden = !isMany;
    setText(find("small", who), isMany ? nameCount() : pgettext("workshop", "or leave it blank"));
    if (isMany) {
      showClub();
    } else {
      showNames(names);
    }
    [who, how, what].forEach((heading) => {
      showStep(heading, python.stage !== "ready");
    });
    load.hidden = python.stage !== "waiting";
    showDocuments();
    renew(paperPlace, wish.tab === "phone" ? [] : paperChoices(chooseOptions));
    how.hidden = wish.tab === "phone";
  }
  return { panel, show };
}

/** Return the chosen game as a button that leads to the others.
 *
 * @param {() => void} chooseGame
 */
function gameCard(chooseGame) {
  const game = gameNow();
  const players = isClub() ? clubTables().per : typedNames().length || 4;
  const minutes = minutesOf(game.turns, Math.max(2, players));
  const facts = [
    npgettext("workshop", "%(n)s turn", "%(n)s turns", game.turns),
    pgettext("workshop", "about %(minutes)s minutes", { minutes }),
  ].join(" · ");
  return element(
    "button",
    { type: "button", class: "game", click: chooseGame },
    signature(game),
    element(
      "span",
      { class: "words" },
      element("b", {}, game.title),
      element("i", {}, game.variant),
      element("small", {}, facts)
    ),
    element("span", { class: "on" }, pgettext("workshop", "Another"), glyph("next"))
  );
}

/** Return the choice of paper: three of them, and a way to all others, which shows the one that was chosen there.
 *
 * @param {string} paper
 * @param {() => void} chooseOptions
 */
function paperLine(paper, chooseOptions) {
  const others = PAPERS.includes(paper)
    ? { value: "", words: pgettext("workshop", "other…") }
    : { value: paper, words: paperInWords(paper) };
  const papers = [...PAPERS.map((name) => ({ value: name, words: paperInWords(name) })), others];
  const take = (/** @type {string} */ name) =>
    PAPERS.includes(name) ? choose("paper", name === DATA.paper ? undefined : name) : chooseOptions();
  const label = pgettext("workshop", "Paper");
  return line("paper", label, paper !== DATA.paper, choiceRow(label, papers, paper, take));
}

/** Return the choices of step 3 for the document that is shown.
 *
 * @param {() => void} chooseOptions
 */
function paperChoices(chooseOptions) {
  const values = valuesOf(wish.tab);
  const rows = [paperLine(String(values.paper ?? DATA.paper), chooseOptions)];
  if (wish.tab === "sheet") {
    const back = String(values.back ?? "");
    const backs = [
      { value: "", words: pgettext("workshop", "nothing") },
      { value: "rules", words: pgettext("workshop", "rules") },
      { value: "audit", words: pgettext("workshop", "check grid") },
    ];
    rows.push(
      line(
        "back",
        pgettext("workshop", "Reverse"),
        back !== "",
        choiceRow(pgettext("workshop", "Reverse"), backs, back, (value) => choose("back", value || undefined))
      )
    );
  }
  if (wish.tab === "all") {
    const sheets = Number(values.sheets ?? 1);
    const label = pgettext("workshop", "Sheets");
    const bounds = { value: sheets, least: 1, most: MOST_SHEETS };
    const take = (/** @type {number} */ value) => choose("sheets", value === 1 ? undefined : value);
    rows.push(line("sheets", label, sheets !== 1, counter(label, bounds, take)));
  }
  return rows;
}

/** Return the choices of step 2 for the rules: how they are folded, or not. */
function formChoice() {
  const chosen = String(valuesOf("rules").form ?? "booklet");
  const label = pgettext("workshop", "Form");
  const forms = [
    { value: "booklet", words: pgettext("workshop", "booklet") },
    { value: "zine", words: pgettext("workshop", "pocket booklet") },
    { value: "quick", words: pgettext("workshop", "card") },
    { value: "pages", words: pgettext("workshop", "pages") },
  ];
  const choices = choiceRow(label, forms, chosen, (value) => choose("form", value === "booklet" ? undefined : value));
  return [step(2, pgettext("workshop", "Which form of the rules?")), choices];
}

/** Return a line with a label and its control; a black square marks what is not as usual, and what is wrong is below.
 *
 * @param {string} option
 * @param {string} label
 * @param {boolean} isChanged
 * @param {HTMLElement} control
 */
function line(option, label, isChanged, control) {
  const faults = faultAt(option);
  if (faults.length) {
    control.setAttribute("aria-describedby", faults[0].id);
  }
  return element(
    "div",
    { class: "line" },
    element("span", { class: isChanged ? "changed" : "" }, label),
    control,
    ...faults
  );
}
