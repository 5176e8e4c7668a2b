"""Scoring: where a roll may go and what it is worth there, or each of many."""

from typing import Annotated

import typer

from sheetgen.cards import score_lines
from sheetgen.cards.names import read_filled, read_roll
from sheetgen.cli.batches import games, opened, write_answers
from sheetgen.cli.options import Batch, Lang, RulesetOrNone, app, find_catalog, game_first
from sheetgen.cli.output import print_table
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Entry, legal_entries, moment
from sheetgen.rulesets import load_ruleset


@app.command()
def score(
    ruleset: RulesetOrNone = None,
    dice: Annotated[
        list[str] | None, typer.Argument(metavar="[DICE]...", help=Message("The dice, such as 6 6 6 3 3."))
    ] = None,
    filled: Annotated[str | None, typer.Option(help=Message("What is on the card, such as yacht=50,fives=25."))] = None,
    first_roll: Annotated[
        bool, typer.Option("--first-roll", help=Message("The dice lie as they fell on the first roll of the turn."))
    ] = False,
    lang: Lang = None,
    batch: Batch = None,
) -> None:
    """Print where a roll may go and what it is worth there, on an empty card or on yours; or answer a roll a line."""
    catalog = find_catalog(lang)
    if batch is not None:
        if dice or filled is not None or first_roll:
            raise SheetgenError("the rolls come from there; only --ruleset and --lang go with it", key="--batch")
        with opened(batch) as stream:
            raise typer.Exit(write_answers(score_lines(stream, games(ruleset, catalog))))
    ruleset, dice = game_first(ruleset, dice)
    if ruleset is None or not dice:
        raise SheetgenError("say the game with --ruleset, and the dice, such as 6 6 6 3 3")
    _print_worth(Wording(load_ruleset(ruleset), catalog), dice, filled, first_roll)


def _print_worth(wording: Wording, dice: list[str], filled: str | None, first_roll: bool) -> None:
    """What the roll may be written as in the open boxes, and as a first roll where that is something else."""
    ruleset, text = wording.ruleset, wording.catalog.text
    roll, card = read_roll(ruleset, dice), read_filled(wording, filled or "")
    if len(card) == len(ruleset.boxes):
        raise SheetgenError("the card is full; leave out a box that is open", key="--filled")
    now = legal_entries(ruleset, roll, moment(ruleset, card, first=first_roll))
    first = legal_entries(ruleset, roll, moment(ruleset, card, first=True))
    rows = []
    for box, entry in now.items():
        points, lucky = _points(wording, entry), _points(wording, first[box])
        if points != lucky:
            points = text("points", "%(points)s, %(first)s on the first roll", points=points, first=lucky)
        rows.append((wording.row(box) if card else wording.name(ruleset.boxes[box].category), points))
    print_table(rows)


def _points(wording: Wording, entry: Entry) -> str:
    """What may be written, and the bonus for a further Yacht beside it."""
    points = wording.catalog.either(map(str, entry.points)) if len(entry.points) > 1 else str(entry.points[0])
    return f"{points} + {entry.bonus}" if entry.bonus else points
