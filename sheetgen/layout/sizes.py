"""Sizes of everything in the rows of a sheet: type, labels, columns and rows, or the reason why they do not fit.

The sizes are those of the design. They depend on the room for a row and on the size of the page.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.layout.content import Content
from sheetgen.layout.paper import MM
from sheetgen.layout.primitives import CAP, DESCENT, LEADING, PIPS, Font, Measure, in_two, wrap
from sheetgen.layout.rows import Rows, SheetRow, dice_width
from sheetgen.layout.themes import AFTER_TICKS, LEAST_TICK, TICK_GAP, TILE, Look

# Lengths and sizes are in points, unless they say something else, and those of the design, drawn with measured text.

_MAX_PITCH = 16.5 * MM  # the design's; the header and the names take the remaining height
"""Maximum height of a row, including the gap below it."""
PART_GAP, LIST_GAP = 0.4 * MM, 9 * MM
"""Gap between the columns of one player, and between two lists of rows."""
GRAND_HINT, NUMBER_WIDTH = 9.0, 4.5 * MM
"""Font size of a hint in the bar of the grand total; width of the letter or number before the name of a row."""
LARGE_HINT = 14.0
"""Minimum size of a large hint, in points: from here on a millimetre is free between it and its name."""
AIR = 2.2 * MM
"""Minimum free height above and below the words of a row together."""
_DICE_WIDTH = 1.53  # three dice of 0.47 and two gaps of 0.06 are a line; two dice and a gap are the height
"""Width of five dice in two lines, as a factor of their height."""
_MIN_DICE, _MIN_DIGIT_DICE, _MIN_HINT = 6 * MM, 7 * MM, 7.5  # the design allows no smaller dice or letters
"""Minimum height of dice in two lines, of dice with digits, and minimum font size of a hint."""
_AFTER_DICE, _BEFORE_WORTH, _AFTER_WORTH, _STEP = 2.7 * MM, 3 * MM, 2.4 * MM, 0.6 * MM  # as in the design's labels
"""Gaps behind the dice, before and behind the points of a label; step to which the width of labels is rounded up."""
_RUNG, _LADDER = 3.2 / 7.5 * MM, 2.95  # 3.2 mm at 7.5 points, the smallest hint; more in large print
"""Width of one step of a ladder of points, and the height of the ladder, as factors of its font size."""
_NEVER, _MIN_NAMES = 1e6, 7.5 * MM
"""Width of a label without a wording that fits; minimum height of the cells for names."""
_SUM_GAP, _CATEGORY_GAP = 0.9 * MM, 1.5 * MM
"""Extra room for the rule above a sum, and for the rule between two categories with several boxes each."""
_PLAYER_GAP, _SEVERAL_DICE = 2.4 * MM, 9.9 * MM  # 2.4 mm as the design says
"""Minimum gap between players, and height of the dice, where categories have several boxes."""


class Sizes(Struct, frozen=True):
    """Sizes for one kind of page: font sizes and lengths, in points."""

    pitch: float
    """Minimum height of a row, including the gap below it."""
    title: float
    variant: float
    heading: float
    name: float
    hint: float
    worth: float
    total: float
    """Font size of the name of the grand total."""
    dice: float
    """Height of the dice of a row."""
    header: float
    """Height of the header, from the top of the type area to the cells for names."""
    names: float
    """Height of the cells for names."""
    column_gap: float
    row_gap: float
    band: float
    """Height of the second heading of a list."""
    radius: float
    """Radius of the corners of boxes."""
    grand: float
    """Height of the grand total, in rows."""
    end: float
    """Gap above the grand total."""
    dense: bool = False
    """Flag: the header is low with the code in its corner, and labels have short hints."""
    small: bool = False
    """Flag: the page is too small for a signature."""


def _sizes(
    fonts: Sequence[float], lengths: Sequence[float], gaps: tuple[float, float], grand: float, dense: str = ""
) -> Sizes:
    """Return the sizes of one line of the table below; lengths and gaps are in millimetres."""
    title, variant, heading, name, hint, worth, total = fonts
    pitch, dice, header, names, band, radius, end = (length * MM for length in lengths)
    return Sizes(pitch, title, variant, heading, name, hint, worth, total, dice, header, names, gaps[0] * MM,
                 gaps[1] * MM, band, radius, grand, end, bool(dense), dense == "small")  # fmt: skip


SIZES: dict[str, tuple[Sizes, ...]] = {
    "large": (
        _sizes((48, 15, 14, 13.5, 8.2, 16, 20), (13.5, 10.5, 30, 13.5, 9, 1.8, 3), (1.5, 1.2), 1.2),  # A4, roomy
        _sizes((42, 15, 14, 12.5, 8, 14, 18), (9.9, 7.8, 27, 11, 8.1, 1.8, 1.5), (1.5, 1.05), 1.37),  # A4, normal
        _sizes((40, 15, 13, 11.5, 7.6, 13, 16), (8.9, 6.9, 25.2, 9.9, 7.5, 1.5, 1.2), (1.2, 0.7), 1.25),  # A4
        _sizes((30, 13, 12, 11, 7.6, 12, 13), (8.3, 6.3, 15, 8, 7.2, 1.2, 0.6), (0.75, 0.3), 1.07, "dense"),
    ),
    "middle": (
        _sizes((34, 12, 12, 11.5, 8, 13, 15), (9.9, 7.5, 24, 9, 7.5, 1.8, 1.8), (1.05, 0.9), 1.05),  # A5
        _sizes((26, 11, 11, 10.5, 7.6, 12, 13), (8.3, 6.3, 14.3, 7.8, 7.2, 1.2, 0.5), (0.75, 0.3), 1.02, "dense"),
    ),
    "small": (_sizes((22, 10.5, 10.5, 10, 8, 11, 12), (8.3, 6, 14.3, 7.8, 7.2, 1.2, 0.5), (0.6, 0.3), 1.02, "small"),),
}
"""Sizes by kind of page, the roomiest first."""


def sizes_of(width: float, height: float) -> tuple[Sizes, ...]:
    """Return the sizes to try on a page of this size, the roomiest first."""
    short = min(width, height)
    return SIZES["large" if short > 180 * MM else "middle" if short > 125 * MM else "small"]


class Label(Struct, frozen=True):
    """Words printed in the label of a row."""

    names: tuple[str, ...]
    """Lines of the name: one, or two without hints in a narrow column."""
    hints: tuple[str, ...] = ()


class FittedRows(Struct, frozen=True):
    """Sizes of rows that fit."""

    sizes: Sizes
    labels: dict[str, Label]
    """Labels by the id of their row."""
    label: float
    """Width of the labels, up to the gap before the boxes."""
    column: float
    """Width of a player's boxes."""
    pitches: tuple[float, ...]
    """Height of a row in each list, including the gap below it."""
    header: float
    """Height of the header."""
    names: float
    """Height of the cells for names."""
    lines: dict[str, int]
    """Number of lines of each row with several boxes."""
    room: "Room"

    @property
    def part(self) -> float:
        """Width of each of a player's columns."""
        return (self.column - (self.room.parts - 1) * PART_GAP) / self.room.parts

    def height(self, row: SheetRow, place: int) -> float:
        """Return the height of a row in the list with this number, including the gap below it."""
        if row.kind == "head":
            return self.sizes.band
        pitch = self.pitches[place]
        lines = self.sizes.grand if row.kind == "grand" else self.lines.get(row.id, 1)
        return max(lines * pitch, self.ticked(row))

    def ticked(self, row: SheetRow) -> float:
        """Return the minimum height of a row with ticks above its box, including the gap; 0 for any other row."""
        look = self.room.look
        if not row.ticks or look.ticks_beside(self.part, row.ticks)[0]:
            return 0.0
        return LEAST_TICK + TICK_GAP + look.least_height + self.sizes.row_gap


class Shortage(Struct, frozen=True):
    """Reason why a sheet does not fit: the length it needs in one direction, and the length there is."""

    need: float
    have: float
    least: float = 0.0
    """Minimum size of a box in that direction; 0 if it is not the boxes that have no room."""
    count: int = 0
    """Number of boxes next to or below each other."""
    label: float = 0.0
    """Width of the labels and side columns; 0 if the height is short."""


class Room(Struct, frozen=True):
    """Space for the rows of a sheet, and the rows to fit into it, in these sizes or in smaller type."""

    content: Content
    width: float
    """Width of the type area."""
    height: float
    """Height from the top of the type area to the footer."""
    label: float
    """Maximum width of the labels, as a part of the width of a list."""
    lists: Rows
    columns: int
    sizes: Sizes
    ticks_width: float = 0.0
    """Width for squares to tick before the boxes."""

    @property
    def look(self) -> Look:
        """Look of the sheet."""
        return self.content.options.look

    @property
    def parts(self) -> int:
        """Number of columns of each player."""
        return len(self.content.heads.columns) if self.content.heads else 1

    @property
    def heads(self) -> float:
        """Height of the headers of these columns."""
        return self.content.heads.height if self.content.heads else 0.0

    @property
    def beside(self) -> float:
        """Width of all side columns."""
        return sum(column.width for column in self.content.side_columns)

    def fit(self) -> FittedRows | Shortage:
        """Return the sizes that fit, or the reason why there are none.

        Squares to tick are before their box. If labels then lose their hints, the squares are above it and need height.
        """
        if ticks := max(row.ticks for row in chain(*self.lists)):
            before = AFTER_TICKS + (ticks + 1) // 2 * (LEAST_TICK + TICK_GAP)
            fit = replace(self, ticks_width=before)._fit()
            if isinstance(fit, FittedRows):
                return fit
        return self._fit()

    def _fit(self) -> FittedRows | Shortage:
        rows, sizes, look = [*chain(*self.lists)], self._adjusted(), self.look
        width, gap = (self.width - LIST_GAP * (len(self.lists) - 1)) / len(self.lists), sizes.column_gap
        pairs = any(row.points for row in rows)  # points are next to the sum from which they follow
        least = 2 * look.least_width + TICK_GAP if pairs else look.least_width
        least = max(least, look.least_width + self.ticks_width)
        least = self.parts * least + (self.parts - 1) * PART_GAP
        taken, widest = self.columns * (least + gap) + self.beside, self.label * width
        above = not self.ticks_width and any(row.ticks for row in rows)
        column = least if above else (width - self.beside) / self.columns - gap  # in a narrow one, ticks take height
        stacked = self._stacked(sizes, ({}, 0.0), column)
        if isinstance(stacked, Shortage):  # the height does not depend on the labels, but for categories of several
            return stacked
        pitch = sizes.pitch if any(row.boxes for row in rows) else min(stacked.pitches)
        tried, most = [replace(each, pitch=pitch) for each in self._smaller(sizes)], min(widest, width - taken)
        bare = not self.ticks_width  # only then, labels may lose their hints
        narrowest = self._labels(tried[-1], most, bare)
        if isinstance(narrowest, float):
            if narrowest + taken > width:
                return Shortage(narrowest + taken, width, least, self.columns, narrowest + self.beside)
            return Shortage(narrowest, widest, label=narrowest)
        ways = ((each, self._labels(each, most, less)) for less in sorted({False, bare}) for each in tried)
        smaller, labels = next((each, found) for each, found in ways if not isinstance(found, float))
        return self._stacked(smaller, labels, (width - labels[1] - self.beside) / self.columns - gap)

    def _adjusted(self) -> Sizes:
        """Return the sizes with the minimum sizes of the look, and with room for special rows.

        Special rows are those with several boxes and those with names in two languages.
        """
        sizes, look = self.sizes, self.look
        several, both = any(row.boxes for row in chain(*self.lists)), any(row.second_name for row in chain(*self.lists))
        name, hint = max(sizes.name, look.name), max(sizes.hint, look.detail)
        fonts = {size: look.size(getattr(sizes, size)) for size in ("variant", "heading", "worth", "total", "title")}
        fonts["heading"] = max(fonts["heading"], name if look.name > sizes.name else 0)
        lines = words_height(name, hint, 1) + AIR if both and hint >= LARGE_HINT else look.least_height
        row_gap = TICK_GAP if several else sizes.row_gap
        return replace(
            sizes, **fonts, name=name, hint=hint, row_gap=row_gap,
            pitch=max(sizes.pitch, lines + sizes.row_gap, _LADDER * look.size(7.5) if several else 0.0),
            header=sizes.header + max(0.0, fonts["variant"] - sizes.variant),
            column_gap=max(sizes.column_gap, _PLAYER_GAP) if several else sizes.column_gap,
            dice=max(sizes.dice, _SEVERAL_DICE) if several else sizes.dice,
            names=max(sizes.names, _MIN_NAMES + row_gap),
        )  # fmt: skip

    def _smaller(self, sizes: Sizes) -> Iterator[Sizes]:
        """Yield the sizes, then smaller ones for long names: first of the hints, then of the names, then of the dice.

        Headings become smaller as well if players have several columns.
        """
        heads, faces = self.parts > 1, (face for row in chain(*self.lists) for face, _ in row.dice)
        digits = any(face and face not in PIPS for face in faces)
        yield sizes
        yield (hints := replace(sizes, hint=min(sizes.hint, _MIN_HINT) if sizes.hint < 10 else sizes.hint))
        size, least = hints.name, min(10.0, hints.name) if hints.name < 16 else hints.name
        while size - 0.5 >= least:
            size -= 0.5
            yield replace(hints, name=size, heading=size if heads else max(hints.heading, size))
        for dice in (7.8 * MM, _MIN_DIGIT_DICE if digits else _MIN_DICE):
            if sizes.dice > dice:
                yield replace(hints, name=size, dice=dice, heading=0.85 * size if heads else hints.heading)

    # labels

    def _labels(self, sizes: Sizes, most: float, bare: bool) -> tuple[dict[str, Label], float] | float:
        """Return the labels in these sizes and their width, or the minimum width if it is more than `most`.

        Labels may lose their hints only if `bare` is set.
        """
        left, found, widest = label_left([*chain(*self.lists)], sizes), {}, 0.0
        for row in chain(*self.lists):
            before = left if row.kind not in ("head", "grand") else 0.0
            label, width = self._label(row, sizes, most - before, bare)
            found[row.id], widest = label, max(widest, width + before, self._points_width(row, left, sizes))
        widest_up = ceil(widest / _STEP - 1e-6) * _STEP
        return (found, min(widest_up, most)) if widest <= most else widest_up

    def _points_width(self, row: SheetRow, left: float, sizes: Sizes) -> float:
        """Return the minimum width of the label of a sum with points; 0 for other rows."""
        measure = self.content.measure
        if not row.points_hint:
            return 0.0
        if not row.boxes:
            return sum_left(row.name, sizes, measure) + len(row.ladder) * _RUNG * self.look.size(7.5)
        worth, rest = row.points_parts
        wide = measure(worth, Font.BLACK, sizes.worth) + MM if worth else 0.0
        left = max(left, sum_left(row.sum_name, sizes, measure))
        return left + wide + measure(rest, Font.REGULAR, sizes.hint) + _AFTER_WORTH

    def _label(self, row: SheetRow, sizes: Sizes, most: float, bare: bool) -> tuple[Label, float]:
        """Return the longest wording of a label that fits, or else the shortest that is not too high; and its width."""
        measure, look, grand = self.content.measure, self.look, row.kind == "grand"
        beside = measure(row.worth, Font.BLACK, sizes.worth) if row.worth else 0.0
        if row.most and not row.worth:
            beside = measure(row.most_words(sizes.small), Font.REGULAR, sizes.hint)
        wordings = row.essential if sizes.dense else row.hints
        before, after = (1.5 * MM, 1.2 * MM) if sizes.dice <= _MIN_DICE else (_BEFORE_WORTH, _AFTER_WORTH)
        pad = after + (3 * MM if grand else 0)
        high = sizes.pitch * (sizes.grand if grand else 1) - sizes.row_gap - (0.5 * AIR if grand else AIR)
        size, hint, face = name_size(row, sizes), sizes.hint, Font.REGULAR
        if grand:
            hint, face = look.size(GRAND_HINT), Font.BOLD
        label, width, wrapped = Label((row.name,)), _NEVER, sizes.pitch >= 13 * MM and most - pad > 20 * MM
        for hints in (*wordings, *([()] if bare or not wordings or grand else [])):
            name = row.name if hints else row.bare_name or row.name
            above = measure(name, row.font, size) + (before + beside if beside else 0.0)
            lines = hints
            if wrapped and len(hints) == 1 and most - pad < measure(hints[0], Font.REGULAR, hint):
                lines = tuple(wrap(hints[0], most - pad, Font.REGULAR, hint, measure))
            if lines and words_height(size, hint, len(lines)) > high:
                continue
            below = max((measure(line, face, hint) for line in lines), default=0.0)
            label, width = Label((name,), lines), max(above, below) + pad
            if width <= most:
                return label, width
        wider, halves = in_two(name, measure(name, row.font, size), lambda word: measure(word, row.font, size))
        if (bare or not wordings) and row.kind not in ("head", "grand") and halves and (1 + CAP) * size <= high + AIR:
            return Label(tuple(half for half, _ in halves)), wider + (before + beside if beside else 0.0) + pad
        return label, width

    # heights

    def _stacked(self, sizes: Sizes, labels: tuple[dict[str, Label], float], column: float) -> FittedRows | Shortage:
        """Return the rows with columns of this width and with their heights, or the height that is missing."""
        fit = FittedRows(sizes, *labels, column, (), sizes.header, sizes.names, {}, self)
        several = (row for row in chain(*self.lists) if row.boxes)
        lines = {row.id: -(-len(row.boxes) // across(row, fit.part, self.look)) + 1 for row in several}
        fit, height, pitches, spare = replace(fit, lines=lines), self.height, [], []
        for rows in self.lists:
            gaps = sum(gap_above(row, above, sizes) for above, row in pairwise(rows))
            bands = sum(row.kind == "head" for row in rows[1:]) * sizes.band
            fixed, units = sizes.header + sizes.names + self.heads + bands + gaps - sizes.row_gap, 0.0
            for row in rows:
                units += 0 if row.kind == "head" else sizes.grand if row.kind == "grand" else lines.get(row.id, 1)
            pitch = (height - fixed) / max(units, 1)
            if tall := [high for row in rows if (high := fit.ticked(row)) > max(0.0, min(pitch, _MAX_PITCH))]:
                fixed, units = fixed + sum(tall), units - len(tall)
                pitch = (height - fixed) / max(units, 1)
            if pitch < sizes.pitch - 1e-6:
                boxes = sum(lines.get(row.id, 1) for row in rows if row.kind != "head")
                return Shortage(fixed + units * sizes.pitch, height, sizes.pitch - sizes.row_gap, boxes)
            pitches.append(min(pitch, _MAX_PITCH))
            spare.append(max(0.0, height - fixed - units * pitches[-1]))
        more = min(left := min(spare), 12 * MM)
        names = min(left - more, 8 * MM)
        return replace(fit, pitches=tuple(pitches), header=fit.header + more, names=fit.names + names)


def label_left(rows: Sequence[SheetRow], sizes: Sizes) -> float:
    """Return the distance of the names of the rows from the left edge of the labels."""
    dice = max((len(row.dice) for row in rows), default=0)
    number = NUMBER_WIDTH if any(row.letter for row in rows) else 0.0
    if not dice:
        return (TILE + _AFTER_DICE if any(row.sign for row in rows) else 0.0) + number
    after = 1.8 * MM if sizes.dice <= _MIN_DICE else _AFTER_DICE
    return max(_DICE_WIDTH * sizes.dice, dice_width(dice, sizes.dice)) + after + number


def sum_left(word: str, sizes: Sizes, measure: Measure) -> float:
    """Return the x behind the sign and the name of a sum of several boxes, from the left edge of the label."""
    return TILE + 1.5 * MM + measure(word, Font.BOLD, sum_size(sizes)) + 2 * MM


def sum_size(sizes: Sizes) -> float:
    """Return the font size for the name of a sum that has no row of its own."""
    return max(sizes.name - 1.5, min(sizes.name, 10.0))


def name_size(row: SheetRow, sizes: Sizes) -> float:
    """Return the font size for the name of a row."""
    if row.kind == "head":
        return sizes.heading
    if row.kind == "grand":
        return sizes.total
    return max(sizes.name - 1, min(10.0, sizes.name)) if row.kind == "sum" and row.level == 1 else sizes.name


def across(row: SheetRow, column: float, look: Look) -> int:
    """Return how many boxes of a row with several are next to each other in a column of this width."""
    count = len(row.boxes)
    fits = [each for each in range(1, count + 1) if (column - (each - 1) * TICK_GAP) / each >= look.least_width]
    wanted = [each for each in fits if count % each == 0]
    return max(wanted, default=1)


def gap_above(row: SheetRow, above: SheetRow | None, sizes: Sizes) -> float:
    """Return the extra gap between a row and the one above it."""
    if row.kind == "grand":
        return sizes.end
    if row.kind == "sum" and above is not None and above.kind == "box":
        return _SUM_GAP
    return _CATEGORY_GAP if row.boxes and above is not None and above.boxes else 0.0


def words_height(size: float, hint: float, lines: int) -> float:
    """Return the height of a name with some lines of hints below it, in points."""
    return CAP * size + (first_hint(size, hint) + (lines - 1) * LEADING * hint if lines else 0.0)


def first_hint(size: float, hint: float) -> float:
    """Return the distance from a name to the first line of its hint; two large ones have a millimetre between them."""
    return (1 * MM + DESCENT * size if hint >= LARGE_HINT else 1.25 * MM) + 0.74 * hint
