"""Where results are kept: tables and the values of states, under the fingerprint of their game. Nothing is trusted.

A file of values begins with a line of JSON that says how many states each layer has and what its check sum is; then
come the values, eight bytes each, layer by layer. What does not fit is worked out anew.
"""

import zlib
from contextlib import suppress

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

from sheetgen.errors import SheetgenError
from sheetgen.files.folders import cache_folder
from sheetgen.files.writing import Content, make_folder, write_all
from sheetgen.odds.counters import Goal
from sheetgen.odds.tables import MOST_BYTES, Play, fingerprint, read_play, write_play

_LONGEST_HEAD = 10_000


def kept_play(goal: Goal) -> Play | None:
    """The table of a game, if it is there and right."""
    with suppress(OSError, SheetgenError), (cache_folder() / f"{fingerprint(goal)}.json").open("rb") as file:
        return read_play(file.read(MOST_BYTES), goal)
    return None


def keep_play(goal: Goal, play: Play) -> None:
    """Keep the table of a game, if that is possible."""
    _keep(f"{fingerprint(goal)}.json", write_play(play))


class _Head(Struct, frozen=True):
    """The first line of a file of values."""

    fingerprint: str
    layers: tuple[tuple[int, int], ...]
    """For each layer how many states it has, and the check sum of their values."""


def kept_values(goal: Goal, layers: tuple[int, ...]) -> list[bytes] | None:
    """The values of the states of some layers, eight bytes each; None if they are not there or not right."""
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
    """Keep the values of all states, if that is possible."""
    head = _Head(fingerprint(goal), tuple((len(each) // 8, zlib.crc32(each)) for each in layers))
    _keep(f"{fingerprint(goal)}.values", b"\n".join((encode(head), b"".join(layers))))


def _keep(name: str, content: Content) -> None:
    """Write a file as a whole or not at all. Whoever cannot keep it does without."""
    with suppress(OSError, SheetgenError):
        make_folder(cache_folder())
        write_all([(cache_folder() / name, content)], True)
