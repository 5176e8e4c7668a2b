"""Pictures of finished sheets on the command line: read, completed, checked and saved."""

import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from msgspec import UNSET
from msgspec.structs import replace
from photos import Truth, pad_photographed, photo
from PIL import Image
from pypdfium2 import PdfDocument, PdfPage
from threadpoolctl import threadpool_info, threadpool_limits

from sheetgen import SheetOptions
from sheetgen.cards.card_files import cards_of, read_card_file
from sheetgen.cards.exchange import read_out
from sheetgen.cli import scanning
from sheetgen.cli.scanning import ask
from sheetgen.documents import apart
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import MM, Rect
from sheetgen.rules.scoring import totals
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.scan import column, digits, reader
from sheetgen.scan.candidates import Wanted
from sheetgen.scan.column import Seen, posterior
from sheetgen.scan.ink import Spot
from sheetgen.scan.photos import read_photos
from sheetgen.scan.pictures import Picture, open_pictures
from sheetgen.scan.reader import ReadColumn, ReadSheet, audits_of, card_file, jpeg_of
from sheetgen.scan.review import review_page
from tests.readback import text_of
from tests.running import content

Run = Callable[..., tuple[int, str, str]]
OPTIONS = SheetOptions(
    lang="nl",
    paper="a4",
    players=2,
    command="sheetgen pdf --ruleset dice-play --lang nl --paper a4 --players 2",
)

SLOW = pytest.mark.slow("photos")
pytestmark = pytest.mark.xdist_group("scans")  # they share one picture, which takes seconds


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Truth]:
    """Provide a scan of a sheet for two, and the values written on it."""
    pixels, truth = photo("dice-play", "scan", 4, sources=("drawn",), options=OPTIONS)
    path = tmp_path_factory.mktemp("scans") / "scan.png"
    cv2.imwrite(str(path), pixels)
    return path, truth


@pytest.fixture(scope="module")
def doubted(taken: tuple[Path, Truth]) -> ReadSheet:
    """Return the scan as it is read by one who is hardly ever sure."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(column, "SURE", 0.99999)
        (found,) = read_photos(taken[0])
    return found


@pytest.fixture
def asked(doubted: ReadSheet, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly everything on the scan is unsure, and somebody can be asked."""
    monkeypatch.setattr(scanning, "read_pages", lambda *_: iter([[doubted]]))
    monkeypatch.setattr(scanning, "can_ask", lambda: True)
    monkeypatch.setattr(column, "SURE", 0.99999)


def answer_of(run: Run, path: Path, *words: str) -> Any:
    """Return the answer in JSON to a picture, read without questions."""
    words = ("--lang", "en", "--no-ask", "--format", "json", *words)
    return json.loads(run("check", str(path), *words)[1])


def count_sure(card: Any, right: dict[str, int | None]) -> int:
    """Check that every sure place of a card has the written number; return how many are sure."""
    sure = 0
    for row, read in card["read"].items():
        sure += read["sure"]
        assert not read["sure"] or (read["value"] or 0) == (right[row] or 0), row
    return sure


def written(truth: Truth, column: int) -> dict[str, int | None]:
    """Return the values written in a column, by row."""
    cells = {
        cell.id.removeprefix(f"p{column}."): cell.value
        for cell in truth.cells
        if cell.id.startswith(f"p{column}.")
    }
    cells.pop("name", None)
    return cells


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("players-choice", SheetOptions(lang="de", paper="a4", players=1)),
        ("dice-play", SheetOptions(lang="en", paper="letter", players=6, left_handed=True)),
        ("cheerio", SheetOptions(lang="fr", paper="letter", players=2, code=False)),
        ("bonus-yachts", SheetOptions(lang="en", paper="a4", games=3, code=False)),
    ],
)
@pytest.mark.slow("photos")
def test_a_sheet_is_found_by_its_code_or_by_its_game(
    tmp_path: Path, name: str, options: SheetOptions
) -> None:
    """In any language, on A4 and Letter, as it was printed.

    Without a code and without the game nothing is guessed.
    """
    pixels, truth = photo(name, "scan", 6, sources=("drawn",), options=options)
    path = tmp_path / "scan.png"
    cv2.imwrite(str(path), pixels)
    (found,) = read_photos(path, None if options.code else load_ruleset(name))
    assert found.map is not None
    assert found.map.cells == truth.map.cells
    if not options.code:
        with pytest.raises(
            SheetgenError, match=r"the dice in the foot.* --ruleset, .* --sheet; .* --rows"
        ):
            read_photos(path)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("yatzy", SheetOptions(lang="en", paper="105x200mm", pad=2, players=4)),
        ("numbers-hands", SheetOptions(lang="nl", paper="a6", pad=2, players=3)),
        ("bonus-yachts", SheetOptions(lang="nl", paper="100x180mm", pad=2, games=6)),
    ],
)
@pytest.mark.slow("photos")
@pytest.mark.filterwarnings("ignore::sheetgen.errors.LeftOut")
def test_a_filled_sheet_of_a_pad_is_read(
    run: Run, tmp_path: Path, name: str, options: SheetOptions
) -> None:
    """Its code says the game; nearly all of its low boxes are sure, and none of these wrong."""
    pixels, truth = photo(name, "scan", 4, sources=("drawn",), options=options)
    path = tmp_path / "scan.png"
    cv2.imwrite(str(path), pixels)
    _, out, _ = run("check", str(path), "--lang", "en", "--no-ask", "--format", "json")
    found = json.loads(out)
    assert found["ruleset"] == name
    sure = []
    for card in found["cards"]:
        right = written(truth, int(card["id"].split()[-1]))
        for row, read in card["read"].items():
            sure.append(read["sure"])
            if read["sure"]:
                assert (read["value"] or 0) == (right[row] or 0), row
    assert sum(sure) >= 0.85 * len(sure)


def test_what_is_sure_is_what_is_written(run: Run, taken: tuple[Path, Truth]) -> None:
    """Every box that is called sure has the written number.

    The game comes from the dice in the foot.
    """
    path, truth = taken
    code, out, err = run(f"check {path} --lang en --no-ask --format json")
    found = json.loads(out)
    assert found["ruleset"] == "dice-play"
    sure = 0
    for card in found["cards"]:
        right = written(truth, int(card["id"].removeprefix("Player ")))
        assert card["read"].keys() == right.keys()
        assert all(read["likely"][0][0] == read["value"] for read in card["read"].values())
        sure += count_sure(card, right)
    assert sure >= 13  # half of them
    unsure = sum(
        finding["kind"] == "unsure" for card in found["cards"] for finding in card["findings"]
    )
    assert unsure == sum(
        not read["sure"] for card in found["cards"] for read in card["read"].values()
    )
    assert code == (0 if all(card["valid"] for card in found["cards"]) else 1)
    assert err.count("unsure: ") == unsure


@pytest.mark.parametrize(
    ("picture", "start"), [("x.png", b"\x89PNG"), pytest.param("x.pdf", b"%PDF-", marks=SLOW)]
)
@pytest.mark.slow("photos")
def test_documents_of_what_was_read(
    run: Run, taken: tuple[Path, Truth], tmp_path: Path, picture: str, start: bytes
) -> None:
    path, _ = taken
    page, saved, marked = tmp_path / "look.html", tmp_path / "cards.csv", tmp_path / picture
    words = ("--no-ask", "--review", str(page), "--save", str(saved), "--annotate", str(marked))
    code, out, _ = run("check", str(path), "--lang", "nl", "--format", "json", *words)
    assert code in (0, 1)
    assert marked.read_bytes().startswith(start)
    assert "data:image/jpeg;base64," in page.read_text("utf-8")
    game = load_ruleset("dice-play")
    cards = cards_of(read_card_file(saved), Wording(game, load_catalog("nl")))
    for card, read in zip(cards, json.loads(out)["cards"], strict=True):
        sure = {
            row: each["value"]
            for row, each in read["read"].items()
            if each["sure"] and each["value"] is not None
        }
        assert sure.items() <= dict(card.entries).items()
        assert all(str(value).endswith("?") for row, value in card.entries if row not in sure)


def blank_pdf(path: Path, count: int) -> Path:
    """Write a PDF of empty pages, and return its path."""
    document = PdfDocument.new()
    for _ in range(count):
        document.new_page(595, 842)
    document.save(path)
    return path


def test_blank_pages_are_told_and_not_looked_through(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = blank_pdf(tmp_path / "x.pdf", 3)
    monkeypatch.setattr("sheetgen.scan.views.views", None)  # nobody looks for boxes
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, out, err = run(f"check {path} --lang en")
    assert (code, out) == (1, "")
    lines = err.splitlines()
    assert [line for line in lines if line.startswith("reading")] == [
        f"reading {n} of 3: {path}" for n in (1, 2, 3)
    ]
    faults = [f"{path}{place}: this page is blank; leave it out" for place in ("", ", 2", ", 3")]
    assert [line for line in lines if not line.startswith("reading")] == faults
    dot = Image.new("L", (100, 100), 255)
    dot.putpixel((99, 99), 0)
    dot.save(tmp_path / "dot.pdf")
    assert open_pictures(tmp_path / "dot.pdf").picture(1).pixels.min() < 255
    with pytest.raises(SheetgenError, match=r"x\.pdf, 2: this page is blank"):
        open_pictures(path).picture(2)
    assert (
        "more than 400 pages; split it"
        in run("check", str(blank_pdf(path, 401)), "--lang", "en")[2]
    )


@pytest.mark.slow("photos")
def test_a_folder_is_read_picture_by_picture(
    run: Run, taken: tuple[Path, Truth], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "cores", lambda: 3)
    wall = Image.new("RGB", (1240, 1754), "gray")
    wall.save(
        tmp_path / "b.pdf",
        save_all=True,
        append_images=[Image.open(taken[0]), wall],
        resolution=200,
    )
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    code, out, err = run(f"check --batch {tmp_path} --lang en")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    pdf = str(tmp_path / "b.pdf")
    assert [answer["id"] for answer in answers] == [
        str(tmp_path / "a.jpg"),
        pdf,
        f"{pdf}, 2, 1",
        f"{pdf}, 2, 2",
        f"{pdf}, 3",
    ]
    kinds = [[finding["kind"] for finding in answer["findings"]] for answer in answers]
    assert [kinds[0], kinds[1], kinds[4]] == [["unreadable"]] * 3
    assert answers[0]["findings"][0]["message"].startswith("cannot read this picture: ")
    assert [line.partition(": ")[0] for line in err.splitlines()] == [
        str(tmp_path / "a.jpg"),
        pdf,
        f"{pdf}, 3",
    ]


@pytest.mark.slow("photos")
def test_several_sheets_make_one_file(run: Run, taken: tuple[Path, Truth], tmp_path: Path) -> None:
    """Pages of one game, whichever process reads them.

    Named by the PDF that was printed, and by its game, too.
    """
    path, _ = taken
    printed, saved = tmp_path / "printed.pdf", tmp_path / "cards.csv"
    run(*OPTIONS.command.split()[1:], "-o", str(printed))
    two = tmp_path / "two.tif"
    Image.open(path).save(
        two, save_all=True, append_images=[Image.open(path)], compression="tiff_lzw"
    )
    words = f"--sheet '{printed}' --no-ask --lang nl --save '{saved}' --annotate x.pdf"
    code, out, err = run(f"check '{two}' --ruleset dice-play --names ,Łucja {words}")
    assert code in (0, 1), err
    assert out.count(f"{two} (") == 2
    assert "Speler 1 (1),Łucja (1),Speler 1 (2),Łucja (2)" in saved.read_text("utf-8").replace(
        ";", ","
    )
    assert ["Łucja" in text_of(tmp_path / name) for name in ("x-1.pdf", "x-2.pdf")] == [True, True]
    _, out, _ = run(f"check '{two}' --no-ask --lang nl --format csv")
    assert out.count("id,kind,") == 1
    found = {line.partition(", Speler")[0].removeprefix('"') for line in out.splitlines()[1:]}
    assert found == {f"{two} (1)", f"{two} (2)"}
    code, _, err = run(f"check '{path}' --names An,Bo,Cy {words}")
    assert (code, err.count("\n")) == (2, 1)
    assert re.search(r"--names: 3 .* 2", err)


def read_values(answer: Any) -> list[dict[str, int | None]]:
    """Return the values that an answer in JSON has for each card."""
    return [{row: read["value"] for row, read in card["read"].items()} for card in answer["cards"]]


@SLOW
def test_several_sheets_on_one_picture_are_read_one_after_the_other(
    run: Run, taken: tuple[Path, Truth], tmp_path: Path
) -> None:
    """There are two whole ones, upside down.

    Each answer names its sheet, a note counts them, and files have all. Of a sheet that is cut off
    nothing is taken for part of another.
    """
    path, _ = taken
    one = open_pictures(path).picture(1).pixels
    cut, both, saved = tmp_path / "cut.png", tmp_path / "both.png", tmp_path / "cards.csv"
    cv2.imwrite(str(cut), np.hstack([one, one[:, : one.shape[1] * 2 // 3]]))
    assert len(answer_of(run, cut)["cards"]) == 2
    cv2.imwrite(str(both), cv2.rotate(np.hstack([one, one]), cv2.ROTATE_180))
    alone = read_values(answer_of(run, path))
    _, out, err = run(f"check '{both}' --lang en --no-ask --format json --save '{saved}'")
    answers = [
        json.loads(text) for text in re.split(r"(?<=^\}\n)", out, flags=re.MULTILINE) if text
    ]
    assert [answer["picture"] for answer in answers] == [f"{both} (1.1)", f"{both} (1.2)"]
    for answer in answers:
        for values, right in zip(read_values(answer), alone, strict=True):
            assert sum(values[row] == right[row] for row in right) >= len(right) - 1
    assert f"{both}: 2 sheets are on this picture" in err
    assert "Player 1 (1),Player 2 (1),Player 1 (2),Player 2 (2)" in saved.read_text("utf-8")
    _, out, _ = run(f"check --batch {both} --lang en")
    ids = [json.loads(line)["id"] for line in out.splitlines()]
    assert ids == [f"{both}, 1.{sheet}, {column}" for sheet in (1, 2) for column in (1, 2)]


@SLOW
def test_cards_that_lie_on_one_table_are_read(tmp_path: Path) -> None:
    """Cut cards, each turned by some degrees.

    One that is cut off by the edge of the picture is a fault of its own.
    """
    truths, table = [], np.full((1900, 2300, 3), (90, 110, 130), np.uint8)
    for place, (seed, angle) in enumerate(((3, 4), (5, -5))):
        options = SheetOptions(lang="en", paper="a5", players=1)
        pixels, truth = photo("dice-play", "scan", seed, sources=("drawn",), options=options)
        width, height = 1036, 1470
        flat = cv2.getPerspectiveTransform(
            np.array(truth.page, np.float32),
            np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32),
        )
        turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1), (0, 0, 1)])
        turn[:2, 2] += 80 + 1100 * place, 200
        matrix, size = turn @ flat, table.shape[1::-1]
        page = cv2.fillPoly(
            np.zeros(pixels.shape[:2], np.uint8), [np.rint(truth.page).astype(np.int32)], 255
        )
        is_card = cv2.warpPerspective(page, matrix, size)[..., None] > 127
        table = np.where(is_card, cv2.warpPerspective(pixels, matrix, size), table)
        truths.append(truth)
    cv2.imwrite(str(tmp_path / "table.png"), table)
    sheets = read_photos(tmp_path / "table.png")
    assert [sheet.title for sheet in sheets] == [
        f"{tmp_path / 'table.png'}, 1.{number}" for number in (1, 2)
    ]
    for sheet, truth in zip(sheets, truths, strict=True):
        right = written(truth, 1)
        for row, read in sheet.columns[0].read.items():
            assert not read.sure or (read.value or 0) == (right[row] or 0)
    cv2.imwrite(str(tmp_path / "cut.png"), table[:, :-180])
    (whole, fault) = reader.read_picture(open_pictures(tmp_path / "cut.png").picture(1), Wanted())
    assert isinstance(whole, ReadSheet)
    assert isinstance(fault, SheetgenError)
    assert fault.file == f"{tmp_path / 'cut.png'}, 1.2"


def test_sheets_are_numbered_by_rows() -> None:
    """From the left, though one of a row is a little higher than the next.

    A fault takes a number, too.
    """
    sheet = doubtful()
    middles = [(900.0, 40.0), (100.0, 60.0), (110.0, 800.0), (880.0, 830.0)]
    sheets: list[ReadSheet | SheetgenError] = [replace(sheet, file=name) for name in "bac"]
    parts = [
        (np.array(middle), each)
        for middle, each in zip(middles, [*sheets, SheetgenError("cut off")], strict=True)
    ]
    first, second, third, fault = reader._numbered(
        Picture("x", 3, np.zeros((9, 9, 3), np.uint8)), parts
    )
    assert [
        (each.file, each.number) for each in (first, second, third) if isinstance(each, ReadSheet)
    ] == [("a", 1), ("b", 2), ("c", 3)]
    assert isinstance(fault, SheetgenError)
    assert fault.file == "x, 3.4"


def test_a_mirrored_picture_is_read_the_right_way_round(
    run: Run, taken: tuple[Path, Truth], tmp_path: Path
) -> None:
    path, truth = taken
    mirrored = tmp_path / "mirrored.png"
    cv2.imwrite(str(mirrored), open_pictures(path).picture(1).pixels[:, ::-1])
    _, out, err = run(f"check {mirrored} --lang en --no-ask --format json")
    assert (
        f"{mirrored}: this picture is mirrored; it is read the right way round" in err.splitlines()
    )
    for number, card in enumerate(json.loads(out)["cards"], 1):
        count_sure(card, written(truth, number))


@pytest.mark.parametrize("options", [(), ("--ruleset", "dice-play")])
def test_a_picture_that_a_messenger_made_small_is_told_so(
    run: Run, taken: tuple[Path, Truth], tmp_path: Path, options: tuple[str, ...]
) -> None:
    """With 800 pixels the dice are invisible; the message is about the size, and about a remedy."""
    pixels = open_pictures(taken[0]).picture(1).pixels
    scale = 800 / max(pixels.shape)
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(tmp_path / "small.jpg"), small)
    code, _, err = run("check", "small.jpg", "--lang", "en", *options)
    assert (code, err.count("\n")) == (2, 1)
    assert re.match(
        r"small.jpg: too small to be read: (\d+ x 800 pixels.*; send it|2\.\d pixels.*; go closer)",
        err,
    )


def test_pictures_are_read_on_one_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matrices and pictures, though both libraries were loaded long before.

    Afterwards they have what they had.
    """
    seen: list[int] = []
    cv2.setNumThreads(2)
    threadpool_limits(2)
    before = cv2.getNumThreads(), [each["num_threads"] for each in threadpool_info()]

    def look(*_: object) -> None:
        seen.extend([cv2.getNumThreads(), *(each["num_threads"] for each in threadpool_info())])
        raise SheetgenError("seen")

    monkeypatch.setattr(apart, "get_all_start_methods", lambda: ["spawn"])  # in this process
    Image.new("L", (300, 300), 200).save(tmp_path / "x.png")
    monkeypatch.setattr(reader, "read_picture", look)
    with pytest.raises(SheetgenError, match="seen"):
        read_photos(tmp_path / "x.png")
    assert len(seen) > 1
    assert set(seen) == {1}
    assert (cv2.getNumThreads(), [each["num_threads"] for each in threadpool_info()]) == before
    assert before == (2, [2] * (len(seen) - 1))
    cv2.setNumThreads(1)
    threadpool_limits(1)


@pytest.mark.parametrize("size", [(1, 900), (900, 1), (7, 7), (3000, 60)])
def test_a_sliver_is_no_picture_of_a_sheet(run: Run, tmp_path: Path, size: tuple[int, int]) -> None:
    Image.new("L", size, 200).save(tmp_path / "x.png")
    for words in ((), ("--ruleset", "yatzy", "--rows", "ones")):
        code, _, err = run("check", "x.png", *words, "--lang", "en")
        assert (code, err.count("\n")) == (2, 1)
        assert f"x.png: a picture of {size[0]:,} x {size[1]:,} pixels, too small to be read" in err


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (lambda *_: cv2.resize(np.zeros((0, 0)), (1, 1)), "cannot read this picture: "),
        (lambda *_: sum(iter(int, 1)), "takes more than 1 seconds of processor time"),
        (
            lambda *_: time.sleep(40),
            "has not ended after 0.02 minutes; try again when the machine has less to do",
        ),
    ],
    ids=["an error of a library", "no end", "it hangs"],
)
def test_what_goes_wrong_is_a_fault_of_the_picture(
    work: Any,
    said: str,
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    Image.new("L", (300, 300), 200).save(tmp_path / "x.png")
    monkeypatch.setattr(apart, "SECONDS", 1)
    monkeypatch.setattr(apart, "MINUTES", 0.02 if "hangs" in request.node.name else 15)
    monkeypatch.setattr(reader, "read_printed", work)
    code, _, err = run("check x.png --lang en")
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith(f"x.png: {said}")


def test_a_picture_that_waits_for_its_turn_is_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine work takes longer by the clock; only its processor time is limited."""

    def wait(*_: object) -> None:
        time.sleep(1.3)
        raise SheetgenError("it was waited for")

    Image.new("L", (300, 300), 200).save(tmp_path / "x.png")
    monkeypatch.setattr(apart, "SECONDS", 1)
    monkeypatch.setattr(reader, "read_printed", wait)
    assert run("check x.png --lang en")[2] == "x.png: it was waited for\n"


def test_rows_of_others_are_named_in_messages(run: Run, taken: tuple[Path, Truth]) -> None:
    """For a row that the game does not have, the message lists the rows that it has."""
    _, _, err = run(f"check '{taken[0]}' --ruleset bonus-yachts --rows -,bonus --lang en")
    assert {"'bonus'", "upper_bonus", "thirteen-upper-total-twice", "fifteen-with-pairs"} <= {
        word.strip(",;") for word in err.split()
    }
    assert "thirteen-upper-total-twice" in run("check --help")[1].replace("\n", "").replace(" ", "")


def test_work_is_spread_over_cores_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few parts are begun ahead.

    A fault is handed on, and a process that the system ends is one.
    """
    monkeypatch.setattr(apart, "cores", lambda: 2)
    begun: list[int] = []

    def parts() -> Iterator[int]:
        for part in range(40):
            begun.append(part)
            yield part

    done = apart.spread(lambda part: part * part, parts())
    assert [next(done) for _ in range(3)] == [0, 1, 4]
    assert len(begun) < 10
    assert list(done) == [part * part for part in range(3, 40)]
    with pytest.raises(ZeroDivisionError):
        list(apart.spread(lambda part: 1 // part, [2, 1, 0]))
    with pytest.raises(SheetgenError, match="memory"):
        list(apart.spread(os._exit, [9, 9]))


def test_a_page_of_a_pdf_may_not_take_any_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.pdf"
    Image.new("L", (50, 50)).save(path)
    monkeypatch.setattr(apart, "SECONDS", 1)
    monkeypatch.setattr(PdfPage, "render", lambda *_, **__: sum(iter(int, 1)))
    with pytest.raises(SheetgenError, match=r"x.pdf: takes more than 1 seconds"):
        read_photos(path)


@pytest.mark.parametrize("answer", ["", "?"])
@pytest.mark.usefixtures("asked")
@pytest.mark.few(1)
def test_what_is_unsure_is_asked(
    run: Run, taken: tuple[Path, Truth], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    """Each place is shown with its ink.

    Enter accepts only a value on which ink and rules agree.
    """
    answers: list[str] = []

    def say() -> str:
        answers.append(answer)
        return answer

    monkeypatch.setattr("builtins.input", say)
    _, out, err = run("check", str(taken[0]), "--lang", "en", "--format", "json")
    assert answers
    left = err.count("Enter leaves it unsure")
    assert err.count("; Enter takes ") == len(answers) - left > 0
    reads = [read for card in json.loads(out)["cards"] for read in card["read"].values()]
    assert sum(not read["sure"] for read in reads) == (left if answer == "" else len(answers))


BLANK = digits.NOTHING
"""Index of an empty cell in what a reader says."""


def doubtful(**looks: dict[int, float]) -> ReadSheet:
    """Return a card with rows that look like several numbers or blank; all others look right."""
    ruleset = load_ruleset("dice-play")
    values = dict(zip(ruleset.boxes, (3, 6, 9, 12, 15, 18, 30, 30, 24, 24, 20, 50), strict=True))
    values |= totals(ruleset, values)
    evidence = {}
    for row, value in values.items():
        chances = np.full(digits.NUMBERS + 2 - digits.LEAST, 1e-12)
        chances[[*looks.get(row, {value: 1.0})]] = [*looks.get(row, {value: 1.0}).values()]
        evidence[row] = Seen(np.log(chances), float(BLANK not in looks.get(row, {})))
    rects = {row: Rect(10, 10 + 12 * at, 40, 10) for at, row in enumerate(values)}
    column = ReadColumn(1, evidence, rects, read=posterior(ruleset, evidence))
    jpeg = jpeg_of(np.full((200, 100, 3), 255, np.uint8))
    return ReadSheet("photo.jpg", 1, ruleset, jpeg, (100, 200), 1.0, (column,))


def test_a_doubtful_wrong_sum_is_asked_without_a_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The question shows what it looks like and what the boxes make.

    Enter, files and the review page take neither.
    """
    wording = Wording(load_ruleset("dice-play"), load_catalog("en"))
    monkeypatch.setattr("builtins.input", lambda: "")
    *_, left = ask(doubtful(total={247: 0.9, 241: 0.1}), Report(wording), set())
    (question,) = [line for line in capsys.readouterr().err.splitlines() if "looks like" in line]
    assert (
        "Grand total, Player 1: looks like 247 (90%), 241 (10%); all sums agree with 241; "
        "what is it?" in question
    )
    assert "Enter leaves it unsure" in question
    assert left.columns[0].unsure == ["total"]
    assert "247 / 241?" in card_file([left], wording).decode()
    (found,) = [each for each in audits_of(left, wording)[0].findings if each.where == "total"]
    assert found.kind == "unsure"
    page = review_page(wording, [left]).replace(" ", "")
    assert re.search(r'\["total","total",\[[^]]*\],247,false,\[\[247,', page)


def test_where_all_sums_agree_with_another_value_the_words_name_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """However plain the ink, the place is asked, Enter is refused, and the report has the value."""
    report = Report(Wording(load_ruleset("dice-play"), load_catalog("en")))
    monkeypatch.setattr("builtins.input", lambda: "")
    *_, left = ask(doubtful(total={281: 1.0}), report, set())
    (question,) = [line for line in capsys.readouterr().err.splitlines() if "looks like" in line]
    said = "Grand total, Player 1: looks like 281 (99%); all sums agree with 241"
    assert f"{said}; what is it? - is nothing, Enter leaves it unsure: " in question
    assert left.columns[0].unsure == ["total"]
    assert scanning.doubt_in(left, 0, "total", report) == said
    assert "wrong_total" not in {
        finding.kind for finding in audits_of(left, report.wording)[0].findings
    }


def flat_of(columns: dict[int, int]) -> tuple[np.ndarray, list[Spot]]:
    """Return a straightened page of 10 pixels a millimetre, and its places.

    Each column is written with this gray.
    """
    game, draw = load_ruleset("dice-play"), np.random.default_rng(1)
    values: dict[str, int] = dict(
        zip(game.boxes, (3, 6, 9, 12, 15, 18, 30, 30, 24, 24, 20, 50), strict=True)
    )
    values |= totals(game, values)
    page = np.full((100 * len(values) + 40, 240 * len(columns) + 40, 3), 240, np.uint8)
    spots = []
    for number, gray in columns.items():
        for place, (row, value) in enumerate(values.items()):
            x, y = 240 * number - 210, 100 * place + 20
            cv2.rectangle(page, (x, y), (x + 200, y + 80), (60, 60, 60), 4)
            spots.append(Spot(number, row, Rect(x / 10 * MM, y / 10 * MM, 20 * MM, 8 * MM)))
            cv2.putText(
                page,
                str(value),
                (x + 40, y + 55),
                cv2.FONT_HERSHEY_SIMPLEX,
                1.0,
                (gray,) * 3,
                3,
                cv2.LINE_AA,
            )
    return np.clip(page + draw.normal(0, 1, page.shape), 0, 255).astype(np.uint8), spots


def test_a_column_of_pale_numbers_is_not_passed_over() -> None:
    """A pencil that is hardly darker than the paper is read, and no place of it is a sure blank.

    Paper is no ink.
    """
    flat, spots = flat_of({1: 70, 2: 216, 3: 240})
    first, second = reader.read_flat(load_ruleset("dice-play"), flat, 10 / MM, spots)
    assert (first.number, second.number) == (1, 2)
    assert not [row for row, place in second.read.items() if place.sure and place.value is None]
    assert sum(second.read[row].value == place.value for row, place in first.read.items()) >= 10


def test_questions_come_in_the_order_of_the_sheet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They go from top to bottom, however sure; no place is called nearly certain."""
    report = Report(Wording(load_ruleset("dice-play"), load_catalog("en")))
    answers = iter(["?", "?", "?"])
    monkeypatch.setattr("builtins.input", lambda: next(answers))
    wavering = {
        "ones": {3: 0.9, 1: 0.1},
        "fours": {12: 0.6, 16: 0.4},
        "chance": {22: 0.99, 20: 0.01},
    }
    *_, left = ask(doubtful(total={BLANK: 1.0}, **wavering), report, set())
    assert left.columns[0].unsure == ["ones", "fours", "chance"]
    said = [line for line in capsys.readouterr().err.splitlines() if "looks like" in line]
    assert [line.strip().partition(",")[0] for line in said] == ["Ones", "Fours", "Chance"]
    assert "Chance, Player 1: looks like 22 (99%)" in said[-1]
    assert not [line for line in said if "100%" in line]


@pytest.mark.parametrize("answers", [["?", "?"], ["?"], []])
def test_each_picture_of_an_open_place_is_printed_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: list[str]
) -> None:
    """It is printed with its question, or at the end if the input had ended.

    Open places are repeated.
    """
    sheet = doubtful(total={BLANK: 1.0}, fours={12: 0.6, 16: 0.4}, chance={22: 0.6, 20: 0.4})
    said = iter(answers)

    def say() -> str:
        if (answer := next(said, None)) is None:
            raise EOFError
        return answer

    monkeypatch.setattr("builtins.input", say)
    monkeypatch.setattr(scanning, "can_ask", lambda: True)
    monkeypatch.setattr(scanning, "read_pages", lambda *_: iter([[sheet]]))
    monkeypatch.setattr(scanning, "cut_out", lambda _, column, row: f"picture of {column}, {row}")
    (tmp_path / "photo.jpg").touch()
    _, _, err = run(f"check {tmp_path}/photo.jpg --lang en")
    assert re.findall(r"picture of 0, (\w+)", err) == ["fours", "chance"]
    assert re.findall(r"unsure: (\w+), Player", err) == ["Fours", "Chance"]


def test_the_answer_for_programs_has_one_value() -> None:
    """`value` is the first of `likely`.

    The value by the other places is next to it.
    """
    (column,) = doubtful(total={247: 0.9, 241: 0.1}, fours={12: 0.6, 16: 0.4}).columns
    read = read_out(column.read)
    assert not column.read["total"].sure
    assert column.read["total"].likely[0][0] == 241
    assert (read["total"].value, read["total"].likely[0][0], read["total"].fits) == (247, 247, 241)
    assert read["total"].likely[0][1] == pytest.approx(0.9, abs=0.01)
    assert all(each.value == each.likely[0][0] for each in read.values())
    assert [row for row, each in read.items() if each.fits is not UNSET] == ["total"]


def test_what_is_plainly_wrong_is_found_without_asking() -> None:
    """A plain wrong sum is a finding, also with an unsure box none of whose values explains it."""
    wording = Wording(load_ruleset("dice-play"), load_catalog("en"))
    for doubts in ({}, {"chance": {20: 0.6, 22: 0.4}}):
        (audit,) = audits_of(doubtful(total={261: 1.0, 241: 0.0009}, **doubts), wording)
        (found,) = [each for each in audit.findings if each.where == "total"]
        assert (found.kind, found.written) == ("wrong_total", 261)
        assert (found.expected, found.between) == (((), (241, 243)) if doubts else ((241,), None))


@pytest.mark.parametrize(
    "stops", [KeyboardInterrupt, EOFError, signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
)
@pytest.mark.usefixtures("asked")
def test_what_was_answered_is_not_lost(
    run: Run,
    taken: tuple[Path, Truth],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    stops: type[BaseException] | signal.Signals,
) -> None:
    """After a break the file has the answers, and question marks for the others.

    Signals change nothing.
    """
    answers, saved = iter(["77", "88"]), tmp_path / "card.csv"

    def say() -> str:
        if (answer := next(answers, None)) is not None:
            return answer
        if not isinstance(stops, signal.Signals):
            raise stops
        signal.raise_signal(stops)
        return "?"

    monkeypatch.setattr("builtins.input", say)
    before = {
        each: signal.signal(each, lambda *_: None) for each in (signal.SIGTERM, signal.SIGHUP)
    }  # as the program
    try:
        code, out, err = run("check", str(taken[0]), "--lang", "en", "--save", str(saved))
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    codes: dict[object, int] = {EOFError: 1, KeyboardInterrupt: 130}
    assert code == (128 + stops if isinstance(stops, signal.Signals) else codes[stops])
    assert (out == "") is (stops is not EOFError)
    assert err.count("; Enter takes ") == 3
    found = saved.read_text("utf-8")
    assert "77" in found
    assert "88" in found
    assert "?" in found


def test_where_nothing_can_be_written_nobody_is_asked(
    run: Run, taken: tuple[Path, Truth], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """There is no question whose answer would be lost, and no other document is written.

    With a missing folder, a kept file, a wrong ending.
    """
    monkeypatch.setattr(scanning, "can_ask", lambda: True)
    monkeypatch.setattr(scanning, "read_pages", None)  # nothing is read
    Path("there.csv").write_text("mine", "utf-8")
    for words, said in (
        ("--review look.html --save there.csv", "--force"),
        ("--save no/card.csv", "there is no folder"),
        ("--annotate a.gif", ".pdf, .png"),
        ("--annotate a.jpg", ".pdf, .png"),
        ("--save a.xyz", ".csv"),
    ):
        code, _, err = run(f"check '{taken[0]}' --lang en {words}")
        assert (code, said in err) == (2, True), err
    assert content(tmp_path) == {"there.csv": b"mine"}


REFUSED = [
    # what is asked of a picture of a sheet, and what is said
    ("check PICTURE --ruleset yatzy", "yatzy"),
    ("check PICTURE --total 3", "--total"),
    ("check PICTURE --players 4", "--players"),
    *(
        (f"check --batch PICTURE {option} x.csv", "--batch")
        for option in ("--save", "--review", "--annotate")
    ),
    *(
        (
            f"check dice-play 3 6 9 12 15 18 30 30 28 24 30 50 {option}",
            f"{option.split()[0]} needs a photo.\n",
        )
        for option in (
            "--names x",
            "--rows x",
            "--review x",
            "--save x",
            "--players 2",
            "--label-columns 2",
        )
    ),
]


@pytest.mark.parametrize(("words", "said"), REFUSED)
@pytest.mark.few(2)
def test_what_does_not_go_together(
    run: Run, taken: tuple[Path, Truth], words: str, said: str
) -> None:
    code, out, err = run(
        *(str(taken[0]) if word == "PICTURE" else word for word in words.split()), "--lang", "en"
    )
    assert (code, out, err.count("\n"), said in err) == (2, "", 1, True)


def test_a_picture_of_nothing_is_refused(run: Run, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((1200, 900, 3), 180, np.uint8))
    said = {
        run(f"check {tmp_path}/wall.png --ruleset dice-play --lang {lang}")[2]
        for lang in ("en", "nl", "de", "fr")
    }
    assert len(said) == 4
    assert all(each.count("\n") == 1 for each in said)


def test_without_the_libraries_one_line_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the file is read; one that is not there is told first."""
    monkeypatch.setattr("sheetgen.files.folders.find_spec", lambda name: None)
    Path("photo.jpg").touch()
    code, _, err = run("check photo.jpg --lang en")
    assert (code, err.count("\n")) == (2, 1)
    assert "'opencv-python-headless>=" in err
    assert run("check none.jpg --lang en")[2].startswith("none.jpg: ")


def test_a_pad_of_others_is_read_by_its_rows(run: Run, tmp_path: Path) -> None:
    """Its rows are named from the top, a total that it has twice twice.

    A count that does not fit has both numbers.
    """
    jpeg, truth = pad_photographed("bonus-yachts", "scan", 1, sources=("drawn",))
    (tmp_path / "pad.jpg").write_bytes(jpeg)
    rows = ",".join(truth.rows)
    words = f"--ruleset bonus-yachts --label-columns {truth.labels}"
    answer = answer_of(run, Path("pad.jpg"), *words.split(), "--rows", rows)
    cells = {cell.id: cell.value for cell in truth.cells}
    sure = 0
    for card in answer["cards"]:
        column = card["id"].removeprefix("Player ")
        sure += count_sure(card, {row: cells[f"p{column}.{row}"] for row in card["read"]})
    assert sure
    fewer = rows.removesuffix(truth.rows[-1])
    code, _, err = run(f"check pad.jpg --lang en --no-ask {words} --rows {fewer}")
    assert (code, err.count("\n")) == (2, 1)
    assert {str(len(truth.rows)), str(len(truth.rows) - 1)} <= set(re.findall(r"\d+", err))


@pytest.mark.slow("photos")
def test_the_file_that_a_sheet_was_printed_from_is_asked_for(run: Run, tmp_path: Path) -> None:
    """A sheet of one's own rules is read with that file alone.

    Not without it, with a changed one, or another game.
    """
    rules = (Path(__file__).parents[2] / "tools" / "photography" / "house.toml").read_text("utf-8")
    (tmp_path / "ours.toml").write_text(rules, "utf-8")
    (tmp_path / "changed.toml").write_text(rules.replace("at_least = 63", "at_least = 60"), "utf-8")
    (tmp_path / "renamed.toml").write_text(rules.replace("at Grandma's", "at Grandpa's"), "utf-8")
    sheet = "--paper a5 --players 2 --lang en -o sheet.pdf"
    assert run(f"pdf --ruleset ./ours.toml {sheet}")[0] == 0
    PdfDocument(tmp_path / "sheet.pdf")[0].render(scale=2.5).to_pil().save(tmp_path / "sheet.png")
    refused = {}
    for ruleset in ("", "./changed.toml", "generala"):
        code, out, err = run(
            "check", "sheet.png", *(["--ruleset", ruleset] if ruleset else []), "--no-ask"
        )
        assert (code, out, err.count("\n")) == (2, "", 1)
        refused[ruleset] = err
    assert "--ruleset which file" in refused[""]
    assert "changed, but the sheet was printed from another file" in refused["./changed.toml"]
    assert (
        "its code says a game of your own, or other rules, and --ruleset says generala"
        in refused["generala"]
    )
    for ruleset in ("./ours.toml", "./renamed.toml"):
        code, _, err = run(f"check sheet.png --ruleset {ruleset} --no-ask")
        assert (code, err) == (2, "sheet.png: nothing is written in it; fill it in first\n")
