"""Reverse of a sheet: all rules on one page, in type as large as fits."""

from collections.abc import Iterator, Sequence
from itertools import compress, product

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import BASE, Format, Leaf, row_width
from sheetgen.booklets.measures import POINT, WORTH, Type
from sheetgen.booklets.panels import draw_title
from sheetgen.booklets.sentences import Entry, Sentences
from sheetgen.layout.primitives import CAP, MM, DieKind, Font, Ink, Line, Page, Rect
from sheetgen.layout.rows import Pip
from sheetgen.layout.themes import Look

# Lengths are millimetres, and sizes points, of a page that is then drawn larger or smaller
# throughout.

_SCALES = tuple(percent / 100 for percent in range(140, 38, -2))
"""Enlargements that are tried, the largest first; type is never smaller than the look allows."""
_TITLE = Type(48, Font.BLACK, align="ink", role="H1", least=12)
_VARIANT, _FACTS = Type(15, Font.BOLD, Ink.ACCENT), Type(9, ink=Ink.MUTED)
_VERB = Type(16, Font.BLACK, step=6.2, role="H2")
_PART = Type(16, Font.BLACK, Ink.ACCENT, step=6.2, role="H2")
_SAID, _ASKED = Type(11.5, step=5.0), Type(11.5, Font.BOLD, step=5.0)
_RULE, _ANSWER = Type(10.5, ink=Ink.MUTED, step=4.3), Type(9.75, ink=Ink.MUTED, step=4.3)
_NAME, _SUM = Type(14, Font.BOLD, role="H3"), Type(12, Font.BOLD, align="right")
_MOST, _COMMAND = Type(12, Font.BOLD, Ink.ACCENT, "right"), Type(7.5, ink=Ink.MUTED, step=3.4)
_STEP_DIE, _ROW_DIE, _ASKED_DIE, _BONUS_DIE, _ROW_GAP = 12.6, 8.1, 8.1, 5.7, 0.11
"""Sides of dice; the gap between those of a row is a share of their side."""
_AFTER_DICE, _BEFORE_WORTH, _GAP = 4.0, 4.0, 9.0
"""Gaps behind dice, before the points of a row, and between columns."""
_BOXES, _MOST_DICE = 0.56, 0.35
"""Width of the boxes on a wide page, and maximum width of dice in a row, as shares of the width
around them."""
_MOST_AIR = 6.0
"""Maximum height by which a row is higher than its words need."""


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
    sentences: Sentences, size: tuple[float, float], area: Rect, look: Look, command: str
) -> Page | None:
    """Return a page of this size with the rules in its type area, both in points; None if they have no room.

    On a wide page the boxes are beside everything else, on a high one between the turn and the rest. Where sentences
    have no room, boxes are explained in a few words, or else everything is.
    """
    wording, wide = sentences.wording, area.width > area.height
    ways = product(range(4), (wide, not wide), _SCALES)
    for brief, beside, scale in sorted(
        ways, key=lambda way: way[2] < 1
    ):  # fewer words rather than small ones
        format_ = Format(*size, scale, (area.x, area.y), look, wording.catalog.dice, wording.dice)
        height, air = area.height / scale / MM, 0.0
        for _ in range(2):  # the second time with the height that was free
            page = _Reverse(
                format_,
                0.0,
                area.width / scale / MM,
                wording.title,
                sentences=sentences,
                brief=brief,
            )
            air = min(
                (height - page.paint(command, air, beside=beside)) / len(sentences.entries),
                _MOST_AIR,
            )
            if air < 0:
                break
        else:
            return page.page()
    return None


def parts_of(sentences: Sentences) -> Iterator[Passage]:
    """Yield everything that follows the boxes: bonuses, Yachts, zeros, columns, and the end."""
    text, whole, path, game = sentences.text, sentences.whole, sentences.path, sentences.ruleset
    shown = {
        sentences.wording.row(total.id): sentences.numbers_of(total)
        for total in game.all_totals.values()
    }
    for name, worth, said in sentences.bonuses:
        numbers, each = shown[name]
        dice: list[Pip] = [(number, "solid") for number in numbers if each]
        product = f"× {each} = {each * sum(numbers)}"
        yield Passage(
            name, said, worth if worth[:1] in "−" else f"+ {worth}", dice=dice, product=product
        )
    if path:
        yield Passage(
            path.heading, steps=[(asked, " ".join(answers)) for asked, answers in path.steps]
        )
    if sentences.zeros[0]:
        yield Passage(*sentences.zeros)
    winner = [*whole.winner_rules()]
    known = {" ".join(winner), *(whole.joker_rules() if path else ())}
    if sentences.table.several:  # the first rule for the winner is the worth of columns
        order = [*(each for each in whole.order_rules() if each not in known), *winner[:1]]
        yield Passage(
            text("booklet", "A player's columns"), " ".join((sentences.table.lead[0], *order))
        )
        known |= {*order}
    rules = (
        each
        for each in whole.reminders(on_paper=False)[1:]
        if each not in known and each not in sentences.end
    )
    yield Passage(text("booklet", "The end"), " ".join((*rules, sentences.end)))


class _Reverse(Leaf, kw_only=True):
    """Page while it is drawn."""

    sentences: Sentences
    brief: int
    """Level of brevity: 0 for all words, 1 without the dice of bonuses, 2 with short boxes, 3 in
    short."""

    def paint(self, command: str, air: float, *, beside: bool) -> float:
        """Draw everything, with this height of air in each row, and return the lower end."""
        sentences = self.sentences
        y = draw_title(self, sentences, 0.0, _TITLE, _VARIANT)
        facts, left = (
            f"{sentences.whole.facts()} · {sentences.wins}",
            self.wide(sentences.whole.variant, _VARIANT),
        )
        if left:
            self.text(
                left + _AFTER_DICE,
                y - 0.35 * _VARIANT.size,
                facts,
                _FACTS,
                self.width - left - _AFTER_DICE,
            )
        boxes = Rect(0.0, y + 1.5, (_BOXES if beside else 1.0) * self.width, 0.0)
        left = boxes.right + _GAP if beside else 0.0
        rest = replace(boxes, x=left, width=self.width - left)
        steps = [
            Passage(verb, said, number=number)
            for number, (verb, said) in enumerate(sentences.steps, 1)
        ]
        y, columns = rest.y, 2 - beside
        for first in range(0, len(steps), columns):
            y = self._in_columns(steps[first : first + columns], replace(rest, y=y), columns)
        end = self._draw_boxes(boxes if beside else replace(boxes, y=y), air)
        short = Passage(sentences.text("booklet", "In short"), " ".join(sentences.reminders))
        rest = replace(rest, y=y if beside else end + 4.5)
        end = max(
            end,
            self._in_columns([short] if self.brief > 2 else [*parts_of(sentences)], rest, columns),
        )
        x = rest.x + rest.width / 2
        if columns > 1 and self.brief < 3:
            self.items.append(
                Line(*self.place(x, rest.y), *self.place(x, end - 3.6), self.format.look.hairline)
            )
        return self.para(0.0, end, self.width, command, self._grown(_COMMAND)) if command else end

    def _grown(self, kind: Type) -> Type:
        """Return the type in its size and step on this page, where none is smaller than the look allows."""
        factor = max(1.0, self.format.look.smallest / (kind.size * self.format.scale))
        return replace(kind, size=factor * kind.size, step=factor * kind.step)

    def _in_columns(self, parts: Sequence[Passage], place: Rect, columns: int) -> float:
        """Draw parts in columns, the highest of which is as low as can be, and return its lower end."""
        columns = min(columns, len(parts))
        width = (place.width - (columns - 1) * _GAP) / columns
        tried = _Reverse(self.format, 0.0, sentences=self.sentences, brief=self.brief)
        heights = [tried._draw_part(part, Rect(0.0, 0.0, width, 0.0)) for part in parts]
        ways = [
            [[each == column for each in way] for column in range(columns)]
            for way in product(range(columns), repeat=len(parts))
        ]
        ends = []
        for column, inside in enumerate(
            min(ways, key=lambda way: max(sum(compress(heights, each)) for each in way))
        ):
            y = place.y
            for part in compress(parts, inside):
                y = self._draw_part(part, Rect(place.x + column * (width + _GAP), y, width, 0.0))
            ends.append(y)
        return max(ends)

    def _draw_part(self, part: Passage, place: Rect) -> float:
        """Draw a part, and return its lower end."""
        if part.number:
            return self._numbered(
                place, (part.number, "solid", _STEP_DIE), (part.heading, _VERB), (part.said, _SAID)
            )
        room = place.width - (self.wide(part.worth, WORTH) + _BEFORE_WORTH if part.worth else 0.0)
        y = self.para(place.x, place.y, room, part.heading, self._grown(_PART)) + 0.6
        if part.worth:
            self.text(place.right, y - BASE * _PART.step, part.worth, WORTH)
        y = (
            self.para(place.x, y, place.width, part.said, self._grown(_SAID))
            if part.said
            else y + 0.9
        )
        if part.dice and not self.brief:
            end = self.dice(place.x, y + 1.2, _BONUS_DIE, part.dice) + 2.4
            self.text(
                end, y + 1.2 + _BONUS_DIE / 2 + 1.5, part.product, self._grown(_SUM).at("left")
            )
            y += _BONUS_DIE + 1.8
        for number, (asked, answer) in enumerate(part.steps, 1):
            at = replace(place, y=y)
            y = (
                self._numbered(at, (number, "open", _ASKED_DIE), (asked, _ASKED), (answer, _ANSWER))
                - 1.5
            )
        return y + 3.6

    def _numbered(
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
        self.numeral(place.x, place.y, side, face, kind)
        x, y = place.x + side + 3.6, place.y - 0.4
        for text, type_ in (head, said):
            y = self.para(x, y, place.right - x, text, self._grown(type_))
        return max(y, place.y + side) + 3.0

    def _draw_boxes(self, place: Rect, air: float) -> float:
        """Draw a row for each entry: a roll that counts, name, rule, sum and points.

        Return the end of the last one.
        """
        sentences, entries, most = self.sentences, self.sentences.entries, self._grown(_MOST)
        y = (
            self.para(
                place.x,
                place.y,
                place.width,
                sentences.text("booklet", "The boxes"),
                self._grown(_PART),
            )
            + 0.8
        )
        self.rule(y, place.x, place.right, heavy=True)
        worths = [
            (each.worth, WORTH) if each.worth else (sentences.most(each), most) for each in entries
        ]
        right = place.right - max(self.wide(*worth) for worth in worths) - _BEFORE_WORTH
        across = max(row_width(len(_dice(each)), 1.0, _ROW_GAP) for each in entries)
        side = min(_ROW_DIE, _MOST_DICE * place.width / across)
        middle = Rect(
            place.x + across * side + _AFTER_DICE,
            0.0,
            right - place.x - across * side - _AFTER_DICE,
            air,
        )
        with self.element("Table"):
            for entry, worth in zip(entries, worths, strict=True):
                if entry is not entries[0]:
                    self.rule(y, place.x, place.right)
                with self.element("TR"):
                    end = self._draw_entry(entry, replace(middle, y=y))
                    with self.element("TD"):
                        self.dice(place.x, (y + end - side) / 2, side, _dice(entry), _ROW_GAP)
                    with self.element("TD"):
                        self.text(place.right, (y + end + worth[1].size * POINT * CAP) / 2, *worth)
                y = end
        self.rule(y, place.x, place.right, heavy=True)
        return y

    def _draw_entry(self, entry: Entry, place: Rect) -> float:
        """Draw the words of an entry, with as much air as the place has height.

        Return the lower end of its row.
        """
        name, said, total = map(self._grown, (_NAME, _RULE, _SUM))
        rolled = (
            "" if entry.worth else next((words for _, words in self.sentences.rolls(entry)), "")
        )
        named, points = zip(entry.categories, entry.names, strict=True), self.sentences.points
        also, catalog = (
            ((name, points.get(each.id)) for each, name in named),
            self.sentences.wording.catalog,
        )
        more = "; ".join(catalog.said_of(name, each) for name, each in also if each)
        rule = f"{entry.rule} {more}." if more and entry.merged else entry.rule
        rule, narrow = entry.hint if self.brief > 1 else rule, self.wide(rolled, total) + 3
        lines, inside = (
            self.lines(rule, max(place.width - less, 1), said)
            for less in (0, narrow * bool(rolled))
        )
        base = place.y + place.height / 2 + 2.2 + name.size * POINT * CAP
        end = base + 2.1 + len(lines) * said.step + place.height / 2
        with self.element("TH", scope="Row"):
            self.text(place.x, base, entry.name, name, place.width)
        with self.element("TD"):
            if self.wide(entry.name, name) + narrow <= place.width:
                middle = (place.y + end + total.size * POINT * CAP) / 2
                self.text(place.right, middle if len(inside) == len(lines) else base, rolled, total)
            self.set(inside if len(inside) == len(lines) else lines, place.x, base + 1.2, said.step)
        return end


def _dice(entry: Entry) -> Sequence[Pip]:
    """Return the dice of an entry: a roll that counts, or a die of each number."""
    if entry.merged or entry.sample is None:
        return entry.dice
    return entry.sample.dice
