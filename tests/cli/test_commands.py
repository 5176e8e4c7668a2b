"""The commands, as a person types them: what they print, write and answer."""

import os
import re
import shlex
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from itertools import cycle, product
from pathlib import Path

import pytest

from sheetgen import __version__
from sheetgen.cli import commands
from sheetgen.errors import SheetgenError
from sheetgen.files import disk, folders
from sheetgen.i18n.catalog import load_catalog
from sheetgen.layout.options import find_paper, system_paper
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids, ruleset_path
from tests.conftest import Run, help_parts
from tests.readback import text_of
from tests.running import PROGRAM, environment, program, python, shell
from tests.tables import table_of


def test_a_sheet_is_written_and_named(run: Run) -> None:
    """The default place is out/<ruleset>-<lang>-<paper>.pdf, and the command says so."""
    assert run("pdf --ruleset dice-play --lang nl") == (
        0,
        "geschreven: out/dice-play-nl-a4.pdf\n",
        "",
    )
    everything = text_of("out/dice-play-nl-a4.pdf")
    assert "Kleine straat" in everything
    assert "sheetgen pdf --ruleset dice-play --lang nl --paper a4" in everything


@pytest.mark.parametrize(
    ("environment", "paper"),
    [
        ({}, "a4"),
        ({"LANG": "en_US.UTF-8"}, "letter"),
        ({"LANG": "nl_NL.UTF-8", "LC_PAPER": "es_MX"}, "letter"),
        ({"LANG": "fr_CA@euro"}, "letter"),
        ({"LANG": "en_GB.UTF-8"}, "a4"),
        ({"LANG": "en_US", "LC_ALL": "nl_BE"}, "a4"),
        ({"LANG": "C.UTF-8"}, "a4"),
    ],
)
def test_paper_follows_the_territory(environment: dict[str, str], paper: str) -> None:
    """Letter where people use Letter, A4 elsewhere, whatever the language."""
    assert system_paper(environment)[0] == paper


def test_papers_are_found_by_name() -> None:
    assert find_paper("A5").name == "a5"
    with pytest.raises(SheetgenError, match="did you mean 'letter'"):
        find_paper("leter")
    with pytest.raises(SheetgenError, match="choose"):
        find_paper("xyz")


HERE = Path(__file__).parent
NO_HOME = "Your home folder is not known; set HOME to its path."
ERRORS = [
    *table_of(HERE / "errors.txt"),
    (f"pdf --ruleset dice-play -o {'x' * 300}", "cannot write this file: the name is too long"),
    ('pdf --ruleset "a\x1b[31m\nb"', "unknown ruleset 'a\\x1b[31m\\nb'"),
    (f"pdf --ruleset dice-play --names {'a' * 5000}", "--names: a name has 80 letters at most"),
]


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
@pytest.mark.parametrize("name", ["yacht", "Yacht", "jacht", "kniffel", "yahtzee", "Yahtze"])
def test_who_asks_for_yacht_is_told_of_all_its_games(name: str, lang: str) -> None:
    with pytest.raises(SheetgenError) as caught:
        ruleset_path(name)
    games = ("bonus-yachts", "dice-play", "numbers-hands", "players-choice", "yacht-12")
    assert set(games) <= {*caught.value.values["known"]} <= {*games, "yatzy"}  # type: ignore[misc]
    said = load_catalog(lang).error(caught.value)
    assert all(game in said for game in games)


def test_names_of_games_are_not_case_sensitive(run: Run) -> None:
    assert load_ruleset("Dice-Play").id == "dice-play"
    assert "did you mean 'dice-play'?" in run("pdf --ruleset DICE-PLY")[2]
    assert run("new mine --from Yatzy -o -")[1].count('extends = "yatzy"') == 1


@pytest.mark.parametrize("command", ["pdf", "kit", "rules", "form", "card"])
@pytest.mark.few(2)
def test_a_game_may_stand_alone(command: str, run: Run) -> None:
    """It may be the first or last word, in capitals or not; the result is that of --ruleset."""
    asked = (command, "--lang", "en", "--force")
    assert run(*asked, "--ruleset", "yatzy", "-o", "one")[0] == 0
    assert run(*asked, "Yatzy", "-o", "two")[0] == 0
    found = [
        [path] if path.is_file() else sorted(path.iterdir()) for path in (Path("one"), Path("two"))
    ]
    assert [path.read_bytes() for path in found[0]] == [path.read_bytes() for path in found[1]]


def test_a_game_may_stand_before_a_roll_or_a_card(run: Run) -> None:
    assert run("score Yatzy 6 6 6 3 3") == run("score --ruleset yatzy 66633")
    card = ("3", "6", "9", "12", "15", "18", "25", "30", "40", "50")
    assert run("check", "generala", *card) == run("check", "--ruleset", "generala", *card)
    Path("generala").write_text("generala,An\nones,3\n", "utf-8")
    assert "An" in run("check generala")[1]


@pytest.mark.parametrize(("line", "words"), ERRORS)
@pytest.mark.few(15)
def test_error_is_one_clear_line(line: str, words: str, run: Run) -> None:
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert words in err.splitlines()[0]
    assert "Traceback" not in err
    assert not list(Path().glob("**/*.pdf"))


FILES: dict[str, str | bytes] = {
    "close-call.toml": 'format = 1\nextends = "dice-play"\nname = "Close call"\n',
    "card.toml": 'ruleset = "dice-play"\n[boxes]\nones = "x"\n',
    "ok.csv": "dice-play,An\nOnes,3\n",
    "empty.toml": "",
    "no-head.csv": "Ones,3\nTwos,6\n",
    "near.csv": "dice-ply,An\nOnes,3\n",
    "batch.csv": "yatzy,ones\n50,3\n",
    "card.xlsx": b"PK\x03\x04\x14\0\x06\0",
    "old.csv": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
}
CARD = "3 6 9 12 15 18 30 0 0 0 21 50"
MEANT = table_of(HERE / "meant.txt")
"""What is typed, the exit code, and a part of what is printed."""


@pytest.mark.parametrize(("line", "code", "words"), MEANT)
def test_what_people_try_is_done_or_answered(line: str, code: str, words: str, run: Run) -> None:
    """An input with one possible meaning is obeyed.

    Any other gets one line with a correction.
    """
    for name, content in FILES.items():
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    found, out, err = run(*shlex.split(line))
    assert (str(found), words in out + err) == (code, True), out + err
    assert code != "2" or (out == "" and words in err.splitlines()[0])
    assert not list(Path().glob("**/*.pdf"))


def test_an_empty_standard_input_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    said = "standaardinvoer: er staat niets in; vul het eerst in\n"
    assert run("check - --lang nl") == (2, "", said)


def test_a_near_name_on_standard_input_is_placed_there(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note names standard input in the reader's words, not the sign for it."""
    card = "dice-play,An\nOnes,3\nTwoes,6\n"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(card.encode())))
    assert run("check - --lang nl")[2].startswith("standaardinvoer: ")


def test_a_language_that_is_missing_leaves_that_of_the_system(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The option names none, so its fault is in the language of the environment."""
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    for name in ("SHEETGEN_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    assert run("pdf dice-play --lang -o x.pdf")[2].startswith("Bij --lang hoort")


def test_a_missing_picture_is_named_before_a_missing_extra(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The libraries would not help to read it."""
    monkeypatch.setattr("sheetgen.files.folders.find_spec", lambda _: None)
    said = "foto.jpg: cannot read this file: no such file or folder; check the name\n"
    assert run("check foto.jpg") == (2, "", said)
    Path("foto.jpg").write_bytes(b"")
    assert run("check foto.jpg")[2].startswith("the extra 'scan' is not installed; ")


def test_names_come_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hyphen means standard input; a fault names the line."""
    for content, code in (("Anna,Bram\nCyra,Dora\n", 0), ("Anna\n" + "x" * 100, 2)):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content.encode())))
        found, _, err = run("pdf dice-play --names-file - -o names.pdf")
        assert (found, err.startswith("standard input: line 2: ") if code else err == "") == (
            code,
            True,
        )
    assert "Cyra" in text_of("names.pdf", 1)


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
@pytest.mark.parametrize(("line", "example"), table_of(HERE / "no_game.txt"))
@pytest.mark.few(20)
def test_who_names_no_game_sees_how(line: str, example: str, lang: str, run: Run) -> None:
    """The message has an example, which works if it is complete, and says how to list games."""
    Path("card.csv").write_text(",An\nOnes,3\n", "utf-8")
    Path("photo.jpg").write_bytes(b"")
    code, out, err = run(f"{line} --lang {lang}")
    [said] = err.splitlines()
    assert (code, out) == (2, "")
    assert example in said
    assert "sheetgen rulesets" in said
    assert str(len(ruleset_ids())) in said
    assert ("Which game?" in said) is (lang == "en")
    if line.startswith(("score", "show", "card")):
        assert run(*example.split()[1:])[0] == 0


@pytest.mark.parametrize("words", [["help"], ["-h"], ["help", "help"], ["help", "version"]])
def test_words_and_letters_for_help(words: list[str], run: Run) -> None:
    shown = run("--help")
    assert (shown[0], shown[2]) == (0, "")
    assert run(*words) == shown


@pytest.mark.parametrize(
    "command",
    [*(name.split() for name in commands.whole_program().commands), ["language", "check"]],
)
@pytest.mark.few(8)
def test_help_of_every_command(command: list[str], run: Run) -> None:
    """Help is printed in three ways, in the language of the option, and no file is written."""
    shown = run(*command, "--help")
    assert (shown[0], shown[2]) == (0, "")
    assert "-h, --help" in shown[1]
    assert run("help", *command) == run(*command, "-h") == shown
    if command != ["language"]:  # which has no --lang
        assert run("help", *command, "--lang", "nl")[1].startswith("Gebruik: ")
    assert not list(Path().iterdir())


def test_help_of_what_there_is_not(run: Run) -> None:
    assert run("help pfd") == run("pfd")
    assert run("version") == run("--version")


NAMES = [*table_of(HERE / "languages.txt"), ("NEDERLANDS ", "nl"), ("franc\u0327ais", "fr")]


@pytest.mark.parametrize(("name", "code"), NAMES)
@pytest.mark.few(2)
def test_languages_are_found_by_their_names(
    name: str, code: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = run("rulesets", "--lang", code)
    assert run("rulesets", "--lang", name) == shown
    monkeypatch.setenv("SHEETGEN_LANG", name)
    assert run("rulesets") == shown


def test_a_language_of_ones_own_is_found_by_its_name(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path))
    assert "unknown language 'italiano'" in run("card dice-play --lang italiano")[2]
    run("language new it")
    for name in ("italiano", "Italian", "Italiaans"):
        assert (
            "out/dice-play-it-a4.pdf" in run("pdf", "dice-play", "--lang", name, "--paper", "a4")[1]
        )


def test_two_languages_by_their_names(run: Run) -> None:
    assert run("pdf dice-play --lang 'Dutch, français' --paper a4")[0] == 0
    assert "--lang nl,fr" in text_of("out/dice-play-nl-fr-a4.pdf")
    assert run("pdf dice-ply --lang Dutch,French")[2].startswith("spel onbekend")
    assert "één taal" in run("pdf dice-play --lang nl,Dutch")[2]


WRONG = {
    "int": ("four", "'four' is not a whole number; write it in digits, such as 4."),
    "float": ("it's", "'it's' is not a number; write it in digits, such as 0.5."),
    "choice": ("four", "'four' is not possible; choose "),
}
"""For each type of an option, a value that it refuses, and the English message."""


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
@pytest.mark.few(2)
def test_every_wrong_value_is_told_in_a_sentence(
    lang: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEETGEN_LANG", lang)
    seen = set()
    for name, command in commands.whole_program().commands.items():
        for param in command.params:
            written, said = WRONG.get(param.type.name, ("", ""))
            if not written:
                continue
            option = max(param.opts, key=len) if param.param_type_name == "option" else ""
            code, out, err = run(name, *filter(None, (option, written)))
            line, hint = err.splitlines()
            assert (code, out) == (2, "")
            assert line.startswith(f"{option}: '{written}' " if option else f"'{written}' ")
            assert (said in line) is (lang == "en"), line
            assert f"sheetgen {name} --help" in hint
            assert not any(
                word in line for word in ("Invalid value", "is not a valid", "is not one of")
            )
            seen.add(param.type.name)
    assert seen == {*WRONG}


@pytest.mark.parametrize(("written", "is_one"), table_of(HERE / "dates.txt"))
@pytest.mark.few(5)
def test_dates_that_do_not_exist(written: str, is_one: str, run: Run) -> None:
    Path("names.csv").write_text(f"Date,Player\n1-1-2026,An\n{written},Bo\n", "utf-8")
    fault = f"{written} does not exist; check the day and the month.\n"
    for words, place in (
        (["--date", f" {written}"], "--date: "),
        (["--names-file", "names.csv"], "names.csv: line 3: "),
    ):
        code, _, err = run("pdf", "dice-play", *words, "--force")
        assert (code, err) == ((0, "") if is_one == "yes" else (2, place + fault))
    assert Path("out").exists() is (is_one == "yes")


def test_advice_has_two_decimals(run: Run) -> None:
    shown = run("advise dice-play 6 6 3 2 1 --lang nl")[1]
    rows = [line.split()[-2:] for line in shown.splitlines()[1:]]
    assert len(rows) == 12
    assert rows[0][1] == "–"
    assert all(re.fullmatch(r"\d+,\d\d", number) for row in rows for number in row if number != "–")


HOUSE = {"house.toml": (folders.rulesets() / "dice-play.toml").read_text("utf-8")}
BALUT = {"sheetgen.toml": "[pdf]\nruleset = 'balut'\n"}
NOTE = "settings from sheetgen.toml\n"
ANSWERS: list[tuple[dict[str, str | None], str, int, str, str]] = [
    # files, and folders, which have no text; what is typed, the exit code, and parts of the answer
    # and of the errors
    ({"prints": None}, "pdf --ruleset dice-play -o prints", 0, "wrote prints/dice-play-en-a4.pdf\n",
     ""),
    ({"out": ""}, "pdf --ruleset dice-play", 2, "", "out: "),
    ({**HOUSE}, "pdf --ruleset ./house.toml --paper a5", 0, "wrote out/house-en-a5.pdf\n", ""),
    ({"my.toml": 'format = 1\nname = ""\n'}, "pdf --ruleset my.toml", 2, "",
     "my.toml: sections: missing; write it\nmy.toml: totals: missing; write it\n"
     'my.toml:2: name: wrote ""; should be one line of text, not empty\n'),
    ({**BALUT}, "pdf Yatzy --lang en --paper a4", 0, "wrote out/yatzy-en-a4.pdf\n", NOTE),
    ({**BALUT}, "pdf --lang en --paper a4", 0, "wrote out/balut-en-a4.pdf\n", NOTE),
    ({"sheetgen.toml": "[pdf]\ngame = 'balut'\n"}, "pdf Yatzy", 2, "", "unknown key 'game'"),
    ({}, "pdf yatzy --separate -o one", 0, "wrote 1 file: one\n", ""),
    ({}, "pdf yatzy --blanks 2 --separate -o two", 0, "wrote 2 files: two\n", ""),
    # errors are in the language that was asked for, even where the command line itself is wrong
    ({}, "pdf --ruleset dice-ply --lang=nl", 2, "",
     "spel onbekend: 'dice-ply'; bedoel je 'dice-play'?\n"),
    ({}, "pdf --lang nl", 2, "", "Welk spel? Bijvoorbeeld: sheetgen pdf dice-play."),
    ({}, "pdf --ruleset dice-play --lang nl --players 30", 2, "",
     "op a4 passen 19 van de 30 spelers of spellen"),
    ({}, "rulesets --lang nl", 0,
     "dice-play          Twaalf categorieën, twee straten van vijf voor 30, geen bonus\n", ""),
    ({}, "languages", 0, "de  German\nen  English\nfr  French\nnl  Dutch\n", ""),
    ({}, "--version", 0, f"sheetgen {__version__}\n", ""),
    ({}, "--version pdf", 0, f"sheetgen {__version__}\n", ""),
]  # fmt: skip


@pytest.mark.parametrize(("files", "words", "code", "answer", "errors"), ANSWERS)
@pytest.mark.few(2)
def test_answers(
    files: dict[str, str | None], words: str, code: int, answer: str, errors: str, run: Run
) -> None:
    for name, text in files.items():
        if text is None:
            Path(name).mkdir()
        else:
            Path(name).write_text(text, "utf-8")
    found, out, err = run(*words.split())
    assert (found, answer in out, errors in err) == (code, True, True), (out, err)
    assert (out == "", err == "") == (answer == "", errors == "")
    assert words.startswith("rulesets") or out == answer


def test_the_system_names_no_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "dutch")
    assert "Seven categories" in run("rulesets")[1]


def test_a_different_file_stays(run: Run) -> None:
    command = ("pdf", "--ruleset", "dice-play", "-o", "sheet.pdf")
    assert run(*command)[0] == run(*command)[0] == 0
    Path("sheet.pdf").write_text("precious", "utf-8")
    code, _, err = run(*command)
    assert (code, Path("sheet.pdf").read_text("utf-8")) == (2, "precious")
    assert err.startswith("sheet.pdf: a different file is there; replace it with --force")
    assert run(*command, "--force")[0] == 0
    assert Path("sheet.pdf").read_bytes().startswith(b"%PDF")


def test_a_link_keeps_pointing(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "real").chmod(0o600)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    disk.write_all([(tmp_path / "link", b"new")], replace=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o600


def test_help_is_in_the_readers_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "sheetgen pdf dice-play --lang nl" in run("--help")[1]
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    code, out, _ = run("pdf --help")
    assert code == 0
    for words in (
        "Gebruik: sheetgen pdf SPEL [OPTIES]",
        "Maak scorebladen als pdf.",
        "Meestgebruikte opties:",
        "--output BESTAND",
        "Aantal spelers.",
    ):
        assert words in out


def test_every_option_has_help() -> None:
    for part in help_parts(commands.whole_program()):
        assert part.help
        for language in ("nl", "de", "fr"):
            assert load_catalog(language).message(part.help) != part.help


def test_open_shows_the_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("typer.launch", lambda path: int(path != "out/dice-play-en-a4.pdf"))
    assert run("pdf --ruleset dice-play --open")[0] == 0
    monkeypatch.setattr("typer.launch", lambda path: 1)
    code, out, err = run("pdf --ruleset dice-play --open")
    assert (code, out) == (2, "wrote out/dice-play-en-a4.pdf\n")
    assert "cannot open this file here" in err
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("sys.platform", "linux")
    assert run("pdf --ruleset dice-play --open")[0] == 2


def test_standard_output_holds_the_pdf_alone() -> None:
    first, second = (program("pdf", "--ruleset", "dice-play", "-o", "-") for _ in range(2))
    assert first.returncode == 0
    assert first.stdout.startswith(b"%PDF")
    assert first.stdout.rstrip().endswith(b"%%EOF")
    assert (first.stdout, first.stderr) == (second.stdout, b"")


@pytest.mark.parametrize("arguments", [["rulesets"], ["pdf", "--ruleset", "dice-play", "-o", "-"]])
def test_output_whose_reader_has_gone(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*PROGRAM, *arguments],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
        env=environment(),
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    "line",
    ["pdf --ruleset nowhere 2>/dev/full", "pdf 2>&-", "pdf --ruleset ./nowhere.toml 2>/dev/full",
     "rulesets >/dev/full 2>/dev/full", "rulesets >/dev/full 2>&-", "check - <&- 2>/dev/full",
     "check - <&- 2>&-",
     "check --ruleset dice-play <&- 2>&-"],
)  # fmt: skip
@pytest.mark.few(2)
def test_errors_that_nobody_takes(line: str) -> None:
    """The exit code still reports the fault, and no traceback is printed."""
    done = shell(f"sheetgen {line}")
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


@pytest.mark.parametrize("words", ["", "rulesets", "--help", "pdf --ruleset dice-play -o x.pdf"])
@pytest.mark.few(1)
def test_standard_input_that_is_closed(words: str, tmp_path: Path) -> None:
    done = shell(f"sheetgen {words} <&-", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


def test_where_nobody_has_a_home(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "expanduser", str)
    for name in ("SHEETGEN_HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for folder in (
        "~/.config/sheetgen/rulesets",
        "~/Library/Application Support/sheetgen/rulesets",
    ):
        Path(folder).mkdir(parents=True)
        Path(folder, "strange.toml").write_text("", "utf-8")
    before = sorted(Path().rglob("*"))
    for words in (
        ["new", "x", "--mine"],
        ["language", "new", "it"],
        ["language", "check", "it"],
        ["--install-completion", "bash"],
    ):
        assert run(*words) == (2, "", f"{NO_HOME}\n")
    code, out, err = run("rulesets")
    assert (code, err, "strange" in out) == (0, "", False)
    assert run("languages")[0] == run("card --ruleset dice-play")[0] == 0
    assert NO_HOME in run("doctor")[1]
    assert sorted(Path().rglob("*")) == before


HOMES = [
    {"HOME": ""},
    {"HOME": "home"},
    {"HOME": "", "XDG_CONFIG_HOME": ""},
    {"HOME": "", "XDG_CONFIG_HOME": "config"},
]
"""Homes that are none, for paths in them would lead to the root, or into the folder that one is
in."""


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="settings are elsewhere there")
@pytest.mark.parametrize("variables", HOMES, ids=str)
@pytest.mark.few(2)
def test_homes_that_are_none(
    variables: dict[str, str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is made below / or here.

    A command that needs a home reports it; XDG_CONFIG_HOME counts if it is absolute.
    """
    for name in ("SHEETGEN_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SheetgenError, match="home folder is not known"):
        folders.user_folder()
    with pytest.raises(SheetgenError, match="home folder is not known"):
        folders.cache_folder()
    for words in (
        ["new", "x", "--mine"],
        ["language", "new", "it"],
        ["--install-completion", "bash"],
    ):
        assert run(*words) == (2, "", f"{NO_HOME}\n")
    assert run("rulesets")[0] == run("pdf dice-play -o x.pdf")[0] == 0
    assert [path.name for path in Path().iterdir()] == ["x.pdf"]
    monkeypatch.setenv("XDG_CONFIG_HOME", str(Path("own").absolute()))
    assert folders.user_folder() == Path("own/sheetgen").absolute()
    assert run("new x --mine")[0] == 0
    monkeypatch.setenv("HOME", str(Path("home").absolute()))
    monkeypatch.setenv("XDG_CONFIG_HOME", "config")
    assert folders.user_folder() == Path("home/.config/sheetgen").absolute()


@pytest.mark.parametrize(
    "arguments", [["rulesets", "--lang", "nl"], ["pdf", "--ruleset", "dice-play", "-o", "zoë.pdf"]]
)
def test_terminals_that_cannot_show_a_letter(arguments: list[str], tmp_path: Path) -> None:
    done = program(*arguments, folder=tmp_path, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")


PRINTING = [
    "rulesets",
    "--help",
    "version",
    "check --batch cards",
    "pdf dice-play -o -",
    "pdf dice-play -o x.pdf",
]
OTHERS = """
help pdf
--version
rulesets --long
languages
show dice-play
card dice-play
card dice-play -o x.csv
kit dice-play
score dice-play 6 6 6 3 3
score --ruleset dice-play --batch rolls
odds dice-play
odds dice-play --format json
odds dice-play --format csv
advise dice-play 6 6 6 3 3
advise dice-play 6 6 6 3 3 --format json
advise --ruleset dice-play --batch rolls
reference commands
reference cards --schema
doctor
validate dice-play
new mine
new mine -o -
check card.csv
check card.csv --format csv
check card.csv --format json
check card.csv --annotate x.pdf
rules dice-play --format md -o -
form dice-play --format html --app
language
language new it
pdf dice-play --separate --blanks 3
"""
"""Commands that print, after some of them."""
STREAMS = {
    ">&-": "standard output is closed",
    ">/dev/full": "the disk is full; free some space, or choose another disk",
}
SLOW = pytest.mark.slow("other commands")
LOST = [
    *product(PRINTING, STREAMS),
    *(
        pytest.param(*each, marks=SLOW)
        for each in zip(OTHERS.split("\n")[:-1], cycle(STREAMS), strict=False)
    ),
]


@pytest.mark.parametrize(("words", "stream"), LOST)
@pytest.mark.few(2)
def test_answers_that_nobody_takes(words: str, stream: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "cards").write_text('{"ruleset": "dice-play", "boxes": {"ones": 3}}\n', "utf-8")
    (tmp_path / "rolls").write_text('{"dice": [6, 6, 6, 3, 3]}\n', "utf-8")
    (tmp_path / "card.csv").write_text("dice-play,An\nOnes,3\n", "utf-8")
    done = shell(f"sheetgen {words} {stream}", tmp_path, SHEETGEN_HOME=str(tmp_path / "own"))
    assert (done.returncode, done.stdout) == (2, b"")
    (said,) = done.stderr.decode().splitlines()
    assert said.startswith(f"cannot write: {STREAMS[stream]}")


def test_what_was_printed_before_an_error(tmp_path: Path) -> None:
    """An error is printed last and keeps its exit code, also if earlier output was lost."""
    for stream in STREAMS:
        done = shell(
            f"sheetgen pdf dice-play --open -o {stream[-1]}.pdf {stream}", tmp_path, PATH=""
        )
        assert done.returncode == 2
        assert b"cannot open this file here" in done.stderr or b"cannot write" in done.stderr
        assert b"Exception" not in done.stderr


def test_start_up_imports_only_what_is_needed() -> None:
    code = (
        "import sys; from sheetgen.cli import commands\n"
        "try: commands.main(['pdf', '--ruleset', 'dice-play', '-o', '/dev/null'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    loaded = python("-c", code).stdout.decode().split()
    assert "sheetgen.cli.sheet_commands" in loaded
    unwanted = {"jinja2", "babel", "pydantic", "rich", "starlette", "uvicorn", "asyncio", "sqlite3"}
    assert not unwanted & {*loaded}
