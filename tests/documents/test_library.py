"""The library.

Its page is true, it prints nothing, and importing it costs nothing until it is used.
"""

import contextlib
import inspect
import io
import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_origin

import pytest
from msgspec import Struct

import sheetgen
from sheetgen.layout.values import declarations
from tests.conftest import Run
from tests.running import python

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text("utf-8")
_BLOCK = re.compile(r"```(?P<language>\w+)\n(?P<text>.*?)```", re.DOTALL)


def test_the_page_does_what_it_shows() -> None:
    """Every example runs, and prints what stands below it."""
    names: dict[str, object] = {}
    blocks = [(block["language"], block["text"]) for block in _BLOCK.finditer(PAGE)]
    for (language, text), (below, shown) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(text, "library.md", "exec"), names)  # noqa: S102 - the page is ours
            assert out.getvalue() == (shown if below == "text" else "")


@pytest.mark.slow("documents")
def test_the_command_line_makes_the_same(run: Run) -> None:
    """A sheet, a form, a page, rules and a kit have the library's bytes, except for the command."""
    game = sheetgen.load_ruleset("numbers-hands")
    names: dict[str, Any] = {"names": ["An", "Bram"]}
    for command, make, words, given in (
        ("pdf", sheetgen.sheet, " --names An,Bram", names),
        ("form", sheetgen.form, " --names An,Bram", names),
        ("rules", sheetgen.booklet, "", {}),
    ):
        line = f"{command} --ruleset {game.id} --lang nl --paper a5{words}"
        assert run(f"{line} -o x.pdf --force")[0] == 0
        own = make(game, lang="nl", paper="a5", command=f"sheetgen {line}", **given)
        assert Path("x.pdf").read_bytes() == own
    assert run(f"form --ruleset {game.id} --format html -o x.html")[0] == 0
    assert Path("x.html").read_bytes() == sheetgen.page(game)
    assert run(f"kit --ruleset {game.id} -o kit")[0] == 0
    assert len(list(Path("kit").iterdir())) == len(sheetgen.kit(game))


def test_every_name_is_there() -> None:
    for name in [*sheetgen.__all__, *reversed(sheetgen.__all__)]:
        assert getattr(sheetgen, name) is getattr(sheetgen, name)
    for name in ("sheet", "form", "page", "booklet", "kit", "check", "score", "load_ruleset"):
        assert callable(getattr(sheetgen, name))
    with pytest.raises(AttributeError, match="no attribute 'sheets_of_paper'"):
        _ = sheetgen.sheets_of_paper


def test_importing_it_loads_nothing() -> None:
    code = (
        "import sys, sheetgen; print([name for name in sys.modules if "
        "name.startswith('sheetgen.')])"
    )
    assert python("-c", code).stdout == b"[]\n"


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"players": 0}, "--players: 0 is not possible"),
        ({"names": ["x" * 99]}, "a name has 80 letters at most"),
        ({"margin": 1}, "should be from 5 to 50 mm"),
        ({"back": "audit", "back_offset": (1, 99)}, "moved by 99 mm"),
        ({"backing": True}, "--backing needs --pad."),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(given: dict[str, object], fault: str) -> None:
    with pytest.raises(sheetgen.SheetgenError) as caught:
        sheetgen.sheet(sheetgen.load_ruleset("dice-play"), None, **given)
    assert fault in str(caught.value)


def test_a_card_by_names_of_any_language() -> None:
    game = sheetgen.load_ruleset("dice-play")
    audit = sheetgen.check(game, {"Enen": 3, "twos": None, "nonsense": 4}, name="An")
    assert audit.card.name == "An"
    assert {finding.kind for finding in audit.findings} == {"missing_box", "unknown_box"}
    assert audit.total is None
    assert "Tweeën: er staat niets" in audit.in_words("nl")


# wrong values

NOTHING = object()
VALUES: tuple[tuple[object, set[object]], ...] = (
    (True, {bool}),
    ("yes", {str, Path, Sequence}),
    (5, {int, float}),
    (2.5, {float}),
    (math.nan, set()),
    (b"text", set()),
    (NOTHING, set()),
    ({"An": 1}, set()),
    ({"An"}, set()),
    ([5], set()),
    ([None], set()),
    ((1, 2, 3), set()),
    ((NOTHING, NOTHING), set()),
    (["An"], {Sequence}),
    (None, {None}),
)
"""Values, each with the types that it is right for, and that a choice never has. A text is read as
a list of names is on the command line."""
MAKERS: dict[type[Struct], tuple[Callable[..., object], ...]] = {
    sheetgen.SheetOptions: (sheetgen.sheet, sheetgen.cell_maps),
    sheetgen.BookletOptions: (sheetgen.booklet,),
    sheetgen.FormOptions: (sheetgen.form, sheetgen.page, sheetgen.app),
    sheetgen.KitOptions: (sheetgen.kit,),
}
"""Functions that take options, by the class of these."""
OPTIONS = [(kind, name) for kind in MAKERS for name in kind.__struct_fields__]


@pytest.mark.parametrize(
    ("kind", "name"), OPTIONS, ids=lambda each: getattr(each, "__name__", each)
)
def test_wrong_values_of_options_are_refused(kind: type[Struct], name: str) -> None:
    """A value of a wrong type, or a word that is no choice, raises SheetgenError."""
    game, declared = sheetgen.load_ruleset("dice-play"), declarations(kind)[name]
    kinds = {get_origin(each) or each for each in declared.kinds} | (
        {None} if declared.may_be_none else set()
    )
    wrong = [value for value, right_for in VALUES if not right_for & kinds]
    assert len(wrong) > 5
    for value in wrong:
        for make in MAKERS[kind]:
            with pytest.raises(sheetgen.SheetgenError):
                make(game, **{name: value})


def calls() -> dict[str, dict[str, object]]:
    """Return the right arguments of every function of the library, by its name.

    Some may be left out.
    """
    game = sheetgen.load_ruleset("dice-play")
    card: dict[str, object] = {"ones": 3}
    made: dict[str, object] = {"game": game, "options": None}
    return {
        **dict.fromkeys(("sheet", "cell_maps", "form", "page", "app"), made),
        "booklet": {**made, "base": None},
        "kit": {**made, "base": None},
        "check": {"game": game, "card": card, "name": "An"},
        "score": {
            "game": game,
            "dice": [6, 6, 6, 3, 3],
            "filled": card,
            "first_roll": False,
            "roll": 0,
            "together": False,
        },
        "odds_of": {"game": game, "total": "total", "without": ()},
        "advise": {
            "game": game,
            "card": card,
            "dice": [6, 6, 6, 3, 3],
            "rolls_left": 0,
            "further_yachts": 0,
            "kept": (),
        },
        "replay": {"game": game, "games": b"{}", "number": None},
        "load_ruleset": {"name": "dice-play"},
        "base_of": {"name": "dice-play"},
        "read_photos": {
            "path": "none.jpg",
            "ruleset": game,
            "players": 2,
            "maps": (),
            "rows": None,
            "label_columns": None,
            "lang": "en",
        },
    }


FUNCTIONS = [name for name in sheetgen.__all__ if inspect.isroutine(getattr(sheetgen, name))]
CALLED_BACK = {"progress", "command_of", "given"}
"""Parameters that are functions, and the options by their names, which have a test of their own."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_wrong_arguments_are_refused(name: str) -> None:
    """Every function of the library raises SheetgenError for a wrong argument, and nothing else."""
    function, right = getattr(sheetgen, name), calls()[name]
    assert set(inspect.signature(function).parameters) - CALLED_BACK == set(right)
    for parameter in right:
        for value in (NOTHING, 2.5, b"text", [NOTHING], {5: 5}):
            with pytest.raises(sheetgen.SheetgenError):
                function(**{**right, parameter: value})


@pytest.mark.parametrize(
    ("given", "same"),
    [
        ({"names": "An,Bram"}, {"names": ("An", "Bram")}),
        ({"players": "3", "holes": "2"}, {"players": 3, "holes": 2}),
        ({"lang": "nl,en"}, {"lang": ("nl", "en")}),
        (
            {"lang": ["nl", "en"], "fields": "date,table"},
            {"lang": ("nl", "en"), "fields": ("date", "table")},
        ),
    ],
    ids=str,
)
def test_a_text_is_read_as_on_the_command_line(given: dict[str, Any], same: dict[str, Any]) -> None:
    """A text instead of a list or a number has the meaning that it has on the command line."""
    game = sheetgen.load_ruleset("dice-play")
    assert sheetgen.cell_maps(game, **given) == sheetgen.cell_maps(game, **same)
    assert sheetgen.sheet(game, **given) == sheetgen.sheet(game, **same)


def test_options_that_a_document_does_not_have_are_refused() -> None:
    """An option is never passed over.

    What the command line refuses, the library refuses in the same words.
    """
    game = sheetgen.load_ruleset("dice-play")
    for make, options, fault in (
        (sheetgen.page, {"paper": "a5"}, "--paper needs --format pdf"),
        (sheetgen.app, {"games": 2}, "--games needs --format pdf"),
        (sheetgen.booklet, {"creep": 0.1}, "--creep needs --booklet"),
        (sheetgen.booklet, {"format": "html", "theme": "wine"}, "--theme needs --format pdf"),
        (sheetgen.booklet, {"format": "md", "form": "zine"}, "--zine needs --format pdf"),
    ):
        with pytest.raises(sheetgen.SheetgenError, match=fault):
            make(game, **options)


def test_options_as_a_value_and_by_name_go_together() -> None:
    """Options by their names are added to those of a value.

    One that does not exist is refused, with the right name.
    """
    game, options = sheetgen.load_ruleset("dice-play"), sheetgen.SheetOptions(lang="nl")
    assert sheetgen.sheet(game, options, players=2) == sheetgen.sheet(game, lang="nl", players=2)
    with pytest.raises(sheetgen.SheetgenError, match="did you mean 'players'"):
        sheetgen.sheet(game, player=2)
    with pytest.raises(sheetgen.SheetgenError, match="should be SheetOptions"):
        sheetgen.sheet(game, sheetgen.FormOptions())  # type: ignore[arg-type]
    with pytest.raises(sheetgen.SheetgenError):
        sheetgen.page([])


def test_a_path_is_taken_wherever_a_file_is(tmp_path: Path) -> None:
    """Rulesets, themes, names and templates are files, by a path or its text."""
    rules, theme, names = tmp_path / "ours.toml", tmp_path / "theme.toml", tmp_path / "names.csv"
    rules.write_text('format = 1\nextends = "generala"\n', "utf-8")
    theme.write_text("[lines]\nbox = 1.0\n", "utf-8")
    names.write_text("An,Bram\n", "utf-8")
    game, base = sheetgen.load_ruleset(rules), sheetgen.base_of(rules)
    assert game.rows == sheetgen.load_ruleset(str(rules)).rows
    assert base is not None
    assert base.id == "generala"
    made = sheetgen.sheet(game, theme=theme, names_file=names)
    assert made == sheetgen.sheet(game, theme=str(theme), names_file=str(names))
    with pytest.raises(sheetgen.SheetgenError, match="no such file"):
        sheetgen.sheet(game, fonts=tmp_path / "none.ttf")
