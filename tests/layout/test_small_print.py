"""Small print, names of columns and lines to write on stay on the sheet where there is room."""

from typing import Any

import pytest

from sheetgen.errors import SheetgenError
from sheetgen.layout.primitives import CAP, MM, Text
from sheetgen.layout.sheet_plan import PANEL, SheetPlan
from tests.shop import job, whole

LANDSCAPE = {"orientation": "landscape"}


def plan_of(game: str, lang: str, **more: Any) -> SheetPlan:
    """Return the plan of a sheet, on A4 if nothing else is asked."""
    return job(game, lang=lang, **{"paper": "a4", **more}).layouts[0].plan


def texts_of(game: str, lang: str, **more: Any) -> list[Text]:
    """Return the texts of the first page."""
    sides = job(game, lang=lang, **{"paper": "a4", **more}).job.sides()
    page = whole(next(iter(sides)).placed[0].page)
    return [item for item in page.items if isinstance(item, Text)]


@pytest.mark.parametrize(
    ("game", "lang"),
    [("balut", "de"), ("balut", "fr"), ("escalero", "en"), ("maxi-yatzy-saved", "en")],
)
def test_a_usual_sheet_of_a_full_game_leaves_nothing_out(game: str, lang: str) -> None:
    """Rows leave the bar of the total the height for its small print, or sums are said in short."""
    assert plan_of(game, lang).left_out == []


def test_small_print_of_the_total_is_beside_its_name_in_a_low_bar() -> None:
    """Both are on one line, and do not touch."""
    texts = {text.text: text for text in texts_of("dice-play", "de", paper="a5")}
    name, hint = texts["Endsumme"], texts["alle 12 Felder"]
    assert hint.align == "right"
    assert name.y == hint.y
    assert name.x < hint.x


@pytest.mark.parametrize(
    ("game", "lang", "said"),
    [
        ("yatzy", "de", "alle 15 Felder + Bonus"),
        ("numbers-hands", "nl", "alle 13 vakken + Bonus + Jachtbonus"),
        ("yamb-7", "fr", "les sept colonnes"),
        ("two-columns", "de", "Spalten + Yacht-Bonus"),
    ],
)
def test_the_bar_of_the_total_has_one_line_of_small_print(game: str, lang: str, said: str) -> None:
    """Where the names of all addends have no room in it, they are said in short."""
    assert plan_of(game, lang, **LANDSCAPE).labels["total"].hints == (said,)


@pytest.mark.parametrize("game", ["colours", "two-columns"])
def test_what_fills_low_room_has_a_low_heading_before_it_has_none(game: str) -> None:
    """Its letters keep off the rule above them."""
    texts = {text.text: text for text in texts_of(game, "de", **LANDSCAPE)}
    room = plan_of(game, "de", **LANDSCAPE).free(0)
    heading = texts["Dein Zug"]
    top_of_letters = heading.y - CAP * heading.size
    assert top_of_letters > room.y + PANEL.least_free_top / 2 + 0.9 * MM


@pytest.mark.parametrize(
    ("game", "paper", "rows"),
    [("yamb-10", "a4", "22 rows of 8 mm"), ("maxi-yatzy", "a5", "23 rows of 8 mm")],
)
def test_a_refusal_counts_with_the_smallest_sizes(game: str, paper: str, rows: str) -> None:
    """Rows of larger sizes would not say what the paper lacks."""
    with pytest.raises(SheetgenError) as refused:
        plan_of(game, "en", paper=paper, orientation="landscape" if paper == "a4" else "portrait")
    assert rows in str(refused.value)


def test_names_of_columns_that_would_meet_are_moved_aside() -> None:
    """The long name is above its column, and the one behind it is further to the right."""
    plan = plan_of("yams-4", "fr", **LANDSCAPE)
    places, gap = plan._column_places, plan.sizes.column_gap
    assert plan.heads.has_names(places, gap)
    widths = [lines[0] for lines in plan.heads.widths]
    middles = plan.heads._middles(widths, places, gap)
    moved = [middle - place.middle[0] for middle, place in zip(middles, places, strict=True)]
    assert moved[1] > 0
    assert moved[2:] == [0, 0]


def test_small_print_breaks_between_two_statements() -> None:
    """No line of it is a word or a number that is left over."""
    said = [text.text for text in texts_of("cheerio", "fr", **LANDSCAPE)]
    assert said[said.index("trois + deux identiques") + 1] == "somme des dés"


def test_narrow_labels_have_small_print_in_two_lines_before_they_lose_it() -> None:
    """The points are before its first line."""
    label = plan_of("four-columns", "en", **LANDSCAPE).labels["full_house"]
    assert (label.points, label.hints) == ("25", ("three + two", "of a kind"))


def test_ticks_for_all_columns_of_a_player_leave_labels_their_width() -> None:
    """They are before one box as wide as the player, not before one in each column."""
    plan = plan_of("triple-chips", "de", players=2)
    assert not plan.narrow
    assert plan.labels["three_of_a_kind"].hints == ("drei gleiche · alle Augen",)


def test_landscape_has_fewer_players_before_rows_lose_their_words() -> None:
    """Four players of two columns each would leave ten rows without small print."""
    plan = plan_of("two-columns", "de", **LANDSCAPE)
    assert plan.columns == 3
    assert plan.left_out == []


def test_lines_to_write_on_are_there_once() -> None:
    """They are in the foot if it has room, else below the shorter list."""
    for game in ("general", "yacht-12"):
        said = [text.text for text in texts_of(game, "en", **LANDSCAPE)]
        assert said.count("Best of the evening") == 1


def test_a_narrow_pad_has_low_rows_before_it_is_turned() -> None:
    """Pads that are sold are upright."""
    plan = plan_of("dice-play", "de", paper="105x200mm", pad=1, backing=False)
    assert plan.sizes.pad
    assert plan.page[0] < plan.page[1]


def test_symbols_of_dice_say_what_each_counts() -> None:
    """The number of a face is nowhere on the dice."""
    said = [text.text for text in texts_of("wuerfelpoker", "en")]
    assert "1 for each nine" in said
    assert "6 for each ace" in said
