"""Names from a file: what can be read, what is refused and where, and what is printed."""

import csv
import io
import unicodedata
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, strategies as st

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import Catalog, load_catalog
from sheetgen.layout.content import MAX_BYTES, NamesFile, names_in, read_names_file
from tests.conftest import Refused, Run
from tests.readback import Sheet, text_of

DUTCH: tuple[Catalog, ...] = (load_catalog("nl"),)
Found = tuple[tuple[str, ...], dict[str, str], int]


def read(folder: Path, content: str | bytes, catalogs: tuple[Catalog, ...] = ()) -> NamesFile:
    """Return the fillings of a file with this content."""
    path = folder / "names.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_names_file(path, catalogs)


def found_in(fillings: NamesFile) -> list[Found]:
    """Return the names, the fields and the number of each line."""
    return [(filling.names, dict(filling.values), filling.line) for filling in fillings]


def pages_of(path: Path | str) -> int:
    """Return the number of pages of a PDF."""
    return Sheet(Path(path).read_bytes()).pages


LINES: list[tuple[str, str | bytes, list[tuple[tuple[str, ...], int]]]] = [
    # what it is, what is in the file, the names and the number of each line
    ("one name a line", "An\nBo\n", [(("An",), 1), (("Bo",), 2)]),
    ("no line end at the end", "An\nBo", [(("An",), 1), (("Bo",), 2)]),
    ("commas", "An,Bo\n", [(("An", "Bo"), 1)]),
    ("semicolons", "An;Bo\n", [(("An", "Bo"), 1)]),
    ("tabs", "An\tBo\n", [(("An", "Bo"), 1)]),
    (
        "a comma between semicolons",
        "Jan, de Beer;Bo\nAn;Cy\n",
        [(("Jan, de Beer", "Bo"), 1), (("An", "Cy"), 2)],
    ),
    ("a quoted comma", '"Smit, Jan",Bo\n', [(("Smit, Jan", "Bo"), 1)]),
    ("quoted quotes", '"Bo ""Ace"" Smit",An\n', [(('Bo "Ace" Smit', "An"), 1)]),
    ("quotes inside a name", 'Jan "Ace" Smit\n', [(('Jan "Ace" Smit',), 1)]),
    ("a byte order mark", "\ufeffAn\nBo\n", [(("An",), 1), (("Bo",), 2)]),
    ("UTF-16 with its mark", "Zoë\tBo\r\n".encode("utf-16"), [(("Zoë", "Bo"), 1)]),
    ("UTF-16, high byte first", b"\xfe\xff" + "Zoë;Bo\n".encode("utf-16-be"), [(("Zoë", "Bo"), 1)]),
    ("CRLF", "An,Bo\r\nCy\r\n", [(("An", "Bo"), 1), (("Cy",), 2)]),
    ("CR", "An,Bo\rCy\r", [(("An", "Bo"), 1), (("Cy",), 2)]),
    ("all line ends mixed", "An\r\n\rBo\n\nCy", [(("An",), 1), (("Bo",), 3), (("Cy",), 5)]),
    ("blank lines", "\n\n  \t\nAn\n,,,\n;;\n\nBo\n\n", [(("An",), 4), (("Bo",), 8)]),
    ("separators at the end", "An,Bo,,,\nCy,,,,\n", [(("An", "Bo"), 1), (("Cy",), 2)]),
    ("empty cells", ",An,,Bo\n", [(("", "An", "", "Bo"), 1)]),
    ("spaces", "  An   Jan ,\tBo\n", [(("An Jan", "Bo"), 1)]),
    ("decomposed letters", "Zoe\u0308\n", [(("Zoë",), 1)]),
    (
        "rows of other lengths",
        "An,Bo\nCy\nDi,Ed,Fe\n",
        [(("An", "Bo"), 1), (("Cy",), 2), (("Di", "Ed", "Fe"), 3)],
    ),
    ("numbers", "1\n2\n", [(("1",), 1), (("2",), 2)]),
    ("a formula", "=SUM(A1)\n", [(("=SUM(A1)",), 1)]),
    ("escaped formulas", "'=SUM(A1);'-Jan;'+Bo;'@An\n", [(("=SUM(A1)", "-Jan", "+Bo", "@An"), 1)]),
    ("a name with an apostrophe", "'t Hooft;O'Neill\n", [(("'t Hooft", "O'Neill"), 1)]),
    ("a separator in the first line", "sep=;\nSmit, An;Bo\n", [(("Smit, An", "Bo"), 2)]),
    (
        "a separator in the first line",
        "SEP=,\r\nAn;Jan,Bo\r\nCy;X\r\n",
        [(("An;Jan", "Bo"), 2), (("Cy;X",), 3)],
    ),
    ("a separator in the first line", "\ufeffsep=\t\n\nAn, Jan\tBo\n", [(("An, Jan", "Bo"), 3)]),
    ("a separator in the first line", "sep=|\nAn|Bo\n", [(("An", "Bo"), 2)]),
    ("a separator in the first line", "sep=;;\nAn;Bo\n", [(("sep=",), 1), (("An", "Bo"), 2)]),
    ("a separator in the first line", "An\nsep=;\n", [(("An",), 1), (("sep=",), 2)]),
    ("80 letters", "n" * 80 + "\n", [(("n" * 80,), 1)]),
]


@pytest.mark.parametrize(
    ("content", "lines"), [line[1:] for line in LINES], ids=[line[0] for line in LINES]
)
def test_lines_become_names(
    tmp_path: Path, content: str | bytes, lines: list[tuple[tuple[str, ...], int]]
) -> None:
    """Every common spelling of a list of names is read.

    Each line knows its number in the file.
    """
    assert found_in(read(tmp_path, content)) == [(names, {}, number) for names, number in lines]


HEADINGS: list[tuple[str, list[Found]]] = [
    ("Tafel;Ronde;Naam 1;Naam 2\n1;2;An;Bo\n", [(("An", "Bo"), {"table": "1", "round": "2"}, 2)]),
    ("Table,Round,Name 1,Name 2\n1,2,An,Bo\n", [(("An", "Bo"), {"table": "1", "round": "2"}, 2)]),
    ("\ufeffTAFEL\tSPELER\r\n\r\n7\tAn\r\n", [(("An",), {"table": "7"}, 3)]),
    ("Naam;Datum;Naam\nAn;1 mei;Bo\n", [(("An", "Bo"), {"date": "1 mei"}, 2)]),
    ("Spel;Naam\n3;An\n", [(("An",), {"game": "3"}, 2)]),
    ("Speler1;Speler2\nAn;Bo\n", [(("An", "Bo"), {}, 2)]),
    ("Names\nAn\nBo\n", [(("An",), {}, 2), (("Bo",), {}, 3)]),
    ('"Tafel";"Naam"\n"4";"An"\n', [(("An",), {"table": "4"}, 2)]),
    ("Tafel;Naam\n;An\n2;\n", [(("An",), {}, 2), ((), {"table": "2"}, 3)]),
    ("Tafel;Naam\n1;An;;\n", [(("An",), {"table": "1"}, 2)]),
    ("sep=;\nTafel;Naam\n1;Smit, An\n", [(("Smit, An",), {"table": "1"}, 3)]),
    ("Naam;Speler\nNaam;Naam\n", [(("Naam", "Speler"), {}, 1), (("Naam", "Naam"), {}, 2)]),
    ("An;Cy\nNaam;Tafel\n", [(("An", "Cy"), {}, 1), (("Naam", "Tafel"), {}, 2)]),
    ("An\nNaam\n", [(("An",), {}, 1), (("Naam",), {}, 2)]),
]


@pytest.mark.parametrize(("content", "found"), HEADINGS)
def test_a_heading_says_what_the_columns_are(
    tmp_path: Path, content: str, found: list[Found]
) -> None:
    """In English or a language that was given.

    And only where the first line alone is made of such words.
    """
    assert found_in(read(tmp_path, content, DUTCH)) == found


def test_a_heading_is_english_or_of_a_given_language(tmp_path: Path, run: Run) -> None:
    """Dutch words are names where Dutch was not given.

    On a command line any language of the program is.
    """
    assert found_in(read(tmp_path, "Tafel;Naam\n1;An\n"))[0] == (("Tafel", "Naam"), {}, 1)
    assert found_in(read(tmp_path, "Table;Name\n1;An\n", DUTCH)) == [(("An",), {"table": "1"}, 2)]
    for language, first in (("en", "Tafel;Naam"), ("nl", "Table;Name")):
        Path("names.csv").write_text(f"{first}\n41;Anna\n", "utf-8")
        command = (
            "pdf",
            "--ruleset",
            "dice-play",
            "--lang",
            language,
            "--names-file",
            "names.csv",
            "--force",
        )
        assert run(*command, "-o", "x.pdf")[0] == 0
        assert pages_of("x.pdf") == 1
        assert {"41", "Anna"} <= set(text_of("x.pdf").split())


MORE_CELLS = "more cells than the first line has columns; see its commas\n"
FAULTS: list[tuple[str, str | bytes, str]] = [
    # what it is, what is in the file, what is said after the file's name
    ("empty", "", "nothing is written in it"),
    ("blank", " \n\r\n\t", "nothing is written in it"),
    ("only separators", ";;\n,,\n", "no names are in it"),
    ("only a heading", "Table,Name\n\n", "no names are in it"),
    ("only a separator", "sep=;\n", "no names are in it"),
    ("an unknown column", "Naam;Tafel 1;Bo\nAn;2;Cy\n", "line 1: unknown column 'Bo'; choose "),
    (
        "a column misspelt",
        "Table,Nmae\n1,An\n",
        "line 1: unknown column 'Nmae'; did you mean 'Name'?",
    ),
    (
        "an unknown column below others",
        "\n\nName,Boo\nAn,Bo\n",
        "line 3: unknown column 'Boo'; choose ",
    ),
    ("more cells than columns", "Table;Name\n1;An;Bo\n", f"line 2: {MORE_CELLS}"),
    ("more cells further on", "Naam\nAn\n\nBo;;Cy\n", f"line 4: {MORE_CELLS}"),
    ("not UTF-8", "Zoë\n".encode("latin-1"), "not UTF-8 text"),
    ("half of UTF-16", b"\xff\xfe\x41", "not UTF-8 text"),
    ("UTF-16 without a mark", "An\n".encode("utf-16-le"), "NUL"),
    ("a NUL", "An\0Bo\n", "NUL"),
    ("an open quote", 'An\n\n"Bo\n', "line 3: not CSV: "),
    ("a letter behind a quote", 'An\n"Bo" Cy,Di\n', "line 2: not CSV: "),
    ("a name of 81 letters", "An\nBo," + "n" * 81 + "\n", "line 2: a name has 80 letters at most"),
    (
        "letters that become three each",
        "An\nBo," + "\ufb2c" * 30 + "\n",
        "line 2: a name has 80 letters at most",
    ),
    (
        "a table of 81 letters",
        "Table,Name\n" + "n" * 81 + ",An\n",
        "line 2: a name has 80 letters at most",
    ),
]


@pytest.mark.parametrize(
    ("content", "words"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS]
)
def test_what_cannot_be_read_is_refused(refused: Refused, content: str | bytes, words: str) -> None:
    """A line has the file, its line and the fault; nothing is written."""
    Path("names.csv").write_bytes(content.encode() if isinstance(content, str) else content)
    err = refused("pdf --ruleset dice-play --names-file names.csv")
    assert err.count("\n") == 1
    assert err.startswith(f"names.csv: {words}") or (err.startswith("names.csv: ") and words in err)
    assert not list(Path().glob("**/*.pdf"))


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
@pytest.mark.parametrize("ruleset", ["dice-play", "bonus-yachts"])
def test_letters_that_the_font_lacks(
    refused: Refused, line: str, letter: str, code: str, ruleset: str
) -> None:
    """The letter, its code and its line are named, as escapes where a terminal would obey them.

    In fields, too.
    """
    for content in (f"An\n\n{line}\nBo\n", f"Table,Name\n1,An\n{line},Bo\n"):
        Path("names.txt").write_text(content, "utf-8")
        err = refused("pdf", "--ruleset", ruleset, "--names-file", "names.txt")
        assert err.startswith(f"names.txt: line 3: the letter '{letter}' ({code}, ")
        assert all(each.isprintable() for each in err.rstrip("\n"))
        assert not list(Path().glob("**/*.pdf"))


@pytest.mark.parametrize(("ruleset", "paper"), [("dice-play", "a4"), ("bonus-yachts", "a5")])
def test_a_name_that_does_not_fit(refused: Refused, ruleset: str, paper: str) -> None:
    """File, line and name are said, and the file that was there stays."""
    Path("names.txt").write_text("An\n\n" + "W" * 80 + "\nBo\n", "utf-8")
    Path("x.pdf").write_bytes(b"old")
    command = (
        "pdf",
        "--ruleset",
        ruleset,
        "--paper",
        paper,
        "--names-file",
        "names.txt",
        "-o",
        "x.pdf",
        "--force",
    )
    assert refused(*command).startswith(f"names.txt: line 3: the name '{'W' * 80}' does not fit")
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
    assert names[::-1][0] == names[999]
    assert names[1000:] == []
    assert next(reversed(names)).names == ("Guest 999",)
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
@pytest.mark.parametrize("ruleset", ["dice-play", "bonus-yachts"])
def test_names_of_europe_are_printed(run: Run, form: Literal["NFC", "NFD"], ruleset: str) -> None:
    """Greek, Cyrillic and accented letters are in the PDF as composed text.

    They may have any form in the file.
    """
    Path("names.txt").write_text(unicodedata.normalize(form, "\n".join(SCRIPTS)), "utf-8")
    assert run("pdf", "--ruleset", ruleset, "--names-file", "names.txt", "-o", "x.pdf")[0] == 0
    for page, name in enumerate(SCRIPTS):
        assert {*name.split()} <= {*text_of("x.pdf", page).split()}


def test_a_line_is_a_table_and_a_page(run: Run) -> None:
    """Each line has a page with its names and no other's, and blanks come behind.

    What is a formula is text.
    """
    Path("names.csv").write_text("Anna,Bram\nCyra\n,Dirk\n", "utf-8")
    assert run("pdf --ruleset dice-play --names-file names.csv -o x.pdf --force")[0] == 0
    assert pages_of("x.pdf") == 3
    for page, names in enumerate(({"Anna", "Bram"}, {"Cyra"}, {"Dirk"})):
        found = text_of("x.pdf", page)
        assert {name for name in ("Anna", "Bram", "Cyra", "Dirk") if name in found} == names
    Path("names.txt").write_text("Anna\nBram\n", "utf-8")
    assert run("pdf --ruleset dice-play --names-file names.txt --blanks 3 -o x.pdf --force")[0] == 0
    assert pages_of("x.pdf") == 5
    assert "Bram" in text_of("x.pdf", 1)
    assert "Bram" not in text_of("x.pdf", 2)
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
    command = (
        "pdf",
        "--ruleset",
        "dice-play",
        "--lang",
        "nl",
        "--names-file",
        "names.csv",
        "-o",
        "x.pdf",
    )
    assert run(*command, "--date", "4-juni-77")[0] == 0
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
    command = ("pdf", "--ruleset", "dice-play", "--names-file", "names.csv")
    err = refused(*command, f"--{option}", "7")
    assert err == f"--{option} and --names-file exclude each other: the file has a column for it.\n"
    assert not Path("out").exists()
    others = [f"--{each}=7" for each in ("table", "round", "date") if each != option]
    assert run(*command, *others)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--names", "An"], "--names-file and --names exclude each other"),
        (["--pad", "5"], "--pad and --names-file exclude each other"),
        (["--blanks", "0"], "--blanks: 0 is not possible"),
        (["--players", "2"], "names.csv: line 2: 3 names, and --players says 2; leave that out\n"),
    ],
)
def test_what_names_from_a_file_exclude(refused: Refused, arguments: list[str], words: str) -> None:
    """Two sources of names, or more names than players, are refused.

    The message names the options that clash.
    """
    Path("names.csv").write_text("An,Bo\nAn,Bo,Cy\n", "utf-8")
    assert words in refused(
        "pdf", "--ruleset", "dice-play", "--names-file", "names.csv", *arguments
    )
    assert not Path("out").exists()


@pytest.mark.parametrize(("ruleset", "count"), [("dice-play", 1_200), ("bonus-yachts", 400)])
@pytest.mark.slow("documents")
def test_many_lines_are_as_many_pages(run: Run, ruleset: str, count: int) -> None:
    """In one PDF, each page with the name of its own line."""
    Path("names.txt").write_text(
        "".join(f"Guest{number}\n" for number in range(1, count + 1)), "utf-8"
    )
    assert run("pdf", "--ruleset", ruleset, "--names-file", "names.txt", "-o", "x.pdf")[0] == 0
    assert pages_of("x.pdf") == count
    for page in (0, 1, 99, 100, count - 268, count - 1):
        assert f"Guest{page + 1}" in text_of("x.pdf", page).split()


def test_the_same_names_give_the_same_bytes(run: Run) -> None:
    """However the file spells them.

    Only what is printed counts, and the file's name in the foot.
    """
    Path("names.txt").write_bytes(b"Zoe\xcc\x88;Bo\n")
    assert run("pdf --ruleset dice-play --names-file names.txt -o a.pdf")[0] == 0
    Path("names.txt").write_bytes(
        '\ufeff"Zoë" \t Bo;;\r\n'.replace(" \t ", "\t").replace(";;", "").encode("utf-16-le")
    )
    assert run("pdf --ruleset dice-play --names-file names.txt -o b.pdf")[0] == 0
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Tafel;Naam 1;\n1;An;\n", [("An",)]),
        ("Player 1\nPlayer 2\n", [("Player 1",), ("Player 2",)]),
        ('An, "Bo, Jr"\n', [("An", "Bo, Jr")]),
        ('An\n"";""\n\f\nBo\n', [("An",), ("Bo",)]),
        ("An Bo\nCe\u0301 , O'Neil  Jr\n", [("An Bo",), ("Cé", "O'Neil Jr")]),
    ],
)
def test_lines_that_are_easily_misread(text: str, names: list[tuple[str, ...]]) -> None:
    """A heading that ends in a separator is one.

    Players may be called Player, and quotes may follow a space.
    """
    file = names_in(text, "names.csv", (load_catalog("nl"),))
    assert [filling.names for filling in file] == names
    assert file[-1].names == names[-1]


@pytest.mark.parametrize("ruleset", ["yatzy", "numbers-hands"])
def test_twelve_names_stand_above_narrow_columns(run: Run, ruleset: str) -> None:
    """In low rows too: the dice that number the players make room for the names below them."""
    names = ["An", "Bram", "Cas", "Dirk", "Els", "Fem", "Gijs", "Han", "Ine", "Jan", "Kim", "Lot"]
    assert (
        run(
            "pdf", "--ruleset", ruleset, "--paper", "a4", "--names", ",".join(names), "-o", "x.pdf"
        )[0]
        == 0
    )
    letters = [
        letter for letter in Sheet(Path("x.pdf").read_bytes()).letters if letter.rect.y < 150
    ]
    text = "".join(letter.text for letter in letters)
    assert all(name in text for name in names)
