/* Players who come and go, and games that are finished. */

function askPlayer(player) {
  const dialog = find("#player"), input = find("input", dialog), remove = find(".remove", dialog);
  input.value = player ? player.name : "";
  find("h2", dialog).textContent = player ? words.rename : words.add;
  remove.hidden = !player || match.players.length <= DATA.least_players;
  remove.onclick = () => { dialog.close(); removePlayer(player); };
  find("form", dialog).onsubmit = () => savePlayer(player, input.value.trim().slice(0, DATA.longest_name));
  dialog.showModal();
  input.select();
}

function savePlayer(player, name) {
  if (!player) {
    change({ ...match, players: [...match.players, { id: newId(), name }] });
    announce(say(words.added, { player: isolated(match.players[match.players.length - 1]) }));
  } else if (hasPlayer(match, player) && player.name !== name) {
    change(withName(match, player, name));
  }
}

function removePlayer(player) {
  const act = () => {
    if (hasPlayer(match, player)) {
      const said = say(words.removed, { player: isolated(player) });
      change(withoutPlayer(match, player));
      flash(said);
      find("#heads").cells[match.players.length].querySelector("button").focus();
    }
  };
  if (entriesOf(match, player).length) {
    ask(say(words.remove_question, { player: isolated(player) }), words.remove, act);
  } else {
    act();
  }
}

/* Games */

function startNew() {
  const next = { ...newMatch([]), players: match.players };
  const act = () => { clearHand(); change(next); };
  if (isFinished(game, match)) {
    act();
  } else if (match.entries.length) {
    ask(words.leave, words.start, act);
  }
}

function ask(question, yes, act) {
  const dialog = find("#question");
  find("p", dialog).textContent = question;
  find(".yes", dialog).textContent = yes;
  find(".yes", dialog).onclick = () => { dialog.close(); act(); };
  dialog.showModal();
}

function showGames() {
  const dialog = find("#games"), isKept = finished.some((each) => each.id === match.id);
  const own = match.entries.length && !isKept ? [gameItem(match)] : [], over = finished.slice().reverse();
  const games = [...own, ...others().map((other) => gameItem(other.match, other)), ...over.map((each) => gameItem(each))];
  find("ul", dialog).replaceChildren(...games);
  find(".none", dialog).hidden = Boolean(games.length);
  find(".all", dialog).hidden = !finished.length;
  if (!dialog.open) {
    dialog.showModal();
  }
}

const whenOf = (kept) => kept.when || new Date().toISOString();

/** A game of the list; `other` is what another page keeps of it, which can be played on where no game is under way. */
function gameItem(kept, other = null) {
  const when = kept.when ? new Date(kept.when).toLocaleString(DATA.language, { dateStyle: "medium", timeStyle: "short" })
    : other ? words.waiting : words.running;
  const isFree = !match.entries.length || isFinished(game, match);
  const places = ranking(game, kept).map((each) =>
    element("span", {}, element("bdi", {}, nameIn(kept.players, each.player)), ` ${each.total}`));
  const result = resultOf(game, kept), name = `${DATA.ruleset}-${whenOf(kept).slice(0, 10)}`;
  const csv = () => download(`${name}.csv`, "\ufeff" + asCsv(DATA.ruleset, DATA.rows, DATA.separator, result), "text/csv");
  const json = () => download(`${name}.json`, asJson(DATA.ruleset, result), "application/json");
  const playOn = () => { find("#games").close(); take(other); };
  const buttons = [["CSV", csv], ["JSON", json], ...(kept.when ? [[words.forget, () => forget(kept)]] : []),
    ...(other && isFree ? [[words.play_on, playOn]] : [])];
  return element("li", {}, element("strong", {}, when), element("span", { class: "places" }, ...places),
    ...buttons.map(([text, click]) => element("button", { type: "button", "aria-label": `${text}, ${when}`, click }, text)));
}

function forget(kept) {
  ask(words.forget_question, words.forget, () => {
    finished = finished.filter((each) => each.id !== kept.id);
    keep();
    showGames();
    find("#games .actions button:last-child").focus();
  });
}

function saveAll() {
  const labels = finished.map((each) => whenOf(each).slice(0, 16));
  download(`${DATA.ruleset}.jsonl`, asLines(DATA.ruleset, finished.map((each) => resultOf(game, each)), labels), "application/jsonl");
}
