"""The command `play`: a table that phones join, that is kept, and goes on."""

import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import cv2
import numpy
import pytest
from msgspec import Struct

from sheetgen.cards.exchange import read_games
from sheetgen.cli import playing, serving
from sheetgen.i18n.catalog import load_catalog
from sheetgen.live.events import AnyEvent
from sheetgen.live.listening import bound_sockets
from sheetgen.live.running import RunningTable
from sheetgen.live.store import read_tables, table_files
from sheetgen.rulesets.loading import load_ruleset
from tests.conftest import Run
from tests.live.tables import served
from tests.running import environment

HERE = "127.0.0.1"


class Playing(Struct):
    """Program that serves a table."""

    process: "Popen[str]"
    words: str
    """What it printed until it answered."""
    port: int
    digits: str

    def ask(self, method: str, path: str, data: Any = None, cookie: str = "") -> Any:
        """Send a request, and return status, headers and the object in the answer."""
        with closing(HTTPConnection(HERE, self.port, timeout=20)) as connection:
            headers = {"Content-Type": "application/json", "Cookie": cookie}
            connection.request(method, path, json.dumps(data), headers)
            answer = connection.getresponse()
            body = answer.read()
            return answer.status, dict(answer.getheaders()), json.loads(body) if body else None

    def enter(self) -> str:
        """Type the digits, and return the cookie."""
        status, headers, _ = self.ask("POST", "/enter", {"digits": self.digits})
        assert status == 204
        return str(headers["set-cookie"]).partition(";")[0]


@contextmanager
def playing_in(home: Path, *words: str) -> Iterator[Playing]:
    """Yield the program as it serves a table."""
    command = [sys.executable, "-m", "sheetgen", "play", *words, "--host", HERE, "--no-open"]
    env = environment(SHEETGEN_HOME=str(home))
    with Popen(command, stdout=PIPE, text=True, env=env) as process:
        assert process.stdout
        printed = ""
        while "Ctrl-C" not in printed:
            line = process.stdout.readline()
            assert line, printed
            printed += line
        port = int(re.findall(r":(\d+)/", printed)[0])
        digits = re.findall(r"digits +(\d{4})\n", printed)[0]
        try:
            yield Playing(process, printed, port, digits)
        finally:
            process.kill()


def twos(count: int, points: int = 6) -> dict[str, Any]:
    """Return the event that the first player writes Twos."""
    return {
        "kind": "write",
        "device": "phone",
        "count": count,
        "player": "p1",
        "box": "twos",
        "turn": 1,
        "choice": {"points": points},
    }


def test_an_evening(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone joins by the digits and writes; Ctrl-C keeps it; it goes on at the same address."""
    with playing_in(tmp_path, "yatzy", "--names", "An,Bram") as evening:
        cookie = evening.enter()
        join = {"kind": "join", "device": "phone", "count": 1, "player": "p1"}
        status, _, answer = evening.ask("POST", "/events", [join, twos(2)], cookie)
        assert (status, answer["last"]) == (200, 4)
        assert evening.process.stdout
        assert re.search(rf"An +joined +{HERE}", evening.process.stdout.readline())
        with closing(HTTPConnection(HERE, evening.port, timeout=20)) as listening:
            headers = {"Cookie": cookie, "Accept": "text/event-stream"}
            listening.request("GET", "/events?device=phone", headers=headers)
            stream = listening.getresponse()
            while stream.readline() != b"event: here\n":
                pass
            evening.process.send_signal(signal.SIGINT)
            assert stream.read().endswith(b"event: closed\ndata: {}\n\n")
        kept = evening.process.stdout.read()
        assert evening.process.wait(20) == 128 + signal.SIGINT
        assert "turn 1 of 15 is kept, 1 box; phones play on alone" in kept
        assert "sheetgen play --table yatzy-" in kept
    with playing_in(tmp_path) as again:
        assert (again.port, again.digits) == (evening.port, evening.digits)
        _, _, game = again.ask("GET", "/game", cookie=cookie)
        assert [player["name"] for player in game["match"]["players"]] == ["An", "Bram"]
        assert game["match"]["entries"][0]["points"] == 6
        again.process.kill()
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path))
    assert run("play --export game.json")[0] == 0
    (match,) = read_games(Path("game.json").read_bytes()).games
    assert [(entry.player, entry.box, entry.points) for entry in match.entries] == [
        ("p1", "twos", 6)
    ]
    rules = json.loads(Path("game.json").read_text("utf-8"))["rules"]
    assert re.fullmatch(r"\S{12}", rules)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play", "Which game?"),
        ("play --names An", "--names: belongs to a new table"),
        ("play --from-phones", "--from-phones: belongs to a new table"),
        ("play yatzy --names An --from-phones", "exclude each other"),
        ("play --table x", "--table: there is no table yet"),
        ("play --export x.json", "--export: there is no table yet"),
        ("play yatzy --export x.json", "--export: writes the games of a table"),
        ("play yatzy --table x", "exclude each other"),
        ("play yatzy --names An,Bram,Cleo,Dirk,Eva,Fe,Gijs,Hein,Ine,Jo,Kim,Loes,Mo", "--names"),
        ("play yatzy --theme nosuch", "theme"),
        ("play nosuch", "nosuch"),
    ],
)
def test_what_is_not_possible(
    line: str, said: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said in a line, and no table is made."""
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path / "home"))
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert said in err
    assert not table_files(tmp_path / "home" / "tables")


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
def test_the_words_of_the_terminal(
    lang: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every line has room on a terminal: at the start, during play and at the end."""
    with served(tmp_path) as table:
        terminal = playing._Terminal(table.table, load_catalog(lang), 8123, opens=False)
        terminal.print_head("192.168.178.123", "http://192.168.178.123:8123/")
        terminal.started()
        for data in (
            {"kind": "seat", "device": "phone", "count": 1, "player": "an", "name": "An"},
            {"kind": "join", "device": "phone", "count": 2, "player": "an"},
            {"kind": "seat", "device": "phone", "count": 3, "player": "oma", "name": "Oma"},
            {"kind": "types-for", "device": "phone", "count": 4, "player": "oma", "by": "an"},
            {"kind": "join", "device": "phone", "count": 5, "player": "an"},
        ):
            for event in table.table.take(playing_events(data)):
                terminal.tell(event, "192.168.178.31")
        monkeypatch.setattr(playing, "_ASLEEP_AFTER", 0.0)
        terminal.look()
        table.table.take(playing_events(twos(6) | {"player": "an"}))
        table.table.see("phone")
        terminal.look()
        terminal.tell_restored("192.168.178.31")
        terminal.closing()
        terminal.closed()
    lines = capsys.readouterr().out.replace(str(tmp_path), "~").splitlines()
    assert max(map(len, lines)) < 100
    said = [line.split("  ", 2)[2].strip() for line in lines if "An" in line.split()]
    assert len(said) == 5
    if lang == "en":
        assert [line.split("  ")[0] for line in said] == [
            "joined",
            "types for Oma",
            "joined, for Oma",
            "asleep, 1 min",
            "back, 1 box",
        ]


class Terminal(StringIO):
    """Output that is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


@pytest.mark.parametrize(
    "address", ["http://192.168.178.123:8123/", "http://[fd00:1234:5678:9abc::17]:8123/"]
)
def test_the_square_of_the_terminal_is_read(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A decoder reads the address with the token from its half blocks."""
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((120, 60)))
    monkeypatch.delenv("NO_COLOR", raising=False)
    link = f"{address}?table=kqmwzrtp"
    square = serving.square_of(link)
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line)[2:] for line in square.splitlines() if line]
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = []
    for line in lines:
        for half in (0, 1):
            rows.append([255 * halves[letter][half] for letter in line])
    dots = numpy.array(rows, numpy.uint8).repeat(8, axis=0).repeat(8, axis=1)
    assert cv2.QRCodeDetector().detectAndDecode(dots)[0] == link


def playing_events(data: dict[str, Any]) -> list[AnyEvent]:
    """Return the list of one event."""
    from sheetgen.live.events import read_events

    return read_events(json.dumps([data]).encode())


def test_a_lost_file(tmp_path: Path) -> None:
    """A phone that types the digits brings the game back; the table keeps it."""
    seat = {"kind": "seat", "device": "phone", "count": 1, "player": "p1", "name": "An"}
    log = [seat | {"number": 1}, twos(2) | {"number": 2}]
    with playing_in(tmp_path, "yatzy", "--from-phones") as waiting:
        assert "waiting for a phone that has played" in waiting.words
        cookie = waiting.enter()
        offer = {"id": "asdfghjk", "started": "2026-11-28T19:01:00Z", "events": log}
        assert waiting.ask("POST", "/log", offer, cookie)[0] == 204
        assert waiting.process.stdout
        assert "the game is back, with 1 box" in waiting.process.stdout.readline()
        waiting.process.kill()
    ((about, events),) = read_tables(table_files(tmp_path / "tables"))
    assert (about.id, len(events)) == ("asdfghjk", 2)


def test_two_games(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The terminal says when another one begins; the list numbers it, and the file has both."""
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path))
    seat = {"kind": "seat", "device": "phone", "count": 1, "player": "p1", "name": "An"}
    win = {"kind": "win", "box": "", "count": 2, "choice": None, "clock": 1_000}
    again = {"kind": "again", "device": "phone", "count": 3, "player": "p1", "game": 2}
    with served(tmp_path / "tables", "yatzy", "yatzy-2026-11-28") as table:
        terminal = playing._Terminal(table.table, load_catalog("en"), 8123, opens=False)
        for data in (seat, twos(2) | win, again | {"clock": 2_000}, twos(4) | {"game": 2}):
            for event in table.table.take(playing_events(data)):
                terminal.tell(event, "192.168.178.31")
    said = capsys.readouterr().out
    assert [word in said for word in ("the game is over", "game 2 begins")] == [True, True]
    assert run("play --export games.json")[0] == 0
    first, second = json.loads(Path("games.json").read_text("utf-8"))["games"]
    assert (first["won"], first["when"]) == ("p1", "1970-01-01T00:00:01.000Z")
    assert (second["id"], second["started"]) == ("qwertzuiopas-2", "1970-01-01T00:00:02.000Z")
    assert len(read_games(Path("games.json").read_bytes()).games) == 2
    assert "game 2, 1 box" in run("play --list --lang en")[1]


def test_only_finished_tables(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is gone on with; the last one is named, which can be opened for another game."""
    monkeypatch.setenv("SHEETGEN_HOME", str(tmp_path))
    seat = {"kind": "seat", "device": "phone", "count": 1, "player": "p1", "name": "An"}
    win = {"kind": "win", "box": "", "count": 2, "choice": None}
    with served(tmp_path / "tables", "yatzy", "yatzy-2026-11-28") as table:
        for data in (seat, twos(2) | win):
            table.table.take(playing_events(data))
    code, _, err = run("play --lang en")
    assert code == 2
    assert "sheetgen play --table yatzy-2026-11-28" in err


def test_a_changed_game(tmp_path: Path) -> None:
    """A table whose game has lost a box is refused, and its file stays as it is."""
    from sheetgen.errors import SheetgenError

    with served(tmp_path, "yatzy") as table:
        seat = {"kind": "seat", "device": "phone", "count": 1, "player": "an", "name": "An"}
        pairs = twos(2) | {"player": "an", "box": "two_pairs", "points": 0}
        del pairs["points"]
        table.table.take(playing_events(seat))
        table.table.take(playing_events(pairs | {"choice": {"points": 10}}))
        with pytest.raises(SheetgenError, match="have changed since"):
            RunningTable(load_ruleset("generala"), table.table.stored)
        assert len(table.table.stored.events()) == 2


def test_a_port_has_one_program() -> None:
    """Two programs that begin at once do not both take the port that was free when they looked."""
    sockets = [bound_sockets([HERE]) for _ in range(2)]
    try:
        first, second = [each.getsockname()[1] for (each,) in sockets]
        assert first != second
    finally:
        for (each,) in sockets:
            each.close()


@pytest.mark.slow("more cases")
@pytest.mark.parametrize("first", range(0, 200, 5))
def test_two_hundred_kills(first: int, tmp_path: Path) -> None:
    """The program is killed at any moment: no event that a phone was told of is lost."""
    from random import Random
    from threading import Timer

    rng = Random(first)  # noqa: S311
    told = 0
    cookie = ""
    words = ["yatzy", "--names", "An,Bram"]
    for _ in range(5):
        with playing_in(tmp_path, *words) as evening:
            words = []
            cookie = cookie or evening.enter()
            Timer(rng.uniform(0.0, 0.2), evening.process.kill).start()
            while True:
                event = twos(told + 1, rng.choice([0, 2, 4, 6])) | {"kind": "correct"}
                try:
                    status, _, answer = evening.ask("POST", "/events", [event], cookie)
                except (OSError, HTTPException, ValueError):
                    break
                if status == 409:  # the answer was lost, not the event
                    assert answer["count"] == told + 2
                    told += 1
                    continue
                assert status == 200, answer
                told += 1
        ((_, events),) = read_tables(table_files(tmp_path / "tables"))
        counts = [event.count for event in events if event.device == "phone"]
        assert counts == list(range(1, len(counts) + 1))
        assert len(counts) - told in (0, 1)
