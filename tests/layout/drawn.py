"""Content of a finished page, read back from the PDF with PDFium, in points.

It has outlines, fills, dice and texts. It is upright like the layout, y downwards. Drawings that
pages share are resolved.
"""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import pypdfium2 as pdfium
from PIL.Image import Image
from pypdfium2 import raw

from sheetgen.layout.primitives import MM, Die, Page, Rect
from tests.readback import Letter, crowded, inside, overlap
from tests.shop import alone

Matrix = tuple[float, float, float, float, float, float]
Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Shape:
    """A path: the bounds of its points, what it is filled with, and its line."""

    rect: Rect
    fill: Colour | None
    stroke: Colour | None
    width: float
    closed: bool
    points: int

    @property
    def ink(self) -> Rect:
        """Return the area of its line."""
        half = self.width / 2 if self.stroke else 0.0
        rect = self.rect
        return Rect(rect.x - half, rect.y - half, rect.width + 2 * half, rect.height + 2 * half)


@dataclass(frozen=True)
class Words:
    """Text with the start of its first letter and baseline, size, colour, weight and area."""

    text: str
    x: float
    y: float
    size: float
    colour: Colour
    weight: str
    ink: Rect


@dataclass
class Drawing:
    """A die, or another drawing that is used several times: its shapes and texts."""

    shapes: list[Shape] = field(default_factory=list)
    texts: list[Words] = field(default_factory=list)

    @property
    def ink(self) -> Rect:
        """Return the area of all of it."""
        rects = [shape.ink for shape in self.shapes]
        x, y = min(rect.x for rect in rects), min(rect.y for rect in rects)
        return Rect(
            x, y, max(rect.right for rect in rects) - x, max(rect.bottom for rect in rects) - y
        )

    @property
    def face(self) -> tuple[int, bool]:
        """Return the number of pips of a die, and whether it is solid."""
        frame = max(self.shapes, key=lambda shape: shape.rect.width)
        return len(self.shapes) - 1, frame.stroke is None


class Drawn:
    """Page of a PDF."""

    def __init__(self, content: bytes, page: int = 0) -> None:
        self._document = pdfium.PdfDocument(content)
        self._page = self._document[page]
        self.width, self.height = self._page.get_size()
        self.shapes: list[Shape] = []
        self.texts: list[Words] = []
        self.dice: list[Drawing] = []
        text = self._page.get_textpage()
        count = raw.FPDFPage_CountObjects(self._page)
        objects = [raw.FPDFPage_GetObject(self._page, place) for place in range(count)]
        self._walk(objects, (1, 0, 0, 1, 0, 0), text, self)

    def image(self, dpi: int, right: float = 0.0, top: float = 0.0, low: float = 0.0) -> Image:
        """Return the page in grey, or a part of it.

        The part is left of `right`, and from `top` to `low`, in points.
        """
        crop = (0, self.height - low, self.width - right, top) if low else (0, 0, 0, 0)
        drawn: Image = self._page.render(scale=dpi / 72, crop=crop).to_pil()
        return drawn.convert("L")

    @cached_property
    def darkness(self) -> float:
        """The part of the page that is ink, at 60 dots an inch in grey.

        It is drawn larger and reduced, for PDFium makes no line thinner than a dot, and a printer
        does.
        """
        histogram = self.image(300).reduce(5).histogram()
        return 1 - sum(value * number for value, number in enumerate(histogram)) / 255 / sum(
            histogram
        )

    def _walk(self, objects: list[Any], matrix: Matrix, text: Any, into: "Drawn | Drawing") -> None:
        for each in objects:
            kind = raw.FPDFPageObj_GetType(each)
            if kind == raw.FPDF_PAGEOBJ_PATH:
                into.shapes.append(self._shape(each, _times(_matrix_of(each), matrix)))
            elif kind == raw.FPDF_PAGEOBJ_TEXT:
                into.texts.append(self._words(each, matrix, text))
            elif kind == raw.FPDF_PAGEOBJ_FORM:
                inner = _times(_matrix_of(each), matrix)
                parts = [
                    raw.FPDFFormObj_GetObject(each, place)
                    for place in range(raw.FPDFFormObj_CountObjects(each))
                ]
                target: Drawn | Drawing = into
                if not any(
                    raw.FPDFPageObj_GetType(part) == raw.FPDF_PAGEOBJ_FORM for part in parts
                ):
                    bounds = self._shape(parts[0], _times(_matrix_of(parts[0]), inner)).rect
                    if abs(bounds.width - bounds.height) < 0.1 and len(parts) <= 8:
                        target = Drawing()
                        self.dice.append(target)
                self._walk(parts, inner, text, target)

    def _shape(self, each: Any, matrix: Matrix) -> Shape:
        places = []
        count = raw.FPDFPath_CountSegments(each)
        closed = False
        for place in range(count):
            segment = raw.FPDFPath_GetPathSegment(each, place)
            x, y = ctypes.c_float(), ctypes.c_float()
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            closed = closed or bool(raw.FPDFPathSegment_GetClose(segment))
            places.append(_moved((x.value, y.value), matrix))
        left, low = min(x for x, _ in places), min(y for _, y in places)
        right, high = max(x for x, _ in places), max(y for _, y in places)
        filled, stroked, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        raw.FPDFPath_GetDrawMode(each, filled, stroked)
        raw.FPDFPageObj_GetStrokeWidth(each, width)
        fill = _colour(raw.FPDFPageObj_GetFillColor, each) if filled.value else None
        stroke = _colour(raw.FPDFPageObj_GetStrokeColor, each) if stroked.value else None
        rect = Rect(left, self.height - high, right - left, high - low)
        scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
        return Shape(
            rect, fill, stroke, width.value * scale if stroked.value else 0.0, closed, count
        )

    def _words(self, each: Any, matrix: Matrix, text: Any) -> Words:
        length = raw.FPDFTextObj_GetText(each, text, None, 0)
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFTextObj_GetText(
            each, text, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length
        )
        size = ctypes.c_float()
        raw.FPDFTextObj_GetFontSize(each, size)
        name = ctypes.create_string_buffer(100)
        raw.FPDFFont_GetBaseFontName(raw.FPDFTextObj_GetFont(each), name, 100)
        own = _times(_matrix_of(each), matrix)
        x, y = _moved((0.0, 0.0), own)
        sides = [ctypes.c_float() for _ in range(4)]
        raw.FPDFPageObj_GetBounds(each, *sides)
        left, low, right, high = (side.value for side in sides)
        (left, low), (right, high) = _moved((left, low), matrix), _moved((right, high), matrix)
        ink = Rect(left, self.height - high, right - left, high - low)
        said = buffer.raw.decode("utf-16-le").rstrip("\0")
        weight = name.value.decode().rpartition("-")[2]
        return Words(
            said,
            x,
            self.height - y,
            size.value,
            _colour(raw.FPDFPageObj_GetFillColor, each),
            weight,
            ink,
        )


def _matrix_of(each: Any) -> Matrix:
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(each, matrix)
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _moved(place: tuple[float, float], matrix: Matrix) -> tuple[float, float]:
    x, y = place
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _colour(get: Any, each: Any) -> Colour:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    get(each, red, green, blue, alpha)
    return red.value, green.value, blue.value


def lightness(colour: Colour) -> float:
    """L* of a colour (CIE 1976), from sRGB (IEC 61966-2-1)."""
    red, green, blue = (_linear(channel / 255) for channel in colour)
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 116 * y ** (1 / 3) - 16 if y > 216 / 24389 else y * 24389 / 27


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def apart(one: Rect, other: Rect) -> float:
    """Return the distance of two rectangles; 0 if they touch or overlap."""
    across = max(one.x - other.right, other.x - one.right, 0.0)
    down = max(one.y - other.bottom, other.y - one.bottom, 0.0)
    return float((across**2 + down**2) ** 0.5)


def texts_of(drawn: Drawn, said: str) -> Iterator[Words]:
    """Yield the texts with these words."""
    return (
        words for words in drawn.texts if " ".join(words.text.split()) == " ".join(said.split())
    )


def check_page(page: Page, smallest: float, width: float, height: float) -> None:
    """Letters, dice and boxes of a page keep apart, inside the margins, and large enough."""
    sheet = alone(page)
    edge = 5 * MM
    body = Rect(edge, edge, page.width - 2 * edge, page.height - 2 * edge)
    letters = sheet.letters
    assert all(inside(letter.rect, body) for letter in letters)
    assert min((letter.size for letter in letters), default=99) >= smallest - 0.01
    assert not crowded(letters)
    cells = [cell for cell in page.cells if cell.kind in ("box", "total")]
    for cell in cells:
        assert cell.rect.width >= width * MM - 0.01
        assert cell.rect.height >= height * MM - 0.01
        assert inside(cell.rect, body)
        assert not [letter.text for letter in letters if overlap(letter.rect, cell.rect)], cell.id
    for one, other in combinations(cells, 2):
        assert not overlap(one.rect, other.rect)
    check_dice(page, letters)


def check_dice(page: Page, letters: list[Letter]) -> None:
    """Dice keep apart from letters, each other, and cells.

    In cells for names they number the players.
    """
    dice = [Rect(die.x, die.y, die.size, die.size) for die in page.items if isinstance(die, Die)]
    for die in dice:
        # a die with many sides shows a number
        around = [letter for letter in letters if not inside(letter.rect, die)]
        assert not [letter.text for letter in around if overlap(letter.rect, die)]
        assert not [
            cell.id for cell in page.cells if cell.kind != "name" and overlap(cell.rect, die)
        ]
    for one, other in combinations(dice, 2):
        assert not overlap(one, other)
