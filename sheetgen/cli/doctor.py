"""Command `doctor`: versions, fonts and folders of this installation, and the reasons for its defaults."""

import os
import platform
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import typer
from msgspec import Struct

from sheetgen import __version__
from sheetgen.cli.output import can_open
from sheetgen.cli.parameters import FINE, FOUND, Lang, app, find_catalog
from sheetgen.errors import SheetgenError, escaped
from sheetgen.files import folders
from sheetgen.files.folders import check_extra, requirements
from sheetgen.i18n.catalog import Catalog, language_name, languages, load_catalog, own_languages, system_language
from sheetgen.layout.paper import system_paper
from sheetgen.pdf.fonts import font_files
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import own_ids


class _Line(Struct, frozen=True):
    """Result of one check."""

    what: str
    found: str
    fine: bool = True


@app.command()
def doctor(lang: Lang = None) -> None:
    """Print the result of every check; the exit code is 1 if something is wrong."""
    catalog = find_catalog(lang)
    lines = [*_versions(catalog), *_picked(lang, catalog), *_places(catalog), *_own(catalog)]
    width = max(len(line.what) for line in lines)
    signs = "✓✗"
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:  # a terminal that does not have them
        signs = "+!"
    for line in lines:
        print(f"{signs[not line.fine]} {line.what:{width}}  {escaped(line.found)}")
    raise typer.Exit(FINE if all(line.fine for line in lines) else FOUND)


def _versions(catalog: Catalog) -> Iterator[_Line]:
    system = f"Python {platform.python_version()}, {sys.platform} {platform.machine()}"
    yield _Line("sheetgen", f"{__version__}, {system}")
    names = sorted(re.split(r"[^\w-]", line)[0] for line in requirements())
    yield _Line(catalog.text("doctor", "libraries"), ", ".join(f"{name} {version(name)}" for name in names))
    try:
        check_extra("scan")
        pictures = catalog.text("doctor", "can be read")
    except SheetgenError as error:  # it is an extra
        pictures = catalog.error(error)
    yield _Line(catalog.text("doctor", "pictures"), pictures)


def _picked(lang: str | None, catalog: Catalog) -> Iterator[_Line]:
    """Yield the language and the paper with the variable or option that decides."""
    variable = "SHEETGEN_LANG" if os.environ.get("SHEETGEN_LANG") else system_language(os.environ)[1]
    why = _because(variable, catalog) if lang is None else catalog.text("doctor", "because --lang says so")
    name = f"{catalog.language} ({language_name(catalog.language, catalog)})"
    yield _Line(catalog.text("doctor", "language"), f"{name}, {why}")
    yield _Line(catalog.text("doctor", "languages there are"), ", ".join(languages()))
    paper, variable = system_paper(os.environ)
    yield _Line(catalog.text("doctor", "paper"), f"{paper}, {_because(variable, catalog)}")


def _because(variable: str, catalog: Catalog) -> str:
    if not variable:
        return catalog.text("doctor", "because nothing says otherwise")
    return catalog.text("doctor", "because %(variable)s is %(value)s", variable=variable, value=os.environ[variable])


def _places(catalog: Catalog) -> Iterator[_Line]:
    """Yield the fonts, the folders, and the program that opens files."""
    text = catalog.text
    for face, path in font_files().items():
        yield _checked(f"{text('doctor', 'font')} {face}", path, path.is_file(), catalog)
    shipped = {
        text("doctor", "rulesets"): folders.rulesets(),
        text("doctor", "templates"): folders.templates(),
        text("doctor", "catalogs"): folders.locales(),
    }
    for what, path in shipped.items():
        yield _checked(what, path, path.is_dir(), catalog)
    try:
        own = folders.user_folder()
        there = own.is_dir()
        note = "" if there else " " + text("doctor", "(not there yet; sheetgen new --mine and language new make it)")
        yield _Line(text("doctor", "your folder"), f"{own}{note}", not there or os.access(own, os.W_OK))
    except SheetgenError as error:
        yield _Line(text("doctor", "your folder"), catalog.error(error), fine=False)
    out = Path("out") if Path("out").exists() else Path()
    yield _checked(text("doctor", "writes to"), Path("out").absolute(), os.access(out, os.W_OK), catalog)
    opens = sys.platform if can_open() and not sys.platform.startswith("linux") else "xdg-open"
    yield _Line(text("doctor", "--open"), opens if can_open() else text("doctor", "nothing here opens files"))


def _checked(what: str, path: Path, fine: bool, catalog: Catalog) -> _Line:
    wrong = "" if fine else " " + catalog.text("doctor", "(cannot be used; install sheetgen again, or change folder)")
    return _Line(what, f"{path}{wrong}", fine)


def _own(catalog: Catalog) -> Iterator[_Line]:
    """Yield the user's own rulesets and languages, and whether they are right."""
    for name in own_ids():
        hint = f"sheetgen validate {shlex.quote(name)}"
        yield _tried(catalog.text("doctor", "your ruleset"), name, hint, load_ruleset, catalog)
    for code in own_languages():
        hint = f"sheetgen language check {code}"
        yield _tried(catalog.text("doctor", "your language"), code, hint, load_catalog, catalog)


def _tried(what: str, name: str, hint: str, load: Callable[[str], object], catalog: Catalog) -> _Line:
    try:
        load(name)
    except SheetgenError:
        return _Line(what, catalog.text("doctor", "%(name)s is wrong; see %(hint)s", name=name, hint=hint), False)
    return _Line(what, name)
