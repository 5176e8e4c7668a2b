"""Reverse of a sheet: all rules on one page, in type as large as fits."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.booklets.book import BASE, Format, Leaf, row_width
from sheetgen.booklets.measures import POINT, REVERSE, WORTH, Type
from sheetgen.booklets.panels import draw_title
from sheetgen.booklets.sentences import Entry, Sentences
from sheetgen.errors import LeftOut, Message
from sheetgen.i18n.wording import wordings_in_all
from sheetgen.layout.fitting import Way, first_fitting, ways
from sheetgen.layout.primitives import CAP, LEADING, MM, DieKind, Line, Page, Rect
from sheetgen.layout.rows import Pip
from sheetgen.layout.themes import Look

_TOLERANCE = 0.01
"""Height by which rows with air may be higher than the room for them, in mm."""
_NO_PASSAGES = Message(
    "the back has no room for bonuses, questions and the end of the game; they are said in short"
)


class Passage(Struct, frozen=True):
    """Passage of the page: a step of the turn, a bonus, the questions about a Yacht, or the end."""

    heading: str
    said: str = ""
    worth: str = ""
    steps: Sequence[tuple[str, str]] = ()
    """Questions with their answers, which are numbered."""
    dice: Sequence[Pip] = ()
    """A die of each number that a bonus is for, and the arithmetic of its sum."""
    product: str = ""
    number: int = 0
    """Number of a step of the turn; 0 for any other part."""


def reverse(
    sentences: Sentences, size: tuple[float, float], areas: Sequence[Rect], look: Look
) -> tuple[Page, Rect] | None:
    """Return a page with the rules in one of these type areas, and that area, all in points.

    None if they have no room. Where sentences have no room, a later area is taken.
    """
    _, *others = wordings_in_all(sentences.whole)
    in_all = [sentences, *(Sentences(wording) for wording in others)]
    backs = _Backs(size, look, _places(size, areas))
    fit = first_fitting(_WAYS, in_all, backs.has_room)
    if fit is None:
        return None
    way, languages = fit
    setting = backs.largest_setting(way, languages)
    page = backs.page(sentences, setting, backs.columns_of_passages(setting, languages))
    if page is None:
        return None
    if way.parts:
        warnings.warn(LeftOut(_NO_PASSAGES), stacklevel=2)
    return page, setting.place.area


_WAYS = tuple(ways(words=2, dice=2, type=1 + len(REVERSE.small_scales), parts=2))
"""What a reverse gives up: the rules of its boxes for their hints; the dice of its bonuses; the
size of its type; and its passages, which are said in short."""


class _Place(Struct, frozen=True):
    """Place of everything on the page."""

    area: Rect
    beside: bool
    """Flag: the boxes are beside everything else."""
    columns: int
    """Number of columns of passages."""
    lists: int = 1
    """Number of lists of boxes next to each other."""


def _places(size: tuple[float, float], areas: Sequence[Rect]) -> list[_Place]:
    """Return all places of everything on a page of this size in points, the best first.

    On a wide page the boxes are rather beside everything else, or else in two lists; on a high one
    they are rather between the turn and the rest.
    """
    is_wide = size[0] > size[1]
    places = []
    for area, beside in product(areas, (is_wide, not is_wide)):
        if beside:
            places.append(_Place(area, beside, columns=1))
        elif is_wide:
            places += [_Place(area, beside, columns, lists=2) for columns in (3, 2)]
        else:
            places += [_Place(area, beside, columns) for columns in (2, 1)]
    return places


class _Setting(Struct, frozen=True):
    """What a page gives up, where everything is, and in which size."""

    way: Way
    place: _Place
    scale: float

    @property
    def keeps_type(self) -> bool:
        """Flag: only dice and gaps are reduced, and type keeps its size."""
        return not self.way.type


class _Backs(Struct, frozen=True):
    """Reverses of one size, look and choice of places."""

    size: tuple[float, float]
    look: Look
    places: Sequence[_Place]
    neediest: list[Sentences] = field(default_factory=list)
    """The language that had no room last: it may need most elsewhere too."""

    def has_room(self, way: Way, languages: Sequence[Sentences]) -> bool:
        """Check whether a page has room for these languages in one place in this way."""
        for scales in _scales(way):
            if any(self._roomy(self.places, way, scales[-1], languages)):
                return True
        return False

    def largest_setting(self, way: Way, languages: Sequence[Sentences]) -> _Setting:
        """Return the largest setting of a way that has room in each of these languages.

        Boxes have the better place in it, if they have room there. Raises ValueError if there is
        none.
        """
        for beside in dict.fromkeys(place.beside for place in self.places):
            places = [place for place in self.places if place.beside == beside]
            for scales in _scales(way):
                roomy = list(self._roomy(places, way, scales[-1], languages))
                if scales[0] > 1:  # rather wide margins than a larger size
                    roomy = [place for place in roomy if place.area == roomy[0].area]
                for scale, place in product(scales, roomy):
                    setting = _Setting(way, place, scale)
                    if self._is_fitting(setting, languages):
                        return setting
        raise ValueError(way)

    def page(self, sentences: Sentences, setting: _Setting, columns: Sequence[int]) -> Page | None:
        """Return the page in this setting, with its free height as air in the rows of boxes.

        Its passages are in these columns. None if it has no room.
        """
        height = setting.place.area.height / setting.scale / MM

        def drawn(air: float) -> tuple[_Reverse, float]:
            """Return the page with this height of air in each row, and the free height."""
            leaf = self._blank(sentences, setting)
            return leaf, height - leaf.paint(air, columns)

        leaf, free = drawn(0.0)
        rows_above_each_other = -(-len(sentences.entries) // setting.place.lists)
        air = min(free / rows_above_each_other, REVERSE.most_air)
        if air < 0 or not leaf.has_room:
            return None
        leaf, free = drawn(air)
        has_room = leaf.has_room and free >= -_TOLERANCE
        return leaf.page() if has_room and leaf.is_even else None

    def _blank(self, sentences: Sentences, setting: _Setting) -> "_Reverse":
        """Return a page on which nothing is drawn."""
        wording, scale, area = sentences.wording, setting.scale, setting.place.area
        dice = wording.catalog.dice, wording.dice
        format_ = Format(*self.size, scale, (area.x, area.y), self.look, *dice)
        width = area.width / scale / MM
        return _Reverse(format_, 0.0, width, wording.title, sentences=sentences, setting=setting)

    def columns_of_passages(
        self, setting: _Setting, languages: Sequence[Sentences]
    ) -> Sequence[int]:
        """Return the column of each passage, from 0, with which the highest is as low as can be.

        Each passage is as high as in the language in which it is highest, so that all languages
        have it in one column.
        """
        in_all = []
        for sentences in languages:
            in_all.append(self._blank(sentences, setting).heights_of_passages())
        highest = [max(heights) for heights in zip(*in_all, strict=True)]
        count = min(setting.place.columns, len(highest))

        def height_of(columns: Sequence[int]) -> float:
            """Return the height of the highest column if each passage is in this one."""
            sums = [0.0] * count
            for column, height in zip(columns, highest, strict=True):
                sums[column] += height
            return max(sums)

        return min(product(range(count), repeat=len(highest)), key=height_of)

    def _roomy(
        self, places: Sequence[_Place], way: Way, least: float, languages: Sequence[Sentences]
    ) -> Iterator[_Place]:
        """Yield those of these places with room for each of these languages in this smallest size.

        A place without room in it has none in others.
        """
        for place in places:
            if self._is_fitting(_Setting(way, place, least), languages):
                yield place

    def _is_fitting(self, setting: _Setting, languages: Sequence[Sentences]) -> bool:
        """Check whether a page has room in this setting in each of these languages."""
        needy = [sentences for sentences in languages if sentences in self.neediest]
        others = [sentences for sentences in languages if sentences not in self.neediest]
        columns = self.columns_of_passages(setting, languages)
        for sentences in (*needy, *others):
            if not self.page(sentences, setting, columns):
                self.neediest[:] = [sentences]
                return False
        return True


def _scales(way: Way) -> Sequence[Sequence[float]]:
    """Return the sizes to try, the largest first, as factors of that of the drawing.

    They are in groups, of which a later one is for pages without room in the one before.
    """
    if way.type:
        return (REVERSE.small_scales[way.type - 1 : way.type],)
    return REVERSE.scales, REVERSE.close_scales


def parts_of(sentences: Sentences) -> Iterator[Passage]:
    """Yield everything that follows the boxes: bonuses, Yachts, zeros, columns, and the end."""
    path, game = sentences.path, sentences.ruleset
    numbers_of_bonus = {
        sentences.wording.row(total.id): sentences.numbers_of(total)
        for total in game.all_totals.values()
    }
    for name, worth, said in sentences.bonuses:
        numbers, count = numbers_of_bonus[name]
        dice: list[Pip] = [(number, "solid") for number in numbers] if count else []
        product = f"× {count} = {count * sum(numbers)}"
        points = worth if worth[:1] in "−" else f"+ {worth}"
        yield Passage(name, said, points, dice=dice, product=product)
    if path:
        steps = [(asked, " ".join(answers)) for asked, answers in path.steps]
        yield Passage(path.heading, " ".join(sentences.whole.columns_of_yachts()), steps=steps)
    if sentences.zeros[0]:
        yield Passage(*sentences.zeros)
    yield from _last_parts(sentences)


def _last_parts(sentences: Sentences) -> Iterator[Passage]:
    """Yield the columns and the end, without the rules that stand elsewhere on the page."""
    text, whole = sentences.text, sentences.whole
    said = " ".join((*(step for _, step in sentences.steps), sentences.end))
    winner = [*whole.winner_rules()]
    known = {" ".join(winner)}
    if sentences.path:
        known.update(whole.joker_rules())

    def unsaid(rules: Iterable[str]) -> list[str]:
        return [rule for rule in rules if rule not in known and rule not in said]

    if sentences.table.several:
        order = unsaid(whole.order_rules())
        order += winner[:1]  # the worth of columns
        yield Passage(
            text("booklet", "A player’s columns"), " ".join((sentences.table.lead[0], *order))
        )
        known.update(order)
    last = unsaid(whole.reminders(on_paper=False)[1:])
    yield Passage(text("booklet", "The end"), " ".join((*last, sentences.end)))


class _Reverse(Leaf, kw_only=True):
    """Page while it is drawn."""

    sentences: Sentences
    setting: _Setting
    is_even: bool = True
    """Flag: no column is much lower than the one beside it."""

    def paint(self, air: float, columns: Sequence[int]) -> float:
        """Draw everything, with this height of air in each row, and return the lower end.

        `columns` are those of the passages.
        """
        beside = self.setting.place.beside
        top = self._draw_title()
        boxes, rest = self._divided(top)
        steps_in_line = 1 if beside else 2 * self.setting.place.lists
        y = self._draw_steps(rest, steps_in_line)
        boxes_end = self._draw_boxes(boxes if beside else replace(boxes, y=y), air)
        rest = replace(rest, y=y if beside else boxes_end + REVERSE.boxes_gap)
        end = self._draw_passages(self._passages(), rest, columns)
        if beside and not self.setting.way.parts:
            self.is_even = self.is_even and _are_even([boxes_end - top, end - top])
        return max(end, boxes_end + REVERSE.below_boxes)

    def _divided(self, top: float) -> tuple[Rect, Rect]:
        """Return the places of the boxes and of everything else below the title."""
        whole = Rect(0.0, top, self.width, 0.0)
        if not self.setting.place.beside:
            return whole, whole
        boxes = replace(whole, width=REVERSE.boxes_share * self.width)
        left = boxes.right + REVERSE.column_gap
        return boxes, replace(whole, x=left, width=self.width - left)

    def _passages(self) -> list[Passage]:
        """Return everything that follows the boxes, in short where the page has no parts."""
        if not self.setting.way.parts:
            return [*parts_of(self.sentences)]
        heading = self.sentences.text("booklet", "In short")
        return [Passage(heading, " ".join(self.sentences.reminders))]

    def _draw_title(self) -> float:
        """Draw the title and, at the right of a variant, what is played; return the lower end.

        What is played is said again further down, and left out where it has no room.
        """
        sentences, variant = self.sentences, REVERSE.variant
        y = draw_title(self, sentences, 0.0, REVERSE.title, variant)
        taken = self.width_of(sentences.whole.variant, variant)
        x = taken + REVERSE.facts_gap
        facts = f"{sentences.whole.facts()} · {sentences.wins}"
        least = self.width_of(facts, REVERSE.facts.of(REVERSE.facts.least))
        if taken and least <= self.width - x:
            base = y - REVERSE.facts_rise * variant.size
            self.text(x, base, facts, REVERSE.facts, self.width - x)
        return y + REVERSE.title_gap

    def _grown(self, kind: Type) -> Type:
        """Return the type as large as this page and the look ask for at least."""
        scale = self.format.scale
        factor = max(1.0, self.format.look.smallest / (kind.size * scale))
        if self.setting.keeps_type:
            factor = max(factor, 1 / scale)
        return replace(kind, size=factor * kind.size, step=factor * kind.step)

    def _draw_steps(self, place: Rect, columns: int) -> float:
        """Draw the steps of a turn, as many of them side by side, and return their lower end."""
        steps = [
            Passage(verb, said, number=number)
            for number, (verb, said) in enumerate(self.sentences.steps, 1)
        ]
        y = place.y
        for first in range(0, len(steps), columns):
            line = steps[first : first + columns]
            cells = _side_by_side(replace(place, y=y), len(line))
            y = max(map(self._draw_passage, line, cells))
        return y

    def _draw_passages(
        self, passages: Sequence[Passage], place: Rect, columns: Sequence[int]
    ) -> float:
        """Draw passages, each in its column, parted by a line, and return their lower end."""
        cells = _side_by_side(place, max(columns) + 1)
        ends = [place.y] * len(cells)
        for passage, column in zip(passages, columns, strict=True):
            ends[column] = self._draw_passage(passage, replace(cells[column], y=ends[column]))
        self.is_even = _are_even([end - place.y for end in ends])
        for cell in cells[1:]:
            x = cell.x - REVERSE.column_gap / 2
            line_end = max(ends) - REVERSE.line_rise
            width = self.format.look.hairline
            self.items.append(Line(*self.place(x, place.y), *self.place(x, line_end), width))
        return max(ends)

    def heights_of_passages(self) -> list[float]:
        """Return the height of each passage in its column, drawing on this page, for a trial."""
        passages = self._passages()
        _, rest = self._divided(0.0)
        count = min(self.setting.place.columns, len(passages))
        cell = replace(_side_by_side(rest, count)[0], x=0.0)
        return [self._draw_passage(passage, cell) for passage in passages]

    def _draw_passage(self, passage: Passage, place: Rect) -> float:
        """Draw a passage, and return its lower end."""
        if passage.number:
            die: tuple[int, DieKind, float] = (passage.number, "solid", REVERSE.step_die)
            head, text = (passage.heading, REVERSE.verb), (passage.said, REVERSE.text)
            return self._draw_numbered(place, die, head, text)
        room = place.width
        if passage.worth:
            room -= self.width_of(passage.worth, WORTH) + REVERSE.worth_gap
        y = self.para(place.x, place.y, room, passage.heading, self._grown(REVERSE.part))
        y += REVERSE.heading_gap
        if passage.worth:
            self.text(place.right, y - BASE * REVERSE.part.step, passage.worth, WORTH)
        if passage.said:
            y = self.para(place.x, y, place.width, passage.said, self._grown(REVERSE.text))
        if passage.steps or not passage.said:
            y += REVERSE.empty_gap
        if passage.dice and not self.setting.way.dice:
            side, top = REVERSE.bonus_die, y + REVERSE.bonus_dice_drop
            end = self.draw_dice(place.x, top, side, passage.dice) + REVERSE.bonus_text_gap
            base = top + side / 2 + REVERSE.bonus_text_drop
            kind = self._grown(REVERSE.sum).at("left")
            self.text(end, base, passage.product, kind, place.right - end)
            y += side + REVERSE.bonus_gap
        for number, (asked, answer) in enumerate(passage.steps, 1):
            die = number, "open", REVERSE.question_die
            head, text = (asked, REVERSE.question), (answer, REVERSE.answer)
            end = self._draw_numbered(replace(place, y=y), die, head, text)
            y = end - REVERSE.question_rise
        return y + REVERSE.part_gap

    def _draw_numbered(
        self,
        place: Rect,
        die: tuple[int, DieKind, float],
        head: tuple[str, Type],
        said: tuple[str, Type],
    ) -> float:
        """Draw a heading and a text, each in its type, beside a die: its face, kind and side.

        Return the lower end.
        """
        face, kind, side = die
        self.draw_die(place.x, place.y, side, face, kind)
        x, y = place.x + side + REVERSE.numbered_gap, place.y - REVERSE.numbered_rise
        for text, type_ in (head, said):
            y = self.para(x, y, place.right - x, text, self._grown(type_))
        return max(y, place.y + side) + REVERSE.numbered_end_gap

    def _draw_boxes(self, place: Rect, air: float) -> float:
        """Draw a row for each entry: a roll that counts, name, rule, sum and points.

        They are in one list or, on a wide page, in two. Return the lower end of the longest.
        """
        heading = self.sentences.text("booklet", "The boxes")
        y = self.para(place.x, place.y, place.width, heading, self._grown(REVERSE.part))
        y += REVERSE.boxes_heading_gap
        most = self._grown(REVERSE.most)
        boxes = []
        for entry in self.sentences.entries:
            worth = (
                (entry.worth, WORTH) if entry.worth else (self.sentences.most_points(entry), most)
            )
            boxes.append((entry, worth))
        count = self.setting.place.lists
        length = -(-len(boxes) // count)
        worth_width = max(self.width_of(*worth) for _, worth in boxes)
        dice_width = max(
            row_width(len(_dice(entry)), 1.0, REVERSE.row_die_gap) for entry, _ in boxes
        )
        ends = []
        with self.element("Table"):
            for number, cell in enumerate(_side_by_side(replace(place, y=y), count)):
                listed = boxes[number * length : (number + 1) * length]
                ends.append(self._draw_list(listed, cell, (dice_width, worth_width), air))
        return max(ends)

    def _draw_list(
        self,
        boxes: Sequence[tuple[Entry, tuple[str, Type]]],
        place: Rect,
        widths: tuple[float, float],
        air: float,
    ) -> float:
        """Draw a list of boxes, each with its worth, between two rules; return its lower end.

        `widths` are that of the widest dice, if a die is 1 wide, and that of the widest worth.
        """
        dice_width, worth_width = widths
        gap = REVERSE.row_die_gap
        y = place.y
        self.draw_rule(y, place.x, place.right, heavy=True)
        right = place.right - REVERSE.row_worth_gap - worth_width
        side = min(REVERSE.row_die, REVERSE.dice_share * place.width / dice_width)
        left = place.x + dice_width * side + REVERSE.row_dice_gap
        middle = Rect(left, 0.0, right - left, air)
        for number, (entry, (worth, kind)) in enumerate(boxes):
            if number:
                self.draw_rule(y, place.x, place.right)
            with self.element("TR"):
                end = self._draw_entry(entry, replace(middle, y=y))
                with self.element("TD"):
                    self.draw_dice(place.x, (y + end - side) / 2, side, _dice(entry), gap)
                with self.element("TD"):
                    base = (y + end + kind.size * POINT * CAP) / 2
                    self.text(place.right, base, worth, kind)
            y = end
        self.draw_rule(y, place.x, place.right, heavy=True)
        return y

    def _draw_entry(self, entry: Entry, place: Rect) -> float:
        """Draw the words of an entry, with as much air as the place has height.

        Return the lower end of its row.
        """
        if place.width < REVERSE.least_words_width:
            self.has_room = False
            return place.y
        name, kind, total, small_total = map(
            self._grown, (REVERSE.name, REVERSE.rule, REVERSE.sum, REVERSE.small_sum)
        )
        rolls = self.sentences.rolls(entry)
        rolled = rolls[0][1] if rolls and not entry.worth else ""
        room_for_sum = place.width - self.width_of(entry.name, name) - REVERSE.row_sum_gap
        if self.width_of(rolled, total) > room_for_sum:
            total = small_total
        sum_width = self.width_of(rolled, total)
        has_room_for_sum = sum_width <= room_for_sum
        rule = entry.hint if self.setting.way.words else self._rule(entry)
        lines = self.lines(rule, place.width, kind)
        # the sum is beside all lines where that makes no more of them, else beside the name, and
        # below all lines where that has no room
        lines_beside = lines
        if rolled and has_room_for_sum:
            beside_sum = place.width - sum_width - REVERSE.row_sum_gap
            lines_beside = self.lines(rule, beside_sum, kind)
        is_beside = has_room_for_sum and len(lines_beside) == len(lines)
        base = place.y + place.height / 2 + REVERSE.row_top_gap + name.size * POINT * CAP
        words_end = base + REVERSE.row_end_gap + len(lines) * kind.step
        end = words_end + place.height / 2
        if rolled and not has_room_for_sum:
            end += total.size * POINT * LEADING
        with self.element("TH", scope="Row"):
            self.text(place.x, base, entry.name, name, place.width)
        with self.element("TD"):
            if not has_room_for_sum:
                below = words_end - REVERSE.row_end_gap + total.size * POINT * LEADING
                self.text(place.x, below, rolled, total.at("left"), place.width)
            elif is_beside:
                middle = (place.y + end + total.size * POINT * CAP) / 2
                self.text(place.right, middle, rolled, total)
            else:
                self.text(place.right, base, rolled, total)
            shown_lines = lines_beside if is_beside else lines
            self.set(shown_lines, place.x, base + REVERSE.row_text_gap, kind.step)
        return end

    def _rule(self, entry: Entry) -> str:
        """Return the rule of an entry and, for several numbers, the bonus of each."""
        if not entry.merged:
            return entry.rule
        bonuses = []
        for category, name in zip(entry.categories, entry.names, strict=True):
            points = self.sentences.category_bonuses.get(category.id)
            if points:
                bonuses.append(self.sentences.wording.catalog.said_of(name, points))
        return f"{entry.rule} {'; '.join(bonuses)}." if bonuses else entry.rule


def _dice(entry: Entry) -> Sequence[Pip]:
    """Return the dice of an entry: a roll that counts, or a die of each number."""
    if entry.merged or entry.sample is None:
        return entry.dice
    return entry.sample.dice


def _side_by_side(place: Rect, count: int) -> list[Rect]:
    """Return this number of columns of one width in this place."""
    width = (place.width - (count - 1) * REVERSE.column_gap) / count
    step = width + REVERSE.column_gap
    return [replace(place, x=place.x + number * step, width=width) for number in range(count)]


def _are_even(heights: Sequence[float]) -> bool:
    """Check whether each column is filled well, compared with the highest one."""
    return min(heights) >= REVERSE.least_fill * max(heights)
