"""`sheetgen form`: what it writes, and what it refuses."""

import re
from html import unescape
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.calculator.test_page_look import unpacked
from tests.conftest import Refused, Run
from tests.readback import command_of
from tests.tables import table_of


def test_a_form_and_a_page_are_written_and_named(run: Run) -> None:
    """Both come into out/, named after game, language and paper.

    A form carries the command that made it, a page may run its own script alone.
    """
    command = "form --ruleset dice-play --lang nl --names An,Bram"
    wrote = "geschreven: out/dice-play-nl-a4-form.pdf\n"
    assert run(command) == (0, wrote, "")
    wrote = "wrote out/dice-play-en.html\n"
    assert run("form --ruleset dice-play --format html") == (0, wrote, "")
    made_by = "sheetgen form --ruleset dice-play --lang nl --paper a4 --names An,Bram"
    assert command_of("out/dice-play-nl-a4-form.pdf") == made_by
    page = unescape(Path("out/dice-play-en.html").read_text("utf-8"))
    assert re.search(r"default-src 'none'.*script-src 'sha256-[\w+/=]{44}'", page)


def test_the_same_page_again_and_in_a_theme(run: Run) -> None:
    """Same command, same bytes, in files that can be replaced.

    Colours and shapes are from a theme, as on a sheet.
    """
    for name in ("a.html", "b.html"):
        assert run("form", "--ruleset", "numbers-hands", "--format", "html", "-o", name)[0] == 0
    assert Path("a.html").read_bytes() == Path("b.html").read_bytes()
    assert Path("a.html").stat().st_size < 195_000
    for name, more in (("own.html", ()), ("theme.html", ("--theme", "forest"))):
        assert run("form", "--ruleset", "yatzy", "--format", "html", "-o", name, *more)[0] == 0
    own, theme = (unpacked(Path(name).read_text("utf-8"))[0] for name in ("own.html", "theme.html"))
    assert ("--accent:#9c2430" in own, "--accent:#1d5138" in theme, "#9c2430" in theme) == (
        True,
        True,
        False,
    )
    assert ("--round:1;" in own, "--round:1.8;" in theme) == (True, True)
    assert run("form --ruleset yatzy --format html --theme foo")[0] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        *table_of(Path(__file__).parent / "refused.txt"),
        (
            "--names a\x01b",
            "--names: the name 'a\\x01b' has a control character in it (U+0001); leave it out",
        ),
        ("--names a\udcff", "(U+DCFF); leave it out"),
    ],
)
def test_what_does_not_go_is_refused(refused: Refused, words: str, said: str) -> None:
    """The message is one clear line, and nothing is written."""
    assert said in refused(f"form --ruleset dice-play {words}")
    assert not list(Path().iterdir())


@pytest.mark.parametrize("more", [[], ["--format", "html"], ["--games", "2"]])
def test_which_game(refused: Refused, more: list[str]) -> None:
    """Without any game, and for one that there is not, it says so."""
    assert refused("form", *more).startswith("Which game? For example: sheetgen form dice-play.")
    assert "no-such-game" in refused("form --format html --games yatzy,no-such-game")


def test_a_ruleset_of_ones_own(run: Run) -> None:
    """A user's file becomes a form and a page with its own words."""
    page = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text("utf-8")
    (toml,) = re.findall(r"<!-- file: quick.toml -->\n```toml\n(.*?)```", page, re.DOTALL)
    Path("quick.toml").write_text(toml, "utf-8")
    for format_ in ("pdf", "html"):
        assert run("form", "--ruleset", "./quick.toml", "--lang", "nl", "--format", format_)[0] == 0
    _, data, _ = unpacked(Path("out/quick-nl.html").read_text("utf-8"))
    assert data["games"]["quick"]["said"]["nl"]["title"] == "Snelle Jacht"
    fields = PdfReader(Path("out/quick-nl-a4-form.pdf")).get_fields() or {}
    assert str(fields["p1_luck"]["/TU"]) == "Geluk, speler 1: 5 tot en met 30"


def test_every_word_of_the_page_is_dutch(run: Run) -> None:
    """In Dutch no English word of the page is left."""
    assert run("form --ruleset numbers-hands --lang nl --format html")[0] == 0
    data = unpacked(Path("out/numbers-hands-nl.html").read_text("utf-8"))[1]
    place = [each for each in data["languages"] if each != "en"].index("nl")
    same = {
        english for english, each in data["translations"]["page"].items() if english == each[place]
    }
    both = {"was %(points)s", "open", "Menu", "bonus %(points)s"}
    both |= {"%(player)s: %(what)s", "%(player)s: %(row)s %(points)s"}
    both |= {"%(player)s: %(row)s %(points)s, bonus %(brings)s"}
    assert same <= both, same
