"""Helpers for tests of printing: jobs from settings, and their pages read back."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf
from msgspec.structs import asdict, replace

from sheetgen.cli.sheet_commands import PdfOptions, sheet_options
from sheetgen.documents.declared import parameters_of, read_values
from sheetgen.documents.sheets import SheetJob, laid_out
from sheetgen.layout.primitives import Item, Page, field_name
from sheetgen.pdf.document import Metadata, Output, write_pdf, write_sides
from sheetgen.rulesets.loading import load_ruleset
from tests.readback import Sheet

COMMAND = "sheetgen pdf --ruleset of-the-test"

TRACED: dict[str, dict[str, Any]] = {
    "left-handed-par-allowed": {
        "ruleset": "numbers-hands",
        "left_handed": True,
        "par": True,
        "allowed": True,
    },
    "series-table": {"series": 5, "lang": "nl", "names": "An,Bram"},
    "card-of-a-pad": {"nup": "4", "pad": 4, "numbered": True, "table": "7", "fields": "none"},
}
"""Sheets whose drawing is kept as text: a page with many parts, a table, and a small card."""


def asked(
    ruleset: str = "dice-play", lang: str = "en", paper: str = "a4", **words: Any
) -> PdfOptions:
    """Return the options of the command, some of them as written on the command line."""
    if words.get("holes"):
        words["holes"] = int(words["holes"])
    return sheet_options(
        PdfOptions(
            ruleset=ruleset, lang=lang, paper=paper, **read_values(parameters_of(PdfOptions), words)
        )
    )


def job(ruleset: str = "dice-play", lang: str = "en", paper: str = "a4", **more: Any) -> SheetJob:
    """Return the job that the settings describe."""
    options = replace(asked(ruleset, lang, paper, **more), command=COMMAND)
    with laid_out(load_ruleset(ruleset), options) as found:
        return found


def bytes_of(printing: SheetJob) -> bytes:
    """Return the PDF of a job."""
    buffer = BytesIO()
    output = Output(printing.look.colours, printing.job.duplex, dice=printing.look.dice)
    write_sides(printing.job.sides(), Metadata("Title", "en", COMMAND), output, buffer)
    return buffer.getvalue()


def sheets(content: bytes) -> Iterator[Sheet]:
    """Every page of a PDF."""
    first = Sheet(content)
    yield first
    for place in range(1, first.pages):
        yield Sheet(content, place)


def check_pdf(content: bytes) -> None:
    """Check that the file is a PDF in which qpdf finds no faults."""
    with pikepdf.open(BytesIO(content)) as document:
        assert document.check_pdf_syntax() == []


def whole(page: Page) -> Page:
    """Return a page with all that it shows among its own items."""
    return replace(page, items=(*page.still, *page.items), still=())


def alone(page: Page) -> Sheet:
    """Return a page of layout, drawn by itself and read back."""
    return Sheet(write_pdf([page], Metadata("Title", "en")))


def trace(page: Page) -> str:
    """Return what is drawn on a page as text, a line for each item, in tenths of points."""
    lines = [f"page {page.width:.1f} x {page.height:.1f} {page.label}".rstrip()]
    lines += [" ".join(_words(item)) for item in (*page.still, *page.items)]
    lines += [
        f"cell {field_name(cell.id, cell.kind)} {_rect(cell.rect)} {cell.kind}"
        for cell in page.cells
    ]
    return "\n".join(lines) + "\n"


def _words(item: Item) -> Iterator[str]:
    yield {"Die": "dice", "RoundedRect": "box"}.get(
        type(item).__name__, type(item).__name__.lower()
    )
    for name, value in asdict(item).items():
        if isinstance(value, float | int) and not isinstance(value, bool):
            yield f"{value:.1f}"
        elif name == "rect":
            yield _rect(value)
        elif name == "round":
            yield from ["round"] * value
        elif value not in (None, ()):
            yield str(getattr(value, "value", value))


def _rect(rect: Any) -> str:
    return f"{rect.x:.1f},{rect.y:.1f},{rect.width:.1f},{rect.height:.1f}"
