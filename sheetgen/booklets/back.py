"""The last pages of a booklet: what people argue about, the end with a full card, and all of it in short."""

from collections.abc import Iterator, Sequence

from sheetgen.booklets.book import ANSWER, BOTTOM, LAST, LEAD, POINT, SMALL, Book, Leaf, head
from sheetgen.booklets.entries import Entry, entries, marked, most_of
from sheetgen.booklets.facts import CardRow, Facts
from sheetgen.booklets.questions import Question
from sheetgen.booklets.several import several
from sheetgen.layout import Font, Ink

_STEP, _LEAST_STEP = 16.5, 12.0
_AGREED = 6.0
_VERDICT = 21.0


def asked(book: Book, facts: Facts, pages: int) -> None:
    """What people argue about, the answer first, on so many pages; then what to agree on.

    What is asked seldom is left out where there is no room for it.
    """
    text, plain = facts.wording.catalog.text, Leaf(book.format, book.measure, 12)
    heading = text("booklet", "What people argue about")
    agreed = _agreed(facts)
    below = sum(len(plain.lines(said, plain.width - 6.6)) * 4.5 + 1.5 for said in agreed) + (14 if agreed else 0)
    left = sorted(facts.questions, key=lambda question: question.seldom)
    for number in range(pages):
        last = number == pages - 1
        leaf = book.leaf(heading if not number else "", heading)
        y = 28.5 if not number else 12.0
        share = left if last else left[: -(-len(left) // (pages - number))]
        found, step = _fitting(leaf, facts, share, (LAST - below if last else LAST) - y)
        for question in found:
            leaf.rule(y)
            y = max(y + step, _question(leaf, facts, question, y, step))
        left = left[len(found) :]
        leaf.rule(y, heavy=True)
    if agreed:
        _agree(leaf, facts, agreed, y)


def _fitting(leaf: Leaf, facts: Facts, questions: Sequence[Question], room: float) -> tuple[list[Question], float]:
    """The first questions for which there is room, and how high each is at least."""
    trial = Leaf(leaf.format, leaf.measure, leaf.left)
    for step in (_STEP, 15.0, 13.5, 12.6, _LEAST_STEP):
        heights = [max(step, _question(trial, facts, question, 0, step)) for question in questions]
        if sum(heights) <= room + 0.1:
            return list(questions), step
    used, found = 0.0, []
    for question, height in zip(questions, heights, strict=True):
        if used + height <= room + 0.1:
            found.append(question)
            used += height
        else:
            break
    return found, _LEAST_STEP


def _question(leaf: Leaf, facts: Facts, question: Question, y: float, step: float) -> float:
    """A question whose rule is at y; gives where it ends."""
    verdict, said = verdict_of(question, facts)
    proof = question.proof[0] if question.proof else None
    dice = marked(next((each for each in question.proof if each.points), proof)) if proof else ()
    side = min(5.7, 34 / max(len(dice), 1))
    wide = len(dice) * side * 1.14 + 3 if dice else 0.0
    close = _STEP - step
    top = y + 2.7 - close / 3
    if verdict:
        leaf.text(
            leaf.left, top + 6.6, verdict, leaf.fitted(verdict, 20, _VERDICT - 2, Font.BLACK), Font.BLACK, Ink.ACCENT
        )
    bottom = leaf.para(leaf.left + _VERDICT, top, leaf.width - _VERDICT - wide, question.asked, ANSWER, font=Font.BOLD)
    bottom = leaf.para(leaf.left + _VERDICT, bottom + 0.2, leaf.width - _VERDICT - wide, said)
    if dice:
        leaf.dice(leaf.right - len(dice) * side * 1.14 + 0.14 * side, top + 2.4, side, dice)
    return bottom + 1.0


def question_height(leaf: Leaf, asked_: str, said: str, width: float, step: float) -> float:
    """How high a question with its answer is in small type."""
    kind = (7.8, step)
    return step * (len(leaf.lines(asked_, width, kind, font=Font.BOLD)) + len(leaf.lines(said, width, kind))) + 2.4


def verdict_of(question: Question, facts: Facts) -> tuple[str, str]:
    """Yes or No where an answer begins with it, and the rest of it."""
    text = facts.wording.catalog.text
    for word in (text("question", "Yes.").rstrip("."), text("question", "No.").rstrip(".")):
        rest = question.answer.removeprefix(word)
        if rest != question.answer and rest[:1] in ",.:; ":
            rest = rest.lstrip(",.:; \u00a0")
            return word, rest[:1].upper() + rest[1:]
    return "", question.answer


def _agreed(facts: Facts) -> list[str]:
    """What tables play in another way."""
    game, wording = facts.ruleset, facts.wording
    return [
        *(wording.sentence("reading", each.text) for each in game.readings),
        *map(facts.sentence, game.booklet.agree),
    ]


def _agree(leaf: Leaf, facts: Facts, agreed: Sequence[str], y: float) -> None:
    leaf.text(
        leaf.left, y + 7.2, facts.wording.catalog.text("booklet", "Agree before you start"), 14, Font.BLACK, Ink.ACCENT
    )
    y += 10.2
    for said in agreed:
        leaf.box(leaf.left, y, 4.2, 4.2, 0.9, 1.0, Ink.ACCENT)
        y = leaf.para(leaf.left + 6.6, y - 0.15, leaf.width - 6.6, said) + 1.65


# the end

_DICE = 42.0
_COLUMN, _BOX = 28.5, 8.1


def end(book: Book, facts: Facts) -> None:
    """When the game is over, who wins, and a full card with its dice."""
    wording, text = facts.wording, facts.wording.catalog.text
    leaf = book.leaf(text("booklet", "The end"))
    turns = wording.catalog.plural(
        "booklet",
        "After %(n)s turn every box is full.",
        "After %(n)s turns every box is full.",
        len(facts.ruleset.boxes),
    )
    bonuses = facts.thresholds or facts.ruleset.extra_yachts
    adds = text("booklet", "Everyone adds up, bonuses too.") if bonuses else text("booklet", "Everyone adds up.")
    wins = text("booklet", "The highest total wins. If players are equal, it is a tie.")
    best = text("booklet", "The highest possible total is %(best)s.", best=facts.best)
    y = leaf.para(leaf.left, 24, leaf.width, f"{turns} {adds} {wins} {best}")
    if any(category.boxes > 1 for category in facts.ruleset.categories.values()):
        several(leaf, facts, y)
        return
    rows = list(facts.card_rows)
    pages = max(1, -(-len(rows) // 26))
    for number in range(pages):
        part = rows[number * len(rows) // pages : (number + 1) * len(rows) // pages]
        if number:
            leaf = book.leaf("", text("booklet", "The end"))
            y = 6.0
        _card(leaf, facts, part, y, last=number == pages - 1)


def _card(leaf: Leaf, facts: Facts, rows: Sequence[CardRow], y: float, *, last: bool) -> None:
    text = facts.wording.catalog.text
    base = max(46.5, y + 8.5) if y > 20 else 18.0
    leaf.text(leaf.left, base, text("booklet", "A full sheet"), 14, Font.BLACK, Ink.ACCENT)
    leaf.text(leaf.right, base, text("booklet", "full: counts"), 8.2, ink=Ink.MUTED, align="right")
    leaf.rule(base + 3, heavy=True)
    y = base + 4.5
    notes = _card_notes(facts) if last else ()
    lines = leaf.lines(" ".join(notes), 117, SMALL, Ink.MUTED) if notes else []
    grand = rows[-1] if rows[-1].total and last else None
    count = len(rows) - (1 if grand else 0)
    room = 190.5 - y - (17.0 if grand else 0) - (len(lines) * SMALL[1] + 1.5)
    step = min(9.0, room / count)
    for place, row in enumerate(rows[:count]):
        _card_row(leaf, facts, row, y + place * step, step, first=not place)
    y += count * step
    if grand:
        y += 1.2
        high = min(13.2, 190.5 - y - len(lines) * SMALL[1] - 1.5)
        _grand(leaf, grand, y, high)
        y += high
    if lines:
        leaf.set(lines, leaf.left, y + min(4.2, 190.5 - y - len(lines) * SMALL[1]), SMALL[1])


def _card_notes(facts: Facts) -> list[str]:
    """What is not plain from the dice."""
    text, found = facts.wording.catalog.text, []
    if facts.card.order_matters:
        found.append(
            text(
                "booklet",
                "The rows stand in the order of the sheet, not of play: the %(yacht)s in its own box came first.",
                yacht=facts.yacht,
            )
        )
    zero = next((turn for turn in facts.card.turns if not turn.points), None)
    if zero:
        found.append(
            text(
                "booklet",
                "“%(box)s” holds a 0: a roll was written there that fitted nowhere else.",
                box=facts.wording.row(zero.box),
            )
        )
    return found


def _card_row(leaf: Leaf, facts: Facts, row: CardRow, y: float, step: float, *, first: bool) -> None:
    high, size = step - 0.9, min(12.0, step * 1.6)
    box = leaf.right - _COLUMN
    base = y + high / 2 + size * POINT * 0.33
    if not first:
        leaf.rule(y - 0.45, leaf.left, box - 1.5)
    name = row.name
    side = min(5.7, step - 1.2, 46 / max(1, len(row.roll)) / 1.16)
    room = (box - 15 - leaf.left) if row.total else _DICE - 1
    leaf.text(
        leaf.left,
        base,
        name,
        leaf.fitted(name, size, room, Font.BOLD),
        Font.BOLD,
        Ink.ACCENT if row.total else Ink.TEXT,
    )
    if row.total:
        left = leaf.left + max(_DICE, leaf.wide(name, leaf.fitted(name, size, room, Font.BOLD), Font.BOLD) + 3)
        what = next((what for what in row.whats if leaf.wide(what, 8.2) <= box - 2 - left), "")
        leaf.text(left, base, what, 8.2, ink=Ink.MUTED)
    else:
        end = leaf.dice(leaf.left + _DICE, y + (high - side) / 2, side, row.dice, 0.9 / 5.7)
        if row.bonus:
            leaf.text(box - 2, base, f"+ {row.bonus}", min(10.0, size), Font.BOLD, Ink.ACCENT, "right")
    leaf.box(
        box, y, _COLUMN, high, min(1.5, high / 4), 1.25 if row.total else 0.85, Ink.ACCENT if row.total else Ink.TEXT
    )
    points = facts.wording.catalog.number(row.points)
    leaf.text(
        box + _COLUMN / 2,
        base + 0.2,
        points,
        min(14.0, step * 1.7),
        Font.BOLD if row.total else Font.REGULAR,
        align="middle",
    )


def _grand(leaf: Leaf, row: CardRow, y: float, high: float) -> None:
    box = leaf.right - _COLUMN
    leaf.box(leaf.left, y, leaf.width - _COLUMN - 1.5, high, 2.4, 0, fill=Ink.ACCENT)
    name = leaf.fitted(row.name, 18, 55, Font.BLACK)
    leaf.text(leaf.left + 3, y + high / 2 + 2.1, row.name, name, Font.BLACK, Ink.PAPER)
    room = box - 4.5 - leaf.left - 3 - leaf.wide(row.name, name, Font.BLACK) - 3
    what = next((what for what in row.whats if leaf.wide(what, 9, Font.BOLD) <= room), "")
    leaf.text(box - 4.5, y + high / 2 + 1.5, what, 9, Font.BOLD, Ink.PAPER, "right")
    leaf.box(box, y, _COLUMN, high, 2.4, 2.4, Ink.ACCENT)
    leaf.text(box + _COLUMN / 2, y + high / 2 + 2.5, f"{row.points}", 20, Font.BOLD, align="middle")


# in short


def short(book: Book, facts: Facts, command: str) -> None:
    """The rules on one page, with the highest total, the source and the command."""
    wording, text = facts.wording, facts.wording.catalog.text
    leaf = book.cover(text("booklet", "In short"))
    head(leaf, text("booklet", "In short"))
    y = leaf.para(leaf.left, 24, leaf.width, " ".join(in_short(facts)), LEAD)
    y = max(43.5, y + 6)
    foot = _foot(leaf, facts, command)
    leaf.rule(y, heavy=True)
    found = entries(facts)
    y = short_rows(leaf, facts, found, y, min(15.6, (foot - 19 - y) / len(found)))
    leaf.rule(y, heavy=True)
    leaf.text(leaf.left, y + 6.3, text("booklet", "Highest possible total"), 11, Font.BOLD)
    leaf.text(leaf.right, y + 6.9, wording.catalog.number(facts.best), 18, Font.BLACK, Ink.ACCENT, "right")
    line = " · ".join(filter(None, (wording.title, wording.variant)))
    leaf.text(leaf.left, min(y + 16.5, foot - 3), line, leaf.fitted(line, 9.75, leaf.width, Font.BOLD), Font.BOLD)


def in_short(facts: Facts) -> Iterator[str]:
    """The rules in a few sentences."""
    wording, text, dice = facts.wording, facts.wording.catalog.text, facts.ruleset.dice
    if dice.rolls > 1:
        yield text("booklet", "Roll up to %(number)s times.", number=wording.number_word(dice.rolls))
        yield text("booklet", "Keep what you like.")
    else:
        yield text("booklet", "Roll once.")
    yield (
        text("booklet", "Fill one open box; if nothing fits, write a 0.")
        if facts.cheapest[0]
        else text("booklet", "Fill one open box.")
    )
    yield from wording.reminders(on_paper=False)[1:]
    yield wording.catalog.plural(
        "booklet", "Each box once; after %(n)s turn the highest total wins.",
        "Each box once; after %(n)s turns the highest total wins.", len(facts.ruleset.boxes),
    )  # fmt: skip


def _foot(leaf: Leaf, facts: Facts, command: str) -> float:
    """The source and the command, at the bottom; gives where they begin."""
    text = facts.wording.catalog.text
    said = []
    if facts.ruleset.source:
        said += leaf.lines(
            text("booklet", "Source: %(source)s", source=facts.ruleset.source), leaf.width, (8.2, 3.7), Ink.MUTED
        )
    said += leaf.lines(
        text("booklet", "Type: Sofia Sans Semi Condensed, SIL OFL 1.1"), leaf.width, (8.2, 3.7), Ink.MUTED
    )
    if command:
        said += leaf.lines(command, leaf.width, (7.5, 3.7), Ink.MUTED)
    top = BOTTOM + 1.1 - 3.7 * len(said)
    leaf.set(said, leaf.left, top, 3.7)
    return top


def short_rows(
    leaf: Leaf, facts: Facts, found: Sequence[Entry], y: float, step: float, icon: float = 10.5,
    sizes: tuple[float, float, float] = (13.5, 8.2, 18.0),
) -> float:  # fmt: skip
    """A row for each entry: its dice, its name, what it asks for, and what it is worth."""
    icon, close = min(icon, step - 2.1), step < 11
    name_size, hint_size, worth_size = sizes if not close else (11.0, 7.8, 14.0)
    left = leaf.left + icon * 1.53 + 3
    for place, entry in enumerate(found):
        middle = y + place * step + step / 2
        if place:
            leaf.rule(y + place * step)
        leaf.block(leaf.left, middle - icon / 2, icon, entry.dice)
        worth, hint = entry.worth or most_of(entry, facts), entry.hint
        size = worth_size if entry.worth else hint_size + 0.8
        taken = leaf.wide(worth, size, Font.BLACK if entry.worth else Font.REGULAR) + 3
        name = leaf.fitted(entry.name, name_size, leaf.right - left - taken, Font.BOLD)
        if close:
            wide = leaf.wide(entry.name, name, Font.BOLD) + 3
            leaf.text(left, middle + name * POINT * 0.33, entry.name, name, Font.BOLD)
            if leaf.wide(hint, hint_size) <= leaf.right - left - wide - taken:
                leaf.text(left + wide, middle + name * POINT * 0.33, hint, hint_size, ink=Ink.MUTED)
            down = 0.33
        else:
            leaf.text(left, middle - 0.2, entry.name, name, Font.BOLD)
            leaf.text(
                left,
                middle + hint_size * POINT * 1.25 + 0.3,
                hint,
                leaf.fitted(hint, hint_size, leaf.right - left - taken, Font.REGULAR),
                ink=Ink.MUTED,
            )
            down = 0.0
        if entry.worth:
            leaf.text(
                leaf.right, middle + worth_size * POINT * 0.33, worth, worth_size, Font.BLACK, Ink.ACCENT, "right"
            )
        else:
            leaf.text(
                leaf.right, middle + (size * POINT * down if close else -0.2), worth, size, ink=Ink.MUTED, align="right"
            )
    return y + len(found) * step


def winners(book: Book, facts: Facts) -> None:
    """Lines for who won, where a page is left."""
    text = facts.wording.catalog.text
    leaf = book.leaf(text("booklet", "Who won?"))
    columns = (
        (leaf.left, text("sheet", "Date")),
        (leaf.left + 30, text("booklet", "Name")),
        (leaf.right - 30, text("booklet", "Total")),
    )
    for x, word in columns:
        leaf.text(x, 31.5, word, 9, ink=Ink.MUTED)
    leaf.rule(33, heavy=True)
    for place in range(13):
        y = 34.2 + place * 12
        for x, wide in ((leaf.left, 28.5), (leaf.left + 30, leaf.width - 61.5), (leaf.right - 30, 30)):
            leaf.box(x, y, wide, 10.8, 1.5)
