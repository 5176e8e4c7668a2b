"""Rows of special sheets: in two languages, without words, for a series of games, and for checking a card."""

from collections.abc import Iterator
from itertools import count, groupby

from msgspec.structs import replace

from sheetgen.i18n.wording import Wording, subtraction
from sheetgen.layout.rows import Hints, Pip, Rows, SheetRow, both_names, each_row, numbered, paired_totals, plain_id
from sheetgen.rules.ruleset import Category, Ruleset, Total, boxes_of

# two languages


def two_languages(lists: Rows, others: Rows) -> Rows:
    """Return the rows with their words in another language below; `others` are the same rows in that language."""
    rows = iter([row for each in others for row in each])
    return each_row(lists, lambda row: _both(row, next(rows)))


def _both(row: SheetRow, other: SheetRow) -> SheetRow:
    if row.kind == "head":
        return replace(row, name=both_names(row.name, other.name))
    name = other.name if other.name != row.name else ""
    firsts = [hints for hints in row.hints if hints] or [()]
    if row.hints == other.hints:  # numbers and signs alone
        seconds: tuple[str, ...] = (name,)
    else:
        seconds = tuple(" · ".join(filter(None, (name, *hints))) for hints in (*other.hints, ()))
    both: list[Hints] = [(*first, second) for first in firsts for second in seconds[:1] if second]
    alone: list[Hints] = [(second,) for second in seconds if second]
    second = other.bare_name if row.bare_name else name
    essential = " · ".join(filter(None, (*(row.essential or ((),))[0], second)))
    hints = tuple(dict.fromkeys((*both, *alone))) or row.hints
    return replace(row, hints=hints, essential=((essential,),) if essential else (), second_name=name)


# without words

_SUM = "Σ"
"""Sign for the sum of dice or boxes."""


def pictures(lists: Rows, ruleset: Ruleset) -> Rows:
    """Return the rows as dice, digits and signs alone; sums refer to other rows by their letters."""
    ids = [row.id for rows in lists for row in rows if row.kind != "head"]
    letters = dict(zip(ids, _letters(), strict=False))
    for category in ruleset.categories.values():
        letters |= {box.id: letters[category.id] for box in boxes_of(category) if category.id in letters}
    letters |= {total.id: letters[total.of[0]] for total in paired_totals(ruleset).values()}
    return tuple(tuple(_picture(row, ruleset, letters) for row in rows if row.kind != "head") for rows in lists)


def _letters() -> Iterator[str]:
    """Yield A, B, … Z, AA, AB, …, the names of columns in spreadsheets."""
    for number in count(1):
        letters, rest = "", number
        while rest:
            rest, place = divmod(rest - 1, 26)
            letters = chr(65 + place) + letters
        yield letters


def _picture(row: SheetRow, ruleset: Ruleset, letters: dict[str, str]) -> SheetRow:
    letter = letters[row.id]
    if row.kind == "box":
        category = ruleset.categories.get(row.id) or ruleset.boxes[row.id].category
        row = replace(row, name=_worth(category), hints=(), essential=(), most=row.limit, letter=letter)
        if not row.points:
            return row
        return replace(row, points_hint=_formula(ruleset.declared[row.points], ruleset, letters), sum_name=_SUM)
    name = _formula(ruleset.declared[row.id], ruleset, letters)
    name = f"{letter}: {name}" if row.ladder else name  # a ladder takes the place of the letter
    return replace(row, name=name, hints=(), essential=(), bare_name="", letter=letter)


def _worth(category: Category) -> str:
    """Return the points of a category in signs, unless they are fixed: the sum of dice, or more than that."""
    points = category.points
    fixed = "/".join(map(str, points.by_roll)) or str(points.value)
    if points.kind == "fixed":
        first = "" if points.first_roll is None else f"1×: {points.first_roll}"
        return fixed if points.by_roll else first
    if points.kind == "per_die":
        return f"× {fixed}".replace("-", "−")
    return f"{fixed} + {_SUM}" if points.kind.startswith("fixed") else _SUM


def _formula(total: Total, ruleset: Ruleset, letters: dict[str, str]) -> str:
    """Return the arithmetic of a total in letters of rows."""
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
    """Return the formula of a difference, such as (G − H) × A."""
    times = letters.pop() if total.times else ""
    least = "" if total.least is None else f", ≥ {total.least}".replace("-", "−")
    return subtraction(letters[:-taken], letters[-taken:], times) + least


def _runs(found: list[str], known: list[str]) -> Iterator[str]:
    """Yield the letters, three or more that follow each other as a range such as A–F."""
    for _, run in groupby(enumerate(map(known.index, found)), lambda each: each[1] - each[0]):
        letters = [known[place] for _, place in run]
        yield from (f"{letters[0]}–{letters[-1]}",) if letters[2:] else letters


# a series of games


def series_rows(lists: Rows, wording: Wording) -> Rows:
    """Return the rows of a sheet whose columns are games, with a running total and an average at the end."""
    text = wording.catalog.text
    so_far = text("sheet", "all games so far")
    rows = (
        SheetRow("sum", "running_total", text("sheet", "Running total"), ((so_far,),), sign="="),
        SheetRow("sum", "average", text("sheet", "Average"), ((text("sheet", "running total ÷ games"),),)),
    )
    *others, last = lists
    return (*others, (*last, *rows))


def series_sheet(games: int, wording: Wording) -> Rows:
    """Return a row for each game of a series with the running total below it, the average, and the games won."""
    text = wording.catalog.text
    rows: list[SheetRow] = []
    for game in range(1, games + 1):
        dice: tuple[Pip, ...] = tuple((face, "solid") for face in numbered(game)) if game < 13 else ()
        rows.append(SheetRow("box", f"game_{game}", text("sheet", "Game %(n)s", n=game), dice=dice))
        if game > 1:
            rows.append(SheetRow("sum", f"so_far_{game}", text("sheet", "Running total"), sign="="))
    needed = games // 2 + 1
    won = wording.catalog.plural("sheet", "%(n)s game won wins the series", "%(n)s games won win the series", needed)
    rows += [
        SheetRow("sum", "average", text("sheet", "Average"), ((text("sheet", "running total ÷ games played"),),)),
        SheetRow("grand", "games_won", text("sheet", "Games won"), ((won,),) if games % 2 else ()),
    ]
    return (tuple(rows),)


# the reverse on which a card is checked


def audit_rows(lists: Rows, wording: Wording) -> Rows:
    """Return each total of a sheet twice, as written and as added up again, and the difference of the last one."""
    text, own = wording.catalog.text, wording.ruleset.all_totals
    totals = [row for rows in lists for row in rows if row.kind in ("sum", "grand")]
    names = {row.id: wording.row(row.id) if row.id in own else row.name for row in totals}
    written = [SheetRow("box", f"written_{row.id}", names[row.id], columns=row.columns) for row in totals]
    again = [
        SheetRow("box", f"again_{row.id}", names[row.id], row.hints, sign=row.sign, columns=row.columns)
        for row in totals
    ]
    subtracted = text("sheet", "%(name)s, added up − written", name=names[totals[-1].id])
    heads = (SheetRow("head", "front", text("sheet", "As written on the front")),
             SheetRow("head", "again", text("sheet", "Added up again")))  # fmt: skip
    last = SheetRow("grand", "difference", text("sheet", "Difference"), ((subtracted,),))
    return ((heads[0], *written, heads[1], *again, last),)
