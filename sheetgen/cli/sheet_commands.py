"""Command `pdf`.

Score sheets, in one file or in a file for each sheet, and the first sheet of a newcomer.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec.structs import replace

from sheetgen.cli import parameters
from sheetgen.cli.output import (
    Files,
    print_several,
    say_how,
    target_file,
    target_folder,
    with_progress,
    write_output,
)
from sheetgen.documents.declared import Extra, command_line
from sheetgen.documents.sheets import SheetJob, laid_out, printed_options, sheet_name
from sheetgen.documents.written import BOTH_SIDES, PLAIN, numbered_names
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.disk import DRAFT, TAKEN, Content, draft_folder, placed, put, write_all
from sheetgen.files.folders import check_extra
from sheetgen.i18n.catalog import Catalog, choose_language, language_name, languages, load_catalog
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import (
    PAPERS,
    Option,
    SheetOptions,
    check_names,
    split_names,
    system_paper,
)
from sheetgen.layout.together import Clash, check_clashes
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_ids

# Imported where they are needed: maps as JSON (220 ms).

_SETTINGS = Message("Settings")


class PdfOptions(SheetOptions, frozen=True, kw_only=True):
    """Options of the command: those of sheets, and those for files."""

    ruleset: parameters.Ruleset
    separate: Annotated[
        bool,
        Option(
            Message("Write a numbered file for each sheet, in one folder."),
            heading=Message("Names and fields"),
            after="blanks",
        ),
    ] = False
    profile: parameters.Profile = None
    save_profile: Annotated[
        str | None, Extra(Message("Write these settings to a file."), Message("FILE"), _SETTINGS)
    ] = None
    preview: Annotated[
        bool, Extra(Message("Write a picture of the first page as well."), heading=_SETTINGS)
    ] = False
    cells: Annotated[
        str | None,
        Extra(
            Message("Write the places of everything on the sheet as JSON as well."),
            Message("FILE"),
            _SETTINGS,
        ),
    ] = None
    output: parameters.Output = None
    no_fonts: parameters.NoFonts = False
    force: parameters.Force = False
    open_: parameters.Open = False


_ALONE = (
    Clash("separate", "nup", Message("cards that are cut from one sheet come in one file")),
    Clash("separate", "labels", Message("cards that are cut from one sheet come in one file")),
    Clash("separate", "pad", Message("a pad is one file")),
    Clash(
        "separate", "ruler", Message("the page for testing is a file of its own; print it first")
    ),
    Clash("separate", "preview", Message("there would be a picture for each file")),
)
"""Options that exclude a file for each sheet, and why."""


@parameters.app.command("pdf")
def write_sheets(settings: PdfOptions) -> None:
    """Write the sheets to a file, or to a file each."""
    kind = Path(settings.output or "").suffix.lower()
    is_picture = kind in (".png", ".svg") and not (settings.preview or settings.separate)
    if settings.preview or (is_picture and kind == ".png"):
        check_extra("preview", "--preview" if settings.preview else "--output")
    parameters.check_fonts(settings, kind[1:] if is_picture else "pdf")
    options = sheet_options(settings)
    game = load_ruleset(settings.ruleset)
    catalog = load_catalog(options.languages[0])
    name = sheet_name(game.id, options)
    cells = None
    if settings.cells is not None:
        cells = target_file(settings.cells, f"{name}.json", "--cells", (".json",))
    with laid_out(game, options) as job:
        job.warn()
        before = _files_before(settings, options, cells, job)
        if settings.separate:
            _write_separate(settings, job, name, before, catalog)
        elif is_picture and len(job.job) > 1:
            _write_pictures(settings, job, name, before, catalog)
        else:
            _write_one_file(
                settings, job, f"{name}{kind if is_picture else '.pdf'}", before, catalog
            )
        output = None if settings.separate else settings.output
        say_how(
            output, len(job.job), str(options.paper), catalog, BOTH_SIDES.get(job.job.duplex, PLAIN)
        )


def _files_before(
    settings: PdfOptions, options: PdfOptions, cells: Path | None, job: SheetJob
) -> list[tuple[Path, Content]]:
    """Return the files that are written with the sheets: a profile, and places as JSON."""
    files: list[tuple[Path, Content]] = []
    if settings.save_profile is not None:
        from sheetgen.cli.profiles import profile_of

        files += profile_of(settings.save_profile, "pdf", settings.ruleset, options)
    if cells is not None:
        from sheetgen.cards.exchange import map_json

        files.append((cells, map_json(job.maps())))
    return files


def _write_separate(
    settings: PdfOptions, job: SheetJob, name: str, before: Files, catalog: Catalog
) -> None:
    """Write a file for each sheet to a folder."""
    folder = target_folder(settings.output, name)
    count = len(job.job.cards)
    files = _numbered(folder / f"{folder.name}.pdf", count)
    _write_each(job.each(range(count)), files, folder, before, settings, catalog)


def _write_pictures(
    settings: PdfOptions, job: SheetJob, name: str, before: Files, catalog: Catalog
) -> None:
    """Write a picture of each of several pages."""
    kind = Path(settings.output or "").suffix.lower()
    files = _numbered(target_file(settings.output, f"{name}{kind}"), len(job.job))
    place = f"{files[0]} ... {files[-1].name}"
    pictures = job.pictures(kind[1:], typefaces=not settings.no_fonts)
    _write_each(pictures, files, place, before, settings, catalog)


def _numbered(path: Path, count: int) -> list[Path]:
    """Return names of this many files, with numbers of the same length."""
    return [path.with_name(name) for name in numbered_names(path.name, count)]


def _write_one_file(
    settings: PdfOptions, job: SheetJob, name: str, before: Files, catalog: Catalog
) -> None:
    """Write all sheets to a PDF, or a single page to a picture; a preview as well."""
    kind = Path(name).suffix
    content: Content
    if kind == ".pdf":
        content = partial(job.write, with_progress=partial(with_progress, catalog=catalog))
    else:
        content = next(job.pictures(kind[1:], typefaces=not settings.no_fonts))
    preview: list[tuple[Path, bytes]] = []
    if settings.preview:
        picture = target_file(settings.output, name).with_suffix(".png")
        preview.append((picture, next(job.pictures("png"))))
    write_output(
        content,
        settings.output,
        name,
        catalog,
        force=settings.force,
        show=settings.open_,
        before=before,
        after=preview,
    )


def sheet_options(settings: PdfOptions) -> PdfOptions:
    """Return the options with the printed language, paper and names, and the foot's command."""
    check_clashes(settings, _ALONE)
    printed: PdfOptions = printed_options(settings.ruleset, settings, parameters.usual())
    return printed


def _write_each(
    contents: Iterable[bytes],
    files: Sequence[Path],
    place: Path | str,
    before: Files,
    settings: PdfOptions,
    catalog: Catalog,
) -> None:
    """Write each content to a file of its own, or none of them; report their place."""
    write_all(before, settings.force)
    with draft_folder(files[0].parent) as drafts:
        written: list[tuple[Path, Path, Path]] = []
        for file, content in zip(files, with_progress(contents, len(files), catalog), strict=True):
            draft = drafts / f"{DRAFT}-{len(written) + 1}"
            with placed(file):
                draft.write_bytes(content)
            written.append((draft, file, file))
        put(written, settings.force)
    print_several(len(files), place, catalog)


# the first sheet: four questions for a person who types only the name of the program

_MOST_PLAYERS = 20
"""Maximum number of players that the questions offer; the command takes more."""
_USUAL_PLAYERS = "4"
"""Answer to the question who plays, if there is none."""
_LONGEST = 2_000
"""Maximum length of an answer, in letters: room for 20 names of 80 letters, and commas."""
Answer = TypeVar("Answer")


def first_sheet() -> None:
    """Ask for language, game, players and paper; print the sheet, and the command for it."""
    catalog = _ask_language()
    settings = PdfOptions(ruleset=_ask_game(catalog), lang=catalog.language)
    settings = replace(settings, **_ask_players(settings.ruleset, catalog))
    usual, _ = system_paper(os.environ)
    while True:
        settings = replace(settings, paper=_ask_paper(usual, catalog))
        try:
            output = _print(settings)
            break
        except SheetgenError as error:
            print(catalog.error(error))
            cures = {cure.option: cure.value for cure in error.cures}
            usual = cures.get("paper", usual)
            if "paper" not in cures:  # no larger one would do
                most = str(cures.get("players") or _USUAL_PLAYERS)
                settings = replace(settings, **_ask_players(settings.ruleset, catalog, most))
    print(catalog.message("Open it and print it at 100 %. The same again:"))
    line = command_line("pdf", settings.ruleset, settings)
    print(f"  {line} --output {output}" if output else f"  {line}")


def _print(settings: PdfOptions) -> str:
    """Print the sheet under a name that is free, and return that name.

    An empty one for the usual name.
    """
    name = ""
    for place in count(2):
        try:
            write_sheets(replace(settings, output=name or None))
        except SheetgenError as error:
            if error.message != TAKEN:
                raise
        else:
            return name
        name = f"out/{settings.ruleset}-{settings.lang}-{settings.paper}-{place}.pdf"
    raise AssertionError  # there is always another number


def _ask_language() -> Catalog:
    """Return the catalog of the language that a person chooses.

    A wrong catalog of the user's own is left out, which sheetgen doctor reports.
    """
    known: dict[str, Catalog] = {}
    for code in languages():
        with suppress(SheetgenError):
            known[code] = load_catalog(code)
    known.setdefault("en", Catalog("en"))
    usual = known.get(choose_language(None, os.environ), known["en"])
    names = [language_name(code, catalog) for code, catalog in known.items()]
    question = usual.text("first", "Which language?")
    return known[_ask_choice(question, [*known], names, usual.language, usual)]


def _ask_game(catalog: Catalog) -> str:
    """Return the id of the game that a person chooses.

    A wrong file of the user's own is left out, which sheetgen rulesets reports.
    """
    summaries = {}
    for name in known_ids():
        with suppress(SheetgenError):
            summaries[name] = Wording(load_ruleset(name), catalog).summary
    usual = "dice-play" if "dice-play" in summaries else next(iter(summaries))
    question = catalog.text("first", "Which game?")
    return _ask_choice(question, [*summaries], [*summaries.values()], usual, catalog)


def _ask_paper(usual: str, catalog: Catalog) -> str:
    """Return the name of the paper that a person chooses."""
    question = catalog.text("first", "Which paper? %(known)s, or a size", known=", ".join(PAPERS))
    return _ask(question, usual, lambda answer: parameters.choose_paper(answer).name, catalog)


def _ask_choice(
    question: str, known: Sequence[str], texts: Sequence[str], usual: str, catalog: Catalog
) -> str:
    """Return the choice of one item of a list, by its number or its name."""
    width = max(map(len, known))
    for place, (name, text) in enumerate(zip(known, texts, strict=True), 1):
        print(f"{place:3}  {name:{width}}  {text}")

    def read(answer: str) -> str:
        for name in known:
            if name.casefold() == answer.casefold():
                return name
        return known[_number(answer, 1, len(known)) - 1]

    return _ask(question, str(known.index(usual) + 1), read, catalog)


def _ask_players(game: str, catalog: Catalog, usual: str = _USUAL_PLAYERS) -> dict[str, Any]:
    """Return the names or the number of players, as many as the game allows."""
    limits = load_ruleset(game).players
    most = min(limits.max or _MOST_PLAYERS, _MOST_PLAYERS)

    def read(answer: str) -> dict[str, Any]:
        if answer.isascii() and answer.isdigit():
            return {"players": _number(answer, limits.min, most), "names": ()}
        names = check_names(split_names(answer))
        _number(str(len(names)) if len(answer) <= _LONGEST else "", limits.min, most)
        return {"players": None, "names": names}

    question = catalog.text("first", "Who plays? Names with commas between them, or how many")
    return _ask(question, usual, read, catalog)


def _number(answer: str, least: int, most: int) -> int:
    """Return the number that is written.

    Raise SheetgenError if it is none, or too small or too large.
    """
    is_number = answer.isascii() and answer.isdigit() and len(answer) < 9
    if is_number and least <= int(answer) <= most:
        return int(answer)
    raise SheetgenError("from %(least)s to %(count)s, please", least=least, count=most)


def _ask(question: str, usual: str, read: Callable[[str], Answer], catalog: Catalog) -> Answer:
    """Return the value that `read` makes of the answer, which is `usual` if it is empty.

    Ask again after an error.
    """
    while True:
        print(f"{question} [{usual}]: ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise KeyboardInterrupt
        try:
            return read(line.strip() or usual)
        except SheetgenError as error:
            print(catalog.error(error))
