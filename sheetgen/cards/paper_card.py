"""A filled-in sheet as it stands in a file, before anybody knows its game: labels, and a column for each player."""

from msgspec import Struct

from sheetgen.cards.names import find_rows
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Ruleset, Written, WrittenCard, totals

Entry = tuple[str, Written]


class PaperCard(Struct, frozen=True):
    """What a file says."""

    ruleset: str
    """The game that it names; empty if it names none."""
    players: tuple[str, ...]
    """The heads of the columns; empty for one without."""
    rows: tuple[tuple[str, tuple[Written | None, ...]], ...]
    """The label of each row, and what stands in each column; None for a blank."""
    columns: tuple[tuple[int, int], ...] = ()
    """Of a form the number of the player of each column, and of the game where a player has several, else 0."""

    @property
    def is_form(self) -> bool:
        """Whether it is a form of sheetgen's, so that the game is named for certain."""
        return bool(self.columns)


def cards_of(paper: PaperCard, wording: Wording) -> list[WrittenCard]:
    """The cards of the players. Unknown rows with nothing in them are headings, and left out."""
    places = find_rows(wording, [label for label, _ in paper.rows])
    found = []
    for at in range(len(paper.players)):
        values = ((where, each[at]) for where, (_, each) in zip(places, paper.rows, strict=True))
        entries = tuple((where, value) for where, value in values if value is not None)
        kept = _without_running_totals(wording.ruleset, entries) if paper.is_form else entries
        found.append(WrittenCard(kept, _name(paper, at, wording)))
    return found


def _name(paper: PaperCard, at: int, wording: Wording) -> str:
    """Whose column it is and, of a series, which game."""
    player, game = paper.columns[at] if paper.is_form else (at + 1, 0)
    name = paper.players[at] or wording.catalog.text("card", "Player %(n)s", n=player)
    return wording.catalog.text("card", "%(name)s, game %(n)s", name=name, n=game) if game else name


def _without_running_totals(ruleset: Ruleset, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries of a card that is half full without the totals that its form has computed so far."""
    boxes = {where: value for where, value in entries if where in ruleset.boxes and isinstance(value, int)}
    if len(boxes) == len(ruleset.boxes):
        return entries
    bonus = ruleset.extra_yachts
    earned = dict(entries).get(bonus.id, 0) if bonus else 0
    yachts = earned // bonus.points if bonus and isinstance(earned, int) else 0
    running = totals(ruleset, boxes, yachts)
    computed = {where: points for where, points in running.items() if not bonus or where != bonus.id}
    return tuple((where, value) for where, value in entries if computed.get(where) != value)
