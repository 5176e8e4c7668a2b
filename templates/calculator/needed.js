/* For games in which a box needs another and boxes can be below 0: points of any sign are refused, and suffice. */

var refusedElse = refused;

/** Why a box cannot hold what was typed, which may be that a box that it needs holds no points; empty if it can. */
refused = function (doc, name, text) {
  var at = partsOf(name), needed = has(FORM.needed, at.row) ? FORM.needed[at.row] : null, card = cardIn(doc, at.prefix);
  var open = needed && !needed.boxes.some(function (box) { return card[box]; });
  return open && pointsIn(at.row, text) ? needed.why : refusedElse(doc, name, text);
};
