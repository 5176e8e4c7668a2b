"""Facts about a game, worked out by the engine and put into words, for drawn pages and templates."""

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from sheetgen.booklets import examples, glossary
from sheetgen.booklets.differences import Comparison, are_kin, compare
from sheetgen.booklets.examples import Scored
from sheetgen.booklets.questions import Question, can_be_zero, has_order, questions
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import DieKind
from sheetgen.rules.history import best_totals, maximum, yacht_box_ids
from sheetgen.rules.ruleset import Ruleset, Total, below, boxes_of, one_column


class Threshold(Struct, frozen=True):
    """A bonus for a sum, explained."""

    total: Total
    name: str
    of: str
    """Addends, in words."""
    each: int
    """Number of dice of every number that reaches the first step; 0 for other bonuses."""
    sum: int
    """Sum of these dice."""


class CardRow(Struct, frozen=True):
    """A row of the example card."""

    name: str
    roll: tuple[int, ...]
    points: int
    bonus: int = 0
    total: bool = False
    whats: tuple[str, ...] = ()
    """Arithmetic of a total in words, from the longest wording to the shortest."""
    dice: tuple[tuple[int, DieKind], ...] = ()
    """The roll, with those of its dice full that count."""


class Expected(Struct, frozen=True):
    """Expected results of the dice."""

    rows: tuple[tuple[str, str, str, str], ...]
    """Name, chance in words, best average and par of each category; empty without odds."""
    said: tuple[str, ...]
    """Sentences about the totals of whole cards."""


class Facts:
    """Facts about a game in one language.

    `others` are other games in the same words, `abroad` is this game in other languages, and `base` is the game that
    this one changes.
    """

    def __init__(
        self, wording: Wording, others: Sequence[Wording] = (), abroad: Sequence[Wording] = (),
        base: Wording | None = None,
    ) -> None:  # fmt: skip
        self.whole = wording
        """The game with all of its columns; all else is told of one."""
        view = one_column(wording.ruleset)
        self.wording = wording if view is wording.ruleset else Wording(view, wording.catalog)
        self.ruleset: Ruleset = view
        self._others, self._abroad, self._base = others, abroad, base
        self.expected = Expected((), ())
        """Expected results of the dice, empty if they were not asked for."""
        joker = self.ruleset.joker
        self.ordered = has_order(wording.ruleset)
        """Flag: some boxes can only be filled in an order."""
        self.forced = joker.yacht_box_first or joker.rule == "forced"
        """Flag: some Yachts can only be written in one box."""
        self.yacht_boxes = len(yacht_box_ids(self.ruleset))
        """Number of Yacht boxes."""
        self.zero_costs = any(total.kind == "count" for total in self.ruleset.all_totals.values())
        """Flag: a 0 can cost more than the points of its box, because a bonus counts full boxes."""

    @cached_property
    def terms(self) -> tuple[glossary.Term, ...]:
        """The categories with all their names."""
        return glossary.categories(self.wording, self._abroad)

    @cached_property
    def table_words(self) -> tuple[glossary.Term, ...]:
        """The other words of the table."""
        return glossary.table_words(self.wording)

    def sentence(self, english: str) -> str:
        """Return a sentence of the ruleset file in the language."""
        return self.wording.own_text("booklet", english)

    @cached_property
    def thresholds(self) -> list[Threshold]:
        """The bonuses in steps, for a sum or for a number of boxes."""
        found, all_totals = [], self.ruleset.all_totals
        for total in (total for total in all_totals.values() if total.steps):
            of = (self.wording.arithmetic(all_totals[part])[0] if part in all_totals else self.wording.part(part)
                  for part in total.of)  # fmt: skip
            inside = below(self.ruleset, total.id)
            boxes = [box.category for box in self.ruleset.boxes.values() if box.id in inside]
            plain = [category.adds_number for category in boxes if category.adds_number]
            of_numbers = total.kind == "threshold" and len(plain) == len(boxes) and len(set(plain)) > 1
            enough = (n for n in range(1, self.ruleset.dice.count + 1) if n * sum(plain) >= total.steps[0].at_least)
            each = next(enough, 0) if of_numbers else 0
            found.append(Threshold(total, self.wording.row(total.id), " + ".join(of), each, each * sum(plain)))
        return found

    @cached_property
    def cheapest(self) -> tuple[list[str], int]:
        """The boxes in which a 0 costs least, and the most that they can hold."""
        most = {category: maximum(self.ruleset, boxes_of(category)[0].id) for category in can_be_zero(self.ruleset)}
        least = min(most.values(), default=0)
        return [self.wording.name(category) for category, value in most.items() if value == least], least

    @cached_property
    def never_zero(self) -> list[str]:
        """The names of the boxes that cannot hold a 0."""
        return [self.wording.name(c) for c in self.ruleset.categories.values() if c not in can_be_zero(self.ruleset)]

    @cached_property
    def yacht(self) -> str:
        """Name of five alike in this game; empty if there is no such box."""
        category = examples.yacht_category(self.ruleset)
        return self.wording.bare_name(category) if category else ""

    @cached_property
    def the_yacht(self) -> Scored:
        """The Yacht that is shown, in its own box."""
        box = self.ruleset.boxes[yacht_box_ids(self.ruleset)[0]]
        return examples.scored(self.ruleset, box.category, examples.the_yacht(self.ruleset))

    @property
    def first_roll(self) -> int:
        """Points of the Yacht box after a first roll, 0 if they are the same."""
        points = self.the_yacht.category.points
        return points.first_roll if self.ruleset.dice.rolls > 1 and points.first_roll is not None else 0

    @cached_property
    def stages(self) -> tuple[examples.Stage, ...]:
        """A Yacht at the stages of a game."""
        return examples.stages(self.wording)

    @cached_property
    def own(self) -> Scored | None:
        """The Yacht of the stages in the box of its own number."""
        roll = self.the_yacht.roll
        numbers = [c for c in self.ruleset.categories.values() if roll.alike and c.number == roll.dice[0]]
        return examples.scored(self.ruleset, numbers[0], roll) if numbers else None

    @cached_property
    def joker_sections(self) -> list[str]:
        """The headings of the sections in which a joker counts; empty if it counts everywhere."""
        inside = [section for section in self.ruleset.sections if section.id in self.ruleset.joker.sections]
        everywhere = len(inside) == len(self.ruleset.sections)
        return [] if everywhere else [self.wording.heading(section) for section in inside]

    @cached_property
    def best(self) -> int:
        """The highest total that a card can have."""
        return best_totals(self.whole.ruleset)["total"]

    @cached_property
    def card(self) -> examples.ExampleCard:
        """A finished card."""
        return examples.example_card(self.ruleset)

    @cached_property
    def card_rows(self) -> list[CardRow]:
        """The rows of the finished card, in card order."""
        rows, turns = [], self.card.by_box
        for where in self.ruleset.rows:
            name = self.wording.row(where)
            if turn := turns.get(where):
                dice = examples.Scored(turn.roll, self.ruleset.boxes[where].category, turn.points).dice
                rows.append(CardRow(name, turn.roll.dice, turn.points, turn.bonus, dice=dice))
            else:
                whats = self.wording.arithmetic(self.ruleset.all_totals[where])
                rows.append(CardRow(name, (), self.card.totals[where], total=True, whats=whats))
        return rows

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Frequent questions with their answers."""
        return questions(self.wording)

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """The other games that have much in common with this one, with what differs."""
        if self._base:
            return [compare(self.whole, self._base)]
        return [compare(self.whole, other) for other in self._others if are_kin(self.whole, other)]
