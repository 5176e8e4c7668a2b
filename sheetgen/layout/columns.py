"""Columns of a sheet: headers of each player's columns, and columns of small print next to the boxes."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import runs_of
from sheetgen.i18n.wording import Wording
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import CAP, LEADING, Drawing, Font, Ink, Line, Measure, Rect, Text, wrap
from sheetgen.layout.rows import SideColumn, both_names, plain_id
from sheetgen.layout.themes import Look
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Face
from sheetgen.rules.ruleset import Column, Ruleset
from sheetgen.rules.scoring import add_up

# headers of each player's columns: the name, the order in which the column is filled, and what it counts

# The lengths and sizes of this module are those of the design, in points.

_NAMES, _MARK = (9.0, 8.0, 7.5), 7.5
"""Font sizes of a column's name, of which the largest that fits is taken, and of the lines below it."""
_PAD, _ARROW, _TIP, _STROKE = 1 * MM, 4.8 * MM, 1 * MM, 1.1
"""Gap above and below the words; height of an arrow, length of its tip, and width of its lines."""
_WORDLESS = "!"
"""Sign of a box that has to be announced, on a sheet without words."""
_ARROWS = {"down": ((0, 1),), "up": ((1, 0),), "outwards": ((0.4, 0), (0.6, 1)), "inwards": ((0, 0.38), (1, 0.62))}
"""Arrows of each order: start and end of each from the top down, as parts of their height."""


class PlayerColumns(Struct, frozen=True):
    """Headers of the columns, with their sizes."""

    columns: tuple[Column, ...]
    lines: tuple[tuple[str, ...], ...]
    """Lines of each header: the name, then small print."""
    spoken: tuple[str, ...]
    """Rules of each column, to be read aloud in place of the arrows."""
    turned: bool
    """Flag: headers are turned to be read from below, since a line is wider than a box."""
    height: float
    arrow: float
    """Height of the arrows with the gaps around them; 0 if no column has an order."""
    size: float
    """Font size of the names."""
    look: Look

    def draw(self, places: Sequence[Rect], drawing: Drawing) -> None:
        """Draw the headers of one player in these places."""
        for column, lines, spoken, place in zip(self.columns, self.lines, self.spoken, places, strict=True):
            with drawing.element("TH", scope="Column", rect=place):
                drawing.draw(*self._texts(lines, place))
                if column.fill != "any":
                    with drawing.element("Figure", spoken):
                        drawing.draw(*_arrows(column, place))

    def _texts(self, lines: Sequence[str], place: Rect) -> Iterator[Text]:
        """Yield the lines of one header."""
        size, x = self.size, place.x + place.width / 2
        middle, bottom = x + CAP * size / 2, place.bottom - self.arrow - _PAD
        for number, line in enumerate(lines):
            font, ink, letters = Font.BOLD, Ink.TEXT, size
            if number:
                font, ink, letters = Font.REGULAR, Ink.MUTED, self.look.size(_MARK)
            if self.turned:
                left = middle + (number - (len(lines) - 1) / 2) * LEADING * size
                yield Text(left, bottom, line, font, letters, ink, up=True)
            else:
                base = place.y + _PAD + CAP * size + number * LEADING * size
                yield Text(x, base, line, font, letters, ink, "middle")


def measured(wordings: Sequence[Wording], words: bool, look: Look, measure: Measure) -> PlayerColumns:
    """Return the headers in one language or two, or without words."""

    def widest(lines: Sequence[Sequence[str]], size: float) -> float:
        names = (measure(line, Font.BOLD, size) for each in lines for line in each[:1])
        marks = (measure(line, Font.REGULAR, look.size(_MARK)) for each in lines for line in each[1:])
        return max((*names, *marks), default=0.0)

    columns = wordings[0].ruleset.columns
    lines = tuple(_lines(column, wordings, words) for column in columns)
    spoken = tuple(" ".join(wordings[0].column_rules(column)) or wordings[0].column_name(column) for column in columns)
    sizes = [look.size(size) for size in _NAMES]
    size = next((size for size in sizes if widest(lines, size) <= look.least_width), 0.0)
    turned, size = not size, size or sizes[0]
    if turned:  # the small print is in one line next to the name
        lines = tuple((each[0], " · ".join(each[1:])) if each[1:] else each for each in lines)
        room = widest(lines, size)
    else:
        room = max(map(len, lines)) * LEADING * size
    arrow = _ARROW + 2 * _PAD if any(column.fill != "any" for column in columns) else 0.0
    return PlayerColumns(columns, lines, spoken, turned, room + 2 * _PAD + arrow, arrow, size, look)


def _lines(column: Column, wordings: Sequence[Wording], words: bool) -> tuple[str, ...]:
    if words:
        marks = [list(wording.column_marks(column)) for wording in wordings]
        each = (both_names(*names) for names in zip(*marks, strict=True))
        return (both_names(*(wording.column_name(column) for wording in wordings)), *each)
    announced = [_WORDLESS] if column.announced is not None else []
    rolls = [f"1–{column.rolls}" if column.rolls > 1 else "1."] if column.rolls else []
    factor = [f"× {column.factor}"] if column.factor > 1 else []
    return (*announced, *rolls, *factor, *([f"+ {column.worth}"] if column.worth else []))


def _arrows(column: Column, place: Rect) -> Iterator[Line]:
    """Yield the arrows that show in which order a column is filled."""
    x, top = place.x + place.width / 2, place.bottom - _PAD - _ARROW
    for start, end in _ARROWS[column.fill]:
        tail, tip = top + start * _ARROW, top + end * _ARROW
        back = tip - _TIP if end > start else tip + _TIP
        for line in ((x, tail), (x - _TIP, back), (x + _TIP, back)):
            yield Line(*line, x, tip, _STROKE, Ink.ACCENT, round=True)


# columns of small print, made from the rules: par values, and the values that a box can hold

_TEXT_PAD = 3.0
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
    texts = {
        row: ", ".join(
            str(first) if first == last else f"{first}–{last}" for first, last in runs_of(tuple(sorted(values)))
        )
        for row, values in held.items()
    }
    if further := ruleset.extra_yachts:
        texts[further.id] = f"0, {further.points}, {2 * further.points} …"
    return _column(SideColumn("outer", head, {}, _MIN_WIDTH, Font.REGULAR, look.size(7.5)), texts, measure)


def _column(blank: SideColumn, texts: Mapping[str, str], measure: Measure) -> SideColumn:
    """Return the column with these texts in its minimum width, with two lines in a row and no number broken."""
    words = {word for text in texts.values() for word in text.split(" ")}
    widest = max((measure(word, blank.font, blank.size) for word in words), default=0.0)
    width = max(blank.width, measure(blank.head, Font.REGULAR, blank.size) + 2 * _TEXT_PAD)
    while True:
        room = width - 2 * _TEXT_PAD
        lines = {row: tuple(wrap(text, room, blank.font, blank.size, measure)) for row, text in texts.items()}
        if width >= _MAX_WIDTH or (widest <= room and max(map(len, lines.values())) <= _MAX_LINES):
            return replace(blank, lines=lines, width=width)
        width += _STEP
