"""What all fillings together ask of a sheet, found in one pass, so that the first that cannot be is named at once."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.layout.fillings import Filling
from sheetgen.layout.primitives import Font, Measure
from sheetgen.rules import Ruleset

MOST_PAGES = 100
"""One table has so many players at most, where each has a page."""
MOST_SHEETS = 100_000
"""One file has so many pages at most."""
_FACE = Font.BOLD
"""Looked up once: Python is slow to find the members of an Enum."""
_ABOVE = ""
"""The field of names that stand above columns."""


class Survey(Struct, frozen=True):
    """What there is to print."""

    columns: int
    """The most players of one filling; 0 if nobody said who plays."""
    pages: int
    widest: Mapping[str, str]
    """The widest text for each field above the rows."""
    sources: Mapping[str, Filling]
    """What each of these comes from."""
    longest: str
    """The longest name above a column."""


def survey(
    fillings: Sequence[Filling], values: Mapping[str, str], ruleset: Ruleset, players: int | None, measure: Measure
) -> Survey:
    """Look at every filling once; `values` stand in the fields of all.

    Raises SheetgenError, in its place, for the first that cannot be printed.
    """
    by_games = ruleset.sheet.columns == "games"
    columns = owners = 0
    widths = {key: (measure(text, _FACE, 1), text, Filling(key=f"--{key}")) for key, text in values.items()}
    for filling in fillings:
        count = _players(filling, players, ruleset)
        columns, owners = max(columns, count), owners + max(1, count)
        for key, text in _texts(filling, by_games):
            width = _width(text, filling, measure)
            if key not in widths or width > widths[key][0]:
                widths[key] = (width, text, filling)
    pages = owners if by_games else len(fillings)
    if pages > MOST_SHEETS:
        raise SheetgenError(
            "%(count)s pages; one file has %(limit)s at most; make several files", count=pages, limit=MOST_SHEETS
        )
    _, longest, _ = widths.pop(_ABOVE, (0, "", None))
    widest = {key: text for key, (_, text, _) in widths.items()}
    sources = {key: source for key, (*_, source) in widths.items()}
    return Survey(columns, pages, widest, sources, longest)


def owners_of(filling: Filling, players: int | None) -> tuple[str, ...]:
    """The players of a filling, empty for a blank; none at all if nobody said who plays."""
    return filling.names + ("",) * ((players or 0) - len(filling.names))


def placed(error: SheetgenError, filling: Filling) -> SheetgenError:
    """The same fault, where the filling stands."""
    if not filling.file:
        return error.at(filling.key)
    return SheetgenError("line %(line)s: %(reason)s", file=filling.file, line=filling.line, reason=error.at(""))


def _players(filling: Filling, players: int | None, ruleset: Ruleset) -> int:
    """How many players a filling is for; a line of a file may leave the last ones blank."""
    by_games, limits = ruleset.sheet.columns == "games", ruleset.players
    count = len(owners_of(filling, players))
    if players is not None and len(filling.names) > players:
        raise placed(
            SheetgenError(
                "%(names)s names for %(count)s players; leave out --players", names=len(filling.names), count=players
            ),
            filling,
        )
    if filling.file and not by_games:
        count = max(count, limits.min)
    most = min(limits.max or MOST_PAGES, MOST_PAGES) if by_games else limits.max
    if count and count < limits.min and not by_games:
        raise SheetgenError(
            "too few players: %(count)s; %(ruleset)s is for %(limit)s or more",
            count=count, ruleset=ruleset.id, limit=limits.min,
        )  # fmt: skip
    if most is not None and count > most:
        error = SheetgenError(
            "too many players: %(count)s; %(ruleset)s is for %(limit)s at most",
            count=count, ruleset=ruleset.id, limit=most,
        )  # fmt: skip
        raise placed(error, filling) if filling.file else error
    return count


def _texts(filling: Filling, by_games: bool) -> Iterator[tuple[str, str]]:
    """Each text with the field that it stands in."""
    for name in filling.names:
        yield "player" if by_games else _ABOVE, name
    yield from filling.values.items()


def _width(text: str, filling: Filling, measure: Measure) -> float:
    """The width of a text of one point; SheetgenError, in its place, names the letter that the font lacks."""
    try:
        return measure(text, _FACE, 1)
    except SheetgenError as error:
        raise placed(error, filling) from error
