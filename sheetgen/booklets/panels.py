"""The zine: eight small panels, none of which parts a sentence."""

from collections.abc import Sequence

from sheetgen.booklets.back import in_short, question_height, short_rows, verdict_of
from sheetgen.booklets.book import POINT, Format, Leaf, numbered_foot
from sheetgen.booklets.boxes import sum_of
from sheetgen.booklets.card import remembered
from sheetgen.booklets.entries import Entry, entries, marked, most_of
from sheetgen.booklets.facts import Facts
from sheetgen.booklets.front import players, steps
from sheetgen.booklets.questions import Question
from sheetgen.layout import Font, Ink, Page
from sheetgen.layout.grid import CAP
from sheetgen.layout.options import MM
from sheetgen.layout.primitives import Measure

_WIDTH, _HEIGHT = 74.25, 105.0
_MARGIN, _TOP, _END = 7.0, 8.0, 94.0
_TEXT, _NOTE = (8.8, 3.9), (7.8, 3.4)
_PANELS, _ON_ONE = 4, 4
"""The most panels for boxes, and how many boxes stand on one while there are fewer."""
_ROWS = 22
"""The most rows of a full card that has room on a panel."""
_MOST_SHOWN, _MOST = 5, 14
"""The most boxes on a panel that have a roll beside them, and the most of all."""


def panels(facts: Facts, size: tuple[float, float], measure: Measure, command: str) -> list[Page] | None:
    """Eight pages of this width and height, in points; None for a game that has too many boxes for them."""
    scale = min(size[0] / (_WIDTH * MM), size[1] / (_HEIGHT * MM))
    shift = (size[0] - scale * _WIDTH * MM) / 2, (size[1] - scale * _HEIGHT * MM) / 2
    found = entries(facts)
    if -(-len(found) // _PANELS) > _MOST:
        return None
    leaves = [Leaf(Format(*size, scale, shift), measure, _MARGIN, _WIDTH - 2 * _MARGIN) for _ in range(8)]
    cover, turn, *rest, short = leaves
    _cover(cover, facts)
    _turn(turn, facts)
    count = min(_PANELS, -(-len(found) // _ON_ONE))
    for number, leaf in enumerate(rest[:count]):
        part = found[number * len(found) // count : (number + 1) * len(found) // count]
        _boxes(leaf, facts, part, facts.wording.catalog.text("booklet", "The boxes"))
    has_card = count < _PANELS and len(facts.card_rows) <= _ROWS
    if has_card:
        _card(rest[count], facts)
    questions = sorted(facts.questions, key=lambda question: question.seldom)
    for leaf in rest[count + has_card :]:
        questions = _asked(leaf, facts, questions)
    if not _short(short, facts, command):
        return None
    for number, leaf in enumerate(leaves[1:], 2):
        numbered_foot(leaf, number, _WIDTH, _HEIGHT, _MARGIN + 2)
    return [leaf.page() for leaf in leaves]


def _head(leaf: Leaf, heading: str) -> float:
    """The heading of a panel, with the rule below it; gives where that is."""
    size = leaf.fitted(heading, 15, leaf.width, Font.BLACK, 9)
    leaf.text(leaf.left, _TOP + 15 * POINT * CAP, heading, size, Font.BLACK, align="ink")
    y = _TOP + 15 * POINT * CAP + 2.6
    leaf.rule(y, heavy=True)
    return y


def _cover(leaf: Leaf, facts: Facts) -> None:
    wording, dice, gap = facts.wording, facts.ruleset.signature, 2.4
    top = min((len(dice) + 1) // 2, 5)
    side = (leaf.width - (max(3, top) - 1) * gap) / max(3, top)
    for place, (face, kind) in enumerate(dice):
        down, over = divmod(place, top)
        leaf.die(leaf.left + over * (side + gap), _TOP + down * (side + gap), side, face, kind)  # type: ignore[arg-type]
    size = leaf.fitted(wording.title, 60, leaf.width, Font.BLACK, 12)
    leaf.text(leaf.left, 72, wording.title, size, Font.BLACK, align="ink")
    leaf.rule(77.5, heavy=True)
    variant, rules = wording.variant, wording.catalog.text("booklet", "The rules")
    leaf.text(
        leaf.left,
        83.5,
        variant or rules,
        leaf.fitted(variant or rules, 11, leaf.width, Font.BOLD),
        Font.BOLD,
        Ink.ACCENT,
    )
    if variant:
        leaf.text(leaf.left, 88.5, rules, 9)
    leaf.text(leaf.left, 97, players(wording), 7.8, ink=Ink.MUTED)


def _turn(leaf: Leaf, facts: Facts) -> None:
    y = _head(leaf, facts.wording.catalog.text("booklet", "A turn"))
    found = steps(facts.wording)
    step = (_END - y) / len(found)
    for place, (verb, said) in enumerate(found):
        top = y + place * step
        if place:
            leaf.rule(top)
        leaf.die(leaf.left, top + 2.2, 9, place + 1)
        leaf.text(leaf.left + 11.4, top + 5.4, verb, 11.5, Font.BLACK)
        leaf.para(leaf.left + 11.4, top + 6.3, leaf.width - 11.4, said, (8.2, 3.5))


def _boxes(leaf: Leaf, facts: Facts, found: Sequence[Entry], heading: str) -> None:
    y = _head(leaf, heading)
    if len(found) > _MOST_SHOWN:
        short_rows(leaf, facts, found, y, min(11.0, (_END - y) / len(found)))
        return
    step = min(27.0, (_END - y) / max(len(found), 1))
    for place, entry in enumerate(found):
        if place:
            leaf.rule(y + place * step)
        _box(leaf, facts, entry, y + place * step)


def _box(leaf: Leaf, facts: Facts, entry: Entry, y: float) -> None:
    """A box with a roll that counts: its name, what it asks for, and the sum."""
    worth, size = entry.worth or most_of(entry, facts), 14 if entry.worth else 7.8
    font, ink = (Font.BLACK, Ink.ACCENT) if entry.worth else (Font.REGULAR, Ink.MUTED)
    leaf.text(leaf.right, y + 5.6, worth, size, font, ink, "right")
    room = leaf.width - leaf.wide(worth, size, font) - 2
    leaf.text(leaf.left, y + 5.2, entry.name, leaf.fitted(entry.name, 11, room, Font.BOLD), Font.BOLD)
    leaf.text(leaf.left, y + 8.9, entry.hint, leaf.fitted(entry.hint, 7.8, leaf.width, Font.REGULAR), ink=Ink.MUTED)
    shown = [each for each in entry.examples if each.points]
    good = shown[len(shown) // 2 if entry.merged else 0] if shown else None
    if good:
        side = min(4.8, 26 / len(good.roll.dice))
        end = leaf.dice(leaf.left, y + 10.8, side, marked(good))
        said = sum_of(good)
        leaf.text(
            end + 2, y + 10.8 + side / 2 + 1.1, said, leaf.fitted(said, 8.8, leaf.right - end - 2, Font.BOLD), Font.BOLD
        )


def _card(leaf: Leaf, facts: Facts) -> None:
    """A full card with its dice."""
    rows = facts.card_rows
    y = _head(leaf, facts.wording.catalog.text("booklet", "A full sheet"))
    step = min(6.2, (_END - y) / len(rows))
    for place, row in enumerate(rows):
        base = y + place * step + step / 2 + 1.0
        if place:
            leaf.rule(y + place * step)
        font, ink = (Font.BOLD, Ink.ACCENT) if row.total else (Font.REGULAR, Ink.TEXT)
        side = min(3.6, step - 0.8)
        wide = len(row.roll) * side * 1.14
        room = leaf.width - 9 - (wide + 2 if row.roll else 0)
        leaf.text(leaf.left, base, row.name, leaf.fitted(row.name, 8.2, room, font), font, ink)
        leaf.dice(leaf.right - 9 - wide, y + place * step + (step - side) / 2, side, row.dice)
        leaf.text(leaf.right, base, facts.wording.catalog.number(row.points), 8.8, Font.BOLD, ink, "right")


def _asked(leaf: Leaf, facts: Facts, questions: Sequence[Question]) -> list[Question]:
    """What is asked most, as much of it as there is room for; gives the rest."""
    y, left = _head(leaf, facts.wording.catalog.text("booklet", "What people argue about")), []
    for question in questions:
        verdict, said = verdict_of(question, facts)
        height = question_height(leaf, question.asked, said, leaf.width - 11, _NOTE[1])
        if y + height > _END:
            left.append(question)
            continue
        if verdict:
            leaf.text(leaf.left, y + 4.9, verdict, leaf.fitted(verdict, 11, 10, Font.BLACK), Font.BLACK, Ink.ACCENT)
        bottom = leaf.para(leaf.left + 11, y + 1.2, leaf.width - 11, question.asked, _NOTE, font=Font.BOLD)
        leaf.para(leaf.left + 11, bottom, leaf.width - 11, said, _NOTE)
        y += height
        leaf.rule(y)
    return left


def _short(leaf: Leaf, facts: Facts, command: str) -> bool:
    """Bonuses, jokers, and the largest total; whether there is room for all of it."""
    y = _head(leaf, facts.wording.catalog.text("booklet", "In short")) + 1.5
    short = list(in_short(facts))
    for said in (" ".join(short), *(each for each in remembered(facts) if each not in short)):
        y = leaf.para(leaf.left, y, leaf.width, said, _NOTE if facts.stages else _TEXT) + 1.2
    lines = leaf.lines(command, leaf.width, (7.5, 3.2), Ink.MUTED) if command else []
    leaf.set(lines, leaf.left, _END - 3.2 * len(lines), 3.2)
    return y <= _END - 3.2 * len(lines)
