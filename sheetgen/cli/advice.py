"""The commands `advise` and `replay`: advice at the table, and reviews of played games."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sheetgen.cards.typed import read_faces, read_filled, read_roll
from sheetgen.cli.answers import games, load_by_name, opened, write_answers
from sheetgen.cli.odds import counted
from sheetgen.cli.output import print_table, write_bytes
from sheetgen.cli.parameters import Batch, Dice, Lang, RulesetOrNone, app, find_catalog, game_and_dice
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.input import read_file
from sheetgen.i18n.wording import Wording
from sheetgen.rulesets.ids import known_id
from sheetgen.rulesets.loading import load_ruleset

if TYPE_CHECKING:
    from sheetgen.odds.formats import ChoiceOut, ReplayOut

_MOST_SHOWN = 12
"""Maximum number of choices that are printed: half a screen."""
_MOST_BYTES = 10_000_000
"""Maximum size of a file of games in bytes: thousands of games."""


@app.command()
def advise(
    ruleset: RulesetOrNone = None,
    dice: Dice = None,
    card: Annotated[str | None, typer.Option(help=Message("What is on the card, such as yacht=50,fives=25."))] = None,
    rolls_left: Annotated[int, typer.Option(help=Message("How often you may still roll; 0 asks for a box."))] = 0,
    further_yachts: Annotated[int, typer.Option(help=Message("How many further Yachts there were."))] = 0,
    kept: Annotated[str | None, typer.Option(help=Message("The dice you kept before, where kept dice stay."))] = None,
    format_: Annotated[Literal["table", "json"], typer.Option("--format", help=Message("table or json."))] = "table",
    lang: Lang = None,
    batch: Batch = None,
) -> None:
    """Print what to keep or where to write, best first; or answer a question a line."""
    from sheetgen.documents.advice import advise as advice, advise_lines

    catalog = find_catalog(lang)
    if batch is not None:
        if dice or card is not None or kept is not None or rolls_left or further_yachts or format_ != "table":
            raise SheetgenError("the rolls come from there; only --ruleset and --lang go with it", key="--batch")
        with opened(batch) as stream:
            raise typer.Exit(write_answers(advise_lines(stream, games(ruleset, catalog))))
    game, faces = game_and_dice("advise", ruleset, dice)
    wording = Wording(load_ruleset(game), catalog)
    filled, roll = read_filled(wording, card or ""), read_roll(wording, faces)
    stay = read_faces(wording, [kept]) if kept else ()
    with counted(catalog) as progress:
        choices = advice(wording.ruleset, filled, roll.dice, rolls_left, further_yachts, kept=stay, progress=progress)
    from sheetgen.odds.played_games import choice_out

    found = [choice_out(choice) for choice in choices]
    if format_ == "json":
        from sheetgen.odds.formats import AdviceOut, json_of

        write_bytes(json_of(AdviceOut(tuple(found))))
        return
    text, decimal = catalog.text, catalog.decimal
    lines = [[text("advice", "Choice"), text("advice", "Expected total"), text("advice", "Gives away")]]
    for choice in found[:_MOST_SHOWN]:
        loss = decimal(choice.loss, 2) if choice.loss else "–"
        lines.append([in_words(wording, choice, roll.dice), decimal(choice.value, 2), loss])
    print_table(lines, numbers=True)


def in_words(wording: Wording, choice: "ChoiceOut", dice: Sequence[int]) -> str:
    """Return a choice in words."""
    text = wording.catalog.text
    if choice.box:
        points = f"{choice.points} + {choice.bonus}" if choice.bonus else str(choice.points)
        return text("advice", "%(box)s: %(points)s", box=wording.row(choice.box), points=points)
    if not choice.keep:
        return text("advice", "roll all dice again")
    if len(choice.keep) == len(dice):
        return text("advice", "keep all")
    return text("advice", "keep %(dice)s", dice=" ".join(map(str, choice.keep)))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help=Message("The games that the page of the calculator exported."))],
    ruleset: RulesetOrNone = None,
    game: Annotated[int | None, typer.Option(help=Message("Which game of the file; the last if left out."))] = None,
    format_: Annotated[Literal["table", "json"], typer.Option("--format", help=Message("table or json."))] = "table",
    lang: Lang = None,
) -> None:
    """Go through a game turn by turn: what each choice cost, the luck of the dice and the skill of the player apart."""
    from sheetgen.documents.advice import games_in, replay as go_through

    catalog = find_catalog(lang)
    try:
        found = games_in(read_file(file, _MOST_BYTES))
    except SheetgenError as error:
        raise error.placed(str(file)) from error
    rules = load_ruleset(ruleset) if ruleset is not None else load_by_name(known_id(found.ruleset), str(file))
    with counted(catalog) as progress:
        review = go_through(rules, found, game, progress)
    if format_ == "json":
        from sheetgen.odds.formats import json_of

        write_bytes(json_of(review))
    else:
        _print_replay(Wording(rules, catalog), review)


def _print_replay(wording: Wording, review: "ReplayOut") -> None:
    """Print all turns, then each choice that cost something, then the players."""
    text, decimal, message = wording.catalog.text, wording.catalog.decimal, wording.catalog.message
    several = len(review.players) > 1
    rows = [[
        "", text("advice", "Box"), text("advice", "Points"), text("advice", "Luck"), text("advice", "Given away"),
        text("advice", "Expected total"),
    ]]  # fmt: skip
    for number, turn in enumerate(review.turns, 1):
        who = f"{number} {turn.player}" if several else str(number)
        numbers = [decimal(turn.luck, 2), decimal(turn.lost, 2), decimal(turn.after, 2)]
        rows.append([who, wording.row(turn.box), str(turn.points), *numbers])
    print_table(rows, numbers=True)
    print()
    for number, turn in enumerate(review.turns, 1):
        for decision in turn.decisions:
            if decision.chosen.loss >= 0.005:
                print(message(
                    "turn %(number)s, %(dice)s: %(chosen)s; better: %(best)s, by %(loss)s", number=number,
                    dice=" ".join(map(str, decision.dice)), chosen=in_words(wording, decision.chosen, decision.dice),
                    best=in_words(wording, decision.best, decision.dice), loss=decimal(decision.chosen.loss, 2),
                ))  # fmt: skip
    for player in review.players:
        print(message(
            "%(name)s: expected %(expected)s, luck %(luck)s, given away %(lost)s, makes %(total)s", name=player.player,
            expected=decimal(player.expected, 2), luck=decimal(player.luck, 2), lost=decimal(player.lost, 2),
            total=decimal(player.total, 2),
        ))  # fmt: skip
