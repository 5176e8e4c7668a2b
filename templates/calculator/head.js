/* The head: every player with total and distance to the bonus, in sight wherever the table is scrolled to. */

const MOST_COLUMNS = 4, MOST_FIGURES = 7, MOST_TABS = 8;
const goal = several || DATA.columns ? null : game.totals.find((total) => total.kind === "threshold" && total.steps.length === 1) || null;
const score = several ? game.totals.find((total) => total.kind === "sum" && total.id !== "total") || null : null;
const pen = document.createElement("canvas").getContext("2d"), widths = new Map();

/** What is measured, once: it lays out the page there and then. */
let measured = {};
const measure = (name, how) => { measured[name] = name in measured ? measured[name] : how(); return measured[name]; };

/** How wide a text is in a font, in pixels. */
function widthOf(text, font) {
  const key = `${font} ${text}`;
  if (!widths.has(key)) {
    pen.font = `${font} ${measure("family", () => getComputedStyle(document.body).fontFamily)}`;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}

/** A text that fits, its middle left out if it must be. */
function shortened(text, font, room) {
  const letters = [...text];
  for (let kept = letters.length; kept > 1; kept -= 1) {
    const cut = kept === letters.length ? text : `${letters.slice(0, Math.ceil(kept / 2)).join("")}…${letters.slice(letters.length - Math.floor(kept / 2)).join("")}`;
    if (widthOf(cut, font) <= room) {
      return cut;
    }
  }
  return `${letters[0]}…`;
}

let decided = null; // what decides by player, where that is no total

const isTabs = () => match.players.length > MOST_COLUMNS;

function showHead(columns, turnOf) {
  const seats = find("#seats"), tabs = isTabs();
  while (seats.children.length > columns.length) {
    seats.lastChild.remove();
  }
  while (seats.children.length < columns.length) {
    seats.append(seatButton(seats.children.length));
  }
  decided = game.winner ? new Map(ranking(game, match).map(({ player, decides }) => [player.id, decides])) : null;
  const value = (column) => (decided ? decided.get(column.player.id) || 0 : column.total), most = Math.max(...columns.map(value)), fit = fitOf(columns, tabs);
  columns.forEach((column, place) => showSeat(seats.children[place], column, place, most > 0 && value(column) === most, fit));
  const shownLeader = columns.findIndex((column) => value(column) === most);
  seats.classList.toggle("scrolls", columns.length > MOST_TABS);
  [...seats.children].forEach((seat, place) => seat.classList.toggle("stays", most > 0 && place === shownLeader));
  setText(find("#round"), roundText());
  showRecord(columns);
  showUnder(columns, tabs);
  if (turnOf && columns.length > MOST_TABS) {
    reach(seats, seats.children[match.players.indexOf(turnOf)]);
  }
}

const seatButton = (place) => element("button", { type: "button", class: "seat", click: () => tapSeat(place) },
  seen("span", { class: "nm" }, element("span"), element("bdi")), seen("span", { class: "tot" }), seen("span", { class: "far" }), heard());

/** What fits into every seat alike: the sign and the words beside the distance, and the die beside the name. */
function fitOf(columns, tabs) {
  const room = seatRoom(columns.length) - 2, size = tabs || columns.length > 3 ? 14 : 15;
  const fars = columns.map((column) => farText(column)), fits = (font, before, texts) => texts.every((text) => widthOf(text, font) + before <= room);
  return {
    room, font: `700 ${size}px`, die: tabs || fits(`700 ${size}px`, 20, columns.map((column) => nameOf(column.player))),
    sign: fits("400 14px", 15, fars), words: fits("400 14px", 0, fars),
  };
}

/** How wide a seat is. */
const seatRoom = (count) => (isTabs() ? Math.max(44, measure("head", () => find("#head").clientWidth) / count) : (measure("seats", () => find("#seats").clientWidth) - 4 * (count - 1)) / count);

/** How far off the bonus is; null for a bonus that was reached, or where there is none. */
function goalOf(column) {
  if (!has(column, "left")) {
    column.left = !goal || column.totals[goal.id] !== null ? goal && toGo(game, column.card, column.yachts, goal)
      : { sum: 0, missing: goal.steps[0][0], reachable: goal.steps[0][0] <= mostOf(game, column.card, goal) };
  }
  return column.left;
}

/** The match points so far, of those who play on against others. */
const columnsDecide = (column) => (decided.size > 1 && decided.has(column.player.id) ? counted(decided.get(column.player.id), words.match_points) : "");

/** What stands below a total: how far off the bonus is, or the bonus; in rows of several boxes the sum of all points. */
function farText(column) {
  if (decided) {
    return columnsDecide(column);
  }
  if (score) {
    return String(column.totals[score.id] || 0);
  }
  const left = goalOf(column);
  return !goal ? "" : left ? (left.reachable ? say(words.to_go, { points: left.missing }) : words.out_of_reach) : String(column.totals[goal.id] || 0);
}

function showSeat(seat, column, place, leads, fit) {
  const { player, isTurn } = column, far = farText(column), left = goalOf(column);
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
  const text = decided && far && !fit.words ? plain(decided.get(player.id)) : fit.words || !left || !left.reachable ? far : String(left.missing), shown = JSON.stringify([text, fit.sign]);
  const below = find(".far", seat);
  if (below.dataset.shown !== shown) {
    below.dataset.shown = shown;
    below.replaceChildren(...(far && fit.sign && !decided ? [signNode(score ? "sum" : "plus")] : []), text);
  }
}


/** A player as a screen reader says it: whose turn, who leads, the total, how far off the bonus is. */
function seatLabel(column, leads) {
  const left = goalOf(column), parts = [nameOf(column.player)];
  parts.push(...(column.isTurn ? [words.at_turn] : []), ...(leads ? [words.leads] : []), ...(column.player.left ? [words.has_left] : []));
  parts.push(counted(column.total, words.points));
  if (decided) {
    parts.push(...[columnsDecide(column)].filter(Boolean));
  } else if (score) {
    parts.push(`${rowName(score.id)} ${farText(column)}`);
  } else if (goal) {
    parts.push(left ? (left.reachable ? say(words.to_bonus, { points: left.missing }) : words.bonus_missed) : say(words.bonus_is, { points: column.totals[goal.id] || 0 }));
  }
  return parts.join(", ");
}

/** One player: the best total so far, beside the one of this game. */
function showRecord(columns) {
  const record = find("#record"), most = columns.length === 1 ? bestOf(columns[0].player.name) : null;
  setHidden(record, most === null);
  setText(record.firstElementChild, most === null ? "" : plain(most));
}

/** Which turn it is of how many. */
function roundText(kept = match, most = game.boxes.length) {
  const counts = countsOf(kept), least = Math.min(...isPlaying(kept).map((player) => counts[player.id]));
  return say(words.round, { n: Math.min(least + 1, most), most });
}

/** With tabs: whose card is shown, and whose figures stand beside it. */
function showUnder(columns, tabs) {
  const under = find("#under"), [own, ...rest] = orderOf(columns), others = tabs && !isOneCard ? rest : [], [round, whose, ...spans] = under.children;
  setHidden(under, !tabs);
  setText(round, roundText());
  setText(whose, shortened(nameOf(match.players[own]), "700 14px", isOneCard ? 190 : 56));
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

/** The players whose figures the table has: all in columns, else the one who is shown and then the others. */
function orderOf(columns) {
  const all = columns.map((_, place) => place);
  if (isInColumns()) {
    return all;
  }
  const own = all.find((place) => columns[place].player.id === shown) || 0, rest = [...all.slice(own + 1), ...all.slice(0, own)];
  return [own, ...(isOneCard ? [] : all.length > MOST_TABS ? rest.slice(0, MOST_FIGURES) : all.filter((place) => place !== own))];
}

/** A tap on a player: the card, where one card is shown; the whole name, where it is cut. */
function tapSeat(place) {
  const player = match.players[place];
  if (isInColumns()) {
    flash(find(".heard", find("#seats").children[place]).textContent);
    return;
  }
  shown = player.id;
  render();
}

/** Scroll a row of things to one of them. */
function reach(row, item) {
  const left = item.offsetLeft - row.offsetLeft;
  if (left < row.scrollLeft + 48 || left + item.offsetWidth > row.scrollLeft + row.clientWidth - 34) {
    row.scrollLeft = left - row.clientWidth / 2;
  }
}
