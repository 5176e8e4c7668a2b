"""A ruleset file is read whole, or refused with every fault at once.

Each fault says where it is and what would be right.
"""

import json
import os
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import tomli_w
from hypothesis import given, settings, strategies as st

from sheetgen.errors import FileError, SheetgenError
from sheetgen.files import folders
from sheetgen.files.tables import (
    COLOUR,
    Choice,
    Key,
    List,
    Map,
    Number,
    Table,
    Tagged,
    TextKey,
    darkened,
    on_white,
)
from sheetgen.i18n.catalog import languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import (
    Throw,
    Translation,
)
from sheetgen.rulesets.faults import ACCENTS, review
from sheetgen.rulesets.loading import load_ruleset, namesakes, read_ruleset, review_file
from sheetgen.rulesets.reference import ruleset_page, ruleset_schema
from sheetgen.rulesets.source import MAX_BYTES, Source, ruleset_ids, shipped_word
from sheetgen.rulesets.vocabulary import PATTERNS, POINTS, RULESET, TOTALS
from tests.conftest import Run
from tests.games import FURTHER, OTHERS, SEEDS, game as small_game
from tests.tables import table_of

HERE = Path(__file__).parent
GOOD = """
format = 1
name = "House rules"
notes = ["No cocked dice."]
[dice]
count = 5
[players]
min = 2
best = [3, 4]
max = 6
[joker]
rule = "free"
category = "yacht"
sections = ["upper"]
[booklet]
about = ["For a rainy day."]
rolls = [[1, 1, 1, 3, 5]]
[booklet.turn]
player = "Ana"
filled = { ones = 3 }
box = "luck_1"
throws = [
  { roll = [1, 2, 2, 4, 6], keep = [2, 2], could = "ones", aim = "yacht" },
  { roll = [2, 2, 3, 3, 5] },
]
[[sections]]
id = "upper"
name = "Upper"
categories = [
  { id = "ones", name = "Ones", aliases = ["Aces"], pattern = { kind = "face", face = 1 },\
 points = { kind = "matching" }, examples = [[1, 1, 2, 3, 4]] },
  { id = "yacht", name = "Yacht", pattern = { kind = "of_a_kind", n = 5 },\
 points = { kind = "fixed", value = 50 } },
  { id = "luck", name = "Luck", boxes = 2, pattern = { kind = "any" }, points = { kind = "all" } },
]
[[totals]]
id = "extra"
name = "Extra"
kind = "extra_yachts"
category = "yacht"
points = 100
[[totals]]
id = "bonus"
name = "Bonus"
kind = "threshold"
of = ["upper"]
steps = [{ at_least = 10, points = 5 }, { at_least = 20, points = 15 }]
[[totals]]
id = "total"
name = "Total"
kind = "sum"
of = ["upper", "bonus", "extra"]
[translations.nl]
name = "Huisregels"
notes = ["Geen scheve dobbelstenen."]
names = { ones = "Enen" }
texts = { "For a rainy day." = "Voor een regendag." }
aliases = { ones = ["Azen"] }
"""

CONSTRAINT = '[[constraints]]\nlower = "ones"\nhigher = "onze"\n'

FAULTS = table_of(HERE / "faults.txt")
"""What is changed in `GOOD`, into what, the key of the fault, and a part of its message."""


def read(folder: Path, text: str) -> Any:
    """Read a ruleset from `text`."""
    path = folder / "house.toml"
    path.write_text(text, "utf-8")
    return read_ruleset(path)


def test_a_good_file_is_read_whole(tmp_path: Path) -> None:
    """The ruleset has everything of the file, also with a byte order mark and loose accents."""
    assert read(tmp_path, "\ufeff" + GOOD.replace("House rules", "Zoe\u0308")).name == "Zoë"
    ruleset = read(tmp_path, GOOD)
    assert (ruleset.id, ruleset.name, ruleset.players.best) == ("house", "House rules", (3, 4))
    assert list(ruleset.boxes) == ["ones", "yacht", "luck_1", "luck_2"]
    assert ruleset.extra_yachts.points == 100
    assert ruleset.addends["total"] == ("ones", "yacht", "luck_1", "luck_2", "bonus", "extra")
    assert ruleset.translations["nl"] == Translation(
        "Huisregels",
        notes=("Geen scheve dobbelstenen.",),
        names={"ones": "Enen"},
        aliases={"ones": ("Azen",)},
        texts={"For a rainy day.": "Voor een regendag."},
    )
    assert ruleset.categories["ones"].examples == (Roll((1, 1, 2, 3, 4)),)
    assert ruleset.booklet.turn
    assert ruleset.booklet.turn.throws[0] == Throw(
        Roll((1, 2, 2, 4, 6)), (2, 2), could="ones", aim="yacht"
    )
    assert ruleset.booklet.turn.filled == {"ones": 3}


@pytest.mark.parametrize(("old", "new", "key", "words"), FAULTS)
def test_fault(old: str, new: str, key: str, words: str, tmp_path: Path) -> None:
    """A fault is found and reported with its key path and a correction."""
    assert GOOD.count(old) >= 1
    with pytest.raises(FileError) as caught:
        read(tmp_path, GOOD.replace(old, new, 1))
    faults = [(fault.key, str(fault)) for fault in caught.value.faults]
    assert any(words in text for found, text in faults if found == key), faults
    assert all(
        re.match(re.escape(str(tmp_path / "house.toml")) + r"(:\d+)?: ", text) for _, text in faults
    )


SHAPE = {
    "format": ("format = 1", "format = 3"),
    "dice.count": ("count = 5", "count = 99"),
    "joker.rul": ('rule = "free"', 'rul = "free"'),
}
MEANING = {
    "totals[total].of[2]": ('"bonus", "extra"]', '"bonsu"]'),
    "players": ("max = 6", "max = 1"),
    "translations.NL": ("[translations.nl]", "[translations.NL]"),
}


@pytest.mark.parametrize(
    ("changes", "keys"),
    [
        (SHAPE, {*SHAPE, "joker.rule"}),
        (MEANING, {*MEANING}),
        (MEANING | SHAPE, {*SHAPE, "joker.rule"}),
    ],
)
def test_all_faults_of_a_phase_come_at_once(
    changes: dict[str, tuple[str, str]], keys: set[str], tmp_path: Path
) -> None:
    """Every fault of shape is reported together; if there is none, every fault of meaning.

    Each has its line.
    """
    text = GOOD
    for old, new in changes.values():
        text = text.replace(old, new, 1)
    with pytest.raises(FileError) as caught:
        read(tmp_path, text)
    assert {fault.key for fault in caught.value.faults} == keys
    assert all(re.search(r"house\.toml:\d+$", fault.file) for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "missing"),
        (b"name = ", "not a TOML file"),
        (
            b"format = 1\nname = \xe2\x80\x9cHouse\xe2\x80\x9d",
            r"x.toml:2: .*curly quotes at line 2, column 8; write straight",
        ),
        (
            b"\xe2\x80\x9ename\xe2\x80\x9c = 1",
            r"x.toml:1: .*curly quotes at line 1, column 1; write straight",
        ),
        (b"joker = no", r"x.toml:1: .*'no' at line 1, column 9; write true or false"),
        (b"joker = [True]", "'True' at line 1, column 10; write true or false"),
        (b"name = House rules", "'House' at line 1, column 8; write texts in quotes"),
        (b'name = "x"', "format: missing; write format = 1"),
        (b"\xff\xfe", "not UTF-8"),
        (b"a = " + b"[" * 100_000, "lists are nested too deeply"),
        (b"a = " + b"9" * 5_000, "a number in it has thousands of digits"),
        (b"name = 0x" + b"f" * 6_000, "numbers too large"),
        (b'extends = "yatzy"\nremove = [0x' + b"f" * 6_000 + b"]", "numbers too large"),
        (b"#" * (MAX_BYTES + 1), "larger than 200 kB"),
        (b"a = 1\0", "not a TOML file"),
        (b"name = " + b"[" * 300 + b"]" * 300, "too deep"),
    ],
)
def test_what_is_no_ruleset_is_refused(content: bytes, words: str, tmp_path: Path) -> None:
    """Any file at all gives an error with the file's name, never a traceback."""
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(SheetgenError, match=words) as caught:
        read_ruleset(path)
    assert str(path) in str(caught.value)


@settings(max_examples=200, deadline=None)
@given(where=st.integers(0, len(GOOD)), what=st.text(max_size=6), cut=st.integers(0, 12))
def test_a_broken_file_never_gives_a_traceback(
    where: int, what: str, cut: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """However a good file is broken, it is read or refused."""
    path = tmp_path_factory.mktemp("broken") / "x.toml"
    path.write_bytes((GOOD[:where] + what + GOOD[where + cut :]).encode("utf-8", "surrogatepass"))
    with suppress(SheetgenError):
        read_ruleset(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A folder or a pipe with the right name is not waited for."""
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    for name in ("folder.toml", "pipe.toml"):
        with pytest.raises(SheetgenError, match="this is no file"):
            read_ruleset(tmp_path / name)


def test_what_a_game_is_known_by_is_read(tmp_path: Path) -> None:
    """The variant is read, the colour in small letters, and the roll in the order of the file.

    Missing dice are blank.
    """
    known = (
        'variant = "With luck"\naccent = "#124F7A"\nsignature = { open = [2], solid = [5, 4] }\n'
    )
    game = read(
        tmp_path,
        known + GOOD.replace('name = "Huisregels"', 'name = "Huisregels"\nvariant = "Met geluk"'),
    )
    assert (game.variant, game.translations["nl"].variant, game.accent) == (
        "With luck",
        "Met geluk",
        "#124f7a",
    )
    assert game.signature == ((2, "open"), (5, "solid"), (4, "solid"), (0, "blank"), (0, "blank"))
    assert [Wording(game, load_catalog(code)).variant for code in ("nl", "en", "de")] == [
        "Met geluk",
        "With luck",
        "With luck",
    ]


SHOWN = table_of(HERE / "signatures.txt")


@pytest.mark.parametrize(("boxes", "faces"), SHOWN)
def test_a_game_without_a_roll_has_that_of_its_best_box(
    boxes: str, faces: str, tmp_path: Path
) -> None:
    """The signature shows the dice that the pattern of the best box needs, as its row shows them.

    Of two boxes with the same points, the one that shows more dice counts.
    """
    path = tmp_path / "game.toml"
    categories = [box | {"name": box["id"]} for box in tomllib.loads(f"all = {boxes}")["all"]]
    reading = {"text": "x", "changes": {"totals": [{"id": "total", "name": "T"}]}}
    path.write_text(tomli_w.dumps(small_game(categories, readings=[reading])), "utf-8")
    made = read_ruleset(path)
    assert made.signature == tuple(
        (int(face), "solid" if face != "0" else "blank") for face in faces
    )
    other = made.readings[0].ruleset
    assert (other.signature, other.accent) == (made.signature, made.accent)


def test_what_ships_is_told_apart_at_a_glance() -> None:
    """Colours differ on a screen, and are one grey on a printer.

    No two games show the same dice.
    """
    games = [load_ruleset(name) for name in ruleset_ids()]
    assert sorted(game.accent for game in games) == sorted(ACCENTS)
    assert len({*ACCENTS}) == len(games)
    assert all(on_white(accent) >= 7 for accent in ACCENTS)
    light = [
        116 * (1.05 / on_white(accent) - 0.05) ** (1 / 3) - 16 for accent in ACCENTS
    ]  # L* of CIELAB
    assert 31 <= round(min(light)) <= round(max(light)) <= 37
    assert len({tuple(sorted(game.signature)) for game in games}) == len(games)
    assert all(len(game.signature) == game.dice.count for game in games)


@pytest.mark.parametrize("language", languages())
def test_variants_are_short_and_tell_games_apart(language: str) -> None:
    """In every language each game has a variant of at most 28 letters; games of one name differ."""
    words = [Wording(load_ruleset(name), load_catalog(language)) for name in ruleset_ids()]
    assert all(0 < len(each.variant) <= 28 for each in words)
    assert len({(each.title, each.variant) for each in words}) == len(words)


@given(parts=st.binary(min_size=3, max_size=3))
def test_a_colour_is_darkened_no_more_than_it_needs(parts: bytes) -> None:
    """The proposal can be taken, and a colour that needs none stays."""
    colour = f"#{parts.hex()}"
    proposed = darkened(colour, 7)
    assert on_white(proposed) >= 7
    assert proposed == colour or on_white(colour) < 7 < on_white(proposed) < 7.25


def test_a_joker_that_is_too_common_is_refused(tmp_path: Path) -> None:
    """With thousands of rolls as Yachts, the computation would take too long."""
    text = re.sub(
        r"\[booklet\].*?(?=\[\[sections)|, examples = [^\n]*?\]\]|texts = [^\n]*",
        "",
        GOOD,
        flags=re.DOTALL,
    )
    text = text.replace("count = 5", "count = 8\nsides = 8").replace(
        'kind = "of_a_kind", n = 5', 'kind = "any"'
    )
    with pytest.raises(FileError, match="too many rolls have the pattern"):
        read(tmp_path, text)


WRONG: list[Any] = [[], {}, ["x"], {"x": 1}, -1, 2.5, True, "", "x" * 400]


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every table or list in the file, with each of its keys."""
    keys = (
        list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else []
    )
    return [(data, key) for key in keys] + [place for key in keys for place in places(data[key])]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_every_wrong_type_at_every_key(wrong: Any) -> None:
    """With any value at any key, the file is read or its faults are reported."""
    for number in range(len(places(tomllib.loads(GOOD)))):
        data = deepcopy(tomllib.loads(GOOD + CONSTRAINT))
        table, key = places(data)[number]
        table[key] = wrong
        for fault in review(Source(Path("wrong.toml"), "", data)).faults:
            assert str(fault)


def test_rulesets_are_found_by_name() -> None:
    """Twenty games ship, and a near miss is answered with the game that was meant."""
    assert ruleset_ids() == sorted([*SEEDS, *OTHERS, *FURTHER])
    with pytest.raises(SheetgenError, match="did you mean 'dice-play'"):
        load_ruleset("dice-ply")
    with pytest.raises(SheetgenError, match=r"\*\.toml"):
        load_ruleset("???")
    with pytest.raises(SheetgenError, match="no such file"):
        load_ruleset("missing.toml")


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_shipped_rulesets_have_no_fault(ruleset_id: str) -> None:
    """They pass every check of a user's file, without a warning at a table of any language.

    In no language do two categories have one name.
    """
    path = folders.rulesets() / f"{ruleset_id}.toml"
    ruleset = read_ruleset(path)
    assert ruleset.id == ruleset_id
    for language in languages():
        review = review_file(path, language)
        assert (review.faults, review.warnings) == ((), ())
        wording = Wording(ruleset, load_catalog(language))
        names: list[str] = []
        for box in ruleset.categories.values():
            names += {each.casefold() for each in (*wording.aliases(box), wording.name(box))}
        assert len(names) == len(set(names)), sorted(names)


def test_reference_covers_the_vocabulary() -> None:
    page = ruleset_page(load_catalog("en"))
    for kind in (*PATTERNS, *POINTS, *TOTALS):
        assert f'`kind = "{kind}"`' in page
    assert RULESET.keys["format"] == Choice("The version of this vocabulary.", (1,))


BOUND = {"taken", "values", "groups", "pattern", "use", "fewest"}
"""Fields that are worked out from the rest of the file."""
FILE_ONLY = {"format", "extends", "remove", "after", "kind"}
"""Keys of the file itself or of the choice of a class, which are in no value."""


def declared(key: Key) -> Iterator[Key]:
    """Yield the key and all keys below it."""
    yield key
    inner = [key.item] if isinstance(key, List | Map) else []
    if isinstance(key, Table | Tagged):
        inner += key.keys.values()
    if isinstance(key, Tagged):
        inner += [each for kind in key.kinds.values() for each in kind.keys.values()]
    for each in inner:
        yield from declared(each)


def examples(key: Key) -> list[Any]:
    """Values that fit: tables with every key that is declared, and of every kind."""
    if isinstance(key, List):
        items = examples(key.item)
        return [
            [items[place % len(items)] for place in range(max(key.least or 0, len(items)))][
                : key.most
            ]
        ]
    if isinstance(key, Map):
        return [{"a": each} for each in examples(key.item)[:1]]
    if isinstance(key, Table):
        return [together(key.keys)]
    if isinstance(key, Tagged):
        return [
            {**together(key.common), "kind": name, **together(kind.keys)}
            for name, kind in key.kinds.items()
        ]
    return single_examples(key)


def single_examples(key: Key) -> list[Any]:
    """Values without others in them."""
    match key:
        case Number():
            return list(range(key.least, min(key.least + 3, key.most + 1)))
        case Choice():
            return list(key.words)
    return ["#124f7a" if key.form is COLOUR else "a"] if isinstance(key, TextKey) else [True]


def together(keys: Mapping[str, Key]) -> dict[str, Any]:
    """Return a table with every key."""
    return {name: examples(key)[0] for name, key in keys.items()}


def test_every_key_is_a_field_and_every_field_has_its_key() -> None:
    """A `Ruleset` has every key of a file, and a file every field of a `Ruleset`."""
    tables = [key for key in declared(RULESET) if isinstance(key, Table | Tagged)]
    seen = set()
    for key in tables:
        kinds = list(key.kinds.values()) if isinstance(key, Tagged) else []
        inner = {name: each for kind in kinds for name, each in kind.keys.items()}
        made: list[tuple[Any, Mapping[str, Key]]] = [(key.make, {**key.keys, **inner})]
        made += [(kind.make, kind.keys) for kind in kinds if kind.make]
        for make, keys in made:
            names = getattr(make, "__struct_fields__", None)
            if names:
                assert set(keys) - FILE_ONLY <= set(names) | {"text", "changes"}, make
                assert set(names) <= {*keys, "id", "shipped"} | BOUND, make  # which no file can say
                seen.add(make)
    assert len(seen) > 16


@pytest.mark.parametrize("language", languages())
def test_the_reference_is_translated(language: str) -> None:
    """The meaning of every key and kind is there in every language, however the key is declared."""
    keys = list(declared(RULESET))
    docs = {key.doc for key in keys} - {""}
    docs |= {kind.doc for key in keys if isinstance(key, Tagged) for kind in key.kinds.values()}
    page, catalog = ruleset_page(load_catalog(language)), load_catalog(language)
    assert len(docs) > 100
    assert {doc for doc in docs if catalog.message(doc) == doc} == (
        docs if language == "en" else set()
    )
    assert catalog.message("The id.") in page


def test_every_key_is_made_something_of() -> None:
    """Each table with all its keys, and each kind, passes the check and becomes a value."""
    for key in declared(RULESET):
        for value in examples(key):
            assert list(key.faults(value)) == []
            key.made(value, **{"id": "x"} if key is RULESET else {})


def test_the_check_and_the_published_schema_agree() -> None:
    """The program refuses a value at a key if, and only if, an editor with the schema does."""
    published = json.loads(ruleset_schema())["$defs"]["game"]
    validator = jsonschema_rs.Draft202012Validator(published)
    data = examples(RULESET)[0]
    for table, key in places(data):
        right = table[key]
        for wrong in [
            *WRONG,
            None,
            10**9,
            "a",
            "two words",
            "\n",
            "\u0085",
            "\ufeff",
            "a\n",
            [1, 1],
            ["a", "a"],
        ]:
            table[key] = wrong
            assert validator.is_valid(data) == (not list(RULESET.faults(data))), (key, wrong)
        table[key] = right


READING = """[[readings]]
text = "Luck may be anything."
changes.joker = { any_dice = true }
changes.totals = [{ id = "total", of = ["upper", "extra"] }]
changes.sections = [{ id = "upper", categories = [{ id = "yacht",\
 points = { kind = "fixed", value = 40 } }] }]
"""


def test_readings_are_the_same_game_otherwise(tmp_path: Path) -> None:
    """A reading changes what it names, and nothing else; the game itself stays what it was."""
    ruleset = read(tmp_path, GOOD.replace("[translations.nl]", READING + "[translations.nl]"))
    (reading,) = ruleset.readings
    other = reading.ruleset
    assert (reading.text, other.readings) == ("Luck may be anything.", ())
    assert other.name == "House rules"
    assert (ruleset.joker.any_dice, other.joker.any_dice, other.joker.rule) == (False, True, "free")
    assert ruleset.categories["yacht"].points.value == 50
    assert other.categories["yacht"].points.value == 40
    assert other.addends["total"] == ("ones", "yacht", "luck_1", "luck_2", "extra")
    assert (other.rows, other.categories["ones"]) == (ruleset.rows, ruleset.categories["ones"])


def test_the_games_that_share_a_word_of_their_name() -> None:
    """They are found without reading every file whole, and they are the same games."""
    games = [load_ruleset(name) for name in ruleset_ids()]
    for game in games:
        assert shipped_word(game.id) == game.name
        words = set(game.name.lower().split())
        others = [
            other for other in games if other is not game and not shipped_word(other.id, "extends")
        ]
        kin = [other.id for other in others if words & set(other.name.lower().split())]
        assert [other.id for other in namesakes(game)] == kin
    assert namesakes(load_ruleset("yatzy"))


def test_a_changed_shipped_file_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed ruleset of sheetgen has an effect: no copy is stored elsewhere."""
    copy = tmp_path / "rulesets"
    shutil.copytree(folders.rulesets(), copy)
    monkeypatch.setattr(folders, "rulesets", lambda: copy)
    path = copy / "dice-play.toml"
    path.write_text(path.read_text("utf-8").replace("Full house", "Fuller house"), "utf-8")
    assert load_ruleset("dice-play").categories["full_house"].name == "Fuller house"


STRANGE = """format = 1
name = "Strange"
hide = true
[[sections]]
id = "all"
categories = [
  { id = "a", name = "A", pattern = { kind = "push" }, points = { kind = "tiers" } },
  { id = "b", name = "B", pattern = { kind = "pair", shared = true }, points = { kind = "al" } },
]
[[totals]]
id = "total"
name = "Total"
kind = "sum"
of = ["all"]
[sheet]
columns = "rows"
"""


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
def test_what_a_file_cannot_say_is_on_a_page(run: Run, lang: str) -> None:
    """An unknown key, pattern or kind of points names the command that prints it.

    A slip and another word do not.
    """
    Path("strange.toml").write_text(STRANGE)
    code, out, err = run("validate", "strange.toml", "--lang", lang)
    lines = [line for line in (out + err).splitlines() if line.startswith("strange.toml:")]
    command = "sheetgen reference limits"
    keys = {line.split(": ")[1] for line in lines if line.endswith(command)}
    assert code == 1
    assert keys == {
        "hide",
        "sections[all].categories[a].pattern.kind",
        "sections[all].categories[a].points.kind",
        "sections[all].categories[b].pattern.shared",
    }
    assert {line.split(": ")[1] for line in lines} - keys >= {
        "sheet.columns",
        "sections[all].categories[b].points.kind",
    }
    code, page, _ = run(*command.split()[1:], "--lang", lang)
    assert code == 0
    assert page.startswith("# ")
    assert (
        "`booklet.agree`"
        in re.findall(r"^\| .*[YJ]acht.*(?:column|kolom|Spalte|colonne).*$", page, re.MULTILINE)[0]
    )
    assert page.count("\n| ") == 14
    assert run("reference", "limits", "--schema", "--lang", lang)[0] == 2
