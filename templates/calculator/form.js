/* Actions of the fields of a fillable sheet. Runs with GAME (its data) and FORM (fields and texts).
 *
 * ECMAScript 5, and only those objects of viewers that all of them have. It is compiled once for each open document,
 * because some engines take longer to read it than to run it.
 */

import {
  addUp,
  brokenBound,
  canHold,
  has,
  hasYacht,
  matchPoints,
  partsOfTotal,
  roomForYachts,
  sumOfBoxes,
  toGo,
} from "./rules/engine.js";

/** State that changes while the document is open. */
var NOW = {
  seen: {} /* texts of the fields that a person writes and a script completes, when they were last calculated */,
  changed: null /* prefix of the column that is calculated, empty for all; null if the event says it */,
};

/** Split the name of a field: p1_ones, p2g3_down.ones, to_go_p1_bonus, sum_p1_fours, match_p1_match_points; or name_p1,
 * date. */
function partsOf(name) {
  var match = /^(to_go_|sum_|match_)?(p[0-9]+(?:g[0-9]+)?_)([a-z0-9_.]+)$/.exec(name) || [];
  return {
    toGo: match[1] === "to_go_",
    sum: match[1] === "sum_",
    match: match[1] === "match_",
    prefix: match[2],
    row: match[3],
  };
}

/** Return the whole number in a text, 0 for a dash as on paper; null if there is none. */
function numberIn(text) {
  return String(text) === "-" ? 0 : /^-?[0-9]{1,9}$/.test(String(text)) ? Number(text) : null;
}

/** Return the points that a text means in a box; a box with few values is completed. Null if there are none. */
function pointsIn(box, text) {
  var points = numberIn(text),
    begun = GAME.values[box].filter(function (value) {
      return String(value).indexOf(String(text)) === 0;
    });
  if (points === null || canHold(GAME, box, points)) {
    return points;
  }
  return FORM.few.indexOf(box) >= 0 && begun.length === 1 ? begun[0] : null;
}

/** Return the card of one column; only values that its boxes can hold count. */
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

/** Return why the card has no room for these points for further Yachts; empty if it has. */
function refusedYachts(card, points) {
  var room = roomForYachts(GAME, card),
    yachts = points / FORM.bonus_points;
  if (points !== 0 && room === 0) {
    return FORM.no_yacht;
  }
  return points === null || yachts % 1 || yachts < 0 || yachts > room
    ? fill(FORM.no_room, "most", room * FORM.bonus_points)
    : "";
}

/** Return the number of further Yachts in a column; null if none is entered that the card has room for. */
function yachtsIn(doc, prefix, card) {
  var points = FORM.bonus ? numberIn(doc.getField(prefix + FORM.bonus).value) : null;
  return points === null || refusedYachts(card, points) ? null : points / FORM.bonus_points;
}

/** Return why a box or bonus cannot hold a text; empty if it can. */
function refused(doc, name, text) {
  var at = partsOf(name),
    card = cardIn(doc, at.prefix),
    points,
    bound;
  if (at.row === FORM.bonus) {
    /* some viewers ask again, at each calculation, about what stands there already */
    return text === NOW.seen[name] ? "" : refusedYachts(card, numberIn(text));
  }
  points = pointsIn(at.row, text);
  if (points === null) {
    return FORM.can_hold[at.row];
  }
  if (
    points &&
    FORM.needs &&
    has(FORM.needs, at.row) &&
    !FORM.needs[at.row].boxes.some(function (box) {
      return card[box];
    })
  ) {
    return FORM.needs[at.row].why;
  }
  bound = brokenBound(GAME, card, at.row, points);
  return bound ? fill(fill(FORM.below, "lower", FORM.names[bound[0]]), "higher", FORM.names[bound[1]]) : "";
}

/** Fill one place of a text. A value that ends with a mark gets no full stop after it. */
function fill(text, place, value) {
  return text
    .split("%(" + place + ")s")
    .join(value)
    .replace(/([!?])\.$/, "$1");
}

function totalOf(row) {
  return GAME.totals.filter(function (total) {
    return total.id === row;
  })[0];
}

/** Return how far off a bonus is, in words; empty if it is reached. */
function distance(card, yachts, total) {
  var left = toGo(GAME, card, yachts, total);
  return !left ? "" : left.reachable ? fill(FORM.to_go, "points", left.missing) : FORM.out_of_reach;
}

/** Complete the beginning of a value, unless the player deleted its end. */
function completed(name, text) {
  var points = pointsIn(partsOf(name).row, text),
    before = NOW.seen[name] || "";
  return points === null || (text.length < before.length && before.indexOf(text) === 0) ? text : points;
}

/** Return the sums of a column as its fields have them; null if all of them are blank. */
function sumsIn(doc, prefix) {
  var sums = {},
    isBlank = true;
  partsOfTotal(GAME).forEach(function (part) {
    var points = numberIn(doc.getField(prefix + part).value);
    sums[part] = points;
    isBlank = isBlank && points === null;
  });
  return isBlank ? null : sums;
}

/** Return the match points of a player in this game; empty before two players have points. */
function matchPointsOf(doc, prefix) {
  var game = prefix.replace(/^p[0-9]+/, ""),
    playing = FORM.columns.filter(function (each) {
      return each.replace(/^p[0-9]+/, "") === game && sumsIn(doc, each) !== null;
    }),
    own = playing.indexOf(prefix);
  if (own < 0 || playing.length < 2) {
    return "";
  }
  var cards = playing.map(function (each) {
    return sumsIn(doc, each);
  });
  return matchPoints(GAME, cards)[own].reduce(function (sum, points) {
    return sum + points;
  }, 0);
}

/** Return the value of a calculated field. */
function worth(doc, name) {
  var at = partsOf(name);
  if (at.match) {
    return matchPointsOf(doc, at.prefix);
  }
  var card = cardIn(doc, at.prefix),
    yachts = yachtsIn(doc, at.prefix, card);
  var text = String(doc.getField(name).value),
    points = addUp(GAME, card, yachts)[at.row];
  if (at.toGo) {
    return distance(card, yachts, totalOf(at.row));
  }
  if (at.sum) {
    return sumOfBoxes(card, FORM.several[at.row]);
  }
  if (has(GAME.values, at.row)) {
    return completed(name, text);
  }
  if (at.row === FORM.bonus) {
    /* a person writes it, and may not be done: where it cannot be, it does not count */
    return hasYacht(GAME, card) || yachts !== null ? text : "";
  }
  return points === null ? "" : points;
}

/** Check whether an event is of another column than a field. Okular does not say which field was changed. Match points
 * compare all columns. */
function isElsewhere(event) {
  var changed = NOW.changed === null && event.source ? partsOf(event.source.name).prefix : NOW.changed;
  if (partsOf(event.target.name).match) {
    return false;
  }
  return changed !== null && changed !== "" && changed !== partsOf(event.target.name).prefix;
}

/** Calculate a field on an event. Players cannot type into a total from then on. */
function calculate(doc, event) {
  var name = event.target.name,
    at = partsOf(name);
  if (isElsewhere(event)) {
    event.value = event.target.value;
    return;
  }
  event.value = worth(doc, name);
  NOW.seen[name] = String(event.value);
  if (at.match || (!at.toGo && !at.sum && FORM.sums.indexOf(at.row) >= 0)) {
    lock(doc.getField(name), true);
  }
}

/** Calculate the column with this prefix, or all of them if it is empty. */
function calculateNow(doc, prefix) {
  NOW.changed = prefix;
  doc.calculateNow();
  NOW.changed = null;
}

/** Change a field no more than needs be: who changes nothing is not asked to save. */
function lock(field, locked) {
  if (Boolean(field.readonly) !== locked) {
    field.readonly = locked;
  }
}

/** Validate an entry: refuse an impossible value, explain it, and never count it. */
function validate(doc, event) {
  var text = String(event.value),
    name = event.target.name,
    why;
  why = text === "" ? "" : refused(doc, name, text);
  if (why) {
    event.rc = false;
    if (app.viewerType === "PDF.js") {
      /* it would go on counting the refused value */
      event.target.value = "";
      calculateNow(doc, partsOf(name).prefix);
    }
    app.alert(why);
  } else if (partsOf(name).row !== FORM.bonus) {
    /* it was left, and may be completed */
    NOW.seen[name] = "";
  }
}

function eachField(rows, act) {
  FORM.columns.forEach(function (prefix) {
    rows.forEach(function (row) {
      act(prefix + row);
    });
  });
}

/** Act on all totals, and on the match points of all players. */
function eachTotal(act) {
  eachField(FORM.sums, act);
  if (GAME.winner) {
    FORM.columns.forEach(function (prefix) {
      act("match_" + prefix + "match_points");
    });
  }
}

/** Empty every box after a question; names stay. */
function clear(doc) {
  var names = (FORM.ticks || []).slice();
  function add(name) {
    names.push(name);
  }
  eachField(GAME.boxes.concat(FORM.bonus || []), add);
  eachTotal(add);
  if (app.alert(FORM.clear, 2, 2) === 4) {
    NOW.changed = "";
    doc.resetForm(names);
    NOW.changed = null;
  }
}

/** Correct totals when the document is opened. A file that is right is not changed. */
function open(doc) {
  var wrong = false;
  function look(name) {
    wrong = wrong || String(worth(doc, name)) !== String(doc.getField(name).value);
  }
  eachField(FORM.few.concat(FORM.bonus || []), look);
  eachTotal(look);
  if (wrong && doc.calculateNow) {
    /* Okular lacks it */
    calculateNow(doc, "");
  }
  if (app.viewerType === "pdfium") {
    FORM.columns.forEach(function (prefix) {
      redraw(doc.getField("name_" + /^p[0-9]+/.exec(prefix)[0]));
    });
  }
}

/** Let PDFium draw a name in its own fonts if ours lacks the letters: it is not Latin, Greek or Cyrillic. */
function redraw(field) {
  var name = String(field.value);
  if (/[^\x00-\u052f\u1d00-\u22ff]/.test(name)) {
    field.value = "";
    field.value = name;
  }
}

/** Unlock totals before saving, for viewers that do not compute. PDFium does not call this. */
function beforeSaving(doc) {
  eachTotal(function (name) {
    lock(doc.getField(name), false);
  });
}

/** Functions that the fields call. */
var ACTIONS = { calculate: calculate, validate: validate, clear: clear, open: open, beforeSaving: beforeSaving };
