"""JSON cards that are written alike, many at once: the same keys, and a whole number in each place."""

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from msgspec import UNSET, MsgspecError, Raw, Struct, defstruct
from msgspec.json import Decoder
from msgspec.structs import astuple

from sheetgen.cards.answers import Checked
from sheetgen.cards.games import Game
from sheetgen.cards.records import CardIn, CardOut
from sheetgen.cards.results import checked, with_fault


class Keys(NamedTuple):
    """The keys of a card, beside those of its boxes."""

    ruleset: str | None
    """The value of that key; None if it is not there."""
    has_id: bool
    totals: tuple[str, ...] | None
    """The ids of the totals; None if they are not there."""

    @classmethod
    def of(cls, card: CardIn) -> "Keys":
        """The keys of this card."""
        ruleset = None if card.ruleset is UNSET else card.ruleset
        return cls(ruleset, card.id is not UNSET, None if card.totals is UNSET else tuple(sorted(card.totals)))

    def suit(self, game: Game) -> bool:
        """Whether the game has these totals."""
        return set(self.totals or ()) <= game.ruleset.all_totals.keys()


class Shape:
    """Reads cards of a game with these keys and a whole number in each box. What it reads is beyond doubt."""

    def __init__(self, game: Game, keys: Keys) -> None:
        self._game = game
        self._boxes, self._totals = tuple(game.ruleset.boxes), keys.totals or ()
        fields: list[tuple[str, Any]] = [("boxes", _numbers(self._boxes))]
        fields += [("id", Raw)] if keys.has_id else []
        fields += [("ruleset", Literal[keys.ruleset])] if keys.ruleset is not None else []
        fields += [("totals", _numbers(keys.totals))] if keys.totals is not None else []
        card = defstruct("LikeCard", fields, forbid_unknown_fields=True, gc=False)
        self._decode: Callable[[bytes], Any] = Decoder(card).decode
        self._has_id = keys.has_id
        self._colons = len(fields) + len(self._boxes) + len(self._totals)

    def read(self, lines: Sequence[bytes]) -> list[Any]:
        """The card in each line, which has to be UTF-8; None for one of another shape or with a key twice."""
        try:
            cards = list(map(self._decode, lines))
        except (MsgspecError, RecursionError):
            cards = list(map(self._try, lines))
        colons = list(map(bytes.count, lines, repeat(b":")))
        if colons.count(self._colons) == len(lines):
            return cards
        return [card if found == self._colons else None for card, found in zip(cards, colons, strict=True)]

    def checked(self, cards: Sequence[Any]) -> Checked:
        """These cards, all at once; a real check is for those that are not plainly right."""
        boxes = _columns(map(attrgetter("boxes"), cards))
        stated = _columns(map(attrgetter("totals"), cards)) if self._totals else []
        names = list(map(attrgetter("id"), cards)) if self._has_id else [None] * len(cards)
        if not cards:
            return Checked([], self._check, names)
        seen = self._game.many.look(boxes, dict(zip(self._totals, stated, strict=True)))

        def look(at: int) -> CardOut:
            found = seen.fault(at)
            return with_fault(self._game, found, names[at]) if found else self._check(cards[at])

        return Checked(seen.totals, look, names)

    def _check(self, card: Any) -> CardOut:
        values = astuple(card.boxes) + (astuple(card.totals) if self._totals else ())
        return checked(self._game, self._boxes + self._totals, values, card.id if self._has_id else None)

    def _try(self, line: bytes) -> Any:
        try:
            return self._decode(line)
        except (MsgspecError, RecursionError):
            return None


def _numbers(places: Sequence[str]) -> type[Struct]:
    """A whole number in each of these places, whose ids need be no names of Python's."""
    names = {f"at_{number}": where for number, where in enumerate(places)}
    return defstruct("Numbers", [(name, int) for name in names], rename=names, forbid_unknown_fields=True, gc=False)


def _columns(rows: Iterable[Struct]) -> list[tuple[int, ...]]:
    return list(zip(*map(astuple, rows), strict=True))
