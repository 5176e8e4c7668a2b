"""How the tests run: at a desk each run tries other random examples; in continuous integration always the same.

What is marked slow is left to `make test-all`; a run without it says so at its end.
"""

import os
import signal
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
import viewers
from hypothesis import settings

from sheetgen.calculator.scripts import minified
from sheetgen.cli import commands

os.environ["SHEETGEN_HOME"] = str(Path(__file__).parent / "nobody")
"""What the user of this machine has of their own is not tested."""
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
"""Each process of the tests has one core: threads that wait for each other take ten times the time of the work."""
settings.register_profile("steady", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("steady")
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as it is in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)

Run = Callable[..., tuple[int, str, str]]
Refused = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in an empty folder, in English; gives the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_PAPER", "LANG", "SHEETGEN_LANG"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            commands.main(arguments)
        out, err = capsys.readouterr()
        return int(str(caught.value.code or 0)), out, err

    return run


@pytest.fixture
def refused(run: Run) -> Refused:
    """Run a command that has to be refused, with nothing on standard output; gives what it says."""

    def refused(*arguments: str) -> str:
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        return err

    return refused


minified_once = cache(minified)


@pytest.fixture(scope="session", autouse=True)
def quick_pages() -> Iterator[None]:
    """Minify the same scripts once for all tests, and pack by zlib, in a tenth of the time.

    Processes that tests start write pages as users get them.
    """
    quick = SimpleNamespace(compress=lambda content, numiterations: zlib.compress(content))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sheetgen.calculator.scripts.zlib", quick)
        patch.setattr("sheetgen.calculator.page.minified", minified_once)
        yield


def help_parts(command: Any) -> Iterator[Any]:
    """Yield a command, its options and everything below it: all that has a help text."""
    yield command
    yield from command.params
    yield command.get_help_option(typer.Context(command))
    for inner in getattr(command, "commands", {}).values():
        yield from help_parts(inner)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """Provide the driver of all browsers."""
    with viewers.driving() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright: Any) -> Iterator[viewers.Browser]:
    """One browser for all tests that need one."""
    with viewers.browser(playwright) as running:
        yield running


@pytest.fixture(scope="session")
def firefox(playwright: Any) -> Iterator[viewers.Browser]:
    """Provide Firefox."""
    with viewers.browser(playwright, "firefox") as running:
        yield running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests that need one process first. Measure coverage, which triples the time, of quick tests only.

    Slow ones do the same with more games, in browsers and in processes of their own.
    """
    items.sort(key=lambda item: not item.get_closest_marker("xdist_group"))
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker("no_cover")


LEFT = pytest.StashKey[Counter[str]]()
"""How many slow tests of each kind were not run."""


def pytest_configure(config: pytest.Config) -> None:
    """Nothing is left out yet."""
    config.stash[LEFT] = Counter()


def pytest_deselected(items: Iterable[pytest.Item]) -> None:
    """Keep count of the slow ones."""
    for item in items:
        mark = item.get_closest_marker("slow")
        if mark:
            item.config.stash[LEFT][str(mark.args[0])] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Each of the processes that share the tests left out the same: it says so to the one that prints."""
    left = session.config.stash[LEFT]
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left"] = dict(left)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear it."""
    left: dict[str, int] = getattr(node, "workeroutput", {}).get("left", {})
    node.config.stash[LEFT] = Counter(left)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One line about what was left out."""
    left = config.stash[LEFT]
    if left:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(left.items()))
        terminalreporter.write_line(f"left to `make test-all`: {left.total():,} tests ({kinds}), and coverage")
