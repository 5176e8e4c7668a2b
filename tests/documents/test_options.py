"""Options of documents.

Declared once for the command line, profiles, the command in the foot and the library.
"""

import inspect
import shlex
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Struct

from sheetgen.cli import commands
from sheetgen.cli.kit_commands import FormCommand, KitCommand, RulesOptions
from sheetgen.cli.parameters import Program, Ruleset
from sheetgen.cli.sheet_commands import PdfOptions
from sheetgen.documents.declared import (
    chosen,
    command_line,
    declared,
    option_name,
    parameters_of,
    read_values,
)
from sheetgen.errors import Message
from sheetgen.layout.options import LayoutOptions, Option, SheetOptions, split_names
from tests.conftest import Run

COMMANDS: dict[str, type[Struct]] = {
    "pdf": PdfOptions,
    "form": FormCommand,
    "rules": RulesOptions,
    "kit": KitCommand,
}
VALUES: dict[str, Any] = {
    "lang": ("nl", "en"), "names": ("An", "Bo"), "fields": ("date",),
    "fonts": (Path("one.ttf"), Path("two.ttf")), "back": "audit", "orientation": "portrait",
    "marks": "dots", "holes": 2, "columns": "games", "nup": "2x3", "label_margin": "-1,2",
    "form": "zine", "format": "html", "flip": "long", "creep": 0.1, "appendix": ("words",),
    "templates": Path("mine"), "names_file": Path("names.csv"), "code": False, "backing": False,
    "theme": "wine",
}  # fmt: skip
"""A value of each option that is no flag, number or plain text."""


def value_of(name: str, parameter: inspect.Parameter) -> Any:
    """Return a value that is not the default."""
    if name in VALUES:
        return VALUES[name]
    kind = str(parameter.annotation)
    return True if "bool" in kind else 3 if "int" in kind and "str" not in kind else "7"


OPTIONS = [
    (command, name)
    for command, kind in COMMANDS.items()
    for name, parameter in parameters_of(kind).items()
    if declared(parameter)
]


@pytest.mark.parametrize(("command", "name"), OPTIONS)
def test_the_command_in_the_foot_has_the_same_options(command: str, name: str) -> None:
    kind, parameter = COMMANDS[command], parameters_of(COMMANDS[command])[name]
    options = kind(ruleset="dice-play", **{name: value_of(name, parameter)})
    words = shlex.split(command_line(command, "dice-play", options))
    assert words[:4] == ["sheetgen", command, "--ruleset", "dice-play"]
    assert len(words) > 4
    read = commands.whole_program().commands[command]
    context = read.make_context(
        command, [*words[2:], *(["--profile", "none"] if command in ("pdf", "kit") else [])]
    )
    found = read_values(parameters_of(kind), context.params)
    shown = {"lang": "nl,en"}.get(name, value_of(name, parameter))
    assert found[name] == shown


@pytest.mark.parametrize(
    "names",
    [
        ("An, de lange", "Bo"),
        ("An; Bo",),
        ('"Zo"', "Bo"),
        ('Ot "de Beer" Ex', "Bo"),
        ("", "Bo"),
        ("An", "", "Bo"),
        ('"', ",", ";"),
    ],
)
def test_names_on_a_command_line_are_read_as_they_were(names: tuple[str, ...]) -> None:
    """A name with a comma in it is one name, and one in quotes keeps them."""
    line = command_line("pdf", "yatzy", SheetOptions(names=names))
    assert split_names(shlex.split(line)[-1]) == names


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ('"Tiny" Tim,Bo', ('"Tiny" Tim', "Bo")),
        ('Bo,"' + "' onload='x", ("Bo", '"' + "' onload='x")),
        (' "An, de lange" ,Bo', ("An, de lange", "Bo")),
        ('"An', ('"An',)),
    ],
)
def test_quotes_that_are_part_of_a_name_stay(typed: str, names: tuple[str, ...]) -> None:
    assert split_names(typed) == names


def test_profiles_know_every_option(run: Run) -> None:
    for command in ("pdf", "kit"):
        Path("sheetgen.toml").write_text(f"[{command}]\nzzz = 1\n", "utf-8")
        err = run(command, "dice-play")[2]
        names = err.partition("choose ")[2].rstrip(".\n").replace(" or ", " ").split(", ")
        parameters = parameters_of(COMMANDS[command]).values()
        expected = ["ruleset", *(option_name(each) for each in parameters if declared(each))]
        assert [name.strip() for name in names] == expected


def test_one_declaration_makes_an_option() -> None:
    """A field of a class of options is an option, a word in the foot, and reaches the layout."""
    seen: list[Any] = []

    class Grid(SheetOptions, frozen=True, kw_only=True):
        ruleset: Ruleset
        grid: Annotated[bool, Option(Message("Print a grid."))] = False
        step: Annotated[int | None, Option(Message("Step of the grid."), "N")] = None

    app = Program()
    app.callback()(lambda: None)

    @app.command("pdf")
    def pdf(settings: Grid) -> None:
        seen.append(settings)

    pdf.__annotations__["settings"] = Grid
    from typer.main import get_command

    get_command(app).main(["pdf", "dice-play", "--grid", "--step", "4"], standalone_mode=False)
    (settings,) = seen
    assert (settings.ruleset, settings.grid, settings.step) == ("dice-play", True, 4)
    assert command_line("pdf", "dice-play", settings).endswith(" --grid --step 4")
    assert chosen(settings) == {"grid": True, "step": 4}
    assert set(SheetOptions.__struct_fields__) <= set(LayoutOptions.__struct_fields__)
