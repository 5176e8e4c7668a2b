"""A ruleset file with changes put into it: tables key by key, and lists of items that have ids item by item."""

from collections.abc import Mapping
from typing import Any


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with what `changes` says instead; a table that names its ``kind`` takes the place of the whole table."""
    return {**base, **{key: _merged(base.get(key), change) for key, change in changes.items()}}


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, Mapping) and isinstance(new, Mapping) and "kind" not in new:
        return merged(old, new)
    if isinstance(old, Mapping) and isinstance(new, Mapping) and "id" in old:  # a total of another kind is still it
        return {**{key: old[key] for key in ("id", "name") if key in old}, **new}
    if isinstance(old, list) and isinstance(new, list) and _all_have_ids(new):
        return _merged_items(old, new)
    return new


def _all_have_ids(items: list[Any]) -> bool:
    return bool(items) and all(isinstance(item, Mapping) and isinstance(item.get("id"), str) for item in items)


def _merged_items(old: list[Any], new: list[Any]) -> list[Any]:
    """The items of `old`, changed where `new` has one of the same id, and the items that only `new` has.

    One of these stands before the next item of `new` that `old` has too, or else at the end.
    """
    changes = {item["id"]: item for item in new}
    known = [item.get("id") if isinstance(item, Mapping) else None for item in old]
    kept = [
        _merged(item, changes[item["id"]]) if isinstance(item, Mapping) and item.get("id") in changes else item
        for item in old
    ]
    for place, item in enumerate(new):
        if item["id"] not in known:
            following = next((other["id"] for other in new[place:] if other["id"] in known), None)
            kept.insert(known.index(following) if following else len(kept), item)
            known = [other.get("id") if isinstance(other, Mapping) else None for other in kept]
    return kept
