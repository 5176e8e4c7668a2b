"""Measure the answer of the page to a tap with six players, and the size of pages and forms.

Run it with ``make bench-calculator``; it needs Chromium. A whole game is played by taps on each
page. A tap is timed from its first event to the end of all its work, with style and layout, but
without the time of the screen. The same game is played several times. The least time of each tap
counts, because other programs use the machine too.
"""

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sheetgen.calculator.form import make_form
from sheetgen.calculator.page import make_page
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.sheet import lay_out_form
from sheetgen.pdf.document import Metadata
from sheetgen.pdf.fields import write_form
from sheetgen.pdf.fonts import measure
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids

sys.path.append(str(Path(__file__).parent.parent))
from tests import viewers

FRAME, PAGE, FORM = 16, 150, 120
"""The goals: milliseconds, and KiB."""
SIX = ("An", "Bram", "Carla", "Dirk", "Els", "Frits")
RUNS = 5
PHONE: viewers.Size = {"width": 360, "height": 740}
PLAY = """
async () => {
  const found = [];
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  let seed = 7;
  const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
  const any = (items) => items[random(items.length)];
  crypto.getRandomValues = (list) => list.map(() => random(252)); // the same game each time
  const tap = async (what, target) => {
    const begin = performance.now();
    for (const type of ["pointerdown", "mousedown"]) {
      target.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    }
    target.focus();
    for (const type of ["pointerup", "mouseup"]) {
      target.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    }
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    document.documentElement.getBoundingClientRect();
    one("table").getBoundingClientRect();
    found.push([what, performance.now() - begin]);
    // what comes after a tap, such as the end of a sheet
    await new Promise((done) => setTimeout(done));
  };
  const seen = (selector) => all(selector).filter((each) => each.offsetParent);
  const answer = async () => {
    if (one("dialog[open] .value")) {
      await tap("points", any(all("dialog[open] .value")));
      await tap("write", one("dialog[open] .write"));
    }
    if (one("dialog[open] .strikes")) await tap("zero", one("dialog[open] .strikes"));
    all("dialog[open]").forEach((dialog) => dialog.close());
  };
  const open = () => all("table td.mine .cell")
      .filter((cell) => cell.querySelector(".open, .shut"));
  const full = () => all("table .cell").filter((cell) => cell.querySelector(".full"));
  const phase = () => document.documentElement.dataset.phase;
  const name = async () => {
    await tap("column", any(seen(".names")));
    await tap("name", any(all("dialog[open].naming .chip")));
  };
  const dice = async () => {
    while (phase() === "empty" || phase() === "tapping") {
      await tap("die", any(all("#faces button")));
    }
    if (!seen("#offers .offer").length) await name();
    const cells = turn % 2 ? seen(".cell.offered") : [];
    await tap(cells.length ? "box" : "offer", any(cells.length ? cells : seen("#offers .offer")));
    await answer();
  };
  const rolls = async () => {
    while (phase() === "empty" || phase() === "rolled") {
      if (one("#roll").getAttribute("aria-disabled") === "true") {
        if (seen("#offers .offer").length) break;
        await name();
      }
      await tap("roll", one("#roll"));
      if (phase() === "rolled") await tap("keep", any(all("#dice button")));
    }
    await tap("offer", any(seen("#offers .offer")));
    await answer();
  };
  let turn = 0;
  const most = 6 * all("tr[data-boxes]").length * 4;
  for (; phase() !== "over" && turn < most; turn += 1) {
    if (turn % 4 === 3 && open().length) {
      await tap("empty box", any(open()));
      await answer();
    } else if (turn % 5 === 4) {
      await rolls();
    } else {
      await dice();
    }
    if (turn % 9 === 8 && full().length) {
      await tap("full box", any(full()));
      all("dialog[open]").forEach((dialog) => dialog.close());
    }
    if (turn % 12 === 11) await tap("undo", one("#undo"));
    if (turn % 7 === 6) await tap("player", any(all(".seat")));
  }
  return found;
}
"""


def page_of(ruleset: str, language: str) -> bytes:
    """Return the page with six players."""
    return make_page(Wording(load_ruleset(ruleset), load_catalog(language)), SIX).encode()


def form_of(ruleset: str, language: str) -> bytes:
    """Return the form for four players."""
    wording = Wording(load_ruleset(ruleset), load_catalog(language))
    pages = lay_out_form(
        wording.ruleset, wording.catalog, LayoutOptions(find_paper("a4"), players=4), measure
    )
    return write_form(pages, Metadata(wording.title, language), make_form(wording, pages, ()))


def taps(browser: viewers.Browser, file: Path) -> list[tuple[str, float]]:
    """Play a game on a phone; return each tap and the milliseconds that it took."""
    page = browser.program.new_context(viewport=PHONE).new_page()
    page.add_init_script(viewers.CALM)
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-phase]")
    page.wait_for_timeout(300)  # what a person does not wait for is no tap
    found: list[tuple[str, float]] = page.evaluate(PLAY)
    page.context.close()
    return found


def print_taps() -> None:
    """Print a line for each game."""
    print(
        f"{'ms per tap, six players':24} {'taps':>5} {'median':>7} {'95 %':>7} {'worst':>7}   "
        f"goal {FRAME}; slowest"
    )
    with (
        TemporaryDirectory() as folder,
        viewers.driving() as driver,
        viewers.browser(driver) as browser,
    ):
        for ruleset in ruleset_ids():
            file = Path(folder, f"{ruleset}.html")
            file.write_bytes(page_of(ruleset, "nl"))
            games = [taps(browser, file) for _ in range(RUNS)]
            found = [min(tap, key=lambda each: each[1]) for tap in zip(*games, strict=True)]
            times = sorted(time for _, time in found)
            most = statistics.quantiles(times, n=20)[-1]
            kind = max(found, key=lambda tap: tap[1])[0]
            print(
                f"{ruleset:24} {len(times):5} {statistics.median(times):7.1f} {most:7.1f} "
                f"{times[-1]:7.1f}   {kind}"
            )


def sizes(what: str) -> Iterator[tuple[float, str, str]]:
    """Yield the size in KiB of every page or form, with its game and language."""
    make = page_of if what == "page" else form_of
    for ruleset in ruleset_ids():
        for language in languages():
            yield len(make(ruleset, language)) / 1024, ruleset, language


def main() -> None:
    """Measure and print."""
    print_taps()
    for what, goal in (("page", PAGE), ("form", FORM)):
        found = sorted(sizes(what), reverse=True)
        print(
            f"\nKiB of a {what}: median {statistics.median(size for size, *_ in found):.0f}, "
            f"goal {goal}; the largest"
        )
        for size, ruleset, language in found[:5]:
            print(f"{ruleset:24} {language:5} {size:6.1f}")


if __name__ == "__main__":
    main()
