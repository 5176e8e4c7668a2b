"""The empty card file: a row for each box and total, and a column for each player."""

from collections.abc import Sequence

from sheetgen.files.writing import csv_line
from sheetgen.i18n.wording import Wording


def blank_csv(wording: Wording, players: Sequence[str], delimiter: str = ",") -> str:
    """A CSV to fill in, in the order of the sheet; its first cell names the ruleset. An empty name is a blank head."""
    head = csv_line([wording.ruleset.id, *players], delimiter)
    rows = (csv_line([wording.row(where)] + [""] * len(players), delimiter) for where in wording.ruleset.rows)
    return head + "".join(rows)
