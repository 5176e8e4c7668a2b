/* What may be typed into a field: a dash, or digits, and no more of them than the largest value has. */

function keystroke(event, most) {
  var text = typeof AFMergeChange === "function" ? AFMergeChange(event) : event.change;
  if (!event.willCommit && !(/^(-|[0-9]*)$/.test(text) && text.length <= most)) {
    event.rc = false;
  }
}
