"""The room that has ReportLab.

Fonts and their parts, contents, settings, and documents that have most in common.
"""

import contextlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from unicodedata import combining

import pikepdf
import pypdfium2
import pytest
import reportlab
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from sheetgen.documents.sheets import sheet
from sheetgen.errors import SheetgenError
from sheetgen.layout.primitives import (
    Die,
    Font,
    Ink,
    Line,
    Page,
    Placed,
    Rect,
    RoundedRect,
    Side,
    Text,
)
from sheetgen.pdf.document import Metadata, OutlineEntry, Output, write_each, write_sides
from sheetgen.pdf.fonts import face_of, fonts_from, is_printable, measure
from sheetgen.rulesets.loading import load_ruleset
from tests.tags import Tags

ROOT = Path(__file__).parents[2]
FILES = {
    face: ROOT / "fonts" / f"SofiaSansSemiCondensed-{face.capitalize()}.ttf"
    for face in ("regular", "bold", "black")
}
OTHER = Path(reportlab.__file__).parent / "fonts" / "VeraIt.ttf"
"""A font that sheetgen has nothing to do with: it leans, and is hinted."""
EUROPE = "".join(
    (
        *(chr(code) for code in (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))),
        "ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŠšŤťŮůŽžĞğİıŞşŐőŰűĂăȘșȚțĀāĒēĢģĪīĶķĻļŅņŪūĖėĮįŲųŒœŸẞ",
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
        *(chr(code) for code in range(0x410, 0x450)),
        "ЁёЂђЄєІіЇїЈјЉљЊњЋћЏџЎўҐґ",
        "×·−–…’“”„≤",
    )
)
"""The letters of most languages of Europe, and what sheets draw."""
TOLD = Metadata("Jacht (1) \\ é", "nl", "sheetgen pdf --ruleset dice-play")


def side(*items: Text | RoundedRect | Line | Die, still: tuple[Text, ...] = ()) -> Side:
    """Return a page of A6 with these items."""
    return Side(298, 420, (Placed(Page(298, 420, items, (), "page", still)),))


def written(*sides: Side) -> bytes:
    """Return these sides as a PDF."""
    target = BytesIO()
    write_sides(sides, TOLD, Output(), target)
    return target.getvalue()


def text_of(content: bytes) -> str:
    """Return the text that a reader finds on all pages."""
    document = pypdfium2.PdfDocument(content)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def embedded_parts(content: bytes) -> list[TTFont]:
    """Return the embedded subsets of fonts in a PDF, with glyphs named by their numbers."""
    with pikepdf.open(BytesIO(content)) as pdf:
        found = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and "/FontFile2" in each
        ]
        return [opened(each.FontFile2.read_bytes()) for each in found]


@pytest.mark.parametrize("font", Font)
def test_letters_and_widths_are_those_that_font_tools_reads(font: Font) -> None:
    """Every letter of the shipped faces has its width.

    A capital begins where it has ink above the line.
    """
    ours, theirs = face_of(font), TTFont(FILES[font.value])
    letters, outlines = theirs.getBestCmap(), theirs["glyf"]
    assert {code for code in range(0x20, 0x3000) if ours.has_letter(chr(code))} == {
        code for code in letters if not combining(chr(code))
    }
    unit = 1000 / theirs["head"].unitsPerEm
    for code, name in letters.items():
        if ours.has_letter(letter := chr(code)):
            assert ours.width(letter) == pytest.approx(unit * theirs["hmtx"][name][0])
            if letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ÉÎÄÇ":
                places, _, _ = outlines[name].getCoordinates(outlines)
                assert ours.bearing(letter) == pytest.approx(
                    unit * min(x for x, y in places if y > 0)
                )


@pytest.mark.parametrize("font", Font)
@pytest.mark.parametrize("letters", ["Jacht", "é", "ÄÖÜß×½", "ŁΩЖ", "aa", EUROPE])
def test_a_part_of_a_font_is_a_font(font: Font, letters: str) -> None:
    """Each letter has its outline and its width in the part, and what it is made of.

    They are as fontTools reads them.
    """
    source, found = TTFont(FILES[font.value]), set[tuple[object, ...]]()
    for part in embedded_parts(written(side(Text(20, 80, letters, font, 5)))):
        for number in part.getGlyphOrder():
            places = part["glyf"][number].getCoordinates(part["glyf"])[0]
            found.add((part["hmtx"][number], tuple(places)))
    for letter in letters:
        original = source.getBestCmap()[ord(letter)]
        places = source["glyf"][original].getCoordinates(source["glyf"])[0]
        assert (source["hmtx"][original], tuple(places)) in found, letter


def test_the_faces_are_small_and_have_the_letters_of_europe() -> None:
    """All three have 300 kB at most, and their licence.

    Each has Latin, Greek and Cyrillic, and the signs of sheets.
    """
    assert sum(path.stat().st_size for path in FILES.values()) <= 300_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in (ROOT / "fonts" / "OFL.txt").read_text("utf-8")
    for name in FILES:
        lacking = [letter for letter in EUROPE if not face_of(Font(name)).has_letter(letter)]
        assert not lacking


def opened(content: bytes) -> TTFont:
    """Return a font with its glyphs named by their numbers."""
    font = TTFont(BytesIO(content))
    font.setGlyphOrder(
        [str(number) for number in range(int.from_bytes(font.reader["maxp"][4:6], "big"))]
    )
    return font


def every_letter() -> str:
    """All letters that can be set with the regular face."""
    return "".join(
        letter for letter in map(chr, range(0x20, 0x3000)) if is_printable(letter, Font.REGULAR)
    )


def mutants(good: bytes, count: int) -> Iterator[bytes]:
    """Yield a font with some bytes of some tables changed, the same ones in each run."""
    chance = Random(19)  # noqa: S311 - no secret
    places = {tag: (place_of(good, tag), at) for tag, at in tables_of(good).items()}
    for _ in range(count):
        data = bytearray(good)
        for _ in range(chance.choice((1, 1, 2, 4))):
            tag = chance.choice((b"loca", b"loca", *places, b""))
            begin, entry = places.get(tag, (0, 0))
            length = (
                int.from_bytes(good[entry + 12 : entry + 16], "big")
                if tag
                else 12 + 16 * len(places)
            )
            at, few = (
                begin + chance.randrange(min(length, chance.choice((16, 64, 9_999)))),
                chance.choice((1, 2, 4)),
            )
            data[at : at + few] = chance.choice((bytes(few), b"\xff" * few, chance.randbytes(few)))
        yield bytes(data)
        if chance.random() < 0.1:
            yield good[: chance.randrange(len(good))]


def test_of_a_changed_font_everything_can_be_used(tmp_path: Path) -> None:
    """An accepted font was read whole.

    All its letters can be measured, drawn and embedded.
    """
    options = Options(
        layout_features=[], glyph_names=False, drop_tables=["GPOS", "GSUB", "GDEF", "DSIG"]
    )
    font, small = TTFont(FILES["regular"]), Subsetter(options)
    small.populate(unicodes=range(0x20, 0x180))
    small.subset(font)
    font.save(tmp_path / "good.ttf")
    taken = 0
    for data in mutants((tmp_path / "good.ttf").read_bytes(), 100):
        (tmp_path / "own.ttf").write_bytes(data)
        with contextlib.suppress(SheetgenError), fonts_from(tmp_path / "own.ttf"):
            letters = every_letter()
            assert measure(letters, Font.REGULAR, 10) >= 0
            for part in embedded_parts(written(side(Text(9, 40, letters, Font.REGULAR, 9)))):
                for number in part.getGlyphOrder():
                    part["glyf"][number].expand(part["glyf"])
                assert (
                    len(part["hmtx"].metrics)
                    == part["maxp"].numGlyphs
                    == len(part["loca"].locations) - 1
                )
            taken += 1
    assert 32 < taken < 88  # or else little was tried


def tables_of(data: bytes) -> dict[bytes, int]:
    """Return the places in a font file of the entries of its tables."""
    return {
        data[at : at + 4]: at for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16)
    }


def place_of(data: bytes, tag: bytes) -> int:
    """Return the place in a font file of the start of a table."""
    at = tables_of(data)[tag] + 8
    return int.from_bytes(data[at : at + 4], "big")


def widths_that_end_early(good: bytes) -> bytes:
    """Return a font that is broken in a letter."""
    data, entry = bytearray(good), tables_of(good)[b"hmtx"]
    data[entry + 8 : entry + 12] = (len(good) - 100).to_bytes(4, "big")
    return bytes(data)


def outlines_that_overlap(good: bytes) -> bytes:
    """Return a font each of whose 65,535 outlines could be the whole file."""
    data, at = bytearray(good), place_of(good, b"loca")
    data[at + 4 : at + 8] = good[at + 1000 : at + 1004]
    return bytes(data)


def letters_named_again_and_again(good: bytes, kind: int) -> bytes:
    """Return a font with thousands of segments of all letters each, which would take hours."""
    at = place_of(good, b"cmap")
    encoding = {4: 1, 12: 10}[kind]
    table = b"\0\0\0\1" + b"\0\3" + encoding.to_bytes(2, "big") + (12).to_bytes(4, "big")
    if kind == 12:
        table += (
            b"\0\x0c\0\0"
            + (16 + 12 * 1000).to_bytes(4, "big")
            + bytes(4)
            + (1000).to_bytes(4, "big")
        )
        table += b"".join(part.to_bytes(4, "big") for _ in range(1000) for part in (0, 60_000, 1))
    else:
        table += (
            b"\0\4"
            + (16 + 8 * 1000).to_bytes(2, "big")
            + bytes(2)
            + (2000).to_bytes(2, "big")
            + bytes(6)
        )
        table += (60_000).to_bytes(2, "big") * 1000 + bytes(2) + bytes(2000) + bytes(4000)
    return good[:at] + table + good[at + len(table) :]


def with_rights(good: bytes, rights: int) -> bytes:
    """Return a font with its rights: to be embedded in documents, and to be taken in part."""
    at = place_of(good, b"OS/2") + 8
    return good[:at] + rights.to_bytes(2, "big") + good[at + 2 :]


REFUSED: list[Callable[[bytes], bytes]] = [
    lambda good: b"OTTO" + good[4:],
    widths_that_end_early,
    outlines_that_overlap,
    *(partial(letters_named_again_and_again, kind=kind) for kind in (4, 12)),
    *(partial(with_rights, rights=rights) for rights in (0x0002, 0x0100, 0x0200)),
]


@pytest.mark.parametrize("changed", REFUSED, ids=range(len(REFUSED)))
def test_a_font_that_is_broken_or_may_not_be_embedded_is_refused(
    tmp_path: Path, changed: Callable[[bytes], bytes]
) -> None:
    """Before anything is drawn, whatever letters there will be."""
    path = tmp_path / "own.ttf"
    path.write_bytes(changed(OTHER.read_bytes()))
    with (
        pytest.raises(SheetgenError, match=r"no TrueType font that can be embedded"),
        fonts_from(path),
    ):
        pass
    path.write_bytes(with_rights(OTHER.read_bytes(), 0x0008))
    with fonts_from(path):
        assert measure("0", Font.REGULAR, 10) > 0


@pytest.mark.parametrize(
    "change", ["no table", "no names", "German names alone", "an unknown form"]
)
def test_a_font_needs_no_usual_name(tmp_path: Path, change: str) -> None:
    """Programs call a font by its name; ReportLab does not read all forms of it.

    It is embedded all the same.
    """
    font = TTFont(OTHER)
    names = font["name"].names
    if change == "no table":
        del font["name"]
    elif change == "no names":
        names.clear()
    elif change == "German names alone":
        font["name"].names = [each for each in names if each.platformID == 3]
        for each in font["name"].names:
            each.langID = 0x407
    font.save(tmp_path / "own.ttf")
    if change == "an unknown form":
        data = bytearray((tmp_path / "own.ttf").read_bytes())
        data[place_of(bytes(data), b"name") + 1] = 7
        (tmp_path / "own.ttf").write_bytes(data)
    with fonts_from(tmp_path / "own.ttf"):
        content = written(side(Text(20, 80, "Jacht", Font.REGULAR, 12)))
    assert "Jacht" in text_of(content)
    with pikepdf.open(BytesIO(content)) as pdf:
        assert {
            str(each.FontName)[-4:]
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and "/FontFile2" in each
        } == {"+own"}


def test_two_fonts_of_one_name_are_two_fonts(tmp_path: Path) -> None:
    """Files in two folders may be called alike."""
    paths = [tmp_path / name / "own.ttf" for name in ("a", "b")]
    for path, source in zip(paths, (OTHER, FILES["black"]), strict=True):
        path.parent.mkdir()
        path.write_bytes(source.read_bytes())
    with fonts_from(*paths):
        content = written(
            side(Text(20, 80, "Jacht", Font.REGULAR, 12), Text(20, 120, "Jacht", Font.BOLD, 12))
        )
    assert len({part["maxp"].maxPoints for part in embedded_parts(content)}) == 2


def test_letters_beyond_the_first_plane_are_copied_right(tmp_path: Path) -> None:
    """A die (U+1F3B2) is two codes of UTF-16, in the table by which letters are copied, too."""
    font = TTFont(OTHER)
    for table in [each for each in font["cmap"].tables if each.platformID == 3]:
        long = CmapSubtable.newSubtable(12)
        long.platformID, long.platEncID, long.language = 3, 10, 0
        long.cmap = {**table.cmap, 0x1F3B2: "A", 0x10FFFD: "B"}
        font["cmap"].tables.append(long)
    font.save(tmp_path / "own.ttf")
    with fonts_from(tmp_path / "own.ttf"):
        content = written(side(Text(20, 80, "Jacht \U0001f3b2 é \U0010fffd!", Font.REGULAR, 12)))
    assert "Jacht \U0001f3b2 é \U0010fffd!" in text_of(content)
    assert "\U0001f3b2" in Tags(content).root.said


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("فاطمة", "ف"),
        ("Anna بن Ali", "ب"),
        ("שרה", "ש"),
        ("हिन्दी", "\u093f"),
        ("٣", "٣"),
        ("ᠠᠨ", "ᠠ"),
    ],
)
def test_letters_that_are_joined_or_run_from_the_right_are_refused(
    tmp_path: Path, text: str, letter: str
) -> None:
    """A font that has them does not help: they would stand alone, from left to right."""
    font = TTFont(OTHER)
    for table in [each for each in font["cmap"].tables if each.isUnicode()]:
        table.cmap.update(dict.fromkeys(map(ord, text), "A"))
    font.save(tmp_path / "own.ttf")
    with fonts_from(tmp_path / "own.ttf"):
        assert measure("ANNA", Font.REGULAR, 10) > 0
        with pytest.raises(SheetgenError) as refused:
            measure(text, Font.REGULAR, 10)
    assert str(refused.value).startswith(f"the letter '{letter}' (U+{ord(letter):04X}, ")
    assert "neither joins letters nor sets them from right to left" in str(refused.value)


def test_lines_and_boxes_are_where_they_should_be() -> None:
    """Y goes down from the upper edge.

    The outline of a box is inside it, and its corners are round.
    """
    items = (
        Line(1, 2, 3, 4, 1),
        RoundedRect(Rect(10, 20, 30, 40), Ink.ACCENT),
        RoundedRect(Rect(10, 100, 30, 40), None, Ink.TEXT, 4),
        RoundedRect(Rect(50, 100, 30, 40), None, Ink.TEXT, 4, 8),
    )
    page = pypdfium2.PdfDocument(written(side(*items)))[0]
    found = [each.get_bounds() for each in page.get_objects() if each.type == 2]
    line, filled, stroked, rounded = (tuple(round(edge) for edge in bounds) for bounds in found)
    assert line == (0, 415, 4, 419)
    assert filled == (10, 360, 40, 400)
    assert stroked == (8, 278, 42, 322), "pdfium adds the width of the line on both sides"
    assert rounded == (48, 278, 82, 322)
    picture = page.render(scale=4).to_pil().convert("L")
    assert picture.getpixel((4 * 52, 4 * 120)) < 60
    assert picture.getpixel((4 * 50 + 2, 4 * 100 + 2)) > 200
    assert picture.getpixel((4 * 9, 4 * 120)) > 200
    assert picture.getpixel((4 * 10 + 2, 4 * 100 + 2)) < 60


def test_text_that_cannot_be_seen_hides_no_other() -> None:
    """It can be read and copied; later drawings are visible."""
    content = written(
        side(Text(20, 40, "hidden", Font.BOLD, 20, None), Text(20, 80, "seen", Font.BOLD, 20))
    )
    assert "hidden" in text_of(content)
    picture = pypdfium2.PdfDocument(content)[0].render(scale=1).to_pil().convert("L")
    assert picture.crop((10, 20, 200, 46)).getextrema() == (255, 255)
    assert picture.crop((10, 60, 200, 86)).getextrema()[0] < 80


@pytest.mark.parametrize(
    "text",
    [
        "Jacht",
        "(a\\b)",
        "é",
        "Daniël (½)",
        "þÿab",
        "ï»¿a",
        "a\xad",
        "日本",
        "\x1b[31m",
        "",
        "a\nb",
        "\ud800",
    ],
)
def test_texts_outside_contents(text: str) -> None:
    """Whatever is in a title, the file stays a file, and a reader gets it back."""
    target, right = BytesIO(), text.encode("utf-16-be", "replace").decode("utf-16-be")
    write_sides(
        [side(Text(9, 9, "a", Font.BOLD, 9))] * 2,
        Metadata(text, "nl"),
        Output(outline=[OutlineEntry(0, text)]),
        target,
    )
    with pikepdf.open(target) as pdf:
        assert str(pdf.docinfo.get("/Title", "")) == right
        assert str(pdf.Root.Outlines.First.Title) == right


def test_a_page_reads_back_and_draws_each_thing_once() -> None:
    """Letters outside the usual ones too.

    Dice and what pages share are drawings that pages call.
    """
    still = (Text(20, 40, "Wat alle bladen hebben", Font.BOLD, 12),)
    items = [
        Text(20, 80 + 20 * n, f"Łucja {n} Ω", Font.REGULAR, 11, align="right") for n in range(3)
    ]
    dice = [Die(40 + 20 * n, 200, 15, 6) for n in range(4)] + [Die(40, 240, 15, 12)]
    content = written(side(*items, *dice, still=still), side(*dice, still=still))
    with pikepdf.open(BytesIO(content)) as pdf:
        assert not pdf.check_pdf_syntax()
        assert len(pdf.pages) == 2
        forms = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"
        ]
        assert len(forms) == 3  # what pages share, the six, and the twelve
    found = text_of(content)
    assert found.count("Wat alle bladen hebben") == 2
    assert "Łucja 2 Ω" in found
    assert content == written(side(*items, *dice, still=still), side(*dice, still=still))


def test_only_the_letters_that_are_used_are_embedded() -> None:
    """A page with one word is smaller than one with an alphabet.

    A letter that the font lacks is named.
    """
    word = written(side(Text(20, 80, "aaa", Font.BOLD, 12)))
    alphabet = written(side(Text(20, 80, "abcdefghijklmnopqrstuvwxyz", Font.BOLD, 12)))
    assert len(word) < 4_500 < len(alphabet) < 9_000
    assert b"Regular" not in word
    with pytest.raises(SheetgenError, match="is not in the font"):
        written(side(Text(20, 80, "Jacht 日", Font.BOLD, 12)))


def test_a_program_that_uses_reportlab_too_keeps_its_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are unchanged after a document, which is the same with any."""
    from reportlab import rl_config

    usual = written(side(Text(20, 80, "a", Font.BOLD, 12)))
    for name, value in {
        "useA85": 1,
        "invariant": 0,
        "pageCompression": 0,
        "documentLang": "xx",
    }.items():
        monkeypatch.setattr(rl_config, name, value)
    assert written(side(Text(20, 80, "a", Font.BOLD, 12))) == usual
    assert (rl_config.useA85, rl_config.invariant, rl_config.documentLang) == (1, 0, "xx")


@pytest.mark.parametrize(
    "command", ["rulesets", "check --ruleset dice-play 3 6 9 12 15 18 30 30 24 24 20 50", "--help"]
)
def test_a_command_without_a_document_loads_no_reportlab(command: str) -> None:
    """The import would double the time.

    Reading a filled form needs none, and its check is shorter.
    """
    code = (
        "import sys, sheetgen.pdf.reading; from sheetgen.cli.commands import main\n"
        "try: main(sys.argv[1:])\n"
    )
    code += "finally: assert 'reportlab' not in sys.modules"
    done = subprocess.run(
        [sys.executable, "-c", code, *command.split()], capture_output=True, check=False, text=True
    )
    assert "AssertionError" not in done.stderr
    assert done.stdout


def test_pages_that_are_alike_are_drawn_once() -> None:
    """A pad of fifty is less than ten times one sheet.

    The first has its structure, the others have a text.
    """
    sheets = [
        sheet(load_ruleset("dice-play"), lang="nl", pad=count, backing=False) for count in (1, 50)
    ]
    assert len(sheets[1]) < min(2.5 * len(sheets[0]), 250_000)
    tags = Tags(sheets[1])
    assert tags.says_so
    assert {len(list(node.each())) for node in tags.root.kids if node.page > 0} == {1}
    assert all(node.alt for node in tags.root.kids if node.page > 0)
    assert {node.page for node in tags.root.kids} == set(range(50))


def test_documents_that_have_most_in_common() -> None:
    """Each is the document of its own page, whole and right, and none knows of the others."""
    still = (Text(20, 40, "Score", Font.REGULAR, 12),)
    names = ["Anna", "Bram", "Łucja", "Zoë"]
    pages = [
        (side(Text(20, 80, name, Font.BOLD, 12), Die(20, 200, 15, 5), still=still),)
        for name in names
    ]
    made = list(write_each(pages, TOLD, Output(), "".join(names)))
    assert len({bytes(pikepdf.open(BytesIO(content)).trailer.ID[0]) for content in made}) == len(
        made
    )
    for name, content in zip(names, made, strict=True):
        with pikepdf.open(BytesIO(content)) as pdf:
            assert not pdf.check_pdf_syntax()
            assert str(pdf.docinfo["/Title"]) == TOLD.title
        found = text_of(content)
        assert name in found
        assert "Score" in found
        assert not any(other in found for other in names if other != name)
    assert made == list(write_each(pages, TOLD, Output(), "".join(names)))
    late = next(
        iter(write_each(pages[2:3], TOLD, Output(), "Anna"))
    )  # a letter that nobody announced
    assert "Łucja" in text_of(late)
