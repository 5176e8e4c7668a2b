"""Photos are a leaf of the program: without their folder, all the rest is imported and works."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from test_architecture import PACKAGE

ROOT = PACKAGE.parent
PHOTOS = ("scan", "scanning.py")
"""All code that serves photos alone: the room, and the part of `check` that asks for what is unsure."""
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
CARD = ("dice-play", "3", "6", "9", "12", "15", "18", "30", "0", "0", "0", "21", "50")


@pytest.fixture(scope="module")
def without_photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a copy of the program without the code of photos, beside its templates, catalogs and fonts."""
    folder = tmp_path_factory.mktemp("core")
    copytree(PACKAGE, folder / "sheetgen", ignore=ignore_patterns(*PHOTOS, "__pycache__"))
    for name in ("templates", "locales", "fonts", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the copy in the place of the program."""
    here = {**os.environ, "PYTHONPATH": str(folder), "SHEETGEN_LANG": "en"}
    return subprocess.run([sys.executable, *words], cwd=folder, env=here, capture_output=True, text=True, check=False)


def test_every_other_module_is_imported_without_them(without_photos: Path) -> None:
    """No module of the core needs one of theirs, nor OpenCV."""
    done = python(without_photos, "-c", IMPORT_ALL)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_typed_card_is_checked_and_a_sheet_is_made_without_them(without_photos: Path) -> None:
    """The same answers as with them; only a picture needs them."""
    checked = python(without_photos, "-m", "sheetgen", "check", *CARD)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout == python(ROOT, "-m", "sheetgen", "check", *CARD).stdout
    made = python(without_photos, "-m", "sheetgen", "pdf", "--ruleset", "dice-play", "--profile", "none", "-o", "x.pdf")
    assert made.returncode == 0
    assert (without_photos / "x.pdf").read_bytes().startswith(b"%PDF-")
    unknown = python(without_photos, "-m", "sheetgen", "check", "no-such-file", "--ruleset", "dice-play")
    assert (unknown.returncode, unknown.stderr.count("\n")) == (2, 1)
