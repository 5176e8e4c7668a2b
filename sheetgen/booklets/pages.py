"""The pages of a booklet: eight of them, or twelve for a game with more to explain."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, pairwise

from sheetgen.booklets.book import (
    ASKED,
    BOTTOM,
    COMMAND,
    ENTRY,
    LAST,
    LEAD,
    OUTSIDE,
    PART,
    POINT,
    SMALL,
    TOP,
    WIDE,
    WORTH,
    Book,
    Format,
    Leaf,
    Type,
)
from sheetgen.booklets.example_turns import ThrowText
from sheetgen.booklets.examples import Scored
from sheetgen.booklets.facts import CardRow, Facts
from sheetgen.booklets.questions import Question
from sheetgen.booklets.sentences import Bonus, Entry, Sentences, points_of
from sheetgen.booklets.sheet_picture import draw_sheet
from sheetgen.layout.code import code_of
from sheetgen.layout.primitives import Font, Ink, Measure, Page, Rect
from sheetgen.layout.rows import Pip, rows_of
from sheetgen.rules.ruleset import Category, Total, boxes_of

Part = Callable[[Book], None]
"""Function that adds pages to a booklet."""
_SHEET = 4
"""Number of pages of a folded sheet."""
_FIXED = 4
"""Number of pages that every booklet has: the cover, the game in a minute, a turn, and all in short."""
_ROOMY_ENTRIES, _ROOMIEST_ENTRIES, _MANY = 4, 3, 9
"""Entries on a roomy page and on the roomiest page, and the number of questions above which they get a further page."""


def book_pages(
    sentences: Sentences, format_: Format, measure: Measure, command: str = "", more: Part | None = None
) -> list[Page]:
    """Return all pages of the booklet, which fill whole sheets of paper; `more` adds pages before the last one.

    Pages that are left go to the boxes, then to the questions, and then to lines for the winners.
    """
    trial = Book(format_, measure)
    yacht(trial, sentences)
    end(trial, sentences)
    append = more or (lambda book: None)
    append(trial)
    pages, questions = box_pages(trial, sentences), question_pages(trial, sentences)
    free = -(_FIXED + len(trial.leaves) + pages + questions) % _SHEET
    roomy = min(free, max(0, -(-(len(sentences.entries) + len(sentences.bonuses)) // _ROOMY_ENTRIES) - pages))
    extra = min(free - roomy, int(questions == 1 and len(sentences.asked) > _MANY))
    spread = max(0, -(-len(sentences.entries) // _ROOMIEST_ENTRIES) - pages - roomy)
    roomy += min(max(0, free - roomy - extra - 1), spread)
    book = Book(format_, measure)
    cover(book, sentences)
    minute(book, sentences)
    turn(book, sentences)
    boxes(book, sentences, pages + roomy)
    yacht(book, sentences)
    asked(book, sentences, questions + extra)
    end(book, sentences)
    append(book)
    while (len(book.leaves) + 1) % _SHEET:
        winners(book, sentences)
    short(book, sentences, command)
    return [leaf.page() for leaf in book.leaves]


# the first pages: the cover, the game in a minute

_COVER_GAP = 4.2
_COVER_DIE = (WIDE - 2 * OUTSIDE - 2 * _COVER_GAP) / 3
"""Side of a die on the cover, in mm."""
_TITLE, _VERB = Type(138, Font.BLACK, align="ink"), Type(15, Font.BLACK, role="H3")
_VARIANT, _SAID = Type(18, Font.BOLD, Ink.ACCENT), Type(18)
_FOOT = Type(11, ink=Ink.MUTED)
_NUMBER, _NUMBERED = Type(33, Font.BLACK, Ink.ACCENT, "right"), Type(13, Font.BOLD)


def cover(book: Book, sentences: Sentences) -> None:
    """Draw the cover: the roll of the game, its name as wide as fits, its variant and its numbers."""
    wording, text = sentences.facts.wording, sentences.text
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
    side = min(_COVER_DIE, (WIDE - 2 * OUTSIDE - (columns - 1) * _COVER_GAP) / columns)
    top = min((len(dice) + 1) // 2, columns)
    leaf.rows_of_dice((OUTSIDE, TOP), side, _COVER_GAP, dice, top)
    if len(dice) != 5:
        return None
    return OUTSIDE + 2 * (side + _COVER_GAP), TOP + side + _COVER_GAP, side


def minute(book: Book, sentences: Sentences) -> None:
    """Draw the game in four steps, and the sheet with explanations."""
    text = sentences.text
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

_TURN_SIDES, _TURN_AROUND = (16.5, 15.0, 13.5), 21.0
"""Sides of the dice of a turn, the largest that fits first, and the minimum height of a throw above them, in mm."""
_TURN_END = 194.0
"""Lower end of the text of a turn, in mm."""


def turn(book: Book, sentences: Sentences) -> None:
    """Draw three throws, with what each could score, and the row of the sheet with the score in it."""
    leaf = book.leaf(sentences.text("booklet", "A turn"))
    side = next(
        (side for side in _TURN_SIDES if _draw_turn(leaf.trial(), sentences, side) <= _TURN_END), _TURN_SIDES[-1]
    )
    _draw_turn(leaf, sentences, side)


def _draw_turn(leaf: Leaf, sentences: Sentences, side: float) -> float:
    """Draw the turn with dice of this size, and return its lower end."""
    text, told = sentences.text, sentences.told
    said = (
        "", " ".join((text("booklet", "A turn can go like this."), told.card)),
        text("booklet", "Full:"), text("booklet", "you keep it."),
        text("booklet", "Open:"), text("booklet", "you roll it again."),
    )  # fmt: skip
    y = leaf.para(leaf.left, 24, leaf.width, said)
    y = max(36, y + side - 9)
    for throw in told.throws:
        y = max(y + side + _TURN_AROUND, _throw(leaf, y, throw, side, last=throw is told.throws[-1]) + 4)
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
    """Draw a throw with dice of at most this height, and return its lower end."""
    side = min(high, (leaf.width - 24) / (len(throw.dice) * 1.146))
    leaf.text(leaf.left, y + 3.3, throw.heading, PART.of(12))
    leaf.dice(leaf.left, y + 6, side, throw.dice, 2.4 / _TURN_SIDES[0])
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
    """Draw the questions to ask about a Yacht, and its possible entries at some moments of a game."""
    way, text = sentences.path, sentences.text
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


# the boxes, a few on each page

_FIRST_BOX, _NEXT_BOX, _BOXES_END = 33.0, 21.0, 177.0
"""Tops of the first entry of a page, below a heading or below the key, and lower end of the last entry, in mm."""
_BOX_ROOMS = _BOXES_END - _FIRST_BOX, _BOXES_END - _NEXT_BOX
"""Height for entries on the first page and on the next ones, in mm."""
_HIGH = (39.0, 34.5, 30.0)
"""Minimum heights of an entry in mm, in a short booklet and in long ones."""
_FEW = 7
"""Maximum number of entries that fit on two pages, and their booklet on eight."""
_STRETCHED = 9.0
"""Maximum height, in mm, by which an entry grows on a page with room left."""
_DIE, _MISS = 8.7, 5.1
"""Side of the dice of a roll that counts, and of a near miss, in mm."""
_MOST_POINTS = Type(11, Font.BOLD, Ink.ACCENT, "right")
_SUM = Type(12, Font.BOLD)
_FACE, _POINTS = Type(10.5, Font.BOLD), Type(8.2, Font.BOLD, Ink.ACCENT)
_IN_A_ROW = 8
"""Maximum number of faces in a row."""

Draw = Callable[[Leaf, float, float], float]
"""Function that draws an entry on a page, by the y of its rule and its height, and returns its lower end."""


def split(heights: Sequence[float], rooms: tuple[float, float], pages: int) -> list[int] | None:
    """Return the first entry of each page and, at the end, the number of entries; None if they do not fit.

    Entries are spread evenly over at most this number of pages. The first page has the first room, all others the
    second.
    """
    for part in range(30, 101, 2):
        starts, left = [0], rooms[0] * part / 100
        for place, height in enumerate(heights):
            if height > left + 0.1 and place > starts[-1]:
                starts.append(place)
                left = rooms[1] * part / 100
            left -= height
        places = [*starts, len(heights)]
        fits = (
            end - start == 1 or sum(heights[start:end]) <= rooms[start > 0] + 0.1 for start, end in pairwise(places)
        )
        if len(starts) <= pages and all(fits):
            return places
    return None


def spread(
    book: Book, drawings: Sequence[Draw], highs: Sequence[float], rooms: tuple[float, float], pages: int
) -> tuple[float, list[float], list[int]] | None:
    """Return the largest minimum height that fits, the height of each entry, and the first entry of each page."""
    trial = Leaf(book.format, book.measure, OUTSIDE)
    for high in highs:
        heights = [draw(trial, 0.0, high) for draw in drawings]
        if places := split(heights, rooms, pages):
            return high, heights, places
    return None


def _box_drawings(sentences: Sentences) -> list[Draw]:
    return [*(_entry(sentences, entry) for entry in sentences.entries), *map(_bonus, sentences.bonuses)]


def box_pages(book: Book, sentences: Sentences) -> int:
    """Return the minimum number of pages for the boxes; with more than seven entries there are at least three."""
    drawings, least = _box_drawings(sentences), 1 if len(sentences.entries) <= _FEW else 3
    return next(n for n in count(least) if spread(book, drawings, _HIGH[-1:], _BOX_ROOMS, n))


def boxes(book: Book, sentences: Sentences, pages: int) -> None:
    """Draw all entries and bonuses, spread over this number of pages, and below them the meaning of the rolls."""
    drawings, text = _box_drawings(sentences), sentences.text
    heading = text("booklet", "The boxes")
    found = spread(book, drawings, _HIGH, _BOX_ROOMS, pages)
    high, heights, places = found or (0.0, [], [0])
    for start, end in pairwise(places):
        leaf, y = book.leaf("" if start else heading, heading), _NEXT_BOX if start else _FIRST_BOX
        if start:
            key(leaf, sentences, 12)
        else:
            leaf.para(leaf.left, 24, leaf.width, text("booklet", "A roll that does not fit a box is a 0 there."))
        more = max(0.0, min(_STRETCHED, (_BOXES_END - y - sum(heights[start:end])) / (end - start)))
        for place in range(start, end):
            leaf.rule(y, heavy=place == 0)
            y = max(y + heights[place] + more, drawings[place](leaf, y, high + more))
        leaf.rule(y, heavy=True)
        if end == len(drawings) and sentences.zeros[1]:
            leaf.para(leaf.left, y + 2.4, leaf.width, sentences.zeros)
        elif not start:
            said = (text("booklet", "Large and coloured:"), text("booklet", "a roll that counts."),
                    text("booklet", "Small and black:"), text("booklet", "just not, a 0."))  # fmt: skip
            leaf.para(leaf.left, y + 2.4, leaf.width, said)


def key(leaf: Leaf, sentences: Sentences, y: float) -> None:
    """Draw the three states of a die with their meanings, in a row."""
    side, x, words = 5.7, leaf.left, sentences.states
    wide = sum(side + 1.8 + leaf.wide(word, SMALL) for word in words)
    gap = min(8.0, (leaf.width - wide) / 2)
    for (face, kind), word in zip(((5, "solid"), (2, "open"), (0, "blank")), words, strict=True):
        leaf.dice(x, y, side, [(face, kind)])  # type: ignore[list-item]
        leaf.text(x + side + 1.8, y + side / 2 + 1.1, word, SMALL)
        x += side + 1.8 + leaf.wide(word, SMALL) + gap


def _bonus(bonus: Bonus) -> Draw:
    def draw(leaf: Leaf, y: float, high: float) -> float:
        room = leaf.width - (24 if bonus.points else 0)
        leaf.text(leaf.left, y + 7.4, bonus.name, leaf.fitted(bonus.name, ENTRY, room))
        leaf.text(leaf.right, y + 8.4, bonus.points, WORTH)
        return max(y + 21, leaf.para(leaf.left, y + 9.4, room, bonus.said) + 3)

    return draw


def _entry(sentences: Sentences, entry: Entry) -> Draw:
    """Draw an entry: its name, worth, rule and rolls."""

    def draw(leaf: Leaf, y: float, high: float) -> float:
        close = high < _HIGH[1]
        base = y + (7.4 if close else 8.4)
        worth = leaf.wide(entry.worth, WORTH) if entry.worth else leaf.wide(entry.most, _MOST_POINTS)
        leaf.text(leaf.left, base, entry.name, leaf.fitted(entry.name, ENTRY, leaf.width - worth - 3))
        if entry.worth:
            leaf.text(leaf.right, base + 1, entry.worth, WORTH)
        else:
            leaf.text(leaf.right, base, entry.most, _MOST_POINTS)
        top = leaf.para(leaf.left, base + 2, leaf.width - (24 if entry.worth else 0), entry.rule)
        if entry.merged:
            faces = _faces(leaf, sentences, entry, top + (2.6 if close else 3.8))
            return max(y + (48 if close else 66), _numbers(leaf, sentences, entry, faces) + 4)
        top = max(top + (1.6 if close else 2.8), y + 0.53 * high)
        return max(y + high, _rolls(leaf, sentences, entry, top, close=close) + (3.0 if close else 5.0))

    return draw


def _faces(leaf: Leaf, sentences: Sentences, entry: Entry, y: float) -> float:
    """Draw the faces of the numbers, with their names and maximum points, and return the lower end."""
    wording, found = sentences.facts.wording, sentences.points
    columns = -(-len(entry.categories) // -(-len(entry.categories) // _IN_A_ROW))
    step, high = leaf.width / (columns if found else max(6, columns)), 24.6 if found else 20.8
    for place, category in enumerate(entry.categories):
        down, over = divmod(place, columns)
        x, top, name = leaf.left + over * step, y + down * (high + 3), entry.names[place]
        leaf.die(x, top, min(12, step - 2), category.number or 0)
        leaf.text(x, top + 16.8, name, leaf.fitted(name, _FACE, step - 1))
        leaf.text(x, top + 20.8, wording.most(category), SMALL)
        if category.id in found:
            leaf.text(x, top + 24.6, found[category.id], leaf.fitted(found[category.id], _POINTS, step - 1))
    return y + (high + 3) * -(-len(entry.categories) // columns) + 2.6


def _numbers(leaf: Leaf, sentences: Sentences, entry: Entry, y: float) -> float:
    """Draw rolls with their sums in the boxes of their numbers: two in a line if there are several."""
    found = sentences.rolls(entry)
    if len(found) == 1:
        ((each, said),) = found
        end = leaf.dice(leaf.left, y, _side(leaf, each, _DIE), each.dice)
        leaf.text(end + 3, y + _DIE / 2 + 1.75, said, _SUM)
        return y + _DIE
    for place, (each, said) in enumerate(found):
        down, over = divmod(place, 2)
        x, top = leaf.left + over * leaf.width / 2, y + down * 6.3
        end = leaf.dice(x, top, min(4.8, _side(leaf, each, 4.8)), each.dice) + 2
        leaf.text(end, top + 3.4, said, leaf.fitted(said, Type(9.75, Font.BOLD), x + leaf.width / 2 - end - 1))
    return y + 6.3 * -(-len(found) // 2)


def _rolls(leaf: Leaf, sentences: Sentences, entry: Entry, y: float, *, close: bool) -> float:
    """Draw rolls that count, each on a line, with a near miss at the right, and return their lower end."""
    side, found = 7.2 if close else _DIE, sentences.rolls(entry)
    good = [(each, said) for each, said in found if each.points]
    bad = [each for each, _ in found if not each.points]
    for place in range(max(len(good), len(bad))):
        miss = bad[place] if place < len(bad) else None
        missed = (len(miss.roll.dice) if miss else 0) * _MISS * 1.147
        large = side if place == 0 or len(good) == 2 else 5.7
        if place < len(good):
            each, said = good[place]
            end = leaf.dice(leaf.left, y, _side(leaf, each, large), each.dice) + 3
            room = leaf.right - end - (missed + 8 if miss else 0)
            leaf.text(end, y + large / 2 + 1.7, said, leaf.fitted(said, _SUM, room))
        if miss:
            dice, middle = [(face, "code") for face in miss.roll.dice], y + large / 2
            leaf.dice(leaf.right - 4.5 - missed + _MISS * 0.147, middle - _MISS / 2, _MISS, dice, 0.147)  # type: ignore[arg-type]
            leaf.text(leaf.right, middle + 1.6, "0", Type(12, Font.BOLD, Ink.MUTED, "right"))
        y += large + 1.5
    return y - 1.5


def _side(leaf: Leaf, each: Scored, side: float) -> float:
    """Return the side of dice, smaller for many of them."""
    return min(side, 0.4 * leaf.width / (1.14 * len(each.roll.dice)))


# what people argue about

_ROOMY = (16.5, 15.0, 13.5)
_STEPS = (*_ROOMY, 12.6, 12.0, 10.8)
"""Minimum heights of a question in mm, the roomiest first."""
_ROOMIEST = 21.0
"""Maximum height of a question on a page with room left, in mm."""
_QUESTION_ROOMS = LAST - 28.5, LAST - 12
"""Height in mm for questions on a page with a heading, and on one without."""
_ANSWER = 21.0
"""Width of the column of answers, in mm."""
_VERDICT = Type(20, Font.BLACK, Ink.ACCENT)


def question_pages(book: Book, sentences: Sentences) -> int:
    """Return the minimum number of pages for the questions that cannot be left out."""
    needed = _question_drawings(sentences, [each for each in sentences.asked if not each.seldom])
    return next(n for n in count(1) if spread(book, needed, _STEPS[-1:], _QUESTION_ROOMS, n))


def _question_drawings(sentences: Sentences, questions: Sequence[Question]) -> list[Draw]:
    """Return functions that draw the questions and, at the end, the points to agree on."""
    heading = sentences.text("booklet", "Agree before you start")
    found: list[Draw] = [partial(_question, each) for each in questions]
    return [*found, partial(_agree, heading, sentences.agreed)] if sentences.agreed else found


def asked(book: Book, sentences: Sentences, pages: int) -> None:
    """Draw frequent questions on this number of pages, each with a short answer in front, then the points to agree on.

    Rare questions are left out where they have no room: other pages answer them too.
    """
    heading = sentences.text("booklet", "What people argue about")
    least = sum(not each.seldom for each in sentences.asked)
    tries = [(most, _ROOMY) for most in range(len(sentences.asked), least - 1, -1)] + [(least, _STEPS)]
    for most, steps in tries:
        drawings = _question_drawings(sentences, sentences.asked[:most])
        if found := spread(book, drawings, steps, _QUESTION_ROOMS, pages):
            break
    step, heights, places = found or (0.0, [], [0])
    for start, end in pairwise(places):
        leaf, y = book.leaf(heading if not start else "", heading), LAST - _QUESTION_ROOMS[start > 0]
        more = max(0.0, min(_ROOMIEST - step, (LAST - y - sum(heights[start:end])) / (end - start)))
        for place in range(start, end):
            leaf.rule(y, heavy=place >= most)
            drawings[place](leaf, y + (more / 2 if place < most else 0), step)
            y += heights[place] + more
        if end <= most:
            leaf.rule(y, heavy=True)


def _question(question: Question, leaf: Leaf, y: float, step: float) -> float:
    """Draw a question below a rule at y and return its lower end."""
    dice, side = question.dice, min(5.7, 34 / max(len(question.dice), 1))
    wide = len(dice) * side * 1.14
    top, room = y + 2.7 - (_STEPS[0] - step) / 3, leaf.width - _ANSWER - (wide + 3 if dice else 0)
    bottom = leaf.para(leaf.left + _ANSWER, top, room, question.asked, ASKED)
    leaf.text(leaf.left, top + 6.6, question.verdict, leaf.fitted(question.verdict, _VERDICT, _ANSWER - 2))
    leaf.dice(leaf.right - wide + 0.14 * side, top + 2.4, side, dice)
    return max(y + step, leaf.para(leaf.left + _ANSWER, bottom + 0.2, room, question.said) + 1.0)


def _agree(heading: str, agreed: Sequence[str], leaf: Leaf, y: float, step: float) -> float:
    """Draw the points on which tables differ, each with a box to tick, and return their lower end."""
    leaf.text(leaf.left, y + 7.2, heading, PART)
    y += 10.2
    for said in agreed:
        leaf.box(Rect(leaf.left, y, 4.2, 4.2), 0.9, "sum")
        y = leaf.para(leaf.left + 6.6, y - 0.15, leaf.width - 6.6, said) + 1.65
    return y


# the end

_DICE, _COLUMN = 42.0, 28.5
"""Left end of the dice of a row, and width of a box, in mm."""
_ROWS = 26
"""Maximum number of rows on a page."""
_HINT = SMALL
_ADDED = Type(10, Font.BOLD, Ink.ACCENT, "right")


def end(book: Book, sentences: Sentences) -> None:
    """Draw the end of the game, the winner, and a full card with its dice."""
    heading = sentences.text("booklet", "The end")
    leaf = book.leaf(heading)
    y = leaf.para(leaf.left, 24, leaf.width, sentences.end)
    if any(category.boxes > 1 for category in sentences.facts.ruleset.categories.values()):
        _card_of_categories(leaf, sentences, y)
        return
    rows = list(sentences.facts.card_rows)
    pages = max(1, -(-len(rows) // _ROWS))
    for number in range(pages):
        part = rows[number * len(rows) // pages : (number + 1) * len(rows) // pages]
        if number:
            leaf, y = book.leaf("", heading), 6.0
        _card(leaf, sentences, part, y, last=number == pages - 1)


def _card(leaf: Leaf, sentences: Sentences, rows: Sequence[CardRow], y: float, *, last: bool) -> None:
    text = sentences.text
    base = max(46.5, y + 8.5) if y > 20 else 18.0
    leaf.text(leaf.left, base, text("booklet", "A full sheet"), PART)
    leaf.text(leaf.right, base, sentences.states[0], SMALL.at("right"))
    leaf.rule(base + 3, heavy=True)
    y = base + 4.5
    notes = leaf.lines(" ".join(sentences.card_notes), leaf.width, SMALL) if last else []
    below = len(notes) * SMALL.step + 1.5
    plain = rows[:-1] if last else rows
    step = min(9.0, (LAST - y - (14.2 if last else 0) - below) / max(len(plain), 1))
    with leaf.element("Table"):
        for place, row in enumerate(plain):
            if place:
                leaf.rule(y - 0.45, leaf.left, leaf.right - _COLUMN - 1.5)
            with leaf.element("TR"):
                _card_row(leaf, sentences, row, y, step)
            y += step
        if last:
            high = min(13.2, LAST - y - 1.2 - below)
            with leaf.element("TR"):
                _grand(leaf, sentences, rows[-1], y + 1.2, high)
            y += 1.2 + high
    leaf.set(notes, leaf.left, min(y + 4.2, LAST - len(notes) * SMALL.step), SMALL.step)


def _card_row(leaf: Leaf, sentences: Sentences, row: CardRow, y: float, step: float) -> None:
    high, box, ink = step - 0.9, leaf.right - _COLUMN, Ink.ACCENT if row.total else Ink.TEXT
    kind = Type(min(12.0, step * 1.6), Font.BOLD, ink)
    base = y + high / 2 + kind.size * POINT * 0.33
    side = min(5.7, step - 1.2, 46 / max(1, len(row.dice)) / 1.16)
    name = leaf.fitted(row.name, kind, box - 15 - leaf.left if row.total else _DICE - 1)
    with leaf.element("TH", scope="Row"):
        leaf.text(leaf.left, base, row.name, name)
        if row.total:
            left = leaf.left + max(_DICE, leaf.wide(row.name, name) + 3)
            what = next((what for what in row.whats if leaf.wide(what, _HINT) <= box - 2 - left), "")
            leaf.text(left, base, what, _HINT)
    with leaf.element("TD"):
        leaf.dice(leaf.left + _DICE, y + (high - side) / 2, side, row.dice, 0.16)
        if row.bonus:
            leaf.text(box - 2, base, f"+ {row.bonus}", _ADDED.of(min(10.0, kind.size)))
    leaf.box(Rect(box, y, _COLUMN, high), min(1.5, high / 4), "sum" if row.total else "box")
    points = Type(min(14.0, step * 1.7), Font.BOLD if row.total else Font.REGULAR, align="middle")
    with leaf.element("TD"):
        leaf.text(box + _COLUMN / 2, base + 0.2, sentences.facts.wording.catalog.number(row.points), points)


def _grand(leaf: Leaf, sentences: Sentences, row: CardRow, y: float, high: float) -> None:
    """Draw the grand total, and its addends as far as there is room."""
    box, name = leaf.right - _COLUMN, leaf.fitted(row.name, Type(18, Font.BLACK), 55)
    with leaf.element("TH", scope="Row"):
        shown = leaf.bar(Rect(leaf.left, y, leaf.width - _COLUMN - 1.5, high), row.name, name)
        hint = Type(9, Font.BOLD, shown.ink, "right")
        room = leaf.width - _COLUMN - 12 - leaf.wide(row.name, name)
        what = next((what for what in row.whats if leaf.wide(what, hint) <= room), "")
        leaf.text(box - 4.5, y + high / 2 + 1.1, what, hint)
    leaf.add("TD")
    leaf.box(Rect(box, y, _COLUMN, high), 2.4, "grand")
    points = sentences.facts.wording.catalog.number(row.points)
    with leaf.element("TD"):
        leaf.text(box + _COLUMN / 2, y + high / 2 + 2.2, points, Type(18, Font.BOLD, align="middle"))


# a full card of a game whose categories have several boxes

_CATEGORY, _WORTH_WIDTH = 30.0, 22.0
"""Widths of the names and of the sums, in mm."""


def _card_of_categories(leaf: Leaf, sentences: Sentences, y: float) -> None:
    """Draw the card below this height: in each box its dice and points, at the right the sums of each row."""
    facts, ruleset, text = sentences.facts, sentences.facts.ruleset, sentences.text
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
    notes = leaf.lines(" ".join(sentences.card_notes), leaf.width, SMALL)
    y, below = base + 4.2, 7.2 * len(rest) + 13.2 + len(notes) * SMALL.step
    step = min(17.0, (LAST - y - below) / len(categories))
    for place, category in enumerate(categories):
        if place:
            leaf.rule(y - 0.5)
        _category_row(leaf, facts, category, y, step - 1.2)
        y += step
    for total in rest:
        _total_row(leaf, facts, total, y)
        y += 7.2
    rect = Rect(leaf.left, y + 0.6, leaf.width - _WORTH_WIDTH - 1.5, 10.8)
    leaf.bar(rect, facts.wording.row("total"), Type(16, Font.BLACK))
    leaf.box(Rect(leaf.right - _WORTH_WIDTH, y + 0.6, _WORTH_WIDTH, 10.8), 2.4, "grand")
    points = facts.wording.catalog.number(facts.card.totals["total"])
    leaf.text(leaf.right - _WORTH_WIDTH / 2, y + 8.3, points, Type(18, Font.BOLD, align="middle"))
    leaf.set(notes, leaf.left, y + 12.3, SMALL.step)


def _category_row(leaf: Leaf, facts: Facts, category: Category, y: float, high: float) -> None:
    name, boxes = facts.wording.name(category), [box.id for box in boxes_of(category)]
    leaf.text(leaf.left, y + high / 2 + 1.4, name, leaf.fitted(name, Type(12, Font.BOLD), _CATEGORY - 2))
    wide = (leaf.width - _CATEGORY - _WORTH_WIDTH - 1.5) / len(boxes)
    side = min(3.3, (wide - 1.4) / (1.14 * facts.ruleset.dice.count), high / 3)
    dice = {where: row.dice for where, row in zip(facts.ruleset.rows, facts.card_rows, strict=True)}
    top, low = y + side + 1.0, high - side - 1.0
    kind = Type(min(12, high), align="middle")
    for place, box in enumerate(boxes):
        x = leaf.left + _CATEGORY + place * wide
        leaf.dice(x + 0.4, y + 0.3, side, dice[box])
        leaf.box(Rect(x, top, wide - 0.9, low), 1.2)
        leaf.text(x + (wide - 0.9) / 2, top + low / 2 + 1.5, str(facts.card.by_box[box].points), kind)
    total = points_of(facts.ruleset).get(category.id)
    sums = [str(sum(facts.card.by_box[box].points for box in boxes))]
    sums += [str(facts.card.totals[total.id]).replace("-", "−")] if total else []
    each = (_WORTH_WIDTH - 0.9 * (len(sums) - 1)) / len(sums)
    for place, said in enumerate(sums):
        x = leaf.right - _WORTH_WIDTH + place * (each + 0.9)
        leaf.box(Rect(x, top, each, low), 1.2, "section" if place else "sum")
        leaf.text(x + each / 2, top + low / 2 + 1.5, said, Type(kind.size, Font.BOLD, align="middle"))


def _total_row(leaf: Leaf, facts: Facts, total: Total, y: float) -> None:
    """Draw a total of the whole card: its name, its arithmetic, and its box."""
    name = facts.wording.row(total.id)
    kind = leaf.fitted(name, Type(11, Font.BOLD, Ink.ACCENT), 60)
    leaf.text(leaf.left, y + 4.4, name, kind)
    left = leaf.left + max(_CATEGORY, leaf.wide(name, kind) + 3)
    room = leaf.right - _WORTH_WIDTH - 2 - left
    what = next((each for each in facts.wording.arithmetic(total) if leaf.wide(each, SMALL) <= room), "")
    leaf.text(left, y + 4.4, what, SMALL)
    leaf.box(Rect(leaf.right - _WORTH_WIDTH, y, _WORTH_WIDTH, 6.3), 1.2, "sum")
    points = facts.wording.catalog.number(facts.card.totals[total.id])
    leaf.text(leaf.right - _WORTH_WIDTH / 2, y + 4.6, points, Type(12, Font.BOLD, align="middle"))


# who won, and all of it in short

_CODE, _CODE_GAP = 4.5, 0.7
"""Side of the dice of the code, and the gap between them, in mm."""
_CLOSE = 11.0
"""Minimum height in mm of a row with two lines."""
_SOURCE = Type(8.2, ink=Ink.MUTED)
_ROW_MOST = Type(9, ink=Ink.MUTED, align="right")


def winners(book: Book, sentences: Sentences) -> None:
    """Draw lines for the winners of games, on a page that a sheet of paper has left."""
    text = sentences.text
    leaf = book.leaf(text("booklet", "Who won?"))
    columns = (
        (leaf.left, 28.5, text("sheet", "Date")),
        (leaf.left + 30, leaf.width - 61.5, text("booklet", "Name")),
        (leaf.right - 30, 30.0, text("booklet", "Total")),
    )
    for x, _, word in columns:
        leaf.text(x, 31.5, word, Type(9, ink=Ink.MUTED))
    leaf.rule(33, heavy=True)
    for place in range(13):
        for x, wide, _ in columns:
            leaf.box(Rect(x, 34.2 + place * 12, wide, 10.8), 1.5)


def short(book: Book, sentences: Sentences, command: str) -> None:
    """Draw the back cover: the game in a few sentences, a row for each entry, and the source."""
    wording, text = sentences.facts.wording, sentences.text
    leaf = book.cover(text("booklet", "In short"))
    leaf.head(leaf.title)
    y = max(43.5, leaf.para(leaf.left, 24, leaf.width, " ".join(sentences.short), LEAD) + 6)
    above = leaf.add("Sect")  # read before the foot, which is drawn first
    foot = _foot(leaf, sentences, command)
    with leaf.within(above):
        leaf.rule(y, heavy=True)
        y = short_rows(leaf, sentences, sentences.entries, y, min(15.6, (foot - 14.5 - y) / len(sentences.entries)))
        leaf.rule(y, heavy=True)
        with leaf.element("P"):
            leaf.text(leaf.left, y + 6.3, text("booklet", "Highest possible total"), Type(11, Font.BOLD))
            best = wording.catalog.number(sentences.facts.best)
            leaf.text(leaf.right, y + 6.9, best, Type(18, Font.BLACK, Ink.ACCENT, "right"))
    line = " · ".join(filter(None, (wording.title, wording.variant)))
    leaf.text(leaf.left, min(y + 16.5, foot - 3), line, leaf.fitted(line, Type(9.75, Font.BOLD), leaf.width))


def _foot(leaf: Leaf, sentences: Sentences, command: str) -> float:
    """Draw the source, the typeface and the command at the bottom, with the code at the right, and return their top."""
    text, facts = sentences.text, sentences.facts
    room = leaf.width - 5 * (_CODE + _CODE_GAP) - 3
    source = text("booklet", "Source: %(source)s", source=facts.ruleset.source) if facts.ruleset.source else ""
    type_ = text("booklet", "Type: Sofia Sans Semi Condensed, SIL OFL 1.1")
    lines = [*leaf.lines(source, room, _SOURCE), *leaf.lines(type_, room, _SOURCE), *leaf.lines(command, room, COMMAND)]
    code = code_of(facts.ruleset, 0, (leaf.format.width, leaf.format.height), ())
    with leaf.shown("".join(map(str, code))):
        for place, face in enumerate(code):
            down, over = divmod(place, 5)
            x = leaf.right + _CODE_GAP - (5 - over) * (_CODE + _CODE_GAP)
            leaf.numeral(x, BOTTOM - (2 - down) * (_CODE + _CODE_GAP) + _CODE_GAP, _CODE, face, "code")
    top = BOTTOM - COMMAND.step * len(lines) + 0.9
    leaf.set(lines, leaf.left, top, COMMAND.step)
    return min(top, BOTTOM - 2 * _CODE)


def short_rows(leaf: Leaf, sentences: Sentences, found: Sequence[Entry], y: float, step: float) -> float:
    """Draw a row for each entry (dice, name, hint, worth) and return the lower end of the last one."""
    for place, entry in enumerate(found):
        if place:
            leaf.rule(y + place * step)
        with leaf.again("rows", "Table"), leaf.element("TR"):
            _short_row(leaf, sentences, entry, y + place * step, step)
    return y + len(found) * step


def _short_row(leaf: Leaf, sentences: Sentences, entry: Entry, y: float, step: float) -> None:
    """Draw a row in two lines, or a low one in one line, which has its hint only where there is room."""
    close, icon, middle = step < _CLOSE, min(10.5, step - 2.1), y + step / 2
    left, base = leaf.left + icon * 1.53 + 3, middle + (1.3 if close else -0.2)
    worth, kind = (entry.worth, WORTH.of(18)) if entry.worth else (sentences.most(entry), _ROW_MOST)
    kind, hint = (kind.of(14 if entry.worth else 8.6), SMALL.of(7.8)) if close else (kind, SMALL)
    room = leaf.right - left - leaf.wide(worth, kind) - 3
    name = leaf.fitted(entry.name, Type(11 if close else 13.5, Font.BOLD), room)
    with leaf.element("TH", scope="Row"):
        leaf.block(leaf.left, middle - icon / 2, icon, entry.dice)
        leaf.text(left, base, entry.name, name)
        taken = leaf.wide(entry.name, name) + 3
        if not close:
            leaf.text(left, middle + 3.9, entry.hint, leaf.fitted(entry.hint, hint, room))
        elif leaf.wide(entry.hint, hint) <= room - taken:
            leaf.text(left + taken, base, entry.hint, hint)
    with leaf.element("TD"):
        leaf.text(leaf.right, base + ((0.3 if close else 2.3) if entry.worth else 0), worth, kind)
