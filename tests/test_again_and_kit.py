"""Printing again what a PDF says of itself, kits for game night, and pictures of what was printed."""

import os
import shlex
import struct
import tomllib
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from conftest import Run
from games import OTHERS as MORE_GAMES, SEEDS
from PIL import Image
from pypdf import PdfReader, PdfWriter
from readback import Sheet, command_of, text_of
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas
from shop import job
from test_screen import unpacked

from sheetgen.files import folders


def write_pdf(subject: str | None, name: str = "stranger.pdf", encrypt: str | None = None) -> None:
    """Write a PDF of another program, with this subject."""
    lock = StandardEncryption(encrypt) if encrypt else None
    canvas = Canvas(name, encrypt=lock)
    if subject is not None:
        canvas.setSubject(subject)
    canvas.drawString(100, 100, "Hello")
    canvas.showPage()
    canvas.save()


def files_here() -> dict[str, bytes]:
    """Every file in the folder and what is in it."""
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


# again

PRINTED = [
    ["pdf", "--ruleset", "dice-play"],
    ["pdf", "--ruleset", "numbers-hands", "--lang", "nl", "--paper", "letter"],
    ["pdf", "--ruleset", "bonus-yachts", "--names", "Anna,Bram", "--games", "3"],
    ["pdf", "--ruleset", "players-choice", "--lang", "nl,en", "--players", "3"],
    ["pdf", "--ruleset", "dice-play", "--names", "Ελένη,Łukasz,Ğül,Наталья"],
    ["pdf", "--ruleset", "dice-play", "--names", 'O\'Neill "Ace",$HOME,`id`,a\\b,,%s,*'],
    ["pdf", "--ruleset", "dice-play", "--names=-o,--output,-x"],
    ["pdf", "--ruleset", "dice-play", "--title=--force", "--table=-ox", "--date=", "--round", "3"],
    ["pdf", "--ruleset", "dice-play", "--nup", "4", "--marks", "lines", "--paper", "a3"],
    ["pdf", "--ruleset", "dice-play", "--nup", "2x1", "--gap", "4", "--marks", "dots", "--holes", "2"],
    ["pdf", "--ruleset", "dice-play", "--labels", "148x210", "--front-offset=-1,0.5"],
    ["pdf", "--ruleset", "dice-play", "--pad", "3", "--glue", "5", "--numbered"],
    ["pdf", "--ruleset", "dice-play", "--pad", "2", "--no-backing"],
    ["pdf", "--ruleset", "dice-play", "--back", "audit", "--back-offset", "-1.5,0.5"],
    ["pdf", "--ruleset", "dice-play", "--back", "rules", "--margin", "0.5in", "--ruler"],
    ["pdf", "--ruleset", "dice-play", "--par", "--allowed", "--left-handed", "--theme", "wine", "--ink-saver"],
    ["pdf", "--ruleset", "numbers-hands", "--series", "3", "--fields", "table,round"],
    ["pdf", "--ruleset", "dice-play", "--pictogram", "--blanks", "2"],
    ["pdf", "--ruleset", "dice-play", "--large-print"],
    ["pdf", "--ruleset", "dice-play", "--columns", "games", "--reusable"],
    ["pdf", "--ruleset", "dice-play", "--names-file", "names of the club.txt"],
    ["form", "--ruleset", "dice-play"],
    ["form", "--ruleset", "bonus-yachts", "--lang", "nl", "--names", "Zoë,'t Hooft", "--games", "2"],
    ["form", "--ruleset", "players-choice", "--paper", "letter", "--players", "8"],
    ["form", "--ruleset", "dice-play", "--theme", "forest", "--large-print"],
    ["rules", "--ruleset", "dice-play"],
    ["rules", "--ruleset", "numbers-hands", "--lang", "nl", "--quick"],
    ["rules", "--ruleset", "dice-play", "--booklet", "--creep", "0.3"],
    ["rules", "--ruleset", "dice-play", "--booklet", "--flip", "long", "--theme", "wine", "--large-print"],
    ["rules", "--ruleset", "players-choice", "--zine", "--paper", "a3"],
]


@pytest.mark.parametrize("arguments", PRINTED, ids=" ".join)
def test_the_same_document_again(run: Run, arguments: list[str]) -> None:
    """Byte for byte, and the command that makes it is said on the screen, not in what is printed."""
    Path("names of the club.txt").write_text("Anna,Bram\nCyra\n", "utf-8")
    assert run(*arguments, "-o", "old.pdf")[0] == 0
    trust = ["--trust"] if "--names-file" in arguments else []
    code, out, err = run("again", "old.pdf", *trust, "-o", "new.pdf")
    assert (code, err) == (0, f"$ {command_of('old.pdf')}\n")
    assert out.splitlines()[0] in ("wrote new.pdf", "geschreven: new.pdf")
    assert Path("new.pdf").read_bytes() == Path("old.pdf").read_bytes()


def test_again_into_the_usual_place(run: Run) -> None:
    """Without -o the document gets its usual name; in its own place it is no conflict."""
    run("pdf", "--ruleset", "dice-play", "--lang", "nl", "-o", "old.pdf")
    assert run("again", "old.pdf")[1] == "geschreven: out/dice-play-nl-a4.pdf\n"
    assert run("again", "old.pdf", "-o", "old.pdf")[0] == 0
    Path("folder").mkdir()
    assert run("again", "old.pdf", "-o", "folder")[1] == "geschreven: folder/dice-play-nl-a4.pdf\n"


def test_a_different_file_stays(run: Run) -> None:
    """Printing again keeps what is there until --force."""
    run("pdf", "--ruleset", "dice-play", "-o", "old.pdf")
    Path("new.pdf").write_text("precious", "utf-8")
    code, out, err = run("again", "old.pdf", "-o", "new.pdf")
    assert (code, out) == (2, "")
    assert "a different file is there" in err
    assert Path("new.pdf").read_text("utf-8") == "precious"
    assert run("again", "old.pdf", "-o", "new.pdf", "--force")[0] == 0
    assert Path("new.pdf").read_bytes() == Path("old.pdf").read_bytes()


@pytest.mark.parametrize(
    "profile", ['[pdf]\npar = true\ntitle = "Club"\nlang = "nl"\n', "broken [", "[pdf]\nfoo = 1\n"]
)
def test_again_reads_no_profile(run: Run, profile: str) -> None:
    """The profile of the folder neither changes what is printed nor stops it."""
    run("pdf", "--ruleset", "dice-play", "-o", "old.pdf")
    Path("sheetgen.toml").write_text(profile, "utf-8")
    assert run("again", "old.pdf", "-o", "new.pdf")[0] == 0
    assert Path("new.pdf").read_bytes() == Path("old.pdf").read_bytes()


def test_again_holds_what_a_profile_said(run: Run) -> None:
    """A sheet that was made with a profile is printed again without it."""
    Path("sheetgen.toml").write_text('[pdf]\nruleset = "dice-play"\npar = true\ntitle = "Club"\n', "utf-8")
    run("pdf", "-o", "old.pdf")
    Path("sheetgen.toml").unlink()
    assert run("again", "old.pdf", "-o", "new.pdf")[0] == 0
    assert Path("new.pdf").read_bytes() == Path("old.pdf").read_bytes()


def test_again_in_another_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The document keeps its language and its paper wherever it is printed again."""
    run("pdf", "--ruleset", "dice-play", "-o", "old.pdf")
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    monkeypatch.setenv("LC_PAPER", "en_US.UTF-8")
    assert run("again", "old.pdf", "-o", "new.pdf")[0] == 0
    assert Path("new.pdf").read_bytes() == Path("old.pdf").read_bytes()


GAME = "sheetgen pdf --ruleset dice-play"
HOSTILE = [
    # what the PDF says of itself, and what it is refused for
    (f"{GAME} --output made.pdf", "'--output'"),
    (f"{GAME} --output=made.pdf", "'--output=made.pdf'"),
    (f"{GAME} '--output' made.pdf", "'--output'"),
    (f"{GAME} --out''put made.pdf", "'--output'"),
    (f"{GAME} -o made.pdf", "'-o'"),
    (f"{GAME} -omade.pdf", "'-omade.pdf'"),
    (f"{GAME} -o=made.pdf", "'-o=made.pdf'"),
    (f"{GAME} -o ../made.pdf", "'-o'"),
    (f"{GAME} --force", "'--force'"),
    (f"{GAME} --open", "'--open'"),
    (f"{GAME} --preview", "'--preview'"),
    (f"{GAME} --profile made.toml", "'made.toml'"),
    (f"{GAME} --profile none --profile made.toml", "'made.toml'"),
    (f"{GAME} --profile made", "'made'"),
    (f"{GAME} --save-profile made.toml", "'--save-profile'"),
    (f"{GAME} --save-profile=made.toml", "'--save-profile=made.toml'"),
    (f"{GAME} --lang nl -o made.pdf --names x", "'-o'"),
    ("sheetgen form --ruleset dice-play -o made.pdf", "'-o'"),
    ("sheetgen rules --ruleset dice-play --output made.pdf", "'--output'"),
    ("sheetgen kit --ruleset dice-play", "'kit'"),
    ("sheetgen again stranger.pdf", "'again'"),
    ("sheetgen check card.json", "'check'"),
    ("sheetgen rulesets", "'rulesets'"),
    ("sheetgen --help", "'--help'"),
    ("sheetgen pdf --ruleset dice-play --help-all", "'--help-all'"),
    ("sheetgen --version pdf", "'--version'"),
    ("sheetgen --install-completion bash", "'--install-completion'"),
    ("sheetgen ./pdf", "'./pdf'"),
    ("sheetgen PDF --ruleset dice-play", "'PDF'"),
    ("sheetgen '' pdf", "''"),
    (f"{GAME} -o 'a\x9b31m'", "'-o'"),
    ("sheetgen '\x9b31m\nfake'", "'\\x9b31m\\nfake'"),
]


@pytest.mark.parametrize(("subject", "words"), HOSTILE)
def test_what_no_document_asks_for(run: Run, subject: str, words: str) -> None:
    """A stranger's PDF cannot have files written where it likes, read a profile or run another command."""
    write_pdf(subject)
    before = files_here()
    for arguments in ([], ["-o", "mine.pdf"], ["--trust"]):
        code, out, err = run("again", "stranger.pdf", *arguments)
        assert (code, out) == (2, "")
        assert (
            err == f"stranger.pdf: this PDF asks for {words}, which no document of sheetgen's asks for; make it anew\n"
        )
        assert files_here() == before


def test_the_only_profile_that_a_document_asks_for_is_none(run: Run) -> None:
    """With none, which sheets of a kit say, it is printed; another is refused however it is joined."""
    Path("made.toml").write_text("[pdf]\npar = true\n", "utf-8")
    write_pdf(f"{GAME} --profile none")
    assert run("again", "stranger.pdf", "-o", "mine.pdf")[0] == 0
    Path("mine.pdf").unlink()
    write_pdf(f"{GAME} --profile=made.toml")
    for trust in ([], ["--trust"]):
        code, out, err = run("again", "stranger.pdf", *trust, "-o", "mine.pdf")
        assert (code, out) == (2, "")
        assert err.startswith("stranger.pdf: this PDF asks for ")
        assert not Path("mine.pdf").exists()


READING = [
    # options that have a file read, and the word that is named
    ("--names-file names.txt", "--names-file"),
    ("--names-file=names.txt", "--names-file=names.txt"),
    ("--theme own.toml", "own.toml"),
    ("--theme=./OWN.TOML", "--theme=./OWN.TOML"),
    ("--ruleset house.toml", "house.toml"),
    ("--font no.ttf", "--font"),
    ("--font=no.ttf", "--font=no.ttf"),
]


@pytest.mark.parametrize(("options", "word"), READING)
def test_files_are_read_for_those_who_trust(run: Run, options: str, word: str) -> None:
    """A PDF that has files read is refused before one is, and with --trust it is as if its command were typed."""
    Path("names.txt").write_text("Anna\n", "utf-8")
    for name in ("own.toml", "OWN.TOML"):
        Path(name).write_text("[colours]\naccent = '#0a4b2c'\n", "utf-8")
    Path("house.toml").write_bytes((folders.rulesets() / "dice-play.toml").read_bytes())
    write_pdf(f"{GAME} {options}")
    before = files_here()
    code, out, err = run("again", "stranger.pdf", "-o", "mine.pdf")
    assert (code, out) == (2, "")
    assert err == f"stranger.pdf: this PDF has files of yours read: '{word}'; if you trust it, add --trust\n"
    assert files_here() == before
    code, out, err = run("again", "stranger.pdf", "--trust", "-o", "mine.pdf")
    if "no.ttf" in options:
        assert (code, "no.ttf: " in err) == (2, True)
        return
    assert (code, out) == (0, "wrote mine.pdf\n")
    assert run(*shlex.split(command_of("mine.pdf"))[1:], "-o", "typed.pdf")[0] == 0
    assert Path("typed.pdf").read_bytes() == Path("mine.pdf").read_bytes()


def test_thousands_of_files_need_trust(run: Run) -> None:
    """A PDF that has a file written for each sheet is refused before one is; with --trust it is printed."""
    write_pdf(f"{GAME} --separate --blanks 3")
    before = files_here()
    code, out, err = run("again", "stranger.pdf", "-o", "mine")
    assert (code, out) == (2, "")
    assert err == "stranger.pdf: this PDF has many files written: '--separate'; if you trust it, add --trust\n"
    assert files_here() == before
    assert run("again", "stranger.pdf", "--trust", "-o", "mine")[0] == 0
    assert len(list(Path("mine").iterdir())) == 3


def test_templates_of_a_stranger_need_trust(run: Run) -> None:
    """Rules that would be written with a folder of templates are refused as well."""
    write_pdf("sheetgen rules --ruleset dice-play --templates folder")
    code, out, err = run("again", "stranger.pdf", "-o", "mine.pdf")
    assert (code, out) == (2, "")
    assert err == "stranger.pdf: this PDF has files of yours read: '--templates'; if you trust it, add --trust\n"
    assert not Path("mine.pdf").exists()


SUFFIXES = [
    (["--pad", "2"], "-pad"),
    (["--nup", "4", "--paper", "a4"], "-4up"),
    (["--series", "3"], "-series"),
    (["--pictogram"], "-pictogram"),
    (["--large-print"], "-large-print"),
    (["--reusable"], "-reusable"),
    (["--ink-saver"], "-ink-saver"),
    (["--left-handed"], "-left-handed"),
    (["--names-file", "names.txt"], "-names-file"),
    (["--left-handed", "--ink-saver", "--nup", "2", "--pad", "2"], "-2up-pad-ink-saver-left-handed"),
    (["--par", "--theme", "wine", "--names", "Anna"], ""),
]


@pytest.mark.parametrize(("arguments", "suffix"), SUFFIXES)
def test_the_usual_name_tells_of_some_options(run: Run, arguments: list[str], suffix: str) -> None:
    """Sheets of another kind get a file of their own, the first time and again."""
    Path("names.txt").write_text("Anna\n", "utf-8")
    wrote = f"wrote out/dice-play-en-a4{suffix}.pdf\n"
    assert run("pdf", "--ruleset", "dice-play", *arguments)[:2] == (0, wrote)
    assert run("again", wrote.split()[1], "--trust")[:2] == (0, wrote)


@pytest.mark.parametrize("players", [["--names", "Anna"], ["--names", "Anna,Bram", "--players", "3"]], ids=str)
def test_blanks_where_columns_are_games(run: Run, players: list[str]) -> None:
    """Each is one page however many players there are, alone or behind the players' own, and again as many."""
    command = ("pdf", "--ruleset", "bonus-yachts", "-o", "x.pdf", "--force")
    assert run(*command, "--blanks", "2")[0] == 0
    assert Sheet(Path("x.pdf").read_bytes()).pages == 2
    assert run(*command, *players)[0] == 0
    without = Sheet(Path("x.pdf").read_bytes()).pages
    assert run(*command, *players, "--blanks", "2")[0] == 0
    assert Sheet(Path("x.pdf").read_bytes()).pages == without + 2
    assert run("again", "x.pdf", "-o", "y.pdf")[0] == 0
    assert Path("x.pdf").read_bytes() == Path("y.pdf").read_bytes()


MALFORMED = [
    # spellings of options that are none, and other words that lead nowhere
    f"{GAME} --outp made.pdf",
    f"{GAME} --out=made.pdf",
    f"{GAME} --forc",
    f"{GAME} --save made.toml",
    f"{GAME} --OUTPUT made.pdf",
    f"{GAME} —output made.pdf",
    f"{GAME} -f",
    f"{GAME} -xo made.pdf",
    f"{GAME} -- -x",
    f"{GAME} --show-completion",
    f"{GAME} ; touch made",
    f"{GAME} && touch made",
    f"{GAME} $(touch made)",
    f"{GAME} `touch made`",
    f"{GAME} | tee made",
    f"{GAME} > made",
    f"{GAME} made.pdf",
    "sheetgen pdf",
    "sheetgen pdf --ruleset",
    "sheetgen pdf --ruleset ../../made.toml",
    "sheetgen pdf --ruleset no-such-game",
    f"{GAME} --lang xx",
    f"{GAME} --names-file /dev/zero",
    f"{GAME} --players 999999999999999999999",
    f"{GAME} --names {'x' * 10_000}",
    f"{GAME} --pad 1000000000",
]


@pytest.mark.parametrize("subject", MALFORMED, ids=[each[:60] for each in MALFORMED])
def test_commands_that_mean_nothing(run: Run, subject: str) -> None:
    """They are answered as if they had been typed, no shell sees them, and nothing is written."""
    write_pdf(subject)
    before = files_here()
    for trust in ([], ["--trust"]):
        code, out, err = run("again", "stranger.pdf", *trust, "-o", "mine.pdf")
        assert (code, out) == (2, "")
        assert "Traceback" not in err
        assert files_here() == before


OTHERS: Mapping[str, str | None] = {
    "no words": None,
    "empty words": "",
    "other words": "Minutes of the meeting",
    "another program": "rm -rf x",
    "the program alone": "sheetgen",
    "the program in capitals": "SHEETGEN pdf --ruleset dice-play",
    "a path to a program": "./sheetgen pdf --ruleset dice-play",
    "its name as part of a word": "sheetgenx pdf --ruleset dice-play",
    "a space in front of nothing": " ",
}


@pytest.mark.parametrize("subject", OTHERS.values(), ids=OTHERS.keys())
def test_a_pdf_by_others(run: Run, subject: str | None) -> None:
    """A PDF that does not say how it was made is no document of ours."""
    write_pdf(subject)
    before = files_here()
    code, out, err = run("again", "stranger.pdf")
    assert (code, out) == (2, "")
    assert err == "stranger.pdf: this PDF does not say how sheetgen made it; print it with sheetgen pdf\n"
    assert files_here() == before


def test_a_pdf_without_information(run: Run) -> None:
    """Where a PDF says nothing of itself at all, it is no document of ours either."""
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.metadata = None
    writer.write("stranger.pdf")
    code, _, err = run("again", "stranger.pdf")
    assert (code, err) == (2, "stranger.pdf: this PDF does not say how sheetgen made it; print it with sheetgen pdf\n")


@pytest.mark.parametrize("content", [b"", b"x", b"%PDF-1.7\n", b"%PDF-1.7\n%%EOF\n", b"\0" * 5000, b"PK\x03\x04"])
def test_a_file_that_is_no_pdf(run: Run, content: bytes) -> None:
    """One line says that it cannot be read as one."""
    Path("stranger.pdf").write_bytes(content)
    code, out, err = run("again", "stranger.pdf")
    assert (code, out, err) == (2, "", "stranger.pdf: not a PDF that can be read; save it again in your viewer\n")


def test_pdfs_that_cannot_be_read(run: Run) -> None:
    """One that is locked, and one whose words have an open quote."""
    for subject, lock, words in (
        (GAME, "secret", "locked with a password; save it without one"),
        (f"{GAME} --names 'An", None, "not a PDF that can be read; save it again in your viewer"),
    ):
        write_pdf(subject, encrypt=lock)
        code, out, err = run("again", "stranger.pdf")
        assert (code, out, err) == (2, "", f"stranger.pdf: {words}\n")


def test_places_without_a_pdf(run: Run) -> None:
    """A missing file, a folder, a pipe and an endless device are each answered at once."""
    Path("folder").mkdir()
    os.mkfifo("pipe")
    Path("endless").symlink_to("/dev/zero")
    for name, words in (
        ("missing.pdf", "no such file"),
        ("folder", "this is no file"),
        ("pipe", "this is no file"),
        ("endless", "this is no file"),
        ("a\x1b[31m\nb", "no such file"),
    ):
        code, out, err = run("again", name)
        assert (code, out, err.count("\n"), "\x1b" in err) == (2, "", 1, False), name
        assert words in err


def test_again_through_a_link(run: Run) -> None:
    """A link to a document is as good as the document."""
    run("pdf", "--ruleset", "dice-play", "-o", "old.pdf")
    Path("link.pdf").symlink_to("old.pdf")
    assert run("again", "link.pdf", "-o", "new.pdf")[0] == 0
    assert Path("new.pdf").read_bytes() == Path("old.pdf").read_bytes()


# kits

KITS = {
    "en": [
        "1-sheets.pdf", "2-rules-in-short.pdf", "3-rules-booklet.pdf", "4-calculator.pdf",
        "5-calculator-for-phones.html",
    ],
    "nl": [
        "1-scorebladen.pdf", "2-spelregels-kort.pdf", "3-spelregelboekje.pdf", "4-rekenformulier.pdf",
        "5-rekenpagina-telefoon.html",
    ],
}  # fmt: skip


class _Html(HTMLParser):
    """The elements of a page, and its language."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "html":
            self.language = dict(attrs).get("lang") or ""


@pytest.mark.parametrize(
    ("ruleset", "language"),
    [*((name, code) for name in SEEDS for code in KITS), *((name, "nl") for name in MORE_GAMES)],
)
def test_a_kit_is_five_files(run: Run, ruleset: str, language: str) -> None:
    """In one folder, all of the same game and language, and a line for each says what to do with it."""
    code, out, err = run("kit", "--ruleset", ruleset, "--lang", language)
    assert (code, err) == (0, "")
    folder = Path(f"out/{ruleset}-{language}-a4-kit")
    names = KITS[language]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert [path.name for path in Path("out").iterdir()] == [folder.name]
    lines = out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [str(folder / name) for name in names]
    assert all(len(line.split(": ", 1)[1]) > 10 for line in lines)
    for name, command in zip(names[:4], ("pdf", "rules", "rules", "form"), strict=True):
        path = folder / name
        assert Sheet(path.read_bytes()).pages >= 1
        assert command_of(path).startswith(f"sheetgen {command} ")
        words = shlex.split(command_of(path))
        assert (words[words.index("--ruleset") + 1], words[words.index("--lang") + 1]) == (ruleset, language)
    page = _Html((folder / names[4]).read_text("utf-8"))
    assert page.language == language
    assert {"html", "head", "body", "script"} <= page.tags


def test_the_papers_of_a_kit(run: Run) -> None:
    """The rules in short are on half the paper of the rest, and the booklet lies across."""
    sizes = {"a4": ((210, 297), (148, 210), (297, 210)), "letter": ((216, 279), (140, 216), (279, 216))}
    for paper, (whole, half, across) in sizes.items():
        assert run("kit", "--ruleset", "dice-play", "--paper", paper, "-o", paper)[0] == 0
        found = []
        for name in KITS["en"][:4]:
            sheet = Sheet((Path(paper) / name).read_bytes())
            found.append((round(sheet.width * 25.4 / 72), round(sheet.height * 25.4 / 72)))
        assert found[1:3] == [half, across]
        assert {tuple(sorted(found[0])), tuple(sorted(found[3]))} == {tuple(sorted(whole))}


def test_names_are_in_all_that_has_names(run: Run) -> None:
    """Sheets and calculators have the players' names, and each file can be printed again by itself."""
    assert run("kit", "--ruleset", "dice-play", "--names", "Zoë,O'Neill,-Cy,Anna", "-o", "kit")[0] == 0
    folder = Path("kit")
    for name in ("Zoë", "O'Neill", "-Cy"):
        assert name in text_of(folder / "1-sheets.pdf")
    fields = PdfReader(folder / "4-calculator.pdf").get_fields() or {}
    assert {"Zoë", "O'Neill", "-Cy"} <= {str(field.get("/V")) for field in fields.values()}
    _, data, _ = unpacked((folder / "5-calculator-for-phones.html").read_text("utf-8"))
    assert data["same"]["players"] == ["Zoë", "O'Neill", "-Cy", "Anna"]
    for name in KITS["en"][:4]:
        assert run("again", str(folder / name), "-o", "new.pdf", "--force")[0] == 0
        assert Path("new.pdf").read_bytes() == (folder / name).read_bytes()


def test_sheets_for_a_whole_evening(run: Run) -> None:
    """So many sheets as were asked for, alike and without a backing."""
    assert run("kit", "--ruleset", "dice-play", "--sheets", "7", "-o", "kit")[0] == 0
    assert Sheet(Path("kit/1-sheets.pdf").read_bytes()).pages == 7
    assert text_of("kit/1-sheets.pdf", 0) == text_of("kit/1-sheets.pdf", 6)


def test_games_of_a_kit(run: Run) -> None:
    """Where the columns are games, sheets and calculator have as many of them."""
    assert run("kit", "--ruleset", "bonus-yachts", "--games", "2", "-o", "kit")[0] == 0
    for name in ("1-sheets.pdf", "4-calculator.pdf"):
        assert "--games 2" in command_of(f"kit/{name}")
    columns = [len(job(ruleset="bonus-yachts", games=games).job.cards[0].cells) for games in (2, 3)]
    assert columns[0] < columns[1]
    assert run("pdf", *shlex.split(command_of("kit/1-sheets.pdf"))[2:], "-o", "two.pdf")[0] == 0
    assert Path("two.pdf").read_bytes() == Path("kit/1-sheets.pdf").read_bytes()
    fields = PdfReader("kit/4-calculator.pdf").get_fields() or {}
    assert {name[:4] for name in fields if name.startswith("p1g")} == {"p1g1", "p1g2"}


def test_a_kit_takes_a_theme_and_large_print(run: Run) -> None:
    """All four PDFs have the theme in their commands, no small letters, and can be printed again by themselves."""
    command = ("kit", "--ruleset", "dice-play", "--theme", "forest", "--large-print", "-o", "kit")
    assert run(*command)[0] == 0
    for name in KITS["en"][:4]:
        path = Path("kit", name)
        content = path.read_bytes()
        assert command_of(path).endswith("--theme forest --large-print")
        for page in range(Sheet(content).pages):
            assert min(letter.size for letter in Sheet(content, page).letters) >= 16 - 0.01
        assert run("again", str(path), "-o", "new.pdf", "--force")[0] == 0
        assert Path("new.pdf").read_bytes() == content
    code, out, err = run("kit", "--ruleset", "dice-play", "--theme", "inc", "-o", "other")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("unknown theme 'inc'; did you mean 'ink'?")
    assert not Path("other").exists()


def test_the_theme_of_a_kit_is_on_its_pages(run: Run) -> None:
    """A kit in another theme has other sheets, rules, forms and pages for phones."""
    for theme in ("ink", "wine"):
        assert run("kit", "--ruleset", "dice-play", "--theme", theme, "-o", theme)[0] == 0
    for name in KITS["en"][:4]:
        pictures = [pdfium.PdfDocument(Path(theme, name))[0].render(scale=0.5).to_pil() for theme in ("ink", "wine")]
        assert pictures[0].tobytes() != pictures[1].tobytes()
    assert len({Path(theme, KITS["en"][4]).read_bytes() for theme in ("ink", "wine")}) == 2


def test_a_folder_for_the_kit(run: Run) -> None:
    """It is made with all folders above it, or used as it is, and what else is in it stays."""
    Path("mine").mkdir()
    Path("mine/notes.txt").write_text("precious", "utf-8")
    Path("link").symlink_to("mine")
    code, out, _ = run("kit", "--ruleset", "dice-play", "-o", "link/deep/er")
    assert (code, out.count("link/deep/er/")) == (0, 5)
    assert sorted(path.name for path in Path("mine/deep/er").iterdir()) == KITS["en"]
    Path("mine/deep").rename("elsewhere")
    assert run("kit", "--ruleset", "dice-play", "-o", "link")[0] == 0
    assert sorted(path.name for path in Path("mine").iterdir()) == [*KITS["en"], "notes.txt"]
    assert Path("mine/notes.txt").read_text("utf-8") == "precious"


def test_a_kit_replaces_nothing(run: Run) -> None:
    """The same kit again is no conflict; a file that is different is kept until --force."""
    command = ("kit", "--ruleset", "dice-play", "-o", "kit")
    assert run(*command)[0] == 0
    first = files_here()
    path = Path("kit", KITS["en"][4])
    path.write_text("precious", "utf-8")
    code, _, err = run(*command)
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith(f"{path}: a different file is there; replace it with --force")
    assert files_here() == {**first, str(path): b"precious"}
    assert run(*command, "--force")[0] == 0
    assert files_here() == first


def test_a_kit_is_checked_before_it_is_written(run: Run) -> None:
    """One file that is different keeps all others from being written, whichever it is."""
    for name in KITS["en"]:
        path = Path("kit", name)
        path.parent.mkdir(exist_ok=True)
        path.write_text("precious", "utf-8")
        code, out, err = run("kit", "--ruleset", "dice-play", "-o", "kit")
        assert (code, out) == (2, "")
        assert err.startswith(f"{path}: a different file is there")
        assert files_here() == {str(path): b"precious"}
        path.unlink()


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("file", "file: cannot make this folder"),
        ("file/kit", "file/kit: cannot make this folder: a part of this path is not a folder"),
        ("x" * 300, "cannot make this folder: the name is too long"),
        ("/dev/null", "/dev/null: cannot make this folder"),
        ("/dev/null/kit", "/dev/null/kit: cannot make this folder"),
        ("dangling", "dangling: cannot make this folder"),
        ("fi\x1b[31m\nle/\0", "fi\\x1b[31m\\nle/\\x00: cannot make this folder"),
    ],
)
def test_a_folder_that_cannot_be_made(run: Run, folder: str, words: str) -> None:
    """One line with the folder and the reason; nothing is written."""
    Path("file").write_text("precious", "utf-8")
    Path("dangling").symlink_to("no/where")
    code, out, err = run("kit", "--ruleset", "dice-play", "-o", folder)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert files_here() == {"file": b"precious"}


WRONG = [
    (["--ruleset", "dice-ply"], "unknown ruleset 'dice-ply'; did you mean 'dice-play'?"),
    (["--ruleset", "../dice-play"], "unknown ruleset '../dice-play'"),
    ([], "Which game? For example: sheetgen kit dice-play."),
    (["--ruleset", "dice-play", "--lang", "xx"], "unknown language 'xx'"),
    (["--ruleset", "dice-play", "--lang", "nl,en"], "taal onbekend: 'nl,en'"),
    (["--ruleset", "dice-play", "--paper", "a44"], "unknown paper 'a44'; did you mean 'a4'?"),
    (["--ruleset", "dice-play", "--names", ""], "--names: wrote ''"),
    (["--ruleset", "dice-play", "--names", "An,漢"], "--names: the letter '漢' (U+6F22, "),
    (["--ruleset", "dice-play", "--names", "\x1b[31m"], "--names: the letter '\\x1b' (U+001B, "),
    (["--ruleset", "dice-play", "--names", "n" * 81], "--names: a name has 80 letters at most"),
    (["--ruleset", "dice-play", "--names", "W" * 80], f"--names: the name '{'W' * 80}' does not fit"),
    (["--ruleset", "dice-play", "--names", "An,Bo", "--players", "1"], "--names: 2 names, and --players says 1"),
    (["--ruleset", "dice-play", "--players", "0"], "--players: 0 is not possible; use 1 to 100."),
    (["--ruleset", "dice-play", "--par"], "No such option: --par"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_a_kit_that_cannot_be_made(run: Run, arguments: list[str], words: str) -> None:
    """What is wrong is said in a line, and no file is written."""
    code, out, err = run("kit", *arguments, "-o", "kit")
    assert (code, out) == (2, "")
    assert err.startswith(words)
    assert all(line.isprintable() for line in err.split("\n"))
    assert not files_here()


def test_a_profile_for_kits(run: Run) -> None:
    """The table [kit] of a profile has its defaults; the command line wins, and sheets take nothing from [pdf]."""
    text = '[kit]\nruleset = "dice-play"\nlang = "nl"\nnames = "Anna,Bram"\n[pdf]\ntitle = "Club"\nfoo = 1\n'
    Path("sheetgen.toml").write_text(text, "utf-8")
    assert run("kit", "--lang", "en")[0] == 0
    found = text_of("out/dice-play-en-a4-kit/1-sheets.pdf")
    assert "Anna" in found
    assert "Club" not in found
    assert run("kit", "--profile", "none")[0] == 2


def test_faults_of_a_profile_for_kits(run: Run) -> None:
    """Each is said with its key, and only what a kit has can be set."""
    text = '[kit]\nruleset = [4]\nlangs = "nl"\npar = true\noutput = "x"\nnames = ["An"]\n'
    Path("sheetgen.toml").write_text(text, "utf-8")
    code, out, err = run("kit", "--ruleset", "dice-play")
    assert (code, out) == (2, "")
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["sheetgen.toml", f"kit.{key}"] for key in tomllib.loads(text)["kit"]
    ]
    assert "did you mean 'lang'?" in err
    assert not Path("out").exists()


def test_a_kit_of_a_ruleset_of_ones_own(run: Run) -> None:
    """A user's file gives the kit its name."""
    Path("house.toml").write_bytes((folders.rulesets() / "dice-play.toml").read_bytes())
    assert run("kit", "--ruleset", "./house.toml", "--lang", "nl")[0] == 0
    assert sorted(path.name for path in Path("out/house-nl-a4-kit").iterdir()) == KITS["nl"]


# pictures


def size_of(path: Path | str) -> tuple[int, int]:
    """Return the size of a PNG in dots, from its head."""
    head = Path(path).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["--paper", "a5"], ["--paper", "letter", "--orientation", "landscape"], ["--paper", "a3", "--nup", "4"],
        ["--pad", "3"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_picture_of_the_first_page(run: Run, arguments: list[str]) -> None:
    """It lies beside the PDF, has the shape of the page at more than screen resolution, and shows something."""
    code, out, err = run("pdf", "--ruleset", "dice-play", *arguments, "-o", "x.pdf", "--preview")
    assert (code, out, err) == (0, "wrote x.pdf\nwrote x.png\n", "")
    sheet, (width, height) = Sheet(Path("x.pdf").read_bytes()), size_of("x.png")
    scale = width / sheet.width
    assert scale > 96 / 72
    assert height == pytest.approx(sheet.height * scale, abs=2)
    assert max(width, height) <= 4000
    with Image.open("x.png") as picture:
        colours = picture.convert("RGB").getcolors(1 << 24) or []
    assert max(colours)[1] == (255, 255, 255)
    assert (18, 79, 122) in {colour for _, colour in colours}, "the accent of the game"


def test_a_picture_in_the_usual_place(run: Run) -> None:
    """Both get the usual name, in out or in the folder that was asked for."""
    assert run("pdf", "--ruleset", "dice-play", "--preview")[1] == (
        "wrote out/dice-play-en-a4.pdf\nwrote out/dice-play-en-a4.png\n"
    )
    Path("folder").mkdir()
    assert run("pdf", "--ruleset", "dice-play", "--preview", "-o", "folder")[0] == 0
    assert Path("folder/dice-play-en-a4.png").read_bytes() == Path("out/dice-play-en-a4.png").read_bytes()


def test_a_picture_cannot_go_to_standard_output(run: Run) -> None:
    """It is refused before anything is printed."""
    code, out, err = run("pdf", "--ruleset", "dice-play", "--preview", "-o", "-")
    assert (code, out) == (2, "")
    assert err == "--output: wrote '-'; should be a file or a folder\n"
    assert not files_here()


def test_a_different_picture_stays(run: Run) -> None:
    """The same picture again is no conflict; another is kept until --force."""
    command = ("pdf", "--ruleset", "dice-play", "--preview", "-o", "x.pdf")
    assert run(*command)[0] == run(*command)[0] == 0
    Path("x.png").write_text("precious", "utf-8")
    code, _, err = run(*command)
    assert code == 2
    assert err.startswith("x.png: a different file is there")
    assert Path("x.png").read_text("utf-8") == "precious"
    assert run(*command, "--force")[0] == 0
    assert size_of("x.png")[0] > 0


def test_a_picture_changes_nothing_in_the_pdf(run: Run) -> None:
    """The PDF is the same with a picture beside it and without."""
    run("pdf", "--ruleset", "dice-play", "-o", "x.pdf", "--preview")
    run("pdf", "--ruleset", "dice-play", "-o", "y.pdf")
    assert Path("x.pdf").read_bytes() == Path("y.pdf").read_bytes()


def test_a_kit_is_whole_or_is_not(run: Run) -> None:
    """If one part cannot be made, none is written; a single player gets a page for any table."""
    assert run("kit", "--ruleset", "dice-play", "--paper", "a3", "--players", "21", "-o", "kit")[0] == 2
    assert not Path("kit").exists()
    assert run("kit", "--ruleset", "bonus-yachts", "--names", "Zoe", "-o", "kit")[0] == 0
    assert len(list(Path("kit").iterdir())) == 5
    code, _, err = run("kit", "--ruleset", "dice-play", "--sheets", "0")
    assert (code, err) == (2, "--sheets: 0 is not possible; use 1 to 1,000.\n")
    assert run("kit", "--ruleset", "dice-play", "-o", "-")[0] == 2


def test_names_that_look_like_options_are_printed_again(run: Run) -> None:
    """Such a name is joined to its option, so that nobody takes it for one."""
    assert run("form", "--ruleset", "dice-play", "--names=--output,Bo", "-o", "form.pdf")[0] == 0
    assert run("again", "form.pdf", "-o", "again.pdf")[0] == 0
    assert Path("form.pdf").read_bytes() == Path("again.pdf").read_bytes()


def test_a_picture_never_takes_the_place_of_the_pdf(run: Run) -> None:
    """A PDF with a picture's name is refused before anything is written."""
    code, _, err = run("pdf", "--ruleset", "dice-play", "-o", "sheet.png", "--preview", "--force")
    assert (code, err.startswith("--output: wrote 'sheet.png'; should end in .pdf")) == (2, True)
    assert not list(Path().iterdir())
