"""The review of a sheet that was read from a picture.

Its page, its findings, and the card file that it saves.
"""

import json
import random
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from itertools import cycle
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from sheetgen.calculator.scripts import game_data
from sheetgen.cards.card_files import PaperCard, cards_of, read_cards
from sheetgen.cards.typed import read_written
from sheetgen.checker.check import check_card
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import Ink, Photo, Rect, RoundedRect, Text
from sheetgen.pdf.fonts import measure
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset, boxes_of
from sheetgen.rules.scoring import STRUCK, WrittenCard
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.scan.column import BoxRead
from sheetgen.scan.reader import ReadColumn, ReadSheet
from sheetgen.scan.review import lay_out_photo, review_page, review_words
from tests.calculator.test_scripts import ALL, SHIPPED, totals_on_paper
from tests.readback import Markup
from tests.script import Script

PICTURE = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP" + 86 * "/" + "wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAA"
    "A//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z"
)
NASTY = "<img src=x onerror=alert(1)>\"'&<!--picture 0--></script>"
Values = dict[str, int | None]
Likely = tuple[tuple[int | None, float], ...]


def wording_of(ruleset: Ruleset, language: str = "en") -> Wording:
    """Return a game in a language."""
    return Wording(ruleset, load_catalog(language))


def script_of(ruleset: Ruleset) -> Script:
    """Return the scripts of the page except the last, with the data of a game."""
    names = ("rules/engine.js", "rules/files.js", "parts/elements.js", "rules/review.js")
    wording = wording_of(ruleset)
    rows = [(where, wording.row(where)) for where in ruleset.rows]
    return Script(*names, game=game_data(ruleset), words=review_words(wording), rows=rows)


def sheet_of(
    ruleset: Ruleset,
    *columns: Values,
    title: str = "photo.jpg",
    unsure: Mapping[str, Likely] = MappingProxyType({}),
) -> ReadSheet:
    """Return a sheet of these columns.

    `unsure`: likely values of boxes of the first one, none if illegible.
    """
    cards = []
    for number, values in enumerate(columns, 1):
        rects = {row: Rect(number * 50, at * 30, 40, 20) for at, row in enumerate(values, 1)}
        read = {
            row: BoxRead(
                value,
                number > 1 or row not in unsure,
                (),
                unsure.get(row, ()) if number == 1 else (),
            )
            for row, value in values.items()
        }
        cards.append(ReadColumn(number, {}, rects, Rect(number * 50, 0, 40, 20), read))
    return ReadSheet(title, 1, ruleset, PICTURE, (600, 900), 1.0, tuple(cards))


def played(ruleset: Ruleset, seed: int) -> Values:
    """Return a full card with its totals, as on paper, and sums of categories of many boxes."""
    chance = random.Random(seed)  # noqa: S311 - a test that can be repeated
    card = {box: chance.choice(possible_values(ruleset, box)) for box in ruleset.boxes}
    several = [category for category in ruleset.categories.values() if category.boxes > 1]
    sums = {category.id: sum(card[box.id] for box in boxes_of(category)) for category in several}
    return {**card, **sums, **totals_on_paper(ruleset, card, 0 if ruleset.extra_yachts else None)}


def cells(values: Values) -> list[dict[str, Any]]:
    """Return a card as the script keeps it."""
    return [
        {
            "row": row,
            "kind": "total",
            "text": "" if value is None else str(value),
            "sure": True,
            "likely": [],
        }
        for row, value in values.items()
    ]


def findings(ruleset: Ruleset, cards: list[Values]) -> list[dict[str, str]]:
    """Return the mistakes that the script finds on cards, by row."""
    code = """cards.map((card) => findingsIn(game, words, card)
        .map((each) => [each.cell.row, each.text]))"""
    found = script_of(ruleset).run(code, cards=[cells(card) for card in cards])
    return [dict(each) for each in found]


# the page


def test_the_policy_lets_its_own_script_and_style_through_alone() -> None:
    """Nothing comes from elsewhere, and nothing else runs; styles stand in no attribute."""
    ruleset = SHIPPED["bonus-yachts"]
    page = review_page(wording_of(ruleset), [sheet_of(ruleset, played(ruleset, 1))])
    markup = Markup(page)
    (policy,) = [
        each["content"]
        for tag, each in markup.tags
        if each.get("http-equiv") == "Content-Security-Policy"
    ]
    texts = re.findall(r"<style>(.*?)</style>.*<script>(.*?)</script>", page, re.DOTALL)[0]
    marks = [b64encode(sha256(text.encode()).digest()).decode() for text in texts]
    assert policy == (
        f"default-src 'none'; img-src data:; font-src data:; style-src 'sha256-{marks[0]}'; "
        f"script-src 'sha256-{marks[1]}'; base-uri 'none'; form-action 'none'"
    )
    assert not [each for _, each in markup.tags if {"style", "onclick", "onload"} & set(each)]
    links = [
        each.get("href") or each.get("src")
        for _, each in markup.tags
        if {"href", "src"} & set(each)
    ]
    assert [link for link in links if link and not link.startswith(("#", "data:"))] == []
    assert set(re.findall(r"https?://[^\"'\s)]+", page)) <= {"http://www.w3.org/2000/svg"}


def test_what_strangers_wrote_is_no_markup() -> None:
    ruleset = SHIPPED["yatzy"]
    plain = sheet_of(ruleset, played(ruleset, 1))
    read = {NASTY: BoxRead(5, True, (), ())}
    column = ReadColumn(1, {}, {NASTY: Rect(0, 0, 1, 1)}, read=read, called=NASTY)
    nasty = ReadSheet(NASTY, 1, ruleset, PICTURE, (9, 9), 1.0, (column,))

    def tags(sheet: ReadSheet) -> list[str]:
        return [tag for tag, _ in Markup(review_page(wording_of(ruleset), [sheet])).tags]

    page = review_page(wording_of(ruleset), [nasty])
    assert tags(nasty) == tags(plain)
    assert "onerror=alert(1)>" not in page.replace("\\u003cimg src=x onerror=alert(1)>", "")
    assert page.count(b64encode(PICTURE).decode()) == 1


def test_pictures_are_in_the_page_once() -> None:
    """Every box is cut out of the one picture of its sheet.

    Several sheets of full size have room.
    """
    ruleset = SHIPPED["yatzy"]
    pictures = [PICTURE + bytes([number]) * 400_000 for number in range(8)]
    one = sheet_of(ruleset, played(ruleset, 1))
    sheets = [replace(one, file=f"{n}.jpg", jpeg=picture) for n, picture in enumerate(pictures)]
    images = [
        each["href"] or ""
        for tag, each in Markup(review_page(wording_of(ruleset), sheets)).tags
        if tag == "image"
    ]
    assert [b64decode(each.removeprefix("data:image/jpeg;base64,")) for each in images] == pictures


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["maxi-yatzy", "balut"])
def test_the_page_is_small(name: str, language: str) -> None:
    ruleset = SHIPPED[name]
    sheet = sheet_of(ruleset, *[played(ruleset, seed) for seed in range(6)])
    assert len(review_page(wording_of(ruleset, language), [sheet]).encode()) < 120 * 1024


# what is wrong


@settings(deadline=None)
@given(text=st.text("0123456789 -+–−—‒a.,/", max_size=8))
def test_texts_are_read_as_the_checker_reads_them(text: str) -> None:
    written = read_written(text)
    assert YATZY.run("writtenIn(cell)", cell={"kind": "total", "text": text}) == written
    in_box = 0 if written in STRUCK else written
    assert YATZY.run("writtenIn(cell)", cell={"kind": "box", "text": text}) == in_box


YATZY = script_of(SHIPPED["yatzy"])


def altered(ruleset: Ruleset, count: int, seed: int) -> Iterator[Values]:
    """Yield cards on which some totals are wrong or missing."""
    chance = random.Random(seed)  # noqa: S311 - a test that can be repeated
    for number in range(count):
        card = played(ruleset, seed * 1_000 + number)
        for row in chance.sample(list(ruleset.all_totals), min(2, len(ruleset.all_totals))):
            if row != (ruleset.extra_yachts.id if ruleset.extra_yachts else ""):
                card[row] = chance.choice(
                    (None, (card[row] or 0) + chance.choice((-10, 1, 10, 35)))
                )
        yield card


@pytest.mark.parametrize("name", ALL)
@pytest.mark.few(12)
def test_wrong_sums_are_those_that_the_checker_finds(name: str) -> None:
    """Every total that does not add up has a finding with the right value; no other has one."""
    ruleset = ALL[name]
    cards = list(altered(ruleset, 12, seed=5))
    for card, found in zip(cards, findings(ruleset, cards), strict=True):
        right = totals_on_paper(
            ruleset,
            {box: card[box] or 0 for box in ruleset.boxes},
            0 if ruleset.extra_yachts else None,
        )
        wrong = {row: value or 0 for row, value in right.items() if card[row] not in (None, value)}
        assert {row for row in found if row in right} == set(wrong)
        for row, value in wrong.items():
            assert found[row].startswith(f"{card[row]} is written; the boxes make {value}.")
        entries = tuple(
            (row, value) for row, value in card.items() if value is not None and row in ruleset.rows
        )
        checked = check_card(ruleset, WrittenCard(entries)).findings
        if not any(each.kind.startswith("impossible") for each in checked):
            assert {each.where for each in checked} == set(wrong)


def test_a_sum_that_follows_from_a_wrong_one_says_so() -> None:
    ruleset = SHIPPED["bonus-yachts"]
    card = played(ruleset, 3)
    slipped = {**card, **{row: (card[row] or 0) - 1 for row in ("upper_total", "total")}}
    (right, found) = findings(ruleset, [card, slipped])
    assert right == {}
    assert {row: text.endswith("It follows from a wrong sum.") for row, text in found.items()} == {
        "upper_total": False,
        "total": True,
    }


def test_what_a_box_cannot_hold() -> None:
    ruleset = SHIPPED["bonus-yachts"]
    card = {**played(ruleset, 3), "fours": 13, "fives": None}
    (found,) = findings(ruleset, [card])
    assert found["fours"] == "4s can hold 0, 4, 8, 12, 16, or 20."
    assert found["fives"] == "Nothing is written in this box."
    code = "findingsIn(game, words, card).map((each) => each.text)"
    paper = [*cells(played(ruleset, 3)), *cells({"chance": 6})]
    paper[0]["text"] = "1l"
    said = script_of(ruleset).run(code, card=paper)
    assert said[0] == "“1l” is no whole number."
    assert said[-1] == "It is there more than once, with different values."
    bonus = ruleset.extra_yachts
    assert bonus
    (found,) = findings(ruleset, [{**played(ruleset, 3), "yacht": 0, bonus.id: bonus.points}])
    assert "only after" in found[bonus.id]
    several = played(SHIPPED["balut"], 1)
    category = next(each.id for each in SHIPPED["balut"].categories.values() if each.boxes > 1)
    (found,) = findings(SHIPPED["balut"], [{**several, category: (several[category] or 0) + 1}])
    assert found[category].endswith(f"the boxes make {several[category]}.")


# the card file


def saved(
    ruleset: Ruleset, cards: list[dict[str, Any]], language: str = "en"
) -> tuple[PaperCard, PaperCard]:
    """Return the card files of a sheet, read again: CSV and JSON."""
    wording = wording_of(ruleset, language)
    script = script_of(ruleset)
    rows = [(where, wording.row(where)) for where in ruleset.rows]
    made = "reviewed(game, rows, cards)"
    csv = script.run(
        f"asCsv(id, {made}.rows, separator, {made}.result)",
        id=ruleset.id,
        rows=rows,
        cards=cards,
        separator=wording.catalog.cell_separator,
    )
    text = script.run(f"asJson(id, {made}.result)")
    return tuple(
        read_cards(BytesIO(each.encode()), kind, "x")
        for each, kind in ((csv, ".csv"), (text, ".json"))
    )  # type: ignore[return-value]


@pytest.mark.parametrize(("name", "language"), [*zip(SHIPPED, cycle(languages()), strict=False)])
def test_the_card_file_says_what_was_reviewed(name: str, language: str) -> None:
    """Each column has its values and name, in the layout of `sheetgen card`."""
    ruleset = SHIPPED[name]
    columns = [played(ruleset, seed) for seed in (1, 2)]
    cards = [
        {"name": name, "cells": cells(card)}
        for name, card in zip(("An", "=Bram"), columns, strict=True)
    ]
    for paper in saved(ruleset, cards, language):
        assert paper.ruleset == ruleset.id
        assert paper.players == ("An", "=Bram")
        for card, values in zip(
            cards_of(paper, wording_of(ruleset, language)), columns, strict=True
        ):
            assert dict(card.entries) == {
                row: values[row] for row in ruleset.rows if values[row] is not None
            }


def test_what_is_unsure_is_no_number_in_the_card_file() -> None:
    """There is no guess.

    A box without a check has its possible values, and no number.
    """
    ruleset = SHIPPED["yatzy"]
    paper = cells(played(ruleset, 1))
    paper[2] |= {"sure": False, "likely": [9, None, 12]}
    paper[3] |= {"sure": False, "likely": [None]}
    for file in saved(ruleset, [{"name": "", "cells": paper}]):
        (card,) = cards_of(file, wording_of(ruleset))
        entries = dict(card.entries)
        assert (entries[paper[2]["row"]], entries[paper[3]["row"]]) == ("9 / 12?", "?")
        kinds = [each.kind for each in check_card(ruleset, card).findings]
        assert kinds.count("not_a_number") == 2


def test_a_row_with_two_values_keeps_both() -> None:
    ruleset = SHIPPED["bonus-yachts"]
    card = played(ruleset, 1)
    twice = {"name": "", "cells": [*cells(card), *cells({"total": 7})]}
    once = {"name": "", "cells": [*cells(card), *cells({"total": card["total"]})]}
    for file in saved(ruleset, [twice, once]):
        first, second = cards_of(file, wording_of(ruleset))
        assert [value for row, value in first.entries if row == "total"] == [card["total"], 7]
        assert [value for row, value in second.entries if row == "total"] == [card["total"]]


@pytest.mark.parametrize(
    ("text", "sure", "likely", "settled"),
    [("12", False, [12, 17], True), ("", False, [None, 4], True), ("", False, [], False),
     ("", False, [4], False),
     ("7", False, [], True), ("", True, [], True)],
)  # fmt: skip
def test_enter_settles_what_was_read_and_leaves_an_illegible_box_open(
    text: str, sure: bool, likely: list[int | None], settled: bool
) -> None:
    """An unlikely blank is not confirmed.

    A typed number or a sure blank is settled.
    """
    cell = {"row": "ones", "kind": "box", "text": text, "sure": sure, "likely": likely}
    assert YATZY.run("isSettledByEnter(cell)", cell=cell) is settled


def test_the_likeliest_stands_in_what_is_unsure() -> None:
    code = "boxes.map(cellOfRead).map((each) => [each.text, each.sure])"
    boxes: list[Any] = [("ones", "box", [], None, False, [[3, 0.5], [None, 0.4]]),
                        ("twos", "box", [], None, False, []),
             ("name", "name", [], None, False, []),
             ("threes", "box", [], 6, True, [[9, 0.6]])]  # fmt: skip
    found = YATZY.run(code, boxes=json.loads(json.dumps(boxes)))
    assert found == [["3", False], ["", False], ["", True], ["6", True]]


# corrections on the photo: they do not cover the ink that they correct

PLACE = Rect(100, 100, 60, 24)
"""The box of the total that is wrong."""


def marked(ink: Rect) -> tuple[list[Rect], list[str]]:
    """Return the places covered with paper, and the texts on the photo, for ink in this place."""

    def is_free(rect: Rect) -> bool:
        return (
            rect.right <= ink.x
            or rect.x >= ink.right
            or rect.bottom <= ink.y
            or rect.y >= ink.bottom
        )

    game = load_ruleset("dice-play")
    card = WrittenCard((*((box, 0) for box in game.boxes), ("total", 310)))
    photo = Photo(b"", (600, 800), 600, 800)
    page = lay_out_photo(
        photo, [(check_card(game, card), {"total": PLACE}, None)], ["why"], measure, is_free
    )
    covered = [
        each.rect for each in page.items if isinstance(each, RoundedRect) and each.fill == Ink.PAPER
    ]
    return covered, [each.text for each in page.items if isinstance(each, Text)]


def test_a_correction_stands_in_a_corner_without_ink() -> None:
    """Ink at the right leaves the left, and ink at the left the right."""
    for ink, side in ((Rect(130, 103, 28, 18), 101), (Rect(103, 103, 28, 18), 130)):
        [right], texts = marked(ink)
        assert right.x >= side
        assert right.right <= ink.x or right.x >= ink.right
        assert len(texts) == 2


def test_without_a_free_corner_the_reasons_alone_have_it() -> None:
    """Nothing is laid on the box."""
    covered, texts = marked(Rect(100, 100, 60, 24))
    assert not covered
    assert texts == ["why"]
