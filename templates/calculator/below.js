/* For games with boxes that can be below 0: these take the place of what form.js and keystroke.js have for all others. */

/** The whole number in a text, with a minus or without; a dash alone is 0 as on paper; null if there is none. */
function numberIn(text) {
  return String(text) === "-" ? 0 : /^-?[0-9]{1,9}$/.test(String(text)) ? Number(text) : null;
}

/** What may be typed: a minus, and digits; all together no longer than the longest value. */
function keystroke(event, most) {
  var text = typeof AFMergeChange === "function" ? AFMergeChange(event) : event.change;
  if (!event.willCommit && !(/^-?[0-9]*$/.test(text) && text.length <= most)) {
    event.rc = false;
  }
}
