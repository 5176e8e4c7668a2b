"""Sides of paper to a PDF: what they have in common is drawn once. Same sides, same bytes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, BinaryIO

from msgspec import Struct, field

from sheetgen.layout.primitives import (
    UNIT,
    Bracket,
    Die,
    DieShape,
    Font,
    Ink,
    Item,
    Line,
    Page,
    Placed,
    RoundedRect,
    Side,
    Text,
    die_parts,
)
from sheetgen.layout.themes import COLOURS, Colour
from sheetgen.pdf.engine import Canvas, Recording, Recordings, settings, spoken_in, text_string
from sheetgen.pdf.fonts import Typeface, face_of, lacks, measure
from sheetgen.pdf.tags import Owners, Run, Structure

_KEEP = 1 - 0.5523
"""A quarter of a circle, as closely as a Bézier curve draws it."""
_INVISIBLE = 3
"""Mode of text that is not drawn, but read aloud and copied."""
SHIFT = {"left": 0.0, "middle": 0.5, "right": 1.0}
"""Share of the width of a text that is on the left of its x, by alignment."""
_MOST_TAGGED = 100
"""Maximum number of sides that have every cell in the structure, in 4 ms and 10 kB each. The
others, which take a tenth of that, are read as one paragraph."""


class Metadata(Struct, frozen=True):
    """Title, language and command of a document, for its metadata."""

    title: str
    language: str
    subject: str = ""
    """The command that makes the document again."""
    keywords: str = ""


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
    """None for an entry for each page, by its label, that viewers show when there is more than
    one."""
    dice: DieShape = DieShape()


class Drawn(Struct, frozen=True):
    """Document whose sides are drawn, to be written as a PDF or as pictures."""

    sides: Sequence[Side]
    metadata: Metadata
    output: Output

    def pdf(self) -> bytes:
        """Return the document as a PDF. Raises SheetgenError for a letter that the font lacks."""
        target = BytesIO()
        write_sides(self.sides, self.metadata, self.output, target)
        return target.getvalue()


def write_sides(
    sides: Iterable[Side], metadata: Metadata, output: Output, target: BinaryIO
) -> None:
    """Write the sides as a PDF at true size, one after the other, with all fonts embedded.

    Raises SheetgenError for a letter that the font lacks.
    """
    with settings():
        Document(metadata, output, target).write(sides)


def write_pdf(
    pages: Sequence[Page],
    metadata: Metadata,
    output: Output | None = None,
    document: "Callable[[Metadata, Output, BinaryIO], Document] | None" = None,
) -> bytes:
    """Return the pages as a PDF at true size, with all fonts embedded.

    `document` makes one of another kind.
    """
    target = BytesIO()
    with settings():
        made = (document or Document)(metadata, output or Output(), target)
        made.write(Side(page.width, page.height, (Placed(page),)) for page in pages)
    return target.getvalue()


def write_each(
    documents: Iterable[Sequence[Side]], metadata: Metadata, output: Output, letters: Iterable[str]
) -> Iterator[bytes]:
    """Yield the PDF of each of many documents; what their pages have in common is drawn once.

    All of them embed the same bold `letters`, those of all names, so that shared drawings fit.
    Raises SheetgenError for a letter that the font lacks.
    """
    face, ordered = face_of(Font.BOLD), "".join(sorted(set(letters)))
    if not all(map(face.has_letter, ordered)):
        raise lacks(ordered, face)
    shared = _Shared(letters={face: dict.fromkeys(ordered)})
    for sides in documents:
        target = BytesIO()
        with settings():
            Document(metadata, output, target, shared).write(sides)
        yield target.getvalue()


class _Shared(Recordings):
    """Drawings that documents share, and the letters in them.

    A letter has the same code in each document.
    """

    letters: dict[Typeface, dict[str, None]] = field(default_factory=dict)
    """The letters of each face in the order in which they were first drawn."""
    pages: dict[tuple[int, int], tuple[Owners, list[Run], Recording]] = field(default_factory=dict)
    """Drawings that pages have in common, by the id of their elements and the number of the first
    mark."""
    held: list[object] = field(default_factory=list)
    """Objects whose ids are keys here; a reference keeps each id from being used again."""


class Pen:
    """Draws items on a canvas.

    In a drawing, a colour or width that is set already is not set again.
    """

    def __init__(
        self, canvas: Canvas, output: Output, letters: dict[Typeface, dict[str, None]]
    ) -> None:
        self.canvas, self.colours, self._shape, self._letters = (
            canvas,
            output.colours,
            output.dice,
            letters,
        )
        self._inks: tuple[Ink | None, tuple[Ink, float] | None] = None, None
        """Colour of fills, and colour and width of lines, that are set."""
        self._ways: dict[type[Item], Callable[[Any, float], None]] = {
            Text: self._text,
            RoundedRect: self._box,
            Line: self._line,
            Die: self._die,
            Bracket: self._bracket,
        }

    def draw(self, height: float, *runs: Run) -> None:
        """Draw a drawing of this height in points: runs of items with their marks, in order."""
        self._inks = None, None
        for run in runs:
            with self.canvas.marked(run.role, run.mark):
                for item in run.items:
                    self._ways[type(item)](item, height)
                    if getattr(item, "dash", ()):
                        self.canvas.setDash([])

    def form(self, key: object, width: float, height: float, *runs: Run, bleed: float = 0.0) -> str:
        """Return the name of the form XObject with this key and size.

        It is drawn the first time.
        """
        box = -bleed, -bleed, width + bleed, height + bleed
        return self.canvas.form(key, box, lambda: self.draw(height, *runs))

    def _die(self, item: Die, height: float) -> None:
        """Draw a die in its size; dice that are alike are one form XObject."""
        parts, inks = (
            die_parts(item.face, item.kind, round(item.size, 3), self._shape, item.ink),
            self._inks,
        )
        name = self.form(parts, UNIT, UNIT, Run([*parts]), bleed=1)
        self._inks, scale = inks, item.size / UNIT
        self.canvas.saveState()
        self.canvas.transform(scale, 0, 0, scale, item.x, height - item.y - item.size)
        self.canvas.doForm(name)
        self.canvas.restoreState()

    def _text(self, item: Text, height: float) -> None:
        face = face_of(item.font)
        width = measure(item.text, item.font, item.size)  # which finds letters that are missing
        self._letters.setdefault(face, {}).update(dict.fromkeys(item.text))
        if not item.ink:  # the way to draw text outlasts it
            self.canvas.saveState()
        text = self.canvas.beginText()
        before = (
            0.001 * item.size * face.bearing(item.text[:1])
            if item.align == "ink"
            else SHIFT[item.align] * width
        )
        text.setTextTransform(
            *((0, 1, -1, 0) if item.up else (1, 0, 0, 1)), item.x - before, height - item.y
        )
        text.setFont(face.name, item.size)
        if item.ink:
            self._fill(item.ink)
        else:
            text.setTextRenderMode(_INVISIBLE)
        for part, language in item.parts or ((item.text, ""),):
            with spoken_in(text, language):
                text.textOut(part)
        self.canvas.drawText(text)
        if not item.ink:
            self.canvas.restoreState()

    def _line(self, item: Line, height: float) -> None:
        self._stroke(item.ink, item.width, item.dash)
        if item.round:
            self.canvas.setLineCap(1)
        self.canvas.line(item.x1, height - item.y1, item.x2, height - item.y2)
        if item.round:
            self.canvas.setLineCap(0)

    def _box(self, item: RoundedRect, height: float) -> None:
        if item.fill:
            self._fill(item.fill)
        if item.stroke:
            self._stroke(item.stroke, item.width, item.dash)
        rect, line = item.rect, item.width if item.stroke else 0.0
        place = (
            rect.x + line / 2,
            height - rect.bottom + line / 2,
            rect.width - line,
            rect.height - line,
        )
        radius, paint = (
            max(item.radius - line / 2, 0.0),
            {"stroke": bool(item.stroke), "fill": bool(item.fill)},
        )
        if radius:
            self.canvas.roundRect(*place, radius, **paint)
        else:
            self.canvas.rect(*place, **paint)

    def _bracket(self, item: Bracket, height: float) -> None:
        self._stroke(item.ink, item.width)
        right, down = item.turned
        path, line, near, far = (
            self.canvas.beginPath(),
            item.width / 2,
            item.radius * _KEEP,
            item.radius,
        )

        def at(x: float, y: float) -> tuple[float, float]:
            return item.x + right * max(x, line), height - item.y - down * max(y, line)

        path.moveTo(*at(0, item.down or item.arm))
        path.lineTo(*at(0, far))
        path.curveTo(*at(0, near), *at(near, 0), *at(far, 0))
        path.lineTo(*at(item.arm, 0))
        self.canvas.drawPath(path)

    def _fill(self, ink: Ink) -> None:
        if ink is not self._inks[0]:
            self._inks = ink, self._inks[1]
            self.canvas.setFillColorRGB(*self.colours[ink])

    def _stroke(self, ink: Ink, width: float, dash: Sequence[float] = ()) -> None:
        if (ink, width) != self._inks[1]:
            self._inks = self._inks[0], (ink, width)
            self.canvas.setStrokeColorRGB(*self.colours[ink])
            self.canvas.setLineWidth(width)
        if dash:
            self.canvas.setDash([*dash])


class Document:
    """A PDF while it is drawn.

    `shared` are the drawings that similar documents have in common with it.
    """

    def __init__(
        self, metadata: Metadata, output: Output, target: BinaryIO, shared: _Shared | None = None
    ) -> None:
        self._output, self._metadata, self._shared = output, metadata, shared or _Shared()
        self.canvas = Canvas(target, face_of(Font.REGULAR).name, self._shared)
        self.structure, self.pen = (
            Structure(self.canvas),
            Pen(self.canvas, output, self._shared.letters),
        )
        self._count = 0
        """Number of pages until now."""
        self._seen: set[int] = set()
        """The ids of elements that are in the tree already."""
        self._outline = [
            (f"entry{place}", entry) for place, entry in enumerate(output.outline or ())
        ]
        """Entries of the outline, with the keys of the places to which they lead."""
        for face, used in self._shared.letters.items():
            self.canvas.add_font(face.font, "".join(used))

    def begin(self, side: Side) -> dict[str, Any]:
        """Begin a page, and return more entries of its dictionary; forms add their fields here."""
        return {}

    def catalog(self) -> dict[str, Any]:
        """Return the entries of the catalog when all pages are drawn."""
        about = self._metadata
        return self.structure.finish(about.title, about.language)

    def add(self, side: Side) -> None:
        """Draw one page."""
        canvas, number = self.canvas, self._count
        self._count += 1
        canvas.setPageSize((side.width, side.height))
        here = (
            [key for key, entry in self._outline if entry.page == number]
            if self._output.outline
            else []
        )
        if self._output.outline is None:
            label = ", ".join([placed.page.label for placed in side.placed if placed.page.label])
            here = [f"p{number}"]
            self._outline.append((here[0], OutlineEntry(number, label or str(number + 1))))
        for key in here:
            canvas.bookmarkPage(key, fit="Fit")
        more = self.begin(side)
        for placed in side.placed:
            with self._moved(placed, side.height):
                self._page(placed, tagged=number < _MOST_TAGGED)
        if number < _MOST_TAGGED:
            self._seen |= {
                id(placed.page.elements) for placed in side.placed if placed.page.elements
            }
        if side.still:
            with canvas.marked("Artifact"):
                canvas.doForm(self._still(side))
        canvas.end_page(more | self.structure.end())

    def write(self, sides: Iterable[Side]) -> None:
        """Draw the sides, and write the document."""
        for side in sides:
            self.add(side)
        canvas, about, ours = (
            self.canvas,
            self._metadata,
            dict.fromkeys(("author", "creator", "producer"), "sheetgen"),
        )
        canvas.describe(title=about.title, subject=about.subject, keywords=about.keywords, **ours)
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if self._output.duplex:
            canvas.setViewerPreference("Duplex", self._output.duplex)
        if self._output.outline is None and self._count > 1:
            canvas.showOutline()
        for key, entry in self._outline if self._output.outline or self._count > 1 else ():
            canvas.addOutlineEntry(
                text_string(entry.title), key, entry.level, closed=entry.level > 0
            )
        for used in self._shared.letters.values():  # whose codes the pages have
            canvas.sign("".join(used))
        canvas.extend_catalog(self.catalog())
        canvas.save()

    def _page(self, placed: Placed, *, tagged: bool) -> None:
        """Draw a page, with all of its elements in the structure, or as one paragraph."""
        page = placed.page
        if photo := page.photo:  # who cannot see it is told by the texts of the page
            with self.canvas.marked("Artifact"):
                self.canvas.draw_jpeg(
                    photo.jpeg, 0, page.height - photo.height, photo.width, photo.height
                )
        if (
            id(page.elements) in self._seen and page.still and not page.items
        ):  # one of many that are alike
            self._paragraph(placed, page.label or self._metadata.title)
        elif tagged and page.elements:
            self._tagged(placed)
        else:
            self._paragraph(placed)

    def _tagged(self, placed: Placed) -> None:
        """Draw a page with all of its elements; what it shares with others is drawn once."""
        page, structure, drawn = placed.page, self.structure, self._shared.pages
        key = id(page.elements), structure.marks
        owners, still, recording = drawn[key] if key in drawn else (Owners(page.elements), [], None)
        still = still or owners.runs(page.still)
        structure.number(still)
        if recording is None:
            recording = self.canvas.record(lambda: self.pen.draw(page.height, *still))
            drawn[key] = owners, still, recording
        self.canvas.replay(recording)
        runs = owners.runs(page.items, len(page.still))
        structure.number(runs)
        self.pen.draw(page.height, *runs)
        structure.add(owners, (*still, *runs), placed.order)

    def _paragraph(self, placed: Placed, alt: str = "") -> None:
        """Draw a page that is read as one paragraph, what it has of its own first."""
        page = placed.page
        still, own = Run([*page.still], "P"), Run([*page.items], "P")
        runs = [run for run in (still, own) if run.items]
        self.structure.number(runs)
        for run in runs:
            if run is still:
                with self.canvas.marked(run.role, run.mark):
                    self.canvas.doForm(self._still(page))
            else:
                self.pen.draw(page.height, run)
        if runs:
            self.structure.add_paragraph(reversed(runs), placed.order, alt)

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

    def _still(self, drawn: Page | Side) -> str:
        """Return the name of the drawing that pages or sides have in common."""
        if id(drawn.still) not in self._shared.names:
            self._shared.held.append(drawn.still)
        return self.pen.form(id(drawn.still), drawn.width, drawn.height, Run([*drawn.still]))
