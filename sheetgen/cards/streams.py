"""Streams of lines, read as they arrive in bounded memory, and JSON objects that are checked key by key."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol

from msgspec import UNSET, MsgspecError, Raw, Struct, UnsetType
from msgspec.json import decode

from sheetgen.errors import SheetgenError
from sheetgen.files.input import Pairs, parse_json

MAX_LINE = 1_000_000
"""Maximum size of a line in bytes. A longer one is cut one byte after it."""
_CHUNK = 1 << 17
"""Bytes that are read at once. Larger chunks are not faster."""
_BOM = b"\xef\xbb\xbf"


class Stream(Protocol):
    """Stream of bytes, such as standard input."""

    def read1(self, size: int, /) -> bytes:
        """Return at most `size` bytes as soon as there are any; none at the end."""
        ...


def read_lines(stream: Stream) -> Iterator[list[bytes]]:
    """Yield the lines that have arrived, without line ends, whenever there are any."""
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
            lines = block.split(b"\n")
            yield lines if len(block) <= MAX_LINE else [line[: MAX_LINE + 1] for line in lines]
        if len(rest) > MAX_LINE:
            if not skipping:
                yield [rest[: MAX_LINE + 1]]
            rest, skipping = b"", True
    if rest and not skipping:
        yield [rest.removeprefix(_BOM) if first else rest]


def text_of(line: bytes) -> str:
    """Return the text of a line. Raise SheetgenError if it is too long or not UTF-8."""
    if len(line) > MAX_LINE:
        raise SheetgenError("longer than 1 MB; write a card or roll a line")
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise SheetgenError("not UTF-8 text; save it as UTF-8") from error


class _Id(Struct):
    """Id of a card or roll."""

    id: Raw | UnsetType = UNSET


def id_of(line: bytes) -> Raw | None:
    """Return the id in a line of JSON, even if other keys are wrong; None if it has none."""
    try:
        found = decode(text_of(line), type=_Id).id
    except (MsgspecError, RecursionError, SheetgenError):
        return None
    return None if found is UNSET else found


_SHAPES = {
    "ruleset": '"dice-play"',
    "boxes": '{"ones": 3}',
    "totals": '{"total": 241}',
    "dice": "[6, 6, 6, 3, 3]",
    "filled": '{"yacht": 50}',
    "first_roll": "true",
    "card": '{"yacht": 50}',
    "rolls_left": "2",
    "further_yachts": "1",
    "kept": "[6, 6]",
    "roll": "2",
    "together": "true",
}
"""Example value of each key but the id. Its type is the type of the key."""
_shown = lru_cache(maxsize=len(_SHAPES))(parse_json)


def read_object(pairs: Any, keys: Sequence[str], needed: str) -> dict[str, Any]:
    """Return a JSON object as a dictionary. Raise SheetgenError for a wrong or missing key, or a wrong type."""
    if not isinstance(pairs, Pairs):
        raise SheetgenError("should be a JSON object in { }")
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name not in keys:
            raise SheetgenError("the key '%(name)s' is unknown; take it out", name=name)
        if name in found:
            raise SheetgenError("the key '%(name)s' is there twice; keep one", name=name)
        if name in _SHAPES and not _has_shape(value, _SHAPES[name]):
            raise SheetgenError(
                "the value of '%(name)s' is of the wrong kind; write it like %(shape)s", name=name, shape=_SHAPES[name]
            )
        found[name] = value
    if needed not in found:
        raise SheetgenError("the key '%(name)s' is missing; add it", name=needed)
    return found


def _has_shape(value: Any, shape: str) -> bool:
    """Check whether a value has the type of an example, and the items of a list that of its first item."""
    shown = _shown(shape)
    alike = type(value) is type(shown)
    return alike and (type(value) is not list or all(type(each) is type(shown[0]) for each in value))


def check_keys(value: Any) -> None:
    """Raise SheetgenError if an object repeats a key, at any depth of a value from `parse_json`."""
    if isinstance(value, Pairs):
        names = [name for name, _ in value]
        for name in names:
            if names.count(name) > 1:
                raise SheetgenError("the key '%(name)s' is there twice; keep one", name=name)
        value = [inner for _, inner in value]
    for inner in value if isinstance(value, list) else ():
        check_keys(inner)
