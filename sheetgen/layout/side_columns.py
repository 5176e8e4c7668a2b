"""Columns of small print beside the boxes: what three of each number score, and what a box can hold.

Both come from the rules.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import runs_of
from sheetgen.layout.options import MM, Look
from sheetgen.layout.primitives import Font, Measure, wrap
from sheetgen.layout.rows import SideColumn, plain_id
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Face
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import add_up

_COLUMN_PAD = 3.0
_MOST_LINES = 2
_NARROW, _WIDE, _WIDER = 9 * MM, 60 * MM, 1 * MM
"""The least and the largest width of a column, and the steps in which it is sought."""
_PAR = 3
"""How many dice of each number a player aims at."""


def par_column(ruleset: Ruleset, head: str, look: Look, measure: Measure) -> SideColumn:
    """What three of each number score, what that adds up to, and how far it is from the bonus.

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
        if total.kind == "threshold":  # the bonus, and how far the amount is from it
            goal = next((step.at_least for step in total.steps if step.at_least >= amount), total.steps[-1].at_least)
            texts[total.id] = str(total.bonus(amount)) + (f" {goal}−{amount}={goal - amount}" if goal != amount else "")
    if not texts:
        raise SheetgenError("%(ruleset)s has no boxes for numbers; leave it out", key="--par", ruleset=ruleset.id)
    texts = {plain_id(row): text for row, text in texts.items()}
    return _column(SideColumn("inner", head, {}, _NARROW, Font.BOLD, look.size(9.0)), texts, measure)


def best_column(pars: Mapping[str, str], head: str, look: Look, measure: Measure) -> SideColumn:
    """What each row comes to on average in the best play, as it was worked out."""
    return _column(SideColumn("inner", head, {}, _NARROW, Font.BOLD, look.size(9.0)), pars, measure)


def values_column(ruleset: Ruleset, head: str, look: Look, measure: Measure) -> SideColumn:
    """All that a box can hold, joker included."""
    held: dict[str, set[int]] = {}
    for box in ruleset.boxes:  # of all columns together
        held.setdefault(plain_id(box), set()).update(possible_values(ruleset, box))
    texts = {box: _values(tuple(sorted(values))) for box, values in held.items()}
    bonuses = (total for total in ruleset.declared.values() if total.steps)
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
    words = {word for text in texts.values() for word in text.split(" ")}
    widest = max((measure(word, blank.font, blank.size) for word in words), default=0.0)
    width = max(blank.width, measure(blank.head, Font.REGULAR, blank.size) + 2 * _COLUMN_PAD)
    while True:
        room = width - 2 * _COLUMN_PAD
        lines = {row: tuple(wrap(text, room, blank.font, blank.size, measure)) for row, text in texts.items()}
        if width >= _WIDE or (widest <= room and max(map(len, lines.values())) <= _MOST_LINES):
            return replace(blank, lines=lines, width=width)
        width += _WIDER
