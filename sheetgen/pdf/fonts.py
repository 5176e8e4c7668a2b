"""The fonts: measuring text with them, taking others, refusing letters that they lack, and the parts to embed.

TrueType fonts are prepared by fontTools, when the package is built or for ``--font``. What remains at run time is to
put together the part of a font that a document needs (the tables of OpenType 1.9, by their names).
"""

import sys
import unicodedata
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path
from struct import pack, pack_into, unpack_from
from typing import Any

from msgspec import Struct, msgpack

from sheetgen.errors import SheetgenError
from sheetgen.files.reading import read_file
from sheetgen.layout import Font, Text

FACES = Path(__file__).parent / "faces"
"""Where the faces are that come with sheetgen, prepared by `write_face`."""
_SIGNATURES = (b"\0\1\0\0", b"true")
_NO_EMBEDDING, _NO_SUBSETS = 0x0002, 0x0300
_WORDS, _SCALED, _MORE, _SCALED_TWICE, _MATRIX = 0x1, 0x8, 0x20, 0x40, 0x80
"""Flags of the parts of a composite outline."""
_NARROW, _FLAT, _REPEATED, _SAME_X, _SAME_Y = 0x2, 0x4, 0x8, 0x10, 0x20
"""Flags of the points of an outline."""
_LENGTHS = {"head": 54, "hhea": 36, "maxp": 32, "post": 32}
"""The least bytes of tables."""
_COPIED = ("cvt ", "fpgm", "prep")
_CMAPS = {(3, 10): 12, (0, 4): 12, (3, 1): 4, (0, 3): 4}
"""The platforms and encodings of Unicode, the largest first, and the formats of their tables."""
_NO_BREAK = "\xa0"
"""The no-break space, which is drawn as a space whatever a font has there."""
_MAX_BYTES = 30_000_000
"""A larger file is no font of ours."""
_SHIFT = {"left": 0.0, "middle": 0.5, "right": 1.0}
_LAST_CAPITAL = "\u04ff"
"""Titles that begin with a later letter begin where its own space ends."""
_COMBINING = "\u0300"
"""The first letter that is drawn over another one."""


class Typeface(Struct, frozen=True, eq=False, dict=True):
    """What is needed of a font. Widths and heights are in thousandths of the size of the type."""

    name: str
    """What a document calls it."""
    glyphs: dict[str, int]
    """The letters, with the numbers of their outlines; number 0 is for a letter that is missing."""
    bearings: dict[str, float]
    """For capitals and digits, the space before what of them stands above the line they are set on."""
    metrics: list[tuple[int, int]]
    """The width of each outline and the space before it, in the font's own units."""
    outlines: list[bytes]
    parts: dict[int, list[tuple[int, int]]]
    """For each outline that is made of others: where in it the number of each stands, and that number."""
    tables: dict[str, bytes]
    """The tables that a part of the font has too, as they are but for what tells of the number of outlines."""
    scale: float
    """What an own unit of the font is."""
    ascent: float
    """How far letters reach above the line where text is set."""
    descent: float
    """How far letters reach below it, as a negative number."""
    heights: tuple[int, int]
    """The same, for viewers."""
    capitals: int
    """How high capitals are."""
    bounds: tuple[int, int, int, int]
    """The box around all outlines: left, bottom, right, top."""
    slant: float
    """By how many degrees the letters lean, counterclockwise."""

    @cached_property
    def widths(self) -> "_Widths":
        """The widths of letters, in thousandths of the size."""
        return _Widths(self)

    def has(self, letter: str) -> bool:
        """Whether the face has a letter, and can set it beside others."""
        return letter in self.glyphs and not (letter >= _COMBINING and unicodedata.combining(letter))

    def subset(self, letters: str) -> bytes:
        """A font with the outlines of these letters, the first of them as number 1."""
        numbers = [0, *(self.glyphs[letter] for letter in letters)]
        new: dict[int, int] = {}
        for place, number in enumerate(numbers):
            new.setdefault(number, place)
        outlines = []
        for number in numbers:  # and those that are added meanwhile
            outline = bytearray(self.outlines[number])
            for at, part in self.parts.get(number, ()):
                if part not in new:
                    new[part] = len(numbers)
                    numbers.append(part)
                pack_into(">H", outline, at, new[part])
            outlines.append(bytes(outline) + bytes(-len(outline) % 4))
        count = pack(">H", len(numbers))
        offsets = accumulate(map(len, outlines), initial=0)
        return _font_file({
            **self.tables,
            "glyf": b"".join(outlines),
            "hhea": self.tables["hhea"][:34] + count + self.tables["hhea"][36:],
            "hmtx": b"".join([pack(">Hh", *self.metrics[number]) for number in numbers]),
            "loca": b"".join([pack(">L", offset) for offset in offsets]),
            "maxp": self.tables["maxp"][:4] + count + self.tables["maxp"][6:],
        })  # fmt: skip


class _Widths(dict[str, float]):
    """The widths of the letters that were asked for; KeyError for one that a face lacks."""

    def __init__(self, face: Typeface) -> None:
        self._face = face

    def __missing__(self, letter: str) -> float:
        if not self._face.has(letter):
            raise KeyError(letter)
        self[letter] = self._face.metrics[self._face.glyphs[letter]][0] * self._face.scale
        return self[letter]


class _Faces(dict[Font, Typeface]):
    """The faces that fonts are set in; those that come with sheetgen are read when they are first needed."""

    def __missing__(self, font: Font) -> Typeface:
        self[font] = read_face(font.value)
        return self[font]


_faces = _Faces()


def face_of(font: Font) -> Typeface:
    """The face that a font is set in."""
    return _faces[font]


def font_files() -> dict[str, Path]:
    """The faces that come with sheetgen and their files."""
    return {font.value: FACES / font.value for font in Font}


@contextmanager
def fonts_from(*files: Path) -> Iterator[None]:
    """Let text be measured and drawn with other faces: regular, bold and black; a missing one is the one before it.

    Raises SheetgenError for a file that holds no font that can be embedded. Without files nothing changes.
    """
    found = [_face_in(path) for path in files]
    try:
        _faces.update(zip(Font, (*found, *found[-1:] * len(Font)), strict=False))
        yield
    finally:
        _faces.clear()


def _face_in(path: Path) -> Typeface:
    """The face in a file of a stranger's, read whole."""
    content = read_file(path, _MAX_BYTES)
    try:
        face = prepare(content, path.stem)
    except Exception as error:  # what fontTools raises for a broken file is whatever goes wrong first
        raise SheetgenError("this is no TrueType font that can be embedded; take a .ttf", file=str(path)) from error
    if not face.has("0"):
        raise SheetgenError("this font has no digits; take another one", file=str(path))
    return face


def measure(text: str, font: Font, size: float) -> float:
    """The width of `text` in points; SheetgenError names the first letter that the font lacks."""
    try:
        return 0.001 * size * sum(map(_faces[font].widths.__getitem__, text))
    except KeyError:
        raise lacks(text, _faces[font]) from None


def left_end(text: Text) -> float:
    """The x at which a text begins. Raises as `measure` does."""
    if text.align == "ink":
        face = _faces[text.font]
        return text.x - 0.001 * text.size * face.bearings.get(text.text[:1], 0)
    shift = _SHIFT[text.align]
    return text.x - shift * measure(text.text, text.font, text.size) if shift else text.x


def is_printable(text: str, font: Font) -> bool:
    """Whether the font has every letter of the text."""
    return all(map(_faces[font].has, text))


def lacks(text: str, face: Typeface) -> SheetgenError:
    """The error for the first letter of a text that a face lacks."""
    letter = next(letter for letter in text if not face.has(letter))
    name = unicodedata.name(letter, "a control character")
    return SheetgenError(
        "the letter '%(letter)s' (U+%(code)s, %(name)s) in '%(text)s' is not in the font; leave it out, or give "
        "sheetgen pdf a --font that has it",
        letter=letter, code=f"{ord(letter):04X}", name=name.lower(), text=text,
    )  # fmt: skip


@cache
def read_face(name: str) -> Typeface:
    """A face that comes with sheetgen: regular, bold or black."""
    try:
        return msgpack.decode((FACES / name).read_bytes(), type=Typeface)
    except FileNotFoundError as error:  # a checkout that nobody has installed yet
        raise FileNotFoundError(f"{FACES / name}: not prepared yet; install sheetgen again, or say make") from error


def write_face(name: str, file: Path) -> None:
    """Prepare the font in a file as a face that comes with sheetgen; done when sheetgen is built."""
    FACES.mkdir(exist_ok=True)
    (FACES / name).write_bytes(msgpack.encode(prepare(file.read_bytes(), file.stem)))


def prepare(content: bytes, name: str) -> Typeface:
    """A font file, prepared, under this name.

    Everything that a document may need is read here, and none of it twice, however strange the file. Raises one
    exception or another if it is no font with outlines of its own, or one that may not be embedded.
    """
    import logging  # noqa: PLC0415 - as below

    from fontTools.ttLib import TTFont  # noqa: PLC0415 - slow to import, and for fonts of strangers alone

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # its warnings help nobody here
    if content[:4] not in _SIGNATURES:
        raise ValueError(content[:4])
    font = TTFont(BytesIO(content), lazy=True)
    raw = {tag: font.reader[tag] for tag in ("head", "hhea", "maxp", "post", "glyf")}
    (count,), (unit,) = unpack_from(">H", raw["maxp"], 4), unpack_from(">H", raw["head"], 18)
    font.setGlyphOrder([str(number) for number in range(count)])
    about = font.get("OS/2")
    if about and (about.fsType == _NO_EMBEDDING or about.fsType & _NO_SUBSETS):
        raise ValueError(about.fsType)
    scale, places = 1000 / unit, font["loca"].locations
    if len(places) != count + 1 or any(end < begin for begin, end in pairwise((*places, len(raw["glyf"])))):
        raise ValueError("outlines that overlap, or are not there")
    if any(len(raw[tag]) < least for tag, least in _LENGTHS.items()):
        raise ValueError("tables that end too early")
    outlines = [raw["glyf"][begin:end] for begin, end in pairwise(places)]
    found = {number: list(_parts(outline)) for number, outline in enumerate(outlines)}
    glyphs = _letters(font, count)
    kept = _used({0, *glyphs.values()}, found)
    for number in kept:
        _check_points(outlines[number])
    new = {number: place for place, number in enumerate(kept)}
    widths = font["hmtx"].metrics
    ascent, descent = unpack_from(">hh", raw["hhea"], 4)
    left, bottom, right, top = unpack_from(">hhhh", raw["head"], 36)
    return Typeface(
        name="".join(letter for letter in name if letter.isalnum() or letter == "-")[:60] or "font",
        glyphs={letter: new[number] for letter, number in glyphs.items()},
        bearings=_bearings(font, glyphs, scale),
        metrics=[widths[str(number)] for number in kept],
        outlines=[outlines[number] for number in kept],
        parts={new[n]: [(at, new[part]) for at, part in found[n]] for n in kept if found[n]},
        tables={tag: font.reader[tag] for tag in _COPIED if tag in font}
        | {"head": raw["head"][:8] + bytes(4) + raw["head"][12:50] + b"\0\1" + raw["head"][52:]}
        | {"hhea": raw["hhea"][:36], "maxp": raw["maxp"]},
        scale=scale,
        ascent=scale * (about.sTypoAscender if about else top),
        descent=scale * (about.sTypoDescender if about else bottom),
        heights=(round(ascent * scale), round(descent * scale)),
        capitals=round((about.sCapHeight if about and about.version > 1 else ascent) * scale),
        bounds=(round(left * scale), round(bottom * scale), round(right * scale), round(top * scale)),
        slant=unpack_from(">l", raw["post"], 4)[0] / 65536,
    )


def _bearings(font: Any, glyphs: Mapping[str, int], scale: float) -> dict[str, float]:
    """For capitals and digits, the space before what of them stands above the line: the hook of a J hangs below."""
    found = {}
    for letter, number in glyphs.items():
        if letter <= _LAST_CAPITAL and (letter.isupper() or letter.isdigit()):
            places, _, _ = font["glyf"][str(number)].getCoordinates(font["glyf"])
            above = [x for x, y in places if y > 0]
            found[letter] = scale * min(above, default=0)
    return found


def _letters(font: Any, count: int) -> Mapping[str, int]:
    """The letters of a font, with the numbers of their outlines."""
    raw = font.reader["cmap"]
    entries = (unpack_from(">HHL", raw, 4 + 8 * place) for place in range(unpack_from(">H", raw, 2)[0]))
    offsets = {(platform, encoding): offset for platform, encoding, offset in entries}
    key = next(key for key in _CMAPS if key in offsets)
    last = -1
    for first, end in _segments(raw[offsets[key] :], _CMAPS[key]):  # each behind the one before, so that none is
        if not last < first <= end <= sys.maxunicode:  # read twice, which takes hours
            raise ValueError((first, end))
        last = end
    numbers = {str(number): number for number in range(1, count)}
    found = font["cmap"].getcmap(*key).cmap
    glyphs = {chr(code): numbers[name] for code, name in found.items() if name in numbers}
    return glyphs | {_NO_BREAK: glyphs[" "]}


def _segments(table: bytes, wanted: int) -> Iterator[tuple[int, int]]:
    """The first and last letters of the segments of a table of letters, which must be of this format."""
    if unpack_from(">H", table)[0] != wanted:
        raise ValueError(table[:2])
    if wanted == 12:
        for place in range(unpack_from(">L", table, 12)[0]):
            first, last = unpack_from(">LL", table, 16 + 12 * place)
            yield first, last
    else:
        count = unpack_from(">H", table, 6)[0] // 2
        ends = unpack_from(f">{count}H", table, 14)
        yield from zip(unpack_from(f">{count}H", table, 16 + 2 * count), ends, strict=True)


def _parts(outline: bytes) -> Iterator[tuple[int, int]]:
    """Where in a composite outline the numbers of its parts stand, with these; nothing for any other."""
    at, flags = 10, _MORE
    if len(outline) < at or unpack_from(">h", outline)[0] >= 0:
        return
    while flags & _MORE:
        flags, number = unpack_from(">HH", outline, at)
        yield at + 2, number
        shape = 2 if flags & _SCALED else 4 if flags & _SCALED_TWICE else 8 if flags & _MATRIX else 0
        at += 4 + (4 if flags & _WORDS else 2) + shape


def _check_points(outline: bytes) -> None:
    """Raise an exception for a simple outline whose points end too early; its points are counted, not worked out."""
    contours = unpack_from(">5h", outline)[0] if outline else 0
    if contours <= 0:
        return
    last, skipped = unpack_from(">HH", outline, 8 + 2 * contours)
    at, left, size = 12 + 2 * contours + skipped, last + 1, 0
    while left > 0:
        flags, times = outline[at], 1
        if flags & _REPEATED:
            at += 1
            times += outline[at]
        across = 1 if flags & _NARROW else 0 if flags & _SAME_X else 2
        size += times * (across + (1 if flags & _FLAT else 0 if flags & _SAME_Y else 2))
        at += 1
        left -= times
    if left or at + size > len(outline):
        raise ValueError("an outline that ends too early")


def _used(numbers: set[int], parts: Mapping[int, list[tuple[int, int]]]) -> list[int]:
    """These outlines and all that they are made of, in order. Raises KeyError for a part that is not there."""
    waiting = list(numbers)
    for number in waiting:  # and those that are added meanwhile
        more = {part for _, part in parts[number]} - numbers
        numbers |= more
        waiting.extend(more)
    return sorted(numbers)


def _font_file(tables: Mapping[str, bytes]) -> bytes:
    """The tables as a file."""
    count = len(tables)
    power = count.bit_length() - 1
    head = b"\0\1\0\0" + pack(">HHHH", count, 16 << power, power, 16 * count - (16 << power))
    offset, entries, bodies = len(head) + 16 * count, [], []
    for tag, table in sorted(tables.items()):
        body = table + bytes(-len(table) % 4)
        numbers = array("I", body)
        if sys.byteorder == "little":
            numbers.byteswap()
        entries.append(pack(">4sLLL", tag.encode(), sum(numbers) & 0xFFFFFFFF, offset, len(table)))
        bodies.append(body)
        offset += len(body)
    return b"".join((head, *entries, *bodies))
