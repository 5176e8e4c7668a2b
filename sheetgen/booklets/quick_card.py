"""The quick card: a turn in steps on the front, the boxes on the reverse."""

from sheetgen.booklets.back import short_rows
from sheetgen.booklets.book import BODY, POINT, SMALL, Leaf, Type, like
from sheetgen.booklets.sentences import Sentences
from sheetgen.layout.primitives import CAP, Font, Ink, Measure, Page
from sheetgen.layout.themes import Look

_SIZE = _WIDTH, _HEIGHT = 105.0, 148.0
_MARGIN = 9.0
_STEP, _ROW = 21.0, 15.3
"""Maximum heights of a step of the turn and of the row of an entry, in mm."""
_COMMAND = Type(7.5, ink=Ink.MUTED, step=3.4)
_TITLE = Type(34, Font.BLACK, align="ink", role="H1")
_HEADING, _VERB = Type(20, Font.BLACK, align="ink", role="H2"), Type(15, Font.BLACK, role="H2")


def card_pages(
    sentences: Sentences, size: tuple[float, float], measure: Measure, look: Look, command: str
) -> list[Page]:
    """Return the front and the reverse on paper of this size in points: an A6 card as large as fits."""
    format_ = like(size, _SIZE, look, sentences.facts.wording)
    front, back = (Leaf(format_, measure, _MARGIN, _WIDTH - 2 * _MARGIN) for _ in range(2))
    _front(front, sentences, command)
    _back(back, sentences)
    return [front.page(), back.page()]


def _front(leaf: Leaf, sentences: Sentences, command: str) -> None:
    leaf.title = sentences.facts.wording.title
    y = leaf.para(leaf.left, _title(leaf, sentences) - 2.4, leaf.width, sentences.goal) + 2.4
    leaf.rule(y, heavy=True)
    lines = leaf.lines(command, leaf.width, _COMMAND)
    step = min(_STEP, (_HEIGHT - _MARGIN - _COMMAND.step * len(lines) - 13 - y) / len(sentences.steps))
    side = min(13.5, step - 3)
    for place, (verb, said) in enumerate(sentences.steps):
        if place:
            leaf.rule(y)
        leaf.numeral(leaf.left, y + (step - side) / 2, side, place + 1)
        x = leaf.left + side + 3.9
        words = leaf.lines(said, leaf.right - x)
        base = y + max(5.4, (step - len(words) * BODY.step - 6.2) / 2 + 5.2)
        leaf.text(x, base, verb, _VERB)
        leaf.set(words, x, base + 1.1, BODY.step)
        y += step
    leaf.rule(y, heavy=True)
    side, gap = 6.3, 0.19
    wide = (3 + 2 * gap) * side
    leaf.dice(leaf.right - wide, y + 3.3, side, ((5, "solid"), (2, "open"), (0, "blank")), gap)
    leaf.para(leaf.left, y + 2.6, leaf.width - wide - 4, " · ".join(sentences.states), SMALL)
    leaf.set(lines, leaf.left, _HEIGHT - _MARGIN + 0.9 - _COMMAND.step * len(lines), _COMMAND.step)


def _title(leaf: Leaf, sentences: Sentences) -> float:
    """Draw the name beside the roll of the game, and the variant below, and return their lower end."""
    title, variant, dice = (
        sentences.facts.wording.title,
        sentences.facts.wording.variant,
        sentences.facts.ruleset.signature,
    )
    natural = leaf.wide(title, _TITLE) + _TITLE.size * POINT * CAP * (len(dice) * 1.14 - 0.14) + 5
    kind = _TITLE.of(min(_TITLE.size, _TITLE.size * leaf.width / natural))
    if kind.size < 16:  # no room for both
        dice, kind = (), leaf.fitted(title, _TITLE, leaf.width, 12)
    capital = kind.size * POINT * CAP
    leaf.text(leaf.left, _MARGIN + capital, title, kind)
    if dice:
        leaf.dice(leaf.right - capital * (len(dice) * 1.14 - 0.14), _MARGIN, capital, dice)
    if not variant:
        return _MARGIN + capital + 5
    shown = leaf.fitted(variant, Type(12, Font.BOLD, Ink.ACCENT), leaf.width)
    leaf.text(leaf.left, _MARGIN + capital + 7.2, variant, shown)
    return _MARGIN + capital + 11.4


def _back(leaf: Leaf, sentences: Sentences) -> None:
    """Draw a row for each entry, and below them easily forgotten rules."""
    wording, capital = sentences.facts.wording, _HEADING.size * POINT * CAP
    leaf.title = wording.catalog.text("booklet", "The boxes")
    turns = wording.catalog.plural("sheet", "%(n)s turn", "%(n)s turns", len(sentences.facts.ruleset.boxes))
    facts = Type(9, ink=Ink.MUTED, align="right")
    room = leaf.width - leaf.wide(turns, facts) - 4
    leaf.text(leaf.left, _MARGIN + capital, leaf.title, leaf.fitted(leaf.title, _HEADING, room))
    leaf.text(leaf.right, _MARGIN + capital, turns, facts)
    y = _MARGIN + capital + 3.6
    leaf.rule(y, heavy=True)
    lines = leaf.lines(" ".join(sentences.reminders), leaf.width, SMALL)
    room = _HEIGHT - _MARGIN - len(lines) * SMALL.step - 2.2 - y
    y = short_rows(leaf, sentences, sentences.entries, y, min(_ROW, room / len(sentences.entries)))
    leaf.rule(y, heavy=True)
    leaf.set(lines, leaf.left, y + 2.2, SMALL.step)
