"""A finished PDF made smaller: its dictionaries, which ReportLab writes in clear, are packed together (PDF 1.5)."""

import re
import zlib
from collections.abc import Iterator

_ENTRY = re.compile(rb"(\d{10}) \d{5} n")
_OBJECT = re.compile(rb"\d+ 0 obj\s*(.*?)\s*endobj\s*", re.DOTALL)
_TRAILER = re.compile(rb"trailer\s*<<(.*?)>>\s*startxref\s*(\d+)", re.DOTALL)


def packed(content: bytes) -> bytes:
    """The same document, of one revision and with a plain table of its objects; streams stay as they are."""
    trailer, start = _TRAILER.findall(content, content.rindex(b"trailer"))[0]
    objects = dict(_objects(content, int(start)))
    streams = {number: body for number, body in objects.items() if body.endswith(b"endstream")}
    plain = {number: body for number, body in objects.items() if number not in streams}
    pack, table = max(objects) + 1, max(objects) + 2
    streams[pack] = _pack(plain)
    places = {number: (2, pack, index) for index, number in enumerate(plain)}
    found = bytearray(content[: content.index(b"\n", content.index(b"\n") + 1) + 1])
    for number, body in streams.items():
        places[number] = (1, len(found), 0)
        found += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    places[table] = (1, len(found), 0)
    kept = re.sub(rb"/Size \d+", b"", trailer).strip()
    found += b"%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, _table(places, kept), len(found))
    return bytes(found)


def _objects(content: bytes, table: int) -> Iterator[tuple[int, bytes]]:
    """The objects by their numbers, in the order of the numbers."""
    entries = [int(entry[1]) for entry in _ENTRY.finditer(content, table)]
    ends = dict(zip(sorted(entries), [*sorted(entries)[1:], table], strict=True))
    for number, begin in enumerate(entries, 1):
        whole = _OBJECT.fullmatch(content[begin : ends[begin]].rpartition(b"endobj")[0] + b"endobj")
        if whole is None:
            raise ValueError(f"object {number} is not where the table says")
        yield number, whole[1]


def _pack(plain: dict[int, bytes]) -> bytes:
    """The objects in one stream, after a list of their numbers and places."""
    heads, place = [], 0
    for number, body in plain.items():
        heads.append(b"%d %d" % (number, place))
        place += len(body) + 1
    head = b" ".join(heads) + b"\n"
    entries = b"/Type /ObjStm /N %d /First %d" % (len(plain), len(head))
    return _stream(entries, head + b"\n".join(plain.values()))


def _table(places: dict[int, tuple[int, int, int]], entries: bytes) -> bytes:
    """Where every object is: of one row each its kind, where it is or in what, and its place there."""
    rows = [(0, 0, 0xFFFF), *(places[number] for number in sorted(places))]
    data = b"".join(b"%c%s%s" % (kind, at.to_bytes(4), place.to_bytes(2)) for kind, at, place in rows)
    return _stream(b"/Type /XRef /W [ 1 4 2 ] /Size %d %s" % (len(rows), entries), data)


def _stream(entries: bytes, data: bytes) -> bytes:
    body = zlib.compress(data, 9)
    return b"<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (entries, len(body), body)
