"""The first pages of a booklet: the cover, the game in a minute, and a turn throw by throw."""

from sheetgen.booklets.book import BODY, OUTSIDE, POINT, SMALL, TOP, WIDE, Book, Leaf
from sheetgen.booklets.facts import Facts
from sheetgen.booklets.lines import broken
from sheetgen.booklets.picture import draw_sheet
from sheetgen.booklets.told import ToldThrow, told_turn
from sheetgen.i18n.wording import Wording
from sheetgen.layout import Font, Ink
from sheetgen.layout.rows import rows_of

_GAP = 4.2
_DIE = (WIDE - 2 * OUTSIDE - 2 * _GAP) / 3
"""The side of a die on the cover."""


def cover(book: Book, facts: Facts) -> None:
    """The roll that stands for the game, its name as wide as fits, and what tells it from others."""
    wording, text = facts.wording, facts.wording.catalog.text
    leaf = book.cover(wording.title)
    free = _signature(leaf, facts)
    numbers = _numbers(wording)
    if free is None:
        line = " · ".join(f"{number} {word}" for number, word in numbers)
        leaf.text(OUTSIDE, 190.5, line, leaf.fitted(line, 14, leaf.width, Font.BOLD), Font.BOLD, Ink.ACCENT)
    else:
        _beside(leaf, numbers, *free)
    size = leaf.fitted(wording.title, 138, leaf.width, Font.BLACK, 20)
    lines = [line for line in _title_lines(leaf, wording.title, size)]
    for place, line in enumerate(reversed(lines)):
        leaf.text(OUTSIDE, 150 - place * size * POINT, line, size, Font.BLACK, align="ink")
    leaf.rule(167.5, heavy=True)
    said = text("booklet", "The rules")
    room = leaf.width - leaf.wide(said, 18) - 6
    if wording.variant:
        leaf.text(
            OUTSIDE, 177, wording.variant, leaf.fitted(wording.variant, 18, room, Font.BOLD), Font.BOLD, Ink.ACCENT
        )
        leaf.text(leaf.right, 177, said, 18, align="right")
    else:
        leaf.text(OUTSIDE, 177, said, 18)
    leaf.text(OUTSIDE, 198, players(wording), 11, ink=Ink.MUTED)
    leaf.text(leaf.right, 198, text("cover", "English"), 11, ink=Ink.MUTED, align="right")


def _title_lines(leaf: Leaf, title: str, size: float) -> list[str]:
    """The title in lines, where it is too long for one at the least size."""
    return [" ".join(word.text for word in line) for line in leaf.lines(title, leaf.width, (size, 1), font=Font.BLACK)]


def _signature(leaf: Leaf, facts: Facts) -> tuple[float, float, float] | None:
    """Draw the roll as large as the page; gives the free place of its last line and how large that is, if there is one.

    More dice than six stand closer, so that they keep above the name.
    """
    dice = facts.ruleset.signature
    columns = 3 if len(dice) <= 6 else -(-len(dice) // 2)
    side = _DIE if columns == 3 else (WIDE - 2 * OUTSIDE - (columns - 1) * _GAP) / columns
    top = min((len(dice) + 1) // 2, columns)
    for place, (face, kind) in enumerate(dice):
        down, over = divmod(place, top)
        leaf.die(OUTSIDE + over * (side + _GAP), TOP + down * (side + _GAP), side, face, kind)  # type: ignore[arg-type]
    if len(dice) % 2 == 0 or top != 3:
        return None
    return OUTSIDE + 2 * (side + _GAP), TOP + side + _GAP, side


def _beside(leaf: Leaf, numbers: list[tuple[str, str]], x: float, y: float, side: float) -> None:
    """How many dice, boxes and rolls there are, in the free place of the roll."""
    step = side / len(numbers)
    for place, (number, word) in enumerate(numbers):
        base = y + place * step + step / 2 + 4.1
        leaf.text(x + 15, base, number, 33, Font.BLACK, Ink.ACCENT, "right")
        leaf.text(x + 17.4, base, word, leaf.fitted(word, 13, side - 17.4, Font.BOLD), Font.BOLD)
        if place:
            leaf.rule(y + place * step, x, x + side)


def _numbers(wording: Wording) -> list[tuple[str, str]]:
    game, plural = wording.ruleset, wording.catalog.plural
    return [
        (str(count), word)
        for count, word in (
            (game.dice.count, plural("cover", "die", "dice", game.dice.count)),
            (len(game.boxes), plural("cover", "box", "boxes", len(game.boxes))),
            (game.dice.rolls, plural("cover", "roll", "rolls", game.dice.rolls)),
        )
    ]


def players(wording: Wording) -> str:
    """How many can play, in a few words."""
    text, plural, limits = wording.catalog.text, wording.catalog.plural, wording.ruleset.players
    if limits.max is None:
        return plural("cover", "%(n)s player or more", "%(n)s players or more", limits.min)
    if limits.max == limits.min:
        return plural("cover", "%(n)s player", "%(n)s players", limits.min)
    return text("cover", "%(least)s to %(most)s players", least=limits.min, most=limits.max)


def minute(book: Book, facts: Facts) -> None:
    """The game in four steps, and the sheet with what stands where."""
    wording, text = facts.wording, facts.wording.catalog.text
    leaf = book.leaf(text("booklet", "In a minute"))
    top = 28.5
    found = steps(wording)
    for place in range(0, len(found), 2):
        bottoms = [_step(leaf, leaf.left + over * 62, top, place + over, *found[place + over])
                   for over in range(len(found[place : place + 2]))]  # fmt: skip
        top = max(top + 24, *(bottom + 3 for bottom in bottoms))
    needs = leaf.lines((text("booklet", "You need"), f"{wanted(facts)} {start(facts)}"), leaf.width, SMALL, Ink.MUTED)
    end = 190.5 - len(needs) * SMALL[1]
    draw_sheet(leaf, facts, top + 4.5, end - 6)
    leaf.set(needs, leaf.left, end, SMALL[1])


def steps(wording: Wording) -> list[tuple[str, str]]:
    """A turn and the end of the game: verbs, and what goes with them."""
    text, found = wording.catalog.text, [(verb, list(said)) for verb, said in wording.turn() if verb]
    if len(found) > 3:  # there is one to keep dice
        found[1][1].append(text("booklet", "You may stop earlier."))
    found[-2][1].append(text("booklet", "Each box once."))
    found[-1][1].append(text("booklet", "The highest total wins."))
    return [(verb, " ".join(said)) for verb, said in found]


def _step(leaf: Leaf, x: float, y: float, place: int, verb: str, said: str) -> float:
    leaf.die(x, y, 10.5, place + 1)
    leaf.text(x + 13.5, y + 4.6, verb, 15, Font.BLACK)
    return leaf.para(x + 13.5, y + 6.6, 44, said)


def wanted(facts: Facts) -> str:
    """What is needed to play."""
    wording, text = facts.wording, facts.wording.catalog.text
    game = wording.ruleset
    dice = wording.catalog.plural("booklet", "%(n)s die with %(sides)s sides", "%(n)s dice with %(sides)s sides",
                                  game.dice.count, sides=game.dice.sides)  # fmt: skip
    own = game.sheet.columns == "games"
    sheet = (
        text("booklet", "a score sheet for each player")
        if own
        else text("booklet", "a score sheet with a column for each player")
    )
    pencil = text("booklet", "a pencil for each player") if own else text("booklet", "a pencil to keep score")
    things = (dice, sheet, pencil, *map(facts.sentence, game.booklet.equipment))
    return ", ".join(things) + "."


def start(facts: Facts) -> str:
    """Who starts, how many play best, and what else the source tells of the game."""
    wording, text = facts.wording, facts.wording.catalog.text
    game = wording.ruleset
    found = []
    if game.players.best:
        least, most = game.players.best
        found.append(text("booklet", "It is best with %(n)s.", n=least) if least == most
                     else text("booklet", "It is best with %(least)s to %(most)s.", least=least, most=most))  # fmt: skip
    if game.players.max != 1:
        high = text(
            "booklet",
            "Each player rolls all dice; the highest sum starts. Players who are equal roll again. Play then passes to the left.",
        )
        agreed = text("booklet", "Agree on who starts. Play then passes to the left.")
        found.append(high if game.players.start == "high_roll" else agreed)
    return " ".join((*found, *map(facts.sentence, game.booklet.about)))


# a turn

_SIDE, _STEP = 16.5, 37.5


def turn(book: Book, facts: Facts) -> None:
    """Three throws, with what each could score, and the row of the sheet with the score in it."""
    wording, text = facts.wording, facts.wording.catalog.text
    told = told_turn(facts)
    leaf = book.leaf(text("booklet", "A turn"))
    said = leaf.words(text("booklet", "A turn can go like this."), BODY)
    for state, means in ((text("booklet", "Full:"), text("booklet", "you keep it.")),
                         (text("booklet", "Open:"), text("booklet", "you roll it again."))):  # fmt: skip
        said += leaf.words((state, means), BODY)
    y = leaf.set(broken(said, leaf.length(leaf.width), leaf.measure), leaf.left, 24, BODY[1])
    y = max(36, y + 7.5)
    for place, throw in enumerate(told.throws):
        bottom = _throw(leaf, y, throw, last=place == len(told.throws) - 1)
        y = max(y + _STEP, bottom + 4)
    y = max(y + 3.9, 36 + 3 * _STEP + 3.9)
    leaf.rule(y - 3, heavy=True)
    _written(leaf, facts, told.box, str(told.points), y)
    leaf.rule(y + 16.8)
    y = leaf.para(leaf.left, y + 18.6, leaf.width, told.ends)
    for roll, uses in told.many:
        if y + 6 > 192:
            return
        y += 1.5
        if roll:
            leaf.dice(leaf.left, y + 0.3, 4.2, [(face, "open") for face in roll])
        y = leaf.para(
            leaf.left + (len(roll) * 4.8 + 2 if roll else 0), y, leaf.width - (len(roll) * 4.8 + 2 if roll else 0), uses
        )


def _throw(leaf: Leaf, y: float, throw: ToldThrow, *, last: bool) -> float:
    side = min(_SIDE, (leaf.width - 24) / (len(throw.dice) * 1.146))
    leaf.text(leaf.left, y + 3.3, throw.heading, 12, Font.BLACK, Ink.ACCENT)
    leaf.dice(leaf.left, y + 6, side, throw.dice, 2.4 / _SIDE)
    if throw.points is not None:
        ink = Ink.ACCENT if last else Ink.RULE
        leaf.text(leaf.right, y + 15.6, str(throw.points), 34, Font.BLACK, ink, "right")
        name = throw.could
        size = leaf.fitted(name, 9.75, 30, Font.BOLD)
        leaf.text(leaf.right, y + 21.6, name, size, Font.BOLD, Ink.TEXT if last else Ink.MUTED, "right")
    return leaf.para(leaf.left, y + 24, leaf.width, throw.said)


def _written(leaf: Leaf, facts: Facts, box: str, points: str, y: float) -> None:
    """The row of the sheet, with what is written in it."""
    wording = facts.wording
    row = next(row for rows in rows_of(facts.ruleset, wording) for row in rows if box in (row.id, *row.boxes))
    size = 10.5
    leaf.block(leaf.left, y + 1.65, size, row.dice)
    hint = row.hints[0][0] if row.hints else ""
    worth = leaf.wide(row.worth or row.most, 16 if row.worth else 8.2, Font.BLACK if row.worth else Font.REGULAR)
    room = 60.6 - 18.8 - worth - 2
    leaf.text(leaf.left + 18.8, y + 6.4, row.name, leaf.fitted(row.name, 13.5, room, Font.BOLD), Font.BOLD)
    if hint:
        leaf.set(leaf.lines(hint, 42, (8.2, 3.4), Ink.MUTED)[:2], leaf.left + 18.8, y + 7.6, 3.4)
    if row.worth:
        leaf.text(leaf.left + 60.6, y + 6.8, row.worth, 16, Font.BLACK, Ink.ACCENT, "right")
    else:
        leaf.text(leaf.left + 60.6, y + 6.4, row.most, 8.2, ink=Ink.MUTED, align="right")
    for place in range(2):
        leaf.box(leaf.left + 63 + place * 29.5, y, 28.5, 13.8, 1.8)
    leaf.text(leaf.left + 63 + 14.25, y + 9.2, points, 17, align="middle")
