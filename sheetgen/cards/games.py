"""The games that lines are about, each loaded once."""

from collections.abc import Callable

from msgspec import Struct

from sheetgen.checker import QuickCheck
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Ruleset


class Game(Struct, frozen=True):
    """A ruleset with what is needed again and again."""

    ruleset: Ruleset
    quick: QuickCheck
    report: Report


class Games:
    """Finds the game of a line. `load` decides which names a stranger's line may use."""

    def __init__(self, load: Callable[[str], Ruleset], catalog: Catalog, default: Ruleset | None = None) -> None:
        self.catalog = catalog
        self._load = load
        self._known: dict[str | None, Game] = {}
        if default is not None:
            self._known[None] = self._known[default.id] = self._game(default)

    @property
    def has_default(self) -> bool:
        """Whether the command line names a game."""
        return None in self._known

    def find(self, name: str | None) -> Game:
        """The game called `name` or, without a name, that of the command line; SheetgenError if there is none."""
        if name not in self._known:
            if name is None:
                raise SheetgenError("which game? the ruleset stands neither in the line nor in --ruleset")
            self._known[name] = self._game(self._load(name))
        return self._known[name]

    def _game(self, ruleset: Ruleset) -> Game:
        return Game(ruleset, QuickCheck(ruleset), Report(Wording(ruleset, self.catalog)))
