"""The ten rules of the look, checked on finished pages.

Identities of boxes and rows come from the layout; places, sizes and the amount of ink from the
page.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations, pairwise
from typing import Any

import pytest

from sheetgen.documents.sheets import resolve
from sheetgen.files.tables import contrast
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.code import DIE
from sheetgen.layout.content import Content
from sheetgen.layout.options import SheetOptions
from sheetgen.layout.primitives import MM, Cell, CellId, Die, Ink, Line, Page, Rect, Text
from sheetgen.layout.rows import rows_of
from sheetgen.layout.sheet_plan import Planner
from sheetgen.layout.themes import read_colour
from sheetgen.pdf.fonts import measure
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from tests.games import OTHERS, SEEDS
from tests.layout.drawn import Drawing, Drawn, Shape, Words, apart, lightness, texts_of
from tests.readback import overlap
from tests.shop import bytes_of, job

GAMES = (*SEEDS, *OTHERS)
EDGE = 0.3 * MM
"""Tolerance for aligned edges."""


@dataclass(frozen=True)
class Finished:
    """A page as it was asked for, laid out, and read back."""

    wording: Wording
    page: Page
    drawn: Drawn
    outlines: tuple[tuple[Cell, Shape], ...]
    """Every cell for points or a name that has an outline, with it."""
    options: dict[str, Any]
    """The options, with the name of the paper."""

    @property
    def ruleset(self) -> Ruleset:
        """The game."""
        return self.wording.ruleset

    @property
    def small(self) -> bool:
        """Check whether it is A6 or similar."""
        return min(self.page.width, self.page.height) < 125 * MM

    @property
    def boxes(self) -> list[Shape]:
        """The outlines of what points are written in."""
        return [shape for cell, shape in self.outlines if cell.kind != "name"]

    @property
    def corners(self) -> list[Shape]:
        """The four corner marks: the only bent black lines."""
        bent = (
            shape
            for shape in self.drawn.shapes
            if shape.stroke and not shape.closed and shape.points > 3
        )
        return [shape for shape in bent if abs(shape.width - 0.6 * MM) < 0.01]

    @property
    def code(self) -> list[Drawing]:
        """The ten black dice."""
        open_ = [die for die in self.drawn.dice if len(die.shapes) > 1 and die.shapes[0].stroke]
        return [
            die
            for die in open_
            if max(die.shapes[0].stroke or (255,)) < 30 and abs(die.ink.width - DIE) < 0.1
        ]

    @property
    def signature(self) -> list[Drawing]:
        """The dice beside the title, the code aside."""
        title = self.title
        above = [die for die in self.drawn.dice if die.ink.y < title.y and die not in self.code]
        return above if above and min(die.ink.x for die in above) > title.ink.right else []

    @property
    def title(self) -> Words:
        """The largest letters."""
        return max(self.drawn.texts, key=lambda words: words.size)

    @cached_property
    def ink_left(self) -> float:
        """Return the left edge of the ink of the title above its baseline."""
        title = self.title
        return self._ink(title.ink.x + title.size, title.y - 0.66 * title.size, title.y - 0.5)[0]

    @cached_property
    def capital(self) -> float:
        """The height of the first letter of the title above its baseline."""
        title = self.title
        _, top, height = self._ink(title.x + 0.45 * title.size, title.y - title.size, title.y)
        return height - top

    def _ink(
        self, right: float, top: float, low: float, dpi: int = 600
    ) -> tuple[float, float, float]:
        """Return the place of ink in a part of the page, and the part's height.

        The place is measured from the left and the top.
        """
        part = self.drawn.image(dpi, right, top, low)
        bounds = part.point(lambda value: 255 if value < 128 else 0).getbbox()
        assert bounds
        return bounds[0] * 72 / dpi, bounds[1] * 72 / dpi, part.height * 72 / dpi


@cache
def finished(ruleset: str, lang: str = "nl", paper: str = "a4", **more: Any) -> Finished:
    """Return the first page of a sheet, card or pad, alone on its paper."""
    printing = job(ruleset, lang, paper, **more)
    (placed,) = next(iter(printing.job.sides())).placed
    drawn, page = Drawn(bytes_of(printing)), placed.page
    outlines = [shape for shape in drawn.shapes if shape.stroke and shape.closed and not shape.fill]
    found = [
        (cell, shape)
        for cell in page.cells
        for shape in outlines
        if apart_edges(cell.rect, shape.ink) < 0.1 * MM
    ]
    wording = Wording(load_ruleset(ruleset), load_catalog(lang[:2]))
    return Finished(wording, page, drawn, tuple(found), {"paper": paper, **more})


def apart_edges(one: Rect, other: Rect) -> float:
    """Return the largest distance between the edges of two rectangles."""
    sides = (one.x - other.x, one.y - other.y, one.right - other.right, one.bottom - other.bottom)
    return max(map(abs, sides))


FEW = [
    ("dice-play", "nl", "a4", {}),
    ("dice-play", "nl", "a4", {"players": 1}),
    ("numbers-hands", "en", "a4", {"names": "An,Bram,Cas"}),
    ("bonus-yachts", "de", "a5", {}),
    ("players-choice", "fr", "a6", {}),
    ("yatzy", "en", "a4", {"players": 12}),
    ("maxi-yatzy", "fr", "letter", {}),
    ("balut", "de", "a4", {}),
    ("balut", "en", "a4", {"players": 2}),
    ("generala", "de", "a5", {}),
    ("cheerio", "nl", "half-letter", {}),
    ("numbers-hands", "nl", "a4", {"ink_saver": True}),
    ("dice-play", "nl", "a4", {"ink_saver": True}),
]
"""Games, languages, papers and numbers of players that tell most."""
SLOW = pytest.mark.slow("look")
OPTIONS = [
    ("numbers-hands", "en", "a4", {"par": True, "allowed": True, "left_handed": True}),
    ("dice-play", "nl", "a4", {"large_print": True, "players": 2}),
    ("bonus-yachts", "en", "a4", {"series": 3, "numbered": True}),
    *(
        pytest.param(each, marks=SLOW)
        for each in (
            ("players-choice", "de", "a4", {"reusable": True}),
            ("yatzy", "nl,en", "a4", {"players": 3, "left_handed": True}),
            ("balut", "fr", "a3", {"fields": "date,table,round,game", "players": 6}),
            ("dice-play", "nl", "a4", {"series": 5, "names": "An,Bram"}),
        )
    ),
]
"""Options of sheets."""
ALL = [
    *(
        (name, lang, paper, {})
        for name in GAMES
        for lang in languages()
        for paper in ("a4", "a5", "letter", "a6")
    ),
    *(
        (name, "en", "a4", more)
        for name in GAMES
        for more in ({"players": 2}, {"players": 7}, {"ink_saver": True})
    ),
]
pages = pytest.mark.parametrize("found", FEW, indirect=True, ids=str)


@pytest.fixture
def found(request: pytest.FixtureRequest) -> Finished:
    """Return a page; skip the test if the paper is refused, which other tests cover."""
    from sheetgen.errors import SheetgenError
    from sheetgen.layout.options import find_paper
    from sheetgen.layout.sheet import most_columns
    from sheetgen.pdf.fonts import measure

    ruleset, lang, paper, more = request.param
    if load_ruleset(ruleset).sheet.columns == "games":
        more = {("games" if key == "players" else key): value for key, value in more.items()}
    try:
        return finished(ruleset, lang, paper, **more)
    except SheetgenError:
        assert more or not most_columns(
            load_ruleset(ruleset), load_catalog(lang), find_paper(paper), measure
        )
        pytest.skip("the paper does not hold it")


@pages
def test_1_labels_are_narrow_and_boxes_are_wide(found: Finished) -> None:
    """At most 40 % of the type area, 45 on small pages, is labels.

    A box is 12 by 8, and 24 by 8.4 for four on A4.
    """
    for box in found.boxes:
        assert box.ink.width >= 12 * MM - 0.02, box
        assert box.ink.height >= 8 * MM - 0.02, box
    columns = {cell.id.player or cell.id.game for cell, _ in found.outlines if cell.kind != "name"}
    several = any(category.boxes > 1 for category in found.ruleset.categories.values())
    if found.options["paper"] == "a4" and len(columns) == 4 and not several:
        ticked = {
            total.id for total in found.ruleset.all_totals.values() if total.kind == "extra_yachts"
        }
        wide = [
            box.ink.width
            for cell, box in found.outlines
            if cell.kind != "name" and cell.id.row not in ticked
        ]
        assert min(wide) >= 24 * MM
        assert min(box.ink.height for box in found.boxes) >= 8.4 * MM - 0.02
    lefts = sorted({round(line.rect.x) for line in rules(found)})
    for left in lefts:
        label = max(
            line.rect.right
            for line in rules(found)
            if abs(line.rect.x - left) < 2 and not_across(line, found)
        )
        most = (found.page.width - 2 * lefts[0] - 9 * MM * (len(lefts) - 1)) / len(lefts)
        assert (
            label - left
            <= (0.4 if most > 110 * MM and found.page.height > 125 * MM else 0.45) * most + 0.1
        )


@pytest.mark.parametrize("found", OPTIONS, indirect=True, ids=str)
def test_options_keep_the_rules(found: Finished) -> None:
    """With any option, boxes are wide, empty and apart, corners and code too, and ink is little."""
    for rule in (RULES[0], RULES[3], RULES[5], RULES[7]):
        rule(found)
    assert found.drawn.darkness <= (0.125 if "large_print" in found.options else 0.1)


def rules(found: Finished) -> list[Shape]:
    """Return the rules between rows, which begin where labels do."""
    first = min(box.ink.x for box in found.boxes)
    last = max(box.ink.bottom for box in found.boxes)  # lines to write on may be below it
    return [
        shape
        for shape in found.drawn.shapes
        if shape.rect.height == 0
        and shape.rect.x < first
        and shape.rect.width > 20 * MM
        and found.corners[0].rect.y < shape.rect.y < last
    ]


def not_across(line: Shape, found: Finished) -> bool:
    """Check whether a rule ends before the boxes."""
    return not any(
        box.ink.x < line.rect.right - 1 and box.ink.right > line.rect.x + 1
        for box in found.boxes
        if abs(box.ink.y - line.rect.y) < 60
    )


@pages
def test_2_sizes_fall(found: Finished) -> None:
    """Title, total, heading, name, hint: each is smaller than the one before.

    Letters have 7.5 or more, names 10.
    """
    wording = found.wording
    total = wording.name(found.ruleset.all_totals["total"])
    (grand,) = {words.size for words in texts_of(found.drawn, total) if words.size >= 11.9}
    said = {
        words
        for each in found.ruleset.categories.values()
        for words in texts_of(found.drawn, wording.name(each))
    }
    names = {words.size for words in said if words.weight == "Bold"}
    named = [
        words.size
        for section in found.ruleset.sections
        if wording.name(section)
        for words in texts_of(found.drawn, wording.name(section))
        if words.weight == "Black"
    ]
    assert found.title.size > grand > max(names)
    assert all(grand > heading >= max(names) for heading in named)
    assert min(names) >= 10 - 0.01
    assert min(words.size for words in found.drawn.texts) >= 7.5 - 0.01
    hints = {hint for each in found.ruleset.categories.values() for hint in wording.hints(each)}
    assert all(words.size < min(names) for hint in hints for words in texts_of(found.drawn, hint))


@pages
def test_3_what_sums_is_heavier(found: Finished) -> None:
    """Each box that sums has a heavier line than every box it sums, and is no lower."""
    shapes = {cell.id: shape for cell, shape in found.outlines}
    compared = 0
    for cell, shape in shapes.items():
        total = found.ruleset.all_totals.get(cell.row)
        parts = (
            found.ruleset.addends[total.id]
            if total and total.kind == "sum"
            else found.ruleset.parts.get(cell.row, ())
        )
        for part in parts:
            other = shapes.get(type(cell)(part, cell.player, cell.game))
            if other and part != cell.row:
                assert shape.width > other.width + 0.2, (cell, part)
                assert shape.ink.height >= other.ink.height - 0.1, (cell, part)
                compared += 1
    assert compared


@pages
def test_4_boxes_are_empty_and_apart(found: Finished) -> None:
    """Nothing is printed in a box, white is between boxes, every line is at least half a point."""
    assert known_cells(found) == {cell.id for cell, _ in found.outlines}
    for box in found.boxes:
        inner = Rect(box.rect.x + 1, box.rect.y + 1, box.rect.width - 2, box.rect.height - 2)
        assert not [words.text for words in found.drawn.texts if overlap(words.ink, inner)]
        assert not [die.ink for die in found.drawn.dice if overlap(die.ink, inner)]
        assert not [
            shape
            for shape in found.drawn.shapes
            if shape is not box and overlap(shape.ink, inner) and shape not in found.corners
        ]
        assert not [
            arm for corner in found.corners for arm in arms_of(corner, found) if overlap(arm, inner)
        ]
    for one, other in combinations([shape for _, shape in found.outlines], 2):
        assert apart(one.ink, other.ink) >= 0.29 * MM
    lines = [shape.width for shape in found.drawn.shapes if shape.stroke]
    assert min(lines) >= 0.49
    assert min(shape.width for _, shape in found.outlines) >= 0.84


@pages
def test_5_one_left_edge_and_one_right_edge(found: Finished) -> None:
    """Title, headings, dice, rules and foot begin at one edge.

    Boxes, signature and code end at another.
    """
    wording, left = found.wording, min(line.rect.x for line in rules(found))
    assert abs(found.ink_left - left) <= EDGE
    dice = [
        die.ink.x
        for die in found.drawn.dice
        if die.ink.y > found.corners[0].ink.y and die.ink.x < left + 2 * MM
    ]
    assert dice
    assert all(abs(x - left) <= EDGE for x in dice)
    headings = [(wording.name(section), "Black") for section in found.ruleset.sections]
    for said, weight in (*headings, (wording.variant, "Bold")):
        shown = [words for words in texts_of(found.drawn, said) if said and words.weight == weight]
        begin = [words.x for words in shown if not ends_a_name(found, words)]
        assert not begin or min(abs(x - left) for x in begin) <= EDGE or words_above(found, said)
    foot = [words.x for words in found.drawn.texts if words.text.startswith("sheetgen pdf")]
    assert all(abs(x - left) <= EDGE for x in foot)
    right = max(box.ink.right for box in found.boxes)
    ends = [max(die.ink.right for die in dice) for dice in (found.code, found.signature) if dice]
    if found.options.get("players") != 1:  # who has something else at the right
        beside = [end for end in ends if abs(end - right) <= EDGE]
        assert beside, (ends, right)
        assert max(ends) <= right + EDGE


def ends_a_name(found: Finished, words: Words) -> bool:
    """Check whether it is the second line of a name.

    That of a total may be the name of its section.
    """
    others = (
        each
        for each in found.drawn.texts
        if each.weight == words.weight and abs(each.x - words.x) < 0.1
    )
    return any(0 < words.y - each.y < 1.2 * words.size for each in others)


def words_above(found: Finished, said: str) -> bool:
    """Check whether it follows the title, on its line."""
    return any(abs(words.y - found.title.y) < 1 for words in texts_of(found.drawn, said))


@pages
def test_6_title_and_signature_hang_from_the_margin(found: Finished) -> None:
    """The capitals of the title and the dice have one height, and both begin at the top margin."""
    if found.small:
        assert not found.signature
    top = found.title.y - found.capital
    for die in found.signature:
        assert abs(die.ink.height - found.capital) <= EDGE
        assert abs(die.ink.y - top) <= EDGE
    code = min(die.ink.y for die in found.code)
    assert abs(top - min(code, top)) <= EDGE
    if not found.small and found.options["paper"] == "a4" and len(found.signature):
        assert len(found.signature) == found.ruleset.dice.count


@pages
def test_7_ink_is_saved(found: Finished) -> None:
    """At most one solid bar a page, and at most 9.5 % of it is ink.

    With little ink 5.5, or 6.3 where rows are many.
    """
    filled = [shape for shape in found.drawn.shapes if shape.fill not in (None, (255, 255, 255))]
    bars = [shape for shape in filled if shape.rect.width > 20 * MM]
    saving = bool(found.options.get("ink_saver"))
    assert len(bars) == (0 if saving else 1)
    rows = len(found.ruleset.boxes) + len(found.ruleset.all_totals)
    most = (
        0.055 if rows <= 16 else 0.06 if rows <= 20 else 0.063
    )  # outlines of boxes may not be thinner
    assert found.drawn.darkness <= (most if saving else 0.095), found.drawn.darkness


def test_8_in_grey_nothing_is_lost() -> None:
    """All accents are one dark grey: L* from 31 to 37, 7 to 1 on white.

    All else is black or grey.
    """
    accents = {}
    for name in GAMES:
        found = finished(name)
        colours = {shape.fill or shape.stroke for shape in found.drawn.shapes}
        colours |= {words.colour for words in found.drawn.texts}
        (accent,) = {colour for colour in colours if colour and max(colour) - min(colour) > 12}
        assert accent == tuple(
            round(255 * channel) for channel in read_colour(found.ruleset.accent)
        )
        accents[name] = accent
    lights = [lightness(accent) for accent in accents.values()]
    assert max(lights) - min(lights) <= 7
    assert all(31 <= round(light) <= 37 for light in lights)
    assert all(
        contrast(read_colour(f"#{bytes(accent).hex()}"), (1, 1, 1)) >= 7
        for accent in accents.values()
    )


def test_9_games_of_one_name_are_told_apart() -> None:
    """Two games of one name differ in variant, signature and accent in print."""
    by_title: dict[str, list[tuple[Any, ...]]] = {}
    for name in GAMES:
        found = finished(name)
        variant = next(texts_of(found.drawn, found.wording.variant)).text
        signature = tuple(die.face for die in found.signature)
        accent = next(
            shape.fill for shape in found.drawn.shapes if shape.rect.width > 20 * MM and shape.fill
        )
        assert len(signature) == found.ruleset.dice.count
        by_title.setdefault(found.title.text, []).append((variant, signature, accent))
    assert max(map(len, by_title.values())) >= 4
    for games in by_title.values():
        for each in zip(*games, strict=True):
            assert len(set(each)) == len(games)


@pages
def test_10_corners_code_and_boxes_keep_apart(found: Finished) -> None:
    """Corners are 0.6 mm from other ink and the code 3 mm.

    Margins are 8 mm; every box is at its place.
    """
    assert len(found.corners) == 4
    own = {id(shape) for shape in found.corners}
    others = [
        *(shape.ink for shape in found.drawn.shapes if id(shape) not in own),
        *(words.ink for words in found.drawn.texts),
        *(die.ink for die in found.drawn.dice),
    ]
    for corner in found.corners:
        arms = arms_of(corner, found)
        assert min(apart(arm, other) for arm in arms for other in others) >= 0.59 * MM
    assert len(found.code) == 10
    faces = "".join(str(die.face[0]) for die in found.code)
    dice = [die.ink for die in found.drawn.dice if die not in found.code]
    texts = [words.ink for words in found.drawn.texts if words.text.strip() != faces]
    around = [*dice, *texts, *(shape.ink for shape in found.drawn.shapes)]
    assert min(apart(die.ink, other) for die in found.code for other in around) >= 3 * MM - 0.1
    every = [*others, *(corner.ink for corner in found.corners)]
    assert min(rect.x for rect in every) >= 7.9 * MM
    assert min(rect.y for rect in every if rect != found.title.ink) >= 7.9 * MM
    assert found.title.y - found.capital >= 7.9 * MM  # of its letters, h and t are a little higher
    assert max(rect.right for rect in every) <= found.page.width - 7.9 * MM
    lines = {each.text.strip() for each in command_lines(found.page)}
    command = [words.ink for words in found.drawn.texts if words.text.strip() in lines]
    above = [rect for rect in every if rect not in command]
    assert max(rect.bottom for rect in above) <= found.page.height - 7.9 * MM
    assert all(rect.bottom <= found.page.height - 4.9 * MM for rect in command)
    assert known_cells(found) == {cell.id for cell, _ in found.outlines}


def command_lines(page: Page) -> list[Text]:
    """Return the lines of the command, the only words in the margin."""
    items = (*page.still, *page.items)
    return [each for each in items if isinstance(each, Text) and each.ink is Ink.FAINT]


def known_cells(found: Finished) -> set[CellId]:
    """Return the cells that are written in; a page for one player has a line for the name."""
    by_games = found.ruleset.sheet.columns == "games"
    return {cell.id for cell in found.page.cells if cell.kind != "name" or not by_games}


def arms_of(corner: Shape, found: Finished) -> list[Rect]:
    """Return the two arms of a corner mark, each as thick as its line."""
    ink, line = corner.ink, corner.width
    middle = found.page.width / 2, found.page.height / 2
    y = ink.y if ink.y < middle[1] else ink.bottom - line
    x = ink.x if ink.x == min(each.ink.x for each in found.corners) else ink.right - line
    return [Rect(ink.x, y, ink.width, line), Rect(x, ink.y, line, ink.height)]


@pages
def test_c1_sums_of_sections_have_brackets(found: Finished) -> None:
    """No other ink is within 0.6 mm of one; its places are those of the plan."""
    halves = [shape for shape in found.drawn.shapes if is_half(shape, found)]
    others = [
        *(words.ink for words in found.drawn.texts),
        *(die.ink for die in found.drawn.dice),
        *(shape.ink for shape in found.drawn.shapes if shape not in halves),
    ]
    for half in halves:
        lane = Rect(half.ink.x, half.ink.y, half.width, half.ink.height)
        near = min(others, key=lambda other: apart(lane, other))
        assert apart(lane, near) >= 0.59 * MM, (lane, near)


def is_half(shape: Shape, found: Finished) -> bool:
    """Check whether it is half of the bracket of a sum.

    Open, bent, left of the boxes, and not black.
    """
    bent = bool(shape.stroke) and not shape.closed and min(shape.rect.width, shape.rect.height) > 1
    return bent and shape not in found.corners and shape.points > 3


def test_sizes_of_pages_fall_with_their_rows() -> None:
    """From roomy to dense rows, names, dice and title get smaller, never larger."""
    titles = [finished("dice-play", "nl", paper).title.size for paper in ("a4", "a5", "a6")]
    assert all(one > other for one, other in pairwise(titles))


REMEMBERED = {
    "en": ("Winner", "Best of the evening"),
    "nl": ("Winnaar", "Beste van de avond"),
    "de": ("Gewonnen hat", "Bestwert des Abends"),
    "fr": ("Gagnant", "Record de la soirée"),
}


@pytest.mark.parametrize("lang", [*REMEMBERED])
def test_lines_to_remember_are_where_there_is_room(lang: str) -> None:
    """A short game has them in its foot, two lists have them below the shorter one.

    They are apart from the code and its digits; a full page has none.
    """
    for name, more in (("generala", {}), ("dice-play", {"orientation": "landscape"})):
        paper = "a4" if name == "generala" else "a5"
        (page,) = job(name, lang=lang, paper=paper, **more).job.cards
        words = [item for item in page.still if isinstance(item, Text)]
        known = [item for item in words if item.text in REMEMBERED[lang]]
        assert [item.text for item in known] == [*REMEMBERED[lang]]
        lines = [
            item
            for item in page.still
            if isinstance(item, Line) and item.y1 == item.y2 == known[0].y
        ]
        assert len(lines) == 2
        digits = [item for item in words if item.text.isdecimal() and len(item.text) == 10]
        assert all(line.x2 < item.x - 15 * MM for line in lines for item in digits)
    (page,) = job("dice-play", lang=lang, paper="a4").job.cards
    assert not {item.text for item in page.still if isinstance(item, Text)} & {*REMEMBERED[lang]}


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
@pytest.mark.parametrize("name", ["numbers-hands", "bonus-yachts", "yatzy"])
def test_low_rows_have_hints_and_the_signature_is_apart_from_the_code(name: str, lang: str) -> None:
    """On A5, each box has its hint; no die of the signature is near a die of the code."""
    (page,) = job(name, lang=lang, paper="a5").job.cards
    wording = Wording(load_ruleset(name), load_catalog(lang))
    texts = {item.text for item in page.still if isinstance(item, Text)}
    for row in chain(*rows_of(wording.ruleset, wording)):
        if row.kind == "box":
            assert {hints[0] for hints in row.hints if hints} & texts, row.name
    dice = [item for item in page.still if isinstance(item, Die)]
    code = min(item.x for item in dice if item.kind == "code")
    lowest = max(item.y + item.size for item in dice if item.kind == "code")
    signature = [item for item in dice if item.kind != "code" and item.y < lowest]
    assert all(item.x + item.size < code - 7 * MM for item in signature)


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
@pytest.mark.parametrize("name", ["numbers-hands", "bonus-yachts", "yatzy"])
def test_pads_have_room_for_six_columns(name: str, lang: str) -> None:
    """On both sizes of pads that are sold; on A6 for three. Rows are from 6.5 mm high."""
    for paper, columns in (("105x200mm", 6), ("100x180mm", 6), ("a6", 3)):
        options = SheetOptions(lang=lang, paper=paper, pad=2)
        wording, resolved = resolve(load_ruleset(name), options)
        plan = Planner(Content(wording, resolved, measure)).try_columns(columns)
        assert plan is not None, paper
        assert plan.pitch >= 6.5 * MM
        assert plan.part >= 7.8 * MM


@SLOW
@pytest.mark.parametrize("found", ALL, indirect=True, ids=str)
def test_every_page_keeps_the_rules(found: Finished) -> None:
    """All of them, for all games in all languages on common papers."""
    for rule in RULES:
        rule(found)


RULES = (
    test_1_labels_are_narrow_and_boxes_are_wide,
    test_2_sizes_fall,
    test_3_what_sums_is_heavier,
    test_4_boxes_are_empty_and_apart,
    test_5_one_left_edge_and_one_right_edge,
    test_6_title_and_signature_hang_from_the_margin,
    test_7_ink_is_saved,
    test_10_corners_code_and_boxes_keep_apart,
    test_c1_sums_of_sections_have_brackets,
)
