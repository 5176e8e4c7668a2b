"""Answers to questions: what a roll is worth, and which rulesets, languages and words there are."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from sheetgen.cli.batches import games, opened, write_answers
from sheetgen.cli.options import Batch, Lang, RulesetOrNone, app, find_catalog
from sheetgen.errors import Message, SheetgenError, escaped
from sheetgen.i18n.catalog import Catalog

if TYPE_CHECKING:
    from sheetgen.i18n.wording import Wording


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
    from sheetgen.i18n.wording import Wording
    from sheetgen.rulesets import load_ruleset

    catalog = find_catalog(lang)
    if batch is not None:
        if dice or filled is not None:
            raise SheetgenError("the rolls come from there; only --ruleset and --lang go with it", key="--batch")
        raise typer.Exit(_score_batch(batch, ruleset, catalog))
    if ruleset is None or not dice:
        raise SheetgenError("say the game with --ruleset, and the dice, such as 6 6 6 3 3")
    _print_worth(Wording(load_ruleset(ruleset), catalog), dice, filled)


def _score_batch(name: str, ruleset: str | None, catalog: Catalog) -> int:
    """Answer a line after the other; gives the exit code."""
    from sheetgen.cards import score_lines

    with opened(name) as stream:
        return write_answers(score_lines(stream, games(ruleset, catalog)))


def _print_worth(wording: "Wording", dice: list[str], filled: str | None) -> None:
    from sheetgen.cards.names import read_filled, read_roll
    from sheetgen.rules import Context, legal_entries

    roll = read_roll(wording.ruleset, dice)
    if filled is None:
        categories = wording.ruleset.categories.values()
        print_table((wording.name(category), str(category.score(roll))) for category in categories)
        return
    card = read_filled(wording, filled)
    if len(card) == len(wording.ruleset.boxes):
        raise SheetgenError("the card is full; leave out a box that is open", key="--filled")
    entries = legal_entries(wording.ruleset, roll, Context(card))
    print_table((wording.row(box), _entry(entry, wording.catalog)) for box, entry in entries.items())


@app.command()
def reference(
    topic: Annotated[
        Literal["rulesets", "cards", "commands"],
        typer.Argument(metavar="[rulesets|cards|commands]", help=Message("What to explain.")),
    ] = "rulesets",
    lang: Lang = None,
    schema: Annotated[bool, typer.Option("--schema", help=Message("Print the JSON Schema for editors."))] = False,
) -> None:
    """Print the reference of ruleset files, of cards, or of commands."""
    from sheetgen.cards import cards_schema
    from sheetgen.cli.command_page import commands
    from sheetgen.documents.reference import card_page, command_page
    from sheetgen.rulesets.reference import ruleset_page, ruleset_schema

    catalog = find_catalog(lang)
    if schema and topic == "commands":
        raise SheetgenError("commands have no schema; leave it out", key="--schema")
    if schema:
        print(ruleset_schema() if topic == "rulesets" else cards_schema(), end="")
    elif topic == "commands":
        print(command_page(catalog, commands(catalog)), end="")
    else:
        print((ruleset_page if topic == "rulesets" else card_page)(catalog), end="")


def _entry(entry: Any, catalog: Catalog) -> str:
    """A legal entry: the points that may be written, and the Yacht bonus."""
    points = catalog.either(map(str, entry.points)) if len(entry.points) > 1 else str(entry.points[0])
    return f"{points} + {entry.bonus}" if entry.bonus else points


def print_table(rows: Iterable[tuple[str, str]]) -> None:
    """Print two columns, the first as wide as its widest cell."""
    lines = [(escaped(first), escaped(second)) for first, second in rows]
    width = max(len(first) for first, _ in lines)
    for first, second in lines:
        print(f"{first:{width}}  {second}")
