"""What stands on a sheet, in which order: blocks of rows, in words and dice, with no size yet."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import Font
from sheetgen.rules import Category, Ruleset, Section, Total, boxes_of, maximum

_SMALL_LEADING = 1.15
"""From one line of small print to the next, beside its size."""
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
        return _SMALL_LEADING * self.size


class Block(Struct, frozen=True):
    """Rows in one frame, headed by the names of the players or games."""

    rows: tuple[Row, ...]


Stacks = tuple[tuple[Block, ...], ...]
"""Blocks below each other, in stacks beside each other."""


def stacks_of(ruleset: Ruleset, wording: Wording, beside: bool, fillable: bool = False) -> Stacks:
    """The blocks of a sheet: in one stack or, with `beside`, its sections spread over two."""
    numbers = (str(place) if ruleset.sheet.numbered else "" for place in count(1))
    sections = [tuple(_rows(section, wording, numbers, fillable)) for section in ruleset.sections]
    finals = tuple(_total_row(total, wording, fillable) for total in ruleset.totals)
    if beside:
        lengths = [len(rows) for rows in sections]  # cut so that the longer half is as short as can be
        middle = min(range(1, len(lengths)), key=lambda cut: max(sum(lengths[:cut]), sum(lengths[cut:])))
        return (_blocks(sections[:middle], (), ruleset, wording), _blocks(sections[middle:], finals, ruleset, wording))
    return (_blocks(sections, finals, ruleset, wording),)


def _blocks(
    sections: list[tuple[Row, ...]], finals: tuple[Row, ...], ruleset: Ruleset, wording: Wording
) -> tuple[Block, ...]:
    text = wording.catalog.text
    players = ruleset.sheet.columns == "players"
    heads = Row("heads", name=text("sheet", "Players") if players else text("sheet", "Games"))
    if ruleset.sheet.cards == "one":
        sections = [tuple(row for rows in sections for row in rows)]
    *others, last = sections
    return tuple(Block((heads, *rows)) for rows in (*others, (*last, *finals)))


def _rows(section: Section, wording: Wording, numbers: Iterator[str], fillable: bool) -> Iterable[Row]:
    if wording.name(section):
        yield Row("band", section.id, wording.name(section))
    dice = wording.ruleset.dice
    for category, number in zip(section.categories, numbers, strict=False):
        picture = (*category.pattern.picture(dice.sides), *(0,) * dice.count)[: dice.count]
        how, most = (wording.how(category),), wording.most(category)
        yield from (Row("box", box.id, wording.row(box.id), how, picture, most, number) for box in boxes_of(category))
    for total in section.totals:
        yield _total_row(total, wording, fillable)


def _total_row(total: Total, wording: Wording, fillable: bool) -> Row:
    kind: RowKind = "grand" if total.id == "total" else "total"
    if fillable and total.kind == "threshold":
        kind = "bonus"
    details = wording.arithmetic(total)
    return Row(kind, total.id, wording.name(total), details if total.kind == "sum" else tuple(filter(None, details)))


# variants

_SUM = "Σ"


def each_row(stacks: Stacks, change: Callable[[Row], Row]) -> Stacks:
    """The same stacks with every row changed."""
    return tuple(tuple(Block(tuple(map(change, block.rows))) for block in stack) for stack in stacks)


def bare(stacks: Stacks) -> Stacks:
    """The rows without the lines below their names, but for what a bonus is, and the name in a second language."""

    def change(row: Row) -> Row:
        details = row.details[-1:] if row.kind in ("total", "bonus") else ("",)
        return replace(row, details=details, most="", second=((row.also,),) if row.also else ())

    return each_row(stacks, change)


def unheaded(stacks: Stacks) -> Stacks:
    """The rows without headings; the only heading of a block stands with its names instead."""

    def change(block: Block) -> Block:
        bands = [row.name for row in block.rows if row.kind == "band"]
        rows = (replace(row, name=bands[0]) if row.kind == "heads" and len(bands) == 1 else row for row in block.rows)
        return Block(tuple(row for row in rows if row.kind != "band"))

    return tuple(tuple(map(change, stack)) for stack in stacks)


def two_languages(stacks: Stacks, others: Stacks) -> Stacks:
    """The rows with what they say in another language below; `others` are the same rows in that one."""
    rows = iter([row for stack in others for block in stack for row in block.rows])
    return each_row(stacks, lambda row: _both(row, next(rows)))


def _both(row: Row, other: Row) -> Row:
    if row.kind in ("heads", "band"):
        return replace(row, name=both_names(row.name, other.name))
    name = other.name if other.name != row.name else ""
    texts = tuple(filter(None, (" · ".join(filter(None, (name, detail))) for detail in other.details)))
    again = texts == tuple(filter(None, row.details))
    return replace(row, second=(texts,) if texts and not again else (), also=name)


def both_names(*names: str) -> str:
    """The names of one thing in one language or two; once, if they are alike."""
    return " / ".join(filter(None, dict.fromkeys(names)))


# without a word


def pictures(stacks: Stacks, ruleset: Ruleset) -> Stacks:
    """The rows without a word: dice, digits and signs; sums name their rows by letters."""
    letters = dict(zip(ruleset.rows, _letters(), strict=False))
    return each_row(unheaded(stacks), lambda row: _picture(row, ruleset, letters))


def _letters() -> Iterator[str]:
    """A, B, … Z, AA, AB, …, as spreadsheets name columns."""
    for number in count(1):
        letters = ""
        while number:
            number, place = divmod(number - 1, 26)  # noqa: PLW2901 - its last letter is taken away
            letters = chr(65 + place) + letters
        yield letters


def _picture(row: Row, ruleset: Ruleset, letters: dict[str, str]) -> Row:
    if row.kind == "heads":
        return replace(row, name="")
    if row.id in ruleset.boxes:
        category = ruleset.boxes[row.id].category
        name, sums = _worth(category, row.dice)
        most = f"≤ {maximum(ruleset, row.id)}" if sums else ""
        dice = row.dice if any(row.dice) else ()
        return Row(row.kind, row.id, name, dice=dice, number=letters[row.id], sums=sums, most=most)
    total = ruleset.all_totals[row.id]
    yachts = ruleset.categories[total.category].pattern.picture(ruleset.dice.sides) if total.category else ()
    return Row(row.kind, row.id, _formula(total, ruleset, letters), number=letters[row.id], sums=yachts)


def _worth(category: Category, dice: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """What a category scores: digits, and the dice that are added up."""
    points = category.points
    if points.kind == "matching":
        number = category.number
        return _SUM, (number,) if number else tuple(face for face in dice if face) or dice
    if points.kind == "all":
        return _SUM, (0,) * len(dice)
    first = "" if points.first_roll is None else f" (1×: {points.first_roll})"
    if points.kind == "fixed_plus_dice":
        return f"{points.value}{first} + {_SUM}", (0,) * len(dice)
    return f"{points.value}{first}", ()


def _formula(total: Total, ruleset: Ruleset, letters: dict[str, str]) -> str:
    """What a total adds up, in letters of rows."""
    if total.kind == "extra_yachts":
        return f"+{total.points} ×"
    parts = " + ".join(_runs([letters[part] for part in ruleset.addends[total.id]], list(letters.values())))
    if total.kind == "sum":
        return f"{_SUM} {parts}"
    steps = ", ".join(f"≥ {step.at_least}: {step.points:+}" for step in total.steps)
    return f"# {parts} {steps}" if total.kind == "count" else f"{parts} {steps}"


def _runs(found: list[str], known: list[str]) -> Iterator[str]:
    """Letters that follow each other, taken together: A–F."""
    for _, run in groupby(enumerate(map(known.index, found)), lambda each: each[1] - each[0]):
        places = [place for _, place in run]
        yield "–".join(dict.fromkeys((known[places[0]], known[places[-1]])))


# a series of games


def series_rows(stacks: Stacks, wording: Wording) -> Stacks:
    """A sheet whose columns are games, with what they come to so far, and on average."""
    text = wording.catalog.text
    rows = (
        Row("total", "running_total", text("sheet", "Running total"), (text("sheet", "all games so far"), "")),
        Row("total", "average", text("sheet", "Average"), (text("sheet", "running total ÷ games"), "")),
    )
    *others, (*blocks, last) = stacks
    return (*others, (*blocks, Block((*last.rows, *rows))))


def series_sheet(games: int, wording: Wording) -> Stacks:
    """A row for each game of a series, with the running total below it; then the games won and the average."""
    text = wording.catalog.text
    rows = [Row("heads", name=text("sheet", "Players"))]
    for game in range(1, games + 1):
        rows.append(Row("box", f"game_{game}", text("sheet", "Game %(n)s", n=game)))
        if game > 1:
            rows.append(Row("total", f"so_far_{game}", text("sheet", "Running total")))
    needed = games // 2 + 1
    won = wording.catalog.plural("sheet", "%(n)s game won wins the series", "%(n)s games won win the series", needed)
    rows += [
        Row("total", "games_won", text("sheet", "Games won"), (won if games % 2 else "", "")),
        Row("grand", "average", text("sheet", "Average"), (text("sheet", "running total ÷ games played"), "")),
    ]
    return ((Block(tuple(rows)),),)


# the reverse, for who checks the card


def audit_rows(stacks: Stacks, wording: Wording) -> Stacks:
    """Every total of a sheet twice, as it was written and added up again, and what the last one is off by."""
    text = wording.catalog.text
    each = [row for stack in stacks for block in stack for row in block.rows]
    totals = [row for row in each if row.kind in ("total", "grand")]
    heads = next(row for row in each if row.kind == "heads")
    rows = [heads, Row("band", name=text("sheet", "As written on the front"))]
    own = wording.ruleset.all_totals
    names = {total.id: wording.row(total.id) if total.id in own else total.name for total in totals}
    rows += [Row("box", f"written_{where}", name) for where, name in names.items()]
    rows.append(Row("band", name=text("sheet", "Added up again")))
    rows += [Row("box", f"again_{total.id}", names[total.id], total.details) for total in totals]
    subtracted = text("sheet", "%(name)s, added up − written", name=names[totals[-1].id])
    rows.append(Row("grand", "difference", text("sheet", "Difference"), (subtracted, "")))
    return ((Block(tuple(rows)),),)
