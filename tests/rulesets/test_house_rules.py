"""House rules: files that extend a game, new files, their faults, warnings and folders."""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import tomli_w
from hypothesis import given, settings, strategies as st

from sheetgen.calculator.scripts import turn_data
from sheetgen.errors import SheetgenError
from sheetgen.files import folders
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import best_totals, possible_values
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Joker, Ruleset, Winner
from sheetgen.rules.scoring import legal_entries
from sheetgen.rulesets.faults import ACCENTS
from sheetgen.rulesets.loading import load_ruleset, read_ruleset, review_file
from sheetgen.rulesets.reference import check_name, new_ruleset, ruleset_page, ruleset_schema
from sheetgen.rulesets.source import MAX_CHAIN, lines_of, read_source, ruleset_ids
from tests.conftest import Refused, Run
from tests.games import NINE, by_kind, category, game
from tests.tables import blocks_of, table_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
HOUSE = 'format = 1\nextends = "dice-play"\nname = "House"\n'
LOWER = '[[sections]]\nid = "lower"\ncategories = [\n'


def write(folder: Path, text: str, name: str = "house.toml") -> Path:
    """Return a ruleset file."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def faults(folder: Path, text: str, name: str = "house.toml") -> list[str]:
    """Return the faults of a file, without its folder."""
    path = write(folder, text, name)
    return [str(fault).replace(f"{folder}/", "") for fault in review_file(path, "en").faults]


House = Callable[..., Ruleset]
"""Reads a file that extends a game: `house(lines, game)`, of dice-play if no game is named."""


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a game with some lines of one's own."""
    return lambda said, base="dice-play": read_ruleset(write(tmp_path, on(base, said)))


def on(base: str, said: str) -> str:
    """Return the file of a game that extends another."""
    return f'format = 1\nextends = "{base}"\nname = "x"\n{said}\n'


def same_game(one: Ruleset, other: Ruleset) -> None:
    """Assert that a card of one game is a card of the other."""
    assert one.rows == other.rows
    assert one.addends == other.addends
    assert {box: possible_values(one, box) for box in one.boxes} == {
        box: possible_values(other, box) for box in other.boxes
    }
    assert best_totals(one) == best_totals(other)


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    """A changed category changes.

    All else is that of the game, except for statements on that game alone.
    """
    text = HOUSE + LOWER + '{ id = "yacht", points = { kind = "all" } },\n]\n'
    house, base = read_ruleset(write(tmp_path, text)), load_ruleset("dice-play")
    assert (house.id, house.name, house.summary, house.source) == ("house", "House", "", "")
    assert list(house.categories) == list(base.categories)
    changed = {name for name in base.categories if house.categories[name] != base.categories[name]}
    assert changed == {"yacht"}
    yacht = house.categories["yacht"]
    assert (yacht.points.kind, yacht.name) == ("all", "Yacht")
    assert (house.dice, house.sheet) == (base.dice, base.sheet)
    assert house.booklet.agree == base.booklet.agree


NEW = 'name = "New", pattern = { kind = "any" }, points = { kind = "all" }'
PLACES = table_of(HERE / "places.txt")


@pytest.mark.parametrize(("categories", "order"), PLACES)
def test_a_category_finds_its_place(categories: str, order: str, tmp_path: Path) -> None:
    """A new id is at the end, before the next one in the file, or behind that of `after`."""
    house = read_ruleset(write(tmp_path, HOUSE + LOWER + categories.replace("NEW", NEW) + "]\n"))
    assert " ".join(each.id for each in house.sections[1].categories) == order


@pytest.mark.parametrize("ruleset_id", by_kind(NINE))
@pytest.mark.few(3)
def test_what_is_removed_takes_along_what_mentions_it(ruleset_id: str, tmp_path: Path) -> None:
    """The game without a category, section or total is right and does not mention it."""
    base = load_ruleset(ruleset_id)
    many = [section.id for section in base.sections if len(base.sections) > 1]
    for name in (
        *many,
        *list(base.categories)[::4],
        *(total for total in base.all_totals if total != "total"),
    ):
        head = f'format = 1\nextends = "{ruleset_id}"\nname = "House"\nremove = ["{name}"]\n'
        assert not faults(tmp_path, head), name
        house = read_source(tmp_path / "house.toml")
        assert f'"{name}"' not in json.dumps(house.data["sections"]) + json.dumps(
            house.data["totals"]
        )
        assert name not in json.dumps(house.data.get("joker", {}).get("category", ""))


def test_a_joker_goes_with_its_category(house: House) -> None:
    """Its bonus, a total of nothing, and a section without categories go, too."""
    found = house('remove = ["yacht"]', "bonus-yachts")
    assert (found.joker.rule, found.extra_yachts) == ("none", None)
    upper, *others = load_ruleset("yatzy").sections
    numbers = [each.id for each in upper.categories]
    found = house(f"remove = {json.dumps(numbers)}", "yatzy")
    assert [section.id for section in found.sections] == [section.id for section in others]
    gone = {upper.id, *(total.id for total in upper.totals)}
    assert gone.isdisjoint([*found.all_totals, *found.addends["total"]])


BASE = """format = 1
name = "Base"
summary = "A base"
[booklet]
about = ["About the base."]
rolls = [[1, 2, 3, 4, 6]]
[booklet.turn]
box = "luck"
throws = [{ roll = [1, 1, 1, 2, 3] }]
[[readings]]
text = "Ones are worth all."
changes.sections = [{ id = "all", categories = [{ id = "ones", points = { kind = "all" } }] }]
[[readings]]
text = "Luck is worth 9."
changes.sections = [{ id = "all", categories = [{ id = "luck",\
 points = { kind = "fixed", value = 9 } }] }]
[[sections]]
id = "all"
categories = [
  { id = "ones", name = "Ones", pattern = { kind = "face", face = 1 },\
 points = { kind = "matching" }, examples = [[1, 1, 2, 3, 4]] },
  { id = "luck", name = "Luck", pattern = { kind = "any" }, points = { kind = "all" } },
]
[[totals]]
id = "total"
name = "Total"
kind = "sum"
of = ["all"]
[translations.nl]
name = "Basis"
summary = "Een basis"
names = { ones = "Enen", luck = "Geluk" }
aliases = { luck = ["Mazzel"] }
texts = { "About the base." = "Over de basis." }
"""
ON_BASE = 'format = 1\nextends = "base.toml"\n'


KEYS_OFF = [
    # the game, the key to remove, and the value of the item afterwards
    (
        "generala-double",
        "double_generala.needs",
        lambda game: game.categories["double_generala"].needs,
        "",
    ),
    ("generala-double", "generala.wins", lambda game: game.categories["generala"].wins, ""),
    ("yamb", "announced.announced", lambda game: game.columns[3].announced, None),
]


@pytest.mark.parametrize(("base", "key", "value", "off"), KEYS_OFF)
def test_a_single_key_is_removed(
    base: str, key: str, value: Any, off: object, house: House
) -> None:
    """A key without a word that switches it off is removed by the id of its item and its name."""
    assert value(load_ruleset(base)) != off
    found = house(f'remove = ["{key}"]', base)
    assert value(found) == off
    assert found.booklet.agree == found.booklet.end == ()
    assert list(found.rows) == list(load_ruleset(base).rows)


def test_a_strange_reading_of_a_base_is_a_fault(tmp_path: Path) -> None:
    """Values of wrong types in its changes are refused, also if the game is extended."""
    changes = "{ sections = [{ id = [1], categories = 1979-05-27 }], constraints = [{ id = {} }] }"
    write(tmp_path, f'{BASE}[[readings]]\ntext = "x"\nchanges = {changes}\n', "base.toml")
    found = faults(tmp_path, ON_BASE + 'remove = ["luck"]\n')
    assert found
    assert all(fault.startswith("base.toml:") for fault in found)


def test_what_only_explains_the_base_goes_silently(tmp_path: Path) -> None:
    """Examples, readings and translations that are now wrong are gone.

    Others stay, and so does that of a reading.
    """
    assert not faults(
        tmp_path, BASE.replace("texts = {", 'texts = { "Luck is worth 9." = "Geluk is 9 waard.",')
    )
    write(tmp_path, BASE, "base.toml")
    house = read_ruleset(write(tmp_path, ON_BASE + 'remove = ["luck"]\n'))
    assert (house.booklet.turn, house.booklet.rolls) == (
        None,
        load_ruleset(str(tmp_path / "base.toml")).booklet.rolls,
    )
    assert [reading.text for reading in house.readings] == ["Ones are worth all."]
    assert house.translations["nl"].names == {"ones": "Enen"}
    assert house.translations["nl"].aliases == {}
    assert house.translations["nl"].texts == {"About the base.": "Over de basis."}
    house = read_ruleset(
        write(tmp_path, ON_BASE + '[dice]\ncount = 6\n[booklet]\nabout = ["Six dice."]\n')
    )
    assert (house.booklet.turn, house.booklet.rolls, house.categories["ones"].examples) == (
        None,
        (),
        (),
    )
    assert len(house.readings) == 2
    assert house.translations["nl"].texts == {}


ON_GENERALA = """format = 1
extends = "generala"
name = "Topper"
[[sections]]
id = "hands"
categories = [{ id = "generala", name = "Five alike" }]
[translations.nl]
names = { generala = "Topper" }
"""


def sentences(house: Ruleset, language: str) -> str:
    """Return the sentences about its boxes, in a language."""
    wording = Wording(house, load_catalog(language))
    notes = (
        wording.own_text("booklet", each.note) for each in house.categories.values() if each.note
    )
    agree = (
        wording.own_text("booklet", text) for text in (*house.booklet.agree, *house.booklet.end)
    )
    readings = (wording.own_text("reading", reading.text) for reading in house.readings)
    return " ".join([*wording.notes, *notes, *agree, *readings])


def test_inherited_sentences_have_the_names_that_boxes_have_now(tmp_path: Path) -> None:
    """Every language has the names of the last file.

    Statements on the game stay, as the file's own words do.
    """
    house = read_ruleset(write(tmp_path, ON_GENERALA))
    assert "A Five alike is worth 60." in sentences(house, "en")
    for language, name in (("nl", "Topper"), ("de", "Five alike"), ("fr", "Five alike")):
        assert sentences(house, language).count(name) == 1
    for language in ("en", "nl", "de", "fr"):
        assert "Generala" not in sentences(house, language)
        assert (
            Wording(house, load_catalog(language))
            .own_text("booklet", house.booklet.about[0])
            .count("Generala")
            == 1
        )
    house = read_ruleset(
        write(tmp_path, HOUSE + LOWER + '{ id = "four_of_a_kind", name = "Quads" }]\n')
    )
    assert "Five of a kind in “Quads” counts all five dice." in sentences(house, "en")
    assert "bij “Quads” alle vijf dobbelstenen" in sentences(house, "nl")
    write(tmp_path, ON_GENERALA, "base.toml")
    house = read_ruleset(write(tmp_path, ON_BASE + "[dice]\nrolls = 4\n"))
    assert "A Five alike is worth 60." in sentences(house, "en")
    more = (
        '[translations.nl]\nnames = { generala = "Grap" }\n'
        'notes = ["Een Topper is nog steeds goed."]\n'
    )
    more += 'texts = { "A Generala is worth 60." = "Een Topper is 60." }\n'
    said = sentences(read_ruleset(write(tmp_path, ON_BASE + more)), "nl")
    assert "Een Topper is nog steeds goed." in said
    assert "Een Topper is 60." in said
    house = read_ruleset(
        write(tmp_path, ON_BASE + '[translations.nl]\nnames = { generala = "Grap" }\n')
    )
    assert "Een Grap is" in sentences(house, "nl")


OWN_FAULTS = table_of(HERE / "own_faults.txt")


@pytest.mark.parametrize(("more", "line", "words"), OWN_FAULTS)
def test_what_the_file_says_itself_has_to_fit(
    more: str, line: str, words: str, tmp_path: Path
) -> None:
    """In the file they are faults, each with its line."""
    write(tmp_path, BASE, "base.toml")
    found = faults(tmp_path, ON_BASE + more)
    assert any(fault.startswith(f"house.toml:{line}: ") and words in fault for fault in found), (
        found
    )


def test_words_said_anew_lose_their_translation(tmp_path: Path) -> None:
    """A translation of an old name is dropped, except for one in the file."""
    write(tmp_path, BASE, "base.toml")
    text = (
        ON_BASE + 'name = "Mine"\n[[sections]]\nid = "all"\ncategories = [{ id = "luck", '
        'name = "Fortune" }]\n'
    )
    words = read_ruleset(write(tmp_path, text)).translations["nl"]
    assert (words.name, words.summary, words.names) == ("", "", {"ones": "Enen"})
    more = '[translations.nl]\nname = "Mijn"\nnames = { luck = "Fortuin" }\n'
    words = read_ruleset(write(tmp_path, text + more)).translations["nl"]
    assert (words.name, words.names) == ("Mijn", {"ones": "Enen", "luck": "Fortuin"})


def test_files_extend_each_other_up_to_a_limit(tmp_path: Path) -> None:
    """The last file of a chain wins.

    A chain that is too long or closes in a ring is refused at its place.
    """
    write(tmp_path, BASE, "f0.toml")
    for number in range(1, MAX_CHAIN + 2):
        text = (
            f'format = 1\nextends = "f{number - 1}.toml"\nname = "F{number}"\n[dice]\n'
            f"rolls = {number}\n"
        )
        write(tmp_path, text, f"f{number}.toml")
    house = read_ruleset(tmp_path / f"f{MAX_CHAIN}.toml")
    assert (house.name, house.dice.rolls, list(house.categories)) == (
        f"F{MAX_CHAIN}",
        MAX_CHAIN,
        ["ones", "luck"],
    )
    with pytest.raises(
        SheetgenError, match=f"extends: more than {MAX_CHAIN} files extend each other"
    ):
        read_ruleset(tmp_path / f"f{MAX_CHAIN + 1}.toml")
    write(tmp_path, 'format = 1\nextends = "f2.toml"\n', "f0.toml")
    with pytest.raises(
        SheetgenError, match=r"f0.toml.*extends: 'f2.toml' extends this file in turn"
    ):
        read_ruleset(tmp_path / "f2.toml")
    (fault,) = faults(tmp_path, 'format = 1\nextends = "house.toml"\n')
    assert "'house.toml' extends this file in turn" in fault


BASES = [
    ('"dice-ply"', "unknown ruleset 'dice-ply'; did you mean 'dice-play'?"),
    ('"sub/base.toml"', "should be the name of a game, or of a file in the same folder"),
    ('"../base.toml"', "should be the name of a game, or of a file in the same folder"),
    ("'C:\\base.toml'", "should be the name of a game, or of a file in the same folder"),
    ('"/etc/base.toml"', "should be the name of a game, or of a file in the same folder"),
    ('"../../etc/passwd"', "unknown ruleset '../../etc/passwd'; choose balut"),
    ('"x\\u0000.toml"', "x"),
    ('"loop.toml"', "loop.toml"),
    ("7", "text in quotes"),
    ('""', "one line of text, not empty"),
]


@pytest.mark.parametrize(("base", "words"), BASES)
def test_a_game_that_cannot_be_extended(base: str, words: str, tmp_path: Path) -> None:
    """It is named, in its line; a file leads to no other folder."""
    (tmp_path / "sub").mkdir()
    for folder in (tmp_path / "sub", tmp_path.parent):
        write(folder, BASE, "base.toml")
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    found = [
        fault for fault in faults(tmp_path, f"format = 1\nextends = {base}\n") if words in fault
    ]
    assert found
    if "loop" not in base:  # there the base itself is at fault
        assert found[0].startswith("house.toml:2: extends: "), found


def test_a_base_with_faults_is_named(tmp_path: Path) -> None:
    """Its faults are reported with its own name and line.

    One that is absent, with the line that extends it.
    """
    write(tmp_path, BASE.replace('"sum"', '"smu"'), "base.toml")
    found = faults(tmp_path, ON_BASE)
    assert found == ["base.toml:25: totals[total].kind: unknown word 'smu'; did you mean 'sum'?"]
    write(tmp_path, "name = ", "base.toml")
    assert faults(tmp_path, ON_BASE)[0].startswith("base.toml: not a TOML file: ")
    said = (
        "house.toml:2: extends: there is no 'gone.toml' in this folder; "
        "name a file that is there, or a game"
    )
    assert faults(tmp_path, ON_BASE.replace("base", "gone")) == [said]


SLIPS = table_of(HERE / "slips.txt")
"""The game that is extended, what the file says, and its one fault."""


@pytest.mark.parametrize(("base", "said", "fault"), SLIPS)
def test_one_slip_is_one_fault(base: str, said: str, fault: str, tmp_path: Path) -> None:
    """A name misspelt, a place mistaken, a key without effect.

    Not all that a new item would need.
    """
    (found,) = faults(tmp_path, on(base, said))
    assert re.sub(r"^house.toml:\d+: ", "", found).startswith(fault)


KEPT_TWICE = """booklet.turn.box = "four_of_a_kind"
booklet.turn.throws = [
{ roll = [1, 2, 2, 4, 6], keep = [2, 2] }, { roll = [2, 2, 4, 4, 6], keep = [4, 4] },\
 { roll = [1, 4, 4, 4, 4] } ]
dice.kept = """
KEPT_ON = KEPT_TWICE.replace("keep = [4, 4]", "keep = [2, 2, 4]").replace("[1, 4, 4", "[2, 2, 4")
RIGHT = [
    # the game, and what a file says of it, which is right
    ("bonus-yachts", '[joker]\nrule = "none"'),  # the rest of the joker is not theirs to mend
    ("numbers-hands", '[joker]\nrule = "none"'),
    ("numbers-hands", '[joker]\nrule = "none"\n[[sections]]\nid = "hands"\n'
                      'categories = [{ id = "yacht", boxes = 2 }]'),
    ("numbers-hands", '[joker]\nrule = "none"\n[[sections]]\nid = "hands"\n'
                      'totals = [{ id = "yacht_bonus", '
     'category = "four_of_a_kind" }]'),
    ("players-choice", f'{KEPT_TWICE}"free"'),
    ("players-choice", f'{KEPT_ON}"stay"'),
]  # fmt: skip


@pytest.mark.parametrize(("base", "said"), RIGHT)
def test_what_belonged_to_a_rule_binds_nothing_without_it(
    base: str, said: str, tmp_path: Path
) -> None:
    """Without a joker its category may have two boxes, and its bonus look at another.

    Free dice may be rolled again.
    """
    assert not faults(tmp_path, on(base, said))


def test_what_is_no_longer_true_goes_with_what_was_removed(tmp_path: Path) -> None:
    """Agreements and endings go with a removed part, other names with another pattern."""
    text = (
        'format = 1\nextends = "dice-play"\nremove = ["chance"]\n[dice]\ncount = 6\n'
        '[[sections]]\nid = "lower"\n'
    )
    text += 'categories = [{ id = "yacht", pattern = { kind = "of_a_kind", n = 6 } }]\n'
    ruleset = read_ruleset(write(tmp_path, text))
    assert (ruleset.booklet.agree, ruleset.categories["yacht"].aliases) == ((), ())
    assert ruleset.categories["four_of_a_kind"].aliases
    end = '[booklet]\nend = ["A Generala on the first roll of a turn wins the game at once."]\n'
    write(tmp_path, f'format = 1\nextends = "generala"\n{end}', "base.toml")
    for gone, ends in (("", True), ('remove = ["generala"]\n', False)):
        house = read_ruleset(write(tmp_path, ON_BASE + gone))
        assert (bool(house.booklet.end), bool(house.booklet.turn)) == (ends, True)


# New files


def unmarked(text: str) -> str:
    """Return a new file without the comment marks of its lower part."""
    upper, mark, lower = text.partition("\n# remove = ")
    first, *lines = lower.splitlines()
    return "\n".join([upper + mark + first, *(line.removeprefix("# ") for line in lines)]) + "\n"


@pytest.mark.parametrize(
    ("ruleset_id", "language"), list(zip(NINE, cycle(languages()), strict=False))
)
def test_a_new_file_is_the_same_game(ruleset_id: str, language: str, tmp_path: Path) -> None:
    """It is the same with its marks and without them, and the published schema accepts both."""
    text = new_ruleset("house", ruleset_id, load_catalog(language))
    base, schema = load_ruleset(ruleset_id), json.loads(ruleset_schema())
    for each in (text, unmarked(text)):
        same_game(read_ruleset(write(tmp_path, each)), base)
        assert jsonschema_rs.is_valid(schema, tomllib.loads(each))
    assert len(tomllib.loads(unmarked(text))) > len(tomllib.loads(text)) == 3


@pytest.mark.parametrize("language", languages())
def test_a_new_file_is_right_in_every_language(language: str, tmp_path: Path) -> None:
    """With the differences from a game, or whole.

    No fault, and no doubt at a table that speaks the language.
    """
    for base in ("dice-play", None):
        text = new_ruleset("house", base, load_catalog(language))
        review = review_file(write(tmp_path, text), language)
        said = ["this is the same game as %(base)s; remove a # and change the line"] if base else []
        assert (review.faults, [each.message for each in review.warnings]) == ((), said)
    assert jsonschema_rs.is_valid(json.loads(ruleset_schema()), tomllib.loads(text))
    shown = new_ruleset(
        "house", "dice-play", load_catalog("en")
    )  # names of sections and totals, which may be changed
    assert '# name = "Upper section"' in shown
    assert '# name = "Grand total"' in shown
    for key in (
        "summary",
        "variant",
        "source",
        "accent",
        "signature",
    ):  # as they stand, they can be taken
        text = text.replace(f"# {key} =", f"{key} =", 1)
    words = text[text.rindex("# [translations.") :].replace("# ", "")
    assert not faults(tmp_path, text[: text.rindex("# [translations.")] + words)


def test_a_new_file_from_one_of_ones_own_can_be_unmarked(tmp_path: Path) -> None:
    """Also where a list of that file goes over lines."""
    base = write(
        tmp_path, HOUSE + 'remove = [\n  "ones",\n  "twos",\n]\n[dice]\nrolls = 4\n', "base.toml"
    )
    text = new_ruleset("house", str(base), load_catalog("en"))
    same_game(read_ruleset(write(tmp_path, text)), read_ruleset(base))
    same_game(read_ruleset(write(tmp_path, unmarked(text))), read_ruleset(base))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a/b", "such as a-b"),
        ("../x", "such as x"),
        ("Ömas Regeln", "such as omas-regeln"),
        ("house.toml", "such as house-toml"),
        ("", "such as my-rules"),
        ("x" * 41, "such as " + "x" * 40),
        ("a\n", "such as a"),
        ("dice-play", "such as my-dice-play"),
        ("Dice Play", "such as my-dice-play"),
    ],
)
def test_bad_names_are_answered_with_a_good_one(name: str, words: str) -> None:
    """An impossible file name and that of a game that ships are refused.

    The proposal is accepted.
    """
    with pytest.raises(SheetgenError) as caught:
        check_name(name)
    assert str(caught.value).endswith(words)
    check_name(words.removeprefix("such as "))


def test_new_writes_no_file_over_another(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command `new` keeps an existing file with other content, unless --force is set.

    It writes into the current folder, the user's folder, a file, or to standard output.
    """
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "home"))
    code, out, _ = run("new house --from dice-play")
    assert (code, out.splitlines()[0], "sheetgen validate house.toml" in out) == (
        0,
        "wrote house.toml",
        True,
    )
    assert run("validate house.toml")[0] == 0
    write(tmp_path, "precious")
    assert run("new house")[0] == 2
    assert Path("house.toml").read_text("utf-8") == "precious"
    assert run("new house --force")[0] == 0
    assert run("new mine --from yatzy --mine")[0] == 0
    assert run("pdf --ruleset mine -o x.pdf")[0] == 0
    assert run("new more --from mine -o more.toml")[0] == run("validate more.toml")[0] == 0
    assert run("new x --mine -o x.toml")[0] == 2
    assert run("new x --from more.toml -o home/x.toml")[2].startswith(
        "--from: a file that is changed"
    )
    assert not Path("home/x.toml").exists()
    assert run("new x --from nowhere.toml")[0] == run("new x --from dice-ply")[0] == 2
    before = Path(
        "house.toml"
    ).read_bytes()  # which never extends itself: the game that it stood for would be gone
    assert run("new house --from house.toml --force")[0] == 2
    assert Path("house.toml").read_bytes() == before


# Lines

HAND = r'''# "[x]"
title = """a [b]
# no comment "" = 3
\""" """ # c
lit = """QQQx = ["""
raw = QQQ"
["]QQQ
"a.b"."c \"d\" \u00e9" = [ [8, 8], # x ]
  { p.q = 9, "r=s" = { t = [ 9 ] } } ,
]
'q]' = 11
when = 1979-05-27 07:32:00
"" = 13
[dotted . x]
y.z = 15
[[arr]]
[[arr.in]]
n=18
[[arr.in]]
n = 20
[arr.in.sub]
k = [
 23,
 [24,
 25]]
[[arr]]
in.deep = "]"
[[arr.list."x.y"]]
v = """"quoted""""
s = "\\"
w = { x = 31 }
'''.replace("QQQ", "'''")
"""A file whose numbers are those of their lines."""


Step = tuple[str | int, ...]


def paths(value: Any, at: Step = ()) -> Iterator[tuple[Step, Any]]:
    """Yield the path of everything in a TOML document, with what is there."""
    items: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for step, item in items:
        yield (*at, step), item
        yield from paths(item, (*at, step))


@pytest.mark.parametrize("text", [HAND, HAND.replace("\n", "\r\n"), "\ufeff" + HAND])
def test_lines_of_a_file_written_by_hand(text: str) -> None:
    """Every key and item has its right line, with any strings and comments."""
    lines = lines_of(text)
    places = dict(paths(tomllib.loads(text.removeprefix("\ufeff"))))
    assert set(lines) == set(places)
    assert all(lines[path] == value for path, value in places.items() if isinstance(value, int))
    assert (lines["title",], lines["lit",], lines["raw",]) == (2, 5, 6)
    assert (lines["dotted",], lines["arr",], lines["arr", 0], lines["arr", 1]) == (14, 16, 16, 26)


KEYS = st.text("ab-_.#[]={}\"' é\\,", max_size=4)
VALUES = st.recursive(
    st.integers()
    | st.booleans()
    | st.text("a\"'\\#[]{}=,.\n\té ", max_size=8)
    | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(data=st.dictionaries(KEYS, VALUES, max_size=4), multiline=st.booleans(), crlf=st.booleans())
def test_lines_of_any_file(data: dict[str, Any], multiline: bool, crlf: bool) -> None:
    """Every key that tomllib finds, and no other, has a line, and the line has the key."""
    text = tomli_w.dumps(data, multiline_strings=multiline)
    text = text.replace("\n", "\r\n") if crlf else text
    lines, found = text.split("\n"), lines_of(text)
    assert set(found) == set(dict(paths(tomllib.loads(text))))
    for path, line in found.items():
        if isinstance(path[-1], str):
            assert json.dumps(path[-1], ensure_ascii=False)[1:-1] in lines[line - 1]


# Validate

SMALL = """format = 1
name = "Small"
[dice]
count = 3
[[sections]]
id = "all"
categories = [
  { id = "ones", name = "Ones", pattern = { kind = "face", face = 1 },\
 points = { kind = "matching" } },
  { id = "luck", name = "Chance", pattern = { kind = "any" }, points = { kind = "all" } },
]
[[totals]]
id = "bonus"
name = "Bonus"
kind = "threshold"
of = ["all"]
steps = [{ at_least = 10, points = 5 }]
[[totals]]
id = "total"
name = "Total"
kind = "sum"
of = ["all", "bonus"]
"""
DOUBTS = blocks_of(HERE / "doubts.txt")


@pytest.mark.parametrize(("heading", "said"), DOUBTS)
def test_warnings(heading: str, said: list[str], run: Run, tmp_path: Path) -> None:
    """A probable mistake is reported by line and key.

    It is no fault, and the game can be printed.
    """
    old, new, language = heading.split(" | ")
    assert SMALL.count(old)
    write(tmp_path, SMALL.replace(old, new, 1))
    code, out, err = run("validate", "house.toml", "--lang", language)
    *warnings, verdict = out.splitlines()
    assert (code, err) == (0, "")
    assert "sheetgen pdf --ruleset ./house.toml" in verdict
    assert bool(warnings) == bool(said), out
    assert all(words in out and out.startswith("house.toml:") for words in said), out


def test_other_warnings(run: Run, tmp_path: Path) -> None:
    """A category without a total and a file with the name of another game have warnings."""
    write(tmp_path, SMALL.replace('["all"', '["ones"').replace("= 10", "= 2"))
    assert run("validate house.toml")[1].startswith(
        "house.toml:9: warning: sections[all].categories[luck]: the grand total leaves this "
        "category out; add it to"
    )
    Path("house.toml").unlink()
    write(tmp_path, SMALL, "dice-play.toml")
    assert "house" not in run("validate dice-play.toml")[1]
    assert run("validate dice-play.toml")[1].startswith(
        "dice-play.toml:2: warning: name: a game that comes with"
    )


@pytest.mark.parametrize(("said", "told"), blocks_of(HERE / "names.txt"))
def test_games_of_one_name_are_told_apart(
    said: str, told: list[str], own: Path, tmp_path: Path
) -> None:
    """A game with the name of another one needs another variant, or has a warning.

    The other one may be a shipped game, a user's, or the one that it extends.
    """
    words = "" if said == "-" else f"{said}\n"
    path = write(tmp_path, f'format = 1\nextends = "dice-play"\n{words}[dice]\nrolls = 4\n')
    warnings = [str(each) for each in review_file(path, "en").warnings]
    assert len(warnings) == len(told)
    for line, start in zip(warnings, told, strict=True):
        assert line.startswith(f"{path}:{start}")


def test_a_copy_of_a_file_is_no_other_game(own: Path, tmp_path: Path) -> None:
    """A user's folder with a copy of the file causes no warning.

    A file that extends one in its folder does.
    """
    assert review_file(write(tmp_path, SMALL, "small.toml"), "en").warnings == ()
    write(tmp_path, BASE, "base.toml")
    (found, _) = review_file(write(tmp_path, ON_BASE), "en").warnings
    assert str(found).startswith(
        f"{tmp_path}/house.toml:2: name: base is called 'Base' too; tell them apart"
    )


def test_what_a_game_is_known_by_is_not_inherited(tmp_path: Path) -> None:
    """An extended game has its own variant or none, a free colour, and its best box's dice."""
    known = 'name = "Base"\nvariant = "V"\naccent = "#124f7a"\nsignature = { solid = [1] }\n'
    text = BASE.replace('name = "Base"\n', known).replace(
        'name = "Basis"', 'name = "Basis"\nvariant = "W"'
    )
    write(tmp_path, text, "base.toml")
    base, house = read_ruleset(tmp_path / "base.toml"), read_ruleset(write(tmp_path, ON_BASE))
    assert (base.variant, base.translations["nl"].variant, base.accent, base.signature[0]) == (
        "V",
        "W",
        "#124f7a",
        (1, "solid"),
    )
    assert (house.variant, house.translations["nl"].variant, house.accent) == ("", "", ACCENTS[1])
    assert house.signature == ((0, "blank"),) * 5
    third = read_ruleset(write(tmp_path, 'format = 1\nextends = "house.toml"\n', "third.toml"))
    other = read_ruleset(write(tmp_path, ON_BASE + 'name = "Other"\n', "other.toml"))
    assert (third.accent, other.accent) == (ACCENTS[2], ACCENTS[0])


@pytest.mark.parametrize(("name", "accent"), [("Yacht", 4), ("yatzy", 0), ("Mine", 0)])
def test_the_colour_of_a_game_without_one(
    name: str, accent: int, own: Path, tmp_path: Path
) -> None:
    """It is the first of the nine that no game of its name has.

    Other files on the machine do not matter.
    """
    write(own, f'accent = "{ACCENTS[0]}"\n' + SMALL.replace('"Small"', '"Mine"'), "mine.toml")
    assert (
        read_ruleset(write(tmp_path, SMALL.replace('"Small"', f'"{name}"'))).accent
        == ACCENTS[accent]
    )


def test_a_game_of_colours_without_a_signature(tmp_path: Path) -> None:
    """Its signature is the roll of the box with the most points, in faces of one group.

    Names of faces and groups need no translation.
    """
    text = (folders.rulesets() / "colours.toml").read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("signature"))
    ruleset = read_ruleset(write(tmp_path, "\n".join(lines)))
    assert {kind for _, kind in ruleset.signature} <= {"solid", "blank"}
    columns = 'columns = [{ id = "x", name = "Odd one" }, { id = "y", name = "Down" }]\n'
    faces = ", ".join(f'{{ name = "{name}" }}' for name in ("Crow", "2", "3", "4", "5", "6"))
    content = (
        columns + SMALL.replace("count = 3", f"count = 3\nfaces = [{faces}]") + "across = true\n"
    )
    doubts = review_file(write(tmp_path, content), "nl").warnings
    assert [str(doubt).rpartition(" as ")[2].partition(",")[0] for doubt in doubts] == [
        "translations.nl.names.x",
        'translations.nl.texts."Crow"',
    ]


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (SMALL, 0, "no faults, 0 warnings; all 2 boxes, best total 26."),
        (SMALL.replace("= 10", "= 22"), 0, "no faults, 1 warning;"),
        (
            SMALL.replace("face = 1", "face = 0").replace("all", "al"),
            1,
            "2 faults; mend them and try again",
        ),
        (
            on("numbers-hands", '[joker]\nrule = "none"\nyacht_box_first = true'),
            1,
            "free or forced; leave it out",
        ),
        ("name = ", 1, "house.toml: 1 fault;"),
        ("a = " + "[" * 99, 1, "house.toml: 1 fault;"),
        ("\0", 1, "house.toml: 1 fault;"),
        (None, 2, ""),
    ],
)
def test_exit_codes(content: str | None, code: int, words: str, run: Run, tmp_path: Path) -> None:
    """0 where the game can be printed, 1 where the file has faults, 2 where there is no file."""
    if content is not None:
        write(tmp_path, content)
    found, out, err = run("validate house.toml")
    assert (found, bool(err)) == (code, code == 2)
    assert words in out


@pytest.mark.parametrize("command", ["validate", "show"])
def test_a_name_that_is_too_long_is_not_written_to(command: str, refused: Refused) -> None:
    """A file that is only read is not reported as written."""
    assert "cannot write" not in refused(command, "x" * 300)


# By name


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a folder of the user's rulesets.

    One right, one wrong, one with the name of a game that ships.
    """
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "rulesets"
    folder.mkdir(parents=True)
    write(folder, SMALL, "small.toml")
    write(folder, "format = 2", "broken.toml")
    write(folder, SMALL, "dice-play.toml")
    return folder


def test_own_rulesets_are_found_by_name(own: Path, run: Run) -> None:
    """For a sheet, a roll and a card that names it; a game that ships keeps its name."""
    assert run("pdf --ruleset small -o x.pdf")[0] == 0
    assert run("score --ruleset small 1 1 3") == (0, "Ones    2\nChance  5\n", "")
    Path("card.csv").write_text("small,An\nOnes,2\nChance,9\nBonus,5\nTotal,16\n", "utf-8")
    assert run("check card.csv")[0] == 0
    assert load_ruleset("dice-play").name == "Yacht"
    assert "did you mean 'small'?" in run("show smal")[2]
    code, _, err = run("pdf --ruleset broken")
    assert (code, err.splitlines()[0].startswith(f"{own / 'broken.toml'}")) == (2, True)


def test_rulesets_lists_ones_own_too(own: Path, run: Run) -> None:
    """A wrong one does not stop the list, and --long has the folder of each."""
    write(own, HOUSE, "house.toml")
    code, out, err = run("rulesets")
    assert (code, err, len(out.splitlines())) == (0, "", len(ruleset_ids()) + 3)
    assert f"broken             is wrong; see sheetgen validate {own / 'broken.toml'}\n" in out
    out = run("rulesets --long")[1]
    assert f"small\n  Small\n  file: {own / 'small.toml'}\n" in out
    assert f"house\n  House\n  file: {own / 'house.toml'}\n  changes: dice-play\n" in out
    assert out.count("file: comes with sheetgen") == len(ruleset_ids())
    write(own, SMALL, "a\x1b[31mb.toml")  # whose signs are shown, and obeyed by no terminal
    assert "\x1b" not in run("rulesets")[1] + run("rulesets --long")[1]


def test_show_prints_the_file(run: Run, tmp_path: Path) -> None:
    """It prints the file line by line; signs that a terminal would obey are made visible."""
    assert run("show yatzy")[1] == (folders.rulesets() / "yatzy.toml").read_text("utf-8")
    write(tmp_path, "# a\x9b31m \tb\x85c\u2028d\n# e\n")
    assert run("show ./house.toml")[1] == "# a\\x9b31m \tb\\x85c\\u2028d\n# e\n"


# The schema


def test_the_schema_refuses_what_is_wrong() -> None:
    """A game needs its parts, a change those it changes.

    Empty keys are refused, and the page has the lengths of lists.
    """
    validator = jsonschema_rs.Draft202012Validator(json.loads(ruleset_schema()))
    for path in folders.rulesets().glob("*.toml"):
        assert validator.is_valid(tomllib.loads(path.read_text("utf-8"))), path
    right = game([category("a")])
    changes = tomllib.loads(HOUSE + LOWER + '{ id = "yacht" }]')
    assert validator.is_valid(right)
    assert validator.is_valid(changes)
    for wrong in (
        {"name": ""},
        {"format": 2},
        {"nam": "x"},
        {"dice": {"count": 9}},
        {"sections": [{"name": "x"}]},
    ):
        assert not validator.is_valid({**right, **wrong})
        assert not validator.is_valid({**changes, **wrong})
    for key in ("format", "name", "sections", "totals"):
        assert not validator.is_valid({name: value for name, value in right.items() if name != key})
    slip = tomllib.loads(HOUSE + LOWER + '{ id = "x", pattern = { kind = "fase" } }]')
    assert not validator.is_valid(slip)
    page = ruleset_page(load_catalog("en"))
    assert "`lists` *: a list, 2 to 8 long, of: a list, 1 to 8 long, of: 1 to 20." in page
    assert "| `best` | a list, 2 long, of: 1 to 100" in page


@pytest.mark.parametrize(
    ("base", "said", "joker"),
    [
        ("numbers-hands", '[joker]\nrule = "free"', Joker("free", "yacht", ("hands",), True)),
        (
            "bonus-yachts",
            '[joker]\nrule = "forced"',
            Joker("forced", "yacht", ("upper", "lower"), may_decline=True),
        ),
        ("bonus-yachts", '[joker]\nrule = "none"', Joker()),
        ("numbers-hands", '[joker]\nrule = "none"', Joker()),
    ],
)
def test_another_rule_for_the_joker_takes_what_it_can(
    base: str, said: str, joker: Joker, house: House
) -> None:
    """Keys of the base that mean nothing under the new rule go with the old one."""
    assert house(said, base).joker == joker


def test_without_a_joker_no_box_comes_first(run: Run, house: House) -> None:
    """Scoring, booklet and calculator have no rule for a joker; no reading has one."""
    found = house('[joker]\nrule = "none"', "numbers-hands")
    assert len(legal_entries(found, Roll((5,) * 5))) == 13
    told = run("rules --ruleset ./house.toml --lang en --format md -o -")[1]
    assert "Or use another box, by the rule of that box." in told
    for words in ("joker", "may go into any open box", "A 0 in a number box"):
        assert words not in told.lower()
    assert turn_data(found)["jokers"] == {}
    (reading,) = found.readings
    assert reading.text == load_ruleset("numbers-hands").readings[2].text


def test_what_means_nothing_goes_with_its_rule(house: House) -> None:
    """With the joker, with columns that decide, and with a column that began in the middle."""
    none = 'readings = [{ text = "No joker.", changes = { joker = { rule = "none" } } }]'
    (reading,) = house(none, "numbers-hands").readings
    assert reading.ruleset.joker == Joker()
    found = house('winner = { by = "total" }', "escalero")
    assert (found.winner, [column.worth for column in found.columns]) == (Winner(), [0, 0, 0])
    assert found.booklet.agree == ()
    columns = house('columns = [{ id = "outwards", fill = "any" }]', "yamb-7").columns
    assert [(each.fill, each.middle) for each in columns if each.id == "outwards"] == [("any", "")]


def test_where_dice_stay_no_table_is_said_to_leave_them(house: House) -> None:
    """Variants of some tables are not inherited if they are the rule.

    A turn that rolls a kept die again is not, either.
    """
    assert load_ruleset("players-choice").booklet.turn
    assert house('[dice]\nkept = "stay"', "players-choice").booklet.turn is None
    told = "keep: kept dice stay in this game; keep those of the throw before, too"
    with pytest.raises(SheetgenError, match=rf"house.toml:6: booklet.turn.throws\[2\].{told}"):
        house(f'{KEPT_TWICE}"stay"', "players-choice")
    assert "Dice that were set aside stay aside." in load_ruleset("dice-play").booklet.agree
    assert house('[dice]\nkept = "stay"').booklet.agree == ()
    assert house('[dice]\nkept = "free"').booklet.agree


def test_an_empty_list_is_empty(house: House) -> None:
    """An empty list removes that of the base, as docs/house-rules.md says of other readings."""
    booklet = house("[booklet]\nabout = []\nagree = []", "cheerio").booklet
    assert (booklet.about, booklet.agree, booklet.equipment != ()) == ((), (), True)
    assert load_ruleset("generala").readings
    assert house("readings = []", "generala").readings == ()


def test_further_yachts_can_reach_a_bonus(tmp_path: Path) -> None:
    """A threshold beyond the boxes but not beyond the bonus for further Yachts is no warning."""
    more = (
        "id = 'more', name = 'M', kind = 'threshold', of = ['yacht_bonus'], "
        "steps = [{ at_least = 100, points = 5 }]"
    )
    total = "{ id = 'total', of = ['numbers_total', 'hands_total', 'more'] }"
    text = on("numbers-hands", f"totals = [{{ {more} }}, {total}]")
    assert review_file(write(tmp_path, text), "en").warnings == ()


@pytest.mark.parametrize("wrong", ["[]", "{}", "1", "true", '""', "[1]"])
@pytest.mark.parametrize(
    "key",
    ["joker.category", "joker.rule", "totals.category", "totals.id", "sections.id", "of", "after"],
)
def test_whatever_stands_in_a_base_is_a_fault_at_most(key: str, wrong: str, tmp_path: Path) -> None:
    """Ids that are none, in the base and in what changes it, are refused without a traceback."""
    table, _, name = key.partition(".")
    said = {
        "joker": f"[joker]\n{name} = {wrong}\n",
        "totals": f'[[totals]]\nname = "T"\nkind = "extra_yachts"\n{name} = {wrong}\n',
        "sections": f"[[sections]]\nid = {wrong}\ncategories = [{{ id = {wrong}, "
        f"pattern = {{ kind = 'any' }} }}]\n",
        "of": f'[[totals]]\nid = "total"\nof = [{wrong}]\n',
        "after": f'[[sections]]\nid = "lower"\nafter = {wrong}\n',
    }[table]
    write(tmp_path, f'format = 1\nextends = "numbers-hands"\n{said}', "base.toml")
    write(tmp_path, f'format = 1\nextends = "base.toml"\nremove = ["yacht", "chance"]\n{said}')
    for file in ("base.toml", "house.toml"):
        with suppress(SheetgenError):
            read_ruleset(tmp_path / file)
