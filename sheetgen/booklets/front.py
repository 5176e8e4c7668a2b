"""The first pages of a booklet: the cover, the game in a minute, and a turn throw by throw."""

from sheetgen.booklets.book import ASKED, OUTSIDE, PART, POINT, SMALL, TOP, WIDE, Book, Leaf, Type
from sheetgen.booklets.example_turn import ThrowText
from sheetgen.booklets.sentences import Sentences
from sheetgen.booklets.sheet_picture import draw_sheet
from sheetgen.layout.primitives import Font, Ink, Rect
from sheetgen.layout.rows import Pip, rows_of

_GAP = 4.2
_DIE = (WIDE - 2 * OUTSIDE - 2 * _GAP) / 3
"""Side of a die on the cover, in mm."""
_TITLE, _VERB = Type(138, Font.BLACK, align="ink"), Type(15, Font.BLACK, role="H3")
_VARIANT, _SAID = Type(18, Font.BOLD, Ink.ACCENT), Type(18)
_FOOT = Type(11, ink=Ink.MUTED)
_NUMBER, _NUMBERED = Type(33, Font.BLACK, Ink.ACCENT, "right"), Type(13, Font.BOLD)


def cover(book: Book, sentences: Sentences) -> None:
    """Draw the cover: the roll of the game, its name as wide as fits, its variant and its numbers."""
    wording, text = sentences.facts.wording, sentences.facts.wording.catalog.text
    leaf = book.cover(wording.title)
    free = _signature(leaf, sentences.facts.ruleset.signature)
    if free is None:
        line = " · ".join(f"{number} {word}" for number, word in sentences.numbers)
        leaf.text(OUTSIDE, 190.5, line, leaf.fitted(line, Type(14, Font.BOLD, Ink.ACCENT), leaf.width))
    else:
        x, y, side = free
        step = side / len(sentences.numbers)
        for place, (number, word) in enumerate(sentences.numbers):
            base = y + place * step + step / 2 + 4.1
            with leaf.element("P"):
                leaf.text(x + 15, base, number, leaf.fitted(number, _NUMBER, 15))
                leaf.text(x + 17.4, base, word, leaf.fitted(word, _NUMBERED, side - 17.4))
            if place:
                leaf.rule(y + place * step, x, x + side)
    title = leaf.fitted(wording.title, _TITLE, leaf.width, 20)
    lines = leaf.lines(wording.title, leaf.width, title)
    with leaf.element("H1"):
        for place, words in enumerate(lines, 1 - len(lines)):
            leaf.text(OUTSIDE, 150 + place * title.size * POINT, " ".join(word.text for word in words), title)
    leaf.rule(167.5, heavy=True)
    said, room = text("booklet", "The rules"), leaf.width - leaf.wide(text("booklet", "The rules"), _SAID) - 6
    leaf.text(OUTSIDE, 177, wording.variant, leaf.fitted(wording.variant, _VARIANT, room))
    leaf.text(leaf.right if wording.variant else OUTSIDE, 177, said, _SAID.at("right" if wording.variant else "left"))
    leaf.text(OUTSIDE, 198, sentences.players, _FOOT)
    leaf.text(leaf.right, 198, text("cover", "English"), _FOOT.at("right"))


def _signature(leaf: Leaf, dice: tuple[Pip, ...]) -> tuple[float, float, float] | None:
    """Draw the roll as large as the page, and return the free place in its last line with its size, if there is one.

    More than six dice are set closer, so that they end above the name.
    """
    columns = 3 if len(dice) <= 6 else -(-len(dice) // 2)
    side = min(_DIE, (WIDE - 2 * OUTSIDE - (columns - 1) * _GAP) / columns)
    top = min((len(dice) + 1) // 2, columns)
    with leaf.shown(leaf.format.say(leaf.format.pictured(dice))):
        for place, (face, kind) in enumerate(dice):
            down, over = divmod(place, top)
            leaf.die(OUTSIDE + over * (side + _GAP), TOP + down * (side + _GAP), side, face, kind)
    if len(dice) != 5:
        return None
    return OUTSIDE + 2 * (side + _GAP), TOP + side + _GAP, side


def minute(book: Book, sentences: Sentences) -> None:
    """Draw the game in four steps, and the sheet with explanations."""
    text = sentences.facts.wording.catalog.text
    leaf = book.leaf(text("booklet", "In a minute"))
    top = max(28.5, leaf.para(leaf.left, 22.5, leaf.width, sentences.goal) + 3.6)
    for place in range(0, len(sentences.steps), 2):
        bottoms = []
        for over, (verb, said) in enumerate(sentences.steps[place : place + 2]):
            x = leaf.left + over * 62
            leaf.numeral(x, top, 10.5, place + over + 1)
            leaf.text(x + 13.5, top + 4.6, verb, leaf.fitted(verb, _VERB, 45))
            bottoms.append(leaf.para(x + 13.5, top + 6.6, 44, said))
        top = max(top + 24, *(bottom + 3 for bottom in bottoms))
    needs = leaf.lines((text("booklet", "You need"), f"{sentences.needs} {sentences.start}"), leaf.width, SMALL)
    end = 190.5 - len(needs) * SMALL.step
    draw_sheet(leaf, sentences, top + 4.5, end - 6)
    leaf.set(needs, leaf.left, end, SMALL.step)


# a turn

_SIDES, _AROUND = (16.5, 15.0, 13.5), 21.0
"""Sides of the dice of a turn, the largest that fits first, and the minimum height of a throw above them, in mm."""
_END = 194.0
"""Lower end of the text of a turn, in mm."""


def turn(book: Book, sentences: Sentences) -> None:
    """Draw three throws, with what each could score, and the row of the sheet with the score in it."""
    leaf = book.leaf(sentences.facts.wording.catalog.text("booklet", "A turn"))
    side = next((side for side in _SIDES if _turn(leaf.trial(), sentences, side) <= _END), _SIDES[-1])
    _turn(leaf, sentences, side)


def _turn(leaf: Leaf, sentences: Sentences, side: float) -> float:
    """Draw the turn with dice of this size; gives where it ends."""
    text, told = sentences.facts.wording.catalog.text, sentences.told
    said = (
        "", " ".join((text("booklet", "A turn can go like this."), told.card)),
        text("booklet", "Full:"), text("booklet", "you keep it."),
        text("booklet", "Open:"), text("booklet", "you roll it again."),
    )  # fmt: skip
    y = leaf.para(leaf.left, 24, leaf.width, said)
    y = max(36, y + side - 9)
    for throw in told.throws:
        y = max(y + side + _AROUND, _throw(leaf, y, throw, side, last=throw is told.throws[-1]) + 4)
    leaf.rule(y + 0.9, heavy=True)
    y = _written(leaf, sentences, y + 3.9)
    leaf.rule(y)
    y = leaf.para(leaf.left, y + 1.8, leaf.width, told.ends)
    for roll, uses in told.many:
        left = leaf.left + len(roll) * 4.8 + 2
        leaf.dice(leaf.left, y + 1.8, 4.2, [(face, "open") for face in roll])
        y = leaf.para(left, y + 1.5, leaf.right - left, uses)
    return y


def _throw(leaf: Leaf, y: float, throw: ThrowText, high: float, *, last: bool) -> float:
    """Draw a throw with dice up to this high; gives where it ends."""
    side = min(high, (leaf.width - 24) / (len(throw.dice) * 1.146))
    leaf.text(leaf.left, y + 3.3, throw.heading, PART.of(12))
    leaf.dice(leaf.left, y + 6, side, throw.dice, 2.4 / _SIDES[0])
    if throw.points is not None:
        points, could = (Ink.ACCENT, Ink.TEXT) if last else (Ink.RULE, Ink.MUTED)
        leaf.text(leaf.right, y + high - 0.9, str(throw.points), Type(34, Font.BLACK, points, "right"))
        leaf.text(
            leaf.right, y + high + 5.1, throw.could, leaf.fitted(throw.could, Type(9.75, Font.BOLD, could, "right"), 30)
        )
    return leaf.para(leaf.left, y + high + 7.5, leaf.width, throw.said)


def _written(leaf: Leaf, sentences: Sentences, y: float) -> float:
    """Draw a row of the sheet with an entry, and return its lower end."""
    facts, told, x = sentences.facts, sentences.told, leaf.left + 18.8
    row = next(
        row for rows in rows_of(facts.ruleset, facts.wording) for row in rows if told.box in (row.id, *row.boxes)
    )
    worth, kind = (row.worth, Type(16, Font.BLACK, Ink.ACCENT, "right")) if row.worth else (row.most, SMALL.at("right"))
    room = 60.6 - 18.8 - leaf.wide(worth, kind) - 2
    with leaf.element("P"):
        leaf.block(leaf.left, y + 1.65, 10.5, row.dice)
        leaf.text(x, y + 6.4, row.name, leaf.fitted(row.name, Type(13.5, Font.BOLD), room))
        if row.hints:
            leaf.set(leaf.lines(row.hints[0][0], 42, SMALL)[:2], x, y + 7.6, 3.4)
        leaf.text(leaf.left + 60.6, y + 6.6, worth, kind)
        for place in range(2):
            leaf.box(Rect(leaf.left + 63 + place * 29.5, y, 28.5, 13.8), 1.8)
        leaf.text(leaf.left + 63 + 14.25, y + 9.2, str(told.points), Type(17, align="middle"))
    return y + 16.8


# a Yacht

_PROBLEM = 9.0
"""Side of the die that numbers a question, in mm."""
_MOMENT = Type(8.8, step=3.9)


def yacht(book: Book, sentences: Sentences) -> None:
    """Draw the questions to ask about a Yacht, and the entries for it at some moments of a game."""
    way, text = sentences.path, sentences.facts.wording.catalog.text
    if way is None:
        return
    leaf = book.leaf(way.heading)
    y = max(33.0, leaf.para(leaf.left, 24, leaf.width, way.lead) + 3)
    for number, step in enumerate(way.steps, 1):
        leaf.rule(y, heavy=number == 1)
        leaf.numeral(leaf.left, y + 3, _PROBLEM, number)
        x = leaf.left + _PROBLEM + 3.9
        end = leaf.para(x, y + 2.2, leaf.right - x, step.asked, ASKED)
        for said in step.said:
            end = leaf.para(x, end, leaf.right - x, said)
        y = max(y + _PROBLEM + 6, end + 2.4)
    leaf.rule(y, heavy=True)
    if not way.stages:
        return
    leaf.text(leaf.left, y + 8.4, way.moments, PART)
    roll = sentences.facts.the_yacht.dice
    leaf.dice(leaf.right - 5.1 * 1.14 * len(roll) + 0.7, y + 4.2, 5.1, roll)
    y = _moment(leaf, y + 10.2, (text("booklet", "Full already"), text("booklet", "You may write")), SMALL)
    for stage in way.stages:
        leaf.rule(y)
        bonus = text("booklet", "and a bonus of %(bonus)s", bonus=stage.bonus) if stage.bonus else ""
        uses = " · ".join(stage.uses)
        row = stage.filled or text("booklet", "nothing"), " · ".join(filter(None, (uses, bonus)))
        y = _moment(leaf, y + 0.9, row, _MOMENT)


def _moment(leaf: Leaf, y: float, row: tuple[str, str], kind: Type) -> float:
    """Draw a row of two columns and return its lower end."""
    bottoms = [leaf.para(leaf.left, y, 30, row[0], kind), leaf.para(leaf.left + 33, y, leaf.width - 33, row[1], kind)]
    return max(bottoms) + 0.9
