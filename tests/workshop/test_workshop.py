"""`make workshop`: a folder for people without Python.

Its pages work without scripts; with them, the program itself runs in the browser.
"""

import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar

import pytest
from PIL import Image
from workshop.folder import FIRST_GAME, LANGUAGES, make_page, workshop
from workshop.runtime import PYODIDE

from sheetgen.documents.declared import Usual
from sheetgen.documents.making import make
from sheetgen.i18n.catalog import load_catalog
from tests import viewers
from tests.readback import Markup

GAMES = (FIRST_GAME, "escalero")
DOCUMENTS = (
    "calculator-for-phones.html",
    "calculator.pdf",
    "rules-booklet.pdf",
    "rules-in-short.pdf",
    "sheets.pdf",
)
LEFT_OUT = not PYODIDE.is_dir() and not os.environ.get("CI")
FOLDER = [
    pytest.mark.slow("workshop"),
    pytest.mark.xdist_group("workshop"),
    pytest.mark.skipif(LEFT_OUT, reason="left out: Pyodide is not there: run make workshop"),
]
"""Marks of tests that read the whole folder, which one process makes once."""


@cache
def files() -> dict[str, bytes]:
    """Return the folder with two of the games in two languages."""
    return dict(workshop(("en", "nl"), GAMES, "a4"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the folder on the disk."""
    site = tmp_path_factory.mktemp("workshop")
    for name, content in files().items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return site


@pytest.mark.skipif(not shutil.which("node"), reason="node is not here")
def test_modules_without_a_page_in_node() -> None:
    """Names, search, times and links: node's own test runner passes the tests beside this file."""
    done = subprocess.run(
        ["node", "--test", str(Path(__file__).with_name("rules.test.mjs"))],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_pages_without_games_are_in_their_languages() -> None:
    """None of their words is English."""
    pages = [
        make_page(
            load_catalog(code),
            [],
            "",
            languages=LANGUAGES,
            paper="a4",
            folders=("app", "python"),
            scripts=[],
            root="../",
        ).decode()
        for code in LANGUAGES
    ]
    for words in ("<h1>(.*)</h1>", "<h2>(.*)</h2>", "<title>(.*)</title>"):
        assert len({re.findall(words, page)[0] for page in pages}) == len(LANGUAGES) == 4


class TestFolder:
    """The files, their names, and where the pages lead."""

    pytestmark = FOLDER

    def test_it_has_every_document(self) -> None:
        """Each game has five documents, a picture and a page in each language."""
        for game in GAMES:
            for language in ("en", "nl"):
                for name in (*DOCUMENTS, "sheet.png", "index.html"):
                    content = files()[f"{language}/{game}/{name}"]
                    starts = {".pdf": b"%PDF", ".png": b"\x89PNG"}
                    assert content.startswith(starts.get(PurePosixPath(name).suffix, b"<!"))
        assert {"index.html", "service-worker.js", "icon.svg"} < {*files()}

    def test_names_are_safe_everywhere(self) -> None:
        """Small letters, digits and hyphens, whatever the language."""
        assert all(re.fullmatch(r"[a-z0-9/.-]+\.[a-z]+", name) for name in files())

    @pytest.mark.parametrize(
        "page", ["index.html", "nl/index.html", "nl/escalero/index.html", "en/escalero/index.html"]
    )
    def test_pages_lead_to_what_is_there(self, page: str) -> None:
        """It works from a subfolder of any host: no link leads out of the folder."""
        here = PurePosixPath(page).parent
        tags = Markup(files()[page].decode()).tags
        places = [each.get(name) or "" for _, each in tags for name in ("href", "src")]
        for place in filter(None, places):
            if not place.startswith("#"):
                target = os.path.normpath(here / place)
                assert target in files(), place
        assert sum(place.endswith(".pdf") for place in places) >= 4

    def test_pictures_are_small_and_as_large_as_the_page_says(self) -> None:
        """A browser knows their size before they come."""
        page = files()["nl/escalero/index.html"].decode()
        found = re.search(r'src="([^"]*)" width="(\d+)" height="(\d+)" alt="[^"]{10,}"', page)
        assert found
        content = files()[os.path.normpath(f"nl/escalero/{found[1]}")]
        with Image.open(BytesIO(content)) as picture:
            assert picture.size == (int(found[2]), int(found[3]))
        assert len(content) < 60_000

    def test_a_second_folder_has_the_same_bytes(self) -> None:
        """Whatever else is in it, and in whichever process it was made."""
        again = dict(workshop(("nl",), GAMES[:1], "a4"))
        documents = [name for name in again if name.startswith(f"nl/{GAMES[0]}/")]
        python = [name for name in again if name.startswith("python-")]
        assert len(documents) == len(DOCUMENTS) + 2
        assert len(python) == 13
        for name in (*documents, *python):
            if not name.endswith("index.html"):  # which names the other languages
                assert again[name] == files()[name], name

    def test_python_is_small(self) -> None:
        """Some 10 MB are loaded, once."""
        size = sum(len(each) for name, each in files().items() if name.startswith("python-"))
        assert size < 11_000_000


WISHES: list[tuple[str, str, dict[str, Any]]] = [
    ("pdf", FIRST_GAME, {"paper": "a4", "names": ["Tess", "Daan", "Mama"]}),
    ("pdf", "escalero", {"paper": "a5", "back": "rules", "players": 2}),
    ("pdf", "yamb", {"large_print": True, "paper": "a3"}),
    ("rules", "balut", {"form": "booklet"}),
    ("rules", FIRST_GAME, {"form": "zine", "paper": "letter"}),
    ("rules", "yatzy", {"form": "quick"}),
    ("form", "dice-play", {"players": 3}),
    ("form", "generala", {"format": "html", "names": ["An", "Bram"]}),
]
"""Wishes of the page: command, game, and options."""


@pytest.mark.parametrize("language", ["en", "nl"])
class TestPython:
    """The program under WebAssembly makes what the command line makes."""

    pytestmark = FOLDER

    def test_documents_have_the_same_bytes(
        self, language: str, folder: Path, tmp_path: Path
    ) -> None:
        """And the page says of them what the program knows."""
        calls = [
            (
                "make",
                {
                    "command": command,
                    "game": game,
                    "own": "",
                    "language": language,
                    "values": values,
                },
            )
            for command, game, values in WISHES
        ]
        answers = answered(calls, folder, tmp_path)
        for (command, game, values), answer in zip(WISHES, answers, strict=True):
            given = {key: value for key, value in values.items() if key != "format"}
            made = make(command, game, given, kind=values.get("format", ""), usual=Usual(language))
            assert answer["hashes"][0] == sha256(made.content).hexdigest(), (command, game)
            assert answer["said"]["value"]["name"] == made.name
            assert answer["said"]["value"]["command"] == made.command
            assert len(answer["hashes"]) == 1 + (made.pages if made.kind == "pdf" else 0)

    def test_what_is_wrong_is_said_with_a_cure(
        self, language: str, folder: Path, tmp_path: Path
    ) -> None:
        """In the language of the page, and the cure leads to a document."""
        given = {
            "command": "pdf",
            "game": FIRST_GAME,
            "own": "",
            "language": language,
            "values": {"paper": "a6", "players": 6},
        }
        (answer,) = answered([("make", given)], folder, tmp_path)
        wrong = answer["said"]["wrong"]
        assert wrong["head"]
        cure = wrong["cures"][0]
        assert cure["option"] == "paper"
        assert cure["words"].startswith({"en": "Take ", "nl": "Neem "}[language])
        assert make("pdf", FIRST_GAME, {"paper": cure["value"], "players": 6}).content

    def test_house_rules_go_to_a_file_and_back(
        self, language: str, folder: Path, tmp_path: Path
    ) -> None:
        """A file with a fault says where it is."""
        chosen = {"readings": [0], "numbers": {}, "without": ["chance"]}
        own = f'format = 1\nextends = "{FIRST_GAME}"\nname = "Oma"\nremove = ["chance"]\n'
        calls: list[tuple[str, dict[str, Any]]] = [
            ("write_rules", {"game": FIRST_GAME, "name": "Oma", "chosen": chosen, "own": ""}),
            ("read_rules", {"game": FIRST_GAME, "own": own}),
            ("read_rules", {"game": FIRST_GAME, "own": own.replace("remove", "remov")}),
            ("words", {"text": f"{own}[sheet]\n", "line": 5}),
        ]
        asked = [(name, {**given, "language": language}) for name, given in calls]
        written, read, faulty, words = answered(asked, folder, tmp_path)
        assert 'remove = ["chance"]' in written["said"]["value"]
        rules = read["said"]["value"]["rules"]
        assert rules["name"] == "Oma"
        assert [box["id"] for box in rules["boxes"] if box["left_out"]] == ["chance"]
        about = read["said"]["value"]["about"]
        assert (about["title"], about["turns"], about["file"]) == ("Oma", 12, "oma.toml")
        faults = faulty["said"]["value"]["faults"]
        (fault,) = [each for each in faults if each["severity"] == "error"]
        assert (fault["line"], fault["cure"]) == (4, "remove")
        assert faulty["said"]["value"]["about"] is None
        assert "columns" in words["said"]["value"]


def answered(
    calls: list[tuple[str, dict[str, Any]]], folder: Path, tmp_path: Path
) -> list[dict[str, Any]]:
    """Return the answers of the desk, which runs in node."""
    if not shutil.which("node"):
        pytest.skip("node is not here")
    (python,) = folder.glob("python-*")
    wishes = tmp_path / "calls.json"
    wishes.write_text(json.dumps(calls), "utf-8")
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("desk.mjs")), str(python), str(wishes)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYODIDE": str(PYODIDE)},
    )
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


# the page in a browser

READY = "() => document.querySelector('.command') !== null"
"""Script that tells whether the document of the wish is there."""
LONG = 120_000
"""Milliseconds until Python has started on a busy machine."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder to this machine only, until the block ends."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Server of files that prints nothing."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.mark.parametrize("kind", ["chromium", "firefox"])
class TestPage:
    """A parent at 19:00: names on a sheet, then without a network."""

    pytestmark: ClassVar = [*FOLDER, *viewers.needed()]

    def test_names_come_on_the_sheet_and_it_works_without_a_network(
        self, kind: str, folder: Path, request: pytest.FixtureRequest
    ) -> None:
        """Nothing is asked of another host, and nothing is logged as an error."""
        browser: viewers.Browser = request.getfixturevalue(kind)
        context = browser.program.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(LONG)
        page = context.new_page()
        errors: list[str] = []
        asked: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda wanted: asked.append(wanted.url))
        with served(folder) as address:
            page.goto(f"{address}/nl/index.html")
            page.wait_for_function(READY)
            page.fill(".names input", "Tess,")
            page.keyboard.type("Daan")
            page.wait_for_function(
                "() => document.querySelector('.command').textContent.includes('Tess,Daan')"
            )
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            page.wait_for_load_state("networkidle")
        hosts = {url.split("/")[2] for url in asked if url.startswith("http")}
        assert hosts == {address.removeprefix("http://")}
        assert not [url for url in asked if "Tess" in url]
        page.reload()
        page.wait_for_function(READY)
        assert page.input_value(".names input") == "Tess"
        page.click(".game")
        page.click(".tile[data-game=escalero]")
        page.wait_for_function(
            "() => document.querySelector('.command')?.textContent.includes('escalero')"
        )
        assert errors == []
        context.close()


class TestWithoutPython:
    """What works at once, and without scripts."""

    pytestmark: ClassVar = [*FOLDER, *viewers.needed()]

    def test_without_scripts_all_documents_are_there(
        self, folder: Path, chromium: viewers.Browser
    ) -> None:
        """No width needs a second direction to scroll in."""
        context = chromium.program.new_context(java_script_enabled=False)
        page = context.new_page()
        with served(folder) as address:
            page.goto(f"{address}/nl/index.html")
            assert page.locator("#ready article").count() == len(GAMES)
            link = page.locator("#ready article a").nth(1)
            assert link.get_attribute("href") is not None
            assert page.locator("#workshop").count() == 0
        context.close()

    @pytest.mark.parametrize("width", [320, 390, 768, 1024, 1280])
    def test_a_blank_sheet_is_ready_without_python(
        self, width: int, folder: Path, chromium: viewers.Browser
    ) -> None:
        """Print is there, targets are large enough, and nothing is wider than the window."""
        context = chromium.program.new_context(viewport={"width": width, "height": 800})
        page = context.new_page()
        page.route("**/python-*/**", lambda route: route.abort())
        with served(folder) as address:
            page.goto(f"{address}/nl/index.html")
            page.wait_for_selector("#print")
            assert page.is_enabled("#print")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            small = page.evaluate(
                """() => [...document.querySelectorAll('#workshop button, #workshop select')]
                  .filter((node) => node.offsetParent !== null)
                  .map((node) => [node.textContent, node.getBoundingClientRect()])
                  .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
                  .map(([words]) => words)"""
            )
            assert small == []
        context.close()
