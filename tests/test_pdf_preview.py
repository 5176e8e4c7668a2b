"""`sheetgen pdf --preview`: a picture of the first page beside the PDF."""

import struct
from pathlib import Path

import pytest
from conftest import Refused, Run
from PIL import Image
from readback import Sheet
from test_again import files_here


def size_of(path: Path | str) -> tuple[int, int]:
    """Return the size of a PNG in dots, from its head."""
    head = Path(path).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["--paper", "a5"], ["--paper", "letter", "--orientation", "landscape"], ["--paper", "a3", "--nup", "4"],
        ["--pad", "3"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_picture_of_the_first_page(run: Run, arguments: list[str]) -> None:
    """It lies beside the PDF, has the shape of the page at more than screen resolution, and shows something."""
    code, out, err = run("pdf", "--ruleset", "dice-play", *arguments, "-o", "x.pdf", "--preview")
    assert (code, out, err) == (0, "wrote x.pdf\nwrote x.png\n", "")
    sheet, (width, height) = Sheet(Path("x.pdf").read_bytes()), size_of("x.png")
    scale = width / sheet.width
    assert scale > 96 / 72
    assert height == pytest.approx(sheet.height * scale, abs=2)
    assert max(width, height) <= 4000
    with Image.open("x.png") as picture:
        colours = picture.convert("RGB").getcolors(1 << 24) or []
    assert max(colours)[1] == (255, 255, 255)
    assert (18, 79, 122) in {colour for _, colour in colours}, "the accent of the game"


def test_a_picture_in_the_usual_place(run: Run) -> None:
    """Both get the usual name, in out or in the folder that was asked for."""
    assert run("pdf", "--ruleset", "dice-play", "--preview")[1] == (
        "wrote out/dice-play-en-a4.pdf\nwrote out/dice-play-en-a4.png\n"
    )
    Path("folder").mkdir()
    assert run("pdf", "--ruleset", "dice-play", "--preview", "-o", "folder")[0] == 0
    assert Path("folder/dice-play-en-a4.png").read_bytes() == Path("out/dice-play-en-a4.png").read_bytes()
    run("pdf", "--ruleset", "dice-play", "-o", "plain.pdf")
    assert Path("plain.pdf").read_bytes() == Path("folder/dice-play-en-a4.pdf").read_bytes()  # which is the same


def test_places_where_a_picture_cannot_go(refused: Refused) -> None:
    """Standard output, and that of the PDF: it is refused before anything is printed."""
    err = refused("pdf", "--ruleset", "dice-play", "--preview", "-o", "-")
    assert err == "--output: wrote '-'; should be a file or a folder\n"
    err = refused("pdf", "--ruleset", "dice-play", "-o", "sheet.png", "--preview", "--force")
    assert err.startswith("--output: wrote 'sheet.png'; should end in .pdf")
    assert not files_here()


def test_a_different_picture_stays(run: Run) -> None:
    """The same picture again is no conflict; another is kept until --force."""
    command = ("pdf", "--ruleset", "dice-play", "--preview", "-o", "x.pdf")
    assert run(*command)[0] == run(*command)[0] == 0
    Path("x.png").write_text("precious", "utf-8")
    code, _, err = run(*command)
    assert code == 2
    assert err.startswith("x.png: a different file is there")
    assert Path("x.png").read_text("utf-8") == "precious"
    assert run(*command, "--force")[0] == 0
    assert size_of("x.png")[0] > 0
