"""How fast cards are checked, beside what the standard library takes for the same lines.

Run it with ``make bench-check``; another number of cards, and of runs, may be given. CPU seconds (user and system)
of whole processes that read standard input, interleaved with their floors; the median of all runs, and the most memory
that any of them took. The start of the program, some 0.2 s, is part of its time: it weighs less the more cards there
are.
"""

import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from measure import PROGRAM, Run, interleaved, run, times

from sheetgen.rules import Ruleset, is_plain, possible_extra_yachts, possible_values, totals
from sheetgen.rulesets import load_ruleset

CARDS = 1_000_000
BAD = 0.05
JOKERS = 0.02
"""The share of cards that hold what further Yachts have earned, where the game has a bonus for them."""
RUNS = 10
JSON_FLOOR = """
import json, sys
values = {box: set(held) for box, held in json.loads(sys.argv[1]).items()}
for line in sys.stdin.buffer:
    card = json.loads(line)
    boxes = card["boxes"]
    all(value in values[box] for box, value in boxes.items()) and sum(boxes.values()) == card["totals"]["total"]
"""
"""Parses each line, looks each value up in a set, and adds all up: no bonus, no findings, no output."""
CSV_FLOOR = """
import csv, sys
for row in csv.reader(sys.stdin):
    pass
"""
"""Parses each line and does nothing with it."""
GAMES = ("dice-play", "numbers-hands")


def cards(ruleset: Ruleset, count: int) -> Iterator[dict[str, object]]:
    """Cards of random values, the same in each run; BAD of them with a wrong total or a value that cannot be."""
    chance = random.Random(7)  # noqa: S311 - cards, no secrets
    values = {
        box: [value for value in possible_values(ruleset, box) if is_plain(ruleset, box, value)]
        for box in ruleset.boxes
    }
    for number in range(count):
        boxes = {box: chance.choice(held) for box, held in values.items()}
        stated = totals(ruleset, boxes)
        if ruleset.extra_yachts and chance.random() < JOKERS:
            boxes |= {"yacht": 50, "sixes": 30, "chance": 30}
            stated = totals(ruleset, boxes, extra_yachts=max(possible_extra_yachts(ruleset, boxes)))
        total = stated["total"]
        if chance.random() < BAD:
            total, boxes = _spoiled(chance, total, boxes)
        yield {"id": number, "ruleset": ruleset.id, "boxes": boxes, "totals": {"total": total}}


def _spoiled(chance: random.Random, total: int, boxes: dict[str, int]) -> tuple[int, dict[str, int]]:
    if chance.random() < 0.5:
        return total + chance.choice((1, 9, -10, 100)), boxes
    return total, {**boxes, chance.choice(list(boxes)): 31}


def write_cards(ruleset: Ruleset, count: int, folder: Path) -> tuple[Path, Path]:
    """The cards as JSON lines and as CSV."""
    lines, table = folder / f"{ruleset.id}.jsonl", folder / f"{ruleset.id}.csv"
    with lines.open("w", encoding="utf-8") as json_file, table.open("w", encoding="utf-8") as csv_file:
        print("id", *ruleset.boxes, "total", sep=",", file=csv_file)
        for card in cards(ruleset, count):
            print(json.dumps(card), file=json_file)
            boxes, stated = card["boxes"], card["totals"]
            assert isinstance(boxes, dict)  # noqa: S101 - tells mypy what holds
            assert isinstance(stated, dict)  # noqa: S101 - as above
            print(card["id"], *boxes.values(), stated["total"], sep=",", file=csv_file)
    return lines, table


def ways(ruleset: Ruleset, count: int, folder: Path) -> dict[str, tuple[Callable[[], Run], Callable[[], Run], float]]:
    """For each kind of lines: the floor, ours, and how many times as long ours may take."""
    lines, table = write_cards(ruleset, count, folder)
    values = json.dumps({box: possible_values(ruleset, box) for box in ruleset.boxes})
    check = [PROGRAM, "check", "--ruleset", ruleset.id, "--lang", "en", "--batch", "-"]
    python = [sys.executable, "-c"]
    return {
        f"{ruleset.id}, CSV": (partial(run, [*python, CSV_FLOOR], table), partial(run, check, table), 2.1),
        f"{ruleset.id}, JSON lines": (
            partial(run, [*python, JSON_FLOOR, values], lines), partial(run, check, lines), 1 / 1.5
        ),
    }  # fmt: skip


def main() -> None:
    """Measure and print."""
    count, runs = (int(sys.argv[place]) if len(sys.argv) > place else usual for place, usual in ((1, CARDS), (2, RUNS)))
    print(f"{count:,} cards, {BAD:.0%} of them wrong; medians of {runs} rounds; CPU time beside the floor's")
    print(f"{'':26} {'floor s':>8} {'CPU s':>8} {'wall s':>8} {'MB':>5}")
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            for name, (floor, ours, goal) in ways(load_ruleset(game), count, Path(folder)).items():
                found = interleaved({"floor": floor, "ours": ours}, runs)
                each, beside = found["ours"], times(found["ours"].cpu / found["floor"].cpu, goal)
                shown = f"{found['floor'].cpu:8.2f} {each.cpu:8.2f} {each.wall:8.2f} {each.megabytes:5.0f}"
                print(f"{name:26} {shown} {beside}", flush=True)


if __name__ == "__main__":
    main()
