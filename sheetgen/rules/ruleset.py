"""The game: sections, categories, boxes, columns, totals and rules, as values. Opens no file."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from math import gcd
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from sheetgen.rules.patterns import Dice, Face, Pattern, Points, Roll, choices_of


class Category(Struct, frozen=True):
    """Kind of entry on the card, with one or more boxes."""

    id: str
    name: str
    """English name, as the source prints it."""
    pattern: Pattern
    points: Points
    aliases: tuple[str, ...] = ()
    """English aliases."""
    boxes: int = 1
    examples: tuple[Roll, ...] = ()
    """Example rolls from the source."""
    note: str = ""
    """Further English sentence from the source."""
    needs: str = ""
    """Id of the category that must hold points, in the same column, before this one can."""
    wins: Literal["", "first_roll"] = ""
    """``first_roll``: a first roll with this pattern wins the game at once, even if its box is
    full."""
    use: int | None = None
    """Number of dice of a roll that the player chooses; None if all count. Derived from the
    dice."""
    fewest: bool = False
    """True if the choice with the fewest points is best, because a difference subtracts them.
    Derived from the totals."""

    def score(self, roll: Roll, first_roll: bool, number: int) -> int:
        """Return the points of a roll that is no joker: 0 without the pattern.

        If the player chooses dice, they are those of the best choice. See `Context` for `number`.
        """
        return self._points_of(self.chosen(roll, first_roll, number), first_roll, number)

    def _points_of(self, counted: Roll, first_roll: bool, number: int) -> int:
        """Return the points of the dice that count."""
        matching = self.pattern.match(counted)
        return 0 if matching is None else self.points.of(counted, matching, first_roll, number)

    def chosen(self, roll: Roll, first_roll: bool = False, number: int = 0) -> Roll:
        """Return the dice of a roll that count: all, or the player's best choice.

        Of choices with equal points it is the one that shows its pattern with the higher dice.
        """
        if self.use is None:
            return roll

        def rank(choice: Roll) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
            """Return the qualities of a choice, the most important one first."""
            points = self._points_of(choice, first_roll, number)
            matching = sorted(self.pattern.match(choice) or (), reverse=True)
            return -points if self.fewest else points, tuple(matching), choice.dice[::-1]

        return max(choices_of(roll, self.use), key=rank)

    def is_shown_by(self, roll: Roll) -> bool:
        """Check whether the dice of a roll that count can have the pattern."""
        choices = choices_of(roll, self.use or len(roll.dice))
        return any(self.pattern.match(choice) is not None for choice in choices)

    @property
    def number(self) -> int | None:
        """Face that this category counts; None if it is no number box."""
        return self.pattern.face if isinstance(self.pattern, Face) else None

    @property
    def adds_number(self) -> int | None:
        """Face whose dice this category adds up, from one die on; None for any other category."""
        face, plain = self.number, self.points.kind == "matching" and not self.points.values
        return face if face and self.pattern == Face(face) and plain else None


class Column(Struct, frozen=True):
    """Column of a player's card. It has every row once, and its own order of filling."""

    id: str = ""
    name: str = ""
    """English name; empty for the only column of a card."""
    fill: Literal["any", "down", "up", "outwards", "inwards"] = "any"
    """Order of filling all its boxes. ``inwards``: from both ends. ``outwards``: from the
    middle."""
    middle: str = ""
    """``outwards``: id of the category where filling upwards starts; downwards starts at the next
    one."""
    announced: int | None = None
    """Last roll after which the box must be announced, 0 for before the first; None without
    announcements."""
    named_by: Literal["", "previous"] = ""
    """``previous``: the player before announces the box; empty for the player at turn."""
    rolls: int | None = None
    """Last roll that can earn points; None for all rolls. A later roll may strike a box."""
    only: Literal["", "highest"] = ""
    """``highest``: a box holds its highest points, or 0. A box that a difference subtracts holds
    its lowest points, or its highest."""
    opens: int = 0
    """Percentage of all boxes in other columns that must be full before this column opens."""
    factor: int = 1
    """Factor of the column in totals across columns."""
    worth: int = 0
    """Match points of the player with the highest total in this column."""


class Box(Struct, frozen=True):
    """Place on the card for one number."""

    id: str
    """Id of the category, with ``_1``, ``_2`` … for several boxes, after the column's id for
    several columns."""
    category: Category
    column: Column = Column()


class Step(Struct, frozen=True):
    """Points of a bonus from a minimum sum, or a minimum number of boxes, on."""

    at_least: int
    points: int


class Total(Struct, frozen=True):
    """Total, subtotal or bonus of the card."""

    id: str
    name: str
    kind: Literal["sum", "threshold", "count", "extra_yachts", "difference"]
    of: tuple[str, ...] = ()
    """Addends: ids of sections (all their boxes), of categories, or of totals declared earlier."""
    across: bool = False
    """True for one total over all columns. Each column is multiplied by its factor, but boxes are
    counted once."""
    minus: tuple[str, ...] = ()
    """``difference``: subtrahends, as ids like those of `of`."""
    times: str = ""
    """``difference``: id of the category whose points are the multiplier."""
    least: int | None = None
    """``difference``: minimum."""
    taken: int = 0
    """``difference``: number of subtrahends among the addends. Derived from `minus`."""
    steps: tuple[Step, ...] = ()
    """``threshold``, ``count``: steps, ascending. The highest step that is reached counts."""
    points: int = 0
    """``extra_yachts``: points of each further Yacht; with `by_column`, their greatest common
    divisor."""
    by_column: tuple[int, ...] = ()
    """``extra_yachts``: points of a further Yacht in each column, if they differ."""
    category: str = ""
    """``extra_yachts``: id of the category that must hold points (not 0) before a further Yacht
    counts."""
    columns: Literal["own", "all"] = "own"
    """``extra_yachts``: ``own`` if that category must hold points in the column where the further
    Yacht is entered, ``all`` if it must in every column."""

    def __post_init__(self) -> None:
        if self.by_column:
            force_setattr(self, "points", gcd(*self.by_column))

    def bonus(self, amount: int) -> int:
        """Return the points of a ``threshold`` or ``count`` for this sum or number of boxes."""
        return next((step.points for step in reversed(self.steps) if step.at_least <= amount), 0)


class Section(Struct, frozen=True):
    """Group of categories on the card, with the totals below them."""

    id: str
    categories: tuple[Category, ...]
    name: str = ""
    """English heading; empty for none."""
    totals: tuple[Total, ...] = ()
    fill: Literal["any", "down", "up"] = "any"
    """Order in which its boxes must be filled."""


class Joker(Struct, frozen=True):
    """Rule for a Yacht that is rolled when the Yacht box is full."""

    rule: Literal["none", "free", "forced"] = "none"
    """``none``: no rule. ``free``: it counts as any pattern. ``forced``: its own number box must be
    filled first."""
    category: str = ""
    """Id of the Yacht category, whose pattern makes the joker and whose box must be full."""
    sections: tuple[str, ...] = ()
    """Ids of the sections where the joker counts as any pattern."""
    yacht_box_first: bool = False
    """True if a Yacht must go into its own box while that is open."""
    zero: Literal["choice", "last_resort"] = "choice"
    """``forced``: a 0 in a number box is allowed at any time, or only if no joker box is open."""
    may_decline: bool = False
    """True if the player may write the points without the joker instead."""
    any_dice: bool = False
    """``free``: True if its dice may be counted as any dice, so that it can score any value of a
    category."""
    number_box_full: bool = False
    """``free``: True if the box of its own number must be full as well."""
    columns: Literal["own", "all"] = "own"
    """Columns whose boxes must be full: that in which the Yacht is entered, or all."""


class Constraint(Struct, frozen=True):
    """Pair of categories of which one must hold less than the other.

    An entry that breaks this scores 0.
    """

    lower: str
    higher: str


class Players(Struct, frozen=True):
    """Numbers of players; None for no limit."""

    min: int = 1
    max: int | None = None
    best: tuple[int, int] | None = None
    """Recommended range, if the source has one."""
    start: Literal["agree", "high_roll"] = "agree"
    """First player: by agreement, or by the highest roll."""


class Winner(Struct, frozen=True):
    """Rule for the winner."""

    by: Literal["total", "columns"] = "total"
    """``total``: the highest total wins. ``columns``: the most match points win."""
    sweep: int = 0
    """``columns``: additional match points for winning all columns."""


class SheetStyle(Struct, frozen=True):
    """Layout of the printed sheet."""

    columns: Literal["players", "games"] = "players"
    """Meaning of the sheet's columns: players, or games of one player."""
    count: int = 4
    """Default number of columns."""
    cards: Literal["one", "per_section"] = "one"
    """Division of the rows: a single list, or a list for each section."""
    numbered: bool = False
    """True if the rows are numbered."""


class Throw(Struct, frozen=True):
    """Throw of an example turn, and the player's decision after it."""

    roll: Roll
    """All dice on the table after the throw."""
    keep: tuple[int, ...] = ()
    """Dice that are kept; the others are thrown again."""
    could: str = ""
    """Id of a box that the player could fill."""
    aim: str = ""
    """Id of the box that the player hopes to fill."""


class ExampleTurn(Struct, frozen=True):
    """Example turn from the source of a game, throw by throw."""

    throws: tuple[Throw, ...]
    box: str
    """Id of the box where the last roll is scored."""
    player: str = ""
    filled: Mapping[str, int] = field(default_factory=dict)
    """Points on the card before the turn, by the ids of boxes."""


class Booklet(Struct, frozen=True):
    """Texts and examples of a rules booklet that are not rules."""

    about: tuple[str, ...] = ()
    """English sentences about the game."""
    equipment: tuple[str, ...] = ()
    """Equipment besides dice, pencil and score sheet, in English."""
    agree: tuple[str, ...] = ()
    """House rules that players should agree on because the source does not say; English
    sentences."""
    end: tuple[str, ...] = ()
    """Ways for a game to end other than with all boxes full, in English."""
    rolls: tuple[Roll, ...] = ()
    """Example rolls that fit several boxes."""
    turn: ExampleTurn | None = None


class Reading(Struct, frozen=True):
    """Alternative interpretation of a rule on which the source is silent or ambiguous."""

    text: str
    """The rule under this interpretation, as one English sentence."""
    ruleset: "Ruleset"
    """Game under this interpretation, with the same boxes and totals."""


class Translation(Struct, frozen=True):
    """Words of a ruleset file in one language."""

    name: str = ""
    summary: str = ""
    notes: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """Names by the ids of sections, categories and totals."""
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    """Translations of the booklet's and the readings' English sentences."""
    variant: str = ""


class Ruleset(Struct, frozen=True, eq=False, dict=True):
    """Complete game. Equal only to itself, so that derived values can be cached by it."""

    id: str
    name: str
    sections: tuple[Section, ...]
    totals: tuple[Total, ...]
    """Totals below all sections. One of them has the id ``total``."""
    summary: str = ""
    source: str = ""
    notes: tuple[str, ...] = ()
    """Short English sentences at the bottom of the sheet."""
    dice: Dice = Dice()
    players: Players = Players()
    sheet: SheetStyle = SheetStyle()
    columns: tuple[Column, ...] = (Column(),)
    """Columns of a player's card."""
    winner: Winner = Winner()
    joker: Joker = Joker()
    constraints: tuple[Constraint, ...] = ()
    booklet: Booklet = Booklet()
    readings: tuple[Reading, ...] = ()
    translations: Mapping[str, Translation] = field(default_factory=dict)
    variant: str = ""
    """English name of the variant, to distinguish games of one name; at most 28 letters."""
    accent: str = ""
    """Colour as ``#rrggbb``. A file without a colour gets one when it is read."""
    signature: tuple[tuple[int, Literal["solid", "open", "blank"]], ...] = ()
    """Symbol of the game: a roll with its counting faces ``solid``, the others ``open``, or (0,
    ``blank``)."""
    shipped: bool = False
    """True for a game that is part of sheetgen, False for a user's file."""

    def __post_init__(self) -> None:
        blank = ((0, "blank"),) * (self.dice.count - len(self.signature))
        force_setattr(self, "signature", self.signature + blank)

    @cached_property
    def categories(self) -> dict[str, Category]:
        """All categories by id, in card order."""
        by_id: dict[str, Category] = {}
        for section in self.sections:
            for category in section.categories:
                by_id[category.id] = category
        return by_id

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """All boxes by id, in card order, column by column."""
        by_id: dict[str, Box] = {}
        for column in self.columns:
            for category in self.categories.values():
                for box in self.boxes_in(column, category):
                    by_id[box.id] = box
        return by_id

    @property
    def turns(self) -> int:
        """Number of turns of a player: a box each, in every column."""
        return len(self.boxes)

    def boxes_in(self, column: Column, category: Category) -> tuple[Box, ...]:
        """Return the boxes of a category in one column, in card order."""
        prefix = self.prefix(column)
        return tuple(Box(prefix + box.id, category, column) for box in boxes_of(category))

    def boxes_with(self, category: str) -> tuple[Box, ...]:
        """Return the boxes of the category with this id in all columns."""
        boxes: list[Box] = []
        for column in self.columns:
            boxes += self.boxes_in(column, self.categories[category])
        return tuple(boxes)

    def prefix(self, column: Column) -> str:
        """Return the start of the ids of all boxes and totals in a column.

        Empty if there is one column.
        """
        return f"{column.id}." if len(self.columns) > 1 else ""

    @cached_property
    def declared(self) -> dict[str, Total]:
        """Totals as declared, without columns, by id in card order."""
        by_id: dict[str, Total] = {}
        for section in self.sections:
            for total in section.totals:
                by_id[total.id] = total
        for total in self.totals:
            by_id[total.id] = total
        return by_id

    @cached_property
    def all_totals(self) -> dict[str, Total]:
        """All totals by id: those of each column in card order, then those across columns."""
        by_id: dict[str, Total] = {}
        for column in self.columns:
            for total in self.declared.values():
                if self._is_across(total):
                    continue
                total_id = self.prefix(column) + total.id
                taken = len(self._parts_of(total.minus, column))
                by_id[total_id] = replace(total, id=total_id, taken=taken)
        for total in self.declared.values():
            if self._is_across(total):
                by_id[total.id] = total
        return by_id

    def _is_across(self, total: Total) -> bool:
        """Check whether a declared total is one total for all columns."""
        return total.across and len(self.columns) > 1

    def in_first_column(self, total: Total) -> Total:
        """Return a declared total in the first column, or the total itself if it is across all."""
        if self._is_across(total):
            return self.all_totals[total.id]
        return self.all_totals[self.prefix(self.columns[0]) + total.id]

    def section_of(self, category: Category) -> Section:
        """Return the section of a category."""
        return next(section for section in self.sections if category in section.categories)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Ids of all boxes and totals in card order.

        Column by column, then the totals across columns.
        """
        names: list[str] = []
        for section in self.sections:
            names += self.parts[section.id]
            names += [total.id for total in section.totals]
        names += [total.id for total in self.totals]
        known = self.boxes | self.all_totals
        rows: dict[str, None] = {}
        for column in self.columns:
            for name in names:
                row = self.prefix(column) + name
                if row in known:  # a total across columns has no prefix
                    rows[row] = None
        rows |= dict.fromkeys(self.all_totals)
        return tuple(rows)

    @cached_property
    def paper_rows(self) -> tuple[str, ...]:
        """Ids of all boxes and totals that players write on paper, in card order.

        The grand total is not among them in games that columns decide.
        """
        if self.winner.by == "total":
            return self.rows
        return tuple(row for row in self.rows if row != "total")

    @cached_property
    def extra_yachts(self) -> Total | None:
        """Total of the bonuses for further Yachts; None if the game has none."""
        for total in self.all_totals.values():
            if total.kind == "extra_yachts":
                return total
        return None

    @cached_property
    def yachts_of_all_columns(self) -> bool:
        """Flag: the rules for further Yachts look at the Yacht boxes of all columns together.

        False if each column has its own, as for a game with one column.
        """
        bonus = self.extra_yachts
        looks_at_all = self.joker.columns == "all" or (bonus and bonus.columns == "all")
        return len(self.columns) > 1 and bool(looks_at_all)

    def columns_with_yachts(self, column: Column) -> tuple[Column, ...]:
        """Return the columns whose Yacht boxes decide about a further Yacht in this column."""
        return self.columns if self.yachts_of_all_columns else (column,)

    def points_of_yacht(self, column: Column) -> int:
        """Return the points of a further Yacht in a column; 0 if the game has no such bonus."""
        bonus = self.extra_yachts
        if bonus is None:
            return 0
        if not bonus.by_column:
            return bonus.points
        return bonus.by_column[self.columns.index(column)]

    @cached_property
    def parts(self) -> dict[str, tuple[str, ...]]:
        """Ids that make up an addend, by each id that a total may name: boxes, or the total itself.

        The ids have no columns.
        """
        by_category: dict[str, tuple[str, ...]] = {}
        by_section: dict[str, tuple[str, ...]] = {}
        for section in self.sections:
            of_section: list[str] = []
            for category in section.categories:
                by_category[category.id] = tuple(box.id for box in boxes_of(category))
                of_section += by_category[category.id]
            by_section[section.id] = tuple(of_section)
        by_total = {total: (total,) for total in self.declared}
        return by_section | by_category | by_total

    @cached_property
    def taken_away(self) -> frozenset[str]:
        """Ids of boxes, without columns, that a difference subtracts.

        There, a low score is good.
        """
        ids: set[str] = set()
        for total in self.declared.values():
            for name in total.minus:
                ids.update(self.parts[name])
        return frozenset(ids)

    @cached_property
    def addends(self) -> dict[str, tuple[str, ...]]:
        """Ids of the addends of every total, by its id.

        An addend that counts several times is repeated. The addends of a difference are the
        minuends, then the subtrahends, then the multiplier.
        """
        by_total: dict[str, tuple[str, ...]] = {}
        for total in self.all_totals.values():
            names = (*total.of, *total.minus)
            if total.times:
                names = (*names, total.times)
            addends = self._parts_of(names, self._column_of(total))
            # a box counts once, whatever the factor of its column
            by_total[total.id] = tuple(dict.fromkeys(addends)) if total.kind == "count" else addends
        return by_total

    def _column_of(self, total: Total) -> Column | None:
        """Return the column of a total; None for one across columns."""
        if self._is_across(total):
            return None
        return next(column for column in self.columns if total.id.startswith(self.prefix(column)))

    @cached_property
    def repeated(self) -> dict[str, dict[str, int]]:
        """Addends that count more than once, with their factors, by the ids of totals."""
        factors: dict[str, dict[str, int]] = {}
        for total, addends in self.addends.items():
            counts = Counter(addends)
            factors[total] = {addend: count for addend, count in counts.items() if count > 1}
        return factors

    def _parts_of(self, names: tuple[str, ...], column: Column | None) -> tuple[str, ...]:
        """Return the addends that these ids name in a column.

        For None in all columns, repeated by their factors.
        """
        names_of_parts: list[str] = []
        for name in names:
            names_of_parts += self.parts[name]
        if column is not None:
            return tuple(self.prefix(column) + part for part in names_of_parts)
        addends: list[str] = []
        for part in names_of_parts:
            if part in self.all_totals:
                addends.append(part)
                continue
            for one in self.columns:
                addends += [self.prefix(one) + part] * one.factor
        return tuple(addends)


def boxes_of(category: Category) -> tuple[Box, ...]:
    """Return the boxes of a category without their column, in card order."""
    if category.boxes == 1:
        return (Box(category.id, category),)
    numbers = range(1, category.boxes + 1)
    return tuple(Box(f"{category.id}_{number}", category) for number in numbers)


def column_alone(ruleset: Ruleset, column: Column) -> Ruleset:
    """Return the game with only this column of a player's card, with its own rules."""
    points = ruleset.points_of_yacht(column)

    def with_points(totals: tuple[Total, ...]) -> tuple[Total, ...]:
        """Return totals in which a further Yacht has the points of this column."""
        return tuple(
            replace(total, by_column=(), points=points) if total.by_column else total
            for total in totals
        )

    sections = tuple(
        replace(section, totals=with_points(section.totals)) for section in ruleset.sections
    )
    return replace(
        ruleset, columns=(column,), sections=sections, totals=with_points(ruleset.totals)
    )


def one_column(ruleset: Ruleset) -> Ruleset:
    """Return the game with a single column that is filled in any order.

    It explains the boxes and totals of a column once, without bonuses for boxes of all columns. A
    game with one column is unchanged.
    """
    if len(ruleset.columns) == 1:
        return ruleset
    own_totals = tuple(total for total in ruleset.totals if not total.across)
    yacht_bonuses = tuple(
        replace(total, across=False) for total in ruleset.totals if total.kind == "extra_yachts"
    )
    of_all_columns = {total.id for total in ruleset.totals if total.across and total.steps}
    grand_total = next(total for total in ruleset.totals if total.id == "total")
    addends = tuple(name for name in grand_total.of if name not in of_all_columns)
    grand_total = replace(grand_total, of=addends)
    if own_totals and grand_total.of == (own_totals[-1].id,):
        # the column's own total becomes the grand total
        *others, grand_total = own_totals
        own_totals = tuple(others)
    translations: dict[str, Translation] = {}
    for language, words in ruleset.translations.items():
        name_of_total = words.names.get(grand_total.id, "")
        translations[language] = replace(words, names={**words.names, "total": name_of_total})
    return replace(
        ruleset,
        columns=(Column(),),
        totals=(*own_totals, *yacht_bonuses, replace(grand_total, id="total", across=False)),
        translations=translations,
        booklet=replace(ruleset.booklet, turn=None),
    )


@lru_cache(maxsize=512)
def below(ruleset: Ruleset, total: str) -> tuple[str, ...]:
    """Return the ids of all direct and indirect addends of a total, the direct ones first."""
    direct = ruleset.addends.get(total, ())
    ids = dict.fromkeys(direct)
    for part in direct:
        ids |= dict.fromkeys(below(ruleset, part))
    return tuple(ids)


def adds_boxes(ruleset: Ruleset, total: str = "total") -> bool:
    """Check whether a total adds up points of boxes, and not only bonuses."""
    if ruleset.all_totals[total].kind not in ("sum", "difference"):
        return False
    return any(
        part in ruleset.boxes or adds_boxes(ruleset, part) for part in ruleset.addends[total]
    )
