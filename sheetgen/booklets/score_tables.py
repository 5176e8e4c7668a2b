"""The tables of a booklet: the columns of a player, their sums with numbers, and a full sheet."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import Book, Leaf, Weight
from sheetgen.booklets.chapters import Chapters, SumsChapter
from sheetgen.booklets.columns import OPEN, SAID, Equation
from sheetgen.booklets.measures import A5, BODY, PART, POINT, SMALL, Type
from sheetgen.booklets.sentences import Sentences, points_of
from sheetgen.layout.primitives import Font, Ink, Rect
from sheetgen.layout.rows import Pip, picture
from sheetgen.rules.ruleset import boxes_of

# rows of boxes in one or several columns

_GAP, _NARROW = 1.2, 5
"""Gap between columns in mm, and the number of columns from which on it is half of that."""
_COLUMN_NAME, _ROW_NAME, _POINTS = (
    Type(9, Font.BOLD, align="middle"),
    Type(11, Font.BOLD),
    Type(12, align="middle"),
)
_NO_BOX: tuple[str, Weight] = "", "grand"
"""Place of a row without a box; the box of the grand total is drawn by itself."""
_DICE = 42.0
"""Distance of the dice of a roll from the left end of its row, in mm."""


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
    """Table whose rows have a name, a box in each column and, unless `across` is 0, a sum of all columns; in mm."""

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

    def places(self, leaf: Leaf) -> list[tuple[float, float]]:
        """Return the left ends and widths of the boxes of a row."""
        count, gap = self.count, _GAP if self.count < _NARROW else _GAP / 2
        wide = min(self.widest, (leaf.width - self.label - self.across) / count - gap)
        left = leaf.right + gap - count * (wide + gap) - self.across
        found = [(left + place * (wide + gap), wide) for place in range(count)]
        return (
            [*found, (leaf.right - self.across + gap, self.across - gap)] if self.across else found
        )

    def heads(self, leaf: Leaf, rules: Sequence[tuple[str, str, str]], y: float) -> float:
        """Draw the signs and names of columns above a rule, and return the top of the first row."""
        least = _COLUMN_NAME.of(_COLUMN_NAME.least)
        places = self.places(leaf)
        named = all(
            leaf.wide(name, least) <= places[0][1] - 0.4 for _, name, _ in rules
        )  # or signs are enough
        with leaf.again(self.key, "Table"), leaf.element("TR"):
            leaf.add("TD")
            for (x, wide), (sign, name, _) in zip(places, rules, strict=False):
                with leaf.element("TH", scope="Column"):
                    leaf.tile(x + wide / 2 - 2.7, y + (0 if named else 3), 5.4, sign)
                    leaf.text(x + wide / 2, y + 8.7, name * named, _COLUMN_NAME, wide - 0.4)
            if self.across:
                leaf.add("TD")
        leaf.rule(y + 9.9, heavy=True)
        return y + 11.1

    def row(self, leaf: Leaf, row: Row, top: float, high: float) -> None:
        """Draw a row of this height, with the dice and the arithmetic that it has."""
        places = self.places(leaf)
        boxes = [
            *zip(places, (*row.cells, *[_NO_BOX] * (len(places) - len(row.cells))), strict=True)
        ]
        with leaf.again(self.key, "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                self._head(leaf, row, top, high)
            for (x, wide), (points, weight) in boxes:
                if weight == "grand":
                    leaf.add("TD")
                    continue
                leaf.box(Rect(x, top, wide, high), min(1.5, high / 4), weight)
                ink, font = (Ink.TEXT, Font.REGULAR) if weight == "box" else (Ink.ACCENT, Font.BOLD)
                kind = replace(_POINTS, size=min(_POINTS.size, 2.1 * high), ink=ink, font=font)
                with leaf.element("TD"):
                    leaf.text(x + wide / 2, top + high / 2 + 1.35, points, kind, wide)

    def _head(self, leaf: Leaf, row: Row, top: float, high: float) -> None:
        """Draw all of a row that is before its first box."""
        side, base = min(6.9, high - 0.4), top + high / 2 + 1.35
        boxes = zip(self.places(leaf), row.cells, strict=False)
        end = next((x for (x, _), (_, weight) in boxes if weight != "grand"), leaf.right)
        left, is_sum = (
            leaf.left + (max(9.3, 1.53 * side + 1.2) if row.icon else 0),
            row.cells[0][1] in ("sum", "grand"),
        )
        if row.icon and isinstance(row.icon, str):
            leaf.tile(leaf.left, top + (high - side) / 2, side, row.icon)
        elif row.icon:
            leaf.block(leaf.left, top + (high - side) / 2, side, row.icon)
        kind = replace(_ROW_NAME, ink=Ink.ACCENT if is_sum else Ink.TEXT)
        name = leaf.fitted(row.name, kind, (leaf.left + _DICE if row.dice else end - 2) - left)
        leaf.text(left, base, row.name, name)
        start = max(leaf.left + _DICE, left + leaf.wide(row.name, name) + 3)
        leaf.text(
            start,
            base,
            next((s for s in row.said if leaf.wide(s, SMALL) <= end - 2 - start), ""),
            SMALL,
        )
        if row.dice:
            leaf.dice(
                leaf.left + _DICE, top + (high - side) / 2, min(side, 46 / len(row.dice)), row.dice
            )
        if row.bonus:
            leaf.text(end - 2, base, f"+ {row.bonus}", Type(10, Font.BOLD, Ink.ACCENT, "right"))

    def total(self, leaf: Leaf, row: Row, y: float, high: float) -> None:
        """Draw the grand total.

        A bar with its name, its points, and its addends where there is most room.
        """
        places = self.places(leaf)
        start = places[0 if self.count > 1 and self.across < self.label / 2 else -1][0]
        (points, _), kind = row.cells[0], Type(17, Font.BLACK, Ink.ACCENT, "right")
        name, inside = (
            leaf.fitted(row.name, Type(17, Font.BLACK), 55),
            start - leaf.left < leaf.width / 2,
        )
        with leaf.again(self.key, "Table"), leaf.element("TR"):
            with leaf.element("TH", scope="Row"):
                shown = leaf.bar(Rect(leaf.left, y, start - leaf.left - 1.5, high), row.name, name)
                kinds = Type(
                    9, Font.BOLD, Ink.TEXT if inside else shown.ink, "left" if inside else "right"
                )
                room = leaf.right - start - 8 - leaf.wide(points, kind)
                room = room if inside else start - leaf.left - 12 - leaf.wide(row.name, name)
                ways = (leaf.lines(said, room, kinds) for said in row.said)
                lines = next((each for each in ways if len(each) <= 2), [])
                for place, line in enumerate(lines, -len(lines) + 1):
                    words, base = " ".join(run.text for run in line), y + high / 2 + 1.2
                    base += (2 * place + len(lines) - 1) * SMALL.step / 2
                    leaf.text(start + 3 if inside else start - 4.5, base, words, kinds)
            leaf.box(Rect(start, y, leaf.right - start, high), 2.4, "grand")
            for _ in places[1:]:
                leaf.add("TD")
            with leaf.element("TD"):
                leaf.text(leaf.right - 3, y + high / 2 + 2.2, points, kind, leaf.right - start - 4)


# the columns, on a card that is partly filled

_ENTRY_NAME, _ENTRY = Type(13, Font.BLACK, role="H3"), Type(8.8, step=3.9)
_PITCH = 6.9
"""Maximum height of a row of the picture, in mm."""
_WEIGHTS: dict[str, Weight] = {OPEN: "section", SAID: "dashed", "": "hairline"}
"""Lines of the boxes with marks; others are written in."""


def draw_columns(book: Book, chapters: Chapters) -> None:
    """Draw the started card with its open boxes, the key to it, and the rule of each column."""
    chapter = chapters.columns
    if chapter is None:
        return
    leaf, rules = book.leaf(chapter.heading), chapter.rules
    grid = Grid("picture", len(rules), 18.6, 41.0)
    y = grid.heads(leaf, rules, leaf.para(leaf.left, 24, leaf.width, chapter.lead) + 3)
    ends, places = [0.0, 0.0], list[tuple[int, float]]()
    for _, _, said in rules:  # each in the column that is shorter until then
        over = int(ends[1] < ends[0])
        places.append((over, ends[over]))
        ends[over] += max(12.0, 9.0 + len(leaf.lines(said, 47.5, _ENTRY)) * _ENTRY.step)
    pitch = min(_PITCH, (A5.last_line - y - max(ends) - 9) / len(chapter.rows))
    for name, icon, marks in chapter.rows:
        cells = [(said.replace(SAID, ""), _WEIGHTS.get(said, "box")) for said in marks]
        grid.row(leaf, Row(name, cells, icon), y, pitch - 0.9)
        y += pitch
    x, y = leaf.left, y + 1.2
    for mark, said in chapter.key:
        weight = _WEIGHTS.get(mark, "box")
        leaf.box(Rect(x, y, 7.2, 4.5), 1.2, weight)
        ink = Ink.TEXT if weight == "box" else Ink.ACCENT
        leaf.text(x + 3.6, y + 3.4, mark.replace(SAID, ""), Type(9, ink=ink, align="middle"))
        leaf.text(x + 8.7, y + 3.3, said, SMALL)
        x += 15 + leaf.wide(said, SMALL)
    y += 6.6
    for (over, down), (sign, name, said) in zip(places, rules, strict=True):
        x, top = leaf.left + over * 62, y + down
        leaf.rule(top, x, x + 59)
        with leaf.again("rules", "L"), leaf.element("LI"), leaf.element("LBody"):
            leaf.tile(x, top + 1.8, 8.4, sign)
            leaf.text(x + 11.1, top + 5.4, name, _ENTRY_NAME, 47)
            leaf.para(x + 11.1, top + 6.3, 47.5, said, _ENTRY)


# sums and differences

_ADDEND, _RESULT, _TILE = 15.6, 18.0, 4.2
"""Maximum width of a number, width of a result and side of a sign, in mm."""
_BESIDE, _FEW = 39.0, 4
"""Width of the name of a total beside its arithmetic, in mm, and the maximum of numbers there."""
_BELOW = 3
"""Maximum number of totals that have no page of their own."""


def draw_sums(book: Book, chapters: Chapters) -> None:
    """Draw the page with the rule and the arithmetic of every total.

    Up to three totals are below the full sheet.
    """
    chapter = chapters.sums
    if chapter and len(chapter.equations) > _BELOW:
        _equations(book.leaf(chapter.heading), chapter, 24, BODY)


def _equations(leaf: Leaf, chapter: SumsChapter, y: float, kind: Type) -> None:
    """Draw a sentence about the numbers below this height, in this type, and all totals."""
    found = chapter.equations
    y = leaf.para(leaf.left, y, leaf.width, chapter.lead, kind) + 1.8
    names = [place == 0 or each.name != found[place - 1].name for place, each in enumerate(found)]
    units = [
        0.62 if _beside(leaf, each) or not is_new else 1.0
        for each, is_new in zip(found, names, strict=True)
    ]
    step = min(28.5, (A5.last_line - y) / sum(units))
    for each, is_new, unit in zip(found, names, units, strict=True):
        with leaf.again("sums", "Table"), leaf.element("TR"):
            _equation(leaf, each, y, unit * step, is_new=is_new)
        y += unit * step


def _beside(leaf: Leaf, each: Equation) -> bool:
    """Check whether the name and the rule of a total have room beside its arithmetic."""
    numbers, least = sum(bool(label) for _, label in each.tokens), SMALL.of(SMALL.least)
    return not each.note and numbers <= _FEW and leaf.wide(each.rule, least) <= _BESIDE - 2


def _equation(leaf: Leaf, each: Equation, y: float, high: float, *, is_new: bool) -> None:
    """Draw a total.

    Its name and rule if they are new, then its arithmetic in boxes, with a note at the right.
    """
    x = leaf.left
    with leaf.element("TH", scope="Row"):
        if is_new:
            leaf.rule(y, heavy=True)
            leaf.text(x, y + 4.5, each.name, Type(11, Font.BLACK, Ink.ACCENT), _BESIDE - 2)
            if _beside(leaf, each):
                leaf.text(x, y + 8.1, each.rule, SMALL, _BESIDE - 2)
                x += _BESIDE
            else:
                leaf.text(leaf.right, y + 4.5, each.rule, SMALL.at("right"), leaf.width - _BESIDE)
                y, high = y + 5.1, high - 5.1
    numbers = [said for said, label in each.tokens if label]
    box = min(12.0, high - 1.2)
    y += (high - box) / 2
    signs = sum(1.8 if said in "()" else _TILE + 1.2 for said, label in each.tokens if not label)
    wide = min(_ADDEND, (leaf.right - x - signs - _RESULT) / len(numbers) - 1.2)
    kind = Type(min(12.0, 1.35 * wide, 2.0 * box), align="middle")
    base = y + box / 2 + kind.size * POINT * 0.35
    with leaf.element("TD"):
        for said, label in each.tokens:
            if label:
                leaf.box(Rect(x, y, wide, box), 1.2)
                leaf.text(x + wide / 2, base, said, kind)
                x += wide + 1.2
            elif said in "()":
                leaf.text(x, base, said, kind.at("left"))
                x += 1.8
            else:
                leaf.tile(x, y + (box - _TILE) / 2, _TILE, said)
                x += _TILE + 1.2
        leaf.box(Rect(x, y, _RESULT - 3, box), 1.2, "section")
        leaf.text(
            x + _RESULT / 2 - 1.5,
            base,
            each.result,
            Type(kind.size, Font.BLACK, Ink.ACCENT, "middle"),
        )
        if each.note:
            left = x + _RESULT
            lines = leaf.lines(each.note, leaf.right - left, SMALL.of(7.8))
            leaf.set(lines, left, y + box / 2 - 0.5 * len(lines) * 3.4, 3.4)


# a full card

_PITCHES, _ROWS = (12.0, 10.8), 26
"""Maximum height of a row with one box and with several, in mm, and maximum number of rows on a
page."""


def draw_end(book: Book, chapters: Chapters) -> None:
    """Draw the end of the game, the winner, and a full card with its dice."""
    heading, sentences = chapters.end.heading, chapters.sentences
    leaf = book.leaf(heading)
    y = leaf.para(leaf.left, 24, leaf.width, chapters.end.said)
    if any(category.boxes > 1 for category in sentences.ruleset.categories.values()):
        rows = [*_rows_of_categories(sentences)]
    else:
        rows = [*_rows_of_card(sentences)]
    pages = max(1, -(-len(rows) // _ROWS))
    for number in range(pages):
        if number:
            leaf, y = book.leaf("", heading), 6.0
        part = rows[number * len(rows) // pages : (number + 1) * len(rows) // pages]
        _full_card(leaf, chapters, part, y, last=number == pages - 1)


def _full_card(
    leaf: Leaf, chapters: Chapters, rows: Sequence[Row], y: float, *, last: bool
) -> None:
    """Draw rows of the full card below this height and, at its end, the total and the notes."""
    most = max(len(row.cells) for row in rows)
    across = 16.2 if any(weight == "section" for row in rows for _, weight in row.cells) else 0.0
    count = most - bool(across)
    label = leaf.width - 30 if count == 1 else 43.8 if count < _NARROW else 34.0
    grid = Grid("card", count, 28.5 if count == 1 else 14.1, label, across)
    if y > 20:
        leaf.text(leaf.left, y + 11.7, chapters.card.heading, PART, grid.label)
    if chapters.columns:
        y = grid.heads(leaf, chapters.columns.rules, y + 3)
    else:
        leaf.text(leaf.right, y + 11.7, chapters.categories.states[0], SMALL.at("right"))
        leaf.rule(y + 14.1, heavy=True)
        y += 15.3
    notes = leaf.lines(" ".join(chapters.card.notes), leaf.width, SMALL) if last else []
    plain = rows[:-1] if last else rows
    sums = chapters.sums if chapters.sums and len(chapters.sums.equations) <= _BELOW else None
    few = len(sums.equations) if sums else 0
    room = (
        A5.last_line
        - y
        - (13.2 if last else 0)
        - len(notes) * SMALL.step
        - 1.5
        - (16 + 11 * few) * bool(few)
    )
    step = min(_PITCHES[chapters.several], room / max(len(plain), 1))
    for place, row in enumerate(plain):
        if place and not chapters.several:
            leaf.rule(y - 0.45, leaf.left, grid.places(leaf)[0][0] - 1.5)
        grid.row(leaf, row, y, step - 0.9)
        y += step
    if last:
        grid.total(leaf, rows[-1], y + 0.6, 11.4)
    y = leaf.set(notes, leaf.left, y + 12.9, SMALL.step)
    if last and sums:
        leaf.text(leaf.left, y + 8.4, sums.heading, PART)
        _equations(leaf, sums, y + 9.6, SMALL)


def _rows_of_card(sentences: Sentences) -> Iterator[Row]:
    """Yield the rows of a card with one box for each category, in one or several columns."""
    catalog, game, several = sentences.wording.catalog, sentences.ruleset, sentences.table.several
    sums = [sentences.table.equations[-1].said.rpartition(" ")[0]] if several else []
    for row in sentences.card_rows:
        total, box = game.all_totals.get(row.id), game.boxes.get(row.id)
        sign = "=" if total is None else "×" if total.times else "+" if total.steps else "="
        icon = picture(box.category, game) if box else sign
        cells: list[tuple[str, Weight]] = [
            (catalog.number(points), "box" if box else "sum") for points in row.points
        ]
        cells += [(catalog.number(points), "section") for points in row.across]
        said = row.whats if not several else sums * (row.id == "total")
        yield Row(row.name, cells, icon if several else (), row.dice, said, row.bonus)


def _rows_of_categories(sentences: Sentences) -> Iterator[Row]:
    """Yield the rows of a card whose categories have several boxes.

    These, their sum, and the points for that.
    """
    game, card, catalog = sentences.ruleset, sentences.card, sentences.wording.catalog
    most, beside = max(category.boxes for category in game.categories.values()), points_of(game)
    for category in game.categories.values():
        points, total = (
            [card.by_box[box.id].points for box in boxes_of(category)],
            beside.get(category.id),
        )
        cells: list[tuple[str, Weight]] = [(catalog.number(each), "box") for each in points]
        cells += [_NO_BOX] * (most - len(points))
        cells += [(catalog.number(sum(points)), "sum")]
        cells += [(catalog.number(card.totals[total.id]), "section") if total else _NO_BOX]
        yield Row(sentences.wording.name(category), cells, picture(category, game))
    for total in game.all_totals.values():
        if len(total.of) > 1 or total.of[0] not in game.categories:
            end: tuple[str, Weight] = catalog.number(card.totals[total.id]), "section"
            cells = [end] if total.id == "total" else [*[_NO_BOX] * (most + 1), end]
            said = () if total.steps else sentences.wording.arithmetic(total)
            yield Row(sentences.wording.row(total.id), cells, (), (), said)
