"""Faults that no schema can see: names that lead nowhere, patterns that the dice cannot show, impossible turns.

Works on the file as it was read, which may be wrong anywhere, and passes over what the schema has already refused.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from math import comb
from typing import Any

from sheetgen.errors import Message, unknown
from sheetgen.files.colours import darkened, on_white
from sheetgen.files.tables import COLOUR, Found, Path, fault_at
from sheetgen.rulesets.column_checks import COLUMN_CHECKS
from sheetgen.rulesets.draft import (
    TURN,
    Draft,
    box_ids_of,
    ids_of,
    listed,
    numbers_in,
    tabled,
    tables_in,
    words_in,
)
from sheetgen.rulesets.vocabulary import MAX_BOXES, MAX_ROLLS, MAX_WORK, ONLY_BESIDE

_ID = Message("id")
_CONTRAST = 7
"""The least contrast of an accent with white: small letters are printed in it, and white ones on it."""
_CHECKS: list[Callable[[Draft], Iterator[Found]]] = []
"""What is looked for, in this order; each passes over what is wrong in another way."""


def find_faults(data: Mapping[str, Any]) -> Iterator[Found]:
    """Every fault of meaning, each with its key path."""
    draft = Draft(data)
    for check in (*_CHECKS, *COLUMN_CHECKS):
        yield from check(draft)


def _check(function: Callable[[Draft], Iterator[Found]]) -> Callable[[Draft], Iterator[Found]]:
    _CHECKS.append(function)
    return function


def _unknown(words: Iterable[tuple[Path, str]], known: Collection[str], what: Message = _ID) -> Iterator[Found]:
    return ((path, unknown(what, word, known)) for path, word in words if word not in known)


def _more_than_sides(path: Path, number: int, draft: Draft) -> Iterator[Found]:
    if number > draft.sides:
        message = Message("wrote %(written)s; the dice have %(sides)s sides; take a lower number")
        yield fault_at(path, message, written=number, sides=draft.sides)


@_check
def _double_ids(draft: Draft) -> Iterator[Found]:
    boxes = [box for _, category in draft.categories for box in box_ids_of(category)]
    seen = Counter([*boxes, "name", *(f"name_{place}" for place in range(2, 13))])  # names of cells on the sheet
    for path, item in draft.items:
        for where, name in words_in(path, item, "id"):
            seen[name] += 1
            if seen[name] > 1:
                yield fault_at(where, "%(written)s is used twice; every id once", written=f"'{name}'")


@_check
def _misplaced(draft: Draft) -> Iterator[Found]:
    """Items that stand behind one that is not there; those that found their place say so no more."""
    for items in (draft.columns, draft.sections, draft.categories, draft.totals):
        for path, item in items:
            if isinstance(item.get("after"), str):
                beside = [other for other in items if other[0][:-1] == path[:-1] and other[1] is not item]
                yield (*path, "after"), unknown(_ID, item["after"], ids_of(beside))
    if "remove" in draft.data and "extends" not in draft.data:
        yield fault_at(("remove",), "means something only where the file extends a game; take it out")


@_check
def _unknown_parts(draft: Draft) -> Iterator[Found]:
    """What totals add up and is not there yet."""
    known = ids_of(draft.sections) + ids_of(draft.categories)
    for path, total in draft.totals:
        yield from _unknown(words_in(path, total, "of"), known)
        known += ids_of([(path, total)])


@_check
def _wrongly_counted(draft: Draft) -> Iterator[Found]:
    """What is counted already, and totals where boxes are counted; then a game without the total that decides."""
    members = {name: ids_of(tables_in(*item, "categories")) for item in draft.sections for name in ids_of([item])}
    for path, total in draft.totals:
        parts = list(words_in(path, total, "of"))
        inside = {category for _, part in parts for category in members.get(part, ())}
        for where, part in parts:
            if part in inside:
                yield fault_at(where, "'%(written)s' is counted already, in its section; take it out", written=part)
    totals = ids_of(draft.totals)
    for path, total in draft.totals:
        for where, part in words_in(path, total, "of") if total.get("kind") == "count" else ():
            if part in totals:
                yield fault_at(where, "'%(written)s' is a total; only boxes are counted", written=part)
    if isinstance(draft.data.get("totals"), list) and "total" not in ids_of(tables_in((), draft.data, "totals")):
        yield fault_at(("totals",), "no total has the id %(right)s; give it to the one that decides", right="'total'")


@_check
def _unknown_references(draft: Draft) -> Iterator[Found]:
    categories = ids_of(draft.categories)
    yield from _unknown(words_in(("joker",), draft.joker, "category"), categories)
    yield from _unknown(words_in(("joker",), draft.joker, "sections"), ids_of(draft.sections))
    for path, table in (*draft.totals, *draft.constraints):
        keys = ("lower", "higher") if path[0] == "constraints" else ("category",)
        yield from _unknown(words_in(path, table, *keys), categories)


@_check
def _wrong_joker(draft: Draft) -> Iterator[Found]:
    joker, rule, name = draft.joker, draft.joker.get("rule"), draft.joker.get("category")
    for key in ("category", "sections") if rule in ("free", "forced") else ():
        if key not in joker:
            yield fault_at(("joker", key), "missing; a joker needs it; write it")
    for key, (other, right) in ONLY_BESIDE.items():
        if other == "rule" and key in joker and rule not in right and key != "category":  # which does no harm
            yield fault_at(
                ("joker", key), "means something only where the rule is %(right)s; leave it out", right=right
            )
    for path, category in draft.categories:
        if isinstance(name, str) and category.get("id") == name and category.get("boxes", 1) != 1:
            yield fault_at((*path, "boxes"), "the category of the joker has one box; take boxes out")


@_check
def _too_many_boxes(draft: Draft) -> Iterator[Found]:
    boxes = sum(numbers_in([category.get("boxes", 1) for _, category in draft.categories]))
    if boxes > MAX_BOXES:
        message = Message("%(count)s boxes are more than any paper holds; %(limit)s at most; take some out")
        yield fault_at(("sections",), message, count=boxes, limit=MAX_BOXES)


@_check
def _two_yacht_bonuses(draft: Draft) -> Iterator[Found]:
    extras = [(path, total) for path, total in draft.totals if total.get("kind") == "extra_yachts"]
    for path, _ in extras[1:]:
        yield fault_at((*path, "kind"), "a game has one Yacht bonus at most; take one out")
    category = draft.joker.get("category")
    for path, total in extras:
        if category and total.get("category") not in (category, None):
            message = Message("wrote %(written)s; the joker says %(right)s, and both must be one")
            yield fault_at((*path, "category"), message, written=total["category"], right=category)


@_check
def _bound_twice(draft: Draft) -> Iterator[Found]:
    seen: set[str] = set()
    for path, rule in draft.constraints:
        for where, name in words_in(path, rule, "lower", "higher"):
            if name in seen:
                yield fault_at(where, "%(written)s is bound already; once is enough", written=f"'{name}'")
            seen.add(name)


@_check
def _unfit_to_be_bound(draft: Draft) -> Iterator[Found]:
    several = [category.get("id") for _, category in draft.categories if category.get("boxes", 1) != 1]
    homes = {name: path for path, section in draft.sections for name in ids_of(tables_in(path, section, "categories"))}
    yachts = [draft.joker.get("category"), *(total.get("category") for _, total in draft.totals)]
    for path, rule in draft.constraints:
        names = list(words_in(path, rule, "lower", "higher"))
        for where, name in names:
            if name in several:
                yield fault_at(where, "a category that is bound has one box; take boxes out")
            elif name in homes and name in yachts:
                yield fault_at(where, "the Yacht category cannot be bound; bind others")
        if len({homes[name] for _, name in names if name in homes}) == 2:
            yield fault_at(path, "two categories that are bound stand in one section; bind others, or move one")


def _numbers(path: Path, value: object) -> Iterator[tuple[Path, int]]:
    """A number, or the numbers in lists, each with its key path."""
    if isinstance(value, int):
        yield path, value
    for place, item in enumerate(listed(value)):
        yield from _numbers((*path, place), item)


@_check
def _impossible_faces(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        for key in ("face", "faces", "lists"):
            for where, face in _numbers((*path, key), pattern.get(key)):
                yield from _more_than_sides(where, face, draft)


@_check
def _too_many_dice(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        needs = {
            **{key: pattern.get(key) for key in ("n", "length")},
            "at_least": pattern.get("at_least") if pattern.get("kind") == "face" else None,
            "sizes": sum(numbers_in(pattern.get("sizes"))),
            "faces": len(numbers_in(pattern.get("faces"))),
            "lists": max(map(len, map(numbers_in, listed(pattern.get("lists")))), default=0),
            "kind": {"pair": 2, "two_pairs": 4, "full_house": 5}.get(str(pattern.get("kind"))),
        }
        for key, need in needs.items():
            if isinstance(need, int) and need > draft.count:
                few = Message("this takes %(need)s dice; the game has %(count)s; ask for fewer")
                yield fault_at((*path, key), few, need=need, count=draft.count)


@_check
def _broken_straights(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        if pattern.get("kind") != "straight":
            continue
        faces, length = sorted(numbers_in(pattern.get("faces"))), pattern.get("length")
        if ("faces" in pattern) == ("length" in pattern):
            yield fault_at(path, "a straight takes either length or faces")
        if faces and faces != list(range(faces[0], faces[0] + len(faces))):
            yield fault_at((*path, "faces"), "the faces of a straight follow each other; else use kind = 'faces'")
        if isinstance(length, int):
            yield from _more_than_sides((*path, "length"), length, draft)


@_check
def _unsorted_steps(draft: Draft) -> Iterator[Found]:
    for path, total in draft.totals:
        steps = [step for _, step in tables_in(path, total, "steps")]
        for key in ("at_least", "points"):
            if any(low >= high for low, high in pairwise(numbers_in([step.get(key) for step in steps]))):
                yield fault_at((*path, "steps"), "%(word)s must rise from step to step", word=key)
        least, points = (steps[0].get(key) if steps else None for key in ("at_least", "points"))
        if isinstance(points, int) and points < 0 and not (isinstance(least, int) and least <= 0):
            yield fault_at((*path, "steps"), "a step that costs points starts from 0 or less")


@_check
def _player_range(draft: Draft) -> Iterator[Found]:
    players = tabled(draft.data.get("players"))
    numbers = numbers_in([players.get("min", 1), *numbers_in(players.get("best")), players.get("max", 100)])
    if numbers != sorted(numbers):
        yield fault_at(("players",), "min, best and max must rise")


@_check
def _bad_languages(draft: Draft) -> Iterator[Found]:
    for language in draft.translations:
        if not re.fullmatch("[a-z]{2,3}", language):
            yield fault_at(("translations", language), "a language is two or three small letters, such as nl")


@_check
def _too_many_groups(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        if pattern.get("different", True):
            yield from _more_than_sides((*path, "sizes"), len(numbers_in(pattern.get("sizes"))), draft)


@_check
def _too_many_rolls(draft: Draft) -> Iterator[Found]:
    if not (1 <= draft.count <= 8 and 1 <= draft.sides <= 20):
        return
    rolls = comb(draft.count + draft.sides - 1, draft.count)
    if rolls > MAX_ROLLS or rolls * len(draft.categories) > MAX_WORK:
        yield fault_at(
            ("dice",),
            "%(count)s dice of %(sides)s sides have %(rolls)s different rolls, too many for %(categories)s categories; "
            "take fewer dice or sides",
            count=draft.count,
            sides=draft.sides,
            rolls=rolls,
            categories=len(draft.categories),
        )


@_check
def _pale_accent(draft: Draft) -> Iterator[Found]:
    """An accent that cannot be read on white: a fault, as in themes, for no page could be right."""
    accent = draft.data.get("accent")
    if isinstance(accent, str) and re.fullmatch(COLOUR.fits, accent) and on_white(accent) < _CONTRAST:
        found, near = int(on_white(accent) * 10) / 10, darkened(accent, _CONTRAST)
        pale = Message("its contrast with white is %(found)s; should be %(least)s or more, as that of %(near)s is")
        yield fault_at(("accent",), pale, found=found, least=_CONTRAST, near=near)


@_check
def _impossible_signature(draft: Draft) -> Iterator[Found]:
    """One of more dice than the game has, or with faces that they do not have."""
    states = tabled(draft.data.get("signature"))
    faces = [found for key, dice in states.items() for found in _numbers(("signature", key), listed(dice))]
    for path, face in faces:
        yield from _more_than_sides(path, face, draft)
    if len(faces) > draft.count:
        few = Message("this takes %(need)s dice; the game has %(count)s; ask for fewer")
        yield fault_at(("signature",), few, need=len(faces), count=draft.count)


@_check
def _unknown_translations(draft: Draft) -> Iterator[Found]:
    known = {
        "names": ids_of(draft.items),
        "aliases": ids_of(draft.categories),
        "texts": [text for text in draft.texts if isinstance(text, str)],
    }
    for language, words in draft.translations.items():
        for key, ids in known.items():
            names = ((("translations", language, key, name), name) for name in tabled(tabled(words).get(key)))
            yield from _unknown(names, ids, Message("sentence") if key == "texts" else _ID)


@_check
def _bad_rolls(draft: Draft) -> Iterator[Found]:
    """Rolls that the dice of the game cannot show."""
    lists = [(("booklet",), draft.booklet, "rolls"), *((*item, "examples") for item in draft.categories)]
    rolls = [((*path, key, at), roll) for path, table, key in lists for at, roll in enumerate(listed(table.get(key)))]
    rolls += [((*path, "roll"), throw.get("roll")) for path, throw in draft.throws]
    for path, roll in rolls:
        dice = numbers_in(roll)
        possible = len(dice) == draft.count and all(die <= draft.sides for die in dice)
        if isinstance(roll, list) and len(dice) == len(roll) and not possible:
            message = Message("wrote %(written)s; a roll has %(count)s dice of %(sides)s sides")
            yield fault_at(path, message, written="-".join(map(str, dice)), count=draft.count, sides=draft.sides)


@_check
def _broken_turn(draft: Draft) -> Iterator[Found]:
    """An example turn whose throws do not follow from each other."""
    stay = Counter[int]()
    for (path, throw), (after, following) in pairwise(draft.throws):
        keep, roll = (Counter(numbers_in(throw.get(key))) for key in ("keep", "roll"))
        if draft.dice.get("kept") == "stay" and not stay <= keep:
            yield fault_at((*path, "keep"), "kept dice stay in this game; keep those of the throw before, too")
        stay = keep
        if keep == roll:
            yield fault_at((*path, "keep"), "all dice are kept, and yet there is another throw; end the turn there")
        if not keep <= roll:
            yield fault_at((*path, "keep"), "dice are kept that are not on the table; keep only those of its roll")
        if not keep <= Counter(numbers_in(following.get("roll"))):
            yield fault_at((*after, "roll"), "dice that were kept are missing; put them into this roll")
    if draft.throws and draft.throws[-1][1].get("keep"):
        yield fault_at((*draft.throws[-1][0], "keep"), "dice are kept after the last throw; take keep out")
    if len(draft.throws) > draft.rolls:
        yield fault_at((*TURN, "throws"), "a turn has %(limit)s throws at most; take some out", limit=draft.rolls)


@_check
def _wrong_boxes_of_turn(draft: Draft) -> Iterator[Found]:
    """Boxes of the example turn that are not there, or filled already."""
    several = [box for _, category in draft.categories for box in box_ids_of(category)]
    rows = several + [name for name in ids_of(draft.categories) if f"{name}_1" not in several]
    columns = ids_of(draft.columns)
    known = [f"{column}.{row}" for column in columns for row in rows] if len(columns) > 1 else rows
    filled = tabled(draft.turn.get("filled"))
    named = [*words_in(TURN, draft.turn, "box"), *(((*TURN, "filled", box), box) for box in filled)]
    named += [word for path, throw in draft.throws for word in words_in(path, throw, "could", "aim")]
    yield from _unknown(named, known, Message("box"))
    if isinstance(draft.turn.get("box"), str) and draft.turn["box"] in filled:
        yield fault_at((*TURN, "box"), "this box is filled already; name an open one")
