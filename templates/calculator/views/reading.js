/* Games that are read in, from a file or an address: what becomes of them is asked. */

import { element } from "../parts/elements.js";
import { savedText, totalsBeside } from "../parts/games.js";
import { actions, ask, button, closeSheet, flashOver, openSheet } from "../parts/sheets.js";
import { isPlaying } from "../rules/match.js";
import { choiceText, say } from "../rules/words.js";
import { DATA, gameChosen, rowName } from "../state/data.js";
import { notify } from "../state/events.js";
import { freshOf, gamesIn, isOwn, isStart, storePart } from "../state/files.js";
import { keepFinished, loadFinished, others } from "../state/kept.js";
import { VERSION, forgetAddress, gameInAddress, versionOf } from "../state/link.js";
import { isRunning, isolated, page } from "../state/page.js";
import { addPeople } from "../state/people.js";
import { goFurther, take } from "../state/play.js";
import { roundText } from "../state/sayings.js";
import { listed, nameIn, npgettext, pgettext } from "../state/texts.js";

/** Say why nothing is read in.
 *
 * @param {string} text
 */
function tellWhy(text) {
  const dialog = openSheet({
    title: text,
    kind: "sheet question",
    role: "alertdialog",
    body: [actions(button(pgettext("page", "Back"), () => dialog.close(), { class: "main" }))],
  });
}

/** Ask what becomes of the games that were read. Nothing that is here is lost, whatever the answer.
 *
 * @param {GamesRead | null} found
 */
export function askRead(found) {
  if (!found) {
    tellWhy(pgettext("page", "This is no file with games as this page saves them."));
    return;
  }
  const usable = found.parts.filter((part) => part.isStorable);
  if (!usable.length) {
    const kind = String(found.parts[0].ruleset).slice(0, 40);
    tellWhy(pgettext("page", "These are games of another kind: %(game)s.", { game: kind }));
    return;
  }
  const runs = usable.flatMap((part) => part.all.map((run) => ({ part, run: { ...run, saved: found.saved } })));
  const [{ part, run } = {}] = runs;
  const askAll = () =>
    ask(
      npgettext("page", "Read in %(n)s game?", "Read in %(n)s games?", runs.length),
      pgettext("page", "Read in"),
      () => tellRead(found)
    );
  if (!part || runs.length !== 1 || !isOwn(part)) {
    askAll();
    return;
  }
  const isHere = page.match.id === run.match.id;
  const [fresh] = freshOf(part);
  const beside = others().find(({ match }) => match.id === run.match.id);
  if (isHere && isStart(page.match, run.match) && !isStart(run.match, page.match)) {
    askFurther(run);
  } else if (run.match.when && (fresh || !isHere)) {
    askAll(); // it is over: nobody can play it on
  } else if (fresh) {
    askOther({ ...fresh, saved: found.saved }, found);
  } else if (beside) {
    askOther(beside, found);
  } else {
    tellWhy(pgettext("page", "This game is here already, and as far as in the file."));
  }
}

/** Ask about a running game that is not here.
 *
 * @param {Run} run
 * @param {GamesRead} found
 */
function askOther(run, found) {
  const here = listed(isPlaying(page.match).map(isolated));
  const dialog = openSheet({
    title: pgettext("page", "A game from another phone"),
    sub: [[`${DATA.title}, ${roundText(run.match)}`, ...(run.saved ? [savedText(run.saved)] : [])].join(", ")],
    kind: "sheet game-told asked",
    role: "alertdialog",
    body: [
      totalsBeside(run.match),
      ...(isRunning()
        ? [
            element(
              "p",
              {},
              pgettext(
                "page",
                "A game with %(players)s runs here, %(turn)s. It stays under Games, to go on with later.",
                {
                  players: here,
                  turn: roundText(),
                }
              )
            ),
          ]
        : []),
      answers(
        () => dialog,
        [pgettext("page", "Play it on here"), () => take(run)],
        [pgettext("page", "Only keep it under Games"), () => tellRead(found)],
        [pgettext("page", "Don’t read it in"), () => {}]
      ),
    ],
  });
}

/** Return buttons one below the other, which close their sheet; the first one is recommended, and closes all.
 *
 * @param {() => HTMLDialogElement} sheet
 * @param {...[text: string, act: () => void]} all
 */
const answers = (sheet, ...all) =>
  element(
    "div",
    { class: "actions below" },
    ...all.map(([text, act], at) => {
      const choose = () => {
        closeSheet(at ? sheet() : undefined);
        act();
      };
      return button(text, choose, { class: ["main", null, "plain"][at] });
    })
  );

/** Ask whether to go on with the game of this page as it is elsewhere.
 *
 * @param {Run} run
 */
function askFurther(run) {
  const had = page.match.entries.length;
  const rows = run.match.entries.slice(had).map((entry, at) => {
    const before = run.match.entries.slice(0, had + at).filter((each) => each.player === entry.player).length;
    const [player] = run.match.players.filter((each) => each.id === entry.player);
    return element(
      "li",
      {},
      element(
        "span",
        {},
        element("bdi", {}, nameIn(run.match.players, player)),
        `, ${pgettext("page", "turn %(n)s", { n: before + 1 })}`
      ),
      element("span", {}, rowName(entry.box)),
      element("b", {}, choiceText(entry))
    );
  });
  const dialog = openSheet({
    title: npgettext("page", "This game, %(n)s turn further", "This game, %(n)s turns further", rows.length),
    sub: run.saved ? [savedText(run.saved)] : [],
    kind: "sheet further asked",
    role: "alertdialog",
    body: [
      element("ul", {}, ...rows),
      element("p", { class: "soft" }, pgettext("page", "Undo takes it back.")),
      answers(
        () => dialog,
        [pgettext("page", "Go on from there"), () => goFurther(run)],
        [pgettext("page", "Stay here"), () => {}]
      ),
    ],
  });
}

/** Store the games that were read, and report it; a game that is here already stays as it is.
 *
 * @param {GamesRead} found
 */
function tellRead({ parts, saved, people: names }) {
  const usable = parts.filter((part) => part.isStorable);
  const stored = usable.map((part) => storePart(part, saved));
  const sum = (/** @type {(number | null)[]} */ list) =>
    list.reduce((/** @type {number} */ all, each) => all + (each || 0), 0);
  const all = sum(usable.map((part) => part.all.length));
  const full = sum(usable.map((part, at) => (stored[at] === null ? part.all.length : 0)));
  addPeople(names);
  closeSheet();
  if (gameChosen) {
    loadFinished();
    keepFinished();
    notify("show games");
  } else {
    notify("show names");
  }
  /** @type {[text: string, n: number][]} */
  const counts = [
    [pgettext("page", "Games read in: %(n)s."), sum(stored)],
    [pgettext("page", "Here already: %(n)s."), all - full - sum(stored)],
    [pgettext("page", "No room for: %(n)s."), full],
    [pgettext("page", "Not usable: %(n)s."), sum(parts.map((part) => part.wrong))],
  ];
  flashOver(
    counts
      .filter(([, n], at) => n || !at)
      .map(([text, n]) => say(text, { n }))
      .join(" ")
  );
}

/** Read in the game of the address, if it has one. It leaves the address, so that a reload does not ask again. */
export function readAddress() {
  const version = versionOf(location.hash);
  if (!version) {
    return false;
  }
  const found = gameChosen ? gameInAddress(location.hash) : null;
  forgetAddress();
  if (found) {
    askRead(gamesIn(found));
  } else if (version !== VERSION) {
    tellWhy(pgettext("page", "This link is of another version of the page."));
  } else {
    tellWhy(pgettext("page", "This link holds no game that this page can read. Scan or send it once more."));
  }
  return true;
}
