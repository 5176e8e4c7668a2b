"""What may be done with a Yacht, stage by stage of a game, as the engine allows it."""

from itertools import groupby

from msgspec import Struct

from sheetgen.booklet.rolls import alike, moment, scored
from sheetgen.i18n.wording import Wording
from sheetgen.rules import Roll, Ruleset, boxes_of, legal_entries, possible_values, yacht_box_ids, yachts

_THREE = 3
"""So many of its number are on the card where the box of its number is full."""


class Stage(Struct, frozen=True):
    """What is on the card, and what may then be written for the roll."""

    filled: str
    """The boxes that are full, in words; empty for an empty card."""
    uses: tuple[str, ...]
    """Boxes with their points, those of equal worth together."""
    bonus: int


def the_yacht(ruleset: Ruleset) -> Roll:
    """The Yacht that is shown at all stages."""
    return alike(ruleset) if alike(ruleset) in yachts(ruleset) else max(yachts(ruleset))


def cards(ruleset: Ruleset) -> list[dict[str, int]]:
    """An empty card, one box after the other of the Yacht filled, all of them struck, and its own number used too."""
    boxes = yacht_box_ids(ruleset)
    if not boxes:
        return []
    roll = the_yacht(ruleset)
    worth = scored(ruleset, ruleset.boxes[boxes[0]].category, roll).points
    numbers = (category for category in ruleset.categories.values() if category.number == roll.dice[0])
    own = {}
    for box in (box for category in numbers for box in boxes_of(category)):
        values = possible_values(ruleset, box.id)
        usual = _THREE * roll.dice[0]
        own[box.id] = usual if usual in values else values[len(values) // 2]
    full = [dict.fromkeys(boxes[:count], worth) for count in range(1, len(boxes) + 1)]
    found = [{}, *full, dict.fromkeys(boxes, 0), *([full[-1] | own] if own else [])]
    return [card for card in found if len(card) < len(ruleset.boxes)]


def stages(wording: Wording) -> tuple[Stage, ...]:
    """What may be written for the same Yacht on each of the cards; nothing if no rule speaks of Yachts."""
    found = []
    for filled in cards(wording.ruleset):
        entries = legal_entries(wording.ruleset, the_yacht(wording.ruleset), moment(wording.ruleset, filled))
        ranked = sorted(entries.items(), key=lambda item: item[1].points[::-1], reverse=True)
        uses = [
            f"{', '.join(wording.row(box) for box, _ in same)}: {wording.catalog.choices(points)}"
            for points, same in groupby(ranked, key=lambda item: item[1].points)
        ]
        shown = wording.catalog.both(f"{wording.row(box)} {points}" for box, points in filled.items())
        found.append(Stage(shown, tuple(uses), max(entry.bonus for entry in entries.values())))
    return tuple(found)
