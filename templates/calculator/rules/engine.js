/* The arithmetic of a card, from the data of a game that `calculator/scripts.py` makes.
 *
 * ECMAScript 5 that touches nothing outside, because it runs in PDF viewers as well as in browsers. A card maps the ids
 * of boxes to points; open boxes are not in it. `yachts` is the number of further Yachts, null if none is written.
 */

/**
 * @param {object} object
 * @param {string} key
 */
export function has(object, key) {
  return Object.prototype.hasOwnProperty.call(object, key);
}

/** Return every total by id: its points, or null if all its parts are blank.
 *
 * @param {Game} game
 * @param {Card} card
 * @param {number | null} yachts
 * @returns {Card}
 */
export function addUp(game, card, yachts) {
  /** @type {Card} */
  var found = {};
  game.totals.forEach(function (total) {
    var written = total.of.some(function (part) {
      return valueIn(part, card, found) !== null;
    });
    if (total.kind === "extra_yachts") {
      found[total.id] = yachts === null ? null : yachts * total.points;
    } else {
      found[total.id] = written ? comesTo(total, card, found) : null;
    }
  });
  return found;
}

/** Return the value of a box or total; null if it is blank.
 *
 * @param {string} part
 * @param {Card} card
 * @param {Card} totals
 */
function valueIn(part, card, totals) {
  return has(card, part) ? card[part] : has(totals, part) ? totals[part] : null;
}

/** Return the sum of all parts of a total.
 *
 * @param {Total} total
 * @param {Card} card
 * @param {Card} totals
 */
export function sumOf(total, card, totals) {
  return total.of.reduce(function (sum, part) {
    return sum + (valueIn(part, card, totals) || 0);
  }, 0);
}

/** Return a difference. With `times` its last part is a factor; the `taken` parts before that are subtracted.
 *
 * @param {Total} total
 * @param {Card} card
 * @param {Card} totals
 */
function differenceOf(total, card, totals) {
  return differenceIn(
    total,
    total.of.map(function (part) {
      return valueIn(part, card, totals) || 0;
    })
  );
}

/** Return a difference from the values of its parts.
 *
 * @param {Total} total
 * @param {number[]} values
 */
function differenceIn(total, values) {
  var times = total.times ? Number(values.pop()) : 1;
  var found =
    times *
      values.reduce(function (sum, points, place) {
        return sum + (place < values.length - total.taken ? points : -points);
      }, 0) || 0; /* no -0 */
  return total.least === null ? found : Math.max(total.least, found);
}

/** Return the value of a sum, a difference, or a bonus for a sum or for the number of boxes with points.
 *
 * @param {Total} total
 * @param {Card} card
 * @param {Card} totals
 */
export function comesTo(total, card, totals) {
  var sum = total.kind === "difference" ? differenceOf(total, card, totals) : sumOf(total, card, totals);
  if (total.kind === "count") {
    return bonusOf(
      total,
      total.of.filter(function (part) {
        return valueIn(part, card, totals);
      }).length
    );
  }
  return total.steps ? bonusOf(total, sum) : sum;
}

/** Return the points of the highest step of a bonus that a sum or number reaches.
 *
 * @param {Total} total
 * @param {number} sum
 */
export function bonusOf(total, sum) {
  return total.steps.reduce(function (points, step) {
    return step[0] <= sum ? step[1] : points;
  }, 0);
}

/** Check whether a box can hold these points on some card.
 *
 * @param {Game} game
 * @param {string} box
 * @param {any} points
 */
export function canHold(game, box, points) {
  return has(game.values, box) && game.values[box].indexOf(points) >= 0;
}

/** Return the bound that these points break: a pair of boxes, the first must stay below. Null if they break none.
 *
 * @param {Game} game
 * @param {Card} card
 * @param {string} box
 * @param {number} points
 */
export function brokenBound(game, card, box, points) {
  return (
    game.bounds.filter(function (bound) {
      var low = bound[0] === box ? points : valueIn(bound[0], card, {});
      var high = bound[1] === box ? points : valueIn(bound[1], card, {});
      return bound.indexOf(box) >= 0 && low && high && low >= high;
    })[0] || null
  );
}

/** Return the start of the ids of the boxes in the column of a box: a key of this table.
 *
 * @param {Record<string, any>} table
 * @param {string} box
 */
export function prefixOf(table, box) {
  return Object.keys(table).filter(function (prefix) {
    return box.indexOf(prefix) === 0;
  })[0];
}

/** Check whether a further Yacht in a column earns its bonus: each group of Yacht boxes holds points.
 *
 * @param {Game} game
 * @param {Card} card
 * @param {string} prefix
 */
function earnsIn(game, card, prefix) {
  return game.yachts[prefix].boxes.every(function (group) {
    return group.some(function (box) {
      return has(card, box) && card[box];
    });
  });
}

/** Return the further Yachts that one in the column of this box counts as; 0 in games without a bonus for them.
 *
 * @param {Game} game
 * @param {string} box
 */
export function unitsIn(game, box) {
  var prefix = prefixOf(game.yachts, box);
  return prefix === undefined ? 0 : game.yachts[prefix].units;
}

/** Return the further Yachts that one in this box counts as now: 0 before Yacht boxes hold points.
 *
 * @param {Game} game
 * @param {Card} card
 * @param {string} box
 */
export function yachtsFor(game, card, box) {
  var units = unitsIn(game, box);
  return units && earnsIn(game, card, prefixOf(game.yachts, box)) ? units : 0;
}

/** Check whether further Yachts earn their bonus in some column.
 *
 * @param {Game} game
 * @param {Card} card
 */
export function hasYacht(game, card) {
  return Object.keys(game.yachts).some(function (prefix) {
    return earnsIn(game, card, prefix);
  });
}

/** Return the number of further Yachts that the card has room for: none before a Yacht box holds points.
 *
 * @param {Game} game
 * @param {Card} card
 */
export function roomForYachts(game, card) {
  return game.boxes
    .filter(function (box) {
      return has(card, box) ? game.bonus_values[box].indexOf(card[box]) >= 0 : game.bonus_values[box].length;
    })
    .reduce(function (room, box) {
      return room + yachtsFor(game, card, box);
    }, 0);
}

/** Return how far off the next step of a threshold bonus is: {sum, missing, reachable}.
 *
 * Null if nothing is written yet, if there is no further step, or if the card has a step and can reach no better one.
 *
 * @param {Game} game
 * @param {Card} card
 * @param {number | null} yachts
 * @param {Total} total
 */
export function toGo(game, card, yachts, total) {
  var found = addUp(game, card, yachts),
    bonus = found[total.id],
    sum = sumOf(total, card, found);
  var next = total.steps.filter(function (step) {
    return step[0] > sum;
  })[0];
  if (!next || bonus === null) {
    return null;
  }
  var reachable = next[0] <= mostOf(game, card, total);
  return reachable || next === total.steps[0] ? { sum: sum, missing: next[0] - sum, reachable: reachable } : null;
}

/** Return the most that the sum of a total can become, each open box taken by itself.
 *
 * @param {Game} game
 * @param {Card} card
 * @param {Total} total
 */
export function mostOf(game, card, total) {
  /** @type {Card[]} */
  var ends = [{}, {}];
  var yachts = 0;
  game.boxes.forEach(function (box) {
    var values = has(card, box) ? [card[box]] : game.values[box];
    ends[0][box] = values[0];
    ends[1][box] = values[values.length - 1];
  });
  yachts = roomForYachts(game, ends[1]);
  game.totals.forEach(function (each) {
    var found =
      each.kind === "difference"
        ? endsOfDifference(each, ends)
        : ends.map(function (values, end) {
            return each.kind === "extra_yachts" ? end * yachts * each.points : comesTo(each, values, values);
          });
    ends[0][each.id] = found[0];
    ends[1][each.id] = found[1];
  });
  return sumOf(total, ends[1], ends[1]);
}

/** Return the least and the most that a difference can become: its factor and its addends are then at an end.
 *
 * @param {Total} total
 * @param {Card[]} ends
 * @returns {number[]}
 */
function endsOfDifference(total, ends) {
  var last = total.of.length - (total.times ? 1 : 0),
    corners = [0, 1, 2, 3].map(function (corner) {
      return differenceIn(
        total,
        total.of.map(function (part, place) {
          var end = place === last ? corner >> 1 : place < last - total.taken ? corner & 1 : 1 - (corner & 1);
          return ends[end][part];
        })
      );
    });
  return [Math.min.apply(null, corners), Math.max.apply(null, corners)];
}

/** Return the sum of some boxes; empty if none of them is filled.
 *
 * @param {Card} card
 * @param {string[]} boxes
 */
export function sumOfBoxes(card, boxes) {
  var filled = boxes.filter(function (box) {
    return has(card, box);
  });
  return filled.length
    ? filled.reduce(function (sum, box) {
        return sum + card[box];
      }, 0)
    : "";
}

/** Return the match points of each card, as `scoring.match_points`: those of each column, then those for all.
 *
 * @param {Game} game
 * @param {Card[]} cards
 * @returns {number[][]}
 */
export function matchPoints(game, cards) {
  var columns = Object.keys(game.winner.worth),
    sums = cards.map(function (card) {
      return sumsOfColumns(game, card);
    });
  return sums.map(function (_, player) {
    var wins = columns.map(function (_, at) {
      return sums.length > 1 && isHighest(sums, player, at);
    });
    var points = columns.map(function (prefix, at) {
      return wins[at] ? game.winner.worth[prefix] : 0;
    });
    return points.concat(wins.every(Boolean) ? game.winner.sweep : 0);
  });
}

/** Check whether a player has the highest sum in a column, and nobody else has it.
 *
 * @param {number[][]} sums
 * @param {number} player
 * @param {number} column
 */
function isHighest(sums, player, column) {
  return sums.every(function (other, place) {
    return place === player || sums[player][column] > other[column];
  });
}

/** Return the sum of each column of a card with its totals.
 *
 * @param {Game} game
 * @param {Card} card
 */
function sumsOfColumns(game, card) {
  var parts = partsOfTotal(game);
  return Object.keys(game.winner.worth).map(function (prefix) {
    return parts.reduce(function (sum, part) {
      return part.indexOf(prefix) === 0 ? sum + (card[part] || 0) : sum;
    }, 0);
  });
}

/** Return the ids of all addends of the grand total, each once.
 *
 * @param {Game} game
 */
export function partsOfTotal(game) {
  var total = game.totals.filter(function (each) {
    return each.id === "total";
  })[0];
  return total.of.filter(function (part, place) {
    return total.of.indexOf(part) === place;
  });
}
