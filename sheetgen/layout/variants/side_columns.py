"""Columns of small print next to the boxes, made from the rules: par values, and the values that a box can hold."""

from collections.abc import Mapping

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import runs_of
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import Font, Measure, wrap
from sheetgen.layout.rows import SideColumn, plain_id
from sheetgen.layout.themes import Look
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Face
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import add_up

_PAD = 3.0
"""Free width on each side of a text, in points."""
_MAX_LINES = 2
"""Maximum number of lines in a row."""
_MIN_WIDTH, _MAX_WIDTH, _STEP = 9 * MM, 60 * MM, 1 * MM
"""Minimum and maximum width of a column, and the step in which the width is tried."""
_PAR = 3
"""Number of dice of each face that make par: the usual bonus asks for three of each."""


def par_column(ruleset: Ruleset, head: str, look: Look, measure: Measure) -> SideColumn:
    """Return the column of par values: three of each number, their sums, and their distance from the bonus.

    Raises SheetgenError for a game without boxes for numbers.
    """
    texts: dict[str, str] = {}
    known: dict[str, int] = {}
    aim = min(_PAR, ruleset.dice.count)
    for box in ruleset.boxes.values():
        pattern, points = box.category.pattern, box.category.points
        if isinstance(pattern, Face) and pattern.at_least <= aim and points.kind == "matching":
            known[box.id] = aim * (box.category.number or 0)
            texts[box.id] = str(known[box.id])
    for total in ruleset.all_totals.values():
        parts = [known[part] for part in ruleset.addends[total.id] if part in known]
        if total.kind == "extra_yachts" or not parts or len(parts) < len(ruleset.addends[total.id]):
            continue
        known[total.id], amount = add_up(total, parts), sum(parts)
        texts[total.id] = str(known[total.id])
        if total.kind == "threshold":
            goal = next((step.at_least for step in total.steps if step.at_least >= amount), total.steps[-1].at_least)
            texts[total.id] = str(total.bonus(amount)) + (f" {goal}−{amount}={goal - amount}" if goal != amount else "")
    if not texts:
        raise SheetgenError("%(ruleset)s has no boxes for numbers; leave it out", key="--par", ruleset=ruleset.id)
    return best_column({plain_id(row): text for row, text in texts.items()}, head, look, measure)


def best_column(pars: Mapping[str, str], head: str, look: Look, measure: Measure) -> SideColumn:
    """Return a column with these texts by row, such as the averages of the best play."""
    return _column(SideColumn("inner", head, {}, _MIN_WIDTH, Font.BOLD, look.size(9.0)), pars, measure)


def values_column(ruleset: Ruleset, head: str, look: Look, measure: Measure) -> SideColumn:
    """Return the column of values that each box can hold, jokers included."""
    held: dict[str, set[int]] = {}
    for box in ruleset.boxes:  # of all of a player's columns together
        held.setdefault(plain_id(box), set()).update(possible_values(ruleset, box))
    bonuses = (total for total in ruleset.declared.values() if total.steps)
    held |= {total.id: {0, *(step.points for step in total.steps)} for total in bonuses}
    texts = {row: _ranges(tuple(sorted(values))) for row, values in held.items()}
    if further := ruleset.extra_yachts:
        texts[further.id] = f"0, {further.points}, {2 * further.points} …"
    return _column(SideColumn("outer", head, {}, _MIN_WIDTH, Font.REGULAR, look.size(7.5)), texts, measure)


def _ranges(values: tuple[int, ...]) -> str:
    """Return numbers with those that follow each other as a range."""
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs_of(values))


def _column(blank: SideColumn, texts: Mapping[str, str], measure: Measure) -> SideColumn:
    """Return the column with these texts, as narrow as two lines in a row allow; no number is broken."""
    words = {word for text in texts.values() for word in text.split(" ")}
    widest = max((measure(word, blank.font, blank.size) for word in words), default=0.0)
    width = max(blank.width, measure(blank.head, Font.REGULAR, blank.size) + 2 * _PAD)
    while True:
        room = width - 2 * _PAD
        lines = {row: tuple(wrap(text, room, blank.font, blank.size, measure)) for row, text in texts.items()}
        if width >= _MAX_WIDTH or (widest <= room and max(map(len, lines.values())) <= _MAX_LINES):
            return replace(blank, lines=lines, width=width)
        width += _STEP
