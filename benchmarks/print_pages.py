"""How many sheets with names are printed in a second, beside a plain ReportLab script that draws the same page.

Run it with ``make benchmark-pages``. Whole processes, interleaved, the best of three; CPU seconds and peak memory. The
plain script draws every item of every page anew and keeps all pages until the end, as such scripts do.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

COUNTS = (100, 1_000, 10_000)
ROUNDS = 3
_NAMES = ("Anna-Maria {n}", "Bram {n}", "Łucja {n}", "Ωmega {n}")

OURS = """
import sys
from sheetgen.cli import main
main(["pdf", "--ruleset", "dice-play", "--lang", "nl", "--paper", "a4", "--names-file", sys.argv[1], "-o", sys.argv[2],
      "--profile", "none"])
"""
PLAIN = """
import sys
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
import font_source_sans_pro as font
for name, path in (("regular", font.font_files_ttf["SourceSansPro"]), ("bold", font.font_files_ttf["SourceSansProSemibold"])):
    pdfmetrics.registerFont(TTFont(name, path))
canvas = Canvas(sys.argv[2], invariant=1, pagesize=(595.28, 841.89), initialFontName="regular")
for line in open(sys.argv[1], encoding="utf-8"):
    canvas.setFont("bold", 34)
    canvas.drawString(34, 780, "Jacht")
    for place, name in enumerate(line.strip().split(",")):
        canvas.setFont("bold", 14)
        canvas.drawCentredString(300 + 66 * place, 700, name)
    for row in range(13):
        y = 640 - 46 * row
        canvas.setFont("bold", 14)
        canvas.drawString(40, y + 22, "Kleine straat")
        canvas.setFont("regular", 10)
        canvas.drawString(40, y + 8, "1-2-3-4-5, 30 punten")
        canvas.drawRightString(260, y + 8, "max 30")
        for die in range(5):
            canvas.roundRect(180 + 16 * die, y + 22, 13, 13, 3)
            for pip in range(3):
                canvas.circle(184 + 16 * die + 2 * pip, y + 26 + 2 * pip, 1.2, stroke=0, fill=1)
        for column in range(5):
            canvas.line(266 + 66 * column, y, 266 + 66 * column, y + 46)
        canvas.line(34, y, 561, y)
    canvas.showPage()
canvas.save()
"""  # noqa: E501 - a script of its own
WAYS = {"sheetgen": OURS, "plain script": PLAIN}


def measure(script: str, names: Path, target: Path) -> tuple[float, float]:
    """The CPU seconds and the peak memory in MB of one run."""
    command = [sys.executable, "-c", script, str(names), str(target)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit("a run failed")
    per_mb = 1024**2 if sys.platform == "darwin" else 1024
    return used.ru_utime + used.ru_stime, used.ru_maxrss / per_mb


def main() -> None:
    """Measure and print."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    print(f"{'pages':>7}  {'way':14} {'CPU s':>7} {'pages/s':>8} {'peak MB':>8} {'file MB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for count in COUNTS:
            names = Path(folder, "names.csv")
            lines = (",".join(name.format(n=number) for name in _NAMES) for number in range(count))
            names.write_text("\n".join(lines), "utf-8")
            _compare(count, names)


def _compare(count: int, names: Path) -> None:
    found: dict[str, list[tuple[float, float]]] = {way: [] for way in WAYS}
    targets = {way: names.with_name(f"{place}.pdf") for place, way in enumerate(WAYS)}
    for _ in range(ROUNDS if count < 10_000 else 1):
        for way, script in WAYS.items():
            targets[way].unlink(missing_ok=True)
            found[way].append(measure(script, names, targets[way]))
    for way, runs in found.items():
        seconds, memory = min(runs)
        size = targets[way].stat().st_size / 1e6
        print(f"{count:7}  {way:14} {seconds:7.2f} {count / seconds:8.0f} {memory:8.0f} {size:8.1f}")


if __name__ == "__main__":
    main()
