"""All that a booklet tells of a game, worked out by the engine and put into words; the templates choose and arrange."""

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from sheetgen.booklets import examples, glossary
from sheetgen.booklets.differences import Comparison, are_kin, compare
from sheetgen.booklets.examples import Scored
from sheetgen.booklets.questions import Question, can_be_zero, has_order, questions
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import DieKind
from sheetgen.rules import history
from sheetgen.rules.ruleset import Ruleset, Total, below, boxes_of, one_column


class Threshold(Struct, frozen=True):
    """A bonus for a sum, explained."""

    total: Total
    name: str
    of: str
    """What is added up."""
    each: int
    """So many of every number make the first step; 0 if that is not what it adds up."""
    sum: int
    """What they come to."""


class CardRow(Struct, frozen=True):
    """A row of the example card."""

    name: str
    roll: tuple[int, ...]
    points: int
    bonus: int = 0
    total: bool = False
    whats: tuple[str, ...] = ()
    """What a total stands for, from the longest wording to the shortest."""
    dice: tuple[tuple[int, DieKind], ...] = ()
    """The roll, with those of its dice full that count."""


class Expected(Struct, frozen=True):
    """What to expect of the dice."""

    rows: tuple[tuple[str, str, str, str], ...]
    """For each category its name, its chance in words, its best average and its par; empty where nobody knows."""
    said: tuple[str, ...]
    """What whole cards come to, in sentences."""


class Facts:
    """A game, explained, in words.

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
        """What to expect of the dice, if that was asked for."""
        joker = self.ruleset.joker
        self.ordered = has_order(wording.ruleset)
        """Whether some boxes must be filled in an order."""
        self.forced = joker.yacht_box_first or joker.rule == "forced"
        """Whether a Yacht must sometimes go into one box."""
        self.yacht_boxes = len(history.yacht_box_ids(self.ruleset))
        """How many boxes the Yacht has."""
        self.zero_costs = any(total.kind == "count" for total in self.ruleset.all_totals.values())
        """Whether a 0 can cost more than the points of its box: a bonus for full boxes."""

    @cached_property
    def terms(self) -> tuple[glossary.Term, ...]:
        """The categories with all their names."""
        return glossary.categories(self.wording, self._abroad)

    @cached_property
    def table_words(self) -> tuple[glossary.Term, ...]:
        """The other words of the table."""
        return glossary.table_words(self.wording)

    def sentence(self, english: str) -> str:
        """A sentence of the ruleset file about the game."""
        return self.wording.sentence("booklet", english)

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
        most = {
            category: history.maximum(self.ruleset, boxes_of(category)[0].id) for category in can_be_zero(self.ruleset)
        }
        least = min(most.values(), default=0)
        return [self.wording.name(category) for category, value in most.items() if value == least], least

    @cached_property
    def never_zero(self) -> list[str]:
        """The names of the boxes that cannot hold a 0."""
        return [self.wording.name(c) for c in self.ruleset.categories.values() if c not in can_be_zero(self.ruleset)]

    @cached_property
    def yacht(self) -> str:
        """What five alike are called here; empty if there is no such box."""
        category = examples.yacht_category(self.ruleset)
        return self.wording.bare_name(category) if category else ""

    @cached_property
    def the_yacht(self) -> Scored:
        """The Yacht that is shown, in its own box."""
        box = self.ruleset.boxes[history.yacht_box_ids(self.ruleset)[0]]
        return examples.scored(self.ruleset, box.category, examples.the_yacht(self.ruleset))

    @property
    def first_roll(self) -> int:
        """What the Yacht box holds after a first roll, if that is another number; else 0."""
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
        return history.best_totals(self.whole.ruleset)["total"]

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
        """What people argue about, answered."""
        return questions(self.wording)

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """The other games that have much in common with this one, with what differs."""
        if self._base:
            return [compare(self.whole, self._base)]
        return [compare(self.whole, other) for other in self._others if are_kin(self.whole, other)]
