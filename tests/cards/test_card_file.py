"""Finished cards from files, as spreadsheets, editors and PDF viewers write them.

And whatever else a file can hold.
"""

import json
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from sheetgen.cards.card_files import (
    FORMATS,
    PaperCard,
    blank_csv,
    cards_of,
    read_card_file,
    read_cards,
)
from sheetgen.errors import SheetgenError
from sheetgen.files.disk import fold
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules.scoring import WrittenCard
from sheetgen.rulesets.loading import load_ruleset
from tests.cards.forms import filled_form
from tests.tables import numbers_of, table_of

HERE = Path(__file__).parent

DUTCH = Wording(load_ruleset("players-choice"), load_catalog("nl"))
ENGLISH = Wording(load_ruleset("numbers-hands"), load_catalog("en"))


def read(content: str | bytes, kind: str = ".csv") -> PaperCard:
    """Return the sheet in a file with this content."""
    return read_cards(
        BytesIO(content.encode() if isinstance(content, str) else content), kind, "evening" + kind
    )


def only(content: str | bytes, wording: Wording = DUTCH, kind: str = ".csv") -> WrittenCard:
    """Return the one card in such a file."""
    (card,) = cards_of(read(content, kind), wording)
    return card


SEED_004 = (
    "Jacht", "Grote rechte", "Klein recht", "Carre", "Volle zaal", "Keuze van de speler", "Zessen",
    "Vijven", "Vieren", "Drieën", "Tweeën", "Enen",
)  # fmt: skip


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_csv_of_any_kind(delimiter: str, end: str, start: str) -> None:
    """Comma, semicolon, tab, any line end and Excel's mark are read.

    The words of seed 004 find their rows.
    """
    lines = [
        ["players-choice", "An", "Bram"],
        *([name, str(at), "0"] for at, name in enumerate(SEED_004)),
    ]
    paper = read(start + end.join(delimiter.join(line) for line in lines))
    assert (paper.ruleset, paper.players) == ("players-choice", ("An", "Bram"))
    an, bram = cards_of(paper, DUTCH)
    assert an.entries == tuple((box, at) for at, box in enumerate(DUTCH.ruleset.boxes))
    assert (bram.name, dict(bram.entries)) == ("Bram", dict.fromkeys(DUTCH.ruleset.boxes, 0))


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n"])
def test_a_line_end_in_quotes_is_a_space(delimiter: str, end: str) -> None:
    """In a name, a label or a box, in whichever row, as spreadsheets write a cell of two lines."""
    lines = [["players-choice", f'"An{end}na"', '"B,o"'], [f'"Vol{end}le zaal"', f'"25{end}"', "3"]]
    lines += [[name, "1", "0"] for name in ("Enen", "Tweeën", "Drieën")] + [
        [f'"Vie{end}ren"', "4", "8"]
    ]
    paper = read("\r\n".join(map(delimiter.join, lines)))
    assert paper.players == (" ".join(["An", *[""] * (end == "\n\n"), "na"]), "B,o")
    values = numbers_of("full_house=25 ones=1 twos=1 threes=1 fours=4")
    assert dict(cards_of(paper, DUTCH)[0].entries) == values


ENTRIES: dict[str, tuple[str | bytes, str, Wording, tuple[tuple[str, object], ...]]] = {
    # the file, its kind, the game, and what is on the card
    "UTF-16, as Excel writes it": ("x\tAn\nDrieën\t9\n".encode("utf-16"), ".csv", DUTCH,
                                   (("threes", 9),)),
    "sep=; is no row": ("sep=;\n;An\nEnen;3\n", ".csv", DUTCH, (("ones", 3),)),
    "rows of one name, in the order of the card or by their section": (
        "x,An\nSubtotal,63\nBonus,35\nNumbers card total,98\nSubtotal,209\n"
        "Subtotal (Hands card),210\n",
        ".csv", ENGLISH,
        (("numbers_subtotal", 63), ("numbers_bonus", 35), ("numbers_total", 98),
         ("hands_subtotal", 209),
         ("hands_subtotal", 210))),
    "a heading is no row, and an unknown row keeps its label": (
        "x,An\nBovenste helft,\nEnen,3\n\nPeren,4\n,5\n", ".csv", DUTCH,
        (("ones", 3), ("Peren", 4), ("", 5))),
    "Totaal": ("x;An\nTotaal;241\n", ".csv", DUTCH, (("total", 241),)),
    "total": ("x;An\ntotal;241\n", ".csv", DUTCH, (("total", 241),)),
    "a number that no program prints, in CSV": (
        f"x,An\nones,{'9' * 5_000}\n", ".csv", DUTCH, (("ones", "9" * 5_000),)),
    "a number that no program prints, in JSON": (
        f'{{"boxes": {{"ones": {"9" * 5_000}}}}}', ".json", DUTCH, (("ones", "9" * 5_000),)),
    "a number that no program prints, in TOML": (
        "[boxes]\nones = 0x" + "f" * 20_000, ".toml", DUTCH, (("ones", "0x" + "f" * 20_000),)),
}  # fmt: skip


@pytest.mark.parametrize(
    ("content", "kind", "wording", "entries"), ENTRIES.values(), ids=ENTRIES.keys()
)
def test_entries_of_a_file(
    content: str | bytes, kind: str, wording: Wording, entries: tuple[tuple[str, object], ...]
) -> None:
    assert only(content, wording, kind).entries == entries


def test_every_cell_in_quotes() -> None:
    text = '"players-choice";"An, Bo";"Cas"\n"Enen";"3";"4"\n"Vieren";"4";"8"\n'
    assert read(text) == PaperCard(
        "players-choice", ("An, Bo", "Cas"), (("Enen", (3, 4)), ("Vieren", (4, 8))), lines=(2, 3)
    )


NEAR = (
    (".csv", "x,An,Bo\nEnen,3,4\nTweën,6,8\n", 3),
    (".csv", "sep=;\nx;Tweën;Bo\n\n 'Tweën;6;8\n", 4),
    (".csv", '"x";"An";"Bo"\n"Twe\nen ";6;8\n', 2),
    (".csv", "x,An,Bo\r\nTwee\u0308n,6,8\r\n", 2),
    (".toml", '# Tweën\nplayers = ["An", "Bo"]\n[boxes]\n"Tweën" = [6, 8]\n', 4),
    (".toml", 'players = ["An", "Bo"]\nboxes = { "Twe\\u00ebn" = [6, 8] }\n', 2),
    (".toml", "players = ['An', 'Bo'] # Tweën\nboxes.'Tweën' = [6, 8]\n", 2),
    (".toml", 'players = ["An", "Bo"]\n\nboxes = { Enen = [3, 4], "Tweën" = [6, 8] }\n', 3),
    (".json", '{"players": ["An", "Bo"],\n "boxes": {"Enen": [1, 2],\n "Tweën"\n : [6, 8]}}', 3),
    (".json", '{"players": ["An", "Bo"],\n "boxes": {\n  "Twe\\u00ebn": [6, 8]}}', 3),
    (".json", '{"players": ["An", "Bo"], "boxes": {"Tweën": [6, 8]}}', 1),
)


@pytest.mark.parametrize(("kind", "text", "line"), NEAR, ids=range(len(NEAR)))
def test_a_name_that_is_nearly_right_is_taken(kind: str, text: str, line: int) -> None:
    for card, value in zip(cards_of(read(text, kind), DUTCH), (6, 8), strict=True):
        assert dict(card.entries)["twos"] == value
        ((label, where, at),) = card.near
        assert (fold(label), where, at) == ("tween", "twos", line)


def test_a_name_that_may_be_several_rows_is_not_taken() -> None:
    """A name is refused if its row is there already; a heading is ignored without a message."""
    for row in ("Vieven,4", "Viere,4\nVieren,8", "pn,4", "Tweën,\nDrieenn,"):
        card = only(f"x,An\n{row}\n")
        assert not card.near or not card.entries
        assert {where for where, _ in card.entries} <= {"Vieven", "Viere", "fours", "pn"}


def test_near_names_of_columns() -> None:
    yams = Wording(load_ruleset("yams"), load_catalog("en"))
    card = only("yams,An,,\n,down,up,free\nones,3,4,2\ntows,6,,4\n", yams)
    assert card.entries == (
        ("down.ones", 3),
        ("up.ones", 4),
        ("free.ones", 2),
        ("down.twos", 6),
        ("free.twos", 4),
    )
    assert card.near == (("tows", "down.twos", 4),)
    assert (
        Report(yams).near_name(*card.near[0])
        == "line 4: 'tows' is taken for 'Twos'; correct the name"
    )
    card = only("yams,An\nup.tows,6\nfree.twos,4\n", yams)
    assert (card.entries, card.near) == (
        (("up.twos", 6), ("free.twos", 4)),
        (("up.tows", "up.twos", 2),),
    )


def test_columns_without_anything_are_no_players() -> None:
    paper = read("x;An;;;Cas\nEnen;3;;4;\n")
    assert [card.name for card in cards_of(paper, DUTCH)] == ["An", "Speler 2", "Cas"]
    assert [len(card.entries) for card in cards_of(paper, DUTCH)] == [1, 1, 0]


def test_blank_card_comes_back() -> None:
    """The empty card file, filled in, is read as it was written.

    Names that look like formulas stay names.
    """
    for wording in (DUTCH, ENGLISH):
        names = ("An", "=cmd()", "'t Hart", '"Bo", zei ze', "")
        separator = wording.catalog.cell_separator
        text = blank_csv(wording, names, separator)
        assert "=cmd" not in text.replace("'=cmd", "")
        head, *rows = text.splitlines()
        filled = [row + str(place) for place, row in enumerate(rows)]
        paper = read("\n".join([head, *filled]))
        assert paper.ruleset == wording.ruleset.id
        assert paper.players == names
        last = cards_of(paper, wording)[-1]
        assert last.entries == tuple(
            (where, place) for place, where in enumerate(wording.ruleset.rows)
        )
    assert blank_csv(DUTCH, ("An",), ";").splitlines()[0] == "players-choice;An"


def test_toml_and_json() -> None:
    toml = (
        'ruleset = "players-choice"\nplayers = ["An", "Bo"]\n[boxes]\nEnen = [3, 4]\n'
        '"Volle zaal" = ["-", 3.5]\n'
    )
    paper = read(toml + "[totals]\nEindtotaal = [200, true]\n", ".toml")
    an, bo = cards_of(paper, DUTCH)
    assert an == WrittenCard((("ones", 3), ("full_house", 0), ("total", 200)), "An")
    assert bo == WrittenCard((("ones", 4), ("full_house", "3.5"), ("total", "true")), "Bo")
    text = '{"boxes": {"ones": 3, "ones": [4], "twos": {"a": [1, {"b": 2}]}}}'
    assert only(text, kind=".json") == WrittenCard(
        (("ones", 3), ("ones", 4), ("twos", '{"a": [1, {"b": 2}]}')), "Speler 1"
    )


def test_filled_forms() -> None:
    """A filled calculator.

    Fields by player and game, a dash is a 0 as everywhere, blanks are blanks.
    """
    values = {
        "name_p1": "An",
        "p1_ones": "3",
        "p1_yacht": "-",
        "p1_total": "",
        "p2_ones": "",
        "p3_ones": "4",
        "help": "x",
    }
    paper = read(filled_form(values), ".pdf")
    assert paper.ruleset == "dice-play"
    wording = Wording(load_ruleset("dice-play"), load_catalog("en"))
    assert cards_of(paper, wording) == [
        WrittenCard((("ones", 3), ("yacht", 0)), "An"),
        WrittenCard((("ones", 4),), "Player 3"),
    ]
    games = {"name_p1": "An", "p1g1_ones": "3", "p1g2_ones": "4", "p2g1_ones": "", "p2g2_ones": "5"}
    names = [card.name for card in cards_of(read(filled_form(games), ""), wording)]
    assert names == ["An, game 1", "An, game 2", "Player 2, game 2"]


def test_running_totals_of_a_form_are_nobodys_claim() -> None:
    """A running total that a form has computed is no claim.

    Another number is, and so is a full card's.
    """
    wording = Wording(load_ruleset("numbers-hands"), load_catalog("en"))
    values = {
        "p1_sixes": "24",
        "p1_yacht": "50",
        "p1_yacht_bonus": "100",
        "p1_numbers_subtotal": "24",
    }
    for total, kept in (("174", ()), ("184", (("total", 184),))):
        form = filled_form({**values, "p1_total": total}, ruleset="numbers-hands")
        (card,) = cards_of(read(form, ""), wording)
        boxes = (("sixes", 24), ("yacht", 50), ("yacht_bonus", 100))
        assert card.entries == boxes + kept
    full = {f"p1_{box}": "0" for box in wording.ruleset.boxes} | {"p1_chance": "5", "p1_total": "5"}
    (card,) = cards_of(read(filled_form(full, ruleset="numbers-hands"), ""), wording)
    assert ("total", 5) in card.entries


@pytest.mark.parametrize(
    ("content", "kind", "words"),
    [
        *table_of(HERE / "unreadable.txt"),
        ("", ".csv", "nothing is written in it"),
        (" \n ", ".csv", "nothing is written in it"),
        (b"x;An\nDrie\xebn;9", ".csv", "not UTF-8 text; in a spreadsheet save it as CSV UTF-8"),
        (b"x;An\nEnen;\x00", ".csv", "not text: it has NUL bytes in it"),
        ("x," + "9" * 140000, ".csv", "not CSV: a cell in it is too long"),
        (
            "[boxes]\nones = " + "9" * 5000,
            ".toml",
            "not a TOML file: a number in it has thousands of digits",
        ),
        ("x" + ",1" * 1001, ".csv", "a card has a row for each box, and a column for each player"),
        (
            "x,An\n" + "".join(f"row{at},3\n" for at in range(100000)),
            ".csv",
            "more than 1000 rows; a card has one",
        ),
        (
            "x" + ",An" * 1000 + ("\ny" + ",3" * 1000) * 60,
            ".csv",
            "more than 50 rows; a card has one for each box",
        ),
        (json.dumps({"boxes": dict.fromkeys(map(str, range(1_001)), 3)}), ".json", "1000 rows"),
        (
            "[boxes]\n" + "".join(f"{at} = 3\n" for at in range(90000)),
            ".toml",
            "more than 1000 rows",
        ),
        ("#" * 1000001, ".toml", "larger than 1 MB"),
        ("a." * 60000 + "b = 3", ".toml", "lists are nested too deeply"),
        ("x" * 501 + " = 3", ".toml", "a key has more than 500 letters; shorten it"),
        (
            filled_form({f"p1_{'a' * at}": "3" for at in range(1, 1002)}),
            ".pdf",
            "more fields than a form",
        ),
        ("{", ".json", "not JSON: "),
        ("[" * 100000, ".json", "lists are nested too deeply"),
        ("boxes = 3 4", ".toml", "not a TOML file: "),
        ("a = " + "[" * 100000, ".toml", "lists are nested too deeply"),
        (b"%PDF-1.7 nothing else", ".pdf", "not a PDF that can be read"),
        (b"", ".pdf", "not a PDF that can be read"),
        (
            filled_form({"p1_ones": "3"}, "something else"),
            ".pdf",
            "not a form that this version of sheetgen made",
        ),
        (filled_form({}), ".pdf", "its fields are gone"),
        (filled_form({"x": "3", "name_p1": "An"}), ".pdf", "it has no fields of a score sheet"),
    ],
    ids=lambda value: str(value)[:60],
)
@pytest.mark.few(15)
def test_a_file_that_cannot_be_read(content: str | bytes, kind: str, words: str) -> None:
    with pytest.raises(SheetgenError) as caught:
        read(content, kind)
    assert str(caught.value).startswith(f"evening{kind}: ")
    assert words in str(caught.value)


def test_empty_rows_do_not_count() -> None:
    paper = read("dice-play;An\nEnen;3\n" + ";\n" * 5_000, ".csv")
    assert [row for row in paper.rows if row[0]] == [("Enen", (3,))]


def test_a_locked_pdf() -> None:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(BytesIO(filled_form({"p1_ones": "3"}))))
    writer.encrypt("secret", algorithm="RC4-128")
    buffer = BytesIO()
    writer.write(buffer)
    with pytest.raises(SheetgenError, match="locked with a password"):
        read(buffer.getvalue(), ".pdf")


def test_large_files_and_odd_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.cards.card_files.MAX_BYTES", 10)
    with pytest.raises(SheetgenError, match="larger than 20 MB"):
        read("x" * 11)
    for name, words in (
        ("none.csv", "no such file"),
        (".", "this is no file"),
        ("/dev/zero", "this is no file"),
    ):
        with pytest.raises(SheetgenError, match=words):
            read_card_file(tmp_path / name)


@settings(deadline=None, max_examples=150)
@given(
    content=st.one_of(
        st.binary(max_size=300),
        st.text(st.characters(codec="utf-8"), max_size=300).map(str.encode),
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(("boxes", "totals", "players", "ruleset", "ones", "total"))
                    | st.text(max_size=3),
                    inner,
                    max_size=4,
                )
            ),
            max_leaves=12,
        ).map(lambda value: json.dumps(value).encode()),
    ),
    kind=st.sampled_from(FORMATS),
)
def test_any_file_at_all(content: bytes, kind: str) -> None:
    cards: list[WrittenCard] = []
    with suppress(SheetgenError):
        cards = cards_of(read(content, kind), DUTCH)
    assert all(isinstance(value, (int, str)) for card in cards for _, value in card.entries)
