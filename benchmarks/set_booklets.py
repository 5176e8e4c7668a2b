"""Measure a booklet from the command line, and two floors: a plain sheet, and the same text.

Run it with ``make bench-booklets``. Whole processes, interleaved. It prints the median of CPU and
wall milliseconds, and the peak of memory. With an earlier commit, its form and booklet are measured
in the same run. The second floor has no command line and gets finished paragraphs. It measures
Python, ReportLab's Platypus, three faces and the same words alone.
"""

import subprocess
import sys
from functools import partial
from html import unescape
from pathlib import Path
from re import findall, sub
from tempfile import TemporaryDirectory

from measure import FONTS, PLAIN, PROGRAM, interleaved, run, times

RUNS = 11
GOAL = 2.5
"""Maximum time of a booklet as PDF, in times of a sheet by the plain script."""
GOAL_EARLIER = 1.6
"""Maximum time of a form and a booklet, in times of commit 12788eb, which had a PDF writer of
its own."""
SHEET, TEXT = "plain ReportLab script, a sheet", "plain Platypus script, the text"
PLATYPUS = """
import sys
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph, SimpleDocTemplate
for name in ("Regular", "Bold", "Black"):
    pdfmetrics.registerFont(TTFont(name, f"{sys.argv[2]}/SofiaSansSemiCondensed-{name}.ttf"))
styles = [
    ParagraphStyle(name, fontName=name, fontSize=9, leading=12, spaceAfter=4)
    for name in ("Regular", "Bold", "Black")
]
texts = open(sys.argv[1], encoding="utf-8").read().splitlines()
story = [
    Paragraph(text, styles[0 if place % 20 else 1 + place // 20 % 2])
    for place, text in enumerate(texts)
]
document = SimpleDocTemplate(
    sys.stdout.buffer, pagesize=(420, 595), invariant=1, initialFontName="Regular"
)
document.build(story)
"""
FORMS = ((), ("--booklet",), ("--zine",), ("--quick",), ("--format", "html"), ("--format", "md"))


def rules(game: str, *more: str) -> list[str]:
    """Return the command for the rules of a game in Dutch."""
    return [PROGRAM, "rules", "--ruleset", game, "--lang", "nl", *more, "-o", "-"]


def words_of(game: str) -> str:
    """Every text of the booklet on a line, as a paragraph is told it."""
    page = subprocess.run(
        rules(game, "--format", "html"), capture_output=True, check=True, text=True
    ).stdout
    body = page[page.index("<main") if "<main" in page else 0 :]
    texts = findall(r"<(h1|h2|h3|h4|p|li|td|th)\b[^>]*>(.*?)</\1>", body.replace("\n", " "))
    plain = (" ".join(unescape(sub(r"<[^>]+>", " ", text)).split()) for _, text in texts)
    return "\n".join(text.replace("&", "&amp;").replace("<", "&lt;") for text in plain if text)


def earlier(program: str) -> dict[str, tuple[list[str], list[str]]]:
    """Return the commands for a form and a booklet, by this program and by an earlier one."""
    documents = {
        "form, dice-play": ["form", "--ruleset", "dice-play", "--lang", "nl", "-o", "-"],
        "rules, numbers-hands": rules("numbers-hands")[1:],
    }
    return {name: ([PROGRAM, *words], [program, *words]) for name, words in documents.items()}


def commands(text: Path) -> dict[str, list[str]]:
    """Return the commands to measure.

    The floors, two games as pages, and every other form of one of them.
    """
    floors = {
        SHEET: [*PLAIN, str(text.with_name("plain.pdf"))],
        TEXT: [sys.executable, "-c", PLATYPUS, str(text), str(FONTS)],
    }
    games = {f"rules, {game}": rules(game) for game in ("dice-play", "numbers-hands")}
    return (
        floors
        | games
        | {f"rules, dice-play {' '.join(form)}": rules("dice-play", *form) for form in FORMS[1:]}
    )


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory() as folder:
        text = Path(folder, "text.txt")
        text.write_text(words_of("dice-play"), "utf-8")
        ways = {name: partial(run, command) for name, command in commands(text).items()}
        pairs = earlier(sys.argv[1]) if len(sys.argv) > 1 else {}
        for name, (ours, theirs) in pairs.items():
            ways |= {name: partial(run, ours), f"{name}, earlier": partial(run, theirs)}
        found = interleaved(ways, RUNS)
    print(f"{'':34} {'CPU ms':>7} {'wall ms':>8} {'MB':>5} {'x text':>7}   beside the sheet")
    for name, each in found.items():
        is_pdf = name.startswith("rules") and "--format" not in name
        beside = times(each.cpu / found[SHEET].cpu, GOAL if is_pdf else None)
        text_ratio = each.cpu / found[TEXT].cpu
        print(
            f"{name:34} {1000 * each.cpu:7.0f} {1000 * each.wall:8.0f} {each.megabytes:5.0f} "
            f"{text_ratio:7.2f} {beside}"
        )
    for name in pairs:
        ratio = times(found[name].cpu / found[f"{name}, earlier"].cpu, GOAL_EARLIER)
        print(f"{f'{name}, beside the earlier one':47} {ratio}")


if __name__ == "__main__":
    main()
