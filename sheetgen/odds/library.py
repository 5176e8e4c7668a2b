"""Odds, advice and reviews of games as values, for programs, commands and booklets.

What needs numpy is imported inside functions: the extra may be missing, and shipped games have
their odds without it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec import UNSET
from msgspec.structs import replace

from sheetgen.cards.batches import Answered, Games, id_of, read_lines, read_object
from sheetgen.cards.card_files import MAX_BYTES
from sheetgen.cards.exchange import GamesIn, json_lines, read_games
from sheetgen.cards.typed import make_filled, make_roll, read_dice
from sheetgen.errors import Message, SheetgenError, unknown
from sheetgen.files.disk import Pairs, read_file, unique
from sheetgen.files.folders import check_extra
from sheetgen.files.tables import A_GAME, A_LIST, A_NUMBER, A_TABLE, A_TEXT, check_kind
from sheetgen.i18n.catalog import Catalog
from sheetgen.i18n.wording import Wording
from sheetgen.odds.best_play import Odds, Progress, UnsolvedError, kept_play, shipped, silent
from sheetgen.odds.counters import Goal
from sheetgen.odds.formats import (
    VERSION,
    AdviceIn,
    AdviceOut,
    ChanceOut,
    ChancesOut,
    ChoiceOut,
    DecidingOut,
    ReplayOut,
)
from sheetgen.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from sheetgen.cards.exchange import MatchIn
    from sheetgen.odds.adviser import Adviser
    from sheetgen.odds.chances import Chance
    from sheetgen.odds.playouts import Playouts

MOST_AT_ONCE = 5_000_000  # a sheet or booklet should not wait longer
"""Maximum number of states of a game that is solved as part of another command: it takes some
minutes."""


CARDS = range(2, 7)
"""Numbers of cards of which the chances to win can be asked."""


def goal_of(game: Ruleset, total: str = "total", without: Sequence[str] = ()) -> Goal:
    """Return the goal of a player. Raises SheetgenError for an unknown total or bonus.

    `without` may be a text with commas between the ids.
    """
    check_kind(game, Ruleset, "game", A_GAME)
    check_kind(total, str, "--total", A_TEXT)
    check_kind(without, str | list | tuple, "--without", A_LIST)
    if isinstance(without, str):
        without = [name for name in without.split(",") if name]
    for name in without:
        check_kind(name, str, "--without", A_TEXT)
    bonuses = [each.id for each in game.all_totals.values() if each.kind != "sum"]
    for name in without:
        if name not in bonuses:
            raise unknown(Message("total"), name, bonuses).at("--without")
    if total not in game.all_totals:
        raise unknown(Message("total"), total, game.all_totals).at("--total")
    goal = Goal(game, total, frozenset(without))
    if not (goal.sum.boxes or goal.sum.steps or goal.sum.yachts or goal.sum.differences):
        raise SheetgenError("nothing is left of it that a player could aim at", key="--total")
    return goal


def odds_of(
    game: Ruleset, total: str = "total", without: Sequence[str] = (), progress: Progress = silent
) -> Odds:
    """Return the odds of a game's boxes, and the statistics of the play that maximizes `total`.

    Odds of shipped games, and of games that are played alike, come from tables. Others need numpy
    and take about a minute for thirteen boxes and a bonus; they are kept in the user's cache
    folder. `without` are ids of bonuses that do not count. Raises SheetgenError without numpy, and
    for a game that is too large.
    """
    goal = goal_of(game, total, without)
    known = (
        shipped(game) if goal.total == "total" and not goal.without else None
    )  # tables are of the usual goal
    if known is None:
        check_extra("odds")
        from sheetgen.odds.solution import play_of

        known = play_of(goal, progress)
    return Odds(goal, known)


def known_odds(
    game: Ruleset, total: str = "total", without: Sequence[str] = (), progress: Progress = silent
) -> tuple[Odds, SheetgenError | None]:
    """Return the odds as `odds_of` does.

    For a game that is too large, return those of its boxes, and the reason.
    """
    try:
        return odds_of(game, total, without, progress), None
    except UnsolvedError as error:
        return Odds(goal_of(game, total, without), None), error


def odds_at_once(game: Ruleset) -> Odds:
    """Return the odds as `odds_of` does, if they take at most some minutes.

    Raises SheetgenError otherwise.
    """
    goal = goal_of(game)
    known = shipped(game) or kept_play(goal)
    if known is None:
        check_soon(goal)
    return Odds(goal, known) if known else odds_of(game)


def check_soon(goal: Goal) -> None:
    """Raise SheetgenError without numpy, and for a game that takes long and is not in the cache."""
    check_extra("odds")
    from sheetgen.odds.solution import kept_values, solver_of

    if kept_values(goal, (0,)) is None and solver_of(goal).board.most_states > MOST_AT_ONCE:
        raise SheetgenError(
            "that takes long to work out; let sheetgen odds --ruleset %(ruleset)s do it first,"
            " which keeps it",
            ruleset=goal.ruleset.id,
        )


# odds in words


def what_is_left_out(game: Ruleset, catalog: Catalog) -> str:
    """Return what values and odds do not know, in sentences; empty if they know all.

    Saved rolls would be one more number that each state has to carry. A column alone has lost the
    Yacht boxes of the others.
    """
    sentences = (_rolls_left_out(game, catalog), _columns_left_out(game, catalog))
    return " ".join(filter(None, sentences))


def _columns_left_out(game: Ruleset, catalog: Catalog) -> str:
    """Return a sentence about the other columns whose boxes matter; empty if none do."""
    bonus = game.extra_yachts
    looks_at_all = game.joker.columns == "all" or (bonus and bonus.columns == "all")
    if len(game.columns) > 1 or not looks_at_all:
        return ""
    return catalog.text(
        "odds", "Left out: the Yacht boxes of the other columns, which further Yachts need."
    )


def _rolls_left_out(game: Ruleset, catalog: Catalog) -> str:
    """Return a sentence about rolls that are left out; empty if none are."""
    text, dice = catalog.text, game.dice
    further: list[str] = []
    if dice.saved is not None:
        further.append(text("odds", "saved rolls"))
    if dice.spare:
        further.append(text("odds", "spare rolls"))
    if dice.last_turn is not None:
        further.append(text("odds", "more rolls in the last turn"))
    if not further:
        return ""
    return catalog.plural(
        "odds",
        "All numbers are those of turns with %(n)s roll; left out: %(what)s.",
        "All numbers are those of turns with %(n)s rolls; left out: %(what)s.",
        dice.rolls,
        what=", ".join(further),
    )


def expectations(wording: Wording) -> tuple[tuple[tuple[str, str, str, str], ...], tuple[str, ...]]:
    """Return the odds for a booklet: a row for each category, and sentences about whole cards.

    A row has the name, the chance in words, the best average, and the points in best play. The
    last, and the sentences, are there if they take at most some minutes.
    """
    try:
        found = odds_at_once(wording.ruleset)
    except SheetgenError:  # too large, or without numpy: the boxes have their odds in any case
        found = Odds(Goal(wording.ruleset), None)
    alone, pars, decimal = found.alone, found.pars, wording.catalog.decimal
    rows = []
    for category in wording.ruleset.categories.values():
        boxes = [box.id for box in wording.ruleset.boxes_with(category.id)]
        turn = max(
            (alone[box][1] for box in boxes), key=lambda odds: odds.rolls
        )  # the column with most rolls
        par = decimal(sum(pars[box] for box in boxes) / len(boxes), 1) if pars else ""
        chance = chance_in_words(turn.chance, wording.catalog)
        rows.append((wording.name(category), chance, decimal(float(turn.best), 1), par))
    sentences = [*_sentences_of_cards(found, wording)]
    left_out = what_is_left_out(wording.ruleset, wording.catalog)
    if left_out:
        sentences.append(left_out)
    return tuple(rows), tuple(sentences)


def chance_in_words(chance: Fraction, catalog: Catalog) -> str:
    """Return a probability as turns out of others, with small numbers.

    9 turns of 10, 1 turn of 22.
    """
    text = catalog.text
    if chance == 1:
        return text("odds", "every turn")
    near = (
        chance.limit_denominator(10) if chance > Fraction(1, 10) else Fraction(1, round(1 / chance))
    )
    if not near.numerator or near == 1:
        return text("odds", "nearly every turn")
    return catalog.plural(
        "odds",
        "about %(n)s turn of %(of)s",
        "about %(n)s turns of %(of)s",
        near.numerator,
        of=near.denominator,
    )


def _sentences_of_cards(found: Odds, wording: Wording) -> Iterator[str]:
    """Yield sentences about whole cards.

    The average, the best half and tenth, each bonus, and further Yachts.
    """
    play, text = found.play, wording.catalog.text
    if play is None:
        return
    yield text(
        "odds",
        "In the best play a card comes to %(value)s on average; "
        "half of all cards have %(half)s or more, "
        "one of ten has %(tenth)s or more.",
        value=round(play.value),
        half=play.totals.quantile(50),
        tenth=play.totals.quantile(90),
    )
    if play.totals.games:
        games = wording.catalog.number(play.totals.games)
        yield text(
            "odds",
            "The half and the tenth are those of %(games)s games that were played.",
            games=games,
        )
    for total, bonus in play.bonuses.items():
        share = round(100 * bonus.reached)
        yield text(
            "odds", "%(name)s: in %(share)s %% of all games.", name=wording.row(total), share=share
        )
    if play.further_yachts:
        count = wording.catalog.decimal(play.further_yachts, 2)
        yield text("odds", "Further Yachts: %(count)s in a game on average.", count=count)


# advice and reviews


def advise(
    game: Ruleset,
    card: Mapping[str, int | str | None],
    dice: Sequence[int],
    rolls_left: int = 0,
    further_yachts: int = 0,
    *,
    kept: Sequence[int] = (),
    progress: Progress = silent,
) -> list[ChoiceOut]:
    """Return the possible keeps or, with no rolls left, entries: best first, with expected totals.

    `card` has ids of boxes and their entries; `kept` are the dice kept before this roll, which
    matter in games where kept dice stay. Needs numpy, and about a minute for a new game of thirteen
    boxes, whose values are then kept in the
    user's cache folder. Raises SheetgenError for an impossible card, roll or number.
    """
    check_kind(game, Ruleset, "game", A_GAME)
    check_kind(card, Mapping, "--card", A_TABLE)
    check_kind(rolls_left, int, "--rolls-left", A_NUMBER)
    check_kind(further_yachts, int, "--further-yachts", A_NUMBER)
    kept = read_dice(kept, "--kept")
    filled, roll = make_filled(game, card), make_roll(game, dice)
    if len(filled) == len(game.boxes):
        raise SheetgenError("the card is full; leave out a box that is open", key="--card")
    most = game.dice.rolls - 1
    for key, written, limit in (
        ("--rolls-left", rolls_left, most),
        ("--further-yachts", further_yachts, len(filled)),
    ):
        if not 0 <= written <= limit:
            raise SheetgenError(
                "wrote %(written)s; should be from 0 to %(most)s",
                key=key,
                written=written,
                most=limit,
            )
    if kept and (rolls_left == most or Counter(kept) - Counter(dice)):
        raise SheetgenError("dice are kept that were not there", key="--kept")
    adviser = adviser_for(game, progress)
    from sheetgen.odds.adviser import Position

    position = Position(filled, further_yachts)
    return (
        adviser.keeps(position, roll, rolls_left, tuple(kept))
        if rolls_left
        else adviser.boxes(position, roll)
    )


@lru_cache(maxsize=4)
def adviser_for(game: Ruleset, progress: Progress = silent) -> "Adviser":
    """Return the adviser of a game.

    Raises SheetgenError without numpy, and for a game that is too large.
    """
    check_extra("odds")
    from sheetgen.odds.adviser import Adviser
    from sheetgen.odds.solution import solver_of

    return Adviser(solver_of(goal_of(game)), progress)


def advise_lines(stream: BinaryIO, games: Games) -> Iterator[Answered]:
    """Yield the answers to questions in their order. An answer to a faulty line names the fault."""
    for line in read_lines(stream):
        name = id_of(line, UNSET)
        try:
            asked = read_object(line, AdviceIn)
            game = games.find(asked.get("ruleset")).wording.ruleset
            check_soon(goal_of(game))
            choices = advise(
                game,
                unique(asked.get("card", Pairs())),
                asked["dice"],
                asked.get("rolls_left", 0),
                asked.get("further_yachts", 0),
                kept=asked.get("kept", ()),
            )
            answer = AdviceOut(tuple(choices), name)
        except SheetgenError as error:
            answer = AdviceOut(
                (), name, games.catalog.message("cannot read this line: %(reason)s", reason=error)
            )
        yield json_lines([answer]), bool(answer.error)


def replay(
    game: Ruleset,
    games: bytes | str | PathLike[str] | GamesIn,
    number: int | None = None,
    progress: Progress = silent,
) -> ReplayOut:
    """Return the review of a played game: the luck of the dice, and the choices of the players.

    `games` is an export of the calculator's page or the path of its file, and `number`, from 1, one
    of its games; the
    last by default. Raises SheetgenError as `advise` does, and for any other file.
    """
    check_kind(game, Ruleset, "game", A_GAME)
    check_kind(games, bytes | str | PathLike | GamesIn, "games", Message("a file"))
    check_kind(number, int | None, "--game", A_NUMBER)
    if isinstance(games, str | PathLike):
        games = read_file(Path(games), MAX_BYTES)
    found = (read_games(games) if isinstance(games, bytes) else games).games
    if number is not None and not 1 <= number <= len(found):
        raise SheetgenError(
            "wrote %(written)s; should be from 1 to %(most)s",
            key="--game",
            written=number,
            most=len(found),
        )
    check_soon(goal_of(game))
    from sheetgen.odds.adviser import review

    match = found[(number or len(found)) - 1]
    return _with_chances(review(adviser_for(game, progress), match), game, match)


# chances to win


def chances(game: Ruleset, cards: Sequence[Mapping[str, int | str | None]]) -> ChancesOut:
    """Return the chances to win of two to six cards, by playing their games on.

    A card has ids of boxes and their entries. Turns are taken in the order of the cards, fewest
    full boxes first. Needs numpy. Raises SheetgenError for an impossible card, and for a game that
    is not played on.
    """
    check_kind(game, Ruleset, "game", A_GAME)
    check_kind(cards, list | tuple, "--card", A_LIST)
    if len(cards) not in CARDS:
        raise SheetgenError(
            "cards written: %(written)s; should be from %(least)s to %(most)s",
            key="--card",
            written=len(cards),
            least=CARDS[0],
            most=CARDS[-1],
        )
    filled = [make_filled(game, card) for card in cards]
    playouts = playouts_for(game)
    if playouts is None:
        raise SheetgenError(
            "games of %(ruleset)s have no chances to win, because they are not played on: %(why)s",
            ruleset=game.id,
            why=why_no_chances(game),
        )
    from sheetgen.odds.chances import chances_of
    from sheetgen.odds.playouts import PLAYOUTS

    standings = [
        playouts.plan.standing_of((box, points, 0) for box, points in card.items())
        for card in filled
    ]
    found = chances_of(playouts, standings)
    return ChancesOut(VERSION, game.id, PLAYOUTS, tuple(map(_chance_out, found)))


def why_no_chances(game: Ruleset) -> Message | None:
    """Return why a game has no chances to win; None for one that has. Needs numpy."""
    check_extra("odds")
    from sheetgen.odds.playouts import why_not_played_out

    return why_not_played_out(game)


@lru_cache(maxsize=1)
def playouts_for(game: Ruleset) -> "Playouts | None":
    """Return the playouts of a game; None for one that is not played on.

    Raises SheetgenError without numpy.
    """
    check_extra("odds")
    from sheetgen.odds.playouts import Playouts, plan_of

    plan = plan_of(game)
    return None if plan is None else Playouts(plan)


def _with_chances(review: ReplayOut, game: Ruleset, match: "MatchIn") -> ReplayOut:
    """Return the review of a game with the chances of its players, if it is played on."""
    playouts = playouts_for(game)
    if playouts is None or len(match.players) < CARDS[0]:
        return review
    from sheetgen.odds.chances import chances_in, deciding_entries
    from sheetgen.odds.playouts import PLAYOUTS

    steps = chances_in(playouts, match)
    deciding = [
        DecidingOut(each.entry, each.before, _chance_out(each.after))
        for each in deciding_entries(match, steps)
    ]
    return replace(
        review,
        playouts=PLAYOUTS,
        chances=tuple(tuple(map(_chance_out, step)) for step in steps),
        deciding=tuple(deciding),
    )


def _chance_out(chance: "Chance") -> ChanceOut:
    return ChanceOut(chance.percent, chance.is_possible)
