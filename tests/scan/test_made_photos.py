"""Cards and photos that are made for tests and benchmarks of the reader.

That a picture shows what its truth says is shown by the reader, which finds it there.
"""

import numpy as np
import photos
import pytest
from photography.cards import SLIPS, Entry, written
from photography.sheets import GAMES, game

from sheetgen import SheetOptions
from sheetgen.rules.history import possible_values
from sheetgen.rules.ruleset import Total, below
from sheetgen.rules.scoring import totals
from tests.games import by_kind

SMALL = SheetOptions(paper="a5", players=2)


def test_the_same_seed_gives_the_same_picture() -> None:
    first, again, other = (
        photos.photographed("yatzy", "hard", seed, ("drawn",), SMALL) for seed in (5, 5, 6)
    )
    assert first == again
    assert first[0] != other[0]


@pytest.mark.parametrize("name", by_kind(GAMES))
def test_cards_are_legal_and_their_slips_are_known(name: str) -> None:
    """Boxes hold what they can.

    A sum is what the boxes give, or somebody's slip, or follows from one.
    """
    ruleset, found = game(name), set()
    for seed in range(5):
        card = written(ruleset, np.random.default_rng(seed), slips=0.5, blanks=0.0)
        boxes = {box: card[box].value or 0 for box in ruleset.boxes}
        assert all(points in possible_values(ruleset, box) for box, points in boxes.items())
        right = totals(ruleset, boxes, _extra(ruleset.extra_yachts, card))
        assert {total: card[total].right for total in right} == right
        slips = {total for total in right if card[total].slip}
        wrong = {total for total in right if card[total].value != right[total]}
        assert slips <= wrong
        assert all(slips & {total, *below(ruleset, total)} for total in wrong)
        found |= {card[total].slip for total in slips}
    assert found <= {*SLIPS}
    assert found


def _extra(total: Total | None, card: dict[str, Entry]) -> int:
    return (card[total.id].right or 0) // total.points if total else 0
