"""Commands for languages: list them, and make and check a translation of your own."""

import os
from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli.output import made_folder, print_table, write_document
from sheetgen.cli.parameters import FINE, FOUND, Lang, Program, app, find_catalog
from sheetgen.errors import Message, SheetgenError
from sheetgen.files import folders
from sheetgen.files.input import forget_input
from sheetgen.i18n.catalog import language_name, languages, own_languages, shipped_languages
from sheetgen.i18n.po_file import check_po, has_locale, new_po, updated_po

_FEW = 10
"""Maximum number of missing entries that are listed; the others are counted."""

language = Program()
app.add_typer(language, name="language")


@language.callback(invoke_without_command=True)
def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("languages")
def list_languages(lang: Lang = None) -> None:
    """Print each language with its name, and mark the user's own."""
    catalog = find_catalog(lang)
    names = {code: language_name(code, catalog) for code in languages()}
    own = {code: catalog.message("%(language)s (yours)", language=names[code]) for code in own_languages()}
    print_table((names | own).items())


Code = Annotated[
    str,
    typer.Argument(
        metavar=Message("LANGUAGE"), help=Message("Code of the language, such as de."), autocompletion=own_languages
    ),
]


@language.command("new", help=Message("Write a catalog to translate to your own folder."))
def new_language(code: Code, lang: Lang = None) -> None:
    """Write the template for this language, with its words in the entries if sheetgen has it."""
    catalog = find_catalog(lang)
    if (folders.own_languages() / f"{code}.po").exists():
        raise SheetgenError("is there already; sheetgen language update %(code)s brings it up to date",
                            file=str(folders.own_languages() / f"{code}.po"), code=code)  # fmt: skip
    content = new_po(code, shipped_languages().get(code))
    path = made_folder(folders.own_languages()) / f"{code}.po"
    write_document(content, path, catalog)
    print(catalog.message("Translate what you like; then: sheetgen language check %(code)s", code=code))


@language.command(help=Message("Add new entries of sheetgen to your catalog, and set aside old ones."))
def update(code: Code, lang: Lang = None) -> None:
    """Bring a catalog up to date; every translation of a message that is still there stays."""
    catalog = find_catalog(lang)
    path = _catalog_file(code)
    content = updated_po(path, path.stem)
    forget_input(path)
    write_document(content, path, catalog, force=True)


@language.command(help=Message("List what is missing, uncertain or wrong in a catalog."))
def check(
    file: Annotated[
        str, typer.Argument(help=Message("Catalog (.po), or code of a language."), autocompletion=own_languages)
    ],
    lang: Lang = None,
    all_: Annotated[bool, typer.Option("--all", help=Message("List all that is missing, not only the first."))] = False,
) -> None:
    """Print every complaint by its line; the exit code is 1 if there is one."""
    catalog = find_catalog(lang)
    path = _catalog_file(file)
    progress = check_po(path, path.stem)
    missing = [each for each in progress.complaints if each.kind == "missing"]
    hidden = {id(each) for each in missing[_FEW:]} if not all_ else set()
    for each in progress.complaints:
        if id(each) not in hidden:
            place = f"{path}:{each.line}" if each.line else str(path)
            english = each.english if len(each.english) <= 60 else f"{each.english[:57]}..."
            print(catalog.error(SheetgenError("'%(entry)s' %(fault)s", file=place, entry=english, fault=each.error)))
    if hidden:
        print(catalog.plural("language", "and %(n)s more that is missing; --all lists it",
                             "and %(n)s more that are missing; --all lists them", len(hidden)))  # fmt: skip
    print(catalog.message("%(file)s: %(done)s of %(total)s are right", file=path, done=progress.done,
                          total=progress.total))  # fmt: skip
    raise typer.Exit(FOUND if progress.complaints else FINE)


def _catalog_file(name: str) -> Path:
    """Return the catalog file of this name, or the user's own of this language."""
    own = folders.own_languages() / f"{name.removesuffix('.po')}.po"
    path = Path(name) if os.path.isfile(name) or Path(name).name != name else own  # noqa: PTH113 - a Path raises if the name is too long
    if not os.path.isfile(path) and not name.endswith(".po"):  # noqa: PTH113 - as above
        raise SheetgenError("you have no catalog of '%(code)s'; sheetgen language new %(code)s makes one", code=name)
    if path.suffix != ".po" or not has_locale(path.stem):
        raise SheetgenError("the name of a catalog is the code of its language, such as de.po", file=str(path))
    return path
