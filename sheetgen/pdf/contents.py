"""The contents of pages and of the drawings that they share (ISO 32000-1, 8.5), and the fonts that they are set in."""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sheetgen.layout import PIPS, Box, Bracket, Colour, Die, DieKind, DieShape, Font, Ink, Item, Line, Rect, Shown, Text
from sheetgen.pdf.file import PdfFile
from sheetgen.pdf.fonts import Typeface, face_of, lacks, left_end
from sheetgen.pdf.structure import Run

NAMES: Mapping[Font, bytes] = {font: b"F%d" % place for place, font in enumerate(Font, 1)}
"""What contents call the faces: F1 is the regular one, and so on."""
_PAINTS = {(False, False): b"n", (True, False): b"f", (False, True): b"S", (True, True): b"B"}
"""What paints a path, by whether it is filled and whether it is stroked."""
_KEEP = 1 - 0.5523
"""A quarter of a circle, as closely as a Bézier curve draws it."""
_ROUND, _PIP, _ONE_PIP, _LARGE_PIP = 0.2, 0.098, 0.125, 0.092
"""The radii of a die's corners and of its pips, beside its side: of six, of a single one, and of a large die."""
_SQUARE = 0.886
"""A square has as much ink as a disc if this is its side, beside the disc's diameter."""
_USUAL = DieShape()
_FIRST, _STEP = 0.255, 0.245
"""Where the first row of pips is, and how far it is to the next, beside the side of the die."""
_LINE = 0.155 * 25.4 / 72
"""The width of a die's outline beside its side."""
_THINNEST, _THICKEST, _THINNEST_BLANK = 0.5, 2.4, 0.65
UNIT = 100.0
"""The side of a die where it is drawn for all of its sizes."""
_LARGE, _LARGE_LINE = 20 * 72 / 25.4, 3.6
"""A die of this side or more is an outline of this width."""
_DIGITS = 7.5
"""The least size of digits on a die of many sides."""
_LEVEL = 9
_SYMBOLIC = 4
_STEM = 80
"""The thickness of upright stems; only viewers that make up a font of their own go by it."""
_BLOCK = 100
"""The maximum number of letters in a block of a table of characters."""
_TO_UNICODE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


class Letters(dict[str, bytes]):
    """The letters of a font that a document uses, with their codes in hexadecimal; a new one gets the next code."""

    def __init__(self, font: Font, known: Mapping[str, bytes] | None = None) -> None:
        super().__init__(known or {})
        self.font = font

    def __missing__(self, letter: str) -> bytes:
        if not face_of(self.font).has(letter):
            raise KeyError(letter)
        self[letter] = b"%04X" % (len(self) + 1)
        return self[letter]

    def encode(self, text: str) -> bytes:
        """The codes of a text. Raises SheetgenError for the first letter that the face lacks."""
        try:
            return b"".join(map(self.__getitem__, text))
        except KeyError:
            raise lacks(text, face_of(self.font)) from None


class Embedding:
    """The faces of a document."""

    def __init__(self) -> None:
        self.letters = {font: Letters(font) for font in Font}
        self._numbers: dict[Font, int] = {}
        self._written: dict[Font, int] = {}

    def resources(self) -> bytes:
        """The names of the faces that are used, as contents call them."""
        return b"".join(b"/%b %d 0 R" % (NAMES[font], number) for font, number in self._numbers.items())

    def write(self, file: PdfFile) -> None:
        """Write the faces that have got new letters since they were written last."""
        for place, (font, letters) in enumerate(self.letters.items()):
            if letters and self._written.get(font) != len(letters):
                self._written[font] = len(letters)
                self._numbers.setdefault(font, file.new())
                _write_face(file, self._numbers[font], letters, chr(ord("A") + place) * 6)

    def copy(self) -> "Embedding":
        """The faces as they are now, for another file that goes on from here."""
        twin = Embedding()
        twin._numbers, twin._written = dict(self._numbers), dict(self._written)
        twin.letters = {font: Letters(font, letters) for font, letters in self.letters.items()}
        return twin


def _write_face(file: PdfFile, number: int, letters: Letters, tag: str) -> None:
    face, text = face_of(letters.font), "".join(letters)
    size, packed = _program(face, text)
    name = f"{tag}+{face.name}".encode("ascii", "ignore")
    outlines, descriptor, descendant, unicode = (file.new() for _ in range(4))
    file.put_packed(outlines, packed, b"/Length1 %d" % size)
    bounds = b" ".join(b"%d" % side for side in face.bounds)
    file.put(
        descriptor,
        b"<</Type/FontDescriptor/FontName/%b/Flags %d/FontBBox[%b]/ItalicAngle %b/Ascent %d/Descent %d/CapHeight %d"
        b"/StemV %d/FontFile2 %d 0 R>>"
        % (name, _SYMBOLIC, bounds, b"%g" % face.slant, *face.heights, face.capitals, _STEM, outlines),
    )
    widths = " ".join(f"{face.widths[letter]:g}" for letter in text).encode()
    file.put(
        descendant,
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/%b/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
        b"/Supplement 0>>/FontDescriptor %d 0 R/W[1[%b]]/CIDToGIDMap/Identity>>" % (name, descriptor, widths),
    )
    # the table by which viewers search and copy text
    lines = [f"<{code.decode()}> <{letter.encode('utf-16-be').hex().upper()}>" for letter, code in letters.items()]
    parts = [lines[start : start + _BLOCK] for start in range(0, len(lines), _BLOCK)]
    blocks = "\n".join("\n".join((f"{len(part)} beginbfchar", *part, "endbfchar")) for part in parts)
    file.put_stream(unicode, _TO_UNICODE.format(blocks=blocks).encode(), shared=True)
    file.put(
        number,
        b"<</Type/Font/Subtype/Type0/BaseFont/%b/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>"
        % (name, descendant, unicode),
    )


@lru_cache(maxsize=8)
def _program(face: Typeface, text: str) -> tuple[int, bytes]:
    """The size of the part of a font that has these letters, and that part, compressed."""
    program = face.subset(text)
    return len(program), zlib.compress(program, _LEVEL)


class Pen:
    """Draws the items of one page or drawing. A colour or font that is set already is not set again.

    `name` gives what contents call the drawing of a die.
    """

    def __init__(self, colours: Mapping[Ink, Colour], embedding: Embedding, name: Callable[[Die], bytes]) -> None:
        self._colours, self._letters, self._name = colours, embedding.letters, name
        self._filling: Ink | None = None
        self._stroking: tuple[Ink, float] | None = None
        self._setting: tuple[Font, float] | None = None

    def draw(self, items: Iterable[Item], height: float) -> bytes:
        """The operators that draw items, in order, on a page of this height in points."""
        return b"\n".join([self._code(item, height) for item in items])

    def draw_marked(
        self, items: Sequence[Item], runs: Iterable[Run], height: float, count: int, first: int = 0
    ) -> bytes:
        """The same with marks around the runs of items of one element, numbered from `count` on; others say nothing.

        The first of the items is number `first` of the runs.
        """
        codes = []
        for element, start, end in runs:
            code = self.draw(items[start - first : end - first], height)
            if element is None:
                codes.append(artifact(code))
            else:
                codes.append(marked(code, element.role, count))
                count += 1
        return b"\n".join(codes)

    def _code(self, item: Item, height: float) -> bytes:
        if isinstance(item, Text):
            # the codes of its letters are in hexadecimal
            codes, font, at = self._letters[item.font].encode(item.text), b"", point(left_end(item), height - item.y)
            if (item.font, item.size) != self._setting:
                self._setting = item.font, item.size
                font = b"/%b %b Tf " % (NAMES[item.font], number(item.size))
            line = b"BT %b%b <%b> Tj ET" % (font, b"0 1 -1 0 %b Tm" % at if item.up else at + b" Td", codes)
            return self._fill(item.ink) + line if item.ink else b"3 Tr\n%b\n0 Tr" % line
        if isinstance(item, Line):
            path = line_path(item, height)
            if item.round:
                path = b"1 J %b 0 J" % (b"[0 %b] 0 d %b [] 0 d" % (number(item.dots), path) if item.dots else path)
            return self._stroke(item.ink, item.width) + path
        if isinstance(item, Box):
            fill = self._fill(item.fill) if item.fill else b""
            stroke = self._stroke(item.stroke, item.width) if item.stroke else b""
            if not item.radius or height <= UNIT:
                return fill + stroke + box_path(item, height)
            rect = item.rect  # boxes of one size are drawn alike, so that a page compresses well
            path = _box_of(round(rect.width, 3), round(rect.height, 3), item.fill, item.stroke, item.width, item.radius)
            return b"%b%b%b\n%b\nQ" % (fill, stroke, moved(rect.x, height - rect.bottom), path)
        if isinstance(item, Bracket):
            return self._stroke(item.ink, item.width) + bracket_path(item, height)
        scale, at = item.size / UNIT, point(item.x, height - item.y - item.size)
        return b"q %.5f 0 0 %.5f %b cm\n%b\nQ" % (scale, scale, at, called(self._name(item)))

    def _fill(self, ink: Ink) -> bytes:
        if ink is self._filling:
            return b""
        self._filling = ink
        return b"%b rg\n" % _channels(self._colours[ink])

    def _stroke(self, ink: Ink, width: float) -> bytes:
        if (ink, width) == self._stroking:
            return b""
        self._stroking = ink, width
        return b"%b RG %b w\n" % (_channels(self._colours[ink]), number(width))


@lru_cache(maxsize=256)
def die_parts(face: Shown, kind: DieKind, size: float, shape: DieShape = _USUAL) -> tuple[Item, ...]:
    """What one die of this size is drawn with, a hundred wide, its upper left corner at 0, 0; face 0 may show anything.

    So large, most dice of a face are one drawing, whatever their size.
    """
    blank, large, scale = kind == "blank" or not face, size >= _LARGE, UNIT / size
    line = _LARGE_LINE if large else min(max(_LINE * size, _THINNEST), _THICKEST)
    shape = _USUAL if kind == "code" else shape
    rect, radius, size = Rect(0, 0, UNIT, UNIT), _ROUND * UNIT * shape.roundness, UNIT
    if blank:
        return (Box(rect, None, Ink.BLANK, max(0.6 * line, _THINNEST_BLANK) * scale, radius),)
    solid, colour = kind == "solid" and not large, Ink.TEXT if kind == "code" else Ink.ACCENT
    frame = Box(rect, colour, radius=radius) if solid else Box(rect, Ink.PAPER, colour, line * scale, radius)
    ink = Ink.PAPER if solid else colour
    if face not in PIPS:
        digits = max(0.7 * size, _DIGITS)
        return frame, Text(size / 2, size / 2 + 0.33 * digits, str(face), Font.BOLD, digits, ink, "middle")
    pip = size * (_LARGE_PIP if large else _ONE_PIP if face == 1 else _PIP) * (_SQUARE if shape.square else 1)
    places = ((size * (_FIRST + _STEP * (place - 1)) - pip for place in pair) for pair in PIPS[face])
    return frame, *(Box(Rect(x, y, 2 * pip, 2 * pip), ink, radius=0 if shape.square else pip) for x, y in places)


def called(name: bytes) -> bytes:
    """The drawing of this name."""
    return b"/%b Do" % name


def artifact(codes: bytes) -> bytes:
    """What these operators draw, as what says nothing."""
    return b"/Artifact BMC\n%b\nEMC" % codes


def marked(codes: bytes, role: str, mark: int) -> bytes:
    """What these operators draw, with the number by which an element of the structure has it."""
    return b"/%b<</MCID %d>>BDC\n%b\nEMC" % (role.encode(), mark, codes)


def moved(x: float, y: float) -> bytes:
    """What is drawn until Q is moved to the right and up."""
    return b"q 1 0 0 1 %b cm" % point(x, y)


def turned(x: float, y: float) -> bytes:
    """What is drawn until Q stands on its head; its lower left corner becomes the upper right one, at x, y."""
    return b"q -1 0 0 -1 %b cm" % point(x, y)


def number(value: float) -> bytes:
    """A number as PDF writes it, to a thousandth of a point."""
    return b"%g" % round(value, 3)


def point(x: float, y: float) -> bytes:
    """The two numbers of a place, to a thousandth of a point."""
    return b"%.3f %.3f" % (x, y)


@lru_cache(maxsize=64)
def _channels(colour: Colour) -> bytes:
    return b" ".join(map(number, colour))


def line_path(item: Line, height: float) -> bytes:
    """A straight line on a page of this height."""
    return b"%b m %b l S" % (point(item.x1, height - item.y1), point(item.x2, height - item.y2))


def box_path(item: Box, height: float) -> bytes:
    """A rectangle on a page of this height, its corners rounded as it says, filled and stroked inside as it says."""
    paint, line = _PAINTS[bool(item.fill), bool(item.stroke)], item.width if item.stroke else 0.0
    rect, round_ = item.rect, max(item.radius - line / 2, 0.0)
    x1, y1 = rect.x + line / 2, height - rect.bottom + line / 2
    x2, y2 = rect.right - line / 2, height - rect.y - line / 2
    if not round_:
        return b"%b %b re %b" % (point(x1, y1), point(x2 - x1, y2 - y1), paint)
    near, far = round_ * _KEEP, round_
    return b" ".join((
        point(x1 + far, y1), b"m",
        point(x2 - far, y1), b"l",
        point(x2 - near, y1), point(x2, y1 + near), point(x2, y1 + far), b"c",
        point(x2, y2 - far), b"l",
        point(x2, y2 - near), point(x2 - near, y2), point(x2 - far, y2), b"c",
        point(x1 + far, y2), b"l",
        point(x1 + near, y2), point(x1, y2 - near), point(x1, y2 - far), b"c",
        point(x1, y1 + far), b"l",
        point(x1, y1 + near), point(x1 + near, y1), point(x1 + far, y1), b"c",
        b"h", paint,
    ))  # fmt: skip


@lru_cache(maxsize=256)
def _box_of(*parts: Any) -> bytes:
    """A rectangle with its lower left corner at 0, 0: its width and height, and the rest of a box."""
    width, height, *rest = parts
    return box_path(Box(Rect(0, 0, width, height), *rest), height)


def bracket_path(item: Bracket, height: float) -> bytes:
    """A corner mark on a page of this height."""
    right, down = item.turned
    line = item.width / 2

    def at(x: float, y: float) -> bytes:
        return point(item.x + right * max(x, line), height - item.y - down * max(y, line))

    near, far = item.radius * _KEEP, item.radius
    return b"%b m %b l %b %b %b c %b l S" % (
        at(0, item.arm), at(0, far), at(0, near), at(near, 0), at(far, 0), at(item.arm, 0),
    )  # fmt: skip
