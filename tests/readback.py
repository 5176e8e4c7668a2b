"""Reads finished documents back.

A PDF with PDFium, with y downwards as in the layout, and a page in HTML.
"""

import ctypes
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

from sheetgen.layout.primitives import Rect


class Markup(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append((tag, dict(attrs)))


@dataclass(frozen=True)
class Letter:
    """A letter of the page, with the box that its ink fills and the size of its font in points."""

    text: str
    rect: Rect
    size: float


class Sheet:
    """Page of a PDF."""

    def __init__(self, content: bytes, page: int = 0) -> None:
        self._document = pdfium.PdfDocument(content)
        self._page = self._document[page]
        self.pages = len(self._document)
        self.width, self.height = self._page.get_size()

    @cached_property
    def _text(self) -> Any:
        return self._page.get_textpage()

    def text_in(self, rect: Rect) -> str:
        """Return the text inside a rectangle, lines joined by spaces."""
        found = self._text.get_text_bounded(
            rect.x, self.height - rect.bottom, rect.right, self.height - rect.y
        )
        return " ".join(found.split())

    @cached_property
    def letters(self) -> list[Letter]:
        """Every letter that leaves ink on the page."""
        count = self._text.count_chars()
        letters = (self._letter(place) for place in range(count))
        return [letter for letter in letters if not letter.text.isspace()]

    def _letter(self, place: int) -> Letter:
        left, bottom, right, top = self._text.get_charbox(place)
        size = raw.FPDFText_GetFontSize(self._text, place)
        text = chr(raw.FPDFText_GetUnicode(self._text, place))
        return Letter(text, Rect(left, self.height - top, right - left, top - bottom), size)

    @cached_property
    def rules(self) -> list[Rect]:
        """The bounds of everything drawn that is no text and no form."""
        return list(self._bounds(raw.FPDF_PAGEOBJ_PATH))

    def _bounds(self, kind: int) -> Iterator[Rect]:
        for each in self._page.get_objects(filter=[kind], max_depth=1):
            left, bottom, right, top = each.get_bounds()
            yield Rect(left, self.height - top, right - left, top - bottom)

    @cached_property
    def shapes(self) -> list[Rect]:
        """Bounds of all lines and areas, also in drawings that several places of a page share."""
        return [
            self._placed(each) for each in self._page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH])
        ]

    def _placed(self, shape: Any) -> Rect:
        left, bottom, right, top = shape.get_bounds()
        corners, form = [(left, bottom), (right, top)], shape.container
        while form:
            matrix = form.get_matrix()
            corners, form = [matrix.on_point(*corner) for corner in corners], form.container
        (left, right), (bottom, top) = (sorted(sides) for sides in zip(*corners, strict=True))
        return Rect(left, self.height - top, right - left, top - bottom)

    def fonts(self) -> set[tuple[str, bool]]:
        """Return the fonts of the page, and whether each is embedded."""
        found = set()
        for each in self._page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=4):
            font = raw.FPDFTextObj_GetFont(each.raw)
            name = ctypes.create_string_buffer(100)
            raw.FPDFFont_GetBaseFontName(font, name, 100)
            found.add((name.value.decode(), bool(raw.FPDFFont_GetIsEmbedded(font))))
        return found


def overlap(one: Rect, other: Rect, slack: float = 0.2) -> bool:
    """Check whether two rectangles share more than a sliver.

    For most pairs one is above the other.
    """
    return (
        one.y + one.height - other.y > slack
        and other.y + other.height - one.y > slack
        and one.x + one.width - other.x > slack
        and other.x + other.width - one.x > slack
        and min(one.width, one.height, other.width, other.height) > slack
    )


def inside(inner: Rect, outer: Rect, slack: float = 0.2) -> bool:
    """Check whether a rectangle is inside another."""
    return (
        inner.x >= outer.x - slack
        and inner.right <= outer.right + slack
        and inner.y >= outer.y - slack
        and inner.bottom <= outer.bottom + slack
    )


def crowded(letters: Iterable[Letter], slack: float = 0.6) -> list[tuple[str, str]]:
    """Pairs of letters that lie on each other; neighbours in a word may touch."""
    ordered, found = sorted(letters, key=lambda letter: letter.rect.y), []
    for place, one in enumerate(ordered):
        for other in islice(ordered, place + 1, None):
            if other.rect.y > one.rect.bottom:
                break
            if overlap(one.rect, other.rect, slack):
                found.append((one.text, other.text))
    return found


def text_of(source: Path | str | bytes, page: int = 0) -> str:
    """Return the text of a page of a PDF, or of a PDF file."""
    sheet = Sheet(source if isinstance(source, bytes) else Path(source).read_bytes(), page)
    return sheet.text_in(Rect(0, 0, sheet.width, sheet.height))


def words_of(path: Path | str) -> list[str]:
    """Return the words after ``sheetgen`` in the command that a PDF file carries."""
    return shlex.split(command_of(path))[1:]


def command_of(path: Path | str) -> str:
    """Return the command that a PDF file carries."""
    return str(pdfium.PdfDocument(path).get_metadata_value("Subject"))
