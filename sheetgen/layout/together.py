"""Options that need or exclude each other, as data: for checks, for pages, and for cures."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from sheetgen.errors import Cure, Message, SheetgenError
from sheetgen.layout.values import declarations

_NEEDS = Message("%(option)s needs %(others)s.")


class Need(Struct, frozen=True):
    """Option that has no use without another one."""

    option: str
    """Its field."""
    cures: tuple[Cure, ...]
    """Other options, of which one is enough, each with a usual value."""
    allowed: tuple[Any, ...] = ()
    """Values of the other option that are enough; empty if any but the default is."""
    values: tuple[Any, ...] = ()
    """Values of the option that need the other one; empty if any but the default does."""

    def is_missing(self, options: Struct) -> bool:
        """Check whether the option is set without another one."""
        if not _has(options, self.option, self.values):
            return False
        return not any(_has(options, cure.option, self.allowed) for cure in self.cures)

    def error(self, kind: type[Struct], value: Any) -> SheetgenError:
        """Return the error for the option with a value, in options of a kind."""
        others = []
        for cure in self.cures:
            others.append(written(kind, cure.option, cure.value if self.allowed else None))
        flag = value if isinstance(value, bool) else None
        option = written(kind, self.option, flag, value)
        error = SheetgenError(_NEEDS, option=option, others=tuple(others))
        error.option = self.option
        return error.cured(*self.cures, Cure(self.option))


class Clash(Struct, frozen=True):
    """Two options that exclude each other."""

    one: str
    """Field of the first one."""
    other: str
    why: Message
    values: tuple[Any, ...] = ()
    """Values of the other option that exclude the first; empty if any but the default does."""

    def is_there(self, options: Struct) -> bool:
        """Check whether both options are set."""
        return _has(options, self.one) and _has(options, self.other, self.values)

    def error(self, options: Struct) -> SheetgenError:
        """Return the error for both options."""
        return exclusive(options, self.one, self.other, self.why)


def exclusive(options: Struct, one: str, other: str, why: Message) -> SheetgenError:
    """Return the error for two options, by the names of their fields, that exclude each other."""
    names = []
    for name in (one, other):
        names.append(written(type(options), name, None, getattr(options, name)))
    error = SheetgenError(
        "%(option)s and %(other)s exclude each other: %(reason)s.",
        option=names[0],
        other=names[1],
        reason=why,
    )
    error.option = one
    return error.cured(Cure(other), Cure(one))


def check_needs(options: Struct, needs: Iterable[Need]) -> None:
    """Raise SheetgenError for an option that needs another one."""
    for need in needs:
        if need.is_missing(options):
            raise need.error(type(options), getattr(options, need.option))


def check_clashes(options: Struct, clashes: Iterable[Clash]) -> None:
    """Raise SheetgenError for two options that exclude each other."""
    for clash in clashes:
        if clash.is_there(options):
            raise clash.error(options)


def is_set(options: Struct, name: str) -> bool:
    """Check whether the option differs from its default."""
    defaults = options.__struct_defaults__
    place = options.__struct_fields__.index(name) - len(options.__struct_fields__)
    default = defaults[place] if len(defaults) >= -place else None
    return getattr(options, name) not in ([], (), default)


def _has(options: Struct, name: str, values: tuple[Any, ...] = ()) -> bool:
    """Check whether an option has one of these values; without values, whether it is set."""
    if values:
        return getattr(options, name) in values
    return is_set(options, name)


def written(kind: type[Struct], field: str, value: Any, flag: Any = None) -> str:
    """Return an option as a command line has it, with its value if that is not None.

    `flag` is the value of an option that is written as one flag for each value.
    """
    known = declarations(kind)
    if field not in known:
        return f"--{field} {value}"
    declared = known[field]
    if declared.option.flags:
        return f"--{flag or value}"
    if isinstance(value, bool):
        return declared.key if value else f"--no-{declared.key.removeprefix('--')}"
    return declared.key if value is None else f"{declared.key} {value}"
