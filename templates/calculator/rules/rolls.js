/* Rolls of turns that may have more than the usual ones, as `sheetgen/rules/scoring.py` counts them. Touches no page.
 *
 * `further` in the data of turns is there in games with such turns: {usual, last_turn, saved, spare, most}. `saved` is
 * the maximum of saved rolls, 0 if none are saved. How many rolls a player has saved follows from the entries, so that
 * undo gives them back, and all phones of a table count alike.
 */

/** Return how many rolls an entry took; all of its turn if that is not known.
 *
 * @param {Turns} turns
 * @param {number} usual
 * @param {Pick<Entry, "throws" | "number" | "first">} entry
 */
function usedRolls(turns, usual, { throws = [], number = 0, first = false }) {
  return throws.length || number || (first && !turns.together ? 1 : usual);
}

/** Return the number of saved and spare rolls that a player has after some entries.
 *
 * @param {Turns} turns
 * @param {Entry[]} entries
 */
export function furtherRolls(turns, entries) {
  const { further } = turns;
  if (!further) {
    return 0;
  }
  const { usual, saved, spare } = further;
  const left = entries.reduce((before, entry) => {
    const used = usedRolls(turns, usual, entry);
    const after = before - Math.max(0, used - usual) + (saved ? Math.max(0, usual - used) : 0);
    return saved ? Math.min(saved, after) : after;
  }, spare);
  return Math.max(0, left);
}

/** Return the maximum number of rolls in the next turn of a player with these entries.
 *
 * @param {Game} game
 * @param {GameData} data
 * @param {Entry[]} entries
 */
export function rollsInTurn(game, { turns, rolls }, entries) {
  const { further } = turns;
  if (!further) {
    return rolls;
  }
  const isLast = entries.length + 1 === game.boxes.length;
  const usual = isLast ? further.last_turn : further.usual;
  return Math.min(further.most, usual + furtherRolls(turns, entries));
}

/** Return the maximum number of rolls in any turn.
 *
 * @param {GameData} data
 */
export const mostRolls = ({ turns, rolls }) => (turns.further ? turns.further.most : rolls);
