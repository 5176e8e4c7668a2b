"""Documents from the values of their options, as the commands and a page make them."""

import shlex
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import sheetgen
from sheetgen.documents import sheets
from sheetgen.documents.declared import Usual
from sheetgen.documents.making import Made, make
from sheetgen.documents.sheets import cell_maps
from sheetgen.errors import SheetgenError
from sheetgen.layout.options import SheetOptions
from sheetgen.rulesets.loading import load_ruleset
from tests.conftest import Run

CASES: list[tuple[str, dict[str, Any]]] = [
    ("pdf", {"lang": "nl", "names": "An,Bo", "back": "rules"}),
    ("pdf", {"labels": "5160"}),
    ("rules", {}),
    ("rules", {"form": "booklet", "flip": "long", "lang": "de"}),
    ("rules", {"form": "zine", "lang": "fr", "paper": "letter"}),
    ("rules", {"format": "md"}),
    ("form", {"players": "3"}),
]
"""Commands, and values of their options."""


@pytest.mark.parametrize(("command", "values"), CASES, ids=str)
@pytest.mark.few(4)
def test_the_command_that_is_shown_makes_the_same_file(
    command: str, values: dict[str, Any], run: Run
) -> None:
    """Content and name are those of the command line, and so are those of the library."""
    game = "dice-play" if "labels" in values else "yatzy"
    try:
        made = make(command, game, values)
    except SheetgenError:  # the labels are too small: the command line says the same
        assert "labels" in values
        return
    words = shlex.split(made.command)
    assert words[:3] == ["sheetgen", command, game]
    assert run(*words[1:])[0] == 0
    assert Path("out", made.name).read_bytes() == made.content


def test_values_of_a_class_and_a_mapping_make_the_same() -> None:
    options = sheetgen.BookletOptions(form="quick")
    assert make("rules", "yatzy", options) == make("rules", "yatzy", {"form": "quick"})
    letter = make("rules", "yatzy", {"form": "zine"}, usual=Usual("nl", "letter"))
    assert letter.name == "yatzy-nl-letter-zine.pdf"


def test_how_it_is_printed() -> None:
    """Number of pages and sides, paper, and advice."""
    sheet = make("pdf", "yatzy", {})
    assert (sheet.pages, sheet.sides, sheet.paper, sheet.duplex) == (1, 1, "a4", "Simplex")
    both = make("pdf", "yatzy", {"back": "audit"})
    assert (both.pages, both.sides, both.duplex) == (2, 2, "DuplexFlipLongEdge")
    assert "long edge" in both.how
    folded = make("rules", "yatzy", {"form": "booklet"})
    assert (folded.sides, folded.duplex) == (2, "DuplexFlipShortEdge")
    assert folded.pages % 2 == 0
    assert "fold" in folded.how
    text = make("rules", "yatzy", {"format": "html"})
    assert (text.kind, text.pages, text.sides) == ("html", 0, 0)
    page = make("form", "yatzy", {"names": ["An", "Bo"]}, kind="html")
    assert page.name == "yatzy-en.html"
    assert page.command.endswith("--names An,Bo --format html")


def test_the_size_of_its_boxes() -> None:
    """It is that of the map of the sheet, in mm; other documents have none."""
    options = SheetOptions(paper="a4", names=("An", "Bram"))
    width, height = make("pdf", "yatzy", options, usual=Usual("nl")).box or (0, 0)
    [sheet] = cell_maps(load_ruleset("yatzy"), replace(options, lang="nl"))
    box = next(cell.rect for cell in sheet.cells if cell.kind == "box")
    assert (width, height) == pytest.approx((box.width * 25.4 / 72, box.height * 25.4 / 72))
    assert make("rules", "yatzy", {}, usual=Usual("nl")).box is None


def test_a_kit_has_parts(run: Run) -> None:
    made = make("kit", "yatzy", {"lang": "nl"})
    assert (made.content, made.name) == (b"", "yatzy-nl-a4-kit")
    assert run(*shlex.split(made.command)[1:])[0] == 0
    files = sorted(Path("out", made.name).iterdir())
    assert [file.name for file in files] == [part.name for part in made.parts]
    assert [file.read_bytes() for file in files] == [part.content for part in made.parts]
    assert [part.sides for part in made.parts] == [1, 1, 2, 1, 0]


def test_previews_of_a_kit_show_each_page_of_its_documents() -> None:
    """The page for phones has none: it is the page itself."""
    made = make("kit", "yatzy", {"sheets": 2}, previews=True)
    pages = [part.pages for part in made.parts]
    assert pages == [len(part.previews) for part in made.parts] == [2, 2, 4, 1, 0]
    assert [part.content for part in made.parts] == [
        part.content for part in make("kit", "yatzy", {"sheets": 2}).parts
    ]


def test_drawings_can_do_without_typefaces() -> None:
    """A page that has them already gets a fifth of the size."""
    whole = make("pdf", "yatzy", {}, kind="svg")
    small = make("pdf", "yatzy", {}, kind="svg", typefaces=False)
    assert whole.name == small.name == "yatzy-en-a4.svg"
    assert b"@font-face" in whole.content
    assert b"@font-face" not in small.content
    assert len(small.content) < 60_000
    several = make("rules", "yatzy", {"form": "quick"}, kind="svg", typefaces=False)
    assert [part.name for part in several.parts] == [
        "yatzy-en-a5-quick-1.svg",
        "yatzy-en-a5-quick-2.svg",
    ]


@pytest.mark.parametrize(
    ("command", "values"),
    [
        ("pdf", {"names": "An,Bo", "back": "audit"}),
        ("pdf", {"nup": "2", "ruler": True}),
        ("rules", {"form": "booklet"}),
        ("rules", {"form": "zine"}),
        ("rules", {"form": "quick", "large_print": True, "paper": "a4"}),
        ("form", {"names": "An,Bo", "games": "2"}),
    ],
    ids=str,
)
def test_previews_come_with_the_document(command: str, values: dict[str, Any]) -> None:
    """One for each page; they are the pictures that are made alone, and the PDF stays as it is."""
    both = make(command, "yatzy", values, previews=True)
    plain = make(command, "yatzy", values)
    assert replace(both, previews=(), warnings=()) == replace(plain, warnings=())
    drawn = make(command, "yatzy", values, kind="svg")
    pictures = [part.content for part in drawn.parts] or [drawn.content]
    assert [*both.previews] == pictures
    assert len(both.previews) == both.pages


def test_a_document_and_its_previews_are_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[str] = []

    def counted(*given: Any) -> Any:
        laid_out.append(given[0].id)
        return resolve(*given)

    resolve = sheets.resolve
    monkeypatch.setattr(sheets, "resolve", counted)
    assert make("pdf", "yatzy", {}, previews=True).previews
    assert laid_out == ["yatzy"]


def test_texts_and_kits_have_no_previews() -> None:
    assert make("rules", "yatzy", {"format": "md"}, previews=True).previews == ()
    assert make("form", "yatzy", {}, kind="html", previews=True).previews == ()


def test_what_is_left_out_is_in_the_result() -> None:
    """A warning of the command line is a value."""
    small = make("pdf", "dice-play", {"paper": "a6"})
    assert small.warnings
    assert make("pdf", "yatzy", {}).warnings == ()


@pytest.mark.parametrize(
    ("command", "values"),
    [
        ("print", {}),
        ("pdf", {"holes": "3"}),
        ("pdf", {"names": "  "}),
        ("rules", {"creep": 0.1}),
        ("form", {"nup": 2}),
    ],
)
def test_wrong_values_are_refused_as_on_the_command_line(
    command: str, values: dict[str, Any]
) -> None:
    with pytest.raises(SheetgenError):
        make(command, "yatzy", values)


def test_what_is_made_is_a_value() -> None:
    assert isinstance(make("pdf", "yatzy", {}), Made)
    assert make("pdf", "yatzy", {"names": "An"}) == make("pdf", "yatzy", {"names": ["An"]})


BROWSER = """
import sys
sys.modules["PIL"] = None
from hashlib import sha256
from sheetgen.documents.described import described
from sheetgen.documents.making import make
from sheetgen.i18n.catalog import load_catalog
described("pdf", load_catalog("nl"))
for command, values, kind in (
    ("pdf", {"lang": "nl"}, "pdf"), ("form", {}, "pdf"), ("rules", {"form": "zine"}, "svg"),
):
    print(sha256(make(command, "yatzy", values, kind=kind).content).hexdigest())
print(*sys.modules)
"""


def test_documents_need_nothing_that_a_browser_lacks() -> None:
    """Without Pillow the bytes are the same; no command line and no reader of PDFs is loaded."""
    done = subprocess.run(
        [sys.executable, "-c", BROWSER], capture_output=True, text=True, check=True
    )
    *hashes, modules = done.stdout.splitlines()
    expected = [
        make("pdf", "yatzy", {"lang": "nl"}),
        make("form", "yatzy", {}),
        make("rules", "yatzy", {"form": "zine"}, kind="svg"),
    ]
    assert hashes == [sha256(made.content).hexdigest() for made in expected]
    assert not {"typer", "rich", "pypdf", "PIL", "numpy"} & {*modules.split()}
