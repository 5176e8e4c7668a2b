"""The fonts: measuring text with them, taking others, and refusing letters that they lack.

ReportLab reads and embeds TrueType fonts. It trusts them: what it does not check of a font of a
stranger's is checked here (the tables of OpenType 1.9, by their names).
"""

import sys
import unicodedata
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from struct import pack, unpack_from
from typing import Any

from sheetgen.errors import SheetgenError
from sheetgen.files import folders
from sheetgen.files.disk import read_file
from sheetgen.layout.primitives import Font
from sheetgen.pdf.engine import EmbeddedFont, registered

_SIGNATURES = (b"\0\1\0\0", b"true")
"""First bytes of TrueType files."""
_NO_EMBEDDING, _NO_SUBSETS = 0x0002, 0x0300
"""Rights in the table OS/2 (fsType) that forbid embedding, or parts of the font and outlines."""
_WORDS, _SCALED, _MORE, _SCALED_TWICE, _MATRIX = 0x1, 0x8, 0x20, 0x40, 0x80
"""Flags of the parts of a composite outline."""
_REPEATED = 0x8
"""Flag of a point whose flags also hold for the next points; their number follows."""
_ACROSS, _UP = (0x2, 0x10), (0x4, 0x20)
"""Flags of the points of an outline: the coordinate is one byte; it is positive, or else the one
before it."""
_UNICODE = {(3, 10), (3, 1), (0, 4), (0, 3)}
"""Platforms and encodings of tables of letters."""
_POSTSCRIPT_NAME = 1, 0, 0, 6
"""Platform, encoding, language and kind of the entry of a table of names that ReportLab looks for
first."""
_MAX_BYTES = 30_000_000
"""Maximum size of a font file."""
_LAST_CAPITAL = "\u04ff"
"""Titles that begin with a later letter begin where its own space ends."""
_COMBINING = "\u0300"
"""First code of letters that are drawn over another one."""
_FROM_THE_RIGHT = ("R", "AL", "AN")
"""Directions of Hebrew, Arabic and similar letters, and of Arabic digits (Unicode, annex 9)."""
_JOINED_BLOCKS = (range(0x1800, 0x18B0), range(0xA840, 0xA880))
"""Mongolian and Phags-pa: letters that are joined, and yet run from left to right."""


class Typeface:
    """A font that ReportLab knows, with the widths of its letters and where they begin."""

    def __init__(self, font: Any, content: bytes) -> None:
        self.font, self.name, self._face, self.content = (
            registered(font),
            str(font.fontName),
            font.face,
            content,
        )
        self.width, self.bearing = cache(self._width), cache(self._bearing)

    def has_letter(self, letter: str) -> bool:
        """Check whether the face has a letter, and can set it beside others."""
        glyph = self._face.charToGlyph.get(ord(letter), 0)
        is_in_face = bool(0 < glyph < self._face.numGlyphs)
        if letter < _COMBINING:
            return is_in_face
        return is_in_face and not unicodedata.combining(letter) and not _needs_shaping(letter)

    def _width(self, letter: str) -> float:
        """Return the width of a letter, in thousandths of the size.

        KeyError for one that the face lacks.
        """
        if not self.has_letter(letter):
            raise KeyError(letter)
        return float(self._face.charWidths[ord(letter)])

    def _bearing(self, letter: str) -> float:
        """Return the space before the part of a capital or digit above the baseline.

        The hook of a J is below it. It is in thousandths of the size. An accent does not count.
        """
        if (
            letter > _LAST_CAPITAL
            or not (letter.isupper() or letter.isdigit())
            or not self.has_letter(letter)
        ):
            return 0.0
        face, glyph = self._face, self._face.charToGlyph[ord(letter)]
        outline = _outline(face, glyph)
        base = next(_parts_of_outline(outline), None)
        if base is not None and face.hmetrics[base][1] == face.hmetrics[glyph][1]:
            outline = _outline(face, base)
        space = (
            face.hmetrics[glyph][1] ^ 0x8000
        ) - 0x8000  # it is signed, but read as if it were not
        return (
            1000
            / float(face.unitsPerEm)
            * min((x for x, y in _points_of_outline(outline) if y > 0), default=space)
        )


_own: dict[Font, Typeface] = {}
"""Faces of a user, by the fonts whose places they take."""


@cache
def _shipped_face(font: Font) -> Typeface:
    """Return a face that comes with sheetgen, which is read when it is first needed."""
    content = font_files()[font.value].read_bytes()
    return Typeface(EmbeddedFont(f"sheetgen-{font.value}", content), content)


def face_of(font: Font) -> Typeface:
    """Return the face in which a font is set."""
    return _own.get(font) or _shipped_face(font)


def font_files() -> dict[str, Path]:
    """Return the faces that come with sheetgen and their files."""
    return {
        font.value: folders.fonts() / f"SofiaSansSemiCondensed-{font.value.capitalize()}.ttf"
        for font in Font
    }


def font_rules(picture: str) -> str:
    """Return the style rules that embed the faces whose names are classes of texts in a picture."""
    return "".join(
        f'@font-face{{font-family:"sheetgen {font.value}";'
        f"src:url(data:font/ttf;base64,{b64encode(face_of(font).content).decode()})}}"
        for font in Font
        if f'class="{font.value}"' in picture
    )


@contextmanager
def fonts_from(*paths: Path) -> Iterator[None]:
    """Let text be measured and drawn with other faces: regular, bold and black.

    A missing face is the one before it. Raises SheetgenError for a file that holds no font that can
    be embedded. Without files nothing changes.
    """
    found: list[Typeface] = []
    stems = [path.stem for path in paths]
    try:
        for place, path in enumerate(paths):
            found.append(
                _face_in(path, place, suffix=f"-{place}" if path.stem in stems[:place] else "")
            )
        _own.update(zip(Font, (*found, *found[-1:] * len(Font)), strict=False))
        measure.cache_clear()
        yield
    finally:
        _own.clear()
        measure.cache_clear()
        for face in found:
            face.font.unregister()


def _face_in(path: Path, place: int, suffix: str) -> Typeface:
    """Return the face in a file of a stranger's, read whole and checked.

    `place` is that of the file among others; `suffix` makes its name differ from that of a file
    before it.
    """
    content = read_file(path, _MAX_BYTES)
    name = (
        "".join(letter for letter in path.stem if letter.isascii() and letter.isalnum())[:60]
        or "font"
    )
    try:
        content = _renamed(content, name + suffix)
        _check_letters(content)
        font = EmbeddedFont(f"sheetgen-own-{place}", content)
        _check_face(font.face)
        face = Typeface(font, content)
    except (
        Exception
    ) as error:  # what ReportLab raises for a broken file is whatever goes wrong first
        raise SheetgenError(
            "this is no TrueType font that can be embedded; take a .ttf", file=str(path)
        ) from error
    if not face.has_letter("0"):
        font.unregister()
        raise SheetgenError("this font has no digits; take another one", file=str(path))
    return face


@lru_cache(maxsize=1 << 10)
def measure(text: str, font: Font, size: float) -> float:
    """Return the width of `text` in points.

    Widths are cached: a layout measures the same words again in each arrangement that it tries.
    SheetgenError names the first letter that the font lacks.
    """
    try:
        return 0.001 * size * sum(map(face_of(font).width, text))
    except KeyError:
        raise lacks(text, face_of(font)) from None


def is_printable(text: str, font: Font) -> bool:
    """Check whether the font has every letter of the text."""
    return all(map(face_of(font).has_letter, text))


def _needs_shaping(letter: str) -> bool:
    """Check whether a letter looks right only if a library for its script places it.

    Letters are set one after the other here, from left to right. HarfBuzz would join them, but
    mixed names need a second library for their order, of which there are no wheels.
    """
    if unicodedata.bidirectional(letter) in _FROM_THE_RIGHT:
        return True
    # vowels of India that stand before the letter that they follow
    if unicodedata.category(letter) == "Mc":
        return True
    return any(ord(letter) in block for block in _JOINED_BLOCKS)


def lacks(text: str, face: Typeface) -> SheetgenError:
    """Return the error for the first letter of a text that a face lacks, or cannot set."""
    letter = next(letter for letter in text if not face.has_letter(letter))
    what = {
        "letter": letter,
        "code": f"{ord(letter):04X}",
        "name": unicodedata.name(letter, "a control character").lower(),
        "text": text,
    }
    if _needs_shaping(letter):
        return SheetgenError(
            "the letter '%(letter)s' (U+%(code)s, %(name)s) in '%(text)s' cannot be printed: "
            "sheetgen neither joins letters nor sets them from right to left; write this in "
            "other letters, or leave it out and write it by hand",
            **what,
        )
    return SheetgenError(
        "the letter '%(letter)s' (U+%(code)s, %(name)s) in '%(text)s' is not in the font; leave "
        "it out, or give "
        "sheetgen pdf a --font that has it",
        **what,
    )


# fonts of strangers


def _renamed(content: bytes, name: str) -> bytes:
    """Return a TrueType file in which the table of names has this name alone.

    ReportLab refuses a font without such a table, and does not read all forms of it; it takes two
    fonts of one name for one font.
    """
    count = unpack_from(">H", content, 4)[0]
    entries = [unpack_from(">4sLLL", content, 12 + 16 * n) for n in range(count)]
    entries = [entry for entry in entries if entry[0] != b"name"]
    moved = 16 * (len(entries) + 1 - count)
    table = pack(">9H", 0, 1, 18, *_POSTSCRIPT_NAME, len(name), 0) + name.encode()
    entries = [(tag, checksum, offset + moved, length) for tag, checksum, offset, length in entries]
    directory = (
        pack(">4sLLL", *entry)
        for entry in (*entries, (b"name", 0, len(content) + moved, len(table)))
    )
    head = content[:4] + pack(">H", len(entries) + 1) + content[6:12]
    return b"".join((head, *directory, content[12 + 16 * count :], table))


def _check_letters(content: bytes) -> None:
    """Raise an exception for a file that is no TrueType font, or would take hours to read.

    What takes hours is a bad table of letters. A font can have several; ReportLab reads the last
    one for Unicode, so that one is checked: each of its segments must be behind the one before.
    """
    if content[:4] not in _SIGNATURES:
        raise ValueError(content[:4])
    entries = (
        unpack_from(">4sLLL", content, 12 + 16 * n) for n in range(unpack_from(">H", content, 4)[0])
    )
    start = next(offset for tag, _, offset, _ in entries if tag == b"cmap")
    tables = (
        unpack_from(">HHL", content, start + 4 + 8 * n)
        for n in range(unpack_from(">H", content, start + 2)[0])
    )
    *_, (platform, encoding, offset) = (
        table for table in tables if table[0] == 3 or (table[0] == 0 and table[1] != 5)
    )
    if (platform, encoding) not in _UNICODE:
        raise ValueError((platform, encoding))
    last = -1
    for first, end in _segments(content[start + offset :]):
        if not last < first <= end <= sys.maxunicode:
            raise ValueError((first, end))
        last = end


def _segments(table: bytes) -> Iterable[tuple[int, int]]:
    """Return the first and last letters of the segments of a table of letters of format 4 or 12."""
    kind, count = unpack_from(">H", table)[0], unpack_from(">H", table, 6)[0] // 2
    if kind == 12:
        return (
            unpack_from(">LL", table, 16 + 12 * place)
            for place in range(unpack_from(">L", table, 12)[0])
        )
    if kind != 4:
        raise ValueError(kind)
    ends = unpack_from(f">{count}H", table, 14)
    return zip(unpack_from(f">{count}H", table, 16 + 2 * count), ends, strict=True)


def _check_face(face: Any) -> None:
    """Raise an exception for a font that cannot be used.

    It may not be embedded, or its outlines are broken or overlap.
    """
    places, (_, length) = face.glyphPos, face.get_table_pos("glyf")
    rights = unpack_from(">H", face.get_table("OS/2"), 8)[0] if "OS/2" in face.table else 0
    if rights == _NO_EMBEDDING or rights & _NO_SUBSETS:
        raise ValueError(rights)
    if (
        any(end < begin for begin, end in pairwise((*places, length)))
        or len(face.get_table("glyf")) < length
    ):
        raise ValueError("outlines that overlap, or are not there")
    used = {0, *(glyph for glyph in face.charToGlyph.values() if glyph < face.numGlyphs)}
    face.charToGlyph = {code: glyph for code, glyph in face.charToGlyph.items() if glyph in used}
    if not face.charToGlyph[ord(" ")]:
        raise ValueError("no space")
    waiting = list(used)
    for number in waiting:  # and those that are added meanwhile
        outline = _outline(face, number)
        _runs(outline)
        more = set(_parts_of_outline(outline)) - used
        used |= more
        waiting += more


def _outline(face: Any, number: int) -> bytes:
    """Return the outline of this number, empty for one that draws nothing."""
    start = face.get_table_pos("glyf")[0]
    return bytes(
        face.get_chunk(
            start + face.glyphPos[number], face.glyphPos[number + 1] - face.glyphPos[number]
        )
    )


def _parts_of_outline(outline: bytes) -> Iterator[int]:
    """Yield the numbers of the outlines that a composite one is made of; nothing for any other."""
    at, flags = 10, _MORE
    if len(outline) < at or unpack_from(">h", outline)[0] >= 0:
        return
    while flags & _MORE:
        flags, number = unpack_from(">HH", outline, at)
        yield number
        shape = (
            2 if flags & _SCALED else 4 if flags & _SCALED_TWICE else 8 if flags & _MATRIX else 0
        )
        at += 4 + (4 if flags & _WORDS else 2) + shape


def _runs(outline: bytes) -> tuple[list[tuple[int, int]], int]:
    """Return the flags of the points of a simple outline, and how often each is repeated.

    The last value is the place where their coordinates begin. Raises an exception if the points end
    too early; they are counted, not worked out.
    """
    contours = unpack_from(">5h", outline)[0] if outline else 0
    if contours <= 0:
        return [], 0
    last, skipped = unpack_from(">HH", outline, 8 + 2 * contours)
    at, left, size, runs = 12 + 2 * contours + skipped, last + 1, 0, list[tuple[int, int]]()
    while left > 0:
        flags, times = outline[at], 1
        if flags & _REPEATED:
            at += 1
            times += outline[at]
        size += times * sum(
            1 if flags & narrow else 0 if flags & same else 2 for narrow, same in (_ACROSS, _UP)
        )
        runs.append((flags, times))
        at += 1
        left -= times
    if left or at + size > len(outline):
        raise ValueError("an outline that ends too early")
    return runs, at


def _points_of_outline(outline: bytes) -> Iterable[tuple[int, int]]:
    """Return the points of a simple outline, nothing for a composite one."""
    runs, at = _runs(outline)
    sides: list[list[int]] = []
    for narrow, same in (_ACROSS, _UP):
        value, found = 0, list[int]()
        for flags in (flags for flags, times in runs for _ in range(times)):
            if flags & narrow:
                value += outline[at] if flags & same else -outline[at]
                at += 1
            elif not flags & same:
                value += unpack_from(">h", outline, at)[0]
                at += 2
            found.append(value)
        sides.append(found)
    return zip(*sides, strict=True)
