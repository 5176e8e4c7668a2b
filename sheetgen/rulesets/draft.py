"""A ruleset file as it was read, which may be wrong anywhere: the parts of it that can be looked at."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from sheetgen.files.tables import Path

JOKER_KEYS = {
    "may_decline": ("free", "forced"),
    "any_dice": ("free",),
    "zero": ("forced",),
    "sections": ("free", "forced"),
}
"""Keys of the joker, and the rules under which they mean something."""
Item = tuple[Path, Mapping[str, Any]]
"""A table of the file with its key path."""


class Draft(Struct, frozen=True, dict=True):
    """The readable parts of a file that may be wrong anywhere."""

    data: Mapping[str, Any]

    @cached_property
    def sections(self) -> list[Item]:
        """The sections."""
        return list(tables_in((), self.data, "sections"))

    @cached_property
    def categories(self) -> list[Item]:
        """The categories of all sections."""
        return [item for path, section in self.sections for item in tables_in(path, section, "categories")]

    @cached_property
    def totals(self) -> list[Item]:
        """The totals of all sections, then those below them."""
        inner = [item for path, section in self.sections for item in tables_in(path, section, "totals")]
        return inner + list(tables_in((), self.data, "totals"))

    @property
    def items(self) -> list[Item]:
        """All that has an id: sections, categories, totals."""
        return [*self.sections, *self.categories, *self.totals]

    @cached_property
    def patterns(self) -> list[Item]:
        """The patterns of all categories."""
        found = (((*path, "pattern"), category.get("pattern")) for path, category in self.categories)
        return [(path, pattern) for path, pattern in found if isinstance(pattern, dict)]

    @cached_property
    def joker(self) -> Mapping[str, Any]:
        """The joker, empty if there is none."""
        return tabled(self.data.get("joker"))

    @property
    def texts(self) -> list[Any]:
        """The sentences that a translation can have words for."""
        booklet = tabled(self.data.get("booklet"))
        readings = [reading.get("text") for _, reading in tables_in((), self.data, "readings")]
        notes = [category["note"] for _, category in self.categories if "note" in category]
        lists = [text for key in ("about", "equipment", "agree") for text in listed(booklet.get(key))]
        return [*lists, *notes, *readings]

    def _dice(self, key: str, default: int) -> int:
        value = tabled(self.data.get("dice")).get(key, default)
        return value if isinstance(value, int) else default

    @property
    def count(self) -> int:
        """How many dice."""
        return self._dice("count", 5)

    @property
    def sides(self) -> int:
        """How many sides each has."""
        return self._dice("sides", 6)


def tables_in(path: Path, table: Mapping[str, Any], key: str) -> Iterator[Item]:
    """The tables in a list of tables, with their key paths."""
    for place, item in enumerate(listed(table.get(key))):
        if isinstance(item, dict):
            yield (*path, key, place), item


def ids_of(items: Iterable[Item]) -> list[str]:
    """The ids of some tables, as far as they are texts."""
    return [item["id"] for _, item in items if isinstance(item.get("id"), str)]


def box_ids_of(category: Mapping[str, Any]) -> list[str]:
    """The ids of a category's boxes, if it has several."""
    name, boxes = category.get("id"), category.get("boxes", 1)
    if not isinstance(name, str) or not isinstance(boxes, int) or boxes == 1:
        return []
    return [f"{name}_{place}" for place in range(1, min(boxes, 12) + 1)]


def is_negative(value: object) -> bool:
    """Whether this is a number below 0."""
    return isinstance(value, int) and value < 0


def tabled(value: object) -> Mapping[str, Any]:
    """A table as it is; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def listed(value: object) -> list[Any]:
    """The items of a list; none of anything else."""
    return value if isinstance(value, list) else []


def numbers_in(value: object) -> list[int]:
    """The whole numbers in a list; none in anything else."""
    return [number for number in listed(value) if isinstance(number, int)]
