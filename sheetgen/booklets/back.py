"""The last pages of a booklet: what people argue about, the end with a full card, and all of it in short."""

from collections.abc import Sequence
from functools import partial
from itertools import count, pairwise

from sheetgen.booklets.book import ASKED, BOTTOM, COMMAND, LAST, LEAD, PART, POINT, SMALL, WORTH, Book, Leaf, Type
from sheetgen.booklets.boxes import Draw, spread
from sheetgen.booklets.entries import Entry, points_of
from sheetgen.booklets.facts import CardRow, Facts
from sheetgen.booklets.sentences import AnsweredQuestion, Sentences
from sheetgen.layout.code import code_of
from sheetgen.layout.primitives import Font, Ink, Rect
from sheetgen.rules.ruleset import Category, Total, boxes_of

_ROOMY = (16.5, 15.0, 13.5)
_STEPS = (*_ROOMY, 12.6, 12.0, 10.8)
"""Minimum heights of a question in mm, the roomiest first."""
_ROOMIEST = 21.0
"""Maximum height of a question on a page with room left, in mm."""
_ROOMS = LAST - 28.5, LAST - 12
"""Height in mm for questions on a page with a heading, and on one without."""
_ANSWER = 21.0
"""Width of the column of answers, in mm."""
_VERDICT = Type(20, Font.BLACK, Ink.ACCENT)


def question_pages(book: Book, sentences: Sentences) -> int:
    """Return the minimum number of pages for the questions that cannot be left out."""
    needed = _drawings(sentences, [each for each in sentences.asked if not each.seldom])
    return next(n for n in count(1) if spread(book, needed, _STEPS[-1:], _ROOMS, n))


def _drawings(sentences: Sentences, questions: Sequence[AnsweredQuestion]) -> list[Draw]:
    """Return functions that draw the questions and, at the end, the points to agree on."""
    heading = sentences.facts.wording.catalog.text("booklet", "Agree before you start")
    found: list[Draw] = [partial(_question, each) for each in questions]
    return [*found, partial(_agree, heading, sentences.agreed)] if sentences.agreed else found


def asked(book: Book, sentences: Sentences, pages: int) -> None:
    """Draw frequent questions on this number of pages, each with a short answer in front, then the points to agree on.

    Rare questions are left out where they have no room: other pages answer them too.
    """
    heading = sentences.facts.wording.catalog.text("booklet", "What people argue about")
    least = sum(not each.seldom for each in sentences.asked)
    tries = [(most, _ROOMY) for most in range(len(sentences.asked), least - 1, -1)] + [(least, _STEPS)]
    for most, steps in tries:
        drawings = _drawings(sentences, sentences.asked[:most])
        if found := spread(book, drawings, steps, _ROOMS, pages):
            break
    step, heights, places = found or (0.0, [], [0])
    for start, end in pairwise(places):
        leaf, y = book.leaf(heading if not start else "", heading), LAST - _ROOMS[start > 0]
        more = max(0.0, min(_ROOMIEST - step, (LAST - y - sum(heights[start:end])) / (end - start)))
        for place in range(start, end):
            leaf.rule(y, heavy=place >= most)
            drawings[place](leaf, y + (more / 2 if place < most else 0), step)
            y += heights[place] + more
        if end <= most:
            leaf.rule(y, heavy=True)


def _question(question: AnsweredQuestion, leaf: Leaf, y: float, step: float) -> float:
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
    heading = sentences.facts.wording.catalog.text("booklet", "The end")
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
    text = sentences.facts.wording.catalog.text
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
    facts, ruleset, text = sentences.facts, sentences.facts.ruleset, sentences.facts.wording.catalog.text
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
_MOST = Type(9, ink=Ink.MUTED, align="right")


def winners(book: Book, sentences: Sentences) -> None:
    """Draw lines for the winners of games, on a page that a sheet of paper has left."""
    text = sentences.facts.wording.catalog.text
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
    wording, text = sentences.facts.wording, sentences.facts.wording.catalog.text
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
    text, facts = sentences.facts.wording.catalog.text, sentences.facts
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
            _row(leaf, sentences, entry, y + place * step, step)
    return y + len(found) * step


def _row(leaf: Leaf, sentences: Sentences, entry: Entry, y: float, step: float) -> None:
    """Draw a row in two lines, or a low one in one line, which has its hint only where there is room."""
    close, icon, middle = step < _CLOSE, min(10.5, step - 2.1), y + step / 2
    left, base = leaf.left + icon * 1.53 + 3, middle + (1.3 if close else -0.2)
    worth, kind = (entry.worth, WORTH.of(18)) if entry.worth else (sentences.most(entry), _MOST)
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
