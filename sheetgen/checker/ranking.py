"""Who won: by what is right, and by what is written."""

from collections.abc import Sequence

from msgspec import Struct

from sheetgen.checker.finding import Audit
from sheetgen.rules import Ruleset, totals


class Ranking(Struct, frozen=True):
    """The order of the players, each by their place in the list of cards."""

    places: tuple[tuple[int, int], ...]
    """Rank and player; who ties shares a rank, and the next one counts them all: 1, 2, 2, 4."""
    unclear: tuple[int, ...]
    """Players whose total nobody can say yet."""
    winners: tuple[int, ...]
    """Who has rank 1; empty while a total is unclear."""
    written_winners: tuple[int, ...]
    """Who wins by the totals as they are written."""

    @property
    def changes(self) -> bool:
        """Whether mending the mistakes makes another winner."""
        return bool(self.winners) and self.winners != self.written_winners


def rank(ruleset: Ruleset, audits: Sequence[Audit]) -> Ranking:
    """Rank the players of one game."""
    right = {player: audit.total for player, audit in enumerate(audits) if audit.total is not None}
    written = {  # the grand total as it is written or, if it is not, what the written boxes add up to
        player: audit.numbers.get("total", totals(ruleset, audit.numbers, audit.extra_yachts or 0)["total"])
        for player, audit in enumerate(audits)
    }
    unclear = tuple(player for player in range(len(audits)) if player not in right)
    return Ranking(_places(right), unclear, () if unclear else _best(right), _best(written))


def _places(totals: dict[int, int]) -> tuple[tuple[int, int], ...]:
    ordered = sorted(totals, key=lambda player: -totals[player])
    return tuple((1 + sum(other > totals[player] for other in totals.values()), player) for player in ordered)


def _best(totals: dict[int, int]) -> tuple[int, ...]:
    return tuple(player for player, total in totals.items() if total == max(totals.values()))
