/* Why the big screen shows no chances to win; other pages say nothing of them. */

import { isPlaying } from "../rules/match.js";
import { canWorkOut, hasWeights } from "./chances.js";
import { gameColumns, turns } from "./data.js";
import { pgettext } from "./texts.js";

/** Return why a match has no chances to win, for the big screen; an empty text if it has some.
 *
 * @param {Match} match
 */
export function whyNoChances(match) {
  if (isPlaying(match).length < 2) {
    return pgettext("page", "Chances to win take two players or more.");
  }
  if (gameColumns) {
    return pgettext("page", "No chances to win: they take a game with one column.");
  }
  if (turns.stays) {
    return pgettext("page", "No chances to win: games in which kept dice stay are not played on.");
  }
  if (turns.further) {
    return pgettext("page", "No chances to win: games with saved or spare rolls are not played on.");
  }
  if (!hasWeights) {
    return pgettext("page", "No chances to win: how much each box of this game is worth is not known.");
  }
  return canWorkOut() ? "" : pgettext("page", "No chances to win: this browser does not work them out.");
}
