/* Players, before a game and in the middle of it: their names, their order, who comes and who goes. */

function showPlayers() {
  let people = match.players.map((player) => ({ ...player }));
  const list = element("ol", { class: "people" }), more = element("div", { class: "suggested" });
  const done = button(words.done, null, { type: "submit", class: "main" });
  const show = () => {
    list.replaceChildren(...people.map((person, place) => personItem(person, place, people, change)));
    const known = [...new Set(finished.flatMap((each) => each.players.map((player) => player.name)).reverse())].filter((name) => name && !people.some((person) => person.name === name));
    const isFull = people.length >= DATA.most_players;
    more.replaceChildren(...(isFull ? [] : known.slice(0, 4).map((name) => button(element("bdi", {}, name), () => add(name), { icon: "plus" }))),
      ...(isFull ? [] : [button(words.other_name, () => add(""), { icon: "plus", class: "new" })]));
  };
  /* What a row changes: the list, and where the focus goes. */
  const change = (next, focus) => {
    people = next;
    show();
    if (focus) {
      find(focus, list).focus();
    }
  };
  const add = (name) => {
    change([...people, { id: newId(), name }]);
    findAll("input", list).pop().focus();
  };
  const form = element("form", { method: "dialog" }, list, element("p", {}, words.who_else), more, element("p", { class: "soft" }, words.who_comes), actions(done));
  form.addEventListener("submit", () => savePlayers(people)); // the browser closes the sheet
  openSheet({ title: words.players, kind: "sheet tall players", body: [form] });
  show();
}

/** A row of the list: a grip to move it, the number, the name, and a button to leave or to come back. */
function personItem(person, place, people, change) {
  const name = person.name || say(words.player, { n: place + 1 }), isLast = people.filter((each) => !each.left).length <= DATA.least_players;
  const moved = (to) => { const next = people.filter((each) => each !== person); next.splice(Math.max(0, Math.min(next.length, to)), 0, person); return next; };
  const grip = button("", () => {}, { icon: "grip", name: say(words.move, { player: name }), class: "grip" });
  grip.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key], to = place + step;
    if (step && to >= 0 && to < people.length) {
      event.preventDefault();
      change(moved(to), `li:nth-child(${to + 1}) .grip`);
    }
  });
  grip.addEventListener("pointerdown", (event) => drag(event, grip, place, (to) => change(moved(to), `li:nth-child(${to + 1}) .grip`)));
  const input = element("input", { autocomplete: "off", maxlength: DATA.longest_name, dir: "auto", "aria-label": say(words.name_of, { n: place + 1 }), placeholder: say(words.player, { n: place + 1 }) });
  input.value = person.name;
  input.addEventListener("input", () => { person.name = input.value.trim().slice(0, DATA.longest_name); });
  const next = people.map((each) => (each === person ? { ...each, left: !each.left } : each)).filter((each) => !each.left || match.entries.some((entry) => entry.player === each.id));
  const leave = button("", () => change(next), { icon: person.left ? "plus" : "close", name: say(person.left ? words.comes_back : words.leaves, { player: name }), class: "leave" });
  leave.disabled = !person.left && isLast;
  const isTurn = (nextPlayer(game, match) || {}).id === person.id;
  return element("li", { class: person.left ? "gone" : null }, grip, seatDice(place, isTurn ? "solid" : "open"), input, leave);
}

/** Follow a finger until it lets go; then `drop` with the place that it is at. */
function drag(event, grip, place, drop) {
  const item = grip.closest("li"), height = item.offsetHeight, from = event.clientY, count = item.parentNode.children.length;
  grip.setPointerCapture(event.pointerId);
  item.classList.add("held");
  const follow = (moved) => { item.style.setProperty("--by", `${moved.clientY - from}px`); };
  const end = (last) => {
    grip.removeEventListener("pointermove", follow);
    item.classList.remove("held");
    item.style.removeProperty("--by");
    const to = Math.max(0, Math.min(count - 1, place + Math.round((last.clientY - from) / height)));
    if (to !== place) {
      drop(to);
    }
  };
  grip.addEventListener("pointermove", follow);
  grip.addEventListener("pointerup", end, { once: true });
  grip.addEventListener("pointercancel", () => grip.removeEventListener("pointermove", follow), { once: true });
}

/** Take over the list as one step, if there is anything to take over. */
function savePlayers(people) {
  const players = people.map(({ id, name, left }) => ({ id, name, ...(left ? { left } : {}) }));
  if (JSON.stringify(players) === JSON.stringify(match.players)) {
    return;
  }
  const entries = match.entries.filter((entry) => players.some((player) => player.id === entry.player));
  const starter = players.some((player) => player.id === match.starter && !player.left) ? match.starter : players.find((player) => !player.left).id;
  const had = nextPlayer(game, match), next = { ...match, players, entries, starter: match.entries.length ? starter : players.find((player) => !player.left).id };
  const has = nextPlayer(game, next);
  change(next, had && has && had.id === has.id ? turn : newTurn());
}

/* Games */

/** A new game with the same players; a game under way is asked about once, and undo brings it back. */
function startNew(starter) {
  const act = () => {
    lastSaid = null;
    change(newMatch(isPlaying(match), starter), newTurn());
    find("main").scrollTop = 0;
    notify("started", match);
  };
  if (isFinished(game, match) || !match.entries.length) {
    act();
  } else {
    ask(words.leave, words.start, act);
  }
}
