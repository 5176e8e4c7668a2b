"""A full card of a game whose categories have several boxes: a row for each category."""

from collections.abc import Iterator

from sheetgen.booklets.book import SMALL, Leaf
from sheetgen.booklets.entries import points_of
from sheetgen.booklets.facts import Facts
from sheetgen.layout import Font, Ink
from sheetgen.layout.rows import Pip
from sheetgen.rules import Category, Total, boxes_of

_NAME, _POINTS = 30.0, 22.0
"""The width of the names, and of what the boxes come to."""


def several(leaf: Leaf, facts: Facts, y: float) -> None:
    """The card below this height: the dice of each box above its points, and at the right what they come to."""
    text, ruleset = facts.wording.catalog.text, facts.ruleset
    base = max(44.0, y + 8.5)
    leaf.text(leaf.left, base, text("booklet", "A full sheet"), 14, Font.BLACK, Ink.ACCENT)
    leaf.text(leaf.right, base, text("booklet", "full: counts"), 8.2, ink=Ink.MUTED, align="right")
    leaf.rule(base + 3, heavy=True)
    y = base + 4.2
    rest = list(_rest(facts))
    grand = ruleset.all_totals["total"]
    categories = list(ruleset.categories.values())
    step = min(17.0, (190.5 - y - 7.2 * len(rest) - 12.6) / len(categories))
    for place, category in enumerate(categories):
        if place:
            leaf.rule(y + place * step - 0.5)
        _category(leaf, facts, category, y + place * step, step - 1.2)
    y += len(categories) * step
    for total in rest:
        _total(leaf, facts, total, y)
        y += 7.2
    _grand(leaf, facts, grand, y + 0.6)


def _rest(facts: Facts) -> Iterator[Total]:
    """The totals that do not stand in the row of a category."""
    categories = facts.ruleset.categories
    for total in facts.ruleset.all_totals.values():
        alone = len(total.of) == 1 and total.of[0] in categories
        if total.id != "total" and not alone:
            yield total


def _category(leaf: Leaf, facts: Facts, category: Category, y: float, high: float) -> None:
    name, dice = facts.wording.name(category), _dice(facts)
    boxes = [box.id for box in boxes_of(category)]
    leaf.text(leaf.left, y + high / 2 + 1.4, name, leaf.fitted(name, 12, _NAME - 2, Font.BOLD), Font.BOLD)
    wide = (leaf.width - _NAME - _POINTS - 1.5) / len(boxes)
    side = min(3.3, (wide - 1.4) / (1.14 * facts.ruleset.dice.count), high / 3)
    for place, box in enumerate(boxes):
        x = leaf.left + _NAME + place * wide
        leaf.dice(x + 0.4, y + 0.3, side, dice[box])
        leaf.box(x, y + side + 1.0, wide - 0.9, high - side - 1.0, 1.2)
        points = str(facts.card.by_box[box].points)
        leaf.text(
            x + (wide - 0.9) / 2, y + side + 1.0 + (high - side - 1.0) / 2 + 1.5, points, min(12, high), align="middle"
        )
    total = points_of(facts.ruleset).get(category.id)
    sums = [str(sum(facts.card.by_box[box].points for box in boxes))]
    sums += [str(facts.card.totals[total.id]).replace("-", "−")] if total else []
    each = (_POINTS - 0.9 * (len(sums) - 1)) / len(sums)
    for place, said in enumerate(sums):
        x, line = leaf.right - _POINTS + place * (each + 0.9), 1.9 if place else 1.25
        leaf.box(x, y + side + 1.0, each, high - side - 1.0, 1.2, line, Ink.ACCENT)
        leaf.text(
            x + each / 2, y + side + 1.0 + (high - side - 1.0) / 2 + 1.5, said, min(12, high), Font.BOLD, align="middle"
        )


def _dice(facts: Facts) -> dict[str, tuple[Pip, ...]]:
    return {where: row.dice for where, row in zip(facts.ruleset.rows, facts.card_rows, strict=True)}


def _total(leaf: Leaf, facts: Facts, total: Total, y: float) -> None:
    """A total of all: its name, what it stands for, and its box."""
    name = facts.wording.row(total.id)
    size = leaf.fitted(name, 11, 60, Font.BOLD)
    leaf.text(leaf.left, y + 4.4, name, size, Font.BOLD, Ink.ACCENT)
    left = leaf.left + max(_NAME, leaf.wide(name, size, Font.BOLD) + 3)
    what = next(
        (
            each
            for each in facts.wording.arithmetic(total)
            if leaf.wide(each, SMALL[0]) <= leaf.right - _POINTS - 2 - left
        ),
        "",
    )
    leaf.text(left, y + 4.4, what, SMALL[0], ink=Ink.MUTED)
    leaf.box(leaf.right - _POINTS, y, _POINTS, 6.3, 1.2, 1.25, Ink.ACCENT)
    points = facts.wording.catalog.number(facts.card.totals[total.id])
    leaf.text(leaf.right - _POINTS / 2, y + 4.6, points, 12, Font.BOLD, align="middle")


def _grand(leaf: Leaf, facts: Facts, total: Total, y: float) -> None:
    high = 10.8
    leaf.box(leaf.left, y, leaf.width - _POINTS - 1.5, high, 2.4, 0, fill=Ink.ACCENT)
    leaf.text(leaf.left + 3, y + high / 2 + 2.1, facts.wording.row(total.id), 16, Font.BLACK, Ink.PAPER)
    leaf.box(leaf.right - _POINTS, y, _POINTS, high, 2.4, 2.4, Ink.ACCENT)
    points = facts.wording.catalog.number(facts.card.totals[total.id])
    leaf.text(leaf.right - _POINTS / 2, y + high / 2 + 2.3, points, 18, Font.BOLD, align="middle")
