"""Ports and connections: one process answers all devices in the home network."""

import logging
import socket
from collections.abc import Sequence
from errno import EADDRINUSE
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from sheetgen.errors import Message, SheetgenError, reason

PORTS = range(8123, 8143)
"""Ports that are tried one after the other. Browsers keep the games of an address: it should stay
the same."""
MOST_CONNECTIONS = 128
"""Maximum number of connections at a time: twelve phones have up to six each."""
PATIENCE = 20.0
"""Maximum time of a request in seconds, from its first byte to its last."""
LOOK_EVERY = 5
"""Seconds between two looks of the host."""
_GRACE = 3
"""Maximum time in seconds for answers that are being sent when the server ends."""


def bound_sockets(hosts: Sequence[str], first_port: int = 0) -> list[socket.socket]:
    """Return sockets for these addresses of this computer, all with the first free port.

    `first_port` is tried before the usual ones. Nobody is answered before the server runs. Raise
    SheetgenError for an address that is not of this computer, and where no port is free.
    """
    for port in [first_port, *PORTS] if first_port else PORTS:
        sockets: list[socket.socket] = []
        try:
            for host in hosts:
                sockets.append(_bound(host, port))
        except OSError as error:
            for bound in sockets:
                bound.close()
            if error.errno == EADDRINUSE:
                continue
            message = Message(
                "wrote '%(written)s'; should be an address of this computer (%(reason)s)"
            )
            raise SheetgenError(
                message, key="--host", written=hosts[0], reason=reason(error)
            ) from error
        return sockets
    raise SheetgenError(
        "no port from %(first)s to %(last)s is free", first=str(PORTS[0]), last=str(PORTS[-1])
    )


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket of an address; that of all addresses of IPv6 is one of IPv4, too."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows lets others take a port with the other
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        bound.bind((host, port))
        # Two programs may bind one address, but only one of them listens: the port is free if this
        # succeeds. Whoever connects waits until the server runs.
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound


class Host:
    """What the program does while it serves; this one does nothing."""

    def started(self) -> None:
        """Hear that devices are answered from now on."""

    def look(self) -> None:
        """Look around, every `LOOK_EVERY` seconds."""

    def closing(self) -> None:
        """Hear that the server ends; answers that wait have to end now."""

    def closed(self) -> None:
        """Hear that the server has ended."""


class NetworkServer(uvicorn.Server):
    """Server that answers devices until a signal ends the program."""

    def __init__(self, app: ASGIApp, host: Host) -> None:
        # phones end connections as they like: nobody has to hear of that
        logging.getLogger("uvicorn").addHandler(logging.NullHandler())
        config = uvicorn.Config(
            app,
            loop="asyncio",
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,  # strangers need no versions
            timeout_graceful_shutdown=_GRACE,
        )
        super().__init__(config)
        self._host = host

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._host.started()

    async def on_tick(self, counter: int) -> bool:
        """Look around; the library calls it ten times a second."""
        if counter % (10 * LOOK_EVERY) == 0:
            self._host.look()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all answers, and then the server."""
        self._host.closing()
        await super().shutdown(sockets)
        self._host.closed()


class Connection(H11Protocol):
    """Connection whose request has to arrive in a limited time.

    A further connection ends the oldest one that waits for its request, or else the oldest of all:
    connections that only wait keep nobody out.
    """

    begun = 0.0
    """Time of the loop at which the connection began."""
    _deadline: Any = None

    @property
    def is_waiting(self) -> bool:
        """Flag: no request has arrived that is still to be answered."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def connection_made(self, transport: Any) -> None:
        """Make room for the connection, and begin to wait."""
        super().connection_made(transport)
        self.begun = self.loop.time()
        others: list[Any] = [each for each in self.connections if each is not self]
        if len(others) >= MOST_CONNECTIONS:
            oldest = min(others, key=lambda each: (not each.is_waiting, each.begun))
            oldest.transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        self._watch()

    def _watch(self) -> None:
        """Begin or end to wait for the rest of a request."""
        if not self.is_waiting:
            self._stop_watching()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(PATIENCE, self._give_up)

    def _give_up(self) -> None:
        self._deadline = None
        if self.is_waiting:
            self.transport.abort()

    def _stop_watching(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_watching()
        super().connection_lost(exc)
