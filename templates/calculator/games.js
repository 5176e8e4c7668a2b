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
      toPool(),
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
      ? [pgettext("page", "Another game, not finished"), ...(other.saved ? [savedText(other.saved)] : [])].join(", ")
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
    ...(kept.when ? [button(pgettext("page", "Delete"), () => forget(kept))] : []),
  ];
  openSheet({
    title,
    kind: "sheet game-told",
    body: [totalsList(kept), ...shareWays(kept), ...(own.length ? [element("div", { class: "choices" }, ...own)] : [])],
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

/* Files: all games of this browser out, and in again on this or another device */

const fileActions = () =>
  element(
    "div",
    { class: "foot" },
    ...(heldGames().length
      ? [button(pgettext("page", "Save everything"), saveAll, { icon: "file", class: "saves" })]
      : []),
    button(pgettext("page", "Read in"), chooseFile, { icon: "in", class: "reads" })
  );

const fileHead = (ruleset, rules) => ({ sheetgen: "games", version: FILE_VERSION, ruleset, rules });

/** Return the games that this browser holds, a part of a file for each ruleset, with the own one first. */
function heldGames() {
  keepNow();
  const parts = new Map();
  const add = ([, ruleset, rules], kept) => {
    const key = `${ruleset} ${rules}`;
    const part = parts.get(key) || { ...fileHead(ruleset, rules), games: [] };
    const known = knownGame(ruleset);
    const match = checkedMatch(known, kept, MOST_IN_FILE);
    const isUsable = match && match.entries.length && (match.when || !known || !isFinished(known, match));
    if (isUsable && part.games.every(({ id }) => id !== match.id)) {
      parts.set(key, { ...part, games: [...part.games, { ...kept, ...match }] });
    }
  };
  const stored = storageKeys()
    .map((key) => ({ named: STORED.exec(key), kept: STORED.test(key) && read(key) }))
    .filter(({ kept }) => kept && typeof kept === "object");
  stored
    .flatMap(({ named, kept }) => Object.entries((!named[2] && kept.finished) || {}).map((each) => [named[1], ...each]))
    .forEach(([ruleset, rules, games]) => listOf(games).forEach((each) => add(["", ruleset, rules], each)));
  stored.filter(({ named, kept }) => named[2] && kept.match).forEach(({ named, kept }) => add(named, asRun(kept)));
  const isElsewhere = (part) => Number(!isOwn(part));
  return [...parts.values()].sort((one, other) => isElsewhere(one) - isElsewhere(other));
}

/** A key of games that are over or, with its rules, of one that runs. */
const STORED = /^sheetgen (?!(?:settings|room)(?: |$))([\w-]+)(?: (\S+) .+)?$/;
const MOST_IN_FILE = 100; // players in a game of a ruleset that this page does not have
const isOwn = ({ ruleset, rules }) => Boolean(gameChosen) && ruleset === DATA.ruleset && rules === DATA.rules;

/** Return the rules of a game that this page has, for `checkedMatch`; else null. */
const knownGame = (ruleset) => (ownOr(ALL.games, ruleset, "") ? dataOf(ruleset).game : null);

/** Save every game of this browser as one file: those that run after those that are over. */
function saveAll() {
  const name = `games-${new Date().toISOString().slice(0, 10)}.json`;
  download(name, gamesFile(heldGames(), { people: setting("people") }), "application/json");
  page.saved = page.match ? stateKey(page.match) : "";
  flashOver(pgettext("page", "Saved: %(file)s", { file: name }));
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

/** Return a game that runs here or beside, as it is stored; undefined if it does not run. */
const runOf = (shared) => [runningNow(), ...others()].find(({ match }) => match.id === shared.id);

/** Return the file of one game: as it was finished, or as it runs here or beside. */
function gameFile(shared) {
  const over = isFinished(game, shared) && page.finished.find((each) => each.id === shared.id);
  const run = runOf(shared);
  return gamesFile([{ ...fileHead(DATA.ruleset, DATA.rules), games: [over || (run ? asRun(run) : shared)] }]);
}

/** Return the file of some parts: the first one, and the others in it. A game is a line, for programs that read so. */
function gamesFile([first = fileHead(DATA.ruleset, DATA.rules), ...rest], more = {}) {
  const text = ({ games = [], ...head }) => {
    const lines = games.map((each) => JSON.stringify(each)).join(",\n");
    return `${JSON.stringify(head).slice(0, -1)}, "games": [\n${lines}\n]`;
  };
  const others = rest.map((part) => `${text(part)}}`).join(",\n");
  const head = text({ ...first, ...more, saved: new Date().toISOString() });
  return `${head}${others ? `, "others": [\n${others}\n]` : ""}}\n`;
}

function chooseFile() {
  const input = element("input", { type: "file", accept: ".json,.txt,application/json,text/plain", hidden: true });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.remove();
    if (file) {
      askRead(file.size > MOST_BYTES ? null : gamesIn(parsed(await file.text())));
    }
  });
  document.body.append(input);
  input.click();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    return null;
  }
}

/** Return what is in a file: {parts, saved, people}; null if it is no such file. */
function gamesIn(data) {
  const isPart = (part) =>
    part && part.sheetgen === "games" && part.version === FILE_VERSION && Array.isArray(part.games);
  return isPart(data)
    ? {
        parts: [data, ...listOf(data.others).filter(isPart)].map(checkedPart),
        saved: isTime(data.saved) ? data.saved : null,
        people: checkedPeople(data.people),
      }
    : null;
}

const isTime = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));

/** Return the usable games of a ruleset in a file, and the number of the others. Those of a ruleset that this page does
 * not have are checked again by the page that has it. */
function checkedPart({ ruleset, rules, games }) {
  const known = ownOr(ALL.games, ruleset, "") && dataOf(ruleset);
  const isStorable = known || (typeof rules === "string" && STORED.test(`sheetgen ${ruleset} ${rules} x`));
  const checked = (isStorable ? games : [])
    .map((kept) => ({ kept, match: checkedMatch(known ? known.game : null, kept, known.most_players || MOST_IN_FILE) }))
    .filter(
      ({ match }, at, all) => match && all.findIndex((other) => other.match && other.match.id === match.id) === at
    );
  const isOver = (match) => !known || isFinished(known.game, match);
  const over = checked.filter(({ match }) => match.when && isOver(match)).map(({ match }) => ({ match }));
  const running = checked
    .filter(({ match }) => !match.when && match.entries.length && !(known && isOver(match)))
    .map(({ kept, match }) => ({
      match,
      turn: ruleset === DATA.ruleset ? checkedTurn(kept.turn) : kept.turn,
      rolling: kept.rolling === true,
      seen: ruleset === DATA.ruleset ? checkedSeen(kept.seen) : kept.seen,
    }));
  const all = [...over, ...running];
  return { ruleset, rules: known ? known.rules : rules, isStorable, all, wrong: games.length - all.length };
}

/** Say why nothing is read in. */
function tellWhy(text) {
  const dialog = openSheet({
    title: text,
    kind: "sheet question",
    role: "alertdialog",
    body: [actions(button(pgettext("page", "Back"), () => dialog.close(), { class: "main" }))],
  });
}

/** Ask what becomes of the games that were read. Nothing that is here is lost, whatever the answer. */
function askRead(found) {
  const usable = found ? found.parts.filter((part) => part.isStorable) : [];
  if (!usable.length) {
    const kind = found && String(found.parts[0].ruleset).slice(0, 40);
    tellWhy(
      found
        ? pgettext("page", "These are games of another kind: %(game)s.", { game: kind })
        : pgettext("page", "This is no file with games as this page saves them.")
    );
    return;
  }
  const runs = usable.flatMap((part) => part.all.map((run) => ({ part, run: { ...run, saved: found.saved } })));
  const [{ part, run } = {}] = runs;
  const isHere = run && isOwn(part) && page.match.id === run.match.id;
  if (runs.length !== 1 || !isOwn(part) || (run.match.when && !isHere)) {
    const text = npgettext("page", "Read in %(n)s game?", "Read in %(n)s games?", runs.length);
    ask(text, pgettext("page", "Read in"), () => tellRead(found));
    return;
  }
  const [fresh] = freshOf(part);
  const beside = others().find(({ match }) => match.id === run.match.id);
  if (isHere && isStart(page.match, run.match) && !isStart(run.match, page.match)) {
    askFurther(run);
  } else if (fresh) {
    askOther({ ...fresh, saved: found.saved }, found);
  } else if (beside) {
    askOther(beside, found);
  } else {
    tellWhy(pgettext("page", "This game is here already, and as far as in the file."));
  }
}

/** Return when a game was saved, in words. */
function savedText(saved) {
  const time = new Date(saved);
  const isToday = time.toDateString() === new Date().toDateString();
  const today = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "day");
  const when = isToday ? `${today} ${time.toLocaleTimeString(language, { timeStyle: "short" })}` : momentOf(saved);
  return pgettext("page", "saved %(when)s", { when });
}

/** Return the players of a running game with their totals, side by side. */
function totalsBeside(kept) {
  const ranked = ranking(game, kept);
  const next = nextPlayer(game, kept);
  const column = ({ player, decides, place }) =>
    element(
      "div",
      { class: place === 1 ? "lead" : null },
      element(
        "span",
        {},
        seatDice(kept.players.indexOf(player), next && next.id === player.id ? "solid" : "open"),
        element("bdi", {}, nameIn(kept.players, player))
      ),
      element("b", {}, plain(decides))
    );
  const inOrder = (one, other) => kept.players.indexOf(one.player) - kept.players.indexOf(other.player);
  return element("div", { class: "beside" }, ...ranked.sort(inOrder).map(column));
}

/** Ask about a running game that is not here. */
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

/** Return buttons one below the other, which close their sheet; the first one is recommended, and closes all. */
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

/** Return the entries of a game in a form that can be compared: a link may not have their dice. */
const entriesIn = ({ entries, players }) =>
  entries.map(({ player, box, points, bonus }) =>
    [players.findIndex((each) => each.id === player), box, points, bonus].join(" ")
  );

/** Check whether a game has nothing that another one does not have, in the same order. */
function isStart(short, long) {
  const [one, other] = [short, long].map(entriesIn);
  return one.every((each, at) => each === other[at]);
}

/** Ask whether to go on with the game of this page as it is elsewhere. */
function askFurther(run) {
  const had = page.match.entries.length;
  const rows = run.match.entries.slice(had).map((entry, at) => {
    const before = run.match.entries.slice(0, had + at).filter((each) => each.player === entry.player).length;
    const player = run.match.players.find((each) => each.id === entry.player);
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
  const goOn = () => {
    const { when, ...match } = run.match;
    page.seen = { ...page.seen, ...run.seen };
    page.rolling = Boolean(run.rolling);
    change({ ...match, entries: [...page.match.entries, ...match.entries.slice(had)] }, run.turn || newTurn());
  };
  const dialog = openSheet({
    title: npgettext("page", "This game, %(n)s turn further", "This game, %(n)s turns further", rows.length),
    sub: run.saved ? [savedText(run.saved)] : [],
    kind: "sheet further asked",
    role: "alertdialog",
    body: [
      element("ul", {}, ...rows),
      element("p", { class: "soft" }, pgettext("page", "Undo takes it back.")),
      answers(() => dialog, [pgettext("page", "Go on from there"), goOn], [pgettext("page", "Stay here"), () => {}]),
    ],
  });
}

/** Return a key of a ruleset's part where one of its games that run is stored. */
const keyBeside = ({ ruleset, rules }, match) => `sheetgen ${ruleset} ${rules} ${match.id}`;

/** Return the games of a part that are not here, or not as far. One that went on differently gets an id of its own. */
function freshOf(part) {
  const held = heldGames().find(({ ruleset, rules }) => ruleset === part.ruleset && rules === part.rules);
  const here = [...(held ? held.games : []), ...(isOwn(part) ? [page.match] : [])];
  const find = ({ id }) => here.find((each) => each.id === id);
  return part.all
    .filter(({ match }) => !find(match) || !isStart(match, find(match)))
    .map((run) => {
      const text = entriesIn(run.match).join();
      const sum = [...text].reduce((all, letter) => (31 * all + letter.charCodeAt(0)) >>> 0, 7).toString(36);
      return find(run.match) ? { ...run, match: { ...run.match, id: `${run.match.id}.${sum}` } } : run;
    })
    .filter(({ match }) => !find(match));
}

/** Store the games of a part that are not here, and return their number; null where there is no room for them. */
function storePart(part, saved) {
  const fresh = freshOf(part);
  const key = `sheetgen ${part.ruleset}`;
  const kept = read(key) || {};
  const over = fresh.filter(({ match }) => match.when).map(({ match }) => match);
  const had = kept.finished || {};
  const finished = [...listOf(had[part.rules]), ...over];
  finished.sort((one, other) => Date.parse(one.when) - Date.parse(other.when));
  const next = [
    ...(over.length ? [[key, { ...kept, finished: { ...had, [part.rules]: finished } }]] : []),
    ...fresh
      .filter(({ match }) => !match.when)
      .map((run) => [keyBeside(part, run.match), { ...run, ...(saved ? { saved } : {}) }]),
  ];
  const before = next.map(([name]) => [name, read(name)]);
  if (next.map(([name, data]) => write(name, data)).every(Boolean) || !page.hasRoom) {
    return fresh.length;
  }
  before.forEach(([name, data]) => (data === null ? forgetKey(name) : write(name, data)));
  return null;
}

/** Store the games that were read, and report it; a game that is here already stays as it is. */
function tellRead({ parts, saved, people: names }) {
  const usable = parts.filter((part) => part.isStorable);
  const stored = usable.map((part) => storePart(part, saved));
  const sum = (list) => list.reduce((all, each) => all + each, 0);
  const all = sum(usable.map((part) => part.all.length));
  const full = sum(usable.map((part, at) => (stored[at] === null ? part.all.length : 0)));
  addPeople(names);
  closeSheet();
  if (gameChosen) {
    page.finished = finishedOf(DATA).filter((each) => each.when);
    keepFinished();
    showGames();
  } else {
    showPool();
  }
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
