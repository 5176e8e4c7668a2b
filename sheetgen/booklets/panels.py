"""Small forms of the rules.

The zine of eight panels, none of which parts a sentence, and the quick card.
"""

from collections.abc import Sequence

from sheetgen.booklets.book import Leaf, like, numbered_foot
from sheetgen.booklets.chapters import (
    BoxText,
    BriefChapter,
    Chapters,
    ColumnsChapter,
    CoverChapter,
)
from sheetgen.booklets.examples import sum_of
from sheetgen.booklets.measures import BODY, POINT, SMALL, WORTH, Type
from sheetgen.booklets.pages import short_rows
from sheetgen.booklets.questions import Question
from sheetgen.booklets.sentences import Sentences
from sheetgen.layout.primitives import CAP, Font, Ink, Page
from sheetgen.layout.themes import Look

_SIZE = _WIDTH, _HEIGHT = 74.25, 105.0
_MARGIN, _TOP, _END = 7.0, 8.0, 94.0
"""Size of a panel (an eighth of A4), its margin, and the upper and lower end of its text, in mm."""
_TITLE = Type(60, Font.BLACK, align="ink", role="H1", least=12)
_HEADING = Type(15, Font.BLACK, align="ink", role="H2", least=9)
_TEXT, _STEP, _NOTE = Type(8.8, step=3.9), Type(8.2, step=3.5), Type(7.8, step=3.4)
_QUESTION = Type(7.8, Font.BOLD, step=3.4, role="H3")
_NAME, _HINT = Type(11, Font.BOLD, role="H3"), Type(7.8, ink=Ink.MUTED)
_COMMAND = Type(7.5, ink=Ink.MUTED, step=3.2)
_VERDICT = Type(11, Font.BLACK, Ink.ACCENT)
_PANELS, _ON_ONE = 4, 4
"""Maximum number of panels for boxes, and of boxes on a panel while there are fewer panels."""
_ROWS = 22
"""Maximum number of rows of a full card on a panel."""
_MOST_SHOWN, _MOST = 5, 14
"""Maximum number of boxes on a panel that show a roll, and of all boxes on a panel."""


def panels(
    sentences: Sentences, size: tuple[float, float], look: Look, command: str
) -> list[Page] | None:
    """Return eight pages of this width and height in points, None if the game needs more room."""
    chapters = Chapters(sentences)
    boxes = chapters.boxes
    if -(-len(boxes) // _PANELS) > _MOST:
        return None
    format_ = like(size, _SIZE, look, sentences.wording)
    leaves = [Leaf(format_, _MARGIN, _WIDTH - 2 * _MARGIN) for _ in range(8)]
    cover, turn, *rest, short = leaves
    _cover(cover, chapters.cover)
    _turn(turn, chapters.brief)
    count = min(_PANELS, -(-len(boxes) // _ON_ONE))
    for number, leaf in enumerate(rest[:count]):
        first, end = number * len(boxes) // count, (number + 1) * len(boxes) // count
        _boxes(leaf, chapters.brief.heading, boxes[first:end])
    places = rest[count:]
    if places and chapters.columns:
        _columns(places.pop(0), chapters.columns)
    elif places and len(chapters.card.rows) <= _ROWS:
        _card(places.pop(0), chapters)
    left: Sequence[Question] = chapters.questions.questions
    for number, leaf in enumerate(places):
        share = -(-len(left) // (len(places) - number))
        left = [*_asked(leaf, chapters.questions.heading, left[:share]), *left[share:]]
    if not _short(short, chapters, command):
        return None
    for number, leaf in enumerate(leaves[1:], 2):
        numbered_foot(leaf, number, _SIZE, _MARGIN + 2)
    return [leaf.page() for leaf in leaves]


def _head(leaf: Leaf, heading: str) -> float:
    """Draw the heading of a panel with a rule below it, and return the height of the rule."""
    capital = _HEADING.size * POINT * CAP
    leaf.text(leaf.left, _TOP + capital, heading, _HEADING, leaf.width)
    leaf.rule(_TOP + capital + 2.6, heavy=True)
    return _TOP + capital + 2.6


def _cover(leaf: Leaf, chapter: CoverChapter) -> None:
    dice, gap = chapter.dice, 2.4
    top = min((len(dice) + 1) // 2, 5)
    side = (leaf.width - (max(3, top) - 1) * gap) / max(3, top)
    leaf.rows_of_dice((leaf.left, _TOP), side, gap, dice, top)
    leaf.text(leaf.left, 72, chapter.title, _TITLE, leaf.width)
    leaf.rule(77.5, heavy=True)
    first = chapter.variant or chapter.kind
    leaf.text(leaf.left, 83.5, first, Type(11, Font.BOLD, Ink.ACCENT), leaf.width)
    if chapter.variant:
        leaf.text(leaf.left, 88.5, chapter.kind, Type(9))
    leaf.text(leaf.left, 97, chapter.players, _HINT)


def _turn(leaf: Leaf, brief: BriefChapter) -> None:
    y = _head(leaf, brief.turn)
    y = leaf.para(leaf.left, y + 1.2, leaf.width, brief.goal, _STEP) + 1.2
    leaf.rule(y)
    step = (_END - y) / len(brief.steps)
    for place, (verb, said) in enumerate(brief.steps):
        top = y + place * step
        if place:
            leaf.rule(top)
        leaf.numeral(leaf.left, top + 2.2, 9, place + 1)
        leaf.text(leaf.left + 11.4, top + 5.4, verb, Type(11.5, Font.BLACK, role="H3"))
        leaf.para(leaf.left + 11.4, top + 6.3, leaf.width - 11.4, said, _STEP)


def _boxes(leaf: Leaf, heading: str, boxes: Sequence[BoxText]) -> None:
    y = _head(leaf, heading)
    if len(boxes) > _MOST_SHOWN:
        short_rows(leaf, boxes, y, min(11.0, (_END - y) / len(boxes)))
        return
    step = min(27.0, (_END - y) / max(len(boxes), 1))
    for place, box in enumerate(boxes):
        if place:
            leaf.rule(y + place * step)
        _box(leaf, box, y + place * step)


def _box(leaf: Leaf, box: BoxText, y: float) -> None:
    """Draw a box with a roll that counts: its name, hint and sum."""
    entry = box.entry
    worth, kind = (entry.worth, WORTH.of(14)) if entry.worth else (box.most, _HINT.at("right"))
    leaf.text(leaf.left, y + 5.2, entry.name, _NAME, leaf.width - leaf.wide(worth, kind) - 2)
    leaf.text(leaf.right, y + 5.6, worth, kind)
    leaf.text(leaf.left, y + 8.9, entry.hint, _HINT, leaf.width)
    if good := entry.sample:
        side = min(4.8, 26 / len(good.roll.dice))
        end = leaf.dice(leaf.left, y + 10.8, side, good.dice) + 2
        said = sum_of(good)
        leaf.text(end, y + 11.9 + side / 2, said, Type(8.8, Font.BOLD), leaf.right - end)


def _card(leaf: Leaf, chapters: Chapters) -> None:
    """Draw a full card with its dice."""
    sentences, rows = chapters.sentences, chapters.card.rows
    further = chapters.card.notes[0] if sentences.card.further else ""
    notes = leaf.lines(further, leaf.width, _NOTE)
    y = _head(leaf, chapters.card.heading)
    step = min(6.2, (_END - y - (len(notes) * _NOTE.step + 1.2 if notes else 0)) / len(rows))
    side = min(3.6, step - 0.8)
    for place, row in enumerate(rows):
        base = y + step / 2 + 1.0
        if place:
            leaf.rule(y)
        wide = len(row.dice) * side * 1.14
        name = Type(8.2, Font.BOLD, Ink.ACCENT) if row.total else Type(8.2)
        name = leaf.fitted(row.name, name, leaf.width - 9 - (wide + 2 if wide else 0))
        points = sentences.wording.catalog.number(row.points[0])
        with leaf.again("card", "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                leaf.text(leaf.left, base, row.name, name)
            with leaf.element("TD"):
                leaf.dice(leaf.right - 9 - wide, y + (step - side) / 2, side, row.dice)
            with leaf.element("TD"):
                leaf.text(leaf.right, base, points, Type(8.8, Font.BOLD, name.ink, "right"))
        y += step
    leaf.set(notes, leaf.left, y + 1.2, _NOTE.step)


def _columns(leaf: Leaf, chapter: ColumnsChapter) -> None:
    """Draw the sign, the name and the rule of each column."""
    y = _head(leaf, chapter.heading) + 1.2
    y = leaf.para(leaf.left, y, leaf.width, chapter.lead, _NOTE) + 1.2
    for sign, name, said in chapter.rules:
        leaf.rule(y)
        leaf.tile(leaf.left, y + 1.2, 5.4, sign)
        y = max(
            y + 7.2,
            leaf.para(leaf.left + 7.8, y + 0.6, leaf.width - 7.8, (name, said), _NOTE) + 1.2,
        )


def _asked(leaf: Leaf, heading: str, questions: Sequence[Question]) -> list[Question]:
    """Draw as many frequent questions as fit, and return the others."""
    y, left = _head(leaf, heading), []
    x, width = leaf.left + 11, leaf.width - 11
    for each in questions:
        height = _NOTE.step * (
            len(leaf.lines(each.asked, width, _QUESTION)) + len(leaf.lines(each.said, width, _NOTE))
        )
        if y + height + 2.4 > _END:
            left.append(each)
            continue
        leaf.text(leaf.left, y + 4.9, each.verdict, _VERDICT, 10)
        leaf.para(x, leaf.para(x, y + 1.2, width, each.asked, _QUESTION), width, each.said, _NOTE)
        y += height + 2.4
        leaf.rule(y)
    return left


def _short(leaf: Leaf, chapters: Chapters, command: str) -> bool:
    """Draw bonuses, jokers and the highest total; return False if they do not fit."""
    sentences = chapters.sentences
    y = _head(leaf, chapters.brief.short) + 1.5
    lines = leaf.lines(command, leaf.width, _COMMAND)
    end = _END - _COMMAND.step * len(lines)
    said = [
        " ".join(sentences.short),
        *(each for each in chapters.brief.reminders if each not in sentences.short),
    ]
    for kind, gap in ((_TEXT, 1.2), (_NOTE, 1.2), (_NOTE, 0.4)):
        if (
            y + sum(len(leaf.lines(each, leaf.width, kind)) * kind.step + gap for each in said)
            <= end
        ):
            for each in said:
                y = leaf.para(leaf.left, y, leaf.width, each, kind) + gap
            leaf.set(lines, leaf.left, end, _COMMAND.step)
            return True
    return False


# the quick card: a turn in steps on the front, the boxes on the reverse

_CARD_SIZE = _CARD_WIDTH, _CARD_HEIGHT = 105.0, 148.0
_CARD_MARGIN = 9.0
_CARD_STEP, _CARD_ROW = 21.0, 15.3
"""Maximum heights of a step of the turn and of the row of an entry, in mm."""
_CARD_COMMAND = Type(7.5, ink=Ink.MUTED, step=3.4)
_CARD_TITLE = Type(34, Font.BLACK, align="ink", role="H1", least=12)
_CARD_VARIANT = Type(12, Font.BOLD, Ink.ACCENT)
_CARD_HEADING, _CARD_VERB = (
    Type(20, Font.BLACK, align="ink", role="H2"),
    Type(15, Font.BLACK, role="H2"),
)


def card_pages(
    sentences: Sentences, size: tuple[float, float], look: Look, command: str
) -> list[Page]:
    """Return the front and the reverse on paper of this size in points.

    An A6 card as large as fits.
    """
    format_ = like(size, _CARD_SIZE, look, sentences.wording)
    front, back = (Leaf(format_, _CARD_MARGIN, _CARD_WIDTH - 2 * _CARD_MARGIN) for _ in range(2))
    chapters = Chapters(sentences)
    _front(front, chapters, command)
    _back(back, chapters)
    return [front.page(), back.page()]


def _front(leaf: Leaf, chapters: Chapters, command: str) -> None:
    brief, states = chapters.brief, chapters.categories.states
    leaf.title = brief.title
    top = draw_title(leaf, chapters.sentences, _CARD_MARGIN, _CARD_TITLE, _CARD_VARIANT)
    y = leaf.para(leaf.left, top - 2.4, leaf.width, brief.goal) + 2.4
    leaf.rule(y, heavy=True)
    lines = leaf.lines(command, leaf.width, _CARD_COMMAND)
    room = _CARD_HEIGHT - _CARD_MARGIN - _CARD_COMMAND.step * len(lines) - 13 - y
    step = min(_CARD_STEP, room / len(brief.steps))
    side = min(13.5, step - 3)
    for place, (verb, said) in enumerate(brief.steps):
        if place:
            leaf.rule(y)
        leaf.numeral(leaf.left, y + (step - side) / 2, side, place + 1)
        x = leaf.left + side + 3.9
        words = leaf.lines(said, leaf.right - x)
        base = y + max(5.4, (step - len(words) * BODY.step - 6.2) / 2 + 5.2)
        leaf.text(x, base, verb, _CARD_VERB)
        leaf.set(words, x, base + 1.1, BODY.step)
        y += step
    leaf.rule(y, heavy=True)
    side, gap = 6.3, 0.19
    wide = (3 + 2 * gap) * side
    leaf.dice(leaf.right - wide, y + 3.3, side, ((5, "solid"), (2, "open"), (0, "blank")), gap)
    leaf.para(leaf.left, y + 2.6, leaf.width - wide - 4, " · ".join(states), SMALL)
    leaf.set(
        lines,
        leaf.left,
        _CARD_HEIGHT - _CARD_MARGIN + 0.9 - _CARD_COMMAND.step * len(lines),
        _CARD_COMMAND.step,
    )


def draw_title(leaf: Leaf, sentences: Sentences, top: float, kind: Type, below: Type) -> float:
    """Draw the name with the roll of the game at its right, and the variant below.

    Return their lower end.
    """
    wording, dice = sentences.wording, sentences.ruleset.signature
    title, variant = wording.title, wording.variant
    natural = leaf.wide(title, kind) + kind.size * POINT * CAP * (len(dice) * 1.14 - 0.14) + 5
    size = min(kind.size, kind.size * leaf.width / natural)
    if size < kind.size / 2:  # no room for both
        dice, size = (), leaf.fitted(title, kind, leaf.width).size
    capital = size * POINT * CAP
    leaf.text(leaf.left, top + capital, title, kind.of(size))
    if dice:
        leaf.dice(leaf.right - capital * (len(dice) * 1.14 - 0.14), top, capital, dice)
    if not variant:
        return top + capital + 5
    leaf.text(leaf.left, top + capital + 0.6 * below.size, variant, below, leaf.width)
    return top + capital + 0.95 * below.size


def _back(leaf: Leaf, chapters: Chapters) -> None:
    """Draw a row for each entry, and below them easily forgotten rules."""
    brief, sentences, capital = (
        chapters.brief,
        chapters.sentences,
        _CARD_HEADING.size * POINT * CAP,
    )
    leaf.title = brief.heading
    turns = sentences.plural("sheet", "%(n)s turn", "%(n)s turns", len(sentences.ruleset.boxes))
    facts = Type(9, ink=Ink.MUTED, align="right")
    room = leaf.width - leaf.wide(turns, facts) - 4
    leaf.text(leaf.left, _CARD_MARGIN + capital, leaf.title, _CARD_HEADING, room)
    leaf.text(leaf.right, _CARD_MARGIN + capital, turns, facts)
    y = _CARD_MARGIN + capital + 3.6
    leaf.rule(y, heavy=True)
    lines = leaf.lines(" ".join(brief.reminders), leaf.width, SMALL)
    room = _CARD_HEIGHT - _CARD_MARGIN - len(lines) * SMALL.step - 2.2 - y
    y = short_rows(leaf, brief.boxes, y, min(_CARD_ROW, room / len(brief.boxes)))
    leaf.rule(y, heavy=True)
    leaf.set(lines, leaf.left, y + 2.2, SMALL.step)
