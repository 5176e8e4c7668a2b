"""Text set as pages.

In order, within the page, nothing parted that belongs together, and folded right.
"""

import re
from collections.abc import Sequence
from functools import partial
from io import BytesIO
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace
from pypdf import PdfReader

from sheetgen.booklets.book import Imposition
from sheetgen.booklets.measures import LEAST_TYPE
from sheetgen.booklets.rules_text import Kind, dice_of, parse, write_story
from sheetgen.booklets.running_text import margin, write_text
from sheetgen.documents.kits import booklet
from sheetgen.errors import SheetgenError
from sheetgen.layout.options import PAPERS, BookletForm, Paper, find_paper
from sheetgen.layout.primitives import MM, Font, Rect
from sheetgen.pdf.document import Metadata
from sheetgen.pdf.fonts import measure
from sheetgen.printing import saddle, zine
from sheetgen.rulesets.loading import load_ruleset
from tests.booklets.reading import (
    booklet_halves,
    facts_of,
    flat,
    letters,
    pieces,
    pips_in,
    plain,
    rooted,
    story,
)
from tests.games import IN_WORDS, NINE, ONCE, built, by_kind_in_words, category, game
from tests.readback import Sheet, inside

ABOUT = Imposition(Metadata("Title", "nl", "sheetgen rules"))


def write_form(
    form: BookletForm, html: str, sheet: Paper, imposition: Imposition, others: Sequence[str] = ()
) -> bytes:
    """Return the PDF of a text in a form."""
    return write_text(form, html, sheet, imposition, others).pdf()


write_pages, write_booklet, write_zine, write_card = (
    partial(write_form, form) for form in ("pages", "booklet", "zine", "quick")
)


def pages(html: str, paper: str = "a5") -> list[Sheet]:
    """Return the pages of a text, read back."""
    return set_on(html, find_paper(paper))


def set_on(html: str, paper: Paper) -> list[Sheet]:
    """Return the pages of a text on any paper."""
    content = write_pages(html, paper, ABOUT)
    return [Sheet(content, number) for number in range(Sheet(content).pages)]


def words(sheet: Sheet) -> str:
    """All text of a page, without its number."""
    edge = margin(sheet.width)
    return sheet.text_in(Rect(0, 0, sheet.width, sheet.height - edge + 3))


TEXTS = [
    *(
        (*each, paper)
        for each, paper in zip(IN_WORDS, cycle(("a6", "a5", "half-letter", "a4", "letter", "a3")))
    ),
    *(
        pytest.param(*each, paper, marks=pytest.mark.slow("papers"))
        for paper in ("a6", "a5")
        for each in IN_WORDS
    ),
]
"""Each game is set on some paper at once, and each paper is taken three times; the smallest with
all games are slow."""


@pytest.mark.parametrize(("name", "language", "paper"), TEXTS)
@pytest.mark.few(5)
def test_the_pages_say_what_the_text_says_within_their_margins(
    name: str, language: str, paper: str
) -> None:
    """All words are there, in reading order.

    Every letter and line keeps within the margins, no type is too small.
    """
    found = pages(story(name, language), paper)
    printed, place = "".join(letters(words(page)) for page in found), 0
    for piece in pieces(story(name, language)):
        at = printed.find(piece, place)
        assert at >= 0, piece
        place = at + len(piece)
    assert place > 0.9 * len(printed)
    for page in found:
        check_page(page)


def check_page(page: Sheet) -> None:
    """Check the rules for every page."""
    edge = margin(page.width)
    room = Rect(edge, edge, page.width - 2 * edge, page.height - 2 * edge)
    foot = Rect(edge, page.height - edge, page.width - 2 * edge, edge)
    for letter in page.letters:
        assert inside(letter.rect, room, 1) or inside(letter.rect, foot, 1), letter
        assert letter.size >= LEAST_TYPE - 0.01
    assert all(inside(rule, room, 1.5) or inside(rule, foot, 1.5) for rule in page.rules)
    assert all(embedded for _, embedded in page.fonts())


def test_long_names_stay_on_the_page() -> None:
    """Names of the maximum length fit, with and without spaces, in every box, section and total."""
    long, solid = "Very long names of boxes " * 3, "Ww" * 40
    boxes = [
        {**category(f"b{place}", "of_a_kind", n=place), "name": long[:79]} for place in range(2, 6)
    ]
    boxes.append({**category("solid"), "name": solid, "aliases": [solid, long[:79]]})
    data = {**game(boxes), "name": solid, "summary": (long * 4)[:299]}
    data["sections"][0]["name"] = solid
    data["totals"][0]["name"] = solid
    data["booklet"] = {"turn": {
        "player": solid, "box": "solid", "throws": [{"roll": [1, 2, 3, 4, 5], "keep": [1],
                                                     "aim": "b2", "could": "b2"},
                                                    {"roll": [1, 1, 1, 1, 1]}]}}  # fmt: skip
    facts = facts_of(built(data))
    for paper in ("a6", "a5", "a4"):
        for page in pages(write_story(facts, "rules"), paper):
            check_page(page)


def test_a_cell_may_be_longer_than_a_page() -> None:
    """Its row is parted then; what has no room at all is refused with what would be right."""
    cell = "many words " * 2000
    found = pages(f"<table><tbody><tr><td>a</td><td>{cell}</td></tr></tbody></table>", "a5")
    assert len(found) > 3
    for page in found:
        check_page(page)
    with pytest.raises(SheetgenError, match="larger paper"):
        pages(f"<table><tbody><tr>{'<td>x</td>' * 80}</tr></tbody></table>", "a6")


def test_pages_are_divided_alike_in_all_languages() -> None:
    """A language with short words has its tables and passages on the pages of one with long words.

    A text that is not the same in other words is set by itself.
    """

    def text_with(word: str, more: str = "") -> str:
        """Return a text of passages and a table, all of which consist of this word."""
        passages = "".join(f"<p>{place} {word * 30}</p>" for place in range(9))
        rows = "".join(f"<tr><td>{place}</td><td>{word * 30}</td></tr>" for place in range(20, 60))
        return f"{passages}<table><tbody>{rows}</tbody></table><h2>Last</h2><p>{word}</p>{more}"

    def numbers_on_pages(html: str, *others: str) -> list[set[str]]:
        """Return the numbers on each page; the last page has the last heading."""
        content = write_pages(html, find_paper("a6"), ABOUT, others)
        texts = [words(Sheet(content, number)) for number in range(Sheet(content).pages)]
        return [{*re.findall("[0-9]+|Last", text)} for text in texts]

    short, long = text_with("it "), text_with("something ")
    alike = numbers_on_pages(long, short)
    assert alike == numbers_on_pages(short, long)
    assert len(alike) > len(numbers_on_pages(short)) > 1
    assert numbers_on_pages(short, text_with("something ", "<p>more</p>")) == numbers_on_pages(
        short
    )


def test_the_zine_has_a_cover_of_one_page() -> None:
    """Whatever the game is called."""
    for name in NINE:
        sheet = Sheet(write_zine(story(name, "nl", "zine"), find_paper("a4"), ABOUT))
        cover = Rect(sheet.width / 4, sheet.height / 2, sheet.width / 4 + 9, sheet.height / 2)
        second = Rect(sheet.width / 2, sheet.height / 2, sheet.width / 4, sheet.height / 2)
        facts = facts_of(load_ruleset(name), "nl")
        assert letters(facts.wording.facts()) in letters(sheet.text_in(cover))
        assert letters(sheet.text_in(second)).startswith("Eenbeurt")


def test_home_printers_reach_everything() -> None:
    """Nothing is printed within 5 mm of an edge of the sheet, in any form."""
    forms: dict[Kind, object] = {"rules": write_booklet, "zine": write_zine, "quick": write_card}
    for kind, write in forms.items():
        make: Any = write
        content = make(story("numbers-hands", "nl", kind), find_paper("a4"), ABOUT)
        for number in range(Sheet(content).pages):
            sheet = Sheet(content, number)
            room = Rect(5 * MM, 5 * MM, sheet.width - 10 * MM, sheet.height - 10 * MM)
            assert all(inside(letter.rect, room, 0.5) for letter in sheet.letters)
            assert all(inside(rule, room, 0.5) for rule in sheet.rules)


@pytest.mark.parametrize(("name", "language"), by_kind_in_words(ONCE))
@pytest.mark.few(3)
def test_a_block_is_never_parted(name: str, language: str) -> None:
    """Each category, question and example is whole on one page, and no page ends with a heading.

    The finished sheet of Balut alone, with 38 rows, is longer than a page.
    """
    html = story(name, language)
    printed = [letters(words(page)) for page in pages(html)]
    root = rooted(html)
    for dice in root.iter("dice"):
        dice.text = ""
    for article in root.iter("article"):
        parts = [
            letters(plain(part))
            for part in article.iter()
            if part.tag in ("h3", "h4", "p", "td", "th")
        ]
        if name != "balut" or len(parts) < 80:
            assert any(all(part in page for part in parts) for page in printed), parts
    heads = {letters(plain(head)) for tag in ("h2", "h3", "h4") for head in root.iter(tag)}
    assert not [page for page in printed if any(page.endswith(head) for head in heads)]


def test_the_outline_leads_to_the_headings() -> None:
    """Every part is in it, with its categories below, on its page.

    Headings may skip levels or fill pages.
    """
    content = write_pages(story("numbers-hands", "nl"), find_paper("a5"), ABOUT)
    reader = PdfReader(BytesIO(content))
    found = flat(reader, reader.outline)
    titles = [title for title, _, _ in found]
    heads = [
        head
        for head in rooted(story("numbers-hands", "nl")).iter()
        if head.tag in ("h1", "h2", "h3", "h4")
    ]
    assert titles == [" ".join("".join(head.itertext()).split()) for head in heads]
    assert ("De vakken", 0) in [(title, level) for title, level, _ in found]
    assert ("Full house · 25", 1) in [(title, level) for title, level, _ in found]
    for title, _, page in found:
        assert letters(title) in letters(words(Sheet(content, page)))
    content = write_pages(
        f"<h3>small</h3><p>x</p><h2>{'W' * 1500}</h2><p>y</p><h4>z</h4><p>z</p>",
        find_paper("a6"),
        ABOUT,
    )
    reader = PdfReader(BytesIO(content))
    assert [title[:5] for title, _, _ in flat(reader, reader.outline)] == ["small", "WWWWW", "z"]


def test_pages_carry_their_numbers() -> None:
    """Every page but the cover has its number below the text: in dice, then in digits."""
    content = write_pages("<header><h1>x</h1></header>" * 13 + "<p>x</p>", find_paper("a5"), ABOUT)
    for number in (1, 2, 7, 12, 13, 14):
        page = Sheet(content, number - 1)
        foot = Rect(0, page.height - margin(page.width) + 1, page.width, margin(page.width) - 1)
        assert page.text_in(foot) == (str(number) if number > 12 else "")
        if number < 13:
            assert pips_in(content, number - 1, foot) == (number if number > 1 else 0)


def test_the_document_says_what_it_is() -> None:
    """Title, language, the command that makes it again, and true size."""
    reader = PdfReader(BytesIO(write_pages("<p>x</p>", find_paper("a5"), ABOUT)))
    assert reader.metadata
    assert (reader.metadata.title, reader.metadata.subject) == ("Title", "sheetgen rules")
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "nl"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"


# folding


@pytest.mark.parametrize(("name", "language"), by_kind_in_words(ONCE))
@pytest.mark.few(2)
def test_the_folded_booklet_reads_in_order(name: str, language: str) -> None:
    """Printed, folded and leafed through, it is the booklet, with blank pages only at the end."""
    html = story(name, language)
    sheet = find_paper("a4" if NINE.index(name) % 2 else "letter")
    content = write_booklet(html, sheet, replace(ABOUT, creep=0.1 * MM))
    read = [letters(side.text_in(rect)) for rect, side in booklet_halves(content)]
    plain_pages = [
        letters(page.text_in(Rect(0, 0, page.width, page.height)))
        for page in set_on(html, Paper("half", sheet.height / 2, sheet.width, ""))
    ]
    assert len(read) % 4 == 0
    assert len(read) - len(plain_pages) < 4
    assert [sorted(text) for text in read] == [sorted(text) for text in plain_pages] + [[]] * (
        len(read) - len(plain_pages)
    )
    root: Any = PdfReader(BytesIO(content)).trailer["/Root"]
    assert root["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    first = Sheet(content)
    assert (round(first.width), round(first.height)) == (round(sheet.height), round(sheet.width))


@given(st.integers(1, 200))
def test_every_page_has_one_place(count: int) -> None:
    """However many pages: four on a sheet, none twice, and facing pages follow each other."""
    sides = saddle(count, 100)
    assert len(sides) == 2 * -(-count // 4)
    assert sorted(place.page for side in sides for place in side) == list(range(2 * len(sides)))
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        assert front[0].page == 2 * len(sides) - 1 - front[1].page
        assert back[0].page == front[1].page + 1
        assert back[1].page == front[0].page - 1


def test_creep_moves_inner_pages_to_the_fold() -> None:
    """The shift is the thickness of the sheets around them, if 9 mm remain at the fold.

    Else it is refused.
    """
    for number, side in enumerate(saddle(16, 100, 0.5)):
        shift = 0.5 * (number // 2)
        assert (side[0].x, side[1].x) == (shift, 100 - shift)
    one = "<header><h1>x</h1></header>"
    assert write_booklet(one * 28, find_paper("a4"), replace(ABOUT, creep=1 * MM))
    with pytest.raises(
        SheetgenError, match=r"8 sheets of 1 mm move the inner pages by 7\.0 mm; .* 6\.0 mm"
    ) as caught:
        write_booklet(one * 29, find_paper("a4"), replace(ABOUT, creep=1 * MM))
    assert caught.value.key == "--creep"


def places(html: str) -> list[tuple[str, float, float]]:
    """Return the letters of the first page, with the places of their left and lower edges."""
    return [
        (each.text, round(each.rect.x, 2), round(each.rect.bottom, 1))
        for each in pages(html)[0].letters
    ]


def test_blanks_are_one_blank() -> None:
    """Line breaks of a template change nothing.

    Words after dice are apart from them only if there is a blank.
    """
    neat = "<p>one <b>two</b> three <b>four</b></p>"
    wild = "<p>\n  one\n <b> two </b>\n three   <b> four </b> \n</p>"
    assert places(neat) == places(wild)
    close, apart = (places(f"<p><dice>6</dice>{blank}x</p>")[-1][1] for blank in ("", " "))
    assert apart - close == pytest.approx(measure(" ", Font.REGULAR, 9.53), abs=0.1)
    assert places("<p>x <dice>6</dice> </p>")[0] == places("<p>x</p>")[0]


def test_dice_that_do_not_count_are_outlined() -> None:
    """They are in brackets in the text, so that large print shows which dice are kept."""
    dice = parse("<p><dice>6 (2) 0</dice></p>").find(".//dice")
    assert dice is not None
    assert dice_of(dice) == ((6, "solid"), (2, "open"), (0, "blank"))
    turn = facts_of(load_ruleset("wuerfelpoker"), alone=True)
    assert "<dice>K K A A (9)</dice>" in write_story(turn, "rules")


def test_an_empty_column_needs_no_room() -> None:
    """A column without a word has no width, and the others are set as if it were not there."""
    long = "A sentence that has to be broken over several lines. " * 4
    cells = f"<td>Yes</td><td>{long}</td><td></td>"
    (page,) = pages(f"<table><tbody><tr>{cells}</tr></tbody></table>")
    assert letters(long) in letters(words(page))


def test_columns_of_tables() -> None:
    """Numbers are at the margin, even in a single column.

    A column is not narrower than its longest word.
    """
    assert words(pages("<table><tbody><tr><td class='n'>30</td></tr></tbody></table>")[0]) == "30"
    table = "<table><tbody><tr><td>a</td><td>b</td><td class='n'>30</td></tr></tbody></table>"
    page = pages(table)[0]
    assert page.letters[-1].rect.right == pytest.approx(page.width - margin(page.width), abs=1)
    word = "Hottentottententen"
    cells = f"<td>{word} is a word</td><td>{'short words ' * 60}</td>"
    found = places(f"<table><tbody><tr>{cells}</tr></tbody></table>")
    lines = {bottom for (letter, _, bottom) in found[: len(word)] if letter not in "pgj,"}
    assert len({round(bottom) for bottom in lines}) == 1


def test_items_of_lists() -> None:
    """An item moves to the next page rather than being parted, as a heading with its table.

    A longer one goes on.
    """
    item = " ".join(["word"] * 60)
    for fill in range(20, 32):
        found = [
            letters(words(page)) for page in pages("<p>x</p>" * fill + f"<ul><li>{item}</li></ul>")
        ]
        assert any(letters(item) in text for text in found)
        table = (
            "<table><thead><tr><th>head</th></tr></thead><tbody>"
            + "<tr><td>cell</td></tr>" * 9
            + "</tbody></table>"
        )
        text = pages("<p>x</p>" * fill + f"<h2>Title</h2><p>Sentence.</p>{table}")
        (titled,) = [each for each in map(letters, map(words, text)) if "Title" in each]
        assert "Title" + "Sentence.headcell" in titled
    words_ = [f"word{n}" for n in range(1500)]
    long = pages(f"<ol><li>x</li><li>{' '.join(words_)}</li><li>y</li></ol>")
    assert len(long) > 2
    assert "".join(letters(words(page)) for page in long) == f"x{''.join(words_)}y"
    for page in long:
        check_page(page)


def test_the_zine_folds_into_a_book() -> None:
    """A zine, cut along the middle and folded, has its pages in order, back to back and upright.

    The eight panels form a ring around the cut. Neighbours in it are, in turn, the two sides of a
    leaf and a spread. Across a fold along the top edge, the panel behind is upside down on the flat
    sheet.
    """
    by_place = {(round(place.x), round(place.y)): place for place in zine(10, 20)}
    ring = [by_place[x, 0] for x in (0, 10, 20, 30)] + [by_place[x, 20] for x in (30, 20, 10, 0)]
    assert [place.page for place in ring] == [7, 0, 1, 2, 3, 4, 5, 6]
    for place in ring:
        assert place.turned == (place.y > 0)


def test_panels_of_the_zine_stand_where_they_belong() -> None:
    """Read off the printed sheet.

    The lower row upright, the upper row on its head, each page in its eighth.
    """
    html = (
        "".join(f"<header><h1>Page{number}</h1></header>" for number in range(1, 8))
        + "<p>Page8</p>"
    )
    content = write_zine(html, find_paper("a4"), ABOUT)
    sheet = Sheet(content)
    assert sheet.pages == 1
    for place in zine(sheet.width / 4, sheet.height / 2):
        panel = Rect(place.x, sheet.height / 2 - place.y, sheet.width / 4, sheet.height / 2)
        assert sheet.text_in(panel).startswith(f"Page{place.page + 1}")
        first, *_, last = [
            letter.rect.x for letter in sheet.letters if inside(letter.rect, panel, 1)
        ][:5]
        assert (first > last) == place.turned


@pytest.mark.parametrize(("name", "language"), by_kind_in_words(ONCE))
@pytest.mark.few(3)
def test_the_short_forms_fit(name: str, language: str) -> None:
    """A card of one page and a zine of one side, on A4 or Letter, with every box on them."""
    paper = "a4" if NINE.index(name) % 2 else "letter"
    assert Sheet(write_zine(story(name, language, "zine"), find_paper(paper), ABOUT)).pages == 1
    for paper in ("a5", "half-letter"):
        content = write_card(story(name, language, "quick"), find_paper(paper), ABOUT)
        assert Sheet(content).pages == 1
        check_page(Sheet(content))
        text = letters(words(Sheet(content)))
        assert all(
            letters(each.name) in text for each in facts_of(load_ruleset(name), language).entries
        )


@pytest.mark.slow("documents")
def test_what_does_not_fit_is_refused_with_the_arithmetic() -> None:
    """The message has the number of pages, the maximum, and a paper with enough room."""
    many = "".join(f"<p>Line {number} of text that goes on and on</p>" for number in range(60))
    with pytest.raises(SheetgenError) as caught:
        write_card(many, find_paper("a6"), ABOUT)
    assert caught.value.values["limit"] == 1
    assert caught.value.values["fits"] in PAPERS
    assert Sheet(write_card(many, find_paper(str(caught.value.values["fits"])), ABOUT)).pages == 1
    with pytest.raises(SheetgenError) as caught:
        write_card(many * 100, find_paper("a3"), ABOUT)
    assert caught.value.values["fits"] == ""


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>x", "not well-formed"),
        ("<p>&nbsp;</p>", "not well-formed"),
        ("<script>x</script>", "cannot be in"),
        ("<p><script/></p>", "cannot be in"),
        ("<img src='x'/>", "cannot be in"),
        ("<ul><p>x</p></ul>", "cannot be in"),
        ("<section>loose</section>", "loose"),
        ("<p>x</p>loose", "loose"),
        ("<p><dice>1 2 ten</dice></p>", "should be dice"),
        ("<p>x <dice></dice></p>", "should be dice"),
        ("<p><dice>(6 2)</dice></p>", "should be dice"),
        ("<table><tbody></tbody></table>", "has no rows"),
        ("<table><tbody><tr><td>x</td></tr><tr></tr></tbody></table>", "without cells"),
        ("", "there is no text"),
        ("<section></section><ol></ol>", "there is no text"),
        ("<ul></ul><!DOCTYPE x>", "not well-formed"),
        ("<section>" * 20 + "</section>" * 20, "too deep"),
        ("<p>" + "<b>" * 20 + "</b>" * 20 + "</p>", "too deep"),
        ("<p>" + "x" * 2_000_001 + "</p>", "too long"),
        ("<p>\U0001f600</p>", "not in the font"),
    ],
)
def test_what_cannot_be_set_is_refused(html: str, words: str) -> None:
    """Anything but the closed part of HTML, with what would be right."""
    with pytest.raises(SheetgenError) as caught:
        write_pages(html, find_paper("a5"), ABOUT)
    assert words in str(caught.value)


@pytest.mark.parametrize("name", ["escalero", "maxi-yatzy"])
def test_no_page_of_large_print_has_a_few_lines_only(name: str) -> None:
    """A page takes lines of the one before, in all languages alike; the title is alone."""
    content = booklet(load_ruleset(name), lang="en", paper="a4", large_print=True)
    _, *pages = PdfReader(BytesIO(content)).pages
    assert min(len(page.extract_text().splitlines()) for page in pages) >= 7
