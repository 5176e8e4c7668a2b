"""A full card of a game whose categories have several boxes: a row for each category."""

from sheetgen.booklets.book import LAST, PART, SMALL, Leaf, Type
from sheetgen.booklets.entries import points_of
from sheetgen.booklets.facts import Facts
from sheetgen.booklets.tale import Tale
from sheetgen.layout.primitives import Font, Ink, Rect
from sheetgen.rules.ruleset import Category, Total, boxes_of

_NAME, _POINTS = 30.0, 22.0
"""The width of the names, and of what the boxes come to."""


def several(leaf: Leaf, tale: Tale, y: float) -> None:
    """The card below this height: the dice of each box above its points, and at the right what they come to."""
    facts, ruleset, text = tale.facts, tale.facts.ruleset, tale.facts.wording.catalog.text
    base = max(44.0, y + 8.5)
    leaf.text(leaf.left, base, text("booklet", "A full sheet"), PART)
    leaf.text(leaf.right, base, text("booklet", "full: counts"), SMALL.at("right"))
    leaf.rule(base + 3, heavy=True)
    categories = list(ruleset.categories.values())
    rest = [
        total
        for total in ruleset.all_totals.values()
        if total.id != "total" and not (len(total.of) == 1 and total.of[0] in ruleset.categories)
    ]
    notes = leaf.lines(" ".join(tale.card_notes), leaf.width, SMALL)
    y, below = base + 4.2, 7.2 * len(rest) + 13.2 + len(notes) * SMALL.step
    step = min(17.0, (LAST - y - below) / len(categories))
    for place, category in enumerate(categories):
        if place:
            leaf.rule(y - 0.5)
        _category(leaf, facts, category, y, step - 1.2)
        y += step
    for total in rest:
        _total(leaf, facts, total, y)
        y += 7.2
    rect = Rect(leaf.left, y + 0.6, leaf.width - _POINTS - 1.5, 10.8)
    leaf.bar(rect, facts.wording.row("total"), Type(16, Font.BLACK))
    leaf.box(Rect(leaf.right - _POINTS, y + 0.6, _POINTS, 10.8), 2.4, "grand")
    points = facts.wording.catalog.number(facts.card.totals["total"])
    leaf.text(leaf.right - _POINTS / 2, y + 8.3, points, Type(18, Font.BOLD, align="middle"))
    leaf.set(notes, leaf.left, y + 12.3, SMALL.step)


def _category(leaf: Leaf, facts: Facts, category: Category, y: float, high: float) -> None:
    name, boxes = facts.wording.name(category), [box.id for box in boxes_of(category)]
    leaf.text(leaf.left, y + high / 2 + 1.4, name, leaf.fitted(name, Type(12, Font.BOLD), _NAME - 2))
    wide = (leaf.width - _NAME - _POINTS - 1.5) / len(boxes)
    side = min(3.3, (wide - 1.4) / (1.14 * facts.ruleset.dice.count), high / 3)
    dice = {where: row.dice for where, row in zip(facts.ruleset.rows, facts.card_rows, strict=True)}
    top, low = y + side + 1.0, high - side - 1.0
    kind = Type(min(12, high), align="middle")
    for place, box in enumerate(boxes):
        x = leaf.left + _NAME + place * wide
        leaf.dice(x + 0.4, y + 0.3, side, dice[box])
        leaf.box(Rect(x, top, wide - 0.9, low), 1.2)
        leaf.text(x + (wide - 0.9) / 2, top + low / 2 + 1.5, str(facts.card.by_box[box].points), kind)
    total = points_of(facts.ruleset).get(category.id)
    sums = [str(sum(facts.card.by_box[box].points for box in boxes))]
    sums += [str(facts.card.totals[total.id]).replace("-", "−")] if total else []
    each = (_POINTS - 0.9 * (len(sums) - 1)) / len(sums)
    for place, said in enumerate(sums):
        x = leaf.right - _POINTS + place * (each + 0.9)
        leaf.box(Rect(x, top, each, low), 1.2, "section" if place else "sum")
        leaf.text(x + each / 2, top + low / 2 + 1.5, said, Type(kind.size, Font.BOLD, align="middle"))


def _total(leaf: Leaf, facts: Facts, total: Total, y: float) -> None:
    """A total of all: its name, what it stands for, and its box."""
    name = facts.wording.row(total.id)
    kind = leaf.fitted(name, Type(11, Font.BOLD, Ink.ACCENT), 60)
    leaf.text(leaf.left, y + 4.4, name, kind)
    left = leaf.left + max(_NAME, leaf.wide(name, kind) + 3)
    room = leaf.right - _POINTS - 2 - left
    what = next((each for each in facts.wording.arithmetic(total) if leaf.wide(each, SMALL) <= room), "")
    leaf.text(left, y + 4.4, what, SMALL)
    leaf.box(Rect(leaf.right - _POINTS, y, _POINTS, 6.3), 1.2, "sum")
    points = facts.wording.catalog.number(facts.card.totals[total.id])
    leaf.text(leaf.right - _POINTS / 2, y + 4.6, points, Type(12, Font.BOLD, align="middle"))
