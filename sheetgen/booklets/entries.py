"""The boxes of a game as a booklet explains them, those for numbers as one; and what is said of each in short."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from sheetgen.booklets.examples import Scored, marked as marked
from sheetgen.booklets.facts import CategoryFacts, Facts
from sheetgen.i18n.pattern_words import asks
from sheetgen.i18n.wording import Wording
from sheetgen.layout.rows import Pip, Row, picture, rows_of
from sheetgen.rules import Category, Face, Ruleset, Total, boxes_of, maximum


class Entry(Struct, frozen=True):
    """A box, or all boxes for numbers that follow each other."""

    categories: tuple[Category, ...]
    name: str
    worth: str
    """The points, where they are fixed."""
    most: str
    rule: str
    facts: tuple[CategoryFacts, ...]
    hint: str
    """What it asks for, in a few words."""
    dice: tuple[Pip, ...]

    @property
    def merged(self) -> bool:
        """Whether it is several numbers."""
        return len(self.categories) > 1

    @property
    def examples(self) -> tuple[Scored, ...]:
        """The rolls that are shown."""
        return tuple(example for facts in self.facts for example in facts.examples)


def entries(facts: Facts) -> tuple[Entry, ...]:
    """The entries, in the order of the card."""
    return tuple(entry for section in facts.sections for entry in _section(facts, section.categories))


def is_number(category: Category) -> bool:
    """Whether the box takes the dice of one number and adds them up."""
    return category.pattern == Face(category.number or 0) and category.points.kind == "matching"


def _section(facts: Facts, told: Sequence[CategoryFacts]) -> Iterator[Entry]:
    categories = facts.ruleset.categories
    for numbers, found in groupby(told, key=lambda each: is_number(categories[each.id])):
        each = tuple(found)
        if numbers and len(each) > 1:
            yield _numbers(facts, each)
        else:
            yield from (_entry(facts, one) for one in each)


def _entry(facts: Facts, told: CategoryFacts) -> Entry:
    wording, category = facts.wording, facts.ruleset.categories[told.id]
    fixed = category.points.kind == "fixed"
    row, points = _rows(wording)[told.id], points_of(facts.ruleset).get(category.id)
    also = f"{wording.points_from(points)}." if points else ""
    return Entry(
        (category,), _named(told, told.name), str(category.points.value) if fixed else "",
        "" if fixed else wording.most(category), " ".join(filter(None, (asks(wording, category), told.note, also))), (told,),
        row.hints[0][0] if row.hints else "", row.dice,
    )  # fmt: skip


def _named(told: CategoryFacts, name: str) -> str:
    """The name, with how many boxes there are."""
    return f"{name} ({told.boxes}×)" if told.boxes > 1 else name


def _numbers(facts: Facts, told: tuple[CategoryFacts, ...]) -> Entry:
    wording, text = facts.wording, facts.wording.catalog.text
    categories = tuple(facts.ruleset.categories[each.id] for each in told)
    most = [maximum(facts.ruleset, boxes_of(each)[0].id) for each in categories]
    name = text("sheet", "%(first)s to %(last)s", first=told[0].name, last=told[-1].name)
    boxes = wording.catalog.plural("booklet", "%(n)s box, one for each number.", "%(n)s boxes, one for each number.",
                                   sum(each.boxes for each in told))  # fmt: skip
    rule = text("booklet", "Only that number counts: add up those dice.")
    if len({each.boxes for each in told}) == 1 and told[0].boxes > 1:
        boxes = text("booklet", "%(n)s boxes for each number.", n=told[0].boxes)
    notes = " ".join(dict.fromkeys(each.note for each in told if each.note))
    return Entry(
        categories, _named(told[0], name) if len({each.boxes for each in told}) == 1 else name, "",
        text("booklet", "count × number"), f"{boxes} {rule} {notes}".strip(), told,
        text("booklet", "add up that number"),
        tuple(pip for each in categories for pip in picture(each, facts.ruleset)),
    )  # fmt: skip


def points_of(ruleset: Ruleset) -> dict[str, Total]:
    """The totals that follow from the boxes of one category that has several, by the category."""
    several = {each.id for each in ruleset.categories.values() if each.boxes > 1}
    return {
        total.of[0]: total
        for total in ruleset.all_totals.values()
        if total.steps and total.of[0] in several and len(total.of) == 1
    }


def most_of(entry: Entry, facts: Facts) -> str:
    """The most that it can hold; of numbers, from the least of them to the largest."""
    if not entry.merged:
        return entry.most
    most = sorted(maximum(facts.ruleset, boxes_of(each)[0].id) for each in entry.categories)
    return facts.wording.catalog.text("booklet", "max %(least)s to %(most)s", least=most[0], most=most[-1])


def _rows(wording: Wording) -> dict[str, Row]:
    found = {}
    for rows in rows_of(wording.ruleset, wording):
        for row in rows:
            category = wording.ruleset.boxes[row.id].category.id if row.id in wording.ruleset.boxes else row.id
            found[category] = row
    return found
