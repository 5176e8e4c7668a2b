"""Paper: its sizes, which one a country uses, and what a home printer can print on it."""

from collections.abc import Mapping
from dataclasses import dataclass

from sheetgen.errors import Message, unknown

MM = 72 / 25.4
"""Points in a millimetre."""

MARGINS = (12 * MM, 9 * MM, 6 * MM)
"""The margin to take, in points, and the smaller ones to fall back on. Home printers need 5 mm."""

_LETTER_TERRITORIES = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])
"""Where paper is Letter; A4 is everywhere else. Source: CLDR, supplemental measurement data."""


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright; width and height in points."""

    name: str
    width: float
    height: float
    series: str
    """``iso`` or ``us``: papers that the same people have."""


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


def find_paper(name: str) -> Paper:
    """The paper called `name`, in capitals or not; raises SheetgenError if there is none."""
    known = tuple(PAPERS)
    if name.lower() in known:
        return PAPERS[name.lower()]
    raise unknown(Message("paper"), name.lower(), known)


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
    locale = next((environ[key] for key in ("LC_PAPER", "LC_ALL", "LANG") if environ.get(key)), "")
    territory = locale.split(".")[0].split("@")[0].partition("_")[2].upper()
    return "letter" if territory in _LETTER_TERRITORIES else "a4"
