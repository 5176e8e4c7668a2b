"""What ReportLab draws for a document of ours: pages of running text, each as a form, with the fonts that they need."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from sheetgen.layout import Colour, Font, Ink
from sheetgen.pdf.canvas import PageCanvas
from sheetgen.pdf.file import BEHIND_REPORTLAB
from sheetgen.pdf.fonts import load_fonts


class Insets:
    """Forms that ReportLab draws when they are asked for."""

    def __init__(self, colours: Mapping[Ink, Colour], draw: Mapping[str, Any], size: tuple[float, float]) -> None:
        load_fonts()
        self._draw, self._size = draw, size
        self._canvas = PageCanvas(BytesIO(), pageCompression=1, invariant=1, initialFontName=Font.REGULAR.value)
        self._canvas.colours = colours

    def add(self, name: str) -> None:
        """Draw one, if it is not there yet."""
        if not self._canvas.hasForm(name):
            self._canvas.beginForm(name, 0, 0, *self._size)
            self._draw[name](self._canvas)
            self._canvas.endForm()

    def objects(self, offset: int) -> "Objects":
        """All that was drawn, to stand so many bytes behind the beginning of a file; to be called once."""
        return Objects(self._canvas, offset)


class Objects:
    """Objects that ReportLab made, with their places."""

    def __init__(self, canvas: PageCanvas, offset: int) -> None:
        document = canvas._doc
        names = [name for name in document.idToObject if name.startswith("FormXob.")]
        data: bytes = document.GetPDFData(canvas)
        if document.objectcounter >= BEHIND_REPORTLAB:
            raise OverflowError(document.objectcounter)  # more fonts and drawings than any sheet has
        start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
        entries = data[start:].split(b"trailer", 1)[0].split(b"\n")[2:]
        places = [int(entry[:10]) for entry in entries if entry.endswith((b"n \r", b"n ", b"n"))]
        self.body = data[min(places) : start]
        shift = offset - min(places)
        self.table = b"0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        self.table += b"".join(b"%010d 00000 n \n" % (place + shift) for place in places)
        self.numbers = {name.partition(".")[2].encode(): document.idToObjectNumberAndVersion[name][0] for name in names}
        """The numbers of the forms by their names."""
