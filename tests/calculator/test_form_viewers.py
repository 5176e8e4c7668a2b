"""The fillable sheet in real viewers: pdf.js with its scripts, and Chromium's own PDFium."""

import json
import random
import re
import subprocess
from collections.abc import Iterator
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import cast

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, StreamObject

from sheetgen.cards.card_files import cards_of, read_cards
from sheetgen.checker.check import check_card
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import order_of_play, possible_extra_yachts, possible_values
from sheetgen.rules.ruleset import Ruleset
from tests import viewers
from tests.calculator.test_form import NASTY, filled, form_of, prefilled, prefix_of
from tests.calculator.test_scripts import SHIPPED, Card, totals_on_paper
from tests.games import REPRESENTATIVES, SEEDS

pytestmark = viewers.needed("whole chromium")
BOTH = pytest.mark.parametrize("kind", [viewers.PdfJs, viewers.Pdfium], ids=["pdf.js", "PDFium"])
Kind = type[viewers.Viewer]


@pytest.fixture
def chromium(whole_chromium: viewers.Browser) -> viewers.Browser:
    """Provide the whole of Chromium: its viewer of PDFs is tried."""
    return whole_chromium


def possible_card(ruleset: Ruleset, seed: int) -> tuple[Card, int]:
    """Return a finished card that an order of play leads to, with its further Yachts."""
    chance = random.Random(seed)  # noqa: S311 - a test that can be repeated
    while True:
        card = {box: chance.choice(possible_values(ruleset, box)) for box in ruleset.boxes}
        if ruleset.extra_yachts:
            box = next(
                box.id
                for box in ruleset.boxes.values()
                if box.category.id == ruleset.extra_yachts.category
            )
            card |= {box: max(possible_values(ruleset, box))}
        counts = possible_extra_yachts(ruleset, card)
        if counts:
            assert order_of_play(ruleset, card, counts[-1]) is not None
            return card, counts[-1]


def write(viewer: viewers.Viewer, values: dict[str, object]) -> None:
    """Write into each field and leave it."""
    for field, value in values.items():
        viewer.fill(field, str(value))


def wanted(ruleset: Ruleset, card: Card, yachts: int | None, prefix: str) -> dict[str, str]:
    """Return the expected totals of a column; where points decide, there is no grand total."""
    found = totals_on_paper(ruleset, card, yachts)
    if ruleset.winner.by != "total":
        del found["total"]
    return {
        prefix + where: "" if points is None else str(points) for where, points in found.items()
    }


@BOTH
@pytest.mark.parametrize("ruleset_id", SEEDS)
def test_a_whole_card(chromium: viewers.Browser, kind: Kind, ruleset_id: str) -> None:
    """A card is filled in, corrected, tried with impossible values, saved, checked, and cleared."""
    ruleset = SHIPPED[ruleset_id]
    prefix = prefix_of(ruleset)
    card, yachts = possible_card(ruleset, seed=6)
    viewer = kind(chromium, form_of(ruleset, "nl", 2, ("An", "Bram"), **_games(ruleset)))
    assert not viewer.locked(f"{prefix}total")
    written = yachts if ruleset.extra_yachts else None
    write(viewer, filled(ruleset, card, written))
    shown = viewer.values()
    assert {name: shown[name] for name in wanted(ruleset, card, written, prefix)} == wanted(
        ruleset, card, written, prefix
    )
    assert not viewer.alerts
    assert viewer.locked(f"{prefix}total")
    for box, text in (("sixes", "31"), ("fives", "26"), ("fours", "x")):
        viewer.fill(prefix + box, text)
        viewer.fill(prefix + box, str(card[box]))
    assert viewer.values()[f"{prefix}total"] == shown[f"{prefix}total"]
    assert viewer.alerts[0] == "Bij Zessen kun je alleen 0, 6, 12, 18, 24 of 30 invullen."
    saved = viewer.save()
    (found, *others) = cards_of(
        read_cards(BytesIO(saved), ".pdf", "saved.pdf"), Wording(ruleset, load_catalog("nl"))
    )
    assert not others
    assert check_card(ruleset, found).findings == ()
    assert found.name == "An"
    viewer.answer = False
    viewer.press("clear")
    assert viewer.values()[f"{prefix}total"] == shown[f"{prefix}total"]
    viewer.answer = True
    viewer.press("clear")
    assert {viewer.values()[prefix + row] for row in ruleset.rows} == {""}
    assert viewer.values()["name_p1"] == "An"
    viewer.close()


@pytest.mark.parametrize(
    ("ruleset_id", "kind"),
    [*zip(sorted({*REPRESENTATIVES} - {*SEEDS}), cycle((viewers.PdfJs, viewers.Pdfium)))],
    ids=str,
)
def test_a_whole_card_of_every_kind(chromium: viewers.Browser, kind: Kind, ruleset_id: str) -> None:
    """All boxes and bonuses, typed by hand, give the totals of the engine, and no message."""
    ruleset = SHIPPED[ruleset_id]
    card, yachts = possible_card(ruleset, seed=6)
    written = yachts if ruleset.extra_yachts else None
    viewer = kind(chromium, form_of(ruleset, "nl", 2, (), **_games(ruleset)))
    write(viewer, filled(ruleset, card, written))
    shown, right = viewer.values(), wanted(ruleset, card, written, prefix_of(ruleset))
    assert {name: shown[name] for name in right} == right
    assert not viewer.alerts
    viewer.close()


@BOTH
@pytest.mark.parametrize(
    ("ruleset_id", "typed"),
    [("yamb", ("ones", "max", "min", "straight")), ("triple", ("sixes", "yacht", "chance"))],
)
def test_a_card_of_columns(
    chromium: viewers.Browser, kind: Kind, ruleset_id: str, typed: tuple[str, ...]
) -> None:
    """Values that were filled in elsewhere are added at once.

    Others are typed, saved, read and cleared. There are sums by column and across, factors, and a
    difference below 0.
    """
    ruleset = SHIPPED[ruleset_id]
    # a test that can be repeated
    column, chance = ruleset.columns[2], random.Random(6)  # noqa: S311
    card = {box: chance.choice(possible_values(ruleset, box)) for box in ruleset.boxes}
    card |= {"up.ones": 4, "up.max": 8, "up.min": 30} if ruleset_id == "yamb" else {}
    rest = {box: card[box] for box in (f"{column.id}.{row}" for row in typed)}
    before = {box: points for box, points in card.items() if box not in rest}
    viewer = kind(
        chromium, prefilled(form_of(ruleset, "nl", 1, ("An",)), filled(ruleset, before, None))
    )
    check_totals(viewer, ruleset, before)
    write(viewer, filled(ruleset, rest, None))
    check_totals(viewer, ruleset, card)
    assert not viewer.alerts
    viewer.fill(f"p1_{column.id}.fives", "26")
    viewer.fill(f"p1_{column.id}.fives", str(card[f"{column.id}.fives"]))
    assert [alert.partition(" kun je ")[2] for alert in viewer.alerts] == [
        "alleen 0, 5, 10, 15, 20 of 25 invullen."
    ]
    check_totals(viewer, ruleset, card)
    (found,) = cards_of(
        read_cards(BytesIO(viewer.save()), ".pdf", "saved.pdf"),
        Wording(ruleset, load_catalog("nl")),
    )
    assert check_card(ruleset, found).findings == ()
    viewer.press("clear")
    assert {viewer.values()[f"p1_{row}"] for row in ruleset.rows} == {""}
    viewer.close()


def check_totals(viewer: viewers.Viewer, ruleset: Ruleset, card: Card) -> None:
    """Check that the first player's fields show the totals of the library."""
    shown, expected = viewer.values(), wanted(ruleset, card, None, "p1_")
    assert {name: shown[name] for name in expected} == expected


def _games(ruleset: Ruleset) -> dict[str, int]:
    return {"games": 1} if ruleset.sheet.columns == "games" else {}


@BOTH
def test_opening_changes_nothing(chromium: viewers.Browser, kind: Kind) -> None:
    """An empty form is saved with the values and the locks that it was made with."""
    document = form_of(SHIPPED["numbers-hands"], "nl", 2, ("An", "Bram"))
    viewer = kind(chromium, document)
    kept = [
        {
            name: (each.get("/V"), each.get("/Ff"))
            for name, each in (PdfReader(BytesIO(content)).get_fields() or {}).items()
        }
        for content in (document, viewer.save())
    ]
    assert kept[0] == kept[1]
    viewer.close()


@BOTH
def test_a_refused_value_is_never_counted(chromium: viewers.Browser, kind: Kind) -> None:
    """Legal and wrong values in turn, some over others.

    The total is always the sum of what is shown.
    """
    ruleset = SHIPPED["dice-play"]
    viewer = kind(chromium, form_of(ruleset))
    chance = random.Random(7)  # noqa: S311 - a test that can be repeated
    boxes = [box for box in ruleset.boxes if len(possible_values(ruleset, box)) > 3]
    refused = 0
    for _ in range(24):
        box = chance.choice(boxes)
        values = possible_values(ruleset, box)
        points = chance.choice(
            (*values, *(n for n in (7, 31, 99) if len(str(n)) <= len(str(values[-1]))))
        )
        viewer.fill(f"p1_{box}", str(points))
        refused += points not in values
        shown = viewer.values()
        numbers = [int(shown[f"p1_{each}"]) for each in boxes if shown[f"p1_{each}"]]
        assert shown["p1_total"] == (str(sum(numbers)) if numbers else "")
    assert len(viewer.alerts) == refused > 0
    viewer.close()


def test_chrome_draws_a_name_that_our_font_lacks(chromium: viewers.Browser) -> None:
    """PDFium has fonts for it, and does not use our picture.

    It leaves names in our font alone.
    """
    document = form_of(SHIPPED["dice-play"], players=5, names=NASTY)
    viewer = viewers.Pdfium(chromium, document)
    ours, theirs = _pictures(document), _pictures(viewer.save())
    assert [name for name in ours if ours[name] != theirs[name]] == ["name_p3", "name_p4"]
    viewer.close()


def _pictures(document: bytes) -> dict[str, bytes]:
    """Return the picture on the first page of each field that holds a value."""
    page = PdfReader(BytesIO(document)).pages[0]
    found = [note.get_object() for note in page["/Annots"]]  # type: ignore[attr-defined]
    return {
        str(each["/T"]): each["/AP"]["/N"].get_data()
        for each in found
        if "/T" in each and "/AP" in each
    }


@BOTH
def test_a_series_over_several_pages(chromium: viewers.Browser, kind: Kind) -> None:
    """Each page adds up its own game."""
    viewer = kind(chromium, form_of(SHIPPED["dice-play"], games=2))
    for game, points in ((1, 3), (2, 5)):
        viewer.fill(f"p2g{game}_ones", str(points))
    shown = viewer.values()
    assert [shown[f"p2g{game}_total"] for game in (1, 2)] == ["3", "5"]
    viewer.close()


def test_the_scripts_of_a_form_are_ecmascript_5(tmp_path: Path) -> None:
    """A parser that knows nothing newer reads every script of a form."""
    reader = PdfReader(BytesIO(form_of(SHIPPED["numbers-hands"])))
    scripts = list(_scripts(reader))
    assert len(scripts) >= 6
    parser = viewers.FOLDER / "node_modules" / "acorn" / "bin" / "acorn"
    for number, script in enumerate(scripts):
        file = tmp_path / f"{number}.js"
        file.write_bytes(script)
        subprocess.run(["node", str(parser), "--ecma5", "--silent", str(file)], check=True)


def _scripts(reader: PdfReader) -> Iterator[bytes]:
    """Every script that is an object of the file, and what these compile."""
    for number in sorted({*reader.xref[0], *reader.xref_objStm}):
        each = reader.get_object(number)
        if isinstance(each, DictionaryObject) and each.get("/S") == "/JavaScript":
            script = cast("StreamObject", each["/JS"].get_object()).get_data()
            yield script
            for literal in re.findall(rb'new Function\((".*")\)', script):
                yield b"function compiled() {%b}" % json.loads(literal).encode()
