"""Small forms of the rules.

The zine of eight panels, none of which parts a sentence, and the quick card.
"""

import warnings
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import BASE, Format, Leaf, like, numbered_foot
from sheetgen.booklets.chapters import (
    BoxText,
    BriefChapter,
    Chapters,
    ColumnsChapter,
    CoverChapter,
    chapters_in_all,
)
from sheetgen.booklets.examples import sum_of
from sheetgen.booklets.flow import shared_heights
from sheetgen.booklets.measures import BODY, PANEL, POINT, QUICK_CARD, SMALL, TITLE, Type
from sheetgen.booklets.pages import boxes_without_hint, short_rows, warn_of_hints
from sheetgen.booklets.questions import Question, see_yachts
from sheetgen.booklets.sentences import Sentences
from sheetgen.errors import LeftOut, Message
from sheetgen.layout.fitting import Way, first_fitting, ways
from sheetgen.layout.primitives import CAP, Page
from sheetgen.layout.rows import Pip
from sheetgen.layout.themes import Look
from sheetgen.printing import ZINE_PAGES

_NO_CARD = Message("the zine has no room for a finished sheet; it is left out")
_NO_COLUMNS = Message(
    "the zine has no room for a panel with the rules of the columns; they are said in short"
)
_NO_YACHTS = Message(
    "the zine has no room for a panel with the questions about a %(yacht)s; they are said in short"
)
_NO_QUESTIONS = Message(
    "the zine has no room for %(missing)s of the %(count)s questions; the booklet has all"
)


def panels(
    sentences: Sentences, size: tuple[float, float], look: Look, command: str
) -> list[Page] | None:
    """Return eight pages of this width and height in points, None if the game needs more room."""
    chapters = Chapters(sentences)
    boxes = chapters.boxes
    if -(-len(boxes) // PANEL.most_box_panels) > PANEL.most_boxes:
        return None
    in_all = chapters_in_all(sentences)
    format_ = like(size, (PANEL.width, PANEL.height), look, sentences.wording)
    leaves = _blank_panels(format_, ZINE_PAGES)
    cover, turn, *rest, short = leaves
    _draw_cover(cover, chapters.cover)
    _draw_turn(turn, chapters.brief)
    count = _box_panels(chapters)
    for number, leaf in enumerate(rest[:count]):
        first, end = number * len(boxes) // count, (number + 1) * len(boxes) // count
        most = -(-len(boxes) // count)
        boxes_in_all = [each.boxes[first:end] for each in in_all]
        _draw_boxes(leaf, chapters.brief.heading, boxes_in_all, most)
    lacks = _fill_panels(rest[count:], in_all)
    has_short = _draw_short(short, in_all, command)
    if not lacks or not has_short or not all(leaf.has_room for leaf in leaves):
        return None
    for warning in lacks.warnings(chapters):
        warnings.warn(warning, stacklevel=2)
    for number, leaf in enumerate(leaves[1:], 2):
        numbered_foot(leaf, number, (PANEL.width, PANEL.height), PANEL.number_edge)
    return [leaf.page() for leaf in leaves]


def _box_panels(chapters: Chapters) -> int:
    """Return the number of panels for the boxes."""
    return min(PANEL.most_box_panels, -(-len(chapters.boxes) // PANEL.boxes_on_one))


def _fill_panels(leaves: Sequence[Leaf], in_all: Sequence[Chapters]) -> "_Lacks | None":
    """Draw what follows the boxes, and return what has no room.

    That is the columns, or the questions about a Yacht or else a finished sheet, and on all other
    panels the frequent questions. None if the columns have no room.
    """
    chapters, free = in_all[0], leaves
    is_full = _box_panels(chapters) == PANEL.most_box_panels
    if chapters.columns and not is_full:
        taken = _draw_columns(free, in_all)
        if not taken:
            return None
        free = free[taken:]
    has_yachts = len(free) > 1 and _draw_yachts(free[0], in_all)
    has_card = not has_yachts and not is_full and _has_card(chapters)
    if has_card:
        _draw_card(free[0], chapters)
    if has_yachts or has_card:
        free = free[1:]
    return _Lacks(
        card=not has_card,
        columns=bool(chapters.columns) and is_full,
        yachts=bool(chapters.jokers) and not has_yachts,
        questions=_draw_questions(free, in_all, has_yachts=has_yachts),
    )


class _Lacks(Struct, frozen=True):
    """Parts that a zine has no room for."""

    card: bool
    columns: bool
    yachts: bool
    questions: int
    """Number of questions."""

    def warnings(self, chapters: Chapters) -> Iterator[LeftOut]:
        """Yield a warning of each."""
        if self.card:
            yield LeftOut(_NO_CARD)
        if self.columns:
            yield LeftOut(_NO_COLUMNS)
        if self.yachts:
            yield LeftOut(_NO_YACHTS, yacht=chapters.sentences.yacht)
        if self.questions:
            count = len(chapters.questions.questions)
            yield LeftOut(_NO_QUESTIONS, missing=self.questions, count=count)


def warn_of_text(sentences: Sentences) -> None:
    """Warn of everything that a zine of running text lacks, for a game without room on panels."""
    chapters = Chapters(sentences)
    lacks = _Lacks(
        card=True,
        columns=bool(chapters.columns),
        yachts=bool(chapters.jokers),
        questions=len(chapters.questions.questions),
    )
    for warning in lacks.warnings(chapters):
        warnings.warn(warning, stacklevel=2)


def _has_card(chapters: Chapters) -> bool:
    """Check whether a panel has room for a finished sheet. One with columns has none."""
    return not chapters.columns and len(chapters.card.rows) <= PANEL.most_card_rows


def _blank_panels(format_: Format, count: int) -> list[Leaf]:
    """Return this number of panels on which nothing is drawn."""
    width = PANEL.width - 2 * PANEL.margin
    return [Leaf(format_, PANEL.margin, width) for _ in range(count)]


def _draw_head(leaf: Leaf, heading: str) -> float:
    """Draw the heading of a panel with a rule below it, and return the height of the rule."""
    end = PANEL.below_head
    leaf.text(leaf.left, end - PANEL.head_gap, heading, PANEL.heading, leaf.width)
    leaf.draw_rule(end, heavy=True)
    return end


def _draw_cover(leaf: Leaf, chapter: CoverChapter) -> None:
    dice, gap = chapter.dice, PANEL.cover_gap
    in_a_row = min((len(dice) + 1) // 2, 5)
    side = (leaf.width - (max(3, in_a_row) - 1) * gap) / max(3, in_a_row)
    leaf.draw_rows_of_dice((leaf.left, PANEL.top), side, gap, dice, in_a_row)
    leaf.text(leaf.left, PANEL.cover_title_base, chapter.title, PANEL.title, leaf.width)
    leaf.draw_rule(PANEL.cover_rule_top, heavy=True)
    first, second = chapter.variant, chapter.kind
    if not chapter.variant:
        first, second = chapter.kind, ""
    leaf.text(leaf.left, PANEL.cover_first_base, first, PANEL.cover_first, leaf.width)
    leaf.text(leaf.left, PANEL.cover_second_base, second, PANEL.cover_second)
    leaf.text(leaf.left, PANEL.cover_players_base, chapter.players, PANEL.hint)


def _draw_turn(leaf: Leaf, brief: BriefChapter) -> None:
    y, gap = _draw_head(leaf, brief.turn), PANEL.text_gap
    y = leaf.para(leaf.left, y + gap, leaf.width, brief.goal, PANEL.step) + gap
    leaf.draw_rule(y)
    x, width = leaf.left + PANEL.step_text_left, leaf.width - PANEL.step_text_left
    texts = [leaf.lines(said, width, PANEL.step) for _, said in brief.steps]
    needs = [PANEL.step_text_drop + len(lines) * PANEL.step.step + gap for lines in texts]
    heights = shared_heights(needs, PANEL.end - y)
    for place, (verb, _) in enumerate(brief.steps):
        if place:
            leaf.draw_rule(y)
        leaf.draw_die(leaf.left, y + PANEL.step_die_drop, PANEL.step_die, place + 1)
        leaf.text(x, y + PANEL.step_verb_drop, verb, PANEL.verb)
        leaf.set(texts[place], x, y + PANEL.step_text_drop, PANEL.step.step)
        y += heights[place]


def _draw_boxes(
    leaf: Leaf, heading: str, boxes_in_all: Sequence[Sequence[BoxText]], most: int
) -> None:
    """Draw boxes with rolls, each as high as in the language with its longest hint.

    `most` is the maximum number of boxes on a panel of this game.
    """
    boxes = boxes_in_all[0]
    y = _draw_head(leaf, heading)
    room = PANEL.end - y
    if len(boxes) > PANEL.most_boxes_with_rolls:
        height = min(PANEL.row_height, room / len(boxes))
        warn_of_hints(boxes_without_hint(leaf, boxes, height))
        short_rows(leaf, boxes, y, height)
        return
    has_misses = most <= PANEL.most_boxes_with_misses
    if not has_misses:
        room = min(PANEL.box_height * len(boxes), room)
    needs = _box_needs(leaf, boxes_in_all, has_misses=has_misses)
    heights = shared_heights(needs, room, PANEL.box_least_air)
    for place, (box, height) in enumerate(zip(boxes, heights, strict=True)):
        if place:
            leaf.draw_rule(y)
        end = _draw_box(leaf, box, y, height)
        if has_misses:
            _draw_miss(leaf, box, end + PANEL.box_miss_gap)
        y += height


def _box_needs(
    leaf: Leaf, boxes_in_all: Sequence[Sequence[BoxText]], *, has_misses: bool
) -> list[float]:
    """Return the height of each box down to its dice, where its hint has most lines."""
    usual = PANEL.box_dice_drop + PANEL.box_die
    if has_misses:
        usual += PANEL.box_miss_gap + PANEL.box_miss_die
    needs = []
    for boxes in zip(*boxes_in_all, strict=True):
        lines = max(len(leaf.lines(box.entry.hint, leaf.width, PANEL.hint)) for box in boxes)
        needs.append(usual + max(0, lines - 1) * PANEL.hint.step)
    return needs


def _draw_box(leaf: Leaf, box: BoxText, y: float, height: float) -> float:
    """Draw a box with a roll that counts: its name, hint and sum. Return the lower end of the dice.

    Below a hint of several lines dice are smaller where the height asks for it.
    """
    entry = box.entry
    worth, kind = (entry.worth, PANEL.worth) if entry.worth else (box.most, PANEL.hint.at("right"))
    room = leaf.width - leaf.width_of(worth, kind) - PANEL.box_worth_gap
    leaf.text(leaf.left, y + PANEL.box_name_drop, entry.name, PANEL.name, room)
    leaf.text(leaf.right, y + PANEL.box_worth_drop, worth, kind)
    hint = leaf.lines(entry.hint, leaf.width, PANEL.hint)
    step = PANEL.hint.step
    leaf.set(hint, leaf.left, y + PANEL.box_hint_drop - (1 - BASE) * step, step)
    sample = entry.sample
    more_lines = max(0, len(hint) - 1) * step
    y += more_lines
    side = PANEL.box_die
    if sample:
        room = height - PANEL.box_dice_drop - more_lines
        side = min(PANEL.box_die, PANEL.box_dice_width / len(sample.roll.dice))
        side = max(min(side, room), PANEL.box_least_die)
        end = leaf.draw_dice(leaf.left, y + PANEL.box_dice_drop, side, sample.dice)
        end += PANEL.box_dice_gap
        base = y + PANEL.box_sum_drop + side / 2
        leaf.text(end, base, sum_of(sample), PANEL.sum, leaf.right - end)
    return y + PANEL.box_dice_drop + side


def _draw_miss(leaf: Leaf, box: BoxText, y: float) -> None:
    """Draw the small dice of a near miss and its 0, below the roll that counts."""
    for example in box.entry.examples:
        if example.points == 0:
            side = PANEL.box_miss_die
            end = leaf.draw_dice(leaf.left, y, side, example.dice) + PANEL.box_dice_gap
            base = y + side / 2 + PANEL.box_sum_drop - PANEL.box_dice_drop
            leaf.text(end, base, sum_of(example), PANEL.hint, leaf.right - end)
            return


def _draw_card(leaf: Leaf, chapters: Chapters) -> None:
    """Draw a full card with its dice."""
    rows, figures = chapters.card.rows, chapters.sentences.table.figures
    further = chapters.card.notes[0] if chapters.sentences.card.further else ""
    notes = leaf.lines(further, leaf.width, PANEL.note)
    y = _draw_head(leaf, chapters.card.heading)
    room = PANEL.end - y
    if notes:
        room -= len(notes) * PANEL.note.step + PANEL.text_gap
    step = min(PANEL.card_row_height, room / len(rows))
    side = min(PANEL.card_die, step - PANEL.card_die_gap)
    for place, row in enumerate(rows):
        base = y + step / 2 + PANEL.card_text_drop
        if place:
            leaf.draw_rule(y)
        wide = len(row.dice) * side * 1.14
        taken = PANEL.card_points_width + (wide + PANEL.card_dice_gap if wide else 0)
        kind = PANEL.card_total if row.total else PANEL.card_name
        name = leaf.fitted(row.name, kind, leaf.width - taken)
        left = leaf.right - PANEL.card_points_width - wide
        with leaf.again("card", "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                leaf.text(leaf.left, base, row.name, name)
            with leaf.element("TD"):
                leaf.draw_dice(left, y + (step - side) / 2, side, row.dice)
            with leaf.element("TD"):
                points = PANEL.card_points.inked(name.ink)
                leaf.text(leaf.right, base, figures(row.points[0]), points)
        y += step
    leaf.set(notes, leaf.left, y + PANEL.text_gap, PANEL.note.step)


def _column_shares(format_: Format, in_all: Sequence[Chapters], most: int) -> Sequence[int]:
    """Return the numbers of columns on each panel, on as few as have room in every language.

    The fullest panel is as little filled as can be. Empty if more than `most` panels are needed.
    """
    leaf = _blank_panels(format_, 1)[0]
    chapters = [each.columns for each in in_all if each.columns]
    lead = max(_lead_height(leaf, chapter) for chapter in chapters)
    heights_in_all = [_column_heights(leaf, chapter) for chapter in chapters]
    highest = [max(heights) for heights in zip(*heights_in_all, strict=True)]

    def fullest(shares: Sequence[int]) -> float:
        """Return the height of the fullest panel."""
        heights: list[float] = []
        end = 0
        for share in shares:
            start, end = end, end + share
            heights.append(sum(highest[start:end]))
        heights[0] += lead
        return max(heights)

    room = PANEL.end + PANEL.text_gap - PANEL.below_head
    for count in range(1, min(most, len(highest)) + 1):
        best = min(_divisions(len(highest), count), key=fullest)
        if fullest(best) <= room:
            return best
    return ()


def _divisions(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield the lengths of parts, each of one thing at least, into which a row can be divided."""
    for cuts in combinations(range(1, count), parts - 1):
        edges = (0, *cuts, count)
        yield tuple(end - start for start, end in pairwise(edges))


def _lead_height(leaf: Leaf, chapter: ColumnsChapter) -> float:
    """Return the height of the words before the rules of the columns."""
    lines = leaf.lines(chapter.lead, leaf.width, PANEL.note)
    return len(lines) * PANEL.note.step + 2 * PANEL.text_gap


def _column_heights(leaf: Leaf, chapter: ColumnsChapter) -> list[float]:
    """Return the height of the rule of each column."""
    heights = []
    for _, name, said in chapter.rules:
        lines = leaf.lines((name, said), leaf.width - PANEL.column_text_left, PANEL.note)
        words = PANEL.column_text_drop + len(lines) * PANEL.note.step + PANEL.text_gap
        heights.append(max(PANEL.column_height, words))
    return heights


def _draw_columns(leaves: Sequence[Leaf], in_all: Sequence[Chapters]) -> int:
    """Draw the sign, the name and the rule of each column, and return the panels that they take.

    0 if they have no room on these panels.
    """
    chapter, gap = in_all[0].columns, PANEL.text_gap
    shares = _column_shares(leaves[0].format, in_all, len(leaves))
    if not chapter or not shares:
        return 0
    heights = _column_heights(leaves[0], chapter)
    end = 0
    for leaf, share in zip(leaves, shares, strict=False):
        y = _draw_head(leaf, chapter.heading)
        if end == 0:
            y = leaf.para(leaf.left, y + gap, leaf.width, chapter.lead, PANEL.note) + gap
        x, width = leaf.left + PANEL.column_text_left, leaf.width - PANEL.column_text_left
        start, end = end, end + share
        free = PANEL.end + gap - y - sum(heights[start:end])
        air = max(0.0, min(PANEL.most_column_air, free / share))
        for place in range(start, end):
            sign, name, said = chapter.rules[place]
            leaf.draw_rule(y)
            leaf.draw_tile(leaf.left, y + PANEL.column_tile_drop, PANEL.column_tile, sign)
            leaf.para(x, y + PANEL.column_text_drop, width, (name, said), PANEL.note)
            y += heights[place] + air
    return len(shares)


def _question_heights(
    leaf: Leaf, in_all: Sequence[Sequence[Question]], asked: Type, said: Type
) -> list[float]:
    """Return the height of each question in the language in which it is highest.

    A language with another number of questions has no say.
    """
    count = len(in_all[0])
    width = leaf.width - PANEL.question_left
    heights = [0.0] * count
    for questions in in_all:
        if len(questions) != count:
            continue
        for place, question in enumerate(questions):
            lines = len(leaf.lines(question.asked, width, asked))
            lines += len(leaf.lines(question.said, width, said))
            heights[place] = max(heights[place], said.step * lines + PANEL.question_gap)
    return heights


def _draw_yachts(leaf: Leaf, in_all: Sequence[Chapters]) -> bool:
    """Draw the questions about a Yacht in their order; return whether there are any with room."""
    jokers = [chapters.jokers for chapters in in_all]
    questions_in_all = []
    for chapter in jokers:
        if chapter:
            steps = [Question(step.asked, " ".join(step.answers)) for step in chapter.steps]
            questions_in_all.append(steps)
    if not questions_in_all or not jokers[0]:
        return False

    def has_room(way: Way, languages: Sequence[Sequence[Question]]) -> bool:
        heights = _question_heights(leaf, languages, *_question_types(way))
        return sum(heights) <= PANEL.end - PANEL.below_head

    fit = first_fitting(ways(type=len(PANEL.question_sizes)), questions_in_all, has_room)
    if fit is None or len(fit[1]) < len(questions_in_all):  # a panel in all languages or in none
        return False
    way, _ = fit
    heights = _question_heights(leaf, questions_in_all, *_question_types(way))
    free = PANEL.end - PANEL.below_head - sum(heights)
    air = min(PANEL.most_question_air, free / len(heights))
    kinds = _question_types(way)
    tops = _draw_some_questions(leaf, jokers[0].heading, questions_in_all[0], kinds, air)
    for number, top in enumerate(tops, 1):
        leaf.draw_die(leaf.left, top + PANEL.question_die_drop, PANEL.question_die, number, "open")
    return True


def _draw_questions(leaves: Sequence[Leaf], in_all: Sequence[Chapters], *, has_yachts: bool) -> int:
    """Draw the frequent questions, spread over panels, in the largest type in which all have room.

    Panels have the same questions in all languages. Return how many are left out for want of room.
    Without the questions about a Yacht no answer refers to them.
    """
    heading = in_all[0].questions.heading
    questions_in_all = [_answered(chapters, has_yachts=has_yachts) for chapters in in_all]
    if not leaves:
        return len(questions_in_all[0])

    def divided(
        way: Way, languages: Sequence[Sequence[Question]]
    ) -> tuple[list[float], list[list[int]]]:
        """Return the heights of the questions, and the places of those on each panel."""
        heights = _question_heights(leaves[0], languages, *_question_types(way))
        return heights, _divided_questions(heights, len(leaves))

    def has_room(way: Way, languages: Sequence[Sequence[Question]]) -> bool:
        heights, shares = divided(way, languages)
        return bool(way.parts) or sum(map(len, shares)) == len(heights)

    all_ways = list(ways(type=len(PANEL.question_sizes)))
    least = replace(all_ways[-1], parts=1)  # in small type most of them have room
    fit = first_fitting([*all_ways, least], questions_in_all, has_room)
    way, languages = fit or (least, questions_in_all)
    heights, shares = divided(way, languages)
    for leaf, share in zip(leaves, shares, strict=True):
        questions = [questions_in_all[0][place] for place in share]
        free = PANEL.end - PANEL.below_head - sum(heights[place] for place in share)
        air = min(PANEL.most_question_air, free / max(1, len(share)))
        _draw_some_questions(leaf, heading, questions, _question_types(way), air)
    return len(heights) - sum(map(len, shares))


def _answered(chapters: Chapters, *, has_yachts: bool) -> list[Question]:
    """Return the frequent questions; without those about a Yacht no answer refers to them."""
    sentences = chapters.sentences
    reference = f" {see_yachts(sentences.wording.catalog, sentences.yacht)}"
    questions = []
    for question in chapters.questions.questions:
        if chapters.jokers and not has_yachts:
            answer = question.answer.removesuffix(reference)
            questions.append(replace(question, answer=answer))
        else:
            questions.append(question)
    return questions


def _question_types(way: Way) -> tuple[Type, Type]:
    """Return the types of questions and of answers."""
    size = PANEL.question_sizes[way.type]
    asked, said = (
        replace(kind.of(size), step=kind.step * size / kind.size)
        for kind in (PANEL.question, PANEL.note)
    )
    return asked, said


def _divided_questions(heights: Sequence[float], count: int) -> list[list[int]]:
    """Return the places of the questions on each of some panels; those without room are left out.

    Each panel has its share; what has no room on it is tried on the next one.
    """
    left = list(range(len(heights)))
    shares = []
    for number in range(count):
        most = -(-len(left) // (count - number))
        room = PANEL.end - PANEL.below_head
        share, skipped = [], []
        for place in left[:most]:
            if heights[place] > room:
                skipped.append(place)
            else:
                room -= heights[place]
                share.append(place)
        shares.append(share)
        left = [*skipped, *left[most:]]
    return shares


def _draw_some_questions(
    leaf: Leaf, heading: str, questions: Sequence[Question], kinds: tuple[Type, Type], air: float
) -> list[float]:
    """Draw the questions of a panel, in these types, with this air below each; return their tops.

    Beside each is its verdict, if it has one.
    """
    y = _draw_head(leaf, heading)
    x, width = leaf.left + PANEL.question_left, leaf.width - PANEL.question_left
    asked, said = kinds
    tops = []
    for question in questions:
        tops.append(y)
        base = y + PANEL.verdict_drop
        leaf.text(leaf.left, base, question.verdict, PANEL.verdict, PANEL.verdict_width)
        end = leaf.para(x, y + PANEL.text_gap, width, question.asked, asked)
        end = leaf.para(x, end, width, question.said, said)
        y = end + PANEL.question_gap - PANEL.text_gap + air
        leaf.draw_rule(y)
    return tops


def _draw_short(leaf: Leaf, in_all: Sequence[Chapters], command: str) -> bool:
    """Draw bonuses, jokers and the highest total.

    Return False if they do not fit in all languages.
    """
    top = _draw_head(leaf, in_all[0].brief.short) + PANEL.short_gap
    lines = leaf.lines(command, leaf.width, PANEL.command)
    end = PANEL.end - PANEL.command.step * len(lines)

    def has_room(way: Way, languages: Sequence[Chapters]) -> bool:
        kind, gap = PANEL.short_types[way.type]
        heights = [_height_of(leaf, _short_texts(each, way), kind, gap) for each in languages]
        return top + max(heights) - gap <= end - PANEL.command_gap

    fit = first_fitting(ways(type=len(PANEL.short_types), parts=3), in_all, has_room)
    if fit is None or len(fit[1]) < len(in_all):  # a zine has panels in all languages or in none
        return False
    way, _ = fit
    kind, gap = PANEL.short_types[way.type]
    y = top
    for text in _short_texts(in_all[0], way):
        y = leaf.para(leaf.left, y, leaf.width, text, kind) + gap
    leaf.set(lines, leaf.left, end, PANEL.command.step)
    return True


def _short_texts(chapters: Chapters, way: Way) -> list[str]:
    """Return the rules in short, and the reminders that are not among them.

    What the panels of a turn and of the columns say is not said again where parts are given up:
    only totals, each on a line of its own or in the last way one behind the other, and the other
    reminders.
    """
    known, reminders = chapters.sentences.short, chapters.brief.reminders
    if way.parts:
        sums, whole = chapters.sentences.sums, chapters.sentences.whole
        said = {*sums}
        if _box_panels(chapters) < PANEL.most_box_panels:  # the columns have panels as well
            for column in whole.ruleset.columns:
                said.update(whole.column_rules(column))
        others = [reminder for reminder in reminders if reminder not in said]
        totals = sums if way.parts == 1 else [" ".join(sums)]
        return [*totals, " ".join(others)]
    others = [reminder for reminder in reminders if reminder not in known]
    return [" ".join(known), *others]


def _height_of(leaf: Leaf, texts: Sequence[str], kind: Type, gap: float) -> float:
    """Return the height of paragraphs with this gap below each."""
    return sum(len(leaf.lines(text, leaf.width, kind)) * kind.step + gap for text in texts)


# the quick card: a turn in steps on the front, the boxes on the reverse


def card_pages(
    sentences: Sentences, size: tuple[float, float], look: Look, command: str
) -> list[Page] | None:
    """Return the front and the reverse on paper of this size in points.

    An A6 card as large as fits. None for a game with a name that is too long for a row.
    """
    in_all = chapters_in_all(sentences)
    format_ = like(size, (QUICK_CARD.width, QUICK_CARD.height), look, sentences.wording)
    width = QUICK_CARD.width - 2 * QUICK_CARD.margin
    front = Leaf(format_, QUICK_CARD.margin, width)
    back = Leaf(format_, QUICK_CARD.margin, width)
    _draw_front(front, in_all, command)
    _draw_back(back, in_all)
    if not (front.has_room and back.has_room):
        return None
    return [front.page(), back.page()]


def _draw_front(leaf: Leaf, in_all: Sequence[Chapters], command: str) -> None:
    card, chapters = QUICK_CARD, in_all[0]
    brief = chapters.brief
    leaf.title = brief.title
    top = draw_title(leaf, chapters.sentences, card.margin, card.title, card.variant)
    y = leaf.para(leaf.left, top - card.goal_rise, leaf.width, brief.goal) + card.goal_gap
    leaf.draw_rule(y, heavy=True)
    lines = leaf.lines(command, leaf.width, card.command)
    foot = card.command.step * len(lines)
    y = _draw_steps(leaf, in_all, y, card.height - card.margin - foot - card.below_steps)
    leaf.draw_rule(y, heavy=True)
    side, gap = card.key_die, card.key_die_gap
    wide = (3 + 2 * gap) * side
    states: tuple[Pip, ...] = ((5, "solid"), (2, "open"), (0, "blank"))
    leaf.draw_dice(leaf.right - wide, y + card.key_dice_drop, side, states, gap)
    words_of_states = " · ".join(chapters.categories.states)
    width = leaf.width - wide - card.key_gap
    leaf.para(leaf.left, y + card.key_text_drop, width, words_of_states, SMALL)
    top = card.height - card.margin + card.command_drop - foot
    leaf.set(lines, leaf.left, top, card.command.step)


def _draw_steps(leaf: Leaf, in_all: Sequence[Chapters], y: float, end: float) -> float:
    """Draw the steps of a turn from y to this end at most, and return their lower end.

    All are in one type, the larger one if it has room in all languages. A long step takes from the
    others what they do not need.
    """
    card, steps = QUICK_CARD, in_all[0].brief.steps
    usual = min(card.step_height, (end - y) / len(steps))
    side = min(card.step_die, usual - card.step_gap)
    x = leaf.left + side + card.step_text_gap
    types = (BODY, SMALL)

    def needs(way: Way, languages: Sequence[Chapters]) -> list[float]:
        """Return the height of each step in the language in which it is highest."""
        kind = types[way.type]
        needs_in_all = []
        for chapters in languages:
            texts = [leaf.lines(said, leaf.right - x, kind) for _, said in chapters.brief.steps]
            needs_in_all.append([len(lines) * kind.step + card.step_head_height for lines in texts])
        return [
            max(card.step_least_height, *heights) for heights in zip(*needs_in_all, strict=True)
        ]

    def has_room(way: Way, languages: Sequence[Chapters]) -> bool:
        return sum(needs(way, languages)) <= usual * len(steps)

    all_ways = list(ways(type=len(types)))
    way, languages = first_fitting(all_ways, in_all, has_room) or (all_ways[-1], in_all[:1])
    kind = types[way.type]
    heights = shared_heights(needs(way, languages), usual * len(steps), card.step_least_air)
    for place, ((verb, said), height) in enumerate(zip(steps, heights, strict=True)):
        if place:
            leaf.draw_rule(y)
        leaf.draw_die(leaf.left, y + (height - side) / 2, side, place + 1)
        words = leaf.lines(said, leaf.right - x, kind)
        free = height - len(words) * kind.step - card.step_head_height
        base = y + max(card.step_verb_least_drop, free / 2 + card.step_verb_drop)
        leaf.text(x, base, verb, card.verb)
        leaf.set(words, x, base + card.step_text_gap_below, kind.step)
        y += height
    return y


def draw_title(leaf: Leaf, sentences: Sentences, top: float, kind: Type, below: Type) -> float:
    """Draw the name with the roll of the game at its right, and the variant below.

    Return their lower end.
    """
    wording, dice = sentences.wording, sentences.ruleset.signature
    title, variant = wording.title, wording.variant
    dice_share = len(dice) * 1.14 - 0.14
    dice_width = kind.size * POINT * CAP * dice_share
    natural = leaf.width_of(title, kind) + dice_width + TITLE.dice_gap
    size = min(kind.size, kind.size * leaf.width / natural)
    if size < kind.size / 2:  # no room for both
        dice, size = (), leaf.fitted(title, kind, leaf.width).size
    capital = size * POINT * CAP
    leaf.text(leaf.left, top + capital, title, kind.of(size))
    if dice:
        leaf.draw_dice(leaf.right - capital * dice_share, top, capital, dice)
    if not variant:
        return top + capital + TITLE.end_gap
    base = top + capital + TITLE.variant_drop * below.size
    leaf.text(leaf.left, base, variant, below, leaf.width)
    return top + capital + TITLE.variant_end * below.size


def _reminders(chapters: Chapters) -> list[str]:
    """Return the number of columns, if there are several, and easily forgotten rules."""
    if chapters.columns:
        number_of_columns, _ = chapters.columns.lead
        return [number_of_columns, *chapters.brief.reminders]
    return list(chapters.brief.reminders)


def _draw_back(leaf: Leaf, in_all: Sequence[Chapters]) -> None:
    """Draw a row for each entry, and below them easily forgotten rules.

    These are large where the rows leave the height for it in all languages.
    """
    chapters = in_all[0]
    card, brief, sentences = QUICK_CARD, chapters.brief, chapters.sentences
    base = card.margin + card.heading.size * POINT * CAP
    leaf.title = brief.heading
    count = len(sentences.whole.ruleset.boxes)
    turns = sentences.plural("sheet", "%(n)s turn", "%(n)s turns", count)
    room = leaf.width - leaf.width_of(turns, card.turns) - card.heading_gap
    leaf.text(leaf.left, base, leaf.title, card.heading, room)
    leaf.text(leaf.right, base, turns, card.turns)
    y = base + card.rule_gap
    leaf.draw_rule(y, heavy=True)
    types = (BODY, SMALL)

    def room_for_rows(reminders: Sequence[str], kind: Type) -> float:
        """Return the height that reminders in this type leave to the rows."""
        lines = leaf.lines(" ".join(reminders), leaf.width, kind)
        return card.height - card.margin - len(lines) * kind.step - card.reminders_gap - y

    def has_room(way: Way, languages: Sequence[Chapters]) -> bool:
        rooms = [room_for_rows(_reminders(each), types[way.type]) for each in languages]
        return min(rooms) >= card.usual_row_height * len(brief.boxes)

    all_ways = list(ways(type=len(types)))
    way, _ = first_fitting(all_ways, in_all, has_room) or (all_ways[-1], in_all)
    kind = types[way.type]
    # rows are alike in all languages, unless one of them leaves no room for the words of a row
    rooms = [room_for_rows(_reminders(each), kind) for each in in_all]
    height = min(card.row_height, min(rooms) / len(brief.boxes))
    if height < card.least_row_height:
        height = min(card.row_height, rooms[0] / len(brief.boxes))
    boxes_in_all = [each.brief.boxes for each in in_all]
    warn_of_hints(boxes_without_hint(leaf, brief.boxes, height))
    y = short_rows(leaf, brief.boxes, y, height, boxes_in_all)
    leaf.draw_rule(y, heavy=True)
    lines = leaf.lines(" ".join(_reminders(chapters)), leaf.width, kind)
    leaf.set(lines, leaf.left, y + card.reminders_gap, kind.step)
