"""`form --serve`: a page for phones in the home network, and nothing else."""

import re
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from sheetgen.cli import serving
from sheetgen.i18n.catalog import load_catalog
from sheetgen.live import listening
from sheetgen.live.listening import Host, NetworkServer, bound_sockets
from sheetgen.live.server import page_app
from tests.conftest import Run
from tests.running import program

HOME = "127.0.0.1"


@contextmanager
def served() -> Iterator[int]:
    """Yield the port of a page that the program serves; end it with Ctrl-C."""
    command = [
        sys.executable,
        "-m",
        "sheetgen",
        "form",
        "yatzy",
        "--lang",
        "en",
        "--serve",
        "--host",
        HOME,
    ]
    with Popen(command, stdout=PIPE, text=True) as server:
        assert server.stdout
        link = next(line for line in server.stdout if "http://" in line)
        while "Ctrl-C" not in server.stdout.readline():
            pass  # before this line nobody is answered
        try:
            yield int(re.findall(r":(\d+)/", link)[0])
            server.send_signal(signal.SIGINT)
            assert server.wait(10) == 128 + signal.SIGINT
        finally:
            server.kill()


def asked(
    port: int, path: str, method: str = "GET", host: str = HOME
) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of an answer."""
    with closing(HTTPConnection(host, port, timeout=10)) as connection:
        connection.request(method, path)
        answer = connection.getresponse()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, headers, answer.read()


def test_the_page_and_nothing_else(tmp_path: Path) -> None:
    """The bytes are those of the file.

    Other paths and methods are refused; headers repeat the page's own policy.
    """
    words = ("form", "yatzy", "--lang", "en", "--format", "html", "-o", "page.html")
    assert program(*words, folder=tmp_path).returncode == 0
    page = (tmp_path / "page.html").read_bytes()
    with served() as port:
        status, headers, body = asked(port, "/")
        assert (status, body) == (200, page)
        assert "script-src 'sha256-" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert asked(port, "/", "HEAD")[2] == b""
        for path in ("/etc/passwd", "/../pyproject.toml", "/page.html"):
            assert asked(port, path)[0] == 404
        assert asked(port, "/", "POST")[0] in (403, 405)


def has_ipv6() -> bool:
    """Check whether this machine has an address of its own in IPv6."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


ipv6 = pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")


class Started(Host):
    """Host that lets others wait until the server listens."""

    def __init__(self) -> None:
        self.event = threading.Event()

    def started(self) -> None:
        """Let others go on."""
        self.event.set()


@contextmanager
def serving_here(host: str) -> Iterator[int]:
    """Yield the port of a small page that a thread of this process serves."""
    sockets = bound_sockets([host])
    port = sockets[0].getsockname()[1]
    started = Started()
    server = NetworkServer(page_app(b"<p>page</p>", load_catalog("en"), print), started)
    thread = threading.Thread(target=server.run, args=(sockets,), daemon=True)
    thread.start()
    try:
        assert started.event.wait(10)
        yield port
    finally:
        server.should_exit = True
        thread.join(10)


def end_at_once(server: NetworkServer, sockets: list[socket.socket]) -> None:
    """Close the sockets of a server in place of answering anybody."""
    for bound in sockets:
        bound.close()
    server._host.started()


def test_the_next_free_port() -> None:
    """A port that is taken is passed over."""
    with serving_here(HOME) as first, serving_here(HOME) as second:
        assert first < second < 8143


@ipv6
def test_an_address_of_ipv6(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An address of IPv6 is in brackets in the link, as in browsers."""
    monkeypatch.setattr(NetworkServer, "run", end_at_once)
    serving.serve(b"", "yatzy-en.html", "::1", load_catalog("en"))
    assert re.search(r"^  http://\[::1]:81\d\d/$", capsys.readouterr().out, re.MULTILINE)


@ipv6
def test_all_addresses(capfd: pytest.CaptureFixture[str]) -> None:
    """Phones with IPv4 are answered, too, and named as they are written."""
    with serving_here("::") as port:
        assert [asked(port, "/", host=host)[0] for host in (HOME, "::1")] == [200, 200]
    assert {*capfd.readouterr().out.split()} == {HOME, "::1"}


def test_connections_that_only_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest one ends for a new one, a page is still answered, and in time all of them end."""
    monkeypatch.setattr(listening, "MOST_CONNECTIONS", 4)
    monkeypatch.setattr(listening, "PATIENCE", 0.3)
    with serving_here(HOME) as port:
        silent = [socket.create_connection((HOME, port), timeout=10) for _ in range(12)]
        silent[-1].sendall(b"GET / HTTP/1.0\r\nX: ")  # and the rest never comes
        assert asked(port, "/")[0] == 200
        assert [ending_of(each) for each in silent] == [b""] * 12
        for each in silent:
            each.close()


def ending_of(connection: socket.socket) -> bytes:
    """Return what a connection gets until its end, which may be sudden."""
    try:
        return connection.recv(1)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("lang", ["en", "nl", "de", "fr"])
@pytest.mark.parametrize("square", ["", "a square\n"])
def test_the_words(
    lang: str, square: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A square is named where there is one, and no line is wider than a terminal."""
    monkeypatch.setattr(serving, "square_of", lambda _: square)
    monkeypatch.setattr(serving, "home_address", lambda: "192.168.178.123")
    monkeypatch.setattr(NetworkServer, "run", end_at_once)
    catalog = load_catalog(lang)
    # nothing is answered
    serving.serve(b"", "games-of-all-of-us-en.html", "0.0.0.0", catalog)  # noqa: S104
    out = capsys.readouterr().out
    assert "\n  http://192.168.178.123:" in out
    assert max(map(len, out.splitlines())) < 80
    with_square, without = (
        "".join(catalog.message(step).split())
        for step in (serving._SAME_NETWORK, serving._NO_SQUARE)
    )
    printed = "".join(out.split())
    assert (with_square in printed, without in printed) == (bool(square), not square)


def test_what_does_not_go_together(run: Run) -> None:
    """An address of another computer, a file as well, and a host without a server are refused."""
    for options, said in (
        (("--serve", "--host", "192.0.2.77"), "--host: wrote '192.0.2.77'"),
        (("--serve", "-o", "x.html"), "exclude each other"),
        (("--serve", "--app"), "exclude each other"),
        (("--host", HOME), "--host needs --serve"),
    ):
        code, _, err = run("form", "yatzy", *options)
        assert code == 2
        assert said in err


def test_no_port(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """If all ports are taken, the message says which."""
    with socket.socket() as taken:
        taken.bind((HOME, 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(listening, "PORTS", range(port, port + 1))
        code, _, err = run("form", "yatzy", "--serve", "--host", HOME)
    assert code == 2
    assert str(port) in err
