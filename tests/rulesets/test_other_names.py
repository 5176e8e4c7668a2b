"""Names by which people know the games that ship."""

import pytest

from sheetgen.errors import Cure
from sheetgen.i18n.catalog import load_catalog
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.other_names import KNOWN_AS, games_known_as
from sheetgen.rulesets.source import ruleset_ids, unknown_ruleset


def test_every_game_that_ships_is_there_once() -> None:
    games = [game for known in KNOWN_AS for game in known.games]
    assert sorted(games) == sorted(ruleset_ids())


def test_names_lead_to_games() -> None:
    """Whatever their capitals; what is different is said in the language of the reader."""
    assert games_known_as("KNIFFEL")[0] == "numbers-hands"
    assert games_known_as("Kismet") == ("colours",)
    assert games_known_as("chess") == ()
    for language in ("nl", "de", "fr"):
        catalog = load_catalog(language)
        for known in KNOWN_AS:
            who, mind = known.in_words(catalog)
            assert who
            assert mind != known.mind
    assert "de" in KNOWN_AS[0].names


def test_a_wrong_name_of_a_game_is_corrected() -> None:
    error = unknown_ruleset("Kismet")
    assert error.cures == (Cure("ruleset", "colours"),)
    assert unknown_ruleset("yatz").cures == (Cure("ruleset", "yatzy"),)


@pytest.mark.parametrize(
    ("game", "turns"), [("yatzy", 15), ("balut", 28), ("triple", 39), ("yams", 36)]
)
def test_turns_are_boxes_times_columns(game: str, turns: int) -> None:
    assert load_ruleset(game).turns == turns
