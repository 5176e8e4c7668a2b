"""Make the workshop: a folder for a web space, in which people without Python make sheets."""

import argparse
import sys
from pathlib import Path
from time import perf_counter

from workshop.folder import LANGUAGES, workshop

from sheetgen.rulesets.source import is_shipped, known_ids


def main() -> None:
    """Write the folder, which must be new or empty, and report its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("out/workshop"))
    parser.add_argument("--paper", default="a4")
    parser.add_argument("--games", default="", help="names of games with commas; all without it")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    asked = parser.parse_args()
    if asked.folder.exists() and any(asked.folder.iterdir()):
        sys.exit(f"{asked.folder} is not empty; remove it, or name another folder")
    begun, count, size = perf_counter(), 0, 0
    games = asked.games.split(",") if asked.games else filter(is_shipped, known_ids())
    for place, content in workshop(asked.languages.split(","), [*games], asked.paper):
        target = asked.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        count, size = count + 1, size + len(content)
    print(f"{asked.folder}: {count} files, {size / 1e6:.1f} MB, in {perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
