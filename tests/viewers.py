"""Drives a fillable PDF in common viewers: pdf.js, which Firefox uses, and PDFium, Chrome's own.

Both run in one headless Chromium, and are used with mouse and keyboard, by the names of the fields.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import threading
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import pytest
from pypdf import PdfReader

if TYPE_CHECKING:
    import playwright.sync_api as driver

FOLDER = Path(__file__).parent / "viewers"
Kind = Literal["chromium", "whole chromium", "firefox"]
_WHOLE_CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PROGRAMS: dict[Kind, tuple[str, ...]] = {
    "chromium": ("chromium-headless-shell", *_WHOLE_CHROMIUM),
    "whole chromium": _WHOLE_CHROMIUM,
    "firefox": ("firefox-esr", "firefox"),
}
"""Names of the programs of browsers. The shell of Chromium takes half of its time, and lacks the
windows around pages and the viewer of PDFs, for which some tests need the whole of it."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The shell would give letters whole pixels of width, as no desktop does.
    "--font-render-hinting=none",
)


STILL: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
"""Firefox is told once, for all pages, that nothing moves: contrasts are measured."""


class Size(TypedDict):
    """Size of a window, in pixels."""

    width: int
    height: int


CALM = """(() => {
  const now = performance.now.bind(performance);
  const request = requestAnimationFrame.bind(window);
  const frames = new Map();
  let ahead = 0;
  performance.now = () => now() + ahead;
  Object.defineProperty(Event.prototype, "timeStamp", {get: () => performance.now()});
  window.requestAnimationFrame = (act) => {
    const frame = request((time) => { frames.delete(frame); act(time); });
    frames.set(frame, act);
    return frame;
  };
  const paint = () => [...frames].forEach(([frame, act]) => {
    cancelAnimationFrame(frame);
    frames.delete(frame);
    act(performance.now());
  });
  const pass = () => { paint(); paint(); ahead += 1000; };
  ["pointerdown", "click", "keydown"].forEach((name) => addEventListener(name, pass, true));
})();"""
"""Each press comes a second after the last one, for the page: what had to be painted is painted by
then."""
MIDDLE = """async ([node, ...others]) => {
  const middle = () => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const isFree = () => node.ariaDisabled !== "true"
    && node.contains(document.elementFromPoint(...middle()));
  const isStill = async () => {
    const before = middle();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return String(before) === String(middle());
  };
  for (let frame = 0; frame < 300 && !(await isStill() && isFree()); frame += 1) {
    if (!isFree()) {
      node.scrollIntoView({block: "center", inline: "center"});
    }
  }
  if (!isFree() || others.length) {
    throw new Error(`cannot be tapped: ${node.outerHTML.slice(0, 200)}`);
  }
  return middle();
}"""
"""Script that returns the middle of an element once it is uncovered, active and still; an error if
it is not the only one."""
WINDOW: Size = {"width": 1300, "height": 1300}
PATIENCE = 15_000
READ_ONLY = 1
PUSH_BUTTON = 1 << 16


def missing(kind: Kind = "chromium") -> str:
    """Return a sentence about the programs that these tests need and do not find.

    Empty if all are there.
    """
    if not _program(kind):
        program = kind.capitalize()
        return f"{program} not found: install it, or name its program in {_variable(kind)}"
    if not importlib.util.find_spec("playwright"):
        return "Playwright is not installed: it comes with the group dev"
    if not all(
        (FOLDER / "node_modules" / name).is_dir() for name in ("pdfjs-dist", "axe-core", "acorn")
    ):
        return "pdf.js, axe-core and acorn are not there: run make viewers"
    return ""


def needed(kind: Kind = "chromium") -> list[pytest.MarkDecorator]:
    """Return the marks of browser tests: slow, and skipped without a browser.

    In continuous integration they fail.
    """
    reason = missing(kind)
    left_out = bool(reason) and not os.environ.get("CI")
    return [pytest.mark.slow("browser"), pytest.mark.skipif(left_out, reason=f"left out: {reason}")]


def _variable(kind: Kind) -> str:
    """Return the variable of the environment that may name the program of a browser."""
    return "FIREFOX" if kind == "firefox" else "CHROMIUM"


def _program(kind: Kind) -> str:
    named = os.environ.get(_variable(kind), "")
    return named or next((found for name in PROGRAMS[kind] if (found := shutil.which(name))), "")


@dataclass(frozen=True)
class Browser:
    """A running browser, and the address of the little server that it reads from."""

    program: driver.Browser
    address: str
    documents: dict[str, bytes] = field(default_factory=dict)

    def page(self) -> driver.Page:
        """Provide a new window that remembers nothing of other windows."""
        context = self.program.new_context(viewport=WINDOW)
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def serve(self, document: bytes) -> str:
        """Return the address at which the browser finds a document."""
        path = f"/{len(self.documents)}.pdf"
        self.documents[path] = document
        return self.address + path


@contextmanager
def driving() -> Iterator[driver.Playwright]:
    """Provide the driver of browsers, once in a process, because it has its own event loop."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@contextmanager
def browser(playwright: driver.Playwright, kind: Kind = "chromium") -> Iterator[Browser]:
    """Provide a browser without a window; Firefox is driven by WebDriver BiDi."""
    if reason := missing(kind):
        raise RuntimeError(reason)
    documents: dict[str, bytes] = {}
    with _server(documents) as address:
        if kind == "firefox":
            program = playwright.firefox.launch(
                channel="moz-firefox", executable_path=_program(kind), firefox_user_prefs=STILL
            )
        else:
            program = playwright.chromium.launch(executable_path=_program(kind), args=QUIET)
        try:
            yield Browser(program, address, documents)
        finally:
            program.close()


@contextmanager
def _server(documents: dict[str, bytes]) -> Iterator[str]:
    """Serve the folder of the viewers, and the documents, to this machine only."""
    handler = partial(_Handler, documents)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, documents: dict[str, bytes], *arguments: Any) -> None:
        self._documents = documents
        super().__init__(*arguments, directory=str(FOLDER))

    def do_GET(self) -> None:
        document = self._documents.get(self.path)
        if document is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/pdf")
        self.send_header("Content-Length", str(len(document)))
        self.end_headers()
        self.wfile.write(document)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def tap(place: driver.Locator) -> None:
    """Press with the mouse in a third of the time of `Locator.click`, which asks more often."""
    x, y = place.evaluate_all(MIDDLE)
    place.page.mouse.click(x, y)


@dataclass(frozen=True)
class Widget:
    """Place of a field: its page, and its middle in shares of that page.

    The last flag: keys go to it.
    """

    field: str
    page: int
    across: float
    down: float
    id: str
    typed: bool


def widgets(document: bytes) -> list[Widget]:
    """Every place where a field stands, in the order of the file."""
    found = []
    for number, page in enumerate(PdfReader(BytesIO(document)).pages):
        box = page.mediabox
        for reference in page.get("/Annots", ()):
            each = reference.get_object()
            left, bottom, right, top = map(float, each["/Rect"])
            across = ((left + right) / 2 - float(box.left)) / float(box.width)
            down = (float(box.top) - (bottom + top) / 2) / float(box.height)
            typed = each.get("/FT") == "/Tx"
            found.append(Widget(_name(each), number, across, down, f"{reference.idnum}R", typed))
    return found


def _height(document: bytes) -> int:
    """Return the height of all pages below each other in pixels, 96 to an inch, gaps included."""
    pages = PdfReader(BytesIO(document)).pages
    return max(WINDOW["height"], sum(int(page.mediabox.height * 96 / 72) + 20 for page in pages))


def _name(widget: Any) -> str:
    parts = [str(widget["/T"])] if "/T" in widget else []
    parent = widget.get("/Parent")
    return ".".join([_name(parent.get_object()), *parts] if parent else parts)


def values_of(document: bytes) -> dict[str, str]:
    """Return the values of a saved form, as any reader finds them; push buttons have no value."""
    fields = PdfReader(BytesIO(document)).get_fields() or {}
    return {
        name: str(each.get("/V") or "")
        for name, each in fields.items()
        if each.get("/FT") and not _pushes(each)
    }


def _pushes(each: Any) -> bool:
    return each["/FT"] == "/Btn" and bool(int(each.get("/Ff", 0)) & PUSH_BUTTON)


class Viewer(ABC):
    """A form open in a viewer, used as a person does.

    A field is clicked, typed into, and left by Tab.
    """

    def __init__(self, browser: Browser, document: bytes) -> None:
        self.alerts: list[str] = []
        self.answer = True
        self.widgets = widgets(document)
        self._page = browser.page()
        self._page.on("dialog", self._reply)
        self._open(browser, document)

    def fill(self, field: str, text: str) -> None:
        """Put this text in place of what a field holds, and leave it."""
        self.type_keys(field, text)
        self.leave()

    def type_keys(self, field: str, text: str) -> None:
        """Type over what a field holds, and stay in it."""
        self.click(field)
        self.press_keys("End", "Shift+Home", "Delete")
        for letter in text:
            self._page.keyboard.type(letter)
            self._settle()

    def press(self, field: str) -> None:
        """Click on a push button."""
        self.click(field)

    def click(self, field: str, place: int = 0) -> None:
        """Click on a field; `place` is the index of one of its places."""
        self._page.mouse.click(*self._middle(self._widget(field, place)))
        self._settle()

    def press_keys(self, *keys: str) -> None:
        """Press keys by their names, wherever the focus is."""
        for key in keys:
            self._page.keyboard.press(key)
            self._settle()

    def leave(self) -> None:
        """Leave a field by Tab."""
        self.press_keys("Tab")

    def saved(self) -> dict[str, str]:
        """Return the values in the document as the viewer saves it."""
        return values_of(self.save())

    @abstractmethod
    def values(self) -> dict[str, str]:
        """Return the value of every field now."""

    @abstractmethod
    def save(self) -> bytes:
        """Return the document as the viewer saves it."""

    @abstractmethod
    def locked(self, field: str) -> bool:
        """Check whether the field refuses typing."""

    def close(self) -> None:
        """Close the window."""
        self._page.context.close()

    def _widget(self, field: str, place: int = 0) -> Widget:
        return [each for each in self.widgets if each.field == field][place]

    def _middle(self, widget: Widget) -> tuple[float, float]:
        box = self._page_box(widget.page)
        return box["x"] + widget.across * box["width"], box["y"] + widget.down * box["height"]

    def _reply(self, dialog: driver.Dialog) -> None:
        self.alerts.append(dialog.message)
        if dialog.type == "alert" or self.answer:
            dialog.accept()
        else:
            dialog.dismiss()

    @abstractmethod
    def _open(self, browser: Browser, document: bytes) -> None: ...

    @abstractmethod
    def _page_box(self, page: int) -> dict[str, float]: ...

    @abstractmethod
    def _settle(self) -> None: ...


class PdfJs(Viewer):
    """The form in pdf.js, with forms and scripts at work."""

    def values(self) -> dict[str, str]:
        """Return what the fields show on the screen."""
        shown: dict[str, str] = self._page.evaluate(
            "ids => forms.shown(ids)", [each.id for each in self.widgets]
        )
        return {each.field: shown[each.id] for each in reversed(self.widgets) if each.id in shown}

    def save(self) -> bytes:
        """Return the document as pdf.js saves it."""
        return b64decode(self._page.evaluate("forms.save()"))

    def locked(self, field: str) -> bool:
        """Check whether the element of a field takes no keys."""
        return self._element(self._widget(field)).is_disabled()

    def _open(self, browser: Browser, document: bytes) -> None:
        self._page.goto(f"{browser.address}/pdfjs.html")
        self._page.evaluate("address => forms.open(address)", browser.serve(document))

    def _page_box(self, page: int) -> dict[str, float]:
        box: dict[str, float] = self._page.evaluate("page => forms.pageBox(page).toJSON()", page)
        return box

    def _settle(self) -> None:
        self._page.evaluate("forms.settled()")

    def _element(self, widget: Widget) -> driver.Locator:
        return self._page.locator(f'[data-element-id="{widget.id}"]:is(input, select, textarea)')


VIEWER = "document.querySelector('pdf-viewer')"
OPENED = f"""async () => {{
    const loaded = () => {VIEWER}?.loadState_ === "success" &&
        {VIEWER}.viewport.pageDimensions_.length;
    const still = () => {VIEWER}.viewport.scrollContent_.unackedScrollsToRemote_ === 0;
    while (!loaded() || !still()) await new Promise(resolve => setTimeout(resolve, 5));
}}"""
PAGE_BOX = f"page => {VIEWER}.viewport.getPageScreenRect(page)"
SAVED = f"""async () => {{
    const {{ dataToSave }} = await {VIEWER}.currentController.save("EDITED");
    return btoa(Array.from(new Uint8Array(dataToSave), byte => String.fromCharCode(byte)).join(""));
}}"""


def _is_extension(frame: driver.Frame) -> bool:
    return frame.url.startswith("chrome-extension:")


class Pdfium(Viewer):
    """The form in Chromium's own viewer, an extension around PDFium."""

    def values(self) -> dict[str, str]:
        """Return what a save holds; the focus leaves its field, as it does when a person saves."""
        return self.saved()

    def save(self) -> bytes:
        """Return the document as PDFium saves it."""
        return b64decode(self._extension.evaluate(SAVED))

    def click(self, field: str, place: int = 0) -> None:
        """Click on a field; once more if the viewer was not yet ready to give it the focus."""
        super().click(field, place)
        if (
            self._widget(field, place).typed
            and self._extension.evaluate(f"{VIEWER}.formFieldFocus_") == "none"
        ):
            super().click(field, place)

    def locked(self, field: str) -> bool:
        """Check whether a field is read-only in the saved file."""
        fields = PdfReader(BytesIO(self.save())).get_fields() or {}
        return bool(int(fields[field].get("/Ff", 0)) & READ_ONLY)

    def _open(self, browser: Browser, document: bytes) -> None:
        """Open in a window as tall as all pages: clicks just after scrolling would be lost."""
        self._page.set_viewport_size({"width": WINDOW["width"], "height": _height(document)})
        with self._page.expect_event("framenavigated", _is_extension) as found:
            self._page.goto(
                f"{browser.serve(document)}#toolbar=0&navpanes=0&zoom=100", wait_until="commit"
            )
        self._extension = found.value
        self._extension.evaluate(OPENED)

    def _page_box(self, page: int) -> dict[str, float]:
        box: dict[str, float] = self._extension.evaluate(PAGE_BOX, page)
        return box

    def _settle(self) -> None:
        self._extension.evaluate(f"{VIEWER}.currentController.getPageBoundingBox(0)")
