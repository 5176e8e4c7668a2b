"""Sides of paper to a PDF that is written as it is made: what they have in common once, and little for each of them.

Everything is an object of our own, so that ten thousand pages take no more memory than one, and a sheet no longer than
its drawing; ReportLab draws only the insets. Same sides, same bytes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct, field

from sheetgen.layout import COLOURS, Colour, Die, Font, Ink, Inset, Item, Page, Placed, Side
from sheetgen.pdf.contents import Pen, called, moved
from sheetgen.pdf.dice import die_parts
from sheetgen.pdf.embedding import Embedding
from sheetgen.pdf.file import BEHIND_REPORTLAB, PdfFile, text_string

if TYPE_CHECKING:
    from sheetgen.pdf.canvas import PageCanvas
    from sheetgen.pdf.insets import Insets

_GROUP = 100
"""So many pages hang on one node of the page tree."""

Draw = Callable[["PageCanvas"], None]
"""Draws something on a canvas, from the lower left corner of a page."""


class Metadata(Struct, frozen=True):
    """What a document says of itself."""

    title: str
    language: str
    subject: str = ""
    """The command that makes the document again."""
    keywords: str = ""


class Press(Struct, frozen=True):
    """How sides become a document."""

    colours: Mapping[Ink, Colour] = field(default_factory=lambda: COLOURS)
    insets: Mapping[str, Draw] = field(default_factory=dict)
    """What draws the insets, by their names."""
    duplex: str = ""
    """How the printer is to turn the sheet: Simplex, DuplexFlipLongEdge, DuplexFlipShortEdge, or nothing."""


def write_sides(sides: Iterable[Side], metadata: Metadata, press: Press, target: BinaryIO) -> None:
    """Write the sides as a PDF at true size, one after the other, with all fonts embedded.

    Raises SheetgenError for a letter that the font lacks; what was written until then is no document.
    """
    document = _Document(metadata, press, target)
    for side in sides:
        document.add(side)
    document.finish()


def write_each(
    documents: Iterable[Sequence[Side]], metadata: Metadata, press: Press, letters: Iterable[str]
) -> Iterator[bytes]:
    """The PDF of each of many documents that have most of what is on them in common, which is drawn once.

    They all embed the bold `letters`, those of the names in all of them, so that the same part of the font serves all.
    Raises SheetgenError for a letter that the font lacks.
    """
    pattern: _Document | None = None
    for sides in documents:
        pattern = pattern or _pattern(sides, metadata, press, letters)
        target = BytesIO()
        document = pattern.copy(target)
        for side in sides:
            document.add(side)
        document.finish()
        yield target.getvalue()


def _pattern(sides: Sequence[Side], metadata: Metadata, press: Press, letters: Iterable[str]) -> "_Document":
    """What documents like that of these sides have in common."""
    document = _Document(metadata, press, BytesIO())
    document.prepare(sides, "".join(sorted(set(letters))))
    return document


class _Document:
    """A PDF file while it is written."""

    def __init__(self, metadata: Metadata, press: Press, target: BinaryIO) -> None:
        self._press, self._metadata = press, metadata
        self._file = PdfFile(target, BEHIND_REPORTLAB if press.insets else 1)
        self._embedding = Embedding()
        self._insets: Insets | None = None
        self._stills: dict[int, tuple[tuple[Item, ...], bytes]] = {}
        self._dice: dict[tuple[int, float], bytes] = {}
        self._drawings: dict[bytes, int] = {}
        self._table = b""
        """The places of what ReportLab drew, once it is written."""
        self._resources, self._root, self._outlines = (self._file.new() for _ in range(3))
        self._nodes: list[int] = []
        self._kids: list[int] = []
        self._pages = self._marks = self._first_mark = 0
        self._mark = b""
        self._size: tuple[float, float] | None = None

    def add(self, side: Side) -> None:
        """Write one page."""
        if len(self._kids) % _GROUP == 0:
            self._end_node()
            self._nodes.append(self._file.new())
        page, contents = self._file.new(), self._file.new()
        self._file.put_stream(contents, self._contents(side))
        self._file.put(
            page,
            b"<</Type/Page/Parent %d 0 R%b/Contents %d 0 R>>" % (self._nodes[-1], self._box(side), contents),
        )
        self._kids.append(page)
        self._pages += 1
        self._add_mark(side, page)

    def _box(self, side: Side) -> bytes:
        """The size of a page, unless it is that of the first one, which all have that say nothing else."""
        size = side.width, side.height
        self._size = self._size or size
        return b"" if size == self._size else b"/MediaBox[0 0 %.3f %.3f]" % size

    def prepare(self, sides: Iterable[Side], letters: str) -> None:
        """Write what all documents share whose pages are like these, and the bold letters that they may need."""
        for side in sides:
            self._still(side.still, side.width, side.height)
            for placed in side.placed:
                self._prepare_insets(placed.page)
                self._still(placed.page.still, placed.page.width, placed.page.height)
        self._embedding.letters[Font.BOLD].encode(letters)
        self._embedding.write(self._file)
        self._end_insets()

    def copy(self, target: BinaryIO) -> "_Document":
        """Another document with all that is in this one, which is in memory."""
        twin = object.__new__(_Document)
        twin.__dict__.update(self.__dict__)
        twin._file, twin._embedding = self._file.copy(target), self._embedding.copy()
        twin._stills, twin._dice, twin._drawings = dict(self._stills), dict(self._dice), dict(self._drawings)
        twin._nodes, twin._kids = [], []
        return twin

    def finish(self) -> None:
        """Write what the pages share, and the end of the file."""
        self._end_node()
        kids = b" ".join(b"%d 0 R" % node for node in self._nodes)
        self._file.put(
            self._root,
            b"<</Type/Pages/Kids[%b]/Count %d/MediaBox[0 0 %.3f %.3f]/Resources %d 0 R>>"
            % (kids, self._pages, *(self._size or (0, 0)), self._resources),
        )
        self._end_outline()
        self._embedding.write(self._file)
        self._end_insets()
        forms = b"".join(b"/%b %d 0 R" % drawing for drawing in self._drawings.items())
        fonts = self._embedding.resources()
        self._file.put(self._resources, b"<</Font<<%b>>/XObject<<%b>>>>" % (fonts, forms))
        self._file.end(self._file.add(self._catalog()), self._file.add(self._info()), self._table)

    def _end_insets(self) -> None:
        """Write what ReportLab has drawn, unless it is written already."""
        if self._insets and not self._table:
            objects = self._insets.objects(self._file.offset)
            self._file.write(objects.body)
            self._table = objects.table
            self._drawings |= objects.numbers

    def _contents(self, side: Side) -> bytes:
        codes = [self._placed(placed, side.height) for placed in side.placed]
        if marks := self._still(side.still, side.width, side.height):
            codes.append(called(marks))
        return b"\n".join(codes)

    def _placed(self, placed: Placed, height: float) -> bytes:
        page = placed.page
        self._prepare_insets(page)
        codes = self._pen().draw(page.items, page.height)
        if still := self._still(page.still, page.width, page.height):
            codes = b"%b\n%b" % (called(still), codes)
        x, y = placed.x, height - placed.y - page.height
        return moved(codes, x, y) if abs(x) > 0.001 or abs(y) > 0.001 else codes

    def _pen(self) -> Pen:
        return Pen(self._press.colours, self._embedding, self._name)

    def _prepare_insets(self, page: Page) -> None:
        """Have ReportLab draw the insets of a page."""
        if not self._press.insets:
            return
        from sheetgen.pdf.insets import Insets  # noqa: PLC0415 - few sheets have some, and ReportLab is slow to import

        for item in page.items:
            if isinstance(item, Inset):
                size = page.width, page.height
                self._insets = self._insets or Insets(self._press.colours, self._press.insets, size)
                self._insets.add(item.name)

    # drawings that are made once

    def _name(self, item: Die | Inset) -> bytes:
        """What contents call a die or an inset, drawn where it is met first."""
        if isinstance(item, Inset):
            return item.name.encode()
        key = item.face, round(item.size, 3)
        if key not in self._dice:
            parts, side = die_parts(*key), item.size
            self._dice[key] = self._add_drawing(parts, side, (-1, -1, side + 1, side + 1))
        return self._dice[key]

    def _still(self, still: tuple[Item, ...], width: float, height: float) -> bytes:
        """The drawing that pages have in common, if there is one."""
        if not still:
            return b""
        if id(still) not in self._stills:
            name = self._add_drawing(still, height, (0, 0, width, height))
            self._stills[id(still)] = (still, name)  # held, so that its id stays its own
        return self._stills[id(still)][1]

    def _add_drawing(self, items: Iterable[Item], height: float, box: tuple[float, ...]) -> bytes:
        codes, corners = self._pen().draw(items, height), b" ".join(b"%.3f" % corner for corner in box)
        entries = b"/Type/XObject/Subtype/Form/BBox[%b]/Resources %d 0 R" % (corners, self._resources)
        name = b"X%d" % len(self._drawings)
        self._drawings[name] = self._file.new()
        self._file.put_stream(self._drawings[name], codes, entries)
        return name

    # the tree of pages, and the outline: each entry is written when the next one is known

    def _end_node(self) -> None:
        if self._kids:
            kids = b" ".join(b"%d 0 R" % kid for kid in self._kids)
            node = b"<</Type/Pages/Parent %d 0 R/Kids[%b]/Count %d>>" % (self._root, kids, len(self._kids))
            self._file.put(self._nodes[-1], node)
            self._kids.clear()

    def _add_mark(self, side: Side, page: int) -> None:
        label = ", ".join([placed.page.label for placed in side.placed if placed.page.label]) or str(self._pages)
        number = self._file.new()
        self._end_mark(number)
        self._mark = b"/Title%b/Parent %d 0 R/Dest[%d 0 R/Fit]" % (text_string(label), self._outlines, page)
        self._mark += b"/Prev %d 0 R" % self._marks if self._marks else b""
        self._marks, self._first_mark = number, self._first_mark if self._marks else number

    def _end_mark(self, following: int) -> None:
        if self._marks:
            after = b"/Next %d 0 R" % following if following else b""
            self._file.put(self._marks, b"<<%b%b>>" % (self._mark, after))

    def _end_outline(self) -> None:
        self._end_mark(0)
        ends = b"/First %d 0 R/Last %d 0 R/Count %d" % (self._first_mark, self._marks, self._pages)
        self._file.put(self._outlines, b"<</Type/Outlines%b>>" % (ends if self._pages else b""))

    def _catalog(self) -> bytes:
        outline = b"/Outlines %d 0 R/PageMode/UseOutlines" % self._outlines if self._pages > 1 else b""
        duplex = b"/Duplex/%b" % self._press.duplex.encode() if self._press.duplex else b""
        viewer = b"/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true%b>>" % duplex
        language = text_string(self._metadata.language)
        return b"<</Type/Catalog/Pages %d 0 R%b%b/Lang%b>>" % (self._root, outline, viewer, language)

    def _info(self) -> bytes:
        told = {"Title": self._metadata.title, "Subject": self._metadata.subject, "Keywords": self._metadata.keywords}
        told |= {"Author": "sheetgen", "Creator": "sheetgen", "Producer": "sheetgen"}
        return b"<<%b>>" % b"".join(b"/%b%b" % (key.encode(), text_string(text)) for key, text in told.items() if text)
