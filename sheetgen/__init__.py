"""Score sheets, rules and calculators for dice games, and a checker for finished cards.

Each game is one ruleset file. This is the public interface, documented in docs/library.md. A name
is imported when it is first used: all of them together take half a second, which the command line
does not need.
"""

TYPE_CHECKING = (
    False  # instead of an import of typing: it is slow, and Ctrl-C is handled only after it
)
if TYPE_CHECKING:
    from typing import Any

    from sheetgen.documents.card_checks import Audit as Audit, check as check, score as score
    from sheetgen.documents.kits import (
        BookletOptions as BookletOptions,
        FormOptions as FormOptions,
        KitOptions as KitOptions,
        app as app,
        booklet as booklet,
        form as form,
        kit as kit,
        page as page,
    )
    from sheetgen.documents.sheets import cell_maps as cell_maps, sheet as sheet
    from sheetgen.errors import (
        FileError as FileError,
        LeftOut as LeftOut,
        SheetgenError as SheetgenError,
    )
    from sheetgen.layout.options import SheetOptions as SheetOptions
    from sheetgen.odds.library import advise as advise, odds_of as odds_of, replay as replay
    from sheetgen.rules.scoring import Unsure as Unsure
    from sheetgen.rulesets.loading import base_of as base_of, load_ruleset as load_ruleset
    from sheetgen.scan.photos import read_photos as read_photos

__version__ = "0.1.0"
_PLACES = {
    "odds.library": ("advise", "odds_of", "replay"),
    "documents.card_checks": ("Audit", "check", "score"),
    "documents.kits": (
        "BookletOptions",
        "FormOptions",
        "KitOptions",
        "app",
        "booklet",
        "form",
        "kit",
        "page",
    ),
    "layout.options": ("SheetOptions",),
    "documents.sheets": ("cell_maps", "sheet"),
    "errors": ("FileError", "LeftOut", "SheetgenError"),
    "rules.scoring": ("Unsure",),
    "rulesets.loading": ("base_of", "load_ruleset"),
    "scan.photos": ("read_photos",),
}
# its items are strings, which the rule does not see
__all__ = ["__version__", *(name for names in _PLACES.values() for name in names)]  # noqa: PLE0604


def __getattr__(name: str) -> "Any":
    from importlib import import_module  # noqa: PLC0415 - as TYPE_CHECKING

    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"sheetgen.{module}"), name)
    raise AttributeError(f"module 'sheetgen' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
