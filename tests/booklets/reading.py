"""Booklets for the tests: a game in words, and its text by parts."""

import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdfium2 as pdfium
from PIL import ImageDraw
from pypdf import PdfReader

from sheetgen.booklets.rules_text import Kind, write_story
from sheetgen.booklets.sentences import Sentences
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import Rect
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.readback import Sheet

STATEMENTS = Path(__file__).parent / "statements"


def facts_of(game: Ruleset, language: str = "en", *, alone: bool = False) -> Sentences:
    """Return the facts of a game; `alone` leaves out the comparison with the shipped ones."""
    catalog = load_catalog(language)
    others = (
        []
        if alone
        else [Wording(load_ruleset(name), catalog) for name in ruleset_ids() if name != game.id]
    )
    abroad = [Wording(game, load_catalog(code)) for code in languages() if code != language]
    return Sentences(Wording(game, catalog), others, abroad)


@cache
def story(ruleset_id: str, language: str, kind: Kind = "rules") -> str:
    """Return the text for print of a shipped game."""
    return write_story(
        facts_of(load_ruleset(ruleset_id), language), kind, f"sheetgen rules --ruleset {ruleset_id}"
    )


def rooted(html: str) -> ElementTree.Element:
    """Return the elements of a text, outlined dice without their brackets."""
    html = re.sub("<dice>.*?</dice>", lambda dice: re.sub("[()]", "", dice[0]), html)
    # made by the program under test
    return ElementTree.fromstring(f"<root>{html}</root>")  # noqa: S314


def parts(html: str) -> dict[str, str]:
    """Return the text of every element that has an id, blanks as one space.

    All of it under an empty one.
    """
    root = rooted(html)
    return {
        element.get("id", ""): plain(element)
        for element in root.iter()
        if element is root or element.get("id")
    }


def own_parts(html: str) -> dict[str, list[str]]:
    """Return the headings, paragraphs, items and cells of every part, without inner parts.

    A part is an element with an id; everything else is the cover.
    """
    root, found = rooted(html), {}
    for element in reversed([root, *root.findall(".//*[@id]")]):
        blocks = (
            each
            for each in element.iter()
            if each.tag in ("h1", "h2", "h3", "h4", "p", "li", "td", "th")
        )
        found[element.get("id", "cover")] = [*filter(None, map(plain, blocks))]
        element.clear()
    return found


def plain(element: ElementTree.Element) -> str:
    """Return the text of an element as one line; cells and paragraphs apart."""
    for child in element.iter():
        if child.tag in ("p", "td", "th", "li", "h1", "h2", "h3", "h4", "br"):
            child.tail = f" {child.tail or ''}"
    return " ".join("".join(element.itertext()).split())


def markup_parts(facts: Sentences, *appendix: str) -> dict[str, str]:
    """Return the parts of the booklet with its dice as digits."""
    return parts(write_story(facts, "rules", "sheetgen rules", None, appendix, target="text"))


def statements(name: str) -> list[tuple[str, str, str]]:
    """Return each statement of a source, with the part of the booklet and the words there."""
    lines = (STATEMENTS / f"{name}.txt").read_text("utf-8").splitlines()
    rows = (line.split(" | ") for line in lines if line and not line.startswith("#"))
    return [(said, part, words) for said, part, words in rows]


def pips_in(content: bytes, page: int, rect: Rect) -> int:
    """Return the number of pips on solid dice in a part of a page, in points.

    A pip is white and has colour all around it.
    """
    found = pdfium.PdfDocument(content)[page].render(scale=4, grayscale=True).to_pil().convert("L")
    crop = found.crop(tuple(round(4 * side) for side in (rect.x, rect.y, rect.right, rect.bottom)))
    picture = crop.point(lambda light: 255 if light > 150 else 0)
    ImageDraw.floodfill(picture, (0, 0), 0)
    count = 0
    while picture.getbbox():
        row = bytes(picture.tobytes()).index(255)
        ImageDraw.floodfill(picture, (row % picture.width, row // picture.width), 0)
        count += 1
    return count


def letters(text: str) -> str:
    """Return the letters of a text, however its lines are broken."""
    return "".join(text.split())


def pieces(html: str) -> list[str]:
    """Return the letters of each heading, paragraph, item and cell, in reading order.

    Dice are drawn.
    """
    root = rooted(html)
    for dice in root.iter("dice"):
        dice.text = ""
    blocks = (
        part for part in root.iter() if part.tag in ("h1", "h2", "h3", "h4", "p", "li", "td", "th")
    )
    return [letters(plain(block)) for block in blocks]


def flat(reader: PdfReader, items: list[Any], level: int = 0) -> list[tuple[str, int, int]]:
    """Return the entries of an outline with their levels and pages."""
    found: list[tuple[str, int, int]] = []
    for item in items:
        if isinstance(item, list):
            found += flat(reader, item, level + 1)
        else:
            found.append((str(item.title), level, reader.get_destination_page_number(item) or 0))
    return found


def booklet_halves(content: bytes) -> list[tuple[Rect, Sheet]]:
    """Return the halves of the printed sides in the order in which the folded booklet is read.

    The sheets are turned over their short edge, so the left half of a back is behind the right half
    of its front. They are laid in each other, the first one outermost, and folded with the front
    outside.
    """
    sides = [Sheet(content, number) for number in range(Sheet(content).pages)]
    leaves: list[tuple[tuple[Rect, Sheet], tuple[Rect, Sheet]]] = []
    tail: list[tuple[tuple[Rect, Sheet], tuple[Rect, Sheet]]] = []
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        left, right = (
            Rect(place * front.width / 2, 0, front.width / 2, front.height) for place in (0, 1)
        )
        leaves.append(((right, front), (left, back)))
        tail.insert(0, ((right, back), (left, front)))
    return [page for leaf in (*leaves, *tail) for page in leaf]
