"""Pictures of `sheetgen pdf`: of the first page next to the PDF, or of each page instead of it."""

import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
import reportlab
from PIL import Image

from tests.cli.test_command_in_pdf import files_here
from tests.conftest import Refused, Run
from tests.readback import Sheet, text_of


def size_of(path: Path | str) -> tuple[int, int]:
    """Return the size of a PNG in dots, from its head."""
    head = Path(path).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "--paper a5",
        "--paper letter --orientation landscape",
        "--paper a3 --nup 4",
        "--pad 3",
    ],
)
@pytest.mark.few(2)
def test_a_picture_of_the_first_page(run: Run, arguments: str) -> None:
    """It is next to the PDF, has the shape of the page, and is not empty.

    It has more than screen resolution.
    """
    code, out, err = run(f"pdf --ruleset dice-play {arguments} -o x.pdf --preview")
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


def test_a_title_is_no_place_for_fonts(run: Run) -> None:
    """Any title is the description of the picture, and the fonts are in the style."""
    assert run("pdf --ruleset dice-play --title '<style>/* fonts */' -o x.svg")[0] == 0
    root = ElementTree.parse("x.svg").getroot()  # noqa: S314 - it is ours
    assert "<style>/* fonts */" in root.get("aria-label", "")
    assert "@font-face" in (root.findtext(f"{SVG}style") or "")


def test_a_picture_in_the_usual_place(run: Run) -> None:
    """Both get the usual name, in out or in the folder that was asked for."""
    assert run("pdf --ruleset dice-play --preview")[1] == (
        "wrote out/dice-play-en-a4.pdf\nwrote out/dice-play-en-a4.png\n"
    )
    Path("folder").mkdir()
    assert run("pdf --ruleset dice-play --preview -o folder")[0] == 0
    assert (
        Path("folder/dice-play-en-a4.png").read_bytes()
        == Path("out/dice-play-en-a4.png").read_bytes()
    )
    run("pdf --ruleset dice-play -o plain.pdf")
    assert (
        Path("plain.pdf").read_bytes() == Path("folder/dice-play-en-a4.pdf").read_bytes()
    )  # which is the same


def test_places_where_a_picture_cannot_go(refused: Refused) -> None:
    """Standard output, and that of the PDF: it is refused before anything is printed."""
    err = refused("pdf --ruleset dice-play --preview -o -")
    assert err == "--output: wrote '-'; should be a file or a folder\n"
    err = refused("pdf --ruleset dice-play -o sheet.png --preview --force")
    assert err.startswith("--output: wrote 'sheet.png'; should end in .pdf")
    assert not files_here()


# pictures instead of a PDF

SVG = "{http://www.w3.org/2000/svg}"
FONT = Path(reportlab.__file__).parent / "fonts" / "VeraIt.ttf"


def words_in(svg: Path) -> list[str]:
    """Return the texts of a picture, sorted."""
    root = ElementTree.fromstring(svg.read_text("utf-8"))  # noqa: S314 - it is ours
    return sorted(word for each in root.iter(f"{SVG}text") for word in str(each.text).split())


@pytest.mark.parametrize(
    "arguments",
    [
        "dice-play",
        "dice-play --names 'A<n>,B&b'",
        "dice-play --paper letter --orientation landscape",
        "dice-play --nup 4",
        "dice-play --pictogram",
        "escalero",
        "dice-play --lang nl,fr",
        "dice-play --ink-saver --theme forest",
    ],
)
@pytest.mark.few(3)
def test_a_drawing_has_all_that_the_pdf_has(run: Run, arguments: str) -> None:
    """The words, the size and the outlines are those of the PDF.

    The same command gives the same bytes.
    """
    for name in ("x.pdf", "x.svg", "y.svg"):
        assert run(f"pdf --ruleset {arguments} -o {name}")[0] == 0
    sheet = Sheet(Path("x.pdf").read_bytes())
    root = ElementTree.parse("x.svg").getroot()  # noqa: S314 - it is ours
    assert [float(side) for side in root.attrib["viewBox"].split()[2:]] == pytest.approx(
        [sheet.width, sheet.height], abs=0.01
    )
    said = sorted(
        word for line in text_of(Path("x.pdf").read_bytes()).splitlines() for word in line.split()
    )
    assert "".join(sorted("".join(words_in(Path("x.svg"))))) == "".join(sorted("".join(said)))
    assert Path("x.svg").read_bytes() == Path("y.svg").read_bytes()
    assert "<script" not in Path("x.svg").read_text("utf-8")


def test_a_drawing_has_the_fonts_that_it_uses(run: Run) -> None:
    """Each is in the file once, and so is a font of the user's."""
    run("pdf --ruleset dice-play -o usual.svg")
    run(f"pdf --ruleset dice-play -o own.svg --font {FONT}")
    faces = {
        name: re.findall(r"base64,([\w+/=]+)", Path(name).read_text("utf-8"))
        for name in ("usual.svg", "own.svg")
    }
    assert len(faces["usual.svg"]) == len({*faces["usual.svg"]}) == 3
    assert len({*faces["own.svg"]}) == 1


@pytest.mark.parametrize("command", ["pdf yatzy", "rules yatzy --quick", "form yatzy"])
def test_a_drawing_can_do_without_fonts(run: Run, command: str) -> None:
    """Only the fonts are missing; what is no drawing refuses to leave them out."""
    assert run(f"{command} -o whole.svg")[0] == run(f"{command} -o small.svg --no-fonts")[0] == 0
    (whole, *_), (small, *_) = sorted(Path().glob("whole*")), sorted(Path().glob("small*"))
    without = re.sub(r"@font-face{[^}]*}", "", whole.read_text("utf-8"))
    assert "@font-face" not in small.read_text("utf-8") == without
    for output in ("", "-o x.pdf"):
        code, _, error = run(f"{command} --no-fonts {output}")
        assert (code, error) == (2, "--no-fonts needs --output x.svg.\n")


@pytest.mark.parametrize("ending", ["png", "svg"])
@pytest.mark.few(1)
def test_each_page_is_a_picture(run: Run, ending: str) -> None:
    """Several pages have numbers behind the name, as many digits as the last.

    One that exists keeps all others back.
    """
    command = ("pdf", "--ruleset", "dice-play", "--back", "audit", "-o", f"x.{ending}")
    assert run(*command)[:2] == (0, f"wrote 2 files: x-1.{ending} ... x-2.{ending}\n")
    assert sorted(files_here()) == [f"x-1.{ending}", f"x-2.{ending}"]
    assert Path(f"x-1.{ending}").read_bytes() != Path(f"x-2.{ending}").read_bytes()
    Path(f"x-2.{ending}").write_text("precious", "utf-8")
    Path(f"x-1.{ending}").unlink()
    code, _, err = run(*command)
    assert (code, [*files_here()]) == (2, [f"x-2.{ending}"])
    assert err.startswith(f"x-2.{ending}: a different file is there")
    run(f"pdf --ruleset dice-play --blanks 10 -o many.{ending}")
    assert sorted(files_here())[0] == f"many-01.{ending}"


def test_a_picture_is_the_preview(run: Run) -> None:
    """The first page as a picture alone is the one beside the PDF."""
    run("pdf --ruleset dice-play --preview -o x.pdf")
    run("pdf --ruleset dice-play -o alone.png")
    assert Path("x.png").read_bytes() == Path("alone.png").read_bytes()


def test_only_dots_need_an_extra(
    run: Run, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra a drawing is made, and a PNG is refused.

    The refusal has the command that installs the extra.
    """
    monkeypatch.setattr("sheetgen.files.folders.find_spec", lambda _: None)
    err = refused("pdf --ruleset dice-play -o x.png")
    assert err.startswith(
        "--output: the extra 'preview' is not installed; install its libraries with: "
    )
    assert "'pypdfium2>=" in err
    assert not files_here()
    assert run("pdf --ruleset dice-play -o x.svg")[0] == 0


def test_the_bracket_of_a_sum_reaches_all_of_its_rows(run: Run) -> None:
    """Its vertical arm is as long as in the PDF, not as its short horizontal one."""
    run("pdf yatzy -o yatzy.svg")
    arms = re.findall(r"<path d=\"M[\d. ]+v(-?[\d.]+)a", Path("yatzy.svg").read_text("utf-8"))
    assert max(abs(float(arm)) for arm in arms) > 80


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("rules yatzy --zine", 1),
        ("rules yatzy --booklet", 4),
        ("rules yatzy --quick --paper a5", 2),
        ("form yatzy --names An,Bo", 1),
    ],
)
def test_every_document_can_be_a_drawing(run: Run, command: str, files: int) -> None:
    """One page is one file; several pages are numbered files."""
    assert run(*command.split(), "-o", "it.svg")[0] == 0
    names = sorted(path.name for path in Path().glob("*.svg"))
    assert names == (["it.svg"] if files == 1 else [f"it-{n}.svg" for n in range(1, files + 1)])
    assert all(Path(name).read_text("utf-8").startswith("<svg ") for name in names)
    if command.startswith("form"):
        assert ">An</text>" in Path("it.svg").read_text("utf-8")


def test_a_text_is_no_drawing(refused: Refused) -> None:
    assert "should end in .md" in refused("rules yatzy --format md -o it.svg")
