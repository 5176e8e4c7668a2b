"""Python for the browser, and the program with what it needs there, as two sets of files.

Pyodide comes from npm. What is Python alone is taken from the environment that the tool runs in;
msgspec, the only compiled library that a document takes, comes from the index, built for
WebAssembly.
"""

import gzip
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PYODIDE = Path(__file__).parent / "node_modules" / "pyodide"
STUBS = Path(__file__).parent / "stubs"
"""What stands in for Pillow."""
MODULES = ("pyodide.mjs", "pyodide.asm.mjs")
"""Scripts of Pyodide, which the browser imports as files."""
DESK = Path(__file__).parent / "desk.py"
"""The program's side of the worker."""
PACKED = ("pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
"""Files of Pyodide that come in pieces, packed: few hosts pack such files themselves."""
PIECES = 10
"""Number of pieces: each is a die in the bar of progress, and stays when the connection goes."""
PYTHON = "314"
"""Version of Python in Pyodide, as the index writes it."""
PLATFORM = "pyemscripten_2026_0_wasm32"
"""Name of Pyodide's platform on the index."""
COMPILED = "msgspec"
"""The library that is compiled for the browser."""
PURE = (
    "babel",
    "beautifulsoup4",
    "charset-normalizer",
    "jinja2",
    "markdownify",
    "markupsafe",
    "reportlab",
    "segno",
    "six",
    "soupsieve",
    "tomli-w",
    "typing-extensions",
)
"""Libraries that a document takes: `sheetgen` without its command line and without photos. Those
with compiled parts (charset-normalizer, markupsafe) do without them."""
UNUSED = (
    "babel/messages/",
    "reportlab/fonts/",
    "reportlab/graphics/",
    "sheetgen/cli/",
    "sheetgen/locales/sheetgen.pot",
    "sheetgen/scan/",
)
"""Places of which a document needs nothing."""
LANGUAGES = ("root", "en", "nl", "de", "fr")
"""Locales of Babel that stay: those of the program, and the one that all build on."""
STAMP = (2026, 1, 1, 0, 0, 0)
"""Time of all files of the archive, so that the same source gives the same bytes."""


def runtime_files(program: Path) -> dict[str, bytes]:
    """Return the files of a folder from which the browser starts Python, by their names.

    `program` is the wheel of the program. Beside the modules there are the pieces of one packed
    file, and ``pieces.json``, which says where each file lies in it and which are in gzip. Raise
    FileNotFoundError without the folder that npm makes.
    """
    parts = {name: (PYODIDE / name).read_bytes() for name in PACKED}
    parts["program.zip"] = program_archive(program)
    places, whole = {}, b""
    for name, content in parts.items():
        is_packed = not name.endswith(".zip")
        stored = gzip.compress(content, 9, mtime=0) if is_packed else content
        places[name] = {"from": len(whole), "to": len(whole) + len(stored), "gzip": is_packed}
        whole += stored
    size = -(-len(whole) // PIECES)
    pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
    files = {name: (PYODIDE / name).read_bytes() for name in MODULES}
    for number, piece in enumerate(pieces):
        files[f"piece-{number}.bin"] = piece
    index = {"pieces": len(pieces), "size": len(whole), "files": places}
    files["pieces.json"] = json.dumps(index, separators=(",", ":")).encode()
    return files


def program_archive(program: Path) -> bytes:
    """Return the zip archive that is unpacked in the browser: the program and its libraries.

    `program` is the wheel of the program.
    """
    files: dict[str, bytes] = {}
    for name in PURE:
        files.update(_pure_files(name))
    with tempfile.TemporaryDirectory() as folder:
        files.update(_wheel_files(_downloaded(COMPILED, Path(folder))))
    files.update(_wheel_files(program))
    files["desk.py"] = DESK.read_bytes()
    for path in STUBS.rglob("*.py"):
        files[path.relative_to(STUBS).as_posix()] = path.read_bytes()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for place in sorted(files):
            archive.writestr(zipfile.ZipInfo(place, STAMP), files[place], zipfile.ZIP_DEFLATED)
    return target.getvalue()


def build_wheel(folder: Path) -> Path:
    """Build the program's wheel in a folder, and return its path."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel"),
            *("--no-deps", "--wheel-dir", str(folder), str(ROOT)),
        ],
        check=True,
    )
    return next(folder.glob("*.whl"))


def _downloaded(name: str, folder: Path) -> Path:
    """Download the WebAssembly wheel of a library, in the version of the pins."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download"),
            *("--no-deps", "--only-binary", ":all:", "--dest", str(folder)),
            *("--platform", PLATFORM, "--implementation", "cp"),
            *("--python-version", PYTHON, "--abi", f"cp{PYTHON}"),
            *("--constraint", str(ROOT / "constraints.txt"), name),
        ],
        check=True,
    )
    return next(folder.glob("*.whl"))


def _pure_files(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the Python files and data of an installed library, without its compiled parts."""
    for place in distribution(name).files or ():
        if _is_used(str(place)):
            yield str(place), Path(str(place.locate())).read_bytes()


def _wheel_files(wheel: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(wheel) as archive:
        for place in archive.namelist():
            if _is_used(place) or place.endswith(".so"):
                yield place, archive.read(place)


def _is_used(place: str) -> bool:
    path = Path(place)
    if path.suffix in (".pyc", ".so", ".pyi", ".c", ".exe") or place.startswith(("..", "/")):
        return False
    if any(part.endswith((".dist-info", ".data")) for part in path.parts):
        return False
    if place.startswith("babel/locale-data/"):
        return path.stem in LANGUAGES
    return not place.startswith(UNUSED)
