"""Commands `check`, `card` and `score`.

Finished cards, the empty card file to fill in, and worth of rolls.
"""

import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from sheetgen.cards import typed
from sheetgen.cards.batches import check_lines, score_lines
from sheetgen.cards.card_files import (
    FORMATS,
    PaperCard,
    blank_csv,
    cards_of,
    read_card_file,
    read_cards,
)
from sheetgen.checker.check import check_card
from sheetgen.cli import answers, parameters
from sheetgen.cli.answers import CheckSettings, print_results, print_warnings
from sheetgen.cli.output import print_table, target_file, write_document, write_output
from sheetgen.documents.card_checks import corrected, order_for
from sheetgen.documents.declared import Extra
from sheetgen.errors import Message, SheetgenError, escaped, unknown
from sheetgen.files.disk import PICTURES, STANDARD_INPUT, fold, not_read, standard_input
from sheetgen.files.folders import check_extra, has_extra
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.report import Report
from sheetgen.i18n.wording import Wording
from sheetgen.layout.options import Option, check_count, check_names
from sheetgen.rules.patterns import Roll
from sheetgen.rules.ruleset import Ruleset as Rules
from sheetgen.rules.scoring import STRUCK, Context, LegalEntry, WrittenCard, legal_entries, moment
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_id, known_ids, no_ruleset

# Imported where they are needed: reading photos, which takes an extra, and pypdf (150 ms).

_FOR_PHOTOS = ("players", "names", "rows", "label_columns", "sheet", "review", "save")
"""Options that are for photos alone."""
_LONGEST_LINE = 1_000
"""Number of letters of a line by which a card file is told from a batch; the head is at its
start."""


@parameters.app.command("check")
def check_cards(settings: CheckSettings) -> None:
    """Read the card or cards, check them, and print the findings."""
    catalog = parameters.find_catalog(settings.lang)
    if settings.explain and settings.format == "csv":
        raise SheetgenError(
            "goes with text and json, for a line of CSV has no room for it", key="--explain"
        )
    ruleset, card = parameters.game_first(settings.ruleset, settings.card)
    _check_order(card or ())
    settings = replace(settings, ruleset=ruleset, card=card)
    if settings.batch is not None:
        raise typer.Exit(_check_batch(settings, settings.batch, catalog))
    if any(map(_is_picture, card or ())):
        _check_scan(card or ())
        from sheetgen.cli.scanning import check_pictures

        raise typer.Exit(check_pictures(settings, catalog))
    _check_typed(settings, catalog)


def _check_typed(settings: CheckSettings, catalog: Catalog) -> None:
    """Check cards that are typed as numbers, kept in a file, or entered row by row."""
    written = settings.card or [settings.review or "", settings.save or ""]
    parameters.require(Message("a photo"), settings, *_FOR_PHOTOS, file=_file_in(written))
    if settings.annotate is None:
        parameters.require("--annotate", settings, "paper", "force")
    wording, cards = _read_cards(
        settings.card, settings.ruleset, settings.total, settings.also, catalog
    )
    place = (settings.card or [""])[0] if settings.also is None else "--also"
    if place == STANDARD_INPUT:
        place = catalog.message("standard input")
    report = Report(wording)
    audits = [check_card(wording.ruleset, card) for card in cards]
    print_warnings(report, audits, escaped(place))
    orders = [order_for(audit) for audit in audits] if settings.explain else None
    print_results(report, audits, orders, settings.format or "text")
    if settings.annotate is not None:
        sheet = parameters.choose_paper(settings.paper)
        name = f"{wording.ruleset.id}-{catalog.language}-{sheet.name}-checked.pdf"
        path = target_file(settings.annotate, name, "--annotate")
        content = corrected(audits, wording, sheet)
        beside = settings.format not in (None, "text")
        write_document(content, path, catalog, force=settings.force, beside=beside)
    if not all(audit.valid for audit in audits):
        raise typer.Exit(parameters.SOMETHING_FOUND)


def _check_order(card: Sequence[str]) -> None:
    """Raise SheetgenError for a game that is named behind a file."""
    for first, word in pairwise(card):
        # os.path, since a Path raises if the name is too long
        is_game = known_id(word) in known_ids() and not os.path.exists(word)  # noqa: PTH110
        if is_game and isinstance(typed.read_written(first), str):
            line = shlex.join(["sheetgen", "check", word, first])
            raise SheetgenError("The game stands first: %(line)s", line=line)


def _check_scan(card: Sequence[str]) -> None:
    """Raise SheetgenError if a picture is missing, or the libraries that read it are."""
    if has_extra("scan"):
        return
    for word in card:
        try:
            Path(word).stat()
        except OSError as error:
            raise not_read(word, error) from error
    check_extra("scan")


def _file_in(card: Sequence[str]) -> str:
    """Return the name of the card file, or an empty text for a card without one."""
    for word in card:
        if word.lower().endswith(FORMATS):
            return word
    return ""


def _is_picture(word: str) -> bool:
    """Check whether a word names a picture, a PDF with pictures, or a folder of them."""
    path = Path(word)
    is_entry = word in STRUCK or not isinstance(typed.read_written(word), str)
    if is_entry or path.suffix.lower() in {*FORMATS} - {".pdf"}:
        return False
    if path.suffix.lower() == ".pdf":
        from sheetgen.pdf.reading import is_form

        # os.path, since a Path raises if the name is too long
        return os.path.isfile(word) and not is_form(path)  # noqa: PTH113
    return path.suffix.lower() in PICTURES or os.path.isdir(word)  # noqa: PTH112 - as above


def _check_batch(settings: CheckSettings, batch: str, catalog: Catalog) -> int:
    """Check the cards of a batch of lines or of pictures, and return the exit code."""
    alone = ("card", "total", "also", "annotate", "review", "save", "paper", "force")
    if any(getattr(settings, name) for name in alone) or settings.format == "text":
        message = Message(
            "the cards come from there; only --ruleset, --lang, --format and --explain go with it"
        )
        raise SheetgenError(message, key="--batch")
    if _is_picture(batch):
        _check_scan([batch])
        from sheetgen.cli.scanning import check_each

        return check_each(settings, Path(batch), catalog)
    parameters.require(Message("a photo"), settings, *_FOR_PHOTOS, file=batch)
    if _is_card_file(Path(batch)):
        raise SheetgenError("is the file of one card, and no batch; leave out --batch", file=batch)
    answer = partial(check_lines, as_csv=settings.format == "csv")
    explain = order_for if settings.explain else None
    return answers.answer_batch(batch, settings.ruleset, catalog, answer, explain)


def _is_card_file(path: Path) -> bool:
    """Check whether a file is a card of a known game.

    It is a TOML file, a form, or a CSV with the game above its rows. The first line of a batch has
    names of boxes, of which Yatzy is a game, too; but no row is named below it. The second line of
    a card may have the names of columns.
    """
    kind = path.suffix.lower()
    # os.path, since a Path raises if the name is too long
    if kind not in FORMATS or not os.path.isfile(path):  # noqa: PTH113
        return False
    if kind in (".toml", ".pdf"):
        return True
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = [file.readline(_LONGEST_LINE) for _ in range(3)]
    except OSError:  # the batch that it is taken for reports it
        return False
    head, *labels = (re.split("[,;\t]", line)[0].strip('" \ufeff\n') for line in lines)
    game = known_id(head)
    if game not in known_ids():
        return False
    rows = typed.row_names(Wording(load_ruleset(game), Catalog("en")))
    return any(fold(label) in rows for label in labels)


@parameters.app.command("card")
def write_card(
    ruleset: parameters.Ruleset,
    players: parameters.Players = None,
    names: parameters.Names = (),
    lang: parameters.Lang = None,
    output: parameters.Output = None,
    force: parameters.Force = False,
) -> None:
    """Print the CSV, or write it to a file."""
    catalog = parameters.find_catalog(lang)
    rules = load_ruleset(ruleset)
    people = [*check_names(names, players)]
    count = check_count("--players", players) or max(1, len(people))
    people += [""] * (count - len(people))
    text = blank_csv(Wording(rules, catalog), people, catalog.cell_separator)
    mark = "" if text.isascii() else "\ufeff"  # so that Excel reads its letters right
    content = (mark + text).encode("utf-8", "backslashreplace")
    name = f"{rules.id}-{catalog.language}.csv"
    write_output(content, "-" if output is None else output, name, catalog, force=force, show=False)


def _read_cards(
    card: Sequence[str] | None,
    ruleset: str | None,
    total: str | None,
    also: str | None,
    catalog: Catalog,
) -> tuple[Wording, list[WrittenCard]]:
    """Return the game and its cards, from numbers, a file, or questions at the terminal."""
    is_file = any(word.lower().endswith(FORMATS) for word in card or ())
    numbers = [*(card or ())] if is_file else typed.split_numbers(card or ())
    name = numbers[0] if len(numbers) == 1 else ""
    is_piped = name == STANDARD_INPUT
    is_no_number = bool(name) and isinstance(typed.read_written(name), str)
    if is_piped or is_no_number:
        if total is not None or also is not None:
            raise SheetgenError(
                "the totals are in the file, too; leave out --total and --also", file=name
            )
        paper = read_cards(standard_input(), "", name) if is_piped else read_card_file(Path(name))
        wording = Wording(_game_of(paper, ruleset, name), catalog)
        return wording, cards_of(paper, wording)
    if is_file:
        raise SheetgenError("one card file at a time, and no numbers beside it")
    if ruleset is None:
        raise no_ruleset("sheetgen check dice-play 3 6 9 12 15 18 30 0 0 0 21 50")
    wording = Wording(load_ruleset(ruleset), catalog)
    entered = _numbers(wording, numbers) if card else _ask(wording)
    return wording, [_with_totals(wording, entered, total, also)]


def _game_of(paper: PaperCard, ruleset: str | None, file: str) -> Rules:
    """Return the game that is set, or the one that the file names.

    Raise SheetgenError if they differ.
    """
    if ruleset is None and not paper.ruleset:
        raise no_ruleset(f"sheetgen check {shlex.quote(file)} --ruleset dice-play").placed(file)
    named = paper.ruleset if paper.is_form else known_id(paper.ruleset)
    if ruleset is None:
        return answers.load_by_name(named, file, heads=bool(paper.lines))
    rules = load_ruleset(ruleset)
    if paper.is_form and named != rules.id:
        answers.load_by_name(named, file)  # where there is none, --ruleset is not to be left out
    if (paper.is_form or named in known_ids()) and named != rules.id:
        raise SheetgenError(
            "is a card of %(named)s, and --ruleset says %(asked)s; leave that out",
            file=file,
            named=paper.ruleset,
            asked=rules.id,
        )
    return rules


def _numbers(wording: Wording, written: Sequence[str]) -> WrittenCard:
    """Return the card with these numbers in card order: one for each box, or one for each row."""
    rows = wording.ruleset.paper_rows
    boxes = tuple(wording.ruleset.boxes)
    if len(written) == len(wording.ruleset.rows):
        rows = wording.ruleset.rows
    elif len(written) not in (len(rows), len(boxes)):
        raise SheetgenError(
            "numbers: %(count)s; a card of %(ruleset)s has %(boxes)s boxes, "
            "or %(rows)s rows with its totals",
            count=len(written),
            ruleset=wording.ruleset.id,
            boxes=len(boxes),
            rows=len(rows),
        )
    places = boxes if len(written) == len(boxes) else rows
    entries = []
    for row, text in zip(places, written, strict=True):
        value = typed.read_written(text)
        if value is not None:
            entries.append((row, value))
    return WrittenCard(tuple(entries))


def _with_totals(
    wording: Wording, card: WrittenCard, total: str | None, also: str | None
) -> WrittenCard:
    """Return the card with the totals that the options give."""
    pairs = [*typed.pairs_in(also or "")]
    if total is not None:
        pairs.insert(0, ("total", total))
    for number, (name, value) in enumerate(pairs):
        if not value.strip():
            key = "--total" if total is not None and number == 0 else "--also"
            raise SheetgenError(
                "'%(name)s' has no value; write it like bonus=35", key=key, name=name
            )
    rows, near = typed.place_rows(wording, [name for name, _ in pairs])
    for row in rows:
        if row not in wording.ruleset.rows:
            raise unknown(Message("total"), row, map(wording.row, wording.ruleset.all_totals))
    entries = [*card.entries]
    for row, (_, text) in zip(rows, pairs, strict=True):
        entry = typed.read_value(text)
        if entry is not None:
            entries.append((row, entry))
    return replace(card, entries=tuple(entries), near=near)


def _ask(wording: Wording) -> WrittenCard:
    """Return the card that a person enters at the terminal, row by row."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise SheetgenError(
            "no card: give its numbers, a file, or - for standard input; "
            "only a terminal can be asked"
        )
    questions = typed.interview(Report(wording))
    try:
        question = next(questions)
        while True:
            print(question, end="", file=sys.stderr, flush=True)
            question = questions.send(input())
    except StopIteration as end:
        card: WrittenCard = end.value
        return card
    except EOFError:
        print("\n" + wording.catalog.message("stopped; nothing was checked"), file=sys.stderr)
        raise typer.Abort from None


# worth of a roll


@parameters.app.command("score")
def score_roll(
    ruleset: parameters.RulesetOrNone = None,
    dice: parameters.Dice = None,
    filled: Annotated[
        str | None,
        Option(Message("Boxes that are filled, such as yacht=50,fives=25."), Message("BOX=N,...")),
    ] = None,
    first_roll: Annotated[bool, Extra(Message("Score the first roll of a turn."))] = False,
    roll: Annotated[
        int | None, Option(Message("Number of the roll in its turn; without it, the last one."))
    ] = None,
    together: Annotated[
        bool, Extra(Message("Score a roll for which all dice were thrown together."))
    ] = False,
    lang: parameters.Lang = None,
    batch: parameters.Batch = None,
) -> None:
    """Print the boxes for a roll with their points, on an empty card or on yours.

    Or answer a roll on each line.
    """
    catalog = parameters.find_catalog(lang)
    ruleset, dice = parameters.game_first(ruleset, dice)
    if batch is not None:
        if dice or filled is not None or first_roll or roll is not None or together:
            raise SheetgenError(
                "the rolls come from there; only --ruleset and --lang go with it", key="--batch"
            )
        raise typer.Exit(answers.answer_batch(batch, ruleset, catalog, score_lines))
    game, faces = parameters.game_and_dice("score", ruleset, dice)
    wording = Wording(load_ruleset(game), catalog)
    card = typed.read_filled(wording, filled or "")
    if len(card) == len(wording.ruleset.boxes):
        raise SheetgenError("the card is full; leave out a box that is open", key="--filled")
    number = 0 if roll is None else roll
    now = typed.make_moment(wording.ruleset, card, first_roll, number, together)
    has_number = first_roll or together or roll is not None
    _print_worth(wording, typed.read_roll(wording, faces), now, numbered=has_number)


def _print_worth(wording: Wording, roll: Roll, now: Context, *, numbered: bool) -> None:
    """Print the points of a roll in the open boxes.

    If the roll has no number, print those of earlier rolls, too.
    """
    ruleset = wording.ruleset
    earlier = {}
    if not numbered:
        for number in range(ruleset.dice.rolls - 1, 0, -1):
            context = moment(ruleset, now.filled, number=number)
            earlier[number] = legal_entries(ruleset, roll, context)
    in_full = now.filled or len(ruleset.columns) > 1
    rows = []
    for box, entry in legal_entries(ruleset, roll, now).items():
        name = wording.row(box) if in_full else wording.name(ruleset.boxes[box].category)
        before = {number: entries[box] for number, entries in earlier.items() if box in entries}
        rows.append((name, _points_by_roll(wording, entry, before)))
    print_table(rows)
    for category in ruleset.categories.values():
        if category.wins and now.first_roll and category.is_shown_by(roll):
            print(wording.catalog.message("This roll wins the game at once."))


def _points_by_roll(wording: Wording, last: LegalEntry, earlier: Mapping[int, LegalEntry]) -> str:
    """Return the points of the last roll in a box, with those of earlier rolls that differ."""
    points = later = _points_of(wording, last)
    for number, entry in earlier.items():
        own = _points_of(wording, entry)
        if own != later and number == 1:
            points = wording.with_first(points, own)
        elif own != later:
            points = wording.catalog.text(
                "points", "%(points)s, %(first)s on roll %(n)s", points=points, first=own, n=number
            )
        later = own
    return points


def _points_of(wording: Wording, entry: LegalEntry) -> str:
    """Return the points that may be written, with the bonus of a further Yacht."""
    points = wording.catalog.choices(entry.points)
    if not entry.bonus:
        return points
    several = len(entry.points) > 1
    return f"({points}) + {entry.bonus}" if several else f"{points} + {entry.bonus}"
