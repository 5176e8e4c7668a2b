"""Score sheets, rules and calculators for dice games from one ruleset file, and a checker for finished cards.

The public interface, documented in docs/library.md. A name is imported when it is first used: all of them together
take half a second, which the command line does not need.
"""

TYPE_CHECKING = False  # that of typing, which is slow to come, and Ctrl-C is heard only after this
if TYPE_CHECKING:
    from typing import Any

    from sheetgen.documents.calculators import FormOptions, app, form, page
    from sheetgen.documents.card_checks import Audit, check, score
    from sheetgen.documents.kits import BookletOptions, KitOptions, booklet, kit
    from sheetgen.documents.sheets import cell_maps, sheet
    from sheetgen.errors import FileError, LeftOut, SheetgenError
    from sheetgen.layout.options import SheetOptions
    from sheetgen.odds.library import advise, odds_of, replay
    from sheetgen.rules.scoring import Unsure
    from sheetgen.rulesets.loading import base_of, load_ruleset
    from sheetgen.scan.photos import read_photos

__version__ = "0.1.0"
__all__ = [
    "Audit",
    "BookletOptions",
    "FileError",
    "FormOptions",
    "KitOptions",
    "LeftOut",
    "SheetOptions",
    "SheetgenError",
    "Unsure",
    "__version__",
    "advise",
    "app",
    "base_of",
    "booklet",
    "cell_maps",
    "check",
    "form",
    "kit",
    "load_ruleset",
    "odds_of",
    "page",
    "read_photos",
    "replay",
    "score",
    "sheet",
]

_PLACES = {
    "odds.library": ("advise", "odds_of", "replay"),
    "documents.calculators": ("FormOptions", "app", "form", "page"),
    "documents.card_checks": ("Audit", "check", "score"),
    "documents.kits": ("BookletOptions", "KitOptions", "booklet", "kit"),
    "layout.options": ("SheetOptions",),
    "documents.sheets": ("cell_maps", "sheet"),
    "errors": ("FileError", "LeftOut", "SheetgenError"),
    "rules.scoring": ("Unsure",),
    "rulesets.loading": ("base_of", "load_ruleset"),
    "scan.photos": ("read_photos",),
}


def __getattr__(name: str) -> "Any":
    from importlib import import_module  # noqa: PLC0415 - as TYPE_CHECKING

    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"sheetgen.{module}"), name)
    raise AttributeError(f"module 'sheetgen' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
