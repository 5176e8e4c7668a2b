"""Our own part of PDF: fonts and their parts, objects, contents, and documents that have most in common."""

import contextlib
import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pikepdf
import pytest
import reportlab
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from hypothesis import given, settings, strategies as st
from reportlab.pdfbase.ttfonts import TTFontFile

from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.layout import Box, Die, Font, Ink, Line, Page, Placed, Rect, Side, Text
from sheetgen.pdf import Metadata, Output, fonts_from, measure, reading, write_each, write_sides
from sheetgen.pdf.contents import box_path, line_path, number, point
from sheetgen.pdf.file import PdfFile, text_string
from sheetgen.pdf.fonts import face_of, is_printable, read_face

ROOT = Path(__file__).parent.parent
FILES = {
    face: ROOT / "fonts" / f"SofiaSansSemiCondensed-{face.capitalize()}.ttf" for face in ("regular", "bold", "black")
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


def side(*items: Text | Box | Line | Die, still: tuple[Text, ...] = ()) -> Side:
    """A page of A6 with these items."""
    return Side(298, 420, (Placed(Page(298, 420, items, (), "page", still)),))


def written(*sides: Side) -> bytes:
    """These sides as a PDF."""
    target = BytesIO()
    write_sides(sides, TOLD, Output(), target)
    return target.getvalue()


def text_of(content: bytes) -> str:
    """What a reader finds on all pages."""
    import pypdfium2

    document = pypdfium2.PdfDocument(content)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


@pytest.mark.parametrize("name", FILES)
def test_letters_and_widths_are_those_that_reportlab_reads(name: str) -> None:
    """Every letter of the shipped faces has the width that ReportLab finds."""
    ours, theirs = read_face(name), TTFontFile(str(FILES[name]))
    known = {chr(code) for code, glyph in theirs.charToGlyph.items() if glyph}
    assert set(ours.glyphs) == known
    widths = {letter: ours.metrics[number][0] * ours.scale for letter, number in ours.glyphs.items()}
    assert widths == pytest.approx({letter: theirs.charWidths[ord(letter)] for letter in known})
    assert all(ours.widths[letter] == widths[letter] for letter in known if ours.has(letter))
    assert ours.bounds == tuple(theirs.bbox)
    assert ours.slant == theirs.italicAngle
    assert (ours.ascent, ours.descent) == (theirs.ascent, theirs.descent)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("letters", ["Jacht", "é", "ÄÖÜß×½", "ŁΩЖ", "", "aa"])
def test_a_part_of_a_font_is_a_font(name: str, letters: str) -> None:
    """Each letter has its outline and its width in the part, by its place, as fontTools reads it."""
    whole, source = read_face(name), TTFont(FILES[name])
    part = opened(whole.subset(letters))
    assert part["maxp"].numGlyphs >= 1 + len(letters)
    for place, letter in enumerate(letters, 1):
        original = source.getBestCmap()[ord(letter)]
        assert part["hmtx"][str(place)] == source["hmtx"][original]
        shapes = [font["glyf"][glyph].getCoordinates(font["glyf"])[0]
                  for font, glyph in ((part, str(place)), (source, original))]  # fmt: skip
        assert list(shapes[0]) == list(shapes[1])


def test_the_faces_are_small_and_have_the_letters_of_europe() -> None:
    """All three are 300 kB at most, beside their licence; each has Latin, Greek and Cyrillic, and what sheets draw."""
    assert sum(path.stat().st_size for path in FILES.values()) <= 300_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in (ROOT / "fonts" / "OFL.txt").read_text("utf-8")
    for name in FILES:
        lacking = [letter for letter in EUROPE if not read_face(name).has(letter)]
        assert not lacking


def opened(content: bytes) -> TTFont:
    """A font, its outlines called by their numbers."""
    font = TTFont(BytesIO(content))
    font.setGlyphOrder([str(number) for number in range(int.from_bytes(font.reader["maxp"][4:6], "big"))])
    return font


def test_parts_of_letters_come_with_them() -> None:
    """A letter that is made of others brings these, by their new numbers."""
    whole = read_face("regular")
    composite = next(letter for letter, number in whole.glyphs.items() if number in whole.parts and letter > "\xbf")
    part = opened(whole.subset(composite))
    count = part["maxp"].numGlyphs
    assert count > 2  # the letter that is missing, the letter, and what it is made of
    assert {int(each.glyphName) for each in part["glyf"]["1"].components} <= set(range(2, count))


@settings(deadline=None, max_examples=25)  # no timed tests
@given(st.binary(max_size=200), st.integers(0, 100_000), st.integers(1, 64))
def test_a_broken_font_is_no_crash(noise: bytes, place: int, length: int) -> None:
    """A file with bytes that are wrong or missing is refused in one way, or every letter of it can be embedded."""
    good = OTHER.read_bytes()
    with TemporaryDirectory() as folder:
        path = Path(folder, "broken.ttf")
        for data in (noise, good[:place], good[:place] + noise + good[place + length :]):
            path.write_bytes(data)
            with contextlib.suppress(SheetgenError), fonts_from(path):
                face_of(Font.REGULAR).subset("".join(face_of(Font.REGULAR).glyphs))


def mutants(good: bytes, count: int) -> Iterator[bytes]:
    """A font with some bytes of some of its tables changed, always in the same ways; and where its outlines begin."""
    chance = Random(19)  # noqa: S311 - no secret
    places = {tag: (place_of(good, tag), at) for tag, at in tables_of(good).items()}
    for _ in range(count):
        data = bytearray(good)
        for _ in range(chance.choice((1, 1, 2, 4))):
            tag = chance.choice((b"loca", b"loca", *places, b""))
            begin, entry = places.get(tag, (0, 0))
            length = int.from_bytes(good[entry + 12 : entry + 16], "big") if tag else 12 + 16 * len(places)
            at, few = begin + chance.randrange(min(length, chance.choice((16, 64, 9_999)))), chance.choice((1, 2, 4))
            data[at : at + few] = chance.choice((bytes(few), b"\xff" * few, chance.randbytes(few)))
        yield bytes(data)


def test_of_a_changed_font_everything_can_be_used(tmp_path: Path) -> None:
    """What is taken was read through: all letters can be measured, drawn and embedded, as a font that others read."""
    options = Options(layout_features=[], glyph_names=False, drop_tables=["GPOS", "GSUB", "GDEF", "DSIG", "name"])
    font, small = TTFont(FILES["regular"]), Subsetter(options)
    small.populate(unicodes=range(0x20, 0x180))
    small.subset(font)
    font.save(tmp_path / "good.ttf")
    taken = 0
    for data in mutants((tmp_path / "good.ttf").read_bytes(), 250):
        (tmp_path / "own.ttf").write_bytes(data)
        with contextlib.suppress(SheetgenError), fonts_from(tmp_path / "own.ttf"):
            letters = "".join(letter for letter in face_of(Font.REGULAR).glyphs if is_printable(letter, Font.REGULAR))
            part = opened(face_of(Font.REGULAR).subset(letters))
            for number in part.getGlyphOrder():
                part["glyf"][number].expand(part["glyf"])
            assert len(part["hmtx"].metrics) == part["maxp"].numGlyphs == len(part["loca"].locations) - 1
            assert measure(letters, Font.REGULAR, 10) >= 0
            assert written(side(Text(9, 40, letters, Font.REGULAR, 9)))
            taken += 1
    assert 80 < taken < 220  # or else little was tried


def tables_of(data: bytes) -> dict[bytes, int]:
    """Where in a font file the entries of its tables stand."""
    return {data[at : at + 4]: at for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16)}


def place_of(data: bytes, tag: bytes) -> int:
    """Where in a font file a table begins."""
    at = tables_of(data)[tag] + 8
    return int.from_bytes(data[at : at + 4], "big")


def test_a_font_that_is_broken_in_a_letter_is_refused(tmp_path: Path) -> None:
    """Before anything is drawn, whatever letters there will be: the widths end too early."""
    good = bytearray(OTHER.read_bytes())
    entry = tables_of(bytes(good))[b"hmtx"]
    good[entry + 8 : entry + 12] = (len(good) - 100).to_bytes(4, "big")
    (tmp_path / "short.ttf").write_bytes(good)
    with pytest.raises(SheetgenError, match="embedded"), fonts_from(tmp_path / "short.ttf"):
        pass


@pytest.mark.parametrize("kind", [4, 12])
def test_a_font_that_names_letters_again_and_again_is_refused(tmp_path: Path, kind: int) -> None:
    """Thousands of segments of all letters each would take hours."""
    good = OTHER.read_bytes()
    at = place_of(good, b"cmap")
    encoding = {4: 1, 12: 10}[kind]
    table = b"\0\0\0\1" + b"\0\3" + encoding.to_bytes(2, "big") + (12).to_bytes(4, "big")
    if kind == 12:
        table += b"\0\x0c\0\0" + (16 + 12 * 1000).to_bytes(4, "big") + bytes(4) + (1000).to_bytes(4, "big")
        table += b"".join(part.to_bytes(4, "big") for _ in range(1000) for part in (0, 60_000, 1))
    else:
        table += b"\0\4" + (16 + 8 * 1000).to_bytes(2, "big") + bytes(2) + (2000).to_bytes(2, "big") + bytes(6)
        table += (60_000).to_bytes(2, "big") * 1000 + bytes(2) + bytes(2000) + bytes(4000)
    (tmp_path / "long.ttf").write_bytes(good[:at] + table + good[at + len(table) :])
    with pytest.raises(SheetgenError, match="embedded"), fonts_from(tmp_path / "long.ttf"):
        pass


def test_a_font_whose_outlines_overlap_is_refused(tmp_path: Path) -> None:
    """Each of 65,535 outlines could be the whole file."""
    good = bytearray(OTHER.read_bytes())
    at = place_of(bytes(good), b"loca")
    good[at + 4 : at + 8] = good[at + 1000 : at + 1004]
    (tmp_path / "twice.ttf").write_bytes(good)
    with pytest.raises(SheetgenError, match="embedded"), fonts_from(tmp_path / "twice.ttf"):
        pass


def test_a_font_that_may_not_be_embedded_is_refused(tmp_path: Path) -> None:
    """Fonts say whether documents may hold them, and whether parts of them may be taken."""
    data = bytearray(OTHER.read_bytes())
    offset = place_of(bytes(data), b"OS/2") + 8
    for rights in (0x0002, 0x0100, 0x0200):
        data[offset : offset + 2] = rights.to_bytes(2, "big")
        path = tmp_path / "locked.ttf"
        path.write_bytes(data)
        with pytest.raises(SheetgenError, match=r"no TrueType font that can be embedded"), fonts_from(path):
            pass
    data[offset : offset + 2] = (0x0008).to_bytes(2, "big")
    path.write_bytes(data)
    with fonts_from(path):
        assert measure("0", Font.REGULAR, 10) > 0


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0"), (12.0, "12"), (595.2755905, "595.276"), (0.0004, "0"), (-3.5, "-3.5"), (1234.5678, "1234.57"),
     (0.0012, "0.001")],
)  # fmt: skip
def test_numbers_have_no_exponent(value: float, shown: str) -> None:
    """PDF knows no exponents, and a thousandth of a point is finer than any printer."""
    assert number(value) == shown.encode()
    assert list(map(float, point(value, 1).split())) == [pytest.approx(value, abs=0.0006), 1]
    assert b"e" not in point(value, 1)


def test_lines_and_boxes_as_operators() -> None:
    """Y goes up in PDF; a box is filled, stroked, both, or neither."""
    assert line_path(Line(1, 2, 3, 4, 1), 100) == b"1.000 98.000 m 3.000 96.000 l S"
    rect = Rect(10, 20, 30, 40)
    assert box_path(Box(rect, Ink.ACCENT), 100) == b"10.000 40.000 30.000 40.000 re f"
    assert box_path(Box(rect, None, Ink.TEXT), 100).endswith(b"re S")
    assert box_path(Box(rect, Ink.ACCENT, Ink.TEXT), 100).endswith(b"re B")
    assert box_path(Box(rect), 100).endswith(b"re n")
    rounded = box_path(Box(rect, Ink.ACCENT, radius=5), 100)
    assert rounded.count(b" c") == 4
    assert rounded.startswith(b"15.000 40.000 m 35.000 40.000 l")
    assert rounded.endswith(b"h f")


@pytest.mark.parametrize(
    "text", ["Jacht", "(a\\b)", "é", "Daniël (½)", "þÿab", "ï»¿a", "a\xad", "日本", "\x1b[31m", "", "a\nb", "\ud800"]
)
def test_texts_outside_contents(text: str) -> None:
    """Whatever is in a title, the file stays a file, and a reader gets it back."""
    document = pikepdf.new()
    document.add_blank_page()
    buffer = BytesIO()
    document.save(buffer)
    made = pikepdf.Object.parse(text_string(text))
    assert str(made) == text.encode("utf-16-be", "replace").decode("utf-16-be")


def test_a_page_reads_back_and_draws_each_thing_once() -> None:
    """Letters outside the usual ones too; dice and what pages share are drawings that pages call."""
    still = (Text(20, 40, "Wat alle bladen hebben", Font.BOLD, 12),)
    items = [Text(20, 80 + 20 * n, f"Łucja {n} Ω", Font.REGULAR, 11, align="right") for n in range(3)]
    dice = [Die(40 + 20 * n, 200, 15, 6) for n in range(4)] + [Die(40, 240, 15, 12)]
    content = written(side(*items, *dice, still=still), side(*dice, still=still))
    with pikepdf.open(BytesIO(content)) as pdf:
        assert not pdf.check_pdf_syntax()
        assert len(pdf.pages) == 2
        forms = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"]
        assert len(forms) == 3  # what pages share, the six, and the twelve
    found = text_of(content)
    assert found.count("Wat alle bladen hebben") == 2
    assert "Łucja 2 Ω" in found
    assert content == written(side(*items, *dice, still=still), side(*dice, still=still))


def test_a_letter_that_the_font_lacks_is_named() -> None:
    """Wherever it is first drawn."""
    with pytest.raises(SheetgenError, match="is not in the font"):
        written(side(Text(20, 80, "Jacht 日", Font.BOLD, 12)))


def test_only_the_letters_that_are_used_are_embedded() -> None:
    """A page with one word is smaller than one with an alphabet, and both are small."""
    word = written(side(Text(20, 80, "aaa", Font.BOLD, 12)))
    alphabet = written(side(Text(20, 80, "abcdefghijklmnopqrstuvwxyz", Font.BOLD, 12)))
    assert len(word) < 3_500 < len(alphabet) < 9_000
    assert b"Regular" not in word


def test_a_file_knows_where_its_objects_are() -> None:
    """Each entry of the table leads to its object, and streams are packed where that is worth it."""
    target = BytesIO()
    file = PdfFile(target)
    short, long, catalog, info = (file.new() for _ in range(4))
    file.put_stream(short, b"q Q", b"/A 1")
    file.put_stream(long, b"0 0 m 1 1 l S\n" * 200)
    file.put(catalog, b"<</Type/Catalog>>")
    file.put(info, b"<<>>")
    file.end(catalog, info)
    content = target.getvalue()
    for place, at in enumerate(re.findall(rb"(\d{10}) 00000 n", content), 1):
        assert content[int(at) :].startswith(b"%d 0 obj" % place)
    assert b"<</A 1/Length 3>>\nstream\nq Q\nendstream" in content
    packed = re.search(rb"FlateDecode/Length (\d+)>>\nstream\n", content)
    assert packed
    assert zlib.decompress(content[packed.end() : packed.end() + int(packed[1])]) == b"0 0 m 1 1 l S\n" * 200


def test_documents_that_have_most_in_common() -> None:
    """Each is the document of its own page, whole and right, and none knows of the others."""
    still = (Text(20, 40, "Score", Font.REGULAR, 12),)
    names = ["Anna", "Bram", "Łucja", "Zoë"]
    pages = [(side(Text(20, 80, name, Font.BOLD, 12), Die(20, 200, 15, 5), still=still),) for name in names]
    made = list(write_each(pages, TOLD, Output(), "".join(names)))
    for name, content in zip(names, made, strict=True):
        with pikepdf.open(BytesIO(content)) as pdf:
            assert not pdf.check_pdf_syntax()
            assert str(pdf.docinfo["/Title"]) == TOLD.title
        found = text_of(content)
        assert name in found
        assert "Score" in found
        assert not any(other in found for other in names if other != name)
    assert made == list(write_each(pages, TOLD, Output(), "".join(names)))
    late = next(iter(write_each(pages[2:3], TOLD, Output(), "Anna")))  # a letter that nobody announced
    assert "Łucja" in text_of(late)


def test_a_preview_says_what_it_needs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the library for pictures is not installed, one line says how to get it."""
    monkeypatch.setattr("sheetgen.files.installed.find_spec", lambda _: None)
    with pytest.raises(SheetgenError) as caught:
        reading.picture_of(tmp_path / "x.pdf")
    told = str(load_catalog("en").error(caught.value))
    assert told.startswith("needs the libraries of the extra 'preview'; install them with: ")
    assert "'pypdfium2>=" in told
