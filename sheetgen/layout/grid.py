"""How large everything on a sheet is: its type, its rows and its columns, or why they do not fit. Points throughout.

The numbers are those of the look: they depend on how much room a row has, and on how large the page is.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.options import AFTER_TICKS, LARGE_HINT, LEAST_TICK, MM, TICK_GAP, TILE, Look, words_height
from sheetgen.layout.primitives import CAP, PIPS, Font, Measure, in_two, wrap
from sheetgen.layout.rows import Row, Rows, SideColumn, dice_width, most_of, name_font, points_said

MAX_PITCH = 16.5 * MM
PART_GAP, LIST_GAP = 0.4 * MM, 9 * MM
GRAND_HINT = 9.0
LETTER = 4.5 * MM
"""What the letter or number of a row takes before its name."""
AIR = 2.2 * MM
"""What a row has above and below its words at least, together."""
_ICON_WIDTH = 1.53
"""The width of five dice in two lines beside their height."""
_AFTER_DICE, _BEFORE_WORTH, _AFTER_WORTH, _STEP = 2.7 * MM, 3 * MM, 2.4 * MM, 0.6 * MM
_LEAST_ICON, _LEAST_NUMBERED, _LEAST_HINT = 6 * MM, 7 * MM, 7.5
"""The least height of dice in two lines, of such with digits instead of pips, and the least size of a hint."""
_RUNG, _LADDER = 3.2 / 7.5 * MM, 2.95
"""The width of one step of a ladder of points, and the height of all of it, beside the size of its letters."""
_NEVER, _LEAST_NAMES = 1e6, 7.5 * MM
_ADDED = 0.9 * MM
"""The room for the rule below what a sum adds up."""
_BETWEEN_SEVERAL = 1.5 * MM
"""The room for the rule between categories with several boxes."""
_PLAYERS_APART, _ICON_OF_SEVERAL = 2.4 * MM, 9.9 * MM
"""The gap between players where each has several boxes in a row, and the height of the dice beside these."""


class Type(Struct, frozen=True):
    """The measures of one size of rows on one size of pages; type in points, all else too."""

    pitch: float
    """The least height of a row, with the gap below it."""
    title: float
    variant: float
    heading: float
    name: float
    hint: float
    worth: float
    total: float
    """The size of the name of the grand total."""
    icon: float
    """The height of the dice of a row."""
    header: float
    """From the top of the type area to the cells for names."""
    names: float
    gap: tuple[float, float]
    """Between columns, and between rows."""
    band: float
    """The height of a second heading."""
    radius: float
    grand: float
    """The height of the grand total, in rows."""
    end: float
    """Above the grand total."""
    dense: bool = False
    """Whether little stands below the names of rows, and the header is low, with the code in its corner."""
    small: bool = False
    """Whether the page is so small that it has no signature, and the most of a row is said with a sign."""


def _type(
    sizes: Sequence[float], lengths: Sequence[float], gap: tuple[float, float], grand: float, dense: str = ""
) -> Type:
    pitch, icon, header, names, band, radius, end = (length * MM for length in lengths)
    title, variant, heading, name, hint, worth, total = sizes
    gaps = gap[0] * MM, gap[1] * MM
    return Type(pitch, title, variant, heading, name, hint, worth, total, icon, header, names, gaps, band, radius,
                grand, end, bool(dense), dense == "small")  # fmt: skip


TYPES: dict[str, tuple[Type, ...]] = {
    "large": (
        _type((48, 15, 14, 13.5, 8.2, 16, 20), (13.5, 10.5, 30, 13.5, 9, 1.8, 3), (1.5, 1.2), 1.2),
        _type((42, 15, 14, 12.5, 8, 14, 18), (9.9, 7.8, 27, 11, 8.1, 1.8, 1.5), (1.5, 1.05), 1.37),
        _type((40, 15, 13, 11.5, 7.6, 13, 16), (8.9, 6.9, 25.2, 9.9, 7.5, 1.5, 1.2), (1.2, 0.7), 1.25),
        _type((30, 13, 12, 11, 7.6, 12, 13), (8.3, 6.3, 15, 8, 7.2, 1.2, 0.6), (0.75, 0.3), 1.07, "dense"),
    ),
    "middle": (
        _type((34, 12, 12, 11.5, 8, 13, 15), (9.9, 7.5, 24, 9, 7.5, 1.8, 1.8), (1.05, 0.9), 1.05),
        _type((26, 11, 11, 10.5, 7.6, 12, 13), (8.3, 6.3, 14.3, 7.8, 7.2, 1.2, 0.5), (0.75, 0.3), 1.02, "dense"),
    ),
    "small": (_type((22, 10.5, 10.5, 10, 8, 11, 12), (8.3, 6, 14.3, 7.8, 7.2, 1.2, 0.5), (0.6, 0.3), 1.02, "small"),),
}
"""By the size of the page; the roomiest first."""


def types_of(width: float, height: float) -> tuple[Type, ...]:
    """The measures to try on a page of this size, the roomiest first."""
    short = min(width, height)
    return TYPES["large" if short > 180 * MM else "middle" if short > 125 * MM else "small"]


class Room(Struct, frozen=True):
    """What a sheet has to fit in, and how it is to look there."""

    width: float
    """Of the type area."""
    height: float
    """From the top of the type area to the foot."""
    label: float
    """The part of the width that the labels may take."""
    look: Look
    measure: Measure
    side_columns: tuple[SideColumn, ...] = ()
    several: int = 1
    """How many columns a player has."""
    heads: float = 0.0
    """The height of what stands above each of these."""

    @property
    def beside(self) -> float:
        """The width of all columns that nobody writes in."""
        return sum(column.width for column in self.side_columns)


class Label(Struct, frozen=True):
    """What is printed beside the boxes of a row, in sizes that fit."""

    names: tuple[str, ...]
    """The name, in two lines where it stands alone in a narrow column."""
    hints: tuple[str, ...] = ()


class Fit(Struct, frozen=True):
    """The measures of a sheet that fits."""

    type: Type
    labels: dict[str, Label]
    """By the id of the row."""
    label: float
    """The width of the labels, up to the gap before the boxes."""
    column: float
    pitches: tuple[float, ...]
    """The height of a row in each list, with the gap below it."""
    header: float
    names: float
    lines: dict[str, int]
    """For rows with several boxes, how many lines they take."""
    room: Room

    @property
    def part(self) -> float:
        """The width of each of a player's columns."""
        return (self.column - (self.room.several - 1) * PART_GAP) / self.room.several

    def height(self, row: Row, place: int) -> float:
        """The height of a row in one of the lists, with the gap below it."""
        if row.kind == "head":
            return self.type.band
        pitch = self.pitches[place]
        lines = self.type.grand if row.kind == "grand" else self.lines.get(row.id, 1)
        return max(lines * pitch, self.ticked(row))

    def ticked(self, row: Row) -> float:
        """Return the least height of a row with ticks above its box, with the gap below it; 0 for any other row."""
        look = self.room.look
        if not row.ticks or look.ticks_beside(self.part, row.ticks)[0]:
            return 0.0
        return LEAST_TICK + TICK_GAP + look.least_height + self.type.gap[1]


class Shortage(Struct, frozen=True):
    """Why a sheet does not fit: what all need in one direction, and what there is."""

    need: float
    have: float
    least: float = 0.0
    """The least size of a box in that direction; 0 where it is not the boxes that have no room."""
    count: int = 0
    """How many of them stand beside or below each other."""
    label: float = 0.0
    """What the names of the rows, and columns that nobody writes in, take of the width; 0 if the height is short."""

    @property
    def by(self) -> float:
        """How much too small it is, as a factor."""
        return self.need / max(self.have, 1)


def fit_rows(lists: Rows, columns: int, room: Room, type_: Type) -> Fit | Shortage:
    """Fit the lists, each with this number of columns, in these measures or with smaller type.

    Squares to tick stand before their box unless labels then lose their hints; else above it, which takes height.
    """
    if not (ticks := max(row.ticks for rows in lists for row in rows)):
        return _fit_rows(lists, columns, room, type_, 0.0)
    fit = _fit_rows(lists, columns, room, type_, AFTER_TICKS + (ticks + 1) // 2 * (LEAST_TICK + TICK_GAP))
    return fit if isinstance(fit, Fit) else _fit_rows(lists, columns, room, type_, 0.0)


def _fit_rows(lists: Rows, columns: int, room: Room, type_: Type, before: float) -> Fit | Shortage:
    """Fit the lists with room for squares to tick before a box, if they take any width there, or above it."""
    rows = [row for each in lists for row in each]
    type_ = _sized(type_, room.look, any(row.boxes for row in rows), any(row.also for row in rows))
    width, gap = (room.width - LIST_GAP * (len(lists) - 1)) / len(lists), type_.gap[0]
    pairs = any(row.points for row in rows)  # which stand beside the sum that they follow from
    least = 2 * room.look.least_width + TICK_GAP if pairs else room.look.least_width
    least = max(least, room.look.least_width + before)
    least = room.several * least + (room.several - 1) * PART_GAP
    taken, widest = columns * (least + gap) + room.beside, room.label * width
    marked = any(face and face not in PIPS for row in rows for face, _ in row.dice)
    least_icon, most = _LEAST_NUMBERED if marked else _LEAST_ICON, min(widest, width - taken)
    above = not before and any(row.ticks for row in rows)
    column = least if above else (width - room.beside) / columns - gap  # in a narrow one, ticks take height
    stacked = _stacked(lists, _fit(lists, type_, room, ({}, 0.0), column))
    if isinstance(stacked, Shortage):  # it does not depend on the labels, but for what stands beside several boxes
        return stacked
    pitch = type_.pitch if any(row.boxes for row in rows) else min(stacked.pitches)
    sizes = [replace(size, pitch=pitch) for size in _smaller(type_, least_icon, room.several > 1)]
    bare = not before
    narrowest = _labels(lists, sizes[-1], room, most, bare)
    if not isinstance(narrowest, float):
        tried = ((size, _labels(lists, size, room, most, less)) for less in sorted({False, bare}) for size in sizes)
        smaller, labels = next((size, found) for size, found in tried if not isinstance(found, float))
        return _stacked(lists, _fit(lists, smaller, room, labels, (width - labels[1] - room.beside) / columns - gap))
    if narrowest + taken > width:
        return Shortage(narrowest + taken, width, least, columns, narrowest + room.beside)
    return Shortage(narrowest, widest, label=narrowest)


def _fit(lists: Rows, type_: Type, room: Room, labels: tuple[dict[str, Label], float], column: float) -> Fit:
    """The fit with columns of this width, its rows not stacked yet."""
    fit = Fit(type_, *labels, column, (), type_.header, type_.names, {}, room)
    rows = (row for each in lists for row in each if row.boxes)
    return replace(fit, lines={row.id: -(-len(row.boxes) // across(row, fit.part, room.look)) + 1 for row in rows})


def _sized(type_: Type, look: Look, several: bool, both: bool) -> Type:
    """The measures with what the look wants at least, for several boxes a category and names in two languages, too."""
    name, hint = max(type_.name, look.name), max(type_.hint, look.detail)
    fixed = {size: look.size(getattr(type_, size)) for size in ("variant", "heading", "worth", "total", "title")}
    heading = max(fixed["heading"], name if look.name > type_.name else 0)
    lines = words_height(name, hint, 1) + AIR if both and hint >= LARGE_HINT else look.least_height
    pitch = max(type_.pitch, lines + type_.gap[1], _LADDER * look.size(7.5) if several else 0.0)
    more = max(0.0, fixed["variant"] - type_.variant)
    gap = (max(type_.gap[0], _PLAYERS_APART), TICK_GAP) if several else type_.gap
    icon = max(type_.icon, _ICON_OF_SEVERAL) if several else type_.icon
    fixed |= {"heading": heading, "header": type_.header + more, "names": max(type_.names, _LEAST_NAMES + gap[1])}
    return replace(type_, **fixed, name=name, hint=hint, pitch=pitch, gap=gap, icon=icon)


def _smaller(type_: Type, least_icon: float, heads: bool) -> Iterator[Type]:
    """The measures, and those with smaller type where names of rows are long: hints, names, then dice; `heads` too."""
    yield type_
    yield (hints := replace(type_, hint=min(type_.hint, _LEAST_HINT) if type_.hint < 10 else type_.hint))
    size, least = hints.name, min(10.0, hints.name) if hints.name < 16 else hints.name
    while size - 0.5 >= least:
        size -= 0.5
        yield replace(hints, name=size, heading=size if heads else max(hints.heading, size))
    for icon in (7.8 * MM, least_icon):
        if type_.icon > icon:
            yield replace(hints, name=size, icon=icon, heading=0.85 * size if heads else hints.heading)


def label_left(rows: Sequence[Row], type_: Type) -> float:
    """How far from the left edge the names of the rows stand."""
    dice, letter = max((len(row.dice) for row in rows), default=0), LETTER if any(row.letter for row in rows) else 0.0
    if not dice:
        return (TILE + _AFTER_DICE if any(row.sign for row in rows) else 0.0) + letter
    after = 1.8 * MM if type_.icon <= _LEAST_ICON else _AFTER_DICE
    return max(_ICON_WIDTH * type_.icon, dice_width(dice, type_.icon)) + after + letter


def _labels(lists: Rows, type_: Type, room: Room, most: float, bare: bool) -> tuple[dict[str, Label], float] | float:
    """What is printed of each label and the width that all need, or the least width if that is more than there is.

    Only `bare` labels may lack what stands below the name.
    """
    rows = [row for each in lists for row in each]
    left, found, widest = label_left(rows, type_), {}, 0.0
    for row in rows:
        before = left if row.kind not in ("head", "grand") else 0.0
        label, width = _label(row, type_, room, most - before, bare)
        found[row.id], widest = label, max(widest, width + before, _points_width(row, left, type_, room))
    return (found, min(_up(widest), most)) if widest <= most else _up(widest)


def sum_left(word: str, type_: Type, measure: Measure) -> float:
    """Where, in the line of a sum of several boxes, there is room behind its sign and its name."""
    return TILE + 1.5 * MM + measure(word, Font.BOLD, sum_size(type_)) + 2 * MM


def sum_size(type_: Type) -> float:
    """The size of the name of a sum that has no row of its own."""
    return max(type_.name - 1.5, min(type_.name, 10.0))


def _points_width(row: Row, left: float, type_: Type, room: Room) -> float:
    """The least width of a label that says what points follow from a sum; 0 where none do."""
    if not row.points_hints:
        return 0.0
    if not row.boxes:  # a ladder of sums and points
        return sum_left(row.name, type_, room.measure) + len(row.ladder) * _RUNG * room.look.size(7.5)
    worth, rest = points_said(row)
    wide = room.measure(worth, Font.BLACK, type_.worth) + MM if worth else 0.0
    left = max(left, sum_left(row.sum_name, type_, room.measure))
    return left + wide + room.measure(rest, Font.REGULAR, type_.hint) + _AFTER_WORTH


def _up(width: float) -> float:
    return ceil(width / _STEP - 1e-6) * _STEP


def name_size(row: Row, type_: Type) -> float:
    """The size of the name of a row."""
    if row.kind == "head":
        return type_.heading
    if row.kind == "grand":
        return type_.total
    return max(type_.name - 1, min(10.0, type_.name)) if row.kind == "sum" and row.level == 1 else type_.name


def _label(row: Row, type_: Type, room: Room, most: float, bare: bool) -> tuple[Label, float]:
    """The longest wording of a label that fits, and its width; the shortest that is not too high, if none does."""
    measure, look = room.measure, room.look
    at_most = measure(most_of(row, type_.small), Font.REGULAR, type_.hint) if row.most else 0.0
    beside = measure(row.worth, Font.BLACK, type_.worth) if row.worth else at_most
    told = row.least if type_.dense else row.hints
    before, after = (1.5 * MM, 1.2 * MM) if type_.icon <= _LEAST_ICON else (_BEFORE_WORTH, _AFTER_WORTH)
    pad = after + (3 * MM if row.kind == "grand" else 0)
    grand = row.kind == "grand"
    high = type_.pitch * (type_.grand if grand else 1) - type_.gap[1] - (0.5 * AIR if grand else AIR)
    size, font = name_size(row, type_), name_font(row)
    roomy = type_.pitch >= 13 * MM
    label, width = Label((row.name,)), _NEVER
    for hints in (*told, *([()] if bare or not told or row.kind == "grand" else [])):
        name = row.name if hints else row.alone or row.name
        above = measure(name, font, size) + (before + beside if beside else 0.0)
        hint_size, face = (look.size(GRAND_HINT), Font.BOLD) if row.kind == "grand" else (type_.hint, Font.REGULAR)
        lines = hints
        if roomy and len(hints) == 1 and 20 * MM < most - pad < measure(hints[0], Font.REGULAR, hint_size):
            lines = tuple(wrap(hints[0], most - pad, Font.REGULAR, hint_size, measure))
        below = max((measure(line, face, hint_size) for line in lines), default=0.0)
        if lines and words_height(size, hint_size, len(lines)) > high:
            continue
        label, width = Label((name,), lines), max(above, below) + pad
        if width <= most:
            return label, width
    wider, halves = in_two(name, measure(name, font, size), lambda word: measure(word, font, size))
    if (bare or not told) and row.kind not in ("head", "grand") and halves and (1 + CAP) * size <= high + AIR:
        return Label(tuple(half for half, _ in halves)), wider + (before + beside if beside else 0.0) + pad
    return label, width


def across(row: Row, column: float, look: Look) -> int:
    """How many of the boxes of a row stand beside each other in a column of this width."""
    count = len(row.boxes)
    fits = [each for each in range(1, count + 1) if (column - (each - 1) * TICK_GAP) / each >= look.least_width]
    wanted = [each for each in fits if count % each == 0]
    return max(wanted, default=1)


def _stacked(lists: Rows, fit: Fit) -> Fit | Shortage:
    """The fit with the heights of its rows, or what lacks."""
    type_, height = fit.type, fit.room.height
    pitches, spare = [], []
    for rows in lists:
        fixed, units = type_.header + type_.names + fit.room.heads + fixed_height(rows, type_) - type_.gap[1], 0.0
        for row in rows:
            units += 0 if row.kind == "head" else type_.grand if row.kind == "grand" else fit.lines.get(row.id, 1)
        pitch = (height - fixed) / max(units, 1)
        if tall := [high for row in rows if (high := fit.ticked(row)) > min(pitch, MAX_PITCH)]:
            fixed, units = fixed + sum(tall), units - len(tall)
            pitch = (height - fixed) / max(units, 1)
        if pitch < type_.pitch - 1e-6:
            boxes = sum(fit.lines.get(row.id, 1) for row in rows if row.kind != "head")
            return Shortage(fixed + units * type_.pitch, height, type_.pitch - type_.gap[1], boxes)
        pitches.append(min(pitch, MAX_PITCH))
        spare.append(max(0.0, height - fixed - units * pitches[-1]))
    more = min(left := min(spare), 12 * MM)
    names = min(left - more, 8 * MM)
    return replace(fit, pitches=tuple(pitches), header=fit.header + more, names=fit.names + names)


def fixed_height(rows: Sequence[Row], type_: Type) -> float:
    """What of a list is as high as it is however high its rows are, but for its cells for names."""
    heads = sum(row.kind == "head" for row in rows[1:])
    return heads * type_.band + sum(gap_above(row, above, type_) for above, row in pairwise(rows))


def gap_above(row: Row, above: Row | None, type_: Type) -> float:
    """What stays free above a row, for a rule or before the end."""
    if row.kind == "grand":
        return type_.end
    if row.kind == "sum" and above is not None and above.kind == "box":
        return _ADDED
    return _BETWEEN_SEVERAL if row.boxes and above is not None and above.boxes else 0.0
