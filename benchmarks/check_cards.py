"""How fast a million cards are checked, beside what the standard library takes to parse them and add them up.

Run it with ``make benchmark-check``; another number of cards may be given. Whole processes, interleaved; the quietest
of three runs in CPU time, and the most memory that any of them took.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sheetgen.rules import Ruleset, is_plain, possible_extra_yachts, possible_values, totals
from sheetgen.ruleset_file import load_ruleset

CARDS = 1_000_000
BAD = 0.05
JOKERS = 0.02
"""The share of cards that hold what further Yachts have earned, where the game has a bonus for them."""
RUNS = 3
FLOOR = """
import json, sys
for line in sys.stdin.buffer:
    card = json.loads(line)
    sum(card["boxes"].values()) == card["totals"]["total"]
"""
CSV_FLOOR = """
import csv, sys
for row in csv.reader(sys.stdin):
    pass
"""
PROGRAM = str(Path(sys.executable).parent / "sheetgen")
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


def measure(command: list[str], source: Path) -> tuple[float, float, float]:
    """CPU seconds, wall seconds and megabytes of one run over a file."""
    began = time.perf_counter()
    with source.open("rb") as stream:
        child = subprocess.Popen(command, stdin=stream, stdout=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0  # it was waited for just now
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - began, usage.ru_maxrss / 1024


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


def main() -> None:
    """Measure and print."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else CARDS
    print(f"{count:,} cards, {BAD:.0%} of them wrong; the floor parses each line and adds up its numbers")
    print(f"{'':32} {'cards/s':>9} {'cpu s':>7} {'wall s':>7} {'MB':>5}   cards/s beside the floor")
    with tempfile.TemporaryDirectory() as folder:
        for name in GAMES:
            lines, table = write_cards(load_ruleset(name), count, Path(folder))
            check = [PROGRAM, "check", "--ruleset", name, "--lang", "en", "--batch", "-"]
            report(count, {
                f"{name}: json floor": ([sys.executable, "-c", FLOOR], lines),
                f"{name}: check, JSON lines": (check, lines),
                f"{name}: csv.reader floor": ([sys.executable, "-c", CSV_FLOOR], table),
                f"{name}: check, CSV": (check, table),
            })  # fmt: skip


def report(count: int, commands: dict[str, tuple[list[str], Path]]) -> None:
    """Run the commands in turn, and print the quietest run of each; floors come before what stands beside them."""
    found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, (command, source) in commands.items():
            found[name].append(measure(command, source))
    floor = 0.0
    for name, runs in found.items():
        cpu, wall, _ = min(runs)
        floor = count / cpu if "floor" in name else floor
        megabytes = max(memory for _, _, memory in runs)
        print(f"{name:32} {count / cpu:9,.0f} {cpu:7.2f} {wall:7.2f} {megabytes:5.0f}   {count / cpu / floor:.2f}")


if __name__ == "__main__":
    main()
