/* The report of a crash, as it may be sent to others. */

/** Return a report without the names of players.
 *
 * @param {string} report
 * @param {string[]} names
 */
export function withoutNames(report, names) {
  const longestFirst = names.filter((name) => name !== "").sort((one, other) => other.length - one.length);
  let clean = report;
  longestFirst.forEach((name) => {
    const literal = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    clean = clean.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu"), "…");
  });
  return clean;
}
