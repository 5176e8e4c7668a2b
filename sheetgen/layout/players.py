"""Who plays, found for all sheets at once: how many players there are, and their names as large as they fit.

The first name or number that cannot be printed is refused where it was given.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import ceil, floor

from msgspec import Struct

from sheetgen.errors import SheetgenError
from sheetgen.layout.fit import CAP, PAD
from sheetgen.layout.options import Filling, Look
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Font, Measure, Rect, Text, in_two
from sheetgen.rules import Ruleset

MOST_PAGES = 100
"""The maximum number of players at one table where each has a page."""
MOST_SHEETS = 100_000
"""The maximum number of pages in one file."""
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
    if len(fillings) > MOST_SHEETS:
        raise _too_many_pages(len(fillings))
    for filling in fillings:
        count = _checked_count(filling, players, ruleset)
        columns, owners = max(columns, count), owners + max(1, count)
        names = (("player" if by_games else _ABOVE, name) for name in filling.names)
        for key, text in (*names, *filling.values.items()):
            try:
                width = measure(text, _FACE, 1)
            except SheetgenError as error:  # it has a letter that the font lacks
                raise error_at(error, filling) from error
            if key not in widths or width > widths[key][0]:
                widths[key] = (width, text, filling)
    pages = owners if by_games else len(fillings)
    if pages > MOST_SHEETS:
        raise _too_many_pages(pages)
    _, longest, _ = widths.pop(_ABOVE, (0, "", None))
    widest = {key: text for key, (_, text, _) in widths.items()}
    sources = {key: source for key, (*_, source) in widths.items()}
    return Survey(columns, pages, widest, sources, longest)


def _too_many_pages(pages: int) -> SheetgenError:
    return SheetgenError(
        "%(count)s pages; one file has %(limit)s at most; make several files", count=pages, limit=MOST_SHEETS
    )


def count_players(filling: Filling, players: int | None) -> int:
    """How many players a filling is for, where `players` are asked for on each sheet; 0 if nobody said."""
    return max(len(filling.names), filling.players or players or 0)


def too_many_names(names: int, players: int) -> SheetgenError:
    """The fault that there are more names than players."""
    return SheetgenError("%(names)s names for %(count)s players; leave out --players", names=names, count=players)


def error_at(error: SheetgenError, filling: Filling) -> SheetgenError:
    """The same fault, where the filling stands."""
    if not filling.file:
        return error.at(filling.key)
    return SheetgenError("line %(line)s: %(reason)s", file=filling.file, line=filling.line, reason=error.at(""))


def _checked_count(filling: Filling, players: int | None, ruleset: Ruleset) -> int:
    """How many players a filling is for, if the game can have as many; a line of a file may leave the last blank."""
    by_games, limits = ruleset.sheet.columns == "games", ruleset.players
    count = count_players(filling, players)
    if players is not None and len(filling.names) > players:
        raise error_at(too_many_names(len(filling.names), players), filling)
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
        raise error_at(error, filling) if filling.file else error
    return count


# names above columns

_MIN, _MAX = 8.0, 14.0
"""The least and the largest size of a name."""
_STEP = 1.2
"""From one line to the next, beside the size."""
_ROUNDING = 1e-6
_WORDS = 4_096
"""How many widths of words are remembered."""

_Set = tuple[float, list[tuple[str, float]]]
"""The size of a name, and its lines with their widths at one point."""


class Names(Struct, frozen=True, dict=True):
    """Draws names in the heads of their columns."""

    heads: tuple[Rect, ...]
    """The cell above the first column of each list."""
    look: Look
    measure: Measure

    def check(self, fillings: Sequence[Filling], longest: str) -> None:
        """Raise SheetgenError, in its place, for the first name that does not fit above its column.

        Where the longest of all fits in one line of the least size, each of them does.
        """
        if self.measure(longest, _FACE, self._least + _ROUNDING) <= self._room and self._limits[0] >= self._least:
            return
        for filling in fillings:
            for name in filling.names:
                self._set(name, filling)

    def draw(self, names: tuple[str, ...], filling: Filling) -> Iterator[Text]:
        """The names above their columns, in each list."""
        found = [self._set(name, filling) for name in names]
        for first in self.heads:
            middle, y = first.x + first.width / 2, first.y + first.height / 2
            for size, lines in found:
                down = CAP / 2 - _STEP * (len(lines) - 1) / 2
                for line, width in lines:
                    yield Text(middle - size * width / 2, y + size * down, line, _FACE, size)
                    down += _STEP
                middle += first.width

    def _set(self, name: str, filling: Filling) -> _Set:
        """The name as large as it fits in its cell; SheetgenError, in its place, if no size is small enough."""
        if not name:
            return 0.0, []
        width = self.measure(name, _FACE, 1)
        if width <= self._narrow:
            return self._most, [(name, width)]
        return self._set_smaller(name, width, filling)

    def _set_smaller(self, name: str, width: float, filling: Filling) -> _Set:
        room, (most, most_of_two) = self._room, self._limits
        wider, lines = in_two(name, width, self._word_width)
        one, two = min(room / (width + _ROUNDING), most), min(room / (wider + _ROUNDING), most_of_two)
        largest = max(one, two)
        if largest < self._least:
            error = SheetgenError(
                "the name '%(name)s' does not fit: a column has %(have)s mm, and it needs %(need)s mm at %(size)s pt; "
                "shorten it, or take fewer players or a larger paper", name=name, have=int(self._room / MM),
                size=f"{self._least:g}", need=ceil(self.measure(name, _FACE, self._least) / MM),
            )  # fmt: skip
            raise error_at(error, filling)
        size = max(self._least, floor(2 * largest) / 2)
        return size, [(name, width)] if size <= one else lines

    @cached_property
    def _word_width(self) -> Callable[[str], float]:
        """Measures words, of which names that are printed together share many."""
        return lru_cache(_WORDS)(lambda word: self.measure(word, _FACE, 1))

    # the cells, which are alike

    @cached_property
    def _room(self) -> float:
        return self.heads[0].width - PAD

    @cached_property
    def _least(self) -> float:
        return self.look.size(_MIN)

    @cached_property
    def _most(self) -> float:
        return max(_MAX, self._least)

    @cached_property
    def _limits(self) -> tuple[float, float]:
        """The largest size for which there is room for one line, and for two below each other."""
        height = self.heads[0].height - PAD
        one, two = (min(self._most, (height - _ROUNDING) / (lines * _STEP)) for lines in (1, 2))
        return one, two

    @cached_property
    def _narrow(self) -> float:
        """Up to this width at one point a name fits in one line of the largest size; -1 if no line does."""
        return self._room / (self._most + _ROUNDING) if self._limits[0] == self._most else -1.0


def centred(text: str, cell: Rect, size: float, font: Font, down: float = 0.0) -> Text:
    """A line in the middle of a cell, or so far below it."""
    y = cell.y + cell.height / 2 + CAP * size / 2 + down
    return Text(cell.x + cell.width / 2, y, text, font, size, align="middle")
