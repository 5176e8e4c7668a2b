"""The server in the home network: a page alone, or the page of a table with its few routes.

==========  ===============================  ======================================================
route       asked with                       answer
==========  ===============================  ======================================================
GET /       ?table=TOKEN, once               the page, and the cookie that lets in
GET /screen ?table=TOKEN, once               the page of the big screen, and the cookie
GET /invitation                              {link, address, digits}: how phones come to the table
POST /enter {digits} or {token}              204 with the cookie; 403; 429 after five wrong tries
GET /game    ?after=N&mark=M                 the whole state (`matches`), and whether the first N
                                             events are those of the device (``known``)
GET /events ?after=N&device=ID&as=ROLE       all later events: {events, last, closed, drafts, here,
                                             version}. It waits 25 s for one; with the ``version``
                                             of an answer for any change, also of dice on the table.
                                             With ``Accept: text/event-stream`` a stream. ROLE is
                                             ``watches``, ``screen`` or empty
POST /events  [event, …] (`events`)          {events, last} with their numbers, once on the disk.
                                             409 {device, count}: the next one is `count`.
                                             422 {error}: one is not possible, none was taken
POST /log     {id, started, events}          204; the log of a table that waits for it (`recovery`)
POST /drafts  {player, dice, named, …}       204; the turn that is being played, for the others
==========  ===============================  ======================================================

All but ``/``, ``/screen`` and ``/enter`` want the cookie, or the token in the header ``X-Table``:
else 401. A stream has messages ``events`` (id: the number of the last one; data: a list),
``draft``, ``here`` (who is present: `running.Presence`), ``beat`` every 10 s, and ``closed``
when the table closes. Errors are {"error": sentence} in the language of the table.
"""

import asyncio
import re
import socket
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from hmac import compare_digest
from html import unescape
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Annotated, Any

from msgspec import Meta, MsgspecError, Struct, to_builtins
from msgspec.json import decode, encode
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.catalog import Catalog
from sheetgen.live.events import AnyEvent, check_draft, draft_of, read_events
from sheetgen.live.matches import drafts_of, game_answer
from sheetgen.live.recovery import MOST_BYTES_OF_LOG, bring_back, read_offer
from sheetgen.live.running import (
    PHONE,
    SCREEN,
    WATCHES,
    MissingEventsError,
    Presence,
    RunningTable,
)

BEAT = 10.0
"""Seconds between two beats of a stream. A device takes the table for lost after 15."""
LONG_POLL = 25.0
"""Maximum number of seconds for which a request waits for an event."""
PATIENCE = 20.0
"""Maximum time of a request and its answer in seconds: 300 kB take 15 kB/s. Streams are longer."""
MOST_BYTES = 256_000
"""Maximum size of a request: 200 events with all their rolls."""
MOST_REQUESTS = 400
"""Maximum number of requests of an address in ten seconds. Tapped dice are some three a second."""
WRONG_TRIES = 5
"""Maximum number of wrong tries of an address in a minute."""
WRONG_TRIES_OF_ALL = 30
"""Maximum number of wrong tries of all addresses in a minute: there are 10,000 sets of digits."""
_POLICY = re.compile(rb'http-equiv="Content-Security-Policy" content="([^"]*)"')
_MONTH = 30 * 24 * 3600
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_NOT_HERE = Message("no such page")
_WRONG_HOST = Message("this address is not that of the table; type it as the terminal shows it")
_WRONG_ORIGIN = Message("another page may not do this")
_TOO_LARGE = Message("this is too much at once")
_TOO_OFTEN = Message("too many requests; wait a moment")
_NO_ENTRY = Message("first scan the square of this table, or type its digits")
_WRONG_DIGITS = Message("these are not the digits of this table")
_WAIT = Message("too many wrong tries; wait a minute")
_NO_REQUEST = Message("this request cannot be read")

TellOpened = Callable[[str], None]
"""Reports that the page was opened, from an address."""
TellEvent = Callable[[AnyEvent, str], None]
"""Reports an event that came from an address."""


class Refusal(Exception):  # noqa: N818 - it is an answer
    """Answer other than the one that was asked for."""

    def __init__(self, status: int, message: str = "", **data: Any) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.data = data


# applications


def page_app(page: bytes, catalog: Catalog, tell: TellOpened) -> Starlette:
    """Return the application that serves a page and nothing else."""

    async def send_page(request: Request) -> Response:
        if request.method == "GET":
            tell(address_of(request))
        return _page_answer(page)

    return _application([Route("/", send_page)], catalog)


def _application(routes: list[Route], catalog: Catalog) -> Starlette:
    """Return an application with these routes, behind the guard."""

    async def refuse(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)  # noqa: S101 - the type that it is registered for
        words = {"error": catalog.message(Message(error.message))} if error.message else {}
        return _json_answer(words | error.data, error.status)

    async def refuse_fault(_: Request, error: Exception) -> Response:
        assert isinstance(error, SheetgenError)  # noqa: S101 - as above
        return _json_answer({"error": catalog.error(error)}, 422)

    async def not_found(_: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 404)
        return _json_answer({"error": catalog.message(_NOT_HERE)}, status)

    app = Starlette(
        routes=routes,
        middleware=[Middleware(_Guard, catalog=catalog)],
        exception_handlers={
            Refusal: refuse,
            SheetgenError: refuse_fault,
            404: not_found,
            405: not_found,
        },
    )
    app.router.redirect_slashes = False  # a redirect would name the host that was asked for
    return app


class TablePages(Struct, frozen=True):
    """Pages of a table."""

    phone: bytes
    """Page for each phone."""
    screen: bytes
    """Page of the big screen."""
    link: str
    """Address of the page for phones, without the token."""


PagesAnew = Callable[[str], TablePages]
"""Returns the pages of the table for the log that came from an address, and reports it."""


def table_app(
    table: RunningTable,
    pages: TablePages,
    catalog: Catalog,
    tell: TellEvent,
    pages_anew: PagesAnew | None = None,
) -> Starlette:
    """Return the application of a table.

    `pages_anew` makes the pages once a device has brought back the log of the table.
    """
    desk = _Desk(table, pages, tell, pages_anew)
    routes = [
        Route("/", desk.send_page),
        Route("/screen", desk.send_screen),
        Route("/invitation", desk.send_invitation),
        Route("/enter", desk.enter, methods=["POST"]),
        Route("/game", desk.send_game),
        Route("/events", desk.send_events),
        Route("/events", desk.take_events, methods=["POST"]),
        Route("/log", desk.take_log, methods=["POST"]),
        Route("/drafts", desk.take_draft, methods=["POST"]),
    ]
    return _application(routes, catalog)


def address_of(request: Request) -> str:
    """Return the address of a device, IPv4 as it is written."""
    host = request.client.host if request.client else ""
    return host.removeprefix("::ffff:")


def _page_answer(page: bytes) -> Response:
    """Return the page, with its own content security policy as a header."""
    policy = "default-src 'none'"
    policy_of_page = _POLICY.search(page)
    if policy_of_page:
        policy = unescape(policy_of_page[1].decode()) + "; frame-ancestors 'none'"
    headers = _HEADERS | {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
    return Response(page, media_type="text/html", headers=headers)


def _json_answer(data: Any, status: int = 200) -> Response:
    headers = _HEADERS | {
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "Cache-Control": "no-store",
    }
    if status == 429:
        headers["Retry-After"] = "60"
    return Response(encode(data), status, headers, media_type="application/json")


# the guard in front of all routes


class _Recent:
    """Counts what each address did in the last seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self._times: dict[str, deque[float]] = defaultdict(deque)

    def is_full(self, address: str) -> bool:
        """Check whether an address did something as often as it may."""
        if address not in self._times:
            return False
        times = self._times[address]
        while times and monotonic() - times[0] > self.seconds:
            times.popleft()
        if not times:
            del self._times[address]
        return len(times) >= self.most

    def add(self, address: str) -> None:
        """Note that an address did something."""
        if len(self._times) > 10_000:  # strangers; who plays begins anew, too
            self._times.clear()
        self._times[address].append(monotonic())


def network_of(address: str) -> str:
    """Return an address, or the network of one of IPv6, in which a computer has any number."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(int(parsed) >> 64)
    return address


class _Guard:
    """Refuses strange hosts, other pages, requests that are too many, and those that take long."""

    def __init__(self, app: ASGIApp, catalog: Catalog) -> None:
        self._app = app
        self._catalog = catalog
        self._requests = _Recent(MOST_REQUESTS, 10)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        refusal = self._refusal(request)
        if refusal:
            status, message = refusal
            answer = _json_answer({"error": self._catalog.message(message)}, status)
            await answer(scope, receive, send)
        elif request.method == "GET" and request.url.path == "/events":
            await self._app(scope, receive, send)
        else:
            async with asyncio.timeout(PATIENCE):
                await self._app(scope, receive, send)

    def _refusal(self, request: Request) -> tuple[int, Message] | None:
        """Return status and message for a request that is refused; None for others."""
        address = network_of(address_of(request))
        if self._requests.is_full(address):
            return 429, _TOO_OFTEN
        self._requests.add(address)
        hosts = request.headers.getlist("host")
        if len(hosts) != 1 or not is_own_host(hosts[0]):
            return 421, _WRONG_HOST
        if request.method not in ("GET", "HEAD") and not _is_from_own_page(request, hosts[0]):
            return 403, _WRONG_ORIGIN
        return None


def is_own_host(host: str) -> bool:
    """Check whether a Host header names this computer: an address, or a name that no DNS has.

    Pages of the internet can name a computer here by a domain of theirs, but not so.
    """
    name = re.sub(r":\d+\Z", "", host).strip("[]").lower()
    own_name = socket.gethostname().lower().removesuffix(".local")
    if name in ("localhost", own_name, f"{own_name}.local"):
        return True
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def _is_from_own_page(request: Request, host: str) -> bool:
    """Check whether a request that changes something comes from the page itself, or no page."""
    origin = request.headers.get("origin", f"http://{host}")
    site = request.headers.get("sec-fetch-site", "same-origin")
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    return origin == f"http://{host}" and site == "same-origin" and kind == "application/json"


async def _body_of(request: Request, most: int = MOST_BYTES) -> bytes:
    """Return the body of a request of a limited size in bytes."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Refusal(413, _TOO_LARGE)
        parts.append(part)
    return b"".join(parts)


# the routes of a table


class EntryRequest(Struct, forbid_unknown_fields=True):
    """Digits or token with which a device wants to sit down."""

    digits: Annotated[str, Meta(max_length=20)] = ""
    token: Annotated[str, Meta(max_length=40)] = ""


class _Desk:
    """Answers the requests to a table."""

    def __init__(
        self,
        table: RunningTable,
        pages: TablePages,
        tell: TellEvent,
        pages_anew: PagesAnew | None,
    ) -> None:
        self.table = table
        self.pages = pages
        self.tell = tell
        self.pages_anew = pages_anew
        self.cookie = f"sheetgen-{table.about.name}"
        self._wrong_tries = _Recent(WRONG_TRIES, 60)
        self._all_wrong_tries = _Recent(WRONG_TRIES_OF_ALL, 60)

    async def send_page(self, request: Request) -> Response:
        """Send the page; with the token of the square, the cookie as well."""
        return self._send(self.pages.phone, request)

    async def send_screen(self, request: Request) -> Response:
        """Send the page of the big screen, which has no secrets; with the token, the cookie too."""
        return self._send(self.pages.screen, request)

    def _send(self, page: bytes, request: Request) -> Response:
        answer = _page_answer(page)
        if self._is_token(request.query_params.get("table", "")):
            self._let_in(answer)
        return answer

    async def send_invitation(self, request: Request) -> Response:
        """Send how phones come to the table, for the square on the big screen."""
        self._check_entry(request)
        about, link = self.table.about, self.pages.link
        address = link.removeprefix("http://").rstrip("/")
        invitation = {
            "link": f"{link}?table={about.token}",
            "address": address,
            "digits": about.digits,
        }
        return _json_answer(invitation)

    async def enter(self, request: Request) -> Response:
        """Let in who knows the digits under the square, or the token in it."""
        try:
            asked = decode(await _body_of(request), type=EntryRequest)
        except (MsgspecError, ValueError, RecursionError) as error:
            raise Refusal(400, _NO_REQUEST) from error
        # from here on nothing waits: many requests at once are tried one after the other
        address = network_of(address_of(request))
        if self._wrong_tries.is_full(address) or self._all_wrong_tries.is_full(""):
            raise Refusal(429, _WAIT)
        has_digits = compare_digest(asked.digits.encode(), self.table.about.digits.encode())
        if not has_digits and not self._is_token(asked.token):
            self._wrong_tries.add(address)
            self._all_wrong_tries.add("")
            raise Refusal(403, _WRONG_DIGITS)
        answer = Response(status_code=204, headers=_HEADERS)
        self._let_in(answer)
        return answer

    def _let_in(self, answer: Response) -> None:
        token = self.table.about.token
        answer.set_cookie(self.cookie, token, _MONTH, httponly=True, samesite="strict")

    def _is_token(self, text: str) -> bool:
        return compare_digest(text.encode(), self.table.about.token.encode())

    def _check_entry(self, request: Request) -> None:
        """Refuse a device that has not been let in."""
        shown = request.headers.get("x-table") or request.cookies.get(self.cookie, "")
        if not self._is_token(shown):
            raise Refusal(401, _NO_ENTRY)

    async def send_game(self, request: Request) -> Response:
        """Send the whole state."""
        self._check_entry(request)
        asked = [request.query_params.get(name, "0") for name in ("after", "mark")]
        if not all(re.fullmatch(r"[0-9]{1,10}", number) for number in asked):
            raise Refusal(400, _NO_REQUEST)
        after, mark = map(int, asked)
        is_known = self.table.is_known(after, mark)
        return _json_answer(game_answer(self.table) | {"known": is_known})

    async def send_events(self, request: Request) -> Response:
        """Send the events after a number: as a stream, or once there is one."""
        self._check_entry(request)
        after = request.headers.get("last-event-id") or request.query_params.get("after", "0")
        device = request.query_params.get("device", "")
        role = request.query_params.get("as", PHONE)
        version = request.query_params.get("version", "")
        are_numbers = re.fullmatch(r"[0-9]{1,9}", after) and re.fullmatch(r"[0-9]{0,9}", version)
        is_device = re.fullmatch(r"[A-Za-z0-9_-]{0,40}", device)
        if not are_numbers or not is_device or role not in (PHONE, WATCHES, SCREEN):
            raise Refusal(400, _NO_REQUEST)
        if "text/event-stream" in request.headers.get("accept", ""):
            stream = self._stream(int(after), device, role)
            headers = _HEADERS | {"Cache-Control": "no-store"}
            return StreamingResponse(stream, headers=headers, media_type="text/event-stream")
        with self.table.listening(device, role):
            return await self._long_poll(int(after), int(version) if version else None)

    async def _long_poll(self, after: int, version: int | None) -> Response:
        """Wait for an event, or any change since a version, and send all that is new."""
        table = self.table
        end = monotonic() + LONG_POLL
        while len(table.log) <= after and not table.is_closed and monotonic() < end:
            if version not in (None, table.version):
                break
            await table.wait(table.version, end - monotonic())
        return _json_answer(
            {
                "events": table.log[after:],
                "last": len(table.log),
                "closed": table.is_closed,
                "drafts": drafts_of(table),
                "here": table.present(),
                "version": table.version,
            }
        )

    async def _stream(self, after: int, device: str, role: str) -> AsyncIterator[bytes]:
        """Yield the messages of a stream, until the table closes or the device goes."""
        table = self.table
        version = 0
        present: Presence | None = None
        with table.listening(device, role):
            yield b"retry: 1000\n\n"
            while True:
                now = table.version
                if table.log[after:]:
                    events = table.log[after:]
                    after = len(table.log)
                    yield _message("events", events, after)
                for player, (since, dice) in list(table.drafts.items()):
                    if since > version:
                        yield _message("draft", {"player": player} | to_builtins(dice))
                version = now
                if present != table.present():
                    present = table.present()
                    yield _message("here", present)
                if table.is_closed:
                    yield _message("closed", {})
                    return
                await table.wait(version, BEAT)
                if table.version == version:
                    yield _message("beat", {"last": len(table.log)})

    async def take_events(self, request: Request) -> Response:
        """Take events, which are on the disk before the answer is sent."""
        self._check_entry(request)
        events = read_events(await _body_of(request))
        if self.table.is_waiting and not self.table.log:
            raise SheetgenError("this table waits for a phone that knows its game")
        before = len(self.table.log)
        try:
            taken = self.table.take(events)
        except MissingEventsError as error:
            raise Refusal(409, device=error.device, count=error.count) from error
        for event in taken:
            self.table.see(event.device)
            if event.number > before:
                self.tell(event, address_of(request))
        return _json_answer({"events": taken, "last": len(self.table.log)})

    async def take_log(self, request: Request) -> Response:
        """Take the log of a table whose file is gone."""
        self._check_entry(request)
        offer = read_offer(await _body_of(request, MOST_BYTES_OF_LOG))
        before = len(self.table.log)
        bring_back(self.table, offer)
        if self.pages_anew and len(self.table.log) > before:
            self.pages = self.pages_anew(address_of(request))
        return Response(status_code=204, headers=_HEADERS)

    async def take_draft(self, request: Request) -> Response:
        """Take dice that are being tapped."""
        self._check_entry(request)
        player, draft = draft_of(await _body_of(request))
        check_draft(self.table.game, draft)
        self.table.draft(player, draft)
        return Response(status_code=204, headers=_HEADERS)


def _message(kind: str, data: Any, number: int | None = None) -> bytes:
    """Return a message of a stream."""
    number_line = b"" if number is None else b"id: %d\n" % number
    return b"event: %s\n%sdata: %s\n\n" % (kind.encode(), number_line, encode(data))
