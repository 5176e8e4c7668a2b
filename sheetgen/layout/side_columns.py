"""Columns that nobody writes in: what three of each number score, and what a box can hold. Both come from the rules."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import runs_of
from sheetgen.layout.options import Look
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Font, Measure, wrap
from sheetgen.rules import Category, Face, Ruleset, Total, add_up, possible_values

_PAD = 3.0
_LEADING = 1.15
_MOST_LINES = 2
_NARROW, _WIDE, _STEP = 9 * MM, 60 * MM, 1 * MM
"""The least and the largest width of a column, and the steps in which it is sought."""
_PAR = 3
"""How many dice of each number a player aims at."""


class SideColumn(Struct, frozen=True):
    """A narrow column of small print."""

    place: Literal["inner", "outer"]
    """Between the names and the cells, or at the far edge of the cells."""
    head: str
    lines: Mapping[str, tuple[str, ...]]
    """What it says of each row, by its id."""
    width: float
    font: Font
    size: float

    def height(self, row: str) -> float:
        """The height of what it says of a row, in points."""
        return len(self.lines.get(row, ())) * self.step

    @property
    def step(self) -> float:
        """From one line to the next."""
        return _LEADING * self.size


def par_column(ruleset: Ruleset, head: str, look: Look, measure: Measure) -> SideColumn:
    """What three of each number score, what that adds up to, and how far it is from the bonus.

    Raises SheetgenError for a game without boxes for numbers.
    """
    texts = dict(_par(ruleset))
    if not texts:
        raise SheetgenError("%(ruleset)s has no boxes for numbers; leave it out", key="--par", ruleset=ruleset.id)
    return _column(SideColumn("inner", head, {}, _NARROW, Font.BOLD, look.size(9.0)), texts, measure)


def _par(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    known: dict[str, int] = {}
    aim = min(_PAR, ruleset.dice.count)
    for box in ruleset.boxes.values():
        if _counts(box.category, aim):
            known[box.id] = aim * (box.category.number or 0)
            yield box.id, str(known[box.id])
    for total in ruleset.all_totals.values():
        parts = [known[part] for part in ruleset.addends[total.id] if part in known]
        if total.kind == "extra_yachts" or not parts or len(parts) < len(ruleset.addends[total.id]):
            continue
        known[total.id] = add_up(total, parts)
        yield total.id, _distance(total, sum(parts)) if total.kind == "threshold" else str(known[total.id])


def _counts(category: Category, aim: int) -> bool:
    """Whether a category adds up the dice of one number, from so many on."""
    pattern = category.pattern
    return isinstance(pattern, Face) and pattern.at_least <= aim and category.points.kind == "matching"


def _distance(total: Total, amount: int) -> str:
    """The bonus for an amount, and how far that is from it."""
    goal = next((step.at_least for step in total.steps if step.at_least >= amount), total.steps[-1].at_least)
    return f"{total.bonus(amount)} {goal}−{amount}={goal - amount}"


def values_column(ruleset: Ruleset, head: str, look: Look, measure: Measure) -> SideColumn:
    """All that a box can hold, joker included."""
    texts = {box: _values(possible_values(ruleset, box)) for box in ruleset.boxes}
    bonuses = (total for total in ruleset.all_totals.values() if total.steps)
    texts |= {total.id: _values(tuple(sorted({0, *(step.points for step in total.steps)}))) for total in bonuses}
    further = ruleset.extra_yachts
    if further:
        texts[further.id] = f"0, {further.points}, {2 * further.points} …"
    return _column(SideColumn("outer", head, {}, _NARROW, Font.REGULAR, look.size(7.5)), texts, measure)


def _values(values: tuple[int, ...]) -> str:
    """Numbers, with a dash for a run of them."""
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs_of(values))


def _column(blank: SideColumn, texts: Mapping[str, str], measure: Measure) -> SideColumn:
    """The column as narrow as can be with two lines for a row; no number is broken."""
    width = max(blank.width, measure(blank.head, Font.REGULAR, blank.size) + 2 * _PAD)
    while width < _WIDE and not all(_fits(text, width, blank, measure) for text in texts.values()):
        width += _STEP
    lines = {row: tuple(_lines(text, width, blank, measure)) for row, text in texts.items()}
    return replace(blank, lines=lines, width=width)


def _lines(text: str, width: float, blank: SideColumn, measure: Measure) -> list[str]:
    return wrap(text, width - 2 * _PAD, blank.font, blank.size, measure)


def _fits(text: str, width: float, blank: SideColumn, measure: Measure) -> bool:
    widest = max(measure(word, blank.font, blank.size) for word in text.split(" "))
    return widest <= width - 2 * _PAD and len(_lines(text, width, blank, measure)) <= _MOST_LINES
