"""What stands on a sheet, in which order: lists of rows, in words and dice, with no size yet."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.i18n.wording import Wording, subtraction
from sheetgen.layout.primitives import DieKind, Font, Shown
from sheetgen.rules.history import maximum
from sheetgen.rules.patterns import Face
from sheetgen.rules.ruleset import Category, Ruleset, Section, Total, boxes_of

_SMALL_LEADING = 1.15
"""From one line of small print to the next, beside its size."""
_TICKS = 3
"""How many squares for further Yachts there are to tick."""
RowKind = Literal["head", "box", "sum", "grand"]
Pip = tuple[Shown, DieKind]
"""One die of a picture: its face, and what it means."""
Hints = tuple[str, ...]
"""What stands below a name, in lines."""


class Row(Struct, frozen=True):
    """One row: a label and, but for the heading of a section, a cell in every column."""

    kind: RowKind
    id: str = ""
    name: str = ""
    hints: tuple[Hints, ...] = ()
    """What may stand below the name, from the longest wording to the shortest."""
    alone: str = ""
    """The name where there is no room for a hint, if it is another one then."""
    worth: str = ""
    """The points, where they are fixed."""
    most: str = ""
    """The most that it can hold, where pips are counted."""
    limit: str = ""
    """The same, shorter."""
    least: tuple[Hints, ...] = ()
    """What stands below the name even where there is little room: what the sheet says nowhere else."""
    dice: tuple[Pip, ...] = ()
    sign: Literal["", "=", "+"] = ""
    """The arithmetic of a sum."""
    level: int = 1
    """2 for the total of a section, 3 for a sum of such totals that is not the total of all."""
    ticks: int = 0
    boxes: tuple[str, ...] = ()
    """The boxes of a category that has several."""
    points: str = ""
    """The total that follows from the boxes of the row, which stands in it too."""
    points_hints: tuple[Hints, ...] = ()
    sum_name: str = ""
    """What the sum of several boxes is called, which has no row of its own."""
    ladder: tuple[tuple[str, str], ...] = ()
    """Sums, and the points that follow from each."""
    letter: str = ""
    """What names the row where there are no words; or its number, where rows are numbered."""
    also: str = ""
    """The name in a second language, where it is another."""
    columns: tuple[str, ...] = ("",)
    """What the ids of its cells begin with in each of a player's columns; one if a cell stands for all of them."""


Rows = tuple[tuple[Row, ...], ...]
"""The rows of one list, or of lists beside each other."""


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

    @property
    def step(self) -> float:
        """From one line to the next."""
        return _SMALL_LEADING * self.size


def rows_of(ruleset: Ruleset, wording: Wording, beside: bool = False) -> Rows:
    """The rows of a sheet: in one list or, with `beside`, its sections spread over two."""
    numbers = (str(place) if ruleset.sheet.numbered else "" for place in count(1))
    sections = [tuple(_section_rows(section, wording, numbers)) for section in ruleset.sections]
    counts = {category.boxes for category in ruleset.categories.values()}
    if counts == {max(counts)} != {1} and not any(row.kind == "head" for rows in sections for row in rows):
        said = wording.catalog.text("sheet", "%(number)s boxes each", number=wording.number_word(max(counts)))
        sections[0] = (Row("head", "several", said[:1].upper() + said[1:]), *sections[0])
    finals = tuple(_total_row(total, wording) for total in ruleset.totals if total.id not in _paired(ruleset))
    if not beside:
        return ((*(row for rows in sections for row in rows), *finals),)
    lengths = [len(rows) for rows in sections]  # cut so that the longer half is as short as can be
    middle = min(range(1, len(lengths)), key=lambda cut: max(sum(lengths[:cut]), sum(lengths[cut:])))
    first, second = sections[:middle], sections[middle:]
    return (tuple(row for rows in first for row in rows), (*(row for rows in second for row in rows), *finals))


def _section_rows(section: Section, wording: Wording, numbers: Iterator[str]) -> Iterable[Row]:
    ruleset = wording.ruleset
    if wording.name(section):
        yield Row("head", section.id, wording.name(section))
    pairs = _paired(ruleset)
    for category in section.categories:
        row = replace(_box_row(category, wording), letter=next(numbers))
        points = next((total for total in pairs.values() if total.of == (category.id,)), None)
        if points and row.boxes:
            said = wording.points_from(points)
            row = replace(row, points=points.id, points_hints=((said,),), sum_name=wording.catalog.text("sheet", "Sum"))
        yield row
    for total in section.totals:
        if total.id not in pairs:
            yield _total_row(total, wording, section)


def _paired(ruleset: Ruleset) -> dict[str, Total]:
    """The totals that stand in the row of what they follow from, where categories have several boxes."""
    if all(category.boxes == 1 for category in ruleset.categories.values()):
        return {}
    return {
        total.id: total
        for total in ruleset.declared.values()
        if total.steps and len(total.of) == 1 and total.of[0] not in {section.id for section in ruleset.sections}
    }


def _box_row(category: Category, wording: Wording) -> Row:
    points, boxes, first = category.points, boxes_of(category), wording.ruleset.boxes_with(category.id)[0]
    fixed = points.kind == "fixed" and not points.by_roll
    hints = tuple((hint,) for hint in wording.hints(category))
    told = points.first_roll is not None or (points.kind not in ("matching", "all", "fixed")) or bool(points.by_roll)
    return Row(
        "box",
        category.id if len(boxes) > 1 else boxes[0].id,
        wording.name(category),
        hints,
        worth=str(points.value) if fixed else "",
        most="" if fixed else wording.most(category),
        limit="" if fixed else f"≤ {maximum(wording.ruleset, first.id)}",
        least=hints[len(hints) // 2 :][:1] if told else (),  # how it counts stands between what it asks for and both
        dice=tuple((wording.dice.shown(face), kind) for face, kind in picture(category, wording.ruleset)),
        boxes=tuple(box.id for box in boxes) if len(boxes) > 1 else (),
        columns=tuple(map(wording.ruleset.prefix, wording.ruleset.columns)),
    )


def picture(category: Category, ruleset: Ruleset) -> tuple[Pip, ...]:
    """The dice that say what a category asks for: those that count, then those that may show anything."""
    faces, count_ = category.pattern.picture(ruleset.dice.sides), ruleset.dice.count
    if isinstance(category.pattern, Face) and category.pattern.at_least == 1:
        return ((category.pattern.face, "solid"),)
    pips: list[Pip] = [(face, "solid" if face else "blank") for face in faces]
    blank: Pip = (0, "blank")
    return (*pips, *[blank] * count_)[:count_]


def _level(ruleset: Ruleset, total: str) -> int:
    """How many sums stand above one another in a total, three at most; a bonus is beside the sum that it looks at."""
    parts = [part for part in ruleset.addends[total] if part in ruleset.all_totals]
    if ruleset.all_totals[total].kind != "sum" or not parts:
        return 1
    return min(3, 1 + max(_level(ruleset, part) for part in parts))


def _total_row(total: Total, wording: Wording, section: Section | None = None) -> Row:
    ruleset = wording.ruleset
    first = ruleset.in_first_column(total)
    columns = ("",) if first is total else tuple(map(ruleset.prefix, ruleset.columns))
    hints = tuple((hint,) for hint in wording.arithmetic(first) if hint)
    if total.id == "total":
        return Row("grand", total.id, wording.name(total), hints)
    amounts = {step.points for step in total.steps}
    paired = next((other for other in _paired(ruleset).values() if other.of == (total.id,)), None)
    sign: Literal["=", "+"] = "=" if total.kind in ("sum", "difference") else "+"
    row = Row("sum", total.id, wording.name(total), hints, sign=sign, level=_level(ruleset, first.id), columns=columns)
    if paired:
        ladder = tuple((str(step.at_least), str(step.points).replace("-", "−")) for step in paired.steps)
        row = replace(row, points=paired.id, points_hints=((wording.points_from(paired),),), ladder=ladder)
    if total.kind == "extra_yachts":
        return replace(row, worth=str(total.points), ticks=_TICKS, hints=tuple((hint,) for hint in wording.each(total)))
    if len(amounts) == 1 and len(total.steps) == 1:
        short, alone = wording.bonus(total)
        least = ((short,),) if alone == row.name else ()
        return replace(row, worth=str(total.steps[0].points), hints=((short,),), least=least, alone=alone)
    return replace(row, least=hints[-1:]) if (total.steps or total.kind == "difference") and not paired else row


# what is known of a row before it is measured


def name_font(row: Row) -> Font:
    """The face of the name of a row."""
    return Font.BLACK if row.kind in ("head", "grand") or row.level > 1 else Font.BOLD


def plain_id(row: str) -> str:
    """The id of a box or total, without its column."""
    return row.rpartition(".")[2]


def most_of(row: Row, small: bool) -> str:
    """What is said of the most that a row can hold, in few words on a small page."""
    return row.limit if small and row.limit else row.most


def points_said(row: Row) -> tuple[str, str]:
    """What points follow from a sum, in two parts: how many, if it begins with that, and what for."""
    said = row.points_hints[0][0]
    number, _, rest = said.partition(" ")
    return (number, rest) if number.isdigit() else ("", said)


def dice_width(dice: int, height: float) -> float:
    """The width of dice in two lines of this height together, or of a single one."""
    if dice <= 1:
        return height
    side = (height - 0.06 * height) / 2
    across = (dice + 1) // 2
    return across * side + (across - 1) * 0.06 * height


# variants


def each_row(lists: Rows, change: Callable[[Row], Row]) -> Rows:
    """The same lists with every row changed."""
    return tuple(tuple(map(change, rows)) for rows in lists)


def two_languages(lists: Rows, others: Rows) -> Rows:
    """The rows with what they say in another language below; `others` are the same rows in that one."""
    rows = iter([row for each in others for row in each])
    return each_row(lists, lambda row: _both(row, next(rows)))


def _both(row: Row, other: Row) -> Row:
    if row.kind == "head":
        return replace(row, name=both_names(row.name, other.name))
    name = other.name if other.name != row.name else ""
    firsts = [hints for hints in row.hints if hints] or [()]
    if row.hints == other.hints:  # the same in both languages
        seconds: tuple[str, ...] = (name,)
    else:
        seconds = tuple(" · ".join(filter(None, (name, *hints))) for hints in (*other.hints, ()))
    both: list[Hints] = [(*first, second) for first in firsts for second in seconds[:1] if second]
    alone: list[Hints] = [(second,) for second in seconds if second]
    least = " · ".join(filter(None, (*(row.least or ((),))[0], other.alone if row.alone else name)))
    hints = tuple(dict.fromkeys((*both, *alone))) or row.hints
    return replace(row, hints=hints, least=((least,),) if least else (), also=name)


def both_names(*names: str) -> str:
    """The names of one thing in one language or two; once, if they are alike."""
    return " / ".join(filter(None, dict.fromkeys(names)))


# without a word

_SUM = "Σ"


def pictures(lists: Rows, ruleset: Ruleset) -> Rows:
    """The rows without a word: dice, digits and signs; sums name their rows by letters."""
    ids = [row.id for rows in lists for row in rows if row.kind != "head"]
    letters = dict(zip(ids, _letters(), strict=False))
    for category in ruleset.categories.values():
        letters |= {box.id: letters[category.id] for box in boxes_of(category) if category.id in letters}
    letters |= {total.id: letters[total.of[0]] for total in _paired(ruleset).values()}
    return tuple(tuple(_picture(row, ruleset, letters) for row in rows if row.kind != "head") for rows in lists)


def _letters() -> Iterator[str]:
    """A, B, … Z, AA, AB, …, as spreadsheets name columns."""
    for number in count(1):
        letters = ""
        while number:
            number, place = divmod(number - 1, 26)  # noqa: PLW2901 - its last letter is taken away
            letters = chr(65 + place) + letters
        yield letters


def _picture(row: Row, ruleset: Ruleset, letters: dict[str, str]) -> Row:
    letter = letters[row.id]
    if row.kind == "box":
        category = ruleset.categories.get(row.id) or ruleset.boxes[row.id].category
        row = replace(row, name=_worth(category), hints=(), least=(), most=row.limit, letter=letter)
        if not row.points:
            return row
        said = _formula(ruleset.declared[row.points], ruleset, letters)
        return replace(row, points_hints=((said,),), sum_name=_SUM)
    total = ruleset.declared[row.id]
    name = _formula(total, ruleset, letters)
    name = f"{letter}: {name}" if row.ladder else name  # which has no room for a letter of its own
    return replace(row, name=name, hints=(), least=(), alone="", letter=letter)


def _worth(category: Category) -> str:
    """What a category scores, where that is not its fixed points: the sum of dice, or more than that."""
    points = category.points
    fixed = "/".join(map(str, points.by_roll)) or str(points.value)
    if points.kind == "fixed":
        first = "" if points.first_roll is None else f"1×: {points.first_roll}"
        return fixed if points.by_roll else first
    if points.kind == "per_die":
        return f"× {fixed}".replace("-", "−")
    return f"{fixed} + {_SUM}" if points.kind.startswith("fixed") else _SUM


def _formula(total: Total, ruleset: Ruleset, letters: dict[str, str]) -> str:
    """What a total adds up, in letters of rows."""
    if total.kind == "extra_yachts":
        return "×"
    first, known = ruleset.in_first_column(total), list(dict.fromkeys(letters.values()))
    inner = list(map(plain_id, ruleset.addends[first.id]))
    if total.kind == "difference":
        return _difference(total, first.taken, [letters[part] for part in inner])
    parts = " + ".join(_runs(list(dict.fromkeys(letters[part] for part in inner if part in letters)), known))
    if first is total and len(ruleset.columns) > 1:
        return f"{_SUM} {parts}"
    if total.kind == "sum":
        return parts
    steps = ", ".join(f"≥ {step.at_least}: {step.points:+}" for step in total.steps)
    return f"# {parts} {steps}" if total.kind == "count" else f"{parts} {steps}"


def _difference(total: Total, taken: int, letters: list[str]) -> str:
    """What a difference adds, takes away and is multiplied by, in letters: (G − H) × A."""
    times = letters.pop() if total.times else ""
    least = "" if total.least is None else f", ≥ {total.least}".replace("-", "−")
    return subtraction(letters[:-taken], letters[-taken:], times) + least


def _runs(found: list[str], known: list[str]) -> Iterator[str]:
    """Three letters or more that follow each other, taken together: A–F."""
    for _, run in groupby(enumerate(map(known.index, found)), lambda each: each[1] - each[0]):
        letters = [known[place] for _, place in run]
        yield from (f"{letters[0]}–{letters[-1]}",) if letters[2:] else letters


# a series of games


def series_rows(lists: Rows, wording: Wording) -> Rows:
    """A sheet whose columns are games, with what they come to so far, and on average."""
    text = wording.catalog.text
    rows = (
        Row("sum", "running_total", text("sheet", "Running total"), ((text("sheet", "all games so far"),),), sign="="),
        Row("sum", "average", text("sheet", "Average"), ((text("sheet", "running total ÷ games"),),)),
    )
    *others, last = lists
    return (*others, (*last, *rows))


def series_sheet(games: int, wording: Wording) -> Rows:
    """A row for each game of a series, with the running total below it; then the average, and the games won."""
    text = wording.catalog.text
    rows: list[Row] = []
    for game in range(1, games + 1):
        dice: tuple[Pip, ...] = tuple((face, "solid") for face in numbered(game))
        rows.append(Row("box", f"game_{game}", text("sheet", "Game %(n)s", n=game), dice=dice if game < 13 else ()))
        if game > 1:
            rows.append(Row("sum", f"so_far_{game}", text("sheet", "Running total"), sign="="))
    needed = games // 2 + 1
    won = wording.catalog.plural("sheet", "%(n)s game won wins the series", "%(n)s games won win the series", needed)
    rows += [
        Row("sum", "average", text("sheet", "Average"), ((text("sheet", "running total ÷ games played"),),)),
        Row("grand", "games_won", text("sheet", "Games won"), ((won,),) if games % 2 else ()),
    ]
    return (tuple(rows),)


def numbered(number: int) -> tuple[int, ...]:
    """The faces of a number up to 12: a six and the rest, from seven on."""
    return (number,) if number < 7 else (6, number - 6)


# the reverse, for who checks the card


def audit_rows(lists: Rows, wording: Wording) -> Rows:
    """Every total of a sheet twice, as it was written and added up again, and what the last one is off by."""
    text, own = wording.catalog.text, wording.ruleset.all_totals
    totals = [row for rows in lists for row in rows if row.kind in ("sum", "grand")]
    names = {row.id: wording.row(row.id) if row.id in own else row.name for row in totals}
    written = [Row("box", f"written_{row.id}", names[row.id], columns=row.columns) for row in totals]
    again = [
        Row("box", f"again_{row.id}", names[row.id], row.hints, sign=row.sign, columns=row.columns) for row in totals
    ]
    subtracted = text("sheet", "%(name)s, added up − written", name=names[totals[-1].id])
    heads = (Row("head", "front", text("sheet", "As written on the front")),
             Row("head", "again", text("sheet", "Added up again")))  # fmt: skip
    last = Row("grand", "difference", text("sheet", "Difference"), ((subtracted,),))
    return ((heads[0], *written, heads[1], *again, last),)
