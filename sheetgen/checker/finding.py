"""What can be found on a card, as values, how it is shown, and who won; `report` puts findings into words."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from sheetgen.checker.filled import Filled, places, totals_with_yachts
from sheetgen.errors import Message
from sheetgen.rules import Ruleset, Written, WrittenCard, match_points, totals

KINDS = {
    "impossible_value": Message("A value that the box cannot hold; expected are those that it can."),
    "missing_box": Message("A box with nothing in it; expected are the values that it can hold."),
    "doubled_box": Message("A box or total that is there more than once; written are all its values."),
    "not_a_number": Message("Something that is no whole number in digits."),
    "unsure": Message("Something that was not read for sure."),
    "unknown_box": Message("A row that the game does not have."),
    "impossible_card": Message("Values that cannot stand together: no order of play leads to them."),
    "impossible_yacht_bonus": Message(
        "A bonus for further Yachts that no order of play can have earned; expected are those that one can."
    ),
    "wrong_subtotal": Message("A total of a part of the card that does not add up."),
    "bonus_missing": Message("A bonus that is due and was written as 0."),
    "bonus_undue": Message("A bonus that was written and is not due."),
    "bonus_amount": Message("A bonus that is due with another amount."),
    "wrong_total": Message("A grand total that does not add up."),
    "unexplained_total": Message("A total with no filled box that it could be the sum of."),
    "empty_card": Message("A card on which nothing is written."),
    "near_name": Message("A row whose name was taken for that of this row; a warning, which leaves the card valid."),
    "unreadable": Message("A line or card that cannot be read; the message says why."),
}
"""The kinds of findings, with what each means."""

SLIPS = {
    "follows": Message("it follows from what is wrong in these places"),
    "digits_swapped": Message("two digits changed places"),
    "left_out": Message("one of these was left out"),
    "counted_twice": Message("one of these was counted twice"),
    "misread": Message("one of these was read with its digits swapped"),
    "not_carried": Message("a ten or a hundred was carried wrong"),
    "factor_forgotten": Message("it was not counted as often as its column says"),
}
"""The slips of the pen that can explain a wrong sum, with what each means."""


class Slip(Struct, frozen=True):
    """How a wrong sum may have come about."""

    kind: str
    """One of SLIPS."""
    places: tuple[str, ...] = ()
    """The boxes or totals that it may be about, by id."""


class Finding(Struct, frozen=True, cache_hash=True):
    """One thing that is not right."""

    kind: str
    """One of KINDS."""
    where: str = ""
    """The id of the box or total, or the label of a row that the game lacks; empty for the card as a whole."""
    written: Written | tuple[Written, ...] | None = None
    expected: tuple[int, ...] = ()
    """What would be right: one number, or all that are possible; empty where nobody can say."""
    parts: tuple[int, ...] = ()
    """For a total, the numbers that it adds up."""
    between: tuple[int, int] | None = None
    """The least and the most that a total can be, where boxes that go into it are unclear."""
    because: tuple[str, ...] = ()
    """The boxes that are the reason."""
    early: bool = False
    """Whether these were filled before their turn."""
    fits: int | None = None
    """The one value with which the totals come out as they are written."""
    slip: Slip | None = None
    reading: str = ""
    """Another reading of the source, under which this is right."""


class Audit(Struct, frozen=True, dict=True):
    """A card, what was found on it, and what it should be."""

    filled: Filled
    """The card, sorted by the places of its game."""
    findings: tuple[Finding, ...]
    values: Mapping[str, int | None]
    """What should stand in the boxes and totals, by id; a place that is not here is one where nobody can say."""
    extra_yachts: int | None
    """The further Yachts that the card has, the fewest where what is written leaves several; None if nobody can say."""
    reading: str = ""
    """The reading of the source that allows all of the card, if the ruleset's own does not."""
    may_have: Sequence[int] = ()
    """All numbers of further Yachts, ascending, with which it is as right; empty where only one is."""

    @property
    def card(self) -> WrittenCard:
        """The card as it was written."""
        return self.filled.card

    @property
    def written(self) -> Mapping[str, Written | None]:
        """What stands in each box and total, by id, in card order; None where nothing does."""
        return self.filled.shown

    @cached_property
    def right(self) -> Mapping[str, int | None]:
        """What should stand there; None where nobody can say."""
        return {where: self.values.get(where) for where in places(self.filled.ruleset)}

    @property
    def known(self) -> Mapping[str, int]:
        """What should stand in the places of which that can be said."""
        return {where: value for where, value in self.values.items() if value is not None}

    @property
    def numbers(self) -> Mapping[str, int]:
        """The places with one number in them, though it may stand there twice."""
        return self.filled.numbers

    @property
    def valid(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def total(self) -> int | None:
        """The grand total that is right, the least of `totals`; None if nobody can say."""
        return self.values.get("total")

    @property
    def totals(self) -> tuple[int, ...]:
        """All grand totals that are as right: several where nothing that is written says how many further Yachts."""
        if self.total is None:
            return ()
        boxes = {box: value for box in self.filled.ruleset.boxes if (value := self.values.get(box)) is not None}
        found = (totals(self.filled.ruleset, boxes, count)["total"] for count in self.may_have)
        return tuple(dict.fromkeys(found)) or (self.total,)


UNKNOWN = "?"


class Mark(Struct, frozen=True):
    """One place of a checked card."""

    written: str
    """Empty for nothing."""
    right: str = ""
    """What should be there, `UNKNOWN` if nobody can say; empty where what is written may stay."""
    wrong: bool = False
    """Whether something was found here. A right value without that is a total that nobody wrote."""


def marks(audit: Audit) -> Mapping[str, Mark]:
    """The places of a card, by id."""
    found = {finding.where for finding in audit.findings}
    found |= {box for finding in audit.findings if finding.kind == "impossible_card" for box in finding.because}
    unknown = totals_with_yachts(audit.filled.ruleset) if any(audit.may_have[:1]) else ()
    right = {**audit.right, **dict.fromkeys(unknown)}
    accused = frozenset() if audit.reading else found
    return {where: _mark(value, right[where], where in accused) for where, value in audit.written.items()}


def _mark(written: Written | None, right: int | None, found: bool) -> Mark:
    shown = "" if written is None else str(written)
    if found:
        return Mark(shown, UNKNOWN if right in (None, written) else str(right), wrong=True)
    return Mark(shown, str(right)) if written is None and right is not None else Mark(shown)


class Ranking(Struct, frozen=True):
    """The order of the players, each by their place in the list of cards."""

    places: tuple[tuple[int, int], ...]
    """Rank and player; who ties shares a rank, and the next one counts them all: 1, 2, 2, 4."""
    unclear: tuple[int, ...]
    """Players whose total nobody can say yet."""
    winners: tuple[int, ...]
    """Who has rank 1; empty while a total is unclear."""
    written_winners: tuple[int, ...]
    """Who wins by the totals as they are written."""
    match_points: tuple[tuple[int, ...], ...] = ()
    """What each player has won where columns decide: column by column, and then for all of them.

    Empty where the total decides, while a total is unclear, and where one plays alone.
    """

    @property
    def changes(self) -> bool:
        """Whether mending the mistakes makes another winner."""
        return bool(self.winners) and self.winners != self.written_winners


def rank(ruleset: Ruleset, audits: Sequence[Audit]) -> Ranking:
    """Rank the players of one game."""
    right = {player: audit.known for player, audit in enumerate(audits) if audit.total is not None}
    written = {  # the totals as they are written or, if they are not, what the written boxes add up to
        player: {**totals(ruleset, audit.numbers, audit.extra_yachts or 0), **audit.numbers}
        for player, audit in enumerate(audits)
    }
    unclear = tuple(player for player in range(len(audits)) if player not in right)
    worth, stated = _worth(ruleset, audits, right), _worth(ruleset, audits, written)
    ordered = sorted(worth, key=worth.__getitem__, reverse=True)
    ranks = tuple((1 + sum(other > worth[player] for other in worth.values()), player) for player in ordered)
    won = match_points(ruleset, list(right.values())) if _by_columns(ruleset, right) and not unclear else ()
    return Ranking(ranks, unclear, () if unclear else _best(worth), _best(stated), tuple(won))


def _by_columns(ruleset: Ruleset, cards: Mapping[int, Mapping[str, int]]) -> bool:
    return ruleset.winner.by == "columns" and len(cards) > 1


def _worth(
    ruleset: Ruleset, audits: Sequence[Audit], cards: Mapping[int, Mapping[str, int]]
) -> dict[int, tuple[bool, int]]:
    """What ranks the players: who won at once is first, then match points or the grand total decide."""
    points = [card["total"] for card in cards.values()]
    if _by_columns(ruleset, cards):
        points = [sum(won) for won in match_points(ruleset, list(cards.values()))]
    return {player: (audits[player].card.won, each) for player, each in zip(cards, points, strict=True)}


def _best(worth: dict[int, tuple[bool, int]]) -> tuple[int, ...]:
    return tuple(player for player, each in worth.items() if each == max(worth.values()))
