"""Everything that is wrong with a ruleset file, each with its key path and what would be right."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any

from msgspec import Struct

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.rulesets.checks import find_faults
from sheetgen.rulesets.draft import Draft, Found, Item, Path, box_ids_of, ids_of, listed
from sheetgen.rulesets.source import Source
from sheetgen.rulesets.vocabulary import RULESET, under_reading

_MANY, _MOST = 50, 200
"""More strays, and more faults of form, than these are not looked for."""


class Fault(Struct, frozen=True):
    """Something wrong, or doubtful, in a game."""

    path: Path
    """Where in the game it is."""
    key: str
    """The same in words."""
    error: SheetgenError

    def placed(self, source: Source) -> SheetgenError:
        """The fault with the file, the line and the key."""
        return SheetgenError(self.error.message, file=source.place(self.path), key=self.key, **self.error.values)


def fault_at(game: Any, path: Path, error: SheetgenError) -> Fault:
    """A fault at a path of the game."""
    return Fault(path, key_path(game, path), error)


def faults_of(source: Source) -> list[Fault]:
    """All faults that can be seen without playing the game, of its readings too if it has none itself."""
    strays = list(islice(_strays(source), _MANY))
    found = [
        each for each in all_faults(source.data, source.plain) if not any(_inside(each[0], at) for at, _ in strays)
    ]
    found = [*strays, *(each for each in found if not _is_double(each, strays)), *_not_there(source)]
    only = [each for each in found if each[0] == ("extends",)]  # what else is missing would come from there
    return [fault_at(source.plain, *each) for each in only or found] or list(_misread(source.plain))


def all_faults(data: Any, plain: dict[str, Any]) -> list[Found]:
    """What the schema refuses, and what else is wrong beside that; `data` is `plain` as it was written."""
    refused = list(islice(RULESET.faults(plain, data), _MOST))
    places = {path for path, _ in refused}
    return refused + [found for found in find_faults(plain) if not any(_inside(found[0], place) for place in places)]


def _not_there(source: Source) -> Iterator[Found]:
    """What is to be left out and is not in the game that is extended."""
    if source.base is None:
        return
    base = Draft(source.base.plain)
    known = ids_of((*base.sections, *base.categories, *base.totals))
    for place, name in enumerate(listed(source.own.get("remove"))):
        if name == "total":
            yield ("remove", place), SheetgenError("the grand total cannot go; change it instead")
        elif isinstance(name, str) and name not in known:
            yield ("remove", place), unknown(Message("id"), name, known)


def _strays(source: Source) -> Iterator[Found]:
    """New items without what a new one needs: meant for one of the game, but misspelt, or written elsewhere."""
    if source.base is None:
        return
    homes = _homes(source.base.plain)
    for path, item in _items(source.plain):
        name = item.get("id")
        if not isinstance(name, str) or _home(source.plain, path) == homes.get(name) or _is_whole(path, item):
            continue
        if name in homes:
            yield (
                path,
                SheetgenError("'%(id)s' stands in %(place)s of the game; write it there", id=name, place=homes[name]),
            )
        elif near := get_close_matches(name, homes, 1):
            yield (
                path,
                SheetgenError("'%(id)s' is new here and not whole; did you mean '%(near)s'?", id=name, near=near[0]),
            )


def _items(plain: dict[str, Any]) -> list[Item]:
    draft = Draft(plain)
    return [*draft.sections, *draft.categories, *draft.totals]


def _homes(plain: dict[str, Any]) -> dict[str, str]:
    """Where the items of a game stand, by their ids."""
    return {item["id"]: _home(plain, path) for path, item in _items(plain) if isinstance(item.get("id"), str)}


def _home(plain: dict[str, Any], path: Path) -> str:
    return key_path(plain, path[:-1])


def _is_whole(path: Path, item: Mapping[str, Any]) -> bool:
    """Whether an item has what a new one must have."""
    needed = {"sections": ("categories",), "categories": ("name", "pattern", "points"), "totals": ("name", "kind")}
    return all(key in item for key in needed[str(path[-2])])


def _is_double(found: Found, strays: list[Found]) -> bool:
    """Whether a fault is only that a stray has the id of another item."""
    return found[0][-1:] == ("id",) and any(
        found[1].values.get("written") == f"'{error.values['id']}'" for _, error in strays
    )


def _misread(plain: dict[str, Any]) -> Iterator[Fault]:
    """What is wrong with the game under each of its readings; the game itself is right."""
    for place, reading in enumerate(plain.get("readings", ())):
        changed, key = under_reading(plain, reading), f"readings[{place + 1}].changes"
        path: Path = ("readings", place, "changes")
        for inner, error in all_faults(changed, changed):
            if inner[0] == "translations":  # the words of the readings themselves, which `changed` does not have
                continue
            yield Fault(path, f"{key}.{key_path(changed, inner)}", error)
        if _cells(changed) != _cells(plain):
            yield Fault(
                path,
                key,
                SheetgenError("a reading keeps the boxes and the totals of the game; change only what they hold"),
            )


def _cells(data: dict[str, Any]) -> object:
    """What is written on a card, in order, as far as `data` says so."""
    draft = Draft(data)
    boxes = [box for _, category in draft.categories for box in box_ids_of(category)]
    return boxes, [(total.get("id"), total.get("kind")) for _, total in draft.totals]


def _inside(path: Path, place: Path) -> bool:
    return path[: len(place)] == place


def key_path(data: Any, path: Path) -> str:
    """``sections[lower].categories[chance].points``: list items by id, or by place from 1 where there is none."""
    text = ""
    place: Any
    for place in path:
        step = _label(data, place)
        data = data[place] if isinstance(data, list) else data.get(place, {})
        text += f"[{step}]" if isinstance(place, int) else f".{step}" if text else step
    return text


def _label(items: Any, place: Any) -> str:
    """How a person finds an item: by its key, by its id, or by its place from 1 where the id says nothing."""
    if isinstance(place, str):
        return place
    ids = [item.get("id") for item in items if isinstance(item, dict)]
    name = items[place].get("id") if isinstance(items[place], dict) else None
    return name if isinstance(name, str) and ids.count(name) == 1 else str(place + 1)
