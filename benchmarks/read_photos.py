"""Benchmark of the reader of photos.

Made scans, and made photos of phones in easy, medium and hard light. Run it with ``make
bench-photos``; ``PHOTOS="--count 200"`` makes 200 photos of each level. Their digits were not used
in training, and their truth is known. Wrong sums and false accusations are counted twice: with
--no-ask, and for somebody who presses Enter at every question. All shares are of what is written on
columns that somebody played.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from unittest.mock import patch

import numpy as np
from measure import PROGRAM, run
from msgspec import Struct
from photography.camera import LEVELS, Level
from photography.hands import SOURCES, Source
from photography.scenes import GROUNDS
from photography.sheets import GAMES, MM, game
from photos import TrueCell, Truth, photographed

from sheetgen import SheetgenError, SheetOptions
from sheetgen.checker.check import check_card
from sheetgen.rules.scoring import WrittenCard
from sheetgen.scan import reader
from sheetgen.scan.candidates import Wanted
from sheetgen.scan.column import SURE, BoxRead
from sheetgen.scan.pictures import LONGEST, one_core, open_pictures
from sheetgen.scan.reader import ReadColumn, ReadSheet, read_flat, read_picture

COUNT = 40
HIDDEN = 0.02
"""Share of a place that a finger hides from which on it need not be read; it must not be read
wrongly, either."""
ANOTHER = 1.0
"""Median distance of corners from their place, in mm, from which on the boxes are those of another
sheet."""
BINS = (0.0, 0.5, 0.8, 0.95, SURE, 0.999, 1.0001)
"""Probabilities of likeliest values between which the table of reliability is divided."""
GOALS = {
    "found, %": (100, 100, 97, None),
    "taken for another": (0, 0, 0, 0),
    "right before asking, %": (99.9, 99.8, 99.7, None),
    "wrong and sure, of 20,000": (0, 1, 2, 4),
    "unsure a card of 18 rows": (0.4, 0.5, 0.6, None),
    "questions a card": (1, 1, 1, None),
    "wrong sums reported, %, with Enter": (95, 95, 95, None),
    "wrong sums reported, %, with --no-ask": (80, 80, 80, None),
    "right cards accused, of 200, with Enter": (1, 1, 1, None),
    "right cards accused, of 200, with --no-ask": (1, 1, 1, None),
}  # fmt: skip
"""Goals for scan, easy, medium and hard photos. A card is accused if a place is called wrong that
is not where the same card is typed; only cards without a wrong sum count."""
HOW = ("with Enter", "with --no-ask")
KINDS = ("boxes", "right sums", "wrong sums")
"""Kinds of places in the table of reliability. A total is a wrong sum if it was added up
wrongly."""


class Found(Struct):
    """Result of one photo, or of many."""

    counts: Counter[str]
    errors: list[float]
    """Distance of each corner of a place from where it was found, in mm."""
    said: list[tuple[str, float, bool]]
    """Kind of each place, the probability of its likeliest value, and whether that value is
    right."""
    seconds: list[float]
    """Processor time of each photo."""
    located: list[float]
    """Processor time of each photo that was found, until the sheet is straightened."""


def read(jpeg: bytes, truth: Truth, found: Found) -> ReadSheet:
    """Read the sheet in a photo as `check` does, and note the time.

    Only the file of house rules is given.

    Raises SheetgenError if it is refused.
    """
    began = process_time()

    def located(*page: Any) -> tuple[ReadColumn, ...]:
        found.located.append(process_time() - began)
        return read_flat(*page)

    with TemporaryDirectory() as folder, one_core(), patch.object(reader, "read_flat", located):
        path = Path(folder, "photo.jpg")
        path.write_bytes(jpeg)
        picture = open_pictures(path).picture(1)
        try:
            (sheet,) = read_picture(
                picture, Wanted(game=game("house") if truth.game == "house" else None)
            )
            if isinstance(sheet, SheetgenError):
                raise sheet
            return sheet
        finally:
            found.seconds.append(process_time() - began)


def tried(number: int, level: Level, sources: Sequence[Source], ground: str = "") -> Found:
    """Make one photo and read it."""
    jpeg, truth = photographed(
        GAMES[number % len(GAMES)], level, 1_000 + number, sources, ground=ground
    )
    found = Found(Counter(photos=1), [], [], [], [])
    try:
        sheet = read(jpeg, truth, found)
    except SheetgenError as error:
        found.counts["refused"] += 1
        print(f"{level} {truth.seed} {truth.game}: {error}")
        return found
    if not (off := distances(sheet, truth)):
        found.counts["another"] += 1
        print(f"{level} {truth.seed} {truth.game}: taken for {sheet.game.id}")
        return found
    found.counts["found"] += 1
    found.errors += off
    judge(sheet, truth, found)
    return found


def distances(sheet: ReadSheet, truth: Truth) -> list[float]:
    """Return the distances of corners from where they were found, in mm.

    None if another sheet was found. The same sheet in another language may have its boxes in the
    same places.
    """
    if sheet.map is None or sheet.position is None:
        return []
    mine = {cell.id: cell.rect for cell in sheet.map.cells if cell.kind != "name"}
    places = {cell.id: cell.rect for cell in truth.map.cells if cell.kind != "name"}
    if sheet.map.ruleset != truth.map.ruleset or mine.keys() != places.keys():
        return []
    share = min(1.0, LONGEST / max(truth.size))  # larger pictures are reduced before they are read
    off: list[float] = []
    for cell in truth.cells:
        if cell.kind == "name":  # which has no box on some sheets
            continue
        placed, at, corners = (
            places[cell.id],
            mine[cell.id],
            (np.array(cell.corners) + 0.5) * share - 0.5,
        )
        points = np.array(
            [[at.x, at.y], [at.right, at.y], [at.right, at.bottom], [at.x, at.bottom]]
        )
        per_mm = np.linalg.norm(corners[1] - corners[0]) / (placed.width / MM)
        off += list(np.linalg.norm(sheet.position.to_picture(points) - corners, axis=1) / per_mm)
    return off if np.median(off) < ANOTHER else []


def judge(sheet: ReadSheet, truth: Truth, found: Found) -> None:
    """Compare what was read with what is written, and the findings with the slips made."""
    columns = {column.number: column for column in sheet.columns}
    for number, cells in groupby(sorted(truth.cells, key=_column), key=_column):
        written = {cell.id.partition(".")[2]: cell for cell in cells if cell.kind != "name"}
        if not any(cell.text for cell in written.values()):
            found.counts["ghosts"] += number in columns
            continue
        found.counts["cards"] += 1
        if number not in columns:
            found.counts["cards missed"] += 1
            continue
        places = {
            row: (cell, columns[number].read[row])
            for row, cell in written.items()
            if row in sheet.game.rows
        }
        for row, (cell, one) in places.items():
            kind = (
                "boxes" if row in sheet.game.boxes else "wrong sums" if cell.slip else "right sums"
            )
            weigh(
                f"{truth.level} {truth.seed} {truth.game} p{number}.{row}", kind, cell, one, found
            )
        held = {row: cell for row, (cell, _) in places.items()}
        report(sheet, number, held, found, "with --no-ask")
        report(answered(sheet, number, found), number, held, found, "with Enter")


def _column(cell: TrueCell) -> int:
    return int(cell.id.partition(".")[0][1:])


def weigh(where: str, kind: str, cell: TrueCell, one: BoxRead, found: Found) -> None:
    """Compare one place as it was read with what is written there."""
    likeliest, chance = one.likely[0]
    right = (one.value if one.sure else likeliest) == cell.value
    found.counts["wrong and sure"] += one.sure and not right
    if not right:
        likely = ", ".join(f"{value} {100 * chance:.1f} %" for value, chance in one.likely)
        struck = f" after {cell.struck}, struck" if cell.struck else ""
        print(
            f"{where}: {'SURE' if one.sure else 'unsure'} {likely}; written is "
            f"{cell.text!r}{struck}"
        )
    if cell.hidden <= HIDDEN:
        found.counts["places"] += 1
        found.counts["right"] += right
        found.counts["unsure"] += not one.sure
        found.said.append((kind, chance, likeliest == cell.value))


def answered(sheet: ReadSheet, number: int, found: Found) -> ReadSheet:
    """Return the sheet after somebody has pressed Enter at every question about a column."""
    left: set[str] = set()
    while rows := [row for row in column_of(sheet, number).unsure if row not in left]:
        one = column_of(sheet, number).read[rows[0]]
        found.counts["questions"] += 1
        if one.has_default:
            sheet = sheet.answered(number, rows[0], one.value)
        else:
            left.add(rows[0])
    return sheet


def column_of(sheet: ReadSheet, number: int) -> ReadColumn:
    """Return the column with this number."""
    return next(column for column in sheet.columns if column.number == number)


def report(
    sheet: ReadSheet, number: int, cells: dict[str, TrueCell], found: Found, how: str
) -> None:
    """Compare the findings on a column with those on the same card, typed.

    A wrong sum is reported if it is a finding; with Enter also if its question, which stays open,
    shows both what is written and what the boxes make.
    """
    written = WrittenCard(
        tuple((row, cell.value) for row, cell in cells.items() if cell.value is not None)
    )
    typed = {each.where for each in check_card(sheet.game, written).findings}
    column = column_of(sheet, number)
    audit = check_card(sheet.game, column.card())
    findings = {each.where for each in audit.findings if each.kind != "unsure"}
    shown = {
        row
        for row in column.unsure
        if cells[row].value in dict(column.read[row].looks)
        and audit.right.get(row) not in (None, cells[row].value)
    }
    slips = {row for row, cell in cells.items() if cell.slip} & typed
    found.counts[f"wrong sums {how}"] += bool(slips)
    found.counts[f"reported {how}"] += bool(slips) and slips <= (
        findings | shown if how == "with Enter" else findings
    )
    found.counts[f"right cards {how}"] += not slips
    found.counts[f"accused {how}"] += not slips and not findings <= typed


def merged(parts: Iterable[Found]) -> Found:
    """Return the sum of several results."""
    every = Found(Counter(), [], [], [], [])
    for part in parts:
        every.counts.update(part.counts)
        every.errors += part.errors
        every.said += part.said
        every.seconds += part.seconds
        every.located += part.located
    return every


def figures(found: Found) -> dict[str, float]:
    """Return the figures of a level for the table, by name."""
    n = found.counts
    places, errors = max(1, n["places"]), found.errors or [np.nan]
    return {
        "photos": n["photos"],
        "found, %": 100 * n["found"] / n["photos"],
        "taken for another": n["another"],
        "corners off, mm: median": float(np.median(errors)),
        "95th of 100": float(np.percentile(errors, 95)),
        "most": max(errors),
        "cards": n["cards"],
        "of these not seen": n["cards missed"] + n["ghosts"],
        "places": n["places"],
        "right before asking": n["right"],
        "right before asking, %": 100 * n["right"] / places,
        "wrong and sure": n["wrong and sure"],
        "wrong and sure, of 20,000": 20_000 * n["wrong and sure"] / places,
        "unsure a card of 18 rows": 18 * n["unsure"] / places,
        "questions a card": n["questions"] / max(1, n["cards"]),
        "questions": n["questions"],
        "wrong sums": n["wrong sums with Enter"],
        **{f"reported {how}": n[f"reported {how}"] for how in HOW},
        **{
            f"wrong sums reported, %, {how}": 100
            * n[f"reported {how}"]
            / max(1, n[f"wrong sums {how}"])
            for how in HOW
        },
        **{
            f"right cards accused, of 200, {how}": 200
            * n[f"accused {how}"]
            / max(1, n[f"right cards {how}"])
            for how in HOW
        },
        "right cards": n["right cards with Enter"],
        **{f"accused {how}": n[f"accused {how}"] for how in HOW},
        "CPU seconds a photo": float(np.mean(found.seconds)),
        "most for one photo": max(found.seconds),
        "CPU seconds to find the sheet": float(np.mean(found.located or [np.nan])),
        "most for one sheet": max(found.located, default=np.nan),
    }


def print_table(found: dict[Level, Found]) -> None:
    """Print the figures of all levels next to each other, with the goals in brackets."""
    rows = {level: figures(each) for level, each in found.items()}
    print(f"\n{'':44}" + "".join(f"{level:>18}" for level in rows))
    for name in next(iter(rows.values())):
        goals = dict(zip(LEVELS, GOALS.get(name, (None,) * 4), strict=True))
        values = (f"{row[name]:.3f}".rstrip("0").rstrip(".") for row in rows.values())
        shown = (
            f"{value} ({goals[level]:g})" if goals.get(level) is not None else value
            for level, value in zip(rows, values, strict=True)
        )
        print(f"{name:44}" + "".join(f"{each:>18}" for each in shown))


def print_reliability(said: Sequence[tuple[str, float, bool]]) -> None:
    """Print the share of right values and their probability, for each kind of place."""
    for kind in KINDS:
        print(f"\n{kind:18} places    said on average    right")
        for low, high in pairwise(BINS):
            inside = [each[1:] for each in said if each[0] == kind and low <= each[1] < high]
            if inside:
                chance, right = np.mean(inside, axis=0)
                print(
                    f"{low:5.3f} to {min(high, 1):5.3f} {len(inside):9}{chance:19.4f}{right:9.4f}"
                )


def print_cost() -> None:
    """Print the processor time and the memory of a check of a large photo.

    The photo has some 12 megapixels and four players.
    """
    with ProcessPoolExecutor(
        1
    ) as pool:  # what begins a process counts with it: this one has to stay small
        jpeg, truth = pool.submit(_large).result()
    with TemporaryDirectory() as folder:
        path = Path(folder, "photo.jpg")
        path.write_bytes(jpeg)
        took = run([PROGRAM, "check", str(path), "--no-ask"])
    large = _pixels((jpeg, truth)) / 1e6
    print(
        f"\n{large:.1f} megapixels: {took.cpu:.2f} s, {took.megabytes:.0f} MB (goals: 2 s, 300 MB)"
    )


def _large() -> tuple[bytes, Truth]:
    options = SheetOptions(players=4)
    return max(
        (photographed("yatzy", "easy", seed, options=options) for seed in range(6)), key=_pixels
    )


def _pixels(photo: tuple[bytes, Truth]) -> int:
    return photo[1].size[0] * photo[1].size[1]


def main() -> None:
    """Make and read photos of each level, and print the tables."""
    parser = argparse.ArgumentParser(
        description="Measure how well photos of filled sheets are read."
    )
    parser.add_argument("--count", type=int, default=COUNT, help="photos of each level")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--level", choices=[*LEVELS, "copy"], action="append")
    parser.add_argument("--source", choices=SOURCES, action="append", help="of the digits")
    parser.add_argument(
        "--ground",
        choices=GROUNDS,
        default="",
        help="what the sheets lie on, for photos of a phone",
    )
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    found: dict[Level, Found] = {}
    with ProcessPoolExecutor(given.processes) as pool:
        for level in given.level or LEVELS:
            one = partial(
                tried, level=level, sources=tuple(given.source or SOURCES), ground=given.ground
            )
            found[level] = merged(pool.map(one, range(given.first, given.first + given.count)))
    print_table(found)
    print_reliability([each for level in found.values() for each in level.said])
    print_cost()


if __name__ == "__main__":
    main()
