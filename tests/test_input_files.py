"""Files that a command reads: places where there is none are answered at once, and a link is as good as its file."""

import os
from pathlib import Path

import pytest
from conftest import Refused, Run
from readback import text_of

COMMANDS = {
    "again": ("again",),
    "names": ("pdf", "--ruleset", "dice-play", "--names-file"),
    "theme": ("pdf", "--ruleset", "dice-play", "--theme"),
}
PLACES = [
    # the name of a file, and what is said of it
    ("missing.toml", "no such file"), ("nowhere.toml", "no such file"), (".toml", "no such file"),
    ("no/such/own.toml", "no such file"), ("no/../x.toml", "no such file"), ("a\x1b[31m\nb.toml", "no such file"),
    ("folder.toml", "this is no file"), ("pipe.toml", "this is no file"), ("endless.toml", "this is no file"),
    ("round.toml", "cannot read this file"), (f"{'x' * 300}.toml", "the name is too long"),
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_places_without_a_file(refused: Refused, command: tuple[str, ...]) -> None:
    """A missing file, a folder, a pipe and an endless device are each answered at once, in a line."""
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
    assert run("pdf", "--ruleset", "dice-play", "--names-file", "link.txt", "-o", "x.pdf")[0] == 0
    assert "Zoë" in text_of("x.pdf")
