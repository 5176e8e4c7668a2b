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

/** The categories and boxes whose turn it can be, as pairs. */
function nextBoxes(turns, card) {
  var found = [];
  turns.sections.forEach(function (section) {
    var pairs = section.categories.map(function (category) {
      return [category, openBox(turns, card, category, section.fill === "up")];
    }).filter(function (pair) {
      return pair[1] !== undefined;
    });
    found = found.concat(section.fill === "any" ? pairs : section.fill === "down" ? pairs.slice(0, 1) : pairs.slice(-1));
  });
  return found;
}

/** Whether all boxes are full that must be before a Yacht is a joker. */
function isLate(turns, card) {
  return turns.joker_boxes.length > 0 && turns.joker_boxes.every(function (box) {
    return has(card, box);
  });
}

/** Those of the pairs that the roll may go to. */
function allowed(turns, card, roll, pairs) {
  var joker = has(turns.jokers, roll) ? turns.jokers[roll] : null;
  var groups = joker ? joker[isLate(turns, card) ? "late" : "early"] : [];
  return groups.map(function (group) {
    return pairs.filter(function (pair) {
      return group.indexOf(pair[0]) >= 0;
    });
  }).concat([pairs]).filter(function (found) {
    return found.length;
  })[0] || [];
}

/** What the roll may be written as in a category, by the dice alone. */
function worthOf(turns, card, roll, first, category) {
  var place = Object.keys(turns.boxes).indexOf(category), table = first && turns.first_worth ? "first_worth" : "worth";
  var joker = has(turns.jokers, roll) && isLate(turns, card) ? turns.jokers[roll][table] : null;
  return joker ? joker[place] : [turns[table][roll][place]];
}

/** Every legal entry for a roll: box id to {points: what may be written, bonus: what a further Yacht earns beside it}. */
function legalEntries(game, turns, card, roll, first) {
  return entriesIn(nextBoxes(turns, card), game, turns, card, roll, first);
}

function entriesIn(pairs, game, turns, card, roll, first) {
  var entries = {};
  allowed(turns, card, roll, pairs).forEach(function (pair) {
    var points = worthOf(turns, card, roll, first, pair[0]).map(function (value) {
      return brokenBound(game, card, pair[1], value) ? 0 : value;
    });
    entries[pair[1]] = { points: ascending(points), bonus: yachtBonus(game, turns, card, roll) };
  });
  return entries;
}

/** What a further Yacht earns: nothing before a Yacht box holds points. */
function yachtBonus(game, turns, card, roll) {
  var scored = game.yacht_boxes.some(function (box) {
    return has(card, box) && card[box];
  });
  return scored && turns.yachts.indexOf(roll) >= 0 ? turns.bonus : 0;
}

/** Each number once, in ascending order. */
function ascending(numbers) {
  return numbers.filter(function (number, place) {
    return numbers.indexOf(number) === place;
  }).sort(function (one, other) {
    return one - other;
  });
}

/** Everything that can be written now: box id to a list of {points, bonus}, found by trying every roll. */
function everyEntry(game, turns, card) {
  var found = {}, pairs = nextBoxes(turns, card);
  Object.keys(turns.worth).forEach(function (roll) {
    [false, true].slice(0, turns.first_worth ? 2 : 1).forEach(function (first) {
      var entries = entriesIn(pairs, game, turns, card, roll, first);
      Object.keys(entries).forEach(function (box) {
        found[box] = found[box] || {};
        entries[box].points.forEach(function (points) {
          found[box][points + " " + entries[box].bonus] = { points: points, bonus: entries[box].bonus };
        });
      });
    });
  });
  return inOrder(found);
}

function inOrder(found) {
  var lists = {};
  Object.keys(found).forEach(function (box) {
    lists[box] = Object.keys(found[box]).map(function (key) {
      return found[box][key];
    }).sort(function (one, other) {
      return one.points - other.points || one.bonus - other.bonus;
    });
  });
  return lists;
}
