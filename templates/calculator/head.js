/* The head: every player with total and distance to the bonus, always in sight. */

const MOST_COLUMNS = 4;
const MOST_FIGURES = 7;
const MOST_TABS = 8;
const goal =
  several || DATA.columns
    ? null
    : game.totals.find((total) => total.kind === "threshold" && total.steps.length === 1) || null;
const score = several ? game.totals.find((total) => total.kind === "sum" && total.id !== "total") || null : null;
const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

/** Measure a width once, because it forces a layout. */
const measure = (name, how) => {
  page.measured[name] = name in page.measured ? page.measured[name] : how();
  return page.measured[name];
};

/** Return the width of a text in a font, in pixels. */
function widthOf(text, font) {
  const key = `${font} ${text}`;
  if (!widths.has(key)) {
    pen.font = `${font} ${measure("family", () => getComputedStyle(document.body).fontFamily)}`;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}

/** Return a text that fits, without its middle if there is no room for all of it. */
function shortened(text, font, room) {
  const letters = [...text];
  const without = (count) => {
    const start = Math.ceil((letters.length - count) / 2);
    return count ? [...letters.slice(0, start), "…", ...letters.slice(start + count)].join("") : text;
  };
  for (let count = 0; count < letters.length - 1; count += 1) {
    if (widthOf(without(count), font) <= room) {
      return without(count);
    }
  }
  return `${letters[0]}…`;
}

const isTabs = () => page.match.players.length > MOST_COLUMNS;

function showHead(columns, turnOf) {
  const seats = find("#seats");
  const tabs = isTabs();
  while (seats.children.length > columns.length) {
    seats.lastChild.remove();
  }
  while (seats.children.length < columns.length) {
    seats.append(seatButton(seats.children.length));
  }
  page.deciding = game.winner
    ? new Map(ranking(game, page.match).map(({ player, decides }) => [player.id, decides]))
    : null;
  const points = (column) => (page.deciding ? page.deciding.get(column.player.id) || 0 : column.total);
  const value = (column) => (column.player.left ? -1 : points(column)); // who has stopped does not lead
  const most = Math.max(...columns.map(value));
  const fit = fitOf(columns, tabs);
  columns.forEach((column, place) =>
    showSeat(seats.children[place], column, place, most > 0 && value(column) === most, fit)
  );
  const shownLeader = columns.findIndex((column) => value(column) === most);
  seats.classList.toggle("scrolls", columns.length > MOST_TABS);
  [...seats.children].forEach((seat, place) => seat.classList.toggle("stays", most > 0 && place === shownLeader));
  setText(find("#round"), roundText());
  showRecord(columns);
  showUnder(columns, tabs);
  if (turnOf && columns.length > MOST_TABS) {
    reach(seats, seats.children[page.match.players.indexOf(turnOf)]);
  }
}

const seatButton = (place) =>
  element(
    "button",
    { type: "button", class: "seat", click: () => tapSeat(place) },
    seen("span", { class: "nm" }, element("span"), element("bdi")),
    seen("span", { class: "tot" }),
    seen("span", { class: "far" }),
    heard()
  );

/** Return what fits into every seat: the sign and the words beside the distance, and the die beside the name. */
function fitOf(columns, tabs) {
  const room = seatRoom(columns.length) - 2;
  const size = tabs || columns.length > 3 ? 14 : 15;
  const fars = columns.map((column) => farText(column));
  const fits = (font, before, texts) => texts.every((text) => widthOf(text, font) + before <= room);
  return {
    room,
    font: `700 ${size}px`,
    die:
      tabs ||
      fits(
        `700 ${size}px`,
        20,
        columns.map((column) => nameOf(column.player))
      ),
    sign: fits("400 14px", 15, fars),
    words: fits("400 14px", 0, fars),
  };
}

/** Return the width of a seat. */
const seatRoom = (count) =>
  isTabs()
    ? Math.max(44, measure("head", () => find("#head").clientWidth) / count)
    : (measure("seats", () => find("#seats").clientWidth) - 4 * (count - 1)) / count;

/** Return how far off the bonus is; null if it is reached, or if there is none. */
function goalOf(column) {
  if (!has(column, "left")) {
    column.left =
      !goal || column.totals[goal.id] !== null
        ? goal && toGo(game, column.card, column.yachts, goal)
        : { sum: 0, missing: goal.steps[0][0], reachable: goal.steps[0][0] <= mostOf(game, column.card, goal) };
  }
  return column.left;
}

/** Return the match points so far, of players who still play. */
const columnsDecide = (column) =>
  page.deciding.size > 1 && page.deciding.has(column.player.id)
    ? npgettext("page", "%(n)s match point", "%(n)s match points", page.deciding.get(column.player.id))
    : "";

/** Return the text below a total: how far off the bonus is, or the bonus; with rows of several boxes all points. */
function farText(column) {
  if (page.deciding) {
    return columnsDecide(column);
  }
  if (score) {
    return String(column.totals[score.id] || 0);
  }
  const left = goalOf(column);
  return !goal
    ? ""
    : left
      ? left.reachable
        ? pgettext("form", "%(points)s to go", { points: left.missing })
        : pgettext("form", "missed")
      : String(column.totals[goal.id] || 0);
}

function showSeat(seat, column, place, leads, fit) {
  const { player, isTurn } = column;
  const far = farText(column);
  const left = goalOf(column);
  seat.classList.toggle("turn", isTurn);
  seat.classList.toggle("lead", leads);
  seat.classList.toggle("gone", Boolean(player.left));
  setAttribute(seat, "data-key", `player ${place}`);
  setAttribute(seat, "aria-current", isTurn ? "true" : "false");
  setAttribute(seat, "title", nameOf(player));
  setText(find(".heard", seat), seatLabel(column, leads));
  const [faces, name] = find(".nm", seat).children;
  if (fit.die !== faces.hasChildNodes()) {
    faces.replaceChildren(...(fit.die ? [seatDice(place, "open")] : []));
  }
  findAll("svg", faces).forEach((drawing) => setAttribute(drawing, "class", isTurn ? "die solid" : "die open"));
  setText(name, shortened(nameOf(player), fit.font, fit.room - (fit.die && !isTabs() ? 20 : 0)));
  setText(find(".tot", seat), plain(column.total));
  const text =
    page.deciding && far && !fit.words
      ? plain(page.deciding.get(player.id))
      : fit.words || !left || !left.reachable
        ? far
        : String(left.missing);
  const shown = JSON.stringify([text, fit.sign]);
  const below = find(".far", seat);
  if (below.dataset.shown !== shown) {
    below.dataset.shown = shown;
    below.replaceChildren(...(far && fit.sign && !page.deciding ? [signNode(score ? "sum" : "plus")] : []), text);
  }
}

/** Return a player for a screen reader: turn, lead, total, distance to the bonus. */
function seatLabel(column, leads) {
  const left = goalOf(column);
  const parts = [nameOf(column.player)];
  parts.push(
    ...(column.isTurn ? [pgettext("page", "at turn")] : []),
    ...(leads ? [pgettext("page", "in the lead")] : []),
    ...(column.player.left ? [pgettext("page", "has stopped")] : [])
  );
  parts.push(npgettext("page", "%(n)s point", "%(n)s points", column.total));
  if (page.deciding) {
    parts.push(...[columnsDecide(column)].filter(Boolean));
  } else if (score) {
    parts.push(`${rowName(score.id)} ${farText(column)}`);
  } else if (goal) {
    parts.push(
      left
        ? left.reachable
          ? pgettext("page", "%(points)s to go to the bonus", { points: left.missing })
          : pgettext("page", "bonus missed")
        : pgettext("page", "bonus %(points)s", { points: column.totals[goal.id] || 0 })
    );
  }
  return parts.join(", ");
}

/** Show the best earlier total, if there is one player. */
function showRecord(columns) {
  const record = find("#record");
  const most = columns.length === 1 ? bestOf(columns[0].player.name) : null;
  setHidden(record, most === null);
  setText(record.firstElementChild, most === null ? "" : plain(most));
}

/** Return which turn it is, and of how many. */
function roundText(kept = page.match, most = game.boxes.length) {
  const counts = countsOf(kept);
  const least = Math.min(...isPlaying(kept).map((player) => counts[player.id]));
  return pgettext("page", "turn %(n)s of %(most)s", { n: Math.min(least + 1, most), most });
}

/** Show whose card is shown and whose figures are beside it, if there are tabs. */
function showUnder(columns, tabs) {
  const under = find("#under");
  const [own, ...rest] = orderOf(columns);
  const others = tabs && !isOneCard ? rest : [];
  const [round, whose, ...spans] = under.children;
  setHidden(under, !tabs);
  setText(round, roundText());
  setText(whose, shortened(nameOf(page.match.players[own]), "700 14px", isOneCard ? 190 : 56));
  spans.slice(others.length).forEach((span) => span.remove());
  others.forEach((place, at) => {
    const span = spans[at] || under.appendChild(element("span"));
    if (span.dataset.place !== String(place)) {
      span.dataset.place = place;
      span.replaceChildren(seatDice(place, "open"));
    }
    setAttribute(span, "class", others.length > 5 && findAll("svg", span).length > 1 ? "small" : "");
  });
}

/** Return the players in the table: all if it has columns, else the shown one and then the others. */
function orderOf(columns) {
  const all = columns.map((_, place) => place);
  if (isInColumns()) {
    return all;
  }
  const own = all.find((place) => columns[place].player.id === page.shownPlayer) || 0;
  const rest = [...all.slice(own + 1), ...all.slice(0, own)];
  return [
    own,
    ...(isOneCard ? [] : all.length > MOST_TABS ? rest.slice(0, MOST_FIGURES) : all.filter((place) => place !== own)),
  ];
}

/** Show the card of a tapped player, or the whole name if it is shortened. */
function tapSeat(place) {
  const player = page.match.players[place];
  if (isInColumns()) {
    flash(find(".heard", find("#seats").children[place]).textContent);
    return;
  }
  page.shownPlayer = player.id;
  render();
}

/** Scroll a row to one of its items. */
function reach(row, item) {
  const left = item.offsetLeft - row.offsetLeft;
  if (left < row.scrollLeft + 48 || left + item.offsetWidth > row.scrollLeft + row.clientWidth - 34) {
    row.scrollLeft = left - row.clientWidth / 2;
  }
}
