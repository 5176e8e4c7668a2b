"""The commands `odds`, `advise` and `replay`.

Odds of boxes, advice at the table, and reviews of played games.
"""

import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from msgspec import Struct

from sheetgen.cards.card_files import MAX_BYTES
from sheetgen.cards.typed import read_faces, read_filled, read_roll
from sheetgen.cli import parameters
from sheetgen.cli.answers import answer_batch, load_by_name
from sheetgen.cli.output import print_table, progress_bar, write_bytes, write_document
from sheetgen.documents.declared import Extra
from sheetgen.errors import Message, SheetgenError
from sheetgen.files.disk import read_file
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.odds.best_play import QUANTILES, Odds, Progress, silent
from sheetgen.rulesets.loading import load_ruleset
from sheetgen.rulesets.source import known_id

if TYPE_CHECKING:
    from sheetgen.odds.formats import ChanceOut, ChoiceOut, ReplayOut
    from sheetgen.rules.ruleset import Ruleset

_MOST_SHOWN = 12
"""Maximum number of choices that are printed: half a screen."""
_TableOrJson = Annotated[Literal["table", "json"], Extra(Message("table or json."))]


class OddsSettings(Struct, frozen=True):
    """Settings of the command; None for an option that is not given."""

    ruleset: parameters.Ruleset
    lang: parameters.Lang = None
    total: Annotated[str, Extra(Message("Total to aim at."))] = "total"
    column: Annotated[str | None, Extra(Message("Id of a column to look at alone."))] = None
    without: Annotated[
        str | None, Extra(Message("Ids of bonuses that do not count, separated by commas."))
    ] = None
    format_: Annotated[Literal["table", "json", "csv"], Extra(Message("table, json or csv."))] = (
        "table"
    )
    card: Annotated[
        list[str] | None,
        Extra(
            Message(
                "Entries on a card, such as yacht=50,fives=25; repeat the option for two to six"
                " cards, and their chances to win are shown."
            )
        ),
    ] = None
    plot: Annotated[
        str | None,
        Extra(Message("Write a picture of the distribution to this file as well, .svg or .pdf.")),
    ] = None
    force: parameters.Force = False


@parameters.app.command()
def odds(settings: OddsSettings) -> None:
    """Show the odds of each box, and the value of best play."""
    from sheetgen.cards.exchange import json_of
    from sheetgen.files.disk import csv_lines
    from sheetgen.odds.counters import of_column
    from sheetgen.odds.formats import odds_out
    from sheetgen.odds.library import known_odds

    catalog = parameters.find_catalog(settings.lang)
    game = load_ruleset(settings.ruleset)
    if settings.card:
        _show_chances(settings, Wording(game, catalog))
        return
    kind = _kind_of_plot(settings)
    if settings.column is not None:
        game = of_column(game, settings.column)
    without = [name for name in (settings.without or "").split(",") if name]
    with _counted(catalog) as progress:
        known, refused = known_odds(game, settings.total, without, progress)
    if settings.plot is not None:
        from sheetgen.documents.drawings import plot

        drawing = plot(known, catalog, kind)
        write_document(drawing, Path(settings.plot), catalog, force=settings.force, beside=True)
    why = catalog.error(refused) if refused else ""
    if settings.format_ == "json":
        write_bytes(json_of(odds_out(known, why)))
    elif settings.format_ == "csv":
        write_bytes(csv_lines(_table(known, catalog, exact=True), catalog.cell_separator).encode())
    else:
        print_table(_table(known, catalog), 1)
        print("", *_sentences_of_play(known, catalog), sep="\n")
        _print_left_out(game, catalog)
        if why:
            print(why, file=sys.stderr)


def _kind_of_plot(settings: OddsSettings) -> str:
    """Return the ending of the picture to write; empty without one."""
    kind = Path(settings.plot or "").suffix.lower()
    if settings.plot is not None and kind not in (".svg", ".pdf"):
        raise SheetgenError(
            "wrote '%(written)s'; should end in .svg or .pdf", key="--plot", written=settings.plot
        )
    if settings.force and settings.plot is None:
        raise SheetgenError("%(option)s needs %(others)s.", option="--force", others="--plot")
    return kind


def _show_chances(settings: OddsSettings, wording: Wording) -> None:
    """Print the chances to win of some cards."""
    from sheetgen.cards.exchange import json_of
    from sheetgen.files.disk import csv_lines
    from sheetgen.odds.library import chances
    from sheetgen.rules.scoring import totals

    others = {
        "total": settings.total != "total",
        "column": settings.column is not None,
        "without": settings.without is not None,
        "plot": settings.plot is not None,
    }
    for name, is_given in others.items():
        if is_given:
            raise SheetgenError(
                "--%(one)s and --%(other)s exclude each other.", one="card", other=name
            )
    cards = [read_filled(wording, text) for text in settings.card or ()]
    found = chances(wording.ruleset, cards)
    if settings.format_ == "json":
        write_bytes(json_of(found))
        return
    catalog, text = wording.catalog, wording.catalog.text
    rows = [[text("odds", "Card"), text("odds", "Points"), text("odds", "Chance to win")]]
    texts = _chances_in_words(found.chances)
    for number, (card, chance) in enumerate(zip(cards, texts, strict=True), 1):
        points = totals(wording.ruleset, card)["total"]
        rows.append([str(number), str(points), chance])
    if settings.format_ == "csv":
        write_bytes(csv_lines(rows, catalog.cell_separator).encode())
        return
    print_table(rows, 1)
    print("", _how_played_on(catalog, found.playouts), sep="\n")


def _chances_in_words(chances: Sequence["ChanceOut"]) -> list[str]:
    """Return chances: 0 only for what is impossible, 100 only for what is certain."""
    is_certain = sum(chance.possible for chance in chances) == 1
    texts = []
    for chance in chances:
        if chance.percent == 0 and chance.possible:
            texts.append("<1 %")
        elif chance.percent == 100 and not is_certain:
            texts.append(">99 %")
        else:
            texts.append(f"{chance.percent} %")
    return texts


def _how_played_on(catalog: Catalog, playouts: int) -> str:
    """Return how chances to win are found."""
    return catalog.message(
        "chances to win come from playing the game on %(count)s times, as the page of the "
        "calculator does; 1 to 2 percent may be chance",
        count=playouts,
    )


@parameters.app.command()
def advise(
    ruleset: parameters.RulesetOrNone = None,
    dice: parameters.Dice = None,
    card: Annotated[
        str | None, Extra(Message("Entries on the card, such as yacht=50,fives=25."))
    ] = None,
    rolls_left: Annotated[int, Extra(Message("Number of rolls left; 0 to choose a box."))] = 0,
    further_yachts: Annotated[int, Extra(Message("Number of further Yachts so far."))] = 0,
    kept: Annotated[
        str | None, Extra(Message("Dice kept before this roll, where kept dice stay."))
    ] = None,
    format_: _TableOrJson = "table",
    lang: parameters.Lang = None,
    batch: parameters.Batch = None,
) -> None:
    """Print the dice to keep or the boxes to fill, best first, or answer questions line by line."""
    from sheetgen.cards.exchange import json_of
    from sheetgen.odds.formats import AdviceOut
    from sheetgen.odds.library import advise as advice, advise_lines

    catalog = parameters.find_catalog(lang)
    ruleset, dice = parameters.game_first(ruleset, dice)
    if batch is not None:
        has_roll = dice or rolls_left or kept is not None
        has_card = card is not None or further_yachts
        if has_roll or has_card or format_ != "table":
            raise SheetgenError(
                "the rolls come from there; only --ruleset and --lang go with it", key="--batch"
            )
        raise typer.Exit(answer_batch(batch, ruleset, catalog, advise_lines))
    game, faces = parameters.game_and_dice("advise", ruleset, dice)
    wording = Wording(load_ruleset(game), catalog)
    filled = read_filled(wording, card or "")
    roll = read_roll(wording, faces)
    staying = read_faces(wording, [kept]) if kept else ()
    with _counted(catalog) as progress:
        choices = advice(
            wording.ruleset,
            filled,
            roll.dice,
            rolls_left,
            further_yachts,
            kept=staying,
            progress=progress,
        )
    if format_ == "json":
        write_bytes(json_of(AdviceOut(tuple(choices))))
        return
    text, decimal = catalog.text, catalog.decimal
    lines = [
        [text("advice", "Choice"), text("advice", "Expected total"), text("advice", "Gives away")]
    ]
    for choice in choices[:_MOST_SHOWN]:
        loss = decimal(choice.loss, 2) if choice.loss else "–"
        lines.append([_choice_in_words(wording, choice, roll.dice), decimal(choice.value, 2), loss])
    print_table(lines, 1)
    _print_left_out(wording.ruleset, catalog)


@parameters.app.command()
def replay(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=Message("[GAME] FILE"),
            help=Message("Games exported by the page of the calculator."),
        ),
    ] = None,
    ruleset: parameters.RulesetOrNone = None,
    game: Annotated[
        int | None, Extra(Message("Number of the game in the file; the last by default."))
    ] = None,
    format_: _TableOrJson = "table",
    lang: parameters.Lang = None,
) -> None:
    """Rate a game turn by turn: the cost of each choice, and the luck of the dice apart from it."""
    from sheetgen.cards.exchange import json_of, read_games
    from sheetgen.odds.library import replay as go_through

    catalog = parameters.find_catalog(lang)
    ruleset, words = parameters.game_first(ruleset, words)
    if not words:
        raise SheetgenError("Which file? For example: sheetgen replay games.json.")
    if len(words) > 1:
        raise SheetgenError("'%(written)s' is too much; leave it out.", written=" ".join(words[1:]))
    file = Path(words[0])
    try:
        games = read_games(read_file(file, MAX_BYTES))
    except SheetgenError as error:
        raise error.placed(str(file)) from error
    if ruleset is None:
        rules = load_by_name(known_id(games.ruleset), str(file))
    else:
        rules = load_ruleset(ruleset)
    with _counted(catalog) as progress:
        review = go_through(rules, games, game, progress)
    if format_ == "json":
        write_bytes(json_of(review))
    else:
        _print_replay(Wording(rules, catalog), review)
        _print_left_out(rules, catalog)


def _print_left_out(game: "Ruleset", catalog: Catalog) -> None:
    """Print which rolls the numbers do not know, if there are any."""
    from sheetgen.odds.library import what_is_left_out

    sentence = what_is_left_out(game, catalog)
    if sentence:
        print(sentence)


def _counted(catalog: Catalog) -> AbstractContextManager[Progress]:
    """Show the progress on a terminal.

    The share of states whose values are known, then of those played through.
    """
    return progress_bar(catalog.message("states")) if sys.stderr.isatty() else nullcontext(silent)


def _table(odds: Odds, catalog: Catalog, *, exact: bool = False) -> list[list[Any]]:
    """Return a line for each row of the card; with `exact`, ids and plain numbers for programs."""
    text = catalog.text
    head = [
        text("odds", "Row"),
        text("odds", "Scores, one roll"),
        text("odds", "Scores"),
        text("odds", "Highest"),
        text("odds", "Chance of it"),
        text("odds", "Best average"),
    ]
    if odds.play:
        head += [text("odds", "Par"), text("odds", "Zero")]
    if exact:
        names = {row: row for row in odds.goal.ruleset.rows}
    else:
        names = _names(odds, Wording(odds.goal.ruleset, catalog))
    numbers = _Numbers(catalog, exact)
    rows: list[list[Any]] = [head]
    for row, name in names.items():
        if row in odds.alone:
            rows.append([name, *_box_cells(odds, row, numbers)])
        elif odds.play and row in odds.pars:
            rows.append([name, *_bonus_cells(odds, row, numbers)])
    return rows


class _Numbers(Struct, frozen=True):
    """Format of the numbers in a table: plain for programs, or in words."""

    catalog: Catalog
    exact: bool

    def share(self, value: float) -> float | str:
        """Return a share, in words in percent."""
        return value if self.exact else f"{self.catalog.decimal(100 * value, 2)} %"

    def points(self, value: float) -> float | str:
        """Return a mean of points."""
        return value if self.exact else self.catalog.decimal(value, 2)


def _box_cells(odds: Odds, row: str, numbers: _Numbers) -> list[Any]:
    """Return the cells of a box: its odds in one roll and in a turn, and those in best play."""
    one, every = odds.alone[row]
    cells = [
        numbers.share(float(one.chance)),
        numbers.share(float(every.chance)),
        every.highest if numbers.exact else str(every.highest),
        numbers.share(float(every.highest_chance)),
        numbers.points(float(every.best)),
    ]
    if odds.play:
        box = odds.play.boxes[row]
        cells += [numbers.points(box.par), numbers.share(box.zero)]
    return cells


def _bonus_cells(odds: Odds, row: str, numbers: _Numbers) -> list[Any]:
    """Return the cells of a bonus, which has odds in best play alone."""
    bonus = odds.play.bonuses.get(row) if odds.play else None
    zero = numbers.share(bonus.chances.get(0, 0.0)) if bonus else ""
    return ["", "", "", "", "", numbers.points(odds.pars[row]), zero]


def _names(odds: Odds, wording: Wording) -> dict[str, str]:
    """Return the names of a table's rows by their ids.

    Without best play, boxes with the same odds are one row.
    """
    game = wording.ruleset
    if odds.play:
        return {row: wording.row(row) for row in game.rows}
    names: dict[tuple[str, int], tuple[str, str]] = {}
    for box in game.boxes.values():
        _, every = odds.alone[box.id]
        rolls = every.rolls
        name = wording.name(box.category) if rolls == game.dice.rolls else wording.row(box.id)
        names.setdefault((box.category.id, rolls), (box.id, name))
    return dict(names.values())


def _sentences_of_play(odds: Odds, catalog: Catalog) -> Iterable[str]:
    """Yield sentences about best play."""
    play, message = odds.play, catalog.message
    if play is None:
        return
    yield message(
        "in best play a card has %(value)s points on average, with a standard deviation of "
        "%(deviation)s",
        value=catalog.decimal(play.value, 4),
        deviation=catalog.decimal(play.standard_deviation, 2),
    )
    if play.further_yachts:
        yield message(
            "further Yachts: %(count)s in a game", count=catalog.decimal(play.further_yachts, 4)
        )
    if odds.won_at_once:
        yield message(
            "a first roll that wins at once comes in %(share)s %% of all games; "
            "all numbers are those of cards that are played on to the last box",
            share=catalog.decimal(100 * odds.won_at_once, 2),
        )
    quantiles = ", ".join(f"{share} %: {play.totals.quantile(share)}" for share in QUANTILES)
    yield message("share of cards with this total or less: %(quantiles)s", quantiles=quantiles)
    if play.totals.games:
        yield message(
            "these shares come from %(games)s games that were played with the seed %(seed)s; "
            "their standard error is %(error)s %% at most",
            games=play.totals.games,
            seed=play.totals.seed,
            error=catalog.decimal(100 * play.totals.error, 2),
        )
    else:
        yield message("these shares are exact")


def _choice_in_words(wording: Wording, choice: "ChoiceOut", dice: Sequence[int]) -> str:
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


def _print_replay(wording: Wording, review: "ReplayOut") -> None:
    """Print all turns, then each choice that cost something, then the players."""
    text, decimal, message = wording.catalog.text, wording.catalog.decimal, wording.catalog.message
    several = len(review.players) > 1
    rows = [
        [
            "",
            text("advice", "Box"),
            text("advice", "Points"),
            text("advice", "Luck"),
            text("advice", "Given away"),
            text("advice", "Expected total"),
        ]
    ]
    for number, turn in enumerate(review.turns, 1):
        who = f"{number} {turn.player}" if several else str(number)
        numbers = [decimal(turn.luck, 2), decimal(turn.lost, 2), decimal(turn.after, 2)]
        rows.append([who, wording.row(turn.box), str(turn.points), *numbers])
    print_table(rows, 1)
    print()
    for number, turn in enumerate(review.turns, 1):
        for decision in turn.decisions:
            if decision.chosen.loss >= 0.005:
                print(
                    message(
                        "turn %(number)s, %(dice)s: %(chosen)s; better: %(best)s, by %(loss)s",
                        number=number,
                        dice=" ".join(map(str, decision.dice)),
                        chosen=_choice_in_words(wording, decision.chosen, decision.dice),
                        best=_choice_in_words(wording, decision.best, decision.dice),
                        loss=decimal(decision.chosen.loss, 2),
                    )
                )
    for player in review.players:
        print(
            message(
                "%(name)s: expected %(expected)s, luck %(luck)s, given away %(lost)s, "
                "makes %(total)s",
                name=player.player,
                expected=decimal(player.expected, 2),
                luck=decimal(player.luck, 2),
                lost=decimal(player.lost, 2),
                total=decimal(player.total, 2),
            )
        )
    if review.chances:
        _print_chances(wording, review)
        return
    from sheetgen.odds.library import why_no_chances

    why = why_no_chances(wording.ruleset)
    if several and why:
        print(
            message(
                "games of %(ruleset)s have no chances to win, because they are not played on: "
                "%(why)s",
                ruleset=wording.ruleset.id,
                why=why,
            )
        )


def _print_chances(wording: Wording, review: "ReplayOut") -> None:
    """Print the chances to win after each round of a game, and the turns that decided it."""
    text, message = wording.catalog.text, wording.catalog.message
    print()
    rows = [[text("advice", "Chance to win"), *(player.player for player in review.players)]]
    last = len(review.chances) - 1
    for step, chances in enumerate(review.chances):
        if step % len(review.players) == 0 or step == last:
            rows.append([str(step), *_chances_in_words(chances)])
    print_table(rows, 1)
    print("", _how_played_on(wording.catalog, review.playouts), sep="\n")
    for deciding in review.deciding:
        turn = review.turns[deciding.turn - 1]
        chances = review.chances[deciding.turn]
        after = _chances_in_words(chances)[chances.index(deciding.after)]  # equal ones read alike
        print(
            message(
                "turn %(number)s decided: %(name)s, %(box)s %(points)s: %(before)s → %(after)s",
                number=deciding.turn,
                name=turn.player,
                box=wording.row(turn.box),
                points=turn.points,
                before=deciding.before,
                after=after,
            )
        )
    if not review.deciding:
        print(message("no turn changed a chance by more than 10 percent"))
