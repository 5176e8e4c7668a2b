"""Rolls and whole games are scored as separate scorers do, which were written from the sources."""

from random import Random

import pytest

from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import entry, legal_entries, moment, takes_roll, totals
from sheetgen.rulesets.loading import load_ruleset
from tests.rules import separate

PLAYED = (
    "yams-13",
    "yacht-12",
    "generala-13",
    "general",
    "wuerfelpoker",
    "triple-chips",
    "two-columns",
    "three-columns",
    "yamb-6",
    "yamb-10",
    "maxi-yatzy-saved",
)
"""Games that both know. A new one of `separate` is a line."""

EFFORT = [
    pytest.param(100, 10, id="some"),
    pytest.param(3000, 1000, id="many", marks=pytest.mark.slow("more cases")),
]
"""Numbers of rolls and of games."""


def draw_roll(chance: Random, count: int) -> tuple[tuple[int, ...], int]:
    """Return dice and the number of the roll. Four rolls in ten show at most two faces."""
    shown = chance.choices((6, 2, 1), weights=(6, 3, 1))[0]
    faces = chance.sample(range(1, 7), shown)
    return tuple(chance.choices(faces, k=count)), chance.randint(1, 3)


def play(ruleset: Ruleset, game: separate.Game, chance: Random) -> None:
    """Play a game in which each roll goes into any box that may take it.

    Each entry and the total of the full card are compared.
    """
    card: dict[str, int] = {}
    columns: dict[str, dict[str, int]] = {name: {} for name in game.columns}
    chips = dict.fromkeys(game.columns, 0)
    bonus = 0
    while len(card) < len(ruleset.boxes):
        dice, number = draw_roll(chance, game.thrown)
        context = moment(ruleset, card, number=number)
        possible = legal_entries(ruleset, Roll(dice), context)
        if not possible:  # as where first rolls alone count
            continue
        box = ruleset.boxes[chance.choice(sorted(possible))]
        name, column = box.category.id, box.column.id
        points = game.points(dice, name, column, columns, number)
        assert max(possible[box.id].points) == points, (dice, number, box.id, card)
        chips[column] += game.chip(dice, columns[column], columns)
        bonus += possible[box.id].bonus
        card[box.id] = columns[column][name] = points
    further = ruleset.extra_yachts
    count = bonus // further.points if further else 0
    assert totals(ruleset, card, count)["total"] == game.total(columns, chips)


def test_separate_scorers_are_of_games_that_ship() -> None:
    """A scorer has the boxes and the columns of its game."""
    for name in PLAYED:
        ruleset, game = load_ruleset(name), separate.GAMES[name]
        assert {*ruleset.categories} == {*game.boxes}
        assert tuple(column.id for column in ruleset.columns) == game.columns
        assert ruleset.dice.count == game.thrown


@pytest.mark.parametrize(("rolls", "games"), EFFORT)
@pytest.mark.parametrize("name", PLAYED)
def test_separate_scorers_agree(name: str, rolls: int, games: int) -> None:
    """Random rolls are worth the same in every box, and random games add up to the same total."""
    ruleset, game = load_ruleset(name), separate.GAMES[name]
    chance = Random(f"{name} {rolls}")  # noqa: S311 - dice, no secrets
    for _ in range(rolls):
        dice, number = draw_roll(chance, game.thrown)
        context = moment(ruleset, number=number)
        for box in ruleset.boxes.values():
            if not takes_roll(ruleset.dice, box, context):
                continue
            points = game.points(dice, box.category.id, box.column.id, roll=number)
            assert max(entry(ruleset, box, Roll(dice), context).points) == points, (dice, box.id)
    for _ in range(games):
        play(ruleset, game, chance)
