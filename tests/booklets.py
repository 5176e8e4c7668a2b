"""Booklets for the tests: a game in words, and its text by the parts it stands in."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2 as pdfium
from PIL import ImageDraw

from sheetgen.booklets.facts import Facts
from sheetgen.booklets.rules_text import Kind, write_story
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import Rect
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids

STATEMENTS = Path(__file__).parent / "statements"


def facts_of(game: Ruleset, language: str = "en", *, alone: bool = False) -> Facts:
    """Return the facts of a game; `alone` leaves out the comparison with the shipped ones."""
    catalog = load_catalog(language)
    others = [] if alone else [Wording(load_ruleset(name), catalog) for name in ruleset_ids() if name != game.id]
    abroad = [Wording(game, load_catalog(code)) for code in languages() if code != language]
    return Facts(Wording(game, catalog), others, abroad)


@cache
def story(ruleset_id: str, language: str, kind: Kind = "rules") -> str:
    """Return the text for print of a shipped game."""
    return write_story(facts_of(load_ruleset(ruleset_id), language), kind, f"sheetgen rules --ruleset {ruleset_id}")


def rooted(html: str) -> ElementTree.Element:
    """Return the elements of a text."""
    return ElementTree.fromstring(f"<root>{html}</root>")  # noqa: S314 - made by the program under test


def parts(html: str) -> dict[str, str]:
    """Return the text of every element that has an id, blanks as one space; all of it under an empty one."""
    root = rooted(html)
    return {element.get("id", ""): plain(element) for element in root.iter() if element is root or element.get("id")}


def plain(element: ElementTree.Element) -> str:
    """Return the text of an element as one line; cells and paragraphs apart."""
    for child in element.iter():
        if child.tag in ("p", "td", "th", "li", "h1", "h2", "h3", "h4", "br"):
            child.tail = f" {child.tail or ''}"
    return " ".join("".join(element.itertext()).split())


def markup_parts(facts: Facts, *appendix: str) -> dict[str, str]:
    """Return the parts of the booklet with its dice as digits."""
    return parts(write_story(facts, "rules", "sheetgen rules", None, appendix, target="text"))


def statements(name: str) -> list[tuple[str, str, str]]:
    """Return for each statement of a source its words, the id of the part of the booklet, and the words there."""
    lines = (STATEMENTS / f"{name}.txt").read_text("utf-8").splitlines()
    rows = (line.split(" | ") for line in lines if line and not line.startswith("#"))
    return [(said, part, words) for said, part, words in rows]


def pips_in(content: bytes, page: int, rect: Rect) -> int:
    """How many pips solid dice show in a part of a page, in points: what is white and has colour all around it."""
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
