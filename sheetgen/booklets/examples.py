"""Example rolls of categories, of whole games and of Yachts.

Rolls of the source come first; the engine chooses the others. Each entry is legal by the engine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import DieKind
from sheetgen.rules.history import Turn, possible_values, yacht_box_ids, yachts
from sheetgen.rules.patterns import AnyDice, Face, Groups, Roll, all_rolls, counted, ways
from sheetgen.rules.ruleset import Category, Ruleset, boxes_of
from sheetgen.rules.scoring import Context, legal_entries, moment, needed_boxes, points_of_rolls, score, totals

_FEW = 3
"""The number of equal dice that make an example of their number's box."""
_TYPICAL = 2 / 3
"""Place of a roll between the least and the most points, as a share, that makes an example game look typical."""


class Scored(Struct, frozen=True):
    """A roll with what it is worth in a box."""

    roll: Roll
    category: Category
    points: int
    first: bool = False
    """Flag: the points are those of a first roll."""
    after: tuple[str, ...] = ()
    """The ids of the boxes that must be full before this roll may be written there."""

    @property
    def dice(self) -> tuple[tuple[int, DieKind], ...]:
        """The dice, solid where they count in the box."""
        if not self.points:
            return as_dice((), self.roll)
        whole = self.category.points.kind in ("all", "fixed_plus_dice")
        return as_dice(self.roll.dice if whole else self.category.pattern.match(self.roll) or self.roll.dice, self.roll)


def as_dice(counted: tuple[int, ...], roll: Roll) -> tuple[tuple[int, DieKind], ...]:
    """Return the dice of a roll: those that count first and solid, the others open."""
    order = sorted(counted, key=lambda face: (-counted.count(face), face))
    rest = Counter(roll.dice) - Counter(counted)
    return (*((face, "solid") for face in order), *((face, "open") for face in rest.elements()))


def scored(ruleset: Ruleset, category: Category, roll: Roll, context: Context | None = None) -> Scored:
    """Return the worth of a roll in a category, by the engine."""
    return Scored(roll, category, score(ruleset, category, roll, context or moment(ruleset)))


def as_allowed(ruleset: Ruleset, category: Category, roll: Roll, filled: dict[str, int] | None = None) -> Scored:
    """Return the worth of a roll on the emptiest card on which the rules for Yachts allow it in this box.

    `filled` is on that card in any case.
    """
    filled, box = filled or {}, boxes_of(category)[0].id
    for card in cards(ruleset, roll) if roll in yachts(ruleset) else ():
        now = moment(ruleset, filled | card)
        if box in legal_entries(ruleset, roll, now):
            return replace(scored(ruleset, category, roll, now), after=tuple(card))
    return scored(ruleset, category, roll, moment(ruleset, filled))


def sum_of(scored: Scored) -> str:
    """Return the sum in figures, such as ``3+3 = 6``; the points alone if nothing is added."""
    kind, values = scored.category.points.kind, scored.category.points.values
    addends = [counted((face,), values) for face, state in scored.dice if state == "solid"]
    if kind in ("fixed_plus_dice", "fixed_plus_matching"):
        addends.insert(0, scored.points - sum(addends))
    if kind == "fixed" or len(addends) < 2 or sum(addends) != scored.points:
        return str(scored.points)
    return f"{'+'.join(map(str, addends))} = {scored.points}".replace("+-", "−")


def examples_of(ruleset: Ruleset, category: Category) -> tuple[Scored, ...]:
    """Return the rolls of the source for a category, completed if they lack a kind.

    The kinds are a roll that scores, one with other points as a first roll, and a near miss. If the box needs another
    one, that one holds points.
    """
    needed = needed_boxes(ruleset, ruleset.boxes_in(ruleset.columns[0], category)[0])[:1]
    filled = {box.id: max(possible_values(ruleset, box.id), key=abs) for box in needed}
    shown = [as_allowed(ruleset, category, roll, filled) for roll in category.examples]
    if not any(each.points for each in shown):
        shown = [*(as_allowed(ruleset, category, roll, filled) for roll in _hits(ruleset, category)[:1]), *shown]
    scoring = next((each.roll for each in shown if each.points), None)
    if scoring and category.points.first_roll is not None and ruleset.dice.rolls > 1:
        shown.append(replace(scored(ruleset, category, scoring, moment(ruleset, filled, first=True)), first=True))
    if all(each.points for each in shown) and is_combination(category):
        shown += [as_allowed(ruleset, category, roll, filled) for roll in _misses(ruleset, category, shown)[:1]]
    return tuple(shown)


def is_combination(category: Category) -> bool:
    """Check whether a category asks for a combination, not for one number or for any dice."""
    return not isinstance(category.pattern, Face | AnyDice)


def alike(ruleset: Ruleset) -> Roll:
    """Return all dice alike, of a high face that is not the highest."""
    sides = ruleset.dice.sides
    return Roll((max(1, sides - 1),) * ruleset.dice.count)


def yacht_category(ruleset: Ruleset) -> Category | None:
    """Return the category for Yachts, or else the one for all dice alike, if there is one."""
    alike = Groups((ruleset.dice.count,))
    boxes = yacht_box_ids(ruleset)
    if boxes:
        return ruleset.boxes[boxes[0]].category
    return next((category for category in ruleset.categories.values() if category.pattern == alike), None)


def _rolls(ruleset: Ruleset) -> tuple[Roll, ...]:
    return all_rolls(ruleset.dice.count, ruleset.dice.sides)


def _worth(ruleset: Ruleset, category: Category) -> Iterator[tuple[Roll, int]]:
    """Yield every roll with its worth in the category by its own dice."""
    return zip(_rolls(ruleset), points_of_rolls(category, ruleset.dice), strict=True)


def _hits(ruleset: Ruleset, category: Category) -> list[Roll]:
    """Return rolls that score in the category, first common ones like its picture that score in few others."""
    rolls = [roll for roll, points in _worth(ruleset, category) if points]
    dice = category.pattern.picture(ruleset.dice.sides)[: ruleset.dice.count]
    core = Counter(dice[:1] * min(_FEW, ruleset.dice.count) if category.number and len(dice) == 1 else dice)
    best = [roll for roll in rolls if core <= Counter(roll.dice)] or rolls
    return sorted(best, key=lambda roll: (_elsewhere(ruleset, category, roll), -ways(roll), roll))


def _elsewhere(ruleset: Ruleset, category: Category, roll: Roll) -> int:
    """Return the number of other combinations in which the roll scores; numbers and boxes for any roll do not count."""
    return len(_combinations(ruleset)[roll] - {category.id})


@lru_cache(maxsize=8)
def _combinations(ruleset: Ruleset) -> dict[Roll, set[str]]:
    """Return the ids of the combinations in which each roll scores."""
    found: dict[Roll, set[str]] = {roll: set() for roll in _rolls(ruleset)}
    for each in filter(is_combination, ruleset.categories.values()):
        for roll in (roll for roll, points in _worth(ruleset, each) if points):
            found[roll].add(each.id)
    return found


def _misses(ruleset: Ruleset, category: Category, shown: Iterable[Scored]) -> list[Roll]:
    """Return rolls without points in the category, first those that differ by the fewest dice from one that scores."""
    near = [Counter(each.roll.dice) for each in shown]

    def shared(roll: Roll) -> int:
        """Return the maximum number of dice that the roll has in common with one of the others."""
        return max(((Counter(roll.dice) & dice).total() for dice in near), default=0)

    rolls = [roll for roll, points in _worth(ruleset, category) if points == 0]
    return sorted(rolls, key=lambda roll: (shared(roll), ways(roll), roll), reverse=True)


class ExampleCard(Struct, frozen=True):
    """A finished card with the turns that led to it."""

    turns: tuple[Turn, ...]
    """In the order of play."""
    totals: dict[str, int]

    @property
    def further(self) -> Turn | None:
        """The turn of a further Yacht, which earned its bonus because its own box was full by then."""
        return next((turn for turn in self.turns if turn.bonus), None)

    @property
    def by_box(self) -> dict[str, Turn]:
        """The turns by their boxes."""
        return {turn.box: turn for turn in self.turns}


def example_card(ruleset: Ruleset) -> ExampleCard:
    """Return a likely game: middling rolls, a further Yacht where the rules speak of one, a 0 in the hardest box.

    That box comes last where the order is free, so that its roll fits nowhere else.
    """
    filled: dict[str, int] = {}
    turns: list[Turn] = []
    # in the hardest box the fewest throws score, and it is not the one whose Yacht the example shows
    shown = yacht_category(ruleset) if ruleset.extra_yachts else None
    found = [each for each in ruleset.categories.values() if each != shown and is_combination(each)]
    throws = {c: sum(ways(roll) for roll, points in _worth(ruleset, c) if points) for c in found}
    hardest = min(throws, key=throws.__getitem__, default=None) if len(ruleset.boxes) > 3 else None
    while len(filled) < len(ruleset.boxes):
        now = moment(ruleset, filled)
        turn = _yacht_turn(ruleset, now, turns) or _plain_turn(ruleset, now, hardest)
        turns.append(turn)
        filled[turn.box] = turn.points
    bonus = ruleset.extra_yachts
    further = sum(turn.bonus for turn in turns) // bonus.points if bonus else 0
    return ExampleCard(tuple(turns), totals(ruleset, filled, further))


def _yacht_turn(ruleset: Ruleset, now: Context, before: list[Turn]) -> Turn | None:
    """Return a turn with the first Yacht in its own box or the second as a joker, if that earns a bonus."""
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
    """Return the next box in card order, the hardest one last, with the roll closest to its typical points."""
    plain = [roll for roll in _rolls(ruleset) if roll not in yachts(ruleset)] or _rolls(ruleset)
    boxes = list(legal_entries(ruleset, plain[0], now))
    box = next((box for box in boxes if ruleset.boxes[box].category != hardest), boxes[0])
    category = ruleset.boxes[box].category
    wanted = 0.0 if category == hardest else _wanted(ruleset, category)
    own = zip(_rolls(ruleset), points_of_rolls(category, ruleset.dice, now.first_roll), strict=True)
    # but for jokers, rolls that earn the same by their own dice are worth the same
    kinds = {roll: roll if roll in yachts(ruleset) else points for roll, points in own}
    one_of = {kinds[roll]: roll for roll in plain}
    worth = {kind: score(ruleset, category, roll, now) for kind, roll in one_of.items()}
    nearest = min(abs(points - wanted) for points in worth.values())
    near = [roll for roll in plain if abs(worth[kinds[roll]] - wanted) == nearest]
    roll = min(near, key=lambda roll: (_elsewhere(ruleset, category, roll), -ways(roll)))
    entry = legal_entries(ruleset, roll, now)[box]
    return Turn(box, roll, entry.points[-1], entry.bonus)


def _wanted(ruleset: Ruleset, category: Category) -> float:
    """Return the points of a middling roll.

    They are three of a number, four of the highest number, two thirds of the way up to the maximum sum, or the fixed
    points.
    """
    points = points_of_rolls(category, ruleset.dice)
    if category.number:
        return category.number * (4 if category.number == ruleset.dice.sides else 3)
    least = min((value for value in points if value > 0), default=0)
    low = any(category.id in total.minus for total in ruleset.declared.values())  # it is taken away
    part = 1 - _TYPICAL if low else _TYPICAL
    return least + part * (max(points) - least) if category.points.kind != "fixed" else max(points)


class Stage(Struct, frozen=True):
    """Card at a stage of a game, and the entries that it allows for the same roll."""

    filled: str
    """The boxes that are full, in words; empty for an empty card."""
    uses: tuple[str, ...]
    """Boxes with their points, those of equal worth together."""
    bonus: int


def the_yacht(ruleset: Ruleset) -> Roll:
    """Return the Yacht of the example cards."""
    return alike(ruleset) if alike(ruleset) in yachts(ruleset) else max(yachts(ruleset))


def cards(ruleset: Ruleset, roll: Roll | None = None) -> list[dict[str, int]]:
    """Return cards at the stages of a game, for this roll or the Yacht of the examples.

    The first card is empty. On the next ones one more Yacht box is filled each time, then all of them are struck, then
    the box of the roll's number is full too.
    """
    boxes = yacht_box_ids(ruleset)
    if not boxes:
        return []
    roll = roll or the_yacht(ruleset)
    worth = scored(ruleset, ruleset.boxes[boxes[0]].category, roll).points
    numbers = (category for category in ruleset.categories.values() if category.number == roll.dice[0])
    own = {}
    for box in (box for category in numbers for box in boxes_of(category)):
        values = possible_values(ruleset, box.id)
        usual = _FEW * roll.dice[0]
        own[box.id] = usual if usual in values else values[len(values) // 2]
    full = [dict.fromkeys(boxes[:count], worth) for count in range(1, len(boxes) + 1)]
    found = [{}, *full, dict.fromkeys(boxes, 0), *([full[-1] | own] if own else [])]
    return [card for card in found if len(card) < len(ruleset.boxes)]


def stages(wording: Wording) -> tuple[Stage, ...]:
    """Return the entries for the same Yacht on each of the cards, none if no rule mentions Yachts."""
    found = []
    for filled in cards(wording.ruleset):
        entries = legal_entries(wording.ruleset, the_yacht(wording.ruleset), moment(wording.ruleset, filled))
        ranked = sorted(entries.items(), key=lambda item: item[1].points[::-1], reverse=True)
        uses = [
            wording.catalog.said_of(", ".join(wording.row(box) for box, _ in same), wording.catalog.choices(points))
            for points, same in groupby(ranked, key=lambda item: item[1].points)
        ]
        shown = wording.catalog.both(f"{wording.row(box)} {points}" for box, points in filled.items())
        found.append(Stage(shown, tuple(uses), max(entry.bonus for entry in entries.values())))
    return tuple(found)
