"""Measure a sheet from the command line, and floors: Python alone, a plain script, other programs.

Run it with ``make bench-start-up``. Whole processes, interleaved. It prints medians of CPU and wall
time and the peak of memory. A Typer command that does nothing is one of the floors: a program with
such commands cannot be quicker.
"""

import tempfile
from functools import partial
from pathlib import Path

from measure import FONTS, HERE, PEERS, PLAIN, PROGRAM, Run, interleaved, run, times

ROUNDS = 15
SHEET = "sheetgen pdf, dice-play nl"
PYTHON, SCRIPT = "(a) python -c pass", "(b) plain ReportLab script"
EMPTY = "a Typer command, empty"
TYPST, CTRLGRID, DOMDIV = (
    "(c) typst, the same page",
    "(d) ctrlgrid, one page",
    "(d) domdiv, one page",
)
QUICK = {
    "sheetgen --version": [PROGRAM, "--version"],
    "sheetgen --help": [PROGRAM, "--help"],
    "sheetgen pdf --help": [PROGRAM, "pdf", "--help"],
    "a usage error": [PROGRAM, "pdf", "--rulset", "dice-play"],
}
COMPLETION = "completion"
GOALS_A = {
    SHEET: 16.0,
    **dict.fromkeys((*QUICK, COMPLETION), 8.0),
    "sheetgen --help": 5.0,
    "sheetgen pdf --help": 5.0,
}
"""Maximum time of each command, as a multiple of the time that Python alone takes to start."""
GOAL_B = 1.35
"""Maximum time of a sheet, as a multiple of the time of the plain script."""
EMPTY_CODE = "import typer\napp = typer.Typer()\n@app.command()\ndef nothing() -> None: ...\napp()"
TYPST_CODE = (
    "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]])"
)


def commands(folder: Path) -> dict[str, list[str]]:
    """Return the commands to measure; those of the peers only if they are installed."""
    found = {PYTHON: [PLAIN[0], "-c", "pass"], SCRIPT: [*PLAIN, str(folder / "plain.pdf")]}
    found |= {EMPTY: [PLAIN[0], "-c", EMPTY_CODE]}
    python, fonts = str(PEERS / "python"), str(FONTS)
    peers = {
        TYPST: [
            python,
            "-c",
            TYPST_CODE,
            str(HERE / "sheet.typ"),
            str(folder / "typst.pdf"),
            fonts,
        ],
        CTRLGRID: [str(PEERS / "ctrlgrid"), "generate", "grid-a4", "-o", str(folder / "grid.pdf")],
        DOMDIV: [
            str(PEERS / "dominion_dividers"),
            "--num-pages",
            "1",
            "--outfile",
            str(folder / "dividers.pdf"),
        ],
    }
    if PEERS.is_dir():
        found |= peers
    sheet = [
        PROGRAM,
        "pdf",
        "--ruleset",
        "dice-play",
        "--lang",
        "nl",
        "--paper",
        "a4",
        "-o",
        str(folder / "x.pdf"),
    ]
    completing = [
        "env",
        "_SHEETGEN_COMPLETE=complete_bash",
        "COMP_WORDS=sheetgen pdf --ru",
        "COMP_CWORD=2",
        PROGRAM,
    ]
    return {**found, SHEET: sheet, **QUICK, COMPLETION: completing}


def report(found: dict[str, Run], size: int) -> None:
    """Print the table."""
    print(f"{'':28} {'CPU ms':>7} {'wall ms':>8} {'MB':>5}   beside (a)")
    for name, each in found.items():
        goal = times(each.cpu / found[PYTHON].cpu, GOALS_A.get(name))
        print(
            f"{name:28} {1000 * each.cpu:7.0f} {1000 * each.wall:8.0f} {each.megabytes:5.0f} {goal}"
        )
    sheet = found[SHEET]
    print(f"{'the sheet beside (b)':28} {times(sheet.cpu / found[SCRIPT].cpu, GOAL_B)}")
    print(
        f"{'the empty command beside (b)':28} {times(found[EMPTY].cpu / found[SCRIPT].cpu, None)}"
    )
    for peer, half in ((TYPST, None), (CTRLGRID, 0.5), (DOMDIV, 0.5)):
        if peer in found:
            beside = f"the sheet beside {peer.split(',')[0]}"
            print(f"{beside:28} {times(sheet.cpu / found[peer].cpu, half)}")
    print(f"{'its memory, MB':28} {times(sheet.megabytes, 40)}")
    print(f"{'its file, KiB':28} {times(size / 1024, 44)}")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        ways = {name: partial(run, each) for name, each in commands(Path(folder)).items()}
        found = interleaved(ways, ROUNDS)
        report(found, (Path(folder) / "x.pdf").stat().st_size)


if __name__ == "__main__":
    main()
