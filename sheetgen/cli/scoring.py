"""Scoring: what a roll is worth, or what each of many may be written as."""

from typing import Annotated

import typer

from sheetgen.cards import score_lines
from sheetgen.cards.names import read_filled, read_roll
from sheetgen.cli.batches import games, opened, write_answers
from sheetgen.cli.options import Batch, Lang, RulesetOrNone, app, find_catalog
from sheetgen.cli.output import print_table
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Context, legal_entries
from sheetgen.rulesets import load_ruleset


@app.command()
def score(
    ruleset: RulesetOrNone = None,
    dice: Annotated[
        list[str] | None, typer.Argument(metavar="[DICE]...", help=Message("The dice, such as 6 6 6 3 3."))
    ] = None,
    filled: Annotated[str | None, typer.Option(help=Message("What is on the card, such as yacht=50,fives=25."))] = None,
    lang: Lang = None,
    batch: Batch = None,
) -> None:
    """Print the worth of a roll in every box or, with a card, every legal entry; or answer a roll a line."""
    catalog = find_catalog(lang)
    if batch is not None:
        if dice or filled is not None:
            raise SheetgenError("the rolls come from there; only --ruleset and --lang go with it", key="--batch")
        with opened(batch) as stream:
            raise typer.Exit(write_answers(score_lines(stream, games(ruleset, catalog))))
    if ruleset is None or not dice:
        raise SheetgenError("say the game with --ruleset, and the dice, such as 6 6 6 3 3")
    _print_worth(Wording(load_ruleset(ruleset), catalog), dice, filled)


def _print_worth(wording: Wording, dice: list[str], filled: str | None) -> None:
    """The points of a roll in every box or, with a card, what may be written in the open ones."""
    roll, catalog = read_roll(wording.ruleset, dice), wording.catalog
    if filled is None:
        categories = wording.ruleset.categories.values()
        print_table((wording.name(category), str(category.score(roll))) for category in categories)
        return
    card = read_filled(wording, filled)
    if len(card) == len(wording.ruleset.boxes):
        raise SheetgenError("the card is full; leave out a box that is open", key="--filled")
    rows = []
    for box, entry in legal_entries(wording.ruleset, roll, Context(card)).items():
        points = catalog.either(map(str, entry.points)) if len(entry.points) > 1 else str(entry.points[0])
        rows.append((wording.row(box), f"{points} + {entry.bonus}" if entry.bonus else points))
    print_table(rows)
