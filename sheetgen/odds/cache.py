"""Cache of computed tables and values of states, in the user's cache folder, by the fingerprint of their game.

A file of values begins with a line of JSON: the number of states of each layer and their check sums. The values follow,
eight bytes each, layer by layer. Files that do not fit are ignored and computed again.
"""

import zlib
from contextlib import suppress

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

from sheetgen.errors import SheetgenError
from sheetgen.files.folders import cache_folder
from sheetgen.files.writing import Content, make_folder, write_all
from sheetgen.odds.best_play import MOST_BYTES, Play, fingerprint, read_play, write_play
from sheetgen.odds.counters import Goal

_LONGEST_HEAD = 10_000


def kept_play(goal: Goal) -> Play | None:
    """Return the cached table of a game; None if it is absent or damaged."""
    with suppress(OSError, SheetgenError), (cache_folder() / f"{fingerprint(goal)}.json").open("rb") as file:
        return read_play(file.read(MOST_BYTES), goal)
    return None


def keep_play(goal: Goal, play: Play) -> None:
    """Store the table of a game. Does nothing if the folder cannot be written."""
    _keep(f"{fingerprint(goal)}.json", write_play(play))


class _Head(Struct, frozen=True):
    """First line of a file of values."""

    fingerprint: str
    layers: tuple[tuple[int, int], ...]
    """Number of states of each layer, and the check sum of their values."""


def kept_values(goal: Goal, layers: tuple[int, ...]) -> list[bytes] | None:
    """Return the values of the states of some layers, eight bytes each; None if they are absent or damaged."""
    with (
        suppress(OSError, SheetgenError, DecodeError),
        (cache_folder() / f"{fingerprint(goal)}.values").open("rb") as file,
    ):
        first = file.readline(_LONGEST_HEAD)
        head = decode(first, type=_Head)
        found = []
        for layer in layers:
            size, check = head.layers[layer] if layer < len(head.layers) else (0, 0)
            file.seek(len(first) + 8 * sum(before for before, _ in head.layers[:layer]))
            content = file.read(8 * size) if 0 <= size < 1 << 40 else b""
            if head.fingerprint != fingerprint(goal) or len(content) != 8 * size or zlib.crc32(content) != check:
                return None
            found.append(content)
        return found
    return None


def keep_values(goal: Goal, layers: list[bytes]) -> None:
    """Store the values of all states. Does nothing if the folder cannot be written."""
    head = _Head(fingerprint(goal), tuple((len(each) // 8, zlib.crc32(each)) for each in layers))
    _keep(f"{fingerprint(goal)}.values", b"\n".join((encode(head), b"".join(layers))))


def _keep(name: str, content: Content) -> None:
    """Write a file completely or not at all, and ignore a folder that cannot be written."""
    with suppress(OSError, SheetgenError):
        make_folder(cache_folder())
        write_all([(cache_folder() / name, content)], True)
