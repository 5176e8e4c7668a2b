"""The quick card: a turn in steps on the front, the boxes on the reverse."""

from sheetgen.booklets.back import short_rows
from sheetgen.booklets.book import BODY, POINT, SMALL, Format, Leaf
from sheetgen.booklets.entries import entries
from sheetgen.booklets.facts import Facts
from sheetgen.booklets.front import steps
from sheetgen.booklets.lines import broken
from sheetgen.layout import Font, Ink, Page
from sheetgen.layout.grid import CAP
from sheetgen.layout.options import MM
from sheetgen.layout.primitives import Measure

_WIDTH, _HEIGHT = 105.0, 148.0
_MARGIN = 9.0
_STEP, _ROW = 21.0, 15.3


def card_pages(facts: Facts, size: tuple[float, float], measure: Measure, command: str) -> list[Page]:
    """The front and the reverse, on paper of this width and height, in points; as on A6, as large as fits."""
    scale = min(size[0] / (_WIDTH * MM), size[1] / (_HEIGHT * MM))
    shift = (size[0] - scale * _WIDTH * MM) / 2, (size[1] - scale * _HEIGHT * MM) / 2
    format_ = Format(*size, scale, shift)
    front, back = (Leaf(format_, measure, _MARGIN, _WIDTH - 2 * _MARGIN) for _ in range(2))
    _front(front, facts, command)
    _back(back, facts)
    return [front.page(), back.page()]


def _front(leaf: Leaf, facts: Facts, command: str) -> None:
    wording, text = facts.wording, facts.wording.catalog.text
    leaf.title = wording.title
    y = _title(leaf, facts)
    leaf.rule(y, heavy=True)
    found, command_lines = steps(wording), leaf.lines(command, leaf.width, (7.5, 3.4), Ink.MUTED) if command else []
    end = _HEIGHT - _MARGIN - 3.4 * len(command_lines)
    step = min(_STEP, (end - 13 - y) / len(found))
    for place, (verb, said) in enumerate(found):
        top = y + place * step
        if place:
            leaf.rule(top)
        side = min(13.5, step - 3)
        leaf.die(leaf.left, top + (step - side) / 2, side, place + 1)
        x = leaf.left + side + 3.9
        lines = leaf.lines(said, leaf.right - x)
        base = top + max(5.4, (step - len(lines) * BODY[1] - 6.2) / 2 + 5.2)
        leaf.text(x, base, verb, 15, Font.BLACK)
        leaf.set(lines, x, base + 1.1, BODY[1])
    y += len(found) * step
    leaf.rule(y, heavy=True)
    side, gap = 6.3, 1.2
    wide = 3 * side + 2 * gap
    leaf.dice(leaf.right - wide, y + 3.3, side, ((5, "solid"), (2, "open"), (0, "blank")), gap / side)
    said = " · ".join(
        (
            text("booklet", "full: counts"),
            text("booklet", "open: does not count"),
            text("booklet", "empty: any die will do"),
        )
    )
    leaf.para(leaf.left, y + 2.6, leaf.width - wide - 4, said, SMALL, Ink.MUTED)
    leaf.set(command_lines, leaf.left, _HEIGHT - _MARGIN + 0.9 - 3.4 * len(command_lines), 3.4)


def _title(leaf: Leaf, facts: Facts) -> float:
    """The name beside the roll that stands for the game, and the variant below; gives where they end."""
    title, dice = facts.wording.title, facts.ruleset.signature
    size = min(
        34.0, 34 * leaf.width / (leaf.wide(title, 34, Font.BLACK) + 34 * POINT * CAP * (len(dice) * 1.14 - 0.14) + 5)
    )
    capital = size * POINT * CAP
    if size < 16:
        dice, size = (), leaf.fitted(title, 34, leaf.width, Font.BLACK, 12)
        capital = size * POINT * CAP
    leaf.text(leaf.left, _MARGIN + capital, title, size, Font.BLACK, align="ink")
    if dice:
        leaf.dice(leaf.right - capital * (len(dice) * 1.14 - 0.14), _MARGIN, capital, dice)  # type: ignore[arg-type]
    if not facts.wording.variant:
        return _MARGIN + capital + 5
    leaf.text(
        leaf.left,
        _MARGIN + capital + 7.2,
        facts.wording.variant,
        leaf.fitted(facts.wording.variant, 12, leaf.width, Font.BOLD),
        Font.BOLD,
        Ink.ACCENT,
    )
    return _MARGIN + capital + 11.4


def _back(leaf: Leaf, facts: Facts) -> None:
    wording, text = facts.wording, facts.wording.catalog.text
    capital = 20 * POINT * CAP
    leaf.title = text("booklet", "The boxes")
    turns = wording.catalog.plural("sheet", "%(n)s turn", "%(n)s turns", len(facts.ruleset.boxes))
    room = leaf.width - leaf.wide(turns, 9) - 4
    leaf.text(
        leaf.left, _MARGIN + capital, leaf.title, leaf.fitted(leaf.title, 20, room, Font.BLACK), Font.BLACK, align="ink"
    )
    leaf.text(leaf.right, _MARGIN + capital, turns, 9, ink=Ink.MUTED, align="right")
    y = _MARGIN + capital + 3.6
    leaf.rule(y, heavy=True)
    found = entries(facts)
    said = remembered(facts)
    lines = broken(
        [word for each in said for word in leaf.words(each, SMALL, Ink.MUTED)], leaf.length(leaf.width), leaf.measure
    )
    room = _HEIGHT - _MARGIN - len(lines) * SMALL[1] - 2.2 - y
    y = short_rows(leaf, facts, found, y, min(_ROW, room / len(found)), 9.6, (12.5, 8.2, 17.0))
    leaf.rule(y, heavy=True)
    leaf.set(lines, leaf.left, y + 2.2, SMALL[1])


def remembered(facts: Facts) -> list[str]:
    """What one forgets: bonuses, jokers, orders, and what a box never holds."""
    wording, text = facts.wording, facts.wording.catalog.text
    found = [
        f"{wording.row(total.id)}: {wording.arithmetic(total)[0]}."
        for total in facts.ruleset.all_totals.values()
        if total.steps or total.kind == "extra_yachts"
    ]
    found += wording.reminders(on_paper=False)[1:]
    if len(facts.never_zero) == 1:
        found.append(text("booklet", "%(name)s is never a 0.", name=facts.never_zero[0]))
    found.append(text("booklet", "The highest possible total is %(best)s.", best=facts.best))
    return found
