"""The code of a sheet: a row of ten dice that says which sheet it is, for a reader of photos."""

from collections.abc import Iterable
from hashlib import sha256

from sheetgen.layout.options import MM
from sheetgen.layout.primitives import CellId, Rect

DATA, CHECK = 7, 3
"""How many dice carry the fingerprint of a sheet, and how many check them: what looks certain may be read wrongly."""


def code_of(ruleset: str, page: tuple[float, float], cells: Iterable[tuple[CellId, Rect]]) -> tuple[int, ...]:
    """The faces of the dice of a sheet: a fingerprint of its game, its page, and what is written where, in points.

    Sheets whose boxes lie within a tenth of a millimetre of each other have the same.
    """
    parts = [ruleset, *(f"{side / MM:.0f}" for side in page)]
    for cell, rect in cells:
        sides = (rect.x, rect.y, rect.width, rect.height)
        parts.append(f"{cell.player} {cell.game} {cell.row} " + " ".join(f"{side / MM:.1f}" for side in sides))
    digest = sha256("\n".join(parts).encode()).digest()
    number = int.from_bytes(digest[:8], "big") % 6**DATA
    return (*_dice(number, DATA), *_dice(checksum(number), CHECK))


def checksum(number: int) -> int:
    """What the last dice say, from the number of the others."""
    return int.from_bytes(sha256(b"%d" % number).digest()[:8], "big") % int(6**CHECK)


def _dice(number: int, count: int) -> tuple[int, ...]:
    """A number to the base of six as faces, the highest place first."""
    return tuple(number // 6**place % 6 + 1 for place in reversed(range(count)))
