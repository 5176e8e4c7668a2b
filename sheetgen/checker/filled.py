"""A written card, sorted by the boxes and totals of its game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset, below
from sheetgen.rules.scoring import Unsure, Written, WrittenCard

NEARLY_ALL = 0.99
"""Minimum sum of the probabilities of an unsure entry whose candidates count as complete."""


class FilledCard:
    """Card of one player, with its entries by place. A place is a box or a total."""

    def __init__(self, ruleset: Ruleset, card: WrittenCard) -> None:
        self.ruleset = ruleset
        self.card = card
        self.rows: dict[str, list[Written | Unsure]] = {}
        """All entries by place, with unknown places among them."""
        for where, written in card.entries:
            self.rows.setdefault(where, []).append(written)
        known, legal = places(ruleset), legal_values(ruleset)
        self.numbers: Mapping[str, int] = {
            where: values[0]
            for where, values in self.rows.items()
            if isinstance(values[0], int) and where in known and values.count(values[0]) == len(values)
        }
        """Places with a single number, which may be written there twice."""
        number = self.numbers.get
        self.boxes = {box: value for box, held in legal.items() if (value := number(box)) in held}
        """Values of the boxes that hold a legal number."""
        self.is_ended = card.won or card.ended
        """True if a player won at once, so that boxes may be empty and count 0."""
        self.unclear = [box for box in legal if box not in self.boxes and (box in self.rows or not self.is_ended)]
        """Boxes that are empty or hold no legal number."""

    @property
    def is_blank(self) -> bool:
        """True if nothing is written in any box."""
        return not self.boxes and self.rows.keys().isdisjoint(self.ruleset.boxes) and not self.is_ended

    @property
    def blank(self) -> dict[str, int]:
        """Empty boxes, each with a 0."""
        return {box: 0 for box in self.ruleset.boxes if box not in self.rows}

    def held(self, box: str) -> Sequence[int]:
        """Return the numbers that an unclear box may hold, ascending: an unsure entry's candidates, if complete."""
        values = dict(entry.values) if isinstance(entry := self.rows.get(box, [""])[0], Unsure) else {}
        numbers = sorted(value for value in values if isinstance(value, int))
        is_known = len(values) == len(numbers) > 1 and sum(values.values()) >= NEARLY_ALL
        return numbers if is_known else possible_values(self.ruleset, box)

    @cached_property
    def shown(self) -> dict[str, Written | None]:
        """Entries by place in card order, to be shown. Several entries of one place are joined to one text."""
        return {where: _joined(self.rows.get(where, ())) for where in places(self.ruleset)}


def _joined(values: Sequence[Written | Unsure]) -> Written | None:
    """Return a single entry unchanged, or several as one text."""
    if len(values) == 1 and not isinstance(values[0], Unsure):
        return values[0]
    return " / ".join(map(str, values)) or None


@lru_cache(maxsize=64)
def places(ruleset: Ruleset) -> Mapping[str, int]:
    """Return the position of each box and total in card order, by id."""
    return {where: place for place, where in enumerate(ruleset.rows)}


@lru_cache(maxsize=64)
def legal_values(ruleset: Ruleset) -> Mapping[str, frozenset[int]]:
    """Return all values that each box can hold, by id."""
    return {box: frozenset(possible_values(ruleset, box)) for box in ruleset.boxes}


@lru_cache(maxsize=512)
def boxes_below(ruleset: Ruleset, total: str) -> frozenset[str]:
    """Return the boxes among the direct and indirect addends of a total."""
    return frozenset(below(ruleset, total)) & frozenset(ruleset.boxes)


@lru_cache(maxsize=64)
def totals_with_yachts(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the bonus for further Yachts and the totals that depend on it; empty if the game has none."""
    bonus = ruleset.extra_yachts
    return tuple(total for total in ruleset.addends if bonus and bonus.id in (total, *below(ruleset, total)))


@lru_cache(maxsize=512)
def addends_of(ruleset: Ruleset, total: str) -> Counter[str]:
    """Return how often each box and bonus counts in a total, directly and through subtotals."""
    counts: Counter[str] = Counter()
    for part in ruleset.addends[total]:
        is_sum = part in ruleset.addends and ruleset.all_totals[part].kind == "sum"
        counts.update(addends_of(ruleset, part) if is_sum else [part])
    return counts
