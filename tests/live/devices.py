"""Devices at a table that is served in this process: requests go straight to the application."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from msgspec import Struct
from starlette.types import ASGIApp

Result = TypeVar("Result")
HOST = "192.168.1.23:8123"


class Answer(Struct):
    """Answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """Object of JSON in the answer."""
        return json.loads(self.body)


def run_alone(conversation: Coroutine[Any, Any, Result]) -> Result:
    """Run a conversation in a loop of its own.

    It has a thread of its own, too: a browser of another test leaves its loop running in this one.
    """
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, conversation).result()


def scope_of(
    method: str, path: str, headers: Mapping[str, str], address: str = "192.168.1.31"
) -> dict[str, Any]:
    """Return the scope of a request, as the server makes it."""
    route, _, query = path.partition("?")
    sent = {"host": HOST, **headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": route,
        "raw_path": route.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), text.encode()) for name, text in sent.items()],
        "client": (address, 50000),
        "server": ("192.168.1.23", 8123),
        "state": {},
    }


async def ask(
    app: ASGIApp,
    method: str,
    path: str,
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    address: str = "192.168.1.31",
) -> Answer:
    """Send a request, and return the answer."""
    sent = [{"type": "http.request", "body": body, "more_body": False}]
    answer = Answer(0, {}, b"")

    async def receive() -> Any:
        await asyncio.sleep(0)  # other requests come meanwhile
        if sent:
            return sent.pop()
        await asyncio.Event().wait()  # the device stays
        return None

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = {name.decode(): text.decode() for name, text in message["headers"]}
        else:
            answer.body += message.get("body", b"")

    usual = {"content-type": "application/json"} if method == "POST" else {}
    await app(scope_of(method, path, usual | dict(headers or {}), address), receive, send)
    return answer


async def post(app: ASGIApp, path: str, data: Any, **more: Any) -> Answer:
    """Send an object as JSON, and return the answer."""
    return await ask(app, "POST", path, json.dumps(data).encode(), **more)


@asynccontextmanager
async def stream(
    app: ASGIApp, path: str, headers: Mapping[str, str]
) -> AsyncIterator["asyncio.Queue[tuple[str, Any]]"]:
    """Yield the queue of a stream's messages, each with its kind; the device goes at the end."""
    messages: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
    gone = asyncio.Event()
    sent = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        if sent:
            return sent.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        for text in message.get("body", b"").decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in text.splitlines() if line)
            if "event" in fields:
                messages.put_nowait((fields["event"], json.loads(fields["data"])))

    wanted = {"accept": "text/event-stream", **headers}
    task = asyncio.ensure_future(app(scope_of("GET", path, wanted), receive, send))
    try:
        yield messages
    finally:
        gone.set()
        await task
