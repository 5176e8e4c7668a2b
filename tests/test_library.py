"""The library: its page is true, it prints nothing, and importing it costs nothing until it is used."""

import contextlib
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run
from running import python

import sheetgen

PAGE = (Path(__file__).parent.parent / "docs" / "library.md").read_text("utf-8")
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
    """A sheet, a form, a page, rules and a kit are the bytes of the library, but for the command that they carry."""
    game = sheetgen.load_ruleset("numbers-hands")
    own: dict[str, Callable[..., bytes]] = {"pdf": sheetgen.sheet, "form": sheetgen.form, "rules": sheetgen.booklet}
    for command, make in own.items():
        people = ["--names", "An,Bram"] if command != "rules" else []
        assert (
            run(command, "--ruleset", game.id, "--lang", "nl", "--paper", "a5", *people, "-o", "x.pdf", "--force")[0]
            == 0
        )
        line = f"sheetgen {command} --ruleset {game.id} --lang nl --paper a5{' --names An,Bram' if people else ''}"
        given = {"names": ["An", "Bram"]} if people else {}
        assert Path("x.pdf").read_bytes() == make(game, lang="nl", paper="a5", command=line, **given)
    assert run("form", "--ruleset", game.id, "--format", "html", "-o", "x.html")[0] == 0
    assert Path("x.html").read_bytes() == sheetgen.page(game)
    assert run("kit", "--ruleset", game.id, "-o", "kit")[0] == 0
    assert len(list(Path("kit").iterdir())) == len(sheetgen.kit(game))


def test_every_name_is_there() -> None:
    for name in [*sheetgen.__all__, *reversed(sheetgen.__all__)]:
        assert getattr(sheetgen, name) is getattr(sheetgen, name)
    for name in ("sheet", "form", "page", "booklet", "kit", "check", "score", "load_ruleset"):
        assert callable(getattr(sheetgen, name))
    with pytest.raises(AttributeError, match="no attribute 'sheets_of_paper'"):
        _ = sheetgen.sheets_of_paper


def test_importing_it_loads_nothing() -> None:
    code = "import sys, sheetgen; print([name for name in sys.modules if name.startswith('sheetgen.')])"
    assert python("-c", code).stdout == b"[]\n"


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"players": 0}, "--players: 0 is not possible"),
        ({"names": ["x" * 99]}, "a name has 80 letters at most"),
        ({"names": ["An", "Bram"], "players": 1}, "2 names, and --players says 1"),
        ({"lang": "xx"}, "unknown language 'xx'"),
        ({"paper": "a44"}, "unknown paper 'a44'"),
        ({"margin": 1}, "should be from 5 to 50 mm"),
        ({"back": "audit", "back_offset": (1, 99)}, "moved by 99 mm"),
        ({"glue": 3}, "--glue needs --pad."),
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
