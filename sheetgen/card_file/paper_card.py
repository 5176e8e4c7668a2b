"""A filled-in sheet as it stands in a file, before anybody knows its game: labels, and a column for each player."""

from dataclasses import dataclass

from sheetgen.rules import Card, Written
from sheetgen.table_talk import find_rows
from sheetgen.wording import Wording


@dataclass(frozen=True)
class PaperCard:
    """What a file says."""

    ruleset: str
    """The game that it names; empty if it names none."""
    players: tuple[str, ...]
    """The heads of the columns; empty for one without."""
    rows: tuple[tuple[str, tuple[Written | None, ...]], ...]
    """The label of each row, and what stands in each column; None for a blank."""
    is_form: bool = False
    """Whether it is a form of sheetgen's, so that the game is named for certain."""


def cards_of(paper: PaperCard, wording: Wording) -> list[Card]:
    """The cards of the players. Unknown rows with nothing in them are headings, and left out."""
    places = find_rows(wording, [label for label, _ in paper.rows])
    found = []
    for at, player in enumerate(paper.players):
        entries = ((where, values[at]) for where, (_, values) in zip(places, paper.rows, strict=True))
        filled = tuple((where, value) for where, value in entries if value is not None)
        found.append(Card(filled, player or wording.catalog.text("card", "Player %(n)s", n=at + 1)))
    return found
