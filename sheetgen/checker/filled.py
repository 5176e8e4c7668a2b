"""A card sorted by the places of its game: what stands where, and which of it can be used."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from sheetgen.rules import Ruleset, Unsure, Written, WrittenCard, possible_values

NEARLY_ALL = 0.99
"""Minimum sum of the probabilities of an unsure entry whose values are taken for all that it may be."""


class Filled:
    """One card of a game."""

    def __init__(self, ruleset: Ruleset, card: WrittenCard) -> None:
        self.ruleset = ruleset
        self.card = card
        written = dict(card.entries)
        are_numbers = set(map(type, written.values())) == {int} and written.keys() <= places(ruleset).keys()
        self.is_tidy = are_numbers and len(written) == len(card.entries)
        """Whether each row is one that the game has, there once, with a whole number."""
        self.numbers: Mapping[str, int] = written if self.is_tidy else self._numbers()  # type: ignore[assignment]
        """The places with one number in them, though it may stand there twice."""
        number = self.numbers.get
        legal = legal_values(ruleset)
        self.boxes = {box: value for box, held in legal.items() if (value := number(box)) in held}
        """The boxes with a value that they can hold."""
        self.unclear = [box for box in legal if box not in self.boxes] if len(self.boxes) < len(legal) else []
        """The boxes that are empty, or hold what they cannot; not those that a win at once left empty."""
        self.is_ended = card.won or card.ended
        """Whether somebody won at once, so that boxes may be empty: they count nothing."""
        if self.is_ended:
            self.unclear = [box for box in self.unclear if box in self.rows]

    @cached_property
    def rows(self) -> dict[str, list[Written | Unsure]]:
        """Everything that was written, by place; places that the game does not have among them."""
        rows: dict[str, list[Written | Unsure]] = {}
        for where, value in self.card.entries:
            rows.setdefault(where, []).append(value)
        return rows

    def _numbers(self) -> dict[str, int]:
        known = places(self.ruleset)
        return {
            where: values[0]
            for where, values in self.rows.items()
            if isinstance(values[0], int) and where in known and (len(values) == 1 or len(set(values)) == 1)
        }

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all is written in its boxes."""
        return not self.boxes and self.rows.keys().isdisjoint(self.ruleset.boxes) and not self.is_ended

    @property
    def blank(self) -> dict[str, int]:
        """The boxes in which nothing is written, as if they held a 0."""
        return {box: 0 for box in self.ruleset.boxes if box not in self.rows}

    def held(self, box: str) -> Sequence[int]:
        """Return the numbers that an unclear box may hold, ascending: those of an unsure entry, if it lists them."""
        values = dict(entry.values) if isinstance(entry := self.rows.get(box, [""])[0], Unsure) else {}
        numbers = sorted(value for value in values if isinstance(value, int))
        is_known = len(values) == len(numbers) > 1 and sum(values.values()) >= NEARLY_ALL
        return numbers if is_known else possible_values(self.ruleset, box)

    @cached_property
    def shown(self) -> dict[str, Written | None]:
        """What stands in each place, for the eye; several values of one place as one text."""
        rows = self.rows
        return {where: _shown(rows.get(where, ())) for where in places(self.ruleset)}


def _shown(values: Sequence[Written | Unsure]) -> Written | None:
    if len(values) == 1 and not isinstance(values[0], Unsure):
        return values[0]
    return " / ".join(map(str, values)) or None


@lru_cache(maxsize=64)
def places(ruleset: Ruleset) -> Mapping[str, int]:
    """The ids of all boxes and totals, each with its place in the order of the card."""
    return {where: place for place, where in enumerate(ruleset.rows)}


@lru_cache(maxsize=64)
def legal_values(ruleset: Ruleset) -> Mapping[str, frozenset[int]]:
    """For each box, all values that it can hold."""
    return {box: frozenset(possible_values(ruleset, box)) for box in ruleset.boxes}


@lru_cache(maxsize=512)
def below(ruleset: Ruleset, total: str) -> tuple[str, ...]:
    """All boxes and totals that go into a total, directly or over other totals; the direct ones first."""
    direct = ruleset.addends[total]
    deeper = (where for part in direct if part in ruleset.addends for where in below(ruleset, part))
    return tuple(dict.fromkeys((*direct, *deeper)))


@lru_cache(maxsize=512)
def boxes_below(ruleset: Ruleset, total: str) -> frozenset[str]:
    """The boxes that go into a total."""
    return frozenset(below(ruleset, total)) & frozenset(ruleset.boxes)


@lru_cache(maxsize=64)
def totals_with_yachts(ruleset: Ruleset) -> tuple[str, ...]:
    """The bonus for further Yachts, if the game has one, and the totals that it goes into."""
    bonus = ruleset.extra_yachts
    return tuple(total for total in ruleset.addends if bonus and bonus.id in (total, *below(ruleset, total)))


@lru_cache(maxsize=512)
def addends_of(ruleset: Ruleset, total: str) -> Counter[str]:
    """How often each box and each bonus counts in a total, over all sums in between."""
    counts: Counter[str] = Counter()
    for part in ruleset.addends[total]:
        is_sum = part in ruleset.addends and ruleset.all_totals[part].kind == "sum"
        counts.update(addends_of(ruleset, part) if is_sum else [part])
    return counts
