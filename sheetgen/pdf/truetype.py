"""TrueType fonts: which letters they have, how wide these are, and the part of a font that a document needs.

Only what embedding takes (the tables of OpenType 1.9, by their names). ReportLab reads fonts too, but its import takes
longer than all else that printing a sheet takes.
"""

import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from struct import Struct, error, unpack_from

BROKEN = (error, KeyError, IndexError, ValueError, ArithmeticError)
"""What reading a file that is no font can raise."""
_SIGNATURES = (b"\0\1\0\0", b"true")
_NO_EMBEDDING, _NO_SUBSETS = 0x0002, 0x0300
_WORDS, _SCALED, _MORE, _SCALED_TWICE, _MATRIX = 0x1, 0x8, 0x20, 0x40, 0x80
"""Flags of the parts of a composite outline."""
_COPIED = (b"cvt ", b"fpgm", b"prep")
_U16, _I16, _U32 = Struct(">H"), Struct(">h"), Struct(">L")
_PART = 1_000
"""So many letters are looked at together, for a font cannot have more than 65,535 outlines."""
_NO_BREAK = 0xA0
"""The no-break space, which is drawn as a space whatever a font has there."""


class TrueType:
    """A font file with outlines of its own. Raises one of `BROKEN`, now or later, if it is none.

    Widths and heights are in thousandths of the size of the type.
    """

    def __init__(self, data: bytes) -> None:
        if data[:4] not in _SIGNATURES:
            raise ValueError(data[:4])
        self._data = data
        entries = (unpack_from(">4s4xLL", data, 12 + 16 * place) for place in range(_U16.unpack_from(data, 4)[0]))
        self._tables: dict[bytes, tuple[int, int]] = {tag: (offset, length) for tag, offset, length in entries}
        self._scale = 1000 / self._number(b"head", 18)
        rights = self._number(b"OS/2", 8) if b"OS/2" in self._tables else 0
        if rights == _NO_EMBEDDING or rights & _NO_SUBSETS:
            raise ValueError(rights)

    @cached_property
    def glyphs(self) -> Mapping[int, int]:
        """The letters that the font has, by their code points, and the numbers of their outlines."""
        at = self._tables[b"cmap"][0]
        found = {}
        for place in range(_U16.unpack_from(self._data, at + 2)[0]):
            platform, encoding, offset = unpack_from(">HHL", self._data, at + 4 + 8 * place)
            found[platform, encoding] = at + offset
        for wanted, read in self._kinds:
            if wanted in found:
                glyphs = dict(read(found[wanted]))
                return glyphs | {_NO_BREAK: glyphs[ord(" ")]}
        raise ValueError(list(found))

    @property
    def _kinds(self) -> Sequence[tuple[tuple[int, int], Callable[[int], Iterator[tuple[int, int]]]]]:
        """The platforms and encodings of Unicode, the largest first, and what reads their letters."""
        wide, usual = self._segments_32, self._segments_16
        return ((3, 10), wide), ((0, 4), wide), ((3, 1), usual), ((0, 3), usual)

    def width(self, code: int) -> float:
        """The width of a letter; KeyError if the font lacks it."""
        return self._metrics(self.glyphs[code])[0] * self._scale

    @cached_property
    def heights(self) -> tuple[int, int]:
        """How far letters reach above the line and, below it, as a negative number."""
        ascent, descent = unpack_from(">hh", self._table(b"hhea"), 4)
        return round(ascent * self._scale), round(descent * self._scale)

    @cached_property
    def reach(self) -> tuple[float, float]:
        """The same for setting lines of text, by the font's own word on that."""
        if b"OS/2" not in self._tables:
            return self.bounds[3], self.bounds[1]
        above, below = unpack_from(">hh", self._table(b"OS/2"), 68)
        return above * self._scale, below * self._scale

    @cached_property
    def capitals(self) -> int:
        """How high capitals are."""
        if self._number(b"OS/2", 0) < 2:
            return self.heights[0]
        return round(self._number(b"OS/2", 88) * self._scale)

    @cached_property
    def bounds(self) -> tuple[int, ...]:
        """The box around all outlines: left, bottom, right, top."""
        return tuple(round(side * self._scale) for side in unpack_from(">hhhh", self._table(b"head"), 36))

    @cached_property
    def slant(self) -> float:
        """By how many degrees the letters lean, counterclockwise."""
        angle: int = unpack_from(">l", self._table(b"post"), 4)[0]
        return angle / 65536

    def subset(self, letters: Sequence[str]) -> bytes:
        """A font with the outlines of these letters, the first of them as number 1."""
        numbers = [0, *(self.glyphs[ord(letter)] for letter in letters)]
        outlines = list(self._outlines(numbers))  # which adds what composite letters are made of
        offsets = accumulate(map(len, outlines), initial=0)
        count = len(outlines)
        tables = {tag: self._table(tag) for tag in _COPIED if tag in self._tables}
        metrics = b"".join(b"%b%b" % self._packed_metrics(number) for number in numbers)
        tables |= {
            b"glyf": b"".join(outlines),
            b"head": _patched(self._table(b"head"), (8, b"\0\0\0\0"), (50, b"\0\1")),
            b"hhea": _patched(self._table(b"hhea"), (34, _U16.pack(count))),
            b"hmtx": metrics,
            b"loca": b"".join(map(_U32.pack, offsets)),
            b"maxp": _patched(self._table(b"maxp"), (4, _U16.pack(count))),
        }
        return _font_file(tables)

    def check(self) -> None:
        """Read everything that a document may need; raises one of `BROKEN` for what is wrong anywhere."""
        letters = list(map(chr, self.glyphs))
        for start in range(0, len(letters), _PART):
            self.subset(letters[start : start + _PART])
        _ = self.heights, self.bounds, self.slant, self.capitals

    def _table(self, tag: bytes) -> bytes:
        offset, length = self._tables[tag]
        return self._data[offset : offset + length]

    def _number(self, tag: bytes, at: int) -> int:
        number: int = _U16.unpack_from(self._data, self._tables[tag][0] + at)[0]
        return number

    def _array(self, code: str, at: int, count: int) -> "array[int]":
        numbers = array(code)
        numbers.frombytes(self._data[at : at + count * numbers.itemsize])
        if sys.byteorder == "little":
            numbers.byteswap()
        return numbers

    def _segments_32(self, at: int) -> Iterator[tuple[int, int]]:
        """The letters of a cmap of format 12."""
        before = -1
        for place in range(_U32.unpack_from(self._data, at + 12)[0]):
            first, last, number = unpack_from(">LLL", self._data, at + 16 + 12 * place)
            before = _next(before, first, last)
            yield from zip(range(first, last + 1), range(number, self._count), strict=False)

    def _segments_16(self, at: int) -> Iterator[tuple[int, int]]:
        """The letters of a cmap of format 4."""
        count = _U16.unpack_from(self._data, at + 6)[0] // 2
        ends, starts, shifts, offsets = (
            self._array("H", at + where + part * 2 * count, count) for part, where in enumerate((14, 16, 16, 16))
        )
        place, before = at + 16 + 6 * count, -1
        for segment, (first, last, shift, offset) in enumerate(zip(starts, ends, shifts, offsets, strict=True)):
            before = _next(before, first, last)
            for code in range(first, last + 1):
                number = code
                if offset:
                    number = _U16.unpack_from(self._data, place + 2 * segment + offset + 2 * (code - first))[0]
                number = (number + shift) & 0xFFFF if number or not offset else 0
                if 0 < number < self._count:
                    yield code, number

    @cached_property
    def _count(self) -> int:
        """How many outlines there are."""
        return self._number(b"maxp", 4)

    @cached_property
    def _places(self) -> "array[int]":
        """Where each outline begins, and where the last ends."""
        at, long = self._tables[b"loca"][0], self._number(b"head", 50)
        places = self._array("I" if long else "H", at, self._count + 1)
        return places if long else array("I", (2 * place for place in places))

    @cached_property
    def _measured(self) -> int:
        """So many outlines have a width of their own; the others are as wide as the last of these."""
        return self._number(b"hhea", 34)

    def _metrics(self, number: int) -> tuple[int, int]:
        """The width of an outline and the space before it, in the font's own units."""
        at, own = self._tables[b"hmtx"][0], min(number, self._measured - 1)
        width = _U16.unpack_from(self._data, at + 4 * own)[0]
        before = at + 4 * own + 2 if own == number else at + 4 * self._measured + 2 * (number - self._measured)
        return width, _I16.unpack_from(self._data, before)[0]

    def _packed_metrics(self, number: int) -> tuple[bytes, bytes]:
        width, before = self._metrics(number)
        return _U16.pack(width), _I16.pack(before)

    def _outlines(self, numbers: list[int]) -> Iterator[bytes]:
        """The outlines of these numbers, numbered anew, and then the parts that they are made of."""
        start, new = self._tables[b"glyf"][0], dict[int, int]()
        for place, number in enumerate(numbers):
            new.setdefault(number, place)
        for number in numbers:  # and those that are added meanwhile
            outline = bytearray(self._data[start + self._places[number] : start + self._places[number + 1]])
            for at in _parts(outline):
                part = _U16.unpack_from(outline, at)[0]
                if part not in new:
                    new[part] = len(numbers)
                    numbers.append(part)
                _U16.pack_into(outline, at, new[part])
            yield bytes(outline) + bytes(-len(outline) % 4)


def _next(before: int, first: int, last: int) -> int:
    """The last letter of a segment. ValueError if it is not behind the one before, so that none is read twice."""
    if not before < first <= last <= sys.maxunicode:
        raise ValueError((before, first, last))
    return last


def _parts(outline: bytearray) -> Iterator[int]:
    """Where the numbers of the parts of a composite outline stand; nowhere in any other."""
    at, flags = 10, _MORE
    if len(outline) < at or _I16.unpack_from(outline)[0] >= 0:
        return
    while flags & _MORE:
        flags = _U16.unpack_from(outline, at)[0]
        yield at + 2
        shape = 2 if flags & _SCALED else 4 if flags & _SCALED_TWICE else 8 if flags & _MATRIX else 0
        at += 4 + (4 if flags & _WORDS else 2) + shape


def _patched(table: bytes, *changes: tuple[int, bytes]) -> bytes:
    """A table with other bytes in some places."""
    copy = bytearray(table)
    for at, new in changes:
        copy[at : at + len(new)] = new
    return bytes(copy)


def _font_file(tables: Mapping[bytes, bytes]) -> bytes:
    """The tables as a file."""
    count = len(tables)
    power = count.bit_length() - 1
    head = b"\0\1\0\0%b" % b"".join(map(_U16.pack, (count, 16 << power, power, 16 * count - (16 << power))))
    offset, entries, bodies = len(head) + 16 * count, [], []
    for tag, table in sorted(tables.items()):
        entries.append(b"%b%b%b%b" % (tag, *map(_U32.pack, (_checksum(table), offset, len(table)))))
        bodies.append(table + bytes(-len(table) % 4))
        offset += len(bodies[-1])
    return b"".join((head, *entries, *bodies))


def _checksum(table: bytes) -> int:
    numbers = array("I", table + bytes(-len(table) % 4))
    if sys.byteorder == "little":
        numbers.byteswap()
    return sum(numbers) & 0xFFFFFFFF
