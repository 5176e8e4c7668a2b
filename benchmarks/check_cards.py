"""How fast cards are checked, beside what the standard library takes for the same lines.

Run it with ``make bench-check``; another number of cards, and of runs, may be given. CPU seconds (user and system)
of whole processes that read standard input, interleaved with their floors; the median of all runs, and the most memory
that any of them took. The start of the program, some 0.2 s, is part of its time: it weighs less the more cards there
are. Cards with a bonus for further Yachts are measured apart; so is one that claims more of them than can have been.
"""

import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from measure import PROGRAM, Run, interleaved, run, times

from sheetgen.rules import Ruleset, possible_values, totals
from sheetgen.rules.filling import is_plain
from sheetgen.rules.play import possible_extra_yachts
from sheetgen.rulesets.loading import load_ruleset

Card = dict[str, Any]
"""A card as a line of JSON has it."""
Way = Callable[[], Run]

CARDS = 1_000_000
YACHTS = 20_000
"""How many cards there are where each has further Yachts: to make one takes longer than to check one."""
IMPOSSIBLE = 2_000
"""How many cards claim more further Yachts than can have been."""
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
WITH_YACHTS = "numbers-hands"
CSV_GOALS, JSON_GOAL = {"dice-play": 8.0, WITH_YACHTS: 10.0}, 2.0
"""At most so many times as long as the floor, for each game that is measured."""
MS_GOAL = 1.0
"""At most so many CPU milliseconds for a card that claims too many further Yachts."""
NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def cards(ruleset: Ruleset, count: int, jokers: float = JOKERS, *, impossible: bool = False) -> Iterator[Card]:
    """Cards of random values, the same in each run; BAD of them with a wrong total or a value that cannot be.

    `jokers` is the share of cards with further Yachts; impossible ones claim one more than can have been.
    """
    chance = random.Random(7)  # noqa: S311 - cards, no secrets
    values = {
        box: [value for value in possible_values(ruleset, box) if is_plain(ruleset, box, value)]
        for box in ruleset.boxes
    }
    for number in range(count):
        boxes, yachts = {box: chance.choice(held) for box, held in values.items()}, 0
        if ruleset.extra_yachts and chance.random() < jokers:
            face = chance.randrange(6)
            boxes |= {"yacht": 50, NUMBERS[face]: 5 * (face + 1), "chance": 30}
            yachts = max(possible_extra_yachts(ruleset, boxes)) + impossible
        total = totals(ruleset, boxes, extra_yachts=yachts)["total"]
        if not impossible and chance.random() < BAD:
            total, boxes = _spoiled(chance, total, boxes)
        yield {"id": number, "ruleset": ruleset.id, "boxes": boxes, "totals": {"total": total}}


def _spoiled(chance: random.Random, total: int, boxes: dict[str, int]) -> tuple[int, dict[str, int]]:
    if chance.random() < 0.5:
        return total + chance.choice((1, 9, -10, 100)), boxes
    return total, {**boxes, chance.choice(list(boxes)): 31}


def write_lines(each: Iterable[Card], target: Path) -> Path:
    """The cards as JSON lines."""
    with target.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(card) + "\n" for card in each)
    return target


def write_table(lines: Path, ruleset: Ruleset) -> Path:
    """The same cards as CSV, in a file beside them."""
    table = lines.with_suffix(".csv")
    with lines.open(encoding="utf-8") as cards_of_lines, table.open("w", encoding="utf-8") as file:
        print("id", *ruleset.boxes, "total", sep=",", file=file)
        for card in map(json.loads, cards_of_lines):
            print(card["id"], *card["boxes"].values(), card["totals"]["total"], sep=",", file=file)
    return table


def ways(ruleset: Ruleset, count: int, folder: Path) -> dict[str, tuple[Way, Way, float | None]]:
    """For each kind of lines: the floor, ours, and how many times as long ours may take."""
    lines = write_lines(cards(ruleset, count), folder / f"{ruleset.id}.jsonl")
    table = write_table(lines, ruleset)
    values = json.dumps({box: possible_values(ruleset, box) for box in ruleset.boxes})
    read_json, read_csv = [sys.executable, "-c", JSON_FLOOR, values], [sys.executable, "-c", CSV_FLOOR]
    check = partial(run, checking(ruleset.id))
    found: dict[str, tuple[Way, Way, float | None]] = {
        f"{ruleset.id}, CSV": (partial(run, read_csv, table), partial(check, table), CSV_GOALS[ruleset.id]),
        f"{ruleset.id}, JSON lines": (partial(run, read_json, lines), partial(check, lines), JSON_GOAL),
    }
    if ruleset.id == WITH_YACHTS:
        each = cards(ruleset, min(count, YACHTS), jokers=1)
        table = write_table(write_lines(each, folder / "yachts.jsonl"), ruleset)
        found["all with further Yachts"] = (partial(run, read_csv, table), partial(check, table), None)
    return found


def checking(game: str) -> list[str]:
    """The command that checks lines of a game."""
    return [PROGRAM, "check", "--ruleset", game, "--lang", "en", "--batch", "-"]


def print_impossible(folder: Path, runs: int) -> None:
    """A line for cards that claim too many further Yachts: what one takes, the start of the program taken off."""
    game = load_ruleset(WITH_YACHTS)
    bad = cards(game, IMPOSSIBLE, jokers=1, impossible=True)
    files = {"some": write_lines(bad, folder / "some.jsonl"), "none": write_lines((), folder / "none.jsonl")}
    found = interleaved({name: partial(run, checking(game.id), file) for name, file in files.items()}, runs)
    each = 1000 * (found["some"].cpu - found["none"].cpu) / IMPOSSIBLE
    print(f"{'CPU ms for one that claims too many further Yachts':52} {times(each, MS_GOAL)}")


def main() -> None:
    """Measure and print."""
    count, runs = (int(sys.argv[place]) if len(sys.argv) > place else usual for place, usual in ((1, CARDS), (2, RUNS)))
    print(f"{count:,} cards, {BAD:.0%} of them wrong; medians of {runs} rounds; CPU time beside the floor's")
    print(f"{'':26} {'floor s':>8} {'CPU s':>8} {'wall s':>8} {'MB':>5}")
    with tempfile.TemporaryDirectory() as folder:
        for game in CSV_GOALS:
            for name, (floor, ours, goal) in ways(load_ruleset(game), count, Path(folder)).items():
                found = interleaved({"floor": floor, "ours": ours}, runs)
                each, beside = found["ours"], times(found["ours"].cpu / found["floor"].cpu, goal)
                shown = f"{found['floor'].cpu:8.2f} {each.cpu:8.2f} {each.wall:8.2f} {each.megabytes:5.0f}"
                print(f"{name:26} {shown} {beside}", flush=True)
        print_impossible(Path(folder), runs)


if __name__ == "__main__":
    main()
