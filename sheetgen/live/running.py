"""A table that is being played at: what devices send it, and who waits for news of it."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.live.events import AnyEvent, BoxEvent, DiceFacts, check_event, mark_after
from sheetgen.live.store import MOST_EVENTS, AboutTable, StoredTable
from sheetgen.live.table import TableState, after, check_at_table, state_after
from sheetgen.rules.ruleset import Ruleset

AWAY_AFTER = 15.0
"""Seconds without a word from a device after which it is away."""
SCREEN = "screen"
"""Role of a device that is a big screen."""
WATCHES = "watches"
"""Role of a device whose owner chose only to watch."""
PHONE = ""
"""Role of every other device: it has a seat, or is being asked for one."""


class Presence(Struct, frozen=True):
    """Devices that are at the table now."""

    players: tuple[str, ...] = ()
    """Devices of players, in the order of their seats."""
    watching: int = 0
    """Number of devices that only watch."""
    choosing: int = 0
    """Number of devices without a seat that do not watch either: a name is being chosen there."""
    screens: int = 0
    """Number of big screens."""


class MissingEventsError(Exception):
    """A device has left out events, or gave an id to two of them. `count` is the next one."""

    def __init__(self, device: str, count: int) -> None:
        super().__init__(device)
        self.device = device
        self.count = count


class RunningTable:
    """Table with its log, and with what is not in the log: dice that are tapped, who is there."""

    def __init__(self, game: Ruleset, stored: StoredTable) -> None:
        self.game = game
        self.stored = stored
        self.log: list[AnyEvent] = stored.events()
        for event in self.log:
            self._check_rules(event)
        self.drafts: dict[str, tuple[int, DiceFacts]] = {}
        """By player the dice that are being tapped, and the version since which it is so."""
        self.version = 0
        """Number of changes of anything that is sent."""
        self.is_closed = False
        self._take_log()
        self._listeners = Counter[str]()
        self._roles: dict[str, str] = {}
        self._last_seen: dict[str, float] = {}
        self._changed = asyncio.Event()

    def _take_log(self) -> None:
        """Compute all that follows from the log."""
        self.state = state_after(self.log)
        self._by_id = {(event.device, event.count): event for event in self.log}
        self._counts = Counter[str]()
        self._marks = [0]
        for event in self.log:
            self._counts[event.device] = event.count
            self._marks.append(mark_after(self._marks[-1], event))

    def _check_rules(self, event: AnyEvent) -> None:
        """Raise SheetgenError for an event that is not possible since the game was changed."""
        if not isinstance(event, BoxEvent):
            return
        try:
            check_event(self.game, event)
        except SheetgenError as error:
            raise SheetgenError(
                "the rules of '%(game)s' have changed since this table began; its file is kept",
                file=str(self.stored.path),
                game=self.about.game,
            ) from error

    @property
    def about(self) -> AboutTable:
        """Facts about the table."""
        return self.stored.about

    @property
    def is_waiting(self) -> bool:
        """Flag: a phone may bring back the log, whose file is gone; or more of it."""
        return self.about.restored == len(self.log)

    def is_known(self, count: int, mark: int) -> bool:
        """Check whether the first events of this log are those of a device: their mark is equal."""
        return count < len(self._marks) and self._marks[count] == mark

    # events

    def restore(self, table_id: str, started: str, log: list[AnyEvent]) -> None:
        """Write a log to the disk that goes on from the present one, and let all devices know."""
        about = replace(self.about, id=table_id, started=started, restored=len(log))
        self.stored.restore(about, log[len(self.log) :])
        self.log = list(log)
        self._take_log()
        self._change()

    def take(self, events: Sequence[AnyEvent]) -> list[AnyEvent]:
        """Write events to the disk, and then let all devices know of them.

        Return them with their numbers. Known ones are returned as they are. Raise
        MissingEventsError for a gap, and SheetgenError for an event that is not possible; then none
        of them is taken.
        """
        state = self.state
        counts = Counter(self._counts)
        answered: list[AnyEvent] = []
        new: list[AnyEvent] = []
        for event in events:
            known = self._by_id.get((event.device, event.count))
            if known is not None and known == replace(event, number=known.number):
                answered.append(known)
                continue
            if event.count != counts[event.device] + 1:
                raise MissingEventsError(event.device, counts[event.device] + 1)
            numbered = replace(event, number=len(self.log) + len(new) + 1)
            check_at_table(self.game, state, numbered)
            state = after(state, numbered)
            counts[event.device] += 1
            answered.append(numbered)
            new.append(numbered)
        if new:
            self._add(new, state, counts)
        return answered

    def _add(self, events: list[AnyEvent], state: TableState, counts: Counter[str]) -> None:
        if len(self.log) + len(events) > MOST_EVENTS:
            raise SheetgenError("this table has %(most)s events; start another", most=MOST_EVENTS)
        self.stored.add(events)
        self.log += events
        self.state = state
        self._counts = counts
        for event in events:
            self._by_id[event.device, event.count] = event
            self._marks.append(mark_after(self._marks[-1], event))
            self.drafts.pop(event.player, None)
        self._change()

    def draft(self, player: str, dice: DiceFacts) -> None:
        """Let all devices know of dice that are being tapped, for a player at the table."""
        if self.state.seat_of(player) is None:
            raise SheetgenError("nobody at this table has the id '%(written)s'", written=player)
        self._change()
        self.drafts[player] = (self.version, dice)

    # news

    def _change(self) -> None:
        """Wake all who wait."""
        self.version += 1
        waiting = self._changed
        self._changed = asyncio.Event()
        waiting.set()

    async def wait(self, version: int, seconds: float) -> None:
        """Wait until something has changed since a version, for a time at most."""
        if self.version == version and not self.is_closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._changed.wait()

    def close(self) -> None:
        """Let all who wait know that the table closes."""
        self.is_closed = True
        self._change()

    @contextmanager
    def listening(self, device: str, role: str = PHONE) -> Iterator[None]:
        """Count a device as present while it listens, and a while longer.

        All others hear of it if it is new here, or has another role.
        """
        is_news = not self._is_here(device) or self._roles.get(device, PHONE) != role
        self._listeners[device] += 1
        self._roles[device] = role
        if is_news:
            self._change()
        try:
            yield
        finally:
            self._listeners[device] -= 1
            if not self._listeners[device]:
                del self._listeners[device]
            self.see(device)

    def see(self, device: str) -> None:
        """Note that a device was heard of, if it is that of a player, or has listened."""
        if device in self._roles or self.state.seat_at(device):
            self._last_seen[device] = monotonic()
        for gone in [known for known in self._last_seen if not self._is_here(known)]:
            del self._last_seen[gone]
            self._roles.pop(gone, None)

    def _is_here(self, device: str) -> bool:
        """Check whether a device listens, or was heard of a moment ago."""
        seen = self._last_seen.get(device, -AWAY_AFTER)
        return device in self._listeners or monotonic() - seen < AWAY_AFTER

    def present(self) -> Presence:
        """Return who is here. A device without an id is nobody."""
        seated = [seat.device for seat in self.state.players if seat.device]
        others = {device for device in (*self._listeners, *self._last_seen) if device}
        roles = Counter(
            self._roles.get(device, PHONE)
            for device in others.difference(seated)
            if self._is_here(device)
        )
        return Presence(
            tuple(filter(self._is_here, seated)), roles[WATCHES], roles[PHONE], roles[SCREEN]
        )
