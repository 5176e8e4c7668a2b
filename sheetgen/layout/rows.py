"""Rows of a sheet, with their words and dice, and its columns.

Headers, and small print next to the boxes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import runs_of
from sheetgen.i18n.wording import Wording, capital, signed
from sheetgen.layout.primitives import (
    CAP,
    LEADING,
    MM,
    ColouredFace,
    DieKind,
    Drawing,
    Font,
    Ink,
    Item,
    Line,
    Measure,
    Rect,
    RoundedRect,
    Shown,
    Text,
    centred,
    wrap,
)
from sheetgen.layout.themes import Look
from sheetgen.rules.history import maximum, possible_values
from sheetgen.rules.patterns import Dice, Face, Groups
from sheetgen.rules.ruleset import Category, Column, Ruleset, Section, Total, boxes_of
from sheetgen.rules.scoring import add_up

_TICKS = 3
"""Number of squares to tick for further Yachts."""
_LISTED = 4
"""Maximum number of possible values that are all listed."""
_MOST_MISSING = 3
"""Maximum number of missing values that are listed."""
DICE_GAP = 0.06
"""Gap between dice in two lines, as a factor of the height of both."""
# lengths and sizes of the design, in points; those in MM come from its drawings


class HeadMeasures(Struct, frozen=True):
    """Header of a column of a player: a sign, and words below it."""

    sign: float = 5.4 * MM
    """Side of the sign."""
    sign_gap: float = 1.3 * MM
    """Gap between the sign and the words."""
    letters: float = 1.35
    """Minimum side of a sign of letters, as a factor of the smallest font size: it grows in large
    print."""
    words: float = 7.6
    """Font size of the words."""
    worth: float = 14.0
    """Font size of a column's match points."""
    worth_gap: float = 0.7 * MM
    """Gap between the match points and their unit."""
    words_gap: float = 0.6 * MM
    """Minimum gap between the words of two columns."""
    most_beside: float = 2.2 * MM
    """Maximum distance of the middle of the words from that of their column. From no drawing."""
    air: float = 1.4 * MM
    """Free height below the words; all of it is 9.9 mm high."""
    mark: float = 3.6 * MM
    """Side of a sign or die that repeats another one; a third of it is free behind it."""


HEAD = HeadMeasures()


class SideMeasures(Struct, frozen=True):
    """Column of small print next to the boxes."""

    leading: float = 1.15
    """Distance between two baselines, as a factor of the font size."""
    pad: float = 3.0
    """Free width on each side of a text."""
    lines: int = 2
    """Maximum number of lines in a row."""
    min_width: float = 9 * MM
    max_width: float = 60 * MM
    step: float = 1 * MM
    """Step in which the width is tried."""


SIDE = SideMeasures()


Sign = Literal["", "=", "+", "−", "×", "→"]
RowKind = Literal["head", "box", "sum", "grand", "squares"]
"""``squares``: a row with squares to tick alone, for further rolls."""
Pip = tuple[Shown, DieKind]
"""Die of a picture: its face, as in `Die`, and its meaning."""
Hints = tuple[str, ...]
"""Lines of small print below a name."""


class SheetRow(Struct, frozen=True):
    """Row of a sheet: a label and, unless it is the heading of a section, cells in every column."""

    kind: RowKind
    id: str = ""
    name: str = ""
    hints: tuple[Hints, ...] = ()
    """Wordings of the small print below the name, from the longest to the shortest."""
    full_hint: str = ""
    """Wording of the small print that says more than the first of `hints`, for labels that have
    room for it without growing."""
    bare_names: tuple[str, ...] = ()
    """Wordings of the name without small print, the best first, if it is another one then."""
    compact_names: tuple[str, ...] = ()
    """Shorter wordings of the name of a sum or bonus, for narrow pads."""
    worth: str = ""
    """Points, if they are fixed."""
    formula: str = ""
    """Points that are more than one number: ``30 +`` and dice, or a number for each roll, or each
    step of a bonus."""
    formula_hints: tuple[Hints, ...] = ()
    """Wordings of the small print next to a formula, from the longest to the shortest."""
    most: str = ""
    """Words for the maximum of a row whose points depend on the roll."""
    limit: str = ""
    """The maximum as a sign and a number, for small pages."""
    essential: tuple[Hints, ...] = ()
    """Wordings of the small print that is needed even in little room, since it is nowhere else on
    the sheet."""
    dice: tuple[Pip, ...] = ()
    sign: Sign = ""
    """Sign of arithmetic before a sum."""
    mark: Sign = ""
    """Sign before the points of a row that is used in another one as well, or behind the sum that
    earns a bonus."""
    level: int = 1
    """Level of a sum: 2 for the total of a section, 3 for a sum of such totals below the grand
    total."""
    ticks: int = 0
    """Number of squares to tick before a box."""
    squares: int = 0
    """Maximum number of squares in a row of these alone."""
    boxes: tuple[str, ...] = ()
    """Ids of the boxes of a category that has several."""
    points: str = ""
    """Id of the total that follows from the row and is in it too."""
    points_hints: tuple[str, ...] = ()
    """Words for these points, in each language."""
    sum_names: tuple[str, ...] = ()
    """Name of the sum of several boxes, which has no row of its own, in each language."""
    ladder: tuple[tuple[str, str], ...] = ()
    """Sums, and the points that follow from each."""
    letter: str = ""
    """Number of the row on a sheet with numbered rows."""
    added: int = 0
    """Number of dice that are added up, on a sheet without words; they have a bracket."""
    stacked: bool = False
    """Flag: there can be any number of its die, which is drawn as a stack on a sheet without
    words."""
    second_name: str = ""
    """Name in the second language, if it differs."""
    columns: tuple[str, ...] = ("",)
    """Prefixes of the cell ids in each of a player's columns; one if a cell belongs to all of
    them."""
    across: str = ""
    """Id of the sum of the row across all columns, if its box is in the row too."""

    @property
    def font(self) -> Font:
        """Font of the name."""
        return Font.BLACK if self.kind in ("head", "grand") or self.level > 1 else Font.BOLD

    @property
    def printed(self) -> str:
        """Points that are printed next to the name: one number, or a formula."""
        return self.worth or self.formula

    @property
    def points_parts(self) -> tuple[str, tuple[str, ...]]:
        """Words for the points that follow from the row, in two parts.

        A number at the start, and what it is for.
        """
        number = self.points_hints[0].partition(" ")[0]
        number = number if number.isdigit() else ""
        return number, tuple(hint.removeprefix(f"{number} ") for hint in self.points_hints)


Rows = tuple[tuple[SheetRow, ...], ...]
"""Rows of one list, or of two lists next to each other."""


def rows_of(ruleset: Ruleset, wording: Wording, beside: bool = False) -> Rows:
    """Return the rows of a sheet in one list or, if `beside` is set, in two.

    Half of the sections or boxes in each.
    """
    numbers = (str(place) if ruleset.sheet.numbered else "" for place in count(1))
    sections = [tuple(_section_rows(section, wording, numbers)) for section in ruleset.sections]
    has_heads = any(row.kind == "head" for rows in sections for row in rows)
    boxes_each = {category.boxes for category in ruleset.categories.values()}
    if not has_heads and len(boxes_each) == 1 and boxes_each != {1}:
        number = wording.number_word(boxes_each.pop())
        words = wording.catalog.text("sheet", "%(number)s boxes each", number=number)
        sections[0] = (SheetRow("head", name=capital(words)), *sections[0])
    placed = {*paired_totals(ruleset), *sums_across(ruleset)}
    finals = tuple(_total_row(total, wording) for total in ruleset.totals if total.id not in placed)
    if not beside:
        return ((*chain(*sections), *finals),)
    if len(sections) == 1:
        sections = _halves(sections[0])
    first, second = _two_lists(sections)
    return tuple(chain(*first)), (*chain(*second), *finals)


def _halves(rows: Sequence[SheetRow]) -> list[tuple[SheetRow, ...]]:
    """Return the two halves of a section; numbers stay together if they are about half of it."""
    half = len(rows) // 2 + 1
    if half > 1:
        is_number_above = len(rows[half - 2].dice) == 1
        is_number_below = len(rows[half - 1].dice) == 1
        if is_number_above != is_number_below:
            half -= 1
    return [tuple(rows[:half]), tuple(rows[half:])]


_Sections = list[tuple[SheetRow, ...]]


def _two_lists(sections: _Sections) -> tuple[_Sections, _Sections]:
    """Return the sections of each of two lists, of which the longer is as short as possible."""
    lengths = [len(rows) for rows in sections]

    def longer(cut: int) -> int:
        return max(sum(lengths[:cut]), sum(lengths[cut:]))

    middle = min(range(1, len(sections)), key=longer)
    return sections[:middle], sections[middle:]


def _section_rows(section: Section, wording: Wording, numbers: Iterator[str]) -> Iterable[SheetRow]:
    if wording.name(section):
        yield SheetRow("head", section.id, wording.name(section))
    pairs, across = paired_totals(wording.ruleset), sums_across(wording.ruleset)
    for category in section.categories:
        row = replace(_box_row(category, wording), letter=next(numbers))
        points = next((total for total in pairs.values() if total.of == (category.id,)), None)
        if points and row.boxes:
            sum_names = (wording.catalog.text("sheet", "Sum"),)
            row = replace(
                row,
                points=points.id,
                points_hints=(wording.points_from(points),),
                sum_names=sum_names,
            )
        yield row
    for total in section.totals:
        if total.id not in pairs:
            yield _total_row(total, wording)
            yield from (
                _total_row(each, wording) for each in across.values() if each.of == (total.id,)
            )


def sums_across(ruleset: Ruleset) -> dict[str, Total]:
    """Return the totals that add up one total of a section across all columns.

    They are in its row or below it.
    """
    inner = {total.id for section in ruleset.sections for total in section.totals}
    own = (total for total in ruleset.totals if ruleset.in_first_column(total) is total)
    return {total.id: total for total in own if len(total.of) == 1 and total.of[0] in inner}


def in_one_row(lists: Rows, ruleset: Ruleset) -> Rows:
    """Return the lists with each sum across columns in the row of what it sums."""
    across = {total.of[0]: total.id for total in sums_across(ruleset).values()}
    kept = ([row for row in rows if row.id not in across.values()] for rows in lists)
    return tuple(
        tuple(replace(row, across=across.get(row.id, "")) for row in rows) for rows in kept
    )


def paired_totals(ruleset: Ruleset) -> dict[str, Total]:
    """Return the totals that are in the row from which they follow.

    Only games whose categories have several boxes have them.
    """
    if all(category.boxes == 1 for category in ruleset.categories.values()):
        return {}
    sections = {section.id for section in ruleset.sections}
    alone = (total for total in ruleset.declared.values() if total.steps and len(total.of) == 1)
    return {total.id: total for total in alone if total.of[0] not in sections}


def _box_row(category: Category, wording: Wording) -> SheetRow:
    points, boxes, first = (
        category.points,
        boxes_of(category),
        wording.ruleset.boxes_with(category.id)[0],
    )
    fixed = points.kind == "fixed" and not points.by_roll
    hints, formula = (
        [(hint,) for hint in wording.hints(category)],
        "" if fixed else _formula(category),
    )
    beside = [(hint,) for hint in wording.hints(category, formula=True)] if formula else []
    special = points.first_roll is not None or points.kind == "per_die"
    multiplied = next(
        (total for total in wording.ruleset.declared.values() if total.times == category.id), None
    )
    if multiplied:
        hints.insert(0, (f"{hints[0][0]} · × {wording.name(multiplied)}",))
    return SheetRow(
        "box",
        category.id if len(boxes) > 1 else boxes[0].id,
        wording.name(category),
        tuple(hints[:2] if special else hints),
        worth=str(points.value) if fixed else "",
        formula=formula,
        formula_hints=tuple(beside),
        most="" if fixed else wording.most_points(category),
        limit="" if fixed else f"≤ {maximum(wording.ruleset, first.id)}",
        essential=tuple(hints[len(hints) // 2 :][:1])
        if special
        else tuple(beside[len(beside) // 2 :][:1]),
        dice=tuple(
            (drawn_face(wording.dice, face), kind)
            for face, kind in pattern_pips(category, wording.ruleset)
        ),
        boxes=tuple(box.id for box in boxes) if len(boxes) > 1 else (),
        mark="×" if multiplied else "",
        columns=tuple(map(wording.ruleset.prefix, wording.ruleset.columns)),
    )


_COLOURS = {"black": Ink.TEXT, "red": Ink.RED, "green": Ink.GREEN}
"""Ink of each group of faces that is named after a colour, by its id."""


def drawn_face(dice: Dice, face: Shown) -> Shown:
    """Return a face as it is drawn: a symbol, or pips, which have the colour of their group."""
    group = next((each.id for each in dice.groups if face in each.faces), "")
    if group not in _COLOURS:
        return dice.sign_of(face)
    coloured = ColouredFace(int(face))
    coloured.ink = _COLOURS[group]
    return coloured


def pattern_pips(category: Category, ruleset: Ruleset) -> tuple[Pip, ...]:
    """Return the dice that show what a category requires.

    Those that count, then those that may show anything.
    """
    faces = category.pattern.example_dice(ruleset.dice.sides)
    dice = ruleset.dice.counted.count
    if isinstance(category.pattern, Face) and category.pattern.at_least == 1:
        return ((category.pattern.face, "solid"),)
    alike = [each for each in ruleset.categories.values() if each.pattern == category.pattern]
    if isinstance(
        category.pattern, Groups
    ):  # a second row with the same pattern shows another face
        faces = tuple(max(1, face - alike.index(category)) for face in faces)
    if (
        not faces and len(alike) > 1 and category.examples
    ):  # such as the highest and the lowest of any dice
        shown = category.chosen(category.examples[0]).dice
        faces = tuple(sorted(shown, reverse=2 * sum(shown) > len(shown) * (ruleset.dice.sides + 1)))
    pips: list[Pip] = [(face, "solid" if face else "blank") for face in faces]
    blank: Pip = (0, "blank")
    return (*pips, *[blank] * dice)[:dice]


def _level(ruleset: Ruleset, total: str) -> int:
    """Return the level of a total.

    2 for the last one of a section, 1 or more above its parts, at most 3.
    """
    last = {section.totals[-1].id for section in ruleset.sections if section.totals}
    least = 1 + (
        plain_id(total) in last and ruleset.all_totals[total].kind in ("sum", "difference")
    )
    parts = [part for part in ruleset.addends[total] if part in ruleset.all_totals]
    if ruleset.all_totals[total].kind != "sum" or not parts:
        return least
    return min(3, max(least, *(1 + _level(ruleset, part) for part in parts)))


def _total_row(total: Total, wording: Wording) -> SheetRow:
    ruleset = wording.ruleset
    first = ruleset.in_first_column(total)
    columns = ("",) if first is total else tuple(map(ruleset.prefix, ruleset.columns))
    hints = tuple((hint,) for hint in wording.arithmetic(first) if hint)
    if total.id == "total":
        return SheetRow("grand", total.id, wording.name(total), hints)
    paired = next(
        (other for other in paired_totals(ruleset).values() if other.of == (total.id,)), None
    )
    sign: Sign = "=" if total.kind in ("sum", "difference") else "+"
    sign = "×" if total.times else "+" if total.id in sums_across(ruleset) else sign
    level = _level(ruleset, first.id)
    row = SheetRow(
        "sum", total.id, wording.name(total), hints, sign=sign, level=level, columns=columns
    )
    if total.kind == "sum":
        row = replace(row, compact_names=(wording.catalog.text("sheet", "Sum"),))
    if paired:
        ladder = tuple((str(step.at_least), signed(step.points)) for step in paired.steps)
        row = replace(
            row, points=paired.id, points_hints=(wording.points_from(paired),), ladder=ladder
        )
    if total.kind == "extra_yachts":
        return replace(
            row,
            worth="" if total.by_column else str(total.points),
            ticks=_TICKS,
            hints=tuple((hint,) for hint in _hints_of_yachts(total, wording)),
            compact_names=(capital(wording.each(total)[-1]),),
        )
    if len(total.steps) == 1:
        return _bonus_row(row, total, wording)
    if paired:
        return row
    if total.kind == "threshold":
        least = " · ".join(str(step.at_least) for step in total.steps)
        points = " ".join(signed(step.points) for step in total.steps)
        words = ((wording.from_points(least),),)
        return replace(row, formula=points, formula_hints=words, essential=words)
    has_essential = total.steps or total.kind == "difference"
    return replace(row, essential=hints[-1:]) if has_essential else row


def _bonus_row(row: SheetRow, total: Total, wording: Wording) -> SheetRow:
    """Return the row of a bonus that is earned or not."""
    short, bare_name = wording.bonus(total)
    essential = ((short,),) if bare_name == row.name else ()
    points = str(total.steps[0].points)
    compact_names = (wording.compact_bonus(total),) if total.kind == "threshold" else ()
    return replace(
        row,
        worth=points,
        compact_names=compact_names,
        hints=((short,),),
        full_hint=wording.bonus_from_dice(wording.ruleset.in_first_column(total)),
        essential=essential,
        bare_names=(bare_name,),
    )


def first_addends(rows: Sequence[SheetRow], ruleset: Ruleset) -> dict[str, str]:
    """Return the row of the first addend by the id of each sum with a bracket.

    The addends of such a sum are the rows above it. A sum among these rows stands for its own
    addends. The multiplier of a difference may be elsewhere.
    """
    sums: dict[str, set[str]] = {}
    first: dict[str, str] = {}
    for place, row in enumerate(rows):
        total = ruleset.declared.get(row.id)
        if (
            row.kind != "sum"
            or row.points
            or total is None
            or total.kind not in ("sum", "difference")
        ):
            continue
        own = ruleset.in_first_column(total)
        if own is total:  # across all columns
            continue
        left = sums[row.id] = {*map(plain_id, ruleset.addends[own.id])} - {total.times}
        for above in (each for each in reversed(rows[:place]) if each.kind != "head"):
            whole = sums.get(above.id) or {*above.boxes}
            taken = whole if whole and whole <= left else {above.id}
            if not taken <= left:
                break
            left, first[row.id] = left - taken, above.id
        if left:
            first.pop(row.id, None)
    return first


def plain_id(row: str) -> str:
    """Return the id of a box or total without its column."""
    return row.rpartition(".")[2]


def dice_width(dice: int, height: float) -> float:
    """Return the width of dice in two lines of this total height, or of a single die."""
    if dice <= 1:
        return height
    side = (height - DICE_GAP * height) / 2
    across = (dice + 1) // 2
    return across * side + (across - 1) * DICE_GAP * height


def numbered(number: int) -> tuple[int, ...]:
    """Return the faces of the dice for a number from 1 to 12: one die, or a six and another."""
    return (number,) if number < 7 else (6, number - 6)


FURTHER_ROLLS = "further-rolls"
"""Id of the row with squares for saved or spare rolls. No id of a ruleset file has a hyphen."""
_MOST_SQUARES = 24
"""Maximum number of squares for saved rolls, where a game has no limit of its own: one that is
struck out is not used again."""


def with_further_rolls(lists: Rows, wording: Wording) -> Rows:
    """Return the rows with one for saved or spare rolls above the grand total.

    Games without such rolls have none.
    """
    dice = wording.ruleset.dice
    if dice.saved is None and not dice.spare:
        return lists
    name, hints = wording.further_rolls()
    most = dice.spare or (dice.saved and dice.saved.max) or _MOST_SQUARES
    squares = SheetRow(
        "squares",
        FURTHER_ROLLS,
        name,
        tuple((hint,) for hint in hints),
        sign="→",
        squares=most,
    )
    *others, last = lists
    place = next((place for place, row in enumerate(last) if row.kind == "grand"), len(last))
    return (*others, (*last[:place], squares, *last[place:]))


MATCH_POINTS = "match_points"
"""Id of the row that has match points in place of the total."""


def deciding(lists: Rows, wording: Wording) -> Rows:
    """Return the rows with match points in place of the total, in games that columns decide."""
    winner, text = wording.ruleset.winner, wording.catalog.text
    if winner.by == "total":
        return lists
    number = wording.number_word(len(wording.ruleset.columns))
    all_won = text("sheet", "all %(number)s: %(points)s more", points=winner.sweep, number=number)
    points = SheetRow(
        "grand", MATCH_POINTS, text("sheet", "Points"), ((all_won,),) if winner.sweep else ()
    )
    return tuple(tuple(points if row.id == "total" else row for row in rows) for rows in lists)


def without_ticks(lists: Rows) -> Rows:
    """Return the lists without squares to tick, for further Yachts and further rolls."""
    kept = [[row for row in rows if row.kind != "squares"] for rows in lists]
    return tuple(
        tuple(replace(row, ticks=0) if row.ticks else row for row in rows) for rows in kept
    )


def both_names(*names: str) -> str:
    """Return the names of one thing in one language or two; only once if they are alike."""
    return " / ".join(filter(None, dict.fromkeys(names)))


def words_of(row: SheetRow) -> Iterator[str]:
    """Yield all words of a row."""
    yield row.name
    for lines in (
        *row.hints,
        *row.formula_hints,
        *row.essential,
        (row.full_hint,),
        row.bare_names,
        row.compact_names,
        row.points_hints,
        row.sum_names,
    ):
        yield from lines


def in_both(row: SheetRow, other: SheetRow) -> SheetRow:
    """Return a row with its words in another language as well.

    `other` is the same row in that language.
    """
    name = other.name if other.name != row.name else ""

    def joined(own: tuple[Hints, ...], others: tuple[Hints, ...]) -> tuple[Hints, ...]:
        """Return the hints in both languages, those that say most first."""
        if own == others:  # numbers and signs alone
            seconds = [name]
        else:
            seconds = [" · ".join(filter(None, (name, *hints))) for hints in (*others, ())]
        seconds = [second for second in seconds if second]
        if not seconds:
            return own
        longest, *shorter = seconds
        firsts = [hints for hints in own if hints] or [()]
        below: list[Hints] = [(*first, longest) for first in firsts]
        beside: list[Hints] = [(" / ".join(lines),) for lines in below if len(lines) > 1]
        short: list[Hints] = [(*firsts[-1], second) for second in shorter]
        alone: list[Hints] = [(second,) for second in seconds]
        return tuple(dict.fromkeys((*below, *beside, *short, *alone)))

    bare = (*row.bare_names, row.name)[0]
    second = (*other.bare_names, other.name)[0]
    own_essential = row.essential[0] if row.essential else ()
    other_essential = second if row.bare_names else name
    essential = " · ".join(filter(None, (*own_essential, other_essential)))
    return replace(
        row,
        hints=joined(row.hints, other.hints),
        formula_hints=joined(row.formula_hints, other.formula_hints) if row.formula_hints else (),
        essential=((essential,),) if essential else (),
        full_hint="",
        bare_names=(both_names(bare, second), bare),
        compact_names=(),
        second_name=name,
        points_hints=tuple(dict.fromkeys((*row.points_hints, *other.points_hints))),
        sum_names=tuple(dict.fromkeys((*row.sum_names, *other.sum_names))),
    )


# without words


def pictures(lists: Rows, ruleset: Ruleset) -> Rows:
    """Return the rows as dice, digits and signs alone; what a sum adds is shown by its bracket."""
    taken: set[str] = set()
    for total in ruleset.all_totals.values():
        if total.kind == "difference":
            addends = list(ruleset.addends[total.id])
            if total.times:
                addends.pop()  # the number that the difference is multiplied with
            taken.update(plain_id(part) for part in addends[-total.taken :])
    return tuple(
        tuple(_wordless_row(row, ruleset, row.id in taken) for row in rows) for rows in lists
    )


def _wordless_row(row: SheetRow, ruleset: Ruleset, taken: bool) -> SheetRow:
    """Return a row without words; `taken` is set for one that is subtracted."""
    mark = "−" if taken else row.mark
    row = replace(
        row,
        name="",
        hints=(),
        formula_hints=(),
        essential=(),
        full_hint="",
        bare_names=(),
        most=row.limit,
        mark=mark,
        sum_names=("",),
        second_name="",
    )
    total = ruleset.declared.get(row.id)
    if row.points and not row.ladder:
        points = ruleset.declared[row.points]
        row = replace(row, points_hints=(f"{_goal(points)} → {_bonus(points)}",))
    if row.kind == "box":
        category, dice = (
            ruleset.categories.get(row.id) or ruleset.boxes[row.id].category,
            ruleset.dice.counted.count,
        )
        matching = sum(kind != "blank" for _, kind in row.dice)
        added = {"fixed": 0, "all": dice, "fixed_plus_dice": dice}.get(
            category.points.kind, matching
        )
        rule = category.points
        first = "" if rule.first_roll is None or rule.kind != "fixed" else f"1×: {rule.first_roll}"
        words = row.formula or (f"× {signed(rule.value)}" if rule.kind == "per_die" else first)
        return replace(
            row, name=words, formula="", added=added, stacked=category.adds_number is not None
        )
    if total is not None and total.kind == "extra_yachts":
        yacht = ruleset.categories[total.category]
        value = str(yacht.points.value) if yacht.points.is_fixed and yacht.boxes == 1 else ""
        pips = tuple(
            (drawn_face(ruleset.dice, face), kind) for face, kind in pattern_pips(yacht, ruleset)
        )
        each = "/".join(map(str, total.by_column)) or row.worth
        return replace(row, sum_names=(value,), dice=pips, worth=f"+{each}")
    if total is not None and total.steps and not row.ladder:
        return replace(row, name=_goal(total), worth=_bonus(total), formula="", mark="→")
    least = None if total is None else total.least
    return row if least is None else replace(row, name=signed(f"≥ {least}"))


def _hints_of_yachts(total: Total, wording: Wording) -> tuple[str, ...]:
    """Return when further Yachts earn a bonus, and its points where those of columns differ."""
    if not total.by_column:
        return wording.each(total)
    return wording.arithmetic(total)[1:2]


def _goal(total: Total) -> str:
    """Return the sum, or the number of boxes with points, from which a bonus is earned."""
    least = " · ".join(str(step.at_least) for step in total.steps)
    return f"{least} × ≥ 1" if total.kind == "count" else f"≥ {least}"


def _bonus(total: Total) -> str:
    """Return the points of each step of a bonus."""
    return signed(" · ".join(f"{step.points:+}" for step in total.steps))


def _formula(category: Category) -> str:
    """Return the points of a category in digits and signs.

    Empty if they are fixed or a sum of dice.
    """
    points = category.points
    fixed = signed(" ".join(map(str, points.by_roll)) or points.value)
    return f"{fixed} +" if points.kind.startswith("fixed_") else fixed if points.by_roll else ""


# a series of games


def series_rows(lists: Rows, wording: Wording) -> Rows:
    """Return the rows of a sheet whose columns are games.

    A running total and an average are at the end.
    """
    text = wording.catalog.text
    so_far = text("sheet", "all games so far")
    rows = (
        SheetRow("sum", "running_total", text("sheet", "Running total"), ((so_far,),), sign="="),
        SheetRow(
            "sum", "average", text("sheet", "Average"), ((text("sheet", "running total ÷ games"),),)
        ),
    )
    *others, last = lists
    return (*others, (*last, *rows))


def series_sheet(games: int, wording: Wording) -> Rows:
    """Return the rows of a series: one for each game, and its running total below it.

    The average and the games won are at the end.
    """
    text = wording.catalog.text
    rows: list[SheetRow] = []
    for game in range(1, games + 1):
        dice: tuple[Pip, ...] = (
            tuple((face, "solid") for face in numbered(game)) if game < 13 else ()
        )
        rows.append(SheetRow("box", f"game_{game}", text("sheet", "Game %(n)s", n=game), dice=dice))
        if game > 1:
            rows.append(SheetRow("sum", f"so_far_{game}", text("sheet", "Running total"), sign="="))
    needed = games // 2 + 1
    won = wording.catalog.plural(
        "sheet", "%(n)s game won wins the series", "%(n)s games won win the series", needed
    )
    rows += [
        SheetRow(
            "sum",
            "average",
            text("sheet", "Average"),
            ((text("sheet", "running total ÷ games played"),),),
        ),
        SheetRow("grand", "games_won", text("sheet", "Games won"), ((won,),) if games % 2 else ()),
    ]
    return (tuple(rows),)


# the reverse on which a card is checked


def audit_rows(lists: Rows, wording: Wording) -> Rows:
    """Return the rows of a reverse for checks.

    Each box has a square to tick and the values that it can hold. The grand total is replaced by
    the total of the checked boxes, the total of the front, and their difference.
    """
    held = _held(wording.ruleset)

    def checked(row: SheetRow) -> tuple[SheetRow, ...]:
        if row.kind == "grand" and row.id in wording.ruleset.all_totals:
            return _audited_total(row, wording)
        if row.kind != "box":
            return (replace(row, ticks=0),)
        box = row.boxes[0] if row.boxes else row.id
        return (_audited_box(row, tuple(sorted(held.get(box, ()))), wording),)

    return tuple(tuple(chain.from_iterable(map(checked, rows))) for rows in lists)


def _audited_total(row: SheetRow, wording: Wording) -> tuple[SheetRow, SheetRow, SheetRow]:
    """Return the rows of a reverse for checks in place of the grand total; see `audit_rows`."""
    text = wording.catalog.text
    hints = row.hints
    if row.hints:
        parts = row.hints[0][0]
        hints = ((text("sheet", "%(parts)s, with the corrections", parts=parts),), *hints)
    added = SheetRow("sum", row.id, text("sheet", "Added up again"), hints, sign="=", level=2)
    written = text("sheet", "%(total)s, as it is written", total=row.name)
    front = SheetRow(
        "sum",
        f"written_{row.id}",
        text("sheet", "On the front"),
        ((written,), (row.name,)),
        sign="−",
    )
    right = text("sheet", "0: the sheet is right")
    last = SheetRow("grand", f"difference_{row.id}", text("sheet", "Difference"), ((right,),))
    return added, front, last


def _audited_box(row: SheetRow, values: tuple[int, ...], wording: Wording) -> SheetRow:
    """Return the row of a box on a reverse for checks, with the values that it can hold."""
    can_be, never = _values_in_words(values, wording) if values else ("", "")
    row = replace(row, ticks=1, worth="", formula="", formula_hints=(), limit="")
    if len(wording.ruleset.columns) > 1:  # the labels are narrow
        hints: tuple[Hints, ...] = ((can_be,),)
        return replace(row, most="", hints=hints, essential=hints)
    if not never:
        return replace(row, most=can_be)
    shortest = [(f"{hints[0]} · {never}",) for hints in row.hints[-1:]]
    return replace(row, most=can_be, hints=(*shortest, (never,)))


def _values_in_words(values: tuple[int, ...], wording: Wording) -> tuple[str, str]:
    """Return ascending values in short, and words for up to three missing ones.

    Up to four values are listed. A value is missing if it is between two others, or 0.
    """
    if len(values) <= _LISTED:
        *others, last = map(str, values)
        listed = wording.catalog.either((", ".join(others), last)) if others else last
        return signed(listed), ""
    rest = values[1:] if values[0] == 0 else values
    step, (low, high) = values[1] - values[0], (rest[0], rest[-1])
    if values == tuple(range(0, high + 1, step)):
        return f"0, {step}, {2 * step} … {high}", ""
    span = f"{low}–{high}"
    step = rest[1] - low
    if step > 1 and rest == tuple(range(low, high + 1, step)):
        span = f"{low}, {low + step} … {high}"
    missing = sorted({0, *range(low, high + 1)} - {*values})
    never = wording.catalog.text(
        "sheet", "never %(values)s", values=wording.catalog.either(map(str, missing))
    )
    said = wording.catalog.either(("0", span)) if rest is not values else span
    return signed(said), never if 0 < len(missing) <= _MOST_MISSING else ""


# signs in tiles: of sums, and of the columns of a player

_STROKES = {
    "−": "-22 0 22 0",
    "+": "-22 0 22 0, 0 -22 0 22",
    "=": "-22 -11 22 -11, -22 11 22 11",
    "×": "-19 -19 19 19, -19 19 19 -19",
    "down": "0 -30 0 30, -21 9 0 30, 21 9 0 30",
    "up": "0 -30 0 30, -21 -9 0 -30, 21 -9 0 -30",
    "free": "0 -30 0 30, -15 -15 0 -30, 15 -15 0 -30, -15 15 0 30, 15 15 0 30",
    "outwards": "-24 0 24 0, 0 -34 0 34, -15 -19 0 -34, 15 -19 0 -34, -15 19 0 34, 15 19 0 34",
    "inwards": "0 -36 0 -10, -16 -26 0 -10, 16 -26 0 -10, 0 36 0 10, -16 26 0 10, 16 26 0 10",
    "named": "-28 0 28 0, 6 -22 28 0, 6 22 28 0",
    "highest": "-24 -32 24 -32, 0 -14 0 32, -18 3 0 -14, 18 3 0 -14",
    "→": "-48 0 48 0, 24 -20 48 0, 24 20 48 0",
    "✓": "-35 6 -11 29, -11 29 35 -31",
    "✗": "-27 -27 27 27, -27 27 27 -27",
    ">": "-15 -25 15 0, -15 25 15 0",
}
"""Strokes of each sign: x and y of both ends, from the middle of its tile, in hundredths of its
side."""


def strokes(sign: str, place: Rect, ink: Ink, width: float) -> Iterator[Line]:
    """Yield the strokes of a sign in the middle of a place.

    The height of the place is the side of the sign's tile.
    """
    x, y = place.middle
    for ends in _STROKES[sign].split(","):
        x1, y1, x2, y2 = (int(each) * place.height / 100 for each in ends.split())
        yield Line(x + x1, y + y1, x + x2, y + y2, width, ink, round=True)


def sign_items(sign: str, place: Rect, look: Look, *, solid: bool = True) -> Iterator[Item]:
    """Yield a sign in a tile: one with strokes, ``announced`` as a speech bubble, or letters."""
    side, (x, y) = place.width, place.middle
    full, radius = solid and look.solid, 0.2 * side * look.dice.roundness
    ink, behind = (Ink.PAPER, Ink.ACCENT) if full else (Ink.ACCENT, Ink.PAPER)
    width = max(0.65, 0.066 * side)
    yield RoundedRect(
        place, behind, None if full else ink, width, radius
    )  # a white tile in an accent bar
    if sign == "announced":
        yield RoundedRect(
            Rect(x - 0.35 * side, y - 0.33 * side, 0.7 * side, 0.5 * side), ink, radius=0.14 * side
        )
        yield Line(
            x - 0.2 * side,
            y + 0.1 * side,
            x - 0.21 * side,
            y + 0.29 * side,
            0.14 * side,
            ink,
            round=True,
        )
        yield Line(x, y - 0.23 * side, x, y - 0.07 * side, 0.1 * side, behind, round=True)
        yield Line(x, y + 0.06 * side, x, y + 0.061 * side, 0.1 * side, behind, round=True)
    elif sign not in _STROKES:
        yield centred(sign, place, look.size(0.55 * side), Font.BLACK, ink)
    else:
        yield from strokes(sign, place, ink, 0.115 * side)


class PlayerColumns(Struct, frozen=True):
    """Headers of the columns: a sign and words above each."""

    columns: tuple[Column, ...] = (Column(),)
    signs: tuple[str, ...] = ("",)
    """Signs for `sign_items`; empty without one."""
    lines: tuple[tuple[str, ...], ...] = ((),)
    """Lines of each header: the name, then small print."""
    widths: tuple[tuple[float, ...], ...] = ((),)
    """Widths of the lines of each header."""
    spoken: tuple[str, ...] = ("",)
    """Rules of each column, to be read aloud in place of its sign."""
    size: float = 0.0
    """Font size of the words."""
    worths: tuple[tuple[str, str], ...] = ()
    """Match points and their unit, in large letters in the last line of each header; in two
    languages they are small print."""
    look: Look = Look()

    def sign_side(self, side: float) -> float:
        """Return the side of the signs that usually have this one."""
        has_letters = any(sign not in (*_STROKES, "announced", "") for sign in self.signs)
        return max(side, HEAD.letters * self.look.smallest) if has_letters else side

    def _first(self, places: Sequence[Rect], gap: float) -> int:
        """Return how many of the lines are left out in these places of one player.

        The next player's are behind a gap. All lines if none has room.
        """
        most = max(map(len, self.lines))
        for first in range(most):
            wide = [max(widths[first:], default=0.0) for widths in self.widths]
            middles = self._middles(wide, places, gap)
            ends = zip(middles, wide, strict=True)
            edges = [(middle - width / 2, middle + width / 2) for middle, width in ends]
            nearest = min(left - right for (_, right), (left, _) in pairwise(edges))
            last_edge = places[-1].right + (gap - HEAD.words_gap) / 2
            furthest = max(
                abs(middle - place.middle[0]) for middle, place in zip(middles, places, strict=True)
            )
            has_room = nearest >= HEAD.words_gap - 1e-6 and edges[-1][1] <= last_edge + 1e-6
            if has_room and furthest <= HEAD.most_beside:
                return first
        return most

    @staticmethod
    def _middles(wide: Sequence[float], places: Sequence[Rect], gap: float) -> list[float]:
        """Return the middle of each header with its width: that of its place.

        The first and the last are moved inward where they would be too near to those of the next
        player, and each is moved to the right where it would be too near to the one before it.
        """
        left = places[0].x - (gap - HEAD.words_gap) / 2
        right = places[-1].right + (gap - HEAD.words_gap) / 2
        middles = []
        for width, place in zip(wide, places, strict=True):
            middle = min(place.middle[0], right - width / 2)
            middle = max(middle, left + width / 2)
            middles.append(middle)
            left = middle + width / 2 + HEAD.words_gap
        return middles

    def has_names(self, places: Sequence[Rect], gap: float) -> bool:
        """Check whether the names of the columns have room in these places of one player."""
        return self._first(places, gap) == 0

    def height(self, places: Sequence[Rect], gap: float) -> float:
        """Return the height in these places of one player; 0 for a single column.

        The next player's are behind a gap.
        """
        if len(self.columns) == 1:
            return 0.0
        lines = max(map(len, self.lines)) - self._first(places, gap)
        sign = self.sign_side(HEAD.sign) if any(self.signs) else 0.0
        if not lines:
            return sign + HEAD.sign_gap
        words = CAP * self.size + (lines - 1) * LEADING * self.size + self._more_for_worth
        return sign + HEAD.sign_gap + words + HEAD.air

    @property
    def _more_for_worth(self) -> float:
        """Extra height of a last line with match points in large letters."""
        return CAP * (self.look.size(HEAD.worth) - self.size) if self.worths else 0.0

    def draw(
        self, places: Sequence[Rect], gap: float, drawing: Drawing, *, again: bool = False
    ) -> None:
        """Draw the headers of one player in these places, or their signs again.

        The next player's are behind a gap. Again, they are in outline and without words.
        """
        most = max(map(len, self.lines))
        first = most if again else self._first(places, gap)
        wide = [max(widths[first:], default=0.0) for widths in self.widths]
        middles = self._middles(wide, places, gap)
        side = self.sign_side(HEAD.mark if again else HEAD.sign)
        top = places[0].y + HEAD.sign_gap + CAP * self.size
        if any(self.signs):
            top += self.sign_side(HEAD.sign)
        for column, (sign, place) in enumerate(zip(self.signs, places, strict=True)):
            lines = self.lines[column]
            x = middles[column]
            with drawing.element("TH", scope="Column", rect=place):
                for number, line in enumerate(lines[first:]):
                    base = top + number * LEADING * self.size
                    if self.worths and number + first == len(lines) - 1:
                        self._draw_worth(column, x, base + self._more_for_worth, drawing)
                        continue
                    font, ink = (
                        (Font.REGULAR, Ink.MUTED) if number + first else (Font.BOLD, Ink.TEXT)
                    )
                    drawing.draw(Text(x, base, line, font, self.size, ink, "middle"))
                tile = Rect(place.middle[0] - side / 2, place.y, side, side)
                if sign:
                    with drawing.element("Figure", self.spoken[column]):
                        drawing.draw(*sign_items(sign, tile, self.look, solid=not again))

    def _draw_worth(self, column: int, x: float, base: float, drawing: Drawing) -> None:
        """Draw the match points of a column in large letters, and their unit, centred at `x`."""
        points, unit = self.worths[column]
        width = self.widths[column][-1]
        size = self.look.size(HEAD.worth)
        drawing.draw(Text(x - width / 2, base, points, Font.BLACK, size, Ink.TEXT))
        unit_right = x + width / 2
        drawing.draw(Text(unit_right, base, unit, Font.REGULAR, self.size, Ink.MUTED, "right"))


def column_heads(
    wordings: Sequence[Wording], words: bool, look: Look, measure: Measure
) -> PlayerColumns:
    """Return the headers in one language or two, or without words."""
    columns, size = wordings[0].ruleset.columns, look.size(HEAD.words)
    signs = tuple(column_sign(column, columns) for column in columns)
    signs = signs if len({*signs}) > 1 else ("",) * len(signs)
    lines = tuple(_head_lines(*each, wordings, words) for each in zip(columns, signs, strict=True))
    widths = tuple(_widths_in_head(each, size, measure) for each in lines)
    has_worths = words and len(wordings) == 1 and all(column.worth for column in columns)
    worths: tuple[tuple[str, str], ...] = ()
    if has_worths:
        worths = tuple(map(wordings[0].points_and_unit, columns))
        large = look.size(HEAD.worth)
        wide = (
            measure(points, Font.BLACK, large) + HEAD.worth_gap + measure(unit, Font.REGULAR, size)
            for points, unit in worths
        )
        widths = tuple((*each[:-1], last) for each, last in zip(widths, wide, strict=True))
    spoken = tuple(
        " ".join(wordings[0].column_rules(column)) or wordings[0].column_name(column)
        for column in columns
    )
    return PlayerColumns(columns, signs, lines, widths, spoken, size, worths, look)


def _widths_in_head(lines: Sequence[str], size: float, measure: Measure) -> tuple[float, ...]:
    """Return the widths of the lines of a header: its name in bold, and the small print below."""
    name_widths = [measure(name, Font.BOLD, size) for name in lines[:1]]
    print_widths = [measure(line, Font.REGULAR, size) for line in lines[1:]]
    return (*name_widths, *print_widths)


def column_sign(column: Column, columns: Sequence[Column]) -> str:
    """Return the sign of a column.

    Its order, else that it is announced or named, its best scores, when it opens, its rolls, its
    factor, or that it is free.
    """
    if column.fill != "any":
        return column.fill
    if column.announced is not None:
        return "named" if column.named_by else "announced"
    if column.only or column.opens:
        return "highest" if column.only else "%"
    return _sign_of_counting(column, columns)


def _sign_of_counting(column: Column, columns: Sequence[Column]) -> str:
    """Return the sign of a free column: its rolls, its factor, or that it is free."""
    if column.rolls:
        return f"1–{column.rolls}" if column.rolls > 1 else "1."
    if any(each.factor > 1 for each in columns):
        return f"×{column.factor}"
    return "" if any(each.worth for each in columns) else "free"


def _head_lines(
    column: Column, sign: str, wordings: Sequence[Wording], words: bool
) -> tuple[str, ...]:
    """Return the lines above a column: its name and marks, or marks without words.

    None that its sign shows.
    """
    if words:
        marks = [
            (wording.column_name(column), *wording.column_marks(column)) for wording in wordings
        ]
        lines = [line for words in zip(*marks, strict=True) for line in dict.fromkeys(words)]
    else:
        lines = []
        if column.announced is not None and sign != "announced":
            lines.append("!")
        if column.rolls:
            lines.append(f"1–{column.rolls}" if column.rolls > 1 else "1.")
        if column.factor > 1:
            lines.append(f"× {column.factor}")
        if column.worth:
            lines.append(f"+ {column.worth}")
    if sign.startswith(("×", "1")):
        lines = [line for line in lines if line.replace(" ", "") != sign]
    return tuple(lines)


# columns of small print, made from the rules: par values, and the values that a box can hold

_PAR = 3
"""Number of dice of each face that make par: the usual bonus asks for three of each."""


class SideColumn(Struct, frozen=True):
    """Narrow column of small print next to the boxes."""

    place: Literal["inner", "outer"]
    """Between the labels and the boxes, or on the far side of the boxes."""
    head: str
    lines: Mapping[str, tuple[str, ...]]
    """Lines of text by the id of the row."""
    width: float
    font: Font
    size: float


def par_texts(ruleset: Ruleset) -> dict[str, str]:
    """Return the par value of each row.

    It is made of three of each number, their sums, and their distance from the bonus. Raises
    SheetgenError for a game without boxes for numbers.
    """
    texts: dict[str, str] = {}
    known: dict[str, int] = {}
    aim = min(_PAR, ruleset.dice.counted.count)
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
            goal = next(
                (step.at_least for step in total.steps if step.at_least >= amount),
                total.steps[-1].at_least,
            )
            texts[total.id] = str(total.bonus(amount)) + (
                f" {goal}−{amount}={goal - amount}" if goal != amount else ""
            )
    if not texts:
        raise SheetgenError(
            "%(ruleset)s has no boxes for numbers; leave it out", key="--par", ruleset=ruleset.id
        )
    return {plain_id(row): text for row, text in texts.items()}


def _held(ruleset: Ruleset) -> dict[str, set[int]]:
    """Return the values that each box can hold in any of a player's columns, jokers included."""
    held: dict[str, set[int]] = {}
    for box in ruleset.boxes:
        held.setdefault(plain_id(box), set()).update(possible_values(ruleset, box))
    return held


def value_texts(ruleset: Ruleset) -> dict[str, str]:
    """Return the values that each box and each bonus can hold."""
    held = _held(ruleset)
    for total in ruleset.declared.values():
        if total.steps:
            held[total.id] = {0, *(step.points for step in total.steps)}
    texts: dict[str, str] = {}
    for row, values in held.items():
        runs = runs_of(tuple(sorted(values)))
        texts[row] = ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in runs)
    if further := ruleset.extra_yachts:
        texts[further.id] = f"0, {further.points}, {2 * further.points} …"
    return texts


def side_column(
    place: Literal["inner", "outer"],
    head: str,
    texts: Mapping[str, str],
    letters: tuple[Font, float],
    measure: Measure,
) -> SideColumn:
    """Return the column with these texts, as narrow as two lines in a row allow.

    No number is broken. `letters` are their font and size.
    """
    font, size = letters
    words = {word for text in texts.values() for word in text.split(" ")}
    widest = max((measure(word, font, size) for word in words), default=0.0)
    width = max(SIDE.min_width, measure(head, Font.REGULAR, size) + 2 * SIDE.pad)
    while True:
        room = width - 2 * SIDE.pad
        lines = {row: tuple(wrap(text, room, font, size, measure)) for row, text in texts.items()}
        if width >= SIDE.max_width or (
            widest <= room and max(map(len, lines.values())) <= SIDE.lines
        ):
            return SideColumn(place, head, lines, width, font, size)
        width += SIDE.step
