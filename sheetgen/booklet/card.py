"""An example of a finished card: a game played turn by turn, each entry legal by the engine."""

from msgspec import Struct

from sheetgen.booklet.rolls import elsewhere, moment, yacht_category
from sheetgen.rules import (
    AnyDice,
    Category,
    Context,
    Face,
    Roll,
    Ruleset,
    Turn,
    all_rolls,
    legal_entries,
    points_of_rolls,
    score,
    totals,
    ways,
    yachts,
)

_TYPICAL = 2 / 3
"""Where between the least and the most a roll is, if many turns of the example are as lucky as it."""


class ExampleCard(Struct, frozen=True):
    """A finished card with the turns that led to it."""

    turns: tuple[Turn, ...]
    """In the order of play."""
    totals: dict[str, int]

    @property
    def order_matters(self) -> bool:
        """Whether a box further down the sheet was filled first, for what came of it."""
        return any(turn.bonus for turn in self.turns)

    @property
    def by_box(self) -> dict[str, Turn]:
        """The turns by their boxes."""
        return {turn.box: turn for turn in self.turns}


def example_card(ruleset: Ruleset) -> ExampleCard:
    """A likely game: middling rolls, a 0 in the hardest box, and a further Yacht where the rules speak of one."""
    filled: dict[str, int] = {}
    turns: list[Turn] = []
    hardest = _hardest(ruleset)
    while len(filled) < len(ruleset.boxes):
        now = moment(ruleset, filled)
        turn = _yacht_turn(ruleset, now, turns) or _plain_turn(ruleset, now, hardest)
        turns.append(turn)
        filled[turn.box] = turn.points
    bonus = ruleset.extra_yachts
    further = sum(turn.bonus for turn in turns) // bonus.points if bonus else 0
    return ExampleCard(tuple(turns), totals(ruleset, filled, further))


def _yacht_turn(ruleset: Ruleset, now: Context, before: list[Turn]) -> Turn | None:
    """The first Yacht into its own box and the second one as a joker, if the game has a bonus for that."""
    bonus = ruleset.extra_yachts
    if not bonus or any(turn.bonus for turn in before):
        return None
    choices = (
        Turn(box, roll, entry.points[-1], entry.bonus)
        for roll in sorted(yachts(ruleset), reverse=True)[1:]
        for box, entry in legal_entries(ruleset, roll, now).items()
        if entry.bonus or ruleset.boxes[box].category.id == bonus.category
    )
    return max(choices, key=lambda turn: turn.points, default=None)


def _plain_turn(ruleset: Ruleset, now: Context, hardest: Category | None) -> Turn:
    """The next box in card order, with the roll that is nearest to what is wanted there."""
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    plain = [roll for roll in rolls if roll not in yachts(ruleset)] or list(rolls)
    box, _ = next(iter(legal_entries(ruleset, plain[0], now).items()))
    category = ruleset.boxes[box].category
    wanted = 0.0 if category == hardest else _wanted(ruleset, category)
    worth = _worth(ruleset, category, plain, now)
    nearest = min(abs(points - wanted) for points in worth.values())
    near = [roll for roll, points in worth.items() if abs(points - wanted) == nearest]
    roll = min(near, key=lambda roll: (elsewhere(ruleset, category, roll), -ways(roll)))
    entry = legal_entries(ruleset, roll, now)[box]
    return Turn(box, roll, entry.points[-1], entry.bonus)


def _worth(ruleset: Ruleset, category: Category, rolls: list[Roll], now: Context) -> dict[Roll, int]:
    """What the rolls are worth now. But for jokers, those that earn the same by their own dice are worth the same."""
    own = points_of_rolls(category, ruleset.dice, now.first_roll)
    kinds = {
        roll: (points, roll if roll in yachts(ruleset) else None)
        for roll, points in zip(all_rolls(ruleset.dice.count, ruleset.dice.sides), own, strict=True)
    }
    one_of = {kinds[roll]: roll for roll in rolls}
    worth = {kind: score(ruleset, category, roll, now) for kind, roll in one_of.items()}
    return {roll: worth[kinds[roll]] for roll in rolls}


def _wanted(ruleset: Ruleset, category: Category) -> float:
    """Three of a number and four of the highest; of other sums, two thirds of the way up; fixed points in full."""
    points = points_of_rolls(category, ruleset.dice)
    if category.number:
        return category.number * (4 if category.number == ruleset.dice.sides else 3)
    least = min((value for value in points if value > 0), default=0)
    return least + _TYPICAL * (max(points) - least) if category.points.kind != "fixed" else max(points)


def _hardest(ruleset: Ruleset) -> Category | None:
    """The category that the fewest throws score in; not the one whose Yacht the example shows."""
    if len(ruleset.boxes) < 4:
        return None
    skipped = yacht_category(ruleset) if ruleset.extra_yachts else None
    found = [c for c in ruleset.categories.values() if c != skipped and not isinstance(c.pattern, Face | AnyDice)]
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)

    def throws(category: Category) -> int:
        """How many throws of all the dice score in the category."""
        worth = points_of_rolls(category, ruleset.dice)
        return sum(ways(roll) for roll, points in zip(rolls, worth, strict=True) if points)

    return min(found, key=throws, default=None)
