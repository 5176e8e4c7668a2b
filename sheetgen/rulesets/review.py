"""A ruleset file looked at as a whole: the game in it, or its faults; and what is probably not meant."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import FileError, SheetgenError
from sheetgen.rules import Context, Ruleset, legal_entries, possible_values, yachts
from sheetgen.rulesets.doubts import doubts_of
from sheetgen.rulesets.extend import explaining, without_part
from sheetgen.rulesets.faults import Fault, fault_at, faults_of
from sheetgen.rulesets.source import Source
from sheetgen.rulesets.vocabulary import MAX_YACHTS, build_ruleset

_TURN = ("booklet", "turn", "box")


class Review(Struct, frozen=True):
    """What was found in a file."""

    ruleset: Ruleset | None
    """The game; None if there are faults."""
    faults: tuple[SheetgenError, ...] = ()
    doubts: tuple[SheetgenError, ...] = ()
    """What can be printed, but is probably not meant."""

    def found(self) -> Ruleset:
        """The game. Raises FileError with all faults if there are any."""
        if self.ruleset is None:
            raise FileError(self.faults)
        return self.ruleset


def review(source: Source, language: str = "") -> Review:
    """All faults of a file; and, if the `language` of the table is named, what is doubtful in it."""
    source, faults = _fitted(source)
    if faults:
        return Review(None, tuple(fault.placed(source) for fault in faults))
    ruleset = build_ruleset(source.path.stem, source.plain)
    doubts = doubts_of(ruleset, source, language) if language else ()
    return Review(ruleset, (), tuple(doubt.placed(source) for doubt in doubts))


def _fitted(source: Source) -> tuple[Source, list[Fault]]:
    """The game without what only explained the game that it extends and fits no longer; and its faults."""
    faults = _faults(source)
    while source.base and (stale := {part for fault in faults if (part := explaining(fault.path))}):
        stale = {part for part in stale if not source.has(part)}
        if not stale:
            break
        for part in sorted(stale, key=_from_the_end):
            source = replace(source, data=without_part(source.data, part))
        faults = _faults(source)
    return source, faults


def _from_the_end(path: tuple[Any, ...]) -> list[int]:
    """Later items of a list go first, so that those before them keep their places."""
    return [-step for step in path if isinstance(step, int)]


def _faults(source: Source) -> list[Fault]:
    return faults_of(source) or list(_played(source.plain, source.path.stem))


def _played(plain: dict[str, Any], name: str) -> Iterator[Fault]:
    """What is found wrong only by playing the game."""
    ruleset = build_ruleset(name, plain)
    games = (ruleset, *(reading.ruleset for reading in ruleset.readings))
    if max(len(yachts(game)) for game in games) * len(ruleset.boxes) > MAX_YACHTS:
        common = SheetgenError(
            "too many rolls have the pattern of this category, for a joker or a bonus; take a rarer pattern"
        )
        yield fault_at(plain, ("joker" if "joker" in plain else "totals", "category"), common)
    elif not _turn_is_legal(ruleset):
        illegal = SheetgenError("no game can have such a turn: see what is filled, and where the last roll goes")
        yield fault_at(plain, _TURN, illegal)


def _turn_is_legal(ruleset: Ruleset) -> bool:
    """Whether the last roll of the example turn, if there is one, may be written where it says on such a card."""
    turn = ruleset.booklet.turn
    if turn is None:
        return True
    possible = all(points in possible_values(ruleset, box) for box, points in turn.filled.items())
    return possible and turn.box in legal_entries(ruleset, turn.throws[-1].roll, Context(turn.filled))
