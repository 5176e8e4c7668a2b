"""Options of documents as data: for a page that has a control for each, and for other programs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct

from sheetgen.documents.declared import written_value
from sheetgen.documents.kits import (
    BOOKLET_CLASHES,
    BOOKLET_NEEDS,
    PAGE_NEEDS,
    BookletOptions,
    FormOptions,
    KitOptions,
)
from sheetgen.documents.sheets import SHEET_CLASHES, SHEET_NEEDS
from sheetgen.errors import Cure, Message, unknown
from sheetgen.i18n.catalog import Catalog
from sheetgen.layout.options import Length, Option, Pair, SheetOptions, split_names
from sheetgen.layout.together import Clash, Need
from sheetgen.layout.values import Declared, declarations, option_name

CLASSES: Mapping[str, type[Struct]] = {
    "pdf": SheetOptions,
    "rules": BookletOptions,
    "form": FormOptions,
    "kit": KitOptions,
}
"""Options of each kind of document, by the command that makes it."""
_NEEDS: Mapping[str, Sequence[Need]] = {
    "pdf": SHEET_NEEDS,
    "rules": BOOKLET_NEEDS,
    "form": PAGE_NEEDS,
    "kit": (),
}
_CLASHES: Mapping[str, Sequence[Clash]] = {
    "pdf": SHEET_CLASHES,
    "rules": BOOKLET_CLASHES,
    "form": (),
    "kit": (),
}
_LEFT_OUT = ("templates",)
"""Fields that are for the command line alone: templates run on the machine of their author."""
EntryKind = Literal["flag", "choice", "count", "length", "pair", "text", "names", "list", "file"]
_KINDS: Mapping[Any, EntryKind] = {
    get_args(Length): "length",
    get_args(Pair): "pair",
    bool: "flag",
    int: "count",
    float: "length",
    str: "text",
    Path: "file",
    Sequence[Path]: "file",
    Sequence[str]: "list",
}
"""Kinds of controls by the types of the value, or by the first of them."""


class OptionValue(Struct, frozen=True):
    """Value that one can choose."""

    value: str
    """As it is written on the command line."""
    label: str
    help: str = ""


class Requirement(Struct, frozen=True):
    """Reason why an option has no use without one of some others."""

    cures: Sequence[Cure]
    """Other options, of which one is enough, each with a usual value."""
    reason: str
    allowed: Sequence[Any] = ()
    """Values of the other option that are enough; empty if any but the default is."""
    values: Sequence[Any] = ()
    """Values of the option that need the other one; empty if any but the default does."""


class Exclusion(Struct, frozen=True):
    """Other option that excludes an option."""

    option: str
    """Its field."""
    reason: str
    values: Sequence[Any] = ()
    """Values of the other option that exclude the option; empty if any but the default does."""
    own: Sequence[Any] = ()
    """Values of the option that exclude the other one; empty if any but the default does."""


class OptionEntry(Struct, frozen=True, kw_only=True):
    """Option of a document, in the words of a language."""

    name: str
    """Name on the command line, without dashes."""
    also: str = ""
    """Second name on the command line."""
    field: str
    """Name in the library and in the values of a document."""
    kind: EntryKind
    label: str
    """Name of one to three words."""
    help: str
    """Sentence; empty for an option whose values have one each."""
    heading: str
    """Heading in the help; empty for a common option."""
    unit: str
    """Placeholder for the value in the help."""
    default: str | bool | None
    """Value where nothing is set; None if the game, the layout or the country decides."""
    usual: str
    """Value that is used where nothing is set, in words, if it is no constant."""
    choices: Sequence[OptionValue] = ()
    """All values of a choice or a list."""
    suggest: Sequence[str] = ()
    """Usual values of a text."""
    least: float | None = None
    most: float | None = None
    """Greatest number, or length in millimetres."""
    needs: Sequence[Requirement] = ()
    excludes: Sequence[Exclusion] = ()


def described(command: str, catalog: Catalog) -> tuple[OptionEntry, ...]:
    """Return the options of the documents of a command, in the order of its help.

    Raises SheetgenError for a command that makes no document.
    """
    if command not in CLASSES:
        raise unknown(Message("command"), command, CLASSES)
    kind = CLASSES[command]
    entries: list[OptionEntry] = []
    for field, declared in declarations(kind).items():
        is_option = declared.option.help or declared.option.flags
        if is_option and field not in _LEFT_OUT:
            entries.append(_entry(command, field, declared, catalog))
    return tuple(entries)


def _entry(command: str, field: str, declared: Declared, catalog: Catalog) -> OptionEntry:
    option = declared.option
    least, most = option.limits or option.bounds or (None, None)
    default = getattr(CLASSES[command](), field)
    return OptionEntry(
        name=option_name(field, option),
        also=option.also,
        field=field,
        kind=_kind(declared),
        label=catalog.message(option.label),
        help=catalog.message(option.help) if option.help else "",
        heading=catalog.message(option.heading) if option.heading else "",
        unit=_in_words(option.unit, catalog),
        default=None if default in (None, ()) else written_value(default),
        usual=_in_words(option.usual or "", catalog),
        choices=_choices(declared, catalog),
        suggest=tuple(option.suggest()) if option.suggest else (),
        least=least,
        most=most,
        needs=_requirements(command, field, catalog),
        excludes=_exclusions(command, field, catalog),
    )


def _in_words(text: str, catalog: Catalog) -> str:
    """Return a text that is translated only if it is a message."""
    return catalog.message(text) if isinstance(text, Message) else text


def _kind(declared: Declared) -> EntryKind:
    """Return the kind of control that an option takes, by the types of its values."""
    first = declared.kinds[0]
    if get_origin(first) is Literal:
        return "choice"
    if first is int and declared.option.suggest:
        return "text"
    if declared.option.parse is split_names:
        return "names"
    return _KINDS.get(declared.kinds) or _KINDS[first]


def _choices(declared: Declared, catalog: Catalog) -> tuple[OptionValue, ...]:
    """Return all values of a choice or a list, with their words."""
    option: Option = declared.option
    values: Sequence[Any] = ()
    if _kind(declared) == "choice":
        values = get_args(declared.kinds[0])
    elif _kind(declared) == "list":
        values = tuple(option.words)
    choices: list[OptionValue] = []
    for value in map(str, values):
        label = catalog.message(option.words[value]) if value in option.words else value
        help_text = catalog.message(option.flags[value]) if value in option.flags else ""
        choices.append(OptionValue(value, label, help_text))
    return tuple(choices)


def _requirements(command: str, field: str, catalog: Catalog) -> tuple[Requirement, ...]:
    """Return what the option needs, with the sentence of the error."""
    requirements: list[Requirement] = []
    for need in _NEEDS[command]:
        if need.option != field:
            continue
        for value in need.values or (None,):
            reason = catalog.error(need.error(CLASSES[command], value))
            values = () if value is None else (value,)
            requirements.append(Requirement(need.cures, reason, need.allowed, values))
    return tuple(requirements)


def _exclusions(command: str, field: str, catalog: Catalog) -> tuple[Exclusion, ...]:
    """Return which options exclude this one, from both sides of each clash."""
    exclusions: list[Exclusion] = []
    for clash in _CLASHES[command]:
        if field not in (clash.one, clash.other):
            continue
        reason = catalog.message(clash.why)
        if clash.one == field:
            exclusions.append(Exclusion(clash.other, reason, values=clash.values))
        else:
            exclusions.append(Exclusion(clash.one, reason, own=clash.values))
    return tuple(exclusions)
