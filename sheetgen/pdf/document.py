"""Sides of paper to a PDF: what they have in common is drawn once. Same sides, same bytes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.layout.primitives import UNIT, Die, DieShape, Font, Ink, Item, Page, Placed, Side, die_parts
from sheetgen.layout.themes import COLOURS, Colour
from sheetgen.pdf.drawing import Pen, Used
from sheetgen.pdf.engine import Canvas, Recording, settings, text_string
from sheetgen.pdf.fonts import face_of, lacks
from sheetgen.pdf.tags import Mark, Owners, Structure, owners_of

if TYPE_CHECKING:
    from sheetgen.layout.primitives import Form
    from sheetgen.pdf.fields import Fields

_MOST_TAGGED = 100
"""Maximum number of sides that have every cell in the structure, in 4 ms and 10 kB each. The others, which take a tenth
of that, are read as one paragraph."""


class Metadata(Struct, frozen=True):
    """Title, language and command of a document, for its metadata."""

    title: str
    language: str
    subject: str = ""
    """The command that makes the document again."""
    keywords: str = ""
    mixed: bool = False
    """Flag: it has unmarked words of other languages, and therefore does not claim to be PDF/UA."""


class OutlineEntry(Struct, frozen=True):
    """An entry of the outline."""

    page: int
    """From 0."""
    title: str
    level: int = 0
    """At most one more than that of the entry before it."""


class Output(Struct, frozen=True):
    """Colours, print settings and outline of a document."""

    colours: Mapping[Ink, Colour] = field(default_factory=lambda: COLOURS)
    duplex: str = ""
    """Duplex setting of the printer: Simplex, DuplexFlipLongEdge, DuplexFlipShortEdge, or empty."""
    outline: Sequence[OutlineEntry] | None = None
    """None for an entry for each page, by its label, that viewers show when there is more than one."""
    dice: DieShape = DieShape()


def write_sides(sides: Iterable[Side], metadata: Metadata, output: Output, target: BinaryIO) -> None:
    """Write the sides as a PDF at true size, one after the other, with all fonts embedded.

    Raises SheetgenError for a letter that the font lacks.
    """
    with settings():
        _Document(metadata, output, target).write(sides)


def write_pdf(
    pages: Sequence[Page], metadata: Metadata, form: "Form | None" = None, output: Output | None = None
) -> bytes:
    """Return the pages as a PDF at true size, with all fonts embedded; `form` has the fields to fill in."""
    outline = [OutlineEntry(place, page.label or str(place + 1)) for place, page in enumerate(pages)]
    output = output or Output()
    if form:
        output = replace(output, outline=outline[: len(outline) if len(outline) > 1 else 0])
    target = BytesIO()
    with settings():
        document = _Document(metadata, output, target)
        if form:
            document.fill_in(form, pages)
        document.write(Side(page.width, page.height, (Placed(page),)) for page in pages)
    return target.getvalue()


def write_each(
    documents: Iterable[Sequence[Side]], metadata: Metadata, output: Output, letters: Iterable[str]
) -> Iterator[bytes]:
    """Yield the PDF of each of many documents; what their pages have in common is drawn once.

    All of them embed the same bold `letters`, those of all names, so that shared drawings fit. Raises SheetgenError for
    a letter that the font lacks.
    """
    face, ordered = face_of(Font.BOLD), "".join(sorted(set(letters)))
    if not all(map(face.has, ordered)):
        raise lacks(ordered, face)
    shared = _SharedDrawings({face: dict.fromkeys(ordered)})
    for sides in documents:
        target = BytesIO()
        with settings():
            _Document(metadata, output, target, shared).write(sides)
        yield target.getvalue()


class _SharedDrawings(Struct):
    """Drawings that documents share, and the letters in them, which have the same codes in each document."""

    letters: Used = field(default_factory=dict)
    forms: dict[str, tuple[Recording, tuple[float, float, float, float]]] = field(default_factory=dict)
    """Form XObjects with their boxes, by their names."""
    names: dict[object, str] = field(default_factory=dict)
    """The names of form XObjects by what they draw."""
    pages: dict[tuple[int, int], tuple[Owners, tuple[Mark, ...], Recording]] = field(default_factory=dict)
    """Drawings that pages have in common, by the id of their elements and the number of the first mark."""
    held: list[object] = field(default_factory=list)
    """Objects whose ids are keys here; a reference keeps each id from being used again."""


class _Document:
    """A PDF while it is drawn; `shared` are the drawings that similar documents have in common with it."""

    def __init__(
        self, metadata: Metadata, output: Output, target: BinaryIO, shared: _SharedDrawings | None = None
    ) -> None:
        self._output, self._metadata = output, metadata
        self._shared = shared or _SharedDrawings()
        self.canvas = Canvas(target, face_of(Font.REGULAR).name)
        self.structure = Structure(self.canvas)
        self._fields: Fields | None = None
        self._count = 0
        """Number of pages until now."""
        self._seen: set[int] = set()
        """The ids of elements that are in the tree already."""
        self._outline = [(f"entry{place}", entry) for place, entry in enumerate(output.outline or ())]
        """Entries of the outline, with the keys of the places to which they lead."""
        for face, used in self._shared.letters.items():
            self.canvas.add_font(face.font, "".join(used))

    def fill_in(self, form: "Form", pages: Sequence[Page]) -> None:
        """Let the cells of these pages be filled in."""
        from sheetgen.pdf.fields import Fields  # noqa: PLC0415 - sheets have none, and start sooner without them

        self._fields = Fields(form, pages, self.structure, self.picture, self._output.colours)

    def add(self, side: Side) -> None:
        """Draw one page."""
        canvas, number, more = self.canvas, self._count, dict[str, Any]()
        self._count += 1
        canvas.setPageSize((side.width, side.height))
        here = [key for key, entry in self._outline if entry.page == number] if self._output.outline else []
        if self._output.outline is None:
            label = ", ".join([placed.page.label for placed in side.placed if placed.page.label])
            here = [f"p{number}"]
            self._outline.append((here[0], OutlineEntry(number, label or str(number + 1))))
        for key in here:
            canvas.bookmarkPage(key, fit="Fit")
        if self._fields:
            self._fields.add_to(side.placed[0].page)
            more["Tabs"] = "/S"
        for placed in side.placed:
            with self._moved(placed, side.height):
                self._page(placed, tagged=number < _MOST_TAGGED)
        if number < _MOST_TAGGED:
            self._seen |= {id(placed.page.elements) for placed in side.placed if placed.page.elements}
        if side.still:
            with self.canvas.marked("Artifact"):
                self.canvas.doForm(self._shared_form(side.still, side.width, side.height))
        self._define(canvas.forms_in_use)
        canvas.end_page(more | self.structure.end())

    def write(self, sides: Iterable[Side]) -> None:
        """Draw the sides, and write the document."""
        for side in sides:
            self.add(side)
        canvas, about = self.canvas, self._metadata
        canvas.describe(title=about.title, subject=about.subject, keywords=about.keywords)
        canvas.describe(author="sheetgen", creator="sheetgen", producer="sheetgen")
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if self._output.duplex:
            canvas.setViewerPreference("Duplex", self._output.duplex)
        if self._output.outline is None and self._count > 1:
            canvas.showOutline()
        for key, entry in self._outline if self._output.outline or self._count > 1 else ():
            canvas.addOutlineEntry(text_string(entry.title), key, entry.level, closed=entry.level > 0)
        for used in self._shared.letters.values():  # whose codes the pages have
            canvas.sign("".join(used))
        catalog = self.structure.finish(about.title, about.language, mixed=about.mixed)
        catalog |= {"Lang": text_string(about.language), **(self._fields.finish() if self._fields else {})}
        canvas.extend_catalog(catalog)
        canvas.save()

    # pages

    def _page(self, placed: Placed, *, tagged: bool) -> None:
        """Draw a page, with all of its elements in the structure, or as one paragraph."""
        page = placed.page
        if photo := page.photo:  # who cannot see it is told by the texts of the page
            with self.canvas.marked("Artifact"):
                self.canvas.picture(photo.jpeg, 0, page.height - photo.height, photo.width, photo.height)
        if id(page.elements) in self._seen and page.still and not page.items:  # one of many that are alike
            self._paragraph(placed, page.label or self._metadata.title)
        elif tagged and page.elements:
            self._tagged(placed)
        else:
            self._paragraph(placed)

    def _tagged(self, placed: Placed) -> None:
        page, structure = placed.page, self.structure
        owners, shared, recording = self._shared_part(page, structure.marks)
        for _ in shared:
            structure.mark()
        if page.still:
            self.canvas.replay(recording)
        runs, first = owners.runs(page.items, len(page.still)), structure.marks
        marks = [(element, place, structure.mark()) for element, place, _ in runs if element]
        self._pen().draw_marked(page.items, runs, page.height, first, len(page.still))
        structure.add(owners, (*shared, *marks), placed.order)

    def _shared_part(self, page: Page, first: int) -> tuple[Owners, tuple[Mark, ...], Recording]:
        """Return the elements, the marks from `first` on, and the drawing of what the page shares with others."""
        key = id(page.elements), first
        if key not in self._shared.pages:
            owners = owners_of(page.elements)
            runs = owners.runs(page.still)
            owned = ((element, place) for element, place, _ in runs if element)
            marks = tuple((*each, mark) for mark, each in enumerate(owned, first))
            pen = self._pen()
            drawn = self.canvas.record(lambda: pen.draw_marked(page.still, runs, page.height, first))
            self._shared.pages[key] = owners, marks, drawn
        return self._shared.pages[key]

    def _paragraph(self, placed: Placed, alt: str = "") -> None:
        """Draw a page that is read as one paragraph, what it has of its own first."""
        page, marks = placed.page, list[int]()
        if name := self._shared_form(page.still, page.width, page.height):
            marks.append(self.structure.mark())
            with self.canvas.marked("P", marks[0]):
                self.canvas.doForm(name)
        if page.items:
            marks.insert(0, self.structure.mark())
            with self.canvas.marked("P", marks[0]):
                self._pen().draw(page.items, page.height)
        if marks:
            self.structure.add_paragraph(marks, placed.order, alt)

    @contextmanager
    def _moved(self, placed: Placed, height: float) -> Iterator[None]:
        """Draw a page in its place on a side of this height."""
        x, y = placed.x, height - placed.y - placed.page.height
        if not placed.turned and abs(x) <= 0.001 and abs(y) <= 0.001:
            yield
            return
        self.canvas.saveState()
        if placed.turned:
            self.canvas.transform(-1, 0, 0, -1, x + placed.page.width, y + placed.page.height)
        else:
            self.canvas.translate(x, y)
        yield
        self.canvas.restoreState()

    def _pen(self) -> Pen:
        return Pen(self.canvas, self._output.colours, self._die, self._shared.letters)

    # drawings that are made once

    def _form(self, key: object, draw: Callable[[Pen], None], box: tuple[float, float, float, float]) -> str:
        """Return the name of the form XObject with this key; a pen draws it the first time."""
        if key not in self._shared.names:
            self._shared.names[key] = name = f"x{len(self._shared.names)}"
            pen = self._pen()
            self._shared.forms[name] = self.canvas.record(lambda: draw(pen)), box
        return self._shared.names[key]

    def picture(self, key: object, draw: Callable[[Pen], None], box: tuple[float, float, float, float]) -> Any:
        """Return a reference to the form XObject with this key, and add it to the document."""
        name = self._form(key, draw, box)
        self._define([name])
        return self.canvas.form_reference(name)

    def _shared_form(self, still: tuple[Item, ...], width: float, height: float) -> str:
        """Return the name of the drawing that pages have in common, empty if there is none."""
        if still and id(still) not in self._shared.names:
            self._shared.held.append(still)
        return self._form(id(still), lambda pen: pen.draw(still, height), (0, 0, width, height)) if still else ""

    def _die(self, die: Die) -> str:
        """Return the name of the drawing of a die."""
        key = die.face, die.kind, round(die.size, 3)
        if key not in self._shared.names:
            parts = die_parts(*key, self._output.dice)
            name = self._form(parts, lambda pen: pen.draw(parts, UNIT), (-1, -1, UNIT + 1, UNIT + 1))
            self._shared.names[key] = name
        return self._shared.names[key]

    def _define(self, names: Iterable[str]) -> None:
        """Add form XObjects to the document, if they are not there, and those in them."""
        for name in names:
            if not self.canvas.hasForm(name):
                recording, box = self._shared.forms[name]
                self._define(recording.forms)
                self.canvas.define(name, recording, box)
