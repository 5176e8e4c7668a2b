"""The pages of a booklet: eight of them, or twelve for a game with more to explain."""

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from sheetgen.booklets.book import BASE, Book, Leaf, Weight, like
from sheetgen.booklets.chapters import (
    BoxesChapter,
    BoxText,
    Chapters,
    CoverChapter,
    NumberText,
    RollText,
    TurnChapter,
    YachtChapter,
    YachtStep,
    chapters_in_all,
)
from sheetgen.booklets.flow import Draw, Entries, Flow, Height, entries_of
from sheetgen.booklets.measures import (
    A5,
    ASKED,
    BOXES,
    COVER,
    PART,
    POINT,
    QUESTIONS,
    SHORT,
    SMALL,
    START,
    TURN,
    WINNERS,
    WORTH,
    YACHT,
    BoxesMeasures,
    QuestionsMeasures,
    Type,
)
from sheetgen.booklets.questions import Question
from sheetgen.booklets.score_tables import Grid, Row, draw_columns, draw_end, draw_sums
from sheetgen.booklets.sentences import Entry, Sentences, TurnText
from sheetgen.booklets.sheet_picture import draw_sheet
from sheetgen.errors import LeftOut, Message
from sheetgen.i18n.wording import signed
from sheetgen.layout.code import code_of
from sheetgen.layout.fitting import Way, first_fitting, ways
from sheetgen.layout.primitives import Font, Ink, Line, Page, Rect
from sheetgen.layout.rows import Pip, SheetRow
from sheetgen.layout.themes import Look

_NO_HINTS = Message("there is no room for the small print of %(rows)s; it is left out")
_NO_HINTS_OF_MANY = Message(
    "there is no room for the small print of %(count)s rows; it is left out"
)
_MOST_NAMED = 5
"""Maximum number of rows whose names are listed in a message."""
_SHEET = 4
"""Number of pages of a folded sheet."""
_PlaceOfHint = Literal["beside", "below", ""]
"""Place of a hint in a low row, by its name; empty if it is left out."""
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
) -> list[Page] | None:
    """Return all pages of the booklet, which fill whole sheets of paper.

    None for a game with a name that is too long for them; running text breaks it.

    The appendix, in HTML, is before the last page. Boxes and questions have the numbers of pages
    that they fill best. A page that is left has lines for the winners.
    """
    in_all = chapters_in_all(sentences)
    chapters = in_all[0]
    format_ = like(size, (A5.width, A5.height), look, sentences.wording)
    draw = _drawings(in_all, command, appendix)
    trial = Book(format_)
    for name in chapters.order:
        if name in _OF_ANY_LENGTH:
            draw[name](trial)
    boxes_flow, questions_flow = _shares(trial, in_all)
    draw["categories"] = lambda book: draw_boxes(book, chapters, boxes_flow)
    draw["questions"] = lambda book: draw_questions(book, chapters, questions_flow)
    book = Book(format_)
    for name in chapters.order:
        if name not in _ELSEWHERE:
            draw[name](book)
    if not all(leaf.has_room for leaf in book.leaves):
        return None
    return [leaf.page() for leaf in book.leaves]


def _drawings(
    in_all: Sequence[Chapters], command: str, appendix: str
) -> dict[str, Callable[[Book], None]]:
    """Return the functions that draw chapters, by their names, but for those spread over pages."""
    chapters = in_all[0]
    return {
        "cover": lambda book: draw_cover(book, chapters.cover),
        "start": lambda book: draw_start(book, chapters),
        "turn": lambda book: draw_turn(book, [each.turn for each in in_all]),
        "columns": lambda book: draw_columns(book, chapters),
        "sums": lambda book: draw_sums(book, chapters),
        "jokers": lambda book: draw_yacht(book, chapters),
        "end": lambda book: draw_end(book, chapters),
        "appendix": lambda book: _append(book, appendix),
        "short": lambda book: draw_short(book, chapters, command),
    }


def _append(book: Book, appendix: str) -> None:
    """Add the appendix, which is running text."""
    if appendix.strip():
        from sheetgen.booklets import running_text  # noqa: PLC0415 - Platypus takes 66 ms

        running_text.append(book, appendix)


def _shares(book: Book, in_all: Sequence[Chapters]) -> tuple[Flow, Flow]:
    """Return the boxes and the questions, on numbers of pages that fill whole sheets.

    The pages of the other chapters are in `book`. Sheets are as few as possible. Then no page is
    half empty if that can be, columns and a turn in them face each other, and the emptiest page is
    as full as possible.
    """
    boxes = _on_pages(_boxes_of(book, in_all), BOXES.end, BOXES)
    questions = _on_pages(_questions_of(book, in_all), A5.last_line, QUESTIONS)
    fewest_boxes, fewest_questions = min(boxes), min(questions)
    free = -(_FIXED + len(book.leaves) + fewest_boxes + fewest_questions) % _SHEET
    shares = []
    for left in range(min(free, 1) + 1):  # one page may be left for the winners
        for more in range(free - left + 1):
            flow = boxes[fewest_boxes + more]
            shares.append((flow, questions[fewest_questions + free - left - more]))

    def quality(share: tuple[Flow, Flow]) -> tuple[float | bool, ...]:
        """Return the qualities of a choice, the most important one first."""
        boxes_flow, questions_flow = share
        fill = min(boxes_flow.fill, questions_flow.fill)
        is_facing = len(boxes_flow.places) % 2 == 0 or not in_all[0].several
        is_wide = boxes_flow.high > BOXES.heights[-1]
        both = boxes_flow.fill + questions_flow.fill
        return min(fill, _HALF_FULL), is_facing, is_wide, fill, both

    return max(shares, key=quality)


def _on_pages(
    entries: Entries, end: float, measures: BoxesMeasures | QuestionsMeasures
) -> dict[int, Flow]:
    """Return the entries on each number of pages on which they fit, each down to this end."""
    flows = {}
    for pages in range(1, _MOST_PAGES):
        flow = entries.spread([end - measures.first_top] + [end - measures.next_top] * (pages - 1))
        if flow:
            flows[pages] = flow
    return flows


# the first pages: the cover, the game in a minute


def draw_cover(book: Book, chapter: CoverChapter) -> None:
    """Draw the cover.

    The roll of the game, its name as wide as fits, its variant and its numbers.
    """
    leaf = book.cover(chapter.title)
    free = _draw_signature(leaf, chapter.dice)
    if free:
        _draw_numbers(leaf, chapter.numbers, *free)
    else:
        numbers = " · ".join(f"{number} {word}" for number, word in chapter.numbers)
        leaf.text(A5.outside, COVER.numbers_base, numbers, COVER.numbers, leaf.width)
    title = leaf.fitted(chapter.title, COVER.title, leaf.width)
    lines = leaf.lines(chapter.title, leaf.width, title)
    with leaf.element("H1"):
        for place, line in enumerate(lines, 1 - len(lines)):
            words = " ".join(word.text for word in line)
            leaf.text(A5.outside, COVER.title_base + place * title.size * POINT, words, title)
    leaf.draw_rule(COVER.rule_top, heavy=True)
    room = leaf.width - leaf.width_of(chapter.kind, COVER.kind) - COVER.kind_gap
    leaf.text(A5.outside, COVER.kind_base, chapter.variant, COVER.variant, room)
    if chapter.variant:
        leaf.text(leaf.right, COVER.kind_base, chapter.kind, COVER.kind.at("right"))
    else:
        leaf.text(A5.outside, COVER.kind_base, chapter.kind, COVER.kind)
    leaf.text(A5.outside, COVER.foot_base, chapter.players, COVER.foot)
    leaf.text(leaf.right, COVER.foot_base, chapter.language, COVER.foot.at("right"))


def _draw_signature(leaf: Leaf, dice: tuple[Pip, ...]) -> tuple[float, float, float] | None:
    """Draw the roll as wide as the page, and return the free place in its last line with its size.

    None if no place is free. More than six dice are set closer, so that they end above the name.
    """
    columns = 3 if len(dice) <= 6 else -(-len(dice) // 2)
    gap = COVER.die_gap
    side = (A5.width - 2 * A5.outside - 2 * gap) / 3
    side = min(side, (A5.width - 2 * A5.outside - (columns - 1) * gap) / columns)
    in_a_row = min((len(dice) + 1) // 2, columns)
    leaf.draw_rows_of_dice((A5.outside, A5.top), side, gap, dice, in_a_row)
    if len(dice) != 5:
        return None
    return A5.outside + 2 * (side + gap), A5.top + side + gap, side


def _draw_numbers(
    leaf: Leaf, numbers: Sequence[tuple[str, str]], x: float, y: float, side: float
) -> None:
    """Draw numbers with their words in a place as large as a die."""
    step = side / len(numbers)
    for place, (number, word) in enumerate(numbers):
        base = y + place * step + step / 2 + COVER.number_drop
        with leaf.element("P"):
            right, left = x + COVER.number_right, x + COVER.word_left
            leaf.text(right, base, number, COVER.number, COVER.number_right)
            leaf.text(left, base, word, COVER.word, side - COVER.word_left)
        if place:
            leaf.draw_rule(y + place * step, x, x + side)


def draw_start(book: Book, chapters: Chapters) -> None:
    """Draw the game in four steps, and the sheet with explanations."""
    chapter = chapters.start
    leaf = book.leaf(chapter.heading)
    top = leaf.para(leaf.left, START.goal_top, leaf.width, chapter.goal) + START.goal_gap
    top = max(START.steps_top, top)
    for place in range(0, len(chapter.steps), 2):
        bottoms = [top + START.step_height]
        for over, (verb, said) in enumerate(chapter.steps[place : place + 2]):
            x = leaf.left + over * START.step_width
            leaf.draw_die(x, top, START.die, place + over + 1)
            x += START.text_left
            leaf.text(x, top + START.verb_drop, verb, START.verb, START.verb_width)
            end = leaf.para(x, top + START.text_drop, START.text_width, said)
            bottoms.append(end + START.step_gap)
        top = max(bottoms)
    needs = leaf.lines(chapter.needs, leaf.width, SMALL)
    end = A5.last_line - len(needs) * SMALL.step
    draw_sheet(leaf, chapters, top + START.sheet_gap, end - START.needs_gap)
    leaf.set(needs, leaf.left, end, SMALL.step)


# a turn


def draw_turn(book: Book, in_all: Sequence[TurnChapter]) -> None:
    """Draw three throws, each with its possible score, and the row of the sheet with the score."""
    chapter = in_all[0]
    leaf = book.leaf(chapter.heading)
    sizes = TURN.sizes if chapter.row else TURN.sizes[TURN.sizes_beside_names :]

    def has_room(way: Way, languages: Sequence[TurnChapter]) -> bool:
        for each in languages:
            trial = Leaf(leaf.format, leaf.left)
            if _draw_throws(trial, each, *sizes[way.dice]) > TURN.end:
                return False
        return True

    fit = first_fitting(ways(dice=len(sizes)), in_all, has_room)
    chosen = sizes[fit[0].dice] if fit else sizes[-1]
    _draw_throws(leaf, chapter, *chosen)


def _draw_throws(leaf: Leaf, chapter: TurnChapter, side: float, around: float) -> float:
    """Draw the turn with dice of this size and throws of this height, and return its lower end."""
    turn = chapter.turn
    y = leaf.para(leaf.left, A5.lead_top, leaf.width, ("", chapter.lead, *chapter.key))
    if turn.filled:
        y = _draw_filled(leaf, chapter, y)
    is_close = around <= TURN.close_height
    y = y + TURN.throws_gap if is_close else max(TURN.throws_top, y + side - TURN.lead_rise)
    gap = min(TURN.throw_gap, around / 3)
    for place in range(len(turn.throws)):
        end = _draw_throw(leaf, turn, place, y, side)
        y = max(y + side + around, end + gap)
    y += TURN.rule_gap
    leaf.draw_rule(y, heavy=True)
    y = (
        _draw_row(leaf, chapter.row, turn.points, y)
        if chapter.row
        else _draw_options(leaf, turn, y)
    )
    leaf.draw_rule(y)
    y = leaf.para(leaf.left, y + TURN.ends_gap, leaf.width, turn.ends)
    for roll, uses in turn.many:
        left = leaf.left + len(roll) * TURN.other_step + TURN.other_gap
        dice: list[Pip] = [(face, "open") for face in roll]
        leaf.draw_dice(leaf.left, y + TURN.ends_gap, TURN.other_die, dice)
        y = leaf.para(left, y + TURN.other_text_gap, leaf.right - left, uses)
    return y


def _draw_filled(leaf: Leaf, chapter: TurnChapter, y: float) -> float:
    """Draw the boxes that are full before the turn as a small card, and return its lower end."""
    filled, columns, width = chapter.turn.filled, TURN.filled_columns, TURN.filled_width
    y = leaf.para(leaf.left, y + TURN.filled_top_gap, leaf.width, chapter.card, SMALL)
    y += TURN.filled_top_gap
    for place, (name, points) in enumerate(filled):
        down, over = divmod(place, columns)
        x, top = leaf.left + over * (width + TURN.filled_gap), y + down * TURN.filled_step
        left = x + width - TURN.filled_box_left
        middle = left + TURN.filled_box_width / 2
        box = Rect(left, top, TURN.filled_box_width, TURN.filled_box_height)
        with leaf.again("filled", "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                room = width - TURN.filled_box_left - 1
                leaf.text(x, top + TURN.filled_name_drop, name, SMALL, room)
            leaf.draw_box(box, 1.0)
            with leaf.element("TD"):
                base = top + TURN.filled_points_drop
                leaf.text(middle, base, signed(points), TURN.filled_points)
    return y + TURN.filled_step * -(-len(filled) // columns) + TURN.filled_end_gap


def _draw_options(leaf: Leaf, turn: TurnText, y: float) -> float:
    """Draw the ends of a turn in each column below their headings, and return their lower end."""
    count = sum(len(options) for _, options in turn.options)
    step = TURN.option_step if count < TURN.many_options else TURN.option_step_of_many
    for heading, options in turn.options:
        leaf.text(leaf.left, y + TURN.option_heading_drop, heading, TURN.heading)
        y += TURN.option_heading_height
        grid = Grid(heading, 1, TURN.option_box, 0.0)
        for option in options:
            weight: Weight = "section" if option.best else "box"
            cells = [(signed(option.points), weight)]
            row = Row(option.column, cells, option.sign, (), [option.what])
            grid.row(leaf, row, y, step - TURN.option_gap)
            y += step
        y += TURN.options_gap
    return y


def _draw_throw(leaf: Leaf, turn: TurnText, place: int, y: float, high: float) -> float:
    """Draw a throw with dice of at most this height, and a call; return the lower end."""
    throw, is_last = turn.throws[place], place == len(turn.throws) - 1
    side = min(high, (leaf.width - TURN.beside_dice) / (len(throw.dice) * (1 + TURN.dice_gap)))
    width = leaf.width
    leaf.text(leaf.left, y + TURN.heading_drop, throw.heading, TURN.heading)
    end = leaf.draw_dice(leaf.left, y + TURN.dice_drop, side, throw.dice, TURN.dice_gap)
    if place == 0 and turn.call:
        _draw_call(leaf, turn.call, y + TURN.dice_drop, end)
        width -= TURN.points_width  # the tail of the bubble is as low as the text
    elif throw.points is not None:
        points = Type(TURN.points_size, Font.BLACK, Ink.RULE, "right")
        could = Type(TURN.could_size, Font.BOLD, Ink.MUTED, "right")
        if is_last:
            points = Type(TURN.points_size, Font.BLACK, Ink.ACCENT, "right")
            could = Type(TURN.could_size, Font.BOLD, Ink.TEXT, "right")
        leaf.text(leaf.right, y + high + TURN.points_drop, signed(throw.points), points)
        room = leaf.right - end - TURN.could_gap
        leaf.text(leaf.right, y + high + TURN.could_drop, throw.could, could, room)
        width -= TURN.points_width
    return leaf.para(leaf.left, y + high + TURN.said_drop, width, throw.said)


def _draw_call(leaf: Leaf, call: str, y: float, left: float) -> None:
    """Draw the call of a box in a bubble at the right of this place, with its tail below."""
    width, height = min(TURN.bubble_width, leaf.right - left - TURN.bubble_gap), TURN.bubble_height
    x = leaf.right - width
    kind = leaf.draw_bar(Rect(x, y, width, height), "", TURN.bubble_text)
    base = y + height / 2 + TURN.bubble_text_drop
    leaf.text(leaf.right - width / 2, base, call, kind, width - TURN.bubble_padding)
    x, top, line = x + TURN.tail_left, y - TURN.tail_overlap + height, leaf.length(TURN.tail_line)
    tip = leaf.place(x - TURN.tail_lean, top + TURN.tail_height)
    for number in range(TURN.tail_lines):
        start = leaf.place(x + number * TURN.tail_line, top)
        leaf.items.append(Line(*start, *tip, line, Ink.ACCENT))


def _draw_row(leaf: Leaf, row: SheetRow, points: int, y: float) -> float:
    """Draw a row of the sheet with an entry, and return its lower end."""
    y += TURN.row_gap
    x = leaf.left + TURN.row_name_left
    worth, kind = row.most, SMALL.at("right")
    if row.worth:
        worth, kind = row.worth, TURN.row_worth
    room = (
        TURN.row_worth_right - TURN.row_name_left - leaf.width_of(worth, kind) - TURN.row_worth_gap
    )
    with leaf.element("P"):
        leaf.draw_block(leaf.left, y + TURN.row_dice_drop, TURN.row_dice, row.dice)
        leaf.text(x, y + TURN.row_name_drop, row.name, TURN.row_name, room)
        if row.hints:
            lines = leaf.lines(row.hints[0][0], TURN.row_hint_width, SMALL)
            shown_lines = lines[: TURN.row_hint_lines]
            leaf.set(shown_lines, x, y + TURN.row_hint_drop, TURN.row_hint_step)
        leaf.text(leaf.left + TURN.row_worth_right, y + TURN.row_worth_drop, worth, kind)
        left, gap = leaf.left + TURN.row_box_left, TURN.row_box_gap
        # all boxes of one player, else a box each for two players
        count = len(row.boxes) if len(row.boxes) > 1 else TURN.row_players
        width = (leaf.right - left + gap) / count - gap
        for place in range(count):
            x = left + place * (width + gap)
            leaf.draw_box(Rect(x, y, width, TURN.row_box_height), 1.8)
        leaf.text(left + width / 2, y + TURN.row_points_drop, signed(points), TURN.row_points)
    return y + TURN.row_height


# a Yacht


def draw_yacht(book: Book, chapters: Chapters) -> None:
    """Draw the questions about a Yacht, then a joker with its worth in every kind of box."""
    chapter = chapters.jokers
    if chapter is None:
        return
    leaf = book.leaf(chapter.heading)
    y = leaf.para(leaf.left, A5.lead_top, leaf.width, chapter.lead) + YACHT.lead_gap
    if chapter.uses:
        side = min(YACHT.die, YACHT.dice_width / len(chapter.dice))
        x = leaf.draw_dice(leaf.left, y, side, chapter.dice) + YACHT.dice_gap
        end = leaf.para(x, y + side / 2 - YACHT.card_rise, leaf.right - x, chapter.card)
        y = max(y + side, end) + YACHT.card_gap
    for number, step in enumerate(chapter.steps, 1):
        leaf.draw_rule(y, heavy=number == 1)
        y = _draw_yacht_step(leaf, step, number, y)
    leaf.draw_rule(y, heavy=True)
    if chapter.uses:
        _draw_uses(leaf, chapter, y)


def _draw_yacht_step(leaf: Leaf, step: YachtStep, number: int, y: float) -> float:
    """Draw a question with its answers, and squares to tick if it is about a bonus."""
    leaf.draw_die(leaf.left, y + YACHT.question_die_drop, YACHT.question_die, number)
    x, right = leaf.left + YACHT.question_die + YACHT.question_text_gap, leaf.right
    if step.bonus:
        points, squares = f"+ {step.bonus}", ("✓", "", "")
        taken = leaf.width_of(points, YACHT.bonus) + len(squares) * YACHT.square_step
        right = leaf.right - taken - YACHT.bonus_gap
        leaf.text(leaf.right, y + YACHT.bonus_drop, points, YACHT.bonus)
        with leaf.figure("✓"):
            for place, sign in enumerate(squares):
                left = right + YACHT.bonus_left + place * YACHT.square_step
                leaf.draw_tile(left, y + YACHT.square_drop, YACHT.square, sign, solid=False)
    end = leaf.para(x, y + YACHT.question_text_drop, right - x, step.asked, ASKED)
    end = leaf.para(x, end, leaf.right - x, " ".join(step.answers))
    return max(y + YACHT.question_die + YACHT.question_gap, end + YACHT.answer_gap)


def _draw_uses(leaf: Leaf, chapter: YachtChapter, y: float) -> None:
    """Draw a row for each kind of box that a joker may go to, and the points of the turn."""
    room = A5.last_line - y - YACHT.uses_end_gap
    step = min(YACHT.use_height, room / len(chapter.uses))
    height = min(YACHT.use_die, step - YACHT.use_gap)
    x, width = leaf.left + YACHT.use_text_left, leaf.width - YACHT.use_text_room
    for place, use in enumerate(chapter.uses):
        if place:
            leaf.draw_rule(y)
        middle = y + step / 2
        text_middle = middle - (YACHT.low_use_rise if step < YACHT.low_use else 0)
        left = leaf.right - YACHT.use_box_width
        box = Rect(left, y + YACHT.use_gap / 2, YACHT.use_box_width, step - YACHT.use_gap)
        with leaf.again("uses", "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                leaf.draw_block(leaf.left, y + (step - height) / 2, height, use.dice)
                leaf.text(x, text_middle - YACHT.use_name_rise, use.names, YACHT.use_name, width)
            with leaf.element("TD"):
                leaf.text(x, text_middle + YACHT.use_why_drop, use.why, YACHT.use_why, width)
            leaf.draw_box(box, 1.8, "box" if place else "section")
            kind = YACHT.use_points if place else YACHT.best_points
            with leaf.element("TD"):
                x_middle, base = leaf.right - box.width / 2, middle + YACHT.use_points_drop
                leaf.text(x_middle, base, signed(use.points), kind)
        y += step
    leaf.draw_rule(y, heavy=True)
    leaf.text(leaf.left, y + YACHT.turn_drop, chapter.turn, PART)


# the boxes, a few on each page


def _feet(chapter: BoxesChapter) -> dict[int, tuple[str, ...]]:
    """Return the texts below boxes, by the places of these.

    The meaning of small rolls is below the first near miss. What a roll is that does not fit, and
    how it is used, is below all boxes.
    """
    feet: dict[int, tuple[str, ...]] = {}
    for place, box in enumerate(chapter.boxes):
        if not all(roll.counts for roll in box.rolls):
            feet[place] = chapter.kinds
            break
    last = len(chapter.boxes) + len(chapter.bonuses) - 1
    feet[last] = (*feet.get(last, ()), "", chapter.lead, *chapter.zeros)
    return feet


def _boxes_of(book: Book, in_all: Sequence[Chapters]) -> Entries:
    """Return all entries and bonuses, with their heights and those of the texts below them.

    They are in the language of the booklet and, for their heights, in all others.
    """
    trial = Leaf(book.format, A5.outside)
    drawings_in_all: list[list[Draw]] = []
    below_in_all = []
    for chapters in in_all:
        chapter = chapters.categories
        drawings: list[Draw] = [partial(_draw_box, box) for box in chapter.boxes]
        drawings += [partial(_draw_bonus, bonus) for bonus in chapter.bonuses]
        drawings_in_all.append(drawings)
        below = {}
        for place, foot in _feet(chapter).items():
            below[place] = trial.para(0.0, BOXES.foot_gap, trial.width, foot)
        below_in_all.append(below)
    return entries_of(drawings_in_all, BOXES.heights, trial, below_in_all)


def draw_boxes(book: Book, chapters: Chapters, flow: Flow) -> None:
    """Draw all entries and bonuses on their pages, and below them the meaning of the rolls."""
    chapter = chapters.categories
    feet = _feet(chapter)
    for start, end, more in flow.pages(BOXES.stretch):
        if start:
            leaf, y = book.leaf("", chapter.heading), BOXES.next_top
            _draw_key(leaf, chapter.states, BOXES.key_top)
        else:
            leaf, y = book.leaf(chapter.heading), BOXES.first_top
            _draw_key(leaf, chapter.states, BOXES.first_key_top)
        for place in range(start, end):
            leaf.draw_rule(y, heavy=place == start == 0)
            y = max(y, flow.drawings[place](leaf, y, (flow.high, more)))
        leaf.draw_rule(y, heavy=True)
        for place in range(start, end):
            if place in feet:
                y = leaf.para(leaf.left, y + BOXES.foot_gap, leaf.width, feet[place])


def _draw_key(leaf: Leaf, words: tuple[str, str, str], y: float) -> None:
    """Draw the three states of a die with their meanings, in a row."""
    side, x = BOXES.key_die, leaf.left
    dice: tuple[Pip, ...] = ((5, "solid"), (2, "open"), (0, "blank"))
    width = sum(side + BOXES.key_text_gap + leaf.width_of(word, SMALL) for word in words)
    gap = min(BOXES.key_gap, (leaf.width - width) / 2)
    for die, word in zip(dice, words, strict=True):
        leaf.draw_dice(x, y, side, [die])
        base = y + side / 2 + BOXES.key_text_drop
        leaf.text(x + side + BOXES.key_text_gap, base, word, SMALL)
        x += side + BOXES.key_text_gap + leaf.width_of(word, SMALL) + gap


def _draw_bonus(bonus: tuple[str, str, str], leaf: Leaf, y: float, height: Height) -> float:
    """Draw a bonus like a box: its name, points and rule."""
    (name, points, rule), (high, more) = bonus, height
    room = leaf.width - (BOXES.worth_width if points else 0)
    leaf.text(leaf.left, y + BOXES.bonus_name_drop, name, BOXES.name, room)
    leaf.text(leaf.right, y + BOXES.bonus_points_drop, points, WORTH)
    end = leaf.para(leaf.left, y + BOXES.bonus_rule_drop, room, rule) + BOXES.bonus_gap
    least = BOXES.bonus_close_height if high < BOXES.heights[3] else BOXES.bonus_height
    return max(y + least, end) + more


def _draw_box(box: BoxText, leaf: Leaf, y: float, height: Height) -> float:
    """Draw a box: its name, worth, rule and rolls, around which a higher one has more room."""
    entry, (high, more) = box.entry, height
    closeness = sum(high < limit for limit in BOXES.heights[2:4])  # 2 for the closest lines
    is_beside = bool(entry.worth) and closeness < 2  # the closest lines are below the points
    worth, kind = (entry.worth, WORTH) if entry.worth else (entry.most, BOXES.most)
    base = y + BOXES.name_drop[closeness]
    room = leaf.width - leaf.width_of(worth, kind) - BOXES.name_gap
    leaf.text(leaf.left, base, entry.name, BOXES.name, room)
    leaf.text(leaf.right, base + (BOXES.worth_drop if is_beside else 0), worth, kind)
    room = leaf.width - (BOXES.worth_width if is_beside else 0)
    top = leaf.para(leaf.left, base + BOXES.rule_gap[closeness], room, entry.rule)
    gap = BOXES.end_gap[closeness]
    if box.numbers:
        top += BOXES.faces_gap[closeness] + more / 3
        end = _draw_faces(leaf, box.numbers, top, high) + more / 3
        end = _draw_number_rolls(leaf, box.rolls, end, high) + gap
        return max(y + BOXES.faces_height * high + more, end + more / 3)
    rolls_height = _draw_rolls(Leaf(leaf.format, leaf.left), box.rolls, 0.0, high) + gap
    usual_top = y + BOXES.rolls_drop * (high + more)
    lowest_top = y + high + more - rolls_height
    top = max(top + BOXES.rolls_gap[closeness], min(usual_top, lowest_top))
    end = _draw_rolls(leaf, box.rolls, top, high) + gap
    return max(y + high + more, end)


def _draw_faces(leaf: Leaf, numbers: Sequence[NumberText], y: float, high: float) -> float:
    """Draw the faces of numbers with their names and maximum points, and return the lower end."""
    lines = -(-len(numbers) // BOXES.faces_in_a_row)
    columns = -(-len(numbers) // lines)
    last_drop, width = BOXES.face_most_drop, leaf.width / max(BOXES.faces_least_columns, columns)
    if any(number.points for number in numbers):
        last_drop, width = BOXES.face_points_drop, leaf.width / columns
    least, most = BOXES.face
    side = max(least, min(most, BOXES.face_share * high))
    step = side + last_drop + min(BOXES.face_gap, BOXES.face_gap_share * high)
    for place, number in enumerate(numbers):
        down, over = divmod(place, columns)
        x, top = leaf.left + over * width, y + down * step
        leaf.draw_rows_of_dice((x, top), min(side, width - 2), 0, [(number.face, "solid")], 1)
        top += side
        leaf.text(x, top + BOXES.face_name_drop, number.name, BOXES.face_name, width - 1)
        leaf.text(x, top + BOXES.face_most_drop, number.most, SMALL)
        if number.points:
            base = top + BOXES.face_points_drop
            leaf.text(x, base, number.points, BOXES.face_points, width - 1)
    return y + step * lines


def _draw_number_rolls(leaf: Leaf, rolls: Sequence[RollText], y: float, high: float) -> float:
    """Draw rolls with their sums in the boxes of their numbers.

    Two in a line if there are several.
    """
    if len(rolls) == 1:
        side = BOXES.largest_die if high == BOXES.heights[0] else BOXES.die
        end = leaf.draw_dice(leaf.left, y, _fitting_side(leaf, rolls[0], side), rolls[0].dice)
        base = y + side / 2 + BOXES.alone_sum_drop
        leaf.text(end + BOXES.sum_gap, base, rolls[0].said, BOXES.sum)
        return y + side
    for place, roll in enumerate(rolls):
        down, over = divmod(place, 2)
        x, top = leaf.left + over * leaf.width / 2, y + down * BOXES.number_step
        end = leaf.draw_dice(x, top, _fitting_side(leaf, roll, BOXES.number_die), roll.dice)
        end += BOXES.number_sum_gap
        room = x + leaf.width / 2 - end - 1
        leaf.text(end, top + BOXES.number_sum_drop, roll.said, BOXES.number_sum, room)
    return y + BOXES.number_step * -(-len(rolls) // 2)


def _draw_rolls(leaf: Leaf, rolls: Sequence[RollText], y: float, high: float) -> float:
    """Draw rolls that count, each on a line, and return their lower end.

    Near misses are at the right or, in a high entry, where the dice are larger, below.
    """
    is_high = high == BOXES.heights[0]
    side = BOXES.close_die
    if is_high:
        side = BOXES.largest_die
    elif high >= BOXES.heights[2]:
        side = BOXES.die
    good = [roll for roll in rolls if roll.counts]
    bad = [roll for roll in rolls if not roll.counts]
    beside = [] if is_high else bad[: len(good)]
    for place, roll in enumerate(good):
        large = side if place == 0 or len(good) == 2 else BOXES.next_die
        end = (
            leaf.draw_dice(leaf.left, y, _fitting_side(leaf, roll, large), roll.dice)
            + BOXES.sum_gap
        )
        room, middle = leaf.right - end, y + large / 2
        miss = beside[place] if place < len(beside) else None
        if miss:
            room -= _width_of_miss(miss) + BOXES.miss_room
        leaf.text(end, middle + BOXES.sum_drop, roll.said, BOXES.sum, room)
        if miss:
            _draw_miss(leaf, miss, _left_of_miss(leaf, miss), middle)
        y += large + BOXES.roll_gap
    for roll in bad[len(beside) :]:
        left = leaf.left if is_high else _left_of_miss(leaf, roll)
        _draw_miss(leaf, roll, left, y + BOXES.miss_die / 2)
        y += BOXES.miss_die + BOXES.roll_gap
    return y - BOXES.roll_gap


def _width_of_miss(roll: RollText) -> float:
    """Return the width of the dice of a near miss."""
    return len(roll.dice) * BOXES.miss_die * (1 + BOXES.miss_gap)


def _left_of_miss(leaf: Leaf, roll: RollText) -> float:
    """Return the left end of a near miss that ends at the right margin."""
    return leaf.right - BOXES.miss_points_left - _width_of_miss(roll)


def _draw_miss(leaf: Leaf, roll: RollText, x: float, middle: float) -> None:
    """Draw a near miss and its 0, beginning at x."""
    dice: list[Pip] = [(face, "code") for face, _ in roll.dice]
    leaf.draw_dice(x, middle - BOXES.miss_die / 2, BOXES.miss_die, dice, BOXES.miss_gap)
    right = x + _width_of_miss(roll) + BOXES.miss_points_left
    leaf.text(right, middle + BOXES.miss_points_drop, "0", BOXES.miss_points)


def _fitting_side(leaf: Leaf, roll: RollText, side: float) -> float:
    """Return the side of dice, smaller for many of them."""
    share = 0.6 if side == BOXES.largest_die else 0.4
    return min(side, share * leaf.width / (1.14 * len(roll.dice)))


# what people argue about


def _questions_of(book: Book, in_all: Sequence[Chapters]) -> Entries:
    """Return the questions and, at the end, the points to agree on, like the boxes."""
    trial = Leaf(book.format, A5.outside)
    drawings_in_all: list[list[Draw]] = []
    for chapters in in_all:
        chapter = chapters.questions
        drawings: list[Draw] = [partial(_draw_question, asked) for asked in chapter.questions]
        if chapter.agreed:
            drawings.append(partial(_draw_agreement, chapter.agree, chapter.agreed))
        drawings_in_all.append(drawings)
    nothing_below: list[dict[int, float]] = [{} for _ in in_all]
    return entries_of(drawings_in_all, QUESTIONS.heights, trial, nothing_below)


def draw_questions(book: Book, chapters: Chapters, flow: Flow) -> None:
    """Draw frequent questions, each with a short answer in front, then the points to agree on."""
    heading, count = chapters.questions.heading, len(chapters.questions.questions)
    for start, end, more in flow.pages(QUESTIONS.stretch):
        leaf = book.leaf("" if start else heading, heading)
        y = QUESTIONS.next_top if start else QUESTIONS.first_top
        for place in range(start, end):
            leaf.draw_rule(y, heavy=place >= count)
            y = max(y, flow.drawings[place](leaf, y, (flow.high, more)))
        if end <= count:
            leaf.draw_rule(y, heavy=True)


def _draw_question(question: Question, leaf: Leaf, y: float, height: Height) -> float:
    """Draw a question below a rule at y and return its lower end."""
    step, more = height
    dice, x = question.dice, leaf.left + QUESTIONS.answer_width
    side = min(QUESTIONS.die_share * step, QUESTIONS.dice_width / max(len(dice), 1))
    wide = len(dice) * side * 1.14
    top = y + more / 2 + step / 3 - QUESTIONS.top_rise
    room = leaf.right - x
    if dice:
        room -= wide + QUESTIONS.dice_gap
    bottom = leaf.para(x, top, room, question.asked, ASKED)
    verdict_room = QUESTIONS.answer_width - QUESTIONS.verdict_gap
    base = top + QUESTIONS.verdict_drop
    leaf.text(leaf.left, base, question.verdict, QUESTIONS.verdict, verdict_room)
    leaf.draw_dice(leaf.right - wide + 0.14 * side, top + QUESTIONS.dice_drop, side, dice)
    end = leaf.para(x, bottom + QUESTIONS.said_gap, room, question.said)
    gap = max(QUESTIONS.end_gap, step / 3 - QUESTIONS.end_rise) + more / 2
    return max(y + step + more, end + gap)


def _draw_agreement(
    heading: str, agreed: Sequence[str], leaf: Leaf, y: float, height: Height
) -> float:
    """Draw the points on which tables differ, each with a box to tick; return their lower end."""
    leaf.text(leaf.left, y + QUESTIONS.agree_heading_drop, heading, PART)
    y += QUESTIONS.agree_top
    side, gap = QUESTIONS.tick, QUESTIONS.tick_gap
    for point in agreed:
        leaf.draw_box(Rect(leaf.left, y, side, side), 0.9, "sum")
        y = leaf.para(leaf.left + gap, y - QUESTIONS.tick_rise, leaf.width - gap, point)
        y += QUESTIONS.agree_gap
    return y


# who won, and all of it in short


def _draw_winners(book: Book, chapters: Chapters) -> None:
    """Draw lines for the winners of games, on a page that a sheet of paper has left."""
    text = chapters.text
    leaf = book.leaf(text("booklet", "Who won?"))
    date, total, gap = WINNERS.date_width, WINNERS.total_width, WINNERS.column_gap
    columns = (
        (leaf.left, date, text("sheet", "Date")),
        (leaf.left + date + gap, leaf.width - date - total - 2 * gap, text("booklet", "Name")),
        (leaf.right - total, total, chapters.decides),
    )
    for x, _, word in columns:
        leaf.text(x, WINNERS.head_base, word, WINNERS.head)
    leaf.draw_rule(WINNERS.rule_top, heavy=True)
    for place in range(WINNERS.rows):
        y = WINNERS.rows_top + place * WINNERS.row_step
        for x, width, _ in columns:
            leaf.draw_box(Rect(x, y, width, WINNERS.row_height), 1.5)


def draw_short(book: Book, chapters: Chapters, command: str) -> None:
    """Draw the back cover: the game in a few sentences, a row for each entry, and the source.

    Pages that a sheet of paper has left are before it.
    """
    while (len(book.leaves) + 1) % _SHEET:
        _draw_winners(book, chapters)
    chapter = chapters.short
    leaf = book.cover(chapter.heading)
    leaf.draw_heading(leaf.title)
    y = leaf.para(leaf.left, A5.lead_top, leaf.width, chapter.lead, SHORT.lead)
    y = max(SHORT.rows_top, y + SHORT.lead_gap)
    above = leaf.add("Sect")  # read before the foot, which is drawn first
    foot = _draw_foot(leaf, chapters, command)
    sums = leaf.lines(chapter.sums, leaf.width, SMALL)
    with leaf.within(above):
        leaf.draw_rule(y, heavy=True)
        room = foot - SHORT.total_room - y - (len(sums) * SMALL.step + SHORT.sums_gap)
        height = min(SHORT.row_height, room / len(chapter.boxes))
        warn_of_hints(boxes_without_hint(leaf, chapter.boxes, height))
        y = short_rows(leaf, chapter.boxes, y, height)
        leaf.draw_rule(y, heavy=True)
        y = leaf.set(sums, leaf.left, y + SHORT.sums_gap, SMALL.step)
        name, total = chapter.best
        with leaf.element("P"):
            leaf.text(leaf.left, y + SHORT.total_name_drop, name, SHORT.total_name)
            leaf.text(leaf.right, y + SHORT.total_drop, total, SHORT.total)
    base = min(y + SHORT.line_drop, foot - SHORT.line_rise)
    leaf.text(leaf.left, base, chapter.line, SHORT.line, leaf.width)


def _draw_foot(leaf: Leaf, chapters: Chapters, command: str) -> float:
    """Draw source, typeface and command at the bottom, the code at the right; return their top."""
    step = SHORT.code_die + SHORT.code_gap
    room = leaf.width - SHORT.code_columns * step - SHORT.code_left_gap
    lines = [
        *leaf.lines(chapters.short.source, room, SHORT.source),
        *leaf.lines(chapters.short.typeface, room, SHORT.source),
        *leaf.lines(command, room, SHORT.command),
    ]
    code = code_of(chapters.sentences.ruleset, 0, (leaf.format.width, leaf.format.height), ())
    with leaf.figure("".join(map(str, code))):
        for place, face in enumerate(code):
            down, over = divmod(place, SHORT.code_columns)
            x = leaf.right + SHORT.code_gap - (SHORT.code_columns - over) * step
            y = A5.bottom - (2 - down) * step + SHORT.code_gap
            leaf.draw_die(x, y, SHORT.code_die, face, "code")
    top = A5.bottom - SHORT.command.step * len(lines) + SHORT.foot_drop
    leaf.set(lines, leaf.left, top, SHORT.command.step)
    return min(top, A5.bottom - 2 * SHORT.code_die)


def short_rows(
    leaf: Leaf,
    boxes: Sequence[BoxText],
    y: float,
    step: float,
    in_all: Sequence[Sequence[BoxText]] = (),
) -> float:
    """Draw a row for each box (dice, name, hint, worth), and return the lower end of the last.

    Hints are below all names as soon as one is, in all languages that are passed, where rows are
    high enough to look well with two lines. `step` is the mean height of a row.
    """
    hints: list[_PlaceOfHint | None] = [None] * len(boxes)
    heights = [step] * len(boxes)
    if step < SHORT.close_height:
        low_hints = _places_of_hints(leaf, boxes, step, in_all or (boxes,))
        heights = _heights_of_rows(leaf, boxes, step, low_hints)
        hints = [*low_hints]
    icon = _icon_height(min(heights, default=step))
    for place, (box, height, where) in enumerate(zip(boxes, heights, hints, strict=True)):
        if place:
            leaf.draw_rule(y)
        with leaf.again("rows", "Table"), leaf.element("TR"):
            _draw_short_row(leaf, box, (y, height), icon, where)
        y += height
    return y


def _places_of_hints(
    leaf: Leaf, boxes: Sequence[BoxText], step: float, in_all: Sequence[Sequence[BoxText]]
) -> list[_PlaceOfHint]:
    """Return where the hint of each low row is: below its name, if any is in some language."""
    places = [_place_of_hint(leaf, box, step) for box in boxes]
    if step < SHORT.height_with_both:
        return places
    of_all = (_place_of_hint(leaf, box, step) for each in in_all for box in each)
    if "below" not in of_all:
        return places
    return ["below" if where else "" for where in places]


def _heights_of_rows(
    leaf: Leaf, boxes: Sequence[BoxText], step: float, hints: Sequence[_PlaceOfHint]
) -> list[float]:
    """Return the heights of low rows: one with words of several lines takes a little from others.

    `hints` are the places of their hints.
    """
    lacks = []
    for box, where in zip(boxes, hints, strict=True):
        need = 0.0
        if where == "below":
            need = _least_height_with_both(leaf, box, step) + SHORT.air_with_both
        lacks.append(max(0.0, need - step))
    givers = lacks.count(0.0)
    if not givers or givers == len(lacks):
        return [step] * len(boxes)
    given = min(sum(lacks), givers * SHORT.most_given)
    share = given / sum(lacks)
    return [step + lack * share if lack else step - given / givers for lack in lacks]


def boxes_without_hint(leaf: Leaf, boxes: Sequence[BoxText], step: float) -> list[str]:
    """Return the names of the boxes whose hints have no room in rows of this height."""
    names = []
    for box in boxes:
        if step < SHORT.close_height and box.entry.hint and not _place_of_hint(leaf, box, step):
            names.append(box.entry.name)
    return names


def warn_of_hints(names: Sequence[str]) -> None:
    """Warn of hints that are left out, by the names of their boxes."""
    if len(names) > _MOST_NAMED:
        warnings.warn(LeftOut(_NO_HINTS_OF_MANY, count=len(names)), stacklevel=3)
    elif names:
        rows = tuple(f"'{name}'" for name in names)
        warnings.warn(LeftOut(_NO_HINTS, rows=rows), stacklevel=3)


def _worth_of_short_row(box: BoxText, *, is_close: bool) -> tuple[str, Type, float]:
    """Return the worth of a box, its type, and its baseline below that of the name."""
    if not box.entry.worth:
        return box.most, SHORT.close_most if is_close else SHORT.most, 0.0
    if is_close:
        return box.entry.worth, SHORT.close_worth, SHORT.close_worth_drop
    return box.entry.worth, SHORT.worth, SHORT.worth_drop


def _icon_height(step: float) -> float:
    """Return the height of the dice in a row of this height."""
    return min(SHORT.icon, step - SHORT.icon_gap)


def _room_for_words(leaf: Leaf, box: BoxText, icon: float, *, is_close: bool) -> float:
    """Return the width between the dice of a row, which are this high, and the worth."""
    worth, kind, _ = _worth_of_short_row(box, is_close=is_close)
    taken = icon * SHORT.icon_width + 2 * SHORT.text_gap + leaf.width_of(worth, kind)
    return leaf.width - taken


def _place_of_hint(leaf: Leaf, box: BoxText, step: float) -> _PlaceOfHint:
    """Return where the hint of a low row has room: beside the name, below it, or nowhere."""
    room = _room_for_words(leaf, box, _icon_height(step), is_close=True)
    name = leaf.fitted(box.entry.name, SHORT.close_name, room)
    taken = leaf.width_of(box.entry.name, name) + SHORT.text_gap
    if leaf.width_of(box.entry.hint, SHORT.close_hint) <= room - taken:
        return "beside"
    return "below" if step >= _least_height_with_both(leaf, box, step) else ""


def _least_height_with_both(leaf: Leaf, box: BoxText, step: float) -> float:
    """Return the minimum height of a low row with its hint below its name."""
    room = _room_for_words(leaf, box, _icon_height(step), is_close=True)
    more_lines = len(leaf.lines(box.entry.hint, room, SHORT.close_hint)) - 1
    return SHORT.least_height_with_both + more_lines * SHORT.hint_step


def _draw_short_row(
    leaf: Leaf,
    box: BoxText,
    place: tuple[float, float],
    icon: float,
    where: _PlaceOfHint | None,
) -> None:
    """Draw a row in two lines, or a low one with its hint where it has room.

    `place` is the top of the row and its height, and `where` is None for a row that is not low.
    """
    entry, is_close = box.entry, where is not None
    room = _room_for_words(leaf, box, icon, is_close=is_close)
    worth, kind, drop = _worth_of_short_row(box, is_close=is_close)
    y, height = place
    middle = y + height / 2
    left = leaf.left + icon * SHORT.icon_width + SHORT.text_gap
    with leaf.element("TH", scope="Row"):
        leaf.draw_block(leaf.left, middle - icon / 2, icon, entry.dice)
        if where is None:
            base = _draw_words(leaf, entry, (left, middle), room)
        else:
            base = _draw_close_words(leaf, entry, (left, middle), room, where)
    with leaf.element("TD"):
        leaf.text(leaf.right, base + drop, worth, kind)


def _draw_words(leaf: Leaf, entry: Entry, place: tuple[float, float], room: float) -> float:
    """Draw the name of a row and its hint below, and return the baseline of the name.

    `place` is the left end of the words, and the middle of the row.
    """
    left, middle = place
    hint = leaf.fitted(entry.hint, SMALL, room)
    lines = [entry.hint]
    if leaf.width_of(entry.hint, hint) > room + SHORT.hint_tolerance:
        lines = [" ".join(run.text for run in line) for line in leaf.lines(entry.hint, room, hint)]
    rise = SHORT.hint_step / 2 if len(lines) > 1 else 0.0
    base = middle + SHORT.name_drop - rise
    leaf.text(left, base, entry.name, leaf.fitted(entry.name, SHORT.name, room), room)
    hint_base = middle + SHORT.hint_drop - (len(lines) - 1) * SHORT.hint_step / 2
    for line in lines:
        leaf.text(left, hint_base, line, SMALL, room)
        hint_base += SHORT.hint_step
    return base


def _draw_close_words(
    leaf: Leaf,
    entry: Entry,
    place: tuple[float, float],
    room: float,
    where: _PlaceOfHint,
) -> float:
    """Draw the name of a low row and its hint in its place; return the baseline of the name.

    `place` is the left end of the words, and the middle of the row.
    """
    left, middle = place
    name = leaf.fitted(entry.name, SHORT.close_name, room)
    lines = leaf.lines(entry.hint, room, SHORT.close_hint)
    base = middle + SHORT.close_name_drop
    if where == "below":
        rise = (len(lines) - 1) * SHORT.hint_step / 2
        base = middle + SHORT.name_above_hint_drop - rise
    leaf.text(left, base, entry.name, name, room)
    if where == "below":
        top = base + SHORT.hint_below_name - (1 - BASE) * SHORT.hint_step
        leaf.set(lines, left, top, SHORT.hint_step)
    if where == "beside":
        hint_left = left + leaf.width_of(entry.name, name) + SHORT.text_gap
        leaf.text(hint_left, base, entry.hint, SHORT.close_hint)
    return base
