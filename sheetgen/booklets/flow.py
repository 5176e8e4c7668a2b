"""Text in the closed part of HTML to lines, rows and columns that go on from frame to frame."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from sheetgen.booklets.book import Leaf
from sheetgen.booklets.lines import Word, broken, line_width, plain, width_of
from sheetgen.booklets.markup import Element, css_class, faces
from sheetgen.layout import DieKind, Font, Ink

_SPACE = 0.42
"""Below a paragraph, beside its step."""
_CELL_GAP = 3.0
_INDENT = 1.9
"""How far the text of a list stands in, beside its size in mm."""
_LEVELS = {"h1": 0, "h2": 0, "h3": 1, "h4": 2}
_POINT = 25.4 / 72
_LEADING = 1.31


class Style(Struct, frozen=True):
    """The sizes of type, in points, all from that of the body."""

    body: float
    least: float = 7.5
    whole: bool = False
    """Whether no paragraph is parted."""

    def size(self, factor: float) -> float:
        """A size beside that of the body."""
        return max(self.least, factor * self.body)


class Kind(Struct, frozen=True):
    """How a paragraph is set."""

    factor: float = 1.0
    font: Font = Font.REGULAR
    ink: Ink = Ink.TEXT
    before: float = 0.0
    """Above it, in steps of its own."""
    after: float = _SPACE
    keep: bool = False
    """Whether it stays with what follows."""


_KINDS = {
    "h1": Kind(3.2, Font.BLACK, after=0.15, keep=True),
    "h2": Kind(2.0, Font.BLACK, before=0.5, after=0.25, keep=True),
    "h3": Kind(1.4, Font.BLACK, Ink.ACCENT, 0.4, 0.2, keep=True),
    "h4": Kind(1.4, Font.BLACK, before=0.3, after=0.1, keep=True),
    "part": Kind(1.4, Font.BLACK, Ink.ACCENT, 0.3, 0.2, keep=True),
    "p": Kind(),
    "lead": Kind(1.18),
    "small": Kind(0.86, ink=Ink.MUTED),
    "subtitle": Kind(1.5, Font.BOLD, Ink.ACCENT),
    "big": Kind(2.0),
    "th": Kind(0.86, Font.BOLD, Ink.MUTED),
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
    frame = next(frames, None)
    if frame is None:
        return False
    atoms = list(_blocks(root, style, frame.leaf, frame.width))
    ended = False
    for part in _parts(atoms):
        height = sum(atom.height + (atom.before if place else 0) for place, atom in enumerate(part))
        fresh = frame.y <= frame.top + 0.01
        if ended or (not fresh and frame.y + part[0].before + height > frame.bottom + 0.05):
            ended = False
            found = next(frames, None)
            if found is None:
                return False
            frame = found
        for atom in part:
            frame.y += atom.before if frame.y > frame.top + 0.01 else 0
            if frame.y + atom.height > frame.bottom + 0.05 and frame.y > frame.top + 0.01:
                found = next(frames, None)
                if found is None:
                    return False
                frame = found
            if frame.y + atom.height > frame.bottom + 0.05:
                return False
            if atom.heading:
                seen(atom.heading)
            atom.draw(frame)
            frame.y += atom.height
            ended = ended or atom.alone
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


def _blocks(element: Element, style: Style, leaf: Leaf, width: float) -> Iterator[Atom]:
    for child in element:
        tag, name = child.tag, css_class(child)
        if tag == "section":
            yield from _blocks(child, style, leaf, width)
        elif tag == "header":  # a page of its own
            found = list(_blocks(child, style, leaf, width))
            for atom in found[:-1]:
                atom.keep = True
            for atom in found[-1:]:
                atom.alone, atom.keep = True, False
            yield from found
        elif tag == "article":
            found = list(_blocks(child, style, leaf, width))
            for atom in found[:-1]:
                atom.keep = True
            yield from found
        elif tag in ("ul", "ol"):
            yield from _items(child, style, leaf, width)
        elif tag == "table":
            yield from _table(child, style, leaf, width)
        else:
            kind = _KINDS.get(name) or _KINDS.get(tag, _KINDS["p"])
            size = _fitted(child, style.size(kind.factor), kind, name, leaf, width)
            words = list(_words(child, size, kind.font, kind.ink, style))
            found = list(_paragraph(words, size, kind, leaf, width, whole=style.whole or tag in _LEVELS))
            if tag in _LEVELS and found:
                found[0].heading = Heading(_LEVELS[tag], " ".join("".join(child.itertext()).split()))
            yield from found


def _fitted(element: Element, size: float, kind: Kind, name: str, leaf: Leaf, width: float) -> float:
    """The size of a title, smaller for a long word; of a row of dice that is as wide as the page."""
    if name == "big":
        count = max((len(faces(dice)) for dice in element.iter("dice")), default=0)
        row = Word("", dice=((1, "solid"),) * count, size=1.0)
        return min(60.0, leaf.length(width) / (width_of(row, leaf.measure) + 0.01)) if count else size
    if element.tag != "h1":
        return size
    widest = max(
        (leaf.measure(plain(word), kind.font, size) for word in "".join(element.itertext()).split()), default=0
    )
    return size * min(1.0, leaf.length(width) / widest) if widest else size


def _step(size: float, font: Font) -> float:
    return size * _POINT * (_LEADING if font is not Font.BLACK else 1.12)


def _paragraph(
    words: Sequence[Word], size: float, kind: Kind, leaf: Leaf, width: float, indent: float = 0.0, *,
    whole: bool = False,
) -> Iterator[Atom]:  # fmt: skip
    lines = broken(words, leaf.length(width - indent), leaf.measure)
    step = _step(size, kind.font)
    for place, line in enumerate(lines):
        last = place == len(lines) - 1
        high = max(step, *(_step(word.size, word.font) for word in line))

        def draw(frame: Frame, line: Sequence[Word] = line, high: float = high) -> None:
            frame.leaf.set([line], frame.x + indent, frame.y, high)

        before = step * kind.before if not place else 0.0
        keep = kind.keep or (not last and (whole or place == 0 or place == len(lines) - 2))
        yield Atom(high + (step * kind.after if last else 0), draw, before, keep)


def _items(element: Element, style: Style, leaf: Leaf, width: float) -> Iterator[Atom]:
    """A list, its items numbered with dice, or marked."""
    size = style.size(1)
    indent = _INDENT * size * _POINT
    for number, item in enumerate(element, 1):
        words = list(_words(item, size, Font.REGULAR, Ink.TEXT, style))
        found = list(_paragraph(words, size, _KINDS["p"], leaf, width, indent))
        for atom in found[:-1]:
            atom.keep = True
        if found:
            found[0].draw = _marked(found[0].draw, number if element.tag == "ol" else 0, size)
        yield from found


def _marked(draw: Callable[[Frame], None], number: int, size: float) -> Callable[[Frame], None]:
    """The same with its number before it, as a die, or with a point."""

    def both(frame: Frame) -> None:
        side = 1.2 * size * _POINT
        if 0 < number < 7:
            frame.leaf.die(frame.x, frame.y + 0.15 * side, side, number)
        elif number:
            frame.leaf.text(frame.x, frame.y + side, f"{number}.", size, Font.BOLD, Ink.ACCENT)
        else:
            frame.leaf.die(frame.x + 0.3 * side, frame.y + 0.45 * side, 0.4 * side, 1)
        draw(frame)

    return both


def _words(element: Element, size: float, font: Font, ink: Ink, style: Style, spaced: bool = True) -> Iterator[Word]:
    """The words of an element and of all in it."""
    state = {"space": spaced, "break": False}
    yield from _inline(element, size, font, ink, style, state)


def _inline(
    element: Element, size: float, font: Font, ink: Ink, style: Style, state: dict[str, bool]
) -> Iterator[Word]:
    yield from _plain(element.text or "", size, font, ink, state)
    for child in element:
        if child.tag == "br":
            state["break"] = True
        elif child.tag == "dice":
            dice: tuple[tuple[int, DieKind], ...] = tuple((face, "solid" if face else "blank") for face in faces(child))
            yield Word("", font, size, ink, dice, state["space"], state["break"])
            state.update({"space": True, "break": False})
        else:
            bold, small = child.tag == "b", child.tag == "small"
            inner = Font.BOLD if bold and font is Font.REGULAR else font
            yield from _inline(child, max(style.least, 0.86 * size) if small else size, Font.REGULAR if small else inner,
                               Ink.MUTED if small else ink, style, state)  # fmt: skip
        yield from _plain(child.tail or "", size, font, ink, state)


def _plain(text: str, size: float, font: Font, ink: Ink, state: dict[str, bool]) -> Iterator[Word]:
    for place, part in enumerate(plain(text).replace("\n", " ").replace("\t", " ").split(" ")):
        if place:
            state["space"] = True
        if part:
            yield Word(part, font, size, ink, (), state["space"], state["break"])
            state.update({"space": False, "break": False})


# tables


def _table(element: Element, style: Style, leaf: Leaf, width: float) -> Iterator[Atom]:
    """A table: columns as wide as their texts ask for, a hairline between the rows."""
    rows = [(part.tag == "thead", css_class(row) == "total", [*row]) for part in element for row in part]
    scored = css_class(element) == "scored"
    cells = [[_cell(cell, style, head=head, total=total) for cell in row] for head, total, row in rows]
    widths = _columns(cells, leaf, width)
    last = len(rows) - 1
    for place, ((head, total, row), words) in enumerate(zip(rows, cells, strict=True)):
        lines = [broken(each, leaf.length(wide), leaf.measure) for each, wide in zip(words, widths, strict=False)]
        size = style.size(0.86 if head else 1.0)
        step = max([_step(size, Font.REGULAR), *(_step(w.size, w.font) for each in words for w in each)])
        right = [css_class(cell) == "n" for cell in row]
        count = max(1, *(len(each) for each in lines)) if lines else 1
        for number in range(count):  # a row that is higher than a page goes on on the next

            def draw(frame: Frame, number: int = number, lines: list[list[list[Word]]] = lines, step: float = step,
                     right: list[bool] = right, rule: bool = place > 0 and not scored and not number,
                     heavy: bool = rows[place - 1][0] if place else False) -> None:  # fmt: skip
                if rule:
                    frame.leaf.rule(frame.y, frame.x, frame.x + frame.width, heavy=heavy)
                x = frame.x
                for each, wide, end in zip(lines, widths, right, strict=False):
                    for line in each[number : number + 1]:
                        free = wide - line_width(line, frame.leaf.measure) / frame.leaf.length(1) if end else 0.0
                        frame.leaf.set([line], x + free, frame.y + (0.15 * step if not number else 0), step)
                    x += wide + _CELL_GAP

            ends = number == count - 1
            high = step * (1 + 0.15 * (not number) + 0.15 * ends + (_SPACE if ends and place == last else 0))
            yield Atom(high, draw, 0.0, not ends or head or (place == 0 and last > 0))


def _cell(cell: Element, style: Style, *, head: bool, total: bool) -> list[Word]:
    kind = _KINDS["th"] if head else Kind(font=Font.BOLD if total and css_class(cell) == "n" else Font.REGULAR)
    return list(_words(cell, style.size(kind.factor), kind.font, kind.ink, style))


def _columns(cells: Sequence[Sequence[Sequence[Word]]], leaf: Leaf, width: float) -> list[float]:
    """The widths of the columns: what their texts take in one line; the wide ones share what there is."""
    count = max(map(len, cells))
    natural, least = [0.0] * count, [0.0] * count
    for row in cells:
        for place, words in enumerate(row):
            natural[place] = max(natural[place], line_width(words, leaf.measure) / leaf.length(1) + 0.1)
            least[place] = max([least[place], *(width_of(word, leaf.measure) / leaf.length(1) + 0.1 for word in words)])
    room = width - _CELL_GAP * (count - 1)
    if sum(natural) <= room:
        natural[-1] += room - sum(natural)
        return natural
    widths: list[float] = []
    fair, left = room / count, room
    narrow = [n <= fair for n in natural]
    taken = sum(n for n, small in zip(natural, narrow, strict=True) if small)
    rest = sum(n for n, small in zip(natural, narrow, strict=True) if not small)
    for n, small, floor in zip(natural, narrow, least, strict=True):
        share = n if small else max(min(floor, room / 2), (room - taken) * n / rest)
        widths.append(share)
        left -= share
    if left < -0.01:
        widths = [w * room / sum(widths) for w in widths]
    return widths
