"""Themes: what a sheet looks like, from TOML files that say what they change. Nothing in them is executed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetgen.errors import FileError, Message, SheetgenError, unknown
from sheetgen.files import assets
from sheetgen.files.plain_data import shown
from sheetgen.files.storage import read_toml
from sheetgen.layout import Colour, Ink, Look, read_colour

DEFAULT = "ink"
MODES = ("reusable", "ink-saver", "large-print")
"""Themes that are options of their own, in the order in which they are laid over each other."""
_MANY = 50
"""So many faults of a theme are told."""
_CONTRAST, _CONTRAST_OF_LINES = 4.5, 3.0
"""The least contrast of text, and of lines, as WCAG 2.2 asks for."""


class _Number(Struct, frozen=True):
    """A number of a theme: what it is called in `Look`, and its bounds."""

    field: str
    least: float
    most: float


_INKS = {ink.value: ink for ink in Ink if ink not in (Ink.PAPER, Ink.WRONG)}
_NUMBERS = {
    "lines": {
        "thin": _Number("thin", 0.25, 3),
        "thick": _Number("thick", 0.25, 4),
        "outline": _Number("outline", 0.25, 5),
        "radius": _Number("radius", 0, 20),
    },
    "type": {
        "name": _Number("name", 10, 24),
        "detail": _Number("detail", 7.5, 20),
        "title": _Number("title", 14, 60),
        "smallest": _Number("smallest", 7, 20),
        "growth": _Number("growth", 1, 3),
    },
    "boxes": {"width": _Number("box_width", 12, 40), "height": _Number("box_height", 8, 30)},
}
_SWITCHES = {"type": {"give_way": "spare"}, "boxes": {"filled": "filled"}}


def theme_names() -> list[str]:
    """The themes that come with sheetgen."""
    return sorted(path.stem for path in assets.themes().glob("*.toml"))


def load_look(theme: str, modes: Sequence[str] = ()) -> Look:
    """The look of a theme, by its name or in a file that ends in ``.toml``, with some of `MODES` laid over it.

    Raises SheetgenError for a theme that is not there, and FileError with every fault of a wrong file.
    """
    own = _file(theme)
    files = [own, *(assets.themes() / "modes" / f"{mode}.toml" for mode in MODES if mode in modes)]
    look = reduce(_laid_over, files, Look())
    faults = list(_pale(look))
    if faults:
        raise FileError([fault.at(key).placed(str(own)) for key, fault in faults])
    return replace(look, name=max(look.name, look.smallest), detail=max(look.detail, look.smallest))


def _file(theme: str) -> Path:
    if theme.lower().endswith(".toml"):
        return Path(theme)
    if theme not in theme_names():
        raise unknown(Message("theme"), theme, [*theme_names(), "*.toml"])
    return assets.themes() / f"{theme}.toml"


def _laid_over(look: Look, path: Path) -> Look:
    data = read_toml(path)
    faults = list(islice(_faults(data), _MANY))
    if faults:
        raise FileError([fault.at(key).placed(str(path)) for key, fault in faults])
    return _changed(look, data)


def _changed(look: Look, data: Mapping[str, Any]) -> Look:
    colours = {_INKS[key]: read_colour(text) for key, text in data.get("colours", {}).items()}
    changes: dict[str, Any] = {"colours": {**look.colours, **colours}}
    for table, numbers in _NUMBERS.items():
        changes |= {numbers[key].field: float(data[table][key]) for key in numbers if key in data.get(table, {})}
    for table, switches in _SWITCHES.items():
        changes |= {field: data[table][key] for key, field in switches.items() if key in data.get(table, {})}
    return replace(look, **changes)


Found = tuple[str, SheetgenError]


def _faults(data: Mapping[str, Any]) -> Iterator[Found]:
    known = {"colours": list(_INKS), **{table: [*_NUMBERS[table], *_SWITCHES.get(table, ())] for table in _NUMBERS}}
    for table, content in data.items():
        if table not in known:
            yield table, unknown(Message("key"), table, known)
        elif not isinstance(content, dict):
            yield (
                table,
                SheetgenError(
                    "wrote %(written)s; should be %(right)s", written=shown(content), right=Message("a table")
                ),
            )
        else:
            for key, value in content.items():
                fault = _fault(table, key, value, known[table])
                if fault:
                    yield f"{table}.{key}", fault


def _fault(table: str, key: str, value: object, known: Sequence[str]) -> SheetgenError | None:
    if key not in known:
        return unknown(Message("key"), key, known)
    if table == "colours":
        if isinstance(value, str) and re.fullmatch("#[0-9A-Fa-f]{6}", value):
            return None
        return SheetgenError("wrote %(written)s; should be a colour such as #1c2945", written=shown(value))
    if key in _SWITCHES.get(table, {}):
        return None if isinstance(value, bool) else _wrong(value, Message("true or false"))
    bounds = _NUMBERS[table][key]
    if isinstance(value, int | float) and not isinstance(value, bool) and bounds.least <= value <= bounds.most:
        return None
    return SheetgenError(
        "wrote %(written)s; should be a number from %(least)s to %(limit)s", written=shown(value),
        least=f"{bounds.least:g}", limit=f"{bounds.most:g}",
    )  # fmt: skip


def _wrong(written: object, right: Message) -> SheetgenError:
    return SheetgenError("wrote %(written)s; should be %(right)s", written=shown(written), right=right)


def _pale(look: Look) -> Iterator[Found]:
    """Text and lines that cannot be seen on what they stand on."""
    on_paper = [(Ink.TEXT, _CONTRAST), (Ink.MUTED, _CONTRAST), (Ink.RULE, _CONTRAST_OF_LINES)]
    pairs = [(ink, Ink.PAPER, least) for ink, least in on_paper]
    if look.filled:
        pairs += [(ink, ground, _CONTRAST) for ink in (Ink.TEXT, Ink.MUTED) for ground in (Ink.TINT, Ink.SHADE)]
        pairs.append((Ink.BAND, Ink.PAPER, _CONTRAST))
    for front, ground, least in pairs:
        found = _contrast(look.colours[front], look.colours[ground])
        if found < least:
            place = Message("the paper") if ground is Ink.PAPER else f"colours.{ground.value}"
            yield (
                f"colours.{front.value}",
                SheetgenError(
                    "its contrast with %(ground)s is %(found)s; should be %(least)s or more",
                    ground=place, found=f"{found:.1f}", least=f"{least:g}",
                ),
            )  # fmt: skip


def _contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours after WCAG 2.2: 1 for none, 21 for black on white."""
    high, low = sorted((_brightness(one), _brightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _brightness(colour: Colour) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
