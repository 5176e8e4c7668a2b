"""How long a sheet takes from the command line, beside what Python and ReportLab alone take in the same run.

Run it with ``make benchmark``. Whole processes, interleaved; CPU milliseconds, the least and the median of each.
"""

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

RUNS = 15
FLOOR = """
import sys
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
import font_source_sans_pro as font
for name, path in (("regular", font.font_files_ttf["SourceSansPro"]), ("bold", font.font_files_ttf["SourceSansProSemibold"])):
    pdfmetrics.registerFont(TTFont(name, path))
canvas = Canvas(sys.stdout.buffer, invariant=1, initialFontName="regular")
for row in range(14):
    for font, size in (("bold", 14), ("regular", 9)):
        canvas.setFont(font, size)
        canvas.drawString(40, 760 - 50 * row - size, "Kleine straat, 1-2-3-4-5, 30 punten")
    for die in range(5):
        canvas.roundRect(200 + 16 * die, 750 - 50 * row, 14, 14, 3)
    canvas.line(40, 740 - 50 * row, 550, 740 - 50 * row)
canvas.save()
"""  # noqa: E501 - a script of its own
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
PROGRAM = str(Path(sys.executable).parent / "sheetgen")
COMMANDS = {
    "python": [sys.executable, "-c", "pass"],
    "plain ReportLab script": [sys.executable, "-c", FLOOR],
    "sheetgen --version": [PROGRAM, "--version"],
    "sheetgen rulesets": [PROGRAM, "rulesets"],
    "sheetgen pdf, dice-play": [PROGRAM, "pdf", "--ruleset", "dice-play", "--lang", "nl", "-o", "-"],
    "sheetgen pdf, numbers-hands": [PROGRAM, "pdf", "--ruleset", "numbers-hands", "--lang", "nl", "-o", "-"],
    "sheetgen rules, numbers-hands": [PROGRAM, "rules", "--ruleset", "numbers-hands", "--lang", "nl", "-o", "-"],
}


def cpu_milliseconds(command: list[str]) -> float:
    """The CPU time of one run, in milliseconds, with compiled modules as an installed program has them."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Measure and print."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():
        cpu_milliseconds(command)
    for _ in range(RUNS):
        for name, command in COMMANDS.items():
            times[name].append(cpu_milliseconds(command))
    floor = min(times["plain ReportLab script"])
    print(f"{'':28} {'least':>7} {'median':>7}   least, beside the plain script")
    for name, found in times.items():
        print(f"{name:28} {min(found):7.0f} {statistics.median(found):7.0f}   {min(found) / floor:.2f}")


if __name__ == "__main__":
    main()
