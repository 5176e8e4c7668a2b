"""Chances to win: of cards, and after each entry of a played game. Needs numpy.

The page of the calculator does the same in `templates/calculator/rules/chances.js`. Players do not
depend on each other until the end, so that each card is played out alone. A tie is shared.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from sheetgen.cards.exchange import MatchIn
from sheetgen.odds.playouts import CardStanding, PlayoutPlan, Playouts, Shares

_LEAST_DECIDING = 10
"""Change in percent above which an entry has decided a game."""
_MOST_DECIDING = 3


class Chance(Struct, frozen=True):
    """Chance of a player to win."""

    percent: int
    """Whole percents; those of all players add up to 100."""
    is_possible: bool
    """Flag: the player can still win or share the win, even with 0 percent."""


NO_CHANCE = Chance(0, False)


class Deciding(Struct, frozen=True):
    """Entry that decided a game."""

    entry: int
    """Number of the entry in the game, from 1."""
    before: int
    """Chance of its player before it, in percents."""
    after: Chance


def chances_of(playouts: Playouts, cards: Sequence[CardStanding]) -> list[Chance]:
    """Return the chance of each card; turns are taken in their order, fewest boxes first."""
    plan = playouts.plan
    at_once = _chances_at_once(plan, [card.full.bit_count() for card in cards])
    rest = 1 - sum(at_once)
    shares = win_shares([playouts.shares_of(card) for card in cards])
    chances = [win + rest * share for win, share in zip(at_once, shares, strict=True)]
    ranges = [plan.range_of(card) for card in cards]
    highest_least = max(least for least, _ in ranges)
    found = []
    for place, percent in enumerate(whole_percents(chances)):
        is_open = ranges[place][1] >= highest_least
        may_win_at_once = bool(plan.wins) and cards[place].full != plan.whole
        is_possible = chances[place] > 0 or is_open or may_win_at_once
        found.append(Chance(percent, is_possible))
    return found


def win_shares(cards: Sequence[Shares]) -> list[float]:
    """Return the share of wins of each card, a tie being shared."""
    totals = sorted({total for card in cards for total in card})
    below = [_shares_below(card, totals) for card in cards]
    wins = []
    for own, card in enumerate(cards):
        win = 0.0
        for total, share in card.items():
            ties = [share]  # the chance that so many others have this total, and all others less
            for other, sums in enumerate(below):
                if other != own:
                    same = cards[other].get(total, 0.0)
                    less = [chance * sums[total] for chance in (*ties, 0.0)]
                    tied = [0.0, *(chance * same for chance in ties)]
                    ties = [one + another for one, another in zip(less, tied, strict=True)]
            win += sum(chance / (count + 1) for count, chance in enumerate(ties))
        wins.append(win)
    return wins


def _shares_below(card: Shares, totals: Sequence[int]) -> dict[int, float]:
    """Return the share of a card below each of these totals, which ascend."""
    below = {}
    so_far = 0.0
    for total in totals:
        below[total] = so_far
        so_far += card.get(total, 0.0)
    return below


def _chances_at_once(plan: PlayoutPlan, counts: Sequence[int]) -> list[float]:
    """Return the chance of each player to win at once, by the numbers of their full boxes."""
    full = list(counts)
    chances = [0.0] * len(full)
    still = 1.0
    while plan.win_chance and min(full) < len(plan.boxes):
        place = full.index(min(full))
        chances[place] += still * plan.win_chance
        still *= 1 - plan.win_chance
        full[place] += 1
    return chances


def whole_percents(chances: Sequence[float]) -> list[int]:
    """Return chances as whole percents with the sum 100: the largest rests are rounded up."""
    percents = [int(100 * chance + 1e-9) for chance in chances]
    rests = [100 * chance - percent for chance, percent in zip(chances, percents, strict=True)]
    order = sorted(range(len(chances)), key=lambda place: (-rests[place], place))
    for place in order[: 100 - sum(percents)]:
        percents[place] += 1
    return percents


def chances_in(playouts: Playouts, match: MatchIn) -> list[list[Chance]]:
    """Return the chance of each player after each number of entries of a game, from none on.

    A player who has left was there until the own last entry. After a win at once without an entry
    there is one step more.
    """
    owners = [entry.player for entry in match.entries]
    count = len(owners)
    has_bare_win = bool(match.won) and (not owners or owners[-1] != match.won)
    last = {owner: place for place, owner in enumerate(owners, 1)}
    found = []
    for step in range(count + has_bare_win + 1):
        if match.won and step == count + has_bare_win:
            found.append(
                [
                    Chance(100, True) if player.id == match.won else NO_CHANCE
                    for player in match.players
                ]
            )
            continue
        is_end = step >= count
        playing = [
            player.id
            for player in match.players
            if not player.left or (not is_end and step <= last.get(player.id, 0))
        ]
        found.append(_chances_after(playouts, match, playing, step))
    return found


def _chances_after(
    playouts: Playouts, match: MatchIn, playing: Sequence[str], count: int
) -> list[Chance]:
    """Return the chance of each player after some entries; those who do not play have none."""
    starter = match.entries[0].player if match.entries else ""
    first = playing.index(starter) if starter in playing else 0
    in_turn = [*playing[first:], *playing[:first]]
    cards = [
        playouts.plan.standing_of(
            (entry.box, entry.points, entry.bonus)
            for entry in match.entries[:count]
            if entry.player == player
        )
        for player in in_turn
    ]
    by_player: Mapping[str, Chance] = {}
    if cards:
        by_player = dict(zip(in_turn, chances_of(playouts, cards), strict=True))
    return [by_player.get(player.id, NO_CHANCE) for player in match.players]


def deciding_entries(match: MatchIn, chances: Sequence[Sequence[Chance]]) -> list[Deciding]:
    """Return the entries that changed the chance of their own player most, in order of play.

    There are three at most, each with more than 10 percent; of equal ones the later.
    """
    places = {player.id: place for place, player in enumerate(match.players)}
    found = []
    for number, entry in enumerate(match.entries, 1):
        place = places[entry.player]
        before, after = chances[number - 1][place].percent, chances[number][place]
        if abs(after.percent - before) > _LEAST_DECIDING:
            found.append(Deciding(number, before, after))
    found.sort(key=lambda each: (-abs(each.after.percent - each.before), -each.entry))
    return sorted(found[:_MOST_DECIDING], key=lambda each: each.entry)
