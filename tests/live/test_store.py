"""Tables on the disk."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from sheetgen.errors import SheetgenError
from sheetgen.live.store import (
    AboutTable,
    free_name,
    new_table,
    open_table,
    read_tables,
    table_files,
)
from tests.live.logs import Log
from tests.running import environment

ABOUT = AboutTable(
    id="qwertzuiopas",
    name="yatzy-2026-11-28",
    game="yatzy",
    language="nl",
    started="2026-11-28T19:01:00Z",
    token="kqmwzrtp",  # noqa: S106
    digits="4711",
)


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Facts and events come back; a second table of the day has another name."""
    log = Log("an", "bram")
    log.write("phone-an", "an", "twos", 6, 1)
    with closing(new_table(tmp_path / "tables", ABOUT)) as stored:
        stored.add(log.events[:2])
        stored.add(log.events[2:])
        stored.move_to(8125)
    (path,) = table_files(tmp_path / "tables")
    ((about, events),) = read_tables([path])
    assert events == log.events
    assert (about.token, about.port) == ("kqmwzrtp", 8125)
    assert free_name(path.parent, "yatzy", "2026-11-28") == "yatzy-2026-11-28-2"


def test_events_are_written_all_or_none(tmp_path: Path) -> None:
    log = Log("an", "bram")
    with closing(new_table(tmp_path, ABOUT)) as stored:
        stored.add(log.events[2:3])
        with pytest.raises(SheetgenError, match="cannot read this table"):
            stored.add(log.events)
        assert stored.events() == log.events[2:3]


def test_a_table_that_is_open_is_locked(tmp_path: Path) -> None:
    """Another server is refused, until the first has ended."""
    with closing(new_table(tmp_path, ABOUT)) as stored:
        with pytest.raises(SheetgenError, match="open in another window"):
            open_table(stored.path)
        assert list(read_tables([stored.path])) == []
    open_table(stored.path).close()


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(200)])
def test_a_file_that_is_no_table(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.table"
    path.write_bytes(content)
    with pytest.raises(SheetgenError, match="cannot read this table"):
        open_table(path)
    with pytest.raises(SheetgenError, match="cannot write this file"):
        new_table(path, ABOUT)


WRITER = """
import sys
from pathlib import Path
from sheetgen.live.store import open_table
from tests.live.logs import Log
stored = open_table(Path(sys.argv[1]))
log = Log()
while True:
    log.write("phone", "an", "twos", 6, 1)
    stored.add(log.events[-1:])
    print(len(log.events), flush=True)
"""


def test_what_was_reported_as_written_survives_the_kill(tmp_path: Path) -> None:
    """The process is killed in the middle of its work."""
    with closing(new_table(tmp_path, ABOUT)) as stored:
        path = stored.path
    with Popen([sys.executable, "-c", WRITER, str(path)], stdout=PIPE, env=environment()) as writer:
        assert writer.stdout
        reported = [int(writer.stdout.readline()) for _ in range(20)]
        writer.kill()
        reported += [int(line) for line in writer.stdout.read().split()]
    with closing(open_table(path)) as stored:
        assert len(stored.events()) >= reported[-1]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
