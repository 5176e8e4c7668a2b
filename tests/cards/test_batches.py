"""Cards and rolls by the line: what programs send, and what they get back."""

import csv
import json
from collections.abc import Iterator
from functools import cache
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings, strategies as st

from sheetgen.cards.batches import MAX_LINE, Games, check_lines, read_lines, score_lines
from sheetgen.cards.card_files import read_csv, read_form, read_json, read_toml
from sheetgen.cards.exchange import Beside, cards_schema, game_csv, game_json
from sheetgen.cards.typed import make_card, make_filled, read_filled
from sheetgen.checker.check import check_card
from sheetgen.documents.card_checks import order_for
from sheetgen.errors import SheetgenError
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset
from sheetgen.rules.scoring import STRUCK, Context, WrittenCard, legal_entries, totals
from sheetgen.rulesets.loading import load_ruleset
from tests.cards.forms import filled_form
from tests.games import NINE, by_kind
from tests.tables import table_of

HERE = Path(__file__).parent
VALUES = (3, 6, 9, 12, 15, 18, 30, 30, 24, 24, 20, 50)
BOXES = dict(zip(load_ruleset("dice-play").boxes, VALUES, strict=True))
SCHEMA = json.loads(cards_schema())


def shipped(name: str) -> Ruleset:
    """Return a shipped ruleset."""
    if name not in NINE:
        raise SheetgenError("unknown")
    return load_ruleset(name)


def games(default: str = "", language: str = "en") -> Games:
    """Return the shipped games, with or without one for lines that name none."""
    return Games(shipped, load_catalog(language), load_ruleset(default) if default else None)


def is_valid(record: str, value: Any) -> bool:
    """Check whether a value agrees with the published schema of a record."""
    schema = {"$schema": SCHEMA["$schema"], "$ref": f"#/$defs/{record}", "$defs": SCHEMA["$defs"]}
    return bool(jsonschema_rs.Draft202012Validator(schema).is_valid(value))


def check(text: str | bytes, default: str = "") -> list[Any]:
    """Return the results of lines, each of them as the schema says."""
    content = text.encode() if isinstance(text, str) else text
    answers = list(check_lines(BytesIO(content), games(default)))
    results = [
        json.loads(line) for line in b"".join(content for content, _ in answers).splitlines()
    ]
    assert all(is_valid("CardOut", result) for result in results)
    assert sum(wrong for _, wrong in answers) == sum(not result["valid"] for result in results)
    return results


def kinds(result: Any) -> list[str]:
    """Return the kinds of the findings."""
    return [finding["kind"] for finding in result["findings"]]


def line(**keys: Any) -> str:
    """Return the card of dice-play as a line of JSON, with these keys added or replaced."""
    return (
        json.dumps(
            {"id": 1, "ruleset": "dice-play", "boxes": BOXES, "totals": {"total": 241}, **keys}
        )
        + "\n"
    )


def test_right_and_wrong_cards() -> None:
    wrong = line(id={"deep": ["é", 1.50]}, totals={"total": 253})
    good, bad = check(line(id="a:b") + wrong)
    assert good == {"id": "a:b", "valid": True, "findings": [], "total": 241}
    assert (bad["id"], bad["valid"], bad["total"]) == ({"deep": ["é", 1.5]}, False, 241)
    (finding,) = bad["findings"]
    assert finding.pop("message").startswith("Grand total: wrote 253; should be 241 = 3 + 6")
    assert finding == {
        "kind": "wrong_total",
        "severity": "error",
        "where": "total",
        "written": 253,
        "expected": [241],
        "slip": {"kind": "counted_twice", "places": ["fours"]},
    }
    assert is_valid("CardIn", json.loads(wrong))


@pytest.mark.parametrize(("keys", "found"), table_of(HERE / "wrong_lines.txt"))
def test_what_can_be_wrong_with_a_line(keys: str, found: str) -> None:
    changes = json.loads(keys)
    values = {key: changes.pop(key) for key in ("ones", "Enen") if key in changes}
    wrong, right = check(line(**({"boxes": BOXES | values} | changes)) + line())
    assert (wrong["id"], " ".join(kinds(wrong)) or "-", right["valid"]) == (1, found, True)


@pytest.mark.parametrize(("quoted", "as_json"), table_of(HERE / "read_alike.txt"))
@pytest.mark.few(12)
def test_what_is_written_is_read_alike(quoted: str, as_json: str) -> None:
    """In files of each kind, in lines of both, in a form, on the command line and from Python."""
    written, read = json.loads(quoted), json.loads(as_json)
    ruleset = load_ruleset("dice-play")
    wording = Wording(ruleset, load_catalog("en"))
    assert read_json(f'{{"boxes": {{"ones": {quoted}}}}}').rows == (("ones", (read,)),)
    assert read_toml(f"[boxes]\nones = {quoted}").rows == (("ones", (read,)),)
    assert read_csv(f'dice-play,An\nones,"{written}"').rows == (("ones", (read,)),)
    if written.isascii():  # as the letters of the font of this form
        assert dict(read_form(filled_form({"p1_ones": written, "p1_twos": "4"})).rows).get(
            "ones"
        ) == (read,)
    assert dict(make_card(wording, [("ones", written)]).entries).get("ones") == read
    card = WrittenCard(
        tuple((box, value) for box, value in {**BOXES, "ones": read}.items() if value is not None)
    )
    expected = json.loads(game_json(Report(wording), [check_card(ruleset, card)], [Beside()]))[
        "cards"
    ][0]["findings"]
    assert [
        result["findings"] for result in check(line(boxes=BOXES | {"ones": written}, totals={}))
    ] == [expected]
    cells = [f'"{value}"' for value in {**BOXES, "ones": written}.values()]
    assert [result["findings"] for result in check(CSV + row("a", "dice-play", *cells, ""))] == [
        expected
    ]
    points = 0 if read in STRUCK else read
    if points in possible_values(ruleset, "ones"):
        assert make_filled(ruleset, {"ones": written}) == {"ones": points}
        assert read_filled(wording, f"ones={written}") == {"ones": points}
    elif read is not None:
        with pytest.raises(SheetgenError, match="'ones' cannot hold"):
            make_filled(ruleset, {"ones": written})
    else:
        assert make_filled(ruleset, {"ones": written}) == {}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (3.5, "3.5"),
        ([3], "[3]"),
        ({"a": None}, '{"a": null}'),
        (10**100, hex(10**100)),
    ],
)
def test_what_is_no_number_is_shown_as_it_was(value: Any, shown: str) -> None:
    """A yes, a fraction, a list or a table is no number: in a file, in a line and from Python."""
    wording = Wording(load_ruleset("dice-play"), load_catalog("en"))
    assert dict(make_card(wording, [("ones", value)]).entries) == {"ones": shown}
    assert read_json(json.dumps({"boxes": {"ones": [value]}})).rows == (("ones", (shown,)),)
    (finding,) = check(line(boxes=BOXES | {"ones": value}, totals={}))[0]["findings"]
    assert (finding["kind"], finding["written"]) == ("not_a_number", shown)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "not JSON"),
        (b'{"id": 1}', "the key 'boxes' is missing"),
        (
            b'{"boxes": [3, 6]}',
            "the value of 'boxes' is of the wrong kind; write it like {\"ones\": 3}",
        ),
        (b'{"boxes": {}, "totals": 241}', 'write it like {"total": 241}'),
        (b'{"boxes": {}, "ruleset": 3}', 'write it like "dice-play"'),
        (b'{"boxes": {}, "boxes": {}}', "the key 'boxes' is there twice"),
        (b'{"boxes": {"\xff": 1}}', "not UTF-8 text"),
        (b'{"boxes": {"a": \x00}}', "not JSON"),
        (b'{"boxes": ' + b"[" * 50_000, "lists are nested too deeply"),
        (b"[1]", "should be a JSON object"),
        (
            json.dumps({"boxes": {f"row{at}": 3 for at in range(50_000)}}).encode(),
            "more than 1,000 rows; a card has one",
        ),
        (
            json.dumps({"boxes": {f"row{at}": "3" for at in range(1_001)}}).encode(),
            "more than 1,000 rows",
        ),
        (b'{"id": "' + b"x" * MAX_LINE + b'"}', "longer than 1 MB"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_line_that_cannot_be_read(content: bytes, words: str) -> None:
    first, wrong, last = check(line().encode() + content + b"\n" + line().encode(), "dice-play")
    assert first["valid"]
    assert last["valid"]
    assert kinds(wrong) == ["unreadable"]
    assert words in wrong["findings"][0]["message"]


def test_doubled_keys_are_seen() -> None:
    text = line().replace('"ones": 3', '"ones": 3, "ones": 3').replace('"id": 1', '"id": "a"')
    assert [kinds(result) for result in check(text + text.replace('"a"', '"a:b"'))] == [
        ["doubled_box"]
    ] * 2


def test_lines_without_a_ruleset() -> None:
    text = json.dumps({"boxes": BOXES}) + "\n"
    assert check(text, "dice-play") == [{"id": None, "valid": True, "findings": [], "total": 241}]
    assert "which game?" in check(text)[0]["findings"][0]["message"]


def test_halves_of_letters() -> None:
    """JSON can name half a letter, which no program can print: it comes back as its escape."""
    (result,) = check('{"boxes": {"\\ud800": "\\udfff"}, "ruleset": "dice-play"}')
    assert result["findings"][0]["where"] == "\\ud800"


CSV = "id,ruleset," + ",".join(BOXES) + ",Eindtotaal\n"


def row(*cells: object) -> str:
    """Return a line of the CSV."""
    return ",".join(map(str, cells)) + "\n"


def test_csv_lines() -> None:
    right = row("a", "dice-play", *VALUES, 241)
    text = CSV + right + row("", "", *VALUES, "") + row("b", "", *VALUES, 253)
    first, second, third = check(text, "dice-play")
    assert first == {"id": "a", "valid": True, "findings": [], "total": 241}
    assert (second["id"], second["valid"]) == (None, True)
    assert (third["id"], kinds(third)) == ("b", ["wrong_total"])
    assert check((CSV + right).replace(",", ";")) == [first]
    quoted = [",".join(f'"{cell}"' for cell in line.strip().split(",")) for line in (CSV, right)]
    assert check("\n".join(quoted)) == [first]


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["a", "nope", *VALUES, 241], ["unreadable"]),
        (["a", "dice-play", *VALUES, 241, 7], ["unreadable"]),
        (["a", "dice-play", *VALUES[:5]], ["missing_box"] * 7),
        (["a", "dice-play", "q", *VALUES[1:], 241], ["not_a_number"]),
        (["a", "dice-play", '"3"', *VALUES[1:], 241], []),
        (["a", "dice-play", '"3', *VALUES[1:], 241], ["unreadable"]),
        (["a", "dice-play", "-", *VALUES[1:], 238], []),
    ],
)
def test_csv_lines_that_are_wrong(cells: list[Any], found: list[str]) -> None:
    wrong, right = check(CSV + row(*cells) + row("b", "dice-play", *VALUES, 241))
    assert (kinds(wrong), right["valid"]) == (found, True)


def warned(result: Any) -> list[tuple[str, ...]]:
    """Return the label and the row of each warning about a near name."""
    assert not any(each["expected"] for each in result.get("warnings", ()))
    return [(each["kind"], each["where"], each["written"]) for each in result.get("warnings", ())]


def test_near_names_in_lines_and_tables() -> None:
    """Names that are nearly right are accepted, and each result reports them.

    The card is right. A name of two possible rows is refused.
    """
    values = {**BOXES, "fuors": 12}
    values.pop("fours")
    for right, valid in ((241, True), (242, False)):
        (found,) = check(line(boxes=values, totals={"Total": right}))
        assert (found["valid"], found["total"]) == (valid, 241)
        assert warned(found) == [("near_name", "fours", "fuors"), ("near_name", "total", "Total")]
        assert found["warnings"][0]["message"] == "'fuors' is taken for 'Fours'; correct the name"
    text = (
        CSV.replace("fours", "Virren")
        + row("a", "dice-play", *VALUES, 241)
        + row("b", "dice-play", *VALUES, 242)
    )
    for found, valid in zip(check(text), (True, False), strict=True):
        assert (found["valid"], found["total"], warned(found)) == (
            valid,
            241,
            [("near_name", "fours", "Virren")],
        )
        assert (
            found["warnings"][0]["message"]
            == "line 1: 'Virren' is taken for 'Fours'; correct the name"
        )
    (found,) = check(line(boxes={**values, "fous": 3}))
    assert (kinds(found), warned(found)) == (["missing_box", "unknown_box", "unknown_box"], [])
    content = b"".join(
        part for part, _ in check_lines(BytesIO(text.encode()), games(), as_csv=True)
    )
    _, taken, _ = csv.reader(content.decode().splitlines())
    assert taken == ["a", "true", "241", "line 1: 'Virren' is taken for 'Fours'; correct the name"]


def test_an_order_of_play_for_each_line() -> None:
    """A result has an order of play if an option is set and there is one.

    A right card has one, too.
    """
    text = line() + line(boxes=BOXES | {"ones": 6}, totals={}) + row("x")
    explained = Games(shipped, load_catalog("en"), explain=order_for)
    for content in (
        text,
        CSV + row("a", "dice-play", *VALUES, 241) + row("b", "dice-play", 6, *VALUES[1:], ""),
    ):
        answers = [part for part, _ in check_lines(BytesIO(content.encode()), explained)]
        right, wrong, *_ = map(json.loads, b"".join(answers).splitlines())
        assert is_valid("CardOut", right)
        assert (right["valid"], wrong["valid"], "order" in wrong) == (True, False, False)
        assert {turn["box"]: turn["points"] for turn in right["order"]} == BOXES
    assert "order" not in check(text)[0]


def test_csv_with_doubled_and_unknown_columns() -> None:
    text = "ones," + ",".join(BOXES) + ",Peren\n" + row(3, *VALUES, "") + row("", *VALUES, 4)
    assert [kinds(result) for result in check(text, "dice-play")] == [
        ["doubled_box"],
        ["unknown_box"],
    ]


def test_a_first_line_that_is_neither_card_nor_header() -> None:
    """A first line that is no card is reported, and the next one may be the first.

    A stray line does not spoil the others.
    """
    for stray in (b"\xff,ones\n", b'"ones,twos\n', b"x\n", b"a,b\n"):
        for rest in (line().encode(), CSV.encode() + row("a", "dice-play", *VALUES, 241).encode()):
            wrong, right = check(stray + rest, "dice-play")
            assert (kinds(wrong), right["valid"]) == (["unreadable"], True)


def test_a_cell_that_goes_on_in_the_next_line() -> None:
    """A line is a card, so its quotes are the fault.

    The message is ours, and the other lines are right.
    """
    for text in ('id,ones,"full\nhouse"\n', 'id;"ones\n";twos\n', CSV + '"a\nb",dice-play,1\n'):
        said = [
            found["message"] for result in check(text, "dice-play") for found in result["findings"]
        ]
        assert (
            "not CSV: a cell that begins with a quote has to end with one in the same line"
            in said[0]
        )
    right = row("a", "dice-play", *VALUES, 241)
    assert [result["valid"] for result in check(CSV + '"a\n' + right)] == [False, True]


def test_numbers_of_thousands_of_digits() -> None:
    (result,) = check(line().replace("241", "9" * 5_000))
    assert kinds(result) == ["not_a_number"]
    assert "sys." not in json.dumps(result) + json.dumps(
        score('{"ruleset": "yatzy", "dice": [' + "9" * 5_000 + "]}")
    )


IDS = [
    # as it is written, as it comes back in JSON (None if that cannot be read there), as a cell of
    # CSV
    ('"\\ud800"', "\\ud800", "\\ud800"),
    ("9" * 5000, None, "9" * 5000),
    ("-3", -3, "-3"),
    ("[1, 2]", [1, 2], "[1, 2]"),
    ('{"a": {"b": null}}', {"a": {"b": None}}, '{"a": {"b": null}}'),
    ("null", None, "null"),
    ("1.50", 1.5, "1.50"),
    ('"=1+1"', "=1+1", "'=1+1"),
    ("true", True, "true"),
]


@pytest.mark.parametrize(("written", "shown", "cell"), IDS, ids=range(len(IDS)))
def test_ids_come_back(written: str, shown: object, cell: str) -> None:
    """Any id comes back: in JSON unchanged, and in CSV so that no spreadsheet computes it."""
    text = line().replace('"id": 1', f'"id": {written}')
    if shown is not None:
        assert check(text)[0]["id"] == shown
    for content in (text, text.replace("241", "242")):
        ((results, _),) = check_lines(BytesIO(content.encode()), games(), as_csv=True)
        assert list(csv.reader(results.decode().splitlines()))[1][0] == cell


def test_ids_that_are_no_json() -> None:
    for written in (b"NaN", b"-Infinity", b'"\xff"'):
        (result,) = check(line().encode().replace(b'"id": 1', b'"id": ' + written))
        assert (result["id"], kinds(result)) == (None, ["unreadable"])


def test_results_as_csv() -> None:
    text = line(id="=1+1") + line(id=[1], totals={"total": 'a,"b'}) + line(id=-3)
    content = b"".join(
        part for part, _ in check_lines(BytesIO(text.encode()), games(), as_csv=True)
    ).decode()
    head, first, second, third = csv.reader(content.splitlines())
    assert head == ["id", "valid", "total", "findings"]
    assert first == ["'=1+1", "true", "241", ""]
    assert second == ["[1]", "false", "241", "Grand total: wrote 'a,\"b'; should be a whole number"]
    assert third[0] == "-3"


ODD_VALUES: tuple[Any, ...] = (
    None, "", " 3", "03", "x", "-", '"3', "−3", "١", 3.0, True, [3], 300, -1, 10**30,
)  # fmt: skip
ODD_IDS = (7, "An", "", "é", 'x"y', "a:b", "a\\b", "=1+1", "-5", "9" * 30, {"deep": [1.5, "é"]})
ODD_LINES = (
    "", "  ", "x", "[1]", "{}", '{"boxes":{}}', '{"id":[{}', '{}],"boxes":{}}',
    '{"id":"\\ud800","boxes":{}}', ",,,", '"',
)  # fmt: skip


def mixed_card(chance: Random, ruleset: Ruleset) -> dict[str, Any]:
    """Return a card as a person may send it: half of them have an odd or a wrong value."""
    boxes: dict[str, Any] = {
        box: chance.choice(possible_values(ruleset, box)) for box in ruleset.boxes
    }
    stated: dict[str, Any] = totals(ruleset, boxes)
    if chance.random() < 0.5:
        part = chance.choice((boxes, stated))
        where = chance.choice([*part])
        off = chance.choice((1, 9, -10, 100, 300))
        part[where] = chance.choice((*ODD_VALUES, part[where] + off))
    return {"id": chance.choice(ODD_IDS), "ruleset": ruleset.id, "boxes": boxes, "totals": stated}


def mixed_lines(chance: Random, ruleset: Ruleset) -> list[str]:
    """Cards as JSON lines, one in eight of them odd, after one that is not."""
    lines = [json.dumps(mixed_card(chance, ruleset)) for _ in range(16)]
    for place, line in enumerate(lines):
        spoiled = line[: chance.randrange(len(line))]
        twice = line.replace('"id":', '"id": 1, "id":')
        if place and not chance.randrange(8):
            lines[place] = chance.choice((*ODD_LINES, spoiled, twice, f"{line} {line}"))
    return lines


def mixed_table(chance: Random, ruleset: Ruleset) -> list[str]:
    """Cards as a CSV, some lines of which are odd."""
    heads = ["id", *ruleset.boxes, *chance.choice((["total"], [*ruleset.all_totals], []))]
    delimiter = chance.choice((",", ";", "\t"))
    lines = [delimiter.join(heads)]
    for _ in range(16):
        card = mixed_card(chance, ruleset)
        values = card["boxes"] | card["totals"] | {"id": chance.choice((7, 8, card["id"]))}
        line = delimiter.join(str(values[head]) for head in heads)
        odd = chance.choice((*ODD_LINES, line + delimiter, line[:9], line + "\r"))
        lines.append(line if chance.randrange(8) else odd)
    return lines


@cache
def known_games(name: str) -> Games:
    """Return the shipped games, loaded once."""
    return games(name)


@pytest.mark.parametrize("name", by_kind(NINE))
@settings(deadline=None, max_examples=6)
@given(seed=st.integers(0, 1 << 32), as_csv=st.booleans())
@pytest.mark.few(3)
def test_a_line_has_the_result_that_it_has_alone(name: str, seed: int, as_csv: bool) -> None:
    """The lines before it, right or wrong, do not matter.

    The first line decides the kind of the stream.
    """
    chance = Random(seed)  # noqa: S311 - cards, no secrets
    for write in (mixed_lines, mixed_table):
        end = chance.choice(("", "\r"))
        first, *rest = (f"{line}{end}".encode() for line in write(chance, load_ruleset(name)))
        lines = [line for line in rest if line.strip()]
        together = results_of(b"\n".join([first, *rest]), name, as_csv).splitlines()[-len(lines) :]
        for at in chance.sample(range(len(lines)), 3):
            alone = results_of(first + b"\n" + lines[at], name, as_csv).splitlines()[-1]
            assert alone == together[at]


def results_of(content: bytes, name: str, as_csv: bool) -> bytes:
    """Return the results of the lines in a stream."""
    return b"".join(found for found, _ in check_lines(BytesIO(content), known_games(name), as_csv))


@pytest.mark.parametrize(
    ("first", "second"),
    [("{cells}", "{cells}"), ("{short}", "{cells},7"), ("{cells},7", "{short}"),
     ("{cells},", "{cells}"),
     ("0{cells}", "{cells}"), ("{cells}", ""), ("{cells}],[{cells}", "{cells}"),
     ("{cells},-1,{cells}", "{cells}"),
     ("{cells}.0", "{cells}"), ("{short},", "{cells}"), ("{cells}0000000000000000000", "{cells}")],
)  # fmt: skip
@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.few(8)
def test_lines_of_digits(first: str, second: str, delimiter: str) -> None:
    """Each line of digits has the same result alone and among any other lines."""
    boxes, ruleset = [*load_ruleset("dice-play").boxes], "dice-play"
    cells = ["5", *("0" for _ in boxes), "0"]
    lines = [
        each.format(cells=",".join(cells), short=",".join(cells[:-1])) for each in (first, second)
    ]
    head, *lines = (
        line.replace(",", delimiter) for line in (",".join(["id", *boxes, "total"]), *lines, *lines)
    )
    together = b"".join(
        found
        for found, _ in check_lines(BytesIO("\n".join([head, *lines]).encode()), games(ruleset))
    )
    alone = [
        check_lines(BytesIO(f"{head}\n{line}\n".encode()), games(ruleset)) for line in lines if line
    ]
    assert together == b"".join(found for each in alone for found, _ in each)


class Parts(RawIOBase):
    """A source whose parts come one after the other."""

    def __init__(self, *parts: bytes) -> None:
        self.parts = iter(parts)

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, room: Any) -> int:
        """Read the next part, which is no larger than the room."""
        part = next(self.parts, b"")
        room[: len(part)] = part
        return len(part)


def slow(*parts: bytes) -> BufferedReader:
    """Return a stream whose parts come one after the other."""
    return BufferedReader(Parts(*parts), 1_000_000)


def test_answers_come_at_once() -> None:
    answers: Iterator[tuple[bytes, bool]] = check_lines(
        slow(line().encode(), line(id=2).encode()), games()
    )
    assert json.loads(next(answers)[0])["id"] == 1
    assert json.loads(next(answers)[0])["id"] == 2


@given(st.lists(st.binary(max_size=9).map(lambda part: part.replace(b"x", b"\n")), max_size=20))
def test_lines_however_they_come(parts: list[bytes]) -> None:
    whole = b"".join(parts).removeprefix(b"\xef\xbb\xbf")
    assert [*read_lines(slow(*filter(None, parts)))] == [
        line for line in whole.split(b"\n") if line.strip()
    ]


def test_long_lines_take_no_room() -> None:
    parts = [b"x" * 1_000_000] * 100 + [b"y\nnext\n"]
    assert [len(line) for line in read_lines(slow(*parts))] == [MAX_LINE + 1, len("next")]


def score(text: str, default: str = "") -> list[Any]:
    """Return the answers to rolls, each of them as the schema says."""
    content = b"".join(part for part, _ in score_lines(BytesIO(text.encode()), games(default)))
    answers = [json.loads(line) for line in content.splitlines()]
    assert all(is_valid("RollOut", answer) for answer in answers)
    return answers


def test_rolls() -> None:
    roll = {
        "ruleset": "numbers-hands",
        "dice": [5, 5, 5, 5, 5],
        "filled": {"yacht": 50, "fives": 15},
    }
    entries = legal_entries(
        load_ruleset("numbers-hands"), Roll((5,) * 5), Context({"yacht": 50, "fives": 15})
    )
    expected = {
        box: {"points": list(entry.points), "bonus": entry.bonus} for box, entry in entries.items()
    }
    assert is_valid("RollIn", roll)
    assert score(json.dumps(roll)) == [{"entries": expected}]
    assert score(json.dumps({**roll, "id": None})) == [{"entries": expected, "id": None}]
    roll["filled"] = {"yacht": " 50 ", "fives": "15", "ones": None, "twos": ""}
    assert is_valid("RollIn", roll)
    assert score(json.dumps(roll)) == [{"entries": expected}]


def test_faults_of_rolls_are_told_in_the_language() -> None:
    lines = (
        b'{"dice": [6, 6, 6, 3, 3], "filled": {"yacht": "a"}}\n{"dice": "66633"}\n'
        b'{"dice": [6.5, 6, 6, 3, 3]}\n'
    )
    answers = b"".join(
        part for part, _ in score_lines(BytesIO(lines), games("dice-play", "nl"))
    ).splitlines()
    told = [json.loads(answer)["findings"][0]["message"] for answer in answers]
    assert told[0] == "kan deze regel niet lezen: in 'yacht' kan geen 'a' staan; kies 0 of 50"
    assert all("xpected" not in message and "$" not in message for message in told)


LONG = '{"dice": [1, 2, 3, 4, 5], "id": "' + "x" * MAX_LINE + '"}'


@pytest.mark.parametrize(
    ("text", "words"),
    [*table_of(HERE / "wrong_rolls.txt"), (LONG, "longer than 1 MB")],
    ids=str,
)
def test_rolls_that_cannot_be(text: str, words: str) -> None:
    (answer, _) = score(text + '\n{"dice": [1, 2, 3, 4, 5]}\n', "dice-play")
    assert answer["entries"] == {}
    assert words in answer["findings"][0]["message"]


def test_lines_of_many_keys() -> None:
    """A line of hundreds of kilobytes is refused in linear time.

    With the square of it, this test would take a minute.
    """
    for kind in ("filled", "boxes"):
        keys = ",".join(f'"a{at}":1' for at in range(40_000))
        text = f'{{"dice": [1, 2, 3, 4, 5], "{kind}": {{{keys}, "a0": 1}}}}'
        (answer,) = score(text, "dice-play")
        assert answer["findings"][0]["message"].count("a0") == (kind == "filled")


def test_games_as_json_and_csv() -> None:
    ruleset = load_ruleset("dice-play")
    report = Report(Wording(ruleset, load_catalog("nl")))
    audits = [
        check_card(ruleset, WrittenCard((*BOXES.items(), ("total", total)), name))
        for name, total in (("An", 241), ("=Bo", 251))
    ]
    game = json.loads(game_json(report, audits, [Beside(), Beside()]))
    assert is_valid("GameOut", game)
    assert [(place["rank"], place["id"], place["total"]) for place in game["ranking"]] == [
        (1, "An", 241),
        (1, "=Bo", 241),
    ]
    assert game["winner_changes"]
    assert "picture" not in game
    read = json.loads(game_json(report, audits, [Beside(), Beside()], picture="a.jpg (2)"))
    assert is_valid("GameOut", read)
    assert read == {**game, "picture": "a.jpg (2)"}
    head, only = csv.reader(game_csv(report, audits).splitlines())
    assert head == ["id", "kind", "where", "written", "expected", "message"]
    assert only[:5] == ["'=Bo", "wrong_total", "total", "251", "241"]


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.one_of(st.binary(max_size=60), st.sampled_from([line().encode(), b'{"boxes":{}}', b"{"]))
    )
)
def test_any_lines_at_all(lines: list[bytes]) -> None:
    try:
        results = check(
            b"{}\n" + b"\n".join(part.replace(b"\n", b"") for part in lines), "dice-play"
        )
    except SheetgenError as error:  # pragma: no cover - the first line is JSON, so this is no CSV
        pytest.fail(str(error))
    assert len(results) == 1 + sum(bool(part.replace(b"\n", b"").strip()) for part in lines)


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=40), min_size=1
    )
)
@pytest.mark.slow("random games")
def test_any_csv_lines_at_all(lines: list[str]) -> None:
    results = check(CSV + "\n".join(lines), "dice-play")
    assert len(results) == sum(bool(part.encode().strip()) for part in lines)
