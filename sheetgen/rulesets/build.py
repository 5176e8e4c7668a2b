"""A file that was found right, turned into a `Ruleset`."""

from collections.abc import Iterable, Mapping
from typing import Any

from sheetgen.rules import (
    Booklet,
    Category,
    Constraint,
    Dice,
    ExampleTurn,
    Joker,
    Players,
    Points,
    Reading,
    Roll,
    Ruleset,
    Section,
    SheetStyle,
    Step,
    Throw,
    Total,
    Translation,
)
from sheetgen.rulesets.merge import merged
from sheetgen.rulesets.vocabulary import PATTERNS

Table = Mapping[str, Any]


def build_ruleset(ruleset_id: str, data: Table) -> Ruleset:
    """The ruleset that `data` describes; `data` has passed the schema and the checks."""
    return Ruleset(
        id=ruleset_id,
        **_texts(data, "name", "summary", "source"),
        notes=tuple(data.get("notes", ())),
        sections=tuple(map(_section, data["sections"])),
        totals=tuple(map(_total, data["totals"])),
        dice=Dice(**data.get("dice", {})),
        players=Players(**_tuples(data.get("players", {}))),
        sheet=SheetStyle(**data.get("sheet", {})),
        joker=Joker(**_tuples(data.get("joker", {}))),
        constraints=tuple(Constraint(**rule) for rule in data.get("constraints", ())),
        booklet=_booklet(data.get("booklet", {})),
        readings=tuple(_reading(ruleset_id, data, reading) for reading in data.get("readings", ())),
        translations={language: _translation(words) for language, words in data.get("translations", {}).items()},
    )


def _texts(data: Table, *keys: str) -> dict[str, str]:
    return {key: data[key] for key in keys if key in data}


def _tuples(table: Table) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}


def _section(data: Table) -> Section:
    return Section(
        id=data["id"],
        name=data.get("name", ""),
        categories=tuple(map(_category, data["categories"])),
        totals=tuple(map(_total, data.get("totals", ()))),
        fill=data.get("fill", "any"),
    )


def _category(data: Table) -> Category:
    return Category(
        id=data["id"],
        name=data["name"],
        pattern=PATTERNS[data["pattern"]["kind"]].build(data["pattern"]),
        points=Points(**data["points"]),
        aliases=tuple(data.get("aliases", ())),
        boxes=data.get("boxes", 1),
        examples=_rolls(data.get("examples", ())),
        note=data.get("note", ""),
    )


def _total(data: Table) -> Total:
    steps = tuple(Step(**step) for step in data.get("steps", ()))
    return Total(**{**_tuples(data), "steps": steps})


def _rolls(data: Iterable[Iterable[int]]) -> tuple[Roll, ...]:
    return tuple(Roll(tuple(dice)) for dice in data)


def _booklet(data: Table) -> Booklet:
    return Booklet(
        about=tuple(data.get("about", ())),
        equipment=tuple(data.get("equipment", ())),
        agree=tuple(data.get("agree", ())),
        rolls=_rolls(data.get("rolls", ())),
        turn=_turn(data["turn"]) if "turn" in data else None,
    )


def _turn(data: Table) -> ExampleTurn:
    throws = (Throw(**{**_tuples(throw), "roll": Roll(tuple(throw["roll"]))}) for throw in data["throws"])
    return ExampleTurn(**{**data, "throws": tuple(throws)})


def _reading(ruleset_id: str, data: Table, reading: Table) -> Reading:
    return Reading(reading["text"], build_ruleset(ruleset_id, under_reading(data, reading)))


def under_reading(data: Table, reading: Table) -> dict[str, Any]:
    """A ruleset file as it would stand if `reading` were its rule."""
    return merged({key: value for key, value in data.items() if key != "readings"}, reading["changes"])


def _translation(data: Table) -> Translation:
    aliases = {name: tuple(words) for name, words in data.get("aliases", {}).items()}
    return Translation(
        **_texts(data, "name", "summary"),
        notes=tuple(data.get("notes", ())),
        names=data.get("names", {}),
        aliases=aliases,
        texts=data.get("texts", {}),
    )
