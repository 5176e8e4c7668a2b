"""Review of played games that the calculator's page exported: luck of the dice and choices of the player, apart."""

from collections import Counter
from collections.abc import Sequence
from math import isclose

from msgspec import DecodeError, Struct, field
from msgspec.json import decode
from msgspec.structs import replace

from sheetgen.errors import SheetgenError
from sheetgen.odds.adviser import Adviser, Position, RatedChoice
from sheetgen.odds.formats import VERSION, ChoiceOut, DecisionOut, PlayedTurnOut, PlayerOut, ReplayOut
from sheetgen.rules.history import possible_values
from sheetgen.rules.patterns import Roll


class ThrowIn(Struct, frozen=True):
    """A roll, and the dice kept for the next one."""

    roll: tuple[int, ...]
    """All dice on the table."""
    keep: tuple[int, ...] = ()


class EntryIn(Struct, frozen=True):
    """An entry of a player."""

    player: int | str
    box: str
    points: int
    bonus: int = 0
    dice: tuple[int, ...] = ()
    """Dice on the table; empty if they are not known."""
    first: bool = False
    """Flag: this was the first roll of the turn."""
    throws: tuple[ThrowIn, ...] = ()


class PlayerIn(Struct, frozen=True):
    """A player."""

    id: int | str
    name: str = ""


class MatchIn(Struct, frozen=True):
    """A game: its players, and their entries in the order of play."""

    players: tuple[PlayerIn, ...]
    entries: tuple[EntryIn, ...]


class GamesIn(Struct, frozen=True):
    """A file of games."""

    sheetgen: str
    version: int
    ruleset: str
    games: tuple[MatchIn, ...] = field(default_factory=tuple)


def read_games(content: bytes) -> GamesIn:
    """Return the games in a file. Raises SheetgenError if the file is not an export of the page."""
    try:
        found = decode(content, type=GamesIn)
    except (DecodeError, ValueError, RecursionError) as error:
        raise SheetgenError(
            "no games as the page of the calculator exports them: %(reason)s", reason=str(error)
        ) from error
    if (found.sheetgen, found.version) != ("games", 1) or not found.games:
        raise SheetgenError("there is no game in it that this version can read; export it from the page again")
    return found


def replay(adviser: Adviser, match: MatchIn, ruleset: str) -> ReplayOut:
    """Return the review of a game. Raises SheetgenError, naming the turn, for a card that no game leads to."""
    names = {player.id: player.name or str(player.id) for player in match.players}
    cards = dict.fromkeys(names, Position({}))
    turns: list[PlayedTurnOut] = []
    for number, each in enumerate(match.entries, 1):
        if each.player not in cards:
            raise SheetgenError("turn %(number)s is of a player who is not in the game", number=number)
        try:
            turn, cards[each.player] = _turn(adviser, cards[each.player], each, names[each.player])
        except SheetgenError as error:
            raise SheetgenError("turn %(number)s: %(reason)s", number=number, reason=error) from error
        turns.append(turn)
    players = []
    for player, name in names.items():
        own = [turn for turn, each in zip(turns, match.entries, strict=True) if each.player == player]
        luck, lost = sum(turn.luck for turn in own), sum(turn.lost for turn in own)
        players.append(PlayerOut(name, adviser.before(cards[player]), adviser.before(Position({})), luck, lost))
    return ReplayOut(VERSION, ruleset, tuple(players), tuple(turns))


def _turn(adviser: Adviser, card: Position, entry: EntryIn, name: str) -> tuple[PlayedTurnOut, Position]:
    """Return the review of a turn, and the card after it."""
    if entry.box not in adviser.board.boxes or entry.box in card.filled:
        raise SheetgenError("'%(box)s' is no open box", box=entry.box)
    known = possible_values(adviser.board.goal.ruleset, entry.box)
    if entry.points not in known:
        raise SheetgenError(
            "'%(box)s' cannot hold '%(written)s'; choose %(known)s",
            box=entry.box, written=str(entry.points)[:20], known=tuple(map(str, known)),
        )  # fmt: skip
    after = replace(
        card, filled={**card.filled, entry.box: entry.points}, yachts=card.yachts + (1 if entry.bonus else 0)
    )
    before, value = adviser.before(card), adviser.before(after)
    decisions = _decisions(adviser, card, entry, value)
    lost = sum(each.chosen.loss for each in decisions)
    turn = PlayedTurnOut(name, entry.box, entry.points, before, value, value - before + lost, lost, decisions)
    return turn, after


def _decisions(adviser: Adviser, card: Position, entry: EntryIn, value: float) -> tuple[DecisionOut, ...]:
    """Return the decisions of a turn: only the last if its rolls are not known, none without dice."""
    rolls = adviser.board.goal.ruleset.dice.rolls
    throws = entry.throws or ((ThrowIn(entry.dice),) if entry.dice else ())
    if not throws:
        return ()
    is_whole = bool(entry.throws) or entry.first
    expected, found = adviser.before(card) if is_whole else None, []
    _check(adviser, throws, rolls)
    for place, throw in enumerate(throws):
        left, roll = rolls - 1 - place if is_whole else 0, Roll(throw.roll)
        last = place == len(throws) - 1
        choices = adviser.keeps(card, roll, left, throws[place - 1].keep if place else ()) if left else []
        if last:
            boxes = adviser.boxes(card, roll, left)
            wanted = (each for each in boxes if (each.box, each.points) == (entry.box, entry.points))
            chosen = next(wanted, None)
            if chosen is None or not isclose(chosen.value, value, abs_tol=1e-6):
                return ()  # the points were put right later, or are not those of these dice
            choices = choices or boxes
        else:
            chosen = next((each for each in choices if each.keep == tuple(sorted(throw.keep))), None)
            if chosen is None:
                written = " ".join(map(str, throw.keep))
                raise SheetgenError("'%(written)s' cannot be kept here; in this game kept dice stay", written=written)
        best = choices[0]
        lost = max(0.0, best.value - chosen.value)
        out = replace(choice_out(chosen), loss=0.0 if lost < 1e-9 else lost)
        luck = 0.0 if expected is None else best.value - expected
        found.append(DecisionOut(roll.dice, left, out, choice_out(best), luck))
        expected = chosen.value
    return tuple(found)


def _check(adviser: Adviser, throws: Sequence[ThrowIn], rolls: int) -> None:
    """Raise SheetgenError for dice that the game does not have, and for kept dice that were not on the table."""
    if len(throws) > rolls:
        raise SheetgenError("more rolls than the game has")
    for place, throw in enumerate(throws):
        if (
            tuple(sorted(throw.roll)) not in adviser.board.keeps.places
            or len(throw.roll) != adviser.board.keeps.dice.count
        ):
            raise SheetgenError("its dice are no roll of this game")
        following = throws[place + 1].roll if place + 1 < len(throws) else throw.roll
        kept = throw.keep if place + 1 < len(throws) else ()
        if Counter(kept) - Counter(throw.roll) or Counter(kept) - Counter(following):
            raise SheetgenError("dice are kept that were not there")


def choice_out(choice: RatedChoice) -> ChoiceOut:
    """Return a choice in its JSON format."""
    if choice.keep is None:
        return ChoiceOut(choice.value, choice.loss, box=choice.box, points=choice.points, bonus=choice.bonus)
    return ChoiceOut(choice.value, choice.loss, choice.keep)
