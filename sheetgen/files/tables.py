"""Tables from strangers, checked by what is declared of their keys: every fault at once, and values of what is right.

A declaration is a tree of keys: what may stand there, what it means, and what is made of it. Rulesets, themes and
profiles are checked by it; the published schema and the reference of ruleset files are read off it.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

from msgspec import Struct

from sheetgen.errors import FileError, Message, SheetgenError, unknown

Path = tuple[str | int, ...]
"""Where something stands: keys, and places in lists from 0."""
Found = tuple[Path, SheetgenError]
"""A fault or a warning, with its key path."""

WRONG = Message("wrote %(written)s; should be %(right)s")
_LONGEST_SHOWN = 60
"""The largest number of letters that are shown of a value."""
_TOO_FEW = Message("wrote %(written)s; should have %(limit)s or more in it")


class Key(Struct, frozen=True):
    """What may stand under a key; anything, if it is of no other class than this one."""

    doc: str
    """What it means, in English: a line of the reference."""
    python: ClassVar[type] = object
    """What a value of it is in Python."""
    right: ClassVar[Message]
    """What would be right."""

    def faults(self, value: Any, written: Any, path: Path = ()) -> Iterator[Found]:
        """Everything that is wrong with a value that JSON has too; `written` is the same as its writer has it."""
        if isinstance(value, self.python) and not (self.python is int and isinstance(value, bool)):
            return self.inner_faults(value, written, path)
        return iter([(path, refused(WRONG, written, right=self.right))])

    def inner_faults(self, value: Any, written: Any, path: Path) -> Iterator[Found]:
        """What is wrong with a value of the right type."""
        return iter(())

    def made(self, value: Any) -> Any:
        """What a value without faults becomes."""
        return value


def shown(value: object) -> str:
    """A value as a person would have written it, cut where it is long."""
    try:
        written = _json(value, ensure_ascii=False, default=str)
    except ValueError:  # a number of thousands of digits
        written = "..."
    return written if len(written) <= _LONGEST_SHOWN else written[: _LONGEST_SHOWN - 3] + "..."


def _json(value: object, **options: Any) -> str:
    import json  # noqa: PLC0415 - a sheet does without

    return json.dumps(value, **options)


def refused(message: Message, written: object, **more: Any) -> SheetgenError:
    """The fault of a value; its message says what was written."""
    return SheetgenError(message, written=shown(written), **more)


def fault_at(path: Path, message: str, **values: Any) -> Found:
    """A fault with this message, at a key path."""
    return path, SheetgenError(message, **values)


class Value(Key, frozen=True):
    """A single value that passes a test."""

    fits: Callable[[Any], object]
    message: Message
    """What is said of one that does not."""
    more: Mapping[str, Any] = {}
    """Further values of the message."""

    def inner_faults(self, value: Any, written: Any, path: Path) -> Iterator[Found]:
        """One that does not pass."""
        if not self.fits(value):
            yield path, refused(self.message, written, **self.more)


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

    def inner_faults(self, value: Any, written: Any, path: Path) -> Iterator[Found]:
        """One that is too small or too large."""
        if value < self.least:
            yield path, refused(Message("wrote %(written)s; should be %(limit)s or more"), written, limit=self.least)
        elif value > self.most:
            yield path, refused(Message("wrote %(written)s; should be %(limit)s or less"), written, limit=self.most)


class Form(Struct, frozen=True):
    """How a text must look."""

    pattern: str
    """As JSON Schema has it."""
    fits: str
    """The same for the whole text, as Python has it, in a time that grows with its length alone."""
    wrong: Message
    """What is said of a text that does not look so."""
    most: int | None = None
    """The largest number of letters."""


COLOUR = Form("^#[0-9A-Fa-f]{6}$", "#[0-9A-Fa-f]{6}", Message("wrote %(written)s; should be a colour such as #1c2945"))


class Text(Key, frozen=True):
    """A text of a form."""

    form: Form
    python = str
    right = Message("text in quotes")

    def inner_faults(self, value: Any, written: Any, path: Path) -> Iterator[Found]:
        """One that is too long, or of another form."""
        most = self.form.most
        if most is not None and len(value) > most:
            yield path, refused(Message("wrote %(written)s; should be %(limit)s letters or fewer"), written, limit=most)
        if not re.fullmatch(self.form.fits, value):
            yield path, refused(self.form.wrong, written)


class Choice(Key, frozen=True):
    """One of some words."""

    words: Sequence[str | int]

    def inner_faults(self, value: Any, written: Any, path: Path) -> Iterator[Found]:
        """Anything else, with the nearest word."""
        if any(value == word and type(value) is type(word) for word in self.words):
            return
        words = [word for word in self.words if isinstance(word, str)]
        if isinstance(written, str) and words:
            yield path, unknown(Message("word"), written, words)
        else:
            right = tuple(map(shown, self.words))
            yield path, refused(Message("wrote %(written)s; should be %(expected)s"), written, expected=right)


class List(Key, frozen=True):
    """A list of one kind of items."""

    item: Key
    least: int | None = 1
    most: int | None = 60
    unique: bool = False
    make: Callable[[Iterator[Any]], Any] = tuple
    python = list
    right = Message("a list in [ ]")

    def inner_faults(self, value: Any, written: Any, path: Path) -> Iterator[Found]:
        """One of too few or too many items, one with an item twice; and what is wrong with the items."""
        if self.least is not None and len(value) < self.least:
            yield path, refused(_TOO_FEW, written, limit=self.least)
        if self.most is not None and len(value) > self.most:
            too_many = Message("wrote %(written)s; should have %(limit)s or fewer in it")
            yield path, refused(too_many, written, limit=self.most)
        if self.unique and len({_json(item, sort_keys=True) for item in value}) < len(value):
            yield path, refused(Message("wrote %(written)s; should have each one once"), written)
        for place, item in enumerate(value):
            yield from self.item.faults(item, written[place], (*path, place))

    def made(self, value: Any) -> Any:
        """The items, put together."""
        return self.make(map(self.item.made, value))


class Map(Key, frozen=True):
    """A table with keys of its writer's own."""

    item: Key
    """What stands under each of them."""
    python = dict
    right = Message("a table")

    def inner_faults(self, value: Any, written: Any, path: Path) -> Iterator[Found]:
        """What is wrong with its items."""
        for key, item in value.items():
            yield from self.item.faults(item, written[key], (*path, key))

    def made(self, value: Any) -> Any:
        """The items under the same keys."""
        return {key: self.item.made(item) for key, item in value.items()}


class Table(Key, frozen=True):
    """A table with these keys and no others."""

    keys: Mapping[str, Key]
    required: Collection[str] = ()
    make: Callable[..., Any] = dict
    """What is made of it; a class takes those keys alone that are fields of it."""
    least: int = 0
    """The least number of keys."""
    in_order: bool = False
    """Whether faults come in the order of the table; else unknown keys come after the others."""
    python = dict
    right = Message("a table")

    def inner_faults(self, value: Any, written: Any, path: Path) -> Iterator[Found]:
        """Too few keys, missing and unknown ones, and what is wrong with the others."""
        if len(value) < self.least:
            yield path, refused(_TOO_FEW, written, limit=self.least)
        absent = list(_missing(self.required, value, path))
        if len(self.required) > 1:
            yield from absent
        strangers = []
        for key, item in value.items():
            if key in self.keys:
                yield from self.keys[key].faults(item, written[key], (*path, key))
            else:
                strangers.append(((*path, key), unknown(Message("key"), key, self.keys)))
            if self.in_order:
                yield from strangers
                strangers.clear()
        yield from strangers
        if len(self.required) == 1:
            yield from absent

    def made(self, value: Any, **more: Any) -> Any:
        """What `make` makes of the keys that are there, and of `more`."""
        return _made(self.make, self.keys, value, **more)


class Kind(Struct, frozen=True):
    """One word that may stand after ``kind =``."""

    doc: str
    keys: Mapping[str, Key]
    make: Callable[..., Any] | None = None
    """What is made of it, as for a `Table`; if it is not said, what the tagged table makes of all kinds."""
    optional: Collection[str] = ()
    """The keys that may be left out."""


class Tagged(Key, frozen=True):
    """A table whose other keys depend on its ``kind``."""

    kinds: Mapping[str, Kind]
    common: Mapping[str, Key] = {}
    """The keys that all kinds have."""
    required: Collection[str] = ()
    """Those of them that must be there."""
    make: Callable[..., Any] = dict
    python = dict
    right = Message("a table")

    @property
    def keys(self) -> dict[str, Key]:
        """The keys that all kinds have, ``kind`` among them."""
        return {**self.common, "kind": Choice("What kind it is.", tuple(self.kinds))}

    def inner_faults(self, value: Any, written: Any, path: Path) -> Iterator[Found]:
        """As of a `Table`: first of the keys that all kinds have, then of those of this kind."""
        yield from _missing((*self.required, "kind"), value, path)
        for key, item in value.items():
            if key in self.keys:
                yield from self.keys[key].faults(item, written[key], (*path, key))
        name = value.get("kind")
        if isinstance(name, str) and name in self.kinds:
            kind = self.kinds[name]
            keys = {**{key: Key("") for key in self.keys}, **kind.keys}
            required = [key for key in kind.keys if key not in kind.optional]
            yield from Table(self.doc, keys, required).faults(value, written, path)

    def made(self, value: Any) -> Any:
        """What its kind makes of the keys that are there."""
        kind = self.kinds[value["kind"]]
        return _made(kind.make or self.make, kind.keys if kind.make else {**self.keys, **kind.keys}, value)


_MANY = 50
"""The largest number of faults that are reported of one file."""


def check_table(declared: Table, data: Mapping[str, Any], file: str) -> None:
    """Raise FileError with every fault of a table that stands in `file`, each with its key path."""
    faults = list(islice(declared.faults(data, data), _MANY))
    if faults:
        raise FileError([fault.at(".".join(map(str, path))).placed(file) for path, fault in faults])


def _missing(required: Collection[str], table: Mapping[str, Any], path: Path) -> Iterator[Found]:
    return (((*path, key), SheetgenError("missing; write it")) for key in required if key not in table)


def _made(make: Callable[..., Any], keys: Mapping[str, Key], table: Mapping[str, Any], **more: Any) -> Any:
    wanted = getattr(make, "__struct_fields__", keys)
    return make(**{key: keys[key].made(item) for key, item in table.items() if key in wanted and key in keys}, **more)
