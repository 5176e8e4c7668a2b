"""A written card, sorted by the places of its game, and the results of its check.

Findings, marks and ranking.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Literal

from msgspec import Struct

from sheetgen.errors import Message
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset, below
from sheetgen.rules.scoring import STRUCK, Unsure, Written, WrittenCard, match_points, totals

# The written card, sorted by the boxes and totals of its game

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
            is_struck = written in STRUCK and where in ruleset.boxes
            self.rows.setdefault(where, []).append(0 if is_struck else written)
        self.numbers = self._single_numbers()
        """Places with a single number, which may be written there twice."""
        self.boxes: dict[str, int] = {}
        """Values of the boxes that hold a legal number."""
        self.is_ended = card.won or card.ended
        """True if a player won at once, so that boxes may be empty and count 0."""
        self.unclear: list[str] = []
        """Boxes that are empty or hold no legal number."""
        for box, legal in legal_values(ruleset).items():
            value = self.numbers.get(box)
            if value is not None and value in legal:
                self.boxes[box] = value
            elif box in self.rows or not self.is_ended:
                self.unclear.append(box)

    def _single_numbers(self) -> dict[str, int]:
        """Return the number at each known place that has one only."""
        known = card_order(self.ruleset)
        numbers: dict[str, int] = {}
        for where, values in self.rows.items():
            first = values[0]
            if isinstance(first, int) and where in known and values.count(first) == len(values):
                numbers[where] = first
        return numbers

    @property
    def is_blank(self) -> bool:
        """True if nothing is written in any box."""
        if self.boxes or self.is_ended:
            return False
        return self.rows.keys().isdisjoint(self.ruleset.boxes)

    @property
    def blank(self) -> dict[str, int]:
        """Empty boxes, each with a 0."""
        return {box: 0 for box in self.ruleset.boxes if box not in self.rows}

    def held(self, box: str) -> Sequence[int]:
        """Return the numbers that an unclear box may hold, ascending.

        They are the candidates of an unsure entry, if the box can hold these and they are complete.
        Else they are all legal values: ink that is read as something else is misread.
        """
        legal = possible_values(self.ruleset, box)
        entry = self.rows.get(box, [""])[0]
        if isinstance(entry, Unsure):
            probabilities = dict(entry.values)
            numbers = [value for value in legal if value in probabilities]
            sum_of_numbers = sum(probabilities[number] for number in numbers)
            if len(numbers) > 1 and sum_of_numbers >= NEARLY_ALL:
                return numbers
        return legal

    @cached_property
    def entries(self) -> dict[str, Written | None]:
        """Entries by place in card order, to be shown.

        Several entries of one place are joined to one text.
        """
        return {
            where: _as_one_entry(self.rows.get(where, ())) for where in card_order(self.ruleset)
        }


def _as_one_entry(values: Sequence[Written | Unsure]) -> Written | None:
    """Return a single entry unchanged, or several as one text."""
    if len(values) == 1 and not isinstance(values[0], Unsure):
        return values[0]
    return " / ".join(map(str, values)) or None


@lru_cache(maxsize=64)
def card_order(ruleset: Ruleset) -> Mapping[str, int]:
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
    """Return the bonus for further Yachts and the totals that depend on it.

    Empty if the game has none.
    """
    bonus = ruleset.extra_yachts
    if bonus is None:
        return ()
    return tuple(
        total for total in ruleset.addends if total == bonus.id or bonus.id in below(ruleset, total)
    )


@lru_cache(maxsize=512)
def addends_of(ruleset: Ruleset, total: str) -> Counter[str]:
    """Return how often each box and bonus counts in a total, directly and through subtotals."""
    counts: Counter[str] = Counter()
    for part in ruleset.addends[total]:
        if part in ruleset.addends and ruleset.all_totals[part].kind == "sum":
            counts.update(addends_of(ruleset, part))
        else:
            counts[part] += 1
    return counts


# Findings

Severity = Literal["error", "warning"]
"""Severity of a finding: an error makes a card invalid, a warning leaves it valid."""


class FindingKind(Struct, frozen=True):
    """Kind of finding."""

    severity: Severity
    meaning: Message
    """Sentence for the reference of cards."""


KINDS = {
    "impossible_value": FindingKind(
        "error", Message("A value that the box cannot hold; expected are those that it can.")
    ),
    "missing_box": FindingKind(
        "error", Message("A box with nothing in it; expected are the values that it can hold.")
    ),
    "doubled_box": FindingKind(
        "error", Message("A box or total that is there more than once; written are all its values.")
    ),
    "not_a_number": FindingKind("error", Message("Something that is no whole number in digits.")),
    "unsure": FindingKind("error", Message("Something that was not read for sure.")),
    "unknown_box": FindingKind("error", Message("A row that the game does not have.")),
    "impossible_card": FindingKind(
        "error", Message("Values that are impossible together: no order of play leads to them.")
    ),
    "impossible_yacht_bonus": FindingKind(
        "error",
        Message(
            "A bonus for further Yachts that no order of play can have earned; expected are those"
            " that one can."
        ),
    ),
    "wrong_subtotal": FindingKind(
        "error", Message("A total of a part of the card that does not add up.")
    ),
    "bonus_missing": FindingKind("error", Message("A bonus that is due and was written as 0.")),
    "bonus_undue": FindingKind("error", Message("A bonus that was written and is not due.")),
    "bonus_amount": FindingKind("error", Message("A bonus that is due with another amount.")),
    "wrong_total": FindingKind("error", Message("A grand total that does not add up.")),
    "unexplained_total": FindingKind(
        "error", Message("A total with no filled box that it could be the sum of.")
    ),
    "empty_card": FindingKind("error", Message("A card on which nothing is written.")),
    "near_name": FindingKind(
        "warning", Message("A row whose name was taken for that of this row.")
    ),
    "unreadable": FindingKind(
        "error", Message("A line or card that cannot be read; the message says why.")
    ),
}
"""Kinds of findings, each declared with its severity and meaning."""

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
    """Fault on a card, or something about it that is worth a look."""

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
    line: int = 0
    """Line in the file of the card; 0 if it is unknown or of no use."""

    @property
    def severity(self) -> Severity:
        """Severity of its kind."""
        return KINDS[self.kind].severity


class CardAudit(Struct, frozen=True, dict=True):
    """Checked card, with findings and right values."""

    filled: FilledCard
    findings: tuple[Finding, ...]
    """Errors, in card order."""
    values: Mapping[str, int | None]
    """Right values of boxes and totals by id; unknown ones are None or missing."""
    extra_yachts: int | None
    """Number of further Yachts, the lowest of several possible ones; None if unknown."""
    reading: str = ""
    """Text of the reading that allows the whole card, if the ruleset's own does not."""
    may_have: Sequence[int] = ()
    """Numbers of further Yachts with which the card is right, ascending; empty if there is one."""
    warnings: tuple[Finding, ...] = ()
    """Findings that leave the card valid, in card order."""

    @property
    def card(self) -> WrittenCard:
        """Card as it was written."""
        return self.filled.card

    @property
    def written(self) -> Mapping[str, Written | None]:
        """Entries of all boxes and totals by id in card order; None for blank ones."""
        return self.filled.entries

    @cached_property
    def right(self) -> Mapping[str, int | None]:
        """Right values of all boxes and totals by id in card order; None for unknown ones."""
        return {where: self.values.get(where) for where in card_order(self.filled.ruleset)}

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
        """True if no finding is an error."""
        return not self.findings

    @property
    def total(self) -> int | None:
        """Right grand total, the lowest of `totals`; None if unknown."""
        return self.values.get("total")

    @property
    def totals(self) -> tuple[int, ...]:
        """All right grand totals.

        Several if what is written does not determine the number of further Yachts.
        """
        if self.total is None:
            return ()
        if not self.may_have:
            return (self.total,)
        boxes: dict[str, int] = {}
        for box in self.filled.ruleset.boxes:
            value = self.values.get(box)
            if value is not None:
                boxes[box] = value
        grand_totals: dict[int, None] = {}
        for count in self.may_have:
            grand_totals[totals(self.filled.ruleset, boxes, count)["total"]] = None
        return tuple(grand_totals)


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
    wrong: set[str] = set()
    if not audit.reading:
        for finding in audit.findings:
            wrong.add(finding.where)
            if finding.kind == "impossible_card":
                wrong.update(finding.because)
    right = dict(audit.right)
    if any(audit.may_have[:1]):
        right |= dict.fromkeys(totals_with_yachts(audit.filled.ruleset))
    by_place: dict[str, PlaceMark] = {}
    for where, written in audit.written.items():
        by_place[where] = _mark(written, right[where], where in wrong)
    return by_place


def _mark(written: Written | None, right: int | None, is_wrong: bool) -> PlaceMark:
    """Return the mark of a place from its entry and its right value."""
    text = "" if written is None else str(written)
    if is_wrong:
        return PlaceMark(text, UNKNOWN if right in (None, written) else str(right), wrong=True)
    if written is None and right is not None:
        return PlaceMark(text, str(right))
    return PlaceMark(text)


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
    right: dict[int, Mapping[str, int]] = {}
    written: dict[int, Mapping[str, int]] = {}
    unclear: list[int] = []
    for player, audit in enumerate(audits):
        if audit.total is None:
            unclear.append(player)
        else:
            right[player] = audit.known
        # written totals, or the sums of the written boxes
        sums = totals(ruleset, audit.numbers, audit.extra_yachts or 0)
        written[player] = {**sums, **audit.numbers}
    right_keys = _rank_keys(ruleset, audits, right)
    ranks: list[tuple[int, int]] = []
    for player in sorted(right_keys, key=right_keys.__getitem__, reverse=True):
        better = sum(key > right_keys[player] for key in right_keys.values())
        ranks.append((1 + better, player))
    has_match_points = _by_columns(ruleset, right) and not unclear
    return Ranking(
        tuple(ranks),
        tuple(unclear),
        winners=() if unclear else _best_players(right_keys),
        written_winners=_best_players(_rank_keys(ruleset, audits, written)),
        match_points=tuple(match_points(ruleset, [*right.values()])) if has_match_points else (),
    )


def _by_columns(ruleset: Ruleset, cards: Mapping[int, Mapping[str, int]]) -> bool:
    """Check whether columns decide between several players."""
    return ruleset.winner.by == "columns" and len(cards) > 1


def _rank_keys(
    ruleset: Ruleset, audits: Sequence[CardAudit], cards: Mapping[int, Mapping[str, int]]
) -> dict[int, tuple[bool, int]]:
    """Return the keys that rank the players.

    A win at once, then match points or the grand total.
    """
    if _by_columns(ruleset, cards):
        points = [sum(won) for won in match_points(ruleset, [*cards.values()])]
    else:
        points = [card["total"] for card in cards.values()]
    keys: dict[int, tuple[bool, int]] = {}
    for player, points_of_player in zip(cards, points, strict=True):
        keys[player] = (audits[player].card.won, points_of_player)
    return keys


def _best_players(keys: dict[int, tuple[bool, int]]) -> tuple[int, ...]:
    """Return the players with the highest key."""
    if not keys:
        return ()
    highest = max(keys.values())
    return tuple(player for player, key in keys.items() if key == highest)
