"""The look on a screen.

Colours that can be read in the light and in the dark, and the dice of the sheet.
"""

import json
import re
import zlib
from base64 import a85decode
from collections.abc import Iterable
from html.parser import HTMLParser
from itertools import product
from typing import Any

import pytest
from fetch_fonts import NAMES, PAGE

from sheetgen.calculator.page import make_page
from sheetgen.files.tables import contrast, lightened
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import PIPS
from sheetgen.layout.rows import rows_of
from sheetgen.layout.themes import Look, load_look, theme_names
from sheetgen.rulesets.loading import load_ruleset
from tests.games import NINE, by_kind

ON_DARK = {
    "dice-play": "#8ac4f6", "numbers-hands": "#bab3fe", "bonus-yachts": "#88ccc8",
    "players-choice": "#eea2cf",
    "yatzy": "#faa2a1", "maxi-yatzy": "#f7a885", "balut": "#96cf9a", "generala": "#c3c37d",
    "cheerio": "#b0bfd4",
}  # fmt: skip
"""The accents on dark paper, as the design has them."""


def page_of(ruleset_id: str, language: str = "nl", look: Look | None = None) -> str:
    """Return the page for two players."""
    return make_page(
        Wording(load_ruleset(ruleset_id), load_catalog(language)), ("An", "Bram"), look=look
    )


def schemes(page: str) -> dict[str, dict[str, str]]:
    """Return the colours of a page by scheme and purpose. The last declaration of each counts."""
    found: dict[str, dict[str, str]] = {}
    for block in re.findall(r"(?<!prefers-)color-scheme:([^}]*)\}", unpacked(page)[0]):
        scheme, *colours = block.split(";")
        found.setdefault(scheme, {}).update(each.removeprefix("--").split(":") for each in colours)
    return found


def parts(colour: str) -> tuple[float, ...]:
    """Red, green and blue from 0 to 1."""
    return tuple(part / 255 for part in bytes.fromhex(colour.removeprefix("#")))


LOOKS = [*product(NINE, ["ink"]), *(("yatzy", theme) for theme in theme_names() if theme != "ink")]


@pytest.mark.parametrize(("ruleset_id", "theme"), LOOKS)
@pytest.mark.few(4)
def test_everything_stands_out_in_the_light_and_in_the_dark(ruleset_id: str, theme: str) -> None:
    """Text and accent have a contrast of 7 with the paper, and it with them.

    Faint text has 4.5, and boxes 3.
    """
    found = schemes(page_of(ruleset_id, look=load_look(theme)))
    assert set(found) == {"light", "dark"}
    for colours in found.values():
        paper = parts(colours["paper"])
        least = {"ink": 7, "soft": 7, "accent": 7, "box": 7, "faint": 4.5, "others": 3}
        assert {
            name: contrast(parts(colours[name]), paper) >= ratio for name, ratio in least.items()
        } == (dict.fromkeys(least, True))


@pytest.mark.parametrize("ruleset_id", by_kind(NINE))
def test_the_accent_is_that_of_the_game(ruleset_id: str) -> None:
    """On white as on the sheet, on dark paper of the same hue."""
    found = schemes(page_of(ruleset_id))
    assert found["light"]["accent"] == load_ruleset(ruleset_id).accent
    assert found["dark"]["accent"] == ON_DARK[ruleset_id]


def test_any_accent_can_be_read_on_dark_paper() -> None:
    """Whatever colour a game of one's own has: black, white, and one in every corner between."""
    paper = parts(schemes(page_of("yatzy"))["dark"]["paper"])
    for colour in product((0.0, 0.25, 0.5, 0.75, 1.0), repeat=3):
        assert contrast(lightened(colour), paper) > 8
        assert all(0 <= part <= 1 for part in lightened(colour))


class Symbols(HTMLParser):
    """The symbols that the dice of a page are drawn with."""

    def __init__(self) -> None:
        super().__init__()
        self.symbols: dict[str, list[dict[str, str]]] = {}
        self._symbol: list[dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what is a part of a symbol."""
        given = {name: value or "" for name, value in attrs}
        if tag == "symbol":
            self._symbol = self.symbols.setdefault(given["id"], [])
        elif tag in ("rect", "path"):
            self._symbol.append(given)


def unpacked(page: str) -> tuple[str, dict[str, Any], str]:
    """Return the style, the data and the script that a page carries packed."""
    found = re.search('id="packed">([^<]*)<', page)
    assert found
    style, data, script, *_ = json.loads(zlib.decompress(a85decode(found[1].replace("v", "<"))))
    return style, data, script


@pytest.mark.parametrize("ruleset_id", by_kind(NINE))
def test_rows_begin_with_the_dice_of_the_sheet(ruleset_id: str) -> None:
    """Each row has the dice that its row on the sheet has, and they mean the same."""
    table = unpacked(page_of(ruleset_id))[1]["games"][ruleset_id]["said"]["nl"]["table"]
    dice = [
        [tuple(die) for die in row.get("dice", ())]
        for group in table
        for row in group
        if row["kind"] != "head"
    ]
    (rows,) = rows_of(
        load_ruleset(ruleset_id), Wording(load_ruleset(ruleset_id), load_catalog("nl"))
    )
    assert dice == [list(row.dice) for row in rows if row.kind != "head"]
    assert any(dice)


def test_dice_are_drawn_as_on_paper() -> None:
    """Corners of a fifth of the side.

    Pips at 0.255, 0.5 and 0.745 of it, with radii of 0.098, or 0.125 for one.
    """
    page = Symbols()
    page.feed(page_of("yatzy"))
    for face, places in PIPS.items():
        frame, pips = page.symbols[f"die{face}"]
        stroke = 100 - float(frame["width"])
        assert float(frame["rx"]) + stroke / 2 == pytest.approx(20)
        dots = re.findall(r"M([\d.]+) ([\d.]+)h.01", pips["d"])
        assert [(float(x), float(y)) for x, y in dots] == [
            (25.5 + 24.5 * (x - 1), 25.5 + 24.5 * (y - 1)) for x, y in places
        ]
        assert float(pips["stroke-width"]) == (25 if face == 1 else 19.6)


def test_a_theme_shapes_dice_and_lines() -> None:
    """Wine has square pips and heavy lines, plain open dice and square corners."""
    wine, plain, ink = (
        unpacked(page_of("yatzy", look=load_look(each)))[0] for each in ("wine", "plain", "ink")
    )
    assert ["--pips:square" in page for page in (wine, plain, ink)] == [True, False, False]
    lines = [
        [int(each) for each in re.findall(r"--(?:sum|section|total)-line:(\d+)px", page)]
        for page in (wine, ink)
    ]
    assert all(sorted(set(each)) == each for each in lines)
    assert lines[0] > lines[1]
    assert "--fill:var(--paper)" in plain
    assert "--round:0;" in plain


@pytest.mark.slow("look")
def test_the_faces_have_every_letter_of_a_page() -> None:
    """In all languages and games; but for marks of direction, and the star of a further Yacht."""
    assert has(PAGE, "Zoë, Jürgen, François: “½ × ≥ −1 …” ·")
    assert has(NAMES, "Łukasz Čapek Őry")
    for ruleset_id in NINE:
        data = unpacked(page_of(ruleset_id))[1]
        assert {*data["languages"]} >= {*languages()}
        texts = json.dumps(
            [data["games"][ruleset_id]["said"], data["translations"]], ensure_ascii=False
        )
        assert has(PAGE, re.sub(r"[\s\u2068\u2069★⌫⏎↑↓]", "", texts))


def has(runs: Iterable[tuple[int, int]], letters: str) -> bool:
    """Check whether all the letters are in the runs."""
    known = {chr(code) for first, last in runs for code in range(first, last + 1)}
    return set(letters) <= known


def test_a_page_is_small() -> None:
    """The page of dice-play has at most 195,000 bytes in any language."""
    sizes = {language: len(page_of("dice-play", language).encode()) for language in languages()}
    assert max(sizes.values()) <= 195_000, sizes
