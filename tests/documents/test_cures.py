"""Errors carry what helps against them, as values that a page and a command line can use."""

import pickle
from typing import Any

import pytest

from sheetgen.cli.usage import corrected
from sheetgen.documents.making import make
from sheetgen.errors import Cure, Figures, SheetgenError
from sheetgen.i18n.catalog import load_catalog
from tests.conftest import Run

WRONG: list[tuple[str, dict[str, Any]]] = [
    ("pdf", {"paper": "a6", "players": 6}),
    ("pdf", {"paper": "a7"}),
    ("pdf", {"paper": "a44"}),
    ("pdf", {"lang": "nn"}),
    ("pdf", {"theme": "win"}),
    ("pdf", {"fields": "date,tabel"}),
    ("pdf", {"players": 120}),
    ("pdf", {"players": 30, "paper": "a4"}),
    ("pdf", {"margin": "60"}),
    ("pdf", {"margin": 2}),
    ("pdf", {"series": 40}),
    ("pdf", {"pad": 0}),
    ("pdf", {"blanks": 10_001}),
    ("pdf", {"gap": 2}),
    ("pdf", {"marks": "dots"}),
    ("pdf", {"nup": 2, "marks": "lines", "mark_length": 5}),
    ("pdf", {"nup": 2, "labels": "L7168"}),
    ("pdf", {"labels": "5160"}),
    ("pdf", {"labels": "L7168", "paper": "letter"}),
    ("pdf", {"nup": 8, "players": 6}),
    ("pdf", {"nup": "20x20"}),
    ("pdf", {"holes": 4, "paper": "a6"}),
    ("pdf", {"pictogram": True, "series": 3}),
    ("pdf", {"pictogram": True, "lang": "nl,en"}),
    ("pdf", {"ink_saver": True, "reusable": True}),
    ("pdf", {"names": "An,Bo,Cas", "players": 2}),
    ("pdf", {"games": 3}),
    ("pdf", {"backing": False}),
    ("pdf", {"back": "rules", "paper": "a6", "players": 1}),
    ("rules", {"creep": 0.1}),
    ("rules", {"form": "booklet", "creep": 3}),
    ("rules", {"form": "zine", "appendix": "words"}),
    ("rules", {"form": "zine", "format": "md"}),
    ("rules", {"format": "md", "theme": "wine"}),
    ("form", {"players": 0}),
    ("form", {"theme": "frest"}),
    ("kit", {"sheets": 2000}),
]
"""Commands with values that are refused; some have no cure."""


@pytest.mark.parametrize(("command", "values"), WRONG, ids=str)
@pytest.mark.few(12)
def test_a_cure_leads_to_a_document_or_to_another_error(
    command: str, values: dict[str, Any]
) -> None:
    """Never to the same one; and it is for an option that the document has."""
    first = fault_of(command, values)
    assert first is not None
    for cure in first.cures:
        changed = {**values, cure.option: cure.value}
        if cure.value is None:
            del changed[cure.option]
        other = fault_of(command, changed)
        assert other is None or (other.message, other.values) != (first.message, first.values)


def fault_of(command: str, values: dict[str, Any]) -> SheetgenError | None:
    """Return the error for values that are refused; None for right ones."""
    try:
        make(command, "yatzy", values)
    except SheetgenError as error:
        return error
    return None


def cures(command: str, values: dict[str, Any]) -> tuple[Cure, ...]:
    """Return the cures of values that are refused."""
    with pytest.raises(SheetgenError) as caught:
        make(command, "yatzy", values)
    return caught.value.cures


def test_the_advice_of_the_sentence_is_a_value() -> None:
    """The paper that is large enough, the players who fit, the word that is near."""
    assert cures("pdf", {"paper": "a6"})[0] == Cure("paper", "a5")
    assert Cure("players", 100) in cures("pdf", {"players": 120})
    assert cures("pdf", {"theme": "win"}) == (Cure("theme", "wine"),)
    assert cures("pdf", {"paper": "a44"}) == (Cure("paper", "a4"),)
    assert cures("pdf", {"fields": "date,tabel"}) == (Cure("fields", "date,table"),)
    assert cures("pdf", {"margin": 60}) == (Cure("margin", "50"),)
    assert cures("rules", {"creep": 0.1}) == (Cure("form", "booklet"), Cure("creep", None))


def test_the_arithmetic_is_a_value() -> None:
    with pytest.raises(SheetgenError) as caught:
        make("pdf", "yatzy", {"paper": "a6"})
    figures = caught.value.figures
    assert isinstance(figures, Figures)
    assert figures.need > figures.have == caught.value.values["have"]
    assert figures.unit == "mm"
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - it is ours
    assert (again.cures, again.figures) == (caught.value.cures, figures)
    assert again.at("--paper").placed("x").cures == caught.value.cures


def test_an_error_has_a_head_and_a_rest() -> None:
    """For a page that says first what is wrong."""
    with pytest.raises(SheetgenError) as caught:
        make("pdf", "yatzy", {"paper": "a6"})
    head, rest = load_catalog("nl").headline(caught.value)
    assert head == "a6 is te klein"
    assert rest.startswith("15 ") or " mm" in rest
    assert load_catalog("en").headline(SheetgenError("broken")) == ("broken", "")


@pytest.mark.parametrize(
    ("words", "cure", "line"),
    [
        ("pdf yatzy --paper a6 --lang nl", Cure("paper", "a5"), "pdf yatzy --lang nl --paper a5"),
        ("pdf yatzy --paper=a6", Cure("paper", "a5"), "pdf yatzy --paper a5"),
        ("pdf yatzy --nup 2 --label L7168", Cure("labels"), "pdf yatzy --nup 2"),
        ("pdf yatzy --pictogram --series 3", Cure("pictogram"), "pdf yatzy --series 3"),
        ("pdf yatzy --pad 3", Cure("backing", False), "pdf yatzy --pad 3 --no-backing"),
        ("rules yatzy --creep 0.1", Cure("form", "booklet"), "rules yatzy --creep 0.1 --booklet"),
        ("rules yatzy --zine --odds", Cure("form"), "rules yatzy --odds"),
        ("check yatzy 3", Cure("paper", "a5"), ""),
        ("rules yatzy", Cure("", "near"), ""),
    ],
)
def test_what_to_type_instead(words: str, cure: Cure, line: str) -> None:
    assert corrected(words.split(), cure) == (f"sheetgen {line}" if line else "")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("pdf yatz --paper a5", "pdf yatzy --paper a5"),
        ("rules --ruleset=yatz", "rules --ruleset=yatzy"),
        ("check --ruleset yatz 3 6 9", "check --ruleset yatzy 3 6 9"),
        ("new yatz --from yatz", "new yatz --from yatzy"),
        ("odds --ruleset yatz", "odds --ruleset yatzy"),
    ],
)
def test_a_misspelt_game_is_put_right_in_every_command(
    words: str, line: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, _, said = run(words)
    assert code == 2
    assert said.splitlines()[-1] == f"Type instead: sheetgen {line}"


def test_a_terminal_is_told_what_to_type_instead(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the error; in a file there is the error alone."""
    assert run("pdf yatzy --gap 2 --lang nl")[2].count("\n") == 1
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    lines = run("pdf yatzy --gap 2 --lang nl")[2].splitlines()
    assert lines[1] == "Typ in plaats daarvan: sheetgen pdf yatzy --gap 2 --lang nl --nup 2"
