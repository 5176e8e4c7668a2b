"""The program's side of the page: what it says of wrong wishes, and what helps against them."""

import json
import os
from random import Random
from typing import Annotated, Any

import pytest
from workshop import desk

from sheetgen.documents import described as entries
from sheetgen.documents.described import CLASSES
from sheetgen.documents.making import Made, make
from sheetgen.errors import Message
from sheetgen.layout.options import Option, SheetOptions
from tests.conftest import SEED
from tests.workshop.drawn import LANGUAGES, Drawn, drawn_set, entries_of

PART = 10
"""Number of wrong sets that one test tries."""


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the pictures of pages, which take half of the time."""

    def without_pictures(*given: Any, **more: Any) -> Made:
        return make(*given, **{**more, "previews": False})

    monkeypatch.setattr(desk, "make", without_pictures)


def answered(command: str, game: str, language: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return what the desk says of a wish."""
    given = {"command": command, "game": game, "own": "", "language": language, "values": values}
    said, _ = desk.answer("make", json.dumps(given))
    answer: dict[str, Any] = json.loads(said)
    return answer


def wrong_sets(part: int) -> list[Drawn]:
    """Return sets that are refused, drawn by the seed of this run."""
    lot = Random(f"{os.environ[SEED]} {part}")  # noqa: S311 - the choice of cases is no secret
    sets: list[Drawn] = []
    while len(sets) < PART:
        drawn = drawn_set(lot, wrong=True)
        if "wrong" in answered(*drawn):
            sets.append(drawn)
    return sets


@pytest.mark.parametrize("part", range(20))
@pytest.mark.few(1)
def test_what_is_wrong_is_said_at_its_option_with_what_helps(part: int) -> None:
    """In the language of the reader; a cure leads to a document, or to another error."""
    for drawn in wrong_sets(part):
        command, game, language, values = drawn
        wrong = answered(*drawn)["wrong"]
        english = answered(command, game, "en", values)["wrong"]
        about = f"{SEED}={os.environ[SEED]}: {drawn}: {wrong}"
        sentence = wrong["head"], wrong["rest"]
        assert wrong["head"], about
        assert (language == "en") == (sentence == (english["head"], english["rest"])), about
        assert wrong["key"] in {entry.field for entry in entries_of(command)}, about
        assert wrong["rest"] or wrong["cures"], about
        assert wrong["cures"] or wrong["key"] in desk.PEOPLE, about
        for cure in wrong["cures"]:
            other = answered(command, game, language, {**values, cure["option"]: cure["value"]})
            after = other.get("wrong", {"key": "", "head": "", "rest": ""})
            assert (after["key"], after["head"], after["rest"]) != (wrong["key"], *sentence), about


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_have_their_names_on_the_page(language: str) -> None:
    """Who reads the page does not know those of the command line."""
    for command, values in (
        ("pdf", {"gap": "2"}),
        ("pdf", {"nup": "2", "labels": "L7168"}),
        ("rules", {"creep": "0.1"}),
        ("rules", {"form": "zine", "format": "md"}),
    ):
        wrong = answered(command, "yatzy", language, values)["wrong"]
        assert "--" not in wrong["head"] + wrong["rest"]


@pytest.mark.parametrize(
    ("command", "values", "unit"),
    [
        ("pdf", {"paper": "a6"}, "mm"),
        ("pdf", {"players": "30"}, "mm"),
        ("pdf", {"names": ["Maximilian-Alexander"] * 11}, "mm"),
        ("pdf", {"paper": "a6", "holes": "4"}, "mm"),
        ("pdf", {"nup": "20x20"}, "mm"),
        ("pdf", {"labels": "19x30mm"}, "mm"),
        ("pdf", {"labels": "250x100mm"}, "mm"),
        ("pdf", {"front_offset": "9,0"}, "mm"),
        ("pdf", {"paper": "100x150mm", "ruler": True, "game": "dice-play"}, "mm"),
        ("rules", {"form": "quick", "large_print": True}, "bladzijden"),
    ],
    ids=str,
)
def test_what_is_too_small_has_figures(command: str, values: dict[str, Any], unit: str) -> None:
    """For the bars of the page: what is needed is more than there is."""
    game = values.get("game", "yatzy")
    given = {field: value for field, value in values.items() if field != "game"}
    wrong = answered(command, game, "nl", given)["wrong"]
    assert wrong["figures"]["need"] > wrong["figures"]["have"]
    assert wrong["figures"]["unit"] == unit


def test_a_new_option_needs_no_change_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its declaration alone brings its entry, its words, and its errors."""

    class MoreOptions(SheetOptions, frozen=True, kw_only=True):
        step: Annotated[
            int | None,
            Option(Message("Step of the grid."), label=Message("Step"), bounds=(2, 9)),
        ] = None

    monkeypatch.setattr(entries, "CLASSES", {**CLASSES, "pdf": MoreOptions})
    options, _ = desk.describe_options("pdf", "nl")
    (step,) = [entry for entry in options if entry["field"] == "step"]
    assert (step["kind"], step["label"], step["least"], step["most"]) == ("count", "Step", 2, 9)


def test_an_option_without_a_value_is_not_set() -> None:
    """A page says null for a control that is as usual."""
    said = answered("rules", "yatzy", "en", {"large_print": None, "form": None})
    assert said["value"]["command"] == "sheetgen rules yatzy --lang en --paper a5"


HOSTILE = {
    "long": f"{'# ' + 'x' * 1000 + chr(10)}" * 10_000,
    "long value": f'notes = "{"y" * 10_000_000}"',
    "deep list": f"a = {'[' * 100_000}{']' * 100_000}",
    "deep keys": f"{'.'.join(['a'] * 50_000)} = 1",
    "many digits": f"a = {'9' * 5000}",
    "control characters": 'title = "a\x00b\x07"',
    "escapes": '[[categories]]\nid = "a\\u0007"\nname = "\\u202eb"',
    "half a letter": 'notes = "\ud800"',
    "no words": "\x00" * 1000,
}
"""What a link or a file of a stranger can have in it."""


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_answered_with_a_sentence(name: str) -> None:
    """House rules, names and lists of them: nothing trips, and nothing is endless."""
    text = HOSTILE[name]
    own = f'format = 1\nextends = "yatzy"\nname = "Oma"\n{text}\n'
    answers = [
        call_desk("make", command="pdf", game="yatzy", own=own, values={}),
        call_desk("make", command="pdf", game="yatzy", own="", values={"names_file": text}),
        call_desk("make", command="pdf", game="yatzy", own="", values={"names": [text[:10_000]]}),
    ]
    for wrong in (answer["wrong"] for answer in answers if "wrong" in answer):
        assert wrong["head"]
    assert "wrong" in answers[0]
    read = call_desk("read_rules", game="yatzy", own=own)["value"]
    assert read["faults"]
    assert read["about"] is None
    assert "value" in call_desk("words", text=own, line=4)


def call_desk(name: str, **given: Any) -> dict[str, Any]:
    """Return the answer of a function of the desk."""
    said, _ = desk.answer(name, json.dumps({"language": "nl", **given}))
    answer: dict[str, Any] = json.loads(said)
    return answer
