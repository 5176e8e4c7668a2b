"""Advice, one question or many, and games that were played: values in, choices out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from sheetgen.cards.batches import Answered, Games
from sheetgen.cards.lines import Stream, id_of, read_lines, read_object, text_of
from sheetgen.cards.names import make_filled, make_roll
from sheetgen.cards.results import json_lines
from sheetgen.documents.odds import check_soon, goal_of
from sheetgen.errors import SheetgenError
from sheetgen.files.installed import check_extra
from sheetgen.files.reading import parse_json
from sheetgen.odds.records import AdviceOut, ReplayOut
from sheetgen.odds.tables import Progress, silent
from sheetgen.rules import Ruleset

if TYPE_CHECKING:
    from sheetgen.odds.advice import Adviser, Choice
    from sheetgen.odds.replay import GamesIn


def advise(
    game: Ruleset,
    card: Mapping[str, int | str | None],
    dice: Sequence[int],
    rolls_left: int = 0,
    further_yachts: int = 0,
    *,
    kept: Sequence[int] = (),
    progress: Progress = silent,
) -> "list[Choice]":
    """What to keep or, with no rolls left, where to write, best first, each with the expected final total.

    `card` has ids of boxes and what is written there; `kept` are the dice that were set aside before this roll, which
    a game looks at where they stay. Takes numpy, and a minute for a game of thirteen boxes that was never asked for;
    then all its states are in the user's cache folder. Raises SheetgenError for what cannot be.
    """
    from sheetgen.odds.advice import Position

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
    """Who knows the game. Raises SheetgenError without numpy, and for a game that is too large."""
    check_extra("odds")
    from sheetgen.odds.advice import adviser

    return adviser(goal_of(game), progress)


_KEYS = ("id", "ruleset", "dice", "card", "rolls_left", "further_yachts", "kept")


def advise_lines(stream: Stream, games: Games) -> Iterator[Answered]:
    """The choices for the questions that come in, in their order. A line that cannot be used says why."""
    for lines in read_lines(stream):
        answers = [_answer(line, games) for line in lines if line.strip()]
        yield json_lines(answers), sum(bool(answer.error) for answer in answers)


def _answer(line: bytes, games: Games) -> AdviceOut:
    found = id_of(line)
    name: Any = UNSET if found is None else found
    try:
        asked = read_object(parse_json(text_of(line)), _KEYS, "dice")
        game = games.find(asked.get("ruleset")).ruleset
        check_soon(goal_of(game))
        choices = advise(
            game, dict(asked.get("card", ())), asked["dice"], asked.get("rolls_left", 0),
            asked.get("further_yachts", 0), kept=asked.get("kept", ()),
        )  # fmt: skip
    except SheetgenError as error:
        return AdviceOut((), name, games.catalog.message("cannot read this line: %(reason)s", reason=error))
    from sheetgen.odds.replay import choice_out

    return AdviceOut(tuple(map(choice_out, choices)), name)


def games_in(content: bytes) -> "GamesIn":
    """The games of a file that the page of the calculator exported. Raises SheetgenError for what is none."""
    check_extra("odds")
    from sheetgen.odds.replay import read_games

    return read_games(content)


def replay(
    game: Ruleset, games: "bytes | GamesIn", number: int | None = None, progress: Progress = silent
) -> ReplayOut:
    """Go through a game that was played, with the luck of the dice and the skill of the players apart.

    `games` is what the page of the calculator exports, and `number`, from 1, one of them; the last if none is named.
    Raises SheetgenError as `advise`, and for what is no such file.
    """
    if isinstance(games, bytes):
        games = games_in(games)
    from sheetgen.odds.replay import replay as go_through

    count = len(games.games)
    if number is not None and not 1 <= number <= count:
        raise SheetgenError("wrote %(written)s; should be from 1 to %(most)s", key="--game", written=number, most=count)
    check_soon(goal_of(game))
    return go_through(adviser_for(game, progress), games.games[(number or count) - 1], game.id)
