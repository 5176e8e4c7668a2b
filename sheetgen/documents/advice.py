"""Advice for one question or many, and reviews of played games, as values."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from sheetgen.cards.batches import Answered, Games, Stream, id_of, read_lines, read_object, text_of
from sheetgen.cards.exchange import json_lines
from sheetgen.cards.typed import make_filled, make_roll
from sheetgen.documents.odds import check_soon, goal_of
from sheetgen.errors import SheetgenError
from sheetgen.files.folders import check_extra
from sheetgen.files.input import parse_json
from sheetgen.odds.best_play import Progress, silent
from sheetgen.odds.formats import AdviceOut, ReplayOut
from sheetgen.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from sheetgen.odds.adviser import Adviser, RatedChoice
    from sheetgen.odds.played_games import GamesIn


def advise(
    game: Ruleset,
    card: Mapping[str, int | str | None],
    dice: Sequence[int],
    rolls_left: int = 0,
    further_yachts: int = 0,
    *,
    kept: Sequence[int] = (),
    progress: Progress = silent,
) -> "list[RatedChoice]":
    """Return the keeps or, with no rolls left, the entries that are possible, best first, with expected final totals.

    `card` has ids of boxes and their entries; `kept` are the dice kept before this roll, which matter in games where
    kept dice stay. Needs numpy, and about a minute for a new game of thirteen boxes, whose values are then kept in the
    user's cache folder. Raises SheetgenError for an impossible card, roll or number.
    """
    from sheetgen.odds.adviser import Position

    filled, roll = make_filled(game, card), make_roll(game, dice)
    if len(filled) == len(game.boxes):
        raise SheetgenError("the card is full; leave out a box that is open", key="--card")
    most = game.dice.rolls - 1
    for key, written, limit in (("--rolls-left", rolls_left, most), ("--further-yachts", further_yachts, len(filled))):
        if not 0 <= written <= limit:
            raise SheetgenError("wrote %(written)s; should be from 0 to %(most)s", key=key, written=written, most=limit)
    if kept and (rolls_left == most or Counter(kept) - Counter(dice)):
        raise SheetgenError("dice are kept that were not there", key="--kept")
    who, position = adviser_for(game, progress), Position(filled, further_yachts)
    return who.keeps(position, roll, rolls_left, tuple(kept)) if rolls_left else who.boxes(position, roll)


@lru_cache(maxsize=4)
def adviser_for(game: Ruleset, progress: Progress = silent) -> "Adviser":
    """Return the adviser of a game. Raises SheetgenError without numpy, and for a game that is too large."""
    check_extra("odds")
    from sheetgen.odds.adviser import adviser

    return adviser(goal_of(game), progress)


_KEYS = ("id", "ruleset", "dice", "card", "rolls_left", "further_yachts", "kept")


def advise_lines(stream: Stream, games: Games) -> Iterator[Answered]:
    """Yield the answers to questions in their order. An answer to a faulty line names the fault."""
    for lines in read_lines(stream):
        answers = [_answer(line, games) for line in lines if line.strip()]
        yield json_lines(answers), sum(bool(answer.error) for answer in answers)


def _answer(line: bytes, games: Games) -> AdviceOut:
    found = id_of(line)
    name: Any = UNSET if found is None else found
    try:
        asked = read_object(parse_json(text_of(line)), _KEYS, "dice")
        game = games.find(asked.get("ruleset")).wording.ruleset
        check_soon(goal_of(game))
        choices = advise(
            game, dict(asked.get("card", ())), asked["dice"], asked.get("rolls_left", 0),
            asked.get("further_yachts", 0), kept=asked.get("kept", ()),
        )  # fmt: skip
    except SheetgenError as error:
        return AdviceOut((), name, games.catalog.message("cannot read this line: %(reason)s", reason=error))
    from sheetgen.odds.played_games import choice_out

    return AdviceOut(tuple(map(choice_out, choices)), name)


def games_in(content: bytes) -> "GamesIn":
    """Return the games of a file that the calculator's page exported. Raises SheetgenError for any other file."""
    check_extra("odds")
    from sheetgen.odds.played_games import read_games

    return read_games(content)


def replay(
    game: Ruleset, games: "bytes | GamesIn", number: int | None = None, progress: Progress = silent
) -> ReplayOut:
    """Return the review of a played game, with the luck of the dice and the choices of the players apart.

    `games` is an export of the calculator's page, and `number`, from 1, one of its games; the last by default. Raises
    SheetgenError as `advise` does, and for any other file.
    """
    if isinstance(games, bytes):
        games = games_in(games)
    from sheetgen.odds.played_games import replay as go_through

    count = len(games.games)
    if number is not None and not 1 <= number <= count:
        raise SheetgenError("wrote %(written)s; should be from 1 to %(most)s", key="--game", written=number, most=count)
    check_soon(goal_of(game))
    return go_through(adviser_for(game, progress), games.games[(number or count) - 1], game.id)
