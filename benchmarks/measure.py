"""Measure whole processes and floors in the same run.

CPU time, the clock, and the peak of memory.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

BIN = Path(sys.executable).parent
PROGRAM = str(BIN / "sheetgen")
HERE = Path(__file__).parent
FONTS = HERE.parent / "fonts"
"""The faces of the sheet, which the floors use too."""
PLAIN = [sys.executable, str(HERE / "plain_sheet.py")]
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}
PEERS = HERE.parent / ".bench" / "bin"
"""The programs of others, in an environment of their own; ``make bench`` makes it."""
FAILED = 2


class Run(NamedTuple):
    """Time and memory of a process."""

    cpu: float
    """Seconds, user and system."""
    wall: float
    """Seconds."""
    megabytes: float


def run(command: Sequence[str], source: Path | None = None) -> Run:
    """Run a command, with compiled modules as an installed program has them.

    Its exit code may be 1, a finding.
    """
    began = time.perf_counter()
    with open(source or os.devnull, "rb") as stream:  # noqa: PTH123 - a device or a path
        child = subprocess.Popen(
            command,
            stdin=stream,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=ENVIRONMENT,
        )
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1, FAILED):
        sys.exit(f"failed: {' '.join(command)}")
    per_mb = 1024**2 if sys.platform == "darwin" else 1024
    return Run(used.ru_utime + used.ru_stime, time.perf_counter() - began, used.ru_maxrss / per_mb)


def interleaved(ways: Mapping[str, Callable[[], Run]], rounds: int) -> dict[str, Run]:
    """Return the median of each way.

    All run once per round, after a first round that does not count.
    """
    found: dict[str, list[Run]] = {name: [] for name in ways}
    for turn in range(rounds + 1):
        for name, way in ways.items():
            measured = way()
            if turn:
                found[name].append(measured)
    return {
        name: Run(*map(statistics.median, zip(*runs, strict=True))) for name, runs in found.items()
    }


def times(value: float, goal: float | None, *, least: bool = False) -> str:
    """Return a ratio with its goal, and whether the goal is met."""
    if goal is None:
        return f"{value:8.2f}"
    kept = value >= goal if least else value <= goal
    return f"{value:8.2f} (goal {'≥' if least else '≤'} {goal:g}{'' if kept else ', missed'})"
