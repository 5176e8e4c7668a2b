"""The shape of a game: dice, sections, categories, totals and how they hang together. Opens no file."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from sheetgen.rules.patterns import Dice, Face, Pattern, Points, Roll


class Category(Struct, frozen=True):
    """One kind of entry on the card, with one or more boxes."""

    id: str
    name: str
    """English, as the source prints it."""
    pattern: Pattern
    points: Points
    aliases: tuple[str, ...] = ()
    """Other English names in use."""
    boxes: int = 1
    examples: tuple[Roll, ...] = ()
    """Rolls that its source explains it with."""
    note: str = ""
    """An English sentence that its source adds."""
    needs: str = ""
    """The category that must hold points before this one can, in the same column."""
    wins: Literal["", "first_roll"] = ""
    """Whether a first roll with this pattern wins the game at once, be its box open or not."""

    def score(self, roll: Roll, first_roll: bool, number: int) -> int:
        """What the roll earns here by its own dice, no joker: 0 if it lacks the pattern. `number` as in `Context`."""
        matching = self.pattern.match(roll)
        return 0 if matching is None else self.points.of(roll, matching, first_roll, number)

    @property
    def number(self) -> int | None:
        """The face that this category counts, if it is a number box."""
        return self.pattern.face if isinstance(self.pattern, Face) else None

    @property
    def adds_number(self) -> int | None:
        """The face whose dice this category adds up, be it one or all of them."""
        face, plain = self.number, self.points.kind == "matching" and not self.points.values
        return face if face and self.pattern == Face(face) and plain else None


class Column(Struct, frozen=True):
    """A column of a player's card: all rows once, filled in an order of its own."""

    id: str = ""
    name: str = ""
    """English; empty for the one column of a card that has no more."""
    fill: Literal["any", "down", "up", "outwards", "inwards"] = "any"
    """The order over all its boxes. inwards: from both ends."""
    middle: str = ""
    """outwards: the category from which they are filled upwards; downwards it is from the next one."""
    announced: int | None = None
    """The roll after which at the latest its box must be named, 0 for before the first; None if it need not be."""
    rolls: int | None = None
    """The last roll that can earn points here; any can if it is None. A later one may strike a box."""
    factor: int = 1
    """How often it counts in totals across columns."""
    worth: int = 0
    """The match points of who has the highest total in it."""


class Box(Struct, frozen=True):
    """One square of the card that holds one number."""

    id: str
    """The category's id, with ``_1``, ``_2`` … if it has several boxes; behind the column's, if there are several."""
    category: Category
    column: Column = Column()


class Step(Struct, frozen=True):
    """A rung of a bonus: from this sum, or this many boxes, on, these points."""

    at_least: int
    points: int


class Total(Struct, frozen=True):
    """A box that is added up, not thrown. Declared once; every other form of it is derived from here."""

    id: str
    name: str
    kind: Literal["sum", "threshold", "count", "extra_yachts", "difference"]
    of: tuple[str, ...] = ()
    """What is added: ids of sections (all their boxes), categories, or totals declared earlier."""
    across: bool = False
    """sum: whether it stands once for all columns, each of which counts as often as its factor says."""
    minus: tuple[str, ...] = ()
    """difference: what is taken away, as `of` has it."""
    times: str = ""
    """difference: the category whose points it is multiplied by."""
    least: int | None = None
    """difference: what it comes to at least."""
    taken: int = 0
    """difference: how many of its last addends, but for the one it is multiplied by, are taken away. Worked out."""
    steps: tuple[Step, ...] = ()
    """threshold, count: the highest step that the sum, or the number of boxes with points, reaches; ascending."""
    points: int = 0
    """extra_yachts: the points of each further Yacht."""
    category: str = ""
    """extra_yachts: the category that must hold points (not 0) before a further Yacht counts."""

    def bonus(self, amount: int) -> int:
        """threshold, count: the points that a sum, or a number of boxes, of `amount` earns."""
        points = 0
        for step in self.steps:
            if step.at_least <= amount:
                points = step.points
        return points


class Section(Struct, frozen=True):
    """Categories that stand together on the card, with the totals below them."""

    id: str
    categories: tuple[Category, ...]
    name: str = ""
    """English heading; empty for a plain list."""
    totals: tuple[Total, ...] = ()
    fill: Literal["any", "down", "up"] = "any"
    """The order in which its boxes must be filled."""


class Joker(Struct, frozen=True):
    """What a further Yacht may do once the Yacht box is filled."""

    rule: Literal["none", "free", "forced"] = "none"
    """none: nothing special. free: it may stand for any pattern anywhere. forced: its own number box comes first."""
    category: str = ""
    """The category whose pattern makes the joker, and whose box must be filled."""
    sections: tuple[str, ...] = ()
    """Where the joker stands for any pattern."""
    yacht_box_first: bool = False
    """Whether a Yacht must go into its own box while that is open."""
    zero: Literal["choice", "last_resort"] = "choice"
    """forced: whether a 0 in a number box is a free choice beside the joker, or only when no joker box is open."""
    may_decline: bool = False
    """Whether the player may write what the dice are worth without the joker."""
    any_dice: bool = False
    """free: whether its dice may also stand for any dice, so that it is worth all that a category can be worth."""
    number_box_full: bool = False
    """free: whether it is a joker only once the box of its own number is full, too."""


class Constraint(Struct, frozen=True):
    """Two categories of which one must stay below the other: an entry that breaks this is worth 0."""

    lower: str
    higher: str


class Players(Struct, frozen=True):
    """How many can play; None is no limit."""

    min: int = 1
    max: int | None = None
    best: tuple[int, int] | None = None
    """The range in which the game is at its best, if its source says so."""
    start: Literal["agree", "high_roll"] = "agree"
    """Who starts: whoever the players agree on, or the highest roll."""


class Winner(Struct, frozen=True):
    """Who wins."""

    by: Literal["total", "columns"] = "total"
    """Who has the highest total, or the most match points, which the columns are worth."""
    sweep: int = 0
    """columns: the match points more for who wins all of them."""


class SheetStyle(Struct, frozen=True):
    """What the paper looks like."""

    columns: Literal["players", "games"] = "players"
    """Whether the columns of a sheet are players, or the games of one player."""
    count: int = 4
    """Columns on a sheet if nobody asks for another number."""
    cards: Literal["one", "per_section"] = "one"
    """One list, or a card for each section."""
    numbered: bool = False
    """Whether the rows carry numbers."""


class Throw(Struct, frozen=True):
    """One throw of an example turn, and what the player does after it."""

    roll: Roll
    """All dice on the table."""
    keep: tuple[int, ...] = ()
    """The dice that stay there; the others are thrown again."""
    could: str = ""
    """The id of a box that the player thinks of."""
    aim: str = ""
    """The id of the box that the player hopes for."""


class ExampleTurn(Struct, frozen=True):
    """A turn that the source of a game tells, throw by throw."""

    throws: tuple[Throw, ...]
    box: str
    """The id of the box that the last roll is written in."""
    player: str = ""
    filled: Mapping[str, int] = field(default_factory=dict)
    """What is on the card already: box id to points."""


class Booklet(Struct, frozen=True):
    """What a rules booklet says beside the rules themselves."""

    about: tuple[str, ...] = ()
    """English sentences about the game."""
    equipment: tuple[str, ...] = ()
    """What one needs beside dice, pencil and score sheet, in English."""
    agree: tuple[str, ...] = ()
    """English sentences that some tables play by, where the source is silent and a finished card does not show it."""
    end: tuple[str, ...] = ()
    """How a game can end, beside that all boxes are full, in English."""
    rolls: tuple[Roll, ...] = ()
    """Rolls that fit several boxes."""
    turn: ExampleTurn | None = None


class Reading(Struct, frozen=True):
    """Another way to understand the source of a ruleset, where that is silent or open."""

    text: str
    """The rule as this reading has it, one English sentence."""
    ruleset: "Ruleset"
    """The game under this reading, with the same boxes and totals."""


class Translation(Struct, frozen=True):
    """A user's own words for one language."""

    name: str = ""
    summary: str = ""
    notes: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """Ids of sections, categories and totals to words."""
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    """English sentences of the booklet and of readings to words."""
    variant: str = ""


class Ruleset(Struct, frozen=True, eq=False, dict=True):
    """A whole game. Equal only to itself, so that what is derived from it can be cached."""

    id: str
    name: str
    sections: tuple[Section, ...]
    totals: tuple[Total, ...]
    """The totals that stand below all sections; one of them has the id ``total``."""
    summary: str = ""
    source: str = ""
    notes: tuple[str, ...] = ()
    """Short English sentences for the foot of the sheet."""
    dice: Dice = Dice()
    players: Players = Players()
    sheet: SheetStyle = SheetStyle()
    columns: tuple[Column, ...] = (Column(),)
    """The columns of a player's card."""
    winner: Winner = Winner()
    joker: Joker = Joker()
    constraints: tuple[Constraint, ...] = ()
    booklet: Booklet = Booklet()
    readings: tuple[Reading, ...] = ()
    translations: Mapping[str, Translation] = field(default_factory=dict)
    variant: str = ""
    """What tells it from other games of its name, in English; at most 28 letters."""
    accent: str = ""
    """Its colour, as ``#rrggbb``. Files without one are given one when they are read."""
    signature: tuple[tuple[int, Literal["solid", "open", "blank"]], ...] = ()
    """The roll that stands for it: faces that count, ``solid``, or do not, ``open``; 0 and ``blank`` for all others."""
    shipped: bool = False
    """Whether it is a game as it comes with sheetgen, and not somebody's file."""

    def __post_init__(self) -> None:
        blank = ((0, "blank"),) * (self.dice.count - len(self.signature))
        force_setattr(self, "signature", self.signature + blank)

    @cached_property
    def categories(self) -> dict[str, Category]:
        """All categories in card order, by id."""
        return {category.id: category for section in self.sections for category in section.categories}

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """All boxes in card order, one column after the other, by id."""
        found = (self.boxes_in(column, category) for column in self.columns for category in self.categories.values())
        return {box.id: box for boxes in found for box in boxes}

    def boxes_in(self, column: Column, category: Category) -> tuple[Box, ...]:
        """The boxes of a category in one column, in card order."""
        return tuple(Box(self.prefix(column) + box.id, category, column) for box in boxes_of(category))

    def boxes_with(self, category: str) -> tuple[Box, ...]:
        """The boxes of a category, by its id, in all columns."""
        return tuple(box for column in self.columns for box in self.boxes_in(column, self.categories[category]))

    def prefix(self, column: Column) -> str:
        """What the ids of the boxes and totals of a column begin with; nothing if there is no other column."""
        return f"{column.id}." if len(self.columns) > 1 else ""

    @cached_property
    def declared(self) -> dict[str, Total]:
        """The totals as the file has them, in card order, by id."""
        inner = (total for section in self.sections for total in section.totals)
        return {total.id: total for total in (*inner, *self.totals)}

    @cached_property
    def all_totals(self) -> dict[str, Total]:
        """All totals in card order, by id: those of each column, then those across."""
        declared = self.declared.values()
        inner = [
            replace(total, id=self.prefix(column) + total.id, taken=len(self._parts_of(total.minus, column)))
            for column in self.columns
            for total in declared
            if not self._is_across(total)
        ]
        return {total.id: total for total in (*inner, *(total for total in declared if self._is_across(total)))}

    def _is_across(self, total: Total) -> bool:
        return total.across and len(self.columns) > 1

    def in_first_column(self, total: Total) -> Total:
        """A total as the file has it, in the first column; itself if it stands once for all of them."""
        return self.all_totals[total.id if self._is_across(total) else self.prefix(self.columns[0]) + total.id]

    def section_of(self, category: Category) -> Section:
        """The section in which a category stands."""
        return next(section for section in self.sections if category in section.categories)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The ids of all boxes and totals, in the order of the card: column by column, then what stands across."""
        inside = (name for s in self.sections for name in (*self.parts[s.id], *(total.id for total in s.totals)))
        names = (*inside, *(total.id for total in self.totals))
        rows = [self.prefix(column) + name for column in self.columns for name in names]
        return tuple(row for row in dict.fromkeys((*rows, *self.all_totals)) if row in self.boxes | self.all_totals)

    @cached_property
    def extra_yachts(self) -> Total | None:
        """The total that counts further Yachts, if the game has one."""
        return next((total for total in self.all_totals.values() if total.kind == "extra_yachts"), None)

    @cached_property
    def parts(self) -> dict[str, tuple[str, ...]]:
        """For every id that a total may name, the boxes or the total that it stands for, without their column."""
        sections = {s.id: tuple(box.id for c in s.categories for box in boxes_of(c)) for s in self.sections}
        categories = {c.id: tuple(box.id for box in boxes_of(c)) for c in self.categories.values()}
        return sections | categories | {total: (total,) for total in self.declared}

    @cached_property
    def addends(self) -> dict[str, tuple[str, ...]]:
        """For every total, by id, the ids of the boxes and totals that it adds up, each as often as it counts.

        A difference has what is added, what is taken away, and what it is multiplied by, in this order.
        """
        found = {}
        for total in self.all_totals.values():
            homes = [column for column in self.columns if total.id.startswith(self.prefix(column))]
            names = (*total.of, *total.minus, *([total.times] if total.times else ()))
            found[total.id] = self._parts_of(names, None if self._is_across(total) else homes[0])
        return found

    @cached_property
    def repeated(self) -> dict[str, dict[str, int]]:
        """For every total, by id, what it adds up more than once, each with how often."""
        often = {total: Counter(parts) for total, parts in self.addends.items()}
        return {total: {part: times for part, times in each.items() if times > 1} for total, each in often.items()}

    def _parts_of(self, names: tuple[str, ...], column: Column | None) -> tuple[str, ...]:
        """What these stand for in a column or, for None, in all of them, each as often as its column counts."""
        if column is not None:
            return tuple(self.prefix(column) + part for name in names for part in self.parts[name])
        found: list[str] = []
        for part in (part for name in names for part in self.parts[name]):
            each = [self.prefix(one) + part for one in self.columns for _ in range(one.factor)]
            found += [part] if part in self.all_totals else each
        return tuple(found)


def boxes_of(category: Category) -> tuple[Box, ...]:
    """The boxes of a category, in card order."""
    places = [""] if category.boxes == 1 else [f"_{place}" for place in range(1, category.boxes + 1)]
    return tuple(Box(category.id + place, category) for place in places)
