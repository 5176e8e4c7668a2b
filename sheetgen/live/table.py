"""The state of a table after a log of events. Pure: the same log gives the same cards everywhere.

A table has one game after the other. An event about a box of an earlier game, which a phone without
news sends late, changes the cards of that game. It can empty none of them: that game is over.

Two values for one box of a player, or two boxes for one turn, raise a question. The value that came
first counts until it is answered.
"""

from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.live.events import (
    AgainEvent,
    AnyEvent,
    BoxEvent,
    ChooseEvent,
    CorrectEvent,
    DiceFacts,
    JoinEvent,
    LeaveEvent,
    NameEvent,
    SeatEvent,
    TypesForEvent,
    WinEvent,
    WriteEvent,
    WrittenPoints,
    check_event,
)
from sheetgen.rules.ruleset import Ruleset

MOST_SEATS = 12
"""Maximum number of players at a table, as many as dice can number."""
BIG_SCREEN = ""
"""Device that is asked where nobody else can be: the big screen."""


class Seat(Struct, frozen=True):
    """Place of a player at the table."""

    player: str
    name: str
    device: str = ""
    """Device of the player; empty without a phone."""
    left: bool = False
    """Flag: the player has left; points stay. See `stopped_players`."""
    gone: bool = False
    """Flag: the seat was taken away. A write for its player brings it back."""


class BoxEntry(Struct, frozen=True):
    """Value that was written in a box."""

    player: str
    box: str
    turn: int
    points: WrittenPoints
    number: int
    """Number of the event that wrote it."""
    devices: frozenset[str]
    """Devices that wrote this value and have not taken it back."""
    dice: DiceFacts = DiceFacts()
    was: int | None = None
    """Points before the first correction; None if there was none."""

    def is_alike(self, other: "BoxEntry") -> bool:
        """Check whether both have the same value in the same box."""
        return (self.player, self.box, self.points) == (other.player, other.box, other.points)


class Doubt(Struct, frozen=True):
    """Question which of several values is the right one."""

    number: int
    """Number of the event that raised it."""
    player: str
    entries: tuple[BoxEntry, ...]
    """Values, in the order in which they came."""
    counts: int
    """Number of the write of these that counts."""
    is_open: bool = True


class Typing(Struct, frozen=True):
    """A player types for another one."""

    player: str
    by: str
    turn: int
    """Turn of the player for which this is so; 0 for every turn."""


class TableState(Struct, frozen=True):
    """Everything about a table that its log says."""

    seats: tuple[Seat, ...] = ()
    entries: tuple[BoxEntry, ...] = ()
    """Values that count, in the order in which their boxes were filled."""
    doubts: tuple[Doubt, ...] = ()
    """Questions, also those that are answered."""
    typing: tuple[Typing, ...] = ()
    wins: tuple[WinEvent, ...] = field(default=())
    """Wins at once that were not taken back. The first counts."""
    starter: str = ""
    """Player who begins the game; empty for the first one."""
    begun: int = 0
    """Time of the event that began the game, in ms since 1970; 0 for the first game of a table."""
    earlier: "tuple[TableState, ...]" = ()
    """Games before this one, each as the table was at its end."""

    @property
    def game(self) -> int:
        """Number of the game that is played, from 1."""
        return len(self.earlier) + 1

    @property
    def players(self) -> tuple[Seat, ...]:
        """Seats that were not taken away."""
        return tuple(seat for seat in self.seats if not seat.gone)

    @property
    def winner(self) -> str:
        """Player who won at once; empty if nobody did."""
        return self.wins[0].player if self.wins else ""

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of a player, also one that was taken away."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def seat_at(self, device: str) -> Seat | None:
        """Return the seat of a device; None if it watches."""
        return next((seat for seat in self.seats if seat.device == device), None)

    def entries_of(self, player: str) -> tuple[BoxEntry, ...]:
        """Return what counts on the card of a player."""
        return tuple(entry for entry in self.entries if entry.player == player)

    def entry_at(self, player: str, box: str) -> BoxEntry | None:
        """Return what counts in a box of a player; None if it is open."""
        for entry in self.entries:
            if entry.player == player and entry.box == box:
                return entry
        return None

    def turn_of(self, player: str) -> int:
        """Return the number of the next turn of a player: the lowest without an entry."""
        turns = {entry.turn for entry in self.entries_of(player)}
        turn = 1
        while turn in turns:
            turn += 1
        return turn


def state_after(events: Iterable[AnyEvent]) -> TableState:
    """Return the state of a table after a log."""
    state = TableState()
    for event in events:
        state = after(state, event)
    return state


# checks against the state


def check_at_table(game: Ruleset, state: TableState, event: AnyEvent) -> None:
    """Raise SheetgenError for an event that is not possible at this table."""
    check_event(game, event)
    _check_game(game, state, event)
    if isinstance(event, SeatEvent):
        _check_room(game, state, event)
        return
    players = [event.player]
    if isinstance(event, TypesForEvent):
        players.append(event.by)
    may_be_nobody = isinstance(event, JoinEvent | TypesForEvent)
    for player in players:
        if state.seat_of(player) is None and not (may_be_nobody and player == ""):
            raise SheetgenError("nobody at this table has the id '%(written)s'", written=player)
    if isinstance(event, ChooseEvent):
        _check_choice(state, event)


def _check_game(game: Ruleset, state: TableState, event: AnyEvent) -> None:
    """Raise SheetgenError for an event of a game that has not begun, or cannot begin yet."""
    if isinstance(event, AgainEvent):
        if event.game == state.game + 1 and not is_finished(game, state):
            raise SheetgenError("the game is not over yet; another one begins after its last turn")
        if event.game <= state.game + 1:
            return
    elif not isinstance(event, BoxEvent | ChooseEvent | TypesForEvent) or event.game <= state.game:
        return
    raise SheetgenError("game %(game)s has not begun at this table", game=event.game)


def _check_room(game: Ruleset, state: TableState, event: SeatEvent) -> None:
    """Raise SheetgenError if there is no seat left for one more player."""
    most = min(MOST_SEATS, game.players.max or MOST_SEATS)
    seat = state.seat_of(event.player)
    is_new = seat is None or seat.gone
    if is_new and len(state.players) >= most:
        raise SheetgenError("this table has room for %(most)s players", most=most)


def _check_choice(state: TableState, event: ChooseEvent) -> None:
    """Raise SheetgenError for an answer to a question that was not asked.

    The value may have been taken back meanwhile: then the answer changes nothing.
    """
    doubts = game_state(state, event.game).doubts
    asked = [doubt.number for doubt in doubts if doubt.player == event.player]
    if event.question not in asked:
        raise SheetgenError("nothing was asked in event %(number)s", number=event.question)


# the state after an event


def after(state: TableState, event: AnyEvent) -> TableState:
    """Return the state of a table after one more event, which has its number."""
    if isinstance(event, BoxEvent | ChooseEvent):
        is_late = event.game < state.game
        return _after_late_event(state, event) if is_late else _after_box_event(state, event)
    if isinstance(event, AgainEvent):
        return _begun_again(state, event)
    return _after_seat_event(state, event)


def _after_seat_event(state: TableState, event: AnyEvent) -> TableState:
    """Return the state after an event about who plays, or who types for whom."""
    match event:
        case SeatEvent():
            return _seated(state, event)
        case JoinEvent():
            return _joined(state, event)
        case NameEvent():
            return _with_seat(state, event.player, name=event.name)
        case LeaveEvent():
            return _left(state, event)
        case TypesForEvent():
            return _typed_for(state, event)
        case _:  # those of boxes, answers and games are handled before
            return state


def game_state(state: TableState, number: int) -> TableState:
    """Return the state of the game that is played, or the last one of an earlier game."""
    return (*state.earlier, state)[number - 1]


def _begun_again(state: TableState, event: AgainEvent) -> TableState:
    """Begin another game, with all who have not left, or with all if everyone has.

    Two phones may ask for it at once.
    """
    if event.game <= state.game:
        return state
    all_left = all(seat.left for seat in state.players)
    seats = []
    for seat in state.seats:
        if seat.left and not all_left:
            seats.append(replace(seat, left=False, gone=True, device=""))
        else:
            seats.append(replace(seat, left=False))
    return TableState(
        seats=tuple(seats),
        typing=tuple(typing for typing in state.typing if typing.turn == 0),
        starter=event.player,
        begun=event.clock,
        earlier=(*state.earlier, replace(state, earlier=())),
    )


def _after_late_event(state: TableState, event: BoxEvent | ChooseEvent) -> TableState:
    """Return the state after an event of a game that is over; it changes no other."""
    is_emptied = isinstance(event, BoxEvent) and event.choice is None
    if is_emptied:
        return state
    earlier = list(state.earlier)
    place = event.game - 1
    earlier[place] = _after_box_event(earlier[place], event)
    return replace(state, earlier=tuple(earlier))


def _after_box_event(state: TableState, event: BoxEvent | ChooseEvent) -> TableState:
    """Return the state after something was written, which brings its player back to the table."""
    if isinstance(event, WriteEvent) and event.choice is None:
        return _taken_back(state, event)
    state = _with_seat(state, event.player, gone=False)
    match event:
        case ChooseEvent():
            return _chosen(state, event)
        case CorrectEvent():
            return _corrected(state, event)
        case WinEvent():
            return _won(state, event)
        case _:
            return _written(state, event)


def _with_seat(state: TableState, player: str, **changes: object) -> TableState:
    """Return the state with changes of one seat."""
    seats = []
    for seat in state.seats:
        seats.append(replace(seat, **changes) if seat.player == player else seat)
    return replace(state, seats=tuple(seats))


def _seated(state: TableState, event: SeatEvent) -> TableState:
    if state.seat_of(event.player):
        return _with_seat(state, event.player, name=event.name, gone=False)
    return replace(state, seats=(*state.seats, Seat(event.player, event.name)))


def _joined(state: TableState, event: JoinEvent) -> TableState:
    """Let a device be that of a player. It leaves its old seat, and so does the old device."""
    own_seat = state.seat_at(event.device)
    if own_seat:
        state = _with_seat(state, own_seat.player, device="")
    return _with_seat(state, event.player, device=event.device, gone=False, left=False)


def _left(state: TableState, event: LeaveEvent) -> TableState:
    if state.entries_of(event.player) or state.winner == event.player:
        return _with_seat(state, event.player, left=True)
    return _with_seat(state, event.player, gone=True, device="")


def _typed_for(state: TableState, event: TypesForEvent) -> TableState:
    if event.turn and event.game < state.game:
        return state  # that turn is over
    typing = []
    for other in state.typing:
        is_replaced = event.turn == 0 or other.turn != 0
        if other.player != event.player or not is_replaced:
            typing.append(other)
    if event.by:
        typing.append(Typing(event.player, event.by, event.turn))
    return replace(state, typing=tuple(typing))


def typist_of(state: TableState, player: str) -> str:
    """Return who types for a player in the present turn; empty if nobody does."""
    turn = state.turn_of(player)
    by = ""
    for typing in state.typing:
        if typing.player == player and typing.turn in (0, turn):
            by = typing.by  # a later one is of this turn alone
    return by


def asked_device(state: TableState, doubt: Doubt) -> str:
    """Return the device that is asked a question.

    It is that of the player, or of who types for the player, or the big screen.
    """
    for player in (doubt.player, typist_of(state, doubt.player)):
        seat = state.seat_of(player)
        if seat and seat.device:
            return seat.device
    return BIG_SCREEN


# boxes


def _entry_of(event: BoxEvent) -> BoxEntry:
    """Return the entry that an event with a choice makes."""
    points = event.choice or WrittenPoints(0)
    return BoxEntry(
        event.player,
        event.box,
        event.turn,
        points,
        event.number,
        frozenset([event.device]),
        event.dice,
    )


def _written(state: TableState, event: BoxEvent) -> TableState:
    """Write a box, unless it, or the turn, has a value already: then somebody is asked."""
    entry = _entry_of(event)
    rival = _rival(state, entry)
    if rival is None:
        return replace(state, entries=(*state.entries, entry))
    alike = _alike(state, rival, entry)
    if alike:
        return _with_devices(state, alike, alike.devices | entry.devices)
    doubts = []
    is_asked = False
    for doubt in state.doubts:
        if doubt.is_open and doubt.counts == rival.number:
            is_asked = True
            doubts.append(replace(doubt, entries=(*doubt.entries, entry)))
        else:
            doubts.append(doubt)
    if not is_asked:
        doubts.append(Doubt(event.number, event.player, (rival, entry), rival.number))
    return replace(state, doubts=tuple(doubts))


def _alike(state: TableState, rival: BoxEntry, entry: BoxEntry) -> BoxEntry | None:
    """Return a known entry of the same value, so that nothing is asked; None without one.

    It is what counts, or a value that was asked about beside what counts.
    """
    if rival.is_alike(entry):
        return rival
    for doubt in state.doubts:
        if any(rival.is_alike(value) for value in doubt.entries):
            for value in doubt.entries:
                if value.is_alike(entry):
                    return value
    return None


def _rival(state: TableState, entry: BoxEntry) -> BoxEntry | None:
    """Return what counts in the box of an entry already, or else in its turn."""
    in_box = state.entry_at(entry.player, entry.box)
    if in_box:
        return in_box
    for other in state.entries_of(entry.player):
        if other.turn == entry.turn:
            return other
    return None


def _with_devices(state: TableState, entry: BoxEntry, devices: frozenset[str]) -> TableState:
    """Return the state in which these devices stand for an entry, wherever it is."""
    changed = replace(entry, devices=devices)
    entries = tuple(changed if other == entry else other for other in state.entries)
    doubts = []
    for doubt in state.doubts:
        values = tuple(changed if other == entry else other for other in doubt.entries)
        doubts.append(replace(doubt, entries=values))
    return replace(state, entries=entries, doubts=tuple(doubts))


def _taken_back(state: TableState, event: WriteEvent) -> TableState:
    """Take back what this device wrote in a box, and a win of its player there.

    A value that another device wrote as well, or corrected, stays.
    """
    wins = []
    for win in state.wins:
        if (win.player, win.box, win.device) != (event.player, event.box, event.device):
            wins.append(win)
    state = replace(state, wins=tuple(wins))
    entry = _own_entry(state, event)
    if entry is None:
        return state
    devices = entry.devices - {event.device}
    if devices:
        return _with_devices(state, entry, devices)
    return _without(state, entry)


def _own_entry(state: TableState, event: WriteEvent) -> BoxEntry | None:
    """Return the value that the device of an event wrote in its box; None without one."""
    known: list[BoxEntry] = []
    for doubt in state.doubts:
        if doubt.is_open:
            known += doubt.entries
    known += state.entries
    for entry in known:
        is_of_box = (entry.player, entry.box) == (event.player, event.box)
        if is_of_box and event.device in entry.devices:
            return entry
    return None


def _without(state: TableState, entry: BoxEntry) -> TableState:
    """Return the state without an entry. If it counted, the next value of its question does."""
    next_entry = None
    doubts = []
    for doubt in state.doubts:
        values = tuple(other for other in doubt.entries if other.number != entry.number)
        if not doubt.is_open or len(values) == len(doubt.entries):
            doubts.append(doubt)
            continue
        counts = doubt.counts
        if counts == entry.number:
            next_entry = _first_possible(state, values, entry)
            counts = next_entry.number if next_entry else 0
        is_open = len(values) > 1 and counts > 0
        doubts.append(replace(doubt, entries=values, counts=counts, is_open=is_open))
    state = replace(state, doubts=tuple(doubts))
    return _replaced(state, entry, next_entry)


def _first_possible(
    state: TableState, values: Iterable[BoxEntry], entry: BoxEntry
) -> BoxEntry | None:
    """Return the first value whose box is open once an entry is gone."""
    for value in values:
        if state.entry_at(value.player, value.box) in (None, entry):
            return value
    return None


def _replaced(state: TableState, entry: BoxEntry, other: BoxEntry | None) -> TableState:
    """Return the state with another entry, or none, in the place of one that may count."""
    entries = []
    is_placed = other is None
    for one in state.entries:
        is_same_box = other is not None and (one.player, one.box) == (other.player, other.box)
        if one.number == entry.number and other is not None:
            entries.append(other)
            is_placed = True
        elif one.number != entry.number and not is_same_box:
            entries.append(one)
    if other is not None and not is_placed:
        entries.append(other)
    return replace(state, entries=tuple(entries))


def _corrected(state: TableState, event: CorrectEvent) -> TableState:
    """Give a box another value, or empty it: who corrects has seen what was there."""
    old = state.entry_at(event.player, event.box)
    if event.choice is None:
        return _without(state, old) if old else state
    entry = _entry_of(event)
    if old is None:
        turns = [other.turn for other in state.entries_of(event.player)]
        if entry.turn in turns:
            entry = replace(entry, turn=state.turn_of(event.player))
        return replace(state, entries=(*state.entries, entry))
    was = old.points.points if old.was is None else old.was
    entry = replace(entry, turn=old.turn, was=was)
    doubts = []
    for doubt in state.doubts:
        if doubt.is_open and doubt.counts == old.number:
            doubts.append(_after_correction(doubt, old, entry))
        else:
            doubts.append(doubt)
    return _replaced(replace(state, doubts=tuple(doubts)), old, entry)


def _after_correction(doubt: Doubt, old: BoxEntry, entry: BoxEntry) -> Doubt:
    """Return a question whose value that counts was corrected.

    That answers it, unless it asks about two boxes of one turn.
    """
    values = tuple(entry if one.number == old.number else one for one in doubt.entries)
    is_one_box = len({one.box for one in values}) == 1
    return replace(doubt, entries=values, counts=entry.number, is_open=not is_one_box)


def _won(state: TableState, event: WinEvent) -> TableState:
    state = replace(state, wins=(*state.wins, event))
    return _written(state, event) if event.choice else state


def _chosen(state: TableState, event: ChooseEvent) -> TableState:
    """Answer a question. An answer to one that is answered already is a correction."""
    doubt = next(one for one in state.doubts if one.number == event.question)
    entry = next((one for one in doubt.entries if one.number == event.write), None)
    if entry is None:
        return state
    first = next((one for one in doubt.entries if one.number == doubt.counts), entry)
    counting = state.entry_at(first.player, first.box) or first
    if not doubt.is_open and counting.box == entry.box and counting.number != entry.number:
        was = counting.points.points if counting.was is None else counting.was
        entry = replace(entry, was=was)
    answered = replace(doubt, counts=entry.number, is_open=False)
    doubts = tuple(answered if one.number == doubt.number else one for one in state.doubts)
    return _replaced(replace(state, doubts=doubts), counting, entry)


# whose turn it is


def in_turn(state: TableState) -> tuple[Seat, ...]:
    """Return the seats in the order of play, from that of the player who begins."""
    players = state.players
    place = 0
    for at, seat in enumerate(players):
        if seat.player == state.starter:
            place = at
    return players[place:] + players[:place]


def stopped_players(game: Ruleset, state: TableState) -> frozenset[str]:
    """Return the players who have stopped: they have no more turns, and cannot win.

    Who has a full card, or has won at once, leaves after the end and has not stopped. If nobody is
    left, nobody has stopped: the game waits for those who come back.
    """
    stopped = set()
    for seat in state.players:
        is_full = len(state.entries_of(seat.player)) == len(game.boxes)
        if seat.left and not is_full and seat.player != state.winner:
            stopped.add(seat.player)
    return frozenset(stopped if len(stopped) < len(state.players) else ())


def next_player(game: Ruleset, state: TableState) -> str:
    """Return whose turn it is: the first in order with the fewest entries; empty at the end."""
    if state.winner:
        return ""
    fewest = len(game.boxes)
    stopped = stopped_players(game, state)
    player = ""
    for seat in in_turn(state):
        count = len(state.entries_of(seat.player))
        if seat.player not in stopped and count < fewest:
            fewest = count
            player = seat.player
    return player


def is_finished(game: Ruleset, state: TableState) -> bool:
    """Check whether nobody has a turn left in the game that is played, which has its first box."""
    has_begun = bool(state.entries or state.winner)
    return has_begun and not next_player(game, state)
