"""A table whose file is gone: a phone brings its log back."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.types import ASGIApp

from sheetgen.i18n.catalog import load_catalog
from sheetgen.live.events import event_json, mark_after
from sheetgen.live.running import RunningTable
from sheetgen.live.server import TablePages, table_app
from sheetgen.live.store import StoredTable, new_table, open_table
from sheetgen.rulesets.loading import load_ruleset
from tests.live.devices import Answer, ask, post, run_alone
from tests.live.logs import Log
from tests.live.tables import INSIDE, LINK
from tests.live.test_store import ABOUT

LOST = {"id": "asdfghjk", "started": "2026-11-28T19:01:00Z"}
"""Facts about the table that was lost."""


def lost_log() -> list[dict[str, Any]]:
    """Return the log of the table as phones have it."""
    log = Log("an", "bram")
    log.write("phone-an", "an", "twos", 6, 1)
    log.write("phone-bram", "bram", "twos", 8, 1)
    return [json.loads(event_json(event)) for event in log.events]


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[StoredTable]:
    """Provide a table that waits for its log."""
    with closing(new_table(tmp_path, replace(ABOUT, restored=0))) as stored:
        yield stored


def app_of(stored: StoredTable) -> tuple[RunningTable, ASGIApp]:
    """Return a table, and the application that serves it; its page names it."""
    table = RunningTable(load_ruleset("yatzy"), stored)

    def pages(_: str = "") -> TablePages:
        name = table.about.id.encode()
        return TablePages(name, name, LINK)

    return table, table_app(table, pages(), load_catalog("en"), lambda *_: None, pages)


async def offer(app: ASGIApp, events: list[dict[str, Any]], **facts: str) -> Answer:
    """Offer a log to a table."""
    return await post(app, "/log", LOST | facts | {"events": events}, headers=INSIDE)


def test_the_fullest_phone_wins(waiting: StoredTable) -> None:
    """A log comes back with its id; one that goes on from it is taken, and then new events are."""
    log = lost_log()

    async def conversation() -> None:
        table, app = app_of(waiting)
        game = (await ask(app, "GET", "/game", headers=INSIDE)).data
        assert (game["waits"], game["last"]) == (True, 0)
        assert (await offer(app, log[:5])).status == 204
        assert (await ask(app, "GET", "/")).body == b"asdfghjk"
        assert (await offer(app, log[:4])).status == 422  # less than is there
        assert (await offer(app, log)).status == 204
        game = (await ask(app, "GET", "/game", headers=INSIDE)).data
        assert (game["waits"], game["last"], game["id"]) == (True, 6, "asdfghjk")
        assert game["match"]["entries"][1]["points"] == 8
        new = {"kind": "name", "device": "phone-an", "count": 3, "player": "an", "name": "Anna"}
        assert (await post(app, "/events", [new], headers=INSIDE)).status == 200
        late = await offer(app, [*log, new | {"number": 7}])
        assert (late.status, late.data) == (422, {"error": "this table has its game already"})
        assert len(table.log) == 7

    run_alone(conversation())
    path = waiting.path
    waiting.close()
    with closing(open_table(path)) as stored:
        assert (stored.about.id, stored.about.token) == ("asdfghjk", ABOUT.token)
        assert len(stored.events()) == 7


def changed(place: int, **changes: Any) -> list[dict[str, Any]]:
    """Return the log with a changed event."""
    log = lost_log()
    log[place] = log[place] | changes
    return log


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (changed(5, number=7), "no log of a table"),
        (changed(5, count=9), "no log of a table"),
        (changed(5, device="phone-an"), "no log of a table"),
        (changed(5, player="eva"), "nobody at this table"),
        (changed(5, choice={"points": 7}), "cannot hold 7"),
        (changed(0, name="\u202eAn"), "a name has 1 to"),
        (changed(4, game=2), "game 2 has not begun"),
        (changed(4, kind="nosuch"), "no log of a table"),
    ],
)
def test_logs_that_are_not_possible(
    events: list[dict[str, Any]], said: str, waiting: StoredTable
) -> None:
    """A log is checked event by event, and taken as a whole or not at all."""

    async def conversation() -> None:
        table, app = app_of(waiting)
        answer = await offer(app, events)
        assert answer.status == 422
        assert said in answer.data["error"]
        assert (table.log, waiting.events(), waiting.about.id) == ([], [], ABOUT.id)

    run_alone(conversation())


def test_who_may_bring_it_back(waiting: StoredTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that was let in, to a table that waits, and no other game than that which is back.

    Nothing else is written while the table waits.
    """
    log = lost_log()

    async def conversation() -> None:
        _, app = app_of(waiting)
        assert (await post(app, "/log", LOST | {"events": log})).status == 401
        written = await post(app, "/events", log[:1], headers=INSIDE)
        assert (written.status, "waits for a phone" in written.data["error"]) == (422, True)
        assert (await offer(app, log, id="../x")).status == 422
        assert (await offer(app, log, started="yesterday")).status == 422
        monkeypatch.setattr("sheetgen.live.server.MOST_BYTES_OF_LOG", 300)
        assert (await offer(app, log)).status == 413
        monkeypatch.undo()
        assert (await offer(app, log[:5])).status == 204
        for other in (await offer(app, changed(4, clock=5)), await offer(app, log, id="other")):
            assert (other.status, "not the game that is back" in other.data["error"]) == (422, True)

    run_alone(conversation())


def test_a_table_that_has_its_file(tmp_path: Path) -> None:
    """It takes no log, even while nothing was written."""

    async def conversation(stored: StoredTable) -> None:
        _, app = app_of(stored)
        assert (await offer(app, lost_log())).status == 422
        assert not (await ask(app, "GET", "/game", headers=INSIDE)).data["waits"]

    with closing(new_table(tmp_path, ABOUT)) as stored:
        run_alone(conversation(stored))


def test_a_device_hears_whether_its_log_is_that_of_the_table(tmp_path: Path) -> None:
    """A file that was brought back from elsewhere may have another one."""
    log = Log("an", "bram")

    async def conversation(stored: StoredTable) -> None:
        table, app = app_of(stored)
        table.take([replace(event, number=0) for event in log.events])
        mark = 0
        for after, event in enumerate(log.events, 1):
            mark = mark_after(mark, event)
            for asked, known in ((mark, True), (mark + 1, False)):
                path = f"/game?after={after}&mark={asked}"
                assert (await ask(app, "GET", path, headers=INSIDE)).data["known"] is known
        assert not (await ask(app, "GET", "/game?after=9", headers=INSIDE)).data["known"]
        assert (await ask(app, "GET", "/game?after=x", headers=INSIDE)).status == 400

    with closing(new_table(tmp_path, ABOUT)) as stored:
        run_alone(conversation(stored))
