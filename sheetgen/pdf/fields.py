"""Form fields (AcroForm): the cells of pages that are filled in on a screen.

A field is written by hand instead of by ReportLab's own forms, which draw frames and know no scripts. Scripts that are
alike are one object in the file.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

import sheetgen.pdf.settings  # noqa: F401 - before all that imports ReportLab

# isort: split
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

from sheetgen.layout import Event, Field, Font, Form, Page, Rect
from sheetgen.layout.forms import field_name
from sheetgen.pdf.fonts import is_printable, measure

_FONT = "Helvetica"
_FONT_NAME = "Helv"
_LEAST_SIZE = 6.0
_PAD = 2.0
"""What a viewer leaves free at the sides of a field."""
_READ_ONLY, _PUSH_BUTTON = 1, 1 << 16
_PRINTED = 4
_EVENTS = {"keystroke": "K", "validate": "V", "calculate": "C"}
_MOMENTS = {"before_saving": "WS", "after_saving": "DS"}
_BUTTON_FILL = (0.86, 0.89, 0.935)


class FieldWriter:
    """Writes the fields of a form while its pages are drawn."""

    def __init__(self, canvas: Canvas, form: Form, pages: Sequence[Page]) -> None:
        self._canvas = canvas
        self._form = form
        self._entries: dict[str, Any] = {}
        places: dict[str, list[Rect]] = {}
        for cell in (cell for page in pages for cell in page.cells):
            places.setdefault(field_name(cell.id, cell.kind), []).append(cell.rect)
        self._uses = {name: len(rects) for name, rects in places.items()}
        self._order = {(field.id, field.kind): place for place, field in enumerate(form.fields)}
        self._sizes = {field.name: _size(field, places[field.name]) for field in form.fields}
        canvas.acroForm.extras["DR"] = PDFDictionary({"Font": PDFDictionary({_FONT_NAME: self._font()})})
        canvas.acroForm.extras["DA"] = PDFString(_look(10))
        for field in form.fields:
            self._entries[field.name] = canvas._doc.Reference(PDFDictionary(self._field(field)))

    def add_fields(self, page: Page) -> None:
        """Put the fields of this page on it; to be called before the page is finished."""
        for cell in sorted(page.cells, key=lambda cell: self._order[cell.id, cell.kind]):
            place = replace(cell.rect, y=page.height - cell.rect.bottom)
            field = self._form.fields[self._order[cell.id, cell.kind]]
            self._canvas._annotationrefs.append(self._add(field, place))

    def finish(self) -> None:
        """Write what belongs to the whole document; to be called when all pages are drawn."""
        document, form = self._canvas._doc, self._canvas.acroForm
        form.fields += self._entries.values()
        calculated = (field.name for field in self._form.fields if "calculate" in field.scripts)
        form.extras["CO"] = PDFArray([self._entries[name] for name in calculated])
        for page in document.Pages.pages:
            _set(page, "Tabs", PDFName("S"))
        scripts = {moment: self._action(script) for moment, script in self._form.scripts.items()}
        if "opening" in scripts:
            named = PDFArray([PDFString("sheetgen"), scripts.pop("opening")])
            document._catalog.Names = PDFDictionary({"JavaScript": PDFDictionary({"Names": named})})
        if scripts:
            actions = {_MOMENTS[moment]: script for moment, script in scripts.items()}
            _set(document._catalog, "AA", PDFDictionary(actions))

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
            "FT": PDFName("Btn" if field.kind == "button" else "Tx"),
            "T": PDFString(field.name),
            "TU": PDFString(field.label),
            "DA": PDFString(_look(self._sizes[field.name])),
        }
        if _flags(field):
            entries["Ff"] = _flags(field)
        if field.kind != "button" and field.centred:
            entries["Q"] = 1
        if field.value and field.kind != "button":
            entries |= {"V": PDFString(field.value), "DV": PDFString(field.value)}
        if field.longest:
            entries["MaxLen"] = field.longest
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
        if field.value and is_printable(field.value, Font.REGULAR):  # else the viewer draws it, if it can
            entries["AP"] = PDFDictionary({"N": self._picture(field, rect)})
        if field.kind == "button":
            entries["MK"] = PDFDictionary({"CA": PDFString(field.value), "BG": PDFArray(list(_BUTTON_FILL))})
            entries["A"] = self._action(field.click)
        return entries

    def _picture(self, field: Field, rect: Rect) -> Any:
        """What a viewer that runs no scripts shows of a field that holds something, as a form XObject."""
        name = f"{field.name}.{rect.width:.2f}x{rect.height:.2f}"
        if not self._canvas.hasForm(name):
            self._canvas.beginForm(name, 0, 0, rect.width, rect.height)
            self._draw(field, rect)
            self._canvas.endForm()
        return PDFObjectReference(xObjectName(name))

    def _draw(self, field: Field, rect: Rect) -> None:
        canvas, size = self._canvas, self._sizes[field.name]
        if field.kind == "button":
            canvas.setFillColorRGB(*_BUTTON_FILL)
            canvas.roundRect(0, 0, rect.width, rect.height, 3, stroke=0, fill=1)
        canvas._code.append("/Tx BMC")
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont(Font.REGULAR.value, size)
        x = rect.width / 2 - measure(field.value, Font.REGULAR, size) / 2 if field.centred else _PAD
        canvas.drawString(x, rect.height / 2 - 0.35 * size, field.value)
        canvas._code.append("EMC")

    @cache  # noqa: B019 - a writer lives as long as its document
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


def _set(holder: Any, key: str, value: Any) -> None:
    """Give a page or the catalog an entry that ReportLab does not know."""
    holder.__NoDefault__ = [*holder.__NoDefault__, key]
    setattr(holder, key, value)


def _look(size: float) -> str:
    return f"/{_FONT_NAME} {size:g} Tf 0 g"


def _size(field: Field, rects: Sequence[Rect]) -> float:
    """The size at which what a field can hold fits into the narrowest of its places."""
    room = min(rect.width for rect in rects) - 2 * _PAD
    natural: float = max(pdfmetrics.stringWidth(text, _FONT, field.size) for text in (field.value, field.widest))
    return field.size if natural <= room else max(_LEAST_SIZE, int(10 * field.size * room / natural) / 10)


def _flags(field: Field) -> int:
    return (_PUSH_BUTTON if field.kind == "button" else 0) | (_READ_ONLY if field.read_only else 0)
