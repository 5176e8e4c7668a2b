"""Fetches the faces of the look from their npm package and keeps the letters that sheetgen promises, in ``fonts/``.

Run it where there is npm, to take a newer version; the faces it writes are part of the repository. Kerning and other
features go, since nothing here sets them: what is measured is what is drawn.
"""

import shutil
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent.parent / "fonts"
PACKAGE = "@expo-google-fonts/sofia-sans-semi-condensed@0.4.3"
FAMILY = "SofiaSansSemiCondensed"
WEIGHTS = {"400Regular": "Regular", "700Bold": "Bold", "900Black": "Black"}
LETTERS = (
    (0x0020, 0x024F),  # Latin, with its supplement and both extensions
    (0x02B0, 0x02FF),
    (0x0370, 0x052F),  # Greek and Cyrillic
    (0x1E00, 0x1FFF),  # Latin Extended Additional, Greek Extended
    (0x2000, 0x206F),  # dashes and quotation marks
    (0x20A0, 0x22FF),  # currencies, arrows, mathematics
)
"""The first and the last of each run of letters that are kept, if the faces have them."""


def fetch(folder: Path) -> Path:
    """The package, unpacked in this folder."""
    npm = shutil.which("npm") or "npm"
    subprocess.run([npm, "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(next(folder.glob("*.tgz"))) as package:
        package.extractall(folder, filter="data")
    return folder / "package"


def keep_letters(source: Path, target: Path) -> None:
    """Write a face with the outlines of the letters that are kept, and nothing to shape them with."""
    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14])
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "STAT", "gasp"]
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in LETTERS for code in range(first, last + 1)])
    subsetter.subset(font)
    font.save(target)


def main() -> None:
    """Fetch, cut down, and say how large the faces are."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        package = fetch(Path(folder))
        shutil.copyfile(package / "LICENSE_FONT", FOLDER / "OFL.txt")
        for weight, name in WEIGHTS.items():
            target = FOLDER / f"{FAMILY}-{name}.ttf"
            keep_letters(package / weight / f"{FAMILY}_{weight}.ttf", target)
            print(f"{target.name}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
