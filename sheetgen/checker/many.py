"""The quick answer for many cards at once: column by column instead of card by card.

Whole columns are added in one addition of large numbers, with a byte for each card. Knows which boxes count alike; what
the totals come to, `rules` says.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress, count
from operator import itemgetter, ne

from msgspec import Struct

from sheetgen.checker.commonest import Commonest, Found
from sheetgen.rules import Ruleset, is_plain, possible_values, totals

Column = Sequence[int | None]
"""What stands in one place of many cards; None is a blank."""
_MOST = 255
"""The most that a byte holds. It stands for every value that is not plain, so no plain one may be so high."""
_KINDS = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""How many sums are taken together, to the kind of number that holds them."""
_MOST_KEPT = 1 << 15
"""Of so many different sums it is remembered what the totals come to."""
_SAME = bytes(range(256))
_WITHOUT_WRONG = _SAME[:-1] + b"\0"
_FILLED = b"\0" + bytes(255 * [1])


class Seen(Struct, frozen=True):
    """What can be seen of many cards at once. Places of cards are counted from 0."""

    totals: Sequence[int | None]
    """The grand total of each card that is plainly right; None for any other, which may be right as well."""
    _commonest: Commonest
    _boxes: Sequence[Column]
    _stated: Mapping[str, Column]
    _odd: Mapping[int, Sequence[int]]
    """The boxes with something that is not plain, of each card that has such."""
    _wrong: Mapping[int, Sequence[str]]
    """The totals that are not what the plain boxes come to, of each card that has such."""
    _come_to: Sequence[tuple[int, ...]]

    def fault(self, card: int) -> Found | None:
        """The one thing that is wrong with one of the others, where that is as plain; None if it takes a real check."""
        if not self._commonest.is_able:
            return None
        places, wrong = self._odd.get(card, ()), self._wrong.get(card, ())
        if len(places) == 1:
            return self._odd_box(card, places[0])
        return self._wrong_total(card, wrong[0]) if len(wrong) == 1 and not places else None

    def _odd_box(self, card: int, place: int) -> Found | None:
        written = self._boxes[place][card]
        if written is None:
            return None
        stated = {total: number for total, column in self._stated.items() if (number := column[card]) is not None}
        return self._commonest.wrong_box(place, written, self._come_to[card], stated)

    def _wrong_total(self, card: int, total: str) -> Found | None:
        written: int = self._stated[total][card]  # type: ignore[assignment]  # where nothing is, nothing is wrong
        boxes: list[int] = [column[card] for column in self._boxes]  # type: ignore[misc]  # all of them plain
        return self._commonest.wrong_total(total, written, (*boxes, *self._come_to[card]))


class ManyCards:
    """Knows the cards of a ruleset that are plainly right, as `QuickCheck` does."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._commonest = Commonest(ruleset)
        self._plain = [
            [value for value in possible_values(ruleset, box) if is_plain(ruleset, box, value)] for box in ruleset.boxes
        ]
        self._tables = [bytes(value if value in held else _MOST for value in range(256)) for held in self._plain]
        self._sums = list(self._small_sums())
        self._width = next((width for width in _KINDS if width >= len(self._sums)), 0)
        self._known: dict[int, tuple[int, ...]] = {}
        self._takers = {total: itemgetter(place) for place, total in enumerate(ruleset.all_totals)}

    @property
    def is_able(self) -> bool:
        """Whether it knows any card of this ruleset: values have to be small, and no order of boxes may matter."""
        return self._width > 0 and all(held and held[0] >= 0 and held[-1] < _MOST for held in self._plain)

    def look(self, boxes: Sequence[Column], stated: Mapping[str, Column]) -> Seen:
        """What can be seen of these cards at once.

        `boxes` has a column for each box, in the order of the ruleset; `stated` are totals as they are written, by id.
        """
        columns, odd = self._clean(boxes)
        come_to = self._come_to(columns)
        found = {total: list(map(self._takers[total], come_to)) for total in {"total", *stated}}
        wrong: dict[int, list[str]] = {}
        for total, written in stated.items():
            for at in compress(count(), map(ne, found[total], written)):
                if written[at] is not None:
                    wrong.setdefault(at, []).append(total)
        answers: list[int | None] = found["total"]
        for at in (*odd, *wrong):
            answers[at] = None
        return Seen(answers, self._commonest, boxes, stated, odd, wrong, come_to)

    def _clean(self, boxes: Sequence[Column]) -> tuple[list[bytes], dict[int, list[int]]]:
        """The columns with a 0 for whatever is not plain; and the cards that have such a thing, with its places."""
        columns: list[bytes] = []
        odd: dict[int, list[int]] = {}
        for place, (values, table) in enumerate(zip(boxes, self._tables, strict=True)):
            column = _as_bytes(values).translate(table)
            if _MOST in column:
                for at in _wrong_in(column):
                    odd.setdefault(at, []).append(place)
                column = column.translate(_WITHOUT_WRONG)
            columns.append(column)
        return columns, odd

    def _come_to(self, columns: Sequence[bytes]) -> list[tuple[int, ...]]:
        """For each card all its totals."""
        keys = self._add(columns)
        found = list(map(self._known.get, keys))
        if not all(found):
            if len(self._known) > _MOST_KEPT:
                self._known.clear()
            for at in [at for at, come_to in enumerate(found) if come_to is None]:
                card = dict(zip(self._ruleset.boxes, [column[at] for column in columns], strict=True))
                found[at] = self._known[keys[at]] = tuple(totals(self._ruleset, card).values())
        return found  # type: ignore[return-value]  # no None is left

    def _add(self, columns: Sequence[bytes]) -> list[int]:
        """For each card a number that has all its small sums in it, side by side."""
        together = bytearray(len(columns[0]) * self._width)
        for place, (table, parts) in enumerate(self._sums):
            counted = (columns[part] if table is _SAME else columns[part].translate(table) for part in parts)
            added = sum(int.from_bytes(column, "little") for column in counted)
            together[place :: self._width] = added.to_bytes(len(columns[0]), "little")
        return memoryview(together).cast(_KINDS[self._width]).tolist()  # type: ignore[call-overload, no-any-return]

    def _small_sums(self) -> Iterator[tuple[bytes, list[int]]]:
        """The sums that decide all totals, none above what a byte holds: what counts of a value, and which boxes."""
        for uses, group in self._alike().items():
            ways = {self._ruleset.all_totals[total].kind == "count" for total in uses}
            for is_count in sorted(ways):
                table, most = _FILLED if is_count else _SAME, 0
                parts: list[int] = []
                for box in group:
                    highest = 1 if is_count else max(self._plain[box], default=0)
                    if most + highest > _MOST:
                        yield table, parts
                        parts, most = [], 0
                    parts, most = [*parts, box], most + highest
                yield table, parts

    def _alike(self) -> dict[tuple[str, ...], list[int]]:
        """The boxes by the totals that they go into: those of a group could change places without any effect."""
        groups: dict[tuple[str, ...], list[int]] = {}
        for place, box in enumerate(self._ruleset.boxes):
            uses = tuple(total for total, parts in self._ruleset.addends.items() for part in parts if part == box)
            groups.setdefault(uses, []).append(place)
        return groups


def _wrong_in(column: bytes) -> Iterator[int]:
    """The cards whose byte in this column stands for something that is not plain."""
    at = column.find(_MOST)
    while at >= 0:
        yield at
        at = column.find(_MOST, at + 1)


def _as_bytes(values: Column) -> bytes:
    """The values as bytes; any that is no byte, or not there, as the highest."""
    try:
        return bytes(values)  # type: ignore[arg-type]  # None is a TypeError
    except (TypeError, ValueError):
        return bytes(_MOST if value is None or not 0 <= value < _MOST else value for value in values)
