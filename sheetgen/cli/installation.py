"""Commands for what this installation has.

Rulesets, languages, its state, and references of its files and commands.
"""

import json
import os
import platform
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from msgspec import to_builtins

from sheetgen import __version__
from sheetgen.cli import parameters
from sheetgen.cli.commands import whole_program
from sheetgen.cli.output import (
    can_open,
    for_terminal,
    made_folder,
    print_table,
    target_file,
    write_document,
)
from sheetgen.documents.declared import Extra
from sheetgen.errors import Message, SheetgenError, escaped
from sheetgen.files import folders
from sheetgen.files.disk import forget_input
from sheetgen.files.folders import check_extra, requirements
from sheetgen.i18n.catalog import (
    Catalog,
    language_name,
    languages,
    load_catalog,
    own_languages,
    shipped_languages,
    system_language,
)
from sheetgen.i18n.po_file import check_po, has_locale, new_po, updated_po
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import system_paper
from sheetgen.rules.history import best_totals
from sheetgen.rulesets.loading import base_of, load_ruleset, review_file, ruleset_text
from sheetgen.rulesets.reference import new_ruleset
from sheetgen.rulesets.source import (
    is_path,
    is_shipped,
    known_ids,
    own_ids,
    ruleset_path,
    source_text,
)

if TYPE_CHECKING:
    from sheetgen.rulesets.faults import Review

# Imported where they are needed: the PDF, for its fonts (34 ms), and the pages of references (60 to
# 160 ms each).


# rulesets: list, show, start one of your own, check it


@parameters.app.command()
def rulesets(
    lang: parameters.Lang = None,
    long: Annotated[bool, Extra(Message("Show the source of each as well."))] = False,
) -> None:
    """Print each ruleset with a summary."""
    catalog = parameters.find_catalog(lang)
    if long:
        entries = ["\n  ".join((name, *_about(name, catalog))) for name in known_ids()]
        print("\n\n".join(entries))
    else:
        print_table((name, _summary(name, catalog)) for name in known_ids())


def _summary(name: str, catalog: Catalog) -> str:
    """Return the summary of a ruleset; for a wrong one, the command that shows its faults."""
    try:
        wording = Wording(load_ruleset(name), catalog)
    except SheetgenError:
        return catalog.message(
            "is wrong; see sheetgen validate %(file)s", file=shlex.quote(str(ruleset_path(name)))
        )
    return wording.summary or wording.title


def _about(name: str, catalog: Catalog) -> Iterator[str]:
    """Yield the summary of a ruleset, its file, the game that it changes, and its source."""
    place = (
        catalog.message("comes with sheetgen")
        if is_shipped(name)
        else escaped(str(ruleset_path(name)))
    )
    yield escaped(_summary(name, catalog))
    yield catalog.message("file: %(where)s", where=place)
    with suppress(SheetgenError):
        source, base = load_ruleset(name).source, base_of(name)
        if base:
            yield catalog.message("changes: %(base)s", base=base.id)
        if source:
            yield catalog.message("source: %(source)s", source=source)


@parameters.app.command()
def show(
    ruleset: Annotated[
        str,
        typer.Argument(
            help=Message("A game's name, or a .toml file."),
            metavar=Message("GAME"),
            autocompletion=parameters.complete_rulesets,
        ),
    ],
    lang: parameters.Lang = None,
) -> None:
    """Print the file without changes; control characters are escaped."""
    parameters.find_catalog(lang)
    for line in ruleset_text(ruleset).removesuffix("\n").split("\n"):
        print("\t".join(map(escaped, line.rstrip("\r").split("\t"))))


@parameters.app.command()
def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar=Message("NAME"), help=Message("Name of the file, such as my-rules.")
        ),
    ],
    base: Annotated[
        str | None,
        Extra(
            Message("Game that you change; without it, a small one."),
            Message("GAME"),
            name="from",
            suggest=parameters.complete_rulesets,
        ),
    ] = None,
    mine: Annotated[
        bool, Extra(Message("Write it to your own folder, where sheetgen finds it by its name."))
    ] = False,
    lang: parameters.Lang = None,
    output: parameters.Output = None,
    force: parameters.Force = False,
) -> None:
    """Write the file, and print the next step."""
    catalog = parameters.find_catalog(lang)
    content = new_ruleset(name, base, catalog).encode()
    if mine and output is not None:
        raise SheetgenError(
            "--%(one)s and --%(other)s exclude each other.", one="mine", other="output"
        )
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
    extended = os.path.realpath(ruleset_path(base))
    if extended == os.path.realpath(path):
        raise SheetgenError("a file cannot change itself; choose another name", key="--from")
    # os.path, since a Path raises if a name is too long
    folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120
    if is_path(base) and os.path.dirname(extended) != folder:  # noqa: PTH120
        raise SheetgenError(
            "a file that is changed lies in the same folder; copy it there", key="--from"
        )


@parameters.app.command()
def validate(
    file: Annotated[
        Path,
        typer.Argument(
            help=Message("Ruleset file, or a game's name."),
            autocompletion=parameters.complete_rulesets,
        ),
    ],
    lang: parameters.Lang = None,
    format_: Annotated[
        Literal["json"] | None,
        Extra(Message("Print the faults as json, with line and column."), name="format"),
    ] = None,
) -> None:
    """Print every fault and warning with its line; the exit code is 1 if there is a fault."""
    catalog = parameters.find_catalog(lang)
    # os.path, since a Path raises if the name is too long
    there = is_path(str(file)) or os.path.exists(file)  # noqa: PTH110
    path = file if there else ruleset_path(str(file))
    if format_ is not None:
        _print_faults(path, catalog)
    review = review_file(path, catalog.language)
    for fault in review.faults:
        print(catalog.error(fault))
    for warning in review.warnings:
        doubt = warning.placed("")
        print(catalog.error(SheetgenError("warning: %(doubt)s", file=warning.file, doubt=doubt)))
    print(_verdict(review, path, catalog))
    raise typer.Exit(parameters.SOMETHING_FOUND if review.faults else parameters.NOTHING_FOUND)


def _print_faults(path: Path, catalog: Catalog) -> None:
    """Print the faults of a file as JSON, and end."""
    from sheetgen.rulesets.checked_text import faults

    found = faults(source_text(path), catalog, path)
    print(json.dumps(to_builtins(found), indent=2, ensure_ascii=False))
    has_error = any(fault.severity == "error" for fault in found)
    raise typer.Exit(parameters.SOMETHING_FOUND if has_error else parameters.NOTHING_FOUND)


def _verdict(review: "Review", path: Path, catalog: Catalog) -> str:
    """Return the number of faults.

    For a right file its warnings, its size and the command to print it.
    """
    faults = catalog.plural("validate", "%(n)s fault", "%(n)s faults", len(review.faults))
    if review.ruleset is None:
        return catalog.message(
            "%(file)s: %(faults)s; mend them and try again", file=path, faults=faults
        )
    warnings = catalog.plural("validate", "%(n)s warning", "%(n)s warnings", len(review.warnings))
    boxes = catalog.plural("sheet", "%(n)s box", "all %(n)s boxes", len(review.ruleset.boxes))
    best = best_totals(review.ruleset)["total"]
    plain = str(path) if path.parent != Path() else f"./{path}"  # as --ruleset takes it
    return catalog.message(
        "%(file)s: no faults, %(doubts)s; %(boxes)s, best total %(best)s. Print it: "
        "sheetgen pdf --ruleset %(path)s",
        file=path,
        doubts=warnings,
        boxes=boxes,
        best=best,
        path=shlex.quote(plain),
    )


# languages: list them, make and check a translation

_FEW = 10
"""Maximum number of missing entries that are listed; the others are counted."""

language = parameters.Program()
parameters.app.add_typer(language, name="language")


@language.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    help_all: parameters.HelpAll = False,
    show_help: parameters.Help = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@parameters.app.command("languages")
def list_languages(lang: parameters.Lang = None) -> None:
    """Print each language with its name, and mark the user's own."""
    catalog = parameters.find_catalog(lang)
    names = {code: language_name(code, catalog) for code in languages()}
    for code in own_languages():
        names[code] = catalog.message("%(language)s (yours)", language=names[code])
    print_table(names.items())


Code = Annotated[
    str,
    typer.Argument(
        metavar=Message("LANGUAGE"),
        help=Message("Code of the language, such as de."),
        autocompletion=own_languages,
    ),
]


@language.command("new", help=Message("Write a catalog to translate to your own folder."))
def new_language(code: Code, lang: parameters.Lang = None) -> None:
    """Write the template for this language, with its words in the entries if sheetgen has it."""
    catalog = parameters.find_catalog(lang)
    if (folders.own_languages() / f"{code}.po").exists():
        raise SheetgenError(
            "is there already; sheetgen language update %(code)s brings it up to date",
            file=str(folders.own_languages() / f"{code}.po"),
            code=code,
        )
    content = new_po(code, shipped_languages().get(code))
    path = made_folder(folders.own_languages()) / f"{code}.po"
    write_document(content, path, catalog)
    print(
        catalog.message(
            "Translate what you like; then: sheetgen language check %(code)s", code=code
        )
    )


@language.command(
    help=Message("Add new entries of sheetgen to your catalog, and set aside old ones.")
)
def update(code: Code, lang: parameters.Lang = None) -> None:
    """Bring a catalog up to date; every translation of a message that is still there stays."""
    catalog = parameters.find_catalog(lang)
    path = _catalog_file(code)
    content = updated_po(path, path.stem)
    forget_input(path)
    write_document(content, path, catalog, force=True)


@language.command("check", help=Message("List what is missing, uncertain or wrong in a catalog."))
def check_catalog(
    file: Annotated[
        str,
        typer.Argument(
            help=Message("Catalog (.po), or code of a language."), autocompletion=own_languages
        ),
    ],
    lang: parameters.Lang = None,
    all_: Annotated[bool, Extra(Message("List all that is missing, not only the first."))] = False,
) -> None:
    """Print every complaint by its line; the exit code is 1 if there is one."""
    catalog = parameters.find_catalog(lang)
    path = _catalog_file(file)
    progress = check_po(path, path.stem)
    missing = 0
    hidden = 0
    for complaint in progress.complaints:
        missing += complaint.kind == "missing"
        if complaint.kind == "missing" and missing > _FEW and not all_:
            hidden += 1
            continue
        place = f"{path}:{complaint.line}" if complaint.line else str(path)
        english = complaint.english
        if len(english) > 60:
            english = f"{english[:57]}..."
        fault = complaint.error
        error = SheetgenError("'%(entry)s' %(fault)s", file=place, entry=english, fault=fault)
        print(catalog.error(error))
    if hidden:
        more = catalog.plural(
            "language",
            "and %(n)s more that is missing; --all lists it",
            "and %(n)s more that are missing; --all lists them",
            hidden,
        )
        print(more)
    print(
        catalog.message(
            "%(file)s: %(done)s of %(total)s are right",
            file=path,
            done=progress.done,
            total=progress.total,
        )
    )
    raise typer.Exit(
        parameters.SOMETHING_FOUND if progress.complaints else parameters.NOTHING_FOUND
    )


def _catalog_file(name: str) -> Path:
    """Return the catalog file of this name, or the user's own of this language."""
    own = folders.own_languages() / f"{name.removesuffix('.po')}.po"
    # os.path, since a Path raises if the name is too long
    path = Path(name) if os.path.isfile(name) or Path(name).name != name else own  # noqa: PTH113
    if not os.path.isfile(path) and not name.endswith(".po"):  # noqa: PTH113 - as above
        raise SheetgenError(
            "you have no catalog of '%(code)s'; sheetgen language new %(code)s makes one", code=name
        )
    if path.suffix != ".po" or not has_locale(path.stem):
        raise SheetgenError(
            "the name of a catalog is the code of its language, such as de.po", file=str(path)
        )
    return path


# state of this installation


Line = tuple[str, str, bool]
"""Subject of a check, what was found, and whether that is right."""


@parameters.app.command()
def doctor(lang: parameters.Lang = None) -> None:
    """Print the result of every check; the exit code is 1 if something is wrong."""
    catalog = parameters.find_catalog(lang)
    lines = [
        *_versions(catalog),
        *_picked(lang, catalog),
        *_fonts_and_folders(catalog),
        *_own_files(catalog),
    ]
    signs = "✗✓" if for_terminal("✗✓") == "✗✓" else "!+"
    print_table((f"{signs[is_right]} {what}", state) for what, state, is_right in lines)
    all_right = all(is_right for _, _, is_right in lines)
    raise typer.Exit(parameters.NOTHING_FOUND if all_right else parameters.SOMETHING_FOUND)


def _versions(catalog: Catalog) -> Iterator[Line]:
    yield (
        "sheetgen",
        f"{__version__}, Python {platform.python_version()}, {sys.platform} {platform.machine()}",
        True,
    )
    names = sorted(re.split(r"[^\w-]", line)[0] for line in requirements())
    yield (
        catalog.text("doctor", "libraries"),
        ", ".join(f"{name} {version(name)}" for name in names),
        True,
    )
    try:
        check_extra("scan")
        pictures = catalog.text("doctor", "can be read")
    except SheetgenError as error:  # it is an extra
        pictures = catalog.error(error)
    yield catalog.text("doctor", "pictures"), pictures, True


def _picked(lang: str | None, catalog: Catalog) -> Iterator[Line]:
    """Yield the language and the paper with the variable or option that decides."""
    text = catalog.text

    def because(variable: str) -> str:
        if not variable:
            return text("doctor", "because nothing says otherwise")
        return text(
            "doctor",
            "because %(variable)s is %(value)s",
            variable=variable,
            value=os.environ[variable],
        )

    variable = (
        "SHEETGEN_LANG" if os.environ.get("SHEETGEN_LANG") else system_language(os.environ)[1]
    )
    why = because(variable) if lang is None else text("doctor", "because --lang says so")
    name = f"{catalog.language} ({language_name(catalog.language, catalog)})"
    yield text("doctor", "language"), f"{name}, {why}", True
    yield text("doctor", "languages there are"), ", ".join(languages()), True
    paper, variable = system_paper(os.environ)
    yield text("doctor", "paper"), f"{paper}, {because(variable)}", True


def _fonts_and_folders(catalog: Catalog) -> Iterator[Line]:
    """Yield the fonts, the folders, and the program that opens files."""
    from sheetgen.pdf.fonts import font_files

    text, out = catalog.text, Path("out")
    wrong = text("doctor", "(cannot be used; install sheetgen again, or change folder)")

    def place(what: str, path: Path, is_right: bool) -> Line:
        return what, f"{path}" if is_right else f"{path} {wrong}", is_right

    for face, file in font_files().items():
        font = text("doctor", "font")
        yield place(f"{font} {face}", file, file.is_file())
    for what, path in (
        (text("doctor", "rulesets"), folders.rulesets()),
        (text("doctor", "templates"), folders.templates()),
        (text("doctor", "catalogs"), folders.locales()),
    ):
        yield place(what, path, path.is_dir())
    try:
        own = folders.user_folder()
        what, state, is_right = text("doctor", "your folder"), str(own), True
        if own.is_dir():
            is_right = os.access(own, os.W_OK)
        else:
            note = text("doctor", "(not there yet; sheetgen new --mine and language new make it)")
            state = f"{own} {note}"
        yield what, state, is_right
    except SheetgenError as error:
        yield text("doctor", "your folder"), catalog.error(error), False
    yield place(
        text("doctor", "writes to"),
        out.absolute(),
        os.access(out if out.exists() else ".", os.W_OK),
    )
    opens = sys.platform if can_open() and not sys.platform.startswith("linux") else "xdg-open"
    yield (
        text("doctor", "--open"),
        opens if can_open() else text("doctor", "nothing here opens files"),
        True,
    )


def _own_files(catalog: Catalog) -> Iterator[Line]:
    """Yield the user's own rulesets and languages, and whether they are right."""
    text = catalog.text
    kinds: list[tuple[str, list[str], str, Callable[[str], object]]] = [
        (text("doctor", "your ruleset"), own_ids(), "sheetgen validate", load_ruleset),
        (text("doctor", "your language"), own_languages(), "sheetgen language check", load_catalog),
    ]
    for what, names, command, load in kinds:
        for name in names:
            try:
                load(name)
                yield what, name, True
            except SheetgenError:
                hint = f"{command} {shlex.quote(name)}"
                yield (
                    what,
                    text("doctor", "%(name)s is wrong; see %(hint)s", name=name, hint=hint),
                    False,
                )


# references made from the program itself

_LEFT_OUT = ("show_help", "help_all", "install_completion", "show_completion")


@parameters.app.command()
def reference(
    topic: Annotated[
        Literal["rulesets", "limits", "cards", "commands", "options", "odds"],
        typer.Argument(
            metavar="[rulesets|limits|cards|commands|options|odds]",
            help=Message("Topic of the reference."),
        ),
    ] = "rulesets",
    lang: parameters.Lang = None,
    schema: Annotated[bool, Extra(Message("Print the JSON Schema for editors."))] = False,
    format_: Annotated[
        Literal["json"] | None,
        Extra(Message("Format of the options: json, for programs."), name="format"),
    ] = None,
) -> None:
    """Print the reference of ruleset files, of their limits, of cards, of commands or options."""
    from sheetgen.cards.exchange import card_page, cards_schema
    from sheetgen.i18n.templating import render
    from sheetgen.rulesets.reference import ruleset_page, ruleset_schema

    schemas = {"rulesets": ruleset_schema, "cards": cards_schema}
    limits = partial(render, "limits.md.j2")
    pages: dict[str, Callable[[Catalog], str]] = {
        "rulesets": ruleset_page,
        "cards": card_page,
        "commands": command_page,
        "limits": limits,
    }
    catalog = parameters.find_catalog(lang)
    if (topic == "options") != (format_ is not None):
        raise SheetgenError("options are data: sheetgen reference options --format json")
    if topic == "options":
        print(options_json(catalog), end="")
        return
    if schema and topic == "odds":
        from sheetgen.odds.formats import odds_schema

        schemas["odds"] = odds_schema
    if schema and topic not in schemas:
        raise SheetgenError("this page has no schema; leave it out", key="--schema")
    if not schema and topic not in pages:
        raise SheetgenError("odds have a schema alone; ask for it with --schema", key=topic)
    print(schemas[topic]() if schema else pages[topic](catalog), end="")


def options_json(catalog: Catalog) -> str:
    """Return the options of all documents as JSON, by the commands that make them."""
    from sheetgen.documents.described import CLASSES, described

    entries = {command: described(command, catalog) for command in CLASSES}
    return json.dumps(to_builtins(entries), indent=2, ensure_ascii=False) + "\n"


def command_page(catalog: Catalog) -> str:
    """Return the reference of the commands as Markdown.

    The program itself, then its commands by name.
    """
    from sheetgen.cli.help import metavar, purpose
    from sheetgen.i18n.templating import render

    filters: dict[str, Callable[..., Any]] = {
        "cell": lambda value: str(value).replace("|", "\\|"),
        "message": catalog.message,
        "metavar": partial(metavar, catalog=catalog),
        "purpose": partial(purpose, catalog=catalog),
    }
    return render(
        "commands.md.j2", catalog, filters, commands=[*_walk("sheetgen", whole_program())]
    )


def _walk(name: str, command: Any) -> Iterator[tuple[str, Any, list[Any]]]:
    """Yield a command and all below it: its name, the command, and its arguments and options."""
    yield name, command, [param for param in command.params if param.name not in _LEFT_OUT]
    for inner, below in sorted(getattr(command, "commands", {}).items()):
        yield from _walk(f"{name} {inner}", below)
