"""Paper and lengths as people write them, and the usual paper of a country."""

import re
from collections.abc import Mapping

from msgspec import Struct

from sheetgen.errors import Message, SheetgenError, unknown

MM = 72 / 25.4
"""Points in a millimetre."""

_LETTER_TERRITORIES = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])
"""Territories that use Letter; all others use A4. Source: CLDR, supplemental measurement data."""


class Paper(Struct, frozen=True):
    """Paper, upright; width and height in points."""

    name: str
    width: float
    height: float
    series: str
    """Series of papers that are sold together: ``iso`` or ``us``."""
    across: bool = False
    """Flag: its size was written with the wider side first, which means landscape."""


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
"""Papers by name, from the smallest to the largest."""

_UNITS = {"mm": MM, "cm": 10 * MM, "in": 72.0}
_LENGTH = r"([0-9]{1,4}(?:[.,][0-9]{1,3})?)"
_SIZE = re.compile(rf"{_LENGTH}\s*[x×]\s*{_LENGTH}\s*(mm|cm|in)?")
_LEAST, _MOST = 40 * MM, 1200 * MM
"""Minimum and maximum side of paper that is written as a size, in points."""


def find_paper(name: str) -> Paper:
    """Return the paper of a name, in capitals or not, or of a size such as ``100x150mm`` or ``4x6in``.

    Raises SheetgenError for an unknown one.
    """
    written = name.strip().lower()
    if written in PAPERS:
        return PAPERS[written]
    size = read_size(written, "--paper", _LEAST)
    if not size:
        raise unknown(Message("paper"), written, (*PAPERS, "100x150mm", "4x6in"))
    sides, name = size
    return Paper(name, min(sides), max(sides), "us" if name.endswith("in") else "iso", across=sides[0] > sides[1])


def read_size(text: str, option: str, least: float) -> tuple[tuple[float, float], str] | None:
    """Return width and height in points, and the size with its unit, of a text such as ``100x150mm`` or ``4x6in``.

    Returns None for a text that is no size. Raises SheetgenError for a side below `least`, in points, or too long.
    """
    size = _SIZE.fullmatch(text.strip().lower())
    if not size:
        return None
    width, height, unit = size[1], size[2], size[3] or "mm"
    across, down = (float(side.replace(",", ".")) * _UNITS[unit] for side in (width, height))
    if not all(least <= side <= _MOST for side in (across, down)):
        raise SheetgenError(
            "wrote %(written)s; the sides should be from %(least)s to %(most)s mm", key=option,
            written=f"{width}x{height}{unit}", least=round(least / MM), most=round(_MOST / MM),
        )  # fmt: skip
    return (across, down), f"{width}x{height}{unit}".replace(",", ".")


def named_paper(width: float, height: float, series: str) -> Paper:
    """Return the paper of this size in points, upright, with its name if it has one."""
    low, high = sorted((width, height))
    known = (paper for paper in PAPERS.values() if abs(paper.width - low) < MM and abs(paper.height - high) < MM)
    paper = next(known, None)
    return Paper(paper.name if paper else f"{low / MM:.0f}x{high / MM:.0f}mm", low, high, series, width > height)


Length = str | float
"""Length as people write it, such as ``10mm`` or ``0.4in``; a number is in millimetres."""
Pair = str | tuple[Length, Length]
"""Length to the right and length up or down; as a text, with a comma between them."""


def read_length(text: str, option: str) -> float:
    """Return a length such as ``8``, ``8mm`` or ``0.3in`` in points; without a unit it is in millimetres."""
    match = re.fullmatch(rf"(-?){_LENGTH}\s*(mm|cm|in)?", text.strip().lower())
    if not match:
        raise SheetgenError("wrote '%(written)s'; should be a length such as 8mm or 0.3in", key=option, written=text)
    return float(match[1] + match[2].replace(",", ".")) * _UNITS[match[3] or "mm"]


def length_of(written: Length | None, option: str, least: float, most: float) -> float | None:
    """Return a length in points; raise SheetgenError if it is not between `least` and `most`, in millimetres."""
    if written is None:
        return None
    text = written if isinstance(written, str) else f"{written:g}"
    length = read_length(text, option)
    if not least * MM <= length <= most * MM:
        raise SheetgenError(
            "wrote '%(written)s'; should be from %(least)s to %(limit)s mm", key=option, written=text,
            least=f"{least:g}", limit=f"{most:g}",
        )  # fmt: skip
    return length


def pair_of(written: Pair | None, option: str) -> tuple[float, float]:
    """Return two lengths in points, 0 and 0 for None; raise SheetgenError for anything else."""
    if written is None:
        return 0.0, 0.0
    parts = written.split(",") if isinstance(written, str) else [str(each) for each in written]
    if len(parts) != 2:
        raise SheetgenError("wrote '%(written)s'; should be two lengths such as 1.5,-0.5", key=option, written=written)
    return read_length(parts[0], option), read_length(parts[1], option)


def half(paper: Paper) -> Paper:
    """Return the paper of half the size; the smallest of the series if there is none."""
    kin = [other for other in PAPERS.values() if other.series == paper.series]
    return next((other for other in kin if abs(other.height - paper.width) < MM), kin[0])


def larger_papers(paper: Paper) -> list[Paper]:
    """Return the larger papers, the smallest first, those of the same series before the others."""
    area = paper.width * paper.height
    larger = [other for other in PAPERS.values() if other.width * other.height > area]
    return sorted(larger, key=lambda other: other.series != paper.series)


def system_paper(environ: Mapping[str, str]) -> tuple[str, str]:
    """Return the name of the usual paper, and the environment variable that decides; an empty name if none is set."""
    deciding = next((key for key in ("LC_PAPER", "LC_ALL", "LANG") if environ.get(key)), "")
    territory = environ.get(deciding, "").split(".")[0].split("@")[0].partition("_")[2].upper()
    return "letter" if territory in _LETTER_TERRITORIES else "a4", deciding
