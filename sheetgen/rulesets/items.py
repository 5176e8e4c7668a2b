"""Items of a ruleset file (sections, categories, totals, columns) as tables with their key paths."""

from collections.abc import Iterable, Mapping
from typing import Any

from sheetgen.files.tables import Path

Item = tuple[Path, Mapping[str, Any]]
"""Table of an item, with its path in the file."""


def tables_in(path: Path, table: Mapping[str, Any], key: str) -> list[Item]:
    """Return the tables in a list of a table at `path`; none if the table lacks the list."""
    return [((*path, key, place), item) for place, item in enumerate(table.get(key, ()))]


def sections_of(data: Mapping[str, Any]) -> list[Item]:
    """Return the sections of a file."""
    return tables_in((), data, "sections")


def categories_of(data: Mapping[str, Any]) -> list[Item]:
    """Return the categories of all sections of a file."""
    return [item for path, section in sections_of(data) for item in tables_in(path, section, "categories")]


def totals_of(data: Mapping[str, Any]) -> list[Item]:
    """Return the totals of all sections of a file, then those below the sections."""
    inner = [item for path, section in sections_of(data) for item in tables_in(path, section, "totals")]
    return inner + tables_in((), data, "totals")


def items_of(data: Mapping[str, Any]) -> list[Item]:
    """Return everything in a file that has an id: columns, sections, categories and totals."""
    return [*tables_in((), data, "columns"), *sections_of(data), *categories_of(data), *totals_of(data)]


def ids_of(items: Iterable[Item]) -> list[str]:
    """Return the ids of items."""
    return [item["id"] for _, item in items]


def key_path(data: Any, path: Path) -> str:
    """Return a path as people read it, such as ``sections[lower].categories[chance].points``.

    Items of lists are named by their ids or, without one of their own, by their position counted from 1. The data may
    have any shape.
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            ids = [item.get("id") for item in data if isinstance(item, dict)]
            name = data[step].get("id") if isinstance(data[step], dict) else None
            text += f"[{name if isinstance(name, str) and ids.count(name) == 1 else step + 1}]"
            data = data[step]
        else:
            text += f".{step}" if text else step
            data = data.get(step, {})
    return text


def without_part(game: Any, path: Path) -> Any:
    """Return a copy of a table or list without the value at a path."""
    step, rest = path[0], path[1:]
    items = enumerate(game) if isinstance(game, list) else game.items()
    kept = {key: without_part(item, rest) if key == step else item for key, item in items if rest or key != step}
    return list(kept.values()) if isinstance(game, list) else kept
