"""The map of a printed sheet for programs: the places of everything, and the code of its dice."""

import json
import os
import tomllib
from collections.abc import Sequence
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin

import jsonschema_rs
import pytest
from msgspec.structs import replace

from sheetgen import SheetOptions
from sheetgen.cards.exchange import cards_schema
from sheetgen.documents.sheets import cell_maps, laid_out, resolve
from sheetgen.errors import SheetgenError
from sheetgen.layout.code import (
    GAMES,
    MOST_COLUMNS,
    MOST_GAMES,
    PAPERS,
    Code,
    checked,
    decode,
    encode,
    is_whole,
)
from sheetgen.layout.content import Content
from sheetgen.layout.options import PAD_PAPERS, Length, Pair
from sheetgen.layout.primitives import (
    CAP,
    DESCENT,
    EDGE,
    MM,
    Bracket,
    CellMap,
    Die,
    Font,
    Ink,
    PlacedCell,
    Rect,
    RoundedRect,
    Text,
)
from sheetgen.layout.sheet_plan import Planner, cell_map
from sheetgen.layout.values import Declared, declarations
from sheetgen.pdf.fonts import measure
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from sheetgen.scan.candidates import MOST_TRIED, guesses, likely, matching
from tests.conftest import SEED, WHOLE, Run
from tests.games import NINE, category, game
from tests.readback import Sheet
from tests.shop import asked, bytes_of, job, whole
from tests.tables import blocks_of

SHEETS = {
    name: [tomllib.loads(line) for line in lines]
    for name, lines in blocks_of(Path(__file__).with_name("sheets.txt"))
}
"""Options of sheets, by what they are tried for."""


def sheets_of(name: str) -> pytest.MarkDecorator:
    """Return a mark that tries the sheets with this heading, by their `settings`."""
    return pytest.mark.parametrize("settings", SHEETS[name], ids=str)


def near(one: Rect, other: Rect) -> bool:
    """Check whether two rectangles are equal to a thousandth of a point."""
    return all(
        abs(getattr(one, side) - getattr(other, side)) < 0.001
        for side in ("x", "y", "width", "height")
    )


def bounds(mark: Bracket) -> Rect:
    """Return the rectangle of a corner mark."""
    right, down = mark.turned
    return Rect(mark.x - (right < 0) * mark.arm, mark.y - (down < 0) * mark.arm, mark.arm, mark.arm)


def own_game(**more: Any) -> Ruleset:
    """Return a game that does not come with sheetgen."""
    from tests.games import built

    boxes = [category(f"row_{place}", "of_a_kind", n=place) for place in (2, 3, 4)]
    return built(
        game([category("twos", "face", "matching", face=2), *boxes, category("any")], **more)
    )


# the map


@sheets_of("all kinds")
def test_the_map_is_what_is_drawn(settings: dict[str, Any]) -> None:
    """Each cell is the outline of a box of the page.

    Each die of the code and each corner mark is on it.
    """
    printing = job(**settings)
    page, (found,) = whole(printing.job.cards[0]), printing.maps()
    drawn = [item.rect for item in page.items if isinstance(item, RoundedRect) and item.stroke]
    for cell in found.cells:
        free = (
            found.cells[0].id == cell.id and cell.kind == "name"
        )  # the name of one player stands on a line
        assert any(near(cell.rect, rect) for rect in drawn) or free, cell
    dice = [item for item in page.items if isinstance(item, Die) and item.kind == "code"]
    assert tuple(die.face for die in dice) == found.code
    assert all(
        near(Rect(die.x, die.y, die.size, die.size), place)
        for die, place in zip(dice, found.code_dice, strict=True)
    )
    corners = (
        bounds(item) for item in page.items if isinstance(item, Bracket) and item.ink is Ink.TEXT
    )
    marks = sorted(corners, key=lambda at: (at.y, at.x))
    assert len(marks) == 4
    assert all(near(mark, corner) for mark, corner in zip(marks, found.corners, strict=True))
    assert (found.width, found.height) == (page.width, page.height)


def is_drawn(place: Rect, shapes: list[Rect], x: float, y: float, slack: float) -> bool:
    """Check whether a shape has its middle where that of the place is, seen from (x, y).

    Lines make it larger.
    """
    middle_x, middle_y = place.middle
    for shape in shapes:
        across, down = shape.middle
        is_here = abs(across - middle_x - x) < slack and abs(down - middle_y - y) < slack
        if is_here and abs(shape.width - place.width) < 3 and abs(shape.height - place.height) < 3:
            return True
    return False


@sheets_of("not in the corner of their paper")
def test_the_map_has_the_places_of_the_finished_pdf(settings: dict[str, Any]) -> None:
    """Boxes, dice and corners are at the places of the map, on each card, for any margin.

    Both have the same coordinates.
    """
    printing = job(**settings)
    form, maps, content = printing.job.format, printing.maps(), bytes_of(printing)
    is_cut = "nup" in settings or "labels" in settings
    first_page = len(printing.job.first)
    for side, found in enumerate(maps):
        sheet = Sheet(content, first_page + side)
        shapes, corners = sheet.shapes, [(0.0, 0.0)]
        if is_cut:
            right, up = printing.job.back_shift if side else printing.job.shift
            corners = [(cell.x + right, cell.y - up) for cell in form.cells(behind=side == 1)]
            size: tuple[float, float] = form.cell
        else:
            size = sheet.width, sheet.height
        assert (found.width, found.height) == pytest.approx(size, abs=0.001)
        places = [cell.rect for cell in found.cells if cell.kind != "name"]
        for x, y in corners:
            for place in (*places, *found.code_dice):
                assert is_drawn(place, shapes, x, y, slack=0.05), (side, place)
            for place in found.corners:  # a mark is inside of its corner, by half of its line
                assert is_drawn(place, shapes, x, y, slack=1.0), (side, place)


@sheets_of("all kinds")
def test_every_cell_of_a_page_has_its_id(settings: dict[str, Any]) -> None:
    """Ids are pN.row, none twice.

    Every cell of the page is there under the number of its column.
    """
    printing = job(**settings)
    page, (found,) = printing.job.cards[0], printing.maps()
    by_id = {cell.id: cell for cell in found.cells}
    assert len(by_id) == len(found.cells)
    by_games = any(cell.id.game for cell in page.cells)
    for cell in page.cells:
        if cell.kind == "note":
            continue
        column = (
            cell.id.game if by_games and cell.kind != "name" else 1 if by_games else cell.id.player
        )
        ids = [f"p{column}.{cell.id.row or 'name'}", f"p{column}.name_2"]
        assert any(id_ in by_id and near(by_id[id_].rect, cell.rect) for id_ in ids), cell
    assert len(found.cells) == len([cell for cell in page.cells if cell.kind != "note"])


def test_all_boxes_and_totals_of_every_game_are_there() -> None:
    """Each column has each row of the game.

    Boxes of a category are numbered, and kinds mark the totals.
    """
    (found,) = cell_maps(load_ruleset("balut"))
    kinds = {
        cell.id: cell.kind
        for cell in found.cells
        if cell.id.startswith("p2.fours") or cell.id == "p2.name"
    }
    numbered = {f"p2.fours_{number}": "box" for number in (1, 2, 3, 4)}
    assert kinds == {"p2.name": "name", **numbered, "p2.fours": "total", "p2.fours_points": "total"}
    for name in ruleset_ids():
        ruleset = load_ruleset(name)
        (found,) = cell_maps(ruleset)
        ids = {cell.id for cell in found.cells}
        said = decode(found.code)
        assert said is not None
        rows = {*ruleset.rows} - (
            {"total"} if ruleset.winner.by == "columns" else set()
        )  # which decides nothing
        assert {f"p{column + 1}.{row}" for column in range(said.columns) for row in rows} <= ids


def test_a_reverse_to_check_cards_on_is_a_sheet_of_its_own() -> None:
    """It has its own map and another code; a pad and names have one map."""
    front, back = cell_maps(load_ruleset("dice-play"), back="audit")
    assert front.code != back.code
    assert {"p1.ones", "p1.total", "p1.written_total", "p1.difference_total"} <= {
        cell.id for cell in back.cells
    }
    assert cell_maps(load_ruleset("dice-play"), pad=5, names=["An", "Bo"])[1:] == []


# the code


def as_weights(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the weight of each of ten dice in the checksum.

    It is the change that one more pip makes.
    """
    unit = [checked(6 ** (6 - place))[7:] for place in range(7)]
    return (*((a - 1) * 36 + (b - 1) * 6 + c - 1 for a, b, c in unit), -36, -6, -1)


def test_wrong_dice_are_found() -> None:
    """A proof shows that two wrong dice change the sum.

    Some codes are tried with all wrong and swapped ones.
    """
    weights, wrong = as_weights(()), [*range(-5, 0), *range(1, 6)]
    assert len(weights) == 10
    for weight, by in product(weights, wrong):
        assert weight * by % 211
    for (one, other), by, and_by in product(combinations(weights, 2), wrong, wrong):
        assert (one * by + other * and_by) % 211
    chance = Random(21)  # noqa: S311 - dice, no secrets
    for _ in range(4):
        faces = encode(
            Code("", chance.randrange(108), chance.randrange(18), "a5", False, chance.randrange(6))
        )
        for places in combinations(range(10), 2):
            for others in product(range(1, 7), repeat=2):
                read = list(faces)
                read[places[0]], read[places[1]] = others
                assert (decode(read) is not None) == (tuple(read) == faces)
        for one, other in permutations(range(10), 2):
            read = list(faces)
            read[one], read[other] = read[other], read[one]
            assert tuple(read) == faces or decode(read) is None


def test_what_is_no_code_is_refused() -> None:
    """A code with too few, too many or no faces is refused, and one that is upside down.

    A row in 216 is a code by chance.
    """
    chance = Random(21)  # noqa: S311 - dice, no secrets
    found = sum(
        decode([chance.randint(1, 6) for _ in range(10)]) is not None for _ in range(20_000)
    )
    assert found < 20_000 / 216 * 1.4
    whole_code = encode(Code("yatzy", None, 4, "a4", False, 1))
    for faces in (
        (),
        whole_code[:9],
        (*whole_code, 1),
        (0, *whole_code[1:]),
        (7, *whole_code[1:]),
        (1,) * 10,
    ):
        assert decode(faces) is None
    chance, passed = Random(21), 0  # noqa: S311 - as above
    for number in chance.sample(range(6**7), 25_000):
        faces = checked(number)
        assert is_whole(faces)
        if is_whole(faces[::-1]):
            passed += 1
            assert decode(faces) is None
            assert decode(faces[::-1]) is None
        elif (code := decode(faces)) and (code.ruleset or code.rules is not None):
            assert encode(code) == faces
            assert decode(faces[::-1]) is None
    assert passed > 50


def test_what_is_written_is_read() -> None:
    """A code is read back to its parts.

    If it were another one upside down, the next layout is used.
    """
    same = 0
    for name, columns, paper, across in product(
        GAMES, (0, 1, 4, MOST_COLUMNS), PAPERS, (False, True)
    ):
        asked = Code(name, None, columns, paper, across, 26)
        read = decode(encode(asked))
        assert read is not None
        assert (read.ruleset, read.rules, read.columns, read.paper, read.across) == (
            name,
            None,
            columns,
            paper,
            across,
        )
        same += read.layout == (26 if name in GAMES[:21] else 26 % 6)
    assert same > 0.98 * len(GAMES) * 4 * len(PAPERS) * 2


def test_printed_sheets_stay_known() -> None:
    """New games come at the end of the code.

    Fingerprints change with the rules, but not with classes for rules.
    """
    assert GAMES[:9] == tuple(NINE)
    assert {*ruleset_ids()} <= {*GAMES}
    assert len(GAMES) == len({*GAMES}) <= MOST_GAMES == 34
    games = (replace(load_ruleset(name), shipped=False) for name in GAMES[:9])
    assert [code_of(game).rules for game in games] == [3, 22, 2, 101, 103, 63, 57, 94, 53]
    assert code_of(own_game()).rules == 12


def test_the_code_of_a_sheet_says_what_it_is() -> None:
    """It has the game, the number of columns and the paper.

    The paper of a card is its own size; a paper without a name has an empty one.
    """
    ruleset = load_ruleset("players-choice")
    for options, columns, paper, across in (
        ({"players": 3}, 3, "a4", False),
        ({"players": 8}, 8, "a4", True),
        ({"nup": 4, "players": 2}, 2, "a6", False),
        ({"paper": "letter", "players": 2, "orientation": "landscape"}, 2, "letter", True),
        ({"paper": "200x280mm", "players": 2}, 2, "", False),
        ({"paper": "a3", "players": 20}, 17, "", True),
    ):
        (found,) = cell_maps(ruleset, **options)
        code = decode(found.code)
        assert code is not None
        assert (code.ruleset, code.columns, code.paper, code.across) == (
            ruleset.id,
            columns,
            paper,
            across,
        )
        assert code.is_of(ruleset)
        assert not code.is_of(load_ruleset("yatzy"))


def code_of(ruleset: Ruleset) -> Code:
    """Return the code in the dice of the usual sheet of a game."""
    code = decode(cell_maps(ruleset)[0].code)
    assert code is not None
    return code


def test_a_game_of_ones_own_has_a_fingerprint(tmp_path: Path) -> None:
    """Other rules make another one, other words do not.

    A file with the name of a game that ships has its own, too.
    """
    code = code_of(own_game())
    assert code.ruleset == ""
    assert code.is_of(own_game(name="Another name"))
    assert not code.is_of(own_game(dice={"rolls": 2}))
    assert not code.is_of(load_ruleset("dice-play"))
    file = tmp_path / "dice-play.toml"
    file.write_text('format = 1\nextends = "dice-play"\n', "utf-8")
    copy = load_ruleset(str(file))
    assert copy.id == "dice-play"
    assert code_of(copy).rules is not None
    assert not code_of(load_ruleset("dice-play")).is_of(copy)


# what a code, or a game, can mean


def map_of(name: str, **settings: Any) -> CellMap:
    """Return the map of a printed sheet, by default in Dutch on A4."""
    options = asked(name, **{"lang": "nl", "paper": "a4", **settings})
    with laid_out(load_ruleset(name), options) as sheets:
        return sheets.maps()[0]


def print_and_find(name: str, **settings: Any) -> tuple[CellMap, list[CellMap]]:
    """Return the map of a printed sheet, and the maps that its code can mean.

    The last of them is the one with equal boxes.
    """
    printed = map_of(name, **settings)
    code, found = decode(printed.code), []
    assert code is not None
    for each in matching(code, load_ruleset(name), ["nl"]):
        found.append(each)
        if boxes(each) == boxes(printed):
            break
    return printed, found


def boxes(of: CellMap) -> list[PlacedCell]:
    """Return all that is no name, with its place seen from the first corner mark.

    Holes move a sheet on its paper.
    """
    corner, placed = of.corners[0], []
    for cell in of.cells:
        if cell.kind != "name":
            x, y = round(cell.rect.x - corner.x, 6), round(cell.rect.y - corner.y, 6)
            placed.append(replace(cell, rect=replace(cell.rect, x=x, y=y)))
    return placed


@sheets_of("found by their codes")
@pytest.mark.few(6)
def test_the_sheet_of_a_code_is_found(settings: dict[str, Any]) -> None:
    """Game and code are enough to lay the sheet out again.

    Few others have the same code, and that one comes too.
    """
    printed, found = print_and_find("dice-play", **settings)
    assert boxes(found[-1]) == boxes(printed)
    assert all(each.code == printed.code for each in found)
    assert len(found) <= 4


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("yatzy", {"paper": "105x200mm", "players": 6, "lang": "en"}),
        ("numbers-hands", {"paper": "100x180mm", "players": 4}),
        ("dice-play", {"paper": "a6", "players": 6}),
        ("yatzy", {"paper": "a6", "lang": "de"}),
        ("numbers-hands", {"paper": "a6", "players": 3, "lang": "fr"}),
        ("bonus-yachts", {"paper": "100x180mm", "games": 6}),
        ("yatzy", {"nup": "3x1", "players": 5}),
        ("yatzy", {"paper": "105x200mm", "orientation": "portrait", "players": 7}),
        ("dice-play", {"paper": "105x200mm", "orientation": "landscape", "players": 2}),
    ],
    ids=str,
)
def test_a_narrow_pad_is_found_by_its_code(name: str, settings: dict[str, Any]) -> None:
    """Its rows are those of pads, and it is found as other sheets.

    Its code is in the foot, or in landscape at the end of the one line above the rows.
    """
    printed, found = print_and_find(name, pad=9, **settings)
    assert boxes(found[-1]) == boxes(printed)
    heights = [cell.rect.height / MM for cell in printed.cells if cell.kind == "box"]
    assert min(heights) >= 6.2
    tops = [place.y for place in printed.code_dice]
    bottoms = [place.bottom for place in printed.code_dice]
    if printed.width < printed.height:
        assert min(tops) > max(cell.rect.bottom for cell in printed.cells)
    else:
        assert max(bottoms) < min(cell.rect.y for cell in printed.cells)


def test_a_sheet_made_by_the_library_is_found() -> None:
    """Without a command in the foot boxes are lower.

    A user's game is found by its code; another game is not.
    """
    ruleset = load_ruleset("bonus-yachts")
    printed = cell_maps(ruleset, SheetOptions(lang="fr", games=3, left_handed=True))[0]
    code = decode(printed.code)
    assert code
    assert any(boxes(each) == boxes(printed) for each in matching(code, ruleset))
    ruleset = own_game()
    (printed,) = cell_maps(
        ruleset, lang="fr", command="sheetgen pdf --ruleset game.toml --lang fr --paper a4"
    )
    code = decode(printed.code)
    assert code is not None
    assert any(boxes(each) == boxes(printed) for each in matching(code, ruleset))
    ruleset = load_ruleset("dice-play")
    for code in (
        Code("yatzy", None, 4, "a4", False, 1),
        Code("", 5, 4, "a4", False, 1),
        Code("dice-play", None, 0, "a5", False, 1),
    ):
        assert list(matching(code, ruleset)) == []


@pytest.mark.parametrize("settings", [{}, {"lines": 1}, {"lines": 2, "allowed": True}], ids=str)
def test_a_sheet_with_its_command_in_the_foot_is_found(settings: dict[str, Any]) -> None:
    """Older sheets have the command there, and a code of the places of their boxes."""
    ruleset = load_ruleset("yatzy")
    lines = settings.pop("lines", 0)
    wording, options = resolve(ruleset, SheetOptions(lang="nl", **settings))
    plan = Planner(Content(wording, replace(options, old_command_lines=lines), measure))
    printed = next(plan.plans())
    code = decode(printed.old_code)
    assert code
    maps = matching(code, ruleset, ["nl"])
    assert any(boxes(each) == boxes(cell_map(printed)) for each in maps)


COMMAND = "sheetgen pdf --ruleset dice-play --lang nl --paper a4 "


@sheets_of("with a long command")
def test_a_command_moves_nothing(settings: dict[str, Any]) -> None:
    """With none, a short and a long one, everything is in the same places.

    The code is the same.
    """
    ruleset = load_ruleset("dice-play")
    maps = [
        cell_maps(ruleset, **settings, command=(9 * COMMAND)[:letters]) for letters in (0, 53, 217)
    ]
    assert maps[0] == maps[1] == maps[2]


@sheets_of("with the command in the margin")
def test_a_command_is_in_the_margin(settings: dict[str, Any]) -> None:
    """Below everything else, clear of the code and of the edge that printers leave blank.

    A long one is cut off with an ellipsis.
    """
    with laid_out(
        load_ruleset("dice-play"), SheetOptions(command=20 * COMMAND, **settings)
    ) as sheets:
        page = whole(sheets.layouts[0][0])
    lines = [each for each in page.items if isinstance(each, Text) and each.ink is Ink.FAINT]
    assert lines
    assert lines[-1].text.endswith("…")
    assert lines[-1].y + DESCENT * lines[-1].size <= page.height - EDGE + 0.01
    others = [each for each in page.items if isinstance(each, Text) and each.ink is not Ink.FAINT]
    top = lines[0].y - CAP * lines[0].size
    assert top > max(each.y for each in others)
    for die in (each for each in page.items if isinstance(each, Die) and each.kind == "code"):
        right = max(each.x + measure(each.text, Font.REGULAR, each.size) for each in lines)
        assert die.y + die.size < top - 3 * MM or die.x >= right + 3 * MM - 0.01


def drawn_value(declared: Declared, lot: Random) -> Any:
    """Return a value that an option may have; None for files."""
    kind, (least, most) = declared.kinds[0], declared.option.limits or (1, 6)
    words = [*declared.option.suggest()] if declared.option.suggest else ["An", "Bram", "Cas"]
    value: Any = lot.choice(words)
    if kind is bool:
        value = True
    elif get_origin(kind) is Literal:
        value = lot.choice(get_args(kind))
    elif kind is Path or kind == Sequence[Path]:
        value = None
    elif declared.kinds == get_args(Length):
        value = lot.randint(int(least), min(int(most), 20))
    elif declared.kinds == get_args(Pair):
        value = (1.0, 1.0)
    elif get_origin(kind) is Sequence:
        value = tuple(lot.sample(words, lot.randint(1, len(words))))
    elif int in declared.kinds and not declared.option.suggest:
        value = lot.randint(int(least), min(int(most), 6))
    return value


NEEDED: dict[str, dict[str, Any]] = {
    **{name: {"nup": "2"} for name in ("marks", "mark_length", "mark_gap")},
    **{name: {"pad": 2} for name in ("glue", "backing")},
    "back_offset": {"back": "audit"},
}
"""Options that an option needs."""


NOT_DRAWN = ("lang", "paper", "code", "labels", "gap")
"""Options that are drawn for each sheet, or turn the code off.

No code has those of cards of one's own size.
"""


def drawn_options(lot: Random, papers: Sequence[str]) -> dict[str, Any]:
    """Return a language, a paper, and one or two of all other options."""
    options: dict[str, Any] = {
        "lang": lot.choice(["en", "nl", "de", "fr"]),
        "paper": lot.choice(papers),
    }
    if options["paper"] in PAD_PAPERS:
        options["pad"] = 2
    declared = {
        name: each
        for name, each in declarations(SheetOptions).items()
        if each.key.startswith("--") and name not in NOT_DRAWN
    }
    for name in lot.sample([*declared], lot.randint(1, 2)):
        value = drawn_value(declared[name], lot)
        if value is not None:
            options |= {**NEEDED.get(name, {}), name: value}
    # The rules on a reverse take seconds to lay out, and move no box of the front.
    if options.get("back") == "rules":
        options["back"] = "audit"
    if "pad" in options:
        options["backing"] = False
    return options


USUAL_PAPERS = [*filter(None, PAPERS)]


def is_found_by_its_code(number: int, papers: Sequence[str] = USUAL_PAPERS) -> bool:
    """Print a random sheet, and check whether it is found by its code.

    Sets of options that exclude each other are drawn anew.
    """
    lot = Random(number)  # noqa: S311 - no secret
    while True:
        ruleset, options = (
            load_ruleset(lot.choice(sorted(ruleset_ids()))),
            drawn_options(lot, papers),
        )
        try:
            printed = cell_maps(ruleset, **options)[0]
        except SheetgenError:
            continue
        break
    code = decode(printed.code)
    assert code
    maps = matching(code, ruleset, [options["lang"]])
    return any(boxes(each) == boxes(printed) for each in maps)


@pytest.mark.parametrize("number", range(3))
def test_a_sheet_with_any_options_is_found_by_its_code(number: int) -> None:
    """Options and values are drawn from the declarations, so that a new option is among them."""
    assert is_found_by_its_code(number)


def drawn_numbers(count: int) -> list[int]:
    """Return the numbers of random sheets: all of so many, or a half of them that is drawn."""
    lot = Random(os.environ[SEED])  # noqa: S311 - no secret
    return [*range(count)] if WHOLE else lot.sample(range(count), count // 2)


@pytest.mark.slow("photos")
@pytest.mark.xdist_group("codes")  # begins early: it is one of the longest tests
def test_sheets_with_any_options_are_found_by_their_codes() -> None:
    """Of 200 sets of options, of all games, languages and papers, all but four.

    There is no time to try three unusual options at once. Games from the 22nd on have fewer layouts
    in their code, so that some more are missed.
    """
    missed = [number for number in drawn_numbers(200) if not is_found_by_its_code(number)]
    assert len(missed) <= 4, missed


@pytest.mark.slow("photos")
def test_pads_with_any_options_are_found_by_their_codes() -> None:
    """Of 40 sets of options, all but four: some games have fewer layouts in their code."""
    missed = [
        number for number in drawn_numbers(40) if not is_found_by_its_code(number, PAD_PAPERS)
    ]
    assert len(missed) <= 4, missed


def test_what_no_sheet_has_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """For an impossible layout, a maximum of sheets is laid out."""
    laid = []

    def counted(content: Content) -> Planner:
        laid.append(content)
        return Planner(content)

    monkeypatch.setattr("sheetgen.scan.candidates.Planner", counted)
    wanted = Code("dice-play", None, 4, "", False, 0)
    assert all(decode(each.code) == wanted for each in matching(wanted, load_ruleset("dice-play")))
    assert MOST_TRIED <= len(laid) <= 2 * MOST_TRIED


def test_older_sheets_are_laid_out_only_if_todays_are_not_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Most sheets are the first that is tried; an older one takes as long as all others."""
    laid = []

    def counted(content: Content) -> Planner:
        laid.append(content)
        return Planner(content)

    monkeypatch.setattr("sheetgen.scan.candidates.Planner", counted)
    printed = map_of("dice-play")
    code = decode(printed.code)
    assert code is not None
    assert boxes(next(matching(code, load_ruleset("dice-play"), ["nl"]))) == boxes(printed)
    assert len(laid) == 1


@pytest.mark.parametrize("name", ["dice-play", "bonus-yachts"])
def test_the_likely_sheets_of_a_game_come_first(name: str) -> None:
    """Without a code, the languages of the options are first.

    All others on A4 and Letter follow, each once.
    """
    ruleset = load_ruleset(name)
    found = [boxes(each) for each in likely(ruleset, ["nl", "de"], ruleset.sheet.count)]
    assert found[0] == boxes(map_of(name, code=False))
    for lang, paper, code in product(("en", "fr"), ("a4", "letter"), (False, True)):
        assert boxes(map_of(name, lang=lang, paper=paper, code=code)) in found
    assert len({tuple(each) for each in found}) == len(found)


@pytest.mark.slow("columns")
def test_as_many_columns_are_thought_of_as_there_may_be() -> None:
    """They are the numbers with enough room and boxes that the game can have."""
    games = [load_ruleset("dice-play"), load_ruleset("generala"), load_ruleset("balut")]

    def counts(columns: list[int], boxes: int) -> list[int]:
        known = [first for each in games for first, _ in guesses(each, ["fr"], columns, boxes)]
        return [len({cell.id.partition(".")[0] for cell in each.cells}) for each in known]

    assert counts([], 150) == [
        *range(1, 9),
        *range(2, 9),
        *range(1, 6),
    ]  # which takes two or more; no room for six
    assert counts([], 30) == [*range(1, 5), *range(2, 6), 1]
    assert counts([1], 150) == [1, 1]


# what is written for programs


SHEET = "pdf --ruleset dice-play --lang en --paper a4"


def written(run: Run, options: str = "") -> dict[str, Any]:
    """Return the map that a command writes, checked against the published schema."""
    code, _, err = run(f"{SHEET} -o x.pdf --cells x.json --force {options}")
    assert code == 0, err
    found: dict[str, Any] = json.loads(Path("x.json").read_text("utf-8"))
    schema = json.loads(cards_schema())
    schema = {"$schema": schema["$schema"], "$ref": "#/$defs/MapOut", "$defs": schema["$defs"]}
    jsonschema_rs.Draft202012Validator(schema).validate(found)
    return found


def millimetres(rect: Rect) -> dict[str, float]:
    """Return a rectangle as the file has it."""
    sides = {"x": rect.x, "y": rect.y, "w": rect.width, "h": rect.height}
    return {name: round(side / MM, 2) for name, side in sides.items()}


def test_a_map_is_written_as_json(run: Run) -> None:
    """Page, boxes by id, code and corners in mm, as the library has them.

    That in the docs is a part of it.
    """
    data = written(run)
    found: CellMap = job().maps()[0]
    assert list(data) == ["page", "unit", "origin", "boxes", "code", "corners"]
    assert (data["page"], data["unit"], data["origin"]) == ([210, 297], "mm", "top-left")
    assert data["boxes"] == [
        {"id": cell.id, "kind": cell.kind, **millimetres(cell.rect)} for cell in found.cells
    ]
    assert data["code"]["dice"] == [millimetres(die) for die in found.code_dice]
    assert len(data["code"]["faces"]) == 10
    assert data["corners"] == [millimetres(corner) for corner in found.corners]
    assert "[210,297]" in Path("x.json").read_text("utf-8").replace("\n", "").replace(" ", "")
    text = (Path(__file__).parents[2] / "docs" / "printing.md").read_text("utf-8")
    shown, data = (
        json.loads(text.split("```json\n")[1].split("```")[0]),
        written(run, "--lang nl"),
    )
    assert [shown[key] for key in ("page", "unit", "origin")] == [
        data[key] for key in ("page", "unit", "origin")
    ]
    assert shown["boxes"][0] in data["boxes"]
    assert shown["code"] == {"faces": data["code"]["faces"], "dice": data["code"]["dice"][:1]}
    assert shown["corners"] == data["corners"][:1]


def test_cards_reverses_and_files_have_their_maps(run: Run) -> None:
    """Several cards on a sheet have the map of one, and files have one each.

    It contains that of a reverse for checking.
    """
    assert written(run, "--nup 4")["page"] == [105, 148.5]
    data = written(run, "--back audit")
    assert data["back"]["page"] == data["page"]
    assert "back" not in data["back"]
    assert "back" not in written(run, "--back rules")
    names = f"{SHEET} --names An,Bo"
    assert run(f"{names} --blanks 2 --separate -o many --cells many.json")[0] == 0
    assert len(list(Path("many").iterdir())) == 3
    assert run(f"{names} -o one.pdf --cells one.json")[0] == 0
    assert Path("many.json").read_bytes() == Path("one.json").read_bytes()


def test_a_map_needs_a_place_of_its_own(run: Run) -> None:
    """A name that ends in .json; one that is taken is kept, and then nothing is written at all."""
    assert run(f"{SHEET} -o x.pdf --cells x.pdf")[::2] == (
        2,
        "--cells: wrote 'x.pdf'; should end in .json, for that is what will be in it\n",
    )
    assert run(f"{SHEET} -o x.pdf --cells -")[0] == 2
    Path("x.json").write_text("mine", "utf-8")
    assert run(f"{SHEET} -o x.pdf --cells x.json")[0] == 2
    assert not Path("x.pdf").exists()
    assert Path("x.json").read_text("utf-8") == "mine"


def test_a_pdf_is_the_same_with_a_map_beside_it(run: Run) -> None:
    """The map is no part of the document.

    Its command does not name it, and profiles do not keep it.
    """
    written(run, "--save-profile p.toml")
    with_map = Path("x.pdf").read_bytes()
    run(f"{SHEET} -o y.pdf")
    assert with_map == Path("y.pdf").read_bytes()
    assert "cells" not in Path("p.toml").read_text("utf-8")


# without


@pytest.mark.parametrize("options", [{}, {"nup": 4}, {"back": "audit"}])
def test_a_sheet_without_its_code_is_the_same_else(options: dict[str, Any]) -> None:
    """No dice, no digits; every box, corner and word where it was."""
    ruleset = load_ruleset("dice-play")
    plain, bare = (cell_maps(ruleset, code=code, **options) for code in (True, False))
    for one, other in zip(plain, bare, strict=True):
        assert (other.code, other.code_dice) == ((), ())
        assert (one.cells, one.corners) == (other.cells, other.corners)
    more = {**options, "nup": str(options["nup"])} if "nup" in options else options
    pages = [whole(job(code=code, **more).job.cards[0]) for code in (True, False)]
    kept = [item for item in pages[0].items if item not in pages[1].items]
    assert {type(item).__name__ for item in kept} <= {"Die", "Text"}
    assert len(kept) == (10 if "nup" in options else 11)
    assert [item for item in pages[1].items if item not in pages[0].items] == []


def test_without_a_code_its_map_is_null(run: Run) -> None:
    assert written(run, "--no-code")["code"] is None
