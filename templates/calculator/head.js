/* The head: every player with total and distance to the bonus, always in sight. */

const MOST_COLUMNS = 4;
const MOST_FIGURES = 7;
const COLUMN_ROOM = 48; // px: a box to hit, and the gap beside it
const TOTAL_ROOM = 41; // px at letters of 16: a total of three digits in its box, and the gap beside it
const FIGURE_ROOM = 20; // px at letters of 16: two digits
const TAB_ROOM = 40; // px at letters of 16, as in page.css
const isLying = matchMedia("(max-height: 479.98px) and (min-width: 560px)");
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

/** Return how large the letters of the root are, in proportion to 16 pixels. */
const unit = () => measure("unit", () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);

/** Return the width of a text in pixels. The size of its font is that at letters of 16. */
function widthOf(text, font) {
  const key = `${font} ${text}`;
  if (!widths.has(key)) {
    pen.font = `${font} ${measure("family", () => getComputedStyle(document.body).fontFamily)}`;
    widths.set(key, pen.measureText(text).width * unit());
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

/** Return the size of the letters of an element, in pixels at letters of 16. */
const letterSize = (selector) =>
  measure(`letters ${selector}`, () => parseFloat(getComputedStyle(find(selector)).fontSize) / unit());

/** Return the width between the margins of the head. */
const headRoom = () => measure("head", () => find("#head").clientWidth) - 8;

/** Check whether the window is that of a phone at a zoom of 200 %. */
const isTiny = () => innerWidth < 280;

/** Return the width of the names of the rows, and of them and the card that is shown; page.css has both. */
const labelRoom = () => (headRoom() < 330 ? 112 : 123);
const ownRoom = () => labelRoom() + (headRoom() < 330 ? 54 : 58);

/** Return the number of players whose columns have room beside the names of the rows; none in a tiny window. */
const mostColumns = () =>
  isTiny() || (unit() >= 1.75 && headRoom() < 500)
    ? 0
    : Math.min(MOST_COLUMNS, Math.floor((headRoom() - labelRoom()) / Math.max(COLUMN_ROOM, TOTAL_ROOM * unit())));

/** Check whether there are tabs in the head, because the columns of all have no room. */
const isTabs = () => page.match.players.length > mostColumns();

/** Return the number of players whose figures have room beside the card that is shown. */
const mostFigures = () =>
  Math.max(0, Math.min(MOST_FIGURES, Math.floor((headRoom() - ownRoom()) / (FIGURE_ROOM * unit()))));

/** Check whether there are more tabs than have room. */
const isCrowded = (count) => isTabs() && (isTiny() ? count > 1 : count * TAB_ROOM * unit() > headRoom() + 8);

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
  const isScrolling = isCrowded(columns.length);
  seats.classList.toggle("scrolls", isScrolling);
  [...seats.children].forEach((seat, place) => seat.classList.toggle("stays", most > 0 && place === shownLeader));
  setText(find("#round"), roundText());
  showRecord(columns);
  showUnder(columns, tabs);
  if (turnOf && isScrolling) {
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
  const room = seatRoom(columns.length);
  const name = `700 ${letterSize(".seat .nm")}px`;
  const less = `400 ${letterSize(".seat .far")}px`;
  const most = (font, textOf) => Math.max(...columns.map((column) => widthOf(textOf(column), font)));
  const seat =
    4 + measure("seat die", () => parseFloat(getComputedStyle(find(".seat .nm")).getPropertyValue("--seat")) || 15);
  const far = isLying.matches
    ? room - most(`900 ${letterSize(".seat .tot")}px`, ({ total }) => plain(total)) - 14
    : room; // beside the total
  const left = (inWords) => far - most(less, (column) => farText(column, inWords));
  const words = columns.length < MOST_COLUMNS && left(true) >= 0;
  return {
    room,
    far,
    font: name,
    less,
    seat,
    die: tabs || most(name, ({ player }) => nameOf(player)) + seat <= room,
    words,
    sign: left(words) >= 15,
  };
}

/** Return the width that letters have in a seat, between the corners of who plays. */
const seatRoom = (count) =>
  isTabs()
    ? isTiny()
      ? 40
      : Math.max(TAB_ROOM * unit(), (headRoom() + 8) / count) - 2
    : measure("seats", () => find("#seats").clientWidth) / count - 8;

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
function farText(column, inWords) {
  if (column.player.left) {
    return inWords ? pgettext("page", "stopped") : "";
  }
  if (page.deciding) {
    return inWords ? columnsDecide(column) : columnsDecide(column) && plain(page.deciding.get(column.player.id));
  }
  if (score) {
    return String(column.totals[score.id] || 0);
  }
  const left = goalOf(column);
  return !goal
    ? ""
    : left
      ? left.reachable
        ? inWords
          ? pgettext("form", "%(points)s to go", { points: left.missing })
          : String(left.missing)
        : pgettext("form", "missed")
      : String(column.totals[goal.id] || 0);
}

function showSeat(seat, column, place, leads, fit) {
  const { player, isTurn } = column;
  const far = farText(column, fit.words || (player.left && widthOf(farText(column, true), fit.less) <= fit.far));
  seat.classList.toggle("turn", isTurn);
  seat.classList.toggle("shown", player.id === page.shownPlayer);
  seat.classList.toggle("lead", leads);
  seat.classList.toggle("gone", Boolean(player.left));
  setAttribute(seat, "data-key", `player ${place}`);
  setAttribute(seat, "aria-current", isTurn ? "true" : "false");
  setAttribute(seat, "title", nameOf(player));
  setText(find(".heard", seat), seatLabel(column, leads));
  const [faces, name] = find(".nm", seat).children;
  const room = fit.room - (fit.die && !isTabs() ? fit.seat : 0);
  const isWhole = !isTabs() && widthOf(nameOf(player), fit.font) <= room;
  const hasDie = fit.die || (!player.name && !isWhole); // the number die is the name of who has none
  if (hasDie !== faces.hasChildNodes()) {
    faces.replaceChildren(...(hasDie ? [seatDice(place, "open")] : []));
  }
  findAll("svg", faces).forEach((drawing) => setAttribute(drawing, "class", isTurn ? "die solid" : "die open"));
  setText(name, hasDie && !player.name && !isWhole ? "" : shortened(nameOf(player), fit.font, room));
  const total = find(".tot", seat);
  setText(total, plain(column.total));
  toggle(total, "long", column.total > 999);
  const sign = player.left
    ? far
      ? []
      : [die(0, "blank")]
    : far && fit.sign && !page.deciding
      ? [signNode(score ? "sum" : "plus")]
      : [];
  const shown = JSON.stringify([far, sign.length]);
  const below = find(".far", seat);
  if (below.dataset.shown !== shown) {
    below.dataset.shown = shown;
    below.replaceChildren(...sign, far);
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
    parts.push(`${rowName(score.id)} ${column.totals[score.id] || 0}`);
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

/** Fit the title to its place: in smaller letters, then in two lines. */
function fitTitle() {
  const title = find("#head h1");
  const room = find("#game").clientWidth - 4;
  title.style.removeProperty("font-size");
  const size = parseFloat(getComputedStyle(title).fontSize) / unit();
  const sizeFor = (text) => Math.floor(Math.min(size, (size * room) / widthOf(text, `900 ${size}px`)));
  const least = isLying.matches ? 17 : 21; // px at letters of 16
  const isWhole = sizeFor(DATA.title) >= least;
  const fit = isWhole ? sizeFor(DATA.title) : Math.min(least, ...DATA.title.split(" ").map(sizeFor));
  toggle(title, "two", !isWhole);
  if (room > 0 && fit < size) {
    title.style.fontSize = `${Math.max(12, fit) / 16}rem`;
  }
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
  const name = nameOf(page.match.players[own]);
  const both = (isOneCard ? headRoom() : ownRoom()) - 16;
  const isShort = widthOf(roundText(), "400 14px") < (isOneCard ? both - 60 : labelRoom() - 8);
  const text = isShort ? roundText() : "";
  setText(round, text);
  setText(whose, shortened(name, "700 14px", both - widthOf(text, "400 14px")));
  spans.slice(others.length).forEach((span) => span.remove());
  others.forEach((place, at) => {
    const span = spans[at] || under.appendChild(element("span"));
    if (span.dataset.place !== String(place)) {
      span.dataset.place = place;
      span.replaceChildren(seatDice(place, "open"));
    }
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
    ...(isOneCard
      ? []
      : rest.length > mostFigures()
        ? rest.slice(0, mostFigures())
        : all.filter((place) => place !== own)),
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
