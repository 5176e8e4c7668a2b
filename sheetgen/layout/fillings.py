"""What is filled in on sheets before they are printed: names, and notes such as the date or the table."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from sheetgen.layout.lazy import Lazy

FIELDS = ("player", "date", "table", "round", "game", "number")
"""What can stand above the rows, in this order; the number is that of a card in a pad."""


class Filling(Struct, frozen=True):
    """What is filled in on one sheet or, where each player has a page, on the sheets of one table."""

    names: tuple[str, ...] = ()
    """The players' names; an empty one, and those beyond them, get a blank."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What stands in the fields above the rows."""
    file: str = ""
    """The file that it comes from."""
    line: int = 0
    """Its line in the file."""
    key: str = "--names"
    """The option that it comes from, where there is no file."""


class Fillings(Lazy[Filling]):
    """Fillings one after the other, each so many times, and then blanks; none of them is kept more than once."""

    def __init__(self, each: Sequence[Filling], copies: int = 1, blanks: int = 0) -> None:
        self._each = each
        self._copies = copies
        self._blanks = blanks

    def __len__(self) -> int:
        return len(self._each) * self._copies + self._blanks

    def item(self, place: int) -> Filling:
        """The filling of a sheet."""
        count = len(self._each)
        return Filling() if place >= count * self._copies else self._each[place % count]
