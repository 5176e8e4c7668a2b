"""Our own part of PDF: fonts and their parts, objects, contents, and documents that have most in common."""

import contextlib
import re
import zlib
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFontFile

from sheetgen.errors import SheetgenError
from sheetgen.layout import Box, Die, Font, Ink, Line, Page, Placed, Rect, Side, Text
from sheetgen.pdf import Metadata, Output, font_files, fonts_from, measure, write_each, write_sides
from sheetgen.pdf.contents import box_path, line_path, number, point
from sheetgen.pdf.file import PdfFile, text_string
from sheetgen.pdf.truetype import BROKEN, TrueType

FONTS = font_files()
TOLD = Metadata("Jacht (1) \\ é", "nl", "sheetgen pdf --ruleset dice-play")


def face(name: str) -> TrueType:
    """One of the faces that come with sheetgen."""
    return TrueType(FONTS[name].read_bytes())


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


@pytest.mark.parametrize("name", FONTS)
def test_letters_and_widths_are_those_that_reportlab_reads(name: str) -> None:
    """Every letter of the shipped faces has the outline and the width that ReportLab finds."""
    ours, theirs = face(name), TTFontFile(str(FONTS[name]))
    known = {code: glyph for code, glyph in theirs.charToGlyph.items() if glyph}
    assert dict(ours.glyphs) == known
    assert all(ours.width(code) == pytest.approx(theirs.charWidths[code]) for code in known)
    assert ours.bounds == tuple(theirs.bbox)
    assert ours.slant == theirs.italicAngle


@pytest.mark.parametrize("name", FONTS)
@pytest.mark.parametrize("letters", ["Jacht", "é", "ÄÖÜß×½", "ŁΩЖ", "", "aa"])
def test_a_part_of_a_font_is_a_font(name: str, letters: str) -> None:
    """Each letter has its outline and its width in the part, by its place."""
    whole = face(name)
    if any(ord(letter) not in whole.glyphs for letter in letters):
        pytest.skip("the italic face has fewer letters")
    part = TrueType(whole.subset(letters))
    for place, letter in enumerate(letters, 1):
        assert part._metrics(place) == whole._metrics(whole.glyphs[ord(letter)])
        begin, end = part._places[place], part._places[place + 1]
        original = whole.glyphs[ord(letter)]
        assert end - begin >= whole._places[original + 1] - whole._places[original]
    assert part._count == len(part._places) - 1 >= 1 + len(letters)


def test_parts_of_letters_come_with_them() -> None:
    """A letter that is made of others brings these, by their new numbers."""
    whole = face("regular")
    composite = next(
        chr(code) for code, glyph in whole.glyphs.items()
        if whole._data[whole._tables[b"glyf"][0] + whole._places[glyph]] >= 0x80 and code > 0xBF
    )  # fmt: skip
    data = whole.subset(composite)
    part = TrueType(data)
    assert part._count > 2  # the letter that is missing, the letter, and what it is made of
    start = part._tables[b"glyf"][0] + part._places[1]
    assert int.from_bytes(data[start + 12 : start + 14], "big") in range(2, part._count)


@settings(deadline=None)  # no timed tests
@given(st.binary(max_size=200), st.integers(0, 100_000), st.integers(1, 64))
def test_a_broken_font_is_no_crash(noise: bytes, place: int, length: int) -> None:
    """A file with bytes that are wrong or missing is refused in one way, or gives what it can."""
    good = FONTS["italic"].read_bytes()
    for data in (noise, good[:place], good[:place] + noise + good[place + length :]):
        with contextlib.suppress(*BROKEN):
            TrueType(data).check()


def test_a_font_that_is_broken_in_a_letter_is_refused(tmp_path: Path) -> None:
    """Before anything is drawn, whatever letters there will be: the widths end too early."""
    good = bytearray(FONTS["italic"].read_bytes())
    entry = 12 + 16 * list(TrueType(bytes(good))._tables).index(b"hmtx")
    good[entry + 8 : entry + 12] = (len(good) - 100).to_bytes(4, "big")
    (tmp_path / "short.ttf").write_bytes(good)
    with pytest.raises(SheetgenError, match="embedded"), fonts_from(tmp_path / "short.ttf"):
        pass


def test_a_font_that_names_letters_again_and_again_is_refused() -> None:
    """Thousands of segments of all letters each would take hours."""
    good = FONTS["italic"].read_bytes()
    at = TrueType(good)._tables[b"cmap"][0]
    table = b"\0\0\0\1" + b"\0\3\0\n" + (12).to_bytes(4, "big")
    table += b"\0\x0c\0\0" + (16 + 12 * 1000).to_bytes(4, "big") + bytes(4) + (1000).to_bytes(4, "big")
    table += b"".join(part.to_bytes(4, "big") for _ in range(1000) for part in (0, 60_000, 1))
    with pytest.raises(BROKEN):
        _ = TrueType(good[:at] + table + good[at + len(table) :]).glyphs


def test_a_font_that_may_not_be_embedded_is_refused(tmp_path: Path) -> None:
    """Fonts say whether documents may hold them, and whether parts of them may be taken."""
    data = bytearray(FONTS["italic"].read_bytes())
    offset = TrueType(bytes(data))._tables[b"OS/2"][0] + 8
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
    assert box_path(Box(rect, Ink.TINT), 100) == b"10.000 40.000 30.000 40.000 re f"
    assert box_path(Box(rect, None, Ink.TEXT), 100).endswith(b"re S")
    assert box_path(Box(rect, Ink.TINT, Ink.TEXT), 100).endswith(b"re B")
    assert box_path(Box(rect), 100).endswith(b"re n")
    rounded = box_path(Box(rect, Ink.TINT, top=5), 100)
    assert rounded.count(b" c") == 4
    assert rounded.startswith(b"10.000 40.000 m 40.000 40.000 l")
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
