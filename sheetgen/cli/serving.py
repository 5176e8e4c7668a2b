"""Serving in the home network, for phones: a page alone (`form --serve`), addresses and squares."""

import os
import shutil
import socket
import sys
from contextlib import suppress
from io import StringIO
from ipaddress import ip_address
from textwrap import fill
from time import strftime

from sheetgen.errors import Message
from sheetgen.i18n.catalog import Catalog

# Imported where it is needed: the server (130 ms).

_INK, _PLAIN = "\x1b[97;40m", "\x1b[0m"
"""Light on dark, also in a light terminal; and as before."""
_BESIDE = 16
"""Lines of the terminal that the words around the square take."""
_WIDTH = 79
"""Maximum width of a line in letters: a terminal of the usual 80 columns keeps its last one
free."""
_SIOCGIFADDR = 0x8915
"""Request of Linux for the address of a network card (netdevice(7))."""
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
    from sheetgen.live.listening import Host, NetworkServer, bound_sockets
    from sheetgen.live.server import page_app

    sockets = bound_sockets([host or home_address()])
    address, link = reached_at(sockets[0])
    size = round(len(content) / 1000)
    what = Message("serving %(file)s, %(size)s kB, on %(address)s, read-only")
    print(wrapped(catalog.message(what, file=name, size=size, address=address)))
    if host is None:
        print(wrapped(catalog.message("for this computer alone: --host 127.0.0.1")))
    print(f"\n  {link}\n")
    if not ip_address(bare(address)).is_loopback:
        square = square_of(link)
        print(square, end="")
        first_step = _SAME_NETWORK if square else _NO_SQUARE
        print_steps((first_step, _PLAY, _EVERY_EVENING), catalog, file=name)

    class PageHost(Host):
        """Host of a page alone."""

        def started(self) -> None:
            """Say that phones are answered from now on."""
            print(catalog.message("Ctrl-C ends it"), flush=True)

    def tell_opened(visitor: str) -> None:
        opened = catalog.message("opened")
        print(f"{strftime('%H:%M:%S')}  {visitor}  {opened}", flush=True)

    NetworkServer(page_app(content, catalog, tell_opened), PageHost()).run(sockets)


def reached_at(bound: socket.socket) -> tuple[str, str]:
    """Return the address under which phones reach a socket, and the link with it."""
    host, port = bound.getsockname()[:2]
    address = str(host)
    if ip_address(bare(address)).is_unspecified:
        address = home_address()  # phones need one of all the addresses of this computer
    in_link = f"[{address}]" if ":" in address else address
    return address, f"http://{in_link}:{port}/"


def print_steps(steps: tuple[Message, ...], catalog: Catalog, **values: object) -> None:
    """Print what to do, step by step."""
    for number, step in enumerate(steps, 1):
        print(wrapped(f"{number}. {catalog.message(step, **values)}", indent="   "))
    print()


def wrapped(text: str, indent: str = "") -> str:
    """Return a text in lines that a terminal has room for.

    `indent` is put before all but the first.
    """
    return fill(
        text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def bare(address: str) -> str:
    """Return an address without its zone, the network card of a local IPv6 address."""
    return address.partition("%")[0]


def home_address() -> str:
    """Return the address of this computer in its network; 127.0.0.1 if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # which sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def network_card(address: str) -> str:
    """Return the name of the network card with an IPv4 address, such as ``wlan0``.

    It is empty where the system does not tell: elsewhere than on Linux.
    """
    if sys.platform != "linux":
        return ""
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        wanted = socket.inet_aton(address)
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # a card without an address
                answer = ioctl(probe, _SIOCGIFADDR, name.encode().ljust(40, b"\0"))
                if answer[20:24] == wanted:
                    return name
    return ""


def square_of(link: str) -> str:
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
