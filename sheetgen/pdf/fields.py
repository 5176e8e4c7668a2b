"""Form fields (AcroForm): the cells of pages that are filled in on a screen. Scripts that are alike are one object."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from sheetgen.layout import Box, Cell, Colour, Font, Ink, Item, Page, Rect, Text
from sheetgen.layout.fields import Event, Field, Form, field_name
from sheetgen.pdf.contents import Pen, number
from sheetgen.pdf.file import references, text_string
from sheetgen.pdf.fonts import is_printable
from sheetgen.pdf.structure import Structure

_LEAST_SIZE = 6.0
_PAD = 2.0
"""What a viewer leaves free at the sides of a field."""
_READ_ONLY, _PUSH_BUTTON = 1, 1 << 16
_PRINTED = 4
_EVENTS = {"keystroke": b"K", "validate": b"V", "calculate": b"C"}
_MOMENTS = {"before_saving": b"WS"}
_OUTLINE, _ROUND = 1.25, 5.0
"""The outline of a button and the radius of its corners: it looks like a box that sums."""
_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
"""What viewers set fields in; every one of them has it."""
_WIDTHS = {
    letter: width
    for width, letters in {
        191: "'",
        222: "ijl‘’‚",
        260: "|¦",
        278: " !,./:;I[\\]ft\xa0·ÌÍÎÏìíîï",
        333: "()-`r¡¨\xad¯²³´¸¹ˆ˜“”„‹›",
        334: "{}",
        350: "•",
        355: '"',
        365: "º",
        370: "ª",
        389: "*",
        400: "°",
        469: "^",
        500: "Jcksvxyzçýÿšž",
        537: "¶",
        556: "#$0123456789?L_abdeghnopqu¢£¤¥§«µ»àáâãäåèéêëðñòóôõöùúûüþƒ–†‡€",
        584: "+<=>~¬±×÷",
        611: "FTZ¿ßøŽ",
        667: "&ABEKPSVXYÀÁÂÃÄÅÈÉÊËÝÞŠŸ",
        722: "CDHNRUwÇÐÑÙÚÛÜ",
        737: "©®",
        778: "GOQÒÓÔÕÖØ",
        833: "Mm",
        834: "¼½¾",
        889: "%æ",
        944: "Wœ",
        1000: "ÆŒ—…‰™",
        1015: "@",
    }.items()
    for letter in letters
}
"""How wide the letters of Helvetica are, in thousandths of the size (Adobe's metrics of the standard fonts)."""
_OTHER = 761
"""What a viewer shows for a letter that Helvetica lacks is about so wide."""

Picture = Callable[[Callable[[Pen], bytes], Mapping[Ink, Colour], tuple[float, float]], int]
"""Adds a drawing to a document, and gives its number: what draws it with a pen, of which colours, width and height."""


class Fields:
    """Writes the fields of a form while its pages are written; `picture` adds a drawing to the document."""

    def __init__(
        self, form: Form, pages: Sequence[Page], structure: Structure, picture: Picture, colours: Mapping[Ink, Colour]
    ) -> None:
        self._form, self._structure, self._picture, self._colours = form, structure, picture, colours
        self._file = file = structure.file
        self._places: dict[str, list[Rect]] = {}
        for cell in (cell for page in pages for cell in page.cells):
            self._places.setdefault(field_name(cell.id, cell.kind), []).append(cell.rect)
        self._order = {(field.id, field.kind): place for place, field in enumerate(form.fields)}
        self._numbers = {field.name: file.new() for field in form.fields}
        groups = dict.fromkeys(group for field in form.fields if (group := field.name.rpartition(".")[0]))
        self._groups = {group: file.new() for group in groups}
        """The numbers of the fields that hold others: those of a column of a player."""
        self._kids: dict[str, list[int]] = {}
        self._shared: dict[object, int] = {}
        """The numbers of scripts and pictures that several fields have."""

    def on(self, page: Page) -> bytes:
        """Write the fields that stand on a page, and give what the page says of them."""
        parts = []
        for cell in sorted(page.cells, key=lambda cell: self._order[cell.id, cell.kind]):
            field = self._form.fields[self._order[cell.id, cell.kind]]
            alone, entry = len(self._places[field.name]) == 1, self._numbers[field.name]
            parts.append(entry if alone else self._file.new())
            widget = self._widget(field, cell, page.height) + self._structure.field(cell.rect, parts[-1])
            more = self._entries(field) if alone else b"/Parent %d 0 R" % entry
            self._file.put(parts[-1], b"<<%b%b>>" % (more, widget))
            if not alone:
                self._kids.setdefault(field.name, []).append(parts[-1])
        return b"/Annots[%b]/Tabs/S" % references(parts)

    def finish(self) -> bytes:
        """Write what belongs to the whole document, and give what its catalog says of it."""
        for field in self._form.fields:
            if kids := self._kids.get(field.name):
                kids_entry = b"/Kids[%b]" % references(kids)
                self._file.put(self._numbers[field.name], b"<<%b%b>>" % (self._entries(field), kids_entry))
        for group, parent in self._groups.items():
            inner = (self._numbers[field.name] for field in self._form.fields if field.name.startswith(f"{group}."))
            self._file.put(parent, b"<</T%b/Kids[%b]>>" % (text_string(group), references(inner)))
        roots = dict.fromkeys(
            self._groups.get(field.name.rpartition(".")[0], self._numbers[field.name]) for field in self._form.fields
        )
        calculated = [self._numbers[field.name] for field in self._form.fields if "calculate" in field.scripts]
        catalog = b"/AcroForm<</Fields[%b]/CO[%b]/DA%b/DR<</Font<</Helv %d 0 R>>>>>>" % (
            references(roots), references(calculated), _look(10), self._file.add(_FONT),
        )  # fmt: skip
        scripts = dict(self._form.scripts)
        if opening := scripts.pop("opening", ""):
            catalog += b"/Names<</JavaScript<</Names[(sheetgen)%d 0 R]>>>>" % self._action(opening)
        if scripts:
            actions = (b"/%b %d 0 R" % (_MOMENTS[moment], self._action(each)) for moment, each in scripts.items())
            catalog += b"/AA<<%b>>" % b"".join(actions)
        return catalog

    def _entries(self, field: Field) -> bytes:
        """What a field is and what it does."""
        flags = (_PUSH_BUTTON if field.kind == "button" else 0) | (_READ_ONLY if field.read_only else 0)
        value = text_string(field.value) if field.value and field.kind != "button" else b""
        kind = b"Btn" if field.kind == "button" else b"Tx"
        group, _, name = field.name.rpartition(".")
        return b"".join([
            b"/FT/%b/T%b/TU%b" % (kind, text_string(name), text_string(field.label)),
            b"/Parent %d 0 R" % self._groups[group] if group else b"",
            b"/DA%b" % _look(self._size(field)),
            b"/Ff %d" % flags if flags else b"",
            b"/Q 1" if field.kind != "button" and field.centred else b"",
            b"/V%b/DV%b" % (value, value) if value else b"",
            b"/MaxLen %d" % field.longest if field.longest else b"",
            b"/AA %d 0 R" % self._reactions(field.scripts) if field.scripts else b"",
        ])  # fmt: skip

    def _widget(self, field: Field, cell: Cell, height: float) -> bytes:
        """Where a field is on a page of this height, and what it looks like."""
        rect = cell.rect
        corners = (rect.x, height - rect.bottom, rect.right, height - rect.y)
        parts = [b"/Type/Annot/Subtype/Widget/Rect[%b]" % b" ".join(b"%g" % round(corner, 2) for corner in corners)]
        parts.append(b"/F %d" % (_PRINTED if field.printed else 0))
        if field.value:
            parts.append(b"/AP<</N %d 0 R>>" % self._appearance(field, rect))
        if field.kind == "button":
            fill, line = (b" ".join(map(number, self._colours[ink])) for ink in (Ink.PAPER, Ink.ACCENT))
            looks = b"/MK<</CA%b/BG[%b]/BC[%b]>>/BS<</W %g>>" % (text_string(field.value), fill, line, _OUTLINE)
            parts.append(looks + b"/A %d 0 R" % self._action(field.click))
        return b"".join(parts)

    def _appearance(self, field: Field, rect: Rect) -> int:
        """What a viewer that runs no scripts shows of a field that holds something."""
        size, (width, height) = self._size(field), (rect.width, rect.height)
        box = Box(Rect(0, 0, width, height), Ink.PAPER, Ink.ACCENT, _OUTLINE, _ROUND)

        def draw(pen: Pen) -> bytes:
            ground = pen.draw((box,), height) if field.kind == "button" else b""
            return b"%b\n/Tx BMC\n%b\nEMC" % (ground, pen.draw(_shown(field, size, width, height), height))

        key = field.name, width, height  # a tool that writes into a picture changes that of one field
        if key not in self._shared:
            self._shared[key] = self._picture(draw, self._colours, (width, height))
        return self._shared[key]

    def _reactions(self, scripts: Mapping[Event, str]) -> int:
        """The object that says what happens at which event."""
        key = tuple(scripts.items())
        if key not in self._shared:
            actions = (b"/%b %d 0 R" % (_EVENTS[event], self._action(script)) for event, script in key)
            self._shared[key] = self._file.add(b"<<%b>>" % b"".join(actions))
        return self._shared[key]

    def _action(self, script: str) -> int:
        """The object that runs a script."""
        if script not in self._shared:
            text = self._file.new()
            self._file.put_stream(text, script.encode("ascii"))
            self._shared[script] = self._file.add(b"<</S/JavaScript/JS %d 0 R>>" % text)
        return self._shared[script]

    def _size(self, field: Field) -> float:
        """The size at which what a field can hold fits into the narrowest of its places."""
        room = min(rect.width for rect in self._places[field.name]) - 2 * _PAD
        widest = max(sum(_WIDTHS.get(letter, _OTHER) for letter in text) for text in (field.value, field.widest))
        natural = 0.001 * field.size * widest
        return field.size if natural <= room else max(_LEAST_SIZE, int(10 * field.size * room / natural) / 10)


def _shown(field: Field, size: float, width: float, height: float) -> Iterator[Item]:
    """What stands in a field: its value, or boxes if our font lacks a letter; pdf.js takes text here for the value."""
    if is_printable(field.value, Font.REGULAR):
        x, y = width / 2 if field.centred else _PAD, height / 2 + 0.35 * size
        yield Text(x, y, field.value, Font.REGULAR, size, align="middle" if field.centred else "left")
        return
    step = min(0.7 * size, (width - 2 * _PAD) / len(field.value))
    for place, letter in enumerate(field.value):
        x = width / 2 + step * (place - len(field.value) / 2)
        if not letter.isspace():
            yield Box(Rect(x, (height - 0.7 * size) / 2, 0.8 * step, 0.7 * size), None, Ink.TEXT, 0.7)


def _look(size: float) -> bytes:
    return b"(/Helv %g Tf 0 g)" % size
