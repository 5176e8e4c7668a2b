"""The tables of a booklet: the columns of a player, their sums with numbers, and a full sheet."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import LAST, POINT, SMALL, Book, Leaf, Type, Weight
from sheetgen.booklets.columns import OPEN, SAID, Equation
from sheetgen.booklets.facts import CardRow
from sheetgen.booklets.sentences import Sentences, points_of
from sheetgen.layout.primitives import Font, Ink, Rect
from sheetgen.layout.rows import Pip, picture
from sheetgen.rules.ruleset import Category, Total, boxes_of

_PART = Type(14, Font.BLACK, Ink.ACCENT, role="H3")

# rows of boxes in several columns

_GAP, _NARROW = 1.2, 5
"""Gap between columns in mm, and the number of columns from which on it is half of that."""
_COLUMN_NAME, _ROW_NAME, _POINTS = Type(9, Font.BOLD, align="middle"), Type(10.5, Font.BOLD), Type(11, align="middle")


class _Grid(Struct, frozen=True):
    """Table with a name, a box in each column and, if it is as wide as this, a sum of all columns; in mm."""

    key: str
    """Key of the table in the structure of the page."""
    widest: float
    """Maximum width of a box."""
    label: float
    """Width of the names of rows."""
    across: float = 0.0

    def places(self, leaf: Leaf, count: int) -> list[tuple[float, float]]:
        """Return the left ends and widths of the boxes of a row."""
        gap = _GAP if count < _NARROW else _GAP / 2
        wide = min(self.widest, (leaf.width - self.label - self.across) / count - gap)
        left = leaf.right + gap - count * (wide + gap) - self.across
        found = [(left + place * (wide + gap), wide) for place in range(count)]
        return [*found, (leaf.right - self.across + gap, self.across - gap)] if self.across else found

    def heads(self, leaf: Leaf, sentences: Sentences, y: float) -> float:
        """Draw the signs and names of the columns above a rule, and return the top of the first row."""
        rules, least = sentences.table.rules, _COLUMN_NAME.of(_COLUMN_NAME.least)
        places = self.places(leaf, len(rules))
        named = all(leaf.wide(name, least) <= places[0][1] + 0.6 for _, name, _ in rules)  # or signs are enough
        with leaf.again(self.key, "Table"), leaf.element("TR"):
            for (x, wide), (sign, name, _) in zip(places, rules, strict=False):
                with leaf.element("TH", scope="Column"):
                    leaf.tile(x + wide / 2 - 2.7, y + (0 if named else 3), 5.4, sign)
                    leaf.text(x + wide / 2, y + 8.7, name * named, _COLUMN_NAME, wide + 0.6)
        leaf.rule(y + 9.9, heavy=True)
        return y + 11.1

    def row(
        self, leaf: Leaf, head: tuple[Sequence[Pip] | str, str], cells: Sequence[tuple[str, Weight]], top: float,
        high: float, count: int,
    ) -> None:  # fmt: skip
        """Draw a row of this height: dice or the sign of a sum, a name, and boxes with lines of these weights."""
        (icon, name), side, base = head, min(5.0, high - 0.4), top + high / 2 + 1.35
        with leaf.again(self.key, "Table"), leaf.element("TR"):
            if isinstance(icon, str):
                leaf.tile(leaf.left, top + (high - side) / 2, side, icon)
            else:
                leaf.block(leaf.left, top + (high - side) / 2, side, icon)
            kind = replace(_ROW_NAME, ink=Ink.ACCENT if isinstance(icon, str) else Ink.TEXT)
            with leaf.element("TH", scope="Row"):
                leaf.text(leaf.left + 9.3, base, name, kind, self.label - 11)
            for (x, wide), (said, weight) in zip(self.places(leaf, count), cells, strict=False):
                leaf.box(Rect(x, top, wide, high), min(1.5, high / 4), weight)
                ink, font = (Ink.TEXT, Font.REGULAR) if weight == "box" else (Ink.ACCENT, Font.BOLD)
                with leaf.element("TD"):
                    leaf.text(x + wide / 2, base, said, replace(_POINTS, ink=ink, font=font), wide)


# the columns, on a card that is partly filled

_ENTRY_NAME, _ENTRY = Type(13, Font.BLACK, role="H3"), Type(8.8, step=3.9)
_PITCH = 6.9
"""Maximum height of a row of the picture, in mm."""
_WEIGHTS: dict[str, Weight] = {OPEN: "section", SAID: "sum", "": "hairline"}
"""Lines of the boxes with marks; others are written in."""


def draw_columns(book: Book, sentences: Sentences) -> None:
    """Draw the started card with the boxes that are open, the key to it, and the rule of each column."""
    table, text = sentences.table, sentences.text
    leaf, grid = book.leaf(text("booklet", "The columns")), _Grid("picture", 18.6, 41.0)
    rows, rules = table.picture, table.rules
    y = grid.heads(leaf, sentences, leaf.para(leaf.left, 24, leaf.width, table.lead) + 3)
    heights = [max(12.0, 9.0 + len(leaf.lines(said, 47.5, _ENTRY)) * _ENTRY.step) for _, _, said in rules]
    below = sum(max(heights[place : place + 2]) for place in range(0, len(heights), 2)) + 9
    pitch = min(_PITCH, (LAST - y - below) / len(rows))
    for category, cells in rows:
        head = picture(category, sentences.ruleset), sentences.wording.name(category)
        shown = [(said, _WEIGHTS.get(said, "box")) for said in cells]
        grid.row(leaf, head, shown, y, pitch - 0.9, len(rules))
        y += pitch
    x, y = leaf.left, y + 1.2
    for mark, said in table.key:
        leaf.box(Rect(x, y, 7.2, 4.5), 1.2, _WEIGHTS[mark])
        leaf.text(x + 3.6, y + 3.4, mark, Type(9, ink=Ink.ACCENT, align="middle"))
        leaf.text(x + 8.7, y + 3.3, said, SMALL)
        x += 15 + leaf.wide(said, SMALL)
    y += 6.6
    for place in range(0, len(rules), 2):
        for over, (sign, name, said) in enumerate(rules[place : place + 2]):
            x = leaf.left + over * 62
            leaf.rule(y, x, x + 59)
            with leaf.again("rules", "L"), leaf.element("LI"), leaf.element("LBody"):
                leaf.tile(x, y + 1.8, 8.4, sign)
                leaf.text(x + 11.1, y + 5.4, name, _ENTRY_NAME, 47)
                leaf.para(x + 11.1, y + 6.3, 47.5, said, _ENTRY)
        y += max(heights[place : place + 2])


# sums and differences

_ADDEND, _RESULT, _TILE = 15.6, 18.0, 4.2
"""Maximum width of a number, width of a result and side of a sign, in mm."""


def draw_sums(book: Book, sentences: Sentences) -> None:
    """Draw every total with its rule and its arithmetic, with the numbers of the full sheet."""
    text, found = sentences.text, sentences.table.equations
    leaf = book.leaf(text("booklet", "Sums and differences"))
    said = text(
        "booklet", "Each column is added up by itself. The numbers are those of the first column of the full sheet."
    )
    y = leaf.para(leaf.left, 24, leaf.width, said) + 2.4
    names = [place == 0 or each.name != found[place - 1].name for place, each in enumerate(found)]
    step = min(14.4, (LAST - y) / (sum(names) + 0.62 * (len(names) - sum(names))))
    for each, is_new in zip(found, names, strict=True):
        high = step if is_new else 0.62 * step
        with leaf.again("sums", "Table"), leaf.element("TR"):
            _equation(leaf, each, y, high, is_new=is_new)
        y += high


def _equation(leaf: Leaf, each: Equation, y: float, high: float, *, is_new: bool) -> None:
    """Draw a total: its name and rule if they are new, then its arithmetic in boxes, with a note at the right."""
    if is_new:
        leaf.rule(y, heavy=True)
        with leaf.element("TH", scope="Row"):
            leaf.text(leaf.left, y + 4.2, each.name, Type(11, Font.BLACK, Ink.ACCENT), 50)
        with leaf.element("TD"):
            leaf.text(leaf.right, y + 4.2, each.rule, SMALL.at("right"), leaf.width - 53)
        y, high = y + 5.1, high - 5.1
    numbers = [said for said, label in each.tokens if label]
    box = min(6.6, high - 0.9)
    signs = sum(1 if said in "()" else _TILE + 1.2 for said, label in each.tokens if not label)
    wide = min(_ADDEND, (leaf.width - signs - _RESULT) / len(numbers) - 1.2)
    x, kind = leaf.left, Type(min(12.0, 1.35 * wide, 2.0 * box), align="middle")
    base = y + box / 2 + kind.size * POINT * 0.35
    with leaf.element("TD"):
        for said, label in each.tokens:
            if label:
                leaf.box(Rect(x, y, wide, box), 1.2)
                leaf.text(x + wide / 2, base, said, kind)
                x += wide + 1.2
            elif said in "()":
                leaf.text(x - 0.6, base, said, kind.at("left"))
                x += 1
            else:
                leaf.tile(x, y + (box - _TILE) / 2, _TILE, said)
                x += _TILE + 1.2
        leaf.box(Rect(x, y, _RESULT - 3, box), 1.2, "section")
        leaf.text(x + _RESULT / 2 - 1.5, base, each.result, Type(kind.size, Font.BLACK, Ink.ACCENT, "middle"))
    if each.note:
        left = x + _RESULT
        lines = leaf.lines(each.note, leaf.right - left, SMALL.of(7.8))
        with leaf.element("TD"):
            leaf.set(lines, left, y + box / 2 - 0.5 * len(lines) * 3.4, 3.4)


# a full card

_DICE, _COLUMN = 42.0, 28.5
"""Left end of the dice of a row, and width of a box, in mm."""
_ROWS = 26
"""Maximum number of rows on a page."""
_HINT = SMALL
_ADDED = Type(10, Font.BOLD, Ink.ACCENT, "right")


def draw_end(book: Book, sentences: Sentences) -> None:
    """Draw the end of the game, the winner, and a full card with its dice."""
    heading = sentences.text("booklet", "The end")
    leaf = book.leaf(heading)
    y = leaf.para(leaf.left, 24, leaf.width, sentences.end)
    if any(category.boxes > 1 for category in sentences.ruleset.categories.values()):
        _card_of_categories(leaf, sentences, y)
        return
    rows = list(sentences.card_rows)
    if sentences.table.several:
        _card_of_columns(leaf, sentences, rows, y)
        return
    pages = max(1, -(-len(rows) // _ROWS))
    for number in range(pages):
        part = rows[number * len(rows) // pages : (number + 1) * len(rows) // pages]
        if number:
            leaf, y = book.leaf("", heading), 6.0
        _card(leaf, sentences, part, y, last=number == pages - 1)


def _card(leaf: Leaf, sentences: Sentences, rows: Sequence[CardRow], y: float, *, last: bool) -> None:
    text = sentences.text
    base = max(46.5, y + 8.5) if y > 20 else 18.0
    leaf.text(leaf.left, base, text("booklet", "A full sheet"), _PART)
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
        leaf.text(box + _COLUMN / 2, base + 0.2, sentences.wording.catalog.number(row.points[0]), points)


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
    points = sentences.wording.catalog.number(row.points[0])
    with leaf.element("TD"):
        leaf.text(box + _COLUMN / 2, y + high / 2 + 2.2, points, Type(18, Font.BOLD, align="middle"))


# a full card of several columns


def _card_of_columns(leaf: Leaf, sentences: Sentences, rows: Sequence[CardRow], y: float) -> None:
    """Draw all columns of a player below this height; a sum of all of them is in the row that it sums."""
    count, catalog, game = len(sentences.table.rules), sentences.wording.catalog, sentences.ruleset
    grid = _Grid("card", 14.1, 43.8 if count < _NARROW else 36.0, 16.2 * any(row.across for row in rows))
    leaf.text(leaf.left, y + 11.7, sentences.text("booklet", "A full sheet"), _PART, grid.label)
    y = grid.heads(leaf, sentences, y + 3)
    notes = leaf.lines(" ".join(sentences.card_notes), leaf.width, SMALL)
    *plain, last = rows
    step = min(7.2, (LAST - y - 12.6 - len(notes) * SMALL.step) / len(plain))
    for row in plain:
        total, box = game.all_totals.get(row.id), game.boxes.get(row.id)
        icon = picture(box.category, game) if box else "+" if total and total.steps else "="
        cells: list[tuple[str, Weight]] = [(catalog.number(points), "box" if box else "sum") for points in row.points]
        cells += [(catalog.number(points), "section") for points in row.across]
        grid.row(leaf, (icon, row.name), cells, y, step - 0.9, count)
        y += step
    (x, _), *_ = grid.places(leaf, count)
    points, kind = catalog.number(last.points[0]), Type(17, Font.BLACK, Ink.ACCENT, "right")
    with leaf.again("card", "Table"), leaf.element("TR"):
        with leaf.element("TH", scope="Row"):
            leaf.bar(Rect(leaf.left, y + 0.6, x - leaf.left - 1.5, 10.5), last.name, Type(16, Font.BLACK))
        leaf.box(Rect(x, y + 0.6, leaf.right - x, 10.5), 2.4, "grand")
        with leaf.element("TD"):
            leaf.text(leaf.right - 3, y + 8, points, kind)
            said = sentences.table.equations[-1].said.rpartition(" ")[0]
            leaf.text(x + 3, y + 7.4, said, Type(9.75, Font.BOLD), leaf.right - x - 8 - leaf.wide(points, kind))
    leaf.set(notes, leaf.left, y + 12.3, SMALL.step)


# a full card of a game whose categories have several boxes

_CATEGORY, _WORTH_WIDTH = 30.0, 22.0
"""Widths of the names and of the sums, in mm."""


def _card_of_categories(leaf: Leaf, sentences: Sentences, y: float) -> None:
    """Draw the card below this height: in each box its dice and points, at the right the sums of each row."""
    ruleset, text = sentences.ruleset, sentences.text
    base = max(44.0, y + 8.5)
    leaf.text(leaf.left, base, text("booklet", "A full sheet"), _PART)
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
        _category_row(leaf, sentences, category, y, step - 1.2)
        y += step
    for total in rest:
        _total_row(leaf, sentences, total, y)
        y += 7.2
    rect = Rect(leaf.left, y + 0.6, leaf.width - _WORTH_WIDTH - 1.5, 10.8)
    leaf.bar(rect, sentences.wording.row("total"), Type(16, Font.BLACK))
    leaf.box(Rect(leaf.right - _WORTH_WIDTH, y + 0.6, _WORTH_WIDTH, 10.8), 2.4, "grand")
    points = sentences.wording.catalog.number(sentences.card.totals["total"])
    leaf.text(leaf.right - _WORTH_WIDTH / 2, y + 8.3, points, Type(18, Font.BOLD, align="middle"))
    leaf.set(notes, leaf.left, y + 12.3, SMALL.step)


def _category_row(leaf: Leaf, sentences: Sentences, category: Category, y: float, high: float) -> None:
    name, boxes = sentences.wording.name(category), [box.id for box in boxes_of(category)]
    leaf.text(leaf.left, y + high / 2 + 1.4, name, Type(12, Font.BOLD), _CATEGORY - 2)
    wide = (leaf.width - _CATEGORY - _WORTH_WIDTH - 1.5) / len(boxes)
    side = min(3.3, (wide - 1.4) / (1.14 * sentences.ruleset.dice.count), high / 3)
    dice = {where: row.dice for where, row in zip(sentences.ruleset.rows, sentences.card_rows, strict=True)}
    top, low = y + side + 1.0, high - side - 1.0
    kind = Type(min(12, high), align="middle")
    for place, box in enumerate(boxes):
        x = leaf.left + _CATEGORY + place * wide
        leaf.dice(x + 0.4, y + 0.3, side, dice[box])
        leaf.box(Rect(x, top, wide - 0.9, low), 1.2)
        leaf.text(x + (wide - 0.9) / 2, top + low / 2 + 1.5, str(sentences.card.by_box[box].points), kind)
    total = points_of(sentences.ruleset).get(category.id)
    sums = [str(sum(sentences.card.by_box[box].points for box in boxes))]
    sums += [str(sentences.card.totals[total.id]).replace("-", "−")] if total else []
    each = (_WORTH_WIDTH - 0.9 * (len(sums) - 1)) / len(sums)
    for place, said in enumerate(sums):
        x = leaf.right - _WORTH_WIDTH + place * (each + 0.9)
        leaf.box(Rect(x, top, each, low), 1.2, "section" if place else "sum")
        leaf.text(x + each / 2, top + low / 2 + 1.5, said, Type(kind.size, Font.BOLD, align="middle"))


def _total_row(leaf: Leaf, sentences: Sentences, total: Total, y: float) -> None:
    """Draw a total of the whole card: its name, its arithmetic, and its box."""
    name = sentences.wording.row(total.id)
    kind = leaf.fitted(name, Type(11, Font.BOLD, Ink.ACCENT), 60)
    leaf.text(leaf.left, y + 4.4, name, kind)
    left = leaf.left + max(_CATEGORY, leaf.wide(name, kind) + 3)
    room = leaf.right - _WORTH_WIDTH - 2 - left
    what = next((each for each in sentences.wording.arithmetic(total) if leaf.wide(each, SMALL) <= room), "")
    leaf.text(left, y + 4.4, what, SMALL)
    leaf.box(Rect(leaf.right - _WORTH_WIDTH, y, _WORTH_WIDTH, 6.3), 1.2, "sum")
    points = sentences.wording.catalog.number(sentences.card.totals[total.id])
    leaf.text(leaf.right - _WORTH_WIDTH / 2, y + 4.6, points, Type(12, Font.BOLD, align="middle"))
