"""Tables for tests: their files, applications and players."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from starlette.types import ASGIApp

from sheetgen.i18n.catalog import load_catalog
from sheetgen.live.events import AnyEvent
from sheetgen.live.running import RunningTable
from sheetgen.live.server import TablePages, table_app
from sheetgen.live.store import AboutTable, new_table
from sheetgen.rulesets.loading import load_ruleset

TOKEN = "kqmwzrtp"  # noqa: S105
INSIDE = {"x-table": TOKEN}
"""Headers of a device that was let in."""
PAGE = b"<p>page</p>"
SCREEN = b"<p>screen</p>"
LINK = "http://192.168.1.23:8123/"


class Served(Struct):
    """Table with its application."""

    table: RunningTable
    app: ASGIApp
    told: list[tuple[AnyEvent, str]]


@contextmanager
def served(
    folder: Path, game: str = "generala", name: str = "generala-2026-11-28"
) -> Iterator[Served]:
    """Yield a new table with its application."""
    about = AboutTable(
        id="qwertzuiopas",
        name=name,
        game=game,
        language="en",
        started="2026-11-28T19:01:00Z",
        token=TOKEN,
        digits="4711",
        port=8123,
    )
    stored = new_table(folder, about)
    stored._connection.execute("pragma synchronous = off")  # a test needs no flush of the disk
    try:
        table = RunningTable(load_ruleset(game), stored)
        told: list[tuple[AnyEvent, str]] = []
        pages = TablePages(PAGE, SCREEN, LINK)
        app = table_app(table, pages, load_catalog("en"), lambda *event: told.append(event))
        yield Served(table, app, told)
    finally:
        stored.close()
