"""Examples of play: a card filled turn by turn, and a Yacht at the stages of a game; each entry legal by the engine."""

from itertools import groupby

from msgspec import Struct

from sheetgen.booklets.rolls import alike, elsewhere, moment, scored, yacht_category
from sheetgen.i18n.wording import Wording
from sheetgen.rules import (
    AnyDice,
    Category,
    Context,
    Face,
    Roll,
    Ruleset,
    Turn,
    all_rolls,
    boxes_of,
    legal_entries,
    points_of_rolls,
    possible_values,
    score,
    totals,
    ways,
    yacht_box_ids,
    yachts,
)

_THREE = 3
"""So many of its number are on the card where the box of its number is full."""
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


class Stage(Struct, frozen=True):
    """What is on the card, and what may then be written for the roll."""

    filled: str
    """The boxes that are full, in words; empty for an empty card."""
    uses: tuple[str, ...]
    """Boxes with their points, those of equal worth together."""
    bonus: int


def the_yacht(ruleset: Ruleset) -> Roll:
    """The Yacht that is shown at all stages."""
    return alike(ruleset) if alike(ruleset) in yachts(ruleset) else max(yachts(ruleset))


def cards(ruleset: Ruleset) -> list[dict[str, int]]:
    """An empty card, one box after the other of the Yacht filled, all of them struck, and its own number used too."""
    boxes = yacht_box_ids(ruleset)
    if not boxes:
        return []
    roll = the_yacht(ruleset)
    worth = scored(ruleset, ruleset.boxes[boxes[0]].category, roll).points
    numbers = (category for category in ruleset.categories.values() if category.number == roll.dice[0])
    own = {}
    for box in (box for category in numbers for box in boxes_of(category)):
        values = possible_values(ruleset, box.id)
        usual = _THREE * roll.dice[0]
        own[box.id] = usual if usual in values else values[len(values) // 2]
    full = [dict.fromkeys(boxes[:count], worth) for count in range(1, len(boxes) + 1)]
    found = [{}, *full, dict.fromkeys(boxes, 0), *([full[-1] | own] if own else [])]
    return [card for card in found if len(card) < len(ruleset.boxes)]


def stages(wording: Wording) -> tuple[Stage, ...]:
    """What may be written for the same Yacht on each of the cards; nothing if no rule speaks of Yachts."""
    found = []
    for filled in cards(wording.ruleset):
        entries = legal_entries(wording.ruleset, the_yacht(wording.ruleset), moment(wording.ruleset, filled))
        ranked = sorted(entries.items(), key=lambda item: item[1].points[::-1], reverse=True)
        uses = [
            f"{', '.join(wording.row(box) for box, _ in same)}: {wording.catalog.choices(points)}"
            for points, same in groupby(ranked, key=lambda item: item[1].points)
        ]
        shown = wording.catalog.both(f"{wording.row(box)} {points}" for box, points in filled.items())
        found.append(Stage(shown, tuple(uses), max(entry.bonus for entry in entries.values())))
    return tuple(found)
