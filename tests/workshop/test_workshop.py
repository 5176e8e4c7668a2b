"""`make workshop`: a folder for people without Python.

Its pages work without scripts; with them, the program itself runs in the browser.
"""

import json
import os
import re
import shutil
import subprocess
import threading
import zlib
from base64 import urlsafe_b64encode
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
from pypdf import PdfReader
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
        pictures = [name for name in documents if name.endswith(".png")]
        assert len(pictures) == 3
        assert len(documents) == len(DOCUMENTS) + len(pictures) + 1  # and the page
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

    def test_a_club_of_48_is_one_pdf_with_each_name_once(
        self, language: str, folder: Path, tmp_path: Path
    ) -> None:
        """The pasted list is that of the page's own rules: 12 tables of 4."""
        names = [f"Speler{number:02}" for number in range(1, 49)]
        pasted = "\n".join(f"{number}. {name}" for number, name in enumerate(names, 1))
        file = club_file(pasted, 4)
        given = {
            "command": "pdf",
            "game": "yatzy",
            "own": "",
            "language": language,
            "values": {"names_file": file, "fields": "table,round"},
        }
        (answer,) = answered([("make", given)], folder, tmp_path)
        assert answer["said"]["value"]["sheets"] == 12
        path = tmp_path / "names.csv"
        path.write_text(file, "utf-8")
        values = {"names_file": str(path), "fields": "table,round"}
        pages = PdfReader(
            BytesIO(make("pdf", "yatzy", values, usual=Usual(language)).content)
        ).pages
        heads = [page.extract_text() for page in pages]
        assert len(heads) == 12
        for number, name in enumerate(names):
            places = [place for place, text in enumerate(heads) if name in text]
            assert places == [number // 4]

    def test_names_that_cannot_be_printed_are_told_by_their_places(
        self, language: str, folder: Path, tmp_path: Path
    ) -> None:
        """In the program's words."""
        names = ["An", "x" * 90, "Bo", "漢"]
        given = {"names": names, "language": language}
        (answer,) = answered([("name_faults", given)], folder, tmp_path)
        assert [fault["place"] for fault in answer["said"]["value"]] == [1, 3]
        assert "80" in answer["said"]["value"][0]["message"]

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


def club_file(pasted: str, per: int) -> str:
    """Return the file of names that the page makes of a pasted list."""
    rules = Path(__file__).parents[2] / "templates" / "workshop" / "rules"
    script = (
        f"import {{ namesIn, tablesOf }} from '{rules / 'names.js'}';"
        f"import {{ fileOf }} from '{rules / 'files.js'}';"
        f"console.log(fileOf(tablesOf(namesIn({json.dumps(pasted)}), {per}), 1));"
    )
    command = ["node", "--input-type=module", "--eval", script]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


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
            for link in page.locator("#ready article > a").all():
                place = link.get_attribute("href")
                assert place
                assert page.request.get(f"{address}/nl/{place}").ok
            assert page.locator("#ready article > a").count() == len(GAMES) * len(DOCUMENTS)
            assert page.locator("#workshop").count() == 0
        context.close()

    @pytest.mark.parametrize("game", GAMES)
    def test_print_opens_the_sheet_that_is_ready(
        self, game: str, folder: Path, chromium: viewers.Browser
    ) -> None:
        """At once, on the page of each game, while Python is kept from it."""
        context = chromium.program.new_context(service_workers="block")
        page = context.new_page()
        page.route("**/python-*/**", lambda route: route.abort())
        page.add_init_script(
            "Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false });"
            "window.open = (address) => {"
            " window.opened = new URL(address, location).href; return window; };"
        )
        with served(folder) as address:
            for language in ("en", "nl"):
                page.goto(f"{address}/{language}/{game}/index.html")
                page.click("#print")
                opened = page.evaluate("window.opened")
                assert opened == f"{address}/{language}/{game}/sheets.pdf"
                assert page.request.get(opened).body().startswith(b"%PDF")
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


AXE = viewers.FOLDER / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (320, 360, 390, 768, 1024, 1280)
FAULTS = """() => {
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true })
    && !node.closest("[inert], .heard, .skip, .read, svg")
    && node.getBoundingClientRect().width > 0;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const modal = document.querySelector("dialog[open]");
  const named = (node) => `${node.tagName}.${node.className} ${node.textContent.slice(0, 30)}`;
  const faults = [];
  for (const node of seen("button, select, input, textarea, a[href]")) {
    const { width, height } = (node.closest("label") ?? node).getBoundingClientRect();
    if (height < 43.5 || width < 43.5) {
      faults.push(`${named(node)}: ${width} x ${height}`);
    }
  }
  for (const node of seen("body *")) {
    const hasText = [...node.childNodes].some(
      (child) => child.nodeType === Node.TEXT_NODE && child.data.trim(),
    );
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (hasText && size < 14) {
      faults.push(`${named(node)}: letters of ${size}`);
    }
  }
  const solid = seen("button.main:not([disabled]), .ink-card .first")
    .filter((node) => !modal || modal.contains(node));
  if (solid.length > 1) {
    faults.push(`${solid.length} solid buttons: ${solid.map(named)}`);
  }
  return faults;
}"""
"""Script that returns what is too small to press or read, and more than one solid button."""
TRIP = """() => {
  const main = document.querySelector("script[type=module]").src;
  import(main.replace("main.js", "state/") + "python.js").then((python) => {
    python.ask("no such call", {});
  });
}"""
"""Script that lets Python fail as it does at a fault of the program."""


PLACE = """() => {
  const places = ["skip", "top", "ask-games", "names", "tabs", "choices", "beside", "go", "save"];
  return [...places, "info"].find((place) => document.activeElement.closest(`.${place}`)) ?? "";
}"""
"""Script that returns the part of the page that has the focus."""


class Walk:
    """A page in a browser whose every state is looked at, in both themes and at all widths."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.faults: list[str] = []
        self.docks: dict[str, Any] = {}
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.emulate_media(reduced_motion="reduce")

    def look(self, state: str) -> None:
        """Note everything that is wrong with this state of the page."""
        page = self.page
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                self.faults.append(f"{state} at {width}: wider than the window")
            self.faults += [f"{state} at {width}: {fault}" for fault in page.evaluate(FAULTS)]
            dock = page.query_selector(".dock")
            if dock and width in (390, 1280):
                self.docks[f"{state} at {width}"] = dock.bounding_box()
        self.check_axe(state)
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(color_scheme="dark")
        self.check_axe(f"{state}, dark, on a phone")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1280, "height": 844})

    def check_axe(self, state: str) -> None:
        """Note what axe-core finds."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))
        for rule in self.page.evaluate("axe.run()")["violations"]:
            nodes = [node["html"][:160] for node in rule["nodes"][:3]]
            self.faults.append(f"{state}: {rule['id']}: {nodes}")

    def wait(self, script: str) -> None:
        """Wait until an expression is true."""
        self.page.wait_for_function(f"() => {script}")


STATES = {
    "loading": ("**/python-*/piece-*", lambda route: None, "", "#print"),
    "stopped": ("**/python-*/**", lambda route: route.abort(), "", ".try"),
    "waiting": (
        "**/nothing",
        lambda route: None,
        "Object.defineProperty(navigator, 'deviceMemory', { get: () => 2 })",
        ".load:not([hidden])",
    ),
    "old": (
        "**/nothing",
        lambda route: None,
        "delete window.DecompressionStream",
        "#too-old:not([hidden])",
    ),
    "without scripts": ("**/*.js", lambda route: route.abort(), "", "#ready article"),
}
"""States without Python: requests, the answer to them, a script that runs first, and what is then
on the page."""


class TestStates:
    """Every state of the page: letters, targets, contrasts, widths, and one solid button."""

    pytestmark: ClassVar = [*FOLDER, *viewers.needed()]

    @pytest.mark.parametrize("state", STATES)
    def test_without_python(self, state: str, folder: Path, chromium: viewers.Browser) -> None:
        """While it loads, without a connection, on a small device, and where it cannot run."""
        pattern, answer, script, shown = STATES[state]
        context = chromium.program.new_context(service_workers="block")
        page = context.new_page()
        page.route(pattern, answer)
        page.add_init_script(script)
        asked: list[str] = []
        page.on("request", lambda wanted: asked.append(wanted.url))
        walk = Walk(page)
        with served(folder) as address:
            page.goto(f"{address}/nl/index.html")
            page.wait_for_selector(shown)
            walk.look(state)
            has_asked = any("/python-" in url for url in asked)
            assert has_asked == (state in ("loading", "stopped"))
            context.close()
        assert not walk.faults, "\n".join(walk.faults)

    def test_tab_goes_through_the_page_in_its_order(
        self, folder: Path, chromium: viewers.Browser
    ) -> None:
        """Skip link, game, names, documents, paper, reverse, options, rules, Print, save, info."""
        context = chromium.program.new_context(viewport={"width": 1280, "height": 844})
        page = context.new_page()
        page.route("**/python-*/**", lambda route: route.abort())
        with served(folder) as address:
            page.goto(f"{address}/nl/index.html")
            page.wait_for_selector(".try")
            heard: list[str] = []
            for _ in range(40):
                page.keyboard.press("Tab")
                place = page.evaluate(PLACE)
                if place not in heard:
                    heard.append(place)
            order = ["skip", "top", "ask-games", "names", "tabs", "choices", "beside", "go", "save"]
            assert [place for place in heard if place in order] == order
            assert heard.index("info") > heard.index("save")
            page.focus(".skip")
            page.keyboard.press("Enter")
            assert page.evaluate("document.activeElement.id") == "print"
        context.close()

    def test_with_python(self, folder: Path, chromium: viewers.Browser) -> None:
        """From the first sheet to a crash; the dock keeps its place and its height."""
        context = chromium.program.new_context(viewport={"width": 1280, "height": 844})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.add_init_script(
            "Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false });"
            "window.open = () => window;"
        )
        walk = Walk(page)
        with served(folder) as address:
            page.goto(f"{address}/nl/index.html")
            page.wait_for_function(READY, timeout=LONG)
            page.type(".names input", "Tess,")
            page.keyboard.type("Daan,")
            page.keyboard.type("Mama")
            walk.wait("document.querySelector('.command')?.textContent.includes('Mama')")
            assert str(page.get_attribute(".read", "href")).startswith("blob:")
            walk.look("ready")
            look_at_preview(walk)
            look_at_windows(walk)
            look_at_menu(walk)
            look_at_printing(walk)
            look_at_error(walk)
            check_large_letters(walk)
            page.evaluate(TRIP)
            page.wait_for_selector(".info .main")
            walk.look("tripped")
            page.click(".info .main")
            page.wait_for_selector(".command", timeout=LONG)
            assert page.input_value(".names input") == "Tess"
            context.close()
        assert not walk.faults, "\n".join(walk.faults)
        for width in (390, 1280):
            places = {str(box) for state, box in walk.docks.items() if f"at {width}" in state}
            assert len(places) == 1, walk.docks


def rules_link(text: str) -> str:
    """Return what a link with house rules has behind its hash."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"#h1.{urlsafe_b64encode(packed).decode().rstrip('=')}"


MARKUP = "<img src=x onerror=hit=1>"
"""Markup that would run a script if it came on a page as such."""


class TestHouseRules:
    """House rules of strangers and one's own: asked, looked at, kept, forgotten."""

    pytestmark: ClassVar = [*FOLDER, *viewers.needed()]

    @pytest.fixture
    def page(self, chromium: viewers.Browser) -> Iterator[Any]:
        """Provide a page of a browser that keeps nothing yet."""
        context = chromium.program.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(LONG // 3)
        yield context.new_page()
        context.close()

    def test_those_of_a_link_are_asked_for_and_kept(self, folder: Path, page: Any) -> None:
        """Markup in names is text; without a press, and with a fault, nothing is taken over."""
        head = f'{FIRST_GAME}\nformat = 1\nextends = "{FIRST_GAME}"\n'
        wrong = [f'{head}name = "{MARKUP}"\nnam = 3\n', f"{head}{'a=[' * 5000}", "poker\nx"]
        with served(folder) as address:
            for text in wrong:
                page.goto("about:blank")
                page.goto(f"{address}/nl/index.html{rules_link(text)}")
                page.wait_for_selector("dialog")
                page.wait_for_function(READY)
                if page.locator("dialog .main").count():
                    page.click("dialog .main")
                    page.wait_for_function("() => !document.querySelector('dialog .main')")
                assert page.inner_text("dialog p")
                page.keyboard.press("Escape")
                assert "poker" not in page.inner_text(".command")
                assert f"pdf {FIRST_GAME} " in page.inner_text(".command")
            page.goto("about:blank")
            right = rules_link(f'{head}name = "{MARKUP}"')
            page.goto(f"{address}/nl/index.html{right}")
            page.click("dialog .main")
            page.wait_for_function("() => !document.querySelector('dialog')")
            page.wait_for_function(
                f"() => document.querySelector('.words b').textContent == '{MARKUP}'"
            )
            page.reload()
            page.wait_for_function(READY)
            assert "./img-src-x-onerror-hit-1.toml" in page.inner_text(".command")
            page.click(".game")
            assert page.inner_text(".mine b") == MARKUP
            assert page.evaluate("typeof hit") == "undefined"
            page.click(".tile[data-game=escalero]")
            page.click(".top .wide")
            page.click(".forget button")
            page.click(".forget .main")
            page.wait_for_selector(".first-game")
            page.click(".ask-games")
            assert page.locator(".mine").count() == 0

    def test_the_file_has_its_faults_below_their_lines(self, folder: Path, page: Any) -> None:
        """A near word is a button; Print is off until the fault is gone; switches keep the rest."""
        with served(folder) as address:
            page.goto(f"{address}/nl/index.html")
            page.wait_for_function(READY)
            page.click(".beside button + button")
            page.fill("#rules-name", "Jacht bij oma")
            page.wait_for_selector("#rules .foot .chips b")
            page.click(".ways button >> nth=1")
            page.click(".lines .row >> nth=2")
            page.keyboard.press("End")
            page.keyboard.type('\nsumary = "x"\nplayers.max = 5')
            page.wait_for_selector(".card.error")
            row, card = (page.locator(each).bounding_box() for each in (".row.bad", ".card.error"))
            assert row["y"] + row["height"] <= card["y"] < row["y"] + row["height"] + 23
            assert page.inner_text(".row.bad b") == "sumary"
            page.keyboard.press("Escape")
            page.wait_for_function("() => document.querySelector('#print').disabled")
            page.click(".info .first")
            page.click(".card.error .first")
            page.wait_for_function("() => !document.querySelector('.card.error')")
            page.click(".ways button >> nth=0")
            page.click(".rules .toggle >> nth=0")
            page.wait_for_selector(".rules .more")
            page.click("#rules .foot .main")
            page.wait_for_function(
                "() => document.querySelector('.command')?.textContent.includes('./jacht-bij-oma.')"
            )
            assert page.is_enabled("#print")


PATIENCE = 15_000
"""Milliseconds until a document is there, on a busy machine."""


def look_at_preview(walk: Walk) -> None:
    """Open the paper on a phone; the focus comes back to what opened it."""
    page = walk.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.click(".thumb")
    walk.look("preview")
    page.keyboard.press("Escape")
    walk.wait("!document.querySelector('.previewing')")
    page.set_viewport_size({"width": 390, "height": 844})
    page.click(".thumb")
    page.go_back()
    walk.wait("!document.querySelector('.previewing')")
    assert page.evaluate("document.activeElement.className") == "thumb"
    page.set_viewport_size({"width": 1280, "height": 844})


def look_at_windows(walk: Walk) -> None:
    """Open each view that takes the whole window, and each way in it."""
    page = walk.page
    for opener, window in (
        (".game", "chooser"),
        (".beside button", "options"),
        (".beside button + button", "rules"),
    ):
        page.click(opener)
        walk.wait(f"!document.querySelector('#{window}').hidden")
        page.wait_for_timeout(300)
        walk.look(window)
        ways = page.locator(f"#{window} .ways button")
        for number in range(1, ways.count()):
            ways.nth(number).click()
            page.wait_for_timeout(300)
            walk.look(f"{window}, way {number}")
        page.keyboard.press("Escape")
        walk.wait(f"document.querySelector('#{window}').hidden")


def look_at_menu(walk: Walk) -> None:
    """Open the menu, and ask to forget everything, which asks once more."""
    page = walk.page
    page.click(".top .wide")
    walk.look("menu")
    page.click(".forget button")
    page.wait_for_selector(".forget .main")
    page.keyboard.press("Escape")


def look_at_printing(walk: Walk) -> None:
    """Print rules on the reverse, and look at what is said before and after."""
    page = walk.page
    page.locator(".line .choices").nth(1).locator("button").nth(1).click()
    walk.wait("document.querySelector('.command')?.textContent.includes('--back')")
    page.click("#print")
    page.wait_for_selector(".before")
    walk.look("before printing")
    page.click(".before .go")
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.wait_for_selector(".cure")
    walk.look("after printing")
    page.click(".info .main")
    page.locator(".tabs button").nth(4).click()
    walk.wait("document.querySelector('.command')?.textContent.includes('kit')")
    walk.look("all of it")
    page.locator(".tabs button").nth(0).click()
    walk.wait("document.querySelector('.command')?.textContent.includes('sheetgen pdf')")


def look_at_error(walk: Walk) -> None:
    """Ask for paper that is too small, and take the first cure."""
    page = walk.page
    page.click(".beside button")
    page.fill("[data-control=paper]", "a6")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.wait_for_selector(".ink-card .first")
    assert page.inner_text("#workshop > [role=status]").startswith("A6 ")
    assert page.is_disabled("#print")
    assert page.locator(".paper .asked").count() == 1
    walk.look("too small")
    page.click(".ink-card .first")
    page.wait_for_selector(".command")
    assert "A5" in page.inner_text("#workshop > [role=status]")


def check_large_letters(walk: Walk) -> None:
    """Print stays in sight at 200 %, and with letters half as large again."""
    page = walk.page
    for width, height, root in ((640, 400, ""), (1280, 800, "24px"), (390, 844, "24px")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("(root) => { document.documentElement.style.fontSize = root; }", root)
        button = page.locator("#print").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= height, (width, root)
        assert button["x"] + button["width"] <= width, (width, root)
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    page.set_viewport_size({"width": 1280, "height": 844})
