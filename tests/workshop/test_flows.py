"""The workshop in a browser: from a first visit to the print dialog, after printing, and links."""

import base64
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sheetgen.documents.declared import Usual
from sheetgen.documents.making import make
from tests import viewers
from tests.workshop.test_workshop import FOLDER, LONG, READY, folder, served

__all__ = ["folder"]
SPY = """
window.printed = [];
Object.defineProperty(navigator, "pdfViewerEnabled", { get: () => true });
Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
  get() {
    const print = () => {
      if (window.isRefused) { throw new Error("no printing"); }
      window.printed.push(this.src);
    };
    return { focus() {}, print };
  },
});
window.open = (address) => { window.opened = address; return window.isBlocked ? null : window; };
"""
"""Script that notes what would be printed and opened."""
PRINTED = "() => window.printed.length > 0"
OPENED = "() => window.opened !== undefined"
SAID = "text => document.querySelector('.info').textContent.includes(text)"
COMMAND = "text => document.querySelector('.command')?.textContent.includes(text)"
SLOW: list[Any] = [*FOLDER, *viewers.needed("whole chromium")]


class Visit:
    """Page of the workshop, with what it asked of the network."""

    def __init__(self, context: Any, address: str, path: str = "en/index.html") -> None:
        """Open a page in a context."""
        self.address = address
        self.asked: list[Any] = []
        self.page = context.new_page()
        self.page.on("request", self._note)
        self.page.goto(f"{address}/{path}")

    def _note(self, request: Any) -> None:
        self.asked.append(request)

    def wait(self) -> None:
        """Wait for the document of the wish."""
        self.page.wait_for_function(READY)

    def has_said_nothing(self) -> bool:
        """Tell whether all requests go to the own origin, without a body, a query or a name."""
        own = [request for request in self.asked if request.url.startswith("http")]
        return all(
            request.url.startswith(self.address)
            and "?" not in request.url
            and request.method == "GET"
            and request.post_data is None
            and "Tess" not in request.url
            for request in own
        )


@contextmanager
def visited(browser: viewers.Browser, site: Path) -> Iterator[tuple[Any, str]]:
    """Provide a new context of a browser, and the address of the workshop."""
    context = browser.program.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(LONG)
    context.add_init_script(SPY)
    with served(site) as address:
        yield context, address
    context.close()


@pytest.fixture
def chromium(whole_chromium: viewers.Browser) -> viewers.Browser:
    """Provide the whole of Chromium: a PDF that is printed opens in its viewer."""
    return whole_chromium


@pytest.mark.parametrize("kind", ["chromium", "firefox"])
class TestFlow:
    """A parent at 19:00: at most three actions to the print dialog, and one the next time."""

    pytestmark: ClassVar = SLOW

    def test_by_mouse_and_the_next_time(
        self, kind: str, folder: Path, request: pytest.FixtureRequest
    ) -> None:
        """The game, names, Print; the next time Print alone."""
        with visited(request.getfixturevalue(kind), folder) as (context, address):
            first = Visit(context, address)
            first.page.click(".first-game[data-game=numbers-hands]")
            first.page.click(".names input")
            first.page.keyboard.type("Tess,Daan")
            first.page.wait_for_function(COMMAND, arg="Tess,Daan")
            first.page.click("#print")
            first.page.wait_for_function(PRINTED)
            assert first.has_said_nothing()
            again = Visit(context, address)
            again.page.wait_for_function(COMMAND, arg="Tess,Daan")
            again.page.click("#print")
            again.page.wait_for_function(PRINTED)
            assert again.has_said_nothing()

    def test_by_keys_only(self, kind: str, folder: Path, request: pytest.FixtureRequest) -> None:
        """Tab leads to the games, the names and Print, and Enter goes on."""
        with visited(request.getfixturevalue(kind), folder) as (context, address):
            visit = Visit(context, address)
            visit.wait()
            tab_to(visit.page, ".first-game[data-game=numbers-hands]")
            visit.page.keyboard.press("Enter")
            tab_to(visit.page, ".names input")
            visit.page.keyboard.type("Tess")
            visit.page.keyboard.press("Enter")
            visit.page.keyboard.type("Daan")
            visit.page.wait_for_function(COMMAND, arg="Tess,Daan")
            visit.page.keyboard.press("Enter")
            visit.page.keyboard.press("Backspace")  # an empty field goes back
            assert visit.page.evaluate("document.activeElement.value") == "Daan"
            tab_to(visit.page, "#print")
            visit.page.keyboard.press("Enter")
            visit.page.wait_for_function(PRINTED)
            assert visit.has_said_nothing()


def tab_to(page: Any, selector: str) -> None:
    """Press Tab until a control has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    pytest.fail(f"Tab does not come to {selector}")


class TestPrinting:
    """Ways to the printer, each after the one before, and what is remembered of it."""

    pytestmark: ClassVar = SLOW

    def test_a_way_that_fails_falls_to_the_next(
        self, folder: Path, chromium: viewers.Browser
    ) -> None:
        """Frame, new tab, file; each is said."""
        with visited(chromium, folder) as (context, address):
            page = Visit(context, address).page
            page.wait_for_function(READY)
            page.evaluate("window.isRefused = true")
            page.click("#print")
            page.wait_for_function(OPENED)
            come_back(page)
            page.wait_for_function(SAID, arg="in a new tab")
            page.evaluate("window.isBlocked = true")
            with page.expect_download() as saved:
                page.click("#print")
            assert saved.value.suggested_filename.endswith(".pdf")
            come_back(page)
            page.wait_for_function(SAID, arg="it was saved")

    def test_a_printer_that_turns_the_other_way_is_remembered(
        self, folder: Path, chromium: viewers.Browser
    ) -> None:
        """And what is known is said once for each edge."""
        with visited(chromium, folder) as (context, address):
            page = Visit(context, address).page
            print_both_sides(page)
            page.click(".cure:has-text('upside down')")
            page = Visit(context, address).page
            page.wait_for_function(COMMAND, arg="--back rules")
            print_after(page, "Flip on the short edge", is_known=True)
            page.evaluate("window.printed = []")
            page.click("#print")
            page.wait_for_function(PRINTED)
            assert page.locator("dialog").count() == 0

    def test_a_shifted_reverse_is_moved_from_then_on(
        self, folder: Path, chromium: viewers.Browser
    ) -> None:
        """By what was measured on the test page, which goes when it is done."""
        with visited(chromium, folder) as (context, address):
            page = Visit(context, address).page
            print_both_sides(page)
            page.click(".cure:has-text('too small')")
            page.wait_for_function(COMMAND, arg="--ruler")
            print_after(page, "Flip on the long edge")
            come_back(page)
            page.click(".cure:has-text('shifted')")
            page.fill(".shift label:nth-of-type(1) input", "1.5")
            page.fill(".shift label:nth-of-type(2) input", "-1")
            page.click(".shift button:last-child")
            page.wait_for_function(COMMAND, arg="--back-offset 1.5,-1")
            assert "--ruler" not in page.inner_text(".command")
            again = Visit(context, address).page
            again.wait_for_function(COMMAND, arg="--back-offset 1.5,-1")


def print_after(page: Any, setting: str, *, is_known: bool = False) -> None:
    """Print a document of which the settings are said first."""
    page.click("#print")
    assert setting in page.inner_text("dialog")
    if is_known:
        page.check("dialog input")
    page.wait_for_timeout(400)  # the guard of the button
    page.click("dialog .go")
    page.wait_for_function(PRINTED)


def print_both_sides(page: Any) -> None:
    """Print a sheet with rules on its reverse for the first time, and look at the window again."""
    page.wait_for_function(READY)
    page.click("[aria-label=Reverse] button:nth-child(2)")
    page.wait_for_function(COMMAND, arg="--back rules")
    print_after(page, "Flip on the long edge")
    come_back(page)


def come_back(page: Any) -> None:
    """Look at the window again, as after the print dialog."""
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.wait_for_function(SAID, arg="Did it come out right?")


def link_part(mark: str, text: str) -> str:
    """Return what a link carries behind its hash."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return mark + base64.urlsafe_b64encode(packed).decode().rstrip("=")


CHOICES = json.dumps({"game": "escalero", "tab": "sheet", "names": ["An"], "values": {}})
HOSTILE = {
    "empty": "s1.",
    "truncated": link_part("s1.", CHOICES)[:-6],
    "wrong base64": "s1.%%%%",
    "foreign": link_part("s1.", '{"version": 7, "state": []}'),
    "no text": "h1." + base64.urlsafe_b64encode(bytes(range(256))).decode(),
    "deep": link_part("s1.", "[" * 90_000),
    "bomb": link_part("h1.", "0" * 10_000_000),
    "large": "s1." + "A" * 1_900_000,
    "control characters": link_part("h1.", "numbers-hands\n\x00\x07\u202e = 1"),
    "another game": link_part("h1.", "../../etc/passwd\nformat = 1"),
}
"""Hashes of links that nobody means well with. An address of 2 MB or more opens in no browser."""


class TestLinks:
    """Rules and choices behind the hash of an address."""

    pytestmark: ClassVar = SLOW

    def test_a_hostile_link_gives_a_sentence_and_changes_nothing(
        self, folder: Path, chromium: viewers.Browser
    ) -> None:
        """Whatever it carries; the page works on."""
        with visited(chromium, folder) as (context, address):
            page = Visit(context, address).page
            page.wait_for_function(READY)
            before = page.inner_text(".command")
            for name, part in HOSTILE.items():
                page.evaluate("part => { location.hash = part; }", part)
                page.wait_for_selector("dialog[open]")
                if page.locator("dialog .main").count():  # the program reads it when it is taken
                    page.click("dialog .main")
                    page.wait_for_function("() => !document.querySelector('dialog .main')")
                assert len(page.inner_text("dialog p")) > 20, name
                page.click("dialog button")
                page.wait_for_selector("dialog", state="detached")
                assert page.inner_text(".command") == before, name

    def test_choices_that_are_unknown_are_said(
        self, folder: Path, chromium: viewers.Browser
    ) -> None:
        """The others are taken, and only when that is asked for."""
        said = {
            "game": "escalero",
            "tab": "sheet",
            "names": ["An", "Bo"],
            "values": {"paper": "letter", "ruler": "yes", "poker": 1},
        }
        with visited(chromium, folder) as (context, address):
            part = link_part("s1.", json.dumps(said))
            page = Visit(context, address, f"en/index.html#{part}").page
            page.wait_for_selector("dialog[open]")
            assert "An and Bo" in page.inner_text("dialog")
            page.wait_for_function(READY)
            assert "escalero" not in page.inner_text(".command")
            page.click("dialog .main")
            page.wait_for_function("() => !document.querySelector('dialog .main')")
            assert "poker" in page.inner_text("dialog p")
            page.click("dialog button")
            page.wait_for_function(COMMAND, arg="--paper letter --names An,Bo")
            assert "#" not in page.url

    def test_house_rules_open_elsewhere_to_the_same_bytes(
        self, folder: Path, chromium: viewers.Browser, tmp_path: Path
    ) -> None:
        """In a context that knows nothing of the first one."""
        own = 'format = 1\nextends = "numbers-hands"\nname = "Oma"\nremove = ["chance"]\n'
        part = link_part("h1.", f"numbers-hands\n{own}")
        with visited(chromium, folder) as (context, address):
            page = Visit(context, address, f"en/index.html#{part}").page
            page.wait_for_function(READY)
            page.click("dialog .main")
            page.wait_for_function(
                "() => document.querySelector('.command')?.textContent.includes('toml')"
            )
            with page.expect_download() as saved:
                page.click(".save")
            file = tmp_path / page.inner_text(".command").split("./")[1].split()[0]
            file.write_text(own, "utf-8")
            content = Path(saved.value.path()).read_bytes()
            usual = Usual("en")
            with pytest.MonkeyPatch.context() as patch:
                patch.chdir(tmp_path)
                assert content == make("pdf", f"./{file.name}", {}, usual=usual).content
