"""Faults of meaning in a game whose file has the right shape.

Examples are unknown ids and impossible patterns. Each check looks at one subject of the game built
of the file, and at the file's tables where a message names a key.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

from msgspec import Struct

from sheetgen.errors import Message, unknown
from sheetgen.files.tables import KeyFault, Path, darkened, fault_at, on_white
from sheetgen.rules.ruleset import Category, Column, Ruleset, Section, Total, boxes_of
from sheetgen.rules.scoring import open_columns
from sheetgen.rulesets.building import Item, categories_of, items_of, tables_in
from sheetgen.rulesets.vocabulary import ONLY_BESIDE

_CONTRAST = 7
"""Minimum contrast of an accent with white (level AAA of WCAG 2.2): it colours small letters."""
_MAX_BOXES = 60
"""Maximum number of boxes of a column: the rows of the largest paper."""
_MAX_CELLS = 240
"""Maximum number of boxes of a player, over all columns. The largest shipped game has 98."""
_MAX_ROLLS = 7_000
"""Maximum number of different rolls. Trying more of them takes longer than a second."""
_MAX_WORK = 70_000
"""Maximum product of different rolls, categories and choices of dice, for the same reason."""
_ID, _CATEGORY = Message("id"), Message("category")
_TURN = ("booklet", "turn")
_ABOVE_SIDES = Message("wrote %(written)s; the dice have %(sides)s sides; take a lower number")
_TOO_FEW_DICE = Message("this takes %(need)s dice; the game has %(count)s; ask for fewer")


class Game(Struct, frozen=True, dict=True):
    """A game and the tables of its file. Each part has the path of its table."""

    data: Mapping[str, Any]
    made: Ruleset

    @cached_property
    def items(self) -> list[tuple[Path, Column | Section | Category | Total]]:
        """Columns, sections, categories and totals, in the order of `items_of`."""
        items: list[Column | Section | Category | Total] = []
        if "columns" in self.data:
            items += self.made.columns
        items += self.made.sections
        for section in self.made.sections:
            items += section.categories
        for section in self.made.sections:
            items += section.totals
        items += self.made.totals
        paths = [path for path, _ in items_of(self.data)]
        return list(zip(paths, items, strict=True))

    @cached_property
    def columns(self) -> list[tuple[Path, Column]]:
        """Columns of the file; none for a game without them."""
        return [(path, item) for path, item in self.items if isinstance(item, Column)]

    @cached_property
    def categories(self) -> list[tuple[Path, Category]]:
        """Categories of all sections."""
        return [(path, item) for path, item in self.items if isinstance(item, Category)]

    @cached_property
    def totals(self) -> list[tuple[Path, Total]]:
        """Totals of all sections, then those below the sections."""
        return [(path, item) for path, item in self.items if isinstance(item, Total)]

    @cached_property
    def patterns(self) -> list[Item]:
        """Tables of the patterns of all categories."""
        return [
            ((*path, "pattern"), category["pattern"]) for path, category in categories_of(self.data)
        ]

    def above_sides(self, path: Path, number: int) -> Iterator[KeyFault]:
        """Yield a fault if a number is larger than the number of sides of the dice."""
        if number > self.made.dice.sides:
            yield fault_at(path, _ABOVE_SIDES, written=number, sides=self.made.dice.sides)


def faults_of_meaning(data: Mapping[str, Any], made: Ruleset) -> list[KeyFault]:
    """Return every fault of meaning of the game that was built of `data`."""
    game = Game(data, made)
    faults: list[KeyFault] = []
    for check in _CHECKS:
        faults += check(game)
    return faults


def _faults_of_unknown(
    words: Iterable[tuple[Path, str]], known: Collection[str], what: Message = _ID
) -> Iterator[KeyFault]:
    """Yield a fault for each word that is not known.

    An empty word stands for a key that is absent.
    """
    for path, word in words:
        if word and word not in known:
            yield path, unknown(what, word, known)


def _listed(path: Path, items: Iterable[Any]) -> Iterator[tuple[Path, Any]]:
    """Yield the items of a list at a path, each with its own path."""
    for place, item in enumerate(items):
        yield (*path, place), item


# Ids and places


def _check_ids(game: Game) -> Iterator[KeyFault]:
    """Find ids that are used twice, also by boxes and by the cells of a sheet."""
    uses = Counter(["name"])
    uses.update(f"name_{place}" for place in range(2, 13))  # names of cells on the sheet
    for _, category in game.categories:
        if category.boxes > 1:
            uses.update(box.id for box in boxes_of(category))
    for path, item in game.items:
        uses[item.id] += 1
        if uses[item.id] > 1:
            yield fault_at(
                (*path, "id"),
                "%(written)s is used twice; every id must be unique",
                written=f"'{item.id}'",
            )


def _check_after(game: Game) -> Iterator[KeyFault]:
    """Find items whose ``after`` names an absent item.

    Other such keys have been carried out and removed.
    """
    items = items_of(game.data)
    for path, item in items:
        if "after" in item:
            ids_beside = [
                other["id"]
                for other_path, other in items
                if other_path[:-1] == path[:-1] and other is not item
            ]
            yield (*path, "after"), unknown(_ID, item["after"], ids_beside)
    if "remove" in game.data and "extends" not in game.data:
        yield fault_at(("remove",), "has no effect unless the file extends a game; leave it out")


def _check_number_of_boxes(game: Game) -> Iterator[KeyFault]:
    boxes = sum(category.boxes for _, category in game.categories)
    if boxes > _MAX_BOXES:
        message = Message("%(count)s boxes do not fit on any paper; use %(limit)s at most")
        yield fault_at(("sections",), message, count=boxes, limit=_MAX_BOXES)
    cells = boxes * len(game.columns)
    if cells > _MAX_CELLS:
        message = Message("%(count)s boxes in all columns; use %(limit)s at most")
        yield fault_at(("columns",), message, count=cells, limit=_MAX_CELLS)


# Totals


def _check_addends(game: Game) -> Iterator[KeyFault]:
    """Find addends that cannot be counted.

    They are absent, come later, are counted already, or are not boxes where boxes are counted.
    """
    boxes = [*(section.id for section in game.made.sections), *game.made.categories]
    earlier_totals: list[str] = []
    for path, total in game.totals:
        known = [*boxes, *earlier_totals]
        yield from _faults_of_unknown(_listed((*path, "of"), total.of), known)
        yield from _faults_of_unknown(_listed((*path, "minus"), total.minus), known)
        in_sections = _in_sections(game, total)
        for place, addend in _listed((*path, "of"), total.of):
            if addend in in_sections:
                yield fault_at(
                    place,
                    "'%(written)s' is counted already, in its section; take it out",
                    written=addend,
                )
            elif total.kind == "count" and addend in earlier_totals and addend not in boxes:
                yield fault_at(
                    place, "'%(written)s' is a total; only boxes are counted", written=addend
                )
        yield from _check_factors(game, path, total)
        earlier_totals.append(total.id)
    if "total" not in (total.id for total in game.made.totals):
        yield fault_at(
            ("totals",),
            "no total has the id %(right)s; give it to the one that decides",
            right="'total'",
        )


def _in_sections(game: Game, total: Total) -> set[str]:
    """Return the categories of the sections that a total adds up."""
    ids: set[str] = set()
    for section in game.made.sections:
        if section.id in total.of:
            ids.update(category.id for category in section.categories)
    return ids


def _check_factors(game: Game, path: Path, total: Total) -> Iterator[KeyFault]:
    """Yield a fault if the category that multiplies a total is absent or has several boxes."""
    where = (*path, "times")
    yield from _faults_of_unknown([(where, total.times)], game.made.categories, _CATEGORY)
    category = game.made.categories.get(total.times)
    if category and category.boxes > 1:
        yield fault_at(where, "this category has several boxes; name one with a single box")


def _check_steps(game: Game) -> Iterator[KeyFault]:
    for path, total in game.totals:
        where = (*path, "steps")
        for key in ("at_least", "points"):
            values = [getattr(step, key) for step in total.steps]
            if any(value >= following for value, following in pairwise(values)):
                yield fault_at(where, "%(word)s must rise from step to step", word=key)
        if total.steps and total.steps[0].points < 0 < total.steps[0].at_least:
            yield fault_at(where, "a step with negative points needs at_least = 0 or less")


def _check_yacht_bonuses(game: Game) -> Iterator[KeyFault]:
    bonuses = [(path, total) for path, total in game.totals if total.kind == "extra_yachts"]
    right = game.made.joker.category
    for path, _ in bonuses[1:]:
        yield fault_at((*path, "kind"), "a game has one Yacht bonus at most; take one out")
    for path, total in bonuses:
        yield from _check_points_of_yachts(game, path, total)
        yield from _faults_of_unknown([((*path, "category"), total.category)], game.made.categories)
        if right and total.category != right:
            message = Message(
                "wrote %(written)s; the joker has %(right)s, and both must be the same"
            )
            yield fault_at((*path, "category"), message, written=total.category, right=right)


def _check_points_of_yachts(game: Game, path: Path, total: Total) -> Iterator[KeyFault]:
    """Yield a fault for a Yacht bonus without points, or with points that do not fit columns."""
    table = _table_at(game.data, path)
    if ("points" in table) == ("by_column" in table):
        yield fault_at(path, "a Yacht bonus takes either points or by_column")
    columns = max(1, len(game.columns))
    if total.by_column and len(total.by_column) != columns:
        message = Message("the game has %(count)s columns; write points for each of them, in order")
        yield fault_at((*path, "by_column"), message, count=columns)


def _table_at(data: Any, path: Path) -> Mapping[str, Any]:
    """Return the table at a path in the file."""
    for step in path:
        data = data[step]
    table: Mapping[str, Any] = data
    return table


# Categories that depend on each other


def _check_joker(game: Game) -> Iterator[KeyFault]:
    joker = game.made.joker
    section_ids = [section.id for section in game.made.sections]
    yield from _faults_of_unknown([(("joker", "category"), joker.category)], game.made.categories)
    yield from _faults_of_unknown(_listed(("joker", "sections"), joker.sections), section_ids)
    yield from _check_keys_of_joker(game)
    for path, category in game.categories:
        if category.id == joker.category and category.boxes != 1:
            yield fault_at(
                (*path, "boxes"), "the category of the joker must have one box; leave boxes out"
            )


def _check_keys_of_joker(game: Game) -> Iterator[KeyFault]:
    """Yield a fault for each key of the joker that its rule needs, or that has no effect."""
    rule = game.made.joker.rule
    table = game.data.get("joker", {})
    if rule != "none":
        for key in ("category", "sections"):
            if key not in table:
                yield fault_at(("joker", key), "missing; a joker needs it; write it")
    for key, (other_key, right) in ONLY_BESIDE.items():
        if other_key != "rule" or key == "category":  # a category without a joker does no harm
            continue
        if key in table and rule not in right:
            yield fault_at(
                ("joker", key),
                "has no effect unless the rule is %(right)s; leave it out",
                right=right,
            )


def _check_constraints(game: Game) -> Iterator[KeyFault]:
    """Find constraints between categories that cannot be bound, or that are bound already."""
    section_of = {category.id: path[:-1] for path, category in game.categories}
    used: set[str] = set()
    for number, rule in enumerate(game.made.constraints):
        path: Path = ("constraints", number)
        bound: list[tuple[Path, str]] = [
            ((*path, "lower"), rule.lower),
            ((*path, "higher"), rule.higher),
        ]
        yield from _faults_of_unknown(bound, section_of)
        for where, name in bound:
            if name in used:
                yield fault_at(
                    where, "%(written)s is in constraints already; use it once", written=f"'{name}'"
                )
            used.add(name)
            yield from _unbindable(game, where, name)
        sections = {section_of[name] for _, name in bound if name in section_of}
        if len(sections) == 2:
            yield fault_at(
                path,
                "the categories of a constraint must be in one section; choose others, or move one",
            )


def _unbindable(game: Game, path: Path, name: str) -> Iterator[KeyFault]:
    """Yield a fault if a category has several boxes or is that of Yachts."""
    category = game.made.categories.get(name)
    if category is None:
        return
    yachts = {game.made.joker.category, *(total.category for _, total in game.totals)}
    if category.boxes != 1:
        yield fault_at(path, "a category in constraints must have one box; leave boxes out")
    elif name in yachts:
        yield fault_at(path, "the Yacht category cannot be in constraints; choose another")


def _check_needs(game: Game) -> Iterator[KeyFault]:
    needs = {category.id: category.needs for _, category in game.categories}
    for path, category in game.categories:
        where = (*path, "needs")
        yield from _faults_of_unknown([(where, category.needs)], needs, _CATEGORY)
        chain = [category.id]
        while (following := needs.get(chain[-1], "")) and following not in chain:
            chain.append(following)
        if following:
            yield fault_at(where, "categories need each other in a circle; take one of these out")


# Dice, patterns and points


def _check_dice(game: Game) -> Iterator[KeyFault]:
    """Find dice with too many rolls, and faces that do not fit them."""
    dice = game.made.dice
    faces = dice.faces
    categories = len(game.categories)
    rolls = comb(dice.count + dice.sides - 1, dice.count)
    choices = comb(dice.count, dice.counted.count)
    if rolls > _MAX_ROLLS or rolls * categories * choices > _MAX_WORK:
        message = Message(
            "%(count)s dice of %(sides)s sides have %(rolls)s different rolls, too many for "
            "%(categories)s categories; take fewer dice or sides"
        )
        yield fault_at(
            ("dice",),
            message,
            count=dice.count,
            sides=dice.sides,
            rolls=rolls,
            categories=categories,
        )
    if faces and len(faces) != dice.sides:
        message = Message(
            "the dice have %(sides)s sides, but %(count)s are described; describe each"
        )
        yield fault_at(("dice", "faces"), message, sides=dice.sides, count=len(faces))
    values = [number if face.value is None else face.value for number, face in enumerate(faces, 1)]
    if values != sorted(values):
        yield fault_at(
            ("dice", "faces"), "the values of faces must not decrease from one to the next"
        )


def _check_choice_of_dice(game: Game) -> Iterator[KeyFault]:
    """Find a choice of dice that is none, and rules that do not say what a choice is to them."""
    use = game.made.dice.use
    if use is None:
        return
    if use >= game.made.dice.count:
        message = Message("wrote %(written)s, but a roll has %(count)s dice; should be fewer")
        yield fault_at(("dice", "use"), message, written=use, count=game.made.dice.count)
    chosen = Message("a game in which dice are chosen has none of these; take it out, or dice.use")
    if game.made.joker.rule != "none":
        yield fault_at(("joker",), chosen)
    if game.made.constraints:
        yield fault_at(("constraints",), chosen)
    for path, total in game.totals:
        if total.kind == "extra_yachts":
            yield fault_at((*path, "kind"), chosen)


def _check_number_of_rolls(game: Game) -> Iterator[KeyFault]:
    """Find rules about further rolls that change nothing, or that exclude each other."""
    dice = game.made.dice
    if dice.last_turn is not None and dice.last_turn <= dice.rolls:
        message = Message("wrote %(written)s; every turn has %(rolls)s rolls; should be more")
        yield fault_at(("dice", "last_turn"), message, written=dice.last_turn, rolls=dice.rolls)
    if dice.saved and dice.rolls == 1:
        yield fault_at(
            ("dice", "saved"), "a turn of one roll leaves none to save; take it out, or write rolls"
        )
    if dice.saved and dice.spare:
        yield fault_at(
            ("dice", "spare"), "the game has saved rolls already; take one of the two out"
        )


def _check_symbols(game: Game) -> Iterator[KeyFault]:
    """Find faces with the same symbol."""
    seen: set[str] = set()
    for place, face in enumerate(game.made.dice.faces):
        symbol = face.symbol.casefold()
        if symbol and symbol in seen:
            path: Path = ("dice", "faces", place, "symbol")
            yield fault_at(
                path,
                "%(written)s is used twice; every symbol must be unique",
                written=f"'{face.symbol}'",
            )
        seen.add(symbol)


def _check_groups(game: Game) -> Iterator[KeyFault]:
    """Find groups with a shared or missing face, and patterns that need groups without any."""
    grouped = Counter[int]()
    for place, group in enumerate(game.made.dice.groups):
        path: Path = ("dice", "groups", place, "faces")
        for face in group.faces:
            grouped[face] += 1
            if grouped[face] > 1:
                yield fault_at(path, "face %(face)s is in two groups; use it in one", face=face)
            yield from game.above_sides(path, face)
    for path, pattern in game.patterns:
        if not grouped and (pattern["kind"] == "one_group" or pattern.get("one_group")):
            yield fault_at(path, "the dice have no groups; write them as dice.groups")


def _numbers_in(path: Path, value: int | list[Any]) -> Iterator[tuple[Path, int]]:
    """Yield a number, or the numbers in nested lists, each with its path."""
    if isinstance(value, int):
        yield path, value
    else:
        for place, item in enumerate(value):
            yield from _numbers_in((*path, place), item)


def _check_patterns(game: Game) -> Iterator[KeyFault]:
    """Find patterns that these dice cannot show."""
    for path, pattern in game.patterns:
        for key in ("face", "faces", "lists"):
            for where, face in _numbers_in((*path, key), pattern.get(key, [])):
                yield from game.above_sides(where, face)
        for key, need in _dice_needed(pattern).items():
            if need > game.made.dice.counted.count:
                yield from _too_few_dice(game, (*path, key), need)
        if pattern.get("different", True):
            yield from game.above_sides((*path, "sizes"), len(pattern.get("sizes", ())))
        yield from game.above_sides((*path, "length"), pattern.get("length", 0))


def _too_few_dice(game: Game, path: Path, need: int) -> Iterator[KeyFault]:
    """Yield the fault of a pattern that takes more dice than the game has, or than count."""
    dice = game.made.dice
    if dice.use is None:
        yield fault_at(path, _TOO_FEW_DICE, need=need, count=dice.count)
    else:
        message = Message("this takes %(need)s dice, but %(count)s of a roll count; ask for fewer")
        yield fault_at(path, message, need=need, count=dice.use)


def _dice_needed(pattern: Mapping[str, Any]) -> dict[str, int]:
    """Return the number of dice that a pattern takes, by the key that says so."""
    return {
        "n": pattern.get("n", 0),
        "length": pattern.get("length", 0),
        "at_least": pattern.get("at_least", 0) if pattern["kind"] == "face" else 0,
        "sizes": sum(pattern.get("sizes", ())),
        "faces": len(pattern.get("faces", ())),
        "lists": max(map(len, pattern.get("lists", [()]))),
        "kind": {"pair": 2, "two_pairs": 4, "full_house": 5}.get(pattern["kind"], 0),
    }


def _check_bounds(game: Game) -> Iterator[KeyFault]:
    """Find keys of patterns that exclude or need each other."""
    for path, pattern in game.patterns:
        bounds = pattern.keys() & {"at_least", "at_most"}
        if pattern["kind"] == "straight":
            yield from _check_faces_of_straight(path, pattern)
        if pattern["kind"] == "sum" and ("exactly" in pattern) == bool(bounds):
            yield fault_at(path, "a sum takes either exactly, or at_least, at_most or both")
        if len(bounds) == 2 and pattern["at_least"] > pattern["at_most"]:
            yield fault_at((*path, "at_most"), "at_least and at_most must rise")


def _check_faces_of_straight(path: Path, pattern: Mapping[str, Any]) -> Iterator[KeyFault]:
    """Yield the faults of a straight without either length or faces, or with gaps in its faces."""
    if ("faces" in pattern) == ("length" in pattern):
        yield fault_at(path, "a straight takes either length or faces")
    faces = sorted(pattern.get("faces", ()))
    if any(following != face + 1 for face, following in pairwise(faces)):
        yield fault_at(
            (*path, "faces"),
            "the faces of a straight follow each other; else use kind = 'faces'",
        )


def _check_points(game: Game) -> Iterator[KeyFault]:
    """Find keys of points that exclude or need each other."""
    for path, category in categories_of(game.data):
        points, where = category["points"], (*path, "points")
        if points["kind"].startswith("fixed") and ("value" in points) == ("by_roll" in points):
            yield fault_at(where, "fixed points take either value or by_roll")
        if "by_roll" in points and "first_roll" in points:
            yield fault_at(
                (*where, "first_roll"),
                "by_roll says what a first roll is worth; take first_roll out",
            )
        if len(points.get("by_roll", ())) > game.made.dice.rolls:
            message = Message("a turn has %(limit)s rolls; take some numbers out")
            yield fault_at((*where, "by_roll"), message, limit=game.made.dice.rolls)


# Columns, players and winners


def _check_columns(game: Game) -> Iterator[KeyFault]:
    """Find orders of filling that lead nowhere, and rolls that a turn does not have."""
    rows = [*game.made.categories]
    rolls = game.made.dice.rolls
    has_ordered_section = any(section.fill != "any" for section in game.made.sections)
    for path, column in game.columns:
        if (column.fill == "outwards") != bool(column.middle):
            yield fault_at((*path, "from"), "outwards and from go together; write both, or none")
        elif column.middle == rows[-1]:
            yield fault_at((*path, "from"), "there is no row below this one; name one further up")
        else:
            yield from _faults_of_unknown([((*path, "from"), column.middle)], rows, _CATEGORY)
        if column.fill != "any" and has_ordered_section:
            yield fault_at((*path, "fill"), "a section has an order too; remove one of the two")
        yield from _check_named_by(path, column)
        yield from _above_limit((*path, "announced"), column.announced, rolls - 1)
        yield from _above_limit((*path, "rolls"), column.rolls, rolls)


def _check_named_by(path: Path, column: Column) -> Iterator[KeyFault]:
    """Yield a fault if nothing says when the box of a column is named."""
    if column.named_by and column.announced is None:
        yield fault_at(
            (*path, "announced"),
            "missing; named_by says who names the box, and announced after which roll; write both",
        )


def _check_opening(game: Game) -> Iterator[KeyFault]:
    """Find columns that never open, because others wait for them, or that jokers depend on."""
    made = game.made
    waiting = [(path, column) for path, column in game.columns if column.opens]
    if len(game.columns) == 1:
        for path, _ in waiting:
            yield fault_at(
                (*path, "opens"), "has no effect in a game with one column; leave it out"
            )
        return
    filled: set[str] = set()
    while True:
        opened = open_columns(made, filled)
        full = {box.id for box in made.boxes.values() if box.column in opened}
        if full <= filled:
            break
        filled |= full
    for path, column in waiting:
        if column not in opened:
            yield fault_at(
                (*path, "opens"),
                "this column never opens: others wait for it; take opens out of one of them",
            )
        elif made.yachts_of_all_columns:
            yield fault_at(
                (*path, "opens"),
                "excludes a joker or bonus for the Yacht boxes of all columns; take one out",
            )


def _above_limit(path: Path, value: int | None, limit: int) -> Iterator[KeyFault]:
    """Yield a fault if a number is larger than its limit."""
    if value is not None and value > limit:
        message = Message("wrote %(written)s; should be %(limit)s or less")
        yield fault_at(path, message, written=value, limit=limit)


def _check_across(game: Game) -> Iterator[KeyFault]:
    """Find totals that do not cover the right columns in a game with several."""
    if len(game.columns) < 2:
        return
    for path, total in game.totals:
        if total.kind == "extra_yachts" and not total.across:
            yield fault_at(
                (*path, "across"),
                "missing; with several columns the Yacht bonus is one row for all of them; write "
                "true, and add it to a total with across = true",
            )
        if total.id == "total" and not total.across:
            yield fault_at(
                (*path, "across"),
                "missing; with several columns the grand total covers all of them; write true",
            )
        elif not total.across:
            yield from _check_addends_across(game, path, total)


def _check_columns_of_yachts(game: Game) -> Iterator[KeyFault]:
    """Find rules for further Yachts that look at other columns than the card or each other."""
    joker = game.made.joker
    tables: list[tuple[Path, Mapping[str, Any]]] = [(("joker",), game.data.get("joker", {}))]
    for path, total in game.totals:
        if total.kind != "extra_yachts":
            continue
        tables.append((path, _table_at(game.data, path)))
        if joker.rule != "none" and joker.columns != total.columns and len(game.columns) > 1:
            message = Message(
                "wrote %(written)s; the joker has %(right)s, and both must be the same"
            )
            yield fault_at((*path, "columns"), message, written=total.columns, right=joker.columns)
    if len(game.columns) > 1:
        return
    for path, table in tables:
        if "columns" in table:
            yield fault_at(
                (*path, "columns"), "has no effect in a game with one column; leave it out"
            )


def _check_addends_across(game: Game, path: Path, total: Total) -> Iterator[KeyFault]:
    """Yield a fault for each addend that covers all columns, where its total covers one."""
    message = Message("'%(written)s' covers all columns, but this total only one; remove it")
    if total.kind == "sum":
        message = Message(
            "'%(written)s' covers all columns; remove it, or add across = true to this total"
        )
    addends = [*_listed((*path, "of"), total.of), *_listed((*path, "minus"), total.minus)]
    for where, addend in addends:
        if addend in _totals_across(game):
            yield fault_at(where, message, written=addend)


def _totals_across(game: Game) -> set[str]:
    """Return the ids of the totals that cover all columns."""
    return {total.id for _, total in game.totals if total.across}


def _check_winner(game: Game) -> Iterator[KeyFault]:
    """Find match points where the total decides, and columns that cannot decide."""
    if game.made.winner.by != "columns":
        yield from _idle_match_points(game)
        return
    if len(game.columns) < 2:
        yield fault_at(
            ("winner", "by"),
            "the game has one column; let the total decide, or write several columns",
        )
    elif not any(column.worth for _, column in game.columns):
        yield fault_at(
            ("columns",), "columns decide, but none has match points; write worth in one"
        )
    message = Message(
        "columns decide, but '%(written)s' covers all of them; name totals of single columns"
    )
    for path, total in game.totals:
        if total.id != "total":
            continue
        for where, addend in _listed((*path, "of"), total.of):
            if addend in _totals_across(game):
                yield fault_at(where, message, written=addend)


def _idle_match_points(game: Game) -> Iterator[KeyFault]:
    """Yield a fault for each key with match points, where the total decides."""
    paths: list[Path] = [(*path, "worth") for path, column in game.columns if column.worth]
    if "sweep" in game.data.get("winner", {}):
        paths.append(("winner", "sweep"))
    message = Message("has no effect unless winner.by is %(right)s; leave it out")
    for path in paths:
        yield fault_at(path, message, right="'columns'")


def _check_players(game: Game) -> Iterator[KeyFault]:
    players = game.made.players
    numbers = [players.min, *(players.best or ())]
    if players.max is not None:
        numbers.append(players.max)
    if numbers != sorted(numbers):
        yield fault_at(("players",), "min, best and max must rise")


# Look, translations and booklet


def _check_look(game: Game) -> Iterator[KeyFault]:
    """Find accents that cannot be read on white, and signatures that the dice cannot show."""
    accent = game.made.accent
    dice = game.made.dice
    if accent and on_white(accent) < _CONTRAST:
        message = Message(
            "its contrast with white is %(found)s; should be %(least)s or more, as that of "
            "%(near)s is"
        )
        contrast = int(on_white(accent) * 10) / 10
        near = darkened(accent, _CONTRAST)
        yield fault_at(("accent",), message, found=contrast, least=_CONTRAST, near=near)
    faces: list[tuple[Path, int]] = []
    for key, numbers in game.data.get("signature", {}).items():
        faces += _numbers_in(("signature", key), numbers)
    for path, face in faces:
        yield from game.above_sides(path, face)
    if len(faces) > dice.count:
        yield fault_at(("signature",), _TOO_FEW_DICE, need=len(faces), count=dice.count)


def _check_translations(game: Game) -> Iterator[KeyFault]:
    """Find translations of items and sentences that the game does not have."""
    sentences = _sentences_to_translate(game)
    ids = [item.id for _, item in game.items]
    for language, words in game.made.translations.items():
        path = ("translations", language)
        if not re.fullmatch("[a-z]{2,3}", language):
            yield fault_at(path, "a language is two or three small letters, such as nl")
        names = _keyed((*path, "names"), words.names)
        aliases = _keyed((*path, "aliases"), words.aliases)
        texts = _keyed((*path, "texts"), words.texts)
        yield from _faults_of_unknown(names, ids)
        yield from _faults_of_unknown(aliases, game.made.categories)
        yield from _faults_of_unknown(texts, sentences, Message("sentence"))


def _keyed(path: Path, keys: Iterable[str]) -> list[tuple[Path, str]]:
    """Return the keys of a table at a path, each with its own path."""
    return [((*path, key), key) for key in keys]


def _sentences_to_translate(game: Game) -> list[str]:
    """Return the texts of the file that may have translations."""
    booklet = game.made.booklet
    dice = game.made.dice
    sentences = [*booklet.about, *booklet.equipment, *booklet.agree, *booklet.end]
    sentences += [category.note for _, category in game.categories if category.note]
    sentences += [reading["text"] for reading in game.data.get("readings", ())]
    sentences += [face.name for face in dice.faces]
    sentences += [group.name for group in dice.groups]
    return sentences


def _check_rolls(game: Game) -> Iterator[KeyFault]:
    """Find rolls in examples that the dice cannot show."""
    dice = game.made.dice
    booklet = game.data.get("booklet", {})
    rolls: list[tuple[Path, list[int]]] = [*_listed(("booklet", "rolls"), booklet.get("rolls", ()))]
    for path, category in categories_of(game.data):
        rolls += _listed((*path, "examples"), category.get("examples", ()))
    for path, throw in tables_in(_TURN, booklet.get("turn", {}), "throws"):
        rolls.append(((*path, "roll"), throw["roll"]))
    message = Message("wrote %(written)s; a roll has %(count)s dice of %(sides)s sides")
    for path, roll in rolls:
        if len(roll) != dice.count or max(roll) > dice.sides:
            written = "-".join(map(str, roll))
            yield fault_at(path, message, written=written, count=dice.count, sides=dice.sides)


def _check_throws(game: Game) -> Iterator[KeyFault]:
    """Find throws of the example turn that do not follow from each other."""
    turn = game.made.booklet.turn
    throws = list(_listed((*_TURN, "throws"), turn.throws if turn else ()))
    kept_before = Counter[int]()
    for (path, throw), (following_path, following) in pairwise(throws):
        where = (*path, "keep")
        kept = Counter(throw.keep)
        roll = Counter(throw.roll.dice)
        if game.made.dice.kept == "stay" and not kept_before <= kept:
            yield fault_at(
                where, "kept dice stay in this game; keep those of the throw before, too"
            )
        kept_before = kept
        if kept == roll:
            yield fault_at(where, "all dice are kept before another throw; end the turn there")
        if not kept <= roll:
            yield fault_at(
                where, "dice are kept that are not on the table; keep only those of its roll"
            )
        if not kept <= Counter(following.roll.dice):
            yield fault_at(
                (*following_path, "roll"),
                "dice that were kept are missing; put them into this roll",
            )


def _check_end_of_turn(game: Game) -> Iterator[KeyFault]:
    """Find missing or full boxes of the example turn, and a turn with too many throws."""
    turn = game.made.booklet.turn
    if turn is None:
        return
    boxes: list[tuple[Path, str]] = [((*_TURN, "box"), turn.box)]
    boxes += _keyed((*_TURN, "filled"), turn.filled)
    for path, throw in _listed((*_TURN, "throws"), turn.throws):
        boxes.append(((*path, "could"), throw.could))
        boxes.append(((*path, "aim"), throw.aim))
        if throw.keep and throw is turn.throws[-1]:
            yield fault_at((*path, "keep"), "dice are kept after the last throw; take keep out")
    yield from _faults_of_unknown(boxes, game.made.boxes, Message("box"))
    dice = game.made.dice
    if len(turn.throws) > dice.rolls and not dice.rolls_vary:
        message = Message("a turn has %(limit)s throws at most; take some out")
        yield fault_at((*_TURN, "throws"), message, limit=dice.rolls)
    if turn.box in turn.filled:
        yield fault_at((*_TURN, "box"), "this box is filled already; name an open one")


_CHECKS = (
    _check_ids,
    _check_after,
    _check_number_of_boxes,
    _check_addends,
    _check_steps,
    _check_yacht_bonuses,
    _check_joker,
    _check_constraints,
    _check_needs,
    _check_dice,
    _check_choice_of_dice,
    _check_number_of_rolls,
    _check_symbols,
    _check_groups,
    _check_patterns,
    _check_bounds,
    _check_points,
    _check_columns,
    _check_opening,
    _check_across,
    _check_columns_of_yachts,
    _check_winner,
    _check_players,
    _check_look,
    _check_translations,
    _check_rolls,
    _check_throws,
    _check_end_of_turn,
)
"""Checks of meaning, in the order in which their faults are reported."""
