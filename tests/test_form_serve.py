"""`form --serve`: a page for phones in the home network, and nothing else."""

import re
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from subprocess import PIPE, Popen

import pytest
from conftest import Run

HOME = "127.0.0.1"


@contextmanager
def served() -> Iterator[tuple[int, "Popen[str]"]]:
    """Yield the port of a page that is served, and the program; end it with Ctrl-C."""
    command = [sys.executable, "-m", "sheetgen", "form", "yatzy", "--lang", "en", "--serve", "--host", HOME]
    with Popen(command, stdout=PIPE, text=True) as program:
        assert program.stdout
        link = next(line for line in program.stdout if "http://" in line)
        try:
            yield int(re.findall(r":(\d+)/", link)[0]), program
            program.send_signal(signal.SIGINT)
            assert program.wait(10) == 128 + signal.SIGINT
        finally:
            program.kill()


def asked(port: int, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of an answer."""
    with closing(HTTPConnection(HOME, port, timeout=10)) as connection:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()


@pytest.mark.usefixtures("packed_for_users")
def test_the_page_and_nothing_else(run: Run) -> None:
    """The bytes are those of the file; other paths and methods are refused; headers repeat the page's own policy."""
    code, _, _ = run("form", "yatzy", "--lang", "en", "--format", "html", "-o", "page.html")
    assert code == 0
    with open("page.html", "rb") as file, served() as (port, _):  # noqa: PTH123 - in the folder of the run
        page = file.read()
        status, headers, body = asked(port, "/")
        assert (status, body) == (200, page)
        assert "script-src 'sha256-" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert asked(port, "/", "HEAD")[2] == b""
        for path in ("/etc/passwd", "/../pyproject.toml", "/page.html"):
            assert asked(port, path)[0] == 404
        assert asked(port, "/", "POST")[0] == 501


def test_the_next_free_port(run: Run) -> None:
    """A port that is taken is passed over."""
    with served() as (first, _), served() as (second, _):
        assert first < second < 8143


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
        monkeypatch.setattr("sheetgen.cli.serving._PORTS", range(port, port + 1))
        code, _, err = run("form", "yatzy", "--serve", "--host", HOME)
    assert code == 2
    assert str(port) in err
