"""The pages of a booklet: eight of them, or twelve for a game with more to explain."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, pairwise

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
    Said,
    Type,
    Weight,
    like,
)
from sheetgen.booklets.examples import Scored
from sheetgen.booklets.questions import Question
from sheetgen.booklets.score_tables import Grid, Row, draw_columns, draw_end, draw_sums
from sheetgen.booklets.sentences import Entry, Sentences
from sheetgen.booklets.sheet_picture import draw_sheet
from sheetgen.i18n.wording import signed
from sheetgen.layout.code import code_of
from sheetgen.layout.primitives import Font, Ink, Line, Page, Rect
from sheetgen.layout.rows import Pip, rows_of
from sheetgen.layout.themes import Look
from sheetgen.rules.history import yacht_box_ids

_LEAD, _COMMAND = Type(11.5, step=5.25), Type(7.5, ink=Ink.MUTED, step=3.7)
_ASKED = Type(10.5, Font.BOLD, step=4.5, role="H3")
_ENTRY = Type(16, Font.BLACK, align="ink", role="H3")
"""Types of more than one part."""
_SHEET = 4
"""Number of pages of a folded sheet."""
_FIXED = 4
"""Number of pages that every booklet has: the cover, the game in a minute, a turn, and all in
short."""
_MOST_PAGES = 40
"""Maximum number of pages for the boxes, and for the questions."""
_HALF_FULL = 0.5
"""Minimum share of a page's height that entries in the usual setting use; it is more than half full
then."""


def book_pages(
    sentences: Sentences, size: tuple[float, float], look: Look, command: str, appendix: str = ""
) -> list[Page]:
    """Return all pages of the booklet, which fill whole sheets of paper; the appendix, in HTML, is before the last one.

    Boxes and questions have the numbers of pages that they fill best. A page that is left has lines for the winners.
    """

    def append(book: Book) -> None:
        if appendix.strip():
            from sheetgen.booklets import running_text  # noqa: PLC0415 - Platypus takes 66 ms

            running_text.append(book, appendix)

    format_ = like(size, (WIDE, HIGH), look, sentences.wording)
    several, trial = sentences.table.several, Book(format_)
    for draw in (yacht, draw_end, *((draw_columns, draw_sums) if several else ())):
        draw(trial, sentences)
    append(trial)
    shown, questions = _shares(trial, sentences)
    book = Book(format_)
    cover(book, sentences)
    minute(book, sentences)
    if not several:
        turn(book, sentences)
    boxes(book, sentences, shown)
    for draw in (
        (draw_columns, turn, draw_sums, draw_end) if several else ()
    ):  # a turn ends in a column
        draw(book, sentences)
    yacht(book, sentences)
    asked(book, sentences, questions)
    if not several:
        draw_end(book, sentences)
    append(book)
    while (len(book.leaves) + 1) % _SHEET:
        winners(book, sentences)
    short(book, sentences, command)
    return [leaf.page() for leaf in book.leaves]


def _shares(book: Book, sentences: Sentences) -> tuple["Flow", "Flow"]:
    """Return the boxes and the questions on as many pages as fill whole sheets with the others, which are in `book`.

    Sheets are as few as possible. Then no page is half empty if that can be, columns and a turn in them face each
    other, and the emptiest page is as full as possible.
    """
    boxes, questions = (
        {n: flow for n in range(1, _MOST_PAGES) if (flow := flow_on(book, sentences, n))}
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
            len(share[0].places) % 2 == 0 or not sentences.table.several,
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


def cover(book: Book, sentences: Sentences) -> None:
    """Draw the cover.

    The roll of the game, its name as wide as fits, its variant and its numbers.
    """
    wording, text = sentences.wording, sentences.text
    leaf = book.cover(wording.title)
    free = _signature(leaf, sentences.ruleset.signature)
    if free is None:
        line = " · ".join(f"{number} {word}" for number, word in sentences.numbers)
        leaf.text(OUTSIDE, 190.5, line, Type(14, Font.BOLD, Ink.ACCENT), leaf.width)
    else:
        x, y, side = free
        step = side / len(sentences.numbers)
        for place, (number, word) in enumerate(sentences.numbers):
            base = y + place * step + step / 2 + 4.1
            with leaf.element("P"):
                leaf.text(x + 15, base, number, _NUMBER, 15)
                leaf.text(x + 17.4, base, word, _NUMBERED, side - 17.4)
            if place:
                leaf.rule(y + place * step, x, x + side)
    title = leaf.fitted(wording.title, _TITLE, leaf.width)
    lines = leaf.lines(wording.title, leaf.width, title)
    with leaf.element("H1"):
        for place, words in enumerate(lines, 1 - len(lines)):
            leaf.text(
                OUTSIDE,
                150 + place * title.size * POINT,
                " ".join(word.text for word in words),
                title,
            )
    leaf.rule(167.5, heavy=True)
    said, room = (
        text("booklet", "The rules"),
        leaf.width - leaf.wide(text("booklet", "The rules"), _SAID) - 6,
    )
    leaf.text(OUTSIDE, 177, wording.variant, _VARIANT, room)
    leaf.text(
        leaf.right if wording.variant else OUTSIDE,
        177,
        said,
        _SAID.at("right" if wording.variant else "left"),
    )
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
            leaf.text(x + 13.5, top + 4.6, verb, _VERB, 45)
            bottoms.append(leaf.para(x + 13.5, top + 6.6, 44, said))
        top = max(top + 24, *(bottom + 3 for bottom in bottoms))
    needs = leaf.lines(
        (text("booklet", "You need"), f"{sentences.needs} {sentences.start}"), leaf.width, SMALL
    )
    end = 190.5 - len(needs) * SMALL.step
    draw_sheet(leaf, sentences, top + 4.5, end - 6)
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


def turn(book: Book, sentences: Sentences) -> None:
    """Draw three throws, with what each could score, and the row of the sheet with the score in it."""
    leaf = book.leaf(sentences.text("booklet", "A turn"))
    sizes = (
        _TURNS[2:] if sentences.turn.options else _TURNS
    )  # with room for the names of columns beside the dice
    fits = (
        each
        for each in sizes
        if _draw_turn(Leaf(leaf.format, leaf.left), sentences, *each) <= _TURN_END
    )
    side, around = next(fits, _TURNS[-1])
    _draw_turn(leaf, sentences, side, around)


def _draw_turn(leaf: Leaf, sentences: Sentences, side: float, around: float) -> float:
    """Draw the turn with dice of this size and throws of this height, and return its lower end."""
    text, example = sentences.text, sentences.turn
    said = (
        "",
        " ".join(
            (text("booklet", "A turn can go like this."), *[example.card] * (not example.filled))
        ),
        text("booklet", "Full:"),
        text("booklet", "you keep it."),
        text("booklet", "Open:"),
        text("booklet", "you roll it again."),
    )
    y = _filled(leaf, sentences, leaf.para(leaf.left, 24, leaf.width, said))
    y = max(36, y + side - 9) if around > _TURNS[-1][1] else y + 3
    for place in range(len(example.throws)):
        y = max(y + side + around, _throw(leaf, y, sentences, place, side) + min(4, around / 3))
    leaf.rule(y + 0.9, heavy=True)
    y = (
        _options(leaf, sentences, y + 0.9)
        if example.options
        else _written(leaf, sentences, y + 3.9)
    )
    leaf.rule(y)
    y = leaf.para(leaf.left, y + 1.8, leaf.width, example.ends)
    for roll, uses in example.many:
        left = leaf.left + len(roll) * 4.8 + 2
        leaf.dice(leaf.left, y + 1.8, 4.2, [(face, "open") for face in roll])
        y = leaf.para(left, y + 1.5, leaf.right - left, uses)
    return y


def _filled(leaf: Leaf, sentences: Sentences, y: float) -> float:
    """Draw the boxes that are full before the turn as a small card, and return its lower end."""
    found = sentences.turn.filled
    if not found:
        return y
    y = leaf.para(leaf.left, y + 0.6, leaf.width, sentences.turn.card, SMALL) + 0.6
    for place, (name, points) in enumerate(found):
        down, over = divmod(place, 3)
        x, top = leaf.left + over * (_FILLED + 0.5), y + down * 5.4
        with leaf.again("filled", "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                leaf.text(x, top + 3.3, name, SMALL, _FILLED - 13)
            leaf.box(Rect(x + _FILLED - 12, top, 10, 4.8), 1.0)
            with leaf.element("TD"):
                leaf.text(x + _FILLED - 7, top + 3.5, str(points), Type(8.8, align="middle"))
    return y + 5.4 * -(-len(found) // 3) + 3


def _options(leaf: Leaf, sentences: Sentences, y: float) -> float:
    """Draw the ends of a turn in each column below their headings, and return their lower end."""
    step = 6.9 if sum(len(options) for _, options in sentences.turn.options) < 6 else 5.1
    for heading, options in sentences.turn.options:
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


def _throw(leaf: Leaf, y: float, sentences: Sentences, place: int, high: float) -> float:
    """Draw a throw with dice of at most this height and the call of a box, and return its lower end."""
    example = sentences.turn
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


def _written(leaf: Leaf, sentences: Sentences, y: float) -> float:
    """Draw a row of the sheet with an entry, and return its lower end."""
    example, x = sentences.turn, leaf.left + 18.8
    rows = (row for rows in rows_of(sentences.ruleset, sentences.wording) for row in rows)
    row = next(row for row in rows if example.box in (row.id, *row.boxes))
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
        leaf.text(leaf.left + 63 + 14.25, y + 9.2, str(example.points), Type(17, align="middle"))
    return y + 16.8


# a Yacht

_PROBLEM, _TICK = 9.0, 5.25
"""Side of the die that numbers a question, and distance from one square to tick to the next, in
mm."""


def yacht(book: Book, sentences: Sentences) -> None:
    """Draw the questions to ask about a Yacht, then one as a joker with its worth in every kind of box."""
    way = sentences.path
    if way is None:
        return
    leaf = book.leaf(way.heading)
    y, bonus = leaf.para(leaf.left, 24, leaf.width, way.lead) + 1.5, sentences.ruleset.extra_yachts
    if way.uses:
        roll = sentences.the_yacht.dice
        side = min(14.4, 75 / len(roll))
        end = leaf.dice(leaf.left, y, side, roll) + 4.5
        y = max(y + side, leaf.para(end, y + side / 2 - 4.5, leaf.right - end, way.card)) + 2.4
    for number, (asked, answers) in enumerate(way.steps, 1):
        leaf.rule(y, heavy=number == 1)
        leaf.numeral(leaf.left, y + 1.8, _PROBLEM, number)
        x, right = leaf.left + _PROBLEM + 3.9, leaf.right
        if bonus and number == 1 + (len(yacht_box_ids(sentences.ruleset)) == 1):
            points, kind = f"+ {bonus.points}", WORTH.of(14)
            right = leaf.right - leaf.wide(points, kind) - 3 * _TICK - 4.5
            leaf.text(leaf.right, y + 4.2, points, kind)
            with leaf.shown("✓"):
                for place, sign in enumerate(("✓", "", "")):
                    leaf.tile(right + 3 + place * _TICK, y + 0.6, _TICK - 1.5, sign, solid=False)
        end = leaf.para(
            x, leaf.para(x, y + 0.9, right - x, asked, _ASKED), leaf.right - x, " ".join(answers)
        )
        y = max(y + _PROBLEM + 3.6, end + 1.5)
    leaf.rule(y, heavy=True)
    if way.uses:
        _joker(leaf, sentences, y)


def _joker(leaf: Leaf, sentences: Sentences, y: float) -> None:
    """Draw a row for each kind of box that a Yacht may go to as a joker, and what the turn earns."""
    way = sentences.path
    assert way is not None  # noqa: S101 - the page is drawn for games with a path
    step = min(13.8, (LAST - y - 9) / len(way.uses))
    for place, use in enumerate(way.uses):
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
    leaf.text(leaf.left, y + 7.2, way.turn, PART)


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


def _feet(sentences: Sentences) -> dict[int, Said]:
    """Return the texts below entries, by their places.

    The key to the first near miss, and the use of other rolls.
    """
    text, entries, last = (
        sentences.text,
        sentences.entries,
        len(sentences.entries) + len(sentences.bonuses) - 1,
    )
    missed = (
        place
        for place, entry in enumerate(entries)
        if any(not each.points for each in entry.examples)
    )
    said = (
        text("booklet", "Large and coloured:"),
        text("booklet", "a roll that counts."),
        text("booklet", "Small and black:"),
        text("booklet", "a near miss, a 0."),
    )
    found = dict[int, Said](dict.fromkeys(islice(missed, 1), said))
    return found | ({last: (*found.get(last, ()), *sentences.zeros)} if sentences.zeros[1] else {})


def _boxes_on(book: Book, sentences: Sentences, pages: int) -> Flow | None:
    """Return all entries and bonuses on this number of pages; None if they do not fit."""
    trial = Leaf(book.format, OUTSIDE)
    entries = (partial(_entry, sentences, entry) for entry in sentences.entries)
    drawings = [*entries, *(partial(_bonus, bonus) for bonus in sentences.bonuses)]
    below = {
        place: trial.para(0.0, _ABOVE_FOOT, trial.width, said)
        for place, said in _feet(sentences).items()
    }
    rooms = [_BOXES_END - top for top in (_BOX_TOPS[0], *[_BOX_TOPS[1]] * (pages - 1))]
    return spread(drawings, _HIGH, rooms, trial, below)


def boxes(book: Book, sentences: Sentences, flow: Flow) -> None:
    """Draw all entries and bonuses on their pages, and below them the meaning of the rolls."""
    heading, feet = sentences.text("booklet", "The boxes"), _feet(sentences)
    for start, end, more in flow.pages(_STRETCHED):
        leaf, y = book.leaf("" if start else heading, heading), _BOX_TOPS[start > 0]
        if start:
            key(leaf, sentences, 12)
        else:
            fits_not = sentences.text("booklet", "A roll that does not fit a box is a 0 there.")
            leaf.para(leaf.left, 24, leaf.width, fits_not)
        for place in range(start, end):
            leaf.rule(y, heavy=place == 0)
            y = max(y, flow.drawings[place](leaf, y, (flow.high, more)))
        leaf.rule(y, heavy=True)
        for said in (feet[place] for place in range(start, end) if place in feet):
            y = leaf.para(leaf.left, y + _ABOVE_FOOT, leaf.width, said)


def key(leaf: Leaf, sentences: Sentences, y: float) -> None:
    """Draw the three states of a die with their meanings, in a row."""
    side, x, words = 5.7, leaf.left, sentences.states
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


def _entry(sentences: Sentences, entry: Entry, leaf: Leaf, y: float, height: Height) -> float:
    """Draw an entry: its name, worth, rule and rolls, around which a higher one has more room."""
    high, more = height
    close = sum(high < each for each in _HIGH[2:4])  # 1 for close lines, 2 for the closest ones
    base = y + (8.4, 7.4, 6.8)[close]
    worth, kind = (entry.worth, WORTH) if entry.worth else (entry.most, _MOST_POINTS)
    leaf.text(leaf.left, base, entry.name, _ENTRY, leaf.width - leaf.wide(worth, kind) - 3)
    leaf.text(leaf.right, base + (1 if entry.worth and close < 2 else 0), worth, kind)
    room = leaf.width - (
        24 if entry.worth and close < 2 else 0
    )  # the closest lines are below the points
    top = leaf.para(leaf.left, base + (2, 2, 1.4)[close], room, entry.rule)
    if entry.merged:
        faces = _faces(leaf, sentences, entry, top + (3.8, 2.6, 1.8)[close] + more / 3, high)
        end = _numbers(leaf, sentences, entry, faces + more / 3, high) + (5.0, 3.0, 1.8)[close]
        return max(y + 1.5 * high, end) + more
    end = _rolls(
        leaf, sentences, entry, max(top + (2.8, 1.6, 1.2)[close], y + 0.53 * (high + more)), high
    )
    return max(y + high + more, end + (5.0, 3.0, 1.8)[close])


def _faces(leaf: Leaf, sentences: Sentences, entry: Entry, y: float, high: float) -> float:
    """Draw the faces of the numbers, with their names and maximum points, and return the lower end."""
    wording, found = sentences.wording, sentences.points
    columns = -(-len(entry.categories) // -(-len(entry.categories) // _IN_A_ROW))
    step = leaf.width / (columns if found else max(6, columns))
    side, gap = max(9.6, min(16.5, 0.32 * high)), min(5.6, 0.1 * high)
    low = side + (12.6 if found else 8.8) + gap
    for place, category in enumerate(entry.categories):
        down, over = divmod(place, columns)
        x, top, name = leaf.left + over * step, y + down * low, entry.names[place]
        leaf.rows_of_dice((x, top), min(side, step - 2), 0, [(category.number or 0, "solid")], 1)
        leaf.text(x, top + side + 4.8, name, _FACE, step - 1)
        leaf.text(x, top + side + 8.8, wording.most(category), SMALL)
        if category.id in found:
            leaf.text(x, top + side + 12.6, found[category.id], _POINTS, step - 1)
    return y + low * -(-len(entry.categories) // columns)


def _numbers(leaf: Leaf, sentences: Sentences, entry: Entry, y: float, high: float) -> float:
    """Draw rolls with their sums in the boxes of their numbers.

    Two in a line if there are several.
    """
    found = sentences.rolls(entry)
    if len(found) == 1:
        ((each, said),), side = found, _LARGEST if high == _HIGH[0] else _DIE
        end = leaf.dice(leaf.left, y, _side(leaf, each, side), each.dice)
        leaf.text(end + 3, y + side / 2 + 1.75, said, _SUM)
        return y + side
    for place, (each, said) in enumerate(found):
        down, over = divmod(place, 2)
        x, top = leaf.left + over * leaf.width / 2, y + down * 6.3
        end = leaf.dice(x, top, min(4.8, _side(leaf, each, 4.8)), each.dice) + 2
        leaf.text(end, top + 3.4, said, Type(9.75, Font.BOLD), x + leaf.width / 2 - end - 1)
    return y + 6.3 * -(-len(found) // 2)


def _rolls(leaf: Leaf, sentences: Sentences, entry: Entry, y: float, high: float) -> float:
    """Draw rolls that count, each on a line, and return their lower end.

    Near misses are at the right or, in a high entry, where the dice are larger, below.
    """
    found, below = sentences.rolls(entry), high == _HIGH[0]
    side = _LARGEST if below else _DIE if high >= _HIGH[2] else 6.9
    good = [(each, said) for each, said in found if each.points]
    bad = [each for each, _ in found if not each.points]
    for place, (each, said) in enumerate(good):
        large = side if place == 0 or len(good) == 2 else 5.7
        end = leaf.dice(leaf.left, y, _side(leaf, each, large), each.dice) + 3
        room = leaf.right - end - (_missed(bad[place]) + 8 if bad[place:] and not below else 0)
        leaf.text(end, y + large / 2 + 1.7, said, _SUM, room)
        if bad[place:] and not below:
            _miss(leaf, bad[place], leaf.right - 4.5 - _missed(bad[place]), y + large / 2)
        y += large + 1.5
    for each in bad if below else bad[len(good) :]:
        _miss(leaf, each, leaf.left if below else leaf.right - 4.5 - _missed(each), y + _MISS / 2)
        y += _MISS + 1.5
    return y - 1.5


def _missed(miss: Scored) -> float:
    """Return the width of the dice of a near miss."""
    return len(miss.roll.dice) * _MISS * 1.147


def _miss(leaf: Leaf, miss: Scored, x: float, middle: float) -> None:
    """Draw a near miss and its 0, beginning at x."""
    leaf.dice(x, middle - _MISS / 2, _MISS, [(face, "code") for face in miss.roll.dice], 0.147)
    leaf.text(x + _missed(miss) + 4.5, middle + 1.6, "0", Type(12, Font.BOLD, Ink.MUTED, "right"))


def _side(leaf: Leaf, each: Scored, side: float) -> float:
    """Return the side of dice, smaller for many of them."""
    return min(side, (0.6 if side == _LARGEST else 0.4) * leaf.width / (1.14 * len(each.roll.dice)))


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


def _questions_on(book: Book, sentences: Sentences, pages: int) -> Flow | None:
    """Return the questions, and the points to agree on at the end, on this number of pages.

    None if they do not fit.
    """
    heading, agreed = sentences.text("booklet", "Agree before you start"), sentences.agreed
    rooms = [LAST - top for top in (_QUESTION_TOPS[0], *[_QUESTION_TOPS[1]] * (pages - 1))]
    found: list[Draw] = [partial(_question, each) for each in sentences.asked]
    found += [partial(_agree, heading, agreed)] * bool(agreed)
    return spread(found, _STEPS, rooms, Leaf(book.format, OUTSIDE), {})


def asked(book: Book, sentences: Sentences, flow: Flow) -> None:
    """Draw frequent questions on their pages, each with a short answer in front, then the points to agree on."""
    heading, most = (
        sentences.text("booklet", "What people argue about"),
        len(flow.drawings) - bool(sentences.agreed),
    )
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
    wording, text = sentences.wording, sentences.text
    leaf = book.cover(text("booklet", "In short"))
    leaf.head(leaf.title)
    y = max(43.5, leaf.para(leaf.left, 24, leaf.width, " ".join(sentences.short), _LEAD) + 6)
    above = leaf.add("Sect")  # read before the foot, which is drawn first
    foot, sums = (
        _foot(leaf, sentences, command),
        leaf.lines(" ".join(sentences.sums), leaf.width, SMALL),
    )
    with leaf.within(above):
        leaf.rule(y, heavy=True)
        room = foot - 14.5 - y - (len(sums) * SMALL.step + 1.5)
        y = short_rows(
            leaf, sentences, sentences.entries, y, min(15.6, room / len(sentences.entries))
        )
        leaf.rule(y, heavy=True)
        y = leaf.set(sums, leaf.left, y + 1.5, SMALL.step)
        with leaf.element("P"):
            leaf.text(
                leaf.left, y + 6.3, text("booklet", "Highest possible total"), Type(11, Font.BOLD)
            )
            best = wording.catalog.number(sentences.best)
            leaf.text(leaf.right, y + 6.9, best, Type(18, Font.BLACK, Ink.ACCENT, "right"))
    line = " · ".join(filter(None, (wording.title, wording.variant)))
    leaf.text(leaf.left, min(y + 16.5, foot - 3), line, Type(9.75, Font.BOLD), leaf.width)


def _foot(leaf: Leaf, sentences: Sentences, command: str) -> float:
    """Draw the source, the typeface and the command at the bottom, with the code at the right, and return their top."""
    text = sentences.text
    room = leaf.width - 5 * (_CODE + _CODE_GAP) - 3
    source = (
        text("booklet", "Source: %(source)s", source=sentences.ruleset.source)
        if sentences.ruleset.source
        else ""
    )
    type_ = text("booklet", "Type: Sofia Sans Semi Condensed, SIL OFL 1.1")
    lines = [
        *leaf.lines(source, room, _SOURCE),
        *leaf.lines(type_, room, _SOURCE),
        *leaf.lines(command, room, _COMMAND),
    ]
    code = code_of(sentences.ruleset, 0, (leaf.format.width, leaf.format.height), ())
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


def short_rows(
    leaf: Leaf, sentences: Sentences, found: Sequence[Entry], y: float, step: float
) -> float:
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
            leaf.text(left, middle + 3.9, entry.hint, hint, room)
        elif leaf.wide(entry.hint, hint) <= room - taken:
            leaf.text(left + taken, base, entry.hint, hint)
    with leaf.element("TD"):
        leaf.text(leaf.right, base + ((0.3 if close else 2.3) if entry.worth else 0), worth, kind)
