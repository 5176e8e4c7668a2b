"""The log of a table whose file is gone, brought back by a phone: each phone has the whole log.

A table that waits for its log is new and empty. It takes the first valid log that is offered, and
after that only logs that go on from it: the fullest phone wins, and nothing is replaced. It waits
no more once an event comes in the usual way.
"""

from collections import Counter
from datetime import datetime
from typing import Annotated

from msgspec import Meta, MsgspecError, Struct
from msgspec.json import decode

from sheetgen.errors import Message, SheetgenError
from sheetgen.live.events import AnyEvent
from sheetgen.live.running import RunningTable
from sheetgen.live.store import MOST_EVENTS
from sheetgen.live.table import TableState, after, check_at_table

MOST_BYTES_OF_LOG = 2_000_000
"""Maximum size of a log that is offered: ten games of twelve players with all their rolls."""
_NO_LOG = Message("no log of a table: %(reason)s")
_OTHER_LOG = Message("this is not the game that is back at this table, or not more of it")


class OfferedLog(Struct, frozen=True, forbid_unknown_fields=True):
    """Log of a phone, and the facts about its table that no event has."""

    id: Annotated[str, Meta(pattern=r"^[a-z]{1,40}\Z")]
    """Id of the table."""
    started: Annotated[str, Meta(max_length=40)]
    """Time of its start, as ISO 8601 has it."""
    events: Annotated[list[AnyEvent], Meta(max_length=MOST_EVENTS)]


def read_offer(content: bytes) -> OfferedLog:
    """Return the log in a request. Raise SheetgenError if it is none."""
    try:
        offer = decode(content, type=OfferedLog)
        datetime.fromisoformat(offer.started)
    except (MsgspecError, ValueError, RecursionError) as error:
        raise SheetgenError(_NO_LOG, reason=str(error)) from error
    return offer


def bring_back(table: RunningTable, offer: OfferedLog) -> None:
    """Take a log that is fuller than that of the table, which waits for one.

    Raise SheetgenError for a log that no table of this game can have, or that is another one.
    """
    if not table.is_waiting:
        raise SheetgenError("this table has its game already")
    known = len(table.log)
    is_same = offer.id == table.about.id and offer.events[:known] == table.log
    if known and not is_same:
        raise SheetgenError(_OTHER_LOG)
    _check_log(table, offer.events)
    if len(offer.events) > known:
        table.restore(offer.id, offer.started, offer.events)


def _check_log(table: RunningTable, log: list[AnyEvent]) -> None:
    """Raise SheetgenError for a log with an event that the server would not have taken."""
    state = TableState()
    counts = Counter[str]()
    for number, event in enumerate(log, 1):
        counts[event.device] += 1
        if (event.number, event.count) != (number, counts[event.device]):
            raise SheetgenError(_NO_LOG, reason=f"{number}: {event.number}, {event.count}")
        check_at_table(table.game, state, event)
        state = after(state, event)
