/* What a roll may be written as, from the table that the engine made (sheetgen/calculator/turns.py).
 *
 * Stands after engine.js. `turns` is the table, `roll` its key: the dice in ascending order.
 */

/** The key of some dice in the table. */
function rollOf(dice) {
  var sorted = dice.slice().sort(function (one, other) {
    return one - other;
  });
  var wide = sorted[sorted.length - 1] > 9;
  return sorted.join(wide ? " " : "") + (wide && sorted.length === 1 ? "," : "");
}

function openBox(turns, card, category, last) {
  var open = turns.boxes[category].filter(function (box) {
    return !has(card, box);
  });
  return open[last ? open.length - 1 : 0];
}

/** The boxes whose turn it can be: {category, box, place}, the last being the category's place in a row of points. */
function nextBoxes(turns, card) {
  var found = [], categories = Object.keys(turns.boxes);
  turns.sections.forEach(function (section) {
    var open = section.categories.map(function (category) {
      var box = openBox(turns, card, category, section.fill === "up");
      return { category: category, box: box, place: categories.indexOf(category) };
    }).filter(function (next) {
      return next.box !== undefined;
    });
    found = found.concat(section.fill === "any" ? open : section.fill === "down" ? open.slice(0, 1) : open.slice(-1));
  });
  return found;
}

/** Whether all boxes are full that must be before a Yacht is a joker. */
function isLate(turns, card) {
  return turns.joker_boxes.length > 0 && turns.joker_boxes.every(function (box) {
    return has(card, box);
  });
}

/** Those of the open boxes that the roll may go to. */
function allowed(turns, card, roll, open) {
  if (!has(turns.jokers, roll)) {
    return open;
  }
  var groups = turns.jokers[roll][isLate(turns, card) ? "late" : "early"].map(function (group) {
    return open.filter(function (next) {
      return group.indexOf(next.category) >= 0;
    });
  });
  return groups.concat([open]).filter(function (found) {
    return found.length;
  })[0] || [];
}

/** What the roll may be written as in each category, by the dice alone: a number, or a list of them. */
function worthOf(turns, card, roll, first) {
  var moment = first && turns.first_rolls ? 1 : 0;
  var joker = has(turns.jokers, roll) && isLate(turns, card);
  return joker ? turns.jokers[roll].worth[moment] : turns.rows[turns.rolls[roll]][moment];
}

/** Every legal entry for a roll: box id to {points: what may be written, bonus: what a further Yacht earns beside it}. */
function legalEntries(game, turns, card, roll, first) {
  return entriesIn(nextBoxes(turns, card), game, turns, card, roll, first);
}

/** The same for boxes that are open, or for one of them alone. */
function entriesIn(open, game, turns, card, roll, first, wanted) {
  var entries = Object.create(null), worth = worthOf(turns, card, roll, first);
  var bonus = yachtBonus(game, turns, card, roll);
  allowed(turns, card, roll, open).filter(function (next) {
    return !wanted || next.box === wanted;
  }).forEach(function (next) {
    var points = [].concat(worth[next.place]).map(function (value) {
      return brokenBound(game, card, next.box, value) ? 0 : value;
    });
    entries[next.box] = { points: ascending(points), bonus: bonus };
  });
  return entries;
}

/** What a further Yacht earns: nothing before a Yacht box holds points. */
function yachtBonus(game, turns, card, roll) {
  return hasYacht(game, card) && turns.yachts.indexOf(roll) >= 0 ? turns.bonus : 0;
}

/** Each number once, in ascending order. */
function ascending(numbers) {
  return numbers.filter(function (number, place) {
    return numbers.indexOf(number) === place;
  }).sort(function (one, other) {
    return one - other;
  });
}

/** Everything that can be written in a box now, a list of {points, bonus} in ascending order; found by trying rolls. */
function choicesIn(game, turns, card, box) {
  var found = Object.create(null), open = nextBoxes(turns, card);
  turns.samples.forEach(function (roll) {
    [false, true].slice(0, turns.first_rolls ? 2 : 1).forEach(function (first) {
      var entry = entriesIn(open, game, turns, card, roll, first, box)[box];
      (entry ? entry.points : []).forEach(function (points) {
        found[points + " " + entry.bonus] = { points: points, bonus: entry.bonus };
      });
    });
  });
  return Object.keys(found).map(function (key) {
    return found[key];
  }).sort(function (one, other) {
    return one.points - other.points || one.bonus - other.bonus;
  });
}
