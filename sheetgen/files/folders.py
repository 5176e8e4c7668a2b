"""Folders with the files of sheetgen and of the user, and the installation of this copy.

In a wheel, the files of sheetgen are in the package; in a checkout, some are one folder up. The
user's files are in the folder SHEETGEN_HOME, or where the system keeps settings. (platformdirs
finds this folder too, but to import it takes longer than all imports of this package.)
"""

import os
import re
import shlex
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from sheetgen.errors import Message, SheetgenError

DISTRIBUTION = "sheetgen-dice"
"""Name of the distribution. The package and the command are called `sheetgen`."""
_PACKAGE = Path(__file__).parent.parent


def _shipped(name: str) -> Path:
    """Return a folder of data in the package or, in a checkout, next to it."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


rulesets = partial(_shipped, "rulesets")
"""Folder of the shipped rulesets."""
themes = partial(_shipped, "themes")
"""Folder of the shipped themes."""
locales = partial(_shipped, "locales")
"""Folder of the catalogs (``<language>/LC_MESSAGES/sheetgen.po``) and their template."""
templates = partial(_shipped, "templates")
"""Folder of the Jinja2 templates."""
fonts = partial(_shipped, "fonts")
"""Folder of the shipped fonts."""


def script(name: str) -> str:
    """Return the text of a script or stylesheet of the calculators."""
    return (templates() / "calculator" / name).read_text("utf-8")


def user_folder() -> Path:
    """Return the folder of the user's files, which may not exist.

    Raise SheetgenError if it is in an unknown home.
    """
    named = os.environ.get("SHEETGEN_HOME")
    if named:
        return Path(named)
    return _system_folder(
        ("APPDATA", "~/AppData/Roaming"),
        "~/Library/Application Support",
        ("XDG_CONFIG_HOME", "~/.config"),
    )


def cache_folder() -> Path:
    """Return the folder of the cache, which may not exist. Raise SheetgenError as `user_folder`."""
    if os.environ.get("SHEETGEN_HOME"):
        return user_folder() / "cache"
    return _system_folder(
        ("LOCALAPPDATA", "~/AppData/Local"), "~/Library/Caches", ("XDG_CACHE_HOME", "~/.cache")
    )


def tables_folder() -> Path:
    """Return the folder of live tables, which may not exist. Raise SheetgenError as `user_folder`.

    It holds data, neither settings nor copies, and stays on this computer.
    """
    if os.environ.get("SHEETGEN_HOME"):
        return user_folder() / "tables"
    return (
        _system_folder(
            ("LOCALAPPDATA", "~/AppData/Local"),
            "~/Library/Application Support",
            ("XDG_DATA_HOME", "~/.local/share"),
        )
        / "tables"
    )


def _system_folder(windows: tuple[str, str], macos: str, elsewhere: tuple[str, str]) -> Path:
    """Return our folder in that of this system for such files.

    The latter is in an environment variable, or has its default.
    """
    if sys.platform == "darwin":
        return Path(in_home(macos), "sheetgen")
    variable, usual = windows if sys.platform == "win32" else elsewhere
    named = os.environ.get(variable, "")
    return Path(
        in_home(named if named[:1] == "~" or Path(named).is_absolute() else usual), "sheetgen"
    )


def in_home(path: str) -> str:
    """Return the path with the user's home for ``~``.

    Raise SheetgenError if the home is unknown.
    """
    expanded = os.path.expanduser(path)  # noqa: PTH111 - Path raises a less helpful error
    nowhere = (
        os.name == "posix"
        and path.startswith("~")
        and not os.environ.get("HOME", "/").startswith("/")
    )
    if nowhere or expanded.startswith("~"):
        raise SheetgenError("Your home folder is not known; set HOME to its path.")
    return expanded


def own_rulesets() -> Path:
    """Return the folder of the user's rulesets, which may not exist.

    Raise SheetgenError as `user_folder`.
    """
    return user_folder() / "rulesets"


def own_languages() -> Path:
    """Return the folder of the user's ``<language>.po`` files, which may not exist.

    Raise as `user_folder`.
    """
    return user_folder() / "languages"


def names_in(folder: Callable[[], Path], suffix: str) -> list[str]:
    """Return the sorted names of the files in a folder with this suffix.

    They are without the suffix; a missing folder has none. (`Path.glob` takes ten times as long,
    and every start asks several times.)
    """
    try:
        names = os.listdir(folder())  # noqa: PTH208
        return sorted(name.removesuffix(suffix) for name in names if name.endswith(suffix))
    except (OSError, SheetgenError):
        return []


# The command that installs the libraries of an extra

# The package index has another project called `sheetgen`, and not this one. Commands therefore name
# the libraries of an extra, which are on the index, and the environment of this copy, but never
# sheetgen itself.

_MODULES = {
    "odds": ("numpy",),
    "preview": ("pypdfium2", "PIL"),
    "scan": ("numpy", "cv2", "PIL", "pillow_heif", "pypdfium2", "threadpoolctl"),
}
"""Modules of the libraries of each extra."""


def check_extra(extra: str, option: str = "") -> None:
    """Raise SheetgenError at an option if libraries of an extra are missing.

    It has the command that installs them.
    """
    if has_extra(extra):
        return
    if sys.platform == "emscripten":
        message = Message(
            "needs the extra '%(extra)s', which a browser does not have; use sheetgen on a computer"
        )
        raise SheetgenError(message, key=option, extra=extra)
    if (
        is_of_pipx()
    ):  # which installs a folder anew, without the extras that the command does not name
        extras = sorted({extra, *filter(has_extra, _MODULES)})
        raise SheetgenError(
            "the extra '%(extra)s' is not installed; in the folder of sheetgen, install it "
            "with: %(command)s",
            key=option,
            extra=extra,
            command=f'pipx install --force ".[{",".join(extras)}]"',
        )
    packages = requirements(extra) or [f"{_PACKAGE.parent}[{extra}]"]  # a checkout, not installed
    raise SheetgenError(
        "the extra '%(extra)s' is not installed; install its libraries with: %(command)s",
        key=option,
        extra=extra,
        command=install_command(*packages),
    )


def has_extra(extra: str) -> bool:
    """Check whether all libraries of an extra are installed."""
    return all(find_spec(module) for module in _MODULES[extra])


def is_of_pipx() -> bool:
    """Check whether pipx has made the environment of this copy."""
    return Path(sys.prefix, "pipx_metadata.json").exists()


def requirements(extra: str = "") -> list[str]:
    """Return the requirements of an extra, such as ``numpy>=2.0``, or of sheetgen.

    Empty if it is not installed.
    """
    # 14 ms that few runs need
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415

    try:
        lines = [line.partition(";") for line in requires(DISTRIBUTION) or ()]
    except PackageNotFoundError:
        return []
    own = []
    for line, _, marker in lines:
        named = re.search(r"extra == ['\"](.+?)['\"]", marker)
        if (named[1] if named else "") == extra:
            own.append(line.strip())
    return own


def install_command(*packages: str) -> str:
    """Return the command that installs packages into the environment of this copy.

    It is for a shell of this system. It names the interpreter, unless the shell has activated the
    environment.
    """
    is_active = os.environ.get("VIRTUAL_ENV") == sys.prefix
    if is_of_pipx():
        words = ["pipx", "inject", Path(sys.prefix).name]
    elif find_spec("pip") is None:  # environments made by uv have none
        words = ["uv", "pip", "install", *([] if is_active else ["--python", sys.executable])]
    elif is_active:
        words = ["python", "-m", "pip", "install"]
    elif sys.platform == "win32" and " " in sys.executable:  # PowerShell does not run a quoted word
        words = ["py", "-m", "pip", "--python", sys.executable, "install"]
    else:
        words = [sys.executable, "-m", "pip", "install"]
    if sys.platform != "win32":
        return shlex.join([*words, *packages])
    # shells of Windows know double quotes only
    return " ".join(
        word if re.fullmatch(r"[\w:\\/.-]+", word) else f'"{word}"' for word in (*words, *packages)
    )
