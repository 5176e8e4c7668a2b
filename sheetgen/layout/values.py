"""Values of options, checked by their declared types, and read as the command line reads them."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations
from math import ceil, floor
from operator import index
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.tables import A_FLAG, A_LIST, A_TEXT, WRONG, as_written, refused
from sheetgen.layout.options import (
    NO_LENGTH,
    NO_PAIR,
    Length,
    Option,
    Pair,
    SheetOptions,
    read_length,
)
from sheetgen.layout.primitives import MM

NO_WHOLE_NUMBER = Message("'%(written)s' is not a whole number; write it in digits, such as 4.")
NO_NUMBER = Message("'%(written)s' is not a number; write it in digits, such as 0.5.")
NO_CHOICE = Message("'%(written)s' is not possible; choose %(known)s.")

Options = TypeVar("Options", bound=Struct)
_USUAL = SheetOptions()
Declaration = TypeVar("Declaration")


class Declared(Struct, frozen=True):
    """Declaration of an option: a field of a class of options."""

    key: str
    """Its name on the command line; that of the field, if the command line has flags instead, or
    nothing."""
    kinds: tuple[Any, ...]
    """Types of its values, without None."""
    may_be_none: bool
    option: Option


@cache
def declarations(kind: type[Struct]) -> dict[str, Declared]:
    """Return the declarations of a class of options, by the names of its fields."""
    annotations: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        annotations |= getattr(each, "__annotations__", {})
    found = {}
    for name in kind.__struct_fields__:
        annotation = annotations[name]
        option = metadata_of(annotation, Option)
        is_written = option is not None and not option.flags
        key = f"--{option_name(name, option)}" if is_written else name
        kinds = kinds_of(annotation)
        without_none = tuple(each for each in kinds if each is not NoneType)
        found[name] = Declared(key, without_none, NoneType in kinds, option or Option())
    return found


def metadata_of(annotation: Any, kind: type[Declaration]) -> Declaration | None:
    """Return the metadata of this kind of a type, such as its `Option`; None if it has none."""
    metadata = getattr(annotation, "__metadata__", ())
    return next((each for each in metadata if isinstance(each, kind)), None)


def kinds_of(annotation: Any) -> tuple[Any, ...]:
    """Return the types of the values of an option."""
    plain = annotation.__origin__ if hasattr(annotation, "__metadata__") else annotation
    return get_args(plain) if get_origin(plain) in (Union, UnionType) else (plain,)


def option_name(name: str, option: Option | None) -> str:
    """Return the name on the command line, without dashes, of a field or parameter of this name."""
    return option.name if option and option.name else name.rstrip("_").replace("_", "-")


def options_of(kind: type[Options], options: Options | None, given: Mapping[str, Any]) -> Options:
    """Return checked options of a document: a value with some options changed.

    These are given by their names. Raises SheetgenError for an option that does not exist, and for
    a wrong value.
    """
    if options is not None and not isinstance(options, kind):
        raise refused(WRONG, options, right=kind.__name__).at("options")
    known = declarations(kind)
    for name in given:
        if name not in known:
            raise unknown(Message("option"), name, known)
    options = replace(options, **given) if options is not None else kind(**given)
    changed = {}
    for name, declared in known.items():
        value = getattr(options, name)
        checked = read_value(declared, value)
        if checked is not value:
            changed[name] = checked
    return replace(options, **changed) if changed else options


def read_value(declared: Declared, value: Any) -> Any:
    """Return the value of an option; a text is read as the command line reads it.

    Raises SheetgenError for others.
    """
    key, parse = declared.key, declared.option.parse
    if value is None and declared.may_be_none:
        return None
    if isinstance(value, str) and parse:
        try:
            value = parse(value)
        except SheetgenError as error:
            raise error.at(key) from error
    if declared.kinds == get_args(Length):
        return _read_length(value, key)
    if declared.kinds == get_args(Pair):
        return _read_pair(value, key)
    faults = []
    for kind in declared.kinds:
        try:
            return _read_as(kind, value, key)
        except SheetgenError as error:
            faults.append(error)
    raise faults[0]


def moving_options(options: SheetOptions) -> tuple[str, ...]:
    """Return the languages, and the options that are set and move boxes.

    Both are as the code of a sheet has them. A length is in tenths of a millimetre. Of a number
    without limits or a free text it is enough that it is set.
    """
    parts = [",".join(options.languages)]
    for name, declared in moving_declarations().items():
        value = getattr(options, name)
        if value == getattr(_USUAL, name):
            continue
        if declared.kinds == get_args(Length):
            text = value if isinstance(value, str) else f"{value:g}"
            parts.append(f"{name} {read_length(text, declared.key) / MM:.1f}")
        elif declared.kinds[0] in (Sequence[str],):
            parts.append(f"{name} {','.join(sorted(value))}")
        elif _is_free_text(declared, value) or (
            declared.kinds == (int,) and not declared.option.limits
        ):
            parts.append(name)
        else:
            parts.append(f"{name} {value}")
    return tuple(parts)


def _is_free_text(declared: Declared, value: Any) -> bool:
    """Check whether a value is a text of the user's own, such as a title or the file of a theme."""
    suggest = declared.option.suggest
    return declared.kinds == (str,) and not (suggest and value in suggest())


@cache
def moving_declarations() -> dict[str, Declared]:
    """Return the declarations of the options that move the boxes of a sheet.

    Those of its languages are not among them.
    """
    return {
        name: declared
        for name, declared in declarations(SheetOptions).items()
        if declared.key.startswith("--") and declared.option.moves and name != "lang"
    }


def values_to_try(declared: Declared) -> tuple[Any, ...]:
    """Return the values of an option to try, without the usual one.

    Lengths are whole millimetres. A number without limits is 1, and a text any text, for more is
    not in the code.
    """
    option, kind = declared.option, declared.kinds[0]
    if kind is bool:
        return (True,)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if option.limits:
        least, most = option.limits
        return tuple(range(ceil(least), floor(most) + 1))
    if kind is int:
        return (1,)
    words = tuple(option.suggest()) if option.suggest else ("x",)
    if get_origin(kind) is Sequence:
        return tuple(part for count in range(len(words) + 1) for part in combinations(words, count))
    return words


def _read_as(kind: Any, value: Any, key: str) -> Any:
    """Return a value as this type; raise SheetgenError if it is of another one."""
    origin = get_origin(kind)
    if origin is Literal:
        return _read_choice(get_args(kind), value, key)
    if origin is Sequence:
        return _read_list(get_args(kind)[0], value, key)
    if origin is tuple:
        if not isinstance(value, list | tuple) or len(value) != len(get_args(kind)):
            raise refused(WRONG, value, right=A_LIST).at(key)
        return _read_list(str, value, key)
    return _READERS[kind](value, key)


def _read_choice(words: Sequence[Any], value: Any, key: str) -> Any:
    for word in words:
        is_same = type(value) is type(word) and value == word
        if is_same or (isinstance(value, str) and value == str(word)):
            return word
    written = value if isinstance(value, str) else as_written(value)
    raise SheetgenError(NO_CHOICE, key=key, written=written, known=tuple(map(str, words)))


def _read_list(kind: Any, value: Any, key: str) -> Any:
    """Return a list as a tuple; a single file is a list of one."""
    if kind is Path and isinstance(value, str | os.PathLike):
        value = (value,)
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise refused(WRONG, value, right=A_LIST).at(key)
    items = tuple(_read_as(kind, item, key) for item in value)
    return value if isinstance(value, tuple) and items == value else items


def _read_flag(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise refused(WRONG, value, right=A_FLAG).at(key)
    return value


def _read_text(value: Any, key: str) -> str:
    """Return a text; a path is its text, for options that take a name or a file."""
    text = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(text, str):
        raise refused(WRONG, value, right=A_TEXT).at(key)
    return text


def _read_path(value: Any, key: str) -> Path:
    if isinstance(value, Path):
        return value
    return Path(_read_text(value, key))


def _read_whole_number(value: Any, key: str) -> int:
    number: int | None = None
    if isinstance(value, str):
        with suppress(ValueError):
            number = int(value)
    elif not isinstance(value, bool):
        with suppress(TypeError):
            number = index(value)
    if number is None:
        raise SheetgenError(
            NO_WHOLE_NUMBER, key=key, written=value if isinstance(value, str) else as_written(value)
        )
    return number


def _read_number(value: Any, key: str) -> float:
    number: float | None = None
    if isinstance(value, str):
        with suppress(ValueError):
            number = float(value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        number = value
    if number is None:
        raise SheetgenError(
            NO_NUMBER, key=key, written=value if isinstance(value, str) else as_written(value)
        )
    return number


def _read_length(value: Any, key: str) -> Length:
    """Return a length as it is written; its form and its size are checked where it is used."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return value
    raise SheetgenError(NO_LENGTH, key=key, written=as_written(value))


def _read_pair(value: Any, key: str) -> Pair:
    if isinstance(value, str):
        return value
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise SheetgenError(NO_PAIR, key=key, written=as_written(value))
    right, down = (_read_length(length, key) for length in value)
    return right, down


_READERS: Mapping[Any, Callable[[Any, str], Any]] = {
    bool: _read_flag,
    str: _read_text,
    int: _read_whole_number,
    float: _read_number,
    Path: _read_path,
}
