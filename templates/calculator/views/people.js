/* The list of players, before and during a game: names, order, and who joins or leaves. */

import { seatDice } from "../parts/dice.js";
import { closest, element, find } from "../parts/elements.js";
import { toPool } from "../parts/games.js";
import { menuEntries } from "../parts/menu.js";
import { poolOf } from "../parts/names.js";
import { actions, ask, button, openSheet } from "../parts/sheets.js";
import { isFinished, newId, nextPlayer } from "../rules/match.js";
import { say } from "../rules/words.js";
import { DATA, game } from "../state/data.js";
import { page } from "../state/page.js";
import { savePlayers, startNow } from "../state/play.js";
import { pgettext } from "../state/texts.js";

menuEntries.push(
  { order: 10, icon: "plus", text: pgettext("page", "New game"), note: () => "", act: () => startNew() },
  {
    order: 20,
    icon: "people",
    text: pgettext("page", "Players"),
    note: () => pgettext("page", "names, order"),
    act: showPlayers,
  }
);

function showPlayers() {
  /** @type {Player[]} */
  let all = page.match.players.map((player) => ({ ...player }));
  const known = poolOf().names;
  const list = element("ol", { class: "people" });
  const more = element("div", { class: "suggested" });
  const done = button(pgettext("page", "Done"), null, { type: "submit", class: "main" });
  const show = () => {
    list.replaceChildren(...all.map((person, place) => personItem(person, place, all, change)));
    const away = known.filter((name) => !all.some((person) => person.name === name));
    const isFull = all.length >= DATA.most_players;
    more.replaceChildren(
      ...(isFull
        ? []
        : away.slice(0, 4).map((name) => button(element("bdi", {}, name), () => add(name), { icon: "plus" }))),
      ...(isFull ? [] : [button(pgettext("page", "another name"), () => add(""), { icon: "plus", class: "new" })])
    );
  };
  /* What a row changes: the list, and where the focus goes. */
  const change = (/** @type {Player[]} */ next, focus = "") => {
    all = next;
    show();
    if (focus) {
      find(focus, list).focus();
    }
  };
  const add = (/** @type {string} */ name) => change([...all, { id: newId(), name }], "li:last-child input");
  const form = element(
    "form",
    { method: "dialog" },
    list,
    element("p", {}, pgettext("page", "Who plays too?")),
    more,
    element(
      "p",
      { class: "soft" },
      pgettext(
        "page",
        "Late players make up for the turns they missed. Players who stop keep the points on their card."
      )
    ),
    toPool(),
    actions(done)
  );
  form.addEventListener("submit", () => savePlayers(all)); // the browser closes the sheet
  openSheet({ title: pgettext("page", "Players"), kind: "sheet tall players", body: [form] });
  show();
}

/** Return a row of the list: a grip to move it, the number, the name, and a button to leave or to come back.
 *
 * @param {Player} person
 * @param {number} place
 * @param {Player[]} people
 * @param {(next: Player[], focus?: string) => void} change
 */
function personItem(person, place, people, change) {
  const name = person.name || pgettext("page", "Player %(n)s", { n: place + 1 });
  const isLast = people.filter((each) => !each.left).length <= DATA.least_players;
  const moved = (/** @type {number} */ to) => {
    const next = people.filter((each) => each !== person);
    next.splice(Math.max(0, Math.min(next.length, to)), 0, person);
    return next;
  };
  const grip = button("", () => {}, {
    icon: "grip",
    name: pgettext("page", "Move %(player)s", { player: name }),
    class: "grip",
  });
  grip.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    const to = place + step;
    if (step && to >= 0 && to < people.length) {
      event.preventDefault();
      change(moved(to), `li:nth-child(${to + 1}) .grip`);
    }
  });
  grip.addEventListener("pointerdown", (event) =>
    drag(event, grip, { place, count: people.length }, (to) => change(moved(to), `li:nth-child(${to + 1}) .grip`))
  );
  const input = element("input", {
    autocomplete: "off",
    maxlength: DATA.longest_name,
    dir: "auto",
    "aria-label": pgettext("form", "Name of player %(n)s", { n: place + 1 }),
    placeholder: pgettext("page", "Player %(n)s", { n: place + 1 }),
  });
  input.value = person.name;
  input.addEventListener("input", () => {
    person.name = input.value.trim().slice(0, DATA.longest_name);
  });
  const turned = people
    .map((each) => (each === person ? { ...each, left: !each.left } : each))
    .filter((each) => !each.left || page.match.entries.some((entry) => entry.player === each.id));
  const leave = button("", () => change(turned), {
    icon: person.left ? "plus" : "close",
    name: say(person.left ? pgettext("page", "%(player)s plays again") : pgettext("page", "%(player)s stops"), {
      player: name,
    }),
    class: "leave",
  });
  leave.disabled = !person.left && isLast;
  const next = nextPlayer(game, page.match);
  const isTurn = next !== null && next.id === person.id;
  return element(
    "li",
    { class: person.left ? "gone" : null },
    grip,
    seatDice(place, isTurn ? "solid" : "open"),
    input,
    leave
  );
}

/** Follow a finger that moves an item of a list until it lifts; then call `drop` with its place.
 *
 * @param {PointerEvent} event
 * @param {HTMLElement} grip
 * @param {{ place: number, count: number }} from
 * @param {(to: number) => void} drop
 */
function drag(event, grip, { place, count }, drop) {
  const item = closest(grip, "li");
  const height = item.offsetHeight;
  const from = event.clientY;
  grip.setPointerCapture(event.pointerId);
  item.classList.add("held");
  const follow = (/** @type {PointerEvent} */ moved) => {
    item.style.setProperty("--by", `${moved.clientY - from}px`);
  };
  const letGo = () => {
    grip.removeEventListener("pointermove", follow);
    grip.removeEventListener("pointerup", end);
    grip.removeEventListener("pointercancel", letGo);
    item.classList.remove("held");
    item.style.removeProperty("--by");
  };
  const end = (/** @type {PointerEvent} */ last) => {
    letGo();
    const to = Math.max(0, Math.min(count - 1, place + Math.round((last.clientY - from) / height)));
    if (to !== place) {
      drop(to);
    }
  };
  grip.addEventListener("pointermove", follow);
  grip.addEventListener("pointerup", end);
  grip.addEventListener("pointercancel", letGo);
}

/** Start a game with the same players. Ask first if one is under way; undo brings it back.
 *
 * @param {string} [starter]
 */
export function startNew(starter) {
  const act = () => {
    startNow(starter);
    find("main").scrollTop = 0;
  };
  if (isFinished(game, page.match) || !page.match.entries.length) {
    act();
  } else {
    ask(
      pgettext("page", "This game is not finished. Start a new one? Undo brings it back."),
      pgettext("page", "Start a new game"),
      act
    );
  }
}
