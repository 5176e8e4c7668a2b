"""Several sheets on one picture: cards that were not cut apart yet, or sheets that lie beside each other."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from sheetgen.scan.lattice import Array, moved
from sheetgen.scan.locate import View
from sheetgen.scan.reading import ReadSheet

_LEAST = 6
"""In fewer boxes nothing is looked for."""
_MOST_LEFT = 0.5
"""So large a part of the boxes of a sheet, seen outside of it, are those of another one."""
_ALIKE = 0.25
"""By how much boxes of one size differ at most, as a part of it."""


def beside(seen: Iterable[View], found: Sequence[ReadSheet]) -> Iterator[View]:
    """The same views of a picture without what stands on the pages that were found; none if no other sheet is there.

    There is one if its code is seen in the first view, or so many boxes that it can be one.
    """
    for number, view in enumerate(seen):
        free = _are_free(view, view.corners.mean(1), found)
        rows = tuple(row for row in view.rows if _are_free(view, row.places, found).all())
        left = replace(view, corners=view.corners[free], rows=rows)
        if not number and not _shows_another(left, found[0]):
            return
        if len(left.corners) >= _LEAST:
            yield left


def _are_free(view: View, points: Array, found: Sequence[ReadSheet]) -> Array:
    """bool[n]: which points of a view, float[n, 2], are on none of these pages."""
    free = np.ones(len(points), bool)
    for sheet in found:
        if sheet.lies:
            at = _on_page(view, points, sheet)
            free &= ((at < 0) | (at > sheet.lies.size)).any(1)
    return free


def _on_page(view: View, points: Array, sheet: ReadSheet) -> Array:
    """Points of a view, float[n, 2], as points of a page that is flat and goes on."""
    return points if sheet.lies is None else moved((points + 0.5) / view.scale - 0.5, np.linalg.inv(sheet.lies.matrix))


def _shows_another(left: View, first: ReadSheet) -> bool:
    """Whether there is another sheet in what is left.

    Of a sheet that was taken by order only the place of its boxes is known, so its own code is left, and its dice are.
    """
    if first.map is None:
        return False
    boxes, rows = left.corners, left.rows
    if first.by_order:
        usual = np.median([(cell.rect.width, cell.rect.height) for cell in first.map.cells], axis=0)
        sizes = np.ptp(_on_page(left, boxes.reshape(-1, 2), first).reshape(-1, 4, 2), axis=1)
        boxes, rows = boxes[(np.abs(sizes / usual - 1) < _ALIKE).all(1)], ()
    return len(boxes) >= _MOST_LEFT * len(first.map.cells) or any(row.code for row in rows)


def in_lines(found: Sequence[ReadSheet]) -> list[ReadSheet]:
    """Those that somebody wrote on, in the order in which one reads them, as the first lies, each with its number.

    A single one has no number, and stays if it is blank.
    """
    first = found[0].lies
    if len(found) == 1 or first is None:
        return list(found)

    def place(sheet: ReadSheet) -> tuple[int, ...]:
        lies = sheet.lies or first
        middle = moved(lies.to_picture(np.array([lies.size]) / 2), np.linalg.inv(first.matrix))[0]
        across, down = np.rint(middle / first.size - 0.5).astype(int)
        return int(down), int(across)

    ordered = [replace(sheet, part=part) for part, sheet in enumerate(sorted(found, key=place), 1)]
    return [each for each in ordered if each.columns] or ordered[:1]
