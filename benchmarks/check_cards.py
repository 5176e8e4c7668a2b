"""Time of checking cards in batches, compared with a plain floor in the same run.

Run it with ``make bench-check``, with other numbers of cards and of runs as arguments. Times are
CPU seconds (user and system) of whole processes that read standard input, interleaved with their
floors; the median of all runs, and their highest memory. The microseconds a card leave out the
start of the program, measured by a batch without cards. Cards with a bonus for further Yachts are
measured separately, and so are wrong cards.
"""

import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from measure import PROGRAM, Run, interleaved, run

from sheetgen.rules.history import (
    examples,
    possible_extra_yachts,
    possible_values,
    yacht_box_ids,
)
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import totals
from sheetgen.rulesets.loading import load_ruleset

Card = dict[str, Any]
"""Card as a line of JSON."""
Way = Callable[[], Run]

CARDS = 100_000
"""Default number of cards."""
YACHTS = 20_000
"""Number of cards with further Yachts. To make one takes longer than to check one."""
WRONG = 2_000
"""Number of wrong cards, and of cards that claim too many further Yachts."""
JOKERS = 0.02
"""Share of cards with a bonus for further Yachts, if the game has one."""
RUNS = 5
"""Default number of runs."""
JSON_FLOOR = """
import json, sys
values = {box: set(held) for box, held in json.loads(sys.argv[1]).items()}
for line in sys.stdin.buffer:
    card = json.loads(line)
    boxes = card["boxes"]
    all(value in values[box] for box, value in boxes.items())
    and sum(boxes.values()) == card["totals"]["total"]
"""
"""Script that parses each line, looks up each value, and adds them up. It has no bonus, no
findings and no output."""
CSV_FLOOR = """
import csv, sys
for row in csv.reader(sys.stdin):
    pass
"""
"""Script that only parses each line."""
WITH_YACHTS = "numbers-hands"
GAMES = ("dice-play", WITH_YACHTS)
CARD_GOAL, WRONG_GOAL = 60.0, 1_000.0
"""Maximum CPU microseconds for a right card, and for a wrong one."""
NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def cards(
    ruleset: Ruleset,
    count: int,
    jokers: float = JOKERS,
    *,
    wrong: bool = False,
    impossible: bool = False,
) -> Iterator[Card]:
    """Yield cards with random values, the same in each run.

    `wrong` ones have a wrong total or an impossible value.

    `jokers` is the share of cards with further Yachts; `impossible` ones claim one more than is
    possible.
    """
    chance = random.Random(7)  # noqa: S311 - cards, no secrets
    yachts_in = yacht_box_ids(ruleset)
    values: dict[str, list[int]] = {}
    for box in ruleset.boxes:
        # without a joker: what the rest of the card holds does not matter
        plain = possible_values(ruleset, box) if box in yachts_in else examples(ruleset, box)
        values[box] = [value for value in possible_values(ruleset, box) if value in plain]
    for number in range(count):
        boxes, yachts = {box: chance.choice(held) for box, held in values.items()}, 0
        if ruleset.extra_yachts and chance.random() < jokers:
            face = chance.randrange(6)
            boxes |= {"yacht": 50, NUMBERS[face]: 5 * (face + 1), "chance": 30}
            yachts = max(possible_extra_yachts(ruleset, boxes)) + impossible
        total = totals(ruleset, boxes, extra_yachts=yachts)["total"]
        if wrong:
            total, boxes = _spoiled(chance, total, boxes)
        yield {"id": number, "ruleset": ruleset.id, "boxes": boxes, "totals": {"total": total}}


def _spoiled(
    chance: random.Random, total: int, boxes: dict[str, int]
) -> tuple[int, dict[str, int]]:
    """Return a card with a wrong total or an impossible value."""
    if chance.random() < 0.5:
        return total + chance.choice((1, 9, -10, 100)), boxes
    return total, {**boxes, chance.choice(list(boxes)): 31}


def write_lines(each: Iterable[Card], target: Path) -> Path:
    """Write cards as JSON lines, and return the file."""
    with target.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(card) + "\n" for card in each)
    return target


def write_table(lines: Path, ruleset: Ruleset) -> Path:
    """Write the cards of a file of JSON lines as CSV, and return the file."""
    table = lines.with_suffix(".csv")
    with lines.open(encoding="utf-8") as cards_of_lines, table.open("w", encoding="utf-8") as file:
        print("id", *ruleset.boxes, "total", sep=",", file=file)
        for card in map(json.loads, cards_of_lines):
            print(card["id"], *card["boxes"].values(), card["totals"]["total"], sep=",", file=file)
    return table


def ways(ruleset: Ruleset, count: int, folder: Path) -> dict[str, tuple[int, Way, Way]]:
    """Return the number of cards, the floor and our command, by the kind of lines."""
    lines = write_lines(cards(ruleset, count), folder / f"{ruleset.id}.jsonl")
    table = write_table(lines, ruleset)
    values = json.dumps({box: possible_values(ruleset, box) for box in ruleset.boxes})
    read_json, read_csv = (
        [sys.executable, "-c", JSON_FLOOR, values],
        [sys.executable, "-c", CSV_FLOOR],
    )
    check = partial(run, checking(ruleset.id))
    found: dict[str, tuple[int, Way, Way]] = {
        f"{ruleset.id}, CSV": (count, partial(run, read_csv, table), partial(check, table)),
        f"{ruleset.id}, JSON lines": (count, partial(run, read_json, lines), partial(check, lines)),
    }
    if ruleset.id == WITH_YACHTS:
        few = min(count, YACHTS)
        table = write_table(
            write_lines(cards(ruleset, few, jokers=1), folder / "yachts.jsonl"), ruleset
        )
        found["all with further Yachts"] = (
            few,
            partial(run, read_csv, table),
            partial(check, table),
        )
    return found


def checking(game: str) -> list[str]:
    """Return the command that checks lines of a game."""
    return [PROGRAM, "check", "--ruleset", game, "--lang", "en", "--batch", "-"]


def main() -> None:
    """Measure and print."""
    count, runs = (
        int(sys.argv[place]) if len(sys.argv) > place else usual
        for place, usual in ((1, CARDS), (2, RUNS))
    )
    print(f"{count:,} right cards, or fewer of a special kind; medians of {runs} runs")
    print(f"{'':38} {'floor s':>8} {'CPU s':>8} {'wall s':>8} {'MB':>5} {'us a card':>9}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        none = write_lines((), folder / "none.jsonl")
        for game in GAMES:
            ruleset, start = load_ruleset(game), partial(run, checking(game), none)
            kinds = {kind: (*way, CARD_GOAL) for kind, way in ways(ruleset, count, folder).items()}
            special = {"wrong": partial(cards, ruleset, WRONG, wrong=True)}
            if game == WITH_YACHTS:
                special["too many further Yachts"] = partial(
                    cards, ruleset, WRONG, 1.0, impossible=True
                )
            for kind, made in special.items():
                lines = write_lines(made(), folder / f"{kind}.jsonl")
                kinds[f"{game}, {kind}"] = (
                    WRONG,
                    start,
                    partial(run, checking(game), lines),
                    WRONG_GOAL,
                )
            for kind, (number, floor, ours, goal) in kinds.items():
                found = interleaved({"floor": floor, "ours": ours, "start": start}, runs)
                each = found["ours"]
                beside = within(1_000_000 * (each.cpu - found["start"].cpu) / number, goal)
                shown = (
                    f"{found['floor'].cpu:8.2f} {each.cpu:8.2f} {each.wall:8.2f} "
                    f"{each.megabytes:5.0f}"
                )
                print(f"{kind:38} {shown} {beside}", flush=True)


def within(found: float, goal: float) -> str:
    """Return microseconds beside their goal."""
    return f"{found:9.1f}  goal {goal:.0f}{'' if found <= goal else '  MISSED'}"


if __name__ == "__main__":
    main()
