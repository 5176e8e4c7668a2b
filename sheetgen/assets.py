"""Where the files are that come with sheetgen: beside the package in a wheel, one folder up in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def rulesets() -> Path:
    """The folder of the rulesets that come with sheetgen."""
    return _PACKAGE / "rulesets"


def themes() -> Path:
    """The folder of the themes that come with sheetgen."""
    return _PACKAGE / "themes"


def locales() -> Path:
    """The folder of the catalogs, ``<language>/LC_MESSAGES/sheetgen.po`` each."""
    return _top_level("locales")


def templates() -> Path:
    """The folder of the Jinja2 templates."""
    return _top_level("templates")


def script(name: str) -> str:
    """A script or style of the calculators."""
    return (templates() / "calculator" / name).read_text("utf-8")


def _top_level(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
