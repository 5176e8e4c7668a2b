"""The program in a process of its own, as a shell starts it."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PROGRAM = [sys.executable, "-m", "sheetgen"]
Done = subprocess.CompletedProcess[bytes]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a run in English that has no settings of this machine."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "LANG", "SHEETGEN_"))
    }
    return {
        **kept,
        "SHEETGEN_LANG": "en",
        "SHEETGEN_HOME": str(Path(__file__).parent / "nobody"),
        **more,
    }


def program(*words: str, folder: Path | None = None, **more: str) -> Done:
    """Run the program in a folder; `more` are variables of its environment."""
    return python("-m", "sheetgen", *words, folder=folder, **more)


def python(*words: str, folder: Path | None = None, **more: str) -> Done:
    """Run Python in a folder; `more` are variables of its environment."""
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=folder, env=environment(**more), capture_output=True, check=False
    )


def shell(line: str, folder: Path | None = None, **more: str) -> Done:
    """Run a line of a shell in which `sheetgen` is the program; it ends after a minute."""
    line = line.replace("sheetgen ", f"exec '{sys.executable}' -m sheetgen ", 1)
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=folder,
        env=environment(**more),
        capture_output=True,
        check=False,
        timeout=60,
    )


def start(folder: Path, *words: str, **more: Any) -> "subprocess.Popen[bytes]":
    """Start the program in a folder, its standard output thrown away."""
    return subprocess.Popen(
        [*PROGRAM, *words], cwd=folder, env=environment(), stdout=subprocess.DEVNULL, **more
    )


def content(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


PATIENCE = 30
"""Seconds without a word after which a conversation has failed."""


def talk(
    words: Sequence[str],
    answers: Iterable[bytes],
    env: dict[str, str],
    folder: Path | None = None,
    prompt: bytes = b"]: ",
) -> tuple[int, str]:
    """Start the program on a terminal and answer its questions, which end with the prompt.

    Return the exit code and all that was shown.
    """
    waiting = list(answers)
    master, terminal = pty.openpty()
    process = subprocess.Popen(
        ["env", "--default-signal=INT", "setsid", "-c", *PROGRAM, *words],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=env,
        cwd=folder,
    )
    os.close(terminal)
    shown = b""
    try:
        while select.select([master], [], [], PATIENCE)[0]:
            try:
                piece = os.read(master, 65536)
            except OSError:  # the program has closed the terminal
                break
            shown += piece
            if shown.endswith(prompt) and waiting:
                os.write(master, waiting.pop(0))
        assert process.wait(PATIENCE) is not None
    finally:
        process.kill()
        process.wait()
        os.close(master)
    assert not waiting, shown.decode()
    return process.returncode, shown.decode().replace("\r\n", "\n")
