"""The tables of a booklet: the columns of a player, their sums with numbers, and a full sheet."""

from collections.abc import Iterator, Sequence
from math import ceil, inf

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import Book, Leaf, Weight
from sheetgen.booklets.chapters import Chapters, ColumnsChapter, MatchText, SumsChapter
from sheetgen.booklets.columns import OPEN, SAID, Equation
from sheetgen.booklets.measures import (
    A5,
    BODY,
    CARD,
    COLUMNS,
    PART,
    POINT,
    SMALL,
    SUMS,
    TABLE,
    Type,
)
from sheetgen.booklets.sentences import Sentences, points_of
from sheetgen.layout.primitives import CAP, Font, Ink, Rect
from sheetgen.layout.rows import Pip, pattern_pips
from sheetgen.rules.ruleset import Total, boxes_of

# rows of boxes in one or several columns

_NO_BOX: tuple[str, Weight] = "", "grand"
"""Place of a row without a box; the box of the grand total is drawn by itself."""


class Row(Struct, frozen=True):
    """Row of a table."""

    name: str
    cells: Sequence[tuple[str, Weight]]
    """Boxes with the weights of their lines."""
    icon: Sequence[Pip] | str = ()
    """Dice of the row, or the sign of a sum."""
    dice: Sequence[Pip] = ()
    """Roll in the only box."""
    said: Sequence[str] = ()
    """Arithmetic of a sum, from the longest wording to the shortest."""
    bonus: int = 0


class Grid(Struct, frozen=True):
    """Table whose rows have a name and a box in each column, in mm.

    Unless `across` is 0, they have a sum of all columns too.
    """

    key: str
    """Key of the table in the structure of the page."""
    count: int
    """Number of columns."""
    widest: float
    """Maximum width of a box."""
    label: float
    """Width of the names of rows."""
    across: float = 0.0
    """Width of a sum of all columns."""

    def box_spans(self, leaf: Leaf) -> list[tuple[float, float]]:
        """Return the left ends and widths of the boxes of a row."""
        gap = TABLE.gap if self.count < TABLE.many_columns else TABLE.gap / 2
        width = min(self.widest, (leaf.width - self.label - self.across) / self.count - gap)
        left = leaf.right + gap - self.count * (width + gap) - self.across
        places = [(left + place * (width + gap), width) for place in range(self.count)]
        if self.across:
            places.append((leaf.right - self.across + gap, self.across - gap))
        return places

    def heads(self, leaf: Leaf, chapter: ColumnsChapter, y: float) -> float:
        """Draw the signs and names of columns above a rule, and return the top of the first row.

        Signs alone are enough where a name has no room in one of the languages.
        """
        kind, places = TABLE.head_name, self.box_spans(leaf)
        room = places[0][1] - TABLE.head_padding
        least = kind.of(kind.least)
        is_named = all(leaf.width_of(name, least) <= room for name in chapter.names_in_all)
        top = y if is_named else y + TABLE.tile_drop_alone
        with leaf.again(self.key, "Table"), leaf.element("TR"):
            leaf.add("TD")
            for (x, width), (sign, name, _) in zip(places, chapter.rules, strict=False):
                middle = x + width / 2
                with leaf.element("TH", scope="Column"):
                    leaf.draw_tile(middle - TABLE.tile / 2, top, TABLE.tile, sign)
                    said, base = name if is_named else "", y + TABLE.head_name_drop
                    leaf.text(middle, base, said, kind, width - TABLE.head_padding)
            if self.across:
                leaf.add("TD")
        leaf.draw_rule(y + TABLE.head_height, heavy=True)
        return y + TABLE.head_height + TABLE.head_gap

    def row(self, leaf: Leaf, row: Row, top: float, high: float) -> None:
        """Draw a row of this height, with the dice and the arithmetic that it has."""
        places = self.box_spans(leaf)
        cells = [*row.cells, *[_NO_BOX] * (len(places) - len(row.cells))]
        most_size = min(TABLE.points_share * high, TABLE.points_width_share * places[0][1])
        kind = TABLE.points.of(min(TABLE.points.size, most_size))
        sum_kind = replace(kind, ink=Ink.ACCENT, font=Font.BOLD)
        with leaf.again(self.key, "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                self._draw_head(leaf, row, top, high)
            for (x, width), (points, weight) in zip(places, cells, strict=True):
                if weight == "grand":
                    leaf.add("TD")
                    continue
                leaf.draw_box(Rect(x, top, width, high), min(TABLE.radius, high / 4), weight)
                with leaf.element("TD"):
                    middle, base = x + width / 2, top + high / 2 + kind.size * POINT * CAP / 2
                    room = width - 2 * TABLE.beside_points
                    leaf.text(middle, base, points, kind if weight == "box" else sum_kind, room)

    def _draw_head(self, leaf: Leaf, row: Row, top: float, high: float) -> None:
        """Draw all of a row that is before its first box."""
        side = min(TABLE.icon, high - TABLE.icon_gap)
        icon_top, base = top + (high - side) / 2, top + high / 2 + TABLE.text_drop
        end, left = self._first_box(leaf, row), leaf.left
        if row.icon:
            left += max(TABLE.name_left, TABLE.icon_width * side + TABLE.gap)
        if row.icon and isinstance(row.icon, str):
            leaf.draw_tile(leaf.left, icon_top, side, row.icon)
        elif row.icon:
            leaf.draw_block(leaf.left, icon_top, side, row.icon)
        is_sum = row.cells[0][1] in ("sum", "grand")
        kind = TABLE.row_name.inked(Ink.ACCENT if is_sum else Ink.TEXT)
        room_end = leaf.left + TABLE.dice_left if row.dice else end - TABLE.name_gap
        name = leaf.fitted(row.name, kind, room_end - left)
        leaf.text(left, base, row.name, name, room_end - left)
        start = max(
            leaf.left + TABLE.dice_left, left + leaf.width_of(row.name, name) + TABLE.said_gap
        )
        room = end - TABLE.name_gap - start
        said = next((words for words in row.said if leaf.width_of(words, SMALL) <= room), "")
        leaf.text(start, base, said, SMALL)
        if row.dice:
            side = min(side, TABLE.dice_width / len(row.dice))
            leaf.draw_dice(leaf.left + TABLE.dice_left, icon_top, side, row.dice)
        if row.bonus:
            leaf.text(end - TABLE.name_gap, base, f"+ {row.bonus}", TABLE.bonus)

    def _first_box(self, leaf: Leaf, row: Row) -> float:
        """Return the left end of the first box of a row, the right margin if it has none."""
        for (x, _), (_, weight) in zip(self.box_spans(leaf), row.cells, strict=False):
            if weight != "grand":
                return x
        return leaf.right

    def total(self, leaf: Leaf, row: Row, y: float, high: float) -> None:
        """Draw the grand total.

        A bar with its name, its points, and its addends where there is most room.
        """
        places = self.box_spans(leaf)
        is_wide = self.count > 1 and self.across < self.label / 2
        start = places[0 if is_wide else -1][0]
        points = row.cells[0][0]
        with leaf.again(self.key, "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                name = leaf.fitted(row.name, TABLE.total_name, TABLE.total_name_width)
                width = start - leaf.left - TABLE.total_gap
                in_bar = leaf.draw_bar(Rect(leaf.left, y, width, high), row.name, name)
                if start - leaf.left < leaf.width / 2:  # the addends are in the box
                    kind, x = TABLE.addends, start + TABLE.total_padding
                    taken = leaf.width_of(points, TABLE.total)
                    room = leaf.right - start - TABLE.total_addends_gap - taken
                else:
                    kind = TABLE.addends.at("right").inked(in_bar.ink)
                    x, taken = start - TABLE.total_addends_right, leaf.width_of(row.name, name)
                    room = start - leaf.left - TABLE.total_addends_room - taken
                _draw_addends(leaf, row.said, kind, Rect(x, y, room, high))
            leaf.draw_box(Rect(start, y, leaf.right - start, high), TABLE.total_radius, "grand")
            for _ in places[1:]:
                leaf.add("TD")
            with leaf.element("TD"):
                x, base = leaf.right - TABLE.total_padding, y + high / 2 + TABLE.total_drop
                leaf.text(x, base, points, TABLE.total, leaf.right - start - 4)


def _draw_addends(leaf: Leaf, ways: Sequence[str], kind: Type, place: Rect) -> None:
    """Draw the first wording that has room on two lines, beginning or ending at the place's x."""
    for words in ways:
        lines = leaf.lines(words, place.width, kind)
        if len(lines) <= 2:
            break
    else:
        return
    first_base = place.y + place.height / 2 + TABLE.total_addends_drop
    for number, line in enumerate(lines, -len(lines) + 1):
        base = first_base + (2 * number + len(lines) - 1) * SMALL.step / 2
        leaf.text(place.x, base, " ".join(run.text for run in line), kind, place.width)


# the columns, on a card that is partly filled

_WEIGHTS: dict[str, Weight] = {OPEN: "section", SAID: "dashed", "": "hairline"}
"""Lines of the boxes with marks; others are written in."""


def draw_columns(book: Book, chapters: Chapters) -> None:
    """Draw the started card with its open boxes, the key to it, and the rule of each column."""
    chapter = chapters.columns
    if chapter is None:
        return
    leaf, rules = book.leaf(chapter.heading), chapter.rules
    y = leaf.para(leaf.left, A5.lead_top, leaf.width, chapter.lead) + COLUMNS.table_gap
    grid = Grid("picture", len(rules), COLUMNS.box_width, COLUMNS.label_width)
    y = grid.heads(leaf, chapter, y)
    places, height = _places_of_rules(leaf, rules)
    room = A5.last_line - y - height - COLUMNS.below_table
    has_own_page = room < COLUMNS.least_row_height * len(chapter.rows)
    if has_own_page:
        room += height
    row_height = min(COLUMNS.row_height, room / len(chapter.rows))
    for name, icon, marks in chapter.rows:
        cells = [(mark.replace(SAID, ""), _WEIGHTS.get(mark, "box")) for mark in marks]
        grid.row(leaf, Row(name, cells, icon), y, row_height - COLUMNS.row_gap)
        y += row_height
    y += COLUMNS.key_gap
    _draw_key(leaf, chapter.key, y)
    y += COLUMNS.key_height
    if has_own_page:
        leaf, y = book.leaf(""), A5.lead_top
    for (over, drop), rule in zip(places, rules, strict=True):
        _draw_rule(leaf, rule, leaf.left + over * COLUMNS.rule_step, y + drop)


def _places_of_rules(
    leaf: Leaf, rules: Sequence[tuple[str, str, str]]
) -> tuple[list[tuple[int, float]], float]:
    """Return the column and the top of each rule, below the first one, and the height of all.

    Rules are side by side in pairs. If this takes much more room, each is in the column that is
    shorter until then.
    """
    heights = []
    for _, _, said in rules:
        lines = leaf.lines(said, COLUMNS.rule_text_width, COLUMNS.text)
        text_height = len(lines) * COLUMNS.text.step
        heights.append(max(COLUMNS.rule_height, COLUMNS.rule_head_height + text_height))
    in_pairs, height_of_pairs = _in_pairs(heights)
    closest, least_height = _in_shorter_column(heights)
    if height_of_pairs <= least_height + COLUMNS.most_lost:
        return in_pairs, height_of_pairs
    return closest, least_height


def _in_pairs(heights: Sequence[float]) -> tuple[list[tuple[int, float]], float]:
    """Return the places of rules with these heights, two in a row, and the height of all."""
    places: list[tuple[int, float]] = []
    top = 0.0
    for first in range(0, len(heights), 2):
        pair = heights[first : first + 2]
        places += [(over, top) for over in range(len(pair))]
        top += max(pair)
    return places, top


def _in_shorter_column(heights: Sequence[float]) -> tuple[list[tuple[int, float]], float]:
    """Return the places of rules, each in the shorter column, and the height of all."""
    ends, places = [0.0, 0.0], []
    for height in heights:
        over = int(ends[1] < ends[0])
        places.append((over, ends[over]))
        ends[over] += height
    return places, max(ends)


def _draw_key(leaf: Leaf, key: Sequence[tuple[str, str]], y: float) -> None:
    """Draw the marks of boxes with their meanings, in a line."""
    x = leaf.left
    for mark, said in key:
        weight = _WEIGHTS.get(mark, "box")
        leaf.draw_box(Rect(x, y, COLUMNS.key_box_width, COLUMNS.key_box_height), 1.2, weight)
        kind = COLUMNS.key_mark.inked(Ink.TEXT if weight == "box" else Ink.ACCENT)
        middle = x + COLUMNS.key_box_width / 2
        leaf.text(middle, y + COLUMNS.key_mark_drop, mark.replace(SAID, ""), kind)
        leaf.text(x + COLUMNS.key_text_left, y + COLUMNS.key_text_drop, said, SMALL)
        x += COLUMNS.key_width + leaf.width_of(said, SMALL)


def _draw_rule(leaf: Leaf, rule: tuple[str, str, str], x: float, y: float) -> None:
    """Draw the sign, the name and the rule of a column."""
    sign, name, said = rule
    leaf.draw_rule(y, x, x + COLUMNS.rule_width)
    text_x = x + COLUMNS.rule_text_left
    with leaf.again("rules", "L"), leaf.element("LI"), leaf.element("LBody"):
        leaf.draw_tile(x, y + COLUMNS.rule_tile_drop, COLUMNS.rule_tile, sign)
        base = y + COLUMNS.rule_name_drop
        leaf.text(text_x, base, name, COLUMNS.name, COLUMNS.rule_name_width)
        top = y + COLUMNS.rule_text_drop
        leaf.para(text_x, top, COLUMNS.rule_text_width, said, COLUMNS.text)


# sums and differences


def draw_sums(book: Book, chapters: Chapters) -> None:
    """Draw the page with the rule and the arithmetic of every total.

    Up to three totals are below the full sheet. Sums of many columns are on a page of their own.
    """
    chapter = chapters.sums
    if chapter is None or not chapter.equations or _short_sums(chapters):
        return
    long, short = list[Equation](), list[Equation]()
    for equation in chapter.equations:
        has_many = _count_of_numbers(equation.tokens) > SUMS.most_numbers_beside_others
        (long if has_many else short).append(equation)
    leaf = book.leaf(chapter.heading)
    if not short:
        _draw_equations(leaf, chapter, A5.lead_top, BODY)
        return
    _draw_equations(leaf, replace(chapter, equations=short), A5.lead_top, BODY)
    if long:
        _draw_equations(book.leaf(""), replace(chapter, lead="", equations=long), A5.lead_top, BODY)


def _draw_equations(leaf: Leaf, chapter: SumsChapter, y: float, kind: Type) -> float:
    """Draw a sentence about the numbers, in this type, and all totals; return their lower end."""
    y = leaf.para(leaf.left, y, leaf.width, chapter.lead, kind) + SUMS.lead_gap
    previous, rows = "", list[tuple[Equation, bool, float]]()
    for equation in chapter.equations:
        is_new = equation.name != previous
        share = SUMS.beside_share if _is_beside(leaf, equation) or not is_new else 1.0
        rows.append((equation, is_new, share))
        previous = equation.name
    step = min(SUMS.height, (A5.last_line - y) / sum(share for _, _, share in rows))
    widest = _most_beside_notes(leaf, chapter.equations, SUMS.beside_share * step)
    for equation, is_new, share in rows:
        with leaf.again("sums", "Table"), leaf.element("TR"):
            left, top = leaf.left, y
            with leaf.element("TH", scope="Row"):
                if is_new:
                    left, top = _draw_name(leaf, equation, y)
            with leaf.element("TD"):
                place = Rect(left, top, leaf.right - left, y + share * step - top)
                _draw_arithmetic(leaf, equation, place, widest if equation.note else inf)
        y += share * step
    return y


def _is_beside(leaf: Leaf, equation: Equation) -> bool:
    """Check whether the name and the rule of a total have room beside its arithmetic."""
    numbers, least = _count_of_numbers(equation.tokens), SMALL.of(SMALL.least)
    has_room = leaf.width_of(equation.rule, least) <= SUMS.beside_width - SUMS.beside_gap
    return not equation.note and numbers <= SUMS.most_numbers_beside and has_room


def _draw_name(leaf: Leaf, equation: Equation, y: float) -> tuple[float, float]:
    """Draw the name and the rule of a total, and return the place for its arithmetic."""
    x, width = leaf.left, SUMS.beside_width - SUMS.beside_gap
    leaf.draw_rule(y, heavy=True)
    leaf.text(x, y + SUMS.name_drop, equation.name, SUMS.name, width)
    if _is_beside(leaf, equation):
        leaf.text(x, y + SUMS.rule_drop, equation.rule, SMALL, width)
        return x + SUMS.beside_width, y
    room = leaf.width - SUMS.beside_width
    if leaf.width_of(equation.rule, SMALL.of(SMALL.least)) > room:
        leaf.text(x, y + SUMS.name_drop + SMALL.step, equation.rule, SMALL, leaf.width)
        return x, y + SUMS.head_height + SMALL.step
    leaf.text(leaf.right, y + SUMS.name_drop, equation.rule, SMALL.at("right"), room)
    return x, y + SUMS.head_height


def _most_beside_notes(leaf: Leaf, equations: Sequence[Equation], height: float) -> float:
    """Return the maximum width of numbers beside notes, all of which are to be this high.

    One width is for all of them, so that the numbers are below each other.
    """
    widest = SUMS.number_width
    for equation in equations:
        while equation.note and widest > SUMS.least_beside_note:
            left = leaf.left + _width_of_signs(equation.tokens) + SUMS.result_width
            left += _count_of_numbers(equation.tokens) * (widest + SUMS.box_gap)
            lines = leaf.lines(equation.note, leaf.right - left, SUMS.note)
            if len(lines) * SUMS.note_step <= height:
                break
            widest -= SUMS.narrower
    return widest


def _draw_arithmetic(leaf: Leaf, equation: Equation, place: Rect, widest: float) -> None:
    """Draw the numbers of a total in boxes, with signs between them, and a note at the right.

    Numbers that have no room in one line are in several, with the result at the end of the last.
    """
    gap, tile = SUMS.box_gap, SUMS.tile
    room = place.width - SUMS.result_width
    lines = _lines_of_tokens(equation.tokens, room)
    box = min(SUMS.box_height, place.height / len(lines) - gap)
    width = min(SUMS.number_width, widest, *(_number_width(line, room) for line in lines))
    kind = Type(min(SUMS.number_size, 1.35 * width, 2.0 * box), align="middle")
    x, y = place.x, place.y + (place.height - len(lines) * (box + gap) + gap) / 2
    for number, line in enumerate(lines):
        if number:
            x, y = place.x, y + box + gap
        base = y + box / 2 + kind.size * POINT * 0.35
        for said, label in line:
            if label:
                leaf.draw_box(Rect(x, y, width, box), SUMS.radius)
                leaf.text(x + width / 2, base, said, kind)
                x += width + gap
            elif said in "()":
                leaf.text(x, base, said, kind.at("left"))
                x += SUMS.bracket_width
            else:
                leaf.draw_tile(x, y + (box - tile) / 2, tile, said)
                x += tile + gap
    width = SUMS.result_width - SUMS.result_gap
    leaf.draw_box(Rect(x, y, width, box), SUMS.radius, "section")
    result = Type(kind.size, Font.BLACK, Ink.ACCENT, "middle")
    leaf.text(x + width / 2, base, equation.result, result)
    if equation.note:
        left = x + SUMS.result_width
        note_lines = leaf.lines(equation.note, leaf.right - left, SUMS.note)
        top = y + box / 2 - 0.5 * len(note_lines) * SUMS.note_step
        leaf.set(note_lines, left, top, SUMS.note_step)


def _lines_of_tokens(tokens: Sequence[tuple[str, str]], room: float) -> list[list[tuple[str, str]]]:
    """Return the numbers and signs of a total in as few lines as have room.

    Lines have equally many numbers if they can; all but the first begin with a sign.
    """
    numbers = _count_of_numbers(tokens)
    digits = max((len(said) for said, label in tokens if label), default=0)
    if numbers > SUMS.most_numbers_beside_others:
        digits = max(digits, SUMS.digits_of_many)
    width = max(SUMS.least_number_width, digits * SUMS.digit_width)
    least = _width_of_signs(tokens) + numbers * (width + SUMS.box_gap)
    numbers_a_line = ceil(numbers / ceil(least / room))
    lines = list[list[tuple[str, str]]]([[]])
    in_line, in_all = 0, 0
    for said, label in tokens:
        is_sign = not label and said not in "()"
        if is_sign and in_line == numbers_a_line and in_all < numbers:
            lines.append([])
            in_line = 0
        lines[-1].append((said, label))
        if label:
            in_line += 1
            in_all += 1
    return lines


def _number_width(tokens: Sequence[tuple[str, str]], room: float) -> float:
    """Return the width of each number of a line that fills this room."""
    return (room - _width_of_signs(tokens)) / _count_of_numbers(tokens) - SUMS.box_gap


def _count_of_numbers(tokens: Sequence[tuple[str, str]]) -> int:
    """Return how many numbers are among the numbers and signs of a line."""
    return sum(bool(label) for _, label in tokens)


def _width_of_signs(tokens: Sequence[tuple[str, str]]) -> float:
    """Return the width of all signs and brackets of a line."""
    width = 0.0
    for said, label in tokens:
        if not label:
            width += SUMS.bracket_width if said in "()" else SUMS.tile + SUMS.box_gap
    return width


# a full card


def draw_end(book: Book, chapters: Chapters) -> None:
    """Draw the end of the game, the winner, and a full card with its dice.

    Columns that decide the game are on a page of their own.
    """
    heading, sentences = chapters.end.heading, chapters.sentences
    leaf = book.leaf(heading)
    y = leaf.para(leaf.left, A5.lead_top, leaf.width, chapters.end.said)
    if any(category.boxes > 1 for category in sentences.ruleset.categories.values()):
        rows = [*_rows_of_categories(sentences)]
    else:
        rows = [*_rows_of_card(sentences)]
    pages = max(1, -(-len(rows) // CARD.most_rows))
    for number in range(pages):
        if number:
            leaf, y = book.leaf("", heading), CARD.next_top
        part = rows[number * len(rows) // pages : (number + 1) * len(rows) // pages]
        _draw_card(leaf, chapters, part, y, last=number == pages - 1)
    if chapters.card.match:
        _draw_match_page(book, chapters, chapters.card.match)


def _draw_card(
    leaf: Leaf, chapters: Chapters, rows: Sequence[Row], y: float, *, last: bool
) -> None:
    """Draw rows of the full card below this height and, at its end, the total and the notes."""
    grid = _grid_of_card(leaf, rows)
    y = _draw_card_heads(leaf, chapters, grid, y)
    notes = leaf.lines(" ".join(chapters.card.notes), leaf.width, SMALL) if last else []
    has_total = last and not chapters.card.match
    plain_rows = rows[:-1] if has_total else rows
    room = A5.last_line - y - len(notes) * SMALL.step - CARD.notes_gap
    if has_total:
        room -= CARD.total_room
    if last:
        room -= _height_below_card(leaf, chapters)
    most = CARD.row_height_of_several if chapters.several else CARD.row_height
    step = min(most, room / max(len(plain_rows), 1))
    for place, row in enumerate(plain_rows):
        if place and not chapters.several:
            rule_end = grid.box_spans(leaf)[0][0] - 1.5
            leaf.draw_rule(y - CARD.row_gap / 2, leaf.left, rule_end)
        grid.row(leaf, row, y, step - CARD.row_gap)
        y += step
    if has_total:
        grid.total(leaf, rows[-1], y + CARD.total_gap, CARD.total_height)
        y += CARD.notes_drop
    y = leaf.set(notes, leaf.left, y, SMALL.step)
    if last:
        _draw_below_card(leaf, chapters, y)


def _short_sums(chapters: Chapters) -> SumsChapter | None:
    """Return the sums if they are below something else; None if they have a page, or are none.

    Below a full sheet there is room for one line of numbers in each.
    """
    sums = chapters.sums
    if not sums or not 0 < len(sums.equations) <= SUMS.most_below_card:
        return None
    most_numbers = max(_count_of_numbers(equation.tokens) for equation in sums.equations)
    if most_numbers > SUMS.most_numbers_beside_others and not chapters.card.match:
        return None
    return sums


def _height_below_card(leaf: Leaf, chapters: Chapters) -> float:
    """Return the height of the sums below the full card."""
    sums = _short_sums(chapters)
    if not sums or chapters.card.match:
        return 0.0
    height = CARD.sums_room + CARD.sums_room_of_each * len(sums.equations)
    return height + (len(leaf.lines(sums.lead, leaf.width, SMALL)) - 1) * SMALL.step


def _draw_below_card(leaf: Leaf, chapters: Chapters, y: float) -> None:
    """Draw the sums, as high as there is room, unless they are beside the match points."""
    sums = _short_sums(chapters)
    if sums and not chapters.card.match:
        leaf.text(leaf.left, y + CARD.sums_heading_drop, sums.heading, PART)
        _draw_equations(leaf, sums, y + CARD.sums_drop, SMALL)


def _draw_match_page(book: Book, chapters: Chapters, match: MatchText) -> None:
    """Draw the sums, if they are short, and the columns of some players with their match points."""
    sums = _short_sums(chapters)
    if sums:
        leaf = book.leaf(sums.heading)
        y = _draw_equations(leaf, sums, A5.lead_top, BODY) + CARD.match_gap
        leaf.text(leaf.left, y + CARD.sums_heading_drop, match.heading, PART)
        y += CARD.match_drop
    else:
        leaf, y = book.leaf(match.heading), A5.lead_top
    _draw_match(leaf, chapters, match, y)


def _draw_match(leaf: Leaf, chapters: Chapters, match: MatchText, y: float) -> None:
    """Draw the column totals of players, those that win in colour, with their match points."""
    count = len(match.standings[0].totals)
    across = max(CARD.across_width, leaf.width_of(match.points, SMALL) + CARD.match_points_gap)
    label = leaf.width - across - count * CARD.match_column
    grid = Grid("match", count, CARD.box_width_of_several, label, across)
    if chapters.columns:
        base = y + TABLE.head_name_drop
        leaf.text(leaf.right, base, match.points, SMALL.at("right"))
        y = grid.heads(leaf, chapters.columns, y)
    for player in match.standings:
        cells: list[tuple[str, Weight]] = []
        for total, wins in player.totals:
            cells.append((chapters.sentences.table.figures(total), "section" if wins else "box"))
        cells.append((str(player.points), "section"))
        grid.row(leaf, Row(player.name, cells), y, CARD.match_step - CARD.row_gap)
        y += CARD.match_step
    leaf.text(leaf.left, y + CARD.match_said_drop, match.said, SMALL)


def _grid_of_card(leaf: Leaf, rows: Sequence[Row]) -> Grid:
    """Return the table of a full card with these rows."""
    across = 0.0
    if any(weight == "section" for row in rows for _, weight in row.cells):
        across = CARD.across_width
    count = max(len(row.cells) for row in rows) - bool(across)
    if count == 1:
        return Grid("card", count, CARD.box_width, leaf.width - CARD.points_width, across)
    label = CARD.label_width if count < TABLE.many_columns else CARD.label_width_of_many
    return Grid("card", count, CARD.box_width_of_several, label, across)


def _draw_card_heads(leaf: Leaf, chapters: Chapters, grid: Grid, y: float) -> float:
    """Draw all that is above the rows of a full card, and return their top."""
    if y > CARD.heading_top:
        leaf.text(leaf.left, y + CARD.heading_drop, chapters.card.heading, PART, grid.label)
    if chapters.columns:
        return grid.heads(leaf, chapters.columns, y + CARD.heads_drop)
    full = chapters.categories.states[0]
    leaf.text(leaf.right, y + CARD.heading_drop, full, SMALL.at("right"))
    leaf.draw_rule(y + CARD.rule_drop, heavy=True)
    return y + CARD.rows_drop


def _rows_of_card(sentences: Sentences) -> Iterator[Row]:
    """Yield the rows of a card with one box for each category, in one or several columns."""
    table, game = sentences.table, sentences.ruleset
    sums = [table.equations[-1].said.rpartition(" ")[0]] if table.several else []
    for row in sentences.card_rows:
        box = game.boxes.get(row.id)
        weight: Weight = "box" if box else "sum"
        cells = [(table.figures(points), weight) for points in row.points]
        if not cells:
            cells = [_NO_BOX] * len(table.ruleset.columns)
        across: Weight = "section"
        cells += [(table.figures(points), across) for points in row.across]
        if not table.several:
            yield Row(row.name, cells, (), row.dice, row.whats, row.bonus)
            continue
        icon = pattern_pips(box.category, game) if box else _sign(game.all_totals.get(row.id))
        said = sums if row.id == "total" else []
        yield Row(row.name, cells, icon, row.dice, said, row.bonus)


def _sign(total: Total | None) -> str:
    """Return the sign of a total: how it is made of its addends."""
    if total and total.times:
        return "×"
    is_bonus = total and (total.steps or total.kind == "extra_yachts")
    return "+" if is_bonus else "="


def _rows_of_categories(sentences: Sentences) -> Iterator[Row]:
    """Yield the rows of a card whose categories have several boxes.

    These, their sum, and the points for that.
    """
    game, card, figures = sentences.ruleset, sentences.card, sentences.table.figures
    most, bonuses = max(category.boxes for category in game.categories.values()), points_of(game)
    for category in game.categories.values():
        points = [card.by_box[box.id].points for box in boxes_of(category)]
        bonus = bonuses.get(category.id)
        cells: list[tuple[str, Weight]] = [(figures(number), "box") for number in points]
        cells += [_NO_BOX] * (most - len(points))
        cells.append((figures(sum(points)), "sum"))
        cells.append((figures(card.totals[bonus.id]), "section") if bonus else _NO_BOX)
        yield Row(sentences.wording.name(category), cells, pattern_pips(category, game))
    for total in game.all_totals.values():
        if len(total.of) > 1 or total.of[0] not in game.categories:
            end: tuple[str, Weight] = figures(card.totals[total.id]), "section"
            cells = [end] if total.id == "total" else [*[_NO_BOX] * (most + 1), end]
            said = () if total.steps else sentences.wording.arithmetic(total)
            yield Row(sentences.wording.row(total.id), cells, (), (), said)
