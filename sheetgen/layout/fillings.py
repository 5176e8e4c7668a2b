"""What is filled in on sheets before they are printed: names, and notes such as the date or the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

FIELDS = ("player", "date", "table", "round", "game", "number")
"""What can stand above the rows, in this order; the number is that of a card in a pad."""


@dataclass(frozen=True, slots=True)
class Filling:
    """What is filled in on one sheet or, where each player has a page, on the sheets of one table."""

    names: tuple[str, ...] = ()
    """The players' names; an empty one, and those beyond them, get a blank."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What stands in the fields above the rows."""
    file: str = ""
    """The file that it comes from."""
    key: str = "--names"
    """Where in the file or on the command line it stands."""


class Fillings(Sequence[Filling]):
    """Fillings one after the other, each so many times, and then blanks; none of them is kept more than once."""

    def __init__(self, each: Sequence[Filling], copies: int = 1, blanks: int = 0) -> None:
        self._each = each
        self._copies = copies
        self._blanks = blanks

    def __len__(self) -> int:
        return len(self._each) * self._copies + self._blanks

    @overload
    def __getitem__(self, place: int) -> Filling: ...
    @overload
    def __getitem__(self, place: slice) -> list[Filling]: ...
    def __getitem__(self, place: int | slice) -> Filling | list[Filling]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        return Filling() if place >= len(self._each) * self._copies else self._each[place % len(self._each)]

    @property
    def distinct(self) -> Iterator[Filling]:
        """Every filling once."""
        yield from self._each
        if self._blanks:
            yield Filling()
