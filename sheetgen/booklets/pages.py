"""The pages of a booklet: eight of them, or twelve for a game with more to explain."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct

from sheetgen.booklets.book import (
    BOTTOM,
    HIGH,
    LAST,
    OUTSIDE,
    PART,
    POINT,
    SMALL,
    TOP,
    WIDE,
    WORTH,
    Book,
    Leaf,
    Type,
    Weight,
    like,
)
from sheetgen.booklets.chapters import (
    BoxesChapter,
    BoxText,
    Chapters,
    NumberText,
    RollText,
    TurnChapter,
    YachtChapter,
)
from sheetgen.booklets.questions import Question
from sheetgen.booklets.score_tables import Grid, Row, draw_columns, draw_end, draw_sums
from sheetgen.booklets.sentences import Sentences, TurnText
from sheetgen.booklets.sheet_picture import draw_sheet
from sheetgen.i18n.wording import signed
from sheetgen.layout.code import code_of
from sheetgen.layout.primitives import Font, Ink, Line, Page, Rect
from sheetgen.layout.rows import Pip, SheetRow
from sheetgen.layout.themes import Look

_LEAD, _COMMAND = Type(11.5, step=5.25), Type(7.5, ink=Ink.MUTED, step=3.7)
_ASKED = Type(10.5, Font.BOLD, step=4.5, role="H3")
_ENTRY = Type(16, Font.BLACK, align="ink", role="H3")
"""Types of more than one part."""
_SHEET = 4
"""Number of pages of a folded sheet."""
_FIXED = 4
"""Number of pages that every booklet has: the cover, the game in a minute, a turn, and all in
short."""
_OF_ANY_LENGTH = {"columns", "sums", "jokers", "end", "appendix"}
"""Chapters that have as many pages as they need."""
_ELSEWHERE = {"bonuses", "example"}
"""Chapters on pages of others: bonuses are among the boxes, and the full sheet is at the end."""
_MOST_PAGES = 40
"""Maximum number of pages for the boxes, and for the questions."""
_HALF_FULL = 0.5
"""Minimum share of a page's height that entries in the usual setting use; it is more than half full
then."""


def book_pages(
    sentences: Sentences, size: tuple[float, float], look: Look, command: str, appendix: str = ""
) -> list[Page]:
    """Return all pages of the booklet, which fill whole sheets of paper.

    The appendix, in HTML, is before the last page. Boxes and questions have the numbers of pages
    that they fill best. A page that is left has lines for the winners.
    """
    chapters = Chapters(sentences)
    format_ = like(size, (WIDE, HIGH), look, sentences.wording)
    draw = _drawings(chapters, command, appendix)
    trial = Book(format_)
    for name in chapters.order:
        if name in _OF_ANY_LENGTH:
            draw[name](trial)
    boxes_flow, questions_flow = _shares(trial, chapters)
    draw["categories"] = lambda book: boxes(book, chapters, boxes_flow)
    draw["questions"] = lambda book: asked(book, chapters, questions_flow)
    book = Book(format_)
    for name in chapters.order:
        if name not in _ELSEWHERE:
            draw[name](book)
    return [leaf.page() for leaf in book.leaves]


def _drawings(chapters: Chapters, command: str, appendix: str) -> dict[str, Callable[[Book], None]]:
    """Return the functions that draw chapters, by their names, but for those spread over pages."""
    return {
        "cover": lambda book: cover(book, chapters),
        "start": lambda book: minute(book, chapters),
        "turn": lambda book: turn(book, chapters),
        "columns": lambda book: draw_columns(book, chapters),
        "sums": lambda book: draw_sums(book, chapters),
        "jokers": lambda book: yacht(book, chapters),
        "end": lambda book: draw_end(book, chapters),
        "appendix": lambda book: _append(book, appendix),
        "short": lambda book: short(book, chapters, command),
    }


def _append(book: Book, appendix: str) -> None:
    """Add the appendix, which is running text."""
    if appendix.strip():
        from sheetgen.booklets import running_text  # noqa: PLC0415 - Platypus takes 66 ms

        running_text.append(book, appendix)


def _shares(book: Book, chapters: Chapters) -> tuple["Flow", "Flow"]:
    """Return the boxes and the questions on as many pages as fill whole sheets with the others, which are in `book`.

    Sheets are as few as possible. Then no page is half empty if that can be, columns and a turn in them face each
    other, and the emptiest page is as full as possible.
    """
    boxes, questions = (
        {n: flow for n in range(1, _MOST_PAGES) if (flow := flow_on(book, chapters, n))}
        for flow_on in (_boxes_on, _questions_on)
    )
    free = -(_FIXED + len(book.leaves) + min(boxes) + min(questions)) % _SHEET
    shares = [
        (boxes[min(boxes) + more], questions[min(questions) + free - left - more])
        for left in range(min(free, 1) + 1)
        for more in range(free - left + 1)
    ]

    def worth(share: tuple[Flow, Flow]) -> tuple[float | bool, ...]:
        """Return the qualities of a choice, the most important one first."""
        fill, faces = (
            min(flow.fill for flow in share),
            len(share[0].places) % 2 == 0 or not chapters.several,
        )
        wide, both = share[0].high > _HIGH[-1], sum(flow.fill for flow in share)
        return min(fill, _HALF_FULL), faces, wide, fill, both

    return max(shares, key=worth)


# the first pages: the cover, the game in a minute

_COVER_GAP = 4.2
_COVER_DIE = (WIDE - 2 * OUTSIDE - 2 * _COVER_GAP) / 3
"""Side of a die on the cover, in mm."""
_TITLE, _VERB = Type(138, Font.BLACK, align="ink", least=20), Type(15, Font.BLACK, role="H3")
_VARIANT, _SAID = Type(18, Font.BOLD, Ink.ACCENT), Type(18)
_FOOT = Type(11, ink=Ink.MUTED)
_NUMBER, _NUMBERED = Type(33, Font.BLACK, Ink.ACCENT, "right"), Type(13, Font.BOLD)


def cover(book: Book, chapters: Chapters) -> None:
    """Draw the cover.

    The roll of the game, its name as wide as fits, its variant and its numbers.
    """
    chapter = chapters.cover
    leaf = book.cover(chapter.title)
    free = _signature(leaf, chapter.dice)
    if free is None:
        line = " · ".join(f"{number} {word}" for number, word in chapter.numbers)
        leaf.text(OUTSIDE, 190.5, line, Type(14, Font.BOLD, Ink.ACCENT), leaf.width)
    else:
        x, y, side = free
        step = side / len(chapter.numbers)
        for place, (number, word) in enumerate(chapter.numbers):
            base = y + place * step + step / 2 + 4.1
            with leaf.element("P"):
                leaf.text(x + 15, base, number, _NUMBER, 15)
                leaf.text(x + 17.4, base, word, _NUMBERED, side - 17.4)
            if place:
                leaf.rule(y + place * step, x, x + side)
    title = leaf.fitted(chapter.title, _TITLE, leaf.width)
    lines = leaf.lines(chapter.title, leaf.width, title)
    with leaf.element("H1"):
        for place, words in enumerate(lines, 1 - len(lines)):
            leaf.text(
                OUTSIDE,
                150 + place * title.size * POINT,
                " ".join(word.text for word in words),
                title,
            )
    leaf.rule(167.5, heavy=True)
    room = leaf.width - leaf.wide(chapter.kind, _SAID) - 6
    leaf.text(OUTSIDE, 177, chapter.variant, _VARIANT, room)
    if chapter.variant:
        leaf.text(leaf.right, 177, chapter.kind, _SAID.at("right"))
    else:
        leaf.text(OUTSIDE, 177, chapter.kind, _SAID)
    leaf.text(OUTSIDE, 198, chapter.players, _FOOT)
    leaf.text(leaf.right, 198, chapter.language, _FOOT.at("right"))


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


def minute(book: Book, chapters: Chapters) -> None:
    """Draw the game in four steps, and the sheet with explanations."""
    chapter = chapters.start
    leaf = book.leaf(chapter.heading)
    top = max(28.5, leaf.para(leaf.left, 22.5, leaf.width, chapter.goal) + 3.6)
    for place in range(0, len(chapter.steps), 2):
        bottoms = []
        for over, (verb, said) in enumerate(chapter.steps[place : place + 2]):
            x = leaf.left + over * 62
            leaf.numeral(x, top, 10.5, place + over + 1)
            leaf.text(x + 13.5, top + 4.6, verb, _VERB, 45)
            bottoms.append(leaf.para(x + 13.5, top + 6.6, 44, said))
        top = max(top + 24, *(bottom + 3 for bottom in bottoms))
    needs = leaf.lines(chapter.needs, leaf.width, SMALL)
    end = 190.5 - len(needs) * SMALL.step
    draw_sheet(leaf, chapters, top + 4.5, end - 6)
    leaf.set(needs, leaf.left, end, SMALL.step)


# a turn

_TURNS = ((16.5, 21.0), (15.0, 21.0), (13.5, 21.0), (13.5, 9.0), (12.0, 9.0), (9.6, 9.0))
"""Sides of the dice of a turn with the minimum height of a throw above them in mm, the largest that
fits first."""
_TURN_END = 191.0
"""Lower end of the text of a turn, in mm."""
_FILLED, _BUBBLE = 40.0, (33.6, 10.2)
"""Width of a box of the card before the turn, and size of the bubble with an announcement, in
mm."""


def turn(book: Book, chapters: Chapters) -> None:
    """Draw three throws, each with its possible score, and the row of the sheet with the score."""
    chapter = chapters.turn
    leaf = book.leaf(chapter.heading)
    # the names of columns beside the dice need room
    sizes = _TURNS if chapter.row else _TURNS[2:]
    fits = (
        each
        for each in sizes
        if _draw_turn(Leaf(leaf.format, leaf.left), chapter, *each) <= _TURN_END
    )
    side, around = next(fits, _TURNS[-1])
    _draw_turn(leaf, chapter, side, around)


def _draw_turn(leaf: Leaf, chapter: TurnChapter, side: float, around: float) -> float:
    """Draw the turn with dice of this size and throws of this height, and return its lower end."""
    example = chapter.turn
    y = leaf.para(leaf.left, 24, leaf.width, ("", chapter.lead, *chapter.key))
    if example.filled:
        y = _filled(leaf, chapter, y)
    y = max(36, y + side - 9) if around > _TURNS[-1][1] else y + 3
    for place in range(len(example.throws)):
        y = max(y + side + around, _throw(leaf, y, example, place, side) + min(4, around / 3))
    leaf.rule(y + 0.9, heavy=True)
    y = (
        _written(leaf, chapter.row, example.points, y + 3.9)
        if chapter.row
        else _options(leaf, example, y + 0.9)
    )
    leaf.rule(y)
    y = leaf.para(leaf.left, y + 1.8, leaf.width, example.ends)
    for roll, uses in example.many:
        left = leaf.left + len(roll) * 4.8 + 2
        leaf.dice(leaf.left, y + 1.8, 4.2, [(face, "open") for face in roll])
        y = leaf.para(left, y + 1.5, leaf.right - left, uses)
    return y


def _filled(leaf: Leaf, chapter: TurnChapter, y: float) -> float:
    """Draw the boxes that are full before the turn as a small card, and return its lower end."""
    filled = chapter.turn.filled
    y = leaf.para(leaf.left, y + 0.6, leaf.width, chapter.card, SMALL) + 0.6
    for place, (name, points) in enumerate(filled):
        down, over = divmod(place, 3)
        x, top = leaf.left + over * (_FILLED + 0.5), y + down * 5.4
        with leaf.again("filled", "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                leaf.text(x, top + 3.3, name, SMALL, _FILLED - 13)
            leaf.box(Rect(x + _FILLED - 12, top, 10, 4.8), 1.0)
            with leaf.element("TD"):
                leaf.text(x + _FILLED - 7, top + 3.5, str(points), Type(8.8, align="middle"))
    return y + 5.4 * -(-len(filled) // 3) + 3


def _options(leaf: Leaf, example: TurnText, y: float) -> float:
    """Draw the ends of a turn in each column below their headings, and return their lower end."""
    step = 6.9 if sum(len(options) for _, options in example.options) < 6 else 5.1
    for heading, options in example.options:
        leaf.text(leaf.left, y + 5.4, heading, PART.of(12))
        y, grid = y + 7.2, Grid(heading, 1, 24.0, 0.0)
        for option in options:
            cells: list[tuple[str, Weight]] = [
                (signed(option.points), "section" if option.best else "box")
            ]
            grid.row(leaf, Row(option.column, cells, option.sign, (), [option.what]), y, step - 0.9)
            y += step
        y += 1.2
    return y


def _throw(leaf: Leaf, y: float, example: TurnText, place: int, high: float) -> float:
    """Draw a throw with dice of at most this height, and the call of a box; return the lower end."""
    throw, last, said = (
        example.throws[place],
        place == len(example.throws) - 1,
        "" if place else example.call,
    )
    side, width = min(high, (leaf.width - 24) / (len(throw.dice) * 1.146)), leaf.width
    leaf.text(leaf.left, y + 3.3, throw.heading, PART.of(12))
    end = leaf.dice(leaf.left, y + 6, side, throw.dice, 2.4 / 16.5)
    if said:
        wide, tall = min(_BUBBLE[0], leaf.right - end - 4.5), _BUBBLE[1]
        shown = leaf.bar(
            Rect(leaf.right - wide, y + 6, wide, tall), "", Type(14, Font.BLACK, align="middle")
        )
        leaf.text(leaf.right - wide / 2, y + 6 + tall / 2 + 1.7, said, shown, wide - 3)
        x, low, line = leaf.right - wide + 3.6, y + 5.4 + tall, leaf.length(0.9)
        ends = (
            (*leaf.place(x + 0.9 * step, low), *leaf.place(x - 1.2, low + 3.3)) for step in range(6)
        )
        leaf.items.extend(Line(*each, line, Ink.ACCENT) for each in ends)
    elif throw.points is not None:
        points, could = (Ink.ACCENT, Ink.TEXT) if last else (Ink.RULE, Ink.MUTED)
        leaf.text(
            leaf.right, y + high - 0.9, signed(throw.points), Type(34, Font.BLACK, points, "right")
        )
        leaf.text(
            leaf.right,
            y + high + 5.1,
            throw.could,
            Type(9.75, Font.BOLD, could, "right"),
            leaf.right - end - 2,
        )
        width -= 38
    return leaf.para(leaf.left, y + high + 7.5, width, throw.said)


def _written(leaf: Leaf, row: SheetRow, points: int, y: float) -> float:
    """Draw a row of the sheet with an entry, and return its lower end."""
    x = leaf.left + 18.8
    worth, kind = (
        (row.worth, Type(16, Font.BLACK, Ink.ACCENT, "right"))
        if row.worth
        else (row.most, SMALL.at("right"))
    )
    room = 60.6 - 18.8 - leaf.wide(worth, kind) - 2
    with leaf.element("P"):
        leaf.block(leaf.left, y + 1.65, 10.5, row.dice)
        leaf.text(x, y + 6.4, row.name, Type(13.5, Font.BOLD), room)
        if row.hints:
            leaf.set(leaf.lines(row.hints[0][0], 42, SMALL)[:2], x, y + 7.6, 3.4)
        leaf.text(leaf.left + 60.6, y + 6.6, worth, kind)
        for place in range(2):
            leaf.box(Rect(leaf.left + 63 + place * 29.5, y, 28.5, 13.8), 1.8)
        leaf.text(leaf.left + 63 + 14.25, y + 9.2, str(points), Type(17, align="middle"))
    return y + 16.8


# a Yacht

_PROBLEM, _TICK = 9.0, 5.25
"""Side of the die that numbers a question, and distance from one square to tick to the next, in
mm."""


def yacht(book: Book, chapters: Chapters) -> None:
    """Draw the questions about a Yacht, then a joker with its worth in every kind of box."""
    chapter = chapters.jokers
    if chapter is None:
        return
    leaf = book.leaf(chapter.heading)
    y = leaf.para(leaf.left, 24, leaf.width, chapter.lead) + 1.5
    if chapter.uses:
        side = min(14.4, 75 / len(chapter.dice))
        end = leaf.dice(leaf.left, y, side, chapter.dice) + 4.5
        y = max(y + side, leaf.para(end, y + side / 2 - 4.5, leaf.right - end, chapter.card)) + 2.4
    for number, step in enumerate(chapter.steps, 1):
        leaf.rule(y, heavy=number == 1)
        leaf.numeral(leaf.left, y + 1.8, _PROBLEM, number)
        x, right = leaf.left + _PROBLEM + 3.9, leaf.right
        if step.bonus:
            points, kind = f"+ {step.bonus}", WORTH.of(14)
            right = leaf.right - leaf.wide(points, kind) - 3 * _TICK - 4.5
            leaf.text(leaf.right, y + 4.2, points, kind)
            with leaf.shown("✓"):
                for place, sign in enumerate(("✓", "", "")):
                    leaf.tile(right + 3 + place * _TICK, y + 0.6, _TICK - 1.5, sign, solid=False)
        end = leaf.para(x, y + 0.9, right - x, step.asked, _ASKED)
        end = leaf.para(x, end, leaf.right - x, " ".join(step.answers))
        y = max(y + _PROBLEM + 3.6, end + 1.5)
    leaf.rule(y, heavy=True)
    if chapter.uses:
        _joker(leaf, chapter, y)


def _joker(leaf: Leaf, chapter: YachtChapter, y: float) -> None:
    """Draw a row for each kind of box that a joker may go to, and the points of the turn."""
    step = min(13.8, (LAST - y - 9) / len(chapter.uses))
    for place, use in enumerate(chapter.uses):
        if place:
            leaf.rule(y)
        high = min(9.6, step - 1.8)
        with leaf.again("uses", "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                leaf.block(leaf.left, y + (step - high) / 2, high, use.dice)
                leaf.text(
                    leaf.left + 18.6,
                    y + step / 2 - 0.3,
                    use.names,
                    Type(12, Font.BOLD),
                    leaf.width - 46,
                )
            with leaf.element("TD"):
                leaf.text(
                    leaf.left + 18.6, y + step / 2 + 3.9, use.why, SMALL.of(8.8), leaf.width - 46
                )
            best = place == 0
            leaf.box(
                Rect(leaf.right - 24, y + 0.9, 24, step - 1.8), 1.8, "section" if best else "box"
            )
            kind = Type(
                15, Font.BLACK if best else Font.REGULAR, Ink.ACCENT if best else Ink.TEXT, "middle"
            )
            with leaf.element("TD"):
                leaf.text(leaf.right - 12, y + step / 2 + 1.9, signed(use.points), kind)
        y += step
    leaf.rule(y, heavy=True)
    leaf.text(leaf.left, y + 7.2, chapter.turn, PART)


# the boxes, a few on each page

_BOX_TOPS, _BOXES_END = (31.5, 21.0), 192.0
"""Tops of the first entry of a page, below a heading or below the key, and lower end of all of
them, in mm."""
_HIGH = (51.0, 39.0, 34.5, 30.0, 24.0)
"""Minimum heights of an entry in mm; the lowest one only saves whole sheets."""
_STRETCHED, _ABOVE_FOOT = 15.0, 1.8
"""Maximum growth of an entry on a page with room left, and gap above the text below the entries, in
mm."""
_DIE, _LARGEST, _MISS = 8.7, 12.6, 5.1
"""Side of the dice of a roll that counts, of one in a high entry, and of a near miss, in mm."""
_MOST_POINTS = Type(11, Font.BOLD, Ink.ACCENT, "right")
_SUM = Type(12, Font.BOLD)
_FACE, _POINTS = Type(10.5, Font.BOLD), Type(8.2, Font.BOLD, Ink.ACCENT)
_IN_A_ROW = 8
"""Maximum number of faces in a row."""

Height = tuple[float, float]
"""Minimum height of an entry and its growth on a page with room left, in mm."""
Draw = Callable[[Leaf, float, Height], float]
"""Function that draws an entry on a page, by the y of its rule and its height, and returns its
lower end."""


class Flow(Struct, frozen=True):
    """Entries on pages, spread evenly."""

    drawings: Sequence[Draw]
    heights: Sequence[float]
    places: Sequence[int]
    """The first entry of each page and, at the end, the number of entries."""
    rooms: Sequence[float]
    """Height for entries on each page, in mm."""
    high: float
    """Minimum height of an entry, in mm."""
    fill: float
    """Share of its height that the emptiest page uses; less in a closer or wider setting than the
    second one."""

    def pages(self, most: float) -> Iterator[tuple[int, int, float]]:
        """Yield the first entry of each page, the one behind its last, and their growth, at most this one."""
        for room, (start, end) in zip(self.rooms, pairwise(self.places), strict=False):
            yield (
                start,
                end,
                max(0.0, min(most, (room - sum(self.heights[start:end])) / (end - start))),
            )


def split(heights: Sequence[float], rooms: Sequence[float]) -> list[int] | None:
    """Return the first entry of each page and, at the end, the number of entries; None if they do not fit.

    Entries are spread evenly over pages with these rooms, of which some may be left.
    """
    for part in range(30, 101, 2):
        starts, left = [0], rooms[0] * part / 100
        for place, height in enumerate(heights):
            if height > left + 0.1 and place > starts[-1]:
                starts.append(place)
                left = rooms[min(len(starts), len(rooms)) - 1] * part / 100
            left -= height
        pages = [*pairwise((*starts, len(heights)))]
        fits = (
            end - start == 1 or sum(heights[start:end]) <= room + 0.1
            for room, (start, end) in zip(rooms, pages, strict=False)
        )
        if len(pages) <= len(rooms) and all(fits):
            return [*starts, len(heights)]
    return None


def spread(
    drawings: Sequence[Draw],
    highs: Sequence[float],
    rooms: Sequence[float],
    trial: Leaf,
    below: Mapping[int, float],
) -> Flow | None:
    """Return entries on pages with these rooms, in the first minimum height that fits; None if none does.

    `below` has the heights of texts below some entries.
    """
    for high in highs:
        heights = [
            draw(trial, 0.0, (high, 0.0)) + below.get(place, 0.0)
            for place, draw in enumerate(drawings)
        ]
        if places := split(heights, rooms):
            pages = zip(rooms, pairwise(places), strict=False)
            used = min(sum(heights[start:end]) / room for room, (start, end) in pages)
            used *= (len(places) > len(rooms)) * min(high, highs[1]) / max(high, highs[1])
            return Flow(drawings, heights, places, rooms, high, used)
    return None


def _feet(chapter: BoxesChapter) -> dict[int, tuple[str, ...]]:
    """Return the texts below boxes, by the places of these.

    The meaning of small rolls is below the first near miss, the use of other rolls below all boxes.
    """
    feet: dict[int, tuple[str, ...]] = {}
    for place, box in enumerate(chapter.boxes):
        if not all(roll.counts for roll in box.rolls):
            feet[place] = chapter.kinds
            break
    last = len(chapter.boxes) + len(chapter.bonuses) - 1
    if chapter.zeros[1]:
        feet[last] = (*feet.get(last, ()), *chapter.zeros)
    return feet


def _boxes_on(book: Book, chapters: Chapters, pages: int) -> Flow | None:
    """Return all entries and bonuses on this number of pages; None if they do not fit."""
    trial, chapter = Leaf(book.format, OUTSIDE), chapters.categories
    drawings: list[Draw] = [partial(_entry, box) for box in chapter.boxes]
    drawings += [partial(_bonus, bonus) for bonus in chapter.bonuses]
    below = {
        place: trial.para(0.0, _ABOVE_FOOT, trial.width, said)
        for place, said in _feet(chapter).items()
    }
    rooms = [_BOXES_END - top for top in (_BOX_TOPS[0], *[_BOX_TOPS[1]] * (pages - 1))]
    return spread(drawings, _HIGH, rooms, trial, below)


def boxes(book: Book, chapters: Chapters, flow: Flow) -> None:
    """Draw all entries and bonuses on their pages, and below them the meaning of the rolls."""
    chapter = chapters.categories
    heading, feet = chapter.heading, _feet(chapter)
    for start, end, more in flow.pages(_STRETCHED):
        leaf, y = book.leaf("" if start else heading, heading), _BOX_TOPS[start > 0]
        if start:
            key(leaf, chapter.states, 12)
        else:
            leaf.para(leaf.left, 24, leaf.width, chapter.lead)
        for place in range(start, end):
            leaf.rule(y, heavy=place == 0)
            y = max(y, flow.drawings[place](leaf, y, (flow.high, more)))
        leaf.rule(y, heavy=True)
        for said in (feet[place] for place in range(start, end) if place in feet):
            y = leaf.para(leaf.left, y + _ABOVE_FOOT, leaf.width, said)


def key(leaf: Leaf, words: tuple[str, str, str], y: float) -> None:
    """Draw the three states of a die with their meanings, in a row."""
    side, x = 5.7, leaf.left
    wide = sum(side + 1.8 + leaf.wide(word, SMALL) for word in words)
    gap = min(8.0, (leaf.width - wide) / 2)
    for (face, kind), word in zip(((5, "solid"), (2, "open"), (0, "blank")), words, strict=True):
        leaf.dice(x, y, side, [(face, kind)])  # type: ignore[list-item]
        leaf.text(x + side + 1.8, y + side / 2 + 1.1, word, SMALL)
        x += side + 1.8 + leaf.wide(word, SMALL) + gap


def _bonus(bonus: tuple[str, str, str], leaf: Leaf, y: float, height: Height) -> float:
    """Draw a bonus like an entry: its name, points and rule."""
    (name, points, said), (high, more) = bonus, height
    room = leaf.width - (24 if points else 0)
    leaf.text(leaf.left, y + 7.4, name, _ENTRY, room)
    leaf.text(leaf.right, y + 8.4, points, WORTH)
    return (
        max(y + (18 if high < _HIGH[3] else 21), leaf.para(leaf.left, y + 9.4, room, said) + 3)
        + more
    )


def _entry(box: BoxText, leaf: Leaf, y: float, height: Height) -> float:
    """Draw an entry: its name, worth, rule and rolls, around which a higher one has more room."""
    entry, (high, more) = box.entry, height
    close = sum(high < each for each in _HIGH[2:4])  # 1 for close lines, 2 for the closest ones
    base = y + (8.4, 7.4, 6.8)[close]
    worth, kind = (entry.worth, WORTH) if entry.worth else (entry.most, _MOST_POINTS)
    leaf.text(leaf.left, base, entry.name, _ENTRY, leaf.width - leaf.wide(worth, kind) - 3)
    leaf.text(leaf.right, base + (1 if entry.worth and close < 2 else 0), worth, kind)
    room = leaf.width - (
        24 if entry.worth and close < 2 else 0
    )  # the closest lines are below the points
    top = leaf.para(leaf.left, base + (2, 2, 1.4)[close], room, entry.rule)
    if box.numbers:
        faces = _faces(leaf, box.numbers, top + (3.8, 2.6, 1.8)[close] + more / 3, high)
        end = _numbers(leaf, box.rolls, faces + more / 3, high) + (5.0, 3.0, 1.8)[close]
        return max(y + 1.5 * high, end) + more
    top = max(top + (2.8, 1.6, 1.2)[close], y + 0.53 * (high + more))
    end = _rolls(leaf, box.rolls, top, high)
    return max(y + high + more, end + (5.0, 3.0, 1.8)[close])


def _faces(leaf: Leaf, numbers: Sequence[NumberText], y: float, high: float) -> float:
    """Draw the faces of numbers with their names and maximum points, and return the lower end."""
    lines = -(-len(numbers) // _IN_A_ROW)
    columns = -(-len(numbers) // lines)
    has_bonuses = any(number.points for number in numbers)
    step = leaf.width / (columns if has_bonuses else max(6, columns))
    side, gap = max(9.6, min(16.5, 0.32 * high)), min(5.6, 0.1 * high)
    low = side + (12.6 if has_bonuses else 8.8) + gap
    for place, number in enumerate(numbers):
        down, over = divmod(place, columns)
        x, top = leaf.left + over * step, y + down * low
        leaf.rows_of_dice((x, top), min(side, step - 2), 0, [(number.face, "solid")], 1)
        leaf.text(x, top + side + 4.8, number.name, _FACE, step - 1)
        leaf.text(x, top + side + 8.8, number.most, SMALL)
        if number.points:
            leaf.text(x, top + side + 12.6, number.points, _POINTS, step - 1)
    return y + low * lines


def _numbers(leaf: Leaf, rolls: Sequence[RollText], y: float, high: float) -> float:
    """Draw rolls with their sums in the boxes of their numbers.

    Two in a line if there are several.
    """
    if len(rolls) == 1:
        side = _LARGEST if high == _HIGH[0] else _DIE
        end = leaf.dice(leaf.left, y, _side(leaf, rolls[0], side), rolls[0].dice)
        leaf.text(end + 3, y + side / 2 + 1.75, rolls[0].said, _SUM)
        return y + side
    for place, roll in enumerate(rolls):
        down, over = divmod(place, 2)
        x, top = leaf.left + over * leaf.width / 2, y + down * 6.3
        end = leaf.dice(x, top, min(4.8, _side(leaf, roll, 4.8)), roll.dice) + 2
        leaf.text(end, top + 3.4, roll.said, Type(9.75, Font.BOLD), x + leaf.width / 2 - end - 1)
    return y + 6.3 * -(-len(rolls) // 2)


def _rolls(leaf: Leaf, rolls: Sequence[RollText], y: float, high: float) -> float:
    """Draw rolls that count, each on a line, and return their lower end.

    Near misses are at the right or, in a high entry, where the dice are larger, below.
    """
    below = high == _HIGH[0]
    side = _LARGEST if below else _DIE if high >= _HIGH[2] else 6.9
    good = [roll for roll in rolls if roll.counts]
    bad = [roll for roll in rolls if not roll.counts]
    for place, roll in enumerate(good):
        large = side if place == 0 or len(good) == 2 else 5.7
        end = leaf.dice(leaf.left, y, _side(leaf, roll, large), roll.dice) + 3
        room = leaf.right - end - (_missed(bad[place]) + 8 if bad[place:] and not below else 0)
        leaf.text(end, y + large / 2 + 1.7, roll.said, _SUM, room)
        if bad[place:] and not below:
            _miss(leaf, bad[place], leaf.right - 4.5 - _missed(bad[place]), y + large / 2)
        y += large + 1.5
    for roll in bad if below else bad[len(good) :]:
        _miss(leaf, roll, leaf.left if below else leaf.right - 4.5 - _missed(roll), y + _MISS / 2)
        y += _MISS + 1.5
    return y - 1.5


def _missed(roll: RollText) -> float:
    """Return the width of the dice of a near miss."""
    return len(roll.dice) * _MISS * 1.147


def _miss(leaf: Leaf, roll: RollText, x: float, middle: float) -> None:
    """Draw a near miss and its 0, beginning at x."""
    leaf.dice(x, middle - _MISS / 2, _MISS, [(face, "code") for face, _ in roll.dice], 0.147)
    leaf.text(x + _missed(roll) + 4.5, middle + 1.6, "0", Type(12, Font.BOLD, Ink.MUTED, "right"))


def _side(leaf: Leaf, roll: RollText, side: float) -> float:
    """Return the side of dice, smaller for many of them."""
    return min(side, (0.6 if side == _LARGEST else 0.4) * leaf.width / (1.14 * len(roll.dice)))


# what people argue about

_STEPS = (24.0, 16.5, 15.0, 13.5, 12.6, 12.0, 10.8)
"""Minimum heights of a question in mm, the roomiest first."""
_STRETCHED_STEP = 6.0
"""Maximum growth of a question on a page with room left, in mm."""
_QUESTION_TOPS = 28.5, 12.0
"""Top in mm of the questions on a page with a heading, and on one without."""
_ANSWER = 21.0
"""Width of the column of answers, in mm."""
_VERDICT = Type(20, Font.BLACK, Ink.ACCENT)


def _questions_on(book: Book, chapters: Chapters, pages: int) -> Flow | None:
    """Return the questions, and the points to agree on at the end, on this number of pages.

    None if they do not fit.
    """
    chapter = chapters.questions
    rooms = [LAST - top for top in (_QUESTION_TOPS[0], *[_QUESTION_TOPS[1]] * (pages - 1))]
    drawings: list[Draw] = [partial(_question, question) for question in chapter.questions]
    if chapter.agreed:
        drawings.append(partial(_agree, chapter.agree, chapter.agreed))
    return spread(drawings, _STEPS, rooms, Leaf(book.format, OUTSIDE), {})


def asked(book: Book, chapters: Chapters, flow: Flow) -> None:
    """Draw frequent questions, each with a short answer in front, then the points to agree on."""
    heading, most = chapters.questions.heading, len(chapters.questions.questions)
    for start, end, more in flow.pages(_STRETCHED_STEP):
        leaf, y = book.leaf(heading if not start else "", heading), _QUESTION_TOPS[start > 0]
        for place in range(start, end):
            leaf.rule(y, heavy=place >= most)
            y = max(y, flow.drawings[place](leaf, y, (flow.high, more)))
        if end <= most:
            leaf.rule(y, heavy=True)


def _question(question: Question, leaf: Leaf, y: float, height: Height) -> float:
    """Draw a question below a rule at y and return its lower end."""
    step, more = height
    dice, side = question.dice, min(0.345 * step, 34 / max(len(question.dice), 1))
    wide = len(dice) * side * 1.14
    top, room = y + more / 2 + step / 3 - 2.8, leaf.width - _ANSWER - (wide + 3 if dice else 0)
    bottom = leaf.para(leaf.left + _ANSWER, top, room, question.asked, _ASKED)
    leaf.text(leaf.left, top + 6.6, question.verdict, _VERDICT, _ANSWER - 2)
    leaf.dice(leaf.right - wide + 0.14 * side, top + 2.4, side, dice)
    end = leaf.para(leaf.left + _ANSWER, bottom + 0.2, room, question.said)
    return max(y + step + more, end + max(1.0, step / 3 - 4.5) + more / 2)


def _agree(heading: str, agreed: Sequence[str], leaf: Leaf, y: float, height: Height) -> float:
    """Draw the points on which tables differ, each with a box to tick, and return their lower end."""
    leaf.text(leaf.left, y + 7.2, heading, PART)
    y += 10.2
    for said in agreed:
        leaf.box(Rect(leaf.left, y, 4.2, 4.2), 0.9, "sum")
        y = leaf.para(leaf.left + 6.6, y - 0.15, leaf.width - 6.6, said) + 1.65
    return y


# who won, and all of it in short

_CODE, _CODE_GAP = 4.5, 0.7
"""Side of the dice of the code, and the gap between them, in mm."""
_CLOSE = 11.0
"""Minimum height in mm of a row with two lines."""
_SOURCE = Type(8.2, ink=Ink.MUTED)
_ROW_MOST = Type(9, ink=Ink.MUTED, align="right")


def winners(book: Book, chapters: Chapters) -> None:
    """Draw lines for the winners of games, on a page that a sheet of paper has left."""
    text = chapters.text
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


def short(book: Book, chapters: Chapters, command: str) -> None:
    """Draw the back cover: the game in a few sentences, a row for each entry, and the source.

    Pages that a sheet of paper has left are before it.
    """
    while (len(book.leaves) + 1) % _SHEET:
        winners(book, chapters)
    chapter = chapters.short
    leaf = book.cover(chapter.heading)
    leaf.head(leaf.title)
    y = max(43.5, leaf.para(leaf.left, 24, leaf.width, chapter.lead, _LEAD) + 6)
    above = leaf.add("Sect")  # read before the foot, which is drawn first
    foot = _foot(leaf, chapters, command)
    sums = leaf.lines(chapter.sums, leaf.width, SMALL)
    with leaf.within(above):
        leaf.rule(y, heavy=True)
        room = foot - 14.5 - y - (len(sums) * SMALL.step + 1.5)
        y = short_rows(leaf, chapter.boxes, y, min(15.6, room / len(chapter.boxes)))
        leaf.rule(y, heavy=True)
        y = leaf.set(sums, leaf.left, y + 1.5, SMALL.step)
        name, total = chapter.best
        with leaf.element("P"):
            leaf.text(leaf.left, y + 6.3, name, Type(11, Font.BOLD))
            leaf.text(leaf.right, y + 6.9, total, Type(18, Font.BLACK, Ink.ACCENT, "right"))
    bottom = min(y + 16.5, foot - 3)
    leaf.text(leaf.left, bottom, chapter.line, Type(9.75, Font.BOLD), leaf.width)


def _foot(leaf: Leaf, chapters: Chapters, command: str) -> float:
    """Draw source, typeface and command at the bottom, the code at the right; return their top."""
    room = leaf.width - 5 * (_CODE + _CODE_GAP) - 3
    lines = [
        *leaf.lines(chapters.short.source, room, _SOURCE),
        *leaf.lines(chapters.short.typeface, room, _SOURCE),
        *leaf.lines(command, room, _COMMAND),
    ]
    code = code_of(chapters.sentences.ruleset, 0, (leaf.format.width, leaf.format.height), ())
    with leaf.shown("".join(map(str, code))):
        for place, face in enumerate(code):
            down, over = divmod(place, 5)
            x = leaf.right + _CODE_GAP - (5 - over) * (_CODE + _CODE_GAP)
            leaf.numeral(
                x, BOTTOM - (2 - down) * (_CODE + _CODE_GAP) + _CODE_GAP, _CODE, face, "code"
            )
    top = BOTTOM - _COMMAND.step * len(lines) + 0.9
    leaf.set(lines, leaf.left, top, _COMMAND.step)
    return min(top, BOTTOM - 2 * _CODE)


def short_rows(leaf: Leaf, boxes: Sequence[BoxText], y: float, step: float) -> float:
    """Draw a row for each box (dice, name, hint, worth), and return the lower end of the last."""
    for place, box in enumerate(boxes):
        if place:
            leaf.rule(y + place * step)
        with leaf.again("rows", "Table"), leaf.element("TR"):
            _short_row(leaf, box, y + place * step, step)
    return y + len(boxes) * step


def _short_row(leaf: Leaf, box: BoxText, y: float, step: float) -> None:
    """Draw a row in two lines, or a low one in one line, with its hint only if there is room."""
    entry = box.entry
    close, icon, middle = step < _CLOSE, min(10.5, step - 2.1), y + step / 2
    left, base = leaf.left + icon * 1.53 + 3, middle + (1.3 if close else -0.2)
    worth, kind = (entry.worth, WORTH.of(18)) if entry.worth else (box.most, _ROW_MOST)
    kind, hint = (kind.of(14 if entry.worth else 8.6), SMALL.of(7.8)) if close else (kind, SMALL)
    room = leaf.right - left - leaf.wide(worth, kind) - 3
    name = leaf.fitted(entry.name, Type(11 if close else 13.5, Font.BOLD), room)
    with leaf.element("TH", scope="Row"):
        leaf.block(leaf.left, middle - icon / 2, icon, entry.dice)
        leaf.text(left, base, entry.name, name)
        taken = leaf.wide(entry.name, name) + 3
        if not close:
            leaf.text(left, middle + 3.9, entry.hint, hint, room)
        elif leaf.wide(entry.hint, hint) <= room - taken:
            leaf.text(left + taken, base, entry.hint, hint)
    with leaf.element("TD"):
        leaf.text(leaf.right, base + ((0.3 if close else 2.3) if entry.worth else 0), worth, kind)
