"""Sides of paper to a PDF that is written as it is made: what they have in common once, and little for each of them.

Ten thousand pages take hardly more memory than one. Same sides, same bytes.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.layout import COLOURS, Colour, Die, DieShape, Font, Ink, Item, Page, Placed, Side
from sheetgen.pdf.contents import Embedding, Pen, called, die_parts, moved, turned
from sheetgen.pdf.file import PdfFile, references, text_string

if TYPE_CHECKING:
    from sheetgen.layout.primitives import Form

_GROUP = 100
"""The maximum number of pages on one node of the page tree."""


class Metadata(Struct, frozen=True):
    """What a document says of itself."""

    title: str
    language: str
    subject: str = ""
    """The command that makes the document again."""
    keywords: str = ""


class Entry(Struct, frozen=True):
    """An entry of the outline."""

    page: int
    """From 0."""
    title: str
    level: int = 0
    """At most one more than that of the entry before it."""


class Output(Struct, frozen=True):
    """How sides become a document."""

    colours: Mapping[Ink, Colour] = field(default_factory=lambda: COLOURS)
    duplex: str = ""
    """How the printer is to turn the sheet: Simplex, DuplexFlipLongEdge, DuplexFlipShortEdge, or nothing."""
    outline: Sequence[Entry] | None = None
    """None for an entry for each page, by its label, that viewers show when there is more than one."""
    dice: DieShape = DieShape()


def write_sides(sides: Iterable[Side], metadata: Metadata, output: Output, target: BinaryIO) -> None:
    """Write the sides as a PDF at true size, one after the other, with all fonts embedded.

    Raises SheetgenError for a letter that the font lacks; what was written until then is no document.
    """
    document = _Document(metadata, output, PdfFile(target))
    for side in sides:
        document.add(side)
    document.finish()


def write_pdf(
    pages: Sequence[Page], metadata: Metadata, form: "Form | None" = None, output: Output | None = None
) -> bytes:
    """The pages as a PDF at true size, with every font of theirs embedded; `form` says what can be filled in."""
    outline = [Entry(place, page.label or str(place + 1)) for place, page in enumerate(pages)]
    output = output or Output()
    if form:
        output = replace(output, outline=outline[: len(outline) if len(outline) > 1 else 0])
    target = BytesIO()
    document = _Document(metadata, output, PdfFile(target, packed=form is not None))
    fields = None
    if form:
        from sheetgen.pdf.fields import Fields  # noqa: PLC0415 - sheets have none, and start sooner without them

        fields = Fields(form, pages, document.file, document.picture, output.colours)
    for page in pages:
        document.add(Side(page.width, page.height, (Placed(page),)), fields.on(page) if fields else b"")
    document.finish(fields.finish() if fields else b"")
    return target.getvalue()


def write_each(
    documents: Iterable[Sequence[Side]], metadata: Metadata, output: Output, letters: Iterable[str]
) -> Iterator[bytes]:
    """The PDF of each of many documents that have most of what is on them in common, which is drawn once.

    They all embed the bold `letters`, those of the names in all of them, so that the same part of the font serves all.
    Raises SheetgenError for a letter that the font lacks.
    """
    pattern: _Document | None = None
    for sides in documents:
        if pattern is None:
            pattern = _Document(metadata, output, PdfFile(BytesIO()))
            pattern.prepare(sides, "".join(sorted(set(letters))))
        target = BytesIO()
        document = pattern.copy(target)
        for side in sides:
            document.add(side)
        document.finish()
        yield target.getvalue()


class _Document:
    """A PDF file while it is written."""

    def __init__(self, metadata: Metadata, output: Output, file: PdfFile) -> None:
        self._output, self._metadata, self.file = output, metadata, file
        self._embedding = Embedding()
        self._stills: dict[int, tuple[tuple[Item, ...], bytes]] = {}
        self._dice: dict[tuple[int, float], bytes] = {}
        self._drawings: dict[bytes, int] = {}
        self._resources, self._root = file.new(), file.new()
        self._nodes: list[int] = []
        self._pages: list[int] = []
        self._labels: list[str] = []
        self._size: tuple[float, float] | None = None

    def add(self, side: Side, more: bytes = b"") -> None:
        """Write one page, with more entries in its dictionary."""
        if len(self._pages) % _GROUP == 0:
            self._end_node()
            self._nodes.append(self.file.new())
        page, contents = self.file.new(), self.file.new()
        codes = [self._placed(placed, side.height) for placed in side.placed]
        if marks := self._still(side.still, side.width, side.height):
            codes.append(called(marks))
        self.file.put_stream(contents, b"\n".join(codes))
        size = side.width, side.height
        self._size = self._size or size  # which all pages have that say nothing else
        box = b"" if size == self._size else b"/MediaBox[0 0 %.3f %.3f]" % size
        self.file.put(
            page, b"<</Type/Page/Parent %d 0 R%b/Contents %d 0 R%b>>" % (self._nodes[-1], box, contents, more)
        )
        self._pages.append(page)
        self._labels.append(", ".join([placed.page.label for placed in side.placed if placed.page.label]))

    def prepare(self, sides: Iterable[Side], letters: str) -> None:
        """Write what all documents share whose pages are like these, and the bold letters that they may need."""
        for side in sides:
            self._still(side.still, side.width, side.height)
            for placed in side.placed:
                self._still(placed.page.still, placed.page.width, placed.page.height)
        self._embedding.letters[Font.BOLD].encode(letters)
        self._embedding.write(self.file)

    def copy(self, target: BinaryIO) -> "_Document":
        """Another document with all that is in this one, which is in memory and has no pages yet."""
        twin = copy(self)
        twin.file, twin._embedding = self.file.copy(target), self._embedding.copy()
        twin._stills, twin._dice, twin._drawings = dict(self._stills), dict(self._dice), dict(self._drawings)
        twin._nodes, twin._pages, twin._labels = [], [], []
        return twin

    def finish(self, more: bytes = b"") -> None:
        """Write what the pages share, the catalog with these entries too, and the end of the file."""
        self._end_node()
        self.file.put(
            self._root,
            b"<</Type/Pages/Kids[%b]/Count %d/MediaBox[0 0 %.3f %.3f]/Resources %d 0 R>>"
            % (references(self._nodes), len(self._pages), *(self._size or (0, 0)), self._resources),
        )
        self._embedding.write(self.file)
        forms = b"".join(b"/%b %d 0 R" % drawing for drawing in self._drawings.items())
        fonts = self._embedding.resources()
        self.file.put(self._resources, b"<</Font<<%b>>/XObject<<%b>>>>" % (fonts, forms))
        about = {"Title": self._metadata.title, "Subject": self._metadata.subject, "Keywords": self._metadata.keywords}
        about |= {"Author": "sheetgen", "Creator": "sheetgen", "Producer": "sheetgen"}
        info = b"".join(b"/%b%b" % (key.encode(), text_string(text)) for key, text in about.items() if text)
        self.file.end(self.file.add(self._catalog(more)), self.file.add(b"<<%b>>" % info))

    def picture(self, draw: Callable[[Pen], bytes], colours: Mapping[Ink, Colour], size: tuple[float, float]) -> int:
        """Write what a pen of these colours draws, of this width and height, and give its number."""
        return self._drawing(draw(Pen(colours, self._embedding, self._die)), (0, 0, *size))

    def _end_node(self) -> None:
        """Write the node of the page tree that the last pages hang on."""
        if self._nodes:
            kids = self._pages[_GROUP * (len(self._nodes) - 1) :]
            node = b"<</Type/Pages/Parent %d 0 R/Kids[%b]/Count %d>>" % (self._root, references(kids), len(kids))
            self.file.put(self._nodes[-1], node)

    def _placed(self, placed: Placed, height: float) -> bytes:
        page = placed.page
        codes = self._pen().draw(page.items, page.height)
        if still := self._still(page.still, page.width, page.height):
            codes = b"%b\n%b" % (called(still), codes)
        x, y = placed.x, height - placed.y - page.height
        if placed.turned:
            return turned(codes, x + page.width, y + page.height)
        return moved(codes, x, y) if abs(x) > 0.001 or abs(y) > 0.001 else codes

    def _pen(self) -> Pen:
        return Pen(self._output.colours, self._embedding, self._die)

    # drawings that are made once

    def _die(self, die: Die) -> bytes:
        """What contents call a die, drawn where it is met first."""
        key = die.face, die.kind, round(die.size, 3)
        if key not in self._dice:
            box = (-1, -1, die.size + 1, die.size + 1)
            self._dice[key] = self._named(self._pen().draw(die_parts(*key, self._output.dice), die.size), box)
        return self._dice[key]

    def _still(self, still: tuple[Item, ...], width: float, height: float) -> bytes:
        """The drawing that pages have in common, if there is one."""
        if not still:
            return b""
        if id(still) not in self._stills:
            name = self._named(self._pen().draw(still, height), (0, 0, width, height))
            self._stills[id(still)] = (still, name)  # held, so that its id stays its own
        return self._stills[id(still)][1]

    def _named(self, codes: bytes, box: tuple[float, ...]) -> bytes:
        name = b"X%d" % len(self._drawings)
        self._drawings[name] = self._drawing(codes, box)
        return name

    def _drawing(self, codes: bytes, box: tuple[float, ...]) -> int:
        corners, number = b" ".join(b"%.3f" % corner for corner in box), self.file.new()
        entries = b"/Type/XObject/Subtype/Form/BBox[%b]/Resources %d 0 R" % (corners, self._resources)
        self.file.put_stream(number, codes, entries)
        return number

    def _catalog(self, more: bytes) -> bytes:
        entries: Iterable[Entry] = self._output.outline or ()
        mode = b""
        if self._output.outline is None and len(self._pages) > 1:
            labels = enumerate(self._labels)
            entries, mode = (Entry(place, label or str(place + 1)) for place, label in labels), b"/PageMode/UseOutlines"
        outline = self._outline(entries) if entries else b""
        duplex = b"/Duplex/%b" % self._output.duplex.encode() if self._output.duplex else b""
        viewer = b"/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true%b>>" % duplex
        says = b"%b%b%b/Lang%b" % (outline, mode, viewer, text_string(self._metadata.language))
        return b"<</Type/Catalog/Pages %d 0 R%b%b>>" % (self._root, says, more)

    def _outline(self, entries: Iterable[Entry]) -> bytes:
        """Write the entries of the outline, those below others closed; gives what the catalog says."""
        path, below, shown = [self.file.new()], defaultdict[int, list[tuple[int, Entry]]](list), 0
        for entry in entries:
            number = self.file.new()
            below[path[entry.level]].append((number, entry))
            path[entry.level + 1 :] = [number]
            shown += entry.level < 2
        ends = self._entries_below(path[0], below)
        self.file.put(path[0], b"<</Type/Outlines%b/Count %d>>" % (ends, shown))
        return b"/Outlines %d 0 R" % path[0]

    def _entries_below(self, parent: int, below: Mapping[int, Sequence[tuple[int, Entry]]]) -> bytes:
        """Write all entries below one, with their numbers, and give what it says of them."""
        numbers = [number for number, _ in below[parent]]
        neighbours = zip(below[parent], [0, *numbers], [*numbers[1:], 0], strict=False)
        for (number, entry), before, after in neighbours:
            says = b"/Title%b/Parent %d 0 R" % (text_string(entry.title), parent)
            says += b"/Dest[%d 0 R/Fit]" % self._pages[entry.page]
            says += b"/Prev %d 0 R" % before if before else b""
            says += b"/Next %d 0 R" % after if after else b""
            if number in below:
                count = len(below[number]) if entry.level == 0 else -len(below[number])
                says += b"%b/Count %d" % (self._entries_below(number, below), count)
            self.file.put(number, b"<<%b>>" % says)
        return b"/First %d 0 R/Last %d 0 R" % (numbers[0], numbers[-1])
