"""Serving a calculator page in the home network, for phones: `form --serve`."""

import os
import re
import shutil
import socket
import sys
from errno import EADDRINUSE
from functools import partial
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from socketserver import TCPServer
from time import strftime

from sheetgen.errors import Message, SheetgenError, reason
from sheetgen.i18n.catalog import Catalog

_PORTS = range(8123, 8143)
"""Ports that are tried one after the other. Browsers keep the games of an address: it should stay the same."""
_POLICY = re.compile(rb'http-equiv="Content-Security-Policy" content="([^"]*)"')
_INK, _PLAIN = "\x1b[97;40m", "\x1b[0m"
"""Light on dark, also in a light terminal; and as before."""
_BESIDE = 14
"""Lines of the terminal that the words around the square take."""
_SAME_NETWORK = Message("Phone and computer in the same Wi-Fi: point the camera at the square, or type the address.")
_PLAY = Message("Play. An open page plays on without this computer, but opens again only while it serves.")
_EVERY_EVENING = Message("For every evening: send %(file)s to the phone, or put it on a web space with --app.")
"""What to do, step by step."""


def serve(content: bytes, name: str, host: str | None, catalog: Catalog) -> None:
    """Serve a page, and nothing else, until Ctrl-C; print its address, and as a QR code on a terminal.

    `host` is an address of this computer; None for its address in the home network. Raises SheetgenError for an
    address that is not of this computer, and where no port is free.
    """
    server = _server(content, host or _home_address(), catalog)
    bound, port = server.server_address[:2]
    address = _home_address() if bound == "0.0.0.0" else str(bound)  # noqa: S104 - somebody asked for it
    link, size = f"http://{address}:{port}/", round(len(content) / 1000)
    what = Message("serving %(file)s, %(size)s kB, on %(address)s, read-only")
    print(catalog.message(what, file=name, size=size, address=address))
    if host is None:
        print(catalog.message("for this computer alone: --host 127.0.0.1"))
    print(f"\n  {link}\n")
    if not address.startswith("127."):
        print(_square(link), end="")
        for number, step in enumerate((_SAME_NETWORK, _PLAY, _EVERY_EVENING), 1):
            print(f"{number}. {catalog.message(step, file=name)}")
        print()
    print(catalog.message("Ctrl-C ends it"), flush=True)
    server.serve_forever()


def _home_address() -> str:
    """Return the address of this computer in its network; that for itself alone if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # which sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _square(link: str) -> str:
    """Return a link as a QR code in half blocks; an empty text where no terminal has room for one."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or "utf" not in str(sys.stdout.encoding).lower():
        return ""
    from segno import make

    drawn = StringIO()
    make(link, error="l", micro=False).terminal(drawn, border=4, compact=True)
    lines, terminal = drawn.getvalue().splitlines(), shutil.get_terminal_size()
    if len(lines[0]) + 2 > terminal.columns or len(lines) + _BESIDE > terminal.lines:
        return ""
    return "".join(f"  {_INK}{line}{_PLAIN}\n" for line in lines) + "\n"


def _server(content: bytes, host: str, catalog: Catalog) -> ThreadingHTTPServer:
    """Return a server on the first free port."""
    for port in _PORTS:
        try:
            return _Server((host, port), partial(_Handler, content, catalog))
        except OSError as error:
            if error.errno != EADDRINUSE:
                message = Message("wrote '%(written)s'; should be an address of this computer (%(reason)s)")
                raise SheetgenError(message, key="--host", written=host, reason=reason(error)) from error
    raise SheetgenError("no port from %(first)s to %(last)s is free", first=str(_PORTS[0]), last=str(_PORTS[-1]))


class _Server(ThreadingHTTPServer):
    """Server that asks no other computer for the name of this one, which can take long."""

    def server_bind(self) -> None:
        """Take the address."""
        TCPServer.server_bind(self)

    def handle_error(self, *_: object) -> None:
        """Print nothing: phones end connections as they like."""


class _Handler(BaseHTTPRequestHandler):
    """Answers a request for the page with its bytes, and any other with an error."""

    timeout = 20  # seconds for a request: one that never ends holds a thread
    server_version, sys_version = "sheetgen", ""  # strangers need no versions

    def __init__(self, content: bytes, catalog: Catalog, *arguments: object) -> None:
        self._content, self._catalog = content, catalog
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Send the page."""
        if self._send_head():
            self.wfile.write(self._content)
            opened = self._catalog.message("opened")
            print(f"{strftime('%H:%M:%S')}  {self.client_address[0]}  {opened}", flush=True)

    def do_HEAD(self) -> None:
        """Send what the page is."""
        self._send_head()

    def _send_head(self) -> bool:
        """Send the headers, with the policy of the page, and return whether there is such a page."""
        if self.path.partition("?")[0] != "/":
            self.send_error(404)
            return False
        policy = _POLICY.search(self._content)
        self.send_response(200)
        for name, value in {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Length": str(len(self._content)),
            "Content-Security-Policy": unescape(policy[1].decode()) + "; frame-ancestors 'none'"
            if policy
            else "default-src 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-cache",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        return True

    def log_message(self, *_: object) -> None:
        """Print nothing: a visitor has a line of its own."""
