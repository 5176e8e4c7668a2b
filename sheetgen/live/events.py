"""Events of a table: everything that phones and the big screen can tell it, and their checks.

An event is an object of JSON with its ``kind``, the id of the ``device`` that sends it, and
``count``, which the device counts from 1 without gaps: the same id twice is one event. ``clock`` is
the time of the device in milliseconds since 1970. The server adds ``number``, which orders all
events of a table from 1. The kinds carry, beside these:

=========  ======================================  ================================================
kind       fields                                  meaning
=========  ======================================  ================================================
seat       player, name                            a player takes part, with or without a phone
join       player                                  the device is that player's; "" only watches
name       player, name                            a player has another name
leave      player                                  takes away a seat with an empty card, or stops
types-for  player, by, turn                        the player `by` types for another one: in this
                                                   turn, or always for 0; "" for nobody
write      player, turn, box, choice, dice         a box is written; without a choice the device
                                                   takes back what it wrote
correct    player, turn, box, choice, dice         a box has another value, or is emptied
win        player, turn, box, choice, dice         the player wins at once, in a box or without one
choose     player, question, write                 answers a question with the number of a write
again      player, game                            another game begins, and the player starts it
=========  ======================================  ================================================

``game`` is the number of a game at this table, counted from 1. Events of boxes, ``choose`` and
``types-for`` have it as well; 1 may be left out. Events of boxes are ``alone`` if the device had
lost the table when it wrote them. ``choice`` and ``dice`` are as in the events of the page
(`templates/calculator/types.d.ts`). ``turn`` is the player's lowest turn without an entry.
"""

import unicodedata
from typing import Annotated, Any

from msgspec import Meta, MsgspecError, Struct, convert
from msgspec.json import decode, encode

from sheetgen.errors import Message, SheetgenError
from sheetgen.files.disk import MOST_LETTERS, clean_name
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Ruleset

MOST_AT_ONCE = 200
"""Maximum number of events in one request: a phone that was away for a whole game has fewer."""
_MOST_COUNT = 1_000_000
_LAST_CLOCK = 4_102_444_800_000
"""Maximum of a clock in milliseconds since 1970: the year 2100."""
_MOST_DICE = 20
"""Maximum number of dice or rolls in an event, as on the page."""
_NO_EVENTS = Message("no events of a table: %(reason)s")

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z")]
"""Id of a device or a player."""
IdOrNone = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,40}\Z")]
GameNumber = Annotated[int, Meta(ge=1, le=1_000)]
"""Number of a game at its table, from 1."""
Where = Annotated[str, Meta(max_length=100)]
Number = Annotated[int, Meta(ge=0, le=_MOST_COUNT)]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Faces = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=99)], ...],
    Meta(max_length=_MOST_DICE),
]


class _Strict(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Record without unknown fields; fields with their defaults are left out of JSON."""


class RolledDice(_Strict, frozen=True, kw_only=True):
    """Roll of the page's own dice: the faces, and those kept for the next one."""

    roll: Faces
    keep: Faces | None = None


class DiceFacts(_Strict, frozen=True, kw_only=True):
    """What is known of a roll besides its points."""

    dice: Faces = ()
    first: bool = False
    number: Annotated[int, Meta(ge=0, le=_MOST_DICE)] = 0
    throws: Annotated[tuple[RolledDice, ...], Meta(max_length=_MOST_DICE)] = ()


class Draft(DiceFacts, frozen=True, kw_only=True):
    """Turn that is being played: its dice so far, and the box in which it must end, if any."""

    named: Where = ""


class WrittenPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """Points in a box, and points for a further Yacht beside them."""

    points: Points
    bonus: Points = 0


class TableEvent(_Strict, frozen=True, kw_only=True, tag_field="kind"):
    """Base of all events."""

    device: Id
    count: Annotated[int, Meta(ge=1, le=_MOST_COUNT)]
    clock: Annotated[int, Meta(ge=0, le=_LAST_CLOCK)] = 0
    number: Number = 0


class SeatEvent(TableEvent, frozen=True, kw_only=True, tag="seat"):
    """A player takes part."""

    player: Id
    name: str


class NameEvent(TableEvent, frozen=True, kw_only=True, tag="name"):
    """A player has another name."""

    player: Id
    name: str


class JoinEvent(TableEvent, frozen=True, kw_only=True, tag="join"):
    """The device is that of a player from now on; without a player it watches."""

    player: IdOrNone


class LeaveEvent(TableEvent, frozen=True, kw_only=True, tag="leave"):
    """A seat is taken away, or its player stops."""

    player: Id


class TypesForEvent(TableEvent, frozen=True, kw_only=True, tag="types-for"):
    """A player types for another one."""

    player: Id
    by: IdOrNone
    turn: Number = 0
    game: GameNumber = 1


class BoxEvent(TableEvent, frozen=True, kw_only=True):
    """Base of events about a box."""

    player: Id
    box: Where
    turn: Annotated[int, Meta(ge=1, le=10_000)]
    choice: WrittenPoints | None
    dice: DiceFacts = DiceFacts()
    game: GameNumber = 1
    alone: bool = False
    """Flag: the device had lost the table when it wrote this."""


class WriteEvent(BoxEvent, frozen=True, kw_only=True, tag="write"):
    """A box is written without knowledge of a value in it, or the device takes back its value."""


class CorrectEvent(BoxEvent, frozen=True, kw_only=True, tag="correct"):
    """A box that may be full has another value, or is emptied."""


class WinEvent(BoxEvent, frozen=True, kw_only=True, tag="win"):
    """A player wins at once."""


class ChooseEvent(TableEvent, frozen=True, kw_only=True, tag="choose"):
    """One of several values is the right one."""

    player: Id
    question: Number
    write: Number
    game: GameNumber = 1


class AgainEvent(TableEvent, frozen=True, kw_only=True, tag="again"):
    """Another game begins, once the one before it is over."""

    player: Id
    game: Annotated[int, Meta(ge=2, le=1_000)]


AnyEvent = (
    SeatEvent
    | NameEvent
    | JoinEvent
    | LeaveEvent
    | TypesForEvent
    | WriteEvent
    | CorrectEvent
    | WinEvent
    | ChooseEvent
    | AgainEvent
)


def read_events(content: bytes) -> list[AnyEvent]:
    """Return the events in a list of JSON. Raise SheetgenError if it is no such list."""
    kind = Annotated[list[AnyEvent], Meta(max_length=MOST_AT_ONCE)]
    try:
        events: list[AnyEvent] = decode(content, type=kind)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise SheetgenError(_NO_EVENTS, reason=str(error)) from error
    return events


def event_of(content: bytes) -> AnyEvent:
    """Return an event that was stored."""
    event: AnyEvent = decode(content, type=AnyEvent)
    return event


def event_json(event: AnyEvent) -> bytes:
    """Return an event as an object of JSON."""
    return encode(event)


def mark_after(mark: int, event: AnyEvent) -> int:
    """Return the mark of a log after one more event, from that of the log before; 0 for none.

    Logs of equal length and mark have the same events in the same order. It is FNV-1a with 32 bits
    (http://www.isthe.com/chongo/tech/comp/fnv/) over what tells events apart.
    """
    for letter in f"{event.device} {event.count} {event.clock}\n".encode():
        mark = ((mark ^ letter) * 16_777_619) & 0xFFFFFFFF
    return mark


def draft_of(content: bytes) -> tuple[str, Draft]:
    """Return a player and the dice that are being tapped.

    They are ``{player, dice, first, number, throws, named}``. Raise SheetgenError for anything
    else.
    """
    try:
        draft: Any = decode(content)
        player = convert(draft.pop("player"), Id)
        return player, convert(draft, Draft)
    except (AttributeError, KeyError, MsgspecError, TypeError, ValueError, RecursionError) as error:
        raise SheetgenError(_NO_EVENTS, reason=str(error)) from error


def check_event(game: Ruleset, event: AnyEvent) -> None:
    """Raise SheetgenError for an event that is not possible in this game, at any table of it."""
    if isinstance(event, SeatEvent | NameEvent):
        _check_name(event.name)
    elif isinstance(event, BoxEvent):
        _check_box(game, event)
        check_dice(game, event.dice)


def check_draft(game: Ruleset, draft: Draft) -> None:
    """Raise SheetgenError for dice or a box that the game does not have."""
    check_dice(game, draft)
    if draft.named and draft.named not in game.boxes:
        raise SheetgenError("this game has no box '%(written)s'", written=draft.named)


def _check_name(name: str) -> None:
    """Raise SheetgenError for a name that could not be printed."""
    hidden = [letter for letter in name if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co")]
    if not name or hidden or len(name) > MOST_LETTERS or clean_name(name) != name:
        raise SheetgenError(
            "a name has 1 to %(limit)s letters, and single spaces between words", limit=MOST_LETTERS
        )


def _check_box(game: Ruleset, event: BoxEvent) -> None:
    """Raise SheetgenError for a box that the game does not have, or for impossible points."""
    choice = event.choice
    if not event.box and choice is None and not isinstance(event, CorrectEvent):
        return  # a win without a box, or the end of such a win
    if event.box not in game.boxes:
        raise SheetgenError("this game has no box '%(written)s'", written=event.box)
    if isinstance(event, WinEvent) and choice is None:
        raise SheetgenError("a win in a box needs its points")
    if choice is None:
        return
    bonuses = {0, game.points_of_yacht(game.boxes[event.box].column)}
    if choice.points not in possible_values(game, event.box) or choice.bonus not in bonuses:
        raise SheetgenError(
            "%(box)s cannot hold %(points)s", box=event.box, points=choice.points + choice.bonus
        )


def check_dice(game: Ruleset, facts: DiceFacts) -> None:
    """Raise SheetgenError for dice that the game does not have."""
    rolls = [facts.dice]
    for throw in facts.throws:
        rolls += [throw.roll, throw.keep or ()]
    for roll in rolls:
        if len(roll) > game.dice.count or max(roll, default=1) > game.dice.sides:
            raise SheetgenError(
                "this game is rolled with %(count)s dice, 1 to %(sides)s",
                count=game.dice.count,
                sides=game.dice.sides,
            )
