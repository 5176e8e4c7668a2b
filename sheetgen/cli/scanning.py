"""The check of pictures.

Cards that were read are checked like typed ones, and unsure places are shown and asked.
"""

import signal
import sys
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from itertools import tee
from pathlib import Path
from typing import Any

from typer.main import get_command

from sheetgen.cards.exchange import (
    CSV_HEAD,
    CardOut,
    card_out,
    csv_results,
    json_lines,
    read_out,
    unreadable,
)
from sheetgen.cards.typed import find_rows, read_written
from sheetgen.checker.check import check_card
from sheetgen.checker.finding import CardAudit
from sheetgen.cli import parameters
from sheetgen.cli.answers import CheckSettings, print_results, print_warnings
from sheetgen.cli.output import target_file, write_bytes, write_document
from sheetgen.cli.parameters import NOTHING_FOUND, SOMETHING_FOUND
from sheetgen.cli.sheet_commands import PdfOptions, sheet_options
from sheetgen.documents.card_checks import order_for, share_of
from sheetgen.documents.declared import (
    NONE,
    Parameters,
    declared,
    option_name,
    parameters_of,
    read_values,
)
from sheetgen.documents.sheets import cell_maps
from sheetgen.errors import Message, SheetgenError, escaped
from sheetgen.files.disk import ENDING, check_place
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import check_names
from sheetgen.pdf.reading import command_in
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import no_ruleset
from sheetgen.scan.candidates import Wanted
from sheetgen.scan.pads import SKIPPED, expand_rows
from sheetgen.scan.photos import (
    MOST_FILES,
    MOST_KEPT,
    PicturePage,
    pages_of,
    pictures_in,
    read_pages,
)
from sheetgen.scan.reader import ReadSheet, audits_of, card_file, column_name
from sheetgen.scan.review import annotated, review_page

_LEAVE, _NOTHING = "?", "-"
"""Answers that leave a place unsure, and for a blank."""
_WORTH_SHOWING, _MOST_SHOWN = 0.01, 0.99
"""Minimum probability of a value that is shown, and the largest that is shown of an unsure place.
Chosen by hand."""
_CUT_OUT = 40, 14
"""Maximum width and height of the picture of a place on the terminal, in halves of letters. Chosen
by hand."""
_ENDINGS = {"annotate": (".pdf", ".png"), "review": (".html",), "save": (".csv",)}
"""Possible file name extensions for each option that writes a file."""


def wanted(settings: CheckSettings, catalog: Catalog) -> Wanted:
    """Return the facts about the sheets that the options give."""
    game = load_ruleset(settings.ruleset) if settings.ruleset is not None else None
    names = check_names(settings.names, settings.players)
    if settings.rows is not None:
        if game is None:
            example = "sheetgen check photo.jpg --ruleset dice-play --rows ones,twos,-"
            raise no_ruleset(example).at("--rows")
        rows = _rows_of_pad(settings.rows, Wording(game, catalog))
        return Wanted(game, rows=rows, label_columns=settings.label_columns, names=names)
    if settings.label_columns is not None:
        raise SheetgenError("goes with --rows; add that, or leave this out", key="--label-columns")
    if settings.sheet is None:
        return Wanted(game, settings.players, languages=(catalog.language,), names=names)
    asked = options_of(settings.sheet, settings.ruleset)
    printed = load_ruleset(asked.ruleset)
    if game is not None and game.id != printed.id:
        raise SheetgenError(
            "is a card of %(named)s, and --ruleset says %(asked)s; leave that out",
            file=str(settings.sheet),
            named=printed.id,
            asked=game.id,
        )
    maps = cell_maps(printed, sheet_options(asked))
    return Wanted(printed, maps=maps, names=names or check_names(asked.names))


def _rows_of_pad(written: str, wording: Wording) -> list[str]:
    """Return the ids of the rows that --rows names, with `SKIPPED` for those that are not read."""
    words = expand_rows(written)
    ids = iter(find_rows(wording, [word for word in words if word != SKIPPED]))
    return [word if word == SKIPPED else next(ids) for word in words]


def options_of(sheet: Path, game: str | None) -> PdfOptions:
    """Return the options of the command that a PDF carries.

    A PDF can come from anybody: SheetgenError is raised for options that choose what is written,
    and for those that have files read, but for the file of the game that the user has named.
    """
    command, *words = command_in(sheet)
    if command != "pdf":
        raise SheetgenError("no sheet; take one that sheetgen pdf has made", file=str(sheet))
    known = parameters_of(PdfOptions)
    _check_words(words, known, sheet, game)
    group: Any = get_command(parameters.app)
    without_profile = ["--profile", NONE]
    context = group.commands[command].make_context(command, [*words, *without_profile])
    return PdfOptions(**read_values(known, context.params))


def _check_words(words: Sequence[str], known: Parameters, sheet: Path, game: str | None) -> None:
    """Raise SheetgenError for an option that documents do not declare, or that names a file."""
    units = {"--ruleset": "", "--profile": ""}
    for parameter in known.values():
        option = declared(parameter)
        if option:
            for name in option.flags or [option_name(parameter)]:
                units |= {f"--{name}": option.unit, f"--no-{name}": option.unit}
    for word in words:
        name = word.partition("=")[0]
        if name.startswith("-") and name not in units:
            message = Message(
                "this PDF asks for '%(written)s', which no document of sheetgen's asks for; "
                "make it anew"
            )
            raise SheetgenError(message, file=str(sheet), written=word)
        is_file = units.get(name) in ("FILE", "FOLDER") or word.lower().endswith(".toml")
        if is_file and word != game:
            message = Message(
                "this PDF has a file of yours read: '%(written)s'; if it is your game, "
                "name it with --ruleset; else take a sheet without it"
            )
            raise SheetgenError(message, file=str(sheet), written=word)


def check_pictures(settings: CheckSettings, catalog: Catalog) -> int:
    """Read pictures and print their findings, after questions about unsure places.

    Return the exit code.

    If one of several pictures cannot be read, its error is printed and the others are read. Files
    are written at the end.
    """
    if settings.total is not None or settings.also is not None:
        raise SheetgenError("the totals are in the picture, too; leave out --total and --also")
    asks = settings.ask and can_ask()
    writes = _targets(settings, "read", check=asks)
    kept: dict[int, tuple[ReadSheet, list[CardAudit]]] = {}
    most = MOST_KEPT if writes else MOST_FILES
    files = pictures_in([Path(word) for word in settings.card or ()], most)
    valid = True
    is_first = True
    try:
        for number, (page, read) in enumerate(_read_sheets(settings, files, catalog)):
            if isinstance(read, SheetgenError):
                valid = False
                continue
            report = Report(Wording(read.game, catalog))
            printed: set[tuple[int, str]] = set()
            for sheet in ask(read, report, printed) if asks else [read]:
                audits = audits_of(sheet, report.wording)
                if writes:
                    kept[number] = sheet.settled(), audits
            is_one_of_several = len(files) > 1 or page.pages > 1 or sheet.number
            title = f"{sheet.file} ({sheet.place})" if is_one_of_several else ""
            _print_sheet(sheet, audits, report, settings, title, head=is_first)
            _print_unsure(sheet, report, printed)
            is_first = False
            valid = valid and all(audit.valid for audit in audits)
    except KeyboardInterrupt as stopped:  # the answers so far are saved
        with suppress(OSError):  # the terminal may be closed
            print(file=sys.stderr)
        with suppress(OSError):
            _write([*kept.values()], settings, catalog)
        return 128 + int(*stopped.args or [signal.SIGINT])
    _write([*kept.values()], settings, catalog)
    return NOTHING_FOUND if valid else SOMETHING_FOUND


def _print_sheet(
    sheet: ReadSheet,
    audits: Sequence[CardAudit],
    report: Report,
    settings: CheckSettings,
    title: str,
    *,
    head: bool,
) -> None:
    """Print the warnings and findings of a sheet, with its `title` if there are several."""
    orders = [order_for(audit) for audit in audits] if settings.explain else None
    columns = [column.read for column in sheet.columns]
    print_warnings(report, audits, escaped(sheet.file))
    print_results(report, audits, orders, settings.format or "text", columns, title, head=head)


def check_each(settings: CheckSettings, path: Path, catalog: Catalog) -> int:
    """Check the pictures of a file or folder, and write a result for each card as batches do.

    Return the exit code.
    """
    wrong = 0
    as_csv = settings.format == "csv"
    if as_csv:
        write_bytes(CSV_HEAD)
    for _, sheet in _read_sheets(settings, pictures_in([path]), catalog):
        if isinstance(sheet, SheetgenError):
            message = Message("cannot read this picture: %(reason)s")
            results = [unreadable(sheet.file, sheet, catalog, message)]
        else:
            results = _results_of(sheet, Report(Wording(sheet.game, catalog)), settings)
        write_bytes(csv_results(results) if as_csv else json_lines(results))
        wrong += sum(not result.valid for result in results)
    return SOMETHING_FOUND if wrong else NOTHING_FOUND


def _results_of(sheet: ReadSheet, report: Report, settings: CheckSettings) -> list[CardOut]:
    """Return the results of the cards of a sheet."""
    results = []
    for column, audit in zip(sheet.columns, audits_of(sheet, report.wording), strict=True):
        order = order_for(audit) if settings.explain else None
        place = f"{sheet.file}, {sheet.place}, {column.number}"
        result = card_out(report, audit, place, order, share_of(audit))
        result.read = read_out(column.read)
        results.append(result)
    return results


def _read_sheets(
    settings: CheckSettings, files: Sequence[Path], catalog: Catalog
) -> Iterator[tuple[PicturePage, ReadSheet | SheetgenError]]:
    """Yield the sheets on each picture of some files, or its error, which is printed.

    A terminal shows which of several pictures is read. The error of a single picture is raised.
    """
    pages, read = tee(pages_of(files))
    sheets_of_pages = read_pages(pages, wanted(settings, catalog))
    for page in read:
        is_one_of_several = len(files) > 1 or page.pages > 1
        if is_one_of_several and sys.stderr.isatty():
            _print_progress(page, len(files), catalog)
        sheets = next(sheets_of_pages)
        _print_notes(sheets, page, catalog)
        is_alone = not is_one_of_several and len(sheets) == 1 and settings.batch is None
        for sheet_or_error in sheets:
            sheet = sheet_or_error
            if isinstance(sheet, ReadSheet) and not sheet.columns:
                sheet = SheetgenError(
                    "nothing is written in it; fill it in first", file=sheet.title
                )
            if isinstance(sheet, SheetgenError):
                if is_alone:
                    raise sheet
                print(escaped(catalog.error(sheet)), file=sys.stderr)
            yield page, sheet


def _print_progress(page: PicturePage, files: int, catalog: Catalog) -> None:
    """Print which of several pictures is read: a file of some, or a page of one."""
    name = f"{page.path}, {page.page}" if page.pages > 1 and files > 1 else page.path
    number, count = (page.number, files) if files > 1 else (page.page, page.pages)
    line = catalog.message("reading %(n)s of %(count)s: %(file)s", n=number, count=count, file=name)
    print(escaped(line), file=sys.stderr)


def _print_notes(
    sheets: Sequence[ReadSheet | SheetgenError], page: PicturePage, catalog: Catalog
) -> None:
    """Print whether a picture is mirrored, and how many sheets it shows if there are several."""
    if any(isinstance(sheet, ReadSheet) and sheet.mirrored for sheet in sheets):
        note = catalog.message(
            "%(file)s: this picture is mirrored; it is read the right way round", file=page.name
        )
        print(escaped(note), file=sys.stderr)
    if len(sheets) > 1:
        note = catalog.message(
            "%(file)s: %(count)s sheets are on this picture; they are numbered by rows, "
            "from the left",
            file=page.name,
            count=len(sheets),
        )
        print(escaped(note), file=sys.stderr)


def can_ask() -> bool:
    """Check whether questions can be asked: standard input and error are a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def ask(sheet: ReadSheet, report: Report, printed: set[tuple[int, str]]) -> Iterator[ReadSheet]:
    """Ask for each place that is unsure.

    Yield the sheet before the first answer and after each one. Places whose picture is printed are
    added to those that are `printed`.

    Each answer makes other places surer. Enter takes a value on which ink and rules agree; without
    one, it leaves the place unsure. At the end of the input, all other places stay unsure.
    """
    yield sheet
    left: set[tuple[int, str]] = set()
    while True:
        still_open = [place for place in unsure_places(sheet) if place not in left]
        if not still_open:
            return
        place = still_open[0]
        at, row = place
        column = sheet.columns[at]
        read = column.read[row]
        print(cut_out(sheet, at, row), file=sys.stderr)
        printed.add(place)
        question = _question(sheet, at, row, report)
        print(escaped(question), end="", file=sys.stderr, flush=True)
        try:
            answer = _read_line()
        except EOFError:
            print(file=sys.stderr)
            return
        if answer == _LEAVE or not (answer or read.has_default):
            left.add(place)
            continue
        value = read.value
        if answer:
            entered = None if answer == _NOTHING else read_written(answer)
            if isinstance(entered, str):
                message = report.wording.catalog.message
                print(
                    message("'%(written)s' is no number", written=escaped(answer)), file=sys.stderr
                )
                continue
            value = entered
        sheet = sheet.answered(column.number, row, value)
        yield sheet


def _question(sheet: ReadSheet, at: int, row: str, report: Report) -> str:
    """Return the question for an unsure place."""
    message = report.wording.catalog.message
    read = sheet.columns[at].read[row]
    doubt = doubt_in(sheet, at, row, report)
    if not read.has_default:
        return message("%(doubt)s; what is it? - is nothing, Enter leaves it unsure: ", doubt=doubt)
    value = message("nothing") if read.value is None else str(read.value)
    return message(
        "%(doubt)s; Enter takes %(value)s, - is nothing, ? leaves it unsure: ",
        doubt=doubt,
        value=value,
    )


def _read_line() -> str:
    """Read a line.

    A signal that would end the program meanwhile raises KeyboardInterrupt with its number instead.
    """
    before = {}
    for number in ENDING:
        if callable(signal.getsignal(number)):
            before[number] = signal.signal(number, _interrupt)
    try:
        return input().strip()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, _: object) -> None:
    """Raise KeyboardInterrupt for a signal."""
    raise KeyboardInterrupt(number)


def unsure_places(sheet: ReadSheet) -> Iterator[tuple[int, str]]:
    """Yield the places that are unsure, in the order of the sheet.

    Column by column, from top to bottom.
    """
    for at, column in enumerate(sheet.columns):
        for row in column.unsure:
            yield at, row


def _print_unsure(sheet: ReadSheet, report: Report, printed: Container[tuple[int, str]]) -> None:
    """Print each place that is still unsure.

    Its picture is printed unless it was `printed` with a question.
    """
    message = report.wording.catalog.message
    for at, row in unsure_places(sheet):
        doubt = doubt_in(sheet, at, row, report)
        print(escaped(message("unsure: %(doubt)s", doubt=doubt)), file=sys.stderr)
        if (at, row) not in printed:
            print(cut_out(sheet, at, row), file=sys.stderr)


def doubt_in(sheet: ReadSheet, at: int, row: str, report: Report) -> str:
    """Return a place in words.

    What its ink looks like, and the value by the other places if that is another.
    """
    catalog = report.wording.catalog
    column = sheet.columns[at]
    looks = column.read[row].looks
    agreed = column.read[row].agreed
    nothing = catalog.message("nothing")
    likely = []
    for value, chance in looks:
        if chance >= _WORTH_SHOWING:
            word = nothing if value is None else value
            likely.append(f"{word} ({min(chance, _MOST_SHOWN):.0%})")
    values = ", ".join(likely)
    doubt = catalog.message(
        "%(place)s, %(name)s: looks like %(values)s",
        values=values or catalog.message("anything"),
        place=report.row_name(row),
        name=column_name(column, report.wording),
    )
    if agreed is not None:
        return doubt + catalog.message("; all sums agree with %(value)s", value=agreed)
    made = check_card(sheet.game, column.card()).right.get(row)
    if made is None or [made] == [value for value, _ in looks[:1]]:
        return doubt
    if row in sheet.game.boxes:
        return doubt + catalog.message("; with %(fits)s the totals come out", fits=made)
    return doubt + catalog.message("; the boxes make %(made)s", made=made)


def cut_out(sheet: ReadSheet, at: int, row: str) -> str:
    """Return the picture of a place in block letters.

    Each line of text shows two lines of points.
    """
    column = sheet.columns[at]
    dark = sheet.shrunk(column.rects[row], *_CUT_OUT)
    encoding = (sys.stderr.encoding or "ascii").lower().replace("-", "")
    # neither, upper, lower or both points are dark
    blocks = " ▀▄█" if encoding.startswith("utf") else " ''#"
    lines = []
    for upper, lower in zip(dark[::2], dark[1::2], strict=True):
        letters = [blocks[up + 2 * low] for up, low in zip(upper, lower, strict=True)]
        lines.append("    " + "".join(letters).rstrip())
    return "\n".join(lines)


def _write(
    read: Sequence[tuple[ReadSheet, list[CardAudit]]], settings: CheckSettings, catalog: Catalog
) -> None:
    """Write the annotated photos, the page to review and the card file, if options ask for them."""
    if not read:
        return
    sheets = [sheet for sheet, _ in read]
    wording = Wording(sheets[0].game, catalog)
    has_other_game = any(sheet.game is not wording.ruleset for sheet in sheets)
    if has_other_game and (settings.review or settings.save):
        key = "--review" if settings.review else "--save"
        raise SheetgenError("the pictures show several games; take those of one at a time", key=key)
    targets = _targets(settings, f"{wording.ruleset.id}-{catalog.language}-read")
    files: list[tuple[Path, bytes]] = []
    if "annotate" in targets:
        path = targets["annotate"]
        for number, (sheet, audits) in enumerate(read, 1):
            place = path.with_stem(f"{path.stem}-{number}") if len(sheets) > 1 else path
            own = Wording(sheet.game, catalog)
            files.append((place, annotated(sheet, audits, own, path.suffix.lower())))
    if "review" in targets:
        files.append((targets["review"], review_page(wording, sheets).encode()))
    if "save" in targets:
        files.append((targets["save"], card_file(sheets, wording)))
    if files:  # all of them, or none
        (first, content), *others = files
        write_document(content, first, catalog, force=settings.force, beside=True, after=others)


def _targets(settings: CheckSettings, stem: str, *, check: bool = False) -> dict[str, Path]:
    """Return the files to write, by the names of their options.

    A folder gets a file named by `stem`.

    With `check`, raise SheetgenError for a file that cannot be written: answers would be lost if
    that were found later.
    """
    targets = {}
    for name, endings in _ENDINGS.items():
        written = getattr(settings, name)
        if written is None:
            continue
        suffix = Path(written).suffix.lower()
        file = f"{stem}{suffix if suffix in endings else endings[0]}"
        targets[name] = target_file(written, file, f"--{name}", endings)
        if check:
            check_place(targets[name], settings.force)
    return targets
