"""Sides of paper to a PDF that is written as it is made: what they have in common once, and little for each of them.

ReportLab makes the fonts and the drawings that pages share. Pages are objects of our own, written while they are made,
so that ten thousand take no more memory than one. Same sides, same bytes.
"""

import hashlib
import zlib
from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import PDFString, pdfdocEnc

from sheetgen.layout import Colour, Font, Ink, Inset, Item, Page, Placed, Side
from sheetgen.pdf.canvas import PageCanvas
from sheetgen.pdf.fonts import load_fonts
from sheetgen.pdf.items import draw_items
from sheetgen.pdf.style import Metadata, describe

_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_FIRST = 1000
"""The number of our first object; those of ReportLab are below."""
_GROUP = 100
"""So many pages hang on one node of the page tree."""
_LEVEL = 6
"""How hard contents are compressed: they are short, so it costs little."""

Draw = Callable[[PageCanvas], None]
"""Draws something on a canvas, from the lower left corner of a page."""


@dataclass(frozen=True)
class Press:
    """How sides become a document."""

    colours: Mapping[Ink, Colour]
    insets: Mapping[str, Draw]
    """What draws the insets, by their names."""
    duplex: str = ""
    """How the printer is to turn the sheet: Simplex, DuplexFlipLongEdge, DuplexFlipShortEdge, or nothing."""


def write_sides(sides: Iterable[Side], metadata: Metadata, press: Press, target: BinaryIO) -> None:
    """Write the sides as a PDF at true size, one after the other, with all fonts embedded.

    Raises SheetgenError for a letter that the font lacks; what was written until then is no document.
    """
    load_fonts()
    document = _Document(metadata, press, target)
    for side in sides:
        document.add(side)
    document.finish()


class _Document:
    """A PDF file while it is written."""

    def __init__(self, metadata: Metadata, press: Press, target: BinaryIO) -> None:
        self._press, self._metadata = press, metadata
        self._file = _File(target)
        self._canvas = PageCanvas(
            BytesIO(), pageCompression=1, invariant=1, initialFontName=Font.REGULAR.value, lang=metadata.language
        )
        self._canvas.colours = press.colours
        describe(self._canvas, metadata)
        self._stills: dict[int, tuple[tuple[Item, ...], str]] = {}
        self._resources, self._root, self._outlines = self._file.new(), self._file.new(), self._file.new()
        self._nodes: list[int] = []
        self._kids: list[int] = []
        self._pages = self._marks = self._first_mark = 0
        self._mark = b""

    def add(self, side: Side) -> None:
        """Write one page."""
        if len(self._kids) % _GROUP == 0:
            self._end_node()
            self._nodes.append(self._file.new())
        page, contents = self._file.new(), self._file.new()
        self._file.put_stream(contents, self._contents(side))
        self._file.put(
            page,
            b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 %.3f %.3f]/Resources %d 0 R/Contents %d 0 R>>"
            % (self._nodes[-1], side.width, side.height, self._resources, contents),
        )
        self._kids.append(page)
        self._pages += 1
        self._add_mark(side, page)

    def finish(self) -> None:
        """Write what the pages share, and the end of the file."""
        self._end_node()
        count = self._pages
        kids = b" ".join(b"%d 0 R" % node for node in self._nodes)
        self._file.put(self._root, b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, count))
        self._end_outline()
        base = _Base(self._canvas)
        catalog = self._file.new()
        self._file.put(self._resources, base.resources)
        self._file.put(catalog, self._catalog())
        self._file.end(base, catalog)

    def _contents(self, side: Side) -> bytes:
        canvas = self._canvas
        canvas.init_graphics_state()
        forms = [
            (self._form(placed.page.still, placed.page.width, placed.page.height), placed) for placed in side.placed
        ]
        marks = self._form(side.still, side.width, side.height)
        for placed in side.placed:
            self._make_insets(placed.page)
        canvas._code = []
        for form, placed in forms:
            self._draw_placed(form, placed, side.height)
        if marks:
            canvas.doForm(marks)
        return bytes(pdfdocEnc("\n".join(canvas._code)))

    def _draw_placed(self, form: str, placed: Placed, height: float) -> None:
        page, canvas = placed.page, self._canvas
        x, y = placed.x, height - placed.y - page.height
        moved = abs(x) > 0.001 or abs(y) > 0.001
        if moved:
            canvas.saveState()
            canvas.translate(x, y)
        if form:
            canvas.doForm(form)
        draw_items(canvas, page.items, page.height)
        if moved:
            canvas.restoreState()

    def _form(self, still: tuple[Item, ...], width: float, height: float) -> str:
        """The form of what pages have in common, drawn where it is met first."""
        if not still:
            return ""
        if id(still) not in self._stills:
            name = f"still{len(self._stills)}"
            self._canvas.beginForm(name, 0, 0, width, height)
            draw_items(self._canvas, still, height)
            self._canvas.endForm()
            self._stills[id(still)] = (still, name)  # held, so that its id stays its own
        return self._stills[id(still)][1]

    def _make_insets(self, page: Page) -> None:
        for item in page.items:
            if isinstance(item, Inset) and not self._canvas.hasForm(item.name):
                self._canvas.beginForm(item.name, 0, 0, page.width, page.height)
                self._press.insets[item.name](self._canvas)
                self._canvas.endForm()

    def _end_node(self) -> None:
        if self._kids:
            kids = b" ".join(b"%d 0 R" % kid for kid in self._kids)
            node = b"<</Type/Pages/Parent %d 0 R/Kids[%b]/Count %d>>" % (self._root, kids, len(self._kids))
            self._file.put(self._nodes[-1], node)
            self._kids.clear()

    # the outline: each entry is written when the next one is known

    def _add_mark(self, side: Side, page: int) -> None:
        label = ", ".join(filter(None, (placed.page.label for placed in side.placed))) or str(self._pages)
        number = self._file.new()
        self._end_mark(number)
        self._mark = b"/Title%b/Parent %d 0 R/Dest[%d 0 R/Fit]" % (_text(label), self._outlines, page)
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
        language = _text(self._metadata.language)
        return b"<</Type/Catalog/Pages %d 0 R%b%b/Lang%b>>" % (self._root, outline, viewer, language)


def _text(text: str) -> bytes:
    """A text as PDF writes it."""
    return bytes(PDFString(text).format(_PLAIN))


class _Plain:
    """Stands for a document without encryption, for what only needs to know that."""

    class encrypt:  # noqa: N801 - ReportLab's name
        """Nothing is encrypted."""

        @staticmethod
        def encode(text: bytes) -> bytes:
            """The text as it is."""
            return text


_PLAIN: Any = _Plain()


class _Base:
    """What ReportLab made: fonts, forms and information, with the places of its objects."""

    def __init__(self, canvas: PageCanvas) -> None:
        document = canvas._doc
        self._numbers = document.idToObjectNumberAndVersion
        forms = sorted({name for name in document.idToObject if name.startswith("FormXob")})
        self._forms = forms
        data: bytes = document.GetPDFData(canvas)
        if document.objectcounter >= _FIRST:
            raise OverflowError(document.objectcounter)  # more fonts and drawings than any sheet has
        start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
        entries = data[start:].split(b"trailer", 1)[0].split(b"\n")[2:]
        self.offsets = [int(entry[:10]) for entry in entries if entry.endswith((b"n \r", b"n ", b"n"))]
        self.begin = min(self.offsets)
        self.body = data[self.begin : start]
        self.info: int = self._numbers[document.info.__InternalName__][0]

    @property
    def resources(self) -> bytes:
        """What the contents of pages can name."""
        forms = b"".join(b"/%b %d 0 R" % (name.encode(), self._numbers[name][0]) for name in self._forms)
        fonts = self._numbers["BasicFonts"][0]
        return b"<</Font %d 0 R/XObject<<%b>>/ProcSet[/PDF/Text]>>" % (fonts, forms)


class _File:
    """The objects of a PDF, written one after the other, and the table of their places."""

    def __init__(self, target: BinaryIO) -> None:
        self._target = target
        self._offset = 0
        self._places = array("Q")
        self._digest = hashlib.sha256()
        self._write(_HEADER)

    def new(self) -> int:
        """The number of an object that is still to be written."""
        self._places.append(0)
        return _FIRST + len(self._places) - 1

    def put(self, number: int, body: bytes) -> None:
        """Write an object."""
        self._places[number - _FIRST] = self._offset
        self._write(b"%d 0 obj\n%b\nendobj\n" % (number, body))

    def put_stream(self, number: int, content: bytes) -> None:
        """Write an object that holds the drawing of a page."""
        packed = zlib.compress(content, _LEVEL)
        self.put(number, b"<</Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream" % (len(packed), packed))

    def end(self, base: _Base, catalog: int) -> None:
        """Write what ReportLab made, the table and the trailer."""
        shift = self._offset - base.begin
        self._write(base.body)
        table, name = self._offset, self._digest.hexdigest()[:32].encode()
        self._write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(base.offsets) + 1))
        self._write(b"".join(b"%010d 00000 n \n" % (offset + shift) for offset in base.offsets))
        self._write(b"%d %d\n" % (_FIRST, len(self._places)))
        for place in self._places:
            self._write(b"%010d 00000 n \n" % place)
        self._write(
            b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%b><%b>]>>\nstartxref\n%d\n%%%%EOF\n"
            % (_FIRST + len(self._places), catalog, base.info, name, name, table)
        )

    def _write(self, data: bytes) -> None:
        self._target.write(data)
        self._digest.update(data)
        self._offset += len(data)
