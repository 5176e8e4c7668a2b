"""Booklets as they are printed: finished PDFs, read back."""

import re
import warnings
from functools import cache
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader

from sheetgen.booklets.book import Format, Leaf
from sheetgen.booklets.chapters import Chapters
from sheetgen.booklets.columns import SIGNS
from sheetgen.booklets.flow import shared_heights
from sheetgen.booklets.measures import A5, COLUMNS
from sheetgen.booklets.panels import panels
from sheetgen.booklets.score_tables import Grid
from sheetgen.booklets.sentences import Sentences, points_of
from sheetgen.documents.kits import booklet
from sheetgen.errors import LeftOut, SheetgenError
from sheetgen.i18n.catalog import languages
from sheetgen.layout.primitives import CAP, DESCENT, MM, Font, Rect, Text
from sheetgen.layout.themes import Look
from sheetgen.pdf.fonts import measure
from sheetgen.printing import zine
from sheetgen.rulesets.loading import load_ruleset
from tests.booklets.reading import (
    facts_of,
    flat,
    letters,
    pieces,
    pips_in,
    rooted,
    story,
)
from tests.games import (
    COLUMNED,
    IN_WORDS,
    NINE,
    ONCE,
    built,
    by_kind,
    by_kind_in_words,
    category,
    game,
)
from tests.readback import Sheet, inside, overlap
from tests.tags import Tags

LONG = ("maxi-yatzy", "forced-maxi-yatzy", "bonus-yachts", "numbers-hands", "escalero")
"""The games with more to explain than eight pages hold."""
SHEET = 1
"""The page with the picture of the sheet, whose letters are as small as the picture."""


@cache
def made(name: str, language: str = "en", **options: Any) -> bytes:
    """Return the booklet of a shipped game on A5."""
    return booklet(load_ruleset(name), lang=language, **{"paper": "a5", **options})


def sheets(content: bytes) -> list[Sheet]:
    """Its pages."""
    return [Sheet(content, number) for number in range(Sheet(content).pages)]


@cache
def read(content: bytes) -> list[str]:
    """Return the letters of each page in reading order, without those in pictures."""
    tags = Tags(content)
    tags.check()
    found = [""] * len(tags.pages)
    for node in tags.root.each():
        if node.page >= 0:
            found[node.page] += letters(node.text)
    return found


@pytest.mark.parametrize(("name", "language"), by_kind_in_words(IN_WORDS))
@pytest.mark.few(5)
def test_a_booklet_is_whole_sheets_of_a5(name: str, language: str) -> None:
    """There are eight pages, or twelve for a longer text; none is empty, all print is in place."""
    found = sheets(made(name, language))
    assert len(found) == (12 if name in LONG else 8)
    assert {(round(page.width / MM), round(page.height / MM)) for page in found} == {(148, 210)}
    assert all(len(text) > 15 for text in read(made(name, language)))
    check_places(found)


@pytest.mark.parametrize(("count", "pages"), [(1, 8), (7, 8), (8, 8), (15, 12)])
def test_the_number_of_entries_decides(count: int, pages: int) -> None:
    """Also where they are a stranger's."""
    boxes = [
        category(f"c{place}", "of_a_kind", "fixed", n=2 + place % 3, value=10 + place)
        for place in range(count)
    ]
    assert Sheet(booklet(built(game(boxes)), paper="a5")).pages == pages


@pytest.mark.parametrize("name", ["lightning", "trio", "vault"])
def test_no_page_of_boxes_or_questions_is_half_empty(name: str) -> None:
    """Print reaches beyond 60 % of the height of a page, and no sheet is used without need."""
    found = sheets(booklet(load_ruleset(f"tests/booklets/strange_games/{name}.toml"), paper="a5"))
    assert len(found) == (12 if name == "trio" else 8)
    for page in found[3:5]:
        low = max(letter.rect.bottom for letter in page.letters if letter.rect.bottom < 193.5 * MM)
        assert low > 0.6 * 210 * MM


def check_places(found: list[Sheet]) -> None:
    """All print is in the type area, letters do not overlap, and none is smaller than 7.5 points.

    A large letter may reach over its line: the J to the left, the dot of an i upwards.
    """
    for number, page in enumerate(found):
        area = Rect(12 * MM, 12 * MM, page.width - 24 * MM, 188 * MM)
        for letter in page.letters:
            assert inside(letter.rect, area, 6 * MM if letter.size > 15 else 0.6), (number, letter)
            assert letter.size >= 7.49 or number == SHEET
        assert all(inside(rule, area, 1.5) for rule in page.rules)
        lines: dict[int, list[Rect]] = {}
        for letter in page.letters if number != SHEET else ():
            lines.setdefault(round(letter.rect.bottom / 40), []).append(letter.rect)
        for rects in lines.values():
            ordered = sorted(rects, key=lambda rect: rect.x)
            for one, other in pairwise(ordered):
                assert not overlap(one, other, 0.6), (number, one, other)


@pytest.mark.parametrize(("name", "language"), by_kind_in_words(IN_WORDS))
@pytest.mark.few(5)
def test_the_pages_say_what_the_text_says(name: str, language: str) -> None:
    """Each sentence of HTML and Markdown is on the pages, and so is each question."""
    printed = "".join(read(made(name, language)))
    sentences = facts_of(load_ruleset(name), language, alone=True)
    html = story(name, language)
    unseen = {
        letters(sentences.sheet),
        letters(f"{sentences.players} · {sentences.wording.facts()}"),
    }
    (card,) = (table for table in rooted(html).iter("table") if table.get("class") == "card")
    unseen |= {
        letters("".join(head.itertext())) for part in card.iter("thead") for head in part.iter("th")
    }
    for total in points_of(
        sentences.ruleset
    ).values():  # these stand beside the boxes that earn them
        unseen |= {letters(sentences.wording.row(total.id))}
    unseen |= {letters(f"sheetgen rules --ruleset {name}")}
    verdicts = {letters(each.verdict) for each in sentences.asked}
    for piece in pieces(html):
        known = piece in printed or piece in unseen | verdicts | {"", "·"}
        assert known or all(part in printed for part in parted(piece, sentences)), piece
    for each in sentences.asked:
        assert letters(each.asked) in printed, each.asked


def parted(piece: str, sentences: Sentences) -> list[str]:
    """Return the parts of a text that a page draws in several places.

    A name and its points, or a step.
    """
    known = [
        *(verb for verb, _ in sentences.steps),
        *(part for mark in sentences.explanations.values() for part in mark),
    ]
    known += [part for each in sentences.asked for part in (each.asked, each.said)]
    known += [
        part
        for asked, said in (sentences.path.steps if sentences.path else ())
        for part in (asked, *said)
    ]
    known += [
        part
        for throw in sentences.turn.throws
        for part in (throw.heading, throw.could, str(throw.points))
    ]
    known += [
        part
        for entry in sentences.entries
        for part in (entry.name, entry.hint, entry.worth, entry.most)
    ]
    known += [part for bonus in sentences.bonuses for part in bonus[:2]]
    found, piece = (
        [],
        re.sub(r"\(\d/\d\)$", "", piece),
    )  # the boxes of one category stand beside each other
    for part in sorted({*map(letters, known)} - {""}, key=len, reverse=True):
        if part in piece:
            piece = piece.replace(part, "", 1)
            found.append(part)
    return [*found, *filter(None, piece.split("·"))]


@pytest.mark.parametrize("name", by_kind(NINE))
def test_lines_lead_to_boxes_of_the_sheet(name: str) -> None:
    """Each begins with a dot on the right edge of a box of the picture, and ends at its text."""
    page = sheets(made(name, "nl"))[SHEET]
    dots = [
        rule for rule in page.rules if rule.x > page.width / 3 and abs(rule.width - 1.7 * MM) < 0.02
    ]
    boxes = [rule for rule in page.rules if rule.width > 8 and 3 < rule.height < 60]
    sentences = facts_of(load_ruleset(name), "nl", alone=True)
    assert len(dots) == len(sentences.explanations) == 4
    for dot in dots:
        x, y = dot.x + dot.width / 2, dot.y + dot.height / 2
        assert any(abs(box.right - x) < 1.5 and box.y < y < box.bottom for box in boxes)
    text = read(made(name, "nl"))[SHEET]
    assert all(letters(part) in text for mark in sentences.explanations.values() for part in mark)


@pytest.mark.parametrize("name", by_kind(NINE))
def test_pages_are_numbered_with_dice(name: str) -> None:
    """At the outer edge, all but the first and the last."""
    content = made(name, "nl")
    for number in range(2, Sheet(content).pages):
        outer = 12 if number % 2 == 0 else 148 - 12 - 11
        shown = pips_in(content, number - 1, Rect((outer - 1) * MM, 193.5 * MM, 13 * MM, 7 * MM))
        assert shown == number


def test_the_outline_leads_to_the_pages() -> None:
    """Each entry to one on which its heading stands."""
    content = made("numbers-hands", "nl")
    reader = PdfReader(BytesIO(content))
    found = flat(reader, reader.outline)
    titles = [title for title, _, _ in found]
    assert titles[0] == "Jacht"
    assert titles[-1] == "In het kort"
    assert "De vakken" in titles
    for title, _, page in found:
        assert letters(title) in read(content)[page]


def test_signs_of_columns_are_letters_of_the_font() -> None:
    """Running text prints them: large print of a game with such columns is not refused."""
    for sign in SIGNS.values():
        assert measure(sign, Font.BOLD, 10) > 0


def test_a_sum_of_many_boxes_has_a_page_of_its_own() -> None:
    """Thirteen rows in two columns are 26 numbers, for which a full sheet leaves no room."""
    columns = [{"id": "left", "name": "Left"}, {"id": "right", "name": "Right"}]
    total = {"id": "total", "name": "Total", "kind": "sum", "of": ["a"], "across": True}
    rows = [category(f"box_{number}") for number in range(13)]
    content = booklet(built(game(rows, columns=columns, totals=[total])), lang="en", paper="a5")
    assert any(page.startswith(letters("Sums")) for page in read(content))


def test_tables_of_many_columns_are_divided_on_paper() -> None:
    """Large print has no room for the names of more than four columns, nor for their points."""
    sections = list(rooted(story("yamb-10", "de")).iter("section"))
    for part in ("columns", "card"):
        (section,) = (each for each in sections if each.get("id") == part)
        tables = list(section.iter("table"))
        assert len(tables) == 3
        assert max(len(row) for table in tables for row in table.iter("tr")) <= 5
        names = [cell for table in tables for cell in table.iter("th")]
        assert len(names) == 3 + 10 + (part == "card")  # and the sum over all columns


def test_a_zine_says_how_many_questions_it_has_no_room_for() -> None:
    """They are counted; a zine that has them all says nothing."""
    with pytest.warns(LeftOut, match="no room for 4 of the 8 questions"):
        booklet(load_ruleset("colours"), lang="en", paper="a4", form="zine")


def test_a_zine_says_that_it_has_no_finished_sheet() -> None:
    """It has room for one of fewer than 22 rows without columns."""
    with pytest.warns(LeftOut, match="no room for a finished sheet"):
        booklet(load_ruleset("maxi-yatzy"), lang="en", paper="a4", form="zine")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        booklet(load_ruleset("dice-play"), lang="en", paper="a4", form="zine")


def test_a_zine_of_text_says_all_that_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has none of the questions and no finished sheet, and says so of both."""
    monkeypatch.setattr("sheetgen.booklets.panels.panels", lambda *_: None)
    with pytest.warns(LeftOut) as warned:
        booklet(load_ruleset("dice-play"), lang="en", paper="a4", form="zine")
    said = [str(each.message) for each in warned]
    assert any("no room for a finished sheet" in each for each in said)
    assert any(re.search(r"no room for (\d+) of the \1 questions", each) for each in said)


@pytest.mark.parametrize("name", ["triple-chips", "yamb-10"])
def test_a_zine_with_many_rules_has_panels_all_the_same(name: str) -> None:
    """What the panels of a turn and of the columns say is not said again in short."""
    sentences = facts_of(load_ruleset(name), "de", alone=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LeftOut)
        pages = panels(sentences, (74.25 * MM, 105 * MM), Look(), "")
    assert pages
    short = letters("".join(item.text for item in pages[-1].items if isinstance(item, Text)))
    assert letters(sentences.best_rule) in short
    assert letters(sentences.short[0]) not in short


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr"])
def test_the_command_of_a_zine_has_air_above_it(language: str) -> None:
    """1.5 mm and more are white between the rules in short and the command, in each language."""
    sentences = facts_of(load_ruleset("two-columns"), language, alone=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LeftOut)
        pages = panels(sentences, (74.25 * MM, 105 * MM), Look(), "sheetgen rules") or []
    texts = [item for item in pages[-1].items if isinstance(item, Text)]
    command = next(item for item in texts if "sheetgen" in item.text)
    above = [item.y + DESCENT * item.size for item in texts if item.y < command.y]
    assert command.y - CAP * command.size - max(above) >= 1.5 * MM


def test_a_box_with_a_long_hint_takes_height_from_others() -> None:
    """Parts are equally high while each has air, and else have equal air."""
    assert shared_heights([10, 12], 30, 2) == [15, 15]
    assert shared_heights([10, 14], 30, 2) == [13, 17]
    assert shared_heights([], 30) == []


def test_the_condition_of_a_box_is_beside_it_on_zines_and_quick_cards() -> None:
    """A second Generala needs points in the first, which its row says, not only the last page."""
    for form, page in (("quick", 1), ("zine", 0)):
        said = read(made("generala-double", form=form, paper="a5"))[page]
        assert letters("only with points in “Generala”") in said


def test_symbols_are_told_with_their_numbers() -> None:
    """Nobody knows that a king counts 5: zines and quick cards say so where dice are added up."""
    for form, page in (("quick", 1), ("zine", 0)):
        said = read(made("escalero", form=form, paper="a5"))[page]
        assert letters("add up: 9 = 1, 10 = 2, J = 3, Q = 4, K = 5, A = 6") in said


def test_a_quick_card_says_how_many_columns_a_player_has() -> None:
    """It does for a game with several, as the number of turns cannot be understood without."""
    assert letters("Each player has four columns.") in read(made("yamb", form="quick"))[1]
    assert letters("Each player has") not in read(made("yatzy", form="quick"))[1]


def test_rows_with_words_below_the_name_are_higher() -> None:
    """On low rows, a name with a hint below has the height that others can spare."""
    back = Sheet(made("maxi-yatzy-saved", "fr", form="quick", paper="a6"), 1)
    rules = sorted(round(rule.y, 1) for rule in back.rules)
    heights = [round(high - low, 1) for low, high in pairwise(rules)]
    assert heights.count(max(heights)) == 2
    assert max(heights) > min(heights) + 0.8 * MM


def test_a_forced_card_has_a_next_box() -> None:
    """Where no player chooses a box, no text says that one is chosen."""
    front, back = read(made("forced-yatzy", form="quick"))
    assert letters("in the next open box") in front
    assert letters("one open box") not in front + back


def test_rows_of_a_quick_card_are_alike_in_all_languages() -> None:
    """Rules between the rows of boxes are at the same heights, and hints are below all names."""
    heights = set()
    for language in languages():
        sheet = Sheet(made("yamb-10", language, form="quick", paper="a6"), 1)
        heights.add(tuple(sorted(round(rule.y) for rule in sheet.rules)))
    assert len(heights) == 1
    assert len(heights.pop()) > 7


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr"])
def test_panels_of_the_zine_are_filled(language: str) -> None:
    """A game with few boxes shows near misses, and sets its rules in short in large type."""
    sheet = Sheet(made("escalero", language, form="zine", paper="a4"))
    sentences = facts_of(load_ruleset("escalero"), language, alone=True)
    drawn = panels(sentences, (sheet.width / 4, sheet.height / 2), Look(), "") or []
    boxes, short = [drawn[2], drawn[3]], drawn[7]
    zeros = [item for page in boxes for item in page.items if getattr(item, "text", "") == "0"]
    assert len(zeros) == 4
    sizes = {item.size for item in short.items if isinstance(item, Text)}
    assert min(sizes) > 9.9
    lowest = max(item.y for item in boxes[0].items if isinstance(item, Text) and not item.up)
    assert lowest > 0.7 * boxes[0].height


@pytest.mark.parametrize("language", ["nl", "de"])
def test_the_back_of_a_quick_card_is_filled(language: str) -> None:
    """Rows are higher where a game has few boxes, and the rules below them are in large type."""
    back = Sheet(made("generala", language, form="quick", paper="a6"), 1)
    assert min(letter.rect.y for letter in back.letters) < 0.25 * back.height
    assert min(letter.size for letter in back.letters) >= 8.1


@pytest.mark.parametrize(("name", "language"), by_kind_in_words(IN_WORDS))
def test_no_sentence_of_the_zine_is_parted(name: str, language: str) -> None:
    """Each step, each question and each reminder is whole on one of the eight panels."""
    sheet = Sheet(made(name, language, form="zine", paper="a4"))
    assert sheet.pages == 1
    sentences = facts_of(load_ruleset(name), language, alone=True)
    drawn = panels(sentences, (sheet.width / 4, sheet.height / 2), Look(), "") or []
    told = [
        letters("".join(item.text for item in each.items if isinstance(item, Text)))
        for each in drawn
    ]
    asked = [
        each for each in sentences.asked if any(letters(each.asked) in panel for panel in told)
    ]
    assert len(told) == 8
    assert asked or len(sentences.entries) > 8
    for sentence in (
        [said for _, said in sentences.steps]
        + [each.said for each in asked]
        + [" ".join(sentences.short)]
    ):
        assert any(letters(sentence) in panel for panel in told), sentence
    places = zine(sheet.width / 4, sheet.height / 2)
    rects = [
        Rect(each.x, sheet.height / 2 - each.y, sheet.width / 4, sheet.height / 2)
        for each in places
    ]
    for letter in sheet.letters:
        assert letter.size >= 7.49
        assert any(inside(letter.rect, rect, -4 * MM) for rect in rects), letter


@pytest.mark.parametrize(("name", "language"), by_kind_in_words(ONCE))
def test_the_card_has_two_sides(name: str, language: str) -> None:
    """The steps on the front, the boxes on the reverse, also on A6."""
    for paper in ("a6", "a5", "letter"):
        content = made(name, language, form="quick", paper=paper)
        front, back = read(content)
        sentences = facts_of(load_ruleset(name), language, alone=True)
        assert all(letters(said) in front for _, said in sentences.steps)
        assert all(letters(entry.name) in back for entry in sentences.entries)
        assert all(letters(said) in back for said in sentences.reminders)
        for page in sheets(content):
            assert all(
                inside(letter.rect, Rect(0, 0, page.width, page.height), -5 * MM)
                for letter in page.letters
            )
            assert min(letter.size for letter in page.letters) >= 7.49


def test_low_rows_of_a_card_have_their_hints() -> None:
    """A hint without room beside its name is below it; one without any room is left out aloud."""
    _, back = read(made("colours", form="quick", paper="a6"))
    entries = facts_of(load_ruleset("colours"), "en", alone=True).entries
    assert all(letters(entry.hint) in back for entry in entries)
    boxes = [
        category(f"r{place}") | {"name": f"A row with a rather long name {place}"}
        for place in range(20)
    ]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        booklet(built(game(boxes)), form="quick", paper="a6")
    assert any("small print" in str(each.message) for each in said)


@pytest.mark.slow("documents")
def test_appendices_are_printed_when_they_are_asked_for() -> None:
    """Other words and differences, each alone or both, have pages if an option is set."""
    words, differ = "Otherwordsyoumaymeet", "Othergamesofthefamily"
    for chosen in ((), ("words",), ("differences",), ("words", "differences")):
        found = read(made("dice-play", appendix=chosen))
        text = "".join(found)
        assert (words in text, differ in text) == ("words" in chosen, "differences" in chosen)
        assert len(found) % 4 == 0
        html = booklet(load_ruleset("dice-play"), format="html", appendix=chosen).decode()
        assert ('id="words"' in html, 'id="others"' in html) == (
            "words" in chosen,
            "differences" in chosen,
        )


def test_large_print_and_themes() -> None:
    """No letter is smaller than 16 points, with every sentence.

    Themes change accents, and open dice.
    """
    content = made("dice-play", "nl", large_print=True)
    assert min(letter.size for page in sheets(content) for letter in page.letters) >= 15.9
    printed = "".join(read(content))
    for piece in pieces(story("dice-play", "nl")):
        assert piece in printed or piece.startswith("sheetgenrules"), piece
    plain, wine, ink = (made("dice-play", "nl", theme=theme) for theme in ("plain", "wine", "ink"))
    assert len({plain, wine, ink}) == 3
    foot = Rect(11 * MM, 193.5 * MM, 13 * MM, 7 * MM)
    assert pips_in(ink, 1, foot) == pips_in(wine, 1, foot) == 2
    with pytest.raises(SheetgenError, match="unknown theme"):
        made("dice-play", "nl", theme="nothing")


@pytest.mark.parametrize(
    "options",
    [{"form": "pages"}, {"form": "booklet"}, {"form": "zine"}, {"form": "quick"}, {"format": "md"}],
)
@pytest.mark.few(2)
def test_the_same_bytes_twice(options: dict[str, Any]) -> None:
    """However often it is made."""
    ruleset = load_ruleset("bonus-yachts")
    assert booklet(ruleset, lang="nl", **options) == booklet(ruleset, lang="nl", **options)


def test_dice_of_the_cover_are_those_of_the_game() -> None:
    """There are as many as the game has, and the name is no wider than the page."""
    for name in NINE:
        (page, *_) = sheets(made(name, "nl"))
        ruleset = load_ruleset(name)
        assert len(ruleset.signature) == ruleset.dice.count
        assert max(letter.rect.right for letter in page.letters) <= page.width - 11.8 * MM


def test_every_mark_is_in_the_story() -> None:
    """The text for people who do not see the sheet has all that is marked on it."""
    html = story("yatzy", "en")
    (sheet,) = (each for each in rooted(html).iter("section") if each.get("id") == "sheet")
    assert "A column for each player" in "".join(sheet.itertext())


@pytest.mark.parametrize("name", by_kind(COLUMNED))
def test_pages_of_columns_say_what_the_text_says(name: str) -> None:
    """All print of a game with columns keeps its place; each row of the text is printed."""
    language = "nl" if len(name) % 2 else "en"
    printed = "".join(read(made(name, language)))
    check_places(sheets(made(name, language)))
    html = story(name, language)
    for part in ("columns", "turn", "sums", "card"):
        (section,) = (each for each in rooted(html).iter("section") if each.get("id") == part)
        for row in (row for body in section.iter("tbody") for row in body):
            texts = ["".join(cell.itertext()) for cell in row if cell.find("dice") is None]
            cells = [
                letters(text.lstrip("↓↑↕»^“” ")) for text in texts
            ]  # print draws the sign of a column
            assert all(cell in printed for cell in cells), cells


@pytest.mark.parametrize(("name", "is_named"), [("yamb-7", False), ("yamb", True)])
def test_columns_are_named_in_tables_in_all_languages_or_in_none(name: str, is_named: bool) -> None:
    """Signs alone are enough where the names of one language have no room."""
    for language in languages():
        chapter = Chapters(facts_of(load_ruleset(name), language, alone=True)).columns
        assert chapter
        leaf = Leaf(Format(), A5.outside)
        grid = Grid("picture", len(chapter.rules), COLUMNS.box_width, COLUMNS.label_width)
        grid.heads(leaf, chapter, A5.top)
        drawn = {item.text for item in leaf.items if isinstance(item, Text)}
        assert drawn.issuperset(column for _, column, _ in chapter.rules) is is_named, language
