"""The games that lines are about, each loaded once; and JSON lines read with care, key by key."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET, MsgspecError, Raw, Struct, UnsetType
from msgspec.json import decode

from sheetgen.cards.lines import text_of
from sheetgen.checker import ManyCards, QuickCheck
from sheetgen.errors import SheetgenError
from sheetgen.files.reading import Pairs, parse_json
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Ruleset


class Game(Struct, frozen=True):
    """A ruleset with what is needed again and again."""

    ruleset: Ruleset
    quick: QuickCheck
    many: ManyCards
    report: Report


class Games:
    """Finds the game of a line. `load` decides which names a stranger's line may use."""

    def __init__(self, load: Callable[[str], Ruleset], catalog: Catalog, default: Ruleset | None = None) -> None:
        self.catalog = catalog
        self._load = load
        self._default = self._game(default) if default else None
        self._known = {self._default.ruleset.id: self._default} if self._default else {}

    @property
    def has_default(self) -> bool:
        """Whether the command line names a game."""
        return self._default is not None

    def find(self, name: str | None) -> Game:
        """The game called `name` or, without a name, that of the command line; SheetgenError if there is none."""
        if name is None:
            if self._default is None:
                raise SheetgenError("which game? the ruleset stands neither in the line nor in --ruleset")
            return self._default
        if name not in self._known:
            self._known[name] = self._game(self._load(name))
        return self._known[name]

    def _game(self, ruleset: Ruleset) -> Game:
        return Game(ruleset, QuickCheck(ruleset), ManyCards(ruleset), Report(Wording(ruleset, self.catalog)))


class _Id(Struct):
    id: Raw | UnsetType = UNSET


def id_of(line: bytes) -> Raw | None:
    """The id in a line, though the rest of it may be wrong."""
    try:
        found = decode(text_of(line), type=_Id).id
    except (MsgspecError, RecursionError, SheetgenError):
        return None
    return None if found is UNSET else found


def parse_line(line: bytes) -> Any:
    """A line of JSON, read with care; SheetgenError if it is none."""
    return parse_json(text_of(line))


def read_object(pairs: Any, keys: Mapping[str, type]) -> dict[str, Any]:
    """A JSON object whose keys are known, there once, and of the right kind; SheetgenError for anything else."""
    if not isinstance(pairs, Pairs):
        raise SheetgenError("should be a JSON object in { }")
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name not in keys:
            raise SheetgenError("the key '%(name)s' is unknown; take it out", name=name)
        if name in found:
            raise SheetgenError("the key '%(name)s' is there twice; keep one", name=name)
        if not isinstance(value, keys[name]):
            raise SheetgenError("the value of '%(name)s' is of the wrong kind; see sheetgen reference cards", name=name)
        found[name] = value
    return found


def check_keys(value: Any) -> None:
    """SheetgenError if a key is there twice, anywhere in what `parse_line` gave."""
    if isinstance(value, Pairs):
        names = [name for name, _ in value]
        for name in names:
            if names.count(name) > 1:
                raise SheetgenError("the key '%(name)s' is there twice; keep one", name=name)
        value = [inner for _, inner in value]
    for inner in value if isinstance(value, list) else ():
        check_keys(inner)
