"""Fonts in a document: the letters that it uses, their codes, and the objects that hold their outlines."""

import zlib
from collections.abc import Mapping
from functools import lru_cache

from sheetgen.layout import Font
from sheetgen.pdf.file import PdfFile
from sheetgen.pdf.fonts import Face, face_of, lacks

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
    """The letters of a face that a document uses, with their codes in hexadecimal; a new one gets the next code."""

    def __init__(self, face: Face) -> None:
        self.face = face

    def __missing__(self, letter: str) -> bytes:
        if not self.face.has(letter):
            raise KeyError(letter)
        self[letter] = b"%04X" % (len(self) + 1)
        return self[letter]

    def encode(self, text: str) -> bytes:
        """The codes of a text. Raises SheetgenError for the first letter that the face lacks."""
        try:
            return b"".join(map(self.__getitem__, text))
        except KeyError:
            raise lacks(text, self.face) from None


class Embedding:
    """The faces of a document: F1 is the regular one, and so on."""

    def __init__(self) -> None:
        self.letters = {font: Letters(face_of(font)) for font in Font}
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
        twin = object.__new__(Embedding)
        twin._numbers, twin._written = dict(self._numbers), dict(self._written)
        twin.letters = {}
        for font, letters in self.letters.items():
            twin.letters[font] = Letters(letters.face)
            twin.letters[font].update(letters)
        return twin


NAMES: Mapping[Font, bytes] = {font: b"F%d" % place for place, font in enumerate(Font, 1)}
"""What contents call the faces."""


def _write_face(file: PdfFile, number: int, letters: Letters, tag: str) -> None:
    face, text = letters.face.type, "".join(letters)
    size, packed = _program(letters.face, text)
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
    widths = " ".join(f"{letters.face.widths[letter]:g}" for letter in text).encode()
    file.put(
        descendant,
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/%b/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
        b"/Supplement 0>>/FontDescriptor %d 0 R/W[1[%b]]/CIDToGIDMap/Identity>>" % (name, descriptor, widths),
    )
    # the table by which viewers search and copy text
    lines = [f"<{code.decode()}> <{letter.encode('utf-16-be').hex().upper()}>" for letter, code in letters.items()]
    parts = [lines[start : start + _BLOCK] for start in range(0, len(lines), _BLOCK)]
    blocks = "\n".join("\n".join((f"{len(part)} beginbfchar", *part, "endbfchar")) for part in parts)
    file.put_stream(unicode, _TO_UNICODE.format(blocks=blocks).encode())
    file.put(
        number,
        b"<</Type/Font/Subtype/Type0/BaseFont/%b/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>"
        % (name, descendant, unicode),
    )


@lru_cache(maxsize=8)
def _program(face: Face, text: str) -> tuple[int, bytes]:
    """The size of the part of a font that has these letters, and that part, compressed."""
    program = face.type.subset(text)
    return len(program), zlib.compress(program, _LEVEL)
