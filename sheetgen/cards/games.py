"""Files with the games that a calculator page has saved, read as cards."""

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from sheetgen.cards.exchange import GamesIn, MatchIn
from sheetgen.cards.streams import MAX_LINE
from sheetgen.errors import SheetgenError

MAX_BYTES = 20_000_000
"""Maximum size of a file. The storage of a page holds a quarter of it."""
_decode = Decoder(GamesIn).decode


class PlayedCard(Struct, frozen=True):
    """Card of one player in one game."""

    id: str
    """Time of the game and name of the player. Unique in a file."""
    entries: tuple[tuple[str, int], ...]
    """Boxes with their points, in the order of play."""
    bonus: int
    """Sum of the bonuses for further Yachts."""
    open: bool
    """True if boxes may be empty: the game is unfinished or was won at once, or the player left."""
    ended: bool
    """True if a player won at once."""


def begins_games(line: bytes) -> bool:
    """Check whether the first line is that of a file with games, and not of JSON lines."""
    return re.fullmatch(rb'\s*\{\s*("(sheetgen|games)"\s*:.*)?', line, re.DOTALL) is not None


def read_games(lines: Iterator[bytes]) -> tuple[str, Iterator[PlayedCard]]:
    """Return the ruleset and the cards of a file with games. Raise SheetgenError if it cannot be read."""
    content = bytearray()
    for line in lines:
        content += line + b"\n"
        if len(content) > MAX_BYTES or len(line) > MAX_LINE:
            raise SheetgenError("larger than 20 MB, or with a line of more than 1 MB; write a game a line")
    try:
        found = _decode(bytes(content))
    except (MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise SheetgenError("no games as a page saves them: %(reason)s", reason=str(error)) from error
    return found.ruleset, _distinct(card for match in found.games for card in _cards(match))


def _distinct(cards: Iterator[PlayedCard]) -> Iterator[PlayedCard]:
    """Yield the cards, with a number in ids that are repeated, as by two games in one minute."""
    taken, times = set[str](), Counter[str]()
    for card in cards:
        name = card.id
        while name in taken:
            times[card.id] += 1
            name = f"{card.id} ({times[card.id] + 1})"
        taken.add(name)
        yield replace(card, id=name)


def _cards(match: MatchIn) -> Iterator[PlayedCard]:
    """Yield the cards of a game. Entries of unknown players are left out."""
    for place, player in enumerate(match.players, 1):
        mine = [each for each in match.entries if each.player == player.id]
        entries = tuple((each.box, each.points) for each in mine)
        name = f"{(match.when or match.started or match.id)[:16]} {player.name or place}"
        bonus, ended = sum(each.bonus for each in mine), bool(match.won)
        yield PlayedCard(name, entries, bonus, not match.when or player.left or ended, ended)
