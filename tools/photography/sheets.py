"""Printed sheets to write on.

Games, languages, papers and options by chance, and each page as a picture.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray

from sheetgen import SheetgenError, SheetOptions, load_ruleset, sheet
from sheetgen.documents.sheets import cell_maps
from sheetgen.layout.primitives import CellMap
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.source import ruleset_ids

HOUSE = Path(__file__).parent / "house.toml"
FONTS = Path(__file__).parent.parent.parent / "fonts"
GAMES = (*ruleset_ids(), "house")
"""All games that ship, and a game with house rules."""
LANGUAGES = ("en", "nl", "de", "fr")
THEMES = ("forest", "ink", "plain", "wine")
MM = 72 / 25.4
"""Points."""


@lru_cache(maxsize=16)
def game(name: str) -> Ruleset:
    """Return one of GAMES."""
    return load_ruleset(str(HOUSE) if name == "house" else name)


def chosen(name: str, rng: np.random.Generator) -> SheetOptions:
    """Options by chance that the game can be printed with."""
    while True:
        count = int(rng.integers(1, 7))
        by_games = game(name).sheet.columns == "games"
        options = SheetOptions(
            lang=str(rng.choice(LANGUAGES)),
            paper=str(rng.choice(["a4", "letter", "a5"], p=(0.6, 0.2, 0.2))),
            players=None if by_games else count,
            games=count if by_games else None,
            ink_saver=bool(rng.random() < 0.15),
            left_handed=bool(rng.random() < 0.1),
            allowed=bool(rng.random() < 0.1),
            theme=str(rng.choice(THEMES)) if rng.random() < 0.3 else None,
            large_print=bool(rng.random() < 0.05),
            orientation="landscape" if rng.random() < 0.08 else None,
        )
        try:
            printed_map(name, options)
        except SheetgenError:
            continue
        return options


@lru_cache(maxsize=64)
def printed_map(name: str, options: SheetOptions) -> CellMap:
    """Return the map of the printed cells."""
    return cell_maps(game(name), options)[0]


@lru_cache(maxsize=4)
def printed(name: str, options: SheetOptions, scale: float) -> NDArray[np.uint8]:
    """Return the page in blue, green and red, with this number of pixels per mm.

    Callers must not write on it.
    """
    page = pdfium.PdfDocument(sheet(game(name), options))[0]
    picture: NDArray[np.uint8] = page.render(scale=scale / MM).to_numpy()[..., :3].copy()
    picture.flags.writeable = False
    return picture
