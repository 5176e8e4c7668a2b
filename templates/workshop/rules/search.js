/* The search for a game under any name that it has. Touches no page. */

/** Return a text without accents, capitals and marks.
 *
 * @param {string} text
 */
export const folded = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Check whether two words differ in one letter at most: another one, one more, one less, or two that changed places.
 *
 * @param {string} one
 * @param {string} other
 */
export function isNear(one, other) {
  if (one === other) {
    return true;
  }
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) {
    return false;
  }
  let same = 0;
  while (same < short.length && short[same] === long[same]) {
    same += 1;
  }
  if (long.length > short.length) {
    return short.slice(same) === long.slice(same + 1);
  }
  const isSwapped = short[same] === long[same + 1] && short[same + 1] === long[same];
  return (
    short.slice(same + 1) === long.slice(same + 1) || (isSwapped && short.slice(same + 2) === long.slice(same + 2))
  );
}

/** Return how well a name answers what was typed: 0 not at all, 3 as it stands.
 *
 * @param {string} typed
 * @param {string} name
 */
function likeness(typed, name) {
  const wanted = folded(typed);
  const given = folded(name);
  if (wanted === given) {
    return 3;
  }
  if (given.startsWith(wanted) || given.includes(` ${wanted}`)) {
    return 2;
  }
  const isClose = wanted.length > 3 && [given, ...given.split(" ")].some((word) => isNear(wanted, word));
  return isClose ? 1 : 0;
}

/** Return the places of the entries that answer what was typed, the best first; all of them if nothing was typed.
 *
 * @param {string} typed
 * @param {string[][]} names the names of each entry
 */
export function matches(typed, names) {
  const scores = names.map((all) => Math.max(...all.map((name) => likeness(typed, name))));
  const places = names.map((_, place) => place);
  if (folded(typed) === "") {
    return places;
  }
  return places.filter((place) => scores[place] > 0).sort((one, other) => scores[other] - scores[one] || one - other);
}

/** Return the name that answers best what was typed; an empty text if none does.
 *
 * @param {string} typed
 * @param {string[]} names
 */
export function bestName(typed, names) {
  let best = "";
  let score = 0;
  names.forEach((name) => {
    if (likeness(typed, name) > score) {
      best = name;
      score = likeness(typed, name);
    }
  });
  return best;
}
