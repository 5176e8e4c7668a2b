"""Declarations of tables that strangers write, checks of such tables, and colours.

A declaration is a tree of keys. Each key has its possible values, its meaning, and what is built of
a value. Rulesets, themes and profiles are checked against one; the JSON schema and the reference of
ruleset files are made from it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import atan2, cos, hypot, sin
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import FileError, Message, SheetgenError, unknown

Path = tuple[str | int, ...]
"""Place of a value in a table: keys, and positions in lists counted from 0."""
KeyFault = tuple[Path, SheetgenError]
"""A fault or a warning, with the path of the value that it is about."""

WRONG = Message("wrote %(written)s; should be %(right)s")
A_TEXT, A_LIST, A_TABLE = Message("a text"), Message("a list"), Message("a table")
A_FLAG, A_NUMBER = Message("true or false"), Message("a whole number")
A_GAME = Message("a game, as load_ruleset returns it")
"""Names of types in messages."""
_LONGEST_SHOWN = 60
"""Maximum number of letters of a value in a message, so that the message fits on a line or two."""
_MAX_FAULTS = 50
"""Maximum number of faults reported for one theme or profile: more than a person mends in one
go."""
_TOO_FEW = Message("wrote %(written)s; should have %(limit)s or more in it")


class Key(Struct, frozen=True):
    """A key of a table. This base class takes any value."""

    doc: str
    """English meaning of the key: a line of the reference."""
    python: ClassVar[type] = object
    """Python type of its values."""
    right: ClassVar[Message]
    """Name of that type in messages."""

    def faults(self, value: Any, path: Path = ()) -> Iterator[KeyFault]:
        """Yield every fault of a value."""
        if isinstance(value, self.python) and not (self.python is int and isinstance(value, bool)):
            return self.inner_faults(value, path)
        return iter([(path, refused(WRONG, value, right=self.right))])

    def inner_faults(self, value: Any, path: Path) -> Iterator[KeyFault]:
        """Yield the faults of a value of the right type."""
        return iter(())

    def made(self, value: Any) -> Any:
        """Return what is built of a value without faults."""
        return value


def as_written(value: object) -> str:
    """Return a value as a person would have written it, shortened if it is long."""
    import json  # noqa: PLC0415 - a sheet does without

    try:
        written = json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError):  # keys of another type, or a number of thousands of digits
        written = "..."
    return written if len(written) <= _LONGEST_SHOWN else written[: _LONGEST_SHOWN - 3] + "..."


def refused(message: Message, written: object, **more: Any) -> SheetgenError:
    """Return the fault that a value has; the message quotes the value."""
    return SheetgenError(message, written=as_written(written), **more)


def check_kind(value: object, kind: Any, key: str, right: Message) -> None:
    """Raise SheetgenError for a value of another type; a flag is no number.

    `right` is the name of the type.
    """
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise refused(WRONG, value, right=right).at(key)


def fault_at(path: Path, message: str, **values: Any) -> KeyFault:
    """Return a fault with this message for the value at a path."""
    return path, SheetgenError(message, **values)


class Value(Key, frozen=True):
    """A single value that passes a test."""

    fits: Callable[[Any], object]
    message: Message
    """Message for a value that does not pass."""
    more: Mapping[str, Any] = {}
    """Further values of the message."""

    def inner_faults(self, value: Any, path: Path) -> Iterator[KeyFault]:
        """Yield a fault for a value that does not pass."""
        if not self.fits(value):
            yield path, refused(self.message, value, **self.more)


class Flag(Key, frozen=True):
    """True or false."""

    python = bool
    right = Message("true or false")


class Number(Key, frozen=True):
    """A whole number within bounds."""

    least: int
    most: int
    python = int
    right = Message("a whole number")

    def faults(self, value: Any, path: Path = ()) -> Iterator[KeyFault]:
        """Yield the faults of a value; the one of something else than a number says the bounds."""
        if isinstance(value, int) and not isinstance(value, bool):
            yield from self.inner_faults(value, path)
        else:
            message = Message(
                "wrote %(written)s; should be a whole number from %(least)s to %(most)s"
            )
            yield path, refused(message, value, least=str(self.least), most=str(self.most))

    def inner_faults(self, value: Any, path: Path) -> Iterator[KeyFault]:
        """Yield a fault for a number that is too small or too large."""
        if value < self.least:
            yield (
                path,
                refused(
                    Message("wrote %(written)s; should be %(limit)s or more"),
                    value,
                    limit=self.least,
                ),
            )
        elif value > self.most:
            yield (
                path,
                refused(
                    Message("wrote %(written)s; should be %(limit)s or less"),
                    value,
                    limit=self.most,
                ),
            )


class TextForm(Struct, frozen=True):
    """Form of a text: a pattern and a maximum length."""

    pattern: str
    """Regular expression for JSON Schema."""
    wrong: Message
    """Message for a text that does not match."""
    most: int | None = None
    """Maximum number of letters."""
    linear: str = ""
    """Equivalent expression in Python's dialect, where `pattern` would not be matched in linear
    time."""


COLOUR = TextForm(
    "^#[0-9A-Fa-f]{6}$", Message("wrote %(written)s; should be a colour such as #1c2945")
)


class TextKey(Key, frozen=True):
    """A text of a certain form."""

    form: TextForm
    python = str
    right = Message("text in quotes")

    def inner_faults(self, value: Any, path: Path) -> Iterator[KeyFault]:
        """Yield the faults of a text that is too long or has another form."""
        most = self.form.most
        if most is not None and len(value) > most:
            yield (
                path,
                refused(
                    Message("wrote %(written)s; should be %(limit)s letters or fewer"),
                    value,
                    limit=most,
                ),
            )
        if not re.fullmatch(self.form.linear or self.form.pattern, value):
            yield path, refused(self.form.wrong, value)


class Choice(Key, frozen=True):
    """A word or number out of several."""

    words: Sequence[str | int]

    def inner_faults(self, value: Any, path: Path) -> Iterator[KeyFault]:
        """Yield a fault for anything else, with the nearest word."""
        if any(value == word and type(value) is type(word) for word in self.words):
            return
        words = [word for word in self.words if isinstance(word, str)]
        if isinstance(value, str) and words:
            yield path, unknown(Message("word"), value, words)
        else:
            right = tuple(map(as_written, self.words))
            yield (
                path,
                refused(
                    Message("wrote %(written)s; should be %(expected)s"), value, expected=right
                ),
            )


class List(Key, frozen=True):
    """A list of items of one kind."""

    item: Key
    least: int | None = 1
    most: int | None = 60
    unique: bool = False
    make: Callable[[Iterator[Any]], Any] = tuple
    python = list
    right = Message("a list in [ ]")

    def inner_faults(self, value: Any, path: Path) -> Iterator[KeyFault]:
        """Yield a fault for too few, too many or repeated items, and the faults of each item."""
        if self.least is not None and len(value) < self.least:
            yield path, refused(_TOO_FEW, value, limit=self.least)
        if self.most is not None and len(value) > self.most:
            too_many = Message("wrote %(written)s; should have %(limit)s or fewer in it")
            yield path, refused(too_many, value, limit=self.most)
        if self.unique and any(item in value[:place] for place, item in enumerate(value)):
            yield path, refused(Message("wrote %(written)s; should have each one once"), value)
        for place, item in enumerate(value):
            yield from self.item.faults(item, (*path, place))

    def made(self, value: Any) -> Any:
        """Return the built items as one value."""
        return self.make(map(self.item.made, value))


class Map(Key, frozen=True):
    """A table whose keys are free."""

    item: Key
    """Declaration of the value under each key."""
    python = dict
    right = Message("a table")

    def inner_faults(self, value: Any, path: Path) -> Iterator[KeyFault]:
        """Yield the faults of its values."""
        for key, item in value.items():
            yield from self.item.faults(item, (*path, key))

    def made(self, value: Any) -> Any:
        """Return the built values under the same keys."""
        return {key: self.item.made(item) for key, item in value.items()}


class Table(Key, frozen=True):
    """A table with these keys and no others."""

    keys: Mapping[str, Key]
    required: Collection[str] = ()
    make: Callable[..., Any] = dict
    """Function or class that builds its value. A class is given only the keys that are its
    fields."""
    least: int = 0
    """Minimum number of keys."""
    python = dict
    right = Message("a table")

    def inner_faults(self, value: Any, path: Path) -> Iterator[KeyFault]:
        """Yield a fault for too few, missing and unknown keys, and the faults of the other keys."""
        if len(value) < self.least:
            yield path, refused(_TOO_FEW, value, limit=self.least)
        for key in self.required:
            if key not in value:
                yield (*path, key), self._missing(key)
        for key, item in value.items():
            if key in self.keys:
                yield from self.keys[key].faults(item, (*path, key))
            else:
                yield (*path, key), unknown(Message("key"), key, self.keys)

    def _missing(self, key: str) -> SheetgenError:
        """Return the fault of a missing key, with its only possible value, or its form."""
        declared = self.keys[key]
        if isinstance(declared, Choice) and len(declared.words) == 1:
            return SheetgenError(
                "missing; write %(line)s", line=f"{key} = {as_written(declared.words[0])}"
            )
        if isinstance(declared, TextKey):
            return SheetgenError("missing; write %(line)s", line=f'{key} = "..."')
        return SheetgenError("missing; write it")

    def made(self, value: Any, **more: Any) -> Any:
        """Return what `make` builds of the keys that are present, and of `more`."""
        return _made(self.make, self.keys, value, **more)


class Kind(Struct, frozen=True):
    """A word that may follow ``kind =``, with the keys that it brings."""

    doc: str
    keys: Mapping[str, Key]
    make: Callable[..., Any] | None = None
    """Function or class that builds its value, as for a `Table`; None for that of all kinds."""
    optional: Collection[str] = ()
    """Keys that may be left out."""


class Tagged(Key, frozen=True):
    """A table whose other keys depend on its ``kind``."""

    kinds: Mapping[str, Kind]
    common: Mapping[str, Key] = {}
    """Keys of all kinds."""
    required: Collection[str] = ("kind",)
    """Keys of all kinds that must be present."""
    make: Callable[..., Any] = dict
    python = dict
    right = Message("a table")

    @property
    def keys(self) -> dict[str, Key]:
        """Keys of all kinds, including ``kind``."""
        return {**self.common, "kind": Choice("What kind it is.", tuple(self.kinds))}

    def inner_faults(self, value: Any, path: Path) -> Iterator[KeyFault]:
        """Return the faults of a table; with an unknown kind, only those of the common keys."""
        name = value.get("kind")
        if not isinstance(name, str) or name not in self.kinds:
            common = {key: item for key, item in value.items() if key in self.keys}
            return Table(self.doc, self.keys, self.required).inner_faults(common, path)
        kind = self.kinds[name]
        required = [*self.required, *(key for key in kind.keys if key not in kind.optional)]
        return Table(self.doc, {**self.keys, **kind.keys}, required).inner_faults(value, path)

    def made(self, value: Any) -> Any:
        """Return what its kind builds of the keys that are present."""
        kind = self.kinds[value["kind"]]
        return _made(
            kind.make or self.make, kind.keys if kind.make else {**self.keys, **kind.keys}, value
        )


def partial(key: Any) -> Any:
    """Return the declaration of changes to a value.

    Every key is optional, except ids, by which items are found. Items of lists without ids are not
    changed but replaced, and so are tables that name another ``kind``.
    """
    if isinstance(key, Map) or (isinstance(key, List) and "id" in getattr(key.item, "keys", ())):
        return replace(key, item=partial(key.item))
    if isinstance(key, Table):
        keys = {name: partial(inner) for name, inner in key.keys.items()}
        return replace(key, keys=keys, required=[name for name in key.required if name == "id"])
    return (
        replace(key, required=[name for name in key.required if name == "id"])
        if isinstance(key, Tagged)
        else key
    )


def check_table(declared: Table, data: Mapping[str, Any], file: str) -> None:
    """Raise FileError with every fault of the table of a file, each with its key path."""
    faults = list(islice(declared.faults(data), _MAX_FAULTS))
    if faults:
        raise FileError([fault.at(".".join(map(str, path))).placed(file) for path, fault in faults])


def _made(
    make: Callable[..., Any], keys: Mapping[str, Key], table: Mapping[str, Any], **more: Any
) -> Any:
    accepted = getattr(make, "__struct_fields__", keys)
    values: dict[str, Any] = {}
    for key, item in table.items():
        if key in accepted and key in keys:
            values[key] = keys[key].made(item)
    return make(**values, **more)


# Colours: their contrast after WCAG 2.2, and colours of the same hue that are darker or lighter


def contrast(one: Iterable[float], other: Iterable[float]) -> float:
    """Return the contrast of two colours (red, green, blue from 0 to 1).

    1 for equal ones, 21 for black on white.
    """
    high, low = sorted((_brightness(one), _brightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _brightness(colour: Iterable[float]) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    """Return the linear value of an sRGB component."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def on_white(colour: str) -> float:
    """Return the contrast of a colour ``#rrggbb`` with white."""
    return contrast((part / 255 for part in bytes.fromhex(colour[1:])), (1, 1, 1))


def darkened(colour: str, least: float) -> str:
    """Return the lightest colour of this hue with at least this contrast with white.

    Colours are written ``#rrggbb``; the contrast is at most 21.
    """
    parts = bytes.fromhex(colour[1:])
    for share in range(255, -1, -1):
        shade = f"#{bytes(part * share // 255 for part in parts).hex()}"
        if on_white(shade) >= least:
            break
    return shade


# Matrices of the colour space OKLab, from Björn Ottosson, "A perceptual color space for image
# processing" (2020).

_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_LAB = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_CONES = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
_LIGHT, _COLOURFUL = 0.80, 0.105
"""OKLCH lightness (0 to 1) and maximum chroma of colours on dark paper. Chosen for a contrast of
9."""


def lightened(colour: Iterable[float]) -> tuple[float, float, float]:
    """Return a colour of the same hue for dark paper. Components are from 0 to 1."""
    cones = _times(_TO_CONES, map(_linear, colour))
    _, a, b = _times(_TO_LAB, [part ** (1 / 3) for part in cones])
    chroma, hue = min(hypot(a, b), _COLOURFUL), atan2(b, a)
    while True:  # reduce the chroma until a screen can show the colour; grey it can
        lab = (_LIGHT, chroma * cos(hue), chroma * sin(hue))
        linear = _times(_FROM_CONES, [part**3 for part in _times(_FROM_LAB, lab)])
        if all(-0.002 <= part <= 1.002 for part in linear):
            break
        chroma -= 0.004
    parts = (min(1.0, max(0.0, part)) for part in linear)
    red, green, blue = (
        12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in parts
    )
    return red, green, blue


def _times(matrix: Iterable[Iterable[float]], vector: Iterable[float]) -> list[float]:
    """Return the product of a matrix and a vector."""
    values = list(vector)
    return [
        sum(factor * value for factor, value in zip(row, values, strict=True)) for row in matrix
    ]
