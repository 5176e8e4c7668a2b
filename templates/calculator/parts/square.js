/* A QR code as a drawing. */

import { qrOf } from "../rules/qr.js";
import { pgettext } from "../state/texts.js";
import { drawn } from "./elements.js";

/** Return the drawing of a QR code with its quiet zone of four modules: always dark on white, as cameras expect it.
 *
 * @param {number[][]} rows
 */
export function drawnQr(rows) {
  const side = rows.length + 8;
  const dark = rows.flatMap((row, y) =>
    [...row.join("").matchAll(/1+/g)].map((run) => `M${run.index + 4} ${y + 4}h${run[0].length}v1h-${run[0].length}z`)
  );
  return drawn(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${side} ${side}`,
      "shape-rendering": "crispEdges",
      role: "img",
      "aria-label": pgettext("page", "QR code"),
    },
    drawn("path", { fill: "#ffffff", d: `M0 0h${side}v${side}h-${side}z` }),
    drawn("path", { fill: "#141414", d: dark.join("") })
  );
}

/** Return the square with the address of a table.
 *
 * @param {string} link
 */
export function invitationSquare(link) {
  const rows = qrOf(link);
  return rows ? drawnQr(rows) : "";
}
