"""What stands on a sheet, in which order: blocks of rows, in words and dice, with no size yet."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Literal

from msgspec import Struct

from sheetgen.i18n.wording import Wording
from sheetgen.rules import Category, Ruleset, Section, Total, boxes_of

RowKind = Literal["heads", "band", "box", "total", "bonus", "grand"]
"""bonus: a threshold's row on a screen, with room for how far off it is; on paper it is a total like others."""


class Row(Struct, frozen=True):
    """One row: a label and, but for a band, a cell in every column."""

    kind: RowKind
    id: str = ""
    name: str = ""
    details: tuple[str, ...] = ("",)
    """The small line below the name, from the longest wording to the shortest."""
    dice: tuple[int, ...] = ()
    most: str = ""
    number: str = ""
    sums: tuple[int, ...] = ()
    """Dice that stand beside the name and belong to it."""
    second: tuple[tuple[str, ...], ...] = ()
    """More lines below the name, each from the longest wording to the shortest."""
    also: str = ""
    """The name in a second language, where it is another."""


class Block(Struct, frozen=True):
    """Rows in one frame, headed by the names of the players or games."""

    rows: tuple[Row, ...]


Stacks = tuple[tuple[Block, ...], ...]
"""Blocks below each other, in stacks beside each other."""


def stacks_of(ruleset: Ruleset, wording: Wording, beside: bool, fillable: bool = False) -> Stacks:
    """The blocks of a sheet: in one stack or, with `beside`, its sections spread over two."""
    sections = _section_rows(ruleset, wording, fillable)
    finals = tuple(_total_row(total, wording, fillable) for total in ruleset.totals)
    if beside:
        middle = _middle([len(rows) for rows in sections])
        return (
            _blocks(sections[:middle], (), ruleset, wording),
            _blocks(sections[middle:], finals, ruleset, wording),
        )
    return (_blocks(sections, finals, ruleset, wording),)


def _middle(lengths: list[int]) -> int:
    """Where to cut so that the longer half is as short as can be; neither half is empty."""
    return min(range(1, len(lengths)), key=lambda cut: max(sum(lengths[:cut]), sum(lengths[cut:])))


def _blocks(
    sections: list[tuple[Row, ...]], finals: tuple[Row, ...], ruleset: Ruleset, wording: Wording
) -> tuple[Block, ...]:
    heads = Row("heads", name=_heads(ruleset, wording))
    if ruleset.sheet.cards == "one":
        sections = [tuple(row for rows in sections for row in rows)]
    *others, last = sections
    return tuple(Block((heads, *rows)) for rows in (*others, (*last, *finals)))


def _heads(ruleset: Ruleset, wording: Wording) -> str:
    text = wording.catalog.text
    return text("sheet", "Players") if ruleset.sheet.columns == "players" else text("sheet", "Games")


def _section_rows(ruleset: Ruleset, wording: Wording, fillable: bool) -> list[tuple[Row, ...]]:
    numbers = (str(place) if ruleset.sheet.numbered else "" for place in count(1))
    return [tuple(_rows(section, wording, numbers, fillable)) for section in ruleset.sections]


def _rows(section: Section, wording: Wording, numbers: Iterator[str], fillable: bool) -> Iterable[Row]:
    if wording.name(section):
        yield Row("band", section.id, wording.name(section))
    for category in section.categories:
        yield from _box_rows(category, wording, next(numbers))
    for total in section.totals:
        yield _total_row(total, wording, fillable)


def _box_rows(category: Category, wording: Wording, number: str) -> Iterable[Row]:
    dice = wording.ruleset.dice
    picture = category.pattern.picture(dice.sides)
    picture += (0,) * (dice.count - len(picture))
    for box in boxes_of(category):
        yield Row(
            "box",
            box.id,
            wording.row(box.id),
            (wording.how(category),),
            picture[: dice.count],
            wording.most(category),
            number,
        )


def _total_row(total: Total, wording: Wording, fillable: bool) -> Row:
    kind: RowKind = "grand" if total.id == "total" else "total"
    if fillable and total.kind == "threshold":
        kind = "bonus"
    details = wording.arithmetic(total)
    return Row(kind, total.id, wording.name(total), details if total.kind == "sum" else tuple(filter(None, details)))
