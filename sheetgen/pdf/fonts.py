"""The fonts: measuring text with them, taking others, and refusing letters that they lack."""

import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path

from sheetgen.errors import SheetgenError
from sheetgen.files.reading import read_file
from sheetgen.layout import Font, Text
from sheetgen.pdf.typeface import FACES, Typeface, prepare, read_face

_MAX_BYTES = 30_000_000
"""A larger file is no font of ours."""
_SHIFT = {"left": 0.0, "middle": 0.5, "right": 1.0}
_COMBINING = "\u0300"
"""The first letter that is drawn over another one."""


class Face:
    """A face of type that text is set in, read when it is first needed."""

    def __init__(self, read: Callable[[], Typeface]) -> None:
        self._read = read

    @cached_property
    def type(self) -> Typeface:
        """The outlines and widths."""
        return self._read()

    @cached_property
    def widths(self) -> "_Widths":
        """The widths of letters, in thousandths of the size."""
        return _Widths(self.type)

    def has(self, letter: str) -> bool:
        """Whether the face has a letter, and can set it beside others."""
        return letter in self.type.glyphs and not _combines(letter)


class _Widths(dict[str, float]):
    """The widths of the letters that were asked for; KeyError for one that a face lacks."""

    def __init__(self, face: Typeface) -> None:
        self._face = face

    def __missing__(self, letter: str) -> float:
        if _combines(letter):
            raise KeyError(letter)
        self[letter] = self._face.width(letter)
        return self[letter]


def _combines(letter: str) -> bool:
    return letter >= _COMBINING and unicodedata.combining(letter) > 0


_usual = {font: Face(partial(read_face, font.value)) for font in Font}
_faces = dict(_usual)


def face_of(font: Font) -> Face:
    """The face that a font is set in."""
    return _faces[font]


def font_files() -> dict[str, Path]:
    """The faces that come with sheetgen and their files."""
    return {font.value: FACES / font.value for font in Font}


@contextmanager
def fonts_from(*files: Path) -> Iterator[None]:
    """Let text be measured and drawn with other faces: regular, bold and italic; a missing one is the one before it.

    Raises SheetgenError for a file that holds no font that can be embedded. Without files nothing changes.
    """
    found = [_taken(path) for path in files]
    try:
        _faces.update(zip(Font, (*found, *found[-1:] * len(Font)), strict=False))
        yield
    finally:
        _faces.update(_usual)


def _taken(path: Path) -> Face:
    """The face in a file of a stranger's, read whole."""
    content = read_file(path, _MAX_BYTES)
    try:
        typeface = prepare(content, path.stem)
    except Exception as error:  # what fontTools raises for a broken file is whatever goes wrong first
        raise SheetgenError("this is no TrueType font that can be embedded; take a .ttf", file=str(path)) from error
    face = Face(lambda: typeface)
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
    shift = _SHIFT[text.align]
    return text.x - shift * measure(text.text, text.font, text.size) if shift else text.x


def is_printable(text: str, font: Font) -> bool:
    """Whether the font has every letter of the text."""
    return all(map(_faces[font].has, text))


def lacks(text: str, face: Face) -> SheetgenError:
    """The error for the first letter of a text that a face lacks."""
    letter = next(letter for letter in text if not face.has(letter))
    name = unicodedata.name(letter, "a control character")
    return SheetgenError(
        "the letter '%(letter)s' (U+%(code)s, %(name)s) in '%(text)s' is not in the font; leave it out",
        letter=letter, code=f"{ord(letter):04X}", name=name.lower(), text=text,
    )  # fmt: skip
