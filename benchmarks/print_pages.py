"""Measure the printing of sheets with names: many pages in one file, and a file for each sheet.

Run it with ``make bench-pages``, with an optional number of pages. Whole processes, interleaved.
The plain script draws every item of every page anew. For separate files it parses the fonts once.
It gets a tenth of the pages and Typst a fifth, because they are slow. This flatters them.
Separate files are written to a file system in memory where there is one, because the time that a
disk needs changes tenfold within minutes.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measure import FONTS, HERE, PEERS, PLAIN, PROGRAM, Run, interleaved, run, times
from start_up import TYPST_CODE

PAGES, SOME = 10_000, 200
ROUNDS = 10
MEMORY = "/dev/shm"  # noqa: S108 - a folder of our own is made in it
_NAMES = ("Anna-Maria {n}", "Bram {n}", "Carla {n}", "Daniël {n}")
OURS, SCRIPT, TYPST = "sheetgen pdf --names-file", "plain ReportLab script", "typst"
EACH, EACH_SCRIPT = "sheetgen pdf --separate", "one Canvas per file"
TENTH, TOGETHER, PAD = "the same, a tenth", "sheetgen pdf, 200 pages", "sheetgen pdf --pad 50"
ARGUMENTS = [
    "pdf",
    "--ruleset",
    "dice-play",
    "--lang",
    "nl",
    "--paper",
    "a4",
    "--profile",
    "none",
    "--force",
]


def write_names(folder: Path, count: int) -> Path:
    """Write a file with four names on each line, and return its path."""
    path = folder / f"names{count}.csv"
    path.write_text(
        "\n".join(",".join(name.format(n=n) for name in _NAMES) for n in range(count)), "utf-8"
    )
    return path


def in_new_folder(target: Path, command: Callable[[str], list[str]]) -> Run:
    """Run a command that fills a folder, which is not there before."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    return run(command(str(target)))


def main() -> None:
    """Measure and print."""
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    memory = MEMORY if Path(MEMORY).is_dir() else None
    with (
        tempfile.TemporaryDirectory() as name,
        tempfile.TemporaryDirectory(dir=memory) as memory_name,
    ):
        folder, each = Path(name), Path(memory_name) / "each"
        names, some, few, table = (
            write_names(folder, count) for count in (pages, pages // 5, pages // 10, SOME)
        )
        ours = [PROGRAM, *ARGUMENTS, "--names-file"]
        ways: dict[str, Callable[[], Run]] = {
            OURS: partial(run, [*ours, str(names), "-o", str(folder / "ours.pdf")]),
            TENTH: partial(run, [*ours, str(few), "-o", str(folder / "tenth.pdf")]),
            TOGETHER: partial(run, [*ours, str(table), "-o", str(folder / "together.pdf")]),
            PAD: partial(run, [*ours[:-1], "--pad", "50", "-o", str(folder / "pad.pdf")]),
            SCRIPT: partial(run, [*PLAIN, str(folder / "plain.pdf"), str(few)]),
            EACH: partial(
                in_new_folder, each, lambda target: [*ours, str(table), "--separate", "-o", target]
            ),
            EACH_SCRIPT: partial(
                in_new_folder, each, lambda target: [*PLAIN, "--each", target, str(few)]
            ),
        }
        if PEERS.is_dir():
            shutil.copy(some, folder / "names.csv")
            shutil.copy(HERE / "sheet.typ", folder)
            code = TYPST_CODE.replace("font_paths", "sys_inputs={'names': 'names.csv'}, font_paths")
            typst = [
                str(PEERS / "python"),
                "-c",
                code,
                str(folder / "sheet.typ"),
                str(folder / "typst.pdf"),
            ]
            ways[TYPST] = partial(run, [*typst, str(FONTS)])
        found = interleaved(ways, ROUNDS)
        counts = {OURS: pages, TENTH: pages // 10, TOGETHER: SOME, EACH: SOME, PAD: 50}
        report(found, counts | {SCRIPT: pages // 10, EACH_SCRIPT: pages // 10, TYPST: pages // 5})
        print(f"{'a pad of 50, kB':34} {times((folder / 'pad.pdf').stat().st_size / 1000, 250)}")


def report(found: dict[str, Run], pages: dict[str, int]) -> None:
    """Print the table."""
    speed = {name: pages[name] / each.cpu for name, each in found.items()}
    print(f"{'':26} {'pages':>7} {'CPU s':>7} {'wall s':>7} {'MB':>5} {'pages per CPU s':>16}")
    for name, each in found.items():
        print(
            f"{name:26} {pages[name]:7,} {each.cpu:7.2f} {each.wall:7.2f} {each.megabytes:5.0f} "
            f"{speed[name]:16,.0f}"
        )
    print(f"{'one file beside the script':34} {times(speed[OURS] / speed[SCRIPT], 5, least=True)}")
    if TYPST in found:
        print(f"{'one file beside Typst':34} {times(speed[OURS] / speed[TYPST], None)}")
    print(f"{'a tenth of the pages, CPU s':34} {times(found[TENTH].cpu, 2.5)}")
    print(f"{'memory of all pages, MB':34} {times(found[OURS].megabytes, 200)}")
    print(
        f"{'separate files beside one file':34} {times(found[EACH].cpu / found[TOGETHER].cpu, 4)}"
    )
    print(
        f"{'separate files beside the script':34} "
        f"{times(speed[EACH] / speed[EACH_SCRIPT], 2, least=True)}"
    )


if __name__ == "__main__":
    main()
