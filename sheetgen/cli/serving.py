"""Serving a calculator page in the home network, for phones: `form --serve`."""

import os
import re
import shutil
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from errno import EADDRINUSE
from functools import partial
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from ipaddress import ip_address
from socketserver import TCPServer
from textwrap import fill
from time import monotonic, strftime
from typing import Any

from sheetgen.errors import Message, SheetgenError, reason
from sheetgen.i18n.catalog import Catalog

_PORTS = range(8123, 8143)
"""Ports that are tried one after the other. Browsers keep the games of an address: it should stay
the same."""
_POLICY = re.compile(rb'http-equiv="Content-Security-Policy" content="([^"]*)"')
_INK, _PLAIN = "\x1b[97;40m", "\x1b[0m"
"""Light on dark, also in a light terminal; and as before."""
_BESIDE = 16
"""Lines of the terminal that the words around the square take."""
_WIDTH = 79
"""Maximum width of a line in letters: a terminal of the usual 80 columns keeps its last one
free."""
_MOST = 32
"""Maximum number of connections at a time. Each has a thread; a browser opens up to six."""
_PATIENCE = 20.0
"""Maximum time of a connection in seconds, for the request and the answer: 300 kB take 15 kB/s."""
_SAME_NETWORK = Message(
    "Phone and computer in the same Wi-Fi: point the camera at the square, or type the address."
)
_NO_SQUARE = Message(
    "Phone and computer in the same Wi-Fi: type the address in the browser of the phone."
)
_PLAY = Message(
    "Play. An open page plays on without this computer, but opens again only while it serves."
)
_EVERY_EVENING = Message(
    "For every evening: send %(file)s to the phone, or put it on a web space with --app."
)
"""What to do, step by step."""


def serve(content: bytes, name: str, host: str | None, catalog: Catalog) -> None:
    """Serve a page, and nothing else, until Ctrl-C; print its address.

    A terminal shows the address as a QR code, too. `host` is an address of this computer; None for
    its address in the home network. Raises SheetgenError for an address that is not of this
    computer, and where no port is free.
    """
    server = _server(content, host or _home_address(), catalog)
    bound, port = server.server_address[:2]
    address = str(bound)
    if ip_address(_bare(address)).is_unspecified:
        address = _home_address()  # phones need one of all the addresses of this computer
    is_ipv6 = ":" in address
    link = f"http://[{address}]:{port}/" if is_ipv6 else f"http://{address}:{port}/"
    size = round(len(content) / 1000)
    what = Message("serving %(file)s, %(size)s kB, on %(address)s, read-only")
    print(_wrapped(catalog.message(what, file=name, size=size, address=address)))
    if host is None:
        print(_wrapped(catalog.message("for this computer alone: --host 127.0.0.1")))
    print(f"\n  {link}\n")
    if not ip_address(_bare(address)).is_loopback:
        square = _square(link)
        print(square, end="")
        first_step = _SAME_NETWORK if square else _NO_SQUARE
        for number, step in enumerate((first_step, _PLAY, _EVERY_EVENING), 1):
            print(_wrapped(f"{number}. {catalog.message(step, file=name)}", indent="   "))
        print()
    print(catalog.message("Ctrl-C ends it"), flush=True)
    with server:
        server.serve_forever()


def _wrapped(text: str, indent: str = "") -> str:
    """Return a text in lines that a terminal has room for.

    `indent` is put before all but the first.
    """
    return fill(
        text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _bare(address: str) -> str:
    """Return an address without its zone, the network card of a local IPv6 address."""
    return address.partition("%")[0]


def _home_address() -> str:
    """Return the address of this computer in its network; 127.0.0.1 if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # which sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _square(link: str) -> str:
    """Return a link as a QR code in half blocks.

    The text is empty if the output is no terminal that can show the code, or has no room for it.
    """
    is_utf = "utf" in str(sys.stdout.encoding).lower()
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or not is_utf:
        return ""
    from segno import make

    drawn = StringIO()
    make(link, error="l", micro=False).terminal(drawn, border=4, compact=True)
    lines = drawn.getvalue().splitlines()
    terminal = shutil.get_terminal_size()
    is_too_wide = len(lines[0]) + 2 > terminal.columns
    is_too_high = len(lines) + _BESIDE > terminal.lines
    if is_too_wide or is_too_high:
        return ""
    return "".join(f"  {_INK}{line}{_PLAIN}\n" for line in lines) + "\n"


def _server(content: bytes, host: str, catalog: Catalog) -> ThreadingHTTPServer:
    """Return a server on the first free port."""
    for port in _PORTS:
        try:
            return _Server((host, port), partial(_Handler, content, catalog))
        except OSError as error:
            if error.errno == EADDRINUSE:
                continue
            message = Message(
                "wrote '%(written)s'; should be an address of this computer (%(reason)s)"
            )
            raise SheetgenError(
                message, key="--host", written=host, reason=reason(error)
            ) from error
    raise SheetgenError(
        "no port from %(first)s to %(last)s is free", first=str(_PORTS[0]), last=str(_PORTS[-1])
    )


class _Server(ThreadingHTTPServer):
    """Server with a thread for each connection.

    The number of connections and the time of each are limited. A further connection ends the oldest
    one: connections that only wait keep nobody out.
    """

    def __init__(
        self, address: tuple[str, int], handler: Callable[..., BaseHTTPRequestHandler]
    ) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        # open connections, the oldest first, and when each began
        self._begun: dict[socket.socket, float] = {}
        super().__init__(address, handler)

    def server_bind(self) -> None:
        """Take the address without asking for the name of this computer, which can take long."""
        if self.address_family == socket.AF_INET6:
            # "::" answers phones with IPv4, too
            self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        TCPServer.server_bind(self)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread."""
        for oldest in list(self._begun)[: 1 - _MOST]:
            self._end(oldest)
        self._begun[request] = monotonic()
        super().process_request(request, client_address)

    def service_actions(self) -> None:
        """End connections that take too long. It is called every half a second."""
        for request, begun in list(self._begun.items()):
            if monotonic() - begun > _PATIENCE:
                self._end(request)

    def _end(self, request: socket.socket) -> None:
        """End a connection: its thread sees an end of the request, or of who reads the answer."""
        self._begun.pop(request, None)
        with suppress(OSError):  # it has ended by itself
            request.shutdown(socket.SHUT_RDWR)

    def shutdown_request(self, request: Any) -> None:
        """Forget a connection that has its answer."""
        self._begun.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, *_: object) -> None:
        """Print nothing: phones end connections as they like."""


class _Handler(BaseHTTPRequestHandler):
    """Answers a request for the page with its bytes, and any other with an error."""

    server_version, sys_version = "sheetgen", ""  # strangers need no versions

    def __init__(self, content: bytes, catalog: Catalog, *arguments: object) -> None:
        self._content, self._catalog = content, catalog
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Send the page."""
        if self._send_head():
            self.wfile.write(self._content)
            opened = self._catalog.message("opened")
            visitor = self.client_address[0].removeprefix("::ffff:")  # IPv4 as "::" has it
            # One write with the end of its line: phones are answered at the same time.
            print(f"{strftime('%H:%M:%S')}  {visitor}  {opened}\n", end="", flush=True)

    def do_HEAD(self) -> None:
        """Send what the page is."""
        self._send_head()

    def _send_head(self) -> bool:
        """Send the headers, with the policy of the page; return whether there is such a page."""
        if self.path.partition("?")[0] != "/":
            self.send_error(404)
            return False
        policy = "default-src 'none'"
        policy_of_page = _POLICY.search(self._content)
        if policy_of_page:
            policy = unescape(policy_of_page[1].decode()) + "; frame-ancestors 'none'"
        headers = {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Length": str(len(self._content)),
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-cache",
        }
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        return True

    def log_message(self, *_: object) -> None:
        """Print nothing: a visitor has a line of its own."""
