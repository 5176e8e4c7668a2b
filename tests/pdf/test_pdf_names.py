"""Names from a file: what can be read, what is refused and where, and what is printed."""

import csv
import io
import json
import unicodedata
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, strategies as st

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog, load_catalog
from sheetgen.layout.content import MAX_BYTES, NamesFile, names_in, read_names_file
from tests.conftest import Refused, Run
from tests.readback import Sheet, text_of
from tests.tables import table_of

DUTCH: tuple[Catalog, ...] = (load_catalog("nl"),)


def read(folder: Path, content: str | bytes, catalogs: tuple[Catalog, ...] = ()) -> NamesFile:
    """Return the fillings of a file with this content."""
    path = folder / "names.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_names_file(path, catalogs)


def pages_of(path: Path | str) -> int:
    """Return the number of pages of a PDF."""
    return Sheet(Path(path).read_bytes()).pages


def cases_of(name: str) -> list[Any]:
    """Return the cases of a table: a text with its encoding, and what comes of it."""
    return [
        pytest.param(json.loads(text, strict=False).encode(encoding), outcome, id=what)
        for what, encoding, text, outcome in table_of(Path(__file__).with_name(name))
    ]


@pytest.mark.parametrize(("content", "lines"), cases_of("names_read.txt"))
def test_lines_become_names(tmp_path: Path, content: bytes, lines: str) -> None:
    """Every common spelling of a list of names is read, and each line knows its number.

    A heading is in English or in a given language, and the first line alone is one.
    """
    found: list[list[Any]] = []
    for filling in read(tmp_path, content, DUTCH):
        fields = [dict(filling.values)] if filling.values else []
        found.append([filling.line, *filling.names, *fields])
    assert found == json.loads(lines)


def test_a_heading_is_english_or_of_a_given_language(tmp_path: Path, run: Run) -> None:
    """Dutch words are names where Dutch was not given.

    On a command line any language of the program is.
    """
    assert read(tmp_path, "Tafel;Naam\n1;An\n")[0].names == ("Tafel", "Naam")
    for language, first in (("en", "Tafel;Naam"), ("nl", "Table;Name")):
        Path("names.csv").write_text(f"{first}\n41;Anna\n", "utf-8")
        command = f"pdf --ruleset dice-play --lang {language} --names-file names.csv"
        assert run(f"{command} -o x.pdf --force")[0] == 0
        assert pages_of("x.pdf") == 1
        assert {"41", "Anna"} <= set(text_of("x.pdf").split())


@pytest.mark.parametrize(("content", "words"), cases_of("names_refused.txt"))
def test_what_cannot_be_read_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    """A message has the file, its line and the fault."""
    with pytest.raises(SheetgenError) as caught:
        read(tmp_path, content, DUTCH)
    assert caught.value.file == str(tmp_path / "names.csv")
    said = str(caught.value).removeprefix(f"{caught.value.file}: ")
    assert said.startswith(words) or words == "NUL" in said


LETTERS = [
    # a line, the letter that is named and its code
    ("漢字", "漢", "U+6F22"),
    ("שרה", "ש", "U+05E9"),
    ("An 😀", "😀", "U+1F600"),
    ("Nguyễn Thị Ánh", "ễ", "U+1EC5"),
    ("q\u0303ue", "\u0303", "U+0303"),
    ("An\u200bBo", "\\u200b", "U+200B"),
    ("An\x1b[31mred", "\\x1b", "U+001B"),
    ("An\x07", "\\x07", "U+0007"),
    ("An\u202eoB", "\\u202e", "U+202E"),
    ("An\x9b31m", "\\x9b", "U+009B"),
]


@pytest.mark.parametrize(("line", "letter", "code"), LETTERS)
@pytest.mark.few(3)
def test_letters_that_the_font_lacks(refused: Refused, line: str, letter: str, code: str) -> None:
    """The letter, its code and its line are named, as escapes where a terminal would obey them.

    In fields, too.
    """
    for content in (f"An\n\n{line}\nBo\n", f"Table,Name\n1,An\n{line},Bo\n"):
        Path("names.txt").write_text(content, "utf-8")
        err = refused("pdf --ruleset dice-play --names-file names.txt")
        assert err.startswith(f"names.txt: line 3: the letter '{letter}' ({code}, ")
        assert err.rstrip("\n").isprintable()
        assert not list(Path().glob("**/*.pdf"))


@pytest.mark.parametrize(("ruleset", "paper"), [("dice-play", "a4"), ("bonus-yachts", "a5")])
def test_a_name_that_does_not_fit(refused: Refused, ruleset: str, paper: str) -> None:
    """File, line and name are said, and the file that was there stays."""
    Path("names.txt").write_text("An\n\n" + "W" * 80 + "\nBo\n", "utf-8")
    Path("x.pdf").write_bytes(b"old")
    command = f"pdf --ruleset {ruleset} --paper {paper} --names-file names.txt -o x.pdf --force"
    assert refused(command).startswith(f"names.txt: line 3: the name '{'W' * 80}' does not fit")
    assert Path("x.pdf").read_bytes() == b"old"
    assert sorted(path.name for path in Path().iterdir()) == ["names.txt", "x.pdf"]


def test_the_first_fault_is_named(refused: Refused) -> None:
    """It is the first name that does not fit, or the last line of too many.

    Nothing is written.
    """
    Path("names.txt").write_text("An\n" + "W" * 70 + "\n" + "W" * 80 + "\n", "utf-8")
    err = refused("pdf --ruleset dice-play --paper a4 --names-file names.txt")
    assert err.startswith(f"names.txt: line 2: the name '{'W' * 70}' does not fit")
    Path("names.txt").write_text("An\n" * 1999 + "漢\n", "utf-8")
    err = refused("pdf --ruleset dice-play --names-file names.txt -o x.pdf")
    assert err.startswith("names.txt: line 2,000: the letter '漢'")
    assert [path.name for path in Path().iterdir()] == ["names.txt"]


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    """A byte beyond the limit is refused before it is read as text."""
    path = tmp_path / "names.txt"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(SheetgenError, match="larger than 20 MB") as caught:
        read_names_file(path, ())
    assert caught.value.file == str(path)


def test_more_names_than_a_file_has_pages_are_refused_before_reading_on(refused: Refused) -> None:
    """However long the file is, no name in it is looked at.

    Not the one that is too long, and not the wrong letter.
    """
    for count, words in (
        (299_999, "names.txt: has more than 100,000 lines with names; make several files\n"),
        (100_000, "100,001 pages; one file has 100,000 at most; make several files\n"),
    ):
        Path("names.txt").write_text("\u3042\n" + "An\n" * count, "utf-8")
        assert refused("pdf --ruleset dice-play --lang en --names-file names.txt") == words


def test_any_line_can_be_asked_for(tmp_path: Path) -> None:
    """In any order, again, by slices, and not beyond the end."""
    names = read(tmp_path, "\n".join(f"Guest {number}" for number in range(1000)))
    assert len(names) == 1000
    assert [names[place].names for place in (999, 0, 500, 999)] == [
        ("Guest 999",),
        ("Guest 0",),
        ("Guest 500",),
        ("Guest 999",),
    ]
    assert [each.names[0] for each in names[2:10:3]] == ["Guest 2", "Guest 5", "Guest 8"]
    assert [each.line for each in names[-2:]] == [999, 1000]
    assert names[1000:] == []
    for place in (1000, 10**9):
        with pytest.raises(IndexError):
            names[place]


NAME = st.text(st.sampled_from("abcXYZäß żğ,;-.()=\"é'"), max_size=12).filter(
    lambda name: not name.strip().startswith("'")
)


@given(
    tables=st.lists(
        st.lists(NAME, min_size=1, max_size=5).filter(
            lambda row: any(name.strip(' \t\f\v,;"') for name in row)
        ),
        min_size=1,
    ),
    delimiter=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_what_a_spreadsheet_writes_is_read(
    tables: list[list[str]], delimiter: str, end: str
) -> None:
    """Names that were quoted come back as they were, each line as its own, with spaces in order."""
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator=end).writerows(
        tables
    )
    fillings = names_in(buffer.getvalue(), "names.csv", ())
    wanted = [
        [" ".join(unicodedata.normalize("NFC", name).split()) for name in row] for row in tables
    ]
    for row in wanted:
        while row and not row[-1]:
            row.pop()
    assert [list(filling.names) for filling in fillings] == wanted
    assert [filling.line for filling in fillings] == list(range(1, len(tables) + 1))


SCRIPTS = (
    "Ελένη Παπαδοπούλου",
    "Наталья Щербакова",
    "Їжакевич Ґалаґан",
    "Łucja Żółć",
    "Işıl Ağaoğlu İğde",
    "Jiří Dvořák",
    "Þórður Æsir",
    "Chloë Gâteau-Çelik",
    "Jürgen Groß",
)
"""Names in Greek, Cyrillic, Ukrainian, Polish, Turkish, Czech and other languages."""


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_of_europe_are_printed(run: Run, form: Literal["NFC", "NFD"]) -> None:
    """Greek, Cyrillic and accented letters are in the PDF as composed text.

    They may have any form in the file.
    """
    Path("names.txt").write_text(unicodedata.normalize(form, "\n".join(SCRIPTS)), "utf-8")
    assert run("pdf --ruleset dice-play --names-file names.txt -o x.pdf")[0] == 0
    for page, name in enumerate(SCRIPTS):
        assert {*name.split()} <= {*text_of("x.pdf", page).split()}


def test_a_line_is_a_table_and_a_page(run: Run) -> None:
    """Each line has a page with its names and no other's, and blanks come behind.

    What is a formula is text.
    """
    Path("names.csv").write_text("Anna,Bram\nCyra\n,Dirk\n", "utf-8")
    assert run("pdf --ruleset dice-play --names-file names.csv --blanks 2 -o x.pdf --force")[0] == 0
    assert pages_of("x.pdf") == 5
    for page, names in enumerate(({"Anna", "Bram"}, {"Cyra"}, {"Dirk"}, set(), set())):
        found = text_of("x.pdf", page)
        assert {name for name in ("Anna", "Bram", "Cyra", "Dirk") if name in found} == names
    Path("names.csv").write_text("'=SUM(1;2)\t'-Jan\t@Piet\n", "utf-8")
    assert run("pdf --ruleset dice-play --names-file names.csv -o x.pdf --force")[0] == 0
    found = text_of("x.pdf")
    for words in ("=SUM(1;2)", "-Jan", "@Piet"):
        assert words in found
    assert "'=" not in found


def test_columns_without_a_name_stay_blank(run: Run) -> None:
    """A table of one name has as many columns as the widest table of the file.

    An empty cell keeps its place.
    """
    Path("names.csv").write_text("Anna,Bram,Cyra\nDirk\n,,Elsa\n", "utf-8")
    assert run("pdf --ruleset dice-play --names-file names.csv -o x.pdf")[0] == 0
    content = Path("x.pdf").read_bytes()

    def place(name: str, page: int) -> float:
        letters = [
            letter for letter in Sheet(content, page).letters if letter.size > 9
        ]  # not beside the next heading
        text = "".join(letter.text for letter in letters)
        assert text.count(name) == 1
        first = letters[text.index(name)].rect
        last = letters[text.index(name) + len(name) - 1].rect
        return (first.x + last.right) / 2

    assert place("Dirk", 1) == pytest.approx(place("Anna", 0), abs=2)
    assert place("Elsa", 2) == pytest.approx(place("Cyra", 0), abs=2)


def test_each_player_has_a_page_where_columns_are_games(run: Run) -> None:
    """A line of three names gives three pages, in order, and the next line goes on behind them."""
    Path("names.csv").write_text("Table,Name,Name,Name\n11,Anna,Bram,Cyra\n12,Dirk\n", "utf-8")
    assert run("pdf --ruleset bonus-yachts --names-file names.csv -o x.pdf")[0] == 0
    assert pages_of("x.pdf") == 4
    for page, (name, table) in enumerate(
        (("Anna", "11"), ("Bram", "11"), ("Cyra", "11"), ("Dirk", "12"))
    ):
        found = text_of("x.pdf", page)
        assert {each for each in ("Anna", "Bram", "Cyra", "Dirk") if each in found} == {name}
        assert table in found.split()


def test_fields_are_filled_in(run: Run) -> None:
    """Table and round come from the file, and what it has no column for from the command line."""
    Path("names.csv").write_text("Tafel;Ronde;Naam\n41;42;Anna\n;;Bram\n", "utf-8")
    command = "pdf --ruleset dice-play --lang nl --names-file names.csv -o x.pdf"
    assert run(f"{command} --date 4-juni-77")[0] == 0
    first, second = text_of("x.pdf"), text_of("x.pdf", 1)
    for words in ("Tafel", "41", "Ronde", "42", "Anna"):
        assert words in first
    for words in ("Tafel", "Ronde", "Bram"):
        assert words in second
    assert not {"41", "42", "Anna"} & set(second.split())
    in_the_foot = 1
    for page in (first, second):
        assert page.split().count("4-juni-77") == in_the_foot + 1


@pytest.mark.parametrize(
    ("option", "heading"), [("table", "Tafel"), ("round", "Round"), ("date", "DATUM")]
)
def test_a_field_with_a_column_is_not_asked_for_as_well(
    run: Run, refused: Refused, option: str, heading: str
) -> None:
    """An option for a column of the file is refused.

    One that the file has no column for is not.
    """
    Path("names.csv").write_text(f"{heading};Naam\n41;Anna\n", "utf-8")
    command = "pdf --ruleset dice-play --names-file names.csv"
    err = refused(f"{command} --{option} 7")
    assert err == f"--{option} and --names-file exclude each other: the file has a column for it.\n"
    assert not Path("out").exists()
    others = [f"--{each}=7" for each in ("table", "round", "date") if each != option]
    assert run(" ".join([command, *others]))[0] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--names An", "--names-file and --names exclude each other"),
        ("--pad 5", "--pad and --names-file exclude each other"),
        ("--blanks 0", "--blanks: 0 is not possible"),
        ("--players 2", "names.csv: line 2: 3 names, and --players says 2; leave that out\n"),
    ],
)
def test_what_names_from_a_file_exclude(refused: Refused, arguments: str, words: str) -> None:
    """Two sources of names, or more names than players, are refused.

    The message names the options that clash.
    """
    Path("names.csv").write_text("An,Bo\nAn,Bo,Cy\n", "utf-8")
    assert words in refused(f"pdf --ruleset dice-play --names-file names.csv {arguments}")
    assert not Path("out").exists()


@pytest.mark.parametrize("ruleset", ["yatzy", "numbers-hands"])
def test_twelve_names_stand_above_narrow_columns(run: Run, ruleset: str) -> None:
    """In low rows too: the dice that number the players make room for the names below them."""
    names = "An,Bram,Cas,Dirk,Els,Fem,Gijs,Han,Ine,Jan,Kim,Lot"
    assert run(f"pdf --ruleset {ruleset} --paper a4 --names {names} -o x.pdf")[0] == 0
    letters = [
        letter for letter in Sheet(Path("x.pdf").read_bytes()).letters if letter.rect.y < 150
    ]
    text = "".join(letter.text for letter in letters)
    assert all(name in text for name in names.split(","))
