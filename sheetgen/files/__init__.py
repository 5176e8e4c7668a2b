"""Where files are, those that come with sheetgen and those of the user; and reading and writing within bounds.

What ships lies beside the package in a wheel, one folder up in a checkout. What is the user's own lies in one folder,
which SHEETGEN_HOME names; without it, where the system keeps settings. (platformdirs knows that too, but its import
takes longer than all of this package's own.)
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from sheetgen.errors import SheetgenError

_PACKAGE = Path(__file__).parent.parent


def rulesets() -> Path:
    """The folder of the rulesets that come with sheetgen."""
    return _PACKAGE / "rulesets"


def themes() -> Path:
    """The folder of the themes that come with sheetgen."""
    return _PACKAGE / "themes"


def locales() -> Path:
    """The folder of the catalogs, ``<language>/LC_MESSAGES/sheetgen.po`` each, and of their template."""
    return _beside("locales")


def templates() -> Path:
    """The folder of the Jinja2 templates."""
    return _beside("templates")


def fonts() -> Path:
    """The folder of the faces that come with sheetgen."""
    return _beside("fonts")


def script(name: str) -> str:
    """A script or style of the calculators."""
    return (templates() / "calculator" / name).read_text("utf-8")


def user_folder() -> Path:
    """The folder for what is the user's own, where this system keeps such things; it need not be there.

    Raises SheetgenError if it would be in a home that nobody knows.
    """
    named = os.environ.get("SHEETGEN_HOME")
    if named:
        return Path(named)
    return _place(("APPDATA", "~/AppData/Roaming"), "~/Library/Application Support", ("XDG_CONFIG_HOME", "~/.config"))


def cache_folder() -> Path:
    """The folder for what can be made anew, where this system keeps such things; it need not be there.

    Raises as `user_folder`.
    """
    if os.environ.get("SHEETGEN_HOME"):
        return user_folder() / "cache"
    return _place(("LOCALAPPDATA", "~/AppData/Local"), "~/Library/Caches", ("XDG_CACHE_HOME", "~/.cache"))


def _place(windows: tuple[str, str], macos: str, elsewhere: tuple[str, str]) -> Path:
    """Our folder in that of this system: a variable says which that is, or it is the usual one."""
    if sys.platform == "darwin":
        return Path(in_home(macos), "sheetgen")
    variable, usual = windows if sys.platform == "win32" else elsewhere
    named = os.environ.get(variable, "")
    return Path(in_home(named if named[:1] == "~" or Path(named).is_absolute() else usual), "sheetgen")


def in_home(path: str) -> str:
    """The path with the user's home for a ``~``; SheetgenError if there is none, as where HOME is empty."""
    found = os.path.expanduser(path)  # noqa: PTH111 - Path raises an error that tells nobody what to do
    nowhere = os.name == "posix" and path.startswith("~") and not os.environ.get("HOME", "/").startswith("/")
    if nowhere or found.startswith("~"):
        raise SheetgenError("Your home folder is not known; set HOME to its path.")
    return found


def own_rulesets() -> Path:
    """The folder of the user's rulesets, found by their names; it need not be there. Raises as `user_folder`."""
    return user_folder() / "rulesets"


def own_languages() -> Path:
    """The folder of the user's languages, ``<language>.po`` each; it need not be there. Raises as `user_folder`."""
    return user_folder() / "languages"


def names_in(folder: Callable[[], Path], suffix: str) -> list[str]:
    """The files of a folder that end so, without that, in order; none if there is no such folder, or no home for it.

    (`Path.glob` does that too, in ten times the time, and every start asks several times.)
    """
    try:
        return sorted(name.removesuffix(suffix) for name in os.listdir(folder()) if name.endswith(suffix))  # noqa: PTH208 - as above
    except (OSError, SheetgenError):
        return []


def _beside(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
