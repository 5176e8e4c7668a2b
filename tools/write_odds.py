"""Write the tables of odds and pars of the games that ship.

`sheetgen odds` prints from them at once. Each is worked out from nothing, into an empty cache
folder; names of games limit it to these.
"""

import os
import sys
import tempfile
import time

from sheetgen.odds.best_play import DATA, UnsolvedError, fingerprint, write_play
from sheetgen.odds.counters import Goal
from sheetgen.odds.solution import play_of
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids


def main(names: list[str]) -> None:
    """Write the tables and print the time of each.

    Remove those of games whose rules have changed.
    """
    wanted = {fingerprint(Goal(load_ruleset(name))) for name in ruleset_ids()}
    for old in DATA.glob("*.json"):
        if old.name != "offers.json" and old.stem not in wanted:
            old.unlink()
    for name in names or ruleset_ids():
        goal, start = Goal(load_ruleset(name)), time.perf_counter()
        try:
            play = play_of(goal)
        except UnsolvedError as error:
            print(f"{name}: {error}")
            continue
        DATA.mkdir(exist_ok=True)
        (DATA / f"{fingerprint(goal)}.json").write_bytes(write_play(play))
        seconds = time.perf_counter() - start
        print(
            f"{name}: {play.value:.6f} from {play.states:,} states in {seconds:.0f} s", flush=True
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SHEETGEN_HOME"] = folder
        main(sys.argv[1:])
