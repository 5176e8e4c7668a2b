"""Command `score`: the boxes that a roll may be written in, with its points, for one roll or a batch."""

from typing import Annotated

import typer

from sheetgen.cards.batches import score_lines
from sheetgen.cards.typed import make_moment, read_filled, read_roll
from sheetgen.cli.batches import games, opened, write_answers
from sheetgen.cli.output import print_table
from sheetgen.cli.parameters import Batch, Dice, Lang, RulesetOrNone, app, find_catalog, game_and_dice
from sheetgen.errors import Message, SheetgenError
from sheetgen.i18n.wording import Wording
from sheetgen.rules.patterns import Roll
from sheetgen.rules.scoring import Context, LegalEntry, legal_entries, moment
from sheetgen.rulesets.loading import load_ruleset


@app.command()
def score(
    ruleset: RulesetOrNone = None,
    dice: Dice = None,
    filled: Annotated[
        str | None,
        typer.Option(metavar=Message("BOX=N,..."), help=Message("Boxes that are filled, such as yacht=50,fives=25.")),
    ] = None,
    first_roll: Annotated[bool, typer.Option("--first-roll", help=Message("Score the first roll of a turn."))] = False,
    roll: Annotated[
        int | None, typer.Option(help=Message("Number of the roll in its turn; without it, the last one."))
    ] = None,
    together: Annotated[
        bool, typer.Option("--together", help=Message("Score a roll for which all dice were thrown together."))
    ] = False,
    lang: Lang = None,
    batch: Batch = None,
) -> None:
    """Print the boxes for a roll with their points, on an empty card or on yours; or answer a roll on each line."""
    catalog = find_catalog(lang)
    if batch is not None:
        if dice or filled is not None or first_roll or roll is not None or together:
            raise SheetgenError("the rolls come from there; only --ruleset and --lang go with it", key="--batch")
        with opened(batch) as stream:
            raise typer.Exit(write_answers(score_lines(stream, games(ruleset, catalog))))
    game, faces = game_and_dice("score", ruleset, dice)
    wording = Wording(load_ruleset(game), catalog)
    card = read_filled(wording, filled or "")
    if len(card) == len(wording.ruleset.boxes):
        raise SheetgenError("the card is full; leave out a box that is open", key="--filled")
    now = make_moment(wording.ruleset, card, first_roll, 0 if roll is None else roll, together)
    _print_worth(wording, read_roll(wording, faces), now, numbered=first_roll or together or roll is not None)


def _print_worth(wording: Wording, roll: Roll, now: Context, *, numbered: bool) -> None:
    """Print the points of a roll in the open boxes, with those of earlier rolls if it has no number."""
    ruleset, text, card = wording.ruleset, wording.catalog.text, now.filled
    earlier = () if numbered else range(ruleset.dice.rolls - 1, 0, -1)
    others = {number: legal_entries(ruleset, roll, moment(ruleset, card, number=number)) for number in earlier}
    rows = []
    for box, entry in legal_entries(ruleset, roll, now).items():
        points = last = _points(wording, entry)
        for number, entries in others.items():
            other = _points(wording, entries[box]) if box in entries else last
            if other != last:
                words: dict[str, object] = {"points": points, "first": other, "n": number}
                nth = text("points", "%(points)s, %(first)s on roll %(n)s", **words)
                points = wording.with_first(points, other) if number == 1 else nth
            last = other
        in_full = card or len(ruleset.columns) > 1
        rows.append((wording.row(box) if in_full else wording.name(ruleset.boxes[box].category), points))
    print_table(rows)
    for category in ruleset.categories.values():
        if category.wins and now.first_roll and category.pattern.match(roll) is not None:
            print(wording.catalog.message("This roll wins the game at once."))


def _points(wording: Wording, entry: LegalEntry) -> str:
    """Return the points that may be written, with the bonus of a further Yacht."""
    points = wording.catalog.choices(entry.points)
    shown = f"({points})" if len(entry.points) > 1 else points
    return f"{shown} + {entry.bonus}" if entry.bonus else points
