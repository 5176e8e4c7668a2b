"""Results of a check as values: findings, right values, marks for the eye, and the ranking of players."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from sheetgen.checker.filled import FilledCard, places, totals_with_yachts
from sheetgen.errors import Message
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import Written, WrittenCard, match_points, totals

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
"""Kinds of findings, with their meanings."""

SLIPS = {
    "follows": Message("it follows from what is wrong in these places"),
    "digits_swapped": Message("two digits changed places"),
    "left_out": Message("one of these was left out"),
    "counted_twice": Message("one of these was counted twice"),
    "misread": Message("one of these was read with its digits swapped"),
    "not_carried": Message("a ten or a hundred was carried wrong"),
    "factor_forgotten": Message("it was not counted as often as its column says"),
}
"""Slips of the pen that can explain a wrong sum, with their meanings."""


class Slip(Struct, frozen=True):
    """Explanation of a wrong sum."""

    kind: str
    """Key of SLIPS."""
    places: tuple[str, ...] = ()
    """Ids of the boxes or totals where it may have happened."""


class Finding(Struct, frozen=True, cache_hash=True):
    """Fault on a card."""

    kind: str
    """Key of KINDS."""
    where: str = ""
    """Id of the box or total, or label of an unknown row; empty for the card as a whole."""
    written: Written | tuple[Written, ...] | None = None
    expected: tuple[int, ...] = ()
    """Right number, or all possible ones; empty if unknown."""
    parts: tuple[int, ...] = ()
    """Right addends of a total."""
    between: tuple[int, int] | None = None
    """Minimum and maximum of a total with unclear boxes among its addends."""
    because: tuple[str, ...] = ()
    """Ids of the boxes that are the reason."""
    early: bool = False
    """True if these boxes were filled before their turn."""
    fits: int | None = None
    """The one value with which the written totals are right."""
    slip: Slip | None = None
    reading: str = ""
    """Text of the reading under which this is right."""


class CardAudit(Struct, frozen=True, dict=True):
    """Checked card, with findings and right values."""

    filled: FilledCard
    findings: tuple[Finding, ...]
    values: Mapping[str, int | None]
    """Right values of boxes and totals by id; unknown ones are None or missing."""
    extra_yachts: int | None
    """Number of further Yachts, the lowest of several possible ones; None if unknown."""
    reading: str = ""
    """Text of the reading that allows the whole card, if the ruleset's own does not."""
    may_have: Sequence[int] = ()
    """Numbers of further Yachts with which the card is right, ascending; empty if there is one."""

    @property
    def card(self) -> WrittenCard:
        """Card as it was written."""
        return self.filled.card

    @property
    def written(self) -> Mapping[str, Written | None]:
        """Entries of all boxes and totals by id in card order; None for blank ones."""
        return self.filled.shown

    @cached_property
    def right(self) -> Mapping[str, int | None]:
        """Right values of all boxes and totals by id in card order; None for unknown ones."""
        return {where: self.values.get(where) for where in places(self.filled.ruleset)}

    @property
    def known(self) -> Mapping[str, int]:
        """Right values by id, without unknown ones."""
        return {where: value for where, value in self.values.items() if value is not None}

    @property
    def numbers(self) -> Mapping[str, int]:
        """Places with a single number, which may be written there twice."""
        return self.filled.numbers

    @property
    def valid(self) -> bool:
        """True if there are no findings."""
        return not self.findings

    @property
    def total(self) -> int | None:
        """Right grand total, the lowest of `totals`; None if unknown."""
        return self.values.get("total")

    @property
    def totals(self) -> tuple[int, ...]:
        """All right grand totals: several if what is written does not determine the number of further Yachts."""
        if self.total is None:
            return ()
        boxes = {box: value for box in self.filled.ruleset.boxes if (value := self.values.get(box)) is not None}
        found = (totals(self.filled.ruleset, boxes, count)["total"] for count in self.may_have)
        return tuple(dict.fromkeys(found)) or (self.total,)


UNKNOWN = "?"
"""Sign for an unknown right value."""


class PlaceMark(Struct, frozen=True):
    """Place of a checked card, as it is shown."""

    written: str
    """Entry as text; empty for a blank."""
    right: str = ""
    """Right value or `UNKNOWN`; empty if the entry is right."""
    wrong: bool = False
    """True for a place with a finding. A right value without a finding is that of a blank total."""


def marks(audit: CardAudit) -> Mapping[str, PlaceMark]:
    """Return the marks of all places of a card by id."""
    found = {finding.where for finding in audit.findings}
    found |= {box for finding in audit.findings if finding.kind == "impossible_card" for box in finding.because}
    unknown = totals_with_yachts(audit.filled.ruleset) if any(audit.may_have[:1]) else ()
    right = {**audit.right, **dict.fromkeys(unknown)}
    accused = frozenset() if audit.reading else found
    return {where: _mark(value, right[where], where in accused) for where, value in audit.written.items()}


def _mark(written: Written | None, right: int | None, found: bool) -> PlaceMark:
    """Return the mark of a place from its entry, its right value, and whether there is a finding."""
    shown = "" if written is None else str(written)
    if found:
        return PlaceMark(shown, UNKNOWN if right in (None, written) else str(right), wrong=True)
    return PlaceMark(shown, str(right)) if written is None and right is not None else PlaceMark(shown)


class Ranking(Struct, frozen=True):
    """Ranking of players, who are given by their index in the list of cards."""

    places: tuple[tuple[int, int], ...]
    """Rank and player. Tied players share a rank: 1, 2, 2, 4."""
    unclear: tuple[int, ...]
    """Players whose right total is unknown."""
    winners: tuple[int, ...]
    """Players with rank 1; empty while a total is unknown."""
    written_winners: tuple[int, ...]
    """Winners by the written totals."""
    match_points: tuple[tuple[int, ...], ...] = ()
    """Match points of each player: column by column, then for winning all of them.

    Empty if the grand total decides, while a total is unknown, and for a single player.
    """

    @property
    def changes(self) -> bool:
        """True if correcting the mistakes changes the winner."""
        return bool(self.winners) and self.winners != self.written_winners


def rank(ruleset: Ruleset, audits: Sequence[CardAudit]) -> Ranking:
    """Rank the players of one game."""
    right = {player: audit.known for player, audit in enumerate(audits) if audit.total is not None}
    written = {  # written totals, or the sums of the written boxes
        player: {**totals(ruleset, audit.numbers, audit.extra_yachts or 0), **audit.numbers}
        for player, audit in enumerate(audits)
    }
    unclear = tuple(player for player in range(len(audits)) if player not in right)
    worth, stated = _rank_keys(ruleset, audits, right), _rank_keys(ruleset, audits, written)
    ordered = sorted(worth, key=worth.__getitem__, reverse=True)
    ranks = tuple((1 + sum(other > worth[player] for other in worth.values()), player) for player in ordered)
    won = match_points(ruleset, list(right.values())) if _by_columns(ruleset, right) and not unclear else ()
    return Ranking(ranks, unclear, () if unclear else _best(worth), _best(stated), tuple(won))


def _by_columns(ruleset: Ruleset, cards: Mapping[int, Mapping[str, int]]) -> bool:
    """Check whether columns decide between several players."""
    return ruleset.winner.by == "columns" and len(cards) > 1


def _rank_keys(
    ruleset: Ruleset, audits: Sequence[CardAudit], cards: Mapping[int, Mapping[str, int]]
) -> dict[int, tuple[bool, int]]:
    """Return the keys that rank the players: a win at once, then match points or the grand total."""
    points = [card["total"] for card in cards.values()]
    if _by_columns(ruleset, cards):
        points = [sum(won) for won in match_points(ruleset, list(cards.values()))]
    return {player: (audits[player].card.won, each) for player, each in zip(cards, points, strict=True)}


def _best(worth: dict[int, tuple[bool, int]]) -> tuple[int, ...]:
    """Return the players with the highest key."""
    return tuple(player for player, each in worth.items() if each == max(worth.values()))
