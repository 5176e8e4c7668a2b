/* Points of rolls and legal entries, from the table that `calculator/scripts.py` makes.
 *
 * `turns` is the table, `roll` a key in it: the dice in ascending order. `moment` is one of the moments of a turn at
 * which rolls differ in their points: 0 for the last roll, and for all rolls if they are alike.
 */

import { brokenBound, has, prefixOf, yachtsFor } from "./engine.js";

/** @param {number[]} dice */
export function rollOf(dice) {
  var sorted = dice.slice().sort(function (one, other) {
    return one - other;
  });
  var wide = sorted[sorted.length - 1] > 9;
  return sorted.join(wide ? " " : "") + (wide && sorted.length === 1 ? "," : "");
}

/** Return the boxes that can be next: {category, box, place}, place being the index of the category.
 *
 * @param {Turns} turns
 * @param {Card} card
 * @returns {NextBox[]}
 */
export function nextBoxes(turns, card) {
  /** @type {NextBox[]} */
  var found = [];
  var next = turns.runs
    .filter(function (run) {
      return isOpenColumn(turns, card, run[0]);
    })
    .map(function (run) {
      return run.filter(function (box) {
        return !has(card, box);
      })[0];
    });
  Object.keys(turns.boxes).forEach(function (category, place) {
    turns.boxes[category].forEach(function (box) {
      if (next.indexOf(box) >= 0) {
        found.push({ category: category, box: box, place: place });
      }
    });
  });
  return found;
}

/** Check whether the column of a box is open: enough boxes of other columns are full.
 *
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} box
 */
function isOpenColumn(turns, card, box) {
  var opens = turns.opens || {},
    prefix = prefixOf(opens, box);
  return (
    prefix === undefined ||
    Object.keys(card).filter(function (full) {
      return full.indexOf(String(prefix)) !== 0;
    }).length >= opens[prefix]
  );
}

/** Return what a box keeps of the points of a roll: in some columns only the best.
 *
 * @param {Turns} turns
 * @param {string} box
 * @param {number} points
 */
function keptIn(turns, box, points) {
  var kept = turns.only && turns.only[box];
  return !kept || points === kept[0] ? points : kept[1];
}

/** Return the moment of a roll by its number, 0 for the last, and whether all dice were thrown on it.
 *
 * @param {Turns} turns
 * @param {number} number
 * @param {boolean | undefined} together
 */
export function momentAt(turns, number, together) {
  var places = (together && turns.together) || turns.numbers;
  const last = places ? places.length : 0; // a saved roll after it counts as the last one
  return places ? places[Math.min(number || last, last) - 1] : number === 1 && turns.first_rolls ? 1 : 0;
}

/** Return the boxes of columns in which the roll no longer counts, and whether each can be struck.
 *
 * @param {Turns} turns
 * @param {number} moment
 * @returns {Record<string, boolean>}
 */
function spentBoxes(turns, moment) {
  return turns.spent ? turns.spent[moment] : {};
}

/** Return the next boxes that may take a roll at this moment.
 *
 * @param {Turns} turns
 * @param {Card} card
 * @param {number} moment
 */
export function openBoxes(turns, card, moment) {
  var spent = spentBoxes(turns, moment);
  return nextBoxes(turns, card).filter(function (next) {
    return !has(spent, next.box) || spent[next.box];
  });
}

/** Check whether a box needs others to hold points, and none of them does.
 *
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} box
 */
function isEarly(turns, card, box) {
  return (
    has(turns.needs, box) &&
    !turns.needs[box].some(function (needed) {
      return has(card, needed) && card[needed];
    })
  );
}

/** Check whether a Yacht is a joker in the column of a box: the Yacht box is full, and if the rules have `boxes`, that
 * of its number as well.
 *
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} roll
 * @param {string} box
 */
function isLate(turns, card, roll, box) {
  var full = turns.jokers[roll].boxes || turns.joker_boxes,
    prefix = prefixOf(full, box);
  return (
    prefix !== undefined &&
    full[prefix].every(function (needed) {
      return has(card, needed);
    })
  );
}

/** Check whether a roll goes to a box as a forced joker: it then has its pattern, whatever the dice show.
 *
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} roll
 * @param {{ category: string, box: string }} place
 */
export function isForcedJoker(turns, card, roll, place) {
  return has(turns.jokers, roll) && isLate(turns, card, roll, place.box) && turns.forced.indexOf(place.category) >= 0;
}

/** Return the open boxes that the roll may go to.
 *
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} roll
 * @param {NextBox[]} open
 * @returns {NextBox[]}
 */
function allowed(turns, card, roll, open) {
  if (!has(turns.jokers, roll)) {
    return open;
  }
  return turns.together_in.reduce(
    function (found, prefixes) {
      var own = open.filter(function (next) {
        return prefixes.some(function (prefix) {
          return next.box.indexOf(prefix) === 0;
        });
      });
      return found.concat(preferred(turns, card, roll, own));
    },
    /** @type {NextBox[]} */ ([])
  );
}

/** Return the open boxes of the first group that a Yacht prefers, or all if no group has any.
 *
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} roll
 * @param {NextBox[]} open
 * @returns {NextBox[]}
 */
function preferred(turns, card, roll, open) {
  var late = open.length > 0 && isLate(turns, card, roll, open[0].box),
    groups = turns.jokers[roll][late ? "late" : "early"].map(function (group) {
      return open.filter(function (next) {
        return group.indexOf(next.category) >= 0;
      });
    });
  return (
    groups.concat([open]).filter(function (found) {
      return found.length;
    })[0] || []
  );
}

/** Return all rolls of `count` dice, none lower than `least`, in the order of the table.
 *
 * @param {number} count
 * @param {number} sides
 * @param {number} least
 * @returns {number[][]}
 */
export function allRolls(count, sides, least) {
  /** @type {number[][]} */
  var found = [];
  var face = 0;
  /** @param {number[]} rest */
  var rolls = function (rest) {
    found.push([face].concat(rest));
  };
  for (face = least; count > 0 && face <= sides; face += 1) {
    allRolls(count - 1, sides, face).forEach(rolls);
  }
  return count > 0 ? found : [[]];
}

/** Return the place of each roll in the table; computed once.
 *
 * @param {Turns} turns
 * @returns {Record<string, number>}
 */
export function placesOf(turns) {
  if (!turns.places) {
    turns.places = Object.create(null);
    allRolls(turns.dice, turns.sides, 1).forEach(function (dice, place) {
      turns.places[rollOf(dice)] = place;
    });
  }
  return turns.places;
}

/** Return the index of the points of the roll at a place: `signs` are digits, some for several rolls.
 *
 * @param {Turns} turns
 * @param {Worth} worth
 * @param {string} signs
 * @param {number} place
 */
export function codeAt(turns, worth, signs, place) {
  var start = Math.floor(place / worth.together) * worth.width,
    value = 0,
    at;
  for (at = start; at < start + worth.width; at += 1) {
    value = value * turns.signs.length + turns.signs.indexOf(signs.charAt(at));
  }
  return Math.floor(value / Math.pow(worth.points.length, place % worth.together)) % worth.points.length;
}

/** Return rolls that stand for all: every Yacht, and one of each group that is worth the same in every category.
 *
 * @param {Turns} turns
 * @returns {string[]}
 */
function samplesOf(turns) {
  var places = placesOf(turns),
    seen = Object.create(null);
  turns.samples =
    turns.samples ||
    Object.keys(places).filter(function (roll) {
      var row = turns.worth
          .map(function (worth) {
            return worth.signs
              .map(function (signs) {
                return codeAt(turns, worth, signs, places[roll]);
              })
              .join(" ");
          })
          .join(" "),
        known = seen[row];
      if (has(turns.jokers, roll) || turns.yachts.indexOf(roll) >= 0) {
        return true;
      }
      seen[row] = true;
      return !known;
    });
  return turns.samples;
}

/** Return what a roll may be written as in a box, by the dice alone: a number, or a list.
 *
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} roll
 * @param {number} moment
 * @param {NextBox} next
 */
function worthIn(turns, card, roll, moment, next) {
  var worth = turns.worth[next.place],
    signs = worth.signs[worth.signs.length > 1 ? moment : 0];
  if (has(turns.jokers, roll) && isLate(turns, card, roll, next.box)) {
    return turns.jokers[roll].worth[moment][next.place];
  }
  return worth.points[codeAt(turns, worth, signs, placesOf(turns)[roll])];
}

/** Return the legal entries for a roll by box: {points: all that may be written, bonus: points for a further Yacht}.
 *
 * @param {Game} game
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} roll
 * @param {number} moment
 * @returns {Record<string, LegalEntry>}
 */
export function legalEntries(game, turns, card, roll, moment) {
  var entries = Object.create(null);
  allowed(turns, card, roll, openBoxes(turns, card, moment)).forEach(function (next) {
    entries[next.box] = entryIn(next, game, turns, card, roll, moment);
  });
  return entries;
}

/** Return what a roll may be written as in one of the next boxes.
 *
 * @param {NextBox} next
 * @param {Game} game
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} roll
 * @param {number} moment
 * @returns {LegalEntry}
 */
function entryIn(next, game, turns, card, roll, moment) {
  var isNothing = isEarly(turns, card, next.box) || has(spentBoxes(turns, moment), next.box);
  /** @type {number[]} */
  var none = [];
  var points = none.concat(worthIn(turns, card, roll, moment, next)).map(function (worth) {
    var value = keptIn(turns, next.box, worth);
    return isNothing || brokenBound(game, card, next.box, value) ? 0 : value;
  });
  return { points: ascending(points), bonus: yachtBonus(game, turns, card, roll, next.box) };
}

/** Return the points for a further Yacht in a box: 0 before Yacht boxes hold points.
 *
 * @param {Game} game
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} roll
 * @param {string} box
 */
function yachtBonus(game, turns, card, roll, box) {
  return turns.yachts.indexOf(roll) >= 0 ? turns.bonus * yachtsFor(game, card, box) : 0;
}

/** Return each number once, in ascending order.
 *
 * @param {number[]} numbers
 */
function ascending(numbers) {
  return numbers
    .filter(function (number, place) {
      return numbers.indexOf(number) === place;
    })
    .sort(function (one, other) {
      return one - other;
    });
}

/** Return every moment that differs.
 *
 * @param {Turns} turns
 * @returns {number[]}
 */
function momentsOf(turns) {
  return (turns.numbers || [])
    .concat(turns.together || [], turns.first_rolls ? [0, 1] : [0])
    .filter(function (moment, at, all) {
      return all.indexOf(moment) === at;
    });
}

/** Return everything that can be written in a box now as {points, bonus}, ascending; it tries rolls.
 *
 * @param {Game} game
 * @param {Turns} turns
 * @param {Card} card
 * @param {string} box
 * @returns {Choice[]}
 */
export function choicesIn(game, turns, card, box) {
  var found = Object.create(null);
  momentsOf(turns).forEach(function (moment) {
    var open = openBoxes(turns, card, moment),
      wanted = open.filter(function (next) {
        return next.box === box;
      });
    samplesOf(turns)
      .filter(function (roll) {
        return wanted.length && allowed(turns, card, roll, open).indexOf(wanted[0]) >= 0;
      })
      .forEach(function (roll) {
        var entry = entryIn(wanted[0], game, turns, card, roll, moment);
        entry.points.forEach(function (points) {
          found[points + " " + entry.bonus] = { points: points, bonus: entry.bonus };
        });
      });
  });
  return Object.keys(found)
    .map(function (key) {
      return found[key];
    })
    .sort(function (one, other) {
      return one.points - other.points || one.bonus - other.bonus;
    });
}
