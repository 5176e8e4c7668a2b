"""What a game is known by at a glance, where its file does not say so: a colour, and the roll that stands for it."""

from collections.abc import Mapping
from typing import Any

from sheetgen.rules.history import plain_points
from sheetgen.rulesets.source import Source, ruleset_ids, shipped_word
from sheetgen.rulesets.vocabulary import build_ruleset

ACCENTS = (
    "#124f7a", "#4b3c8f", "#0c5a57", "#7d2860", "#9c2430", "#87390f", "#245a2c", "#5c5a10", "#3d4a5c",
    "#505038", "#703e40", "#684418", "#6032a8", "#105098", "#6f4620", "#415615", "#0d5b36", "#195664",
    "#663894", "#84267b", "#5b4a66",
)  # fmt: skip
"""The colours of the games that come with sheetgen; in grey they are one."""


def with_identity(source: Source) -> dict[str, Any]:
    """A game without faults, in values that JSON has too, with a colour and a roll in any case."""
    signature = source.plain.get("signature") or {"solid": _example(source.plain)}
    return {**source.plain, "accent": _accent(source), "signature": signature}


def _accent(source: Source) -> str:
    """The accent of a game; if it has none, the first that no other game of its name has.

    Those are the ones that come with sheetgen, and those that it extends: a file looks the same on every machine.
    """
    name, own = said(source.plain, "name"), said(source.plain, "accent")
    taken = {shipped_word(other, "accent") for other in ruleset_ids() if shipped_word(other).casefold() == name}
    taken |= {_accent(base) for base in source.bases if said(base.plain, "name") == name}
    return own or next((accent for accent in ACCENTS if accent not in taken), ACCENTS[0])


def said(plain: Mapping[str, Any], key: str) -> str:
    """What a game, which may be wrong anywhere, says under a key, so that it can be compared; empty for nothing."""
    return str(plain.get(key, "")).casefold()


def _example(plain: dict[str, Any]) -> list[int]:
    """The dice that make the box worth most, as its row shows them; of two such boxes, that with more dice."""
    game = build_ruleset("", {key: value for key, value in plain.items() if key != "readings"})
    dice, each = game.dice, [category for section in game.sections for category in section.categories]
    pictures = [(max(map(max, plain_points(one, dice))), one.pattern.picture(dice.sides)[: dice.count]) for one in each]
    return [*max(pictures, key=lambda found: (found[0], len(found[1])))[1]]
