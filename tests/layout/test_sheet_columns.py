"""Rules for sheets with several columns, two lists, hints and large print.

The plans of all games keep them.
"""

from functools import cache
from itertools import islice, pairwise
from typing import Any

import pytest

from sheetgen.errors import SheetgenError
from sheetgen.files.tables import contrast
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.content import Content
from sheetgen.layout.options import LayoutOptions, find_paper
from sheetgen.layout.primitives import MM, Ink, Text
from sheetgen.layout.rows import paired_totals, plain_id
from sheetgen.layout.sheet import SheetDrawing, lay_out_sheet
from sheetgen.layout.sheet_plan import Planner, SheetPlan
from sheetgen.layout.themes import load_look, theme_names
from sheetgen.pdf.fonts import measure
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.games import by_kind, in_all_languages
from tests.layout.test_sheet_design import arms_of, finished

GAMES = tuple(ruleset_ids())
COLUMNS = tuple(name for name in GAMES if len(load_ruleset(name).columns) > 1)


@cache
def plan(ruleset: str, lang: str = "en", paper: str = "a4", **options: Any) -> SheetPlan:
    """Return the best plan of a sheet."""
    wording = Wording(load_ruleset(ruleset), load_catalog(lang))
    return next(
        Planner(Content(wording, LayoutOptions(find_paper(paper), **options), measure)).plans()
    )


@pytest.mark.parametrize("ruleset", by_kind(GAMES))
def test_c1_every_sum_of_a_section_has_a_bracket(ruleset: str) -> None:
    """It begins at the first addend, and ends up to 0.2 mm before the first box, in its line."""
    found = plan(ruleset)
    game, rows = found.content.ruleset, {row.id: (row, rect) for row, rect in found.rows[0]}
    paired = {total.of[0] for total in paired_totals(game).values()}
    totals = [
        total.id
        for section in game.sections
        for total in section.totals
        if total.kind in ("sum", "difference") and total.id not in paired
    ]
    assert {*totals} <= {*found.first_addends}
    halves = [*found.brackets(found.rows[0])]
    for (total, first), start, end in zip(
        found.first_addends.items(), halves[::2], halves[1::2], strict=True
    ):
        row, rect = rows[total]
        box = found.row_parts(row, found.cell(0, 0, rect))[0]
        assert 0 < box.x - (end.x + end.arm) <= 0.2 * MM
        assert end.y - end.width / 2 == pytest.approx(box.middle[1])
        assert start.width == end.width == found.line(row)
        top = rows[first][1].y + (rows[first][1].height - found.sizes.row_gap) / 2
        assert top <= start.y + start.width / 2 + 0.001 <= top + 1.6 * MM
        assert first == plain_id(
            game.addends[game.in_first_column(game.declared[total]).id][0]
        ).removesuffix("_1")


@pytest.mark.parametrize(("ruleset", "lang"), in_all_languages(GAMES))
def test_c3_hints_in_high_rows_are_large(ruleset: str, lang: str) -> None:
    """At least 8.0 points in rows of 10 mm, and 8.2 in rows of 12."""
    found = plan(ruleset, lang)
    hinted = [
        rect.height
        for rows in found.rows
        for row, rect in rows
        if row.kind in ("box", "sum") and found.labels[row.id].hints
    ]
    assert hinted or found.sizes.dense
    for height in hinted:
        assert found.sizes.hint >= (8.2 if height >= 12 * MM else 8.0 if height >= 10 * MM else 7.5)


@pytest.mark.parametrize("theme", theme_names())
def test_c3_hints_are_dark(theme: str) -> None:
    """Their contrast with the paper is at least 7 in all themes."""
    colours = load_look(theme).colours
    assert contrast(colours[Ink.MUTED], colours[Ink.PAPER]) >= 7


@pytest.mark.parametrize("ruleset", COLUMNS)
def test_c4_heads_of_columns_are_read_without_turning_the_page(ruleset: str) -> None:
    """No text is turned.

    A sign and a word are at most 10 mm high; no two columns have the same sign.
    """
    for lang in languages():
        found = plan(ruleset, lang)
        heads = found.heads
        assert len({*heads.signs}) in (len(heads.signs), 1)
        lines = max(map(len, heads.lines))
        assert found.heads_height <= 10 * MM + (lines - 1) * 1.2 * heads.size
        wording = found.content.wording
        (page,) = lay_out_sheet(wording.ruleset, wording.catalog, found.content.options, measure)
        texts = [item for item in page.items if isinstance(item, Text)]
        assert not [text for text in texts if text.up]
        names = {wording.column_name(column) for column in wording.ruleset.columns}
        assert names <= {text.text for text in texts if text.size >= 7.5}


def test_ten_columns_have_room_on_a4() -> None:
    """Boxes are 11.5 mm wide there, and nothing is left out: signs and names are above them."""
    found = plan("yamb-10")
    assert found.part >= 11.5 * MM
    assert len({*found.heads.signs}) == 10
    assert not found.left_out


@pytest.mark.parametrize("ruleset", by_kind(GAMES))
def test_c5_pictures_tell_rows_apart(ruleset: str) -> None:
    """No two rows of a sheet have the same dice.

    The highest and the lowest of any dice are solid.
    """
    shown = [row.dice for row in plan(ruleset).all_rows if row.dice]
    assert len(shown) == len({*shown})
    if ruleset.startswith("yamb"):
        high, low = (
            next(row.dice for row in plan(ruleset).all_rows if row.id == name)
            for name in ("max", "min")
        )
        assert {kind for _, kind in (*high, *low)} == {"solid"}
        assert sum(int(face) for face, _ in high) > sum(int(face) for face, _ in low)


@pytest.mark.parametrize("players", [2, 3])
def test_c6_sums_across_stand_in_the_row_that_they_sum(players: int) -> None:
    """Sums across have a box of at least 12 mm at the right, in their own row.

    If there is no room, the box is directly below, as wide as the player.
    """
    found = plan("yamb", players=players)
    places = {cell.id.row: cell.rect for cell in found.cells if cell.id.player == 1}
    for row in ("numbers_total", "difference", "hands_total"):
        across = places[row.replace("_total", "") + "_sum"]
        first, last = places[f"down.{row}"], places[f"announced.{row}"]
        if players == 2:
            assert across.y == first.y
            assert across.x > last.right
            assert across.width >= 12 * MM
        else:
            assert 0 < across.y - first.bottom < 2 * MM
            assert abs(across.x - first.x) < 0.1
            assert abs(across.right - last.right) < 0.1
    assert (places["total"].x, round(places["total"].right, 3)) == (
        places["down.ones"].x,
        round(max(rect.right for rect in places.values()), 3),
    )


@pytest.mark.parametrize(
    "ruleset", [name for name in COLUMNS if name != "escalero"]
)  # its sheet has no total
def test_c7_totals_name_what_they_add_up(ruleset: str) -> None:
    """The bar says which totals are added; a factor is in it, and a bonus of all columns."""
    hint = " ".join(plan(ruleset).labels["total"].hints)
    game = load_ruleset(ruleset)
    bonus = game.extra_yachts
    if bonus:
        assert hint.endswith(f" + {bonus.name}")
        hint = hint.removesuffix(f" + {bonus.name}")
    if any(column.factor > 1 for column in game.columns):
        assert hint in ("Single + 2 × Double + 3 × Triple", "×1 + ×2 + ×3")
    else:
        assert hint.endswith("column totals") or hint.startswith("Column total")


@pytest.mark.parametrize("ruleset", COLUMNS)
def test_totals_of_columns_are_wide(ruleset: str) -> None:
    """At least 14 mm for three digits, but not everywhere.

    Less where sums across take a box of each row, and with twelve columns.
    """
    least = {"yamb": 12, "yamb-6": 12, "yamb-10": 12, "escalero": 12}.get(ruleset, 14)
    assert plan(ruleset).part >= least * MM - 1e-9  # of a point


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("ruleset", ["yamb", "four-columns"])
def test_names_of_columns_are_apart_from_those_of_the_next_player(ruleset: str, lang: str) -> None:
    """In landscape too, where long names once touched."""
    for orientation in ("portrait", "landscape"):
        made = plan(ruleset, lang, orientation=orientation)
        names = {made.content.wording.column_name(column) for column in made.heads.columns}
        drawn = [
            item
            for item in SheetDrawing(plan=made).paint().items
            if isinstance(item, Text) and item.text in names and item.align == "middle"
        ]
        assert len(drawn) == len(made.lists) * made.columns * made.per_player
        ends = [
            (item.y, item.x - width / 2, item.x + width / 2)
            for item in drawn
            for width in [measure(item.text, item.font, item.size)]
        ]
        for (y, _, end), (next_y, start, _) in pairwise(sorted(ends)):
            assert y != next_y or start - end > 0.59 * MM


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("ruleset", ["yamb", "yamb-7"])
def test_a_difference_keeps_its_formula(ruleset: str, lang: str) -> None:
    """The words of other sums are left out first."""
    made = plan(ruleset, lang, orientation="landscape")
    assert made.labels["difference"].hints == made.content.two_lists[1][3].hints[0]


@pytest.mark.parametrize("ruleset", by_kind(GAMES))
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.few(8)
def test_c8_rows_have_one_height_and_c9_lists_are_full(ruleset: str, paper: str) -> None:
    """In landscape as well, also where a sheet has two lists; at most 12 mm of a list are empty.

    Ten columns want a3 on its side.
    """
    wording = Wording(load_ruleset(ruleset), load_catalog("en"))
    paper = "a3" if ruleset == "yamb-10" else paper
    options = LayoutOptions(find_paper(paper), orientation="landscape")
    planner = Planner(Content(wording, options, measure))
    counts = [wording.ruleset.sheet.count, 2, 1]
    ways = [
        (count, each) for count in counts for each in planner._arrangements(count) if each.beside
    ]
    beside = (fit for way in ways if isinstance(fit := planner._fitted(*way), SheetPlan))
    plans = [*islice(planner.plans(), 1), *islice(beside, 1)]
    assert len(plans) >= 1 + (len(wording.ruleset.sections) > 1)
    for found in plans:
        heights = [
            rect.height
            for rows in found.rows
            for row, rect in rows
            if row.kind in ("box", "sum") and not row.boxes and not row.ticks
        ]
        assert max(heights, default=0) - min(heights, default=0) < 0.1 * MM
        lows = [item.y for item in SheetDrawing(plan=found).paint().items if isinstance(item, Text)]
        for room in map(found.free, range(len(found.lists))):
            written = [y for y in lows if room.y < y < room.bottom]
            assert room.bottom - max(written, default=room.y) <= 12 * MM


@pytest.mark.parametrize("ruleset", ["numbers-hands", "dice-play", "yamb"])
def test_large_print_has_a_large_title_and_air(ruleset: str) -> None:
    """The title is clearly larger than the variant; corner marks keep 1 mm from headings."""
    found = finished(ruleset, "en", "a4", large_print=True)
    variant = max(
        (words.size for words in found.drawn.texts if words.text == found.wording.variant),
        default=15.0,
    )
    assert found.title.size >= 1.6 * variant
    headings = [
        words.ink
        for words in found.drawn.texts
        if words.text in map(found.wording.name, found.ruleset.sections)
    ]
    for arm in (arm for corner in found.corners for arm in arms_of(corner, found)):
        for ink in headings:
            gap = max(arm.x - ink.right, ink.x - arm.right, arm.y - ink.bottom, ink.y - arm.bottom)
            assert gap >= 0.99 * MM, (arm, ink)


# the bonus


def bonus_hint(ruleset: str, lang: str = "en", paper: str = "a4", **options: Any) -> str:
    """Return the small print of the first bonus for a sum, as printed; empty without any."""
    found = plan(ruleset, lang, paper, **options)
    totals = found.content.ruleset.declared
    bonus = next(
        row.id for row in found.all_rows if row.id in totals and totals[row.id].kind == "threshold"
    )
    return " ".join(found.labels[bonus].hints)


@pytest.mark.parametrize(
    ("ruleset", "hint"),
    [
        ("yatzy", "63 or more, three of each"),
        ("bonus-yachts", "63 or more, three of each"),
        ("forced-yatzy", "42 or more, two of each"),
        ("maxi-yatzy", "84 or more, four of each"),
        ("yamb", "if 60 or more"),
    ],
)
def test_a_bonus_says_how_many_of_each_number_make_it(ruleset: str, hint: str) -> None:
    """The dice are said if as many of each number make just the sum; else the sum alone."""
    assert bonus_hint(ruleset) == hint


@pytest.mark.parametrize("lang", languages())
def test_the_dice_of_a_bonus_widen_no_label(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All cells have the same places as without these words."""
    wider = plan("numbers-hands", lang)
    monkeypatch.setattr(Wording, "bonus_from_dice", lambda _, total: "")
    plain = plan.__wrapped__("numbers-hands", lang)
    assert wider.cells == plain.cells
    assert wider.labels != plain.labels


# narrow pads


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("paper", ["105x200mm", "100x180mm"])
@pytest.mark.parametrize("ruleset", ["numbers-hands", "yatzy"])
@pytest.mark.few(4)
def test_a_narrow_pad_has_one_game_of_several_players(ruleset: str, paper: str, lang: str) -> None:
    """Four players have boxes of the size of pads, and the rows have no hints."""
    found = plan(ruleset, lang, paper, pad=3, glue=8 * MM, players=4)
    assert not found.landscape
    assert found.pitch >= 6.5 * MM
    assert found.column >= 9 * MM
    assert not any(label.hints for label in found.labels.values())


def test_more_players_on_a_narrow_pad_move_no_sheet_that_had_room() -> None:
    """A pad that had room before has the same rows, since its printed sheets are read by them."""
    found = plan("dice-play", "en", "100x180mm", pad=3, glue=8 * MM, players=2)
    assert not found.sizes.pad
    assert not plan("yatzy", "en", "a5", pad=3, glue=8 * MM, players=6).sizes.pad


@pytest.mark.parametrize("paper", ["100x180mm", "a6"])
def test_a_pad_without_room_says_its_own_sum_and_a_pad_that_has_room(paper: str) -> None:
    """Its rows are lower than those of sheets, and larger pads are sold."""
    with pytest.raises(SheetgenError) as refused:
        plan("maxi-yatzy", "en", paper, pad=3)
    assert "23 rows of 6.2 mm" in str(refused.value)
    assert str(refused.value).endswith("105x200mm is large enough")
