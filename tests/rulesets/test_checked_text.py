"""Faults of the text of a ruleset file as data, and the words that can stand at a key."""

import json
from pathlib import Path

import pytest

from sheetgen.i18n.catalog import load_catalog
from sheetgen.rulesets.checked_text import TextFault, faults, known_words, path_of, words_at
from sheetgen.rulesets.loading import ruleset_text
from sheetgen.rulesets.source import ruleset_ids
from tests.conftest import Run

ENGLISH = load_catalog("en")
HEAD = 'format = 1\nextends = "yatzy"\nname = "Ours"\n'


def marked(text: str, fault: TextFault) -> str:
    """Return the letters of a text that a fault is about."""
    line = text.split("\n")[fault.line - 1]
    return line[fault.column - 1 :][: fault.length]


@pytest.mark.parametrize(
    ("lines", "letters", "cure"),
    [
        ("[dice]\nrols = 4\n", "rols", "rolls"),
        ('[sheet]\ncolumns = "player"  # or games\n', '"player"', "players"),
        ("dice = { rolls = 99 }\n", "99", ""),
        ("dice.rolls = 'three'\n", "'three'", ""),
        (
            '[[sections]]\nid = "lower"\ncategories = [\n  { id = "yatzy", nam = "Y" },\n]\n',
            "nam",
            "name",
        ),
        ('[players]\nmin = 1\n"mäx" = 3\n', '"mäx"', "max"),
        ("dice = = 3\n", "=", ""),
    ],
)
def test_a_fault_marks_its_value_or_its_key(lines: str, letters: str, cure: str) -> None:
    """Line and column are those that an editor shows; a near word is the cure."""
    text = HEAD + lines
    fault = faults(text, ENGLISH)[0]
    assert (fault.severity, marked(text, fault), fault.cure) == ("error", letters, cure)
    assert fault.message


def test_the_key_is_as_people_read_it_and_the_message_in_their_language() -> None:
    text = HEAD + "[dice]\nrols = 4\n"
    (fault,) = faults(text, load_catalog("nl"))
    assert (fault.key, fault.line) == ("dice.rols", 5)
    assert fault.message == "sleutel onbekend: 'rols'; bedoel je 'rolls'?"


def test_the_game_that_is_extended_has_a_place() -> None:
    text = HEAD.replace("yatzy", "yatz")
    (fault,) = faults(text, ENGLISH)
    assert (marked(text, fault), fault.cure) == ('"yatz"', "yatzy")


def test_a_right_file_has_warnings_alone() -> None:
    (doubt,) = faults('format = 1\nextends = "yatzy"\nname = "Yatzy two"\n', ENGLISH)
    assert (doubt.severity, doubt.line) == ("warning", 2)


@pytest.mark.parametrize("game", ruleset_ids())
@pytest.mark.few(3)
def test_games_that_ship_have_no_faults(game: str) -> None:
    assert [each for each in faults(ruleset_text(game), ENGLISH) if each.severity == "error"] == []


def test_what_can_stand_at_a_key() -> None:
    """Words of a choice, keys that are missing, true or false; nothing for a number."""
    own = {"extends": "yatzy", "sheet": {"count": 3}}
    assert known_words(own, ("sheet", "columns")) == ('"players"', '"games"')
    assert "columns" in known_words(own, ("sheet",))
    assert "count" not in known_words(own, ("sheet",))
    points = {"sections": [{"categories": [{"points": {"kind": "fixed"}}]}]}
    path = ("sections", 0, "categories", 0, "points")
    assert "value" in known_words(points, path)
    assert '"matching"' in known_words(points, (*path, "kind"))
    assert known_words(own, ("dice", "rolls")) == ()
    assert known_words(own, ("no", 3, "such")) == ()


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        ("[sheet]\ncolumns = 'player'\n", '"players"'),
        ("[dice]\nrols = 4\n", "rolls"),
        ("[dice]\nrolls = 99\n", None),
    ],
)
def test_a_fault_has_what_can_stand_there(lines: str, word: str | None) -> None:
    """Words of the key; beside a key that does not exist, those that do."""
    words = faults(HEAD + lines, ENGLISH)[0].words
    assert word in words if word else words == ()


def test_a_key_path_is_read_back() -> None:
    """Items are found by their ids or positions; what is not there is the first."""
    data = {"sections": [{"id": "a"}, {"id": "b", "totals": [{}, {"steps": [1]}]}]}
    path = ("sections", 1, "totals", 1, "steps", 0)
    assert path_of(data, "sections[b].totals[2].steps[1]") == path
    assert path_of(data, "sections[c].name") == ("sections", 0, "name")
    assert path_of({}, "dice.rolls") == ("dice", "rolls")


def test_what_can_be_written_in_a_line() -> None:
    """Words of its key, or the keys of its table; a fault of TOML is no hindrance."""
    text = HEAD + '[sheet]\ncolumns = "p"\n\n[[sections]]\nid = "lower"\ncategories = [\n  { }\n]\n'
    assert words_at(text, 1) == ("1",)
    assert "players" in words_at(HEAD + "\n", 4)
    assert words_at(text, 5) == ('"players"', '"games"')
    assert "count" in words_at(text, 6)
    assert "categories" not in words_at(text, 8)
    assert "pattern" in words_at(text, 10)
    assert words_at(text + "= =", 5) == ('"players"', '"games"')
    assert words_at("", 1)


def test_validate_prints_them(run: Run) -> None:
    Path("ours.toml").write_text(HEAD + "[dice]\nrols = 4\n", "utf-8")
    code, out, _ = run("validate ours.toml --format json")
    (fault,) = json.loads(out)
    assert code == 1
    assert (fault["line"], fault["column"], fault["length"]) == (5, 1, 4)
    assert run("validate yatzy --format json")[0] == 0
