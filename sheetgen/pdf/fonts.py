"""The fonts: reading, measuring and embedding them, and refusing letters that they lack."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import font_source_sans_pro
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from sheetgen.errors import SheetgenError
from sheetgen.layout import Font

_FILES = {
    Font.REGULAR: "SourceSansPro-Regular.ttf",
    Font.BOLD: "SourceSansPro-Semibold.ttf",
    Font.ITALIC: "SourceSansPro-It.ttf",
}
_FOLDER = Path(font_source_sans_pro.__file__).parent / "files"


def load_fonts(*fonts: Font) -> None:
    """Make faces known to ReportLab, those of a sheet if none is named; reads their files once."""
    for font in fonts or (Font.REGULAR, Font.BOLD):
        if font.value not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(font.value, str(_FOLDER / _FILES[font])))


def measure(text: str, font: Font, size: float) -> float:
    """The width of `text` in points; SheetgenError names the first letter that the font lacks."""
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
    for letter in _missing(text, font):
        name = unicodedata.name(letter, "a control character")
        raise SheetgenError(
            "the letter '%(letter)s' (U+%(code)s, %(name)s) in '%(text)s' is not in the font; leave it out",
            letter=letter, code=f"{ord(letter):04X}", name=name.lower(), text=text,
        )  # fmt: skip
