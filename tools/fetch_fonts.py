"""Fetches the faces of the look from their npm package into ``fonts/``.

Only the letters that sheetgen promises are kept. Run it where there is npm, to take a newer
version; the faces it writes are part of the repository. Kerning and other features go, since
nothing here sets them: what is measured is what is drawn. Pages for browsers carry smaller faces,
in ``templates/faces.css``, packed as WOFF2: for that, fontTools needs the package brotli.
"""

import shutil
import subprocess
import tarfile
from base64 import b64encode
from collections.abc import Iterable
from io import BytesIO
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
    (0x2010, 0x2027),  # dashes and quotation marks, none of what cannot be seen
    (0x2030, 0x205E),
    (0x20A0, 0x22FF),  # currencies, arrows, mathematics
)
"""The first and the last of each run of letters that are kept, if the faces have them."""
STYLE = Path(__file__).parent.parent / "templates" / "faces.css"
PAGE = (
    (0x0020, 0x007E),
    (0x00A0, 0x00FF),
    (0x0152, 0x0153),
    (0x2010, 0x203A),
    (0x2212, 0x2212),
    (0x2264, 0x2265),
)
"""The letters that pages carry: those of the languages of sheetgen. What others need comes from the
system's fonts."""
NAMES = (*PAGE, (0x0100, 0x017F))
"""Characters of the bold face, in which names of people are set."""


def fetch(folder: Path) -> Path:
    """Fetch the package, unpack it in this folder, and return its path."""
    npm = shutil.which("npm") or "npm"
    subprocess.run(
        [npm, "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )
    with tarfile.open(next(folder.glob("*.tgz"))) as package:
        package.extractall(folder, filter="data")
    return folder / "package"


def kept(source: Path, letters: Iterable[tuple[int, int]], names: list[int]) -> TTFont:
    """Return a face with the outlines of these letters and its names, without shaping tables."""
    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=names)
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "STAT", "gasp"]
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(
        unicodes=[code for first, last in letters for code in range(first, last + 1)]
    )
    subsetter.subset(font)
    return font


def rule_of(weight: str, face: Path) -> str:
    """Return the CSS rule with the face."""
    font, packed = kept(face, NAMES if weight == "700" else PAGE, [0, 13]), BytesIO()
    font.flavor = "woff2"
    font.save(packed)
    data = b64encode(packed.getvalue()).decode()
    return (
        f'@font-face {{ font-family: "Sofia Sans Semi Condensed"; font-weight: {weight}; '
        f"src: url(data:font/woff2;base64,{data}) format('woff2'); }}\n"
    )


def main() -> None:
    """Fetch, cut down, and say how large the faces are."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        package = fetch(Path(folder))
        shutil.copyfile(package / "LICENSE_FONT", FOLDER / "OFL.txt")
        for weight, name in WEIGHTS.items():
            target = FOLDER / f"{FAMILY}-{name}.ttf"
            kept(
                package / weight / f"{FAMILY}_{weight}.ttf", LETTERS, [0, 1, 2, 3, 4, 5, 6, 13, 14]
            ).save(target)
            print(f"{target.name}: {target.stat().st_size:,} bytes")
    write_style()


def write_style() -> None:
    """Write the faces for pages, of those that are kept."""
    faces = {weight[:3]: FOLDER / f"{FAMILY}-{name}.ttf" for weight, name in WEIGHTS.items()}
    note = (
        "/* Sofia Sans Semi Condensed, (c) 2019 The Sofia Sans Project Authors, "
        "SIL Open Font License 1.1 */\n"
    )
    STYLE.write_text(
        note + "".join(rule_of(weight, face) for weight, face in faces.items()), "utf-8"
    )
    print(f"{STYLE.name}: {STYLE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
