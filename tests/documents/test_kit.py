"""`sheetgen kit`: what a game night needs, in one folder, or nothing at all."""

import tomllib
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader

from sheetgen.files import folders
from tests.calculator.test_page_look import unpacked
from tests.cli.test_command_in_pdf import files_here
from tests.conftest import Refused, Run
from tests.readback import Markup, Sheet, command_of, text_of, words_of
from tests.shop import job

KITS = {
    "en": [
        "1-sheets.pdf", "2-rules-in-short.pdf", "3-rules-booklet.pdf", "4-calculator.pdf",
        "5-calculator-for-phones.html",
    ],
    "nl": [
        "1-scorebladen.pdf", "2-spelregels-kort.pdf", "3-spelregelboekje.pdf",
        "4-rekenformulier.pdf",
        "5-rekenpagina-telefoon.html",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "language"),
    [
        ("dice-play", "en"),
        ("dice-play", "nl"),
        ("balut", "nl"),
        ("bonus-yachts", "en"),
        ("generala", "nl"),
    ],
)
@pytest.mark.few(2)
def test_a_kit_is_five_files(run: Run, ruleset: str, language: str) -> None:
    """They are in one folder, of one game and language, and a line explains the use of each."""
    code, out, err = run(f"kit --ruleset {ruleset} --lang {language}")
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
        words = words_of(path)
        assert (words[words.index("--ruleset") + 1], words[words.index("--lang") + 1]) == (
            ruleset,
            language,
        )
    tags = dict(Markup((folder / names[4]).read_text("utf-8")).tags)
    assert tags["html"]["lang"] == language
    assert {"html", "head", "body", "script"} <= {*tags}


@pytest.mark.slow("documents")
def test_the_papers_of_a_kit(run: Run) -> None:
    """The short rules are on half the paper of the others, and the booklet is landscape."""
    sizes = {
        "a4": ((210, 297), (148, 210), (297, 210)),
        "letter": ((216, 279), (140, 216), (279, 216)),
    }
    for paper, (whole, half, across) in sizes.items():
        assert run(f"kit --ruleset dice-play --paper {paper} -o {paper}")[0] == 0
        found = []
        for name in KITS["en"][:4]:
            sheet = Sheet((Path(paper) / name).read_bytes())
            found.append((round(sheet.width * 25.4 / 72), round(sheet.height * 25.4 / 72)))
        assert found[1:3] == [half, across]
        assert {tuple(sorted(found[0])), tuple(sorted(found[3]))} == {tuple(sorted(whole))}


@pytest.mark.slow("documents")
def test_names_are_in_all_that_has_names(run: Run) -> None:
    """Sheets and calculators have the players' names, and each file can be printed again alone."""
    assert run("""kit --ruleset dice-play --names "Zoë,O'Neill,-Cy,Anna" -o kit""")[0] == 0
    folder = Path("kit")
    for name in ("Zoë", "O'Neill", "-Cy"):
        assert name in text_of(folder / "1-sheets.pdf")
    fields = PdfReader(folder / "4-calculator.pdf").get_fields() or {}
    assert {"Zoë", "O'Neill", "-Cy"} <= {str(field.get("/V")) for field in fields.values()}
    _, data, _ = unpacked((folder / "5-calculator-for-phones.html").read_text("utf-8"))
    assert data["same"]["players"] == ["Zoë", "O'Neill", "-Cy", "Anna"]
    for name in KITS["en"][:4]:
        assert run(*words_of(folder / name), "-o", "new.pdf", "--force")[0] == 0
        assert Path("new.pdf").read_bytes() == (folder / name).read_bytes()


@pytest.mark.slow("documents")
def test_sheets_and_games_of_a_kit(run: Run) -> None:
    """There are as many sheets as the option says, alike and without a back.

    Sheets and calculator have as many games.
    """
    assert run("kit --ruleset dice-play --sheets 7 -o kit")[0] == 0
    assert Sheet(Path("kit/1-sheets.pdf").read_bytes()).pages == 7
    assert text_of("kit/1-sheets.pdf", 0) == text_of("kit/1-sheets.pdf", 6)
    assert run("kit --ruleset bonus-yachts --games 2 -o kit --force")[0] == 0
    for name in ("1-sheets.pdf", "4-calculator.pdf"):
        assert "--games 2" in command_of(f"kit/{name}")
    columns = [len(job(ruleset="bonus-yachts", games=games).job.cards[0].cells) for games in (2, 3)]
    assert columns[0] < columns[1]
    assert run("pdf", *words_of("kit/1-sheets.pdf")[1:], "-o", "two.pdf")[0] == 0
    assert Path("two.pdf").read_bytes() == Path("kit/1-sheets.pdf").read_bytes()
    fields = PdfReader("kit/4-calculator.pdf").get_fields() or {}
    assert {name[:4] for name in fields if name.startswith("p1g")} == {"p1g1", "p1g2"}


@pytest.mark.slow("documents")
def test_a_kit_takes_a_theme_and_large_print(run: Run) -> None:
    """All four PDFs have both in their commands, can be made again, and differ between themes."""
    assert run("kit --ruleset dice-play --theme forest --large-print -o kit")[0] == 0
    for name in KITS["en"][:4]:
        path = Path("kit", name)
        content = path.read_bytes()
        assert command_of(path).endswith("--theme forest --large-print")
        for page in range(Sheet(content).pages):
            assert min(letter.size for letter in Sheet(content, page).letters) >= 16 - 0.01
        assert run(*words_of(path), "-o", "new.pdf", "--force")[0] == 0
        assert Path("new.pdf").read_bytes() == content
    for theme in ("ink", "wine"):
        assert run(f"kit --ruleset dice-play --theme {theme} -o {theme}")[0] == 0
    for name in KITS["en"][:4]:
        pictures = [
            pdfium.PdfDocument(Path(theme, name))[0].render(scale=0.5).to_pil()
            for theme in ("ink", "wine")
        ]
        assert pictures[0].tobytes() != pictures[1].tobytes()
    assert len({Path(theme, KITS["en"][4]).read_bytes() for theme in ("ink", "wine")}) == 2


@pytest.mark.slow("documents")
def test_a_folder_for_the_kit(run: Run) -> None:
    """It is made with all folders above it, or used; other files in it stay."""
    Path("mine").mkdir()
    Path("mine/notes.txt").write_text("precious", "utf-8")
    Path("link").symlink_to("mine")
    code, out, _ = run("kit --ruleset dice-play -o link/deep/er")
    assert (code, out.count("link/deep/er/")) == (0, 5)
    assert sorted(path.name for path in Path("mine/deep/er").iterdir()) == KITS["en"]
    Path("mine/deep").rename("elsewhere")
    assert run("kit --ruleset dice-play -o link")[0] == 0
    assert sorted(path.name for path in Path("mine").iterdir()) == [*KITS["en"], "notes.txt"]
    assert Path("mine/notes.txt").read_text("utf-8") == "precious"


@pytest.mark.parametrize("name", KITS["en"])
@pytest.mark.few(1)
def test_a_kit_is_checked_before_it_is_written(run: Run, refused: Refused, name: str) -> None:
    """A single different file keeps all others from being written; --force replaces it."""
    path = Path("kit", name)
    path.parent.mkdir()
    path.write_text("precious", "utf-8")
    fault = f"{path}: a different file is there; replace it with --force"
    assert refused("kit --ruleset dice-play -o kit").startswith(fault)
    assert files_here() == {str(path): b"precious"}
    for force in ("--force", ""):  # the same again is no conflict
        assert run(f"kit --ruleset dice-play -o kit {force}")[0] == 0


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
@pytest.mark.few(2)
def test_a_folder_that_cannot_be_made(refused: Refused, folder: str, words: str) -> None:
    """A line has the folder and the reason; nothing is written."""
    Path("file").write_text("precious", "utf-8")
    Path("dangling").symlink_to("no/where")
    err = refused("kit", "--ruleset", "dice-play", "-o", folder)
    assert words in err
    assert err.count("\n") == 1
    assert files_here() == {"file": b"precious"}


WRONG = [
    ("", "Which game? For example: sheetgen kit dice-play."),
    ("dice-ply", "unknown ruleset 'dice-ply'; did you mean 'dice-play'?"),
    ("dice-play --lang nl,en", "taal onbekend: 'nl,en'"),
    ("dice-play --names ''", "--names: wrote ''"),
    ("dice-play --names An,漢", "--names: the letter '漢' (U+6F22, "),
    (f"dice-play --names {'W' * 80}", f"--names: the name '{'W' * 80}' does not fit"),
    ("dice-play --names An,Bo --players 1", "--names: 2 names, and --players says 1"),
    ("dice-play --par", "No such option: --par"),
    ("dice-play --theme inc", "unknown theme 'inc'; did you mean 'ink'?"),
    ("dice-play --sheets 0", "--sheets: 0 is not possible; use 1 to 1,000.\n"),
    ("dice-play --paper a3 --players 21", ""),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
@pytest.mark.few(6)
def test_a_kit_that_cannot_be_made(refused: Refused, arguments: str, words: str) -> None:
    """A fault of any part is reported in a line, and no file is written."""
    err = refused(f"kit {arguments} -o kit")
    assert err.startswith(words)
    assert all(line.isprintable() for line in err.split("\n"))
    assert not files_here()


def test_a_profile_for_kits(run: Run) -> None:
    """The table [kit] of a profile has its defaults.

    The command line wins, and sheets take nothing from [pdf].
    """
    text = (
        '[kit]\nruleset = "dice-play"\nlang = "nl"\nnames = "Anna,Bram"\n[pdf]\n'
        'title = "Club"\nfoo = 1\n'
    )
    Path("sheetgen.toml").write_text(text, "utf-8")
    assert run("kit --lang en")[0] == 0
    found = text_of("out/dice-play-en-a4-kit/1-sheets.pdf")
    assert "Anna" in found
    assert "Club" not in found
    assert run("kit --profile none")[0] == 2


def test_faults_of_a_profile_for_kits(refused: Refused) -> None:
    """Each is reported with its key, and only settings of a kit are accepted."""
    text = '[kit]\nruleset = [4]\nlangs = "nl"\npar = true\noutput = "x"\nnames = ["An"]\n'
    Path("sheetgen.toml").write_text(text, "utf-8")
    err = refused("kit --ruleset dice-play")
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["sheetgen.toml", f"kit.{key}"] for key in tomllib.loads(text)["kit"]
    ]
    assert "did you mean 'lang'?" in err
    assert not Path("out").exists()


def test_a_kit_of_a_ruleset_of_ones_own(run: Run) -> None:
    """A user's file gives the kit its name."""
    Path("house.toml").write_bytes((folders.rulesets() / "dice-play.toml").read_bytes())
    assert run("kit --ruleset ./house.toml --lang nl")[0] == 0
    assert sorted(path.name for path in Path("out/house-nl-a4-kit").iterdir()) == KITS["nl"]


def test_a_single_player_gets_a_page_for_any_table(run: Run) -> None:
    """Also of a game for two or more; a kit cannot go to standard output."""
    assert run("kit --ruleset bonus-yachts --names Zoe -o kit")[0] == 0
    assert len(list(Path("kit").iterdir())) == 5
    assert run("kit --ruleset dice-play -o -")[0] == 2
