"""How the tests run: at a desk each run tries other random examples; in continuous integration always the same."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from sheetgen import cli

os.environ["SHEETGEN_HOME"] = str(Path(__file__).parent / "nobody")
"""What the user of this machine has of their own is not tested."""
settings.register_profile("steady", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("steady")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in an empty folder, in English; gives the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_PAPER", "LANG", "SHEETGEN_LANG"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            cli.main(arguments)
        out, err = capsys.readouterr()
        return int(str(caught.value.code or 0)), out, err

    return run
