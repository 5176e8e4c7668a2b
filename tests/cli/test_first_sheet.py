"""The first sheet, asked for on a terminal; doctor; and what the tab key offers."""

import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sheetgen import __version__
from sheetgen.cli import commands
from sheetgen.files import folders
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.layout.options import PAPERS
from sheetgen.layout.themes import theme_names
from sheetgen.pdf.fonts import font_files
from sheetgen.rulesets.source import ruleset_ids
from tests import running
from tests.conftest import Run
from tests.running import PROGRAM

ENTER = b"\n"
Talk = Callable[..., tuple[int, str]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Provide the user folder, with folders for rulesets and languages.

    The system uses English and A4.
    """
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_PAPER", "LANG", "SHEETGEN_LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "home"))
    for name in ("rulesets", "languages"):
        (tmp_path / "home" / name).mkdir(parents=True)
    load_catalog.cache_clear()
    yield tmp_path / "home"
    load_catalog.cache_clear()


@pytest.fixture
def talk(home: Path) -> Talk:
    """Provide a function that starts the program on a terminal and answers its questions."""

    def talk(*answers: bytes, **environment: str) -> tuple[int, str]:
        return running.talk([], answers, {**os.environ, **environment})

    return talk


def questions(shown: str) -> int:
    """Return the number of questions."""
    return shown.count("]: ")


def repeated(shown: str) -> bytes:
    """Return the sheet that the shown command makes."""
    command = shlex.split(shown.rstrip().splitlines()[-1])
    assert command[:2] == ["sheetgen", "pdf"]
    done = subprocess.run([*PROGRAM, *command[1:], "-o", "-"], capture_output=True, check=True)
    return done.stdout


def test_four_times_enter_is_a_sheet(talk: Talk) -> None:
    """Without an answer there is a sheet, and the command on the screen makes it again."""
    code, shown = talk(ENTER, ENTER, ENTER, ENTER)
    assert (code, questions(shown)) == (0, 4)
    assert "wrote out/dice-play-en-a4.pdf\n" in shown
    assert shown.endswith("  sheetgen pdf --ruleset dice-play --lang en --paper a4 --players 4\n")
    assert repeated(shown) == Path("out/dice-play-en-a4.pdf").read_bytes()


def test_answers_by_number_and_name(talk: Talk) -> None:
    """A language and a game by name or number, names for the columns, a paper or a size.

    The language at once.
    """
    number = str(languages().index("nl") + 1).encode()
    code, shown = talk(number + ENTER, b"Yatzy\n", b"An, Bram  Jan,O'Neill\n", b"LETTER\n")
    assert (code, questions(shown)) == (0, 4)
    first, second = shown.split("]: ")[:2]
    assert "Which language?" in first
    for words in ("Welk spel?", "Paren, straten van vijf"):
        assert words in second
    assert "Wie doen er mee?" in shown
    assert "geschreven: out/yatzy-nl-letter.pdf" in shown
    assert repeated(shown) == Path("out/yatzy-nl-letter.pdf").read_bytes()
    game = str(ruleset_ids().index("balut") + 1).encode()
    code, shown = talk(b"en\n", game + ENTER, b"-x,--names\n", b"210x300mm\n", LC_ALL="de_DE.UTF-8")
    assert "Welche Sprache?" in shown.split("]: ")[0]
    assert "Which game?" in shown.split("]: ")[1]
    assert (code, "--paper 210x300mm --names=-x,--names" in shown) == (0, True)
    assert repeated(shown) == Path("out/balut-en-210x300mm.pdf").read_bytes()


def test_wrong_answers_are_asked_again(talk: Talk) -> None:
    wrong = (b"xx\n", b"0\n", b"99\n", b"en\n", b"dice-ply\n", b"dice-play\n", b"0\n", b"21\n",
             b"999999999\n",
             b"x" * 81 + ENTER, b"2\n", b"a44\n", b"a5\n")  # fmt: skip
    code, shown = talk(*wrong)
    assert (code, questions(shown)) == (0, len(wrong))
    asked = Counter(map(int, re.findall("from 1 to ([0-9]+), please", shown)))
    assert asked == Counter([*[len(languages())] * 3, len(ruleset_ids()), *[20] * 3])
    assert "unknown paper 'a44'; did you mean 'a4'?" in shown
    assert "--paper a5 --players 2" in shown
    assert [path.name for path in Path("out").iterdir()] == ["dice-play-en-a5.pdf"]


def test_a_number_of_players_with_noughts_is_a_number(talk: Talk) -> None:
    code, shown = talk(ENTER, ENTER, b"00041\n", b"3\n", ENTER)
    assert (code, questions(shown)) == (0, 5)


@pytest.mark.parametrize(("players", "paper"), [(b"9\n", b"a6\n"), (b"20\n", b"a4\n")])
@pytest.mark.few(1)
def test_a_paper_that_is_too_small_is_asked_again(players: bytes, paper: bytes, talk: Talk) -> None:
    code, shown = talk(b"nl\n", b"numbers-hands\n", players, paper, b"a3\n")
    assert (code, questions(shown)) == (0, 5)
    assert not any(words in shown for words in ("is too small", "holds 19 columns"))


def test_enter_takes_the_paper_that_is_large_enough(talk: Talk) -> None:
    """After a paper that is too small, the cure of the fault is the usual answer."""
    code, shown = talk(b"en\n", b"yatzy\n", b"3\n", b"a6\n", ENTER)
    assert (code, questions(shown)) == (0, 5)
    assert "[a5]: " in shown
    assert "--paper a5 --players 3" in shown


@pytest.mark.parametrize(("before", "end"), [(0, b"\x03"), (2, b"\x04"), (3, b"\x03")])
@pytest.mark.few(1)
def test_a_conversation_can_be_left(before: int, end: bytes, talk: Talk) -> None:
    code, shown = talk(*[ENTER] * before, end)
    assert (code, questions(shown)) == (130, before + 1)
    assert "Traceback" not in shown
    assert not Path("out").exists()


def test_what_is_broken_of_ones_own_is_left_out(talk: Talk, home: Path) -> None:
    (home / "rulesets" / "broken.toml").write_text("format = 2", "utf-8")
    (home / "rulesets" / "mine.toml").write_text(
        'format = 1\nextends = "yatzy"\nname = "Mine"\n', "utf-8"
    )
    code, shown = talk(ENTER, b"mine\n", ENTER, ENTER)
    assert (code, "broken" in shown) == (0, False)
    assert repeated(shown) == Path("out/mine-en-a4.pdf").read_bytes()
    (home / "languages" / "it.po").write_text("broken", "utf-8")
    assert talk(ENTER, ENTER, ENTER, ENTER)[0] == 0


def test_in_a_pipe_help_is_printed(home: Path) -> None:
    done = subprocess.run(PROGRAM, input=b"\n\n\n\n", capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Usage: sheetgen" in done.stdout
    assert not Path("out").exists()


# Doctor


def test_doctor_names_what_it_looked_at(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Versions, the language and the paper with what decided, fonts and folders; all is well."""
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    monkeypatch.setenv("LC_PAPER", "en_US.UTF-8")
    code, out, err = run("doctor")
    assert (code, err) == (0, "")
    assert f"{__version__}, Python {sys.version.split()[0]}" in out
    assert "reportlab " in out
    assert re.search("foto’s +kunnen worden gelezen", out)
    assert "nl (Nederlands), omdat LANG nl_NL.UTF-8 is" in out
    assert "letter, omdat LC_PAPER en_US.UTF-8 is" in out
    for path in (
        *font_files().values(),
        folders.rulesets(),
        folders.templates(),
        folders.locales(),
        home,
    ):
        assert str(path) in out
    assert all(line.startswith("✓ ") for line in out.splitlines())
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("environment", "arguments", "language", "paper"),
    [
        (
            {},
            [],
            "en (English), because nothing says otherwise",
            "a4, because nothing says otherwise",
        ),
        (
            {"LC_ALL": "en_CA.UTF-8", "LANG": "nl_NL"},
            [],
            "because LC_ALL is en_CA.UTF-8",
            "letter, because LC_ALL is",
        ),
        ({"LANGUAGE": "xx:en", "LC_ALL": "C"}, [], "because LANGUAGE is xx:en", "a4, because "),
        (
            {"SHEETGEN_LANG": "en", "LANG": "nl_NL"},
            [],
            "because SHEETGEN_LANG is en",
            "a4, because LANG is nl_NL",
        ),
        (
            {"SHEETGEN_LANG": "nl"},
            ["--lang", "en"],
            "because --lang says so",
            "a4, because nothing",
        ),
    ],
)
def test_doctor_tells_what_decided(
    environment: dict[str, str],
    arguments: list[str],
    language: str,
    paper: str,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    code, out, _ = run("doctor", *arguments)
    lines = {line[2:].split("  ")[0]: line for line in out.splitlines()}
    assert code == 0
    assert language in lines["language"]
    assert paper in lines["paper"]


def test_doctor_finds_what_is_broken(run: Run, home: Path) -> None:
    (home / "rulesets" / "mine.toml").write_text(
        'format = 1\nextends = "yatzy"\nname = "Mine"\n', "utf-8"
    )
    assert run("doctor")[0] == 0
    (home / "rulesets" / "broken.toml").write_text("format = 2", "utf-8")
    code, out, _ = run("doctor")
    wrong = [line for line in out.splitlines() if line.startswith("✗")]
    assert (code, len(wrong), "broken is wrong; see sheetgen validate broken" in wrong[0]) == (
        1,
        1,
        True,
    )
    (home / "languages" / "it.po").write_text("nothing", "utf-8")
    code, out, _ = run("doctor")
    wrong = [line for line in out.splitlines() if line.startswith("✗")]
    assert (code, len(wrong), "it is wrong; see sheetgen language check it" in wrong[1]) == (
        1,
        2,
        True,
    )


# Completion


def complete(words: str) -> dict[str, str]:
    """Return the environment in which a shell asks Typer to complete these words."""
    count = len(words.split()) - (not words.endswith(" "))
    return {"_SHEETGEN_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(count)}


def test_the_tab_key_offers_what_ships_and_what_is_ones_own(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "rulesets" / "dice-mine.toml").write_text("", "utf-8")
    (home / "languages" / "it.po").write_text("", "utf-8")
    rulesets = sorted([*ruleset_ids(), "dice-mine"])
    assert "it" in languages()
    monkeypatch.setattr(sys, "argv", ["sheetgen"])
    for words, offered in {
        "pdf --ruleset ": rulesets,
        "show ": rulesets,
        "new x --from ": rulesets,
        "pdf --ruleset dice-": ["dice-mine", "dice-play"],
        "pdf --lang ": languages(),
        "rulesets --lang ": languages(),
        "pdf --lang n": ["nl"],
        "language check ": ["it"],
        "pdf --paper ": [*PAPERS],
        "pdf --paper let": ["letter"],
        "pdf --theme ": theme_names(),
        "lang": ["language", "languages"],
        "ru": ["rules", "rulesets"],
    }.items():
        for name, value in complete(f"sheetgen {words}").items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit) as caught:
            commands.main([])
        out, err = capsys.readouterr()
        assert (caught.value.code, err) == (0, "")
        assert sorted(out.split()) == sorted(offered), words
    done = subprocess.run(PROGRAM, capture_output=True, check=False, env=os.environ, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, out, "")
