/* What the fields of a fillable sheet do. Before this stand engine.js, GAME (its data) and FORM (names and words).
 *
 * ECMAScript 5, and of the viewers' own objects only what all of them have.
 */

/** The parts of a field's name: p1_ones, p2g3_total, or to_go_p1_bonus. */
function partsOf(name) {
  var match = /^(to_go_)?(p[0-9]+(?:g[0-9]+)?_)([a-z0-9_]+)$/.exec(name);
  return { toGo: Boolean(match[1]), prefix: match[2], row: match[3] };
}

/** The whole number in a text, a dash being 0 as on paper; null if there is none. */
function numberIn(text) {
  return String(text) === "-" ? 0 : /^[0-9]{1,9}$/.test(String(text)) ? Number(text) : null;
}

/** What a text means in a box: its number or, where the box holds few values, the one that begins so. Else null. */
function pointsIn(box, text) {
  var points = numberIn(text), begun = GAME.values[box].filter(function (value) {
    return String(value).indexOf(String(text)) === 0;
  });
  if (points === null || canHold(GAME, box, points)) {
    return points;
  }
  return FORM.few.indexOf(box) >= 0 && begun.length === 1 ? begun[0] : null;
}

/** The card of one column: what its boxes can hold counts, and nothing else does. */
function cardIn(doc, prefix) {
  var card = {};
  GAME.boxes.forEach(function (box) {
    var points = pointsIn(box, doc.getField(prefix + box).value);
    if (points !== null) {
      card[box] = points;
    }
  });
  return card;
}

/** Why the card has no room for so many points for further Yachts; empty if it has. */
function refusedYachts(card, points) {
  var room = roomForYachts(GAME, card), yachts = points / FORM.bonus_points;
  if (points !== 0 && room === 0) {
    return FORM.no_yacht;
  }
  return points === null || yachts % 1 || yachts > room ? fill(FORM.no_room, "most", room * FORM.bonus_points) : "";
}

/** The number of further Yachts in a column; null if none is written that the card has room for. */
function yachtsIn(doc, prefix, card) {
  var points = FORM.bonus ? numberIn(doc.getField(prefix + FORM.bonus).value) : null;
  return points === null || refusedYachts(card, points) ? null : points / FORM.bonus_points;
}

/** Why a box or bonus cannot hold what was typed; empty if it can. */
function refused(doc, name, text) {
  var at = partsOf(name), card = cardIn(doc, at.prefix), points, bound;
  if (at.row === FORM.bonus) {
    return refusedYachts(card, numberIn(text));
  }
  points = pointsIn(at.row, text);
  if (points === null) {
    return FORM.can_hold[at.row];
  }
  bound = brokenBound(GAME, card, at.row, points);
  return bound ? fill(fill(FORM.below, "lower", FORM.names[bound[0]]), "higher", FORM.names[bound[1]]) : "";
}

/** A text with one of its places filled. */
function fill(text, place, value) {
  return text.split("%(" + place + ")s").join(value);
}

function totalOf(row) {
  return GAME.totals.filter(function (total) {
    return total.id === row;
  })[0];
}

/** How far off a bonus is, in words; empty if there is nothing to say. */
function distance(card, yachts, total) {
  var left = toGo(GAME, card, yachts, total);
  return !left ? "" : left.reachable ? fill(FORM.to_go, "points", left.missing) : FORM.out_of_reach;
}

/** Calculation: a total, or the distance to a bonus. */
function calculate(doc, event) {
  var at = partsOf(event.target.name), card = cardIn(doc, at.prefix), yachts = yachtsIn(doc, at.prefix, card);
  var points = addUp(GAME, card, yachts)[at.row];
  event.value = at.toGo ? distance(card, yachts, totalOf(at.row)) : points === null ? "" : points;
}

/** Calculation of a bonus for further Yachts, which a person writes: it goes when the card has no room for it. */
function keepBonus(doc, event) {
  var prefix = partsOf(event.target.name).prefix;
  event.value = yachtsIn(doc, prefix, cardIn(doc, prefix)) === null ? "" : event.target.value;
}

/** Calculation of a box with few values, which a person writes: what was begun is written out. */
function complete(event) {
  var points = pointsIn(partsOf(event.target.name).row, event.target.value);
  event.value = points === null ? event.target.value : points;
}

/** Validation: refuse what cannot be, say why, and never count it. */
function validate(doc, event) {
  var text = String(event.value), why;
  why = text === "" ? "" : refused(doc, event.target.name, text);
  if (why) {
    event.rc = false;
    if (app.viewerType === "PDF.js") { /* it would go on counting the refused value */
      event.target.value = "";
      doc.calculateNow();
    }
    app.alert(why);
  }
}

function eachField(rows, act) {
  FORM.columns.forEach(function (prefix) {
    rows.forEach(function (row) {
      act(prefix + row);
    });
  });
}

/** The button: ask, then empty every box; names stay. */
function clear(doc) {
  var names = [];
  eachField(GAME.boxes.concat(FORM.sums, FORM.bonus || []), function (name) {
    names.push(name);
  });
  if (app.alert(FORM.clear, 2, 2) === 4) {
    doc.resetForm(names);
  }
}

/** Opening: totals need no typing here, and the line below the rows says so. */
function open(doc) {
  lock(doc, true, app.viewerType === "pdfium" ? FORM.chrome_computes : FORM.computes);
  if (doc.calculateNow) { /* Okular lacks it */
    doc.calculateNow();
  }
}

/** Before saving: the file may be opened next where nothing is computed. PDFium does not run this. */
function beforeSaving(doc) {
  lock(doc, false, FORM.computes_not);
}

function lock(doc, locked, words) {
  eachField(FORM.sums, function (name) {
    doc.getField(name).readonly = locked;
  });
  doc.getField("status").value = words;
}
