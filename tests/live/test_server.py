"""The server of a table: its routes, who is let in, and what is refused."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.live import running, server
from tests.live.devices import HOST, Answer, ask, post, run_alone, stream
from tests.live.tables import INSIDE, LINK, PAGE, SCREEN, TOKEN, Served, served

AN = {"kind": "seat", "device": "phone-an", "count": 1, "player": "an", "name": "An"}
JOIN = {"kind": "join", "device": "phone-an", "count": 2, "player": "an"}
TWOS = {
    "kind": "write",
    "device": "phone-an",
    "count": 3,
    "player": "an",
    "box": "twos",
    "turn": 1,
    "choice": {"points": 6},
    "dice": {"dice": [2, 2, 2, 3, 4]},
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    """Provide a table of a game with ten boxes."""
    with served(tmp_path) as made:
        yield made


def in_loop(conversation: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a conversation with the server; one that hangs fails."""
    run_alone(asyncio.wait_for(conversation(), 20))


def test_a_game_over_the_routes(table: Served) -> None:
    """Events get numbers, come back after any of them, and make the state; twice is once."""

    async def conversation() -> None:
        app = table.app
        answer = await post(app, "/events", [AN, JOIN, TWOS], headers=INSIDE)
        assert (answer.status, answer.data["last"]) == (200, 3)
        assert [event["number"] for event in answer.data["events"]] == [1, 2, 3]
        again = await post(app, "/events", [JOIN, TWOS], headers=INSIDE)
        assert (again.data["events"], again.data["last"]) == (answer.data["events"][1:], 3)
        assert [(event.number, address) for event, address in table.told] == [
            (number, "192.168.1.31") for number in (1, 2, 3)
        ]
        later = await ask(app, "GET", "/events?after=2", headers=INSIDE)
        assert later.data["events"] == answer.data["events"][2:]
        assert (later.data["last"], later.data["closed"]) == (3, False)
        game = (await ask(app, "GET", "/game", headers=INSIDE)).data
        assert game["match"]["players"] == [{"id": "an", "name": "An"}]
        assert game["match"]["entries"] == [
            {"player": "an", "box": "twos", "points": 6, "bonus": 0, "dice": [2, 2, 2, 3, 4]}
        ]
        assert (game["next"], game["turns"]) == ("an", {"an": 2})
        assert game["here"] == {"players": ["phone-an"], "watching": 0, "choosing": 0, "screens": 0}
        assert table.table.stored.events() == table.table.log

    in_loop(conversation)


def test_a_gap_is_answered_with_what_is_missing(table: Served) -> None:
    """So is another event with a known id. Neither is taken, nor what came with it."""

    async def conversation() -> None:
        for events, count in (
            ([AN, TWOS], 2),
            ([AN, JOIN | {"count": 1}], 2),
        ):
            answer = await post(table.app, "/events", events, headers=INSIDE)
            assert answer.status == 409
            assert answer.data == {"device": "phone-an", "count": count}
            assert table.table.log == []

    in_loop(conversation)


def test_a_stream(table: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has old and new events, tapped dice, who is here, beats, and the end."""
    monkeypatch.setattr(server, "BEAT", 0.02)
    monkeypatch.setattr(running, "AWAY_AFTER", 0.0)

    async def conversation() -> None:
        await post(table.app, "/events", [AN, JOIN], headers=INSIDE)
        path = "/events?after=1&device=phone-an"
        async with stream(table.app, path, INSIDE) as messages:
            kind, events = await messages.get()
            assert (kind, [event["number"] for event in events]) == ("events", [2])
            kind, here = await messages.get()
            assert (kind, here["players"]) == ("here", ["phone-an"])
            assert await messages.get() == ("beat", {"last": 2})
            draft = {"player": "an", "dice": [2, 2]}
            assert (await post(table.app, "/drafts", draft, headers=INSIDE)).status == 204
            kinds = dict([await after_beats(messages)])
            assert kinds["draft"] == draft
            await post(table.app, "/events", [TWOS], headers=INSIDE)
            kind, events = await after_beats(messages)
            assert (kind, [event["number"] for event in events]) == ("events", [3])
            table.table.close()
            assert await after_beats(messages) == ("closed", {})
        assert table.table.present() == running.Presence()

    in_loop(conversation)


def test_who_is_here(table: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others hear of a phone at once: it chooses a name, then has a seat, or watches; or sleeps."""
    monkeypatch.setattr(running, "AWAY_AFTER", 0.05)

    def here(*players: str, **others: int) -> dict[str, Any]:
        return {"players": [*players], "watching": 0, "choosing": 0, "screens": 0} | others

    async def conversation() -> None:
        screen = "/events?after=0&device=big&as=screen"
        phone = "/events?after=0&device=phone-an"
        async with stream(table.app, screen, INSIDE) as messages:
            assert await messages.get() == ("here", here(screens=1))
            async with stream(table.app, phone, INSIDE):
                assert await messages.get() == ("here", here(screens=1, choosing=1))
                await post(table.app, "/events", [AN, JOIN], headers=INSIDE)
                assert (await messages.get())[0] == "events"
                assert await messages.get() == ("here", here("phone-an", screens=1))
                async with stream(table.app, phone.replace("-an", "-eva&as=watches"), INSIDE):
                    now = here("phone-an", screens=1, watching=1)
                    assert await messages.get() == ("here", now)
            await asyncio.sleep(0.06)
            await post(table.app, "/events", [AN | {"device": "never-listens"}], headers=INSIDE)
            assert table.table.present() == running.Presence(screens=1)
        assert (await ask(table.app, "GET", f"{phone}&as=king", headers=INSIDE)).status == 400

    in_loop(conversation)


async def after_beats(messages: "asyncio.Queue[tuple[str, Any]]") -> tuple[str, Any]:
    """Return the next message that is no beat."""
    while True:
        message = await messages.get()
        if message[0] != "beat":
            return message


def test_a_long_poll(table: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for an event, or its time; with a version for tapped dice as well."""

    async def conversation() -> None:
        waiting = asyncio.ensure_future(ask(table.app, "GET", "/events?after=0", headers=INSIDE))
        await asyncio.sleep(0)
        await post(table.app, "/events", [AN], headers=INSIDE)
        assert (await waiting).data["last"] == 1
        path = f"/events?after=1&version={table.table.version}"
        waiting = asyncio.ensure_future(ask(table.app, "GET", path, headers=INSIDE))
        await asyncio.sleep(0)
        facts = {"dice": [2, 2], "named": "twos"}
        await post(table.app, "/drafts", {"player": "an"} | facts, headers=INSIDE)
        assert (await waiting).data["drafts"] == {"an": facts}
        unknown = {"player": "an", "named": "sevens"}
        assert (await post(table.app, "/drafts", unknown, headers=INSIDE)).status == 422
        monkeypatch.setattr(server, "LONG_POLL", 0.01)
        assert (await ask(table.app, "GET", "/events?after=1", headers=INSIDE)).data["events"] == []

    in_loop(conversation)


def test_who_is_let_in(table: Served) -> None:
    """By the token of the square, or the digits below it; without them nothing is told."""

    async def conversation() -> None:
        app = table.app
        for method, path in (("GET", "/game"), ("GET", "/events"), ("POST", "/events")):
            answer = await ask(app, method, path, b"[]")
            assert answer.status == 401
            assert "scan the square" in answer.data["error"]
        assert "set-cookie" not in (await ask(app, "GET", "/?table=wrongwrong")).headers
        by_square = await ask(app, "GET", f"/?table={TOKEN}")
        assert by_square.body == PAGE
        by_digits = await post(app, "/enter", {"digits": "4711"})
        by_token = await post(app, "/enter", {"token": TOKEN})
        for answer in (by_square, by_digits, by_token):
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            sent = {"cookie": cookie.partition(";")[0]}
            assert (await ask(app, "GET", "/game", headers=sent)).status == 200

    in_loop(conversation)


def test_digits_that_are_tried_too_often(table: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """After five wrong ones an address waits a minute, while others are let in."""
    now = [0.0]
    monkeypatch.setattr(server, "monotonic", lambda: now[0])

    async def tried(digits: str, address: str) -> Answer:
        return await post(table.app, "/enter", {"digits": digits}, address=address)

    async def conversation() -> None:
        for _ in range(5):
            assert (await tried("0000", "192.168.1.66")).status == 403
        refused = await tried("4711", "192.168.1.66")
        assert (refused.status, refused.headers["retry-after"]) == (429, "60")
        assert (await tried("4711", "192.168.1.67")).status == 204
        now[0] = 61
        assert (await tried("4711", "192.168.1.66")).status == 204
        for place in range(5):  # a computer has any number of addresses of IPv6
            assert (await tried("0000", f"fd00::{place}")).status == 403
        assert (await tried("4711", "fd00::99")).status == 429
        many = await asyncio.gather(*(tried("0000", "192.168.1.99") for _ in range(20)))
        assert sorted(answer.status for answer in many) == [403] * 5 + [429] * 15
        for place in range(20):
            await tried("0000", f"10.0.0.{place}")
        assert (await tried("4711", "10.0.1.1")).status == 429

    in_loop(conversation)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example:8123"}, 421),
        ({"host": "localhost:8123"}, 200),
        ({"host": "[::1]:8123"}, 200),
        ({"host": "192.168.1.23.evil.example"}, 421),
        ({"host": ""}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"http://{HOST}"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "text/plain"}, 403),
    ],
)
def test_strange_hosts_and_pages(headers: dict[str, str], status: int, table: Served) -> None:
    """A page of the internet can neither read nor write, whatever names it uses."""

    async def conversation() -> None:
        answer = await post(table.app, "/events", [AN], headers=INSIDE | headers)
        assert answer.status == status
        assert bool(table.table.log) == (status == 200)

    in_loop(conversation)


def test_the_big_screen_has_the_rules_of_the_page(table: Served) -> None:
    """Its page has no secrets and lets in with the token; how phones come here, is told inside."""

    async def conversation() -> None:
        app = table.app
        answer = await ask(app, "GET", "/screen")
        assert (answer.status, answer.body) == (200, SCREEN)
        assert "set-cookie" not in answer.headers
        assert (await ask(app, "GET", "/invitation")).status == 401
        inside = await ask(app, "GET", f"/screen?table={TOKEN}")
        assert TOKEN in inside.headers["set-cookie"]
        told = (await ask(app, "GET", "/invitation", headers=INSIDE)).data
        assert told == {
            "link": f"{LINK}?table={TOKEN}",
            "address": "192.168.1.23:8123",
            "digits": "4711",
        }

    in_loop(conversation)


def test_nothing_else_is_served(table: Served) -> None:
    async def conversation() -> None:
        for path in ("/etc/passwd", "/../pyproject.toml", "/game/", "/screens", "//"):
            assert (await ask(table.app, "GET", path, headers=INSIDE)).status == 404
        assert (await ask(table.app, "DELETE", "/game", headers=INSIDE)).status in (403, 405)
        assert (await ask(table.app, "GET", "/events?after=x", headers=INSIDE)).status == 400
        assert (await ask(table.app, "GET", "/events?device=%0a", headers=INSIDE)).status == 400
        assert (await ask(table.app, "GET", "/events?version=-1", headers=INSIDE)).status == 400

    in_loop(conversation)


def test_requests_are_limited(table: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """In size and number."""

    async def conversation() -> None:
        large = b"[" + b" " * server.MOST_BYTES + b"]"
        assert (await ask(table.app, "POST", "/events", large, INSIDE)).status == 413
        many = [AN | {"count": place} for place in range(1, 202)]
        assert (await post(table.app, "/events", many, headers=INSIDE)).status == 422
        for _ in range(server.MOST_REQUESTS):
            answer = await ask(table.app, "GET", "/game", headers=INSIDE)
        assert answer.status == 429
        other = await ask(table.app, "GET", "/game", headers=INSIDE, address="192.168.1.99")
        assert other.status == 200

    in_loop(conversation)


def test_events_that_cannot_be_read(table: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """2,000 random ones: each is refused with a sentence, and changes nothing."""
    monkeypatch.setattr(server, "MOST_REQUESTS", 10_000)

    async def conversation() -> None:
        await post(table.app, "/events", [AN, JOIN], headers=INSIDE)
        before = list(table.table.log)
        for seed in range(2_000):
            content = spoiled(Random(seed))  # noqa: S311
            for path in ("/events", "/drafts", "/enter"):
                if path != "/events" and seed % 10:
                    continue
                address = f"10.0.{seed // 200}.{seed % 200}"
                answer = await ask(table.app, "POST", path, content, INSIDE, address)
                assert 400 <= answer.status < 500, (seed, content[:200], answer.body)
                assert answer.data.get("error") or "count" in answer.data, (seed, answer.body)
        assert table.table.log == before

    in_loop(conversation)


STRANGE: list[Any] = [
    None,
    True,
    -1,
    1.5,
    10**30,
    "",
    "\0",
    "x" * 5_000,
    "../../etc/passwd",
    "\ud800",
    [],
    {},
    [[[]]],
    {"points": 7},
]
"""Values that no field of an event may have."""


def spoiled(rng: Random) -> bytes:
    """Return a request that is no list of possible events."""
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randrange(1, 60))
    if kind == 1:
        depth = rng.choice([10, 1_000, 100_000])
        return b"[" * depth + b"]" * rng.choice([0, depth])
    event: dict[str, Any] = {**TWOS}
    if kind == 2:
        return json.dumps([event]).encode()[: rng.randrange(1, 100)]
    if kind == 3:
        event["player"] = rng.choice(["eva", "An", "an "])
    elif kind == 4:
        event[rng.choice(["unknown", "points", "__proto__"])] = rng.choice(STRANGE)
    else:
        strange = rng.choice(STRANGE[:-1])
        name = rng.choice([name for name in event if name != "choice" or strange is not None])
        if name == "dice" and strange in ({}, []):
            strange = 7
        event[name] = strange
    return json.dumps([event]).encode()
