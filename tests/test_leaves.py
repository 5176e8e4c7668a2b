"""Photos and odds are leaves of the program.

Without their folders, all else is imported and works.
"""

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.running import ROOT, Done, python
from tests.test_architecture import PACKAGE

LEAVES = {"photos": ("scan", "scanning.py"), "odds": ("odds",)}
"""All code that serves photos or odds alone."""
IMPORT_ALL = """
import sys, sheetgen
from importlib import import_module
from pathlib import Path
root = Path(sheetgen.__file__).parent
assert not (root / "scan").exists()
for path in root.rglob("*.py"):
    name = ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
    if not name.endswith("__main__"):
        import_module(name)
assert "cv2" not in sys.modules
"""
CARD = "check dice-play 3 6 9 12 15 18 30 0 0 0 21 50"
SHARE = b", better than 47 of 100 cards in best play"
"""Part of the answer that odds add."""


@pytest.fixture(scope="module", params=LEAVES)
def copy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program without a leaf, with its templates, catalogs and fonts."""
    folder = tmp_path_factory.mktemp(request.param)
    copytree(
        PACKAGE, folder / "sheetgen", ignore=ignore_patterns(*LEAVES[request.param], "__pycache__")
    )
    for name in ("templates", "locales", "fonts", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    assert (
        run(folder, "-c", "import sheetgen; print(sheetgen.__file__)")
        .stdout.decode()
        .startswith(str(folder))
    )
    return folder


def run(folder: Path, *words: str) -> Done:
    """Run Python with the copy in a folder in the place of the program."""
    return python(*words, folder=folder, PYTHONPATH=str(folder), PYTHONSAFEPATH="1")


@pytest.mark.parametrize("copy", ["photos"], indirect=True)
def test_every_other_module_is_imported_without_photos(copy: Path) -> None:
    """No module of the core needs one of theirs, nor OpenCV."""
    done = run(copy, "-c", IMPORT_ALL)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        ("pdf dice-play -o sheet.pdf --profile none", 0, "sheet.pdf"),
        ("rules dice-play -o rules.pdf", 0, "rules.pdf"),
        (CARD, 0, "this card is right"),
        ("check dice-play 3 6 9 12 15 18 0 30 25 25 20 50 223", 1, "Ones"),
        ("score dice-play 6 6 6 6 2", 0, "Four of a kind"),
        ("validate dice-play", 0, "no faults"),
        ("reference", 0, "# Ruleset files"),
        ("--help", 0, "pdf"),
        ("check no-such-file --ruleset dice-play", 2, ""),
    ],
)
@pytest.mark.few(2)
def test_the_rest_works_without_a_leaf(words: str, code: int, out: str, copy: Path) -> None:
    done = run(copy, "-m", "sheetgen", *words.split())
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False), done
    assert out in done.stdout.decode()
    if words == CARD:
        whole = python("-m", "sheetgen", *words.split(), folder=ROOT).stdout
        if not (copy / "sheetgen" / "odds").exists():
            assert whole.count(SHARE) == 1
            whole = whole.replace(SHARE, b"")
        assert done.stdout == whole
    if code == 2:
        assert done.stderr.count(b"\n") == 1
    if "sheet.pdf" in words:
        assert (copy / "sheet.pdf").read_bytes().startswith(b"%PDF-")
