"""How large everything is: whether a sheet fits on a page, and its measures if it does. Points throughout."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import runs_of
from sheetgen.layout.frame import Frame
from sheetgen.layout.options import MM, Look
from sheetgen.layout.primitives import Font, Measure, wrap
from sheetgen.layout.rows import Block, Row, SideColumn, Stacks
from sheetgen.rules import Face, Ruleset, add_up, possible_values

_GOOD = 1.25
"""How much wider than the least a box is where there is room."""
MAX_BOX_WIDTH = 45 * MM

MAX_HEAD_HEIGHT = 22 * MM
"""A name needs no more, however high the rows are."""

PAD = 6.0
GAP = 7.0
DIE = 0.86
"""A die beside the size of a row's name."""
DIE_STEP = 1.16
"""From one die to the next, beside the size of a die."""
BLOCK_GAP = 10.0
STACK_GAP = 6 * MM
CAP = 0.66
"""The height of a capital beside the size of its font."""
DEPTH = 0.2
"""How far letters reach below the line, beside the size of their font."""
LINE = 1.3
"""From one line below a name to the next, beside the size of their font."""

AIR = 0.45
"""What a row has above and below its words at least, together, beside the size of its name."""
_EASE = 1.125
"""How much higher a row is than the least, where words of scale 1 stand at ease."""
_WEIGHTS = {"heads": 1.0, "box": 1.0, "total": 0.8, "bonus": 1.15, "grand": 1.0}
_BAND = 1.5
"""The height of a heading beside the least size of names, and the most beside it."""
_MAX_BAND = 2.0


class Room(Struct, frozen=True):
    """What a sheet has to fit in, and how it is to look there."""

    width: float
    height: float
    look: Look
    measure: Measure
    side_columns: tuple[SideColumn, ...] = ()

    @property
    def beside(self) -> float:
        """The width of all columns that nobody writes in."""
        return sum(column.width for column in self.side_columns)


class Fit(Struct, frozen=True):
    """The measures of a sheet that fits."""

    label: float
    """The width of the column with the names of the rows."""
    column: float
    scale: float
    unit: float
    """The height of a row of weight 1."""
    band: float
    room: Room

    def height(self, row: Row) -> float:
        """The height of a row."""
        if row.kind == "band":
            return self.band
        height = max(least_height(row, self.room), self.unit * _WEIGHTS[row.kind])
        return min(height, MAX_HEAD_HEIGHT) if row.kind == "heads" else height

    def text_scale(self, row: Row) -> float:
        """How much larger than the least its words can be."""
        ease = _EASE * max(self.room.look.least_height, _words_height(row, self.room))
        return max(1.0, min(self.scale, self.height(row) / ease))


class Shortage(Struct, frozen=True):
    """Why a sheet does not fit: the least size of a box in one direction, what all need in it, and what there is."""

    least: float
    need: float
    have: float
    label: float = 0.0
    """What the names of the rows, and columns that nobody writes in, take of the width; 0 if the height is short."""


def fit_sheet(stacks: Stacks, columns: int, room: Room) -> Fit | Shortage:
    """Fit the stacks, each with this number of columns, into the space between header and footer."""
    look = room.look
    width = (room.width - STACK_GAP * (len(stacks) - 1)) / len(stacks) - room.beside
    rows = [row for stack in stacks for block in stack for row in block.rows]
    least = max(_wide(row, row.details[-1], room) for row in rows)
    band = _BAND * look.name
    high = max(_fixed(stack, band) + sum(least_height(row, room) for row in _rows(stack)) for stack in stacks)
    if high > room.height:
        return Shortage(max(least_height(row, room) for row in rows), high, room.height)
    need = least + 2 * PAD + columns * look.least_width
    if need > width:
        return Shortage(look.least_width, need + room.beside, width + room.beside, least + 2 * PAD + room.beside)
    unit = min(_unit(stack, room, band) for stack in stacks)
    band = min(_MAX_BAND * look.name, max(band, 0.5 * unit))
    unit = min(_unit(stack, room, band) for stack in stacks)
    good = _GOOD * look.least_width
    space = max(width - columns * good, least + 2 * PAD)
    ease = _EASE * max(look.least_height, *(_words_height(row, room) for row in rows if row.kind == "box"))
    scale = min(look.growth, max(1.0, min(unit / ease, (space - 2 * PAD) / max(least, 1))))
    wanted = max(_wide(row, row.details[0], room) for row in rows) * scale
    label = max(least * scale, min(wanted, space - 2 * PAD)) + 2 * PAD
    label = max(label, width - columns * max(MAX_BOX_WIDTH, look.least_width))
    return Fit(label, (width - label) / columns, scale, unit, band, room)


def least_height(row: Row, room: Room) -> float:
    """The least height of a row that is no heading: a hand can write in it, and its words have room."""
    return max(room.look.least_height, _words_height(row, room))


def _words_height(row: Row, room: Room) -> float:
    """The height of the words of a row at scale 1."""
    if row.kind == "heads":
        return room.look.smallest * 1.2 + PAD
    lines = bool(row.details[-1] or row.most) + len(row.second)
    beside = max((column.height(row.id) for column in room.side_columns), default=0.0)
    words = CAP * room.look.name + lines * LINE * room.look.detail + (DEPTH * room.look.detail if lines else 0)
    return max(words, beside) + AIR * room.look.name


def _wide(row: Row, detail: str, room: Room) -> float:
    """The width of a label at scale 1, without padding, if this is the line below its name."""
    look, measure = room.look, room.measure
    above = measure(row.name, Font.BOLD, look.name) + sums_width(row, look.name) + _dice_width(row.dice, look.name)
    below = measure(detail, Font.REGULAR, look.detail) + measure(row.most, Font.REGULAR, look.detail)
    second = max((measure(texts[-1], Font.REGULAR, look.detail) for texts in row.second), default=0.0)
    gutter = number_width(look.name) if row.number else 0
    return gutter + max(above + (GAP if row.dice else 0), below + (max(GAP, look.detail) if row.most else 0), second)


def sums_width(row: Row, size: float) -> float:
    """The width of the dice that belong to the name of a row, with the gap before them."""
    return _dice_width(row.sums, size) + 0.3 * size if row.sums else 0.0


def _dice_width(dice: tuple[int, ...], size: float) -> float:
    """The width of dice beside a name of this size."""
    return max(0, len(dice) * DIE_STEP - (DIE_STEP - 1)) * DIE * size


def number_width(size: float) -> float:
    """The width that a row's number takes."""
    return 1.7 * size


def _rows(blocks: Iterable[Block]) -> list[Row]:
    return [row for block in blocks for row in block.rows if row.kind != "band"]


def _fixed(blocks: tuple[Block, ...], band: float) -> float:
    bands = sum(row.kind == "band" for block in blocks for row in block.rows)
    return bands * band + BLOCK_GAP * (len(blocks) - 1)


def _unit(blocks: tuple[Block, ...], room: Room, band: float) -> float:
    """The height of a row of weight 1 that fills the height; rows that need more than it gives have the least."""
    rows, free = _rows(blocks), room.height - _fixed(blocks, band)
    unit = _shared(rows, free, room)
    if unit <= MAX_HEAD_HEIGHT:
        return unit
    others = [row for row in rows if row.kind != "heads"]
    return max(unit, _shared(others, free - MAX_HEAD_HEIGHT * (len(rows) - len(others)), room))


def _shared(rows: Sequence[Row], free: float, room: Room) -> float:
    """What a row of weight 1 has if each row has its weight's part, or the least if that is more."""
    while True:
        unit = free / max(sum(_WEIGHTS[row.kind] for row in rows), 0.1)
        large = [row for row in rows if unit * _WEIGHTS[row.kind] >= least_height(row, room)]
        if len(large) == len(rows) or not large:
            return unit
        free -= sum(least_height(row, room) for row in rows if unit * _WEIGHTS[row.kind] < least_height(row, room))
        rows = large


# what is found

Part = Literal["reminders", "details", "subtitle", "command", "headings", "list"]


class Arrangement(Struct, frozen=True):
    """One way to lay the sheet on the paper."""

    margin: float
    turned: bool = False
    """Whether the longer side of the paper lies across."""
    beside: bool = False
    """Whether the sections stand beside each other."""
    spared: frozenset[Part] = frozenset()
    """What has given way because there was no room for it."""


class Plan(Struct, frozen=True):
    """A sheet with everything measured. Points."""

    width: float
    height: float
    arrangement: Arrangement
    columns: int
    stacks: Stacks
    frame: Frame
    fit: Fit


# side columns: what three of each number score, and what a box can hold; both come from the rules

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
            texts[total.id] = f"{total.bonus(amount)} {goal}−{amount}={goal - amount}"
    if not texts:
        raise SheetgenError("%(ruleset)s has no boxes for numbers; leave it out", key="--par", ruleset=ruleset.id)
    return _column(SideColumn("inner", head, {}, _NARROW, Font.BOLD, look.size(9.0)), texts, measure)


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
    words = {word for text in texts.values() for word in text.split(" ")}
    widest = max((measure(word, blank.font, blank.size) for word in words), default=0.0)
    width = max(blank.width, measure(blank.head, Font.REGULAR, blank.size) + 2 * _COLUMN_PAD)
    while True:
        room = width - 2 * _COLUMN_PAD
        lines = {row: tuple(wrap(text, room, blank.font, blank.size, measure)) for row, text in texts.items()}
        if width >= _WIDE or (widest <= room and max(map(len, lines.values())) <= _MOST_LINES):
            return replace(blank, lines=lines, width=width)
        width += _WIDER
