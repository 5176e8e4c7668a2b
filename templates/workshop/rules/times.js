/* How long a game takes. Touches no page. */

/** Seconds of a turn. */
const TURN = 35;

/** Return the minutes of a game for some players, in steps of five.
 *
 * @param {number} turns turns of each player
 * @param {number} players
 */
export const minutesOf = (turns, players) => Math.max(5, Math.round((turns * players * TURN) / 60 / 5) * 5);
