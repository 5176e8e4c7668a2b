"""The game: sections, categories, boxes, columns, totals and rules, as values. Opens no file."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from sheetgen.rules.patterns import Dice, Face, Pattern, Points, Roll


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

    def score(self, roll: Roll, first_roll: bool, number: int) -> int:
        """Return the points of a roll that is no joker: 0 without the pattern.

        See `Context` for `number`.
        """
        matching = self.pattern.match(roll)
        return 0 if matching is None else self.points.of(roll, matching, first_roll, number)

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
    rolls: int | None = None
    """Last roll that can earn points; None for all rolls. A later roll may strike a box."""
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
    """``sum``: True for one sum over all columns, each multiplied by its factor."""
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
    """``extra_yachts``: points of each further Yacht."""
    category: str = ""
    """``extra_yachts``: id of the category that must hold points (not 0) before a further Yacht
    counts."""

    def bonus(self, amount: int) -> int:
        """Return the points of a ``threshold`` or ``count`` for a sum, or a number of boxes, of `amount`."""
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
    """Alternative interpretation of a rule, where the source of the ruleset is silent or ambiguous."""

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
        return {
            category.id: category for section in self.sections for category in section.categories
        }

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """All boxes by id, in card order, column by column."""
        found = (
            self.boxes_in(column, category)
            for column in self.columns
            for category in self.categories.values()
        )
        return {box.id: box for boxes in found for box in boxes}

    def boxes_in(self, column: Column, category: Category) -> tuple[Box, ...]:
        """Return the boxes of a category in one column, in card order."""
        return tuple(
            Box(self.prefix(column) + box.id, category, column) for box in boxes_of(category)
        )

    def boxes_with(self, category: str) -> tuple[Box, ...]:
        """Return the boxes of the category with this id in all columns."""
        return tuple(
            box
            for column in self.columns
            for box in self.boxes_in(column, self.categories[category])
        )

    def prefix(self, column: Column) -> str:
        """Return the start of the ids of all boxes and totals in a column.

        Empty if there is one column.
        """
        return f"{column.id}." if len(self.columns) > 1 else ""

    @cached_property
    def declared(self) -> dict[str, Total]:
        """Totals as declared, without columns, by id in card order."""
        return {
            total.id: total
            for total in (*(each for s in self.sections for each in s.totals), *self.totals)
        }

    @cached_property
    def all_totals(self) -> dict[str, Total]:
        """All totals by id: those of each column in card order, then those across columns."""
        declared = self.declared.values()
        inner = [
            replace(
                total,
                id=self.prefix(column) + total.id,
                taken=len(self._parts_of(total.minus, column)),
            )
            for column in self.columns
            for total in declared
            if not self._is_across(total)
        ]
        return {
            total.id: total
            for total in (*inner, *(total for total in declared if self._is_across(total)))
        }

    def _is_across(self, total: Total) -> bool:
        return total.across and len(self.columns) > 1

    def in_first_column(self, total: Total) -> Total:
        """Return a declared total in the first column, or the total itself if it is across columns."""
        return self.all_totals[
            total.id if self._is_across(total) else self.prefix(self.columns[0]) + total.id
        ]

    def section_of(self, category: Category) -> Section:
        """Return the section of a category."""
        return next(section for section in self.sections if category in section.categories)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Ids of all boxes and totals in card order.

        Column by column, then the totals across columns.
        """
        inside = (
            name
            for s in self.sections
            for name in (*self.parts[s.id], *(total.id for total in s.totals))
        )
        names = (*inside, *(total.id for total in self.totals))
        rows = [self.prefix(column) + name for column in self.columns for name in names]
        return tuple(
            row
            for row in dict.fromkeys((*rows, *self.all_totals))
            if row in self.boxes | self.all_totals
        )

    @cached_property
    def extra_yachts(self) -> Total | None:
        """Total of the bonuses for further Yachts; None if the game has none."""
        return next(
            (total for total in self.all_totals.values() if total.kind == "extra_yachts"), None
        )

    @cached_property
    def parts(self) -> dict[str, tuple[str, ...]]:
        """Ids of boxes or of a total, without columns, for each id that a total may name as an addend."""
        sections = {
            s.id: tuple(box.id for c in s.categories for box in boxes_of(c)) for s in self.sections
        }
        categories = {c.id: tuple(box.id for box in boxes_of(c)) for c in self.categories.values()}
        return sections | categories | {total: (total,) for total in self.declared}

    @cached_property
    def taken_away(self) -> frozenset[str]:
        """Ids of boxes, without columns, that a difference subtracts.

        There, a low score is good.
        """
        return frozenset(
            part
            for total in self.declared.values()
            for name in total.minus
            for part in self.parts[name]
        )

    @cached_property
    def addends(self) -> dict[str, tuple[str, ...]]:
        """Ids of the addends of every total, by its id.

        An addend that counts several times is repeated.

        The addends of a difference are the minuends, then the subtrahends, then the multiplier.
        """
        found = {}
        for total in self.all_totals.values():
            homes = [column for column in self.columns if total.id.startswith(self.prefix(column))]
            names = (*total.of, *total.minus, *([total.times] if total.times else ()))
            found[total.id] = self._parts_of(names, None if self._is_across(total) else homes[0])
        return found

    @cached_property
    def repeated(self) -> dict[str, dict[str, int]]:
        """Addends that count more than once, with their factors, by the ids of totals."""
        often = {total: Counter(parts) for total, parts in self.addends.items()}
        return {
            total: {part: times for part, times in each.items() if times > 1}
            for total, each in often.items()
        }

    def _parts_of(self, names: tuple[str, ...], column: Column | None) -> tuple[str, ...]:
        """Return the addends that these ids name in a column.

        For None in all columns, repeated by their factors.
        """
        if column is not None:
            return tuple(self.prefix(column) + part for name in names for part in self.parts[name])
        found: list[str] = []
        for part in (part for name in names for part in self.parts[name]):
            each = [self.prefix(one) + part for one in self.columns for _ in range(one.factor)]
            found += [part] if part in self.all_totals else each
        return tuple(found)


def boxes_of(category: Category) -> tuple[Box, ...]:
    """Return the boxes of a category without their column, in card order."""
    places = (
        [""] if category.boxes == 1 else [f"_{place}" for place in range(1, category.boxes + 1)]
    )
    return tuple(Box(category.id + place, category) for place in places)


def one_column(ruleset: Ruleset) -> Ruleset:
    """Return the game with a single column that is filled in any order, to explain its boxes and totals once.

    Return a game with one column unchanged.
    """
    if len(ruleset.columns) == 1:
        return ruleset
    own = tuple(total for total in ruleset.totals if not total.across)
    last = next(total for total in ruleset.totals if total.id == "total")
    if last.of == tuple(
        total.id for total in own[-1:]
    ):  # the column's own total becomes the grand total
        own, last = own[:-1], own[-1]
    totals = (*own, replace(last, id="total", across=False))
    words = {
        code: replace(each, names={**each.names, "total": each.names.get(last.id, "")})
        for code, each in ruleset.translations.items()
    }
    booklet = replace(ruleset.booklet, turn=None)
    return replace(ruleset, columns=(Column(),), totals=totals, translations=words, booklet=booklet)


@lru_cache(maxsize=512)
def below(ruleset: Ruleset, total: str) -> tuple[str, ...]:
    """Return the ids of all direct and indirect addends of a total, the direct ones first."""
    direct = ruleset.addends.get(total, ())
    return tuple(
        dict.fromkeys((*direct, *(where for part in direct for where in below(ruleset, part))))
    )


def adds_boxes(ruleset: Ruleset, total: str = "total") -> bool:
    """Check whether a total adds up points of boxes, and not only bonuses."""
    parts = (
        ruleset.addends[total] if ruleset.all_totals[total].kind in ("sum", "difference") else ()
    )
    return any(part in ruleset.boxes or adds_boxes(ruleset, part) for part in parts)
