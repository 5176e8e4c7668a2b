"""Pages for a web space: a folder that phones install from, and several games in one page."""

import json
import re
from io import BytesIO
from pathlib import Path

from PIL import Image

import sheetgen
from sheetgen.calculator.app import icon_of
from sheetgen.layout.themes import Look
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.conftest import Run

NAMES = {
    "index.html", "manifest.webmanifest", "service-worker.js", "icon.svg", "icon-180.png",
    "icon-192.png", "icon-512.png", "icon-whole-512.png",
}  # fmt: skip


def test_a_folder_for_a_web_space(run: Run) -> None:
    """All that phones need to install the page is in it, and nothing else.

    The same command writes the same bytes.
    """
    code, out, _ = run("form --ruleset yatzy --lang nl --format html --app")
    assert (code, out) == (0, f"geschreven: {Path('out/yatzy-nl-app')}/\n")
    folder = Path("out/yatzy-nl-app")
    found = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert {*found} == NAMES
    assert found == sheetgen.app(load_ruleset("yatzy"), lang="nl")
    manifest = json.loads(found["manifest.webmanifest"])
    assert (manifest["name"], manifest["lang"]) == ("Yatzy · Paren en een bonus van 50", "nl")
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            side, _, _ = icon["sizes"].partition("x")
            assert Image.open(BytesIO(found[icon["src"]])).size == (int(side), int(side))
    page = found["index.html"].decode()
    assert "manifest-src 'self'; worker-src 'self'" in page
    assert page.count('<link rel="manifest"') == 1
    assert "'self'" not in sheetgen.page(load_ruleset("yatzy")).decode()
    listed = re.search(r"const FILES = (.*);", found["service-worker.js"].decode())
    assert listed is not None
    assert {*json.loads(listed[1])} == NAMES - {"service-worker.js"}
    other = sheetgen.app(load_ruleset("yatzy"), lang="nl", names=["An", "Bram"])
    assert found["icon.svg"] == other["icon.svg"]
    assert (
        found["service-worker.js"] != other["service-worker.js"]
    )  # so that phones fetch all of it anew


def test_a_folder_of_somebody_else(run: Run) -> None:
    """A different file stays without --force, and then nothing is written.

    Other files always stay.
    """
    folder = Path("club")
    folder.mkdir()
    (folder / "index.html").write_text("mine", "utf-8")
    (folder / "photo.jpg").write_bytes(b"mine")
    command = ("form", "--ruleset", "generala", "--format", "html", "--app", "-o", "club")
    code, out, err = run(*command)
    assert (code, out) == (2, "")
    assert "index.html" in err
    assert {file.name for file in folder.iterdir()} == {"index.html", "photo.jpg"}
    assert run(*command, "--force")[0] == 0
    assert {file.name for file in folder.iterdir()} == NAMES | {"photo.jpg"}
    assert run(*command)[0] == 0  # the same once more


def test_games_in_one_page(run: Run) -> None:
    """A page of all games in all languages weighs less than 200 KB, and 5 KB for each game.

    With names of games the page has these, in this order.
    """
    assert run("form --games all --format html --lang fr -o all.html")[0] == 0
    assert Path("all.html").stat().st_size < 200_000 + 5_000 * len(ruleset_ids())
    games = [load_ruleset(name) for name in ("yatzy", "balut")]
    assert run("form --games 'yatzy, Balut' --format html --lang fr")[0] == 0
    assert Path("out/games-fr.html").read_bytes() == sheetgen.page(games, lang="fr")


def test_the_die_of_a_game() -> None:
    """The picture has the first die of the signature, in the accent.

    Its pips are where they are on every die.
    """
    game = load_ruleset("cheerio")  # 6
    icon = icon_of([game], Look().with_accent(game.accent))
    assert icon.svg().count("<rect") == 7
    accent = tuple(bytes.fromhex(game.accent[1:]))
    picture = Image.open(BytesIO(icon.png(100))).convert("RGBA")
    assert picture.getpixel((0, 0)) == (*accent, 0)
    assert picture.getpixel((50, 50)) == (*accent, 255)
    for x in (25, 75):
        for y in (25, 50, 75):
            assert picture.getpixel((x, y)) == (255, 255, 255, 255)
    solid = (
        sum(level * count for level, count in enumerate(picture.getchannel("A").histogram())) / 255
    )
    assert abs(solid - (10_000 - (4 - 3.14159) * 20**2)) < 10  # a square without its corners
    whole = Image.open(BytesIO(icon.png(100, whole=True))).convert("RGBA")
    assert whole.getpixel((0, 0)) == (*accent, 255)
