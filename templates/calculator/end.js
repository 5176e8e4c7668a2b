/* The end of a game: the winner on dice, the facts, and the next game. */

/** Show the end when the last box is full: after the box that was written has been seen. */
function showEnd(turnOf) {
  const isOver = !turnOf;
  const end = find("#end");
  const id = isOver
    ? `${page.match.id} ${page.match.entries.length} ${JSON.stringify([page.match.players, page.match.entries])}`
    : "";
  clearTimeout(page.endTimer);
  if (!isOver) {
    page.isCardShown = false;
    page.shownEnd = "";
  }
  const isWaiting = isOver && page.lastBox && page.shownEnd !== id;
  const isShown = isOver && !page.isCardShown && !isWaiting;
  if (isShown && page.shownEnd !== id) {
    page.shownEnd = id;
    page.nextStarter = starterAfter();
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

/** Return who begins the next game: the next player in the order of play. */
function starterAfter() {
  const people = isPlaying(page.match);
  const order = inTurn(page.match).filter((player) => people.includes(player));
  return (order[1] || order[0]).id;
}

/** Return the result in words. */
function outcome() {
  const all = ranking(game, page.match);
  const winners = all.filter((each) => each.place === 1);
  const total = plain(all[0].decides);
  const isByColumns = Boolean(all[0].won);
  if (all.length === 1) {
    return pgettext("page", "The game is over. Your total is %(total)s.", { total });
  }
  const names = listed(winners.map((each) => isolated(each.player)));
  if (isByColumns && !page.match.won) {
    return say(
      winners.length > 1
        ? pgettext("page", "%(names)s share first place with %(total)s match points.")
        : pgettext("page", "%(names)s wins with %(total)s match points."),
      { names, total }
    );
  }
  return say(
    page.match.won
      ? pgettext("page", "%(names)s wins at once, with %(total)s points.")
      : winners.length > 1
        ? pgettext("page", "%(names)s share first place with %(total)s points.")
        : pgettext("page", "%(names)s wins with %(total)s points."),
    { names, total }
  );
}

function endNodes() {
  const all = ranking(game, page.match);
  const winners = all.filter((each) => each.place === 1);
  const facts = factsOf(all);
  const names = listed(winners.map((each) => nameOf(each.player)));
  const wins = winners.length > 1 ? pgettext("page", "%(names)s share the win") : pgettext("page", "%(names)s wins");
  const room = Math.min(600, innerWidth - 32);
  const title = all.length === 1 ? [plain(all[0].total)] : phrase(wins, { names: element("bdi", {}, names) });
  const fits = (size) => all.length === 1 || widthOf(say(wins, { names }), `900 ${size}px`) <= room;
  const began = Date.parse(page.match.started || "");
  const when = page.finished.find((each) => each.id === page.match.id);
  const ended = when ? new Date(when.when) : new Date();
  const minutes = began ? Math.max(1, Math.round((ended - began) / 60000)) : 0;
  const date = ended.toLocaleDateString(language, { day: "numeric", month: "long" });
  return [
    element(
      "div",
      { class: "final" },
      element(
        "p",
        { class: "over" },
        element("b", {}, pgettext("page", "%(game)s is over", { game: DATA.title })),
        element(
          "span",
          {},
          minutes && minutes < 24 * 60
            ? `${date}, ${npgettext("page", "%(n)s minute", "%(n)s minutes", minutes)}`
            : date
        )
      ),
      element("h2", { id: "end-head", tabindex: "-1", class: fits(66) ? null : fits(56) ? "mid" : "long" }, ...title),
      element("p", { class: "lead-by" }, ...leadText(all, winners)),
      ...(all.length > 1 ? [podium(all)] : []),
      element("div", { class: "rest" }, ...all.slice(3).map(restRow), ...stopped().map(stoppedRow)),
      element("div", { class: "facts" }, ...facts)
    ),
    endActions(),
  ];
}

/** Return by how much the winner leads over whom, and whether it is a record. */
function leadText(all, winners) {
  const others = all.filter((each) => each.place > 1);
  const nodes = [];
  const name = (each) => element("bdi", {}, nameOf(each.player));
  const records = all.filter(
    (each) => each.player.name && bestOf(each.player.name) !== null && each.total > bestOf(each.player.name)
  );
  if (all.length === 1) {
    const earlier = page.finished
      .filter((each) => each.id !== page.match.id)
      .flatMap((each) => ranking(game, each))
      .filter((each) => each.player.name === all[0].player.name)
      .map((each) => each.total);
    return earlier.length
      ? [
          pgettext("page", "Your average is %(mean)s, your best %(best)s.", {
            mean: Math.round(earlier.reduce((sum, each) => sum + each, 0) / earlier.length),
            best: Math.max(...earlier),
          }),
        ]
      : [pgettext("page", "Your first game on this page.")];
  }
  if (page.match.won) {
    nodes.push(pgettext("page", "A win at once"));
  } else if (all[0].won) {
    nodes.push(...columnNodes(all, name));
  } else if (!others.length) {
    nodes.push(pgettext("page", "%(total)s points each.", { total: all[0].total }));
  } else if (winners.length > 1) {
    nodes.push(
      ...phrase(
        pgettext("page", "%(total)s points each, %(points)s more than %(player)s.", {
          total: all[0].total,
          points: all[0].total - others[0].total,
        }),
        { player: name(others[0]) }
      )
    );
  } else {
    nodes.push(
      ...phrase(
        npgettext(
          "page",
          "%(n)s point more than %(player)s.",
          "%(n)s points more than %(player)s.",
          all[0].total - others[0].total
        ),
        { player: name(others[0]) }
      )
    );
  }
  const record = records.find((each) => each.place === 1);
  return record
    ? [...nodes, " ", ...phrase(pgettext("page", "%(player)s never had as many."), { player: name(record) })]
    : nodes;
}

/** Return who won which column, and its match points. */
function columnNodes(all, name) {
  const { worth, sweep } = game.winner;
  const each = Object.values(worth);
  const of = (at) => all.filter(({ won }) => won[at] > 0);
  const said = gameColumns.flatMap((column, at) => (each[at] ? [[`${column.name} ${each[at]}`, of(at)]] : []));
  const whole = of(each.length).length ? [[`${pgettext("page", "All columns")} ${sweep}`, of(each.length)]] : [];
  return [...said, ...whole].flatMap(([what, who], place) => [
    place ? " · " : "",
    `${what}: `,
    ...(who.length ? who.map(name) : [pgettext("page", "nobody")]),
  ]);
}

/** Return the first three places as dice, in the order 2-1-3; equal totals have equal dice. */
function podium(all) {
  const three = all.slice(0, 3);
  const order =
    three.length === 3 && three[1].place > 1
      ? [three[1], three[0], three[2]]
      : three.length === 2 && three[1].place > 1
        ? [three[1], three[0]]
        : three;
  return element(
    "div",
    { class: `podium of${three.filter((each) => each.place === 1).length}` },
    ...order.map((each) =>
      element(
        "div",
        { class: `step place${each.place}` },
        element("b", { class: "who" }, element("bdi", {}, shortened(nameOf(each.player), "700 18px", 110))),
        element("b", { class: "points" }, plain(each.decides)),
        die(each.place, each.place === 1 ? "solid" : "open")
      )
    )
  );
}

const restRow = (each) =>
  element(
    "p",
    {},
    seatDice(each.place - 1, "open"),
    element("b", {}, element("bdi", {}, nameOf(each.player))),
    element("b", { class: "points" }, plain(each.decides))
  );

const stopped = () => page.match.players.filter((player) => player.left);

/** Return the line of a player who has stopped: no place, after which turn, and the total. */
function stoppedRow(player) {
  const entries = entriesOf(page.match, player);
  const said = npgettext(
    "page",
    "%(player)s stopped after %(n)s turn",
    "%(player)s stopped after %(n)s turns",
    entries.length
  );
  return element(
    "p",
    { class: "stopped" },
    seatDice(page.match.players.indexOf(player), "blank"),
    element("span", {}, ...phrase(said, { player: element("bdi", {}, nameOf(player)) })),
    element("span", { class: "points" }, plain(columnOfEntries(player, entries).total))
  );
}

/* Three facts: the best box, what the bonus did, and who of several had the fewest zeros. */

function factsOf(all) {
  const fact = (icon, title, text) =>
    element(
      "div",
      { class: "fact" },
      icon,
      element("span", {}, element("b", {}, ...title), element("small", {}, ...text))
    );
  const top = bestEntry();
  const found = [];
  if (top) {
    const number = entriesOf(page.match, top.player).findIndex((entry) => entry.box === top.entry.box) + 1;
    found.push(
      fact(
        iconOf(top.entry.box),
        [
          pgettext("page", "Best box: %(row)s, %(points)s", {
            row: categoryName(top.entry.box),
            points: choiceText(top.entry),
          }),
        ],
        phrase(pgettext("page", "%(player)s, in turn %(n)s", { n: number }), {
          player: element("bdi", {}, nameOf(top.player)),
        })
      )
    );
  }
  if (goal) {
    found.push(bonusFact(all, fact));
  }
  if (all.length > 1) {
    found.push(zeroFact(all, fact));
  }
  return found.slice(0, all.length + stopped().length > 3 ? 1 : 3);
}

/** Return the entry with the highest weight of all offers. */
function bestEntry() {
  const weighed = page.match.players.flatMap((player) => {
    const entries = entriesOf(page.match, player);
    return entries.map((entry, at) => {
      const brings = brought(game, entries.slice(0, at), entry);
      return {
        player,
        entry,
        weight: weightOf(turns, categoryOf(turns, entry.box), momentIn(turns, entry), entry.points, brings),
      };
    });
  });
  return weighed.reduce((top, each) => (each.weight > (top ? top.weight : 0) ? each : top), null);
}

function bonusFact(all, fact) {
  const columns = all.map((each) => columnOfEntries(each.player, entriesOf(page.match, each.player)));
  const points = (column) => column.totals[goal.id] || 0;
  const names = (list) => listed(list.map((column) => isolated(column.player)));
  const got = columns.filter((column) => points(column) > 0);
  const missed = columns.filter((column) => !points(column));
  const title = got.length
    ? say(
        got.length > 1
          ? pgettext("page", "Bonus: %(names)s, %(points)s each")
          : pgettext("page", "Bonus: %(names)s, %(points)s"),
        { names: names(got), points: points(got[0]) }
      )
    : pgettext("page", "Bonus: nobody");
  const lack = missed.map((column) =>
    pgettext("page", "%(player)s was %(points)s short", {
      player: isolated(column.player),
      points: goal.steps[0][0] - sumOf(goal, column.card, column.totals),
    })
  );
  return fact(signNode("plus"), [title], [lack.join(", ")]);
}

function zeroFact(all, fact) {
  const zeros = all.map((each) => ({
    player: each.player,
    count: entriesOf(page.match, each.player).filter((entry) => !entry.points && !entry.bonus).length,
  }));
  const least = Math.min(...zeros.map((each) => each.count));
  const best = zeros.filter((each) => each.count === least);
  const rest = zeros.filter((each) => each.count > least);
  const icon =
    find(".block.blanks") ||
    drawn(
      "svg",
      { class: "block blanks", viewBox: "0 0 153 100" },
      ...Array.from({ length: 5 }, (_, at) =>
        drawn("use", {
          class: "die blank",
          href: "#die0",
          x: String((at % 3) * 53),
          y: String(at < 3 ? 0 : 53),
          width: "47",
          height: "47",
        })
      )
    );
  const number = (count) => (count ? String(count) : pgettext("page", "none"));
  return fact(
    icon,
    [
      pgettext("page", "Fewest zeros: %(names)s, %(n)s", {
        names: listed(best.map((each) => isolated(each.player))),
        n: number(least),
      }),
    ],
    [rest.map((each) => `${isolated(each.player)} ${each.count}`).join(", ")]
  );
}

/* What comes next. */

function endActions() {
  const starter = () => page.match.players.find((player) => player.id === page.nextStarter);
  const many = isPlaying(page.match).length > 1;
  const name = element("bdi", {});
  const choose = button(
    "",
    () => {
      const people = isPlaying(page.match);
      const at = people.findIndex((player) => player.id === page.nextStarter);
      page.nextStarter = people[(at + 1) % people.length].id;
      show();
      announce(pgettext("page", "%(player)s starts", { player: isolated(starter()) }));
    },
    { class: "starter main" }
  );
  const show = () => {
    name.textContent = shortened(nameOf(starter()), "700 16px", 90);
    choose.replaceChildren(...phrase(pgettext("page", "%(player)s starts"), { player: name }));
  };
  if (many) {
    show();
  }
  const again = element(
    "div",
    { class: "again" },
    button(pgettext("page", "Play again"), () => startNew(page.nextStarter), { class: "main rematch" }),
    ...(many ? [choose] : [])
  );
  const card = () => {
    page.isCardShown = true;
    render();
    find("#result").focus({ preventScroll: true });
  };
  return element(
    "div",
    { class: "acts" },
    again,
    element(
      "div",
      { class: "four" },
      button(pgettext("page", "Share"), () => shareGame(page.match), { icon: "share", class: "share" }),
      button(pgettext("page", "Print it"), () => window.print(), { icon: "print", class: "prints" }),
      button(pgettext("page", "Card"), card, { icon: "card", class: "card" }),
      button("", showMenu, { icon: "menu", name: pgettext("page", "Menu"), class: "menu", "aria-haspopup": "dialog" })
    )
  );
}
