/* The end: who has won, on dice; what made the difference; and the next game. */

let isCardShown = false; // the finished card is looked at
let endTimer = 0, shownEnd = "";
let nextStarter = "";

/** Show the end when the last box is full: after the box that was written has been seen. */
function showEnd(turnOf) {
  const isOver = !turnOf, end = find("#end"), id = isOver ? `${match.id} ${match.entries.length} ${JSON.stringify([match.players, match.entries])}` : "";
  clearTimeout(endTimer);
  if (!isOver) {
    isCardShown = false;
    shownEnd = "";
  }
  const isWaiting = isOver && just && shownEnd !== id;
  const isShown = isOver && !isCardShown && !isWaiting;
  if (isShown && shownEnd !== id) {
    shownEnd = id;
    nextStarter = starterAfter();
    end.replaceChildren(...endNodes());
  }
  if (end.hidden === isShown) {
    end.hidden = !isShown;
    document.documentElement.classList.toggle("ended", isShown);
    if (isShown && !openSheets().length) {
      find("#end-head").focus({ preventScroll: true });
    }
  }
}

/** Who begins the next game: the next in the order of play. */
function starterAfter() {
  const people = isPlaying(match), order = inTurn(match).filter((player) => people.includes(player));
  return (order[1] || order[0]).id;
}

/** Who has won, in words. */
function outcome() {
  const all = ranking(game, match), winners = all.filter((each) => each.place === 1), total = plain(all[0].decides), isByColumns = Boolean(all[0].won);
  if (all.length === 1) {
    return say(words.alone, { total });
  }
  const names = listed(winners.map((each) => isolated(each.player)));
  if (isByColumns && !match.won) {
    return say(winners.length > 1 ? words.match_shared : words.match_wins, { names, total });
  }
  return say(match.won ? words.won_at_once : winners.length > 1 ? words.shared : words.wins, { names, total });
}

function endNodes() {
  const all = ranking(game, match), winners = all.filter((each) => each.place === 1), facts = factsOf(all);
  const names = listed(winners.map((each) => nameOf(each.player))), wins = winners.length > 1 ? words.share_title : words.win_title, room = Math.min(600, innerWidth - 32);
  const title = all.length === 1 ? [plain(all[0].total)] : phrase(wins, { names: element("bdi", {}, names) }), fits = (size) => all.length === 1 || widthOf(say(wins, { names }), `900 ${size}px`) <= room;
  const began = Date.parse(match.started || ""), when = finished.find((each) => each.id === match.id), ended = when ? new Date(when.when) : new Date();
  const minutes = began ? Math.max(1, Math.round((ended - began) / 60000)) : 0, date = ended.toLocaleDateString(language, { day: "numeric", month: "long" });
  return [
    element("div", { class: "final" },
      element("p", { class: "over" }, element("b", {}, say(words.is_over, { game: DATA.title })), element("span", {}, minutes && minutes < 24 * 60 ? `${date}, ${counted(minutes, words.minutes)}` : date)),
      element("h2", { id: "end-head", tabindex: "-1", class: fits(66) ? null : fits(56) ? "mid" : "long" }, ...title),
      element("p", { class: "lead-by" }, ...leadText(all, winners)),
      ...(all.length > 1 ? [podium(all)] : []),
      element("div", { class: "rest" }, ...all.slice(3).map(restRow)),
      element("div", { class: "facts" }, ...facts)),
    endActions(),
  ];
}

/** By how much, over whom; and whether somebody never had as many points. */
function leadText(all, winners) {
  const others = all.filter((each) => each.place > 1), nodes = [], name = (each) => element("bdi", {}, nameOf(each.player));
  const records = all.filter((each) => each.player.name && bestOf(each.player.name) !== null && each.total > bestOf(each.player.name));
  if (all.length === 1) {
    const earlier = finished.filter((each) => each.id !== match.id).flatMap((each) => ranking(game, each)).filter((each) => each.player.name === all[0].player.name).map((each) => each.total);
    return earlier.length ? [say(words.compared, { mean: Math.round(earlier.reduce((sum, each) => sum + each, 0) / earlier.length), best: Math.max(...earlier) })] : [words.first_game];
  }
  if (match.won) {
    nodes.push(words.wins_now);
  } else if (all[0].won) {
    nodes.push(...columnNodes(all, name));
  } else if (!others.length) {
    nodes.push(say(words.all_equal, { total: all[0].total }));
  } else if (winners.length > 1) {
    nodes.push(...phrase(say(words.each_more, { total: all[0].total, points: all[0].total - others[0].total }), { player: name(others[0]) }));
  } else {
    nodes.push(...phrase(counted(all[0].total - others[0].total, words.ahead), { player: name(others[0]) }));
  }
  const record = records.find((each) => each.place === 1);
  return record ? [...nodes, " ", ...phrase(words.record, { player: name(record) })] : nodes;
}

/** Who has won which column where these decide, and how much that is. */
function columnNodes(all, name) {
  const { worth, sweep } = game.winner, each = Object.values(worth), of = (at) => all.filter(({ won }) => won[at] > 0);
  const said = gameColumns.flatMap((column, at) => (each[at] ? [[`${column.name} ${each[at]}`, of(at)]] : []));
  const whole = of(each.length).length ? [[`${words.all_columns} ${sweep}`, of(each.length)]] : [];
  return [...said, ...whole].flatMap(([what, who], place) => [place ? " · " : "", `${what}: `, ...(who.length ? who.map(name) : [words.nobody])]);
}

/** The first three on dice: 2-1-3; equal totals have equal dice. */
function podium(all) {
  const three = all.slice(0, 3), order = three.length === 3 && three[1].place > 1 ? [three[1], three[0], three[2]] : three.length === 2 && three[1].place > 1 ? [three[1], three[0]] : three;
  return element("div", { class: `podium of${three.filter((each) => each.place === 1).length}` }, ...order.map((each) => element("div", { class: `step place${each.place}` },
    element("b", { class: "who" }, element("bdi", {}, shortened(nameOf(each.player), "700 18px", 110))), element("b", { class: "points" }, plain(each.decides)), die(each.place, each.place === 1 ? "solid" : "open"))));
}

const restRow = (each) => element("p", {}, seatDice(each.place - 1, "open"), element("b", {}, element("bdi", {}, nameOf(each.player))), element("b", { class: "points" }, plain(each.decides)));

/* Three facts: the best box, what the bonus did, and who had the fewest zeros. */

function factsOf(all) {
  const fact = (icon, title, text) => element("div", { class: "fact" }, icon, element("span", {}, element("b", {}, ...title), element("small", {}, ...text)));
  const top = bestEntry(), found = [];
  if (top) {
    const number = entriesOf(match, top.player).findIndex((entry) => entry.box === top.entry.box) + 1;
    found.push(fact(iconOf(top.entry.box), [say(words.best_box, { row: categoryName(top.entry.box), points: choiceText(top.entry) })], phrase(say(words.in_turn, { n: number }), { player: element("bdi", {}, nameOf(top.player)) })));
  }
  if (goal) {
    found.push(bonusFact(all, fact));
  }
  found.push(zeroFact(all, fact));
  return found.slice(0, all.length > 3 ? 1 : 3);
}

/** The entry that was hardest to get for what it brought, by the order of offers. */
function bestEntry() {
  const weighed = match.players.flatMap((player) => {
    const entries = entriesOf(match, player);
    return entries.map((entry, at) => {
      const brings = brought(game, entries.slice(0, at), entry);
      return { player, entry, weight: weightOf(turns, categoryOf(turns, entry.box), momentIn(turns, entry), entry.points, brings) };
    });
  });
  return weighed.reduce((top, each) => (each.weight > (top ? top.weight : 0) ? each : top), null);
}

function bonusFact(all, fact) {
  const columns = all.map((each) => columnOfEntries(each.player, entriesOf(match, each.player))), points = (column) => column.totals[goal.id] || 0, names = (list) => listed(list.map((column) => isolated(column.player)));
  const got = columns.filter((column) => points(column) > 0), missed = columns.filter((column) => !points(column));
  const title = got.length ? say(got.length > 1 ? words.bonus_each : words.bonus_one, { names: names(got), points: points(got[0]) }) : words.bonus_none;
  const lack = missed.map((column) => say(words.lacked, { player: isolated(column.player), points: goal.steps[0][0] - sumOf(goal, column.card, column.totals) }));
  return fact(signNode("plus"), [title], [lack.join(", ")]);
}

function zeroFact(all, fact) {
  const zeros = all.map((each) => ({ player: each.player, count: entriesOf(match, each.player).filter((entry) => !entry.points && !entry.bonus).length }));
  const least = Math.min(...zeros.map((each) => each.count)), best = zeros.filter((each) => each.count === least), rest = zeros.filter((each) => each.count > least);
  const icon = find(".block.blanks") || drawn("svg", { class: "block blanks", viewBox: "0 0 153 100" }, ...Array.from({ length: 5 }, (_, at) => drawn("use", { class: "die blank", href: "#die0", x: String((at % 3) * 53), y: String(at < 3 ? 0 : 53), width: "47", height: "47" })));
  const number = (count) => (count ? String(count) : words.none);
  return fact(icon, [say(words.fewest, { names: listed(best.map((each) => isolated(each.player))), n: number(least) })], [rest.map((each) => `${isolated(each.player)} ${each.count}`).join(", ")]);
}

/* What comes next. */

function endActions() {
  const starter = () => match.players.find((player) => player.id === nextStarter), many = isPlaying(match).length > 1;
  const name = element("bdi", {});
  const choose = button("", () => {
    const people = isPlaying(match), at = people.findIndex((player) => player.id === nextStarter);
    nextStarter = people[(at + 1) % people.length].id;
    show();
    announce(say(words.starts, { player: isolated(starter()) }));
  }, { class: "starter main" });
  const show = () => {
    name.textContent = shortened(nameOf(starter()), "700 16px", 90);
    choose.replaceChildren(...phrase(words.starts, { player: name }));
  };
  if (many) {
    show();
  }
  const again = element("div", { class: "again" }, button(words.again, () => startNew(nextStarter), { class: "main rematch" }), ...(many ? [choose] : []));
  const card = () => { isCardShown = true; render(); find("#result").focus({ preventScroll: true }); };
  return element("div", { class: "acts" }, again, element("div", { class: "four" }, button(words.share, () => shareGame(match), { icon: "share", class: "share" }),
    button(words.print, () => window.print(), { icon: "print", class: "prints" }), button(words.card, card, { icon: "card", class: "card" }), button("", showMenu, { icon: "menu", name: words.menu, class: "menu", "aria-haspopup": "dialog" })));
}
