"""Form fields (AcroForm): the cells of pages that are filled in on a screen.

A field is written by hand instead of by ReportLab's own forms, which draw frames and know no scripts. Scripts that are
alike are one object in the file.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObjectReference,
    PDFStream,
    PDFString,
    PDFZCompress,
    xObjectName,
)
from reportlab.pdfgen.canvas import Canvas

from sheetgen.layout import Cell, Event, Field, Font, Form, Page, Rect
from sheetgen.pdf.fonts import is_printable, measure

_FONT = "Helvetica"
_FONT_NAME = "Helv"
_LEAST_SIZE = 6.0
_SPACE = "\N{NO-BREAK SPACE} "
"""Two spaces that stay two: browsers take plain ones together, and PDFium leaves out the others."""
_ARROW = 14.0
"""What the arrow of a list takes."""
_PAD = 2.0
"""What a viewer leaves free at the sides of a field."""
_READ_ONLY, _PUSH_BUTTON, _CHOICE, _COMMIT_AT_ONCE = 1, 1 << 16, 1 << 17, 1 << 26
_PRINTED = 4
_EVENTS = {"keystroke": "K", "validate": "V", "calculate": "C"}
_TYPES = {"text": "Tx", "choice": "Ch", "button": "Btn"}
_BUTTON_FILL = (0.86, 0.89, 0.935)


class FieldWriter:
    """Writes the fields of a form while its pages are drawn."""

    def __init__(self, canvas: Canvas, form: Form, pages: Sequence[Page]) -> None:
        self._canvas = canvas
        self._form = form
        self._entries: dict[str, Any] = {}
        places = [cell for page in pages for cell in page.cells]
        self._uses = Counter(cell.id for cell in places)
        self._rooms = {field.name: _room(field, places) for field in form.fields}
        self._sizes = {field.name: _size(field, self._rooms[field.name]) for field in form.fields}
        canvas.acroForm.extras["DR"] = PDFDictionary({"Font": PDFDictionary({_FONT_NAME: self._font()})})
        canvas.acroForm.extras["DA"] = PDFString(_look(10))
        for field in form.fields:
            self._entries[field.name] = canvas._doc.Reference(PDFDictionary(self._field(field)))

    def add_fields(self, page: Page) -> None:
        """Put the fields of this page on it; to be called before the page is finished."""
        cells: dict[str, list[Cell]] = {}
        for cell in page.cells:
            cells.setdefault(cell.id, []).append(cell)
        for field in self._form.fields:
            for cell in cells.get(field.name, ()):
                place = replace(cell.rect, y=page.height - cell.rect.bottom)
                self._canvas._annotationrefs.append(self._add(field, place))

    def finish(self) -> None:
        """Write what belongs to the whole document; to be called when all pages are drawn."""
        document, form = self._canvas._doc, self._canvas.acroForm
        form.fields += self._entries.values()
        calculated = (field.name for field in self._form.fields if "calculate" in field.scripts)
        form.extras["CO"] = PDFArray([self._entries[name] for name in calculated])
        if self._form.opening:
            named = PDFArray([PDFString("sheetgen"), self._action(self._form.opening)])
            document._catalog.Names = PDFDictionary({"JavaScript": PDFDictionary({"Names": named})})
        for page in document.Pages.pages:
            page.__NoDefault__ = [*page.__NoDefault__, "Tabs"]
            page.Tabs = PDFName("S")

    def _add(self, field: Field, rect: Rect) -> Any:
        """One place of a field: the field itself or, if it has several places, a part of it."""
        document, entry, widget = self._canvas._doc, self._entries[field.name], self._widget(field, rect)
        if self._uses[field.name] == 1:
            document.idToObject[entry.name].dict.update(widget)
            return entry
        part = document.Reference(PDFDictionary(widget | {"Parent": entry}))
        document.idToObject[entry.name].dict.setdefault("Kids", PDFArray([])).sequence.append(part)
        return part

    def _field(self, field: Field) -> dict[str, Any]:
        """The entries that say what a field is and what it does."""
        entries: dict[str, Any] = {
            "FT": PDFName(_TYPES[field.kind]),
            "T": PDFString(field.name),
            "TU": PDFString(field.label),
            "Ff": _flags(field),
        }
        if field.kind != "button":
            entries["DA"] = PDFString(self._look(field))
        if field.kind == "text" and field.centred:
            entries["Q"] = 1
        if field.value and field.kind != "button":
            entries |= {"V": PDFString(field.value), "DV": PDFString(field.value)}
        if field.longest:
            entries["MaxLen"] = field.longest
        if field.choices:
            entries["Opt"] = self._choices(field.choices, _indent(field, self._rooms[field.name]))
        if field.scripts:
            entries["AA"] = self._reactions(tuple(field.scripts.items()))
        return entries

    def _widget(self, field: Field, rect: Rect) -> dict[str, Any]:
        """The entries that say where a field is and what it looks like."""
        corners = (rect.x, rect.y, rect.right, rect.bottom)
        entries: dict[str, Any] = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Widget"),
            "Rect": PDFArray([round(corner, 2) for corner in corners]),
            "F": _PRINTED if field.printed else 0,
        }
        if is_printable(field.value, Font.REGULAR):  # else the viewer may have a font that has all its letters
            entries["AP"] = PDFDictionary({"N": self._picture(field, rect)})
        if field.kind == "button":
            entries["MK"] = PDFDictionary({"CA": PDFString(field.value), "BG": PDFArray(list(_BUTTON_FILL))})
            entries["DA"] = PDFString(self._look(field))
            entries["A"] = self._action(field.click)
        return entries

    def _picture(self, field: Field, rect: Rect) -> Any:
        """What a viewer that runs no scripts shows, as a form XObject; empty fields of a size share one."""
        shown = dict(field.choices).get(field.value, field.value).strip()
        name = f"field{rect.width:.2f}x{rect.height:.2f}" + (f".{field.name}" if shown else "")
        if not self._canvas.hasForm(name):
            self._canvas.beginForm(name, 0, 0, rect.width, rect.height)
            self._draw(field, shown, rect)
            self._canvas.endForm()
        return PDFObjectReference(xObjectName(name))

    def _draw(self, field: Field, shown: str, rect: Rect) -> None:
        canvas, size = self._canvas, self._sizes[field.name]
        if field.kind == "button":
            canvas.setFillColorRGB(*_BUTTON_FILL)
            canvas.roundRect(0, 0, rect.width, rect.height, 3, stroke=0, fill=1)
        canvas._code.append("/Tx BMC")
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont(Font.REGULAR.value, size)
        x = rect.width / 2 - measure(shown, Font.REGULAR, size) / 2 if field.centred else _PAD
        canvas.drawString(x, rect.height / 2 - 0.35 * size, shown)
        canvas._code.append("EMC")

    def _look(self, field: Field) -> str:
        """The default appearance of a field: its font and the colour of its letters."""
        return _look(self._sizes[field.name])

    @cache  # noqa: B019 - a writer lives as long as its document
    def _choices(self, choices: tuple[tuple[str, str], ...], indent: int) -> Any:
        pairs = (PDFArray([PDFString(value), PDFString(_SPACE * indent + shown)]) for value, shown in choices)
        return self._canvas._doc.Reference(PDFArray(list(pairs)))

    @cache  # noqa: B019 - as above
    def _reactions(self, scripts: tuple[tuple[Event, str], ...]) -> Any:
        """What happens at which event."""
        actions = {_EVENTS[event]: self._action(script) for event, script in scripts}
        return self._canvas._doc.Reference(PDFDictionary(actions))

    @cache  # noqa: B019 - as above
    def _action(self, script: str) -> Any:
        """The object that runs a script; scripts that are alike share it."""
        reference = self._canvas._doc.Reference
        text = reference(PDFStream(content=script.encode("ascii"), filters=[PDFZCompress]))
        return reference(PDFDictionary({"S": PDFName("JavaScript"), "JS": text}))

    def _font(self) -> Any:
        font = {"Type": "Font", "Subtype": "Type1", "BaseFont": _FONT, "Encoding": "WinAnsiEncoding"}
        return self._canvas._doc.Reference(PDFDictionary({key: PDFName(name) for key, name in font.items()}))


def _look(size: float) -> str:
    return f"/{_FONT_NAME} {size:g} Tf 0 g"


def _room(field: Field, cells: Sequence[Cell]) -> float:
    """The width for letters in the narrowest of a field's cells."""
    return min((cell.rect.width for cell in cells if cell.id == field.name), default=0.0) - 2 * _PAD


def _indent(field: Field, room: float) -> int:
    """How many spaces bring a choice to the middle, for no viewer centres one; the arrow keeps its place."""
    widest = max(pdfmetrics.stringWidth(shown, _FONT, field.size) for _, shown in field.choices)
    left = min((room - widest) / 2, room - widest - _ARROW) if field.centred else 0
    return max(0, int(left / pdfmetrics.stringWidth(_SPACE, _FONT, field.size)))


def _size(field: Field, room: float) -> float:
    """The size at which what a field holds fits into its room."""
    natural: float = pdfmetrics.stringWidth(field.value, _FONT, field.size)
    return field.size if natural <= room else max(_LEAST_SIZE, round(field.size * room / natural, 1))


def _flags(field: Field) -> int:
    flags = {"text": 0, "choice": _CHOICE | _COMMIT_AT_ONCE, "button": _PUSH_BUTTON}
    return flags[field.kind] | (_READ_ONLY if field.read_only else 0)
