"""Lines from a stream, as they come: none is waited for longer than need be, and none can fill the memory."""

from collections.abc import Iterator
from typing import Protocol

from sheetgen.errors import SheetgenError

MAX_LINE = 1_000_000
"""A line longer than so many bytes is not read; it arrives cut off, one byte too long."""
_CHUNK = 1 << 17
_BOM = b"\xef\xbb\xbf"


Answered = tuple[bytes, int]
"""The answers to some lines, and how many of these lines have findings."""


class Stream(Protocol):
    """Bytes that come when they are there, such as standard input."""

    def read1(self, size: int, /) -> bytes:
        """Up to `size` bytes, as soon as there are any; none at the end."""
        ...


def text_of(line: bytes) -> str:
    """The text of a line; SheetgenError if it is too long or no text."""
    if len(line) > MAX_LINE:
        raise SheetgenError("longer than 1 MB; write a card or roll a line")
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8") from error


def is_utf_8(line: bytes) -> bool:
    """Whether these bytes are a text."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def read_lines(stream: Stream) -> Iterator[list[bytes]]:
    """The lines that have come in, whenever some have; without line ends."""
    return map(lines_of, read_blocks(stream))


def lines_of(block: bytes) -> list[bytes]:
    """The lines of a block; one that is too long is cut off."""
    lines = block.split(b"\n")
    return lines if len(block) <= MAX_LINE else [line[: MAX_LINE + 1] for line in lines]


def read_blocks(stream: Stream) -> Iterator[bytes]:
    """The lines that have come in, whenever some have, as one piece; without the last line end."""
    rest, skipping, first = b"", False, True
    while chunk := stream.read1(_CHUNK):
        rest += chunk
        if first and len(rest) >= len(_BOM):
            rest, first = rest.removeprefix(_BOM), False
        block, end, rest = rest.rpartition(b"\n")
        if skipping and end:
            _, end, block = block.partition(b"\n")
            skipping = False
        if end:
            yield block
        if len(rest) > MAX_LINE:
            if not skipping:
                yield rest[: MAX_LINE + 1]
            rest, skipping = b"", True
    if rest and not skipping:
        yield rest.removeprefix(_BOM) if first else rest
