"""Commands for rulesets: list and show them, start one of your own and check it."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import parameters
from sheetgen.cli.output import made_folder, print_table, target_file, write_document
from sheetgen.errors import Message, SheetgenError, escaped
from sheetgen.files import folders
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.rules.history import best_totals
from sheetgen.rulesets.loading import base_of, load_ruleset, review_file, ruleset_text
from sheetgen.rulesets.reference import new_ruleset
from sheetgen.rulesets.source import is_path, is_shipped, known_ids, ruleset_path

if TYPE_CHECKING:
    from sheetgen.rulesets.faults import Review

Name = Annotated[
    str,
    typer.Argument(
        help=Message("A game's name, or a .toml file."),
        metavar=Message("GAME"),
        autocompletion=parameters.complete_rulesets,
    ),
]


@parameters.app.command()
def rulesets(
    lang: parameters.Lang = None,
    long: Annotated[bool, typer.Option("--long", help=Message("Show the source of each as well."))] = False,
) -> None:
    """Print each ruleset with a summary."""
    catalog = parameters.find_catalog(lang)
    if long:
        print("\n\n".join("\n  ".join((name, *_about(name, catalog))) for name in known_ids()))
    else:
        print_table((name, _summary(name, catalog)) for name in known_ids())


def _summary(name: str, catalog: Catalog) -> str:
    """Return the summary of a ruleset; for a wrong one, the command that shows its faults."""
    try:
        wording = Wording(load_ruleset(name), catalog)
    except SheetgenError:
        return catalog.message("is wrong; see sheetgen validate %(file)s", file=shlex.quote(str(ruleset_path(name))))
    return wording.summary or wording.title


def _about(name: str, catalog: Catalog) -> Iterator[str]:
    """Yield the summary of a ruleset, its file, the game that it changes, and its source."""
    place = catalog.message("comes with sheetgen") if is_shipped(name) else escaped(str(ruleset_path(name)))
    yield escaped(_summary(name, catalog))
    yield catalog.message("file: %(where)s", where=place)
    with suppress(SheetgenError):
        source, base = load_ruleset(name).source, base_of(name)
        if base:
            yield catalog.message("changes: %(base)s", base=base.id)
        if source:
            yield catalog.message("source: %(source)s", source=source)


@parameters.app.command()
def show(ruleset: Name, lang: parameters.Lang = None) -> None:
    """Print the file without changes; control characters are escaped."""
    parameters.find_catalog(lang)
    for line in ruleset_text(ruleset).removesuffix("\n").split("\n"):
        print("\t".join(map(escaped, line.rstrip("\r").split("\t"))))


@parameters.app.command()
def new(
    name: Annotated[str, typer.Argument(metavar=Message("NAME"), help=Message("Name of the file, such as my-rules."))],
    base: Annotated[
        str | None,
        typer.Option(
            "--from", metavar=Message("GAME"), help=Message("Game that you change; without it, a small one."),
            autocompletion=parameters.complete_rulesets,
        ),
    ] = None,
    mine: Annotated[
        bool, typer.Option("--mine", help=Message("Write it to your own folder, where sheetgen finds it by its name."))
    ] = False,
    lang: parameters.Lang = None,
    output: parameters.Output = None,
    force: parameters.Force = False,
) -> None:  # fmt: skip
    """Write the file, and print the next step."""
    catalog = parameters.find_catalog(lang)
    content = new_ruleset(name, base, catalog).encode()
    if mine and output is not None:
        raise SheetgenError("--%(one)s and --%(other)s exclude each other.", one="mine", other="output")
    if output == "-":
        sys.stdout.buffer.write(content)
        return
    folder = made_folder(folders.own_rulesets()) if mine else Path()
    path = folder / f"{name}.toml" if output is None else target_file(output, f"{name}.toml")
    _check_base(base, path)
    write_document(content, path, catalog, force=force)
    print(catalog.message("Change it as you like; then: sheetgen validate %(file)s", file=path))


def _check_base(base: str | None, path: Path) -> None:
    """Raise SheetgenError if the file could not extend `base`, or would replace it."""
    if base is None:
        return
    found = os.path.realpath(ruleset_path(base))
    if found == os.path.realpath(path):
        raise SheetgenError("a file cannot change itself; choose another name", key="--from")
    if is_path(base) and os.path.dirname(found) != os.path.dirname(os.path.realpath(path)):  # noqa: PTH120 - a Path raises if a name is too long
        raise SheetgenError("a file that is changed lies in the same folder; copy it there", key="--from")


@parameters.app.command()
def validate(
    file: Annotated[
        Path,
        typer.Argument(help=Message("Ruleset file, or a game's name."), autocompletion=parameters.complete_rulesets),
    ],
    lang: parameters.Lang = None,
) -> None:
    """Print every fault and warning with its line; the exit code is 1 if there is a fault."""
    catalog = parameters.find_catalog(lang)
    there = is_path(str(file)) or os.path.exists(file)  # noqa: PTH110 - a Path raises if the name is too long
    path = file if there else ruleset_path(str(file))
    review = review_file(path, catalog.language)
    for fault in review.faults:
        print(catalog.error(fault))
    for warning in review.warnings:
        print(catalog.error(SheetgenError("warning: %(doubt)s", file=warning.file, doubt=warning.placed(""))))
    print(_verdict(review, path, catalog))
    raise typer.Exit(parameters.FOUND if review.faults else parameters.FINE)


def _verdict(review: "Review", path: Path, catalog: Catalog) -> str:
    """Return the number of faults; for a right file its warnings, its size and the command to print it."""
    faults = catalog.plural("validate", "%(n)s fault", "%(n)s faults", len(review.faults))
    if review.ruleset is None:
        return catalog.message("%(file)s: %(faults)s; mend them and try again", file=path, faults=faults)
    warnings = catalog.plural("validate", "%(n)s warning", "%(n)s warnings", len(review.warnings))
    boxes = catalog.plural("sheet", "%(n)s box", "all %(n)s boxes", len(review.ruleset.boxes))
    best = best_totals(review.ruleset)["total"]
    plain = str(path) if path.parent != Path() else f"./{path}"  # as --ruleset takes it
    return catalog.message(
        "%(file)s: no faults, %(doubts)s; %(boxes)s, best total %(best)s. Print it: sheetgen pdf --ruleset %(path)s",
        file=path, doubts=warnings, boxes=boxes, best=best, path=shlex.quote(plain),
    )  # fmt: skip
