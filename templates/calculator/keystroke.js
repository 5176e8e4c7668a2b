/* Allow a field a dash for 0, or a number of at most `most` characters, which may be negative if it is `signed`. */

function keystroke(event, most, signed) {
  var text = typeof AFMergeChange === "function" ? AFMergeChange(event) : event.change;
  var pattern = signed ? /^-?[0-9]*$/ : /^(-|[0-9]*)$/;
  if (!event.willCommit && !(pattern.test(text) && text.length <= most)) {
    event.rc = false;
  }
}
