"""Runs of the tests: at a desk with other random examples each time, in continuous integration not.

Tests that are marked slow are left to `make test-all`; the end of a run counts them.
"""

import os
import secrets
import shlex
import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import settings

from sheetgen.cli import commands
from tests import viewers

os.environ["SHEETGEN_HOME"] = str(Path(__file__).parent / "nobody")
"""An empty folder: settings of the user of this machine are not tested."""
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
"""Each process of the tests has one core: threads that wait for each other take ten times the time
of the work."""
settings.register_profile("steady", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("steady")
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as it is in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)

Run = Callable[..., tuple[int, str, str]]
Refused = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in an empty folder, in English; return the exit code and what was printed.

    The command is given by its words, or as one line.
    """
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_PAPER", "LANG", "SHEETGEN_LANG"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str) -> tuple[int, str, str]:
        words = shlex.split(arguments[0]) if len(arguments) == 1 else arguments
        with pytest.raises(SystemExit) as caught:
            commands.main(words)
        out, err = capsys.readouterr()
        return int(str(caught.value.code or 0)), out, err

    return run


@pytest.fixture
def refused(run: Run) -> Refused:
    """Run a command that has to be refused, without standard output; return its message."""

    def refused(*arguments: str) -> str:
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        return err

    return refused


def help_parts(command: Any) -> Iterator[Any]:
    """Yield a command, its options and everything below it: all that has a help text."""
    yield command
    yield from command.params
    for inner in getattr(command, "commands", {}).values():
        yield from help_parts(inner)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """Provide the driver of all browsers."""
    with viewers.driving() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright: Any) -> Iterator[viewers.Browser]:
    """Provide a browser for all tests that need one."""
    with viewers.browser(playwright) as running:
        yield running


@pytest.fixture(scope="session")
def whole_chromium(playwright: Any) -> Iterator[viewers.Browser]:
    """Provide Chromium with its viewer of PDFs and its permissions, which its shell lacks."""
    with viewers.browser(playwright, "whole chromium") as running:
        yield running


@pytest.fixture(scope="session")
def firefox(playwright: Any) -> Iterator[viewers.Browser]:
    """Provide Firefox."""
    with viewers.browser(playwright, "firefox") as running:
        yield running


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put tests that need one process first.

    Measure coverage, which triples the time, of quick tests only.

    Slow ones do the same with more games, in browsers and in processes of their own.
    """
    leave_most_to_later(items)
    if config.option.markexpr == QUICK:
        draw_by_lot(items)
    elif config.option.markexpr == SLOW and not WHOLE:
        leave_out_by_lot(config, items)
    items.sort(key=lambda item: not item.get_closest_marker("xdist_group"))
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker("no_cover")


def leave_most_to_later(items: list[pytest.Item]) -> None:
    """Mark cases of tests marked ``few(count)`` as slow, except `count`, evenly spread."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("few") and not item.get_closest_marker("slow"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for of_one_test in cases.values():
        mark = of_one_test[0].get_closest_marker("few")
        count = mark.args[0] if mark else 0
        quick = {place * len(of_one_test) // count for place in range(count)}
        for place, item in enumerate(of_one_test):
            if place not in quick:
                item.add_marker(pytest.mark.slow(MORE))


def matrix_of(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the slow tests that need nothing but time."""
    return [
        item for item in items if any(mark.args[0] in MATRIX for mark in item.iter_markers("slow"))
    ]


def draw_by_lot(items: list[pytest.Item]) -> None:
    """Let a few of the slow tests that try more games or more cases be quick ones of this run."""
    matrix = matrix_of(items)
    # the choice of cases is no secret
    for item in Random(os.environ[SEED]).sample(matrix, len(matrix) // ONE_IN):  # noqa: S311
        item.own_markers = [mark for mark in item.own_markers if mark.name != "slow"]


def leave_out_by_lot(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out half of the slow tests that try more games or more cases.

    Leave out half of those, too, that try in Firefox what others try in Chromium.
    """
    in_firefox = [item for item in items if "firefox" in item.nodeid]
    lot = Random(os.environ[SEED])  # noqa: S311 - the choice of cases is no secret
    left = []
    for alike in (matrix_of(items), in_firefox):
        left += lot.sample(alike, len(alike) // 2)
    config.hook.pytest_deselected(items=left)
    names = {item.nodeid for item in left}
    items[:] = [item for item in items if item.nodeid not in names]


QUICK = "not slow"
"""Selection of the quick tests, as the Makefile has it."""
SLOW = "slow"
"""Selection of the slow tests."""
WHOLE = bool(os.environ.get("SHEETGEN_TESTS_WHOLE"))
"""Flag: all games in all languages, of which the slow tests try a half that is drawn by lot."""
MORE = "more cases"
"""Kind of the slow tests that try more cases of what a quick one tries."""
MATRIX = ("games", MORE)
"""Kinds of slow tests that need nothing but time. Some are drawn by lot for the quick tests, and
half of them for the slow ones."""
ONE_IN = 40
"""Number of such tests of which one is drawn."""
SEED = "SHEETGEN_TESTS_SEED"
"""Variable of the environment with the number that decides what is drawn."""
os.environ.setdefault(SEED, "1" if os.environ.get("CI") else str(secrets.randbelow(1_000_000)))
LEFT = pytest.StashKey[Counter[str]]()
"""Number of slow tests of each kind that were not run."""
SECONDS = pytest.StashKey[defaultdict[str, float]]()
"""CPU time of each test file, in seconds."""
ELSEWHERE = "imports, collection and the printing of results"
"""Name in the table of the CPU time outside of tests."""
ENDING = "the last test of each process, and the browsers that end with it"
"""Name in the table of the CPU time that is known at the end."""


def cpu_time() -> float:
    """Return the CPU time of this process and its ended children, user and system, in seconds."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count."""
    config.stash[LEFT] = Counter()
    config.stash[SECONDS] = defaultdict(float)


def pytest_deselected(items: Iterable[pytest.Item]) -> None:
    """Count the slow tests that are left out."""
    for item in items:
        mark = item.get_closest_marker("slow")
        if mark:
            item.config.stash[LEFT][str(mark.args[0])] += 1


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, Any, Any]:
    """Add the CPU time of a test, with its fixtures, to that of its file.

    The time of browsers is known when they end, with the last test.
    """
    began = cpu_time()
    try:
        return (yield)
    finally:
        name = item.location[0] if nextitem else ENDING
        item.config.stash[SECONDS][name] += cpu_time() - began


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the counts to the process that prints, if the tests are shared by several processes."""
    left, seconds = session.config.stash[LEFT], session.config.stash[SECONDS]
    if hasattr(session.config, "workeroutput"):
        seconds[ELSEWHERE] = cpu_time() - sum(seconds.values())
        session.config.workeroutput["left"] = dict(left)
        session.config.workeroutput["seconds"] = dict(seconds)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Receive the counts: each process left out the same tests and ran others."""
    counts = getattr(node, "workeroutput", {})
    left: dict[str, int] = counts.get("left", {})
    node.config.stash[LEFT] = Counter(left)
    for name, spent in counts.get("seconds", {}).items():
        node.config.stash[SECONDS][name] += spent


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the ten files that took most CPU time, and a line about what was left out."""
    seconds = config.stash[SECONDS]
    if not seconds:
        return
    is_shared = ELSEWHERE in seconds
    seconds[ELSEWHERE] += process_time() if is_shared else cpu_time() - sum(seconds.values())
    terminalreporter.write_line(f"CPU time: {sum(seconds.values()):.0f} s, most of it in")
    for name, spent in sorted(seconds.items(), key=lambda item: -item[1])[:10]:
        terminalreporter.write_line(f"{spent:8.1f} s  {name}")
    left = config.stash[LEFT]
    if left:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(left.items()))
        later = "test-whole" if config.option.markexpr == SLOW else "test-all"
        terminalreporter.write_line(
            f"left to `make {later}`: {left.total():,} tests ({kinds}), and coverage"
        )
    if config.option.markexpr == QUICK:
        terminalreporter.write_line(
            f"of {', '.join(MATRIX)}, one in {ONE_IN} was drawn by lot: {SEED}={os.environ[SEED]}"
        )
    elif config.option.markexpr == SLOW and not WHOLE:
        terminalreporter.write_line(
            f"of {', '.join(MATRIX)} and tests in Firefox, half was drawn by lot: "
            f"{SEED}={os.environ[SEED]}"
        )
