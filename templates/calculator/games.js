/* The list of games, finished and not; as one file, out and in again; statistics. */

const MOST_BYTES = 20e6;
const FILE_VERSION = 1;

menuEntries.push({
  order: 40,
  icon: "card",
  text: pgettext("page", "Games and statistics"),
  note: gamesNote,
  act: showGames,
});

/** Check whether a game is under way, other than a finished one that was undone. */
const isRunning = () =>
  page.match.entries.length > 0 &&
  !isFinished(game, page.match) &&
  !page.finished.some((each) => each.id === page.match.id);

/** Return the number of games in a few words. */
function gamesNote() {
  const waiting = others().length + (isRunning() ? 1 : 0);
  return [
    ...(page.finished.length ? [pgettext("page", "%(n)s over", { n: page.finished.length })] : []),
    ...(waiting ? [pgettext("page", "%(n)s running", { n: waiting })] : []),
  ].join(", ");
}

function showGames() {
  const running = isRunning() ? [gameItem(page.match)] : [];
  const over = page.finished.slice().sort((one, other) => Date.parse(other.when) - Date.parse(one.when));
  const items = [
    ...running,
    ...others().map((other) => gameItem(other.match, other)),
    ...over.map((each) => gameItem(each)),
  ];
  const told = button(pgettext("page", "Statistics"), showStatistics, { class: "tostats" });
  told.append(glyph("next"));
  openSheet({
    title: pgettext("page", "Games and statistics"),
    kind: "full games",
    body: [
      ...(page.finished.length ? [told] : []),
      items.length
        ? element("ul", {}, ...items)
        : element("p", { class: "none" }, pgettext("page", "There are no finished games yet.")),
      fileActions(),
    ],
  });
}

const whenOf = (kept) => kept.when || kept.started || new Date().toISOString();
const momentOf = (when) => new Date(when).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/** Return an item of the list; `other` is a game that another page has stored. */
function gameItem(kept, other = null) {
  const title = kept.when
    ? momentOf(kept.when)
    : other
      ? pgettext("page", "Another game, not finished")
      : pgettext("page", "This game, not finished");
  const ranked = ranking(game, kept);
  const places = ranked.map(({ player, decides, place }) =>
    element(
      kept.when && place === 1 ? "b" : "span",
      {},
      element("bdi", {}, nameIn(kept.players, player)),
      ` ${plain(decides)}`
    )
  );
  const open = button("", () => showGame(kept, other, title), { class: "game" });
  open.append(
    element("span", {}, element("strong", {}, title), element("span", { class: "places" }, ...places)),
    glyph("next")
  );
  return element("li", {}, open);
}

/** Show one game: its totals, and buttons to share or delete it. */
function showGame(kept, other, title) {
  const own = [
    ...(other
      ? [
          button(
            pgettext("page", "Play on"),
            () => {
              closeSheet();
              take(other);
            },
            { class: "main" }
          ),
        ]
      : []),
    ...shareButtons(kept),
    ...(kept.when ? [button(pgettext("page", "Delete"), () => forget(kept))] : []),
  ];
  openSheet({
    title,
    kind: "sheet game-told",
    body: [totalsList(kept), element("div", { class: "choices" }, ...own)],
  });
}

/** Return the players of a game with their totals, the best first. */
const totalsList = (kept) =>
  element(
    "ol",
    { class: "ranked" },
    ...ranking(game, kept).map(({ player, decides }) =>
      element("li", {}, element("bdi", {}, nameIn(kept.players, player)), element("b", {}, plain(decides)))
    )
  );

function forget(kept) {
  ask(
    pgettext("page", "Delete this game from this browser? It cannot be brought back."),
    pgettext("page", "Delete"),
    () => {
      page.finished = page.finished.filter((each) => each.id !== kept.id);
      keepFinished();
      closeSheet();
      showGames();
    }
  );
}

/* Files: finished and running games out, and in again on this or another device */

const fileActions = () =>
  element(
    "div",
    { class: "foot" },
    ...(page.finished.length || isRunning()
      ? [button(pgettext("page", "Save"), saveAll, { icon: "share", class: "saves" })]
      : []),
    button(pgettext("page", "Read in"), chooseFile, { class: "reads" })
  );

/** Save every game of the ruleset as one file: those that run after those that are over. */
function saveAll() {
  const running = [...(isRunning() ? [runningNow()] : []), ...others()];
  download(`${DATA.ruleset}-games.json`, gamesFile([...page.finished, ...running.map(asRun)]), "application/json");
  page.saved = stateKey(page.match);
}

/** Save one game as a file, with the dice that lie there if it runs, and say so. */
function saveGame(shared) {
  const name = `${fileName(shared)}.json`;
  download(name, gameFile(shared), "application/json");
  page.saved = stateKey(shared);
  flashOver(pgettext("page", "Saved: %(file)s", { file: name }));
}

/** Return a key of how far a game is. */
const stateKey = ({ id, entries }) => `${id} ${entries.length}`;

/** Return the game of the page as it is stored. */
const runningNow = () => ({ match: page.match, turn: page.turn, rolling: page.rolling, seen: page.seen });

/** Return a running game as it stands in a file: the match with its turn, and the rolls that were seen. */
const asRun = ({ match, turn, rolling, seen }) => ({ ...match, turn, ...(rolling ? { rolling } : {}), seen });

/** Return the file of one game: as it was finished, or as it runs here or beside. */
function gameFile(shared) {
  const over = isFinished(game, shared) && page.finished.find((each) => each.id === shared.id);
  const runs = [runningNow(), ...others()].find(({ match }) => match.id === shared.id);
  return gamesFile([over || (runs ? asRun(runs) : shared)]);
}

/** Return the file with a game in each line, so that programs can read it line by line. */
function gamesFile(games) {
  const lines = games.map((each) => JSON.stringify(each)).join(",\n");
  const head = `"sheetgen": "games", "version": ${FILE_VERSION}, "ruleset": ${JSON.stringify(DATA.ruleset)}`;
  return `{${head}, "games": [\n${lines}\n]}\n`;
}

function chooseFile() {
  const input = element("input", { type: "file", accept: ".json,.txt,application/json,text/plain", hidden: true });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.remove();
    if (file) {
      askRead(file.size > MOST_BYTES ? null : gamesIn(await file.text()));
    }
  });
  document.body.append(input);
  input.click();
}

/** Return the games in a file: {games: finished ones, running: as stored, wrong: number of unusable ones, ruleset};
 * null if it is no such file. */
function gamesIn(text) {
  let data = null;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return null;
  }
  if (!data || data.sheetgen !== "games" || data.version !== FILE_VERSION || !Array.isArray(data.games)) {
    return null;
  }
  const checked = data.games
    .map((each) => ({ kept: each, match: checkedMatch(game, each, DATA.most_players) }))
    .filter(
      ({ match }, at, all) => match && all.findIndex((other) => other.match && other.match.id === match.id) === at
    );
  const games = checked.map(({ match }) => match).filter((each) => each.when && isFinished(game, each));
  const running = checked
    .filter(({ match }) => !match.when && match.entries.length && !isFinished(game, match))
    .map(({ kept, match }) => ({
      match,
      turn: checkedTurn(kept.turn),
      rolling: kept.rolling === true,
      seen: checkedSeen(kept.seen),
    }));
  return { games, running, wrong: data.games.length - games.length - running.length, ruleset: data.ruleset };
}

/** Ask what becomes of the games that were read. Nothing that is here is lost, whatever the answer. */
function askRead(found) {
  if (!found || found.ruleset !== DATA.ruleset) {
    flashOver(
      found
        ? pgettext("page", "These are games of another kind: %(game)s.", { game: String(found.ruleset).slice(0, 40) })
        : pgettext("page", "This is no file with games as this page saves them.")
    );
    return;
  }
  const beside = others().map(({ match }) => match);
  const isHere = ({ match }) => beside.some((each) => each.id === match.id && isSame(each, match));
  const isKnown = ({ id }) => [...page.finished, ...beside].some((each) => each.id === id);
  found.running = found.running.map((run) =>
    run.match.id !== page.match.id && isKnown(run.match) && !isHere(run) ? renamed(run) : run
  );
  const [first] = found.running;
  if (found.games.length || found.running.length !== 1) {
    const count = found.games.length + found.running.length;
    ask(npgettext("page", "Read in %(n)s game?", "Read in %(n)s games?", count), pgettext("page", "Read in"), () =>
      tellRead(found)
    );
  } else if (first.match.id === page.match.id) {
    askSame(first, found);
  } else {
    askOther(first, found);
  }
}

/** Ask about a running game that is not here. */
function askOther(run, found) {
  const dialog = openSheet({
    title: pgettext("page", "Play on with this game?"),
    kind: "sheet game-told",
    body: [
      totalsList(run.match),
      element("p", {}, roundText(run.match)),
      ...(isRunning()
        ? [element("p", {}, pgettext("page", "The game that runs here stays in the list of games."))]
        : []),
      actions(
        button(pgettext("page", "Only keep it"), () => {
          dialog.close();
          tellRead(found);
        }),
        button(
          pgettext("page", "Play it on here"),
          () => {
            closeSheet();
            take(run);
          },
          { class: "main" }
        )
      ),
    ],
  });
}

/** Return a game under another id, beside one that has gone on differently. */
const renamed = (run) => ({ ...run, match: { ...run.match, id: newId() } });

/** Return the entries of a game in a form that can be compared. */
const entriesIn = ({ entries }) => entries.map((each) => JSON.stringify(checkedEntry(each)));
const isSame = (one, other) => entriesIn(one).join() === entriesIn(other).join();

/** Ask about another state of the game that is played here. */
function askSame(run, found) {
  const [here, there] = [page.match, run.match].map(entriesIn);
  const isStart = (short, long) => short.every((each, at) => each === long[at]);
  if (isStart(there, here)) {
    flashOver(pgettext("page", "This game is here already, and as far as in the file."));
  } else if (isStart(here, there)) {
    ask(
      npgettext(
        "page",
        "In the file this game is %(n)s entry further. Go on from there? Undo brings it back.",
        "In the file this game is %(n)s entries further. Go on from there? Undo brings it back.",
        there.length - here.length
      ),
      pgettext("page", "Go on from there"),
      () => {
        page.seen = { ...page.seen, ...run.seen };
        closeSheet();
        change(run.match, run.turn);
      }
    );
  } else {
    const other = renamed(run);
    askOther(other, { ...found, running: [other] });
  }
}

/** Add the games that were read and report it; a game that is here already stays as it is. */
function tellRead(found) {
  const known = new Set([page.match, ...page.finished, ...others().map(({ match }) => match)].map((each) => each.id));
  const isFresh = ({ id }) => !known.has(id);
  const [games, running] = [found.games.filter(isFresh), found.running.filter(({ match }) => isFresh(match))];
  page.finished = [...page.finished, ...games].sort((one, other) => Date.parse(one.when) - Date.parse(other.when));
  keepFinished();
  running.forEach(park);
  closeSheet();
  showGames();
  const fresh = games.length + running.length;
  const counts = [
    [pgettext("page", "Games read in: %(n)s."), fresh],
    [pgettext("page", "Here already: %(n)s."), found.games.length + found.running.length - fresh],
    [pgettext("page", "Not usable: %(n)s."), found.wrong],
  ];
  flashOver(
    counts
      .filter(([, n], at) => n || !at)
      .map(([text, n]) => say(text, { n }))
      .join(" ")
  );
}

/** Show a note over the open sheet, which hides everything outside of it. */
function flashOver(text) {
  const sheets = openSheets();
  const note = element("p", { class: "note-over", role: "status" });
  if (!sheets.length) {
    flash(text);
    return;
  }
  const sheet = sheets[sheets.length - 1];
  const foot = find(".foot", sheet);
  sheet.insertBefore(note, foot);
  setTimeout(() => {
    note.textContent = text;
  }, 50); // what is there from the start is not said
  setTimeout(() => note.remove(), 8000);
}
