"""The command that a PDF carries makes it again, and that of a stranger's PDF does no harm."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from tests.conftest import Refused, Run
from tests.readback import Sheet, words_of
from tests.tables import table_of

HERE = Path(__file__).parent

PRINTED = [
    "pdf --ruleset bonus-yachts --names Anna,Bram --games 3",
    "pdf --ruleset numbers-hands --series 3 --fields table,round",
    'pdf --ruleset dice-play --names-file "names of the club.txt"',
    "form --ruleset dice-play",
    'form --ruleset bonus-yachts --lang nl --names "Zoë,\'t Hooft" --games 2',
    "form --ruleset players-choice --paper letter --players 8",
    "form --ruleset dice-play --theme forest --large-print",
    "rules --ruleset dice-play",
    "rules --ruleset numbers-hands --lang nl --quick",
    "rules --ruleset dice-play --booklet --creep 0.3",
    "rules --ruleset dice-play --booklet --flip long --theme wine --large-print",
    "rules --ruleset players-choice --zine --paper a3",
    "form --ruleset dice-play --names=--output,Bo",
]


@pytest.mark.parametrize("line", PRINTED)
@pytest.mark.few(3)
def test_the_same_document_again(run: Run, line: str) -> None:
    """The command that a PDF keeps makes the same PDF again, byte for byte.

    Most options of sheets are tried with profiles, which such a command is compared with.
    """
    Path("names of the club.txt").write_text("Anna,Bram\nCyra\n", "utf-8")
    assert run(f"{line} -o old.pdf")[0] == 0
    assert run(*words_of("old.pdf"), "-o", "new.pdf")[0] == 0
    assert Path("new.pdf").read_bytes() == Path("old.pdf").read_bytes()


SUFFIXES = [
    ("--pad 2", "-pad"),
    ("--nup 4 --paper a4", "-4up"),
    ("--series 3", "-series"),
    ("--pictogram", "-pictogram"),
    ("--large-print", "-large-print"),
    ("--reusable", "-reusable"),
    ("--ink-saver", "-ink-saver"),
    ("--left-handed", "-left-handed"),
    ("--names-file names.txt", "-names-file"),
    ("--left-handed --ink-saver --nup 2 --pad 2", "-2up-pad-ink-saver-left-handed"),
    ("--par --theme wine --names Anna", ""),
]


@pytest.mark.parametrize(("options", "suffix"), SUFFIXES)
@pytest.mark.few(3)
def test_the_usual_name_tells_of_some_options(run: Run, options: str, suffix: str) -> None:
    """Sheets of another kind get a file of their own."""
    Path("names.txt").write_text("Anna\n", "utf-8")
    wrote = f"wrote out/dice-play-en-a4{suffix}.pdf\n"
    assert run(f"pdf --ruleset dice-play {options}")[:2] == (0, wrote)


@pytest.mark.parametrize(
    "players", [["--names", "Anna"], ["--names", "Anna,Bram", "--players", "3"]], ids=str
)
def test_blanks_where_columns_are_games(run: Run, players: list[str]) -> None:
    """Each is one page however many players there are, alone or behind the players' own."""
    command = ("pdf", "--ruleset", "bonus-yachts", "-o", "x.pdf", "--force")
    assert run(*command, "--blanks", "2")[0] == 0
    assert Sheet(Path("x.pdf").read_bytes()).pages == 2
    assert run(*command, *players)[0] == 0
    without = Sheet(Path("x.pdf").read_bytes()).pages
    assert run(*command, *players, "--blanks", "2")[0] == 0
    assert Sheet(Path("x.pdf").read_bytes()).pages == without + 2


def write_pdf(subject: str | None, encrypt: str | None = None) -> None:
    """Write a PDF that somebody else has made, and what it says of itself."""
    lock = StandardEncryption(encrypt) if encrypt else None
    canvas = Canvas("stranger.pdf", encrypt=lock)
    if subject is not None:
        canvas.setSubject(subject)
    canvas.drawString(100, 100, "Hello")
    canvas.showPage()
    canvas.save()


def files_here() -> dict[str, bytes]:
    """Return every file in the folder and what is in it."""
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


@pytest.fixture
def answer(refused: Refused) -> Callable[[], str]:
    """Return a function that reads a photo with the sheet of a stranger, and returns the answer."""

    def ask() -> str:
        Image.new("L", (900, 900), 255).save("photo.png")
        before = files_here()
        said = refused("check photo.png --sheet stranger.pdf --no-ask")
        assert files_here() == before
        return said

    return ask


GAME = "sheetgen pdf --ruleset dice-play"
NO_DOCUMENT = "this PDF does not say how sheetgen made it"
NO_PDF = "not a PDF that can be read"
HOSTILE: list[tuple[str | None, str]] = [
    *(
        (subject.replace("GAME", GAME), reason)
        for subject, reason in table_of(HERE / "hostile.txt")
    ),
    (f"{GAME} -o 'a\x9b31m'", "this PDF asks for '-o'"),
    ("sheetgen pdf", ""),
    ("sheetgen pdf --ruleset ../../made", ""),
    (f"{GAME} ; touch made", ""),
    (f"{GAME} --names {'x' * 10_000}", ""),
    (None, NO_DOCUMENT),
    ("", NO_DOCUMENT),
]


@pytest.mark.parametrize(
    ("subject", "reason"), HOSTILE, ids=[str(each[0])[:60] for each in HOSTILE]
)
@pytest.mark.few(9)
def test_commands_of_strangers(answer: Callable[[], str], subject: str | None, reason: str) -> None:
    """They cannot have files written or read, and run no other command and no shell."""
    write_pdf(subject)
    said = answer()
    assert reason in said
    assert said.count("\n") == 1


def test_the_file_of_a_game_that_is_named(run: Run) -> None:
    """The sheet of an own game is read if the command line names the game's file, too."""
    assert run("new house -o house.toml")[0] == 0
    assert run("pdf --ruleset house.toml -o stranger.pdf")[0] == 0
    Image.new("L", (900, 900), 255).save("photo.png")
    words = ("check", "photo.png", "--sheet", "stranger.pdf", "--no-ask")
    assert "has a file of yours read" in run(*words)[2]
    assert "has a file of yours read" not in run(*words, "--ruleset", "house.toml")[2]


@pytest.mark.parametrize("content", [b"", b"x", b"%PDF-1.7\n%%EOF\n", b"\0" * 5000])
def test_a_file_that_is_no_pdf(answer: Callable[[], str], content: bytes) -> None:
    """A file that is no PDF is refused in one line."""
    Path("stranger.pdf").write_bytes(content)
    assert NO_PDF in answer()


def test_a_locked_pdf(answer: Callable[[], str]) -> None:
    """A locked PDF is refused with the advice to save it without a password."""
    write_pdf(GAME, encrypt="secret")
    assert "locked with a password; save it without one" in answer()
