"""What follows from a ruleset: the values a box can hold, the best card, who wins columns. Derived, never listed."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod

from msgspec.structs import replace

from sheetgen.rules.patterns import Dice, Roll, all_rolls
from sheetgen.rules.ruleset import Box, Category, Column, Ruleset, boxes_of
from sheetgen.rules.scoring import (
    Context,
    allowed_boxes,
    entry,
    is_yacht,
    next_boxes,
    points_of_rolls,
    runs_of,
    takes_any,
    totals,
)

Outcome = tuple[int, int]
"""Points in a box, and the Yacht bonus earned with them."""
MOST_CARDS = 50_000
"""If the choices for the best card are more than this, each box takes what is best by itself."""


@lru_cache(maxsize=1024)
def possible_values(ruleset: Ruleset, box_id: str) -> tuple[int, ...]:
    """Every value that the box can hold on some card, ascending."""
    return tuple(sorted({points for points, _ in _bounded(ruleset, box_id)}))


def maximum(ruleset: Ruleset, box_id: str) -> int:
    """The most that the box can hold."""
    return possible_values(ruleset, box_id)[-1]


@lru_cache(maxsize=64)
def best_totals(ruleset: Ruleset) -> Mapping[str, int]:
    """All totals, by id, of the card with the highest ``total``.

    Each box takes what is best in points and further Yachts. Where these two pull apart, or two boxes are bound, every
    choice is tried, up to MOST_CARDS of them. The boxes do not hinder each other: filled at the last moment that the
    order allows, each of them can take its best.
    """
    best: dict[str, Outcome] = {}
    known: dict[int | None, Mapping[str, Outcome]] = {}
    for column in ruleset.columns:  # what is best in one that counts as many rolls is best in the next
        if column.rolls not in known:
            known[column.rolls] = _best_of(ruleset, column)
        boxes = (box for category in ruleset.categories.values() for box in ruleset.boxes_in(column, category))
        best |= {box.id: known[column.rolls][box.id.removeprefix(ruleset.prefix(column))] for box in boxes}
    return _totals_of(ruleset, best)


def _best_of(ruleset: Ruleset, column: Column) -> Mapping[str, Outcome]:
    """What each box of a column takes on the best card, by its id without the column."""
    choices = _choices(ruleset, column)
    if prod(map(len, choices)) > MOST_CARDS:
        choices = [[max(each, key=lambda choice: sum(map(sum, dict(choice).values())))] for each in choices]
    cards = ({box: outcome for choice in card for box, outcome in choice} for card in product(*choices))
    best = max(cards, key=lambda card: _totals_of(ruleset, card)["total"])
    return {box.removeprefix(ruleset.prefix(column)): outcome for box, outcome in best.items()}


Choice = tuple[tuple[str, Outcome], ...]
"""What some boxes take together."""


def _totals_of(ruleset: Ruleset, taken: Mapping[str, Outcome]) -> dict[str, int]:
    total = ruleset.extra_yachts
    yachts = sum(bonus for _, bonus in taken.values()) // total.points if total else 0
    return totals(ruleset, {box: points for box, (points, _) in taken.items()}, yachts)


def _choices(ruleset: Ruleset, column: Column) -> list[list[Choice]]:
    """For each box, or pair of boxes bound by a constraint, the choices that may be part of the best card."""
    bound = {category for rule in ruleset.constraints for category in (rule.lower, rule.higher)}
    choices: list[list[Choice]] = []
    for box in (box for box in ruleset.boxes.values() if box.column == column and box.category.id not in bound):
        found = _outcomes(ruleset, box.id)
        tried = sorted(found) if box.id in _weighed(ruleset) else _worth_trying(found)
        choices.append([((box.id, outcome),) for outcome in tried])
    for rule in ruleset.constraints:
        lower, higher = (ruleset.prefix(column) + category for category in (rule.lower, rule.higher))
        pairs = product(_bounded(ruleset, lower), _bounded(ruleset, higher))
        choices.append([((lower, low), (higher, high)) for low, high in pairs if _keeps(low[0], high[0])])
    return choices


@lru_cache(maxsize=64)
def _weighed(ruleset: Ruleset) -> frozenset[str]:
    """The boxes of which more is not always better: those that go into a difference."""
    differences = [total.id for total in ruleset.all_totals.values() if total.kind == "difference"]
    return frozenset[str]().union(*(below(ruleset, total) for total in differences))


def _worth_trying(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes that no other one beats in points and in bonus."""
    best: list[Outcome] = []
    for points, bonus in sorted(outcomes, reverse=True):
        if not best or bonus > max(other for _, other in best):
            best.append((points, bonus))
    return best


def _keeps(low: int, high: int) -> bool:
    """Whether two values keep a constraint; a 0 is a struck box and binds nothing."""
    return low < high or 0 in (low, high)


def _bounded(ruleset: Ruleset, box: str) -> frozenset[Outcome]:
    """The outcomes of a box beside the one it is bound to: with a 0 for what that bars, without what it always bars."""
    mine = _outcomes(ruleset, box)
    ways, after = _neighbours(ruleset, box)
    for rule in ruleset.constraints:
        category, prefix = ruleset.boxes[box].category.id, ruleset.prefix(ruleset.boxes[box].column)
        bound = {rule.lower: rule.higher, rule.higher: rule.lower}
        if category not in bound or (other := prefix + bound[category]) in after:
            continue
        theirs = {points for points, _ in _outcomes(ruleset, other)}
        is_lower = category == rule.lower
        kept = {
            (points, bonus): [_keeps(points, value) if is_lower else _keeps(value, points) for value in theirs]
            for points, bonus in mine
        }
        barred = {(0, bonus) for (_, bonus), keeps in kept.items() if not all(keeps)}
        first = not all(other in before for before in ways)
        return frozenset({way for way, keeps in kept.items() if any(keeps) or first} | barred)
    return mine


@lru_cache(maxsize=512)
def _outcomes(ruleset: Ruleset, box_id: str) -> frozenset[Outcome]:
    """All that can be written in the box. Only Yachts depend on the moment, so only they are tried at several."""
    rolls, special, box = all_rolls(ruleset.dice.count, ruleset.dice.sides), yachts(ruleset), ruleset.boxes[box_id]
    plain = {
        (points, 0)
        for worth in plain_points(box.category, ruleset.dice, box.column.rolls)
        for points, roll in zip(worth, rolls, strict=True)
        if roll not in special
    }
    struck = is_struck_late(ruleset, box) or box.category.needs
    return yacht_outcomes(ruleset, box_id) | plain | ({(0, 0)} if struck else set())


def is_struck_late(ruleset: Ruleset, box: Box) -> bool:
    """Whether a roll that no longer counts in its column may strike the box, whatever it shows."""
    is_late = (box.column.rolls or ruleset.dice.rolls) < ruleset.dice.rolls
    return is_late and not takes_any(box.category.pattern, ruleset.dice.count, ruleset.dice.sides)


@lru_cache(maxsize=512)
def yacht_outcomes(ruleset: Ruleset, box_id: str) -> frozenset[Outcome]:
    """All that a Yacht can be written as in the box, at any moment, with the bonus it earns."""
    found: set[Outcome] = set()
    for moment in _moments(ruleset, box_id):
        opens = list(next_boxes(ruleset, moment.filled))
        found.update(*(_outcomes_among(ruleset, box_id, roll, moment, opens) for roll in yachts(ruleset)))
    return frozenset(found)


@lru_cache(maxsize=16)
def yachts(ruleset: Ruleset) -> frozenset[Roll]:
    """The rolls that have the pattern of the Yacht category; none if no rule speaks of further Yachts."""
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    return frozenset(roll for roll in rolls if is_yacht(ruleset, roll, yacht_category(ruleset)))


def plain_points(category: Category, dice: Dice, last: int | None = None) -> Iterable[tuple[int, ...]]:
    """What every roll is worth by its own dice: of a later roll and, where that differs, of one before it.

    `last` is the last roll that counts, if that is not the last of the turn.
    """
    for moment in moments_of(category, dice, last):
        yield points_of_rolls(category, dice, *moment)


def moments_of(category: Category, dice: Dice, last: int | None = None) -> tuple[tuple[bool, int], ...]:
    """The moments of a turn at which a roll is worth something else in the category: those of a late roll come first.

    Each is whether the points of a first roll are due, and the number of the roll, as `Context` has them.
    """
    points, most = category.points, min(last or dice.rolls, dice.rolls)
    if points.by_roll:
        return tuple((number == 1, number) for number in range(min(most, len(points.by_roll)), 0, -1))
    if most == dice.rolls:
        return ((False, 0),) if points.first_roll is None else ((False, 0), (True, 0))
    late = ((False, most),) if most > 1 else ()
    return late if late and points.first_roll is None else (*late, (True, 1))


def outcomes_at(ruleset: Ruleset, box_id: str, roll: Roll, moment: Context) -> Iterable[Outcome]:
    """What a roll can be written as in the box at a moment, with the bonus it earns; nothing if it may not go there."""
    return _outcomes_among(ruleset, box_id, roll, moment, list(next_boxes(ruleset, moment.filled)))


def _outcomes_among(ruleset: Ruleset, box_id: str, roll: Roll, moment: Context, opens: list[Box]) -> Iterable[Outcome]:
    """The same where the boxes are known whose turn it can be."""
    box = ruleset.boxes[box_id]
    if box in allowed_boxes(ruleset, roll, moment.filled, opens):
        use = entry(ruleset, box, roll, moment)
        yield from ((points, use.bonus) for points in use.points)


def _moments(ruleset: Ruleset, box_id: str) -> Iterable[Context]:
    """The moments at which a Yacht in this box differs: early or late, the Yacht box scored or struck, first roll.

    Where a joker waits for the box of its number, also once all but the number boxes are full.
    """
    before, after = _neighbours(ruleset, box_id)
    late, box = [box for box in ruleset.boxes if box != box_id and box not in after], ruleset.boxes[box_id]
    moments = moments_of(box.category, ruleset.dice, box.column.rolls)
    waiting = [box for box in late if ruleset.boxes[box].category.number is None]
    cards = (*before, late, *([waiting] if ruleset.joker.number_box_full else []))
    for filled, scored, moment in product(cards, (True, False), moments):
        yield Context({box: _yacht_points(ruleset, box) if scored else 0 for box in filled}, *moment)


def _neighbours(ruleset: Ruleset, box_id: str) -> tuple[list[list[str]], list[str]]:
    """The boxes that must be filled before this one, in each way to come to it, and those that can only come after."""
    runs = [ids for run in runs_of(ruleset) if box_id in (ids := [box.id for box in run])]
    after = runs[0][runs[0].index(box_id) + 1 :] if len(runs) == 1 else []
    return [run[: run.index(box_id)] for run in runs], after


def one_column(ruleset: Ruleset) -> Ruleset:
    """The game with one column that is filled in any order, and its total; the game itself if it has no more.

    What holds for each box, whatever its column, can be told with it once.
    """
    if len(ruleset.columns) == 1:
        return ruleset
    own = tuple(total for total in ruleset.totals if not total.across)
    last = next(total for total in ruleset.totals if total.id == "total")
    if last.of == tuple(total.id for total in own[-1:]):  # the total of a column says it
        own, last = own[:-1], own[-1]
    totals = (*own, replace(last, id="total", across=False))
    words = {
        code: replace(each, names={**each.names, "total": each.names.get(last.id, "")})
        for code, each in ruleset.translations.items()
    }
    booklet = replace(ruleset.booklet, turn=None)
    return replace(ruleset, columns=(Column(),), totals=totals, translations=words, booklet=booklet)


def below(ruleset: Ruleset, total: str) -> frozenset[str]:
    """The ids of all boxes and totals that a total adds up, directly or through other totals."""
    parts = frozenset(ruleset.addends.get(total, ()))
    return parts.union(*(below(ruleset, part) for part in parts))


def adds_boxes(ruleset: Ruleset, total: str = "total") -> bool:
    """Whether a total adds up what boxes hold, and not only what their sums or numbers earn."""
    parts = ruleset.addends[total] if ruleset.all_totals[total].kind in ("sum", "difference") else ()
    return any(part in ruleset.boxes or adds_boxes(ruleset, part) for part in parts)


def match_points(ruleset: Ruleset, cards: Sequence[Mapping[str, int]]) -> list[tuple[int, ...]]:
    """What each player has won where columns decide: the points of each column, and those for all columns.

    `cards` are the numbers of the players, totals among them. A column goes to who has more in it than all others: to
    nobody if the highest totals are equal, or if there are no others.
    """
    parts = dict.fromkeys(ruleset.addends["total"])
    prefixes = [ruleset.prefix(column) for column in ruleset.columns]
    sums = [[sum(card[part] for part in parts if part.startswith(each)) for each in prefixes] for card in cards]
    found = []
    for player, mine in enumerate(sums):
        others = sums[:player] + sums[player + 1 :]
        wins = [bool(others) and own > max(each) for own, *each in zip(mine, *others, strict=True)]
        worth = [column.worth * is_won for column, is_won in zip(ruleset.columns, wins, strict=True)]
        found.append((*worth, ruleset.winner.sweep * all(wins)))
    return found


def yacht_category(ruleset: Ruleset) -> str:
    """The id of the category whose pattern is a Yacht; empty if no rule speaks of further Yachts."""
    return ruleset.joker.category or (ruleset.extra_yachts.category if ruleset.extra_yachts else "")


@lru_cache(maxsize=64)
def yacht_box_ids(ruleset: Ruleset) -> tuple[str, ...]:
    """The boxes of the category whose pattern is a Yacht; none if no rule speaks of further Yachts."""
    category = yacht_category(ruleset)
    return tuple(box.id for box in boxes_of(ruleset.categories[category])) if category else ()


def _yacht_points(ruleset: Ruleset, box_id: str) -> int:
    """What a Yacht box holds once it is scored; 0 for other boxes, where the value does not matter."""
    category = ruleset.boxes[box_id].category
    if category.id != yacht_category(ruleset):
        return 0
    rolls, special = all_rolls(ruleset.dice.count, ruleset.dice.sides), yachts(ruleset)
    tables = plain_points(category, ruleset.dice)
    return max(
        (points for worth in tables for points, roll in zip(worth, rolls, strict=True) if roll in special), default=0
    )
