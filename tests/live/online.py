"""A table that is served to browsers, from this process."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from time import monotonic, sleep

import uvicorn
from msgspec.structs import replace

from sheetgen.documents.kits import screen_page, table_page
from sheetgen.i18n.catalog import load_catalog
from sheetgen.live.events import AnyEvent
from sheetgen.live.running import RunningTable
from sheetgen.live.server import TablePages, table_app
from sheetgen.live.store import AboutTable, new_table, open_table
from sheetgen.rulesets.loading import load_ruleset
from tests.live.tables import LINK, TOKEN

_PATIENCE = 20.0
"""Maximum time in seconds for the server to begin and to end."""


class OnlineTable:
    """Table with a server, which can go and come back at the same address."""

    def __init__(self, folder: Path, game: str = "yatzy", language: str = "en") -> None:
        self.game = game
        self.language = language
        self.port = 0
        about = AboutTable(
            id="qwertzuiopas",
            name=f"{Path(game).stem}-table",
            game=game,
            language=language,
            started="2026-11-28T19:01:00Z",
            token=TOKEN,
            digits="4711",
        )
        self.about = about
        stored = new_table(folder, about)
        self.path = stored.path
        stored.close()

    def lose_file(self) -> None:
        """Begin anew without the file, at the same address: the table waits for its log."""
        self.vanish()
        self.path.unlink()
        about = replace(self.about, id="newnewnew", token="newtoken", restored=0)  # noqa: S106
        stored = new_table(self.path.parent, about)
        stored.close()
        self.open()

    @property
    def address(self) -> str:
        """Address in the square of the table."""
        return f"http://127.0.0.1:{self.port}/?table={TOKEN}"

    def open(self) -> None:
        """Begin to answer."""
        self._stored = open_table(self.path)
        ruleset = load_ruleset(self.game)
        self.table = RunningTable(ruleset, self._stored)

        def pages(_: str = "") -> TablePages:
            phone = table_page(ruleset, self.table.about.id, lang=self.language)
            screen = screen_page(ruleset, self.table.about.id, lang=self.language)
            return TablePages(phone, screen, LINK)

        app = table_app(self.table, pages(), load_catalog(self.language), lambda *_: None, pages)
        config = uvicorn.Config(
            app,
            port=self.port,
            log_config=None,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        end = monotonic() + _PATIENCE
        while not self._server.started and monotonic() < end:
            sleep(0.02)
        (server,) = self._server.servers
        self.port = server.sockets[0].getsockname()[1]

    def take(self, events: Sequence[AnyEvent], device: str = "") -> None:
        """Take events, as if a device had sent them; one that is named is here from then on."""

        def take_events() -> None:
            self.table.take(events)
            self.table.see(device)

        self.act(take_events)

    def act(self, what: Callable[[], object]) -> None:
        """Do something in the loop of the server."""
        done: Future[None] = Future()

        def do() -> None:
            what()
            done.set_result(None)

        self._server.servers[0].get_loop().call_soon_threadsafe(do)
        done.result(_PATIENCE)

    def close(self) -> None:
        """Tell all devices that the table closes, and end."""
        loop = self._server.servers[0].get_loop()
        loop.call_soon_threadsafe(self.table.close)
        sleep(0.2)
        self.vanish()

    def vanish(self) -> None:
        """End without a word."""
        if not self._thread.is_alive():
            return
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(_PATIENCE)
        self._stored.close()
