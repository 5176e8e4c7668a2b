"""Entries of a booklet: a box of the game, or all boxes for numbers together, with name, worth and hint."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from sheetgen.booklets.examples import Scored, as_allowed, examples_of
from sheetgen.booklets.facts import Facts
from sheetgen.layout.rows import Pip, SheetRow, picture, rows_of
from sheetgen.rules.ruleset import Category, Ruleset, Total


class Entry(Struct, frozen=True):
    """A box, or all boxes for numbers that follow each other."""

    categories: tuple[Category, ...]
    names: tuple[str, ...]
    """Names of the categories."""
    name: str
    worth: str
    """The points, where they are fixed."""
    most: str
    rule: str
    examples: tuple[Scored, ...]
    """The rolls that are shown."""
    hint: str
    """Rule in a few words."""
    dice: tuple[Pip, ...]

    @property
    def merged(self) -> bool:
        """Flag: the entry stands for several numbers."""
        return len(self.categories) > 1


def entries(facts: Facts) -> tuple[Entry, ...]:
    """Return the entries, in the order of the card."""
    boxes, rows = facts.ruleset.boxes, [row for part in rows_of(facts.ruleset, facts.wording) for row in part]
    by_id = {boxes[row.id].category.id if row.id in boxes else row.id: row for row in rows}
    found: list[Entry] = []
    for section in facts.ruleset.sections:
        for numbers, group in groupby(section.categories, key=lambda each: bool(each.adds_number)):
            part = tuple(group)
            merged = numbers and len(part) > 1
            found += [_numbers(facts, part)] if merged else [_entry(facts, each, by_id[each.id]) for each in part]
    return tuple(found)


def _entry(facts: Facts, category: Category, row: SheetRow) -> Entry:
    wording, name = facts.wording, facts.wording.name(category)
    fixed = category.points.kind == "fixed" and not category.points.by_roll
    points, said = points_of(facts.ruleset).get(category.id), [wording.asks(category)]
    if category.note:
        said.append(facts.sentence(category.note))
    if points:
        said.append(f"{wording.points_from(points)}.")
    examples = examples_of(facts.ruleset, category)
    said += _after(facts, examples)
    first = category.points.first_roll if facts.ruleset.dice.rolls == 1 else None
    worth = str(category.points.value if first is None else first) if fixed else ""
    return Entry(
        (category,), (name,), _named(category, name), worth, "" if fixed else wording.most(category), " ".join(said),
        examples, row.hints[0][0] if row.hints else "", row.dice,
    )  # fmt: skip


def _after(facts: Facts, examples: Iterable[Scored]) -> Iterator[str]:
    """Yield a sentence for each roll that may be written in its box only once others are full."""
    shown, catalog = facts.ruleset.dice.shown, facts.wording.catalog
    for roll, after in dict.fromkeys((each.roll, each.after) for each in examples if each.after):
        boxes = catalog.both(catalog.text("booklet", "“%(name)s”", name=facts.wording.row(box)) for box in after)
        yield catalog.plural(
            "booklet", "%(dice)s may stand here only once %(boxes)s is full.",
            "%(dice)s may stand here only once %(boxes)s are full.", len(after), boxes=boxes,
            dice="-".join(str(shown(face)) for face in roll.dice),
        )  # fmt: skip


def _named(category: Category, name: str) -> str:
    """Return the name of a category with the number of its boxes, if there are several."""
    return f"{name} ({category.boxes}×)" if category.boxes > 1 else name


def _numbers(facts: Facts, found: tuple[Category, ...]) -> Entry:
    """Return one entry for the boxes of several numbers, with rolls of the source or one of many equal dice."""
    wording, text, names = facts.wording, facts.wording.catalog.text, tuple(map(facts.wording.name, found))
    name = text("sheet", "%(first)s to %(last)s", first=names[0], last=names[-1])
    alike = len({each.boxes for each in found}) == 1
    boxes = wording.catalog.plural("booklet", "%(n)s box, one for each number.", "%(n)s boxes, one for each number.",
                                   sum(each.boxes for each in found))  # fmt: skip
    if alike and found[0].boxes > 1:
        boxes = text("booklet", "%(n)s boxes for each number.", n=found[0].boxes)
    rule = text("booklet", "Only that number counts: add up those dice.")
    notes = dict.fromkeys(facts.sentence(each.note) for each in found if each.note)
    given = tuple(as_allowed(facts.ruleset, each, roll) for each in found for roll in each.examples)
    given = given or examples_of(facts.ruleset, found[len(found) // 2])[:1]
    return Entry(
        found, names, _named(found[0], name) if alike else name, "", text("booklet", "count × number"),
        " ".join((boxes, rule, *notes, *_after(facts, given))), given, text("booklet", "add up that number"),
        tuple(pip for each in found for pip in picture(each, facts.ruleset)),
    )  # fmt: skip


def points_of(ruleset: Ruleset) -> dict[str, Total]:
    """Return totals that depend only on the boxes of one category with several boxes, by the category."""
    several = {each.id for each in ruleset.categories.values() if each.boxes > 1}
    return {
        total.of[0]: total
        for total in ruleset.all_totals.values()
        if total.steps and total.of[0] in several and len(total.of) == 1
    }
