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
  const rows = ranking(game, kept).map(({ player, decides }) =>
    element("li", {}, element("bdi", {}, nameIn(kept.players, player)), element("b", {}, plain(decides)))
  );
  const isFree = !page.match.entries.length || isFinished(game, page.match);
  const own = [
    ...(other && isFree
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
    body: [element("ol", { class: "ranked" }, ...rows), element("div", { class: "choices" }, ...own)],
  });
}

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

/* One file for all of them */

const fileActions = () =>
  element(
    "div",
    { class: "foot" },
    ...(page.finished.length
      ? [
          button(
            pgettext("page", "Save"),
            () => download(`${DATA.ruleset}-games.json`, gamesFile(page.finished), "application/json"),
            { icon: "share", class: "saves" }
          ),
        ]
      : []),
    button(pgettext("page", "Read in"), chooseFile, { class: "reads" })
  );

/** Return the file with a game in each line, so that programs can read it line by line. */
function gamesFile(games) {
  const lines = games.map((each) => JSON.stringify(each)).join(",\n");
  const head = `"sheetgen": "games", "version": ${FILE_VERSION}, "ruleset": ${JSON.stringify(DATA.ruleset)}`;
  return `{${head}, "games": [\n${lines}\n]}\n`;
}

function chooseFile() {
  const input = element("input", { type: "file", accept: ".json,application/json", hidden: true });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.remove();
    if (file) {
      tellRead(file.size > MOST_BYTES ? null : gamesIn(await file.text()));
    }
  });
  document.body.append(input);
  input.click();
}

/** Return the games in a file: {games, wrong: number of unusable ones, ruleset}; null if it is no such file. */
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
  const checked = data.games.map((each) => checkedMatch(game, each, DATA.most_players));
  const games = checked.filter(
    (each, at) =>
      each && each.when && isFinished(game, each) && checked.findIndex((other) => other && other.id === each.id) === at
  );
  return { games, wrong: checked.length - games.length, ruleset: data.ruleset };
}

/** Add the games that were read and report it; a game that is here already stays as it is. */
function tellRead(read) {
  if (!read || read.ruleset !== DATA.ruleset) {
    flashOver(
      read
        ? pgettext("page", "These are games of another kind: %(game)s.", { game: String(read.ruleset).slice(0, 40) })
        : pgettext("page", "This is no file with games as this page saves them.")
    );
    return;
  }
  const known = new Set(page.finished.map((each) => each.id));
  const fresh = read.games.filter((each) => !known.has(each.id));
  page.finished = [...page.finished, ...fresh].sort((one, other) => Date.parse(one.when) - Date.parse(other.when));
  keepFinished();
  closeSheet();
  showGames();
  const counts = [
    [pgettext("page", "Games read in: %(n)s."), fresh.length],
    [pgettext("page", "Here already: %(n)s."), read.games.length - fresh.length],
    [pgettext("page", "Not usable: %(n)s."), read.wrong],
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
