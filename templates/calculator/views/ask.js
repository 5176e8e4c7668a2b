/* Sheets that open on a tap on a box or on the name of its row, and the question before a 0. */

import { chip } from "../parts/chips.js";
import { die, iconOf } from "../parts/dice.js";
import { element, find, findAll, setAttribute, setText } from "../parts/elements.js";
import { menuEntries } from "../parts/menu.js";
import { flash, setIdle, showBest } from "../parts/notes.js";
import { actions, bolded, button, closeSheet, heard, openSheet, phrase, returnTo, seen } from "../parts/sheets.js";
import { bindsOthers, canEmpty, choicesFor, entriesOf, isYachtBox, withEntry } from "../rules/match.js";
import { choiceText, plain } from "../rules/words.js";
import { columnOf, columnOfEntries, goalOf } from "../state/cards.js";
import { categoryName, faceName, game, goal, hintOf, rowName, score, shownFace, turns } from "../state/data.js";
import { notify } from "../state/events.js";
import { isolated, nameOf, page, view } from "../state/page.js";
import { choice, enter, writeOffer } from "../state/play.js";
import { correctionText, farText } from "../state/sayings.js";
import { listed, pgettext } from "../state/texts.js";
import { diceFor, namedIn, whoseTurn } from "../state/turn.js";

menuEntries.push({
  order: 30,
  icon: "help",
  text: pgettext("page", "What the boxes mean"),
  note: () => "",
  act: explainAll,
});

/**
 * @param {string} where
 * @param {Player} player
 */
export function tapBox(where, player) {
  const entry = entriesOf(page.match, player).find((each) => each.box === where);
  const next = whoseTurn();
  const offers = view.offers && view.offers.player.id === player.id ? view.offers : null;
  const offer = offers && offers.by.get(where);
  const prefix = turns.announced && next ? prefixToName(where, player, next) : undefined;
  if (entry) {
    askCorrection(where, player, entry);
  } else if (player.left || !next) {
    flash(pgettext("page", "%(player)s does not play any more.", { player: isolated(player) }));
  } else if (offer) {
    writeOffer(offer);
  } else if (prefix !== undefined) {
    notify("announce", prefix);
  } else if (offers) {
    const names = offers.list.map((offer) => categoryName(offer.box));
    flash(
      pgettext("page", "These dice may not go into %(row)s now. They can go into %(rows)s.", {
        row: categoryName(where),
        rows: listed(names.length > 4 ? [...names.slice(0, 4), "…"] : names, "disjunction"),
      })
    );
    showBest();
  } else {
    askPoints(where, player);
  }
}

/** Return the column of a box that has to be announced, or whose announced box was not tapped; else undefined.
 *
 * @param {string} where
 * @param {Player} player
 * @param {Player} next
 */
function prefixToName(where, player, next) {
  const { named, dice } = page.turn;
  if (player.id !== next.id || named === where) {
    return undefined;
  }
  return named || dice.length ? namedIn(named || where) : undefined;
}

/** Let the player choose from the points that are possible in an open box.
 *
 * @param {string} where
 * @param {Player} player
 */
function askPoints(where, player) {
  const entries = entriesOf(page.match, player);
  const byDice = view.offers && view.offers.player.id !== player.id ? diceFor(where, player) : null;
  chooseValue(where, player, byDice || choicesFor(game, turns, entries, where), null, byDice);
}

/** Let the player choose other points for a full box.
 *
 * @param {string} where
 * @param {Player} player
 * @param {Entry} entry
 */
export function askCorrection(where, player, entry) {
  chooseValue(where, player, choicesFor(game, turns, entriesOf(page.match, player), where), entry, null);
}

/** Open a sheet with values to choose from, which shows the consequences of the chosen one before it is written.
 *
 * @param {string} where
 * @param {Player} player
 * @param {Choice[]} possible
 * @param {Entry | null} entry
 * @param {Choice[] | null} byDice
 */
function chooseValue(where, player, possible, entry, byDice) {
  let picked = byDice ? possible[possible.length - 1] : null;
  const me = view.table ? view.table.me : "";
  const isOfOther = entry !== null && me !== "" && me !== player.id; // then what changes nothing is the main answer
  const choices = possible.slice().sort((one, other) => one.bonus - other.bonus); // what is wider comes last
  const entries = entriesOf(page.match, player);
  const effects = element("div", { class: "effects", "aria-live": "polite" });
  const isSame = (/** @type {Choice} */ one, /** @type {Choice | null} */ other) =>
    other !== null && one.points === other.points && one.bonus === other.bonus;
  const values = choices.map((each) =>
    button(
      "",
      () => {
        picked = each;
        show();
      },
      {
        class: "value",
        "aria-pressed": "false",
      }
    )
  );
  values.forEach((node, at) => {
    const isNow = isSame(choices[at], entry);
    const text = choiceText(choices[at]);
    node.classList.toggle("was", isNow);
    node.classList.toggle("wide", choices[at].bonus > 0);
    node.append(
      seen("span", {}, text === "0" ? "–" : text),
      ...(isNow
        ? [element("small", {}, pgettext("page", "is there now"))]
        : text === "0"
          ? [seen("small", {}, pgettext("page", "strike"))]
          : []),
      heard(text === "0" ? pgettext("page", "Strike: 0") : text)
    );
  });
  const write = button(
    "",
    () => {
      enter(where, player, picked, Boolean(byDice));
      dialog.close();
    },
    { class: isOfOther ? "write" : "main write" }
  );
  const empty =
    entry && canEmpty(game, turns, entries, where)
      ? [
          button(
            pgettext("page", "Clear it"),
            () => {
              enter(where, player, null);
              dialog.close();
            },
            { icon: "erase", class: "empty" }
          ),
        ]
      : [];
  const withDice =
    !entry && !byDice
      ? [
          button(
            pgettext("page", "With dice"),
            () => {
              returnTo(find("#faces button"));
              dialog.close();
            },
            { class: "bydice" }
          ),
        ]
      : [];
  const told = element("p", { class: "told-all" });
  const shared = entry && view.table ? [told] : []; // by all phones of a table
  const leave =
    entry && isOfOther
      ? [
          button(pgettext("page", "Leave the %(points)s", { points: choiceText(entry) }), () => dialog.close(), {
            class: "main",
          }),
        ]
      : [];
  const note = !choices.length
    ? [element("p", { class: "none" }, pgettext("page", "Nothing can be written here yet."))]
    : entry && bindsOthers(game, turns, where) && entries[entries.length - 1] !== entry
      ? [element("p", { class: "none" }, pgettext("page", "Only points that later entries still allow."))]
      : [];
  const show = () => {
    values.forEach((node, at) => {
      setAttribute(node, "aria-pressed", isSame(choices[at], picked) ? "true" : "false");
    });
    setText(
      write,
      picked
        ? choiceText(picked) === "0"
          ? pgettext("page", "Strike it: 0")
          : entry && view.table
            ? pgettext("page", "Correct it for everyone")
            : pgettext("page", "Write %(points)s", { points: choiceText(picked) })
        : pgettext("page", "Choose the points")
    );
    setIdle(write, !picked);
    write.disabled = !picked;
    effects.replaceChildren(...effectRows(where, player, picked));
    told.replaceChildren(...(entry && picked && !isSame(picked, entry) ? saidToAll(where, player, entry, picked) : []));
  };
  const about = entry ? (view.table ? entrySaid(entries, entry) : nowText(entry)) : hintOf(where);
  const sub = [element("bdi", {}, nameOf(player)), ` · ${about}`];
  const dialog = openSheet({
    title: rowName(where),
    icon: iconOf(where),
    sub,
    body: [
      ...note,
      element(
        "div",
        {
          class: choices.length === 6 && choices.every((each) => !each.bonus) ? "values six" : "values",
          role: "group",
          "aria-label": pgettext("page", "Points"),
        },
        ...values
      ),
      effects,
      ...shared,
      actions(...empty, ...withDice, write),
      ...(leave.length ? [actions(...leave)] : []),
    ],
  });
  show();
  const first =
    values[
      Math.max(
        0,
        choices.findIndex((each) => isSame(each, entry))
      )
    ];
  if (first) {
    first.focus({ preventScroll: true });
  }
}

/** @param {Entry} entry */
const nowText = (entry) => pgettext("page", "%(points)s is there now", { points: choiceText(entry) });

/** Return in which turn a box was written, and with which dice.
 *
 * @param {Entry[]} entries
 * @param {Entry} entry
 */
function entrySaid(entries, entry) {
  const n = entries.indexOf(entry) + 1;
  const { dice = [] } = entry;
  return dice.length
    ? pgettext("page", "turn %(n)s, typed: %(dice)s", { n, dice: dice.map(faceName).join(" ") })
    : pgettext("page", "turn %(n)s", { n });
}

/** Return what all phones of a table will be told of a correction.
 *
 * @param {string} where
 * @param {Player} player
 * @param {Entry} entry
 * @param {Choice} picked
 */
function saidToAll(where, player, entry, picked) {
  const me = view.table ? view.table.me : "";
  const said = correctionText(me, player, where, choiceText(entry), choiceText(picked));
  const text = pgettext("page", "**All phones see it:** “%(said)s”", { said });
  const back = pgettext("page", "%(player)s can set it back with one tap.", { player: isolated(player) });
  return [...bolded(text), ...(me === player.id ? [] : [` ${back}`])];
}

/** Return each figure that changes: its name, its old and its new value.
 *
 * @param {string} where
 * @param {Player} player
 * @param {Choice | null} picked
 */
function effectRows(where, player, picked) {
  const old = columnOf(player, false);
  const entry = old.byBox.get(where);
  if (!picked || (entry && choiceText(entry) === choiceText(picked))) {
    return [];
  }
  const changed = columnOfEntries(player, entriesOf(withEntry(page.match, player, where, picked), player));
  const row = (/** @type {Content[]} */ name, /** @type {string} */ before, /** @type {string} */ after) => [
    element("span", {}, ...name),
    element("s", {}, before),
    element("span", { "aria-hidden": "true" }, "→"),
    element("b", {}, after),
  ];
  const rowsOf = [];
  if (entry) {
    rowsOf.push(row([rowName(where)], choiceText(entry), choiceText(picked)));
  }
  const [farBefore, farAfter] = [old, changed].map((column) => farText(column, true));
  const isBonus = [old, changed].some((column) => goal && goalOf(column) === null); // it is reached
  const far = goal ? (isBonus ? rowName(goal.id) : pgettext("page", "To the bonus")) : score ? rowName(score.id) : "";
  if (far && farBefore !== farAfter) {
    rowsOf.push(row([far], farBefore, farAfter));
  }
  if (old.total !== changed.total || !entry) {
    rowsOf.push(
      row(
        phrase(pgettext("page", "Total of %(player)s"), { player: element("bdi", {}, nameOf(player)) }),
        plain(old.total),
        plain(changed.total)
      )
    );
  }
  return rowsOf.flat();
}

/** Ask before a 0 is written, with its cost and with the best other entries.
 *
 * @param {PageOffer} offer
 */
export function askZero(offer) {
  if (!view.offers) {
    return; // the dice were taken back
  }
  const { player, list } = view.offers;
  const others = list.filter((each) => each.points).slice(0, 2);
  const lost = givenUp(offer, player);
  const dice = element(
    "div",
    { class: "zerodice" },
    ...page.turn.dice.map((face) => die(shownFace(face), "open")),
    element("b", {}, "0")
  );
  const text = [
    pgettext("page", "These dice are worth nothing here."),
    ...(offer.bonus ? [pgettext("page", "The bonus of %(points)s counts all the same.", { points: offer.bonus })] : []),
    ...lost,
    ...(others.length ? [pgettext("page", "You can still write:")] : []),
  ].join(" ");
  const dialog = openSheet({
    title: pgettext("page", "Strike %(row)s?", { row: categoryName(offer.box) }),
    icon: iconOf(offer.box),
    kind: "sheet zero",
    role: "alertdialog",
    body: [
      dice,
      element("p", { class: "loss" }, text),
      element(
        "div",
        { class: "instead" },
        ...others.map((each) => {
          const node = chip(each, 1, true, false);
          node.addEventListener("click", () => dialog.close());
          return node;
        })
      ),
      actions(
        button(
          offer.bonus
            ? pgettext("page", "Write %(points)s", { points: choiceText(offer) })
            : pgettext("page", "Strike it: 0"),
          () => {
            enter(offer.box, player, choice(offer), true);
            dialog.close();
          },
          { class: "strikes" }
        ),
        button(pgettext("page", "Back"), () => dialog.close(), { class: "main", autofocus: true })
      ),
    ],
  });
}

/** Return the cost of a 0 in words: the box, the bonus if it gets out of reach, and jokers.
 *
 * @param {PageOffer} offer
 * @param {Player} player
 */
function givenUp(offer, player) {
  const entries = entriesOf(page.match, player);
  const before = columnOfEntries(player, entries);
  const after = columnOfEntries(player, [...entries, { player: player.id, box: offer.box, points: 0, bonus: 0 }]);
  const left = [before, after].map((column) => goal && goalOf(column));
  const lost = [pgettext("page", "You give up %(points)s points.", { points: offer.loss })];
  if (goal && left[0] && left[0].reachable && left[1] && !left[1].reachable) {
    lost.push(pgettext("page", "The bonus of %(points)s is out of reach then.", { points: goal.steps[0][1] }));
  }
  const jokerBoxes = Object.values(turns.joker_boxes || {}).flat();
  if (isYachtBox(game, offer.box) || jokerBoxes.includes(offer.box)) {
    lost.push(pgettext("page", "Later ones are worth nothing more then."));
  }
  return lost;
}

/** Open a sheet that explains a row.
 *
 * @param {HTMLElement} row
 */
export function explain(row) {
  const name = find(".words", row).textContent;
  const parts = [...hintsIn(row), ...textsIn(row, ".need", ".most", ".worth")];
  openSheet({
    title: name,
    icon: iconsIn(row)[0] || null,
    body: [
      element("p", { class: "told" }, [...new Set(parts)].join(" · ")),
      actions(button(pgettext("page", "Close"), () => closeSheet(), { class: "main" })),
    ],
  });
}

/** Return the texts of the parts of a row that selectors match, in the order of the selectors.
 *
 * @param {HTMLElement} row
 * @param {...string} selectors
 */
const textsIn = (row, ...selectors) =>
  selectors.flatMap((selector) => findAll(selector, row)).map((node) => String(node.textContent));
/** Return the long hint of a row, or else the only one, as a list.
 *
 * @param {HTMLElement} row
 */
const hintsIn = (row) => textsIn(row, ".whole", ".hint").slice(0, 1);
/** Return a copy of the icon of a row, as a list.
 *
 * @param {HTMLElement} row
 */
const iconsIn = (row) => [...row.querySelectorAll(".label svg")].map((icon) => icon.cloneNode(true));

/** Open a sheet with all rows and their hints. */
function explainAll() {
  const items = findAll("tr[data-row]").map((row) =>
    element(
      "li",
      {},
      ...iconsIn(row),
      element(
        "span",
        {},
        element("b", {}, find(".words", row).textContent),
        element("small", {}, [...hintsIn(row), ...textsIn(row, ".need")].join(" · "))
      ),
      ...textsIn(row, ".worth", ".most")
        .slice(0, 1)
        .map((text) => element("em", {}, text))
    )
  );
  openSheet({
    title: pgettext("page", "What the boxes mean"),
    kind: "sheet tall",
    body: [element("ul", { class: "told" }, ...items), element("p", {}, find(".reminders").textContent)],
  });
}
