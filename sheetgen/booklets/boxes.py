"""The pages of a booklet that explain the boxes, a few on each page."""

from collections.abc import Iterator, Sequence

from sheetgen.booklets.book import BODY, Book, Leaf
from sheetgen.booklets.document import part_of
from sheetgen.booklets.entries import Entry, entries, marked, points_of
from sheetgen.booklets.examples import Scored
from sheetgen.booklets.facts import Facts
from sheetgen.booklets.lines import broken
from sheetgen.booklets.markup import parse
from sheetgen.layout import Font, Ink

_FIRST, _NEXT, _LAST = 33.0, 21.0, 177.0
"""Where the first entry of a page begins, below its heading or below the key, and where the last one ends."""
_HIGH, _LOW = 39.0, 30.0
"""How high an entry is at least, in a short booklet and in a long one."""
_DIE, _MISS = 8.7, 5.1


def boxes(book: Book, facts: Facts) -> None:
    """All entries, on as few pages as can be, as roomy as they are then."""
    pages = []
    for high in (_LOW, _HIGH - 4.5, _HIGH):
        trial = Book(book.format, book.measure, book.catalog, list(book.leaves))
        _boxes(trial, facts, high)
        pages.append((len(trial.leaves), -high))
    _boxes(book, facts, -min(pages)[1])


def _boxes(book: Book, facts: Facts, high: float) -> None:
    """All entries, each at least so high; what is said of all of them stands around these."""
    text, found = facts.wording.catalog.text, entries(facts)
    leaf = book.leaf(text("booklet", "The boxes"))
    bottom = leaf.para(leaf.left, 24, leaf.width, text("booklet", "A roll that does not fit a box is a 0 there."))
    y = max(_FIRST, bottom + 4.5)
    leaf.rule(y, heavy=True)
    legend = True
    heavy = True
    for place, entry in enumerate(found):
        needed = _height(leaf, facts, entry, high)
        if y + needed > _LAST + 1 and not (place and y <= _NEXT):
            _legend(leaf, facts, y, legend)
            legend = False
            leaf = book.leaf("", text("booklet", "The boxes"))
            _key(leaf, facts)
            y, heavy = _NEXT, False
        if not heavy:
            leaf.rule(y)
        heavy = False
        y = _draw(leaf, facts, entry, y, high)
    for name, points, said in bonuses(facts):
        if y + 24 > _LAST + 1:
            leaf.rule(y, heavy=True)
            leaf = book.leaf("", text("booklet", "The boxes"))
            _key(leaf, facts)
            y = _NEXT
        leaf.rule(y)
        y = _bonus(leaf, name, points, said, y)
    leaf.rule(y, heavy=True)
    nothing = _nothing_fits(facts)
    if nothing[1] and y + 2.4 + len(leaf.lines(nothing, leaf.width)) * 4.5 > 191:
        leaf = book.leaf("", text("booklet", "The boxes"))
        y = 12
    if nothing[1]:
        leaf.para(leaf.left, y + 2.4, leaf.width, nothing)


def bonuses(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """The bonuses: what each is called, the points where they are fixed, and how it is earned."""
    html = part_of(facts, "bonuses").strip()
    steps = {each.name: each.total.steps for each in facts.thresholds}
    told = {facts.wording.row(total.id) for total in points_of(facts.ruleset).values()}
    for article in parse(html).iter("article") if html else ():
        (name,) = article.iter("b")
        said = " ".join("".join(article.itertext()).split()).removeprefix(name.text or "").strip()
        called = (name.text or "").removesuffix(".")
        if called in told:  # it stands with its boxes
            continue
        points = [str(step.points).replace("-", "−") for step in steps.get(called, ())]
        extra = facts.ruleset.extra_yachts
        if extra and not points:
            points = [str(extra.points)]
        yield called, points[0] if len(points) == 1 else "", said[:1].upper() + said[1:]


def _bonus(leaf: Leaf, name: str, points: str, said: str, y: float) -> float:
    leaf.text(leaf.left, y + 7.4, name, leaf.fitted(name, 16, leaf.width - 24, Font.BLACK), Font.BLACK, align="ink")
    leaf.text(leaf.right, y + 8.4, points, 24, Font.BLACK, Ink.ACCENT, "right")
    return max(y + 21, leaf.para(leaf.left, y + 9.4, leaf.width - (24 if points else 0), said) + 3)


def _legend(leaf: Leaf, facts: Facts, y: float, first: bool) -> None:
    """What large and small rolls mean, below the entries of the first page."""
    text = facts.wording.catalog.text
    leaf.rule(y, heavy=True)
    if first and y < 188:
        large = text("booklet", "Large and coloured:"), text("booklet", "a roll that counts.")
        small = text("booklet", "Small and black:"), text("booklet", "just not, a 0.")
        words = leaf.words(large, BODY) + leaf.words(small, BODY)
        leaf.set(broken(words, leaf.length(leaf.width), leaf.measure), leaf.left, y + 2.4, BODY[1])


def _key(leaf: Leaf, facts: Facts) -> None:
    """What the three states of a die mean."""
    text, side, x = facts.wording.catalog.text, 5.7, leaf.left
    words = (
        text("booklet", "full: counts"),
        text("booklet", "open: does not count"),
        text("booklet", "empty: any die will do"),
    )
    wide = sum(side + 1.8 + leaf.wide(word, 8.2) for word in words)
    gap = min(8.0, (leaf.width - wide) / 2)
    for face, kind, word in ((5, "solid", words[0]), (2, "open", words[1]), (0, "blank", words[2])):
        leaf.die(x, 12, side, face, kind)  # type: ignore[arg-type]
        leaf.text(x + side + 1.8, 12 + side / 2 + 1.1, word, 8.2, ink=Ink.MUTED)
        x += side + 1.8 + leaf.wide(word, 8.2) + gap


def _nothing_fits(facts: Facts) -> tuple[str, str]:
    """Where a 0 costs least, and which box never holds one."""
    text, both = facts.wording.catalog.text, facts.wording.catalog.both
    names, most = facts.cheapest
    if not names:
        return "", ""
    said = []
    if facts.ordered:
        said.append(text("booklet", "Then you write a 0 in a box that can be filled now."))
    elif facts.zero_costs:
        said.append(text("booklet", "Then you write a 0 in an open box of your choice."))
    else:
        said.append(
            text(
                "booklet",
                "Write a 0 where it costs least: often %(names)s, where %(most)s is the most.",
                names=both(names),
                most=most,
            )
        )
    never = facts.never_zero
    if len(never) == 1:
        said.append(text("booklet", "%(name)s is never a 0.", name=never[0]))
    elif never:
        said.append(text("booklet", "%(names)s are never a 0.", names=both(never)))
    return text("booklet", "Nothing fits?"), " ".join(said)


def _height(leaf: Leaf, facts: Facts, entry: Entry, high: float) -> float:
    """How high an entry is: drawn where nobody sees it."""
    trial = Leaf(leaf.format, leaf.measure, leaf.left)
    return _draw(trial, facts, entry, 0, high)


def _draw(leaf: Leaf, facts: Facts, entry: Entry, y: float, high: float) -> float:
    """An entry whose rule is at y; gives where it ends."""
    close = high < _HIGH - 5
    base = y + (7.4 if close else 8.4)
    worth = leaf.wide(entry.worth, 24, Font.BLACK) if entry.worth else leaf.wide(entry.most, 11, Font.BOLD)
    name = entry.name
    size = leaf.fitted(name, 16, leaf.width - worth - 3, Font.BLACK)
    leaf.text(leaf.left, base, name, size, Font.BLACK, align="ink")
    if entry.worth:
        leaf.text(leaf.right, base + 1, entry.worth, 24, Font.BLACK, Ink.ACCENT, "right")
    else:
        leaf.text(leaf.right, base, entry.most, 11, Font.BOLD, Ink.ACCENT, "right")
    top = leaf.para(leaf.left, base + 2, leaf.width - 24 if entry.worth else leaf.width - 11, entry.rule)
    gap = 1.6 if close else 2.8
    if entry.merged:
        top = _faces(leaf, facts, entry, top + gap + 1)
    else:
        top = max(top + gap, y + (17.2 if close else 20.7))
    bottom = _rolls(leaf, entry, top, close)
    return (
        max(y + high, bottom + (3.0 if close else 6.0))
        if not entry.merged
        else max(y + (48 if close else 66), bottom + 4)
    )


def _faces(leaf: Leaf, facts: Facts, entry: Entry, y: float) -> float:
    """The faces of the numbers, with their names and the most of each."""
    found = points_of(facts.ruleset)
    step = leaf.width / (max(6, len(entry.categories)) if not found else len(entry.categories))
    for place, category in enumerate(entry.categories):
        x = leaf.left + place * step
        name = entry.facts[place].name
        leaf.die(x, y, min(12, step - 2), category.number or 0)
        leaf.text(x, y + 16.8, name, leaf.fitted(name, 10.5, step - 1, Font.BOLD), Font.BOLD)
        leaf.text(x, y + 20.8, facts.wording.most(category), 8.2, ink=Ink.MUTED)
        if category.id in found:
            said = facts.wording.points_from(found[category.id])
            leaf.text(x, y + 24.6, said, leaf.fitted(said, 8.2, step - 1, Font.BOLD), Font.BOLD, Ink.ACCENT)
    return y + 20.8 + 5.6 + (3.8 if found else 0)


def _rolls(leaf: Leaf, entry: Entry, y: float, close: bool) -> float:
    """Rolls that count, each on a line, with a near miss at the right of the first."""
    side = 7.2 if close else _DIE
    good = [each for each in entry.examples if each.points]
    bad = [each for each in entry.examples if not each.points]
    if entry.merged:
        given = [each for each in good if each.roll in each.category.examples]
        numbered = [each for each in good if each.category == entry.categories[len(entry.categories) // 2]]
        return _numbers(leaf, entry, given or numbered[:1] or good[:1], y, side)
    top = y
    for place, each in enumerate(good):
        large = side if place == 0 or len(good) == 2 else 5.7
        end = leaf.dice(leaf.left, y, _side(leaf, each, large), marked(each))
        shown = sum_of(each)
        missed = bad[place] if place < len(bad) else None
        room = leaf.right - end - 3 - (_miss_width(leaf, missed) if missed else 0)
        leaf.text(end + 3, y + large / 2 + 1.7, shown, leaf.fitted(shown, 12, room, Font.BOLD), Font.BOLD)
        if missed:
            _miss(leaf, missed, y + large / 2)
        y += large + 1.5
    for place, each in enumerate(bad[len(good) :]):
        _miss(leaf, each, y + 2.6)
        y += 6.6
    return max(y - 1.5, top)


def _numbers(leaf: Leaf, entry: Entry, shown: Sequence[Scored], y: float, side: float) -> float:
    """Rolls with their sums in the boxes of their numbers: two beside each other if there are several."""
    if len(shown) == 1:
        end = leaf.dice(leaf.left, y, _side(leaf, shown[0], side), marked(shown[0]))
        leaf.text(end + 3, y + side / 2 + 1.75, f"{_name(entry, shown[0])}: {sum_of(shown[0])}", 12, Font.BOLD)
        return y + side
    for place, each in enumerate(shown):
        down, over = divmod(place, 2)
        x, top = leaf.left + over * leaf.width / 2, y + down * 6.3
        end = leaf.dice(x, top, 4.8, marked(each))
        said = f"{_name(entry, each)}: {sum_of(each)}"
        leaf.text(end + 2, top + 3.4, said, leaf.fitted(said, 9.75, x + leaf.width / 2 - end - 3, Font.BOLD), Font.BOLD)
    return y + 6.3 * -(-len(shown) // 2)


def _name(entry: Entry, each: Scored) -> str:
    return next(facts.name for facts in entry.facts if facts.id == each.category.id)


def _side(leaf: Leaf, each: Scored, side: float) -> float:
    """The side of dice that are many."""
    return min(side, 0.4 * leaf.width / (1.14 * len(each.roll.dice)))


def sum_of(each: Scored) -> str:
    """What is added, and what it comes to."""
    if not each.sum:
        return str(each.points)
    addends = [face for face, kind in marked(each) if kind == "solid"]
    if each.category.points.kind == "fixed_plus_dice":
        addends.insert(0, each.points - sum(addends))
    return f"{'+'.join(map(str, addends))} = {each.points}"


def _miss_width(leaf: Leaf, each: Scored) -> float:
    return len(each.roll.dice) * _MISS * 1.15 + 8


def _miss(leaf: Leaf, each: Scored, middle: float) -> None:
    """A roll that just does not count, in small dice at the right edge."""
    wide = len(each.roll.dice) * _MISS * 1.147 - _MISS * 0.147
    leaf.dice(leaf.right - 4.5 - wide, middle - _MISS / 2, _MISS, [(face, "code") for face in each.roll.dice], 0.147)
    leaf.text(leaf.right, middle + 1.6, "0", 12, Font.BOLD, Ink.MUTED, "right")
