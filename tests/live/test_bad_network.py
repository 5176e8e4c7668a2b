"""Six phones in a network that drops, repeats and delays requests, while phones sleep and write.

All phones show the cards of the log at the end, no write is lost, and none is there twice.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import convert
from msgspec.json import encode
from msgspec.structs import replace

from sheetgen.live import server
from sheetgen.live.events import AnyEvent
from sheetgen.live.table import (
    BIG_SCREEN,
    Doubt,
    TableState,
    after,
    asked_device,
    game_state,
    is_finished,
    state_after,
)
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset
from tests.live.devices import Answer, ask, run_alone
from tests.live.tables import INSIDE, Served, served

DROPPED = 0.3
"""Share of the requests that are lost, half of them after they arrived."""
PLAYERS = ("p0", "p1", "p2", "p3", "p4", "oma")
"""Players; the last one has no phone."""


class Lost(Exception):  # noqa: N818 - as a phone sees it
    """No answer came."""


class BadNetwork:
    """Network in which requests are lost, repeated and late."""

    def __init__(self, table: Served, rng: Random) -> None:
        self.table = table
        self.rng = rng
        self.late: list[tuple[str, str, bytes]] = []

    async def ask(self, method: str, path: str, body: bytes = b"", address: str = "") -> Answer:
        """Send a request. Raise Lost if no answer comes; the server may have got it."""
        if self.late and self.rng.random() < 0.2:
            await self._arrive(*self.late.pop(self.rng.randrange(len(self.late))), address)
        fate = self.rng.random()
        if fate < DROPPED / 2:
            if fate < DROPPED / 6:
                self.late.append((method, path, body))
            raise Lost
        answer = await self._arrive(method, path, body, address)
        if self.rng.random() < 0.1:
            self.late.append((method, path, body))
        if fate < DROPPED:
            raise Lost
        return answer

    async def _arrive(self, method: str, path: str, body: bytes, address: str) -> Answer:
        return await ask(self.table.app, method, path, body, INSIDE, address)


class Phone:
    """Phone as the page is meant to be: it writes at once, and sends until it has an answer.

    The one without a player is the big screen.
    """

    def __init__(self, network: BadNetwork, game: Ruleset, player: str, place: int) -> None:
        self.network = network
        self.game = game
        self.rng = network.rng
        self.device = f"phone-{player}" if player else "screen"
        self.player = player
        self.address = f"192.168.1.{place}"
        self.log: list[AnyEvent] = []
        self.known = TableState()
        """State after the log."""
        self.unsent: list[AnyEvent] = []
        self.added: list[AnyEvent] = []
        """Everything that has happened on this phone."""

    def add(self, kind: str, player: str, **fields: Any) -> None:
        """Let an event happen here."""
        ids = {"kind": kind, "device": self.device, "count": len(self.added) + 1}
        event: AnyEvent = convert({**ids, "player": player, **fields}, AnyEvent)
        self.unsent.append(event)
        self.added.append(event)

    @property
    def state(self) -> TableState:
        """State of the table as this phone shows it, with what was not sent yet."""
        state = self.known
        for place, event in enumerate(self.unsent, 1):
            state = after(state, replace(event, number=len(self.log) + place))
        return state

    async def sync(self) -> None:
        """Send what waits, and fetch what is new."""
        try:
            if self.unsent:
                answer = await self._ask("POST", "/events", encode(self.unsent))
                assert answer.status == 200, answer.body
            answer = await self._ask("GET", f"/events?after={len(self.log)}&device={self.device}")
        except Lost:
            return
        for event in convert(answer.data["events"], list[AnyEvent]):
            self.log.append(event)
            self.known = after(self.known, event)
        numbered = {event.count for event in self.log if event.device == self.device}
        self.unsent = [event for event in self.unsent if event.count not in numbered]

    async def _ask(self, method: str, path: str, body: bytes = b"") -> Answer:
        return await self.network.ask(method, path, body, self.address)

    def play(self) -> None:
        """Write a box, now and then of another player; or correct one, or take it back."""
        player = self.player or "oma"
        if self.rng.random() < 0.2:
            player = self.rng.choice(PLAYERS)
        state = self.state
        full = [entry.box for entry in state.entries_of(player)]
        open_boxes = [box for box in self.game.boxes if box not in full]
        fate = self.rng.random()
        if full and fate < 0.05:
            self._write("write", player, self.rng.choice(full), None)
        elif full and fate < 0.1:
            self._write_any("correct", player, self.rng.choice(full))
        elif open_boxes:
            self._write_any("write", player, self.rng.choice(open_boxes))

    def _write_any(self, kind: str, player: str, box: str) -> None:
        points = self.rng.choice(possible_values(self.game, box))
        self._write(kind, player, box, {"points": points})

    def _write(self, kind: str, player: str, box: str, choice: dict[str, int] | None) -> None:
        state = self.state
        turn = state.turn_of(player)
        self.add(kind, player, box=box, turn=turn, choice=choice, game=state.game)

    def fill(self) -> None:
        """Write all open boxes of the phone's player, and of the one without a phone."""
        player = self.player or "oma"
        before = self.state
        for box in self.game.boxes:
            if before.entry_at(player, box) is None:
                self._write_any("write", player, box)

    def begin_again(self) -> None:
        """Begin another game, if this one is over as far as the phone knows."""
        state = self.state
        if is_finished(self.game, state):
            self.add("again", self.rng.choice(PLAYERS), game=state.game + 1)

    def answer(self) -> int:
        """Answer the questions that this device is asked, and return their number."""
        asked = 0
        for number in range(1, self.known.game + 1):
            for doubt in game_state(self.known, number).doubts:
                device = asked_device(self.known, doubt)
                is_mine = device == (self.device if self.player else BIG_SCREEN)
                if doubt.is_open and is_mine:
                    asked += 1
                    self._choose(doubt, number)
        return asked

    def _choose(self, doubt: Doubt, game: int) -> None:
        write = self.rng.choice(doubt.entries).number
        self.add("choose", doubt.player, question=doubt.number, write=write, game=game)


async def play_game(table: Served, seed: int) -> None:
    """Play a game to its end, and check that all of it is there."""
    rng = Random(seed)  # noqa: S311
    network = BadNetwork(table, rng)
    phones = []
    for place, player in enumerate(("", *PLAYERS[:-1]), 31):
        phones.append(Phone(network, table.table.game, player, place))
    for phone in phones:
        phone.add("seat", phone.player or "oma", name=phone.player.title() or "Oma")
        phone.add("join", phone.player)
    await all_hear_all(phones)
    turns = len(PLAYERS) * len(table.table.game.boxes)
    await play_turns(phones, turns)
    if seed % 4 == 0:
        await finish(phones)
        for phone in phones:
            phone.begin_again()
        await play_turns(phones, turns // 4)
        assert table.table.state.game == 2
    await all_hear_all(phones)
    while sum(phone.answer() for phone in phones):
        await all_hear_all(phones)
    check_logs(table, phones)


async def play_turns(phones: list[Phone], turns: int) -> None:
    """Let phones write now and then, asleep or not."""
    rng = phones[0].rng
    for _ in range(turns):
        phone = rng.choice(phones)
        phone.play()
        if rng.random() < 0.6:  # else it is asleep, or its player writes on without news
            await phone.sync()


async def finish(phones: list[Phone]) -> None:
    """Let the game be over, as far as all phones know."""
    game, table = phones[0].game, phones[0].network.table.table
    await all_hear_all(phones)
    while not is_finished(game, table.state):
        for phone in phones:
            phone.fill()
        await all_hear_all(phones)


async def all_hear_all(phones: list[Phone]) -> None:
    """Let all phones try until they have sent and heard everything."""
    log = phones[0].network.table.table.log
    while any(phone.unsent or len(phone.log) < len(log) for phone in phones):
        for phone in phones:
            await phone.sync()


def check_logs(table: Served, phones: list[Phone]) -> None:
    """Compare the cards of all phones with those of the log, and the log with what was sent."""
    log = table.table.stored.events()
    expected = state_after(log)
    assert [event.number for event in log] == list(range(1, len(log) + 1))
    assert table.table.state == expected
    for phone in phones:
        assert phone.state == expected
        in_log = [replace(event, number=0) for event in log if event.device == phone.device]
        assert in_log == phone.added


def play_games(folder: Path, seeds: range) -> int:
    """Play games, and return the number of questions that were asked."""

    async def play_all() -> int:
        questions = 0
        for seed in seeds:
            with served(folder, name=f"game-{seed}") as table:
                await play_game(table, seed)
                questions += len(table.table.state.doubts)
        return questions

    return run_alone(play_all())


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing wait, and let a game be played in a moment."""
    monkeypatch.setattr(server, "LONG_POLL", 0.0)
    monkeypatch.setattr(server, "MOST_REQUESTS", 1_000_000)


def test_twenty_games(tmp_path: Path) -> None:
    assert play_games(tmp_path, range(20)) > 50


@pytest.mark.slow("more cases")
@pytest.mark.parametrize("first", range(20, 1_020, 50))
def test_a_thousand_games(first: int, tmp_path: Path) -> None:
    assert play_games(tmp_path, range(first, first + 50)) > 100
