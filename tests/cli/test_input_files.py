"""Files that a command reads.

Wrong places are reported at once, and a link is as good as its file.
"""

import os
import re
from pathlib import Path

import pytest

from sheetgen.files.disk import MOST_TOML
from tests.conftest import Refused, Run
from tests.readback import text_of

COMMANDS = {
    "names": ("pdf", "--ruleset", "dice-play", "--names-file"),
    "theme": ("pdf", "--ruleset", "dice-play", "--theme"),
    "profile": ("pdf", "--ruleset", "dice-play", "--profile"),
}
PLACES = [
    # the name of a file, and what is said of it
    ("missing.toml", "no such file"), ("nowhere.toml", "no such file"), (".toml", "no such file"),
    ("no/such/own.toml", "no such file"), ("no/../x.toml", "no such file"),
    ("a\x1b[31m\nb.toml", "no such file"),
    ("folder.toml", "this is no file"), ("pipe.toml", "this is no file"),
    ("endless.toml", "this is no file"), ("round.toml", "cannot read this file"),
    (f"{'x' * 300}.toml", "the name is too long"),
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_places_without_a_file(refused: Refused, command: tuple[str, ...]) -> None:
    """A missing file, a folder, a pipe and an endless device are each refused in one line."""
    Path("folder.toml").mkdir()
    os.mkfifo("pipe.toml")
    for link, target in (("endless", "/dev/zero"), ("nowhere", "missing"), ("round", "round.toml")):
        Path(f"{link}.toml").symlink_to(target)
    for name, words in PLACES:
        err = refused(*command, name)
        assert (words in err, err.count("\n"), "\x1b" in err) == (True, 1, False), name
    assert not Path("out").exists()


def test_a_link_to_a_file_is_read(run: Run) -> None:
    """A link is as good as the file behind it."""
    Path("real.txt").write_text("Zoë\n", "utf-8")
    Path("link.txt").symlink_to("real.txt")
    assert run("pdf --ruleset dice-play --names-file link.txt -o x.pdf")[0] == 0
    assert "Zoë" in text_of("x.pdf")


NO_TOML = {
    # what is in the file, and what is said of it
    "an open bracket": (b"[lines", "not a TOML file: "),
    "no value": (b"[lines]\nbox = \n", "not a TOML file: "),
    "a key twice": (b"[pdf]\npar = true\npar = true\n", "not a TOML file: "),
    "a long number": (b"[pdf]\nplayers = " + b"9" * 9000, "not a TOML file: "),
    "deep lists": (b"pdf = " + b"[" * 100_000, "lists are nested too deeply; write them flatter"),
    "deep keys": (
        b"pdf." + b"a." * 60_000 + b"b = 1",
        "lists are nested too deeply; write them flatter",
    ),
    "a long key": (b"p" * 501 + b" = 1", "a key has more than 500 letters; shorten it"),
    "zeros": (b"\0\0\0", "not a TOML file: "),
    "Latin-1": ("# zoë\n".encode("latin-1"), "not UTF-8 text; save it as UTF-8"),
    "UTF-16": ("[pdf]\n".encode("utf-16"), "not UTF-8 text; save it as UTF-8"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "not UTF-8 text; save it as UTF-8"),
    "a byte beyond the limit": (b"#" * (MOST_TOML + 1), "larger than "),
}


@pytest.mark.parametrize("option", ["--profile", "--theme"])
@pytest.mark.parametrize(("content", "words"), NO_TOML.values(), ids=NO_TOML)
def test_what_is_no_toml(refused: Refused, content: bytes, words: str, option: str) -> None:
    """Profiles and themes alike; rulesets are tried with their faults.

    One line with the file and why it is none, without what a terminal obeys.
    """
    Path("own.toml").write_bytes(content)
    err = refused("pdf", "--ruleset", "dice-play", option, "own.toml")
    assert re.match(rf"own.toml:(\d+:)? {re.escape(words)}", err)
    assert (err.count("\n"), err.rstrip("\n").isprintable()) == (1, True)
    assert not Path("out").exists()
