"""The scripts of forms and pages agree with the engine.

On random cards of all games, shipped ones and random ones.
"""

import random
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from gettext import NullTranslations
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from babel.messages.extract import extract
from babel.messages.frontend import parse_keywords
from hypothesis import HealthCheck, given, settings, strategies as st
from msgspec.structs import replace
from update_catalogs import KEYWORDS

from sheetgen.calculator.scripts import (
    game_data,
    imports_of,
    joined,
    modules,
    script_data,
    texts_in,
    translations,
    turn_data,
)
from sheetgen.files import folders
from sheetgen.i18n.catalog import Catalog, languages, load_catalog
from sheetgen.rules.history import (
    conflicts,
    extra_yacht_bounds,
    games_of_columns,
    possible_values,
    yacht_box_ids,
)
from sheetgen.rules.patterns import all_rolls
from sheetgen.rules.ruleset import Ruleset, Total
from sheetgen.rules.scoring import Context, add_up, legal_entries, moment, ranges, totals
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import ruleset_ids
from tests.games import COLUMNED, built
from tests.rules.test_columns import columns_of, small as small_columns
from tests.rules.test_possible_values import GAMES, small_games
from tests.running import ROOT
from tests.script import Script
from tests.tables import numbers_of

SHIPPED = {ruleset_id: load_ruleset(ruleset_id) for ruleset_id in ruleset_ids()}
ALL = SHIPPED | GAMES
Card = dict[str, int]


def script_of(ruleset: Ruleset) -> Script:
    """Return the scripts with the data of a game, as a page has them."""
    return Script(
        "rules/engine.js",
        "rules/turns.js",
        "rules/match.js",
        game=game_data(ruleset),
        turns=turn_data(ruleset),
    )


def random_cards(ruleset: Ruleset, count: int, seed: int) -> Iterator[tuple[Card, int | None]]:
    """Cards with open boxes, some with further Yachts written on them, right or not."""
    chance = random.Random(seed)  # noqa: S311 - a test that can be repeated
    for _ in range(count):
        share = chance.random() * 1.2
        card = {
            box: chance.choice(possible_values(ruleset, box))
            for box in ruleset.boxes
            if chance.random() < share
        }
        yachts = chance.choice((None, 0, 1, 2, 12)) if ruleset.extra_yachts else None
        yield card, yachts


def totals_on_paper(
    ruleset: Ruleset, card: Mapping[str, int], yachts: int | None
) -> dict[str, int | None]:
    """Return the totals that the engine adds up from the entries; None where no box is filled."""
    found: dict[str, int | None] = {}
    for where, total in ruleset.all_totals.items():
        values = {**found, **card}
        parts = [values.get(part) for part in ruleset.addends[where]]
        some = any(part is not None for part in parts)
        is_written = yachts is not None if total.kind == "extra_yachts" else some
        found[where] = (
            add_up(total, [part or 0 for part in parts], yachts or 0) if is_written else None
        )
    return found


def test_a_full_card_adds_up_as_in_the_engine() -> None:
    """With every box written, the sums on paper are those of the engine."""
    for ruleset in ALL.values():
        card = {box: possible_values(ruleset, box)[-1] for box in ruleset.boxes}
        yachts = 2 if ruleset.extra_yachts else None
        assert totals_on_paper(ruleset, card, yachts) == totals(ruleset, card, yachts or 0)


def check_totals(ruleset: Ruleset, count: int, seed: int) -> None:
    """Check that the script adds up as the engine does."""
    cards = list(random_cards(ruleset, count, seed))
    code = "cards.map(function (each) { return addUp(game, each[0], each[1]); })"
    for (card, yachts), found in zip(cards, script_of(ruleset).run(code, cards=cards), strict=True):
        assert found == totals_on_paper(ruleset, card, yachts), (card, yachts)


FOLDER = folders.templates() / "calculator"
SCRIPTS = sorted(FOLDER.rglob("*.js"))
LAYERS = ("rules", "state", "parts", "views")
"""Folders of the modules of a page, the lowest first; those outside of them are above all."""
ENTRIES = (
    "main.js",
    "live.js",
    "screen.js",
    "chances-worker.js",
    "review/main.js",
    "form.js",
    "keystroke.js",
    "loader.js",
    "service-worker.js",
)
"""Scripts that nothing imports: each is joined with the modules that it imports."""


def script_id(script: Path) -> str:
    """Return the path of a script from the folder of scripts."""
    return script.relative_to(FOLDER).as_posix()


def layer_of(name: str) -> int:
    """Return the number of the layer of a module; those of no layer are above all."""
    folder = name.partition("/")[0]
    return LAYERS.index(folder) if folder in LAYERS else len(LAYERS)


def names_declared(text: str) -> list[str]:
    """Return the names that a script declares outside of functions."""
    declared = r"^(?:export )?(?:(?:async )?function|const|let|var) "
    names = re.findall(declared + r"(\w+)", text, re.MULTILINE)
    for several in re.findall(declared + r"\{([^}]*)\} =", text, re.MULTILINE):
        names += re.findall(r"\w+", several)
    return names


def names_imported(text: str) -> set[str]:
    """Return the names that a script imports."""
    lists = re.findall(r"^import \{([^}]*)\} from", text, re.MULTILINE)
    return {name for names in lists for name in re.findall(r"\w+", names)}


def test_every_script_is_in_a_document() -> None:
    """No module is left over that nothing imports."""
    in_documents = {name for entry in ENTRIES for name in modules([entry])}
    assert in_documents == {script_id(script) for script in SCRIPTS}


@pytest.mark.parametrize("entry", ENTRIES)
def test_modules_of_a_document_declare_each_name_once(entry: str) -> None:
    """They are joined in one scope, in which a name that is there twice would be another function.

    For the same reason no name is imported under another one, and only declarations are exported.
    """
    texts = modules([entry])
    names = [name for text in texts.values() for name in names_declared(text)]
    assert {name for name in names if names.count(name) > 1} == set()
    for text in texts.values():
        for imported in re.findall(r"^import\b([^;]*);", text, re.MULTILINE):
            assert not re.search(r"\bas\b|\*", imported)
        for exported in re.findall(r"^export .*", text, re.MULTILINE):
            assert re.match(r"export ((async )?function|const|var) ", exported)
    assert not re.search(r"^(import|export)\b", joined([entry]), re.MULTILINE)


@pytest.mark.parametrize(
    ("entry", "given"), [("form.js", {"GAME", "FORM"}), ("service-worker.js", {"VERSION", "FILES"})]
)
def test_what_a_document_gives_is_declared_by_no_module(entry: str, given: set[str]) -> None:
    """The names of its data would be declared twice in one scope."""
    declared = {name for text in modules([entry]).values() for name in names_declared(text)}
    assert declared.isdisjoint(given)


@pytest.mark.parametrize("entry", ENTRIES)
def test_modules_import_what_they_use(entry: str) -> None:
    """A module imports each name of another module, which exports it.

    Joined in one script, they would work without.
    """
    texts = modules([entry])
    homes = {name: module for module, text in texts.items() for name in names_declared(text)}
    for module, text in texts.items():
        imported = names_imported(text)
        for name in imported:
            home = homes[name]
            assert re.search(rf"^export .*\b{name}\b", texts[home], re.MULTILINE), (module, name)
            assert home in imports_of(module, text), (module, name)
        code = re.sub(r"/\*.*?\*/|//[^\n]*|^import[^;]*;", "", text, flags=re.DOTALL | re.MULTILINE)
        assert [name for name in imported if not re.search(rf"\b{name}\b", code)] == []
        called = set(re.findall(r"(?<![.\w])(\w+)\(", code))
        own = set(re.findall(r"\b(?:const|var|let|function|async) (\w+)|(\w+)(?=[,)}\]] ?)", code))
        local = {name for names in own for name in names}
        assert {name for name in called & homes.keys() if homes[name] != module} <= imported | local


def test_modules_are_in_layers_without_circles() -> None:
    """A module imports none of a higher layer, a view no other view, and there is no circle."""
    imports = {
        script_id(script): imports_of(script_id(script), script.read_text("utf-8"))
        for script in SCRIPTS
    }
    views, above = LAYERS.index("views"), len(LAYERS)
    for module, imported in imports.items():
        for other in imported:
            assert layer_of(other) <= layer_of(module), (module, other)
            assert layer_of(other) < views or layer_of(module) == above, (module, other)
    ready: set[str] = set()
    while len(ready) < len(imports):
        next_ones = {
            name for name, imported in imports.items() if ready.issuperset(imported)
        } - ready
        assert next_ones, f"a circle among {sorted(imports.keys() - ready)}"
        ready |= next_ones


def test_a_page_alone_has_no_scripts_of_a_table() -> None:
    """What a table needs is in the page of a table alone, and makes no other page heavier."""
    added = modules(["live.js"]).keys() - modules(["main.js"]).keys()
    assert {"rules/shared.js", "state/seat.js", "state/wire.js", "views/company.js"} <= added


def test_views_read_the_state() -> None:
    """The game is changed in `state` alone; what is looked at (`view`) is not stored."""
    for script in SCRIPTS:
        name = script_id(script)
        if layer_of(name) != LAYERS.index("state") and name != "review/main.js":
            assert re.findall(r"(?<![.\w])page\.\w+ =[^=>]", script.read_text("utf-8")) == [], name


def test_every_event_is_listened_to() -> None:
    """Each event that a module sends has a listener, and each listener has an event."""
    source = "\n".join(modules(["live.js"]).values())
    heard = set(re.findall(r'\blisten\("([^"]+)"', source))
    told = set(re.findall(r'\bnotify\("([^"]+)"', source)) | {"typed", "moved on"}
    assert told == heard


@pytest.mark.parametrize("script", SCRIPTS, ids=script_id)
def test_scripts_have_no_variables_but_their_state(script: Path) -> None:
    """State that changes while a page or form is open is in an object, such as `page` or `view`.

    Lines have 120 characters at most.
    """
    text = script.read_text("utf-8")
    assert re.findall(r"^(?:export )?let .*", text, re.MULTILINE) == []
    assert set(re.findall(r"^var (\w+)", text, re.MULTILINE)) <= {"NOW", "ACTIONS"}
    assert [line for line in text.splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=script_id)
def test_pages_translate_what_babel_extracts(script: Path) -> None:
    """The texts that a page looks up for a script are those that Babel extracts from it."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["babel"][
        "mappings"
    ]
    (options,) = (each for each in mappings if each["method"] == "javascript")
    with script.open("rb") as file:
        found = extract("javascript", file, parse_keywords(KEYWORDS), options=options)
        extracted = {
            (context, *([english] if isinstance(english, str) else english))
            for _, english, _, context in found
        }
    assert set(texts_in(script.read_text("utf-8"))) == extracted


def test_texts_of_scripts() -> None:
    """Calls may be broken over lines and nested.

    A language with four forms has each by its category.
    """
    broken = 'pgettext(\n "a",\n "say \\"x\\"",\n)'
    script = broken + ' `${npgettext("b", "one", "many", pgettext("a", "n"))}` xpgettext("c", "no")'
    assert texts_in(script) == [("a", 'say "x"'), ("b", "one", "many"), ("a", "n")]
    numbers = {1: 0, 2: 1, 3: 2, 4: 2}
    own = Mock(NullTranslations)
    own.npgettext.side_effect = lambda _, one, many, n: f"form {numbers.get(n % 100, 3)}"
    forms = Catalog("sl", own).forms("page", "%(n)s point", "%(n)s points")
    assert forms == {"one": "form 0", "two": "form 1", "few": "form 2", "other": "form 3"}


@pytest.mark.parametrize("language", [each for each in languages() if each != "en"])
def test_every_text_of_a_page_is_translated(language: str) -> None:
    """A page has each text of its scripts in each language.

    Of those that count, the forms that the language has.
    """
    texts = texts_in("".join(script.read_text("utf-8") for script in SCRIPTS))
    assert len(texts) > 200
    catalog = load_catalog(language)
    found = translations([catalog], texts)
    for context, english, *several in texts:
        (said,) = found[context][english]
        assert catalog.has_text(context, english)
        assert set(said) == {"one", "other"} if several else isinstance(said, str)


@pytest.mark.parametrize("name", ALL)
def test_totals(name: str) -> None:
    """Totals, room for further Yachts and distances, on some hundred cards of each game."""
    check_totals(ALL[name], 300, seed=1)
    check_room(ALL[name], 300, seed=3)
    check_distances(ALL[name], 50, seed=4)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ruleset=small_games(), seed=st.integers(0, 1 << 20))
def test_random_games(ruleset: Ruleset, seed: int) -> None:
    """Totals, legal entries and room for Yachts of games that mix everything the vocabulary has."""
    check_totals(ruleset, 20, seed)
    check_entries(ruleset, 6, seed)
    check_room(ruleset, 20, seed)
    check_distances(ruleset, 10, seed)


@pytest.mark.parametrize("name", ALL)
def test_values_that_a_box_can_hold(name: str) -> None:
    """The script takes exactly the values that the engine derives."""
    ruleset = ALL[name]
    numbers = [*range(-30, 120), 1.5]
    code = (
        "game.boxes.map(function (box) { return numbers.filter(function (n) { return "
        "canHold(game, box, n); }); })"
    )
    found = script_of(ruleset).run(code, numbers=numbers)
    assert found == [list(possible_values(ruleset, box)) for box in ruleset.boxes]


def check_entries(ruleset: Ruleset, count: int, seed: int) -> None:
    """For every roll, whichever of its turn it is, the script offers what the engine offers."""
    script = script_of(ruleset)
    rolls, moments = all_rolls(ruleset.dice.count, ruleset.dice.sides), moments_of(ruleset)
    code = """moments.map(function (each) {
        return rolls.map(function (dice) {
            var moment = momentAt(turns, each[0], each[1]);
            return legalEntries(game, turns, card, rollOf(dice), moment);
        });
    })"""
    every = """(function () {
        var found = {};
        game.boxes.forEach(function (box) { found[box] = choicesIn(game, turns, card, box); });
        return found;
    })()"""
    for card, _ in random_cards(ruleset, count, seed):
        found = script.run(
            code, card=card, rolls=[roll.dice[::-1] for roll in rolls], moments=moments
        )
        everything: dict[str, set[tuple[int, int]]] = {}
        for (number, together), at_moment in zip(moments, found, strict=True):
            now = moment(ruleset, card, number=number, together=together)
            for roll, entries in zip(rolls, at_moment, strict=True):
                wanted = legal_entries(ruleset, roll, now)
                assert entries == {
                    box: {"points": list(e.points), "bonus": e.bonus} for box, e in wanted.items()
                }
                for box, each in wanted.items():
                    everything.setdefault(box, set()).update(
                        (points, each.bonus) for points in each.points
                    )
        offered = script.run(every, card=card)
        assert {
            box: [(e["points"], e["bonus"]) for e in each] for box, each in offered.items() if each
        } == {box: sorted(each) for box, each in everything.items()}


def moments_of(ruleset: Ruleset) -> list[tuple[int, bool]]:
    """Return the moments of a turn: numbers of rolls, 0 for the last, and if all dice are thrown.

    Moments that make no difference in the game are left out.
    """
    numbers, turns = ruleset.dice.rolls, turn_data(ruleset)
    every = range(numbers) if "numbers" in turns else sorted({0, 1} & set(range(max(2, numbers))))
    return [
        (number, together)
        for number in every
        for together in ((False, True) if "together" in turns else (False,))
    ]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.few(4)
def test_legal_entries(name: str) -> None:
    """Every roll on some random cards of each game."""
    check_entries(ALL[name], 2 if name in COLUMNED else 4, seed=2)


def columns_game(seed: int) -> Ruleset:
    """Draw a game of one to three columns in any order.

    Every other game has points for dice that were thrown together.
    """
    dice = random.Random(seed)  # noqa: S311 - a test that can be repeated
    data = small_columns(columns_of(dice))
    data["totals"][2]["of"] = (["plain"], ["plain", "gap"])[seed % 3 == 0]
    if seed % 2:
        data["dice"] |= {"rolls": 3, "served": "all_dice"}
        data["sections"][0]["categories"][3]["points"] = {
            "kind": "fixed",
            "value": 5,
            "first_roll": 8,
        }
    return built(data)


@pytest.mark.parametrize("seed", range(12))
def test_entries_of_games_with_columns(seed: int) -> None:
    """Entries, totals and distances are the engine's in random games with columns.

    They have orders, columns for first rolls only, points by roll or for dice thrown together, and
    differences.
    """
    ruleset = columns_game(seed)
    check_entries(ruleset, 6, seed)
    check_totals(ruleset, 60, seed)
    check_distances(ruleset, 20, seed)


def test_dice_that_have_to_stay() -> None:
    """If kept dice stay, a roll has the kept dice of each face.

    If they are free, it has none.
    """
    generala = SHIPPED["generala"]
    stay = replace(generala, dice=replace(generala.dice, kept="stay"))
    code = "turn.dice.map(function (_, place) { return hasToStay(turns, turn, place); })"
    first, second = {"roll": [4, 4, 2, 4, 1], "keep": [4, 2]}, {"roll": [4, 3, 2, 4, 4]}
    for throws, kept, expected in (
        ([first], [1, 1, 1, 1, 1], []),
        ([first, second], [1, 0, 1, 0, 0], [0, 2]),
        ([first, second], [1, 0, 1, 1, 0], [2]),
        ([first, second], [0, 1, 1, 1, 0], [2, 3]),
    ):
        turn = {"dice": throws[-1]["roll"], "kept": [*map(bool, kept)], "throws": throws}
        found = [place for place, stays in enumerate(script_of(stay).run(code, turn=turn)) if stays]
        assert found == expected
        assert not any(script_of(generala).run(code, turn=turn))
    assert "stays" not in turn_data(generala)


def check_room(ruleset: Ruleset, count: int, seed: int) -> None:
    """Check that the room for further Yachts is the engine's."""
    cards = [card for card, _ in random_cards(ruleset, count, seed)]
    code = "cards.map(function (card) { return roomForYachts(game, card); })"
    for card, room in zip(cards, script_of(ruleset).run(code, cards=cards), strict=True):
        assert room == room_on(ruleset, card), card


def check_distances(ruleset: Ruleset, count: int, seed: int) -> None:
    """Check the points missing for the next step, and whether the open boxes can bring them."""
    script = script_of(ruleset)
    for total in (total for total in ruleset.all_totals.values() if total.kind == "threshold"):
        for card, yachts in random_cards(ruleset, count, seed):
            found = script.run(
                "toGo(game, card, yachts, total)",
                card=card,
                yachts=yachts,
                total=_data_of(ruleset, total),
            )
            assert found == _distance(ruleset, total, card, yachts), (card, yachts)


def _distance(
    ruleset: Ruleset, total: Total, card: Card, yachts: int | None
) -> dict[str, Any] | None:
    bonus = totals_on_paper(ruleset, card, yachts)[total.id]
    now = _sum(ruleset, total, card, yachts or 0)
    left = next((step.at_least for step in total.steps if step.at_least > now), None)
    if bonus is None or left is None:
        return None
    values = {
        box: (card[box],) if box in card else possible_values(ruleset, box) for box in ruleset.boxes
    }
    room = room_on(ruleset, {box: each[-1] for box, each in values.items()})
    spans = ranges(ruleset, {box: (each[0], each[-1]) for box, each in values.items()}, (0, room))
    reachable = left <= sum(spans[part][1] for part in ruleset.addends[total.id])
    return (
        {"sum": now, "missing": left - now, "reachable": reachable}
        if reachable or now < total.steps[0].at_least
        else None
    )


def room_on(ruleset: Ruleset, card: Mapping[str, int]) -> int:
    """Return the maximum of further Yachts of a card: 0 before a Yacht box holds points."""
    room = 0
    for column, alone in games_of_columns(ruleset).items():
        prefix = ruleset.prefix(column)
        own = {box[len(prefix) :]: held for box, held in card.items() if box.startswith(prefix)}
        room += room_on(alone, own)
    if room or games_of_columns(ruleset):
        return room
    needed = all if ruleset.yachts_of_all_columns else any
    scored = needed(card.get(box) for box in yacht_box_ids(ruleset)) and ruleset.extra_yachts
    return extra_yacht_bounds(ruleset, card)[1] if scored else 0


def _data_of(ruleset: Ruleset, total: Total) -> dict[str, Any]:
    return next(each for each in game_data(ruleset)["totals"] if each["id"] == total.id)


def _sum(ruleset: Ruleset, total: Total, card: Mapping[str, int], yachts: int) -> int:
    values = {**totals_on_paper(ruleset, card, yachts), **card}
    return sum(values.get(part) or 0 for part in ruleset.addends[total.id])


def test_a_step_of_a_ladder_is_not_missed() -> None:
    """A finished Balut has points for its score, -1 and 0 too.

    A bonus that was never reached is missed.
    """
    ruleset = SHIPPED["balut"]
    script, by_id = script_of(ruleset), ruleset.all_totals
    zeros = dict.fromkeys(ruleset.boxes, 0)
    high = numbers_of("balut_1=50 balut_2=50 balut_3=50 sixes_1=30 sixes_2=30 sixes_3=24")
    for choice, points in ((20, -1), (30, 0)):
        card = zeros | high | {box: choice for box in zeros if box.startswith("choice")}
        assert totals_on_paper(ruleset, card, None)["score_points"] == points
        total = _data_of(ruleset, by_id["score_points"])
        assert script.run("toGo(game, card, null, total)", card=card, total=total) is None
    left = script.run(
        "toGo(game, card, null, total)", card=zeros, total=_data_of(ruleset, by_id["fours_points"])
    )
    assert left == {"sum": 0, "missing": 52, "reachable": False}


def test_bounds() -> None:
    """The script finds the bound that a value would break, as the checker does."""
    ruleset = GAMES["bound"]
    script = script_of(ruleset)
    for low in possible_values(ruleset, "low"):
        for high in possible_values(ruleset, "high"):
            broken = conflicts(ruleset, {"low": low, "high": high})
            for box, points, other in (("low", low, {"high": high}), ("high", high, {"low": low})):
                found = script.run(
                    "brokenBound(game, card, box, points)", card=other, box=box, points=points
                )
                assert found == (list(broken[0]) if broken else None)


def test_data_is_safe_in_any_script() -> None:
    """Data holds nothing that ends a script, and is ASCII."""
    data = script_data({"name": "</script><!-- é \u2028 ) \\ (", "constructor": 1})
    assert data.isascii()
    assert "<" not in data
    assert Script(value=0).run(f"({data}).name") == "</script><!-- é \u2028 ) \\ ("


def test_kept_games_are_taken_as_far_as_they_are_sound() -> None:
    """Wrong players and entries are left out one by one; what is no match at all is none."""
    script = script_of(SHIPPED["dice-play"])
    an, bram = {"id": "a", "name": "An"}, {"id": "b", "name": "Bram"}
    three = {"player": "a", "box": "ones", "points": 3, "bonus": 0}
    wrong = [
        {**three, "points": 4}, {**three, "player": "x"}, {**three, "box": "ones", "points": 99},
        {**three, "box": "constructor"}, {**three, "box": ["ones"]}, {**three, "bonus": "0"}, None,
        5,
    ]  # fmt: skip
    kept = {
        "id": "m",
        "players": [an, an, bram, {"id": 5}, None],
        "entries": [three, *wrong],
        "when": "zz",
    }
    run = "checkedMatch(game, kept, 20)"
    assert script.run(run, kept=kept) == {
        "id": "m",
        "starter": "a",
        "players": [an, bram],
        "entries": [three],
    }
    assert (
        script.run(run, kept={**kept, "when": "2026-11-21T10:00:00Z"})["when"]
        == "2026-11-21T10:00:00Z"
    )
    assert script.run("checkedMatch(game, kept, 1)", kept=kept)["players"] == [an]
    for key in three:  # which nothing can make a text of
        deep = (
            f"var deep = []; for (var at = 0; at < 100000; at += 1) deep = [deep]; "
            f"three.{key} = deep; null"
        )
        script.run(deep, three=three)
        assert (
            script.run(
                "checkedMatch(game, {id: 'm', players: [an], entries: [three]}, 20).entries", an=an
            )
            == []
        )
    worthless: list[Any] = [None, 5, [], {}, {"id": 1, "players": [an]}, {"id": "m", "players": []}]
    for nothing in worthless:
        assert script.run(run, kept=nothing) is None


def test_whose_turn_it_is() -> None:
    """The first of those with the fewest entries; nobody's when all cards are full."""
    ruleset = GAMES["bound"]
    script = script_of(ruleset)
    players = [{"id": "a", "name": "An"}, {"id": "b", "name": "Bram"}]
    entries = [
        {"player": player, "box": box, "points": 0, "bonus": 0}
        for box in ("low", "high")
        for player in "ab"
    ]
    for count, turn in enumerate("abab"):
        match = {"id": "m", "players": players, "entries": entries[:count]}
        assert script.run("nextPlayer(game, match).id", match=match) == turn
    full = {"id": "m", "players": players, "entries": entries}
    assert script.run("nextPlayer(game, match)", match=full) is None


SMALL = ("bonus-yachts", "dice-play", "generala-double", *GAMES)
"""Games with which it takes no long time, and that have all rules together."""


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        pytest.param(
            name,
            seed,
            marks=() if name in SMALL and not seed else pytest.mark.slow("games in scripts"),
        )
        for name in ALL
        if name not in COLUMNED or name == "yams"
        for seed in range(2 if name in GAMES else 1)
    ],
)
@pytest.mark.few(2)
def test_changing_a_full_box_leaves_later_entries_legal(name: str, seed: int) -> None:
    """In real games, each full box offers exactly the values that every later entry still allows.

    The plain way takes minutes for the largest games of columns.
    """
    ruleset = ALL[name]
    script = script_of(ruleset)
    brute = """entries.map(function (entry, at) { var before = entries.slice(0, at);
        return choicesIn(game, turns, cardFrom(before), entry.box).filter(function (choice) {
            var changed = { box: entry.box, points: choice.points, bonus: choice.bonus };
            return canFollow(game, turns, before.concat([changed]), entries.slice(at + 1)); });
                })"""
    quick = "entries.map(function (entry) { return choicesFor(game, turns, entries, entry.box); })"
    entries = played(ruleset, seed)
    found = script.run(quick, entries=entries)
    assert found == script.run(brute, entries=entries)
    for entry, choices in zip(entries, found, strict=True):
        assert {"points": entry["points"], "bonus": entry["bonus"]} in choices


def played(ruleset: Ruleset, seed: int) -> list[dict[str, Any]]:
    """Return the entries of a game with random dice, Yachts more often than by chance."""
    chance = random.Random(seed)  # noqa: S311 - a test that can be repeated
    rolls = all_rolls(ruleset.dice.count, ruleset.dice.sides)
    card: Card = {}
    entries = []
    while len(card) < len(ruleset.boxes):
        roll = chance.choice([*rolls, *(roll for roll in rolls if roll.alike)] * 2)
        legal = legal_entries(ruleset, roll, Context(card)) or legal_entries(
            ruleset, roll, Context(card, True)
        )
        box = chance.choice(list(legal))
        card[box] = chance.choice(legal[box].points)
        entries.append({"player": "p", "box": box, "points": card[box], "bonus": legal[box].bonus})
    return entries


@pytest.mark.skipif(not shutil.which("node"), reason="node is not here")
def test_modules_without_a_document_in_node(tmp_path: Path) -> None:
    """Modules of rules run in node: its own test runner passes the tests beside this file."""
    shutil.copytree(FOLDER, tmp_path / "templates" / "calculator")
    tests = tmp_path / "tests" / "calculator"
    tests.mkdir(parents=True)
    for file in Path(__file__).parent.glob("*.test.mjs"):
        shutil.copy(file, tests)
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    found = subprocess.run(
        ["node", "--test", "tests/calculator"],
        check=False,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stdout
