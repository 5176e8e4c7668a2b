"""The objects of a PDF, written one after the other, and the table of their places (ISO 32000-1, 7.5).

Our own, since what libraries for this have in common is that they keep all objects until the end.
"""

import zlib
from array import array
from collections.abc import Iterable
from copy import copy
from io import BytesIO
from sys import byteorder
from typing import BinaryIO

_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_LEVEL = 6
_SHORT = 1_000
"""A stream of fewer bytes is not compressed: that takes longer than all else that a page takes."""
_PACK = 1_000
"""The maximum number of objects that are packed together."""
_BUFFER = 1 << 16
_PLAIN, _PACKED, _BITS = 1 << 48, 2 << 48, 16
"""Where an object is, as an entry of that table says it: by itself after some bytes, or in a stream at some place."""
_FREE = bytes(6) + b"\xff\xff"
"""The entry of number 0."""
_MARKS = b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf"
"""A text that begins so is in another encoding."""


class PdfFile:
    """A PDF while it is written; holds no more than the places of its objects.

    What is no stream is compressed together (PDF 1.5): the structure has hundreds of small objects.
    """

    def __init__(self, target: BinaryIO) -> None:
        self.target = target
        self._pack: list[tuple[int, bytes]] = []
        """Objects that wait to be packed."""
        self._places = array("Q")
        """Where each object is; 0 for a number that is not used."""
        self._sums = 0, 1
        self._waiting: list[bytes] = []
        self._offset = self._flushed = 0
        """How many bytes there are so far, and how many of them have left."""
        self._write(_HEADER)

    def new(self) -> int:
        """The number of an object that is still to be written."""
        self._places.append(0)
        return len(self._places)

    def put(self, number: int, body: bytes) -> None:
        """Write an object that is no stream; the last one of a number counts."""
        self._pack.append((number, body))
        if len(self._pack) == _PACK:
            self.end_pack()

    def add(self, body: bytes) -> int:
        """Write an object that is no stream, and give its number."""
        number = self.new()
        self.put(number, body)
        return number

    def put_stream(self, number: int, content: bytes, entries: bytes = b"", *, shared: bool = False) -> None:
        """Write an object that holds a stream, with these entries in its dictionary; `shared` by many pages or not."""
        if len(content) < _SHORT and not shared:
            self.put_plain(number, content, entries)
        else:
            self.put_packed(number, zlib.compress(content, _LEVEL), entries)

    def put_plain(self, number: int, content: bytes, entries: bytes) -> None:
        """Write an object that holds a stream which is not compressed."""
        self._put(number, b"<<%b/Length %d>>\nstream\n%b\nendstream" % (entries, len(content), content))

    def put_packed(self, number: int, packed: bytes, entries: bytes = b"") -> None:
        """Write an object that holds a stream which is compressed already."""
        self.put_plain(number, packed, entries + b"/Filter/FlateDecode")

    def end(self, catalog: int, info: int) -> None:
        """Write the table of places, with what a trailer says: of each object its kind, where it is, and its place."""
        self.end_pack()
        number, place = self.new(), self._offset
        self._places[number - 1] = _PLAIN | place << _BITS
        rows = self._places[:]
        if byteorder == "little":
            rows.byteswap()
        says = b"/Type/XRef/W[2 4 2]/Size %d/Root %d 0 R/Info %d 0 R" % (len(rows) + 1, catalog, info)
        table = zlib.compress(_FREE + rows.tobytes(), _LEVEL)
        self.put_packed(number, table, says + self._name(place))
        self._write(b"startxref\n%d\n%%%%EOF\n" % place)
        self._flush()

    def end_pack(self) -> None:
        """Write the objects that wait in one stream, after a list of their numbers and places."""
        if not self._pack:
            return
        stream, place, heads = self.new(), 0, []
        for index, (number, body) in enumerate(self._pack):
            self._places[number - 1] = _PACKED | stream << _BITS | index
            heads.append(b"%d %d" % (number, place))
            place += len(body) + 1
        head = b" ".join(heads) + b"\n"
        content = zlib.compress(head + b"\n".join([body for _, body in self._pack]), _LEVEL)
        self.put_packed(stream, content, b"/Type/ObjStm/N %d/First %d" % (len(self._pack), len(head)))
        self._pack.clear()

    def _name(self, table: int) -> bytes:
        """The entry that tells this file from all others."""
        self._flush()
        name = b"%08X%08X%016X" % (*self._sums, table)
        return b"/ID[<%b><%b>]" % (name, name)

    def _put(self, number: int, body: bytes) -> None:
        self._places[number - 1] = _PLAIN | self._offset << _BITS
        self._write(b"%d 0 obj\n%b\nendobj\n" % (number, body))

    def _write(self, data: bytes) -> None:
        self._waiting.append(data)
        self._offset += len(data)
        if self._offset - self._flushed > _BUFFER:
            self._flush()

    def copy(self, target: BinaryIO) -> "PdfFile":
        """Another file with all that is here, to go on with elsewhere; only where this one is in memory."""
        assert isinstance(self.target, BytesIO)  # noqa: S101 - what has left cannot be copied
        self._flush()
        twin = copy(self)
        twin.target, twin._places, twin._waiting, twin._pack = target, self._places[:], [], []
        target.write(self.target.getvalue())
        return twin

    def _flush(self) -> None:
        data = b"".join(self._waiting)
        self.target.write(data)
        self._sums = zlib.crc32(data, self._sums[0]), zlib.adler32(data, self._sums[1])
        self._flushed = self._offset
        self._waiting.clear()


def text_string(text: str) -> bytes:
    """A text as PDF writes it outside contents."""
    latin = text.encode("latin-1", "replace")  # whose printable letters are the same in PDF
    if not text.isprintable() or latin.startswith(_MARKS) or latin.decode("latin-1") != text:
        return b"<FEFF%b>" % text.encode("utf-16-be", "replace").hex().upper().encode()
    return b"(%b)" % latin.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def references(numbers: Iterable[int]) -> bytes:
    """The objects of these numbers, as they stand in an array."""
    return b" ".join([b"%d 0 R" % number for number in numbers])
