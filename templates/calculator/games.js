/* Games that are finished, as files and to play on. */

menuEntries.push({ order: 40, icon: "card", text: words.games, note: () => (finished.length ? String(finished.length) : ""), act: showGames });

function showGames() {
  const isKept = finished.some((each) => each.id === match.id), own = match.entries.length && !isKept ? [gameItem(match)] : [];
  const games = [...own, ...others().map((other) => gameItem(other.match, other)), ...finished.slice().reverse().map((each) => gameItem(each))];
  openSheet({
    title: words.games, kind: "sheet tall games",
    body: [element("p", { class: "soft" }, words.kept_here), games.length ? element("ul", {}, ...games) : element("p", { class: "none" }, words.no_games),
      actions(...(finished.length ? [button(words.all_lines, saveAll, { class: "all" })] : []), button(words.close, () => closeSheet(), { class: "main" }))],
  });
}

const whenOf = (kept) => kept.when || new Date().toISOString();

/** A game of the list; `other` is what another page keeps of it, which can be played on where no game is under way. */
function gameItem(kept, other = null) {
  const when = kept.when ? new Date(kept.when).toLocaleString(DATA.language, { dateStyle: "medium", timeStyle: "short" }) : other ? words.waiting : words.running;
  const isFree = !match.entries.length || isFinished(game, match), result = resultOf(game, kept), name = `${DATA.ruleset}-${whenOf(kept).slice(0, 10)}`;
  const places = ranking(game, kept).map((each) => element("span", {}, element("bdi", {}, nameIn(kept.players, each.player)), ` ${each.total}`));
  const csv = () => download(`${name}.csv`, "\ufeff" + asCsv(DATA.ruleset, DATA.rows, DATA.separator, result), "text/csv");
  const json = () => download(`${name}.json`, asJson(DATA.ruleset, result), "application/json");
  const buttons = [["CSV", csv], ["JSON", json], ...(kept.when ? [[words.forget, () => forget(kept)]] : []), ...(other && isFree ? [[words.play_on, () => { closeSheet(); take(other); }]] : [])];
  return element("li", {}, element("strong", {}, when), element("span", { class: "places" }, ...places),
    ...buttons.map(([text, act]) => button(text, act, { name: `${text}, ${when}` })));
}

function forget(kept) {
  ask(words.forget_question, words.forget, () => {
    finished = finished.filter((each) => each.id !== kept.id);
    keepFinished();
    closeSheet();
    showGames();
  });
}

function saveAll() {
  const labels = finished.map((each) => whenOf(each).slice(0, 16));
  download(`${DATA.ruleset}.jsonl`, asLines(DATA.ruleset, finished.map((each) => resultOf(game, each)), labels), "application/jsonl");
}

/** Share a game: as text, where the device has a way to share, else as a file. */
async function shareGame(shared) {
  const text = `${DATA.title}: ${ranking(game, shared).map((each) => `${nameIn(shared.players, each.player)} ${each.total}`).join(", ")}`;
  if (navigator.share) {
    await navigator.share({ text }).catch(() => {});
  } else {
    download(`${DATA.ruleset}-${whenOf(shared).slice(0, 10)}.csv`, "\ufeff" + asCsv(DATA.ruleset, DATA.rows, DATA.separator, resultOf(game, shared)), "text/csv");
  }
}
