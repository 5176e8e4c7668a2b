"""sheetgen check and card, as a person at the table uses them."""

import csv
import io
import json
import os
import pty
import re
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

import sheetgen
from sheetgen.cards.typed import interview, make_card
from sheetgen.checker.check import check_card
from sheetgen.checker.finding import KINDS, FindingKind, legal_values
from sheetgen.documents.card_checks import share_of
from sheetgen.i18n.catalog import load_catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.primitives import Rect
from sheetgen.rulesets.loading import load_ruleset
from tests.cards.forms import filled_form
from tests.conftest import Run
from tests.readback import Sheet
from tests.running import PROGRAM, environment, shell, talk
from tests.tables import blocks_of, table_of

VALUES = ("3", "6", "9", "12", "15", "18", "30", "30", "24", "24", "20", "50")
CHECK = ("check", "--ruleset", "dice-play")
RIGHT_CARD = " ".join((*CHECK, *VALUES))
EVENING = """dice-play;An;Bram
Enen;3;4
Tweeën;6;6
Drieën;9;9
Vieren;12;12
Vijven;15;15
Zessen;18;18
Kleine straat;30;30
Grote straat;30;30
Full house;24;24
Carré;24;24
Chance;20;20
Jacht;50;50
Eindtotaal;251;242
"""


SAID = blocks_of(Path(__file__).parent / "said.txt")


@pytest.mark.parametrize(("heading", "said"), SAID)
@pytest.mark.few(8)
def test_what_is_said_of_a_card(heading: str, said: list[str], run: Run) -> None:
    _, code, words = heading.split(" | ")
    found, out, err = run(words)
    assert (str(found), out == "", err == "") == (
        code,
        code == "2",
        code != "2" and "bonsu" not in words,
    )
    for pattern in said:
        assert re.search(pattern, out + err, re.MULTILINE), (pattern, out, err)


@pytest.mark.parametrize("where", [0, 3, 11])
def test_negative_numbers_are_values(where: int, run: Run) -> None:
    values = [*VALUES[:where], "-3", *VALUES[where + 1 :]]
    for words in (
        ["check", *values, "--ruleset", "dice-play"],
        [*CHECK, *values],
        [*CHECK, "--", *values],
    ):
        code, out, err = run(*words)
        assert (code, err) == (1, "")
        assert ": wrote -3; " in out
    code, out, _ = run(*CHECK, *VALUES, "--total", "-3")
    assert (code, "- Grand total: wrote -3; " in out) == (1, True)
    assert run(*CHECK, "-3")[2].startswith("numbers: 1; a card of dice-play has 12 boxes")
    assert run(*CHECK, "-x", "3")[2].startswith("No such option: -x")


@pytest.mark.parametrize("columns", ["0", "1", "-1", "x", "20"])
def test_a_terminal_of_no_width(columns: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    code, out, _ = run(*CHECK, *VALUES, "--total", "253")
    assert code == 1
    assert re.search("Ones +3\n", out)
    assert "253 → 241" in out
    assert "- Grand total: wrote 253; " in out


@pytest.mark.parametrize(
    ("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_a_wrong_value_is_red_on_a_terminal(
    tmp_path: Path, variables: dict[str, str], coloured: bool
) -> None:
    """Unless the terminal has no colours, or its user wants none; a file gets none (above)."""
    main, side = pty.openpty()
    here = environment(**{"TERM": "xterm", "PYTHONIOENCODING": "utf-8", **variables})
    subprocess.run(
        [*PROGRAM, *CHECK, *VALUES, "--total", "253"],
        stdout=side,
        cwd=tmp_path,
        env=here,
        check=False,
    )
    os.close(side)
    shown = os.read(main, 10_000).decode()
    assert ("\x1b[1;31m253 → 241\x1b[0m" in shown, "253 → 241" in shown) == (coloured, True)


def test_columns_are_straight_whatever_the_letters(run: Run) -> None:
    """A letter of East Asia takes two places, and an accent of its own none."""
    Path("wide.csv").write_text("dice-play,名前名前,Zoe\u0308 van Dam\nOnes,3,4\n", "utf-8")
    head, rule = run("check wide.csv --lang en")[1].splitlines()[:2]
    assert (set(rule), len(rule)) == ({"─"}, len(head) + 4 - 1)


def test_an_evening(run: Run) -> None:
    Path("evening.csv").write_text(EVENING, "utf-8")
    code, out, _ = run("check evening.csv")
    assert code == 1
    assert re.search(r"^Grand total +251 → 241 +242$", out, re.MULTILINE)
    assert "- An: Grand total: wrote 251; should be 241" in out
    assert "Bram: this card is right; its total is 242, better than 98 of 100 cards" in out
    assert out.endswith("1. Bram 242\n2. An 241\nThe winner changes: Bram, not An.\n")


@pytest.mark.parametrize(("old", "new", "words"), [
    (";251;", ";241;", "1. Bram 242\n2. An 241\n"),
    (";251;242", ";251;232", "1. Bram 242\n2. An 241\nThe winner changes: Bram, not An.\n"),
    ("Enen;3;4", "Enen;4;4", "1. An 242\n1. Bram 242\nThe winner changes: An and Bram, not An.\n"),
    (";251;242", ";242;243", "The winner stays: Bram.\n"),
    ("Enen;3;4", "Enen;9;4", "1. Bram 242\n?  An\nThe winner is unknown until every total is "
                             "clear.\n"),
])  # fmt: skip
def test_rankings(old: str, new: str, words: str, run: Run) -> None:
    Path("evening.csv").write_text(EVENING.replace(old, new), "utf-8")
    assert run("check evening.csv")[1].endswith(words)


@pytest.mark.parametrize(("total", "valid"), [("251", False), ("241", True)])
def test_one_warning_for_a_name_that_is_nearly_right(total: str, valid: bool, run: Run) -> None:
    """The row is taken for all players, and the warning names the file, the line and both names."""
    text = EVENING.replace("Tweeën", "Tweën").replace("251", total)
    Path("evening.csv").write_text(text, "utf-8")
    said = "evening.csv: regel 3: 'Tweën' is voor 'Tweeën' gehouden; verbeter de naam\n"
    assert run("check evening.csv --lang nl")[::2] == (not valid, said)
    code, out, err = run("check evening.csv --lang nl --format json")
    assert (code, err) == (not valid, said)
    cards = json.loads(out)["cards"]
    assert [card["valid"] for card in cards] == [valid, True]
    for card in cards:
        (warning,) = card["warnings"]
        assert warning["severity"] == "warning"
        assert (warning["kind"], warning["where"]) == ("near_name", "twos")
        assert warning["message"] == said.removeprefix("evening.csv: ").strip()
    code, out, err = run("check evening.csv --lang nl --format csv")
    assert (code, err) == (not valid, said)
    rows = [row for row in csv.DictReader(out.splitlines()) if row["kind"] == "near_name"]
    assert [(row["id"], row["where"], row["written"]) for row in rows] == [
        ("An", "twos", "Tweën"),
        ("Bram", "twos", "Tweën"),
    ]


def test_the_severity_of_its_kind_decides_whether_a_finding_makes_a_card_invalid(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kind that is declared as a warning leaves the card valid, and is still in every answer."""
    game = load_ruleset("dice-play")
    card = dict(zip(game.boxes, map(int, VALUES), strict=True)) | {"total": 240}
    audit = sheetgen.check(game, card)
    assert (audit.valid, audit.warnings) == (False, ())
    monkeypatch.setitem(KINDS, "wrong_total", FindingKind("warning", KINDS["wrong_total"].meaning))
    audit = sheetgen.check(game, card)
    assert (audit.valid, audit.findings) == (True, ())
    said, right = audit.in_words().splitlines()
    assert "should be 241" in said
    assert right == "this card is right; its total is 241, better than 98 of 100 cards in best play"
    lines = ["dice-play,An", *(f"{row},{value}" for row, value in card.items())]
    Path("card.csv").write_text("\n".join(lines), "utf-8")
    code, out, err = run("check card.csv --format json --lang en")
    (answer,) = json.loads(out)["cards"]
    assert (code, err) == (0, f"card.csv: {said}\n")
    assert (answer["valid"], answer["findings"]) == (True, [])
    assert [each["severity"] for each in answer["warnings"]] == ["warning"]


def test_numbers_that_are_typed_in_one_word(run: Run) -> None:
    """With commas, semicolons or spaces, in one word or several.

    50.0 is 50, and a blank between commas a blank.
    """
    joined = ",".join(VALUES)
    for words in (
        [joined],
        [joined + ","],
        [", ".join(VALUES)],
        ["; ".join(VALUES)],
        [" ".join(VALUES)],
        joined.split(",", 3),
        [f"{value}," for value in VALUES],
        [f"{value}.0" for value in VALUES],
        [",".join(f"{v}.00" for v in VALUES)],
        ["\t".join(VALUES)],
    ):
        code, out, err = run(*CHECK, *words, "--total", "241.0")
        assert (code, err) == (0, ""), words
        assert out.endswith(
            "this card is right; its total is 241, better than 98 of 100 cards in best play\n"
        )
    assert "Ones: nothing is written" in run(*CHECK, f",{joined[2:]}")[1]
    assert "; its total is 238, better than 97 of " in run(*CHECK, f"-{joined[1:]}")[1]
    assert "Ones: wrote -3; " in run(*CHECK, f"-{joined}")[1]
    assert (
        run(*CHECK, "3, 6")[2]
        == "numbers: 2; a card of dice-play has 12 boxes, or 13 rows with its totals\n"
    )
    for name in ("3,6,9.csv", "1 2 3.csv", "An, Bo"):
        assert f"{name}: cannot read this file" in run(*CHECK, name)[2]


def test_many_players_stand_in_several_tables(run: Run) -> None:
    rows = EVENING.splitlines()
    Path("many.csv").write_text(
        "\n".join(row + (";" + row.split(";")[1]) * 12 for row in rows), "utf-8"
    )
    _, out, _ = run("check many.csv")
    table = [line for line in out.splitlines() if not line.startswith(("-", "An", "Bram"))]
    assert max(map(len, table)) <= 100
    assert sum(line.startswith("Grand total ") for line in table) == 3


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (
        EVENING.encode("utf-8-sig"),
        filled_form({"p1_ones": "9"}),
        b'{"ruleset": "dice-play", "boxes": {}}',
    ):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        code, out, err = run("check -")
        assert (code, err) == (1, "")
        assert "Grand total" in out or "nothing is written" in out


def test_for_programs(run: Run) -> None:
    Path("evening.csv").write_text(EVENING, "utf-8")
    code, out, _ = run("check evening.csv --format json --explain")
    game = json.loads(out)
    assert (code, game["version"], game["ruleset"], game["winner_changes"]) == (
        1,
        1,
        "dice-play",
        True,
    )
    assert [card["total"] for card in game["cards"]] == [241, 242]
    assert len(game["cards"][0]["order"]) == 12
    an, bram = game["cards"]
    assert "better_than" not in an
    assert bram["better_than"]["games"] == 0
    assert 0.98 < bram["better_than"]["share"] < 0.99
    code, out, _ = run("check evening.csv --format csv --lang nl")
    assert (code, out.splitlines()[1][:41]) == (1, 'An,wrong_total,total,251,241,"Eindtotaal:')


def test_a_batch_that_is_explained(run: Run) -> None:
    card = {"boxes": dict(zip(load_ruleset("dice-play").boxes, map(int, VALUES), strict=True))}
    Path("cards.jsonl").write_text(json.dumps(card) + "\n", "utf-8")
    code, out, err = run("check --batch cards.jsonl --ruleset dice-play --explain")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    order = [(turn["box"], turn["points"]) for turn in answer["order"]]
    assert order == list(card["boxes"].items())
    assert 0.98 < answer["better_than"]["share"] < 0.99


def test_what_is_not_compared_with_best_play() -> None:
    """Cards that are wrong, end early or leave the total open, and games without a table.

    House rules that change how a game is played make such a game; other names do not.
    """
    game, yachts = load_ruleset("dice-play"), load_ruleset("numbers-hands")
    card = dict(zip(game.boxes, map(int, VALUES), strict=True))
    assert sheetgen.check(game, card).better_than
    assert sheetgen.check(game, card | {"total": 240}).better_than is None
    ended = make_card(Wording(game, load_catalog("en")), card.items())
    assert share_of(check_card(game, replace(ended, ended=True))) is None
    points = (3, 6, 9, 12, 15, 18, 22, 0, 25, 30, 40, 50, 30)
    open_total = dict(zip(yachts.boxes, points, strict=True))
    assert sheetgen.check(yachts, open_total).better_than is None
    assert sheetgen.check(yachts, open_total | {"total": 395}).better_than
    for name in ("balut", "maxi-yatzy-saved"):
        without = load_ruleset(name)
        lowest = {box: min(values) for box, values in legal_values(without).items()}
        audit = sheetgen.check(without, lowest)
        assert (audit.valid, audit.better_than) == (True, None), name
    other_rules = replace(game, dice=replace(game.dice, rolls=2))
    assert sheetgen.check(other_rules, card).better_than is None
    other_name = replace(game, name="Ours")
    assert sheetgen.check(other_name, card).better_than


FREE_CHOICE = """extends = "bonus-yachts"
name = "Free choice"

[joker]
may_decline = true
"""
BOUND = """format = 1
name = "Plus"
players = { min = 1 }
dice = { count = 5, sides = 6, rolls = 3 }
constraints = [{ lower = "moins", higher = "plus" }]
columns = [{ id = "up", name = "Up", fill = "up" }, { id = "out", name = "Outwards" }]

[[sections]]
id = "all"
categories = [
  { id = "moins", name = "Moins", pattern = { kind = "any" }, points = { kind = "all" } },
  { id = "plus", name = "Plus", pattern = { kind = "any" }, points = { kind = "all" } },
]

[[totals]]
id = "total"
name = "Total"
kind = "sum"
of = ["all"]
across = true
"""


def test_a_joker_that_may_be_declined(run: Run) -> None:
    """The points that may be written are one thing, and the bonus is added to either of them."""
    Path("free.toml").write_text(FREE_CHOICE, "utf-8")
    out = run("score --ruleset ./free.toml 55555 --filled yacht=50,fives=25")[1]
    assert re.search(r"^Full house +\(0 or 25\) \+ 100$", out, re.MULTILINE)
    assert re.search(r"^3 of a kind +25 \+ 100$", out, re.MULTILINE)


def test_why_boxes_cannot_stand_together(run: Run) -> None:
    """Columns are in brackets, so that commas separate the boxes.

    The message names the one to be lower.
    """
    Path("plus.toml").write_text(BOUND, "utf-8")
    code, out, _ = run("check --ruleset ./plus.toml 20 10 10 20")
    assert code == 1
    assert (
        "- Moins (Up) and Plus (Up) are impossible together: Moins must stay below Plus; "
        "a score that breaks this counts as 0\n"
    ) in out
    out = run("check --ruleset ./plus.toml 20 10 20 10")[1]
    assert (
        "Moins (Up), Plus (Up), Moins (Outwards), and Plus (Outwards) are impossible together: "
        "Moins" in out
    )
    assert out.count("Moins must stay below Plus; a score that breaks this counts as 0") == 1
    boxes = ["0"] * 10 + ["100"]
    assert (
        "- Double Generala and Generala are impossible together: “Double Generala” scores only "
        "if “Generala” has points already; otherwise only a 0 can go there\n"
    ) in run("check", "--ruleset", "generala-double", *boxes)[1]


def test_batches(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    right = json.dumps(
        {"boxes": dict(zip(load_ruleset("dice-play").boxes, map(int, VALUES), strict=True))}
    )
    Path("cards.jsonl").write_text(right + "\n", "utf-8")
    assert run("check --batch cards.jsonl --ruleset dice-play") == (
        0,
        '{"id":null,"valid":true,"findings":[],"total":241,'
        '"better_than":{"share":0.981763,"games":0}}\n',
        "",
    )
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(right.encode() + b"\nx\n")))
    code, out, _ = run("check --batch - --ruleset dice-play --format csv --lang nl")
    assert (code, out.splitlines()[:2]) == (1, ["id,valid,total,findings", ",true,241,"])
    assert "kan deze regel niet lezen: geen JSON" in out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"dice": [6, 6, 6, 3, 3]}\n')))
    code, out, _ = run("score --batch - --ruleset dice-play")
    assert (code, json.loads(out)["entries"]["full_house"]) == (0, {"points": [24], "bonus": 0})


def test_a_first_roll_that_is_worth_more(run: Run) -> None:
    """Both values are shown unless the roll is known; a turn with one roll has a first one."""
    straight = ("score", "--ruleset", "generala", "12345")
    assert "\nStraight        20, 25 on the first roll\nFull house      0\n" in run(*straight)[1]
    assert "\nStraight        25\nFull house      0\n" in run(*straight, "--first-roll")[1]
    assert (
        "\nFour of a kind  40, 45 on the first roll\n"
        in run(*straight[:3], "66666", "--filled", "ones=3")[1]
    )
    Path("once.toml").write_text(
        'format = 1\nextends = "generala"\nname = "Once"\ndice = { rolls = 1 }\n', "utf-8"
    )
    assert "\nStraight        25\n" in run("score --ruleset ./once.toml 12345")[1]
    once = sheetgen.load_ruleset("./once.toml")
    assert sheetgen.score(once, [1, 2, 3, 4, 5])["straight"].points == (25,)


def test_a_card_of_a_game_of_ones_own_says_how_to_name_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form, a file and a line name it by its id alone.

    A stranger's opens no file, but its writer can.
    """
    assert run("new kerst --from dice-play")[0] == 0
    hints = {
        "kerst.pdf": "unknown ruleset 'kerst'; choose balut, bonus-yachts",
        "kerst.csv": "'kerst' is no game; a card file begins with its game and players",
    }
    asked = ("--ruleset", "./kerst.toml")
    assert (
        run("form", *asked, "-o", "kerst.pdf")[0] == run("card", *asked, "-o", "kerst.csv")[0] == 0
    )
    for file, hint in hints.items():
        code, out, err = run("check", file)
        assert (code, out) == (2, "")
        assert err.startswith(f"{file}: {hint}")
        assert err.endswith("; for a game in your own file write --ruleset ./kerst.toml\n")
        assert run("check", file, *asked)[0] == 1
    assert "write --ruleset ./kerst.toml" in run("check kerst.pdf --ruleset dice-play")[2]
    for command, key, value in (
        ("check", "boxes", {"ones": 3}),
        ("score", "dice", [1, 2, 3, 4, 5]),
    ):
        for more, right in (((), False), (asked, True)):
            line = json.dumps({"ruleset": "kerst", key: value}).encode()
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line)))
            assert (
                "write --ruleset ./kerst.toml" in run(command, "--batch", "-", *more)[1]
            ) is not right


ERRORS = table_of(Path(__file__).parent / "check_errors.txt")


@pytest.mark.parametrize(("line", "words"), ERRORS)
@pytest.mark.few(15)
def test_error_is_one_clear_line(line: str, words: str, run: Run) -> None:
    Path("evening.csv").write_text(EVENING, "utf-8")
    for name, head in (("other", "Player"), ("nameless", ""), ("path", "../dice-play.toml")):
        Path(f"{name}.csv").write_text(EVENING.replace("dice-play;", f"{head};"), "utf-8")
    code, _, err = run(line.replace("CARD", RIGHT_CARD))
    assert code == 2
    assert words in err.splitlines()[0]
    assert "Traceback" not in err


def test_blank_card(run: Run) -> None:
    code, out, _ = run("card --ruleset dice-play --players 3")
    assert (code, out.splitlines()[:2]) == (0, ["dice-play,,,", "Ones,,,"])
    assert run("card --ruleset dice-play --names An,Bo --lang nl -o evening.csv")[0] == 0
    assert Path("evening.csv").read_text("utf-8").splitlines()[:2] == [
        "\ufeffdice-play;An;Bo",
        "Enen;;",
    ]
    assert run("check evening.csv")[1].count("nothing is written on this card") == 2


def corrected(run: Run, *arguments: str) -> list[Sheet]:
    """Return the pages of the corrected sheet of an evening."""
    Path("evening.csv").write_text(EVENING.replace("Enen;3;4", "Enen;3;日"), "utf-8")
    assert run("check", "evening.csv", "--annotate", "out.pdf", "--paper", "a4", *arguments)[0] == 1
    content = Path("out.pdf").read_bytes()
    return [Sheet(content, page) for page in range(Sheet(content).pages)]


def test_corrected_sheet(run: Run) -> None:
    """It is the printed layout with the entries.

    The wrong total is struck out, the right one framed.
    """
    (page,) = corrected(run, "--lang", "nl")
    text = page.text_in(Rect(0, 0, page.width, page.height))
    for words in ("Eindtotaal", "251 241", "Bram", "? 4"):
        assert words in text, text
    plain = Path("out.pdf").read_bytes()
    assert run("check evening.csv --annotate out.pdf --paper a4 --lang nl")[0] == 1
    assert Path("out.pdf").read_bytes() == plain
    assert run("check evening.csv --annotate out.pdf --paper a5")[2].startswith(
        "out.pdf: a different"
    )


def test_corrected_sheets_of_many_players(run: Run) -> None:
    rows = EVENING.splitlines()
    Path("many.csv").write_text(
        "\n".join(row + (";" + row.split(";")[1]) * 20 for row in rows), "utf-8"
    )
    assert run("check many.csv --annotate many.pdf --paper a4")[0] == 1
    assert Sheet(Path("many.pdf").read_bytes()).pages == 2
    lines = ["bonus-yachts;An;Bo", "1s;3;4"]
    Path("games.csv").write_text("\n".join(lines), "utf-8")
    assert run("check games.csv --annotate games.pdf --format json --paper a4")[0] == 1
    assert Sheet(Path("games.pdf").read_bytes()).pages == 2


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("check --ruleset dice-play <&-", 2, "no card: give its numbers"),
        ("check - <&-", 2, "standard input is closed"),
        ("check --batch - <&-", 2, "standard input is closed"),
        (
            "check --ruleset dice-play 1 2 3 4 5 6 7 8 9 10 11 12 --total \"$(printf '\\377')\" "
            "--format json",
            1,
            "",
        ),
        (
            "check --ruleset dice-play --batch cards.csv > /dev/full",
            2,
            "cannot write: the disk is full",
        ),
    ],
)
@pytest.mark.few(1)
def test_odd_shells(command: str, code: int, words: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("ones\n3\n", "utf-8")
    done = shell(f"sheetgen {command}", tmp_path, LC_ALL="C.UTF-8")
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False), done
    assert words in done.stderr.decode()


class TestInterview:
    """The card, asked for row by row."""

    def interview(self, *said: str) -> tuple[dict[str, object], list[str], str]:
        """Return the card after these answers in Dutch, the replies, and the next question."""
        questions = interview(Report(Wording(load_ruleset("players-choice"), load_catalog("nl"))))
        found = [next(questions), *map(questions.send, said)]
        replies = [each.rpartition("\n")[0] for each in found[1:]]
        with pytest.raises(StopIteration) as end:
            [questions.send("") for _ in found[0]]
        return dict(end.value.value.entries), replies, found[-1].rpartition("\n")[2]

    def test_down_the_card(self) -> None:
        """Numbers go down the card with the running total.

        An empty answer leaves a row unchanged.
        """
        card, replies, question = self.interview("50", "-", "", "4")
        assert replies == [
            "",
            "",
            "",
            "4 kan niet bij Carré; heb je het verkeerd gelezen? ga terug met <",
        ]
        assert question.startswith(
            "Full house (0, 7 tot en met 9, 11 tot en met 24 of 26 tot en met 28)"
        )
        assert card == {"yacht": 50, "large_straight": 0, "four_of_a_kind": 4}

    @pytest.mark.parametrize("back", ["<", "terug", "TERUG", "back"])
    def test_back_a_row(self, back: str) -> None:
        card, _, question = self.interview("50", "30", back)
        assert question == "Grote straat (0 of 30), totaal tot nu toe 80: [30] "
        assert card == {"yacht": 50, "large_straight": 30}
        assert self.interview(back)[2].startswith("Jacht ")

    def test_any_row_by_any_name(self) -> None:
        said = ("keuze van de SPELER", "23", "Volle zaal 14", "peren", "drieen 9", "total 46")
        card, replies, question = self.interview(*said)
        assert replies == ["", "", "", "'peren' is geen getal en geen rij van dit spel", "", ""]
        assert card == {"players_choice": 23, "full_house": 14, "threes": 9, "total": 46}
        assert question.startswith("Zessen ")
        card, replies, question = self.interview(*said, "zessen 18")
        assert (card["sixes"], replies[-1], question[:7]) == (18, "", "Vijven ")
        assert self.interview(*said, "zessen 18", "eindtotaal")[2].startswith("Eindtotaal")

    def test_a_name_that_is_nearly_right(self) -> None:
        card, replies, question = self.interview("volle zal 14", "fijven")
        said = "'volle zal' is voor 'Full house' gehouden; verbeter de naam"
        assert replies == [said, "'fijven' is voor 'Vijven' gehouden; verbeter de naam"]
        assert card == {"full_house": 14}
        assert question.startswith("Vijven ")

    def test_on_a_terminal(self, tmp_path: Path) -> None:
        env = environment(COLUMNS="120")
        answers = [f"{value}\n".encode() for value in (*VALUES, "241")]
        code, out = talk(CHECK, answers, env, tmp_path, prompt=b": ")
        assert code == 0
        assert "Four of a kind (0, 4, 8, 12, 16, 20, or 24), total so far 147: 24" in out
        assert "this card is right; its total is 241" in out
        code, out = talk(CHECK, [b"3\n", b"\x04"], env, tmp_path, prompt=b": ")
        assert (code, "Traceback" in out) == (130, False)
