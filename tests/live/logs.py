"""Events of a table, written briefly: the helper of the tests of this folder."""

from collections import Counter
from typing import Any

from msgspec import convert

from sheetgen.live.events import AnyEvent
from sheetgen.live.table import TableState, state_after


class Log:
    """Log of a table: each call adds an event with the next number and the next id."""

    def __init__(self, *players: str) -> None:
        self.events: list[AnyEvent] = []
        self.counts = Counter[str]()
        self.game = 1
        """Number of the game that events are about."""
        for player in players:
            self.add("seat", "screen", player=player, name=player.title())
            self.add("join", f"phone-{player}", player=player)

    def add(self, kind: str, device: str, **fields: Any) -> int:
        """Add an event, and return its number."""
        self.counts[device] += 1
        number = len(self.events) + 1
        ids = {"kind": kind, "device": device, "count": self.counts[device], "number": number}
        if kind in ("write", "correct", "win", "choose", "types-for"):
            ids["game"] = self.game
        self.events.append(convert(ids | fields, AnyEvent))
        return number

    def write(
        self, device: str, player: str, box: str, points: int | None, turn: int, kind: str = "write"
    ) -> int:
        """Add the event that a box is written, or that it is emptied."""
        choice = None if points is None else {"points": points}
        return self.add(kind, device, player=player, box=box, turn=turn, choice=choice)

    def again(self, device: str, player: str, clock: int = 0) -> int:
        """Add the event that another game begins."""
        self.game += 1
        return self.add("again", device, player=player, game=self.game, clock=clock)

    def correct(self, device: str, player: str, box: str, points: int | None, turn: int = 1) -> int:
        """Add the event that a box is corrected."""
        return self.write(device, player, box, points, turn, "correct")

    @property
    def state(self) -> TableState:
        """State after all events."""
        return state_after(self.events)

    def card(self, player: str) -> dict[str, int]:
        """Return the points on the card of a player."""
        return {entry.box: entry.points.points for entry in self.state.entries_of(player)}

    def asked(self) -> list[tuple[list[tuple[str, int]], int]]:
        """Return the open questions: the values of each, and what counts."""
        questions = []
        for doubt in self.state.doubts:
            if doubt.is_open:
                values = [(entry.box, entry.points.points) for entry in doubt.entries]
                counting = next(
                    entry.points.points for entry in doubt.entries if entry.number == doubt.counts
                )
                questions.append((values, counting))
        return questions
