"""Printing from the command line.

Fonts, standard output, progress, and files that are written whole or not at all.
"""

import os
import pty
import re
import subprocess
import sys
import tracemalloc
from io import BytesIO
from pathlib import Path

import pytest
import reportlab

from sheetgen.documents.sheets import sheet
from sheetgen.errors import LeftOut
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import Filling, LayoutOptions, find_paper
from sheetgen.layout.primitives import Placed, Side
from sheetgen.layout.sheet import Sheets
from sheetgen.layout.themes import COLOURS
from sheetgen.pdf.document import Metadata, Output, write_sides
from sheetgen.pdf.fonts import measure
from sheetgen.rulesets.loading import load_ruleset
from tests.conftest import Run
from tests.readback import Sheet
from tests.running import PROGRAM, ROOT, environment, python, shell

FONTS = Path(reportlab.__file__).parent / "fonts"
"""Fonts that sheetgen has nothing to do with."""
USUAL = {f"SofiaSansSemiCondensed-{weight}" for weight in ("Regular", "Bold", "Black")}


def fonts_of(path: str) -> set[str]:
    """Return the faces of a PDF, without the tag of their subset."""
    return {name.partition("+")[2] or name for name, _ in Sheet(Path(path).read_bytes()).fonts()}


def test_fonts_of_ones_own(run: Run) -> None:
    """One or two are used, also if they have one name.

    A refused one leaves the usual fonts as they were.
    """
    upright, bold = ((FONTS / f"{face}.ttf").read_bytes() for face in ("Vera", "VeraBd"))
    Path("one.ttf").write_bytes(upright)
    Path("two.ttf").write_bytes(bold.replace(b"BitstreamVeraSans-Bold", b"BitstreamVeraSans-Roma"))
    assert run("pdf --ruleset dice-play --font one.ttf --font two.ttf -o x.pdf")[0] == 0
    assert len(fonts_of("x.pdf")) == 2
    assert run(f"pdf --ruleset dice-play --font {FONTS / 'VeraIt.ttf'} -o one.pdf")[0] == 0
    assert fonts_of("one.pdf") == {"VeraIt"}
    Path("bad.ttf").write_bytes(b"bad")
    code, out, err = run("pdf --ruleset dice-play --font one.ttf --font bad.ttf -o y.pdf")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("bad.ttf: this is no TrueType font that can be embedded; take a .ttf")
    assert run("pdf --ruleset dice-play -o usual.pdf")[0] == 0
    assert fonts_of("usual.pdf") == USUAL


def test_standard_output_is_the_same_file(tmp_path: Path) -> None:
    command = "sheetgen pdf --ruleset dice-play --lang en --nup 2 --paper a3 --pad 4"
    assert shell(f"{command} -o x.pdf", tmp_path).returncode == 0
    assert shell(f"{command} -o -", tmp_path).stdout == (tmp_path / "x.pdf").read_bytes()


@pytest.mark.slow("documents")
def test_progress_shows_on_a_terminal_only(tmp_path: Path) -> None:
    lines = "\n".join(f"First {number},Second {number}" for number in range(220))
    (tmp_path / "names.csv").write_text(lines, "utf-8")
    command = "pdf --ruleset dice-play --lang en --names-file names.csv -o x.pdf --force"
    silent = shell(f"sheetgen {command}", tmp_path)
    assert (silent.returncode, silent.stdout, silent.stderr) == (0, b"wrote x.pdf\n", b"")
    ours, theirs = pty.openpty()
    shown = subprocess.run(
        [*PROGRAM, *command.split()],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=False,
    )
    os.close(theirs)
    said = os.read(ours, 100_000).decode()
    os.close(ours)
    assert (shown.returncode, shown.stdout) == (0, b"wrote x.pdf\n")
    assert re.search(r"drawing.*%", said)


def test_headings_are_not_left_out_in_silence(run: Run) -> None:
    said = (
        "a6 heeft geen ruimte voor de spelregels onder de regels; die zijn weggelaten\n"
        "a6 heeft geen ruimte voor de tussenkoppen; die zijn weggelaten\n"
        "a6 heeft geen ruimte voor de uitleg bij 'Eindtotaal'; die is weggelaten\n"
    )
    assert run("pdf --ruleset dice-play --lang nl --paper a6 -o x.pdf")[::2] == (0, said)
    form = run("form --ruleset bonus-yachts --paper a5 --players 4 -o x.pdf --force")
    assert "a5 has no room for the headings of the sections; they are left out\n" in form[2]
    assert (
        "headings" not in run("form --ruleset triple --paper a5 --players 4 -o x.pdf --force")[2]
    )  # in lists
    assert (
        "headings" not in run("form --ruleset yams-4 --players 4 -o x.pdf --force")[2]
    )  # on two pages
    assert "headings" not in run("pdf --ruleset dice-play --paper a5 -o x.pdf --force")[2]
    many = run("pdf --ruleset dice-play --paper a6 --blanks 12 --separate -o many")[2]
    assert "a6 has no room for the headings of the sections; they are left out\n" in many
    with pytest.warns(LeftOut, match="a5 has no room for the headings"):
        sheet(load_ruleset("triple"), paper="a5")


def peak(pages: int) -> int:
    """Return the peak memory in bytes for this number of pages, without their names."""
    fillings = [Filling((f"First {number}", f"Second {number}")) for number in range(pages)]
    wording = Wording(load_ruleset("dice-play"), load_catalog("en"))

    class Sink(BytesIO):
        def write(self, data: object) -> int:
            return 0

    tracemalloc.start()
    sheets = Sheets(wording, LayoutOptions(find_paper("a4"), fillings=fillings), measure)
    sides = (Side(page.width, page.height, (Placed(page),)) for page in sheets)
    write_sides(sides, Metadata("Title", "en"), Output(COLOURS), Sink())
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.mark.slow("documents")
def test_memory_grows_little_with_the_pages() -> None:
    """ReportLab keeps all pages until the end.

    With 12 kB for each, ten thousand take less than 200 MiB in all. They are made in a process of
    their own, where no table of other tests grows meanwhile.
    """
    code = "from tests.pdf.test_pdf_output import peak; print(*map(peak, (20, 200, 800)))"
    said = python("-c", code, PYTHONPATH=os.pathsep.join([str(ROOT), *sys.path]))
    _, few, more = map(int, said.stdout.split())
    assert more - few < 600 * 12_000
