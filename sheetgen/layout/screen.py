"""Style of pages on a screen, from the look of sheets: colours for light and dark, corners and faces."""

from collections.abc import Iterable

from sheetgen.files import folders
from sheetgen.files.colours import lightened
from sheetgen.layout.primitives import Ink
from sheetgen.layout.themes import Look

_LIGHT = {"paper": "#ffffff", "faint": "#666666", "box": "#3f3f3f", "others": "#8c8c8c", "hair": "#cfcfcf"}
_DARK = {"paper": "#131518", "ink": "#f4f2ee", "soft": "#d0cec9", "faint": "#a3a19d", "box": "#b5b3ae",
         "others": "#75746f", "hair": "#3b3d40"}  # fmt: skip
"""Colours of text and lines on dark paper, for all themes: theirs are for white paper."""
_PIXELS = 1.6
"""Pixels for each point of a line: enough to tell sums from other boxes on a coarse screen."""


def screen_style(look: Look) -> str:
    """Return the colours as variables, named by their use, and the faces and dice that all pages share.

    Dark colours follow the system, or ``data-theme`` of the document; printed pages are always light.
    """
    accent = look.colours[Ink.ACCENT]
    light = {**_LIGHT, "ink": _written(look.colours[Ink.TEXT]), "soft": _written(look.colours[Ink.MUTED])}
    light, dark = light | {"accent": _written(accent)}, _DARK | {"accent": _written(lightened(accent))}
    solid = ("accent", "paper") if look.solid else ("paper", "accent")
    lines = {"sum": look.sum, "section": look.section, "total": look.grand}
    shape = {
        "round": f"{look.roundness:g}", "pips": "square" if look.dice.square else "round",
        "fill": f"var(--{solid[0]})", "on-fill": f"var(--{solid[1]})",
        **{f"{name}-line": f"{round(_PIXELS * width)}px" for name, width in lines.items()},
    }  # fmt: skip
    blocks = (
        f":root{{{_variables('light', shape | light)}}}",
        f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{_variables("dark", dark)}}}}}',
        f':root[data-theme="dark"]{{{_variables("dark", dark)}}}',
        f"@media print{{:root:root:root{{{_variables('light', light)}}}}}",
    )
    return "\n".join((*blocks, _shared("look.css"), _shared("faces.css")))


def accent_style(look: Look, game: str) -> str:
    """Return the style with the accent of a game, for the elements whose ``data-game`` has its name."""
    accent = look.colours[Ink.ACCENT]
    fill = (
        "--fill:var(--accent);--on-fill:var(--paper)" if look.solid else "--fill:var(--paper);--on-fill:var(--accent)"
    )
    light, dark = (f"{{--accent:{_written(colour)};{fill}}}" for colour in (accent, lightened(accent)))

    def chosen(root: str) -> str:
        return f'{root}[data-game="{game}"],{root} [data-game="{game}"]'

    return "\n".join((
        chosen(":root") + light,
        "@media (prefers-color-scheme:dark){" + chosen(':root:not([data-theme="light"])') + dark + "}",
        chosen(':root[data-theme="dark"]') + dark,
        "@media print{" + chosen(":root:root:root:root") + light + "}",
    ))  # fmt: skip


def _shared(name: str) -> str:
    return (folders.templates() / name).read_text("utf-8")


def _variables(scheme: str, colours: dict[str, str]) -> str:
    return ";".join((f"color-scheme:{scheme}", *(f"--{name}:{colour}" for name, colour in colours.items())))


def _written(colour: Iterable[float]) -> str:
    return "#" + bytes(round(255 * part) for part in colour).hex()
