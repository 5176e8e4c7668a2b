"""Faults that no schema can see: names that lead nowhere, patterns that the dice cannot show.

Works on the file as it was read, which may be wrong anywhere, and passes over what the schema has already refused.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from math import comb
from typing import Any

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.tables import Found, Path
from sheetgen.rulesets.draft import (
    JOKER_KEYS,
    Draft,
    box_ids_of,
    ids_of,
    is_negative,
    listed,
    numbers_in,
    tabled,
    tables_in,
)
from sheetgen.rulesets.examples import bad_rolls, broken_turn
from sheetgen.rulesets.vocabulary import MAX_BOXES, MAX_ROLLS, MAX_WORK

_ID = Message("id")


_CHECKS: list[Callable[[Draft], Iterator[Found]]] = []
"""What is looked for, in this order; each passes over what is wrong in another way."""


def find_faults(data: Mapping[str, Any]) -> Iterator[Found]:
    """Every fault of meaning, each with its key path."""
    draft = Draft(data)
    for check in (*_CHECKS, bad_rolls, broken_turn):
        yield from check(draft)


def _check(function: Callable[[Draft], Iterator[Found]]) -> Callable[[Draft], Iterator[Found]]:
    _CHECKS.append(function)
    return function


@_check
def _double_ids(draft: Draft) -> Iterator[Found]:
    boxes = [box for _, category in draft.categories for box in box_ids_of(category)]
    seen = Counter([*boxes, "name", *(f"name_{place}" for place in range(2, 13))])  # names of cells on the sheet
    for path, item in draft.items:
        name = item.get("id")
        if isinstance(name, str):
            seen[name] += 1
            if seen[name] > 1:
                yield (*path, "id"), SheetgenError("%(written)s is used twice; every id once", written=f"'{name}'")


@_check
def _misplaced(draft: Draft) -> Iterator[Found]:
    """Items that stand behind one that is not there; those that found their place say so no more."""
    for items in (draft.sections, draft.categories, draft.totals):
        for path, item in items:
            if isinstance(item.get("after"), str):
                beside = [other for where, other in items if where[:-1] == path[:-1] and other is not item]
                yield (*path, "after"), unknown(Message("id"), item["after"], ids_of((path, other) for other in beside))


@_check
def _idle_remove(draft: Draft) -> Iterator[Found]:
    """A list of what is left out, in a file that extends nothing."""
    if "remove" in draft.data and "extends" not in draft.data:
        yield ("remove",), SheetgenError("means something only where the file extends a game; take it out")


@_check
def _unknown_parts(draft: Draft) -> Iterator[Found]:
    known = ids_of(draft.sections) + ids_of(draft.categories)
    for path, total in draft.totals:
        for place, part in enumerate(listed(total.get("of"))):
            if isinstance(part, str) and part not in known:
                yield (*path, "of", place), unknown(_ID, part, known)
        known += ids_of([(path, total)])


@_check
def _counted_twice(draft: Draft) -> Iterator[Found]:
    members = {
        section["id"]: ids_of(tables_in(path, section, "categories"))
        for path, section in draft.sections
        if isinstance(section.get("id"), str)
    }
    for path, total in draft.totals:
        parts = [part for part in listed(total.get("of")) if isinstance(part, str)]
        inside = [category for part in parts for category in members.get(part, ())]
        for place, part in enumerate(parts):
            if part in inside:
                yield (
                    (*path, "of", place),
                    SheetgenError("'%(written)s' is counted already, in its section; take it out", written=part),
                )


@_check
def _counted_totals(draft: Draft) -> Iterator[Found]:
    """Totals among what is counted box by box."""
    totals = ids_of(draft.totals)
    for path, total in draft.totals:
        for place, part in enumerate(listed(total.get("of")) if total.get("kind") == "count" else ()):
            if part in totals:
                yield (
                    (*path, "of", place),
                    SheetgenError("'%(written)s' is a total; only boxes are counted", written=part),
                )


@_check
def _no_grand_total(draft: Draft) -> Iterator[Found]:
    if isinstance(draft.data.get("totals"), list) and "total" not in ids_of(tables_in((), draft.data, "totals")):
        yield (
            ("totals",),
            SheetgenError("no total has the id %(right)s; give it to the one that decides", right="'total'"),
        )


def _references(draft: Draft) -> Iterator[tuple[Path, object, list[str]]]:
    categories = ids_of(draft.categories)
    yield ("joker", "category"), draft.joker.get("category"), categories
    for place, name in enumerate(listed(draft.joker.get("sections"))):
        yield ("joker", "sections", place), name, ids_of(draft.sections)
    for path, total in draft.totals:
        yield (*path, "category"), total.get("category"), categories
    for path, rule in tables_in((), draft.data, "constraints"):
        for side in ("lower", "higher"):
            yield (*path, side), rule.get(side), categories


@_check
def _unknown_references(draft: Draft) -> Iterator[Found]:
    for path, name, known in _references(draft):
        if isinstance(name, str) and name not in known:
            yield path, unknown(_ID, name, known)


@_check
def _half_joker(draft: Draft) -> Iterator[Found]:
    if draft.joker.get("rule") in ("free", "forced"):
        for key in ("category", "sections"):
            if key not in draft.joker:
                yield ("joker", key), SheetgenError("missing; a joker needs it; write it")


@_check
def _idle_joker_keys(draft: Draft) -> Iterator[Found]:
    for key, right in JOKER_KEYS.items():
        if key in draft.joker and draft.joker.get("rule") not in right:
            yield (
                ("joker", key),
                SheetgenError("means something only where the rule is %(right)s; leave it out", right=right),
            )
    if "yacht_box_first" in draft.joker and "category" not in draft.joker:
        yield ("joker", "category"), SheetgenError("missing; a joker needs it; write it")


@_check
def _joker_boxes(draft: Draft) -> Iterator[Found]:
    name = draft.joker.get("category")
    for path, category in draft.categories:
        if isinstance(name, str) and category.get("id") == name and category.get("boxes", 1) != 1:
            yield (*path, "boxes"), SheetgenError("the category of the joker has one box; take boxes out")


@_check
def _too_many_boxes(draft: Draft) -> Iterator[Found]:
    counts = (category.get("boxes", 1) for _, category in draft.categories)
    boxes = sum(count for count in counts if isinstance(count, int))
    if boxes > MAX_BOXES:
        yield ("sections",), SheetgenError(
            "%(count)s boxes are more than any paper holds; %(limit)s at most; take some out",
                                           count=boxes, limit=MAX_BOXES)  # fmt: skip


@_check
def _two_yacht_bonuses(draft: Draft) -> Iterator[Found]:
    extras = [(path, total) for path, total in draft.totals if total.get("kind") == "extra_yachts"]
    for path, _ in extras[1:]:
        yield (*path, "kind"), SheetgenError("a game has one Yacht bonus at most; take one out")
    category = draft.joker.get("category")
    for path, total in extras:
        if category and total.get("category") not in (category, None):
            yield (*path, "category"), SheetgenError(
                "wrote %(written)s; the joker says %(right)s, and both must be one", written=total["category"],
                right=category,
            )  # fmt: skip


@_check
def _doubly_bound(draft: Draft) -> Iterator[Found]:
    seen: set[str] = set()
    for path, rule in tables_in((), draft.data, "constraints"):
        for side in ("lower", "higher"):
            name = rule.get(side)
            if isinstance(name, str) and name in seen:
                yield (*path, side), SheetgenError("%(written)s is bound already; once is enough", written=f"'{name}'")
            elif isinstance(name, str):
                seen.add(name)


@_check
def _strangely_bound(draft: Draft) -> Iterator[Found]:
    several = [category.get("id") for _, category in draft.categories if category.get("boxes", 1) != 1]
    homes = {name: path for path, section in draft.sections for name in ids_of(tables_in(path, section, "categories"))}
    yachts = [draft.joker.get("category"), *(total.get("category") for _, total in draft.totals)]
    for path, rule in tables_in((), draft.data, "constraints"):
        names = {side: rule[side] for side in ("lower", "higher") if isinstance(rule.get(side), str)}
        for side, name in names.items():
            if name in several:
                yield (*path, side), SheetgenError("a category that is bound has one box; take boxes out")
            elif name in homes and name in yachts:
                yield (*path, side), SheetgenError("the Yacht category cannot be bound; bind others")
        if len({homes[name] for name in names.values() if name in homes}) == 2:
            yield path, SheetgenError("two categories that are bound stand in one section; bind others, or move one")


@_check
def _impossible_faces(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        faces: list[tuple[Path, object]] = [(("face",), pattern.get("face"))] + [
            (("faces", place), face) for place, face in enumerate(numbers_in(pattern.get("faces")))
        ]
        faces += [
            (("lists", number, place), face)
            for number, row in enumerate(listed(pattern.get("lists")))
            for place, face in enumerate(numbers_in(row))
        ]
        for key, face in faces:
            if isinstance(face, int) and face > draft.sides:
                yield (
                    (*path, *key),
                    SheetgenError(
                        "wrote %(written)s; the dice have %(sides)s sides; take a lower number",
                        written=face,
                        sides=draft.sides,
                    ),
                )


@_check
def _too_many_dice(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        needs = {
            "n": pattern.get("n"), "at_least": pattern.get("at_least"), "length": pattern.get("length"),
            "sizes": sum(numbers_in(pattern.get("sizes"))), "faces": len(numbers_in(pattern.get("faces"))),
            "lists": max(map(len, map(numbers_in, listed(pattern.get("lists")))), default=0),
            "kind": {"pair": 2, "two_pairs": 4, "full_house": 5}.get(str(pattern.get("kind"))),
        }  # fmt: skip
        for key, need in needs.items():
            if isinstance(need, int) and need > draft.count:
                yield (
                    (*path, key),
                    SheetgenError(
                        "this takes %(need)s dice; the game has %(count)s; ask for fewer", need=need, count=draft.count
                    ),
                )


@_check
def _broken_straights(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        if pattern.get("kind") != "straight":
            continue
        faces, length = sorted(numbers_in(pattern.get("faces"))), pattern.get("length")
        if ("faces" in pattern) == ("length" in pattern):
            yield path, SheetgenError("a straight takes either length or faces")
        if faces and faces != list(range(faces[0], faces[0] + len(faces))):
            yield (*path, "faces"), SheetgenError("the faces of a straight follow each other; else use kind = 'faces'")
        if isinstance(length, int) and length > draft.sides:
            yield (
                (*path, "length"),
                SheetgenError(
                    "wrote %(written)s; the dice have %(sides)s sides; take a lower number",
                    written=length,
                    sides=draft.sides,
                ),
            )


@_check
def _unsorted_steps(draft: Draft) -> Iterator[Found]:
    for path, total in draft.totals:
        steps = [step for _, step in tables_in(path, total, "steps")]
        for key in ("at_least", "points"):
            numbers = numbers_in([step.get(key) for step in steps])
            if any(low >= high for low, high in pairwise(numbers)):
                yield (*path, "steps"), SheetgenError("%(word)s must rise from step to step", word=key)
        first = steps[0] if steps else {}
        if is_negative(first.get("points")) and not is_negative(first.get("at_least")) and first.get("at_least") != 0:
            yield (*path, "steps"), SheetgenError("a step that costs points starts from 0 or less")


@_check
def _player_range(draft: Draft) -> Iterator[Found]:
    players = tabled(draft.data.get("players"))
    numbers = numbers_in([players.get("min", 1), *numbers_in(players.get("best")), players.get("max", 100)])
    if numbers != sorted(numbers):
        yield ("players",), SheetgenError("min, best and max must rise")


@_check
def _bad_languages(draft: Draft) -> Iterator[Found]:
    for language in tabled(draft.data.get("translations")):
        if not re.fullmatch("[a-z]{2,3}", language):
            yield ("translations", language), SheetgenError("a language is two or three small letters, such as nl")


@_check
def _too_many_groups(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        sizes = numbers_in(pattern.get("sizes"))
        if pattern.get("different", True) and len(sizes) > draft.sides:
            yield (
                (*path, "sizes"),
                SheetgenError(
                    "wrote %(written)s; the dice have %(sides)s sides; take a lower number",
                    written=len(sizes),
                    sides=draft.sides,
                ),
            )


@_check
def _too_many_rolls(draft: Draft) -> Iterator[Found]:
    if not (1 <= draft.count <= 8 and 1 <= draft.sides <= 20):
        return
    rolls = comb(draft.count + draft.sides - 1, draft.count)
    if rolls > MAX_ROLLS or rolls * len(draft.categories) > MAX_WORK:
        yield ("dice",), SheetgenError(
            "%(count)s dice of %(sides)s sides have %(rolls)s different rolls, too many for %(categories)s categories; "
            "take fewer dice or sides",
            count=draft.count, sides=draft.sides, rolls=rolls, categories=len(draft.categories),
        )  # fmt: skip


@_check
def _unknown_translations(draft: Draft) -> Iterator[Found]:
    categories = ids_of(draft.categories)
    known = {
        "names": [*ids_of(draft.sections), *categories, *ids_of(draft.totals)],
        "aliases": categories,
        "texts": [text for text in draft.texts if isinstance(text, str)],
    }
    for language, words in tabled(draft.data.get("translations")).items():
        for key, ids in known.items():
            for name in tabled(tabled(words).get(key)):
                if name not in ids:
                    what = Message("sentence") if key == "texts" else _ID
                    yield ("translations", language, key, name), unknown(what, name, ids)
