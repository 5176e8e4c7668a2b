"""Faults that no schema can see: names that lead nowhere, patterns that the dice cannot show.

Works on the file as it was read, which may be wrong anywhere, and passes over what the schema has already refused.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.ruleset_file.vocabulary import MAX_ROLLS, MAX_WORK

Path = tuple[str | int, ...]
Found = tuple[Path, SheetgenError]
Item = tuple[Path, Mapping[str, Any]]

_ID = Message("id")


def find_faults(data: Mapping[str, Any]) -> Iterator[Found]:
    """Every fault of meaning, each with its key path."""
    draft = Draft(data)
    for check in _CHECKS:
        yield from check(draft)


@dataclass(frozen=True)
class Draft:
    """The readable parts of a file that may be wrong anywhere."""

    data: Mapping[str, Any]

    @cached_property
    def sections(self) -> list[Item]:
        """The sections."""
        return list(_tables((), self.data, "sections"))

    @cached_property
    def categories(self) -> list[Item]:
        """The categories of all sections."""
        return [item for path, section in self.sections for item in _tables(path, section, "categories")]

    @cached_property
    def totals(self) -> list[Item]:
        """The totals of all sections, then those below them."""
        inner = [item for path, section in self.sections for item in _tables(path, section, "totals")]
        return inner + list(_tables((), self.data, "totals"))

    @cached_property
    def patterns(self) -> list[Item]:
        """The patterns of all categories."""
        found = (((*path, "pattern"), category.get("pattern")) for path, category in self.categories)
        return [(path, pattern) for path, pattern in found if isinstance(pattern, dict)]

    def _dice(self, key: str, default: int) -> int:
        dice = self.data.get("dice")
        value = dice.get(key, default) if isinstance(dice, dict) else default
        return value if isinstance(value, int) else default

    @property
    def count(self) -> int:
        """How many dice."""
        return self._dice("count", 5)

    @property
    def sides(self) -> int:
        """How many sides each has."""
        return self._dice("sides", 6)


def _tables(path: Path, table: Mapping[str, Any], key: str) -> Iterator[Item]:
    items = table.get(key)
    for place, item in enumerate(items if isinstance(items, list) else ()):
        if isinstance(item, dict):
            yield (*path, key, place), item


def _ids(items: Iterable[Item]) -> list[str]:
    return [item["id"] for _, item in items if isinstance(item.get("id"), str)]


def _box_ids(category: Mapping[str, Any]) -> list[str]:
    name, boxes = category.get("id"), category.get("boxes", 1)
    if not isinstance(name, str) or not isinstance(boxes, int) or boxes == 1:
        return []
    return [f"{name}_{place}" for place in range(1, min(boxes, 12) + 1)]


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _numbers(value: object) -> list[int]:
    return [number for number in value if isinstance(number, int)] if isinstance(value, list) else []


def _double_ids(draft: Draft) -> Iterator[Found]:
    boxes = [box for _, category in draft.categories for box in _box_ids(category)]
    seen = Counter(boxes)
    for path, item in (*draft.sections, *draft.categories, *draft.totals):
        name = item.get("id")
        if isinstance(name, str):
            seen[name] += 1
            if seen[name] > 1:
                yield (*path, "id"), SheetgenError("%(written)s is used twice; every id once", written=f"'{name}'")


def _unknown_parts(draft: Draft) -> Iterator[Found]:
    known = _ids(draft.sections) + _ids(draft.categories)
    for path, total in draft.totals:
        parts = total.get("of")
        for place, part in enumerate(parts if isinstance(parts, list) else ()):
            if isinstance(part, str) and part not in known:
                yield (*path, "of", place), unknown(_ID, part, known)
        known += _ids([(path, total)])


def _counted_twice(draft: Draft) -> Iterator[Found]:
    members = {
        section["id"]: _ids(_tables(path, section, "categories"))
        for path, section in draft.sections
        if isinstance(section.get("id"), str)
    }
    for path, total in draft.totals:
        parts = [part for part in total.get("of", ()) if isinstance(part, str)] if _is_list(total.get("of")) else []
        inside = [category for part in parts for category in members.get(part, ())]
        for place, part in enumerate(parts):
            if part in inside:
                yield (
                    (*path, "of", place),
                    SheetgenError("'%(written)s' is counted already, in its section", written=part),
                )


def _no_grand_total(draft: Draft) -> Iterator[Found]:
    if isinstance(draft.data.get("totals"), list) and "total" not in _ids(_tables((), draft.data, "totals")):
        yield ("totals",), SheetgenError("no total has the id %(right)s", right="'total'")


def _references(draft: Draft) -> Iterator[tuple[Path, object, list[str]]]:
    categories = _ids(draft.categories)
    joker = draft.data.get("joker")
    if isinstance(joker, dict):
        yield ("joker", "category"), joker.get("category"), categories
        sections = joker.get("sections")
        for place, name in enumerate(sections if isinstance(sections, list) else ()):
            yield ("joker", "sections", place), name, _ids(draft.sections)
    for path, total in draft.totals:
        yield (*path, "category"), total.get("category"), categories
    for path, rule in _tables((), draft.data, "constraints"):
        for side in ("lower", "higher"):
            yield (*path, side), rule.get(side), categories


def _unknown_references(draft: Draft) -> Iterator[Found]:
    for path, name, known in _references(draft):
        if isinstance(name, str) and name not in known:
            yield path, unknown(_ID, name, known)


def _half_joker(draft: Draft) -> Iterator[Found]:
    joker = draft.data.get("joker")
    if isinstance(joker, dict) and joker.get("rule") in ("free", "forced"):
        for key in ("category", "sections"):
            if key not in joker:
                yield ("joker", key), SheetgenError("missing; a joker needs it")


def _idle_joker_keys(draft: Draft) -> Iterator[Found]:
    joker = draft.data.get("joker")
    rules = {"may_decline": "free", "zero": "forced"}
    for key, rule in rules.items():
        if isinstance(joker, dict) and key in joker and joker.get("rule") != rule:
            yield ("joker", key), SheetgenError("means something only where the rule is %(right)s", right=f"'{rule}'")


def _two_yacht_bonuses(draft: Draft) -> Iterator[Found]:
    extras = [(path, total) for path, total in draft.totals if total.get("kind") == "extra_yachts"]
    for path, _ in extras[1:]:
        yield (*path, "kind"), SheetgenError("a game has one Yacht bonus at most")
    joker = draft.data.get("joker")
    category = joker.get("category") if isinstance(joker, dict) else None
    for path, total in extras:
        if category and total.get("category") not in (category, None):
            yield (*path, "category"), SheetgenError(
                "wrote %(written)s; the joker says %(right)s, and both must be one", written=total["category"],
                right=category,
            )  # fmt: skip


def _doubly_bound(draft: Draft) -> Iterator[Found]:
    seen: set[str] = set()
    for path, rule in _tables((), draft.data, "constraints"):
        for side in ("lower", "higher"):
            name = rule.get(side)
            if isinstance(name, str) and name in seen:
                yield (*path, side), SheetgenError("%(written)s is bound already; once is enough", written=f"'{name}'")
            elif isinstance(name, str):
                seen.add(name)


def _strangely_bound(draft: Draft) -> Iterator[Found]:
    several = [category.get("id") for _, category in draft.categories if category.get("boxes", 1) != 1]
    homes = {name: path for path, section in draft.sections for name in _ids(_tables(path, section, "categories"))}
    joker = draft.data.get("joker")
    yachts = [joker.get("category") if isinstance(joker, dict) else None]
    yachts += [total.get("category") for _, total in draft.totals]
    for path, rule in _tables((), draft.data, "constraints"):
        for side in ("lower", "higher"):
            if rule.get(side) in several:
                yield (*path, side), SheetgenError("a category that is bound has one box")
            elif rule.get(side) in homes and rule.get(side) in yachts:
                yield (*path, side), SheetgenError("the Yacht category cannot be bound")
        found = {homes[rule[side]] for side in ("lower", "higher") if rule.get(side) in homes}
        if len(found) == 2:
            yield path, SheetgenError("two categories that are bound stand in one section")


def _impossible_faces(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        faces = [(("face",), pattern.get("face"))] + [
            (("faces", place), face) for place, face in enumerate(_numbers(pattern.get("faces")))
        ]
        for key, face in faces:
            if isinstance(face, int) and face > draft.sides:
                yield (
                    (*path, *key),
                    SheetgenError("wrote %(written)s; the dice have %(sides)s sides", written=face, sides=draft.sides),
                )


def _too_many_dice(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        needs = {
            "n": pattern.get("n"), "at_least": pattern.get("at_least"), "length": pattern.get("length"),
            "sizes": sum(_numbers(pattern.get("sizes"))), "faces": len(_numbers(pattern.get("faces"))),
            "kind": {"pair": 2, "two_pairs": 4, "full_house": 5}.get(str(pattern.get("kind"))),
        }  # fmt: skip
        for key, need in needs.items():
            if isinstance(need, int) and need > draft.count:
                yield (
                    (*path, key),
                    SheetgenError("this takes %(need)s dice; the game has %(count)s", need=need, count=draft.count),
                )


def _broken_straights(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        if pattern.get("kind") != "straight":
            continue
        faces, length = sorted(_numbers(pattern.get("faces"))), pattern.get("length")
        if ("faces" in pattern) == ("length" in pattern):
            yield path, SheetgenError("a straight takes either length or faces")
        if faces and faces != list(range(faces[0], faces[0] + len(faces))):
            yield (*path, "faces"), SheetgenError("the faces of a straight follow each other; else use kind = 'faces'")
        if isinstance(length, int) and length > draft.sides:
            yield (
                (*path, "length"),
                SheetgenError("wrote %(written)s; the dice have %(sides)s sides", written=length, sides=draft.sides),
            )


def _unsorted_steps(draft: Draft) -> Iterator[Found]:
    for path, total in draft.totals:
        steps = [step for _, step in _tables(path, total, "steps")]
        for key in ("at_least", "points"):
            numbers = _numbers([step.get(key) for step in steps])
            if any(low >= high for low, high in pairwise(numbers)):
                yield (*path, "steps"), SheetgenError("%(word)s must rise from step to step", word=key)


def _player_range(draft: Draft) -> Iterator[Found]:
    players = draft.data.get("players")
    if isinstance(players, dict):
        numbers = _numbers([players.get("min", 1), *_numbers(players.get("best")), players.get("max", 100)])
        if numbers != sorted(numbers):
            yield ("players",), SheetgenError("min, best and max must rise")


def _bad_languages(draft: Draft) -> Iterator[Found]:
    translations = draft.data.get("translations")
    for language in translations if isinstance(translations, dict) else ():
        if not re.fullmatch("[a-z]{2,3}", language):
            yield ("translations", language), SheetgenError("a language is two or three small letters, such as nl")


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


def _too_many_groups(draft: Draft) -> Iterator[Found]:
    for path, pattern in draft.patterns:
        sizes = _numbers(pattern.get("sizes"))
        if pattern.get("different", True) and len(sizes) > draft.sides:
            yield (
                (*path, "sizes"),
                SheetgenError(
                    "wrote %(written)s; the dice have %(sides)s sides", written=len(sizes), sides=draft.sides
                ),
            )


def _unknown_translations(draft: Draft) -> Iterator[Found]:
    categories = _ids(draft.categories)
    known = {"names": [*_ids(draft.sections), *categories, *_ids(draft.totals)], "aliases": categories}
    translations = draft.data.get("translations")
    for language, words in (translations if isinstance(translations, dict) else {}).items():
        for key, ids in known.items():
            table = words.get(key) if isinstance(words, dict) else None
            for name in table if isinstance(table, dict) else ():
                if name not in ids:
                    yield ("translations", language, key, name), unknown(_ID, name, ids)


_CHECKS = (
    _double_ids,
    _unknown_parts,
    _counted_twice,
    _no_grand_total,
    _unknown_references,
    _half_joker,
    _idle_joker_keys,
    _two_yacht_bonuses,
    _doubly_bound,
    _strangely_bound,
    _impossible_faces,
    _too_many_dice,
    _broken_straights,
    _unsorted_steps,
    _player_range,
    _bad_languages,
    _too_many_groups,
    _too_many_rolls,
    _unknown_translations,
)
