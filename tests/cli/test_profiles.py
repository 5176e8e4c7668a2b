"""Profiles: settings from a file, their order, and the command in the sheet's foot."""

import os
import shlex
import tomllib
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.readback import Sheet, command_of, text_of
from tests.tables import blocks_of, table_of

HERE = Path(__file__).parent
NOTE = "settings from sheetgen.toml\n"


def made(run: Run, path: str, *arguments: str) -> bytes:
    """Return the sheet that these arguments print, written to a file.

    It may say what a small sheet has no room for, and where its settings are from.
    """
    code, _, err = run("pdf", *arguments, "-o", path, "--force")
    others = [line for line in err.splitlines() if "left out" not in line]
    assert code == 0
    assert others in ([], NOTE.splitlines())
    return Path(path).read_bytes()


def write_profile(text: str, name: str = "sheetgen.toml") -> None:
    """Write a profile with these settings for printing."""
    Path(name).write_text(f"[pdf]\n{text}", "utf-8")


def test_a_profile_by_its_name(run: Run) -> None:
    write_profile('ruleset = "numbers-hands"\ntitle = "Here"\n')
    Path("deep").mkdir()
    write_profile('ruleset = "dice-play"\n', "deep/other.toml")
    assert run("pdf --profile deep/other.toml -o x.pdf") == (0, "wrote x.pdf\n", "")
    assert command_of("x.pdf") == "sheetgen pdf --ruleset dice-play --lang en --paper a4"
    assert "Here" not in text_of("x.pdf")


@pytest.mark.parametrize(
    ("profile", "words", "code", "answer", "errors"), table_of(HERE / "profiles.txt")
)
def test_what_a_profile_comes_to(
    profile: str, words: str, code: str, answer: str, errors: str, run: Run
) -> None:
    Path("names.txt").write_text("Anna\n", "utf-8")
    Path("sheetgen.toml").write_text(f"{profile}\n", "utf-8")
    errors = errors.replace("NOTE ", NOTE).replace("NOTE", NOTE)
    found, out, err = run(*words.split())
    assert (str(found), out[: len(answer)], err[: len(errors)]) == (code, answer, errors)
    assert (out == "", err == "") == (code == "2", errors == "")
    assert code == "0" or err.count("\n") == 1 + (NOTE in err)


@pytest.mark.parametrize("words", ["pdf --help", "rulesets", "form --ruleset dice-play"])
def test_who_needs_no_profile_does_not_read_it(words: str, run: Run) -> None:
    Path("sheetgen.toml").write_text("broken [", "utf-8")
    code, _, err = run(words)
    assert (code, err) == (0, "")


@pytest.mark.parametrize("kind", ["folder", "nowhere"])
def test_what_only_has_the_name_of_a_profile(run: Run, kind: str) -> None:
    """A folder called sheetgen.toml, or a link to nothing, is no profile of the folder.

    Named, it is refused.
    """
    if kind == "folder":
        Path("sheetgen.toml").mkdir()
    else:
        Path("sheetgen.toml").symlink_to("nowhere")
    made(run, "x.pdf", "--ruleset", "dice-play")
    code, _, err = run("pdf --ruleset dice-play --profile sheetgen.toml")
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("sheetgen.toml: ")


@pytest.mark.parametrize(("profile", "arguments", "command"), table_of(HERE / "wins.txt"))
@pytest.mark.few(6)
def test_the_command_line_wins(run: Run, profile: str, arguments: str, command: str) -> None:
    """Its options win, all others come from the profile.

    The result is that of all options without a profile.
    """
    write_profile(f'ruleset = "dice-play"\n{profile}\n')
    with_profile = made(run, "x.pdf", *shlex.split(arguments))
    assert command_of("x.pdf") == f"sheetgen pdf --ruleset dice-play {command}"
    without = made(run, "y.pdf", "--profile", "none", *shlex.split(command_of("x.pdf"))[2:])
    assert with_profile == without


ASKED = [
    "--lang nl",
    "--lang nl,en --paper letter --orientation landscape",
    "--names \"Anna,,Zoë van 't Hoff\"",
    '--names "Ελένη,Łukasz,Ğül,Наталья"',
    "--names=-Anna,--output,-o",
    "--names 'o\"Hara,$HOME,`id`,a\\b,!x,#y,%s,%(n)s,*'",
    "--names ,Bram",
    "--title 'It'\"'\"'s \"here\", isn'\"'\"'t it?' --date \"1 May\" --table=-1 --round two",
    "--title= --date=",
    "--title=--force --table=-ox",
    "--title none --table true --round 1.0",
    "--nup 4 --marks lines --paper a3",
    "--nup 2 --mark-length 3mm --mark-gap 0.5",
    "--nup 2x1 --gap 3mm --marks dots --holes 2",
    "--labels 199.6x143.5 --front-offset -1,1",
    "--margin 0.4in --ruler --back audit --back-offset -1.5,0.5",
    "--back rules --back-offset 1,-0.5",
    "--back audit --numbered",
    "--par --allowed --left-handed --theme forest",
    "--pictogram --ink-saver",
    "--large-print",
    "--reusable --theme wine",
    "--fields table,round,date",
    "--fields none",
    "--columns games",
    "--players 3",
    "--players 3 --names Anna",
    "--series 3",
    "--pad 3 --glue 0",
    "--blanks 2",
]  # fmt: skip


@pytest.mark.parametrize("options", ["", *ASKED])
@pytest.mark.few(6)
def test_a_saved_profile_and_a_command_print_the_same(
    run: Run, options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(f"--ruleset dice-play {options} --save-profile sheetgen.toml")
    asked = made(run, "x.pdf", *words)
    assert set(tomllib.loads(Path("sheetgen.toml").read_text("utf-8"))) == {"pdf"}
    assert made(run, "y.pdf") == asked
    words = shlex.split(command_of("y.pdf"))
    assert words[:2] == ["sheetgen", "pdf"]
    assert not {"--profile", "--output", "-o", "--force"} & {*words}
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert made(run, "z.pdf", *words[2:], "--save-profile", "same.toml") == asked
    assert Path("same.toml").read_bytes() == Path("../sheetgen.toml").read_bytes()


@pytest.mark.parametrize(
    ("profile", "arguments", "saved"),
    [
        ("", ["--ruleset", "dice-play", "--names", " Anna ,Bram", "--par", "--no-allowed",
              "--preview"],
         {"names": "Anna,Bram", "par": True}),
        ('ruleset = "dice-play"\npar = true\nallowed = true\ntheme = "wine"\n',
         ["--no-par", "--title", "Club"],
         {"title": "Club", "allowed": True, "theme": "wine"}),
    ],
    ids=["what is set", "what came from a profile"],
)  # fmt: skip
def test_what_is_saved(
    run: Run, profile: str, arguments: list[str], saved: dict[str, object]
) -> None:
    write_profile(profile)
    made(run, "x.pdf", *arguments, "--save-profile", "club.toml")
    assert tomllib.loads(Path("club.toml").read_text("utf-8")) == {
        "pdf": {"ruleset": "dice-play", "lang": "en", "paper": "a4", **saved}
    }


def test_a_saved_profile_keeps_other_tables(run: Run) -> None:
    """A different file stays, unless --force is set; then its other tables do."""
    others = '[kit]\nruleset = "numbers-hands"\nnames = "Zoë,Bo"\nsheets = 3\n'
    Path("club.toml").write_text(f'{others}[pdf]\nruleset = "bonus-yachts"\npar = true\n', "utf-8")
    before = Path("club.toml").read_bytes()
    command = "pdf --ruleset dice-play --profile none -o x.pdf --save-profile club.toml"
    code, out, err = run(command)
    assert (code, out) == (2, "")
    assert err.startswith("club.toml: a different file is there; replace it with --force")
    assert (Path("club.toml").read_bytes(), Path("x.pdf").exists()) == (before, False)
    assert run(f"{command} --force")[0] == 0
    saved = Path("club.toml").read_bytes()
    assert tomllib.loads(saved.decode()) == {
        **tomllib.loads(others),
        "pdf": {"ruleset": "dice-play", "lang": "en", "paper": "a4"},
    }
    assert run(command)[0] == 0
    assert Path("club.toml").read_bytes() == saved


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("-", "--save-profile: wrote '-'; should end in .toml"),
        ("", "--save-profile: wrote ''; should end in .toml"),
        ("club.txt", "--save-profile: wrote 'club.txt'; should end in .toml"),
        ("toml", "--save-profile: wrote 'toml'; should end in .toml"),
        ("no/such/club.toml", "no/such/club.toml: cannot write this file"),
        ("x" * 300 + ".toml", "the name is too long"),
    ],
)
def test_where_no_profile_can_be_saved(run: Run, name: str, words: str) -> None:
    code, out, err = run("pdf", "--ruleset", "dice-play", "-o", "x.pdf", "--save-profile", name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert not Path("x.pdf").exists()


def test_nothing_is_saved_of_what_cannot_be_printed(run: Run) -> None:
    for wrong in (
        ["--names", "漢"],
        ["--players", "99"],
        ["--series", "1"],
        ["--theme", "inc"],
        ["--glue", "3mm"],
    ):
        assert run("pdf", "--ruleset", "dice-play", *wrong, "--save-profile", "club.toml")[0] == 2
    assert not list(Path().iterdir())


FAULTS = blocks_of(HERE / "profile_faults.txt")


@pytest.mark.parametrize(("settings", "faults"), FAULTS)
def test_every_fault_of_a_profile_is_said_at_once(
    run: Run, settings: str, faults: list[str]
) -> None:
    write_profile(settings)
    for arguments in ([], ["--profile", "sheetgen.toml"]):
        code, out, err = run("pdf", "--ruleset", "dice-play", *arguments)
        assert (code, out) == (2, "")
        lines = err.splitlines()
        assert len(lines) == len(faults)
        for line, fault in zip(lines, faults, strict=True):
            assert line.startswith(f"sheetgen.toml: pdf.{fault}")
    assert not Path("out").exists()


UNREADABLE = [
    (b"pdf = 1\n", "pdf: wrote 1; should be a table"),
    (b"[[pdf]]\npar = true\n", 'pdf: wrote [{"par": true}]; should be a table'),
    (b"[pfd]\npar = true\n", "pfd: unknown key 'pfd'; did you mean 'pdf'?"),
    (b"ruleset = 'dice-play'\n", "ruleset: unknown key 'ruleset'; choose pdf or kit"),
    (b'"p\\u001bdf" = 1\n', "p\\x1bdf: unknown key 'p\\x1bdf'; did you mean 'pdf'?"),
]


@pytest.mark.parametrize(
    ("content", "words"), UNREADABLE, ids=[repr(each[0][:16]) for each in UNREADABLE]
)
def test_what_is_no_profile(run: Run, content: bytes, words: str) -> None:
    Path("club.toml").write_bytes(content)
    code, out, err = run("pdf --ruleset dice-play --profile club.toml")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"club.toml: {words}")
    assert all(each.isprintable() for each in err.rstrip("\n"))


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the system does not say whose a file is")
def test_a_profile_of_somebody_else(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder such as /tmp, where others can put one, it is ignored.

    An option accepts or rejects it.
    """
    write_profile('ruleset = "dice-play"\npar = true\n[kit]\nruleset = "dice-play"\n')
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    for command in ("pdf", "kit"):
        assert run(command, "--ruleset", "yatzy") == (
            2,
            "",
            "sheetgen.toml: belongs to another user; use it with --profile sheetgen.toml, "
            "or add --profile none\n",
        )
    assert [path.name for path in Path().iterdir()] == ["sheetgen.toml"]
    assert run("pdf --help")[0] == 0
    assert run("pdf --profile none --ruleset yatzy -o x.pdf")[0] == 0
    assert run("pdf --profile sheetgen.toml -o y.pdf")[0] == 0
    assert "--par" in command_of("y.pdf")


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only root gives a link away")
def test_a_link_of_somebody_else_to_a_profile_of_ones_own(run: Run) -> None:
    write_profile('ruleset = "dice-play"\n', "club.toml")
    Path("sheetgen.toml").symlink_to("club.toml")
    assert run("pdf -o x.pdf")[0] == 0
    os.lchown("sheetgen.toml", 1234, 1234)
    assert run("pdf -o y.pdf")[0] == 2


def test_keys_and_values_that_a_terminal_would_obey(run: Run) -> None:
    write_profile('"th\\u001b[31meme" = 1\npar = "\\u001b]0;x\\u0007\\n"\nback = "\\u009b31m"\n')
    code, _, err = run("pdf --ruleset dice-play")
    assert (code, len(err.splitlines())) == (2, 3)
    assert all(line.isprintable() for line in err.split("\n"))
    for words in ("th\\x1b[31meme", "\\u001b]0;x\\u0007\\n", "\\x9b31m"):
        assert words in err


def test_files_that_a_profile_names(run: Run) -> None:
    from sheetgen.files import folders

    Path("house.toml").write_bytes((folders.rulesets() / "dice-play.toml").read_bytes())
    Path("own.toml").write_text("[colours]\naccent = '#0a5b2c'\n", "utf-8")
    Path("club names.txt").write_text("Anna\nBram\n", "utf-8")
    write_profile('ruleset = "house.toml"\ntheme = "own.toml"\nnames-file = "club names.txt"\n')
    asked = made(run, "x.pdf")
    assert Sheet(asked).pages == 2
    assert "Bram" in text_of("x.pdf", 1)
    words = shlex.split(command_of("x.pdf"))
    assert words[2:4] == ["--ruleset", "house.toml"]
    assert made(run, "y.pdf", "--profile", "none", *words[2:]) == asked


def test_numbers_and_files_are_saved_and_read(run: Run) -> None:
    Path("names.txt").write_text("An,Bo\n", "utf-8")
    asked = "--players 3 --names-file names.txt --nup 2 --margin 10 --paper a3"
    command = f"pdf --ruleset dice-play {asked} --save-profile club.toml -o one.pdf"
    assert run(command)[0] == 0
    assert run("pdf --profile club.toml -o two.pdf")[0] == 0
    assert Path("one.pdf").read_bytes() == Path("two.pdf").read_bytes()
    write_profile("ruleset = 0x" + "f" * 6000 + "\n")
    code, _, err = run("pdf -o four.pdf")
    assert (code, err) == (2, "sheetgen.toml: pdf.ruleset: wrote ...; should be a text\n")
