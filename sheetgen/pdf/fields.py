"""Form fields (AcroForm): the cells of pages that are filled in on a screen.

Scripts that are alike are one object.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, BinaryIO

from msgspec.structs import replace

from sheetgen.layout.primitives import (
    Cell,
    Event,
    Field,
    Font,
    Form,
    Ink,
    Item,
    Line,
    Page,
    Placed,
    Rect,
    RoundedRect,
    Side,
    Text,
)
from sheetgen.pdf.document import Document, Drawn, Metadata, OutlineEntry, Output, write_pdf
from sheetgen.pdf.engine import Array, Dictionary, Name, stream, string_width, text_string
from sheetgen.pdf.fonts import is_printable
from sheetgen.pdf.tags import Run

_LEAST_SIZE = 6.0
"""Minimum type size of a field, in points."""
_PAD = 2.0
"""Padding that viewers leave at both sides of a field, in points."""
_READ_ONLY, _PUSH_BUTTON = 1, 1 << 16
_PRINTED = 4
"""Flags of fields and of annotations (ISO 32000-1, 12.7.3 and 12.5.3)."""
_EVENTS = {"keystroke": "K", "validate": "V", "calculate": "C"}
_MOMENTS = {"before_saving": "WS"}
"""Keys of additional actions for the events of a field and of a document."""
_ON, _OFF = "Yes", "Off"
"""States of a square to tick."""
_CROSS, _CROSS_EDGE = 1.2, 2.5
"""Width of the lines of a cross in a square, and their distance from its edge, in points."""
_OUTLINE, _ROUND = 1.25, 5.0
"""Outline of a button and radius of its corners, in points, as those of a box for a total."""
_FONT = {
    "Type": "/Font",
    "Subtype": "/Type1",
    "BaseFont": "/Helvetica",
    "Encoding": "/WinAnsiEncoding",
}
"""Font in which viewers show the values of fields. Every viewer has it."""
_OTHER = 761
"""Assumed width of a letter that Helvetica lacks, in thousandths of the size."""


def write_form(
    pages: Sequence[Page], metadata: Metadata, form: Form, output: Output | None = None
) -> bytes:
    """Return the pages as a PDF in which the cells of the form can be filled in."""
    outline = [
        OutlineEntry(place, page.label or str(place + 1)) for place, page in enumerate(pages)
    ]
    output = replace(output or Output(), outline=outline if len(outline) > 1 else ())
    return write_pdf(pages, metadata, output, partial(_FormDocument, form, pages))


class DrawnForm(Drawn, frozen=True, kw_only=True):
    """Form that is drawn: its sides, for pictures, have the values of the fields in them."""

    pages: Sequence[Page]
    form: Form

    def pdf(self) -> bytes:
        """Return the form as a PDF in which its cells can be filled in."""
        return write_form(self.pages, self.metadata, self.form, self.output)


def draw_form(
    pages: Sequence[Page], metadata: Metadata, form: Form, output: Output | None = None
) -> DrawnForm:
    """Return the pages of a form, drawn."""
    sides = _with_values(pages, form)
    return DrawnForm(sides, metadata, output or Output(), pages=pages, form=form)


def _with_values(pages: Sequence[Page], form: Form) -> list[Side]:
    """Return the pages as sides with the values of their fields drawn in."""
    places = _places(pages)
    fields = {(field.id, field.kind): field for field in form.fields}
    sides: list[Side] = []
    for page in pages:
        items = [*page.items]
        for cell in page.cells:
            field = fields[cell.id, cell.kind]
            if field.value:
                size = _size(field, places[field.name])
                items += _in_place(field, size, cell.rect)
        drawn = replace(page, items=tuple(items), elements=())
        sides.append(Side(page.width, page.height, (Placed(drawn),)))
    return sides


def _in_place(field: Field, size: float, rect: Rect) -> Iterator[Item]:
    """Yield what is seen of a field with a value in its place on a page."""
    if field.kind == "button":
        yield RoundedRect(rect, Ink.PAPER, Ink.ACCENT, _OUTLINE, _ROUND)
    for item in _shown(field, size, rect.width, rect.height):
        if isinstance(item, Text):
            yield replace(item, x=item.x + rect.x, y=item.y + rect.y)
        elif isinstance(item, RoundedRect):
            box = replace(item.rect, x=item.rect.x + rect.x, y=item.rect.y + rect.y)
            yield replace(item, rect=box)


def _places(pages: Sequence[Page]) -> dict[str, list[Rect]]:
    """Return the rectangles of each field on all pages, by its name."""
    places: dict[str, list[Rect]] = {}
    for page in pages:
        for cell in page.cells:
            places.setdefault(cell.name, []).append(cell.rect)
    return places


class _FormDocument(Document):
    """A document with fields, which are added while its pages are drawn."""

    def __init__(
        self,
        form: Form,
        pages: Sequence[Page],
        metadata: Metadata,
        output: Output,
        target: BinaryIO,
    ) -> None:
        super().__init__(metadata, output, target)
        self._form = form
        self._places = _places(pages)
        self._order = {(field.id, field.kind): place for place, field in enumerate(form.fields)}
        groups = dict.fromkeys(
            group for field in form.fields if (group := field.name.rpartition(".")[0])
        )
        self._groups = {group: Dictionary({"T": text_string(group)}) for group in groups}
        """The fields that hold others: those of a column of a player."""
        self._scripts: dict[object, Any] = {}
        """Scripts and their reactions that several fields have."""
        self._known = {field.name: Dictionary(self._entries(field)) for field in form.fields}
        for group, holder in self._groups.items():
            holder["Kids"] = self._references(
                name for name in self._known if name.startswith(f"{group}.")
            )
        self._kids: dict[str, list[Any]] = {}

    def begin(self, side: Side) -> dict[str, Any]:
        """Add the fields that stand on a page to it; the Tab key follows the structure."""
        page = side.placed[0].page
        for cell in sorted(page.cells, key=lambda cell: self._order[cell.id, cell.kind]):
            field = self._form.fields[self._order[cell.id, cell.kind]]
            known, alone = self._known[field.name], len(self._places[field.name]) == 1
            widget = known if alone else Dictionary({"Parent": self.canvas.refer(known)})
            widget.dict.update(self._widget(field, cell, page.height))
            reference = self.canvas.add_widget(widget)
            widget["StructParent"] = self.structure.field(cell.rect, reference)
            if not alone:
                self._kids.setdefault(field.name, []).append(reference)
        return {"Tabs": "/S"}

    def catalog(self) -> dict[str, Any]:
        """Add what belongs to the whole document, and return the entries of its catalog."""
        catalog = super().catalog()
        for name, kids in self._kids.items():
            self._known[name]["Kids"] = Array(kids)
        fields = self._form.fields
        roots = dict.fromkeys(field.name.rpartition(".")[0] or field.name for field in fields)
        holders = self._known | self._groups
        form = {"Fields": Array(self.canvas.refer(holders[root]) for root in roots)}
        form["CO"] = self._references(
            field.name for field in fields if "calculate" in field.scripts
        )
        fonts = Dictionary({"Font": Dictionary({"Helv": self.canvas.refer(Dictionary(_FONT))})})
        catalog["AcroForm"] = Dictionary({**form, "DA": _look(10), "DR": fonts})
        scripts = dict(self._form.scripts)
        if opening := scripts.pop("opening", ""):
            names = Array((text_string("sheetgen"), self._action(opening)))
            catalog["Names"] = Dictionary({"JavaScript": Dictionary({"Names": names})})
        if scripts:
            catalog["AA"] = Dictionary(
                {_MOMENTS[moment]: self._action(each) for moment, each in scripts.items()}
            )
        return catalog

    def _references(self, names: Iterable[str]) -> Any:
        return Array(self.canvas.refer(self._known[name]) for name in names)

    def _entries(self, field: Field) -> dict[str, Any]:
        """Return the entries for the kind, value and scripts of a field."""
        button = field.kind == "button"
        tick = field.kind == "tick"
        flags = (_PUSH_BUTTON if button else 0) | (_READ_ONLY if field.read_only else 0)
        group, _, name = field.name.rpartition(".")
        found = {
            "FT": Name("Btn" if button or tick else "Tx"),
            "T": text_string(name),
            "TU": text_string(field.label),
            "DA": "" if tick else _look(_size(field, self._places[field.name])),
            "Ff": flags,
            "Q": int(field.centred and not (button or tick)),
            "MaxLen": field.longest,
        }
        found = {key: value for key, value in found.items() if value}
        if group:
            found["Parent"] = self.canvas.refer(self._groups[group])
        if tick:
            found["V"] = found["DV"] = Name(_OFF)
        elif field.value and not button:
            found["V"] = found["DV"] = text_string(field.value)
        if field.scripts:
            found["AA"] = self._reactions(field.scripts)
        return found

    def _widget(self, field: Field, cell: Cell, height: float) -> dict[str, Any]:
        """Return the entries for the place and the look of a field, on a page of this height."""
        rect = cell.rect
        corners = Array(
            round(each, 2) for each in (rect.x, height - rect.bottom, rect.right, height - rect.y)
        )
        found = {"Type": Name("Annot"), "Subtype": Name("Widget"), "Rect": corners}
        found["F"] = _PRINTED if field.printed else 0
        if field.kind == "tick":
            states = Dictionary({_ON: self._cross(rect)})
            found |= {"AS": Name(_OFF), "AP": Dictionary({"N": states})}
        elif field.value:
            found["AP"] = Dictionary({"N": self._appearance(field, rect)})
        if field.kind == "button":
            fill, line = (Array(self.pen.colours[ink]) for ink in (Ink.PAPER, Ink.ACCENT))
            found["MK"] = Dictionary({"CA": text_string(field.value), "BG": fill, "BC": line})
            found |= {"BS": Dictionary({"W": _OUTLINE}), "A": self._action(field.click)}
        return found

    def _appearance(self, field: Field, rect: Rect) -> Any:
        """Return the drawing of a field with a value, for viewers that run no scripts."""
        size, width, height = _size(field, self._places[field.name]), rect.width, rect.height
        box = RoundedRect(Rect(0, 0, width, height), Ink.PAPER, Ink.ACCENT, _OUTLINE, _ROUND)
        shown = Run([*_shown(field, size, width, height)], "Tx")
        key = (
            field.name,
            width,
            height,
        )  # a tool that writes into a picture changes that of one field
        frame = [Run([box])] if field.kind == "button" else []
        return self.canvas.add_form(self.pen.form(key, width, height, *frame, shown))

    def _cross(self, rect: Rect) -> Any:
        """Return the drawing of a cross in a square; an empty one has no drawing."""
        width, height, edge = rect.width, rect.height, _CROSS_EDGE
        lines = Run(
            [
                Line(edge, edge, width - edge, height - edge, _CROSS, Ink.TEXT),
                Line(edge, height - edge, width - edge, edge, _CROSS, Ink.TEXT),
            ]
        )
        form = self.pen.form(("tick", width, height), width, height, lines)
        return self.canvas.add_form(form)

    def _reactions(self, scripts: Mapping[Event, str]) -> Any:
        """Return the actions of a field by event."""
        key = tuple(scripts.items())
        if key not in self._scripts:
            actions = Dictionary({_EVENTS[event]: self._action(script) for event, script in key})
            self._scripts[key] = self.canvas.refer(actions)
        return self._scripts[key]

    def _action(self, script: str) -> Any:
        """Return the action that runs a script."""
        if script not in self._scripts:
            text = self.canvas.refer(stream(script.encode("ascii")))
            self._scripts[script] = self.canvas.refer(
                Dictionary({"S": Name("JavaScript"), "JS": text})
            )
        return self._scripts[script]


def _size(field: Field, places: Sequence[Rect]) -> float:
    """Return the type size at which the longest value of a field fits its narrowest place."""
    room = min(rect.width for rect in places) - 2 * _PAD
    natural = 0.001 * field.size * max(map(_width, (field.value, field.widest)))
    if natural <= room:
        return field.size
    return max(_LEAST_SIZE, int(10 * field.size * room / natural) / 10)


def _shown(field: Field, size: float, width: float, height: float) -> Iterator[Item]:
    """Yield the texts of the value of a field, or boxes if our font lacks a letter.

    pdf.js takes text in an appearance for the value.
    """
    if is_printable(field.value, Font.REGULAR):
        x, y = width / 2 if field.centred else _PAD, height / 2 + 0.35 * size
        yield Text(
            x, y, field.value, Font.REGULAR, size, align="middle" if field.centred else "left"
        )
        return
    step = min(0.7 * size, (width - 2 * _PAD) / len(field.value))
    for place, letter in enumerate(field.value):
        x = width / 2 + step * (place - len(field.value) / 2)
        if not letter.isspace():
            yield RoundedRect(
                Rect(x, (height - 0.7 * size) / 2, 0.8 * step, 0.7 * size), None, Ink.TEXT, 0.7
            )


def _width(text: str) -> float:
    """Return the width of a text as viewers set it, in thousandths of the size."""
    known = text.encode("cp1252", "ignore").decode("cp1252")
    return float(string_width(known, "Helvetica", 1000)) + _OTHER * (len(text) - len(known))


def _look(size: float) -> Any:
    return text_string(f"/Helv {size:g} Tf 0 g")
