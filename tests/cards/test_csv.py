"""CSV that we write.

Safe in a spreadsheet whatever separator it takes, and read again as it was meant.
"""

import csv
import json
import re
from collections.abc import Iterator
from io import BytesIO
from unicodedata import normalize

import pytest
from hypothesis import example, given, settings, strategies as st

from sheetgen.cards.batches import Games, check_lines
from sheetgen.cards.card_files import blank_csv, cards_of, read_cards, read_csv
from sheetgen.cards.exchange import game_csv
from sheetgen.checker.check import check_card
from sheetgen.errors import escaped
from sheetgen.files.disk import clean_name, csv_lines
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules.scoring import WrittenCard
from sheetgen.rulesets.loading import load_ruleset
from tests.script import Script

ENGLISH = Wording(load_ruleset("dice-play"), load_catalog("en"))
SEPARATORS = (",", ";", "\t")
SIGNS = "=+-@＝＋－＠﹢﹣﹦﹫"
DANGERS = (
    "=1+1", "a;=1+1;b", "x;=cmd|' /C calc'!A0;y", "a,@SUM(1)", "a;\t=1", " =1", "\t+1", "\r-x",
    "'=1", "a;'=1", 'a;"=1', 'a;""=1', '"=1', "＝1+1",
    "a;＠x", "a,-5,b", "a;-5+cmd|'x'!A0", "a,'-5",
    "-5", "+31 6", "a\n=1", ",;=1", ",,,=1",
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(DANGERS),
    st.text(st.sampled_from([*SIGNS, *",;'\"\t a5|\n"]), max_size=12),
    st.text(max_size=12),
)
SCRIPT = Script("rules/files.js")


def cells(text: str) -> Iterator[str]:
    """Every cell that some spreadsheet may make of a CSV."""
    for separator in SEPARATORS:
        for row in csv.reader(text.splitlines(keepends=True), delimiter=separator):
            yield from row


def formulas(text: str) -> list[str]:
    """Return the cells that a spreadsheet may take for formulas, at any separator.

    A number is not a formula.
    """
    starts = ((cell, normalize("NFKC", cell.strip())) for cell in cells(text))
    return [
        cell
        for cell, bare in starts
        if bare[:1] in tuple("=+-@") and not re.match(r"-\d+(\.\d+)?([,;\t]|$)", bare)
    ]


@settings(deadline=None, max_examples=400)
@given(st.lists(TEXTS, min_size=1, max_size=4), st.sampled_from(SEPARATORS))
@example([*DANGERS], ",")
@example([*DANGERS], ";")
@example([*DANGERS], "\t")
@example([";-5"], ",")
def test_no_cell_is_a_formula(names: list[str], separator: str) -> None:
    """Whatever people are called, and wherever the cells are split; in the file of a page, too."""
    assert not formulas(
        csv_lines([["x", *names], *([name, 3, -5, name] for name in names)], separator)
    )
    written = SCRIPT.run(
        "asCsv('x', rows, separator, result)",
        separator=separator,
        rows=[["a", name] for name in names],
        result={"players": names, "boxes": {"a": [-5] * len(names)}, "totals": {}},
    )
    assert not formulas(written)


@settings(deadline=None, max_examples=400)
@given(
    st.lists(TEXTS.map(clean_name).filter(bool), min_size=1, max_size=4),
    st.sampled_from(SEPARATORS),
)
@example([clean_name(each) for each in DANGERS], ",")
@example([clean_name(each) for each in DANGERS], ";")
@example(["a;b;c;d;e;f;g;h;i;j;k", 'Jan "de Beer"', "نیما\u200cجان", "👨\u200d👩\u200d👧"], ",")
def test_names_come_back(names: list[str], separator: str) -> None:
    """A card file gives the names back that it was written with.

    Signs that cannot be printed come back as escapes.
    """
    head, *rows = blank_csv(ENGLISH, names, separator).splitlines()
    filled = [row.replace(separator, f"{separator}3") for row in rows]
    assert read_csv("\n".join([head, *filled])).players == tuple(map(escaped, names))


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12),
        min_size=1,
        max_size=4,
    )
)
def test_names_of_a_page_come_back(names: list[str]) -> None:
    written = SCRIPT.run(
        "asCsv('dice-play', [['ones', 'Ones']], ',', result)",
        result={"players": names, "boxes": {"ones": [-5] * len(names)}, "totals": {}},
    )
    paper = read_csv(written)
    assert paper.players == tuple(names)
    assert paper.rows == (("Ones", (-5,) * len(names)),)


def test_answers_are_safe() -> None:
    """Names, ids and entries in findings are a stranger's, on one card or many."""
    for danger in DANGERS:
        card = WrittenCard((("ones", danger), (danger, 3)), danger)
        audit = check_card(ENGLISH.ruleset, card)
        assert not formulas(game_csv(Report(ENGLISH), [audit], danger))
        line = json.dumps({"id": danger, "boxes": {"ones": danger, danger: 3}}).encode()
        games = Games(load_ruleset, ENGLISH.catalog, ENGLISH.ruleset)
        assert not formulas(
            b"".join(part for part, _ in check_lines(BytesIO(line), games, as_csv=True)).decode()
        )


def test_numbers_stay_numbers() -> None:
    assert (
        csv_lines([[-5, -0.5, True, None, "should be 0, -5, or 3"]])
        == '-5,-0.5,true,,"should be 0, -5, or 3"\n'
    )


def test_ids_come_back_from_a_batch() -> None:
    """The id that a batch writes is the one that it reads.

    Of a CSV of ours, without what keeps it from computing.
    """
    head = ["id", *ENGLISH.ruleset.boxes]
    row = [3, 6, 9, 12, 15, 18, 30, 30, 24, 24, 20, 50]
    for danger in map(clean_name, DANGERS):
        text = csv_lines([head, [danger, *row]])
        ((content, wrong),) = check_lines(
            BytesIO(text.encode()), Games(load_ruleset, ENGLISH.catalog, ENGLISH.ruleset)
        )
        assert (json.loads(content)["id"], wrong) == (danger, 0)


@pytest.mark.parametrize("separator", SEPARATORS)
def test_the_separator_is_judged_outside_quotes(separator: str) -> None:
    others = "".join(each * 9 for each in SEPARATORS if each != separator)
    text = f'x{separator}"a{others}b"\nOnes{separator}3\n'
    (card,) = cards_of(read_cards(BytesIO(text.encode()), ".csv", "card.csv"), ENGLISH)
    assert card.entries == (("ones", 3),)
