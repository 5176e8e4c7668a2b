"""The state of a table: cards, questions, seats and turns after a log."""

import json
from functools import reduce
from random import Random

import pytest

from sheetgen.errors import SheetgenError
from sheetgen.live.events import event_json, mark_after, read_events
from sheetgen.live.table import (
    BIG_SCREEN,
    asked_device,
    check_at_table,
    game_state,
    in_turn,
    is_finished,
    next_player,
    state_after,
    stopped_players,
    typist_of,
)
from sheetgen.rulesets.loading import load_ruleset
from tests.live.logs import Log
from tests.script import Script

YATZY = load_ruleset("yatzy")


def an_and_bram() -> Log:
    """Return the log of a table of two players with a phone each."""
    return Log("an", "bram")


def test_values_are_written() -> None:
    """Each box has its value, and the turn goes round by the number of entries."""
    log = an_and_bram()
    assert next_player(YATZY, log.state) == "an"
    log.write("phone-an", "an", "twos", 6, 1)
    assert next_player(YATZY, log.state) == "bram"
    log.write("phone-bram", "bram", "twos", 8, 1)
    log.write("phone-an", "an", "ones", 3, 2)
    assert log.card("an") == {"twos": 6, "ones": 3}
    assert log.card("bram") == {"twos": 8}
    assert (log.state.turn_of("an"), log.state.turn_of("bram")) == (3, 2)
    assert not is_finished(YATZY, log.state)


def test_two_values_for_a_box_are_one_question() -> None:
    """The first counts until the player chooses; a second answer is a correction."""
    log = an_and_bram()
    first = log.write("phone-bram", "an", "twos", 6, 1)
    second = log.write("phone-an", "an", "twos", 8, 1)
    assert log.asked() == [([("twos", 6), ("twos", 8)], 6)]
    assert asked_device(log.state, log.state.doubts[0]) == "phone-an"
    assert log.card("an") == {"twos": 6}
    log.add("choose", "phone-an", player="an", question=second, write=second)
    assert (log.card("an"), log.asked()) == ({"twos": 8}, [])
    assert log.state.entries[0].was is None
    log.add("choose", "phone-bram", player="an", question=second, write=first)
    assert log.card("an") == {"twos": 6}
    assert log.state.entries[0].was == 8
    assert len(log.state.doubts) == 1


def test_two_boxes_for_a_turn_are_one_question() -> None:
    """The one that is chosen stays, the other box is open again."""
    log = an_and_bram()
    log.write("phone-bram", "an", "twos", 6, 1)
    second = log.write("phone-an", "an", "threes", 9, 1)
    log.write("phone-an", "an", "fours", 12, 2)
    assert log.card("an") == {"twos": 6, "fours": 12}
    assert log.asked() == [([("twos", 6), ("threes", 9)], 6)]
    log.add("choose", "phone-an", player="an", question=second, write=second)
    assert log.card("an") == {"threes": 9, "fours": 12}


def test_the_same_value_twice_asks_nothing() -> None:
    """Whoever wrote it. It stays until both have taken it back."""
    log = an_and_bram()
    log.write("phone-an", "an", "twos", 6, 1)
    log.write("phone-bram", "an", "twos", 6, 1)
    assert log.asked() == []
    log.write("phone-an", "an", "twos", None, 1)
    assert log.card("an") == {"twos": 6}
    log.write("phone-bram", "an", "twos", None, 1)
    assert log.card("an") == {}


def test_a_pair_of_values_is_asked_about_once() -> None:
    """A value that comes once more, from another phone, asks nothing again, nor a third time."""
    log = an_and_bram()
    log.write("phone-an", "an", "twos", 6, 1)
    second = log.write("phone-bram", "an", "twos", 8, 1)
    log.write("screen", "an", "twos", 8, 1)
    log.write("screen", "an", "twos", 4, 1)
    assert log.asked() == [([("twos", 6), ("twos", 8), ("twos", 4)], 6)]
    log.add("choose", "phone-an", player="an", question=second, write=second)
    log.write("phone-late", "an", "twos", 6, 1)
    assert (log.asked(), log.card("an")) == ([], {"twos": 8})


def test_what_is_taken_back_is_no_value_any_more() -> None:
    """The other value counts then, without a question."""
    log = an_and_bram()
    log.write("phone-an", "an", "twos", 6, 1)
    log.write("phone-bram", "an", "threes", 9, 1)
    log.write("phone-an", "an", "twos", None, 1)
    assert (log.card("an"), log.asked()) == ({"threes": 9}, [])
    log.write("phone-an", "an", "twos", None, 1)  # nothing of this phone is there
    assert log.card("an") == {"threes": 9}


def test_corrections() -> None:
    """They ask nothing, keep the first points, and answer an open question about their box."""
    log = an_and_bram()
    log.write("phone-an", "an", "twos", 6, 1)
    log.write("phone-bram", "an", "twos", 8, 1)
    log.correct("phone-bram", "an", "twos", 10)
    assert (log.card("an"), log.asked()) == ({"twos": 10}, [])
    log.correct("phone-an", "an", "twos", 4)
    assert log.state.entries[0].was == 6
    log.write("phone-an", "an", "ones", 2, 2)
    log.correct("phone-an", "an", "twos", None)
    assert log.card("an") == {"ones": 2}
    assert log.state.turn_of("an") == 1
    log.correct("phone-an", "an", "threes", 9, 2)  # the turn is taken: it is the open one
    assert log.state.turn_of("an") == 3


def test_questions_go_to_one_device() -> None:
    """The player's own, else that of who types in this turn or always, else the big screen."""
    log = an_and_bram()
    log.add("seat", "screen", player="oma", name="Oma")
    log.write("phone-an", "oma", "twos", 6, 1)
    log.write("phone-bram", "oma", "twos", 8, 1)
    (doubt,) = log.state.doubts
    assert asked_device(log.state, doubt) == BIG_SCREEN
    log.add("types-for", "phone-an", player="oma", by="bram")
    assert asked_device(log.state, doubt) == "phone-bram"
    log.add("types-for", "phone-an", player="oma", by="an", turn=2)
    assert typist_of(log.state, "oma") == "an"
    assert asked_device(log.state, doubt) == "phone-an"
    log.write("phone-an", "oma", "ones", 1, 2)
    assert typist_of(log.state, "oma") == "bram"
    log.add("join", "phone-oma", player="oma")
    assert asked_device(log.state, doubt) == "phone-oma"


def test_seats() -> None:
    """A seat without entries is taken away, one with entries stops; a late write brings it back."""
    log = an_and_bram()
    log.add("leave", "phone-an", player="bram")
    assert [seat.player for seat in log.state.players] == ["an"]
    log.write("phone-bram", "bram", "twos", 6, 1)
    assert [seat.player for seat in log.state.players] == ["an", "bram"]
    log.add("leave", "phone-bram", player="bram")
    assert [(seat.player, seat.left) for seat in log.state.players] == [
        ("an", False),
        ("bram", True),
    ]
    log.add("name", "phone-an", player="an", name="Anna")
    log.add("join", "new-phone", player="an")
    log.add("join", "phone-an", player="")
    assert log.state.players[0].name == "Anna"
    assert log.state.players[0].device == "new-phone"
    assert log.state.seat_at("phone-an") is None


def test_who_leaves_at_the_end_has_not_stopped() -> None:
    """The result stays when players leave after it. The next game is of those who are there.

    If all have left it is of all, and so is a game that all have left before its end: it waits.
    """
    log = an_and_bram()
    log.write("phone-bram", "bram", "twos", 6, 1)
    for turn, box in enumerate(YATZY.boxes, 1):
        log.write("phone-an", "an", box, 0, turn)
    assert next_player(YATZY, log.state) == "bram"
    for player in ("an", "bram"):
        log.add("leave", f"phone-{player}", player=player)
    assert stopped_players(YATZY, log.state) == {"bram"}
    assert is_finished(YATZY, log.state)
    log.again("phone-an", "an")
    assert [(seat.player, seat.left) for seat in log.state.players] == [
        ("an", False),
        ("bram", False),
    ]
    log.write("phone-an", "an", "ones", 3, 1)
    log.write("phone-bram", "bram", "twos", 6, 1)
    log.add("leave", "phone-bram", player="bram")
    assert stopped_players(YATZY, log.state) == {"bram"}
    log.add("leave", "phone-an", player="an")
    assert not stopped_players(YATZY, log.state)
    assert (next_player(YATZY, log.state), is_finished(YATZY, log.state)) == ("an", False)


def test_a_table_without_seats() -> None:
    """Every seat may be taken away before the first box; who sits down then begins."""
    log = an_and_bram()
    for player in ("an", "bram"):
        log.add("leave", "screen", player=player)
    assert (log.state.players, next_player(YATZY, log.state)) == ((), "")
    assert not is_finished(YATZY, log.state)
    log.add("seat", "phone-cleo", player="cleo", name="Cleo")
    assert next_player(YATZY, log.state) == "cleo"


def test_a_win_at_once() -> None:
    """The first one ends the game, until it is taken back."""
    log = an_and_bram()
    log.add("win", "phone-an", player="an", box="yatzy", turn=1, choice={"points": 50})
    log.add("win", "phone-bram", player="bram", box="", turn=1, choice=None)
    assert log.state.winner == "an"
    assert is_finished(YATZY, log.state)
    assert log.card("an") == {"yatzy": 50}
    log.write("phone-an", "an", "yatzy", None, 1)
    assert (log.state.winner, log.card("an")) == ("bram", {})
    log.write("phone-bram", "bram", "", None, 1)
    assert log.state.winner == ""


def finished_log() -> Log:
    """Return the log of a table whose first game was won at once, with a value that is in doubt."""
    log = an_and_bram()
    log.write("phone-an", "an", "twos", 6, 1)
    log.write("phone-bram", "an", "twos", 8, 1)
    log.add("win", "phone-bram", player="bram", box="yatzy", turn=1, choice={"points": 50})
    return log


def test_another_game() -> None:
    """All who have not stopped play it, on empty cards; the one before stays as it was."""
    log = finished_log()
    log.add("seat", "screen", player="cleo", name="Cleo")
    log.write("phone-an", "cleo", "ones", 3, 1)
    log.add("leave", "phone-an", player="cleo")
    log.add("types-for", "phone-an", player="bram", by="an", turn=1)
    before = log.state
    log.again("phone-an", "bram", clock=1_000)
    log.game = 2
    log.add("again", "phone-bram", player="an", game=2)  # both tapped at once: the first one counts
    state = log.state
    assert (state.game, state.earlier, state.begun) == (2, (before,), 1_000)
    assert [seat.player for seat in in_turn(state)] == ["bram", "an"]
    assert (log.card("an"), log.asked(), state.winner) == ({}, [], "")
    assert next_player(YATZY, state) == "bram"
    assert typist_of(state, "bram") == ""
    assert not is_finished(YATZY, state)
    log.write("phone-bram", "bram", "twos", 4, 1)
    assert next_player(YATZY, log.state) == "an"


def test_late_events_of_an_earlier_game() -> None:
    """They change its cards alone: answers and values count, but no box is emptied any more."""
    log = finished_log()
    question = log.state.doubts[0].number
    log.again("phone-an", "an")
    log.write("phone-an", "an", "twos", 2, 1)
    log.game = 1
    log.add("choose", "phone-an", player="an", question=question, write=question)
    log.correct("phone-bram", "bram", "yatzy", 0)
    log.write("phone-bram", "bram", "yatzy", None, 1)
    log.add("types-for", "phone-an", player="bram", by="an", turn=1)
    (first,) = log.state.earlier
    points = {(entry.player, entry.box): entry.points.points for entry in first.entries}
    assert points == {("an", "twos"): 8, ("bram", "yatzy"): 0}
    assert first.winner == "bram"
    assert log.card("an") == {"twos": 2}
    assert typist_of(log.state, "bram") == ""


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ('{"kind": "again", "player": "an", "game": 3}', "game 3 has not begun"),
        ('{"kind": "again", "player": "eva", "game": 2}', "nobody at this table"),
        (
            '{"kind": "write", "player": "an", "box": "ones", "turn": 1, "choice": null,'
            ' "game": 2}',
            "game 2 has not begun",
        ),
    ],
)
def test_games_that_have_not_begun(event: str, said: str) -> None:
    log = finished_log()
    (read,) = read_events(f'[{event[:-1]}, "device": "phone-an", "count": 3}}]'.encode())
    with pytest.raises(SheetgenError, match=said):
        check_at_table(YATZY, log.state, read)


def test_a_game_that_is_not_over() -> None:
    """No other one begins; who asks later for one that runs already changes nothing."""
    log = an_and_bram()
    log.write("phone-an", "an", "twos", 6, 1)
    state = log.state
    number = log.again("phone-an", "an")
    with pytest.raises(SheetgenError, match="not over yet"):
        check_at_table(YATZY, state, log.events[number - 1])
    check_at_table(YATZY, log.state, log.events[number - 1])


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ('{"kind": "join", "player": "eva"}', "nobody at this table"),
        ('{"kind": "seat", "player": "eva", "name": " Eva"}', "a name has 1 to 80 letters"),
        ('{"kind": "seat", "player": "eva", "name": "E\\u202eva"}', "a name has 1 to 80 letters"),
        ('{"kind": "write", "player": "an", "box": "sevens", "turn": 1, "choice": null}', "no box"),
        (
            '{"kind": "write", "player": "an", "box": "twos", "turn": 1, "choice": {"points": 7}}',
            "twos cannot hold 7",
        ),
        (
            '{"kind": "write", "player": "an", "box": "twos", "turn": 1, "choice": {"points": 6},'
            ' "dice": {"dice": [2, 2, 2, 7, 1]}}',
            "5 dice, 1 to 6",
        ),
        ('{"kind": "win", "player": "an", "box": "ones", "turn": 1, "choice": null}', "its points"),
        ('{"kind": "choose", "player": "an", "question": 1, "write": 2}', "nothing was asked"),
        ('{"kind": "types-for", "player": "an", "by": "eva"}', "nobody at this table"),
    ],
)
def test_events_that_are_not_possible(event: str, said: str) -> None:
    log = an_and_bram()
    (read,) = read_events(f'[{event[:-1]}, "device": "phone-an", "count": 2}}]'.encode())
    with pytest.raises(SheetgenError, match=said):
        check_at_table(YATZY, log.state, read)


def test_twelve_players_have_room() -> None:
    log = Log(*(f"p{place}" for place in range(12)))
    log.add("seat", "screen", player="p13", name="Thirteen")
    with pytest.raises(SheetgenError, match="room for 12"):
        check_at_table(YATZY, state_after(log.events[:-1]), log.events[-1])


def test_any_order_of_arrival_keeps_every_value() -> None:
    """After random logs a box has one value, which somebody wrote; all others were asked about."""
    for seed in range(300):
        rng = Random(seed)  # noqa: S311
        log = an_and_bram()
        for _ in range(rng.randrange(40)):
            device, player = (
                rng.choice(["phone-an", "phone-bram", "screen"]),
                rng.choice(["an"] * 2),
            )
            box = rng.choice(["ones", "twos", "threes", "fours"])
            points = rng.choice([None, 0, 12])
            kind = rng.choice(["write", "write", "correct"])
            log.write(device, player, box, points, rng.randint(1, 4), kind)
            open_doubts = [doubt for doubt in log.state.doubts if doubt.is_open]
            if open_doubts and rng.random() < 0.3:
                doubt = rng.choice(open_doubts)
                write = rng.choice(doubt.entries).number
                log.add("choose", device, player=player, question=doubt.number, write=write)
        state = log.state
        boxes = [(entry.player, entry.box) for entry in state.entries]
        assert len(boxes) == len(set(boxes)), seed
        assert all(entry.devices for entry in state.entries), seed
        for doubt in state.doubts:
            if doubt.is_open:
                counting = [entry for entry in doubt.entries if entry.number == doubt.counts]
                assert len(counting) == 1, seed
                assert counting[0] in state.entries, seed


def test_phones_compute_the_same_state() -> None:
    """The scripts of the page have the same cards, questions and turns after random logs."""
    script = Script("rules/match.js", "rules/shared.js")
    for seed in range(60):
        log = random_log(seed)
        state = log.state
        events = [json.loads(event_json(event)) for event in log.events]
        told = script.run(_TOLD, events=events)
        entries = []
        for entry in state.entries:
            points = entry.points.points
            entries.append([entry.player, entry.box, entry.turn, points, entry.number, entry.was])
        assert told["entries"] == entries, seed
        doubts = []
        for doubt in state.doubts:
            values = [entry.number for entry in doubt.entries]
            asked = asked_device(state, doubt)
            doubts.append([doubt.number, values, doubt.counts, doubt.is_open, asked])
        assert told["doubts"] == doubts, seed
        assert told["turns"] == [state.turn_of(seat.player) for seat in state.players], seed
        typists = [typist_of(state, seat.player) for seat in state.players]
        assert told["typists"] == typists, seed
        assert told["devices"] == [seat.device for seat in state.players], seed
        earlier = []
        for game in state.earlier:
            cards = [(one.player, one.box, one.points.points, one.was) for one in game.entries]
            earlier.append([cards, game.winner, [seat.player for seat in game.players]])
        assert told["earlier"] == json.loads(json.dumps(earlier)), seed
        assert told["order"] == [seat.player for seat in in_turn(state)], seed
        assert told["stopped"] == len(stopped_players(YATZY, state)), seed
        assert told["begun"] == state.begun, seed
        assert told["mark"] == reduce(mark_after, log.events, 0), seed


_TOLD = """(() => {
  const state = tableAfter(events);
  const players = seatsOf(state);
  return {
    entries: state.entries.map(
      ({player, box, turn, points, number, was}) => [player, box, turn, points, number, was]),
    doubts: state.doubts.map((doubt) => [
      doubt.number, doubt.entries.map((entry) => entry.number), doubt.counts, doubt.isOpen,
      askedDevice(state, doubt)]),
    turns: players.map(({player}) => turnOfPlayer(state, player)),
    typists: players.map(({player}) => typistOf(state, player)),
    devices: players.map(({device}) => device),
    earlier: state.earlier.map((game) => [
      game.entries.map(({player, box, points, was}) => [player, box, points, was]),
      game.wins.length ? game.wins[0].player : "",
      seatsOf(game).map(({player}) => player)]),
    order: players.length
      ? inTurn(sharedMatch(state, {id: "table"})).map(({id}) => id)
      : [],
    stopped: players.length
      ? sharedMatch(state, {id: "table", boxes: 15}).players.filter(({left}) => left).length
      : 0,
    begun: state.begun,
    mark: markOf(events),
  };
})()"""
"""State of a table as its phones have it."""


def random_log(seed: int) -> Log:
    """Return a log in which devices write, correct, take back, answer, change seats, play again.

    Whether a game is over is no matter of the log: the next one begins at any time.
    """
    rng = Random(seed)  # noqa: S311
    log = an_and_bram()
    for _ in range(rng.randrange(60)):
        device = rng.choice(["phone-an", "phone-bram", "screen"])
        player = rng.choice(["an", "an", "bram"])
        chance = rng.random()
        log.game = rng.choice([log.state.game, log.state.game, rng.randint(1, log.state.game)])
        if chance < 0.05:
            log.again(device, player, clock=rng.randrange(1_000_000))
        elif chance < 0.07:
            log.add("win", device, player=player, box="ones", turn=1, choice={"points": 12})
        elif chance < 0.1:
            by = rng.choice(["", "an", "bram"])
            log.add("types-for", device, player=player, by=by, turn=rng.randrange(4))
        elif chance < 0.15:
            log.add("join", device, player=rng.choice(["", player]))
        elif chance < 0.18:
            log.add("leave", device, player=player)
        else:
            box = rng.choice(["ones", "twos", "threes", "fours"])
            points = rng.choice([None, 0, 12])
            kind = rng.choice(["write", "write", "correct"])
            log.write(device, player, box, points, rng.randint(1, 4), kind)
        answer_one(log, rng, device, player)
    return log


def answer_one(log: Log, rng: Random, device: str, player: str) -> None:
    """Answer a question now and then."""
    doubts = [doubt for doubt in game_state(log.state, log.game).doubts if doubt.entries]
    if doubts and rng.random() < 0.2:
        doubt = rng.choice(doubts)
        write = rng.choice(doubt.entries).number
        log.add("choose", device, player=player, question=doubt.number, write=write)
