"""The odds are a leaf: everything else works in a copy of the program without their folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package, but without `sheetgen/odds`."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "sheetgen", folder / "sheetgen", ignore=shutil.ignore_patterns("odds", "__pycache__"))
    for name in ("templates", "locales", "fonts"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def started(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, from a folder where no other copy of the package is found first."""
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONSAFEPATH": "1"}
    return subprocess.run(
        [sys.executable, *words], capture_output=True, check=False, text=True, env=environment, cwd=copy
    )


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        ("pdf dice-play -o sheet.pdf", 0, "sheet.pdf"),
        ("rules dice-play -o rules.pdf", 0, "rules.pdf"),
        ("check dice-play 3 6 9 12 15 18 0 30 25 25 20 50 223 --lang en", 1, "Ones"),
        ("score dice-play 6 6 6 6 2 --lang en", 0, "Four of a kind"),
        ("validate dice-play --lang en", 0, "no faults"),
        ("reference --lang en", 0, "# Ruleset files"),
        ("--help", 0, "pdf"),
    ],
)
def test_a_copy_without_odds_does_the_rest(words: str, code: int, out: str, copy: Path) -> None:
    """A sheet and a booklet are printed, a typed card is checked, a roll scored and a ruleset validated."""
    found = started(copy, "-c", "import sheetgen; print(sheetgen.__file__)")
    assert found.stdout.startswith(str(copy)), found
    done = started(copy, "-m", "sheetgen", *words.split())
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done
    assert out in done.stdout
