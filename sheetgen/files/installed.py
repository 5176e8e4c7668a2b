"""Installation of this copy of sheetgen, and the command that installs the libraries of an extra.

The package index has another project called `sheetgen`, and not this one. Commands therefore name the libraries of an
extra, which are on the index, and the environment of this copy, but never sheetgen itself.
"""

import re
import shlex
import sys
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path

from sheetgen.errors import SheetgenError

DISTRIBUTION = "sheetgen-dice"
"""Name of the distribution. The package and the command are called `sheetgen`."""
_MODULES = {
    "odds": ("numpy",),
    "preview": ("pypdfium2", "PIL"),
    "scan": ("numpy", "cv2", "PIL", "pillow_heif", "pypdfium2", "threadpoolctl"),
}
"""Modules of the libraries of each extra."""


def check_extra(extra: str, option: str = "") -> None:
    """Raise SheetgenError at an option if libraries of an extra are missing. It has the command that installs them."""
    if any(find_spec(module) is None for module in _MODULES[extra]):
        packages = requirements(extra) or [f"{Path(__file__).parents[2]}[{extra}]"]  # a checkout, not installed
        raise SheetgenError(
            "needs the libraries of the extra '%(extra)s'; install them with: %(command)s",
            key=option, extra=extra, command=install_command(*packages),
        )  # fmt: skip


def requirements(extra: str = "") -> list[str]:
    """Return the requirements of an extra, such as ``numpy>=2.0``, or of sheetgen; empty if it is not installed."""
    try:
        lines = [line.partition(";") for line in requires(DISTRIBUTION) or ()]
    except PackageNotFoundError:
        return []
    named = ((line.strip(), re.search(r"extra == ['\"](.+?)['\"]", marker)) for line, _, marker in lines)
    return [line for line, found in named if (found[1] if found else "") == extra]


def install_command(*packages: str) -> str:
    """Return the command that installs packages into the environment of this copy, for a shell of this system."""
    if Path(sys.prefix, "pipx_metadata.json").exists():
        words = ["pipx", "inject", Path(sys.prefix).name]
    elif find_spec("pip") is None:  # environments made by uv have none
        words = ["uv", "pip", "install", "--python", sys.executable]
    elif sys.platform == "win32" and " " in sys.executable:  # PowerShell does not run a quoted word
        words = ["py", "-m", "pip", "--python", sys.executable, "install"]
    else:
        words = [sys.executable, "-m", "pip", "install"]
    return " ".join(map(_quoted, (*words, *packages)))


def _quoted(word: str) -> str:
    """Return the word quoted for the shell of this system. On Windows, shells know double quotes only."""
    if sys.platform == "win32":
        return word if re.fullmatch(r"[\w:\\/.-]+", word) else f'"{word}"'
    return shlex.quote(word)
