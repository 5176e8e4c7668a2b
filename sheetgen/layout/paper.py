"""Paper: its sizes, which one a country uses, and what a home printer can print on it."""

import re
from collections.abc import Mapping

from msgspec import Struct

from sheetgen.errors import Message, SheetgenError, unknown

MM = 72 / 25.4
"""Points in a millimetre."""

MARGINS = (12 * MM, 9 * MM, 6 * MM)
"""The margin to take, in points, and the smaller ones to fall back on. Home printers need 5 mm."""

_LETTER_TERRITORIES = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])
"""Where paper is Letter; A4 is everywhere else. Source: CLDR, supplemental measurement data."""


class Paper(Struct, frozen=True):
    """A sheet of paper, upright; width and height in points."""

    name: str
    width: float
    height: float
    series: str
    """``iso`` or ``us``: papers that the same people have."""
    across: bool = False
    """Whether it was asked for lying, the wider side first."""


PAPERS: Mapping[str, Paper] = {
    name: Paper(name, width * MM, height * MM, series)
    for name, width, height, series in (
        ("a6", 105, 148, "iso"),
        ("half-letter", 139.7, 215.9, "us"),
        ("a5", 148, 210, "iso"),
        ("letter", 215.9, 279.4, "us"),
        ("a4", 210, 297, "iso"),
        ("legal", 215.9, 355.6, "us"),
        ("a3", 297, 420, "iso"),
    )
}
"""All papers by name, from the smallest to the largest."""


_UNITS = {"mm": MM, "cm": 10 * MM, "in": 72.0}
_LENGTH = r"([0-9]{1,4}(?:[.,][0-9]{1,3})?)"
_SIZE = re.compile(rf"{_LENGTH}\s*[x×]\s*{_LENGTH}\s*(mm|cm|in)?")
_LEAST, _MOST = 40 * MM, 1200 * MM
"""The sides of paper that is asked for by its size."""


def find_paper(name: str) -> Paper:
    """The paper called `name`, in capitals or not, or of a size such as ``100x150mm`` or ``4x6in``.

    Raises SheetgenError if there is none.
    """
    known, written = tuple(PAPERS), name.strip().lower()
    if written in known:
        return PAPERS[written]
    size = _SIZE.fullmatch(written)
    if not size:
        raise unknown(Message("paper"), written, (*known, "100x150mm", "4x6in"))
    width, height, unit = size[1], size[2], size[3] or "mm"
    sides = [float(side.replace(",", ".")) * _UNITS[unit] for side in (width, height)]
    if not all(_LEAST <= side <= _MOST for side in sides):
        raise SheetgenError(
            "wrote %(written)s; the sides should be from %(least)s to %(most)s mm", key="--paper",
            written=f"{width}x{height}{unit}", least=round(_LEAST / MM), most=round(_MOST / MM),
        )  # fmt: skip
    name = f"{width}x{height}{unit}".replace(",", ".")
    return Paper(name, min(sides), max(sides), "us" if unit == "in" else "iso", across=sides[0] > sides[1])


def named_paper(width: float, height: float, series: str) -> Paper:
    """The paper of this size in points, upright, with its name if it has one."""
    low, high = sorted((width, height))
    known = (paper for paper in PAPERS.values() if abs(paper.width - low) < MM and abs(paper.height - high) < MM)
    paper = next(known, None)
    return Paper(paper.name if paper else f"{low / MM:.0f}x{high / MM:.0f}mm", low, high, series, width > height)


def read_length(text: str, option: str) -> float:
    """A length such as ``8``, ``8mm`` or ``0.3in``, in points; millimetres where no unit is written."""
    match = re.fullmatch(rf"(-?){_LENGTH}\s*(mm|cm|in)?", text.strip().lower())
    if not match:
        raise SheetgenError("wrote '%(written)s'; should be a length such as 8mm or 0.3in", key=option, written=text)
    return float(match[1] + match[2].replace(",", ".")) * _UNITS[match[3] or "mm"]


def half(paper: Paper) -> Paper:
    """The paper that is half of this one, as far as there is one; else the smallest of its series."""
    kin = [other for other in PAPERS.values() if other.series == paper.series]
    return next((other for other in kin if abs(other.height - paper.width) < MM), kin[0])


def larger_papers(paper: Paper) -> list[Paper]:
    """The papers with more room than `paper`, the smallest first, those of its own series before the others."""
    area = paper.width * paper.height
    larger = [other for other in PAPERS.values() if other.width * other.height > area]
    return sorted(larger, key=lambda other: other.series != paper.series)


def default_paper(environ: Mapping[str, str]) -> str:
    """The name of the paper that people use where the environment says we are."""
    return system_paper(environ)[0]


def system_paper(environ: Mapping[str, str]) -> tuple[str, str]:
    """The name of the paper, and the variable that decides it; none if none is set."""
    deciding = next((key for key in ("LC_PAPER", "LC_ALL", "LANG") if environ.get(key)), "")
    territory = environ.get(deciding, "").split(".")[0].split("@")[0].partition("_")[2].upper()
    return "letter" if territory in _LETTER_TERRITORIES else "a4", deciding
