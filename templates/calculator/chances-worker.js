/* The worker that plays cards out: it is told the plan of a game, then where cards stand, and answers with the shares
 * of their totals. The page has its text (calculator/page.py), as nothing may be fetched. */

import { playerOf } from "./rules/playouts.js";

const playing = { out: /** @type {((standing: Standing) => Shares) | null} */ (null) };

addEventListener("message", ({ data }) => {
  if (data.plan) {
    playing.out = playerOf(data.plan);
  } else if (playing.out) {
    postMessage({ key: data.key, shares: playing.out(data.standing) });
  }
});
