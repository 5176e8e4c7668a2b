"""Faults of columns, of what they add up to, and of dice with faces and groups, that no schema can see.

As `checks`, it works on the file as it was read, and passes over what the schema has already refused.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from sheetgen.errors import Message, unknown
from sheetgen.files.tables import Found, fault_at
from sheetgen.rulesets.draft import Draft, ids_of, listed, numbers_in, tabled, tables_in, words_in

MAX_CELLS = 240
"""More boxes, over all columns, than a player can oversee."""
_CATEGORY = Message("category")


def lonely_keys(draft: Draft) -> Iterator[Found]:
    """Keys that go without each other, or not at all without another one."""
    for path, pattern in draft.patterns:
        keys = [key for key in ("exactly", "at_least", "at_most") if key in pattern]
        if pattern.get("kind") == "sum" and (not keys or ("exactly" in keys and len(keys) > 1)):
            yield fault_at(path, "a sum takes either exactly, or at_least, at_most or both")
        least, most = pattern.get("at_least"), pattern.get("at_most")
        if isinstance(least, int) and isinstance(most, int) and least > most:
            yield fault_at((*path, "at_most"), "at_least and at_most must rise")
    for path, category in draft.categories:
        points, place = tabled(category.get("points")), (*path, "points")
        if str(points.get("kind")).startswith("fixed") and ("value" in points) == ("by_roll" in points):
            yield fault_at(place, "fixed points take either value or by_roll")
        if "by_roll" in points and "first_roll" in points:
            yield fault_at((*place, "first_roll"), "by_roll says what a first roll is worth; take first_roll out")
        if len(listed(points.get("by_roll"))) > draft.rolls:
            message = Message("a turn has %(limit)s rolls; take some numbers out")
            yield fault_at((*place, "by_roll"), message, limit=draft.rolls)


def wrong_faces(draft: Draft) -> Iterator[Found]:
    """Faces that are not as many as the dice have sides, and values that fall."""
    faces = list(tables_in((), draft.dice, "faces"))
    if faces and len(faces) != draft.sides:
        message = Message("the dice have %(sides)s sides, and %(count)s are described; describe each")
        yield fault_at(("dice", "faces"), message, sides=draft.sides, count=len(faces))
    values = numbers_in([face.get("value", number) for number, (_, face) in enumerate(faces, 1)])
    if any(low > high for low, high in pairwise(values)):
        yield fault_at(("dice", "faces"), "the values of faces never fall from one to the next")
    seen = Counter[str]()
    for where, each in (word for path, face in faces for word in words_in(("dice", *path), face, "symbol")):
        seen[each.casefold()] += 1
        if seen[each.casefold()] > 1:
            yield fault_at(where, "%(written)s is used twice; every symbol once", written=f"'{each}'")


def wrong_groups(draft: Draft) -> Iterator[Found]:
    """Groups that share a face, or have one that the dice do not, and patterns that ask for groups where none are."""
    grouped = Counter[int]()
    for path, group in tables_in((), draft.dice, "groups"):
        for face in numbers_in(group.get("faces")):
            grouped[face] += 1
            if grouped[face] > 1:
                yield fault_at(("dice", *path, "faces"), "face %(face)s is in two groups; let it be in one", face=face)
            if face > draft.sides:
                message = Message("wrote %(written)s; the dice have %(sides)s sides; take a lower number")
                yield fault_at(("dice", *path, "faces"), message, written=face, sides=draft.sides)
    for path, pattern in draft.patterns:
        if not grouped and (pattern.get("kind") == "one_group" or pattern.get("one_group") is True):
            yield fault_at(path, "the dice have no groups; write them as dice.groups")


def wrong_needs(draft: Draft) -> Iterator[Found]:
    """Categories that need one that is not there, or each other."""
    known = ids_of(draft.categories)
    needs = {str(item.get("id")): str(item["needs"]) for _, item in draft.categories if "needs" in item}
    for path, category in draft.categories:
        for where, name in words_in(path, category, "needs"):
            seen, each = {str(category.get("id"))}, name
            while each not in seen and each in needs:
                seen.add(each)
                each = needs[each]
            if name not in known:
                yield where, unknown(_CATEGORY, name, known)
            elif each in seen:
                yield fault_at(where, "categories need each other in a circle; take one of these out")


def wrong_differences(draft: Draft) -> Iterator[Found]:
    """Differences of what is not there yet, and those that are multiplied by what is not one box."""
    known = ids_of(draft.sections) + ids_of(draft.categories)
    categories = {name: item for _, item in draft.categories for name in ids_of([((), item)])}
    for path, total in draft.totals:
        for where, name in words_in(path, total, "minus"):
            if name not in known:
                yield where, unknown(Message("id"), name, known)
        for where, name in words_in(path, total, "times"):
            if name not in categories:
                yield where, unknown(_CATEGORY, name, categories)
            elif categories[name].get("boxes", 1) != 1:
                yield fault_at(where, "this category has several boxes; name one with a single box")
        known += ids_of([(path, total)])


def wrong_columns(draft: Draft) -> Iterator[Found]:
    """Orders that lead nowhere, and rolls that a turn does not have."""
    rows = ids_of(draft.categories)
    in_order = any(section.get("fill", "any") != "any" for _, section in draft.sections)
    for path, column in draft.columns:
        middle, outwards = column.get("from"), column.get("fill") == "outwards"
        if outwards != ("from" in column):
            yield fault_at((*path, "from"), "outwards and from go together; write both, or none")
        elif isinstance(middle, str) and middle not in rows:
            yield (*path, "from"), unknown(_CATEGORY, middle, rows)
        elif middle is not None and middle == rows[-1]:
            yield fault_at((*path, "from"), "there is no row below this one; name one further up")
        if column.get("fill", "any") != "any" and in_order:
            yield fault_at((*path, "fill"), "a section has an order of its own; take one of the two out")
        for key, limit in (("announced", draft.rolls - 1), ("rolls", draft.rolls)):
            if isinstance(column.get(key), int) and column[key] > limit:
                message = Message("wrote %(written)s; should be %(limit)s or less")
                yield fault_at((*path, key), message, written=column[key], limit=limit)


def too_many_cells(draft: Draft) -> Iterator[Found]:
    """More boxes than a player can oversee."""
    boxes = sum(numbers_in([category.get("boxes", 1) for _, category in draft.categories]))
    if boxes * len(draft.columns) > MAX_CELLS:
        message = Message("%(count)s boxes in all columns; %(limit)s at most; take some out")
        yield fault_at(("columns",), message, count=boxes * len(draft.columns), limit=MAX_CELLS)


def wrong_over_columns(draft: Draft) -> Iterator[Found]:
    """What does not go with several columns."""
    if len(draft.columns) < 2:
        return
    if draft.joker.get("rule", "none") != "none":
        yield fault_at(("joker",), "a game with several columns has no joker; take it out")
    for path, total in draft.totals:
        if total.get("kind") == "extra_yachts":
            yield fault_at((*path, "kind"), "a game with several columns has no Yacht bonus; take it out")
        if total.get("id") == "total" and total.get("across") is not True:
            yield fault_at((*path, "across"), "missing; with several columns the grand total stands across; write true")


def wrong_parts(draft: Draft) -> Iterator[Found]:
    """What stands across all columns and yet in a total of each; the grand total is refused already."""
    across = [total.get("id") for _, total in draft.totals if total.get("across") is True]
    inner = [item for item in draft.totals if item[1].get("across") is not True and item[1].get("id") != "total"]
    wrong = Message("'%(written)s' stands across all columns, and this total in each; take it out")
    both = Message("'%(written)s' stands across all columns; take it out, or write across = true beside it")
    for path, total in inner if len(draft.columns) > 1 else ():
        message = both if total.get("kind") == "sum" else wrong
        for where, part in words_in(path, total, "of", "minus"):
            if part in across:
                yield fault_at(where, message, written=part)


def idle_worth(draft: Draft) -> Iterator[Found]:
    """Match points where the total decides."""
    winner = tabled(draft.data.get("winner"))
    keys = [(*path, "worth") for path, column in draft.columns if column.get("worth")]
    keys += [("winner", "sweep")] if "sweep" in winner else []
    for path in keys if winner.get("by") != "columns" else ():
        message = Message("means something only where winner.by is %(right)s; leave it out")
        yield fault_at(path, message, right="'columns'")


def wrong_winner(draft: Draft) -> Iterator[Found]:
    """Columns that decide and are not there, or are worth nothing, or have no total of their own."""
    if tabled(draft.data.get("winner")).get("by") != "columns":
        return
    if len(draft.columns) < 2:
        yield fault_at(("winner", "by"), "the game has one column; let the total decide, or write several columns")
    elif not any(column.get("worth") for _, column in draft.columns):
        yield fault_at(("columns",), "columns decide, and none is worth anything; write worth in one")
    across = ids_of([item for item in draft.totals if item[1].get("across") is True])
    for path, total in draft.totals:
        for where, part in words_in(path, total, "of") if total.get("id") == "total" else ():
            if part in across:
                message = Message("columns decide, and '%(written)s' stands across them; name what stands in each")
                yield fault_at(where, message, written=part)


COLUMN_CHECKS = (
    lonely_keys, wrong_faces, wrong_groups, wrong_needs, wrong_differences, wrong_columns, too_many_cells,
    wrong_over_columns, wrong_parts, idle_worth, wrong_winner,
)  # fmt: skip
"""What is looked for, in this order."""
