"""The games that a page of the calculator has kept and saved as one file, read as cards."""

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import MsgspecError, Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from sheetgen.cards.lines import MAX_LINE
from sheetgen.cards.records import GamesIn, MatchIn
from sheetgen.errors import SheetgenError

MAX_BYTES = 20_000_000
"""A file that is larger is not read; a page has no room for a quarter of that."""
_decode = Decoder(GamesIn).decode


class PlayedCard(Struct, frozen=True):
    """The card of one player in one game."""

    id: str
    """When the game was, and whose the card is; no two cards of a file have the same."""
    entries: tuple[tuple[str, int], ...]
    """Boxes and what was written in them, in the order in which it was."""
    bonus: int
    """What further Yachts earned."""
    open: bool
    """Whether boxes may be empty: the game still ran, somebody won it at once, or the player left."""
    ended: bool
    """Whether somebody won it at once."""


def begins_games(line: bytes) -> bool:
    """Whether a first line is that of a file with games rather than of one with a card a line."""
    return re.fullmatch(rb'\s*\{\s*("(sheetgen|games)"\s*:.*)?', line, re.DOTALL) is not None


def read_games(lines: Iterator[bytes]) -> tuple[str, Iterator[PlayedCard]]:
    """The ruleset of a file with games, and the cards in it; SheetgenError for a file that cannot be read."""
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
    """Yield the cards, with a number in the id of each that has the id of another: two games within a minute."""
    taken, times = set[str](), Counter[str]()
    for card in cards:
        name = card.id
        while name in taken:
            times[card.id] += 1
            name = f"{card.id} ({times[card.id] + 1})"
        taken.add(name)
        yield replace(card, id=name)


def _cards(match: MatchIn) -> Iterator[PlayedCard]:
    """The cards of a game; what nobody wrote who played is no card's."""
    for place, player in enumerate(match.players, 1):
        mine = [each for each in match.entries if each.player == player.id]
        entries = tuple((each.box, each.points) for each in mine)
        name = f"{(match.when or match.started or match.id)[:16]} {player.name or place}"
        bonus, ended = sum(each.bonus for each in mine), bool(match.won)
        yield PlayedCard(name, entries, bonus, not match.when or player.left or ended, ended)
