"""The command for rules on the command line: its files, its messages and its refusals."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from pypdf import PdfReader

from tests.conftest import Refused, Run
from tests.games import NINE, by_kind
from tests.readback import Sheet, text_of
from tests.running import shell


def size_of(path: Path) -> tuple[int, int]:
    """Return the size of the first page in mm."""
    sheet = Sheet(path.read_bytes())
    return round(sheet.width * 25.4 / 72), round(sheet.height * 25.4 / 72)


def test_pages_are_a5_in_the_language_of_the_table(run: Run) -> None:
    """The default place is out/, and the last page carries the command."""
    assert run("rules --ruleset dice-play --lang nl") == (
        0,
        "geschreven: out/dice-play-nl-a5-rules.pdf\n",
        "",
    )
    path = Path("out/dice-play-nl-a5-rules.pdf")
    assert size_of(path) == (148, 210)
    assert "De spelregels" in text_of(path)
    last = text_of(path, Sheet(path.read_bytes()).pages - 1)
    assert "sheetgen rules --ruleset dice-play --lang nl --paper a5" in last


def test_paper_follows_the_territory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of what people use: half-letter where that is Letter, and Letter to fold."""
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    run("rules --ruleset dice-play --output pages.pdf")
    run("rules --ruleset dice-play --booklet --output folded.pdf")
    assert size_of(Path("pages.pdf")) == (140, 216)
    assert size_of(Path("folded.pdf")) == (279, 216)


FOLDED = [("--booklet", "booklet", "short edge"), ("--zine", "zine", "cut along the line")]


@pytest.mark.parametrize(("option", "name", "words"), FOLDED)
def test_what_is_folded_says_how(run: Run, option: str, name: str, words: str) -> None:
    """A document to fold is landscape, and the screen explains printing and folding."""
    code, out, _ = run(f"rules --ruleset players-choice {option}")
    path = Path(f"out/players-choice-en-a4-{name}.pdf")
    assert (code, size_of(path)) == (0, (297, 210))
    assert words in out
    assert f"{option} --paper a4" in str(PdfReader(BytesIO(path.read_bytes())).metadata)


@pytest.mark.parametrize("ruleset", by_kind(NINE))
@pytest.mark.few(3)
def test_the_card_has_a_front_and_a_reverse(run: Run, ruleset: str) -> None:
    """On any paper, from A6 on."""
    for paper in ("a6", "letter"):
        assert run(f"rules --ruleset {ruleset} --lang nl --quick --paper {paper}")[0] == 0
        assert Sheet(Path(f"out/{ruleset}-nl-{paper}-quick.pdf").read_bytes()).pages == 2


def test_creep_is_taken_in_millimetres(run: Run) -> None:
    """The inner pages move to the fold."""
    run("rules --ruleset maxi-yatzy --lang en --booklet --output flat.pdf")
    run("rules --ruleset maxi-yatzy --lang en --booklet --creep 0.5 --output thick.pdf")
    side = 4
    flat, thick = (Sheet(Path(name).read_bytes(), side) for name in ("flat.pdf", "thick.pdf"))
    moved = [
        thick.letters[0].rect.x - flat.letters[0].rect.x,
        thick.letters[-1].rect.x - flat.letters[-1].rect.x,
    ]
    shift = 2 * 0.5 * 72 / 25.4
    assert moved == pytest.approx([shift, -shift], abs=0.1)
    assert "--creep 0.5" in str(PdfReader(BytesIO(Path("thick.pdf").read_bytes())).metadata)


def test_html_is_one_page_with_everything_in_it(run: Run) -> None:
    """No script, nothing from elsewhere, in the language it says."""
    assert run("rules --ruleset bonus-yachts --lang nl --format html")[0] == 0
    page = Path("out/bonus-yachts-nl-rules.html").read_text("utf-8")
    assert '<html lang="nl">' in page
    assert "<script" not in page
    assert "default-src 'none'" in page
    assert not re.findall(r'(?:src|href)="(?!#|data:)', page)


def test_markdown_has_the_same_content(run: Run) -> None:
    """Headings, lists, tables, and dice as digits; names keep their marks."""
    Path("odd.toml").write_text(
        'format = 1\nname = "1. A * B"\n[[sections]]\nid = "s"\ncategories = ['
        '{ id = "a", name = "# x|y_z <b> [l](javascript:x)'
        ' `c` ~~s~~ &amp;",'
        ' pattern = { kind = "pair" }, points = { kind = "all" } }]\n'
        '[[totals]]\nid = "total"\nname = "T"\nkind = "sum"\nof = ["s"]\n'
    )
    assert run("rules --ruleset ./odd.toml --lang en --format md")[0] == 0
    text = Path("out/odd-en-rules.md").read_text("utf-8")
    assert r"# 1\. A \* B" in text
    assert r"x\|y\_z" in text
    assert "\n## In a minute\n" in text
    assert re.search(r"^1\. \*\*Roll\*\*", text, re.MULTILINE)
    assert re.search(r"^\| [1-6](-[1-6]){4} \| ", text, re.MULTILINE)
    found = MarkdownIt().enable("table").parse(text)
    kinds = {inner.type for token in found for inner in (token, *(token.children or ()))}
    assert not kinds & {
        "html_block",
        "html_inline",
        "link_open",
        "image",
        "code_inline",
        "code_block",
    }
    assert all(
        token.tag in ("h1", "h2", "h3", "h4") for token in found if token.type == "heading_open"
    )
    assert run("rules --ruleset ./odd.toml --lang en --quick --format md")[0] == 0
    assert Path("out/odd-en-quick.md").exists()


def test_lines_of_markdown_stay_lines(run: Run) -> None:
    """The questions about a Yacht, with what follows from yes and from no."""
    run("rules --ruleset numbers-hands --lang en --format md")
    text = Path("out/numbers-hands-en-rules.md").read_text("utf-8")
    inline = [inner for token in MarkdownIt().parse(text) for inner in token.children or ()]
    assert sum(inner.type == "hardbreak" for inner in inline) >= 8


def test_standard_output_takes_the_document_alone() -> None:
    """Standard output has no advice on folding."""
    done = shell("sheetgen rules --ruleset dice-play --booklet --output -")
    assert done.stdout.startswith(b"%PDF")
    assert done.stdout.rstrip().endswith(b"%%EOF")
    assert (done.returncode, done.stderr) == (0, b"")


REFUSED = [
    ("--booklet --zine", "--booklet and --zine exclude each other"),
    ("--zine --quick", "--zine and --quick exclude each other"),
    ("--booklet --format html", "--booklet needs --format pdf."),
    ("--paper a4 --format md", "--paper needs --format pdf."),
    ("--creep 0.1", "--creep needs --booklet."),
    ("--flip long", "--flip needs --booklet.\n"),
    ("--appendix index", "unknown appendix 'index'"),
    ("--appendix words --quick", "--appendix and --quick exclude each other: there is no room"),
    ("--theme wine --format html", "--theme needs --format pdf."),
    ("--large-print --zine", "--paper: it takes"),
    ("--booklet --creep 7", "--creep: wrote '7'; should be from 0 to 1 mm"),
    ("--booklet --creep nan", "--creep: wrote 'nan'; should"),
    ("--paper a9", "unknown paper 'a9'"),
    ("--quick --large-print --paper a6", "--paper: it takes"),
    ("--templates nowhere", "nowhere: there is no such folder"),
    ("--format doc", "'doc'"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED)
def test_what_does_not_go_together_is_refused(refused: Refused, arguments: str, words: str) -> None:
    """With the option, and what would be right; nothing is written."""
    assert words in refused(f"rules --ruleset numbers-hands {arguments}")
    assert not [*Path().rglob("*.pdf")]


def test_a_template_of_ones_own(run: Run) -> None:
    """It replaces ours in every form; a fault in it has its file and line."""
    Path("mine").mkdir()
    Path("mine/cover.html.j2").write_text(
        "<header>\n<h1>{{ wording.title }} of the Jansens</h1></header>"
    )
    assert run("rules --ruleset dice-play --lang en --templates mine")[0] == 0
    assert "Yacht of the Jansens" in text_of(Path("out/dice-play-en-a5-rules.pdf"))
    run("rules --ruleset dice-play --templates mine --format html")
    assert "Yacht of the Jansens" in Path("out/dice-play-en-rules.html").read_text("utf-8")
    Path("mine/cover.html.j2").write_text("<header>\n{{ wording.titel }}</header>")
    assert run("rules --ruleset dice-play --templates mine --format html")[0] == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "<section>\n<p>x</p>\nloose words here</section>",
            "/end.html.j2: line 3: 'loose words here' is in no",
        ),
        (
            "<section>\n<p>&nbsp;</p></section>",
            "/end.html.j2: line 2: this is not well-formed: undefined entity",
        ),
        (
            "<section>\n<p><dice>1 x</dice></p></section>",
            "/end.html.j2: line 2: wrote '1 x'; should be dice",
        ),
        ("<section>\n{{ wording.titel }}</section>", "/end.html.j2: line 2: "),
        (
            "{% include '../secret.html.j2' %}",
            "/end.html.j2: line 1",
        ),  # it includes what is beside it
        ("<section>\n<p>Dice &#127922;</p></section>", "/end.html.j2: line 2: the letter '🎲' "),
        (None, ": there is no text; write some\n"),  # where no line can be told
    ],
)
@pytest.mark.few(3)
def test_what_cannot_be_set_has_its_line(refused: Refused, text: str | None, words: str) -> None:
    """In the template that it comes from."""
    Path("mine").mkdir()
    Path("secret.html.j2").write_text("<p>secret</p>")
    Path("mine", "end.html.j2" if text else "quick.html.j2").write_text(text or "{# nothing #}")
    quick = "" if text else "--quick"
    err = refused(f"rules --ruleset dice-play {quick} --templates mine")
    assert err.startswith(f"mine{words}"), err


def test_a_letter_that_the_font_lacks_is_named(run: Run) -> None:
    """In the PDF; a page in a browser has the fonts of the browser."""
    Path("odd.toml").write_text(
        'format = 1\nname = "Dice 🎲"\n[[sections]]\nid = "s"\n'
        'categories = [{ id = "a", name = "A", pattern = { kind = "any" }, '
        'points = { kind = "all" } }]\n'
        '[[totals]]\nid = "total"\nname = "T"\nkind = "sum"\nof = ["s"]\n',
        "utf-8",
    )
    code, _, err = run("rules --ruleset ./odd.toml --lang en")
    assert (code, err.startswith("odd: "), "U+1F3B2" in err) == (2, True, True)
    assert run("rules --ruleset ./odd.toml --lang en --format html")[0] == 0
