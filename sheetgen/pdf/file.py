"""The objects of a PDF, written one after the other, and the table of their places (ISO 32000-1, 7.5)."""

import zlib
from array import array
from io import BytesIO
from typing import BinaryIO

BEHIND_REPORTLAB = 1000
"""The first number of our objects in a file that has some of ReportLab's too."""
_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_LEVEL = 6
_SHORT = 1_000
"""A stream of fewer bytes is not compressed: that takes longer than all else that a page takes."""
_BUFFER = 1 << 16
_ENTRIES = 1_000
"""So many entries of the table of places are written together."""
_MARKS = b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf"
"""A text that begins so is in another encoding."""


class PdfFile:
    """A PDF while it is written; holds no more than the places of its objects. Numbers begin at `first`."""

    def __init__(self, target: BinaryIO, first: int = 1) -> None:
        self.target = target
        self._first = first
        self._places = array("Q")
        self._sums = 0, 1
        self._waiting: list[bytes] = []
        self.offset = self._flushed = 0
        """How many bytes there are so far, and how many of them have left."""
        self.write(_HEADER)

    def new(self) -> int:
        """The number of an object that is still to be written."""
        self._places.append(0)
        return self._first + len(self._places) - 1

    def put(self, number: int, body: bytes) -> None:
        """Write an object."""
        self._places[number - self._first] = self.offset
        self.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))

    def add(self, body: bytes) -> int:
        """Write an object, and give its number."""
        number = self.new()
        self.put(number, body)
        return number

    def put_stream(self, number: int, content: bytes, entries: bytes = b"") -> None:
        """Write an object that holds a stream, with these entries in its dictionary."""
        if len(content) < _SHORT:
            self.put(number, b"<<%b/Length %d>>\nstream\n%b\nendstream" % (entries, len(content), content))
        else:
            self.put_packed(number, zlib.compress(content, _LEVEL), entries)

    def put_packed(self, number: int, packed: bytes, entries: bytes = b"") -> None:
        """Write an object that holds a stream which is compressed already."""
        head = b"<<%b/Filter/FlateDecode/Length %d>>" % (entries, len(packed))
        self.put(number, b"%b\nstream\n%b\nendstream" % (head, packed))

    def end(self, catalog: int, info: int, before: bytes = b"") -> None:
        """Write the table of places, after the part `before` of it for objects with lower numbers, and the trailer."""
        table, size = self.offset, self._first + len(self._places)
        head = before or b"0 1\n0000000000 65535 f \n"
        self.write(b"xref\n%b%d %d\n" % (head, self._first, len(self._places)))
        for start in range(0, len(self._places), _ENTRIES):
            self.write(b"".join([b"%010d 00000 n \n" % place for place in self._places[start : start + _ENTRIES]]))
        self._flush()
        name = b"%08X%08X%016X" % (*self._sums, table)
        self.write(
            b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%b><%b>]>>\nstartxref\n%d\n%%%%EOF\n"
            % (size, catalog, info, name, name, table)
        )
        self._flush()

    def write(self, data: bytes) -> None:
        """Write some bytes."""
        self._waiting.append(data)
        self.offset += len(data)
        if self.offset - self._flushed > _BUFFER:
            self._flush()

    def copy(self, target: BinaryIO) -> "PdfFile":
        """Another file with all that is here, to go on with elsewhere; only where this one is written to memory."""
        assert isinstance(self.target, BytesIO)  # noqa: S101 - what has left cannot be copied
        self._flush()
        twin = object.__new__(PdfFile)
        twin.__dict__.update(self.__dict__)
        twin.target, twin._places, twin._waiting = target, self._places[:], []
        target.write(self.target.getvalue())
        return twin

    def _flush(self) -> None:
        data = b"".join(self._waiting)
        self.target.write(data)
        self._sums = zlib.crc32(data, self._sums[0]), zlib.adler32(data, self._sums[1])
        self._flushed = self.offset
        self._waiting.clear()


def text_string(text: str) -> bytes:
    """A text as PDF writes it outside contents."""
    latin = _latin(text)
    if latin is None:
        return b"<FEFF%b>" % text.encode("utf-16-be", "replace").hex().upper().encode()
    return b"(%b)" % latin.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _latin(text: str) -> bytes | None:
    """A text of printable letters of Latin-1, which are the same in PDF; None for another, or one that has a mark."""
    try:
        found = text.encode("latin-1")
    except UnicodeEncodeError:
        return None
    return found if text.isprintable() and not found.startswith(_MARKS) else None
