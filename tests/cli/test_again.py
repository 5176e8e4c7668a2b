"""`sheetgen again`: documents are printed from their own command, strangers' PDFs do no harm."""

import shlex
from pathlib import Path

import pytest
from pypdf import PdfWriter
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from sheetgen.files import folders
from tests.conftest import Refused, Run
from tests.readback import Sheet, command_of


def write_pdf(subject: str | None, name: str = "stranger.pdf", encrypt: str | None = None) -> None:
    """Return a PDF that somebody else has made, and what it says of itself."""
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


def print_again(run: Run, *options: str, old: str = "old.pdf") -> None:
    """Assert that the same document is printed again, byte for byte, with its command on the screen."""
    code, out, err = run("again", old, *options, "-o", "new.pdf")
    assert (code, err) == (0, f"$ {command_of(old)}\n")
    assert out.splitlines()[0] in ("wrote new.pdf", "geschreven: new.pdf")
    assert Path("new.pdf").read_bytes() == Path(old).read_bytes()


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
    [
        "pdf",
        "--ruleset",
        "dice-play",
        "--nup",
        "2x1",
        "--gap",
        "4",
        "--marks",
        "dots",
        "--holes",
        "2",
    ],
    ["pdf", "--ruleset", "dice-play", "--labels", "148x210", "--front-offset=-1,0.5"],
    ["pdf", "--ruleset", "dice-play", "--pad", "3", "--glue", "5", "--numbered"],
    ["pdf", "--ruleset", "dice-play", "--pad", "2", "--no-backing"],
    ["pdf", "--ruleset", "dice-play", "--back", "audit", "--back-offset", "-1.5,0.5"],
    ["pdf", "--ruleset", "dice-play", "--back", "rules", "--margin", "0.5in", "--ruler"],
    [
        "pdf",
        "--ruleset",
        "dice-play",
        "--par",
        "--allowed",
        "--left-handed",
        "--theme",
        "wine",
        "--ink-saver",
    ],
    ["pdf", "--ruleset", "numbers-hands", "--series", "3", "--fields", "table,round"],
    ["pdf", "--ruleset", "dice-play", "--pictogram", "--blanks", "2"],
    ["pdf", "--ruleset", "dice-play", "--large-print"],
    ["pdf", "--ruleset", "dice-play", "--columns", "games", "--reusable"],
    ["pdf", "--ruleset", "dice-play", "--names-file", "names of the club.txt"],
    ["form", "--ruleset", "dice-play"],
    [
        "form",
        "--ruleset",
        "bonus-yachts",
        "--lang",
        "nl",
        "--names",
        "Zoë,'t Hooft",
        "--games",
        "2",
    ],
    ["form", "--ruleset", "players-choice", "--paper", "letter", "--players", "8"],
    ["form", "--ruleset", "dice-play", "--theme", "forest", "--large-print"],
    ["rules", "--ruleset", "dice-play"],
    ["rules", "--ruleset", "numbers-hands", "--lang", "nl", "--quick"],
    ["rules", "--ruleset", "dice-play", "--booklet", "--creep", "0.3"],
    [
        "rules",
        "--ruleset",
        "dice-play",
        "--booklet",
        "--flip",
        "long",
        "--theme",
        "wine",
        "--large-print",
    ],
    ["rules", "--ruleset", "players-choice", "--zine", "--paper", "a3"],
    ["form", "--ruleset", "dice-play", "--names=--output,Bo"],
]


@pytest.mark.parametrize("arguments", PRINTED, ids=" ".join)
@pytest.mark.few(3)
def test_the_same_document_again(run: Run, arguments: list[str]) -> None:
    """It is equal byte for byte.

    The command that makes it is on the screen, not in the document.
    """
    Path("names of the club.txt").write_text("Anna,Bram\nCyra\n", "utf-8")
    assert run(*arguments, "-o", "old.pdf")[0] == 0
    print_again(run, *(["--trust"] if "--names-file" in arguments else []))


def test_again_into_the_usual_place(run: Run) -> None:
    """Without -o the document gets its usual name.

    In its own place it is no conflict; a link is as good.
    """
    run("pdf", "--ruleset", "dice-play", "--lang", "nl", "-o", "old.pdf")
    assert run("again", "old.pdf")[1] == "geschreven: out/dice-play-nl-a4.pdf\n"
    assert run("again", "old.pdf", "-o", "old.pdf")[0] == 0
    Path("folder").mkdir()
    assert run("again", "old.pdf", "-o", "folder")[1] == "geschreven: folder/dice-play-nl-a4.pdf\n"
    Path("link.pdf").symlink_to("old.pdf")
    print_again(run, old="link.pdf")


def test_a_different_file_stays(run: Run, refused: Refused) -> None:
    """Printing again keeps what is there until --force."""
    run("pdf", "--ruleset", "dice-play", "-o", "old.pdf")
    Path("new.pdf").write_text("precious", "utf-8")
    assert "a different file is there" in refused("again", "old.pdf", "-o", "new.pdf")
    assert Path("new.pdf").read_text("utf-8") == "precious"
    print_again(run, "--force")


def test_again_depends_on_no_profile_and_no_machine(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It uses the old settings of a profile.

    The profile of the folder and the language of the machine change nothing.
    """
    Path("sheetgen.toml").write_text(
        '[pdf]\nruleset = "dice-play"\npar = true\ntitle = "Club"\n', "utf-8"
    )
    run("pdf", "-o", "old.pdf")
    Path("sheetgen.toml").unlink()
    print_again(run)
    run("pdf", "--ruleset", "dice-play", "-o", "old.pdf", "--force")
    for profile in (
        '[pdf]\npar = true\ntitle = "Club"\nlang = "nl"\n',
        "broken [",
        "[pdf]\nfoo = 1\n",
    ):
        Path("sheetgen.toml").write_text(profile, "utf-8")
        print_again(run, "--force")
    Path("sheetgen.toml").unlink()
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    monkeypatch.setenv("LC_PAPER", "en_US.UTF-8")
    print_again(run, "--force")


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


def test_the_only_profile_that_a_document_asks_for_is_none(run: Run, refused: Refused) -> None:
    """Without a profile, as in sheets of a kit, it is printed.

    A profile is refused in any spelling.
    """
    Path("made.toml").write_text("[pdf]\npar = true\n", "utf-8")
    write_pdf(f"{GAME} --profile none")
    assert run("again", "stranger.pdf", "-o", "mine.pdf")[0] == 0
    Path("mine.pdf").unlink()
    write_pdf(f"{GAME} --profile=made.toml")
    for trust in ([], ["--trust"]):
        assert refused("again", "stranger.pdf", *trust, "-o", "mine.pdf").startswith(
            "stranger.pdf: this PDF asks for "
        )
        assert not Path("mine.pdf").exists()


READING = [
    # options that have files read or written, and the word that is named
    ("--names-file names.txt", "--names-file"),
    ("--names-file=names.txt", "--names-file=names.txt"),
    ("--theme own.toml", "own.toml"),
    ("--theme=./OWN.TOML", "--theme=./OWN.TOML"),
    ("--ruleset house.toml", "house.toml"),
    ("--font no.ttf", "--font"),
    ("--font=no.ttf", "--font=no.ttf"),
    ("--templates folder", "--templates"),
    ("--separate --blanks 3", "--separate"),
]


@pytest.mark.parametrize(("options", "word"), READING)
def test_files_are_read_and_many_are_written_for_those_who_trust(
    run: Run, refused: Refused, options: str, word: str
) -> None:
    """A PDF that has files read is refused before one is, and with --trust it is as if its command were typed."""
    Path("names.txt").write_text("Anna\n", "utf-8")
    for name in ("own.toml", "OWN.TOML"):
        Path(name).write_text("[colours]\naccent = '#0a4b2c'\n", "utf-8")
    Path("house.toml").write_bytes((folders.rulesets() / "dice-play.toml").read_bytes())
    write_pdf(
        f"{'sheetgen rules --ruleset dice-play' if 'templates' in options else GAME} {options}"
    )
    before, files = (
        files_here(),
        "many files written" if "separate" in options else "files of yours read",
    )
    said = f"stranger.pdf: this PDF has {files}: '{word}'; if you trust it, add --trust\n"
    assert refused("again", "stranger.pdf", "-o", "mine.pdf") == said
    assert files_here() == before
    output = "mine" if "separate" in options else "mine.pdf"
    code, out, err = run("again", "stranger.pdf", "--trust", "-o", output)
    if code:
        assert ("no.ttf: " in err, "folder: " in err) == ("font" in options, "templates" in options)
    elif "separate" in options:
        assert len(list(Path(output).iterdir())) == 3
    else:
        assert out == "wrote mine.pdf\n"
        assert run(*shlex.split(command_of("mine.pdf"))[1:], "-o", "typed.pdf")[0] == 0
        assert Path("typed.pdf").read_bytes() == Path("mine.pdf").read_bytes()
    assert bool(code) == ("font" in options or "templates" in options)


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
    (
        ["--left-handed", "--ink-saver", "--nup", "2", "--pad", "2"],
        "-2up-pad-ink-saver-left-handed",
    ),
    (["--par", "--theme", "wine", "--names", "Anna"], ""),
]


@pytest.mark.parametrize(("arguments", "suffix"), SUFFIXES)
@pytest.mark.few(3)
def test_the_usual_name_tells_of_some_options(run: Run, arguments: list[str], suffix: str) -> None:
    """Sheets of another kind get a file of their own, the first time and again."""
    Path("names.txt").write_text("Anna\n", "utf-8")
    wrote = f"wrote out/dice-play-en-a4{suffix}.pdf\n"
    assert run("pdf", "--ruleset", "dice-play", *arguments)[:2] == (0, wrote)
    assert run("again", wrote.split()[1], "--trust")[:2] == (0, wrote)


@pytest.mark.parametrize(
    "players", [["--names", "Anna"], ["--names", "Anna,Bram", "--players", "3"]], ids=str
)
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


NO_DOCUMENT = (
    "stranger.pdf: this PDF does not say how sheetgen made it; print it with sheetgen pdf\n"
)
NO_PDF = "stranger.pdf: not a PDF that can be read; save it again in your viewer\n"
OTHERS = [
    # PDFs that do not say how sheetgen made them
    None, "", "Minutes of the meeting", "rm -rf x", "sheetgen", "SHEETGEN pdf --ruleset dice-play",
    "./sheetgen pdf --ruleset dice-play", "sheetgenx pdf --ruleset dice-play", " ",
]  # fmt: skip


OTHER_COMMAND = (
    "stranger.pdf: this PDF asks for {}, which no document of sheetgen's asks for; make it anew\n"
)
REFUSED = [
    # what the PDF says of itself, the options with which it is refused, and the answer, which may
    # be any line
    *(
        (subject, ([], ["-o", "mine.pdf"], ["--trust"]), OTHER_COMMAND.format(words))
        for subject, words in HOSTILE
    ),
    *(
        (subject, (["-o", "mine.pdf"], ["--trust", "-o", "mine.pdf"]), None)
        for subject in MALFORMED
    ),
    *((subject, ([],), NO_DOCUMENT) for subject in OTHERS),
]


@pytest.mark.parametrize(
    ("subject", "ways", "answer"), REFUSED, ids=[str(each[0])[:60] for each in REFUSED]
)
@pytest.mark.few(9)
def test_what_no_document_asks_for(
    refused: Refused, subject: str | None, ways: tuple[list[str], ...], answer: str | None
) -> None:
    """A stranger's PDF cannot have files written where it likes, read a profile, or run another command or a shell."""
    write_pdf(subject)
    before = files_here()
    for arguments in ways:
        said = refused("again", "stranger.pdf", *arguments)
        assert said == answer if answer else "Traceback" not in said
        assert files_here() == before


def test_a_pdf_without_information(refused: Refused) -> None:
    """A PDF without any information is not one of our documents."""
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.metadata = None
    writer.write("stranger.pdf")
    assert refused("again", "stranger.pdf") == NO_DOCUMENT


@pytest.mark.parametrize(
    "content", [b"", b"x", b"%PDF-1.7\n", b"%PDF-1.7\n%%EOF\n", b"\0" * 5000, b"PK\x03\x04"]
)
def test_a_file_that_is_no_pdf(refused: Refused, content: bytes) -> None:
    """A line reports that it cannot be read as one."""
    Path("stranger.pdf").write_bytes(content)
    assert refused("again", "stranger.pdf") == NO_PDF


def test_pdfs_that_cannot_be_read(refused: Refused) -> None:
    """A locked PDF and one with an open quote are refused."""
    write_pdf(GAME, encrypt="secret")
    assert (
        refused("again", "stranger.pdf")
        == "stranger.pdf: locked with a password; save it without one\n"
    )
    write_pdf(f"{GAME} --names 'An")
    assert refused("again", "stranger.pdf") == NO_PDF
