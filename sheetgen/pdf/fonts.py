"""The fonts: reading, measuring and embedding them, and refusing letters that they lack."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import font_source_sans_pro
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from sheetgen.errors import SheetgenError
from sheetgen.files import read_file
from sheetgen.layout import Font

_FILES = {
    Font.REGULAR: "SourceSansPro-Regular.ttf",
    Font.BOLD: "SourceSansPro-Semibold.ttf",
    Font.ITALIC: "SourceSansPro-It.ttf",
}
_MAX_BYTES = 30_000_000
"""A larger file is no font of ours."""
_seen: defaultdict[Font, set[str]] = defaultdict(set)
"""Letters that a face is known to have."""
_FOLDER = Path(font_source_sans_pro.__file__).parent / "files"


def load_fonts(*fonts: Font) -> None:
    """Make faces known to ReportLab, those of a sheet if none is named; reads their files once."""
    for font in fonts or (Font.REGULAR, Font.BOLD):
        if font.value not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(font.value, str(_FOLDER / _FILES[font])))


def font_files() -> dict[str, Path]:
    """The faces that come with sheetgen and their files."""
    return {font.value: _FOLDER / file for font, file in _FILES.items()}


@contextmanager
def fonts_from(*files: Path) -> Iterator[None]:
    """Let text be measured and drawn with other faces: regular, bold and italic; a missing one is the one before it.

    Raises SheetgenError for a file that holds no font that can be embedded. Without files nothing changes.
    """
    usual = dict(pdfmetrics._fonts), dict(pdfmetrics._dynFaceNames)
    found = [_read_font(font.value, path) for font, path in zip(Font, files, strict=False)]
    _tell_apart(found)
    faces = {font.value: face for font, face in zip(Font, (*found, *found[-1:] * len(Font)), strict=False)}
    try:
        pdfmetrics._fonts.update(faces)  # registerFont would keep a face that has the same name
        _seen.clear()
        yield
    finally:
        for kept, before in zip((pdfmetrics._fonts, pdfmetrics._dynFaceNames), usual, strict=True):
            kept.clear()
            kept.update(before)
        _seen.clear()


def _tell_apart(fonts: Sequence[TTFont]) -> None:
    """Give faces that are called the same other names, since a PDF tells fonts by them."""
    for place, font in enumerate(fonts):
        if font.face.name in [other.face.name for other in fonts[:place]]:
            font.face.name = type(font.face.name)(font.face.name + b"-%d" % place)


def _read_font(name: str, path: Path) -> TTFont:
    content = read_file(path, _MAX_BYTES)
    try:
        font = TTFont(name, BytesIO(content))
    except Exception as error:  # a stranger's file may break ReportLab's reader anywhere
        raise SheetgenError("this is no TrueType font that can be embedded; take a .ttf", file=str(path)) from error
    if ord("0") not in font.face.charToGlyph:
        raise SheetgenError("this font has no digits; take another one", file=str(path))
    return font


def measure(text: str, font: Font, size: float) -> float:
    """The width of `text` in points; SheetgenError names the first letter that the font lacks."""
    if font.value not in pdfmetrics._fonts:  # asked a million times in a batch
        load_fonts(font)
    check_letters(text, font)
    width: float = pdfmetrics.stringWidth(text, font.value, size)
    return width


def is_printable(text: str, font: Font) -> bool:
    """Whether the font has every letter of the text."""
    load_fonts(font)
    return not any(_missing(text, font))


def _missing(text: str, font: Font) -> Iterator[str]:
    """The letters that the font lacks."""
    glyphs = pdfmetrics.getFont(font.value).face.charToGlyph
    return (letter for letter in text if ord(letter) not in glyphs or unicodedata.combining(letter))


def check_letters(text: str, font: Font) -> None:
    """Raise SheetgenError for the first letter that the font, which is loaded, lacks."""
    seen = _seen[font]
    if seen.issuperset(text):
        return
    for letter in _missing(text, font):
        name = unicodedata.name(letter, "a control character")
        raise SheetgenError(
            "the letter '%(letter)s' (U+%(code)s, %(name)s) in '%(text)s' is not in the font; leave it out",
            letter=letter, code=f"{ord(letter):04X}", name=name.lower(), text=text,
        )  # fmt: skip
    seen.update(text)
