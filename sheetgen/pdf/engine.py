"""ReportLab, isolated from the settings of the machine, and every use of its private parts.

ReportLab has neither marked content nor a structure tree: no method sets entries of a page or the
catalog beyond a fixed list, adds a dictionary, or returns what was drawn. `Canvas` below uses the
document behind the canvas (``_doc``) and the operators of the page (``_code``, ``_formsinuse``).
The minor version of ReportLab is pinned for that reason.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from types import ModuleType
from typing import Any, BinaryIO

from msgspec import Struct, field

_SETTINGS = (
    "reportlab_mods",
    "reportlab_settings",
    "reportlab.local_rl_mods",
    "reportlab.local_rl_settings",
)
"""Modules that ReportLab runs when it is imported, if it finds them; or else files in the home
folder."""
_LONG_CODE = re.compile(r"(?<=<)[0-9A-F]{5,6}(?=>)")
"""Number of a letter beyond U+FFFF in a table of letters."""
_MARKS = b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf"
"""Starts of texts that readers take for marks of another encoding."""


@contextmanager
def isolated() -> Iterator[None]:
    """Hide from ReportLab the variables, modules and files by which a user changes what it does."""
    hidden = {
        name: os.environ[name]
        for name in os.environ
        if name.startswith("RL_") or name == "SOURCE_DATE_EPOCH"
    }
    added = {name: ModuleType(name) for name in _SETTINGS if name not in sys.modules}
    if find_spec("PIL") is None:
        added |= _without_pillow()
    for name in hidden:
        del os.environ[name]
    sys.modules.update(added)
    try:
        yield
    finally:
        os.environ.update(hidden)
        for name in added:
            del sys.modules[name]


def _without_pillow() -> dict[str, ModuleType]:
    """Return modules in the place of Pillow, which ReportLab imports but needs for pictures alone.

    Browsers do not have it.
    """
    pillow, image = ModuleType("PIL"), ModuleType("PIL.Image")
    image.Image = type("Image", (), {})  # type: ignore[attr-defined]
    pillow.Image = image  # type: ignore[attr-defined]
    return {"PIL": pillow, "PIL.Image": image}


with isolated():
    from reportlab import rl_config
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase import pdfdoc, pdfmetrics, ttfonts
    from reportlab.pdfgen import canvas as pdfgen

Array, Dictionary, Name = pdfdoc.PDFArray, pdfdoc.PDFDictionary, pdfdoc.PDFName
string_width = pdfmetrics.stringWidth
_OURS = {
    "invariant": 1,
    "useA85": 0,
    "pdfMultiLine": 0,
    "pdfComments": 0,
    "documentLang": None,
    "std14Embed": False,
}
"""Settings of ReportLab while a document is written; a program that uses ReportLab too can have
others."""


@contextmanager
def settings() -> Iterator[None]:
    """Write with the same settings of ReportLab, whatever they are outside."""
    others = rl_config.currentSettings()
    rl_config.applySettings(_OURS)
    try:
        yield
    finally:
        rl_config.applySettings(others)


class EmbeddedFont(ttfonts.TTFont):  # type: ignore[misc] # ReportLab has no types
    """TrueType font of which a document embeds the letters that it uses."""

    def __init__(self, name: str, content: bytes) -> None:
        # without asciiReadable, only the letters that are used are embedded
        super().__init__(name, BytesIO(content), asciiReadable=False, shapable=False)

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - ReportLab's name
        """Add the font to a document, with tables by which letters are copied from it.

        ReportLab writes the letters in these tables as numbers, where PDF has UTF-16: they differ
        beyond U+FFFF.
        """
        super().addObjects(doc)
        for name, table in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:"):
                table.content = _LONG_CODE.sub(
                    lambda code: chr(int(code[0], 16)).encode("utf-16-be").hex().upper(),
                    table.content,
                )


def registered(font: Any) -> Any:
    """Let ReportLab know a font, and return it.

    Or the one that a program has registered of the same face.
    """
    pdfmetrics.registerFont(font)
    return pdfmetrics.getFont(font.fontName)


def text_string(text: str) -> Any:
    """Return a text outside of contents.

    `PDFString` alone fails for lone surrogates, and takes "þÿ" for a mark.
    """
    latin = text.encode("latin-1", "replace")  # its printable letters are the same in PDF
    if not text.isprintable() or latin.startswith(_MARKS) or latin.decode("latin-1") != text:
        latin = b"\xfe\xff" + text.encode("utf-16-be", "replace")
    for letter in (b"\\", b"(", b")", b"\r"):  # ReportLab would escape every byte that is no letter
        latin = latin.replace(letter, b"\\" + letter.replace(b"\r", b"r"))
    return pdfdoc.PDFString(latin, escape=0, enc="raw")


def stream(content: bytes, entries: Mapping[str, Any] | None = None) -> Any:
    """Return a compressed stream.

    One with entries is plain, for programs that look for metadata in any file.
    """
    return pdfdoc.PDFStream(
        Dictionary(entries or {}), content, None if entries else [pdfdoc.PDFZCompress]
    )


@contextmanager
def spoken_in(text: Any, language: str) -> Iterator[None]:
    """Mark text that is added in this context as words of a language.

    An empty language is that of the document. The mark has no number: it lies inside that of an
    element (ISO 32000-1, 14.9.2.2).
    """
    if language:
        text._code.append(f"/Span <</Lang ({language})>> BDC")
    yield
    if language:
        text._code.append("EMC")


class Recording(Struct, frozen=True):
    """Operators that are drawn once and used again.

    On pages, or as a form XObject with this box.
    """

    code: list[str]
    forms: list[str]
    """The names of the form XObjects in it."""
    box: Sequence[float]
    """Left, lower, right and upper edge."""


class Recordings(Struct):
    """Form XObjects, which documents that have most in common share."""

    forms: dict[str, Recording] = field(default_factory=dict)
    names: dict[object, str] = field(default_factory=dict)
    """The names of form XObjects by the keys of what they show."""


class _Info(pdfdoc.PDFInfo):  # type: ignore[misc] # ReportLab has no types
    """Information about a document, without empty entries and without a date."""

    def format(self, document: Any) -> bytes:
        names = ("title", "author", "subject", "keywords", "creator", "producer")
        said = {
            name.capitalize(): text_string(text) for name in names if (text := getattr(self, name))
        }
        return bytes(Dictionary(said).format(document))


class Canvas(pdfgen.Canvas):  # type: ignore[misc] # as above
    """Canvas of ReportLab, extended by tags, form fields and drawings that are used again."""

    def __init__(self, target: BinaryIO, font: str, recordings: Recordings) -> None:
        with isolated():  # the date is read from the environment here
            super().__init__(
                target,
                (1, 1),
                pageCompression=1,
                invariant=1,
                pdfVersion=(1, 7),
                initialFontName=font,
            )
        self.document, self._recordings = self._doc, recordings
        self._code: list[str]
        self._formsinuse: list[str]

    def describe(self, **said: str) -> None:
        """Set the information of the document."""
        self.document.info = _Info()
        vars(self.document.info).update(
            {name: text.encode("utf-8", "replace").decode() for name, text in said.items()}
        )

    def refer(self, thing: Any) -> Any:
        """Return a reference to an object of the document, which is added if it is new."""
        return self.document.Reference(thing)

    def add_font(self, font: Any, letters: str) -> None:
        """Give codes to the letters of a font in this order.

        Recordings from another document then fit.
        """
        font.splitString(letters, self.document)
        font.getSubsetInternalName(0, self.document)

    @contextmanager
    def marked(self, role: str, mark: int | None = None) -> Iterator[None]:
        """Mark all that is drawn in this context as content of an element.

        Without a number it is an artifact. Without a role nothing is marked.
        """
        if role:
            self.addLiteral(f"/{role} BMC" if mark is None else f"/{role} <</MCID {mark}>> BDC")
        yield
        if role:
            self.addLiteral("EMC")

    def add_widget(self, widget: Any) -> Any:
        """Add a form field to this page, and return a reference to it."""
        self._annotationrefs.append(self.refer(widget))
        return self._annotationrefs[-1]

    def record(self, draw: Callable[[], None], box: Sequence[float] = ()) -> Recording:
        """Return what a function draws on this canvas, which stays as it is."""
        kept, recording = (self._code, self._formsinuse), Recording([], [], box)
        self._code, self._formsinuse = recording.code, recording.forms
        draw()
        self._code, self._formsinuse = kept
        return recording

    def replay(self, recording: Recording) -> None:
        """Draw what was recorded."""
        self._code += recording.code
        self._formsinuse += recording.forms

    def form(self, key: object, box: Sequence[float], draw: Callable[[], None]) -> str:
        """Return the name of the form XObject with this key, which is drawn the first time."""
        names = self._recordings.names
        if key not in names:
            names[key] = name = f"x{len(names)}"
            self._recordings.forms[name] = self.record(draw, box)
        return names[key]

    def add_form(self, name: str) -> Any:
        """Add a form XObject and those in it to the document, and return a reference to it.

        Those that the document has already are not added again.
        """
        if not self.hasForm(name):
            recording = self._recordings.forms[name]
            for inner in recording.forms:
                self.add_form(inner)
            form = pdfdoc.PDFFormXObject(*recording.box)
            form.compression = 1
            form.setStreamList(recording.code)
            form.XObjects = self.document.xobjDict(recording.forms) if recording.forms else None
            self.document.Reference(form, pdfdoc.xObjectName(name))
        return pdfdoc.PDFObjectReference(pdfdoc.xObjectName(name))

    def draw_jpeg(self, jpeg: bytes, *place: float) -> None:
        """Draw a JPEG; the place is x and y of its lower left corner, width and height."""
        self.drawImage(ImageReader(BytesIO(jpeg)), *place)

    def sign(self, text: str) -> None:
        """Derive the identifier of the file from this: viewers remember files by it."""
        self.document.updateSignature(text)

    def end_page(self, entries: Mapping[str, Any]) -> None:
        """End the page, with more entries in its dictionary."""
        for name in self._formsinuse:
            self.add_form(name)
        self.showPage()
        page = self.document.Pages.pages[-1]
        self.sign(page.stream)
        _extend(page, entries)

    def extend_catalog(self, entries: Mapping[str, Any]) -> None:
        """Add entries to the catalog."""
        _extend(self.document.Catalog, entries)


def _extend(thing: Any, entries: Mapping[str, Any]) -> None:
    """Add entries to a page or the catalog, and their names to the list of those that it writes."""
    thing.__NoDefault__ = [*dict.fromkeys((*thing.__NoDefault__, *entries))]
    vars(thing).update(entries)
