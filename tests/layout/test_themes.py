"""Themes and modes: what they change on paper, and what is wrong with a theme file."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pypdfium2
import pytest
from msgspec import Struct
from PIL import Image, ImageFilter

from sheetgen.files.tables import contrast
from sheetgen.layout.primitives import MM, Die, Ink, Rect
from sheetgen.layout.themes import MODES, Look, load_look, theme_names
from sheetgen.rulesets.loading import load_ruleset
from tests.conftest import Refused, Run
from tests.layout.test_sheet_design import finished
from tests.readback import Sheet
from tests.shop import bytes_of, job
from tests.tables import blocks_of

Pixel = tuple[int, int, int]


def printed(run: Run, options: str = "", ruleset: str = "dice-play") -> bytes:
    """Return the sheet that these options print."""
    code, _, err = run(f"pdf --ruleset {ruleset} {options} -o printed.pdf --force")
    assert (code, err) == (0, "")
    return Path("printed.pdf").read_bytes()


def colours_of(content: bytes) -> dict[Pixel, int]:
    """Return the colours of the first page, with the number of dots of each."""
    picture = pypdfium2.PdfDocument(content)[0].render(scale=1.2).to_pil().convert("RGB")
    return {colour: count for count, colour in picture.getcolors(1 << 24)}


def pixel(colour: str) -> Pixel:
    """Return the dot of a colour such as #1c2945."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def dot(look: Look, ink: Ink) -> Pixel:
    """Return the dot of an ink."""
    red, green, blue = (round(255 * part) for part in look.colours[ink])
    return red, green, blue


def contrast_of(look: Look, ink: Ink) -> float:
    """Return the contrast of an ink with paper, after WCAG 2.2."""
    return contrast(look.colours[ink], look.colours[Ink.PAPER])


class Drawn(Struct, frozen=True):
    """Page in grey, four dots to a point, with the ink at places of the layout."""

    picture: Image.Image
    boxes: dict[str, Rect]
    """The boxes of the first player, by their rows."""
    dice: tuple[Die, ...]
    """The dice of the signature, and those of the code."""

    @classmethod
    @cache
    def of(cls, theme: str, ruleset: str = "numbers-hands") -> "Drawn":
        """Return the sheet of a game in a theme."""
        printing = job(ruleset, theme=theme)
        (placed,) = next(iter(printing.job.sides())).placed
        dice = tuple(
            item
            for item in placed.page.still
            if isinstance(item, Die) and item.size > 11 and item.face
        )
        picture = pypdfium2.PdfDocument(bytes_of(printing))[0].render(scale=4).to_pil().convert("L")
        cells = {
            cell.id.row: cell.rect
            for cell in placed.page.cells
            if cell.id.player == 1 and cell.id.row
        }
        return cls(picture, cells, dice)

    def dark(self, x: float, y: float) -> bool:
        """Check whether there is ink at a place, in points."""
        return self.picture.getpixel((int(4 * x), int(4 * y))) < 130  # type: ignore[operator]

    def corner(self, rect: Rect) -> float:
        """Return the distance of ink from the corner of a rectangle, in points.

        More if it is rounder.
        """
        return next(
            step / 8 for step in range(200) if self.dark(rect.x + step / 8, rect.y + step / 8)
        )

    def code(self) -> list[bool]:
        """Return for each place of the code dice whether there is ink."""
        places = [0.02 + 0.04 * step for step in range(25)]
        found = [die for die in self.dice if die.kind == "code"]
        return [
            self.dark(die.x + x * die.size, die.y + y * die.size)
            for die in found
            for x in places
            for y in places
        ]

    def signature(self) -> tuple[bool, bool, float]:
        """Return whether a die in the signature is solid and has square pips, and its roundness."""
        die = next(die for die in self.dice if die.kind != "code" and die.face == 5)
        solid = self.dark(die.x + 0.5 * die.size, die.y + 0.22 * die.size)
        edge = 0.078 * die.size  # in the corner of a square pip, and out of a round one
        square = self.dark(die.x + 0.5 * die.size + edge, die.y + 0.5 * die.size + edge) != solid
        return solid, square, self.corner(Rect(die.x, die.y, die.size, die.size)) / die.size


def test_themes_are_listed() -> None:
    """They are listed by name and in order, without modes.

    The file of the theme ink has the values of the program.
    """
    assert load_look("ink") == Look()
    assert theme_names() == sorted(theme_names())
    assert "ink" in theme_names()
    assert len(theme_names()) > 1
    assert not set(theme_names()) & set(MODES)


MODE_SETS: list[tuple[str, ...]] = [
    modes for count in range(4) for modes in combinations(MODES, count)
]


@pytest.mark.parametrize("modes", MODE_SETS, ids=str)
@pytest.mark.parametrize("theme", theme_names())
def test_every_theme_goes_with_every_mode(theme: str, modes: Sequence[str]) -> None:
    """And its text can be read, and its lines are seen, whatever was asked for.

    Sums have heavier lines.
    """
    look = load_look(theme, modes)
    for ink, least in ((Ink.TEXT, 4.5), (Ink.MUTED, 4.5), (Ink.ACCENT, 7), (Ink.RULE, 3)):
        assert contrast_of(look, ink) >= least
    assert look.hairline >= 0.5
    assert 0.85 <= look.box < look.sum < look.section < look.grand


@pytest.mark.parametrize("modes", [modes for modes in MODE_SETS if "large-print" in modes], ids=str)
def test_large_print_is_laid_over_last(tmp_path: Path, modes: Sequence[str]) -> None:
    """Its type, its boxes and its black win, whatever the theme and the other modes."""
    path = tmp_path / "own.toml"
    path.write_text(
        "[type]\nname = 10\nsmallest = 7.5\n[boxes]\nwidth = 12\nheight = 30\n", "utf-8"
    )
    look = load_look(str(path), modes)
    assert (look.name, look.detail, look.smallest) == (18, 16, 16)
    assert (look.least_width, look.least_height) == (18 * MM, 10 * MM)
    assert {look.colours[ink] for ink in (Ink.TEXT, Ink.MUTED)} == {(0, 0, 0)}


def test_themes_differ_in_more_than_colour() -> None:
    """No two look alike, with any mode or without.

    In grey, boxes and dice are rounder, sharper, open or square.
    """
    assert (
        load_look("wine", MODES)
        == load_look("wine", MODES[::-1])
        == load_look("wine", [*MODES, *MODES])
    )
    looks = [
        load_look(theme, modes)
        for theme in theme_names()
        for modes in ((), *((mode,) for mode in MODES))
    ]
    assert all(one != other for one, other in combinations(looks, 2))
    pages = {theme: Drawn.of(theme) for theme in theme_names()}
    corners = sorted(page.corner(page.boxes["ones"]) for page in pages.values())
    assert all(rounder - sharper > 0.3 for sharper, rounder in pairwise(corners))
    signatures = [page.signature() for page in pages.values()]
    assert (
        {solid for solid, _, _ in signatures}
        == {square for _, square, _ in signatures}
        == {True, False}
    )
    roundness = sorted(round_ for *_, round_ in signatures)
    assert all(rounder - sharper > 0.015 for sharper, rounder in pairwise(roundness))
    for page in pages.values():  # programs read the code, whatever the theme
        other = sum(
            one != usual for one, usual in zip(page.code(), pages["ink"].code(), strict=True)
        )
        assert other < 0.01 * len(page.code())
    assert len({load_look(theme).grand for theme in theme_names()}) > 1


@pytest.mark.parametrize("theme", theme_names())
def test_the_lines_of_a_theme_are_printed(theme: str) -> None:
    """Boxes, sums, section totals and the grand total have the lines of the theme, each heavier."""
    look = load_look(theme)
    page = finished("numbers-hands", "en", theme=theme)
    printed_lines = {cell.id.row: shape.width for cell, shape in page.outlines}
    rows = {
        "ones": look.box,
        "numbers_subtotal": look.sum,
        "numbers_total": look.section,
        "total": look.grand,
    }
    assert {row: printed_lines[row] for row in rows} == pytest.approx(rows, abs=0.01)


def test_without_a_theme_the_accent_is_that_of_the_game(run: Run) -> None:
    """A theme that names none leaves it, another one replaces it."""
    accents = {id_: load_ruleset(id_).accent for id_ in ("dice-play", "generala")}
    for id_, accent in accents.items():
        for theme, expected in (("ink", accent), ("wine", "#7a1f3d"), ("plain", "#000000")):
            colours = colours_of(printed(run, f"--theme {theme}", ruleset=id_))
            assert colours.get(pixel(expected), 0) > 500, (id_, theme)
            assert expected == accent or pixel(accent) not in colours


OWN = """
[colours]
text = "#102030"
accent = "#0A5B2C"
"""


def test_a_theme_of_ones_own_is_printed(run: Run) -> None:
    """Its colours are on the paper, in capitals or not, and those that it changes are gone."""
    Path("own.toml").write_text(OWN, "utf-8")
    colours = colours_of(printed(run, "--theme own.toml"))
    assert colours.get(pixel("#0a5b2c"), 0) > 500
    assert colours.get(pixel("#102030"), 0) > 0
    assert pixel(load_ruleset("dice-play").accent) not in colours
    assert colours.get(dot(load_look("ink"), Ink.TEXT), 0) < 50


@pytest.mark.parametrize(
    "name", ["own.toml", "OWN.TOML", "./deep/er/own.toml", "zoë \x1b.toml", "link.toml"]
)
def test_a_theme_file_can_be_anywhere(run: Run, name: str) -> None:
    """A path that ends in .toml is a file, whatever else is in it, and a link is followed."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if name == "link.toml":
        Path("behind").write_text(OWN, "utf-8")
        path.symlink_to("behind")
    else:
        path.write_text(OWN, "utf-8")
    assert pixel("#0a5b2c") in colours_of(printed(run, f"--theme '{name}'"))


def test_an_empty_theme_changes_nothing(tmp_path: Path) -> None:
    """Values that are missing keep their default; comments and a byte order mark are no fault."""
    path = tmp_path / "own.toml"
    for content in ("", "\ufeff# nothing\r\n", "[colours]\n[lines]\n[type]\n[boxes]\n[dice]\n"):
        path.write_text(content, "utf-8")
        assert load_look(str(path)) == Look()


def test_each_value_of_a_theme_arrives(tmp_path: Path) -> None:
    """At its least and at its most.

    No type is smaller than the smallest, and lines may be paler than text.
    """
    path = tmp_path / "own.toml"
    path.write_text(
        "[lines]\nhairline = 0.5\nbox = 0.85\nsum = 2\nsection = 4.5\ntotal = 5\n"
        "[type]\nname = 24\ndetail = 20\nsmallest = 7.5\n"
        "[boxes]\nwidth = 40\nheight = 8\nroundness = 0\n"
        "[dice]\nsolid = false\nroundness = 2\npips = 'square'\n",
        "utf-8",
    )
    look = load_look(str(path))
    assert (look.hairline, look.box, look.sum, look.section, look.grand) == (0.5, 0.85, 2, 4.5, 5)
    assert (look.name, look.detail, look.smallest) == (24, 20, 7.5)
    assert (look.least_width, look.least_height) == (40 * MM, 8 * MM)
    dice = look.solid, look.dice.roundness, look.dice.square
    assert (look.roundness, *dice) == (0, False, 2, True)
    path.write_text("[type]\nname = 15\ndetail = 8\nsmallest = 12\n", "utf-8")
    assert (load_look(str(path)).name, load_look(str(path)).detail) == (15, 12)
    path.write_text("[type]\nsmallest = 18\n", "utf-8")
    assert (load_look(str(path)).name, load_look(str(path)).detail) == (18, 18)
    path.write_text("[colours]\nrule = '#888888'\n", "utf-8")
    assert 3 <= contrast_of(load_look(str(path)), Ink.RULE) < 4.5


WRONG = [
    # the content, and the faults after the name of the file, in any order
    *blocks_of(Path(__file__).parent / "theme_faults.txt"),
    ("[colours]\ntext = '#123456\\n'", ['colours.text: wrote "#123456']),
    (f"[lines]\nbox = 0x{'f' * 9000}", ["lines.box: wrote ...; should be a number from 0.85 to 5"]),
    (f"[lines]\nbox = [{'1,' * 9000}]", ["lines.box: wrote [1, 1, 1"]),
]


def refused_theme(refused: Refused, content: str | bytes) -> str:
    """Return the refusal of a theme file with this content, with which no sheet can be printed."""
    Path("own.toml").write_bytes(content.encode() if isinstance(content, str) else content)
    return refused("pdf --ruleset dice-play --theme own.toml")


@pytest.mark.parametrize(("content", "faults"), WRONG)
def test_every_fault_of_a_theme_is_said_at_once(
    refused: Refused, content: str, faults: list[str]
) -> None:
    """A line each: the file, the key, what was written and what is right; nothing is printed."""
    lines = refused_theme(refused, content).splitlines()
    assert len(lines) == len(faults)
    for fault in faults:
        assert any(line.startswith(f"own.toml: {fault}") for line in lines), fault
    assert max(map(len, lines)) < 200
    assert not Path("out").exists()


def test_contrast_counts_once_all_modes_are_laid_over(run: Run, refused: Refused) -> None:
    """A pale colour that a mode replaces or leaves out is no fault.

    One that stays is one of the theme's own file.
    """
    Path("own.toml").write_text("[colours]\ntext = '#aaaaaa'\nmuted = '#aaaaaa'\n", "utf-8")
    printed(run, "--theme own.toml --large-print")
    err = refused("pdf --ruleset dice-play --theme own.toml --ink-saver -o x.pdf")
    assert err == "".join(
        f"own.toml: colours.{key}: its contrast with the paper is 2.3; should be 4.5 or more\n"
        for key in ("text", "muted")
    )
    assert not Path("x.pdf").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("inc", "unknown theme 'inc'; did you mean 'ink'?"),
        ("forrest", "unknown theme 'forrest'; did you mean 'forest'?"),
        ("vine", "unknown theme 'vine'; did you mean 'wine'?"),
        ("blue-moon", "unknown theme 'blue-moon'; choose forest, ink, plain, wine, or *.toml"),
        ("../themes/ink", "unknown theme '../themes/ink'"),
        ("modes/ink-saver", "unknown theme 'modes/ink-saver'"),
        ("large-print", "unknown theme 'large-print'"),
        ("a\x1b[31m\nb", "unknown theme 'a\\x1b[31m\\nb'"),
        (".", "unknown theme '.'"),
        ("/", "unknown theme '/'"),
    ],
)
def test_an_unknown_theme(refused: Refused, name: str, words: str) -> None:
    """The nearest theme is offered, or all of them.

    A name is no path into the program's folders.
    """
    err = refused(f"pdf --ruleset dice-play --theme '{name}'")
    assert (err.startswith(words), err.count("\n")) == (True, 1)
    assert not Path("out").exists()


def test_a_theme_file_executes_nothing(refused: Refused) -> None:
    """Control characters are shown as escapes.

    Code, a template or a format is a wrong value as any other.
    """
    err = refused_theme(refused, '[colours]\n"te\\u001b[31mxt" = "\\u001b]0;x\\u0007"\n')
    assert "colours.te\\x1b[31mxt" in err
    assert all(each.isprintable() for each in err.rstrip("\n"))
    for value in (
        "__import__('pathlib').Path('made').touch()",
        "{{ 7 * 7 }}",
        "%(written)s%s%d",
        "$(touch made)",
    ):
        err = refused_theme(refused, f'[colours]\ntext = "{value}"\n"{value}" = 1\n')
        assert err.count("\n") == 2
        assert f'colours.text: wrote "{value}"' in err
    assert [path.name for path in Path().iterdir()] == ["own.toml"]


def test_large_print_is_large_and_black_on_white(run: Run) -> None:
    """No letter is smaller than 16 points, without it some are.

    Whatever the theme, its text is black.
    """
    usual, large = (
        Sheet(printed(run, f"--names An,Bo {option}")) for option in ("", "--large-print")
    )
    assert min(letter.size for letter in usual.letters) < 12
    assert min(letter.size for letter in large.letters) >= 16
    text = "".join(letter.text for letter in large.letters)
    assert "Ones" in text
    assert "An" in text
    colours = colours_of(printed(run, "--large-print --theme wine"))
    assert colours[0, 0, 0] > 1000
    assert colours.get(pixel("#7a1f3d"), 0) == 0
    assert pixel("#2b1820") not in colours


def solid_area(content: bytes) -> bool:
    """Check whether some square of 4 mm is all ink of one colour."""
    grey = pypdfium2.PdfDocument(content)[0].render(scale=1).to_pil().convert("L")
    return (
        grey.point(lambda dot: 255 * (dot < 130)).filter(ImageFilter.MinFilter(11)).getbbox()
        is not None
    )


@pytest.mark.parametrize("mode", ["--ink-saver", "--reusable"])
@pytest.mark.parametrize("theme", theme_names())
@pytest.mark.few(2)
def test_nothing_is_filled(run: Run, mode: str, theme: str) -> None:
    """No die and no total is solid, so that little ink is used or a marker can be wiped off."""
    assert solid_area(printed(run, f"--theme {theme}")) == load_look(theme).solid
    assert not solid_area(printed(run, f"--theme {theme} {mode}"))


def test_the_ink_saver_saves_ink(run: Run) -> None:
    """There is less of it on the page."""

    def ink(colours: dict[Pixel, int]) -> int:
        return sum(count * (765 - sum(colour)) for colour, count in colours.items())

    assert ink(colours_of(printed(run, "--ink-saver"))) < 0.8 * ink(colours_of(printed(run)))


def test_reusable_boxes_are_large(run: Run, refused: Refused) -> None:
    """A marker needs 18 mm, so fewer players have room than with a pencil.

    It goes with no thin lines.
    """
    assert run("pdf --ruleset dice-play --players 14")[0] == 0
    assert "14 times 18 mm" in refused("pdf --ruleset dice-play --players 14 --reusable")
    err = refused("pdf --ruleset dice-play --ink-saver --reusable")
    assert err.startswith("--ink-saver and --reusable exclude each other")
