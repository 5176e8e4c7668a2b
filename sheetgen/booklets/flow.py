"""Text in the closed part of HTML to lines, rows and columns that go on from frame to frame."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.booklets.book import Leaf, Path, Type
from sheetgen.booklets.lines import Word, broken, line_width, plain, width_of
from sheetgen.booklets.markup import Element, css_class, faces
from sheetgen.errors import Message, SheetgenError
from sheetgen.layout.primitives import Font, Ink, Role
from sheetgen.layout.rows import Pip

_SPACE = 0.42
"""Below a paragraph, beside its step."""
_CELL_GAP = 3.0
_AT_ONCE = 12
"""A row of a table that has more lines may be parted."""
_LEAST_COLUMN = 3.0
NO_ROOM = Message("this text has no room on pages that small; take larger paper")
_INDENT = 1.9
"""How far the text of a list stands in, beside its size in mm."""
_LEVELS = {"h1": 0, "h2": 0, "h3": 1, "h4": 2}
_ROLES: tuple[Role, ...] = ("H1", "H2", "H3", "H4")
_POINT = 25.4 / 72
_LEADING = 1.31


class Style(Struct, frozen=True):
    """The sizes of type, in points, all from that of the body."""

    body: float
    least: float = 7.5
    whole: bool = False
    """Whether nothing is parted that belongs together, be it that there is no room then."""
    above: int = 0
    """The level of the heading that the text stands below."""

    def size(self, factor: float) -> float:
        """A size beside that of the body."""
        return max(self.least, factor * self.body)


class Setting(Struct, frozen=True):
    """How a paragraph is set."""

    factor: float = 1.0
    font: Font = Font.REGULAR
    ink: Ink = Ink.TEXT
    before: float = 0.0
    """Above it, in steps of its own."""
    after: float = _SPACE
    keep: bool = False
    """Whether it stays with what follows."""


_SETTINGS = {
    "h1": Setting(3.2, Font.BLACK, after=0.15, keep=True),
    "h2": Setting(2.0, Font.BLACK, before=0.5, after=0.25, keep=True),
    "h3": Setting(1.4, Font.BLACK, Ink.ACCENT, 0.4, 0.2, keep=True),
    "h4": Setting(1.4, Font.BLACK, before=0.3, after=0.1, keep=True),
    "part": Setting(1.4, Font.BLACK, Ink.ACCENT, 0.3, 0.2, keep=True),
    "p": Setting(),
    "lead": Setting(1.18),
    "small": Setting(0.86, ink=Ink.MUTED),
    "subtitle": Setting(1.5, Font.BOLD, Ink.ACCENT),
    "big": Setting(2.0),
    "th": Setting(0.86, Font.BOLD, Ink.MUTED),
}


class Frame(Struct):
    """A place for text on a page; millimetres."""

    leaf: Leaf
    x: float
    y: float
    """Where the next line begins."""
    width: float
    bottom: float
    top: float = -1.0

    def __post_init__(self) -> None:
        self.top = self.y

    @property
    def begun(self) -> bool:
        """Whether something stands in it."""
        return self.y > self.top + 0.01

    def holds(self, height: float) -> bool:
        """Whether so much more has room."""
        return self.y + height <= self.bottom + 0.05


class Heading(Struct, frozen=True):
    """A heading, for the outline."""

    level: int
    text: str


class Atom(Struct):
    """What is never divided: a line, or a row of a table."""

    height: float
    draw: Callable[[Frame], None]
    """Draws it with its top at the y of the frame."""
    before: float = 0.0
    keep: bool = False
    """Whether it stays with the next one."""
    heading: Heading | None = None
    alone: bool = False
    """Whether what follows begins on another page."""


def flow(
    root: Element, style: Style, frames: Iterator[Frame], seen: Callable[[Heading], None] = lambda heading: None
) -> bool:
    """Set all of the text into the frames, from one to the next; False if there are too few. Headings are told."""
    try:
        frame = next(frames)
        ended = False
        for part in _parts(_Setter(style, frame.leaf, frame.width, [style.above]).blocks(root)):
            height = sum(atom.height + (atom.before if place else 0) for place, atom in enumerate(part))
            if ended or (frame.begun and not frame.holds(part[0].before + height)):
                frame = next(frames)
            for atom in part:
                frame.y += atom.before if frame.begun else 0
                if frame.begun and not frame.holds(atom.height):
                    frame = frame if style.whole else next(frames)
                if not frame.holds(atom.height):
                    return False
                if atom.heading:
                    seen(atom.heading)
                atom.draw(frame)
                frame.y += atom.height
            ended = part[-1].alone
    except StopIteration:
        return False
    return True


def _parts(atoms: Iterable[Atom]) -> Iterator[list[Atom]]:
    """The atoms that stay together."""
    part: list[Atom] = []
    for atom in atoms:
        part.append(atom)
        if not atom.keep:
            yield part
            part = []
    if part:
        yield part


class _Setter(Struct, frozen=True):
    """Makes atoms of elements, for frames of one width on pages like one leaf."""

    style: Style
    leaf: Leaf
    width: float
    levels: list[int]
    """Those of the headings until now."""

    def blocks(self, element: Element) -> Iterator[Atom]:
        """The atoms of all that stands in an element; a paragraph stays with the table or list that follows it."""
        for child, after in zip_longest(element, element[1:]):
            found = list(self._made(child))
            whole = child.tag in ("header", "article")  # a page of its own, or what stays on one page
            for atom in found[:-1] if whole else ():
                atom.keep = True
            if found and child.tag == "header":
                found[-1].alone, found[-1].keep = True, False
            if found and child.tag == "p" and after is not None and after.tag in ("ul", "ol", "table"):
                found[-1].keep = True
            yield from found

    def _made(self, element: Element) -> Iterator[Atom]:
        """The atoms of an element, whatever it is."""
        if element.tag in ("section", "header", "article"):
            return self.blocks(element)
        if element.tag in ("ul", "ol"):
            return self._items(element)
        if element.tag == "table":
            return _table(element, self.style, self.leaf, self.width)
        return self._text(element)

    def _text(self, element: Element) -> Iterator[Atom]:
        """A paragraph, or a heading."""
        setting = _SETTINGS.get(css_class(element)) or _SETTINGS.get(element.tag, _SETTINGS["p"])
        size = self._fitted(element, setting)
        words = _words(element, replace(_PLAIN, font=setting.font, size=size, ink=setting.ink), self.style)
        whole = self.style.whole or element.tag in _LEVELS
        role: Role = "P"
        if element.tag in _LEVELS:  # no level is left out
            self.levels.append(min(int(element.tag[1]), self.levels[-1] + 1))
            role = _ROLES[self.levels[-1] - 1]
        found = list(self._paragraph(list(words), setting, size, [(object(), role)], whole=whole))
        if element.tag in _LEVELS and found:
            found[0].heading = Heading(_LEVELS[element.tag], " ".join("".join(element.itertext()).split()))
        yield from found

    def _fitted(self, element: Element, setting: Setting) -> float:
        """The size of a title, smaller for a long word; of a row of dice that is as wide as the page."""
        size, room = self.style.size(setting.factor), self.leaf.length(self.width)
        if css_class(element) == "big":
            count = max((len(faces(dice)) for dice in element.iter("dice")), default=0)
            row = replace(_PLAIN, dice=((1, "solid"),) * count, size=1.0)
            return min(60.0, room / (width_of(row, self.leaf.measure) + 0.01)) if count else size
        if element.tag != "h1":
            return size
        words = "".join(element.itertext()).split()
        widest = max((self.leaf.measure(plain(word), setting.font, size) for word in words), default=0)
        return max(self.style.least, size * min(1.0, room / widest)) if widest else size

    def _paragraph(
        self, words: Sequence[Word], setting: Setting, size: float, path: Path, *, whole: bool = False
    ) -> Iterator[Atom]:
        """The lines of a paragraph, which stand in where it is part of a list."""
        indent = _INDENT * size * _POINT if len(path) > 1 else 0.0
        lines = broken(words, self.leaf.length(self.width - indent), self.leaf.measure)
        step = _step(size, setting.font)
        for place, line in enumerate(lines):
            last = place == len(lines) - 1
            high = max(step, *(_step(word.size, word.font) for word in line))

            def draw(frame: Frame, line: Sequence[Word] = line, high: float = high) -> None:
                with frame.leaf.parts(path):
                    frame.leaf.set([line], frame.x + indent, frame.y, high)

            before = step * setting.before if not place else 0.0
            keep = setting.keep or (not last and (whole or place == 0 or place == len(lines) - 2))
            yield Atom(high + (step * setting.after if last else 0), draw, before, keep)

    def _items(self, element: Element) -> Iterator[Atom]:
        """A list, its items numbered with dice, or marked."""
        size, whole = self.style.size(1), object()
        for number, item in enumerate(element, 1):
            words = list(_words(item, replace(_PLAIN, size=size), self.style))
            path: Path = [(whole, "L"), (item, "LI")]
            found = list(self._paragraph(words, _SETTINGS["p"], size, [*path, ((item, "body"), "LBody")]))
            for atom in found[:-1]:
                atom.keep = True
            if found:
                found[0].draw = _marked(found[0].draw, number if element.tag == "ol" else 0, size, path)
            yield from found


def _step(size: float, font: Font) -> float:
    return size * _POINT * (_LEADING if font is not Font.BLACK else 1.12)


def _marked(draw: Callable[[Frame], None], number: int, size: float, path: Path) -> Callable[[Frame], None]:
    """The same with its number before it, as a die, or with a point."""

    def both(frame: Frame) -> None:
        side = 1.2 * size * _POINT
        with frame.leaf.parts(path), frame.leaf.element("Lbl" if number else "Artifact"):
            if 0 < number < 7:
                frame.leaf.numeral(frame.x, frame.y + 0.15 * side, side, number)
            elif number:
                frame.leaf.text(frame.x, frame.y + side, f"{number}.", Type(size, Font.BOLD, Ink.ACCENT))
            else:
                frame.leaf.numeral(frame.x + 0.3 * side, frame.y + 0.45 * side, 0.4 * side, 1)
        draw(frame)

    return both


_PLAIN = Word("")


def _words(element: Element, like: Word, style: Style) -> Iterator[Word]:
    """The words of an element and of all in it, set as that word is."""
    yield from _inline(element, like, style, {"spaced": True, "breaks": False})


def _inline(element: Element, like: Word, style: Style, state: dict[str, bool]) -> Iterator[Word]:
    yield from _plain(element.text or "", like, state)
    for child in element:
        if child.tag == "br":
            state["breaks"] = True
        elif child.tag == "dice":
            dice: tuple[Pip, ...] = tuple((face, "solid" if face else "blank") for face in faces(child))
            yield replace(like, dice=dice, **state)
            state.update({"spaced": False, "breaks": False})
        elif child.tag == "small":
            size = max(style.least, 0.86 * like.size)
            yield from _inline(child, replace(like, font=Font.REGULAR, size=size, ink=Ink.MUTED), style, state)
        else:
            bold = child.tag == "b" and like.font is Font.REGULAR
            yield from _inline(child, replace(like, font=Font.BOLD) if bold else like, style, state)
        yield from _plain(child.tail or "", like, state)


def _plain(text: str, like: Word, state: dict[str, bool]) -> Iterator[Word]:
    for place, part in enumerate(plain(text).replace("\n", " ").replace("\t", " ").split(" ")):
        if place:
            state["spaced"] = True
        if part:
            yield replace(like, text=part, **state)
            state.update({"spaced": False, "breaks": False})


# tables


def _table(element: Element, style: Style, leaf: Leaf, width: float) -> Iterator[Atom]:
    """A table: columns as wide as their texts ask for, a hairline between the rows."""
    rows = [(part.tag == "thead", css_class(row) == "total", [*row]) for part in element for row in part]
    cells = [[_cell(cell, style, head=head, total=total) for cell in row] for head, total, row in rows]
    widths = _columns(cells, leaf, width)
    ruled, table = css_class(element) != "scored", object()
    for place, ((head, _, row), words) in enumerate(zip(rows, cells, strict=True)):
        lines = [broken(each, leaf.length(wide), leaf.measure) for each, wide in zip(words, widths, strict=False)]
        size = style.size(0.86 if head else 1.0)
        step = max([_step(size, Font.REGULAR), *(_step(w.size, w.font) for each in words for w in each)])
        roles: list[Role] = ["TH" if head or not column else "TD" for column in range(len(row))]
        shown = _Row(widths, lines, [css_class(cell) == "n" for cell in row], step, roles, "Column" if head else "Row",
                     (table, object()))  # fmt: skip
        count = max(1, *map(len, lines)) if lines else 1
        at_once = count if count <= _AT_ONCE else 1  # a row that is higher than a page goes on on the next
        for number in range(0, count, at_once):
            first, last = number == 0, number + at_once == count
            rule = ("heavy" if rows[place - 1][0] else "thin") if place and ruled and first else ""
            high = step * (at_once + 0.15 * first + 0.15 * last + (_SPACE if last and place == len(rows) - 1 else 0))
            draw = partial(shown.draw, slice(number, number + at_once), rule)
            yield Atom(high, draw, 0.0, not last or head or (place == 0 and len(rows) > 1))


class _Row(Struct, frozen=True):
    """A row of a table: its lines in each column, and which columns are numbers, which end at the right."""

    widths: Sequence[float]
    lines: Sequence[Sequence[Sequence[Word]]]
    numbers: Sequence[bool]
    step: float
    roles: Sequence[Role]
    scope: Literal["Row", "Column"]
    """What its heads are the heads of."""
    key: tuple[object, object]
    """Those of its table and of itself in the structure."""

    def draw(self, part: slice, rule: str, frame: Frame) -> None:
        """Some of its lines, one cell after the other, below a rule if there is one."""
        if rule:
            frame.leaf.rule(frame.y, frame.x, frame.x + frame.width, heavy=rule == "heavy")
        x, y = frame.x, frame.y + (0.15 * self.step if not part.start else 0)
        with frame.leaf.again(self.key[0], "Table"), frame.leaf.again(self.key[1], "TR"):
            for place, (each, wide, end) in enumerate(zip(self.lines, self.widths, self.numbers, strict=False)):
                role = self.roles[place]
                with frame.leaf.again((self.key[1], place), role, self.scope if role == "TH" else ""):
                    for down, line in enumerate(each[part]):
                        free = wide - line_width(line, frame.leaf.measure) / frame.leaf.length(1) if end else 0.0
                        frame.leaf.set([line], x + free, y + down * self.step, self.step)
                x += wide + _CELL_GAP


def _cell(cell: Element, style: Style, *, head: bool, total: bool) -> list[Word]:
    heavy = total and css_class(cell) == "n"
    kind = _SETTINGS["th"] if head else Setting(font=Font.BOLD if heavy else Font.REGULAR)
    like = replace(_PLAIN, font=kind.font, size=style.size(kind.factor), ink=kind.ink)
    return list(_words(cell, like, style))


def _columns(cells: Sequence[Sequence[Sequence[Word]]], leaf: Leaf, width: float) -> list[float]:
    """The widths of the columns: what their texts take in one line, else their longest words and some of the rest."""
    count = max(map(len, cells))
    natural, least = [0.0] * count, [0.0] * count
    for row in cells:
        for place, words in enumerate(row):
            natural[place] = max(natural[place], line_width(words, leaf.measure) / leaf.length(1) + 0.1)
            least[place] = max([least[place], *(width_of(word, leaf.measure) / leaf.length(1) + 0.1 for word in words)])
    room = width - _CELL_GAP * (count - 1)
    if room < _LEAST_COLUMN * count:
        raise SheetgenError(NO_ROOM, key="--paper")
    if sum(natural) <= room:
        natural[-1] += room - sum(natural)
        return natural
    fair = [wide if wide <= room / count else small for wide, small in zip(natural, least, strict=True)]
    floor = fair if sum(fair) <= room else least  # short columns stay whole where long ones have room beside them
    more = [wide - small for wide, small in zip(natural, floor, strict=True)]
    free = room - sum(floor)
    if free < 0:
        return [small * room / sum(floor) for small in floor]
    return [small + free * each / (sum(more) or 1) for small, each in zip(floor, more, strict=True)]
