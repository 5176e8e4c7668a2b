"""Sides of paper to a PDF that is written as it is made: what they have in common once, and little for each of them.

Ten thousand pages take hardly more memory than one. Same sides, same bytes.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from io import BytesIO
from itertools import chain, groupby, zip_longest
from typing import TYPE_CHECKING, BinaryIO, cast

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.layout import COLOURS, Colour, Die, DieKind, DieShape, Font, Ink, Item, Page, Photo, Placed, Shown, Side
from sheetgen.pdf.contents import UNIT, Embedding, Pen, artifact, called, die_parts, marked, moved, turned
from sheetgen.pdf.file import PdfFile, references, text_string
from sheetgen.pdf.structure import Mark, Owners, Prepared, Structure, owners_of

if TYPE_CHECKING:
    from sheetgen.layout.fields import Form

_GROUP = 100
"""The maximum number of pages on one node of the page tree."""
_WHOLE = 100
"""So many sides have every cell in the structure: a page takes four times as long with it, and 2 kB. What follows them
is read as a paragraph: who listens to a page listens to one of the first."""


class Metadata(Struct, frozen=True):
    """What a document says of itself."""

    title: str
    language: str
    subject: str = ""
    """The command that makes the document again."""
    keywords: str = ""
    mixed: bool = False
    """Whether some of it is in other languages, and nothing says which: it does not call itself PDF/UA then."""


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
    document = _Document(metadata, output, PdfFile(target))
    fields = None
    if form:
        from sheetgen.pdf.fields import Fields  # noqa: PLC0415 - sheets have none, and start sooner without them

        fields = Fields(form, pages, document.structure, document.picture, output.colours)
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


class Stencil(Struct, frozen=True):
    """A drawing that pages have in common, with the marks of its elements."""

    owners: Owners
    number: int
    marks: tuple[Mark, ...]


class _Document:
    """A PDF file while it is written."""

    def __init__(self, metadata: Metadata, output: Output, file: PdfFile) -> None:
        self._output, self._metadata, self.file = output, metadata, file
        self._embedding = Embedding()
        self.structure = Structure(file)
        self._stills: dict[int, tuple[tuple[Item, ...], bytes]] = {}
        self._stencils: dict[tuple[int, int], Stencil] = {}
        self._prepared: list[Prepared] = []
        """What is written already of the first pages."""
        self._dice: dict[tuple[Shown, DieKind, float], bytes] = {}
        self._faces: dict[bytes, bytes] = {}
        """The names of the drawings of dice, by what draws them."""
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
        prepared = self._prepared.pop(0) if self._prepared else None
        page = prepared.page if prepared else self.file.new()
        stencils = self._stencils_of(side) if len(self._pages) < _WHOLE else []
        if prepared:
            self.structure.resume(prepared)
        else:
            self.structure.begin(page, sum(len(each.marks) for each in stencils if each))
        parts: list[bytes | int] = []
        for placed, stencil in zip_longest(side.placed, stencils):
            codes = self._whole(placed, stencil, new=not prepared) if stencil else self._brief(placed)
            photo = [self._photo(placed.page.photo, placed.page.height)] if placed.page.photo else []
            parts += self._moved(placed, side.height, chain(photo, codes))
        if marks := self._still(side.still, side.width, side.height):
            parts.append(artifact(called(marks)))
        contents = self._contents(parts)
        more += self.structure.end()
        size = side.width, side.height
        self._size = self._size or size  # which all pages have that say nothing else
        box = b"" if size == self._size else b"/MediaBox[0 0 %.3f %.3f]" % size
        self.file.put(page, b"<</Type/Page/Parent %d 0 R%b/Contents %b%b>>" % (self._nodes[-1], box, contents, more))
        self._pages.append(page)
        self._labels.append(", ".join([placed.page.label for placed in side.placed if placed.page.label]))

    def prepare(self, sides: Iterable[Side], letters: str) -> None:
        """Write what all documents share whose pages are like these, and the bold letters that they may need."""
        for side in sides:
            self._still(side.still, side.width, side.height)
            stencils = self._stencils_of(side)
            self.structure.begin(self.file.new(), sum(len(each.marks) for each in stencils if each))
            for placed, stencil in zip(side.placed, stencils, strict=True):
                if stencil:
                    self.structure.add(stencil.owners, stencil.marks, placed.order)
            self._prepared.append(self.structure.prepared())
        self._embedding.letters[Font.BOLD].encode(letters)
        self._embedding.write(self.file)
        self.file.end_pack()

    def copy(self, target: BinaryIO) -> "_Document":
        """Another document with all that is in this one, which is in memory and has no pages yet."""
        twin = copy(self)
        twin.file, twin._embedding = self.file.copy(target), self._embedding.copy()
        twin.structure, twin._prepared = self.structure.copy(twin.file), list(self._prepared)
        twin._stencils, twin._faces = dict(self._stencils), dict(self._faces)
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

    def _contents(self, parts: Iterable[bytes | int]) -> bytes:
        """Write what is drawn on a page, some of which may be in streams already, and give what the page says of it."""
        numbers: list[int] = []
        for shared, some in groupby(parts, lambda part: isinstance(part, int)):
            if shared:
                numbers += cast("Iterator[int]", some)
            elif codes := b"\n".join(filter(None, cast("Iterator[bytes]", some))):
                numbers.append(self.file.new())
                self.file.put_stream(numbers[-1], codes)
        return b"%d 0 R" % numbers[0] if len(numbers) == 1 else b"[%b]" % references(numbers)

    def _moved(self, placed: Placed, height: float, codes: Iterable[bytes | int]) -> Iterator[bytes | int]:
        """What draws a page in its place on a side of this height."""
        page = placed.page
        x, y = placed.x, height - placed.y - page.height
        if placed.turned:
            yield from (turned(x + page.width, y + page.height), *codes, b"Q")
        elif abs(x) > 0.001 or abs(y) > 0.001:
            yield from (moved(x, y), *codes, b"Q")
        else:
            yield from codes

    def _whole(self, placed: Placed, stencil: Stencil, *, new: bool) -> Iterator[bytes | int]:
        """A page with all of its elements in the structure, where these are not there yet if it is `new`."""
        page, number = placed.page, self.structure.mark
        runs = stencil.owners.runs(page.items, len(page.still))
        marks = [(element, place, number()) for element, place, _ in runs if element]
        if new:
            self.structure.add(stencil.owners, (*stencil.marks, *marks), placed.order)
        else:
            self.structure.add_marks(marks)
        if page.still:
            yield stencil.number
        yield self._pen().draw_marked(page.items, runs, page.height, marks[0][2] if marks else 0, len(page.still))

    def _brief(self, placed: Placed) -> Iterator[bytes]:
        """A page that is read as one paragraph, what it has of its own first."""
        page = placed.page
        parts = [called(still)] if (still := self._still(page.still, page.width, page.height)) else []
        parts += [self._pen().draw(page.items, page.height)] if page.items else []
        marks = [self.structure.mark() for _ in parts]
        if parts:
            self.structure.add_paragraph(marks[::-1], placed.order)
        for mark, codes in zip(marks, parts, strict=True):
            yield marked(codes, "P", mark)

    def _stencils_of(self, side: Side) -> list[Stencil | None]:
        """What the pages of a side have in common with others, with marks that are numbered through all of them."""
        found: list[Stencil | None] = []
        first = 0
        for page in (placed.page for placed in side.placed):
            found.append(self._stencil(page, first) if page.elements else None)
            first += len(found[-1].marks) if found[-1] else 0
        return found

    def _stencil(self, page: Page, first: int) -> Stencil:
        """What pages have in common, drawn with marks that are numbered from `first` on."""
        key = id(page.elements), first
        if key not in self._stencils:
            owners = owners_of(page.elements)
            runs, number = owners.runs(page.still), 0
            if page.still:
                number = self.file.new()
                self.file.put_stream(number, self._pen().draw_marked(page.still, runs, page.height, first))
            owned = ((element, place) for element, place, _ in runs if element)
            marks = tuple((*each, mark) for mark, each in enumerate(owned, first))
            self._stencils[key] = Stencil(owners, number, marks)
        return self._stencils[key]

    def _pen(self) -> Pen:
        return Pen(self._output.colours, self._embedding, self._die)

    # drawings that are made once

    def _die(self, die: Die) -> bytes:
        """What contents call a die, drawn where it is met first."""
        key = die.face, die.kind, round(die.size, 3)
        if key not in self._dice:
            codes = self._pen().draw(die_parts(*key, self._output.dice), UNIT)
            if codes not in self._faces:
                self._faces[codes] = self._named(codes, (-1, -1, UNIT + 1, UNIT + 1))
            self._dice[key] = self._faces[codes]
        return self._dice[key]

    def _still(self, still: tuple[Item, ...], width: float, height: float) -> bytes:
        """The drawing that pages have in common, if there is one."""
        if not still:
            return b""
        if id(still) not in self._stills:
            name = self._named(self._pen().draw(still, height), (0, 0, width, height))
            self._stills[id(still)] = (still, name)  # held, so that its id stays its own
        return self._stills[id(still)][1]

    def _photo(self, photo: Photo, height: float) -> bytes:
        """What draws a photo on a page of this height; who cannot see it is told by the texts of the page."""
        name, number = b"X%d" % len(self._drawings), self.file.new()
        says = b"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8" % photo.pixels
        self.file.put_plain(number, photo.jpeg, says + b"/Filter/DCTDecode")
        self._drawings[name] = number
        place = photo.width, photo.height, height - photo.height
        return artifact(b"q %.3f 0 0 %.3f 0 %.3f cm\n%b\nQ" % (*place, called(name)))

    def _named(self, codes: bytes, box: tuple[float, ...]) -> bytes:
        name = b"X%d" % len(self._drawings)
        self._drawings[name] = self._drawing(codes, box)
        return name

    def _drawing(self, codes: bytes, box: tuple[float, ...]) -> int:
        corners, number = b" ".join(b"%.3f" % corner for corner in box), self.file.new()
        entries = b"/Type/XObject/Subtype/Form/BBox[%b]/Resources %d 0 R" % (corners, self._resources)
        self.file.put_stream(number, codes, entries, shared=True)
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
        about = self._metadata
        says += self.structure.finish(about.title, about.language, mixed=about.mixed)
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
