"""Looks of a sheet.

Themes, from TOML files in which nothing is executed, and the same look for pages on a screen.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from sheetgen.errors import FileError, Message, SheetgenError, unknown
from sheetgen.files import folders
from sheetgen.files.disk import read_toml
from sheetgen.files.tables import (
    COLOUR,
    Choice,
    Flag,
    Key,
    Table,
    Value,
    check_table,
    contrast,
    lightened,
)
from sheetgen.layout.primitives import MM, DieShape, Ink

Colour = tuple[float, float, float]
"""Red, green and blue, from 0 to 1."""


def read_colour(text: str) -> Colour:
    """Return the colour of a text such as ``#rrggbb``."""
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def hex_of(colour: Iterable[float]) -> str:
    """Return the text ``#rrggbb`` of a colour."""
    return "#" + bytes(round(255 * part) for part in colour).hex()


COLOURS: Mapping[Ink, Colour] = {
    Ink.TEXT: read_colour("#141414"),
    Ink.MUTED: read_colour("#3a3a3a"),
    Ink.FAINT: read_colour("#737373"),
    Ink.RULE: read_colour("#7d7d7d"),
    Ink.BLANK: read_colour("#5a5a5a"),
    Ink.ACCENT: read_colour("#124f7a"),
    Ink.PAPER: read_colour("#ffffff"),
    Ink.WRONG: read_colour("#b81c1c"),
    Ink.RED: read_colour("#9c2430"),
    Ink.GREEN: read_colour("#0d5b36"),
}
"""Colours without a theme; the accent is replaced by that of the game."""


TILE, TICK_GAP = 4.5 * MM, 0.75 * MM
"""Side of a die in a label, which signs and large ticks share, and the gap between ticks, in
points."""
_ROOMY = 12 * MM
"""Minimum width of a box behind ticks as large as a die, in points."""
LEAST_TICK, AFTER_TICKS = 3.0 * MM, 0.45 * MM
"""Minimum side of a tick, and the gap in front of its box that is added to TICK_GAP, in points."""


class Look(Struct, frozen=True):
    """Look of a sheet, from theme files, in points."""

    colours: Mapping[Ink, Colour] = field(default_factory=lambda: COLOURS)
    own_accent: bool = False
    """Flag: the accent is that of the theme, not of the game."""
    hairline: float = 0.5
    """Width of the rules between rows."""
    box: float = 0.85
    """Width of the outline of a box."""
    sum: float = 1.25
    """Width of the outline of a sum, which is heavier than that of a box."""
    section: float = 1.9
    """Width of the outline of the total of a section, and of points."""
    grand: float = 2.4
    """Width of the outline of the grand total."""
    roundness: float = 1.0
    """Factor of the usual radius of the corners of boxes."""
    dice: DieShape = DieShape()
    name: float = 10.0
    """Minimum size of the names of rows."""
    detail: float = 7.5
    """Minimum size of the hints below the names."""
    smallest: float = 7.5
    """Minimum size of all letters."""
    solid: bool = True
    """Flag: dice that count and the bar of the grand total are filled."""
    least_width: float = 12.0 * MM
    """Minimum width of a box."""
    least_height: float = 8.0 * MM
    """Minimum height of a box."""

    def with_accent(self, accent: str) -> "Look":
        """Return the look in the accent of a game, a text such as ``#rrggbb``.

        A theme with an accent of its own keeps that.
        """
        if self.own_accent or not accent:
            return self
        return replace(self, colours={**self.colours, Ink.ACCENT: read_colour(accent)})

    def ticks_beside(self, width: float, count: int) -> float:
        """Return the side of ticks in a line in front of the box in a cell of this width.

        0 if they do not fit there. They are as large as a die if the box behind them is not narrow,
        and else half as high as the lowest box.
        """
        if width - max(self.least_width, _ROOMY) - AFTER_TICKS >= count * (TILE + TICK_GAP):
            return TILE
        free = (width - self.least_width - AFTER_TICKS) / count - TICK_GAP
        return min((self.least_height - TICK_GAP) / 2, free) if free >= LEAST_TICK - 1e-6 else 0.0

    def size(self, points: float) -> float:
        """Return the size in points, raised to the minimum of the look."""
        return max(points, self.smallest)


DEFAULT = "ink"
"""Name of the theme that is used by default."""
MODES = ("reusable", "ink-saver", "large-print")
"""Themes that are options of the command line, in the order in which they are applied after the
main theme."""
_LEAST_CONTRAST = {
    Ink.TEXT: 4.5,
    Ink.MUTED: 4.5,
    Ink.FAINT: 4.5,
    Ink.RULE: 3.0,
    Ink.ACCENT: 7.0,
}
"""Minimum contrast of each ink with the paper, from WCAG 2.2; accents are darker, to be readable in
grey as well."""
_HEAVIER = ("box", "sum", "section", "total")
"""Lines in the order of their width: a wider line marks the sum of what has the narrower one."""


_NO_DOC = ""
"""No description: docs/printing.md has them. An empty string in the call would be extracted as a
message."""


def _between(least: float, most: float) -> Value:
    """Return the check of a number within these limits."""
    return Value(
        "",
        lambda value: (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and least <= value <= most
        ),
        Message("wrote %(written)s; should be a number from %(least)s to %(limit)s"),
        {"least": f"{least:g}", "limit": f"{most:g}"},
    )


_COLOUR = Value(
    _NO_DOC,
    lambda value: isinstance(value, str) and re.fullmatch(COLOUR.pattern, value),
    COLOUR.wrong,
)
_INKS = {ink.value: ink for ink in _LEAST_CONTRAST}
_TABLES: dict[str, dict[str, Key]] = {
    "colours": dict.fromkeys(_INKS, _COLOUR),
    "lines": {"hairline": _between(0.5, 5), **dict.fromkeys(_HEAVIER, _between(0.85, 5))},
    "type": {
        "name": _between(10, 24),
        "detail": _between(7.5, 20),
        "smallest": _between(7.5, 20),
    },
    "boxes": {
        "width": _between(12, 40),
        "height": _between(8, 30),
        "roundness": _between(0, 2),
    },
    "dice": {
        "solid": Flag(_NO_DOC),
        "roundness": _between(0, 2),
        "pips": Choice(_NO_DOC, ("round", "square")),
    },
}
_THEME = Table(_NO_DOC, {name: Table(_NO_DOC, keys) for name, keys in _TABLES.items()})
_LENGTHS = {"width": "least_width", "height": "least_height"}
_FIELDS = {**_LENGTHS, "total": "grand"}
"""Fields of `Look` for keys with another name; those of `_LENGTHS` are in millimetres in a file."""


def theme_names() -> list[str]:
    """Return the names of the themes that come with sheetgen."""
    return sorted(path.stem for path in folders.themes().glob("*.toml"))


def load_look(theme: str, modes: Sequence[str] = ()) -> Look:
    """Return the look of a theme, changed by some of `MODES`.

    The theme is given by its name, or by a file that ends in ``.toml``. Raises SheetgenError for an
    unknown theme, and FileError with every fault of a file.
    """
    if theme.lower().endswith(".toml"):
        own = Path(theme)
    elif theme in theme_names():
        own = folders.themes() / f"{theme}.toml"
    else:
        raise unknown(Message("theme"), theme, [*theme_names(), "*.toml"], "theme")
    look = Look()
    for path in (
        own,
        *(folders.themes() / "modes" / f"{mode}.toml" for mode in MODES if mode in modes),
    ):
        look = _laid_over(look, path)
    if faults := [fault.placed(str(own)) for fault in _faults(look)]:
        raise FileError(faults)
    return replace(look, name=max(look.name, look.smallest), detail=max(look.detail, look.smallest))


def _laid_over(look: Look, path: Path) -> Look:
    """Return the look with the changes of the theme in a file."""
    data = read_toml(path)
    check_table(_THEME, data, str(path))
    colours = {_INKS[key]: read_colour(text) for key, text in data.pop("colours", {}).items()}
    dice, old = data.pop("dice", {}), look.dice
    square = dice["pips"] == "square" if "pips" in dice else old.square
    shape = DieShape(float(dice.get("roundness", old.roundness)), square)
    given = ((key, float(value)) for table in data.values() for key, value in table.items())
    numbers = {
        _FIELDS.get(key, key): value * (MM if key in _LENGTHS else 1) for key, value in given
    }
    return replace(
        look,
        colours={**look.colours, **colours},
        own_accent=look.own_accent or Ink.ACCENT in colours,
        dice=shape,
        solid=dice.get("solid", look.solid),
        **numbers,
    )


def _faults(look: Look) -> Iterator[SheetgenError]:
    """Yield an error for each ink with too little contrast, and for each line that is too thin.

    A line must be wider than the one before.
    """
    for ink, least in _LEAST_CONTRAST.items():
        if (found := contrast(look.colours[ink], look.colours[Ink.PAPER])) < least:
            pale = Message("its contrast with %(ground)s is %(found)s; should be %(least)s or more")
            numbers = {"found": f"{found:.1f}", "least": f"{least:g}"}
            yield SheetgenError(
                pale, key=f"colours.{ink.value}", ground=Message("the paper"), **numbers
            )
    for lighter, key in pairwise(_HEAVIER):
        lower, width = (getattr(look, _FIELDS.get(each, each)) for each in (lighter, key))
        if width <= lower:
            thin = Message("it is %(found)s; should be more than %(other)s, which is %(least)s")
            yield SheetgenError(
                thin, key=f"lines.{key}", found=f"{width:g}", other=lighter, least=f"{lower:g}"
            )


# pages on a screen

_LIGHT = {
    "paper": "#ffffff",
    "faint": "#666666",
    "box": "#3f3f3f",
    "others": "#8c8c8c",
    "hair": "#cfcfcf",
}
_DARK = {
    "paper": "#131518",
    "ink": "#f4f2ee",
    "soft": "#d0cec9",
    "faint": "#a3a19d",
    "box": "#b5b3ae",
    "others": "#75746f",
    "hair": "#3b3d40",
}
"""Colours of text and lines on dark paper, for all themes: theirs are for white paper."""
_PIXELS = 1.6
"""Pixels for each point of a line: enough to distinguish sums from other boxes on a coarse
screen."""


def screen_style(look: Look) -> str:
    """Return the colours as variables, with the faces and dice that all pages share.

    They are named by their use. Dark colours follow the system, or ``data-theme`` of the document;
    printed pages are always light.
    """
    accent = look.colours[Ink.ACCENT]
    light = {
        **_LIGHT,
        "ink": hex_of(look.colours[Ink.TEXT]),
        "soft": hex_of(look.colours[Ink.MUTED]),
    }
    light, dark = light | {"accent": hex_of(accent)}, _DARK | {"accent": hex_of(lightened(accent))}
    solid = ("accent", "paper") if look.solid else ("paper", "accent")
    lines = {"sum": look.sum, "section": look.section, "total": look.grand}
    shape = {
        "round": f"{look.roundness:g}",
        "pips": "square" if look.dice.square else "round",
        "fill": f"var(--{solid[0]})",
        "on-fill": f"var(--{solid[1]})",
        **{f"{name}-line": f"{round(_PIXELS * width)}px" for name, width in lines.items()},
    }
    blocks = (
        f":root{{{_variables('light', shape | light)}}}",
        '@media (prefers-color-scheme:dark){:root:not([data-theme="light"])'
        f"{{{_variables('dark', dark)}}}}}",
        f':root[data-theme="dark"]{{{_variables("dark", dark)}}}',
        f"@media print{{:root:root:root{{{_variables('light', light)}}}}}",
    )
    return "\n".join((*blocks, _shared("look.css"), _shared("faces.css")))


def accent_style(look: Look, game: str) -> str:
    """Return the style with the accent of a game.

    It is for the elements whose ``data-game`` has its name.
    """
    accent = look.colours[Ink.ACCENT]
    fill, on_fill = ("accent", "paper") if look.solid else ("paper", "accent")
    fills = f"--fill:var(--{fill});--on-fill:var(--{on_fill})"
    light, dark = (
        f"{{--accent:{hex_of(colour)};{fills}}}" for colour in (accent, lightened(accent))
    )

    def chosen(root: str) -> str:
        return f'{root}[data-game="{game}"],{root} [data-game="{game}"]'

    return "\n".join(
        (
            chosen(":root") + light,
            "@media (prefers-color-scheme:dark){"
            + chosen(':root:not([data-theme="light"])')
            + dark
            + "}",
            chosen(':root[data-theme="dark"]') + dark,
            "@media print{" + chosen(":root:root:root:root") + light + "}",
        )
    )


def _shared(name: str) -> str:
    return (folders.templates() / name).read_text("utf-8")


def _variables(scheme: str, colours: dict[str, str]) -> str:
    return ";".join(
        (f"color-scheme:{scheme}", *(f"--{name}:{colour}" for name, colour in colours.items()))
    )
