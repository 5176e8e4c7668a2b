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
from sheetgen.cli.declared import Extra, command_line, finished
from sheetgen.cli.output import (
    PLAIN,
    Files,
    say_how,
    target_file,
    target_folder,
    with_progress,
    write_output,
)
from sheetgen.documents.sheets import check_clashes, laid_out
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
    choose_languages,
    find_labels,
    split_names,
    system_paper,
)
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
    force: parameters.Force = False
    open_: parameters.Open = False


_ALONE = (
    ("separate", "nup", Message("cards that are cut from one sheet come in one file")),
    ("separate", "labels", Message("cards that are cut from one sheet come in one file")),
    ("separate", "pad", Message("a pad is one file")),
    ("separate", "ruler", Message("the page for testing is a file of its own; print it first")),
    ("separate", "preview", Message("there would be a picture for each file")),
)
"""Options that exclude a file for each sheet, and why."""
_SUFFIXES = (
    "labels", "pad", "series", "pictogram", "large_print", "reusable", "ink_saver", "left_handed", "names_file"
)  # fmt: skip
"""Options that are part of the name of the file."""
_HOW = {
    "DuplexFlipLongEdge": Message("print on both sides at 100 %, turning over the long edge"),
    "DuplexFlipShortEdge": Message("print on both sides at 100 %, turning over the short edge"),
}
"""Advice on printing on both sides, by the way in which the printer turns the sheet."""


@parameters.app.command("pdf")
def write_sheets(settings: PdfOptions) -> None:
    """Write the sheets to a file, or to a file each."""
    kind = Path(settings.output or "").suffix.lower()
    is_picture = kind in (".png", ".svg") and not (settings.preview or settings.separate)
    if settings.preview or (is_picture and kind == ".png"):
        check_extra("preview", "--preview" if settings.preview else "--output")
    options, game = sheet_options(settings), load_ruleset(settings.ruleset)
    catalog = load_catalog(options.languages[0])
    words = [f"{options.nup}up"] if options.nup else []
    words += [name.replace("_", "-") for name in _SUFFIXES if getattr(options, name)]
    name = "-".join((game.id, *options.languages, str(options.paper), *words))
    cells = (
        None
        if settings.cells is None
        else target_file(settings.cells, f"{name}.json", "--cells", (".json",))
    )
    with laid_out(game, options) as job:
        job.layouts[0].warn()
        before: list[Any] = []
        if settings.save_profile is not None:
            from sheetgen.cli.profiles import profile_of

            before += profile_of(settings.save_profile, "pdf", settings.ruleset, options)
        if cells is not None:
            from sheetgen.cards.exchange import map_json

            before.append((cells, map_json(job.maps())))
        count = len(job.job.cards) if settings.separate else len(job.job)
        if settings.separate:
            folder = target_folder(settings.output, name)
            files = [
                folder / f"{folder.name}-{number:0{len(str(count))}}.pdf"
                for number in range(1, count + 1)
            ]
            _write_each(job.each(range(count)), files, folder, before, settings, catalog)
        elif is_picture and count > 1:
            path = target_file(settings.output, f"{name}{kind}")
            files = [
                path.with_stem(f"{path.stem}-{number:0{len(str(count))}}")
                for number in range(1, count + 1)
            ]
            _write_each(
                job.pictures(kind),
                files,
                f"{files[0]} ... {files[-1].name}",
                before,
                settings,
                catalog,
            )
        else:
            content = (
                next(job.pictures(kind))
                if is_picture
                else partial(job.write, with_progress=partial(with_progress, catalog=catalog))
            )
            file, picture = f"{name}{kind if is_picture else '.pdf'}", list[tuple[Path, Content]]()
            if settings.preview:
                picture = [
                    (
                        target_file(settings.output, file).with_suffix(".png"),
                        next(job.pictures(".png")),
                    )
                ]
            write_output(
                content,
                settings.output,
                file,
                catalog,
                force=settings.force,
                show=settings.open_,
                before=before,
                after=picture,
            )
        output = None if settings.separate else settings.output
        say_how(output, len(job.job), str(options.paper), catalog, _HOW.get(job.job.duplex, PLAIN))


def sheet_options(settings: PdfOptions) -> PdfOptions:
    """Return the options with the language, paper and names that are printed, and with the command for the foot."""
    check_clashes(settings, _ALONE)
    paper = find_labels(settings.labels).get("paper") if settings.paper is None else settings.paper
    options: PdfOptions = finished(
        "pdf",
        settings,
        lang=_languages(settings.lang),
        paper=parameters.choose_paper(paper).name,
        names=check_names(settings.names, settings.players),
    )
    return options


def _languages(lang: str | tuple[str, str] | None) -> str | tuple[str, str]:
    """Return the codes of the languages, one or two."""
    if lang is None:
        return choose_language(None, os.environ)
    first, *others = choose_languages(lang)
    return (first, others[0]) if others else first


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
    print(
        catalog.plural(
            "separate",
            "wrote %(n)s file: %(folder)s",
            "wrote %(n)s files: %(folder)s",
            len(files),
            folder=place,
        )
    )


# the first sheet: four questions for a person who types only the name of the program

_MOST_PLAYERS = 20
"""Maximum number of players that the questions offer; the command takes more."""
_LONGEST = 2_000
"""Maximum length of an answer, in letters: room for 20 names of 80 letters, and commas."""
Answer = TypeVar("Answer")


def first_sheet() -> None:
    """Ask for language, game, players and paper; print the sheet, and the command for it."""
    known: dict[str, Catalog] = {}
    for code in languages():
        with suppress(
            SheetgenError
        ):  # a catalog of the user's own that is wrong, which sheetgen doctor reports
            known[code] = load_catalog(code)
    known.setdefault("en", Catalog("en"))
    usual = known.get(choose_language(None, os.environ), known["en"])
    names = [language_name(code, catalog) for code, catalog in known.items()]
    catalog = known[
        _chosen(usual.text("first", "Which language?"), [*known], names, usual.language, usual)
    ]
    settings = PdfOptions(ruleset=_game(catalog), lang=catalog.language)
    settings = replace(settings, **_players(settings.ruleset, catalog))
    while True:
        question = catalog.text(
            "first", "Which paper? %(known)s, or a size", known=", ".join(PAPERS)
        )
        paper = _asked(
            question,
            system_paper(os.environ)[0],
            lambda said: parameters.choose_paper(said).name,
            catalog,
        )
        settings = replace(settings, paper=paper)
        try:
            output = _print(settings)
            break
        except SheetgenError as error:
            print(catalog.error(error))
            larger = error.values.get("larger")
            if not (
                isinstance(larger, SheetgenError) and "paper" in larger.values
            ):  # larger paper would not do
                settings = replace(settings, **_players(settings.ruleset, catalog))
    print(catalog.message("Open it and print it at 100 %. The same again:"))
    print(f"  {command_line('pdf', settings.ruleset, settings)}{output and f' --output {output}'}")


def _print(settings: PdfOptions) -> str:
    """Print the sheet under a name that is free, and return that name.

    An empty one for the usual name.
    """
    for place in count(1):
        name = (
            f"out/{settings.ruleset}-{settings.lang}-{settings.paper}-{place}.pdf"
            if place > 1
            else ""
        )
        try:
            write_sheets(replace(settings, output=name or None))
        except SheetgenError as error:
            if error.message != TAKEN:
                raise
        else:
            return name
    raise AssertionError  # there is always another number


def _game(catalog: Catalog) -> str:
    """Return the id of a game.

    A wrong file of the user's own is left out, which sheetgen rulesets reports.
    """
    known = {}
    for name in known_ids():
        with suppress(SheetgenError):
            known[name] = Wording(load_ruleset(name), catalog).summary
    usual = "dice-play" if "dice-play" in known else next(iter(known))
    return _chosen(
        catalog.text("first", "Which game?"), [*known], [*known.values()], usual, catalog
    )


def _chosen(
    question: str, known: Sequence[str], texts: Sequence[str], usual: str, catalog: Catalog
) -> str:
    """Return the choice of one item of a list, by its number or its name."""
    width = max(map(len, known))
    for place, (name, text) in enumerate(zip(known, texts, strict=True), 1):
        print(f"{place:3}  {name:{width}}  {text}")

    def read(said: str) -> str:
        named = [name for name in known if name.casefold() == said.casefold()]
        return named[0] if named else known[_number(said, 1, len(known)) - 1]

    return _asked(question, str(known.index(usual) + 1), read, catalog)


def _players(game: str, catalog: Catalog) -> dict[str, Any]:
    """Return the names or the number of players, as many as the game allows."""
    limits = load_ruleset(game).players
    most = min(limits.max or _MOST_PLAYERS, _MOST_PLAYERS)

    def read(said: str) -> dict[str, Any]:
        if said.isascii() and said.isdigit():
            return {"players": _number(said, limits.min, most), "names": ()}
        names = check_names(split_names(said))
        _number(str(len(names)) if len(said) <= _LONGEST else "", limits.min, most)
        return {"players": None, "names": names}

    question = catalog.text("first", "Who plays? Names with commas between them, or how many")
    return _asked(question, "4", read, catalog)


def _number(said: str, least: int, most: int) -> int:
    """Return the number that is written.

    Raise SheetgenError if it is none, or too small or too large.
    """
    if said.isascii() and said.isdigit() and len(said) < 9 and least <= int(said) <= most:
        return int(said)
    raise SheetgenError("from %(least)s to %(count)s, please", least=least, count=most)


def _asked(question: str, usual: str, read: Callable[[str], Answer], catalog: Catalog) -> Answer:
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
