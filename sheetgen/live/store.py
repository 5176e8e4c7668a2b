"""Tables on the disk: a file of SQLite for each, with its events in their order.

An event is on the disk before anyone sees it (``synchronous=FULL``): neither the end of the program
nor that of the computer loses it. A file that is open is locked: a table has one server.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from msgspec import MsgspecError, Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from sheetgen.errors import Message, SheetgenError, reason
from sheetgen.live.events import AnyEvent, event_json, event_of

SUFFIX = ".table"
MOST_EVENTS = 20_000
"""Maximum number of events of a table. Twelve players with 60 boxes each make some thousand."""
_IS_OPEN = Message("this table is open in another window; close it there first")
_UNREADABLE = Message("cannot read this table: %(reason)s")
_TABLES = """
create table about (facts blob not null);
create table events (
    number integer primary key,
    device text not null,
    count integer not null,
    event blob not null,
    unique (device, count)
);
"""


class AboutTable(Struct, frozen=True, kw_only=True):
    """Facts about a table: those that never change, the port that it had last, what was lost."""

    id: str
    """Random letters that tell the game from all others, as in the page."""
    name: str
    """Name of the file without its suffix, such as ``yatzy-2026-11-28``."""
    game: str
    """Name or file of the ruleset, as it was given."""
    language: str
    theme: str | None = None
    started: str
    """Time of the start, as ISO 8601 has it, in UTC."""
    token: str
    """Eight letters in the address of the square: with them one may write."""
    digits: str
    """Four digits for those who type the address."""
    port: int = 0
    restored: int | None = None
    """Number of events that a phone brought back; 0 while the table waits for them. None for a
    table that never lost its file."""


class StoredTable:
    """File of a table that is open. Raises SheetgenError where the disk refuses."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self.about = self._read_about()

    def _read_about(self) -> AboutTable:
        with _faults(self.path):
            (facts,) = self._connection.execute("select facts from about").fetchone() or (b"",)
            return decode(facts, type=AboutTable)

    def events(self) -> list[AnyEvent]:
        """Return all events in their order."""
        with _faults(self.path):
            rows = self._connection.execute("select event from events order by number")
            return [event_of(event) for (event,) in rows]

    def add(self, events: Sequence[AnyEvent]) -> None:
        """Write events to the disk, all or none."""
        with _faults(self.path), self._connection:
            self._insert(events)

    def _insert(self, events: Sequence[AnyEvent]) -> None:
        rows = [(one.number, one.device, one.count, event_json(one)) for one in events]
        self._connection.executemany("insert into events values (?, ?, ?, ?)", rows)

    def restore(self, about: AboutTable, events: Sequence[AnyEvent]) -> None:
        """Write events that a phone has brought back, with the facts about their table."""
        with _faults(self.path), self._connection:
            self._connection.execute("update about set facts = ?", (encode(about),))
            self._insert(events)
        self.about = about

    def move_to(self, port: int) -> None:
        """Note the port, so that the table has the same address the next time."""
        about = replace(self.about, port=port)
        with _faults(self.path), self._connection:
            self._connection.execute("update about set facts = ?", (encode(about),))
        self.about = about

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    """Turn faults of the disk and of the file into a SheetgenError."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            raise SheetgenError(_IS_OPEN, file=str(path)) from error
        raise SheetgenError(_UNREADABLE, file=str(path), reason=str(error)) from error
    except (sqlite3.Error, MsgspecError, ValueError) as error:
        raise SheetgenError(_UNREADABLE, file=str(path), reason=str(error)) from error


def new_table(folder: Path, about: AboutTable) -> StoredTable:
    """Make the file of a new table, and open it."""
    path = folder / f"{about.name}{SUFFIX}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch(0o600, exist_ok=False)
    except OSError as error:
        raise SheetgenError(
            "cannot write this file: %(reason)s", file=str(path), reason=reason(error)
        ) from error
    with _faults(path):
        connection = _connected(path)
        with connection:
            connection.executescript(f"begin; {_TABLES}")
            connection.execute("insert into about values (?)", (encode(about),))
    return StoredTable(path, connection)


def open_table(path: Path) -> StoredTable:
    """Open the file of a table."""
    with _faults(path):
        connection = _connected(path)
    try:
        return StoredTable(path, connection)
    except SheetgenError:
        connection.close()
        raise


def _connected(path: Path) -> sqlite3.Connection:
    """Open a file, and keep others out of it."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=0, check_same_thread=False)
    try:
        connection.execute("pragma locking_mode = exclusive")
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("begin exclusive")
        connection.commit()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def free_name(folder: Path, game: str, day: str) -> str:
    """Return the name of a new table: game and day, with a number from the second one on."""
    name = f"{game}-{day}"
    number = 1
    while (folder / f"{name}{SUFFIX}").exists():
        number += 1
        name = f"{game}-{day}-{number}"
    return name


def table_files(folder: Path) -> list[Path]:
    """Return the files of all tables, the one that was written last first."""
    times: dict[Path, float] = {}
    with suppress(OSError):
        for path in folder.glob(f"*{SUFFIX}"):
            times[path] = max(_written_at(path), _written_at(Path(f"{path}-wal")))
    return sorted(times, key=lambda path: -times[path])


def _written_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # it was removed meanwhile, or there is none
        return 0


def read_tables(paths: Iterable[Path]) -> Iterator[tuple[AboutTable, list[AnyEvent]]]:
    """Yield the facts and events of tables that are not open, and can be read."""
    for path in paths:
        with suppress(SheetgenError), closing(open_table(path)) as stored:
            yield stored.about, stored.events()
